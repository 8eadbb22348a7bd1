//! The addresses, one file for each kind of thing asked.

pub(crate) mod chat;
pub(crate) mod games;
pub(crate) mod laws;
pub(crate) mod live;
pub(crate) mod matches;
pub(crate) mod opening;
pub(crate) mod page;
pub(crate) mod papers;
pub(crate) mod people;
pub(crate) mod seats;
pub(crate) mod works;

use crate::{
    App,
    hall::{Table, Viewer},
    problem::Problem,
    secret,
    shape::Players,
    sheet::Parties,
};
use axum::{
    extract::{FromRequestParts, Path, Query},
    http::{HeaderMap, header, request::Parts},
};
use jadoube_game::Party;
use jadoube_store::{Account, SeatRow};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The cookie of a session.
pub(crate) const COOKIE: &str = "jadoube";

/// The seat token sent along.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The session secret sent along.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Whose session it is.
pub(crate) async fn account(app: &App, headers: &HeaderMap) -> Result<Option<Account>, Problem> {
    match cookie(headers) {
        Some(secret) if secret.len() <= 128 => Ok(app
            .hall
            .store
            .session(&secret::hash(secret), app.hall.now_ms())
            .await?),
        _ => Ok(None),
    }
}

/// Whoever asks about the game that the address names, and may see it.
pub(crate) struct Guest {
    pub(crate) app: Arc<App>,
    pub(crate) table: Arc<Table>,
    pub(crate) viewer: Viewer,
}

impl FromRequestParts<Arc<App>> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Path(id) = Path::<String>::from_request_parts(parts, app)
            .await
            .map_err(|_| Problem::not_found("game"))?;
        let (table, viewer) = at_table(app, &parts.headers, &id).await?;
        let app = Arc::clone(app);
        Ok(Guest { app, table, viewer })
    }
}

/// What follows the question mark of an address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let asked = Query::<T>::from_request_parts(parts, app).await;
        let Query(asked) = asked.map_err(|error| Problem::malformed(error.body_text()))?;
        Ok(Asked(asked))
    }
}

/// The table of a game and who is looking at it; nobody learns of a game he may not see.
pub(crate) async fn at_table(
    app: &App,
    headers: &HeaderMap,
    id: &str,
) -> Result<(Arc<Table>, Viewer), Problem> {
    let table = app.hall.table(id).await?;
    let viewer = look(app, headers, &table, bearer(headers)).await?;
    app.hall.sit(&table, &viewer).await?;
    app.hall.rouse(&table);
    Ok((table, viewer))
}

/// Who is looking: by his seat's token, by his account, or as anyone at a public game.
pub(crate) async fn look(
    app: &App,
    headers: &HeaderMap,
    table: &Arc<Table>,
    token: Option<&str>,
) -> Result<Viewer, Problem> {
    if let Some(token) = token {
        let hash = secret::hash(token);
        let mut room = table.room();
        let sits = |seat: &&SeatRow| seat.token.as_deref() == Some(&*hash);
        if !room.seats.iter().any(|seat| sits(&seat)) {
            // He may have sat down on another node a moment ago.
            app.hall.look_again(table).await?;
            room = table.room();
        }
        let seats: Vec<&SeatRow> = room.seats.iter().filter(sits).collect();
        if seats.is_empty() {
            return Err(Problem::unauthorized("this token has no seat at this game"));
        }
        // A guest who has an account by now: his seat follows it from machine to machine.
        if seats.iter().any(|seat| seat.account.is_none())
            && let Some(account) = account(app, headers).await?
        {
            app.hall.store.own_seats(&table.id, &hash, account.id).await?;
            app.hall.look_again(table).await?;
        }
        return Ok(table.viewer_of(&seats));
    }
    let room = table.room();
    if let Some(account) = account(app, headers).await? {
        let seats: Vec<&SeatRow> = room
            .seats
            .iter()
            .filter(|seat| seat.account == Some(account.id))
            .collect();
        if !seats.is_empty() {
            return Ok(table.viewer_of(&seats));
        }
    }
    if room.row.public {
        return Ok(Viewer::default());
    }
    Err(Problem::not_found("game"))
}

/// A name that people see: short, and nothing in it that could disturb a page or a log.
pub(crate) fn fit_name(field: &str, name: Option<String>, most: usize) -> Result<Option<String>, Problem> {
    let Some(name) = name else { return Ok(None) };
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Ok(None);
    }
    if name.chars().count() > most || name.chars().any(char::is_control) {
        return Err(Problem::invalid(
            field,
            format!("expected at most {most} letters, and no control characters"),
        ));
    }
    Ok(Some(name))
}

/// The names on both sides.
pub(crate) fn names(seats: &[SeatRow]) -> Players {
    let of = |party: Party| {
        let sits = |seat: &&SeatRow| Parties::read(&seat.parties).has(party);
        let names = seats.iter().filter(sits).filter_map(|seat| seat.name.clone());
        names.collect()
    };
    Players {
        white: of(Party::White),
        black: of(Party::Black),
    }
}
