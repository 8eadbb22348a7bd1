//! `jadoube pgn`: which games of an archive are wanted?

use super::input::{files, is_named_pgn, number, open};
use crate::failure::{Failure, tell};
use jadoube::notation::{PgnGame, PgnReader, replay, result_named, start_from};
use jadoube_audit::{GameRow, Seen, pgn};
use jadoube_board::Position;
use std::{
    cell::RefCell,
    collections::HashMap,
    io::{self, BufWriter, Read, Write},
    ops::RangeInclusive,
    path::PathBuf,
    rc::Rc,
    str::FromStr,
};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

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
    /// PGN files, plain or packed with zstd, gzip or bzip2; folders of them; `-` is standard input.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// Either player's name contains this, whatever the case of its letters; without accents also a name with them.
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
    /// Played in this year, or between two: 1857, 1857-1859, -1900, 1900-, 18??; by the game's date or else the event's.
    #[arg(long, value_name = "YEARS", value_parser = years, allow_hyphen_values = true)]
    year: Option<Span>,
    /// With this result: 1-0, 0-1, 1/2-1/2, * or, where both have lost, 0-0.
    #[arg(long, value_parser = outcome, allow_hyphen_values = true)]
    result: Option<&'static str>,
    /// This position stood on the board; its counts of moves do not matter.
    #[arg(long)]
    fen: Option<String>,
    /// So many moves long, both sides' together counting as one: 1-20.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    length: Option<Span>,
    /// Only games with a move that is not legal where it stands, or a FEN that cannot be.
    #[arg(long)]
    faulty: bool,
    /// Leave out a game that has been met before: the same players, start, moves and result. What cannot be read must be
    /// the same too, letter by letter.
    #[arg(long, conflicts_with = "duplicates")]
    unique: bool,
    /// Only games that have been met before.
    #[arg(long)]
    duplicates: bool,
    /// Print how many there are instead of the games.
    #[arg(long)]
    count: bool,
    /// Stop after so many games.
    #[arg(long, value_name = "GAMES", value_parser = number(1u64..))]
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
            (Some(from), Some(to)) if from > to => {
                Err(format!("from {from} to {to}: expected the smaller number first"))
            }
            (Some(from), Some(to)) if text.trim() != "-" && !text.trim().is_empty() => Ok(Span(from..=to)),
            _ => Err("expected a number, or two as in 10-20, of which one may be left out".to_owned()),
        }
    }
}

/// Years as they are asked for.
fn years(text: &str) -> Result<Span, String> {
    match dated(text).filter(|_| text.trim().len() == 4) {
        Some(span) => Ok(span),
        None => text.parse(),
    }
}

/// The years a date may mean: `1858.07.01` one, `18??.??.??` a hundred; none where nothing is known.
fn dated(date: &str) -> Option<Span> {
    let year = date.trim().get(..4)?;
    let known = year.trim_end_matches('?');
    let open = 10u32.pow(u32::try_from(year.len() - known.len()).ok()?);
    let first = known.parse::<u32>().ok()? * open;
    Some(Span(first..=first + open - 1))
}

fn outcome(text: &str) -> Result<&'static str, String> {
    result_named(text).ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2, 0-0 or *".to_owned())
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
    let mut met = HashMap::new();
    let (mut read, mut picked, mut failed) = (0, 0, false);
    // The game just printed has no result: one without tags would be read on as part of it.
    let mut open_end = false;
    let most = args.first.unwrap_or(u64::MAX);
    let expected = "files that end in .pgn, .pgn.zst, .pgn.gz or .pgn.bz2";
    for path in &files(&args.inputs, is_named_pgn, expected)? {
        if picked == most {
            break;
        }
        let opened = open(path).and_then(|(source, progress)| Ok((pgn(source)?, progress)));
        let (source, progress) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                tell!("error: {}: {error}", path.display());
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
            read += 1;
            let ends = reader.bytes_read();
            let length = usize::try_from(ends - begins).unwrap_or(usize::MAX);
            begins = ends;
            let mut bytes = bytes.borrow_mut();
            let length = length.min(bytes.len());
            let text = bytes[..length].trim_ascii();
            let text = text
                .strip_prefix(b"\xef\xbb\xbf")
                .unwrap_or(text)
                .trim_ascii_start();
            if wanted(args, sought.as_ref(), &game, text, &mut met) {
                picked += 1;
                if !args.count {
                    if open_end && game.tags.is_empty() {
                        out.write_all(b"*\n\n")?;
                    }
                    open_end = game.result.is_none();
                    out.write_all(text)?;
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
        (false, 0) => {
            tell!("no game fits (games read: {read})");
            Err(Failure::Said(1))
        }
        _ => Ok(()),
    }
}

/// A name as it is compared: in small letters, and an accent as part of its letter however it was typed.
fn plain(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase()
}

/// The same without its accents.
fn unaccented(name: &str) -> String {
    let letters = name.nfd().filter(|sign| !is_combining_mark(*sign));
    letters.nfc().collect::<String>().to_lowercase()
}

/// Whether this part is in the name. An accent that was asked for must be there; who asks without any finds either.
fn is_in(part: &str, name: &str) -> bool {
    let sought = plain(part);
    if sought == unaccented(part) {
        unaccented(name).contains(&sought)
    } else {
        plain(name).contains(&sought)
    }
}

fn wanted(
    args: &Args,
    sought: Option<&Position>,
    game: &PgnGame,
    text: &[u8],
    met: &mut HashMap<&'static str, Seen>,
) -> bool {
    let holds = |part: &Option<String>, names: &[&str]| {
        let tag = |name: &&str| game.tag(name).unwrap_or_default();
        part.as_deref()
            .is_none_or(|part| names.iter().any(|name| is_in(part, tag(name))))
    };
    let by_tags = holds(&args.player, &["White", "Black"])
        && holds(&args.white, &["White"])
        && holds(&args.black, &["Black"])
        && holds(&args.event, &["Event", "Site"])
        && args.year.as_ref().is_none_or(|Span(years)| {
            let dates = ["Date", "EventDate"];
            let found = dates.iter().find_map(|name| game.tag(name).and_then(dated));
            found.is_some_and(|Span(may_be)| years.contains(may_be.start()) && years.contains(may_be.end()))
        })
        && args.result.is_none_or(|result| {
            let tag = || game.tag("Result").and_then(result_named);
            game.result.or_else(tag).unwrap_or("*") == result
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
    if sought.is_some() || args.faulty {
        let fits = match replay(game, false) {
            // A start that cannot be is a fault, and no position stood.
            Err(_) => sought.is_none(),
            Ok(replayed) => {
                let faulty = !args.faulty || !replayed.irregularities.is_empty();
                let same = |position: &Position, sought: &Position| {
                    position.key() == sought.key() && position.board() == sought.board()
                };
                let stood = |sought: &Position| {
                    replayed.steps.iter().any(|step| same(&step.before, sought))
                        || same(&replayed.end, sought)
                };
                faulty && sought.is_none_or(stood)
            }
        };
        if !fits {
            return false;
        }
    }
    if !args.unique && !args.duplicates {
        return true;
    }
    // What is the same game is the auditor's to say. With another result it is kept for whoever has to choose.
    let mut again = |row: &GameRow| met.entry(row.result).or_default().before(row).is_some();
    let rows = jadoube_audit::text("", text, &[], false).games;
    let again: Vec<bool> = rows.iter().map(&mut again).collect();
    (!again.is_empty() && !again.contains(&false)) == args.duplicates
}

#[cfg(test)]
mod tests {
    use super::{Span, dated, is_in, years};

    #[test]
    fn names_are_found_without_their_accents() {
        for part in ["regence", "Régence", "re\u{301}gence", "CAFÉ"] {
            assert!(is_in(part, "Café de la Régence"), "{part}");
            assert!(is_in(part, "Cafe\u{301} de la Re\u{301}gence"), "{part}");
        }
        assert!(is_in("strobeck", "Ströbeck, Karl") && is_in("Ļ", "Ļubļin"));
        assert!(!is_in("strôbeck", "Ströbeck") && !is_in("ströbeck", "Strobeck") && !is_in("x", "Strobeck"));
    }

    #[test]
    fn spans_are_open_or_closed() {
        assert_eq!("1857".parse(), Ok(Span(1857..=1857)));
        assert_eq!("1857-1859".parse(), Ok(Span(1857..=1859)));
        assert_eq!("-1900".parse(), Ok(Span(0..=1900)));
        assert_eq!("1900-".parse(), Ok(Span(1900..=u32::MAX)));
        for wrong in ["", "-", "x", "9-1", "1-2-3"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
        assert!(
            "9-1"
                .parse::<Span>()
                .is_err_and(|why| why.contains("smaller number first"))
        );
    }

    #[test]
    fn a_date_may_leave_its_year_open() {
        assert_eq!(dated("1858.07.01"), Some(Span(1858..=1858)));
        assert_eq!(dated("18??.??.??"), Some(Span(1800..=1899)));
        assert_eq!(dated("185?"), Some(Span(1850..=1859)));
        for unknown in ["????.??.??", "?", "", "soon", "1?5?"] {
            assert_eq!(dated(unknown), None, "{unknown}");
        }
        assert_eq!(years("18??"), Ok(Span(1800..=1899)));
        assert_eq!(years("1857-1859"), Ok(Span(1857..=1859)));
        assert!(years("????").is_err());
    }
}
