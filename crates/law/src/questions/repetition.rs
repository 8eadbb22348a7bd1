//! The same position occurs again: may the game be drawn for it?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    questions::endings::Answered,
};
use jadoube_board::Colour;
use jadoube_game::{Game, PastTurn, Standing};

/// What recurrence of a position gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// A draw on claim at the third time, the same player to move each time; only the men count.
    ThirdTimeOnClaim,
    /// A draw on claim at the third time, of itself at the fifth; rights to castle and to take in passing count.
    ThirdTimeOnClaimFifthOfItself,
    /// Nothing of itself; persistence in it lets the opponent call for fifty moves.
    CallForFiftyMoves,
    /// Nothing.
    Nothing,
}

/// The same position occurs again.
#[rustfmt::skip]
pub static REPETITION: ByCode<Answer<Repetition>> = answers(ByCode {
    xxv:       silent(Repetition::Nothing,          reading("XXV-1")),
    bca_1862:  says(Repetition::CallForFiftyMoves,  &["XI"]),
    bcc_1896:  says(Repetition::ThirdTimeOnClaim,   &["II.8(c)", "I.16(b)"]),
    bcc_1899:  says(Repetition::ThirdTimeOnClaim,   &["II.8(c)", "I.16(b)"]),
    fide_1931: says(Repetition::ThirdTimeOnClaim,   &["16(c)"]),
    fide_2023: says(Repetition::ThirdTimeOnClaimFifthOfItself, &["9.2", "9.2.1", "9.2.2", "9.6.1"]),
});

/// How often the men now on the board have stood so at the commencement of this player's turns, the present one included.
pub(crate) fn occurrences(game: &Game) -> usize {
    let player = game.turn_to_play();
    let now = game.standing.men.board();
    let before = game.past.iter().skip(game.recurring_from.unwrap_or_default());
    let same = |past: &&PastTurn| past.standing.player == player && past.standing.men.board() == now;
    1 + before.filter(same).count()
}

/// 1862: whether this player's opponent keeps bringing about the same position: three times (reading BCA-39).
pub(crate) fn is_persisted_in(game: &Game, player: Colour) -> bool {
    let turns: Vec<&Standing> = game
        .past
        .iter()
        .map(|past| &past.standing)
        .chain([&game.standing])
        .filter(|standing| standing.player == player)
        .collect();
    let Some(now) = turns.last() else { return false };
    let same = |standing: &&&Standing| standing.men.board() == now.men.board();
    turns.iter().filter(same).count() >= 3
}

/// Whether the present position gives a claim.
pub(crate) fn has_recurred(game: &Game) -> bool {
    // By moves alone the men stand again as they stood after two of each player's at the soonest.
    let may_have = game
        .recurring_from
        .is_none_or(|from| game.past.len().saturating_sub(from) >= 8);
    REPETITION[game.terms.code].value == Repetition::ThirdTimeOnClaim && may_have && occurrences(game) >= 3
}

pub(crate) fn claimed(game: &Game, clause: &'static str) -> Answered {
    if REPETITION[game.terms.code].value != Repetition::ThirdTimeOnClaim {
        return Answered::Unsound {
            clause,
            why: "the code draws no game for repetition".to_owned(),
        };
    }
    match occurrences(game) {
        times @ 3.. => Answered::Sound {
            clause,
            text: format!(
                "the position stands for the {} time with the same player to move",
                ordinal(times)
            ),
        },
        1 => Answered::Unsound {
            clause,
            why: "the position has not occurred before at his turn".to_owned(),
        },
        _ => Answered::Unsound {
            clause,
            why: "the position has occurred only once before at his turn".to_owned(),
        },
    }
}

fn ordinal(number: usize) -> String {
    match number {
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{number}th"),
    }
}
