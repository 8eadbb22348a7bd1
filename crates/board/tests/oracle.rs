//! Are the moves exactly those of the definition, on boards of any kind?

mod support;

use jadoube_board::{Bitboard, Castling, Kind, Man, Move, Movement, Position, RooklessCastling, Square};
use support::oracle::Oracle;
use support::{Chance, MOVEMENTS, irregular, rounds, wander};

/// From many irregular positions a few moves onward, comparing all the way.
fn compare(seed: u64, positions: u32) {
    let mut chance = Chance::new(seed);
    for _ in 0..rounds(positions) {
        let mut position = irregular(&mut chance);
        if chance.one_in(3) {
            // Some of the pawns on their second rank have come back to it.
            let files = (chance.below(256) as u64, chance.below(256) as u64);
            position = position.with_walked(Bitboard(files.0 << 8 | files.1 << 48));
        }
        let mut oracle = Oracle::of(&position);
        for _ in 0..3 {
            oracle.check(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Castling, passing and promotion are rare and so preferred.
            let special: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|one| one.to_bits() >> 12 != 0)
                .collect();
            let from = if special.is_empty() || chance.one_in(2) {
                &moves[..]
            } else {
                &special
            };
            let one = chance.pick(from);
            position = position.play(one);
            oracle = oracle.play(one);
        }
    }
}

#[test]
fn irregular_boards_one() {
    compare(1, 20_000);
}

#[test]
fn irregular_boards_two() {
    compare(2, 20_000);
}

/// `cargo test --release -p jadoube-board --test oracle -- --ignored`
#[test]
#[ignore = "minutes long; the short comparisons above run every time"]
fn irregular_boards_at_length() {
    for seed in 100..140 {
        compare(seed, 50_000);
    }
}

#[test]
fn regular_games() {
    let mut chance = Chance::new(3);
    for _ in 0..rounds(60) {
        wander(
            &mut chance,
            Position::ordinary(),
            rounds(120) as usize,
            |position| {
                Oracle::of(position).check(position);
            },
        );
    }
}

/// A move built by hand is legal exactly if it is among the legal moves.
#[test]
fn every_number_is_a_legal_move_or_none() {
    let mut chance = Chance::new(4);
    for _ in 0..rounds(60).min(60) {
        let position = irregular(&mut chance);
        let legal = position.legal_moves();
        for bits in (0..=u16::MAX).step_by(if cfg!(miri) { 997 } else { 1 }) {
            if let Some(one) = Move::from_bits(bits) {
                assert_eq!(
                    position.is_legal(one),
                    legal.contains(&one),
                    "{one} {bits:x} {position}"
                );
                assert_eq!(position.try_play(one).is_ok(), legal.contains(&one));
            }
        }
        for square in Square::ALL {
            let from: Vec<_> = position.legal_moves_from(square).to_vec();
            let filtered: Vec<_> = legal.iter().copied().filter(|one| one.from() == square).collect();
            assert_eq!(from, filtered);
        }
    }
}

/// The four answers differ as they should.
#[test]
fn castling_without_the_rook() {
    use RooklessCastling::{CornerEmpty, CornerNeverOccupied, CornerNotAdverse, Never};
    let castles = |fen: &str, castling| {
        let movement = Movement {
            castling,
            ..Movement::ORDINARY
        };
        Position::from_fen_irregular(fen, movement)
            .map(|position| position.parse_uci("e1c1").is_ok())
            .ok()
    };
    let empty = "4k3/8/8/8/8/8/8/4K3 w Q - 0 1";
    let own = "4k3/8/8/8/8/8/8/N3K3 w Q - 0 1";
    let adverse = "4k3/8/8/8/8/8/8/n3K3 w Q - 0 1";
    for (fen, answers) in [
        (empty, [None, Some(true), Some(true), Some(true)]),
        (own, [None, None, Some(false), Some(true)]),
        (adverse, [None, None, Some(false), Some(false)]),
    ] {
        let found = [Never, CornerNeverOccupied, CornerEmpty, CornerNotAdverse].map(|law| castles(fen, law));
        assert_eq!(found, answers, "{fen}");
    }
    // The king goes alone, and a man of his own in the corner stays.
    let movement = Movement {
        castling: CornerNotAdverse,
        ..Movement::ORDINARY
    };
    let position = Position::from_fen_irregular(own, movement).unwrap();
    let after = position.play(position.parse_uci("e1c1").unwrap());
    assert_eq!(after.to_fen(), "4k3/8/8/8/8/8/8/N1K5 b - - 1 1");
}

/// Boards that a list of moves must bear.
#[test]
fn crowds_of_queens() {
    let mut most = 0;
    let ring = "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQk w - - 0 1";
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ring,
    ] {
        let position = Position::from_fen_irregular(fen, Movement::ORDINARY).unwrap();
        Oracle::of(&position).check(&position);
        most = most.max(position.legal_moves().len());
    }
    assert!(most > 256, "more moves than a byte can count: {most}");
}

/// Climbing towards the board with most moves stays below what a list can bear.
#[test]
fn the_most_moves_found_by_climbing() {
    let mut chance = Chance::new(5);
    let mut most = 0;
    for _ in 0..rounds(12) {
        let mut best = irregular(&mut chance);
        let mut best_count = best.legal_moves().len();
        for _ in 0..rounds(6_000) {
            let mut board = *best.board();
            let square = chance.pick(&Square::ALL);
            if board.get(square).is_some_and(|man| man.kind == Kind::King) {
                continue;
            }
            let kinds = [Kind::Queen, Kind::Queen, Kind::Knight, Kind::Pawn, Kind::Rook];
            let man = match chance.below(4) {
                0 => None,
                1 => Some(Man::new(!best.turn(), Kind::Pawn)),
                _ => Some(Man::new(best.turn(), chance.pick(&kinds))),
            };
            board.set(square, man);
            let made = Position::from_parts(board, best.turn(), Castling::NONE, None, 0, 1, MOVEMENTS[4]);
            let made = made.expect("the kings are untouched");
            if made.legal_moves().len() >= best_count {
                best_count = made.legal_moves().len();
                best = made;
            }
        }
        assert_eq!(best.perft(1), best_count as u64, "{best}");
        most = most.max(best_count);
    }
    assert!(most < 512, "{most}");
    assert!(cfg!(miri) || most > 256, "the climb finds crowded boards: {most}");
}
