//! The server's clock: flags fall by themselves, also while nobody looks and after a restart.

use crate::client::{PATIENCE, Server};
use serde_json::{Value, json};
use sqlx::Connection as _;
use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::SeqCst},
    },
    time::Duration,
};

async fn until_over(server: &Server, id: &str, token: &str) -> Value {
    let waiting = async {
        loop {
            let shown = server
                .get(&format!("/api/games/{id}"), Some(token))
                .await
                .expect(200);
            if shown["state"]["status"] != "in-play" {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting)
        .await
        .expect("the flag falls")
}

fn blitz() -> Value {
    json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": 1}]}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_though_nobody_acts() {
    let server = Server::new().await;
    let game = server.game(blitz()).await;
    let over = until_over(&server, &game.id, &game.white).await;
    assert_eq!(over["state"]["status"], "won");
    assert_eq!(over["state"]["winner"], "black");
    assert_eq!(over["log"][0]["act"]["by"], "timekeeper");
    // To the millisecond, whenever it was noticed.
    assert_eq!(over["log"][0]["act"]["at"], 1.001);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_after_a_restart() {
    let server = Server::new().await;
    let game = server.game(blitz()).await;
    let server = server.restarted().await;
    let over = until_over(&server, &game.id, &game.black).await;
    assert_eq!(over["state"]["winner"], "black");
    assert_eq!(over["log"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_does_not_run_before_both_have_sat_down() {
    let server = Server::new().await;
    let opened = server
        .post("/api/games", None, json!({"header": blitz()}))
        .await
        .expect(201);
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let path = format!("/api/games/{}", crate::client::text(&opened["id"]));
    let shown = server.get(&path, opened["token"].as_str()).await.expect(200);
    assert_eq!(shown["state"]["status"], "in-play");
    assert!(shown["started_ms"].is_null());
}

/// Clocks that are set by hand: no test of them depends on how busy the machine is.
#[derive(Clone, Default)]
pub(crate) struct Hands {
    wall: Arc<AtomicI64>,
    pace: Arc<AtomicI64>,
}

impl Hands {
    pub(crate) fn new() -> Self {
        let hands = Hands::default();
        hands.wall.store(1_000_000_000_000, SeqCst);
        hands
    }

    /// So much time passes.
    pub(crate) fn pass(&self, seconds: i64) {
        self.wall.fetch_add(seconds * 1000, SeqCst);
        self.pace.fetch_add(seconds * 1000, SeqCst);
    }

    /// Somebody sets the clock on the wall.
    fn set(&self, seconds: i64) {
        self.wall.fetch_add(seconds * 1000, SeqCst);
    }

    pub(crate) async fn server(&self, config: &jadoube_server::Config) -> Server {
        let (wall, pace) = (Arc::clone(&self.wall), Arc::clone(&self.pace));
        let clock = jadoube_server::WallClock::of_both(move || wall.load(SeqCst), move || pace.load(SeqCst));
        let running = jadoube_server::start_by(config.clone(), clock).await;
        Server {
            running: running.expect("the server starts"),
            config: config.clone(),
            folder: None,
        }
    }
}

fn limited(seconds: u32) -> Value {
    json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": seconds}]}})
}

fn at(answer: &Value) -> f64 {
    answer["entry"]["act"]["at"].as_f64().expect("a time")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_back_gives_nobody_time() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = crate::client::config();
    config.data = folder.path().join("data");
    let hands = Hands::new();
    let server = hands.server(&config).await;
    let game = server.game(limited(4000)).await;
    let say = |words: &str| json!({"act": "say", "words": words});
    hands.pass(10);
    let first = server.act(&game.id, &game.white, 0, say("before")).await;
    assert!((at(&first) - 10.0).abs() < 0.001, "{first}");
    // An hour back, while White thinks.
    hands.set(-3600);
    hands.pass(10);
    let second = server.act(&game.id, &game.white, 1, say("after")).await;
    assert!((at(&second) - 20.0).abs() < 0.001, "{second}");
    // Nor does a restart turn back the time, and the flag falls as if nothing had happened.
    server.running.stop().await;
    let server = hands.server(&config).await;
    hands.pass(10);
    let third = server.act(&game.id, &game.white, 2, say("restarted")).await;
    assert!((at(&third) - 30.0).abs() < 0.001, "{third}");
    hands.pass(3971);
    let over = until_over(&server, &game.id, &game.black).await;
    assert_eq!(over["state"]["winner"], "black");
    assert_eq!(over["log"].as_array().map(Vec::len), Some(4));
    assert_eq!(over["log"][3]["act"]["at"], 4000.001);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_forward_ends_no_game() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = crate::client::config();
    config.data = folder.path().join("data");
    let hands = Hands::new();
    let server = hands.server(&config).await;
    let slow = server.game(limited(600)).await;
    let quick = server.game(limited(30)).await;
    let say = |words: &str| json!({"act": "say", "words": words});
    hands.set(3600);
    // Some beats of the clock keeper.
    tokio::time::sleep(Duration::from_secs(1)).await;
    hands.pass(31);
    tokio::time::sleep(Duration::from_secs(1)).await;
    // Nobody lost an hour; and while it is not clear what time it is, no flag falls at all.
    let path = format!("/api/games/{}", quick.id);
    let shown = server.get(&path, Some(&quick.white)).await.expect(200);
    assert_eq!(shown["state"]["status"], "in-play");
    let said = server.act(&slow.id, &slow.white, 0, say("still here")).await;
    assert!((at(&said) - 31.0).abs() < 0.001, "{said}");
    // Set right again, it goes on as if nothing had happened, and is not an hour ahead.
    hands.set(-3600);
    let over = until_over(&server, &quick.id, &quick.black).await;
    assert_eq!(over["log"][0]["act"]["at"], 30.001);
    let said = server.act(&slow.id, &slow.white, 1, say("and here")).await;
    assert!((at(&said) - 31.0).abs() < 0.001, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_is_shown_before_the_first_act() {
    let server = Server::new().await;
    let control = json!({"periods": [{"seconds": 600}]});
    let game = server
        .game(json!({"code": "fide-2023", "time_control": control}))
        .await;
    let path = format!("/api/games/{}", game.id);
    let shown = server.get(&path, Some(&game.white)).await.expect(200);
    assert_eq!(shown["seq"], 0);
    assert_eq!(shown["clock"]["running"], "white", "{}", shown["clock"]);
    assert!(
        shown["clock"]["white_left"]
            .as_f64()
            .is_some_and(|left| left <= 600.0)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_seated_has_arrived() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = crate::client::config();
    config.data = folder.path().join("data");
    let hands = Hands::new();
    let server = hands.server(&config).await;
    let header =
        json!({"code": "fide-2023", "scheduled": true, "time_control": {"periods": [{"seconds": 600}]}});
    let hour = 3_600_000;
    let starts = [None, Some(1_000_000_000_000i64 + hour)];
    for starts_ms in starts {
        let body = json!({"header": header, "starts_ms": starts_ms});
        let opened = server.post("/api/games", None, body).await.expect(201);
        let (id, white) = (
            crate::client::text(&opened["id"]),
            crate::client::text(&opened["token"]),
        );
        // The opponent takes a minute to come; no time was fixed, or it is not yet.
        hands.pass(60);
        let black = server.accept(&opened["invitations"][0]).await;
        hands.pass(if starts_ms.is_some() { 3600 } else { 60 });
        let path = format!("/api/games/{id}");
        let shown = server.get(&path, Some(&black)).await.expect(200);
        assert_eq!(
            shown["state"]["status"], "in-play",
            "{starts_ms:?}: {}",
            shown["state"]
        );
        let arrived: Vec<&Value> = shown["log"].as_array().expect("a log").iter().collect();
        assert_eq!(arrived.len(), 2, "{starts_ms:?}: {arrived:?}");
        assert!(arrived.iter().all(|entry| entry["act"]["act"] == "arrive"));
        let moved = server
            .act(&id, &white, 2, json!({"act": "move", "move": "e2e4"}))
            .await;
        assert_eq!(moved["state"]["status"], "in-play", "{starts_ms:?}: {moved}");
    }
    // Who comes after the time that was fixed is late.
    let body = json!({"header": header, "starts_ms": hands.wall.load(SeqCst) + 1000});
    let opened = server.post("/api/games", None, body).await.expect(201);
    hands.pass(60);
    let black = server.accept(&opened["invitations"][0]).await;
    let path = format!("/api/games/{}", crate::client::text(&opened["id"]));
    let shown = server.get(&path, Some(&black)).await.expect(200);
    assert_eq!(shown["state"]["winner"], "white", "{}", shown["state"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_failed_when_somebody_sat_down_is_done_when_he_is_seen_again() {
    let server = crate::client::Server::new().await;
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", server.config.data.join("jadoube.sqlite").display());
    let mut database = sqlx::AnyConnection::connect(&url).await.expect("opened");
    for (scheduled, lines) in [(false, 0), (true, 2)] {
        let control = json!({"periods": [{"seconds": 600}]});
        let header = json!({"code": "fide-2023", "scheduled": scheduled, "time_control": control});
        let opened = server.post("/api/games", None, json!({"header": header})).await;
        let opened = opened.expect(201);
        let code = crate::client::text(&opened["invitations"][0]["code"]);
        let black = "b".repeat(40);
        let fails =
            "CREATE TRIGGER fails BEFORE INSERT ON timeline BEGIN SELECT RAISE(ABORT, 'no room'); END";
        sqlx::query(fails).execute(&mut database).await.expect("made");
        let sat = server
            .post(
                &format!("/api/invitations/{code}/accept"),
                None,
                json!({"name": "Bob", "token": black}),
            )
            .await;
        assert_eq!(sat.status, 503, "{}", sat.body);
        sqlx::query("DROP TRIGGER fails")
            .execute(&mut database)
            .await
            .expect("gone");
        let path = format!("/api/games/{}", crate::client::text(&opened["id"]));
        let shown = server.get(&path, Some(&black)).await.expect(200);
        assert!(shown["started_ms"].is_i64(), "play does not start: {shown}");
        assert_eq!(shown["log"].as_array().map(Vec::len), Some(lines), "{shown}");
    }
}
