//! Does the command line do what it says, and stop where it must?

mod support;

use jadoube_game::Code;
use std::process::Output;
use support::{jadoube, said, shown};

fn lines(output: &Output) -> Vec<serde_json::Value> {
    let text = std::str::from_utf8(&output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

const FALSE_MOVE: &str = "{\"code\":\"bcc-1899\"}\n{\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e5\"}\n";

/// Every field of the contract, in its order.
const STATE: [&str; 17] = [
    "made",
    "illegal",
    "score",
    "seq",
    "board",
    "turn",
    "status",
    "winner",
    "clause",
    "next_first_move",
    "moves",
    "duty",
    "options",
    "rulings",
    "clock",
    "record",
    "refused",
];

#[test]
fn rule_prints_the_state_before_any_act_and_after_each() {
    let output = jadoube(&["rule", "-"], FALSE_MOVE);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let states = lines(&output);
    assert_eq!(states.len(), 2);
    for (seq, state) in states.iter().enumerate() {
        assert_eq!(state["seq"], seq);
        let fields: std::collections::BTreeSet<&str> =
            state.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, STATE.into_iter().collect());
    }
    assert_eq!(states[0]["moves"].as_array().unwrap().len(), 20);
    assert_eq!(states[1]["turn"], "white");
    assert_eq!(states[1]["rulings"][0]["clause"], "II.6(a)");
    assert!(!states[1]["options"]["black"].as_array().unwrap().is_empty());
}

/// Each option, given back as it stands, has effect and leads where its `then` says.
#[test]
fn options_are_acts_and_then_is_true() {
    let states = lines(&jadoube(&["rule", "-"], FALSE_MOVE));
    let options = states[1]["options"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|list| list.as_array().unwrap());
    let mut tried = 0;
    for option in options {
        let output = jadoube(&["rule", "-", "--last"], format!("{FALSE_MOVE}{option}\n"));
        assert_eq!(output.status.code(), Some(0), "{option}: {}", said(&output));
        let state = &lines(&output)[0];
        assert!(state["refused"].is_null(), "{option}: {}", state["refused"]);
        for field in ["board", "turn", "moves", "status", "winner"] {
            assert_eq!(state[field], option["then"][field], "{option}");
        }
        tried += 1;
    }
    assert!(tried > 3);
}

#[test]
fn a_bad_line_stops_with_its_number_and_what_was_expected() {
    for (act, expected) in [
        (
            "{\"by\":\"white\",\"act\":\"touch\",\"square\":\"z9\"}",
            "field \"square\" is \"z9\"; expected a square, a1 to h8",
        ),
        (
            "{\"by\":\"white\",\"act\":\"touch\",\"square\":\"e4\"}",
            "this \"touch\" cannot have happened, field \"square\": no man stands on e4; expected a square on which a man stands",
        ),
        (
            "{\"by\":\"white\",\"act\":\"displace\",\"squares\":[\"d1\",\"e4\"]}",
            "this \"displace\" cannot have happened, field \"squares\": no man stands on e4; expected a square on which a man stands",
        ),
        (
            "rubbish",
            "not JSON at column 1: expected value; expected an act, such as \
             {\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e4\"}",
        ),
    ] {
        let record = if act.contains("displace") {
            FALSE_MOVE.replace("bcc-1899", "fide-2023")
        } else {
            FALSE_MOVE.to_owned()
        };
        let record = format!("{record}{act}\n{{\"by\":\"black\",\"act\":\"resign\"}}\n");
        let output = jadoube(&["rule", "-"], &record);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            said(&output),
            format!("error: standard input: line 3: {expected}")
        );
        assert_eq!(
            lines(&output).len(),
            2,
            "what came before is printed, nothing after it is ruled on"
        );
    }
}

#[test]
fn a_header_that_no_game_can_begin_with_stops_at_once() {
    let output = jadoube(&["rule", "-"], "{\"code\":\"bcc-1899\",\"start\":\"8/8 w\"}\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).starts_with("error: standard input: line 1: \"start\""),
        "{}",
        said(&output)
    );
    assert!(output.stdout.is_empty());
    let output = jadoube(&["rule", "-"], "");
    assert_eq!(output.status.code(), Some(2));
    let output = jadoube(&["rule", "no-such-file.jsonl"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("no-such-file.jsonl"));
}

#[test]
fn each_party_sees_what_it_may() {
    let record = "{\"code\":\"bcc-1899\"}\n{\"by\":\"white\",\"act\":\"adjourn\"}\n\
                  {\"by\":\"white\",\"act\":\"seal\",\"record\":\"P-K4\"}\n";
    let all = jadoube(&["rule", "-"], record);
    assert_eq!(all.status.code(), Some(0), "{}", said(&all));
    for (eye, knows) in [("white", true), ("black", false), ("spectator", false)] {
        let output = jadoube(&["rule", "-", "--as", eye], record);
        let states = lines(&output);
        for state in &states {
            for party in ["white", "black", "umpire"] {
                let own = party == eye;
                let options = state["options"][party].as_array().unwrap();
                assert!(own || options.is_empty(), "{eye} sees what {party} may do");
            }
        }
        let sealed = states.last().unwrap();
        if !knows {
            assert!(
                !sealed.to_string().contains("P-K4"),
                "{eye} reads the sealed move: {sealed}"
            );
            // Nor may the consequence of opening it give it away.
            let opened = "4P3"; // a Pawn on e4
            assert!(!sealed["options"].to_string().contains(opened), "{eye}: {sealed}");
        }
    }
    let opened = format!("{record}{{\"by\":\"black\",\"act\":\"resume\"}}\n");
    let states = lines(&jadoube(&["rule", "-", "--as", "black"], &opened));
    assert_eq!(
        states.last().unwrap()["turn"],
        "black",
        "opened, the move is played before all"
    );
}

#[test]
fn judge_sets_the_codes_side_by_side() {
    let output = jadoube(&["judge", "-", "--all-codes", "--width", "110"], FALSE_MOVE);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let shown = shown(&output);
    for expected in ["bcc-1896 · bcc-1899", "fide-1931", "Black may", "II.6(b)", "[♙]"] {
        assert!(shown.contains(expected), "{expected} is not in\n{shown}");
    }
    assert!(!shown.contains('\u{1b}'), "no colours where nobody sees them");
    assert!(shown.lines().all(|line| line.chars().count() <= 110), "{shown}");
    let narrow = jadoube(&["judge", "-", "--all-codes", "--width", "60"], FALSE_MOVE);
    assert!(
        self::shown(&narrow)
            .lines()
            .all(|line| line.chars().count() <= 60),
        "{}",
        self::shown(&narrow)
    );

    let json = lines(&jadoube(&["judge", "-", "--all-codes", "--json"], FALSE_MOVE));
    assert_eq!(json.len(), 2);
    assert_eq!(json[1]["codes"].as_object().unwrap().len(), Code::ALL.len());
    assert_eq!(json[1]["codes"]["bcc-1896"]["rulings"][0]["clause"], "II.6(a)");

    let impossible = format!("{FALSE_MOVE}{{\"by\":\"white\",\"act\":\"lift\",\"square\":\"e4\"}}\n");
    let output = jadoube(&["judge", "-", "--all-codes"], &impossible);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("line 3"), "{}", said(&output));
}

#[test]
fn laws_answer_by_code_clause_and_question() {
    let codes = shown(&jadoube(&["laws"], ""));
    assert_eq!(
        codes.lines().filter(|line| line.contains(" clauses ")).count(),
        Code::ALL.len()
    );
    for written in [
        &["laws", "bcc-1899", "II.5(c)"][..],
        &["laws", "bcc-1899", "ii", "5", "c"],
    ] {
        let clause = shown(&jadoube(written, ""));
        assert!(
            clause.contains("II.5(c)") && clause.contains("Penalties A"),
            "{clause}"
        );
    }
    let touch = &lines(&jadoube(&["laws", "compare", "touch", "--json"], ""))[0];
    assert_eq!(
        touch["tables"][0]["codes"].as_object().unwrap().len(),
        Code::ALL.len()
    );
    assert_eq!(touch["tables"][0]["codes"]["bcc-1899"]["authority"][0], "II.5(c)");
    let coverage = &lines(&jadoube(&["laws", "coverage", "--json"], ""))[0];
    for code in Code::ALL.map(Code::name) {
        let counts = coverage[code].as_object().unwrap();
        let parts: u64 = counts
            .iter()
            .filter(|(name, _)| *name != "clauses")
            .map(|(_, n)| n.as_u64().unwrap())
            .sum();
        assert_eq!(counts["clauses"], parts, "{code}: every clause is counted once");
        assert_eq!(counts["not_ruled"], 0, "{code}: a clause is not ruled on");
        assert_eq!(
            counts["ruled_only"], 0,
            "{code}: a clause is ruled on and no case shows it"
        );
    }
    for (wrong, expected) in [
        (&["laws", "bcc-1898"][..], "unknown code of laws `bcc-1898`"),
        (
            &["laws", "bcc-1899", "II.99"],
            "bcc-1899 has no clause \"II.99\"; nearest: ",
        ),
        (
            &["laws", "compare", "sleeping"],
            "unknown question \"sleeping\"; expected one of: touch, ",
        ),
    ] {
        let output = jadoube(wrong, "");
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
}

#[test]
fn perft_prints_as_other_tools_do() {
    let output = jadoube(&["perft", "3", "--divide"], "");
    let shown = shown(&output);
    assert!(
        shown.contains("e2e4: 600\n") && shown.ends_with("\n\nNodes searched: 8902\n"),
        "{shown}"
    );
    let irregular = "8/2p5/8/K2P3q/8/8/8/7k b - - 0 1";
    let output = jadoube(
        &["perft", "4", "--fen", irregular, "--threads", "2", "--hash", "1"],
        "",
    );
    assert_eq!(self::shown(&output), "Nodes searched: 12556\n");
    let output = jadoube(&["perft", "2", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).starts_with("error: the FEN `8/8/"),
        "{}",
        said(&output)
    );
}

#[test]
fn shells_and_manuals_are_served() {
    assert!(shown(&jadoube(&["completions", "bash"], "")).contains("_jadoube"));
    let page = shown(&jadoube(&["man", "laws"], ""));
    let title = page
        .lines()
        .find(|line| line.starts_with(".TH "))
        .expect("a title");
    // Name, section, date, version, manual: none of them missing, or the others take its place.
    let (named, rest) = title.split_at(".TH jadoube-laws 1 ".len());
    assert_eq!(named, ".TH jadoube-laws 1 ");
    let after_the_date = rest
        .strip_prefix("\" \" ")
        .or_else(|| rest.split_once(' ').map(|(_, after)| after));
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        after_the_date,
        Some(&*format!("\"jadoube {version}\" \"The manual of jadoube\"")),
        "{title}"
    );
}

#[test]
fn a_series_shows_first_moves_and_headers_that_open_a_game() {
    let arguments = [
        "series",
        "xxv",
        "--seed",
        "7",
        "--players",
        "Ann,Bob",
        "won",
        "drawn",
        "annulled",
        "--json",
    ];
    let output = jadoube(&arguments, "");
    assert!(output.status.success(), "{}", said(&output));
    let series = &lines(&output)[0];
    let first: Vec<&str> = (0..4)
        .map(|game| {
            series["games"][game]["first_move"]["player"]
                .as_str()
                .expect("a name")
        })
        .collect();
    // Alternately after a win; the same again after a draw, and after an annulled game.
    assert_ne!(first[0], first[1]);
    assert_eq!(first[1], first[2]);
    assert_eq!(first[2], first[3]);
    for game in series["games"].as_array().expect("a list") {
        let header = format!("{}\n", game["header"]);
        let state = jadoube(&["rule", "-"], &header);
        assert!(state.status.success(), "{header}: {}", said(&state));
        let turn = lines(&state)[0]["turn"].as_str().expect("a colour").to_owned();
        assert_eq!(game["header"]["sides"][turn][0], game["first_move"]["player"]);
        assert_eq!(game["header"]["agreements"]["seed"], "7");
    }
}

#[test]
fn a_series_is_told_what_was_expected() {
    for (arguments, why) in [
        (["series", "xxv", "lost"], "unknown status of the previous game"),
        (["series", "xxv", "--players=Ann"], "two names"),
        (["series", "xxvi", "won"], "unknown code of laws"),
    ] {
        let output = jadoube(&arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains(why), "{arguments:?}: {}", said(&output));
    }
}
