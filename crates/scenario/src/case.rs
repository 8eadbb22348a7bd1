//! What does a case file say?

use crate::setup::{header_fields, merge};
use jadoube_game::{Code, Event, Terms};
use jadoube_law::registers::find;
use jadoube_record::{Json, from_words, read_terms};
use std::fmt;

/// One story, told under several codes.
#[derive(Debug, Clone)]
pub struct Case {
    /// What it is about, in a line.
    pub title: String,
    /// The codes it is told under, oldest first.
    pub codes: Vec<Code>,
    /// Clauses that the case shows without their being cited: law that is kept in silence.
    pub shows: Vec<String>,
    /// What must be so before any act.
    pub before: Vec<Row>,
    /// The acts, each with what must be so after it.
    pub steps: Vec<Step>,
    /// The codes named in the set-up, which rows without codes of their own mean.
    pub(crate) named: Option<Vec<Code>>,
    header: Vec<(String, Json)>,
    /// The lines before the first act, as they stand.
    pub(crate) preamble: Vec<String>,
}

/// One act and what must be so after it.
#[derive(Debug, Clone)]
pub struct Step {
    /// The codes it is told under, where it is not all of the case's: what one code gives to do and another does not.
    pub codes: Option<Vec<Code>>,
    /// The act as the file says it.
    pub said: String,
    /// The act.
    pub event: Event,
    /// What must be so.
    pub rows: Vec<Row>,
    /// The number of its line.
    pub line: usize,
}

impl Step {
    /// Whether the act is told under this code.
    pub fn is_told_under(&self, code: Code) -> bool {
        self.codes.as_ref().is_none_or(|codes| codes.contains(&code))
    }
}

/// One line of expectation.
#[derive(Debug, Clone)]
pub struct Row {
    /// Under which codes.
    pub codes: Vec<Code>,
    /// What is expected.
    pub expect: Expect,
    /// By which clause; `-` for none.
    pub clause: Option<String>,
    /// The number of its line.
    pub line: usize,
    /// What is expected, as the file says it.
    pub what: String,
}

/// What may be expected.
#[derive(Debug, Clone, PartialEq)]
pub enum Expect {
    /// The law says this sentence.
    Says(String),
    /// The law says nothing.
    Nothing,
    /// This right is open (fields not mentioned may be anything).
    May(Json),
    /// No such right is open.
    MayNot(Json),
    /// This party has no right at all.
    MayNothing(String),
    /// Of the right just named: what would follow.
    Then(Box<Expect>),
    /// Whose turn.
    Turn(String),
    /// How things are, and who won.
    Status(String, Option<String>),
    /// Exactly these moves.
    Moves(Vec<String>),
    /// So many moves.
    MoveCount(usize),
    /// The FEN begins with these fields.
    Board(String),
    /// The act has no effect; why, where the file says so.
    Refused(Option<String>),
    /// A duty; its words, where the file says so.
    Duty(Option<String>),
    /// No duty.
    NoDuty,
    /// Something counted of White and of Black, where the state has it: seconds used or left, illegal moves, points.
    Each(&'static [&'static str], String, String),
    /// The completed move is written so, in one of its forms.
    Written(String),
    /// Who begins the next game.
    Next(String),
}

/// A line of a case that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what was expected.
    pub why: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for CaseError {}

impl Case {
    /// Reads a case.
    pub fn parse(text: &str) -> Result<Self, CaseError> {
        let mut case = Case {
            title: String::new(),
            codes: Vec::new(),
            shows: Vec::new(),
            before: Vec::new(),
            steps: Vec::new(),
            named: None,
            header: Vec::new(),
            preamble: Vec::new(),
        };
        let mut inherited: Option<Vec<Code>> = None;
        for (at, line) in text.lines().enumerate() {
            let line_number = at + 1;
            let error = |why: String| CaseError {
                line: line_number,
                why,
            };
            let trimmed = line.trim();
            let is_row = line.starts_with([' ', '\t']) && !trimmed.is_empty() && !case.title.is_empty();
            let is_act = !is_row
                && trimmed
                    .split_once('.')
                    .is_some_and(|(number, _)| is_number(number));
            if case.steps.is_empty() && !is_row && !is_act {
                case.preamble.push(line.trim_end().to_owned());
            }
            if trimmed.is_empty() || trimmed.starts_with('#') {
                continue;
            }
            if case.title.is_empty() {
                trimmed.clone_into(&mut case.title);
            } else if is_row {
                let (codes, what, clause) = read_row(trimmed).map_err(error)?;
                let expect = read_expect(what).map_err(error)?;
                if matches!(expect, Expect::Says(_)) && clause.is_none() {
                    return Err(error(format!(
                        "\"{what}\" has no clause; expected one at the right, two or more blanks away"
                    )));
                }
                let codes = codes
                    .or_else(|| inherited.clone())
                    .or_else(|| case.named.clone())
                    .unwrap_or_else(all);
                inherited = Some(codes.clone());
                let row = Row {
                    codes,
                    expect,
                    clause,
                    line: line_number,
                    what: what.to_owned(),
                };
                case.steps
                    .last_mut()
                    .map_or(&mut case.before, |step| &mut step.rows)
                    .push(row);
            } else if is_act {
                let (number, said) = trimmed.split_once('.').unwrap_or_default();
                if number.parse() != Ok(case.steps.len() + 1) {
                    return Err(error(format!(
                        "act {number}; expected number {}",
                        case.steps.len() + 1
                    )));
                }
                let (codes, said) = read_act(said.trim());
                let event = from_words(said).map_err(|fault| error(format!("\"{said}\": {fault}")))?;
                inherited.clone_from(&codes);
                case.steps.push(Step {
                    codes,
                    said: said.to_owned(),
                    event,
                    rows: Vec::new(),
                    line: line_number,
                });
            } else if case.steps.is_empty() {
                let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
                if word == "shows" {
                    case.shows.extend(rest.split_whitespace().map(str::to_owned));
                } else if word == "codes" {
                    case.named = Some(
                        read_codes(rest.trim()).ok_or_else(|| error(format!("unknown codes \"{rest}\"")))?,
                    );
                } else {
                    merge(&mut case.header, header_fields(word, rest.trim()).map_err(error)?);
                }
            } else {
                return Err(error(
                    "expected a numbered act, or an indented expectation".to_owned(),
                ));
            }
        }
        if case.title.is_empty() {
            return Err(CaseError {
                line: 1,
                why: "an empty case; expected its title".to_owned(),
            });
        }
        let mentioned = || {
            let rows = case.steps.iter().flat_map(|step| &step.rows).chain(&case.before);
            let mut codes: Vec<Code> = rows.flat_map(|row| row.codes.iter().copied()).collect();
            codes.sort_unstable();
            codes.dedup();
            codes
        };
        case.codes = case.named.clone().unwrap_or_else(mentioned);
        case.all_is_told()?;
        let unknown = |label: &&String| case.codes.iter().all(|code| find(*code, label).is_none());
        if let Some(label) = case.shows.iter().find(unknown) {
            return Err(CaseError {
                line: 1,
                why: format!("shows {label}: no code of the case has such a clause"),
            });
        }
        if let Some(code) = case.codes.first() {
            case.terms(*code).map_err(|why| CaseError { line: 1, why })?;
        }
        Ok(case)
    }

    /// An act or a row under a code that it is not told under would never be looked at.
    fn all_is_told(&self) -> Result<(), CaseError> {
        let untold = |line, code: &Code| CaseError {
            line,
            why: format!("{code} is not told this; expected codes that it is told under"),
        };
        let own = |code: &&Code| !self.codes.contains(code);
        for row in &self.before {
            if let Some(code) = row.codes.iter().find(own) {
                return Err(untold(row.line, code));
            }
        }
        for step in &self.steps {
            if let Some(code) = step.codes.iter().flatten().find(own) {
                return Err(untold(step.line, code));
            }
            for row in &step.rows {
                if let Some(code) = row
                    .codes
                    .iter()
                    .find(|code| own(code) || !step.is_told_under(**code))
                {
                    return Err(untold(row.line, code));
                }
            }
        }
        Ok(())
    }

    /// The header of the record under this code.
    pub fn terms(&self, code: Code) -> Result<Terms, String> {
        let mut header = vec![("code".to_owned(), Json::from(code.name()))];
        header.extend(self.header.iter().cloned());
        read_terms(Json::Object(header)).map_err(|fault| fault.to_string())
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

fn all() -> Vec<Code> {
    Code::ALL.to_vec()
}

/// `bcc-*`, `xxv fide-1931`, `all`.
fn read_codes(text: &str) -> Option<Vec<Code>> {
    let mut codes = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match word.strip_suffix('*') {
            _ if word == "all" => codes.extend(Code::ALL),
            Some(stem) => {
                let before = codes.len();
                codes.extend(Code::ALL.into_iter().filter(|code| code.name().starts_with(stem)));
                if codes.len() == before {
                    return None;
                }
            }
            None => codes.push(word.parse().ok()?),
        }
    }
    codes.sort_unstable();
    codes.dedup();
    (!codes.is_empty()).then_some(codes)
}

/// An act that only some codes are told begins with them, two or more blanks before it.
fn read_act(text: &str) -> (Option<Vec<Code>>, &str) {
    text.split_once("  ")
        .and_then(|(first, said)| Some((Some(read_codes(first)?), said.trim())))
        .unwrap_or((None, text))
}

type RowParts<'a> = (Option<Vec<Code>>, &'a str, Option<String>);

/// Columns stand two or more blanks apart: codes (where they change), what is expected, clause.
fn read_row(text: &str) -> Result<RowParts<'_>, String> {
    let mut columns: Vec<&str> = text
        .split("  ")
        .map(str::trim)
        .filter(|column| !column.is_empty())
        .collect();
    let codes = columns.first().and_then(|first| read_codes(first));
    if codes.is_some() {
        columns.remove(0);
    }
    let (what, clause) = match columns[..] {
        [what] => (what, None),
        [what, clause] => (what, Some(clause.to_owned())),
        [] => return Err("expected what the law says, after the codes".to_owned()),
        _ => {
            return Err(format!(
                "{} columns; expected codes, ruling and clause",
                columns.len()
            ));
        }
    };
    Ok((codes, what, clause))
}

fn read_expect(what: &str) -> Result<Expect, String> {
    let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
    let rest = rest.trim();
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(match word {
        "nothing" if rest.is_empty() => Expect::Nothing,
        "may" => match rest.strip_prefix("not ") {
            Some(act) => Expect::MayNot(act_pattern(act)?),
            None => match rest.strip_suffix(" nothing") {
                Some(party) => Expect::MayNothing(party.to_owned()),
                None => Expect::May(act_pattern(rest)?),
            },
        },
        "then" => Expect::Then(Box::new(read_expect(rest)?)),
        "turn" => Expect::Turn(rest.to_lowercase()),
        "status" => {
            let (status, winner) = rest.split_once(' ').unwrap_or((rest, ""));
            Expect::Status(
                status.to_owned(),
                some(winner.trim()).map(|winner| winner.to_lowercase()),
            )
        }
        "moves" => match (rest, rest.parse()) {
            ("none", _) => Expect::Moves(Vec::new()),
            (_, Ok(count)) => Expect::MoveCount(count),
            _ => {
                let mut moves: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
                moves.sort_unstable();
                Expect::Moves(moves)
            }
        },
        "board" => Expect::Board(rest.to_owned()),
        "refused" => Expect::Refused(some(rest)),
        "duty" if rest == "none" => Expect::NoDuty,
        "duty" => Expect::Duty(some(rest)),
        "clock" => each(&["clock"], rest)?,
        "left" => each(&["clock", "left"], rest)?,
        "illegal" => each(&["illegal"], rest)?,
        "score" => each(&["score"], rest)?,
        "written" => Expect::Written(rest.to_owned()),
        "next" => Expect::Next(rest.to_lowercase()),
        // Marks around the whole keep a sentence from being taken for anything else; its own marks stay.
        _ => {
            let whole = what.strip_prefix('"').and_then(|what| what.strip_suffix('"'));
            Expect::Says(whole.unwrap_or(what).to_owned())
        }
    })
}

/// The fields an option must have; those not mentioned may be anything.
fn act_pattern(words: &str) -> Result<Json, String> {
    // Acts with fields that must be there are named by their verb alone too: "may black exact".
    match from_words(words) {
        Ok(event) => Ok(jadoube_record::write_event(&event)),
        Err(fault) => {
            let mut parts = words.split_whitespace();
            match (parts.next(), parts.next(), parts.next()) {
                (Some(by), Some(act), None) if jadoube_game::Act::NAMES.contains(&act) => Ok(Json::object(
                    [("by", by.to_lowercase()), ("act", act.to_owned())].map(|(k, v)| (k, Json::from(v))),
                )),
                _ => Err(format!("\"{words}\": {fault}")),
            }
        }
    }
}

/// One number for White and one for Black.
fn each(place: &'static [&'static str], numbers: &str) -> Result<Expect, String> {
    let (white, black) = numbers.split_once(' ').ok_or_else(|| {
        let name = place.last().copied().unwrap_or_default();
        format!("expected: {name} WHITE BLACK")
    })?;
    Ok(Expect::Each(place, white.to_owned(), black.trim().to_owned()))
}
