//! The same position occurs again: may the game be drawn for it?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    facts::{Facts, Same},
    means::claimed::Answered,
};
use jadoube_game::{Code, Game, say};

question! {
    "The same position occurs again: may the game be drawn for it?";
    tables: REPETITION, FIFTH_TIME;
}

law! {
    /// What recurrence of a position gives.
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
}

law! {
    /// The same position occurs again.
    pub static REPETITION: ByCode<Answer<Repetition>> = answers(ByCode {
        xxv:       silent(Repetition::Nothing,          reading("XXV-1")),
        bca_1862:  says(Repetition::CallForFiftyMoves,  &["XI"]),
        bcc_1896:  says(Repetition::ThirdTimeOnClaim,   &["II.8(c)", "I.16(b)"]),
        bcc_1899:  says(Repetition::ThirdTimeOnClaim,   &["II.8(c)", "I.16(b)"]),
        fide_1931: says(Repetition::ThirdTimeOnClaim,   &["16(c)"]),
        fide_2023: says(Repetition::ThirdTimeOnClaimFifthOfItself, &["9.2", "9.2.1", "9.2.2", "9.6.1"]),
    });
}

law! {
    /// Whether repetition draws a game that nobody claims to be drawn.
    pub enum FifthTime {
        /// Drawn of itself.
        DrawnOfItself,
        /// Nothing more than the third time gives.
        NothingMore,
    }
}

law! {
    /// The same position for the fifth time, and no claim.
    pub static FIFTH_TIME: ByCode<Answer<FifthTime>> = answers(ByCode {
        xxv:       silent(FifthTime::NothingMore, reading("XXV-1")),
        bca_1862:  says(FifthTime::NothingMore,   &["XI"]),
        bcc_1896:  says(FifthTime::NothingMore,   &["II.8(c)"]),
        bcc_1899:  says(FifthTime::NothingMore,   &["II.8(c)"]),
        fide_1931: says(FifthTime::NothingMore,   &["16(c)"]),
        fide_2023: says(FifthTime::DrawnOfItself, &["9.6.1", "9.6"]),
    });
}

/// Whether the position has stood so often that the game is drawn without a claim.
#[inline]
pub(crate) fn is_drawn_of_itself(code: Code, facts: &impl Facts) -> bool {
    FIFTH_TIME[code].value == FifthTime::DrawnOfItself && facts.occurrences(Same::MenAndRights) >= 5
}

/// Whether the position stands for the time that gives the player on turn a claim.
#[inline]
pub(crate) fn may_be_claimed(code: Code, facts: &impl Facts) -> bool {
    match REPETITION[code].value {
        Repetition::ThirdTimeOnClaim => facts.occurrences(Same::Men) >= 3,
        Repetition::ThirdTimeOnClaimFifthOfItself => facts.occurrences(Same::MenAndRights) >= 3,
        Repetition::CallForFiftyMoves | Repetition::Nothing => false,
    }
}

/// Whether the code draws a game for repetition at all.
pub(crate) fn draws(code: Code) -> bool {
    match REPETITION[code].value {
        Repetition::ThirdTimeOnClaim | Repetition::ThirdTimeOnClaimFifthOfItself => true,
        Repetition::CallForFiftyMoves | Repetition::Nothing => false,
    }
}

pub(crate) fn claimed(game: &Game, clause: &'static str) -> Answered {
    let same = match REPETITION[game.terms.code].value {
        Repetition::ThirdTimeOnClaim => Same::Men,
        Repetition::ThirdTimeOnClaimFifthOfItself => Same::MenAndRights,
        Repetition::CallForFiftyMoves | Repetition::Nothing => {
            return Answered::Unsound {
                clause,
                why: say!("the code draws no game for repetition"),
            };
        }
    };
    match game.occurrences(same) {
        times @ 3.. => Answered::Sound {
            clause,
            text: say!(
                "the position stands for the {which} time with the same player to move"; which = ordinal(times)
            ),
        },
        1 => Answered::Unsound {
            clause,
            why: say!("the position has not occurred before at [his] turn"),
        },
        _ => Answered::Unsound {
            clause,
            why: say!("the position has occurred only once before at [his] turn"),
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
