//! Who sits at a game?

use crate::{
    Store, StoreError, Wake,
    games::{add_bytes, seat_bytes},
};
use sqlx::{
    Any, AssertSqlSafe, FromRow, Row,
    any::{AnyArguments, AnyRow},
    query::Query,
};
use std::{collections::HashMap, fmt::Write as _};

/// A seat. One that is to be set needs no game, number and time: the store knows them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatRow {
    /// The game.
    pub game: String,
    /// Its number there.
    pub seat: i64,
    /// The parties it may act for, separated by spaces; `onlooker` for none.
    pub parties: String,
    /// Which of several persons.
    pub person: i64,
    /// His name.
    pub name: Option<String>,
    /// Whether he opened the game.
    pub creator: bool,
    /// Hash of the secret of him who sits there.
    pub token: Option<String>,
    /// Hash of the invitation.
    pub invitation: Option<String>,
    /// His account.
    pub account: Option<i64>,
    /// When he was first seen there.
    pub sat_ms: Option<i64>,
}

impl FromRow<'_, AnyRow> for SeatRow {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(SeatRow {
            game: row.try_get("game")?,
            seat: row.try_get("seat")?,
            parties: row.try_get("parties")?,
            person: row.try_get("person")?,
            name: row.try_get("name")?,
            creator: row.try_get::<i64, _>("creator")? != 0,
            token: row.try_get("token")?,
            invitation: row.try_get("invitation")?,
            account: row.try_get("account")?,
            sat_ms: row.try_get("sat_ms")?,
        })
    }
}

impl Store {
    /// The seats of a game.
    pub async fn seats(&self, game: &str) -> Result<Vec<SeatRow>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM seats WHERE game = $1 ORDER BY seat")
                .bind(game)
                .fetch_all(&mut *self.readers.borrow().await?)
                .await?,
        )
    }

    /// The seats of several games, by game: those of players and umpires, and of onlookers that of this account. (A game may have
    /// a thousand onlookers.)
    pub async fn seats_of(
        &self,
        games: &[&str],
        account: Option<i64>,
    ) -> Result<HashMap<String, Vec<SeatRow>>, StoreError> {
        let mut seats: HashMap<String, Vec<SeatRow>> = HashMap::new();
        for some in games.chunks(500) {
            let sql = format!(
                "SELECT * FROM seats WHERE (parties <> 'onlooker' OR account = $1) AND game IN ({})
                 ORDER BY game, seat",
                places(2, some.len())
            );
            let mut query = sqlx::query_as::<_, SeatRow>(AssertSqlSafe(sql)).bind(account);
            for game in some {
                query = query.bind(*game);
            }
            for seat in query.fetch_all(&mut *self.readers.borrow().await?).await? {
                seats.entry(seat.game.clone()).or_default().push(seat);
            }
        }
        Ok(seats)
    }

    /// Whether somebody sits at this game with this secret (its hash).
    pub async fn sits(&self, game: &str, token: &str) -> Result<bool, StoreError> {
        let found: Option<(i64,)> =
            sqlx::query_as("SELECT seat FROM seats WHERE game = $1 AND token = $2 LIMIT 1")
                .bind(game)
                .bind(token)
                .fetch_optional(&mut *self.readers.borrow().await?)
                .await?;
        Ok(found.is_some())
    }

    /// Another secret for a seat in place of this one; none: the seat's links lead nowhere any more. False: it has
    /// another secret by now.
    pub async fn change_token(
        &self,
        game: &str,
        seat: i64,
        old: Option<&str>,
        new: Option<&str>,
    ) -> Result<bool, StoreError> {
        let change = sqlx::query(
            "UPDATE seats SET token = $1, invitation = NULL WHERE game = $2 AND seat = $3
             AND COALESCE(token, '') = COALESCE($4, '')",
        );
        let done = self
            .write(change.bind(new).bind(game).bind(seat).bind(old))
            .await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(done == 1)
    }

    /// Another invitation (its hash) to a seat that nobody has taken. False: somebody has.
    pub async fn invite_again(&self, game: &str, seat: i64, invitation: &str) -> Result<bool, StoreError> {
        let change =
            sqlx::query("UPDATE seats SET invitation = $1 WHERE game = $2 AND seat = $3 AND token IS NULL");
        let done = self.write(change.bind(invitation).bind(game).bind(seat)).await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(done == 1)
    }

    /// The seat to which this invitation (its hash) leads.
    pub async fn invited(&self, invitation: &str) -> Result<Option<SeatRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM seats WHERE invitation = $1")
            .bind(invitation)
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// One more seat at a game, with the next number.
    pub async fn add_seat(&self, game: &str, seat: &SeatRow) -> Result<i64, StoreError> {
        // Two at once collide on the number; the second takes the next.
        for _ in 0..16 {
            let (last,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(seat), 0) FROM seats WHERE game = $1")
                .bind(game)
                .fetch_one(&mut *self.readers.borrow().await?)
                .await?;
            let mut transaction = self.begin().await?;
            let new = insert_seat(game, last + 1, seat)
                .execute(transaction.connection()?)
                .await?
                .rows_affected();
            add_bytes(transaction.connection()?, game, seat_bytes(seat)).await?;
            if new == 1 {
                transaction.commit().await?;
                self.call(Wake::Room(game.to_owned()));
                return Ok(last + 1);
            }
        }
        Err(StoreError::Taken)
    }

    /// Sits down on an invitation, if nobody has. False: somebody has.
    pub async fn take_seat(
        &self,
        seat: &SeatRow,
        token: &str,
        name: Option<&str>,
        account: Option<i64>,
    ) -> Result<bool, StoreError> {
        let done = self
            .write(
                sqlx::query(
                    "UPDATE seats SET token = $1, name = COALESCE($2, name), account = $3
             WHERE game = $4 AND seat = $5 AND token IS NULL",
                )
                .bind(token)
                .bind(name)
                .bind(account)
                .bind(&seat.game)
                .bind(seat.seat),
            )
            .await?;
        self.call(Wake::Room(seat.game.clone()));
        Ok(done == 1)
    }

    /// The seats taken with this token are this account's, where they are nobody's yet.
    pub async fn own_seats(&self, game: &str, token: &str, account: i64) -> Result<(), StoreError> {
        let own =
            sqlx::query("UPDATE seats SET account = $1 WHERE game = $2 AND token = $3 AND account IS NULL");
        self.write(own.bind(account).bind(game).bind(token)).await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(())
    }

    /// Somebody is seen at his seat for the first time.
    pub async fn sit(&self, game: &str, seat: i64, now_ms: i64) -> Result<(), StoreError> {
        self.write(
            sqlx::query("UPDATE seats SET sat_ms = $1 WHERE game = $2 AND seat = $3 AND sat_ms IS NULL")
                .bind(now_ms)
                .bind(game)
                .bind(seat),
        )
        .await?;
        Ok(())
    }
}

/// So many places for parameters in a list, from this number on: `$2,$3`.
pub(crate) fn places(from: usize, count: usize) -> String {
    let mut places = String::new();
    for number in from..from + count {
        let comma = if number == from { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(places, "{comma}${number}");
    }
    places
}

/// Sets a seat, where there is none of this number.
pub(crate) fn insert_seat<'a>(game: &'a str, number: i64, seat: &'a SeatRow) -> Query<'a, Any, AnyArguments> {
    sqlx::query(
        "INSERT INTO seats (game, seat, parties, person, name, creator, token, invitation, account)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (game, seat) DO NOTHING",
    )
    .bind(game)
    .bind(number)
    .bind(&seat.parties)
    .bind(seat.person)
    .bind(&seat.name)
    .bind(i64::from(seat.creator))
    .bind(&seat.token)
    .bind(&seat.invitation)
    .bind(seat.account)
}
