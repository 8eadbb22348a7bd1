//! Which fields does an object hold, is each of the right kind, and is none left over?

use crate::{
    error::{RecordFault, nearest},
    json::Json,
};
use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{Code, HandMove, Moment, Points};

/// As seconds, more than thirty thousand years: a time beyond it is a slip, and arithmetic below it cannot overflow.
const LARGEST: u64 = 1_000_000_000_000;

/// An object that is being read: each field is taken once, and what nobody took is an error.
pub(crate) struct Fields {
    path: String,
    left: Vec<(String, Json)>,
    known: Vec<&'static str>,
}

impl Fields {
    /// The fields of an object found at this path (empty for a whole line).
    pub(crate) fn of(path: &str, value: Json) -> Result<Self, RecordFault> {
        match value {
            Json::Object(left) => Ok(Fields {
                path: path.to_owned(),
                left,
                known: Vec::new(),
            }),
            other if path.is_empty() => Err(RecordFault::NotAnObject { found: other.shown() }),
            other => Err(RecordFault::wrong(path, other.shown(), "an object, {…}")),
        }
    }

    /// The field's name with the path to it, as messages show it.
    pub(crate) fn path(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.left
            .iter()
            .any(|(field, value)| field == name && *value != Json::Null)
    }

    /// The field as it stands, and its path; `null` counts as absent.
    pub(crate) fn take(&mut self, name: &'static str) -> Option<(String, Json)> {
        self.known.push(name);
        let at = self.left.iter().position(|(field, _)| field == name)?;
        let (_, value) = self.left.remove(at);
        (value != Json::Null).then(|| (self.path(name), value))
    }

    /// An optional field, read by this reader.
    pub(crate) fn maybe<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str, Json) -> Result<T, RecordFault>,
    ) -> Result<Option<T>, RecordFault> {
        self.take(name)
            .map(|(path, value)| read(&path, value))
            .transpose()
    }

    /// Where there is such a field, what this reader makes of it is put in its place.
    pub(crate) fn fill<T>(
        &mut self,
        name: &'static str,
        place: &mut T,
        read: impl FnOnce(&str, Json) -> Result<T, RecordFault>,
    ) -> Result<(), RecordFault> {
        if let Some(value) = self.maybe(name, read)? {
            *place = value;
        }
        Ok(())
    }

    /// A field that must be there, read by this reader.
    pub(crate) fn must<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        read: impl FnOnce(&str, Json) -> Result<T, RecordFault>,
    ) -> Result<T, RecordFault> {
        let missing = RecordFault::Missing {
            field: self.path(name),
            expected: expected.to_owned(),
        };
        self.maybe(name, read)?.ok_or(missing)
    }

    /// Nothing may be left over.
    pub(crate) fn finish(self) -> Result<(), RecordFault> {
        match self.left.first() {
            None => Ok(()),
            Some((name, _)) => Err(RecordFault::Unknown {
                field: self.path(name),
                known: self.known,
            }),
        }
    }
}

pub(crate) fn boolean(path: &str, value: Json) -> Result<bool, RecordFault> {
    match value {
        Json::Bool(value) => Ok(value),
        other => Err(RecordFault::wrong(path, other.shown(), "true or false")),
    }
}

pub(crate) fn text(path: &str, value: Json) -> Result<String, RecordFault> {
    match value {
        Json::Text(text) => Ok(text),
        other => Err(RecordFault::wrong(path, other.shown(), "a string")),
    }
}

/// A string, where only its content can be wrong.
fn word(path: &str, value: Json, expected: &str) -> Result<String, RecordFault> {
    match value {
        Json::Text(text) => Ok(text),
        other => Err(RecordFault::wrong(path, other.shown(), expected)),
    }
}

pub(crate) fn one_of(words: &[&str]) -> String {
    format!("one of: {}", words.join(", "))
}

/// A word of one of the record's small vocabularies.
pub(crate) fn choice<T>(
    path: &str,
    value: Json,
    all: &[T],
    word_of: fn(T) -> &'static str,
) -> Result<T, RecordFault>
where
    T: Copy,
{
    let words: Vec<&'static str> = all.iter().map(|each| word_of(*each)).collect();
    which(path, value, &words).map(|at| all[at])
}

/// Which of these words it is.
fn which(path: &str, value: Json, words: &[&'static str]) -> Result<usize, RecordFault> {
    let expected = one_of(words);
    let written = word(path, value, &expected)?;
    words.iter().position(|each| *each == written).ok_or_else(|| {
        let hint = nearest(&written, words)
            .map(|near| format!("\"{near}\"? It is "))
            .unwrap_or_default();
        RecordFault::wrong(path, format!("{written:?}"), format!("{hint}{expected}"))
    })
}

pub(crate) fn colour(path: &str, value: Json) -> Result<Colour, RecordFault> {
    choice(path, value, &Colour::BOTH, colour_word)
}

pub(crate) const fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

pub(crate) fn code(path: &str, value: Json) -> Result<Code, RecordFault> {
    choice(path, value, &Code::ALL, Code::name)
}

pub(crate) fn square(path: &str, value: Json) -> Result<Square, RecordFault> {
    let expected = "a square, a1 to h8";
    let written = word(path, value, expected)?;
    written
        .parse()
        .map_err(|_| RecordFault::wrong(path, format!("{written:?}"), expected))
}

pub(crate) fn hand_move(path: &str, value: Json) -> Result<HandMove, RecordFault> {
    let expected = "a move from square to square, such as e2e4 or e7e8q (q, r, b, n; p for a Pawn left a Pawn, k for a King)";
    let written = word(path, value, expected)?;
    parse_hand_move(&written).ok_or_else(|| RecordFault::wrong(path, format!("{written:?}"), expected))
}

/// A transfer as records write it: `e2e4`, `e7e8q`, `e7e8p`.
pub fn parse_hand_move(written: &str) -> Option<HandMove> {
    written.parse().ok()
}

fn kind_letter(letter: &str) -> Option<Kind> {
    match letter {
        "q" => Some(Kind::Queen),
        "r" => Some(Kind::Rook),
        "b" => Some(Kind::Bishop),
        "n" => Some(Kind::Knight),
        "p" => Some(Kind::Pawn),
        "k" => Some(Kind::King),
        _ => None,
    }
}

pub(crate) fn promotion(path: &str, value: Json) -> Result<Kind, RecordFault> {
    let expected = "one of: q, r, b, n, p, k";
    let written = word(path, value, expected)?;
    kind_letter(&written).ok_or_else(|| RecordFault::wrong(path, format!("{written:?}"), expected))
}

/// A whole number within these bounds.
pub(crate) fn whole(path: &str, value: &Json, least: u32) -> Result<u32, RecordFault> {
    let expected = if least == 0 {
        "a whole number".to_owned()
    } else {
        format!("a whole number from {least}")
    };
    let number = match value {
        Json::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
        _ => None,
    };
    number.filter(|number| *number >= least).ok_or_else(|| {
        let is_too_large = matches!(value, Json::Number(number) if number.as_u64() > Some(u32::MAX.into()));
        let expected = if is_too_large {
            format!("no more than {}", u32::MAX)
        } else {
            expected
        };
        RecordFault::wrong(path, value.shown(), expected)
    })
}

/// Seconds, whole or with a fraction, to the millisecond.
pub(crate) fn seconds(path: &str, value: &Json) -> Result<Moment, RecordFault> {
    thousandths(value)
        .map(Moment)
        .ok_or_else(|| not_in_thousandths(path, value, "a number of seconds, 0 or more"))
}

/// Points, whole or with a fraction.
pub(crate) fn points(path: &str, value: &Json) -> Result<Points, RecordFault> {
    thousandths(value)
        .map(Points)
        .ok_or_else(|| not_in_thousandths(path, value, "a number of points, 0 or more"))
}

fn not_in_thousandths(path: &str, value: &Json, expected: &str) -> RecordFault {
    let is_too_large = matches!(value, Json::Number(number) if number.as_f64() > Some(0.0));
    let expected = if is_too_large {
        format!("no more than {LARGEST}")
    } else {
        expected.to_owned()
    };
    RecordFault::wrong(path, value.shown(), expected)
}

/// A number that is not negative, in thousandths.
fn thousandths(value: &Json) -> Option<u64> {
    let Json::Number(number) = value else { return None };
    if let Some(whole) = number.as_u64()
        && whole <= LARGEST
    {
        return Some(whole * 1000);
    }
    let number = number.as_f64()?;
    #[allow(clippy::cast_precision_loss, reason = "far below 2^53")]
    if !(0.0..=LARGEST as f64).contains(&number) {
        return None;
    }
    #[allow(clippy::cast_sign_loss, reason = "checked just above")]
    Some((number * 1000.0).round() as u64)
}

/// A moment as seconds: a whole number where it is one.
pub(crate) fn in_seconds(moment: Moment) -> Json {
    from_thousandths(moment.0)
}

pub(crate) fn points_json(points: Points) -> Json {
    from_thousandths(points.0)
}

fn from_thousandths(number: u64) -> Json {
    if number.is_multiple_of(1000) {
        Json::from(number / 1000)
    } else {
        #[allow(
            clippy::cast_precision_loss,
            reason = "exact below 2^53 thousandths; of seconds, 285,000 years"
        )]
        Json::from(number as f64 / 1000.0)
    }
}

/// A list, each item read by this reader.
pub(crate) fn list<T>(
    path: &str,
    value: Json,
    expected: &str,
    mut read: impl FnMut(&str, Json) -> Result<T, RecordFault>,
) -> Result<Vec<T>, RecordFault> {
    let Json::List(items) = value else {
        return Err(RecordFault::wrong(path, value.shown(), expected));
    };
    items
        .into_iter()
        .enumerate()
        .map(|(i, item)| read(&format!("{path}[{i}]"), item))
        .collect()
}

/// Seconds of White and Black: `{"white":…,"black":…}`.
pub(crate) fn clocks(path: &str, value: Json) -> Result<(Moment, Moment), RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let expected = "a number of seconds";
    let white = fields.must("white", expected, |path, value| seconds(path, &value))?;
    let black = fields.must("black", expected, |path, value| seconds(path, &value))?;
    fields.finish()?;
    Ok((white, black))
}

/// Seconds for White, for Black, or for both.
pub(crate) fn time_given(path: &str, value: Json) -> Result<(Moment, Moment), RecordFault> {
    let mut fields = Fields::of(path, value)?;
    let white = fields.maybe("white", |path, value| seconds(path, &value))?;
    let black = fields.maybe("black", |path, value| seconds(path, &value))?;
    fields.finish()?;
    if white.is_none() && black.is_none() {
        let expected = "seconds for \"white\", \"black\" or both";
        return Err(RecordFault::wrong(path, "{}".to_owned(), expected));
    }
    Ok((white.unwrap_or_default(), black.unwrap_or_default()))
}

pub(crate) fn clocks_json((white, black): (Moment, Moment)) -> Json {
    Json::object([("white", in_seconds(white)), ("black", in_seconds(black))])
}
