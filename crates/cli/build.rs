//! Of which commit is the program? Asked only of release builds, so that a commit does not rebuild anything else.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=JADOUBE_COMMIT");
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let given = std::env::var("JADOUBE_COMMIT").ok();
    let commit = given.or_else(|| if release { commit() } else { None });
    println!("cargo::rustc-env=JADOUBE_COMMIT={}", commit.unwrap_or_default());
}

/// The commit of the checkout, and whether it has been changed since; nothing outside a checkout.
fn commit() -> Option<String> {
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let date = git(&["show", "-s", "--format=%cs", "HEAD"])?;
    let changed =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|list| !list.is_empty());
    Some(format!(
        "{commit} {date}{}",
        if changed { ", changed" } else { "" }
    ))
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
