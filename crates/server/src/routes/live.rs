//! How does a viewer see what happens as it happens? One WebSocket each; a lost one resumes where it was.

use super::{Asked, look};
use crate::{
    App, dear,
    guard::{self, Caller},
    live_games::{Ended, GameTable, Heard, Note, Viewer, work},
    problem::Problem,
    shape::{Says, Told},
};
use axum::{
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket, rejection::WebSocketUpgradeRejection},
    },
    http::HeaderMap,
    response::Response,
};
use jadoube_store::ChatRow;
use serde::Deserialize;
use std::{
    net::IpAddr,
    sync::{Arc, PoisonError, atomic::Ordering::Relaxed},
    time::Duration,
};
use tokio::{sync::broadcast::error::RecvError, time::Instant};

/// Where to go on.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Resume {
    /// The last act that was seen.
    #[serde(default)]
    from: u32,
}

/// No message is longer: more than what the longest game takes.
const LONGEST_TOLD: usize = 64 << 20;
/// How long a newcomer may say nothing.
const PATIENCE: Duration = Duration::from_secs(10);
/// A viewer that takes longer to take a message is dropped; it resumes when it can.
const SLOW: Duration = Duration::from_secs(10);
/// The clocks are told this often while one runs.
const TICK: Duration = Duration::from_secs(5);
/// A connection on which nothing comes back for so long is dead.
const SILENCE: Duration = Duration::from_secs(90);

/// A live view of a game. The first message is a `Says` of type `sit`; what comes back are messages of type `Told`.
#[utoipa::path(get, path = "/api/games/{id}/live", tag = "games", params(("id" = String, Path), Resume),
    responses((status = 101, description = "a WebSocket: `Says` goes in, `Told` comes out"), crate::openapi::Problems))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Asked(resume): Asked<Resume>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|_| Problem::malformed("expected a WebSocket handshake"))?;
    let caller = guard::asking();
    let counted = Counted::new(&app, caller.as_ref().and_then(|caller| caller.person))?;
    // The ordinary buffers cost some 130 kB for each viewer; an act is short.
    Ok(upgrade
        .read_buffer_size(2048)
        .write_buffer_size(0)
        // A long game is told of in one message, for which room is held.
        .max_write_buffer_size(LONGEST_TOLD)
        .max_message_size(4096)
        .max_frame_size(4096)
        .on_upgrade(move |socket| attend(app, counted, caller, headers, id, resume.from, socket)))
}

/// Counted while it lives.
pub(crate) struct Counted(Arc<App>, Option<IpAddr>);

impl Counted {
    /// One more viewer, if his address has not taken too many places already.
    pub(crate) fn new(app: &Arc<App>, person: Option<IpAddr>) -> Result<Self, Problem> {
        if app.viewers.load(Relaxed) >= app.config.most_viewers {
            return Err(Problem::unavailable("too many viewers: try again later"));
        }
        if let Some(person) = person {
            let mut viewers = app.viewers_of.lock().unwrap_or_else(PoisonError::into_inner);
            let own = viewers.entry(person).or_default();
            if app.config.rate > 0 && *own >= app.config.most_viewers_each {
                metrics::counter!("jadoube_refusals_total", "why" => "viewers").increment(1);
                return Err(Problem::too_many("too many live views from your address"));
            }
            *own += 1;
        }
        let now = app.viewers.fetch_add(1, Relaxed) + 1;
        metrics::gauge!("jadoube_viewers").set(f64::from(now));
        Ok(Counted(Arc::clone(app), person))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(person) = self.1 {
            let mut viewers = self.0.viewers_of.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(own) = viewers.get_mut(&person) {
                *own -= 1;
                if *own == 0 {
                    viewers.remove(&person);
                }
            }
        }
        let now = self.0.viewers.fetch_sub(1, Relaxed) - 1;
        metrics::gauge!("jadoube_viewers").set(f64::from(now));
    }
}

async fn attend(
    app: Arc<App>,
    _counted: Counted,
    caller: Option<Caller>,
    headers: HeaderMap,
    id: String,
    from: u32,
    mut socket: WebSocket,
) {
    // A long game takes a while to read and to show: that is at the expense of whoever asked for it.
    let introduced = introduce(&app, &headers, &id, from, &mut socket);
    let (reason, detail) = match guard::on_account(caller.clone(), introduced).await {
        Ok((table, viewer, from)) => {
            drop(headers);
            match watch(&app, caller, table, viewer, from, &mut socket).await {
                Ok(()) | Err(End::Gone) => return,
                Err(End::Slow) => {
                    metrics::counter!("jadoube_slow_viewers_total").increment(1);
                    (
                        "slow",
                        "messages were not taken in time: connect again".to_owned(),
                    )
                }
                Err(End::Loud) => (
                    "slow",
                    "too many messages came from your address, or it looks on at too many long games: connect again in a moment"
                        .to_owned(),
                ),
                Err(End::Revoked) => (
                    "unauthorized",
                    "you have logged out, or your link was revoked".to_owned(),
                ),
                Err(End::Shutdown) => (
                    "shutdown",
                    "the server stops: connect again in a moment".to_owned(),
                ),
            }
        }
        Err(None) => return,
        Err(Some(problem)) => {
            let reason = if problem.passes() {
                "shutdown"
            } else {
                "unauthorized"
            };
            (reason, problem.detail().to_owned())
        }
    };
    let bye = Told::Bye { reason, detail };
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(text(&bye))).await;
    let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
}

fn text(told: &Told<'_>) -> Message {
    // Plain fields: writing them to a string cannot fail.
    Message::Text(Utf8Bytes::from(serde_json::to_string(told).unwrap_or_default()))
}

/// The newcomer says who he is. Nothing is said where he has gone.
async fn introduce(
    app: &Arc<App>,
    headers: &HeaderMap,
    id: &str,
    from: u32,
    socket: &mut WebSocket,
) -> Result<(Arc<GameTable>, Viewer, u32), Option<Problem>> {
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
    let Ok(Says::Sit { token, from: asked }) = serde_json::from_str(&said) else {
        return Err(Some(Problem::malformed(
            "expected {\"type\":\"sit\",\"token\":…,\"from\":…}",
        )));
    };
    let table = app.live_games.table(id).await.map_err(Some)?;
    let viewer = look(app, headers, &table, token.as_deref()).await.map_err(Some)?;
    app.live_games.sit(&table, &viewer).await.map_err(Some)?;
    app.live_games.rouse(&table);
    let from = asked.unwrap_or(from);
    app.live_games.reach(&table, from).await.map_err(Some)?;
    Ok((table, viewer, from))
}

/// A live view with its number, while it lasts.
struct View(Arc<GameTable>, u64);

impl Drop for View {
    fn drop(&mut self) {
        self.0.end_view(self.1);
    }
}

enum End {
    Gone,
    Slow,
    /// Says more than anybody listens to.
    Loud,
    Revoked,
    Shutdown,
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match tokio::time::timeout(SLOW, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Slow),
    }
}

/// Whoever looks on pays for what he is told.
async fn tell(
    caller: Option<&Caller>,
    socket: &mut WebSocket,
    message: impl FnOnce() -> Message,
) -> Result<(), End> {
    send(socket, dear::on_the_spot(caller, message)).await
}

async fn watch(
    app: &Arc<App>,
    caller: Option<Caller>,
    table: Arc<GameTable>,
    viewer: Viewer,
    from: u32,
    socket: &mut WebSocket,
) -> Result<(), End> {
    // Listening begins before looking, so that nothing falls between.
    let mut ended = app.live_games.ended.subscribe();
    let listening = guard::on_account(caller.clone(), app.live_games.listen(&table));
    let (mut notes, mut said) = listening.await.map_err(|_| End::Slow)?;
    let _present = table.enter(viewer.seat.unwrap_or(0));
    let watched = {
        let watches = async { app.door.watches(app, &table.id, table.snapshot().seq()) };
        guard::on_account(caller.clone(), watches).await
    };
    let watched = watched.map_err(|_| End::Loud)?;
    let number = table.number_view(viewer.seat.unwrap_or(0));
    let viewed = View(Arc::clone(&table), number);
    let hello = {
        let (table, viewer) = (Arc::clone(&table), viewer.clone());
        // Writing a long game takes a while, too.
        let written = work(move || {
            let game = Box::new(table.shown(&viewer, from));
            (
                game.seq,
                game.onlookers,
                text(&Told::Hello { game, view: number }),
            )
        });
        async move {
            let (seen, onlookers, hello) = written.await?;
            let held = app
                .door
                .hold(app, guard::room_of(hello.to_text().map_or(0, str::len)))?;
            Ok::<_, Problem>((seen, onlookers, hello, held))
        }
    };
    let hello = guard::on_account(caller.clone(), hello).await;
    let (mut seen, mut onlookers, hello, held) = hello.map_err(|_| End::Slow)?;
    send(socket, hello).await?;
    drop(held);
    let mut heard = Instant::now();
    if said.missed(&table) {
        tell_missed(app, caller.as_ref(), &table, &viewer, &mut said, socket).await?;
    }
    let mut tick = tokio::time::interval_at(Instant::now() + TICK, TICK);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut beats = 0u32;
    loop {
        tokio::select! {
            note = notes.recv() => match note {
                Ok(Note::Acts) => {
                    let snapshot = table.snapshot();
                    // Whoever acted is answered by himself, and need not hear it twice.
                    if snapshot.seq() == seen + 1 && table.is_answered(viewed.1, &snapshot) {
                        seen += 1;
                    } else {
                        tell_acts(caller.clone(), &table, &viewer, &mut seen, socket).await?;
                    }
                    if let Some(watched) = &watched {
                        watched.has(seen).map_err(|_| End::Loud)?;
                    }
                }
                Ok(Note::Seats) if !table.still_sits(&viewer) => return Err(End::Revoked),
                Ok(Note::Seats) => tell(caller.as_ref(), socket, || seats(&table)).await?,
                Ok(Note::Computer) => tell(caller.as_ref(), socket, || computer(&table)).await?,
                Ok(Note::Chat(row)) => {
                    if said.hears(&row) && super::chat::may_read(&viewer, &row.channel) {
                        let message = super::chat::message(ChatRow::clone(&row));
                        tell(caller.as_ref(), socket, || text(&Told::Chat { message })).await?;
                    }
                }
                Ok(Note::Next(game)) => send(socket, text(&Told::Next { game })).await?,
                Ok(Note::Shutdown) => return Err(End::Shutdown),
                // Among what was missed may have been that his link was revoked.
                Err(RecvError::Lagged(_)) if !table.still_sits(&viewer) => return Err(End::Revoked),
                Err(RecvError::Lagged(_)) if app.live_games.is_closing() => return Err(End::Shutdown),
                Err(RecvError::Lagged(_)) => {
                    tell_acts(caller.clone(), &table, &viewer, &mut seen, socket).await?;
                    tell(caller.as_ref(), socket, || seats(&table)).await?;
                    tell(caller.as_ref(), socket, || computer(&table)).await?;
                    tell_missed(app, caller.as_ref(), &table, &viewer, &mut said, socket).await?;
                    if let Some(game) = table.room().settings.next_game.clone() {
                        send(socket, text(&Told::Next { game })).await?;
                    }
                }
                Err(RecvError::Closed) => return Err(End::Gone),
            },
            over = ended.recv() => {
                let his = match over {
                    Ok(Ended::Session(hash)) => viewer.session.as_ref() == Some(&hash),
                    Ok(Ended::Account(account)) => by_account(&viewer) && viewer.account == Some(account),
                    Ok(Ended::Programs(account)) => viewer.program.is_some() && viewer.account == Some(account),
                    Err(_) => !session_lasts(app, &viewer).await,
                };
                if his {
                    return Err(End::Revoked);
                }
            }
            said = socket.recv() => {
                heard = Instant::now();
                if caller.as_ref().is_some_and(|caller| caller.says_more().is_err()) {
                    return Err(End::Loud);
                }
                match said {
                    Some(Ok(Message::Text(said))) => {
                        if let Ok(Says::Ping {}) = serde_json::from_str(&said) {
                            let now_ms = app.live_games.now_ms();
                            send(socket, text(&Told::Pong { now_ms })).await?;
                        }
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
                if beats.is_multiple_of(6) && !session_lasts(app, &viewer).await {
                    return Err(End::Revoked);
                }
                if beats.is_multiple_of(6) {
                    send(socket, Message::Ping(Vec::new().into())).await?;
                }
                // Onlookers are counted now and then: a thousand of them would drown the game in news of each other.
                let (_, now) = dear::on_the_spot(caller.as_ref(), || table.seats());
                if now != onlookers {
                    onlookers = now;
                    tell(caller.as_ref(), socket, || seats(&table)).await?;
                }
                if let Some(tick) = ticking(&table) {
                    send(socket, tick).await?;
                }
            }
        }
    }
}

fn by_account(viewer: &Viewer) -> bool {
    viewer.session.is_some() || viewer.program.is_some()
}

/// Whether he is still logged in, here or on any node; true for whoever sits by a token, or where it cannot be told now.
async fn session_lasts(app: &Arc<App>, viewer: &Viewer) -> bool {
    let found = match (&viewer.session, &viewer.program) {
        (Some(session), _) => {
            app.live_games
                .store
                .session(session, app.live_games.now_ms())
                .await
        }
        (None, Some(program)) => app.live_games.store.token_account(program).await,
        (None, None) => return true,
    };
    found.map_or(true, |account| account.is_some())
}

/// The clock that runs, where a clock decides anything: idle games cost nothing.
fn ticking(table: &GameTable) -> Option<Message> {
    let snapshot = table.snapshot();
    let terms = snapshot.terms();
    if terms.time_limit.is_none() && terms.time_control.is_none() {
        return None;
    }
    let clock = table.clock(&snapshot)?;
    let running = clock.running?;
    Some(text(&Told::Clock {
        at: clock.at,
        running,
        white: (running == "white").then_some(clock.white),
        black: (running == "black").then_some(clock.black),
        now_ms: clock.now_ms,
        flag_ms: clock.flag_ms,
    }))
}

fn seats(table: &GameTable) -> Message {
    let (seats, onlookers) = table.seats();
    text(&Told::Seats { seats, onlookers })
}

fn computer(table: &GameTable) -> Message {
    let computer = table.computer();
    text(&Told::Computer { computer })
}

/// What was said that he was not told of, as far as he may read it.
async fn tell_missed(
    app: &Arc<App>,
    caller: Option<&Caller>,
    table: &GameTable,
    viewer: &Viewer,
    said: &mut Heard,
    socket: &mut WebSocket,
) -> Result<(), End> {
    let missed = guard::on_account(caller.cloned(), app.live_games.missed_chat(table, said));
    // Where it cannot be read now, he hears it when he comes again.
    for row in missed.await.map_err(|_| End::Slow)? {
        if super::chat::may_read(viewer, &row.channel) {
            let message = super::chat::message(row);
            tell(caller, socket, || text(&Told::Chat { message })).await?;
        }
    }
    Ok(())
}

/// At the expense of whoever looks on.
async fn tell_acts(
    caller: Option<Caller>,
    table: &Arc<GameTable>,
    viewer: &Viewer,
    seen: &mut u32,
    socket: &mut WebSocket,
) -> Result<(), End> {
    let snapshot = table.snapshot();
    let now = snapshot.seq();
    if now <= *seen {
        // Play has started, or stands still: the clock with it.
        if let Some(tick) = ticking(table) {
            send(socket, tick).await?;
        }
        return Ok(());
    }
    let (after, from) = (*seen, viewer.perspective());
    let table = Arc::clone(table);
    let written = work(move || {
        text(&Told::Acts {
            seq: now,
            entries: snapshot.log(after, from),
            state: &snapshot.seen(from),
            clock: table.clock(&snapshot),
            sealed: snapshot.sealed(&table.id),
        })
    });
    let message = guard::on_account(caller, written).await.map_err(|_| End::Gone)?;
    *seen = now;
    send(socket, message).await
}
