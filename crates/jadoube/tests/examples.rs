//! Do the programs in `examples/` run, and say what they should?

use std::{path::PathBuf, process::Command};

/// An example as cargo has built it beside the tests.
fn example(name: &str, arguments: &[&str]) -> String {
    let mut place: PathBuf = std::env::current_exe().expect("this test");
    place.pop();
    place.pop();
    let program = place
        .join("examples")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&program).args(arguments).output();
    let output = output.unwrap_or_else(|why| panic!("{}: {why}", program.display()));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn an_incident_is_judged() {
    let said = example("judge", &[]);
    assert!(
        said.contains("The British Chess Code, revised edition (1899)"),
        "{said}"
    );
    assert!(said.contains("II.5(c)"), "{said}");
}

#[test]
fn an_old_score_becomes_pgn() {
    let pgn = example("old_score", &[]);
    assert!(pgn.contains("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6"), "{pgn}");
}

#[test]
fn a_diagram_is_drawn() {
    assert!(example("diagram", &["8/8/8/8/8/3k4/8/3K4 w - - 0 1"]).contains("<svg "));
}
