//! How many lines of play of a given length are there?

use super::input::{self, Threads, number};
use crate::failure::Failure;
use jadoube_board::{Perft, Position};
use std::io::Write as _;

/// Count lines of play, as other tools do
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube perft 6
  jadoube perft 5 --divide --fen \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\"
  jadoube perft 7 --threads 2 --hash 256")]
pub(crate) struct Args {
    /// How many half-moves, 32 at most.
    #[arg(value_parser = number(0..=32u32))]
    depth: u32,
    /// The position to start from [default: the ordinary one].
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Show the count behind each move.
    #[arg(long)]
    divide: bool,
    /// On how many threads [default: 1].
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// With a table of so many megabytes of positions already counted; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = number(0..=1usize << 24))]
    hash: usize,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let position = match &args.fen {
        Some(fen) => input::regular_position(fen).map_err(Failure::Input)?,
        None => Position::ordinary(),
    };
    let threads = args.threads.map_or(1, |asked| Threads::or_all(Some(asked)).get());
    let perft = Perft::new().threads(threads).hash(args.hash);
    let too_large = |error| Failure::input(format_args!("--hash: {error}"));
    let mut out = std::io::stdout().lock();
    let nodes = if args.divide && args.depth > 0 {
        let counts = perft.divide(&position, args.depth).map_err(too_large)?;
        for (mv, count) in &counts {
            writeln!(out, "{mv}: {count}")?;
        }
        writeln!(out)?;
        counts.iter().map(|(_, count)| count).sum()
    } else {
        perft.count(&position, args.depth).map_err(too_large)?
    };
    writeln!(out, "Nodes searched: {nodes}")?;
    Ok(())
}
