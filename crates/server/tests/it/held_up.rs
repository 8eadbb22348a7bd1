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
