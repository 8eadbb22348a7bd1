//! What did an annotator hang on the moves of a game: remarks, glyphs, and other lines of play?

use jadoube_board::Move;

/// Something that stands after a move and is none of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A remark.
    Comment(String),
    /// A numeric glyph; `!` to `?!` are 1 to 6.
    Nag(u8),
    /// Another line, in place of the move it stands after.
    Variation(Line),
}

/// The glyph of `!` to `?!`. The first two signs tell: `!!!` is no more than `!!`.
pub(crate) fn glyph(first: u8, second: Option<u8>) -> u8 {
    match (first, second) {
        (b'!', Some(b'!')) => 3,
        (b'?', Some(b'?')) => 4,
        (b'!', Some(b'?')) => 5,
        (b'?', Some(b'!')) => 6,
        (b'!', _) => 1,
        _ => 2,
    }
}

/// A line of play with what was remarked on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves, all legal where they stand; `None` is a turn passed (`--`), as annotators use it
    /// to show a threat.
    pub moves: Vec<Option<Move>>,
    /// What stands after so many of the moves, in order.
    pub annotations: Vec<(usize, Annotation)>,
}
