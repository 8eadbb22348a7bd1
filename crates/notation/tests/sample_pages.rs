//! Do the pages of the sample give the games that the sample says they hold, and is every doubt one that the sample notes
//! or the page shows?

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use jadoube_notation::{Page, PageGame, PageOptions, decode, read_page};
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

/// The pages by their names, and what the sample says of each.
fn pages_and_games(folder: &Path) -> (Vec<(String, String)>, HashMap<String, Value>) {
    let mut expected: HashMap<String, Value> = HashMap::new();
    for name in ["games.jsonl", "lines.jsonl"] {
        for line in fs::read_to_string(folder.join(name)).unwrap().lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            expected.insert(game["id"].as_str().unwrap().to_owned(), game);
        }
    }
    let mut pages: Vec<(String, String)> = fs::read_dir(folder.join("pages"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, decode(&fs::read(path).unwrap()))
        })
        .collect();
    pages.sort();
    (pages, expected)
}

fn moves(game: &PageGame) -> Vec<String> {
    game.reading.moves.iter().map(ToString::to_string).collect()
}

#[test]
fn every_page_gives_its_game() {
    let Some(folder) = sample() else { return };
    let (pages, expected) = pages_and_games(&folder);
    let mut wrong = Vec::new();
    for (id, text) in &pages {
        let game = &expected[id];
        let repair = misprinted(game);
        let read = read_page(
            text,
            &PageOptions {
                repair,
                ..PageOptions::default()
            },
        );
        let uci = strings(&game["uci"]);
        let lines: Vec<Vec<String>> = read.games.iter().map(moves).collect();
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
                    let line = moves(game);
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

/// Why a page is not read without a word.
enum Because {
    /// The sample notes it of the cell at this ply, from 0 as the sample counts: `misprint`, or what settles it.
    Noted(usize, &'static str),
    /// The sample flags the whole game so.
    Flagged(&'static str),
    /// These words are on the page, and what the sample has beyond them is not.
    Printed(&'static str),
}
use Because::{Flagged, Noted, Printed};

/// All that is told of the pages: the ply, what begins so, and the reason for it. Every other page is read without a word.
#[rustfmt::skip]
const TOLD: [(&str, usize, &str, Because); 13] = [
    ("blue-50", 8, "no legal move here is: bishop moves to QKt2", Noted(7, "misprint")),
    ("blue-52", 45, "tie", Noted(44, "nothing in the score")),
    ("blue-76", 71, "no legal move here is: bishop moves to K1", Noted(70, "misprint")),
    ("foster-02", 16, "no legal move here is: king moves to QKt5 or KKt5, mate", Noted(15, "misprint")),
    // The sample has the moves from the variation before.
    ("hoyle-05", 7, "the moves before 4 are not on the page", Printed("First three moves as before.")),
    ("hoyle-07", 14, "the moves before 7 are not on the page", Printed("       7. ...                         7. Kt to B 3")),
    ("hoyle-09", 17, "the moves before 9 are not on the page", Printed("Repeat Opening to Black's eighth move inclusive.")),
    // The page ends with the rule under which the answer would stand.
    ("hoyle-09", 32, "the answer to move 16 is not on the page", Printed("      Kt to K 2\n  16. ----------\n")),
    // Number 16 is White's alone, and his answer has the next.
    ("hoyle-12", 32, "the number 17 is printed where 16 is due", Printed("      ...                        17. B to Kt 3\n  18. ")),
    ("hoyle-15", 9, "the moves before 5 are not on the page", Printed("       5. P to Kt 5                   5. Kt to R 4\n")),
    ("lasker-09", 42, "the number 22 is printed where 21 is due", Flagged("misnumbered")),
    ("lasker-09", 43, "the number 22 is printed again", Flagged("misnumbered")),
    ("lasker-35", 14, "tie", Noted(13, "nothing in the score")),
];

/// What is told of a page, each with its ply.
fn told(read: &Page) -> Vec<(usize, String)> {
    let of_game = |game: &PageGame| {
        let reading = &game.reading;
        let ties = reading.ties.iter().map(|tie| (tie.ply, "tie".to_owned()));
        let faults = reading.faults.iter().map(|fault| (fault.ply, fault.why.clone()));
        let doubts = game.doubts.iter().map(|doubt| (doubt.ply, doubt.why.clone()));
        ties.chain(faults).chain(doubts).collect::<Vec<_>>()
    };
    let of_games = read.games.iter().flat_map(of_game);
    let unread = read.unread.iter().map(|doubt| (doubt.ply, doubt.why.clone()));
    of_games.chain(unread).collect()
}

#[test]
fn every_doubt_of_a_page_stands_in_the_sample_or_on_the_page() {
    let Some(folder) = sample() else { return };
    let (pages, expected) = pages_and_games(&folder);
    for (id, text) in &pages {
        let game = &expected[id];
        let found = told(&read_page(text, &PageOptions::default()));
        let mut left: Vec<_> = TOLD.iter().filter(|(page, ..)| page == id).collect();
        for (ply, why) in found {
            let known = left
                .iter()
                .position(|(_, at, begins, _)| *at == ply && why.starts_with(begins));
            let known = known.unwrap_or_else(|| panic!("{id}, ply {ply}: {why}"));
            match &left.remove(known).3 {
                Noted(ply, what) => {
                    let notes = game["notes"][ply.to_string()].as_array().unwrap();
                    let says = |note: &Value| note["kind"] == *what || note["settled_by"] == *what;
                    assert!(notes.iter().any(says), "{id}, {what}: {notes:?}");
                }
                Flagged(flag) => assert!(strings(&game["flags"]).contains(flag), "{id}: {flag}"),
                Printed(words) => assert!(text.replace('\r', "").contains(words), "{id}: {words}"),
            }
        }
        assert!(left.is_empty(), "{id}: {} of its doubts are not told", left.len());
        // What the sample flags is told.
        let odd = |flag: &&str| matches!(*flag, "erroneous" | "ambiguous" | "misnumbered");
        let flagged = strings(&game["flags"]).iter().any(odd);
        assert!(!flagged || TOLD.iter().any(|(page, ..)| page == id), "{id}");
    }
}

/// Pages that begin in the middle of a game: in another book they lean on other games.
const LEANING: [&str; 4] = ["hoyle-05", "hoyle-07", "hoyle-09", "hoyle-15"];

/// What books have between their games.
const BETWEEN: [&str; 8] = [
    "\n\n",
    "\n\n\nGAME 7.\n\n",
    "\n\x0c",
    "\n\n{57}\n\n",
    "\n\n58                    CHESS FOR ALL PLAYERS.\n\n",
    "\n\nNo two masters agree on what is the best reply to 1. P-K4. Some hold that 1. ... P-K4\n\
     is the only sound answer, and others that 1. ... P-QB3 is safer.\n\n",
    "\n\nIn 1851 there were 16 players at the tournament, and 14 of them came from London.\n\n",
    "\n\n  1. The board must be placed with a white square at the right.\n  2. The players draw for \
     the first move.\n  3. A man touched must be moved.\n\n",
];

#[test]
fn games_of_a_book_are_read_as_on_their_own_pages() {
    let Some(folder) = sample() else { return };
    let (mut pages, _) = pages_and_games(&folder);
    pages.retain(|(id, _)| !LEANING.contains(&id.as_str()));
    let games = |text: &str| -> Vec<Vec<String>> {
        let read = read_page(text, &PageOptions::default());
        read.games.iter().map(moves).collect()
    };
    let alone: Vec<_> = pages.iter().map(|(_, text)| games(text)).collect();
    let mut wrong = Vec::new();
    // In each book other pages follow one another, with other things between them.
    for step in 1..pages.len() {
        let order: Vec<usize> = (0..pages.len()).map(|at| at * step % pages.len()).collect();
        let mut book = String::new();
        for &page in &order {
            book += pages[page].1.trim_end();
            book += BETWEEN[(page + step) % BETWEEN.len()];
        }
        let expected: Vec<_> = order.iter().flat_map(|&page| &alone[page]).collect();
        let found = games(&book);
        let differ = found.iter().zip(&expected).position(|(one, other)| one != *other);
        if found.len() != expected.len() || differ.is_some() {
            let at = differ.unwrap_or(found.len().min(expected.len()));
            let near: Vec<_> = order[at.saturating_sub(1)..(at + 2).min(order.len())]
                .iter()
                .map(|&page| &pages[page].0)
                .collect();
            wrong.push(format!(
                "step {step}: {} games of {}, near {near:?}",
                found.len(),
                expected.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
