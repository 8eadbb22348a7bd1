//! What can a stranger do to others? One address, at the limits every server has.

use crate::client::{PASSWORD, Server, ask, bearer, config, text};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

/// A server with the limits it has where nothing is set.
async fn limited() -> Server {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = config();
    config.data = folder.path().join("data");
    config.rate = jadoube_server::Config::default().rate;
    let mut server = Server::with(config).await;
    server.folder = Some(folder);
    server
}

#[tokio::test(flavor = "multi_thread")]
async fn long_texts_long_headers_and_control_characters_are_refused() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}/acts", game.id);
    let long = "white men ".repeat(6_000);
    for act in [
        json!({"act": "decide", "by": "umpire", "ruling": long}),
        json!({"act": "say", "by": "umpire", "words": "a\u{0}b"}),
    ] {
        let body = json!({"expected_seq": 0, "key": "k", "act": act});
        let answer = server.post(&path, Some(&game.umpire), body).await;
        assert!(
            matches!(answer.status, 413 | 422),
            "{} {}",
            answer.status,
            answer.body
        );
    }
    let header = vec![("X-Long".to_owned(), "x".repeat(20_000))];
    let answer = ask(server.address(), "GET", "/api/about", &header, None).await;
    assert!(matches!(answer.status, 413 | 431), "{}", answer.status);
    // A name that cannot be kept is a mistake of the caller, not of the database.
    for name in [
        "a\u{0}b",
        "Ann\u{202e}",
        "A\u{200b}nn",
        "Ann\u{3164}",
        "Ann\u{2800}",
        "Ann\u{fe0f}",
        "Ann\u{34f}",
        "A\u{a0}nn",
        "A\nnn",
    ] {
        for body in [
            json!({"header": {"code": "bcc-1899"}, "name": name}),
            json!({"header": {"code": "bcc-1899", "sides": {"white": ["Cy"], "black": [name]}}}),
        ] {
            server
                .post("/api/games", None, body)
                .await
                .problem(422, "invalid");
        }
    }
    let crowd: Vec<String> = (0..40).map(|number| format!("Cy {number}")).collect();
    for header in [
        json!({"code": "bcc-1899", "sides": {"white": crowd, "black": ["Di"]}}),
        json!({"code": "bcc-1899", "odds": {"giver": "white", "men": [], "moves": 4_000_000_000u32}}),
        json!({"code": "bcc-1899", "mode": "communication", "reply_hours": 48}),
    ] {
        let body = json!({"header": header, "days_per_move": 3});
        server
            .post("/api/games", None, body)
            .await
            .problem(422, "invalid");
    }
    let login = json!({"name": "a\u{0}b", "password": "long enough"});
    server
        .post("/api/session", None, login)
        .await
        .problem(401, "unauthorized");
    server
        .get("/api/matches/a%00b", None)
        .await
        .problem(404, "not-found");
}

#[tokio::test(flavor = "multi_thread")]
async fn dear_claims_of_one_stranger_hold_up_nobody() {
    let server = limited().await;
    let other = server.game(json!({"code": "bcc-1899"})).await;
    let fens = [
        "q3Q3/8/8/1q4R1/8/k7/8/4K3 w - - 0 1",
        "3k4/3q4/8/8/Q7/7q/7Q/4K3 w - - 0 1",
    ];
    let mut claims = Vec::new();
    for number in 0..8 {
        let header = json!({"code": "bcc-1899", "start": fens[number % 2]});
        let game = server.game(header).await;
        let (address, path) = (server.address(), format!("/api/games/{}/acts", game.id));
        claims.push(tokio::spawn(async move {
            let act = json!({"act": "claim", "ground": "endless-checks"});
            let body = json!({"expected_seq": 0, "key": "k", "act": act}).to_string();
            ask(address, "POST", &path, &bearer(Some(&game.white)), Some(body))
                .await
                .status
        }));
    }
    // The others' acts are answered meanwhile. (Both come from one address here, so the other may be told to wait too;
    // what counts is that he is not left without an answer.)
    tokio::time::sleep(Duration::from_millis(300)).await;
    let said = json!({"expected_seq": 0, "key": "k", "act": {"act": "say", "words": "hello"}});
    let answer = server
        .post(&format!("/api/games/{}/acts", other.id), Some(&other.white), said)
        .await;
    assert!(matches!(answer.status, 200 | 429), "{}", answer.body);
    let mut heard: Vec<u16> = Vec::new();
    for claim in claims {
        heard.push(claim.await.expect("answered"));
    }
    // Two at a time for one person; the rest is told to come again.
    assert!(heard.contains(&429), "{heard:?}");
    assert!(
        heard.iter().all(|status| matches!(status, 200 | 413 | 429 | 503)),
        "{heard:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_opens_no_thousand_games() {
    let server = limited().await;
    let mut refused = 0;
    for _ in 0..80 {
        let answer = server
            .post("/api/games", None, json!({"header": {"code": "bcc-1899"}}))
            .await;
        refused += usize::from(answer.status == 429);
    }
    assert!(refused >= 10, "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_token_is_heard_by_nobody() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let mut live = server.live(&game.id, Some(&game.white), 0).await;
    live.next("hello").await;
    live.overheard(Duration::from_millis(300)).await;
    let path = format!("/api/games/{}", game.id);
    for _ in 0..5 {
        server
            .get(&path, Some("forged"))
            .await
            .problem(401, "unauthorized");
    }
    let heard = live.overheard(Duration::from_millis(300)).await;
    assert!(!heard.contains("seats"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accounts_name_is_its_owners_and_he_can_leave() {
    let server = Server::new().await;
    let ann = server.account("Anna").await;
    let body = json!({"header": {"code": "bcc-1899"}, "name": "anna"});
    server
        .post("/api/games", None, body.clone())
        .await
        .problem(409, "taken");
    let own = ask(
        server.address(),
        "POST",
        "/api/games",
        &ann,
        Some(body.to_string()),
    )
    .await;
    let opened: Value = own.expect(201);
    let change = |old: &str, new: &str| Some(json!({"old": old, "new": new}).to_string());
    let wrong = ask(
        server.address(),
        "POST",
        "/api/password",
        &ann,
        change("not this", "another one"),
    )
    .await;
    wrong.problem(403, "forbidden");
    let changed = ask(
        server.address(),
        "POST",
        "/api/password",
        &ann,
        change(PASSWORD, "another one"),
    )
    .await;
    let anew = changed.session();
    changed.expect(200);
    // The old session is over, the new one lasts.
    ask(server.address(), "GET", "/api/session", &ann, None)
        .await
        .problem(401, "unauthorized");
    let ann = anew;
    ask(server.address(), "GET", "/api/session", &ann, None)
        .await
        .expect(200);
    let farewell = Some(json!({"password": "another one"}).to_string());
    ask(server.address(), "POST", "/api/accounts/delete", &ann, farewell)
        .await
        .expect(204);
    let path = format!("/api/games/{}", text(&opened["id"]));
    let shown = server.get(&path, opened["token"].as_str()).await;
    assert_eq!(shown.status, 200, "the game stays");
    assert!(!shown.body.contains("nna"), "{}", shown.body);
    let login = json!({"name": "Anna", "password": "another one"});
    server
        .post("/api/session", None, login)
        .await
        .problem(401, "unauthorized");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_comes_under_a_name_that_looks_like_anothers() {
    let server = Server::new().await;
    let ann = server.account("Ann").await;
    server.account("сосо").await;
    // Capital Alpha; Latin letters of full width; Latin letters that read as a Cyrillic word.
    let (mixed, wide, latin) = ("\u{391}nn", "\u{ff21}\u{ff4e}\u{ff4e}", "coco");
    for name in [mixed, wide, "AΝΝ", latin, "ANN"] {
        let header = json!({"code": "bcc-1899"});
        let sides = json!({"code": "bcc-1899", "sides": {"white": ["Cy"], "black": [name, "Di"]}});
        for body in [json!({"header": header, "name": name}), json!({"header": sides})] {
            server.post("/api/games", None, body).await.problem(409, "taken");
        }
        let account = json!({"name": name, "password": "long enough"});
        let refused = server.post("/api/accounts", None, account).await;
        assert!(matches!(refused.status, 409 | 422), "{name}: {}", refused.body);
        let opened = server
            .post("/api/games", None, json!({"header": header}))
            .await
            .expect(201);
        let accept = format!(
            "/api/invitations/{}/accept",
            text(&opened["invitations"][0]["code"])
        );
        server
            .post(&accept, None, json!({"name": name}))
            .await
            .problem(409, "taken");
    }
    // Letters of several scripts in one word deceive whoever comes later.
    for (path, body) in [
        (
            "/api/games",
            json!({"header": {"code": "bcc-1899"}, "name": "Вill"}),
        ),
        (
            "/api/accounts",
            json!({"name": "Вill", "password": "long enough"}),
        ),
    ] {
        let problem = server.post(path, None, body).await.problem(422, "invalid");
        assert!(text(&problem["detail"]).contains("one script"), "{problem}");
    }
    // Her own name is hers, however she writes it; other names are free.
    let own = json!({"header": {"code": "bcc-1899"}, "name": "ANN"}).to_string();
    ask(server.address(), "POST", "/api/games", &ann, Some(own))
        .await
        .expect(201);
    for name in ["Anna", "Анна", "Борис Spassky", "山田たろう"] {
        let body = json!({"header": {"code": "bcc-1899"}, "name": name});
        server.post("/api/games", None, body).await.expect(201);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_can_be_revoked_and_renewed() {
    let server = Server::new().await;
    let opened = server
        .post("/api/games", None, json!({"header": {"code": "bcc-1899"}}))
        .await
        .expect(201);
    let (id, white) = (text(&opened["id"]), text(&opened["token"]));
    let path = format!("/api/games/{id}");
    let waiting = server
        .get(&format!("{path}/invitations"), Some(&white))
        .await
        .expect(200);
    let black = &waiting["waiting"].as_array().expect("a list")[0];
    let revoke = format!("{path}/seats/{}", black["seat"]);
    ask(server.address(), "DELETE", &revoke, &bearer(Some(&white)), None)
        .await
        .expect(204);
    let code = text(&opened["invitations"][0]["code"]);
    server
        .get(&format!("/api/invitations/{code}"), None)
        .await
        .problem(404, "not-found");
    // A live view by an old link ends when the link is renewed.
    let mut live = server.live(&id, Some(&white), 0).await;
    live.next("hello").await;
    let renewed = server
        .post(&format!("{path}/seats/renew"), Some(&white), json!({}))
        .await
        .expect(200);
    assert_eq!(live.next("bye").await["reason"], "unauthorized");
    server.get(&path, Some(&white)).await.problem(401, "unauthorized");
    server.get(&path, renewed["token"].as_str()).await.expect(200);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_is_nobody_elses_to_read() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::new().await;
    server.game(json!({"code": "bcc-1899"})).await;
    let copy = server.config.data.join("copy.sqlite");
    jadoube_server::admin::backup(&server.config, &copy)
        .await
        .expect("copied");
    for file in std::fs::read_dir(&server.config.data).expect("the data folder") {
        let file = file.expect("a file");
        let mode = file.metadata().expect("its mode").permissions().mode();
        if file.file_name() != "lock" {
            assert_eq!(mode & 0o077, 0, "{} {mode:o}", file.path().display());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sits_down_under_anothers_name() {
    let server = Server::new().await;
    let ann = server.account("Ann").await;
    let sides = json!({"header": {"code": "bcc-1899", "sides": {"white": ["Ann"], "black": ["Cy"]}}});
    for path in ["/api/games", "/api/matches"] {
        let mut body = sides.clone();
        if path == "/api/matches" {
            body["games"] = 2.into();
        }
        server.post(path, None, body.clone()).await.problem(409, "taken");
        ask(server.address(), "POST", path, &ann, Some(body.to_string()))
            .await
            .expect(201);
    }
    let record = json!({"code": "bcc-1899", "sides": {"white": ["Ann"], "black": ["Cy"]}}).to_string();
    server
        .post("/api/games/import", None, json!({"record": record}))
        .await
        .problem(409, "taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_muted_says_nothing_in_the_record_either() {
    let server = Server::new().await;
    let ann = server.account("Ann").await;
    let open = json!({"header": {"code": "bcc-1899"}}).to_string();
    let opened = ask(server.address(), "POST", "/api/games", &ann, Some(open))
        .await
        .expect(201);
    jadoube_server::admin::mute(&server.config, "Ann", true)
        .await
        .expect("muted");
    let path = format!("/api/games/{}/acts", text(&opened["id"]));
    let send = async |seq: u32, act: Value| {
        let body = json!({"expected_seq": seq, "key": act.to_string().chars().take(60).collect::<String>(), "act": act});
        server.post(&path, opened["token"].as_str(), body).await
    };
    for act in [
        json!({"act": "say", "words": "you play badly"}),
        json!({"act": "move", "move": "e2e4", "say": "you play badly"}),
        json!({"act": "offer", "what": "draw", "condition": "you learn to play"}),
    ] {
        send(0, act).await.problem(403, "forbidden");
    }
    // What the law asks of a player he may always say and do.
    send(0, json!({"act": "say", "words": "Check!"}))
        .await
        .expect(200);
    send(1, json!({"act": "move", "move": "e2e4"})).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_of_other_programs_answer_in_their_form() {
    let server = Server::new().await;
    for path in ["/api/board/nothing", "/api/bot/game/x/y/z"] {
        let answer = server.get(path, None).await;
        assert_eq!(answer.status, 404, "{path}");
        let body: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert!(body["error"].is_string(), "{path}: {body}");
    }
    let (ann, _) = (server.account("Ann").await, server.account("Bob").await);
    let wish = json!({"clock": {"limit": 300, "increment": 2}, "color": "white"});
    let challenge = ask(
        server.address(),
        "POST",
        "/api/challenge/Bob",
        &ann,
        Some(wish.to_string()),
    )
    .await;
    let shown = challenge.expect(200);
    assert_eq!(shown["timeControl"]["limit"], 300, "{shown}");
    let list = json!({"clock.limit": [300]}).to_string();
    let refused = ask(server.address(), "POST", "/api/challenge/Bob", &ann, Some(list)).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
}

/// What this method answers so many times, by status.
async fn tally(times: usize, mut ask: impl AsyncFnMut(usize) -> u16) -> BTreeMap<u16, usize> {
    let mut heard = BTreeMap::new();
    for number in 0..times {
        *heard.entry(ask(number).await).or_default() += 1;
    }
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn talk_seats_and_links_of_one_stranger_have_an_end() {
    let server = limited().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    // Talk: bytes count, and not messages alone.
    let text = "\u{1f600}".repeat(1000);
    let path = format!("/api/games/{}/chat", game.id);
    let said = tally(140, async |_| {
        let body = json!({"channel": "table", "text": text});
        server.post(&path, Some(&game.white), body).await.status
    })
    .await;
    assert_eq!(said.get(&201), Some(&131), "half a megabyte: {said:?}");
    assert_eq!(said.get(&429), Some(&9), "{said:?}");
    // What is full for one channel is not for another.
    let body = json!({"channel": "white", "text": text});
    server.post(&path, Some(&game.white), body).await.expect(201);
    // Links changed again and again: each change is noted, so there is an end to them.
    let path = format!("/api/games/{}/invitations", game.id);
    let invited = tally(230, async |_| {
        let body = json!({"party": "onlooker"});
        server.post(&path, Some(&game.white), body).await.status
    })
    .await;
    assert!(invited[&429] >= 10 && invited[&201] >= 150, "{invited:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_annulled_games_has_an_end() {
    let server = limited().await;
    let body = json!({"header": {"code": "bcc-1899"}, "games": 1, "opponent": "here"});
    let opened = server.post("/api/matches", None, body).await.expect(201);
    let token = text(&opened["token"]);
    let (mut id, of) = (text(&opened["id"]), text(&opened["match"]["id"]));
    let mut last = 0;
    for _ in 0..70 {
        let act = json!({"by": "umpire", "act": "decide", "result": "annulled", "ruling": "again"});
        server.act(&id, &token, 0, act).await;
        let next = server
            .post(&format!("/api/matches/{of}/next"), Some(&token), json!({}))
            .await;
        last = next.status;
        if last != 201 {
            break;
        }
        id = text(&next.expect(201)["id"]);
    }
    assert_eq!(last, 429, "as many games as one likes");
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_and_their_tokens_are_numbered() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = config();
    config.data = folder.path().join("data");
    config.rate = 200;
    config.most_accounts = 2;
    let server = Server::with(config).await;
    let mut cookies = Vec::new();
    for (name, status) in [("Ann", 201), ("Bob", 201), ("Cy", 429)] {
        let body = json!({"name": name, "password": "long enough"});
        let answer = server.post("/api/accounts", None, body).await;
        assert_eq!(answer.status, status, "{}", answer.body);
        cookies.extend(
            answer
                .header("set-cookie")
                .and_then(|cookie| cookie.split(';').next())
                .map(str::to_owned),
        );
    }
    let cookie = [("Cookie".to_owned(), cookies[0].clone())];
    let made = tally(55, async |_| {
        let body = Some(json!({"name": "program"}).to_string());
        ask(server.address(), "POST", "/api/tokens", &cookie, body)
            .await
            .status
    })
    .await;
    assert_eq!((made[&201], made[&429]), (50, 5), "{made:?}");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_for_many_things_at_once_has_asked_as_often() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = config();
    config.data = folder.path().join("data");
    config.rate = 10;
    let server = Server::with(config).await;
    let kind = vec![("Content-Type".to_owned(), "text/plain".to_owned())];
    let users = async |names: String| {
        let asked = ask(server.address(), "POST", "/api/users", &kind, Some(names)).await;
        asked.status
    };
    assert_eq!(users("ann,".repeat(5_000)).await, 413);
    let names: Vec<String> = (0..90).map(|number| format!("nobody{number}")).collect();
    assert_eq!(users(names.join(",")).await, 200);
    assert_eq!(users(names.join(",")).await, 429);
    // What lies beside the other addresses is not forgotten at the door.
    let taken = tally(60, async |_| {
        server.get("/game/export/nothing", None).await.status
    })
    .await;
    assert!(taken.get(&429).is_some_and(|refused| *refused > 20), "{taken:?}");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_player_alone_makes_a_game_void_that_was_opened_on_other_terms() {
    let server = Server::new().await;
    let ann = server.account("Ann").await;
    let post = async |path: &str, body: Value| {
        let asked = ask(server.address(), "POST", path, &ann, Some(body.to_string()));
        asked.await
    };
    let header = json!({"code": "fide-2023", "guard": true});
    let opened = post("/api/games", json!({"header": header})).await.expect(201);
    let id = text(&opened["id"]);
    let aborted = post(&format!("/api/board/game/{id}/abort"), json!({})).await;
    assert_eq!(aborted.status, 400, "{}", aborted.body);
    let shown = ask(server.address(), "GET", &format!("/api/games/{id}"), &ann, None).await;
    assert_eq!(shown.expect(200)["state"]["status"], "in-play");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_positions_tells_each_of_them_once() {
    let server = Server::new().await;
    let header = json!({"code": "fide-2023", "guard": true, "clock": false});
    let body = json!({"header": header, "opponent": "here", "public": true});
    let opened = server.post("/api/games", None, body).await.expect(201);
    let (id, token) = (text(&opened["id"]), text(&opened["token"]));
    let (address, path) = (server.address(), format!("/api/stream/game/{id}"));
    let act = async |seq: u64, by: &str, mut act: Value| {
        act["by"] = by.into();
        server.act(&id, &token, seq, act).await
    };
    act(0, "white", json!({"act": "move", "move": "e2e4"})).await;
    let listening = tokio::spawn(async move { ask(address, "GET", &path, &[], None).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    act(1, "black", json!({"act": "move", "move": "e7e5"})).await;
    act(2, "white", json!({"act": "move", "move": "g1f3"})).await;
    act(3, "black", json!({"act": "resign"})).await;
    let told = listening.await.expect("told").body;
    let lines = told.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let positions = lines.iter().filter(|line| line["id"].is_null());
    let moves: Vec<&str> = positions.map(|line| line["lm"].as_str().unwrap_or("")).collect();
    assert_eq!(moves, ["", "e2e4", "e7e5", "g1f3"], "{told}");
    assert_eq!(
        lines.last().map(|line| &line["status"]["name"]),
        Some(&json!("resign"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_on_pays_for_what_he_is_shown() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (seq, mv) in (0..60).zip(knights.into_iter().cycle()) {
        let who = if seq % 2 == 0 { &game.white } else { &game.black };
        let act = json!({"act": "move", "move": mv});
        server.act(&game.id, who, seq, act).await;
    }
    let mut config = server.config.clone();
    let _folder = server.folder;
    server.running.stop().await;
    (config.rate, config.cost) = (200, 1);
    let server = Server::with(config).await;
    let mut refused = false;
    for _ in 0..200 {
        let mut live = server.live(&game.id, Some(&game.onlooker), 0).await;
        assert_eq!(live.next("hello").await["game"]["seq"], 60);
        if server.get("/api/about", None).await.status == 429 {
            refused = true;
            break;
        }
    }
    assert!(refused, "200 views of a game cost nothing");
}

/// A server on which somebody has taken in these records, and which then is begun again with these limits: the server, and of
/// each game its name and the secret of the seat.
async fn with_records(
    records: &[String],
    limits: impl FnOnce(&mut jadoube_server::Config),
) -> (Server, Vec<(String, String)>) {
    let mut server = Server::new().await;
    let mut games = Vec::new();
    for record in records {
        let body = json!({"record": record, "public": true});
        let opened = server.post("/api/games/import", None, body).await.expect(201);
        games.push((text(&opened["id"]), text(&opened["token"])));
    }
    let (mut config, folder) = (server.config.clone(), server.folder.take());
    server.running.stop().await;
    limits(&mut config);
    let mut server = Server::with(config).await;
    server.folder = folder;
    (server, games)
}

/// A game in which the Knights go to and fro.
fn long_game(moves: usize) -> String {
    let mut record = json!({"code": "bcc-1899", "guard": true}).to_string();
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (number, mv) in knights.into_iter().cycle().take(moves).enumerate() {
        let by = ["white", "black"][number % 2];
        record.extend(["\n", &json!({"by": by, "act": "move", "move": mv}).to_string()]);
    }
    record
}

/// Connections on which this was sent and of which nothing is taken.
async fn connections(server: &Server, count: usize, sent: &str) -> Vec<TcpStream> {
    let mut all = Vec::new();
    for _ in 0..count {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small one");
        let mut stream = socket.connect(server.address()).await.expect("connected");
        stream.write_all(sent.as_bytes()).await.expect("sent");
        all.push(stream);
    }
    all
}

/// What they are answered, by status; those that are not answered within a while are counted under 0.
async fn statuses(streams: &mut [TcpStream]) -> BTreeMap<u16, usize> {
    let status = async |stream: &mut TcpStream| {
        let mut line = [0; 12];
        let reading = tokio::time::timeout(Duration::from_secs(3), stream.read_exact(&mut line));
        let Ok(Ok(_)) = reading.await else { return 0 };
        let status = std::str::from_utf8(&line[9..]).expect("ASCII");
        status.parse().expect("a number")
    };
    let heard = futures_util::future::join_all(streams.iter_mut().map(status)).await;
    let mut tally = BTreeMap::new();
    for status in heard {
        *tally.entry(status).or_default() += 1;
    }
    tally
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_takes_take_no_more_room_than_one_person_has() {
    let mut record = json!({"code": "bcc-1899"}).to_string();
    let words = "x".repeat(990);
    for number in 0..2_300 {
        let act = json!({"by": "white", "act": "say", "words": format!("{words}{number}"), "at": 0.0});
        record.extend(["\n", &act.to_string()]);
    }
    let limits = |config: &mut jadoube_server::Config| (config.rate, config.cost) = (200, 0);
    let (server, games) = with_records(&[record], limits).await;
    let (id, token) = &games[0];
    // As long as it is, it is told of at a live view.
    let mut live = server.live(id, Some(token), 0).await;
    assert_eq!(live.next("hello").await["game"]["seq"], 2_300);
    let path = format!("/api/games/{id}/record?states=true");
    let long = server.get(&path, Some(token)).await;
    assert!(
        long.status == 200 && long.body.len() > 4 << 20,
        "{}",
        long.body.len()
    );
    let sent = format!("GET {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n");
    let mut held = connections(&server, 30, &sent).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let heard = statuses(&mut held).await;
    let most = (64 << 20) / long.body.len();
    assert!(heard[&200] <= most && heard[&429] >= 30 - most, "{heard:?}");
    // What is left is taken by what does not end.
    let rest = ((64 << 20) - most * long.body.len()) / 2;
    let head = "POST /api/games/import HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    held.extend(connections(&server, 2, &format!("{head}Content-Length: {rest}\r\n\r\n")).await);
    tokio::time::sleep(Duration::from_millis(500)).await;
    // So it is with a live view of it; what is short is answered all the while.
    let mut live = server.live(id, Some(token), 0).await;
    assert_eq!(live.any().await["type"], "bye");
    server.get("/api/about", None).await.expect(200);
    // Whoever has gone, or has taken what was his, takes no room.
    drop(held);
    for _ in 0..200 {
        if server.get(&path, Some(token)).await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("room that was taken is never free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_and_does_not_end_takes_no_more_room_than_one_person_has() {
    let server = limited().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let head = "POST /api/games/import HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    for length in ["Content-Length: 4000000", "Transfer-Encoding: chunked"] {
        let mut held = connections(&server, 30, &format!("{head}{length}\r\n\r\n")).await;
        let heard = statuses(&mut held).await;
        assert_eq!(heard, [(0, 16), (429, 14)].into(), "{length}");
        let body = json!({"record": long_game(1)});
        let short = server.post("/api/games/import", None, body).await;
        assert_eq!(short.status, 201, "what is short is let in: {}", short.body);
        drop(held);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let act = json!({"act": "move", "move": "e2e4"});
    server.act(&game.id, &game.white, 0, act).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_in_one_request_are_paid_for_one_by_one() {
    let limits = |config: &mut jadoube_server::Config| (config.rate, config.cost) = (200, 1);
    let (server, games) = with_records(&[900; 3].map(long_game), limits).await;
    let ids: Vec<&str> = games.iter().map(|(id, _)| id.as_str()).collect();
    let kind = vec![
        ("Content-Type".to_owned(), "text/plain".to_owned()),
        ("Accept".to_owned(), "application/x-ndjson".to_owned()),
    ];
    let path = "/api/games/export/_ids";
    let taken = ask(server.address(), "POST", path, &kind, Some(ids.join(","))).await;
    assert_eq!(taken.status, 429, "{} bytes", taken.body.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_asked_for_as_often_as_anything_else() {
    let (server, _) = with_records(&[], |config| config.rate = 2).await;
    let asked = tally(30, async |_| server.get("/", None).await.status).await;
    assert!(asked[&429] >= 10, "{asked:?}");
    let asked = tally(30, async |_| server.get("/healthz", None).await.status).await;
    assert_eq!(
        asked[&200], 30,
        "whoever keeps the server is always answered: {asked:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_on_pays_for_every_act_he_is_told_of() {
    let limits = |config: &mut jadoube_server::Config| {
        (config.rate, config.cost) = (200, 2);
        config.trusted_proxies = vec![[127, 0, 0, 1].into()];
    };
    let (server, games) = with_records(&[long_game(4)], limits).await;
    let (id, token) = &games[0];
    let invite = json!({"party": "black"});
    let path = format!("/api/games/{id}");
    let invited = server
        .post(&format!("{path}/invitations"), Some(token), invite)
        .await;
    let black = server.accept(&invited.expect(201)).await;
    let mut views = Vec::new();
    for _ in 0..10 {
        let mut live = server.live(id, None, 0).await;
        live.next("hello").await;
        views.push(live);
    }
    // The players come from elsewhere.
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (seq, mv) in (4..400).zip(knights.into_iter().cycle()) {
        let who = if seq % 2 == 0 { token } else { &black };
        let mut head = bearer(Some(who));
        let from = format!("10.0.{}.{}", seq / 100, seq % 100);
        head.push(("X-Forwarded-For".to_owned(), from));
        let act = json!({"act": "move", "move": mv});
        let body = json!({"expected_seq": seq, "key": format!("k{seq}"), "act": act}).to_string();
        let acts = format!("{path}/acts");
        ask(server.address(), "POST", &acts, &head, Some(body))
            .await
            .expect(200);
        for live in &mut views {
            assert_eq!(live.next("acts").await["seq"], seq + 1);
        }
        if server.get("/api/about", None).await.status == 429 {
            return;
        }
    }
    panic!("to be told of 400 acts costs nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_says_more_and_more_at_a_live_view_is_shown_out() {
    let (server, games) = with_records(&[long_game(2)], |config| config.rate = 1).await;
    let (id, token) = &games[0];
    let mut live = server.live(id, Some(token), 0).await;
    live.next("hello").await;
    for said in 0..60 {
        live.say(&json!({"type": "ping"})).await;
        let heard = live.any().await;
        if heard["type"] == "bye" {
            assert!(said > 1 && heard["reason"] == "slow", "{heard}");
            return;
        }
    }
    panic!("he may say whatever he likes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_game_is_told_of_to_its_last_position() {
    let limits = |config: &mut jadoube_server::Config| config.rate = 200;
    let ended = |moves| long_game(moves) + "\n" + &json!({"by": "white", "act": "resign"}).to_string();
    let (server, games) = with_records(&[49, 50, 51, 125].map(ended), limits).await;
    for ((id, _), moves) in games.iter().zip([49, 50, 51, 125]) {
        let told = server.get(&format!("/api/stream/game/{id}"), None).await.body;
        let lines = told
            .lines()
            .filter(|line| line.contains("\"fen\"") && !line.contains("\"id\""));
        let last = lines.clone().next_back().unwrap_or_default();
        assert_eq!(lines.count(), moves + 1, "{told}");
        let knights = ["f6g8", "g1f3", "g8f6", "f3g1"];
        assert!(last.contains(knights[moves % 4]), "{last}");
    }
}

/// Somebody who asks from an address of his own, by one of his programs.
async fn asks_from(
    server: &Server,
    address: &str,
    token: &str,
    path: &str,
    body: Value,
) -> crate::client::Answer {
    let mut head = bearer(Some(token));
    head.push(("X-Forwarded-For".to_owned(), address.to_owned()));
    ask(server.address(), "POST", path, &head, Some(body.to_string())).await
}

/// Somebody who looks for an opponent, until what is given is dropped.
async fn seeks_from(server: &Server, address: &str, token: &str) -> TcpStream {
    let body = r#"{"time":"5","increment":"3"}"#;
    let sent = format!(
        "POST /api/board/seek HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\nX-Forwarded-For: {address}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server.address()).await.expect("connected");
    stream.write_all(sent.as_bytes()).await.expect("sent");
    let mut line = [0; 12];
    let reading = tokio::time::timeout(Duration::from_secs(10), stream.read_exact(&mut line));
    reading.await.expect("in time").expect("an answer");
    assert_eq!(&line[9..], b"200");
    stream
}

/// Those who may open no more games cost nobody else any: whoever looks for an opponent may open as many games afterwards as
/// before, and finds the one who has room.
#[tokio::test(flavor = "multi_thread")]
async fn seekers_who_are_full_cost_nobody_else_his_games() {
    let (server, _) = with_records(&[], |config| {
        (config.rate, config.most_games) = (200, 1);
        config.trusted_proxies = vec![[127, 0, 0, 1].into()];
    })
    .await;
    let mut tokens = Vec::new();
    for name in ["Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida"] {
        let added = jadoube_server::admin::add_user(&server.config, name, "a long password").await;
        added.expect("added");
        let made = jadoube_server::admin::new_token(&server.config, name).await;
        tokens.push(made.expect("made").remove(0));
    }
    let (ann, bob) = (tokens[0].clone(), tokens[1].clone());
    let mut full = Vec::new();
    for (number, token) in tokens[2..].iter().enumerate() {
        let from = format!("10.0.0.{number}");
        let game = json!({"header": {"code": "bcc-1899"}});
        asks_from(&server, &from, token, "/api/games", game)
            .await
            .expect(201);
        full.push(seeks_from(&server, &from, token).await);
    }
    for _ in 0..12 {
        drop(seeks_from(&server, "10.1.1.1", &ann).await);
    }
    full.push(seeks_from(&server, "10.0.1.1", &bob).await);
    drop(seeks_from(&server, "10.1.1.1", &ann).await);
    let playing = server.get("/api/account/playing", Some(&ann)).await.expect(200);
    assert_eq!(
        playing["nowPlaying"][0]["opponent"]["username"], "Bob",
        "{playing}"
    );
    let game = json!({"header": {"code": "bcc-1899"}});
    asks_from(&server, "10.1.1.1", &ann, "/api/games", game)
        .await
        .expect(201);
    server.running.stop().await;
}

/// What the database does for somebody is at his expense.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_the_database_much_pays_for_it() {
    let mut server = Server::new().await;
    let ann = server.account("Ann").await;
    let (mut config, folder) = (server.config.clone(), server.folder.take());
    server.running.stop().await;
    let url = format!(
        "sqlite://{}?mode=rwc",
        config.data.join("jadoube.sqlite").display()
    );
    sqlx::any::install_default_drivers();
    let mut database = <sqlx::AnyConnection as sqlx::Connection>::connect(&url)
        .await
        .expect("opened");
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)";
    for sql in [
        "INSERT INTO games (id, header, settings, code, mode, public, created_ms, updated_ms, seq, status, turn)
         SELECT 'g' || i, '{\"code\":\"bcc-1899\"}', '{}', 'bcc-1899', 'board', 0, i, i, 0, 'in-play', 'white' FROM n",
        "INSERT INTO seats (game, seat, parties, person, creator, account)
         SELECT 'g' || i, 1, 'white', 0, 1, (SELECT id FROM accounts) FROM n",
    ] {
        let query = sqlx::query(sqlx::AssertSqlSafe(format!("{numbers} {sql}")));
        query.execute(&mut database).await.expect("put there");
    }
    sqlx::Connection::close(database).await.expect("closed");
    (config.rate, config.cost) = (200, 2);
    let mut server = Server::with(config).await;
    server.folder = folder;
    let asked = tally(30, async |_| {
        ask(server.address(), "GET", "/api/games", &ann, None)
            .await
            .status
    })
    .await;
    assert!(asked.get(&429).is_some_and(|refused| *refused >= 15), "{asked:?}");
    server.running.stop().await;
}

/// However much is said while somebody takes nothing of what he is told, he hears everything, once and in order.
#[tokio::test(flavor = "multi_thread")]
async fn a_view_that_lags_hears_all_that_was_said() {
    let mut record = json!({"code": "bcc-1899"}).to_string();
    let words = "x".repeat(990);
    for number in 0..2_300 {
        let act = json!({"by": "white", "act": "say", "words": format!("{words}{number}"), "at": 0.0});
        record.extend(["\n", &act.to_string()]);
    }
    let (server, games) = with_records(&[record], |_| ()).await;
    let (id, token) = &games[0];
    let path = format!("/api/games/{id}/chat");
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small one");
    let stream = socket.connect(server.address()).await.expect("connected");
    // He does not even take what he is told first.
    let mut live = server.live_by(stream, id, Some(token), 0).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    // More than are kept for one who lags, and than are read at once.
    for number in 0..140 {
        let body = json!({"channel": "table", "text": number.to_string()});
        server.post(&path, Some(token), body).await.expect(201);
    }
    assert_eq!(live.next("hello").await["game"]["seq"], 2_300);
    for number in 0..140 {
        assert_eq!(live.next("chat").await["message"]["text"], number.to_string());
    }
    server.running.stop().await;
}
