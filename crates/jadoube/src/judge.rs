//! One record before several codes: what does each of them say of every act?
//!
//! ```
//! use jadoube::{game::Code, judge::Incident};
//!
//! let incident: Incident = r#"{"code":"bcc-1899"}
//! {"by":"white","act":"touch","square":"b1"}
//! {"by":"white","act":"move","move":"e2e4"}"#
//!     .parse()?;
//! for trial in incident.judge(&Code::ALL) {
//!     let last = trial.states.last().expect("every code judges this");
//!     println!("{}: {} options", trial.code, last.options.len());
//! }
//! # Ok::<(), jadoube::record::RecordError>(())
//! ```

use jadoube_game::{Code, Event, Terms, View};
use jadoube_law::{Arbiter, TermsError, Theory};
use jadoube_record::{Json, Reader, RecordError, RecordFault, write_event, write_view};
use std::{fmt, io::BufRead, str::FromStr, sync::Arc};

/// A record read whole: what was settled before play, and each act with the number of its line.
#[derive(Debug, Clone)]
pub struct Incident {
    /// What was settled before play, the record's own code among it.
    pub terms: Terms,
    /// The acts, each with the number of its line.
    pub acts: Vec<(usize, Event)>,
}

/// One code's view of a record.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The code.
    pub code: Code,
    /// The states, first that before any act; fewer than there are acts where one cannot have happened.
    pub states: Vec<View>,
    /// Why the code does not judge, or judges no further.
    pub stopped: Option<Stopped>,
}

/// Why a code does not judge a record, or judges it no further.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Stopped {
    /// What was settled before play is impossible under it.
    NotOpened(TermsError),
    /// An act cannot have happened.
    Impossible(RecordError),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::NotOpened(why) => why.fmt(f),
            Stopped::Impossible(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Stopped {}

impl Incident {
    /// Reads a whole record.
    pub fn read(source: impl BufRead) -> Result<Self, RecordError> {
        let reader = Reader::open(source)?;
        Ok(Incident {
            terms: reader.terms().clone(),
            acts: reader.collect::<Result<_, _>>()?,
        })
    }

    /// What each of these codes says of it.
    pub fn judge(&self, codes: &[Code]) -> Vec<Trial> {
        codes.iter().map(|code| self.trial(*code, None)).collect()
    }

    /// What this code says of it, with endgame tables to ask where they are at hand.
    pub fn trial(&self, code: Code, theory: Option<Arc<dyn Theory>>) -> Trial {
        let mut trial = Trial {
            code,
            states: Vec::new(),
            stopped: None,
        };
        let terms = Terms {
            code,
            ..self.terms.clone()
        };
        let mut arbiter = match Arbiter::open(terms) {
            Ok(arbiter) => arbiter,
            Err(error) => {
                trial.stopped = Some(Stopped::NotOpened(error));
                return trial;
            }
        };
        if let Some(theory) = theory {
            arbiter = arbiter.advised_by(theory);
        }
        trial.states.push(arbiter.view());
        for (line, event) in &self.acts {
            let event = arbiter.advised(event.clone());
            if let Err(why) = arbiter.act(&event) {
                let error = RecordFault::impossible(&event.act, &why).on_line(*line);
                trial.stopped = Some(Stopped::Impossible(error));
                break;
            }
            trial.states.push(arbiter.view());
        }
        trial
    }

    /// What the codes say, one object for the beginning and one for each act: `seq`, `act`, and under `codes` the state
    /// by each code, or why it does not judge.
    pub fn to_json(&self, trials: &[Trial]) -> Vec<Json> {
        let moment = |at: usize| {
            let act = at.checked_sub(1).map(|i| write_event(&self.acts[i].1));
            let states = trials.iter().map(|trial| {
                let state = trial.states.get(at).map(write_view);
                let stopped = || match &trial.stopped {
                    Some(why) => Json::object([("not_judged", Json::from(why.to_string()))]),
                    None => Json::Null,
                };
                (trial.code.name(), state.unwrap_or_else(stopped))
            });
            Json::object([
                ("seq", Json::from(at)),
                ("act", act.unwrap_or(Json::Null)),
                ("codes", Json::object(states)),
            ])
        };
        (0..=self.acts.len()).map(moment).collect()
    }
}

impl FromStr for Incident {
    type Err = RecordError;

    fn from_str(record: &str) -> Result<Self, Self::Err> {
        Incident::read(record.as_bytes())
    }
}
