//! To what may a player consent that would otherwise be an offence?

use crate::means::player_of;
use jadoube_game::{Consequence, Event, Game, Requirement, Ruling};

question! {
    "To what may a player consent that would otherwise be an offence?";
    "A move out of turn: the opponent may let it be changed." => bcc "II.6(d)";
    "An illegal move: the opponent may let it be changed." => bcc "II.6(c)";
    "The opponent gives leave to use another board." => bcc "II.9(b)";
    "The opponent gives leave to use books and notes." => bcc "II.9(c)";
    "The opponent gives leave to ask for help." => bcc "II.9(d)";
    "A legal move cannot be taken back, even by agreement." => fide_1931 "annexe.v", fide_2023 "4.7";
}

/// What leave is given for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leave {
    /// To change a move made out of turn.
    ChangeOutOfTurn,
    /// To change an illegal move.
    ChangeIllegal,
    /// To use another board.
    SecondBoard,
    /// To use books and notes.
    Book,
    /// To ask for help.
    Assistance,
    /// To take back a legal move, which no leave allows.
    TakeBack,
}

grounds! {
    /// By what it may be given, or not.
    static LEAVE: Leave {
        bcc {
            ChangeOutOfTurn: "II.6(d)",
            ChangeIllegal: "II.6(c)",
            SecondBoard: "II.9(b)",
            Book: "II.9(c)",
            Assistance: "II.9(d)",
        }
        fide_1931 { TakeBack: "annexe.v" }
        fide_2023 { TakeBack: "4.7" }
    }
}

/// Consent to what would otherwise be an offence. Where no clause asks for it, it is kept for what the umpire may make
/// of it.
pub(crate) fn consent(game: &Game, event: &Event, what: &str) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let code = game.terms.code;
    if let Some(clause) = LEAVE.find(code, Leave::TakeBack)
        && what == Requirement::Retract.word()
    {
        let why = "a legal move is not taken back, even where the opponent agrees";
        return Ruling::refuse(clause, why);
    }
    let kept = Consequence::Consent(by, what.to_owned());
    let leave = match what {
        "substitute" if by == game.turn_to_play() => Some(Leave::ChangeOutOfTurn),
        "substitute" => Some(Leave::ChangeIllegal),
        "second-board" => Some(Leave::SecondBoard),
        "book" => Some(Leave::Book),
        "assistance" => Some(Leave::Assistance),
        _ => None,
    };
    let Some(clause) = leave.and_then(|leave| LEAVE.find(code, leave)) else {
        return Ruling::silent().so(kept);
    };
    let ruling = Ruling::silent()
        .finding(clause, by, format!("{by} consents: {what}"))
        .so(kept);
    if what == "substitute" && game.turn.illegal.is_some() {
        ruling.so(Consequence::Settle(!by))
    } else {
        ruling
    }
}
