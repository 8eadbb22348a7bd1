//! Matches: a series of games, colours and first move by the code.

use super::{
    account, at_table,
    games::{OpenGame, Opened, lay, read_header, read_opening},
};
use crate::{
    App,
    guard::Sent,
    hall::{Settings, standing, work},
    openapi::Problems,
    problem::{Answer, Problem},
    secret,
    sheet::{Parties, Sheet, millis},
    time::now_ms,
};
use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use jadoube_board::Colour;
use jadoube_game::{Code, Ended, Party, Previous};
use jadoube_law::questions::first_move;
use jadoube_record::{Json, parse, read_terms, write_terms};
use jadoube_store::{MatchGame, MatchRow, NewGame, NewSeat, SeatRow, StoreError};
use std::sync::Arc;

/// Opens a match and its first game.
#[utoipa::path(post, path = "/api/matches", tag = "matches", request_body = OpenGame,
    responses((status = 201, description = "as for a game, with the match", body = Object), Problems))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<Json>,
) -> Result<Response, Problem> {
    let owner = account(&app, &headers).await?;
    let (sent, opening) = read_opening(sent, &["header", "games"])?;
    let games = match sent.get("games") {
        Some(Json::Number(number)) => number.as_i64().filter(|games| (1..=100).contains(games)),
        _ => None,
    }
    .ok_or_else(|| Problem::invalid("games", "expected how many games: 1 to 100"))?;
    let terms = read_header(&sent, &opening)?;
    let sheet = work(move || Sheet::open(terms))
        .await?
        .map_err(|error| Problem::invalid(format!("header.{}", error.field), error.why))?;
    let id = secret::name();
    let opened: Opened = lay(&sheet, opening, owner.as_ref(), Some(id.clone()))?;
    // Person a is he who opened it, or White where that was the umpire.
    let a_is_white = !opened.parties.starts_with("black");
    let row = MatchRow {
        id: id.clone(),
        title: opened.game.title.clone(),
        header: opened.game.header.clone(),
        settings: opened.game.settings.clone(),
        games,
        created_ms: opened.game.created_ms,
    };
    let first = MatchGame {
        number: 1,
        game: opened.game.id.clone(),
        white: if a_is_white { "a" } else { "b" }.to_owned(),
        first_move: Party::from(first_move::rightful(sheet.terms())).word().to_owned(),
    };
    app.hall
        .store
        .create_match(&row, &first, &opened.game, &opened.seats)
        .await?;
    let shown = shown(&app, &id).await?;
    opened.answer(&app, vec![("match", shown)]).await
}

async fn shown(app: &App, id: &str) -> Result<Json, Problem> {
    let store = &app.hall.store;
    let row = store
        .match_row(id)
        .await?
        .ok_or_else(|| Problem::not_found("match"))?;
    let games = store.match_games(id).await?;
    let (mut a, mut b) = (0.0f64, 0.0f64);
    let mut played = Vec::new();
    let mut persons = (Json::Null, Json::Null);
    for game in &games {
        let Some(found) = store.game(&game.game).await? else {
            continue;
        };
        let a_is_white = game.white == "a";
        let standing = &found.standing;
        match (standing.status.as_str(), standing.winner.as_deref()) {
            ("won", Some(winner)) if (winner == "white") == a_is_white => a += 1.0,
            ("won", Some(_)) => b += 1.0,
            ("drawn", _) => {
                a += 0.5;
                b += 0.5;
            }
            _ => {}
        }
        let seats = store.seats(&game.game).await?;
        let name = |party: Party| {
            let seat = seats.iter().find(|seat| Parties::read(&seat.parties).has(party));
            Json::from(seat.and_then(|seat| seat.name.as_deref()))
        };
        let (white, black) = (name(Party::White), name(Party::Black));
        persons = if a_is_white {
            (white, black)
        } else {
            (black, white)
        };
        played.push(Json::object([
            ("number", millis(Some(game.number))),
            ("game", game.game.as_str().into()),
            ("white", game.white.as_str().into()),
            ("first_move", game.first_move.as_str().into()),
            ("status", standing.status.as_str().into()),
            ("winner", standing.winner.as_deref().into()),
        ]));
    }
    Ok(Json::object([
        ("id", Json::from(id)),
        ("title", row.title.as_deref().into()),
        ("games", millis(Some(row.games))),
        (
            "score",
            Json::object([("a", Json::from(a)), ("b", Json::from(b))]),
        ),
        ("persons", Json::object([("a", persons.0), ("b", persons.1)])),
        ("played", Json::List(played)),
    ]))
}

/// A match is seen by whoever may see its last game.
async fn seen(app: &App, headers: &HeaderMap, id: &str) -> Result<Vec<MatchGame>, Problem> {
    let games = app.hall.store.match_games(id).await?;
    let last = games.last().ok_or_else(|| Problem::not_found("match"))?;
    at_table(app, headers, &last.game)
        .await
        .map_err(|_| Problem::not_found("match"))?;
    Ok(games)
}

/// Shows a match.
#[utoipa::path(get, path = "/api/matches/{id}", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, description = "the match", body = Object), Problems))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Answer, Problem> {
    seen(&app, &headers, &id).await?;
    Ok(Answer::ok(shown(&app, &id).await?))
}

/// Whether White always begins, so that colours change instead of the first move.
fn colours_follow_the_move(code: Code) -> bool {
    // Where a code knows one opening array with White to begin, the player who has the move has the white men.
    matches!(code, Code::Bcc1896 | Code::Bcc1899 | Code::Fide1931)
}

/// Opens the next game, when the last is over. Safe to repeat.
#[utoipa::path(post, path = "/api/matches/{id}/next", tag = "matches", params(("id" = String, Path)),
    responses((status = 201, description = "the next game, as the one who asks sees it", body = Object),
        (status = 200, description = "it was open already", body = Object), Problems))]
pub(crate) async fn next(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let games = seen(&app, &headers, &id).await?;
    let store = &app.hall.store;
    let row = store
        .match_row(&id)
        .await?
        .ok_or_else(|| Problem::not_found("match"))?;
    let last = games.last().ok_or_else(|| Problem::not_found("match"))?;
    let (table, viewer) = at_table(&app, &headers, &last.game).await?;
    if viewer.parties.is_empty() {
        return Err(Problem::forbidden(
            "only players and the umpire open the next game",
        ));
    }
    let sheet = table.sheet();
    let game = sheet.arbiter.game();
    if !game.status.is_over() {
        // Asked again after the next game was opened: that one is in play.
        if last.number > 1 && sheet.seq() == 0 {
            return Ok(
                Answer::ok(opened_json(&table.shown(&viewer, 0), shown(&app, &id).await?)).into_response(),
            );
        }
        return Err(Problem::invalid("match", "the last game is not over"));
    }
    if last.number >= row.games {
        return Err(Problem::invalid(
            "match",
            "all games of the match have been played",
        ));
    }
    let ended = match game.status.word() {
        "drawn" => Ended::Drawn,
        "annulled" => Ended::Annulled,
        "lost-by-both" => Ended::LostByBoth,
        _ => Ended::Won,
    };
    let began: Colour = last.first_move.parse().unwrap_or(Colour::White);
    let mut terms = parse(&row.header)
        .and_then(read_terms)
        .map_err(|_| Problem::bug())?;
    terms.previous = Some(Previous {
        first_move: began,
        status: ended,
    });
    // Odds and undertakings belong to persons, not to colours.
    let rightful = first_move::rightful(&terms);
    let turned = colours_follow_the_move(terms.code) && terms.odds.is_none() && rightful == Colour::Black;
    if turned {
        // He who has the move takes the white men: the previous beginner, now Black, is named by his new colour.
        terms.previous = Some(Previous {
            first_move: !began,
            status: ended,
        });
    }
    let first = first_move::rightful(&terms);
    let sheet = work(move || Sheet::open(terms)).await?.map_err(|error| {
        tracing::error!(%error, "the next game of a match cannot be opened");
        Problem::bug()
    })?;
    let room = table.room();
    let seats: Vec<NewSeat> = room.seats.iter().map(|seat| seat_again(seat, turned)).collect();
    let settings = Settings {
        next_game: None,
        proposed: None,
        pauses: Vec::new(),
        ..room.settings.clone()
    };
    let new = NewGame {
        id: secret::name(),
        header: write_terms(sheet.terms()).to_string(),
        settings: serde_json::to_string(&settings).unwrap_or_default(),
        title: row.title.clone(),
        code: room.row.code.clone(),
        mode: room.row.mode.clone(),
        public: room.row.public,
        match_id: Some(id.clone()),
        created_ms: now_ms(),
        started_ms: None,
        standing: standing(&sheet),
    };
    let white = match (last.white.as_str(), turned) {
        ("a", true) | ("b", false) => "b",
        _ => "a",
    };
    let number = MatchGame {
        number: last.number + 1,
        game: new.id.clone(),
        white: white.to_owned(),
        first_move: Party::from(first).word().to_owned(),
    };
    match store.next_of_match(&id, &number, &new, &seats).await {
        Ok(()) => {
            let mut told = room.settings.clone();
            told.next_game = Some(new.id.clone());
            let told = serde_json::to_string(&told).unwrap_or_default();
            store
                .change_settings(&last.game, &room.row.settings, &told)
                .await?;
            app.hall.look_again(&table).await?;
        }
        // Somebody else was quicker: the same game is meant.
        Err(StoreError::Taken) => {}
        Err(error) => return Err(error.into()),
    }
    let games = store.match_games(&id).await?;
    let last = games.last().ok_or_else(Problem::bug)?;
    let (table, viewer) = at_table(&app, &headers, &last.game).await?;
    Ok(Answer::created(opened_json(&table.shown(&viewer, 0), shown(&app, &id).await?)).into_response())
}

fn opened_json(game: &Json, shown: Json) -> Json {
    Json::object([
        ("id", game.get("id").cloned().unwrap_or(Json::Null)),
        ("game", game.clone()),
        ("match", shown),
    ])
}

/// The same person with the same secret in the next game, perhaps with the other men.
fn seat_again(seat: &SeatRow, turned: bool) -> NewSeat {
    let parties = match seat.parties.as_str() {
        "white" if turned => "black",
        "black" if turned => "white",
        same => same,
    };
    NewSeat {
        parties: parties.to_owned(),
        person: seat.person,
        name: seat.name.clone(),
        creator: seat.creator,
        token: seat.token.clone(),
        // Invitations lead to the game for which they were made.
        invitation: None,
        account: seat.account,
    }
}
