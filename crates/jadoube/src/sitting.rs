//! A game in the course of being played: its arbiter, and the record of what has happened so far.
//!
//! ```
//! use jadoube::Sitting;
//!
//! let mut sitting = Sitting::open(r#"{"code":"fide-1931"}"#)?;
//! let state = sitting.act(r#"{"by":"white","act":"touch","square":"b1"}"#)?;
//! assert_eq!(state.rulings[0].clause, "15(a)");
//! assert_eq!(sitting.record().lines().count(), 2);
//! # Ok::<(), jadoube::SittingError>(())
//! ```

use jadoube_game::{Event, Impossible, Terms, View};
use jadoube_law::{Arbiter, Ruled, TermsError};
use jadoube_record::{
    Envelope, Eye, Json, Reader, RecordError, RecordFault, parse, read_event, read_terms, write_event,
    write_seen, write_terms,
};
use std::{fmt, fmt::Write as _};

/// A game and its record.
#[derive(Debug, Clone)]
pub struct Sitting {
    arbiter: Arbiter,
    acts: Vec<Event>,
    envelope: Envelope,
}

/// Why a game was not opened, or an act not taken; nothing has changed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum SittingError {
    /// The record does not say what a record must say.
    Record(RecordError),
    /// What was settled before play is impossible under this code.
    Terms(TermsError),
    /// The act cannot have happened.
    Impossible(Impossible),
}

impl fmt::Display for SittingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SittingError::Record(why) => why.fmt(f),
            SittingError::Terms(why) => why.fmt(f),
            SittingError::Impossible(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for SittingError {}

impl From<RecordError> for SittingError {
    fn from(why: RecordError) -> Self {
        SittingError::Record(why)
    }
}

impl From<TermsError> for SittingError {
    fn from(why: TermsError) -> Self {
        SittingError::Terms(why)
    }
}

impl From<Impossible> for SittingError {
    fn from(why: Impossible) -> Self {
        SittingError::Impossible(why)
    }
}

impl Sitting {
    /// A game on these terms.
    pub fn on(terms: Terms) -> Result<Self, TermsError> {
        Ok(Sitting {
            arbiter: Arbiter::open(terms)?,
            acts: Vec::new(),
            envelope: Envelope::none(),
        })
    }

    /// A game from the header of a record: `{"code":"bcc-1899"}`.
    pub fn open(header: &str) -> Result<Self, SittingError> {
        let terms = parse(header)
            .and_then(read_terms)
            .map_err(|fault| fault.on_line(1))?;
        Ok(Sitting::on(terms)?)
    }

    /// The game that a whole record tells.
    pub fn replay(record: &str) -> Result<Self, SittingError> {
        let reader = Reader::open(record.as_bytes())?;
        let mut sitting = Sitting::on(reader.terms().clone())?;
        for act in reader {
            let (line, event) = act?;
            sitting
                .take(&event)
                .map_err(|why| RecordFault::impossible(&event.act, &why).on_line(line))?;
        }
        Ok(sitting)
    }

    /// Takes an act written as a line of a record, and shows the state that follows.
    pub fn act(&mut self, line: &str) -> Result<View, SittingError> {
        let number = self.acts.len() + 2;
        let event = parse(line)
            .and_then(read_event)
            .map_err(|fault| fault.on_line(number))?;
        self.take(&event)?;
        Ok(self.arbiter.view())
    }

    /// Takes an act, and gives what the law said of it. One that cannot have happened changes nothing.
    pub fn take(&mut self, event: &Event) -> Result<Ruled<'_>, Impossible> {
        let event = self.arbiter.advised(event.clone());
        self.arbiter.act(&event)?;
        if Envelope::concerns(&event.act) {
            self.envelope.follow(&event, &self.arbiter.brief_view());
        }
        self.acts.push(event);
        Ok(self.arbiter.ruled())
    }

    /// The state, with every right and what would follow from using it.
    pub fn view(&self) -> View {
        self.arbiter.view()
    }

    /// The state as this party sees it, as a record has it, and with what is said to a player under `you`; `brief` leaves out the rights, which take longest to
    /// work out.
    pub fn seen(&self, eye: Eye, brief: bool) -> Json {
        let view = if brief {
            self.arbiter.brief_view()
        } else {
            self.arbiter.view()
        };
        write_seen(&view, eye, &self.envelope, eye.player())
    }

    /// The arbiter.
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// What has happened.
    pub fn acts(&self) -> &[Event] {
        &self.acts
    }

    /// The record so far: a header, then one act a line.
    pub fn record(&self) -> String {
        let mut text = format!("{}\n", write_terms(&self.arbiter.game().terms));
        for act in &self.acts {
            let _ = writeln!(text, "{}", write_event(act));
        }
        text
    }
}
