//! Drawn games and winnable ones: classics both ways, and agreement with a brute-force oracle.

mod support;

use std::collections::HashSet;

use jadoube_board::{Board, Castling, Colour, Kind, Man, Movement, Position, Queening, Square};
use jadoube_proof::{
    Answer, Budget, CannotWin, Claim, Evidence, Identity, Material, Reason, can_win, check, drawn_game,
};
use support::{Dice, locked, mirrored, recoloured, wall};

const BUDGET: u64 = 200_000;

/// Whether each side can win, with the evidence checked; `None` where undecided.
fn winners(position: &Position) -> [Option<bool>; 2] {
    let sides = Colour::BOTH.map(|side| {
        let answer = can_win(position, side, &mut Budget::nodes(BUDGET));
        if let Err(flaw) = check(position, Claim::CanWin(side), &answer) {
            panic!("{position} {side}: {flaw}");
        }
        answer.evidence().is_some().then_some(answer.is_proved())
    });
    let drawn = drawn_game(position, &mut Budget::nodes(2 * BUDGET));
    if let Err(flaw) = check(position, Claim::DrawnGame, &drawn) {
        panic!("{position}: {flaw}");
    }
    if let [Some(white), Some(black)] = sides {
        assert_eq!(drawn.is_proved(), !white && !black, "{position}");
        assert_eq!(drawn.is_refuted(), white || black, "{position}");
    }
    sides
}

/// Each line: who can win (`W`, `B`, `WB` or `-`), the position, and what it is about.
const CLASSICS: &[(&str, &str, &str)] = &[
    (
        "WB",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "the beginning",
    ),
    ("-", "8/3k4/8/8/8/3K4/8/8 w - - 0 1", "bare kings"),
    ("-", "8/3k4/8/8/8/3K1N2/8/8 w - - 0 1", "a knight alone"),
    (
        "-",
        "3b4/3k4/8/8/8/3K4/3B4/8 w - - 0 1",
        "bishops on squares of one colour",
    ),
    (
        "WB",
        "4b3/3k4/8/8/8/3K4/3B4/8 w - - 0 1",
        "bishops on squares of both colours",
    ),
    (
        "WB",
        "1k3b2/8/8/8/8/8/8/1K3N2 w - - 0 1",
        "a knight against a bishop: the helper may block",
    ),
    ("WB", "8/8/8/8/8/3k4/1n6/3K1N2 w - - 0 1", "knight against knight"),
    ("W", "8/8/3k4/8/8/3P4/8/3K4 w - - 0 1", "one pawn"),
    ("B", "8/3k4/8/8/8/8/q6N/7K b - - 0 1", "a knight against a queen"),
    ("-", "k7/P1K5/8/8/8/8/8/8 b - - 0 1", "stalemate"),
    ("B", "8/8/8/8/8/5k2/6q1/7K w - - 0 1", "mate on the board"),
    (
        "-",
        "4k3/8/8/1p1p1p1p/1P1P1P1P/8/4K3/8 b - - 0 1",
        "a wall of pawns",
    ),
    (
        "-",
        "8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 1",
        "a wall and a bishop that cannot pass it",
    ),
    (
        "WB",
        "8/2k5/8/1p1p1p2/1P1P1P2/4B3/2K5/8 w - - 0 1",
        "a wall with a door: the king walks round",
    ),
    (
        "WB",
        "8/2k5/8/1p1p1p1p/1P1P1P1P/3B4/2K5/8 w - - 0 1",
        "the same wall, but this bishop can take a pawn",
    ),
    (
        "WB",
        "1k6/8/8/1p1p1p1p/1P1P1P1P/4N3/2K5/8 w - - 0 1",
        "the same wall, and a knight jumps over it",
    ),
    (
        "-",
        "3k4/8/8/p3p1p1/P1p1P1P1/2P5/8/3K4 w - - 0 1",
        "a wall with gaps that the pawns guard",
    ),
    (
        "-",
        "8/6p1/1k4P1/6PK/6P1/6PR/7P/8 w - - 0 1",
        "a rook that is shut in for ever",
    ),
    ("-", "7k/8/8/8/8/8/8/KB6 w - - 0 1", "a bishop alone"),
    (
        "WB",
        "1K6/p7/8/8/8/8/P7/1k6 b - - 0 1",
        "each side has a pawn to queen",
    ),
    (
        "-",
        "k7/Pp6/1P6/8/8/8/7K/8 w - - 0 1",
        "a king in the corner that will be stalemated or nothing",
    ),
    (
        "W",
        "k7/1b4B1/2b2B2/4B3/8/1p6/pP6/K7 w - - 0 1",
        "bishops on dark squares: the king must first walk to the far corner, its own men with it",
    ),
    (
        "-",
        "3k4/3Q2K1/8/8/8/8/8/8 b - - 0 1",
        "the queen must be taken: a forced capture, then nothing is left",
    ),
];

/// More of the kinds that judges and servers get wrong: forced captures and stalemates, men that cannot mate though they
/// are many, walls that hold and walls that a bishop, a knight or a sacrifice opens.
#[rustfmt::skip]
const MORE: &[(&str, &str)] = &[
    ("-", "5b2/3k4/8/8/8/4B3/3K4/2B5 w - - 0 1"),
    ("W", "7k/8/8/8/8/8/8/KNN5 w - - 0 1"),
    ("B", "8/3k4/8/8/8/3K4/3B4/7r w - - 0 1"),
    ("WB", "7r/3k4/8/8/8/3K4/3N4/8 w - - 0 1"),
    ("WB", "8/3k2p1/8/8/8/3K4/3N4/8 w - - 0 1"),
    ("-", "k7/1R6/8/8/8/8/8/K7 b - - 0 1"),
    ("-", "k7/1Q6/8/8/8/8/8/K7 b - - 0 1"),
    ("-", "7k/6Q1/8/8/8/8/8/K7 b - - 0 1"),
    ("W", "k7/P7/K7/8/8/8/8/8 w - - 0 1"),
    ("W", "k7/P7/1K6/8/8/8/8/8 w - - 0 1"),
    ("-", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("-", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4B3/4K3 w - - 0 1"),
    ("WB", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/3B4/4K3 w - - 0 1"),
    ("WB", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/R3K2R w - - 0 1"),
    ("WB", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4KQ2 w - - 0 1"),
    ("WB", "4k3/4n3/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("-", "4kb2/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("WB", "2b1k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("-", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/6P1/4K3 w - - 0 1"),
    ("WB", "4k3/8/8/2p1p3/1pPpPp2/1P1P1P2/8/4K3 w - - 0 1"),
    ("-", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1"),
    ("-", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4B3/4K3 w - - 0 1"),
    ("-", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4B3/3BK3 w - - 0 1"),
    ("WB", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/3B4/4K3 w - - 0 1"),
    ("WB", "8/8/8/8/p7/Pp6/1P6/k1K5 b - - 0 1"),
    ("WB", "8/8/8/8/1p6/pP6/P7/1k1K4 w - - 0 1"),
    ("WB", "k1K5/p7/P7/8/8/8/8/8 w - - 0 1"),
    ("WB", "kbK5/pp6/1P6/8/8/8/8/8 b - - 0 1"),
    ("WB", "k1K5/p7/PB6/8/8/8/8/8 b - - 0 1"),
    ("-", "8/8/8/8/8/2k5/p7/K7 w - - 0 1"),
    ("-", "8/8/8/8/8/1k6/p7/K7 w - - 0 1"),
    ("-", "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1"),
    ("-", "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1"),
    ("W", "5k2/5P2/5K2/8/8/8/8/8 w - - 0 1"),
    ("-", "7k/7P/6K1/8/8/8/8/8 b - - 0 1"),
    ("W", "7k/7P/8/5K2/8/8/8/6B1 w - - 0 1"),
    ("W", "8/8/8/1k6/8/1B6/PK6/8 w - - 0 1"),
    ("WB", "8/8/8/pP6/8/8/1K1k4/8 w - a6 0 1"),
    ("WB", "k7/8/1K6/pP6/8/8/8/8 w - a6 0 1"),
    ("WB", "8/8/8/8/k1p5/p7/P1P5/K7 w - - 0 1"),
    ("WB", "r3k2r/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/R3K2R w KQkq - 0 1"),
    ("WB", "6k1/5p1p/5P1P/8/8/8/8/6K1 w - - 0 1"),
    ("WB", "6bk/6pp/6PP/8/8/8/8/6K1 b - - 0 1"),
    ("WB", "5rkr/5ppp/8/8/8/8/8/4N1K1 w - - 0 1"),
    ("WB", "7k/5K2/8/7N/8/8/7p/8 b - - 0 1"),
    ("-", "8/8/8/8/8/7k/7p/7K w - - 0 1"),
    ("-", "8/8/8/8/8/6k1/7p/7K w - - 0 1"),
    ("B", "7K/8/8/8/8/8/5kpp/6bb w - - 0 1"),
    ("WB", "1n6/1k6/8/8/8/8/6K1/6N1 w - - 0 1"),
    ("B", "1q6/1k6/8/8/8/8/6K1/6N1 w - - 0 1"),
    ("B", "1q6/1k6/8/8/8/8/6K1/6B1 w - - 0 1"),
    ("WB", "1q6/1k6/8/8/8/8/6K1/5NB1 w - - 0 1"),
    ("WB", "3k4/3p4/3P4/3K4/3P4/3p4/3P4/8 w - - 0 1"),
    ("WB", "B7/1p6/1Pk5/8/8/8/8/2K5 w - - 0 1"),
    ("WB", "8/1p1p1p1p/1P1P1P1P/k7/8/8/8/7K w - - 0 1"),
    ("WB", "8/1p1p1p1p/1P1P1P1P/8/8/8/8/k6K w - - 0 1"),
];

#[test]
fn the_classics() {
    let more = MORE.iter().map(|(expected, fen)| (expected, fen, &"more"));
    for (expected, fen, about) in CLASSICS.iter().map(|(e, f, a)| (e, f, a)).chain(more) {
        let position = Position::from_fen(fen).expect(fen);
        let expected = ["W", "B"].map(|side| Some(expected.contains(side)));
        assert_eq!(winners(&position), expected, "{about}: {fen}");
        assert_eq!(
            winners(&recoloured(&position)),
            [expected[1], expected[0]],
            "colours exchanged: {fen}"
        );
    }
}

#[test]
fn the_reason_is_the_simplest() {
    let reason = |fen: &str, side| {
        let position = Position::from_fen(fen).expect(fen);
        match can_win(&position, side, &mut Budget::default()) {
            Answer::Refuted(Evidence::CannotWin(CannotWin { reason, .. })) => reason,
            other => panic!("{fen}: {}", other.verdict()),
        }
    };
    assert_eq!(
        reason("8/3k4/8/8/8/3K4/8/q7 w - - 0 1", Colour::White),
        Reason::Material(Material::LoneKing)
    );
    assert_eq!(
        reason("8/3k4/8/8/8/3KN3/8/q7 w - - 0 1", Colour::White),
        Reason::Material(Material::OneKnight)
    );
    assert_eq!(
        reason("8/3k4/8/8/8/3KB3/8/q7 w - - 0 1", Colour::White),
        Reason::Material(Material::BishopsOfOneColour)
    );
    let wall = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/4K3/8 b - - 0 1";
    assert!(matches!(reason(wall, Colour::Black), Reason::Confined(_)));
}

/// A king shut in with two squares, and bishops that attack only one of them: in millions of ways to stand, none is mate.
const SHUT_IN: &[&str] = &[
    "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1",
    "8/b1b5/k6p/2b2p1P/1b3p1K/5Pp1/6P1/8 w - - 0 1",
    "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 b - - 0 1",
    "1b1b4/b1b5/k6p/2b2p1P/1b3p2/b4PpK/6P1/8 w - - 0 1",
    "8/8/k6p/2b2p1P/5p2/5PpK/6P1/8 w - - 0 1",
    "8/b1b5/7p/2b2p1P/1b3p2/4kPpK/6P1/8 w - - 0 1",
    "8/b1b5/7p/2b2p1P/1b3p2/5PpK/6P1/5k2 w - - 0 1",
];

#[test]
fn bishops_of_one_colour_around_a_shut_in_king() {
    for fen in SHUT_IN {
        let at = Position::from_fen(fen).expect(fen);
        for at in [at, mirrored(&at), recoloured(&at), recoloured(&mirrored(&at))] {
            assert_eq!(winners(&at), [Some(false), Some(false)], "{at}");
        }
    }
    // A bishop of the other colour, and the refuge is one no longer.
    let at = Position::from_fen("8/b1b5/k6p/1bb2p1P/1b3p2/5PpK/6P1/8 w - - 0 1").expect("a position");
    assert_ne!(winners(&at)[Colour::Black.index()], Some(false));
}

#[test]
fn a_pawn_that_may_remain_a_pawn() {
    // Under the code of 1862 the pawn may stay a pawn on a8; it may also become a queen, so White can still win.
    let movement = Movement {
        queening: Queening::MayRemainPawn,
        ..Movement::default()
    };
    let fen = "8/P7/8/8/8/1k6/8/1K6 w - - 0 1";
    let position = Position::from_fen_irregular(fen, movement).expect("a position");
    assert_eq!(winners(&position), [Some(true), Some(false)]);
    // A pawn that has remained one on a8 can do nothing.
    let position =
        Position::from_fen_irregular("P7/8/8/8/8/1k6/8/1K6 w - - 0 1", movement).expect("a position");
    assert_eq!(winners(&position), [Some(false), Some(false)]);
}

#[test]
fn an_irregular_beginning() {
    // Black's king is already attacked with White to play: Bh5 gives a second check at once, and mate.
    let fen = "3rkr2/4r3/8/8/B7/8/8/1K1B4 w - - 0 1";
    let position = Position::from_fen_irregular(fen, Movement::default()).expect("a position");
    assert_eq!(winners(&position), [Some(true), Some(true)]);
    // Kings side by side with Black to play and nowhere to go: White's bare king has mated.
    let fen = "k7/1K6/8/8/8/8/8/8 b - - 0 1";
    let position = Position::from_fen_irregular(fen, Movement::default()).expect("a position");
    assert_eq!(winners(&position)[0], Some(position.is_checkmate()));
    // A bare king that has only begun irregularly wins nothing.
    let fen = "8/8/8/3kK3/8/8/8/8 w - - 0 1";
    let position = Position::from_fen_irregular(fen, Movement::default()).expect("a position");
    assert_eq!(winners(&position), [Some(false), Some(false)]);
}

/// Whether that side can mate, by looking at everything; `None` if that is too much.
fn oracle(root: &Position, side: Colour, most: usize) -> Option<bool> {
    let mut known = HashSet::from([Identity::of(root)]);
    let mut queue = vec![*root];
    let mut next = 0;
    while let Some(&position) = queue.get(next) {
        next += 1;
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() && position.turn() != side {
            return Some(true);
        }
        for one in &moves {
            let after = position.play(one);
            if known.insert(Identity::of(&after)) {
                queue.push(after);
            }
        }
        if queue.len() > most {
            return None;
        }
    }
    Some(false)
}

/// What a game is judged by after every move: seen at small cost.
#[test]
fn a_king_that_walks_round_locked_pawns_is_soon_seen() {
    let alive = [
        "8/8/8/5p2/2k2P2/8/5K2/8 w - - 0 1",
        "8/8/3k4/2p4p/2P4P/4K3/8/8 b - - 0 1",
        "8/8/p6p/P6P/5k2/8/K7/8 b - - 0 1",
        "8/8/8/4p1k1/4P3/6K1/8/8 w - - 0 1",
        "8/8/8/p4k2/P7/8/8/5K2 b - - 0 1",
        "8/2p5/2P5/4k3/6B1/8/8/4K3 b - - 0 1",
        // Behind the pawn that is taken stands another.
        "8/5p2/5p2/5P2/2k5/8/5K2/8 w - - 0 1",
        // The chain is taken from behind.
        "8/8/2p1p3/2PpP1k1/3P4/8/8/K7 b - - 0 1",
    ];
    for fen in alive {
        let position = Position::from_fen(fen).expect(fen);
        let mut budget = Budget::nodes(2_000);
        let answer = drawn_game(&position, &mut budget);
        assert_eq!(check(&position, Claim::DrawnGame, &answer), Ok(()), "{fen}");
        assert!(answer.is_refuted(), "{fen}: {}", answer.verdict());
        assert!(budget.spent() < 200, "{fen}: {} positions", budget.spent());
    }
}

/// The plan of a walk is no answer: only a mate at its end is, and the men locked in for good are told as before.
#[test]
fn agrees_with_a_longer_search_where_pawns_lock_one_another() {
    let mut dice = Dice::new(29);
    let (mut alive, mut dead) = (0, 0);
    for _ in 0..300 {
        let Some(position) = locked(&mut dice, "") else {
            continue;
        };
        let glance = drawn_game(&position, &mut Budget::nodes(2_000));
        assert_eq!(check(&position, Claim::DrawnGame, &glance), Ok(()), "{position}");
        let [white, black] = winners(&position);
        if glance.is_refuted() {
            assert!(white == Some(true) || black == Some(true), "{position}");
            alive += 1;
        }
        if glance.is_proved() {
            assert_eq!([white, black], [Some(false); 2], "{position}");
            dead += 1;
        }
    }
    assert!(alive > 50 && dead > 50, "{alive} alive, {dead} dead");
}

#[test]
fn agrees_with_brute_force_on_locked_positions() {
    let hands = ["", "B", "b", "", "P", "p", ""];
    let (compared, dead) = agrees_with_brute_force(11, 1_000, &hands, locked);
    assert!(compared > 300 && dead > 100, "{compared} compared, {dead} dead");
}

/// Whoever sets up a position may leave a pawn on an end rank, or a king in check whose turn it is not.
#[test]
fn agrees_with_brute_force_on_irregular_beginnings() {
    let hands = ["B", "b", "N", "P", "p", "BB", "Bb", "Pb", "pp"];
    let irregular =
        |dice: &mut Dice, men: &str| wall(dice, men).filter(|position| position.irregularity().is_some());
    let (compared, dead) = agrees_with_brute_force(19, 1_500, &hands, irregular);
    assert!(compared > 60 && dead > 30, "{compared} compared, {dead} dead");
}

/// How many answers were compared, and how many of them are that the side cannot win.
fn agrees_with_brute_force(
    seed: u64,
    rounds: usize,
    hands: &[&str],
    position: impl Fn(&mut Dice, &str) -> Option<Position>,
) -> (u32, u32) {
    let mut dice = Dice::new(seed);
    let (mut compared, mut dead) = (0, 0);
    for round in 0..rounds {
        let Some(position) = position(&mut dice, hands[round % hands.len()]) else {
            continue;
        };
        for side in Colour::BOTH {
            let Some(expected) = oracle(&position, side, 8_000) else {
                continue;
            };
            let answer = can_win(&position, side, &mut Budget::nodes(BUDGET));
            if let Err(flaw) = check(&position, Claim::CanWin(side), &answer) {
                panic!("{position} {side}: {flaw}");
            }
            assert_eq!(
                answer.is_proved(),
                expected,
                "{position} {side}: {}",
                answer.verdict()
            );
            assert_eq!(answer.is_refuted(), !expected, "{position} {side}");
            compared += 1;
            dead += u32::from(!expected);
        }
    }
    println!("{compared} compared, {dead} of them not winnable");
    (compared, dead)
}

/// Every placement of two kings and one white man, by turn: whether White can still mate. Passed over until
/// nothing changes; nothing clever.
struct Everything {
    kind: Kind,
    can_mate: Vec<bool>,
}

impl Everything {
    fn of(kind: Kind, others: &[Everything]) -> Self {
        let mut all = Self {
            kind,
            can_mate: vec![false; 2 * 64 * 64 * 64],
        };
        // The moves do not change between the passes: where each leads is looked up once.
        let mut leads: Vec<Vec<u32>> = vec![Vec::new(); all.can_mate.len()];
        for (number, lead) in leads.iter_mut().enumerate() {
            let Some(position) = all.position(number) else {
                continue;
            };
            if position.is_checkmate() && position.turn() == Colour::Black {
                all.can_mate[number] = true;
            }
            for one in &position.legal_moves() {
                let after = position.play(one);
                if after.board().occupied().count() < 3 {
                    continue;
                }
                match one.promotion() {
                    Some(became) => {
                        let known = others.iter().find(|other| other.kind == became);
                        all.can_mate[number] |= known.is_some_and(|known| known.says(&after));
                    }
                    None => lead.push(all.number(&after) as u32),
                }
            }
        }
        loop {
            let mut changed = false;
            for (number, next) in leads.iter().enumerate().rev() {
                if !all.can_mate[number] && next.iter().any(|next| all.can_mate[*next as usize]) {
                    all.can_mate[number] = true;
                    changed = true;
                }
            }
            if !changed {
                return all;
            }
        }
    }

    fn position(&self, number: usize) -> Option<Position> {
        let [turn, king, other, man] = [number >> 18, number >> 12 & 63, number >> 6 & 63, number & 63];
        let mut board = Board::EMPTY;
        for (square, piece) in [
            (king, Man::new(Colour::White, Kind::King)),
            (other, Man::new(Colour::Black, Kind::King)),
            (man, Man::new(Colour::White, self.kind)),
        ] {
            board.set(Square::ALL[square], Some(piece));
        }
        let position = Position::from_parts(
            board,
            Colour::BOTH[turn],
            Castling::NONE,
            None,
            0,
            1,
            Movement::default(),
        );
        position
            .ok()
            .filter(|p| p.board().occupied().count() == 3 && p.irregularity().is_none())
    }

    fn number(&self, position: &Position) -> usize {
        let man = position
            .board()
            .men(Man::new(Colour::White, self.kind))
            .first()
            .expect("the man");
        let square = |square: Square| square.index();
        position.turn().index() << 18
            | square(position.king(Colour::White)) << 12
            | square(position.king(Colour::Black)) << 6
            | square(man)
    }

    fn says(&self, position: &Position) -> bool {
        self.can_mate[self.number(position)]
    }
}

#[test]
fn agrees_with_everything_on_three_men() {
    let mut known: Vec<Everything> = Vec::new();
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::Pawn] {
        let one = Everything::of(kind, &known);
        known.push(one);
    }
    let mut dice = Dice::new(13);
    let (mut compared, mut dead) = (0, 0);
    for round in 0..60_000 {
        let one = &known[round % known.len()];
        let Some(position) = one.position(dice.below(1 << 19)) else {
            continue;
        };
        let expected = one.says(&position);
        let answer = can_win(&position, Colour::White, &mut Budget::nodes(BUDGET));
        if let Err(flaw) = check(&position, Claim::CanWin(Colour::White), &answer) {
            panic!("{position}: {flaw}");
        }
        assert_eq!(answer.is_proved(), expected, "{position}");
        assert_eq!(answer.is_refuted(), !expected, "{position}");
        compared += 1;
        dead += usize::from(!expected);
    }
    println!("{compared} compared, {dead} of them not winnable");
    assert!(
        compared > 30_000 && dead > 10_000,
        "{compared} compared, {dead} dead"
    );
}

#[test]
fn images_agree() {
    let mut dice = Dice::new(17);
    for round in 0..200 {
        let Some(position) = locked(&mut dice, ["B", "b", "", "n"][round % 4]) else {
            continue;
        };
        let [white, black] = winners(&position);
        if white.is_none() || black.is_none() {
            continue;
        }
        assert_eq!(winners(&mirrored(&position)), [white, black], "{position}");
        assert_eq!(winners(&recoloured(&position)), [black, white], "{position}");
    }
}

/// A published set of positions, one a line: `WB`, `W-`, `-B` or `--`, then the first four FEN fields.
///
/// `JADOUBE_DEAD_POSITIONS=file cargo test --release -p jadoube-proof --test winnable -- --ignored --nocapture`
#[test]
#[ignore = "needs a set of positions: name the file in JADOUBE_DEAD_POSITIONS"]
fn a_published_set() {
    let path = std::env::var("JADOUBE_DEAD_POSITIONS").expect("JADOUBE_DEAD_POSITIONS names a file");
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let (mut asked, mut undecided) = (0, 0);
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    {
        let (who, fields) = line.split_at_checked(2).expect("two letters first");
        let position = Position::from_fen(&format!("{} 0 1", fields.trim())).expect(line);
        for (side, letter) in Colour::BOTH.into_iter().zip(who.chars()) {
            let answer = can_win(&position, side, &mut Budget::nodes(5_000_000));
            if let Err(flaw) = check(&position, Claim::CanWin(side), &answer) {
                panic!("{position} {side}: {flaw}");
            }
            asked += 1;
            if answer.evidence().is_none() {
                undecided += 1;
                println!("undecided: {line} {side}");
            } else {
                assert_eq!(answer.is_proved(), letter != '-', "{line} {side}");
            }
        }
    }
    println!("{asked} questions, {undecided} undecided");
    assert_eq!(undecided, 0, "every published position is decided");
}
