//! How does an act become durable? One writer gathers what has arrived and commits it together.

use crate::{
    Kind, Mark, Store, StoreError, Wake,
    chain::Head,
    seats::places,
    timeline::insert_mark,
    writing::{Transaction, Writers},
};
use sqlx::{AssertSqlSafe, Row};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::sync::{mpsc, oneshot};

/// An act to be appended.
#[derive(Debug, Clone)]
pub struct Append {
    /// The game.
    pub game: String,
    /// Its number: one more than the number its author saw.
    pub seq: i64,
    /// The act, as text; the chain is of these.
    pub act: String,
    /// What of it is kept secret: not in the chain, so that it can be encrypted anew.
    pub sealed: Option<Sealed>,
    /// How many marks the game's timeline had by which the time of the act was reckoned.
    pub timeline: i64,
    /// The chain up to where its author saw it: what he acts upon.
    pub head: Head,
    /// Where play starts with it: when. The mark is written before it, and with it.
    pub starts_ms: Option<i64>,
    /// The author's own name for this attempt: the same key twice is the same act.
    pub key: String,
    /// Who sits there.
    pub seat: i64,
    /// The server's time.
    pub wall_ms: i64,
    /// How the game stands after it.
    pub standing: GameSummary,
}

/// Something secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// As it is encrypted.
    pub text: String,
    /// The fingerprint of the key it was encrypted by.
    pub key: String,
}

/// How a game stands, for lists and for the clock.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// `in-play`, `won`, …
    pub status: String,
    /// Who won.
    pub winner: Option<String>,
    /// Whose turn.
    pub turn: String,
    /// When a flag falls if nothing happens.
    pub deadline_ms: Option<i64>,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It is on the disk.
    Durable,
    /// Another act has this number, this key was used before, or the game is no longer as its author saw it: nothing was
    /// written.
    Conflict,
}

pub(crate) enum Job {
    Append(Box<Append>, oneshot::Sender<Result<Appended, StoreError>>),
    Probe(oneshot::Sender<Result<(), StoreError>>),
    Close(oneshot::Sender<()>),
}

/// Acts that wait for the writer; more than this and the store says that it is overloaded.
const MOST_WAITING: usize = 8192;
/// Acts in one commit.
const MOST_TOGETHER: usize = 512;
/// Rows in one statement; nine parameters each stay far under what either database allows.
const ROWS: usize = 64;

impl Store {
    /// Whether the store can write: something is written now, by the writer of the acts and in the same way.
    pub async fn ready(&self) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        self.appends
            .try_send(Job::Probe(answer))
            .map_err(|_| StoreError::Unavailable("too many acts are waiting to be written".to_owned()))?;
        answered
            .await
            .map_err(|_| StoreError::Unavailable("the writer has stopped".to_owned()))?
    }

    /// How many acts wait to be written.
    pub fn waiting(&self) -> usize {
        MOST_WAITING.saturating_sub(self.appends.capacity())
    }

    /// Appends an act. When this returns [`Appended::Durable`], it will survive the loss of power.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        let game = append.game.clone();
        self.appends
            .try_send(Job::Append(Box::new(append), answer))
            .map_err(|_| StoreError::Unavailable("too many acts are waiting to be written".to_owned()))?;
        let appended = answered
            .await
            .map_err(|_| StoreError::Unavailable("the writer has stopped".to_owned()))??;
        if appended == Appended::Durable {
            self.call(Wake::Acts(game));
        }
        Ok(appended)
    }
}

type Waiting = (Box<Append>, oneshot::Sender<Result<Appended, StoreError>>);

/// Starts the writer. It ends when asked to, or when the last store is dropped.
pub(crate) fn spawn(writers: Writers) -> mpsc::Sender<Job> {
    let (jobs, mut waiting) = mpsc::channel(MOST_WAITING);
    tokio::spawn(async move {
        let mut closing = None;
        // What could not be written of late, in bytes: whoever asks whether we are ready means that.
        let mut failed = 0;
        while closing.is_none() {
            let Some(first) = waiting.recv().await else {
                break;
            };
            let mut batch: Vec<Waiting> = Vec::new();
            let mut probes = Vec::new();
            let mut next = Some(first);
            while let Some(job) = next {
                match job {
                    Job::Append(append, answer) => batch.push((append, answer)),
                    Job::Probe(answer) => probes.push(answer),
                    Job::Close(done) => closing = Some(done),
                }
                next = if batch.len() < MOST_TOGETHER && closing.is_none() {
                    waiting.try_recv().ok()
                } else {
                    None
                };
            }
            if !batch.is_empty() {
                let size = batch.iter().map(|(append, _)| append.act.len()).sum();
                failed = if commit(&writers, batch).await { 0 } else { size };
            }
            if !probes.is_empty() {
                let probed = in_time(probe(&writers, failed)).await;
                for answer in probes {
                    let _ = answer.send(probed.clone());
                }
            }
        }
        writers.close().await;
        if let Some(done) = closing {
            let _ = done.send(());
        }
    });
    jobs
}

/// Whether they are written, or were there already.
async fn commit(writers: &Writers, mut batch: Vec<Waiting>) -> bool {
    // In one order on every node, so that no two of them wait for each other's rows.
    batch.sort_by(|(a, _), (b, _)| (&a.game, a.seq).cmp(&(&b.game, b.seq)));
    let appends: Vec<&Append> = batch.iter().map(|(append, _)| &**append).collect();
    match in_time(write(writers, &appends)).await {
        Ok(mut written) => {
            for (append, answer) in batch {
                let durable = written.remove(&(append.game, append.seq, append.key));
                let appended = if durable {
                    Appended::Durable
                } else {
                    Appended::Conflict
                };
                let _ = answer.send(Ok(appended));
            }
            true
        }
        Err(error) => {
            tracing::error!(acts = batch.len(), %error, "acts could not be written");
            for (_, answer) in batch {
                let _ = answer.send(Err(error.clone()));
            }
            false
        }
    }
}

async fn in_time<T>(writing: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = |_| StoreError::Unavailable("it took longer than 15 seconds to write".to_owned());
    tokio::time::timeout(Duration::from_secs(15), writing)
        .await
        .map_err(late)?
}

/// Writes something as acts are written: of the size of an act, or of those that could not be written.
async fn probe(writers: &Writers, failed: usize) -> Result<(), StoreError> {
    // Never the same twice, for SQLite does not write what is there already; and always as long.
    static PROBES: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let number = PROBES.fetch_add(1, Relaxed);
    let mark = format!("{:016x}.{number:010} ", since.as_nanos());
    let size = if failed == 0 {
        9_000
    } else {
        60_000 + 6 * failed.min(400_000)
    };
    let times = size / mark.len();
    let mut transaction = Transaction::begin(writers).await?;
    sqlx::query(
        "INSERT INTO meta (key, value) VALUES ('probe', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind(mark.repeat(times))
    .execute(transaction.connection()?)
    .await?;
    transaction.commit().await
}

/// By what an act is known.
type Name = (String, i64, String);

impl Append {
    fn name(&self) -> Name {
        (self.game.clone(), self.seq, self.key.clone())
    }
}

/// Writes all of them in one transaction; those that were new come back.
async fn write(writers: &Writers, appends: &[&Append]) -> Result<HashSet<Name>, StoreError> {
    if let Some(written) = write_together(writers, appends).await? {
        return Ok(written);
    }
    // A key that was used before, under another number. That is rare: each by itself.
    let mut written = HashSet::new();
    for append in appends {
        let alone = write_together(writers, std::slice::from_ref(append)).await?;
        written.extend(alone.into_iter().flatten());
    }
    Ok(written)
}

/// How a game stands when somebody comes to write. Nobody else changes it before the end of the transaction.
pub(crate) struct Stood {
    pub(crate) seq: i64,
    pub(crate) timeline: i64,
    pub(crate) head: Option<Head>,
}

impl Stood {
    /// Whether it is as somebody saw it: so many acts, so many marks, and the same ones.
    pub(crate) fn is(&self, seq: i64, timeline: i64, head: Head) -> bool {
        self.seq == seq && self.timeline == timeline && self.head == Some(head)
    }
}

/// Nothing where some of them could not be written although their numbers follow: a key was used twice.
async fn write_together(writers: &Writers, appends: &[&Append]) -> Result<Option<HashSet<Name>>, StoreError> {
    let mut transaction = Transaction::begin(writers).await?;
    let names: BTreeSet<&str> = appends.iter().map(|append| append.game.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut games = stood(transaction.connection()?, writers.kind, &names).await?;
    // Each act follows what its author saw, and its time was reckoned from the same beginning: or it is not written.
    let mut following: Vec<(&Append, Head)> = Vec::with_capacity(appends.len());
    let mut starts = Vec::new();
    for append in appends {
        if let Some(game) = games.get_mut(&append.game)
            && game.is(append.seq - 1, append.timeline, append.head)
        {
            let mut head = append.head;
            if let Some(from_ms) = append.starts_ms {
                let start = Mark {
                    seq: game.seq,
                    from_ms,
                    until_ms: None,
                };
                game.timeline += 1;
                head = head.and(&start.text());
                starts.push((append, game.timeline, start, head));
            }
            head = head.and(&append.act);
            (game.seq, game.head) = (append.seq, Some(head));
            following.push((append, head));
        }
    }
    let sealed: Vec<&Sealed> = following
        .iter()
        .filter_map(|(append, _)| append.sealed.as_ref())
        .collect();
    sealed_with_the_key(transaction.connection()?, writers.kind, &sealed).await?;
    // Only the last of each game: how it stands after all of them.
    let mut last: BTreeMap<&str, Standing<'_>> = BTreeMap::new();
    for (append, head) in &following {
        let before = last.get(append.game.as_str()).map_or(0, |last| last.bytes);
        let standing = Standing {
            append,
            head: *head,
            timeline: games.get(&append.game).map(|game| game.timeline),
            bytes: before + append.act.len(),
        };
        last.insert(&append.game, standing);
    }
    let last: Vec<Standing<'_>> = last.into_values().collect();
    let new = match writers.kind {
        // Both in one word to its thread: that takes longer than the writing.
        Kind::Sqlite if (1..=ROWS).contains(&following.len()) => {
            let sql =
                insert_acts(writers.kind, following.len()) + "; " + &update_games(writers.kind, last.len());
            let query = bind_games(bind_acts(sqlx::query(AssertSqlSafe(sql)), &following), &last);
            let changed = query.execute(transaction.connection()?).await?.rows_affected();
            changed.saturating_sub(last.len() as u64)
        }
        _ => {
            let mut new = 0;
            for some in following.chunks(ROWS) {
                let sql = insert_acts(writers.kind, some.len());
                let query = bind_acts(sqlx::query(AssertSqlSafe(sql)), some);
                new += query.execute(transaction.connection()?).await?.rows_affected();
            }
            for some in last.chunks(ROWS) {
                let sql = update_games(writers.kind, some.len());
                let query = bind_games(sqlx::query(AssertSqlSafe(sql)), some);
                query.execute(transaction.connection()?).await?;
            }
            new
        }
    };
    if new < following.len() as u64 {
        // Nothing of it stays: the transaction is not committed.
        return Ok(if appends.len() == 1 {
            Some(HashSet::new())
        } else {
            None
        });
    }
    for (append, number, start, head) in starts {
        insert_mark(transaction.connection()?, &append.game, number, &start, head).await?;
    }
    let names = following.iter().map(|(append, _)| append.name());
    let written = names.collect();
    transaction.commit().await?;
    Ok(Some(written))
}

/// How a game stands after the last of the acts that are written in it together.
struct Standing<'a> {
    append: &'a Append,
    head: Head,
    timeline: Option<i64>,
    /// How much longer it is.
    bytes: usize,
}

type Query<'q> = sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments>;

fn insert_acts(kind: Kind, count: usize) -> String {
    let mut sql = "INSERT INTO acts (game, seq, act, key, seat, wall_ms, sealed, hash) VALUES ".to_owned();
    let types = [
        "TEXT", "BIGINT", "TEXT", "TEXT", "BIGINT", "BIGINT", "TEXT", "TEXT",
    ];
    rows(&mut sql, kind, count, &types);
    sql.push_str(" ON CONFLICT DO NOTHING");
    sql
}

fn bind_acts<'q>(mut query: Query<'q>, acts: &'q [(&Append, Head)]) -> Query<'q> {
    for (append, head) in acts {
        query = query
            .bind(&append.game)
            .bind(append.seq)
            .bind(&append.act)
            .bind(&append.key)
            .bind(append.seat)
            .bind(append.wall_ms)
            .bind(append.sealed.as_ref().map(|sealed| &sealed.text))
            .bind(head.to_string());
    }
    query
}

fn update_games(kind: Kind, count: usize) -> String {
    // Both databases call the columns of a list of values column1, column2, …
    let mut sql = "UPDATE games SET seq = v.column2, updated_ms = v.column3, status = v.column4, \
                   winner = v.column5, turn = v.column6, deadline_ms = v.column7, head = v.column8, \
                   timeline = v.column9, bytes = games.bytes + v.column10 FROM (VALUES "
        .to_owned();
    let types = [
        "TEXT", "BIGINT", "BIGINT", "TEXT", "TEXT", "TEXT", "BIGINT", "TEXT", "BIGINT", "BIGINT",
    ];
    rows(&mut sql, kind, count, &types);
    sql.push_str(") AS v WHERE games.id = v.column1");
    sql
}

fn bind_games<'q>(mut query: Query<'q>, games: &'q [Standing<'_>]) -> Query<'q> {
    for Standing {
        append,
        head,
        timeline,
        bytes,
    } in games
    {
        let standing = &append.standing;
        query = query
            .bind(&append.game)
            .bind(append.seq)
            .bind(append.wall_ms)
            .bind(&standing.status)
            .bind(&standing.winner)
            .bind(&standing.turn)
            .bind(standing.deadline_ms)
            .bind(head.to_string())
            .bind(*timeline)
            .bind(i64::try_from(*bytes).unwrap_or(i64::MAX));
    }
    query
}

/// Whether what is to be written was encrypted by the key that the database names, where it names one. That key is held until the
/// end of the transaction: whoever changes it waits, or is seen here.
pub(crate) async fn sealed_with_the_key(
    connection: &mut sqlx::AnyConnection,
    kind: Kind,
    sealed: &[&Sealed],
) -> Result<(), StoreError> {
    if sealed.is_empty() {
        return Ok(());
    }
    let sql = match kind {
        Kind::Sqlite => "SELECT value FROM meta WHERE key = 'key'",
        Kind::Postgres => "SELECT value FROM meta WHERE key = 'key' FOR SHARE",
    };
    let named: Option<(String,)> = sqlx::query_as(sql).fetch_optional(connection).await?;
    if named.is_some_and(|(key,)| sealed.iter().any(|each| each.key != key)) {
        return Err(StoreError::Key(
            "the key was changed while this server ran: start it again with the new one",
        ));
    }
    Ok(())
}

/// The games of these names as they stand, held until the end of the transaction.
pub(crate) async fn stood(
    connection: &mut sqlx::AnyConnection,
    kind: Kind,
    names: &[&str],
) -> Result<HashMap<String, Stood>, StoreError> {
    let mut games = HashMap::with_capacity(names.len());
    for some in names.chunks(ROWS) {
        // In one order on every node, so that no two of them wait for each other.
        let mut sql = format!(
            "SELECT id, seq, timeline, head FROM games WHERE id IN ({}) ORDER BY id",
            places(1, some.len())
        );
        if kind == Kind::Postgres {
            sql.push_str(" FOR UPDATE");
        }
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for name in some {
            query = query.bind(*name);
        }
        for row in query.fetch_all(&mut *connection).await? {
            let head: Option<String> = row.try_get("head")?;
            let stood = Stood {
                seq: row.try_get("seq")?,
                timeline: row.try_get("timeline")?,
                head: head.as_deref().and_then(Head::parse),
            };
            games.insert(row.try_get("id")?, stood);
        }
    }
    Ok(games)
}

/// `(CAST($1 AS TEXT),CAST($2 AS BIGINT)),(…)`; for `SQLite`, which asks no types and looks for each name among all, `(?,?),(…)`.
fn rows(sql: &mut String, kind: Kind, count: usize, types: &[&str]) {
    let mut number = 1;
    for row in 0..count {
        sql.push_str(if row == 0 { "(" } else { ",(" });
        for (at, of_type) in types.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = match kind {
                Kind::Sqlite => write!(sql, "{comma}?"),
                Kind::Postgres => write!(sql, "{comma}CAST(${number} AS {of_type})"),
            };
            number += 1;
        }
        sql.push(')');
    }
}
