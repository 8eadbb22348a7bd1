//! Which clause does a reader mean by `ii.5c`, `II 5 (c)`, `Law 7` or `Penalty A`?

use super::{Entry, READINGS, ReadingEntry, register};
use jadoube_game::Code;

/// What a reader's way of writing a clause leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// One clause; `within` are the clauses that stand under it, where it is the head of a law.
    Clause {
        /// The clause meant.
        entry: &'static Entry,
        /// Those whose labels continue its label.
        within: Vec<&'static Entry>,
    },
    /// A whole law or part: all clauses in it, in printed order. Also where the writing fits several clauses.
    Several(Vec<&'static Entry>),
    /// No such clause; the nearest labels, best first.
    Nothing {
        /// At most five labels that look like what was written.
        nearest: Vec<&'static str>,
    },
}

/// Finds what a reader wrote in the register of a code.
///
/// ```
/// use jadoube_law::{Code, registers::{Found, lookup}};
/// let Found::Clause { entry, .. } = lookup(Code::Bcc1899, "ii 5 c") else { panic!() };
/// assert_eq!(entry.label, "II.5(c)");
/// ```
pub fn lookup(code: Code, written: &str) -> Found {
    let entries = register(code);
    let written = written.trim();
    if let Some(entry) = super::find(code, written) {
        return clause(entry, entries);
    }
    let wanted = spelled_out(code, written);
    let key = key(&wanted);
    if key.is_empty() {
        return Found::Nothing { nearest: Vec::new() };
    }
    // As it is written, signs and all: `11` is a whole article and not `1.1`.
    if let Some(entry) = entries.iter().find(|entry| signs(entry.label) == signs(&wanted)) {
        return clause(entry, entries);
    }
    let law: Vec<_> = entries
        .iter()
        .filter(|entry| continues(&signs(entry.label), &signs(&wanted)))
        .collect();
    if !law.is_empty() {
        return Found::Several(law);
    }
    let named: Vec<_> = entries
        .iter()
        .filter(|entry| self::key(entry.label) == key)
        .collect();
    match named[..] {
        [] => {}
        [entry] => return clause(entry, entries),
        // `II.11(a)` and `II.11.A` differ only in their signs, so the signs decide where they were written.
        _ => match named.iter().find(|entry| signs(entry.label) == signs(&wanted)) {
            Some(entry) => return clause(entry, entries),
            None => return Found::Several(named),
        },
    }
    let within: Vec<_> = entries
        .iter()
        .filter(|entry| stands_under(entry.label, &key))
        .collect();
    if !within.is_empty() {
        return Found::Several(within);
    }
    Found::Nothing {
        nearest: nearest(entries, &key),
    }
}

/// Finds a reading however its number is written: `BCC-6`, `reading bcc 6`.
pub fn lookup_reading(written: &str) -> Option<&'static ReadingEntry> {
    let wanted = key(written);
    let wanted = wanted.strip_prefix("reading").unwrap_or(&wanted);
    READINGS.iter().find(|reading| key(reading.id) == wanted)
}

fn clause(entry: &'static Entry, entries: &'static [Entry]) -> Found {
    Found::Clause {
        entry,
        within: entries
            .iter()
            .filter(|other| continues(other.label, entry.label))
            .collect(),
    }
}

/// Letters and figures alone, in small letters: what remains of a label however it is punctuated.
fn key(label: &str) -> String {
    label
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// The label with its signs, without spaces and capitals.
fn signs(label: &str) -> String {
    label
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// What people write around a number taken away, and figures turned into the numerals the code prints.
fn spelled_out(code: Code, written: &str) -> String {
    let words: Vec<_> = written
        .split_whitespace()
        .filter(|word| {
            let word = key(word);
            !matches!(
                &*word,
                "law" | "part" | "section" | "clause" | "no" | "article" | "rule" | "the" | "of"
            )
        })
        .collect();
    let mut text = words.join(" ");
    let british = matches!(code, Code::Bcc1896 | Code::Bcc1899);
    if british && words.len() == 2 && key(words[0]) == "penalty" {
        return format!("II.11.{}", words[1]);
    }
    if code == Code::Fide2023 {
        text = text
            .trim_start_matches("Appendix ")
            .trim_start_matches("appendix ")
            .trim_start_matches("Guidelines ")
            .trim_start_matches("guidelines ")
            .to_owned();
    }
    // `2.5(c)` for Part II, `7` for Law VII; the laws of FIDE are numbered in figures themselves.
    if !matches!(code, Code::Fide1931 | Code::Fide2023) {
        let figures = text.chars().take_while(char::is_ascii_digit).count();
        if let Ok(number @ 1..=39) = text[..figures].parse::<u8>() {
            text = format!("{}{}", roman(number), &text[figures..]);
        }
    }
    text
}

fn roman(number: u8) -> String {
    let units = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"][usize::from(number % 10)];
    format!("{}{units}", "X".repeat(usize::from(number / 10)))
}

/// Whether a label goes on after this one: `II.5(c)` after `II.5`, `9.2.1` after `9.2`.
fn continues(label: &str, head: &str) -> bool {
    let figure = head.ends_with(|c: char| c.is_ascii_digit());
    label.strip_prefix(head).is_some_and(|rest| {
        rest.starts_with(['.', '(']) || figure && rest.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

/// Whether a label continues the one with this key: `II.5(c)` stands under `ii5`, but `20.ii` not under `20i`.
fn stands_under(label: &str, wanted: &str) -> bool {
    label.char_indices().skip(1).any(|(i, next)| {
        let (head, ends_in_figure) = (&label[..i], label[..i].ends_with(|c: char| c.is_ascii_digit()));
        (matches!(next, '.' | '(') || next.is_ascii_uppercase() && ends_in_figure) && key(head) == wanted
    })
}

fn nearest(entries: &'static [Entry], wanted: &str) -> Vec<&'static str> {
    let mut near: Vec<_> = entries
        .iter()
        .map(|entry| (strsim::osa_distance(&key(entry.label), wanted), entry.label))
        .filter(|&(distance, _)| distance <= 2)
        .collect();
    // A stable sort keeps printed order among equals.
    near.sort_by_cached_key(|&(distance, _)| distance);
    near.into_iter().take(5).map(|(_, label)| label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(code: Code, written: &str) -> &'static str {
        match lookup(code, written) {
            Found::Clause { entry, .. } => entry.label,
            other => panic!("{code} {written}: {other:?}"),
        }
    }

    fn several(code: Code, written: &str) -> Vec<&'static str> {
        match lookup(code, written) {
            Found::Several(entries) => entries.iter().map(|entry| entry.label).collect(),
            other => panic!("{code} {written}: {other:?}"),
        }
    }

    #[test]
    fn every_label_leads_to_itself_however_it_is_cased_and_spaced() {
        for code in Code::ALL {
            for entry in register(code) {
                assert_eq!(label(code, entry.label), entry.label, "{code}");
                let spaced = entry.label.replace('(', " (").replace('.', ". ");
                assert_eq!(
                    label(code, &spaced.to_ascii_lowercase()),
                    entry.label,
                    "{code} {spaced}"
                );
            }
        }
    }

    #[test]
    fn human_ways_of_writing_are_understood() {
        for (code, written, meant) in [
            (Code::Bcc1899, "ii.5c", "II.5(c)"),
            (Code::Bcc1899, "II 5 (c)", "II.5(c)"),
            (Code::Bcc1896, "Part II, Law 5(c)", "II.5(c)"),
            (Code::Bcc1896, "2.5(c)", "II.5(c)"),
            (Code::Bcc1896, "II.10.C.c", "II.10C(c)"),
            (Code::Bcc1899, "Penalty b", "II.11.B"),
            (Code::Bcc1899, "II.11.a", "II.11.A"),
            (Code::Bcc1899, "II.11(A)", "II.11(a)"),
            (Code::Bcc1899, "Appendix 3", "appendix(3)"),
            (Code::Xxv, "Law 7", "VII"),
            (Code::Xxv, "25", "XXV"),
            (Code::Bca1862, "law vi", "VI"),
            (Code::Fide1931, "15c", "15(c)"),
            (Code::Fide1931, "8 castling", "8.castling"),
            (Code::Fide1931, "20(i)(a)", "20.i(a)"),
            (Code::Fide2023, "Article 7.5.5", "7.5.5"),
            (Code::Fide2023, "9 6 1", "9.6.1"),
            (Code::Fide2023, "Appendix A.5.2", "A.5.2"),
            (Code::Fide2023, "guidelines iii.4", "III.4"),
            (Code::Fide2023, "1.1", "1.1"),
        ] {
            assert_eq!(label(code, written), meant, "{code} {written}");
        }
    }

    #[test]
    fn a_law_is_all_its_clauses() {
        assert_eq!(several(Code::Bcc1899, "II.1"), ["II.1(a)", "II.1(b)", "II.1(c)"]);
        assert_eq!(several(Code::Bcc1899, "II.10B"), ["II.10B(a)", "II.10B(b)"]);
        assert_eq!(several(Code::Fide1931, "1"), ["1.i", "1.ii"]);
        assert_eq!(several(Code::Fide1931, "20.i").len(), 5);
        assert_eq!(several(Code::Fide2023, "11").first(), Some(&"11.1"));
        assert_eq!(several(Code::Fide2023, "Appendix B").len(), 7);
        assert_eq!(several(Code::Bcc1899, "I").last(), Some(&"I.16(b)"));
        let Found::Clause { entry, within } = lookup(Code::Bcc1899, "ii.9") else {
            panic!("II.9 is a clause")
        };
        assert_eq!((entry.label, within.len()), ("II.9", 7));
    }

    #[test]
    fn one_writing_of_two_clauses_shows_both() {
        assert_eq!(several(Code::Bcc1899, "II 11 a"), ["II.11(a)", "II.11.A"]);
    }

    #[test]
    fn a_near_miss_is_told_what_is_near() {
        let Found::Nothing { nearest } = lookup(Code::Bcc1899, "II.5(h)") else {
            panic!("there is no II.5(h)")
        };
        assert!(nearest.contains(&"II.5(c)"), "{nearest:?}");
        assert_eq!(nearest.len(), 5);
        assert_eq!(lookup(Code::Xxv, "touching"), Found::Nothing { nearest: vec![] });
        assert_eq!(lookup(Code::Xxv, " ?! "), Found::Nothing { nearest: vec![] });
    }

    #[test]
    fn readings_are_found_by_number() {
        for written in ["BCC-6", "bcc 6", "reading BCC-6", "Reading bcc6"] {
            assert_eq!(
                lookup_reading(written).map(|reading| reading.id),
                Some("BCC-6"),
                "{written}"
            );
        }
        assert_eq!(lookup_reading("BCC-99"), None);
        assert_eq!(lookup_reading(""), None);
    }
}
