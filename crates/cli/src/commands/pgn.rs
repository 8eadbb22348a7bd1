//! `jadoube pgn`: which games of an archive are wanted?

use super::input::open;
use crate::failure::Failure;
use jadoube::notation::{PgnGame, PgnReader, replay, start_from};
use jadoube_board::Position;
use std::{
    cell::RefCell,
    collections::HashSet,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{self, BufWriter, Read, Write},
    ops::RangeInclusive,
    path::PathBuf,
    rc::Rc,
    str::FromStr,
};

/// Pick games out of PGN archives: by player, event, year, result, position, length; find duplicates
///
/// The games picked are printed as they stand in the archive. Several conditions must all hold. Exit status: 0 when some
/// game was picked, 1 when none was, 2 for input that cannot be read.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube pgn games.pgn --player Morphy --year 1857-1859
  jadoube pgn *.pgn.zst --result 1-0 --length 1-20 --count
  jadoube pgn games.pgn --fen 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'
  jadoube pgn one.pgn two.pgn --unique > together.pgn")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Args {
    /// Files to read, plain, zstd, gzip or bzip2; `-` is standard input.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// Either player's name contains this, whatever the case of its letters.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// White's name contains this.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black's name contains this.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// The event's or the site's name contains this.
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// Played in this year, or between two: 1857, 1857-1859, -1900, 1900-.
    #[arg(long, value_name = "YEARS", allow_hyphen_values = true)]
    year: Option<Span>,
    /// With this result: 1-0, 0-1, 1/2-1/2 or *.
    #[arg(long, value_parser = ["1-0", "0-1", "1/2-1/2", "*"], allow_hyphen_values = true)]
    result: Option<String>,
    /// This position stood on the board; its counts of moves do not matter.
    #[arg(long)]
    fen: Option<String>,
    /// So many moves long, both sides' together counting as one: 1-20.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    length: Option<Span>,
    /// Only games with a move that is not legal where it stands, or a FEN that cannot be.
    #[arg(long)]
    faulty: bool,
    /// Leave out a game whose moves have all been met before.
    #[arg(long, conflicts_with = "duplicates")]
    unique: bool,
    /// Only games whose moves have all been met before.
    #[arg(long)]
    duplicates: bool,
    /// Print how many there are instead of the games.
    #[arg(long)]
    count: bool,
    /// Stop after so many games.
    #[arg(long, value_name = "GAMES")]
    first: Option<u64>,
}

/// From so many to so many.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span(RangeInclusive<u32>);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str, open: u32| match part.trim() {
            "" => Some(open),
            digits => digits.parse().ok(),
        };
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        match (number(from, 0), number(to, u32::MAX)) {
            (Some(from), Some(to)) if from <= to && text.trim() != "-" && !text.trim().is_empty() => {
                Ok(Span(from..=to))
            }
            _ => Err(format!("{text:?}: expected a number, or two as in 1857-1859")),
        }
    }
}

/// What passes through, kept until it is known whether it is wanted.
struct Kept<R> {
    source: R,
    bytes: Rc<RefCell<Vec<u8>>>,
}

impl<R: Read> Read for Kept<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.bytes.borrow_mut().extend_from_slice(&buffer[..count]);
        Ok(count)
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let sought = match &args.fen {
        None => None,
        Some(fen) => {
            let position = start_from(fen);
            Some(position.map_err(|error| Failure::input(format_args!("the FEN `{fen}`: {error}")))?)
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut met = HashSet::new();
    let (mut picked, mut failed) = (0, false);
    let most = args.first.unwrap_or(u64::MAX);
    for path in &args.inputs {
        if picked == most {
            break;
        }
        let (source, progress) = match open(path) {
            Ok(opened) => opened,
            Err(error) => {
                eprintln!("error: {}: {error}", path.display());
                failed = true;
                continue;
            }
        };
        let bytes = Rc::new(RefCell::new(Vec::new()));
        let mut reader = PgnReader::new(Kept {
            source,
            bytes: bytes.clone(),
        });
        let mut begins = 0;
        while picked < most {
            let game = match reader.next_game() {
                Ok(Some(game)) => game,
                Ok(None) => break,
                Err(error) => {
                    progress.say(&format!("error: {}: {error}", path.display()));
                    failed = true;
                    break;
                }
            };
            progress.games(1);
            let ends = reader.bytes_read();
            let length = usize::try_from(ends - begins).unwrap_or(usize::MAX);
            begins = ends;
            let mut bytes = bytes.borrow_mut();
            let length = length.min(bytes.len());
            if wanted(args, sought.as_ref(), &game, &mut met) {
                picked += 1;
                if !args.count {
                    out.write_all(bytes[..length].trim_ascii())?;
                    out.write_all(b"\n\n")?;
                }
            }
            bytes.drain(..length);
        }
    }
    if args.count {
        writeln!(out, "{picked}")?;
    }
    out.flush()?;
    match (failed, picked) {
        (true, _) => Err(Failure::Said(2)),
        (false, 0) => Err(Failure::Said(1)),
        _ => Ok(()),
    }
}

fn wanted(args: &Args, sought: Option<&Position>, game: &PgnGame, met: &mut HashSet<u128>) -> bool {
    let tag = |name: &str| game.tag(name).unwrap_or_default().to_lowercase();
    let holds = |part: &Option<String>, names: &[&str]| {
        let part = part.as_ref().map(|part| part.to_lowercase());
        part.is_none_or(|part| names.iter().any(|name| tag(name).contains(&part)))
    };
    let by_tags = holds(&args.player, &["White", "Black"])
        && holds(&args.white, &["White"])
        && holds(&args.black, &["Black"])
        && holds(&args.event, &["Event", "Site"])
        && args.year.as_ref().is_none_or(|years| {
            let year = tag("Date").get(..4).and_then(|year| year.parse().ok());
            year.is_some_and(|year| years.0.contains(&year))
        })
        && args.result.as_ref().is_none_or(|result| {
            let found = game.result.or_else(|| game.tag("Result")).unwrap_or("*");
            found == result
        });
    if !by_tags {
        return false;
    }
    if let Some(length) = &args.length {
        let half_moves = game.main_line().count();
        let moves = u32::try_from(half_moves.div_ceil(2)).unwrap_or(u32::MAX);
        if !length.0.contains(&moves) {
            return false;
        }
    }
    if sought.is_none() && !args.faulty && !args.unique && !args.duplicates {
        return true;
    }
    let Ok(replayed) = replay(game, false) else {
        // Its moves cannot be known.
        return args.faulty && sought.is_none() && !args.duplicates;
    };
    if args.faulty && replayed.irregularities.is_empty() {
        return false;
    }
    let stood = |sought: &Position| {
        let same = |position: &Position| position.key() == sought.key() && position.board() == sought.board();
        replayed.steps.iter().any(|step| same(&step.before)) || same(&replayed.end)
    };
    if !sought.is_none_or(stood) {
        return false;
    }
    if !args.unique && !args.duplicates {
        return true;
    }
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        (seed, replayed.start.to_fen()).hash(&mut hasher);
        for step in &replayed.steps {
            step.movement.to_bits().hash(&mut hasher);
        }
        replayed.rest.hash(&mut hasher);
        if replayed.steps.is_empty() {
            game.tags.hash(&mut hasher);
        }
        hasher.finish()
    };
    let is_new = met.insert(u128::from(half(0)) << 64 | u128::from(half(1)));
    is_new == args.unique
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn spans_are_open_or_closed() {
        assert_eq!("1857".parse(), Ok(Span(1857..=1857)));
        assert_eq!("1857-1859".parse(), Ok(Span(1857..=1859)));
        assert_eq!("-1900".parse(), Ok(Span(0..=1900)));
        assert_eq!("1900-".parse(), Ok(Span(1900..=u32::MAX)));
        for wrong in ["", "-", "x", "9-1", "1-2-3"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }
}
