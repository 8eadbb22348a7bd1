//! Is there anything in the tree that must not be there?

use crate::{Done, root};
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// So many words running are a quotation. Registers and readings are held to six by the law's own tests.
const RUN: usize = 8;

/// Looks the whole tree over.
pub(crate) fn run() -> Done {
    let mut faults = Vec::new();
    let files = files()?;
    let printed = printed()?;
    let questions = questions(&files);
    for path in &files {
        let Ok(text) = fs::read_to_string(root().join(path)) else {
            continue;
        };
        faults.extend(look(path, &text));
        faults.extend(layers(path, &text, &questions));
        faults.extend(quotations(path, &text, &printed));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

/// What git knows of, or would.
fn files() -> Result<Vec<PathBuf>, String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .map_err(|why| format!("git: {why}"))?;
    if !listed.status.success() {
        return Err("git ls-files failed: tidy looks at what git knows of".to_owned());
    }
    Ok(String::from_utf8_lossy(&listed.stdout)
        .lines()
        .map(PathBuf::from)
        .collect())
}

/// The law, as far as it is laid out in layers.
const LAW: &str = "crates/law/src/";

/// A file of the law is read at one sitting.
const LONGEST: usize = 600;

/// The names of the questions of law.
fn questions(files: &[PathBuf]) -> Vec<String> {
    let folder = Path::new(LAW).join("questions");
    let named = files.iter().filter(|path| path.parent() == Some(&folder));
    let names = named.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    names.filter(|name| name != "mod").collect()
}

/// Facts know no ruling, means and questions no umpire, and no question is called but by the umpire.
fn layers(path: &Path, text: &str, questions: &[String]) -> Vec<String> {
    let name = path.display().to_string();
    let Some(place) = name.strip_prefix(LAW) else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    if !place.starts_with("registers/") && text.lines().count() > LONGEST {
        faults.push(format!("{name}: longer than {LONGEST} lines"));
    }
    if !["facts/", "means/", "questions/"]
        .iter()
        .any(|layer| place.starts_with(layer))
    {
        return faults;
    }
    for (i, line) in text.lines().enumerate() {
        let mut fault = |what: &str| faults.push(format!("{name}:{}: {what}", i + 1));
        let code = line.split("//").next().unwrap_or_default();
        if code.contains("umpire::") {
            fault("the umpire is above this layer");
        }
        if place.starts_with("facts/") && code.contains("Ruling") {
            fault("a fact rules on nothing");
        }
        for question in questions {
            if place != format!("questions/{question}.rs") && calls(code, question) {
                fault(&format!("the question `{question}` is for the umpire to call"));
            }
        }
    }
    faults
}

/// Whether this line calls a function of that module; its tables and types anyone may read.
fn calls(code: &str, module: &str) -> bool {
    let path = format!("{module}::");
    code.match_indices(&path).any(|(at, _)| {
        let whole_word = !code[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let name = &code[at + path.len()..];
        let end = name
            .find(|letter: char| !letter.is_ascii_lowercase() && letter != '_')
            .unwrap_or(name.len());
        whole_word && end > 0 && name[end..].starts_with('(')
    })
}

fn look(path: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let name = path.display().to_string();
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    // Put together here, so that this file does not contain them.
    let places =
        [["/ro", "ot/"], ["/ho", "me/"], ["/wo", "rk/"], ["/Use", "rs/"]].map(|halves| halves.concat());
    for (i, line) in text.lines().enumerate() {
        let mut fault = |what: &str| faults.push(format!("{name}:{}: {what}", i + 1));
        if places.iter().any(|place| line.contains(place)) {
            fault("a path of some machine");
        }
        if line.contains("registry") && foreign_host(line) {
            fault("a registry host other than the public ones");
        }
        let kept = ["md", "case", "rs"].contains(&ending);
        if kept && line.ends_with([' ', '\t']) {
            fault("blanks at the end of the line");
        }
    }
    let is_source = ending == "rs" && name.contains("/src/");
    if is_source && !text.starts_with("//!") {
        faults.push(format!(
            "{name}: expected to open with the question it answers, `//! …`"
        ));
    }
    faults
}

fn foreign_host(line: &str) -> bool {
    const PUBLIC: [&str; 5] = [
        "github.com/rust-lang/crates.io-index",
        "registry.npmjs.org",
        "crates.io",
        "docs.rs",
        "index.crates.io",
    ];
    let addresses = line
        .match_indices("://")
        .map(|(at, sign)| &line[at + sign.len()..]);
    let mut addresses = addresses.filter(|address| !address.starts_with(['"', ' ']));
    addresses.any(|address| !PUBLIC.iter().any(|public| address.starts_with(public)))
}

/// Every run of words in the printed codes; nothing where they are not at hand.
fn printed() -> Result<HashSet<Vec<String>>, String> {
    let folder = root().join("../shared/codes");
    let mut runs = HashSet::new();
    let Ok(entries) = fs::read_dir(&folder) else {
        if std::env::var_os("CI").is_some() {
            return Err(
                "the printed codes are not in ../shared/codes, and CI must compare with them".to_owned(),
            );
        }
        println!("skipped: the printed codes are not in ../shared/codes");
        return Ok(runs);
    };
    for entry in entries.flatten() {
        // Prints are plain text. An inventory of articles beside them is in our own words, and no print.
        let is_print = entry.path().extension().is_some_and(|ending| ending == "txt");
        if let Some(text) = is_print.then(|| fs::read_to_string(entry.path()).ok()).flatten() {
            runs.extend(words(&text).windows(RUN).map(<[String]>::to_vec));
        }
    }
    Ok(runs)
}

fn quotations(path: &Path, text: &str, printed: &HashSet<Vec<String>>) -> Vec<String> {
    let words = words(text);
    let quoted = words.windows(RUN).find(|run| printed.contains(*run));
    quoted
        .map(|run| format!("{}: printed words: {}", path.display(), run.join(" ")))
        .into_iter()
        .collect()
}

/// The words alone, in small letters; comment signs and line ends do not interrupt a sentence.
fn words(text: &str) -> Vec<String> {
    let plain: String = text.chars().filter(|c| !matches!(c, '\'' | '’' | '‘')).collect();
    plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        if let Err(faults) = run() {
            panic!("\n{faults}");
        }
    }

    #[test]
    fn what_must_not_be_there_is_found() {
        let machine = ["see /ho", "me/someone/notes"].concat();
        assert_eq!(
            look(Path::new("a.md"), &machine),
            ["a.md:1: a path of some machine"]
        );
        assert!(foreign_host(
            &["regi", "stry = \"https://mirror.example/index\""].concat()
        ));
        assert!(!foreign_host(
            "source = \"registry+https://github.com/rust-lang/crates.io-index\""
        ));
        assert_eq!(look(Path::new("crates/a/src/b.rs"), "fn main() {}\n").len(), 1);
        let printed = HashSet::from([words("one two three four five six seven eight")]);
        let text = "// One two, three\n// four five \"six\" seven eight nine";
        assert_eq!(quotations(Path::new("a.rs"), text, &printed).len(), 1);
        assert!(quotations(Path::new("a.rs"), "one two three", &printed).is_empty());
    }

    #[test]
    fn a_layer_that_reaches_above_itself_is_found() {
        let questions = ["touch".to_owned(), "check".to_owned()];
        let found = |place: &str, text: &str| layers(&Path::new(LAW).join(place), text, &questions).len();
        assert_eq!(
            found("questions/check.rs", "    touch::in_his_turn(game, &deed)"),
            1
        );
        assert_eq!(found("questions/check.rs", "    umpire::rule_on(game, event)"), 1);
        assert_eq!(
            found("means/entries.rs", "    touch::in_his_turn(game, &deed)"),
            1
        );
        assert_eq!(found("facts/legal.rs", "fn a() -> Ruling {"), 1);
        assert_eq!(found("questions/long.rs", &"\n".repeat(LONGEST + 1)), 1);
        // Its own functions, another's tables, words in comments, and whatever the umpire does.
        assert_eq!(
            found("questions/touch.rs", "    touch::in_his_turn(game, &deed)"),
            0
        );
        assert_eq!(
            found("questions/check.rs", "    touch::REMOVED[code].clause()"),
            0
        );
        assert_eq!(
            found("questions/check.rs", "// as touch::in_his_turn(game) does"),
            0
        );
        assert_eq!(found("umpire/hand.rs", "    touch::in_his_turn(game, &deed)"), 0);
        assert_eq!(found("registers/xxv.rs", &"\n".repeat(LONGEST + 1)), 0);
    }
}
