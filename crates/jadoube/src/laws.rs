//! What do the codes contain, clause by clause and question by question, as JSON for programs and pages?

use jadoube_game::{Code, code::UnknownCode};
use jadoube_law::{
    index::{self, Question, Resting},
    registers::{Disposition, Entry, Found, ReadingEntry, lookup, lookup_reading, readings_on, register},
};
use jadoube_record::Json;
use std::fmt;

/// Every case, then the cases that exercise each clause by their numbers; written by `cargo xtask law-index` and kept fresh
/// by a test.
#[cfg(feature = "cases")]
const CLAUSES: &str = include_str!("../data/clauses.tsv");
#[cfg(not(feature = "cases"))]
const CLAUSES: &str = "";

/// The cases that exercise a clause: place and title.
pub fn cases(code: Code, label: &str) -> Vec<(&'static str, &'static str)> {
    let Some((cases, clauses)) = CLAUSES.split_once("\n\n") else {
        return Vec::new();
    };
    let cases: Vec<(&str, &str)> = cases.lines().filter_map(|line| line.split_once('\t')).collect();
    let shown = clauses.lines().find_map(|line| {
        let numbers = line
            .strip_prefix(code.name())?
            .strip_prefix('\t')?
            .strip_prefix(label)?;
        numbers.strip_prefix('\t')
    });
    shown
        .unwrap_or_default()
        .split(' ')
        .filter_map(|number| cases.get(number.parse::<usize>().ok()?).copied())
        .collect()
}

/// Whether anything that we rule rests on this clause.
pub fn is_ruled(code: Code, label: &str) -> bool {
    index::resting_on(code, label).next().is_some()
}

/// A name in a question about the laws that nothing answers to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// No code of this name.
    Code(UnknownCode),
    /// No such clause in the code; the nearest that there are.
    Clause {
        /// The code asked.
        code: Code,
        /// The clause as written.
        written: String,
        /// What may have been meant.
        nearest: Vec<&'static str>,
    },
    /// No question of this name.
    Question(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Code(error) => error.fmt(f),
            Unknown::Clause {
                code,
                written,
                nearest,
            } => {
                write!(f, "{code} has no clause \"{written}\"")?;
                if nearest.is_empty() {
                    Ok(())
                } else {
                    write!(f, "; nearest: {}", nearest.join(", "))
                }
            }
            Unknown::Question(name) => {
                let names: Vec<&str> = index::questions().iter().map(|question| question.name).collect();
                let asked = name.to_ascii_lowercase().replace([' ', '-'], "_");
                write!(f, "unknown question \"{name}\"; ")?;
                if let Some(known) = with_its_words(&asked, &names).or_else(|| slipped(&asked, &names)) {
                    write!(f, "did you mean \"{known}\"? ")?;
                }
                write!(f, "expected one of: {}", names.join(", "))
            }
        }
    }
}

/// The name with most of the words asked for, best with the first of them; of several the shortest.
fn with_its_words<'n>(asked: &str, names: &[&'n str]) -> Option<&'n str> {
    let words: Vec<&str> = asked.split('_').collect();
    let shared = |name: &&str| name.split('_').filter(|word| words.contains(word)).count();
    let begins_otherwise = |name: &&str| name.split('_').next() != words.first().copied();
    let sharing = names.iter().copied().filter(|name| shared(name) > 0);
    sharing.min_by_key(|name| (begins_otherwise(name), usize::MAX - shared(name), name.len()))
}

/// The name that a slip of the keyboard makes of it: one letter in three.
fn slipped<'n>(asked: &str, names: &[&'n str]) -> Option<&'n str> {
    let slips = |name: &&str| strsim::osa_distance(asked, name);
    let nearest = names.iter().copied().min_by_key(slips);
    nearest.filter(|name| slips(name) <= name.len().div_ceil(3))
}

impl std::error::Error for Unknown {}

impl From<UnknownCode> for Unknown {
    fn from(error: UnknownCode) -> Self {
        Unknown::Code(error)
    }
}

/// The codes.
pub fn codes() -> Json {
    Json::list(Code::ALL.map(|code| {
        Json::object([
            ("code", Json::from(code.name())),
            ("title", code.title().into()),
            ("year", code.year().map(u32::from).into()),
            ("clauses", register(code).len().into()),
        ])
    }))
}

/// Every clause of a code, in printed order.
pub fn contents(code: Code) -> Json {
    Json::list(register(code).iter().map(|entry| entry_json(code, entry)))
}

/// One clause however it is written, several where the words fit several, or a numbered reading.
pub fn clause(code: Code, written: &str) -> Result<Json, Unknown> {
    match lookup(code, written) {
        Found::Clause { entry, .. } => Ok(entry_json(code, entry)),
        Found::Several(entries) => Ok(Json::list(
            entries.into_iter().map(|entry| entry_json(code, entry)),
        )),
        Found::Nothing { nearest } => match lookup_reading(written) {
            Some(reading) if reading.family.covers(code) => Ok(reading_json(reading)),
            _ => Err(Unknown::Clause {
                code,
                written: written.to_owned(),
                nearest,
            }),
        },
    }
}

fn entry_json(code: Code, entry: &Entry) -> Json {
    let disposition = |disposition: Disposition| {
        [
            ("disposition", Json::from(disposition.name())),
            ("reason", disposition.reason().into()),
        ]
    };
    let parts = entry.parts.iter().map(|part| {
        let mut fields = vec![("gist", Json::from(part.gist))];
        fields.extend(disposition(part.disposition));
        Json::object(fields)
    });
    let mut fields = vec![
        ("code", Json::from(code.name())),
        ("clause", entry.label.into()),
        ("heading", entry.heading.into()),
        ("gist", entry.gist.into()),
    ];
    fields.extend(disposition(entry.disposition));
    fields.push(("parts", Json::list(parts)));
    let (mut questions, mut rules) = (Vec::new(), Vec::new());
    for (question, resting) in index::resting_on(code, entry.label) {
        match resting {
            Resting::Answer(table) => questions.push(Json::object([
                ("question", Json::from(question.name)),
                ("title", table.title.into()),
                ("answer", table.rows[code].answer.as_str().into()),
            ])),
            Resting::Rule(rule) => rules.push(Json::object([
                ("question", Json::from(question.name)),
                ("what", Json::from(&*rule.what)),
            ])),
        }
    }
    fields.push(("questions", Json::list(questions)));
    fields.push(("rules", Json::list(rules)));
    fields.push((
        "readings",
        Json::list(readings_on(code, entry.label).map(reading_json)),
    ));
    if cfg!(feature = "cases") {
        let cases = cases(code, entry.label).into_iter();
        let case = |(case, title)| Json::object([("case", Json::from(case)), ("title", Json::from(title))]);
        fields.push(("cases", Json::list(cases.map(case))));
    }
    Json::object(fields)
}

fn reading_json(reading: &ReadingEntry) -> Json {
    Json::object([
        ("reading", Json::from(reading.id)),
        ("question", reading.question.into()),
        ("choice", reading.choice.into()),
        ("why", reading.why.into()),
    ])
}

/// The questions on which the codes are compared.
pub fn questions() -> Json {
    Json::list(index::questions().iter().map(|question| {
        Json::object([
            ("question", Json::from(question.name)),
            ("title", question.title.into()),
        ])
    }))
}

/// The question of this name.
pub fn question(name: &str) -> Result<&'static Question, Unknown> {
    index::question(name).ok_or_else(|| Unknown::Question(name.to_owned()))
}

/// One question, the codes side by side.
pub fn compare(question: &Question) -> Json {
    let table = |table: &index::AnswerTable| {
        let rows = table.rows.iter().map(|(code, row)| {
            let cited = Json::list(row.authority.cited().iter().copied());
            let row = Json::object([
                ("answer", Json::from(row.answer.as_str())),
                ("authority", cited),
                ("reading", row.authority.is_reading().into()),
            ]);
            (code.name(), row)
        });
        Json::object([("title", Json::from(table.title)), ("codes", Json::object(rows))])
    };
    let rule = |rule: &index::Rule| {
        Json::object([
            ("what", Json::from(&*rule.what)),
            ("codes", Json::list(rule.codes.iter().map(|code| code.name()))),
            ("clause", rule.label.into()),
        ])
    };
    Json::object([
        ("question", Json::from(question.name)),
        ("title", question.title.into()),
        ("tables", Json::list(question.tables.iter().map(table))),
        ("rules", Json::list(question.rules.iter().map(rule))),
    ])
}
