//! How is a game opened, from terms or from a record?

use super::{account, fit_name, look};
use crate::{
    App,
    dear::Stop,
    guard::Sent,
    live_games::{LiveGames, MOST_ACTS, Settings, standing, work},
    openapi::Problems,
    problem::{Answer, Problem},
    secret,
    shape::{ImportGame, Invitation, Match, OpenGame, Opened, Opening},
    snapshot::{IMPORTED, Parties, Snapshot},
    time::{self, Timeline},
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use jadoube_board::Colour;
use jadoube_game::{Mode, Moment, Party, Presence, Terms};
use jadoube_law::questions::{
    endings::{UNDERTAKINGS, Undertakings},
    time_limit::{OVERSTEPPING, Overstepping},
};
use jadoube_player::{Level, Temper};
use jadoube_record::{Json, read_terms, write_event, write_terms};
use jadoube_store::{Account, GameRow, NewAct, SeatRow};
use std::sync::Arc;

/// Opens a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = OpenGame,
    responses((status = 201, description = "opened: the creator's token, the invitations and the game", body = Opened), Problems))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(mut sent): Sent<OpenGame>,
) -> Result<Response, Problem> {
    let owner = account(&app, &headers).await?;
    let person = super::quota(&app, owner.as_ref()).await?;
    let mut opening = sent.opening();
    opening.name = super::own_name(&app, owner.as_ref(), opening.name).await?;
    let snapshot = read_header(sent.header, &opening).await?;
    own_names(&app, owner.as_ref(), &snapshot).await?;
    let mut laid = lay(&app.live_games, &snapshot, opening, owner.as_ref(), None)?;
    laid.game.person = person;
    laid.put_into(&app.live_games, &[]).await?;
    laid.answer(&app, None).await
}

/// Takes in a record; every act is ruled on again.
#[utoipa::path(post, path = "/api/games/import", tag = "games", request_body = ImportGame,
    responses((status = 201, description = "as for a game opened", body = Opened), Problems))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(mut sent): Sent<ImportGame>,
) -> Result<Response, Problem> {
    let owner = account(&app, &headers).await?;
    let person = super::quota(&app, owner.as_ref()).await?;
    let mut opening = sent.opening();
    opening.name = super::own_name(&app, owner.as_ref(), opening.name).await?;
    let (id, snapshot, acts) = read_in(&app.live_games, sent.record).await?;
    own_names(&app, owner.as_ref(), &snapshot).await?;
    let laid = lay_in(
        &app.live_games,
        opening,
        owner.as_ref(),
        (id, snapshot, acts),
        person,
    )
    .await?;
    laid.answer(&app, None).await
}

/// A record as a game that is not in the store yet: its name, how it stands, its acts.
type ReadIn = (String, Snapshot, Vec<NewAct>);

/// Puts a record into the store as a game of its own, on nobody's account.
pub(crate) async fn take_in(live_games: &LiveGames, record: String) -> Result<Laid, Problem> {
    let read = read_in(live_games, record).await?;
    lay_in(live_games, Opening::default(), None, read, None).await
}

async fn read_in(live_games: &LiveGames, record: String) -> Result<ReadIn, Problem> {
    let key = live_games.key.clone();
    // The texts of envelopes are sealed for the game they belong to, so its name must be known first.
    let id = secret::name();
    let name = id.clone();
    let reading = move |stop: &Stop| read_record(&record, &name, &key, stop);
    let (snapshot, acts) = live_games.dear.work(reading).await??;
    Ok((id, snapshot, acts))
}

async fn lay_in(
    live_games: &LiveGames,
    mut opening: Opening,
    owner: Option<&Account>,
    (id, snapshot, acts): ReadIn,
    person: Option<String>,
) -> Result<Laid, Problem> {
    // What the record says of an umpire stands: where it has one, there is a chair for him.
    if !snapshot.status().is_over() {
        if snapshot.terms().arbiter == Presence::None {
            fit_without_an_umpire(snapshot.terms())?;
        } else {
            opening.umpire = Some(true);
        }
    }
    let mut laid = lay(live_games, &snapshot, opening, owner, None)?;
    laid.game.id = id;
    laid.game.person = person;
    if !acts.is_empty() {
        laid.goes_on(&snapshot);
    }
    laid.put_into(live_games, &acts).await?;
    Ok(laid)
}

/// The header of a request, as the snapshot of a game.
pub(crate) async fn read_header(header: Json, opening: &Opening) -> Result<Snapshot, Problem> {
    super::fit_texts(&header, "header")?;
    let mut terms = read_terms(header).map_err(|fault| Problem::fault(&fault, "header."))?;
    fit_terms(&terms)?;
    // Where nobody will sit as umpire the record says so; the players may still agree on one.
    let umpire = opening.umpire == Some(true)
        || opening.side.as_deref() == Some("umpire")
        || opening.opponent.as_deref() == Some("here");
    if !umpire {
        terms.arbiter = Presence::None;
        fit_without_an_umpire(&terms)?;
    }
    if let Some(days) = opening.days_per_move {
        if terms.reply_hours.is_some() {
            return Err(Problem::invalid(
                "days_per_move",
                "the header says reply_hours already: expected one of them",
            ));
        }
        if terms.mode != Mode::Communication || !(1..=365).contains(&days) {
            return Err(Problem::invalid(
                "days_per_move",
                "expected 1 to 365 days, in a game by communication",
            ));
        }
        terms.reply_hours = Some(days * 24);
    }
    work(move || Snapshot::open(terms))
        .await?
        .map_err(|error| Problem::invalid(format!("header.{}", error.field), error.why))
}

/// Terms of which the code leaves it to an umpire what follows from them: without one the game would stand still for ever.
fn fit_without_an_umpire(terms: &Terms) -> Result<(), Problem> {
    let (overstepping, forfeit) = (
        OVERSTEPPING[terms.code].value,
        terms.agreements.flag("time_forfeit"),
    );
    let counts = overstepping != Overstepping::WhenSeenOrClaimed && forfeit != Some(false);
    let limit = terms.time_limit.as_ref().filter(|_| counts);
    let referred = UNDERTAKINGS[terms.code].value == Undertakings::Referred;
    let (field, what) = if limit.is_some_and(|limit| limit.close_of_play.is_some()) {
        (
            "header.time_limit.close_of_play",
            "what becomes of a game that is unfinished at the close of play",
        )
    } else if limit.is_some() && overstepping == Overstepping::NoClock && forfeit.is_none() {
        (
            "header.time_limit",
            "what a fallen flag costs, unless the players agree on it (agreements: time_forfeit)",
        )
    } else if referred && !terms.undertakings.is_empty() {
        (
            "header.undertakings",
            "whose a game is that ends otherwise than was undertaken",
        )
    } else {
        return Ok(());
    };
    Err(Problem::invalid(
        field,
        format!("under this code an umpire says {what}: expected umpire: true, or a header without it"),
    ))
}

/// So many persons consult on one side.
const MOST_ON_A_SIDE: usize = 16;
/// So many moves are given as odds.
const MOST_MOVES_GIVEN: u32 = 50;

/// Whether terms are of a size that people agree on, and the names in them ones that people can see.
fn fit_terms(terms: &Terms) -> Result<(), Problem> {
    if terms
        .odds
        .as_ref()
        .is_some_and(|odds| odds.moves > MOST_MOVES_GIVEN)
    {
        return Err(Problem::invalid(
            "header.odds.moves",
            format!("expected at most {MOST_MOVES_GIVEN} moves"),
        ));
    }
    for (side, field) in terms
        .sides
        .iter()
        .zip(["header.sides.white", "header.sides.black"])
    {
        if side.len() > MOST_ON_A_SIDE {
            let expected = format!("expected at most {MOST_ON_A_SIDE} persons");
            return Err(Problem::invalid(field, expected));
        }
        for name in side {
            if fit_name(field, Some(name.clone()), 64)?.as_ref() != Some(name) {
                let expected = "expected names without blanks before or after";
                return Err(Problem::invalid(field, expected));
            }
        }
    }
    Ok(())
}

/// Nobody sits down under the name of another's account, on either side.
pub(crate) async fn own_names(
    app: &App,
    owner: Option<&Account>,
    snapshot: &Snapshot,
) -> Result<(), Problem> {
    for name in snapshot.terms().sides.iter().flatten() {
        super::own_name(app, owner, Some(name.clone())).await?;
    }
    Ok(())
}

/// A game ready to be put into the store, its seats, and the secrets nobody will be shown again.
pub(crate) struct Laid {
    pub(crate) game: GameRow,
    /// When play starts, where that is known beforehand.
    pub(crate) starts_ms: Option<i64>,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) token: String,
    /// The creator's.
    pub(crate) parties: Parties,
    pub(crate) invitations: Vec<Invitation>,
}

/// Who will sit at a game: seats are set one by one.
struct Seating<'a> {
    seats: Vec<SeatRow>,
    invitations: Vec<Invitation>,
    token: String,
    creator: Option<String>,
    owner: Option<&'a Account>,
}

impl Seating<'_> {
    /// The creator's own seat.
    fn own(&mut self, parties: &str, person: i64, named: Option<&String>) {
        self.seats.push(SeatRow {
            parties: parties.to_owned(),
            person,
            name: self.creator.as_ref().or(named).cloned(),
            creator: true,
            token: Some(secret::hash(&self.token)),
            account: self.owner.map(|owner| owner.id),
            ..SeatRow::default()
        });
    }

    /// A seat for whoever has the link.
    fn invited(&mut self, party: &str, person: i64, named: Option<&String>) {
        let code = secret::token();
        self.seats.push(SeatRow {
            parties: party.to_owned(),
            person,
            name: named.cloned(),
            invitation: Some(secret::hash(&code)),
            ..SeatRow::default()
        });
        self.invitations
            .push(invitation(party.to_owned(), person, named.cloned(), code));
    }

    /// The computer's seat: taken, by a secret that nobody knows.
    fn computer(&mut self, party: &str, name: &str) {
        self.seats.push(SeatRow {
            parties: party.to_owned(),
            name: Some(name.to_owned()),
            token: Some(secret::hash(&secret::token())),
            ..SeatRow::default()
        });
    }
}

/// An invitation as it is shown to its maker.
pub(crate) fn invitation(party: String, person: i64, name: Option<String>, code: String) -> Invitation {
    let link = format!("/join#{code}");
    Invitation {
        party,
        person,
        name,
        code,
        link,
    }
}

/// Lays the table: the game, its seats, the creator's token and the invitations.
pub(crate) fn lay(
    live_games: &LiveGames,
    snapshot: &Snapshot,
    opening: Opening,
    owner: Option<&Account>,
    match_id: Option<String>,
) -> Result<Laid, Problem> {
    let terms = snapshot.terms();
    let title = fit_name("title", opening.title, 120)?;
    let opponent = opening.opponent.as_deref().unwrap_or("link");
    let blindfold = opening.blindfold.unwrap_or_default();
    let is_colour = |word: &String| matches!(word.as_str(), "white" | "black");
    if blindfold.len() > 2 || !blindfold.iter().all(is_colour) {
        return Err(Problem::invalid("blindfold", "expected a list of: white, black"));
    }
    let own = match opening.side.as_deref().unwrap_or("white") {
        "white" => Party::White,
        "black" => Party::Black,
        "umpire" => Party::Umpire,
        "random" if secret::random::<1>()[0] & 1 == 0 => Party::White,
        "random" => Party::Black,
        _ => {
            let expected = "expected one of: white, black, random, umpire";
            return Err(Problem::invalid("side", expected));
        }
    };
    let mut level = None;
    let computer = match (opponent, own.player()) {
        ("link" | "here", _) => None,
        ("computer", None) => {
            let expected = "against the computer: expected white, black or random";
            return Err(Problem::invalid("side", expected));
        }
        ("computer", Some(player)) => {
            let fitting = |level: u8| Level::new(level).map(|_| level);
            level = opening
                .level
                .map(fitting)
                .transpose()
                .map_err(|error| Problem::invalid("level", error.to_string()))?;
            if let Some(word) = &opening.temper {
                word.parse::<Temper>()
                    .map_err(|error| Problem::invalid("temper", error.to_string()))?;
            }
            Some((!player, live_games.computers.name().to_owned()))
        }
        _ => {
            let expected = "expected one of: link, here, computer";
            return Err(Problem::invalid("opponent", expected));
        }
    };
    let mut seating = Seating {
        seats: Vec::new(),
        invitations: Vec::new(),
        token: secret::token(),
        creator: fit_name("name", opening.name, 64)?.or_else(|| owner.map(|owner| owner.name.clone())),
        owner,
    };
    let parties = if opponent == "here" {
        seating.own("white black umpire", 0, None);
        Parties::read("white black umpire")
    } else {
        for colour in [Colour::White, Colour::Black] {
            let word = Party::from(colour).word();
            if let Some((side, name)) = &computer
                && *side == colour
            {
                seating.computer(word, name);
                continue;
            }
            let named = &terms.sides[colour.index()];
            for (at, person) in (0..named.len().max(1)).zip(0i64..) {
                if own == Party::from(colour) && at == 0 {
                    seating.own(word, person, named.get(at));
                } else {
                    seating.invited(word, person, named.get(at));
                }
            }
        }
        if own == Party::Umpire {
            seating.own("umpire", 0, None);
        } else if opening.umpire == Some(true) {
            seating.invited("umpire", 0, None);
        }
        Parties::read(own.word())
    };
    seating.invited("onlooker", 0, None);
    let now = live_games.now_ms();
    let settings = Settings {
        blindfold,
        opponent: opponent.to_owned(),
        lobby: opening.lobby == Some(true) && opponent == "link",
        temper: opening.temper.filter(|_| computer.is_some()),
        level,
        computer: computer.map(|(side, _)| Party::from(side).word().to_owned()),
        ..Settings::default()
    };
    let starts_ms = match (terms.scheduled, opening.starts_ms) {
        (true, Some(starts)) if starts.abs_diff(now) < 400 * 86_400_000 => Some(starts),
        (_, Some(_)) => {
            return Err(Problem::invalid(
                "starts_ms",
                "expected a time within a year, in a game whose header says scheduled",
            ));
        }
        // Nobody is late for a time that was not fixed: play starts when both are there.
        (_, None) => None,
    };
    let game = GameRow {
        id: secret::name(),
        header: write_terms(terms).to_string(),
        settings: settings.text(),
        title,
        code: terms.code.name().to_owned(),
        mode: terms.mode.word().to_owned(),
        public: opening.public == Some(true) || settings.lobby,
        match_id,
        created_ms: now,
        updated_ms: now,
        seq: 0,
        timeline: 0,
        head: None,
        person: None,
        bytes: 0,
        standing: standing(snapshot),
    };
    let mut laid = Laid {
        game,
        starts_ms,
        seats: seating.seats,
        token: seating.token,
        parties,
        invitations: seating.invitations,
    };
    laid.set_deadline(snapshot);
    Ok(laid)
}

impl Laid {
    fn set_deadline(&mut self, snapshot: &Snapshot) {
        let timeline = Timeline {
            started_ms: self.starts_ms,
            pauses: Vec::new(),
        };
        self.game.standing.deadline_ms = time::due(snapshot).and_then(|at| timeline.wall(at));
    }

    /// The game is open, with the acts of its record where it has one.
    pub(crate) async fn put_into(&self, live_games: &LiveGames, acts: &[NewAct]) -> Result<(), Problem> {
        live_games
            .store
            .create_game(&self.game, &self.seats, acts, self.starts_ms)
            .await?;
        metrics::counter!("jadoube_games_opened_total").increment(1);
        Ok(())
    }

    /// Play goes on from the last moment of its record.
    fn goes_on(&mut self, snapshot: &Snapshot) {
        let played = i64::try_from(snapshot.arbiter.game().clock.read_at().0).unwrap_or(0);
        self.starts_ms = Some(self.game.created_ms.saturating_sub(played));
        self.set_deadline(snapshot);
    }

    /// What the creator is told.
    pub(crate) async fn answer(self, app: &App, in_match: Option<Match>) -> Result<Response, Problem> {
        let id = self.game.id;
        let table = app.live_games.table(&id).await?;
        let viewer = look(app, &HeaderMap::new(), &table, Some(&self.token)).await?;
        app.live_games.sit(&table, &viewer).await?;
        let place = HeaderValue::from_str(&format!("/api/games/{id}"));
        let opened = Opened {
            parties: self.parties.words().collect(),
            role: viewer.role(),
            link: format!("/game/{id}#seat={}", self.token),
            invitations: self.invitations,
            game: table.shown(&viewer, 0),
            r#match: in_match,
            token: self.token,
            id,
        };
        let mut response = Answer::created(opened).into_response();
        if let Ok(place) = place {
            response.headers_mut().insert(header::LOCATION, place);
        }
        Ok(response)
    }
}

/// No game has been played for longer, a hundred years: from there it goes on, and times that are larger than a record can hold are
/// never reached.
const LONGEST_PLAYED: Moment = Moment(100 * 366 * 86_400_000);

/// Rules on a whole record; the acts come back as they are kept.
fn read_record(
    record: &str,
    id: &str,
    key: &secret::Key,
    stop: &Stop,
) -> Result<(Snapshot, Vec<NewAct>), Problem> {
    let wrong = |error: &jadoube_record::RecordError| {
        Problem::fault(&error.fault, "").with("line", error.line.into())
    };
    let reader = jadoube_record::Reader::open(record.as_bytes()).map_err(|error| wrong(&error))?;
    fit_terms(reader.terms()).map_err(|problem| problem.with("line", 1u32.into()))?;
    let mut snapshot = Snapshot::open(reader.terms().clone())
        .map_err(|error| Problem::invalid(error.field, error.why).with("line", 1u32.into()))?;
    let mut acts = Vec::new();
    for act in reader {
        let (line, event) = act.map_err(|error| wrong(&error))?;
        super::fit_texts(&write_event(&event), "record")
            .map_err(|problem| problem.with("line", line.into()))?;
        if event.at > Some(LONGEST_PLAYED) {
            let most = LONGEST_PLAYED.0 / 1000;
            let expected = format!("expected no more than {most} seconds, a hundred years");
            return Err(Problem::invalid("at", expected).with("line", line.into()));
        }
        if stop.is_raised() {
            return Err(Problem::unavailable("stopped"));
        }
        if acts.len() >= MOST_ACTS as usize {
            return Err(Problem::invalid("record", "the record has too many acts").with("line", line.into()));
        }
        let fault = event.act.clone();
        let key_of_act = format!("{IMPORTED}{}", acts.len() + 1);
        let advanced = snapshot.advance(id, event, &key_of_act, key).map_err(|why| {
            let fault = jadoube_record::RecordFault::impossible(&fault, &why);
            Problem::fault(&fault, "").with("line", line.into())
        })?;
        acts.push(NewAct {
            act: advanced.text,
            sealed: advanced.sealed,
        });
        snapshot = advanced.snapshot;
    }
    Ok((snapshot, acts))
}
