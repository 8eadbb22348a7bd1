//! `kill -9` at random moments under load: whatever was acknowledged is there, exactly once, in order.

use crate::{
    client::{ask, bearer, text, try_ask},
    postgres::Postgres,
};
use serde_json::{Value, json};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// The server as a process of its own: this same test program, asked to be one.
struct Process {
    child: Child,
    address: SocketAddr,
    /// Kept open: a test that runs for a minute says so, and would die if nobody could hear it.
    _out: BufReader<ChildStdout>,
}

/// This program, kept under a name of its own: whoever builds it anew meanwhile does not take it away.
struct Program(PathBuf);

impl Program {
    fn kept_in(folder: &Path) -> Self {
        let kept = folder.join("program");
        let own = std::env::current_exe().expect("this program");
        if std::fs::hard_link(&own, &kept).is_err() {
            std::fs::copy(&own, &kept).expect("copied");
        }
        Program(kept)
    }
}

/// Not a test by itself: it becomes a server when the environment says so, until it is killed.
#[tokio::test(flavor = "multi_thread")]
async fn be_a_server_when_asked() {
    let Some(data) = std::env::var_os("JADOUBE_TEST_SERVE") else {
        return;
    };
    let mut config = crate::client::config();
    config.data = data.into();
    if std::env::var_os("JADOUBE_TEST_LIMITED").is_some() {
        config.rate = jadoube_server::Config::default().rate;
    }
    if let Ok(url) = std::env::var("JADOUBE_TEST_DATABASE") {
        config.database_url = Some(url);
        // The same on every node.
        config.key = Some("5a".repeat(32));
    }
    let running = jadoube_server::start(config).await.expect("the server starts");
    println!("\nLISTENING {}", running.address());
    std::future::pending::<()>().await;
}

impl Process {
    fn start(program: &Program, data: &Path, database: Option<&Postgres>) -> Self {
        Self::start_after(program, "", data, database)
    }

    /// The same, after these words of the shell.
    fn start_after(program: &Program, first: &str, data: &Path, database: Option<&Postgres>) -> Self {
        let complaints = data.with_extension("complaints");
        // A file that may not grow is an error to be answered, not a signal to die of.
        let serve = "exec \"$0\" durable::be_a_server_when_asked --exact --nocapture";
        let mut child = Command::new("sh")
            .args(["-c", &format!("trap '' XFSZ; {first} {serve}")])
            .arg(&program.0)
            .env("JADOUBE_TEST_SERVE", data)
            .envs(database.map(|postgres| ("JADOUBE_TEST_DATABASE", postgres.url())))
            .stdout(Stdio::piped())
            .stderr(File::create(&complaints).expect("a file"))
            .spawn()
            .expect("a process");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut said = String::new();
        let address = loop {
            let from = said.len();
            if out.read_line(&mut said).unwrap_or(0) == 0 {
                let ended = child.wait();
                let complained = std::fs::read_to_string(&complaints).unwrap_or_default();
                let files = Command::new("ls").arg("-la").arg(data).output();
                let files = files.map(|listed| String::from_utf8_lossy(&listed.stdout).into_owned());
                panic!("the server does not start: {ended:?}\n{said}\n{complained}\n{files:?}")
            }
            if let Some(address) = said[from..].trim_end().strip_prefix("LISTENING ") {
                break address.parse().expect("an address");
            }
        };
        Process {
            child,
            address,
            _out: out,
        }
    }

    fn kill(mut self) {
        // SIGKILL: nothing is finished, nothing is flushed.
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

/// A player may say no more in one game; the next is opened before.
const WORDS: usize = 190;

/// One game's player: acts as fast as answers come, on one node after another, and remembers what was acknowledged.
async fn play(
    nodes: Vec<SocketAddr>,
    id: String,
    token: String,
    mut acknowledged: Vec<String>,
    stop: Arc<AtomicBool>,
) -> Vec<String> {
    let path = format!("/api/games/{id}/acts");
    while !stop.load(Relaxed) && acknowledged.len() < WORDS {
        let key = format!("{}", acknowledged.len());
        let words = format!("word {key}");
        let act = json!({"by": "white", "act": "say", "words": words});
        let body = json!({"expected_seq": acknowledged.len(), "key": key, "act": act});
        let asked = try_ask(
            nodes[acknowledged.len() % nodes.len()],
            "POST",
            &path,
            &bearer(Some(&token)),
            Some(body.to_string()),
        )
        .await;
        match asked {
            Ok(answer) if answer.status == 200 && serde_json::from_str::<Value>(&answer.body).is_ok() => {
                acknowledged.push(words);
            }
            // The server died before it had answered in full; whether the act is there will be seen.
            Ok(answer) if matches!(answer.status, 0 | 200 | 503) => return acknowledged,
            Err(_) => return acknowledged,
            Ok(answer) => panic!("{} {}", answer.status, answer.body),
        }
    }
    acknowledged
}

/// A game, White's token, and what was acknowledged in it.
type Game = (String, String, Vec<String>);

async fn opened(address: SocketAddr) -> Game {
    let body = json!({"header": {"code": "bcc-1899"}}).to_string();
    let opened = ask(address, "POST", "/api/games", &[], Some(body))
        .await
        .expect(201);
    (text(&opened["id"]), text(&opened["token"]), Vec::new())
}

/// Kills the server at random moments while it is played on. On `PostgreSQL` there are two nodes, either of which is killed, and
/// every third blow hits the database instead.
async fn killed(times: u32, postgres: Option<Postgres>, seed: u64) {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let postgres = postgres.map(Arc::new);
    let count = if postgres.is_some() { 2 } else { 1 };
    let program = Program::kept_in(folder.path());
    let start = |node: usize| {
        let data = folder.path().join(format!("data {node}"));
        Process::start(&program, &data, postgres.as_deref())
    };
    let mut nodes: Vec<Process> = (0..count).map(start).collect();
    let addresses = |nodes: &[Process]| nodes.iter().map(|node| node.address).collect::<Vec<_>>();
    let mut games: Vec<Game> = Vec::new();
    for _ in 0..6 {
        games.push(opened(nodes[0].address).await);
    }
    let mut dice = fastrand::Rng::with_seed(seed);
    let (mut written, mut acknowledged) = (0, 0);
    for round in 0..times {
        if round > 0 && round % 500 == 0 {
            println!("{seed}: {round} kills; {acknowledged} acts in games that are over");
        }
        let stop = Arc::new(AtomicBool::new(false));
        let players: Vec<_> = games
            .drain(..)
            .map(|(id, token, words)| {
                let (name, secret, stop) = (id.clone(), token.clone(), Arc::clone(&stop));
                let playing = play(addresses(&nodes), name, secret, words, stop);
                (id, token, tokio::spawn(playing))
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(dice.u64(20..420))).await;
        match &postgres {
            Some(postgres) if round % 3 == 2 => {
                let postgres = Arc::clone(postgres);
                let crashed = tokio::task::spawn_blocking(move || {
                    postgres.halt();
                    postgres.resume();
                });
                crashed.await.expect("it comes back");
                stop.store(true, Relaxed);
            }
            _ => {
                let node = dice.usize(..count);
                nodes.swap_remove(node).kill();
                stop.store(true, Relaxed);
                nodes.push(start(node));
                nodes.swap(node, count - 1);
            }
        }
        for (id, token, playing) in players {
            let words = playing.await.expect("a player");
            let shown = seen(nodes[0].address, &id, &token).await;
            let entries = shown["log"].as_array().expect("a log");
            let log: Vec<String> = entries.iter().map(|entry| text(&entry["act"]["words"])).collect();
            // There is one history, on whatever node it is read.
            for other in &nodes[1..] {
                let there = seen(other.address, &id, &token).await;
                assert_eq!(there["log"], shown["log"], "round {round}");
                assert_eq!(there["signed"], shown["signed"], "round {round}");
            }
            // Every acknowledged act, once, in order; at most one more that was written but not yet acknowledged.
            assert!(
                log.len() == words.len() || log.len() == words.len() + 1,
                "round {round}: {} {}",
                log.len(),
                words.len()
            );
            assert_eq!(log[..words.len()], words[..], "round {round}");
            let numbers = entries.iter().filter_map(|entry| entry["seq"].as_u64());
            assert!(numbers.eq(1..=log.len() as u64), "round {round}");
            written += log.len() - words.len();
            // Games stay short, so that the test measures killing and not replaying.
            if log.len() < WORDS / 2 {
                games.push((id, token, log));
            } else {
                acknowledged += log.len();
                games.push(opened(nodes[0].address).await);
            }
        }
    }
    nodes.into_iter().for_each(Process::kill);
    acknowledged += games.iter().map(|(_, _, words)| words.len()).sum::<usize>();
    println!(
        "{seed}: {times} kills; {acknowledged} acts; {written} of them were written and not yet acknowledged; none acknowledged was lost"
    );
}

/// The game as it is kept; a server whose database has just come back may need a moment.
async fn seen(address: SocketAddr, id: &str, token: &str) -> Value {
    let path = format!("/api/games/{id}?from=0");
    for _ in 0..100 {
        let answer = ask(address, "GET", &path, &bearer(Some(token)), None).await;
        if answer.status != 503 {
            let shown = answer.expect(200);
            // What this node has in memory may be older than what was written when the connection broke.
            let number = shown["seq"].as_u64().unwrap_or(0) + 1;
            let path = format!("/api/games/{id}?from={number}");
            let reached = ask(address, "GET", &path, &bearer(Some(token)), None).await;
            if reached.status == 200 {
                let path = format!("/api/games/{id}");
                return ask(address, "GET", &path, &bearer(Some(token)), None)
                    .await
                    .expect(200);
            }
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("the database does not come back")
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_killed() {
    killed(5, None, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_node_or_database_are_killed() {
    let started = tokio::task::spawn_blocking(Postgres::start);
    if let Some(postgres) = started.await.expect("started") {
        killed(3, Some(postgres), 0).await;
    }
}

fn how_often() -> u32 {
    let times = std::env::var("JADOUBE_KILLS").ok();
    times.and_then(|times| times.parse().ok()).unwrap_or(3000)
}

/// So many servers are killed beside each other, each in a folder of its own: most of the time each of them waits.
const LANES: u32 = 4;

/// As often as is asked for, in all.
fn killed_side_by_side(on: fn() -> Option<Postgres>) {
    let each = how_often().div_ceil(LANES);
    let lanes: Vec<_> = (0..u64::from(LANES))
        .map(|seed| {
            std::thread::spawn(move || {
                let database = on();
                let runtime = tokio::runtime::Runtime::new().expect("a runtime");
                runtime.block_on(killed(each, database, seed));
            })
        })
        .collect();
    for lane in lanes {
        lane.join().expect("nothing was lost");
    }
}

#[test]
#[ignore = "takes half an hour: JADOUBE_KILLS says how often"]
fn killed_thousands_of_times() {
    killed_side_by_side(|| None);
}

#[test]
#[ignore = "takes an hour: JADOUBE_KILLS says how often"]
fn killed_thousands_of_times_on_postgres() {
    killed_side_by_side(|| Some(Postgres::start().expect("PostgreSQL is installed")));
}

/// Lets no file of this process grow beyond so many bytes, as a full disk would; or any size again.
fn limit(process: &Process, bytes: &str) -> bool {
    let pid = process.child.id().to_string();
    let limited = Command::new("prlimit")
        .args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")])
        .status();
    limited.is_ok_and(|status| status.success())
}

/// Says something long in this game; whether that was acknowledged.
async fn says(address: SocketAddr, game: &Game) -> crate::client::Answer {
    let (id, token, words) = game;
    let act = json!({"by": "white", "act": "say", "words": format!("{} {}", words.len(), "x".repeat(900))});
    let body =
        json!({"expected_seq": words.len(), "key": format!("{}", words.len()), "act": act}).to_string();
    let path = format!("/api/games/{id}/acts");
    ask(address, "POST", &path, &bearer(Some(token)), Some(body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_said_and_survived() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let program = Program::kept_in(folder.path());
    let mut process = Process::start(&program, &folder.path().join("data"), None);
    let mut games = vec![opened(process.address).await, opened(process.address).await];
    for round in 0..3 {
        if !limit(&process, &format!("{}", 250_000 + round * 150_000)) {
            assert!(std::env::var_os("CI").is_none(), "prlimit is not installed");
            eprintln!("skipped: prlimit is not installed");
            process.kill();
            return;
        }
        // Everybody goes on trying long after the disk is full.
        let mut refused = 0;
        for attempt in 0.. {
            for game in &mut games {
                let answer = says(process.address, game).await;
                if answer.status == 200 {
                    game.2.push(String::new());
                } else {
                    answer.problem(503, "unavailable");
                    refused += 1;
                }
            }
            if refused > 20 {
                break;
            }
            assert!(attempt < 500, "the disk never fills");
        }
        let ready = ask(process.address, "GET", "/readyz", &[], None).await;
        ready.problem(503, "unavailable");
        // Killed now, it starts on the full disk, shows what there is, and says that it takes no more.
        process.kill();
        let full = format!("ulimit -S -f {};", (250_000 + round * 150_000) / 512);
        process = Process::start_after(&program, &full, &folder.path().join("data"), None);
        for (id, token, words) in &games {
            let path = format!("/api/games/{id}");
            let shown = ask(process.address, "GET", &path, &bearer(Some(token)), None).await;
            assert_eq!(shown.expect(200)["seq"], words.len(), "round {round}");
        }
        for _ in 0..20 {
            for game in &games {
                says(process.address, game).await.problem(503, "unavailable");
            }
        }
        assert!(limit(&process, "unlimited"), "there is room again");
        for game in &mut games {
            let mut after = says(process.address, game).await;
            for _ in 0..20 {
                if after.status == 200 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
                after = says(process.address, game).await;
            }
            assert_eq!(after.expect(200)["seq"], game.2.len() + 1, "play goes on");
            game.2.push(String::new());
        }
        ask(process.address, "GET", "/readyz", &[], None)
            .await
            .expect(200);
        process.kill();
        process = Process::start(&program, &folder.path().join("data"), None);
        for (id, token, words) in &games {
            let shown = seen(process.address, id, token).await;
            assert_eq!(
                shown["seq"],
                words.len(),
                "round {round}: what was acknowledged, no more, no less"
            );
        }
    }
    process.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_a_missing_act_is_shown_up_to_it_and_closed() {
    for (gone, shown_to, why) in [(2, 1, "act 2 is missing"), (4, 3, "act 4 is missing")] {
        let server = crate::client::Server::new().await;
        let game = server.game(json!({"code": "bcc-1899"})).await;
        for (seq, who, mv) in [
            (0, &game.white, "e2e4"),
            (1, &game.black, "e7e5"),
            (2, &game.white, "g1f3"),
            (3, &game.black, "b8c6"),
        ] {
            server
                .act(&game.id, who, seq, json!({"act": "move", "move": mv}))
                .await;
        }
        let delete = async |config: &jadoube_server::Config| {
            let file = config.data.join("jadoube.sqlite");
            let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display()))
                .await
                .expect("opened");
            let deleted = sqlx::query("DELETE FROM acts WHERE seq = $1")
                .bind(gone)
                .execute(&pool)
                .await;
            assert_eq!(deleted.expect("deleted").rows_affected(), 1);
            pool.close().await;
        };
        let server = server.restarted_after(delete).await;
        let path = format!("/api/games/{}", game.id);
        let shown = server.get(&path, Some(&game.white)).await.expect(200);
        assert_eq!(shown["seq"], shown_to);
        assert!(text(&shown["broken"]).contains(why), "{}", shown["broken"]);
        let act = json!({"expected_seq": shown_to, "key": "new", "act": {"act": "say", "words": "hm", "by": "white"}});
        let refused = server.post(&format!("{path}/acts"), Some(&game.white), act).await;
        refused.problem(409, "broken");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_one_folder_is_refused() {
    let server = crate::client::Server::new().await;
    let error = jadoube_server::start(server.config.clone())
        .await
        .expect_err("one at a time");
    assert!(error.to_string().contains("another server"), "{error}");
    // When the first has stopped, the folder is free again.
    server.restarted().await.running.stop().await;
}

/// Whoever opens as many connections as the system allows the server files keeps nobody out.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn connections_of_one_stranger_leave_files_for_everybody() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let program = Program::kept_in(folder.path());
    let few = "ulimit -n 600; export JADOUBE_TEST_LIMITED=1;";
    let process = Process::start_after(&program, few, &folder.path().join("data"), None);
    let mut held = Vec::new();
    for _ in 0..700 {
        let connecting = tokio::net::TcpStream::connect(process.address);
        match tokio::time::timeout(Duration::from_secs(1), connecting).await {
            Ok(Ok(stream)) => held.push(stream),
            _ => break,
        }
    }
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 2], 0).into()).expect("another address");
    let asking = async {
        let mut other = socket.connect(process.address).await?;
        let body = json!({"header": {"code": "bcc-1899"}}).to_string();
        let head = "POST /api/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
        let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        other.write_all(request.as_bytes()).await?;
        let mut line = [0; 12];
        other.read_exact(&mut line).await?;
        Ok::<_, std::io::Error>(line)
    };
    let answer = tokio::time::timeout(Duration::from_secs(5), asking).await;
    assert_eq!(&answer.expect("in time").expect("an answer")[9..], b"201");
    process.kill();
}
