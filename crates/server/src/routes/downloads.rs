//! What can be taken away from a game: its record, a PGN, a score sheet for printing.

use super::{Asked, Guest};
use crate::{
    App,
    guard::printable,
    live_games::{GameTable, Room, Viewer, work},
    openapi::Problems,
    problem::Problem,
    signed::Signatory,
    snapshot::{Parties, Snapshot},
};
use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use jadoube_board::Colour;
use jadoube_game::{Party, Status};
use jadoube_law::written_down;
use jadoube_notation::san;
use jadoube_record::Json;

use serde::Deserialize;
use std::{fmt::Write as _, sync::Arc};

/// With or without states.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WithStates {
    /// A state after each act.
    #[serde(default)]
    states: bool,
}

pub(crate) fn file(kind: &'static str, name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (StatusCode::OK, headers, text).into_response()
}

/// The record, as far as the one who asks may see it: of an envelope that is not his and not open it has the commitment.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "downloads", params(("id" = String, Path), WithStates),
    responses((status = 200, description = "JSON Lines", body = String, content_type = "application/jsonl"), Problems))]
pub(crate) async fn record(guest: Guest, Asked(how): Asked<WithStates>) -> Result<Response, Problem> {
    let Guest { table, viewer, .. } = guest;
    let name = format!("{}.jsonl", table.id);
    let text = work(move || table.record(&viewer, how.states)).await?;
    Ok(file("application/jsonl", &name, text))
}

/// The game as PGN.
#[utoipa::path(get, path = "/api/games/{id}/pgn", tag = "downloads", params(("id" = String, Path)),
    responses((status = 200, description = "PGN", body = String, content_type = "application/x-chess-pgn"), Problems))]
pub(crate) async fn pgn(guest: Guest) -> Result<Response, Problem> {
    let name = format!("{}.pgn", guest.table.id);
    let text = pgn_of(&guest.app, guest.table).await?;
    Ok(file("application/x-chess-pgn", &name, text))
}

/// The text of it.
pub(crate) async fn pgn_of(app: &App, table: Arc<GameTable>) -> Result<String, Problem> {
    let signatory = app.live_games.signatory.clone();
    work(move || write_pgn(&table, &signatory)).await
}

fn names(room: &Room, snapshot: &Snapshot, colour: Colour) -> String {
    let party = Party::from(colour);
    let seated = room
        .seats
        .iter()
        .filter(|seat| Parties::read(&seat.parties).has(party));
    let named: Vec<&str> = seated.filter_map(|seat| seat.name.as_deref()).collect();
    let sides = &snapshot.terms().sides[colour.index()];
    match (named.is_empty(), sides.is_empty()) {
        (false, _) => named.join(", "),
        (true, false) => sides.join(", "),
        (true, true) => "?".to_owned(),
    }
}

fn result(snapshot: &Snapshot) -> &'static str {
    let game = snapshot.arbiter.game();
    let winner = game.outcome.as_ref().and_then(|outcome| outcome.winner);
    match (game.status, winner) {
        (Status::Won, Some(Colour::White)) => "1-0",
        (Status::Won, Some(Colour::Black)) => "0-1",
        (Status::Drawn, _) => "1/2-1/2",
        _ => "*",
    }
}

/// The day of this moment, by the calendar of Greenwich.
fn date(ms: i64) -> chrono::NaiveDate {
    chrono::DateTime::from_timestamp_millis(ms)
        .unwrap_or_default()
        .date_naive()
}

fn write_pgn(table: &GameTable, signatory: &Signatory) -> String {
    let (snapshot, room) = (table.snapshot(), table.room());
    let game = snapshot.arbiter.game();
    let result = result(&snapshot);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // A tag is one line, whatever was written.
        let value = value.replace(char::is_control, " ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", room.row.title.as_deref().unwrap_or("?"));
    tag("Site", "Jadoube");
    tag("Date", &date(room.row.created_ms).to_string().replace('-', "."));
    tag("Round", "-");
    tag("White", &names(&room, &snapshot, Colour::White));
    tag("Black", &names(&room, &snapshot, Colour::Black));
    tag("Result", result);
    tag("Laws", game.terms.code.title());
    tag("JadoubeGame", &table.id);
    match table.broken() {
        None => {
            let head = snapshot.head();
            tag("JadoubeHead", &format!("{} {head}", snapshot.seq()));
            tag("JadoubeKey", &signatory.public());
        }
        Some(why) => tag("JadoubeBroken", why),
    }
    let first = game.past.first().map_or(&game.standing, |past| &past.standing);
    let ordinary = jadoube_board::Position::default().to_fen();
    if let Some(position) = &first.position {
        let fen = position.to_fen();
        if fen != ordinary {
            tag("SetUp", "1");
            tag("FEN", &fen);
        }
    }
    let tags = std::mem::take(&mut text);
    text.push('\n');
    let mut line = String::new();
    let mut number = 1u32;
    let mut fresh = true;
    for past in &game.past {
        let player = past.standing.player;
        let (Some(mv), Some(position)) = (past.mv, &past.standing.position) else {
            // What no notation can carry: an illegal move that stood.
            let made = past.made.map(|made| made.to_string()).unwrap_or_default();
            let _ = write!(
                line,
                "{{the move {made} was made by hand and stood; the record has the rest}} "
            );
            break;
        };
        let word = san(position, mv);
        match player {
            Colour::White => {
                let _ = write!(line, "{number}. ");
            }
            Colour::Black if fresh => {
                let _ = write!(line, "{number}... ");
            }
            Colour::Black => {}
        }
        fresh = false;
        line.push_str(&word);
        line.push(' ');
        if player == Colour::Black {
            number += 1;
        }
    }
    line.push_str(result);
    let mut width = 0;
    for word in line.split(' ') {
        if width > 0 && width + 1 + word.len() > 79 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text.push_str("\n\n");
    match table.broken() {
        None => signatory.sign_pgn(&tags, &text),
        Some(_) => tags + &text,
    }
}

/// How the score is written.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Manner {
    /// Descriptive where nothing is said.
    #[serde(default)]
    #[param(value_type = Option<crate::shape::Style>)]
    style: Option<String>,
    /// A page for printing where nothing is said.
    #[serde(default)]
    #[param(value_type = Option<crate::shape::Format>)]
    format: Option<String>,
}

/// The score sheet, for printing.
#[utoipa::path(get, path = "/api/games/{id}/score", tag = "downloads", params(("id" = String, Path), Manner),
    responses((status = 200, description = "a page for printing, or plain text", body = String, content_type = "text/html"), Problems))]
pub(crate) async fn score(guest: Guest, Asked(manner): Asked<Manner>) -> Result<Response, Problem> {
    let style = match manner.style.as_deref().unwrap_or("descriptive") {
        "descriptive" => Style::Descriptive,
        "algebraic" => Style::Algebraic,
        "full" => Style::Full,
        _ => {
            return Err(Problem::invalid(
                "style",
                "expected one of: descriptive, algebraic, full",
            ));
        }
    };
    let plain = match manner.format.as_deref().unwrap_or("html") {
        "html" => false,
        "text" => true,
        _ => return Err(Problem::invalid("format", "expected one of: html, text")),
    };
    let Guest { table, viewer, .. } = guest;
    let name = format!("{}.txt", table.id);
    let written = work(move || {
        if plain {
            score_text(&table, style)
        } else {
            score_html(&table, &viewer, style)
        }
    })
    .await?;
    if plain {
        return Ok(file("text/plain; charset=utf-8", &name, written));
    }
    Ok(printable(written))
}

#[derive(Clone, Copy)]
enum Style {
    Descriptive,
    Algebraic,
    Full,
}

/// The moves that stand, each with its player.
fn moves(snapshot: &Snapshot, style: Style) -> Vec<(Colour, String)> {
    let game = snapshot.arbiter.game();
    let of = |past: &jadoube_game::PastTurn| match (written_down(&game.terms, past), style) {
        (Some(written), Style::Descriptive) => written.descriptive,
        (Some(written), Style::Algebraic) => written.algebraic,
        (Some(written), Style::Full) => written.full,
        (None, _) => past
            .made
            .map(|made| format!("{made} (by hand)"))
            .unwrap_or_default(),
    };
    game.past
        .iter()
        .map(|past| (past.standing.player, of(past)))
        .collect()
}

/// Rows of a score: number, White, Black.
fn rows(snapshot: &Snapshot, style: Style) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    for (player, word) in moves(snapshot, style) {
        match player {
            Colour::White => rows.push((word, String::new())),
            Colour::Black => match rows.last_mut() {
                Some((white, black)) if !white.is_empty() && black.is_empty() => *black = word,
                _ => rows.push((String::new(), word)),
            },
        }
    }
    rows
}

fn score_text(table: &GameTable, style: Style) -> String {
    let (snapshot, room) = (table.snapshot(), table.room());
    let white = names(&room, &snapshot, Colour::White);
    let black = names(&room, &snapshot, Colour::Black);
    let rows = rows(&snapshot, style);
    let width = rows
        .iter()
        .map(|(white, _)| white.chars().count())
        .max()
        .unwrap_or(0)
        .max(12);
    let mut text = format!("{white} against {black}\n{}\n\n", snapshot.terms().code.title());
    for (at, (white, black)) in rows.iter().enumerate() {
        let _ = writeln!(text, "{:>3}. {white:<width$}  {black}", at + 1);
    }
    let _ = writeln!(text, "\n{}", result(&snapshot));
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn score_html(table: &GameTable, viewer: &Viewer, style: Style) -> String {
    let (snapshot, room) = (table.snapshot(), table.room());
    let white = escape(&names(&room, &snapshot, Colour::White));
    let black = escape(&names(&room, &snapshot, Colour::Black));
    let date = date(room.row.created_ms);
    let title = room.row.title.as_deref().map(escape).unwrap_or_default();
    let code = snapshot.terms().code.title();
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{white} – {black}</title><style>\
         body{{font:12pt/1.4 Georgia,serif;margin:2cm auto;max-width:17cm;color:#111}}\
         h1{{font-size:16pt;margin:0}}p{{margin:.2em 0}}table{{border-collapse:collapse;width:100%;margin:1em 0}}\
         td,th{{border-bottom:1px solid #bbb;padding:.15em .6em;text-align:left}}td:first-child{{width:3em;text-align:right}}\
         .notes{{font-size:10pt}}@media print{{body{{margin:0}}}}</style>\
         <h1>{white} against {black}</h1><p>{title}</p><p>{code}, {date}</p>\
         <table><tr><th></th><th>White</th><th>Black</th></tr>"
    );
    for (at, (white, black)) in rows(&snapshot, style).iter().enumerate() {
        let (white, black) = (escape(white), escape(black));
        let _ = write!(
            html,
            "<tr><td>{}.</td><td>{white}</td><td>{black}</td></tr>",
            at + 1
        );
    }
    let _ = write!(html, "</table><p>{}</p><ol class=\"notes\">", result(&snapshot));
    for seq in 1..=snapshot.seq() {
        let entry = snapshot.entry(seq, viewer.perspective());
        if let Some(Json::List(rulings)) = entry.get("rulings") {
            for ruling in rulings {
                let text = ruling.get("text").and_then(Json::as_str).unwrap_or_default();
                let clause = ruling.get("clause").and_then(Json::as_str).unwrap_or_default();
                let _ = write!(
                    html,
                    "<li value=\"{seq}\">{} <small>{}</small></li>",
                    escape(text),
                    escape(clause)
                );
            }
        }
    }
    html.push_str("</ol></html>");
    html
}
