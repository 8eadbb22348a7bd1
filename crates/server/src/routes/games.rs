//! How is a game opened, joined, shown and played?

use super::{account, at_table, fit_name, look};
use crate::{
    App,
    guard::Sent,
    hall::{Acted, Settings, Viewer, standing, work},
    openapi::Problems,
    problem::{Answer, Problem},
    secret,
    sheet::{Parties, Sheet, millis},
    time::{self, Pause, Timeline, now_ms},
};
use axum::{
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use jadoube_board::Colour;
use jadoube_game::{Mode, Party, Terms};
use jadoube_record::{Json, read_event, read_terms, write_terms};
use jadoube_store::{GameRow, NewGame, NewSeat, SeatRow};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A game to be opened.
#[derive(Deserialize, ToSchema)]
#[allow(dead_code, reason = "read field by field; this is its description")]
pub(crate) struct OpenGame {
    /// The header of the record.
    #[schema(value_type = Object, example = json!({"code": "bcc-1899"}))]
    pub(crate) header: Json,
    #[serde(flatten)]
    pub(crate) more: Opening,
}

/// Who will sit where.
#[derive(Deserialize, ToSchema, Default, Clone)]
pub(crate) struct Opening {
    /// The creator's own seat: white, black, random or umpire.
    #[serde(default)]
    pub(crate) side: Option<String>,
    /// The creator's name.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// link, or here for both at one screen.
    #[serde(default)]
    pub(crate) opponent: Option<String>,
    /// Whether there is an umpire.
    #[serde(default)]
    pub(crate) umpire: Option<bool>,
    /// Colours to whom no board is sent.
    #[serde(default)]
    pub(crate) blindfold: Option<Vec<String>>,
    /// Whether anyone may watch.
    #[serde(default)]
    pub(crate) public: Option<bool>,
    /// What people call it.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// By communication: days for a reply.
    #[serde(default)]
    pub(crate) days_per_move: Option<u32>,
    /// When play starts, for a game with a schedule.
    #[serde(default)]
    pub(crate) starts_ms: Option<i64>,
}

const OPENING: [&str; 9] = [
    "side",
    "name",
    "opponent",
    "umpire",
    "blindfold",
    "public",
    "title",
    "days_per_move",
    "starts_ms",
];

/// Reads a request of some fields of its own and those of an opening; anything else is an error.
pub(crate) fn read_opening(sent: Json, own: &[&str]) -> Result<(Json, Opening), Problem> {
    let Json::Object(fields) = &sent else {
        return Err(Problem::malformed("expected a JSON object"));
    };
    for (name, _) in fields {
        if !own.contains(&name.as_str()) && !OPENING.contains(&name.as_str()) {
            return Err(Problem::malformed(format!(
                "unknown field `{name}`, expected one of: {}, {}",
                own.join(", "),
                OPENING.join(", ")
            )));
        }
    }
    let opening: Opening = serde_json::to_value(&sent)
        .and_then(serde_json::from_value)
        .map_err(|error| Problem::malformed(error.to_string()))?;
    Ok((sent, opening))
}

/// The header of a request, as terms.
pub(crate) fn read_header(sent: &Json, opening: &Opening) -> Result<Terms, Problem> {
    let header = sent
        .get("header")
        .cloned()
        .ok_or_else(|| Problem::malformed("missing field `header`: the header of the record"))?;
    let mut terms = read_terms(header).map_err(|fault| Problem::fault(&fault, "header."))?;
    if let Some(days) = opening.days_per_move {
        if terms.mode != Mode::Communication || !(1..=365).contains(&days) {
            return Err(Problem::invalid(
                "days_per_move",
                "expected 1 to 365 days, in a game by communication",
            ));
        }
        terms.reply_hours = Some(days * 24);
    }
    Ok(terms)
}

/// An invitation that was made: where it leads and its secret.
pub(crate) struct Invited {
    party: String,
    person: i64,
    name: Option<String>,
    code: String,
}

impl Invited {
    fn json(&self) -> Json {
        Json::object([
            ("party", Json::from(self.party.as_str())),
            ("person", Json::Number(self.person.into())),
            ("name", self.name.as_deref().into()),
            ("code", self.code.as_str().into()),
            ("link", format!("/join#{}", self.code).into()),
        ])
    }
}

/// A game ready to be put into the store.
pub(crate) struct Opened {
    pub(crate) game: NewGame,
    pub(crate) seats: Vec<NewSeat>,
    pub(crate) token: String,
    pub(crate) parties: String,
    pub(crate) invitations: Vec<Invited>,
}

/// Lays the table: the game, its seats, the creator's token and the invitations.
pub(crate) fn lay(
    sheet: &Sheet,
    opening: Opening,
    owner: Option<&jadoube_store::Account>,
    match_id: Option<String>,
) -> Result<Opened, Problem> {
    let terms = sheet.terms();
    let name = fit_name("name", opening.name, 64)?.or_else(|| owner.map(|owner| owner.name.clone()));
    let title = fit_name("title", opening.title, 120)?;
    let opponent = opening.opponent.as_deref().unwrap_or("link");
    let blindfold = opening.blindfold.unwrap_or_default();
    if blindfold.len() > 2
        || blindfold
            .iter()
            .any(|colour| colour != "white" && colour != "black")
    {
        return Err(Problem::invalid("blindfold", "expected a list of: white, black"));
    }
    let own = match opening.side.as_deref().unwrap_or("white") {
        side @ ("white" | "black" | "umpire") => side.to_owned(),
        "random" => ["white", "black"][usize::from(secret::random::<1>()[0] & 1)].to_owned(),
        _ => {
            return Err(Problem::invalid(
                "side",
                "expected one of: white, black, random, umpire",
            ));
        }
    };
    let mut seats = Vec::new();
    let mut invitations = Vec::new();
    let token = secret::token();
    let mut seat = |parties: &str, person: i64, named: Option<String>, creator: bool| {
        let code = (!creator).then(secret::token);
        seats.push(NewSeat {
            parties: parties.to_owned(),
            person,
            name: if creator {
                name.clone().or(named.clone())
            } else {
                named.clone()
            },
            creator,
            token: creator.then(|| secret::hash(&token)),
            invitation: code.as_deref().map(secret::hash),
            account: if creator {
                owner.map(|owner| owner.id)
            } else {
                None
            },
        });
        if let Some(code) = code {
            invitations.push(Invited {
                party: parties.to_owned(),
                person,
                name: named,
                code,
            });
        }
    };
    let parties = match opponent {
        "here" => {
            seat("white black umpire", 0, None, true);
            "white black umpire".to_owned()
        }
        "link" => {
            for colour in [Colour::White, Colour::Black] {
                let word = Party::from(colour).word();
                let named = &terms.sides[colour.index()];
                for person in 0..named.len().max(1) {
                    let creator = own == word && person == 0;
                    seat(
                        word,
                        i64::try_from(person).unwrap_or(0),
                        named.get(person).cloned(),
                        creator,
                    );
                }
            }
            if own == "umpire" || opening.umpire == Some(true) {
                seat("umpire", 0, None, own == "umpire");
            }
            own
        }
        "computer" => {
            return Err(Problem::invalid(
                "opponent",
                "no computer is set up on this server",
            ));
        }
        _ => return Err(Problem::invalid("opponent", "expected one of: link, here")),
    };
    seat("onlooker", 0, None, false);
    let now = now_ms();
    let settings = Settings {
        blindfold,
        opponent: opponent.to_owned(),
        ..Settings::default()
    };
    let started_ms = match (terms.scheduled, opening.starts_ms) {
        (true, Some(starts)) if (starts - now).abs() < 400 * 86_400_000 => Some(starts),
        (_, Some(_)) => {
            return Err(Problem::invalid(
                "starts_ms",
                "expected a time within a year, in a game whose header says scheduled",
            ));
        }
        (true, None) => Some(now),
        (false, None) => None,
    };
    let timeline = Timeline {
        started_ms,
        pauses: Vec::new(),
    };
    let flag = time::next_flag(sheet).and_then(|flag| flag.at);
    let game = NewGame {
        id: secret::name(),
        header: write_terms(terms).to_string(),
        settings: serde_json::to_string(&settings).unwrap_or_default(),
        title,
        code: terms.code.name().to_owned(),
        mode: terms.mode.word().to_owned(),
        public: opening.public.unwrap_or(false),
        match_id,
        created_ms: now,
        started_ms,
        standing: jadoube_store::Standing {
            deadline_ms: flag.and_then(|at| timeline.wall(at)),
            ..standing(sheet)
        },
    };
    Ok(Opened {
        game,
        seats,
        token,
        parties,
        invitations,
    })
}

impl Opened {
    /// The invitations: for whom, and the link.
    pub(crate) fn links(&self) -> impl Iterator<Item = (&str, String)> {
        self.invitations
            .iter()
            .map(|invited| (invited.party.as_str(), format!("/join#{}", invited.code)))
    }

    /// What the creator is told.
    pub(crate) async fn answer(
        &self,
        app: &App,
        more: Vec<(&'static str, Json)>,
    ) -> Result<Response, Problem> {
        let id = &self.game.id;
        let table = app.hall.table(id).await?;
        let viewer = look(app, &HeaderMap::new(), &table, Some(&self.token)).await?;
        app.hall.sit(&table, &viewer).await?;
        let mut fields = vec![
            ("id", Json::from(id.as_str())),
            ("token", self.token.as_str().into()),
            ("parties", Json::list(Parties::read(&self.parties).words())),
            ("role", viewer.role().into()),
            ("link", format!("/game/{id}#seat={}", self.token).into()),
            (
                "invitations",
                Json::List(self.invitations.iter().map(Invited::json).collect()),
            ),
            ("game", table.shown(&viewer, 0)),
        ];
        fields.extend(more);
        let mut response = Answer::created(Json::object(fields)).into_response();
        if let Ok(place) = HeaderValue::from_str(&format!("/api/games/{id}")) {
            response.headers_mut().insert(header::LOCATION, place);
        }
        Ok(response)
    }
}

/// Opens a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = OpenGame,
    responses((status = 201, description = "opened: the creator's token, the invitations and the game", body = Object), Problems))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<Json>,
) -> Result<Response, Problem> {
    let owner = account(&app, &headers).await?;
    let (sent, opening) = read_opening(sent, &["header"])?;
    let terms = read_header(&sent, &opening)?;
    let sheet = work(move || Sheet::open(terms))
        .await?
        .map_err(|error| Problem::invalid(format!("header.{}", error.field), error.why))?;
    let opened = lay(&sheet, opening, owner.as_ref(), None)?;
    app.hall
        .store
        .create_game(&opened.game, &opened.seats, &[])
        .await?;
    metrics::counter!("jadoube_games_opened_total").increment(1);
    opened.answer(&app, Vec::new()).await
}

/// A record to be taken in.
#[derive(Deserialize, ToSchema)]
#[allow(dead_code, reason = "read field by field; this is its description")]
pub(crate) struct ImportGame {
    /// The record: a header and one act per line.
    record: String,
    #[serde(flatten)]
    more: Opening,
}

/// Takes in a record; every act is ruled on again.
#[utoipa::path(post, path = "/api/games/import", tag = "games", request_body = ImportGame,
    responses((status = 201, description = "as for a game opened", body = Object), Problems))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<Json>,
) -> Result<Response, Problem> {
    let owner = account(&app, &headers).await?;
    let (sent, opening) = read_opening(sent, &["record"])?;
    let record = sent
        .get("record")
        .and_then(Json::as_str)
        .ok_or_else(|| Problem::malformed("missing field `record`: the record as text"))?
        .to_owned();
    let key = app.hall.key.clone();
    // The texts of envelopes are sealed for the game they belong to, so its name must be known first.
    let id = secret::name();
    let name = id.clone();
    let (sheet, acts) = work(move || read_record(&record, &name, &key)).await??;
    let mut opened = lay(&sheet, opening, owner.as_ref(), None)?;
    opened.game.id = id;
    let last = sheet.arbiter.game().clock.read_at();
    if !acts.is_empty() {
        // Play goes on from the last moment of the record.
        let started = now_ms() - i64::try_from(last.0).unwrap_or(0);
        opened.game.started_ms = Some(started);
        let timeline = Timeline {
            started_ms: Some(started),
            pauses: Vec::new(),
        };
        let flag = time::next_flag(&sheet).and_then(|flag| flag.at);
        opened.game.standing.deadline_ms = flag.and_then(|at| timeline.wall(at));
    }
    app.hall
        .store
        .create_game(&opened.game, &opened.seats, &acts)
        .await?;
    opened.answer(&app, Vec::new()).await
}

/// Rules on a whole record; the acts come back as they are kept.
pub(crate) fn read_record(
    record: &str,
    id: &str,
    key: &secret::Key,
) -> Result<(Sheet, Vec<String>), Problem> {
    let wrong = |error: &jadoube_record::RecordError| {
        Problem::fault(&error.fault, "").with("line", error.line.into())
    };
    let reader = jadoube_record::Reader::open(record.as_bytes()).map_err(|error| wrong(&error))?;
    let mut sheet = Sheet::open(reader.terms().clone())
        .map_err(|error| Problem::invalid(error.field, error.why).with("line", 1u32.into()))?;
    let mut acts = Vec::new();
    for act in reader {
        let (line, event) = act.map_err(|error| wrong(&error))?;
        if acts.len() >= crate::hall::MOST_ACTS as usize {
            return Err(Problem::invalid("record", "the record has too many acts").with("line", line.into()));
        }
        let fault = event.act.clone();
        let key_of_act = format!("imported {}", acts.len() + 1);
        let advanced = sheet.advance(id, event, &key_of_act, key).map_err(|why| {
            let fault = jadoube_record::Fault::impossible(&fault, &why);
            Problem::fault(&fault, "").with("line", line.into())
        })?;
        acts.push(advanced.text);
        sheet = advanced.sheet;
    }
    Ok((sheet, acts))
}

/// Which games to list.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct Which {
    /// Public games instead of one's own.
    #[serde(default)]
    public: bool,
}

/// Lists games: those of the account, or public ones.
#[utoipa::path(get, path = "/api/games", tag = "games", params(Which),
    responses((status = 200, description = "briefly, the latest first", body = Object), Problems))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    which: Result<Query<Which>, axum::extract::rejection::QueryRejection>,
) -> Result<Answer, Problem> {
    let Query(which) = which.map_err(|error| Problem::malformed(error.body_text()))?;
    let store = &app.hall.store;
    let me = account(&app, &headers).await?;
    let rows = match (which.public, &me) {
        (true, _) => store.public_games(100).await?,
        (false, Some(me)) => store.games_of(me.id, 200).await?,
        (false, None) => return Err(Problem::unauthorized("log in to see your games")),
    };
    let mut games = Vec::new();
    for row in rows {
        let seats = store.seats(&row.id).await?;
        games.push(brief(&row, &seats, me.as_ref().map(|me| me.id)));
    }
    Ok(Answer::ok(Json::object([("games", Json::List(games))])))
}

fn brief(row: &GameRow, seats: &[SeatRow], me: Option<i64>) -> Json {
    let names = |party: Party| {
        let of = seats
            .iter()
            .filter(|seat| Parties::read(&seat.parties).has(party));
        Json::List(
            of.filter_map(|seat| seat.name.as_deref())
                .map(Json::from)
                .collect(),
        )
    };
    let mine = seats
        .iter()
        .filter(|seat| me.is_some() && seat.account == me)
        .fold(Parties::default(), |all, seat| {
            all.and(Parties::read(&seat.parties))
        });
    let in_play = row.standing.status == "in-play";
    Json::object([
        ("id", Json::from(row.id.as_str())),
        ("title", row.title.as_deref().into()),
        ("code", row.code.as_str().into()),
        ("mode", row.mode.as_str().into()),
        ("status", row.standing.status.as_str().into()),
        ("winner", row.standing.winner.as_deref().into()),
        ("seq", millis(Some(row.seq))),
        ("turn", row.standing.turn.as_str().into()),
        (
            "players",
            Json::object([("white", names(Party::White)), ("black", names(Party::Black))]),
        ),
        ("you", Json::list(mine.words())),
        ("created_ms", millis(Some(row.created_ms))),
        ("updated_ms", millis(Some(row.updated_ms))),
        (
            "your_turn",
            (in_play && mine.words().any(|word| word == row.standing.turn)).into(),
        ),
        ("deadline_ms", millis(row.standing.deadline_ms)),
    ])
}

/// From where in the log.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct From {
    /// Log entries after this number only.
    #[serde(default)]
    from: u32,
}

/// Shows a game to whoever asks, as he may see it.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path), From),
    responses((status = 200, description = "the game", body = Object), Problems))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    from: Result<Query<From>, axum::extract::rejection::QueryRejection>,
) -> Result<Answer, Problem> {
    let Query(from) = from.map_err(|error| Problem::malformed(error.body_text()))?;
    let (table, viewer) = at_table(&app, &headers, &id).await?;
    app.hall.reach(&table, from.from).await?;
    let shown = work(move || table.shown(&viewer, from.from)).await?;
    Ok(Answer::ok(shown))
}

/// An act.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SendAct {
    /// How many acts its author has seen.
    expected_seq: u32,
    /// His own name for this attempt.
    #[schema(min_length = 1, max_length = 64)]
    key: String,
    /// The act, as in the record; the server's clock writes `at`.
    #[schema(value_type = Object, example = json!({"act": "move", "move": "e2e4"}))]
    act: Json,
}

/// Appends an act. The answer comes when it is durable.
#[utoipa::path(post, path = "/api/games/{id}/acts", tag = "games", params(("id" = String, Path)), request_body = SendAct,
    responses((status = 200, description = "durable: the entry and the state after it", body = Object), Problems))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Sent(sent): Sent<SendAct>,
) -> Result<Response, Problem> {
    let (table, viewer) = at_table(&app, &headers, &id).await?;
    let SendAct {
        expected_seq,
        key,
        mut act,
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
    let mut event = read_event(act).map_err(|fault| Problem::fault(&fault, "act."))?;
    if !viewer.parties.has(event.by) {
        return Err(Problem::forbidden(format!(
            "you do not act for {}",
            event.by.word()
        )));
    }
    // In consultation the record says which of them it was; nobody speaks with another's name.
    let sheet = table.sheet();
    let sides = &sheet.terms().sides;
    event.player = event
        .by
        .player()
        .and_then(|colour| sides[colour.index()].get(viewer.person).cloned());
    let seat = viewer.seat.unwrap_or(0);
    let own_key = format!("{seat} {key}");
    let acted = app
        .hall
        .act(Arc::clone(&table), event, expected_seq, seat, own_key)
        .await?;
    let answered = work(move || answer(&table, &viewer, acted)).await??;
    Ok(answered)
}

fn answer(table: &crate::hall::Table, viewer: &Viewer, acted: Acted) -> Result<Response, Problem> {
    let (sheet, seq, repeated) = match acted {
        Acted::Stale => return Err(Problem::stale(table.shown(viewer, 0))),
        Acted::Done { sheet, seq, repeated } => (sheet, seq, repeated),
    };
    let sheet = if sheet.seq() == seq {
        sheet
    } else {
        Arc::new(sheet.back_to(seq).ok_or_else(Problem::bug)?)
    };
    let from = viewer.perspective();
    let body = format!(
        "{{\"seq\":{seq},\"entry\":{},\"state\":{},\"clock\":{},\"sealed\":{},\"repeated\":{repeated}}}",
        sheet.entry(seq, from),
        sheet.seen(from),
        table.clock(&sheet),
        sheet.sealed(&table.id),
    );
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((StatusCode::OK, headers, body).into_response())
}

/// What an invitation leads to.
#[utoipa::path(get, path = "/api/invitations/{code}", tag = "seats", params(("code" = String, Path)),
    responses((status = 200, description = "the seat and the terms", body = Object), Problems))]
pub(crate) async fn invitation(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
) -> Result<Answer, Problem> {
    let seat = invited(&app, &code).await?;
    let table = app.hall.table(&seat.game).await?;
    let parties = Parties::read(&seat.parties);
    let room = table.room();
    let names = |party: Party| {
        let of = room
            .seats
            .iter()
            .filter(|seat| Parties::read(&seat.parties).has(party));
        Json::List(
            of.filter_map(|seat| seat.name.as_deref())
                .map(Json::from)
                .collect(),
        )
    };
    let viewer = table.viewer_of(&[&seat]);
    Ok(Answer::ok(Json::object([
        ("game", Json::from(seat.game.as_str())),
        ("role", viewer.role().into()),
        ("parties", Json::list(parties.words())),
        ("taken", (seat.token.is_some() && !parties.is_empty()).into()),
        ("header", write_terms(table.sheet().terms())),
        (
            "names",
            Json::object([("white", names(Party::White)), ("black", names(Party::Black))]),
        ),
    ])))
}

async fn invited(app: &App, code: &str) -> Result<SeatRow, Problem> {
    if code.len() > 128 {
        return Err(Problem::not_found("invitation"));
    }
    let seat = app.hall.store.invited(&secret::hash(code)).await?;
    seat.ok_or_else(|| Problem::not_found("invitation"))
}

/// Sitting down.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Accept {
    /// The name to be shown.
    #[serde(default)]
    name: Option<String>,
    /// A secret made by the caller, so that repeating is safe.
    #[serde(default)]
    token: Option<String>,
}

/// Sits down on an invitation.
#[utoipa::path(post, path = "/api/invitations/{code}/accept", tag = "seats", params(("code" = String, Path)),
    request_body = Accept,
    responses((status = 200, description = "the seat's token", body = Object), Problems))]
pub(crate) async fn accept(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(code): Path<String>,
    Sent(sent): Sent<Accept>,
) -> Result<Answer, Problem> {
    let seat = invited(&app, &code).await?;
    let name = fit_name("name", sent.name, 64)?;
    let me = account(&app, &headers).await?;
    let name = name.or_else(|| me.as_ref().map(|me| me.name.clone()));
    let token = match sent.token {
        None => secret::token(),
        Some(token) => {
            let fits = (32..=128).contains(&token.len())
                && token
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
            if !fits {
                return Err(Problem::invalid(
                    "token",
                    "expected 32 to 128 of: letters, digits, - and _",
                ));
            }
            token
        }
    };
    let hash = secret::hash(&token);
    let table = app.hall.table(&seat.game).await?;
    if Parties::read(&seat.parties).is_empty() {
        let again = table
            .room()
            .seats
            .iter()
            .any(|row| row.token.as_deref() == Some(&*hash));
        if !again {
            let onlooker = NewSeat {
                parties: "onlooker".to_owned(),
                name,
                token: Some(hash),
                account: me.map(|me| me.id),
                ..NewSeat::default()
            };
            app.hall.store.add_seat(&seat.game, &onlooker).await?;
        }
    } else if seat.token.as_deref() != Some(&*hash) {
        // Named persons of a side keep the names the record gives them.
        let named = seat
            .name
            .is_some()
            .then_some(())
            .map_or(name.as_deref(), |()| None);
        let account = me.map(|me| me.id);
        let taken = app.hall.store.take_seat(&seat, &hash, named, account).await?;
        let again = !taken && invited(&app, &code).await?.token.as_deref() == Some(&*hash);
        if !taken && !again {
            return Err(Problem::taken("somebody has sat down on this invitation already"));
        }
    }
    app.hall.look_again(&table).await?;
    let viewer = look(&app, &headers, &table, Some(&token)).await?;
    app.hall.sit(&table, &viewer).await?;
    let id = &seat.game;
    Ok(Answer::ok(Json::object([
        ("game", Json::from(id.as_str())),
        ("token", token.as_str().into()),
        ("parties", Json::list(viewer.parties.words())),
        ("role", viewer.role().into()),
        ("link", format!("/game/{id}#seat={token}").into()),
    ])))
}

/// A new invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invite {
    /// `onlooker`, or a party whose seat nobody has taken (its old invitation ends).
    party: String,
}

/// Makes a new invitation for onlookers. Players and the umpire may.
#[utoipa::path(post, path = "/api/games/{id}/invitations", tag = "seats", params(("id" = String, Path)),
    request_body = Invite,
    responses((status = 201, description = "the invitation", body = Object), Problems))]
pub(crate) async fn invite(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Sent(sent): Sent<Invite>,
) -> Result<Answer, Problem> {
    let (table, viewer) = at_table(&app, &headers, &id).await?;
    if viewer.parties.is_empty() {
        return Err(Problem::forbidden("only players and the umpire invite"));
    }
    if sent.party != "onlooker" {
        return Err(Problem::invalid("party", "expected: onlooker"));
    }
    let code = secret::token();
    let seat = NewSeat {
        parties: "onlooker".to_owned(),
        invitation: Some(secret::hash(&code)),
        ..NewSeat::default()
    };
    app.hall.store.add_seat(&id, &seat).await?;
    app.hall.look_again(&table).await?;
    let invited = Invited {
        party: sent.party,
        person: 0,
        name: None,
        code,
    };
    Ok(Answer::created(invited.json()))
}

/// Which seats wait to be taken. Secrets are not kept, so links can not be shown again.
#[utoipa::path(get, path = "/api/games/{id}/invitations", tag = "seats", params(("id" = String, Path)),
    responses((status = 200, description = "seats not yet taken", body = Object), Problems))]
pub(crate) async fn invitations(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Answer, Problem> {
    let (table, viewer) = at_table(&app, &headers, &id).await?;
    if !viewer.creator {
        return Err(Problem::forbidden(
            "only he who opened the game sees its invitations",
        ));
    }
    let room = table.room();
    let waiting = room.seats.iter().filter(|seat| seat.token.is_none()).map(|seat| {
        Json::object([
            ("party", Json::from(seat.parties.as_str())),
            ("person", Json::Number(seat.person.into())),
            ("name", seat.name.as_deref().into()),
        ])
    });
    Ok(Answer::ok(Json::object([(
        "waiting",
        Json::List(waiting.collect()),
    )])))
}

/// A vacation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vacation {
    /// Proposes so many days.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60)]
    days: Option<u32>,
    /// Accepts what the opponent proposed.
    #[serde(default)]
    accept: Option<bool>,
}

/// Proposes or accepts a vacation, during which no clock runs.
#[utoipa::path(post, path = "/api/games/{id}/vacation", tag = "games", params(("id" = String, Path)),
    request_body = Vacation,
    responses((status = 200, description = "the game", body = Object), Problems))]
pub(crate) async fn vacation(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Sent(sent): Sent<Vacation>,
) -> Result<Answer, Problem> {
    let (table, viewer) = at_table(&app, &headers, &id).await?;
    let sheet = table.sheet();
    if !viewer.plays() {
        return Err(Problem::forbidden("only players agree on a vacation"));
    }
    if sheet.terms().mode != Mode::Communication || sheet.status().is_over() {
        return Err(Problem::invalid(
            "days",
            "expected a game by communication that is in play",
        ));
    }
    let room = table.room();
    let mut settings = room.settings.clone();
    let by = viewer.parties.words().next().unwrap_or_default();
    match (sent.days, sent.accept) {
        (Some(days @ 1..=60), None) => {
            settings.proposed = Some(crate::hall::Proposed {
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
            let from_ms = settings
                .pauses
                .iter()
                .map(|pause| pause.until_ms)
                .fold(now_ms(), i64::max);
            settings.pauses.push(Pause {
                from_ms,
                until_ms: from_ms + i64::from(proposed.days) * 86_400_000,
            });
        }
        _ => {
            return Err(Problem::invalid(
                "days",
                "expected either days, 1 to 60, or accept: true",
            ));
        }
    }
    let new = serde_json::to_string(&settings).unwrap_or_default();
    if !app
        .hall
        .store
        .change_settings(&id, &room.row.settings, &new)
        .await?
    {
        app.hall.look_again(&table).await?;
        return Err(Problem::stale(table.shown(&viewer, 0)));
    }
    app.hall.look_again(&table).await?;
    let due = time::next_flag(&sheet)
        .and_then(|flag| flag.at)
        .or_else(|| time::reply_due(&sheet));
    let wall = due.and_then(|at| table.room().timeline().wall(at));
    app.hall
        .store
        .set_deadline(&id, i64::from(sheet.seq()), wall)
        .await?;
    Ok(Answer::ok(table.shown(&viewer, sheet.seq())))
}

/// A text.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadText {
    /// The move as written.
    text: String,
}

/// What a text would mean in this game.
#[utoipa::path(post, path = "/api/games/{id}/read", tag = "games", params(("id" = String, Path)),
    request_body = ReadText,
    responses((status = 200, description = "the reading", body = Object), Problems))]
pub(crate) async fn read(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Sent(sent): Sent<ReadText>,
) -> Result<Answer, Problem> {
    let (table, viewer) = at_table(&app, &headers, &id).await?;
    if sent.text.len() > 200 {
        return Err(Problem::invalid("text", "expected at most 200 letters"));
    }
    let reading = work(move || {
        let sheet = table.sheet();
        let game = sheet.arbiter.game();
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
