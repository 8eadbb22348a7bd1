//! How does an act become durable? One writer gathers what has arrived and commits it together.

use crate::{Kind, Store, StoreError, Wake, writing::Transaction};
use sqlx::{AnyPool, AssertSqlSafe, Row};
use std::{collections::HashSet, fmt::Write as _, time::Duration};
use tokio::sync::{mpsc, oneshot};

/// An act to be appended.
#[derive(Debug, Clone)]
pub struct Append {
    /// The game.
    pub game: String,
    /// Its number: one more than the number its author saw.
    pub seq: i64,
    /// The act, as text.
    pub act: String,
    /// The author's own name for this attempt: the same key twice is the same act.
    pub key: String,
    /// Who sits there.
    pub seat: i64,
    /// The server's time.
    pub wall_ms: i64,
    /// How the game stands after it.
    pub standing: Standing,
}

/// How a game stands, for lists and for the clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
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
    /// Another act has this number, or this key was used before: nothing was written.
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
/// Rows in one statement; six parameters each stay far under what either database allows.
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
pub(crate) fn spawn(pool: AnyPool, kind: Kind) -> mpsc::Sender<Job> {
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
                failed = if commit(&pool, kind, batch).await { 0 } else { size };
            }
            if !probes.is_empty() {
                let probed = in_time(probe(&pool, kind, failed)).await;
                for answer in probes {
                    let _ = answer.send(probed.clone());
                }
            }
        }
        pool.close().await;
        if let Some(done) = closing {
            let _ = done.send(());
        }
    });
    jobs
}

/// Whether they are written, or were there already.
async fn commit(pool: &AnyPool, kind: Kind, mut batch: Vec<Waiting>) -> bool {
    // In one order on every node, so that no two of them wait for each other's rows.
    batch.sort_by(|(a, _), (b, _)| (&a.game, a.seq).cmp(&(&b.game, b.seq)));
    let appends: Vec<&Append> = batch.iter().map(|(append, _)| &**append).collect();
    match in_time(write(pool, kind, &appends)).await {
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
async fn probe(pool: &AnyPool, kind: Kind, failed: usize) -> Result<(), StoreError> {
    let mut transaction = Transaction::begin(pool, kind).await?;
    sqlx::query(
        "INSERT INTO meta (key, value) VALUES ('probe', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind("probe ".repeat(if failed == 0 { 1_500 } else { 10_000 + failed.min(400_000) }))
    .execute(transaction.connection()?)
    .await?;
    transaction.commit().await
}

/// Writes all of them in one transaction; those that were new come back.
async fn write(
    pool: &AnyPool,
    kind: Kind,
    appends: &[&Append],
) -> Result<HashSet<(String, i64, String)>, StoreError> {
    let mut transaction = Transaction::begin(pool, kind).await?;
    let mut written = HashSet::with_capacity(appends.len());
    for some in appends.chunks(ROWS) {
        let mut sql = "INSERT INTO acts (game, seq, act, key, seat, wall_ms) VALUES ".to_owned();
        rows(
            &mut sql,
            some.len(),
            &["TEXT", "BIGINT", "TEXT", "TEXT", "BIGINT", "BIGINT"],
        );
        sql.push_str(" ON CONFLICT DO NOTHING RETURNING game, seq, key");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for append in some {
            query = query
                .bind(&append.game)
                .bind(append.seq)
                .bind(&append.act)
                .bind(&append.key)
                .bind(append.seat)
                .bind(append.wall_ms);
        }
        for row in query.fetch_all(transaction.connection()?).await? {
            written.insert((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
        }
    }
    let news: Vec<&&Append> = appends
        .iter()
        .filter(|append| written.contains(&(append.game.clone(), append.seq, append.key.clone())))
        .collect();
    for some in news.chunks(ROWS) {
        // Both databases call the columns of a list of values column1, column2, …
        let mut sql = "UPDATE games SET seq = v.column2, updated_ms = v.column3, status = v.column4, \
                       winner = v.column5, turn = v.column6, deadline_ms = v.column7, \
                       started_ms = COALESCE(games.started_ms, v.column3) FROM (VALUES "
            .to_owned();
        rows(
            &mut sql,
            some.len(),
            &["TEXT", "BIGINT", "BIGINT", "TEXT", "TEXT", "TEXT", "BIGINT"],
        );
        sql.push_str(") AS v WHERE games.id = v.column1 AND games.seq < v.column2");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for append in some {
            let standing = &append.standing;
            query = query
                .bind(&append.game)
                .bind(append.seq)
                .bind(append.wall_ms)
                .bind(&standing.status)
                .bind(&standing.winner)
                .bind(&standing.turn)
                .bind(standing.deadline_ms);
        }
        query.execute(transaction.connection()?).await?;
    }
    transaction.commit().await?;
    Ok(written)
}

/// `(CAST($1 AS TEXT),CAST($2 AS BIGINT)),(…)`
fn rows(sql: &mut String, count: usize, types: &[&str]) {
    let mut number = 1;
    for row in 0..count {
        sql.push_str(if row == 0 { "(" } else { ",(" });
        for (at, kind) in types.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(sql, "{comma}CAST(${number} AS {kind})");
            number += 1;
        }
        sql.push(')');
    }
}
