//! Whatever is cut short by `kill -9` or a full disk is found whole afterwards, the old or the new: copies, restores, keys.

use crate::client::{Seated, Server, text};
use jadoube_server::{Config, admin};
use serde_json::json;
use std::{fs, path::Path};

/// A game with a sealed move in it that nobody has opened.
async fn sealed(server: &Server) -> Seated {
    let game = server.game(json!({"code": "bcc-1899"})).await;
    let acts = [
        (&game.white, json!({"act": "move", "move": "e2e4"})),
        (&game.black, json!({"act": "move", "move": "e7e5"})),
        (&game.white, json!({"act": "adjourn"})),
        (&game.white, json!({"act": "seal", "record": "Kt-KB3"})),
    ];
    for (seq, (who, act)) in (0..).zip(acts) {
        server.act(&game.id, who, seq, act).await;
    }
    game
}

/// The envelope opens, and what was signed before is proved by a key that the server names.
async fn opens(server: &Server, game: &Seated, record: &Path) {
    server
        .act(&game.id, &game.black, 4, json!({"act": "resume"}))
        .await;
    let path = format!("/api/games/{}", game.id);
    let shown = server.get(&path, Some(&game.black)).await.expect(200);
    assert_eq!(shown["sealed"]["opened"]["record"], "Kt-KB3");
    proved_by_a_key_that_is_named(server, record).await;
}

async fn proved_by_a_key_that_is_named(server: &Server, record: &Path) {
    let about = server.get("/api/about", None).await.expect(200);
    let earlier = about["earlier_keys"].as_array().expect("keys").iter();
    let proves = earlier
        .chain([&about["key"]])
        .filter(|key| admin::verify(record, Some(&text(key))).is_ok());
    assert_eq!(proves.count(), 1, "{about}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_being_written_keeps_no_server_from_starting() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut config = crate::client::config();
    config.data = folder.path().join("data");
    fs::create_dir(&config.data).expect("made");
    fs::write(config.data.join("key.unfinished"), "5a5a5a").expect("written");
    let server = Server::with(config.clone()).await;
    let key = fs::read_to_string(config.data.join("key")).expect("a key");
    assert_eq!(key.trim().len(), 64, "{key}");
    assert!(!config.data.join("key.unfinished").exists());
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_that_was_cut_short_anywhere_leaves_a_key_that_opens() {
    // What happened to the files before the end: nothing but the new key, all but the last step, and what earlier versions did.
    type CutShort = fn(&Path, &str, &str);
    let cases: [(&str, CutShort); 3] = [
        ("before the database", |data, _, other| {
            fs::write(data.join("key.new"), other).expect("written");
        }),
        ("after the database", |data, old, _| {
            fs::rename(data.join("key"), data.join("key.new")).expect("put back");
            fs::write(data.join("key"), old).expect("put back");
            let kept = fs::read_dir(data).expect("a folder").filter_map(Result::ok);
            for kept in kept {
                let name = kept.file_name().to_string_lossy().into_owned();
                if name.starts_with("key.") && name != "key.new" {
                    fs::remove_file(kept.path()).expect("put back");
                }
            }
        }),
        ("between two names, by an earlier version", |data, _, _| {
            fs::rename(data.join("key"), data.join("key.new")).expect("put back");
        }),
    ];
    for (when, cut_short) in cases {
        let server = Server::new().await;
        let game = sealed(&server).await;
        let folder = tempfile::TempDir::new().expect("a folder");
        let record = folder.path().join("before.jsonl");
        let path = format!("/api/games/{}/record", game.id);
        fs::write(&record, server.get(&path, Some(&game.white)).await.body).expect("written");
        let rotate = async |config: &Config| {
            let key = config.data.join("key");
            let old = fs::read_to_string(&key).expect("the key");
            if when != "before the database" {
                admin::rotate_key(config).await.expect("rotated");
            }
            cut_short(&config.data, &old, &"5b".repeat(32));
            // Whoever comes first finds the right key, also a command.
            admin::check(config).await.expect(when);
            let now = fs::read_to_string(&key).expect("there is a key");
            assert_eq!(now == old, when == "before the database", "{when}");
            admin::rotate_key(config).await.expect(when);
            assert_ne!(fs::read_to_string(&key).expect("there is a key"), now, "{when}");
            assert!(!config.data.join("key.new").exists(), "{when}");
        };
        let server = server.restarted_after(rotate).await;
        opens(&server, &game, &record).await;
        server.running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_from_before_a_rotation_says_where_its_key_is() {
    let server = Server::new().await;
    let game = sealed(&server).await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let (copy, record) = (folder.path().join("copy"), folder.path().join("record"));
    admin::backup(&server.config, &copy).await.expect("copied");
    let path = format!("/api/games/{}/record", game.id);
    fs::write(&record, server.get(&path, Some(&game.white)).await.body).expect("written");
    // What was signed by the new key can be checked afterwards, though the copy never heard of it and the key itself is gone.
    let server = server
        .restarted_after(async |config| {
            admin::rotate_key(config).await.expect("rotated");
        })
        .await;
    let later = folder.path().join("later");
    fs::write(&later, server.get(&path, Some(&game.white)).await.body).expect("written");
    let restore = async |config: &Config| {
        let why = admin::restore(config, &copy).await.expect_err("another key");
        let kept = why
            .split("kept in ")
            .nth(1)
            .and_then(|rest| rest.split(": ").next())
            .unwrap_or_else(|| panic!("{why}"));
        assert!(kept.starts_with(&config.data.display().to_string()), "{why}");
        fs::copy(kept, config.data.join("key")).expect("put in place");
        admin::restore(config, &copy).await.expect("restored");
    };
    let server = server.restarted_after(restore).await;
    opens(&server, &game, &record).await;
    proved_by_a_key_that_is_named(&server, &later).await;
    // A copy made now names it too, wherever it is taken.
    let elsewhere = folder.path().join("elsewhere");
    admin::backup(&server.config, &elsewhere).await.expect("copied");
    let restore = async |config: &Config| {
        fs::remove_file(config.data.join("public-keys")).expect("it was there");
        admin::restore(config, &elsewhere).await.expect("restored");
    };
    let server = server.restarted_after(restore).await;
    proved_by_a_key_that_is_named(&server, &later).await;
    server.running.stop().await;
}

/// Every file of the database, as `kill -9` leaves them.
fn taken_as_they_are(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for name in [
        "jadoube.sqlite",
        "jadoube.sqlite-wal",
        "jadoube.sqlite-shm",
        "key",
    ] {
        fs::copy(from.join(name), to.join(name)).expect(name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_was_cut_short_anywhere_is_brought_to_its_end() {
    let server = Server::new().await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let copy = folder.path().join("copy.sqlite");
    let game = sealed(&server).await;
    // A copy made during play is of use.
    admin::backup(&server.config, &copy).await.expect("copied");
    server
        .act(&game.id, &game.black, 4, json!({"act": "resume"}))
        .await;
    let path = format!("/api/games/{}", game.id);
    for moved in 0..=4usize {
        let mut config = crate::client::config();
        config.data = folder.path().join(format!("data {moved}"));
        taken_as_they_are(&server.config.data, &config.data);
        let restored = config
            .data
            .join(if moved == 0 { "restoring" } else { "restored" });
        fs::create_dir(&restored).expect("made");
        fs::copy(&copy, restored.join("jadoube.sqlite")).expect("copied");
        for beside in ["-shm", "-wal", ""].into_iter().take(moved.saturating_sub(1)) {
            let place = config.data.join(format!("jadoube.sqlite{beside}"));
            let aside = config
                .data
                .join(format!("jadoube.sqlite.before-restore-1{beside}"));
            fs::rename(place, aside).expect("moved");
        }
        // Whether a command or a server comes first.
        if moved % 2 == 0 {
            admin::check(&config).await.expect("all is well");
        }
        let again = Server::with(config.clone()).await;
        let shown = again.get(&path, Some(&game.white)).await.expect(200);
        assert_eq!(shown["seq"], if moved == 0 { 5 } else { 4 }, "{moved}");
        assert!(shown["broken"].is_null(), "{moved}: {}", shown["broken"]);
        again.running.stop().await;
        assert!(!restored.exists(), "{moved}");
        if moved > 0 {
            // What was there is whole, with what lay in its log.
            let old = folder.path().join(format!("old {moved}"));
            fs::create_dir(&old).expect("made");
            for (beside, needed) in [("", true), ("-wal", true), ("-shm", false)] {
                let kept = config
                    .data
                    .join(format!("jadoube.sqlite.before-restore-1{beside}"));
                let there = fs::rename(kept, old.join(format!("jadoube.sqlite{beside}")));
                assert!(there.is_ok() || !needed, "{moved}: {beside}");
            }
            fs::copy(config.data.join("key"), old.join("key")).expect("copied");
            config.data = old;
            let said = admin::check(&config).await.expect("all is well");
            assert!(said[0].contains("1 games and 5 acts"), "{moved}: {said:?}");
        }
    }
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_cut_short_is_never_taken_for_one() {
    let server = Server::new().await;
    sealed(&server).await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let copy = folder.path().join("copy.sqlite");
    // What was left of the last attempt is in nobody's way.
    fs::write(
        folder.path().join("copy.sqlite.unfinished"),
        "SQLite format 3\0 and so",
    )
    .expect("written");
    admin::backup(&server.config, &copy).await.expect("copied");
    let names = |folder: &Path| -> Vec<_> {
        let files = fs::read_dir(folder).expect("a folder");
        files.map(|file| file.expect("a file").file_name()).collect()
    };
    assert_eq!(names(folder.path()), ["copy.sqlite"]);
    // One that is there stays.
    let why = admin::backup(&server.config, &copy)
        .await
        .expect_err("there is one");
    assert!(why.contains("exists already"), "{why}");
    // Half of it, as an earlier version left it, is not put in place.
    let whole = fs::read(&copy).expect("read");
    let half = folder.path().join("half.sqlite");
    fs::write(&half, &whole[..whole.len() / 2 / 4096 * 4096]).expect("written");
    let (mut other, last) = (whole.clone(), whole.len() - 4096);
    other[last..].fill(0);
    let damaged = folder.path().join("damaged.sqlite");
    fs::write(&damaged, other).expect("written");
    let restore = async |config: &Config| {
        for file in [&half, &damaged] {
            let why = admin::restore(config, file).await.expect_err("not whole");
            assert!(!why.is_empty());
        }
        admin::restore(config, &copy).await.expect("restored");
    };
    server.restarted_after(restore).await.running.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_is_restored_is_nobody_elses_to_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::new().await;
    let folder = tempfile::TempDir::new().expect("a folder");
    let copy = folder.path().join("copy.sqlite");
    admin::backup(&server.config, &copy).await.expect("copied");
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o644)).expect("opened to all");
    let restore = async |config: &Config| {
        admin::restore(config, &copy).await.expect("restored");
        admin::rotate_key(config).await.expect("rotated");
        for file in fs::read_dir(&config.data).expect("a folder") {
            let file = file.expect("a file");
            let mode = file.metadata().expect("its mode").permissions().mode();
            if file.file_name() != "lock" {
                assert_eq!(mode & 0o077, 0, "{:?} {mode:o}", file.file_name());
            }
        }
    };
    server.restarted_after(restore).await.running.stop().await;
}
