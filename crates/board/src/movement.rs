//! How do men move where the codes differ?

/// How men move, as far as that is not the same under every code. The default is ordinary chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Movement {
    /// Castling where the rook was given as odds.
    pub castling: RooklessCastling,
    /// What becomes of a pawn on the last rank.
    pub queening: Queening,
}

impl Movement {
    /// Ordinary chess: a rook to castle with, and every pawn on the last rank becomes a piece.
    pub const ORDINARY: Self = Self {
        castling: RooklessCastling::Never,
        queening: Queening::MustBecomePiece,
    };
}

/// Whether, and when, a king may castle on a side from which the rook was given as odds. The king moves
/// as in castling and no other man moves; the ordinary conditions for the king and for the squares
/// between it and the corner hold in every case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RooklessCastling {
    /// There is no castling without the rook.
    #[default]
    Never,
    /// If the corner is, and has been throughout, unoccupied.
    CornerNeverOccupied,
    /// If the corner is unoccupied now.
    CornerEmpty,
    /// If no adverse man holds the corner now.
    CornerNotAdverse,
}

/// What becomes of a pawn that reaches the last rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Queening {
    /// It becomes a queen, rook, bishop or knight.
    #[default]
    MustBecomePiece,
    /// It becomes one of these or remains a pawn, which then has no move and commands nothing.
    MayRemainPawn,
}
