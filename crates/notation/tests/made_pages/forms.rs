//! Is a page read the same whatever forms its dashes, blanks and line ends have?

use super::mutated::{gives, is_clean};
use super::*;
use jadoube_notation::decode;

type Form = (&'static str, fn(&str) -> String);

/// As systems, typesetters and letters change a page without changing a word of it.
const FORMS: [Form; 16] = [
    ("CRLF", |page| page.replace('\n', "\r\n")),
    ("CRLF, turned into it twice", |page| page.replace('\n', "\r\r\n")),
    ("CR alone", |page| page.replace('\n', "\r")),
    ("a byte order mark", |page| format!("\u{feff}{page}")),
    ("blanks that do not break", |page| page.replace(' ', "\u{a0}")),
    ("blanks as wide as figures", |page| {
        page.replace("  ", "\u{2007}\u{2007}")
    }),
    ("thin blanks", |page| page.replace(". ", ".\u{2009}")),
    ("blanks that cannot be seen", |page| {
        page.replace(' ', "\u{200b} ")
    }),
    ("tabs between columns", |page| {
        page.replace("      ", "\t").replace("\n\t", "\n      ")
    }),
    ("hyphens", |page| page.replace('-', "\u{2010}")),
    ("hyphens that do not break", |page| page.replace('-', "\u{2011}")),
    ("minus signs", |page| page.replace('-', "−")),
    ("en dashes", |page| page.replace('-', "–")),
    ("quoted lines", |page| {
        page.lines().map(|line| format!("> {line}\n")).collect()
    }),
    ("figurines as letters", |page| {
        let letters = page.chars();
        letters
            .flat_map(|letter| [Some(letter), matches!(letter, '♔'..='♟').then_some('\u{fe0e}')])
            .flatten()
            .collect()
    }),
    ("blanks at the ends of lines", |page| page.replace('\n', "   \n")),
];

#[test]
fn a_page_in_any_form_is_the_same_page() {
    let styles = [
        Style::Descriptive,
        Style::Spaced,
        Style::San,
        Style::Figurine,
        Style::Uci,
        Style::LongAlgebraic(Language::German),
        Style::DescriptiveIn(Language::Spanish),
    ];
    let mut wrong = Vec::new();
    let moves = play(40, 50);
    for style in styles {
        for (layout, set) in &LAYOUTS {
            let page = format!("GAME XI.\n\n{}\n", set(&texts(style, &moves)));
            let plain = read_page(&page, &PageOptions::default());
            if !gives(&plain, &moves) {
                continue;
            }
            for (form, change) in FORMS {
                let changed = decode(change(&page).as_bytes());
                let read = read_page(&changed, &PageOptions::default());
                let places = read.games.iter().flat_map(|game| &game.cells);
                let cells = places.map(|cell| changed.get(cell.span.clone()));
                let in_place = cells.zip(texts(style, &moves)).all(|(cell, text)| {
                    let bare = |text: &str| {
                        text.chars()
                            .filter(char::is_ascii_alphanumeric)
                            .collect::<String>()
                    };
                    cell.is_some_and(|cell| bare(cell) == bare(&text))
                });
                if !gives(&read, &moves) || is_clean(&plain) && !is_clean(&read) || !in_place {
                    wrong.push(format!("{style:?}, {layout}, {form}, {in_place}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
