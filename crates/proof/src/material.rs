//! Can these men mate at all, wherever they stand?
//!
//! Three classes of men that cannot, each closed under legal moves:
//!
//! - **A lone king** never gives check: two kings never come to stand side by side by a legal move.
//! - **One knight** against a king with queens only. A knight guards no square next to its own, so the mated
//!   king must be in a corner or on an edge with its own men on the squares the mating king leaves free; a
//!   queen next to her king there can always take the knight or, standing in reach of a free square of the
//!   king's, moves away. (Tested against every such placement with one queen; more queens only add takers.)
//! - **Bishops of one colour of squares**, with no knight and no pawn on the board and the other side's
//!   bishops, if any, on the same colour. The check comes along that colour; the squares of the other colour next
//!   to the king are guarded by the mating king alone or held by rooks and queens, and such a rook or queen
//!   commands the square between or takes.
//!
//! A pawn may become anything, so no class with a pawn is here, except where the pawns are the other side's
//! against a lone king.

use jadoube_board::{Bitboard, Board, Colour, Kind};

use crate::answer::Material;

const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);

/// Why the men alone forbid this side to mate, if they do.
#[inline]
pub(crate) fn cannot_mate(board: &Board, side: Colour) -> Option<Material> {
    let own = board.of(side);
    let force = own - board.kind(Kind::King);
    if force.is_empty() {
        return Some(Material::LoneKing);
    }
    let heavy = board.kind(Kind::Pawn) | board.kind(Kind::Rook) | board.kind(Kind::Queen);
    if force.meets(heavy) {
        return None;
    }
    let adverse = board.of(!side) - board.kind(Kind::King);
    if force.meets(board.kind(Kind::Knight)) {
        let only_queens = adverse.is_subset(board.kind(Kind::Queen));
        return (force.count() == 1 && only_queens).then_some(Material::OneKnight);
    }
    let bishops = board.kind(Kind::Bishop);
    let one_colour = bishops.is_subset(LIGHT) || !bishops.meets(LIGHT);
    let helpers = board.kind(Kind::Knight) | board.kind(Kind::Pawn);
    (one_colour && !adverse.meets(helpers)).then_some(Material::BishopsOfOneColour)
}
