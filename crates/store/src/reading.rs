//! How is something read, and who is told how long the database was busy with it?

use crate::StoreError;
use sqlx::{Any, AnyConnection, AnyPool, pool::PoolConnection};
use std::{
    ops::{Deref, DerefMut},
    time::{Duration, Instant},
};

/// Whoever is told how long the database was busy: in the task that has asked.
pub(crate) type Meter = fn(Duration);

/// Nobody.
pub(crate) const UNMETERED: Meter = |_| ();

/// Connections for reading.
#[derive(Clone, Debug)]
pub(crate) struct Readers {
    pool: AnyPool,
    pub(crate) meter: Meter,
}

impl Readers {
    pub(crate) fn new(pool: AnyPool) -> Self {
        Readers {
            pool,
            meter: UNMETERED,
        }
    }

    /// A connection. Waiting for it is nobody's expense.
    pub(crate) async fn borrow(&self) -> Result<Reader, StoreError> {
        Ok(Reader {
            // Beside those who wait, which would all be as large otherwise.
            connection: Box::pin(self.pool.acquire()).await?,
            _busy: Busy::from_now(self.meter),
        })
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// A connection on which something is read, until it is dropped.
pub(crate) struct Reader {
    connection: PoolConnection<Any>,
    _busy: Busy,
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

/// The database is busy for somebody, until this is dropped.
pub(crate) struct Busy(Meter, Instant);

impl Busy {
    pub(crate) fn from_now(meter: Meter) -> Self {
        Busy(meter, Instant::now())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0(self.1.elapsed());
    }
}
