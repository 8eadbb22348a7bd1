//! Where did the man on a square stand when the game began?

use core::fmt;

use crate::{Board, Man, Move, Position, Square};

/// For each square, where the man that stands there stood at the beginning; unknown for a piece a pawn
/// became, and for a man that began on a square not its own.
///
/// ```
/// use jadoube_board::{Origins, Position, Square};
///
/// let start = Position::ordinary();
/// let mut origins = Origins::ordinary();
/// let knight_out = start.parse_uci("g1f3")?;
/// origins.play(&start, knight_out);
/// assert_eq!(origins.get(Square::F3), Some(Square::G1));
/// assert_eq!(origins.get(Square::G1), None);
/// # Ok::<(), jadoube_board::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Origins([Option<Square>; 64]);

impl Origins {
    /// The ordinary array: every man stands where it began.
    pub fn ordinary() -> Self {
        Self::of(&Board::ARRAY)
    }

    /// Men that stand on an ordinary square of their own began there; of the others nothing is known.
    pub fn of(board: &Board) -> Self {
        let mut origins = [None; 64];
        for (square, man) in board.iter() {
            if Board::ARRAY.get(square) == Some(man) {
                origins[square.index()] = Some(square);
            }
        }
        Self(origins)
    }

    /// Where the man on this square began.
    #[inline]
    pub fn get(&self, square: Square) -> Option<Square> {
        self.0[square.index()]
    }

    /// The man on `from` is carried to `to`; what stood there is gone.
    #[inline]
    pub fn shift(&mut self, from: Square, to: Square) {
        self.0[to.index()] = self.0[from.index()].take();
    }

    /// The man on this square is taken off the board, or is no longer the man it was.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index()] = None;
    }

    /// The man on this square is said to have begun on `origin`.
    #[inline]
    pub fn put(&mut self, square: Square, origin: Option<Square>) {
        self.0[square.index()] = origin;
    }

    /// The ordinary man that began on the square where the man on `square` began.
    pub fn man(&self, square: Square) -> Option<Man> {
        Board::ARRAY.get(self.get(square)?)
    }

    /// Follows a legal move of the position `before` it.
    pub fn play(&mut self, before: &Position, played: Move) {
        if let Some((square, _)) = before.captured(played) {
            self.remove(square);
        }
        self.shift(played.from(), played.to());
        if played.promotion().is_some() {
            self.remove(played.to());
        }
        let rook = played
            .wing()
            .and_then(|wing| before.castling_rook(before.turn(), wing));
        if let Some((from, to)) = rook {
            self.shift(from, to);
        }
    }
}

impl fmt::Debug for Origins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(
                Square::ALL
                    .iter()
                    .filter_map(|&square| Some((square, self.get(square)?))),
            )
            .finish()
    }
}
