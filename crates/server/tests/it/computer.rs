//! The computer as an opponent: lawful whatever its engine says, and patient where the engine fails.

use crate::client::{PATIENCE, Server, config, text};
use serde_json::{Value, json};
use std::{os::unix::fs::PermissionsExt as _, path::Path, time::Duration};
use tempfile::TempDir;

/// An engine as small as can be: it advises a favourite move where it may, else the first, and finds all games even.
/// `$GO` is what it does when asked for a move.
fn engine(folder: &Path, go: &str) -> std::path::PathBuf {
    let path = folder.join("engine");
    let script = format!(
        "#!/bin/sh\n\
         cd \"$(dirname \"$0\")\"\n\
         advise() {{ for move in ${{rest#*searchmoves }}; do [ \"$move\" = \"$1\" ] && best=$1; done; \
         set -- ${{rest#*searchmoves }}; echo \"bestmove ${{best:-$1}}\"; }}\n\
         while read -r word rest; do\n\
           case $word in\n\
             uci) echo 'id name Sparring Partner'; echo uciok ;;\n\
             isready) echo readyok ;;\n\
             go) {go} ;;\n\
             quit) exit ;;\n\
           esac\n\
         done\n"
    );
    std::fs::write(&path, script).expect("written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("made a program");
    path
}

/// A server with such an engine.
async fn with_engine(go: &str) -> Server {
    let folder = TempDir::new().expect("a temporary folder");
    let mut config = config();
    config.data = folder.path().join("data");
    config.engine = Some(engine(folder.path(), go));
    config.engine_ms = 50;
    let mut server = Server::with(config).await;
    server.folder = Some(folder);
    server
}

/// Opens a game against the computer: its name and the human's token.
async fn open(server: &Server, header: Value, side: &str) -> (String, String) {
    let body = json!({"header": header, "opponent": "computer", "side": side, "name": "Ann"});
    let opened = server.post("/api/games", None, body).await.expect(201);
    (text(&opened["id"]), text(&opened["token"]))
}

/// The game when it has so many acts.
async fn until(server: &Server, id: &str, token: &str, seq: u64) -> Value {
    let waiting = async {
        loop {
            let path = format!("/api/games/{id}");
            let shown = server.get(&path, Some(token)).await.expect(200);
            if shown["seq"].as_u64() >= Some(seq) {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting)
        .await
        .expect("the computer acts")
}

#[tokio::test(flavor = "multi_thread")]
async fn it_moves_when_it_is_its_turn_and_not_before() {
    let server = with_engine("advise e7e5").await;
    assert_eq!(server.get("/api/about", None).await.expect(200)["computer"], true);
    let (id, white) = open(&server, json!({"code": "bcc-1899"}), "white").await;
    server
        .act(&id, &white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let shown = until(&server, &id, &white, 2).await;
    let act = &shown["log"][1]["act"];
    assert_eq!((&act["by"], &act["move"]), (&json!("black"), &json!("e7e5")));
    assert_eq!(shown["state"]["turn"], "white");
    assert_eq!(shown["seats"][1]["name"], "Sparring Partner");
    assert_eq!(shown["seats"][1]["taken"], true);
    // As White it begins.
    let (id, black) = open(&server, json!({"code": "fide-1931"}), "black").await;
    let shown = until(&server, &id, &black, 1).await;
    assert_eq!(shown["log"][0]["act"]["by"], "white");
    // Nobody can sit down in its place.
    assert!(
        shown["computer"]["side"] == "white" && shown["computer"]["trouble"].is_null(),
        "{shown}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_that_it_thinks_while_it_is_not_its_turn() {
    let server = with_engine("advise e7e5").await;
    let (id, white) = open(&server, json!({"code": "fide-1931"}), "white").await;
    let mut live = server.live(&id, Some(&white), 0).await;
    live.next("hello").await;
    let touch = json!({"act": "touch", "square": "e2"});
    server.act(&id, &white, 0, touch).await;
    let heard = live.overheard(Duration::from_millis(800)).await;
    assert!(heard.contains("touch"), "the act itself is told: {heard}");
    assert!(!heard.contains("\"thinking\":true"), "{heard}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_engine_the_built_in_player_plays() {
    let server = Server::new().await;
    assert_eq!(server.get("/api/about", None).await.expect(200)["computer"], true);
    for temper in ["strict", "gentle", "rogue"] {
        let body =
            json!({"header": {"code": "bcc-1899"}, "opponent": "computer", "level": 1, "temper": temper});
        let opened = server.post("/api/games", None, body).await.expect(201);
        let (id, white) = (text(&opened["id"]), text(&opened["token"]));
        server
            .act(&id, &white, 0, json!({"act": "move", "move": "e2e4"}))
            .await;
        let shown = until(&server, &id, &white, 2).await;
        assert_eq!(shown["log"][1]["act"]["by"], "black", "{shown}");
        assert_eq!(shown["seats"][1]["name"], "Jadoube");
    }
    for (field, value) in [("level", json!(11)), ("temper", json!("meek"))] {
        let body = json!({"header": {"code": "bcc-1899"}, "opponent": "computer", field: value});
        let problem = server
            .post("/api/games", None, body)
            .await
            .problem(422, "invalid");
        assert_eq!(problem["field"], field);
    }
    // And a server whose engine cannot be used says so at once.
    let mut wrong = config();
    let folder = TempDir::new().expect("a temporary folder");
    wrong.data = folder.path().join("data");
    wrong.engine = Some("/nowhere/engine".into());
    let error = jadoube_server::start(wrong).await.expect_err("no engine");
    assert!(error.to_string().contains("/nowhere/engine"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_that_is_not_lawful_is_not_taken() {
    let server = with_engine("echo 'bestmove e7e2'").await;
    let (id, white) = open(&server, json!({"code": "bcc-1899"}), "white").await;
    server
        .act(&id, &white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let shown = until(&server, &id, &white, 2).await;
    assert_eq!(shown["log"][1]["rulings"], json!([]), "{shown}");
    assert_ne!(shown["log"][1]["act"]["move"], "e7e2");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_dies_is_started_again_and_the_game_waits() {
    // The first two that are asked die.
    let server =
        with_engine("[ -e twice ] && advise e7e5 && continue; [ -e once ] && : > twice; : > once; exit 1")
            .await;
    let (id, white) = open(&server, json!({"code": "bcc-1899"}), "white").await;
    let mut live = server.live(&id, Some(&white), 0).await;
    live.next("hello").await;
    server
        .act(&id, &white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let mut trouble = Value::Null;
    while trouble.is_null() {
        trouble = live.next("computer").await["computer"]["trouble"].clone();
    }
    assert!(text(&trouble).contains("the game waits"), "{trouble}");
    let shown = until(&server, &id, &white, 2).await;
    assert_eq!(shown["log"][1]["act"]["move"], "e7e5");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_hangs_is_started_again() {
    let server = with_engine("[ -e once ] && advise e7e5 && continue; : > once; sleep 60").await;
    let (id, white) = open(&server, json!({"code": "bcc-1899"}), "white").await;
    server
        .act(&id, &white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let shown = until(&server, &id, &white, 2).await;
    assert_eq!(shown["log"][1]["act"]["move"], "e7e5");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_exacts_what_an_offence_gives_it() {
    let server = with_engine("advise e7e5").await;
    for code in ["xxv", "bca-1862", "bcc-1896", "bcc-1899", "fide-1931"] {
        let (id, white) = open(&server, json!({"code": code}), "white").await;
        server
            .act(&id, &white, 0, json!({"act": "move", "move": "e2e5"}))
            .await;
        let shown = until(&server, &id, &white, 2).await;
        let entry = &shown["log"][1];
        assert_eq!(entry["act"]["act"], "exact", "{code}: {entry}");
        assert!(entry["refused"].is_null(), "{code}: {entry}");
        // The men are back, and White is to play.
        assert_eq!(shown["state"]["turn"], "white", "{code}");
        assert_ne!(shown["state"]["moves"], json!([]), "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_answers_an_offer_of_a_draw_as_it_stands() {
    // It is White's turn, so the engine scores for White.
    for (score, answer, status) in [(-40, "decline", "in-play"), (300, "accept", "drawn")] {
        let server = with_engine(&format!("echo 'info depth 1 score cp {score}'; advise e2e4")).await;
        let (id, white) = open(&server, json!({"code": "bcc-1899"}), "white").await;
        server
            .act(&id, &white, 0, json!({"act": "offer", "what": "draw"}))
            .await;
        let shown = until(&server, &id, &white, 2).await;
        assert_eq!(shown["log"][1]["act"]["act"], answer, "{shown}");
        assert_eq!(shown["state"]["status"], status, "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_announces_check_where_the_code_asks_for_it() {
    let server = with_engine("advise d8e8").await;
    for (code, said) in [
        ("xxv", json!("check")),
        ("bca-1862", json!("check")),
        ("bcc-1899", Value::Null),
    ] {
        let header = json!({"code": code, "start": "3q3k/8/8/8/8/8/8/4K3 b - - 0 1"});
        let (id, white) = open(&server, header, "white").await;
        let shown = until(&server, &id, &white, 1).await;
        let act = &shown["log"][0]["act"];
        assert_eq!(act["move"], "d8e8", "{code}");
        assert_eq!(act.get("say").cloned().unwrap_or_default(), said, "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn by_communication_it_writes_its_move() {
    let server = with_engine("advise e7e5").await;
    for code in ["bcc-1899", "fide-1931"] {
        let header = json!({"code": code, "mode": "communication"});
        let (id, white) = open(&server, header, "white").await;
        server
            .act(&id, &white, 0, json!({"act": "send", "text": "P-K4"}))
            .await;
        let shown = until(&server, &id, &white, 2).await;
        assert_eq!(shown["log"][1]["act"]["act"], "send", "{shown}");
        assert_eq!(shown["log"][1]["record"]["uci"], "e7e5", "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_no_engine_can_take_is_played_all_the_same() {
    // The engine would end if it were asked; a pawn stands on its last rank.
    let server = with_engine("exit 1").await;
    let header = json!({"code": "bca-1862", "start": "P6k/7p/8/8/8/8/8/K7 b - - 0 1"});
    let (id, white) = open(&server, header, "white").await;
    let shown = until(&server, &id, &white, 1).await;
    assert_eq!(shown["log"][0]["act"]["act"], "move", "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_it_goes_on_with_nobody_there() {
    let server = with_engine("[ -e well ] && advise e7e5 && continue; exit 1").await;
    let (id, white) = open(&server, json!({"code": "bcc-1899"}), "white").await;
    server
        .act(&id, &white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let folder = server.folder.as_ref().expect("a folder").path().to_owned();
    std::fs::write(folder.join("well"), "").expect("written");
    let server = server.restarted().await;
    // Nobody looks at the game itself: only at the figures, until it has moved.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let shown = until(&server, &id, &white, 2).await;
    assert_eq!(shown["log"][1]["act"]["move"], "e7e5");
}
