//! Whatever a code settles only in the absence of agreement, the players may settle otherwise.

use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Agreed, Code, Decision, Demanded, Ended, Engagement, Error, Event, GivenMan, Ground, HandMove, Mode,
    Moment, Odds, Party, Period, Previous, Proposal, Status, Terms, TimeLimit, Undertaking, View,
};
use jadoube_law::{
    Arbiter,
    registers::find,
    series::{Person, Series},
};
use std::{fs, path::Path};

const BRITISH: &[Code] = &[Code::Bcc1896, Code::Bcc1899];

/// The same clause of both editions.
macro_rules! bcc {
    ($label:literal $(, $code:ident $other:literal)*) => {
        &[(Code::Bcc1896, $label), (Code::Bcc1899, $label) $(, (Code::$code, $other))*]
    };
}

/// One thing that a code settles unless the players agree otherwise.
struct Default {
    /// The clause of each code that says so.
    clauses: &'static [(Code, &'static str)],
    /// What it says.
    what: &'static str,
    /// The agreement that varies it; nothing where the header's other fields carry it.
    agreement: Option<(&'static str, Agreed)>,
    terms: fn(Code) -> Terms,
    /// What the agreement changes besides, where it is no entry of `agreements`.
    otherwise: fn(&mut Terms),
    acts: fn() -> Vec<Event>,
    /// What is done instead where the agreement is an act of the game.
    agreed_acts: Option<fn() -> Vec<Event>>,
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
        mv: None,
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
        .map(|(by, mv)| Event::new(by, Act::played(mv)))
        .collect()
}

fn moved(by: Colour, from: Square, to: Square) -> Event {
    let mv = HandMove {
        from,
        to,
        becomes: None,
    };
    Event::new(by, Act::played(mv))
}

fn consents(by: Colour, what: &str) -> Event {
    Event::new(
        by,
        Act::Consent {
            what: what.to_owned(),
        },
    )
}

fn rulings(view: &View) -> String {
    format!("{:?}", view.rulings)
}

fn defaults() -> Vec<Default> {
    let by_odds: fn(&mut Terms) = |terms| {
        if let Some(odds) = &mut terms.odds {
            odds.men = vec![GivenMan::On(Square::G8)];
        }
    };
    let plain = |clauses, what, terms, seen| Default {
        clauses,
        what,
        agreement: None,
        terms,
        otherwise: unchanged,
        acts: nothing,
        agreed_acts: None,
        seen,
    };
    vec![
        Default {
            agreement: Some(("first_move", word("black"))),
            ..plain(
                bcc!("I.11C", Xxv "V", Bca1862 "III"),
                "White begins (by lot or header where the code names no colour)",
                ordinary,
                turn,
            )
        },
        Default {
            agreement: Some(("notation", word("algebraic"))),
            acts: || vec![moved(Colour::White, Square::E2, Square::E4)],
            ..plain(
                bcc!("I.13A"),
                "a move is recorded in the descriptive way",
                ordinary,
                |view| {
                    view.record
                        .as_ref()
                        .map_or_else(String::new, |record| record.full.clone())
                },
            )
        },
        Default {
            agreement: Some(("notation", word("algebraic"))),
            acts: || {
                let send = Act::Send {
                    texts: "P-K4".to_owned().into(),
                    series: Vec::new(),
                    adopt: None,
                };
                vec![Event::new(Colour::White, send)]
            },
            ..plain(
                bcc!("I.13C"),
                "what is sent is a record of the move",
                |code| by_post(code, 48),
                board,
            )
        },
        Default {
            agreement: Some(("first_move", word("white"))),
            ..plain(
                bcc!("II.1(a)", Xxv "V", Bca1862 "III"),
                "the first move alternates",
                second_of_a_series,
                turn,
            )
        },
        Default {
            acts: || {
                vec![
                    moved(Colour::White, Square::E2, Square::E5),
                    moved(Colour::White, Square::E5, Square::E4),
                ]
            },
            agreed_acts: Some(|| {
                vec![
                    moved(Colour::White, Square::E2, Square::E5),
                    consents(Colour::Black, "substitute"),
                    moved(Colour::White, Square::E5, Square::E4),
                ]
            }),
            ..plain(
                bcc!("II.6(c)"),
                "no move is substituted for an illegal one",
                ordinary,
                |view| view.options.len().to_string(),
            )
        },
        Default {
            acts: || {
                vec![
                    moved(Colour::White, Square::E2, Square::E4),
                    moved(Colour::White, Square::E4, Square::E3),
                ]
            },
            agreed_acts: Some(|| {
                vec![
                    moved(Colour::White, Square::E2, Square::E4),
                    consents(Colour::Black, "substitute"),
                    moved(Colour::White, Square::E4, Square::E3),
                ]
            }),
            ..plain(
                bcc!("II.6(d)"),
                "no move is changed in the opponent's turn",
                ordinary,
                |view| view.options.len().to_string(),
            )
        },
        Default {
            acts: || vec![Event::new(Colour::White, Act::offered(Proposal::Draw))],
            agreed_acts: Some(|| {
                vec![
                    Event::new(Colour::White, Act::offered(Proposal::Draw)),
                    Event::new(Colour::Black, Act::Accept { what: Proposal::Draw }),
                ]
            }),
            ..plain(
                bcc!("II.8(a)"),
                "the game goes on until it is won or drawn",
                ordinary,
                status,
            )
        },
        Default {
            agreement: Some(("second_board", Agreed::Flag(true))),
            acts: || claims("second-board"),
            ..plain(bcc!("II.9(b)"), "no second board", ordinary, status)
        },
        Default {
            agreement: Some(("book", Agreed::Flag(true))),
            acts: || claims("book"),
            ..plain(bcc!("II.9(c)"), "no book", ordinary, status)
        },
        Default {
            agreement: Some(("assistance", Agreed::Flag(true))),
            acts: || claims("assistance"),
            ..plain(bcc!("II.9(d)"), "no assistance", ordinary, status)
        },
        Default {
            agreement: Some(("time_forfeit", Agreed::Flag(false))),
            acts: || {
                let words = "hm".to_owned();
                let mut event = Event::new(Colour::White, Act::Say { words });
                event.at = Some(Moment::seconds(120));
                vec![event]
            },
            ..plain(bcc!("II.10A"), "who oversteps forfeits", timed, status)
        },
        Default {
            agreement: Some(("book", Agreed::Flag(false))),
            acts: || claims("book"),
            ..plain(
                bcc!("III.2(a)"),
                "with a day for each reply a book is free",
                |code| by_post(code, 48),
                status,
            )
        },
        Default {
            agreement: Some(("book", Agreed::Flag(true))),
            acts: || claims("book"),
            ..plain(
                bcc!("III.2(b)"),
                "with less than a day the general law binds",
                |code| by_post(code, 12),
                status,
            )
        },
        Default {
            agreement: Some(("first_move", word("white"))),
            ..plain(
                bcc!("IV.2", Xxv "VI", Fide1931 "22.v"),
                "the giver of odds moves first",
                knight_odds,
                turn,
            )
        },
        Default {
            otherwise: by_odds,
            ..plain(
                bcc!("IV.3", Xxv "VI", Bca1862 "III", Fide1931 "22.vii"),
                "the Knight given is the Queen's",
                knight_odds,
                board,
            )
        },
        Default {
            agreement: Some(("castle_without_rook", Agreed::Flag(false))),
            acts: castles_without_rook,
            ..plain(
                bcc!("IV.5", Bca1862 "X", Fide1931 "22.viii"),
                "castling where the Rook was given",
                |code| {
                    let mut terms = Terms::ordinary(code);
                    terms.odds = Some(Odds {
                        giver: Colour::White,
                        men: [Square::H1, Square::G1, Square::F1].map(GivenMan::On).to_vec(),
                        moves: 0,
                    });
                    terms
                },
                |view| view.rulings.len().to_string() + &view.options.len().to_string() + &view.board,
            )
        },
        Default {
            otherwise: |terms| {
                if let Some(odds) = &mut terms.odds {
                    odds.moves = 1;
                }
            },
            ..plain(
                &[(Code::Fide1931, "22.v")],
                "the right to move first is not given with the men",
                knight_odds,
                turn,
            )
        },
        Default {
            otherwise: |terms| {
                terms.time_limit = Some(TimeLimit {
                    by: vec![Period {
                        moves: 1,
                        time: Moment::seconds(60),
                    }],
                    then: None,
                    close_of_play: None,
                });
            },
            acts: || {
                let mut event = moved(Colour::White, Square::E2, Square::E4);
                event.at = Some(Moment::seconds(61));
                vec![event]
            },
            ..plain(
                &[(Code::Fide1931, "20.i(b)")],
                "thirty moves in two hours",
                |code| {
                    let mut terms = Terms::ordinary(code);
                    terms.time_limit = Some(TimeLimit {
                        by: Vec::new(),
                        then: None,
                        close_of_play: None,
                    });
                    terms
                },
                status,
            )
        },
        Default {
            acts: || disputed(false),
            agreed_acts: Some(|| disputed(true)),
            ..plain(
                &[(Code::Fide1931, "24.i")],
                "facts are for the umpire",
                ordinary,
                rulings,
            )
        },
        Default {
            otherwise: |terms| {
                terms.undertakings = vec![Undertaking {
                    by: Colour::White,
                    to: Engagement::MateOn(Square::A8),
                }];
            },
            acts: || {
                let what = Demanded::MateInFifty;
                vec![Event::new(Colour::Black, Act::Demand { what })]
            },
            ..plain(
                &[(Code::Xxv, "XXII")],
                "notice of fifty moves may be given",
                |code| {
                    let mut terms = Terms::ordinary(code);
                    terms.start = Some("4k3/8/8/8/8/8/8/R3K3 w - - 0 1".to_owned());
                    terms
                },
                |view| view.refused.is_some().to_string(),
            )
        },
        Default {
            acts: dropped_man_in_dispute,
            agreed_acts: Some(|| {
                let mut acts = dropped_man();
                let error = Error::DroppedMan;
                acts.push(Event::new(Colour::White, Act::PointOut { error, number: None }));
                acts
            }),
            ..plain(
                &[(Code::Bca1862, "II")],
                "a dropped man whose square is not agreed on annuls the game",
                ordinary,
                status,
            )
        },
    ]
}

fn disputed(before_a_spectator: bool) -> Vec<Event> {
    let question = "was it touched?".to_owned();
    let mut acts = vec![Event::new(Colour::White, Act::Dispute { question })];
    if before_a_spectator {
        acts.push(consents(Colour::Black, "spectator"));
    }
    acts.push(Event::new(Party::Umpire, Act::Decide(Decision::default())));
    acts
}

fn dropped_man() -> Vec<Event> {
    let drop = Act::Remove {
        square: Square::B1,
        mistake: true,
    };
    vec![
        Event::new(Colour::White, drop),
        moved(Colour::White, Square::E2, Square::E4),
    ]
}

fn dropped_man_in_dispute() -> Vec<Event> {
    let mut acts = dropped_man();
    let question = "it stood on g1".to_owned();
    acts.push(Event::new(Colour::Black, Act::Dispute { question }));
    let lost = Decision {
        fact: Some("unascertainable".to_owned()),
        ..Decision::default()
    };
    acts.push(Event::new(Party::Umpire, Act::Decide(lost)));
    acts
}

fn told(default: &Default, code: Code, agreed: bool) -> String {
    let mut terms = (default.terms)(code);
    let mut acts = (default.acts)();
    if agreed {
        if let Some((name, value)) = &default.agreement {
            terms.agreements.0.insert((*name).to_owned(), value.clone());
        }
        (default.otherwise)(&mut terms);
        if let Some(agreed) = default.agreed_acts {
            acts = agreed();
        }
    }
    let mut arbiter = Arbiter::open(terms).unwrap_or_else(|error| panic!("{}: {error}", default.what));
    for event in acts {
        arbiter
            .act(&event)
            .unwrap_or_else(|error| panic!("{}: {error}", default.what));
    }
    (default.seen)(&arbiter.view())
}

#[test]
fn every_default_yields_to_agreement() {
    for default in defaults() {
        for (code, clause) in default.clauses {
            assert!(find(*code, clause).is_some(), "{code} has no clause {clause}");
            let (without, with) = (told(&default, *code, false), told(&default, *code, true));
            assert_ne!(
                without, with,
                "{code} {clause}, {}: agreement changes nothing",
                default.what
            );
        }
    }
}

#[test]
fn lots_yield_to_agreement() {
    // I.4(d), III, V, 11: by lot, or as the players settle it.
    for code in Code::ALL {
        for person in [Person::One, Person::Two] {
            for seed in 0..4 {
                let series = || Series::new(code, ["Ann", "Bob"], seed);
                assert_eq!(series().agreed(person).next_game().first_move, person, "{code}");
                assert_eq!(series().agreed_white(person).next_game().white, person, "{code}");
            }
        }
    }
}

#[test]
fn agreement_on_a_forfeit_leaves_the_game_in_play() {
    let defaults = defaults();
    let time = defaults.iter().find(|each| each.clauses[0].1 == "II.10A");
    for code in BRITISH {
        let told = time.map(|default| told(default, *code, true));
        assert_eq!(told, Some(Status::InPlay.to_string()));
    }
}

/// Words by which a code leaves something to the players, and how often it uses them; each place is in the list above.
const LEFT_TO_THEM: [(Code, &str, &[&str]); 9] = [
    (
        Code::Bcc1896,
        "absenceofagreement",
        &[
            "I.11C", "I.13A", "I.13C", "II.1(a)", "II.10A", "III.2(a)", "III.2(b)", "IV.2", "IV.3", "IV.5",
        ],
    ),
    (
        Code::Bcc1899,
        "absenceofagreement",
        &[
            "I.11C", "I.13A", "I.13C", "II.1(a)", "II.10A", "III.2(a)", "III.2(b)", "IV.2", "IV.3", "IV.5",
        ],
    ),
    (Code::Bcc1896, "opponentsconsent", &["II.6(c)", "II.6(d)"]),
    (Code::Bcc1899, "opponentsconsent", &["II.6(c)", "II.6(d)"]),
    (
        Code::Bcc1896,
        "withouttheconsentofhisopponent",
        &["II.9(b)", "II.9(c)", "II.9(d)"],
    ),
    (
        Code::Bcc1899,
        "withouttheconsentofhisopponent",
        &["II.9(b)", "II.9(c)", "II.9(d)"],
    ),
    (Code::Fide1931, "absenceofanagreement", &["22.vii"]),
    (Code::Fide1931, "maybemodified", &["20.i(b)"]),
    (Code::Bca1862, "cannotagree", &["II"]),
];

#[test]
fn the_list_has_every_place_where_the_print_leaves_it_to_the_players() {
    let listed = defaults();
    let has = |code: Code, label: &str| listed.iter().any(|each| each.clauses.contains(&(code, label)));
    for (code, _, labels) in LEFT_TO_THEM {
        for label in labels {
            assert!(has(code, label), "{code} {label} is not in the list");
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/codes");
    if !folder.is_dir() {
        assert!(
            std::env::var_os("CI").is_none(),
            "the print is not at hand: {}",
            folder.display()
        );
        println!("skipped: the print is not at hand");
        return;
    }
    for (code, words, labels) in LEFT_TO_THEM {
        let print = fs::read_to_string(folder.join(format!("{}.txt", code.name()))).expect("the print");
        let bare: String = print
            .to_lowercase()
            .chars()
            .filter(char::is_ascii_alphabetic)
            .collect();
        let times = bare.matches(words).count();
        assert_eq!(times, labels.len(), "{code}: {words}");
    }
}

/// Laws that know no clock leave it to whoever decides what a limit is worth, unless the players have said so themselves.
#[test]
fn what_a_flag_costs_under_laws_without_a_clock_the_players_may_say() {
    for code in [Code::Xxv, Code::Bca1862] {
        for (agreed, status) in [
            (None, Status::Suspended),
            (Some(true), Status::Won),
            (Some(false), Status::InPlay),
        ] {
            let mut terms = timed(code);
            if let Some(agreed) = agreed {
                terms
                    .agreements
                    .0
                    .insert("time_forfeit".to_owned(), Agreed::Flag(agreed));
            }
            let mut arbiter = Arbiter::open(terms).expect("a game");
            let mut flag = Event::new(Party::Timekeeper, Act::Flag { side: None });
            flag.at = Some(Moment::seconds(120));
            arbiter.act(&flag).expect("a flag");
            assert_eq!(arbiter.game().status, status, "{code} {agreed:?}");
        }
    }
}
