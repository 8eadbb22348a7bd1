//! The built-in player for any program that shows a board.

use crate::failure::Failure;

/// Play as a UCI engine, for any chess program
#[derive(clap::Args)]
#[command(after_help = "\
Give a chess program this command as its engine: `jadoube uci`.
Options: Hash (megabytes), Threads, MultiPV, Level (1 to 10, the strongest),
Move Overhead (milliseconds of the clock kept back for the way).
Example:
  printf 'position startpos moves e2e4\\ngo movetime 500\\n' | jadoube uci")]
pub(crate) struct Args {}

pub(crate) fn run() -> Result<(), Failure> {
    jadoube_player::uci::serve(std::io::stdin().lock(), std::io::stdout())?;
    Ok(())
}
