//! Which games are there, who sits at them, and what was said at the table?

use crate::{Store, StoreError, Wake, log::Standing};
use sqlx::{FromRow, Row, any::AnyRow};

/// A game that begins.
#[derive(Debug, Clone)]
pub struct NewGame {
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
    /// When.
    pub created_ms: i64,
    /// When play starts, where that is known.
    pub started_ms: Option<i64>,
    /// How it stands.
    pub standing: Standing,
}

/// A seat at a game that begins.
#[derive(Debug, Clone, Default)]
pub struct NewSeat {
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
}

/// A game, without its acts.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "as in `NewGame`")]
pub struct GameRow {
    pub id: String,
    pub header: String,
    pub settings: String,
    pub title: Option<String>,
    pub code: String,
    pub mode: String,
    pub public: bool,
    pub match_id: Option<String>,
    pub created_ms: i64,
    pub started_ms: Option<i64>,
    pub updated_ms: i64,
    pub seq: i64,
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

/// A seat.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "as in `NewSeat`")]
pub struct SeatRow {
    pub game: String,
    pub seat: i64,
    pub parties: String,
    pub person: i64,
    pub name: Option<String>,
    pub creator: bool,
    pub token: Option<String>,
    pub invitation: Option<String>,
    pub account: Option<i64>,
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

/// An act as it is kept.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "as in `Append`")]
pub struct ActRow {
    pub seq: i64,
    pub act: String,
    pub key: String,
    pub wall_ms: i64,
}

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
    /// Opens a game with its seats (numbered from 1), and the acts of an imported record.
    pub async fn create_game(
        &self,
        game: &NewGame,
        seats: &[NewSeat],
        acts: &[String],
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        insert_game(&mut transaction, game, seats, acts).await?;
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
        sqlx::query("UPDATE games SET deadline_ms = $1 WHERE id = $2 AND seq = $3")
            .bind(deadline_ms)
            .bind(game)
            .bind(seq)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Looks at this game's clock again at this time, whatever has happened.
    pub async fn set_deadline_of(&self, game: &str, deadline_ms: i64) -> Result<(), StoreError> {
        sqlx::query("UPDATE games SET deadline_ms = $1 WHERE id = $2")
            .bind(deadline_ms)
            .bind(game)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The number of the last thing said; 0 where nothing was.
    pub async fn last_said(&self, game: &str) -> Result<i64, StoreError> {
        let (last,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(id), 0) FROM chat WHERE game = $1")
            .bind(game)
            .fetch_one(&self.pool)
            .await?;
        Ok(last)
    }

    /// Play starts now, unless it has started already. Returns when it started.
    pub async fn start_play(&self, game: &str, now_ms: i64) -> Result<Option<i64>, StoreError> {
        sqlx::query("UPDATE games SET started_ms = $1 WHERE id = $2 AND started_ms IS NULL")
            .bind(now_ms)
            .bind(game)
            .execute(&self.pool)
            .await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(self.game(game).await?.and_then(|game| game.started_ms))
    }

    /// Changes what the server was told beside the header, if nobody else did so meanwhile.
    pub async fn change_settings(&self, game: &str, old: &str, new: &str) -> Result<bool, StoreError> {
        let done = sqlx::query("UPDATE games SET settings = $1 WHERE id = $2 AND settings = $3")
            .bind(new)
            .bind(game)
            .bind(old)
            .execute(&self.pool)
            .await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(done.rows_affected() == 1)
    }

    /// The seats of a game.
    pub async fn seats(&self, game: &str) -> Result<Vec<SeatRow>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM seats WHERE game = $1 ORDER BY seat")
                .bind(game)
                .fetch_all(&self.pool)
                .await?,
        )
    }

    /// The seat to which this invitation (its hash) leads.
    pub async fn invited(&self, invitation: &str) -> Result<Option<SeatRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM seats WHERE invitation = $1")
            .bind(invitation)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// One more seat at a game, with the next number.
    pub async fn add_seat(&self, game: &str, seat: &NewSeat) -> Result<i64, StoreError> {
        // Two at once collide on the number; the second takes the next.
        for _ in 0..16 {
            let (last,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(seat), 0) FROM seats WHERE game = $1")
                .bind(game)
                .fetch_one(&self.pool)
                .await?;
            let mut connection = self.pool.acquire().await?;
            match insert_seat(&mut connection, game, last + 1, seat).await {
                Ok(()) => {
                    self.call(Wake::Room(game.to_owned()));
                    return Ok(last + 1);
                }
                Err(StoreError::Taken) => {}
                Err(error) => return Err(error),
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
        let done = sqlx::query(
            "UPDATE seats SET token = $1, name = COALESCE($2, name), account = $3
             WHERE game = $4 AND seat = $5 AND token IS NULL",
        )
        .bind(token)
        .bind(name)
        .bind(account)
        .bind(&seat.game)
        .bind(seat.seat)
        .execute(&self.pool)
        .await?;
        self.call(Wake::Room(seat.game.clone()));
        Ok(done.rows_affected() == 1)
    }

    /// Somebody is seen at his seat for the first time.
    pub async fn sit(&self, game: &str, seat: i64, now_ms: i64) -> Result<(), StoreError> {
        sqlx::query("UPDATE seats SET sat_ms = $1 WHERE game = $2 AND seat = $3 AND sat_ms IS NULL")
            .bind(now_ms)
            .bind(game)
            .bind(seat)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

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
        .bind(key)
        .execute(&self.pool)
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
}

pub(crate) async fn insert_game(
    connection: &mut sqlx::AnyConnection,
    game: &NewGame,
    seats: &[NewSeat],
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
        insert_seat(connection, &game.id, number, seat).await?;
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

async fn insert_seat(
    connection: &mut sqlx::AnyConnection,
    game: &str,
    number: i64,
    seat: &NewSeat,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO seats (game, seat, parties, person, name, creator, token, invitation, account)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
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
    .execute(connection)
    .await?;
    Ok(())
}
