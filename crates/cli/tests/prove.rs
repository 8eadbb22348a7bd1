//! `jadoube prove` and `jadoube table`: exit statuses, the JSON's keys, and what bad input gets.

mod support;

use serde_json::Value;
use support::{done, shown};

fn jadoube(arguments: &[&str]) -> std::process::Output {
    support::jadoube(arguments, "")
}

fn prove(claim: &str, fen: &str, more: &[&str]) -> (i32, Value) {
    let output = jadoube(&[&["prove", claim, "--fen", fen, "--json"], more].concat());
    let value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().expect("an exit status"), value)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PERPETUAL: &str = "6k1/6p1/8/8/8/8/qr6/4Q2K w - - 0 1";
const WALL: &str = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/4K3/8 b - - 0 1";

#[test]
fn verdicts_and_exit_statuses() {
    for (claim, fen, more, status, verdict) in [
        ("endless-checks", PERPETUAL, &[][..], 0, "proved"),
        ("endless-checks", START, &[], 1, "refuted"),
        ("endless-checks", PERPETUAL, &["--budget", "2"], 3, "undecided"),
        ("drawn-game", WALL, &[], 0, "proved"),
        ("drawn-game", START, &[], 1, "refuted"),
        ("winnable", START, &["--side", "black"], 0, "proved"),
        (
            "winnable",
            "8/3k4/8/8/8/3K4/8/q7 w - - 0 1",
            &["--side", "white"],
            1,
            "refuted",
        ),
        ("theory", START, &[], 3, "undecided"),
    ] {
        let (found, json) = prove(claim, fen, more);
        assert_eq!(
            (found, json["verdict"].as_str()),
            (status, Some(verdict)),
            "{claim} {fen}"
        );
        let keys: Vec<&str> = json
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(keys, ["evidence", "first_move", "nodes", "verdict"]);
    }
}

#[test]
fn the_strategy_closes_on_itself() {
    let (_, json) = prove("endless-checks", PERPETUAL, &[]);
    assert_eq!(json["first_move"], "e1e8");
    let positions = json["evidence"]["positions"].as_array().expect("positions");
    for position in positions {
        for reply in position["replies"].as_array().expect("replies") {
            assert!(
                reply["next"]
                    .as_u64()
                    .is_some_and(|next| next < positions.len() as u64)
            );
        }
    }
}

#[test]
fn bad_input_is_told_from_a_verdict() {
    for arguments in [
        &["prove", "winnable", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..],
        &["prove", "winnable", "--fen", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"],
        &[
            "prove",
            "winnable",
            "--code",
            "bcc-1899",
            "--fen",
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ],
        &[
            "prove",
            "winnable",
            "--code",
            "bca-1862",
            "--fen",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        ],
        &[
            "prove",
            "drawn-game",
            "--code",
            "fide-1931",
            "--fen",
            "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        ],
        &["prove", "endless-checks", "--side", "black", "--fen", PERPETUAL],
        &["prove", "winnable", "--fen", START, "--side", "green"],
        &["prove", "luck", "--fen", START],
        &["table", "probe", "nonsense"],
        &["table", "build", "KXK"],
    ] {
        let output = jadoube(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn men_as_the_code_explains_them() {
    // A Pawn that remained one can do nothing; a check nobody announced need not have been met.
    let (status, _) = prove(
        "winnable",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &["--code", "bca-1862"],
    );
    assert_eq!(status, 1);
    let (status, _) = prove("winnable", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", &["--code", "xxv"]);
    assert_eq!(status, 0);
}

#[test]
fn a_demand_is_answered_with_the_tables_at_hand() {
    let directory = std::env::temp_dir().join(format!("jadoube-demand-tables-{}", std::process::id()));
    let dir = directory.to_str().expect("a path");
    done(&jadoube(&["table", "--dir", dir, "build", "KRK"]));
    let record = directory.join("game.jsonl");
    let game = r#"{"code":"fide-1931","start":"8/8/8/8/8/2k5/7R/K7 b - - 0 1"}
{"by":"black","act":"demand","what":"mate-in-fifty"}
"#;
    std::fs::write(&record, game).expect("written");
    let file = record.to_str().expect("a path");
    let ruled = |tables: &str| {
        let output = jadoube(&["rule", file, "--last", "--tables", tables]);
        let view: Value = serde_json::from_str(&done(&output)).expect("JSON");
        view["rulings"].to_string()
    };
    let with = ruled(dir);
    assert!(
        with.contains("the endgame tables find") && with.contains("50 moves"),
        "{with}"
    );
    let without = ruled(directory.join("nowhere").to_str().expect("a path"));
    assert!(without.contains("No endgame table was at hand"), "{without}");
    std::fs::remove_dir_all(&directory).expect("removed");
}

#[test]
fn moves_in_the_notation_asked_for() {
    let output = jadoube(&[
        "prove",
        "endless-checks",
        "--fen",
        PERPETUAL,
        "--notation",
        "descriptive",
    ]);
    let text = shown(&output);
    assert!(text.contains("Q-K8 ch") && text.contains("K-R2"), "{text}");
}

#[test]
fn tables_from_build_to_theory() {
    let directory = std::env::temp_dir().join(format!("jadoube-command-tables-{}", std::process::id()));
    let dir = directory.to_str().expect("a path");
    done(&jadoube(&["table", "--dir", dir, "build", "KRK"]));
    let fen = "8/8/8/8/8/2k5/7R/K7 b - - 0 1";
    let output = jadoube(&["table", "--dir", dir, "probe", fen, "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (json["ending"].as_str(), json["outcome"].as_str()),
        (Some("KRK"), Some("white"))
    );
    let (status, json) = prove("theory", fen, &["--side", "white", "--tables", dir]);
    assert_eq!(
        (status, json["evidence"]["longest_to_mate"].as_u64()),
        (0, Some(16))
    );
    done(&jadoube(&["table", "--dir", dir, "check"]));
    std::fs::remove_dir_all(&directory).expect("removed");
}
