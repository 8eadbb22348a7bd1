//! A disk that fills and empties again: what was acknowledged is there, what was not is not, and play goes on.

use jadoube_store::{Append, Appended, GameRow, GameSummary, Head, LogRow, Mark, SeatRow, Store};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

const DISK: &str = "JADOUBE_TEST_SMALL_DISK";

/// A file system with this much room, of this process alone; it goes when the process does.
fn small_disk(folder: &Path, kilobytes: u32) {
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs"])
        .arg(folder)
        .status();
    assert!(mounted.is_ok_and(|status| status.success()), "mounted");
}

/// Runs one test of this program again, where it may mount a file system that nobody else sees.
fn apart(test: &str) {
    let program = std::env::current_exe().expect("this program");
    let possible = Command::new("unshare").args(["-rm", "true"]).output();
    if !possible.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("CI").is_none(), "unshare -rm does not work here");
        eprintln!("skipped: unshare -rm does not work here, so no small disk can be made");
        return;
    }
    let ran = Command::new("unshare")
        .arg("-rm")
        .arg(program)
        .args([test, "--exact", "--nocapture"])
        .env(DISK, "1")
        .status();
    assert!(ran.is_ok_and(|status| status.success()), "{test} on a small disk");
}

async fn open_game(store: &Store, id: &str) {
    let game = GameRow {
        id: id.to_owned(),
        header: "{}".to_owned(),
        settings: "{}".to_owned(),
        created_ms: 1,
        ..GameRow::default()
    };
    let seat = SeatRow {
        parties: "white".to_owned(),
        ..SeatRow::default()
    };
    store
        .create_game(&game, &[seat], &[], None)
        .await
        .expect("created");
}

const GAMES: [&str; 4] = ["a", "b", "c", "d"];

/// What each game's players were told is written, in order.
type Told = BTreeMap<&'static str, Vec<String>>;

/// The chain of a game as its players know it.
fn seen(game: &str, told: &Told) -> Head {
    let start = Mark {
        seq: 0,
        from_ms: 10,
        until_ms: None,
    };
    let acts = told.get(game).map_or(&[][..], Vec::as_slice);
    let head = Head::of_game(game, "{}");
    if acts.is_empty() {
        return head;
    }
    let started = head.and(&start.text());
    acts.iter().fold(started, |head, act| head.and(act))
}

/// One attempt in every game at once; how many were acknowledged.
async fn attempt(store: &Store, told: &mut Told, number: usize) -> usize {
    let mut asked = Vec::new();
    for game in GAMES {
        let before = told.get(game).map_or(0, Vec::len);
        let act = format!("{game} {number} {}", "x".repeat(3000));
        let append = Append {
            game: game.to_owned(),
            seq: 1 + i64::try_from(before).expect("few acts"),
            act: act.clone(),
            sealed: None,
            timeline: i64::from(before > 0),
            head: seen(game, told),
            starts_ms: (before == 0).then_some(10),
            key: format!("key {number}"),
            seat: 1,
            wall_ms: 10,
            standing: GameSummary::default(),
        };
        let store = store.clone();
        asked.push((game, act, tokio::spawn(async move { store.append(append).await })));
    }
    let mut acknowledged = 0;
    for (game, act, answer) in asked {
        if let Ok(appended) = answer.await.expect("answered") {
            assert_eq!(appended, Appended::Durable, "nobody else writes in this game");
            told.entry(game).or_default().push(act);
            acknowledged += 1;
        }
    }
    acknowledged
}

/// What a machine that lost its power at this moment would find: the files as they are, opened anew.
async fn after_a_crash(disk: &Path, elsewhere: &Path) -> Told {
    std::fs::create_dir_all(elsewhere).expect("a folder");
    for name in ["db.sqlite", "db.sqlite-wal"] {
        let _ = std::fs::copy(disk.join(name), elsewhere.join(name));
    }
    let store = Store::open_file(&elsewhere.join("db.sqlite"))
        .await
        .expect("opened");
    let mut found = Told::new();
    for game in GAMES {
        let log = store.log(game, (0, 0)).await.expect("the log").into_iter();
        let acts = log.filter_map(|line| match line {
            LogRow::Act(act) => Some(act.act),
            LogRow::Mark(_) => None,
        });
        let acts: Vec<String> = acts.collect();
        let checked = store.check_game(game).await.expect("read");
        assert_eq!(
            checked,
            Ok(i64::try_from(acts.len()).expect("few acts")),
            "no gaps"
        );
        found.insert(game, acts);
    }
    store.close().await;
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_on_a_full_disk_is_there_and_nothing_else() {
    if std::env::var_os(DISK).is_none() {
        return apart("what_was_acknowledged_on_a_full_disk_is_there_and_nothing_else");
    }
    let folder = tempfile::TempDir::new().expect("a folder");
    let disk: PathBuf = folder.path().join("disk");
    std::fs::create_dir(&disk).expect("a folder");
    small_disk(&disk, 4096);
    let store = Store::open_file(&disk.join("db.sqlite")).await.expect("opened");
    for game in GAMES {
        open_game(&store, game).await;
    }
    let ballast = disk.join("ballast");
    let mut told = Told::new();
    let (mut number, mut refused, mut unready) = (0, 0, 0);
    for round in 0..5usize {
        // The rest of the disk is taken by something else, but for a little.
        let mut size = 4 * 1024 * 1024;
        while std::fs::write(&ballast, vec![1; size]).is_err() {
            size -= 16 * 1024;
        }
        std::fs::write(&ballast, vec![1; size.saturating_sub(64 * 1024)]).expect("less fits");
        let before = (refused, unready);
        for _ in 0..60 {
            number += 1;
            if attempt(&store, &mut told, number).await == 0 {
                refused += 1;
                unready += usize::from(store.ready().await.is_err());
            }
        }
        assert!(refused > before.0, "round {round}: the disk was never full");
        assert!(unready > before.1, "round {round}: a full disk was called ready");
        // Room again: everything goes on.
        std::fs::remove_file(&ballast).expect("removed");
        store.ready().await.expect("ready again");
        for _ in 0..3 {
            number += 1;
            assert_eq!(attempt(&store, &mut told, number).await, GAMES.len(), "goes on");
        }
        let found = after_a_crash(&disk, &folder.path().join(format!("crash {round}"))).await;
        for game in GAMES {
            let (told, found) = (&told[game], &found[game]);
            let differ = told.iter().zip(found).position(|(told, found)| told != found);
            assert!(
                told.len() == found.len() && differ.is_none(),
                "round {round}, game {game}: {} acknowledged, {} on the disk, first difference {differ:?}",
                told.len(),
                found.len()
            );
        }
    }
    println!(
        "{refused} refusals, {} acts acknowledged and kept",
        told.values().map(Vec::len).sum::<usize>()
    );
    store.close().await;
}
