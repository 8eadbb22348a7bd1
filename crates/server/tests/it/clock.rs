//! The server's clock: flags fall by themselves, also while nobody looks and after a restart.

use crate::client::{PATIENCE, Server};
use serde_json::{Value, json};
use std::time::Duration;

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

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_back_gives_nobody_time() {
    use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
    static SHIFT: AtomicI64 = AtomicI64::new(0);
    let machine = || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = now.expect("after 1970").as_millis();
        i64::try_from(now).expect("not that late") + SHIFT.load(SeqCst)
    };
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = crate::client::config();
    config.data = folder.path().join("data");
    let start = async || {
        let clock = jadoube_server::WallClock::of(machine);
        let running = jadoube_server::start_by(config.clone(), clock).await;
        Server {
            running: running.expect("the server starts"),
            config: config.clone(),
            folder: None,
        }
    };
    let server = start().await;
    let header = json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": 4}]}});
    let game = server.game(header).await;
    let first = server
        .act(&game.id, &game.white, 0, json!({"act": "say", "words": "before"}))
        .await;
    // An hour back, while White thinks.
    SHIFT.store(-3_600_000, SeqCst);
    let second = server
        .act(&game.id, &game.white, 1, json!({"act": "say", "words": "after"}))
        .await;
    let at = |answer: &Value| answer["entry"]["act"]["at"].as_f64().expect("a time");
    assert!(at(&second) >= at(&first), "{first} {second}");
    // Nor does a restart turn back the time, and the flag falls as if nothing had happened.
    server.running.stop().await;
    let server = start().await;
    let third = server
        .act(
            &game.id,
            &game.white,
            2,
            json!({"act": "say", "words": "restarted"}),
        )
        .await;
    assert!(at(&third) >= at(&second), "{second} {third}");
    let over = until_over(&server, &game.id, &game.black).await;
    assert_eq!(over["state"]["winner"], "black");
    assert_eq!(over["log"].as_array().map(Vec::len), Some(4));
    assert_eq!(over["log"][3]["act"]["at"], 4.001);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_forward_ends_no_game() {
    use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
    static SHIFT: AtomicI64 = AtomicI64::new(0);
    let machine = || {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = now.expect("after 1970").as_millis();
        i64::try_from(now).expect("not that late") + SHIFT.load(SeqCst)
    };
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = crate::client::config();
    config.data = folder.path().join("data");
    let clock = jadoube_server::WallClock::of(machine);
    let server = Server {
        running: jadoube_server::start_by(config.clone(), clock)
            .await
            .expect("the server starts"),
        config,
        folder: Some(folder),
    };
    let slow = server
        .game(json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": 60}]}}))
        .await;
    let quick = server
        .game(json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": 1}]}}))
        .await;
    SHIFT.store(3_600_000, SeqCst);
    tokio::time::sleep(Duration::from_millis(2500)).await;
    // Nobody lost an hour; and while it is not clear what time it is, no flag falls at all.
    let said = server
        .act(
            &slow.id,
            &slow.white,
            0,
            json!({"act": "say", "words": "still here"}),
        )
        .await;
    assert!(
        said["entry"]["act"]["at"].as_f64().expect("a time") < 20.0,
        "{said}"
    );
    let path = format!("/api/games/{}", quick.id);
    let shown = server.get(&path, Some(&quick.white)).await.expect(200);
    assert_eq!(shown["state"]["status"], "in-play");
    // Set right again, it goes on as if nothing had happened, and is not an hour ahead.
    SHIFT.store(0, SeqCst);
    let over = until_over(&server, &quick.id, &quick.black).await;
    assert_eq!(over["log"][0]["act"]["at"], 1.001);
    let said = server
        .act(
            &slow.id,
            &slow.white,
            1,
            json!({"act": "say", "words": "and here"}),
        )
        .await;
    assert!(
        said["entry"]["act"]["at"].as_f64().expect("a time") < 40.0,
        "{said}"
    );
}
