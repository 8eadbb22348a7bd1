//! Are the printed games of the shared sample read exactly as they were played?

use std::path::PathBuf;

use jadoube_board::Position;
use jadoube_notation::{PageOptions, ScoreReader, read_in_position, read_page};
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

fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect()
}

/// Reads every game of a file and compares moves and ties with what the sample says.
fn check_games(name: &str) {
    let Some(games) = sample(name) else { return };
    let mut reader = ScoreReader::new();
    let mut wrong = Vec::new();
    for game in &games {
        let id = game["id"].as_str().unwrap();
        let start = match game["start_fen"].as_str() {
            Some(fen) => Position::from_fen(fen).unwrap(),
            None => Position::ordinary(),
        };
        let (white, black) = (strings(&game["white"]), strings(&game["black"]));
        let expected = strings(&game["uci"]);
        // Plies here count from 0.
        let mut misprints = Vec::new();
        let mut unsettled = Vec::new();
        for (ply, notes) in game["notes"].as_object().unwrap() {
            for note in notes.as_array().unwrap() {
                let ply: usize = ply.parse().unwrap();
                match note["kind"].as_str().unwrap() {
                    "misprint" | "false-check-mark" => misprints.push(ply),
                    "several-readings" if note["settled_by"] == "nothing in the score" => {
                        unsettled.push((ply, strings(&note["candidates"])));
                    }
                    _ => {}
                }
            }
        }
        misprints.sort_unstable();
        let strict = reader.read_columns(&start, false, &white, &black, false);
        let moves: Vec<String> = strict.moves.iter().map(ToString::to_string).collect();
        match misprints.first() {
            None => {
                if !strict.faults.is_empty() || moves != expected {
                    wrong.push(format!(
                        "{id}: read {} plies of {}: {:?}",
                        moves.len(),
                        expected.len(),
                        strict.faults
                    ));
                }
            }
            Some(&first) => {
                let fault = strict.faults.first().map(|fault| fault.ply - 1);
                if fault != Some(first) || moves != expected[..first] {
                    wrong.push(format!(
                        "{id}: fault at {fault:?}, not {first}: {:?}",
                        strict.faults
                    ));
                }
                let truth = expected[first];
                if !strict
                    .faults
                    .iter()
                    .any(|fault| fault.would_fit.iter().any(|fit| fit.to_string() == truth))
                {
                    wrong.push(format!(
                        "{id}: {truth} is not among what would fit: {:?}",
                        strict.faults
                    ));
                }
            }
        }
        let repaired = reader.read_columns(&start, false, &white, &black, true);
        let moves: Vec<String> = repaired.moves.iter().map(ToString::to_string).collect();
        if moves != expected {
            wrong.push(format!(
                "{id}: repaired to {moves:?}, not {expected:?}; {:?} {:?}",
                repaired.repairs, repaired.faults
            ));
        }
        let amended: Vec<usize> = repaired.repairs.iter().map(|repair| repair.ply - 1).collect();
        if amended != misprints {
            wrong.push(format!("{id}: repaired plies {amended:?}, not {misprints:?}"));
        }
        let ties: Vec<(usize, Vec<String>)> = strict
            .ties
            .iter()
            .map(|tie| (tie.ply - 1, tie.moves.iter().map(ToString::to_string).collect()))
            .collect();
        let same = ties.len() == unsettled.len()
            && ties
                .iter()
                .zip(&unsettled)
                .all(|(tie, told)| tie.0 == told.0 && tie.1 == told.1);
        if !same {
            wrong.push(format!("{id}: ties {ties:?}, not {unsettled:?}"));
        }
    }
    println!("{name}: {} games", games.len());
    assert!(
        wrong.is_empty(),
        "{} of {} games\n{}",
        wrong.len(),
        games.len(),
        wrong.join("\n")
    );
}

#[test]
fn whole_games_are_replayed_exactly() {
    check_games("games.jsonl");
}

#[test]
fn lines_and_fragments_are_replayed_exactly() {
    check_games("lines.jsonl");
}

/// The same cells set as pages in several layouts are found again, cell by cell.
#[test]
fn pages_set_from_the_sample_are_taken_apart_again() {
    let Some(games) = sample("games.jsonl") else {
        return;
    };
    let mut wrong = Vec::new();
    for game in &games {
        let (white, black) = (strings(&game["white"]), strings(&game["black"]));
        let cells: Vec<&str> = (0..white.len())
            .flat_map(|i| white.get(i).into_iter().chain(black.get(i)))
            .copied()
            .collect();
        let layouts: [fn(usize, &str, &str) -> String; 4] = [
            |n, w, b| format!("{n:>3}. {w:<40}{b}\n"),
            |n, w, b| format!("{n}. {w} {b}\n"),
            |n, w, b| format!("{n}. {w}    {n}. {b}\n"),
            |n, w, b| format!("{n}. {w}, {b}; "),
        ];
        for (index, layout) in layouts.iter().enumerate() {
            let mut page = String::from("GAME\n\n");
            for (i, first) in white.iter().enumerate() {
                page.push_str(&layout(i + 1, first, black.get(i).copied().unwrap_or("")));
            }
            let found = read_page(&page, &PageOptions::default()).games;
            let texts: Vec<&str> = found
                .iter()
                .flat_map(|game| &game.cells)
                .map(|cell| page[cell.span.clone()].trim())
                .collect();
            if found.len() != 1 || texts != cells {
                let at = texts.iter().zip(&cells).position(|(a, b)| a != b);
                wrong.push(format!(
                    "{} in layout {index}: {} games, {} of {} cells, {:?}",
                    game["id"],
                    found.len(),
                    texts.len(),
                    cells.len(),
                    at.map(|at| (texts[at], cells[at]))
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} pages\n{}", wrong.len(), wrong.join("\n"));
}
