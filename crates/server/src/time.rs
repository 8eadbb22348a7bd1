//! What time is it, at the table and on the wall, and when does a flag fall?

use crate::snapshot::Snapshot;
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Flags, Moment, Party, Status, TimeLimit};
use jadoube_store::Mark;
use serde::Serialize;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

/// The clock of a server's games: it goes at the pace of a clock that nobody can set, from a reading of the machine's
/// wall clock, or of the database's where several nodes share one. Setting a wall clock forward or back neither robs nor
/// gives time; while the clocks disagree no flag is struck here.
#[derive(Clone)]
pub struct WallClock(Arc<Clocks>);

struct Clocks {
    machine: Box<dyn Fn() -> i64 + Send + Sync>,
    /// Milliseconds that only ever go on, from any beginning.
    pace: Box<dyn Fn() -> i64 + Send + Sync>,
    own: Mutex<Own>,
}

struct Own {
    /// What it showed at some reading of the pace.
    ms: i64,
    at: i64,
    /// The last time given out: none is earlier.
    last: i64,
    /// By how much the wall clock we compare with is ahead: it was set, and games go on by their own time.
    wall_ahead: i64,
    /// Whether that wall clock is the database's.
    follows_database: bool,
    doubt: Option<Doubt>,
}

/// Two clocks disagree, and it is not known which is right.
struct Doubt {
    by_ms: i64,
    since: i64,
}

/// Clocks that differ by no more agree: they are corrected a little all the time.
const SMALL_CORRECTION_MS: i64 = 1000;
/// When the machine's clock has kept its new distance for so long, it was set: games go on by their own time.
const SETTLED_MS: i64 = 60_000;

impl WallClock {
    /// The machine's clocks.
    pub fn machine() -> Self {
        Self::of(|| {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .ok()
                .and_then(|since| i64::try_from(since.as_millis()).ok())
                .unwrap_or(0)
        })
    }

    /// Any other wall clock, in Unix milliseconds.
    pub fn of(machine: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self::of_both(machine, steady_ms)
    }

    /// Any wall clock, and any clock that nobody can set.
    pub fn of_both(
        machine: impl Fn() -> i64 + Send + Sync + 'static,
        pace: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        let own = Own {
            ms: machine(),
            at: pace(),
            last: i64::MIN,
            wall_ahead: 0,
            follows_database: false,
            doubt: None,
        };
        WallClock(Arc::new(Clocks {
            machine: Box::new(machine),
            pace: Box::new(pace),
            own: Mutex::new(own),
        }))
    }

    fn own(&self) -> std::sync::MutexGuard<'_, Own> {
        self.0.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time now.
    pub(crate) fn now_ms(&self) -> i64 {
        let (machine, pace) = ((self.0.machine)(), (self.0.pace)());
        let mut own = self.own();
        if !own.follows_database {
            own.compare(machine, pace);
        }
        own.give(pace)
    }

    /// Whether flags may fall by this clock.
    pub(crate) fn is_sure(&self) -> bool {
        let _ = self.now_ms();
        self.own().doubt.is_none()
    }

    /// The database's clock has just shown this, and the last thing in it was written at that time by some node: the
    /// database's clock is from now on the one compared with.
    pub(crate) fn database_shows(&self, database: i64, written: i64) {
        let pace = (self.0.pace)();
        let mut own = self.own();
        if !own.follows_database {
            let by_ms = database - own.shows(pace);
            if by_ms.abs() > SMALL_CORRECTION_MS {
                tracing::error!(
                    by_ms,
                    "the machine's clock is not that of the database: the database's is followed"
                );
            }
            own.follows_database = true;
            own.wall_ahead = 0;
            own.doubt = None;
            own.set(database, pace);
        } else if written > own.shows(pace) + SMALL_CORRECTION_MS {
            // Another node has written later than now: this program stood still.
            let by_ms = written - own.shows(pace);
            tracing::error!(
                by_ms,
                "this program was held up: its clock is put right by what others wrote"
            );
            let ms = written.max(database - own.wall_ahead);
            own.set(ms, pace);
            own.doubt = None;
        } else {
            own.compare(database, pace);
        }
    }

    /// It is not earlier than this: something was written then.
    pub(crate) fn not_before(&self, ms: i64) {
        let now = self.now_ms();
        if ms > now {
            let behind_ms = ms - now;
            tracing::error!(
                behind_ms,
                "the machine's clock is behind what was written last: games go on from there"
            );
            let pace = (self.0.pace)();
            let mut own = self.own();
            own.wall_ahead -= behind_ms;
            own.set(ms, pace);
        }
    }
}

/// Milliseconds since some beginning, by a clock that nobody can set; it also goes while the machine sleeps.
#[cfg(target_os = "linux")]
fn steady_ms() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec
        .saturating_mul(1000)
        .saturating_add(time.tv_nsec / 1_000_000)
}

#[cfg(not(target_os = "linux"))]
fn steady_ms() -> i64 {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    i64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(i64::MAX)
}

impl Own {
    fn shows(&self, pace: i64) -> i64 {
        self.ms.saturating_add(pace.saturating_sub(self.at))
    }

    fn set(&mut self, ms: i64, pace: i64) {
        self.ms = ms;
        self.at = pace;
    }

    fn give(&mut self, pace: i64) -> i64 {
        self.last = self.last.max(self.shows(pace));
        self.last
    }

    /// What the wall clock shows now, against ours.
    fn compare(&mut self, wall: i64, pace: i64) {
        let by_ms = wall - self.shows(pace) - self.wall_ahead;
        let whose = if self.follows_database {
            "database"
        } else {
            "machine"
        };
        if by_ms.abs() <= SMALL_CORRECTION_MS {
            self.ms += by_ms;
            if self.doubt.take().is_some() {
                tracing::warn!(whose, "the wall clock is as it was: flags fall again");
                metrics::gauge!("jadoube_clock_in_doubt").set(0.0);
            }
            return;
        }
        match &self.doubt {
            Some(doubt) if (doubt.by_ms - by_ms).abs() <= SMALL_CORRECTION_MS => {
                if pace - doubt.since >= SETTLED_MS {
                    tracing::warn!(
                        by_ms,
                        whose,
                        "the wall clock stays where it was set: games go on by their own time"
                    );
                    self.wall_ahead += by_ms;
                    self.doubt = None;
                    metrics::gauge!("jadoube_clock_in_doubt").set(0.0);
                }
            }
            _ => {
                tracing::error!(
                    by_ms,
                    whose,
                    "the wall clock was set: no flags fall here until it is clear by which time"
                );
                self.doubt = Some(Doubt { by_ms, since: pace });
                metrics::gauge!("jadoube_clock_in_doubt").set(1.0);
            }
        }
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WallClock({})", self.now_ms())
    }
}

/// A time during which no clock runs: a vacation by agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct Pause {
    pub(crate) from_ms: i64,
    pub(crate) until_ms: i64,
}

impl Pause {
    /// Whether it was agreed on: those last whole days, and the waits of a claim a moment.
    pub(crate) fn is_vacation(&self) -> bool {
        self.until_ms - self.from_ms >= 86_400_000
    }
}

/// From the wall to the table: when play started, and when it stood still.
#[derive(Debug, Clone, Default)]
pub(crate) struct Timeline {
    pub(crate) started_ms: Option<i64>,
    pub(crate) pauses: Vec<Pause>,
}

impl Timeline {
    /// As the log marks it.
    pub(crate) fn of(marks: impl Iterator<Item = Mark>) -> Self {
        let mut timeline = Timeline::default();
        for Mark {
            from_ms, until_ms, ..
        } in marks
        {
            match until_ms {
                None => timeline.started_ms = Some(from_ms),
                Some(until_ms) => timeline.pauses.push(Pause { from_ms, until_ms }),
            }
        }
        timeline
    }

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

/// What is left to this player at this moment, in milliseconds, where a clock limits him.
pub(crate) fn left_ms(game: &jadoube_game::State, player: Colour, at: Moment) -> Option<i64> {
    let limited = || {
        let limit = game.terms.time_limit.as_ref()?;
        let (_, until) = next_limit(limit, game.completed[player.index()])?;
        let left = until.0.saturating_sub(game.clock.used_at(player, at).0);
        i64::try_from(left).ok()
    };
    game.clock.left_at(player, at).or_else(limited)
}

/// The act by which the clock itself will speak next, if nobody acts before: a fallen flag, or the close of play.
pub(crate) fn next_flag(snapshot: &Snapshot) -> Option<Event> {
    let game = snapshot.arbiter.game();
    // In an adjourned game a clock may run too: of him who is to seal, or who is awaited.
    if !matches!(game.status, Status::InPlay | Status::Adjourned) {
        return None;
    }
    // The clock says a thing once.
    if snapshot
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
    let mut after = snapshot.arbiter.clone();
    let ruled = after.act(&event).ok()?;
    ruled.refused().is_none().then_some(event)
}

/// When the reply to the last communication is due.
pub(crate) fn reply_due(snapshot: &Snapshot) -> Option<Moment> {
    let game = snapshot.arbiter.game();
    let hours = game.terms.reply_hours?;
    if game.terms.mode != jadoube_game::Mode::Communication || game.status != Status::InPlay {
        return None;
    }
    let last = snapshot
        .entries
        .iter()
        .rev()
        .find(|entry| entry.view.record.is_some());
    let since = last.and_then(|entry| entry.event.at).unwrap_or_default();
    Some(Moment(
        since.0.saturating_add(u64::from(hours).saturating_mul(3_600_000)),
    ))
}

/// Who loses by his flag or by resigning, where the law asks an umpire whether he does.
pub(crate) fn loss_in_question(snapshot: &Snapshot) -> Option<Colour> {
    let game = snapshot.arbiter.game();
    let dispute = game.sitting.dispute.as_ref();
    let asked = game.status == Status::Suspended && dispute.is_some_and(|dispute| dispute.by.is_none());
    let last = snapshot.entries.last().filter(|_| asked)?;
    match last.event.act {
        Act::Resign => last.event.by.player(),
        Act::Flag {
            side: Some(Flags::White),
        } => Some(Colour::White),
        Act::Flag {
            side: Some(Flags::Black),
        } => Some(Colour::Black),
        _ => None,
    }
}

/// When something is due if nobody acts: a flag, a reply, or what nobody but the server can decide.
pub(crate) fn due(snapshot: &Snapshot) -> Option<Moment> {
    let in_question = || loss_in_question(snapshot).map(|_| snapshot.arbiter.game().clock.read_at());
    next_flag(snapshot)
        .and_then(|flag| flag.at)
        .or_else(|| reply_due(snapshot))
        .or_else(in_question)
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

    /// A clock whose wall clock and pace are set by hand.
    struct Hands {
        machine: Arc<std::sync::atomic::AtomicI64>,
        pace: Arc<std::sync::atomic::AtomicI64>,
        clock: WallClock,
    }

    impl Hands {
        fn new() -> Self {
            use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
            let (machine, pace) = (Arc::new(AtomicI64::new(10_000_000)), Arc::new(AtomicI64::new(5)));
            let (wall, steady) = (Arc::clone(&machine), Arc::clone(&pace));
            let clock = WallClock::of_both(move || wall.load(SeqCst), move || steady.load(SeqCst));
            Hands { machine, pace, clock }
        }

        /// So much time passes, and somebody sets the wall clock by so much.
        fn pass(&self, ms: i64, set: i64) -> i64 {
            use std::sync::atomic::Ordering::SeqCst;
            self.pace.fetch_add(ms, SeqCst);
            self.machine.fetch_add(ms + set, SeqCst);
            self.clock.now_ms()
        }
    }

    #[test]
    fn a_clock_that_is_set_moves_no_game() {
        for hour in [3_600_000, -3_600_000] {
            let hands = Hands::new();
            assert_eq!(hands.pass(5_000, 0), 10_005_000);
            assert!(hands.clock.is_sure());
            assert_eq!(hands.pass(1_000, hour), 10_006_000, "set by {hour}");
            assert!(!hands.clock.is_sure(), "no flags while it is not clear");
            // Set right again: as if nothing had happened.
            assert_eq!(hands.pass(1_000, -hour), 10_007_000);
            assert!(hands.clock.is_sure());
            // Set for good: games go on by their own time.
            hands.pass(1_000, hour);
            assert!(!hands.clock.is_sure());
            assert_eq!(hands.pass(SETTLED_MS, 0), 10_008_000 + SETTLED_MS);
            assert!(hands.clock.is_sure());
            assert_eq!(hands.pass(1_000, 0), 10_009_000 + SETTLED_MS);
        }
    }

    #[test]
    fn small_corrections_are_followed_and_never_back() {
        let hands = Hands::new();
        assert_eq!(hands.pass(1_000, 300), 10_001_300);
        assert_eq!(hands.pass(100, -900), 10_001_300, "it waits");
        assert_eq!(hands.pass(1_000, 0), 10_001_500);
        assert!(hands.clock.is_sure());
    }

    #[test]
    fn it_begins_no_earlier_than_what_was_written() {
        let hands = Hands::new();
        hands.clock.not_before(30_000_000);
        assert_eq!(hands.pass(10, 0), 30_000_010);
        assert!(hands.clock.is_sure());
    }

    #[test]
    fn the_databases_clock_leads_and_a_jump_of_it_is_doubted() {
        let hands = Hands::new();
        hands.clock.database_shows(50_000_000, 0);
        assert_eq!(
            hands.pass(1_000, 0),
            50_001_000,
            "the machine's says nothing any more"
        );
        assert_eq!(hands.pass(1_000, 7_200_000), 50_002_000);
        assert!(hands.clock.is_sure());
        // The database's clock jumps: nothing is believed until it is back.
        hands.clock.database_shows(53_600_000, 50_001_000);
        assert!(!hands.clock.is_sure());
        assert_eq!(hands.pass(1_000, 0), 50_003_000);
        hands.clock.database_shows(50_003_200, 50_001_000);
        assert!(hands.clock.is_sure());
        assert_eq!(hands.pass(0, 0), 50_003_200);
        // This program was held up while others went on and wrote.
        hands.clock.database_shows(50_603_200, 50_600_000);
        assert!(hands.clock.is_sure());
        assert_eq!(hands.pass(0, 0), 50_603_200);
    }
}
