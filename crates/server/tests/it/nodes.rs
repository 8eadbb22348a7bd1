//! `PostgreSQL` and several nodes: any node serves any game, and a dead one loses nothing.

use crate::{
    client::{Server, ask, bearer, config},
    postgres::Postgres,
};
use serde_json::json;

async fn node(postgres: &Postgres) -> Server {
    called_through(postgres, None).await
}

async fn called_through(postgres: &Postgres, nats_url: Option<String>) -> Server {
    let mut config = config();
    config.database_url = Some(postgres.url());
    config.nats_url = nats_url;
    config.key = Some("5a".repeat(32));
    Server::with(config).await
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nodes_keep_one_order_and_viewers_resume_elsewhere() {
    let Some(postgres) = tokio::task::spawn_blocking(Postgres::start)
        .await
        .expect("started")
    else {
        return;
    };
    // All at once: one of them lays out the tables.
    let (one, two, three) = tokio::join!(node(&postgres), node(&postgres), node(&postgres));
    let game = one.game(json!({"code": "bcc-1899"})).await;
    let mut live = two.live(&game.id, Some(&game.onlooker), 0).await;
    live.next("hello").await;
    one.act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    // What one node wrote, a viewer of another sees.
    assert_eq!(live.next("acts").await["entries"][0]["act"]["move"], "e2e4");
    three
        .act(&game.id, &game.black, 1, json!({"act": "move", "move": "e7e5"}))
        .await;
    assert_eq!(live.next("acts").await["entries"][0]["act"]["move"], "e7e5");
    // The same number on three nodes at once: one is next, two are stale, whoever they ask.
    let mut asking = Vec::new();
    for (number, server) in [&one, &two, &three].into_iter().enumerate() {
        let body = json!({"expected_seq": 2, "key": format!("n{number}"), "act": {"act": "say", "words": format!("{number}")}});
        let (address, path, token) = (
            server.address(),
            format!("/api/games/{}/acts", game.id),
            game.white.clone(),
        );
        asking.push(tokio::spawn(async move {
            ask(
                address,
                "POST",
                &path,
                &bearer(Some(&token)),
                Some(body.to_string()),
            )
            .await
            .status
        }));
    }
    let mut heard = Vec::new();
    for answer in asking {
        heard.push(answer.await.expect("answered"));
    }
    heard.sort_unstable();
    assert_eq!(heard, [200, 409, 409]);
    // The same key on another node is the same act.
    let body = json!({"expected_seq": 3, "key": "again", "act": {"act": "move", "move": "g1f3"}});
    let path = format!("/api/games/{}/acts", game.id);
    assert_eq!(
        one.post(&path, Some(&game.white), body.clone()).await.expect(200)["repeated"],
        false
    );
    assert_eq!(
        three.post(&path, Some(&game.white), body).await.expect(200)["repeated"],
        true
    );
    // A chat crosses nodes too.
    let chat = format!("/api/games/{}/chat", game.id);
    three
        .post(
            &chat,
            Some(&game.black),
            json!({"channel": "table", "text": "well played"}),
        )
        .await
        .expect(201);
    assert_eq!(live.next("chat").await["message"]["text"], "well played");
    // The viewer's node goes: he resumes on another, from where he was.
    two.running.stop().await;
    let mut live = three.live(&game.id, Some(&game.onlooker), 3).await;
    let hello = live.next("hello").await;
    assert_eq!(hello["game"]["seq"], 4);
    assert_eq!(hello["game"]["log"][0]["act"]["move"], "g1f3");
    one.running.stop().await;
    three.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_goes_and_comes_back() {
    let Some(postgres) = tokio::task::spawn_blocking(Postgres::start)
        .await
        .expect("started")
    else {
        return;
    };
    let server = node(&postgres).await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    server
        .act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let postgres = tokio::task::spawn_blocking(move || {
        postgres.halt();
        postgres
    })
    .await
    .expect("halted");
    let path = format!("/api/games/{}/acts", game.id);
    let body = json!({"expected_seq": 1, "key": "reply", "act": {"act": "move", "move": "e7e5"}});
    server
        .post(&path, Some(&game.black), body.clone())
        .await
        .problem(503, "unavailable");
    assert_eq!(server.get("/readyz", None).await.status, 503);
    assert_eq!(server.get("/healthz", None).await.status, 200);
    let _postgres = tokio::task::spawn_blocking(move || {
        postgres.resume();
        postgres
    })
    .await
    .expect("resumed");
    let mut done = None;
    for _ in 0..40 {
        let answer = server.post(&path, Some(&game.black), body.clone()).await;
        if answer.status == 200 {
            done = Some(answer.expect(200));
            break;
        }
        assert_eq!(answer.status, 503, "{}", answer.body);
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    assert_eq!(done.expect("taken when the database is back")["seq"], 2);
    server.running.stop().await;
}

/// A NATS server of its own, ended when dropped; nothing where the machine has none.
struct Nats(std::process::Child, u16);

impl Nats {
    fn start() -> Option<Self> {
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = free.local_addr().expect("its number").port();
        drop(free);
        let started = std::process::Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stderr(std::process::Stdio::null())
            .spawn();
        let Ok(child) = started else {
            assert!(std::env::var_os("CI").is_none(), "nats-server is not installed");
            eprintln!("skipped: nats-server is not installed");
            return None;
        };
        Some(Nats(child, port))
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_can_call_each_other_through_nats() {
    let started = tokio::task::spawn_blocking(|| Postgres::start().zip(Nats::start()));
    let Some((postgres, nats)) = started.await.expect("started") else {
        return;
    };
    let url = Some(format!("nats://127.0.0.1:{}", nats.1));
    let (one, two) = tokio::join!(
        called_through(&postgres, url.clone()),
        called_through(&postgres, url)
    );
    let game = one.game(json!({"code": "bcc-1899"})).await;
    let mut live = two.live(&game.id, Some(&game.onlooker), 0).await;
    live.next("hello").await;
    for (seq, (token, mv)) in [(&game.white, "e2e4"), (&game.black, "e7e5")]
        .into_iter()
        .enumerate()
    {
        one.act(&game.id, token, seq as u64, json!({"act": "move", "move": mv}))
            .await;
        assert_eq!(live.next("acts").await["entries"][0]["act"]["move"], mv);
    }
    // A wrong address is said at once, not found out later.
    let mut wrong = config();
    wrong.database_url = Some(postgres.url());
    wrong.key = Some("5a".repeat(32));
    wrong.nats_url = Some("http://127.0.0.1".to_owned());
    let error = jadoube_server::start(wrong).await.expect_err("not NATS");
    assert!(error.to_string().contains("nats://"), "{error}");
    one.running.stop().await;
    two.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_was_not_called_charges_nobody_for_the_other() {
    let Some(postgres) = tokio::task::spawn_blocking(Postgres::start)
        .await
        .expect("started")
    else {
        return;
    };
    // Calls that reach nobody: each node listens to a NATS server of its own, which is not there.
    let nowhere = |port: u16| Some(format!("nats://127.0.0.1:{port}"));
    let one = called_through(&postgres, nowhere(1)).await;
    let two = called_through(&postgres, nowhere(2)).await;
    let limit = json!({"by": [{"moves": 40, "seconds": 600}]});
    let opened = one
        .post(
            "/api/games",
            None,
            json!({"header": {"code": "bcc-1899", "time_limit": limit}}),
        )
        .await
        .expect(201);
    let id = crate::client::text(&opened["id"]);
    let (path, white) = (format!("/api/games/{id}"), crate::client::text(&opened["token"]));
    // The second node has the game in memory before play begins on the first.
    two.get(&path, Some(&white)).await.expect(200);
    let code = crate::client::text(&opened["invitations"][0]["code"]);
    let accepted = one
        .post(
            &format!("/api/invitations/{code}/accept"),
            None,
            json!({"name": "Bob"}),
        )
        .await
        .expect(200);
    let black = crate::client::text(&accepted["token"]);
    one.get(&path, Some(&black)).await.expect(200);
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    // White has thought for a second and a half, and acts on the node that has not heard that play began.
    let moved = two
        .act(&id, &white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let at = moved["entry"]["act"]["at"].as_f64().expect("a time");
    assert!(at >= 1.4, "White's time is White's: {at}");
    let answered = std::time::Instant::now();
    let reply = one
        .act(&id, &black, 1, json!({"act": "move", "move": "e7e5"}))
        .await;
    // No more than passed since White had his answer, and what the answer took to come.
    let really = answered.elapsed().as_secs_f64() + 1.0;
    let (used, after) = (&reply["clock"]["black"], &reply["clock"]["white"]);
    assert!(used.as_f64().expect("used") < really, "{reply}");
    assert!(after.as_f64().expect("used") >= 1.4, "{reply}");
    one.running.stop().await;
    two.running.stop().await;
}
