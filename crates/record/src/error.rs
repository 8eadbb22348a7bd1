//! What is wrong with a record, where, and what was expected there?

use jadoube_game::{Act, Impossible};
use std::fmt;

/// A line that cannot be read, or cannot have happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: RecordFault,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordFault {
    /// There is no line at all.
    NoHeader,
    /// The source could not be read.
    Unreadable(String),
    /// A line longer than any act.
    TooLong {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The line is not UTF-8.
    NotUtf8 {
        /// How many bytes of it are.
        after: usize,
    },
    /// The line is not JSON.
    NotJson {
        /// Where in the line, from 1.
        column: usize,
        /// Why.
        why: String,
    },
    /// The line is JSON, but not an object.
    NotAnObject {
        /// What it is.
        found: String,
    },
    /// A field is not there.
    Missing {
        /// Its name, with the path to it.
        field: String,
        /// What it should hold.
        expected: String,
    },
    /// A field that nobody knows: most often a slip of the pen, which must not pass unnoticed.
    Unknown {
        /// Its name, with the path to it.
        field: String,
        /// The fields that are known there.
        known: Vec<&'static str>,
    },
    /// A field holds what it cannot hold.
    Wrong {
        /// Its name, with the path to it.
        field: String,
        /// What it holds.
        found: String,
        /// What it should hold.
        expected: String,
    },
    /// The act can be read but cannot have happened.
    CannotHaveHappened {
        /// The act's name.
        act: &'static str,
        /// The field that says so.
        field: &'static str,
        /// Why, and what was expected.
        why: String,
    },
}

impl RecordFault {
    /// The same fault, said of this line.
    pub fn on_line(self, line: usize) -> RecordError {
        RecordError { line, fault: self }
    }

    /// An act that the board refutes.
    pub fn impossible(act: &Act, why: &Impossible) -> Self {
        let square = match act {
            Act::Move { .. } => "move",
            Act::Displace { .. } => "squares",
            _ => "square",
        };
        let (field, expected) = match why {
            Impossible::NoManThere(_) => (square, "; expected a square on which a man stands"),
            Impossible::NotInHand(_) => (square, "; expected the square of a man in hand"),
            Impossible::WhichMan(_) => ("square", ""),
            Impossible::NotATransfer(_) => ("move", "; expected two different squares"),
            Impossible::TimeGoesBack => ("at", ""),
            Impossible::UnknownPlayer(..) => ("player", ""),
            Impossible::NotThisParty(..) => ("by", ""),
            Impossible::BadBoard(_) => ("board", "; expected a FEN"),
            _ => ("act", ""),
        };
        RecordFault::CannotHaveHappened {
            act: act.name(),
            field,
            why: format!("{why}{expected}"),
        }
    }

    /// The field at fault, where it is one.
    pub fn field(&self) -> Option<&str> {
        match self {
            RecordFault::Missing { field, .. }
            | RecordFault::Unknown { field, .. }
            | RecordFault::Wrong { field, .. } => Some(field),
            RecordFault::CannotHaveHappened { field, .. } => Some(field),
            _ => None,
        }
    }

    pub(crate) fn wrong(field: &str, found: impl Into<String>, expected: impl Into<String>) -> Self {
        RecordFault::Wrong {
            field: field.to_owned(),
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)?;
        match self.fault {
            RecordFault::NotJson { .. } if self.line == 1 => {
                f.write_str("; expected a header, such as {\"code\":\"bcc-1899\"}")
            }
            RecordFault::NotJson { .. } => f.write_str(
                "; expected an act, such as {\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e4\"}",
            ),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordFault::NoHeader => {
                f.write_str("the record is empty; expected a header, such as {\"code\":\"bcc-1899\"}")
            }
            RecordFault::Unreadable(why) => write!(f, "cannot be read: {why}"),
            RecordFault::TooLong { limit } => write!(f, "longer than {limit} bytes; expected one act"),
            RecordFault::NotUtf8 { after } => {
                write!(f, "not UTF-8 after byte {after}; expected JSON in UTF-8")
            }
            RecordFault::NotJson { column, why } => write!(f, "not JSON at column {column}: {why}"),
            RecordFault::NotAnObject { found } => write!(f, "found {found}; expected an object, {{…}}"),
            RecordFault::Missing { field, expected } => {
                write!(f, "field \"{field}\" is missing; expected {expected}")
            }
            RecordFault::Unknown { field, known } => {
                write!(f, "unknown field \"{field}\"; ")?;
                let last = field.rsplit('.').next().unwrap_or(field);
                if let Some(near) = nearest(last, known) {
                    write!(f, "did you mean \"{near}\"? ")?;
                }
                write!(f, "expected one of: {}", known.join(", "))
            }
            RecordFault::Wrong {
                field,
                found,
                expected,
            } => {
                write!(f, "field \"{field}\" is {found}; expected {expected}")
            }
            RecordFault::CannotHaveHappened { act, field, why } => {
                write!(f, "this \"{act}\" cannot have happened, field \"{field}\": {why}")
            }
        }
    }
}

impl std::error::Error for RecordError {}
impl std::error::Error for RecordFault {}

/// The known word that differs from this one by a slip or two.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    known
        .iter()
        .map(|each| (strsim::osa_distance(&word, each), *each))
        .filter(|(slips, each)| *slips <= 1 + each.len() / 5)
        .min()
        .map(|(_, each)| each)
}
