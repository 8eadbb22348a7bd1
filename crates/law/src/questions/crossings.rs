//! One law crosses another: what becomes of what stands when the game ends, or a move is sealed?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    means::liability,
};
use jadoube_board::{Colour, Position};
use jadoube_game::{Citation, Consequence, Game, Ruling, Sentence, say};

question! {
    "One law crosses another: what becomes of what stands when the game ends, or a move is sealed?";
    tables: END_IN_BREACH, SEALED_IN_BREACH;
}

law! {
    /// A mate or stalemate brought about by a move against which a penalty is open.
    pub enum EndInBreach {
        /// The opponent has his penalty first; the end stands when he lets it pass.
        PenaltyFirst,
        /// The move may be undone first, for a man touched or because it was illegal; the end stands when it no longer can.
        UndoneFirst,
    }
}

law! {
    /// The move that ends the game is itself an offence.
    pub static END_IN_BREACH: ByCode<Answer<EndInBreach>> = answers(ByCode {
        xxv:       says(EndInBreach::PenaltyFirst,   &["XXIV"]),
        bca_1862:  says(EndInBreach::PenaltyFirst,   &["IX"]),
        bcc_1896:  says(EndInBreach::PenaltyFirst,   &["I.15(a)", "II.8(e)"]),
        bcc_1899:  says(EndInBreach::PenaltyFirst,   &["I.15(a)", "II.8(e)"]),
        fide_1931: silent(EndInBreach::PenaltyFirst, reading("FIDE-40")),
        fide_2023: says(EndInBreach::UndoneFirst,    &["5.1.1", "5.2.1", "5.2.2"]),
    });
}

law! {
    /// What touching a man, or a penalty exacted, is worth against a move that is sealed instead of played.
    pub enum SealedInBreach {
        /// As much as when it is played: the penalty is open once the envelope is.
        AsIfPlayed,
        /// As much as when it is played, by a reading: the code prints nothing of sealed moves.
        AsIfPlayedByReading,
    }
}

law! {
    /// A move is sealed otherwise than the player was bound to play: what does it cost him?
    pub static SEALED_IN_BREACH: ByCode<Answer<SealedInBreach>> = answers(ByCode {
        xxv:       silent(SealedInBreach::AsIfPlayedByReading, reading("XXV-36")),
        bca_1862:  silent(SealedInBreach::AsIfPlayedByReading, reading("BCA-45")),
        bcc_1896:  says(SealedInBreach::AsIfPlayed,            &["I.14A", "I.14B(d)"]),
        bcc_1899:  says(SealedInBreach::AsIfPlayed,            &["I.14A", "I.14B(d)"]),
        fide_1931: says(SealedInBreach::AsIfPlayed,            &["21.i"]),
        fide_2023: says(SealedInBreach::AsIfPlayed,            &["I.1.1"]),
    });
}

/// Whether the end that stands on the board is held back by a penalty open against the move that brought it about.
pub(crate) fn end_is_held_back(game: &Game) -> bool {
    match END_IN_BREACH[game.terms.code].value {
        EndInBreach::UndoneFirst => liability::may_be_undone(game),
        EndInBreach::PenaltyFirst => liability::is_open_against_the_last_move(game),
    }
}

/// Whether he who brought it about may ask for an end that is held back: not for one that an illegal move brought about.
pub(crate) fn end_may_be_claimed(game: &Game) -> bool {
    end_is_held_back(game) && !liability::was_illegal(game)
}

/// By which law the end that stands on the board waits: stalemate's is cited last where the two have each their own.
fn end_in_breach(game: &Game) -> Citation {
    let answer = &END_IN_BREACH[game.terms.code];
    let mate = game.position().is_some_and(Position::is_check);
    match answer.authority.cited().last() {
        Some(stalemate) if !mate => stalemate,
        _ => answer.clause(),
    }
}

/// What comes before the end of a game that is claimed.
pub(crate) struct First {
    /// By which law, where that is not the law of the end itself.
    pub clause: Option<Citation>,
    /// In our words.
    pub why: Sentence,
}

/// The end of the game is claimed by this player: what goes before it?
pub(crate) fn goes_first(game: &Game, claimant: Colour) -> Option<First> {
    let answer = &END_IN_BREACH[game.terms.code];
    match answer.value {
        EndInBreach::PenaltyFirst => liability::is_open_against(game, claimant).then(|| First {
            clause: Some(answer.clause()),
            why: say!("a penalty is open against [him]: [the opponent] may exact it first"),
        }),
        EndInBreach::UndoneFirst => liability::may_be_undone(game).then(|| First {
            clause: None,
            why: "the last move was not one that ends a game: it may yet be undone".into(),
        }),
    }
}

/// The clause by which an end that is held back may be asked for, the end itself resting on this one; and the words.
pub(crate) fn asking_for_the_end(game: &Game, end: Citation) -> (Citation, &'static str) {
    match END_IN_BREACH[game.terms.code].value {
        EndInBreach::PenaltyFirst => (
            end_in_breach(game),
            "claim the end of the game, unless a penalty is now exacted",
        ),
        EndInBreach::UndoneFirst => (end, "claim the end of the game, unless the move is now undone"),
    }
}

/// He who brought the end about asks for it, which rests on this clause: the opponent's next act decides.
pub(crate) fn claim_the_end(game: &Game, by: Colour, end: Citation) -> Ruling {
    let (clause, _) = asking_for_the_end(game, end);
    if by == game.turn_to_play() {
        return Ruling::refuse(clause, "it is for him who brought the end about to claim it");
    }
    let unless = match END_IN_BREACH[game.terms.code].value {
        EndInBreach::PenaltyFirst => say!("now [exacts] what is open to [him]"),
        EndInBreach::UndoneFirst => say!("now [has] the move undone"),
    };
    let text = say!(
        "{by} [claims] the end of the game: unless {opponent} {unless}, it stands"; by, opponent = !by, unless
    );
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::ClaimEnd(by))
}

/// A sealed move is opened that its player was not free to make: by what it counts, where the code prints nothing of it.
pub(crate) fn sealed_in_breach(game: &Game, ruling: Ruling) -> Ruling {
    let answer = &SEALED_IN_BREACH[game.terms.code];
    // A check that is not announced costs nothing, written or not.
    let offends = ruling
        .consequences
        .iter()
        .any(|each| matches!(each, Consequence::Note(_)));
    match answer.value {
        SealedInBreach::AsIfPlayedByReading if offends => {
            let clause = answer.clause();
            let text = say!(
                "a sealed move counts as one played: what [he] [was] bound to, [he] [was] bound to write"
            );
            ruling.finding(clause, game.turn_to_play(), text)
        }
        SealedInBreach::AsIfPlayed | SealedInBreach::AsIfPlayedByReading => ruling,
    }
}
