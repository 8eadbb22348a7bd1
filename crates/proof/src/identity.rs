//! When are two positions the same, for a proof?

use std::hash::{BuildHasherDefault, Hash, Hasher};

use jadoube_board::{Bitboard, Board, Castling, Colour, Kind, Man, Movement, Position, Square, Wing};

/// Everything that decides which moves are open from here on: the men, the turn, the castling rights, a capture in passing
/// that can really be made, and the pawns back on their second rank. Exact, unlike a hash: a proof may not rest on a coincidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    /// Which squares hold white men, then the three bits of the kind (pawn is 1, king is 6).
    planes: [u64; 4],
    /// Turn (bit 0), castling rights (bits 1 to 4), square passed over plus one (bits 5 to 11), which of
    /// the castling rights are with a rook (bits 12 to 15), which pawns have moved though on their second rank (bits 16 to
    /// 31: White's files, then Black's).
    rest: u32,
}

const RIGHTS: [(Colour, Wing); 4] = [
    (Colour::White, Wing::King),
    (Colour::White, Wing::Queen),
    (Colour::Black, Wing::King),
    (Colour::Black, Wing::Queen),
];

impl Identity {
    #[inline]
    fn planes(board: &Board) -> [u64; 4] {
        let mut planes = [board.of(Colour::White).0, 0, 0, 0];
        for kind in Kind::ALL {
            let men = board.kind(kind).0;
            let code = kind.index() + 1;
            for (bit, plane) in planes[1..].iter_mut().enumerate() {
                if code >> bit & 1 == 1 {
                    *plane |= men;
                }
            }
        }
        planes
    }

    /// The identity of a position.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let planes = Self::planes(position.board());
        let mut rest = position.turn().index() as u32;
        let castling = position.castling();
        for (bit, (colour, wing)) in RIGHTS.into_iter().enumerate() {
            if castling.contains(colour, wing) {
                rest |= 1 << (bit + 1);
                rest |= u32::from(position.castling_rook(colour, wing).is_some()) << (bit + 12);
            }
        }
        if let Some(square) = position.en_passant()
            && position.can_take_in_passing()
        {
            rest |= (square.index() as u32 + 1) << 5;
        }
        let walked = position.walked().0;
        rest |= ((walked >> 8 & 0xFF) as u32) << 16 | ((walked >> 48 & 0xFF) as u32) << 24;
        Self { planes, rest }
    }

    /// The identity of men with a player to move and no other rights, which need not be a whole position.
    pub(crate) fn of_men(board: &Board, turn: Colour) -> Self {
        Self {
            planes: Self::planes(board),
            rest: turn.index() as u32,
        }
    }

    /// The men, and the player to move.
    pub fn men(&self) -> Option<(Board, Colour)> {
        let [white, low, middle, high] = self.planes;
        let mut board = Board::EMPTY;
        for square in Bitboard(low | middle | high) {
            let bit = |plane: u64| (plane >> square.index() & 1) as usize;
            let kind = *Kind::ALL.get((bit(low) | bit(middle) << 1 | bit(high) << 2) - 1)?;
            let colour = if bit(white) == 1 {
                Colour::White
            } else {
                Colour::Black
            };
            board.set(square, Some(Man { colour, kind }));
        }
        Some((board, Colour::BOTH[(self.rest & 1) as usize]))
    }

    /// The position again, with its counters at the start. `None` if no such position can be.
    pub fn position(&self, movement: Movement) -> Option<Position> {
        let (board, turn) = self.men()?;
        let mut castling = Castling::default();
        for (bit, (colour, wing)) in RIGHTS.into_iter().enumerate() {
            if self.rest >> (bit + 1) & 1 == 1 {
                castling = castling.with(colour, wing);
            }
        }
        let passed = match self.rest >> 5 & 0x7F {
            0 => None,
            square => Square::from_index(square as usize - 1),
        };
        let files = u64::from(self.rest >> 16);
        let walked = Bitboard((files & 0xFF) << 8 | (files >> 8) << 48);
        let position = Position::from_parts(board, turn, castling, passed, 0, 1, movement).ok()?;
        let position = position.with_walked(walked);
        // A right without a rook, with a strange rook in the corner, is not told apart by its parts.
        (Self::of(&position) == *self).then_some(position)
    }
}

impl Hash for Identity {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // One multiplication a word spreads the men over the table well enough; equality is exact anyway.
        let mut hash = u64::from(self.rest).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for plane in self.planes {
            hash = (hash ^ plane).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
            hash ^= hash >> 32;
        }
        state.write_u64(hash);
    }
}

/// Takes the hash an [`Identity`] has already made.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    #[inline]
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

pub(crate) type ByIdentity<T> = std::collections::HashMap<Identity, T, BuildHasherDefault<Ready>>;
pub(crate) type Identities = std::collections::HashSet<Identity, BuildHasherDefault<Ready>>;
