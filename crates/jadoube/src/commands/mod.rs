//! The commands, one file each.

mod admin;
mod judge;
mod laws;
mod perft;
mod rule;
mod serve;
mod shell;
pub(crate) mod source;

use crate::failure::Failure;

/// What to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Rule(rule::Args),
    Judge(judge::Args),
    Laws(laws::Args),
    Perft(perft::Args),
    Serve(serve::Args),
    Admin(admin::Args),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Does it.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Rule(args) => rule::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Laws(args) => laws::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Serve(args) => serve::run(args),
        Command::Admin(args) => admin::run(args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    }
}
