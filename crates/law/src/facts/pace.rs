//! What kind of game is it: standard, rapid or blitz, closely watched or not?

use jadoube_game::{Bonus, Game, Moment, Pace as Named, Presence, Supervision, Terms};

/// The kinds of game that the laws of 2023 tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
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

/// The kind of game: as the event says, or by the time each player has, sixty moves' increment counted (reading F23-49).
pub(crate) fn of(terms: &Terms) -> Pace {
    let pace = terms.time_control.as_ref().map_or(Named::Standard, |control| {
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
                Named::Standard
            } else if time > Moment::seconds(600).0 {
                Named::Rapid
            } else {
                Named::Blitz
            }
        })
    });
    // Reading F23-59: who is not there watches nothing.
    let watched = terms.supervision == Supervision::Adequate && terms.arbiter != Presence::None;
    match (pace, watched) {
        (Named::Standard, _) => Pace::Standard,
        (Named::Rapid, true) => Pace::RapidWatched,
        (Named::Rapid, false) => Pace::Rapid,
        (Named::Blitz, true) => Pace::BlitzWatched,
        (Named::Blitz, false) => Pace::Blitz,
    }
}

/// The time, in milliseconds, that the opponent gets of so many seconds; the event may have fixed another.
pub(crate) fn bonus(terms: &Terms, seconds: u64) -> i64 {
    let time = terms.regulations.bonus_seconds;
    time.map_or(seconds.saturating_mul(1000), |time| time.0)
        .cast_signed()
}

/// `"III.2.2"`: standard or rapid, and nothing added with each move.
pub(crate) fn is_slow_without_increment(game: &Game) -> bool {
    let blitz = matches!(of(&game.terms), Pace::Blitz | Pace::BlitzWatched);
    let plain = game.terms.time_control.as_ref().is_some_and(|control| {
        control.periods.iter().all(
            |period| !matches!(period.bonus, Some(Bonus::Increment(time) | Bonus::Delay(time)) if time.0 > 0),
        )
    });
    plain && !blitz
}
