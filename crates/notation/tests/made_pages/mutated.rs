//! Is a page on which something went wrong, or whose notes could be the game, ever read wrong in silence?

use jadoube_notation::{Page, PageGame};

use super::spoils::MORE_SPOILS;
use super::*;

/// Does something to a page that happens to pages; nothing where it cannot be done here.
pub(crate) type Spoil = (&'static str, fn(&str, &mut Dice) -> Option<String>);

const SPOILS: [Spoil; 28] = [
    ("drop a line", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        lines.remove(at);
        Some(lines.join("\n"))
    }),
    ("swap two lines", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        lines.swap(at, at + 1);
        Some(lines.join("\n"))
    }),
    ("double a line", |page, dice| {
        let mut lines = lines(page);
        let at = 2 + dice.roll(lines.len() - 2);
        lines.insert(at, lines[at].clone());
        Some(lines.join("\n"))
    }),
    ("join two lines", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        let next = lines.remove(at + 1);
        lines[at] = format!("{} {}", lines[at], next.trim());
        Some(lines.join("\n"))
    }),
    ("cut a line", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        let letters: Vec<char> = lines[at].chars().collect();
        let cut = 4 + dice.roll(letters.len().checked_sub(6).filter(|&room| room > 0)?);
        lines[at] = letters[..cut].iter().collect();
        Some(lines.join("\n"))
    }),
    ("confuse letters", |page, dice| {
        const PAIRS: [(&str, &str); 16] = [
            ("0", "O"),
            ("O", "0"),
            ("1", "l"),
            ("1", "I"),
            ("5", "S"),
            ("S", "5"),
            ("8", "B"),
            ("B", "8"),
            ("3", "8"),
            ("rn", "m"),
            ("m", "rn"),
            ("K", "R"),
            ("R", "B"),
            ("Q", "O"),
            ("5", "6"),
            ("h", "b"),
        ];
        let (from, to) = PAIRS[dice.roll(PAIRS.len())];
        let at = one_of(page.match_indices(from).map(|(at, _)| at), dice)?;
        Some(format!("{}{to}{}", &page[..at], &page[at + from.len()..]))
    }),
    ("lose a stop", |page, dice| {
        let at = one_of(page.match_indices(['.', ',', ';']).map(|(at, _)| at), dice)?;
        Some(format!("{}{}", &page[..at], &page[at + 1..]))
    }),
    ("end the page inside a line", |page, dice| {
        let at = space(page, dice)?;
        Some(format!("{}\n\n{{57}}\n\n{}", &page[..at], &page[at + 1..]))
    }),
    ("running head inside a line", |page, dice| {
        let at = space(page, dice)?;
        let (before, after) = (&page[..at], &page[at + 1..]);
        Some(format!("{before}\n\n58           CHESS FOR BEGINNERS\n\n{after}"))
    }),
    ("running head in small letters", |page, dice| {
        let at = space(page, dice)?;
        let (before, after) = (&page[..at], &page[at + 1..]);
        Some(format!("{before}\n58   The Chess Player's Handbook.\n{after}"))
    }),
    ("end the page between lines", |page, dice| {
        const MARKS: [&str; 12] = [
            "{57}",
            "[Pg 57]",
            "57",
            "- 57 -",
            "Page 57",
            "\u{c}",
            "58         CHESS FOR BEGINNERS",
            "THE EVANS GAMBIT.          59",
            "CHESS PRAXIS.",
            "[Illustration]",
            "* * * * *",
            "(To be continued.)",
        ];
        let mut lines = lines(page);
        let at = 2 + dice.roll(lines.len() - 2);
        lines.insert(at, format!("\n{}\n", MARKS[dice.roll(MARKS.len())]));
        Some(lines.join("\n"))
    }),
    ("footnote mark", |page, dice| {
        let at = space(page, dice)?;
        let mark = ["[A]", "(a)", "*", "1", " (1)", " [12]", "†"][dice.roll(7)];
        Some(format!("{}{mark}{}", &page[..at], &page[at..]))
    }),
    ("break a word", |page, dice| {
        let in_a_word = |at: &usize| {
            page[..*at].chars().rev().take(2).all(char::is_alphabetic)
                && page[*at..].chars().take(2).all(char::is_alphabetic)
        };
        let at = one_of(page.char_indices().map(|(at, _)| at).filter(in_a_word), dice)?;
        Some(format!("{}-\n{}", &page[..at], &page[at..]))
    }),
    ("break a line", |page, dice| {
        let at = space(page, dice)?;
        Some(format!("{}\n{}", &page[..at], &page[at + 1..]))
    }),
    ("lose a space", |page, dice| {
        let at = space(page, dice)?;
        Some(format!("{}{}", &page[..at], &page[at + 1..]))
    }),
    ("lose a word", |page, dice| {
        let (at, end) = word(page, dice)?;
        Some(format!("{}{}", &page[..at], &page[end..]))
    }),
    ("lose a word and leave its place", |page, dice| {
        let (at, end) = word(page, dice)?;
        Some(format!("{}{}{}", &page[..at], " ".repeat(end - at), &page[end..]))
    }),
    ("double a word", |page, dice| {
        let (at, end) = word(page, dice)?;
        Some(format!("{}{}", &page[..end], &page[at..]))
    }),
    ("swap two words", |page, dice| {
        let (at, end) = word(page, dice)?;
        let start = page[..at].rfind(char::is_whitespace)? + 1;
        let (before, one, other) = (&page[..start], &page[start..at], &page[at + 1..end]);
        Some(format!("{before}{other} {one}{}", &page[end..]))
    }),
    ("another game at once", |page, dice| {
        let cells = texts(Style::Descriptive, &play(900 + dice.roll(50) as u64, 20));
        Some(format!("{page}{}", LAYOUTS[3].1(&cells)))
    }),
    ("another game after an empty line", |page, dice| {
        let cells = texts(Style::Descriptive, &play(900 + dice.roll(50) as u64, 20));
        Some(format!("{page}\n{}", LAYOUTS[3].1(&cells)))
    }),
    ("lose a letter", |page, dice| {
        let (at, letter) = letter(page, dice)?;
        Some(format!("{}{}", &page[..at], &page[at + letter.len_utf8()..]))
    }),
    ("double a letter", |page, dice| {
        let (at, letter) = letter(page, dice)?;
        Some(format!("{}{letter}{}", &page[..at], &page[at..]))
    }),
    ("columns run together", |page, dice| {
        let gaps = page.match_indices("  ").map(|(at, _)| at);
        let at = one_of(gaps.filter(|&at| !page[..at].ends_with([' ', '\n'])), dice)?;
        let rest = page[at..].trim_start_matches(' ');
        let between = if dice.roll(2) == 0 { " " } else { "" };
        Some(format!("{}{between}{rest}", &page[..at]))
    }),
    ("lose a number", |page, dice| {
        let numbers = page.match_indices(". ").map(|(at, _)| at);
        let at = one_of(
            numbers.filter(|&at| page[..at].ends_with(|c: char| c.is_ascii_digit())),
            dice,
        )?;
        let start = page[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let blank = " ".repeat(if dice.roll(2) == 0 { at + 1 - start } else { 0 });
        Some(format!("{}{blank}{}", &page[..start], &page[at + 1..]))
    }),
    ("a note inside a line", |page, dice| {
        let at = space(page, dice)?;
        let note = NOTES[dice.roll(3)];
        Some(format!("{}\n{note}\n{}", &page[..at], &page[at + 1..]))
    }),
    (
        "two columns as one after the other, the wrong way round",
        |page, _| {
            let (left, right): (Vec<_>, Vec<_>) = lines(page)
                .iter()
                .skip(2)
                .map(|line| {
                    let at = line.char_indices().nth(70).map_or(line.len(), |(at, _)| at);
                    (line[..at].to_owned(), line[at..].to_owned())
                })
                .unzip();
            (right.iter().filter(|half| !half.trim().is_empty()).count() > 3)
                .then(|| format!("GAME XI.\n\n{}\n{}\n", right.join("\n"), left.join("\n")))
        },
    ),
    ("confuse letters twice", |page, dice| {
        let once = SPOILS[5].1(page, dice)?;
        SPOILS[5].1(&once, dice)
    }),
];

/// A letter or figure of the score, and where it stands.
pub(crate) fn letter(page: &str, dice: &mut Dice) -> Option<(usize, char)> {
    let letters = page.char_indices().filter(|(_, letter)| letter.is_alphanumeric());
    let at = one_of(
        letters.map(|(at, _)| at).filter(|&at| at >= "GAME XI.\n\n".len()),
        dice,
    )?;
    Some((at, page[at..].chars().next()?))
}

pub(crate) fn lines(page: &str) -> Vec<String> {
    page.lines().map(str::to_owned).collect()
}

/// A line of the score after which others come: where a page ends, nothing shows that more was there.
pub(crate) fn line_but_the_last(lines: &[String], dice: &mut Dice) -> Option<usize> {
    let follows = |at: &usize| !lines[*at].trim().is_empty() && !lines[at + 1].trim().is_empty();
    one_of((2..lines.len() * 4 / 5).filter(follows), dice)
}

fn one_of(places: impl Iterator<Item = usize>, dice: &mut Dice) -> Option<usize> {
    let heading = 2;
    let places: Vec<usize> = places.filter(|&at| at >= heading).collect();
    (!places.is_empty()).then(|| places[dice.roll(places.len())])
}

/// A single space between two words of the score, not near its end.
fn space(page: &str, dice: &mut Dice) -> Option<usize> {
    let heading = "GAME XI.\n\n".len();
    let single = |&at: &usize| {
        (heading..page.len() * 4 / 5).contains(&at)
            && !page[..at].ends_with(' ')
            && !page[at + 1..].starts_with([' ', '\n'])
    };
    one_of(page.match_indices(' ').map(|(at, _)| at).filter(single), dice)
}

/// The space before a word that is not the last, and its end.
fn word(page: &str, dice: &mut Dice) -> Option<(usize, usize)> {
    let at = space(page, dice)?;
    let end = page[at + 1..].find(char::is_whitespace)? + at + 1;
    (!page[end..].trim().is_empty()).then_some((at, end))
}

pub(crate) fn is_clean(read: &Page) -> bool {
    read.unread.is_empty() && read.games.iter().all(PageGame::is_clean)
}

pub(crate) fn gives(read: &Page, moves: &[Move]) -> bool {
    read.games.first().is_some_and(|game| {
        game.reading.moves == moves
            || game
                .reading
                .ties
                .iter()
                .any(|tie| tie.lines.iter().any(|line| line == moves))
    })
}

/// The page itself says what was read: no fewer moves than were played, all legal, and nothing left over between them.
fn says_so(read: &Page, moves: &[Move]) -> bool {
    let notes_were_set = |game: &PageGame| {
        let set = |text: &str| {
            NOTES
                .iter()
                .any(|note| note.contains(text) || text.contains("57"))
        };
        game.notes.iter().all(|note| set(&note.text))
    };
    matches!(&read.games[..], [game] if game.reading.moves.len() >= moves.len() && notes_were_set(game))
}

#[test]
fn what_went_wrong_on_a_page_is_told_or_does_no_harm() {
    let styles = [
        Style::Descriptive,
        Style::Words,
        Style::Possessive,
        Style::Spaced,
        Style::San,
        Style::LongAlgebraic(Language::German),
        Style::Algebraic(Language::French),
        Style::DescriptiveIn(Language::Spanish),
        Style::Uci,
        Style::Algebraic(Language::Numeric),
    ];
    let mut silent = Vec::new();
    // More: `ROUNDS=50 cargo test -p jadoube-notation --test made_pages what_went`.
    let rounds = std::env::var("ROUNDS").ok().and_then(|count| count.parse().ok());
    for seed in 100..100 + rounds.unwrap_or(4) {
        let moves = play(seed, 40 + seed as usize % 17);
        for style in styles {
            for layout in &LAYOUTS {
                spoil_in_all_ways(&moves, style, layout, seed, &mut silent);
            }
        }
    }
    // Games that were played, each in some of the styles and layouts.
    for (index, moves) in sample_games().iter().enumerate() {
        for turn in 0..rounds.unwrap_or(2) as usize {
            let style = styles[(index + turn) % styles.len()];
            let layout = &LAYOUTS[(3 * index + turn) % LAYOUTS.len()];
            spoil_in_all_ways(
                moves,
                style,
                layout,
                7000 + (index + 100 * turn) as u64,
                &mut silent,
            );
        }
    }
    assert!(
        silent.is_empty(),
        "{} in silence\n{}",
        silent.len(),
        silent.join("\n")
    );
}

fn spoil_in_all_ways(
    moves: &[Move],
    style: Style,
    (layout, set): &Layout,
    seed: u64,
    silent: &mut Vec<String>,
) {
    let page = format!("GAME XI.\n\n{}\n", set(&texts(style, moves)));
    if !is_clean(&read_page(&page, &PageOptions::default())) {
        return;
    }
    for (index, (name, spoil)) in SPOILS.iter().chain(&MORE_SPOILS).enumerate() {
        let mut dice = Dice(seed * 1000 + index as u64 * 37 + layout.len() as u64);
        dice.roll(2);
        let Some(spoilt) = spoil(&page, &mut dice) else {
            continue;
        };
        let read = read_page(&spoilt, &PageOptions::default());
        if is_clean(&read) && !gives(&read, moves) && !says_so(&read, moves) {
            silent.push(format!("{name}: {style:?}, {layout}, seed {seed}\n{spoilt}"));
        }
    }
}

/// The games of the sample that begin in the array, where it is at hand; `sample_pages` says where it is not.
fn sample_games() -> Vec<Vec<Move>> {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/notation/games.jsonl"
    );
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let games = text.lines().map(|line| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        if !game["start_fen"].is_null() {
            return Vec::new();
        }
        let mut position = Position::ordinary();
        let mut moves = Vec::new();
        for uci in game["uci"].as_array().into_iter().flatten() {
            let legal = position.legal_moves();
            let Some(&movement) = legal.iter().find(|one| uci == &one.to_string()) else {
                break;
            };
            moves.push(movement);
            position = position.play(movement);
        }
        moves
    });
    games.filter(|moves| moves.len() > 12).collect()
}

/// A line of play from the position after so many moves that is not the game's: numbers, whether Black
/// moves, and texts.
fn other_line(style: Style, moves: &[Move], ply: usize, dice: &mut Dice) -> Vec<(usize, bool, String)> {
    let mut position = Position::ordinary();
    let mut origins = Origins::ordinary();
    for &movement in &moves[..ply] {
        origins.play(&position, movement);
        position = position.play(movement);
    }
    let mut line = Vec::new();
    for at in ply..ply + 2 + dice.roll(4) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let movement = legal[dice.roll(legal.len())];
        if at == ply && moves[ply] == movement {
            break;
        }
        line.push((
            at / 2 + 1,
            at % 2 == 1,
            write_move(style, &position, movement, &origins),
        ));
        origins.play(&position, movement);
        position = position.play(movement);
    }
    line
}

/// `14. P-Q4, PxP; 15. KtxP`
fn in_running_text(line: &[(usize, bool, String)]) -> String {
    let mut out = String::new();
    for (index, (number, black, text)) in line.iter().enumerate() {
        match (black, index) {
            (true, 0) => out.push_str(&format!("{number}. ... {text}; ")),
            (true, _) => out.push_str(&format!("{text}; ")),
            (false, _) => out.push_str(&format!("{number}. {text}, ")),
        }
    }
    out.trim_end_matches([' ', ',', ';']).to_owned()
}

/// `14. P-Q4   PxP`, one row under the other.
fn in_rows(line: &[(usize, bool, String)]) -> String {
    let rows = line.chunk_by(|one, next| one.0 == next.0);
    rows.map(|row| match row {
        [(number, true, text)] => format!("      {number}. ...              {text}\n"),
        [(number, _, text), rest @ ..] => {
            let answer = rest.first().map_or("", |(_, _, text)| text);
            format!("      {number}. {text:<22}{answer}\n")
        }
        [] => String::new(),
    })
    .collect()
}

/// What annotators write, all of it legal in the position they speak of.
fn notes_on(line: &[(usize, bool, String)]) -> Vec<String> {
    let (number, _, first) = &line[0];
    let second = line.get(1).map_or("Black wins", |(_, _, text)| text);
    let played = in_running_text(line);
    let texts: Vec<&str> = line.iter().map(|(_, _, text)| text.as_str()).collect();
    vec![
        format!("Better was {played}, and White has the better game."),
        format!("{played} would have lost a piece."),
        format!("The following might have been played:\n\n{}", in_rows(line)),
        format!("(If {played}, with advantage.)"),
        format!("{} was better.", texts.join(", ")),
        format!("If {first}, then {second}."),
        format!("Some prefer {number}. {first} here, and others {number}. Xq-Z9 with an even game."),
        format!("(a) A fine move. Black cannot take the Pawn, for {played} follows."),
        format!("VARIATION.\n\n{played}\n\nand so on."),
    ]
}

/// The game with the note after so many moves: in rows, in rows of bare numbers, in running text, and in
/// running text with the note set off.
fn with_note(cells: &[String], ply: usize, note: &str) -> [String; 4] {
    let mut pages = [(); 4].map(|()| "GAME XI.\n\n".to_owned());
    let black = ply.is_multiple_of(2);
    for (n, w, b) in rows(cells) {
        let added = match (ply.div_ceil(2) == n, black) {
            (false, _) => [
                format!("{n:>4}. {w:<30}{b}\n"),
                format!("{n:>4} {w:<30}{b}\n"),
                format!("{n}. {w}, {b}; "),
                format!("{n}. {w} {b} "),
            ],
            (true, true) => [
                format!("{n:>4}. {w:<30}{b}\n\n{note}\n\n"),
                format!("{n:>4} {w:<30}{b}\n     {note}\n"),
                format!("{n}. {w}, {b}. {note} "),
                format!("{n}. {w} {b}\n\n{note}\n\n"),
            ],
            (true, false) => [
                format!("{n:>4}. {w}\n\n{note}\n\n{n:>4}. ...{:29}{b}\n", ""),
                format!("{n:>4} {w}\n     {note}\n{n:>4} ...{:29}{b}\n", ""),
                format!("{n}. {w}. {note} {n}. ..., {b}; "),
                format!("{n}. {w}\n\n{note}\n\n{n}... {b} "),
            ],
        };
        for (page, added) in pages.iter_mut().zip(added) {
            page.push_str(&added);
        }
    }
    pages
}

#[test]
fn notes_that_could_be_the_game_are_told_from_it() {
    let styles = [
        Style::Descriptive,
        Style::Words,
        Style::Possessive,
        Style::San,
        Style::LongAlgebraic(Language::German),
        Style::DescriptiveIn(Language::Spanish),
    ];
    let (mut pages, mut told) = (0, 0);
    let mut silent = Vec::new();
    let rounds = std::env::var("ROUNDS").ok().and_then(|count| count.parse().ok());
    for seed in 500..500 + rounds.unwrap_or(5) {
        let moves = play(seed, 40);
        for style in styles {
            let cells = texts(style, &moves);
            let mut dice = Dice(seed);
            for form in 0..9 {
                let ply = 6 + dice.roll(30);
                let line = other_line(style, &moves, ply - dice.roll(2), &mut dice);
                if line.is_empty() {
                    continue;
                }
                for page in with_note(&cells, ply, &notes_on(&line)[form]) {
                    let read = read_page(&page, &PageOptions::default());
                    pages += 1;
                    if gives(&read, &moves) {
                        continue;
                    }
                    told += 1;
                    if is_clean(&read) {
                        silent.push(format!("{style:?}, seed {seed}, move {ply}\n{page}"));
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
    assert!(told * 50 < pages, "{told} of {pages} pages are not read");
}
