//! Can a player or a stranger hold up a game, his own or another's?

use crate::{
    client::{PATIENCE, Server, config, text},
    clock::Hands,
};
use serde_json::{Value, json};
use std::time::Duration;

async fn send(server: &Server, id: &str, token: &str, seq: usize, act: Value) -> crate::client::Answer {
    let body = json!({"expected_seq": seq, "key": format!("k{seq} {act}").chars().take(60).collect::<String>(), "act": act});
    server
        .post(&format!("/api/games/{id}/acts"), Some(token), body)
        .await
}

/// A server whose clock is set by hand: nothing depends on how busy the machine is.
async fn by_hand() -> (Hands, Server, tempfile::TempDir) {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = config();
    config.data = folder.path().join("data");
    let hands = Hands::new();
    let server = hands.server(&config).await;
    (hands, server, folder)
}

async fn over(server: &Server, id: &str, token: &str) -> Value {
    let waiting = async {
        loop {
            let path = format!("/api/games/{id}?from=100000");
            let shown = server.get(&path, Some(token)).await;
            if let (200, Ok(shown)) = (shown.status, serde_json::from_str::<Value>(&shown.body))
                && shown["state"]["status"] != "in-play"
            {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_talks_a_game_to_a_standstill() {
    let (hands, server, _folder) = by_hand().await;
    let header = json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": 600}]}});
    let game = server.game(header).await;
    let long = "x".repeat(990);
    let mut seq = 0;
    loop {
        let act = json!({"act": "say", "words": format!("{long}{seq}")});
        let answer = send(&server, &game.id, &game.white, seq, act).await;
        if answer.status != 200 {
            let problem = answer.problem(422, "invalid");
            assert!(text(&problem["detail"]).contains("said enough"), "{problem}");
            break;
        }
        seq += 1;
        assert!(seq < 600, "he goes on talking");
    }
    // He may still play, the other may speak and play, the umpire decides, and a flag falls.
    for (token, act) in [
        (&game.white, json!({"act": "move", "move": "e2e4"})),
        (&game.black, json!({"act": "say", "words": "at last"})),
        (
            &game.black,
            json!({"act": "dispute", "question": "may he talk so much?"}),
        ),
        (&game.umpire, json!({"act": "decide", "ruling": "no more"})),
        (&game.black, json!({"act": "move", "move": "e7e5"})),
    ] {
        let done = send(&server, &game.id, token, seq, act.clone()).await.expect(200);
        assert!(done["entry"]["refused"].is_null(), "{act}: {done}");
        seq += 1;
    }
    hands.pass(601);
    let over = over(&server, &game.id, &game.black).await;
    assert_eq!(over["state"]["winner"], "black", "{}", over["state"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_record_brings_with_it_takes_nobodys_room_and_the_flag_falls() {
    let (hands, server, _folder) = by_hand().await;
    let mut record =
        json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": 600}]}}).to_string();
    let words = "x".repeat(990);
    for number in 0..2_300 {
        let act = json!({"by": "white", "act": "say", "words": format!("{words}{number}"), "at": 0.0});
        record.extend(["\n", &act.to_string()]);
    }
    let opened = server
        .post("/api/games/import", None, json!({"record": record}))
        .await
        .expect(201);
    let (id, white) = (text(&opened["id"]), text(&opened["token"]));
    let moved = send(
        &server,
        &id,
        &white,
        2_300,
        json!({"act": "move", "move": "e2e4"}),
    )
    .await;
    moved.expect(200);
    hands.pass(601);
    let over = over(&server, &id, &white).await;
    assert_eq!(over["state"]["winner"], "white", "{}", over["state"]);
}

/// Opens a game on a link, without an umpire, and seats both.
async fn without_an_umpire(server: &Server, header: Value) -> (String, String, String) {
    let opened = server
        .post("/api/games", None, json!({"header": header, "name": "Ann"}))
        .await
        .expect(201);
    let black = server.accept(&opened["invitations"][0]).await;
    (text(&opened["id"]), text(&opened["token"]), black)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_an_umpire_who_is_not_there_until_one_is_agreed_on() {
    let server = Server::new().await;
    for code in ["bcc-1899", "fide-1931", "fide-2023"] {
        let (id, white, black) = without_an_umpire(&server, json!({"code": code})).await;
        let path = format!("/api/games/{id}");
        let shown = server.get(&path, Some(&white)).await.expect(200);
        assert_eq!(shown["header"]["arbiter"], "none", "{code}");
        let ask = json!({"act": "dispute", "question": "is he late?"});
        for act in [ask.clone(), json!({"act": "pause", "why": "I wish it"})] {
            let answer = send(&server, &id, &black, 0, act).await;
            if answer.status == 200 {
                let done = answer.expect(200);
                assert_eq!(done["state"]["status"], "in-play", "{code}: {done}");
                assert!(!done["entry"]["refused"].is_null(), "{code}: {done}");
                continue;
            }
            let problem = answer.problem(422, "invalid");
            assert!(text(&problem["detail"]).contains("offer: umpire"), "{problem}");
        }
        let shown = server.get(&path, Some(&white)).await.expect(200);
        assert_eq!(shown["state"]["status"], "in-play", "{code}");
        let mut seq = usize::try_from(shown["seq"].as_u64().expect("a number")).expect("small");
        let invite = json!({"party": "umpire"});
        let invitations = format!("{path}/invitations");
        server
            .post(&invitations, Some(&black), invite.clone())
            .await
            .problem(403, "forbidden");
        for (token, act) in [(&white, "offer"), (&black, "accept")] {
            let done = send(&server, &id, token, seq, json!({"act": act, "what": "umpire"}))
                .await
                .expect(200);
            assert!(done["entry"]["refused"].is_null(), "{code}: {done}");
            seq += 1;
        }
        let invitation = server
            .post(&invitations, Some(&black), invite.clone())
            .await
            .expect(201);
        // Named, but not yet come.
        let answer = send(&server, &id, &black, seq, ask.clone()).await;
        answer.problem(422, "invalid");
        let umpire = server.accept(&invitation).await;
        server
            .post(&invitations, Some(&white), invite)
            .await
            .problem(409, "taken");
        let done = send(&server, &id, &black, seq, ask).await.expect(200);
        assert_eq!(done["state"]["status"], "suspended", "{code}: {done}");
        let decided = json!({"act": "decide", "ruling": "he is not"});
        let done = send(&server, &id, &umpire, seq + 1, decided).await.expect(200);
        assert_eq!(done["state"]["status"], "in-play", "{code}: {done}");
    }
}

/// The game when it is over, whatever it was before.
async fn ended(server: &Server, id: &str, token: &str) -> Value {
    let waiting = async {
        loop {
            let shown = server
                .get(&format!("/api/games/{id}"), Some(token))
                .await
                .expect(200);
            if matches!(
                shown["state"]["status"].as_str(),
                Some("won" | "drawn" | "annulled")
            ) {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("it ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_stops_or_sets_the_clocks_alone() {
    let server = Server::new().await;
    let limit = json!({"by": [{"moves": 40, "seconds": 600}]});
    for code in ["bcc-1899", "fide-1931"] {
        let header = json!({"code": code, "time_limit": limit});
        let (id, white, black) = without_an_umpire(&server, header.clone()).await;
        let mut stops = vec![json!({"act": "adjourn"})];
        if code == "fide-1931" {
            stops.push(json!({"act": "upset", "accident": true}));
        }
        for act in stops {
            let problem = send(&server, &id, &white, 0, act).await.problem(422, "invalid");
            assert!(text(&problem["detail"]).contains("offer: adjourn"), "{problem}");
        }
        for (seq, token, act) in [
            (0, &white, json!({"act": "offer", "what": "adjourn"})),
            (1, &black, json!({"act": "accept", "what": "adjourn"})),
            (2, &white, json!({"act": "seal", "record": "P-K4"})),
        ] {
            let done = send(&server, &id, token, seq, act).await.expect(200);
            assert!(done["entry"]["refused"].is_null(), "{code}: {done}");
        }
        let falsely = json!({"act": "resume", "clocks": {"white": 0, "black": 599}});
        let problem = send(&server, &id, &white, 3, falsely)
            .await
            .problem(422, "invalid");
        assert_eq!(problem["field"], "act.clocks", "{problem}");
        let done = send(&server, &id, &black, 3, json!({"act": "resume"}))
            .await
            .expect(200);
        assert_eq!(done["state"]["status"], "in-play", "{code}: {done}");
        // An umpire starts them again, and so does whoever plays against the computer.
        let game = server.game(header.clone()).await;
        let done = server
            .act(&game.id, &game.white, 0, json!({"act": "adjourn"}))
            .await;
        assert_eq!(done["state"]["status"], "adjourned", "{code}: {done}");
        let body = json!({"header": header, "opponent": "computer"});
        let alone = server.post("/api/games", None, body).await.expect(201);
        let (id, own) = (text(&alone["id"]), text(&alone["token"]));
        let done = send(&server, &id, &own, 0, json!({"act": "adjourn"}))
            .await
            .expect(200);
        assert_eq!(done["state"]["status"], "adjourned", "{code}: {done}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_in_an_adjourned_game_runs_out() {
    let (hands, server, _folder) = by_hand().await;
    // He who is to seal takes his time.
    let control = json!({"periods": [{"seconds": 600}]});
    let header = json!({"code": "fide-2023", "time_control": control, "regulations": {"guidelines": ["I"]}});
    let sealing = server.game(header).await;
    let done = server
        .act(&sealing.id, &sealing.white, 0, json!({"act": "adjourn"}))
        .await;
    assert_eq!(done["state"]["status"], "adjourned", "{done}");
    // He who must reply does not come.
    let header = json!({"code": "fide-1931", "time_limit": {"by": [{"moves": 40, "seconds": 600}]}});
    let away = server.game(header).await;
    for (seq, token, act) in [
        (0, &away.white, json!({"act": "adjourn"})),
        (1, &away.white, json!({"act": "seal", "record": "P-K4"})),
        (2, &away.umpire, json!({"act": "resume", "absent": ["black"]})),
    ] {
        server.act(&away.id, token, seq, act).await;
    }
    hands.pass(602);
    let over = ended(&server, &sealing.id, &sealing.black).await;
    assert_eq!(over["state"]["winner"], "black", "{}", over["state"]);
    let over = ended(&server, &away.id, &away.white).await;
    assert_eq!(over["state"]["winner"], "white", "{}", over["state"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_code_leaves_to_an_umpire_is_not_played_without_one() {
    let (hands, server, _folder) = by_hand().await;
    let limit = json!({"by": [{"moves": 40, "seconds": 600}]});
    let closing = json!({"by": [{"moves": 40, "seconds": 600}], "close_of_play": 3600});
    let pledge = json!([{"by": "white", "mate": {"with": "f2"}}]);
    for (field, header) in [
        ("header.time_limit", json!({"code": "xxv", "time_limit": limit})),
        (
            "header.time_limit",
            json!({"code": "bca-1862", "time_limit": limit}),
        ),
        (
            "header.time_limit.close_of_play",
            json!({"code": "bcc-1899", "time_limit": closing}),
        ),
        (
            "header.time_limit.close_of_play",
            json!({"code": "fide-1931", "time_limit": closing}),
        ),
        (
            "header.undertakings",
            json!({"code": "xxv", "undertakings": pledge}),
        ),
    ] {
        for opponent in ["link", "computer"] {
            let body = json!({"header": header, "opponent": opponent});
            let problem = server
                .post("/api/games", None, body)
                .await
                .problem(422, "invalid");
            assert_eq!(problem["field"], field, "{problem}");
        }
        let body = json!({"header": header, "umpire": true});
        server.post("/api/games", None, body).await.expect(201);
    }
    // A record that says that there is no umpire is held to the same; one that has him gets his chair.
    let record = json!({"code": "xxv", "time_limit": limit, "arbiter": "none"}).to_string();
    server
        .post("/api/games/import", None, json!({"record": record}))
        .await
        .problem(422, "invalid");
    let record = json!({"code": "xxv", "time_limit": limit}).to_string();
    let taken_in = server
        .post("/api/games/import", None, json!({"record": record}))
        .await
        .expect(201);
    assert_eq!(taken_in["invitations"][1]["party"], "umpire", "{taken_in}");
    // What the players agree on needs nobody.
    let header = json!({"code": "xxv", "time_limit": limit, "agreements": {"time_forfeit": true}});
    let (id, white, _) = without_an_umpire(&server, header).await;
    hands.pass(602);
    let over = ended(&server, &id, &white).await;
    assert_eq!(over["state"]["winner"], "black", "{}", over["state"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_only_an_umpire_could_read_is_written_again() {
    let server = Server::new().await;
    let header = json!({"code": "xxv", "mode": "communication"});
    let (id, white, _) = without_an_umpire(&server, header).await;
    let unread = json!({"act": "send", "text": "Q somewhere"});
    send(&server, &id, &white, 0, unread)
        .await
        .problem(422, "invalid");
    let done = send(&server, &id, &white, 0, json!({"act": "send", "text": "P-K4"}))
        .await
        .expect(200);
    assert_eq!(done["state"]["turn"], "black", "{done}");
    let (id, white, black) = without_an_umpire(&server, json!({"code": "fide-1931"})).await;
    send(&server, &id, &white, 0, json!({"act": "adjourn"}))
        .await
        .expect(200);
    for (record, status) in [("Q somewhere", 422), ("P-K4", 200)] {
        let sealed = json!({"act": "seal", "record": record});
        let answer = send(&server, &id, &white, 1, sealed).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    let done = send(&server, &id, &black, 2, json!({"act": "resume"}))
        .await
        .expect(200);
    assert_eq!(done["state"]["turn"], "black", "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_on_time_in_question_stands_where_nobody_sits_as_umpire() {
    let (hands, server, _folder) = by_hand().await;
    let header = json!({
        "code": "fide-2023", "start": "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1",
        "time_control": {"kind": "rapid", "periods": [{"seconds": 900}]}, "regulations": {"guidelines": ["III"]}
    });
    let claim = json!({"by": "white", "act": "claim", "ground": "normal-means", "at": 801});
    let postponed = json!({"by": "umpire", "act": "decide", "fact": "postponed", "at": 810});
    let record = format!("{header}\n{claim}\n{postponed}");
    // With an umpire it is his to say; without one the flag has the last word.
    let body = json!({"record": record});
    let (alone, judged) = (
        server
            .post("/api/games/import", None, body.clone())
            .await
            .expect(201),
        server.post("/api/games/import", None, body).await.expect(201),
    );
    let umpire = server.accept(&judged["invitations"][1]).await;
    hands.pass(200);
    let (id, white) = (text(&alone["id"]), text(&alone["token"]));
    let over = ended(&server, &id, &white).await;
    assert_eq!(over["state"]["winner"], "black", "{}", over["state"]);
    let last = &over["log"]
        .as_array()
        .and_then(|log| log.last().cloned())
        .expect("an act")["act"];
    assert_eq!(last["by"], "umpire", "{last}");
    assert!(
        text(&last["ruling"]).contains("nobody sits here as umpire"),
        "{last}"
    );
    let id = text(&judged["id"]);
    let shown = server
        .get(&format!("/api/games/{id}"), Some(&umpire))
        .await
        .expect(200);
    assert_eq!(shown["state"]["status"], "suspended", "{}", shown["state"]);
    let seq = usize::try_from(shown["seq"].as_u64().expect("a number")).expect("small");
    let decided = json!({"act": "decide", "result": "drawn"});
    let done = send(&server, &id, &umpire, seq, decided).await.expect(200);
    assert_eq!(done["state"]["status"], "drawn", "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_was_revoked_or_lost_is_replaced() {
    let server = Server::new().await;
    let opened = server
        .post("/api/games", None, json!({"header": {"code": "bcc-1899"}}))
        .await
        .expect(201);
    let path = format!("/api/games/{}", text(&opened["id"]));
    let white = text(&opened["token"]);
    let waiting = server
        .get(&format!("{path}/invitations"), Some(&white))
        .await
        .expect(200);
    let seat = &waiting["waiting"][0];
    assert_eq!(seat["party"], "black");
    let revoke = format!("{path}/seats/{}", seat["seat"]);
    crate::client::ask(
        server.address(),
        "DELETE",
        &revoke,
        &crate::client::bearer(Some(&white)),
        None,
    )
    .await
    .expect(204);
    let again = json!({"party": "black"});
    let invitations = format!("{path}/invitations");
    let invitation = server
        .post(&invitations, Some(&white), again.clone())
        .await
        .expect(201);
    let black = server.accept(&invitation).await;
    let shown = server.get(&path, Some(&black)).await.expect(200);
    assert_eq!(shown["you"]["parties"], json!(["black"]));
    server
        .post(&invitations, Some(&white), again)
        .await
        .problem(409, "taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_out_of_turn_waits_for_no_stranger_and_a_dear_one_holds_up_nobodys_move() {
    let server = Server::new().await;
    let dear = json!({"code": "bcc-1899", "start": "3k4/3q4/8/8/Q7/7q/7Q/4K3 w - - 0 1"});
    let claim = json!({"act": "claim", "ground": "endless-checks"});
    // Others' dear work fills the queue.
    let mut busy = Vec::new();
    for _ in 0..4 {
        let game = server.game(dear.clone()).await;
        let (address, claim) = (server.address(), claim.clone());
        busy.push(tokio::spawn(async move {
            let path = format!("/api/games/{}/acts", game.id);
            let body = json!({"expected_seq": 0, "key": "k", "act": claim}).to_string();
            let head = crate::client::bearer(Some(&game.white));
            crate::client::ask(address, "POST", &path, &head, Some(body))
                .await
                .status
        }));
    }
    let header = json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 40, "seconds": 600}]}});
    let game = server.game(header).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = std::time::Instant::now();
    // Nothing to prove: it is answered at once.
    let claimed = send(&server, &game.id, &game.black, 0, claim.clone())
        .await
        .expect(200);
    assert_eq!(claimed["state"]["status"], "in-play", "{claimed}");
    let moved = send(
        &server,
        &game.id,
        &game.white,
        1,
        json!({"act": "move", "move": "e2e4"}),
    )
    .await;
    moved.expect(200);
    let took = began.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    // A dear claim at one's own table: the other acts meanwhile, and the claim is told that the game has moved on.
    let own = server.game(dear).await;
    let claiming = send(&server, &own.id, &own.white, 0, claim);
    let acting = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let began = std::time::Instant::now();
        let said = send(
            &server,
            &own.id,
            &own.black,
            0,
            json!({"act": "say", "words": "well?"}),
        )
        .await;
        (said.status, began.elapsed())
    };
    let (claimed, (said, took)) = tokio::join!(claiming, acting);
    assert!(
        matches!(claimed.status, 409 | 413 | 429 | 503),
        "{} {}",
        claimed.status,
        claimed.body
    );
    assert_eq!(said, 200);
    assert!(took < Duration::from_secs(5), "{took:?}");
    for each in busy {
        each.await.expect("answered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_of_the_servers_own_are_nobody_elses() {
    let server = Server::new().await;
    let control = json!({"periods": [{"seconds": 600}]});
    let game = server
        .game(json!({"code": "fide-2023", "guard": true, "time_control": control}))
        .await;
    let path = format!("/api/games/{}/acts", game.id);
    let say = json!({"expected_seq": 0, "key": "a press", "act": {"act": "say", "words": "good day"}});
    server.post(&path, Some(&game.white), say).await.expect(200);
    let play = json!({"expected_seq": 1, "key": "a", "act": {"act": "move", "move": "e2e4"}});
    let played = server.post(&path, Some(&game.white), play).await.expect(200);
    assert_eq!(played["seq"], 2, "{played}");
    let shown = server
        .get(&format!("/api/games/{}", game.id), Some(&game.black))
        .await
        .expect(200);
    assert_eq!(shown["seq"], 3);
    assert_eq!(shown["log"][2]["act"]["act"], "press");
    // Whoever has seen more acts than there are is mistaken, and not late.
    let ahead = json!({"expected_seq": 9, "key": "b", "act": {"act": "resign"}});
    let problem = server
        .post(&path, Some(&game.white), ahead)
        .await
        .problem(422, "invalid");
    assert_eq!(problem["field"], "expected_seq");
}
