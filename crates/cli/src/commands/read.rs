//! `jadoube read`: which legal moves can this text express?

use jadoube_board::{Movement, Origins, Position};
use jadoube_game::Code;
use jadoube_law::questions::odds::{CASTLING_WITHOUT_ROOK, QUEENING};
use jadoube_notation::{Context, Previous, read_move};
use serde_json::{Value, json};

use super::draw::draw;
use crate::failure::Failure;

/// How men move under a code, where the codes differ: castling without a Rook given as odds, and a
/// Pawn that may remain one.
pub(crate) fn movement(code: Code) -> Movement {
    Movement {
        castling: CASTLING_WITHOUT_ROOK[code].value,
        queening: QUEENING[code].value,
    }
}

/// Read one move as anyone may have written it, and say which legal moves it can express.
///
/// Prints one JSON object: `moves` in UCI, `reading` (what was understood) and `remarks` (what had to
/// be supposed); for a text that is not understood `error` with its `span`, in bytes of the text.
/// Exit status: 0 for a text that is understood, also where no legal move fits it; 1 for one that is
/// not; 2 for a position or moves that cannot be.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube read P-B4
  jadoube read --moves 'e2e4 e7e5' \"Kt. to K. B's 3d.\"
  jadoube read --fen '6k1/8/8/8/8/8/8/R4RK1 w - - 0 1' 'Q R to K sq.'")]
pub(crate) struct Args {
    /// The move as written, in any style: `P-K4`, `Kt. takes P. (ch.)`, `Castles`, `Nf3`, `e2e4`.
    #[arg(required = true, allow_hyphen_values = true)]
    text: Vec<String>,
    /// The position the move is made in; the ordinary array if left out.
    #[arg(long)]
    fen: Option<String>,
    /// Moves made from that position before the text, in UCI: they tell which Rook is the King's
    /// Rook, and what `takes it` takes.
    #[arg(long)]
    moves: Option<String>,
    /// The code of laws: in 1862 a Pawn may remain a Pawn, and codes differ on castling at odds.
    #[arg(long)]
    code: Option<Code>,
}

/// Prints one JSON object: the moves, what was understood, and what had to be supposed.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let movement = args.code.map_or(Movement::default(), movement);
    let mut position = match &args.fen {
        None => Position::ordinary(),
        Some(fen) => match Position::from_fen_irregular(fen, movement) {
            Ok(position) => position,
            Err(error) => {
                return Err(Failure::input(format_args!("the FEN `{fen}`: {error}")));
            }
        },
    };
    if args.fen.is_none() && args.code.is_some() {
        // The array with the code's own way of moving.
        let array = position.to_fen();
        position = Position::from_fen_irregular(&array, movement).unwrap_or(position);
    }
    let mut origins = Origins::of(position.board());
    let mut previous = None;
    for text in args.moves.iter().flat_map(|moves| moves.split_whitespace()) {
        let made = match position.parse_uci(text) {
            Ok(made) => made,
            Err(error) => {
                return Err(Failure::input(format_args!(
                    "the move `{text}` in --moves: {error}"
                )));
            }
        };
        previous = Some(Previous {
            movement: made,
            took: position.captured(made).is_some(),
        });
        origins.play(&position, made);
        position = position.play(made);
    }
    let by_place = args.fen.is_some();
    let text = args.text.join(" ");
    let context = Context {
        position: &position,
        origins: &origins,
        by_place,
        previous,
    };
    match read_move(&text, &context) {
        Ok(reading) => {
            let moves: Vec<String> = reading.moves.iter().map(ToString::to_string).collect();
            let ways: Vec<String> = reading.ways.iter().map(ToString::to_string).collect();
            let remarks: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
            let understood = match &ways[..] {
                [] => Value::Null,
                [way] => json!(way),
                several => json!(several),
            };
            println!(
                "{}",
                json!({"moves": moves, "reading": understood, "remarks": remarks})
            );
            Ok(())
        }
        Err(error) => {
            let (start, end) = error.span;
            println!(
                "{}",
                json!({"moves": [], "reading": null, "error": {
                    "span": [start, end], "found": error.found, "expected": error.expected
                }})
            );
            eprintln!("{}", draw(&format!("error: {error}"), "text", &text, start..end));
            Err(Failure::Said(1))
        }
    }
}
