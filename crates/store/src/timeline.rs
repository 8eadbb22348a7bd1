//! When did play start, and when did it stand still? Marks in the log, each chained to what was written before it.
//!
//! Marks are the server's lines, not acts: they have numbers of their own, and each says after how many acts it came. In the
//! chain of a game they stand among its acts, in the order in which they were written.

use crate::{Appended, Kind, Store, StoreError, Wake, chain::Head, games::ActRow, log::stood};
use sqlx::Row;

/// Play starts; or, where there is an end to it, play stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// After how many acts it was written.
    pub seq: i64,
    /// From this time of the wall clock.
    pub from_ms: i64,
    /// Until this one; none for the start of play.
    pub until_ms: Option<i64>,
}

impl Mark {
    /// As it is chained.
    pub fn text(&self) -> String {
        let Mark { seq, from_ms, .. } = self;
        match self.until_ms {
            None => format!(r#"{{"seq":{seq},"from_ms":{from_ms}}}"#),
            Some(until_ms) => format!(r#"{{"seq":{seq},"from_ms":{from_ms},"until_ms":{until_ms}}}"#),
        }
    }
}

/// A mark as it is kept.
#[derive(Debug, Clone)]
pub struct MarkRow {
    /// Its number among the game's marks, from 1.
    pub number: i64,
    /// The mark.
    pub mark: Mark,
    /// The chain up to it.
    pub hash: Option<String>,
}

/// A line of a game's log.
#[derive(Debug, Clone)]
pub enum LogRow {
    /// An act.
    Act(ActRow),
    /// A mark on the timeline.
    Mark(MarkRow),
}

/// A mark to be written, if neither an act nor another mark has come meanwhile.
#[derive(Debug, Clone)]
pub struct NewMark<'a> {
    /// The game.
    pub game: &'a str,
    /// The mark; it counts the acts its author saw.
    pub mark: Mark,
    /// How many marks he saw.
    pub timeline: i64,
    /// The chain up to where he saw it.
    pub head: Head,
    /// What else changes with it beside the header: what he saw, and what takes its place.
    pub settings: Option<(&'a str, &'a str)>,
    /// When a flag falls if nothing more happens.
    pub deadline_ms: Option<i64>,
    /// The server's time.
    pub wall_ms: i64,
}

impl Store {
    /// The game's log after so many acts and so many marks, in the order in which it was written.
    pub async fn log(&self, game: &str, after: (i64, i64)) -> Result<Vec<LogRow>, StoreError> {
        self.some_log(game, after, i64::MAX).await
    }

    /// The same, no more than so many lines. One statement: nothing can come between acts and marks.
    pub(crate) async fn some_log(
        &self,
        game: &str,
        (seq, timeline): (i64, i64),
        most: i64,
    ) -> Result<Vec<LogRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, 0 AS number, act, key, wall_ms, sealed, hash, CAST(NULL AS BIGINT) AS until_ms
             FROM acts WHERE game = $1 AND seq > $2
             UNION ALL SELECT seq, number, '', '', from_ms, NULL, hash, until_ms
             FROM timeline WHERE game = $1 AND number > $3 ORDER BY 1, 2 LIMIT $4",
        )
        .bind(game)
        .bind(seq)
        .bind(timeline)
        .bind(most)
        .fetch_all(&mut *self.readers.borrow().await?)
        .await?;
        let line = |row: &sqlx::any::AnyRow| {
            let (seq, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let (wall_ms, hash): (i64, Option<String>) = (row.try_get(4)?, row.try_get(6)?);
            Ok(if number == 0 {
                LogRow::Act(ActRow {
                    seq,
                    act: row.try_get(2)?,
                    key: row.try_get(3)?,
                    wall_ms,
                    sealed: row.try_get(5)?,
                    hash,
                })
            } else {
                let mark = Mark {
                    seq,
                    from_ms: wall_ms,
                    until_ms: row.try_get(7)?,
                };
                LogRow::Mark(MarkRow { number, mark, hash })
            })
        };
        let lines: Result<Vec<LogRow>, sqlx::Error> = rows.iter().map(line).collect();
        Ok(lines?)
    }

    /// Puts a mark on a game's timeline. When this returns [`Appended::Durable`], it will survive the loss of power.
    pub async fn mark(&self, new: &NewMark<'_>) -> Result<Appended, StoreError> {
        let mut transaction = self.begin().await?;
        let games = stood(transaction.connection()?, self.kind, &[new.game]).await?;
        let Some(game) = games.get(new.game) else {
            return Ok(Appended::Conflict);
        };
        if !game.is(new.mark.seq, new.timeline, new.head) {
            return Ok(Appended::Conflict);
        }
        let (number, head) = (new.timeline + 1, new.head.and(&new.mark.text()));
        insert_mark(transaction.connection()?, new.game, number, &new.mark, head).await?;
        let (old, settings) = new.settings.unzip();
        let change = sqlx::query(
            "UPDATE games SET timeline = $1, head = $2, deadline_ms = $3, updated_ms = $4,
             settings = COALESCE($5, settings) WHERE id = $6 AND settings = COALESCE($7, settings)",
        );
        let changed = change
            .bind(number)
            .bind(head.to_string())
            .bind(new.deadline_ms)
            .bind(new.wall_ms)
            .bind(settings)
            .bind(new.game)
            .bind(old)
            .execute(transaction.connection()?)
            .await?;
        if changed.rows_affected() != 1 {
            return Ok(Appended::Conflict);
        }
        transaction.commit().await?;
        self.call(Wake::Acts(new.game.to_owned()));
        self.call(Wake::Room(new.game.to_owned()));
        Ok(Appended::Durable)
    }
}

pub(crate) async fn insert_mark(
    connection: &mut sqlx::AnyConnection,
    game: &str,
    number: i64,
    mark: &Mark,
    head: Head,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO timeline (game, number, seq, from_ms, until_ms, hash) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(game)
    .bind(number)
    .bind(mark.seq)
    .bind(mark.from_ms)
    .bind(mark.until_ms)
    .bind(head.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// What was kept in the games' rows before there were marks is marked, after the last act of each game: no hash that anybody
/// was shown becomes another.
pub(crate) async fn mark_all(connection: &mut sqlx::AnyConnection, kind: Kind) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET timeline = 0")
        .execute(&mut *connection)
        .await?;
    let mut after = String::new();
    loop {
        let games =
            sqlx::query("SELECT id, started_ms, settings FROM games WHERE id > $1 ORDER BY id LIMIT 200")
                .bind(&after)
                .fetch_all(&mut *connection)
                .await?;
        if games.is_empty() {
            return Ok(());
        }
        for row in games {
            let (game, started, settings): (String, Option<i64>, String) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            mark_game(&mut *connection, kind, &game, started, &settings).await?;
            after = game;
        }
    }
}

async fn mark_game(
    connection: &mut sqlx::AnyConnection,
    kind: Kind,
    game: &str,
    started: Option<i64>,
    settings: &str,
) -> Result<(), StoreError> {
    let games = stood(&mut *connection, kind, &[game]).await?;
    let Some((seq, mut head)) = games.get(game).and_then(|stood| Some((stood.seq, stood.head?))) else {
        return Ok(());
    };
    let pauses = pauses(settings);
    let mut number = 0;
    for (from_ms, until_ms) in started
        .map(|started| (started, None))
        .into_iter()
        .chain(pauses.iter().flatten().copied())
    {
        let mark = Mark {
            seq,
            from_ms,
            until_ms,
        };
        (number, head) = (number + 1, head.and(&mark.text()));
        insert_mark(&mut *connection, game, number, &mark, head).await?;
    }
    if pauses.is_none() {
        // When play stood still cannot be told, and the clocks not without it: the game is closed, for one mark is missing.
        tracing::warn!(game, "its pauses cannot be understood");
        number += 1;
    }
    sqlx::query("UPDATE games SET timeline = $1, head = $2 WHERE id = $3")
        .bind(number)
        .bind(head.to_string())
        .bind(game)
        .execute(connection)
        .await?;
    Ok(())
}

/// From when and until when play stood still, as it was kept among the settings before there were marks; nothing where it
/// stands there otherwise than we wrote it. Settings that are no JSON at all have none: whoever opens the game is told.
fn pauses(settings: &str) -> Option<Vec<(i64, Option<i64>)>> {
    let settings: serde_json::Value = serde_json::from_str(settings).unwrap_or_default();
    let Some(pauses) = settings.get("pauses") else {
        return Some(Vec::new());
    };
    let pause = |pause: &serde_json::Value| {
        let ms = |name: &str| pause.get(name).and_then(serde_json::Value::as_i64);
        Some((ms("from_ms")?, Some(ms("until_ms")?)))
    };
    pauses.as_array()?.iter().map(pause).collect()
}
