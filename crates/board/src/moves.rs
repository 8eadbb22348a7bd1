//! What is a move, and how is it written?

use core::fmt;

use crate::{Colour, Kind, Square, Wing};

/// A move: from where to where, and what is special about it. What it takes is a question of the position:
/// [`Position::captured`](crate::Position::captured).
///
/// Moves come from [`Position::legal_moves`](crate::Position::legal_moves),
/// [`Position::parse_uci`](crate::Position::parse_uci) or
/// [`Position::find_move`](crate::Position::find_move). One built by hand is checked by
/// [`Position::is_legal`](crate::Position::is_legal).
///
/// ```
/// use jadoube_board::{Kind, Move, Position, Square};
///
/// let position = Position::from_fen("8/4P3/8/8/8/8/k7/2K5 w - - 0 1")?;
/// let queens = Move::promoting(Square::E7, Square::E8, Kind::Queen);
/// assert!(queens.is_some_and(|queens| position.is_legal(queens)));
/// assert!(!position.is_legal(Move::new(Square::E7, Square::E8)));
/// # Ok::<(), jadoube_board::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

pub(crate) const PLAIN: u16 = 0;
pub(crate) const DOUBLE: u16 = 1 << 12;
pub(crate) const CASTLE_KING: u16 = 2 << 12;
pub(crate) const CASTLE_QUEEN: u16 = 3 << 12;
pub(crate) const PASSING: u16 = 4 << 12;
pub(crate) const REMAIN: u16 = 8 << 12;
/// Added to a kind's index this is its promotion; the pawn's place is taken by [`REMAIN`].
pub(crate) const PROMOTE: u16 = 8;

impl Move {
    #[inline]
    pub(crate) const fn build(from: u32, to: u32, flag: u16) -> Self {
        Self((from & 63) as u16 | ((to & 63) as u16) << 6 | flag)
    }

    /// Filler for lists.
    pub(crate) const NONE: Self = Self(0);

    /// A man goes from one square to another and nothing else is special.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::build(from.index() as u32, to.index() as u32, PLAIN)
    }

    /// A pawn steps two squares.
    #[inline]
    pub const fn double_step(from: Square, to: Square) -> Self {
        Self::build(from.index() as u32, to.index() as u32, DOUBLE)
    }

    /// A pawn takes in passing.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::build(from.index() as u32, to.index() as u32, PASSING)
    }

    /// A king castles.
    #[inline]
    pub const fn castling(colour: Colour, wing: Wing) -> Self {
        let king = if matches!(colour, Colour::White) { 4 } else { 60 };
        match wing {
            Wing::King => Self::build(king, king + 2, CASTLE_KING),
            Wing::Queen => Self::build(king, king - 2, CASTLE_QUEEN),
        }
    }

    /// A pawn reaches the last rank and becomes a piece; `Kind::Pawn` means that it remains a pawn, and
    /// there is no becoming a king.
    #[inline]
    pub const fn promoting(from: Square, to: Square, kind: Kind) -> Option<Self> {
        if matches!(kind, Kind::King) {
            return None;
        }
        Some(Self::build(
            from.index() as u32,
            to.index() as u32,
            (PROMOTE + kind as u16) << 12,
        ))
    }

    /// Where the man stands; the king in castling.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_bits(self.0 as u32)
    }

    /// Where it goes; the king's new square in castling.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_bits(self.0 as u32 >> 6)
    }

    #[inline]
    pub(crate) const fn flag(self) -> u16 {
        self.0 & 0xF000
    }

    /// The piece a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 12 {
            9 => Some(Kind::Knight),
            10 => Some(Kind::Bishop),
            11 => Some(Kind::Rook),
            12 => Some(Kind::Queen),
            _ => None,
        }
    }

    /// Whether a pawn reaches the last rank and remains a pawn.
    #[inline]
    pub const fn remains_pawn(self) -> bool {
        self.flag() == REMAIN
    }

    /// Whether the king castles.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.flag(), CASTLE_KING | CASTLE_QUEEN)
    }

    /// On which wing the king castles.
    #[inline]
    pub const fn wing(self) -> Option<Wing> {
        match self.flag() {
            CASTLE_KING => Some(Wing::King),
            CASTLE_QUEEN => Some(Wing::Queen),
            _ => None,
        }
    }

    /// Whether a pawn takes in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.flag() == PASSING
    }

    /// Whether a pawn steps two squares.
    #[inline]
    pub const fn is_double_step(self) -> bool {
        self.flag() == DOUBLE
    }

    /// The move as one number, the same in every version of this crate's major version.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move of a number from [`Move::to_bits`]; nothing if no move has that number.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match bits >> 12 {
            0..=4 | 8..=12 => Some(Self(bits)),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    /// As UCI writes it: `e2e4`, `e7e8q`, castling as the king's two squares `e1g1`; and `e7e8p` for a
    /// pawn that remains a pawn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [b' '; 5];
        for (index, square) in [self.from(), self.to()].into_iter().enumerate() {
            text[index * 2] = b'a' + (square.index() & 7) as u8;
            text[index * 2 + 1] = b'1' + (square.index() >> 3) as u8;
        }
        let letter = if self.remains_pawn() {
            Some('p')
        } else {
            self.promotion().map(Kind::letter)
        };
        let length = if let Some(letter) = letter {
            text[4] = letter as u8;
            5
        } else {
            4
        };
        f.pad(core::str::from_utf8(&text[..length]).unwrap_or_default())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a move in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// What is wrong.
    pub fault: MoveFault,
    /// Which character of the text it concerns, counted from 1.
    pub at: usize,
}

/// What is wrong with a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveFault {
    /// Another character, or the end of the text where there is none, stands where this was expected.
    Unexpected {
        /// What stands there.
        found: Option<char>,
        /// What was expected.
        expected: &'static str,
    },
    /// No man stands on the square from which to move.
    NoManThere(Square),
    /// The man there is not the player's.
    NotYourMan(Square),
    /// The pawn reaches the last rank and the text does not say what it becomes.
    PromotionMissing(Square),
    /// The text names a promotion which this move is not, or which the movement in force does not allow.
    NoPromotion(Square),
    /// The man there does not go to that square.
    DoesNotGo(Square, Square),
    /// The man there goes to that square, but its own king would be attacked.
    ExposesKing(Square, Square),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            MoveFault::Unexpected {
                found: Some(found),
                expected,
            } => {
                write!(f, "character {} is {found:?}: expected {expected}", self.at)
            }
            MoveFault::Unexpected {
                found: None,
                expected,
            } => {
                write!(
                    f,
                    "the text ends before character {}: expected {expected}",
                    self.at
                )
            }
            MoveFault::NoManThere(square) => write!(f, "no man stands on {square}"),
            MoveFault::NotYourMan(square) => write!(f, "the man on {square} is the opponent's"),
            MoveFault::PromotionMissing(square) => {
                write!(
                    f,
                    "the pawn reaches {square}: expected what it becomes, a letter of 'nbrq'"
                )
            }
            MoveFault::NoPromotion(square) => {
                write!(
                    f,
                    "character {}: the man reaching {square} does not become that",
                    self.at
                )
            }
            MoveFault::DoesNotGo(from, to) => write!(f, "the man on {from} does not go to {to}"),
            MoveFault::ExposesKing(from, to) => {
                write!(
                    f,
                    "moving from {from} to {to} leaves the player's own king attacked"
                )
            }
        }
    }
}

impl core::error::Error for MoveError {}
