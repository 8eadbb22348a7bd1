//! Where on the board: files, ranks and the sixty-four squares.

use core::fmt;
use core::str::FromStr;

use crate::Colour;

/// A file, from White's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the letters are their own names")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The eight files, `a` to `h`.
    pub const ALL: [Self; 8] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
    ];

    /// 0 for the a-file up to 7 for the h-file.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of an index below 8.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter `a` to `h`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        if letter >= 'a' && letter <= 'h' {
            Some(Self::ALL[letter as usize - 'a' as usize])
        } else {
            None
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The text is no file's letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFile;

impl fmt::Display for NotAFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a file: a letter 'a' to 'h'")
    }
}

impl core::error::Error for NotAFile {}

impl FromStr for File {
    type Err = NotAFile;

    fn from_str(text: &str) -> Result<Self, NotAFile> {
        only_character(text).and_then(Self::from_letter).ok_or(NotAFile)
    }
}

/// The character a text consists of, if it is one alone.
fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// A rank, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the numbers are their own names")]
pub enum Rank {
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
}

impl Rank {
    /// The eight ranks, from White's first to White's last.
    pub const ALL: [Self; 8] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
    ];

    /// 0 for White's first rank up to 7.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank of an index below 8.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index]) } else { None }
    }

    /// The rank as that player counts it: White's second rank is Black's seventh.
    ///
    /// ```
    /// use jadoube_board::{Colour, Rank};
    ///
    /// assert_eq!(Rank::Two.relative_to(Colour::White), Rank::Two);
    /// assert_eq!(Rank::Two.relative_to(Colour::Black), Rank::Seven);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, colour: Colour) -> Self {
        match colour {
            Colour::White => self,
            Colour::Black => Self::ALL[7 - self as usize],
        }
    }

    /// `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit `1` to `8`.
    pub const fn from_digit(digit: char) -> Option<Self> {
        if digit >= '1' && digit <= '8' {
            Some(Self::ALL[digit as usize - '1' as usize])
        } else {
            None
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// The text is no rank's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARank;

impl fmt::Display for NotARank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a rank: a digit '1' to '8'")
    }
}

impl core::error::Error for NotARank {}

impl FromStr for Rank {
    type Err = NotARank;

    fn from_str(text: &str) -> Result<Self, NotARank> {
        only_character(text).and_then(Self::from_digit).ok_or(NotARank)
    }
}

/// One of the sixty-four squares: a1 is 0, b1 is 1, h8 is 63.
///
/// ```
/// use jadoube_board::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!((square.file(), square.rank()), (File::E, Rank::Four));
/// assert_eq!(square.mirrored(), Square::E5);
/// assert_eq!(square.to_string(), "e4");
/// assert!("e9".parse::<Square>().is_err());
/// # Ok::<(), jadoube_board::NotASquare>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// All squares, a1 to h8 rank by rank.
    pub const ALL: [Self; 64] = {
        let mut all = [Self(0); 64];
        let mut index = 0;
        while index < 64 {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// The square where a file and a rank meet.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank as u8 * 8 + file as u8)
    }

    /// The square of an index below 64.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The square of the lower six bits.
    #[inline]
    pub(crate) const fn from_bits(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// Its index, always below 64.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler see that no table of 64 is overrun.
        (self.0 & 63) as usize
    }

    /// Its file.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// The square opposite on the same file: a1 and a8.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0 ^ 0b11_1000)
    }

    /// The square so many files to White's right and ranks up White's side, if it is on the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        // Saturating, so that a wild offset leaves the board rather than wrapping back onto it.
        let file = (self.0 & 7).cast_signed().saturating_add(files);
        let rank = (self.0 >> 3).cast_signed().saturating_add(ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self((rank * 8 + file).cast_unsigned()))
        } else {
            None
        }
    }
}

macro_rules! name_squares {
    ($($rank:ident: $($square:ident $file:ident),*;)*) => {
        #[allow(missing_docs, reason = "the names are the squares")]
        impl Square {
            $($(pub const $square: Self = Self::new(File::$file, Rank::$rank);)*)*
        }
    };
}
name_squares! {
    One:   A1 A, B1 B, C1 C, D1 D, E1 E, F1 F, G1 G, H1 H;
    Two:   A2 A, B2 B, C2 C, D2 D, E2 E, F2 F, G2 G, H2 H;
    Three: A3 A, B3 B, C3 C, D3 D, E3 E, F3 F, G3 G, H3 H;
    Four:  A4 A, B4 B, C4 C, D4 D, E4 E, F4 F, G4 G, H4 H;
    Five:  A5 A, B5 B, C5 C, D5 D, E5 E, F5 F, G5 G, H5 H;
    Six:   A6 A, B6 B, C6 C, D6 D, E6 E, F6 F, G6 G, H6 H;
    Seven: A7 A, B7 B, C7 C, D7 D, E7 E, F7 F, G7 G, H7 H;
    Eight: A8 A, B8 B, C8 C, D8 D, E8 E, F8 F, G8 G, H8 H;
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + (self.0 & 7), b'1' + (self.0 >> 3)];
        f.pad(core::str::from_utf8(&name).unwrap_or("??"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no square's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square: a letter 'a' to 'h' and a digit '1' to '8'")
    }
}

impl core::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self((rank - b'1') * 8 + (file - b'a'))),
            _ => Err(NotASquare),
        }
    }
}
