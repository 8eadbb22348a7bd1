//! Do `diagram`, `pgn`, `man` and `--version` give what editors and packagers ask for?

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

fn jadoube(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jadoube starts");
    let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
    child.wait_with_output().expect("jadoube ends")
}

fn shown(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

#[test]
fn a_moment_of_a_record_is_drawn() {
    let record = [
        "diagram",
        "--record",
        "examples/incident.jsonl",
        "--to",
        "unicode",
    ];
    let last = shown(&jadoube(&record, ""));
    assert!(last.contains("3  · · ♘ · · ♘ · ·"), "{last}");
    let before = shown(&jadoube(
        &[&record[..], &["--after", "0", "--mark", "f1,e2"]].concat(),
        "",
    ));
    assert!(before.contains("1  ♖ ♘ ♗ ♕ ♔[♗]♘ ♖"), "{before}");
    let beyond = jadoube(&[&record[..], &["--after", "7"]].concat(), "");
    assert_eq!(status(&beyond), Some(2));
    assert!(String::from_utf8_lossy(&beyond.stderr).contains("at most 6"));
    assert!(shown(&jadoube(&["diagram"], "")).starts_with("<svg"));
    let latex = shown(&jadoube(&["diagram", "--to", "latex", "--flipped"], ""));
    assert_eq!(
        latex.trim(),
        "\\chessboard[setfen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR,inverse]"
    );
    assert_eq!(status(&jadoube(&["diagram", "--fen", "nonsense"], "")), Some(2));
}

/// The second game has the first one's moves, the fourth breaks off; comments and odd spacing must come out as they were.
const ARCHIVE: &str = "[Event \"London\"]\n[White \"Morphy\"]\n[Black \"Löwenthal\"]\n[Date \"1858.07.01\"]\n\n\
1. e4   e5 {so} 2. Nf3 1-0\n\n\
[Event \"Paris\"]\n[White \"Anon\"]\n[Black \"morphy, P\"]\n[Date \"1863\"]\n\n1. e4 e5 2. Nf3 0-1\n\n\
[White \"Zukertort\"]\n\n1. d4 d5 *\n\n[White \"Cut\"]\n\n1. e4 e9 *\n";

fn picked(arguments: &[&str]) -> String {
    shown(&jadoube(&[&["pgn", "-"], arguments].concat(), ARCHIVE))
}

#[test]
fn games_are_picked_as_they_stand() {
    assert_eq!(picked(&["--count"]).trim(), "4");
    assert_eq!(picked(&["--player", "MORPHY", "--count"]).trim(), "2");
    assert_eq!(picked(&["--black", "löwen", "--count"]).trim(), "1");
    assert_eq!(picked(&["--year", "1857-1859", "--count"]).trim(), "1");
    assert_eq!(picked(&["--result", "0-1", "--count"]).trim(), "1");
    assert_eq!(picked(&["--length", "1", "--count"]).trim(), "2");
    assert_eq!(picked(&["--faulty", "--count"]).trim(), "1");
    assert_eq!(picked(&["--unique", "--count"]).trim(), "3");
    assert!(picked(&["--duplicates"]).contains("Paris"));
}

#[test]
fn what_is_picked_is_not_rewritten() {
    assert_eq!(
        picked(&["--event", "london"]),
        "[Event \"London\"]\n[White \"Morphy\"]\n[Black \"Löwenthal\"]\n[Date \"1858.07.01\"]\n\n1. e4   e5 {so} 2. Nf3 1-0\n\n"
    );
    let whole = picked(&[]);
    assert_eq!(whole.matches("[White").count(), 4);
    assert_eq!(picked(&["--first", "1"]).matches("[White").count(), 1);
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 9";
    assert!(picked(&["--fen", fen]).contains("Zukertort"));
    assert_eq!(
        status(&jadoube(&["pgn", "-", "--player", "Steinitz"], ARCHIVE)),
        Some(1)
    );
    assert_eq!(status(&jadoube(&["pgn", "nowhere.pgn"], "")), Some(2));
}

#[test]
fn every_command_has_its_manual_page() {
    let folder = std::env::temp_dir().join(format!("jadoube-man-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    shown(&jadoube(&["man", "--to", folder.to_str().expect("a path")], ""));
    let help = shown(&jadoube(&["help"], ""));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let mut counted = 0;
    for command in commands.map_while(|line| line.strip_prefix("  ")) {
        let Some(name) = command
            .split(' ')
            .next()
            .filter(|name| !name.is_empty() && *name != "help")
        else {
            continue;
        };
        let page = fs::read_to_string(folder.join(format!("jadoube-{name}.1"))).expect(name);
        assert!(page.contains(".TH"), "{name}");
        counted += 1;
    }
    assert!(counted > 10, "{help}");
    fs::remove_dir_all(&folder).expect("the folder again");
    assert!(shown(&jadoube(&["man", "judge"], "")).contains("jadoube\\-judge"));
    assert_eq!(status(&jadoube(&["man", "nothing"], "")), Some(2));
}

#[test]
fn the_version_says_what_is_built_in() {
    let version = shown(&jadoube(&["--version"], ""));
    for word in [env!("CARGO_PKG_VERSION"), "commit", "bcc-1899", "sqlite", "zstd"] {
        assert!(version.contains(word), "{word}: {version}");
    }
}
