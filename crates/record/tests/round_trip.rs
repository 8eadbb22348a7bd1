//! Does everything that can be written read back the same?

use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Agreed, Agreements, Bonus, Code, Ended, Engagement, Event, GivenMan, Guideline, HandMove, Holds,
    Imposed, Mode, Moment, NoDraw, Odds, OptionView, Pace, Party, Period, Points, Presence, Previous,
    Regulations, Right, Sanction, Shape, Status, Supervision, Terms, Then, TimeControl, TimeLimit,
    TimePeriod, Undertaking, Unfit, Value,
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

/// Anything that a field of this kind can hold.
fn value(holds: Holds) -> BoxedStrategy<Value> {
    match holds {
        Holds::Yes => Just(Value::Yes).boxed(),
        Holds::BothHands => Just(Value::BothHands).boxed(),
        Holds::Text => words().prop_map(Value::Text).boxed(),
        Holds::Texts => vec(words(), 1..3).prop_map(Value::Texts).boxed(),
        Holds::Replies => vec((words(), words()), 1..3).prop_map(Value::Replies).boxed(),
        Holds::Word(words) => select(words).prop_map(Value::Word).boxed(),
        Holds::Words(words) => subsequence(words.to_vec(), 1..=words.len())
            .prop_map(Value::Words)
            .boxed(),
        Holds::Square => square().prop_map(Value::Square).boxed(),
        Holds::Squares | Holds::SquareOrSquares => vec(square(), 1..3).prop_map(Value::Squares).boxed(),
        Holds::Move => hand_move().prop_map(Value::Move).boxed(),
        Holds::Promotion => becomes().prop_map(Value::Promotion).boxed(),
        Holds::Number(least) => (least..u32::MAX).prop_map(Value::Number).boxed(),
        Holds::Seconds => moment().prop_map(Value::Seconds).boxed(),
        Holds::Times | Holds::TimeGiven => (moment(), moment())
            .prop_map(|(white, black)| Value::Times(white, black))
            .boxed(),
        Holds::Points => (0..10_000u64)
            .prop_map(|points| Value::Points(Points(points)))
            .boxed(),
    }
}

/// Any act at all: made from the same table as reader and writer, so that no act and no field can be forgotten.
fn act() -> impl Strategy<Value = Act> {
    let fields = |shape: &'static Shape| {
        let each: Vec<_> = shape
            .fields
            .iter()
            .map(|field| match value(field.holds) {
                value if field.required => value.prop_map(Some).boxed(),
                value => option::of(value).boxed(),
            })
            .collect();
        (Just(shape), each)
    };
    select(Act::SHAPES)
        .prop_flat_map(move |shape| {
            fields(
                Act::SHAPES
                    .iter()
                    .find(|each| each.name == shape.name)
                    .expect("it"),
            )
        })
        .prop_filter_map("fields that go together", |(shape, mut values)| {
            values.reverse();
            Act::from_fields(shape, |_| Ok::<_, Unfit>(values.pop().flatten()))
                .ok()
                .flatten()
        })
}

fn event() -> impl Strategy<Value = Event> {
    (
        select(Party::ALL),
        act(),
        option::of(moment()),
        option::of(words()),
    )
        .prop_map(|(by, act, at, player)| Event {
            theory: matches!(act, Act::Claim { .. } | Act::Demand { .. }).then_some(78),
            by,
            act,
            at,
            player,
        })
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

fn agreements() -> impl Strategy<Value = Agreements> {
    let flags = [
        "castle_without_rook",
        "book",
        "second_board",
        "assistance",
        "time_forfeit",
        "spectator",
    ];
    let flags = subsequence(flags.to_vec(), 0..3).prop_flat_map(|names| {
        let each = vec(any::<bool>(), names.len());
        (Just(names), each)
    });
    (flags, option::of(words()), option::of(colour())).prop_map(|((names, values), seed, first)| {
        let word = |name: &str, word: String| (name.to_owned(), Agreed::Word(word));
        let flags = names.into_iter().zip(values);
        let mut agreed: std::collections::BTreeMap<_, _> = flags
            .map(|(name, value)| (name.to_owned(), Agreed::Flag(value)))
            .collect();
        agreed.extend(seed.map(|seed| word("seed", seed)));
        agreed.extend(first.map(|first| word("first_move", first.to_string().to_lowercase())));
        Agreements(agreed)
    })
}

/// A period has some time.
fn some(time: Moment) -> Moment {
    Moment(time.0.max(1))
}

prop_compose! {
    fn time_control()(
        kind in option::of(select(Pace::ALL)),
        // All periods have the one or the other.
        bonus in select(vec![Bonus::Increment as fn(Moment) -> Bonus, Bonus::Delay]),
        periods in vec((1..u32::MAX, moment(), option::of(moment())), 0..3),
        last in (moment(), option::of(moment())),
    ) -> TimeControl {
        let mut periods: Vec<_> = periods
            .into_iter()
            .map(|(moves, time, more)| TimePeriod { moves: Some(moves), time: some(time), bonus: more.map(bonus) })
            .collect();
        if kind.is_none() || !periods.is_empty() {
            periods.push(TimePeriod { moves: None, time: some(last.0), bonus: last.1.map(bonus) });
        }
        TimeControl { kind, periods }
    }
}

prop_compose! {
    fn regulations()(
        guidelines in subsequence(Guideline::ALL.to_vec(), 0..=2),
        no_draw_before in option::of(prop_oneof![(1..u32::MAX).prop_map(NoDraw::Before), Just(NoDraw::Ever)]),
        device in option::of((select(Sanction::ALL), moment(), 0..3usize)),
        flags in any::<(bool, bool)>(),
        // A win is worth something, and a loss no more than a draw.
        points in option::of((1..1700u64, 0..1700u64, 0..1700u64).prop_map(|(win, draw, loss)| [loss + draw + win, loss + draw, loss])),
        bonus_seconds in option::of(moment()),
    ) -> Regulations {
        let points = points.map_or(Regulations::default().points, |points| points.map(Points));
        Regulations {
            guidelines, no_draw_before, bonus_seconds,
            device_penalty: device.map(|(penalty, time, which)| Imposed {
                penalty,
                seconds: penalty.takes_seconds().then_some(time),
                score: penalty.takes_points().then_some(points[which]),
            }),
            bag: flags.0,
            report_leaving: flags.1,
            points,
        }
    }
}

prop_compose! {
    fn of_an_event()(
        arbiter in select(Presence::ALL), clock in any::<bool>(), supervision in select(Supervision::ALL),
        default_time in moment(), regulations in regulations(), control in option::of(time_control()),
    ) -> Terms {
        Terms {
            arbiter, supervision, default_time, regulations,
            clock: clock || control.is_some(),
            time_control: control,
            ..Terms::ordinary(Code::Xxv)
        }
    }
}

prop_compose! {
    fn terms()(
        code in select(&Code::ALL[..]), mode in select(Mode::ALL), start in option::of(words()),
        odds in option::of((colour(), vec(given_man(), 0..3), 0..3u32)),
        undertakings in vec(undertaking(), 0..3),
        limit in option::of((vec(period(), 0..3), option::of(period()), option::of(moment()))),
        reply_hours in option::of(1..u32::MAX), sides in [vec(words(), 0..3), vec(words(), 0..3)],
        flags in any::<(bool, bool)>(), previous in option::of((colour(), select(Ended::ALL))),
        agreements in agreements(), event in of_an_event(),
    ) -> Terms {
        let no_limit = limit.is_none();
        Terms {
            code, mode, start, undertakings, reply_hours, sides,
            odds: odds.map(|(giver, men, moves)| Odds { giver, men, moves }),
            time_limit: limit.map(|(by, then, close_of_play)| TimeLimit { by, then, close_of_play }),
            scheduled: flags.0,
            guard: flags.1,
            previous: previous.map(|(first_move, status)| Previous { first_move, status }),
            agreements,
            // Time is given in one way or the other.
            time_control: event.time_control.filter(|_| no_limit),
            clock: event.clock || !no_limit,
            ..event
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
        let right = Right { party: event.by, act: act.clone(), clause: "II.5(c)", text: text.into() };
        let then = Then {
            board: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            turn: Colour::White,
            moves: Vec::new(),
            status: Status::InPlay,
            winner: None,
        };
        let line = write_option(&OptionView { right, then, lapses: true }).to_string();
        // A waiver that named no clause names, when given back, the clause of the right it waives.
        if let Act::Waive { clause } | Act::Penalise { clause, .. } = &mut act {
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

#[test]
fn an_act_is_also_known_by_its_name_in_the_record() {
    for (named, said) in [
        ("white point-out men", "white points out men"),
        ("black upset", "black upsets the men"),
        ("umpire close-of-play", "umpire closes play"),
        ("white score behind", "white keeps score behind"),
    ] {
        let read = jadoube_record::from_words(named);
        assert_eq!(read, jadoube_record::from_words(said), "{named}");
    }
    let read = jadoube_record::from_words("white point-out men");
    assert!(read.is_ok(), "{read:?}");
}
