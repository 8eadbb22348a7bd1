//! The same position occurs again: may the game be drawn for it?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    facts::{Facts, Same},
    questions::endings::Answered,
};
use jadoube_board::Colour;
use jadoube_game::{Code, Game, Standing};

/// What recurrence of a position gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// A draw on claim at the third time, the same player to move each time; only the men count.
    ThirdTimeOnClaim,
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
});

/// Whether the position stands for the time that gives the player on turn a claim.
#[inline]
pub(crate) fn may_be_claimed(code: Code, facts: &impl Facts) -> bool {
    match REPETITION[code].value {
        Repetition::ThirdTimeOnClaim => facts.occurrences(Same::Men) >= 3,
        Repetition::CallForFiftyMoves | Repetition::Nothing => false,
    }
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

pub(crate) fn claimed(game: &Game, clause: &'static str) -> Answered {
    if REPETITION[game.terms.code].value != Repetition::ThirdTimeOnClaim {
        return Answered::Unsound {
            clause,
            why: "the code draws no game for repetition".to_owned(),
        };
    }
    match game.occurrences(Same::Men) {
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
