//! How is something read, and who is told how long the database was busy with it?

use crate::StoreError;
use sqlx::{Any, AnyConnection, AnyPool, pool::PoolConnection};
use std::{
    ops::{Deref, DerefMut},
    time::{Duration, Instant},
};

/// Connections for reading.
#[derive(Clone, Debug)]
pub(crate) struct Readers {
    pool: AnyPool,
    /// Whoever is told how long the database was busy: in the task that has asked.
    pub(crate) meter: fn(Duration),
}

impl Readers {
    pub(crate) fn new(pool: AnyPool) -> Self {
        Readers { pool, meter: |_| () }
    }

    /// A connection. Waiting for it is nobody's expense.
    pub(crate) async fn borrow(&self) -> Result<Reader, StoreError> {
        // Beside those who wait, which would all be as large otherwise.
        let connection = Box::pin(self.pool.acquire()).await?;
        Ok(Reader {
            connection,
            meter: self.meter,
            began: Instant::now(),
        })
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// A connection on which something is read, until it is dropped.
pub(crate) struct Reader {
    connection: PoolConnection<Any>,
    meter: fn(Duration),
    began: Instant,
}

impl Deref for Reader {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl DerefMut for Reader {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        (self.meter)(self.began.elapsed());
    }
}
