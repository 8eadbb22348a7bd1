//! Does the player find moves, keep its word about limits, and take any position?

use jadoube_board::{Move, Movement, Position, Queening, RooklessCastling};
use jadoube_player::{Level, Limits, Player, Question, Score, evaluate};
use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

fn at(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn asked(position: Position, nodes: u64) -> Question {
    Question::new(position, Limits::nodes(nodes))
}

#[test]
fn it_mates() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            1,
        ),
        ("7k/8/8/8/8/R7/1R6/K7 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let advice = Player::new(4).think(&asked(at(fen), 60_000)).unwrap();
        assert_eq!(advice.score, Score::Mate(moves), "{fen}: {advice:?}");
        assert_eq!(
            advice.line.len(),
            2 * usize::try_from(moves).unwrap() - 1,
            "{fen}: {:?}",
            advice.line
        );
    }
}

#[test]
fn it_knows_when_it_is_mated_and_that_a_stalemate_is_none() {
    let mated_next = at("7k/R7/1R6/8/8/8/8/K7 b - - 0 1");
    assert_eq!(
        Player::new(1).think(&asked(mated_next, 5_000)).unwrap().score,
        Score::Mate(-1)
    );
    let stalemate = at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(Player::new(1).think(&asked(stalemate, 5_000)), None);
}

#[test]
fn it_takes_what_hangs_and_not_what_is_guarded() {
    let hanging = at("rnb1kbnr/pppp1ppp/8/4p1q1/3P4/5N2/PPP1PPPP/RN1QKB1R w KQkq - 0 1");
    let best = Player::new(4).think(&asked(hanging, 20_000)).unwrap().best;
    assert_eq!(best.to_string(), "f3g5");
    let poisoned = at("4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1");
    assert_ne!(
        Player::new(4)
            .think(&asked(poisoned, 20_000))
            .unwrap()
            .best
            .to_string(),
        "e2e5"
    );
}

#[test]
fn the_same_question_has_the_same_answer() {
    let position = at("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
    let answer = || {
        let mut player = Player::new(2);
        let first = player.think(&asked(position, 20_000)).unwrap();
        let next = position.play(first.best);
        (first, player.think(&asked(next, 20_000)).unwrap())
    };
    let (once, again) = (answer(), answer());
    assert_eq!(once, again);
    assert_eq!(once.0.nodes, 20_000);
}

#[test]
fn only_the_moves_it_is_given() {
    let position = at("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let only: Vec<Move> = ["h2h4", "a1b1"]
        .map(|text| position.parse_uci(text).unwrap())
        .to_vec();
    for nodes in [1, 2, 50, 5_000] {
        let question = Question {
            only: Some(only.clone()),
            ..asked(position, nodes)
        };
        let advice = Player::new(1).think(&question).unwrap();
        assert!(only.contains(&advice.best), "{advice:?}");
    }
    let nothing = Question {
        only: Some(Vec::new()),
        ..asked(position, 100)
    };
    assert_eq!(Player::new(1).think(&nothing), None);
}

#[test]
fn it_stops_when_told_and_in_time() {
    let question = Question::new(Position::ordinary(), Limits::default());
    let stop = AtomicBool::new(false);
    let advice = Player::new(1).think_until(&question, &stop, &mut |progress| {
        if progress.depth >= 4 {
            stop.store(true, Relaxed);
        }
    });
    assert!(advice.is_some_and(|advice| advice.depth >= 4));
    let began = Instant::now();
    let limits = Limits::time(Duration::from_millis(50));
    assert!(
        Player::new(1)
            .think(&Question::new(Position::ordinary(), limits))
            .is_some()
    );
    // Not how fast, but that it ends at all.
    assert!(began.elapsed() < Duration::from_mins(1));
}

#[test]
fn several_lines_are_different_moves_and_in_order() {
    let question = Question {
        lines: 3,
        ..asked(Position::ordinary(), 20_000)
    };
    let mut last = Vec::new();
    let stop = AtomicBool::new(false);
    Player::new(1).think_until(&question, &stop, &mut |progress| {
        if progress.line_number == 1 {
            last.clear();
        }
        last.push((progress.line[0], progress.score.value()));
    });
    assert_eq!(last.len(), 3);
    assert!(last[0].0 != last[1].0 && last[1].0 != last[2].0 && last[0].0 != last[2].0);
    assert!(last[0].1 >= last[1].1 && last[1].1 >= last[2].1, "{last:?}");
}

#[test]
fn two_threads_think_too() {
    let mut player = Player::new(2);
    player.set_threads(2);
    let advice = player.think(&asked(at("7k/8/8/8/8/R7/1R6/K7 w - - 0 1"), 30_000));
    assert_eq!(advice.map(|advice| advice.score), Some(Score::Mate(2)));
}

#[test]
fn irregular_positions_are_ordinary_input() {
    let remain = Movement {
        queening: Queening::MayRemainPawn,
        ..Movement::ORDINARY
    };
    let rookless = Movement {
        castling: RooklessCastling::CornerEmpty,
        ..Movement::ORDINARY
    };
    for (fen, movement) in [
        // Kings side by side; both in check; pawns on the end ranks; a board full of queens.
        ("8/8/8/3Kk3/8/8/8/8 w - - 0 1", Movement::ORDINARY),
        ("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", Movement::ORDINARY),
        ("P3k2p/8/8/8/8/8/8/p3K2P w - - 0 1", remain),
        (
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQ2/K6k w - - 0 1",
            Movement::ORDINARY,
        ),
        (
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
            Movement::ORDINARY,
        ),
        ("4k3/8/8/8/8/8/PPPPPPPP/1NBQKBN1 w KQ - 0 1", rookless),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/4K3 b kq - 0 1", rookless),
        // The count of moves is far past fifty: it plays on.
        ("4k3/8/8/8/8/8/8/4K2R w K - 180 200", Movement::ORDINARY),
    ] {
        let position = Position::from_fen_irregular(fen, movement).unwrap();
        let advice = Player::new(1).think(&asked(position, 3_000));
        assert_eq!(advice.is_some(), position.has_legal_move(), "{fen}");
        assert!(
            advice.is_none_or(|advice| position.is_legal(advice.best)),
            "{fen}"
        );
        assert!(evaluate(&position).abs() <= 20_000, "{fen}");
    }
}

#[test]
fn a_pawn_that_remains_a_pawn_is_thought_of_and_worth_nothing() {
    let remain = Movement {
        queening: Queening::MayRemainPawn,
        ..Movement::ORDINARY
    };
    let position = Position::from_fen_irregular("8/P6k/8/8/8/8/8/K7 w - - 0 1", remain).unwrap();
    let stays = position.parse_uci("a7a8p").unwrap();
    let question = Question {
        only: Some(vec![stays]),
        ..asked(position, 1_000)
    };
    let advice = Player::new(1).think(&question).unwrap();
    assert_eq!(advice.best, stays);
    assert!(
        advice.score.value().abs() < 100,
        "a pawn on the last rank is worth nothing: {:?}",
        advice.score
    );
}

#[test]
fn every_level_answers_and_weaker_ones_overlook_more() {
    let position = at("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3");
    let mate = position.parse_uci("f3f7").unwrap();
    let finds = |level: Level| {
        let tries = 0..40;
        let found = tries.filter(|seed| {
            let mut question = Question::new(position, Limits::default());
            question.seed = *seed;
            level.hold(&mut question);
            question.limits.nodes = question.limits.nodes.map(|nodes| nodes.min(3_000));
            let advice = Player::new(1).think(&question).unwrap();
            assert!(position.is_legal(advice.best));
            advice.best == mate
        });
        found.count()
    };
    let beginner = finds(Level::new(1).unwrap());
    assert!(beginner < 40, "the beginner never overlooks a mate");
    assert!(
        beginner > 5,
        "the beginner hardly ever sees a mate in one: {beginner} of 40"
    );
    assert_eq!(finds(Level::TOP), 40);
}
