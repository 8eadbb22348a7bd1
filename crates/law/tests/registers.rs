//! Are the registers complete, in printed order, worded by ourselves, and are the pages made from them fresh?

use jadoube_law::Code;
use jadoube_law::registers::{
    Disposition, Family, READINGS, find, find_reading, readings_markdown, readings_on, register,
};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The contents of each print, taken down from the page apart from the registers. `(a-c)` and `.i-iv` are ranges.
fn contents(code: Code) -> Vec<String> {
    let british = "I.1(a-b) I.2(a-c) I.3 I.4(a-d) I.5(a-c) I.6 I.7(a-b) I.8 I.9 I.10 I.11A I.11B I.11C I.11D I.11E(a-f)
        I.12(a-c) I.13A I.13A(a-d) I.13B I.13C I.14A I.14B(a-d) I.15(a-c) I.16.note I.16(a-b)
        II.1(a-c) II.2 II.3 II.4(a-b) II.5.note II.5(a-g) II.6(a-e) II.7(a-c) II.8(a-e) II.9 II.9(a-f) II.9.proviso
        II.10A II.10A(a-b) II.10B(a-b) II.10C(a-d) II.10D II.11(a-e) II.11.A II.11.B II.11.C
        III.1 III.2(a-b) III.3.note III.3 III.4 III.5 IV.1 IV.2 IV.3 IV.4 IV.5 IV.6 IV.7 IV.8";
    let appendix = "appendix(1) appendix(2) appendix(3) appendix(4) appendix(5)";
    let fide = "1.i-ii 2.i-iii 3 4.i-iv 5.i-iv
        6.man 6.piece 6.pinned-man 6.discovered-check 6.double-check 6.exchange 6.winning-the-exchange 7.i-iv
        8.king 8.castling 8.queen 8.rook 8.bishop 8.knight 8.pawn 8.pawn-capture 8.en-passant 8.promotion
        9.i-ii 9.note 9.iii-vi 10.i-ii 11 12.i-iii 13(a-d) 14.i-iii 15(a-e) 16(a-f) 17 17(a-d) 18.i-iv 19.i-v 19.note
        20.i(a-e) 20.ii-vi 21.i-viii 22.i-viii 23.i-iii 24.i-ii 25 annexe.i-ix";
    let contents = match code {
        Code::Xxv => return ROMAN.iter().map(|numeral| numeral.to_uppercase()).collect(),
        Code::Bca1862 => return ROMAN[..15].iter().map(|numeral| numeral.to_uppercase()).collect(),
        Code::Bcc1896 => british.to_owned(),
        Code::Bcc1899 => format!("{british} {appendix}"),
        Code::Fide1931 => fide.to_owned(),
        Code::Fide2023 => TODAY.to_owned(),
    };
    contents.split_whitespace().flat_map(expand).collect()
}

const ROMAN: [&str; 25] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi",
    "xvii", "xviii", "xix", "xx", "xxi", "xxii", "xxiii", "xxiv", "xxv",
];

/// Articles, appendices, guidelines and the terms of the glossary. `1.1-4` is a range.
const TODAY: &str = "intro preface.1-3 guidelines 1.1-4 1.4.1-2 1.5 2.1-4 3.1 3.1.1-3 3.2-7 3.7.1-3 3.7.3.1-5 3.8 3.8.1-2
    3.8.2.1 3.8.2.1.1-2 3.8.2.2 3.8.2.2.1-2 3.9 3.9.1-2 3.10 3.10.1-3 4.1-2 4.2.1-2 4.3 4.3.1-3 4.4 4.4.1-4 4.5-6 4.6.1-3
    4.7 4.7.1-3 4.8-9 5.1.1-2 5.2.1-3 6.1-2 6.2.1 6.2.1.1-2 6.2.2-6 6.3 6.3.1-2 6.4-7 6.7.1-2 6.8-10 6.10.1-2 6.11.1-4
    6.12.1-2 7.1 7.2.1-2 7.3-4 7.4.1-3 7.5 7.5.1-5 7.6 8.1 8.1.1 8.1.1.1-2 8.1.2-6 8.2-5 8.5.1-3 8.6-7 9.1 9.1.1-2
    9.1.2.1-3 9.2 9.2.1-3 9.2.3.1-2 9.3 9.3.1-2 9.4-5 9.5.1-3 9.6 9.6.1-2 10.1-2 11.1-2 11.2.1-3 11.2.3.1-3 11.2.4 11.3
    11.3.1-2 11.3.2.1-2 11.3.3-4 11.4-12 12.1-2 12.2.1-7 12.3-9 12.9.1-9 A.1-4 A.4.1-3 A.5 A.5.1 A.5.1.1-2 A.5.2-5 A.6
    B.1-2 B.2.1-3 B.3-4 C.0-9 C.9.1-3 C.10 C.10.1-3 C.11-13 D.1 D.1.1-4 D.1.4.1-2 D.2 D.2.1-3 D.2.3.1-3 D.2.4-6 D.2.6.1-2
    D.2.7-10 D.2.10.1-6 D.2.11 I.1 I.1.1-2 I.2 I.2.1-7 I.3-8 I.8.1-3 I.9 I.9.1-3 I.10-12 I.12.1-2 I.13-14 II.1-2 II.2.1-3
    II.3.1-2 II.3.2.1-7 III.1 III.2.1-2 III.3.1 III.3.1.1-2 III.4-5 III.5.1-3 III.6 III.6.1 III.6.1.1-2 III.6.2
    glossary.arbiter-discretion glossary.blitz glossary.rapid-chess glossary.standard-chess glossary.cumulative
    glossary.delay glossary.increment glossary.completed-move glossary.made glossary.press-the-clock glossary.disability
    glossary.displaced glossary.forfeit glossary.normal-means glossary.penalties glossary.piece glossary.points
    glossary.regulations glossary.result glossary.time-control glossary.time-period glossary.zero-tolerance
    glossary.touch-move glossary.repetition glossary.50-move glossary.75-move glossary.stalemate glossary.dead-position
    glossary.promotion glossary.sealed-move glossary.quickplay-finish";

/// `13(a-d)` becomes four labels, `2.i-iii` three, anything else itself.
fn expand(label: &str) -> Vec<String> {
    if let Some((law, letters)) = label.split_once('(')
        && let &[first, b'-', last, b')'] = letters.as_bytes()
    {
        return (first..=last)
            .map(|letter| format!("{law}({})", char::from(letter)))
            .collect();
    }
    if let Some((law, figures)) = label.rsplit_once('.')
        && let Some((first, last)) = figures.split_once('-')
        && let (Ok(first), Ok(last)) = (first.parse::<u8>(), last.parse::<u8>())
    {
        return (first..=last).map(|figure| format!("{law}.{figure}")).collect();
    }
    if let Some((law, numerals)) = label.rsplit_once('.')
        && let Some((first, last)) = numerals.split_once('-')
        && let Some(first) = ROMAN.iter().position(|&numeral| numeral == first)
        && let Some(last) = ROMAN.iter().position(|&numeral| numeral == last)
    {
        return ROMAN[first..=last]
            .iter()
            .map(|numeral| format!("{law}.{numeral}"))
            .collect();
    }
    vec![label.to_owned()]
}

#[test]
fn every_clause_stands_once_in_printed_order() {
    for code in Code::ALL {
        let labels: Vec<_> = register(code).iter().map(|entry| entry.label).collect();
        assert_eq!(labels, contents(code), "{code}");
        let once: HashSet<_> = labels.iter().collect();
        assert_eq!(once.len(), labels.len(), "{code}: a label stands twice");
    }
}

#[test]
fn the_registers_count_what_they_are_known_to_hold() {
    assert_eq!(
        Code::ALL.map(|code| register(code).len()),
        [25, 15, 119, 124, 122, 382]
    );
    assert_eq!(READINGS.len(), 266);
}

#[test]
fn every_clause_has_heading_gist_and_reason() {
    for code in Code::ALL {
        for entry in register(code) {
            let all = std::iter::once((entry.disposition, entry.gist))
                .chain(entry.parts.iter().map(|part| (part.disposition, part.gist)));
            for (disposition, gist) in all {
                assert!(
                    gist.len() >= 8 && gist.len() <= 200,
                    "{code} {}: {gist}",
                    entry.label
                );
                assert!(
                    !gist.contains('\n') && !gist.ends_with('.') || gist.ends_with("sq."),
                    "{code} {}: {gist}",
                    entry.label
                );
                if let Disposition::NotPlayed(reason) = disposition {
                    assert!(reason.len() >= 8, "{code} {}: why is it not played?", entry.label);
                }
            }
            assert!(!entry.heading.is_empty(), "{code} {}", entry.label);
            assert_ne!(
                entry.parts.len(),
                1,
                "{code} {}: one part is the clause itself",
                entry.label
            );
            assert_eq!(find(code, entry.label), Some(entry));
        }
    }
}

#[test]
fn the_editions_of_the_british_code_differ_only_where_they_do() {
    let (old, new) = (register(Code::Bcc1896), register(Code::Bcc1899));
    let differing: Vec<_> = new
        .iter()
        .filter(|entry| find(Code::Bcc1896, entry.label) != Some(entry))
        .map(|entry| entry.label)
        .collect();
    assert_eq!(
        differing,
        [
            "I.13B",
            "appendix(1)",
            "appendix(2)",
            "appendix(3)",
            "appendix(4)",
            "appendix(5)"
        ]
    );
    assert_eq!(old.len() + 5, new.len());
}

#[test]
fn readings_are_numbered_without_gaps() {
    for family in Family::ALL {
        let numbers: Vec<_> = READINGS
            .iter()
            .filter(|reading| reading.family == family)
            .map(|reading| reading.id)
            .collect();
        let expected: Vec<_> = (1..=numbers.len())
            .map(|n| format!("{}-{n}", family.name()))
            .collect();
        assert_eq!(numbers, expected);
    }
    for reading in READINGS {
        assert_eq!(find_reading(reading.id), Some(reading));
        assert_eq!(reading.citation, format!("reading {}", reading.id));
        for text in [reading.question, reading.choice, reading.why] {
            assert!(
                text.len() >= 3 && text.ends_with(['.', '?']),
                "{}: {text}",
                reading.id
            );
        }
    }
    assert!(readings_on(Code::Bcc1896, "II.5(f)").any(|reading| reading.id == "BCC-6"));
    assert_eq!(readings_on(Code::Xxv, "II.5(f)").count(), 0);
}

#[test]
fn the_page_of_readings_is_fresh() {
    let path = repository().join("docs/readings.md");
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == readings_markdown(),
        "docs/readings.md is stale: cargo xtask law-index writes it"
    );
}

/// Six words running are a quotation; the printed sentences stay outside the project.
const RUN: usize = 6;

fn words(text: &str) -> Vec<String> {
    // Apostrophes vanish, so that `King's` is one word in every print.
    let plain: String = text.chars().filter(|c| !matches!(c, '\'' | '’' | '‘')).collect();
    plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn no_gist_repeats_the_printed_words() {
    let shared = repository().join("../shared/codes");
    if !shared.is_dir() {
        assert!(
            std::env::var_os("CI").is_none(),
            "CI needs the printed codes in {}",
            shared.display()
        );
        println!("skipped: the printed codes are not in {}", shared.display());
        return;
    }
    let mut runs = HashSet::new();
    for code in Code::ALL {
        let path = shared.join(format!("{code}.txt"));
        if code == Code::Fide2023 && !path.exists() {
            println!("skipped: the print of {code} is not at hand");
            continue;
        }
        let print = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        runs.extend(words(&print).windows(RUN).map(<[String]>::to_vec));
    }
    assert!(runs.len() > 10_000, "the printed codes were hardly read");

    let mut borrowed = Vec::new();
    let mut look = |place: String, text: &str| {
        for run in words(text).windows(RUN).filter(|run| runs.contains(*run)) {
            borrowed.push(format!("{place}: {}", run.join(" ")));
        }
    };
    for code in Code::ALL {
        for entry in register(code) {
            look(format!("{code} {} heading", entry.label), entry.heading);
            look(format!("{code} {}", entry.label), entry.gist);
            for part in entry.parts {
                look(format!("{code} {} part", entry.label), part.gist);
            }
        }
    }
    for reading in READINGS {
        for text in [reading.question, reading.choice, reading.why] {
            look(reading.id.to_owned(), text);
        }
    }
    assert!(
        borrowed.is_empty(),
        "borrowed from the print:\n{}",
        borrowed.join("\n")
    );
}

#[test]
fn the_glossary_points_to_clauses_that_exist() {
    let glossary = fs::read_to_string(repository().join("docs/glossary.md")).expect("docs/glossary.md");
    let (_, table) = glossary
        .split_once("## Where the codes define it")
        .expect("the second table");
    let columns: [&[Code]; 5] = [
        &[Code::Xxv],
        &[Code::Bca1862],
        &[Code::Bcc1896, Code::Bcc1899],
        &[Code::Fide1931],
        &[Code::Fide2023],
    ];
    let mut seen = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<_> = row.trim_matches('|').split('|').collect();
        assert_eq!(cells.len(), columns.len() + 1, "{row}");
        for (codes, cell) in columns.into_iter().zip(&cells[1..]) {
            for label in cell.split('`').skip(1).step_by(2) {
                seen += 1;
                for &code in codes {
                    assert!(find(code, label).is_some(), "{code} has no clause {label}: {row}");
                }
            }
            if let Some((_, id)) = cell.split_once("reading ") {
                let id = id.trim_end().trim_end_matches(')');
                assert!(
                    find_reading(id).is_some_and(|reading| reading.family.covers(codes[0])),
                    "{id}: {row}"
                );
            }
        }
    }
    assert!(seen > 100, "the table was hardly read");
}
