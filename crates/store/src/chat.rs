//! What was said at a table?

use crate::{Kind, Store, StoreError, Wake, games::add_bytes};
use sqlx::{FromRow, Row, any::AnyRow};

/// What a message takes beside its text, its author and its key.
const ROW_BYTES: usize = 50;

/// Something said.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ChatRow {
    pub id: i64,
    pub channel: String,
    pub author: Option<String>,
    pub party: String,
    pub text: String,
    pub sent_ms: i64,
}

impl FromRow<'_, AnyRow> for ChatRow {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(ChatRow {
            id: row.try_get("id")?,
            channel: row.try_get("channel")?,
            author: row.try_get("author")?,
            party: row.try_get("party")?,
            text: row.try_get("text")?,
            sent_ms: row.try_get("sent_ms")?,
        })
    }
}

impl Store {
    /// Something said; the same key twice is the same message.
    pub async fn say(
        &self,
        game: &str,
        channel: &str,
        said: (Option<&str>, &str, &str),
        key: &str,
        now_ms: i64,
    ) -> Result<ChatRow, StoreError> {
        let (author, party, text) = said;
        let mut transaction = self.begin().await?;
        if self.kind == Kind::Postgres {
            // What is said at one table is numbered in the order in which it is committed: whoever has heard a number has heard
            // all before it.
            sqlx::query("SELECT id FROM games WHERE id = $1 FOR UPDATE")
                .bind(game)
                .execute(transaction.connection()?)
                .await?;
        }
        let insert = sqlx::query(
            "INSERT INTO chat (game, channel, author, party, text, sent_ms, key)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        );
        let new = insert
            .bind(game)
            .bind(channel)
            .bind(author)
            .bind(party)
            .bind(text)
            .bind(now_ms)
            .bind(key)
            .execute(transaction.connection()?)
            .await?
            .rows_affected();
        if new == 1 {
            let bytes = text.len() + author.map_or(0, str::len) + key.len() + ROW_BYTES;
            add_bytes(transaction.connection()?, game, bytes).await?;
        }
        transaction.commit().await?;
        self.call(Wake::Chat(game.to_owned()));
        Ok(sqlx::query_as("SELECT * FROM chat WHERE game = $1 AND key = $2")
            .bind(game)
            .bind(key)
            .fetch_one(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// What was said after this number, on one channel or on all.
    pub async fn said(
        &self,
        game: &str,
        channel: Option<&str>,
        after: i64,
        most: i64,
    ) -> Result<Vec<ChatRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT * FROM chat WHERE game = $1 AND id > $2 AND channel = COALESCE($3, channel)
             ORDER BY id LIMIT $4",
        )
        .bind(game)
        .bind(after)
        .bind(channel)
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// How many messages this channel has, and how many bytes of text.
    pub async fn count_said(&self, game: &str, channel: &str) -> Result<(i64, i64), StoreError> {
        let count = sqlx::query_as(
            "SELECT COUNT(*), CAST(COALESCE(SUM(OCTET_LENGTH(text)), 0) AS BIGINT)
             FROM chat WHERE game = $1 AND channel = $2",
        );
        Ok(count
            .bind(game)
            .bind(channel)
            .fetch_one(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// The number of the last thing said; 0 where nothing was.
    pub async fn last_said(&self, game: &str) -> Result<i64, StoreError> {
        let (last,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(id), 0) FROM chat WHERE game = $1")
            .bind(game)
            .fetch_one(&mut *self.readers.borrow().await?)
            .await?;
        Ok(last)
    }
}
