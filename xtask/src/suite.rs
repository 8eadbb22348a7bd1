//! Does everything hold that must hold?

use crate::{Done, root};
use std::{ffi::OsString, process::Command};

/// Formatting, lints, every test, licences; the first that fails stops it.
pub(crate) fn run() -> Done {
    step("formatting", &["fmt", "--all", "--check"])?;
    if !has("clippy") {
        return Err("lints: clippy is not installed (rustup component add clippy)".to_owned());
    }
    // Compiling lints.
    let driver = root().join(".ci/compile-and-lint").into();
    step_with(
        "lints and tests",
        &["test", "--workspace", "--locked", "--no-fail-fast"],
        Some(("RUSTC_WORKSPACE_WRAPPER", driver)),
    )?;
    documents()?;
    if has("deny") {
        let mut checks = vec!["deny", "check", "licenses", "bans", "sources"];
        // Known holes are looked up where their list has been fetched.
        if advisories_at_hand() {
            checks.insert(2, "advisories");
        } else {
            println!("\n== advisories: skipped, their database is not here (cargo deny fetch)");
        }
        step("dependencies", &checks)?;
        // The Python package has a lock of its own, and the same rules.
        let mut words = vec!["deny", "--manifest-path", "bindings/python/Cargo.toml", "check"];
        words.extend(&checks[2..]);
        step("dependencies of the Python package", &words)?;
    } else {
        println!("\n== licences: skipped, cargo-deny is not installed (cargo install cargo-deny)");
    }
    compatible()?;
    println!("\nAll is well.");
    Ok(())
}

/// The crates that are published.
const PUBLISHED: [&str; 9] = [
    "jadoube-board",
    "jadoube-notation",
    "jadoube-proof",
    "jadoube-game",
    "jadoube-record",
    "jadoube-law",
    "jadoube-player",
    "jadoube-audit",
    "jadoube",
];

/// The documents of what is published build without a warning, and each of these crates holds what a package needs.
fn documents() -> Done {
    let mut words = vec!["doc", "--locked", "--no-deps", "--quiet"];
    words.extend(PUBLISHED.iter().flat_map(|name| ["-p", name]));
    step_with("documents", &words, Some(("RUSTDOCFLAGS", "-D warnings".into())))?;
    let mut words = vec![
        "package",
        "--locked",
        "--no-verify",
        "--allow-dirty",
        "--list",
        "--quiet",
    ];
    words.extend(PUBLISHED.iter().flat_map(|name| ["-p", name]));
    let listed = Command::new(env!("CARGO"))
        .args(&words)
        .current_dir(root())
        .output();
    let listed = listed.map_err(|why| format!("cargo package: {why}"))?;
    let files = String::from_utf8_lossy(&listed.stdout);
    for needed in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let count = files.lines().filter(|line| *line == needed).count();
        if count != PUBLISHED.len() {
            return Err(format!(
                "packages: {needed} in {count} of {} crates",
                PUBLISHED.len()
            ));
        }
    }
    println!("\n== packages: {} crates hold what they need", PUBLISHED.len());
    Ok(())
}

/// Whether anybody who depends on the last release could be broken by what is here now.
fn compatible() -> Done {
    if !has("semver-checks") {
        println!("\n== compatibility: skipped, cargo-semver-checks is not installed");
        return Ok(());
    }
    let last = Command::new("git")
        .args(["describe", "--tags", "--abbrev=0"])
        .current_dir(root())
        .output();
    let tag = match last {
        Ok(found) if found.status.success() => String::from_utf8_lossy(&found.stdout).trim().to_owned(),
        _ => {
            println!("\n== compatibility: skipped, there is no release to compare with");
            return Ok(());
        }
    };
    let mut words = vec!["semver-checks", "--baseline-rev", &tag];
    words.extend(PUBLISHED.iter().flat_map(|name| ["-p", name]));
    step("compatibility", &words)
}

fn has(tool: &str) -> bool {
    Command::new("cargo")
        .args([tool, "--version"])
        .output()
        .is_ok_and(|out| out.status.success())
}

fn advisories_at_hand() -> bool {
    let home = std::env::var_os("CARGO_HOME")
        .map(std::path::PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    home.is_some_and(|home| {
        std::fs::read_dir(home.join("advisory-dbs")).is_ok_and(|mut entries| entries.next().is_some())
    })
}

pub(crate) fn step(what: &str, arguments: &[&str]) -> Done {
    step_with(what, arguments, None)
}

/// The same with something set in its environment.
fn step_with(what: &str, arguments: &[&str], set: Option<(&str, OsString)>) -> Done {
    println!("\n== {what}: cargo {}", arguments.join(" "));
    let status = Command::new(env!("CARGO"))
        .args(arguments)
        .envs(set)
        .current_dir(root())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{what}: failed (cargo {})", arguments.join(" "))),
        Err(why) => Err(format!("{what}: cargo cannot be started: {why}")),
    }
}
