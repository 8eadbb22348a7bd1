//! Are the moves of any board with a king a side those of the slow generator, and is play true to its parts?
#![no_main]

use jadoube_board::{
    Board, Castling, Colour, Kind, Man, Move, Movement, Position, Queening, RooklessCastling, Square,
};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/board/tests/support/oracle.rs"]
mod oracle;

/// Sixty-four bytes of men, then turn and movement, rights, the square passed over, kings' squares, moves.
fn position(bytes: &[u8]) -> Option<(Position, &[u8])> {
    let (men, rest) = bytes.split_at_checked(64)?;
    let (&[how, rights, passed, white, black], rest) = rest.split_first_chunk::<5>()?;
    let mut board = Board::EMPTY;
    for (&square, &byte) in Square::ALL.iter().zip(men) {
        let kind = Kind::ALL
            .get(usize::from(byte & 7))
            .filter(|&&kind| kind != Kind::King);
        let colour = if byte & 8 == 0 {
            Colour::White
        } else {
            Colour::Black
        };
        board.set(square, kind.map(|&kind| Man::new(colour, kind)));
    }
    let [white, black] = [white, black].map(|byte| Square::ALL[usize::from(byte) % 64]);
    board.set(white, Some(Man::new(Colour::White, Kind::King)));
    board.set(black, Some(Man::new(Colour::Black, Kind::King)));
    let turn = if how & 1 == 0 {
        Colour::White
    } else {
        Colour::Black
    };
    let movement = Movement {
        castling: [
            RooklessCastling::Never,
            RooklessCastling::CornerNeverOccupied,
            RooklessCastling::CornerEmpty,
            RooklessCastling::CornerNotAdverse,
        ][usize::from(how >> 1 & 3)],
        queening: if how & 8 == 0 {
            Queening::MustBecomePiece
        } else {
            Queening::MayRemainPawn
        },
    };
    let passed = Square::ALL.get(usize::from(passed)).copied();
    let passed = passed.filter(|&square| {
        Position::from_parts(board, turn, Castling::NONE, Some(square), 0, 1, movement).is_ok()
    });
    let mut castling = Castling::NONE;
    for (index, (colour, wing)) in Castling::ALL.iter().enumerate() {
        let with = castling.with(colour, wing);
        let fits = Position::from_parts(board, turn, with, passed, 0, 1, movement).is_ok();
        if rights >> index & 1 != 0 && fits {
            castling = with;
        }
    }
    let position = Position::from_parts(board, turn, castling, passed, 0, 1, movement).ok()?;
    Some((position, rest))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((mut position, rest)) = position(bytes) else {
        return;
    };
    let mut oracle = oracle::Oracle::of(&position);
    oracle.check(&position);
    for pair in rest.chunks_exact(2).take(8) {
        let bits = u16::from_le_bytes([pair[0], pair[1]]);
        // A number that is a legal move is played; another chooses among the legal moves.
        let moves = position.legal_moves();
        let by_hand = Move::from_bits(bits).filter(|&one| position.try_play(one).is_ok());
        assert_eq!(
            by_hand.is_some(),
            Move::from_bits(bits).is_some_and(|one| moves.contains(&one))
        );
        let Some(one) = by_hand.or_else(|| moves.get(usize::from(bits) % moves.len().max(1)).copied()) else {
            return;
        };
        position = position.play(one);
        oracle = oracle.play(one);
        oracle.check(&position);
    }
});
