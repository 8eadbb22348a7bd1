//! Are games read back from pages of our own making, in every language, style and layout, and with
//! whatever printers put between the moves?

#![allow(
    clippy::format_collect,
    clippy::format_push_string,
    reason = "pages are made line by line, and nobody waits for them"
)]

use jadoube_board::{Move, Origins, Position};
use jadoube_notation::{Language, PageOptions, Style, read_page, write_move};

mod forms;
mod mutated;
mod spoils;

/// Figures from a fixed seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// A game of legal moves, captures and checks preferred so that all signs occur.
fn play(seed: u64, plies: usize) -> Vec<Move> {
    let mut dice = Dice(seed);
    let mut position = Position::ordinary();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let tries: Vec<Move> = (0..3).map(|_| legal[dice.roll(legal.len())]).collect();
        let movement = tries
            .iter()
            .copied()
            .find(|&one| position.captured(one).is_some() || position.gives_check(one) || one.is_castling())
            .unwrap_or(tries[0]);
        moves.push(movement);
        position = position.play(movement);
    }
    moves
}

fn texts(style: Style, moves: &[Move]) -> Vec<String> {
    let mut position = Position::ordinary();
    let mut origins = Origins::ordinary();
    moves
        .iter()
        .map(|&movement| {
            let text = write_move(style, &position, movement, &origins);
            origins.play(&position, movement);
            position = position.play(movement);
            text
        })
        .collect()
}

/// Words that printers set between moves, none of them a move of the game.
const NOTES: [&str; 8] = [
    "The usual continuation. White has the freer game.",
    "P-Q4 was to be considered here, and so was B-Kt5.",
    "Kt-B3 would have been better, for then 14. PxP, RxP; 15. Q-K2 wins a Pawn.",
    "[Illustration]",
    "{182}",
    "This is the move of the 1851 tournament, played in 3 games of 10.",
    "A fine conception; Black cannot reply 9. ... QxP on account of 10. R-K1 ch.",
    "CHESS MADE EASY                                             57",
];

type Layout = (&'static str, fn(&[String]) -> String);

fn rows(cells: &[String]) -> Vec<(usize, &str, &str)> {
    cells
        .chunks(2)
        .enumerate()
        .map(|(index, pair)| {
            (
                index + 1,
                pair[0].as_str(),
                pair.get(1).map_or("", String::as_str),
            )
        })
        .collect()
}

/// A number in Roman figures, as far as games go.
fn roman(number: usize) -> String {
    const TENS: [&str; 10] = ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"];
    const ONES: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    format!("{}{}", TENS[number / 10], ONES[number % 10])
}

const LAYOUTS: [Layout; 15] = [
    ("two moves to a row between bars", |cells| {
        let mut out = String::new();
        for pair in rows(cells).chunks(2) {
            for (n, w, b) in pair {
                out.push_str(&format!("| {n} | {w} | {b} "));
            }
            out.push_str("|\n");
        }
        out
    }),
    ("pages that end inside a line", |cells| {
        let text: String = rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{n}. {w}, {b}; "))
            .collect();
        let mut out = String::new();
        let mut width = 0;
        for word in text.split_whitespace() {
            if width + word.len() > 50 {
                out.push('\n');
                let lines = out.matches('\n').count();
                if lines.is_multiple_of(6) {
                    out.push_str("\n{57}\n\n");
                } else if lines % 6 > 2
                    && word.ends_with('.')
                    && word.starts_with(|c: char| c.is_ascii_digit())
                {
                    out.push_str("\n58                    CHESS FOR BEGINNERS.\n\n");
                }
                width = 0;
            } else if width > 0 {
                out.push(' ');
            }
            out.push_str(word);
            width += word.len() + 1;
        }
        out
    }),
    ("leaders", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{n:>4}. {w} . . . . . .  {b}\n"))
            .collect()
    }),
    ("columns", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{n:>4}. {w:<30}{b}\n"))
            .collect()
    }),
    ("bare numbers", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{n:>4} {w:<30}{b}\n"))
            .collect()
    }),
    ("both columns numbered", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| {
                let answer = if b.is_empty() {
                    String::new()
                } else {
                    format!("{n:>3}. {b}")
                };
                format!("{n:>4}. {w:<30}{answer}\n")
            })
            .collect()
    }),
    ("run on", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{n}. {w} {b} "))
            .collect()
    }),
    ("run on with commas", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{n} {w}, {b}; "))
            .collect()
    }),
    ("run on in narrow lines", |cells| {
        let text: String = rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{n}. {w} {b} "))
            .collect();
        let mut out = String::new();
        let mut width = 0;
        for word in text.split_whitespace() {
            if width + word.len() > 34 {
                out.push('\n');
                width = 0;
            } else if width > 0 {
                out.push(' ');
            }
            out.push_str(word);
            width += word.len() + 1;
        }
        out
    }),
    ("bars", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| format!("| {n} | {w} | {b} |\n"))
            .collect()
    }),
    ("notes between", |cells| {
        let mut dice = Dice(7);
        let mut out = String::new();
        for (n, w, b) in rows(cells) {
            match dice.roll(4) {
                0 => {
                    out.push_str(&format!("{n:>4}. {w}\n\n{}\n\n", NOTES[dice.roll(NOTES.len())]));
                    if !b.is_empty() {
                        out.push_str(&format!("{n:>4}. ...{:29}{b}\n", ""));
                    }
                }
                1 => out.push_str(&format!(
                    "{n:>4}. {w:<32}{b}\n\n{}\n\n",
                    NOTES[dice.roll(NOTES.len())]
                )),
                _ => out.push_str(&format!("{n:>4}. {w:<32}{b}\n")),
            }
        }
        out
    }),
    ("fractions", |cells| {
        let mut out = String::new();
        for (n, w, b) in rows(cells) {
            let rule = "-".repeat(w.chars().count().max(b.chars().count()).max(2));
            out.push_str(&format!("       {w}\n{n:>4}.  {rule}\n       {b}\n\n"));
        }
        out
    }),
    ("Roman figures in running text", |cells| {
        rows(cells)
            .iter()
            .map(|(n, w, b)| format!("{}. {w}, {b}; ", roman(*n)))
            .collect()
    }),
    ("two columns on a page", |cells| {
        let rows = rows(cells);
        let set = |(n, w, b): &(usize, &str, &str)| format!("{n:>4}. {w:<32}{b}");
        let (left, right) = rows.split_at(rows.len().div_ceil(2));
        let mut out = String::new();
        for (at, row) in left.iter().enumerate() {
            let other = right.get(at).map_or(String::new(), set);
            out.push_str(format!("{:<70}{other}", set(row)).trim_end());
            out.push('\n');
        }
        out
    }),
    ("a row for each side", |cells| {
        let mut out = String::new();
        for three in rows(cells).chunks(3) {
            let row = |side: &str, text: &dyn Fn(&(usize, &str, &str)) -> String| -> String {
                let cells: String = three.iter().map(text).collect();
                format!("{side}{}\n", cells.trim_end())
            };
            out += &row("         ", &|(n, ..)| format!("{n:<30}"));
            out += &row("White.   ", &|(_, w, _)| format!("{w:<30}"));
            out += &row("Black.   ", &|(.., b)| format!("{b:<30}"));
        }
        out
    }),
];

fn check(name: &str, style: Style, layouts: &[Layout], wrong: &mut Vec<String>) {
    for seed in [3, 11] {
        let moves = play(seed, 61);
        let cells = texts(style, &moves);
        for (layout, set) in layouts {
            let page = format!("GAME XI.\n\n{}\n", set(&cells));
            let read = read_page(&page, &PageOptions::default());
            let found: Vec<&[Move]> = read.games.iter().map(|game| &game.reading.moves[..]).collect();
            let ties_explain = read.games.len() == 1
                && read.games[0]
                    .reading
                    .ties
                    .iter()
                    .any(|tie| tie.lines.contains(&moves));
            if found != [&moves[..]] && !ties_explain {
                let detail: Vec<String> = read
                    .games
                    .iter()
                    .map(|game| {
                        let same = game
                            .reading
                            .moves
                            .iter()
                            .zip(&moves)
                            .take_while(|(a, b)| a == b)
                            .count();
                        format!(
                            "{} right of {}, then {:?} where {:?} stands; {:?} {:?}",
                            same,
                            moves.len(),
                            game.cell_of(same + 1).map(|span| &page[span]),
                            cells.get(same),
                            game.reading.faults.first().map(|fault| &fault.why),
                            game.doubts.first().map(|doubt| &doubt.why)
                        )
                    })
                    .collect();
                wrong.push(format!("{name}, {layout}, seed {seed}: {}", detail.join(" | ")));
                if std::env::var_os("SHOW").is_some() {
                    println!("{page}");
                }
            }
        }
    }
}

#[test]
fn every_english_style_in_every_layout() {
    let mut wrong = Vec::new();
    for style in [
        Style::Descriptive,
        Style::Spaced,
        Style::Words,
        Style::Possessive,
        Style::Hybrid,
        Style::LongAlgebraic1931,
        Style::San,
        Style::Uci,
        Style::Figurine,
    ] {
        check(&format!("{style:?}"), style, &LAYOUTS, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_language_short_and_long() {
    let mut wrong = Vec::new();
    for language in Language::ALL {
        let mut styles = vec![Style::Algebraic(language), Style::LongAlgebraic(language)];
        if language.has_descriptive() {
            styles.push(Style::DescriptiveIn(language));
        }
        for style in styles {
            check(&format!("{style:?}"), style, &LAYOUTS, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Long styles, broken off by the ends of lines and pages: a game read otherwise than it was set is never clean.
#[test]
fn what_is_clean_is_right() {
    let mut silent = Vec::new();
    for style in [Style::Possessive, Style::Words, Style::Descriptive] {
        for seed in (20..36).chain([67, 86, 106]) {
            let moves = play(seed, 61 - seed as usize % 7);
            let cells = texts(style, &moves);
            for (layout, set) in &LAYOUTS {
                let page = format!("GAME XI.\n\n{}\n", set(&cells));
                let read = read_page(&page, &PageOptions::default());
                let right = read.games.len() == 1 && read.games[0].reading.moves == moves;
                let clean =
                    read.unread.is_empty() && read.games.iter().all(jadoube_notation::PageGame::is_clean);
                if clean && !right {
                    silent.push(format!("{style:?}, {layout}, seed {seed}"));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{}\n{}", silent.len(), silent.join("\n"));
}

/// A row in the middle that cannot be read is a fault, in every layout: never a shorter game in silence.
#[test]
fn a_spoilt_row_is_never_passed_over() {
    let mut silent = Vec::new();
    let moves = play(5, 40);
    for style in [Style::Descriptive, Style::Words, Style::San] {
        for (layout, set) in &LAYOUTS {
            for spoil in ["Xq-Z9", "Кf3!", "Kt-KB9"] {
                for at in [8, 9, 20, 38, 39] {
                    let mut cells = texts(style, &moves);
                    cells[at] = spoil.to_owned();
                    let page = format!("GAME XI.\n\n{}\n", set(&cells));
                    let read = read_page(&page, &PageOptions::default());
                    let clean =
                        read.unread.is_empty() && read.games.iter().all(jadoube_notation::PageGame::is_clean);
                    if clean {
                        let count = read.games.first().map_or(0, |game| game.reading.moves.len());
                        silent.push(format!("{style:?}, {layout}, `{spoil}` at {at}: {count} moves"));
                        if std::env::var_os("SHOW").is_some() {
                            println!("{page}");
                        }
                    }
                }
            }
        }
    }
    assert!(
        silent.is_empty(),
        "{} in silence\n{}",
        silent.len(),
        silent.join("\n")
    );
}

/// The words of a page between a game's first and last move that are no move, no number, no note and no
/// doubt: there must be none, or something was passed over in silence.
fn lost_words(page: &str, game: &jadoube_notation::PageGame) -> Vec<String> {
    let printed = &game.cells[game.borrowed..];
    let (Some(first), Some(last)) = (
        printed.iter().map(|cell| cell.span.start).min(),
        printed.iter().map(|cell| cell.span.end).max(),
    ) else {
        return Vec::new();
    };
    // Where each side has rows of its own, moves after the last one read stand before others in its row.
    let last_read = printed.last().map_or(0, |cell| cell.span.start);
    let last = page[..last_read]
        .rfind("\nWhite.")
        .map_or(last, |row| row.max(first));
    let noted: Vec<&str> = game
        .notes
        .iter()
        .flat_map(|note| note.text.split_whitespace())
        .collect();
    let in_a_cell = |byte: usize| printed.iter().any(|cell| cell.span.contains(&byte));
    let in_a_doubt = |byte: usize| game.doubts.iter().any(|doubt| doubt.span.contains(&byte));
    let mut lost = Vec::new();
    for line in page[first..last].lines() {
        // Page numbers and running heads belong to the book.
        if line.contains("{57}") || line.contains("CHESS ") || line == "[Illustration]" {
            continue;
        }
        for word in line.split(|c: char| c.is_whitespace() || c == '|') {
            let at = word.as_ptr() as usize - page.as_ptr() as usize;
            let left: String = word
                .char_indices()
                .filter(|&(offset, _)| !in_a_cell(at + offset) && !in_a_doubt(at + offset))
                .map(|(_, letter)| letter)
                .collect();
            // The book's own words for the number of a move, and for whose it is.
            let counts = matches!(left.as_str(), "White." | "Black.")
                || left.trim_matches(['I', 'V', 'X', '.']).is_empty();
            if left.contains(char::is_alphabetic) && !counts && !noted.iter().any(|note| note.contains(&left))
            {
                lost.push(word.to_owned());
            }
        }
    }
    lost
}

#[test]
fn every_word_of_a_score_is_a_move_a_note_or_a_fault() {
    const STRAY: [&str; 8] = [
        "Zugzwang",
        "(a fine move)",
        "Qx-Z9",
        "Note A.",
        "12. Rh9",
        "Castles.[A]",
        "Кg1",
        "ch.",
    ];
    let mut dice = Dice(2026);
    let mut lost = Vec::new();
    let styles = [
        Style::Descriptive,
        Style::Words,
        Style::Possessive,
        Style::San,
        Style::LongAlgebraic(Language::German),
        Style::Algebraic(Language::Russian),
    ];
    for round in 0..300 {
        let moves = play(round, 30);
        let style = styles[dice.roll(styles.len())];
        let mut cells = texts(style, &moves);
        for _ in 0..dice.roll(3) {
            // A word after the last move may be a remark on the game.
            let at = dice.roll(cells.len() - 2);
            let stray = STRAY[dice.roll(STRAY.len())];
            cells[at] = match dice.roll(3) {
                0 => stray.to_owned(),
                1 => format!("{} {stray}", cells[at]),
                _ => format!("{stray} {}", cells[at]),
            };
        }
        let (layout, set) = LAYOUTS[dice.roll(LAYOUTS.len())];
        let page = format!("GAME XI.\n\n{}\n", set(&cells));
        let read = read_page(&page, &PageOptions::default());
        for game in &read.games {
            let words = lost_words(&page, game);
            // Of two columns, or rows of two sides, what was read stands beside what was not and is told.
            let beside = layout.starts_with("two columns") && !game.is_clean()
                || layout.starts_with("a row for") && read.games.len() > 1;
            if !words.is_empty() && !beside {
                if std::env::var_os("SHOW").is_some() {
                    println!("{page}");
                }
                lost.push(format!("{style:?}, {layout}, round {round}: {words:?}"));
            }
        }
        let told = read.games.iter().map(|game| game.cells.len()).sum::<usize>();
        let clean = read.unread.is_empty() && read.games.iter().all(jadoube_notation::PageGame::is_clean);
        if clean && told < moves.len() {
            lost.push(format!(
                "{style:?}, {layout}, round {round}: {told} of {} cells",
                moves.len()
            ));
        }
    }
    assert!(lost.is_empty(), "{}\n{}", lost.len(), lost.join("\n"));
}

/// Prose full of numbers and moves is no game.
#[test]
fn prose_gives_no_games() {
    let pages = [
        "After 1. P-K4 the usual reply is 1. ... P-K4, and White plays 2. Kt-KB3 next. In 1851 he won 3 games.",
        "CHAPTER 1.\n\n1. The King moves one square at a time.\n2. The Queen moves in any direction.\n3. The Rook moves on files.\n",
        "The student should not play 7. B-KKt5 before Black has castled; 8. P-KR3 would then be good.",
        "INDEX\n\nBishop's Opening, 12, 45\nEvans Gambit, 3, 7\nKing's Gambit, 1\n1 Kt equals 3 Pawns\n",
        "1. White to play and mate in two.\n2. Black to play and draw.\n",
        "LAW 1. The board must be placed so that each player has a white corner to his right.\nLAW 2. If a man is touched it must be moved.\n",
        "Scores: 1. Steinitz 8; 2. Zukertort 6; 3. Bird 4; 4. Mason 3.\n",
        "On page 1 P to K 4 is shown; see also page 2.",
        "At 1 a.m. Black resigned. 2 days later the match was resumed, and 3 hours sufficed.",
        "He gave the odds of Pawn and 2 moves, and won by 7 to 1.",
        "1. e4 is best by test.\n",
        "Table of values.\n\n   1 Pawn            1\n   2 Knight          3\n   3 Bishop          3\n   4 Rook            5\n   5 Queen           9\n",
        "1. P-K4, P-K4: Open games.\n1. P-K4, P-QB4: Sicilian.\n1. P-Q4, P-Q4: Close games.\n",
        "1. Knight 3   Knight 3\n2. Bishop 3   Bishop 3\n3. Rook 5   Rook 5\n",
    ];
    for page in pages {
        let read = read_page(page, &PageOptions::default());
        let games: Vec<usize> = read.games.iter().map(|game| game.reading.moves.len()).collect();
        assert!(games.is_empty(), "{games:?} in {page}");
    }
}

/// Pages cut, shuffled, doubled and sprinkled with odd signs: whatever is read is legal, lies within the
/// page, and nothing falls over.
#[test]
fn broken_pages_are_read_without_a_fall() {
    const ODD: [&str; 12] = [
        "…", "1.", "12)", "(", "½", "\u{c}", "-----", "|", "\t", "О-О", "7. ...", "×",
    ];
    let mut dice = Dice(99);
    let styles = [
        Style::Descriptive,
        Style::Possessive,
        Style::San,
        Style::Algebraic(Language::Russian),
    ];
    for round in 0..240 {
        let moves = play(round, 24);
        let cells = texts(styles[dice.roll(styles.len())], &moves);
        let page = (LAYOUTS[dice.roll(LAYOUTS.len())].1)(&cells);
        let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
        for _ in 0..dice.roll(6) {
            let (one, other) = (dice.roll(lines.len()), dice.roll(lines.len()));
            match dice.roll(4) {
                0 => lines.swap(one, other),
                1 => lines[one] = format!("{}      {}", lines[one], lines[other]),
                2 => lines.insert(one, lines[other].clone()),
                _ => {
                    let letters: Vec<char> = lines[one].chars().collect();
                    let at = dice.roll(letters.len() + 1);
                    let (head, tail) = letters.split_at(at);
                    let (head, tail): (String, String) = (head.iter().collect(), tail.iter().collect());
                    lines[one] = format!("{head}{}{tail}", ODD[dice.roll(ODD.len())]);
                }
            }
        }
        let page = lines.join("\n");
        for repair in [false, true] {
            let read = read_page(
                &page,
                &PageOptions {
                    repair,
                    ..PageOptions::default()
                },
            );
            for game in &read.games {
                let mut position = game.start;
                for &movement in &game.reading.moves {
                    position = position.try_play(movement).expect("only legal moves are read");
                }
                let spans = game.cells.iter().map(|cell| &cell.span);
                let spans = spans.chain(game.notes.iter().map(|note| &note.span));
                for span in spans.chain(game.doubts.iter().map(|doubt| &doubt.span)) {
                    assert!(page.get(span.clone()).is_some(), "{span:?} in {page}");
                }
            }
        }
    }
}
