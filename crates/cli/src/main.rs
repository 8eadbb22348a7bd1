//! The command line: parse, call, print.

mod commands;
mod failure;
mod paint;

use clap::Parser;
use std::process::ExitCode;

/// The laws of chess, executable.
///
/// An arbiter under five historical codes: it is told what happened at the board and says what follows, by which
/// clause, and who may now do what.
#[derive(Parser)]
#[command(name = "jadoube", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

const EXAMPLES: &str = "\
Examples:
  jadoube judge examples/incident.jsonl --all-codes   one incident before five codes
  jadoube rule game.jsonl                             every state of a recorded game
  jadoube laws bcc-1899 \"II.5(c)\"                     one clause
  jadoube laws compare touch                          one question, side by side";

fn main() -> ExitCode {
    let cli = Cli::parse();
    match commands::run(cli.command) {
        Ok(status) => status,
        Err(failure) => failure.report(),
    }
}
