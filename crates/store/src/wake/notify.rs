//! Calls by the database itself: `NOTIFY` and `LISTEN`.

use super::{CHANNEL, Channel};
use sqlx::{AnyPool, postgres::PgListener};

/// The database's own channel.
pub(crate) struct Notify {
    pub(crate) url: String,
    pub(crate) pool: AnyPool,
}

impl Channel for Notify {
    async fn call(&self, words: &str) -> Result<(), String> {
        sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(words)
            .execute(&self.pool)
            .await
            .map(|_| ())
            .map_err(|error| error.to_string())
    }

    async fn listen(&self, mut heard: impl FnMut(Option<&str>) + Send) -> Result<(), String> {
        let lost = |error: sqlx::Error| error.to_string();
        let mut listener = PgListener::connect(&self.url).await.map_err(lost)?;
        listener.listen(CHANNEL).await.map_err(lost)?;
        // Whatever was called while nobody listened.
        heard(None);
        loop {
            // `try_recv` returns nothing when the connection was lost and made again.
            let call = listener.try_recv().await.map_err(lost)?;
            heard(call.as_ref().map(sqlx::postgres::PgNotification::payload));
        }
    }

    fn is_closed(&self) -> bool {
        self.pool.is_closed()
    }
}
