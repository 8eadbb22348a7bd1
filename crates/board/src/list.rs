//! The moves of one position, without a heap.

use core::fmt;
use core::ops::Deref;

use crate::Move;

/// No position has more moves than this, however irregular.
///
/// A move ends on a square without a man of the player's; call the number of these squares `t`, of the
/// player's knights `n`, and of the other men `s`, so `s + n + t = 64`. A knight has at most 8 moves,
/// another man at most 27 (a pawn at most three captures and steps, each in five ways), the king 8 and two
/// castlings. Seen from the target, each of eight directions brings at most one man that is no knight (the
/// nearest), and one that queens, of which there are at most 22 arrivals, four moves more. So there
/// are at most `min(27(s-1) + 10, 8t + 4·22 + 2) + 8·min(n, t)` moves, which stays below 512 for all
/// `s`, `n` and `t`: a test computes it.
pub(crate) const CAPACITY: usize = 512;

/// The legal moves of a position, kept in place.
///
/// ```
/// use jadoube_board::Position;
///
/// let moves = Position::ordinary().legal_moves();
/// assert_eq!(moves.len(), 20);
/// for one in &moves {
///     assert!(one.promotion().is_none());
/// }
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    #[inline]
    pub(crate) const fn new() -> Self {
        Self {
            moves: [Move::NONE; CAPACITY],
            len: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, one: Move) {
        // The bound is proven; a slip in the proof must drop a move rather than write elsewhere.
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = one;
            self.len += 1;
        }
    }

    /// The moves as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for MoveList {}

/// The moves of a [`MoveList`], one by one.
#[derive(Clone, Debug)]
pub struct Moves {
    list: MoveList,
    next: usize,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let one = self.list.as_slice().get(self.next).copied()?;
        self.next += 1;
        Some(one)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}
impl core::iter::FusedIterator for Moves {}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        Moves { list: self, next: 0 }
    }
}

impl<'list> IntoIterator for &'list MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'list, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::CAPACITY;

    #[test]
    fn capacity_covers_every_board() {
        let mut worst = 0;
        for others in 1..=64usize {
            for knights in 0..=64 - others {
                let targets = 64 - others - knights;
                let by_man = 27 * (others - 1) + 10;
                let by_target = 8 * targets + 4 * 22 + 2;
                worst = worst.max(by_man.min(by_target) + 8 * knights.min(targets));
            }
        }
        assert!(worst <= CAPACITY, "{worst}");
    }
}
