//! What do the F.I.D.E. laws of 1931 say where a story is too long for a case: counts of thirty and fifty moves, and
//! whatever unruly hands may do?

use jadoube_board::{Colour, Square};
use jadoube_game::{
    Act, Code, Decision, Demanded, Event, Ground, HandMove, Moment, Party, Penalty, Proposal, Requirement,
    Status, Terms,
};
use jadoube_law::{
    Arbiter,
    registers::{Family, find, find_reading},
};

fn on(start: &str) -> Arbiter {
    let terms = Terms {
        start: Some(start.to_owned()),
        ..Terms::ordinary(Code::Fide1931)
    };
    Arbiter::open(terms).expect("a position to play from")
}

fn play(arbiter: &mut Arbiter, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = HandMove {
            from: text[..2].parse().expect("a square"),
            to: text[2..4].parse().expect("a square"),
            becomes: None,
        };
        let by = arbiter.game().turn_to_play();
        act(arbiter, by, Act::played(mv));
        assert!(arbiter.brief_view().refused.is_none(), "{text}");
    }
}

fn act(arbiter: &mut Arbiter, by: impl Into<Party>, act: Act) {
    arbiter.act(&Event::new(by, act)).expect("it can have happened");
}

fn claim(ground: Ground) -> Act {
    Act::claimed(ground)
}

fn refused_by(arbiter: &Arbiter) -> Option<&'static str> {
    arbiter.brief_view().refused.and_then(|refused| refused.clause)
}

/// Two Kings and two Rooks walking about: four plies that come back to where they began.
const ROUND: &str = "e1d1 e8d8 d1e1 d8e8";
const ROOKS: &str = "4k3/8/8/r7/7R/8/4P3/4K3 w - - 0 1";

#[test]
fn a_draw_may_be_agreed_after_blacks_thirtieth_move() {
    let mut arbiter = on(ROOKS);
    for _ in 0..14 {
        play(&mut arbiter, ROUND);
    }
    play(&mut arbiter, "e1d1 e8d8 d1e1");
    assert_eq!(arbiter.game().completed, [30, 29]);
    act(&mut arbiter, Colour::White, Act::offered(Proposal::Draw));
    act(&mut arbiter, Colour::Black, Act::Accept { what: Proposal::Draw });
    assert_eq!(refused_by(&arbiter), Some("16(d)"));
    assert_eq!(arbiter.game().status, Status::InPlay);

    play(&mut arbiter, "d8e8");
    act(&mut arbiter, Colour::Black, Act::offered(Proposal::Draw));
    assert!(
        arbiter
            .view()
            .options
            .iter()
            .any(|option| matches!(option.right.act, Act::Accept { what: Proposal::Draw }))
    );
    act(&mut arbiter, Colour::White, Act::Accept { what: Proposal::Draw });
    assert_eq!(arbiter.brief_view().status, Status::Drawn);
    assert_eq!(arbiter.brief_view().clause, Some("16(d)"));
}

#[test]
fn fifty_moves_are_claimed_by_either_directly_they_are_complete() {
    let mut arbiter = on(ROOKS);
    for _ in 0..24 {
        play(&mut arbiter, ROUND);
    }
    play(&mut arbiter, "e1d1 e8d8 d1e1");
    assert_eq!(arbiter.game().completed, [50, 49]);
    act(&mut arbiter, Colour::Black, claim(Ground::FiftyMoves));
    assert_eq!(refused_by(&arbiter), Some("16(e)"));

    play(&mut arbiter, "d8e8");
    for by in Colour::BOTH {
        let mut claimed = arbiter.clone();
        let open = claimed.rights();
        assert!(
            open.iter().any(|right| right.party == Party::from(by)
                && right.act == claim(Ground::FiftyMoves)
                && right.clause == "16(e)"),
            "{by}"
        );
        act(&mut claimed, by, claim(Ground::FiftyMoves));
        assert_eq!(claimed.brief_view().clause, Some("16(e)"));
        assert_eq!(claimed.game().status, Status::Drawn);
    }

    // One move later nobody may.
    play(&mut arbiter, "e1d1");
    for by in Colour::BOTH {
        act(&mut arbiter, by, claim(Ground::FiftyMoves));
        assert_eq!(refused_by(&arbiter), Some("16(f)"), "{by}");
    }
}

#[test]
fn a_pawn_move_begins_the_count_anew() {
    let mut arbiter = on(ROOKS);
    play(&mut arbiter, "e2e3 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1");
    for _ in 0..22 {
        play(&mut arbiter, "e8d8 e1d1 d8e8 d1e1");
    }
    play(&mut arbiter, "e8d8 e1d1 d8e8");
    assert_eq!(arbiter.game().completed, [50, 50]);
    act(&mut arbiter, Colour::White, claim(Ground::FiftyMoves));
    assert_eq!(refused_by(&arbiter), Some("16(e)"));
    play(&mut arbiter, "d1e1");
    assert!(
        arbiter
            .rights()
            .iter()
            .any(|right| right.act == claim(Ground::FiftyMoves))
    );
}

#[test]
fn mate_demanded_in_fifty_moves_counts_from_the_demand_and_anew_after_a_pawn_move() {
    let mut arbiter = on(ROOKS);
    play(&mut arbiter, ROUND);
    let demand = Act::Demand {
        what: Demanded::MateInFifty,
    };
    act(&mut arbiter, Colour::Black, demand);
    assert_eq!(arbiter.brief_view().rulings[0].clause, "16(f)");
    play(&mut arbiter, ROUND);
    play(&mut arbiter, "e2e3 e8d8");
    for _ in 0..24 {
        play(&mut arbiter, "e1d1 d8e8 d1e1 e8d8");
    }
    play(&mut arbiter, "e1d1 d8e8 d1e1");
    let fifty = claim(Ground::FiftyMoves);
    // Black's move after the Pawn's is the first of the fifty on his side.
    assert!(arbiter.rights().iter().any(|right| right.act == fifty));
    act(&mut arbiter, Colour::White, fifty);
    assert_eq!(arbiter.game().status, Status::Drawn);
}

#[test]
fn the_demand_alone_draws_where_the_plain_count_began_earlier() {
    let mut arbiter = on(ROOKS);
    play(&mut arbiter, ROUND);
    act(
        &mut arbiter,
        Colour::Black,
        Act::Demand {
            what: Demanded::MateInFifty,
        },
    );
    for _ in 0..25 {
        play(&mut arbiter, ROUND);
    }
    act(&mut arbiter, Colour::Black, claim(Ground::FiftyMoves));
    assert_eq!(arbiter.brief_view().clause, Some("16(f)"));
}

#[test]
fn where_theory_needs_more_the_umpire_fixes_the_number() {
    let mut arbiter = on(ROOKS);
    let decision = Decision {
        moves_allowed: Some(66),
        ..Decision::default()
    };
    act(&mut arbiter, Party::Umpire, Act::Decide(decision));
    for _ in 0..25 {
        play(&mut arbiter, ROUND);
    }
    act(&mut arbiter, Colour::White, claim(Ground::FiftyMoves));
    assert_eq!(refused_by(&arbiter), Some("16(e)"));
    for _ in 0..8 {
        play(&mut arbiter, ROUND);
    }
    act(&mut arbiter, Colour::White, claim(Ground::FiftyMoves));
    assert_eq!(arbiter.game().status, Status::Drawn);
}

/// A failure can be told by its seed.
struct Lot(fastrand::Rng);

impl Lot {
    fn draw(&mut self, below: usize) -> usize {
        self.0.usize(..below.max(1))
    }

    fn square(&mut self, arbiter: &Arbiter) -> Square {
        let men: Vec<Square> = arbiter.game().men.board().occupied().into_iter().collect();
        if self.draw(8) == 0 || men.is_empty() {
            Square::ALL[self.draw(64)]
        } else {
            men[self.draw(men.len())]
        }
    }
}

fn unruly(lot: &mut Lot, arbiter: &Arbiter) -> Event {
    let by = if lot.draw(6) == 0 {
        [Party::White, Party::Black, Party::Umpire, Party::Timekeeper][lot.draw(4)]
    } else {
        Party::from(arbiter.game().turn_to_play())
    };
    let square = lot.square(arbiter);
    let act = match lot.draw(30) {
        0..=8 => {
            let moves = arbiter.brief_view().moves;
            match moves.get(lot.draw(moves.len())) {
                Some(mv) => Act::played((*mv).into()),
                None => Act::Resign,
            }
        }
        9..=11 => {
            let mv = HandMove {
                from: square,
                to: Square::ALL[lot.draw(64)],
                becomes: None,
            };
            Act::played(mv)
        }
        12 | 13 => Act::Touch {
            squares: square.into(),
            accident: lot.draw(5) == 0,
            hold: lot.draw(3) == 0,
        },
        14 => Act::Adjust { square },
        15 => Act::Lift { square },
        16 => Act::Place {
            square: Square::ALL[lot.draw(64)],
        },
        17 | 18 => Act::Quit { square: None },
        19 => Act::Remove {
            square,
            mistake: lot.draw(2) == 0,
        },
        20 => Act::Exact {
            penalty: Penalty::ALL[lot.draw(Penalty::ALL.len())],
            man: Some(square),
            men: Vec::new(),
            mv: None,
        },
        21 => Act::Waive { clause: None },
        22 => Act::Require {
            what: Requirement::ALL[lot.draw(Requirement::ALL.len())],
            square: None,
        },
        23 => Act::PointOut {
            error: jadoube_game::Error::ALL[lot.draw(jadoube_game::Error::ALL.len())],
            number: None,
        },
        24 => claim(Ground::ALL[lot.draw(Ground::ALL.len())]),
        25 => Act::Adjourn,
        26 => Act::Seal {
            record: ["e4", "", "Kt-KB3 draw?", "zz"][lot.draw(4)].to_owned(),
        },
        27 => Act::Resume {
            board: None,
            clocks: None,
            absent: if lot.draw(3) == 0 {
                vec![Colour::Black]
            } else {
                Vec::new()
            },
        },
        28 => Act::Dispute {
            question: "is that so?".to_owned(),
        },
        _ => Act::Decide(Decision {
            fact: Some(["accident", "wilful", "valid-reason"][lot.draw(3)].to_owned()),
            ..Decision::default()
        }),
    };
    Event::new(by, act)
}

fn is_its_own(clause: &str) -> bool {
    match clause.strip_prefix("reading ") {
        Some(id) => find_reading(id).is_some_and(|reading| reading.family == Family::Fide),
        None => find(Code::Fide1931, clause).is_some(),
    }
}

#[test]
fn unruly_acts_are_all_ruled_on_by_the_codes_own_clauses() {
    for seed in 1..=150u64 {
        let mut lot = Lot(fastrand::Rng::with_seed(seed));
        let mut terms = Terms::ordinary(Code::Fide1931);
        terms.scheduled = seed % 5 == 0;
        let mut arbiter = Arbiter::open(terms).expect("the ordinary array");
        for step in 0..60 {
            let mut event = unruly(&mut lot, &arbiter);
            if seed % 4 == 0 {
                event.at = Some(Moment::seconds(step * 20));
            }
            let before = arbiter.brief_view();
            let place = || format!("seed {seed}, act {step}: {event:?}\non {}", before.board);
            if arbiter.act(&event).is_err() {
                let after = arbiter.brief_view();
                assert_eq!(before.board, after.board, "{}", place());
                continue;
            }
            let view = arbiter.brief_view();
            let cited = view
                .rulings
                .iter()
                .map(|ruling| ruling.clause)
                .chain(view.clause)
                .chain(view.duty.iter().map(|duty| duty.clause))
                .chain(view.refused.iter().filter_map(|refused| refused.clause));
            for clause in cited {
                assert!(
                    is_its_own(clause),
                    "{clause} is no clause of the code\n{}",
                    place()
                );
            }
            for right in arbiter.rights() {
                assert!(is_its_own(right.clause), "{right:?}\n{}", place());
                let mut used = arbiter.clone();
                used.act(&Event::new(right.party, right.act.clone()))
                    .unwrap_or_else(|error| panic!("{right:?}: {error}\n{}", place()));
                assert!(
                    used.brief_view().refused.is_none(),
                    "{right:?} is refused\n{}",
                    place()
                );
            }
            if let Some(position) = arbiter.game().position()
                && arbiter.game().turn.altered.is_none()
            {
                for mv in &view.moves {
                    assert!(position.is_legal(*mv), "{mv} is offered\n{}", place());
                }
            }
            if view.status.is_over() && lot.draw(3) > 0 {
                break;
            }
        }
    }
}
