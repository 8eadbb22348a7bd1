//! Are the printed games of the shared sample read exactly as they were played?

use std::path::PathBuf;

use jadoube_board::Position;
use jadoube_notation::read_in_position;
use serde_json::Value;

/// The lines of a sample file; `None`, with a plain word, where the sample is not at hand.
fn sample(name: &str) -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/notation")
        .join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        assert!(std::env::var_os("CI").is_none(), "{} is missing", path.display());
        println!("skipped: {} is not at hand", path.display());
        return None;
    };
    Some(
        text.lines()
            .map(|line| serde_json::from_str(line).expect("a JSON line"))
            .collect(),
    )
}

#[test]
fn single_moves_express_the_expected_sets() {
    let Some(cases) = sample("single_moves.jsonl") else {
        return;
    };
    let mut wrong = Vec::new();
    for case in &cases {
        let position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
        let text = case["text"].as_str().unwrap();
        let expected: Vec<&str> = case["expected"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect();
        match read_in_position(text, &position) {
            Ok(reading) => {
                let moves: Vec<String> = reading.moves.iter().map(ToString::to_string).collect();
                if moves != expected {
                    wrong.push(format!(
                        "{}: `{text}` gave {moves:?}, not {expected:?} ({:?})",
                        case["id"], reading.ways
                    ));
                }
            }
            Err(error) => wrong.push(format!("{}: `{text}`: {error}", case["id"])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
