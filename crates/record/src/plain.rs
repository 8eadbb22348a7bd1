//! How is an act said in plain words? `white touches h1`, `black exacts A+B man e2`: as cases and tables show it.

use crate::{
    error::Fault,
    event::{read_event, write_event},
    json::Json,
    reader::parse,
};
use jadoube_game::{Act, Event};
use std::fmt::Write as _;

/// Every act: its name in the record, as said of somebody, and as something he may do.
const VERBS: [(&str, &str, &str); 33] = [
    ("move", "moves", "move"),
    ("touch", "touches", "touch"),
    ("adjust", "adjusts", "adjust"),
    ("lift", "lifts", "lift"),
    ("place", "places", "place"),
    ("quit", "quits", "quit"),
    ("remove", "removes", "remove"),
    ("promote", "promotes", "promote"),
    ("say", "says", "say"),
    ("exact", "exacts", "exact"),
    ("waive", "waives", "waive"),
    ("require", "requires", "require"),
    ("consent", "consents", "consent"),
    ("adopt", "adopts", "adopt"),
    ("offer", "offers", "offer"),
    ("accept", "accepts", "accept"),
    ("decline", "declines", "decline"),
    ("claim", "claims", "claim"),
    ("demand", "demands", "demand"),
    ("point-out", "points out", "point out"),
    ("resign", "resigns", "resign"),
    ("upset", "upsets", "upset"),
    ("refuse", "refuses", "refuse"),
    ("abandon", "abandons", "abandon"),
    ("adjourn", "adjourns", "adjourn"),
    ("seal", "seals", "seal"),
    ("resume", "resumes", "resume"),
    ("send", "sends", "send"),
    ("arrive", "arrives", "arrive"),
    ("flag", "sees the flag fall", "flag"),
    ("close-of-play", "closes play", "close play"),
    ("dispute", "disputes", "dispute"),
    ("decide", "decides", "decide"),
];

/// An act said of whoever did it: `white moves e2e4 saying check`.
pub fn in_words(event: &Event) -> String {
    said(event, false)
}

/// An act as something a party may do: `black exact A+B man e2`.
pub fn as_option(event: &Event) -> String {
    said(event, true)
}

fn said(event: &Event, may: bool) -> String {
    let name = event.act.name();
    let verb = VERBS
        .iter()
        .find(|verb| verb.0 == name)
        .map_or(name, |verb| if may { verb.2 } else { verb.1 });
    let mut words = format!("{} {verb}", event.by);
    let json = write_event(event);
    let field = |name: &str| json.get(name).map(value_words);
    let mut say = |before: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(words, " {before}{value}");
        }
    };
    let if_set = |name: &str, words: &str| field(name).map(|_| words.to_owned());
    match &event.act {
        Act::Move { .. } => {
            say("", field("move"));
            say("saying ", field("say"));
        }
        Act::Touch { .. } => {
            say("", field("square"));
            say("", if_set("accident", "by accident"));
            say("", if_set("hold", "and holds"));
        }
        Act::Remove { .. } => {
            say("", field("square"));
            say("", if_set("mistake", "by mistake"));
        }
        Act::Promote { .. } => {
            say("to ", field("to"));
            say("", field("how"));
            say("on ", field("square"));
        }
        Act::Exact { .. } => {
            say("", field("penalty"));
            say("man ", field("man"));
            say("men ", field("men"));
            say("move ", field("move"));
        }
        Act::Require { .. } => {
            say("", field("what"));
            say("", field("square"));
        }
        Act::Consent { .. } => say("to ", field("what")),
        Act::Claim { .. } => {
            say("", field("ground"));
            say("for ", field("offence"));
        }
        Act::PointOut { .. } => {
            say("", field("error"));
            say("", field("move"));
        }
        Act::Upset { .. } => {
            say("", Some("the men".to_owned()));
            say("", if_set("accident", "by accident"));
        }
        Act::Resume { .. } => {
            say("board ", field("board"));
            say("clocks ", field("clocks"));
            say("without ", field("absent"));
        }
        Act::Send { texts, series, .. } => {
            for text in texts {
                say("", Some(quoted(text)));
            }
            for (reply, own) in series {
                say("if ", Some(format!("{} then {}", quoted(reply), quoted(own))));
            }
            say("adopting ", field("adopt"));
        }
        Act::Decide(_) => {
            for name in [
                "ruling",
                "result",
                "board",
                "fact",
                "move",
                "moves_allowed",
                "clocks",
            ] {
                say(&format!("{} ", name.replace('_', "-")), field(name));
            }
        }
        _ => {
            for name in ["square", "words", "clause", "move", "what", "record", "question"] {
                say("", field(name));
            }
        }
    }
    say("theory ", field("theory"));
    say("as ", field("player"));
    say("at ", field("at"));
    words
}

fn value_words(value: &Json) -> String {
    match value {
        Json::Text(text) => free(text),
        Json::List(items) => items.iter().map(value_words).collect::<Vec<_>>().join(" "),
        Json::Object(fields) => fields
            .iter()
            .map(|(_, value)| value_words(value))
            .collect::<Vec<_>>()
            .join(" "),
        other => other.to_string(),
    }
}

/// Words that join the parts of an act: as free words they stand in quotation marks.
const JOINTS: [&str; 10] = [
    "at", "as", "on", "to", "if", "for", "move", "then", "saying", "theory",
];

/// Free words are quoted unless they are one plain word.
fn free(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-+.()".contains(c);
    if !text.is_empty() && text.chars().all(plain) && !JOINTS.contains(&text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// Reads an act said in plain words (either way), or as JSON.
pub fn from_words(text: &str) -> Result<Event, Fault> {
    let text = text.trim();
    if text.starts_with('{') {
        return parse(text).and_then(read_event);
    }
    let mut words = Words::split(text)?;
    let mut fields: Vec<(&'static str, Json)> = Vec::new();
    fields.push((
        "by",
        words.next("a party").map(|word| word.to_lowercase())?.into(),
    ));
    if let Some(at) = words.tail("at") {
        fields.push(("at", parse(&at)?));
    }
    if let Some(player) = words.tail("as") {
        fields.push(("player", player.into()));
    }
    let name = words.verb()?;
    fields.push(("act", name.into()));
    if let ("claim" | "demand", Some(moves)) = (name, words.tail("theory")) {
        fields.push(("theory", parse(&moves)?));
    }
    read_fields(name, &mut words, &mut fields)?;
    words.finish()?;
    read_event(Json::object(fields))
}

fn read_fields(name: &str, words: &mut Words, fields: &mut Vec<(&'static str, Json)>) -> Result<(), Fault> {
    let mut put =
        |name: &'static str, value: Option<String>| fields.extend(value.map(|value| (name, value.into())));
    match name {
        "move" => {
            put("move", words.any());
            if words.accept("saying") {
                put("say", words.rest());
            }
        }
        "touch" | "remove" => {
            put("square", words.any());
            while !words.is_empty() {
                if words.accept("by accident") {
                    fields.push(("accident", true.into()));
                } else if words.accept("by mistake") {
                    fields.push(("mistake", true.into()));
                } else if words.accept("and holds") || words.accept("and hold") {
                    fields.push(("hold", true.into()));
                } else {
                    break;
                }
            }
        }
        "promote" => {
            words.accept("to");
            put("to", words.any().map(|to| kind_letter(&to)));
            put("how", words.any_but("on"));
            if words.accept("on") {
                put("square", words.any());
            }
        }
        "say" => put("words", words.rest()),
        "exact" => {
            put("penalty", words.any());
            if words.accept("man") {
                put("man", words.any());
            }
            if words.accept("men") {
                let mut men = Vec::new();
                while let Some(square) = words.any_but("move") {
                    men.push(square);
                }
                fields.push(("men", Json::list(men)));
            }
            if words.accept("move") {
                fields.extend(words.any().map(|mv| ("move", mv.into())));
            }
        }
        "waive" => put("clause", words.rest()),
        "require" => {
            put("what", words.any());
            put("square", words.any());
        }
        "consent" => {
            words.accept("to");
            put("what", words.rest());
        }
        "adopt" => put("move", words.any()),
        "offer" | "accept" | "decline" | "demand" => put("what", words.any()),
        "claim" => {
            put("ground", words.any());
            if words.accept("for") {
                put("offence", words.rest());
            }
        }
        "point-out" => {
            put("error", words.any());
            if let Some(number) = words.any() {
                fields.push(("move", parse(&number)?));
            }
        }
        "upset" => {
            words.accept("the men");
            if words.accept("by accident") {
                fields.push(("accident", true.into()));
            }
        }
        "seal" => put("record", Some(words.rest().unwrap_or_default())),
        "resume" => {
            if words.accept("board") {
                put("board", words.any());
            }
            if words.accept("clocks") {
                fields.push(("clocks", words.clocks()?));
            }
            if words.accept("without") {
                let mut absent = Vec::new();
                while let Some(player) = words.any() {
                    absent.push(player);
                }
                fields.push(("absent", Json::list(absent)));
            }
        }
        "send" => read_send(words, fields)?,
        "dispute" => put("question", words.rest()),
        "decide" => read_decision(words, fields)?,
        "adjust" | "lift" | "place" | "quit" => put("square", words.any()),
        _ => {}
    }
    Ok(())
}

fn read_send(words: &mut Words, fields: &mut Vec<(&'static str, Json)>) -> Result<(), Fault> {
    let mut texts = Vec::new();
    let mut series = Vec::new();
    loop {
        if words.accept("if") {
            let reply = words.next("an assumed reply")?;
            words.accept("then");
            series.push(Json::list([reply, words.next("the move to follow")?]));
        } else if words.accept("adopting") {
            fields.push(("adopt", words.next("a move")?.into()));
        } else if let Some(text) = words.any() {
            texts.push(text);
        } else {
            break;
        }
    }
    match <[String; 1]>::try_from(texts) {
        Ok([text]) => fields.push(("text", text.into())),
        Err(texts) => fields.push(("texts", Json::list(texts))),
    }
    if !series.is_empty() {
        fields.push(("if", Json::List(series)));
    }
    Ok(())
}

fn read_decision(words: &mut Words, fields: &mut Vec<(&'static str, Json)>) -> Result<(), Fault> {
    loop {
        let field = ["ruling", "result", "board", "fact", "move"]
            .into_iter()
            .find(|field| words.accept(field));
        if let Some(field) = field {
            fields.push((field, words.next(field)?.into()));
        } else if words.accept("moves-allowed") {
            fields.push(("moves_allowed", parse(&words.next("a number of moves")?)?));
        } else if words.accept("clocks") {
            fields.push(("clocks", words.clocks()?));
        } else {
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
    fn split(text: &str) -> Result<Self, Fault> {
        let mut words = std::collections::VecDeque::new();
        let mut left = text.trim_start();
        while !left.is_empty() {
            let (length, word) = if left.starts_with('"') {
                let mut strings = serde_json::Deserializer::from_str(left).into_iter::<String>();
                match strings.next() {
                    Some(Ok(text)) => (strings.byte_offset(), Word { text, quoted: true }),
                    _ => return Err(Fault::wrong("words", left, "quotation marks that close")),
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

    fn any_but(&mut self, stop: &str) -> Option<String> {
        if self.words.front()?.is(stop) {
            None
        } else {
            self.any()
        }
    }

    fn next(&mut self, expected: &str) -> Result<String, Fault> {
        self.any()
            .ok_or_else(|| Fault::wrong("words", "at an end", expected))
    }

    /// Takes these words if they come next.
    fn accept(&mut self, phrase: &str) -> bool {
        let length = phrase.split(' ').count();
        let here = self.words.len() >= length
            && phrase
                .split(' ')
                .zip(&self.words)
                .all(|(wanted, word)| word.is(wanted));
        if here {
            self.words.drain(..length);
        }
        here
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

    fn verb(&mut self) -> Result<&'static str, Fault> {
        for (name, said, may) in VERBS {
            if self.accept(said) || self.accept(may) {
                return Ok(name);
            }
        }
        let found = self.rest().unwrap_or_default();
        let verbs: Vec<&str> = VERBS.iter().map(|verb| verb.1).collect();
        Err(Fault::wrong(
            "act",
            format!("{found:?}"),
            format!("a party and one of: {}", verbs.join(", ")),
        ))
    }

    fn clocks(&mut self) -> Result<Json, Fault> {
        let white = parse(&self.next("White's seconds")?)?;
        let black = parse(&self.next("Black's seconds")?)?;
        Ok(Json::object([("white", white), ("black", black)]))
    }

    fn finish(mut self) -> Result<(), Fault> {
        match self.rest() {
            None => Ok(()),
            Some(rest) => Err(Fault::wrong(
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
