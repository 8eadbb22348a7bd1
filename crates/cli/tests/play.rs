//! A game in the terminal, and a match: as a person would start them.

mod support;

use std::{fs, path::Path};
use support::{done, jadoube, said, shown, status};

fn play(record: &Path, more: &[&str], typed: impl AsRef<[u8]>) -> String {
    let options = ["play", "--level", "1", "--time", "0.2", "--record", text(record)];
    done(&jadoube(&[&options, more].concat(), typed))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Whatever the width of the terminal.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn refused(record: &Path, more: &[&str]) -> String {
    let output = jadoube(&[&["play", "--record", text(record)], more].concat(), "");
    assert_eq!(status(&output), Some(2), "{output:?}");
    said(&output)
}

#[test]
fn a_game_is_taken_up_again_as_it_was_begun() {
    let folder = folder("resumed");
    let record = folder.join("game.jsonl");
    // Nothing is written of a game that cannot begin.
    let told = refused(&record, &["--odds", "e4"]);
    assert!(told.contains("odds"), "{told}");
    assert!(!record.exists());
    let told = refused(&record, &["--code", "fide-2023", "--odds", "pawn-and-two"]);
    assert!(told.contains("knows no odds of moves"), "{told}");
    assert!(!record.exists());

    // Black's men: the board is seen from there, and it is the computer that begins.
    let begun = ["--side", "black", "--code", "bcc-1899", "--temper", "gentle"];
    let text = play(&record, &begun, "quit\n");
    assert!(text.contains("h g f e d c b a"), "{text}");
    // Who had which men is known without being told again, and how the computer plays; what differs is refused.
    let text = in_one_line(&done(&jadoube(&["play", "--record", self::text(&record)], "")));
    assert!(text.contains("You have the black men"), "{text}");
    assert!(text.contains("(level 1, gentle)"), "{text}");
    let before = fs::read_to_string(&record).unwrap();
    for other in [
        &["--side", "white"][..],
        &["--code", "xxv"],
        &["--odds", "knight"],
        &["--guard"],
        &["--clock", "40/60"],
        &["--level", "3"],
        &["--temper", "rogue"],
    ] {
        let told = refused(&record, other);
        assert!(told.contains(other[0]), "{told}");
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), before);

    // A line that was broken off is left out, and the game goes on.
    fs::write(&record, format!("{before}{{\"by\":\"black\",\"act\":\"mo")).unwrap();
    let text = in_one_line(&play(&record, &["--side", "black"], "quit\n"));
    assert!(text.contains("broken off"), "{text}");
    assert_eq!(fs::read_to_string(&record).unwrap(), before);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_move_of_the_other_is_not_put_into_ones_own_hand() {
    let folder = folder("not-on-turn");
    let record = folder.join("game.jsonl");
    // Black has jumped with his Queen, and White may choose what it costs.
    let kept = "{\"code\":\"bcc-1899\",\"clock\":false}\n\
        {\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e4\"}\n\
        {\"by\":\"black\",\"act\":\"move\",\"move\":\"d8d3\"}\n";
    fs::write(&record, kept).unwrap();
    let text = in_one_line(&play(&record, &["--side", "white"], "b5\nexit\n"));
    assert!(text.contains("You may: 1 "), "{text}");
    assert!(text.contains("it is not your turn: `rights` says"), "{text}");
    assert_eq!(fs::read_to_string(&record).unwrap(), kept);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_move_is_typed_in_any_notation_and_an_act_by_its_name() {
    let folder = folder("typed");
    for (at, (typed, kept)) in [
        ("5254", "\"e2e4\""),
        ("C3FR", "\"g1f3\""),
        ("nf3", "\"g1f3\""),
        ("Sf3", "\"g1f3\""),
        ("e2-e5", "\"e2e5\""),
        ("point-out men", "\"point-out\""),
        ("close-of-play", "\"close-of-play\""),
        ("upset", "\"upset\""),
        ("touch d2", "\"touch\",\"square\":\"d2\""),
        ("white touches d2", "\"touch\",\"square\":\"d2\""),
        ("I touch d2", "\"touch\",\"square\":\"d2\""),
        ("Touches d2 by accident", "\"accident\":true"),
        ("I adjust d2", "\"adjust\",\"square\":\"d2\""),
        ("j'adoube d2", "\"adjust\",\"square\":\"d2\""),
        ("J\u{2019}adoube d2", "\"adjust\",\"square\":\"d2\""),
        (
            "{\"by\":\"white\",\"act\":\"say\",\"words\":\"good day\"}",
            "good day",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let record = folder.join(format!("{at}.jsonl"));
        // What is no text at all is no end of the game.
        play(
            &record,
            &[],
            [b"\xff\xfe\n", typed.as_bytes(), b"\nexit\n"].concat(),
        );
        let text = fs::read_to_string(&record).unwrap();
        assert!(text.contains(kept), "{typed}: {text}");
    }
    // Where the clock completes a move, the player is told that it does.
    let record = folder.join("press.jsonl");
    let text = in_one_line(&play(&record, &["--clock", "5+3"], "e4\npress\nquit\n"));
    assert!(text.contains("type `press`. The computer waits."), "{text}");
    assert!(text.contains("Time left: white 5:0"), "{text}");
    assert!(text.contains("Black moves"), "{text}");
    let header = fs::read_to_string(&record).unwrap();
    assert!(
        header.contains("\"fide-2023\"") && header.contains("\"increment\":3"),
        "{header}"
    );
    // Where there is none, a move made is completed, under every code.
    let record = folder.join("no-clock.jsonl");
    let text = in_one_line(&play(&record, &["--code", "fide-2023"], "e4\nquit\n"));
    assert!(text.contains("Black moves") && !text.contains("press"), "{text}");
    // By a clock of its own the game's acts have their times.
    let record = folder.join("clock.jsonl");
    let text = play(
        &record,
        &["--code", "fide-1931", "--clock", "40/3600"],
        "e4\nquit\n",
    );
    assert!(text.contains("Time used: white 0:0"), "{text}");
    assert!(fs::read_to_string(&record).unwrap().contains("\"at\""));
    // What cannot be is told with what was expected; nobody acts for the other; a duty is told once.
    let record = folder.join("wrong.jsonl");
    let typed = "touch z9\nblack touches d7\ntouch d2\nexit\n";
    let text = in_one_line(&play(&record, &[], typed));
    assert!(
        text.contains("field \"square\" is \"z9\"; expected a square, a1 to h8"),
        "{text}"
    );
    assert!(text.contains("act for nobody else: leave black out"), "{text}");
    assert_eq!(
        text.matches("You have touched the pawn on d2, and must move it")
            .count(),
        1,
        "{text}"
    );
    // A clock that adds time is refused where the code knows none.
    let told = refused(
        &folder.join("none.jsonl"),
        &["--code", "fide-1931", "--clock", "5+3"],
    );
    assert!(
        told.contains("fide-1931 knows no clock that adds time; expected"),
        "{told}"
    );
    let told = refused(&folder.join("none.jsonl"), &["--clock", "soon"]);
    assert!(told.contains("40/3600") && told.contains("5+3"), "{told}");
    // The man on the square says who gives it.
    let record = folder.join("odds.jsonl");
    let text = play(&record, &["--odds", "f7"], "quit\n");
    assert!(text.contains("You have the white men"), "{text}");
    fs::remove_dir_all(folder).unwrap();
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
    refused(&wrong, &[]);
    assert_eq!(fs::read_to_string(&wrong).unwrap(), "hello\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_is_played_under_every_code_and_written_down() {
    let folder = folder("match");
    let (pgn, records) = (folder.join("games.pgn"), folder.join("records"));
    let options = [
        "--games",
        "6",
        "--code",
        "all",
        "--pgn",
        text(&pgn),
        "--records",
        text(&records),
    ];
    let (status, told, result) = matched(&[&["2", "1"][..], &options].concat());
    assert_eq!(status, Some(0), "{told}");
    assert!(
        result.contains("Jadoube 2 against Jadoube 1:") && result.contains("Elo"),
        "{result}"
    );
    let games = fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[Event ").count(), 6, "{games}");
    for number in 1..=6 {
        // Each record is ruled on alike by anyone who reads it.
        let file = records.join(format!("{number:05}.jsonl"));
        let ruled = jadoube(&["rule", "--last", "--brief", text(&file)], "");
        assert!(done(&ruled).contains("\"status\""));
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A match: the exit status, what was told on the way, and the result.
fn matched(args: &[&str]) -> (Option<i32>, String, String) {
    let output = jadoube(&[&["match"], args].concat(), "");
    (status(&output), said(&output), shown(&output))
}

#[test]
fn at_odds_of_moves_the_game_is_told_from_where_they_move_by_turns() {
    let folder = folder("odds");
    let pgn = folder.join("games.pgn");
    let odds = [
        "--games",
        "2",
        "--odds",
        "knight-and-two",
        "--pgn",
        pgn.to_str().unwrap(),
    ];
    let (status, told, _) = matched(&[&["2", "1", "--code", "fide-1931"][..], &odds].concat());
    assert_eq!(status, Some(0), "{told}");
    let games = fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[SetUp \"1\"]").count(), 2, "{games}");
    assert_eq!(
        games.matches("{white moved before, at odds: ").count(),
        2,
        "{games}"
    );
    done(&jadoube(&["pgn", text(&pgn)], ""));
    // A code without such odds does not give a part of them.
    for code in ["fide-2023", "all"] {
        let (status, told, _) = matched(&[&["2", "1", "--code", code][..], &odds].concat());
        assert_eq!(status, Some(2), "{told}");
        assert!(told.contains("fide-2023 knows no odds of moves"), "{told}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn in_a_match_by_the_clock_every_move_is_pressed() {
    let folder = folder("clock");
    let records = folder.to_str().unwrap();
    let (status, told, _) = matched(&[
        "1",
        "1",
        "--games",
        "1",
        "--code",
        "fide-2023",
        "--time",
        "40/60",
        "--records",
        records,
    ]);
    assert_eq!(status, Some(0), "{told}");
    let kept = fs::read_to_string(folder.join("00001.jsonl")).unwrap();
    let acts: Vec<&str> = kept.lines().skip(1).collect();
    let last = acts.len() - 1;
    for (at, act) in acts.iter().enumerate().filter(|(at, _)| *at < last) {
        if act.contains("\"move\"") {
            let by = act.split("\"by\":\"").nth(1).unwrap()[..5].to_owned();
            assert!(
                acts[at + 1].contains("\"press\"") && acts[at + 1].contains(&by),
                "{act}, then {}",
                acts[at + 1]
            );
        }
    }
    // Each may have a time of his own.
    let (status, told, _) = matched(&["1", "1", "--games", "1", "--time", "0.002,0.004"]);
    assert_eq!(status, Some(0), "{told}");
    // Where the code knows no clock, that is said.
    let (_, told, _) = matched(&["1", "1", "--games", "1", "--code", "xxv", "--time", "40/60"]);
    assert!(told.contains("xxv knows no clock"), "{told}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_no_match_can_be_played_by_is_refused() {
    for (option, value) in [
        ("--time", "0/60"),
        ("--time", "1,fast"),
        ("--nodes", "0"),
        ("--sprt", "0,inf"),
        ("--sprt", "30,0"),
        ("--threads", "0"),
    ] {
        let (status, told, _) = matched(&["1", "2", option, value]);
        assert_eq!(status, Some(2), "{option} {value}: {told}");
        assert!(told.contains(option), "{told}");
    }
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
        ("shrugs", "echo 'bestmove (none)'", "it names no move"),
    ] {
        let engine = bad_engine(&folder, name, deed);
        let record = folder.join(format!("{name}.jsonl"));
        let text = in_one_line(&play(
            &record,
            &["--engine", engine.to_str().unwrap()],
            "e2e4\nd2d4\nquit\n",
        ));
        assert!(
            text.contains(told) && text.contains("it is started again"),
            "{text}"
        );
        assert!(text.contains("the built-in player answers for it"), "{text}");
        let kept = fs::read_to_string(&record).unwrap();
        assert_eq!(kept.lines().count(), 5, "both have moved twice: {kept}");
    }
    // In a match nobody stands in: the game does not count, and the exit status tells.
    for (name, deed) in [
        ("leaves", "exit 3"),
        ("nulls", "echo bestmove 0000"),
        ("mumbles", "echo bestmove"),
    ] {
        let engine = bad_engine(&folder, name, deed);
        let (status, told, result) = matched(&["1", engine.to_str().unwrap(), "--games", "2"]);
        assert_eq!(status, Some(1), "{told}");
        assert!(
            told.contains("it is started again") && told.contains("does not count"),
            "{told}"
        );
        assert!(result.contains("no game has counted"), "{result}");
    }
    // An option that the engine does not have is not passed over.
    let engine = bad_engine(&folder, "plain", "exit 3");
    let named = format!("{},Foo=1", engine.display());
    let (status, told, _) = matched(&["1", &named]);
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("it has no option \"Foo\""), "{told}");
    fs::remove_dir_all(folder).unwrap();
}
