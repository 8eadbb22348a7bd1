//! Which rights to castle are left?

use core::fmt;
use core::str::FromStr;

use crate::Colour;

/// The side of the board on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wing {
    /// The king's side: towards the h-file.
    King,
    /// The queen's side: towards the a-file.
    Queen,
}

impl Wing {
    /// King's side, then queen's side.
    pub const BOTH: [Self; 2] = [Self::King, Self::Queen];
}

impl fmt::Display for Wing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::King => "king's side",
            Self::Queen => "queen's side",
        })
    }
}

/// A set of castling rights: on which wings each king may still castle.
///
/// ```
/// use jadoube_board::{Castling, Colour, Wing};
///
/// let rights: Castling = "Kq".parse()?;
/// assert!(rights.contains(Colour::White, Wing::King));
/// assert!(!rights.contains(Colour::Black, Wing::King));
/// assert_eq!(rights.with(Colour::Black, Wing::King).to_string(), "Kkq");
/// assert_eq!(Castling::NONE.to_string(), "-");
/// # Ok::<(), jadoube_board::CastlingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Castling(u8);

impl Castling {
    /// No right at all.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    const fn bit(colour: Colour, wing: Wing) -> u8 {
        1 << (colour as u8 * 2 + wing as u8)
    }

    /// Whether this right is in the set.
    #[inline]
    pub const fn contains(self, colour: Colour, wing: Wing) -> bool {
        self.0 & Self::bit(colour, wing) != 0
    }

    /// The set with this right added.
    #[inline]
    #[must_use]
    pub const fn with(self, colour: Colour, wing: Wing) -> Self {
        Self(self.0 | Self::bit(colour, wing))
    }

    /// The set with this right left out.
    #[inline]
    #[must_use]
    pub const fn without(self, colour: Colour, wing: Wing) -> Self {
        Self(self.0 & !Self::bit(colour, wing))
    }

    /// Whether there is no right in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rights in the order `KQkq`.
    pub fn iter(self) -> impl Iterator<Item = (Colour, Wing)> {
        ORDER
            .into_iter()
            .map(|(_, colour, wing)| (colour, wing))
            .filter(move |&(c, w)| self.contains(c, w))
    }
}

const ORDER: [(char, Colour, Wing); 4] = [
    ('K', Colour::White, Wing::King),
    ('Q', Colour::White, Wing::Queen),
    ('k', Colour::Black, Wing::King),
    ('q', Colour::Black, Wing::Queen),
];

pub(crate) fn right_of(letter: char) -> Option<(Colour, Wing)> {
    ORDER
        .into_iter()
        .find(|&(known, ..)| known == letter)
        .map(|(_, colour, wing)| (colour, wing))
}

impl fmt::Display for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        ORDER
            .iter()
            .filter(|&&(_, colour, wing)| self.contains(colour, wing))
            .try_for_each(|(letter, ..)| write!(f, "{letter}"))
    }
}

/// Why a text is no set of castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingError {
    /// Which character, counted from 1.
    pub at: usize,
    /// What stands there; nothing if the text ends.
    pub found: Option<char>,
}

impl fmt::Display for CastlingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(found) => write!(f, "character {} is {found:?}: ", self.at)?,
            None => write!(f, "nothing at character {}: ", self.at)?,
        }
        f.write_str("expected '-', or letters of 'KQkq' in this order and each once")
    }
}

impl core::error::Error for CastlingError {}

impl FromStr for Castling {
    type Err = CastlingError;

    fn from_str(text: &str) -> Result<Self, CastlingError> {
        if text == "-" {
            return Ok(Self::NONE);
        }
        if text.is_empty() {
            return Err(CastlingError { at: 1, found: None });
        }
        let mut rights = Self::NONE;
        for (index, letter) in text.chars().enumerate() {
            let wrong = CastlingError {
                at: index + 1,
                found: Some(letter),
            };
            let (colour, wing) = right_of(letter).ok_or(wrong)?;
            let bit = Self::bit(colour, wing);
            // The bits stand in FEN's order, so a letter out of order or repeated is one not above the last.
            if bit <= rights.0 {
                return Err(wrong);
            }
            rights.0 |= bit;
        }
        Ok(rights)
    }
}
