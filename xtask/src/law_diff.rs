//! Does the law rule on unruly records as it did, and where it does not, how?
//!
//! What each of 4,000 random records per code comes to is kept in `crates/scenario/unruly/`, line by line by number. A change
//! of law changes some; this says which and, next to an older revision, how.

use crate::{Done, root};
use jadoube_game::Code;
use jadoube_scenario::unruly::{KEPT, Told, sum, tell};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

/// How many records a group of like differences names.
const NAMED: usize = 8;

/// Says which records differ from what is kept.
pub(crate) fn list() -> Done {
    let mut differing = 0;
    for code in codes()? {
        let Some(kept) = kept(code) else {
            println!("{code}: nothing is kept yet (cargo xtask law-diff --write)");
            continue;
        };
        let numbers = changed(&sums(code), &kept);
        differing += numbers.len();
        println!(
            "{code}: {} of {} differ {}",
            numbers.len(),
            told(),
            some(&numbers)
        );
    }
    if differing == 0 {
        Ok(())
    } else {
        Err(format!(
            "{differing} records are ruled on otherwise; `cargo xtask law-diff REVISION` shows how, `--write` keeps the new"
        ))
    }
}

/// Keeps what the records now come to.
pub(crate) fn write() -> Done {
    codes()?.into_iter().try_for_each(|code| keep(code, &sums(code)))
}

fn keep(code: Code, sums: &[String]) -> Done {
    let before = kept(code).unwrap_or_default();
    let untold = before.get(sums.len()..).unwrap_or_default();
    let mut text = [sums, untold].concat().join("\n");
    text.push('\n');
    let place = place(code);
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    }
    fs::write(&place, text).map_err(|why| format!("{}: {why}", place.display()))
}

/// Tells these records of a code, for another revision to compare.
pub(crate) fn tell_records(code: &str, numbers: &[&str]) -> Done {
    let code: Code = code.parse().map_err(|_| format!("{code}: no such code"))?;
    for number in numbers {
        let number: u32 = number
            .parse()
            .map_err(|_| format!("{number}: not a record's number"))?;
        println!("record {number}");
        for act in tell(code, number) {
            println!("> {}\n{}", act.line, act.stood.trim_end_matches('\n'));
        }
    }
    Ok(())
}

/// Shows how the records are ruled on otherwise than by an older revision (or by the xtask built of it), and keeps the new
/// where that is asked for.
pub(crate) fn show(revision: &str, keeping: bool) -> Done {
    let older = if Path::new(revision).is_file() {
        PathBuf::from(revision)
    } else {
        build(revision)?
    };
    for code in codes()? {
        let (kept, now) = (kept(code), sums(code));
        if keeping {
            keep(code, &now)?;
        }
        let Some(kept) = kept else { continue };
        let numbers = changed(&now, &kept);
        println!("{code}: {} of {} differ", numbers.len(), told());
        if numbers.is_empty() {
            continue;
        }
        let mut groups: BTreeMap<String, Vec<(u32, String)>> = BTreeMap::new();
        for (number, was) in told_by(&older, code, &numbers)? {
            if let Some((kind, shown)) = first_difference(&was, &tell(code, number)) {
                groups.entry(kind).or_default().push((number, shown));
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(_, records)| core::cmp::Reverse(records.len()));
        for (kind, records) in groups {
            let numbers: Vec<u32> = records.iter().map(|(number, _)| *number).collect();
            let shortest = records.iter().min_by_key(|(_, shown)| shown.len());
            println!("\n  {} × {kind} {}", records.len(), some(&numbers));
            for line in shortest.iter().flat_map(|(_, shown)| shown.lines()) {
                println!("    {line}");
            }
        }
        println!();
    }
    Ok(())
}

/// The codes whose records are told: all, or the one that `CODE` names.
fn codes() -> Result<Vec<Code>, String> {
    match std::env::var("CODE") {
        Ok(name) => match name.parse() {
            Ok(code) => Ok(vec![code]),
            Err(_) => Err(format!("CODE={name}: no such code")),
        },
        Err(_) => Ok(Code::ALL.to_vec()),
    }
}

/// How many records are told: all that are kept, or the first so many where `RECORDS` says so.
fn told() -> u32 {
    let asked = std::env::var("RECORDS")
        .ok()
        .and_then(|records| records.parse().ok());
    asked.map_or(KEPT, |records: u32| records.min(KEPT))
}

fn place(code: Code) -> PathBuf {
    root().join("crates/scenario/unruly").join(code.name())
}

fn kept(code: Code) -> Option<Vec<String>> {
    let text = fs::read_to_string(place(code)).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

fn sums(code: Code) -> Vec<String> {
    let hands = thread::available_parallelism().map_or(1, usize::from);
    let share = (told() as usize).div_ceil(hands);
    thread::scope(|scope| {
        let parts: Vec<_> = (0..hands)
            .map(|hand| {
                let from = (hand * share) as u32;
                let to = told().min(from + share as u32);
                scope.spawn(move || {
                    (from..to)
                        .map(|number| sum(&tell(code, number)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().expect("no record stops the law"))
            .collect()
    })
}

fn changed(now: &[String], kept: &[String]) -> Vec<u32> {
    (0..KEPT)
        .zip(now)
        .filter(|(number, sum)| kept.get(*number as usize) != Some(sum))
        .map(|(number, _)| number)
        .collect()
}

fn some(numbers: &[u32]) -> String {
    if numbers.is_empty() {
        return String::new();
    }
    let mut text = String::from("(");
    for (at, number) in numbers.iter().take(NAMED).enumerate() {
        let _ = write!(text, "{}{number}", if at > 0 { " " } else { "" });
    }
    text.push_str(if numbers.len() > NAMED { " …)" } else { ")" });
    text
}

/// Builds the automation of a revision, outside the working tree.
fn build(revision: &str) -> Result<PathBuf, String> {
    let folder = root().join("target/law-diff");
    let tree = folder.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree).map_err(|why| format!("{}: {why}", tree.display()))?;
    }
    fs::create_dir_all(&tree).map_err(|why| format!("{}: {why}", tree.display()))?;
    let mut archive = Command::new("git")
        .args(["archive", revision])
        .current_dir(root())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|why| format!("git: {why}"))?;
    let pages = archive.stdout.take().ok_or("git archive says nothing")?;
    let unpacked = Command::new("tar")
        .arg("-x")
        .current_dir(&tree)
        .stdin(pages)
        .status()
        .map_err(|why| format!("tar: {why}"))?;
    let archived = archive.wait().map_err(|why| format!("git: {why}"))?;
    if !unpacked.success() || !archived.success() {
        return Err(format!("{revision}: no such revision"));
    }
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "-p", "xtask", "--target-dir"])
        .arg(folder.join("target"))
        .current_dir(&tree)
        .status()
        .map_err(|why| format!("cargo: {why}"))?;
    if built.success() {
        Ok(folder.join("target/release/xtask"))
    } else {
        Err(format!("{revision} cannot be built"))
    }
}

/// The records as the older revision tells them.
fn told_by(older: &Path, code: Code, numbers: &[u32]) -> Result<Vec<(u32, Vec<Told>)>, String> {
    let output = Command::new(older)
        .args(["law-tell", code.name()])
        .args(numbers.iter().map(u32::to_string))
        .output()
        .map_err(|why| format!("{}: {why}", older.display()))?;
    let mut records: Vec<(u32, Vec<Told>)> = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(number) = line.strip_prefix("record ") {
            records.push((number.parse().unwrap_or_default(), Vec::new()));
        } else if let Some((_, told)) = records.last_mut() {
            if let Some(act) = line.strip_prefix("> ") {
                told.push(Told {
                    line: act.to_owned(),
                    stood: String::new(),
                });
            } else if let Some(act) = told.last_mut() {
                act.stood.push_str(line);
                act.stood.push('\n');
            }
        }
    }
    Ok(records)
}

/// Where the two part: what kind of difference it is, and the story up to there with what stood then and what stands now.
fn first_difference(was: &[Told], is: &[Told]) -> Option<(String, String)> {
    let at = was
        .iter()
        .zip(is)
        .position(|(was, is)| was != is)
        .or_else(|| (was.len() != is.len()).then(|| was.len().min(is.len()).saturating_sub(1)))?;
    let (before, after) = (&was[at], &is[at]);
    let only = |one: &str, other: &str| -> Vec<String> {
        let other: Vec<&str> = other.lines().collect();
        one.lines()
            .filter(|line| !other.contains(line))
            .map(str::to_owned)
            .collect()
    };
    let (gone, come) = (
        only(&before.stood, &after.stood),
        only(&after.stood, &before.stood),
    );
    let words = |sign: char, lines: &[String]| -> Vec<String> {
        lines
            .iter()
            .map(|line| {
                let many = if line.starts_with("ruling") || line.starts_with("refused") {
                    3
                } else {
                    1
                };
                let head: Vec<&str> = line.split(' ').take(many).collect();
                format!("{sign}{}", head.join(" "))
            })
            .collect()
    };
    let mut parts = words('-', &gone);
    parts.extend(words('+', &come));
    parts.dedup();
    let act = after
        .line
        .split("\"act\":\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let kind = format!("{}: {}", act.unwrap_or("start"), parts.join(", "));
    let mut shown = String::new();
    for told in &is[..=at] {
        let _ = writeln!(shown, "{}", told.line);
    }
    if before.line != after.line {
        let _ = writeln!(shown, "  was: {}", before.line);
    }
    for line in gone {
        let _ = writeln!(shown, "  - {line}");
    }
    for line in come {
        let _ = writeln!(shown, "  + {line}");
    }
    Some((kind, shown))
}
