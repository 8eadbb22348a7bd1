//! Does `jadoube audit` say what it does not do, and before it has done the rest?

mod support;

use std::{
    fs,
    process::{Command, Output, Stdio},
};
use support::{folder, jadoube, said, shown, text};

fn audit(arguments: &[&str], input: &str) -> Output {
    jadoube(&[&["audit"], arguments].concat(), input)
}

const GAME: &str = "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_read() {
    let at = folder("audit-refused");
    let (pgn, parts) = (text(at.join("a.pgn")), text(at.join("parts")));
    fs::write(&pgn, GAME).expect("a disk");
    let page = text(at.join("none/x.html"));
    for (arguments, why) in [
        (
            vec!["-", "--parquet", &parts, "--part", "2/2"],
            "can be read only once",
        ),
        (vec!["-", "--plan", "3"], "can be read only once"),
        (
            vec![&pgn, "--parquet", &parts, "--part", "1/1", "--json"],
            "cannot be used with",
        ),
        (vec![&pgn, "--parquet", &parts, "--html", &page], "x.html"),
    ] {
        let output = audit(&arguments, GAME);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(said(&output).contains(why), "{arguments:?}: {}", said(&output));
        assert!(!at.join("parts/games").exists(), "{arguments:?}");
    }
}

/// An archive is not lost because its own name was given for what is made of it.
#[test]
fn what_is_read_is_never_written_over() {
    let at = folder("audit-written-over");
    let (pgn, dotted, parts) = (at.join("a.pgn"), at.join("./a.pgn"), at.join("parts"));
    let (pgn, dotted, parts) = (text(pgn), text(dotted), text(parts));
    fs::write(&pgn, GAME).expect("a disk");
    let (whole, summary) = (text(at.join("")), text(at.join("summary.json")));
    fs::write(&summary, GAME).expect("a disk");
    let refused = |arguments: &[&str], place: &str| {
        let before = fs::read(place).expect("the file");
        let output = audit(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = said(&output);
        assert!(
            told.contains("to be read and to be written"),
            "{arguments:?}: {told}"
        );
        assert_eq!(fs::read(place).expect("the file"), before, "{arguments:?}");
    };
    for option in ["--html", "--json"] {
        for name in [&pgn, &dotted] {
            refused(&[&pgn, &format!("{option}={name}")], &pgn);
            refused(&[&whole, &format!("{option}={name}")], &pgn);
            refused(&[&pgn, "--parquet", &parts, &format!("{option}={name}")], &pgn);
        }
    }
    refused(&[&summary, "--parquet", &whole], &summary);
    assert_eq!(audit(&[&pgn, "--parquet", &parts], "").status.code(), Some(0));
    let part = at.join("parts/games/part-00001-of-00001.parquet");
    let part = text(part);
    refused(&["--report", &parts, "--html", &part], &part);
    let page = text(at.join("page"));
    let other = format!("--json={}", text(at.join("./page")));
    let same = audit(&[&pgn, "--html", &page, &other], "");
    assert_eq!(same.status.code(), Some(2));
    assert!(said(&same).contains("expected two files"), "{}", said(&same));
    // Nothing found is an empty list, also where another stood.
    let list = text(at.join("list.json"));
    fs::write(&list, "{}\n").expect("a disk");
    let nothing = audit(
        &["-", &format!("--json={list}")],
        "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
    );
    assert_eq!(nothing.status.code(), Some(0), "{}", said(&nothing));
    assert_eq!(fs::read_to_string(&list).expect("the list"), "");
}

#[test]
fn parts_of_two_plans_are_not_added_up() {
    let at = folder("audit-plans");
    let (pgn, parts) = (text(at.join("a.pgn")), text(at.join("parts")));
    fs::write(&pgn, GAME.repeat(20)).expect("a disk");
    let part = |part: &str| audit(&[&pgn, "--parquet", &parts, "--part", part], "");
    assert_eq!(part("1/2").status.code(), Some(0));
    let report = audit(&["--report", &parts], "");
    assert_eq!(report.status.code(), Some(2));
    assert!(
        said(&report).contains("part 2 of 2 is missing"),
        "{}",
        said(&report)
    );
    for other in [part("1/3"), audit(&[&pgn, "--parquet", &parts, "--resume"], "")] {
        assert_eq!(other.status.code(), Some(2));
        assert!(said(&other).contains("a part of 2 is there"), "{}", said(&other));
    }
    assert_eq!(part("2/2").status.code(), Some(0));
    let report = audit(&["--report", &parts], "");
    assert!(
        shown(&report).starts_with("20 games, 80 half-moves"),
        "{}",
        shown(&report)
    );
}

#[test]
fn a_part_of_a_file_that_changed_is_not_taken_for_its_own() {
    let at = folder("audit-changed");
    let (pgn, parts) = (text(at.join("a.pgn")), text(at.join("parts")));
    fs::write(&pgn, "1. e4 Ke5 *\n").expect("a disk");
    assert_eq!(audit(&[&pgn, "--parquet", &parts], "").status.code(), Some(0));
    fs::write(&pgn, "1. e4 Nc6 *\n").expect("a disk");
    let again = audit(&[&pgn, "--parquet", &parts, "--resume"], "");
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("changed since"), "{}", said(&again));
}

#[test]
fn the_page_says_what_it_is_of_and_what_it_leaves_out() {
    let at = folder("audit-page");
    let (pgn, page) = (text(at.join("a.pgn")), text(at.join("x.html")));
    fs::write(&pgn, GAME.repeat(1_200)).expect("a disk");
    let output = audit(&[&pgn, "--code", "fide-2023,xxv", "--html", &page], "");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let page = fs::read_to_string(page).expect("the page");
    assert!(page.contains("1,200 games"));
    assert!(page.contains("a.pgn"));
    // Two codes with 1,200 findings each, and 1,199 duplicates: a hundred of each are listed.
    assert!(page.contains("3,299 more"), "{}", page.len());
    assert_eq!(page.matches("<tr id=f").count(), 300);
    assert_eq!(page.matches("data-fen=").count(), 300);
    // A code under which nothing was found has its column all the same.
    let clean = text(at.join("clean.html"));
    audit(
        &["-", "--code", "fide-2023,xxv", "--html", &clean],
        "1. e4 hello *\n",
    );
    let clean = fs::read_to_string(clean).expect("the page");
    let heads = "<th scope=col>xxv</th><th scope=col>fide-2023</th>";
    assert!(clean.contains(heads));
}

/// A disk that is full is an error in words.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_without_a_panic() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("a device");
    let at = folder("audit-full");
    fs::write(at.join("a.pgn"), GAME).expect("a disk");
    for option in ["--threads=1", "--plan=2"] {
        let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .arg("audit")
            .arg(at.join("a.pgn"))
            .arg(option)
            .stdout(full.try_clone().expect("a handle"))
            .stderr(Stdio::piped())
            .output()
            .expect("jadoube ends");
        assert_eq!(output.status.code(), Some(1), "{option}: {}", said(&output));
        assert!(
            said(&output).contains("cannot write"),
            "{option}: {}",
            said(&output)
        );
    }
}

/// Parts that cannot be written name the folder they should stand in.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let output = audit(&["-", "--parquet", "/proc/none"], GAME);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(
        said(&output).contains("/proc/none: cannot write"),
        "{}",
        said(&output)
    );
}
