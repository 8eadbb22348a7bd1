//! Do `read` and `convert` answer as their help says, also through a pipe?

mod support;

use serde_json::Value;
use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};
use support::{jadoube, said, shown};

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

#[test]
fn a_text_gives_every_move_it_can_express() {
    let answer = jadoube(&["read", "P-B4"], b"");
    assert_eq!(json(&answer)["moves"], serde_json::json!(["c2c4", "f2f4"]));
    assert_eq!(status(&answer), 0);
    let answer = jadoube(&["read", "--moves", "e2e4 d7d5 e4d5", "Q takes it"], b"");
    assert_eq!(json(&answer)["moves"], serde_json::json!(["d8d5"]));
    let answer = jadoube(
        &[
            "read",
            "--code",
            "bca-1862",
            "--fen",
            "7k/P7/8/8/8/8/8/7K w - - 0 1",
            "P-QR8",
        ],
        b"",
    );
    assert_eq!(
        json(&answer)["moves"],
        serde_json::json!(["a7a8b", "a7a8n", "a7a8p", "a7a8q", "a7a8r"])
    );
}

#[test]
fn a_text_that_is_not_understood_is_pointed_at() {
    let answer = jadoube(&["read", "P-K9"], b"");
    assert_eq!(json(&answer)["error"]["span"], serde_json::json!([3, 4]));
    assert_eq!(status(&answer), 1);
    assert!(String::from_utf8_lossy(&answer.stderr).ends_with("1 | P-K9\n  |    ^\n"));
    assert_eq!(status(&jadoube(&["read", "--fen", "nonsense", "P-K4"], b"")), 2);
    // What is asked for after the text is no part of it.
    let answer = jadoube(&["read", "e5", "--moves", "e2e4"], b"");
    assert_eq!(json(&answer)["moves"], serde_json::json!(["e7e5"]));
    assert_eq!(
        status(&jadoube(
            &["read", "e4", "--fem", "8/8/8/8/8/8/8/8 w - - 0 1"],
            b""
        )),
        2
    );
}

const CELLS: &str = r#"{"start_fen":null,"white":["P-K4","Kt-KB3","B-B4"],"black":["P-K4","Kt-QB3"]}"#;

#[test]
fn cells_become_json_with_the_promised_keys() {
    let answer = jadoube(
        &["convert", "-", "--from", "cells", "--to", "json"],
        CELLS.as_bytes(),
    );
    assert_eq!(status(&answer), 0);
    let game = json(&answer);
    assert_eq!(
        game["uci"],
        serde_json::json!(["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"])
    );
    for key in ["ties", "faults", "repairs", "notes"] {
        assert_eq!(game[key], serde_json::json!([]), "{key}");
    }
    assert!(answer.stderr.is_empty(), "nothing is drawn into a pipe");
}

#[test]
fn a_misprint_is_a_fault_and_with_repair_a_marked_repair() {
    let cells = CELLS
        .replace("B-B4", "R-B4")
        .replace("Kt-QB3\"", "Kt-QB3\",\"B-B4\"");
    let answer = jadoube(&["convert", "-", "--to", "json"], cells.as_bytes());
    assert_eq!(status(&answer), 1);
    let game = json(&answer);
    assert_eq!(game["faults"][0]["ply"], 5);
    assert_eq!(game["uci"].as_array().unwrap().len(), 4);
    assert!(
        game["faults"][0]["would_fit"]
            .as_array()
            .unwrap()
            .contains(&"f1c4".into())
    );
    let answer = jadoube(&["convert", "-", "--repair", "--to", "pgn"], cells.as_bytes());
    assert_eq!(status(&answer), 1);
    let pgn = shown(&answer).replace('\n', " ");
    assert!(pgn.contains("{printed \"R-B4\", read as"), "{pgn}");
}

#[test]
fn a_tie_is_reported_with_both_lines() {
    let cells = r#"{"white":["P-B4"],"black":[]}"#;
    let game = json(&jadoube(&["convert", "-", "--to", "json"], cells.as_bytes()));
    assert_eq!(game["ties"][0]["moves"], serde_json::json!(["c2c4", "f2f4"]));
    assert_eq!(game["ties"][0]["lines"], serde_json::json!([["c2c4"], ["f2f4"]]));
}

#[test]
fn what_is_no_score_at_all_has_status_2() {
    assert_eq!(
        status(&jadoube(
            &["convert", "-", "--to", "uci"],
            b"Dear sir, no chess today."
        )),
        2
    );
    assert_eq!(
        status(&jadoube(
            &["convert", "-", "--from", "cells", "--to", "uci"],
            b"{]"
        )),
        2
    );
    assert_eq!(
        status(&jadoube(&["convert", "no such file", "--to", "uci"], b"")),
        2
    );
}

#[test]
fn cells_that_are_null_or_of_the_wrong_sort_are_told_apart() {
    let read = |line: &str| {
        jadoube(
            &["convert", "-", "--from", "cells", "--to", "json"],
            line.as_bytes(),
        )
    };
    // A null where the game ended before it is nothing; one before an answer is a move left out.
    let ended = read(r#"{"start_fen":null,"white":["P-K4","P-Q4"],"black":["P-K4",null]}"#);
    assert_eq!(status(&ended), 0);
    assert_eq!(json(&ended)["uci"], serde_json::json!(["e2e4", "e7e5", "d2d4"]));
    let left_out = read(r#"{"white":["P-K4",null],"black":["P-K4","Kt-QB3"]}"#);
    assert_eq!(status(&left_out), 1);
    assert_eq!(json(&left_out)["faults"][0]["ply"], 3);
    for (line, told) in [
        (r#"{"white":["P-K4",3],"black":[]}"#, "cell 2, is a number"),
        (r#"{"white":"P-K4","black":[]}"#, "`white` is a text"),
        (
            r#"{"start_fen":5,"white":["P-K4"],"black":[]}"#,
            "`start_fen` is a number",
        ),
        (
            r#"{"start_fen":"x","white":["P-K4"],"black":[]}"#,
            "start_fen: FEN field 1",
        ),
        ("[]", "needs `white` and `black`"),
    ] {
        let answer = read(line);
        assert_eq!(status(&answer), 2, "{line}");
        let said = said(&answer);
        assert!(
            said.contains(told) && said.contains(line) && said.contains('^'),
            "{said}"
        );
    }
}

#[test]
fn an_archive_comes_out_with_all_that_was_in_it() {
    let archive = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\"\"]\n\
        [Black \"?\"]\n[Result \"1-0\"]\n\n{First.} 1. e4 $1 (1. d4 d5 {so} (1... Nf6 $2)) 1... e5 2. Nf3 1-0\n\n";
    let answer = jadoube(&["convert", "-", "--to", "pgn"], archive.as_bytes());
    assert_eq!(status(&answer), 0);
    assert_eq!(shown(&answer), archive);
    let faulty = archive.replace("Nf6 $2", "Nf9");
    let answer = jadoube(&["convert", "-", "--to", "pgn"], faulty.as_bytes());
    assert_eq!(status(&answer), 1);
    let said = said(&answer);
    assert!(said.contains("in a variation"), "{said}");
    // The line itself is shown, with the caret under the move.
    let lines: Vec<&str> = said.lines().collect();
    let at = lines[3].find("Nf9").unwrap();
    assert_eq!(lines[4].find("^^^"), Some(at), "{said}");
}

const CHESS960: &str = "[Event \"One\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
    [FEN \"nrbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/NRBQNKRB w GBgb - 0 1\"]\n\n\
    1. Nf3 {[%clk 0:10:00]} 1... Nf6 (1... d5 2. O-O --) 2. O-O O-O 3. d4 1-0\n\n";

#[test]
fn chess960_goes_through_whole() {
    let convert = |to: &str, text: &str| jadoube(&["convert", "-", "--to", to], text.as_bytes());
    let answer = convert("pgn", CHESS960);
    assert_eq!(shown(&answer), CHESS960);
    assert_eq!((status(&answer), answer.stderr.len()), (0, 0));
    let answer = convert("json", CHESS960);
    assert_eq!(status(&answer), 0);
    let game = json(&answer);
    assert_eq!(
        game["uci"],
        serde_json::json!(["e1f3", "e8f6", "f1g1", "f8g8", "d2d4"])
    );
    assert!(game["start_fen"].as_str().unwrap().contains(" GBgb "), "{game}");
    // What cannot carry such castling says so, and where it stops.
    for to in ["uci", "algebraic", "record"] {
        let answer = convert(to, CHESS960);
        assert_eq!(status(&answer), 1, "{to}");
        let said = said(&answer);
        assert!(
            said.contains("White's move 2: castling as in Chess960"),
            "{to}: {said}"
        );
        let text = shown(&answer);
        assert!(text.contains("f6") && !text.contains("d4"), "{to}: {text}");
    }
    // A move against the rules is told with its place, and the text is kept.
    let faulty = CHESS960.replace("3. d4", "3. d5");
    let answer = convert("pgn", &faulty);
    assert_eq!(shown(&answer), faulty);
    assert_eq!(status(&answer), 1);
    assert!(said(&answer).contains("White's move 3"));
}

#[test]
fn a_start_that_is_not_taken_costs_no_move() {
    // Rooks that are not there: nothing can be tested, and nothing may be lost.
    let refused = CHESS960.replace("GBgb", "HAha");
    let archive = format!("[Event \"A\"]\n\n1. e4 *\n\n{refused}[Event \"B\"]\n\n1. d4 *\n");
    let answer = jadoube(&["convert", "-", "--to", "pgn"], archive.as_bytes());
    assert_eq!(status(&answer), 1);
    let text = shown(&answer);
    assert!(text.contains(&refused), "{text}");
    assert!(text.contains("1. e4 *") && text.contains("1. d4 *"), "{text}");
    let said = said(&answer);
    assert!(
        said.contains("fault in game 2") && said.contains("kept as it stood"),
        "{said}"
    );
    let answer = jadoube(&["convert", "-", "--to", "json"], refused.as_bytes());
    let game = json(&answer);
    assert_eq!(game["tags"]["Variant"], "Chess960");
    assert!(
        game["faults"][0]["why"].as_str().unwrap().contains("not read"),
        "{game}"
    );
    // The archive's own tool copies bytes.
    let answer = jadoube(&["pgn", "-", "--event", "One"], archive.as_bytes());
    assert_eq!(shown(&answer), refused);
}

/// A FEN that is none is shown where it stands, with the letter that is wrong.
#[test]
fn a_wrong_letter_in_a_fen_is_pointed_at() {
    let archive = "[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n[White \"Müller\"]\n\
                   [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPXPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *\n";
    let answer = jadoube(&["convert", "-", "--to", "uci"], archive);
    let told = said(&answer);
    assert!(
        told.ends_with(
            " --> standard input:7:37\n  |\n7 | [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPXPPP/RNBQKBNR w KQkq - 0 1\"]\n  \
             |                                     ^"
        ),
        "{told}"
    );
}

#[test]
fn a_turn_passed_in_a_game_is_told_and_kept() {
    let movetext = "1. e4 -- {a turn passed} 2. d4 d5 (2... -- 3. c4) 3. e5 *";
    let answer = jadoube(
        &["convert", "-", "--to", "pgn"],
        format!("[Event \"?\"]\n\n{movetext}\n").as_bytes(),
    );
    let text = shown(&answer);
    assert!(text.contains(movetext), "{text}");
    assert_eq!(status(&answer), 1);
    assert!(said(&answer).contains("a turn is passed"));
}

#[test]
fn packed_archives_are_read_as_they_are() {
    let plain = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n";
    let zstd = zstd::encode_all(&plain[..], 1).unwrap();
    let skipped = [b"\x50\x2a\x4d\x18\x04\0\0\0abcd", &zstd[..]].concat();
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bzip2.write_all(plain).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(plain).unwrap();
    let padded = [&gzip.finish().unwrap()[..], &[0; 512]].concat();
    let named = [&b"BZh: e4 e5\n\n"[..], plain].concat();
    for packed in [plain.to_vec(), zstd, skipped, bzip2.finish().unwrap(), padded] {
        let answer = jadoube(&["convert", "-", "--to", "uci"], &packed);
        assert_eq!(shown(&answer), "e2e4 e7e5 g1f3\n");
        assert_eq!(status(&answer), 0);
    }
    // A text may begin as a packed file does.
    assert!(shown(&jadoube(&["convert", "-", "--to", "uci"], &named)).contains("e2e4"));
    for command in [&["convert", "-", "--to", "uci"][..], &["pgn", "-"]] {
        let answer = jadoube(command, b"PK\x03\x04\x14\0");
        assert_eq!(status(&answer), 2);
        assert!(
            said(&answer).contains("a zip archive; expected text"),
            "{}",
            said(&answer)
        );
    }
}

#[test]
fn an_irregular_move_stands_in_a_comment_of_a_valid_game() {
    let archive = b"[Event \"?\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n[Event \"next\"]\n\n1. d4 *\n";
    let answer = jadoube(
        &["convert", "-", "--irregular", "--to", "pgn", "--code", "bcc-1899"],
        archive,
    );
    assert_eq!(status(&answer), 1);
    let text = shown(&answer).replace('\n', " ");
    assert!(text.contains("[Laws \"bcc-1899\"]"), "{text}");
    assert!(text.contains("the game went on Ke3 Nc6"), "{text}");
    assert!(text.contains("1. d4"), "{text}");
    let json_answer = jadoube(&["convert", "-", "--irregular", "--to", "json"], archive);
    let first: Value =
        serde_json::from_slice(json_answer.stdout.split(|b| *b == b'\n').next().unwrap()).unwrap();
    assert_eq!(first["uci"], serde_json::json!(["e2e4", "e7e5", "e1e3", "b8c6"]));
    assert_eq!(first["faults"][0]["ply"], 3);
}

#[test]
fn a_page_of_print_is_set_in_every_style() {
    let page = "GAME I.\n\n1. P. to K's 4th.    P. to K's 4th.\n2. K. Kt. to B's 3d.   Q. Kt. to B's 3d.\n";
    for (to, expected) in [
        ("descriptive", "1. P-K4    P-K4\n  2. Kt-KB3  Kt-QB3"),
        ("algebraic", "1. e4   e5\n  2. Nf3  Nc6"),
        (
            "full",
            "1. Pawn on King's second square to King's fourth square [P (K2)—K4]                            \
             1. Pawn on King's second square to King's fourth square [P (K2)—K4]\n  2. Knight",
        ),
        ("uci", "e2e4 e7e5 g1f3 b8c6"),
        ("pgn", "1. e4 e5 2. Nf3 Nc6 *"),
    ] {
        let answer = jadoube(&["convert", "-", "--to", to], page.as_bytes());
        let text = shown(&answer);
        assert!(text.contains(expected), "{to}: {text}");
    }
}

/// The last state of the record that the text becomes, and what was said on the way.
fn ruled(text: &str, code: &str) -> (Value, String) {
    let converted = jadoube(
        &["convert", "-", "--to", "record", "--code", code],
        text.as_bytes(),
    );
    let ruling = jadoube(&["rule", "-", "--last", "--brief"], &converted.stdout);
    assert_eq!(status(&ruling), 0, "{}", said(&ruling));
    (json(&ruling), said(&converted))
}

/// A score tells nothing of what was said. Under a code by which an unannounced check profits nobody, mate is mate all the same.
#[test]
fn check_in_a_score_is_taken_as_announced() {
    for code in jadoube_game::Code::ALL {
        let (state, _) = ruled("1. f3 e5 2. g4 Qh4 0-1\n", code.name());
        assert_eq!(state["status"], "won", "{code}: {state}");
        // Also where a move against the rules gives it.
        let (state, _) = ruled("1. e4 e5 2. Nf3 d6 3. Qxe5 *\n", code.name());
        let said = state["rulings"].to_string();
        assert!(!said.contains("without announcing"), "{code}: {said}");
    }
}

#[test]
fn a_record_ends_as_the_score_says() {
    let page = |end: &str| format!("1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\n4. Castles  {end}\n");
    let pgn = |tags: &str, end: &str| {
        format!("[Event \"?\"]\n{tags}\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O {end}\n")
    };
    let tag = |words: &str, result: &str| pgn(&format!("[Termination \"{words}\"]\n"), result);
    let again = "Ng1 Ng8 ";
    let repeated = format!("1. Nf3 Nf6 2. {again}3. Nf3 Nf6 4. {again} {{Draw by repetition}} 1/2-1/2\n");
    let (white, black) = (Some("white"), Some("black"));
    for (score, winner) in [
        (page("Resigns."), white),
        (page("\n\nWhite resigns."), black),
        (page("Drawn by perpetual check."), None),
        (page("Agreed drawn."), None),
        (pgn("", "{Black resigns} 1-0"), white),
        (pgn("", "{Draw agreed} 1/2-1/2"), None),
        (tag("Time forfeit", "0-1"), black),
        (tag("adjudication", "1/2-1/2"), None),
        (repeated, None),
        // The board has ended it, and nobody resigns after that.
        ("1. f3 e5 2. g4 Qh4# {White resigns} 0-1\n".to_owned(), black),
    ] {
        let (state, said) = ruled(&score, "fide-2023");
        let ended = if winner.is_some() { "won" } else { "drawn" };
        assert_eq!(state["status"], ended, "{score}: {state}");
        assert_eq!(state["winner"].as_str(), winner, "{score}");
        assert_eq!(said, "", "{score}");
    }
}

#[test]
fn a_record_does_not_make_up_an_end_and_says_what_it_leaves_out() {
    let moves = "1. e4 e5 2. Nf3 Nc6";
    for (score, code, why) in [
        (
            format!("{moves} 1-0"),
            "fide-2023",
            "1-0 and not how the game came to its end",
        ),
        (
            format!("{moves} 1/2-1/2"),
            "fide-2023",
            "1/2-1/2 and not how the game came to its end",
        ),
        (
            format!("{moves} {{Draw agreed}} 1/2-1/2"),
            "fide-1931",
            "does not end so: A draw may be agreed only after thirty moves",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 1-0".to_owned(),
            "fide-2023",
            "the game is won by black",
        ),
    ] {
        let (state, said) = ruled(&score, code);
        assert!(said.contains(why), "{score}: {said}");
        let mated = score.contains('#');
        assert_eq!(state["status"], if mated { "won" } else { "in-play" }, "{score}");
    }
    // What follows a fault is not read, and so nobody resigns before it.
    let broken = "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB5\n3. B-B4  Resigns.\n";
    let converted = jadoube(&["convert", "-", "--to", "record"], broken);
    assert!(!shown(&converted).contains("resign"), "{}", shown(&converted));
    // The first game of an archive, judged as it stands.
    let judged = jadoube(
        &["rule", "-", "--last", "--brief"],
        format!("[Event \"?\"]\n\n{moves} {{Black resigns}} 1-0\n"),
    );
    assert_eq!(json(&judged)["winner"], "white");
}

#[test]
fn a_folder_of_pages_gives_all_its_games_as_json_with_tags() {
    let folder = std::env::temp_dir().join(format!("jadoube-pages-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("more")).unwrap();
    let page = "White: Mr. A.  Black: Mr. B.\n\n1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n";
    std::fs::write(folder.join("one.txt"), page).unwrap();
    std::fs::write(folder.join("more/two.txt"), "1. e4 e5 2. Sf3 Sc6 3. Lc4 0-0-0\n").unwrap();
    let name = folder.to_str().unwrap();
    let answer = jadoube(&["convert", name, "--json"], b"");
    let games: Vec<Value> = shown(&answer)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["uci"].as_array().unwrap().len(), 5, "sorted by name");
    let white = games[1]["tags"]["White"].as_str().unwrap();
    assert!(white.starts_with("Mr. A"), "{white}");
    assert_eq!(status(&answer), 1, "the castling is not legal, and told");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A page is not lost because its own name was given for the output, or because nothing was found on it.
#[test]
fn what_is_read_is_never_written_over() {
    let folder = support::folder("written-over");
    let file = |name: &str| support::text(folder.join(name));
    let page = "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n";
    std::fs::write(file("page.txt"), page).unwrap();
    for name in [file("page.txt"), file("./page.txt")] {
        let answer = jadoube(&["convert", &file("page.txt"), "--to", "pgn", "-o", &name], b"");
        assert_eq!(status(&answer), 2);
        assert!(
            said(&answer).contains("to be read and to be written"),
            "{}",
            said(&answer)
        );
        assert_eq!(std::fs::read_to_string(file("page.txt")).unwrap(), page);
    }
    // Nor where the shell gives it as standard input, or the same file has two names.
    #[cfg(unix)]
    {
        let from_file = std::process::Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["convert", "-", "--to", "pgn", "-o", &file("page.txt")])
            .stdin(std::fs::File::open(file("page.txt")).unwrap())
            .output()
            .unwrap();
        std::fs::hard_link(file("page.txt"), file("linked.txt")).unwrap();
        let linked = file("linked.txt");
        let by_name = jadoube(&["convert", &file("page.txt"), "--to", "pgn", "-o", &linked], b"");
        std::fs::remove_file(linked).unwrap();
        for answer in [from_file, by_name] {
            assert_eq!(status(&answer), 2);
            assert!(
                said(&answer).contains("to be read and to be written"),
                "{}",
                said(&answer)
            );
            assert_eq!(std::fs::read_to_string(file("page.txt")).unwrap(), page);
        }
    }
    // The games of an earlier run are no source of the next.
    for _ in 0..2 {
        let output = file("z.pgn");
        let answer = jadoube(&["convert", &file(""), "--to", "pgn", "-o", &output], b"");
        assert_eq!((status(&answer), said(&answer)), (0, String::new()));
        let games = std::fs::read_to_string(output).unwrap();
        assert_eq!(games.matches("1. e4 e5 2. Nf3 Nc6").count(), 1, "{games}");
    }
    std::fs::write(file("prose.txt"), "Nothing was played.\n").unwrap();
    let answer = jadoube(
        &["convert", &file("prose.txt"), "--to", "pgn", "-o", &file("z.pgn")],
        b"",
    );
    assert_eq!(status(&answer), 2);
    assert!(std::fs::read_to_string(file("z.pgn")).unwrap().contains("2. Nf3"));
}

#[test]
fn a_tie_and_a_repair_are_pointed_at() {
    let page = "1. P-K4  P-K4\n2. P-B4  P-Q3\n";
    for to in ["pgn", "json"] {
        let answer = jadoube(&["convert", "-", "--to", to], page);
        let told = said(&answer);
        assert!(told.starts_with("tie in game 1, White's move 2: "), "{told}");
        assert!(told.ends_with("2 | 2. P-B4  P-Q3\n  |    ^^^^"), "{told}");
    }
    let answer = jadoube(
        &["convert", "-", "--to", "pgn", "--repair"],
        "1. P-K4  P-K4\n2. B-QB3  Kt-QB3\n3. B-B4  B-B4\n",
    );
    let told = said(&answer);
    assert!(
        told.contains("repair in game 1, White's move 2: `B-QB3`"),
        "{told}"
    );
    assert!(told.contains("2 | 2. B-QB3  Kt-QB3\n  |    ^^^^^"), "{told}");
}

/// Whoever read what is said has gone, as `head` does: the games are written all the same.
#[test]
fn a_closed_standard_error_stops_nothing() {
    let mut page = String::new();
    for _ in 0..2000 {
        page.push_str("GAME.\n\n1. P-K4  P-K4\n2. P-B4  P-Q3\n3. B-Z9  P-Q4\n\n");
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(["convert", "-", "--to", "uci"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    child.stdin.take().unwrap().write_all(page.as_bytes()).unwrap();
    let answer = child.wait_with_output().unwrap();
    assert_eq!(answer.status.code(), Some(1));
    assert_eq!(shown(&answer).lines().count(), 2000);
}

#[test]
fn games_are_written_in_the_letters_of_a_language() {
    let game = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    for option in ["--into", "--language"] {
        let answer = jadoube(&["convert", "-", "--to", "algebraic", option, "german"], game);
        let text = shown(&answer);
        assert!(text.contains("Sf3") && text.contains("Sc6"), "{text}");
    }
}

#[test]
fn figurines_and_other_descriptive_notations_are_written() {
    let game = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n";
    for (options, expected) in [
        (&["algebraic", "--figurines"][..], ["♘f3", "♞c6", "♗c4"]),
        (&["descriptive", "--into", "spanish"], ["C3AR", "C3AD", "A4A"]),
        (&["descriptive", "--into", "french"], ["C3FR", "C3FD", "F4F"]),
        (
            &["descriptive", "--language", "portuguese"],
            ["C3BR", "C3BD", "B4B"],
        ),
        (
            &["descriptive", "--into", "english"],
            ["Kt-KB3", "Kt-QB3", "B-B4"],
        ),
    ] {
        let args: Vec<&str> = ["convert", "-", "--to"].iter().chain(options).copied().collect();
        let answer = jadoube(&args, game);
        let text = shown(&answer);
        assert!(
            expected.iter().all(|cell| text.contains(cell)),
            "{options:?}: {text}"
        );
        // And they are read again.
        let again = jadoube(&["convert", "-", "--to", "uci"], text.as_bytes());
        assert_eq!(shown(&again).trim(), "e2e4 e7e5 g1f3 b8c6 f1c4", "{text}");
    }
    for wrong in [
        &["descriptive", "--into", "german"][..],
        &["descriptive", "--into", "spanish", "--style", "words"],
        &["pgn", "--figurines"],
    ] {
        let args: Vec<&str> = ["convert", "-", "--to"].iter().chain(wrong).copied().collect();
        let answer = jadoube(&args, game);
        assert_eq!((status(&answer), answer.stdout.len()), (2, 0), "{wrong:?}");
        assert!(said(&answer).contains("descriptive") || wrong[0] == "pgn");
    }
}

#[test]
fn a_move_in_another_language_is_read_and_a_tie_of_languages_is_said() {
    let read = |args: &[&str]| {
        let all: Vec<&str> = ["read", "--moves", "e2e4 e7e5"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        jadoube(&all, b"")
    };
    // A Queen in Poland, a Knight in Hungary.
    let tied = read(&["Hf3"]);
    assert_eq!(json(&tied)["moves"], serde_json::json!(["d1f3", "g1f3"]));
    let told = said(&tied);
    assert!(told.contains("d1f3 in polish; g1f3 in hungarian"), "{told}");
    assert!(json(&tied)["remarks"].to_string().contains("in hungarian"));
    for (language, expected) in [("polish", "d1f3"), ("hungarian", "g1f3")] {
        let answer = read(&["--language", language, "Hf3"]);
        assert_eq!(json(&answer)["moves"], serde_json::json!([expected]));
        assert!(answer.stderr.is_empty());
    }
    assert_eq!(json(&read(&["Sf3"]))["moves"], serde_json::json!(["g1f3"]));
    assert_eq!(
        json(&read(&["--language", "french", "C3FR"]))["moves"],
        serde_json::json!(["g1f3"])
    );
    let unknown = read(&["--language", "klingon", "Hf3"]);
    assert_eq!(status(&unknown), 2);
    assert!(said(&unknown).contains("expected one of english"));
    // The same in a whole game.
    let page = b"1. e4 e5\n2. Hf3 Hf6\n3. d3 d6\n";
    let answer = jadoube(&["convert", "-", "--to", "json"], page);
    assert_eq!(status(&answer), 1);
    assert!(
        json(&answer)["doubts"][0]["why"]
            .as_str()
            .unwrap()
            .contains("hungarian")
    );
    assert!(said(&answer).contains("polish"));
    let told = jadoube(&["convert", "-", "--to", "uci", "--language", "hungarian"], page);
    assert_eq!(status(&told), 0);
    assert_eq!(shown(&told).trim(), "e2e4 e7e5 g1f3 g8f6 d2d3 d7d6");
}

#[test]
fn colour_is_asked_for_and_a_slip_is_understood() {
    let escape = |when: &str| jadoube(&["--color", when, "laws"], b"").stdout.contains(&0x1b);
    assert!(escape("always") && !escape("never"));
    let answer = jadoube(&["laws", "compare", "tuoch"], b"");
    let said = said(&answer);
    assert!(said.contains("did you mean \"touch\"?"), "{said}");
    assert_eq!(status(&answer), 2);
}

/// As Windows saves text: PGN by every door that takes it, and a record that went through its shell.
#[test]
fn files_in_utf16_are_read_like_others() {
    let wide = |text: &str| -> Vec<u8> {
        let units = [0xfeff].into_iter().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let plain = "[Event \"Café\"]\n[White \"Müller\"]\n\n1. e4 Ke5 1-0\n";
    for args in [
        &["convert", "-", "--to", "pgn"][..],
        &["convert", "-", "--to", "record"],
        &["judge", "-"],
        &["pgn", "-", "--player", "Müller"],
        &["audit", "-", "--json"],
    ] {
        let other = jadoube(args, plain);
        // The mark that tells the order of its bytes may be missing.
        for text in [&wide(plain)[..], &wide(plain)[2..]] {
            let one = jadoube(args, text);
            assert_eq!(shown(&one), shown(&other), "{args:?}");
            assert_eq!(
                (status(&one), said(&one)),
                (status(&other), said(&other)),
                "{args:?}"
            );
        }
        assert!(!shown(&other).is_empty(), "{args:?}");
    }
    let record = jadoube(&["convert", "-", "--to", "record"], plain);
    let ruled = jadoube(&["rule", "-"], wide(&shown(&record)));
    assert_eq!(shown(&ruled), shown(&jadoube(&["rule", "-"], shown(&record))));
}
