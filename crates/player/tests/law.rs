//! Does the player use the law, and never break it?

use jadoube_board::{Colour, Kind, Move, Square};
use jadoube_game::{
    Act, Code, Event, GivenMan, HandMove, Hands, Mode, Odds, OptionView, Party, Penalty, Proposal, Status,
    Terms,
};
use jadoube_law::Arbiter;
use jadoube_player::{
    Clock, Deed, EngineError, Level, Limits, Mind, Opinion, Player, Question, Seat, Temper,
};
use std::time::Duration;

/// The codes by which a move is complete though a clock stands there.
const FIVE: [Code; 5] = [
    Code::Xxv,
    Code::Bca1862,
    Code::Bcc1896,
    Code::Bcc1899,
    Code::Fide1931,
];

fn open(code: Code, start: Option<&str>) -> Arbiter {
    let mut terms = Terms::ordinary(code);
    terms.start = start.map(str::to_owned);
    Arbiter::open(terms).unwrap()
}

/// No clock stands on the table: under every code a move is complete when it is made.
fn open_without_clock(code: Code, start: &str) -> Arbiter {
    let mut terms = Terms::ordinary(code);
    terms.start = Some(start.to_owned());
    terms.clock = false;
    Arbiter::open(terms).unwrap()
}

fn hand(text: &str) -> HandMove {
    HandMove {
        from: text[..2].parse().unwrap(),
        to: text[2..4].parse().unwrap(),
        becomes: None,
    }
}

fn moved(arbiter: &mut Arbiter, by: Colour, text: &str) {
    let mv = Act::played(hand(text));
    arbiter.act(&Event::new(by, mv)).unwrap();
}

fn seat(side: Colour) -> Seat {
    Seat {
        level: Level::new(8).unwrap(),
        limits: Limits::nodes(4_000),
        ..Seat::new(side)
    }
}

fn next(seat: &Seat, arbiter: &Arbiter) -> Option<Deed> {
    seat.next(arbiter, &mut Player::new(4)).unwrap()
}

/// White's Queen is attacked and he touches the Bishop: to move that loses the Queen.
const QUEEN_HANGS: &str = "r1b1kbnr/pppp1ppp/2n5/4p1q1/3PP1Q1/8/PPP2PPP/RNB1KBNR w KQkq - 0 1";

#[test]
fn a_touched_man_is_moved_where_that_hurts_most_under_every_code() {
    for code in Code::ALL {
        let mut arbiter = open_without_clock(code, QUEEN_HANGS);
        let touch = Act::touched(Square::B1);
        arbiter.act(&Event::new(Colour::White, touch)).unwrap();
        // Black does not let him off while he may still go wrong.
        assert_eq!(next(&seat(Colour::Black), &arbiter), None, "{code}");
        moved(&mut arbiter, Colour::White, "g4g5");
        // He has played otherwise: Black exacts what is his, until White must move the Knight.
        for _ in 0..3 {
            let view = arbiter.brief_view();
            if view.turn == Colour::White && view.duty.is_some() {
                break;
            }
            let deed =
                next(&seat(Colour::Black), &arbiter).unwrap_or_else(|| panic!("{code}: Black does nothing"));
            assert!(
                matches!(
                    deed.act,
                    Act::Exact { .. } | Act::Require { .. } | Act::PointOut { .. }
                ),
                "{code}: {deed:?}"
            );
            arbiter.act(&Event::new(Colour::Black, deed.act)).unwrap();
            assert!(arbiter.brief_view().refused.is_none(), "{code}");
        }
        let view = arbiter.brief_view();
        assert_eq!(view.turn, Colour::White, "{code}");
        assert!(
            !view.moves.is_empty() && view.moves.iter().all(|one| one.from() == Square::B1),
            "{code}: {:?}",
            view.moves
        );
        moved(&mut arbiter, Colour::White, "b1c3");
        assert_eq!(arbiter.brief_view().turn, Colour::Black, "{code}");
        // And the Queen is taken.
        let deed = next(&seat(Colour::Black), &arbiter);
        let Some(Deed {
            act: Act::Move { mv, .. },
            ..
        }) = deed
        else {
            panic!("{code}: {deed:?}");
        };
        assert_eq!(mv, hand("g5g4"), "{code}");
    }
}

#[test]
fn a_duty_is_released_only_where_that_is_better() {
    // White has touched the Rook that keeps him from being mated: to move it loses at once. No release.
    for code in FIVE {
        let mut arbiter = open(code, Some("6k1/5ppp/8/8/8/8/r7/1R5K w - - 0 1"));
        let touch = Act::touched(Square::H1);
        arbiter.act(&Event::new(Colour::White, touch)).unwrap();
        assert_eq!(next(&seat(Colour::Black), &arbiter), None, "{code}");
    }
}

#[test]
fn a_false_move_is_not_let_stand_for_nothing() {
    for code in FIVE {
        let mut arbiter = open(code, None);
        moved(&mut arbiter, Colour::White, "e2e5");
        let deed = next(&seat(Colour::Black), &arbiter).unwrap();
        let exacts = matches!(&deed.act, Act::Exact { penalty, .. } if *penalty != Penalty::Stand);
        assert!(
            exacts || matches!(deed.act, Act::Require { .. }),
            "{code}: {deed:?}"
        );
        arbiter.act(&Event::new(Colour::Black, deed.act)).unwrap();
        assert!(arbiter.brief_view().refused.is_none(), "{code}");
    }
}

#[test]
fn a_gentle_player_lets_it_pass_and_says_so() {
    for code in Code::ALL {
        let mut arbiter = open_without_clock(code, QUEEN_HANGS);
        let touch = Act::touched(Square::B1);
        arbiter.act(&Event::new(Colour::White, touch)).unwrap();
        moved(&mut arbiter, Colour::White, "g4g5");
        let gentle = Seat {
            temper: Temper::Gentle,
            ..seat(Colour::Black)
        };
        let deed = next(&gentle, &arbiter).unwrap();
        assert!(matches!(deed.act, Act::Waive { .. }), "{code}: {deed:?}");
        assert!(deed.remark.is_some(), "{code}");
        arbiter.act(&Event::new(Colour::Black, deed.act)).unwrap();
        // The move stands, and he plays.
        assert_eq!(arbiter.brief_view().turn, Colour::Black, "{code}");
        let deed = next(&gentle, &arbiter).unwrap();
        assert!(matches!(deed.act, Act::Move { .. }), "{code}: {deed:?}");
    }
}

fn of_temper(temper: Temper, side: Colour) -> Seat {
    Seat {
        temper,
        limits: Limits::time(Duration::from_millis(300)),
        ..seat(side)
    }
}

#[test]
fn a_gentle_player_has_a_false_move_put_right_and_asks_no_more() {
    for code in Code::ALL {
        let mut arbiter = open(code, None);
        let before = arbiter.brief_view().board;
        moved(&mut arbiter, Colour::White, "e2e5");
        let deed = next(&of_temper(Temper::Gentle, Colour::Black), &arbiter);
        let deed = deed.unwrap_or_else(|| panic!("{code}: Black lets it stand"));
        arbiter.act(&Event::new(Colour::Black, deed.act)).unwrap();
        let view = arbiter.brief_view();
        assert!(
            view.refused.is_none() && view.status == Status::InPlay,
            "{code}: {view:?}"
        );
        assert_eq!((view.turn, view.board), (Colour::White, before), "{code}");
    }
}

#[test]
fn a_man_taken_up_is_no_offence() {
    for code in Code::ALL {
        let mut arbiter = open(code, None);
        let lift = Act::Lift { square: Square::E2 };
        arbiter.act(&Event::new(Colour::White, lift)).unwrap();
        for temper in [Temper::Strict, Temper::Gentle] {
            let deed = next(&of_temper(temper, Colour::Black), &arbiter);
            assert_eq!(deed, None, "{code}, {temper}");
        }
    }
}

#[test]
fn an_illegal_move_is_not_kept_for_its_maker_to_take_back() {
    // The Queen jumps where a Pawn takes it; but he who put it there may have the position back at any time.
    let mut arbiter = open(Code::Fide1931, Some("4k3/8/2p5/8/8/8/8/3QK3 w - - 0 1"));
    moved(&mut arbiter, Colour::White, "d1b5");
    let deed = next(&of_temper(Temper::Strict, Colour::Black), &arbiter).unwrap();
    assert!(
        matches!(
            deed.act,
            Act::Exact { .. } | Act::Require { .. } | Act::PointOut { .. }
        ),
        "{deed:?}"
    );
}

#[test]
fn a_rogue_leaves_his_false_move_for_the_other_to_catch() {
    for code in Code::ALL {
        let mut arbiter = open(code, None);
        moved(&mut arbiter, Colour::White, "e2e5");
        let rogue = of_temper(Temper::Rogue, Colour::White);
        let deed = next(&rogue, &arbiter);
        if code == Code::Fide2023 {
            // There the clock completes it.
            let press = deed.unwrap().act;
            assert!(matches!(press, Act::Press { .. }), "{press:?}");
            arbiter.act(&Event::new(Colour::White, press)).unwrap();
            assert_eq!(next(&rogue, &arbiter), None);
        } else {
            assert_eq!(deed, None, "{code}");
        }
    }
}

#[test]
fn where_a_clock_completes_a_move_nothing_is_said_before_it() {
    let mut arbiter = open(Code::Fide2023, None);
    let press = Act::Press {
        hand: None,
        manner: None,
    };
    let strict = of_temper(Temper::Strict, Colour::Black);
    moved(&mut arbiter, Colour::White, "e2e5");
    assert_eq!(next(&strict, &arbiter), None);
    arbiter.act(&Event::new(Colour::White, press.clone())).unwrap();
    let deed = next(&strict, &arbiter).unwrap();
    assert!(matches!(deed.act, Act::PointOut { .. }), "{deed:?}");
    // He presses after his own move, and no longer when it has been answered: the clock that goes is then rightly his.
    let mut arbiter = open(Code::Fide2023, None);
    moved(&mut arbiter, Colour::White, "e2e4");
    let white = of_temper(Temper::Strict, Colour::White);
    assert_eq!(next(&white, &arbiter).map(|deed| deed.act), Some(press));
    moved(&mut arbiter, Colour::Black, "e7e5");
    let deed = next(&white, &arbiter).unwrap();
    assert!(matches!(deed.act, Act::Move { .. }), "{deed:?}");
}

#[test]
fn he_who_gives_odds_does_not_resign_for_them() {
    for code in Code::ALL {
        let mut terms = Terms::ordinary(code);
        terms.odds = Some(Odds {
            giver: Colour::White,
            men: vec![GivenMan::Named(Kind::Queen), GivenMan::Named(Kind::Rook)],
            moves: 0,
        });
        let mut arbiter = Arbiter::open(terms).unwrap();
        if arbiter.brief_view().turn == Colour::Black {
            moved(&mut arbiter, Colour::Black, "e7e5");
        }
        let deed = next(&of_temper(Temper::Strict, Colour::White), &arbiter);
        assert!(
            matches!(deed.as_ref().unwrap().act, Act::Move { .. }),
            "{code}: {deed:?}"
        );
    }
}

/// One that answers at once, and notes how long it might have thought.
#[derive(Default)]
struct Patient(Duration);

impl Mind for Patient {
    fn name(&self) -> &'static str {
        "Patient"
    }
    fn advise(&mut self, question: &Question) -> Result<Opinion, EngineError> {
        self.0 += question.limits.time.unwrap_or_default();
        let legal = question.position.legal_moves();
        let open = |one: &Move| question.only.as_ref().is_none_or(|only| only.contains(one));
        let best = legal.into_iter().find(open).ok_or(EngineError::NoMove)?;
        Ok(Opinion { best, score: Some(0) })
    }
    fn forget(&mut self) {}
}

#[test]
fn a_game_that_is_level_is_not_begun_again() {
    let wrong = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1";
    let mut arbiter = open(Code::Bca1862, Some(wrong));
    moved(&mut arbiter, Colour::White, "g1f3");
    let annulled = |option: &OptionView| option.then.status == Status::Annulled;
    assert!(arbiter.view().options.iter().any(annulled));
    let deed = seat(Colour::Black).next(&arbiter, &mut Patient::default());
    let deed = deed.unwrap().unwrap();
    assert!(matches!(deed.act, Act::Move { .. }), "{deed:?}");
}

#[test]
fn what_is_open_is_weighed_in_the_time_that_is_left() {
    for code in FIVE {
        let mut arbiter = open(code, None);
        moved(&mut arbiter, Colour::White, "e2e5");
        let left = Duration::from_millis(900);
        let mut hurried = seat(Colour::Black);
        hurried.limits.clock = Some(Clock {
            left,
            increment: Duration::ZERO,
            moves: Some(2),
            overhead: Duration::ZERO,
        });
        let mut mind = Patient::default();
        hurried.next(&arbiter, &mut mind).unwrap();
        assert!(
            mind.0 > Duration::ZERO && mind.0 <= left / 2,
            "{code}: {:?}",
            mind.0
        );
    }
}

#[test]
fn a_rogue_offends_now_and_then_and_obeys_when_caught() {
    let mut offences = 0;
    for code in FIVE {
        let mut arbiter = open(code, None);
        let rogue = Seat {
            temper: Temper::Rogue,
            level: Level::new(1).unwrap(),
            seed: 11,
            ..seat(Colour::White)
        };
        let strict = Seat {
            level: Level::new(1).unwrap(),
            ..seat(Colour::Black)
        };
        let mut minds = [Player::new(1), Player::new(1)];
        for _ in 0..60 {
            if arbiter.game().status.is_over() {
                break;
            }
            // The strict one looks first: he may have something to exact.
            let acted = [&strict, &rogue].into_iter().find_map(|seat| {
                let deed = seat.next(&arbiter, &mut minds[seat.side.index()]).unwrap()?;
                Some((seat.side, deed))
            });
            let Some((side, deed)) = acted else { break };
            arbiter.act(&Event::new(side, deed.act.clone())).unwrap();
            let view = arbiter.brief_view();
            assert!(view.refused.is_none(), "{code}: {deed:?}: {:?}", view.refused);
            if side == Colour::White {
                let touched = matches!(deed.act, Act::Touch { .. });
                offences += usize::from(touched || arbiter.game().turn.illegal.is_some());
            } else {
                // He who is strict never offends.
                let offended = arbiter
                    .game()
                    .ledger
                    .offences
                    .iter()
                    .any(|offence| offence.by == Colour::Black);
                assert!(!offended, "{code}: {deed:?}");
            }
        }
    }
    assert!(offences >= 3, "the rogue was good: {offences}");
}

#[test]
fn draws_are_answered_by_the_score() {
    let offer = Act::offered(Proposal::Draw);
    for (fen, accepted) in [
        ("4k3/8/8/8/8/8/q7/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/Q7/4K3 w - - 0 1", true),
    ] {
        let mut arbiter = open(Code::Bcc1899, Some(fen));
        arbiter.act(&Event::new(Colour::White, offer.clone())).unwrap();
        let deed = next(&seat(Colour::Black), &arbiter).unwrap();
        let expected = if accepted {
            Act::Accept { what: Proposal::Draw }
        } else {
            Act::Decline { what: Proposal::Draw }
        };
        assert_eq!(deed.act, expected, "{fen}");
    }
}

#[test]
fn a_hopeless_game_is_resigned_by_a_strong_player_and_played_on_by_a_weak_one() {
    let lost = "4k3/8/8/8/8/8/QR6/4K3 b - - 0 1";
    for code in FIVE {
        let arbiter = open(code, Some(lost));
        assert_eq!(
            next(&seat(Colour::Black), &arbiter).unwrap().act,
            Act::Resign,
            "{code}"
        );
        let weak = Seat {
            level: Level::new(2).unwrap(),
            ..seat(Colour::Black)
        };
        assert!(
            matches!(next(&weak, &arbiter).unwrap().act, Act::Move { .. }),
            "{code}"
        );
    }
}

#[test]
fn check_is_announced_where_the_code_asks_for_it() {
    for (code, said) in [
        (Code::Xxv, true),
        (Code::Bca1862, true),
        (Code::Bcc1899, false),
        (Code::Fide1931, false),
    ] {
        let arbiter = open(code, Some("3q3k/8/8/8/8/8/8/4K3 b - - 0 1"));
        let position = *arbiter.game().position().unwrap();
        let one = position.parse_uci("d8e8").unwrap();
        let act = seat(Colour::Black).as_act(&arbiter, one);
        let say = said.then(|| "check".to_owned());
        assert_eq!(
            act,
            Act::Move {
                mv: one.into(),
                hands: Hands::One,
                say
            },
            "{code}"
        );
    }
}

#[test]
fn a_sealed_move_is_read_as_it_was_meant() {
    for code in [Code::Bcc1896, Code::Bcc1899, Code::Fide1931] {
        let mut arbiter = open(code, None);
        moved(&mut arbiter, Colour::White, "e2e4");
        arbiter.act(&Event::new(Colour::Black, Act::Adjourn)).unwrap();
        let deed = next(&seat(Colour::Black), &arbiter).unwrap();
        assert!(matches!(deed.act, Act::Seal { .. }), "{code}: {deed:?}");
        arbiter.act(&Event::new(Colour::Black, deed.act)).unwrap();
        // It is sealed once, and nobody resumes for the others.
        assert_eq!(next(&seat(Colour::Black), &arbiter), None, "{code}");
        let resume = Act::Resume {
            board: None,
            clocks: None,
            absent: Vec::new(),
        };
        arbiter.act(&Event::new(Party::Umpire, resume)).unwrap();
        let view = arbiter.brief_view();
        assert!(
            view.record.is_some() && view.turn == Colour::White,
            "{code}: {view:?}"
        );
    }
}

#[test]
fn moves_are_sent_so_that_they_are_read_as_meant() {
    for code in [Code::Bcc1899, Code::Fide1931] {
        let mut terms = Terms::ordinary(code);
        terms.mode = Mode::Communication;
        let mut arbiter = Arbiter::open(terms).unwrap();
        for turn in 0..12 {
            let side = Colour::BOTH[turn % 2];
            let deed = next(&seat(side), &arbiter).unwrap();
            assert!(matches!(deed.act, Act::Send { .. }), "{code}: {deed:?}");
            arbiter.act(&Event::new(side, deed.act)).unwrap();
            let view = arbiter.brief_view();
            assert!(
                view.record.is_some() && view.refused.is_none(),
                "{code}: {view:?}"
            );
        }
    }
}

/// An engine that always fails: it has ended, or knows no move.
struct Broken(bool);

impl Mind for Broken {
    fn name(&self) -> &'static str {
        "Broken"
    }
    fn advise(&mut self, _: &Question) -> Result<Opinion, EngineError> {
        Err(if self.0 {
            EngineError::Ended
        } else {
            EngineError::NoMove
        })
    }
    fn forget(&mut self) {}
}

#[test]
fn a_failing_engine_is_reported_and_nothing_is_done() {
    let arbiter = open(Code::Bcc1899, None);
    let failed = seat(Colour::White).next(&arbiter, &mut Broken(true));
    assert!(matches!(failed, Err(EngineError::Ended)), "{failed:?}");
    // Nobody plays a move for it.
    let failed = seat(Colour::White).next(&arbiter, &mut Broken(false));
    assert!(matches!(failed, Err(EngineError::NoMove)), "{failed:?}");
}

#[test]
fn whole_games_under_every_code_without_an_offence() {
    for code in Code::ALL {
        let mut arbiter = open(code, None);
        let mut minds = [Player::new(1), Player::new(1)];
        let seats = Colour::BOTH.map(|side| Seat {
            level: Level::new(2).unwrap(),
            seed: code.index() as u64 ^ side.index() as u64,
            ..Seat::new(side)
        });
        let mut acts = 0;
        let mut idle = false;
        let mut turn = Colour::White;
        while acts < 400 && !arbiter.game().status.is_over() {
            match seats[turn.index()]
                .next(&arbiter, &mut minds[turn.index()])
                .unwrap()
            {
                Some(deed) => {
                    arbiter.act(&Event::new(turn, deed.act.clone())).unwrap();
                    let view = arbiter.brief_view();
                    assert!(view.refused.is_none(), "{code}: {deed:?}: {:?}", view.refused);
                    assert!(arbiter.game().ledger.offences.is_empty(), "{code}: {deed:?}");
                    assert!(arbiter.game().turn.illegal.is_none(), "{code}: {deed:?}");
                    (acts, idle) = (acts + 1, false);
                }
                None if idle => panic!("{code}: nobody acts: {:?}", arbiter.brief_view()),
                None => idle = true,
            }
            turn = !turn;
        }
        assert!(acts > 20, "{code}: {acts}");
    }
}
