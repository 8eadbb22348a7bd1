//! What does a code contain, clause by clause? A register for each, in printed order, and the readings.

mod bca_1862;
mod bcc_1896;
mod bcc_1899;
mod fide_1931;
mod fide_2023;
pub mod lookup;
pub mod readings;
mod readings_2023;
mod xxv;

use jadoube_game::{Citation, Code};
use std::fmt;

pub use lookup::{Found, lookup, lookup_reading};
pub use readings::{Family, READINGS, ReadingEntry, find_reading, readings_markdown, readings_on};

/// What becomes of a clause when a game is ruled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disposition {
    /// The law acts of itself.
    Enforced,
    /// Someone may use it, or let it pass.
    Right,
    /// It turns on a fact or a fairness that only the umpire can settle.
    Umpire,
    /// It says what a word means.
    Definition,
    /// It never meets an act at the board; the reason says why.
    NotPlayed(&'static str),
}

impl Disposition {
    /// The word shown in lists and counted by the coverage report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Right => "right",
            Self::Umpire => "umpire",
            Self::Definition => "definition",
            Self::NotPlayed(_) => "not played",
        }
    }

    /// Why a clause is not played; nothing for the others.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::NotPlayed(reason) => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for Disposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            Some(reason) => write!(f, "{} ({reason})", self.name()),
            None => f.pad(self.name()),
        }
    }
}

/// One clause: the smallest piece of a code that can be cited by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name by which it is cited, `II.5(c)`.
    pub label: &'static str,
    /// Our title for the law it stands in.
    pub heading: &'static str,
    /// What becomes of it in play.
    pub disposition: Disposition,
    /// What it says, in our own words.
    pub gist: &'static str,
    /// The separate rules inside it, in printed order, where one label holds several.
    pub parts: &'static [Part],
}

/// One of several rules that share a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What becomes of it in play.
    pub disposition: Disposition,
    /// What it says, in our own words.
    pub gist: &'static str,
}

/// Every clause of a code, in printed order.
pub const fn register(code: Code) -> &'static [Entry] {
    match code {
        Code::Xxv => xxv::REGISTER,
        Code::Bca1862 => bca_1862::REGISTER,
        Code::Bcc1896 => bcc_1896::REGISTER,
        Code::Bcc1899 => bcc_1899::REGISTER,
        Code::Fide1931 => fide_1931::REGISTER,
        Code::Fide2023 => fide_2023::REGISTER,
    }
}

/// The clause with exactly this label.
pub const fn find(code: Code, label: &str) -> Option<&'static Entry> {
    let entries = register(code);
    let mut i = 0;
    while i < entries.len() {
        if same(entries[i].label, label) {
            return Some(&entries[i]);
        }
        i += 1;
    }
    None
}

/// The clause, or the reading, of this code that is cited by exactly these words.
pub(crate) fn cited(code: Code, label: &str) -> Option<Citation> {
    let reading = || READINGS.iter().find(|reading| reading.citation == label);
    let own = || reading().filter(|reading| reading.family.covers(code));
    find(code, label)
        .map(|entry| entry.label)
        .or_else(|| own().map(|reading| reading.citation))
}

/// String equality that the compiler can evaluate, so that citations are checked before anything runs.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    // From the end: labels of one law differ in their last letters.
    let mut i = a.len();
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return false;
        }
    }
    true
}

/// Lays out a register: laws by heading, clauses by label, with the rules inside a clause where there are several.
macro_rules! clauses {
    ($($heading:literal {
        $($label:literal: $disposition:expr, $gist:literal $([
            $($part:expr, $part_gist:literal;)+
        ])?;)+
    })+) => {
        &[$($($crate::registers::Entry {
            label: $label,
            heading: $heading,
            disposition: $disposition,
            gist: $gist,
            parts: &[$($($crate::registers::Part { disposition: $part, gist: $part_gist },)+)?],
        },)+)+]
    };
}
pub(crate) use clauses;
