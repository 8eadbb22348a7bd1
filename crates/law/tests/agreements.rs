//! Whatever a code settles only in the absence of agreement, the players may settle otherwise.

use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Agreed, Code, Ended, Event, GivenMan, Ground, HandMove, Mode, Moment, Odds, Period, Previous,
    Status, Terms, TimeLimit, View,
};
use jadoube_law::{Arbiter, is_carried};

const BRITISH: &[Code] = &[Code::Bcc1896, Code::Bcc1899];

/// One thing that the code says in the absence of agreement.
struct Default {
    codes: &'static [Code],
    clause: &'static str,
    /// The agreement that varies it; nothing where the header's other fields carry it.
    agreement: Option<(&'static str, Agreed)>,
    terms: fn(Code) -> Terms,
    /// What the agreement changes besides, where it is no entry of `agreements`.
    otherwise: fn(&mut Terms),
    acts: fn() -> Vec<Event>,
    /// What is seen: it must differ.
    seen: fn(&View) -> String,
}

fn unchanged(_: &mut Terms) {}

fn ordinary(code: Code) -> Terms {
    Terms::ordinary(code)
}

fn nothing() -> Vec<Event> {
    Vec::new()
}

fn turn(view: &View) -> String {
    view.turn.to_string()
}

fn status(view: &View) -> String {
    view.status.to_string()
}

fn board(view: &View) -> String {
    view.board.clone()
}

fn word(word: &str) -> Agreed {
    Agreed::Word(word.to_owned())
}

fn knight_odds(code: Code) -> Terms {
    let mut terms = Terms::ordinary(code);
    terms.odds = Some(Odds {
        giver: Colour::Black,
        men: vec![GivenMan::Named(Kind::Knight)],
        moves: 0,
    });
    terms
}

fn second_of_a_series(code: Code) -> Terms {
    let mut terms = Terms::ordinary(code);
    terms.previous = Some(Previous {
        first_move: Colour::White,
        status: Ended::Won,
    });
    terms
}

fn timed(code: Code) -> Terms {
    let mut terms = Terms::ordinary(code);
    terms.time_limit = Some(TimeLimit {
        by: vec![Period {
            moves: 20,
            time: Moment::seconds(60),
        }],
        then: None,
        close_of_play: None,
    });
    terms
}

fn by_post(code: Code, hours: u32) -> Terms {
    let mut terms = Terms::ordinary(code);
    terms.mode = Mode::Communication;
    terms.reply_hours = Some(hours);
    terms
}

fn claims(offence: &str) -> Vec<Event> {
    let act = Act::Claim {
        ground: Ground::Forfeit,
        offence: Some(offence.to_owned()),
    };
    vec![Event::new(Colour::White, act)]
}

fn castles_without_rook() -> Vec<Event> {
    let hand = |from, to| HandMove {
        from,
        to,
        becomes: None,
    };
    let moves = [
        (Colour::White, hand(Square::E1, Square::G1)),
        (Colour::Black, hand(Square::A7, Square::A6)),
    ];
    moves
        .into_iter()
        .map(|(by, mv)| Event::new(by, Act::Move { mv, say: None }))
        .collect()
}

fn defaults() -> Vec<Default> {
    let by_odds: fn(&mut Terms) = |terms| {
        if let Some(odds) = &mut terms.odds {
            odds.men = vec![GivenMan::On(Square::G8)];
        }
    };
    vec![
        Default {
            codes: &[Code::Bcc1896, Code::Bcc1899, Code::Xxv, Code::Bca1862],
            clause: "I.11C: White begins (by lot or header where the code names no colour)",
            agreement: Some(("first_move", word("black"))),
            terms: ordinary,
            otherwise: unchanged,
            acts: nothing,
            seen: turn,
        },
        Default {
            codes: &[Code::Bcc1896, Code::Bcc1899, Code::Xxv, Code::Bca1862],
            clause: "II.1(a), III, V: the first move alternates",
            agreement: Some(("first_move", word("white"))),
            terms: second_of_a_series,
            otherwise: unchanged,
            acts: nothing,
            seen: turn,
        },
        Default {
            codes: BRITISH,
            clause: "II.9(b): no second board",
            agreement: Some(("second_board", Agreed::Flag(true))),
            terms: ordinary,
            otherwise: unchanged,
            acts: || claims("second-board"),
            seen: status,
        },
        Default {
            codes: BRITISH,
            clause: "II.9(c): no book",
            agreement: Some(("book", Agreed::Flag(true))),
            terms: ordinary,
            otherwise: unchanged,
            acts: || claims("book"),
            seen: status,
        },
        Default {
            codes: BRITISH,
            clause: "II.9(d): no assistance",
            agreement: Some(("assistance", Agreed::Flag(true))),
            terms: ordinary,
            otherwise: unchanged,
            acts: || claims("assistance"),
            seen: status,
        },
        Default {
            codes: BRITISH,
            clause: "II.10A: who oversteps forfeits",
            agreement: Some(("time_forfeit", Agreed::Flag(false))),
            terms: timed,
            otherwise: unchanged,
            acts: || {
                let mut event = Event::new(
                    Colour::White,
                    Act::Say {
                        words: "hm".to_owned(),
                    },
                );
                event.at = Some(Moment::seconds(120));
                vec![event]
            },
            seen: status,
        },
        Default {
            codes: BRITISH,
            clause: "III.2(a): with a day for each reply a book is free",
            agreement: Some(("book", Agreed::Flag(false))),
            terms: |code| by_post(code, 48),
            otherwise: unchanged,
            acts: || claims("book"),
            seen: status,
        },
        Default {
            codes: BRITISH,
            clause: "III.2(b): with less than a day the general law binds",
            agreement: Some(("book", Agreed::Flag(true))),
            terms: |code| by_post(code, 12),
            otherwise: unchanged,
            acts: || claims("book"),
            seen: status,
        },
        Default {
            codes: &[Code::Bcc1896, Code::Bcc1899, Code::Xxv, Code::Fide1931],
            clause: "IV.2, VI, 22.v: the giver of odds moves first",
            agreement: Some(("first_move", word("white"))),
            terms: knight_odds,
            otherwise: unchanged,
            acts: nothing,
            seen: turn,
        },
        Default {
            codes: &[
                Code::Bcc1896,
                Code::Bcc1899,
                Code::Xxv,
                Code::Bca1862,
                Code::Fide1931,
            ],
            clause: "IV.3, 22.vii: the Knight given is the Queen's",
            agreement: None,
            terms: knight_odds,
            otherwise: by_odds,
            acts: nothing,
            seen: board,
        },
        Default {
            codes: &[Code::Bcc1896, Code::Bcc1899, Code::Bca1862, Code::Fide1931],
            clause: "IV.5, X, 22.viii: castling where the Rook was given",
            agreement: Some(("castle_without_rook", Agreed::Flag(false))),
            terms: |code| {
                let mut terms = Terms::ordinary(code);
                terms.odds = Some(Odds {
                    giver: Colour::White,
                    men: [Square::H1, Square::G1, Square::F1].map(GivenMan::On).to_vec(),
                    moves: 0,
                });
                terms
            },
            otherwise: unchanged,
            acts: castles_without_rook,
            seen: |view| view.rulings.len().to_string() + &view.options.len().to_string() + &view.board,
        },
    ]
}

fn told(default: &Default, code: Code, agreed: bool) -> String {
    let mut terms = (default.terms)(code);
    if agreed {
        if let Some((name, value)) = &default.agreement {
            terms.agreements.0.insert((*name).to_owned(), value.clone());
        }
        (default.otherwise)(&mut terms);
    }
    let mut arbiter = Arbiter::open(terms).unwrap_or_else(|error| panic!("{}: {error}", default.clause));
    for event in (default.acts)() {
        arbiter
            .act(&event)
            .unwrap_or_else(|error| panic!("{}: {error}", default.clause));
    }
    (default.seen)(&arbiter.view())
}

#[test]
fn every_default_yields_to_agreement() {
    for default in defaults() {
        for code in default.codes.iter().copied().filter(|code| is_carried(*code)) {
            let (without, with) = (told(&default, code, false), told(&default, code, true));
            assert_ne!(
                without, with,
                "{code}, {}: agreement changes nothing",
                default.clause
            );
        }
    }
}

#[test]
fn agreement_on_a_forfeit_leaves_the_game_in_play() {
    for code in BRITISH {
        let default = &defaults()[5];
        assert_eq!(told(default, *code, true), Status::InPlay.to_string());
    }
}
