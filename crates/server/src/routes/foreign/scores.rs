//! Which games may be looked at by whoever does not play them, and in what form are they taken away?

use super::{
    Asker, Refusal, answer, people,
    streams::{self, Beside, Gone, Listener},
    wrong,
};
use crate::{
    App,
    guard::{self, asking, on_account},
    live_games::{GameTable, Note, work},
    problem::Problem,
    routes::{Asked, downloads},
    snapshot::{Parties, Snapshot},
};
use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use jadoube_board::{Colour, Position};
use jadoube_game::Party;
use jadoube_notation::san;
use jadoube_store::GameRow;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{collections::HashMap, sync::Arc};
use tokio::{sync::broadcast::error::RecvError, time::Instant};

/// So many games are taken away in one answer.
const MOST_TAKEN: usize = 50;
/// So many of the latest games of an account are looked through for them.
const MOST_SOUGHT: i64 = 200;

/// A game that this asker may look at: his own, unless he plays it blindfold; or a public one.
async fn visible(app: &Arc<App>, asker: Option<&Asker>, id: &str) -> Result<Arc<GameTable>, Refusal> {
    let live_games = &app.live_games;
    let table = live_games.table(id).await?;
    let mut own = asker.map(|asker| asker.viewer(&table));
    if let (Some(asker), false, true) = (
        asker,
        table.room().row.public,
        own.as_ref().is_some_and(|own| own.seat.is_none()),
    ) {
        // He may have sat down on another node a moment ago.
        live_games.look_again(&table).await?;
        own = Some(asker.viewer(&table));
    }
    let own = own.filter(|own| own.seat.is_some());
    if own.is_none() && !table.room().row.public {
        return Err(Problem::not_found("game").into());
    }
    if !streams::can_be_told(table.snapshot().terms()) || own.is_some_and(|own| own.blindfold) {
        return Err(wrong(
            "this game cannot be shown by this interface: it knows moves on a guarded board and nothing else",
        ));
    }
    Ok(table)
}

/// Those of these games that this asker could be shown at all, by their rows: no game is read for somebody who may not see it.
/// What is looked through for him counts as so many requests.
async fn shown_at_all(
    app: &App,
    asker: Option<&Asker>,
    rows: impl Iterator<Item = GameRow>,
) -> Result<Vec<GameRow>, Refusal> {
    let mut rows: Vec<GameRow> = rows.collect();
    let closed = rows.iter().filter(|row| !row.public);
    let closed: Vec<&str> = closed.map(|row| row.id.as_str()).collect();
    let seats = match asker {
        Some(asker) => {
            let account = Some(asker.account.id);
            app.live_games.store.seats_of(&closed, account).await?
        }
        None => HashMap::new(),
    };
    let own = |row: &GameRow| {
        let mut seats = seats.get(&row.id).into_iter().flatten();
        asker.is_some_and(|asker| seats.any(|seat| seat.account == Some(asker.account.id)))
    };
    rows.retain(|row| row.public || own(row));
    app.door.asks_for_many(app, rows.len())?;
    Ok(rows)
}

/// Somebody without an account, or with one that is not known, sees what anybody sees.
fn known(asker: &Result<Asker, Refusal>) -> Option<&Asker> {
    asker.as_ref().ok()
}

/// Whether this form of an answer is asked for.
fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|kind| kind.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains(kind))
}

/// Both players, as far as they are known.
async fn players(app: &App, table: &GameTable) -> Result<Value, Refusal> {
    let mut shown = json!({});
    for colour in Colour::BOTH {
        let player = streams::player(app, table, colour).await?;
        shown[Party::from(colour).word()] = if player.get("aiLevel").is_some() {
            player
        } else {
            json!({"user": player, "name": player["name"]})
        };
    }
    Ok(shown)
}

/// A game as it is described to those who do not play it.
async fn described(app: &App, table: &GameTable, snapshot: &Snapshot) -> Result<Value, Refusal> {
    let game = snapshot.arbiter.game();
    let clock = streams::clock_of(&game.terms);
    let speed = streams::speed(clock);
    let row = &table.room().row;
    let mut shown = json!({
        "id": table.id,
        "rated": false,
        "source": "friend",
        "speed": speed,
        "perf": speed,
        "createdAt": row.created_ms,
        "lastMoveAt": row.updated_ms,
        "players": players(app, table).await?,
    });
    if let Some((limit, increment)) = clock {
        shown["clock"] =
            json!({"initial": limit, "increment": increment, "totalTime": limit + 40 * increment});
    }
    if let Some(winner) = game.outcome.as_ref().and_then(|outcome| outcome.winner) {
        shown["winner"] = Party::from(winner).word().into();
    }
    Ok(shown)
}

/// A game as it is taken away in JSON.
async fn taken(app: &Arc<App>, table: &Arc<GameTable>) -> Result<Value, Refusal> {
    let snapshot = table.snapshot();
    let mut shown = described(app, table, &snapshot).await?;
    let start = streams::start(&snapshot);
    let variant = if start.is_some() {
        "fromPosition"
    } else {
        "standard"
    };
    shown["variant"] = variant.into();
    shown["status"] = streams::status(&snapshot).0.into();
    if let Some(fen) = start {
        shown["initialFen"] = fen.into();
    }
    shown["moves"] = work(move || {
        let past = snapshot.arbiter.game().past.iter();
        let moves = past.filter_map(|turn| Some(san(turn.standing.position.as_ref()?, turn.mv?)));
        moves.collect::<Vec<String>>().join(" ")
    })
    .await?
    .into();
    shown["pgn"] = downloads::pgn_of(app, Arc::clone(table)).await?.into();
    Ok(shown)
}

/// One game as PGN, or as JSON where that is asked for.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    asker: Result<Asker, Refusal>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let table = visible(&app, known(&asker), &id).await?;
    one(&app, table, &headers).await
}

async fn one(app: &Arc<App>, table: Arc<GameTable>, headers: &HeaderMap) -> Result<Response, Refusal> {
    if accepts(headers, "json") {
        return Ok(answer(&taken(app, &table).await?));
    }
    let name = format!("{}.pgn", table.id);
    let pgn = downloads::pgn_of(app, table).await?;
    Ok(downloads::file("application/x-chess-pgn", &name, pgn))
}

/// Games one after another: as PGN, or each as a line of JSON where that is asked for.
async fn many(app: &Arc<App>, tables: Vec<Arc<GameTable>>, headers: &HeaderMap) -> Result<Response, Refusal> {
    let json = accepts(headers, "ndjson");
    let mut text = String::new();
    for table in tables {
        guard::may_go_on()?;
        text += &if json {
            taken(app, &table).await?.to_string()
        } else {
            downloads::pgn_of(app, table).await?
        };
        text.push('\n');
    }
    let kind = if json {
        "application/x-ndjson"
    } else {
        "application/x-chess-pgn"
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// The games of these names that one may see.
pub(super) async fn export_many(
    State(app): State<Arc<App>>,
    asker: Result<Asker, Refusal>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let names = people::listed(&app, &body, MOST_TAKEN)?;
    let mut tables = Vec::new();
    for name in names {
        guard::may_go_on()?;
        tables.extend(visible(&app, known(&asker), &name).await.ok());
    }
    many(&app, tables, &headers).await
}

/// The game that somebody plays, or played last, of those one may see.
pub(super) async fn current(
    State(app): State<Arc<App>>,
    asker: Result<Asker, Refusal>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let account = people::named(&app, &name).await?;
    let store = &app.live_games.store;
    let playing = store.playing(account.id, MOST_SOUGHT).await?;
    let all = store.games_of(account.id, MOST_SOUGHT).await?;
    let rows = shown_at_all(&app, known(&asker), playing.into_iter().chain(all)).await?;
    for row in rows {
        guard::may_go_on()?;
        if let Ok(table) = visible(&app, known(&asker), &row.id).await
            && colour_of(&table, account.id).is_some()
        {
            return one(&app, table, &headers).await;
        }
    }
    Err(Problem::not_found("game").into())
}

/// Which games of somebody's.
#[derive(Deserialize)]
#[allow(non_snake_case, reason = "as it is sent")]
pub(super) struct Which {
    max: Option<usize>,
    since: Option<i64>,
    until: Option<i64>,
    vs: Option<String>,
    color: Option<String>,
    rated: Option<String>,
    perfType: Option<String>,
    ongoing: Option<String>,
    finished: Option<String>,
}

fn is(word: Option<&str>, answer: bool) -> bool {
    word.is_some_and(|word| word.eq_ignore_ascii_case(if answer { "true" } else { "false" }))
}

impl Which {
    /// Whether what its row says of a game fits.
    fn fits(&self, row: &GameRow) -> bool {
        let over = !matches!(
            row.standing.status.as_str(),
            "in-play" | "adjourned" | "suspended"
        );
        let wanted = if over {
            !is(self.finished.as_deref(), false)
        } else {
            is(self.ongoing.as_deref(), true)
        };
        wanted
            // Nothing is rated here.
            && !is(self.rated.as_deref(), true)
            && self.since.is_none_or(|since| row.created_ms >= since)
            && self.until.is_none_or(|until| row.created_ms <= until)
    }

    /// Whether how it is played does, and by whom.
    fn fits_table(&self, table: &GameTable, account: i64, vs: Option<i64>) -> bool {
        let Some(colour) = colour_of(table, account) else {
            return false;
        };
        let speed = streams::speed(streams::clock_of(table.snapshot().terms()));
        let fast = self.perfType.as_deref();
        self.color
            .as_deref()
            .is_none_or(|word| word == Party::from(colour).word())
            && fast.is_none_or(|speeds| speeds.split(',').any(|each| each == speed))
            && (self.vs.is_none() || vs.is_some_and(|vs| colour_of(table, vs) == Some(!colour)))
    }
}

/// The colour that an account has at a game.
fn colour_of(table: &GameTable, account: i64) -> Option<Colour> {
    let room = table.room();
    let has = |colour: &Colour| {
        let party = Party::from(*colour);
        let mut seats = room.seats.iter();
        seats.any(|seat| seat.account == Some(account) && Parties::read(&seat.parties).has(party))
    };
    Colour::BOTH.into_iter().find(has)
}

/// The games of somebody that one may see, the latest first.
pub(super) async fn by_player(
    State(app): State<Arc<App>>,
    asker: Result<Asker, Refusal>,
    headers: HeaderMap,
    Path(name): Path<String>,
    Asked(which): Asked<Which>,
) -> Result<Response, Refusal> {
    let account = people::named(&app, &name).await?;
    let vs = match &which.vs {
        Some(name) => people::named(&app, name).await.ok().map(|vs| vs.id),
        None => None,
    };
    let most = which.max.unwrap_or(MOST_TAKEN).min(MOST_TAKEN);
    let rows = app.live_games.store.games_of(account.id, MOST_SOUGHT).await?;
    let rows = rows.into_iter().filter(|row| which.fits(row));
    let rows = shown_at_all(&app, known(&asker), rows).await?;
    let mut tables = Vec::new();
    for row in &rows {
        if tables.len() >= most {
            break;
        }
        guard::may_go_on()?;
        if let Ok(table) = visible(&app, known(&asker), &row.id).await
            && which.fits_table(&table, account.id, vs)
        {
            tables.push(table);
        }
    }
    many(&app, tables, &headers).await
}

/// The moves of a game as they are made: what game it is, every position, and at the end how it ended.
pub(super) async fn moves(
    State(app): State<Arc<App>>,
    asker: Result<Asker, Refusal>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let table = visible(&app, known(&asker), &id).await?;
    let watched = app.door.watches(&app, &id, table.snapshot().seq())?;
    let (listener, answer) = Listener::new(&app)?;
    tokio::spawn(on_account(asking(), async move {
        let _ = tell_moves(&app, asker.ok().as_ref(), &table, &listener).await;
        drop(watched);
    }));
    Ok(answer)
}

async fn tell_moves(
    app: &Arc<App>,
    asker: Option<&Asker>,
    table: &Arc<GameTable>,
    listener: &Listener,
) -> Result<(), Gone> {
    let mut notes = table.notes.subscribe();
    let mut beside = Beside::new(app, Instant::now() + streams::TICK);
    let mut told = 0;
    tell_game(app, table, listener).await?;
    loop {
        let snapshot = table.snapshot();
        if !streams::is_half_done(&snapshot) {
            while told <= snapshot.arbiter.game().past.len() {
                // A long game is told of piece by piece, as it is taken, and at the expense of whoever asked for it.
                let (table, snapshot) = (Arc::clone(table), Arc::clone(&snapshot));
                let piece = work(move || positions(&table, &snapshot, told)).await;
                for line in piece.map_err(|_| Gone)? {
                    listener.tell(&line).await?;
                    told += 1;
                }
            }
            if snapshot.status().is_over() {
                return tell_game(app, table, listener).await;
            }
        }
        loop {
            tokio::select! {
                note = notes.recv() => match note {
                    Ok(Note::Acts) => break,
                    // Whoever looks on because he sits there is shown no more than he who does not; that he sits there no longer
                    // may be among what was missed.
                    Ok(Note::Seats) | Err(RecvError::Lagged(_)) if visible(app, asker, &table.id).await.is_err() => {
                        return Err(Gone);
                    }
                    Err(RecvError::Lagged(_)) if !app.live_games.is_closing() => break,
                    Ok(Note::Shutdown) | Err(_) => return Err(Gone),
                    Ok(_) => {}
                },
                waited = beside.wait(asker, listener) => {
                    waited?;
                    beside.beat(asker, listener).await?;
                }
            }
        }
    }
}

async fn tell_game(app: &Arc<App>, table: &GameTable, listener: &Listener) -> Result<(), Gone> {
    let snapshot = table.snapshot();
    let game = snapshot.arbiter.game();
    let mut shown = described(app, table, &snapshot).await.map_err(|_| Gone)?;
    let (word, number) = streams::status(&snapshot);
    shown["status"] = json!({"id": number, "name": word});
    shown["variant"] = streams::variant(streams::start(&snapshot).is_some());
    shown["fen"] = game.fen().into();
    shown["turns"] = game.past.len().into();
    shown["player"] = Party::from(game.turn_to_play()).word().into();
    listener.tell(&shown).await
}

/// So many positions are worked out at once.
const MOST_POSITIONS: usize = 50;

/// The position at the start and after each move, but for so many of them; some of the rest. What is left on the clocks is told
/// with the last of all.
fn positions(table: &GameTable, snapshot: &Snapshot, after: usize) -> Vec<Value> {
    let game = snapshot.arbiter.game();
    let mut lines: Vec<Value> = Vec::new();
    let before = after.checked_sub(1).and_then(|at| game.past.get(at));
    let mut last = before.and_then(|turn| turn.mv).map(|mv| mv.to_string());
    for turn in game.past.iter().skip(after).take(MOST_POSITIONS) {
        lines.push(position(
            turn.standing.position.as_ref().map(Position::to_fen),
            last,
        ));
        last = turn.mv.map(|mv| mv.to_string());
    }
    if lines.len() == MOST_POSITIONS {
        return lines;
    }
    lines.push(position(Some(game.fen().clone()), last));
    if let Some(last) = lines.last_mut() {
        for (name, colour) in [("wc", Colour::White), ("bc", Colour::Black)] {
            if let Some(ms) = table.left_ms(snapshot, colour) {
                last[name] = (ms.max(0) / 1000).into();
            }
        }
    }
    lines
}

fn position(fen: Option<String>, last: Option<String>) -> Value {
    let mut line = json!({"fen": fen});
    if let Some(last) = last {
        line["lm"] = last.into();
    }
    line
}
