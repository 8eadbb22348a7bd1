//! What kind of game is it, where one code has several: standard, rapid or blitz, closely watched or not?

use crate::{
    Code,
    code::{Answer, ByCode, answers, reading, says, silent},
    index::{Entered, Indexed, Rule},
};
use jadoube_game::{Bonus, Game, Moment, Pace, Supervision, Terms};

question! {
    "What kind of game is it, where one code has several: standard, rapid or blitz, closely watched or not?";
    tables: BONUS, ILLEGAL_MOVE, AFTER_TEN_MOVES, RECORDING;
}

/// The kinds of game that the laws of 2023 tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Regime {
    /// An hour or more a player.
    Standard,
    /// Rapid, with an arbiter for every three games.
    RapidWatched,
    /// Rapid.
    Rapid,
    /// Blitz, with an arbiter for every game.
    BlitzWatched,
    /// Blitz.
    Blitz,
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
        match regime(&game.terms) {
            Regime::Standard => &self.standard,
            Regime::RapidWatched => &self.rapid_watched,
            Regime::Rapid => &self.rapid,
            Regime::BlitzWatched => &self.blitz_watched,
            Regime::Blitz => &self.blitz,
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

/// Each row's citation checked against the register, by standing once in a table of all codes.
const fn regimes<T: Copy>(rows: ByRegime<Answer<T>>) -> ByRegime<Answer<T>> {
    check(rows.standard);
    check(rows.rapid_watched);
    check(rows.rapid);
    check(rows.blitz_watched);
    check(rows.blitz);
    rows
}

const fn check<T: Copy>(row: Answer<T>) {
    answers(ByCode {
        xxv: silent((), reading("XXV-35")),
        bca_1862: says((), &["XV"]),
        bcc_1896: says((), &["II.10A"]),
        bcc_1899: says((), &["II.10A"]),
        fide_1931: says((), &["24.ii"]),
        fide_2023: Answer {
            value: (),
            authority: row.authority,
        },
    });
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

/// The kind of game: as the event says, or by the time each player has, sixty moves' increment counted (reading F23-49).
fn regime(terms: &Terms) -> Regime {
    let pace = terms.time_control.as_ref().map_or(Pace::Standard, |control| {
        control.kind.unwrap_or_else(|| {
            let given = |bonus: Option<Bonus>| match bonus {
                Some(Bonus::Increment(each) | Bonus::Delay(each)) => each.0.saturating_mul(60),
                None => 0,
            };
            let time = control.periods.iter().fold(0u64, |sum, period| {
                sum.saturating_add(period.time.0)
                    .saturating_add(given(period.bonus))
            });
            if control.periods.is_empty() || time >= Moment::seconds(3600).0 {
                Pace::Standard
            } else if time > Moment::seconds(600).0 {
                Pace::Rapid
            } else {
                Pace::Blitz
            }
        })
    });
    match (pace, terms.supervision) {
        (Pace::Standard, _) => Regime::Standard,
        (Pace::Rapid, Supervision::Adequate) => Regime::RapidWatched,
        (Pace::Rapid, Supervision::Ordinary) => Regime::Rapid,
        (Pace::Blitz, Supervision::Adequate) => Regime::BlitzWatched,
        (Pace::Blitz, Supervision::Ordinary) => Regime::Blitz,
    }
}

/// What the opponent gets, in milliseconds, and by which clause; the event may have fixed another time.
pub(crate) fn bonus(game: &Game) -> (i64, &'static str) {
    let row = BONUS.of(game);
    let time = game
        .terms
        .regulations
        .bonus_seconds
        .map_or(row.value.saturating_mul(1000), |time| time.0);
    (time.cast_signed(), row.authority.governing().unwrap_or_default())
}

/// `"III.2.2"`: standard or rapid, and nothing added with each move.
pub(crate) fn is_slow_without_increment(game: &Game) -> bool {
    let blitz = matches!(regime(&game.terms), Regime::Blitz | Regime::BlitzWatched);
    let plain = game.terms.time_control.as_ref().is_some_and(|control| {
        control
            .periods
            .iter()
            .all(|period| !matches!(period.bonus, Some(Bonus::Increment(_))))
    });
    plain && !blitz
}
