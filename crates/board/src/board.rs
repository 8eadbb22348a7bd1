//! Which man stands on which square, and nothing else?

use core::fmt;
use core::str::FromStr;

use crate::attacks::{self, bishop_bits, rook_bits};
use crate::{Bitboard, Colour, File, Kind, Man, Rank, Square, zobrist};

/// Men on squares: any placement at all, also without kings.
///
/// ```
/// use jadoube_board::{Board, Colour, Kind, Man, Square};
///
/// let mut board = Board::ARRAY;
/// assert_eq!(board.king(Colour::White), Some(Square::E1));
/// board.set(Square::A1, None);
/// assert_eq!(board.men(Man::new(Colour::White, Kind::Rook)).single(), Some(Square::H1));
/// assert_eq!(board.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR");
/// assert_eq!(board.to_string().parse(), Ok(board));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of each kind. These six are disjoint, the two colours are, and both unions are the same.
    pub(crate) kinds: [u64; 6],
    pub(crate) colours: [u64; 2],
}

impl Board {
    /// No man at all.
    pub const EMPTY: Self = Self {
        kinds: [0; 6],
        colours: [0; 2],
    };

    /// The men as at the beginning of a game.
    pub const ARRAY: Self = Self {
        kinds: [
            0x00FF_0000_0000_FF00,
            0x4200_0000_0000_0042,
            0x2400_0000_0000_0024,
            0x8100_0000_0000_0081,
            0x0800_0000_0000_0008,
            0x1000_0000_0000_0010,
        ],
        colours: [0xFFFF, 0xFFFF_0000_0000_0000],
    };

    /// The man on a square.
    #[inline]
    pub const fn get(&self, square: Square) -> Option<Man> {
        let bit = 1 << square.index();
        if self.occupied().0 & bit == 0 {
            return None;
        }
        let colour = if self.colours[0] & bit != 0 {
            Colour::White
        } else {
            Colour::Black
        };
        let kind = self.kind_standing(bit);
        Some(Man { colour, kind })
    }

    /// The kind of the man that stands here; a Pawn's where nothing does. Which kind it is cannot be
    /// foreseen, so no step of this depends on it.
    #[inline]
    pub(crate) const fn kind_standing(&self, bit: u64) -> Kind {
        // By the figures of its index; what would be the sixth and the seventh kind stands nowhere.
        const KINDS: [Kind; 8] = [
            Kind::Pawn,
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
            Kind::King,
            Kind::Pawn,
            Kind::Pawn,
        ];
        let [_, knights, bishops, rooks, queens, kings] = self.kinds;
        let one = (knights | rooks | kings) & bit != 0;
        let two = (bishops | rooks) & bit != 0;
        let four = (queens | kings) & bit != 0;
        KINDS[one as usize | (two as usize) << 1 | (four as usize) << 2]
    }

    /// Puts a man on a square, or clears it; whatever stood there is gone.
    #[inline]
    pub const fn set(&mut self, square: Square, man: Option<Man>) {
        let bit = 1 << square.index();
        let mut index = 0;
        while index < 6 {
            self.kinds[index] &= !bit;
            index += 1;
        }
        self.colours[0] &= !bit;
        self.colours[1] &= !bit;
        if let Some(Man { colour, kind }) = man {
            self.kinds[kind.index()] |= bit;
            self.colours[colour.index()] |= bit;
        }
    }

    /// The squares that hold a man.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colours[0] | self.colours[1])
    }

    /// The squares that hold a man of this colour.
    #[inline]
    pub const fn of(&self, colour: Colour) -> Bitboard {
        Bitboard(self.colours[colour.index()])
    }

    /// The squares that hold a man of this kind, of either colour.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        Bitboard(self.kinds[kind.index()])
    }

    /// The squares that hold such a man.
    #[inline]
    pub const fn men(&self, man: Man) -> Bitboard {
        Bitboard(self.kinds[man.kind.index()] & self.colours[man.colour.index()])
    }

    /// The king's square, if the side has exactly one king.
    #[inline]
    pub const fn king(&self, colour: Colour) -> Option<Square> {
        self.men(Man {
            colour,
            kind: Kind::King,
        })
        .single()
    }

    /// The men of one side that command a square, as the men stand. A pinned man commands too.
    ///
    /// ```
    /// use jadoube_board::{Board, Colour, Square};
    ///
    /// assert_eq!(Board::ARRAY.attackers(Square::F3, Colour::White).count(), 3);
    /// ```
    #[inline]
    pub fn attackers(&self, square: Square, by: Colour) -> Bitboard {
        let occupied = self.occupied().0;
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let at = square.index();
        let found = attacks::pawn(!by, square).0 & pawns
            | attacks::KNIGHT[at] & knights
            | attacks::KING[at] & kings
            | bishop_bits(at, occupied) & (bishops | queens)
            | rook_bits(at, occupied) & (rooks | queens);
        Bitboard(found & self.colours[by.index()])
    }

    /// Whether a man of this colour attacks the square: [`attackers`](Self::attackers) without saying which, at less
    /// cost.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Colour) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        let (men, at) = (self.colours[by.index()], square.index());
        let leaping =
            attacks::pawn(!by, square).0 & pawns | attacks::KNIGHT[at] & knights | attacks::KING[at] & kings;
        let (straight, slanting) = (
            Bitboard((rooks | queens) & men),
            Bitboard((bishops | queens) & men),
        );
        leaping & men != 0 || attacks::reached_along_lines(square, straight, slanting, self.occupied())
    }

    /// The men and their squares, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.get(square)?)))
    }

    /// A number for the placement alone: equal placements have equal numbers.
    pub fn men_key(&self) -> u64 {
        self.iter().fold(0, |key, (square, man)| {
            key ^ zobrist::MEN[man.colour.index()][man.kind.index()][square.index()]
        })
    }
}

impl Default for Board {
    /// The empty board.
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl fmt::Display for Board {
    /// As FEN's first field.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.get(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", man.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::One {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// Why a text is no placement of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementError {
    /// Which character of the field, counted from 1.
    pub at: usize,
    /// What stands there; nothing if the text ends.
    pub found: Option<char>,
    /// What is wrong.
    pub fault: PlacementFault,
}

/// What is wrong with a placement field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlacementFault {
    /// A character that names no man and no number of empty squares.
    UnknownMan,
    /// A number of empty squares directly after another, where one number should stand.
    NumberAfterNumber,
    /// More than eight squares on this rank.
    RankTooLong(Rank),
    /// The rank ends after fewer than eight squares.
    RankTooShort(Rank, u8),
    /// A ninth rank.
    TooManyRanks,
    /// The text ends after so many ranks.
    TooFewRanks(u8),
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(found) => write!(f, "character {} is {found:?}: ", self.at)?,
            None => write!(f, "the field ends before character {}: ", self.at)?,
        }
        fmt::Display::fmt(&self.fault, f)
    }
}

impl fmt::Display for PlacementFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownMan => {
                f.write_str("expected a man's letter of 'PNBRQKpnbrqk', a number '1' to '8', or '/'")
            }
            Self::NumberAfterNumber => f.write_str("expected one number for adjoining empty squares"),
            Self::RankTooLong(rank) => write!(f, "rank {rank} would have more than 8 squares, expected 8"),
            Self::RankTooShort(rank, squares) => {
                write!(f, "rank {rank} has only {squares} squares, expected 8")
            }
            Self::TooManyRanks => f.write_str("a ninth rank, expected 8"),
            Self::TooFewRanks(ranks) => write!(f, "only {ranks} ranks, expected 8"),
        }
    }
}

impl core::error::Error for PlacementError {}

impl FromStr for Board {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, PlacementError> {
        let mut board = Self::EMPTY;
        let (mut ranks_left, mut files, mut after_number) = (7usize, 0usize, false);
        let mut end = 0;
        for (index, letter) in text.chars().enumerate() {
            let at = index + 1;
            end = at;
            let wrong = |fault| PlacementError {
                at,
                found: Some(letter),
                fault,
            };
            let rank = Rank::ALL[ranks_left];
            if letter == '/' {
                if files < 8 {
                    return Err(wrong(PlacementFault::RankTooShort(rank, files as u8)));
                }
                ranks_left = ranks_left
                    .checked_sub(1)
                    .ok_or(wrong(PlacementFault::TooManyRanks))?;
                (files, after_number) = (0, false);
            } else if let Some(number @ 1..=8) = letter.to_digit(10) {
                if after_number {
                    return Err(wrong(PlacementFault::NumberAfterNumber));
                }
                files += number as usize;
                after_number = true;
                if files > 8 {
                    return Err(wrong(PlacementFault::RankTooLong(rank)));
                }
            } else {
                let man = Man::from_letter(letter).ok_or(wrong(PlacementFault::UnknownMan))?;
                let file = File::from_index(files).ok_or(wrong(PlacementFault::RankTooLong(rank)))?;
                board.set(Square::new(file, rank), Some(man));
                files += 1;
                after_number = false;
            }
        }
        let short = |fault| PlacementError {
            at: end + 1,
            found: None,
            fault,
        };
        if files < 8 && (ranks_left == 0 || files > 0) {
            return Err(short(PlacementFault::RankTooShort(
                Rank::ALL[ranks_left],
                files as u8,
            )));
        }
        if ranks_left > 0 {
            return Err(short(PlacementFault::TooFewRanks(
                (7 - ranks_left) as u8 + u8::from(files == 8),
            )));
        }
        Ok(board)
    }
}
