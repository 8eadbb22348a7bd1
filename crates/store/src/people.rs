//! Who has an account, where is he logged in, and what waits for him?

use crate::{Store, StoreError};
use sqlx::{FromRow, Row, any::AnyRow};

/// An account.
#[derive(Debug, Clone)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// The name as its owner writes it.
    pub name: String,
    /// The password's hash, in the PHC format.
    pub password: String,
    /// Since when.
    pub created_ms: i64,
}

impl FromRow<'_, AnyRow> for Account {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(Account {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            password: row.try_get("password")?,
            created_ms: row.try_get("created_ms")?,
        })
    }
}

/// Something that waits for an account's owner.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct InboxItem {
    pub id: i64,
    pub game: String,
    pub kind: String,
    pub text: String,
    pub created_ms: i64,
    pub read: bool,
}

impl FromRow<'_, AnyRow> for InboxItem {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(InboxItem {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            kind: row.try_get("kind")?,
            text: row.try_get("text")?,
            created_ms: row.try_get("created_ms")?,
            read: row.try_get::<i64, _>("read")? != 0,
        })
    }
}

impl Store {
    /// A new account; [`StoreError::Taken`] where the name is (capital or small letters are the same).
    pub async fn create_account(
        &self,
        name: &str,
        password: &str,
        now_ms: i64,
    ) -> Result<Account, StoreError> {
        let made = self
            .write(
                sqlx::query(
                    "INSERT INTO accounts (name, folded, password, created_ms) VALUES ($1, $2, $3, $4)
                     ON CONFLICT DO NOTHING",
                )
                .bind(name)
                .bind(name.to_lowercase())
                .bind(password)
                .bind(now_ms),
            )
            .await?;
        if made == 0 {
            return Err(StoreError::Taken);
        }
        self.account(name)
            .await?
            .ok_or_else(|| StoreError::Unavailable("the account just made is not there".to_owned()))
    }

    /// The account of this name.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM accounts WHERE folded = $1")
            .bind(name.to_lowercase())
            .fetch_optional(&self.pool)
            .await?)
    }

    /// Every account, by name.
    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM accounts ORDER BY folded")
            .fetch_all(&self.pool)
            .await?)
    }

    /// A new password; every session of the account ends.
    pub async fn set_password(&self, account: i64, password: &str) -> Result<(), StoreError> {
        self.write(
            sqlx::query("UPDATE accounts SET password = $1 WHERE id = $2")
                .bind(password)
                .bind(account),
        )
        .await?;
        self.end_sessions(account).await
    }

    /// A session, by the hash of its secret.
    pub async fn open_session(&self, hash: &str, account: i64, expires_ms: i64) -> Result<(), StoreError> {
        self.write(
            sqlx::query("INSERT INTO sessions (hash, account, expires_ms) VALUES ($1, $2, $3)")
                .bind(hash)
                .bind(account)
                .bind(expires_ms),
        )
        .await?;
        Ok(())
    }

    /// Whose session it is, while it lasts.
    pub async fn session(&self, hash: &str, now_ms: i64) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT accounts.* FROM sessions JOIN accounts ON accounts.id = sessions.account
             WHERE hash = $1 AND expires_ms > $2",
        )
        .bind(hash)
        .bind(now_ms)
        .fetch_optional(&self.pool)
        .await?)
    }

    /// Ends one session.
    pub async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.write(sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash))
            .await?;
        Ok(())
    }

    /// Ends every session of an account.
    pub async fn end_sessions(&self, account: i64) -> Result<(), StoreError> {
        self.write(sqlx::query("DELETE FROM sessions WHERE account = $1").bind(account))
            .await?;
        Ok(())
    }

    /// Ends sessions that have run out.
    pub async fn sweep_sessions(&self, now_ms: i64) -> Result<(), StoreError> {
        self.write(sqlx::query("DELETE FROM sessions WHERE expires_ms <= $1").bind(now_ms))
            .await?;
        Ok(())
    }

    /// Puts something into an inbox; the same key twice is the same item.
    pub async fn put_into_inbox(
        &self,
        account: i64,
        game: &str,
        kind: &str,
        text: &str,
        key: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.write(
            sqlx::query(
                "INSERT INTO inbox (account, game, kind, text, created_ms, read, key)
             VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT DO NOTHING",
            )
            .bind(account)
            .bind(game)
            .bind(kind)
            .bind(text)
            .bind(now_ms)
            .bind(key),
        )
        .await?;
        Ok(())
    }

    /// What waits, the latest first.
    pub async fn inbox(&self, account: i64, most: i64) -> Result<Vec<InboxItem>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM inbox WHERE account = $1 ORDER BY id DESC LIMIT $2")
                .bind(account)
                .bind(most)
                .fetch_all(&self.pool)
                .await?,
        )
    }

    /// How much is unread.
    pub async fn unread(&self, account: i64) -> Result<i64, StoreError> {
        let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM inbox WHERE account = $1 AND read = 0")
            .bind(account)
            .fetch_one(&self.pool)
            .await?;
        Ok(count)
    }

    /// Marks items as read.
    pub async fn mark_read(&self, account: i64, ids: &[i64]) -> Result<(), StoreError> {
        for id in ids {
            self.write(
                sqlx::query("UPDATE inbox SET read = 1 WHERE account = $1 AND id = $2")
                    .bind(account)
                    .bind(*id),
            )
            .await?;
        }
        Ok(())
    }

    /// What was asked of the players of a finished turn is done: your-turn items of this game are read.
    pub async fn turn_is_over(&self, account: i64, game: &str) -> Result<(), StoreError> {
        self.write(sqlx::query(
            "UPDATE inbox SET read = 1 WHERE account = $1 AND game = $2 AND kind IN ('your-turn', 'reminder')",
        )
        .bind(account)
        .bind(game)).await?;
        Ok(())
    }
}
