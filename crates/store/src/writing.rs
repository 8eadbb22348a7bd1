//! How is something written so that nothing half done stays behind? After any failure the connection is thrown away.
//!
//! A connection on which a write failed may still be inside a transaction, whatever it says: on a full disk `SQLite` rolls
//! back by itself, and a later commit would then only end a part of a transaction that never ends. So a connection goes
//! back to the pool in one way only: after its write, and its commit where there is one, is known to have succeeded.
//! Failures, time-outs and callers who go away all drop it, and the database rolls back.

use crate::{Kind, Store, StoreError, schema};
use sqlx::{Any, AnyConnection, AnyPool, Connection as _, Executor, pool::PoolConnection, query::Query};
use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{runtime::Handle, sync::OwnedMutexGuard, task::JoinHandle};

/// Connections for writing. One that was thrown away is closed before another is taken, so that what it had begun is rolled
/// back, and its lock gone, before anybody writes again.
#[derive(Clone, Debug)]
pub(crate) struct Writers {
    pool: AnyPool,
    pub(crate) kind: Kind,
    /// Whether acts are written by them: nothing but one other write is ever waited for.
    acts: bool,
    turns: Turns,
    closing: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

/// Whose turn it is to write into an `SQLite` file, of which there is one at a time. The database itself keeps no order among
/// those who wait, and who writes much would keep all others out. The acts of games stand in no queue: of all else that is to be
/// written, one at most is before them.
#[derive(Clone, Debug, Default)]
struct Turns {
    others: Arc<tokio::sync::Mutex<()>>,
    file: Arc<tokio::sync::Mutex<()>>,
}

/// A database that does not answer must not keep others waiting for its last word.
const LAST_WORD: Duration = Duration::from_secs(1);

impl Writers {
    pub(crate) fn new(pool: AnyPool, kind: Kind) -> Self {
        Writers {
            pool,
            kind,
            acts: false,
            turns: Turns::default(),
            closing: Arc::default(),
        }
    }

    /// Connections of another pool to the same database, by which acts are written.
    pub(crate) fn of_acts(&self, pool: AnyPool) -> Self {
        Writers {
            pool,
            acts: true,
            ..self.clone()
        }
    }

    pub(crate) async fn borrow(&self) -> Result<Borrowed, StoreError> {
        let in_turn = self.kind == Kind::Sqlite;
        let queued = if in_turn && !self.acts {
            Some(Arc::clone(&self.turns.others).lock_owned().await)
        } else {
            None
        };
        // Nobody's turn is spent on waiting for a connection.
        let connection = self.pool.acquire().await?;
        let turn = if in_turn {
            Some(Arc::clone(&self.turns.file).lock_owned().await)
        } else {
            None
        };
        let borrowed = Borrowed {
            connection: Some(connection),
            from: self.clone(),
            _turn: (turn, queued),
        };
        let thrown_away = mem::take(&mut *self.closing());
        let closed = async {
            for closing in thrown_away {
                let _ = closing.await;
            }
        };
        // Later they close by themselves.
        let _ = tokio::time::timeout(LAST_WORD, closed).await;
        Ok(borrowed)
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    fn closing(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.closing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Out of the pool, and closed: the database rolls back whatever was begun.
    fn throw_away(&self, connection: PoolConnection<Any>) {
        let connection = connection.detach();
        // Without a runtime, as at the end of the program, it is closed by being dropped.
        if let Ok(runtime) = Handle::try_current() {
            let closing = runtime.spawn(async move {
                let _ = connection.close().await;
            });
            self.closing().push(closing);
        }
    }
}

/// A connection to an `SQLite` file that nobody uses, open as long as the store. Whoever closes the last connection to a file
/// folds its log into it, and whoever opens the first takes for written whatever lies in the log, also a commit that failed:
/// while the keeper is there, no connection that is thrown away is the last.
#[derive(Clone, Debug)]
pub(crate) struct Keeper(Arc<tokio::sync::Mutex<Option<AnyConnection>>>);

impl Keeper {
    /// After the schema is there.
    pub(crate) async fn of(mut connection: AnyConnection, kind: Kind) -> Result<Self, StoreError> {
        let kept = if kind == Kind::Sqlite {
            // The log is opened by the first who reads.
            connection.execute("SELECT 1 FROM meta").await?;
            Some(connection)
        } else {
            connection.close().await?;
            None
        };
        Ok(Keeper(Arc::new(tokio::sync::Mutex::new(kept))))
    }

    /// After all others.
    pub(crate) async fn close(&self) {
        if let Some(connection) = self.0.lock().await.take() {
            let _ = connection.close().await;
        }
    }
}

/// A connection that is closed unless it is given back.
pub(crate) struct Borrowed {
    connection: Option<PoolConnection<Any>>,
    from: Writers,
    /// While it lasts nobody else here writes into the file.
    _turn: (Option<OwnedMutexGuard<()>>, Option<OwnedMutexGuard<()>>),
}

impl Borrowed {
    pub(crate) fn connection(&mut self) -> Result<&mut AnyConnection, StoreError> {
        let gone = || StoreError::Unavailable("the connection was given back already".to_owned());
        self.connection.as_deref_mut().ok_or_else(gone)
    }

    /// All went well: somebody else may have it.
    pub(crate) fn give_back(mut self) {
        drop(self.connection.take());
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.from.throw_away(connection);
        }
    }
}

/// A transaction; unless it is committed, its connection is closed and nothing of it stays.
pub(crate) struct Transaction(Borrowed);

impl Transaction {
    pub(crate) async fn begin(writers: &Writers) -> Result<Self, StoreError> {
        let mut borrowed = writers.borrow().await?;
        match writers.kind {
            // The lock is taken at once, so that no reading inside can find it gone later.
            Kind::Sqlite => schema::begin_if_ours(borrowed.connection()?).await?,
            Kind::Postgres => {
                borrowed.connection()?.execute("BEGIN").await?;
                schema::is_ours(borrowed.connection()?).await?;
            }
        }
        Ok(Transaction(borrowed))
    }

    pub(crate) fn connection(&mut self) -> Result<&mut AnyConnection, StoreError> {
        self.0.connection()
    }

    /// When this returns without an error, everything written in it is durable. (`SQLite` refuses a commit where no
    /// transaction is open, so one that ended behind our back is noticed.)
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.0.connection()?.execute("COMMIT").await?;
        self.0.give_back();
        Ok(())
    }
}

impl Store {
    /// One statement that writes; how many rows it changed.
    pub(crate) async fn write(
        &self,
        query: Query<'_, Any, sqlx::any::AnyArguments>,
    ) -> Result<u64, StoreError> {
        let mut borrowed = self.writers.borrow().await?;
        schema::is_ours(borrowed.connection()?).await?;
        let done = query.execute(borrowed.connection()?).await?;
        borrowed.give_back();
        Ok(done.rows_affected())
    }

    /// A transaction on a connection of the pool.
    pub(crate) async fn begin(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(&self.writers).await
    }
}
