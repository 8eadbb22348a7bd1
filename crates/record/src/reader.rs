//! How is a record read, line by line, from a file or as it happens?

use crate::{error::RecordError, error::RecordFault, event::read_event, json::Json, terms::read_terms};
use jadoube_game::{Event, Terms};
use std::io::BufRead;

/// No act is nearly as long; a stream without line ends must not fill the memory.
pub const LONGEST_LINE: usize = 1 << 20;

/// A record being read: its header, then its acts one by one.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    line: usize,
    stopped: bool,
    terms: Terms,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    pub fn open(source: R) -> Result<Self, RecordError> {
        let mut lines = Lines { source, line: 0 };
        let Some(text) = lines.next_written()? else {
            return Err(RecordFault::NoHeader.on_line(1));
        };
        let line = lines.line;
        let terms = parse(&text)
            .and_then(read_terms)
            .map_err(|fault| fault.on_line(line))?;
        Ok(Reader {
            source: lines.source,
            line,
            stopped: false,
            terms,
        })
    }

    /// What was settled before play.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of the line last read.
    pub fn line(&self) -> usize {
        self.line
    }
}

/// The acts, each with the number of its line. After an error nothing more comes.
impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<(usize, Event), RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        let mut lines = Lines {
            source: &mut self.source,
            line: self.line,
        };
        let written = lines.next_written();
        self.line = lines.line;
        let act = match written {
            Ok(None) => None,
            Ok(Some(text)) => match parse(&text) {
                Ok(json) if is_signature(&json) => match lines.next_written() {
                    Ok(None) => None,
                    Ok(Some(_)) => Some(Err(after_signature().on_line(lines.line))),
                    Err(error) => Some(Err(error)),
                },
                read => Some(
                    read.map(closed_envelope)
                        .and_then(read_event)
                        .map(|event| (self.line, event))
                        .map_err(|fault| fault.on_line(self.line)),
                ),
            },
            Err(error) => Some(Err(error)),
        };
        self.stopped = !matches!(act, Some(Ok(_)));
        act
    }
}

/// A record taken from a server has a last line of its own, `{"signed":{…}}`, by which others can check it: no act.
fn is_signature(line: &Json) -> bool {
    matches!(line, Json::Object(fields) if matches!(&fields[..], [(name, Json::Object(_))] if name == "signed"))
}

/// An envelope that was closed to whoever took the record away stands there with its commitment alone. What is written in it
/// nobody needs before it is opened, and then it is told: it is read as an empty one.
fn closed_envelope(mut line: Json) -> Json {
    let field = |name: &str| line.get(name).is_some();
    let closed =
        line.get("act").and_then(Json::as_str) == Some("seal") && field("commitment") && !field("record");
    if let Json::Object(fields) = &mut line
        && closed
    {
        fields.retain(|(name, _)| name != "commitment");
        fields.push(("record".to_owned(), "".into()));
    }
    line
}

fn after_signature() -> RecordFault {
    RecordFault::Wrong {
        field: "signed".to_owned(),
        found: "a line after the signature".to_owned(),
        expected: "the signature to be the last line".to_owned(),
    }
}

/// Reads a whole record from a string.
pub fn read_record(text: &str) -> Result<(Terms, Vec<Event>), RecordError> {
    let reader = Reader::open(text.as_bytes())?;
    let terms = reader.terms().clone();
    let events = reader
        .map(|act| act.map(|(_, event)| event))
        .collect::<Result<_, _>>()?;
    Ok((terms, events))
}

/// Reads one line.
pub fn parse(text: &str) -> Result<Json, RecordFault> {
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        // The place is given apart, in our own form: a line of a record is always line 1 to the parser.
        let why = why
            .rsplit_once(" at line ")
            .map_or(why.as_str(), |(why, _)| why)
            .to_owned();
        RecordFault::NotJson {
            column: error.column(),
            why,
        }
    })
}

struct Lines<R> {
    source: R,
    line: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line that is not blank, without its end and without a byte order mark at the very start.
    fn next_written(&mut self) -> Result<Option<String>, RecordError> {
        loop {
            let mut bytes = Vec::new();
            self.line += 1;
            let limit = LONGEST_LINE as u64 + 1;
            let read = std::io::Read::take(&mut self.source, limit)
                .read_until(b'\n', &mut bytes)
                .map_err(|error| RecordFault::Unreadable(error.to_string()).on_line(self.line))?;
            if read == 0 {
                self.line -= 1;
                return Ok(None);
            }
            if bytes.len() > LONGEST_LINE {
                return Err(RecordFault::TooLong { limit: LONGEST_LINE }.on_line(self.line));
            }
            let text = String::from_utf8(bytes).map_err(|error| {
                RecordFault::NotUtf8 {
                    after: error.utf8_error().valid_up_to(),
                }
                .on_line(self.line)
            })?;
            let text = if self.line == 1 {
                text.strip_prefix('\u{feff}').unwrap_or(&text)
            } else {
                &text
            };
            let text = text.trim();
            if !text.is_empty() {
                return Ok(Some(text.to_owned()));
            }
        }
    }
}
