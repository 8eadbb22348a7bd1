//! What was said at a table?

use crate::{Store, StoreError, Wake};
use sqlx::{FromRow, Row, any::AnyRow};

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
        self.write(
            sqlx::query(
                "INSERT INTO chat (game, channel, author, party, text, sent_ms, key)
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
            )
            .bind(game)
            .bind(channel)
            .bind(author)
            .bind(party)
            .bind(text)
            .bind(now_ms)
            .bind(key),
        )
        .await?;
        self.call(Wake::Chat(game.to_owned()));
        Ok(sqlx::query_as("SELECT * FROM chat WHERE game = $1 AND key = $2")
            .bind(game)
            .bind(key)
            .fetch_one(&self.pool)
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
        .fetch_all(&self.pool)
        .await?)
    }

    /// How many things were said on this channel.
    pub async fn count_said(&self, game: &str, channel: &str) -> Result<i64, StoreError> {
        let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM chat WHERE game = $1 AND channel = $2")
            .bind(game)
            .bind(channel)
            .fetch_one(&self.pool)
            .await?;
        Ok(count)
    }

    /// The number of the last thing said; 0 where nothing was.
    pub async fn last_said(&self, game: &str) -> Result<i64, StoreError> {
        let (last,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(id), 0) FROM chat WHERE game = $1")
            .bind(game)
            .fetch_one(&self.pool)
            .await?;
        Ok(last)
    }
}
