//! `jadoube convert`: which games stand in these pages, and how do they look in another style?

mod cells;
mod page;
mod pgn;
mod set_down;

use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use jadoube_board::{Colour, Kind, Move, Origins, Position};
use jadoube_game::Code;
use jadoube_notation::{
    Annotation, Doubt, Ending, Fault, GameReading, Language, Note, PgnGame, ScoreReader, Step, is_pgn,
};
use serde_json::Value;

use super::input::{Progress, files, is_named_pgn, number, open};
use super::output::Output;
use super::source;
use crate::failure::{Failure, tell};
use cells::cells;
use page::page;
use pgn::pgn;

/// What the input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Told from the input itself.
    Auto,
    /// Printed pages: numbered lines, columns, fractions, notes between the moves.
    Score,
    /// PGN, of any size.
    Pgn,
    /// One game a line: `{"start_fen":…,"white":[…],"black":[…]}`.
    Cells,
}

/// What the output is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// PGN that other programs open.
    Pgn,
    /// Two columns in descriptive notation.
    Descriptive,
    /// SAN, or the algebraic record of 1931 under `--code fide-1931`.
    Algebraic,
    /// The British Code's full record in words, with its abbreviation.
    Full,
    /// One line of UCI moves a game.
    Uci,
    /// One JSON object a game, with ties, faults, repairs and notes.
    Json,
    /// A game record, for `jadoube rule -`: one game, moves against the rules as the acts they were, and its end as far
    /// as the score tells what brought it about.
    Record,
}

/// How the descriptive columns are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Setting {
    /// `Kt-KB3`
    Terse,
    /// `Kt - K B 3`
    Spaced,
    /// `Kt to KB3`
    Words,
    /// `Kt. to K. B's 3d.`
    Possessive,
    /// `Kt-f3`
    Hybrid,
    /// `Kt.KB3`, as FIDE printed it in 1931
    Fide,
}

/// Read printed scores, PGN or cells, and set the games down in another style.
///
/// Every reading is kept alive until the rest of the score decides; what nothing decides is reported
/// as a tie. Exit status: 0 when all games are read without ties, faults, repairs or doubts, 1
/// otherwise, 2 for input that is no score at all.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube convert book.txt --to pgn
  jadoube convert book.txt --repair --to descriptive --style possessive
  jadoube convert games.pgn.zst --to json --irregular
  jadoube convert partie.txt --language german --to pgn -o partie.pgn
  jadoube convert old.txt --to record --code bcc-1899 | jadoube rule -

Words of the trade (docs/glossary.md has them all):
  cell     the place of one move in a printed score
  reading  a legal move, or a whole line of them, that the print can mean
  fault    a cell, or a row of moves, that cannot be read
  tie      a cell with two readings, and nothing printed decides
  repair   a misprint read as what it must mean
  doubt    something odd on the page: a number out of turn, an answer that is missing")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Args {
    /// Files or directories to read, plain, zstd, gzip or bzip2; `-` is standard input.
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// What the input is.
    #[arg(long, value_enum, default_value = "auto")]
    from: From,
    /// What the output is to be.
    #[arg(long, value_enum, required_unless_present = "json")]
    to: Option<To>,
    /// The same as `--to json`.
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// How descriptive moves are set.
    #[arg(long, value_enum, default_value = "terse")]
    style: Setting,
    /// Amend misprints by the smallest change that lets the game go on, and mark every one.
    #[arg(long)]
    repair: bool,
    /// Let a move against the rules stand and go on from the position it made (PGN).
    #[arg(long)]
    irregular: bool,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Convert only the game with this number, from 1.
    #[arg(long, value_name = "NUMBER", value_parser = number(1u64..))]
    game: Option<u64>,
    /// The language of a printed score; found from the moves where it is not given. PGN and cells have
    /// none: for them it is the language to write in.
    #[arg(long)]
    language: Option<Language>,
    /// The position in which the first game of a printed page begins, where it is not the array: a problem,
    /// an adjourned game, odds of moves.
    #[arg(long)]
    fen: Option<String>,
    /// The language whose letters `--to algebraic` writes; `--to descriptive` writes french, spanish and
    /// portuguese.
    #[arg(long, value_name = "LANGUAGE")]
    into: Option<Language>,
    /// Figurines for the letters of `--to algebraic`: `♘f3`.
    #[arg(long, conflicts_with_all = ["into", "code"])]
    figurines: bool,
    /// The code of laws, for the `Laws` tag and the styles that differ by code.
    #[arg(long)]
    code: Option<Code>,
}

impl Args {
    fn to(&self) -> To {
        self.to.unwrap_or(To::Json)
    }

    /// The letters to write with; a printed score has a language of its own.
    fn letters(&self, from: From) -> Option<Language> {
        self.into.or(self.language.filter(|_| from != From::Score))
    }
}

/// A game ready to be set down.
struct Game {
    /// Where it was found.
    from: From,
    start: Position,
    reading: GameReading,
    tags: Vec<(String, String)>,
    /// Printed heading of the game.
    title: Vec<String>,
    result: &'static str,
    /// What brought the result about, where that is told.
    ending: Option<Ending>,
    /// Whether it was read to its end.
    whole: bool,
    /// Comments, glyphs and variations of the source by ply.
    annotations: Vec<(usize, Annotation)>,
    /// The irregular move that stood and all after it.
    beyond: Vec<Step>,
    /// The game of an archive that is written as it stood: moves alone cannot tell it.
    as_it_stood: Option<PgnGame>,
    /// Why the game breaks off where it does, in words.
    broke_off: Option<String>,
    /// What was not read after a fault.
    rest: String,
    /// What is odd on the page, each with its line and column.
    doubts: Vec<(Doubt, (usize, usize))>,
    /// The languages whose letters fit, where they are not English alone.
    languages: Vec<Language>,
    id: Value,
}

fn broke_off(reading: &GameReading) -> Option<String> {
    let fault = reading.faults.first()?;
    Some(format!("\"{}\": {}", fault.text, fault.why))
}

struct Tally {
    games: u64,
    unclean: u64,
    /// Rows of moves that belong to no game.
    unread: u64,
    failed: bool,
}

impl Tally {
    /// Whether the next game is not the one that was asked for. It is counted, and nothing is said of it.
    fn passes_over(&mut self, args: &Args) -> bool {
        let passed = args.game.is_some_and(|chosen| chosen != self.games + 1);
        self.games += u64::from(passed);
        passed
    }
}

/// Reads every input and writes every game.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut tally = Tally {
        games: 0,
        unclean: 0,
        unread: 0,
        failed: false,
    };
    if args.figurines && args.to() != To::Algebraic {
        return Err(Failure::input("--figurines is for --to algebraic"));
    }
    let mut inputs = files(&args.inputs, |_| true, "files of print, PGN or cells")?;
    let target: Box<dyn io::Write> = match &args.output {
        None => Box::new(io::stdout().lock()),
        Some(path) => {
            let output = Output::open(path)?;
            output.must_not_be(args.inputs.iter().map(PathBuf::as_path), "--output")?;
            // What an earlier run has left in a folder is no source of this one.
            inputs.retain(|input| !output.is(input));
            Box::new(output)
        }
    };
    let mut out = BufWriter::new(target);
    let mut reader = ScoreReader::new();
    for path in &inputs {
        let result = open(path).and_then(|(source, progress)| {
            convert(args, path, source, &progress, &mut reader, &mut tally, &mut out)
        });
        if let Err(error) = result {
            if error.kind() == io::ErrorKind::BrokenPipe {
                return Err(Failure::ReaderGone);
            }
            tell!("error: {}: {error}", source::name(path));
            tally.failed = true;
        }
    }
    out.flush()?;
    if tally.games == 0 && !tally.failed {
        let names: Vec<String> = args.inputs.iter().map(|path| source::name(path)).collect();
        return Err(Failure::Input(format!(
            "{}: no game was found; expected a printed score, PGN or cells",
            names.join(", ")
        )));
    }
    if let Some(chosen) = args.game
        && chosen > tally.games
        && !tally.failed
    {
        let there = if tally.games == 1 { "there is" } else { "there are" };
        return Err(Failure::Input(format!(
            "--game: there is no game {chosen}; {there} {}",
            tally.games
        )));
    }
    if tally.failed {
        Err(Failure::Said(2))
    } else if tally.unclean + tally.unread > 0 {
        Err(Failure::Said(1))
    } else {
        Ok(())
    }
}

fn convert(
    args: &Args,
    path: &Path,
    source: Box<dyn Read>,
    progress: &Progress,
    reader: &mut ScoreReader,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let name = source::name(path);
    let mut source = BufReader::with_capacity(1 << 18, source);
    let from = match args.from {
        From::Auto if is_named_pgn(path) => From::Pgn,
        From::Auto => guess(source.fill_buf()?),
        from => from,
    };
    if args.to() == To::Descriptive
        && let Some(language) = args.letters(from)
        && !(language == Language::English || language.has_descriptive() && args.style == Setting::Terse)
    {
        return Err(io::Error::other(format!(
            "no descriptive notation of that style in {language}: expected english, or french, spanish or \
             portuguese without --style"
        )));
    }
    match from {
        From::Cells => cells(args, &name, source, progress, reader, tally, out),
        From::Pgn => pgn(args, &name, source, progress, tally, out),
        From::Score | From::Auto => page(args, &name, source, progress, tally, out),
    }
}

/// Tells the kind of input from its first bytes.
fn guess(head: &[u8]) -> From {
    let start = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    if start.starts_with(b"{\"") {
        From::Cells
    } else if is_pgn(head) {
        From::Pgn
    } else {
        From::Score
    }
}

/// Men that are not on squares of their own have no names by origin: then they go by place.
fn goes_by_place(start: &Position) -> bool {
    let origins = Origins::of(start.board());
    start.board().iter().any(|(square, man)| {
        matches!(man.kind, Kind::Bishop | Kind::Knight | Kind::Rook) && origins.get(square).is_none()
    })
}

fn note_place(by_place: bool, reading: &mut GameReading) {
    if by_place {
        reading.notes.push(Note {
            ply: 0,
            text: "men away from their own squares at the start are named by where they stand".to_owned(),
        });
    }
}

fn outcome(start: &Position, moves: &[Move], told: Option<&str>, whole: bool) -> &'static str {
    match told {
        Some("1-0") => return "1-0",
        Some("0-1") => return "0-1",
        Some("1/2-1/2") => return "1/2-1/2",
        _ => {}
    }
    let end = moves
        .iter()
        .fold(*start, |position, movement| position.play(*movement));
    match (whole && end.is_checkmate(), end.turn()) {
        (true, Colour::Black) => "1-0",
        (true, Colour::White) => "0-1",
        _ => "*",
    }
}

fn move_in_words(start: &Position, ply: usize) -> String {
    let offset = usize::from(start.turn() == Colour::Black);
    let index = ply.saturating_sub(1) + offset;
    let number = usize::from(start.fullmove()) + index / 2;
    let side = if index.is_multiple_of(2) { "White" } else { "Black" };
    format!("{side}'s move {number}")
}

/// What was decided where the score leaves a choice, or has a misprint: by ply, in words.
fn decisions(start: &Position, game: u64, reading: &GameReading) -> Vec<(usize, String)> {
    let ties = reading.ties.iter().map(|tie| {
        let moves: Vec<String> = tie.moves.iter().map(ToString::to_string).collect();
        let message = format!(
            "tie in game {game}, {}: {} all replay to the end; {} is taken",
            move_in_words(start, tie.ply),
            moves.join(", "),
            reading.moves[tie.ply - 1]
        );
        (tie.ply, message)
    });
    let repairs = reading.repairs.iter().map(|repair| {
        let message = format!(
            "repair in game {game}, {}: `{}` is read as `{}`: {}",
            move_in_words(start, repair.ply),
            repair.text,
            repair.read_as,
            repair.why
        );
        (repair.ply, message)
    });
    ties.chain(repairs).collect()
}

fn fault_in_words(start: &Position, game: u64, fault: &Fault) -> String {
    let mut message = format!(
        "fault in game {game}, {}: {}",
        move_in_words(start, fault.ply),
        fault.why
    );
    if !fault.would_fit.is_empty() {
        let fits: Vec<String> = fault.would_fit.iter().take(8).map(ToString::to_string).collect();
        let _ = write!(message, "; would fit: {}", fits.join(", "));
    }
    message
}
