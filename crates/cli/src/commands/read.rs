//! `jadoube read`: which legal moves can this text express?

use jadoube::notation::Language;
use jadoube::reading::{Asked, NotRead, language_tie, to_json};
use jadoube_game::Code;

use super::draw::{Lines, draw};
use crate::failure::{Failure, print, tell};

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
  jadoube read --language german Sf3
  jadoube read --fen '6k1/8/8/8/8/8/8/R4RK1 w - - 0 1' 'Q R to K sq.'")]
pub(crate) struct Args {
    /// The move as written, in any style: `P-K4`, `Kt. takes P. (ch.)`, `Castles`, `Nf3`, `e2e4`.
    #[arg(required = true)]
    text: Vec<String>,
    /// The position the move is made in; the ordinary array if left out.
    #[arg(long)]
    fen: Option<String>,
    /// Moves made from that position before the text, in UCI or SAN: they tell which Rook is the
    /// King's Rook, and what `takes it` takes.
    #[arg(long)]
    moves: Option<String>,
    /// The code of laws: in 1862 a Pawn may remain a Pawn, and codes differ on castling at odds.
    #[arg(long)]
    code: Option<Code>,
    /// The language of the text; if left out, English and, where that gives no move, every other.
    #[arg(long)]
    language: Option<Language>,
}

/// Prints one JSON object: the moves, what was understood, and what had to be supposed.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let text = args.text.join(" ");
    let asked = Asked {
        fen: args.fen.as_deref(),
        moves: args.moves.as_deref(),
        code: args.code,
        language: args.language,
    };
    let read = match asked.read(&text) {
        Ok(reading) => Ok(reading),
        Err(NotRead::Text(error)) => Err(error),
        Err(NotRead::Fen(error)) => {
            let fen = args.fen.as_deref().unwrap_or_default();
            return Err(Failure::input(format_args!("the FEN `{fen}`: {error}")));
        }
        Err(error @ NotRead::Move(_)) => return Err(Failure::input(format_args!("--moves: {error}"))),
        Err(error) => return Err(Failure::input(error)),
    };
    print(to_json(&read))?;
    let error = match read {
        Err(error) => error,
        Ok(reading) => {
            if let Some(tie) = language_tie(&reading) {
                tell!("tie: {tie}");
            }
            return Ok(());
        }
    };
    let (start, end) = error.span;
    tell!(
        "{}",
        draw(&format!("error: {error}"), "text", &Lines::of(&text), start..end)
    );
    Err(Failure::Said(1))
}
