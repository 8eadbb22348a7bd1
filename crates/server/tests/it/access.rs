//! Nobody sees or does what is not his: every address, tried as every party.

use crate::client::{Seated, Server, ask, bearer, text};
use serde_json::{Value, json};

/// Who tries.
const PARTIES: [&str; 6] = ["white", "black", "umpire", "onlooker", "wrong token", "nobody"];

/// An address and what each of the parties must hear, in the order above.
struct Try {
    method: &'static str,
    path: &'static str,
    body: Option<Value>,
    heard: [u16; 6],
}

fn tries() -> Vec<Try> {
    let read = [200, 200, 200, 200, 401, 404];
    let get = |path, heard| Try {
        method: "GET",
        path,
        body: None,
        heard,
    };
    let post = |path, body: Value, heard| Try {
        method: "POST",
        path,
        body: Some(body),
        heard,
    };
    // A number nobody has seen: whoever may act hears that it is stale, all others that it is not theirs.
    let act =
        |by: &str| json!({"expected_seq": 999, "key": "k", "act": {"by": by, "act": "say", "words": "x"}});
    let say = |channel: &str| json!({"channel": channel, "text": "x"});
    let anyone = [200; 6];
    let locked_out = [401; 6];
    vec![
        get("/api/games/{id}", read),
        get("/api/games/{id}?from=1", read),
        get("/api/games/{id}/record", read),
        get("/api/games/{id}/record?states=true", read),
        get("/api/games/{id}/pgn", read),
        get("/api/games/{id}/score", read),
        get("/api/games/{id}/invitations", [200, 403, 403, 403, 401, 404]),
        post(
            "/api/games/{id}/invitations",
            json!({"party": "onlooker"}),
            [201, 201, 201, 403, 401, 404],
        ),
        post(
            "/api/games/{id}/acts",
            act("white"),
            [422, 403, 403, 403, 401, 404],
        ),
        post(
            "/api/games/{id}/acts",
            act("black"),
            [403, 422, 403, 403, 401, 404],
        ),
        post(
            "/api/games/{id}/acts",
            act("umpire"),
            [403, 403, 422, 403, 401, 404],
        ),
        post(
            "/api/games/{id}/acts",
            act("timekeeper"),
            [403, 403, 403, 403, 401, 404],
        ),
        post("/api/games/{id}/read", json!({"text": "P-K4"}), read),
        post(
            "/api/games/{id}/vacation",
            json!({"days": 3}),
            [422, 422, 403, 403, 401, 404],
        ),
        get("/api/games/{id}/chat?channel=table", read),
        get(
            "/api/games/{id}/chat?channel=white",
            [200, 403, 403, 403, 401, 404],
        ),
        get(
            "/api/games/{id}/chat?channel=black",
            [403, 200, 403, 403, 401, 404],
        ),
        get(
            "/api/games/{id}/chat?channel=onlookers",
            [403, 403, 200, 200, 401, 404],
        ),
        post(
            "/api/games/{id}/chat",
            say("table"),
            [201, 201, 201, 403, 401, 404],
        ),
        post(
            "/api/games/{id}/chat",
            say("white"),
            [201, 403, 403, 403, 401, 404],
        ),
        post(
            "/api/games/{id}/chat",
            say("black"),
            [403, 201, 403, 403, 401, 404],
        ),
        post(
            "/api/games/{id}/chat",
            say("onlookers"),
            [403, 403, 403, 201, 401, 404],
        ),
        get("/api/games/{id}/live", [400, 400, 400, 400, 400, 400]),
        get("/api/matches/nothing", [404; 6]),
        post("/api/matches/nothing/next", json!({}), [404; 6]),
        get("/api/invitations/nothing", [404; 6]),
        post("/api/invitations/nothing/accept", json!({}), [404; 6]),
        get("/api/games", locked_out),
        get("/api/games?public=true", anyone),
        get("/api/session", locked_out),
        get("/api/inbox", locked_out),
        post("/api/inbox/read", json!({"ids": []}), locked_out),
        Try {
            method: "DELETE",
            path: "/api/sessions",
            body: None,
            heard: locked_out,
        },
        Try {
            method: "DELETE",
            path: "/api/session",
            body: None,
            heard: [204; 6],
        },
        get("/api/laws", anyone),
        get("/api/laws/bcc-1899", anyone),
        get("/api/laws/bcc-1899/II.5(c)", anyone),
        get("/api/laws/readings", anyone),
        get("/api/laws/compare", anyone),
        get("/api/laws/compare/touch", anyone),
        post(
            "/api/judge",
            json!({"header": {}, "acts": [], "codes": ["bcc-1899"]}),
            anyone,
        ),
        post("/api/read", json!({"text": "P-K4"}), anyone),
        get("/api/about", anyone),
        get("/healthz", anyone),
        get("/readyz", anyone),
        get("/metrics", anyone),
        post("/api/games", json!({"header": {"code": "bcc-1899"}}), [201; 6]),
        post(
            "/api/games/import",
            json!({"record": "{\"code\":\"bcc-1899\"}"}),
            [201; 6],
        ),
        post(
            "/api/matches",
            json!({"header": {"code": "bcc-1899"}, "games": 1}),
            [201; 6],
        ),
        // Nobody sits behind these names and passwords.
        post("/api/session", json!({"name": "x", "password": "y"}), locked_out),
        post("/api/accounts", json!({"name": "x", "password": "y"}), [422; 6]),
        post("/api/accounts/delete", json!({"password": "y"}), locked_out),
        post(
            "/api/password",
            json!({"old": "y", "new": "long enough"}),
            locked_out,
        ),
        post("/api/tokens", json!({}), locked_out),
        Try {
            method: "DELETE",
            path: "/api/tokens",
            body: None,
            heard: locked_out,
        },
        // No such seat: but only he who opened the game, and the umpire, are told so.
        Try {
            method: "DELETE",
            path: "/api/games/{id}/seats/999",
            body: None,
            heard: [404, 403, 404, 403, 401, 404],
        },
        post(
            "/api/games/{id}/rematch",
            json!({}),
            [422, 422, 422, 403, 401, 404],
        ),
        post("/api/games/{id}/sit", json!({}), [404; 6]),
        // The last: after it everybody has another token.
        post(
            "/api/games/{id}/seats/renew",
            json!({}),
            [200, 200, 200, 200, 401, 404],
        ),
    ]
}

fn token<'g>(game: &'g Seated, party: &str) -> Option<&'g str> {
    match party {
        "white" => Some(&game.white),
        "black" => Some(&game.black),
        "umpire" => Some(&game.umpire),
        "onlooker" => Some(&game.onlooker),
        "wrong token" => Some("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_as_every_party() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let tries = tries();
    // No address is forgotten: the description of the interface lists them all.
    let described: Value = serde_json::from_str(&jadoube_server::openapi_document()).expect("JSON");
    for (path, methods) in described["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            let pattern: Vec<&str> = path.split('/').collect();
            let listed = tries.iter().any(|each| {
                let parts: Vec<&str> = each
                    .path
                    .split('?')
                    .next()
                    .unwrap_or_default()
                    .split('/')
                    .collect();
                each.method.eq_ignore_ascii_case(method)
                    && parts.len() == pattern.len()
                    && parts
                        .iter()
                        .zip(&pattern)
                        .all(|(part, wanted)| part == wanted || wanted.starts_with('{'))
            });
            assert!(listed, "{method} {path} is not in the table");
        }
    }
    let mut renewed = None;
    for each in &tries {
        for (party, heard) in PARTIES.iter().zip(each.heard) {
            let path = each.path.replace("{id}", &game.id);
            let body = each.body.as_ref().map(ToString::to_string);
            let answer = ask(
                server.address(),
                each.method,
                &path,
                &bearer(token(&game, party)),
                body,
            )
            .await;
            assert_eq!(
                answer.status, heard,
                "{} {} as {party}: {}",
                each.method, each.path, answer.body
            );
            for secret in [&game.white, &game.black, &game.umpire, &game.onlooker] {
                assert!(
                    !answer.body.contains(secret.as_str()),
                    "{} {} tells a secret to {party}",
                    each.method,
                    each.path
                );
            }
            if path.ends_with("/seats/renew") && *party == "white" {
                let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
                renewed = answer["token"].as_str().map(str::to_owned);
            }
        }
    }
    // All this talk changed nothing on the board, and the old link opens nothing more.
    let path = format!("/api/games/{}", game.id);
    server
        .get(&path, Some(&game.white))
        .await
        .problem(401, "unauthorized");
    let shown = server
        .get(&path, Some(&renewed.expect("a new token")))
        .await
        .expect(200);
    assert_eq!(shown["seq"], 0);
}

/// Who tries the addresses of programs made for Lichess: both players of a game that is not public, another account, a forged
/// secret, nobody.
const PROGRAMS: usize = 5;

/// What they hear, in this order; and which of them are told of the game.
type Heard = ([u16; PROGRAMS], [bool; PROGRAMS]);

fn tries_of_programs() -> Vec<(&'static str, &'static str, &'static str, Heard)> {
    let (nobody, theirs) = ([false; PROGRAMS], [true, true, false, false, false]);
    // What is open to anyone, to any account, and to those who sit there.
    let (anyone, accounts) = ([200; PROGRAMS], [200, 200, 200, 401, 401]);
    let seated = |ann, bob| [ann, bob, 404, 401, 401];
    let shown = [200, 200, 404, 404, 404];
    let mut tries = vec![
        ("GET", "/api/account", "", (accounts, nobody)),
        ("GET", "/api/account/playing", "", (accounts, nobody)),
        ("GET", "/api/account/preferences", "", (accounts, nobody)),
        ("POST", "/api/token/test", "x", (anyone, nobody)),
        ("GET", "/api/user/Ann", "", (anyone, nobody)),
        ("GET", "/api/user/Ann/current-game", "", (shown, theirs)),
        ("POST", "/api/users", "Ann,Bob", (anyone, nobody)),
        ("GET", "/api/users/status?ids=Ann", "", (anyone, nobody)),
        ("GET", "/api/bot/online", "", (anyone, nobody)),
        (
            "POST",
            "/api/bot/account/upgrade",
            "",
            ([400, 400, 200, 401, 401], nobody),
        ),
        ("GET", "/api/stream/game/{id}", "", (shown, theirs)),
        ("GET", "/game/export/{id}", "", (shown, theirs)),
        ("POST", "/api/games/export/_ids", "{id}", (anyone, theirs)),
        ("GET", "/api/games/user/Ann", "", (anyone, theirs)),
        ("GET", "/api/challenge", "", (accounts, nobody)),
        ("GET", "/api/challenge/{id}", "", (seated(200, 200), theirs)),
        ("GET", "/api/challenge/{id}/show", "", (seated(200, 200), theirs)),
        (
            "POST",
            "/api/challenge/{id}/accept",
            "",
            (seated(404, 200), nobody),
        ),
        (
            "POST",
            "/api/challenge/{id}/decline",
            "",
            ([404, 404, 404, 401, 401], nobody),
        ),
        (
            "POST",
            "/api/challenge/{id}/cancel",
            "",
            ([404, 404, 404, 401, 401], nobody),
        ),
        // To challenge oneself, or nobody, is a mistake of those who may challenge.
        (
            "POST",
            "/api/challenge/nobody",
            "",
            ([404, 404, 404, 401, 401], nobody),
        ),
        (
            "POST",
            "/api/challenge/ai",
            "level=99",
            ([400, 400, 400, 401, 401], nobody),
        ),
        (
            "POST",
            "/api/board/seek",
            "time=-1",
            ([400, 400, 400, 401, 401], nobody),
        ),
    ];
    for (method, path, body, ann, bob) in [
        ("GET", "/api/board/game/stream/{id}", "", 200, 200),
        ("POST", "/api/board/game/{id}/move/e7e5", "", 400, 400),
        ("POST", "/api/board/game/{id}/draw/yes", "", 400, 400),
        ("POST", "/api/board/game/{id}/takeback/no", "", 200, 200),
        ("POST", "/api/board/game/{id}/resign", "", 200, 400),
        ("POST", "/api/board/game/{id}/abort", "", 400, 400),
        ("POST", "/api/board/game/{id}/claim-victory", "", 400, 400),
        ("POST", "/api/board/game/{id}/claim-victory/", "", 400, 400),
        ("POST", "/api/board/game/{id}/claim-draw", "", 400, 400),
        ("GET", "/api/board/game/{id}/chat", "", 200, 200),
        (
            "POST",
            "/api/board/game/{id}/chat",
            "room=player&text=hm",
            200,
            200,
        ),
    ] {
        let told = if path.contains("stream") { theirs } else { nobody };
        tries.push((method, path, body, (seated(ann, bob), told)));
        let bots = path.replacen("/board/", "/bot/", 1).leak();
        tries.push((method, bots, body, (seated(ann, bob), told)));
    }
    tries
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_of_programs_as_every_caller() {
    let server = Server::new().await;
    let mut programs = Vec::new();
    for name in ["Ann", "Bob", "Cid"] {
        programs.push(server.program(name).await);
    }
    let (ann, bob) = (Some(&*programs[0]), Some(&*programs[1]));
    let wish = json!({"color": "white", "clock.limit": 600, "clock.increment": 0});
    let challenge = server.post("/api/challenge/Bob", ann, wish).await.expect(200);
    let id = text(&challenge["challenge"]["id"]);
    for (who, path) in [
        (bob, format!("/api/challenge/{id}/accept")),
        (ann, format!("/api/board/game/{id}/move/e2e4")),
        (bob, format!("/api/board/game/{id}/move/e7e5")),
        (ann, format!("/api/board/game/{id}/resign")),
    ] {
        server.post(&path, who, json!({})).await.expect(200);
    }
    let tries = tries_of_programs();
    // No address is forgotten: this is where they stand.
    let router = include_str!("../../src/routes/foreign/mod.rs");
    let routes = router.split("#[cfg(test)]").next().unwrap_or_default();
    for quoted in routes.split('"').skip(1).step_by(2) {
        let route = match quoted {
            address if address.starts_with("/api/stream/event") || address.contains("{*rest}") => continue,
            address if address.starts_with("/api/{kind}") => continue,
            address if address.starts_with("/api/") || address.starts_with("/game/") => address.to_owned(),
            rest if rest.contains("{id}") => format!("/api/bot/game/{rest}"),
            _ => continue,
        };
        let pattern: Vec<&str> = route.split('/').collect();
        let listed = tries.iter().any(|(_, path, ..)| {
            let parts: Vec<&str> = path.split('?').next().unwrap_or_default().split('/').collect();
            let fits = |(part, wanted): (&&str, &&str)| part == wanted || wanted.starts_with('{');
            parts.len() == pattern.len() && parts.iter().zip(&pattern).all(fits)
        });
        assert!(listed, "{route} is not in the table");
    }
    let callers = programs.iter().map(String::as_str);
    let callers: Vec<Option<&str>> = callers.chain(["jad_forged"]).map(Some).chain([None]).collect();
    let mut wrong = Vec::new();
    for (method, path, body, (statuses, told)) in tries {
        for (number, caller) in callers.iter().enumerate() {
            let mut head = bearer(*caller);
            let form = "application/x-www-form-urlencoded";
            head.push(("Content-Type".to_owned(), form.to_owned()));
            let (path, body) = (path.replace("{id}", &id), body.replace("{id}", &id));
            let body = Some(body).filter(|_| method == "POST");
            let answer = ask(server.address(), method, &path, &head, body).await;
            let heard = (answer.status, answer.body.contains(&id));
            if heard != (statuses[number], told[number]) {
                wrong.push(format!("{method} {path} as {number}: {heard:?} {}", answer.body));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What never ends is open to accounts alone.
    for caller in [Some("jad_forged"), None] {
        let events = server.get("/api/stream/event", caller).await;
        assert_eq!(events.status, 401, "{}", events.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_used_once() {
    let server = Server::new().await;
    let opened = server
        .post("/api/games", None, json!({"header": {"code": "bcc-1899"}}))
        .await
        .expect(201);
    let path = format!(
        "/api/invitations/{}/accept",
        crate::client::text(&opened["invitations"][0]["code"])
    );
    let own = "b".repeat(40);
    server.post(&path, None, json!({"token": own})).await.expect(200);
    server.post(&path, None, json!({"token": own})).await.expect(200);
    server
        .post(&path, None, json!({"token": "c".repeat(40)}))
        .await
        .problem(409, "taken");
    server.post(&path, None, json!({})).await.problem(409, "taken");
    server
        .post(&path, None, json!({"token": "short"}))
        .await
        .problem(422, "invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blindfold_player_is_sent_no_board() {
    let server = Server::new().await;
    let body = json!({"header": {"code": "bcc-1899"}, "blindfold": ["white"]});
    let opened = server.post("/api/games", None, body).await.expect(201);
    let (id, white) = (
        crate::client::text(&opened["id"]),
        crate::client::text(&opened["token"]),
    );
    let code = crate::client::text(&opened["invitations"][0]["code"]);
    let seat = server
        .post(&format!("/api/invitations/{code}/accept"), None, json!({}))
        .await
        .expect(200);
    let black = crate::client::text(&seat["token"]);
    let mut live = server.live(&id, Some(&white), 0).await;
    live.next("hello").await;
    let moved = server
        .act(&id, &white, 0, json!({"act": "move", "move": "e2e5"}))
        .await;
    let told = live.next("acts").await;
    let shown = server.get(&format!("/api/games/{id}"), Some(&white)).await;
    let read = server
        .post(
            &format!("/api/games/{id}/read"),
            Some(&white),
            json!({"text": "P-K4"}),
        )
        .await;
    for sent in [
        moved.to_string(),
        told.to_string(),
        opened.to_string(),
        shown.body,
        read.body,
    ] {
        assert!(!sent.contains("RNBQKBNR") && !sent.contains("g1f3"), "{sent}");
    }
    let sighted = server
        .get(&format!("/api/games/{id}"), Some(&black))
        .await
        .expect(200);
    assert!(sighted["state"]["board"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn persons_who_consult_speak_in_private_and_under_their_own_names() {
    let server = Server::new().await;
    let header = json!({"code": "bcc-1899", "mode": "communication", "sides": {"white": ["Ann", "Bob"], "black": ["Cy"]}});
    let opened = server
        .post("/api/games", None, json!({"header": header}))
        .await
        .expect(201);
    let (id, ann) = (
        crate::client::text(&opened["id"]),
        crate::client::text(&opened["token"]),
    );
    let mut tokens = Vec::new();
    for (at, name) in [(0, "Bob"), (1, "Cy")] {
        let invitation = &opened["invitations"][at];
        assert_eq!(invitation["name"], name);
        let path = format!(
            "/api/invitations/{}/accept",
            crate::client::text(&invitation["code"])
        );
        let seat = server
            .post(&path, None, json!({"name": "Mallory"}))
            .await
            .expect(200);
        tokens.push(crate::client::text(&seat["token"]));
    }
    let mut opponent = server.live(&id, Some(&tokens[1]), 0).await;
    opponent.next("hello").await;
    let mut partner = server.live(&id, Some(&tokens[0]), 0).await;
    partner.next("hello").await;
    let chat = format!("/api/games/{id}/chat");
    server
        .post(
            &chat,
            Some(&ann),
            json!({"channel": "white", "text": "shall we castle"}),
        )
        .await
        .expect(201);
    assert_eq!(partner.next("chat").await["message"]["text"], "shall we castle");
    let heard = opponent.overheard(std::time::Duration::from_millis(300)).await;
    assert!(!heard.contains("castle"), "{heard}");
    let act = json!({"act": "send", "text": "P-K4", "player": "Ann"});
    let acted = server.act(&id, &tokens[0], 0, act).await;
    assert_eq!(
        acted["entry"]["act"]["player"], "Bob",
        "nobody acts under another's name"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_blindfold_sees_no_board_by_any_door() {
    let server = Server::new().await;
    let cookie = server.account("Blackburne").await;
    let get = async |path: &str| ask(server.address(), "GET", path, &cookie, None).await;
    let open = async |blindfold: Value| {
        let header = json!({"code": "fide-2023", "guard": true});
        let body = json!({"header": header, "blindfold": blindfold}).to_string();
        let opened = ask(server.address(), "POST", "/api/games", &cookie, Some(body)).await;
        text(&opened.expect(201)["id"])
    };
    // He who sees the board finds his game by the other interface; he who does not, does not.
    let (blind, seeing) = (open(json!(["white"])).await, open(json!(["black"])).await);
    let playing = get("/api/account/playing").await.expect(200);
    let games: Vec<&str> = playing["nowPlaying"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|game| game["gameId"].as_str())
        .collect();
    assert_eq!(games, [seeing.as_str()], "{playing}");
    for path in [
        format!("/api/bot/game/stream/{blind}"),
        format!("/game/export/{blind}"),
        format!("/api/games/{blind}"),
        format!("/api/games/{blind}/record"),
        format!("/api/games/{blind}/score"),
        format!("/api/games/{blind}/pgn"),
    ] {
        let answer = get(&path).await;
        let board = ["rnbqkbnr/pppppppp", "\u{265c}\u{265e}", "<svg", "\"legal\""];
        let seen = board.iter().find(|board| answer.body.contains(**board));
        assert_eq!(seen, None, "{path}: {}", answer.body);
    }
}
