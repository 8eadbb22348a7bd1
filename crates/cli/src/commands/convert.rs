//! `jadoube convert`: which games stand in these pages, and how do they look in another style?

use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use jadoube_audit::told_ending;
use jadoube_board::{Board, Colour, Kind, Move, Origins, Position};
use jadoube_game::Code;
use jadoube_notation::{
    Annotation, DEEPEST_VARIATION, Doubt, Edition, Ending, Fault, GameReading, Language, Note, PageOptions,
    PgnGame, PgnReader, PgnWriter, Replay, ScoreReader, Standing, Step, Style, abbreviated_record, decode,
    full_record, is_pgn, push_san, read_page, replay, start_from, write_move,
};
use serde_json::{Value, json};

use super::draw::{Lines, draw, draw_line};
use super::input::{Progress, files, is_named_pgn, number, open};
use super::{record, source};
use crate::failure::Failure;

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
    #[arg(long, value_name = "NUMBER", value_parser = number(1..=u64::MAX))]
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
    let target: Box<dyn io::Write> = match &args.output {
        None => Box::new(io::stdout().lock()),
        Some(path) => {
            let said = |why: io::Error| Failure::Input(format!("{}: {why}", path.display()));
            Box::new(std::fs::File::create(path).map_err(said)?)
        }
    };
    let mut out = BufWriter::new(target);
    let mut reader = ScoreReader::new();
    for path in &files(&args.inputs, |_| true, "files of print, PGN or cells")? {
        let result = open(path).and_then(|(source, progress)| {
            convert(args, path, source, &progress, &mut reader, &mut tally, &mut out)
        });
        if let Err(error) = result {
            if error.kind() == io::ErrorKind::BrokenPipe {
                return Err(Failure::ReaderGone);
            }
            eprintln!("error: {}: {error}", path.display());
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

fn cells(
    args: &Args,
    name: &str,
    mut source: BufReader<Box<dyn Read>>,
    progress: &Progress,
    reader: &mut ScoreReader,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        (&mut source)
            .take(LONGEST_CELLS + 1)
            .read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            break;
        }
        if bytes.len() as u64 > LONGEST_CELLS {
            return Err(io::Error::other(format!(
                "line {number}: more than {} MB: expected one game",
                LONGEST_CELLS >> 20
            )));
        }
        let line = decode(bytes.strip_suffix(b"\n").unwrap_or(&bytes));
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            continue;
        }
        let mut refuse = |message: String, at: usize| {
            progress.say(&draw_line(
                &format!("error: {message}"),
                name,
                number,
                line,
                at..at + 1,
            ));
            tally.failed = true;
        };
        let value: Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => {
                refuse(format!("no JSON: {error}"), error.column().saturating_sub(1));
                continue;
            }
        };
        let columns = column(&value, "white").and_then(|white| Ok((white, column(&value, "black")?)));
        let (white, black) = match columns {
            Ok(columns) => columns,
            Err((field, message)) => {
                refuse(message, line.find(&format!("\"{field}\"")).unwrap_or(0));
                continue;
            }
        };
        let fen = match value.get("start_fen") {
            None | Some(Value::Null) => "",
            Some(Value::String(fen)) => fen.trim(),
            Some(other) => {
                let at = line.find("\"start_fen\"").unwrap_or(0);
                refuse(
                    format!("`start_fen` is {}: expected a text or null", sort(other)),
                    at,
                );
                continue;
            }
        };
        let start = if fen.is_empty() {
            Position::ordinary()
        } else {
            match start_from(fen) {
                Ok(start) => start,
                Err(error) => {
                    refuse(format!("start_fen: {error}"), line.find(fen).unwrap_or(0));
                    continue;
                }
            }
        };
        if tally.passes_over(args) {
            continue;
        }
        let by_place = goes_by_place(&start);
        let mut reading = reader.read_columns(&start, by_place, &white, &black, args.repair);
        note_place(by_place, &mut reading);
        for fault in &reading.faults {
            // The cell alone is drawn: a whole game on one line would drown it.
            let span = fault.span.map_or(0..fault.text.len(), |(from, to)| from..to);
            let message = fault_in_words(&start, tally.games + 1, fault);
            progress.say(&draw_line(&message, name, number, &fault.text, span));
        }
        let told = value.get("result").and_then(Value::as_str);
        let result = outcome(&start, &reading.moves, told, reading.faults.is_empty());
        let game = Game {
            from: From::Cells,
            start,
            broke_off: broke_off(&reading),
            whole: reading.faults.is_empty(),
            reading,
            tags: Vec::new(),
            title: Vec::new(),
            result,
            ending: None,
            annotations: Vec::new(),
            beyond: Vec::new(),
            as_it_stood: None,
            rest: String::new(),
            doubts: Vec::new(),
            languages: Vec::new(),
            id: value.get("id").cloned().unwrap_or(Value::Null),
        };
        finish(args, &game, progress, tally, out)?;
    }
    Ok(())
}

/// A column of cells; a column left out is empty, and so is a cell that is null. Otherwise the field
/// at fault and what is wrong with it.
fn column<'v>(value: &'v Value, name: &'static str) -> Result<Vec<&'v str>, (&'static str, String)> {
    let both = ["white", "black"];
    if !value.is_object() || both.iter().all(|name| value.get(name).is_none()) {
        let message = "a game needs `white` and `black`, two lists of texts".to_owned();
        return Err((name, message));
    }
    match value.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(cells)) => cells
            .iter()
            .enumerate()
            .map(|(index, cell)| match cell {
                Value::Null => Ok(""),
                Value::String(text) => Ok(text.as_str()),
                other => Err((
                    name,
                    format!(
                        "`{name}`, cell {}, is {}: expected a text",
                        index + 1,
                        sort(other)
                    ),
                )),
            })
            .collect(),
        Some(other) => Err((
            name,
            format!("`{name}` is {}: expected a list of texts", sort(other)),
        )),
    }
}

/// What sort of JSON value this is, in words.
fn sort(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn move_in_words(start: &Position, ply: usize) -> String {
    let offset = usize::from(start.turn() == Colour::Black);
    let index = ply.saturating_sub(1) + offset;
    let number = usize::from(start.fullmove()) + index / 2;
    let side = if index.is_multiple_of(2) { "White" } else { "Black" };
    format!("{side}'s move {number}")
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

/// No game in cells is longer than this.
const LONGEST_CELLS: u64 = 1 << 23;

/// Pages are read whole, and no book is longer than this.
const LONGEST_BOOK: u64 = 1 << 28;

fn page(
    args: &Args,
    name: &str,
    source: BufReader<Box<dyn Read>>,
    progress: &Progress,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    source.take(LONGEST_BOOK + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_BOOK {
        return Err(io::Error::other(format!(
            "a text of more than {} MB: expected pages of print, which are read whole",
            LONGEST_BOOK >> 20
        )));
    }
    let text = decode(&bytes);
    let start = args.fen.as_deref().map(start_from).transpose();
    let options = PageOptions {
        repair: args.repair,
        language: args.language,
        start: start.map_err(|error| io::Error::other(format!("--fen: {error}")))?,
    };
    let page = read_page(&text, &options);
    let lines = Lines::of(&text);
    for game in page.games {
        if tally.passes_over(args) {
            continue;
        }
        let number = tally.games + 1;
        for fault in &game.reading.faults {
            let span = game.cell_of(fault.ply).unwrap_or(0..0);
            let span = match fault.span {
                Some((from, to)) => span.start + from..span.start + to,
                None => span,
            };
            progress.say(&draw(
                &fault_in_words(&game.start, number, fault),
                name,
                &lines,
                span,
            ));
        }
        let mut doubts = Vec::new();
        for doubt in game.doubts {
            let message = format!(
                "doubt in game {number}, {}: {}",
                move_in_words(&game.start, doubt.ply),
                doubt.why
            );
            progress.say(&draw(&message, name, &lines, doubt.span.clone()));
            let place = lines.place(doubt.span.start);
            doubts.push((doubt, place));
        }
        let result = outcome(
            &game.start,
            &game.reading.moves,
            game.result,
            game.reading.faults.is_empty(),
        );
        let annotations = game
            .notes
            .into_iter()
            .map(|note| (note.ply, Annotation::Comment(note.text)))
            .collect();
        let game = Game {
            from: From::Score,
            start: game.start,
            broke_off: broke_off(&game.reading),
            whole: game.reading.faults.is_empty(),
            reading: game.reading,
            tags: game.tags,
            title: game.title,
            result,
            ending: game.ending,
            annotations,
            beyond: Vec::new(),
            as_it_stood: None,
            rest: String::new(),
            doubts,
            languages: game.languages,
            id: Value::Null,
        };
        finish(args, &game, progress, tally, out)?;
    }
    // What is in no game is not in the one that was asked for.
    let unread = page.unread.into_iter().filter(|_| args.game.is_none());
    for doubt in unread {
        progress.say(&draw(
            &format!("not read: {}", doubt.why),
            name,
            &lines,
            doubt.span,
        ));
        tally.unread += 1;
    }
    Ok(())
}

fn pgn(
    args: &Args,
    name: &str,
    source: BufReader<Box<dyn Read>>,
    progress: &Progress,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut reader = PgnReader::new(source);
    while let Some(game) = reader.next_game()? {
        if tally.passes_over(args) {
            continue;
        }
        let mut faults = Vec::new();
        let replayed = replay(&game, args.irregular || args.to() == To::Record).unwrap_or_else(|error| {
            let fen = game.tag("FEN").unwrap_or_default();
            let kept = if args.to() == To::Pgn {
                "; the game is kept as it stood, its moves untested"
            } else {
                "; its moves are not read"
            };
            let why = format!("the FEN: {error}{kept}");
            let message = format!("fault in game {}: {why}", tally.games + 1);
            progress.say(&draw_line(&message, name, game.line, fen, 0..fen.len()));
            faults.push(Fault {
                ply: 0,
                text: fen.to_owned(),
                span: None,
                why,
                would_fit: Vec::new(),
            });
            Replay::untested(&game)
        });
        let legal = replayed.legal_steps().len();
        let mut reading = GameReading {
            moves: replayed.steps[..legal].iter().map(|step| step.movement).collect(),
            faults,
            ..GameReading::default()
        };
        let mut broke_off = broke_off(&reading);
        // PGN is kept as it stood, and JSON names squares; nothing else can say how a King castled in Chess960.
        if let Some(step) = replayed.steps.get(legal)
            && step.standing == Standing::Chess960
            && !matches!(args.to(), To::Pgn | To::Json)
        {
            let fault = Fault {
                ply: legal + 1,
                text: step.text.clone(),
                span: None,
                why: "castling as in Chess960: only PGN and JSON carry it and what follows".to_owned(),
                would_fit: Vec::new(),
            };
            progress.say(&fault_in_words(&replayed.start, tally.games + 1, &fault));
            reading.faults.push(fault);
        }
        for irregularity in &replayed.irregularities {
            let spot = irregularity.spot;
            let mut why = format!("line {}: {}", spot.line, irregularity.why);
            if irregularity.in_variation {
                why.push_str("; in a variation");
            }
            if irregularity.stood {
                why.push_str("; it stood");
            }
            let fault = Fault {
                ply: irregularity.ply,
                text: irregularity.text.clone(),
                span: None,
                why,
                would_fit: irregularity.would_fit.clone(),
            };
            let message = fault_in_words(&replayed.start, tally.games + 1, &fault);
            let source = game.source_line(spot.line).unwrap_or_default();
            let span = spot.column..spot.column + fault.text.len();
            progress.say(&draw_line(&message, name, spot.line, source, span));
            if !irregularity.in_variation && broke_off.is_none() {
                broke_off = Some(format!("\"{}\": {}", fault.text, fault.why));
            }
            reading.faults.push(fault);
        }
        let mut note = |text: String| reading.notes.push(Note { ply: 0, text });
        let mut warn = |text: String| {
            progress.say(&format!("warning in game {}: {text}", tally.games + 1));
            note(text);
        };
        if game.unclosed_comment {
            warn("a comment is not closed; it ends where the next game begins".to_owned());
        }
        if args.to() == To::Record && replayed.chess960 {
            warn("a record knows no castling as in Chess960: the men cannot castle in it".to_owned());
        }
        if let (Some(told), Some(tag)) = (game.result, game.tag("Result"))
            && told != tag
            && told != "*"
            && tag != "*"
        {
            warn(format!(
                "the Result tag says {tag} and the text {told}; the text is taken"
            ));
        }
        let held = |(_, annotation): &(usize, Annotation)| matches!(annotation, Annotation::Variation(_));
        if args.to() != To::Pgn && replayed.annotations.iter().any(held) {
            note("variations are read and not written: only PGN carries them".to_owned());
        }
        if args.to() != To::Pgn && replayed.unread > 0 {
            note(format!(
                "moves after the fault that are not read: {}",
                replayed.unread
            ));
        }
        if game.too_deep {
            note(format!(
                "variations nested more than {DEEPEST_VARIATION} deep are left out"
            ));
        }
        let result = outcome(
            &replayed.start,
            &reading.moves,
            game.result.or_else(|| game.tag("Result")),
            false,
        );
        let converted = Game {
            from: From::Pgn,
            start: replayed.start,
            whole: record::is_whole(&replayed),
            ending: told_ending(&game),
            reading,
            annotations: replayed.annotations,
            broke_off,
            rest: replayed.rest,
            doubts: Vec::new(),
            languages: Vec::new(),
            tags: game.tags.clone(),
            title: Vec::new(),
            result,
            as_it_stood: replayed.keep_text.then_some(game),
            beyond: replayed.steps[legal..].to_vec(),
            id: Value::Null,
        };
        finish(args, &converted, progress, tally, out)?;
    }
    Ok(())
}

fn finish(
    args: &Args,
    game: &Game,
    progress: &Progress,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    tally.games += 1;
    if args.to() == To::Record && args.game.is_none() && tally.games > 1 {
        return Err(io::Error::other(
            "a record holds one game: choose one with --game",
        ));
    }
    tally.unclean += u64::from(!game.reading.is_clean() || !game.doubts.is_empty());
    progress.games(1);
    if args.to() != To::Json {
        report(game, tally.games, progress);
    }
    match args.to() {
        To::Json => writeln!(out, "{}", as_json(game)),
        To::Uci => {
            let moves: Vec<String> = game.reading.moves.iter().map(ToString::to_string).collect();
            writeln!(out, "{}", moves.join(" "))
        }
        // Without its start, a game is no record.
        To::Record if game.reading.faults.iter().any(|fault| fault.ply == 0) => Ok(()),
        To::Record => {
            let legal = texts(&game.reading.moves).into_iter();
            let moves = legal.chain(record::acts(&game.beyond));
            let tagged = game.tags.iter().find(|(name, _)| name == "Laws");
            let tagged = tagged.and_then(|(_, code)| code.parse().ok());
            let code = args.code.or(tagged).unwrap_or(record::DEFAULT_CODE);
            let end = game.whole.then_some(record::End {
                result: game.result,
                how: game.ending,
            });
            let (lines, remark) = record::of_game(code, &game.start, moves, end);
            if let Some(remark) = remark {
                progress.say(&format!("warning in game {}: {remark}", tally.games));
            }
            write!(out, "{lines}")
        }
        To::Pgn => writeln!(out, "{}", as_pgn(args, game)),
        To::Descriptive | To::Algebraic | To::Full => write!(out, "{}", as_columns(args, game)),
    }
}

/// Ties and repairs are never passed over in silence, whatever the output can carry.
fn report(game: &Game, number: u64, progress: &Progress) {
    for tie in &game.reading.ties {
        let moves: Vec<String> = tie.moves.iter().map(ToString::to_string).collect();
        progress.say(&format!(
            "tie in game {number}, {}: {} all replay to the end; {} is taken",
            move_in_words(&game.start, tie.ply),
            moves.join(", "),
            game.reading.moves[tie.ply - 1]
        ));
    }
    for repair in &game.reading.repairs {
        progress.say(&format!(
            "repair in game {number}, {}: `{}` is read as `{}`: {}",
            move_in_words(&game.start, repair.ply),
            repair.text,
            repair.read_as,
            repair.why
        ));
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn as_json(game: &Game) -> Value {
    let reading = &game.reading;
    let mut uci = texts(&reading.moves);
    uci.extend(game.beyond.iter().map(|step| match step.standing {
        // UCI's own sign.
        Standing::Passed => "0000".to_owned(),
        _ => step.movement.to_string(),
    }));
    let ties: Vec<Value> = reading
        .ties
        .iter()
        .map(|tie| {
            let lines: Vec<Vec<String>> = tie.lines.iter().map(|line| texts(line)).collect();
            json!({"ply": tie.ply, "moves": texts(&tie.moves), "lines": lines})
        })
        .collect();
    let faults: Vec<Value> = reading
        .faults
        .iter()
        .map(|fault| {
            json!({
                "ply": fault.ply, "text": fault.text, "why": fault.why,
                "would_fit": texts(&fault.would_fit), "span": fault.span.map(|(from, to)| [from, to]),
            })
        })
        .collect();
    let repairs: Vec<Value> = reading
        .repairs
        .iter()
        .map(|repair| {
            json!({
                "ply": repair.ply, "text": repair.text, "read_as": repair.read_as,
                "move": repair.movement.to_string(), "why": repair.why,
            })
        })
        .collect();
    let notes: Vec<Value> = reading
        .notes
        .iter()
        .map(|note| json!({"ply": note.ply, "text": note.text}))
        .collect();
    let mut object = json!({"uci": uci, "ties": ties, "faults": faults, "repairs": repairs, "notes": notes});
    if !game.tags.is_empty() {
        let tags: serde_json::Map<String, Value> = game
            .tags
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect();
        object["tags"] = Value::Object(tags);
    }
    if game.result != "*" {
        object["result"] = json!(game.result);
    }
    let comments: Vec<Value> = game
        .annotations
        .iter()
        .filter_map(|(ply, annotation)| match annotation {
            Annotation::Comment(text) => Some(json!({"ply": ply, "text": text})),
            _ => None,
        })
        .collect();
    if !comments.is_empty() {
        object["comments"] = json!(comments);
    }
    let doubts: Vec<Value> = game
        .doubts
        .iter()
        .map(|(doubt, (line, column))| {
            json!({"ply": doubt.ply, "why": doubt.why, "line": line, "column": column})
        })
        .collect();
    if !doubts.is_empty() {
        object["doubts"] = json!(doubts);
    }
    if !game.languages.is_empty() && game.languages[0] != Language::English {
        let names: Vec<&str> = game.languages.iter().map(|language| language.name()).collect();
        object["languages"] = json!(names);
    }
    if !game.id.is_null() {
        object["id"] = game.id.clone();
    }
    if *game.start.board() != Board::ARRAY {
        // The board does not know the rights to castle of Chess960.
        let fen = game.as_it_stood.as_ref().and_then(|game| game.tag("FEN"));
        object["start_fen"] = json!(fen.map_or_else(|| game.start.to_fen(), str::to_owned));
    }
    object
}

fn as_pgn(args: &Args, game: &Game) -> String {
    let reading = &game.reading;
    let mut tags = game.tags.clone();
    if let Some(code) = args.code {
        tags.retain(|(name, _)| name != "Laws");
        tags.push(("Laws".to_owned(), code.to_string()));
    }
    if let Some(stood) = &game.as_it_stood {
        let mut kept = stood.clone();
        kept.tags = tags;
        return kept.to_pgn();
    }
    let last = reading.moves.len();
    let (mut annotations, beyond): (Vec<_>, Vec<_>) = game
        .annotations
        .iter()
        .cloned()
        .partition(|(ply, _)| *ply <= last);
    let mut remark = |ply: usize, text: String| annotations.push((ply, Annotation::Comment(text)));
    for tie in &reading.ties {
        let others: Vec<String> = tie
            .moves
            .iter()
            .filter(|movement| **movement != reading.moves[tie.ply - 1])
            .map(ToString::to_string)
            .collect();
        remark(
            tie.ply,
            format!("the score leaves this open: also {}", others.join(", ")),
        );
    }
    for repair in &reading.repairs {
        remark(
            repair.ply,
            format!(
                "printed \"{}\", read as \"{}\": {}",
                repair.text, repair.read_as, repair.why
            ),
        );
    }
    // A fault in a variation is told where the variation breaks off.
    if let Some(why) = &game.broke_off {
        remark(last, why.clone());
    }
    if !game.rest.is_empty() {
        remark(last, format!("not read after it: {}", game.rest));
    }
    if !game.beyond.is_empty() {
        remark(last, went_on(game, &beyond));
    }
    for note in reading.notes.iter().filter(|note| note.ply <= last) {
        remark(note.ply, note.text.clone());
    }
    annotations.sort_by_key(|(ply, _)| *ply);
    PgnWriter {
        tags: &tags,
        annotations: &annotations,
        result: game.result,
    }
    .write(&game.start, &reading.moves)
}

/// What followed an irregular move that stood, with the remarks on it, for a comment: other
/// programs could not replay it.
fn went_on(game: &Game, annotations: &[(usize, Annotation)]) -> String {
    let mut text = "the move stood, and the game went on".to_owned();
    let legal = game.reading.moves.len();
    for (index, step) in game.beyond.iter().enumerate() {
        let _ = write!(text, " {}", step.text);
        for (_, annotation) in annotations.iter().filter(|(ply, _)| *ply == legal + index + 1) {
            let _ = match annotation {
                Annotation::Comment(remark) => write!(text, " [{remark}]"),
                Annotation::Nag(nag) => write!(text, " ${nag}"),
                Annotation::Variation(line) => {
                    let moves: Vec<String> = line
                        .moves
                        .iter()
                        .map(|movement| movement.map_or("--".to_owned(), |movement| movement.to_string()))
                        .collect();
                    write!(text, " ({})", moves.join(" "))
                }
            };
        }
    }
    text
}

fn as_columns(args: &Args, game: &Game) -> String {
    let mut out = String::new();
    for line in &game.title {
        let _ = writeln!(out, "{line}");
    }
    for (name, value) in game.tags.iter().filter(|_| game.title.is_empty()) {
        let _ = writeln!(out, "{name}: {value}");
    }
    if *game.start.board() != Board::ARRAY {
        let _ = writeln!(out, "From {}", game.start.to_fen());
    }
    let mut position = game.start;
    let mut origins = Origins::of(position.board());
    let mut cells: Vec<String> = Vec::new();
    for &movement in &game.reading.moves {
        cells.push(set_down(args, game.from, &position, movement, &origins));
        origins.play(&position, movement);
        position = position.play(movement);
    }
    let repaired = |ply: usize| game.reading.repairs.iter().any(|repair| repair.ply == ply);
    for (index, cell) in cells.iter_mut().enumerate() {
        if repaired(index + 1) {
            cell.push('*');
        }
    }
    if game.start.turn() == Colour::Black && !cells.is_empty() {
        cells.insert(0, "...".to_owned());
    }
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0) + 2;
    for (number, pair) in (usize::from(game.start.fullmove())..).zip(cells.chunks(2)) {
        let white = &pair[0];
        let black = match pair.get(1) {
            // Over so wide a column the eye does not find the number again.
            Some(black) if args.to() == To::Full => format!("{number:>3}. {black}"),
            Some(black) => black.clone(),
            None => String::new(),
        };
        let line = format!("{number:>3}. {white:<width$}{black}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if game.result != "*" {
        let _ = writeln!(out, "     {}", game.result);
    }
    for repair in &game.reading.repairs {
        let _ = writeln!(out, "* printed \"{}\": {}", repair.text, repair.why);
    }
    out.push('\n');
    out
}

fn set_down(args: &Args, from: From, position: &Position, movement: Move, origins: &Origins) -> String {
    let letters = args.letters(from);
    match (args.to(), args.code) {
        (To::Algebraic, _) if args.figurines => write_move(Style::Figurine, position, movement, origins),
        (To::Algebraic, Some(Code::Fide1931)) => {
            write_move(Style::ShortAlgebraic1931, position, movement, origins)
        }
        (To::Algebraic, Some(Code::Fide2023)) => {
            write_move(Style::Algebraic2023, position, movement, origins)
        }
        (To::Algebraic, _) if letters.is_some() => {
            let language = letters.unwrap_or(Language::English);
            write_move(Style::Algebraic(language), position, movement, origins)
        }
        (To::Algebraic, _) => {
            let mut text = String::new();
            push_san(&mut text, position, movement);
            text
        }
        (To::Full, Some(Code::Fide1931)) => write_move(Style::LongAlgebraic1931, position, movement, origins),
        (To::Full, Some(Code::Fide2023)) => write_move(Style::LongAlgebraic2023, position, movement, origins),
        (To::Full, code) => {
            let edition = if code == Some(Code::Bcc1896) {
                Edition::Bcc1896
            } else {
                Edition::Bcc1899
            };
            format!(
                "{} [{}]",
                full_record(position, movement, edition),
                abbreviated_record(position, movement, edition)
            )
        }
        _ => {
            let style = match args.style {
                Setting::Terse => letters.map_or(Style::Descriptive, Style::DescriptiveIn),
                Setting::Spaced => Style::Spaced,
                Setting::Words => Style::Words,
                Setting::Possessive => Style::Possessive,
                Setting::Hybrid => Style::Hybrid,
                Setting::Fide => Style::Descriptive1931,
            };
            write_move(style, position, movement, origins)
        }
    }
}
