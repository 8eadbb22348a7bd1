//! Which games are being played or watched here, and where does each of them come from?

mod acting;
mod news;
mod table;
mod timing;

pub(crate) use acting::{Acted, MOST_ACTS};
pub(crate) use table::{Note, Proposed, Room, Settings, Table, Viewer};

use crate::{
    computer::Computers,
    problem::Problem,
    secret::Key,
    sheet::{Corrupt, Sheet},
    time::WallClock,
};
use jadoube_game::Party;
use jadoube_law::Theory;
use jadoube_record::{parse, read_terms};
use jadoube_store::{ActRow, Standing, Store};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use tokio::sync::OnceCell;

/// By the name of the game; a cell that is still empty is being read from the store.
type Tables = HashMap<String, Arc<OnceCell<Arc<Table>>>>;

/// All tables of this node.
#[derive(Clone, Debug)]
pub(crate) struct Hall {
    pub(crate) store: Store,
    pub(crate) key: Key,
    pub(crate) clock: WallClock,
    pub(crate) computers: Arc<Computers>,
    tables: Arc<Mutex<Tables>>,
    closing: Arc<AtomicBool>,
    theory: Option<Arc<dyn Theory>>,
}

impl Hall {
    pub(crate) fn new(store: Store, key: Key, clock: WallClock, computers: Computers) -> Self {
        Hall {
            store,
            key,
            clock,
            computers: Arc::new(computers),
            tables: Arc::default(),
            closing: Arc::default(),
            theory: None,
        }
    }

    /// The same, with endgame theory to ask before an act is written down.
    pub(crate) fn advised_by(mut self, theory: Arc<dyn Theory>) -> Self {
        self.theory = Some(theory);
        self
    }

    /// Whether the server is about to stop: nothing new is begun.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Relaxed)
    }

    /// The wall clock, in milliseconds; it never goes back.
    pub(crate) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of this game; read from the store where it is not in memory.
    pub(crate) async fn table(&self, id: &str) -> Result<Arc<Table>, Problem> {
        // Names have one form; anything else need not trouble the database.
        if id.is_empty() || id.len() > 40 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Problem::not_found("game"));
        }
        let cell = Arc::clone(self.tables().entry(id.to_owned()).or_default());
        let found = cell.get_or_try_init(|| self.load(id)).await;
        match found {
            Ok(table) => {
                table.touch();
                Ok(Arc::clone(table))
            }
            Err(problem) => {
                let mut tables = self.tables();
                if tables.get(id).is_some_and(|cell| !cell.initialized()) {
                    tables.remove(id);
                }
                Err(problem)
            }
        }
    }

    async fn load(&self, id: &str) -> Result<Arc<Table>, Problem> {
        let row = self.game_row(id).await?;
        let seats = self.store.seats(id).await?;
        let acts = self.store.acts(id, 0).await?;
        let written = u32::try_from(row.seq).unwrap_or(u32::MAX);
        let (header, theory) = (row.header.clone(), self.theory.clone());
        let (sheet, mut broken) = self
            .replay(id, acts, move || {
                let terms = parse(&header)
                    .and_then(read_terms)
                    .map_err(|fault| Corrupt(fault.to_string()))?;
                let mut sheet = Sheet::open(terms).map_err(|error| Corrupt(error.to_string()))?;
                if let Some(theory) = theory {
                    sheet.arbiter = sheet.arbiter.advised_by(theory);
                }
                Ok(sheet)
            })
            .await?;
        // The count was written with the acts, and read before them.
        if broken.is_none() && sheet.seq() < written {
            broken = Some(missing(sheet.seq() + 1, written));
        }
        let table = Table::new(id, sheet, Room::new(row, seats), self.clock.clone());
        if let Some(why) = broken {
            table.close_to_acts(why);
        }
        Ok(Arc::new(table))
    }

    async fn game_row(&self, id: &str) -> Result<jadoube_store::GameRow, Problem> {
        let row = self.store.game(id).await?;
        row.ok_or_else(|| Problem::not_found("game"))
    }

    /// The game after these stored acts; or up to the first that cannot be right, and why.
    async fn replay(
        &self,
        id: &str,
        acts: Vec<ActRow>,
        before: impl FnOnce() -> Result<Sheet, Corrupt> + Send + 'static,
    ) -> Result<(Sheet, Option<String>), Problem> {
        let (name, key) = (id.to_owned(), self.key.clone());
        let replayed = work(move || {
            let mut sheet = before()?;
            for act in acts {
                let next = sheet.seq() + 1;
                if act.seq != i64::from(next) {
                    let until = u32::try_from(act.seq - 1).unwrap_or(next);
                    return Ok((sheet, Some(missing(next, until))));
                }
                if let Err(Corrupt(why)) = sheet.replay(&name, &act.act, &act.key, &key) {
                    return Ok((sheet, Some(why)));
                }
            }
            Ok::<_, Corrupt>((sheet, None))
        });
        let (sheet, broken) = replayed.await?.map_err(|corrupt| {
            tracing::error!(game = id, why = corrupt.0, "a stored game cannot be opened");
            Problem::bug()
        })?;
        if let Some(why) = &broken {
            tracing::error!(
                game = id,
                why,
                "a stored game is broken: shown up to there and closed"
            );
        }
        Ok((sheet, broken))
    }

    /// Reads what others have appended.
    async fn catch_up(&self, table: &Table) -> Result<(), Problem> {
        let before = table.sheet();
        let acts = self.store.acts(&table.id, i64::from(before.seq())).await?;
        table.doubtful.store(false, Relaxed);
        if acts.is_empty() {
            return Ok(());
        }
        let (sheet, broken) = self
            .replay(&table.id, acts, move || Ok(Sheet::clone(&before)))
            .await?;
        if let Some(why) = broken {
            table.close_to_acts(why);
        }
        table.put_sheet(Arc::new(sheet));
        if table.room().row.started_ms.is_none() {
            self.look_again(table).await?;
        }
        Ok(())
    }

    /// Whoever has seen so many acts is not shown fewer, on whatever node he asks.
    pub(crate) async fn reach(&self, table: &Table, seq: u32) -> Result<(), Problem> {
        if seq > table.sheet().seq() {
            let _turn = table.turn.lock().await;
            self.catch_up(table).await?;
        }
        Ok(())
    }

    /// Reads anew who sits there and on which terms.
    pub(crate) async fn look_again(&self, table: &Table) -> Result<(), Problem> {
        let row = self.game_row(&table.id).await?;
        let room = Room::new(row, self.store.seats(&table.id).await?);
        let before = table.room().settings.next_game.clone();
        let next = room.settings.next_game.clone();
        table.put_room(room);
        let _ = table.notes.send(Note::Seats);
        if let Some(next) = next
            && before.as_ref() != Some(&next)
        {
            let _ = table.notes.send(Note::Next(next));
        }
        Ok(())
    }

    /// Puts away every table that nobody uses.
    pub(crate) fn forget(&self) {
        self.tables().retain(|_, cell| Arc::strong_count(cell) > 1);
    }

    /// Everyone who looks is told that the server stops.
    pub(crate) fn farewell(&self) {
        self.closing.store(true, Relaxed);
        for cell in self.tables().values() {
            if let Some(table) = cell.get() {
                let _ = table.notes.send(Note::Shutdown);
            }
        }
    }
}

fn missing(first: u32, last: u32) -> String {
    if first == last {
        format!("act {first} is missing from the database")
    } else {
        format!("acts {first} to {last} are missing from the database")
    }
}

/// How a game stands, for lists.
pub(crate) fn standing(sheet: &Sheet) -> Standing {
    let game = sheet.arbiter.game();
    Standing {
        status: game.status.word().to_owned(),
        winner: game
            .outcome
            .as_ref()
            .and_then(|outcome| outcome.winner)
            .map(|colour| Party::from(colour).word().to_owned()),
        turn: Party::from(game.turn_to_play()).word().to_owned(),
        deadline_ms: None,
    }
}

/// Thinking is done beside the event loop; a panic in it is an error of one request, not of the server.
pub(crate) async fn work<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(task).await.map_err(|error| {
        tracing::error!(%error, "a task was not finished");
        Problem::bug()
    })
}
