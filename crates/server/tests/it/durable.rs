//! `kill -9` at random moments under load: whatever was acknowledged is there, exactly once, in order.

use crate::client::{ask, bearer, text};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

/// The server as a process of its own: this same test program, asked to be one.
struct Process {
    child: Child,
    address: SocketAddr,
}

/// Not a test by itself: it becomes a server when the environment says so, until it is killed.
#[tokio::test(flavor = "multi_thread")]
async fn be_a_server_when_asked() {
    let Some(data) = std::env::var_os("JADOUBE_TEST_SERVE") else {
        return;
    };
    let mut config = crate::client::config();
    config.data = data.into();
    let running = jadoube_server::start(config).await.expect("the server starts");
    println!("\nLISTENING {}", running.address());
    std::future::pending::<()>().await;
}

impl Process {
    fn start(data: &Path) -> Self {
        let program = std::env::current_exe().expect("this program");
        // A file that may not grow is an error to be answered, not a signal to die of.
        let mut child = Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; exec \"$0\" durable::be_a_server_when_asked --exact --nocapture",
            ])
            .arg(program)
            .env("JADOUBE_TEST_SERVE", data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let out = child.stdout.take().expect("its output");
        let address = BufReader::new(out)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("LISTENING ")?.parse().ok())
            .expect("an address");
        Process { child, address }
    }

    fn kill(mut self) {
        // SIGKILL: nothing is finished, nothing is flushed.
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }
}

/// One game's player: acts as fast as answers come, and remembers what was acknowledged.
async fn play(
    address: SocketAddr,
    id: String,
    token: String,
    mut acknowledged: Vec<String>,
    stop: Arc<AtomicBool>,
) -> Vec<String> {
    let path = format!("/api/games/{id}/acts");
    while !stop.load(Relaxed) {
        let key = format!("{}", acknowledged.len());
        let words = format!("word {key}");
        let act = json!({"by": "white", "act": "say", "words": words});
        let body = json!({"expected_seq": acknowledged.len(), "key": key, "act": act});
        let asking = tokio::spawn({
            let (path, token) = (path.clone(), token.clone());
            async move {
                ask(
                    address,
                    "POST",
                    &path,
                    &bearer(Some(&token)),
                    Some(body.to_string()),
                )
                .await
            }
        });
        match asking.await {
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

async fn killed(times: u32) {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let data = folder.path().join("data");
    let mut process = Process::start(&data);
    let mut games: Vec<(String, String, Vec<String>)> = Vec::new();
    for _ in 0..6 {
        let body = json!({"header": {"code": "bcc-1899"}}).to_string();
        let opened = ask(process.address, "POST", "/api/games", &[], Some(body))
            .await
            .expect(201);
        games.push((text(&opened["id"]), text(&opened["token"]), Vec::new()));
    }
    let mut moment = 0x2545_f491_4f6c_dd1du64;
    let mut written = 0;
    for round in 0..times {
        let stop = Arc::new(AtomicBool::new(false));
        let players: Vec<_> = games
            .drain(..)
            .map(|(id, token, words)| {
                let playing = play(
                    process.address,
                    id.clone(),
                    token.clone(),
                    words,
                    Arc::clone(&stop),
                );
                (id, token, tokio::spawn(playing))
            })
            .collect();
        moment ^= moment << 13;
        moment ^= moment >> 7;
        moment ^= moment << 17;
        tokio::time::sleep(Duration::from_millis(20 + moment % 400)).await;
        process.kill();
        stop.store(true, Relaxed);
        process = Process::start(&data);
        for (id, token, playing) in players {
            let mut words = playing.await.expect("a player");
            let shown = ask(
                process.address,
                "GET",
                &format!("/api/games/{id}"),
                &bearer(Some(&token)),
                None,
            )
            .await
            .expect(200);
            let log: Vec<String> = shown["log"]
                .as_array()
                .expect("a log")
                .iter()
                .map(|entry| text(&entry["act"]["words"]))
                .collect();
            // Every acknowledged act, once, in order; at most one more that was written but not yet acknowledged.
            assert!(
                log.len() == words.len() || log.len() == words.len() + 1,
                "round {round}: {} {}",
                log.len(),
                words.len()
            );
            assert_eq!(log[..words.len()], words[..], "round {round}");
            let numbers: Vec<u64> = shown["log"]
                .as_array()
                .expect("a log")
                .iter()
                .filter_map(|entry| entry["seq"].as_u64())
                .collect();
            assert!(numbers.iter().copied().eq(1..=log.len() as u64), "round {round}");
            written += log.len() - words.len();
            words = log;
            // Games stay short, so that the test measures killing and not replaying.
            if words.len() < 400 {
                games.push((id, token, words));
            } else {
                let body = json!({"header": {"code": "bcc-1899"}}).to_string();
                let opened = ask(process.address, "POST", "/api/games", &[], Some(body))
                    .await
                    .expect(201);
                games.push((text(&opened["id"]), text(&opened["token"]), Vec::new()));
            }
        }
    }
    process.kill();
    println!(
        "{times} kills; {written} acts were written and not yet acknowledged; none acknowledged was lost"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_killed() {
    killed(5).await;
}

/// `JADOUBE_KILLS=2000 cargo test -p jadoube-server --release --test it -- --ignored thousands --nocapture`
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes many minutes: JADOUBE_KILLS says how often"]
async fn nothing_acknowledged_is_lost_when_killed_thousands_of_times() {
    let times = std::env::var("JADOUBE_KILLS")
        .ok()
        .and_then(|times| times.parse().ok())
        .unwrap_or(1000);
    killed(times).await;
}

/// Lets no file of this process grow beyond so many bytes, as a full disk would; or any size again.
fn limit(process: &Process, bytes: &str) -> bool {
    let pid = process.child.id().to_string();
    let limited = Command::new("prlimit")
        .args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")])
        .status();
    limited.is_ok_and(|status| status.success())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_said_and_survived() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let process = Process::start(&folder.path().join("data"));
    let body = json!({"header": {"code": "bcc-1899"}}).to_string();
    let opened = ask(process.address, "POST", "/api/games", &[], Some(body))
        .await
        .expect(201);
    let (path, token) = (
        format!("/api/games/{}", text(&opened["id"])),
        text(&opened["token"]),
    );
    if !limit(&process, "200000") {
        assert!(std::env::var_os("CI").is_none(), "prlimit is not installed");
        eprintln!("skipped: prlimit is not installed");
        process.kill();
        return;
    }
    let say = async |seq: usize| {
        let act = json!({"act": "say", "words": "x".repeat(2000)});
        let body = json!({"expected_seq": seq, "key": format!("{seq}"), "act": act}).to_string();
        ask(
            process.address,
            "POST",
            &format!("{path}/acts"),
            &bearer(Some(&token)),
            Some(body),
        )
        .await
    };
    let mut acknowledged = 0;
    let full = loop {
        let answer = say(acknowledged).await;
        if answer.status != 200 {
            break answer;
        }
        acknowledged += 1;
        assert!(acknowledged < 500, "the disk never fills");
    };
    full.problem(503, "unavailable");
    assert!(limit(&process, "unlimited"), "there is room again");
    let mut after = say(acknowledged).await;
    for _ in 0..20 {
        if after.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        after = say(acknowledged).await;
    }
    assert_eq!(after.expect(200)["seq"], acknowledged + 1);
    process.kill();
    let process = Process::start(&folder.path().join("data"));
    let shown = ask(process.address, "GET", &path, &bearer(Some(&token)), None)
        .await
        .expect(200);
    assert_eq!(shown["seq"], acknowledged + 1);
    process.kill();
}
