//! What is every request held to? A name for the log, a limit of time, size and rate, an origin, and strict headers.

use crate::{App, problem::Problem};
use axum::{
    body::{Body, Bytes, HttpBody as _},
    extract::{ConnectInfo, FromRequest, MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{
    collections::HashMap,
    iter,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

tokio::task_local! {
    static REQUEST: String;
    static CALLER: Caller;
}

/// On whose account something is done: an address, and what its requests have cost of late.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) person: Option<IpAddr>,
    app: Arc<App>,
}

impl Caller {
    /// Something more was said where one request goes on: it counts as one.
    pub(crate) fn says_more(&self) -> Result<(), Problem> {
        self.person
            .map_or(Ok(()), |person| self.app.door.one_request(&self.app, person))
    }

    /// So much of a processor was used for him.
    pub(crate) fn charge(&self, cost: Duration) {
        metrics::counter!("jadoube_work_ms_total").increment(u64::try_from(cost.as_millis()).unwrap_or(0));
        self.pays(cost);
    }

    fn pays(&self, cost: Duration) {
        if let Some(person) = self.person {
            let rate = f64::from(self.app.config.cost);
            self.app
                .door
                .costs
                .take(person, cost.as_secs_f64() * 1000.0, rate, rate * COST_AT_ONCE);
        }
    }
}

/// The way to the database and back, and what is found there at once, take no longer than this, and no longer than so many times
/// what the server's own quicker questions take at the time: where the machine has too much to do, nobody who asks for little is
/// to blame.
const ROUND_TRIP: Duration = Duration::from_millis(1);
const TIMES_QUICK: u64 = 10;
/// A database that stands still is at nobody's expense.
const LONGEST_BUSY: Duration = Duration::from_millis(250);

/// What a quarter of the questions that the server asks of its own accord take at most, of late, in nanoseconds. Those of strangers
/// do not count: whoever asks much would say what is little.
static QUICK: AtomicU64 = AtomicU64::new(100_000);

/// The database was busy for so long with a question of whoever is being answered: what is dear he pays for as for a processor.
pub(crate) fn kept_the_database(busy: Duration) {
    let quick = QUICK.load(Relaxed);
    let Some(caller) = asking() else {
        let quick = if busy.as_nanos() > u128::from(quick) {
            quick + quick / 16
        } else {
            quick - quick * 3 / 16
        };
        QUICK.store(quick.clamp(10_000, 1_000_000_000), Relaxed);
        return;
    };
    let trifle = ROUND_TRIP.max(Duration::from_nanos(quick * TIMES_QUICK));
    let cost = busy.min(LONGEST_BUSY).saturating_sub(trifle);
    if !cost.is_zero() {
        metrics::counter!("jadoube_database_ms_total")
            .increment(u64::try_from(cost.as_millis()).unwrap_or(0));
        caller.pays(cost);
    }
}

/// Who is being answered; nobody where the server does something of its own accord.
pub(crate) fn asking() -> Option<Caller> {
    CALLER.try_with(Caller::clone).ok()
}

/// The same, done by a task of its own on the same account.
pub(crate) async fn on_account<T>(caller: Option<Caller>, doing: impl Future<Output = T>) -> T {
    match caller {
        Some(caller) => CALLER.scope(caller, doing).await,
        None => doing.await,
    }
}

/// So many seconds' worth may be used at once.
const COST_AT_ONCE: f64 = 20.0;

/// The name of the request being answered.
pub(crate) fn request_id() -> String {
    REQUEST.try_with(String::clone).unwrap_or_default()
}

/// Nothing is loaded from elsewhere, and nothing runs that did not come from here.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// No answer is taken for something that it does not say it is.
const EVERY: (HeaderName, &str) = (header::X_CONTENT_TYPE_OPTIONS, "nosniff");

/// What whatever a browser can show as a page is held to.
const PAGES: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    ),
];

/// Data are never shown as a page, and come with every act: the lines for pages would be half of what is sent.
fn is_data(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| matches!(kind.as_bytes(), b"application/json" | b"application/problem+json"))
}

/// No answer takes longer.
const LONGEST: Duration = Duration::from_secs(30);

/// Around every request.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let id = crate::secret::name();
    let person = caller(&app, &request).map(person);
    let asking = Caller {
        person,
        app: Arc::clone(&app),
    };
    let guarded = CALLER.scope(asking, guarded(app, id.clone(), person, request, next));
    REQUEST.scope(id, guarded).await
}

/// An address stands for a person; with IPv6 a whole network does.
pub(crate) fn person(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(network.into())
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

async fn guarded(app: Arc<App>, id: String, from: Option<IpAddr>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "page".to_owned(), |matched| matched.as_str().to_owned());
    let mut response = match admit(&app, &request, from) {
        Err(problem) => problem.into_response(),
        Ok(()) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::unavailable("the answer took too long").into_response(),
        },
    };
    let status = response.status();
    let headers = response.headers_mut();
    let pages: &[_] = if is_data(headers) { &[] } else { &PAGES };
    for (name, value) in iter::once(&EVERY).chain(pages) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(HeaderName::from_static("x-request-id"), value);
    }
    let took = began.elapsed();
    metrics::counter!("jadoube_requests_total", "method" => word(&method), "route" => route.clone(),
        "status" => status.as_str().to_owned())
    .increment(1);
    metrics::histogram!("jadoube_request_seconds", "route" => route).record(took.as_secs_f64());
    // The path alone: queries and headers may hold secrets.
    if status.is_server_error() {
        tracing::error!(request = id, %method, path, status = status.as_u16(), ms = took.as_millis() as u64, "answered");
    } else {
        tracing::debug!(request = id, %method, path, status = status.as_u16(), ms = took.as_millis() as u64, "answered");
    }
    response
}

fn word(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        Method::PUT => "PUT",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Where a request comes from. What a proxy says is believed only where one of ours is at the other end: `behind_proxy`
/// trusts whoever connects, `trusted_proxies` only those addresses.
fn caller(app: &App, request: &Request) -> Option<IpAddr> {
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let connected = connected.map(|ConnectInfo(address)| address.ip().to_canonical());
    let trusted = |address: IpAddr| app.config.trusted_proxies.contains(&address);
    if !app.config.behind_proxy && !connected.is_some_and(trusted) {
        return connected;
    }
    let forwarded = request.headers().get_all("x-forwarded-for");
    let addresses = forwarded.iter().filter_map(|value| value.to_str().ok());
    let addresses: Vec<&str> = addresses.flat_map(|value| value.split(',')).collect();
    // Each proxy adds whom it heard from: the last that is no proxy of ours is the caller.
    for address in addresses.iter().rev() {
        match address.trim().parse::<IpAddr>() {
            Ok(address) if trusted(address.to_canonical()) => {}
            Ok(address) => return Some(address.to_canonical()),
            Err(_) => break,
        }
    }
    connected
}

/// Whether the caller came by TLS, as our own proxy says.
pub(crate) fn by_tls(config: &crate::Config, headers: &HeaderMap) -> bool {
    let proto = headers
        .get("x-forwarded-proto")
        .and_then(|value| value.to_str().ok());
    let behind = config.behind_proxy || !config.trusted_proxies.is_empty();
    behind && proto == Some("https")
}

/// No honest request has longer headers.
const LONGEST_HEADERS: usize = 16 * 1024;

fn admit(app: &App, request: &Request, from: Option<IpAddr>) -> Result<(), Problem> {
    let path = request.uri().path();
    let headers = request.headers().iter();
    let length: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if length + request.uri().to_string().len() > LONGEST_HEADERS {
        return Err(Problem::too_large(format!(
            "the head of the request is longer than {LONGEST_HEADERS} bytes"
        )));
    }
    let upgrade = request.headers().contains_key(header::UPGRADE);
    if (!request.method().is_safe() || upgrade) && !same_origin(request.headers()) {
        return Err(Problem::forbidden(
            "the request comes from a page of another site",
        ));
    }
    // Whether it lives is always answered.
    if !matches!(path, "/healthz" | "/readyz")
        && let Some(from) = from
    {
        let strict = request.method() == Method::POST
            && matches!(
                path,
                "/api/session" | "/api/accounts" | "/api/password" | "/api/accounts/delete"
            );
        // Whoever tries passwords has ten at once, and then one every five seconds.
        if strict && app.config.rate > 0 {
            if !app.door.passwords.allow(from, 0.2, 10.0) {
                return Err(too_many_requests());
            }
        } else {
            app.door.one_request(app, from)?;
        }
        app.door.can_pay(app, from)?;
    }
    Ok(())
}

fn too_many_requests() -> Problem {
    metrics::counter!("jadoube_refusals_total", "why" => "rate").increment(1);
    Problem::too_many("too many requests from your address: wait a little")
}

/// Where a request asks for many things, it goes on only as long as whoever asks has something left to pay for the next.
pub(crate) fn may_go_on() -> Result<(), Problem> {
    let Some(Caller { person, app }) = asking() else {
        return Ok(());
    };
    person.map_or(Ok(()), |person| app.door.can_pay(&app, person))
}

/// An answer, or what comes with a request, is long from here on.
const LONG: usize = 16 * 1024;
/// Shorter answers are not packed; so much room packing takes, however little is packed.
pub(crate) const PACKED_FROM: u64 = 1024;
const PACKING: usize = 320 * 1024;
/// To write a long answer, and to pack one, a processor has so many nanoseconds to do with every byte.
const WRITING_NS: usize = 5;
const PACKING_NS: usize = 20;

/// What is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answers {
    /// The interface: written for this request, and packed for whoever wants it so.
    Interface,
    /// Programs made for Lichess: the same, never packed.
    Programs,
    /// The page: its files lie in the program.
    Page,
}

impl Answers {
    /// Whether this one will be packed.
    fn packs(self, wanted: bool, size: usize, answer: &Response) -> bool {
        let kind = answer.headers().get(header::CONTENT_TYPE);
        let picture = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"image/"));
        self != Answers::Programs
            && wanted
            && size as u64 > PACKED_FROM
            && !(picture || answer.headers().contains_key(header::CONTENT_ENCODING))
    }
}

/// Around every request, inside the packing: what is long takes room until it was sent, or taken, to its end. One person has so
/// much room, and pays for the writing.
pub(crate) async fn hold(
    State((app, answers)): State<(Arc<App>, Answers)>,
    request: Request,
    next: Next,
) -> Response {
    let mut wanted = request.headers().get_all(header::ACCEPT_ENCODING).iter();
    let wanted = wanted.any(|value| value.to_str().is_ok_and(|value| value.contains(['g', '*'])));
    let coming = app.door.hold(&app, room_of(coming(request.headers())));
    let answer = match coming {
        Ok(_held) => next.run(request).await,
        Err(problem) => return problem.into_response(),
    };
    // What goes on without an end, line by line, has limits of its own.
    let Some(size) = answer.body().size_hint().exact() else {
        return answer;
    };
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let packing = answers.packs(wanted, size, &answer);
    let kept = if answers == Answers::Page {
        0
    } else {
        room_of(size)
    };
    let room = kept + if packing { PACKING } else { 0 };
    if room == 0 {
        return answer;
    }
    if let Some(caller) = asking() {
        let cost = kept * WRITING_NS + if packing { size * PACKING_NS } else { 0 };
        caller.charge(Duration::from_nanos(cost as u64));
    }
    let held = match app.door.hold(&app, room) {
        Ok(Some(held)) => held,
        Ok(None) => return answer,
        Err(problem) => return problem.into_response(),
    };
    let (head, body) = answer.into_parts();
    // It is all there: nothing is waited for.
    match axum::body::to_bytes(body, usize::MAX).await {
        Ok(bytes) => Response::from_parts(
            head,
            Body::from(Bytes::from_owner(Untaken { bytes, _held: held })),
        ),
        Err(_) => Problem::bug().into_response(),
    }
}

/// How much room something so long takes: what is short is not counted.
pub(crate) fn room_of(size: usize) -> usize {
    if size > LONG { size } else { 0 }
}

/// How long the body of a request is. Of what does not say it nobody reads more than a record may have.
fn coming(headers: &HeaderMap) -> usize {
    let length = headers.get(header::CONTENT_LENGTH);
    match length.map(|length| length.to_str().ok().and_then(|length| length.parse().ok())) {
        Some(Some(length)) => LONGEST_RECORD.min(length),
        None if !headers.contains_key(header::TRANSFER_ENCODING) => 0,
        _ => LONGEST_RECORD,
    }
}

/// An answer, and the room it takes until the last of it has gone.
struct Untaken {
    bytes: Bytes,
    _held: Held,
}

impl AsRef<[u8]> for Untaken {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// A browser says where a page came from; what is no browser says nothing.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

/// The doorkeeper: how often each address has come of late.
#[derive(Debug, Default)]
pub(crate) struct Door {
    requests: Buckets,
    passwords: Buckets,
    /// Milliseconds of a processor.
    costs: Buckets,
    /// Games opened.
    games: Buckets,
    /// Seats, links and tokens made or changed: each is kept, and noted.
    changes: Buckets,
    rooms: Arc<Rooms>,
}

/// So much room one person has for what he sends and does not end, and for answers that he does not take; and all together.
const MOST_ROOM: usize = 64 * 1024 * 1024;
const MOST_ROOM_IN_ALL: usize = 512 * 1024 * 1024;

/// How much room each person takes, and all together.
#[derive(Debug, Default)]
struct Rooms(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    own: HashMap<IpAddr, usize>,
    all: usize,
    /// Games that somebody looks on at: how many views he has of each, and how much room it takes.
    watched: HashMap<(IpAddr, String), (usize, usize)>,
}

impl Taken {
    fn take(&mut self, person: IpAddr, bytes: usize) -> Result<(), Problem> {
        let taken = self.own.get(&person).copied().unwrap_or(0);
        // One thing may be as long as it is.
        if taken > 0 && taken + bytes > MOST_ROOM {
            metrics::counter!("jadoube_refusals_total", "why" => "room").increment(1);
            return Err(Problem::too_many(
                "what you look on at, what you send and does not end, and answers that you have not taken have no more room: \
                 take them, or wait a little",
            ));
        }
        if self.all > 0 && self.all + bytes > MOST_ROOM_IN_ALL {
            metrics::counter!("jadoube_refusals_total", "why" => "room").increment(1);
            return Err(Problem::unavailable(
                "too much is looked on at, or has not been taken: try again in a moment",
            ));
        }
        self.all += bytes;
        *self.own.entry(person).or_default() += bytes;
        metrics::gauge!("jadoube_held_bytes").set(self.all as f64);
        Ok(())
    }

    fn give_back(&mut self, person: IpAddr, bytes: usize) {
        self.all -= bytes;
        if let Some(own) = self.own.get_mut(&person) {
            *own -= bytes;
            if *own == 0 {
                self.own.remove(&person);
            }
        }
        metrics::gauge!("jadoube_held_bytes").set(self.all as f64);
    }
}

impl Rooms {
    fn lock(&self) -> std::sync::MutexGuard<'_, Taken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Room that somebody takes, until it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    rooms: Arc<Rooms>,
    person: IpAddr,
    bytes: usize,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.rooms.lock().give_back(self.person, self.bytes);
    }
}

/// A game in memory takes no room of those who look on as long as it has no more acts than this; each that is more, so much.
const ORDINARY_ACTS: u32 = 500;
const ACT_TAKES: usize = 1800;

/// A long game that somebody looks on at stays in memory. It takes his room once, however many of his views there are.
#[derive(Debug)]
pub(crate) struct Watched {
    rooms: Arc<Rooms>,
    of: (IpAddr, String),
}

impl Watched {
    fn new(rooms: &Arc<Rooms>, person: IpAddr, game: &str, acts: u32) -> Result<Self, Problem> {
        let watched = Watched {
            rooms: Arc::clone(rooms),
            of: (person, game.to_owned()),
        };
        rooms.lock().watched.entry(watched.of.clone()).or_default().0 += 1;
        watched.has(acts)?;
        Ok(watched)
    }

    /// The game has so many acts by now.
    pub(crate) fn has(&self, acts: u32) -> Result<(), Problem> {
        let bytes = acts.saturating_sub(ORDINARY_ACTS) as usize * ACT_TAKES;
        let mut taken = self.rooms.lock();
        let before = taken.watched.get(&self.of).map_or(0, |(_, bytes)| *bytes);
        if bytes > before {
            taken.take(self.of.0, bytes - before)?;
            if let Some((_, held)) = taken.watched.get_mut(&self.of) {
                *held = bytes;
            }
        }
        Ok(())
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut taken = self.rooms.lock();
        if let Some((views, bytes)) = taken.watched.get_mut(&self.of) {
            *views -= 1;
            if *views == 0 {
                let bytes = *bytes;
                taken.watched.remove(&self.of);
                taken.give_back(self.of.0, bytes);
            }
        }
    }
}

impl Door {
    /// So much room for whoever is being answered; nothing where it is none, or nobody is counted.
    pub(crate) fn hold(&self, app: &App, bytes: usize) -> Result<Option<Held>, Problem> {
        let person = asking().and_then(|caller| caller.person);
        let Some(person) = person.filter(|_| app.config.rate > 0 && bytes > 0) else {
            return Ok(None);
        };
        self.rooms.lock().take(person, bytes)?;
        Ok(Some(Held {
            rooms: Arc::clone(&self.rooms),
            person,
            bytes,
        }))
    }

    /// Whoever is being answered looks on at this game from now on; nothing where nobody is counted.
    pub(crate) fn watches(&self, app: &App, game: &str, acts: u32) -> Result<Option<Watched>, Problem> {
        let person = asking().and_then(|caller| caller.person);
        let person = person.filter(|_| app.config.rate > 0);
        person
            .map(|person| Watched::new(&self.rooms, person, game, acts))
            .transpose()
    }

    fn one_request(&self, app: &App, from: IpAddr) -> Result<(), Problem> {
        let rate = f64::from(app.config.rate);
        if app.config.rate > 0 && !self.requests.allow(from, rate, rate * 5.0) {
            return Err(too_many_requests());
        }
        Ok(())
    }

    /// Whether the requests of this address have not used up what one may have of the processor.
    fn can_pay(&self, app: &App, from: IpAddr) -> Result<(), Problem> {
        let cost = f64::from(app.config.cost);
        if app.config.rate > 0 && cost > 0.0 && !self.costs.has(from, cost, cost * COST_AT_ONCE) {
            metrics::counter!("jadoube_refusals_total", "why" => "cost").increment(1);
            return Err(Problem::too_many(
                "your requests of late took more of the processor than one address may have: wait a little",
            ));
        }
        Ok(())
    }

    /// One more game from this address: sixty at once, then one every ten seconds.
    pub(crate) fn opens_a_game(&self, app: &App) -> Result<(), Problem> {
        Self::one_more(app, &self.games, (0.1, 60.0), "games")
            .map_err(|()| Problem::too_many("too many games were opened from your address: wait a little"))
    }

    /// A request that asks about many things counts as so many.
    pub(crate) fn asks_for_many(&self, app: &App, count: usize) -> Result<(), Problem> {
        let person = asking().and_then(|caller| caller.person);
        if let Some(person) = person.filter(|_| app.config.rate > 0) {
            let rate = f64::from(app.config.rate);
            let more = u32::try_from(count.saturating_sub(1)).unwrap_or(u32::MAX);
            if !self.requests.has(person, rate, rate * 5.0) {
                return Err(too_many_requests());
            }
            self.requests.take(person, f64::from(more), rate, rate * 5.0);
        }
        Ok(())
    }

    /// One more seat, link or token made or changed from this address: two hundred at once, then one every two seconds.
    pub(crate) fn changes_a_seat(&self, app: &App) -> Result<(), Problem> {
        Self::one_more(app, &self.changes, (0.5, 200.0), "seats").map_err(|()| {
            Problem::too_many("too many seats, links or tokens were changed from your address: wait a little")
        })
    }

    fn one_more(app: &App, buckets: &Buckets, (rate, most): (f64, f64), why: &'static str) -> Result<(), ()> {
        let person = asking().and_then(|caller| caller.person);
        if app.config.rate > 0
            && let Some(person) = person
            && !buckets.allow(person, rate, most)
        {
            metrics::counter!("jadoube_refusals_total", "why" => why).increment(1);
            return Err(());
        }
        Ok(())
    }
}

#[derive(Debug, Default)]
struct Buckets(Mutex<Kept>);

/// The level of each address's bucket, and since when; and when those that say nothing were last put away.
#[derive(Debug, Default)]
struct Kept {
    levels: HashMap<IpAddr, (f64, Instant)>,
    looked: Option<Instant>,
}

/// Buckets that are kept without looking which of them say something.
const MANY_BUCKETS: usize = 50_000;
/// So often it is looked at most.
const LOOKS: Duration = Duration::from_secs(5);

impl Buckets {
    /// The bucket of this address, which fills at `rate` per second up to `most`, at its present level.
    fn with<T>(&self, from: IpAddr, rate: f64, most: f64, look: impl FnOnce(&mut f64) -> T) -> T {
        let now = Instant::now();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Kept { levels, looked } = &mut *kept;
        if levels.len() > MANY_BUCKETS && looked.is_none_or(|looked| now.duration_since(looked) > LOOKS) {
            // Full buckets say nothing.
            levels.retain(|_, (level, since)| *level + since.elapsed().as_secs_f64() * rate < most);
            *looked = Some(now);
        }
        let (level, since) = levels.entry(from).or_insert((most, now));
        *level = (*level + now.duration_since(*since).as_secs_f64() * rate).min(most);
        *since = now;
        look(level)
    }

    /// One more from this address, if its bucket has it.
    fn allow(&self, from: IpAddr, rate: f64, most: f64) -> bool {
        self.with(from, rate, most, |level| {
            let allowed = *level >= 1.0;
            if allowed {
                *level -= 1.0;
            }
            allowed
        })
    }

    /// Whether there is anything left.
    fn has(&self, from: IpAddr, rate: f64, most: f64) -> bool {
        self.with(from, rate, most, |level| *level > 0.0)
    }

    /// Takes so much, whether it is there or not; nobody owes more than a full bucket.
    fn take(&self, from: IpAddr, amount: f64, rate: f64, most: f64) {
        self.with(from, rate, most, |level| *level = (*level - amount).max(-most));
    }
}

/// A JSON body, read strictly.
pub(crate) struct Sent<T>(pub(crate) T);

/// No ordinary request is longer.
pub(crate) const LONGEST_BODY: usize = 64 * 1024;
/// A record may be.
pub(crate) const LONGEST_RECORD: usize = 4 * 1024 * 1024;

impl<T: serde::de::DeserializeOwned> FromRequest<Arc<App>> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Arc<App>) -> Result<Self, Problem> {
        let most = match request.uri().path() {
            "/api/games/import" => LONGEST_RECORD,
            _ => LONGEST_BODY,
        };
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';')
                .next()
                .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            return Err(Problem::malformed(
                "expected a body with the content type application/json",
            ));
        }
        let body = axum::body::to_bytes(request.into_body(), most)
            .await
            .map_err(|error| {
                // The limit is the only error with a cause of this kind; others are broken connections.
                if error.to_string().contains("limit") {
                    Problem::too_large(format!("the body is longer than {most} bytes"))
                } else {
                    Problem::malformed("the body could not be read to its end")
                }
            })?;
        // A list would be read as fields in their order, and nobody means that.
        if body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
            return Err(Problem::malformed("expected an object, {…}, not a list"));
        }
        serde_json::from_slice(&body)
            .map(Sent)
            .map_err(|error| Problem::malformed(error.to_string()))
    }
}

/// What nobody knows.
pub(crate) async fn unknown() -> Problem {
    Problem::not_found("address")
}

/// A method nobody knows there.
pub(crate) async fn not_allowed() -> Problem {
    Problem::not_allowed()
}

/// A page for printing has its own style inside.
pub(crate) fn printable(html: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (StatusCode::OK, headers, Body::from(html)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_that_somebody_looks_on_at_take_his_room_once_each() {
        let rooms = Arc::new(Rooms::default());
        let person = IpAddr::from([127, 0, 0, 1]);
        let watches = |game: &str, acts| Watched::new(&rooms, person, game, acts);
        let taken = || rooms.lock().own.get(&person).copied().unwrap_or(0);
        // Any number of views of ordinary games, or of one long one.
        let ordinary: Vec<Watched> = (0..400)
            .map(|game| watches(&game.to_string(), 500).expect("room"))
            .collect();
        assert_eq!(taken(), 0);
        let long: Vec<Watched> = (0..400).map(|_| watches("long", 10_500).expect("room")).collect();
        assert_eq!(taken(), 10_000 * ACT_TAKES);
        // Not any number of long ones, nor one that becomes long.
        let others: Vec<Watched> = (0..20)
            .map_while(|game| watches(&format!("l{game}"), 10_500).ok())
            .collect();
        assert_eq!(others.len(), 2, "64 MiB");
        ordinary[0].has(10_500).expect_err("it has grown");
        ordinary[1].has(600).expect("a little");
        let other = IpAddr::from([127, 0, 0, 2]);
        Watched::new(&rooms, other, "long", 10_500).expect("another has room of his own");
        drop((long, others, ordinary));
        assert_eq!(taken(), 0);
        let left = rooms.lock();
        assert_eq!((left.all, left.watched.len()), (0, 0));
    }
}
