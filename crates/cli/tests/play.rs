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
