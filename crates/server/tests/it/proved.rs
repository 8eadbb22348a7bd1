//! A record can be proved to be what the players saw, and a stored game that was tampered with is found.

use crate::client::{Server, text};
use jadoube_server::{Config, admin};
use jadoube_store::{Head, Mark};
use serde_json::{Value, json};

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

/// The embedded database.
fn url(config: &Config) -> String {
    format!("sqlite://{}", config.data.join("jadoube.sqlite").display())
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
    let tampering = async |config: &Config| {
        let said = admin::check(config).await.expect("all is well");
        assert!(
            said[0].contains("2 games and 10 acts looked at, 0 games broken"),
            "{said:?}"
        );
        let pool = sqlx::AnyPool::connect(&url(config)).await.expect("opened");
        sqlx::query("UPDATE acts SET act = replace(act, 'e7e5', 'e7e6') WHERE game = $1 AND seq = 2")
            .bind(&other.id)
            .execute(&pool)
            .await
            .expect("tampered");
        pool.close().await;
        let said = admin::check(config).await.expect_err("found");
        assert!(said.contains(&format!("game {}: act 2", other.id)), "{said}");
        assert!(!said.contains(&whole.id), "{said}");
    };
    let server = server.restarted_after(tampering).await;
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

/// Something is changed in the database behind a running server's back.
async fn altered(config: &Config, sql: &str, game: &str) {
    let pool = sqlx::AnyPool::connect(&url(config)).await.expect("opened");
    let changed = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned()))
        .bind(game)
        .execute(&pool)
        .await;
    assert!(changed.expect(sql).rows_affected() > 0, "{sql}");
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_altered_while_a_game_is_played_closes_it_with_a_reason() {
    // The words are those of whoever acts next, and of whoever opens the game or walks the database later.
    let cases = [
        (
            "UPDATE games SET head = NULL WHERE id = $1",
            "the game's own checksum",
            "the game's own checksum",
        ),
        (
            "UPDATE games SET head = (SELECT hash FROM acts WHERE game = $1 AND seq = 4) WHERE id = $1",
            "the game's own checksum",
            "the game's own checksum",
        ),
        (
            "UPDATE games SET seq = seq + 1 WHERE id = $1",
            "act 6 is missing",
            "act 6 is missing",
        ),
        (
            "UPDATE games SET seq = seq - 1 WHERE id = $1",
            "act 5 was never counted",
            "act 5 was never counted",
        ),
        (
            "INSERT INTO acts (game, seq, act, key, seat, wall_ms, hash)
             SELECT game, 6, act, 'twice', seat, wall_ms, hash FROM acts WHERE game = $1 AND seq = 5",
            "act 6 is not the one",
            "act 6 is not the one",
        ),
        (
            "UPDATE games SET timeline = timeline + 1 WHERE id = $1",
            "mark 2 is missing",
            "mark 2 is missing",
        ),
    ];
    for (sql, now, later) in cases {
        let server = Server::new().await;
        let (game, other) = (played(&server).await, played(&server).await);
        altered(&server.config, sql, &game.id).await;
        let path = format!("/api/games/{}", game.id);
        let act = json!({"expected_seq": 5, "key": "x", "act": {"act": "move", "move": "b8c6"}});
        let refused = server
            .post(&format!("{path}/acts"), Some(&game.black), act)
            .await
            .problem(409, "broken");
        assert!(refused.to_string().contains(now), "{sql}: {refused}");
        let shown = server.get(&path, Some(&game.white)).await.expect(200);
        assert!(text(&shown["broken"]).contains(now), "{sql}: {}", shown["broken"]);
        assert!(shown["signed"].is_null(), "{sql}");
        // The others play on.
        server
            .act(&other.id, &other.black, 5, json!({"act": "move", "move": "b8c6"}))
            .await;
        let look = async |config: &Config| {
            let said = admin::check(config).await.expect_err(sql);
            assert!(said.contains(&game.id) && said.contains(later), "{sql}: {said}");
            assert!(said.contains("1 games broken"), "{sql}: {said}");
        };
        let server = server.restarted_after(look).await;
        let shown = server.get(&path, Some(&game.white)).await.expect(200);
        assert!(
            text(&shown["broken"]).contains(later),
            "{sql}: {}",
            shown["broken"]
        );
        server.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_understood_says_so_and_stops_no_other() {
    for (sql, why) in [
        (
            "UPDATE games SET header = '{' WHERE id = $1",
            "header cannot be understood",
        ),
        (
            "UPDATE games SET header = '{\"code\":\"1066\"}' WHERE id = $1",
            "header cannot be understood",
        ),
        (
            "UPDATE games SET settings = '{' WHERE id = $1",
            "settings cannot be understood",
        ),
    ] {
        let server = Server::new().await;
        let (game, other) = (played(&server).await, played(&server).await);
        let alter = async |config: &Config| {
            altered(config, sql, &game.id).await;
            let said = admin::check(config).await.expect_err(sql);
            assert!(
                said.contains(&game.id) && said.contains("1 games broken"),
                "{said}"
            );
            assert!(!said.contains(&other.id), "{said}");
        };
        let server = server.restarted_after(alter).await;
        for paper in ["", "/record", "/pgn", "/score", "/chat"] {
            let path = format!("/api/games/{}{paper}", game.id);
            let said = server.get(&path, Some(&game.white)).await.problem(409, "broken");
            assert!(said.to_string().contains(why), "{sql}: {said}");
        }
        server
            .act(&other.id, &other.black, 5, json!({"act": "move", "move": "b8c6"}))
            .await;
        server.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_was_never_counted_is_found() {
    let server = Server::new().await;
    let game = played(&server).await;
    // By somebody who knows how lines are chained.
    let forge = async |config: &Config| {
        let pool = sqlx::AnyPool::connect(&url(config)).await.expect("opened");
        let (head,): (String,) = sqlx::query_as("SELECT head FROM games")
            .fetch_one(&pool)
            .await
            .expect("the head");
        let act = r#"{"by":"black","act":"resign"}"#;
        let head = Head::parse(&head).expect("a hash").and(act);
        let insert = "INSERT INTO acts (game, seq, act, key, seat, wall_ms, hash) VALUES ($1, 6, $2, 'forged', 1, 1, $3)";
        let query = sqlx::query(insert).bind(&game.id).bind(act);
        query.bind(head.to_string()).execute(&pool).await.expect("forged");
        pool.close().await;
        let said = admin::check(config).await.expect_err("found");
        assert!(said.contains("act 6 was never counted"), "{said}");
    };
    let server = server.restarted_after(forge).await;
    let path = format!("/api/games/{}", game.id);
    let shown = server.get(&path, Some(&game.white)).await.expect(200);
    assert!(
        text(&shown["broken"]).contains("act 6 was never counted"),
        "{}",
        shown["broken"]
    );
    assert!(shown["signed"].is_null(), "{}", shown["signed"]);
    server.running.stop().await;
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
    let key_of = async |server: &Server| text(&server.get("/api/about", None).await.expect(200)["key"]);
    let signed = key_of(&server).await;
    let copy = server.config.data.join("copy.sqlite");
    admin::backup(&server.config, &copy).await.expect("copied");
    let rotate = async |config: &Config| {
        let key = || std::fs::read_to_string(config.data.join("key")).expect("the key");
        let before = key();
        admin::rotate_key(config).await.expect("rotated");
        assert_ne!(before, key());
        admin::check(config).await.expect("all is well");
    };
    let restore = async |config: &Config| {
        admin::restore(config, &copy).await.expect("restored");
        rotate(config).await;
    };
    let server = server.restarted_after(restore).await;
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
    // Records that were signed before can still be checked by a key the server names as its own, however often it changed.
    let then_signed = key_of(&server).await;
    let server = server.restarted_after(rotate).await;
    let about = server.get("/api/about", None).await.expect(200);
    assert_eq!(about["earlier_keys"], json!([signed, then_signed]));
    assert_ne!(about["key"], then_signed.as_str());
}

/// A game by post in which one vacation was agreed after a move.
async fn with_vacation(server: &Server) -> crate::client::Seated {
    let game = server
        .game(json!({"code": "bcc-1899", "mode": "communication"}))
        .await;
    let send = json!({"act": "send", "text": "P-K4"});
    server.act(&game.id, &game.white, 0, send).await;
    let path = format!("/api/games/{}/vacation", game.id);
    for (who, body) in [
        (&game.white, json!({"days": 3})),
        (&game.black, json!({"accept": true})),
    ] {
        server.post(&path, Some(who), body).await.expect(200);
    }
    game
}

/// When play started, and the vacations agreed.
async fn timeline(server: &Server, game: &crate::client::Seated) -> Value {
    let path = format!("/api/games/{}", game.id);
    let shown = server.get(&path, Some(&game.white)).await.expect(200);
    assert!(shown["broken"].is_null(), "{}", shown["broken"]);
    assert!(shown["started_ms"].is_i64(), "{shown}");
    json!([shown["started_ms"], shown["settings"]["vacation"]["agreed"]])
}

#[tokio::test(flavor = "multi_thread")]
async fn when_play_started_and_stood_still_is_in_the_log_and_cannot_be_changed() {
    let server = Server::new().await;
    let game = with_vacation(&server).await;
    assert_eq!(
        timeline(&server, &game).await[1].as_array().map(Vec::len),
        Some(1)
    );
    let path = format!("/api/games/{}", game.id);
    let record = server
        .get(&format!("{path}/record"), Some(&game.white))
        .await
        .body;
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("game.jsonl");
    let key = text(&server.get("/api/about", None).await.expect(200)["key"]);
    let verify = |text: &str| {
        std::fs::write(&file, text).expect("written");
        admin::verify(&file, Some(&key))
    };
    verify(&record).expect("proved");
    // Another beginning, a longer leave, a mark in another place, a mark left out.
    let foot: Value = serde_json::from_str(record.lines().last().expect("a foot")).expect("JSON");
    let mark = |at: usize| {
        let mark = &foot["signed"]["timeline"][at];
        Mark {
            seq: mark["seq"].as_i64().expect("a number"),
            from_ms: mark["from_ms"].as_i64().expect("a time"),
            until_ms: mark["until_ms"].as_i64(),
        }
    };
    let (start, leave) = (mark(0), mark(1));
    assert_eq!((start.seq, leave.seq), (0, 1));
    for (mark, changed) in [
        (
            start,
            Mark {
                from_ms: start.from_ms - 60_000,
                ..start
            },
        ),
        (
            leave,
            Mark {
                until_ms: leave.until_ms.map(|until| until + 60_000),
                ..leave
            },
        ),
        (start, Mark { seq: 1, ..start }),
        (leave, Mark { seq: 0, ..leave }),
    ] {
        let changed = record.replace(&mark.text(), &changed.text());
        assert_ne!(changed, record);
        verify(&changed).expect_err("changed");
    }
    let without = record.replace(&format!(",{}", leave.text()), "");
    assert_ne!(without, record);
    verify(&without).expect_err("changed");
    // Nor in the database.
    let Server {
        running,
        config,
        folder: _data,
    } = server;
    running.stop().await;
    let copy = folder.path().join("whole.sqlite");
    let database = config.data.join("jadoube.sqlite");
    std::fs::copy(&database, &copy).expect("copied");
    for (tampering, found) in [
        (
            "UPDATE timeline SET from_ms = from_ms - 60000 WHERE number = 1",
            "mark 1 of the timeline is not the one",
        ),
        (
            "UPDATE timeline SET until_ms = until_ms + 60000 WHERE number = 2",
            "mark 2 of the timeline is not the one",
        ),
        ("DELETE FROM timeline WHERE number = 2", "mark 2 is missing"),
        ("DELETE FROM timeline WHERE number = 1", "act 1 is not the one"),
        ("DELETE FROM timeline", "act 1 is not the one"),
        (
            "INSERT INTO timeline SELECT game, 3, seq, from_ms, until_ms, hash FROM timeline WHERE number = 2",
            "mark 3 of the timeline is not the one",
        ),
    ] {
        // A new file, without what the last run kept beside it: whoever still closes the old one does not touch it.
        for beside in ["jadoube.sqlite", "jadoube.sqlite-wal", "jadoube.sqlite-shm"] {
            let _ = std::fs::remove_file(config.data.join(beside));
        }
        std::fs::copy(&copy, &database).expect("copied");
        let pool = sqlx::AnyPool::connect(&url(&config)).await.expect("opened");
        sqlx::query(tampering).execute(&pool).await.expect(tampering);
        pool.close().await;
        let said = admin::check(&config).await.expect_err(tampering);
        assert!(said.contains(found), "{tampering}: {said}");
        let server = Server::with(config.clone()).await;
        let shown = server.get(&path, Some(&game.white)).await.expect(200);
        assert!(text(&shown["broken"]).contains(found), "{}", shown["broken"]);
        let act = json!({"expected_seq": shown["seq"], "key": "x", "act": {"act": "say", "words": "hm"}});
        server
            .post(&format!("{path}/acts"), Some(&game.white), act)
            .await
            .problem(409, "broken");
        server.running.stop().await;
    }
}

/// Makes a database what it was when the timeline stood in the rows of the games: acts are chained without it.
async fn without_marks(url: &str) {
    let pool = sqlx::AnyPool::connect(url).await.expect("opened");
    sqlx::query("ALTER TABLE games ADD COLUMN started_ms BIGINT")
        .execute(&pool)
        .await
        .expect("added");
    let games: Vec<(String, String, String)> = sqlx::query_as("SELECT id, header, settings FROM games")
        .fetch_all(&pool)
        .await
        .expect("games");
    for (id, header, settings) in games {
        let marks: Vec<(i64, Option<i64>)> =
            sqlx::query_as("SELECT from_ms, until_ms FROM timeline WHERE game = $1 ORDER BY number")
                .bind(&id)
                .fetch_all(&pool)
                .await
                .expect("marks");
        let started = marks
            .iter()
            .find(|(_, until)| until.is_none())
            .map(|(from, _)| *from);
        let pauses = marks.iter().filter(|(_, until)| until.is_some());
        let pauses: Vec<Value> = pauses
            .map(|(from, until)| json!({"from_ms": from, "until_ms": until}))
            .collect();
        let mut settings: Value = serde_json::from_str(&settings).expect("JSON");
        settings["pauses"] = json!(pauses);
        let mut head = Head::of_game(&id, &header);
        let acts: Vec<(i64, String)> =
            sqlx::query_as("SELECT seq, act FROM acts WHERE game = $1 ORDER BY seq")
                .bind(&id)
                .fetch_all(&pool)
                .await
                .expect("acts");
        for (seq, act) in acts {
            head = head.and(&act);
            sqlx::query("UPDATE acts SET hash = $1 WHERE game = $2 AND seq = $3")
                .bind(head.to_string())
                .bind(&id)
                .bind(seq)
                .execute(&pool)
                .await
                .expect("chained");
        }
        sqlx::query("UPDATE games SET started_ms = $1, settings = $2, timeline = 7, head = $3 WHERE id = $4")
            .bind(started)
            .bind(settings.to_string())
            .bind(head.to_string())
            .bind(&id)
            .execute(&pool)
            .await
            .expect("put back");
    }
    for sql in [
        "DROP TABLE timeline",
        "DROP TABLE seeks",
        "DROP TABLE listeners",
        "DROP INDEX accounts_likeness",
        "ALTER TABLE accounts DROP COLUMN likeness",
        "DROP INDEX audit_account",
        "DROP INDEX accounts_person",
        "ALTER TABLE accounts DROP COLUMN person",
        "UPDATE meta SET value = '2' WHERE key = 'schema'",
    ] {
        sqlx::query(sql).execute(&pool).await.expect(sql);
    }
    pool.close().await;
}

/// The hashes of all acts.
async fn hashes(url: &str) -> Vec<(String, i64, String)> {
    let pool = sqlx::AnyPool::connect(url).await.expect("opened");
    let hashes = sqlx::query_as("SELECT game, seq, hash FROM acts ORDER BY game, seq")
        .fetch_all(&pool)
        .await
        .expect("hashes");
    pool.close().await;
    hashes
}

/// A database from before there were marks is brought up to date: what its rows said stands in the logs.
async fn marked_at_the_upgrade(server: Server, url: &str) {
    let (played, by_post) = (played(&server).await, with_vacation(&server).await);
    let before = (
        timeline(&server, &played).await,
        timeline(&server, &by_post).await,
    );
    let upgrade = async |config: &Config| {
        without_marks(url).await;
        let chained = hashes(url).await;
        let said = admin::check(config).await.expect("all is well");
        assert!(said[0].contains("2 games and 6 acts"), "{said:?}");
        assert_eq!(
            hashes(url).await,
            chained,
            "no hash that was signed became another"
        );
    };
    let server = server.restarted_after(upgrade).await;
    let after = (
        timeline(&server, &played).await,
        timeline(&server, &by_post).await,
    );
    assert_eq!(after, before);
    let next = server
        .act(
            &played.id,
            &played.black,
            5,
            json!({"act": "move", "move": "b8c6"}),
        )
        .await;
    assert_eq!(next["seq"], 6);
    let path = format!("/api/games/{}/record", played.id);
    let record = server.get(&path, Some(&played.white)).await.body;
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), record).expect("written");
    admin::verify(file.path(), None).expect("proved");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timeline_from_before_there_were_marks_is_marked() {
    let server = Server::new().await;
    let url = url(&server.config);
    marked_at_the_upgrade(server, &url).await;
}

/// A server with a database of `PostgreSQL`, where that is at hand.
async fn on_postgres() -> Option<(crate::postgres::Postgres, Server)> {
    let started = tokio::task::spawn_blocking(crate::postgres::Postgres::start);
    let postgres = started.await.expect("started")?;
    let mut config = crate::client::config();
    config.database_url = Some(postgres.url());
    config.key = Some("5a".repeat(32));
    Some((postgres, Server::with(config).await))
}

#[tokio::test(flavor = "multi_thread")]
async fn and_so_it_is_on_postgres() {
    let Some((postgres, server)) = on_postgres().await else {
        return;
    };
    marked_at_the_upgrade(server, &postgres.url()).await;
}

/// One game that cannot be understood keeps the others from nothing: it is closed, says why, and is named.
async fn upgraded_around_what_cannot_be_understood(server: Server, url: &str) {
    let (no_json, no_pause, sound) = (
        played(&server).await,
        with_vacation(&server).await,
        played(&server).await,
    );
    let upgrade = async |config: &Config| {
        without_marks(url).await;
        let pool = sqlx::AnyPool::connect(url).await.expect("opened");
        for (settings, id) in [
            ("not JSON", &no_json.id),
            (r#"{"pauses":[{"from_ms":"noon","until_ms":null}]}"#, &no_pause.id),
        ] {
            sqlx::query("UPDATE games SET settings = $1 WHERE id = $2")
                .bind(settings)
                .bind(id)
                .execute(&pool)
                .await
                .expect("spoilt");
        }
        pool.close().await;
        let said = admin::check(config).await.expect_err("two games");
        assert!(
            said.contains("3 games") && said.contains("2 games broken"),
            "{said}"
        );
        for (id, why) in [
            (&no_json.id, "its settings cannot be understood"),
            (&no_pause.id, "mark 2 is missing"),
        ] {
            assert!(
                said.contains(&format!("game {id}: ")) && said.contains(why),
                "{said}"
            );
        }
    };
    let server = server.restarted_after(upgrade).await;
    let path = |game: &crate::client::Seated| format!("/api/games/{}", game.id);
    let why = server.get(&path(&no_json), Some(&no_json.white)).await;
    why.problem(409, "broken");
    let shown = server
        .get(&path(&no_pause), Some(&no_pause.white))
        .await
        .expect(200);
    assert!(text(&shown["broken"]).contains("mark 2 is missing"), "{shown}");
    let next = json!({"act": "move", "move": "b8c6"});
    let next = server.act(&sound.id, &sound.black, 5, next).await;
    assert_eq!(next["seq"], 6);
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_goes_on_where_one_game_cannot_be_understood() {
    let server = Server::new().await;
    let url = url(&server.config);
    upgraded_around_what_cannot_be_understood(server, &url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn and_goes_on_so_on_postgres() {
    let Some((postgres, server)) = on_postgres().await else {
        return;
    };
    upgraded_around_what_cannot_be_understood(server, &postgres.url()).await;
}

/// A database as the first version left it: what is in it is brought up to date and chained.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_database_is_brought_up_to_date() {
    let server = Server::new().await;
    let game = played(&server).await;
    let downgrade = async |config: &Config| {
        without_marks(&url(config)).await;
        let pool = sqlx::AnyPool::connect(&url(config)).await.expect("opened");
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
            // Nobody asked then what names look like.
            "INSERT INTO accounts (name, folded, password, created_ms) VALUES ('Ann', 'ann', '', 1), ('\u{391}nn', '\u{3b1}nn', '', 2)",
            "UPDATE meta SET value = '1' WHERE key = 'schema'",
        ] {
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .execute(&pool)
                .await
                .expect(sql);
        }
        pool.close().await;
        let said = admin::check(config).await.expect("all is well");
        assert!(said[0].contains("1 games and 5 acts"), "{said:?}");
    };
    let server = server.restarted_after(downgrade).await;
    let alike = json!({"header": {"code": "bcc-1899"}, "name": "\u{ff21}nn"});
    server.post("/api/games", None, alike).await.problem(409, "taken");
    let path = format!("/api/games/{}", game.id);
    let shown = server.get(&path, Some(&game.white)).await.expect(200);
    assert_eq!(shown["log"][3]["act"]["record"], "Kt-KB3");
    assert!(shown["broken"].is_null(), "{}", shown["broken"]);
    let next = server
        .act(&game.id, &game.black, 5, json!({"act": "move", "move": "b8c6"}))
        .await;
    assert_eq!(next["seq"], 6);
}

/// Play goes on from the last time in a record, and what is written then can be read again.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_lasted_longer_than_any_game_is_not_taken_in() {
    let server = Server::new().await;
    let take_in = async |server: &Server, seconds: u64| {
        let act = json!({"by": "white", "act": "move", "move": "e2e4", "at": seconds});
        let record = format!("{{\"code\": \"bcc-1899\"}}\n{act}\n");
        let body = json!({"record": record, "opponent": "here"});
        server.post("/api/games/import", None, body).await
    };
    for too_long in [1_000_000_000_000, 100 * 366 * 86_400 + 1] {
        let problem = take_in(&server, too_long).await.problem(422, "invalid");
        assert_eq!(
            (&problem["field"], &problem["line"]),
            (&json!("at"), &json!(2)),
            "{problem}"
        );
    }
    let taken = take_in(&server, 100 * 366 * 86_400).await.expect(201);
    let (id, token) = (text(&taken["id"]), text(&taken["token"]));
    let reply = json!({"by": "black", "act": "move", "move": "e7e5"});
    server.act(&id, &token, 1, reply).await;
    let server = server.restarted().await;
    let shown = server
        .get(&format!("/api/games/{id}"), Some(&token))
        .await
        .expect(200);
    assert!(shown["broken"].is_null(), "{}", shown["broken"]);
    assert_eq!(shown["seq"], 2);
}
