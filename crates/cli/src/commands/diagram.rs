//! How is a position shown in a book, on a page or in a letter?

use super::{input::number, source};
use crate::failure::{Failure, print};
use jadoube::{Diagram, Sitting, judge::Incident};
use jadoube_board::{Board, Colour, FenError, Square};
use std::path::PathBuf;

/// Draw a position: SVG, LaTeX or text, for a FEN or a moment of a record
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube diagram > start.svg
  jadoube diagram --fen '8/8/8/8/8/3k4/8/3KB3 w - - 0 1' --to latex
  jadoube diagram --record game.jsonl --after 5 --to unicode --mark f1")]
pub(crate) struct Args {
    /// The position [default: the ordinary array].
    #[arg(long, conflicts_with = "record")]
    fen: Option<String>,
    /// A record, `-` for standard input: the position as the men stand in it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// After so many acts of the record [default: all of them].
    #[arg(long, value_name = "ACTS", value_parser = number(0usize..), requires = "record")]
    after: Option<usize>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = To::Svg)]
    to: To,
    /// As Black sees it.
    #[arg(long)]
    flipped: bool,
    /// Without the letters and figures at the edge.
    #[arg(long)]
    bare: bool,
    /// Mark these squares.
    #[arg(long, value_name = "SQUARE", num_args = 1.., value_delimiter = ',')]
    mark: Vec<Square>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum To {
    /// A drawing that needs nothing but itself.
    Svg,
    /// A command for LaTeX's package `chessboard`.
    Latex,
    /// The men of Unicode.
    Unicode,
    /// The letters of FEN.
    Text,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (board, turn) = board(args)?;
    let diagram = Diagram::of(&board)
        .turn(turn)
        .flipped(args.flipped)
        .coordinates(!args.bare)
        .marked(args.mark.iter().copied());
    let drawn = match args.to {
        To::Svg => diagram.svg(),
        To::Latex => diagram.latex(),
        To::Unicode => diagram.unicode(),
        To::Text => diagram.letters(),
    };
    print(drawn.trim_end())
}

/// The men, and whose turn it is where that is told.
fn board(args: &Args) -> Result<(Board, Option<Colour>), Failure> {
    let Some(file) = &args.record else {
        let Some(fen) = &args.fen else {
            return Ok((Board::ARRAY, Some(Colour::White)));
        };
        return read(fen).map_err(|error| Failure::input(format_args!("the FEN `{fen}`: {error}")));
    };
    let name = source::name(file);
    let said = |why: &dyn std::fmt::Display| Failure::Input(format!("{name}: {why}"));
    let incident = Incident::read(source::open(file)?).map_err(|error| said(&error))?;
    let acts = incident.acts.len();
    let after = args.after.unwrap_or(acts);
    if after > acts {
        return Err(said(&format_args!(
            "--after {after}: expected at most {acts}, the number of its acts"
        )));
    }
    let mut sitting = Sitting::on(incident.terms).map_err(|error| said(&error))?;
    for (line, event) in &incident.acts[..after] {
        sitting
            .take(event)
            .map_err(|why| said(&jadoube_record::RecordFault::impossible(&event.act, &why).on_line(*line)))?;
    }
    // The men as they stand are a FEN, whether or not they make a position.
    let state = sitting.seen(jadoube_record::Eye::Arbiter, true);
    let fen = state.get("board").and_then(jadoube_record::Json::as_str);
    read(fen.unwrap_or_default()).map_err(|error| said(&error))
}

fn read(fen: &str) -> Result<(Board, Option<Colour>), FenError> {
    let board = Board::from_fen_lenient(fen)?;
    let turn = fen
        .split_whitespace()
        .nth(1)
        .and_then(|word| match word.to_lowercase().as_str() {
            "w" | "white" => Some(Colour::White),
            "b" | "black" => Some(Colour::Black),
            _ => None,
        });
    Ok((board, turn))
}
