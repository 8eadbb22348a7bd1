//! A record can be proved to be what the players saw, and a stored game that was tampered with is found.

use crate::client::{Server, text};
use jadoube_server::admin;
use serde_json::json;

async fn played(server: &Server) -> crate::client::Seated {
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let acts = [
        (&game.white, json!({"act": "move", "move": "e2e4"})),
        (&game.black, json!({"act": "move", "move": "e7e5"})),
        (&game.white, json!({"act": "adjourn"})),
        (&game.white, json!({"act": "seal", "record": "Kt-KB3"})),
        (&game.black, json!({"act": "resume"})),
    ];
    for (seq, (who, act)) in (0..).zip(acts) {
        server.act(&game.id, who, seq, act).await;
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downloaded_record_is_proved_by_its_signature() {
    let server = Server::new().await;
    let game = played(&server).await;
    let record = server
        .get(&format!("/api/games/{}/record", game.id), Some(&game.black))
        .await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("game.jsonl");
    std::fs::write(&file, &record.body).expect("written");
    let about = server.get("/api/about", None).await.expect(200);
    let key = text(&about["key"]);
    let proved = admin::verify(&file, Some(&key)).expect("proved");
    assert!(proved[0].contains("5 acts"), "{proved:?}");
    let shown = server
        .get(&format!("/api/games/{}", game.id), Some(&game.black))
        .await
        .expect(200);
    assert!(
        record.body.contains(&text(&shown["signed"]["head"])),
        "the players saw the same head"
    );
    // It can be taken in again: the signature is no act.
    server
        .post("/api/games/import", None, json!({"record": record.body}))
        .await
        .expect(201);
    // Whatever is changed in it is noticed: a move, what was in the envelope, an act left out, the name of the game.
    let without = record.body.replace("{\"by\":\"white\",\"act\":\"adjourn\"", "");
    for changed in [
        record.body.replace("e7e5", "e7e6"),
        record.body.replace("Kt-KB3", "Kt-QB3"),
        record.body.replace("bcc-1899", "bcc-1896"),
        record.body.replace(&game.id, "another"),
        record
            .body
            .lines()
            .filter(|line| !line.contains("adjourn"))
            .collect::<Vec<_>>()
            .join("\n"),
        without,
    ] {
        std::fs::write(&file, &changed).expect("written");
        assert!(admin::verify(&file, Some(&key)).is_err(), "{changed}");
    }
    std::fs::write(&file, &record.body).expect("written");
    let other = admin::verify(&file, Some(&"00".repeat(32))).expect_err("another key");
    assert!(other.contains("another key"), "{other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_tampered_with_is_named_shown_up_to_there_and_closed() {
    let server = Server::new().await;
    let (whole, other) = (played(&server).await, played(&server).await);
    let Server {
        running,
        config,
        folder,
    } = server;
    running.stop().await;
    let said = admin::check(&config).await.expect("all is well");
    assert!(
        said[0].contains("2 games and 10 acts looked at, 0 games broken"),
        "{said:?}"
    );
    let file = config.data.join("jadoube.sqlite");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display()))
        .await
        .expect("opened");
    sqlx::query("UPDATE acts SET act = replace(act, 'e7e5', 'e7e6') WHERE game = $1 AND seq = 2")
        .bind(&other.id)
        .execute(&pool)
        .await
        .expect("tampered");
    pool.close().await;
    let said = admin::check(&config).await.expect_err("found");
    assert!(said.contains(&format!("game {}, act 2", other.id)), "{said}");
    assert!(!said.contains(&whole.id), "{said}");
    let mut server = Server::with(config).await;
    server.folder = folder;
    let path = format!("/api/games/{}", other.id);
    let shown = server.get(&path, Some(&other.white)).await.expect(200);
    assert_eq!(shown["seq"], 1);
    assert!(text(&shown["broken"]).contains("act 2"), "{}", shown["broken"]);
    let act = json!({"expected_seq": 1, "key": "x", "act": {"act": "say", "words": "hm"}});
    server
        .post(&format!("{path}/acts"), Some(&other.white), act)
        .await
        .problem(409, "broken");
    let shown = server
        .get(&format!("/api/games/{}", whole.id), Some(&whole.white))
        .await
        .expect(200);
    assert_eq!(shown["seq"], 5);
    assert!(shown["broken"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_opens_old_envelopes_and_a_copy_can_be_restored() {
    let server = Server::new().await;
    let game = played(&server).await;
    let commitment = {
        let shown = server
            .get(&format!("/api/games/{}", game.id), Some(&game.black))
            .await
            .expect(200);
        text(&shown["sealed"]["commitment"])
    };
    let Server {
        running,
        config,
        folder,
    } = server;
    let copy = config.data.join("copy.sqlite");
    admin::backup(&config, &copy).await.expect("copied");
    running.stop().await;
    admin::restore(&config, &copy).await.expect("restored");
    let before = std::fs::read_to_string(config.data.join("key")).expect("the key");
    admin::rotate_key(&config).await.expect("rotated");
    assert_ne!(
        before,
        std::fs::read_to_string(config.data.join("key")).expect("the key")
    );
    admin::check(&config).await.expect("all is well");
    let mut server = Server::with(config).await;
    server.folder = folder;
    let shown = server
        .get(&format!("/api/games/{}", game.id), Some(&game.black))
        .await
        .expect(200);
    assert_eq!(shown["seq"], 5);
    assert_eq!(
        shown["sealed"]["commitment"],
        commitment.as_str(),
        "the same envelope"
    );
    assert_eq!(shown["sealed"]["opened"]["record"], "Kt-KB3");
}

/// A database as the first version left it: what is in it is brought up to date and chained.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_database_is_brought_up_to_date() {
    let server = Server::new().await;
    let game = played(&server).await;
    let Server {
        running,
        config,
        folder,
    } = server;
    running.stop().await;
    let file = config.data.join("jadoube.sqlite");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display()))
        .await
        .expect("opened");
    // The envelope inside the act, and none of the columns and tables that came later.
    for sql in [
        "UPDATE acts SET act = json_remove(json_set(act, '$.sealed', sealed), '$.commitment') WHERE sealed IS NOT NULL",
        "DROP INDEX games_updated",
        "DROP INDEX games_person",
        "DROP TABLE tokens",
        "DROP TABLE challenges",
        "DROP TABLE audit",
        "ALTER TABLE games DROP COLUMN timeline",
        "ALTER TABLE games DROP COLUMN head",
        "ALTER TABLE games DROP COLUMN person",
        "ALTER TABLE games DROP COLUMN bytes",
        "ALTER TABLE acts DROP COLUMN sealed",
        "ALTER TABLE acts DROP COLUMN hash",
        "ALTER TABLE accounts DROP COLUMN muted",
        "ALTER TABLE accounts DROP COLUMN bot",
        "UPDATE meta SET value = '1' WHERE key = 'schema'",
    ] {
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .execute(&pool)
            .await
            .expect(sql);
    }
    pool.close().await;
    let said = admin::check(&config).await.expect("all is well");
    assert!(said[0].contains("1 games and 5 acts"), "{said:?}");
    let mut server = Server::with(config).await;
    server.folder = folder;
    let path = format!("/api/games/{}", game.id);
    let shown = server.get(&path, Some(&game.white)).await.expect(200);
    assert_eq!(shown["log"][3]["act"]["record"], "Kt-KB3");
    assert!(shown["broken"].is_null(), "{}", shown["broken"]);
    let next = server
        .act(&game.id, &game.black, 5, json!({"act": "move", "move": "b8c6"}))
        .await;
    assert_eq!(next["seq"], 6);
}
