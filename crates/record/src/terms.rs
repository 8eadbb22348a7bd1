//! How is the header of a record written and read?

use crate::{
    error::RecordFault,
    fields::{
        self, Fields, boolean, choice, colour, colour_word, in_seconds, list, seconds, square, text, whole,
    },
    json::Json,
};
use jadoube_board::Kind;
use jadoube_game::{
    Agreed, Agreements, Code, Ended, Engagement, GivenMan, Mode, Odds, Period, Presence, Previous,
    Supervision, Terms, TimeLimit, Undertaking,
};

mod event;

/// Reads a header.
pub fn read_terms(value: Json) -> Result<Terms, RecordFault> {
    let mut header = Fields::of("", value)?;
    if header.has("act") && !header.has("code") {
        return Err(RecordFault::Missing {
            field: "code".to_owned(),
            expected: format!("the first line to be a header, naming one of: {}", code_names()),
        });
    }
    let code = header.must("code", &format!("one of: {}", code_names()), fields::code)?;
    let mut terms = Terms::ordinary(code);
    header.fill("mode", &mut terms.mode, |path, value| {
        choice(path, value, Mode::ALL, Mode::word)
    })?;
    terms.start = header.maybe("start", text)?;
    terms.odds = header.maybe("odds", odds)?;
    header.fill("undertakings", &mut terms.undertakings, |path, value| {
        Ok(list(path, value, "a list of undertakings", undertaking)?.concat())
    })?;
    terms.time_limit = header.maybe("time_limit", time_limit)?;
    terms.reply_hours = header.maybe("reply_hours", |path, value| whole(path, &value, 1))?;
    header.fill("sides", &mut terms.sides, sides)?;
    header.fill("scheduled", &mut terms.scheduled, boolean)?;
    terms.previous = header.maybe("previous", previous)?;
    header.fill("agreements", &mut terms.agreements, agreements)?;
    header.fill("guard", &mut terms.guard, boolean)?;
    header.fill("arbiter", &mut terms.arbiter, |path, value| {
        choice(path, value, Presence::ALL, Presence::word)
    })?;
    header.fill("clock", &mut terms.clock, boolean)?;
    terms.time_control = header.maybe("time_control", event::time_control)?;
    header.fill("supervision", &mut terms.supervision, |path, value| {
        choice(path, value, Supervision::ALL, Supervision::word)
    })?;
    header.fill("default_time", &mut terms.default_time, |path, value| {
        seconds(path, &value)
    })?;
    header.fill("regulations", &mut terms.regulations, event::regulations)?;
    if terms.time_limit.is_some() && terms.time_control.is_some() {
        return Err(RecordFault::wrong(
            "time_control",
            "given beside \"time_limit\"",
            "one of the two",
        ));
    }
    if !terms.clock && (terms.time_control.is_some() || terms.time_limit.is_some()) {
        return Err(RecordFault::wrong(
            "clock",
            "false beside a time for the moves",
            "a clock on the table, or neither \"time_control\" nor \"time_limit\"",
        ));
    }
    header.finish()?;
    Ok(terms)
}

fn code_names() -> String {
    Code::ALL.map(Code::name).join(", ")
}

const NAMED: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

fn odds(path: &str, value: Json) -> Result<Odds, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let odds = Odds {
        giver: fields.must("giver", "white or black", colour)?,
        men: fields
            .maybe("men", |path, value| {
                list(path, value, "a list of men or squares", given_man)
            })?
            .unwrap_or_default(),
        moves: fields
            .maybe("moves", |path, value| whole(path, &value, 0))?
            .unwrap_or(0),
    };
    fields.finish()?;
    Ok(odds)
}

fn given_man(path: &str, value: Json) -> Result<GivenMan, RecordFault> {
    let expected = "pawn, knight, bishop, rook, queen or a square, a1 to h8";
    let Json::Text(written) = value else {
        return Err(RecordFault::wrong(path, value.shown(), expected));
    };
    if let Some(kind) = NAMED.into_iter().find(|kind| kind.name() == written) {
        return Ok(GivenMan::Named(kind));
    }
    written
        .parse()
        .map(GivenMan::On)
        .map_err(|_| RecordFault::wrong(path, format!("{written:?}"), expected))
}

/// One undertaking of the header; to mate with a certain man on a certain square is two engagements at once.
fn undertaking(path: &str, value: Json) -> Result<Vec<Undertaking>, RecordFault> {
    const ENGAGED: [Engagement; 2] = [Engagement::BeMated, Engagement::BeStalemated];
    let mut fields = Fields::of(path, value)?;
    let by = fields.must("by", "white or black", colour)?;
    let mut to = Vec::new();
    if let Some((path, value)) = fields.take("mate") {
        let mut mate = Fields::of(&path, value)?;
        to.extend(mate.maybe("with", square)?.map(Engagement::MateWith));
        to.extend(mate.maybe("on", square)?.map(Engagement::MateOn));
        if to.is_empty() && !mate.has("with") {
            let field = mate.path("with");
            mate.finish()?;
            return Err(RecordFault::Missing {
                field,
                expected: "the square of a man, or \"on\" with the King's square".into(),
            });
        }
        mate.finish()?;
    }
    to.extend(fields.maybe("engage", |path, value| {
        choice(path, value, &ENGAGED, engaged_word)
    })?);
    let missing = RecordFault::Missing {
        field: fields.path("mate"),
        expected: "\"mate\" or \"engage\"".to_owned(),
    };
    fields.finish()?;
    if to.is_empty() {
        return Err(missing);
    }
    Ok(to.into_iter().map(|to| Undertaking { by, to }).collect())
}

const fn engaged_word(to: Engagement) -> &'static str {
    match to {
        Engagement::BeStalemated => "be-stalemated",
        _ => "be-mated",
    }
}

fn time_limit(path: &str, value: Json) -> Result<TimeLimit, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let limit = TimeLimit {
        by: fields
            .maybe("by", |path, value| list(path, value, "a list of periods", period))?
            .unwrap_or_default(),
        then: fields.maybe("then", period)?,
        close_of_play: fields.maybe("close_of_play", |path, value| seconds(path, &value))?,
    };
    fields.finish()?;
    Ok(limit)
}

fn period(path: &str, value: Json) -> Result<Period, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let period = Period {
        moves: fields.must("moves", "a number of moves", |path, value| whole(path, &value, 1))?,
        time: fields.must("seconds", "a number of seconds", |path, value| {
            seconds(path, &value)
        })?,
    };
    fields.finish()?;
    Ok(period)
}

fn sides(path: &str, value: Json) -> Result<[Vec<String>; 2], RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let names = |path: &str, value: Json| list(path, value, "a list of names", text);
    let white = fields.maybe("white", names)?.unwrap_or_default();
    let black = fields.maybe("black", names)?.unwrap_or_default();
    fields.finish()?;
    Ok([white, black])
}

fn previous(path: &str, value: Json) -> Result<Previous, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let previous = Previous {
        first_move: fields.must("first_move", "white or black", colour)?,
        status: fields.must("status", "how the previous game ended", |path, value| {
            choice(path, value, Ended::ALL, Ended::word)
        })?,
    };
    fields.finish()?;
    Ok(previous)
}

/// What players can have agreed on, and what they can have agreed.
const AGREED: [(&str, Agreeable); 9] = [
    ("first_move", Agreeable::OneOf(&["white", "black"])),
    ("notation", Agreeable::OneOf(&["descriptive", "algebraic"])),
    ("castle_without_rook", Agreeable::YesOrNo),
    ("book", Agreeable::YesOrNo),
    ("second_board", Agreeable::YesOrNo),
    ("assistance", Agreeable::YesOrNo),
    ("time_forfeit", Agreeable::YesOrNo),
    ("spectator", Agreeable::YesOrNo),
    ("seed", Agreeable::AnyWord),
];

#[derive(Clone, Copy)]
enum Agreeable {
    YesOrNo,
    OneOf(&'static [&'static str]),
    AnyWord,
}

fn agreements(path: &str, value: Json) -> Result<Agreements, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let mut agreed = Agreements::default();
    for (name, kind) in AGREED {
        let value = fields.maybe(name, |path, value| match kind {
            Agreeable::YesOrNo => boolean(path, value).map(Agreed::Flag),
            Agreeable::OneOf(words) => {
                choice(path, value, words, |word| word).map(|word| Agreed::Word(word.to_owned()))
            }
            Agreeable::AnyWord => text(path, value).map(Agreed::Word),
        })?;
        agreed.0.extend(value.map(|value| (name.to_owned(), value)));
    }
    fields.finish()?;
    Ok(agreed)
}

/// Writes a header: the code, and whatever is not as usual.
pub fn write_terms(terms: &Terms) -> Json {
    let mut header: Vec<(String, Json)> = Vec::new();
    let mut put = |name: &str, value: Json| header.push((name.to_owned(), value));
    put("code", terms.code.name().into());
    if terms.mode != Mode::Board {
        put("mode", terms.mode.word().into());
    }
    if let Some(start) = &terms.start {
        put("start", start.as_str().into());
    }
    if let Some(odds) = &terms.odds {
        let men = odds.men.iter().map(|man| match man {
            GivenMan::Named(kind) => kind.name().to_owned(),
            GivenMan::On(square) => square.to_string(),
        });
        put(
            "odds",
            Json::object([
                ("giver", Json::from(colour_word(odds.giver))),
                ("men", Json::list(men)),
                ("moves", odds.moves.into()),
            ]),
        );
    }
    if !terms.undertakings.is_empty() {
        put(
            "undertakings",
            Json::List(terms.undertakings.iter().copied().map(undertaking_json).collect()),
        );
    }
    if let Some(limit) = &terms.time_limit {
        put("time_limit", time_limit_json(limit));
    }
    if let Some(hours) = terms.reply_hours {
        put("reply_hours", hours.into());
    }
    if terms.sides.iter().any(|side| !side.is_empty()) {
        let [white, black] = &terms.sides;
        let names = |side: &[String]| Json::list(side.iter().cloned());
        put(
            "sides",
            Json::object([("white", names(white)), ("black", names(black))]),
        );
    }
    if terms.scheduled {
        put("scheduled", true.into());
    }
    if let Some(previous) = &terms.previous {
        put(
            "previous",
            Json::object([
                ("first_move", Json::from(colour_word(previous.first_move))),
                ("status", previous.status.word().into()),
            ]),
        );
    }
    if !terms.agreements.0.is_empty() {
        let agreed = terms.agreements.0.iter().map(|(name, value)| {
            let value = match value {
                Agreed::Flag(flag) => Json::Bool(*flag),
                Agreed::Word(word) => word.as_str().into(),
            };
            (name.as_str(), value)
        });
        put("agreements", Json::object(agreed));
    }
    if terms.guard {
        put("guard", true.into());
    }
    if terms.arbiter != Presence::OnCall {
        put("arbiter", terms.arbiter.word().into());
    }
    if !terms.clock {
        put("clock", false.into());
    }
    if let Some(control) = &terms.time_control {
        put("time_control", event::time_control_json(control));
    }
    if terms.supervision != Supervision::Ordinary {
        put("supervision", terms.supervision.word().into());
    }
    if terms.default_time.0 > 0 {
        put("default_time", in_seconds(terms.default_time));
    }
    if let Some(regulations) = event::regulations_json(&terms.regulations) {
        put("regulations", regulations);
    }
    Json::Object(header)
}

fn undertaking_json(undertaking: Undertaking) -> Json {
    let (field, value) = match undertaking.to {
        Engagement::MateWith(square) => ("mate", Json::object([("with", Json::from(square.to_string()))])),
        Engagement::MateOn(square) => ("mate", Json::object([("on", Json::from(square.to_string()))])),
        Engagement::BeMated | Engagement::BeStalemated => ("engage", engaged_word(undertaking.to).into()),
    };
    Json::object([("by", Json::from(colour_word(undertaking.by))), (field, value)])
}

fn time_limit_json(limit: &TimeLimit) -> Json {
    let period = |period: &Period| {
        Json::object([
            ("moves", Json::from(period.moves)),
            ("seconds", in_seconds(period.time)),
        ])
    };
    let mut fields = vec![("by", Json::List(limit.by.iter().map(period).collect()))];
    fields.extend(limit.then.as_ref().map(|then| ("then", period(then))));
    fields.extend(
        limit
            .close_of_play
            .map(|close| ("close_of_play", in_seconds(close))),
    );
    Json::object(fields)
}
