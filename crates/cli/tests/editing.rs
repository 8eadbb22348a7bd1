//! Do `diagram`, `pgn`, `man` and `--version` give what editors and packagers ask for?

mod support;

use std::{
    fs,
    process::{Command, Stdio},
};
use support::{done, jadoube, said, status};

#[test]
fn a_moment_of_a_record_is_drawn() {
    let record = [
        "diagram",
        "--record",
        "examples/incident.jsonl",
        "--to",
        "unicode",
    ];
    let last = done(&jadoube(&record, ""));
    assert!(last.contains("3  · · ♘ · · ♘ · ·"), "{last}");
    let before = done(&jadoube(
        &[&record[..], &["--after", "0", "--mark", "f1,e2"]].concat(),
        "",
    ));
    assert!(before.contains("1  ♖ ♘ ♗ ♕ ♔[♗]♘ ♖"), "{before}");
    let beyond = jadoube(&[&record[..], &["--after", "7"]].concat(), "");
    assert_eq!(status(&beyond), Some(2));
    assert!(said(&beyond).contains("at most 6"));
    assert!(done(&jadoube(&["diagram"], "")).starts_with("<svg"));
    let latex = done(&jadoube(&["diagram", "--to", "latex", "--flipped"], ""));
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
    done(&jadoube(&[&["pgn", "-"], arguments].concat(), ARCHIVE))
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
    assert_eq!(picked(&["--unique", "--count"]).trim(), "4");
    assert_eq!(status(&jadoube(&["pgn", "-", "--duplicates"], ARCHIVE)), Some(1));
}

/// Thirteen games of which two are told twice: one in two notations, one with a move that is none.
const ALIKE: &str = "[White \"Ann\"]\n[Result \"1-0\"]\n\n1-0\n\n[White \"Cid\"]\n[Result \"0-1\"]\n\n0-1\n\n\
[White \"Eve\"]\n[Black \"Fay\"]\n\n1. e4 e5 1/2-1/2\n\n[White \"Gus\"]\n[Black \"Hal\"]\n\n1. e4 e5 1/2-1/2\n\n\
[White \"Ian\"]\n\n1. e4 e5 2. Zz9 1-0\n\n[White \"Ian\"]\n\n1. e4 e5 2. Qq8 Nf3 1-0\n\n\
[White \"Eve\"]\n[Black \"Fay\"]\n\n1. P-K4 P-K4 1/2-1/2\n\n[White \"Eve\"]\n[Black \"Fay\"]\n\n1. e4 e5 1-0\n\n\
[White \"BadFen\"]\n[FEN \"xxx\"]\n\n1. e4 *\n\n[White \"BadFen\"]\n[FEN \"yyy\"]\n\n1. d4 *\n\n\
[White \"BadFen\"]\n[FEN \"xxx\"]\n\n1. d4 *\n\n[White \"Ian\"]\n\n1. e4 e5 2. Zz9 1-0\n\n\
[White \"Fen\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1 *\n";

#[test]
fn no_game_is_thrown_away_that_is_not_told_twice() {
    let unique = done(&jadoube(&["pgn", "-", "--unique"], ALIKE));
    let duplicates = done(&jadoube(&["pgn", "-", "--duplicates"], ALIKE));
    assert_eq!(unique.matches("[White").count(), 11, "{unique}");
    assert_eq!(
        duplicates,
        "[White \"Eve\"]\n[Black \"Fay\"]\n\n1. P-K4 P-K4 1/2-1/2\n\n[White \"Ian\"]\n\n1. e4 e5 2. Zz9 1-0\n\n"
    );
}

#[test]
fn archives_laid_together_can_be_read_again() {
    let folder = std::env::temp_dir().join(format!("jadoube-pgn-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let marked = file("marked.pgn", "\u{feff}[White \"A\"]\n\n1. e4 e5 1-0");
    let open = file("open.pgn", "1. d4 d5");
    let bare = file("bare.pgn", "\u{feff}1. c4 c5");
    let together = done(&jadoube(&["pgn", &open, &marked, &open, &bare], ""));
    assert!(!together.contains('\u{feff}'), "{together:?}");
    assert_eq!(done(&jadoube(&["pgn", "-", "--count"], &together)).trim(), "4");
    assert_eq!(
        done(&jadoube(&["pgn", "-", "--faulty", "--count"], "1. e4 e9 *")).trim(),
        "1"
    );
    let program = jadoube(&["pgn", env!("CARGO_BIN_EXE_jadoube"), "--count"], "");
    assert_eq!(status(&program), Some(2));
    assert!(said(&program).contains("no PGN"));
    fs::remove_dir_all(&folder).expect("the folder again");
}

#[test]
fn results_dates_and_names_are_known_however_they_are_written() {
    let archive = "[White \"Lo\u{308}wenthal\"]\n[Date \"18??.??.??\"]\n[Result \"½-½\"]\n\n1. e4 e5\n\n\
        [White \"B\"]\n[EventDate \"1851.05.26\"]\n[Result \"1 - 0\"]\n\n1. d4 d5\n\n[White \"C\"]\n[Result \"0-0\"]\n\n1. c4 *\n";
    for (option, value, count) in [
        ("--result", "1/2-1/2", "1"),
        ("--result", "1:0", "1"),
        ("--year", "1800-1899", "2"),
        ("--year", "1851", "1"),
        ("--year", "18??", "2"),
        ("--white", "löwen", "1"),
    ] {
        let found = jadoube(&["pgn", "-", option, value, "--count"], archive);
        assert_eq!(done(&found).trim(), count, "{option} {value}");
    }
    for (option, value, expected) in [
        ("--year", "1859-1857", "smaller number first"),
        ("--length", "x", "10-20"),
        ("--result", "2-0", "expected 1-0"),
    ] {
        let refused = jadoube(&["pgn", "-", option, value], archive);
        assert_eq!(status(&refused), Some(2));
        assert!(said(&refused).contains(expected), "{option}");
    }
}

#[test]
fn a_diagram_needs_no_kings_and_a_fen_no_more_than_is_pasted() {
    for (fen, drawn) in [
        ("8/8/8/8/8/8/8/8", "1  . . . . . . . ."),
        ("8/8/8/8/8/8/8/7P w", "1  . . . . . . . P"),
        (" 4k3/8/8/8/8/8/8/4K3  b - -\n", "1  . . . . K . . ."),
    ] {
        let shown = done(&jadoube(&["diagram", "--fen", fen, "--to", "text"], ""));
        assert!(shown.replace('·', ".").contains(drawn), "{shown}");
    }
    let latex = done(&jadoube(
        &["diagram", "--fen", "8/8/8/8/8/8/8/8 b - - 0 1", "--to", "latex"],
        "",
    ));
    assert!(latex.contains("mover=b"), "{latex}");
    let pasted = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";
    for arguments in [
        &["perft", "1", "--fen", pasted][..],
        &["read", "--fen", pasted, "e5"],
        &["pgn", "-", "--count", "--fen", pasted],
        &["prove", "winnable", "--fen", "4k3/8/8/8/8/8/8/Q3K3 w"],
    ] {
        done(&jadoube(arguments, "1. e4 *"));
    }
}

/// Whoever reads our answer may go, and the disk may be full: neither is a fault of ours to be met with a panic.
#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_written_is_said_plainly() {
    for arguments in [
        &["read", "e4"][..],
        &["prove", "winnable", "--fen", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"],
        &["table", "list"],
        &["diagram"],
        &["laws"],
        &["perft", "1"],
        &["admin", "openapi"],
    ] {
        let run = |target: Stdio| {
            Command::new(env!("CARGO_BIN_EXE_jadoube"))
                .args(arguments)
                .stdout(target)
                .stderr(Stdio::piped())
                .output()
                .expect("jadoube ends")
        };
        let full = run(fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("it")
            .into());
        let said = said(&full);
        assert!(
            said.contains("cannot write") && !said.contains("panicked"),
            "{arguments:?}: {said}"
        );
        assert!(matches!(status(&full), Some(1 | 70)), "{arguments:?}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let gone = run(writer.into());
        assert!(
            gone.stderr.is_empty() && status(&gone) == Some(0),
            "{arguments:?}: {gone:?}"
        );
    }
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
    done(&jadoube(&["man", "--to", folder.to_str().expect("a path")], ""));
    let help = done(&jadoube(&["help"], ""));
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
        let title = page.lines().find(|line| line.starts_with(".TH")).expect(name);
        let version = concat!("\"jadoube ", env!("CARGO_PKG_VERSION"), "\"");
        assert!(title.contains(version), "{title}");
        counted += 1;
    }
    assert!(counted > 10, "{help}");
    fs::remove_dir_all(&folder).expect("the folder again");
    assert!(done(&jadoube(&["man", "judge"], "")).contains("jadoube\\-judge"));
    assert!(done(&jadoube(&["man", "table", "build"], "")).contains("jadoube\\-table\\-build"));
    for unknown in [
        &["man", "nothing"][..],
        &["man", "table", "nothing"],
        &["man", "judge", "nothing"],
    ] {
        assert_eq!(status(&jadoube(unknown, "")), Some(2), "{unknown:?}");
    }
}

#[test]
fn the_version_says_what_is_built_in() {
    let version = done(&jadoube(&["--version"], ""));
    for word in [env!("CARGO_PKG_VERSION"), "commit", "bcc-1899", "sqlite", "zstd"] {
        assert!(version.contains(word), "{word}: {version}");
    }
}

#[test]
fn figurines_stand_in_columns_whoever_begins() {
    let pgn =
        "[FEN \"r3k2r/1P1n4/8/8/8/8/3N1N2/R3K2R b KQkq - 0 99\"]\n\n99... Ke7 100. bxa8=Q Rxa8 101. Nfe4 *\n";
    let set = done(&jadoube(&["convert", "-", "--to=algebraic", "--figurines"], pgn));
    let moves: Vec<&str> = set.lines().filter(|line| line.contains(". ")).collect();
    assert_eq!(
        moves,
        [" 99. ...     ♚e7", "100. bxa8=♕  ♜xa8", "101. ♘fe4"],
        "{set}"
    );
}
