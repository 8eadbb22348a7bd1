//! Who is there, and who looks for an opponent, on whatever node?

use crate::{Account, GameRow, Kind, SeatRow, Store, StoreError, games::insert_game};
use sqlx::{AssertSqlSafe, FromRow, Row, any::AnyRow};

/// Somebody who looks for an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeekRow {
    /// Its name.
    pub id: String,
    /// Who looks.
    pub account: i64,
    /// What he wants, as text.
    pub terms: String,
    /// Since when.
    pub since_ms: i64,
    /// Unless it is renewed before, nobody looks any more.
    pub until_ms: i64,
}

impl FromRow<'_, AnyRow> for SeekRow {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(SeekRow {
            id: row.try_get("id")?,
            account: row.try_get("account")?,
            terms: row.try_get("terms")?,
            since_ms: row.try_get("since_ms")?,
            until_ms: row.try_get("until_ms")?,
        })
    }
}

impl Store {
    /// Somebody looks for an opponent; what he looked for before, he does not any more.
    pub async fn seek(&self, seek: &SeekRow) -> Result<(), StoreError> {
        let put = sqlx::query(
            "INSERT INTO seeks (id, account, terms, since_ms, until_ms) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (account) DO UPDATE SET id = excluded.id, terms = excluded.terms,
             since_ms = excluded.since_ms, until_ms = excluded.until_ms",
        );
        let put = put.bind(&seek.id).bind(seek.account).bind(&seek.terms);
        self.write(put.bind(seek.since_ms).bind(seek.until_ms)).await?;
        Ok(())
    }

    /// Those who look for an opponent now, the first first.
    pub async fn seeks(&self, now_ms: i64, most: i64) -> Result<Vec<SeekRow>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM seeks WHERE until_ms > $1 ORDER BY since_ms, id LIMIT $2")
                .bind(now_ms)
                .bind(most)
                .fetch_all(&mut *self.readers.borrow().await?)
                .await?,
        )
    }

    /// He goes on looking. False: he has found one, or looks for something else.
    pub async fn renew_seek(&self, id: &str, until_ms: i64) -> Result<bool, StoreError> {
        let renew = sqlx::query("UPDATE seeks SET until_ms = $1 WHERE id = $2");
        Ok(self.write(renew.bind(until_ms).bind(id)).await? == 1)
    }

    /// He does not look any more.
    pub async fn end_seek(&self, id: &str) -> Result<(), StoreError> {
        self.write(sqlx::query("DELETE FROM seeks WHERE id = $1").bind(id))
            .await?;
        Ok(())
    }

    /// Two who look have found each other, and their game is opened: all or nothing. False: one of them had found another.
    pub async fn agree(
        &self,
        (one, other): (&str, &str),
        game: &GameRow,
        seats: &[SeatRow],
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        // In one order on every node, so that no two of them wait for each other.
        let mut sql = "SELECT id FROM seeks WHERE id IN ($1, $2) ORDER BY id".to_owned();
        if self.kind == Kind::Postgres {
            sql.push_str(" FOR UPDATE");
        }
        let held = sqlx::query(AssertSqlSafe(sql)).bind(one).bind(other);
        if held.fetch_all(transaction.connection()?).await?.len() != 2 {
            return Ok(false);
        }
        let both = sqlx::query("DELETE FROM seeks WHERE id IN ($1, $2)")
            .bind(one)
            .bind(other);
        both.execute(transaction.connection()?).await?;
        insert_game(transaction.connection()?, game, seats, &[], None).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// These accounts listen to their news on this node, until then unless it is said again.
    pub async fn listen(&self, accounts: &[i64], node: &str, until_ms: i64) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for account in accounts {
            sqlx::query(
                "INSERT INTO listeners (account, node, until_ms) VALUES ($1, $2, $3)
                 ON CONFLICT (account, node) DO UPDATE SET until_ms = excluded.until_ms",
            )
            .bind(account)
            .bind(node)
            .bind(until_ms)
            .execute(transaction.connection()?)
            .await?;
        }
        transaction.commit().await
    }

    /// This account does not listen on this node any more.
    pub async fn unlisten(&self, account: i64, node: &str) -> Result<(), StoreError> {
        let gone = sqlx::query("DELETE FROM listeners WHERE account = $1 AND node = $2");
        self.write(gone.bind(account).bind(node)).await?;
        Ok(())
    }

    /// Bots that listen, on whatever node.
    pub async fn listening_bots(&self, now_ms: i64, most: i64) -> Result<Vec<Account>, StoreError> {
        let bots = sqlx::query_as(
            "SELECT * FROM accounts WHERE bot = 1 AND id IN (SELECT account FROM listeners WHERE until_ms > $1)
             ORDER BY id LIMIT $2",
        );
        Ok(bots
            .bind(now_ms)
            .bind(most)
            .fetch_all(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// Accounts that listen, on whatever node.
    pub async fn listeners(&self, now_ms: i64) -> Result<Vec<i64>, StoreError> {
        let rows: Vec<(i64,)> =
            sqlx::query_as("SELECT DISTINCT account FROM listeners WHERE until_ms > $1 ORDER BY account")
                .bind(now_ms)
                .fetch_all(&mut *self.readers.borrow().await?)
                .await?;
        Ok(rows.into_iter().map(|(account,)| account).collect())
    }

    /// Forgets who looked or listened until some time before.
    pub async fn forget_absent(&self, before_ms: i64) -> Result<(), StoreError> {
        for table in ["seeks", "listeners"] {
            let sql = format!("DELETE FROM {table} WHERE until_ms < $1");
            self.write(sqlx::query(AssertSqlSafe(sql)).bind(before_ms))
                .await?;
        }
        Ok(())
    }
}
