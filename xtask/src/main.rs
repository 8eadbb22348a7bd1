//! The project's automation: `cargo xtask` lists it.

mod bench;
mod cases;
mod law_diff;
mod law_index;
mod planted;
mod suite;
mod tidy;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

const USAGE: &str = "\
cargo xtask COMMAND

  test                     everything that must hold: formatting, lints, all tests, licences
  law-index [--check]      write docs/law, docs/readings.md and the index of clauses (or say which are stale)
  law-diff [REVISION]      which of the random records are ruled on otherwise than is kept (and how, next to a revision)
  law-diff --write [REV]   keep what they now come to (and show how that differs);
                           RECORDS=400 tells the first 400 of each code only, CODE=xxv those of one code
  law-tell CODE NUMBER...  tell random records, act by act, with what stood after each
  cases [NAME]             tell the cases under scenarios/ (those whose place contains NAME)
  cases --records          print every case as a record with its states, for the packages' tests
  cases --bless FILE...    write what the law now says into case files, for review
  tidy                     no machine's path, no registry host, no printed sentence, every file with its question
  planted [WORDS]          put known bugs back, one by one, in a copy: the simulators must find each
  bench NAME [ROUNDS]      figures next to peers: `board`, `server`, `law`, `notation`, and whatever else bench/ measures";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => suite::run(),
        ["law-index"] => law_index::write(),
        ["law-index", "--check"] => law_index::check(),
        ["law-diff"] => law_diff::list(),
        ["law-diff", "--write"] => law_diff::write(),
        ["law-diff", revision] => law_diff::show(revision, false),
        ["law-diff", "--write", revision] => law_diff::show(revision, true),
        ["law-tell", code, ref numbers @ ..] if !numbers.is_empty() => law_diff::tell_records(code, numbers),
        ["cases"] => cases::tell(""),
        ["cases", "--bless", ref files @ ..] if !files.is_empty() => cases::bless(files),
        ["cases", "--records"] => cases::records(),
        ["cases", name] => cases::tell(name),
        ["tidy"] => tidy::run(),
        ["planted"] => planted::run(None),
        ["planted", words] => planted::run(Some(words)),
        ["bench", ref rest @ ..] if !rest.is_empty() => bench::run(rest),
        _ => {
            eprintln!("{USAGE}");
            return if words.is_empty() {
                ExitCode::SUCCESS
            } else {
                ExitCode::from(2)
            };
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// What went wrong, in words.
type Done = Result<(), String>;

/// The repository's root.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
