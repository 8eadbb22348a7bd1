//! The command line.

mod commands;

use std::process::ExitCode;

use clap::Parser;

/// The laws of chess, executable.
#[derive(Parser)]
#[command(name = "jadoube", version, about)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    commands::run(Cli::parse().command)
}
