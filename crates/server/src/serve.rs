//! How does the server start, accept connections and stop without losing anything?

use crate::{
    App, Config, WallClock,
    computer::Computers,
    data_folder::{alone, open_store},
    guard::{self, Answers, LONGEST_BODY, PACKED_FROM},
    live_games::LiveGames,
    routes::{chat, downloads, foreign, games, health, laws, live, matches, opening, page, people, seats},
};
use axum::{
    Router,
    extract::{ConnectInfo, DefaultBodyLimit},
    middleware,
    routing::{any, delete, get, post},
};
use hyper_util::rt::{TokioIo, TokioTimer};
use jadoube_proof::table::Tables;
use jadoube_store::StoreError;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{
    collections::HashMap,
    fmt, io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, watch},
    task::JoinHandle,
};
use tower::Service as _;
use tower_http::{
    CompressionLevel,
    compression::{CompressionLayer, predicate::SizeAbove},
};

/// Why the server did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// The data folder or the key cannot be used.
    Data(String),
    /// The database cannot be used.
    Store(StoreError),
    /// The engine cannot be used.
    Engine(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServeError::Data(why) | ServeError::Engine(why) => f.write_str(why),
            ServeError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> Self {
        ServeError::Store(error)
    }
}

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    accepting: JoinHandle<()>,
}

impl Running {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more connections, lets those under way finish, closes the store.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.accepting.await;
    }
}

fn figures() -> PrometheusHandle {
    // One recorder for the process, however many servers a test starts in it.
    static FIGURES: OnceLock<PrometheusHandle> = OnceLock::new();
    FIGURES
        .get_or_init(|| {
            let recorder = PrometheusBuilder::new().build_recorder();
            let handle = recorder.handle();
            // Another recorder can only be there if the host program set one; then ours stays empty.
            let _ = metrics::set_global_recorder(recorder);
            handle
        })
        .clone()
}

fn router(app: &Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/games", get(games::list).post(opening::open))
        .route("/api/games/import", post(opening::import))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/acts", post(games::act))
        .route("/api/games/{id}/read", post(games::read))
        .route("/api/games/{id}/vacation", post(games::vacation))
        .route(
            "/api/games/{id}/invitations",
            get(seats::invitations).post(seats::invite),
        )
        .route("/api/games/{id}/seats/renew", post(seats::renew))
        .route("/api/games/{id}/seats/{seat}", delete(seats::revoke))
        .route("/api/games/{id}/chat", get(chat::said).post(chat::say))
        .route("/api/games/{id}/live", get(live::live))
        .route("/api/games/{id}/record", get(downloads::record))
        .route("/api/games/{id}/pgn", get(downloads::pgn))
        .route("/api/games/{id}/score", get(downloads::score))
        .route("/api/invitations/{code}", get(seats::invitation))
        .route("/api/invitations/{code}/accept", post(seats::accept))
        .route("/api/laws", get(laws::codes))
        .route("/api/laws/readings", get(laws::readings))
        .route("/api/laws/compare", get(laws::questions))
        .route("/api/laws/compare/{question}", get(laws::compare))
        .route("/api/laws/{code}", get(laws::code))
        .route("/api/laws/{code}/{clause}", get(laws::clause))
        .route("/api/judge", post(laws::judge))
        .route("/api/read", post(laws::read))
        .route("/api/accounts", post(people::register))
        .route("/api/accounts/delete", post(people::delete))
        .route("/api/password", post(people::change_password))
        .route("/api/tokens", post(people::new_token).delete(people::end_tokens))
        .route(
            "/api/session",
            get(people::session).post(people::log_in).delete(people::log_out),
        )
        .route("/api/sessions", delete(people::log_out_everywhere))
        .route("/api/inbox", get(people::inbox))
        .route("/api/inbox/read", post(people::mark_read))
        .route("/api/matches", post(matches::open))
        .route("/api/matches/{id}", get(matches::show))
        .route("/api/matches/{id}/next", post(matches::next))
        .route("/api/games/{id}/rematch", post(matches::rematch))
        .route("/api/games/{id}/sit", post(seats::sit))
        .route("/api/about", get(health::about))
        .route("/api/openapi.json", get(crate::openapi::openapi))
        .route("/api/{*rest}", any(guard::unknown))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::figures))
        .method_not_allowed_fallback(guard::not_allowed);
    // What is long travels compressed to whoever asks for it so; short answers gain nothing by it.
    let compressed = CompressionLayer::new().quality(CompressionLevel::Fastest);
    let held = |answers| middleware::from_fn_with_state((Arc::clone(app), answers), guard::hold);
    let page = Router::new()
        .fallback(page::page)
        .with_state(Arc::clone(app))
        .layer(held(Answers::Page))
        .layer(compressed.clone());
    // Streams for other programs go as they are, line by line: packing would hold lines back until there are enough.
    let streams = foreign::router()
        .method_not_allowed_fallback(foreign::not_allowed)
        .layer(held(Answers::Programs))
        .layer(DefaultBodyLimit::max(LONGEST_BODY));
    api.layer(held(Answers::Interface))
        .layer(compressed.compress_when(SizeAbove::new(PACKED_FROM)))
        .merge(streams)
        .fallback_service(page)
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}

/// Starts the server. It runs until [`Running::stop`].
pub async fn start(config: Config) -> Result<Running, ServeError> {
    start_by(config, WallClock::machine()).await
}

/// So many files may be open beside connections: the database's, the log's, those of engines.
#[cfg(unix)]
const OTHER_FILES: usize = 256;

/// As many connections as the system allows, where that is less than what is set: otherwise whoever opens most keeps all
/// others out, and the database from its files.
#[cfg(unix)]
fn most_connections(set: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = u64::try_from(set.saturating_add(OTHER_FILES)).unwrap_or(u64::MAX);
    if current.is_some_and(|current| current < wanted) {
        let current = Some(maximum.map_or(wanted, |maximum| maximum.min(wanted)));
        // Where that is refused, it is as it was.
        let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
    }
    let files = getrlimit(Resource::Nofile).current;
    let files = files.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    let most = files.saturating_sub(OTHER_FILES).max(files / 2).min(set);
    if most < set {
        tracing::warn!(
            files,
            most,
            set,
            "the system allows fewer connections at once than are set (most_connections)"
        );
    }
    most
}

#[cfg(not(unix))]
fn most_connections(set: usize) -> usize {
    set
}

/// Starts the server by this clock.
pub async fn start_by(mut config: Config, clock: WallClock) -> Result<Running, ServeError> {
    config.most_connections = most_connections(config.most_connections);
    // First of all, so that an engine that cannot be used leaves nothing behind.
    let time = Duration::from_millis(u64::from(config.engine_ms.clamp(10, 600_000)));
    let computers = match &config.engine {
        None => Computers::built_in(time),
        Some(path) => Computers::outside(path, time).await.map_err(|error| {
            ServeError::Engine(format!("the engine {} cannot be used: {error}", path.display()))
        })?,
    };
    let lock = alone(&config)?;
    let (store, key) = open_store(&config).await?;
    let earlier_keys = store.earlier_keys().await?;
    if let Some((ms, written)) = store.clock_ms().await? {
        clock.database_shows(ms, written);
    }
    clock.not_before(store.latest_ms().await?);
    let listener = listen(config.listen)
        .await
        .map_err(|error| ServeError::Listen(config.listen, error))?;
    let address = listener
        .local_addr()
        .map_err(|error| ServeError::Listen(config.listen, error))?;
    let theory = Arc::new(Tables::in_directory(config.data.join("tables")));
    let store = store.metered(guard::kept_the_database);
    let mut live_games = LiveGames::new(store, key, clock, computers).advised_by(theory);
    live_games.expire_days = Some(config.expire_days).filter(|days| *days > 0);
    let app = Arc::new(App {
        live_games,
        door: guard::Door::default(),
        figures: figures(),
        viewers: AtomicU32::new(0),
        viewers_of: Mutex::default(),
        stopping: AtomicBool::new(false),
        ready: tokio::sync::Mutex::default(),
        hashers: Semaphore::new(4),
        earlier_keys,
        config,
    });
    let (stop, stopped) = watch::channel(false);
    let accepting = tokio::spawn(async move {
        accept(app, listener, stopped).await;
        drop(lock);
    });
    Ok(Running {
        address,
        stop,
        accepting,
    })
}

/// Listens there. A server that is just ending, or a connection that happens to have the port, has a moment to let go.
async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    for _ in 0..20 {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            bound => return bound,
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    TcpListener::bind(address).await
}

/// How long a connection may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(15);
/// How long requests under way may take to finish when the server stops.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// How many connections each address has.
type Connected = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// One of the places that an address may have.
struct OwnPlace(Connected, IpAddr);

impl Drop for OwnPlace {
    fn drop(&mut self) {
        let mut connected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = connected.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                connected.remove(&self.1);
            }
        }
    }
}

/// One more connection from this address; nothing where it has a quarter of all places already. A proxy may have them all.
fn own_place(app: &App, connected: &Connected, from: IpAddr) -> Option<OwnPlace> {
    let config = &app.config;
    let person = guard::person(from);
    let proxy = config.behind_proxy || config.trusted_proxies.contains(&from.to_canonical());
    let mut places = connected.lock().unwrap_or_else(PoisonError::into_inner);
    let count = places.entry(person).or_default();
    if config.rate > 0 && !proxy && *count >= (config.most_connections / 4).max(1) {
        return None;
    }
    *count += 1;
    Some(OwnPlace(Arc::clone(connected), person))
}

/// A connection that takes nothing of what is to be sent on it for so long is closed.
const STUCK: Duration = Duration::from_mins(1);

/// A connection, and when it will have been stuck for too long.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    stuck: Option<Pin<Box<tokio::time::Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Patient {
            stream,
            patience,
            stuck: None,
        }
    }

    fn until_stuck(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if wrote.is_ready() {
            self.stuck = None;
            return wrote;
        }
        let patience = self.patience;
        let stuck = self
            .stuck
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stuck
            .as_mut()
            .poll(context)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, from);
        self.until_stuck(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, from);
        self.until_stuck(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

async fn accept(app: Arc<App>, listener: TcpListener, mut stopped: watch::Receiver<bool>) {
    let clock = tokio::spawn(app.live_games.clone().keep_time());
    let names = tokio::spawn(app.live_games.clone().keep_names());
    let house = tokio::spawn(app.live_games.clone().keep_house());
    let news = tokio::spawn(app.live_games.clone().follow());
    tokio::spawn(app.live_games.clone().rouse_all());
    let upkeep = tokio::spawn({
        let figures = app.figures.clone();
        async move {
            loop {
                tokio::time::sleep(Duration::from_secs(5)).await;
                figures.run_upkeep();
            }
        }
    });
    let router = router(&app);
    let places = Arc::new(Semaphore::new(app.config.most_connections));
    let connected = Connected::default();
    // Every connection holds a sender; when all are gone, the last word has been said.
    let (alive, mut all_gone) = mpsc::channel::<()>(1);
    loop {
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place,
            _ = stopped.changed() => break,
        };
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, most likely: others may close.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            _ = stopped.changed() => break,
        };
        let Some(own_place) = own_place(&app, &connected, from.ip()) else {
            metrics::counter!("jadoube_refusals_total", "why" => "connections").increment(1);
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = router.clone();
        let service =
            hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(ConnectInfo(from));
                service.clone().call(request.map(axum::body::Body::new))
            });
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(32 * 1024)
            .max_headers(64)
            .serve_connection(TokioIo::new(Patient::new(stream, STUCK)), service)
            .with_upgrades();
        let (alive, mut stopping) = (alive.clone(), stopped.clone());
        tokio::spawn(async move {
            let mut connection = std::pin::pin!(connection);
            // A broken connection is the other end's affair.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = stopping.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop((place, own_place, alive));
        });
    }
    app.stopping.store(true, Relaxed);
    drop(listener);
    app.live_games.farewell();
    drop(alive);
    let _ = tokio::time::timeout(LAST_WORDS, all_gone.recv()).await;
    for task in [clock, names, house, news, upkeep] {
        task.abort();
        let _ = task.await;
    }
    app.live_games.store.close().await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    /// Both ends of a connection.
    async fn ends(patience: Duration) -> (Patient, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let other = TcpStream::connect(listener.local_addr().expect("its address"));
        let (other, accepted) = tokio::join!(other, listener.accept());
        let (stream, _) = accepted.expect("accepted");
        (Patient::new(stream, patience), other.expect("connected"))
    }

    #[tokio::test]
    async fn a_connection_that_takes_nothing_is_closed_and_a_slow_one_is_not() {
        let long = vec![7; 32 << 20];
        let (mut ours, theirs) = ends(Duration::from_millis(300)).await;
        let wrote = tokio::time::timeout(Duration::from_secs(30), ours.write_all(&long)).await;
        let error = wrote.expect("in time").expect_err("it is stuck");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(theirs);
        let (mut ours, mut theirs) = ends(Duration::from_secs(5)).await;
        let reading = async {
            let (mut taken, mut some) = (0, vec![0; 2 << 20]);
            while taken < long.len() {
                tokio::time::sleep(Duration::from_millis(5)).await;
                taken += theirs.read(&mut some).await.expect("read");
            }
        };
        let (wrote, ()) = tokio::join!(ours.write_all(&long), reading);
        wrote.expect("all was taken");
    }
}
