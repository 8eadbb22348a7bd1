//! What whoever keeps a server does with its data: nothing is made by mistake, nothing half done stays, and what is broken says so.

use crate::client::{PASSWORD, Server, ask, text};
use jadoube_server::admin;
use serde_json::json;
use sqlx::Connection as _;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistyped_folder_is_not_made() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut config = crate::client::config();
    config.data = folder.path().join("no-such-folder");
    let file = folder.path().join("copy");
    std::fs::write(&file, "x").expect("written");
    let heard = [
        admin::check(&config).await,
        admin::users(&config).await,
        admin::add_user(&config, "Ann", "short").await,
        admin::set_password(&config, "Ann", "").await,
        admin::backup(&config, &folder.path().join("other")).await,
        admin::restore(&config, &file).await,
        admin::rotate_key(&config).await,
        admin::audit(&config, 1).await,
        admin::import(&config, &file).await,
    ];
    for said in heard {
        let why = said.expect_err("there is nothing");
        assert!(why.contains("no-such-folder"), "{why}");
    }
    assert_eq!(names(folder.path()), ["copy"]);
    // Nor is a database made beside a key.
    std::fs::create_dir(&config.data).expect("made");
    std::fs::write(config.data.join("key"), "ab".repeat(32)).expect("written");
    admin::check(&config).await.expect_err("no database");
    assert_eq!(names(&config.data), ["key"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_copy_of_ours_is_put_in_place() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let empty = folder.path().join("empty.sqlite");
    std::fs::write(&empty, "").expect("written");
    let rubbish = folder.path().join("rubbish.sqlite");
    std::fs::write(&rubbish, "rubbish ".repeat(1000)).expect("written");
    let damaged = folder.path().join("damaged.sqlite");
    std::fs::write(&damaged, format!("SQLite format 3\0{}", "rubbish ".repeat(1000))).expect("written");
    let foreign = folder.path().join("foreign.sqlite");
    let url = format!("sqlite://{}?mode=rwc", foreign.display());
    sqlx::any::install_default_drivers();
    let mut other = sqlx::AnyConnection::connect(&url).await.expect("made");
    sqlx::query("CREATE TABLE letters (text TEXT)")
        .execute(&mut other)
        .await
        .expect("made");
    other.close().await.expect("closed");
    let server = server
        .restarted_after(async |config| {
            let before = names(&config.data);
            for file in [&empty, &rubbish, &damaged, &foreign] {
                let why = admin::restore(config, file).await.expect_err("not ours");
                assert!(why.contains("cannot be used"), "{}: {why}", file.display());
                assert!(!why.contains("timed out"), "{why}");
                assert_eq!(names(&config.data), before, "{}", file.display());
            }
        })
        .await;
    let path = format!("/api/games/{}", game.id);
    server.get(&path, Some(&game.white)).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_cannot_be_written_says_why_and_leaves_nothing() {
    let server = Server::new().await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("no-such-folder").join("copy.sqlite");
    let why = admin::backup(&server.config, &file).await.expect_err("no folder");
    assert!(why.contains("there is no folder"), "{why}");
    assert!(names(folder.path()).is_empty());
}

/// Says that so many steps were done to bring the database up to date; how many there were.
async fn set_schema(server: &Server, done: &str) -> String {
    let url = format!("sqlite://{}", server.config.data.join("jadoube.sqlite").display());
    sqlx::any::install_default_drivers();
    let mut database = sqlx::AnyConnection::connect(&url).await.expect("opened");
    let (before,): (String,) = sqlx::query_as("SELECT value FROM meta WHERE key = 'schema'")
        .fetch_one(&mut database)
        .await
        .expect("read");
    sqlx::query("UPDATE meta SET value = $1 WHERE key = 'schema'")
        .bind(done)
        .execute(&mut database)
        .await
        .expect("changed");
    database.close().await.expect("closed");
    before
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_writes_nothing_into_a_database_that_another_version_took_over() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let path = format!("/api/games/{}", game.id);
    let act = |key: &str| json!({"expected_seq": 0, "key": key, "act": {"act": "move", "move": "e2e4"}});
    let ours = set_schema(&server, "999").await;
    for (path, body) in [
        (format!("{path}/acts"), act("a")),
        (format!("{path}/chat"), json!({"channel": "table", "text": "hm"})),
        ("/api/games".to_owned(), json!({"header": {"code": "bcc-1899"}})),
    ] {
        let refused = server.post(&path, Some(&game.white), body).await;
        let refused = refused.problem(503, "unavailable");
        assert!(text(&refused["detail"]).contains("another version"), "{refused}");
    }
    server.get("/readyz", None).await.problem(503, "unavailable");
    // What there is can still be looked at.
    let shown = server.get(&path, Some(&game.white)).await.expect(200);
    assert_eq!(shown["seq"], 0);
    // A command of a newer version changes nothing under a server that runs.
    set_schema(&server, "1").await;
    let why = admin::users(&server.config).await.expect_err("a server runs");
    assert!(why.contains("another server is using the folder"), "{why}");
    set_schema(&server, &ours).await;
    server
        .act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn exported_records_are_nobody_elses_to_read() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::new().await;
    server.game(json!({"code": "bcc-1899"})).await;
    let folder = tempfile::TempDir::new().expect("a folder");
    for _ in 0..2 {
        admin::export(&server.config, folder.path())
            .await
            .expect("written");
    }
    let files = names(folder.path());
    assert_eq!(files.len(), 1);
    let file = folder.path().join(&files[0]);
    let mode = file.metadata().expect("its mode").permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pgn_is_proved_by_its_signature() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    for (seq, who, mv) in [(0, &game.white, "e2e4"), (1, &game.black, "e7e5")] {
        server
            .act(&game.id, who, seq, json!({"act": "move", "move": mv}))
            .await;
    }
    let pgn = server
        .get(&format!("/api/games/{}/pgn", game.id), Some(&game.black))
        .await
        .body;
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("game.pgn");
    let key = text(&server.get("/api/about", None).await.expect(200)["key"]);
    for same in [pgn.clone(), pgn.replace('\n', "\r\n")] {
        std::fs::write(&file, same).expect("written");
        let said = admin::verify(&file, Some(&key)).expect("proved");
        assert!(
            said[0].contains(&game.id) && said[0].contains("2 acts"),
            "{said:?}"
        );
    }
    // Nor does anything stand on a line like that of the signature, which is not signed itself.
    let signature = pgn.lines().find(|line| line.starts_with("[JadoubeSignature"));
    let signature = signature.expect("a signature");
    let beside = |line: &str| pgn.replace(signature, &format!("{signature}\n{line}"));
    for changed in [
        pgn.replace("e5", "e6"),
        pgn.replace("\"Ann\"", "\"Cy\""),
        pgn.replace(&game.id, "another"),
        pgn.replace("[JadoubeSignature", "[Signature"),
        pgn.replace(signature, &format!("{signature} [White \"Cy\"] ")),
        beside("[JadoubeSignature \"\"] [White \"Cy\"] "),
        beside("[JadoubeSignature \"\"]\r[White \"Cy\"]\r"),
        pgn.clone() + "[JadoubeSignature \"\"] 1. d4 d5 1-0 ",
    ] {
        assert_ne!(changed, pgn);
        std::fs::write(&file, &changed).expect("written");
        admin::verify(&file, Some(&key)).expect_err(&changed);
    }
    // States are worked out from the acts: whoever is shown some is told that they prove nothing.
    let states = server
        .get(
            &format!("/api/games/{}/record?states=true", game.id),
            Some(&game.black),
        )
        .await
        .body;
    std::fs::write(&file, states.replace("in-play", "won")).expect("written");
    let said = admin::verify(&file, Some(&key)).expect("proved").join("\n");
    assert!(
        said.contains("its 2 lines of how the game stood") && said.contains("not signed"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_known_to_be_altered_is_not_signed_and_says_so() {
    let server = Server::new().await;
    let game = server.game(json!({"code": "bcc-1899"})).await;
    server
        .act(&game.id, &game.white, 0, json!({"act": "move", "move": "e2e4"}))
        .await;
    let server = server
        .restarted_after(async |config| {
            let url = format!("sqlite://{}", config.data.join("jadoube.sqlite").display());
            sqlx::any::install_default_drivers();
            let mut database = sqlx::AnyConnection::connect(&url).await.expect("opened");
            sqlx::query("UPDATE games SET header = REPLACE(header, 'bcc-1899', 'bcc-1896')")
                .execute(&mut database)
                .await
                .expect("changed");
            database.close().await.expect("closed");
        })
        .await;
    let path = format!("/api/games/{}", game.id);
    let shown = server.get(&path, Some(&game.white)).await.expect(200);
    assert!(shown["signed"].is_null(), "{}", shown["signed"]);
    let why = text(&shown["broken"]);
    for paper in ["/record", "/record?states=true", "/pgn"] {
        let taken = server.get(&format!("{path}{paper}"), Some(&game.white)).await;
        assert!(taken.body.contains(&why), "{paper}: {}", taken.body);
        assert!(!taken.body.contains("signature\""), "{paper}: {}", taken.body);
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), &taken.body).expect("written");
        admin::verify(file.path(), None).expect_err(paper);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_listen_to_the_events_of_one_account_and_no_more() {
    let server = Server::new().await;
    let cookie = server.account("Ann").await.remove(0).1;
    let mut listening = Vec::new();
    for number in 1..=11 {
        let mut stream = TcpStream::connect(server.address()).await.expect("connected");
        let asking = format!("GET /api/stream/event HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n");
        stream.write_all(asking.as_bytes()).await.expect("asked");
        let mut begins = [0; 12];
        stream.read_exact(&mut begins).await.expect("answered");
        let expected = if number <= 10 { "200" } else { "429" };
        assert_eq!(
            &String::from_utf8_lossy(&begins)[9..],
            expected,
            "number {number}"
        );
        listening.push(stream);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_deleted_by_command_leaves_a_running_server_and_stops_nobodys_game() {
    let server = Server::new().await;
    let (zebedeus, bob) = (server.account("Zebedeus").await, server.account("Bob").await);
    let asks = async |who: &[(String, String)], method: &str, path: &str, body: Option<serde_json::Value>| {
        ask(
            server.address(),
            method,
            path,
            who,
            body.map(|body| body.to_string()),
        )
        .await
    };
    let open = json!({"header": {"code": "bcc-1899", "guard": true}});
    let opened = asks(&zebedeus, "POST", "/api/games", Some(open))
        .await
        .expect(201);
    let code = text(&opened["invitations"][0]["code"]);
    let accept = format!("/api/invitations/{code}/accept");
    asks(&bob, "POST", &accept, Some(json!({}))).await.expect(200);
    let path = format!("/api/games/{}", text(&opened["id"]));
    let shown = asks(&bob, "GET", &path, None).await;
    assert!(shown.body.contains("Zebedeus"), "{}", shown.body);
    let playing = asks(&bob, "GET", "/api/account/playing", None).await.expect(200);
    assert_eq!(
        playing["nowPlaying"][0]["opponent"]["username"], "Zebedeus",
        "{playing}"
    );
    admin::delete_user(&server.config, "Zebedeus")
        .await
        .expect("deleted");
    // At once his opponent finds his game as before, without the name; and soon nobody is shown it any more.
    let playing = asks(&bob, "GET", "/api/account/playing", None).await.expect(200);
    assert_eq!(
        playing["nowPlaying"].as_array().map(Vec::len),
        Some(1),
        "{playing}"
    );
    assert!(!playing.to_string().contains("Zebedeus"), "{playing}");
    let mut shown = asks(&bob, "GET", &path, None).await;
    for _ in 0..100 {
        if !shown.body.contains("Zebedeus") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        shown = asks(&bob, "GET", &path, None).await;
    }
    assert!(!shown.body.contains("Zebedeus"), "{}", shown.body);
    assert!(shown.expect(200)["broken"].is_null());
    admin::check(&server.config).await.expect("all is well");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_has_the_latest_and_no_names_of_those_who_left() {
    let server = Server::new().await;
    let mine = server.account("Zebedeus").await;
    let post = async |path: &str, body: serde_json::Value| {
        ask(server.address(), "POST", path, &mine, Some(body.to_string())).await
    };
    post("/api/tokens", json!({"name": "zebedeus-laptop"}))
        .await
        .expect(201);
    let open = json!({"header": {"code": "bcc-1899"}, "title": "Zebedeus and his friends", "public": true});
    let opened = post("/api/games", open).await.expect(201);
    let path = format!("/api/games/{}", text(&opened["id"]));
    let other = server.accept(&opened["invitations"][0]).await;
    let chat = format!("{path}/chat");
    post(&chat, json!({"channel": "table", "text": "Zebedeus is my name"}))
        .await
        .expect(201);
    server
        .post(
            &chat,
            Some(&other),
            json!({"channel": "table", "text": "good day"}),
        )
        .await
        .expect(201);
    post("/api/accounts/delete", json!({"password": PASSWORD}))
        .await
        .expect(204);
    for paper in ["", "/pgn", "/record", "/chat", "/score"] {
        let shown = server.get(&format!("{path}{paper}"), Some(&other)).await;
        assert_eq!(shown.status, 200, "{paper}");
        assert!(
            !shown.body.to_lowercase().contains("zebedeus"),
            "{paper}: {}",
            shown.body
        );
    }
    let said = server.get(&chat, Some(&other)).await.expect(200);
    assert_eq!(said["messages"][1]["text"], "good day", "{said}");
    let audit = admin::audit(&server.config, 1).await.expect("read").join("\n");
    assert!(!audit.to_lowercase().contains("zebedeus"), "{audit}");
    let times = audit.lines().filter_map(|line| line.split('\t').next());
    for at in times {
        assert!(
            at.len() == "2026-01-31 12:00:00 UTC".len() && at.ends_with(" UTC"),
            "{at}"
        );
    }
    // Nothing of it is left in the files either.
    let data = server.config.data.clone();
    let server = server.restarted().await;
    for file in std::fs::read_dir(&data).expect("the data folder") {
        let file = file.expect("a file").path();
        let bytes = std::fs::read(&file).expect("readable").to_ascii_lowercase();
        let found = bytes.windows(8).any(|window| window == b"zebedeus");
        assert!(!found, "{}", file.display());
    }
    drop(server);
}
