//! Where are games kept, so that what was acknowledged is never lost?
//!
//! A game is an append-only log of acts, ordered by a key that is unique in the database: `(game, seq)`. The same SQL
//! serves `SQLite` (one file, one machine) and `PostgreSQL` (any number of nodes). The store knows nothing of chess: acts
//! and headers are text to it.

mod chain;
mod challenges;
mod chat;
pub mod files;
mod games;
mod lobby;
mod log;
mod matches;
mod names;
mod people;
mod reading;
mod schema;
mod seats;
mod timeline;
mod wake;
mod writing;

pub use chain::{Broken, Follower, Head};
pub use challenges::ChallengeRow;
pub use chat::ChatRow;
pub use games::{ActRow, GameRow, NewAct};
pub use lobby::SeekRow;
pub use log::{Append, Appended, GameSummary, Sealed};
pub use matches::{MatchGame, MatchRow};
pub use names::is_plainly_written;
pub use people::{Account, AuditRow, InboxItem};
pub use seats::SeatRow;
pub use timeline::{LogRow, Mark, MarkRow, NewMark};
pub use wake::Wake;

use reading::Readers;
use sqlx::{
    AnyConnection, AnyPool, Connection as _, Executor as _, Row as _, any::AnyPoolOptions, pool::PoolOptions,
};
use std::{
    fmt,
    io::{ErrorKind, Read as _},
    path::Path,
    time::Duration,
};
use tokio::sync::{broadcast, mpsc};
use writing::{Keeper, Writers};

/// What is wrong with the store.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum StoreError {
    /// The database did not answer, or refused (disk full, connection lost): nothing was acknowledged; try again.
    Unavailable(String),
    /// Something that must be unique is there already.
    Taken,
    /// There are as many of these as there may be.
    Full(&'static str),
    /// The database belongs to another program or a newer version of this one.
    Foreign(String),
    /// Something secret would be encrypted by another key than the rest.
    Key(&'static str),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unavailable(why) => write!(f, "the database does not answer: {why}"),
            StoreError::Taken => f.write_str("it is taken already"),
            StoreError::Full(what) => write!(f, "there may be no more {what}"),
            StoreError::Foreign(why) => write!(f, "the database cannot be used: {why}"),
            StoreError::Key(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => StoreError::Taken,
            _ => StoreError::Unavailable(error.to_string()),
        }
    }
}

/// An error of this file's.
fn wrong_with(file: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let name = file.display().to_string();
    move |error| StoreError::Unavailable(format!("{name}: {error}"))
}

/// How every file begins that holds an `SQLite` database.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// The address of the database in this file.
fn url_of(file: &Path) -> String {
    let path: String = file
        .to_string_lossy()
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect();
    format!("sqlite://{path}?mode=rwc")
}

async fn connect(url: &str) -> Result<AnyConnection, StoreError> {
    let connecting = tokio::time::timeout(Duration::from_secs(10), AnyConnection::connect(url)).await;
    let late = |_| StoreError::Unavailable("it has not answered for ten seconds".to_owned());
    Ok(connecting.map_err(late)??)
}

/// Which database it is: the few places where they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One file on this machine.
    Sqlite,
    /// A server, shared by any number of nodes.
    Postgres,
}

/// The store. Clones share one pool and one writer.
#[derive(Clone, Debug)]
pub struct Store {
    readers: Readers,
    /// The same connections, for writing.
    writers: Writers,
    keeper: Keeper,
    kind: Kind,
    appends: mpsc::Sender<log::Job>,
    wakes: broadcast::Sender<Wake>,
    calls: Option<mpsc::UnboundedSender<Wake>>,
}

impl Store {
    /// Opens the database in this file, and makes it where there is none.
    pub async fn open_file(file: &Path) -> Result<Self, StoreError> {
        files::keep_private(file).map_err(wrong_with(file))?;
        Self::open(&url_of(file), None).await
    }

    /// Opens the database in this file, which must be there and be one of ours: nothing is made.
    pub async fn open_file_of_ours(file: &Path) -> Result<Self, StoreError> {
        let mut begins = [0; SQLITE.len()];
        let read = std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut begins));
        match read.map_err(|error| error.kind()) {
            Err(ErrorKind::NotFound) => {
                return Err(StoreError::Foreign("there is no such file".to_owned()));
            }
            Ok(()) if begins == *SQLITE => {}
            Ok(()) | Err(ErrorKind::UnexpectedEof) => {
                return Err(StoreError::Foreign("it is not an SQLite database".to_owned()));
            }
            Err(kind) => return Err(StoreError::Unavailable(kind.to_string())),
        }
        Self::open_ours(&url_of(file), None).await
    }

    /// Whether the database in this file is of an older version, and would be brought up to date by being opened.
    pub async fn is_older(file: &Path) -> bool {
        sqlx::any::install_default_drivers();
        // What is no database of ours is told of by whoever opens it.
        let Ok(mut connection) = connect(&url_of(file)).await else {
            return false;
        };
        let older = schema::is_older(&mut connection).await.unwrap_or(false);
        let _ = connection.close().await;
        older
    }

    /// Opens the database at this address as [`Store::open`] does, where it is one of ours: nothing is made.
    pub async fn open_ours(url: &str, calls: Option<&str>) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let mut connection = connect(url).await?;
        let schema: Result<(String,), sqlx::Error> =
            sqlx::query_as("SELECT value FROM meta WHERE key = 'schema'")
                .fetch_one(&mut connection)
                .await;
        connection.close().await?;
        match schema {
            Ok(_) => Self::open(url, calls).await,
            Err(sqlx::Error::Io(error)) => Err(StoreError::Unavailable(error.to_string())),
            Err(error) => Err(StoreError::Foreign(format!(
                "it holds no games of this program ({error})"
            ))),
        }
    }

    /// Opens the database at this address: `postgres://…` or `sqlite://…`. Nodes of one `PostgreSQL` database call each
    /// other through it, or through the NATS server at `calls`: `nats://…`.
    pub async fn open(url: &str, calls: Option<&str>) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let kind = match url.split(':').next() {
            Some("sqlite") => Kind::Sqlite,
            Some("postgres" | "postgresql") => Kind::Postgres,
            _ => {
                return Err(StoreError::Foreign(
                    "expected an address that begins with postgres:// or sqlite://".to_owned(),
                ));
            }
        };
        // A pool only says that it has waited; one connection says what is wrong.
        let mut first = connect(url).await?;
        if kind == Kind::Sqlite {
            // After a crash whoever reads first goes through the log's file, however long that takes: here nobody waits for it.
            for look in ["PRAGMA busy_timeout = 60000", "SELECT 1 FROM sqlite_master"] {
                first.execute(look).await?;
            }
        }
        let pool = Self::connections(kind, 8, url).await?;
        let writers = Writers::new(pool.clone(), kind);
        schema::migrate(&writers).await?;
        let keeper = Keeper::of(first, kind).await?;
        // The writer has a connection of its own, so that no reader can keep it waiting.
        let writing = Self::connections(kind, 1, url).await?;
        let (wakes, _) = broadcast::channel(4096);
        let calls = match (kind, calls) {
            (Kind::Sqlite, _) => None,
            (Kind::Postgres, None) => {
                let (url, pool) = (url.to_owned(), pool.clone());
                Some(wake::spawn(wake::Notify { url, pool }, &wakes))
            }
            (Kind::Postgres, Some(nats)) => {
                let channel = wake::Nats::new(nats, pool.clone()).ok_or_else(|| {
                    StoreError::Foreign("expected the address of a NATS server, nats://host:4222".to_owned())
                })?;
                Some(wake::spawn(channel, &wakes))
            }
        };
        let appends = log::spawn(writers.of_acts(writing));
        Ok(Store {
            readers: Readers::new(pool),
            writers,
            keeper,
            kind,
            appends,
            wakes,
            calls,
        })
    }

    /// A pool of so many connections. A machine with much to do, as after a crash, is given half a minute.
    async fn connections(kind: Kind, most: u32, url: &str) -> Result<AnyPool, StoreError> {
        let mut attempts = 6;
        loop {
            attempts -= 1;
            match Self::options(kind, most).connect(url).await {
                Err(sqlx::Error::PoolTimedOut) if attempts > 0 => {}
                connected => return Ok(connected?),
            }
        }
    }

    fn options(kind: Kind, connections: u32) -> PoolOptions<sqlx::Any> {
        AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(Duration::from_secs(5))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if kind == Kind::Sqlite {
                        // FULL: a commit is on the disk when it is acknowledged, also in WAL mode.
                        for pragma in [
                            "PRAGMA busy_timeout = 5000",
                            "PRAGMA journal_mode = WAL",
                            "PRAGMA synchronous = FULL",
                            "PRAGMA foreign_keys = ON",
                            // What one statement may have to undo needs no file.
                            "PRAGMA temp_store = MEMORY",
                            // What is deleted is overwritten: it may have been somebody's name.
                            "PRAGMA secure_delete = ON",
                        ] {
                            sqlx::query(pragma).execute(&mut *connection).await?;
                        }
                    } else {
                        // A database set up to acknowledge before it has written is asked not to, for us.
                        sqlx::query(
                            "SELECT set_config('synchronous_commit', 'on', false)
                             WHERE current_setting('synchronous_commit') IN ('off', 'local')",
                        )
                        .execute(&mut *connection)
                        .await?;
                    }
                    Ok(())
                })
            })
    }

    /// The same, and whoever asks is told how long the database was busy with every question of his, in his own task. (Of writes
    /// that is not told: they wait for the disk.)
    #[must_use]
    pub fn metered(mut self, meter: fn(Duration)) -> Self {
        self.readers.meter = meter;
        self
    }

    /// Which database it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What other nodes changed. On one machine nothing ever comes.
    pub fn wakes(&self) -> broadcast::Receiver<Wake> {
        self.wakes.subscribe()
    }

    /// Tells the other nodes that something in this game changed. Outside any transaction, gathered into batches.
    pub fn call(&self, wake: Wake) {
        if let Some(calls) = &self.calls {
            // Only a shut-down program has no caller left.
            let _ = calls.send(wake);
        }
    }

    /// A value that belongs to the database as a whole; set by the first who asks.
    pub async fn meta_or_insert(&self, key: &str, value: &str) -> Result<String, StoreError> {
        // Where it is there nothing is written: a full disk keeps nobody from opening a database.
        if let Some(found) = self.meta(key).await? {
            return Ok(found);
        }
        let first = sqlx::query("INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING");
        self.write(first.bind(key).bind(value)).await?;
        let gone = || StoreError::Unavailable(format!("\"{key}\", just written, is not there"));
        self.meta(key).await?.ok_or_else(gone)
    }

    async fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let found: Option<(String,)> = sqlx::query_as("SELECT value FROM meta WHERE key = $1")
            .bind(key)
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?;
        Ok(found.map(|(value,)| value))
    }

    /// Writes a consistent copy of an `SQLite` database while it is in use.
    pub async fn backup_to(&self, file: &Path) -> Result<(), StoreError> {
        if self.kind != Kind::Sqlite {
            return Err(StoreError::Foreign(
                "a PostgreSQL database is backed up with pg_dump".to_owned(),
            ));
        }
        let unfinished = files::unfinished(file);
        // What is there was left by a copy that was never finished.
        files::remove(&unfinished).map_err(wrong_with(file))?;
        files::keep_private(&unfinished).map_err(wrong_with(file))?;
        let copying = sqlx::query("VACUUM INTO $1").bind(unfinished.to_string_lossy().into_owned());
        let mut copied = self.write(copying).await.map(drop);
        if copied.is_ok() {
            copied = files::finish(&unfinished, file).map_err(wrong_with(file));
        }
        if copied.is_err() {
            // Half a copy is none.
            let _ = files::remove(&unfinished);
        }
        copied
    }

    /// What is wrong with the file of an `SQLite` database itself: pages, indexes, rows that belong to nothing. (`PostgreSQL`
    /// looks after its own.)
    pub async fn damage(&self) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        if self.kind == Kind::Sqlite {
            let pages: Vec<(String,)> = sqlx::query_as("PRAGMA integrity_check(20)")
                .fetch_all(&mut *self.readers.borrow().await?)
                .await?;
            found.extend(pages.into_iter().map(|(line,)| line).filter(|line| line != "ok"));
            for row in sqlx::query("PRAGMA foreign_key_check")
                .fetch_all(&mut *self.readers.borrow().await?)
                .await?
            {
                let (table, of): (String, String) = (row.try_get(0)?, row.try_get(2)?);
                found.push(format!("a row of {table} belongs to none of {of}"));
            }
            found.truncate(20);
        }
        Ok(found)
    }

    /// Waits for what is under way and closes.
    pub async fn close(&self) {
        let (done, closed) = tokio::sync::oneshot::channel();
        if self.appends.send(log::Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        self.readers.close().await;
        self.keeper.close().await;
    }
}
