//! What time is it, at the table and on the wall, and when does a flag fall?

use crate::sheet::Sheet;
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Flags, Moment, Party, Status, TimeLimit};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// The wall clock of a server: that of the machine, except that it never goes back. Where the machine's clock is set
/// back, it goes on at its own pace until the machine has caught up, so that nobody is given time and nobody robbed.
#[derive(Clone)]
pub struct WallClock(Arc<Steady>);

struct Steady {
    machine: Box<dyn Fn() -> i64 + Send + Sync>,
    last: Mutex<Reading>,
}

#[derive(Clone, Copy)]
struct Reading {
    ms: i64,
    at: Instant,
    /// Whether it has been said that the machine's clock is behind.
    said: bool,
}

/// A clock that is corrected a little is no clock that was set back.
const SMALL_CORRECTION_MS: i64 = 1000;

impl WallClock {
    /// The machine's clock.
    pub fn machine() -> Self {
        Self::of(|| {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .ok()
                .and_then(|since| i64::try_from(since.as_millis()).ok())
                .unwrap_or(0)
        })
    }

    /// Any other clock, in Unix milliseconds.
    pub fn of(machine: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let last = Mutex::new(Reading {
            ms: machine(),
            at: Instant::now(),
            said: false,
        });
        WallClock(Arc::new(Steady {
            machine: Box::new(machine),
            last,
        }))
    }

    /// The time now.
    pub(crate) fn now_ms(&self) -> i64 {
        let machine = (self.0.machine)();
        let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = i64::try_from(last.at.elapsed().as_millis()).unwrap_or(i64::MAX);
        let steady = last.ms.saturating_add(passed);
        if machine >= steady {
            *last = Reading {
                ms: machine,
                at: Instant::now(),
                said: false,
            };
            return machine;
        }
        if !last.said && steady - machine > SMALL_CORRECTION_MS {
            last.said = true;
            let behind_ms = steady - machine;
            tracing::error!(
                behind_ms,
                "the machine's clock was set back: games go on by their own time"
            );
        }
        steady
    }

    /// It is not earlier than this: something was written then.
    pub(crate) fn not_before(&self, ms: i64) {
        let now = self.now_ms();
        if ms > now {
            tracing::error!(
                behind_ms = ms - now,
                "the machine's clock is behind what was written last: games go on from there"
            );
            let mut last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
            *last = Reading {
                ms,
                at: Instant::now(),
                said: true,
            };
        }
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WallClock({})", self.now_ms())
    }
}

/// A time during which no clock runs: a vacation by agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct Pause {
    pub(crate) from_ms: i64,
    pub(crate) until_ms: i64,
}

/// From the wall to the table: when play started, and when it stood still.
#[derive(Debug, Clone, Default)]
pub(crate) struct Timeline {
    pub(crate) started_ms: Option<i64>,
    pub(crate) pauses: Vec<Pause>,
}

impl Timeline {
    /// How long play has lasted at this time of the wall clock; 0 before it started.
    pub(crate) fn at(&self, now_ms: i64) -> Moment {
        let Some(started) = self.started_ms else {
            return Moment(0);
        };
        let paused: i64 = self
            .pauses
            .iter()
            .map(|pause| (now_ms.min(pause.until_ms) - pause.from_ms.max(started)).max(0))
            .sum();
        Moment(u64::try_from(now_ms - started - paused).unwrap_or(0))
    }

    /// Whether play lasts at this time of the wall clock: it has started, and no vacation interrupts it.
    pub(crate) fn runs(&self, now_ms: i64) -> bool {
        let paused = |pause: &Pause| pause.from_ms <= now_ms && now_ms < pause.until_ms;
        self.started_ms.is_some_and(|started| started <= now_ms) && !self.pauses.iter().any(paused)
    }

    /// When, on the wall, play will have lasted so long.
    pub(crate) fn wall(&self, at: Moment) -> Option<i64> {
        let mut wall = self.started_ms?.checked_add(i64::try_from(at.0).ok()?)?;
        let mut pauses = self.pauses.clone();
        pauses.sort_by_key(|pause| pause.from_ms);
        for pause in pauses {
            if wall > pause.from_ms {
                wall = wall.checked_add((pause.until_ms - pause.from_ms).max(0))?;
            }
        }
        Some(wall)
    }
}

/// The limit that a player with so many moves made comes to next: moves from the start, in so much of his time.
pub(crate) fn next_limit(limit: &TimeLimit, made: u32) -> Option<(u32, Moment)> {
    if let Some(period) = limit.by.iter().find(|period| period.moves > made) {
        return Some((period.moves, period.time));
    }
    let then = limit.then.filter(|then| then.moves > 0 && then.time.0 > 0)?;
    let (moves, time) = limit.by.last().map_or((0, 0), |last| (last.moves, last.time.0));
    let further = (made - moves) / then.moves + 1;
    Some((
        further.checked_mul(then.moves)?.checked_add(moves)?,
        Moment(u64::from(further).checked_mul(then.time.0)?.checked_add(time)?),
    ))
}

/// The act by which the clock itself will speak next, if nobody acts before: a fallen flag, or the close of play.
pub(crate) fn next_flag(sheet: &Sheet) -> Option<Event> {
    let game = sheet.arbiter.game();
    if game.status != Status::InPlay {
        return None;
    }
    // The clock says a thing once.
    if sheet
        .entries
        .last()
        .is_some_and(|entry| entry.event.by == Party::Timekeeper)
    {
        return None;
    }
    let player = game.clock.running()?;
    if let Some(left) = game.clock.left_at(player, game.clock.read_at()) {
        let at = game.clock.read_at().0.saturating_add(left.max(0).unsigned_abs());
        let side = match player {
            Colour::White => Flags::White,
            Colour::Black => Flags::Black,
        };
        return Some(Event {
            at: Some(Moment(at)),
            ..Event::new(Party::Timekeeper, Act::Flag { side: Some(side) })
        });
    }
    let limit = game.terms.time_limit.as_ref()?;
    let flag = next_limit(limit, game.completed[player.index()]).map(|(_, until)| {
        let left = until.0.saturating_sub(game.clock.used(player).0);
        // In time to the millisecond is still in time.
        game.clock.read_at().0.saturating_add(left).saturating_add(1)
    });
    let close = limit
        .close_of_play
        .map(|close| close.0.saturating_add(1).max(game.clock.read_at().0));
    let (at, act) = match (flag, close) {
        (Some(flag), Some(close)) if close < flag => (close, Act::CloseOfPlay),
        (Some(flag), _) => (flag, Act::Flag { side: None }),
        (None, Some(close)) => (close, Act::CloseOfPlay),
        (None, None) => return None,
    };
    let event = Event {
        at: Some(Moment(at)),
        ..Event::new(Party::Timekeeper, act)
    };
    // A code that knows no clock would only refuse.
    let mut after = sheet.arbiter.clone();
    after.act(&event).ok()?;
    after.brief_view().refused.is_none().then_some(event)
}

/// When the reply to the last communication is due.
pub(crate) fn reply_due(sheet: &Sheet) -> Option<Moment> {
    let game = sheet.arbiter.game();
    let hours = game.terms.reply_hours?;
    if game.terms.mode != jadoube_game::Mode::Communication || game.status != Status::InPlay {
        return None;
    }
    let last = sheet
        .entries
        .iter()
        .rev()
        .find(|entry| entry.view.record.is_some());
    let since = last.and_then(|entry| entry.event.at).unwrap_or_default();
    Some(Moment(
        since.0.saturating_add(u64::from(hours).saturating_mul(3_600_000)),
    ))
}

/// When something is due if nobody acts: a flag, or a reply.
pub(crate) fn due(sheet: &Sheet) -> Option<Moment> {
    next_flag(sheet)
        .and_then(|flag| flag.at)
        .or_else(|| reply_due(sheet))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jadoube_game::Period;

    fn limit(by: &[(u32, u64)], then: Option<(u32, u64)>) -> TimeLimit {
        let period = |&(moves, seconds): &(u32, u64)| Period {
            moves,
            time: Moment::seconds(seconds),
        };
        TimeLimit {
            by: by.iter().map(period).collect(),
            then: then.as_ref().map(period),
            close_of_play: None,
        }
    }

    #[test]
    fn the_next_limit_is_counted_from_the_start() {
        let limit = limit(&[(20, 3600), (30, 5400)], Some((15, 3600)));
        assert_eq!(next_limit(&limit, 0), Some((20, Moment::seconds(3600))));
        assert_eq!(next_limit(&limit, 20), Some((30, Moment::seconds(5400))));
        assert_eq!(next_limit(&limit, 30), Some((45, Moment::seconds(9000))));
        assert_eq!(next_limit(&limit, 45), Some((60, Moment::seconds(12600))));
    }

    #[test]
    fn without_a_further_period_nothing_more_is_due() {
        assert_eq!(next_limit(&limit(&[(20, 3600)], None), 20), None);
        assert_eq!(next_limit(&limit(&[], Some((0, 60))), 0), None);
    }

    #[test]
    fn a_vacation_stops_the_time_and_the_wall_follows() {
        let pauses = vec![Pause {
            from_ms: 5_000,
            until_ms: 8_000,
        }];
        let line = Timeline {
            started_ms: Some(1_000),
            pauses,
        };
        assert_eq!(line.at(4_000), Moment(3_000));
        assert_eq!(line.at(6_000), Moment(4_000));
        assert_eq!(line.at(9_000), Moment(5_000));
        assert_eq!(line.wall(Moment(5_000)), Some(9_000));
        assert_eq!(line.wall(Moment(3_000)), Some(4_000));
        assert_eq!(line.at(0), Moment(0));
        assert_eq!(
            [500, 1_000, 4_999, 5_000, 7_999, 8_000].map(|now| line.runs(now)),
            [false, true, true, false, false, true]
        );
    }

    #[test]
    fn a_clock_set_back_goes_on_at_its_own_pace() {
        use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
        let machine = Arc::new(AtomicI64::new(10_000_000));
        let shown = Arc::clone(&machine);
        let clock = WallClock::of(move || shown.load(SeqCst));
        assert_eq!(clock.now_ms(), 10_000_000);
        machine.store(10_005_000, SeqCst);
        assert_eq!(clock.now_ms(), 10_005_000);
        machine.store(1_000, SeqCst);
        let first = clock.now_ms();
        assert!(first >= 10_005_000, "{first}");
        std::thread::sleep(std::time::Duration::from_millis(5));
        let second = clock.now_ms();
        assert!(second > first, "{first} {second}");
        // The machine catches up, and leads again.
        machine.store(20_000_000, SeqCst);
        assert_eq!(clock.now_ms(), 20_000_000);
        clock.not_before(30_000_000);
        assert!(clock.now_ms() >= 30_000_000);
    }
}
