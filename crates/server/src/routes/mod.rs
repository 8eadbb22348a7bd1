//! The addresses, one file for each kind of thing asked.

pub(crate) mod chat;
pub(crate) mod downloads;
pub(crate) mod foreign;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod laws;
pub(crate) mod live;
pub(crate) mod matches;
pub(crate) mod opening;
pub(crate) mod page;
pub(crate) mod people;
pub(crate) mod seats;

use crate::{
    App,
    live_games::{GameTable, Viewer},
    problem::Problem,
    secret,
    shape::Players,
    snapshot::Parties,
};
use axum::{
    extract::{FromRequestParts, Path, Query},
    http::{HeaderMap, header, request::Parts},
};
use jadoube_game::Party;
use jadoube_record::Json;
use jadoube_store::{Account, SeatRow, is_plainly_written};
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

/// What the secret of a program begins with, by which it is told from the token of a seat.
pub(crate) const PROGRAM: &str = "jad_";

/// Whose session it is, or whose program.
pub(crate) async fn account(app: &App, headers: &HeaderMap) -> Result<Option<Account>, Problem> {
    match bearer(headers).filter(|token| token.starts_with(PROGRAM)) {
        Some(token) => Ok(app.live_games.store.token_account(&secret::hash(token)).await?),
        None => session(app, headers).await,
    }
}

/// Whose session it is: a person's, and no program's.
pub(crate) async fn session(app: &App, headers: &HeaderMap) -> Result<Option<Account>, Problem> {
    match cookie(headers) {
        Some(secret) if secret.len() <= 128 => Ok(app
            .live_games
            .store
            .session(&secret::hash(secret), app.live_games.now_ms())
            .await?),
        _ => Ok(None),
    }
}

/// Whoever asks about the game that the address names, and may see it.
pub(crate) struct Guest {
    pub(crate) app: Arc<App>,
    pub(crate) table: Arc<GameTable>,
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
) -> Result<(Arc<GameTable>, Viewer), Problem> {
    let table = app.live_games.table(id).await?;
    let viewer = look(app, headers, &table, bearer(headers)).await?;
    app.live_games.sit(&table, &viewer).await?;
    app.live_games.rouse(&table);
    Ok((table, viewer))
}

/// Who is looking: by his seat's token, by his account, or as anyone at a public game.
pub(crate) async fn look(
    app: &App,
    headers: &HeaderMap,
    table: &Arc<GameTable>,
    token: Option<&str>,
) -> Result<Viewer, Problem> {
    let program = token.filter(|token| token.starts_with(PROGRAM)).map(secret::hash);
    if let (Some(token), None) = (token, &program) {
        let hash = secret::hash(token);
        let mut room = table.room();
        let sits = |seat: &&SeatRow| seat.token.as_deref() == Some(&*hash);
        if !room.seats.iter().any(|seat| sits(&seat)) && app.live_games.store.sits(&table.id, &hash).await? {
            // He has sat down on another node a moment ago.
            app.live_games.look_again(table).await?;
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
            app.live_games
                .store
                .own_seats(&table.id, &hash, account.id)
                .await?;
            app.live_games.look_again(table).await?;
        }
        return Ok(table.viewer_of(&seats));
    }
    let room = table.room();
    let known = match &program {
        Some(hash) => {
            let account = app.live_games.store.token_account(hash).await?;
            Some(account.ok_or_else(|| Problem::unauthorized("nobody has this token"))?)
        }
        None => session(app, headers).await?,
    };
    if let Some(account) = known {
        let seats: Vec<&SeatRow> = room
            .seats
            .iter()
            .filter(|seat| seat.account == Some(account.id))
            .collect();
        if !seats.is_empty() {
            let mut viewer = table.viewer_of(&seats);
            if program.is_none() {
                viewer.session = cookie(headers).map(secret::hash);
            }
            viewer.program = program;
            return Ok(viewer);
        }
    }
    if room.row.public {
        return Ok(Viewer::default());
    }
    Err(Problem::not_found("game"))
}

/// The name under which somebody comes, where it is his to use: an account's name is its owner's, and so is what looks like it.
pub(crate) async fn own_name(
    app: &App,
    me: Option<&Account>,
    name: Option<String>,
) -> Result<Option<String>, Problem> {
    let Some(name) = fit_name("name", name, 64)? else {
        return Ok(me.map(|me| me.name.clone()));
    };
    match app.live_games.store.account_like(&name).await? {
        Some(owner) if me.is_none_or(|me| me.id != owner.id) => {
            return Err(Problem::taken(
                "this name, or one that looks like it, belongs to an account: log in, or take another",
            ));
        }
        Some(_) => {}
        None => plainly_written("name", &name)?,
    }
    Ok(Some(name))
}

/// Notes what was done, for whoever keeps the server.
pub(crate) async fn note(app: &App, account: Option<i64>, what: &str, about: &str) {
    let address = crate::guard::asking().and_then(|caller| caller.person);
    let address = address.map(|address| address.to_string());
    let noted = app.live_games.store.note(
        app.live_games.now_ms(),
        (account, address.as_deref()),
        what,
        about,
    );
    if let Err(error) = noted.await {
        tracing::warn!(%error, what, "could not be noted");
    }
}

/// Whether it could be the name of a game or a match: they have one form, and anything else need not trouble the database.
pub(crate) fn is_name(id: &str) -> bool {
    !id.is_empty() && id.len() <= 40 && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A mark of the address from which somebody asks, by which nobody can tell which it is.
pub(crate) fn mark_of_address(app: &App) -> Option<String> {
    let address = crate::guard::asking()?.person?;
    let key = app.live_games.key.derived("jadoube 2026 marks of addresses");
    let mark = blake3::keyed_hash(&key, address.to_string().as_bytes());
    Some(format!("address {}", &mark.to_hex()[..24]))
}

/// By what mark the games of an account are counted.
pub(crate) fn mark_of_account(owner: &Account) -> String {
    format!("account {}", owner.id)
}

/// Whoever opens one more game, as games are counted, if he may: the account, or a mark of the address that tells nobody
/// which it is.
pub(crate) async fn quota(app: &App, owner: Option<&Account>) -> Result<Option<String>, Problem> {
    let person = match (owner, mark_of_address(app)) {
        (Some(owner), _) => mark_of_account(owner),
        (None, Some(mark)) => mark,
        (None, None) => return Ok(None),
    };
    has_quota(app, Some(&person)).await?;
    Ok(Some(person))
}

/// Whether one more game may be opened now, at the expense of this person. Only then it counts as one of those that are opened
/// from this address.
pub(crate) async fn has_quota(app: &App, person: Option<&str>) -> Result<(), Problem> {
    has_room(app, person).await?;
    app.door.opens_a_game(app)
}

/// Whether this person may have one more game.
pub(crate) async fn has_room(app: &App, person: Option<&str>) -> Result<(), Problem> {
    if let Some(person) = person.filter(|_| app.config.rate > 0) {
        let (games, bytes) = app.live_games.store.kept_for(person).await?;
        let most_bytes = i64::from(app.config.most_megabytes) * 1024 * 1024;
        let refused = |why: String| {
            metrics::counter!("jadoube_refusals_total", "why" => "quota").increment(1);
            Err(Problem::too_many(why))
        };
        if app.config.most_games > 0 && games >= i64::from(app.config.most_games) {
            return refused(format!(
                "{games} of your games are not over: finish or leave some of them first"
            ));
        }
        if most_bytes > 0 && bytes >= most_bytes {
            return refused("your games take all the room you have here".to_owned());
        }
    }
    Ok(())
}

/// A name that people see: short, and nothing in it that could disturb a page or a log.
pub(crate) fn fit_name(field: &str, name: Option<String>, most: usize) -> Result<Option<String>, Problem> {
    let Some(name) = name else { return Ok(None) };
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Ok(None);
    }
    if name.chars().count() > most || name.chars().any(disturbs) {
        return Err(Problem::invalid(
            field,
            format!(
                "expected at most {most} letters, all of them visible, and no marks of control or direction"
            ),
        ));
    }
    Ok(Some(name))
}

/// Whether nobody's name is made of letters of several scripts, to be taken for another's.
pub(crate) fn plainly_written(field: &str, name: &str) -> Result<(), Problem> {
    if is_plainly_written(name) {
        return Ok(());
    }
    Err(Problem::invalid(
        field,
        "expected the letters of one script in each word of a name",
    ))
}

/// Letters that are not seen, or that change how others are: a name must be what it looks like. (Unicode calls most of them
/// default-ignorable; the rest are blanks of other kinds than the ordinary one.)
pub(crate) fn disturbs(letter: char) -> bool {
    letter.is_control()
        || letter.is_whitespace() && letter != ' '
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// No text in an act or a header is longer; nor are there more values in one.
const LONGEST_TEXT: usize = 1000;
const MOST_VALUES: usize = 1000;

/// Whether every text in it is of a length that people write, and can be written down.
pub(crate) fn fit_texts(json: &Json, field: &str) -> Result<(), Problem> {
    let mut values = vec![json];
    let mut count = 0;
    while let Some(value) = values.pop() {
        count += 1;
        match value {
            Json::Text(text) => {
                let fits = text.chars().count() <= LONGEST_TEXT;
                if !fits || text.chars().any(|letter| letter.is_control() && letter != '\n') {
                    return Err(Problem::invalid(
                        field,
                        format!(
                            "expected texts of at most {LONGEST_TEXT} letters, without control characters"
                        ),
                    ));
                }
            }
            Json::List(items) => values.extend(items),
            Json::Object(fields) => values.extend(fields.iter().map(|(_, value)| value)),
            _ => {}
        }
        if count + values.len() > MOST_VALUES {
            return Err(Problem::invalid(
                field,
                format!("expected at most {MOST_VALUES} values"),
            ));
        }
    }
    Ok(())
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
