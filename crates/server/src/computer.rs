//! How does the computer sit at a table, with an engine that nobody trusts?
//!
//! What it does is chosen by [`Seat`], from what the law leaves open to it; here it is fetched to the table, given time to
//! think, and waited for. An engine that fails is started again and the game waits, saying why; where it fails again and
//! again, or cannot take a position, the built-in player plays for it.

use crate::{
    live_games::{Acted, GameTable, LiveGames, work},
    shape::Computer,
    snapshot::{Parties, Snapshot},
};
use jadoube_game::{Event, Party};
use jadoube_player::{
    Deed, EngineError, Level, Limits, Mind, Outside, Player as BuiltIn, Program, Seat, Temper,
};
use std::{
    fmt,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::Ordering::{AcqRel, Release},
    },
    time::Duration,
};
use tokio::sync::Semaphore;

/// So many acts in a row without one of the opponent's, and something is wrong: better to stop than to fill the record.
const MOST_IN_A_ROW: usize = 12;
/// How long the game waits before a failed engine is tried again; longer each time.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// So many failures in a row, and the built-in player does what the engine should have done.
const PATIENCE: u32 = 4;
/// What the built-in player remembers, in mebibytes.
const MEMORY: usize = 16;
/// How well the built-in player plays where nobody said.
const USUAL_LEVEL: u8 = 5;

/// The server's computers: minds of one kind, as many at once as the machine can use.
pub(crate) struct Computers {
    /// The engine that was set up; nothing: the built-in player.
    outside: Option<Program>,
    time: Duration,
    places: Semaphore,
    idle: Mutex<Vec<Box<dyn Mind>>>,
}

impl fmt::Debug for Computers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Computers({})", self.name())
    }
}

impl Computers {
    /// The built-in player.
    pub(crate) fn built_in(time: Duration) -> Self {
        let most = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        Computers {
            outside: None,
            time,
            places: Semaphore::new(most),
            idle: Mutex::default(),
        }
    }

    /// The engine at this path, started at once, so that whoever sets up the server hears if it cannot be.
    pub(crate) async fn outside(path: &Path, time: Duration) -> Result<Self, EngineError> {
        let path = path.to_owned();
        let started = work(move || Outside::start(&path, &[])).await;
        let engine = started.unwrap_or(Err(EngineError::Ended))?;
        Ok(Computers {
            outside: Some(engine.program().clone()),
            idle: Mutex::new(vec![Box::new(engine)]),
            ..Self::built_in(time)
        })
    }

    /// What the engine calls itself.
    pub(crate) fn name(&self) -> &str {
        self.outside.as_ref().map_or("Jadoube", Program::name)
    }

    /// How well it plays where nobody said: an engine that was set up as well as it can.
    fn usual_level(&self) -> Level {
        let usual = Level::new(USUAL_LEVEL).unwrap_or(Level::TOP);
        if self.outside.is_some() { Level::TOP } else { usual }
    }

    /// What the player in this seat does now. With `built_in`, whatever engine was set up is not asked.
    async fn next(
        &self,
        seat: Seat,
        snapshot: Arc<Snapshot>,
        built_in: bool,
    ) -> Result<Option<Deed>, EngineError> {
        let _place = self.places.acquire().await.map_err(|_| EngineError::Ended)?;
        let mut mind = if built_in {
            Box::new(BuiltIn::new(MEMORY))
        } else {
            self.mind()
        };
        let thought = work(move || {
            mind.forget();
            (seat.next(&snapshot.arbiter, &mut *mind), mind)
        });
        let (deed, mind) = thought.await.map_err(|_| EngineError::Ended)?;
        if !built_in {
            self.idle().push(mind);
        }
        deed
    }

    fn mind(&self) -> Box<dyn Mind> {
        let idle = self.idle().pop();
        idle.unwrap_or_else(|| match &self.outside {
            Some(program) => Box::new(Outside::from(program.clone())),
            None => Box::new(BuiltIn::new(MEMORY)),
        })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Box<dyn Mind>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveGames {
    /// If a computer sits at this table and has something to do, it begins; unless it is at it already.
    pub(crate) fn rouse(&self, table: &Arc<GameTable>) {
        let room = table.room();
        let Some(side) = room.settings.computer() else {
            return;
        };
        if table.snapshot().timeline().started_ms.is_none() || table.attended.swap(true, AcqRel) {
            return;
        }
        let settings = &room.settings;
        let level = settings.level.and_then(|number| Level::new(number).ok());
        let temper = settings.temper.as_deref().and_then(|word| word.parse().ok());
        // The same game has the same lots wherever it is played on.
        let seed = blake3::hash(table.id.as_bytes()).as_bytes()[..8].try_into();
        let seat = Seat {
            temper: temper.unwrap_or(Temper::Strict),
            level: level.unwrap_or_else(|| self.computers.usual_level()),
            limits: Limits::time(self.computers.time),
            seed: seed.map_or(0, u64::from_le_bytes),
            ..Seat::new(side)
        };
        let player = Player {
            live_games: self.clone(),
            table: Arc::clone(table),
            seat,
        };
        tokio::spawn(player.attend());
    }

    /// After a restart: the computer goes on where it was to move.
    pub(crate) async fn rouse_all(self) {
        match self.store.awaiting_computer(10_000).await {
            Ok(games) => {
                for id in games {
                    if let Ok(table) = self.table(&id).await {
                        self.rouse(&table);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "games against the computer cannot be read"),
        }
    }
}

/// The computer at one table.
struct Player {
    live_games: LiveGames,
    table: Arc<GameTable>,
    seat: Seat,
}

impl Player {
    /// Acts as long as there is something to do.
    async fn attend(self) {
        loop {
            let seen = self.play().await;
            self.table.attended.store(false, Release);
            // Somebody may have acted between the last look and now.
            let idle = self.table.snapshot().seq() == seen || self.live_games.is_closing();
            if idle || self.table.attended.swap(true, AcqRel) {
                return;
            }
        }
    }

    /// Plays until it is the opponent's affair; how many acts had been seen then.
    async fn play(&self) -> u32 {
        let mut wait = FIRST_WAIT;
        let mut failures = 0;
        let mut remark = None;
        loop {
            let snapshot = self.table.snapshot();
            let seq = snapshot.seq();
            if self.live_games.is_closing() || self.has_run_away(&snapshot) {
                return seq;
            }
            let failed = match self.next(&snapshot, failures).await {
                Ok(None) => {
                    self.say(false, None, remark);
                    return seq;
                }
                Ok(Some(deed)) => {
                    remark = deed.remark.clone().or(remark);
                    self.act(&snapshot, deed).await.err()
                }
                Err(error) => Some(format!(
                    "the engine cannot be used ({error}): it is started again, and the game waits"
                )),
            };
            match failed {
                None => (wait, failures) = (FIRST_WAIT, 0),
                Some(trouble) => {
                    failures += 1;
                    tracing::warn!(game = self.table.id, trouble, "the computer waits");
                    self.say(false, Some(trouble), None);
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
        }
    }

    /// Whether it has acted so often in a row that something must be wrong.
    fn has_run_away(&self, snapshot: &Snapshot) -> bool {
        let own = Party::from(self.seat.side);
        let in_a_row = snapshot
            .entries
            .iter()
            .rev()
            .take_while(|entry| entry.event.by == own);
        in_a_row.count() >= MOST_IN_A_ROW
    }

    fn say(&self, thinking: bool, trouble: Option<String>, remark: Option<String>) {
        self.table.put_computer(Computer {
            side: Party::from(self.seat.side).word(),
            name: Some(self.live_games.computers.name().to_owned()),
            thinking,
            trouble,
            remark,
        });
    }

    /// What to do now: by the engine, or by the built-in player where that cannot be had.
    async fn next(&self, snapshot: &Arc<Snapshot>, failures: u32) -> Result<Option<Deed>, EngineError> {
        let computers = &self.live_games.computers;
        // Out of its turn it has a choice at most, and nobody waits for that.
        self.say(snapshot.view().turn == self.seat.side, None, None);
        let asked = |built_in| computers.next(self.seat.clone(), Arc::clone(snapshot), built_in);
        if failures >= PATIENCE {
            return asked(true).await;
        }
        match asked(false).await {
            Err(error @ (EngineError::CannotTake | EngineError::Unlawful(_))) => {
                let trouble =
                    format!("the engine is not followed ({error}): the built-in player plays for it");
                tracing::warn!(
                    game = self.table.id,
                    trouble,
                    "the computer plays without the engine"
                );
                self.say(true, Some(trouble), None);
                asked(true).await
            }
            done => done,
        }
    }

    async fn act(&self, snapshot: &Snapshot, deed: Deed) -> Result<(), String> {
        let by = Party::from(self.seat.side);
        let room = self.table.room();
        let sits = room
            .seats
            .iter()
            .find(|seat| Parties::read(&seat.parties).has(by));
        let seat = sits.map_or(0, |seat| seat.seat);
        let (event, seq) = (Event::new(by, deed.act), snapshot.seq());
        let key = format!("computer {seq}");
        let acted = self
            .live_games
            .act(Arc::clone(&self.table), event, seq, seat, key, None)
            .await
            .map_err(|problem| problem.detail().to_owned())?;
        match acted {
            Acted::Done { snapshot, .. } if snapshot.view().refused.is_some() => {
                Err("the computer's act was refused: a person must go on".to_owned())
            }
            Acted::Done { .. } | Acted::Stale => Ok(()),
        }
    }
}
