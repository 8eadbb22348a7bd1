//! The command line.

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The laws of chess, executable.
#[derive(Parser)]
#[command(name = "jadoube", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Read one move as anyone may have written it, and say which legal moves it can express.
    Read(commands::read::Args),
    /// Read printed scores, PGN or cells, and set the games down in another style.
    Convert(commands::convert::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Read(args) => commands::read::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
    }
}
