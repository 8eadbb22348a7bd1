//! Which men are there, and whose are they?

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Colour {
    /// White, who begins.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// White, then Black.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Colour {
    type Output = Self;

    /// The other side.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// The text names neither side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownColour;

impl fmt::Display for UnknownColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 'white' or 'black'")
    }
}

impl core::error::Error for UnknownColour {}

impl FromStr for Colour {
    type Err = UnknownColour;

    fn from_str(text: &str) -> Result<Self, UnknownColour> {
        match text {
            "white" => Ok(Self::White),
            "black" => Ok(Self::Black),
            _ => Err(UnknownColour),
        }
    }
}

/// What a man is, whoever's it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Kind {
    /// All six, from pawn to king.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The five that are pieces: all but the pawn.
    pub const PIECES: [Self; 5] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// 0 for a pawn up to 5 for a king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter in lower case: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind of a letter in lower case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }

    /// The word: `"pawn"` to `"king"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no kind of man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownKind;

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 'pawn', 'knight', 'bishop', 'rook', 'queen' or 'king'")
    }
}

impl core::error::Error for UnknownKind {}

/// By its word; [`Kind::from_letter`] reads the letter.
impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or(UnknownKind)
    }
}

/// A chessman: any of a side's sixteen, or one it came by.
///
/// ```
/// use jadoube_board::{Colour, Kind, Man};
///
/// let man = Man { colour: Colour::White, kind: Kind::Knight };
/// assert_eq!(man.letter(), 'N');
/// assert_eq!(Man::from_letter('N'), Some(man));
/// assert_eq!(man.to_string(), "white knight");
/// assert_eq!("white knight".parse(), Ok(man));
/// assert!(man.is_piece());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    /// Whose it is.
    pub colour: Colour,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// A man of this colour and kind.
    #[inline]
    pub const fn new(colour: Colour, kind: Kind) -> Self {
        Self { colour, kind }
    }

    /// The letter FEN gives it: capitals for White.
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::White => self.kind.letter().to_ascii_uppercase(),
            Colour::Black => self.kind.letter(),
        }
    }

    /// The man of a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let colour = if letter.is_ascii_uppercase() {
            Colour::White
        } else {
            Colour::Black
        };
        match Kind::from_letter(letter.to_ascii_lowercase()) {
            Some(kind) => Some(Self { colour, kind }),
            None => None,
        }
    }

    /// A piece is any man but a pawn.
    #[inline]
    pub const fn is_piece(self) -> bool {
        !matches!(self.kind, Kind::Pawn)
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour, self.kind)
    }
}

/// The text is no colour and kind of man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownMan;

impl fmt::Display for UnknownMan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a colour and a kind of man, as in 'white knight'")
    }
}

impl core::error::Error for UnknownMan {}

/// By its words; [`Man::from_letter`] reads the letter of FEN.
impl FromStr for Man {
    type Err = UnknownMan;

    fn from_str(text: &str) -> Result<Self, UnknownMan> {
        let (colour, kind) = text.split_once(' ').ok_or(UnknownMan)?;
        match (colour.parse(), kind.parse()) {
            (Ok(colour), Ok(kind)) => Ok(Self { colour, kind }),
            _ => Err(UnknownMan),
        }
    }
}
