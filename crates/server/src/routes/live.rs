//! How does a viewer see what happens as it happens? One WebSocket each; a lost one resumes where it was.

use super::look;
use crate::{
    App,
    hall::{Note, Table, Viewer, work},
    problem::Problem,
    time::now_ms,
};
use axum::{
    extract::{
        Path, Query, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket, rejection::WebSocketUpgradeRejection},
    },
    http::HeaderMap,
    response::Response,
};
use jadoube_record::Json;
use serde::Deserialize;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};
use tokio::{sync::broadcast::error::RecvError, time::Instant};

/// Where to go on.
#[derive(Deserialize)]
pub(crate) struct Resume {
    #[serde(default)]
    from: u32,
}

/// The first thing a viewer says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sit {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    from: Option<u32>,
}

/// How long a newcomer may say nothing.
const PATIENCE: Duration = Duration::from_secs(10);
/// A viewer that takes longer to take a message is dropped; it resumes when it can.
const SLOW: Duration = Duration::from_secs(10);
/// The clocks are told this often while one runs.
const TICK: Duration = Duration::from_secs(5);
/// A connection on which nothing comes back for so long is dead.
const SILENCE: Duration = Duration::from_secs(90);

/// A live view of a game.
#[utoipa::path(get, path = "/api/games/{id}/live", tag = "games", params(("id" = String, Path)),
    responses((status = 101, description = "a WebSocket; see docs/server.md"), crate::openapi::Problems))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    resume: Result<Query<Resume>, axum::extract::rejection::QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let Query(resume) = resume.map_err(|error| Problem::malformed(error.body_text()))?;
    let upgrade = upgrade.map_err(|_| Problem::malformed("expected a WebSocket handshake"))?;
    if app.viewers.load(Relaxed) >= app.config.most_viewers {
        return Err(Problem::unavailable("too many viewers: try again later"));
    }
    // The ordinary buffers cost some 130 kB for each viewer; an act is short.
    Ok(upgrade
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(4096)
        .max_frame_size(4096)
        .on_upgrade(move |socket| attend(app, headers, id, resume.from, socket)))
}

/// Counted while it lives.
struct Counted(Arc<App>);

impl Counted {
    fn new(app: &Arc<App>) -> Self {
        let now = app.viewers.fetch_add(1, Relaxed) + 1;
        metrics::gauge!("jadoube_viewers").set(f64::from(now));
        Counted(Arc::clone(app))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let now = self.0.viewers.fetch_sub(1, Relaxed) - 1;
        metrics::gauge!("jadoube_viewers").set(f64::from(now));
    }
}

async fn attend(app: Arc<App>, headers: HeaderMap, id: String, from: u32, mut socket: WebSocket) {
    let _counted = Counted::new(&app);
    let reason = match introduce(&app, &headers, &id, from, &mut socket).await {
        Ok((table, viewer, from)) => {
            drop(headers);
            match watch(&app, table, viewer, from, &mut socket).await {
                Ok(()) | Err(End::Gone) => return,
                Err(End::Slow) => {
                    metrics::counter!("jadoube_slow_viewers_total").increment(1);
                    ("slow", "messages were not taken in time: connect again")
                }
                Err(End::Shutdown) => ("shutdown", "the server stops: connect again in a moment"),
            }
        }
        Err(None) => return,
        Err(Some(problem)) => {
            let text = bye("unauthorized", problem.detail());
            let _ = tokio::time::timeout(SLOW, socket.send(text)).await;
            return;
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(bye(reason.0, reason.1))).await;
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
}

fn bye(reason: &str, detail: &str) -> Message {
    text(&Json::object([
        ("type", Json::from("bye")),
        ("reason", reason.into()),
        ("detail", detail.into()),
    ]))
}

fn text(json: &Json) -> Message {
    Message::Text(Utf8Bytes::from(json.to_string()))
}

/// The newcomer says who he is. Nothing is said where he has gone.
async fn introduce(
    app: &Arc<App>,
    headers: &HeaderMap,
    id: &str,
    from: u32,
    socket: &mut WebSocket,
) -> Result<(Arc<Table>, Viewer, u32), Option<Problem>> {
    let first = tokio::time::timeout(PATIENCE, socket.recv()).await;
    let said = match first {
        Ok(Some(Ok(Message::Text(said)))) => said,
        Ok(Some(Ok(_))) => return Err(Some(Problem::malformed("expected a text message"))),
        Ok(_) => return Err(None),
        Err(_) => {
            return Err(Some(Problem::malformed(
                "nothing was said: expected {\"type\":\"sit\"}",
            )));
        }
    };
    let sit: Sit = serde_json::from_str(&said)
        .ok()
        .filter(|sit: &Sit| sit.kind == "sit")
        .ok_or_else(|| {
            Some(Problem::malformed(
                "expected {\"type\":\"sit\",\"token\":…,\"from\":…}",
            ))
        })?;
    let table = app.hall.table(id).await.map_err(Some)?;
    let viewer = look(app, headers, &table, sit.token.as_deref())
        .await
        .map_err(Some)?;
    app.hall.sit(&table, &viewer).await.map_err(Some)?;
    let from = sit.from.unwrap_or(from);
    app.hall.reach(&table, from).await.map_err(Some)?;
    Ok((table, viewer, from))
}

enum End {
    Gone,
    Slow,
    Shutdown,
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match tokio::time::timeout(SLOW, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Slow),
    }
}

async fn watch(
    app: &Arc<App>,
    table: Arc<Table>,
    viewer: Viewer,
    from: u32,
    socket: &mut WebSocket,
) -> Result<(), End> {
    // Listening begins before looking, so that nothing falls between.
    let mut notes = table.notes.subscribe();
    let _ = app.hall.attend_chat(&table).await;
    let _present = table.enter(viewer.seat.unwrap_or(0));
    let mut seen = table.sheet().seq();
    let hello = {
        let (table, viewer) = (Arc::clone(&table), viewer.clone());
        work(move || {
            Json::object([
                ("type", Json::from("hello")),
                ("game", table.shown(&viewer, from)),
            ])
        })
        .await
        .map_err(|_| End::Gone)?
    };
    // What `hello` showed may be newer than what was counted; nothing older is ever sent again but by number.
    if let Some(Json::Number(seq)) = hello.get("game").and_then(|game| game.get("seq")) {
        seen = seq
            .as_u64()
            .and_then(|seq| u32::try_from(seq).ok())
            .unwrap_or(seen);
    }
    send(socket, text(&hello)).await?;
    drop(hello);
    let mut heard = Instant::now();
    let mut tick = tokio::time::interval_at(Instant::now() + TICK, TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut beats = 0u32;
    loop {
        tokio::select! {
            note = notes.recv() => match note {
                Ok(Note::Acts) => tell_acts(&table, &viewer, &mut seen, socket).await?,
                Ok(Note::Seats) => send(socket, seats(&table)).await?,
                Ok(Note::Chat(row)) => {
                    if super::chat::may_read(&viewer, &row.channel) {
                        let message = super::chat::message(&row);
                        let told = Json::object([("type", Json::from("chat")), ("message", message)]);
                        send(socket, text(&told)).await?;
                    }
                }
                Ok(Note::Next(game)) => {
                    let told = Json::object([("type", Json::from("next")), ("game", game.into())]);
                    send(socket, text(&told)).await?;
                }
                Ok(Note::Shutdown) => return Err(End::Shutdown),
                Err(RecvError::Lagged(_)) => {
                    tell_acts(&table, &viewer, &mut seen, socket).await?;
                    send(socket, seats(&table)).await?;
                }
                Err(RecvError::Closed) => return Err(End::Gone),
            },
            said = socket.recv() => {
                heard = Instant::now();
                match said {
                    Some(Ok(Message::Text(said))) if said.contains("\"ping\"") => {
                        let pong = Json::object([
                            ("type", Json::from("pong")),
                            ("now_ms", crate::sheet::millis(Some(now_ms()))),
                        ]);
                        send(socket, text(&pong)).await?;
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                    Some(Ok(_)) => {}
                }
            }
            _ = tick.tick() => {
                beats = beats.wrapping_add(1);
                if heard.elapsed() > SILENCE {
                    return Err(End::Slow);
                }
                if beats.is_multiple_of(6) {
                    send(socket, Message::Ping(Vec::new().into())).await?;
                }
                let sheet = table.sheet();
                let game = sheet.arbiter.game();
                // Only where a clock decides anything: idle games cost nothing.
                if game.terms.time_limit.is_some() && let Some(running) = game.clock.running() {
                    let used @ Json::Object(_) = table.clock(&sheet) else { continue };
                    let colour = jadoube_game::Party::from(running).word();
                    let fields = ["at", colour, "now_ms", "flag_ms"];
                    let mut told = vec![("type".to_owned(), Json::from("clock"))];
                    for field in fields {
                        told.push((field.to_owned(), used.get(field).cloned().unwrap_or(Json::Null)));
                    }
                    send(socket, text(&Json::Object(told))).await?;
                }
            }
        }
    }
}

fn seats(table: &Table) -> Message {
    let (seats, onlookers) = table.seats();
    text(&Json::object([
        ("type", Json::from("seats")),
        ("seats", seats),
        ("onlookers", onlookers),
    ]))
}

async fn tell_acts(
    table: &Arc<Table>,
    viewer: &Viewer,
    seen: &mut u32,
    socket: &mut WebSocket,
) -> Result<(), End> {
    let sheet = table.sheet();
    let now = sheet.seq();
    if now <= *seen {
        return Ok(());
    }
    let (after, from) = (*seen, viewer.perspective());
    let table = Arc::clone(table);
    let message = work(move || {
        format!(
            "{{\"type\":\"acts\",\"seq\":{now},\"entries\":{},\"state\":{},\"clock\":{},\"sealed\":{}}}",
            sheet.log(after, from),
            sheet.seen(from),
            table.clock(&sheet),
            sheet.sealed(&table.id),
        )
    })
    .await
    .map_err(|_| End::Gone)?;
    *seen = now;
    send(socket, Message::Text(Utf8Bytes::from(message))).await
}
