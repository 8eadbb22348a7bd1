//! Does everything that can be written read back the same?

use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Agreed, Agreements, Code, Decision, Declared, Ended, Engagement, Error, Event, GivenMan, Ground,
    HandMove, How, Mode, Moment, Odds, OptionView, Party, Penalty, Period, Previous, Proposal, Requirement,
    Right, Status, Terms, Then, TimeLimit, Undertaking,
};
use jadoube_record::{parse, read_event, read_terms, write_event, write_option, write_terms};
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::{select, subsequence},
};

fn square() -> impl Strategy<Value = Square> + Clone {
    select(&Square::ALL[..])
}

fn colour() -> impl Strategy<Value = Colour> {
    select(&Colour::BOTH[..])
}

fn becomes() -> impl Strategy<Value = Kind> {
    select(&[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn][..])
}

fn hand_move() -> impl Strategy<Value = HandMove> {
    (square(), square(), option::of(becomes())).prop_map(|(from, to, becomes)| HandMove { from, to, becomes })
}

/// Words with every kind of character that JSON must escape.
fn words() -> impl Strategy<Value = String> {
    "[ -~\"\\\\\n\u{1}é♞]{0,12}"
}

fn moment() -> impl Strategy<Value = Moment> {
    (0..10_000_000_000u64).prop_map(Moment)
}

fn clocks() -> impl Strategy<Value = Option<(Moment, Moment)>> {
    option::of((moment(), moment()))
}

prop_compose! {
    fn decision()(
        ruling in option::of(words()), result in option::of(select(Declared::ALL)), board in option::of(words()),
        fact in option::of(words()), mv in option::of(hand_move()), moves_allowed in option::of(any::<u32>()),
        clocks in clocks(),
    ) -> Act {
        Act::Decide(Decision { ruling, result, board, fact, mv, moves_allowed, clocks })
    }
}

fn act() -> impl Strategy<Value = Act> {
    let by_hand = prop_oneof![
        (hand_move(), option::of(words())).prop_map(|(mv, say)| Act::Move { mv, say }),
        (square(), any::<bool>(), any::<bool>()).prop_map(|(square, accident, hold)| Act::Touch {
            square,
            accident,
            hold
        }),
        square().prop_map(|square| Act::Adjust { square }),
        square().prop_map(|square| Act::Lift { square }),
        square().prop_map(|square| Act::Place { square }),
        option::of(square()).prop_map(|square| Act::Quit { square }),
        (square(), any::<bool>()).prop_map(|(square, mistake)| Act::Remove { square, mistake }),
        (becomes(), select(How::ALL), option::of(square())).prop_map(|(to, how, square)| Act::Promote {
            to,
            how,
            square
        }),
    ];
    let of_law = prop_oneof![
        words().prop_map(|words| Act::Say { words }),
        (
            select(Penalty::ALL),
            option::of(square()),
            vec(square(), 0..3),
            option::of(hand_move())
        )
            .prop_map(|(penalty, man, men, mv)| Act::Exact {
                penalty,
                man,
                men,
                mv
            }),
        option::of(words()).prop_map(|clause| Act::Waive { clause }),
        (select(Requirement::ALL), option::of(square()))
            .prop_map(|(what, square)| Act::Require { what, square }),
        words().prop_map(|what| Act::Consent { what }),
        hand_move().prop_map(|mv| Act::Adopt { mv }),
        select(Proposal::ALL).prop_map(|what| Act::Offer { what }),
        select(Proposal::ALL).prop_map(|what| Act::Accept { what }),
        select(Proposal::ALL).prop_map(|what| Act::Decline { what }),
        (select(Ground::ALL), words()).prop_map(|(ground, offence)| Act::Claim {
            ground,
            offence: (ground == Ground::Forfeit).then_some(offence),
        }),
        Just(Act::Demand {
            what: "mate-in-fifty".to_owned()
        }),
        (select(Error::ALL), option::of(1..u32::MAX))
            .prop_map(|(error, number)| Act::PointOut { error, number }),
    ];
    let of_the_day = prop_oneof![
        any::<bool>().prop_map(|accident| Act::Upset { accident }),
        select(
            &[
                Act::Resign,
                Act::Refuse,
                Act::Abandon,
                Act::Adjourn,
                Act::Arrive,
                Act::Flag,
                Act::CloseOfPlay
            ][..]
        ),
        words().prop_map(|record| Act::Seal { record }),
        (
            option::of(words()),
            clocks(),
            subsequence(Colour::BOTH.to_vec(), 0..=2)
        )
            .prop_map(|(board, clocks, absent)| Act::Resume {
                board,
                clocks,
                absent
            }),
        (
            vec(words(), 1..3),
            vec((words(), words()), 0..3),
            option::of(hand_move())
        )
            .prop_map(|(texts, series, adopt)| Act::Send { texts, series, adopt }),
        words().prop_map(|question| Act::Dispute { question }),
        decision(),
    ];
    prop_oneof![by_hand, of_law, of_the_day]
}

fn event() -> impl Strategy<Value = Event> {
    (
        select(Party::ALL),
        act(),
        option::of(moment()),
        option::of(words()),
    )
        .prop_map(|(by, act, at, player)| Event { by, act, at, player })
}

fn given_man() -> impl Strategy<Value = GivenMan> {
    prop_oneof![
        becomes().prop_map(GivenMan::Named),
        square().prop_map(GivenMan::On),
    ]
}

fn undertaking() -> impl Strategy<Value = Undertaking> {
    let to = prop_oneof![
        square().prop_map(Engagement::MateWith),
        square().prop_map(Engagement::MateOn),
        Just(Engagement::BeMated),
        Just(Engagement::BeStalemated),
    ];
    (colour(), to).prop_map(|(by, to)| Undertaking { by, to })
}

fn period() -> impl Strategy<Value = Period> {
    (1..u32::MAX, moment()).prop_map(|(moves, time)| Period { moves, time })
}

fn agreed() -> impl Strategy<Value = Agreed> {
    prop_oneof![
        any::<bool>().prop_map(Agreed::Flag),
        words().prop_map(Agreed::Word),
        (-1e6..1e6f64).prop_map(Agreed::Number),
        (0..1000u32).prop_map(|number| Agreed::Number(number.into())),
    ]
}

prop_compose! {
    fn terms()(
        code in select(&Code::ALL[..]), mode in select(Mode::ALL), start in option::of(words()),
        odds in option::of((colour(), vec(given_man(), 0..3), 0..3u32)),
        undertakings in vec(undertaking(), 0..3),
        limit in option::of((vec(period(), 0..3), option::of(period()), option::of(moment()))),
        reply_hours in option::of(1..u32::MAX), sides in [vec(words(), 0..3), vec(words(), 0..3)],
        flags in any::<(bool, bool)>(), previous in option::of((colour(), select(Ended::ALL))),
        agreements in proptest::collection::btree_map("[a-z_]{1,8}", agreed(), 0..3),
    ) -> Terms {
        Terms {
            code, mode, start, undertakings, reply_hours, sides,
            odds: odds.map(|(giver, men, moves)| Odds { giver, men, moves }),
            time_limit: limit.map(|(by, then, close_of_play)| TimeLimit { by, then, close_of_play }),
            scheduled: flags.0,
            guard: flags.1,
            previous: previous.map(|(first_move, status)| Previous { first_move, status }),
            agreements: Agreements(agreements),
        }
    }
}

proptest! {
    #[test]
    fn an_act_reads_back(event in event()) {
        let line = write_event(&event).to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(parse(&line).and_then(read_event), Ok(event), "{}", line);
    }

    #[test]
    fn an_act_said_in_words_is_understood(event in event()) {
        let said = jadoube_record::in_words(&event);
        prop_assert_eq!(jadoube_record::from_words(&said), Ok(event.clone()), "{}", said);
        let said = jadoube_record::as_option(&event);
        prop_assert_eq!(jadoube_record::from_words(&said), Ok(event), "{}", said);
    }

    #[test]
    fn a_header_reads_back(terms in terms()) {
        let line = write_terms(&terms).to_string();
        prop_assert_eq!(parse(&line).and_then(read_terms), Ok(terms), "{}", line);
    }

    #[test]
    fn an_option_can_be_given_back_as_it_stands(event in event(), text in words()) {
        let mut act = event.act;
        let right = Right { party: event.by, act: act.clone(), clause: "II.5(c)", text };
        let then = Then {
            board: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            turn: Colour::White,
            moves: Vec::new(),
            status: Status::InPlay,
            winner: None,
        };
        let line = write_option(&OptionView { right, then }).to_string();
        // A waiver that named no clause names, when given back, the clause of the right it waives.
        if let Act::Waive { clause } = &mut act {
            clause.get_or_insert_with(|| "II.5(c)".to_owned());
        }
        prop_assert_eq!(parse(&line).and_then(read_event), Ok(Event::new(event.by, act)), "{}", line);
    }

    #[test]
    fn no_line_whatever_is_more_than_an_error(line in "\\PC{0,60}") {
        let _ = parse(&line).and_then(read_event);
        let _ = parse(&line).and_then(read_terms);
    }

    /// Acts with a field dropped or spoiled are errors that name a field, or acts that did not need it.
    #[test]
    fn a_spoiled_field_is_named(event in event(), which in any::<prop::sample::Index>()) {
        let jadoube_record::Json::Object(mut fields) = write_event(&event) else { unreachable!() };
        let at = which.index(fields.len());
        fields[at].0.push('x');
        let fault = read_event(jadoube_record::Json::Object(fields)).expect_err("a field nobody knows");
        prop_assert!(fault.field().is_some(), "{}", fault);
    }
}
