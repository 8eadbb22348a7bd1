//! What can one address do to all others? It sends the dearest things it can; meanwhile others play, and flags fall.
//!
//! Each attack comes from an address of its own, against a server with the limits it has where nothing is set. Looked at:
//! how long the acts of others take (p99 under 250 ms), how late flags fall (within 1 s), how much memory the server takes.

use crate::{Client, Process, Result, Run, act, keep_pace, together};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::tungstenite::Message;

/// Where the attacker lives, and where those live who only want to play.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
const PLAYERS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// Games of others, with an act in each every second.
const GAMES: u64 = 24;
/// The attacker's connections.
const HANDS: usize = 24;

const MOST_MS: u128 = 250;
const LATEST_MS: i64 = 1000;
const MOST_MIB: u64 = 512;

/// One way to be a nuisance: called again and again by each hand.
type Nuisance = fn(u64) -> Request;

/// What is sent; to a game of the attacker's own where the path says so.
struct Request {
    /// Opened before, where there is a header.
    game: Option<Value>,
    path: &'static str,
    more: String,
    body: String,
    /// Whether long answers are then asked for and not taken.
    leaves: bool,
}

fn request(path: &'static str, body: &Value) -> Request {
    Request {
        game: None,
        path,
        more: String::new(),
        body: body.to_string(),
        leaves: false,
    }
}

fn at_game(header: Value, act: &Value) -> Request {
    let sent = json!({"expected_seq": 0, "key": "k", "act": act});
    Request {
        game: Some(header),
        ..request("acts", &sent)
    }
}

/// Positions in which a claim of endless checks is dear.
const CHECKS: [&str; 3] = [
    "q3Q3/8/8/1q4R1/8/k7/8/4K3 w - - 0 1",
    "3k4/3q4/8/8/Q7/7q/7Q/4K3 w - - 0 1",
    "8/1k6/6Q1/1Q6/8/8/5q2/4q2K w - - 0 1",
];

fn claims(number: u64) -> Request {
    let start = CHECKS[(number % 3) as usize];
    let header = json!({"code": "bcc-1899", "start": start});
    at_game(
        header,
        &json!({"by": "white", "act": "claim", "ground": "endless-checks"}),
    )
}

fn long_texts(number: u64) -> Request {
    let text = "white men and black men and ".repeat([8_700, 2_200, 34][(number % 3) as usize]);
    let act = if number.is_multiple_of(2) {
        json!({"by": "umpire", "act": "decide", "ruling": text})
    } else {
        json!({"by": "white", "act": "seal", "record": text})
    };
    at_game(json!({"code": "fide-1931"}), &act)
}

fn long_heads(_: u64) -> Request {
    let mut request = request("/api/judge", &json!({}));
    request.more = format!("X-Long: {}\r\n", "x".repeat(240_000));
    request
}

fn many_games(_: u64) -> Request {
    request("/api/games", &json!({"header": {"code": "bcc-1899"}}))
}

/// A record as long as one may be.
fn imports(_: u64) -> Request {
    let mut record = "{\"code\":\"bcc-1899\"}\n".to_owned();
    for seq in 0..10_000 {
        record.push_str(&act(seq)["act"].to_string());
        record.push('\n');
    }
    request("/api/games/import", &json!({"record": record}))
}

fn judging(number: u64) -> Request {
    let start = CHECKS[(number % 3) as usize];
    let claim = json!({"by": "white", "act": "claim", "ground": "endless-checks"});
    request(
        "/api/judge",
        &json!({"header": {"code": "bcc-1899", "start": start}, "acts": [claim]}),
    )
}

fn passwords(number: u64) -> Request {
    request(
        "/api/session",
        &json!({"name": format!("nobody{number}"), "password": "a long password"}),
    )
}

fn forged(_: u64) -> Request {
    Request {
        more: "Authorization: Bearer jad_forged\r\n".to_owned(),
        ..request("/api/board/seek", &json!({}))
    }
}

/// A game of which much is to be told.
fn untaken(_: u64) -> Request {
    let mut record = "{\"code\":\"bcc-1899\"}".to_owned();
    for number in 0..3_800 {
        let words = format!("{number}{}", "x".repeat(990));
        let say = json!({"by": "white", "act": "say", "words": words, "at": 0.0});
        record.extend(["\n", &say.to_string()]);
    }
    Request {
        leaves: true,
        ..request("/api/games/import", &json!({"record": record}))
    }
}

const ATTACKS: [(&str, Nuisance); 9] = [
    ("claims of endless checks", claims),
    ("long texts", long_texts),
    ("long heads", long_heads),
    ("many games", many_games),
    ("imports of 10,000 acts", imports),
    ("judging", judging),
    ("passwords", passwords),
    ("forged tokens", forged),
    ("answers that are not taken", untaken),
];

/// All attacks, or the one whose name begins so.
pub(crate) async fn run(folder: &Path, seconds: u64, which: Option<&str>) -> Result<()> {
    println!(
        "one address attacks over {HANDS} connections, {seconds} s each; others have {GAMES} games with an act every second\n"
    );
    println!(
        "{:<27}{:>8}{:>11}{:>12}{:>9}{:>8}{:>11}{:>10}",
        "attack", "sent", "let in", "p50", "p99", "errors", "flag late", "memory"
    );
    let none: Option<Nuisance> = None;
    let all = ATTACKS.map(|(name, attack)| (name, Some(attack)));
    let mut failed = Vec::new();
    for (name, attack) in std::iter::once(("nothing at all", none)).chain(all) {
        if which.is_some_and(|which| !name.starts_with(which)) {
            continue;
        }
        let own = folder.join(name.replace([' ', ','], "-"));
        failed.extend(one(&own, name, attack, seconds).await?);
    }
    if failed.is_empty() {
        println!("\nnobody was stopped by a stranger");
        Ok(())
    } else {
        Err(failed.join("\n").into())
    }
}

async fn one(folder: &Path, name: &str, attack: Option<Nuisance>, seconds: u64) -> Result<Vec<String>> {
    std::fs::create_dir_all(folder)?;
    let server = Process::start("serve-limited", folder, &[])?;
    let address = server.address;
    let over = Arc::new(AtomicBool::new(false));
    let (sent, let_in) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let mut games = Vec::new();
    let mut opening = Client::from(PLAYERS, address).await?;
    for _ in 0..GAMES {
        games.push(opening.open().await?);
    }
    let mut hands = Vec::new();
    if let Some(attack) = attack {
        for hand in 0..HANDS as u64 {
            let (over, sent, let_in) = (Arc::clone(&over), Arc::clone(&sent), Arc::clone(&let_in));
            hands.push(tokio::spawn(async move {
                let mut number = hand;
                while !over.load(Relaxed) {
                    let _ = annoy(address, attack, &mut number, &over, &sent, &let_in).await;
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }));
        }
    }
    let flags = tokio::spawn(flags(address, Duration::from_secs(seconds)));
    let playing = play(address, games, seconds);
    let mut most = 0;
    let mut look = tokio::time::interval(Duration::from_millis(100));
    tokio::pin!(playing);
    let run = loop {
        tokio::select! {
            run = &mut playing => break run?,
            _ = look.tick() => most = most.max(server.memory()? / 1024),
        }
    };
    let late = flags.await??;
    over.store(true, Relaxed);
    for hand in hands {
        hand.abort();
    }
    let at = |share: usize| {
        let index = (run.times.len() * share / 100).min(run.times.len().saturating_sub(1));
        run.times.get(index).map_or(0, Duration::as_millis)
    };
    println!(
        "{name:<27}{:>8}{:>11}{:>9} ms{:>6} ms{:>8}{:>8} ms{:>6} MiB",
        sent.load(Relaxed),
        let_in.load(Relaxed),
        at(50),
        at(99),
        run.errors,
        late,
        most
    );
    let mut failed = Vec::new();
    if at(99) > MOST_MS || run.errors > 0 {
        failed.push(format!(
            "{name}: the acts of others take too long, or are not taken"
        ));
    }
    if late > LATEST_MS {
        failed.push(format!("{name}: flags fall {late} ms late"));
    }
    if most > MOST_MIB {
        failed.push(format!("{name}: the server takes {most} MiB"));
    }
    Ok(failed)
}

/// One connection's worth of it.
async fn annoy(
    address: SocketAddr,
    attack: Nuisance,
    number: &mut u64,
    over: &AtomicBool,
    sent: &AtomicU64,
    let_in: &AtomicU64,
) -> Result<()> {
    let mut client = Client::from(STRANGER, address).await?;
    while !over.load(Relaxed) {
        let request = attack(*number);
        *number += HANDS as u64;
        let (mut path, mut token) = (request.path.to_owned(), String::new());
        if let Some(header) = request.game {
            let body = json!({"header": header, "opponent": "here"}).to_string();
            let (status, opened) = client.post("/api/games", "", &body).await?;
            sent.fetch_add(1, Relaxed);
            if status != 201 {
                continue;
            }
            let opened: Value = serde_json::from_slice(&opened)?;
            let text = |name: &str| opened[name].as_str().unwrap_or_default().to_owned();
            path = format!("/api/games/{}/acts", text("id"));
            token = text("token");
        }
        let answer = client.send(&path, &token, &request.more, &request.body).await;
        sent.fetch_add(1, Relaxed);
        let (status, body) = answer.unwrap_or_default();
        let_in.fetch_add(u64::from((200..300).contains(&status)), Relaxed);
        if request.leaves && status == 201 {
            return leave(address, &serde_json::from_slice(&body)?, over, sent).await;
        }
    }
    Ok(())
}

/// Asks for the longest answer there is over one connection after another, and takes none of them.
async fn leave(address: SocketAddr, opened: &Value, over: &AtomicBool, sent: &AtomicU64) -> Result<()> {
    let text = |name: &str| opened[name].as_str().unwrap_or_default();
    let mut left = Vec::new();
    while !over.load(Relaxed) {
        if left.len() < 20 {
            let mut client = Client::from(STRANGER, address).await?;
            let head = format!(
                "GET /api/games/{}/record?states=true HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n",
                text("id"),
                text("token")
            );
            client.stream.write_all(head.as_bytes()).await?;
            sent.fetch_add(1, Relaxed);
            left.push(client);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// The others: an act in each game every second, whatever the server does.
async fn play(address: SocketAddr, games: Vec<(String, String)>, seconds: u64) -> Result<Run> {
    let start = tokio::time::Instant::now() + Duration::from_millis(500);
    let began = Instant::now();
    let mut tasks = Vec::new();
    for (number, (id, token)) in games.into_iter().enumerate() {
        tasks.push(tokio::spawn(async move {
            let client = Client::from(PLAYERS, address).await?;
            let due = |round| start + Duration::from_millis(1000 * round + 1000 * number as u64 / GAMES);
            keep_pace(client, &id, &token, (0..seconds).map(due)).await
        }));
    }
    together(tasks, began).await
}

/// Games in which nobody moves: by how much the latest flag came too late to be seen, in milliseconds.
async fn flags(address: SocketAddr, during: Duration) -> Result<i64> {
    let began = Instant::now();
    let mut latest = 0;
    while began.elapsed() + Duration::from_secs(2) < during {
        let mut client = Client::from(PLAYERS, address).await?;
        let limit = json!({"by": [{"moves": 40, "seconds": 2}]});
        let header = json!({"code": "bcc-1899", "time_limit": limit});
        let body = json!({"header": header, "opponent": "here"}).to_string();
        let (status, opened) = client.post("/api/games", "", &body).await?;
        let opened: Value = serde_json::from_slice(&opened)?;
        if status != 201 {
            return Err(format!("a game could not be opened: {opened}").into());
        }
        let url = format!(
            "ws://{address}/api/games/{}/live",
            opened["id"].as_str().unwrap_or_default()
        );
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await?;
        let sit = json!({"type": "sit", "token": opened["token"], "from": 0});
        socket.send(Message::text(sit.to_string())).await?;
        let mut due = None;
        while let Some(message) = socket.next().await {
            let Message::Text(text) = message? else { continue };
            let told: Value = serde_json::from_str(&text)?;
            if told["type"] == "hello" {
                due = told["game"]["clock"]["flag_ms"].as_i64();
            } else if told["type"] == "acts" {
                break;
            }
        }
        let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
        latest = latest.max(now - due.ok_or("the game has no flag")?);
    }
    Ok(latest)
}
