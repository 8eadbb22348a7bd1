//! Which command was given?

mod prove;
mod table;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Prove or refute a claim about a position, and show the evidence.
    Prove(prove::Args),
    /// Build endgame tables and ask them.
    Table(table::Args),
}

pub(crate) fn run(command: Command) -> ExitCode {
    match command {
        Command::Prove(args) => prove::run(&args),
        Command::Table(args) => table::run(args),
    }
}
