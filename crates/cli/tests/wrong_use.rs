//! Is whoever asks for what cannot be told so, told what was expected, and left with the exit status that says it?

mod support;

use std::fs;
use support::{folder, jadoube, root, said, shown, status, text};

/// It is refused as wrong input, in these words.
fn refused(arguments: &[&str], input: impl AsRef<[u8]>, words: &[&str]) {
    let output = jadoube(arguments, input);
    let said = said(&output);
    assert_eq!(status(&output), Some(2), "{arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: no `{word}` in: {said}");
    }
}

#[test]
fn no_count_is_taken_that_no_machine_could_serve() {
    let at = folder("wrong-use-counts");
    let pgn = text(at.join("a.pgn"));
    fs::write(&pgn, "1. e4 e5 *\n").expect("a disk");
    for command in [
        &["audit", &pgn][..],
        &["table", "build", "KQK"],
        &["match", "1", "1"],
        &["perft", "1"],
    ] {
        for wrong in ["0", "1025", "99999999", "-1", "many"] {
            let threads = format!("--threads={wrong}");
            let arguments = [command, &[threads.as_str()]].concat();
            refused(
                &arguments,
                "",
                &["--threads", "expected a whole number, 1 to 1024"],
            );
        }
    }
    for (arguments, expected) in [
        (&["audit", &pgn, "--plan=99999999999"][..], "1 to 100000"),
        (
            &["audit", &pgn, "--parquet=x", "--part=1/99999999999"],
            "100000 parts",
        ),
        (&["perft", "4294967295"], "0 to 32"),
        (&["perft", "x"], "0 to 32"),
        (&["match", "1", "1", "--games=0"], "1 to 1000000"),
        (
            &["convert", &pgn, "--to=pgn", "--game=0"],
            "a whole number from 1 up",
        ),
        (&["pgn", &pgn, "--first=0"], "a whole number from 1 up"),
        (
            &["series", "xxv", "--giver=one", "--moves=4294967295"],
            "0 to 100",
        ),
        (&["judge", &pgn, "--width=x"], "1 to"),
        (&["admin", "audit", "--days=99999999"], "1 to 36500"),
        (&["serve", "--engine-ms=0"], "10 to 600000"),
        (&["play", "--time=soon"], "seconds, 0.01 to 3600"),
        (&["play", "--time=0"], "seconds, 0.01 to 3600"),
        (&["match", "1", "1", "--sprt=a,b"], "the lower first: 0,20"),
    ] {
        refused(arguments, "", &["expected", expected]);
    }
    // More threads than cores are no more than cores: it ends at once.
    let audited = jadoube(&["audit", &pgn, "--threads", "1024"], "");
    assert_eq!(status(&audited), Some(0), "{}", said(&audited));
}

#[test]
fn a_game_that_is_not_there_is_not_passed_over() {
    let three = "1. e4 e5 *\n\n1. d4 d5 *\n\n1. c4 c5 *\n";
    for to in ["pgn", "record", "json"] {
        let to = format!("--to={to}");
        refused(
            &["convert", "-", &to, "--game=9"],
            "1. e4 e5 *\n",
            &["there is no game 9; there is 1"],
        );
        refused(
            &["convert", "-", &to, "--game=4"],
            three,
            &["there is no game 4; there are 3"],
        );
        let third = jadoube(&["convert", "-", &to, "--game=3"], three);
        assert_eq!(status(&third), Some(0), "{}", said(&third));
        assert!(!third.stdout.is_empty(), "{to}");
    }
    refused(
        &["convert", "-", "--to=pgn"],
        "hello",
        &["standard input: no game was found; expected"],
    );
}

#[test]
fn of_games_that_were_not_asked_for_nothing_is_said() {
    let cells = r#"{"white":["e4"],"black":["e5"]}
{"white":["e4","Ke7"],"black":["e5","Kb5"]}"#;
    for (input, clean, faulty) in [
        (cells, 1, 2),
        ("1. e4 e5 2. Ke7 *\n\n1. d4 d5 *\n", 2, 1),
        // Printed pages.
        (
            "GAME I.\n\n1. P-K4 P-K4\n2. Q-R8 P-Q3\n\nGAME II.\n\n1. P-Q4 P-Q4\n2. P-QB4 P-K3\n",
            2,
            1,
        ),
    ] {
        let asked = |game: u32| jadoube(&["convert", "-", "--to=uci", &format!("--game={game}")], input);
        let output = asked(clean);
        assert_eq!(
            (status(&output), said(&output).as_str()),
            (Some(0), ""),
            "{input}"
        );
        let output = asked(faulty);
        assert_eq!(status(&output), Some(1), "{input}");
        let fault = format!("fault in game {faulty}");
        assert!(said(&output).contains(&fault), "{}", said(&output));
    }
}

/// A game that was only written down tells nothing of a clock, and is under today's laws unless it says otherwise.
#[test]
fn a_converted_game_is_complete_without_a_clock() {
    let header = |pgn: &str| {
        let output = jadoube(&["convert", "-", "--to=record"], pgn);
        shown(&output).lines().next().expect("a header").to_owned()
    };
    assert_eq!(header("1. e4 e5 *\n"), "{\"code\":\"fide-2023\",\"clock\":false}");
    assert!(header("[Laws \"bcc-1899\"]\n\n1. e4 e5 *\n").contains("bcc-1899"));
    let judged = jadoube(&["judge", "-"], "[Event \"x\"]\n\n1. e4 e5 *\n");
    assert!(!shown(&judged).contains("Press the clock"), "{}", shown(&judged));
}

#[test]
fn what_cannot_be_written_is_wrong_input_and_no_damaged_game() {
    for output in ["--html=/nowhere/at/all", "--json=/nowhere/at/all"] {
        refused(&["audit", "-", output], "1. e4 *\n", &["/nowhere/at/all"]);
    }
}

#[test]
fn a_text_without_a_move_is_not_understood() {
    for empty in ["", "  ", "!", "."] {
        let output = jadoube(&["read", "--", empty], "");
        assert_eq!(status(&output), Some(1), "{empty:?}");
        assert!(shown(&output).contains("\"expected\":\"a move\""), "{empty:?}");
        assert!(said(&output).contains("a move"), "{empty:?}: {}", said(&output));
    }
    for moves in ["e2e4 e7e5", "e4 e5"] {
        let output = jadoube(&["read", "--moves", moves, "Kt-KB3"], "");
        assert!(shown(&output).contains("g1f3"), "{moves}: {}", shown(&output));
    }
    refused(
        &["read", "--moves", "e4 e4", "Nf3"],
        "",
        &["the move `e4`", "expected moves in UCI, e2e4, or SAN, Nf3"],
    );
}

#[test]
fn what_is_no_pgn_is_said_to_be_none_and_a_folder_is_read() {
    let at = folder("wrong-use-no-pgn");
    let file = |name: &str, bytes: &[u8]| {
        fs::write(at.join(name), bytes).expect("a disk");
        text(at.join(name))
    };
    for (name, bytes) in [
        ("junk.bin", &b"\x00\x01\xff\xfe\x00"[..]),
        ("hello.txt", b"hello world\n"),
        ("record.jsonl", b"{\"code\":\"bcc-1899\"}\n"),
    ] {
        let file = file(name, bytes);
        for command in ["pgn", "audit"] {
            let words = [file.as_str(), "no PGN: expected a text with tags"];
            refused(&[command, &file], "", &words);
            refused(&[command, "-"], bytes, &["-: no PGN"]);
        }
        refused(&["convert", &file, "--to=pgn"], "", &[&file]);
    }
    // However little of PGN there is to be seen.
    for (name, bytes) in [
        ("moves.pgn", &b"e4 e5\n"[..]),
        ("result.pgn", b"White won\n1-0\n"),
        ("comment.pgn", b"{ \"quoted\" } 1. e4 *\n"),
        ("preface.pgn", b"The games of a match\n\n[Event \"x\"]\n\n*\n"),
    ] {
        let file = file(name, bytes);
        let picked = jadoube(&["pgn", &file, "--count"], "");
        assert_eq!(status(&picked), Some(0), "{name}: {}", said(&picked));
        assert_ne!(status(&jadoube(&["audit", &file], "")), Some(2), "{name}");
    }
    let folder = text(at.clone());
    let picked = jadoube(&["pgn", &folder, "--count"], "");
    assert_eq!(status(&picked), Some(0), "{}", said(&picked));
    assert!(said(&picked).is_empty(), "{}", said(&picked));
    let empty = at.join("empty");
    fs::create_dir(&empty).expect("a disk");
    refused(
        &["pgn", &text(empty)],
        "",
        &["nothing to read in this folder; expected files that end in .pgn"],
    );
}

#[test]
fn a_packed_archive_that_breaks_off_is_read_as_far_as_it_goes() {
    let archive = fs::read(root().join("examples/archive.pgn")).expect("the archive");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, &archive).expect("memory");
    let packed = gzip.finish().expect("memory");
    let broken = &packed[..packed.len() * 2 / 3];
    let file = text(folder("wrong-use-broken").join("broken.pgn.gz"));
    fs::write(&file, broken).expect("a disk");
    for (input, bytes) in [(file.as_str(), &b""[..]), ("-", broken)] {
        let audited = jadoube(&["audit", input, "--json"], bytes);
        assert_eq!(status(&audited), Some(1), "{}", said(&audited));
        let found = shown(&audited);
        assert!(found.contains("mate-not-scored"), "{found}");
        assert!(found.contains("incomplete deflate stream"), "{found}");
        refused(&["pgn", input, "--count"], bytes, &["incomplete deflate stream"]);
    }
}

#[test]
fn a_message_says_of_what_and_what_was_expected() {
    let at = folder("wrong-use-messages");
    let junk = text(at.join("junk.bin"));
    fs::write(&junk, b"\x00\xff\xfe").expect("a disk");
    let data = text(at.join("nothing"));
    let toml = text(at.join("none.toml"));
    for (arguments, words) in [
        (
            &["admin", "--data", &data, "users", "--add", "Bob"][..],
            &["there is no server's key", "nothing"][..],
        ),
        (
            &["serve", "--listen", "nonsense"],
            &["expected an address and a port, 127.0.0.1:8181 or localhost:8181"],
        ),
        (
            &["serve", "--config", &toml],
            &["the configuration file", "none.toml", "expected"],
        ),
        (
            &["serve", "--data", &data, "--engine", "no-such-engine"],
            &["the engine no-such-engine"],
        ),
        (
            &["play", "--record", &junk],
            &["junk.bin: no text in UTF-8; expected a game record"],
        ),
        (
            &["admin", "verify", &junk],
            &["junk.bin: no text in UTF-8; expected a downloaded record or PGN"],
        ),
        (
            &["admin", "--data", &data, "import", &junk],
            &["junk.bin: no text in UTF-8; expected a game record"],
        ),
        (&["table", "build", "9"], &["3, 4 or 5"]),
        (
            &["laws", "compare", "touch-move"],
            &["did you mean \"touch\"?", "expected one of"],
        ),
        (&["laws", "compare", "fifty"], &["did you mean \"fifty_moves\"?"]),
        (
            &["laws", "compare", "fasle move"],
            &["did you mean \"false_move\"?"],
        ),
    ] {
        refused(arguments, "", words);
    }
    assert!(!at.join("nothing").exists(), "nothing is left behind");
}

/// A record without acts has a board all the same.
#[test]
fn a_record_without_acts_is_shown_as_it_stands() {
    let judged = jadoube(&["judge", "-"], "{\"code\":\"bcc-1899\"}\n");
    assert_eq!(status(&judged), Some(0), "{}", said(&judged));
    for expected in ["No act is recorded", "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜", "White is on turn"] {
        assert!(
            shown(&judged).contains(expected),
            "{expected}: {}",
            shown(&judged)
        );
    }
    assert!(!shown(&judged).contains("Nothing to say"), "{}", shown(&judged));
}

#[test]
fn a_summary_says_where_the_games_are() {
    let wrong = "1. f3 e5 2. g4 Qh4# 1-0\n";
    let hint = "Which games they are: --json lists them";
    assert!(shown(&jadoube(&["audit", "-"], wrong)).contains(hint));
    assert!(!shown(&jadoube(&["audit", "-"], "1. e4 e5 *\n")).contains(hint));
    assert!(!shown(&jadoube(&["audit", "-", "--json"], wrong)).contains(hint));
}
