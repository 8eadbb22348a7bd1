//! How is what an event settles for its games written and read: the time control and the regulations?

use crate::{
    error::RecordFault,
    fields::{Fields, boolean, choice, in_seconds, list, points, points_json, seconds, whole},
    json::Json,
};
use jadoube_game::{
    Bonus, Guideline, Imposed, Moment, NoDraw, Pace, Points, Regulations, Sanction, TimeControl, TimePeriod,
};

pub(super) fn time_control(path: &str, value: Json) -> Result<TimeControl, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let kind = fields.maybe("kind", |path, value| choice(path, value, Pace::ALL, Pace::word))?;
    let periods = fields
        .maybe("periods", |path, value| {
            list(path, value, "a list of periods", period)
        })?
        .unwrap_or_default();
    let last = periods.len().saturating_sub(1);
    let delays = |period: &TimePeriod| period.bonus.map(|bonus| matches!(bonus, Bonus::Delay(_)));
    let first = periods.iter().find_map(delays);
    if let Some(other) = periods
        .iter()
        .position(|each| delays(each).is_some_and(|one| Some(one) != first))
    {
        let (given, beside) = if first == Some(true) {
            ("increment", "delay")
        } else {
            ("delay", "increment")
        };
        return Err(RecordFault::wrong(
            &format!("{}[{other}].{given}", fields.path("periods")),
            format!("given where another period has \"{beside}\""),
            "either \"increment\" or \"delay\" in all periods",
        ));
    }
    for (i, period) in periods.iter().enumerate() {
        let field = format!("{}[{i}].moves", fields.path("periods"));
        if i < last && period.moves.is_none() {
            return Err(RecordFault::Missing {
                field,
                expected: "a number of moves, for only the last period has none".to_owned(),
            });
        }
        if let (true, Some(moves)) = (i == last, period.moves) {
            return Err(RecordFault::wrong(
                &field,
                moves.to_string(),
                "no number of moves in the last period, which lasts to the end of the game",
            ));
        }
    }
    if kind.is_none() && periods.is_empty() {
        return Err(RecordFault::Missing {
            field: fields.path("periods"),
            expected: "at least one period, or a \"kind\" of game".to_owned(),
        });
    }
    fields.finish()?;
    Ok(TimeControl { kind, periods })
}

fn period(path: &str, value: Json) -> Result<TimePeriod, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let moves = fields.maybe("moves", |path, value| whole(path, &value, 1))?;
    let time = fields.must("seconds", "a number of seconds", |path, value| {
        seconds(path, &value)
    })?;
    let increment = fields.maybe("increment", |path, value| seconds(path, &value))?;
    let delay = fields.maybe("delay", |path, value| seconds(path, &value))?;
    let bonus = match (increment, delay) {
        (Some(_), Some(_)) => {
            return Err(RecordFault::wrong(
                &fields.path("delay"),
                "given beside \"increment\"",
                "either \"increment\" or \"delay\"",
            ));
        }
        (Some(increment), None) => Some(Bonus::Increment(increment)),
        (None, Some(delay)) => Some(Bonus::Delay(delay)),
        (None, None) => None,
    };
    let is_nothing = |time: Moment| time.0 == 0;
    let adds_nothing = bonus.is_none_or(|(Bonus::Increment(time) | Bonus::Delay(time))| is_nothing(time));
    if is_nothing(time) && adds_nothing {
        return Err(RecordFault::wrong(
            &fields.path("seconds"),
            "0",
            "more than 0 where no \"increment\" or \"delay\" gives any time",
        ));
    }
    fields.finish()?;
    Ok(TimePeriod { moves, time, bonus })
}

pub(super) fn time_control_json(control: &TimeControl) -> Json {
    let period = |period: &TimePeriod| {
        let mut fields: Vec<(&str, Json)> = Vec::new();
        fields.extend(period.moves.map(|moves| ("moves", moves.into())));
        fields.push(("seconds", in_seconds(period.time)));
        fields.extend(period.bonus.map(|bonus| match bonus {
            Bonus::Increment(time) => ("increment", in_seconds(time)),
            Bonus::Delay(time) => ("delay", in_seconds(time)),
        }));
        Json::object(fields)
    };
    let mut fields: Vec<(&str, Json)> = Vec::new();
    fields.extend(control.kind.map(|kind| ("kind", kind.word().into())));
    if !control.periods.is_empty() {
        fields.push((
            "periods",
            Json::List(control.periods.iter().map(period).collect()),
        ));
    }
    Json::object(fields)
}

pub(super) fn regulations(path: &str, value: Json) -> Result<Regulations, RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let mut regulations = Regulations::default();
    fields.fill("guidelines", &mut regulations.guidelines, |path, value| {
        list(path, value, "a list of guidelines: I, III", |path, value| {
            choice(path, value, Guideline::ALL, Guideline::word)
        })
    })?;
    regulations.no_draw_before = fields.maybe("no_draw_before", |path, value| match value {
        Json::Text(word) if word == "ever" => Ok(NoDraw::Ever),
        moves => whole(path, &moves, 1)
            .map(NoDraw::Before)
            .map_err(|_| RecordFault::wrong(path, moves.shown(), "a number of moves, or \"ever\"")),
    })?;
    regulations.device_penalty = fields.maybe("device_penalty", imposed)?;
    fields.fill("bag", &mut regulations.bag, boolean)?;
    fields.fill("report_leaving", &mut regulations.report_leaving, boolean)?;
    fields.fill("points", &mut regulations.points, three_points)?;
    let score = regulations.device_penalty.and_then(|imposed| imposed.score);
    if let Some(score) = score.filter(|score| !regulations.points.contains(score)) {
        let path = fields.path("device_penalty.score");
        let given = "points that the event gives for a win, a draw or a loss";
        return Err(RecordFault::wrong(&path, points_json(score).shown(), given));
    }
    regulations.bonus_seconds = fields.maybe("bonus_seconds", |path, value| seconds(path, &value))?;
    fields.finish()?;
    Ok(regulations)
}

fn three_points(path: &str, value: Json) -> Result<[Points; 3], RecordFault> {
    let expected = "three numbers: for a win, a draw and a loss";
    let found = value.shown();
    let each = list(path, value, expected, |path, value| points(path, &value))?;
    let points: [Points; 3] = each
        .try_into()
        .map_err(|_| RecordFault::wrong(path, &*found, expected))?;
    let [win, draw, loss] = points;
    if win < draw || draw < loss || win == loss {
        let falling =
            "no more for a draw than for a win, no more for a loss than for a draw, and not all alike";
        return Err(RecordFault::wrong(path, found, falling));
    }
    Ok(points)
}

/// A penalty by its name, or with its measure: `{"penalty":"take-time","seconds":600}`.
fn imposed(path: &str, value: Json) -> Result<Imposed, RecordFault> {
    let value = match value {
        word @ Json::Text(_) => Json::object([("penalty", word)]),
        other => other,
    };
    let mut fields = Fields::of(path, value)?;
    let imposed = Imposed {
        penalty: fields.must("penalty", "a penalty", |path, value| {
            choice(path, value, Sanction::ALL, Sanction::word)
        })?,
        seconds: fields.maybe("seconds", |path, value| seconds(path, &value))?,
        score: fields.maybe("score", |path, value| points(path, &value))?,
    };
    let missing = |field: &str, expected: &str| {
        Err(RecordFault::Missing {
            field: fields.path(field),
            expected: expected.to_owned(),
        })
    };
    if imposed.penalty.takes_seconds() && imposed.seconds.is_none() {
        return missing("seconds", "how many seconds are given or taken");
    }
    if imposed.penalty.takes_points() && imposed.score.is_none() {
        return missing("score", "the most that the player keeps");
    }
    let out_of_place =
        |field: &str, expected: &str| Err(RecordFault::wrong(&fields.path(field), "given", expected));
    if imposed.seconds.is_some() && !imposed.penalty.takes_seconds() {
        return out_of_place("seconds", Sanction::WITH_SECONDS);
    }
    if imposed.score.is_some() && !imposed.penalty.may_take_points() {
        return out_of_place("score", Sanction::WITH_POINTS);
    }
    fields.finish()?;
    Ok(imposed)
}

fn imposed_json(imposed: &Imposed) -> Json {
    let mut fields = vec![("penalty", Json::from(imposed.penalty.word()))];
    fields.extend(imposed.seconds.map(|time| ("seconds", in_seconds(time))));
    fields.extend(imposed.score.map(|score| ("score", points_json(score))));
    match &fields[..] {
        [_] => imposed.penalty.word().into(),
        _ => Json::object(fields),
    }
}

/// Whatever is not as usual; nothing where all is.
pub(super) fn regulations_json(regulations: &Regulations) -> Option<Json> {
    let usual = Regulations::default();
    let mut fields: Vec<(&str, Json)> = Vec::new();
    if !regulations.guidelines.is_empty() {
        let words = regulations.guidelines.iter().map(|guideline| guideline.word());
        fields.push(("guidelines", Json::list(words)));
    }
    fields.extend(regulations.no_draw_before.map(|before| {
        let before = match before {
            NoDraw::Before(moves) => moves.into(),
            NoDraw::Ever => "ever".into(),
        };
        ("no_draw_before", before)
    }));
    fields.extend(
        regulations
            .device_penalty
            .map(|imposed| ("device_penalty", imposed_json(&imposed))),
    );
    for (name, flag) in [
        ("bag", regulations.bag),
        ("report_leaving", regulations.report_leaving),
    ] {
        fields.extend(flag.then(|| (name, true.into())));
    }
    if regulations.points != usual.points {
        fields.push((
            "points",
            Json::List(regulations.points.map(points_json).into_iter().collect()),
        ));
    }
    fields.extend(
        regulations
            .bonus_seconds
            .map(|time| ("bonus_seconds", in_seconds(time))),
    );
    (!fields.is_empty()).then(|| Json::object(fields))
}
