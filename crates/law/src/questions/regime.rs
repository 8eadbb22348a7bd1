//! What kind of game is it, where one code has several: standard, rapid or blitz, closely watched or not?

use crate::{
    Code,
    code::{Answer, check, reading, says, silent},
    facts::pace::{self, Pace},
    index::{Entered, Indexed, Meaning, Rule},
};
use jadoube_board::Colour;
use jadoube_game::{Game, Ruling};

question! {
    "What kind of game is it, where one code has several: standard, rapid or blitz, closely watched or not?";
    tables: BONUS, ILLEGAL_MOVE, AFTER_TEN_MOVES, RECORDING, SHEET;
}

/// One value for each kind of game; a row left out does not compile.
#[derive(Debug, Clone, Copy)]
pub struct ByRegime<T> {
    /// Standard.
    pub standard: T,
    /// Rapid with adequate supervision.
    pub rapid_watched: T,
    /// Rapid.
    pub rapid: T,
    /// Blitz with adequate supervision.
    pub blitz_watched: T,
    /// Blitz.
    pub blitz: T,
}

impl<T> ByRegime<T> {
    pub(crate) fn of(&self, game: &Game) -> &T {
        match pace::of(&game.terms) {
            Pace::Standard => &self.standard,
            Pace::RapidWatched => &self.rapid_watched,
            Pace::Rapid => &self.rapid,
            Pace::BlitzWatched => &self.blitz_watched,
            Pace::Blitz => &self.blitz,
        }
    }
}

/// Only one code has such tables: in the index each clause says its answer, and in which kinds of game.
impl<T: Meaning> Indexed for ByRegime<Answer<T>> {
    fn entered(&self, _: &'static str, _: &'static str) -> Entered {
        let rows = [
            ("standard", &self.standard),
            ("rapid, closely watched", &self.rapid_watched),
            ("rapid", &self.rapid),
            ("blitz, closely watched", &self.blitz_watched),
            ("blitz", &self.blitz),
        ];
        let mut said: Vec<(&str, String, Vec<&str>)> = Vec::new();
        for (kind, row) in rows {
            for label in row.authority.cited() {
                let answer = row.value.meaning();
                match said
                    .iter_mut()
                    .find(|(of, what, _)| of == label && *what == answer)
                {
                    Some((_, _, kinds)) => kinds.push(kind),
                    None => said.push((label, answer, vec![kind])),
                }
            }
        }
        let rules = said.into_iter().map(|(label, answer, kinds)| Rule {
            what: format!("{answer} ({})", kinds.join("; ")).into(),
            codes: &[Code::Fide2023],
            label,
        });
        Entered::Rules(rules.collect())
    }
}

/// Each row's citation checked against the register.
const fn regimes<T: Copy>(rows: ByRegime<Answer<T>>) -> ByRegime<Answer<T>> {
    check(Code::Fide2023, rows.standard.authority);
    check(Code::Fide2023, rows.rapid_watched.authority);
    check(Code::Fide2023, rows.rapid.authority);
    check(Code::Fide2023, rows.blitz_watched.authority);
    check(Code::Fide2023, rows.blitz.authority);
    rows
}

/// Seconds for the opponent.
impl Meaning for u64 {
    fn meaning(&self) -> String {
        format!("A first completed illegal move, or an incorrect claim, gives the opponent {self} seconds.")
    }
}

law! {
    /// Seconds that the opponent gets for a first completed illegal move, or an incorrect claim.
    pub static BONUS: ByRegime<Answer<u64>> = regimes(ByRegime {
        standard:      says(120, &["7.5.5"]),
        rapid_watched: says(60,  &["A.3", "7.5.5"]),
        rapid:         says(60,  &["A.3", "A.5.2"]),
        blitz_watched: silent(120, reading("F23-47")),
        blitz:         says(60,  &["B.3", "A.3"]),
    });
}

law! {
    /// Until when a completed illegal move can be acted on.
    pub enum Until {
        /// A completed illegal move is put right while the game lasts, whoever points it out.
        TheEnd,
        /// A completed illegal move is put right until the opponent has made his next move, by him or the arbiter.
        TheNextMove,
    }
}

law! {
    /// Until when a completed illegal move can be acted on.
    pub static ILLEGAL_MOVE: ByRegime<Answer<Until>> = regimes(ByRegime {
        standard:      says(Until::TheEnd,      &["7.5.1"]),
        rapid_watched: says(Until::TheEnd,      &["A.4", "7.5.1"]),
        rapid:         says(Until::TheNextMove, &["A.5.2"]),
        blitz_watched: says(Until::TheEnd,      &["B.2", "7.5.1"]),
        blitz:         says(Until::TheNextMove, &["A.5.2", "B.3"]),
    });
}

law! {
    /// Whether an error in the array or the board's place can be claimed after ten completed moves of each.
    pub enum SetUp {
        /// An error in setting up can be claimed while the game lasts.
        Claimable,
        /// After ten completed moves of each an error in setting up is no longer claimed: play goes on as the men stand.
        AsItStands,
    }
}

law! {
    /// An error in setting up found after ten completed moves of each.
    pub static AFTER_TEN_MOVES: ByRegime<Answer<SetUp>> = regimes(ByRegime {
        standard:      says(SetUp::Claimable,  &["7.2.1"]),
        rapid_watched: says(SetUp::Claimable,  &["A.4", "7.2.1"]),
        rapid:         says(SetUp::AsItStands, &["A.5.1.2", "A.5.1"]),
        blitz_watched: says(SetUp::Claimable,  &["B.2", "7.2.1"]),
        blitz:         says(SetUp::AsItStands, &["A.5.1.2", "B.3"]),
    });
}

law! {
    /// Whether the players must write the moves down.
    pub enum Recording {
        /// The players must write the moves down.
        Duty,
        /// The players need not write the moves down.
        NoDuty,
    }
}

law! {
    /// The duty to record the moves.
    pub static RECORDING: ByRegime<Answer<Recording>> = regimes(ByRegime {
        standard:      says(Recording::Duty,   &["8.1.1"]),
        rapid_watched: says(Recording::NoDuty, &["A.2", "A.4.2"]),
        rapid:         says(Recording::NoDuty, &["A.2"]),
        blitz_watched: says(Recording::NoDuty, &["B.2.2"]),
        blitz:         says(Recording::NoDuty, &["B.3", "A.2"]),
    });
}

law! {
    /// What a player gets who asks the arbiter for a score sheet.
    pub enum SheetAskedFor {
        /// A player who asks for a score sheet gets none: he keeps one himself.
        HisOwn,
        /// A player who asks for a score sheet is shown the arbiter's, five times at most.
        TheArbiters,
        /// A player who asks for a score sheet is given one, to record on if he likes.
        Given,
    }
}

law! {
    /// A player asks the arbiter for a score sheet.
    pub static SHEET: ByRegime<Answer<SheetAskedFor>> = regimes(ByRegime {
        standard:      says(SheetAskedFor::HisOwn,      &["8.1.1"]),
        rapid_watched: says(SheetAskedFor::TheArbiters, &["A.4.3"]),
        rapid:         says(SheetAskedFor::Given,       &["A.2"]),
        blitz_watched: says(SheetAskedFor::TheArbiters, &["B.2.3"]),
        blitz:         says(SheetAskedFor::Given,       &["A.2", "B.3"]),
    });
}

/// `"A.5.1.2"`: after ten completed moves of each the array stays as it is.
pub(crate) fn too_late_for_the_array(game: &Game) -> Option<Ruling> {
    let row = AFTER_TEN_MOVES.of(game);
    let done = |player: Colour| {
        game.completed[player.index()].saturating_sub(u32::from(game.pressing.uncompleted[player.index()]))
    };
    let late = row.value == SetUp::AsItStands && Colour::BOTH.into_iter().all(|player| done(player) >= 10);
    late.then(|| {
        let clause = row.clause();
        Ruling::refuse(
            clause,
            "ten moves of each are completed: the men and the board stay as they are",
        )
    })
}
