//! How does an empty database become ours, and an old one new?

use crate::{Kind, StoreError, chain::chain_all, names::compare_all, timeline::mark_all, writing::Writers};
use sqlx::{AssertSqlSafe, Executor};

/// Each step is run once, in order, in a transaction. Steps are never edited after a release; new ones are added.
/// `{id}` is an integer key that the database counts up itself.
const STEPS: &[&str] = &[
    "CREATE TABLE games (
        id TEXT PRIMARY KEY,
        header TEXT NOT NULL,
        settings TEXT NOT NULL,
        title TEXT,
        code TEXT NOT NULL,
        mode TEXT NOT NULL,
        public BIGINT NOT NULL,
        match_id TEXT,
        created_ms BIGINT NOT NULL,
        started_ms BIGINT,
        updated_ms BIGINT NOT NULL,
        seq BIGINT NOT NULL,
        status TEXT NOT NULL,
        winner TEXT,
        turn TEXT NOT NULL,
        deadline_ms BIGINT
    );
    CREATE INDEX games_deadline ON games (deadline_ms);
    CREATE INDEX games_public ON games (public, updated_ms);
    CREATE TABLE acts (
        game TEXT NOT NULL REFERENCES games (id),
        seq BIGINT NOT NULL,
        act TEXT NOT NULL,
        key TEXT NOT NULL,
        seat BIGINT NOT NULL,
        wall_ms BIGINT NOT NULL,
        PRIMARY KEY (game, seq),
        UNIQUE (game, key)
    );
    CREATE TABLE accounts (
        id {id},
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        created_ms BIGINT NOT NULL
    );
    CREATE TABLE sessions (
        hash TEXT PRIMARY KEY,
        account BIGINT NOT NULL REFERENCES accounts (id),
        expires_ms BIGINT NOT NULL
    );
    CREATE INDEX sessions_account ON sessions (account);
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games (id),
        seat BIGINT NOT NULL,
        parties TEXT NOT NULL,
        person BIGINT NOT NULL,
        name TEXT,
        creator BIGINT NOT NULL,
        token TEXT,
        invitation TEXT UNIQUE,
        account BIGINT REFERENCES accounts (id),
        sat_ms BIGINT,
        PRIMARY KEY (game, seat)
    );
    CREATE INDEX seats_account ON seats (account);
    CREATE TABLE chat (
        id {id},
        game TEXT NOT NULL REFERENCES games (id),
        channel TEXT NOT NULL,
        author TEXT,
        party TEXT NOT NULL,
        text TEXT NOT NULL,
        sent_ms BIGINT NOT NULL,
        key TEXT NOT NULL,
        UNIQUE (game, key)
    );
    CREATE INDEX chat_channel ON chat (game, channel, id);
    CREATE TABLE inbox (
        id {id},
        account BIGINT NOT NULL REFERENCES accounts (id),
        game TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        created_ms BIGINT NOT NULL,
        read BIGINT NOT NULL,
        key TEXT NOT NULL,
        UNIQUE (account, key)
    );
    CREATE TABLE matches (
        id TEXT PRIMARY KEY,
        title TEXT,
        header TEXT NOT NULL,
        settings TEXT NOT NULL,
        games BIGINT NOT NULL,
        created_ms BIGINT NOT NULL
    );
    CREATE TABLE match_games (
        match_id TEXT NOT NULL REFERENCES matches (id),
        number BIGINT NOT NULL,
        game TEXT NOT NULL UNIQUE,
        white TEXT NOT NULL,
        first_move TEXT NOT NULL,
        PRIMARY KEY (match_id, number)
    );",
    "ALTER TABLE games ADD COLUMN timeline BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN head TEXT;
    ALTER TABLE acts ADD COLUMN sealed TEXT;
    ALTER TABLE acts ADD COLUMN hash TEXT;
    ALTER TABLE games ADD COLUMN person TEXT;
    ALTER TABLE games ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN muted BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN bot BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX games_updated ON games (updated_ms);
    CREATE INDEX games_person ON games (person);
    CREATE TABLE tokens (
        hash TEXT PRIMARY KEY,
        account BIGINT NOT NULL REFERENCES accounts (id),
        name TEXT NOT NULL,
        created_ms BIGINT NOT NULL
    );
    CREATE TABLE challenges (
        id TEXT PRIMARY KEY,
        challenger BIGINT NOT NULL REFERENCES accounts (id),
        challenged BIGINT NOT NULL REFERENCES accounts (id),
        terms TEXT NOT NULL,
        status TEXT NOT NULL,
        game TEXT,
        created_ms BIGINT NOT NULL
    );
    CREATE INDEX challenges_challenged ON challenges (challenged, status);
    CREATE INDEX challenges_challenger ON challenges (challenger, status);
    CREATE TABLE audit (
        id {id},
        at_ms BIGINT NOT NULL,
        account BIGINT,
        address TEXT,
        what TEXT NOT NULL,
        about TEXT NOT NULL
    );
    CREATE INDEX audit_at ON audit (at_ms);",
    "CREATE TABLE timeline (
        game TEXT NOT NULL REFERENCES games (id),
        number BIGINT NOT NULL,
        seq BIGINT NOT NULL,
        from_ms BIGINT NOT NULL,
        until_ms BIGINT,
        hash TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );",
    "ALTER TABLE games DROP COLUMN started_ms;",
    "CREATE TABLE seeks (
        id TEXT PRIMARY KEY,
        account BIGINT NOT NULL UNIQUE REFERENCES accounts (id),
        terms TEXT NOT NULL,
        since_ms BIGINT NOT NULL,
        until_ms BIGINT NOT NULL
    );
    CREATE TABLE listeners (
        account BIGINT NOT NULL REFERENCES accounts (id),
        node TEXT NOT NULL,
        until_ms BIGINT NOT NULL,
        PRIMARY KEY (account, node)
    );",
    "ALTER TABLE accounts ADD COLUMN likeness TEXT;
    CREATE UNIQUE INDEX accounts_likeness ON accounts (likeness);",
    "ALTER TABLE accounts ADD COLUMN person TEXT;
    CREATE INDEX accounts_person ON accounts (person);",
    "CREATE INDEX audit_account ON audit (account);",
];

/// After this step what is there already is chained.
const CHAINED: usize = 2;
/// After this one, what was kept of the timeline in the games' rows is marked in their logs.
const MARKED: usize = 3;
/// After this one, the likeness of the names of accounts that are there is noted.
const COMPARED: usize = 6;

/// Brings the database up to date. Several nodes may start at once: one of them does it.
pub(crate) async fn migrate(writers: &Writers) -> Result<(), StoreError> {
    let mut borrowed = writers.borrow().await?;
    let kind = writers.kind;
    let connection = borrowed.connection()?;
    // Where nothing is to be done nothing is written: a full disk keeps nobody from opening a database.
    if matches!(schema(connection).await, Ok(Some(done)) if done == STEPS.len()) {
        borrowed.give_back();
        return Ok(());
    }
    connection
        .execute("CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        .await
        .or_else(|error| match &error {
            // PostgreSQL's IF NOT EXISTS may still collide with another node that creates it at this moment.
            // By its names for the table, for its type, or for the row that names it.
            sqlx::Error::Database(database)
                if database.is_unique_violation()
                    || matches!(database.code().as_deref(), Some("42P07" | "42710")) =>
            {
                Ok(sqlx::any::AnyQueryResult::default())
            }
            _ => Err(error),
        })?;
    // The lock is held to the end of the transaction, so that a second node waits and then finds everything done.
    let begin = match kind {
        Kind::Sqlite => "BEGIN IMMEDIATE",
        Kind::Postgres => "BEGIN; LOCK TABLE meta IN ACCESS EXCLUSIVE MODE",
    };
    connection.execute(begin).await?;
    steps(connection, kind).await?;
    connection.execute("COMMIT").await?;
    borrowed.give_back();
    Ok(())
}

/// How many steps were done.
async fn schema(connection: &mut sqlx::AnyConnection) -> Result<Option<usize>, StoreError> {
    let found = sqlx::query_as("SELECT value FROM meta WHERE key = 'schema'");
    number(found.fetch_optional(connection).await?)
}

fn number(found: Option<(String,)>) -> Result<Option<usize>, StoreError> {
    let number = |(text,): (String,)| {
        text.parse()
            .map_err(|_| StoreError::Foreign(format!("its schema is \"{text}\", expected a number")))
    };
    found.map(number).transpose()
}

/// Whether fewer steps were done than there are.
pub(crate) async fn is_older(connection: &mut sqlx::AnyConnection) -> Result<bool, StoreError> {
    Ok(schema(connection).await?.is_some_and(|done| done < STEPS.len()))
}

/// Nothing is written where another version has changed the database meanwhile. In a transaction the answer holds to its end:
/// whoever upgrades waits for it.
pub(crate) async fn is_ours(connection: &mut sqlx::AnyConnection) -> Result<(), StoreError> {
    is_done(schema(connection).await?)
}

/// Begins a transaction of `SQLite` in which something is written, where the database is ours: both in one word to its thread.
pub(crate) async fn begin_if_ours(connection: &mut sqlx::AnyConnection) -> Result<(), StoreError> {
    let begun = sqlx::query_as("BEGIN IMMEDIATE; SELECT value FROM meta WHERE key = 'schema'");
    is_done(number(begun.fetch_all(connection).await?.pop())?)
}

fn is_done(done: Option<usize>) -> Result<(), StoreError> {
    if done == Some(STEPS.len()) {
        return Ok(());
    }
    let done = done.map_or_else(|| "none".to_owned(), |done| done.to_string());
    Err(StoreError::Foreign(format!(
        "its schema is {done} by now, this program knows {}: another version has opened it; stop this one",
        STEPS.len()
    )))
}

async fn steps(connection: &mut sqlx::AnyConnection, kind: Kind) -> Result<(), StoreError> {
    let done = schema(&mut *connection).await?.unwrap_or(0);
    if done > STEPS.len() {
        return Err(StoreError::Foreign(format!(
            "its schema is {done}, this program knows {}: it was written by a newer version",
            STEPS.len()
        )));
    }
    let id = match kind {
        Kind::Sqlite => "INTEGER PRIMARY KEY AUTOINCREMENT",
        Kind::Postgres => "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    };
    for (number, step) in (1..).zip(STEPS).skip(done) {
        for statement in step.split_inclusive(';') {
            let statement = statement.replace("{id}", id);
            connection.execute(AssertSqlSafe(statement)).await?;
        }
        match number {
            CHAINED => chain_all(&mut *connection).await?,
            MARKED => mark_all(&mut *connection, kind).await?,
            COMPARED => compare_all(&mut *connection).await?,
            _ => {}
        }
    }
    sqlx::query(
        "INSERT INTO meta (key, value) VALUES ('schema', $1)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind(STEPS.len().to_string())
    .execute(connection)
    .await?;
    Ok(())
}
