//! Which games are there, how does each stand, and which acts belong to it?

use crate::{SeatRow, Store, StoreError, Wake, log::Standing, seats::insert_seat};
use sqlx::{FromRow, Row, any::AnyRow};

/// A game, without its acts.
#[derive(Debug, Clone)]
pub struct GameRow {
    /// Its name.
    pub id: String,
    /// The header of its record.
    pub header: String,
    /// What the server was told beside the header.
    pub settings: String,
    /// What people call it.
    pub title: Option<String>,
    /// The code of laws.
    pub code: String,
    /// Over the board or by communication.
    pub mode: String,
    /// Whether anyone may watch.
    pub public: bool,
    /// The match it belongs to.
    pub match_id: Option<String>,
    /// When it was opened.
    pub created_ms: i64,
    /// When play started, or will, where that is known.
    pub started_ms: Option<i64>,
    /// When its last act was written.
    pub updated_ms: i64,
    /// How many acts it has.
    pub seq: i64,
    /// How it stands.
    pub standing: Standing,
}

impl FromRow<'_, AnyRow> for GameRow {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(GameRow {
            id: row.try_get("id")?,
            header: row.try_get("header")?,
            settings: row.try_get("settings")?,
            title: row.try_get("title")?,
            code: row.try_get("code")?,
            mode: row.try_get("mode")?,
            public: row.try_get::<i64, _>("public")? != 0,
            match_id: row.try_get("match_id")?,
            created_ms: row.try_get("created_ms")?,
            started_ms: row.try_get("started_ms")?,
            updated_ms: row.try_get("updated_ms")?,
            seq: row.try_get("seq")?,
            standing: Standing {
                status: row.try_get("status")?,
                winner: row.try_get("winner")?,
                turn: row.try_get("turn")?,
                deadline_ms: row.try_get("deadline_ms")?,
            },
        })
    }
}

/// An act as it is kept.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "as in `Append`")]
pub struct ActRow {
    pub seq: i64,
    pub act: String,
    pub key: String,
    pub wall_ms: i64,
}

impl Store {
    /// Opens a game with its seats (numbered from 1), and the acts of an imported record.
    pub async fn create_game(
        &self,
        game: &GameRow,
        seats: &[SeatRow],
        acts: &[String],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        insert_game(transaction.connection()?, game, seats, acts).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// The game of this name.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// Its acts after this number, in order.
    pub async fn acts(&self, game: &str, after: i64) -> Result<Vec<ActRow>, StoreError> {
        let rows =
            sqlx::query("SELECT seq, act, key, wall_ms FROM acts WHERE game = $1 AND seq > $2 ORDER BY seq")
                .bind(game)
                .bind(after)
                .fetch_all(&self.pool)
                .await?;
        rows.iter()
            .map(|row| {
                Ok(ActRow {
                    seq: row.try_get(0)?,
                    act: row.try_get(1)?,
                    key: row.try_get(2)?,
                    wall_ms: row.try_get(3)?,
                })
            })
            .collect::<Result<_, sqlx::Error>>()
            .map_err(StoreError::from)
    }

    /// Every game's name, a page at a time, for export.
    pub async fn game_ids(&self, after: &str, most: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Games that anyone may watch, the latest first.
    pub async fn public_games(&self, most: i64) -> Result<Vec<GameRow>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM games WHERE public = 1 ORDER BY updated_ms DESC LIMIT $1")
                .bind(most)
                .fetch_all(&self.pool)
                .await?,
        )
    }

    /// Games at which this account sits, the latest first.
    pub async fn games_of(&self, account: i64, most: i64) -> Result<Vec<GameRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT * FROM games WHERE id IN (SELECT game FROM seats WHERE account = $1)
             ORDER BY updated_ms DESC LIMIT $2",
        )
        .bind(account)
        .bind(most)
        .fetch_all(&self.pool)
        .await?)
    }

    /// Games whose flag is due.
    pub async fn due(&self, now_ms: i64, most: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM games WHERE deadline_ms <= $1 ORDER BY deadline_ms LIMIT $2")
                .bind(now_ms)
                .bind(most)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Communication games in play whose deadline is near: those to be reminded of.
    pub async fn due_between(&self, from_ms: i64, to_ms: i64, most: i64) -> Result<Vec<GameRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT * FROM games WHERE deadline_ms > $1 AND deadline_ms <= $2 AND mode = 'communication'
             ORDER BY deadline_ms LIMIT $3",
        )
        .bind(from_ms)
        .bind(to_ms)
        .bind(most)
        .fetch_all(&self.pool)
        .await?)
    }

    /// Writes anew when a flag falls, where no act has changed it since this number.
    pub async fn set_deadline(
        &self,
        game: &str,
        seq: i64,
        deadline_ms: Option<i64>,
    ) -> Result<(), StoreError> {
        self.write(
            sqlx::query("UPDATE games SET deadline_ms = $1 WHERE id = $2 AND seq = $3")
                .bind(deadline_ms)
                .bind(game)
                .bind(seq),
        )
        .await?;
        Ok(())
    }

    /// Looks at this game's clock again at this time, whatever has happened.
    pub async fn set_deadline_of(&self, game: &str, deadline_ms: i64) -> Result<(), StoreError> {
        self.write(
            sqlx::query("UPDATE games SET deadline_ms = $1 WHERE id = $2")
                .bind(deadline_ms)
                .bind(game),
        )
        .await?;
        Ok(())
    }

    /// Games in play in which it is the turn of the colour that the settings give to the computer.
    pub async fn awaiting_computer(&self, most: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT id FROM games WHERE status = 'in-play' AND settings LIKE '%\"computer\":\"' || turn || '\"%'
             ORDER BY updated_ms DESC LIMIT $1",
        )
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// When something was written last; 0 where nothing was.
    pub async fn latest_ms(&self) -> Result<i64, StoreError> {
        let (latest,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(updated_ms), 0) FROM games")
            .fetch_one(&self.pool)
            .await?;
        Ok(latest)
    }

    /// Play starts now, unless it has started already. Returns when it started.
    pub async fn start_play(&self, game: &str, now_ms: i64) -> Result<Option<i64>, StoreError> {
        self.write(
            sqlx::query("UPDATE games SET started_ms = $1 WHERE id = $2 AND started_ms IS NULL")
                .bind(now_ms)
                .bind(game),
        )
        .await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(self.game(game).await?.and_then(|game| game.started_ms))
    }

    /// Changes what the server was told beside the header, if nobody else did so meanwhile.
    pub async fn change_settings(&self, game: &str, old: &str, new: &str) -> Result<bool, StoreError> {
        let done = self
            .write(
                sqlx::query("UPDATE games SET settings = $1 WHERE id = $2 AND settings = $3")
                    .bind(new)
                    .bind(game)
                    .bind(old),
            )
            .await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(done == 1)
    }
}

pub(crate) async fn insert_game(
    connection: &mut sqlx::AnyConnection,
    game: &GameRow,
    seats: &[SeatRow],
    acts: &[String],
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO games (id, header, settings, title, code, mode, public, match_id, created_ms, started_ms,
         updated_ms, seq, status, winner, turn, deadline_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $11, $12, $13, $14, $15)",
    )
    .bind(&game.id)
    .bind(&game.header)
    .bind(&game.settings)
    .bind(&game.title)
    .bind(&game.code)
    .bind(&game.mode)
    .bind(i64::from(game.public))
    .bind(&game.match_id)
    .bind(game.created_ms)
    .bind(game.started_ms)
    .bind(i64::try_from(acts.len()).unwrap_or(i64::MAX))
    .bind(&game.standing.status)
    .bind(&game.standing.winner)
    .bind(&game.standing.turn)
    .bind(game.standing.deadline_ms)
    .execute(&mut *connection)
    .await?;
    for (number, seat) in (1..).zip(seats) {
        insert_seat(&game.id, number, seat)
            .execute(&mut *connection)
            .await?;
    }
    for (seq, act) in (1i64..).zip(acts) {
        sqlx::query("INSERT INTO acts (game, seq, act, key, seat, wall_ms) VALUES ($1, $2, $3, $4, 0, $5)")
            .bind(&game.id)
            .bind(seq)
            .bind(act)
            .bind(format!("imported {seq}"))
            .bind(game.created_ms)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
