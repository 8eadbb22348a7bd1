//! What stays true whatever is played and whatever is read?

mod support;

use std::collections::HashMap;

use jadoube_board::{Bitboard, Board, Castling, Colour, Kind, Move, Movement, Origins, Position, Square};
use proptest::prelude::*;
use support::{Chance, irregular, rounds, wander};

/// The key and the occupancy as made anew from the parts.
fn true_to_its_parts(position: &Position) {
    let rebuilt = Position::from_parts(
        *position.board(),
        position.turn(),
        position.castling(),
        position.en_passant(),
        position.halfmove(),
        position.fullmove(),
        position.movement(),
    )
    .expect("a position that was played has all its parts")
    .with_walked(position.walked());
    assert_eq!(rebuilt.key(), position.key(), "{position}");
    assert_eq!(rebuilt.board(), position.board());

    let board = position.board();
    let by_colour = board.of(Colour::White) | board.of(Colour::Black);
    let by_kind = Kind::ALL
        .into_iter()
        .fold(Bitboard::EMPTY, |all, kind| all | board.kind(kind));
    assert_eq!(by_colour, by_kind);
    assert_eq!(by_colour, board.occupied());
    assert!((board.of(Colour::White) & board.of(Colour::Black)).is_empty());
    assert_eq!(
        Kind::ALL
            .iter()
            .map(|&kind| board.kind(kind).count())
            .sum::<u32>(),
        board.occupied().count()
    );
    let mut again = Board::EMPTY;
    for square in Square::ALL {
        again.set(square, board.get(square));
    }
    assert_eq!(&again, board);
    assert_eq!(again.men_key(), board.men_key());
}

#[test]
fn play_keeps_key_and_occupancy_true() {
    let mut chance = Chance::new(10);
    for _ in 0..rounds(400) {
        wander(&mut chance, Position::ordinary(), 200, true_to_its_parts);
    }
    for _ in 0..rounds(20_000) {
        let start = irregular(&mut chance);
        // A right without a rook cannot be told from the board once a rook has come to that corner.
        let ordinary = Position::from_fen_irregular(&start.to_fen(), Movement::ORDINARY);
        if let Ok(start) = ordinary {
            wander(&mut chance, start, 6, true_to_its_parts);
        }
    }
}

#[test]
fn fens_are_read_as_written() {
    let mut chance = Chance::new(11);
    for _ in 0..rounds(200) {
        wander(&mut chance, Position::ordinary(), 120, |position| {
            assert_eq!(Position::from_fen(&position.to_fen()), Ok(*position));
            assert_eq!(
                Position::from_fen_lenient(&position.to_fen()),
                Ok((*position, Vec::new()))
            );
        });
    }
    for _ in 0..rounds(40_000) {
        let position = irregular(&mut chance);
        let fen = position.to_fen();
        assert_eq!(
            Position::from_fen_irregular(&fen, position.movement()),
            Ok(position)
        );
        // The strict reader takes it exactly if it is regular and its rights are ordinary ones.
        let ordinary = Position::from_fen_irregular(&fen, Movement::ORDINARY);
        let regular = ordinary.is_ok_and(|position| position.irregularity().is_none());
        assert_eq!(Position::from_fen(&fen).is_ok(), regular, "{fen}");
    }
}

/// Positions with one key are one position, as far as play can tell.
#[test]
fn keys_tell_positions_apart() {
    let mut chance = Chance::new(12);
    let mut seen: HashMap<u64, (String, Vec<Move>)> = HashMap::new();
    let mut met = 0;
    for _ in 0..rounds(3_000) {
        wander(&mut chance, Position::ordinary(), 30, |position| {
            let four: Vec<_> = position.to_fen().split(' ').take(3).map(str::to_owned).collect();
            let moves = position.legal_moves().to_vec();
            let entry = seen
                .entry(position.key())
                .or_insert_with(|| (four.join(" "), moves.clone()));
            assert_eq!(entry.0, four.join(" "));
            assert_eq!(entry.1, moves);
            met += 1;
        });
    }
    assert!(
        cfg!(miri) || seen.len() > 20_000 && met > seen.len(),
        "{met} {}",
        seen.len()
    );
}

/// Whether a move gives check is told without making it, and truly; making it in place is making it.
#[test]
fn checks_are_foreseen() {
    let mut chance = Chance::new(17);
    for _ in 0..rounds(5_000) {
        let position = irregular(&mut chance);
        for one in &position.legal_moves() {
            let after = position.play(one);
            assert_eq!(position.gives_check(one), after.is_check(), "{one} in {position}");
            let mut made = position;
            made.make(one);
            assert_eq!(made, after);
        }
    }
}

/// What takes or makes a queen is found by itself as among all moves, in the same order.
#[test]
fn takings_are_moves() {
    let agree = |position: &Position| {
        let moves = position.legal_moves().into_iter();
        let takings =
            moves.filter(|&one| position.captured(one).is_some() || one.promotion() == Some(Kind::Queen));
        assert!(takings.eq(position.takings()), "{position}");
    };
    let mut chance = Chance::new(18);
    for _ in 0..rounds(100) {
        wander(&mut chance, Position::ordinary(), 200, agree);
    }
    for _ in 0..rounds(5_000) {
        agree(&irregular(&mut chance));
    }
}

/// Passing the turn twice comes back, but for a capture in passing.
#[test]
fn passing_the_turn() {
    let mut chance = Chance::new(13);
    for _ in 0..rounds(5_000) {
        let position = irregular(&mut chance);
        match position.passing_turn() {
            None => assert!(position.is_check()),
            Some(passed) => {
                assert_eq!(passed.turn(), !position.turn());
                assert_eq!(passed.board(), position.board());
                assert_eq!(passed.en_passant(), None);
                true_to_its_parts_of_movement(&passed);
            }
        }
    }
}

/// As above, where the rights may be ones without a rook.
fn true_to_its_parts_of_movement(position: &Position) {
    let again = Position::from_fen_irregular(&position.to_fen(), position.movement());
    let again = again.expect("a position written is read");
    assert_eq!(again.legal_moves(), position.legal_moves(), "{position}");
    assert_eq!(again.key(), position.key(), "{position}");
}

/// Every man on the board is accounted for by where it began.
#[test]
fn origins_follow_the_men() {
    let mut chance = Chance::new(14);
    let mut promoted = 0;
    for _ in 0..rounds(300) {
        let mut position = Position::ordinary();
        let mut origins = Origins::ordinary();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let special: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|one| one.to_bits() >> 12 != 0)
                .collect();
            let one = chance.pick(if special.is_empty() { &moves } else { &special });
            origins.play(&position, one);
            position = position.play(one);
            for square in Square::ALL {
                match (position.board().get(square), origins.get(square)) {
                    (None, origin) => assert_eq!(origin, None, "{square} {position}"),
                    (Some(man), Some(origin)) => assert_eq!(Board::ARRAY.get(origin), Some(man)),
                    (Some(man), None) => {
                        promoted += 1;
                        assert!(man.is_piece() && man.kind != Kind::King, "{square} {position}");
                    }
                }
            }
        }
    }
    assert!(cfg!(miri) || promoted > 0);
}

#[test]
fn uci_is_read_as_written() {
    let mut chance = Chance::new(15);
    for _ in 0..rounds(3_000) {
        let position = irregular(&mut chance);
        for &one in &*position.legal_moves() {
            assert_eq!(position.parse_uci(&one.to_string()), Ok(one), "{position}");
            let after = position.play(one);
            assert_eq!(position.gives_check(one), after.is_check());
            if let Some((square, man)) = position.captured(one) {
                assert_eq!(position.board().get(square), Some(man));
                assert_eq!(man.colour, !position.turn());
                assert_eq!(
                    after.board().occupied().count() + 1,
                    position.board().occupied().count()
                );
            } else {
                assert_eq!(
                    after.board().occupied().count(),
                    position.board().occupied().count()
                );
            }
        }
    }
}

/// A FEN with one character changed, left out or put in.
fn damaged() -> impl Strategy<Value = String> {
    let fens = prop::sample::select(vec![
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 345",
    ]);
    let letters = prop::sample::select(
        "pnbrqkPNBRQK12345678/ wb-KQkqe3é_09x\u{0}"
            .chars()
            .collect::<Vec<_>>(),
    );
    (fens, any::<prop::sample::Index>(), letters, 0..3u8).prop_map(|(fen, index, letter, how)| {
        let mut text: Vec<char> = fen.chars().collect();
        let at = index.index(text.len());
        match how {
            0 => text[at] = letter,
            1 => _ = text.remove(at),
            _ => text.insert(at, letter),
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(4_000), failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever text: an answer or an error that can be printed, and no repair by the strict readers.
    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![any::<String>(), damaged(), "[pnbrqkPNBRQK1-8/]{10,80}( [wb] [KQkq-]{1,5} [a-h3-6-]{1,2} [0-9]{1,6} [0-9]{1,6})?"]) {
        for read in [Position::from_fen(&text), Position::from_fen_irregular(&text, Movement::ORDINARY)] {
            match read {
                Ok(position) => prop_assert_eq!(position.to_fen(), text.clone()),
                Err(error) => {
                    let printed = error.to_string();
                    prop_assert!(printed.starts_with("FEN field"), "{}", printed);
                    if let Some(at) = error.at {
                        prop_assert!(at >= 1 && at <= text.chars().count() + 1, "{} {:?}", printed, text);
                    }
                }
            }
        }
        match Position::from_fen_lenient(&text) {
            Ok((position, remarks)) => {
                prop_assert_eq!(remarks.is_empty(), position.to_fen() == text, "{:?} {:?}", remarks, text);
                for remark in remarks {
                    prop_assert!(!remark.to_string().is_empty());
                }
            }
            Err(error) => prop_assert!(Position::from_fen(&text).is_err(), "{}", error),
        }
        _ = text.parse::<Castling>().map_err(|error| error.to_string());
        _ = text.parse::<Board>().map_err(|error| error.to_string());
        _ = text.parse::<Square>().map_err(|error| error.to_string());
    }

    #[test]
    fn any_text_is_a_move_or_refused(text in prop_oneof![any::<String>(), "[a-h][1-8][a-h][1-8][nbrqkp]?", "[a-i]{0,2}[0-9]{0,2}.{0,4}"], seed in any::<u64>()) {
        let position = irregular(&mut Chance::new(seed));
        match position.parse_uci(&text) {
            Ok(one) => prop_assert_eq!(one.to_string(), text),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn offsets_never_wrap(square in 0..64usize, files in any::<i8>(), ranks in any::<i8>()) {
        let from = Square::ALL[square];
        let onto = |index: usize, by: i8| index.checked_add_signed(isize::from(by)).filter(|&index| index < 8);
        let expected = onto(from.file().index(), files).zip(onto(from.rank().index(), ranks));
        let found = from.offset(files, ranks).map(|to| (to.file().index(), to.rank().index()));
        prop_assert_eq!(found, expected);
    }
}
