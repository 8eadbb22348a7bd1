//! How is something written so that nothing half done stays behind? After any failure the connection is thrown away.
//!
//! A connection on which a write failed may still be inside a transaction, whatever it says: on a full disk `SQLite` rolls
//! back by itself, and a later commit would then only end a part of a transaction that never ends. So a connection goes
//! back to the pool in one way only: after its write, and its commit where there is one, is known to have succeeded.
//! Failures, time-outs and callers who go away all drop it, and the database rolls back.

use crate::{Kind, Store, StoreError};
use sqlx::{Any, AnyConnection, AnyPool, Executor, pool::PoolConnection, query::Query};

/// A connection that is closed unless it is given back.
pub(crate) struct Borrowed(Option<PoolConnection<Any>>);

impl Borrowed {
    pub(crate) async fn from(pool: &AnyPool) -> Result<Self, StoreError> {
        Ok(Borrowed(Some(pool.acquire().await?)))
    }

    pub(crate) fn connection(&mut self) -> Result<&mut AnyConnection, StoreError> {
        let gone = || StoreError::Unavailable("the connection was given back already".to_owned());
        self.0.as_deref_mut().ok_or_else(gone)
    }

    /// All went well: somebody else may have it.
    pub(crate) fn give_back(mut self) {
        drop(self.0.take());
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            // Out of the pool, and closed: the database rolls back whatever was begun.
            drop(connection.detach());
        }
    }
}

/// A transaction; unless it is committed, its connection is closed and nothing of it stays.
pub(crate) struct Transaction(Borrowed);

impl Transaction {
    pub(crate) async fn begin(pool: &AnyPool, kind: Kind) -> Result<Self, StoreError> {
        let mut borrowed = Borrowed::from(pool).await?;
        let begin = match kind {
            // The lock is taken at once, so that no reading inside can find it gone later.
            Kind::Sqlite => "BEGIN IMMEDIATE",
            Kind::Postgres => "BEGIN",
        };
        borrowed.connection()?.execute(begin).await?;
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
        let mut borrowed = Borrowed::from(&self.pool).await?;
        let done = query.execute(borrowed.connection()?).await?;
        borrowed.give_back();
        Ok(done.rows_affected())
    }

    /// A transaction on a connection of the pool.
    pub(crate) async fn begin(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(&self.pool, self.kind).await
    }
}
