//! How are games listed, shown, played and paused?

use super::{Asked, Guest, account, names};
use crate::{
    App,
    guard::Sent,
    live_games::{Acted, GameTable, Proposed, Room, Viewer, is_words, work},
    openapi::Problems,
    problem::{Answer, Problem},
    shape::{self, Brief, GameView, Games, ReadText, Reading, SendAct, Vacation},
    snapshot::Parties,
};
use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use jadoube_game::{Act, Mode, Party};
use jadoube_record::{Json, read_event};
use jadoube_store::{GameRow, SeatRow};
use serde::Deserialize;
use std::sync::Arc;

/// Which games to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// Public games instead of one's own.
    #[serde(default)]
    public: bool,
}

/// Lists games: those of the account, or public ones.
#[utoipa::path(get, path = "/api/games", tag = "games", params(Which),
    responses((status = 200, description = "briefly, the latest first", body = Games), Problems))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Asked(which): Asked<Which>,
) -> Result<Answer<Games>, Problem> {
    let store = &app.live_games.store;
    let me = account(&app, &headers).await?;
    let rows = match (which.public, &me) {
        (true, _) => store.public_games(100).await?,
        (false, Some(me)) => store.games_of(me.id, 200).await?,
        (false, None) => return Err(Problem::unauthorized("log in to see your games")),
    };
    let names: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let me = me.as_ref().map(|me| me.id);
    let seats = store.seats_of(&names, me).await?;
    let own = |row: &GameRow| seats.get(&row.id).map_or(&[][..], Vec::as_slice);
    let games = rows.iter().map(|row| brief(row, own(row), me)).collect();
    Ok(Answer::ok(Games { games }))
}

fn brief(row: &GameRow, seats: &[SeatRow], me: Option<i64>) -> Brief {
    let mine = seats
        .iter()
        .filter(|seat| me.is_some() && seat.account == me)
        .fold(Parties::default(), |all, seat| {
            all.and(Parties::read(&seat.parties))
        });
    let standing = &row.standing;
    let room = Room::new(row.clone(), seats.to_vec()).ok();
    let open = room.as_ref().and_then(Room::open_chair);
    let open = open.filter(|_| standing.status == "in-play");
    Brief {
        id: row.id.clone(),
        title: row.title.clone(),
        code: row.code.clone(),
        mode: row.mode.clone(),
        status: standing.status.clone(),
        winner: standing.winner.clone(),
        seq: row.seq,
        turn: standing.turn.clone(),
        players: names(seats),
        you: mine.words().collect(),
        created_ms: row.created_ms,
        updated_ms: row.updated_ms,
        your_turn: standing.status == "in-play" && mine.words().any(|word| word == standing.turn),
        deadline_ms: standing.deadline_ms,
        open: open.and_then(|seat| Parties::read(&seat.parties).words().next()),
    }
}

/// From where in the log.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct From {
    /// Log entries after this number only.
    #[serde(default)]
    from: u32,
}

/// Shows a game to whoever asks, as he may see it.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path), From),
    responses((status = 200, description = "the game", body = GameView), Problems))]
pub(crate) async fn show(guest: Guest, Asked(asked): Asked<From>) -> Result<Response, Problem> {
    let Guest { app, table, viewer } = guest;
    app.live_games.reach(&table, asked.from).await?;
    // Writing a long game takes a while, too.
    work(move || Answer::ok(table.shown(&viewer, asked.from)).into_response()).await
}

/// Appends an act. The answer comes when it is durable.
#[utoipa::path(post, path = "/api/games/{id}/acts", tag = "games", params(("id" = String, Path)), request_body = SendAct,
    responses((status = 200, description = "durable: the entry and the state after it", body = shape::Acted), Problems))]
pub(crate) async fn act(guest: Guest, Sent(sent): Sent<SendAct>) -> Result<Response, Problem> {
    let Guest { app, table, viewer } = guest;
    let SendAct {
        expected_seq,
        key,
        mut act,
        view,
    } = sent;
    if key.is_empty() || key.len() > 64 || key.chars().any(char::is_control) {
        return Err(Problem::invalid("key", "expected 1 to 64 letters"));
    }
    if viewer.parties.is_empty() {
        return Err(Problem::forbidden("an onlooker does not act"));
    }
    if act.get("at").is_some() {
        return Err(Problem::invalid(
            "act.at",
            "the server's clock writes the time: expected none",
        ));
    }
    if act.get("by").is_none()
        && let Some(party) = viewer.parties.only()
        && let Json::Object(fields) = &mut act
    {
        fields.push(("by".to_owned(), party.word().into()));
    }
    super::fit_texts(&act, "act")?;
    let mut event = read_event(act).map_err(|fault| Problem::fault(&fault, "act."))?;
    if !viewer.parties.has(event.by) {
        return Err(Problem::forbidden(format!(
            "you do not act for {}",
            event.by.word()
        )));
    }
    let sets_clocks = matches!(event.act, Act::Resume { clocks: Some(_), .. });
    if sets_clocks && !viewer.parties.has(Party::Umpire) {
        return Err(Problem::invalid(
            "act.clocks",
            "the server keeps the time, and an umpire corrects it: expected none from a player",
        ));
    }
    if speaks(&event.act) {
        super::chat::may_speak(&app, &viewer).await?;
    }
    // In consultation the record says which of them it was; nobody speaks with another's name.
    let snapshot = table.snapshot();
    let sides = &snapshot.terms().sides;
    event.player = event
        .by
        .player()
        .and_then(|colour| sides[colour.index()].get(viewer.person).cloned());
    let seat = viewer.seat.unwrap_or(0);
    let own_key = format!("{seat} {key}");
    if let Some(view) = view {
        table.await_answer(view, seat, &own_key);
    }
    let acted = app
        .live_games
        .act(
            Arc::clone(&table),
            event,
            expected_seq,
            seat,
            own_key,
            Some(viewer.perspective()),
        )
        .await?;
    // What he sees after his act is written already; anything else takes longer.
    match &acted {
        Acted::Done {
            snapshot,
            seq,
            repeated: false,
        } if snapshot.seq() == *seq => answer(&table, &viewer, acted),
        _ => work(move || answer(&table, &viewer, acted)).await?,
    }
}

/// What players announce at the board.
const ANNOUNCED: [&str; 7] = [
    "check",
    "mate",
    "checkmate",
    "check-mate",
    "check mate",
    "j'adoube",
    "i adjust",
];

/// Whether words of his own are in it that others read. What the law asks a player to announce is always his to say.
fn speaks(act: &Act) -> bool {
    let announced = |words: &str| {
        let words = words.to_lowercase();
        let bare = words.trim_matches(|letter: char| !letter.is_alphabetic());
        ANNOUNCED.contains(&bare)
    };
    match act {
        Act::Say { words } | Act::Move { say: Some(words), .. } => !announced(words),
        act => is_words(act),
    }
}

fn answer(table: &GameTable, viewer: &Viewer, acted: Acted) -> Result<Response, Problem> {
    let (snapshot, seq, repeated) = match acted {
        Acted::Stale => return Err(Problem::stale(&table.shown(viewer, 0))),
        Acted::Done {
            snapshot,
            seq,
            repeated,
        } => (snapshot, seq, repeated),
    };
    let snapshot = if snapshot.seq() == seq {
        snapshot
    } else {
        Arc::new(snapshot.back_to(seq).ok_or_else(Problem::bug)?)
    };
    let from = viewer.perspective();
    let acted = shape::Acted {
        seq,
        entry: snapshot.entry(seq, from),
        state: &snapshot.seen(from),
        clock: table.clock(&snapshot),
        sealed: snapshot.sealed(&table.id),
        repeated,
    };
    Ok(Answer::ok(acted).into_response())
}

/// More than anybody takes in one game.
const MOST_VACATIONS: usize = 100;

/// Proposes or accepts a vacation, during which no clock runs.
#[utoipa::path(post, path = "/api/games/{id}/vacation", tag = "games", params(("id" = String, Path)),
    request_body = Vacation,
    responses((status = 200, description = "the game", body = GameView), Problems))]
pub(crate) async fn vacation(guest: Guest, Sent(sent): Sent<Vacation>) -> Result<Answer<GameView>, Problem> {
    let Guest { app, table, viewer } = guest;
    let snapshot = table.snapshot();
    if !viewer.plays() {
        return Err(Problem::forbidden("only players agree on a vacation"));
    }
    if snapshot.terms().mode != Mode::Communication || snapshot.status().is_over() {
        return Err(Problem::invalid(
            "days",
            "expected a game by communication that is in play",
        ));
    }
    let room = table.room();
    let mut settings = room.settings.clone();
    let mut agreed = None;
    let by = viewer.parties.words().next().unwrap_or_default();
    match (sent.days, sent.accept) {
        (Some(days @ 1..=60), None) => {
            settings.proposed = Some(Proposed {
                by: by.to_owned(),
                days,
            });
        }
        (None, Some(true)) => {
            let proposed = settings.proposed.take().filter(|proposed| {
                viewer
                    .parties
                    .words()
                    .any(|word| word != proposed.by && word != "umpire")
            });
            let Some(proposed) = proposed else {
                return Err(Problem::invalid(
                    "accept",
                    "the opponent has proposed no vacation",
                ));
            };
            let taken = snapshot.timeline().pauses;
            if taken.iter().filter(|pause| pause.is_vacation()).count() >= MOST_VACATIONS {
                let expected = format!("a game has at most {MOST_VACATIONS} vacations");
                return Err(Problem::invalid("accept", expected));
            }
            agreed = Some(i64::from(proposed.days) * 86_400_000);
        }
        _ => {
            return Err(Problem::invalid(
                "days",
                "expected either days, 1 to 60, or accept: true",
            ));
        }
    }
    let (live_games, old, new) = (&app.live_games, &room.row.settings, settings.text());
    let changed = match agreed {
        Some(lasts_ms) => live_games.pause(&table, lasts_ms, (old, &new)).await?,
        None => live_games.change_settings(&table, old, &new).await?,
    };
    if !changed {
        return Err(Problem::stale(&table.shown(&viewer, 0)));
    }
    Ok(Answer::ok(table.shown(&viewer, snapshot.seq())))
}

/// What a text would mean in this game.
#[utoipa::path(post, path = "/api/games/{id}/read", tag = "games", params(("id" = String, Path)),
    request_body = ReadText,
    responses((status = 200, description = "the reading", body = Reading), Problems))]
pub(crate) async fn read(guest: Guest, Sent(sent): Sent<ReadText>) -> Result<Answer<Reading>, Problem> {
    let Guest { table, viewer, .. } = guest;
    if sent.text.len() > 200 {
        return Err(Problem::invalid("text", "expected at most 200 letters"));
    }
    let reading = work(move || {
        let snapshot = table.snapshot();
        let game = snapshot.arbiter.game();
        let position = game.position()?;
        let origins = game.standing.men.origins();
        Some(super::laws::reading(
            &sent.text,
            position,
            &origins,
            false,
            game.terms.code,
            viewer.blindfold,
        ))
    })
    .await?;
    reading
        .map(Answer::ok)
        .ok_or_else(|| Problem::invalid("text", "the men stand so that no move can be read"))
}
