//! To what may a player consent that would otherwise be an offence?

use crate::means::{entries, player_of};
use jadoube_game::{Consequence, Event, Game, OffenceKind, Requirement, Ruling, say};

question! {
    "To what may a player consent that would otherwise be an offence?";
    tables: LEAVE;
}

steps! {
    /// What leave is given for, and by what it may be given, or not.
    pub struct Leave {
        /// His own last move, in the opponent's turn: the opponent may let it be changed.
        change_out_of_turn?,
        /// An illegal move: the opponent may let it be changed.
        change_illegal?,
        /// The opponent gives leave to use another board.
        second_board?,
        /// The opponent gives leave to use books and notes.
        book?,
        /// The opponent gives leave to ask for help.
        assistance?,
        /// A legal move cannot be taken back, even by agreement.
        take_back?,
    }
    pub static LEAVE = {
        bcc: {
            change_out_of_turn: "II.6(d)", change_illegal: "II.6(c)", second_board: "II.9(b)", book: "II.9(c)",
            assistance: "II.9(d)",
        },
        fide_1931: { take_back: "annexe.v" },
        fide_2023: { take_back: "4.7" },
    };
}

/// What a player may consent to so that something follows, in one code or another, or that the umpire may make something
/// of it.
const MEANT: [&str; 9] = [
    "substitute",
    "retract",
    "second-board",
    "book",
    "assistance",
    "falsify",
    "adjust-men",
    "spectator",
    "draw",
];

/// Consent to what would otherwise be an offence. Where no clause asks for it, it is kept for what the umpire may make
/// of it.
pub(crate) fn consent(game: &Game, event: &Event, what: &str) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let law = LEAVE.of(game);
    if let Some(clause) = law.and_then(|law| law.take_back)
        && what == Requirement::Retract.word()
    {
        let why =
            "no move is taken back by agreement: a legal one stands, an illegal one goes back without it";
        return Ruling::refuse(clause, why);
    }
    let kept = Consequence::Consent(by, what.to_owned());
    let leave = law.and_then(|law| match what {
        "substitute" if by == game.turn_to_play() => law.change_out_of_turn,
        "substitute" => law.change_illegal,
        "second-board" => law.second_board,
        "book" => law.book,
        "assistance" => law.assistance,
        _ => None,
    });
    let Some(clause) = leave else {
        return if MEANT.contains(&what) {
            Ruling::simply(kept)
        } else {
            let known = MEANT.join(", ");
            Ruling::refuse_plainly(say!(
                "nothing follows from consent to \"{what}\"; expected one of: {known}"; what, known
            ))
        };
    };
    let ruling = Ruling::silent()
        .finding(clause, by, say!("{by} [consents]: {what}"; by, what))
        .so(kept);
    if what == "substitute" && game.turn.illegal.is_some() {
        ruling.so(Consequence::Forget(entries::of_this_kind(
            game,
            !by,
            OffenceKind::IllegalMove,
        )))
    } else {
        ruling
    }
}
