//! How is an act said in plain words? `white touches h1`, `black exacts A+B man e2`: as cases and tables show it. The
//! verbs, and the words before each field, are those of `Act::SHAPES`.

use crate::{
    error::RecordFault,
    event::{looks_up_tables, read_event},
    fields::{in_seconds, points_json},
    json::Json,
    reader::parse,
};
use jadoube_game::{Act, Event, Field, Holds, Shape, Value};
use std::fmt::Write as _;

/// An act said of whoever did it: `white moves e2e4 saying check`.
pub fn in_words(event: &Event) -> String {
    said(event, false)
}

/// An act as something a party may do: `black exact A+B man e2`.
pub fn as_option(event: &Event) -> String {
    said(event, true)
}

fn said(event: &Event, may: bool) -> String {
    let shape = event.act.shape();
    let verb = if may { shape.may } else { shape.did };
    let mut words = format!("{} {verb}", event.by);
    for (field, value) in event.act.values() {
        for said in value_words(field, &value) {
            let _ = write!(words, " {said}");
        }
    }
    if let Some(moves) = event.theory {
        let _ = write!(words, " theory {moves}");
    }
    if let Some(player) = &event.player {
        let _ = write!(words, " as {}", free(player));
    }
    if let Some(at) = event.at {
        let _ = write!(words, " at {}", in_seconds(at));
    }
    words
}

/// A field in words, with the words that come before it; a list of replies is said one by one.
fn value_words(field: &Field, value: &Value) -> Vec<String> {
    let one = match value {
        Value::Yes | Value::BothHands => return vec![field.lead.to_owned()],
        Value::Replies(pairs) => {
            let pair = |(reply, own): &(String, String)| {
                format!("{} {} then {}", field.lead, quoted(reply), quoted(own))
            };
            return pairs.iter().map(pair).collect();
        }
        Value::Text(text) => free(text),
        Value::Texts(texts) => joined(texts.iter().map(|text| quoted(text))),
        Value::Word(word) => free(word),
        Value::Words(words) => joined(words.iter().map(|word| free(word))),
        Value::Square(square) => square.to_string(),
        Value::Squares(squares) => joined(squares.iter().map(ToString::to_string)),
        Value::Move(mv) => mv.to_string(),
        Value::Promotion(kind) => kind.letter().to_string(),
        Value::Number(number) => number.to_string(),
        Value::Seconds(moment) => in_seconds(*moment).to_string(),
        Value::Times(white, black) => format!("{} {}", in_seconds(*white), in_seconds(*black)),
        Value::Points(points) => points_json(*points).to_string(),
    };
    let lead = if field.lead.is_empty() { "" } else { " " };
    vec![format!("{}{lead}{one}", field.lead)]
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Words that join the parts of every act: as free words they stand in quotation marks, as do the words before fields.
const JOINTS: [&str; 4] = ["at", "as", "then", "theory"];

fn is_joint(word: &str) -> bool {
    JOINTS.contains(&word)
        || Act::SHAPES
            .iter()
            .flat_map(|shape| shape.fields)
            .any(|field| field.lead.split(' ').next() == Some(word))
}

/// Free words are quoted unless they are one plain word.
fn free(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-+.()".contains(c);
    if !text.is_empty() && text.chars().all(plain) && !is_joint(text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// Reads an act said in plain words (either way, or by its name in the record), or as JSON.
pub fn from_words(text: &str) -> Result<Event, RecordFault> {
    let text = text.trim();
    if text.starts_with('{') {
        return parse(text).and_then(read_event);
    }
    let mut words = Words::split(text)?;
    let mut fields: Vec<(&'static str, Json)> = Vec::new();
    fields.push((
        "by",
        words
            .next("a party")
            .map(|word| word.to_ascii_lowercase())?
            .into(),
    ));
    if let Some(at) = words.tail("at") {
        fields.push(("at", parse(&at)?));
    }
    if let Some(player) = words.tail("as") {
        fields.push(("player", player.into()));
    }
    let shape = words.verb()?;
    fields.push(("act", shape.name.into()));
    if looks_up_tables(shape.name)
        && let Some(moves) = words.tail("theory")
    {
        fields.push(("theory", parse(&moves)?));
    }
    read_fields(shape, &mut words, &mut fields)?;
    words.finish()?;
    read_event(Json::object(fields))
}

/// Reads the fields in their order; those that come after words of their own may also stand in another order.
fn read_fields(
    shape: &'static Shape,
    words: &mut Words,
    fields: &mut Vec<(&'static str, Json)>,
) -> Result<(), RecordFault> {
    let mut left: Vec<&'static Field> = shape.fields.iter().collect();
    loop {
        let before = left.len();
        let mut later = Vec::new();
        for (at, field) in left.iter().enumerate() {
            let rest = &left[at + 1..];
            let stop = |words: &Words| {
                let of = |field: &&Field| !field.lead.is_empty() && words.next_are(field.lead);
                rest.iter().any(of) || later.iter().any(of)
            };
            if !words.announce(field, stop(words)) {
                later.push(*field);
                continue;
            }
            let last = shape.fields.last() == Some(*field);
            match field.holds {
                Holds::Yes => fields.push((field.name, true.into())),
                Holds::BothHands => fields.push((field.name, 2u32.into())),
                // The last field may be as many words as there are.
                Holds::Text if last => fields.push((field.name, words.rest().unwrap_or_default().into())),
                Holds::Text | Holds::Word(_) | Holds::Square | Holds::Move => {
                    fields.push((field.name, words.next(field.about)?.into()));
                }
                Holds::Promotion => fields.push((field.name, kind_letter(&words.next(field.about)?).into())),
                Holds::Number(_) | Holds::Seconds | Holds::Points => {
                    fields.push((field.name, parse(&words.next(field.about)?)?));
                }
                Holds::Times | Holds::TimeGiven => fields.push((field.name, words.times()?)),
                Holds::Texts | Holds::SquareOrSquares | Holds::Squares | Holds::Words(_) => {
                    let mut several = Vec::new();
                    while !words.is_empty() && !stop(words) {
                        several.push(words.next(field.about)?);
                    }
                    fields.push(match (field.holds, several.len()) {
                        (Holds::SquareOrSquares, 1) => (field.name, several.remove(0).into()),
                        (Holds::Texts | Holds::SquareOrSquares, _) => (field.plural, Json::list(several)),
                        _ => (field.name, Json::list(several)),
                    });
                }
                Holds::Replies => {
                    let mut pairs = Vec::new();
                    loop {
                        let reply = words.next("an assumed reply")?;
                        words.accept("then");
                        pairs.push(Json::list([reply, words.next("the move to follow")?]));
                        if !words.accept(field.lead) {
                            break;
                        }
                    }
                    fields.push((field.name, Json::List(pairs)));
                }
            }
        }
        left = later;
        if words.is_empty() || left.len() == before {
            return Ok(());
        }
    }
}

fn kind_letter(word: &str) -> String {
    match word {
        "queen" => "q",
        "rook" => "r",
        "bishop" => "b",
        "knight" => "n",
        "pawn" => "p",
        "king" => "k",
        letter => letter,
    }
    .to_owned()
}

/// A sentence in its words; what stands in quotation marks is one of them.
struct Words {
    words: std::collections::VecDeque<Word>,
}

struct Word {
    text: String,
    quoted: bool,
}

impl Words {
    fn split(text: &str) -> Result<Self, RecordFault> {
        let mut words = std::collections::VecDeque::new();
        let mut left = text.trim_start();
        while !left.is_empty() {
            let (length, word) = if left.starts_with('"') {
                let mut strings = serde_json::Deserializer::from_str(left).into_iter::<String>();
                match strings.next() {
                    Some(Ok(text)) => (strings.byte_offset(), Word { text, quoted: true }),
                    _ => return Err(RecordFault::wrong("words", left, "quotation marks that close")),
                }
            } else {
                let length = left.find(char::is_whitespace).unwrap_or(left.len());
                (
                    length,
                    Word {
                        text: left[..length].to_owned(),
                        quoted: false,
                    },
                )
            };
            words.push_back(word);
            left = left[length..].trim_start();
        }
        Ok(Words { words })
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn any(&mut self) -> Option<String> {
        self.words.pop_front().map(|word| word.text)
    }

    fn next(&mut self, expected: &str) -> Result<String, RecordFault> {
        self.any()
            .ok_or_else(|| RecordFault::wrong("words", "at an end", expected))
    }

    /// Whether these words come next.
    fn next_are(&self, phrase: &str) -> bool {
        self.words.len() >= phrase.split(' ').count()
            && phrase
                .split(' ')
                .zip(&self.words)
                .all(|(wanted, word)| word.is(wanted))
    }

    /// Takes these words if they come next.
    fn accept(&mut self, phrase: &str) -> bool {
        let here = self.next_are(phrase);
        if here {
            self.words.drain(..phrase.split(' ').count());
        }
        here
    }

    /// Whether this field comes next; what is said before it is taken. A required field may come without it.
    fn announce(&mut self, field: &Field, another_comes: bool) -> bool {
        if !field.lead.is_empty() && self.accept(field.lead) {
            return true;
        }
        let unannounced = field.required || (field.lead.is_empty() && !another_comes);
        unannounced && !self.is_empty()
    }

    /// Whatever is left, as one text.
    fn rest(&mut self) -> Option<String> {
        let words: Vec<String> = self.words.drain(..).map(|word| word.text).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// The last word, where the one before it is this.
    fn tail(&mut self, before: &str) -> Option<String> {
        let at = self
            .words
            .len()
            .checked_sub(2)
            .filter(|at| *at > 0 && self.words[*at].is(before))?;
        let value = self.words.pop_back()?;
        self.words.truncate(at);
        Some(value.text)
    }

    fn verb(&mut self) -> Result<&'static Shape, RecordFault> {
        for shape in Act::SHAPES {
            if self.accept(shape.did) || self.accept(shape.may) || self.accept(shape.name) {
                return Ok(shape);
            }
        }
        let found = self.rest().unwrap_or_default();
        let verbs: Vec<&str> = Act::SHAPES.iter().map(|shape| shape.did).collect();
        Err(RecordFault::wrong(
            "act",
            format!("{found:?}"),
            format!("a party and one of: {}", verbs.join(", ")),
        ))
    }

    fn times(&mut self) -> Result<Json, RecordFault> {
        let white = parse(&self.next("White's seconds")?)?;
        let black = parse(&self.next("Black's seconds")?)?;
        Ok(Json::object([("white", white), ("black", black)]))
    }

    fn finish(mut self) -> Result<(), RecordFault> {
        match self.rest() {
            None => Ok(()),
            Some(rest) => Err(RecordFault::wrong(
                "words",
                format!("{rest:?} after the act"),
                "nothing more",
            )),
        }
    }
}

impl Word {
    fn is(&self, word: &str) -> bool {
        !self.quoted && self.text == word
    }
}
