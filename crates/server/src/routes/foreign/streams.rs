//! How is a program told what happens? Line by line, in answers that do not end while there is something to tell.

use super::{Asker, Refusal, challenges, person, wrong};
use crate::{
    App,
    guard::{asking, on_account},
    live_games::{Ended, GameTable, Note, Room, Viewer, Whom},
    problem::Problem,
    routes::live::Counted,
    snapshot::{Parties, Snapshot},
};
use axum::{
    body::{Body, Bytes},
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};
use jadoube_board::{Colour, Position};
use jadoube_game::{Act, Bonus, Mode, Party, Proposal, Status, Terms};
use jadoube_record::{parse, read_terms};
use jadoube_store::{ChallengeRow, ChatRow, GameRow, SeatRow};
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    convert::Infallible,
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{
        broadcast::{self, error::RecvError},
        mpsc::{self, Sender},
    },
    time::{Instant, Interval, MissedTickBehavior},
};

/// An empty line is sent so often: whoever hears nothing for longer has lost us.
pub(super) const TICK: Duration = Duration::from_secs(6);
/// So long may a line lie there until it is taken.
const SLOW: Duration = Duration::from_secs(10);
/// So many lines wait to be taken: each tells of all the moves.
const MOST_LINES: usize = 4;
/// What has no clock is said to have this much time, in milliseconds.
const ENDLESS: i64 = 2_147_483_647;
/// So many games of one account are told of.
const MOST_GAMES: i64 = 100;

/// The other end, while it listens.
pub(super) struct Listener {
    lines: Sender<Bytes>,
    _counted: Counted,
}

/// Nobody listens any more, or must not.
pub(super) struct Gone;

impl Listener {
    /// The answer, and what is sent with it from now on.
    pub(super) fn new(app: &Arc<App>) -> Result<(Self, Response), Refusal> {
        let person = asking().and_then(|caller| caller.person);
        let counted = Counted::new(app, person)?;
        let (lines, taken) = mpsc::channel(MOST_LINES);
        let body = stream::unfold(taken, |mut taken| async move {
            taken
                .recv()
                .await
                .map(|line| (Ok::<Bytes, Infallible>(line), taken))
        })
        .fuse();
        let headers = [
            (header::CONTENT_TYPE, "application/x-ndjson"),
            (header::CACHE_CONTROL, "no-store"),
            // A proxy must not gather lines.
            (header::HeaderName::from_static("x-accel-buffering"), "no"),
        ];
        let answer = (headers, Body::from_stream(body)).into_response();
        let listener = Listener {
            lines,
            _counted: counted,
        };
        Ok((listener, answer))
    }

    pub(super) async fn tell(&self, line: &Value) -> Result<(), Gone> {
        self.send(format!("{line}\n").into()).await
    }

    async fn send(&self, line: Bytes) -> Result<(), Gone> {
        let sent = self.lines.send_timeout(line, SLOW).await;
        sent.map_err(|_| Gone)
    }
}

/// What goes on beside the news that somebody listens to: beats, the end of his session, his going away.
pub(super) struct Beside {
    ended: broadcast::Receiver<Ended>,
    tick: Interval,
    beats: u32,
}

impl Beside {
    /// Listening begins now; the first beat comes then.
    pub(super) fn new(app: &App, first: Instant) -> Self {
        let mut tick = tokio::time::interval_at(first, TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Beside {
            ended: app.live_games.ended.subscribe(),
            tick,
            beats: 0,
        }
    }

    /// Waits for the next beat. Nothing is lost where something else comes first.
    pub(super) async fn wait(&mut self, asker: Option<&Asker>, listener: &Listener) -> Result<(), Gone> {
        loop {
            tokio::select! {
                over = self.ended.recv() => if asker.is_some_and(|asker| asker.is_over(&over)) {
                    return Err(Gone);
                },
                () = listener.lines.closed() => return Err(Gone),
                _ = self.tick.tick() => return Ok(()),
            }
        }
    }

    /// An empty line; and now and then it is looked whether he may still listen.
    pub(super) async fn beat(&mut self, asker: Option<&Asker>, listener: &Listener) -> Result<(), Gone> {
        self.beats = self.beats.wrapping_add(1);
        if let Some(asker) = asker
            && self.beats.is_multiple_of(5)
            && !asker.lasts().await
        {
            return Err(Gone);
        }
        listener.send(Bytes::from_static(b"\n")).await
    }
}

impl Asker {
    /// His games that are not over and can be played by this interface: not those in which he sees no board. What is known
    /// to be one of them is not looked at again, for the terms of a game do not change.
    pub(super) async fn games(&self, known: &HashSet<String>) -> Result<Vec<GameRow>, Refusal> {
        let store = &self.app.live_games.store;
        let mut games = store.playing(self.account.id, MOST_GAMES).await?;
        let new = games.iter().filter(|game| !known.contains(&game.id));
        let new: Vec<&str> = new.map(|game| game.id.as_str()).collect();
        // From their rows: no game is read for it.
        let mut seats = store.seats_of(&new, Some(self.account.id)).await?;
        games.retain(|game| {
            known.contains(&game.id)
                || parse(&game.header)
                    .and_then(read_terms)
                    .is_ok_and(|terms| can_be_told(&terms))
                    && Room::new(game.clone(), seats.remove(&game.id).unwrap_or_default())
                        .is_ok_and(|room| !room.viewer_of(&self.seats_in(&room)).blindfold)
        });
        Ok(games)
    }

    fn seats_in<'r>(&self, room: &'r Room) -> Vec<&'r SeatRow> {
        let own = |seat: &&SeatRow| seat.account == Some(self.account.id);
        room.seats.iter().filter(own).collect()
    }

    /// As what he looks at a game: by all his seats there.
    pub(super) fn viewer(&self, table: &GameTable) -> Viewer {
        let room = table.room();
        room.viewer_of(&self.seats_in(&room))
    }

    /// A game of his, and his colour there.
    pub(super) async fn seated(&self, id: &str) -> Result<Seated, Refusal> {
        let live_games = &self.app.live_games;
        let table = live_games.table(id).await?;
        let own = |seat: &SeatRow| seat.account == Some(self.account.id);
        if !table.room().seats.iter().any(own) {
            // He may have sat down on another node a moment ago.
            live_games.look_again(&table).await?;
        }
        let viewer = self.viewer(&table);
        let colour = Colour::BOTH
            .into_iter()
            .find(|colour| viewer.parties.has(Party::from(*colour)))
            .ok_or_else(|| Problem::not_found("game"))?;
        if !can_be_told(table.snapshot().terms()) || viewer.blindfold {
            return Err(wrong(
                "this game cannot be played by this interface: it knows moves on a guarded board and nothing else",
            ));
        }
        live_games.sit(&table, &viewer).await?;
        live_games.rouse(&table);
        Ok(Seated {
            table,
            viewer,
            colour,
        })
    }

    /// Whether this says that his session or his secrets have ended.
    fn is_over(&self, ended: &Result<Ended, RecvError>) -> bool {
        match (ended, &self.by) {
            (Ok(Ended::Account(account) | Ended::Programs(account)), super::By::Program(_)) => {
                *account == self.account.id
            }
            (Ok(Ended::Account(account)), super::By::Session(_)) => *account == self.account.id,
            (Ok(Ended::Session(hash)), super::By::Session(own)) => hash == own,
            _ => false,
        }
    }
}

/// Somebody at his game.
pub(super) struct Seated {
    pub(super) table: Arc<GameTable>,
    pub(super) viewer: Viewer,
    pub(super) colour: Colour,
}

/// Whether moves alone tell what happens in such a game.
pub(super) fn can_be_told(terms: &Terms) -> bool {
    terms.guard
        && terms.mode == Mode::Board
        && terms.odds.is_none()
        && terms.undertakings.is_empty()
        && terms.sides.iter().all(|side| side.len() <= 1)
}

/// How fast a game is, by its clock in seconds.
pub(super) fn speed(clock: Option<(i64, i64)>) -> &'static str {
    match clock.map(|(limit, increment)| limit + 40 * increment) {
        None => "correspondence",
        Some(..30) => "ultraBullet",
        Some(30..180) => "bullet",
        Some(180..480) => "blitz",
        Some(480..1500) => "rapid",
        Some(_) => "classical",
    }
}

pub(super) fn perf(speed: &str) -> Value {
    let name = match speed {
        "ultraBullet" => "UltraBullet",
        "bullet" => "Bullet",
        "blitz" => "Blitz",
        "rapid" => "Rapid",
        "classical" => "Classical",
        _ => "Correspondence",
    };
    json!({"name": name, "icon": ""})
}

pub(super) fn variant(from_position: bool) -> Value {
    if from_position {
        json!({"key": "fromPosition", "name": "From Position", "short": "FEN"})
    } else {
        json!({"key": "standard", "name": "Standard", "short": "Std"})
    }
}

/// The first period and what each move adds, in seconds.
pub(super) fn clock_of(terms: &Terms) -> Option<(i64, i64)> {
    let seconds = |ms: u64| i64::try_from(ms / 1000).unwrap_or(i64::MAX);
    let first = terms.time_control.as_ref()?.periods.first()?;
    let bonus = match first.bonus {
        Some(Bonus::Increment(time) | Bonus::Delay(time)) => time.0,
        None => 0,
    };
    Some((seconds(first.time.0), seconds(bonus)))
}

/// The word of Lichess for how a game stands, and its number.
pub(super) fn status(snapshot: &Snapshot) -> (&'static str, u8) {
    let game = snapshot.arbiter.game();
    let by_clock = snapshot
        .entries
        .last()
        .is_some_and(|entry| entry.event.by == Party::Timekeeper);
    let mated = game.position().is_some_and(Position::is_checkmate);
    let stalemated = game.position().is_some_and(Position::is_stalemate);
    match game.status {
        Status::Won if mated => ("mate", 30),
        Status::Won if matches!(last_deed(snapshot), Some(Act::Resign)) => ("resign", 31),
        Status::Drawn if stalemated => ("stalemate", 32),
        Status::Won | Status::Drawn if by_clock => ("outoftime", 35),
        Status::Drawn => ("draw", 34),
        Status::Annulled => ("aborted", 25),
        Status::Won | Status::LostByBoth | Status::LostByOne => ("unknownFinish", 38),
        _ => ("started", 20),
    }
}

/// What was done last.
fn last_deed(snapshot: &Snapshot) -> Option<&Act> {
    snapshot.entries.last().map(|entry| &entry.event.act)
}

/// How the game stands: the moves, the clocks, what is offered.
pub(super) fn state(table: &GameTable, snapshot: &Snapshot) -> Value {
    let game = snapshot.arbiter.game();
    let left = |colour: Colour| table.left_ms(snapshot, colour).unwrap_or(ENDLESS).max(0);
    let (_, increment) = clock_of(&game.terms).unwrap_or_default();
    let (word, _) = status(snapshot);
    let mut state = json!({
        "type": "gameState",
        "moves": snapshot.moves(),
        "wtime": left(Colour::White),
        "btime": left(Colour::Black),
        "winc": increment * 1000,
        "binc": increment * 1000,
        "status": word,
        "wdraw": offers(snapshot, Colour::White),
        "bdraw": offers(snapshot, Colour::Black),
        "wtakeback": false,
        "btakeback": false,
    });
    if let Some(winner) = game.outcome.as_ref().and_then(|outcome| outcome.winner) {
        state["winner"] = Party::from(winner).word().into();
    }
    state
}

/// Whether he offers a draw.
pub(super) fn offers(snapshot: &Snapshot, colour: Colour) -> bool {
    let game = snapshot.arbiter.game();
    game.status == Status::InPlay && game.ledger.offers.contains(&(colour, Proposal::Draw))
}

/// Whoever has this colour.
pub(super) async fn player(app: &App, table: &GameTable, colour: Colour) -> Result<Value, Refusal> {
    let room = table.room();
    if room.settings.computer() == Some(colour) {
        return Ok(json!({"aiLevel": room.settings.level.unwrap_or(5)}));
    }
    let sits = |seat: &&SeatRow| Parties::read(&seat.parties).has(Party::from(colour));
    let Some(seat) = room.seats.iter().find(sits) else {
        return Ok(json!({"id": null, "name": "?"}));
    };
    let account = match seat.account {
        Some(account) => app.live_games.store.account_by_id(account).await?,
        None => None,
    };
    // One that was deleted a moment ago stops nobody else's game.
    let name = seat.name.as_deref().filter(|_| seat.account.is_none());
    Ok(account.map_or_else(
        || json!({"id": null, "name": name.unwrap_or("?")}),
        |account| person(&account),
    ))
}

/// The whole game, as a stream of it begins.
async fn full(app: &App, table: &GameTable, snapshot: &Snapshot) -> Result<Value, Refusal> {
    let terms = snapshot.terms();
    let clock = clock_of(terms);
    let speed = speed(clock);
    let start = start(snapshot);
    Ok(json!({
        "type": "gameFull",
        "id": table.id,
        "rated": false,
        "source": "friend",
        "variant": variant(start.is_some()),
        "clock": clock.map(|(limit, increment)| json!({"initial": limit * 1000, "increment": increment * 1000})),
        "speed": speed,
        "perf": perf(speed),
        "createdAt": table.room().row.created_ms,
        "white": player(app, table, Colour::White).await?,
        "black": player(app, table, Colour::Black).await?,
        "initialFen": start.as_deref().unwrap_or("startpos"),
        "state": state(table, snapshot),
    }))
}

/// The position at the start, where it is not the ordinary one.
pub(super) fn start(snapshot: &Snapshot) -> Option<String> {
    let game = snapshot.arbiter.game();
    let fen = game.first.position.as_ref()?.to_fen();
    (fen != Position::default().to_fen()).then_some(fen)
}

/// A game in a few words, as one's own.
pub(super) async fn brief(asker: &Asker, row: &GameRow) -> Result<Value, Refusal> {
    let app = &asker.app;
    let table = app.live_games.table(&row.id).await?;
    let (snapshot, room) = (table.snapshot(), table.room());
    let game = snapshot.arbiter.game();
    let own = |colour: &Colour| {
        room.seats.iter().any(|seat| {
            seat.account == Some(asker.account.id) && Parties::read(&seat.parties).has(Party::from(*colour))
        })
    };
    let colour = Colour::BOTH.into_iter().find(own).unwrap_or(Colour::White);
    let mut opponent = player(app, &table, !colour).await?;
    if opponent.get("username").is_none() {
        opponent["username"] = opponent["name"].as_str().unwrap_or("Jadoube").into();
    }
    let clock = clock_of(&game.terms);
    let speed = speed(clock);
    let (word, number) = status(&snapshot);
    let left = table.left_ms(&snapshot, colour).map(|ms| ms.max(0) / 1000);
    let mut shown = json!({
        "id": table.id,
        "gameId": table.id,
        "fullId": table.id,
        "color": Party::from(colour).word(),
        "fen": game.fen(),
        "hasMoved": game.completed[colour.index()] > 0,
        "isMyTurn": game.status == Status::InPlay && game.turn_to_play() == colour,
        "lastMove": game.past.iter().rev().find_map(|turn| turn.mv).map(|mv| mv.to_string()).unwrap_or_default(),
        "opponent": opponent,
        "perf": speed,
        "rated": false,
        "source": "friend",
        "speed": speed,
        "status": {"id": number, "name": word},
        "variant": variant(start(&snapshot).is_some()),
        "compat": {"bot": true, "board": true},
    });
    if let Some(left) = left {
        shown["secondsLeft"] = left.into();
    }
    if let Some(winner) = game.outcome.as_ref().and_then(|outcome| outcome.winner) {
        shown["winner"] = Party::from(winner).word().into();
    }
    Ok(shown)
}

/// What concerns an account: challenges, games that begin and end.
pub(super) async fn events(asker: Asker) -> Result<Response, Refusal> {
    let (listener, answer) = Listener::new(&asker.app)?;
    let known = Known::since(asker.app.live_games.now_ms());
    // Whoever has the answer is seen to listen.
    let here = asker.app.live_games.arrive(asker.account.id).await?;
    tokio::spawn(on_account(asking(), async move {
        let _ = tell_events(&asker, &listener, known).await;
        drop(here);
    }));
    Ok(answer)
}

async fn tell_events(asker: &Asker, listener: &Listener, mut known: Known) -> Result<(), Gone> {
    let live_games = &asker.app.live_games;
    // Listening begins before looking, so that nothing falls between.
    let mut news = live_games.news.listen();
    let mut beside = Beside::new(&asker.app, Instant::now());
    loop {
        tokio::select! {
            heard = news.recv() => match heard {
                Ok(Whom::Account(account)) if account != asker.account.id => continue,
                Ok(Whom::Nobody) | Err(RecvError::Closed) => return Err(Gone),
                _ => {}
            },
            waited = beside.wait(Some(asker), listener) => {
                waited?;
                beside.beat(Some(asker), listener).await?;
            }
        }
        // Where the store is away, it is looked again at the next beat.
        if let Ok(lines) = known.look(asker).await {
            for line in lines {
                listener.tell(&line).await?;
            }
        }
    }
}

/// What this listener has been told.
struct Known {
    /// When listening began.
    since_ms: i64,
    challenges: HashMap<String, String>,
    games: HashSet<String>,
}

impl Known {
    fn since(now_ms: i64) -> Self {
        Known {
            since_ms: now_ms,
            challenges: HashMap::new(),
            games: HashSet::new(),
        }
    }

    /// The word for what is new about a challenge.
    fn news(&self, row: &ChallengeRow, own: bool) -> Option<&'static str> {
        let before = self.challenges.get(&row.id).map(String::as_str);
        match (row.status.as_str(), before, own) {
            ("created", None, _) => Some("challenge"),
            ("declined", Some("created"), true) => Some("challengeDeclined"),
            // Made and declined between two looks: a program answers at once.
            ("declined", None, true) if row.created_ms >= self.since_ms => Some("challengeDeclined"),
            ("canceled", Some("created"), false) => Some("challengeCanceled"),
            _ => None,
        }
    }

    /// What is new.
    async fn look(&mut self, asker: &Asker) -> Result<Vec<Value>, Refusal> {
        let live_games = &asker.app.live_games;
        let since = live_games.now_ms() - challenges::LIFE_MS;
        let mut lines = Vec::new();
        let rows = live_games
            .store
            .challenges_of(asker.account.id, since, 200)
            .await?;
        let waiting: HashMap<String, String> = rows
            .iter()
            .map(|row| (row.id.clone(), row.status.clone()))
            .collect();
        for row in &rows {
            let own = row.challenger == asker.account.id;
            let Some(kind) = self.news(row, own) else {
                continue;
            };
            let mut challenge = challenges::shown(&asker.app, row).await?;
            challenge["direction"] = if own { "out" } else { "in" }.into();
            let compat = json!({"bot": true, "board": true});
            lines.push(json!({"type": kind, "challenge": challenge, "compat": compat}));
        }
        let games = asker.games(&self.games).await?;
        // A game that cannot be read keeps nobody from hearing of the others.
        for game in games.iter().filter(|game| !self.games.contains(&game.id)) {
            if let Ok(brief) = brief(asker, game).await {
                lines.push(json!({"type": "gameStart", "game": brief}));
            }
        }
        let playing: HashSet<String> = games.into_iter().map(|game| game.id).collect();
        for gone in self.games.difference(&playing) {
            if let Ok(Some(row)) = live_games.store.game(gone).await
                && let Ok(brief) = brief(asker, &row).await
            {
                lines.push(json!({"type": "gameFinish", "game": brief}));
            }
        }
        self.challenges = waiting;
        self.games = playing;
        Ok(lines)
    }
}

/// One game: whole at first, then every change of it.
pub(super) async fn game(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    let acts = seated.table.snapshot().seq();
    let watched = asker.app.door.watches(&asker.app, &id, acts)?;
    let (listener, answer) = Listener::new(&asker.app)?;
    tokio::spawn(on_account(asking(), async move {
        let _ = tell_game(&asker, &seated, &listener).await;
        drop(watched);
    }));
    Ok(answer)
}

async fn tell_game(asker: &Asker, seated: &Seated, listener: &Listener) -> Result<(), Gone> {
    let (live_games, table) = (&asker.app.live_games, &seated.table);
    let (mut notes, mut said) = live_games.listen(table).await.map_err(|_| Gone)?;
    let mut beside = Beside::new(&asker.app, Instant::now() + TICK);
    let _present = table.enter(seated.viewer.seat.unwrap_or(0));
    let snapshot = table.snapshot();
    let whole = full(&asker.app, table, &snapshot).await.map_err(|_| Gone)?;
    listener.tell(&whole).await?;
    if snapshot.status().is_over() {
        return Ok(());
    }
    let mut told = without_clocks(whole["state"].clone());
    let mut missed = said.missed(table);
    loop {
        if std::mem::take(&mut missed) {
            let rows = live_games.missed_chat(table, &mut said).await;
            for row in rows.map_err(|_| Gone)? {
                tell_chat(&row, listener).await?;
            }
        }
        tokio::select! {
            note = notes.recv() => match note {
                Ok(Note::Seats) | Err(RecvError::Lagged(_)) if !table.still_sits(&seated.viewer) => {
                    return Err(Gone);
                }
                Err(RecvError::Lagged(_)) if live_games.is_closing() => return Err(Gone),
                Ok(Note::Acts) => {}
                Err(RecvError::Lagged(_)) => missed = true,
                Ok(Note::Chat(row)) => {
                    if said.hears(&row) {
                        tell_chat(&row, listener).await?;
                    }
                    continue;
                }
                Ok(Note::Shutdown) | Err(RecvError::Closed) => return Err(Gone),
                Ok(_) => continue,
            },
            waited = beside.wait(Some(asker), listener) => {
                waited?;
                beside.beat(Some(asker), listener).await?;
                continue;
            }
        }
        let snapshot = table.snapshot();
        // A move that waits for its clock to be pressed is told of when it is.
        if is_half_done(&snapshot) {
            continue;
        }
        let now = state(table, &snapshot);
        let telling = without_clocks(now.clone());
        if telling != told {
            told = telling;
            listener.tell(&now).await?;
        }
        if snapshot.status().is_over() {
            return Ok(());
        }
    }
}

/// What was said at the table.
async fn tell_chat(row: &ChatRow, listener: &Listener) -> Result<(), Gone> {
    if row.channel != "table" {
        return Ok(());
    }
    let line = json!({
        "type": "chatLine",
        "room": "player",
        "username": row.author,
        "text": row.text,
    });
    listener.tell(&line).await
}

/// A move has been made, and the clock not yet pressed.
pub(super) fn is_half_done(snapshot: &Snapshot) -> bool {
    let game = snapshot.arbiter.game();
    let waits = |player: Colour| game.clock.is_pressed() && game.pressing.uncompleted[player.index()];
    game.status == Status::InPlay && game.clock.running().is_some_and(waits)
}

/// What makes a state another: not that time passes.
fn without_clocks(mut state: Value) -> Value {
    for clock in ["wtime", "btime"] {
        state[clock] = Value::Null;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::Known;
    use jadoube_store::ChallengeRow;

    #[test]
    fn a_challenge_declined_before_anybody_looked_is_told_of_all_the_same() {
        let mut known = Known::since(1000);
        let challenge = |status: &str, created_ms| ChallengeRow {
            id: "one".to_owned(),
            challenger: 1,
            challenged: 2,
            terms: String::new(),
            status: status.to_owned(),
            created_ms,
        };
        assert_eq!(known.news(&challenge("created", 1500), true), Some("challenge"));
        assert_eq!(
            known.news(&challenge("declined", 1500), true),
            Some("challengeDeclined")
        );
        // What was over before he listened is no news, nor is what he himself declined.
        assert_eq!(known.news(&challenge("declined", 900), true), None);
        assert_eq!(known.news(&challenge("declined", 1500), false), None);
        known.challenges.insert("one".to_owned(), "declined".to_owned());
        assert_eq!(known.news(&challenge("declined", 1500), true), None);
    }
}
