//! Whatever hands, mouths and umpires do, under any code: the law answers, the game is not lost, and every answer cites its own code.

use core::num::NonZeroU32;
use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Behaviour, Bonus, Code, Decision, Declared, Demanded, Error, Event, Flags, Ground, Guideline, Hand,
    HandMove, Hands, How, Mode, Moment, Noticed, Odds, Pace, Party, Penalty, Period, Presence, Proposal,
    Requested, Requirement, Sanction, Several, Sheet, Signed, Status, Supervision, Terms, TimeControl,
    TimeLimit, TimePeriod, View, Whereabouts,
};
use jadoube_law::{Arbiter, registers};
use std::{cell::RefCell, collections::BTreeSet};

/// Every run is the same run.
struct Dice(fastrand::Rng);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.usize(..sides)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() {
            None
        } else {
            Some(from[self.roll(from.len())].clone())
        }
    }

    fn square(&mut self) -> Square {
        Square::ALL[self.roll(64)]
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.roll(one_in) == 0
    }
}

fn terms(dice: &mut Dice, code: Code) -> Terms {
    let mut terms = Terms::ordinary(code);
    if dice.chance(3) {
        let starts = [
            "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1",
            "r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 4 8",
            "7k/P6P/8/8/8/8/p6p/K7 w - - 0 1",
            "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
            "k7/8/8/8/8/8/8/KR5R w - - 0 1",
            // No legal game leads here: a Pawn on its first rank, both Kings attacked, three men giving check.
            "k6R/8/8/8/8/8/r7/K6P w - - 0 1",
            "4k3/4r3/8/b7/8/3n4/8/P3K3 w - - 0 1",
        ];
        terms.start = dice.pick(&starts).map(str::to_owned);
    } else if dice.chance(4) {
        let men = dice
            .pick(&[Kind::Pawn, Kind::Knight, Kind::Rook, Kind::Queen])
            .map(jadoube_game::GivenMan::Named);
        let giver = if dice.chance(2) {
            Colour::White
        } else {
            Colour::Black
        };
        terms.odds = Some(Odds {
            giver,
            men: men.into_iter().collect(),
            moves: dice.roll(3) as u32,
        });
    }
    if dice.chance(4) {
        terms.time_limit = Some(TimeLimit {
            by: vec![Period {
                moves: 20,
                time: Moment::seconds(600),
            }],
            then: Some(Period {
                moves: 10,
                time: Moment::seconds(300),
            }),
            close_of_play: dice.chance(2).then_some(Moment::seconds(900)),
        });
    }
    if dice.chance(6) {
        terms.mode = Mode::Communication;
        terms.reply_hours = Some(if dice.chance(2) { 12 } else { 48 });
        terms.sides = [vec!["Ann".to_owned(), "Bob".to_owned()], vec!["Cy".to_owned()]];
    }
    if code == Code::Fide2023 && terms.time_limit.is_none() && dice.chance(2) {
        terms.time_control = Some(TimeControl {
            kind: dice.pick(Pace::ALL),
            periods: vec![
                TimePeriod {
                    moves: Some(5),
                    time: Moment::seconds(200),
                    bonus: Some(Bonus::Increment(Moment::seconds(5))),
                },
                TimePeriod {
                    moves: None,
                    time: Moment::seconds(100),
                    bonus: dice.chance(2).then_some(Bonus::Delay(Moment::seconds(5))),
                },
            ],
        });
        terms.arbiter = dice.pick(Presence::ALL).unwrap_or(Presence::OnCall);
        terms.supervision = dice.pick(Supervision::ALL).unwrap_or(Supervision::Ordinary);
        terms.regulations.guidelines = Guideline::ALL.to_vec();
    }
    terms.guard = dice.chance(12);
    terms
}

fn act(dice: &mut Dice, view: &View) -> Act {
    let occupied = |dice: &mut Dice| dice.square();
    match dice.roll(48) {
        40..=43 => Act::Press {
            hand: dice.chance(8).then_some(Hand::Other),
            manner: None,
        },
        44 => match dice.roll(8) {
            0 => Act::Pause { why: None },
            1 => Act::Restart,
            2 => Act::Displace {
                squares: vec![dice.square()],
            },
            3 => Act::Score {
                what: dice.pick(Sheet::ALL).unwrap_or(Sheet::Behind),
            },
            4 => Act::Conduct {
                what: dice.pick(Behaviour::ALL).unwrap_or(Behaviour::Noise),
                leave: dice.chance(4),
            },
            5 => Act::Request {
                what: dice.pick(Requested::ALL).unwrap_or(Requested::Sheet),
            },
            6 => Act::Sign {
                result: dice.pick(Signed::ALL).unwrap_or(Signed::Drawn),
            },
            _ => Act::Device {
                how: Noticed::Found,
                place: Whereabouts::Bag,
            },
        },
        45 => Act::Penalise {
            party: dice.pick(&Colour::BOTH).unwrap_or(Colour::White),
            penalty: dice
                .pick(&[
                    Sanction::Warning,
                    Sanction::AddTime,
                    Sanction::TakeTime,
                    Sanction::Fine,
                ])
                .unwrap_or(Sanction::Warning),
            seconds: Some(Moment::seconds(30)),
            score: None,
            clause: None,
        },
        46 => Act::Claim {
            ground: dice
                .pick(&[Ground::Repetition, Ground::FiftyMoves])
                .unwrap_or(Ground::Repetition),
            mv: dice.pick(&view.moves).map(HandMove::from),
            offence: None,
        },
        47 => Act::Flag {
            side: dice.pick(Flags::ALL),
        },
        0..=13 => match dice.pick(&view.moves) {
            Some(mv) => {
                let say = dice.chance(4).then(|| "check".to_owned());
                Act::Move {
                    mv: HandMove::from(mv),
                    hands: Hands::One,
                    say,
                }
            }
            None => Act::Touch {
                squares: occupied(dice).into(),
                accident: false,
                hold: false,
            },
        },
        14..=16 => {
            let becomes = dice
                .pick(&[None, None, Some(Kind::Queen), Some(Kind::Pawn)])
                .flatten();
            Act::played(HandMove {
                from: dice.square(),
                to: dice.square(),
                becomes,
            })
        }
        17 | 18 => Act::Touch {
            squares: dice.square().into(),
            accident: dice.chance(4),
            hold: dice.chance(3),
        },
        19 => Act::Adjust {
            square: dice.square(),
        },
        20 | 21 => Act::Lift {
            square: dice.square(),
        },
        22 | 23 => Act::Place {
            square: dice.square(),
        },
        24 | 25 => Act::Quit { square: None },
        26 => Act::Remove {
            square: dice.square(),
            mistake: dice.chance(2),
        },
        27 => Act::Promote {
            to: dice
                .pick(&[Kind::Queen, Kind::Knight, Kind::Pawn, Kind::King])
                .unwrap_or(Kind::Queen),
            how: dice.pick(How::ALL).unwrap_or(How::Piece),
            hands: Hands::One,
            square: dice.chance(2).then(|| dice.square()),
            colour: dice
                .chance(4)
                .then(|| dice.pick(&Colour::BOTH).unwrap_or(Colour::White)),
        },
        28 => Act::Say {
            words: dice.pick(&["check", "mate", "hm"]).unwrap_or("hm").to_owned(),
        },
        29 => Act::Exact {
            penalty: dice.pick(Penalty::ALL).unwrap_or(Penalty::A),
            man: dice.chance(2).then(|| dice.square()),
            men: Vec::new(),
            mv: None,
        },
        30 => Act::Require {
            what: dice.pick(Requirement::ALL).unwrap_or(Requirement::Annul),
            square: None,
        },
        31 => Act::Claim {
            ground: dice.pick(Ground::ALL).unwrap_or(Ground::Repetition),
            mv: None,
            offence: dice
                .pick(&[None, Some("book"), Some("upset"), Some("time"), Some("nonsense")])
                .flatten()
                .map(str::to_owned),
        },
        32 => Act::PointOut {
            error: dice.pick(Error::ALL).unwrap_or(Error::Men),
            number: dice
                .chance(2)
                .then(|| NonZeroU32::new(dice.roll(12) as u32))
                .flatten(),
        },
        33 => match dice.roll(4) {
            0 => Act::Adjourn,
            1 => Act::Seal {
                record: dice
                    .pick(&["P-K4", "Kt-B3", "", "nonsense", "Castles"])
                    .unwrap_or("")
                    .to_owned(),
            },
            _ => Act::Resume {
                board: None,
                clocks: None,
                absent: if dice.chance(3) {
                    dice.pick(&Colour::BOTH).into_iter().collect()
                } else {
                    Vec::new()
                },
            },
        },
        34 => match dice.roll(3) {
            0 => Act::offered(dice.pick(Proposal::ALL).unwrap_or(Proposal::Draw)),
            1 => Act::Decline { what: Proposal::Draw },
            _ => Act::Accept { what: Proposal::Draw },
        },
        35 => match dice.roll(5) {
            0 => Act::Dispute {
                question: "was it so?".to_owned(),
            },
            1 => Act::Decide(Decision {
                result: dice.chance(6).then_some(Declared::Drawn),
                ..Decision::default()
            }),
            2 => Act::Consent {
                what: "substitute".to_owned(),
            },
            3 => Act::Waive { clause: None },
            _ => Act::Demand {
                what: Demanded::MateInFifty,
            },
        },
        36 => match dice.roll(8) {
            0 => Act::Upset {
                accident: dice.chance(2),
            },
            1 => Act::Refuse,
            2 => Act::Flag { side: None },
            3 => Act::CloseOfPlay,
            4 => Act::Arrive,
            _ => Act::Touch {
                squares: dice.square().into(),
                accident: true,
                hold: false,
            },
        },
        37 => Act::Send {
            texts: dice
                .pick(&[vec!["P-K4"], vec!["P-B4"], vec!["P-K4", "P-Q4"], vec!["zzz"]])
                .and_then(|texts| Several::of(texts.into_iter().map(str::to_owned).collect()))
                .unwrap_or_else(|| String::new().into()),
            series: Vec::new(),
            adopt: None,
        },
        _ => match dice.pick(&view.options) {
            Some(option) => option.right.act,
            None => Act::Decide(Decision::default()),
        },
    }
}

fn party(dice: &mut Dice, view: &View, act: &Act) -> Party {
    if let Some(option) = view.options.iter().find(|option| &option.right.act == act)
        && !dice.chance(8)
    {
        return option.right.party;
    }
    match dice.roll(12) {
        0 => Party::Umpire,
        1 => Party::Timekeeper,
        2 | 3 => Party::from(!view.turn),
        _ => Party::from(view.turn),
    }
}

thread_local! {
    /// What was cited that is not the code's own; all of it is told at once.
    static FOREIGN: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

fn nothing_foreign_was_cited() {
    let foreign = FOREIGN.take();
    assert!(foreign.is_empty(), "{foreign:#?}");
}

fn cites_its_own_code(code: Code, clause: &str, what: &str) {
    let family = format!("{}-", registers::Family::of(code).name());
    let own = match clause.strip_prefix("reading ") {
        Some(number) => number.starts_with(&family) && registers::find_reading(number).is_some(),
        None => registers::find(code, clause).is_some(),
    };
    if !own {
        FOREIGN.with_borrow_mut(|foreign| foreign.insert(format!("{code} cites \"{clause}\" for: {what}")));
    }
}

fn check(code: Code, arbiter: &Arbiter, view: &View) {
    for ruling in &view.rulings {
        cites_its_own_code(code, ruling.clause, &ruling.text.told());
    }
    for clause in [view.clause, view.duty.as_ref().map(|duty| duty.clause)]
        .into_iter()
        .flatten()
    {
        cites_its_own_code(code, clause, "the state");
    }
    if let Some(refused) = &view.refused
        && let Some(clause) = refused.clause
    {
        cites_its_own_code(code, clause, &refused.why.told());
    }
    for option in &view.options {
        cites_its_own_code(code, option.right.clause, &option.right.text.told());
        let mut after = arbiter.clone();
        let event = Event::new(option.right.party, option.right.act.clone());
        after
            .act(&event)
            .unwrap_or_else(|error| panic!("{code}: the option {:?} is impossible: {error}", option.right));
        let then = after.brief_view();
        assert!(
            then.refused.is_none(),
            "{code}: the option {:?} is refused: {:?}",
            option.right,
            then.refused
        );
        assert_eq!(then.board, option.then.board);
        if let Act::Waive { .. } = option.right.act {
            assert_eq!(
                view.board.split(' ').next(),
                then.board.split(' ').next(),
                "waiving moves no man"
            );
        }
    }
    // The offender is never the entitled: nobody exacts a penalty from himself.
    if view.status.is_over() {
        // Only the arbiter may still find that there was a valid reason for what cost the game.
        let reason = |decided: &Decision| decided.fact.as_deref() == Some("valid-reason");
        let is_his = |act: &Act| matches!(act, Act::Decide(decided) if reason(decided));
        assert!(view.options.iter().all(|option| is_his(&option.right.act)));
        assert!(view.moves.is_empty());
    }
    if view.status == Status::Annulled {
        assert_eq!(view.winner, None, "an annulled game has no result");
    }
}

fn play(code: Code, seed: u64, acts: usize) -> Vec<String> {
    let mut dice = Dice(fastrand::Rng::with_seed(seed));
    let terms = terms(&mut dice, code);
    let Ok(mut arbiter) = Arbiter::open(terms) else {
        return Vec::new();
    };
    let mut story = vec![arbiter.view().board];
    let mut now = 0;
    for number in 0..acts {
        let view = arbiter.view();
        let act = act(&mut dice, &view);
        let by = party(&mut dice, &view, &act);
        now += dice.roll(20_000) as u64;
        let at = (!dice.chance(3)).then_some(Moment(now));
        let event = Event {
            at,
            theory: dice.chance(4).then(|| dice.roll(120) as u32),
            ..Event::new(by, act)
        };
        let before = arbiter.view();
        match arbiter.act(&event) {
            Ok(_) => {
                let after = arbiter.view();
                check(code, &arbiter, &after);
                story.push(format!(
                    "{event:?} → {} {} {:?}",
                    after.board, after.status, after.rulings
                ));
                assert!(
                    arbiter.game().seq as usize <= number + 1,
                    "more acts than happened"
                );
            }
            Err(_) => assert_eq!(
                before.board,
                arbiter.view().board,
                "an impossible act changes nothing"
            ),
        }
        if arbiter.game().status.is_over() && dice.chance(3) {
            break;
        }
    }
    story
}

#[test]
fn unruly_acts_are_always_answered() {
    for code in Code::ALL {
        for seed in 0..40 {
            play(code, seed, 60);
        }
    }
    nothing_foreign_was_cited();
}

/// The same for long: `cargo test --release -p jadoube-law --test unruly -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn unruly_acts_are_always_answered_for_long() {
    for code in Code::ALL {
        for seed in 10_000..12_000 {
            play(code, seed, 100);
        }
    }
    nothing_foreign_was_cited();
}

#[test]
fn a_record_replays_to_the_same_rulings() {
    for code in Code::ALL {
        for seed in 1000..1006 {
            assert_eq!(play(code, seed, 50), play(code, seed, 50));
        }
    }
}
