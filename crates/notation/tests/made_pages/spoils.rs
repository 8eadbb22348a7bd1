//! What printers, annotators and scanners do to whole rows, numbers and notes of a page.

use super::mutated::{Spoil, letter, line_but_the_last, lines};
use super::*;

const NOTES: [&str; 5] = [
    "P-Q4 was better here.",
    "Kt-KB3 at once was to be preferred, and if P-B4 then P-Q4.",
    "P-K5 would be met by Kt-Q4.",
    "Castles is the usual move.",
    "QxP loses the Queen.",
];

pub(crate) const MORE_SPOILS: [Spoil; 12] = [
    ("swap the columns of a row", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        let (number, rest) = lines[at].split_once(". ")?;
        let (white, black) = rest.trim().split_once("   ")?;
        lines[at] = format!("{number}. {:<30}{}", black.trim(), white.trim());
        Some(lines.join("\n"))
    }),
    ("a wrong number", |page, dice| {
        let ends = page.match_indices(". ").filter_map(|(end, _)| {
            let start = page[..end].trim_end_matches(|c: char| c.is_ascii_digit()).len();
            Some((start, end, page[start..end].parse::<usize>().ok()?))
        });
        let numbers: Vec<_> = ends.filter(|(.., number)| *number > 1).collect();
        let &(start, end, number) = numbers.get(dice.roll(numbers.len().max(1)))?;
        let wrong = [number - 1, number + 1, number + 10, number % 10][dice.roll(4)];
        (wrong != number).then(|| format!("{}{wrong}{}", &page[..start], &page[end..]))
    }),
    ("a row of another game", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        let other = texts(Style::Descriptive, &play(77 + dice.roll(100) as u64, 50));
        let (number, white, black) = rows(&other)[dice.roll(other.len() / 2)];
        lines.insert(at, format!("{number:>4}. {white:<30}{black}"));
        Some(lines.join("\n"))
    }),
    ("a row set again elsewhere", |page, dice| {
        let mut lines = lines(page);
        let (one, other) = (line_but_the_last(&lines, dice)?, line_but_the_last(&lines, dice)?);
        let row = lines[one].clone();
        lines.insert(other, row);
        (one != other).then(|| lines.join("\n"))
    }),
    ("drop two rows", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        lines.drain(at..at + 2);
        Some(lines.join("\n"))
    }),
    ("lose the end of a row", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        let end = lines[at].trim_end().rfind("    ")?;
        lines[at].truncate(end);
        (!lines[at].trim().is_empty()).then(|| lines.join("\n"))
    }),
    ("an unclosed bracket", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        let open = ["(", "[", "{", "(a) "][dice.roll(4)];
        let end = lines[at].rfind(' ')? + 1;
        lines[at].insert_str(end, open);
        Some(lines.join("\n"))
    }),
    ("a note whose bracket is not closed", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        lines.insert(at, "(The best move, for 12. P-Q4 would lose.".to_owned());
        Some(lines.join("\n"))
    }),
    ("a note that begins with a move", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        lines.insert(at, NOTES[dice.roll(NOTES.len())].to_owned());
        Some(lines.join("\n"))
    }),
    ("the same in a paragraph", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        lines.insert(at, format!("\n{}\n", NOTES[dice.roll(NOTES.len())]));
        Some(lines.join("\n"))
    }),
    ("small letters", |page, dice| {
        let mut lines = lines(page);
        let at = line_but_the_last(&lines, dice)?;
        lines[at] = lines[at].to_lowercase();
        Some(lines.join("\n"))
    }),
    ("another letter", |page, dice| {
        let (at, old) = letter(page, dice)?;
        let new = char::from(b"abcdefghKQRBNPtxr12345678"[dice.roll(25)]);
        Some(format!("{}{new}{}", &page[..at], &page[at + old.len_utf8()..]))
    }),
];
