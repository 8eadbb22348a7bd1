//! Does every style, written and read back, give the same move, whatever the position?

use jadoube_board::{Colour, Move, Movement, Origins, Position, Queening};
use jadoube_notation::{Context, Language, San, Style, in_figurines, read_move, read_move_in, write_move};
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

/// Every style in every language.
fn styles() -> impl Iterator<Item = Style> {
    let foreign = Language::ALL.into_iter().flat_map(|language| {
        [
            Style::Algebraic(language),
            Style::LongAlgebraic(language),
            Style::DescriptiveIn(language),
        ]
    });
    Style::ALL.into_iter().chain(foreign)
}

fn check(position: &Position, origins: &Origins, movement: Move) {
    for style in styles() {
        let text = write_move(style, position, movement, origins);
        // Only the English of 1862 knew a Pawn that stays one, and SAN has no sign for it.
        let unsaid = matches!(style, Style::San | Style::Figurine | Style::Algebraic(_));
        if movement.remains_pawn() && (unsaid || style.language() != Language::English) {
            continue;
        }
        let reading = read_move_in(&text, style.language(), &Context::new(position, origins))
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

#[test]
fn figurines_stand_for_letters_and_for_nothing_else() {
    assert_eq!(in_figurines("Nbd7+", Colour::Black), "♞bd7+");
    assert_eq!(in_figurines("exd8=Q#", Colour::White), "exd8=♕#");
    assert_eq!(in_figurines("O-O-O", Colour::White), "O-O-O");
}

fn texts(style: Style, game: &str) -> Vec<String> {
    let mut position = Position::ordinary();
    let mut origins = Origins::ordinary();
    let mut texts = Vec::new();
    for uci in game.split(' ') {
        let movement = position.parse_uci(uci).unwrap();
        texts.push(write_move(style, &position, movement, &origins));
        origins.play(&position, movement);
        position = position.play(movement);
    }
    texts
}

/// As the books of those countries print them.
#[test]
fn descriptive_in_other_languages() {
    let quiet = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 f1e1 e8g8 c4f7 f8f7 b1c3";
    // Men named by their sides, and Pawns by their files.
    let named = "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e2e4 e8c8 e1c1 e7e6 f1b5 a7a6 g1e2 h7h6 h1e1";
    let printed = [
        (
            Language::Spanish,
            "P4R P4R C3AR C3AD A4A A4A O-O C3A T1R O-O AxP+ TxA C3A",
        ),
        (
            Language::French,
            "P4R P4R C3FR C3FD F4F F4F O-O C3F T1R O-O FxP+ TxF C3F",
        ),
        (
            Language::Portuguese,
            "P4R P4R C3BR C3BD B4B B4B O-O C3B T1R O-O BxP+ TxB C3B",
        ),
    ];
    let passing = "e2e4 a7a6 e4e5 a6a5 c2c4 a5a4 c4c5 d7d5 c5d6";
    let sides = [
        (Language::Spanish, "PAxP a.p."),
        (Language::French, "PFxP e.p."),
        (Language::Portuguese, "PBxP e.p."),
    ];
    for (language, pawn) in sides {
        let style = Style::DescriptiveIn(language);
        assert_eq!(texts(style, named).last().unwrap(), "TR1R");
        assert_eq!(texts(style, passing).last().unwrap(), pawn);
    }
    for (language, printed) in printed {
        assert_eq!(texts(Style::DescriptiveIn(language), quiet).join(" "), printed);
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
