//! A set of squares, in one machine word.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{File, Rank, Square};

/// A set of squares; bit 0 is a1, bit 63 is h8.
///
/// ```
/// use jadoube_board::{Bitboard, Rank, Square};
///
/// let set = Bitboard::from(Square::E4) | Bitboard::from(Square::A1);
/// assert!(set.contains(Square::E4));
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::E4]);
/// assert_eq!((set - Bitboard::rank(Rank::One)).single(), Some(Square::E4));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(!0);
    /// The squares where a pawn cannot ordinarily stand.
    pub const END_RANKS: Self = Self(0xFF00_0000_0000_00FF);

    /// The squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (rank.index() * 8))
    }

    /// The squares of a file.
    #[inline]
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// Just that square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether there is no square in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The set with this square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set with this square left out.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// The lowest square, counted from a1.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_bits(self.0.trailing_zeros()))
        }
    }

    /// The square, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.0.is_power_of_two() {
            self.first()
        } else {
            None
        }
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The squares, from a1 to h8.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}
impl core::iter::FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self = squares.into_iter().fold(*self, Self::with);
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident: $a:ident, $b:ident => $result:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}
set_operators! {
    BitAnd bitand BitAndAssign bitand_assign: a, b => a & b;
    BitOr bitor BitOrAssign bitor_assign: a, b => a | b;
    BitXor bitxor BitXorAssign bitxor_assign: a, b => a ^ b;
    Sub sub SubAssign sub_assign: a, b => a & !b;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
