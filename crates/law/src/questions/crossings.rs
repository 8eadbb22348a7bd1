//! One law crosses another: what becomes of what stands when the game ends, or a move is sealed?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    means::liability,
};
use jadoube_board::{Colour, Position};
use jadoube_game::{Citation, Consequence, Game, Ruling};

question! {
    "One law crosses another: what becomes of what stands when the game ends, or a move is sealed?";
    tables: END_IN_BREACH, SEALED_IN_BREACH;
}

law! {
    /// A mate or stalemate brought about by a move against which a penalty is open.
    pub enum EndInBreach {
        /// The opponent has his penalty first; the end stands when he lets it pass.
        PenaltyFirst,
        /// The game is over all the same.
        EndsTheGame,
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
        fide_2023: says(EndInBreach::EndsTheGame,    &["5.1.1"]),
    });
}

law! {
    /// What touching a man, or a penalty exacted, is worth against a move that is sealed instead of played.
    pub enum SealedInBreach {
        /// As much as against a move that is played: it is known when the envelope is opened.
        AsIfPlayed,
        /// As much as against a move that is played, by a reading: the code prints nothing of sealed moves.
        AsIfPlayedByReading,
    }
}

law! {
    /// A move is sealed otherwise than the player was bound to play.
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
        EndInBreach::EndsTheGame => false,
        EndInBreach::PenaltyFirst => liability::is_open_against_the_last_move(game),
    }
}

/// A draw is claimed by one against whom a penalty is open: by which law the opponent has that first.
pub(crate) fn penalty_goes_first(game: &Game, claimant: Colour) -> Option<Citation> {
    let answer = &END_IN_BREACH[game.terms.code];
    let first = answer.value == EndInBreach::PenaltyFirst && liability::is_open_against(game, claimant);
    first.then(|| answer.clause())
}

/// By which law the end that stands on the board waits: stalemate's is cited last where the two have each their own.
pub(crate) fn end_in_breach(game: &Game) -> Citation {
    let answer = &END_IN_BREACH[game.terms.code];
    let mate = game.position().is_some_and(Position::is_check);
    match answer.authority.cited().last() {
        Some(stalemate) if !mate => stalemate,
        _ => answer.clause(),
    }
}

/// He who brought the end about asks for it: the opponent's next act decides.
pub(crate) fn claim_the_end(game: &Game, by: Colour) -> Ruling {
    let clause = end_in_breach(game);
    if by == game.turn_to_play() {
        return Ruling::refuse(clause, "it is for him who brought the end about to claim it");
    }
    let text = format!(
        "{by} claims the end of the game: unless {} now exacts what is open to him, it stands",
        !by
    );
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::ClaimEnd(by))
}

/// A sealed move is opened that its player was not free to make: by what it counts, where the code prints nothing of it.
pub(crate) fn sealed_in_breach(game: &Game, ruling: Ruling) -> Ruling {
    let answer = &SEALED_IN_BREACH[game.terms.code];
    let offends = !ruling.findings.is_empty();
    match answer.value {
        SealedInBreach::AsIfPlayedByReading if offends => {
            let clause = answer.clause();
            let text = "a sealed move counts as one played: what he was bound to, he was bound to write";
            ruling.finding(clause, game.turn_to_play(), text)
        }
        SealedInBreach::AsIfPlayed | SealedInBreach::AsIfPlayedByReading => ruling,
    }
}
