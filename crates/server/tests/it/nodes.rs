//! `PostgreSQL` and several nodes: any node serves any game, and a dead one loses nothing.

use crate::{
    client::{PATIENCE, Server, ask, bearer, config},
    postgres::Postgres,
};
use jadoube_server::admin;
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::io::AsyncWriteExt as _;

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
    let Some(postgres) = apart(Postgres::start).await else {
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
    let Some(postgres) = apart(Postgres::start).await else {
        return;
    };
    let server = node(&postgres).await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    server
        .act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let postgres = apart(move || {
        postgres.halt();
        postgres
    })
    .await;
    let path = format!("/api/games/{}/acts", game.id);
    let body = json!({"expected_seq": 1, "key": "reply", "act": {"act": "move", "move": "e7e5"}});
    server
        .post(&path, Some(&game.black), body.clone())
        .await
        .problem(503, "unavailable");
    assert_eq!(server.get("/readyz", None).await.status, 503);
    assert_eq!(server.get("/healthz", None).await.status, 200);
    let _postgres = apart(move || {
        postgres.resume();
        postgres
    })
    .await;
    let mut done = None;
    for _ in 0..40 {
        let answer = server.post(&path, Some(&game.black), body.clone()).await;
        if answer.status == 200 {
            done = Some(answer.expect(200));
            break;
        }
        assert_eq!(answer.status, 503, "{}", answer.body);
        tokio::time::sleep(Duration::from_millis(250)).await;
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
    let Some((postgres, nats)) = apart(|| Postgres::start().zip(Nats::start())).await else {
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
    let Some(postgres) = apart(Postgres::start).await else {
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
    let black = one.accept(&opened["invitations"][0]).await;
    one.get(&path, Some(&black)).await.expect(200);
    tokio::time::sleep(Duration::from_millis(1500)).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_refused_for_what_was_done_on_another_node_a_moment_ago() {
    let Some(postgres) = apart(Postgres::start).await else {
        return;
    };
    // Calls that reach nobody.
    let one = called_through(&postgres, Some("nats://127.0.0.1:1".to_owned())).await;
    let two = called_through(&postgres, Some("nats://127.0.0.1:2".to_owned())).await;
    let (ann, bob) = (one.program("Ann").await, two.program("Bob").await);
    let wish = json!({"color": "white", "clock.limit": 600, "clock.increment": 0});
    let challenge = one.post("/api/challenge/Bob", Some(&ann), wish).await.expect(200);
    let id = crate::client::text(&challenge["challenge"]["id"]);
    let accept = format!("/api/challenge/{id}/accept");
    two.post(&accept, Some(&bob), json!({})).await.expect(200);
    // Both nodes have the game in memory before the first move.
    for (node, who) in [(&one, &ann), (&two, &bob)] {
        node.get(&format!("/api/games/{id}"), Some(who)).await.expect(200);
    }
    let board = format!("/api/board/game/{id}");
    for (node, who, deed) in [
        (&one, &ann, "move/e2e4"),
        (&two, &bob, "move/e7e5"),
        (&one, &ann, "move/g1f3"),
        (&two, &bob, "resign"),
    ] {
        let done = node.post(&format!("{board}/{deed}"), Some(who), json!({})).await;
        assert_eq!(done.status, 200, "{deed}: {}", done.body);
    }
    let again = format!("/api/games/{id}/rematch");
    let next = one.post(&again, Some(&ann), json!({})).await.expect(201);
    let same = two.post(&again, Some(&bob), json!({})).await.expect(200);
    assert_eq!(next["id"], same["id"]);
    one.running.stop().await;
    two.running.stop().await;
}

/// An address that leads to whichever database is the right one, as a proxy or a name would.
struct Address {
    port: u16,
    leads_to: Arc<AtomicU16>,
}

impl Address {
    async fn of(database: &Postgres) -> Self {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port");
        let port = listener.local_addr().expect("its number").port();
        let leads_to = Arc::new(AtomicU16::new(database.port()));
        let target = Arc::clone(&leads_to);
        tokio::spawn(async move {
            while let Ok((mut here, _)) = listener.accept().await {
                let target = target.load(SeqCst);
                tokio::spawn(async move {
                    if let Ok(mut there) = tokio::net::TcpStream::connect(("127.0.0.1", target)).await {
                        let _ = tokio::io::copy_bidirectional(&mut here, &mut there).await;
                    }
                });
            }
        });
        Address { port, leads_to }
    }
}

/// The database is lost with its disk, and a standby takes its place. The database is set up to acknowledge what only it has
/// written; we ask it not to.
#[tokio::test(flavor = "multi_thread")]
async fn a_standby_that_takes_over_has_everything_acknowledged() {
    let started = apart(|| {
        let primary = Postgres::start_with("-c synchronous_commit=local")?;
        let standby = primary.standby();
        Some((primary, standby))
    });
    let Some((primary, standby)) = started.await else {
        return;
    };
    let address = Address::of(&primary).await;
    let mut config = config();
    config.database_url = Some(format!("postgres://postgres@127.0.0.1:{}/postgres", address.port));
    config.key = Some("5a".repeat(32));
    let server = Server::with(config).await;
    let database = sqlx::AnyPool::connect(&primary.url()).await.expect("opened");
    for sql in [
        "ALTER SYSTEM SET synchronous_standby_names = '*'",
        "SELECT pg_reload_conf()",
    ] {
        sqlx::query(sql).execute(&database).await.expect(sql);
    }
    let following = "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
    let waiting = async {
        while sqlx::query_scalar::<_, i64>(following)
            .fetch_one(&database)
            .await
            .expect("read")
            == 0
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    waited.expect("the standby follows");
    database.close().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let say = |seq: u64| json!({"act": "say", "words": format!("words {seq}")});
    for seq in 0..50 {
        server.act(&game.id, &game.white, seq, say(seq)).await;
    }
    // The standby is away: what only one of them has is not acknowledged.
    let (primary, standby) = apart(move || {
        standby.halt();
        (primary, standby)
    })
    .await;
    let path = format!("/api/games/{}/acts", game.id);
    let last = json!({"expected_seq": 50, "key": "last", "act": say(50)});
    let mut asking = Box::pin(server.post(&path, Some(&game.white), last.clone()));
    let answered = tokio::time::timeout(Duration::from_secs(2), &mut asking).await;
    assert!(answered.is_err(), "only one database has it");
    // The first is lost, and the second takes its place.
    let (_primary, standby) = apart(move || {
        primary.halt();
        standby.resume();
        standby.promote();
        (primary, standby)
    })
    .await;
    address.leads_to.store(standby.port(), SeqCst);
    asking.await.problem(503, "unavailable");
    let again = async {
        loop {
            let answer = server.post(&path, Some(&game.white), last.clone()).await;
            if answer.status == 200 {
                return answer.expect(200);
            }
            assert_eq!(answer.status, 503, "{}", answer.body);
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    };
    let again = tokio::time::timeout(PATIENCE, again).await;
    assert_eq!(again.expect("taken by the standby")["seq"], 51);
    // A node that has nothing in memory finds it so, too.
    let mut fresh = server.config.clone();
    fresh.database_url = Some(standby.url());
    server.running.stop().await;
    let said = admin::check(&fresh).await.expect("whole");
    assert!(said[0].contains("1 games and 51 acts"), "{said:?}");
    let server = Server::with(fresh).await;
    let shown = server
        .get(&format!("/api/games/{}", game.id), Some(&game.white))
        .await;
    for (seq, entry) in (0..).zip(shown.expect(200)["log"].as_array().expect("a log")) {
        assert_eq!(entry["act"]["words"], say(seq)["words"]);
    }
    server.running.stop().await;
}

/// Does something that takes long where it keeps nobody waiting.
async fn apart<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(what).await.expect("done")
}

/// Asks until the answer is the one expected.
async fn until(server: &Server, path: &str, token: &str, expected: impl Fn(&Value) -> bool) {
    let asking = async {
        while !expected(&server.get(path, Some(token)).await.expect(200)) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect(path);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_listens_or_seeks_on_one_node_is_seen_on_every_other() {
    let Some(postgres) = apart(Postgres::start).await else {
        return;
    };
    let (one, two) = tokio::join!(node(&postgres), node(&postgres));
    let mut tokens = Vec::new();
    for name in ["Ann", "Bob"] {
        let added = admin::add_user(&one.config, name, "a long password").await;
        added.expect("added");
        let mut token = admin::new_token(&one.config, name).await.expect("made");
        tokens.push(token.remove(0));
    }
    let mut listening = tokio::net::TcpStream::connect(one.address())
        .await
        .expect("connected");
    let asking = format!(
        "GET /api/stream/event HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n",
        tokens[0]
    );
    listening.write_all(asking.as_bytes()).await.expect("asked");
    let status = "/api/users/status?ids=ann,bob";
    let online = |shown: &Value| (shown[0]["online"] == true, shown[1]["online"] == true);
    until(&two, status, &tokens[1], |shown| online(shown) == (true, false)).await;
    drop(listening);
    until(&two, status, &tokens[1], |shown| online(shown) == (false, false)).await;
    // Both seek at once, each on a node of his own: either finds the other.
    for _ in 0..5 {
        let seek = |server: &Server, token: &str| {
            let (address, token) = (server.address(), bearer(Some(token)));
            let wish = json!({"time": "5", "increment": "3"}).to_string();
            async move {
                ask(address, "POST", "/api/board/seek", &token, Some(wish))
                    .await
                    .status
            }
        };
        let both = async { tokio::join!(seek(&one, &tokens[0]), seek(&two, &tokens[1])) };
        let found = tokio::time::timeout(PATIENCE, both).await;
        assert_eq!(found.expect("they find each other"), (200, 200));
    }
    let mut games = Vec::new();
    for (server, token) in [(&two, &tokens[0]), (&one, &tokens[1])] {
        let playing = server.get("/api/account/playing", Some(token)).await.expect(200);
        let playing = playing["nowPlaying"].as_array().expect("games").iter();
        let mut ids: Vec<String> = playing.map(|game| crate::client::text(&game["gameId"])).collect();
        ids.sort();
        games.push(ids);
    }
    assert_eq!(games[0].len(), 5, "one game each time");
    assert_eq!(games[0], games[1]);
    one.running.stop().await;
    two.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_ran_through_a_change_of_key_seals_nothing_with_the_old_one() {
    let Some(postgres) = apart(Postgres::start).await else {
        return;
    };
    let old = node(&postgres).await;
    let game = old.game(json!({"code": "bcc-1899"})).await;
    let acts = [
        (&game.white, json!({"act": "move", "move": "e2e4"})),
        (&game.black, json!({"act": "move", "move": "e7e5"})),
        (&game.white, json!({"act": "adjourn"})),
    ];
    for (seq, (who, act)) in (0..).zip(acts) {
        old.act(&game.id, who, seq, act).await;
    }
    // The documents say that all nodes are stopped first; this one was forgotten.
    admin::rotate_key(&old.config).await.expect("rotated");
    let new = std::fs::read_to_string(old.config.data.join("key.new")).expect("the new key");
    let path = format!("/api/games/{}/acts", game.id);
    let seal = json!({"expected_seq": 3, "key": "s", "act": {"act": "seal", "record": "Kt-KB3"}});
    let refused = old.post(&path, Some(&game.white), seal.clone()).await;
    assert_eq!(refused.status, 503);
    // What is not secret needs no key: it goes on.
    old.act(&game.id, &game.black, 3, json!({"act": "say", "words": "Well?"}))
        .await;
    let mut config = config();
    config.database_url = Some(postgres.url());
    config.key = Some(new.trim().to_owned());
    let right = Server::with(config).await;
    right
        .act(
            &game.id,
            &game.white,
            4,
            json!({"act": "seal", "record": "Kt-KB3"}),
        )
        .await;
    right
        .act(&game.id, &game.black, 5, json!({"act": "resume"}))
        .await;
    let shown = right
        .get(&format!("/api/games/{}", game.id), Some(&game.black))
        .await
        .expect(200);
    assert_eq!(shown["sealed"]["opened"]["record"], "Kt-KB3");
    admin::check(&right.config).await.expect("every envelope opens");
}

/// Whatever is said at one table on two nodes at the same time, whoever looks on hears all of it, once and in order.
#[tokio::test(flavor = "multi_thread")]
async fn of_what_is_said_on_two_nodes_at_once_nothing_is_missed() {
    let Some(postgres) = apart(Postgres::start).await else {
        return;
    };
    let (one, two) = tokio::join!(node(&postgres), node(&postgres));
    let game = one.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}/chat", game.id);
    let mut live = one.live(&game.id, Some(&game.white), 0).await;
    live.next("hello").await;
    let listening = tokio::spawn(async move {
        let mut heard = Vec::new();
        while heard.last() != Some(&"end".to_owned()) {
            let message = &live.next("chat").await["message"];
            heard.push(message["text"].as_str().expect("text").to_owned());
        }
        heard
    });
    futures_util::future::join_all((0..16).map(async |of: usize| {
        let server = [&one, &two][of % 2];
        for number in 0..20 {
            let body = json!({"channel": "table", "text": format!("{of} {number}")});
            server.post(&path, Some(&game.black), body).await.expect(201);
        }
    }))
    .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let body = json!({"channel": "table", "text": "end"});
    one.post(&path, Some(&game.black), body).await.expect(201);
    let heard = listening.await.expect("heard");
    let said = one.get(&format!("{path}?channel=table"), Some(&game.white)).await;
    let said = said.expect(200);
    let said: Vec<_> = said["messages"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|each| each["text"].as_str())
        .collect();
    assert_eq!(said.len(), 321);
    let heard: Vec<_> = heard.iter().map(|text| Some(text.as_str())).collect();
    assert_eq!(heard, said, "all, once, and in order");
    one.running.stop().await;
    two.running.stop().await;
}
