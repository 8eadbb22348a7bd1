//! How does a game between two accounts come about? One challenges, the other accepts, declines, or says nothing; or both seek.

use super::{Asker, Fields, Refusal, account_by_id, answer, done, people, person, streams, wrong};
use crate::{
    App,
    guard::asking,
    live_games::{LiveGames, Whom},
    problem::Problem,
    routes::{has_room, live::Counted, mark_of_account, opening, quota},
    secret,
    shape::Opening,
    snapshot::{Parties, Snapshot},
};
use axum::{
    body::{Body, Bytes},
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};
use jadoube_board::Colour;
use jadoube_game::Party;
use jadoube_record::Json;
use jadoube_store::{Account, ChallengeRow, SeekRow};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};

/// A challenge waits for a day.
pub(crate) const LIFE_MS: i64 = 86_400_000;
/// So many of one account wait at once, and so many for one; and so many are made by one in a day.
const MOST_MADE: i64 = 20;
const MOST_WAITING: i64 = 100;
const MOST_IN_A_DAY: i64 = 500;

/// What somebody is challenged to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    /// Seconds for each player, and with each move.
    limit: Option<u32>,
    increment: u32,
    /// What the challenger asked for: `white`, `black`, `random`.
    color: String,
    /// Whether he has White.
    white: bool,
    /// The position at the start.
    fen: Option<String>,
}

impl Wish {
    fn read(fields: &Fields) -> Result<Self, Refusal> {
        let fen = fields.get("fen").map(str::to_owned);
        match (fields.get("variant"), &fen) {
            (None | Some("standard" | "fromPosition"), _) => {}
            _ => return Err(wrong("variant: expected standard or fromPosition")),
        }
        if fields.get("days").is_some() {
            return Err(wrong(
                "days: games by correspondence are not played by this interface",
            ));
        }
        let (limit, increment) = (fields.number("clock.limit")?, fields.number("clock.increment")?);
        let (limit, increment) = match (limit, increment) {
            (None, None) => (None, 0),
            (limit, increment) => (Some(limit.unwrap_or(0)), increment.unwrap_or(0)),
        };
        Self::new(limit, increment, fields.get("color").unwrap_or("random"), fen)
    }

    fn new(limit: Option<u32>, increment: u32, color: &str, fen: Option<String>) -> Result<Self, Refusal> {
        let fits = increment <= 180 && limit.is_none_or(|limit| limit <= 10_800 && limit + increment > 0);
        if !fits {
            return Err(wrong(
                "clock: expected a limit of at most 10800 seconds and an increment of at most 180, not both 0",
            ));
        }
        let white = match color {
            "white" => true,
            "black" => false,
            "random" => secret::random::<1>()[0] & 1 == 0,
            _ => return Err(wrong("color: expected white, black or random")),
        };
        Ok(Wish {
            limit,
            increment,
            color: color.to_owned(),
            white,
            fen: fen.filter(|fen| fen != "startpos"),
        })
    }

    /// The header of its game: the laws of 2023 on a guarded board.
    fn header(&self) -> Json {
        let mut fields = vec![("code", Json::from("fide-2023")), ("guard", true.into())];
        if let Some(fen) = &self.fen {
            fields.push(("start", fen.as_str().into()));
        }
        match self.limit {
            None => fields.push(("clock", false.into())),
            Some(limit) => {
                // Without any time at first nobody could make the first move.
                let mut period = vec![("seconds", Json::from(limit.max(self.increment)))];
                if self.increment > 0 {
                    period.push(("increment", self.increment.into()));
                }
                let periods = Json::List(vec![Json::object(period)]);
                fields.push(("time_control", Json::object([("periods", periods)])));
            }
        }
        Json::object(fields)
    }

    async fn snapshot(&self) -> Result<Snapshot, Refusal> {
        // What an umpire would do in these games, the server does itself: see `play::abort`.
        let umpire = Opening {
            umpire: Some(true),
            ..Opening::default()
        };
        Ok(opening::read_header(self.header(), &umpire).await?)
    }

    fn side(&self) -> Party {
        Party::from(if self.white { Colour::White } else { Colour::Black })
    }

    fn clock(&self) -> Option<(i64, i64)> {
        let limit = self.limit?;
        Some((i64::from(limit), i64::from(self.increment)))
    }
}

/// A challenge as both see it.
pub(super) async fn shown(app: &App, row: &ChallengeRow) -> Result<Value, Refusal> {
    let wish: Wish = serde_json::from_str(&row.terms).map_err(|_| Problem::bug())?;
    let challenger = account_by_id(app, row.challenger).await?;
    let challenged = account_by_id(app, row.challenged).await?;
    let speed = streams::speed(wish.clock());
    let time = match wish.clock() {
        Some((limit, increment)) => json!({
            "type": "clock",
            "limit": limit,
            "increment": increment,
            "show": format!("{}+{increment}", limit as f64 / 60.0),
        }),
        None => json!({"type": "unlimited"}),
    };
    let mut shown = json!({
        "id": row.id,
        "url": format!("/game/{}", row.id),
        "status": row.status,
        "challenger": person(&challenger),
        "destUser": person(&challenged),
        "variant": streams::variant(wish.fen.is_some()),
        "rated": false,
        "speed": speed,
        "timeControl": time,
        "color": wish.color,
        "finalColor": wish.side().word(),
        "perf": streams::perf(speed),
    });
    if let Some(fen) = &wish.fen {
        shown["initialFen"] = fen.as_str().into();
    }
    Ok(shown)
}

/// Challenges an account by its name.
pub(super) async fn create(
    asker: Asker,
    Path(name): Path<String>,
    fields: Fields,
) -> Result<Response, Refusal> {
    let Asker { app, account, .. } = &asker;
    let challenged = people::named(app, &name).await?;
    if challenged.id == account.id {
        return Err(wrong("nobody plays against himself"));
    }
    let wish = Wish::read(&fields)?;
    // What cannot be played need not be asked.
    wish.snapshot().await?;
    let (store, now) = (&app.live_games.store, app.live_games.now_ms());
    let (made, waiting, in_all) = store
        .challenges_since(account.id, challenged.id, now - LIFE_MS)
        .await?;
    if app.config.rate > 0 && (made >= MOST_MADE || waiting >= MOST_WAITING) {
        return Err(Problem::too_many("too many challenges wait for an answer").into());
    }
    if app.config.rate > 0 && in_all >= MOST_IN_A_DAY {
        return Err(Problem::too_many("you have made as many challenges as one may in a day").into());
    }
    let row = ChallengeRow {
        id: secret::name(),
        challenger: account.id,
        challenged: challenged.id,
        terms: serde_json::to_string(&wish).map_err(|_| Problem::bug())?,
        status: "created".to_owned(),
        created_ms: now,
    };
    store.challenge(&row).await?;
    tell_both(app, &row);
    let mut shown = shown(app, &row).await?;
    // Older clients look for it one step further in.
    shown["challenge"] = shown.clone();
    Ok(answer(&shown))
}

fn tell_both(app: &App, row: &ChallengeRow) {
    for account in [row.challenger, row.challenged] {
        app.live_games.news.tell(account);
    }
}

/// Everything that waits, in and out.
pub(super) async fn list(asker: Asker) -> Result<Response, Refusal> {
    let Asker { app, account, .. } = &asker;
    let since = app.live_games.now_ms() - LIFE_MS;
    let (mut coming, mut going) = (Vec::new(), Vec::new());
    let mut rows = app.live_games.store.challenges_of(account.id, since, 200).await?;
    rows.retain(|row| row.status == "created");
    // Both sides of each are looked up.
    app.door.asks_for_many(app, rows.len())?;
    for row in rows {
        let shown = shown(app, &row).await?;
        if row.challenger == account.id {
            going.push(shown);
        } else {
            coming.push(shown);
        }
    }
    Ok(answer(&json!({"in": coming, "out": going})))
}

/// A challenge that concerns the one who asks.
async fn own(asker: &Asker, id: &str) -> Result<ChallengeRow, Refusal> {
    let app = &asker.app;
    let found = if crate::routes::is_name(id) {
        app.live_games.store.challenge_row(id).await?
    } else {
        None
    };
    let young = |row: &ChallengeRow| row.created_ms >= app.live_games.now_ms() - LIFE_MS;
    let his = |row: &ChallengeRow| [row.challenger, row.challenged].contains(&asker.account.id);
    found
        .filter(|row| young(row) && his(row))
        .ok_or_else(|| Problem::not_found("challenge").into())
}

/// One challenge.
pub(super) async fn show(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    let row = own(&asker, &id).await?;
    Ok(answer(&shown(&asker.app, &row).await?))
}

/// Opens the game. The same twice is the same.
pub(super) async fn accept(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    let Asker { app, account, .. } = &asker;
    let row = own(&asker, &id).await?;
    if row.challenged != account.id {
        return Err(Problem::not_found("challenge").into());
    }
    if row.status == "created" {
        let wish: Wish = serde_json::from_str(&row.terms).map_err(|_| Problem::bug())?;
        let challenger = account_by_id(app, row.challenger).await?;
        quota(app, Some(&challenger)).await?;
        let laid = lay(app, &wish, &challenger, account, row.id.clone()).await?;
        let store = &app.live_games.store;
        if store.accept_challenge(&row, &laid.game, &laid.seats).await? {
            metrics::counter!("jadoube_games_opened_total").increment(1);
            crate::routes::note(app, Some(account.id), "seat taken", &row.id).await;
            tell_both(app, &row);
            return Ok(done());
        }
    }
    match own(&asker, &id).await?.status.as_str() {
        "accepted" => Ok(done()),
        _ => Err(Problem::not_found("challenge").into()),
    }
}

/// The game of two accounts, at the expense of the first.
async fn lay(
    app: &App,
    wish: &Wish,
    first: &Account,
    second: &Account,
    id: String,
) -> Result<opening::Laid, Refusal> {
    let snapshot = wish.snapshot().await?;
    let opening = Opening {
        side: Some(wish.side().word().to_owned()),
        ..Opening::default()
    };
    let mut laid = opening::lay(&app.live_games, &snapshot, opening, Some(first), None)?;
    laid.game.id = id;
    laid.game.person = Some(mark_of_account(first));
    let other = match wish.side() {
        Party::White => Party::Black,
        _ => Party::White,
    };
    for seat in &mut laid.seats {
        if Parties::read(&seat.parties).has(other) {
            seat.name = Some(second.name.clone());
            seat.account = Some(second.id);
            seat.invitation = None;
            // Taken, by a secret that nobody knows: he comes by his account.
            seat.token = Some(secret::hash(&secret::token()));
        }
    }
    Ok(laid)
}

/// Says no.
pub(super) async fn decline(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    settle(&asker, &id, "declined", |row| row.challenged).await
}

/// Takes it back.
pub(super) async fn cancel(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    settle(&asker, &id, "canceled", |row| row.challenger).await
}

async fn settle(
    asker: &Asker,
    id: &str,
    status: &str,
    whose: impl Fn(&ChallengeRow) -> i64,
) -> Result<Response, Refusal> {
    let row = own(asker, id).await?;
    if whose(&row) != asker.account.id {
        return Err(Problem::not_found("challenge").into());
    }
    if asker.app.live_games.store.settle_challenge(&row, status).await? {
        tell_both(&asker.app, &row);
        return Ok(done());
    }
    match own(asker, id).await?.status {
        found if found == status => Ok(done()),
        _ => Err(Problem::not_found("challenge").into()),
    }
}

/// A game against the server's computer.
pub(super) async fn against_computer(asker: Asker, fields: Fields) -> Result<Response, Refusal> {
    let Asker { app, account, .. } = &asker;
    let wish = Wish::read(&fields)?;
    let level = fields.number("level")?.unwrap_or(5);
    let person = quota(app, Some(account)).await?;
    let snapshot = wish.snapshot().await?;
    let opening = Opening {
        side: Some(wish.side().word().to_owned()),
        opponent: Some("computer".to_owned()),
        level: Some(u8::try_from(level).unwrap_or(u8::MAX)),
        ..Opening::default()
    };
    let mut laid = opening::lay(&app.live_games, &snapshot, opening, Some(account), None)?;
    laid.game.person = person;
    laid.put_into(&app.live_games, &[]).await?;
    app.live_games.tell_account(account.id);
    let mut shown = streams::brief(&asker, &laid.game).await?;
    shown["player"] = wish.side().word().into();
    shown["turns"] = 0.into();
    shown["createdAt"] = laid.game.created_ms.into();
    let mut response = answer(&shown);
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// So long somebody looks for an opponent of whom nothing more is heard.
const SEEKS_MS: i64 = 15_000;
/// So many of those who look are looked at.
const MOST_SEEKS: i64 = 1000;

impl Wish {
    /// Whether two who look for an opponent can play each other.
    fn suits(&self, other: &Wish) -> bool {
        let colours = self.color == "random" || other.color == "random" || self.color != other.color;
        (self.limit, self.increment) == (other.limit, other.increment) && colours
    }
}

/// Looks for an opponent with the same clock. The answer lasts until there is one.
pub(super) async fn seek(asker: Asker, fields: Fields) -> Result<Response, Refusal> {
    let Asker { app, account, .. } = &asker;
    let minutes: Option<f64> = fields.get("time").and_then(|text| text.parse().ok());
    let minutes = minutes.filter(|minutes| (0.0..=180.0).contains(minutes));
    let minutes = minutes.ok_or_else(|| wrong("time: expected minutes, at most 180"))?;
    if !matches!(fields.get("variant"), None | Some("standard")) {
        return Err(wrong("variant: expected standard"));
    }
    let increment = fields.number("increment")?.unwrap_or(0);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most three hours"
    )]
    let limit = (minutes * 60.0) as u32;
    let wish = Wish::new(
        Some(limit),
        increment,
        fields.get("color").unwrap_or("random"),
        None,
    )?;
    let counted = Counted::new(app, asking().and_then(|caller| caller.person))?;
    let live_games = &app.live_games;
    let news = live_games.news.listen();
    let now = live_games.now_ms();
    let seek = SeekRow {
        id: secret::name(),
        account: account.id,
        terms: serde_json::to_string(&wish).map_err(|_| Problem::bug())?,
        since_ms: now,
        until_ms: now + SEEKS_MS,
    };
    // He is seen before he looks: of two who come at once, the later finds the other.
    live_games.store.seek(&seek).await?;
    let seeking = Seeking {
        live_games: live_games.clone(),
        id: seek.id,
        _counted: counted,
    };
    let text = [(header::CONTENT_TYPE, "text/plain")];
    if find(app, account, &seeking.id, &wish).await? {
        return Ok((text, "").into_response());
    }
    let own = account.id;
    // A blank now and then, by which both ends notice that the other has gone.
    let body = stream::unfold((seeking, news), move |(seeking, mut news)| async move {
        let concerned =
            async { while matches!(news.recv().await, Ok(Whom::Account(account)) if account != own) {} };
        let _ = tokio::time::timeout(Duration::from_secs(3), concerned).await;
        let blank = Ok::<Bytes, Infallible>(Bytes::from_static(b" \n"));
        seeking.lasts().await.then_some((blank, (seeking, news)))
    })
    .fuse();
    Ok((text, Body::from_stream(body)).into_response())
}

/// Whether somebody who looks on any node suits him: then their game is open.
async fn find(app: &App, account: &Account, own: &str, wish: &Wish) -> Result<bool, Refusal> {
    let live_games = &app.live_games;
    let mut counted = false;
    for other in live_games.store.seeks(live_games.now_ms(), MOST_SEEKS).await? {
        let theirs: Wish = serde_json::from_str(&other.terms).map_err(|_| Problem::bug())?;
        if other.account == account.id || !theirs.suits(wish) {
            continue;
        }
        // Whoever asked for a colour has it.
        let white = if wish.color == "random" {
            theirs.white
        } else {
            !wish.white
        };
        let agreed = Wish { white, ..theirs };
        // Somebody who may open no more games, or has gone for good, does not keep others from each other.
        let Ok(seeker) = account_by_id(app, other.account).await else {
            continue;
        };
        if has_room(app, Some(&mark_of_account(&seeker))).await.is_err() {
            continue;
        }
        // However many are asked, one game at most is opened.
        if !counted {
            app.door.opens_a_game(app)?;
            counted = true;
        }
        let Ok(laid) = lay(app, &agreed, &seeker, account, secret::name()).await else {
            continue;
        };
        let both = (own, other.id.as_str());
        if live_games.store.agree(both, &laid.game, &laid.seats).await? {
            metrics::counter!("jadoube_games_opened_total").increment(1);
            live_games.tell_account(seeker.id);
            live_games.tell_account(account.id);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Somebody who looks for an opponent, while his request lasts.
struct Seeking {
    live_games: LiveGames,
    id: String,
    _counted: Counted,
}

impl Seeking {
    /// Whether he must go on looking. Where the store is away for a moment, he does.
    async fn lasts(&self) -> bool {
        let until = self.live_games.now_ms() + SEEKS_MS;
        let renewed = self.live_games.store.renew_seek(&self.id, until).await;
        !self.live_games.is_closing() && renewed.unwrap_or(true)
    }
}

impl Drop for Seeking {
    fn drop(&mut self) {
        let (store, id) = (self.live_games.store.clone(), self.id.clone());
        tokio::spawn(async move {
            // What is not deleted now lapses by itself.
            let _ = store.end_seek(&id).await;
        });
    }
}
