//! Endless checks: classics both ways, and agreement with a brute-force oracle.

mod support;

use std::collections::HashMap;

use jadoube_board::{Move, Position};
use jadoube_proof::{Answer, Budget, Claim, Evidence, Identity, check, endless_checks};
use support::{Dice, mirrored, recoloured, scatter};

/// The answer, with its evidence checked, and the same answer for the images in colours and mirror.
fn answer(position: &Position, nodes: u64) -> Answer {
    let found = endless_checks(position, &mut Budget::nodes(nodes));
    if let Err(flaw) = check(position, Claim::EndlessChecks, &found) {
        panic!("{position}: {flaw}");
    }
    found
}

fn proves(fen: &str) -> Vec<(Position, Move)> {
    let position = Position::from_fen(fen).expect(fen);
    match answer(&position, 200_000) {
        Answer::Proved(Evidence::Strategy(strategy)) => strategy.entries,
        other => panic!("{fen}: expected a proof, got {}", other.verdict()),
    }
}

fn refutes(fen: &str) {
    let position = Position::from_fen(fen).expect(fen);
    let found = answer(&position, 200_000);
    assert!(
        found.is_refuted(),
        "{fen}: expected a refutation, got {}",
        found.verdict()
    );
}

#[test]
fn a_queen_between_two_squares() {
    let strategy = proves("6k1/6p1/8/8/8/8/qr6/4Q2K w - - 0 1");
    assert_eq!(strategy[0].1.to_string(), "e1e8");
}

#[test]
fn a_man_that_can_interpose_ends_it() {
    refutes("6k1/6p1/1r6/8/8/8/q7/4Q2K w - - 0 1");
}

#[test]
fn a_rook_given_up_first() {
    // Every other check is refuted; the rook must go to e8, where it can be taken.
    let strategy = proves("3r3k/8/7K/8/3p4/4R1p1/p4q2/3rQ3 w - - 0 1");
    assert_eq!(strategy[0].1.to_string(), "e3e8");
}

#[test]
fn a_windmill_turns_for_ever() {
    let strategy = proves("1r3b1k/5pRp/5B2/8/8/8/q4PPP/6K1 w - - 0 1");
    assert_eq!(strategy[0].1.to_string(), "g7g3");
}

#[test]
fn a_windmill_that_runs_out() {
    // The same mill, but a rook on a6 takes the bishop that drives it.
    refutes("1r3b1k/5pRp/r4B2/8/8/8/q4PPP/6K1 w - - 0 1");
}

#[test]
fn a_mate_counts_for_the_claimant() {
    let strategy = proves("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(strategy.len(), 1);
}

#[test]
fn no_check_at_all() {
    refutes("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    refutes("4k3/4p3/8/8/8/8/8/4K2R b - - 0 1");
}

#[test]
fn the_budget_is_kept_and_the_answer_repeats() {
    let position = Position::from_fen("3q1rk1/8/8/8/8/8/8/QQ5K w - - 0 1").expect("a position");
    for nodes in [0, 1, 5, 50] {
        let mut budget = Budget::nodes(nodes);
        let one = endless_checks(&position, &mut budget);
        assert!(budget.spent() <= nodes);
        assert_eq!(one, endless_checks(&position, &mut Budget::nodes(nodes)));
    }
}

#[test]
fn a_raised_flag_stops_the_proof() {
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let position = Position::from_fen("8/8/8/8/8/1k6/8/K6Q w - - 0 1").expect("a position");
    let mut budget = Budget::nodes(1_000_000).stopped_by(flag);
    let answer = endless_checks(&position, &mut budget);
    assert!(matches!(answer, Answer::Undecided { .. }), "{}", answer.verdict());
    assert!(budget.spent() < 128);
}

/// Everything the checks can lead to, and from it the greatest set in which each position has a check all of
/// whose replies stay in the set; nothing clever. `None` if there is more than it cares to look at.
fn oracle(root: &Position) -> Option<bool> {
    let mut numbers = HashMap::from([(Identity::of(root), 0)]);
    let mut positions = vec![*root];
    let mut checks: Vec<Vec<Vec<usize>>> = Vec::new();
    while checks.len() < positions.len() {
        if positions.len() > 500 {
            return None;
        }
        let position = positions[checks.len()];
        let mut here = Vec::new();
        for check in &position.legal_moves() {
            let after = position.play(check);
            if !after.is_check() {
                continue;
            }
            let mut replies = Vec::new();
            for reply in &after.legal_moves() {
                let next = after.play(reply);
                let number = *numbers.entry(Identity::of(&next)).or_insert_with(|| {
                    positions.push(next);
                    positions.len() - 1
                });
                replies.push(number);
            }
            here.push(replies);
        }
        checks.push(here);
    }
    let mut safe = vec![true; positions.len()];
    loop {
        let before = safe.clone();
        for (number, checks) in checks.iter().enumerate() {
            safe[number] = checks
                .iter()
                .any(|replies| replies.iter().all(|reply| before[*reply]));
        }
        if safe == before {
            return Some(safe[0]);
        }
    }
}

#[test]
fn agrees_with_brute_force_on_few_men() {
    let mut dice = Dice::new(7);
    let hands = [
        "KkQ",
        "KkRr",
        "KkQr",
        "KkQp",
        "KkRB",
        "KkQn",
        "KkRpp",
        "KkNN",
        "KkPp",
        "KkBNr",
        "KkQqp",
        "KkRRn",
        "Kkqppp",
        "KkQqrrppp",
        "KkRBqrppp",
        "KkQrrpppp",
        "KkqRRPPPPN",
        "KkQNrrppp",
        "KkRRqppppb",
    ];
    let (mut compared, mut proved) = (0, 0);
    for round in 0..40_000 {
        let Some(position) = scatter(&mut dice, hands[round % hands.len()]) else {
            continue;
        };
        let Some(expected) = oracle(&position) else {
            continue;
        };
        let found = answer(&position, 1_000_000);
        assert_eq!(found.is_proved(), expected, "{position}: {}", found.verdict());
        assert_eq!(found.is_refuted(), !expected, "{position}");
        compared += 1;
        proved += usize::from(expected);
        if compared % 8 == 0 {
            for image in [recoloured(&position), mirrored(&position)] {
                assert_eq!(
                    answer(&image, 1_000_000).verdict(),
                    found.verdict(),
                    "{position} and {image}"
                );
            }
        }
    }
    assert!(
        compared > 10_000 && proved > 20,
        "{compared} compared, {proved} proved"
    );
    println!("{compared} compared, {proved} proved");
}
