//! Sealed moves: nobody reads them before their time, and everybody can check them after.

use crate::client::{Server, text};
use serde_json::json;
use std::time::Duration;

/// What is written in the envelope; nothing else in the game looks like it.
const WRITTEN: &str = "Kt-KB3";
/// Everything in which a game can be read, after its address.
const PAPERS: [&str; 6] = [
    "",
    "/record",
    "/record?states=true",
    "/pgn",
    "/score",
    "/score?style=full",
];

#[tokio::test(flavor = "multi_thread")]
async fn an_envelope_stays_shut_until_play_is_resumed() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}", game.id);
    server
        .act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    server
        .act(&game.id, &game.black, 1, json!({"act": "move", "move": "e7e5"}))
        .await;
    let mut live = server.live(&game.id, Some(&game.black), 2).await;
    live.next("hello").await;
    server
        .act(&game.id, &game.white, 2, json!({"act": "adjourn"}))
        .await;
    let sealed = server
        .act(
            &game.id,
            &game.white,
            3,
            json!({"act": "seal", "record": WRITTEN}),
        )
        .await;
    assert!(sealed["state"]["refused"].is_null(), "{sealed}");
    let commitment = text(&sealed["sealed"]["commitment"]);
    assert!(sealed["sealed"]["opened"].is_null());
    // His own writing is his to see; nobody else's.
    assert_eq!(sealed["entry"]["act"]["record"], WRITTEN);
    assert!(!live.overheard(Duration::from_millis(300)).await.contains(WRITTEN));
    for (who, token) in [
        ("black", &game.black),
        ("umpire", &game.umpire),
        ("onlooker", &game.onlooker),
    ] {
        for paper in PAPERS {
            let shown = server.get(&format!("{path}{paper}"), Some(token)).await;
            assert_eq!(shown.status, 200, "{who} {paper}");
            assert!(
                !shown.body.contains(WRITTEN) && !shown.body.contains("g1f3\"],"),
                "{who} {paper}: {}",
                shown.body
            );
        }
        let shown = server.get(&path, Some(token)).await.expect(200);
        assert_eq!(shown["sealed"]["commitment"], commitment.as_str(), "{who}");
    }
    // Nor does the database tell.
    let data = server.config.data.clone();
    let server = server.restarted().await;
    for file in std::fs::read_dir(&data).expect("the data folder") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("readable");
        let found = bytes
            .windows(WRITTEN.len())
            .any(|window| window == WRITTEN.as_bytes());
        assert!(!found, "the envelope can be read in the database");
    }
    let kept = server.get(&path, Some(&game.black)).await.expect(200);
    assert_eq!(
        kept["sealed"]["commitment"],
        commitment.as_str(),
        "the same after a restart"
    );
    let resumed = server
        .act(&game.id, &game.black, 4, json!({"act": "resume"}))
        .await;
    let opened = &resumed["sealed"]["opened"];
    assert_eq!(opened["record"], WRITTEN);
    // Anybody can check it with nothing but the hash function.
    let nonce = text(&opened["nonce"]);
    let mut bytes: Vec<u8> = (0..nonce.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&nonce[at..at + 2], 16).expect("hexadecimal"))
        .collect();
    bytes.extend_from_slice(format!("{}\0white\0{WRITTEN}", game.id).as_bytes());
    assert_eq!(blake3::hash(&bytes).to_hex().to_string(), commitment);
    let shown = server.get(&path, Some(&game.onlooker)).await.expect(200);
    assert_eq!(shown["log"][3]["act"]["record"], WRITTEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_does_not_open_with_another_key() {
    let server = Server::new().await;
    let mut config = server.config.clone();
    server.running.stop().await;
    config.key = Some("ab".repeat(32));
    let error = jadoube_server::start(config).await.expect_err("another key");
    assert!(error.to_string().contains("another key"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_envelope_stays_shut_while_he_who_must_reply_is_away() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "fide-1931"})).await;
    let path = format!("/api/games/{}", game.id);
    for (seq, who, mv) in [(0, &game.white, "e2e4"), (1, &game.black, "e7e5")] {
        server
            .act(&game.id, who, seq, json!({"act": "move", "move": mv}))
            .await;
    }
    server
        .act(&game.id, &game.white, 2, json!({"act": "adjourn"}))
        .await;
    server
        .act(
            &game.id,
            &game.white,
            3,
            json!({"act": "seal", "record": WRITTEN}),
        )
        .await;
    // 21.vi: resumed while Black is away, the envelope stays closed.
    let resume = json!({"act": "resume", "by": "umpire", "absent": ["black"]});
    let resumed = server.act(&game.id, &game.umpire, 4, resume).await;
    assert_eq!(resumed["state"]["status"], "adjourned", "{resumed}");
    assert!(resumed["sealed"]["opened"].is_null(), "{resumed}");
    for (who, token) in [
        ("black", &game.black),
        ("umpire", &game.umpire),
        ("onlooker", &game.onlooker),
    ] {
        for paper in PAPERS {
            let shown = server.get(&format!("{path}{paper}"), Some(token)).await;
            assert_eq!(shown.status, 200, "{who} {paper}");
            let told = shown.body.contains(WRITTEN) || shown.body.contains("g1f3");
            // Black's own list of moves is not his move: only what could follow from opening may not be seen.
            assert!(!told, "{who} {paper}: {}", shown.body);
        }
        let shown = server.get(&path, Some(token)).await.expect(200);
        assert!(shown["sealed"]["opened"].is_null(), "{who}");
        assert!(shown["log"][3]["act"]["record"].is_null(), "{who}");
    }
    // He comes, and it is opened in his presence.
    let come = server
        .act(&game.id, &game.black, 5, json!({"act": "arrive"}))
        .await;
    assert_eq!(come["sealed"]["opened"]["record"], WRITTEN, "{come}");
    let shown = server.get(&path, Some(&game.onlooker)).await.expect(200);
    assert_eq!(shown["log"][3]["act"]["record"], WRITTEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_envelope_is_not_opened_by_the_first() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}", game.id);
    let first = [
        (&game.white, json!({"act": "move", "move": "e2e4"})),
        (&game.black, json!({"act": "move", "move": "e7e5"})),
        (&game.white, json!({"act": "adjourn"})),
        (&game.white, json!({"act": "seal", "record": WRITTEN})),
        (&game.black, json!({"act": "resume"})),
        (&game.black, json!({"act": "move", "move": "b8c6"})),
        (&game.white, json!({"act": "adjourn"})),
        (&game.white, json!({"act": "seal", "record": "B-B4"})),
    ];
    for (seq, (who, act)) in (0..).zip(first) {
        let done = server.act(&game.id, who, seq, act).await;
        assert!(done["state"]["refused"].is_null(), "{done}");
    }
    let shown = server.get(&path, Some(&game.black)).await;
    assert!(!shown.body.contains("B-B4"), "{}", shown.body);
    assert_eq!(shown.expect(200)["log"][3]["act"]["record"], WRITTEN);
    // An act repeated from between the two shows neither more nor less.
    let body = json!({"expected_seq": 5, "key": "k5", "act": {"act": "move", "move": "b8c6"}});
    let again = server
        .post(&format!("{path}/acts"), Some(&game.black), body)
        .await;
    assert!(!again.body.contains("B-B4"), "{}", again.body);
    assert_eq!(again.expect(200)["repeated"], true);
}

/// What others are given of a game with an envelope that never opens for them.
async fn told(server: &Server, id: &str, token: &str) -> (String, serde_json::Value) {
    let record = server.get(&format!("/api/games/{id}/record"), Some(token)).await;
    assert!(!record.body.contains(WRITTEN), "{}", record.body);
    let states = format!("/api/games/{id}/record?states=true");
    let states = server.get(&states, Some(token)).await;
    assert!(!states.body.contains(WRITTEN), "{}", states.body);
    let folder = tempfile::TempDir::new().expect("a folder");
    for body in [&record.body, &states.body] {
        let file = folder.path().join("game.jsonl");
        std::fs::write(&file, body).expect("written");
        jadoube_server::admin::verify(&file, None).expect("proved");
    }
    // It is a record that can be read to its end.
    let taken = server
        .post("/api/games/import", None, json!({"record": record.body}))
        .await
        .expect(201);
    (record.body, taken["game"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_envelope_cuts_nobodys_record() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    for (seq, who, act) in [
        (0, &game.white, json!({"act": "seal", "record": WRITTEN})),
        (1, &game.white, json!({"act": "move", "move": "e2e4"})),
        (2, &game.black, json!({"act": "resign"})),
    ] {
        server.act(&game.id, who, seq, act).await;
    }
    for token in [&game.black, &game.umpire, &game.onlooker] {
        let (record, taken) = told(&server, &game.id, token).await;
        assert!(record.contains("\"commitment\":"), "{record}");
        assert_eq!(record.lines().count(), 5, "{record}");
        assert_eq!(taken["state"]["winner"], "white", "{taken}");
        assert!(!taken["log"][0]["refused"].is_null());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn he_who_sealed_resigns_and_everybody_gets_the_result() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    for (seq, who, act) in [
        (0, &game.white, json!({"act": "move", "move": "e2e4"})),
        (1, &game.black, json!({"act": "move", "move": "e7e5"})),
        (2, &game.white, json!({"act": "adjourn"})),
        (3, &game.white, json!({"act": "seal", "record": WRITTEN})),
        (4, &game.white, json!({"act": "resign"})),
    ] {
        server.act(&game.id, who, seq, act).await;
    }
    for token in [&game.black, &game.onlooker] {
        let (record, taken) = told(&server, &game.id, token).await;
        assert_eq!(record.lines().count(), 7, "{record}");
        assert_eq!(taken["state"]["winner"], "black", "{taken}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_text_with_the_same_key_is_not_the_same_envelope() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}/acts", game.id);
    let seal = |text: &str| json!({"expected_seq": 0, "key": "k", "act": {"act": "seal", "record": text}});
    server
        .post(&path, Some(&game.white), seal(WRITTEN))
        .await
        .expect(200);
    let again = server
        .post(&path, Some(&game.white), seal(WRITTEN))
        .await
        .expect(200);
    assert_eq!(again["repeated"], true);
    server
        .post(&path, Some(&game.white), seal("P-Q4"))
        .await
        .problem(409, "taken");
}
