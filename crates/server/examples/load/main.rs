//! How much does one node carry? Every figure from one run on one machine, beside a bare handler with the same insert.
//!
//! ```sh
//! cargo run --release -p jadoube-server --example load -- acts      # acts per second, and the bare handler's
//! cargo run --release -p jadoube-server --example load -- games     # 2,000 games with an act every 2 s each
//! cargo run --release -p jadoube-server --example load -- viewers   # 10,000 idle viewers (needs `ulimit -n 12000`)
//! cargo run --release -p jadoube-server --example load -- crowd     # 1,000 viewers of one game
//! cargo run --release -p jadoube-server --example load -- list      # the list of an account with 10,000 games
//! cargo run --release -p jadoube-server --example load -- attack    # what one address can do to all others
//! cargo run --release -p jadoube-server --example load -- nodes     # one node and two on PostgreSQL, called by both ways
//! ```
//!
//! Options as words after that: `seconds=10 clients=64 games=2000 viewers=10000 share=30`. `cargo xtask bench server`
//! runs them all. An attack alone: `attack which=claims`.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "figures for people"
)]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::any::AnyPoolOptions;
use std::{
    collections::HashMap,
    error::Error,
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::tungstenite::Message;

mod attack;
#[path = "../../tests/it/postgres.rs"]
mod postgres;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| {
        let found = words
            .iter()
            .find_map(|word| word.strip_prefix(name)?.strip_prefix('=')?.parse().ok());
        found.unwrap_or(default)
    };
    let folder = tempfile::TempDir::new()?;
    match words.first().map(String::as_str) {
        Some("serve") => serve(words.get(1).ok_or("expected a folder")?, 0).await,
        Some("serve-limited") => {
            let usual = jadoube_server::Config::default().rate;
            serve(words.get(1).ok_or("expected a folder")?, usual).await
        }
        Some("bare") => bare(words.get(1).ok_or("expected a folder")?).await,
        Some("acts") => {
            let (seconds, clients) = (number("seconds", 10), number("clients", 64));
            let bare = Process::start("bare", folder.path(), &[])?;
            let plain = drive(&[bare.address], clients, seconds, false).await?;
            drop(bare);
            let server = Process::start("serve", folder.path(), &[])?;
            let ours = drive(&[server.address], clients, seconds, true).await?;
            println!("bare handler, one durable insert each: {plain}");
            println!("acts through the server:               {ours}");
            println!("ratio: {:.0}%", 100.0 * ours.rate / plain.rate);
            Ok(())
        }
        Some("games") => {
            let server = Process::start("serve", folder.path(), &[])?;
            let run = pace(server.address, number("games", 2000), number("seconds", 30)).await?;
            println!(
                "an act in each game every 2 s: {run}; server {} MiB",
                server.memory()? / 1024
            );
            Ok(())
        }
        Some("viewers") => {
            let server = Process::start("serve", folder.path(), &[])?;
            viewers(&server, number("viewers", 10_000)).await
        }
        Some("nodes") => {
            let (seconds, clients) = (number("seconds", 5), number("clients", 96));
            nodes(folder.path(), seconds, clients, number("share", 30)).await
        }
        Some("crowd") => {
            let server = Process::start("serve", folder.path(), &[])?;
            crowd(&server, number("viewers", 1000)).await
        }
        Some("list") => {
            let server = Process::start("serve", folder.path(), &[])?;
            list(&server, number("games", 10_000)).await
        }
        Some("attack") => {
            let which = words.iter().find_map(|word| word.strip_prefix("which="));
            attack::run(folder.path(), number("seconds", 15), which).await
        }
        _ => Err("expected one of: acts, games, viewers, crowd, list, attack, nodes".into()),
    }
}

/// The server in a process of its own, so that its memory can be told from ours.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(what: &str, folder: &std::path::Path, set: &[(&str, String)]) -> Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(what)
            .arg(folder.join(what))
            .envs(set.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        let address = BufReader::new(out).lines().next().ok_or("no address")??.parse()?;
        Ok(Process { child, address })
    }

    /// Resident memory, in KiB.
    fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn serve(folder: &str, rate: u32) -> Result<()> {
    let set = |name: &str| std::env::var(name).ok();
    let database_url = set("LOAD_DATABASE");
    let config = jadoube_server::Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: folder.into(),
        nats_url: set("LOAD_NATS"),
        key: database_url.is_some().then(|| "5a".repeat(32)),
        database_url,
        rate,
        ..jadoube_server::Config::default()
    };
    let running = jadoube_server::start(config).await?;
    println!("{}", running.address());
    std::future::pending().await
}

/// What we are measured against: axum, one durable insert, nothing else.
async fn bare(folder: &str) -> Result<()> {
    use axum::{Router, extract::State, routing::post};
    sqlx::any::install_default_drivers();
    std::fs::create_dir_all(folder)?;
    let pool = AnyPoolOptions::new()
        .max_connections(1)
        .connect(&format!("sqlite://{folder}/bare?mode=rwc"))
        .await?;
    for setup in [
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "CREATE TABLE acts (seq INTEGER PRIMARY KEY AUTOINCREMENT, act TEXT NOT NULL)",
    ] {
        sqlx::query(setup).execute(&pool).await?;
    }
    let handler = async |State(pool): State<sqlx::AnyPool>, body: String| {
        let done = sqlx::query("INSERT INTO acts (act) VALUES ($1)")
            .bind(body)
            .execute(&pool)
            .await;
        if done.is_ok() { "{}" } else { "error" }
    };
    let router = Router::new().route("/acts", post(handler)).with_state(pool);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}

/// A connection that is kept.
struct Client {
    stream: TcpStream,
    read: Vec<u8>,
    /// What the server set.
    cookie: Option<String>,
}

impl Client {
    async fn new(address: SocketAddr) -> Result<Self> {
        Self::from(std::net::Ipv4Addr::LOCALHOST, address).await
    }

    /// From an address of ours.
    async fn from(own: std::net::Ipv4Addr, address: SocketAddr) -> Result<Self> {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((own, 0)))?;
        let stream = socket.connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Client {
            stream,
            read: Vec::new(),
            cookie: None,
        })
    }

    async fn post(&mut self, path: &str, token: &str, body: &str) -> Result<(u16, Vec<u8>)> {
        self.send(path, token, "", body).await
    }

    async fn get(&mut self, path: &str, more: &str) -> Result<(u16, Vec<u8>)> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n{more}\r\n");
        self.ask(&request).await
    }

    /// With further lines of the head, each ended.
    async fn send(&mut self, path: &str, token: &str, more: &str, body: &str) -> Result<(u16, Vec<u8>)> {
        let bearer = if token.is_empty() {
            String::new()
        } else {
            format!("Authorization: Bearer {token}\r\n")
        };
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\n{bearer}{more}Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.ask(&request).await
    }

    async fn ask(&mut self, request: &str) -> Result<(u16, Vec<u8>)> {
        self.stream.write_all(request.as_bytes()).await?;
        loop {
            let end = self.read.windows(4).position(|four| four == b"\r\n\r\n");
            if let Some(end) = end {
                let head = String::from_utf8_lossy(&self.read[..end]).into_owned();
                let set = head.lines().find_map(|line| {
                    let (name, value) = line.split_once(": ")?;
                    let cookie = value.split(';').next()?.to_owned();
                    name.eq_ignore_ascii_case("set-cookie").then_some(cookie)
                });
                self.cookie = set.or(self.cookie.take());
                let head = head.to_lowercase();
                let length: usize = head
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok())
                    .ok_or("no length")?;
                if self.read.len() >= end + 4 + length {
                    let status = head
                        .split(' ')
                        .nth(1)
                        .and_then(|status| status.parse().ok())
                        .unwrap_or(0);
                    let body = self.read[end + 4..end + 4 + length].to_vec();
                    self.read.drain(..end + 4 + length);
                    return Ok((status, body));
                }
            }
            let mut some = vec![0; 16384];
            let read = self.stream.read(&mut some).await?;
            if read == 0 {
                return Err("the server closed the connection".into());
            }
            self.read.extend_from_slice(&some[..read]);
        }
    }

    /// A new game: its name and White's secret.
    async fn open(&mut self) -> Result<(String, String)> {
        let (status, body) = self
            .post(
                "/api/games",
                "",
                r#"{"header":{"code":"bcc-1899"},"opponent":"here","public":true}"#,
            )
            .await?;
        let opened: Value = serde_json::from_slice(&body)?;
        let field = |name: &str| opened[name].as_str().map(str::to_owned);
        field("id")
            .zip(field("token"))
            .ok_or_else(|| format!("{status} {opened}").into())
    }
}

/// Knights out and home again, for ever.
fn act(seq: u64) -> Value {
    let (by, mv) = [
        ("white", "g1f3"),
        ("black", "g8f6"),
        ("white", "f3g1"),
        ("black", "f6g8"),
    ][(seq % 4) as usize];
    json!({"expected_seq": seq, "key": format!("{seq}"), "act": {"by": by, "act": "move", "move": mv}})
}

struct Run {
    rate: f64,
    errors: u64,
    times: Vec<Duration>,
}

impl Run {
    fn new(mut times: Vec<Duration>, errors: u64, took: Duration) -> Self {
        times.sort_unstable();
        let rate = times.len() as f64 / took.as_secs_f64();
        Run { rate, errors, times }
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = |share: f64| {
            let index = (self.times.len() as f64 * share) as usize;
            self.times
                .get(index.min(self.times.len().saturating_sub(1)))
                .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        write!(
            f,
            "{:.0}/s, p50 {:.1} ms, p99 {:.1} ms, {} done, {} errors",
            self.rate,
            at(0.5),
            at(0.99),
            self.times.len(),
            self.errors
        )
    }
}

/// So many clients, each as fast as answers come.
async fn drive(addresses: &[SocketAddr], clients: u64, seconds: u64, games: bool) -> Result<Run> {
    // All begin together, when every game is open.
    let begin = Arc::new(tokio::sync::Barrier::new(usize::try_from(clients)?));
    let mut tasks = Vec::new();
    for (_, address) in (0..clients).zip(addresses.iter().copied().cycle()) {
        let begin = Arc::clone(&begin);
        tasks.push(tokio::spawn(async move {
            let mut client = Client::new(address).await?;
            let mut game = if games {
                client.open().await?
            } else {
                Default::default()
            };
            begin.wait().await;
            let mut seq = 0;
            let mut times = Vec::new();
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(seconds) {
                // A game of ordinary length; then another.
                if games && seq == 80 {
                    game = client.open().await?;
                    seq = 0;
                }
                let path = if games {
                    format!("/api/games/{}/acts", game.0)
                } else {
                    "/acts".to_owned()
                };
                let body = act(seq).to_string();
                let asked = Instant::now();
                let (status, body) = client.post(&path, &game.1, &body).await?;
                if status != 200 || body == b"error" {
                    return Err(format!("{status} {}", String::from_utf8_lossy(&body)).into());
                }
                times.push(asked.elapsed());
                seq += 1;
            }
            Ok::<_, Box<dyn Error + Send + Sync>>((times, began.elapsed()))
        }));
    }
    let (mut all, mut longest) = (Vec::new(), Duration::ZERO);
    for task in tasks {
        let (times, took) = task.await??;
        all.extend(times);
        longest = longest.max(took);
    }
    Ok(Run::new(all, 0, longest))
}

/// So many games, an act in each every two seconds, whatever the server does.
async fn pace(address: SocketAddr, games: u64, seconds: u64) -> Result<Run> {
    let mut opened = Vec::new();
    let mut client = Client::new(address).await?;
    for _ in 0..games {
        opened.push(client.open().await?);
    }
    let start = tokio::time::Instant::now() + Duration::from_secs(1);
    let mut tasks = Vec::new();
    for (number, (id, token)) in opened.into_iter().enumerate() {
        tasks.push(tokio::spawn(async move {
            let client = Client::new(address).await?;
            let offset = Duration::from_micros(2_000_000 * number as u64 / games);
            let due = |round| start + offset + Duration::from_secs(2 * round);
            keep_pace(client, &id, &token, (0..seconds / 2).map(due)).await
        }));
    }
    together(tasks, start.into_std()).await
}

/// What one game's acts took, and how many were not taken.
type Paced = (Vec<Duration>, u64);

/// An act whenever one is due, however long the last one took.
async fn keep_pace(
    mut client: Client,
    id: &str,
    token: &str,
    dues: impl Iterator<Item = tokio::time::Instant>,
) -> Result<Paced> {
    let (mut times, mut errors) = (Vec::new(), 0);
    for (round, due) in (0..).zip(dues) {
        tokio::time::sleep_until(due).await;
        let path = format!("/api/games/{id}/acts");
        let (status, _) = client.post(&path, token, &act(round).to_string()).await?;
        // From when it was due: a server that falls behind does not slow down its users.
        times.push(due.elapsed());
        errors += u64::from(status != 200);
    }
    Ok((times, errors))
}

/// All games as one run.
async fn together(tasks: Vec<tokio::task::JoinHandle<Result<Paced>>>, began: Instant) -> Result<Run> {
    let (mut all, mut wrong) = (Vec::new(), 0);
    for task in tasks {
        match task.await? {
            Ok((times, errors)) => {
                all.extend(times);
                wrong += errors;
            }
            Err(_) => wrong += 1,
        }
    }
    Ok(Run::new(all, wrong, began.elapsed()))
}

/// What a second node adds, where the nodes are the limit: each is held to a share of one processor (`cpulimit`), so that
/// a machine with two can carry the database, the clients and both nodes.
async fn nodes(folder: &std::path::Path, seconds: u64, clients: u64, share: u64) -> Result<()> {
    let has = |name: &str| {
        let found = Command::new("sh")
            .args(["-c", &format!("command -v {name}")])
            .output();
        found.is_ok_and(|found| found.status.success())
    };
    if !has("cpulimit") {
        return Err("cpulimit is not installed (Debian: cpulimit)".into());
    }
    let postgres = postgres::Postgres::start().ok_or("PostgreSQL is not installed")?;
    let mut ways = vec![("LISTEN/NOTIFY", None)];
    let mut nats = None;
    if has("nats-server") {
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let server = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stderr(Stdio::null())
            .spawn()?;
        nats = Some(Helper(server));
        tokio::time::sleep(Duration::from_secs(1)).await;
        ways.push(("NATS", Some(format!("nats://127.0.0.1:{port}"))));
    } else {
        println!("nats-server is not installed: only LISTEN/NOTIFY is measured");
    }
    for (way, url) in ways {
        let mut set = vec![("LOAD_DATABASE", postgres.url())];
        set.extend(url.map(|url| ("LOAD_NATS", url)));
        let start = || -> Result<(Process, Helper)> {
            let node = Process::start("serve", folder, &set)?;
            let (share, pid) = (share.to_string(), node.child.id().to_string());
            let limit = Command::new("cpulimit")
                .args(["-l", &share, "-p", &pid, "-z", "-q"])
                .stdout(Stdio::null())
                .spawn()?;
            Ok((node, Helper(limit)))
        };
        let (one, two) = (start()?, start()?);
        let (mut single, mut double) = (0.0, 0.0);
        // Interleaved, so that whatever else the machine does touches both alike.
        for _ in 0..3 {
            single += drive(&[one.0.address], clients, seconds, true).await?.rate / 3.0;
            double += drive(&[one.0.address, two.0.address], clients, seconds, true)
                .await?
                .rate
                / 3.0;
        }
        println!(
            "{way}: one node {single:.0}/s, two {double:.0}/s: the second adds {:.0}% (each {share}% of a processor); \
             seen by a viewer of the other node after {:.1} ms (median)",
            100.0 * (double / single - 1.0),
            crossing(one.0.address, two.0.address).await?
        );
    }
    drop(nats);
    Ok(())
}

/// A process that helps, ended when it is dropped.
struct Helper(Child);

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// From the answer to an act on one node until a viewer of the other has seen it: the median of some, in milliseconds.
async fn crossing(one: SocketAddr, two: SocketAddr) -> Result<f64> {
    let mut client = Client::new(one).await?;
    let (id, token) = client.open().await?;
    let url = format!("ws://{two}/api/games/{id}/live");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await?;
    let sit = json!({"type": "sit", "token": null, "from": 0});
    socket.send(Message::text(sit.to_string())).await?;
    let mut times = Vec::new();
    for seq in 0..40 {
        let path = format!("/api/games/{id}/acts");
        client.post(&path, &token, &act(seq).to_string()).await?;
        let answered = Instant::now();
        let wanted = format!("\"type\":\"acts\",\"seq\":{}", seq + 1);
        while let Some(message) = socket.next().await {
            if matches!(message?, Message::Text(text) if text.contains(&wanted)) {
                break;
            }
        }
        times.push(answered.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2].as_secs_f64() * 1000.0)
}

/// So many viewers of one game: how long until all of them have seen an act.
async fn crowd(server: &Process, count: u64) -> Result<()> {
    let mut client = Client::new(server.address).await?;
    let (id, token) = client.open().await?;
    let mut sockets = Vec::new();
    for _ in 0..count {
        let url = format!("ws://{}/api/games/{id}/live", server.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await?;
        let sit = json!({"type": "sit", "token": null, "from": 0});
        socket.send(Message::text(sit.to_string())).await?;
        sockets.push(socket);
    }
    let (mut answers, mut all) = (Vec::new(), Vec::new());
    for seq in 0..40 {
        let asked = Instant::now();
        let path = format!("/api/games/{id}/acts");
        client.post(&path, &token, &act(seq).to_string()).await?;
        answers.push(asked.elapsed());
        let wanted = format!("\"type\":\"acts\",\"seq\":{}", seq + 1);
        for socket in &mut sockets {
            while let Some(message) = socket.next().await {
                if matches!(message?, Message::Text(text) if text.contains(&wanted)) {
                    break;
                }
            }
        }
        all.push(asked.elapsed());
    }
    println!(
        "{count} viewers of one game: answered {}; seen by all {}; server {} MiB",
        Run::new(answers, 0, Duration::from_secs(1)),
        Run::new(all, 0, Duration::from_secs(1)),
        server.memory()? / 1024
    );
    Ok(())
}

/// An account with so many games asks for its list.
async fn list(server: &Process, games: u64) -> Result<()> {
    let mut client = Client::new(server.address).await?;
    let body = r#"{"name":"ann","password":"a long password"}"#;
    client.post("/api/accounts", "", body).await?;
    let mut other = Client::new(server.address).await?;
    let (_, session) = other.post("/api/session", "", body).await?;
    let cookie = other
        .cookie
        .clone()
        .ok_or_else(|| format!("no session: {}", String::from_utf8_lossy(&session)))?;
    let more = format!("Cookie: {cookie}\r\n");
    let open = r#"{"header":{"code":"bcc-1899"},"opponent":"here"}"#;
    for _ in 0..games {
        let (status, body) = other.send("/api/games", "", &more, open).await?;
        if status != 201 {
            return Err(format!("{status} {}", String::from_utf8_lossy(&body)).into());
        }
    }
    let mut times = Vec::new();
    let mut length = 0;
    for _ in 0..50 {
        let asked = Instant::now();
        let (status, body) = other.get("/api/games", &more).await?;
        if status != 200 {
            return Err(format!("{status} {}", String::from_utf8_lossy(&body)).into());
        }
        length = body.len();
        times.push(asked.elapsed());
    }
    println!(
        "the list of an account with {games} games, {} kB: {}",
        length / 1000,
        Run::new(times, 0, Duration::from_secs(1))
    );
    Ok(())
}

/// So many viewers who do nothing: what they cost.
async fn viewers(server: &Process, count: u64) -> Result<()> {
    let mut client = Client::new(server.address).await?;
    let mut games = Vec::new();
    for _ in 0..100 {
        games.push(client.open().await?);
    }
    let before = server.memory()?;
    let games = Arc::new(games);
    let mut sockets = Vec::new();
    let mut by_game: HashMap<usize, u64> = HashMap::new();
    for number in 0..count {
        let at = (number % 100) as usize;
        *by_game.entry(at).or_default() += 1;
        let (id, _) = &games[at];
        let url = format!("ws://{}/api/games/{id}/live", server.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await?;
        socket
            .send(Message::text(
                json!({"type": "sit", "token": null, "from": 0}).to_string(),
            ))
            .await?;
        // Until it has said hello.
        while let Some(message) = socket.next().await {
            if matches!(message?, Message::Text(text) if text.contains("\"hello\"")) {
                break;
            }
        }
        sockets.push(socket);
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let after = server.memory()?;
    println!(
        "{} viewers at {} games: {} MiB resident, {:.1} KiB each",
        sockets.len(),
        by_game.len(),
        after / 1024,
        (after - before) as f64 / count as f64
    );
    Ok(())
}
