//! Does everything hold that must hold?

use crate::{Done, root};
use std::process::Command;

/// Formatting, lints, every test, licences; the first that fails stops it.
pub(crate) fn run() -> Done {
    step("formatting", &["fmt", "--all", "--check"])?;
    step(
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
    )?;
    step("tests", &["test", "--workspace", "--locked", "--no-fail-fast"])?;
    let has_deny = Command::new("cargo")
        .args(["deny", "--version"])
        .output()
        .is_ok_and(|out| out.status.success());
    if has_deny {
        step(
            "licences, bans and sources",
            &["deny", "check", "licenses", "bans", "sources"],
        )?;
    } else {
        println!("\n== licences: skipped, cargo-deny is not installed (cargo install cargo-deny)");
    }
    println!("\nAll is well.");
    Ok(())
}

/// The figures, from the workspace that may lean on peers.
pub(crate) fn bench(names: &[&str]) -> Done {
    let mut arguments = vec!["run", "--release", "--manifest-path", "bench/Cargo.toml", "--"];
    arguments.extend(names);
    step("figures", &arguments)
}

fn step(what: &str, arguments: &[&str]) -> Done {
    println!("\n== {what}: cargo {}", arguments.join(" "));
    let status = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(root())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{what}: failed (cargo {})", arguments.join(" "))),
        Err(why) => Err(format!("{what}: cargo cannot be started: {why}")),
    }
}
