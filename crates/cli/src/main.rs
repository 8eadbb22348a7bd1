//! The command line: parse, call, print.

// `failure::tell` says the same where standard error is closed.
#![deny(clippy::print_stderr)]

mod commands;
mod failure;
mod paint;

use clap::Parser;
use std::{process::ExitCode, sync::LazyLock};

/// The laws of chess, executable.
///
/// An arbiter under the codes of the laws of chess, old and new: it is told what happened at the board and says what follows, by which
/// clause, and who may now do what.
#[derive(Parser)]
#[command(name = "jadoube", version = VERSION, long_version = LONG_VERSION.as_str(), arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    /// When to use colour: where the output is a terminal, always or never.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    color: When,
    #[command(subcommand)]
    command: commands::Command,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version, the commit it was built of and what is built into it.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = match env!("JADOUBE_COMMIT") {
        "" => "of no known commit".to_owned(),
        commit => format!("commit {commit}"),
    };
    let build = if cfg!(debug_assertions) {
        "with assertions"
    } else {
        "optimised"
    };
    let codes = jadoube_game::Code::ALL.map(jadoube_game::Code::name).join(", ");
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    format!(
        "{VERSION}\n{commit}, {build}, {os} {arch}\ncodes: {codes}\ndatabases: sqlite, postgres\ncompression: zstd, gzip, bzip2"
    )
});

const EXAMPLES: &str = "\
Examples:
  jadoube judge examples/incident.jsonl --all-codes   one incident before every code
  jadoube rule game.jsonl                             every state of a recorded game
  jadoube laws bcc-1899 \"II.5(c)\"                     one clause
  jadoube laws compare touch                          one question, side by side";

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.color {
        When::Auto => anstream::ColorChoice::Auto,
        When::Always => anstream::ColorChoice::Always,
        When::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    match commands::run(cli.command) {
        Ok(status) => status,
        Err(failure) => failure.report(),
    }
}
