//! A game in the terminal, and a match: as a person would start them.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

fn play(record: &Path, more: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["play", "--level", "1", "--time", "0.2", "--record"])
        .arg(record)
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    said(&child.wait_with_output().unwrap())
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("jadoube-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_game_is_played_kept_and_taken_up_again() {
    let folder = folder("play");
    let record = folder.join("game.jsonl");
    let text = play(&record, &["--code", "bcc-1899"], "P-K4\nNf6\nmoves\nhelp\nquit\n");
    assert!(text.contains("The British Chess Code"), "{text}");
    assert!(text.contains("Black moves"), "{text}");
    assert!(text.contains("is no legal move here and no act"), "{text}");
    let kept = fs::read_to_string(&record).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert!(lines[0].contains("bcc-1899"), "{kept}");
    assert!(lines[1].contains("e2e4") && lines[2].contains("black"), "{kept}");
    assert_eq!(lines.len(), 3, "{kept}");

    // The same file goes on where it stood, by the code it was begun under. White touches and plays otherwise.
    let text = play(&record, &[], "touch h2\nd2d3\nrights\nquit\n");
    assert!(text.contains("The British Chess Code"), "{text}");
    assert!(text.contains("II.5(c)"), "{text}");
    let kept = fs::read_to_string(&record).unwrap();
    assert!(kept.contains("\"touch\"") && kept.contains("\"exact\""), "{kept}");

    // What is no record is said to be none, and is left alone.
    let wrong = folder.join("wrong.jsonl");
    fs::write(&wrong, "hello\n").unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["play", "--record"])
        .arg(&wrong)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert_eq!(fs::read_to_string(&wrong).unwrap(), "hello\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_is_played_under_every_code_and_written_down() {
    let folder = folder("match");
    let (pgn, records) = (folder.join("games.pgn"), folder.join("records"));
    let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["match", "2", "1", "--games", "6", "--code", "all", "--pgn"])
        .arg(&pgn)
        .arg("--records")
        .arg(&records)
        .output()
        .unwrap();
    let text = said(&output);
    assert!(
        text.contains("Jadoube 2 against Jadoube 1:") && text.contains("Elo"),
        "{text}"
    );
    let games = fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[Event ").count(), 6, "{games}");
    for number in 1..=6 {
        // Each record is ruled on alike by anyone who reads it.
        let file = records.join(format!("{number:05}.jsonl"));
        let ruled = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["rule", "--last", "--brief"])
            .arg(&file)
            .output()
            .unwrap();
        assert!(said(&ruled).contains("\"status\""));
    }
    fs::remove_dir_all(folder).unwrap();
}

/// An engine that does this whenever it is asked for a move.
#[cfg(unix)]
fn bad_engine(folder: &Path, name: &str, deed: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let file = folder.join(name);
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) {deed};; esac; done\n"
    );
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_is_started_again_and_no_game_is_lost() {
    let folder = folder("bad-engine");
    for (name, deed, told) in [
        ("crashes", "exit 3", "it has ended"),
        ("cheats", "echo bestmove e2e5", "it advised \"e2e5\""),
    ] {
        let engine = bad_engine(&folder, name, deed);
        let record = folder.join(format!("{name}.jsonl"));
        let text = play(
            &record,
            &["--engine", engine.to_str().unwrap()],
            "e2e4\nd2d4\nquit\n",
        );
        assert!(
            text.contains(told) && text.contains("it is started again"),
            "{text}"
        );
        assert!(text.contains("the built-in player answers for it"), "{text}");
        let kept = fs::read_to_string(&record).unwrap();
        assert_eq!(kept.lines().count(), 5, "both have moved twice: {kept}");
    }
    // In a match nobody stands in: the game does not count, and the exit status tells.
    let engine = bad_engine(&folder, "leaves", "exit 3");
    let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["match", "1", engine.to_str().unwrap(), "--games", "2"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("it is started again") && told.contains("does not count"),
        "{told}"
    );
    fs::remove_dir_all(folder).unwrap();
}
