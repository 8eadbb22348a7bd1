//! Acts: taken once, in order, durable, and answered as the law says.

use crate::client::{Server, ask, text};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_breach_is_ruled_on_and_penalised() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let after = server
        .act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e5"}))
        .await;
    assert_eq!(after["seq"], 1);
    assert_eq!(after["state"]["turn"], "white");
    assert_eq!(after["entry"]["rulings"][0]["clause"], "II.6(a)");
    // The offender sees no rights of his opponent.
    assert_eq!(after["state"]["options"]["black"], json!([]));
    let black = server
        .get(&format!("/api/games/{}", game.id), Some(&game.black))
        .await
        .expect(200);
    let right = &black["state"]["options"]["black"][0];
    assert!(right["clause"].is_string(), "{black}");
    // A right can be given back as it stands.
    let exacted = server.act(&game.id, &game.black, 1, right.clone()).await;
    assert_eq!(exacted["seq"], 2);
    assert!(exacted["state"]["refused"].is_null(), "{exacted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_act_gets_the_present_game_and_a_repeated_one_the_first_answer() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let acts = format!("/api/games/{}/acts", game.id);
    let first =
        json!({"expected_seq": 0, "key": "one", "act": {"by": "white", "act": "move", "move": "e2e4"}});
    let done = server
        .post(&acts, Some(&game.white), first.clone())
        .await
        .expect(200);
    assert_eq!(done["repeated"], false);
    let reply =
        json!({"expected_seq": 1, "key": "one", "act": {"by": "black", "act": "move", "move": "e7e5"}});
    server.post(&acts, Some(&game.black), reply).await.expect(200);
    // The same key of the same author: the first answer, though the game has moved on.
    let again = server.post(&acts, Some(&game.white), first).await.expect(200);
    assert_eq!(again["repeated"], true);
    assert_eq!(again["seq"], 1);
    assert_eq!(again["state"]["board"], done["state"]["board"]);
    assert_eq!(again["state"]["moves"], done["state"]["moves"]);
    // Another act with that key is not done, and is not answered as if it were.
    let other = json!({"expected_seq": 2, "key": "one", "act": {"by": "white", "act": "resign"}});
    server
        .post(&acts, Some(&game.white), other)
        .await
        .problem(409, "taken");
    let late =
        json!({"expected_seq": 1, "key": "two", "act": {"by": "white", "act": "move", "move": "d2d4"}});
    let stale = server
        .post(&acts, Some(&game.white), late)
        .await
        .problem(409, "stale");
    assert_eq!(stale["game"]["seq"], 2);
    assert_eq!(stale["game"]["log"][1]["act"]["move"], "e7e5");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_other_side_does_is_another_act_though_it_comes_with_the_same_key() {
    let server = Server::new().await;
    let body = json!({"header": {"code": "bcc-1899"}, "opponent": "here"});
    let opened = server.post("/api/games", None, body).await.expect(201);
    let acts = format!("/api/games/{}/acts", text(&opened["id"]));
    let offer = |by: &str, seq: u32| json!({"expected_seq": seq, "key": "one", "act": {"by": by, "act": "offer", "what": "draw"}});
    let sent = async |by, seq| server.post(&acts, opened["token"].as_str(), offer(by, seq)).await;
    sent("white", 0).await.expect(200);
    assert_eq!(sent("white", 0).await.expect(200)["repeated"], true);
    sent("black", 1).await.problem(409, "taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_at_once_exactly_one_is_next() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}/acts", game.id);
    let address = server.address();
    let mut tasks = Vec::new();
    for number in 0..20 {
        let (path, token) = (path.clone(), game.white.clone());
        tasks.push(tokio::spawn(async move {
            let act = json!({"by": "white", "act": "say", "words": format!("word {number}")});
            let body = json!({"expected_seq": 0, "key": format!("k{number}"), "act": act});
            let bearer = crate::client::bearer(Some(&token));
            ask(address, "POST", &path, &bearer, Some(body.to_string()))
                .await
                .status
        }));
    }
    let mut taken = 0;
    for task in tasks {
        match task.await.expect("answered") {
            200 => taken += 1,
            status => assert_eq!(status, 409),
        }
    }
    assert_eq!(taken, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_told_what_and_where() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}/acts", game.id);
    let white = crate::client::bearer(Some(&game.white));
    let raw = |body: &str| {
        let (path, white, body) = (path.clone(), white.clone(), body.to_owned());
        let address = server.address();
        async move { ask(address, "POST", &path, &white, Some(body)).await }
    };
    raw("{").await.problem(400, "malformed");
    raw("[]").await.problem(400, "malformed");
    raw(r#"{"expected_seq":0,"key":"k","act":{},"extra":1}"#)
        .await
        .problem(400, "malformed");
    let wrong = raw(r#"{"expected_seq":0,"key":"k","act":{"act":"touch","square":"h9"}}"#).await;
    assert_eq!(wrong.problem(422, "invalid")["field"], "act.square");
    let twice = r#"{"expected_seq":0,"key":"k","act":{"act":"touch","square":"h1","square":"h2"}}"#;
    raw(twice).await.problem(400, "malformed");
    let empty = raw(r#"{"expected_seq":0,"key":"k","act":{"act":"lift","square":"e4"}}"#).await;
    assert_eq!(empty.problem(422, "impossible")["field"], "square");
    let timed = raw(r#"{"expected_seq":0,"key":"k","act":{"act":"resign","at":5}}"#).await;
    assert_eq!(timed.problem(422, "invalid")["field"], "act.at");
    raw(r#"{"expected_seq":0,"key":"","act":{"act":"resign"}}"#)
        .await
        .problem(422, "invalid");
    let huge = format!(
        r#"{{"expected_seq":0,"key":"k","act":{{"act":"say","words":"{}"}}}}"#,
        "x".repeat(400_000)
    );
    raw(&huge).await.problem(413, "too-large");
    let deep = format!(
        r#"{{"expected_seq":0,"key":"k","act":{}1{}}}"#,
        "[".repeat(5000),
        "]".repeat(5000)
    );
    raw(&deep).await.problem(400, "malformed");
    // Nothing of all this happened.
    let shown = server
        .get(&format!("/api/games/{}", game.id), Some(&game.white))
        .await
        .expect(200);
    assert_eq!(shown["seq"], 0);
    let header = json!({"header": {"code": "bcc-1900"}});
    let unknown = server
        .post("/api/games", None, header)
        .await
        .problem(422, "invalid");
    assert_eq!(unknown["field"], "header.code");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_a_restart_and_can_be_taken_away_and_brought_in() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    for (seq, (token, mv)) in [
        (&game.white, "e2e4"),
        (&game.black, "e7e5"),
        (&game.white, "g1f3"),
    ]
    .into_iter()
    .enumerate()
    {
        server
            .act(&game.id, token, seq as u64, json!({"act": "move", "move": mv}))
            .await;
    }
    let path = format!("/api/games/{}", game.id);
    let before = server.get(&path, Some(&game.white)).await.expect(200);
    let server = server.restarted().await;
    let after = server.get(&path, Some(&game.white)).await.expect(200);
    assert_eq!(before["state"], after["state"]);
    assert_eq!(before["log"], after["log"]);
    let record = server.get(&format!("{path}/record"), Some(&game.white)).await;
    // The header, three acts, and the signature.
    assert_eq!(record.body.lines().count(), 5, "{}", record.body);
    let pgn = server.get(&format!("{path}/pgn"), Some(&game.black)).await;
    assert!(pgn.body.contains("1. e4 e5 2. Nf3 *"), "{}", pgn.body);
    let score = server
        .get(
            &format!("{path}/score?style=descriptive&format=text"),
            Some(&game.black),
        )
        .await;
    let written = text(&after["log"][2]["record"]["descriptive"]);
    assert!(score.body.contains(&written), "{written}: {}", score.body);
    let html = server.get(&format!("{path}/score"), Some(&game.onlooker)).await;
    assert!(
        html.body.contains("<table>") && !html.head.contains("script-src"),
        "{}",
        html.head
    );
    let again = server
        .post("/api/games/import", None, json!({"record": record.body}))
        .await
        .expect(201);
    assert_eq!(again["game"]["state"]["board"], after["state"]["board"]);
    let bad = json!({"record": "{\"code\":\"bcc-1899\"}\n{\"by\":\"white\",\"act\":\"dance\"}\n"});
    assert_eq!(
        server
            .post("/api/games/import", None, bad)
            .await
            .problem(422, "invalid")["line"],
        2
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_sees_acts_as_they_happen_and_resumes_where_he_was() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let mut live = server.live(&game.id, Some(&game.onlooker), 0).await;
    assert_eq!(live.next("hello").await["game"]["seq"], 0);
    server
        .act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let told = live.next("acts").await;
    assert_eq!(told["seq"], 1);
    assert_eq!(told["entries"][0]["act"]["move"], "e2e4");
    assert_eq!(told["state"]["turn"], "black");
    drop(live);
    server
        .act(&game.id, &game.black, 1, json!({"act": "move", "move": "e7e5"}))
        .await;
    server
        .act(&game.id, &game.white, 2, json!({"act": "move", "move": "g1f3"}))
        .await;
    let mut live = server.live(&game.id, Some(&game.onlooker), 1).await;
    let hello = live.next("hello").await;
    let missed: Vec<String> = hello["game"]["log"]
        .as_array()
        .expect("a log")
        .iter()
        .map(|entry| text(&entry["act"]["move"]))
        .collect();
    assert_eq!(missed, ["e7e5", "g1f3"]);
    let mut stranger = server.live(&game.id, Some("not a token at all"), 0).await;
    assert_eq!(stranger.next("bye").await["reason"], "unauthorized");
    // The server stops: viewers are told, and come back.
    let stopping = tokio::spawn(server.running.stop());
    assert_eq!(live.next("bye").await["reason"], "shutdown");
    stopping.await.expect("stopped");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_one_screen_act_for_both() {
    let server = Server::new().await;
    let body = json!({"header": {"code": "bcc-1899"}, "opponent": "here"});
    let opened = server.post("/api/games", None, body).await.expect(201);
    let (id, token) = (text(&opened["id"]), text(&opened["token"]));
    assert_eq!(opened["parties"], json!(["white", "black", "umpire"]));
    server
        .act(
            &id,
            &token,
            0,
            json!({"by": "white", "act": "move", "move": "e2e4"}),
        )
        .await;
    let after = server
        .act(
            &id,
            &token,
            1,
            json!({"by": "black", "act": "move", "move": "e7e4"}),
        )
        .await;
    assert!(
        !after["state"]["options"]["white"]
            .as_array()
            .expect("rights")
            .is_empty(),
        "{after}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_changes_hands_by_the_code() {
    let server = Server::new().await;
    let body = json!({"header": {"code": "bcc-1899"}, "games": 2, "name": "Ann"});
    let opened = server.post("/api/matches", None, body).await.expect(201);
    let (game, white) = (text(&opened["id"]), text(&opened["token"]));
    let black = opened["invitations"]
        .as_array()
        .expect("invitations")
        .iter()
        .find(|one| one["party"] == "black");
    let black = server.accept(black.expect("black's")).await;
    let id = text(&opened["match"]["id"]);
    let next = format!("/api/matches/{id}/next");
    server
        .post(&next, Some(&white), json!({}))
        .await
        .problem(422, "invalid");
    server.act(&game, &white, 0, json!({"act": "resign"})).await;
    let second = server.post(&next, Some(&white), json!({})).await.expect(201);
    assert_eq!(second["match"]["score"], json!({"a": 0.0, "b": 1.0}));
    // He who had the first move has the black men now, with the same secret.
    assert_eq!(second["game"]["you"]["parties"], json!(["black"]));
    let again = server.post(&next, Some(&black), json!({})).await.expect(200);
    assert_eq!(again["id"], second["id"]);
    assert_eq!(again["game"]["you"]["parties"], json!(["white"]));
    let told = server
        .get(&format!("/api/games/{game}"), Some(&black))
        .await
        .expect(200);
    assert_eq!(told["next_game"], second["id"]);
}
