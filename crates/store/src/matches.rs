//! Which games belong together in a match?

use crate::{GameRow, SeatRow, Store, StoreError, games::insert_game};
use sqlx::{FromRow, Row, any::AnyRow};

/// A match: the terms on which each of its games is opened.
#[derive(Debug, Clone)]
pub struct MatchRow {
    /// Its name.
    pub id: String,
    /// What people call it.
    pub title: Option<String>,
    /// The header of its games.
    pub header: String,
    /// What the server was told beside it.
    pub settings: String,
    /// How many games.
    pub games: i64,
    /// Since when.
    pub created_ms: i64,
}

impl FromRow<'_, AnyRow> for MatchRow {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(MatchRow {
            id: row.try_get("id")?,
            title: row.try_get("title")?,
            header: row.try_get("header")?,
            settings: row.try_get("settings")?,
            games: row.try_get("games")?,
            created_ms: row.try_get("created_ms")?,
        })
    }
}

/// One game of a match.
#[derive(Debug, Clone)]
pub struct MatchGame {
    /// From 1.
    pub number: i64,
    /// The game.
    pub game: String,
    /// Who has White: `a` or `b`.
    pub white: String,
    /// The colour that has the first move.
    pub first_move: String,
}

impl FromRow<'_, AnyRow> for MatchGame {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(MatchGame {
            number: row.try_get("number")?,
            game: row.try_get("game")?,
            white: row.try_get("white")?,
            first_move: row.try_get("first_move")?,
        })
    }
}

impl Store {
    /// A new match with its first game, which starts at `starts_ms` where that is known.
    pub async fn create_match(
        &self,
        new: &MatchRow,
        first: &MatchGame,
        game: &GameRow,
        seats: &[SeatRow],
        starts_ms: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        sqlx::query(
            "INSERT INTO matches (id, title, header, settings, games, created_ms) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&new.id)
        .bind(&new.title)
        .bind(&new.header)
        .bind(&new.settings)
        .bind(new.games)
        .bind(new.created_ms)
        .execute(transaction.connection()?)
        .await?;
        insert_game(transaction.connection()?, game, seats, &[], starts_ms).await?;
        insert_number(transaction.connection()?, &new.id, first).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// The next game of a match; [`StoreError::Taken`] where it has been opened already.
    pub async fn next_of_match(
        &self,
        match_id: &str,
        next: &MatchGame,
        game: &GameRow,
        seats: &[SeatRow],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        insert_number(transaction.connection()?, match_id, next).await?;
        insert_game(transaction.connection()?, game, seats, &[], None).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// The match of this name.
    pub async fn match_row(&self, id: &str) -> Result<Option<MatchRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM matches WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// Its games, in order.
    pub async fn match_games(&self, id: &str) -> Result<Vec<MatchGame>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM match_games WHERE match_id = $1 ORDER BY number")
                .bind(id)
                .fetch_all(&mut *self.readers.borrow().await?)
                .await?,
        )
    }
}

async fn insert_number(
    connection: &mut sqlx::AnyConnection,
    match_id: &str,
    game: &MatchGame,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO match_games (match_id, number, game, white, first_move) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(match_id)
    .bind(game.number)
    .bind(&game.game)
    .bind(&game.white)
    .bind(&game.first_move)
    .execute(connection)
    .await?;
    Ok(())
}
