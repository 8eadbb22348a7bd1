//! How is what a field of an act holds written and read?

use crate::{
    error::RecordFault,
    fields::{
        Fields, boolean, choice, clocks, clocks_json, hand_move, in_seconds, list, one_of, points,
        points_json, promotion, seconds, square, text, time_given, whole,
    },
    json::Json,
};
use jadoube_game::{Field, Holds, Unfit, Value};

impl From<Unfit> for RecordFault {
    fn from(unfit: Unfit) -> Self {
        let field = unfit.field.name;
        if unfit.given {
            return RecordFault::wrong(field, "given", unfit.expected);
        }
        RecordFault::Missing {
            field: field.to_owned(),
            expected: unfit.expected.to_owned(),
        }
    }
}

/// What this field must hold, for one who left it out.
fn expected(field: &Field) -> String {
    match field.holds {
        Holds::Word(words) => one_of(words),
        _ => field.about.to_owned(),
    }
}

/// What an act's field holds, where it is there.
pub(crate) fn read_value(field: &'static Field, fields: &mut Fields) -> Result<Option<Value>, RecordFault> {
    let taken = match field.holds {
        Holds::Texts | Holds::SquareOrSquares => one_or_more(field, fields)?,
        _ => fields.take(field.name),
    };
    match taken {
        None if field.required => Err(RecordFault::Missing {
            field: fields.path(field.name),
            expected: expected(field),
        }),
        None => Ok(None),
        Some((path, value)) => read(field, &path, value),
    }
}

/// One under the field's name, or a list under its plural, but not both; one becomes a list.
fn one_or_more(field: &'static Field, fields: &mut Fields) -> Result<Option<(String, Json)>, RecordFault> {
    match (fields.take(field.name), fields.take(field.plural)) {
        (Some(_), Some((path, _))) => Err(RecordFault::wrong(
            &path,
            format!("given beside {:?}", field.name),
            format!("either {:?} or {:?}", field.name, field.plural),
        )),
        (None, Some((path, Json::List(items)))) if items.is_empty() => {
            Err(RecordFault::wrong(&path, "an empty list", "at least one"))
        }
        (one, several) => Ok(one.or(several)),
    }
}

fn read(field: &'static Field, path: &str, value: Json) -> Result<Option<Value>, RecordFault> {
    Ok(Some(match field.holds {
        Holds::Yes => return Ok(boolean(path, value)?.then_some(Value::Yes)),
        Holds::BothHands => {
            let wrong = || RecordFault::wrong(path, value.shown(), "2, where both hands were used");
            match whole(path, &value, 1) {
                Ok(1) => return Ok(None),
                Ok(2) => Value::BothHands,
                _ => return Err(wrong()),
            }
        }
        Holds::Text => Value::Text(text(path, value)?),
        Holds::Texts => Value::Texts(match value {
            Json::List(_) => list(path, value, "a list of moves as written", text)?,
            one => vec![text(path, one)?],
        }),
        Holds::Replies => Value::Replies(list(path, value, "a list of pairs", reply)?),
        Holds::Word(words) => Value::Word(choice(path, value, words, |word| word)?),
        Holds::Words(words) => {
            let expected = format!("a list of: {}", words.join(", "));
            Value::Words(list(path, value, &expected, |path, value| {
                choice(path, value, words, |word| word)
            })?)
        }
        Holds::Square => Value::Square(square(path, value)?),
        Holds::Squares => Value::Squares(list(path, value, "a list of squares", square)?),
        Holds::SquareOrSquares => Value::Squares(match value {
            Json::List(_) => list(path, value, "a list of squares", square)?,
            one => vec![square(path, one)?],
        }),
        Holds::Move => Value::Move(hand_move(path, value)?),
        Holds::Promotion => Value::Promotion(promotion(path, value)?),
        Holds::Number(least) => Value::Number(whole(path, &value, least)?),
        Holds::Seconds => Value::Seconds(seconds(path, &value)?),
        Holds::Times => {
            let (white, black) = clocks(path, value)?;
            Value::Times(white, black)
        }
        Holds::TimeGiven => {
            let (white, black) = time_given(path, value)?;
            Value::Times(white, black)
        }
        Holds::Points => Value::Points(points(path, &value)?),
    }))
}

fn reply(path: &str, value: Json) -> Result<(String, String), RecordFault> {
    let pair = "a pair: [assumed reply, own next move]";
    let found = value.shown();
    let mut both = list(path, value, pair, text)?;
    match (both.pop(), both.pop(), both.pop()) {
        (Some(own), Some(reply), None) => Ok((reply, own)),
        _ => Err(RecordFault::wrong(path, found, pair)),
    }
}

/// The name under which a value is written, and the value.
pub(crate) fn value_json(field: &Field, value: &Value) -> (&'static str, Json) {
    let json = match value {
        Value::Yes => Json::Bool(true),
        Value::BothHands => 2u32.into(),
        Value::Text(text) => text.as_str().into(),
        Value::Texts(texts) => match &texts[..] {
            [text] => text.as_str().into(),
            texts => return (field.plural, Json::list(texts.iter().cloned())),
        },
        Value::Replies(pairs) => {
            let pair = |(reply, own): &(String, String)| Json::list([reply.as_str(), own.as_str()]);
            Json::List(pairs.iter().map(pair).collect())
        }
        Value::Word(word) => (*word).into(),
        Value::Words(words) => Json::list(words.iter().copied()),
        Value::Square(square) => square.to_string().into(),
        Value::Squares(squares) => match &squares[..] {
            [square] if field.holds == Holds::SquareOrSquares => square.to_string().into(),
            squares => {
                let list = Json::list(squares.iter().map(ToString::to_string));
                let several = field.holds == Holds::SquareOrSquares;
                return (if several { field.plural } else { field.name }, list);
            }
        },
        Value::Move(mv) => mv.to_string().into(),
        Value::Promotion(kind) => kind.letter().to_string().into(),
        Value::Number(number) => (*number).into(),
        Value::Seconds(moment) => in_seconds(*moment),
        Value::Times(white, black) => clocks_json((*white, *black)),
        Value::Points(points) => points_json(*points),
    };
    (field.name, json)
}
