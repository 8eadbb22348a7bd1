//! Which games are being played or watched here, and where does each of them come from?

mod acting;
mod news;
mod share;
#[cfg(test)]
mod simulation;
mod table;
mod timing;

pub(crate) use crate::dear::work;
pub(crate) use acting::Acted;
pub(crate) use news::{Heard, News, Whom};
pub(crate) use share::{MOST_ACTS, Spent, is_words};
pub(crate) use table::{GameTable, Note, Proposed, Room, Settings, Viewer};

use crate::{
    computer::Computers,
    dear::Dear,
    guard,
    problem::Problem,
    secret::{self, Key},
    signed::Signatory,
    snapshot::{Corrupt, Snapshot},
    time::WallClock,
};
use jadoube_game::Party;
use jadoube_law::Theory;
use jadoube_record::{parse, read_terms};
use jadoube_store::{Broken, Follower, GameSummary, LogRow, SeatRow, Store};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use tokio::sync::{OnceCell, broadcast};

/// A game with more acts takes a while to replay.
const LONG: usize = 1000;
/// So many acts of games that nobody uses at the moment are kept in memory, where each takes some 1,800 bytes.
const MOST_ACTS_KEPT: usize = 150_000;

/// By the name of the game; a cell that is still empty is being read from the store.
type Tables = HashMap<String, Arc<OnceCell<Arc<GameTable>>>>;

/// Somebody has logged out.
#[derive(Debug, Clone)]
pub(crate) enum Ended {
    /// One session, by the hash of its secret.
    Session(String),
    /// Every session of an account.
    Account(i64),
    /// Every secret of an account's programs.
    Programs(i64),
}

/// All tables of this node.
#[derive(Clone, Debug)]
pub(crate) struct LiveGames {
    pub(crate) store: Store,
    pub(crate) key: Key,
    pub(crate) clock: WallClock,
    pub(crate) signatory: Signatory,
    pub(crate) computers: Arc<Computers>,
    pub(crate) dear: Arc<Dear>,
    tables: Arc<Mutex<Tables>>,
    closing: Arc<AtomicBool>,
    /// Sessions that have ended, by hash, or accounts all of whose sessions have.
    pub(crate) ended: broadcast::Sender<Ended>,
    /// News for accounts, and who listens to them.
    pub(crate) news: Arc<News>,
    /// By what name other nodes know this one.
    node: String,
    /// After how many days a game goes that nobody ever played.
    pub(crate) expire_days: Option<u32>,
    theory: Option<Arc<dyn Theory>>,
}

impl LiveGames {
    pub(crate) fn new(store: Store, key: Key, clock: WallClock, computers: Computers) -> Self {
        LiveGames {
            store,
            signatory: Signatory::of(&key),
            key,
            clock,
            computers: Arc::new(computers),
            dear: Arc::default(),
            tables: Arc::default(),
            closing: Arc::default(),
            ended: broadcast::channel(64).0,
            news: Arc::default(),
            node: secret::name(),
            expire_days: None,
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
    pub(crate) async fn table(&self, id: &str) -> Result<Arc<GameTable>, Problem> {
        if !crate::routes::is_name(id) {
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
                // Somebody else may be reading it by now, in this cell: of one game there is one table.
                let own =
                    |kept: &mut Arc<OnceCell<_>>| Arc::ptr_eq(kept, &cell) && Arc::strong_count(kept) == 2;
                if !cell.initialized() && tables.get_mut(id).is_some_and(own) {
                    tables.remove(id);
                }
                Err(problem)
            }
        }
    }

    async fn load(&self, id: &str) -> Result<Arc<GameTable>, Problem> {
        let row = self.game_row(id).await?;
        if usize::try_from(row.seq).is_ok_and(|acts| acts >= LONG) {
            self.make_room(MOST_ACTS_KEPT);
        }
        let seats = self.store.seats(id).await?;
        let log = self.store.log(id, (0, 0)).await?;
        let name = id.to_owned();
        let (header, theory) = (row.header.clone(), self.theory.clone());
        let (snapshot, mut broken) = self
            .replay(id, log, move || {
                let terms = parse(&header)
                    .and_then(read_terms)
                    .map_err(|fault| Corrupt(fault.to_string()))?;
                let snapshot = Snapshot::open(terms).map_err(|error| Corrupt(error.to_string()))?;
                let mut snapshot = snapshot.of_game(&name, &header);
                if let Some(theory) = theory {
                    snapshot.arbiter = snapshot.arbiter.advised_by(theory);
                }
                Ok(snapshot)
            })
            .await?;
        if broken.is_none() {
            broken = self.ends_otherwise(&snapshot, &row).await?;
        }
        let table = GameTable::new(
            id,
            snapshot,
            Room::new(row, seats)?,
            self.clock.clone(),
            self.signatory.clone(),
        );
        if let Some(why) = broken {
            table.close_to_acts(why);
        }
        Ok(Arc::new(table))
    }

    /// Why a game that was read after its row is not the one the row tells of.
    async fn ends_otherwise(
        &self,
        snapshot: &Snapshot,
        row: &jadoube_store::GameRow,
    ) -> Result<Option<String>, Problem> {
        let end = Follower::new(snapshot.length(), snapshot.head());
        let ends = self.store.ends(&end, row).await?;
        Ok(ends.err().map(|Broken(why)| {
            tracing::error!(game = row.id, why, "a stored game is broken: it is closed");
            why
        }))
    }

    async fn game_row(&self, id: &str) -> Result<jadoube_store::GameRow, Problem> {
        let row = self.store.game(id).await?;
        row.ok_or_else(|| Problem::not_found("game"))
    }

    /// The game after these stored lines; or up to the first that cannot be right, and why.
    async fn replay(
        &self,
        id: &str,
        log: Vec<LogRow>,
        before: impl FnOnce() -> Result<Snapshot, Corrupt> + Send + 'static,
    ) -> Result<(Snapshot, Option<String>), Problem> {
        let (name, key, long) = (id.to_owned(), self.key.clone(), log.len() > LONG);
        let replay = move || {
            let mut snapshot = before()?;
            let mut chain = Follower::new(snapshot.length(), snapshot.head());
            for line in log {
                if let Err(Broken(why)) = chain.follow(&line) {
                    return Ok((snapshot, Some(why)));
                }
                if let Err(Corrupt(why)) = snapshot.replay(&name, &line, &key) {
                    return Ok((snapshot, Some(why)));
                }
            }
            Ok::<_, Corrupt>((snapshot, None))
        };
        let replayed = match (long, guard::asking()) {
            (false, _) => work(replay).await?,
            (true, Some(_)) => self.dear.work(move |_| replay()).await?,
            // What the server does of its own accord, as letting a flag fall, waits for no stranger's work.
            (true, None) => self.dear.of_our_own(replay).await?,
        };
        let (snapshot, broken) = replayed.map_err(|corrupt| {
            tracing::error!(game = id, why = corrupt.0, "a stored game cannot be opened");
            Problem::broken(&format!("its header cannot be understood: {}", corrupt.0))
        })?;
        if let Some(why) = &broken {
            tracing::error!(
                game = id,
                why,
                "a stored game is broken: shown up to there and closed"
            );
        }
        Ok((snapshot, broken))
    }

    /// Reads what others have appended.
    async fn catch_up(&self, table: &GameTable) -> Result<(), Problem> {
        if table.doubtful.load(Relaxed) {
            // What failed may still lie in the log's file, and come back after a loss of power, until the next commit has
            // taken its place: so something is written before anybody looks.
            self.store.ready().await?;
        }
        let before = table.snapshot();
        let log = self.store.log(&table.id, before.length()).await?;
        table.doubtful.store(false, Relaxed);
        if log.is_empty() {
            return Ok(());
        }
        let (snapshot, broken) = self
            .replay(&table.id, log, move || Ok(Snapshot::clone(&before)))
            .await?;
        if let Some(why) = broken {
            table.close_to_acts(why);
        }
        table.put_snapshot(Arc::new(snapshot));
        Ok(())
    }

    /// The store says that the game is another by now. Where nothing has come, it was altered: it is closed.
    async fn look_why(&self, table: &GameTable) -> Result<(), Problem> {
        let row = self.game_row(&table.id).await?;
        self.catch_up(table).await?;
        if table.broken().is_none()
            && let Some(why) = self.ends_otherwise(&table.snapshot(), &row).await?
        {
            table.close_to_acts(why);
        }
        Ok(())
    }

    /// Whoever has seen so many acts is not shown fewer, on whatever node he asks.
    pub(crate) async fn reach(&self, table: &GameTable, seq: u32) -> Result<(), Problem> {
        if seq > table.snapshot().seq() {
            let _turn = table.turn.lock().await;
            self.catch_up(table).await?;
        }
        Ok(())
    }

    /// What was done on another node a moment ago is known here too.
    pub(crate) async fn look_up(&self, table: &GameTable) -> Result<(), Problem> {
        let _turn = table.turn.lock().await;
        self.catch_up(table).await
    }

    /// Reads anew who sits there and on which terms.
    pub(crate) async fn look_again(&self, table: &GameTable) -> Result<(), Problem> {
        let row = self.game_row(&table.id).await?;
        let room = Room::new(row, self.store.seats(&table.id).await?)?;
        let before = table.room().settings.next_game.clone();
        let next = room.settings.next_game.clone();
        // Those who look are told of what changed, and not that somebody asked.
        let changed = table.room().seats != room.seats || table.room().settings != room.settings;
        table.put_room(room);
        if changed {
            let _ = table.notes.send(Note::Seats);
        }
        if let Some(next) = next
            && before.as_ref() != Some(&next)
        {
            let _ = table.notes.send(Note::Next(next));
        }
        Ok(())
    }

    /// Changes what was agreed beside the header, if nobody else did so meanwhile.
    pub(crate) async fn change_settings(
        &self,
        table: &GameTable,
        old: &str,
        new: &str,
    ) -> Result<bool, Problem> {
        let changed = self.store.change_settings(&table.id, old, new).await?;
        self.look_again(table).await?;
        Ok(changed)
    }

    /// An account is no more: every table in memory at which it sat is looked at again.
    pub(crate) async fn forget_name(&self, account: i64) {
        self.look_again_where(|seat| seat.account == Some(account)).await;
    }

    /// Some account was deleted, here, on another node or by a command: names that are gone are not shown from memory.
    pub(super) async fn forget_names(&self, last_deleted: &mut Option<String>) {
        match self.store.last_deleted().await {
            Ok(last) if last != *last_deleted => {
                self.look_again_where(|seat| seat.account.is_some()).await;
                *last_deleted = last;
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "it cannot be read who was deleted"),
        }
    }

    async fn look_again_where(&self, sits: impl Fn(&SeatRow) -> bool) {
        let tables: Vec<Arc<GameTable>> = self
            .tables()
            .values()
            .filter_map(|cell| cell.get().cloned())
            .filter(|table| table.room().seats.iter().any(&sits))
            .collect();
        for table in tables {
            let _ = self.look_again(&table).await;
        }
    }

    /// Puts away every table that nobody uses.
    pub(crate) fn forget(&self) {
        self.put_away(|_| true);
    }

    /// Puts away tables that nobody uses, as far as they fit; the log has everything. How many are left.
    fn put_away(&self, fits: impl Fn(&GameTable) -> bool) -> usize {
        let mut tables = self.tables();
        tables.retain(|_, cell| {
            // Under the lock nobody can take the table: whoever has it, or is about to, is counted.
            let stays = |table: &Arc<GameTable>| {
                // What is in doubt is not forgotten before it is settled.
                let in_doubt = table.doubtful.load(Relaxed);
                Arc::strong_count(table) > 1 || in_doubt || !fits(table)
            };
            Arc::strong_count(cell) > 1 || cell.get().is_some_and(stays)
        });
        tables.len()
    }

    /// Of the tables that nobody uses those that were not used for longest are put away, until they have no more acts than this.
    fn make_room(&self, most_acts: usize) {
        let mut tables = self.tables();
        let mut idle: Vec<(i64, String, usize)> = Vec::new();
        for (id, cell) in tables.iter() {
            // As above: under the lock nobody can take one of these.
            if let Some(table) = cell.get()
                && Arc::strong_count(cell) == 1
                && Arc::strong_count(table) == 1
                && !table.doubtful.load(Relaxed)
            {
                let acts = table.snapshot().entries.len();
                idle.push((table.used_ms.load(Relaxed), id.clone(), acts));
            }
        }
        let mut acts: usize = idle.iter().map(|(_, _, acts)| acts).sum();
        if acts <= most_acts {
            return;
        }
        idle.sort_unstable();
        for (_, id, less) in idle {
            if acts <= most_acts {
                break;
            }
            tables.remove(&id);
            acts -= less;
        }
    }

    /// Everyone who looks is told that the server stops.
    pub(crate) fn farewell(&self) {
        self.closing.store(true, Relaxed);
        self.news.farewell();
        for cell in self.tables().values() {
            if let Some(table) = cell.get() {
                let _ = table.notes.send(Note::Shutdown);
            }
        }
    }
}

/// How a game stands, for lists.
pub(crate) fn standing(snapshot: &Snapshot) -> GameSummary {
    let game = snapshot.arbiter.game();
    GameSummary {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        routes::opening::{lay, read_header},
        shape::Opening,
    };

    async fn node() -> (tempfile::TempDir, LiveGames) {
        let folder = tempfile::TempDir::new().expect("a folder");
        let file = folder.path().join("games.sqlite");
        let store = Store::open_file(&file).await.expect("opened");
        let key = Key::parse(&"5a".repeat(32)).expect("a key");
        let computers = Computers::built_in(std::time::Duration::from_secs(1));
        (
            folder,
            LiveGames::new(store, key, WallClock::machine(), computers),
        )
    }

    #[tokio::test]
    async fn long_games_that_nobody_uses_are_put_away_the_longest_unused_first() {
        let (_folder, live_games) = node().await;
        let record = r#"{"code":"bcc-1899"}
            {"by":"white","act":"move","move":"e2e4"}
            {"by":"black","act":"move","move":"e7e5"}"#;
        let mut ids = Vec::new();
        for number in 0..4 {
            let laid = crate::routes::opening::take_in(&live_games, record.to_owned()).await;
            let id = laid.expect("taken in").game.id;
            let table = live_games.table(&id).await.expect("read");
            table.used_ms.store(number, Relaxed);
            ids.push(id);
        }
        let in_use = live_games.tables()[&ids[0]].get().cloned();
        live_games.make_room(6);
        assert_eq!(live_games.tables().len(), 4, "they have room");
        live_games.make_room(3);
        let kept: Vec<bool> = ids
            .iter()
            .map(|id| live_games.tables().contains_key(id))
            .collect();
        assert_eq!(kept, [true, false, false, true], "one is used, one was used last");
        drop(in_use);
        live_games.make_room(3);
        let kept: Vec<bool> = ids
            .iter()
            .map(|id| live_games.tables().contains_key(id))
            .collect();
        assert_eq!(kept, [false, false, false, true]);
    }

    /// Of two who read a game at the same moment one fails: the other's table is the game's all the same, and there is no second,
    /// whose viewers would never hear of what is done at the first.
    #[tokio::test]
    async fn of_one_game_there_is_one_table_whoever_failed_to_read_it() {
        let (_folder, live_games) = node().await;
        let opening = Opening {
            opponent: Some("here".to_owned()),
            ..Opening::default()
        };
        let header = parse(r#"{"code":"bcc-1899"}"#).expect("JSON");
        let snapshot = read_header(header, &opening).await.expect("terms");
        let laid = lay(&live_games, &snapshot, opening, None, None).expect("laid");
        let id = laid.game.id.clone();
        // He waits to read it, while somebody before him fails: it is not there yet.
        let waiting = Arc::clone(live_games.tables().entry(id.clone()).or_default());
        live_games.table(&id).await.expect_err("not there");
        laid.put_into(&live_games, &[]).await.expect("opened");
        let read = waiting
            .get_or_try_init(|| live_games.load(&id))
            .await
            .expect("read");
        let again = live_games.table(&id).await.expect("read");
        assert!(Arc::ptr_eq(read, &again), "there are two tables of one game");
        // What nobody waits for is not kept.
        live_games.table("nothing").await.expect_err("no game");
        assert_eq!(live_games.tables().len(), 1);
    }
}
