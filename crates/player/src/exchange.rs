//! Who gains by taking on a square, if both go on taking with the least man first?

use jadoube_board::{Bitboard, Colour, Kind, Move, Position, attacks};

/// What a man counts for in an exchange, in hundredths of a pawn.
pub(crate) const WORTH: [i32; 6] = [100, 325, 335, 500, 1000, 20_000];

pub(crate) const fn worth(kind: Kind) -> i32 {
    WORTH[kind.index()]
}

/// Whether the exchange that begins with this move gains at least so much for the player on turn.
pub(crate) fn gains(position: &Position, one: Move, least: i32) -> bool {
    if one.is_castling() {
        return least <= 0;
    }
    let board = position.board();
    let (from, to) = (one.from(), one.to());
    let taken = position.captured(one);
    let moved = one
        .promotion()
        .or_else(|| board.get(from).map(|man| man.kind))
        .unwrap_or(Kind::Pawn);
    let raised = one.promotion().map_or(0, |kind| worth(kind) - worth(Kind::Pawn));
    let mut balance = taken.map_or(0, |(_, man)| worth(man.kind)) + raised - least;
    if balance < 0 {
        return false;
    }
    balance -= worth(moved);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if let (true, Some((square, _))) = (one.is_en_passant(), taken) {
        occupied = occupied.without(square);
    }
    let slanting = board.kind(Kind::Bishop) | board.kind(Kind::Queen);
    let straight = board.kind(Kind::Rook) | board.kind(Kind::Queen);
    let pawns = board.kind(Kind::Pawn);
    let mut attackers = (attacks::pawn(Colour::Black, to) & pawns & board.of(Colour::White)
        | attacks::pawn(Colour::White, to) & pawns & board.of(Colour::Black)
        | attacks::knight(to) & board.kind(Kind::Knight)
        | attacks::king(to) & board.kind(Kind::King)
        | attacks::bishop(to, occupied) & slanting
        | attacks::rook(to, occupied) & straight)
        & occupied;
    let mut turn = !position.turn();
    loop {
        let own = attackers & board.of(turn);
        let Some((kind, square)) = least_of(position, own) else {
            break;
        };
        if kind == Kind::King && !(attackers & board.of(!turn)).is_empty() {
            break;
        }
        occupied = occupied.without(square);
        if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
            attackers |= attacks::bishop(to, occupied) & slanting;
        }
        if matches!(kind, Kind::Rook | Kind::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
        attackers &= occupied;
        turn = !turn;
        balance = -balance - 1 - worth(kind);
        if balance >= 0 {
            break;
        }
    }
    turn != position.turn()
}

fn least_of(position: &Position, men: Bitboard) -> Option<(Kind, jadoube_board::Square)> {
    Kind::ALL
        .into_iter()
        .find_map(|kind| Some((kind, (men & position.board().kind(kind)).first()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(fen: &str, uci: &str, gain: i32) {
        let position = Position::from_fen(fen).unwrap();
        let one = position.parse_uci(uci).unwrap();
        assert!(gains(&position, one, gain), "{fen} {uci} gains {gain}");
        assert!(
            !gains(&position, one, gain + 1),
            "{fen} {uci} gains no more than {gain}"
        );
    }

    #[test]
    fn exchanges_are_counted_out() {
        // A free pawn; a guarded one taken by a rook; a pawn taken by a pawn and retaken.
        exactly("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);
        exactly("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100 - 500);
        exactly("4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5", 0);
        // Men behind men: knight and rooks against knight, bishop and queen.
        exactly(
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            100 - 325,
        );
        // The king does not take a guarded man.
        exactly("8/8/4k3/4p3/8/8/8/K3R2R w - - 0 1", "e1e5", 100 - 500);
        exactly("8/8/4k3/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100);
        exactly("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100);
    }
}
