//! Who has an account, where is he logged in, and what waits for him?

use crate::{Kind, Store, StoreError, names::likeness};
use sqlx::{FromRow, Row, any::AnyRow};

/// What one account may have at once: secrets of programs, sessions, letters in its inbox.
const MOST_TOKENS: i64 = 50;
const MOST_SESSIONS: i64 = 50;
const MOST_LETTERS: i64 = 1000;
/// So many rows are changed at once, of which there may be many: nobody waits for more than that.
const SOME: i64 = 500;

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
    /// Whether what he says is not passed on.
    pub muted: bool,
    /// Whether a program plays for him.
    pub bot: bool,
}

impl FromRow<'_, AnyRow> for Account {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(Account {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            password: row.try_get("password")?,
            created_ms: row.try_get("created_ms")?,
            muted: row.try_get::<i64, _>("muted")? != 0,
            bot: row.try_get::<i64, _>("bot")? != 0,
        })
    }
}

/// Something that was done and may have to be accounted for.
#[derive(Debug, Clone)]
pub struct AuditRow {
    /// When.
    pub at_ms: i64,
    /// By which account.
    pub account: Option<i64>,
    /// From where.
    pub address: Option<String>,
    /// `login`, `login refused`, `seat`, …
    pub what: String,
    /// Whom or what it concerned.
    pub about: String,
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
    /// A new account; [`StoreError::Taken`] where the name is, or one that looks like it (capital or small letters are the
    /// same). `person` is a mark of the address from which somebody registered; an account that the keeper makes has none.
    pub async fn create_account(
        &self,
        name: &str,
        password: &str,
        person: Option<&str>,
        now_ms: i64,
    ) -> Result<Account, StoreError> {
        let made = self
            .write(
                sqlx::query(
                    "INSERT INTO accounts (name, folded, likeness, password, person, created_ms)
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                )
                .bind(name)
                .bind(name.to_lowercase())
                .bind(likeness(name))
                .bind(password)
                .bind(person)
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

    /// How many accounts were registered from the address with this mark.
    pub async fn accounts_from(&self, person: &str) -> Result<i64, StoreError> {
        let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM accounts WHERE person = $1")
            .bind(person)
            .fetch_one(&mut *self.readers.borrow().await?)
            .await?;
        Ok(count)
    }

    /// Deletes accounts that were registered before this time and never used: nobody is logged in, has a program, or ever sat
    /// down at a game. Those that the keeper made stay. How many went.
    pub async fn expire_accounts(&self, before_ms: i64, most: i64) -> Result<usize, StoreError> {
        let idle: Vec<(i64,)> = sqlx::query_as(
            "SELECT id FROM accounts WHERE person IS NOT NULL AND muted = 0 AND created_ms < $1
             AND NOT EXISTS (SELECT 1 FROM seats WHERE account = accounts.id)
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE account = accounts.id)
             AND NOT EXISTS (SELECT 1 FROM tokens WHERE account = accounts.id)
             ORDER BY id LIMIT $2",
        )
        .bind(before_ms)
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?;
        for (account,) in &idle {
            self.delete_account(*account).await?;
        }
        Ok(idle.len())
    }

    /// The account of this name.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM accounts WHERE folded = $1")
            .bind(name.to_lowercase())
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// The account for which somebody of this name could be taken.
    pub async fn account_like(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let alike = "SELECT * FROM accounts WHERE folded = $1 OR likeness = $2 ORDER BY folded <> $1 LIMIT 1";
        Ok(sqlx::query_as(alike)
            .bind(name.to_lowercase())
            .bind(likeness(name))
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// Every account, by name.
    pub async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM accounts ORDER BY folded")
            .fetch_all(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// A new password; every session of the account ends.
    pub async fn set_password(&self, account: i64, password: &str) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query("UPDATE accounts SET password = $1 WHERE id = $2")
            .bind(password)
            .bind(account)
            .execute(transaction.connection()?)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE account = $1")
            .bind(account)
            .execute(transaction.connection()?)
            .await?;
        transaction.commit().await
    }

    /// What an account's owner says is passed on no more, or again.
    pub async fn mute(&self, account: i64, muted: bool) -> Result<(), StoreError> {
        let change = sqlx::query("UPDATE accounts SET muted = $1 WHERE id = $2");
        self.write(change.bind(i64::from(muted)).bind(account)).await?;
        Ok(())
    }

    /// From now on a program plays for this account.
    pub async fn make_bot(&self, account: i64) -> Result<(), StoreError> {
        self.write(sqlx::query("UPDATE accounts SET bot = 1 WHERE id = $1").bind(account))
            .await?;
        Ok(())
    }

    /// Deletes an account: its name, its secrets, what it said, what it called its games, and what waited for it. The games
    /// it played stay, without its name. (What stands in a record is chained, and stays.) Of what there may be much a little is
    /// done at a time: others write between. Where that is cut short, there is an account at which nobody is logged in.
    pub async fn delete_account(&self, account: i64) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM sessions WHERE account = $1",
            "DELETE FROM tokens WHERE account = $1",
        ] {
            self.write(sqlx::query(sql).bind(account)).await?;
        }
        let last = self.unsay(account).await?;
        for sql in [
            "UPDATE matches SET title = NULL WHERE id IN (SELECT matches.id FROM matches
             JOIN games ON games.match_id = matches.id JOIN seats ON seats.game = games.id
             WHERE seats.account = $1 AND seats.creator = 1 AND matches.title IS NOT NULL LIMIT $2)",
            "UPDATE games SET title = NULL WHERE id IN (SELECT games.id FROM games JOIN seats ON seats.game = games.id
             WHERE seats.account = $1 AND seats.creator = 1 AND games.title IS NOT NULL LIMIT $2)",
            "UPDATE audit SET account = NULL, address = NULL,
             about = CASE WHEN what LIKE 'token%' THEN '' ELSE about END
             WHERE id IN (SELECT id FROM audit WHERE account = $1 LIMIT $2)",
        ] {
            while self.write(sqlx::query(sql).bind(account).bind(SOME)).await? > 0 {}
        }
        let mut transaction = self.begin().await?;
        sqlx::query(
            "UPDATE chat SET author = NULL, text = '' WHERE id > $2 AND EXISTS (SELECT 1 FROM seats
             WHERE seats.game = chat.game AND seats.account = $1 AND chat.key LIKE CAST(seats.seat AS TEXT) || ' %')",
        )
        .bind(account)
        .bind(last)
        .execute(transaction.connection()?)
        .await?;
        for sql in [
            "UPDATE seats SET account = NULL, name = NULL WHERE account = $1",
            "DELETE FROM sessions WHERE account = $1",
            "DELETE FROM tokens WHERE account = $1",
            "DELETE FROM inbox WHERE account = $1",
            "DELETE FROM challenges WHERE challenger = $1 OR challenged = $1",
            "DELETE FROM seeks WHERE account = $1",
            "DELETE FROM listeners WHERE account = $1",
            "UPDATE audit SET account = NULL, address = NULL,
             about = CASE WHEN what LIKE 'token%' THEN '' ELSE about END WHERE account = $1",
            "DELETE FROM accounts WHERE id = $1",
        ] {
            sqlx::query(sql)
                .bind(account)
                .execute(transaction.connection()?)
                .await?;
        }
        // By this every node notices, whoever deleted the account, that names in its memory may be gone.
        sqlx::query(
            "INSERT INTO meta (key, value) VALUES ('deleted account', $1)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )
        .bind(account.to_string())
        .execute(transaction.connection()?)
        .await?;
        transaction.commit().await?;
        if self.kind == Kind::Sqlite {
            // What was overwritten still stands in the log's file until that is emptied.
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
                .execute(&mut *self.readers.borrow().await?)
                .await?;
        }
        Ok(())
    }

    /// What this account has said up to now is gone. The number of the last thing that anybody had said before.
    async fn unsay(&self, account: i64) -> Result<i64, StoreError> {
        let (last,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(id), 0) FROM chat")
            .fetch_one(&mut *self.readers.borrow().await?)
            .await?;
        let seats: Vec<(String, i64)> = sqlx::query_as(
            "SELECT game, seat FROM seats WHERE account = $1
             AND EXISTS (SELECT 1 FROM chat WHERE chat.game = seats.game)",
        )
        .bind(account)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?;
        for (game, seat) in seats {
            // The key of a message begins with the seat from which it was sent.
            let said = format!("{seat} %");
            let unsay = || {
                let some = sqlx::query(
                    "UPDATE chat SET author = NULL, text = '' WHERE id IN (SELECT id FROM chat
                     WHERE game = $1 AND key LIKE $2 AND (author IS NOT NULL OR text <> '') LIMIT $3)",
                );
                some.bind(&game).bind(&said).bind(SOME)
            };
            while self.write(unsay()).await? > 0 {}
        }
        Ok(last)
    }

    /// Which account was deleted last.
    pub async fn last_deleted(&self) -> Result<Option<String>, StoreError> {
        self.meta("deleted account").await
    }

    /// Notes what was done.
    pub async fn note(
        &self,
        at_ms: i64,
        who: (Option<i64>, Option<&str>),
        what: &str,
        about: &str,
    ) -> Result<(), StoreError> {
        let note = sqlx::query(
            "INSERT INTO audit (at_ms, account, address, what, about) VALUES ($1, $2, $3, $4, $5)",
        );
        self.write(note.bind(at_ms).bind(who.0).bind(who.1).bind(what).bind(about))
            .await?;
        Ok(())
    }

    /// What was done since this time, in order; where there is more, the latest.
    pub async fn noted(&self, since_ms: i64, most: i64) -> Result<Vec<AuditRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT at_ms, account, address, what, about FROM
             (SELECT * FROM audit WHERE at_ms >= $1 ORDER BY id DESC LIMIT $2) AS latest ORDER BY id",
        )
        .bind(since_ms)
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?;
        let read = |row: &AnyRow| {
            Ok(AuditRow {
                at_ms: row.try_get(0)?,
                account: row.try_get(1)?,
                address: row.try_get(2)?,
                what: row.try_get(3)?,
                about: row.try_get(4)?,
            })
        };
        rows.iter()
            .map(read)
            .collect::<Result<_, sqlx::Error>>()
            .map_err(StoreError::from)
    }

    /// Forgets what was noted before this time, and the oldest where there is more than so much.
    pub async fn forget_notes(&self, before_ms: i64, most: i64) -> Result<(), StoreError> {
        let forget =
            sqlx::query("DELETE FROM audit WHERE at_ms < $1 OR id <= (SELECT MAX(id) FROM audit) - $2");
        self.write(forget.bind(before_ms).bind(most)).await?;
        Ok(())
    }

    /// A secret for a program that acts for an account, by its hash; [`StoreError::Full`] where it has as many as it may have.
    pub async fn add_token(
        &self,
        hash: &str,
        account: i64,
        name: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let new = sqlx::query(
            "INSERT INTO tokens (hash, account, name, created_ms)
             SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT)
             WHERE (SELECT COUNT(*) FROM tokens WHERE account = $2) < $5",
        );
        let new = new.bind(hash).bind(account).bind(name).bind(now_ms);
        match self.write(new.bind(MOST_TOKENS)).await? {
            0 => Err(StoreError::Full("tokens of one account: make them void first")),
            _ => Ok(()),
        }
    }

    /// Whose program this is, by the hash of its secret.
    pub async fn token_account(&self, hash: &str) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT accounts.* FROM tokens JOIN accounts ON accounts.id = tokens.account WHERE hash = $1",
        )
        .bind(hash)
        .fetch_optional(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// Every secret of the account's programs is void.
    pub async fn end_tokens(&self, account: i64) -> Result<(), StoreError> {
        self.write(sqlx::query("DELETE FROM tokens WHERE account = $1").bind(account))
            .await?;
        Ok(())
    }

    /// The account of this number.
    pub async fn account_by_id(&self, id: i64) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM accounts WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// A session, by the hash of its secret. Where the account has more than it may have, the oldest end.
    pub async fn open_session(&self, hash: &str, account: i64, expires_ms: i64) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query("INSERT INTO sessions (hash, account, expires_ms) VALUES ($1, $2, $3)")
            .bind(hash)
            .bind(account)
            .bind(expires_ms)
            .execute(transaction.connection()?)
            .await?;
        sqlx::query(
            "DELETE FROM sessions WHERE account = $1 AND hash <> $2 AND hash NOT IN
             (SELECT hash FROM sessions WHERE account = $1 AND hash <> $2 ORDER BY expires_ms DESC LIMIT $3)",
        )
        .bind(account)
        .bind(hash)
        .bind(MOST_SESSIONS - 1)
        .execute(transaction.connection()?)
        .await?;
        transaction.commit().await
    }

    /// Whose session it is, while it lasts.
    pub async fn session(&self, hash: &str, now_ms: i64) -> Result<Option<Account>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT accounts.* FROM sessions JOIN accounts ON accounts.id = sessions.account
             WHERE hash = $1 AND expires_ms > $2",
        )
        .bind(hash)
        .bind(now_ms)
        .fetch_optional(&mut *self.readers.borrow().await?)
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

    /// Puts something into an inbox; the same key twice is the same item. Of more than it holds, the oldest go.
    pub async fn put_into_inbox(
        &self,
        account: i64,
        game: &str,
        kind: &str,
        text: &str,
        key: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let insert = sqlx::query(
            "INSERT INTO inbox (account, game, kind, text, created_ms, read, key)
             VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT DO NOTHING",
        );
        let new = insert
            .bind(account)
            .bind(game)
            .bind(kind)
            .bind(text)
            .bind(now_ms)
            .bind(key)
            .execute(transaction.connection()?)
            .await?
            .rows_affected();
        if new == 1 {
            let oldest = sqlx::query(
                "DELETE FROM inbox WHERE account = $1 AND id <=
                 (SELECT id FROM inbox WHERE account = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
            );
            let oldest = oldest.bind(account).bind(MOST_LETTERS);
            oldest.execute(transaction.connection()?).await?;
        }
        transaction.commit().await
    }

    /// What waits, the latest first.
    pub async fn inbox(&self, account: i64, most: i64) -> Result<Vec<InboxItem>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM inbox WHERE account = $1 ORDER BY id DESC LIMIT $2")
                .bind(account)
                .bind(most)
                .fetch_all(&mut *self.readers.borrow().await?)
                .await?,
        )
    }

    /// How much is unread.
    pub async fn unread(&self, account: i64) -> Result<i64, StoreError> {
        let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM inbox WHERE account = $1 AND read = 0")
            .bind(account)
            .fetch_one(&mut *self.readers.borrow().await?)
            .await?;
        Ok(count)
    }

    /// Marks items as read.
    pub async fn mark_read(&self, account: i64, ids: &[i64]) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for id in ids {
            sqlx::query("UPDATE inbox SET read = 1 WHERE account = $1 AND id = $2")
                .bind(account)
                .bind(*id)
                .execute(transaction.connection()?)
                .await?;
        }
        transaction.commit().await
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
