//! Which legal moves can a text express, in this position and after these moves?
//!
//! ```
//! use jadoube::reading::Asked;
//!
//! let asked = Asked { moves: Some("e2e4 e7e5"), ..Asked::default() };
//! assert_eq!(asked.read("Kt. to K. B's 3d.")?.moves[0].to_string(), "g1f3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use jadoube_board::{FenError, Movement, Origins, Position};
use jadoube_game::Code;
use jadoube_law::questions::odds::{CASTLING_WITHOUT_ROOK, QUEENING};
use jadoube_notation::{
    Context, Language, Previous, ReadError, Reading, Remark, San, read_fen, read_in_any_language,
    read_move_in,
};
use jadoube_record::Json;
use std::fmt;

/// How men move under a code, where the codes differ: castling without a Rook given as odds, and a Pawn that may
/// remain one.
pub fn movement(code: Code) -> Movement {
    Movement {
        castling: CASTLING_WITHOUT_ROOK[code].value,
        queening: QUEENING[code].value,
    }
}

/// Where the move was made.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'t> {
    /// The position; the ordinary array if left out.
    pub fen: Option<&'t str>,
    /// Moves made from that position before the text, in UCI or SAN: they tell which Rook is the King's Rook, and what
    /// `takes it` takes.
    pub moves: Option<&'t str>,
    /// The code of laws: in 1862 a Pawn may remain a Pawn, and codes differ on castling at odds.
    pub code: Option<Code>,
    /// The language of the text; where it is not given, English and, if that gives no move, every other.
    pub language: Option<Language>,
}

/// Why a text was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRead {
    /// The position cannot be.
    Fen(FenError),
    /// One of the moves before cannot be: which.
    Move(String),
    /// The text is not understood.
    Text(ReadError),
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRead::Fen(error) => write!(f, "the FEN: {error}"),
            NotRead::Move(text) => write!(
                f,
                "the move `{text}` before it is not legal there: expected moves in UCI, e2e4, or SAN, Nf3"
            ),
            NotRead::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotRead {}

impl Asked<'_> {
    /// Every legal move the text can express there.
    pub fn read(&self, text: &str) -> Result<Reading, NotRead> {
        let movement = self.code.map_or(Movement::default(), movement);
        let array = Position::ordinary().to_fen();
        let fen = self.fen.unwrap_or(&array);
        let (mut position, _) = read_fen(fen, movement).map_err(NotRead::Fen)?;
        let mut origins = Origins::of(position.board());
        let mut previous = None;
        for text in self.moves.iter().flat_map(|moves| moves.split_whitespace()) {
            let san = || San::parse(text.as_bytes())?.resolve(&position).ok();
            let made = position.parse_uci(text).ok().or_else(san);
            let made = made.ok_or_else(|| NotRead::Move(text.to_owned()))?;
            previous = Some(Previous {
                movement: made,
                took: position.captured(made).is_some(),
            });
            origins.play(&position, made);
            position = position.play(made);
        }
        let context = Context {
            position: &position,
            origins: &origins,
            by_place: self.fen.is_some(),
            previous,
        };
        let reading = match self.language {
            Some(language) => read_move_in(text, language, &context),
            None => read_in_any_language(text, &context),
        }
        .map_err(NotRead::Text)?;
        if reading.ways.is_empty() {
            // An empty cell of a score is no fault; here it is a text with nothing in it.
            return Err(NotRead::Text(ReadError {
                span: (0, text.len()),
                found: text.trim().to_owned(),
                expected: "a move",
            }));
        }
        Ok(reading)
    }
}

/// What is said where languages differ on a text: nothing was told to choose between them.
pub fn language_tie(reading: &Reading) -> Option<&Remark> {
    reading
        .remarks
        .iter()
        .find(|remark| matches!(remark, Remark::Letters(groups) if groups.len() > 1))
}

/// A reading for programs: `moves` in UCI, `reading` (what was understood) and `remarks` (what had to be supposed);
/// for a text that is not understood `error` with its `span`, in bytes of the text.
pub fn to_json(read: &Result<Reading, ReadError>) -> Json {
    let texts = |items: Vec<String>| Json::list(items);
    match read {
        Ok(reading) => {
            let mut ways: Vec<String> = reading.ways.iter().map(ToString::to_string).collect();
            let understood = match ways.len() {
                0 => Json::Null,
                1 => ways.remove(0).into(),
                _ => texts(ways),
            };
            Json::object([
                (
                    "moves",
                    texts(reading.moves.iter().map(ToString::to_string).collect()),
                ),
                ("reading", understood),
                (
                    "remarks",
                    texts(reading.remarks.iter().map(ToString::to_string).collect()),
                ),
            ])
        }
        Err(error) => Json::object([
            ("moves", Json::List(Vec::new())),
            ("reading", Json::Null),
            (
                "error",
                Json::object([
                    ("span", Json::list([error.span.0, error.span.1])),
                    ("found", error.found.as_str().into()),
                    ("expected", error.expected.into()),
                ]),
            ),
        ]),
    }
}
