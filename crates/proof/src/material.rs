//! Can these men mate at all, wherever they stand?
//!
//! Three classes of men that cannot, each closed under legal moves:
//!
//! - **A lone king** never gives check: two kings never come to stand side by side by a legal move.
//! - **One knight** against a king with queens only. Every square beside the mated king that the knight and
//!   the mating king leave free would have to hold a queen, and with queens on just those squares one of
//!   them can take the knight (the test below goes through all placements). A further queen changes nothing: she
//!   could only stand between a queen and the knight, and then takes it herself.
//! - **Bishops of one colour of squares**, with no knight and no pawn on the board and the other side's
//!   bishops, if any, on the same colour. The check comes over a square diagonally beside the king. The
//!   two squares that touch both that square and the king's are of the other colour; only the mating king could
//!   guard them, and none that guards both stands clear of the other king. So one of them is free to flee to, or
//!   holds a rook or queen, which no bishop can pin there and which goes onto the line of the check or takes.
//!
//! The last needs regular play, in which two bishops of one colour never check at once; an irregular position is
//! therefore not settled by its men, but its successors, having come about by legal moves, are.
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

#[cfg(test)]
mod tests {
    use super::*;
    use jadoube_board::{Castling, Man, Movement, Position, Square, attacks};

    #[test]
    fn no_knight_mates_a_king_among_queens() {
        let mut looked_at = 0;
        for king in Square::ALL {
            for knight in attacks::knight(king) {
                for other in Square::ALL {
                    if other == knight || other == king || attacks::king(king).contains(other) {
                        continue;
                    }
                    let mut board = Board::EMPTY;
                    board.set(king, Some(Man::new(Colour::Black, Kind::King)));
                    board.set(knight, Some(Man::new(Colour::White, Kind::Knight)));
                    board.set(other, Some(Man::new(Colour::White, Kind::King)));
                    let free = attacks::king(king) - attacks::knight(knight) - attacks::king(other);
                    for square in free {
                        board.set(square, Some(Man::new(Colour::Black, Kind::Queen)));
                    }
                    let position = Position::from_parts(
                        board,
                        Colour::Black,
                        Castling::NONE,
                        None,
                        0,
                        1,
                        Movement::default(),
                    )
                    .expect("one king a side");
                    assert!(!position.is_checkmate(), "{position}");
                    looked_at += 1;
                }
            }
        }
        assert!(looked_at > 10_000);
    }

    #[test]
    fn which_men_cannot_mate() {
        let said = |men: &str, side| cannot_mate(&men.parse().expect("a placement"), side);
        assert_eq!(said("k7/8/8/8/8/8/8/K7", Colour::White), Some(Material::LoneKing));
        assert_eq!(
            said("kq6/8/8/8/8/8/8/KN6", Colour::White),
            Some(Material::OneKnight)
        );
        assert_eq!(said("kr6/8/8/8/8/8/8/KN6", Colour::White), None);
        assert_eq!(said("kq6/8/8/8/8/8/8/KNN5", Colour::White), None);
        assert_eq!(
            said("kr6/8/8/8/8/8/8/KB1B4", Colour::White),
            Some(Material::BishopsOfOneColour)
        );
        assert_eq!(said("kr6/8/8/8/8/8/8/KBB5", Colour::White), None);
        assert_eq!(said("kn6/8/8/8/8/8/8/KB6", Colour::White), None);
        assert_eq!(said("k7/p7/8/8/8/8/8/KB6", Colour::White), None);
        assert_eq!(said("k7/p7/8/8/8/8/8/KB6", Colour::Black), None);
    }
}
