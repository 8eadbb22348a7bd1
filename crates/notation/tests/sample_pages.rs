//! Do the pages of the sample give the games that the sample says they hold?

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use jadoube_notation::{PageOptions, decode, read_page};
use serde_json::Value;

fn sample() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/notation");
    if folder.join("pages").is_dir() {
        return Some(folder);
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "the sample of printed pages is not at hand: expected ../shared/notation/pages"
    );
    println!("skipped: ../shared/notation/pages is not there");
    None
}

fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .map(|list| list.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default()
}

/// Whether the sample itself says that the score has a misprint.
fn misprinted(game: &Value) -> bool {
    strings(&game["flags"]).contains(&"erroneous")
}

#[test]
fn every_page_gives_its_game() {
    let Some(folder) = sample() else { return };
    let mut expected: HashMap<String, Value> = HashMap::new();
    for name in ["games.jsonl", "lines.jsonl"] {
        for line in fs::read_to_string(folder.join(name)).unwrap().lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            expected.insert(game["id"].as_str().unwrap().to_owned(), game);
        }
    }
    let mut pages: Vec<PathBuf> = fs::read_dir(folder.join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    pages.sort();
    let mut wrong = Vec::new();
    for path in &pages {
        let id = path.file_stem().unwrap().to_str().unwrap();
        let text = decode(&fs::read(path).unwrap());
        let game = &expected[id];
        let repair = misprinted(game);
        let read = read_page(
            &text,
            &PageOptions {
                repair,
                ..PageOptions::default()
            },
        );
        let uci = strings(&game["uci"]);
        let lines: Vec<Vec<String>> = read
            .games
            .iter()
            .map(|game| game.reading.moves.iter().map(ToString::to_string).collect())
            .collect();
        // A page that is cut off before the last answer says so.
        let cut = read.games.iter().any(|game| {
            let last = game.doubts.last();
            game.reading.moves.len() + 1 == uci.len()
                && last.is_some_and(|doubt| doubt.why.ends_with("is not on the page"))
        });
        let uci = if cut { &uci[..uci.len() - 1] } else { &uci[..] };
        if lines.len() != 1 || lines[0] != uci {
            let parts: Vec<String> = read
                .games
                .iter()
                .map(|game| {
                    let line: Vec<String> = game.reading.moves.iter().map(ToString::to_string).collect();
                    let same = line.iter().zip(uci).take_while(|(a, b)| a == b).count();
                    let cell = game.cell_of(same + 1).map(|span| text[span].to_owned());
                    format!(
                        "{} moves, {same} right, then {cell:?}; faults {:?}; doubts {:?}",
                        line.len(),
                        game.reading.faults,
                        game.doubts
                    )
                })
                .collect();
            wrong.push(format!("{id} ({} moves): {}", uci.len(), parts.join(" | ")));
        }
        let told = game["result"].as_str().unwrap_or("*");
        for game in &read.games {
            if game.result.is_some_and(|result| result != told) {
                wrong.push(format!("{id}: result {:?}, not {told}", game.result));
            }
        }
    }
    println!("{} pages, {} wrong", pages.len(), wrong.len());
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        pages.len(),
        wrong.join("\n")
    );
}
