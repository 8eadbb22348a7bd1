//! What kind of game is it, where one code has several: standard, rapid or blitz, closely watched or not?

use crate::{
    Code,
    code::{Answer, check, reading, says, silent},
    facts::pace::{self, Pace},
    index::{Entered, Indexed, Rule},
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

/// Only one code has such tables: in the index each is a rule, by every clause that it cites.
impl<T> Indexed for ByRegime<Answer<T>> {
    fn entered(&self, _: &'static str, title: &'static str) -> Entered {
        let rows = [
            &self.standard,
            &self.rapid_watched,
            &self.rapid,
            &self.blitz_watched,
            &self.blitz,
        ];
        let mut rules: Vec<Rule> = Vec::new();
        for label in rows.iter().flat_map(|row| row.authority.cited()) {
            let rule = Rule {
                what: title,
                codes: &[Code::Fide2023],
                label,
            };
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        Entered::Rules(rules)
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

/// Until when a completed illegal move can be acted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// While the game lasts, whoever points it out.
    TheEnd,
    /// Until the opponent has made his next move, by the arbiter or the opponent.
    TheNextMove,
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

/// Whether an error in the array or the board's place can be claimed after ten completed moves of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetUp {
    /// It can, while the game lasts.
    Claimable,
    /// It cannot: play goes on as the men stand.
    AsItStands,
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

/// Whether the players must write the moves down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// They must.
    Duty,
    /// They need not.
    NoDuty,
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

/// What a player gets who asks the arbiter for a score sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetAskedFor {
    /// Nothing: he keeps one himself.
    HisOwn,
    /// He is shown the arbiter's, five times at most.
    TheArbiters,
    /// He is given one, to record if he likes.
    Given,
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
