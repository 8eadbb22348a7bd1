//! The commands, one file each.

mod admin;
mod audit;
mod convert;
mod diagram;
mod draw;
mod input;
mod judge;
mod laws;
mod matches;
mod output;
mod perft;
mod pgn;
mod play;
mod players;
mod prove;
mod read;
mod record;
mod rule;
mod series;
mod serve;
mod shell;
pub(crate) mod source;
mod table;
mod uci;

use crate::failure::Failure;
use std::process::ExitCode;

/// What to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Rule(rule::Args),
    Read(read::Args),
    Convert(convert::Args),
    Judge(judge::Args),
    Diagram(diagram::Args),
    Laws(laws::Args),
    Audit(audit::Args),
    Pgn(pgn::Args),
    /// Prove or refute a claim about a position, and show the evidence.
    Prove(prove::Args),
    /// Build endgame tables and ask them.
    Table(table::Args),
    Play(play::Args),
    Match(matches::Args),
    Perft(perft::Args),
    Series(series::Args),
    Serve(serve::Args),
    Admin(admin::Args),
    Uci(uci::Args),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Does it; a command whose answer may be no says so by its exit status.
pub(crate) fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Rule(args) => rule::run(&args),
        Command::Read(args) => read::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Diagram(args) => diagram::run(&args),
        Command::Laws(args) => laws::run(&args),
        Command::Audit(args) => return audit::run(&args),
        Command::Pgn(args) => pgn::run(&args),
        Command::Prove(args) => return prove::run(&args),
        Command::Table(args) => return table::run(args),
        Command::Play(args) => play::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Series(args) => series::run(&args),
        Command::Serve(args) => serve::run(args),
        Command::Admin(args) => admin::run(args),
        Command::Uci(_) => uci::run(),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    }
    .map(|()| ExitCode::SUCCESS)
}
