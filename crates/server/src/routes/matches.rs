//! Matches: a series of games, colours and first move by the code.

use super::{
    Guest, account, at_table, names as names_of,
    opening::{lay, own_names, read_header},
};
use crate::{
    App,
    guard::Sent,
    live_games::{GameTable, Settings, Viewer, standing, work},
    openapi::Problems,
    problem::{Answer, Problem},
    secret,
    shape::{GameView, Match, NextGame, OpenMatch, Opened, Persons, Played, Score},
    snapshot::Snapshot,
};
use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use jadoube_board::Colour;
use jadoube_game::{Ended, Engagement, Party, Previous, Status, Terms};
use jadoube_law::questions::first_move::{self, MEN_IN_A_SERIES, MenInASeries};
use jadoube_record::{parse, read_terms, write_terms};
use jadoube_store::{GameRow, MatchGame, MatchRow, SeatRow, StoreError};
use std::{collections::HashMap, sync::Arc};

/// Opens a match and its first game.
#[utoipa::path(post, operation_id = "open_match", path = "/api/matches", tag = "matches", request_body = OpenMatch,
    responses((status = 201, description = "as for a game, with the match", body = Opened), Problems))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(mut sent): Sent<OpenMatch>,
) -> Result<Response, Problem> {
    let owner = account(&app, &headers).await?;
    let person = super::quota(&app, owner.as_ref()).await?;
    let mut opening = sent.opening();
    opening.name = super::own_name(&app, owner.as_ref(), opening.name).await?;
    let games = sent.games;
    if !(1..=100).contains(&games) {
        return Err(Problem::invalid("games", "expected how many games: 1 to 100"));
    }
    let snapshot = read_header(sent.header, &opening).await?;
    own_names(&app, owner.as_ref(), &snapshot).await?;
    let id = secret::name();
    let mut laid = lay(
        &app.live_games,
        &snapshot,
        opening,
        owner.as_ref(),
        Some(id.clone()),
    )?;
    laid.game.person = person;
    // Person a is he who opened it, or White where that was the umpire.
    let a_is_white = laid.parties.only() != Some(Party::Black);
    let row = MatchRow {
        id: id.clone(),
        title: laid.game.title.clone(),
        header: laid.game.header.clone(),
        settings: laid.game.settings.clone(),
        games,
        created_ms: laid.game.created_ms,
    };
    let first = MatchGame {
        number: 1,
        game: laid.game.id.clone(),
        white: if a_is_white { "a" } else { "b" }.to_owned(),
        first_move: Party::from(first_move::rightful(snapshot.terms()))
            .word()
            .to_owned(),
    };
    app.live_games
        .store
        .create_match(&row, &first, &laid.game, &laid.seats, laid.starts_ms)
        .await?;
    let shown = shown(&app, &id).await?;
    laid.answer(&app, Some(shown)).await
}

async fn shown(app: &App, id: &str) -> Result<Match, Problem> {
    let store = &app.live_games.store;
    let row = store
        .match_row(id)
        .await?
        .ok_or_else(|| Problem::not_found("match"))?;
    let games = store.match_games(id).await?;
    let names: Vec<&str> = games.iter().map(|game| game.game.as_str()).collect();
    // In one word to the database, however many there are.
    let rows = store.games_named(&names).await?;
    let mut rows: HashMap<&str, &GameRow> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut score = Score { a: 0.0, b: 0.0 };
    let mut played = Vec::new();
    for game in &games {
        let Some(found) = rows.remove(game.game.as_str()) else {
            continue;
        };
        let a_is_white = game.white == "a";
        let standing = found.standing.clone();
        match (standing.status.as_str(), standing.winner.as_deref()) {
            ("won", Some(winner)) if (winner == "white") == a_is_white => score.a += 1.0,
            ("won", Some(_)) => score.b += 1.0,
            ("drawn", _) => {
                score.a += 0.5;
                score.b += 0.5;
            }
            _ => {}
        }
        played.push(Played {
            number: game.number,
            game: game.game.clone(),
            white: game.white.clone(),
            first_move: game.first_move.clone(),
            status: standing.status,
            winner: standing.winner,
        });
    }
    let mut persons = Persons::default();
    if let Some(last) = played.last() {
        let names = names_of(&store.seats(&last.game).await?);
        let (white, black) = (names.white.into_iter().next(), names.black.into_iter().next());
        persons = if last.white == "a" {
            Persons { a: white, b: black }
        } else {
            Persons { a: black, b: white }
        };
    }
    Ok(Match {
        id: row.id,
        title: row.title,
        games: row.games,
        score,
        persons,
        played,
    })
}

/// A match is seen by whoever may see its last game.
async fn seen(app: &App, headers: &HeaderMap, id: &str) -> Result<Vec<MatchGame>, Problem> {
    if !super::is_name(id) {
        return Err(Problem::not_found("match"));
    }
    let games = app.live_games.store.match_games(id).await?;
    let last = games.last().ok_or_else(|| Problem::not_found("match"))?;
    at_table(app, headers, &last.game)
        .await
        .map_err(|_| Problem::not_found("match"))?;
    Ok(games)
}

/// Shows a match.
#[utoipa::path(get, operation_id = "show_match", path = "/api/matches/{id}", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, description = "the match", body = Match), Problems))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Answer<Match>, Problem> {
    seen(&app, &headers, &id).await?;
    Ok(Answer::ok(shown(&app, &id).await?))
}

/// So many games of one match may be annulled: whoever looks at it is told of every game.
const MOST_ANNULLED: usize = 100;

/// Opens the next game, when the last is over. Safe to repeat.
#[utoipa::path(post, path = "/api/matches/{id}/next", tag = "matches", params(("id" = String, Path)),
    responses((status = 201, description = "the next game, as the one who asks sees it", body = NextGame),
        (status = 200, description = "it was open already", body = NextGame), Problems))]
pub(crate) async fn next(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let games = seen(&app, &headers, &id).await?;
    let store = &app.live_games.store;
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
    if !table.snapshot().status().is_over() {
        app.live_games.look_up(&table).await?;
    }
    let snapshot = table.snapshot();
    let game = snapshot.arbiter.game();
    if !game.status.is_over() {
        // Asked again after the next game was opened: that one is in play.
        if last.number > 1 && snapshot.seq() == 0 {
            let next = next_game(&table, &viewer, shown(&app, &id).await?);
            return Ok(Answer::ok(next).into_response());
        }
        return Err(Problem::invalid("match", "the last game is not over"));
    }
    // An annulled game does not count: another is played in its stead.
    let played = shown(&app, &id).await?.played;
    let annulled = played
        .iter()
        .filter(|game| game.status == Status::Annulled.word())
        .count();
    if played.len() - annulled >= usize::try_from(row.games).unwrap_or_default() {
        return Err(Problem::invalid(
            "match",
            "all games of the match have been played",
        ));
    }
    if annulled >= MOST_ANNULLED {
        return Err(Problem::invalid(
            "match",
            format!("{annulled} games of this match were annulled: expected a new match"),
        ));
    }
    let began: Colour = last.first_move.parse().unwrap_or(Colour::White);
    // Annulled games make a match as long as one likes: each is counted as any game is.
    super::has_quota(&app, table.room().row.person.as_deref()).await?;
    // The terms of the last game: what belongs to persons has the colours they had in it.
    let terms = parse(&table.room().row.header)
        .and_then(read_terms)
        .map_err(|_| Problem::bug())?;
    let Following {
        row: new,
        seats,
        turned,
        first,
    } = following(&app, &table, terms, began).await?;
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
            announce(&app, &table, &new.id).await?;
        }
        // Somebody else was quicker: the same game is meant.
        Err(StoreError::Taken) => {}
        Err(error) => return Err(error.into()),
    }
    let games = store.match_games(&id).await?;
    let last = games.last().ok_or_else(Problem::bug)?;
    let (table, viewer) = at_table(&app, &headers, &last.game).await?;
    let next = next_game(&table, &viewer, shown(&app, &id).await?);
    Ok(Answer::created(next).into_response())
}

/// The game after this one, with the men as the code gives them; not yet opened.
struct Following {
    row: GameRow,
    seats: Vec<SeatRow>,
    /// Whether the players change colours.
    turned: bool,
    first: Colour,
}

async fn following(
    app: &App,
    table: &GameTable,
    mut terms: Terms,
    began: Colour,
) -> Result<Following, Problem> {
    let status = match table.snapshot().status().word() {
        "drawn" => Ended::Drawn,
        "annulled" => Ended::Annulled,
        "lost-by-both" => Ended::LostByBoth,
        "lost-by-one" => Ended::LostByOne,
        _ => Ended::Won,
    };
    terms.previous = Some(Previous {
        first_move: began,
        status,
    });
    // Odds and undertakings belong to persons, not to colours.
    let rightful = first_move::rightful(&terms);
    let men = MEN_IN_A_SERIES[terms.code].value;
    let turned = terms.odds.is_none()
        && match men {
            MenInASeries::KeptForTheSitting => false,
            MenInASeries::WithTheFirstMove => rightful == Colour::Black,
            MenInASeries::Alternately => status != Ended::Annulled,
        };
    if turned {
        change_colours(&mut terms);
        // He who has the move takes the white men: the previous beginner, now Black, is named by his new colour.
        terms.previous = Some(Previous {
            first_move: !began,
            status,
        });
    }
    let first = first_move::rightful(&terms);
    let snapshot = work(move || Snapshot::open(terms)).await?.map_err(|error| {
        tracing::error!(%error, "the game after this one cannot be opened");
        Problem::bug()
    })?;
    let room = table.room();
    let mut settings = Settings {
        next_game: None,
        proposed: None,
        ..room.settings.clone()
    };
    if turned {
        settings.change_colours();
    }
    let now = app.live_games.now_ms();
    Ok(Following {
        seats: room.seats.iter().map(|seat| seat_again(seat, turned)).collect(),
        row: GameRow {
            id: secret::name(),
            header: write_terms(snapshot.terms()).to_string(),
            settings: settings.text(),
            created_ms: now,
            updated_ms: now,
            seq: 0,
            timeline: 0,
            head: None,
            bytes: 0,
            standing: standing(&snapshot),
            ..room.row.clone()
        },
        turned,
        first,
    })
}

/// What belongs to persons goes with them to the other colour: their names, and what they undertook, as it looks from there.
fn change_colours(terms: &mut Terms) {
    terms.sides.swap(0, 1);
    for undertaking in &mut terms.undertakings {
        undertaking.by = !undertaking.by;
        undertaking.to = match undertaking.to {
            Engagement::MateWith(square) => Engagement::MateWith(square.mirrored()),
            Engagement::MateOn(square) => Engagement::MateOn(square.mirrored()),
            same @ (Engagement::BeMated | Engagement::BeStalemated) => same,
        };
    }
}

/// Those at this table are told where play goes on. False: another game had been named already.
async fn announce(app: &App, table: &GameTable, next: &str) -> Result<bool, Problem> {
    let room = table.room();
    let mut told = room.settings.clone();
    told.next_game = Some(next.to_owned());
    let (old, new) = (&room.row.settings, told.text());
    app.live_games.change_settings(table, old, &new).await
}

/// Opens another game between the same persons on the same terms, when this one is over; colours and first move as the
/// code has it. Safe to repeat: there is one game after each.
#[utoipa::path(post, path = "/api/games/{id}/rematch", tag = "games", params(("id" = String, Path)),
    responses((status = 201, description = "the game, as the one who asks sees it", body = GameView),
        (status = 200, description = "it was open already", body = GameView), Problems))]
pub(crate) async fn rematch(guest: Guest, headers: HeaderMap) -> Result<Response, Problem> {
    let Guest { app, table, viewer } = guest;
    if viewer.parties.is_empty() {
        return Err(Problem::forbidden("only players and the umpire begin again"));
    }
    if !table.snapshot().status().is_over() {
        app.live_games.look_up(&table).await?;
    }
    let snapshot = table.snapshot();
    let room = table.room();
    if !snapshot.status().is_over() || room.row.match_id.is_some() {
        return Err(Problem::invalid(
            "game",
            "expected a game that is over and belongs to no match",
        ));
    }
    let mut opened = false;
    // Somebody may ask at the same moment, or change something else of the game: of all, one game follows.
    for _ in 0..4 {
        let room = table.room();
        if room.settings.next_game.is_some() {
            break;
        }
        let owner = account(&app, &headers).await?;
        let person = super::quota(&app, owner.as_ref()).await?;
        let mut terms = snapshot.terms().clone();
        let began = first_move::rightful(&terms);
        terms.scheduled = false;
        let mut next = following(&app, &table, terms, began).await?;
        next.row.person = person;
        let told = Settings {
            next_game: Some(next.row.id.clone()),
            ..room.settings.clone()
        };
        let settings = (room.row.settings.as_str(), told.text());
        opened = app
            .live_games
            .store
            .create_following(&table.id, (settings.0, &settings.1), &next.row, &next.seats)
            .await?;
        app.live_games.look_again(&table).await?;
        if opened {
            metrics::counter!("jadoube_games_opened_total").increment(1);
        }
    }
    let next = table.room().settings.next_game.clone();
    let next = next.ok_or_else(|| Problem::stale(&table.shown(&viewer, 0)))?;
    let (table, viewer) = at_table(&app, &headers, &next).await?;
    let shown = table.shown(&viewer, 0);
    Ok(if opened {
        Answer::created(shown)
    } else {
        Answer::ok(shown)
    }
    .into_response())
}

fn next_game(table: &GameTable, viewer: &Viewer, of: Match) -> NextGame {
    NextGame {
        id: table.id.clone(),
        game: table.shown(viewer, 0),
        r#match: of,
    }
}

/// The same person with the same secret in the next game, perhaps with the other men.
fn seat_again(seat: &SeatRow, turned: bool) -> SeatRow {
    let parties = match seat.parties.as_str() {
        "white" if turned => "black",
        "black" if turned => "white",
        same => same,
    };
    SeatRow {
        parties: parties.to_owned(),
        // Invitations lead to the game for which they were made.
        invitation: None,
        sat_ms: None,
        ..seat.clone()
    }
}
