//! Who has challenged whom to a game, and what became of it?

use crate::{GameRow, SeatRow, Store, StoreError, Wake, games::insert_game};
use sqlx::{FromRow, Row, any::AnyRow};

/// A challenge from one account to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChallengeRow {
    /// Its name; the game that comes of it has the same.
    pub id: String,
    /// Who challenges.
    pub challenger: i64,
    /// Whom.
    pub challenged: i64,
    /// To what, as the server writes it.
    pub terms: String,
    /// `created`, `accepted`, `declined` or `canceled`.
    pub status: String,
    /// Since when.
    pub created_ms: i64,
}

impl FromRow<'_, AnyRow> for ChallengeRow {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(ChallengeRow {
            id: row.try_get("id")?,
            challenger: row.try_get("challenger")?,
            challenged: row.try_get("challenged")?,
            terms: row.try_get("terms")?,
            status: row.try_get("status")?,
            created_ms: row.try_get("created_ms")?,
        })
    }
}

impl Store {
    /// One more challenge.
    pub async fn challenge(&self, new: &ChallengeRow) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO challenges (id, challenger, challenged, terms, status, created_ms)
             VALUES ($1, $2, $3, $4, $5, $6)",
        );
        let insert = insert.bind(&new.id).bind(new.challenger).bind(new.challenged);
        self.write(insert.bind(&new.terms).bind(&new.status).bind(new.created_ms))
            .await?;
        self.call_players(new);
        Ok(())
    }

    /// The challenge of this name.
    pub async fn challenge_row(&self, id: &str) -> Result<Option<ChallengeRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM challenges WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// What this account was challenged to, and to what it has challenged others, since this time; the latest last.
    pub async fn challenges_of(
        &self,
        account: i64,
        since_ms: i64,
        most: i64,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        let mut rows: Vec<ChallengeRow> = sqlx::query_as(
            "SELECT * FROM challenges WHERE (challenger = $1 OR challenged = $1) AND created_ms >= $2
             ORDER BY created_ms DESC LIMIT $3",
        )
        .bind(account)
        .bind(since_ms)
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?;
        rows.reverse();
        Ok(rows)
    }

    /// How many challenges of this account, and to that one, wait for an answer; and how many it made, whatever became of them.
    pub async fn challenges_since(
        &self,
        challenger: i64,
        challenged: i64,
        since_ms: i64,
    ) -> Result<(i64, i64, i64), StoreError> {
        Ok(sqlx::query_as(
            "SELECT COUNT(CASE WHEN challenger = $1 AND status = 'created' THEN 1 END),
             COUNT(CASE WHEN challenged = $2 AND status = 'created' THEN 1 END),
             COUNT(CASE WHEN challenger = $1 THEN 1 END)
             FROM challenges WHERE (challenger = $1 OR challenged = $2 AND status = 'created')
             AND created_ms >= $3",
        )
        .bind(challenger)
        .bind(challenged)
        .bind(since_ms)
        .fetch_one(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// An answer other than yes, or the challenge taken back. False: it was settled already.
    pub async fn settle_challenge(&self, challenge: &ChallengeRow, status: &str) -> Result<bool, StoreError> {
        let settle = sqlx::query("UPDATE challenges SET status = $1 WHERE id = $2 AND status = 'created'");
        let done = self.write(settle.bind(status).bind(&challenge.id)).await?;
        self.call_players(challenge);
        Ok(done == 1)
    }

    /// The challenge is accepted and its game opened: both or neither. False: it was settled already.
    pub async fn accept_challenge(
        &self,
        challenge: &ChallengeRow,
        game: &GameRow,
        seats: &[SeatRow],
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let accept = sqlx::query(
            "UPDATE challenges SET status = 'accepted', game = $1 WHERE id = $2 AND status = 'created'",
        );
        let done = accept
            .bind(&game.id)
            .bind(&challenge.id)
            .execute(transaction.connection()?)
            .await?;
        if done.rows_affected() != 1 {
            return Ok(false);
        }
        insert_game(transaction.connection()?, game, seats, &[], None).await?;
        transaction.commit().await?;
        self.call_players(challenge);
        Ok(true)
    }

    /// Forgets challenges older than this.
    pub async fn forget_challenges(&self, before_ms: i64) -> Result<(), StoreError> {
        self.write(sqlx::query("DELETE FROM challenges WHERE created_ms < $1").bind(before_ms))
            .await?;
        Ok(())
    }

    /// Games that are not over and at which this account sits, the latest first.
    pub async fn playing(&self, account: i64, most: i64) -> Result<Vec<GameRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT * FROM games WHERE id IN (SELECT game FROM seats WHERE account = $1)
             AND status IN ('in-play', 'adjourned', 'suspended') ORDER BY updated_ms DESC LIMIT $2",
        )
        .bind(account)
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// From now on a program plays for this account; not where it has sat at a game already.
    pub async fn become_bot(&self, account: i64) -> Result<bool, StoreError> {
        let become_one = sqlx::query(
            "UPDATE accounts SET bot = 1 WHERE id = $1
             AND (bot = 1 OR NOT EXISTS (SELECT 1 FROM seats WHERE seats.account = accounts.id))",
        );
        Ok(self.write(become_one.bind(account)).await? == 1)
    }

    fn call_players(&self, challenge: &ChallengeRow) {
        for account in [challenge.challenger, challenge.challenged] {
            self.call(Wake::Account(account));
        }
    }
}
