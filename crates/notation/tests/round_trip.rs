//! Does every style, written and read back, give the same move, whatever the position?

use jadoube_board::{Move, Movement, Origins, Position, Queening};
use jadoube_notation::{Context, San, Style, read_move, write_move};
use proptest::prelude::*;

/// Starting points: the ordinary array, odds, crowded and irregular boards.
const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
    "1n1n1n1n/P1P1P1P1/7k/8/8/7K/p1p1p1p1/1N1N1N1N w - - 0 1",
    "8/7k/1Q6/5Q2/8/3Q4/1Q3Q2/7K b - - 0 1",
    "7k/N1N1N3/8/N3N3/8/N1N1N3/8/K7 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/pPpPpPpP/PpPpPpPp/8/8/4K3 w - a6 0 2",
    "k7/8/8/3pP3/2pP1Pp1/8/5P2/K7 b - d3 0 1",
    "R1R1R1R1/1R1R4/8/3R4/k7/8/8/2K5 b - - 0 1",
];

fn check(position: &Position, origins: &Origins, movement: Move) {
    for style in Style::ALL {
        let text = write_move(style, position, movement, origins);
        if movement.remains_pawn() && style == Style::San {
            continue; // SAN has no sign for it.
        }
        let reading = read_move(&text, &Context::new(position, origins))
            .unwrap_or_else(|error| panic!("{position}: {movement} as {style:?} `{text}`: {error}"));
        assert_eq!(
            reading.only_move(),
            Some(movement),
            "{position}: {movement} as {style:?} is `{text}`, read as {:?}",
            reading.moves
        );
        if style == Style::San {
            let quick = San::parse(text.as_bytes()).map(|san| san.resolve(position));
            assert_eq!(quick, Some(Ok(movement)), "{position}: `{text}`");
        }
    }
}

fn play(start: Position, choices: &[u16], every: usize) {
    let mut position = start;
    let mut origins = Origins::of(position.board());
    for (ply, choice) in choices.iter().enumerate() {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let movement = moves[usize::from(*choice) % moves.len()];
        if ply % every == 0 {
            for &other in moves.iter() {
                check(&position, &origins, other);
            }
        } else {
            check(&position, &origins, movement);
        }
        origins.play(&position, movement);
        position = position.play(movement);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_style_reads_back_as_the_move_it_was_written_for(
        start in 0..STARTS.len(),
        choices in proptest::collection::vec(any::<u16>(), 1..60),
    ) {
        play(Position::from_fen(STARTS[start]).unwrap(), &choices, 11);
    }

    #[test]
    fn a_pawn_that_may_remain_a_pawn_is_written_so(
        choices in proptest::collection::vec(any::<u16>(), 1..20),
    ) {
        let movement = Movement { queening: Queening::MayRemainPawn, ..Movement::default() };
        for fen in [STARTS[4], STARTS[5]] {
            play(Position::from_fen_irregular(fen, movement).unwrap(), &choices, 5);
        }
    }

    #[test]
    fn no_text_makes_the_reader_fall_over(text in "[ -~×—½’KQRBNPtabcdefgh1-8.'x()]{0,40}") {
        let position = Position::ordinary();
        let origins = Origins::ordinary();
        if let Ok(reading) = read_move(&text, &Context::new(&position, &origins)) {
            for movement in reading.moves {
                prop_assert!(position.is_legal(movement));
            }
        }
    }

    #[test]
    fn the_quick_reader_agrees_with_the_constraint_reader(
        start in 0..STARTS.len(),
        choices in proptest::collection::vec(any::<u16>(), 1..40),
        text in "[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=[NBRQ])?",
    ) {
        let mut position = Position::from_fen(STARTS[start]).unwrap();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() { break; }
            position = position.play(moves[usize::from(choice) % moves.len()]);
        }
        if let Some(san) = San::parse(text.as_bytes()) {
            let origins = Origins::of(position.board());
            let slow = read_move(&text, &Context::new(&position, &origins)).unwrap();
            if let Ok(movement) = san.resolve(&position) {
                prop_assert!(position.is_legal(movement), "{} {text}", position);
                // The quick reader does not ask whether `x` is true; the slow one does.
                if !text.contains('x') || position.captured(movement).is_some() {
                    prop_assert_eq!(slow.only_move(), Some(movement), "{} {}", position, text);
                }
            } else if !text.contains('=') || text.len() > 3 {
                prop_assert!(slow.only_move().is_none() || !text.starts_with(['N','B','R','Q','K']), "{} {}", position, text);
            }
        }
    }
}
