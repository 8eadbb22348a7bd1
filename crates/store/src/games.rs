//! Which games are there, how does each stand, and which acts belong to it?

use crate::{
    Kind, Mark, SeatRow, Store, StoreError, Wake,
    chain::Head,
    log::{GameSummary, Sealed, sealed_with_the_key},
    seats::{insert_seat, places},
    timeline::insert_mark,
};
use sqlx::{AssertSqlSafe, FromRow, Row, any::AnyRow};

/// A game, without its acts.
#[derive(Debug, Clone, Default)]
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
    /// When its last line was written.
    pub updated_ms: i64,
    /// How many acts it has.
    pub seq: i64,
    /// How many marks its timeline has.
    pub timeline: i64,
    /// The hash of its chain, after its last line.
    pub head: Option<String>,
    /// On whose account it is kept: a mark, not a name.
    pub person: Option<String>,
    /// How much room it takes: its header, its seats, its acts and what was said at it.
    pub bytes: i64,
    /// How it stands.
    pub standing: GameSummary,
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
            updated_ms: row.try_get("updated_ms")?,
            seq: row.try_get("seq")?,
            timeline: row.try_get("timeline")?,
            head: row.try_get("head")?,
            person: row.try_get("person")?,
            bytes: row.try_get("bytes")?,
            standing: GameSummary {
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
    pub sealed: Option<String>,
    pub hash: Option<String>,
}

/// An act of an imported record.
#[derive(Debug, Clone)]
pub struct NewAct {
    /// As in `Append`.
    pub act: String,
    /// As in `Append`.
    pub sealed: Option<Sealed>,
}

impl Store {
    /// Opens a game with its seats (numbered from 1), and the acts of an imported record; play starts, or goes on as if it
    /// had started, at `starts_ms`.
    pub async fn create_game(
        &self,
        game: &GameRow,
        seats: &[SeatRow],
        acts: &[NewAct],
        starts_ms: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let sealed: Vec<&Sealed> = acts.iter().filter_map(|act| act.sealed.as_ref()).collect();
        sealed_with_the_key(transaction.connection()?, self.kind, &sealed).await?;
        insert_game(transaction.connection()?, game, seats, acts, starts_ms).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Opens the game that follows another, where that one's settings are still the old ones: they become the new. False:
    /// somebody has changed them, and nothing was opened.
    pub async fn create_following(
        &self,
        after: &str,
        (old, new): (&str, &str),
        game: &GameRow,
        seats: &[SeatRow],
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        let change = sqlx::query("UPDATE games SET settings = $1 WHERE id = $2 AND settings = $3");
        let changed = change
            .bind(new)
            .bind(after)
            .bind(old)
            .execute(transaction.connection()?)
            .await?
            .rows_affected();
        if changed == 1 {
            insert_game(transaction.connection()?, game, seats, &[], None).await?;
            transaction.commit().await?;
            self.call(Wake::Room(after.to_owned()));
        }
        Ok(changed == 1)
    }

    /// The game of this name.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *self.readers.borrow().await?)
            .await?)
    }

    /// The games of these names, in no order.
    pub async fn games_named(&self, names: &[&str]) -> Result<Vec<GameRow>, StoreError> {
        let mut games = Vec::new();
        for some in names.chunks(500) {
            let sql = format!("SELECT * FROM games WHERE id IN ({})", places(1, some.len()));
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for name in some {
                query = query.bind(*name);
            }
            games.extend(query.fetch_all(&mut *self.readers.borrow().await?).await?);
        }
        Ok(games)
    }

    /// Every game's name, a page at a time, for export.
    pub async fn game_ids(&self, after: &str, most: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after)
            .bind(most)
            .fetch_all(&mut *self.readers.borrow().await?)
            .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Games that anyone may watch, the latest first.
    pub async fn public_games(&self, most: i64) -> Result<Vec<GameRow>, StoreError> {
        Ok(
            sqlx::query_as("SELECT * FROM games WHERE public = 1 ORDER BY updated_ms DESC LIMIT $1")
                .bind(most)
                .fetch_all(&mut *self.readers.borrow().await?)
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
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// Games whose flag is due.
    pub async fn due(&self, now_ms: i64, most: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM games WHERE deadline_ms <= $1 ORDER BY deadline_ms LIMIT $2")
                .bind(now_ms)
                .bind(most)
                .fetch_all(&mut *self.readers.borrow().await?)
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
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// Writes anew when a flag falls, where neither an act nor a change of the timeline has come since these numbers.
    pub async fn set_deadline(
        &self,
        game: &str,
        (seq, timeline): (i64, i64),
        deadline_ms: Option<i64>,
    ) -> Result<(), StoreError> {
        let change =
            sqlx::query("UPDATE games SET deadline_ms = $1 WHERE id = $2 AND seq = $3 AND timeline = $4");
        self.write(change.bind(deadline_ms).bind(game).bind(seq).bind(timeline))
            .await?;
        Ok(())
    }

    /// Looks at this game's clock again at this time, or never, whatever has happened.
    pub async fn set_deadline_of(&self, game: &str, deadline_ms: Option<i64>) -> Result<(), StoreError> {
        let change = sqlx::query("UPDATE games SET deadline_ms = $1 WHERE id = $2");
        self.write(change.bind(deadline_ms).bind(game)).await?;
        Ok(())
    }

    /// The database's own clock, where it is a server's (a file has none), and when something was written last.
    pub async fn clock_ms(&self) -> Result<Option<(i64, i64)>, StoreError> {
        if self.kind == Kind::Sqlite {
            return Ok(None);
        }
        let (ms, written): (i64, i64) = sqlx::query_as(
            "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT),
             (SELECT COALESCE(MAX(updated_ms), 0) FROM games)",
        )
        .fetch_one(&mut *self.readers.borrow().await?)
        .await?;
        Ok(Some((ms, written)))
    }

    /// Games in play in which it is the turn of the colour that the settings give to the computer.
    pub async fn awaiting_computer(&self, most: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT id FROM games WHERE status = 'in-play' AND settings LIKE '%\"computer\":\"' || turn || '\"%'
             ORDER BY updated_ms DESC LIMIT $1",
        )
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// How many games that are not over are kept for this person, and how much room all his games take.
    pub async fn kept_for(&self, person: &str) -> Result<(i64, i64), StoreError> {
        Ok(sqlx::query_as(
            "SELECT COUNT(CASE WHEN status IN ('in-play', 'adjourned', 'suspended') THEN 1 END),
             CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM games WHERE person = $1",
        )
        .bind(person)
        .fetch_one(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// Deletes games opened before this time in which no person ever did anything, with the match where none of its games was
    /// played; their names.
    pub async fn expire(&self, before_ms: i64, most: i64) -> Result<Vec<String>, StoreError> {
        // What the server does by itself has a mark in its key that nobody can send; a computer that waits for its opponent has
        // done little. A game that follows another in a match stays as long as that one.
        let idle: Vec<(String, i64, Option<String>)> = sqlx::query_as(
            "SELECT id, seq, match_id FROM games WHERE seq <= 26 AND updated_ms < $1
             AND NOT EXISTS (SELECT 1 FROM acts WHERE game = games.id
                AND key NOT LIKE 'computer %' AND key NOT LIKE 'clock%' AND key NOT LIKE 'arrive%')
             AND NOT EXISTS (SELECT 1 FROM timeline WHERE game = games.id AND from_ms >= $1)
             AND (match_id IS NULL OR NOT EXISTS (SELECT 1 FROM match_games
                WHERE match_games.match_id = games.match_id AND match_games.game <> games.id))
             ORDER BY updated_ms LIMIT $2",
        )
        .bind(before_ms)
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?;
        let mut gone = Vec::new();
        for (id, seq, of_match) in idle {
            let mut transaction = self.begin().await?;
            // Somebody may have begun at this moment: then it stays.
            let lock = sqlx::query(
                "UPDATE games SET status = 'expired' WHERE id = $1 AND seq = $2 AND updated_ms < $3",
            );
            let locked = lock
                .bind(&id)
                .bind(seq)
                .bind(before_ms)
                .execute(transaction.connection()?)
                .await?
                .rows_affected();
            if locked == 1 {
                for table in ["chat", "inbox", "seats", "timeline", "acts", "match_games"] {
                    let sql = format!("DELETE FROM {table} WHERE game = $1");
                    sqlx::query(AssertSqlSafe(sql))
                        .bind(&id)
                        .execute(transaction.connection()?)
                        .await?;
                }
                sqlx::query("DELETE FROM games WHERE id = $1")
                    .bind(&id)
                    .execute(transaction.connection()?)
                    .await?;
                if let Some(of_match) = of_match {
                    sqlx::query("DELETE FROM matches WHERE id = $1")
                        .bind(&of_match)
                        .execute(transaction.connection()?)
                        .await?;
                }
                transaction.commit().await?;
                gone.push(id);
            }
        }
        Ok(gone)
    }

    /// Every act of which something is kept secret: game, number, act, and the secret as it is encrypted.
    pub async fn secrets(&self) -> Result<Vec<(String, i64, String, String)>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT game, seq, act, sealed FROM acts WHERE sealed IS NOT NULL ORDER BY game, seq",
        )
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?)
    }

    /// How many acts hold a secret inside their text, as they did before there was a chain.
    pub async fn old_secrets(&self) -> Result<i64, StoreError> {
        let (count,): (i64,) =
            sqlx::query_as("SELECT COUNT(*) FROM acts WHERE sealed IS NULL AND act LIKE '%\"sealed\":\"%'")
                .fetch_one(&mut *self.readers.borrow().await?)
                .await?;
        Ok(count)
    }

    /// Puts secrets encrypted anew in the place of the old ones, and the fingerprint of the new key; the public key by which
    /// was signed until now is kept: all or nothing. Nothing, too, where a server that runs has kept another secret meanwhile.
    pub async fn replace_secrets(
        &self,
        secrets: &[(String, i64, String)],
        fingerprint: &str,
        signed_by: &str,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        // From here on nobody writes what was encrypted by the old key.
        sqlx::query("UPDATE meta SET value = $1 WHERE key = 'key'")
            .bind(fingerprint)
            .execute(transaction.connection()?)
            .await?;
        let kept: Vec<(String, i64)> =
            sqlx::query_as("SELECT game, seq FROM acts WHERE sealed IS NOT NULL ORDER BY game, seq")
                .fetch_all(transaction.connection()?)
                .await?;
        let given = secrets.iter().map(|(game, seq, _)| (game, seq));
        if !kept.iter().map(|(game, seq)| (game, seq)).eq(given) {
            return Err(StoreError::Key(
                "an envelope was sealed meanwhile: stop every node, and try again",
            ));
        }
        for (game, seq, sealed) in secrets {
            sqlx::query("UPDATE acts SET sealed = $1 WHERE game = $2 AND seq = $3")
                .bind(sealed)
                .bind(game)
                .bind(seq)
                .execute(transaction.connection()?)
                .await?;
        }
        sqlx::query(
            "INSERT INTO meta (key, value) VALUES ('earlier keys', $1)
             ON CONFLICT (key) DO UPDATE SET value = meta.value || ' ' || excluded.value",
        )
        .bind(signed_by)
        .execute(transaction.connection()?)
        .await?;
        transaction.commit().await
    }

    /// The public keys by which was signed before this one, the oldest first.
    pub async fn earlier_keys(&self) -> Result<Vec<String>, StoreError> {
        let keys = self.meta("earlier keys").await?.unwrap_or_default();
        Ok(keys.split_whitespace().map(str::to_owned).collect())
    }

    /// Names the public keys by which was signed before this one.
    pub async fn set_earlier_keys(&self, keys: &[String]) -> Result<(), StoreError> {
        let change = sqlx::query(
            "INSERT INTO meta (key, value) VALUES ('earlier keys', $1)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        );
        self.write(change.bind(keys.join(" "))).await.map(drop)
    }

    /// When something was written last; 0 where nothing was.
    pub async fn latest_ms(&self) -> Result<i64, StoreError> {
        let (latest,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(updated_ms), 0) FROM games")
            .fetch_one(&mut *self.readers.borrow().await?)
            .await?;
        Ok(latest)
    }

    /// Changes what the server was told beside the header, if nobody else did so meanwhile.
    pub async fn change_settings(&self, game: &str, old: &str, new: &str) -> Result<bool, StoreError> {
        let change = sqlx::query("UPDATE games SET settings = $1 WHERE id = $2 AND settings = $3");
        let done = self.write(change.bind(new).bind(game).bind(old)).await?;
        self.call(Wake::Room(game.to_owned()));
        Ok(done == 1)
    }
}

/// What a seat takes: its name, and its secrets.
pub(crate) fn seat_bytes(seat: &SeatRow) -> usize {
    const SECRETS: usize = 200;
    SECRETS + seat.name.as_ref().map_or(0, String::len)
}

/// A game takes so much more room.
pub(crate) async fn add_bytes(
    connection: &mut sqlx::AnyConnection,
    game: &str,
    bytes: usize,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET bytes = bytes + $1 WHERE id = $2")
        .bind(i64::try_from(bytes).unwrap_or(i64::MAX))
        .bind(game)
        .execute(connection)
        .await?;
    Ok(())
}

pub(crate) async fn insert_game(
    connection: &mut sqlx::AnyConnection,
    game: &GameRow,
    seats: &[SeatRow],
    acts: &[NewAct],
    starts_ms: Option<i64>,
) -> Result<(), StoreError> {
    let mut head = Head::of_game(&game.id, &game.header);
    let heads: Vec<Head> = acts
        .iter()
        .map(|act| {
            head = head.and(&act.act);
            head
        })
        .collect();
    let seq = i64::try_from(acts.len()).unwrap_or(i64::MAX);
    let start = starts_ms.map(|from_ms| Mark {
        seq,
        from_ms,
        until_ms: None,
    });
    if let Some(start) = start {
        head = head.and(&start.text());
    }
    let acts_take: usize = acts.iter().map(|act| act.act.len()).sum();
    let seats_take: usize = seats.iter().map(seat_bytes).sum();
    let bytes = acts_take + seats_take + game.header.len() + game.settings.len();
    sqlx::query(
        "INSERT INTO games (id, header, settings, title, code, mode, public, match_id, created_ms, timeline,
         updated_ms, seq, status, winner, turn, deadline_ms, head, person, bytes)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $11, $12, $13, $14, $15, $16, $17, $18)",
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
    .bind(i64::from(start.is_some()))
    .bind(seq)
    .bind(&game.standing.status)
    .bind(&game.standing.winner)
    .bind(&game.standing.turn)
    .bind(game.standing.deadline_ms)
    .bind(head.to_string())
    .bind(&game.person)
    .bind(i64::try_from(bytes).unwrap_or(i64::MAX))
    .execute(&mut *connection)
    .await?;
    for (number, seat) in (1..).zip(seats) {
        insert_seat(&game.id, number, seat)
            .execute(&mut *connection)
            .await?;
    }
    for ((seq, act), head) in (1i64..).zip(acts).zip(heads) {
        sqlx::query(
            "INSERT INTO acts (game, seq, act, key, seat, wall_ms, sealed, hash)
             VALUES ($1, $2, $3, $4, 0, $5, $6, $7)",
        )
        .bind(&game.id)
        .bind(seq)
        .bind(&act.act)
        .bind(format!("imported {seq}"))
        .bind(game.created_ms)
        .bind(act.sealed.as_ref().map(|sealed| &sealed.text))
        .bind(head.to_string())
        .execute(&mut *connection)
        .await?;
    }
    if let Some(start) = start {
        insert_mark(connection, &game.id, 1, &start, head).await?;
    }
    Ok(())
}
