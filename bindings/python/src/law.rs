//! The law: games under a code, records judged, clauses looked up. Everything goes out as JSON text, which the Python
//! beside this crate turns into objects with types.

use crate::moves::Whole;
use jadoube::{
    board::{Colour, Position},
    game::Code,
    judge::Incident,
    laws as registers,
    notation::PageOptions,
    proof::Claim,
    proving, reading,
    record::{Eye, Json, parse, read_event, write_view},
};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, PoisonError},
};

fn wrong(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Works without holding Python's lock; a fault of ours becomes an ordinary exception.
pub(crate) fn work<T: Send>(py: Python<'_>, task: impl Send + FnOnce() -> PyResult<T>) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(task)))
        .unwrap_or_else(|_| {
            Err(PyRuntimeError::new_err(
                "a fault in jadoube itself: please report it with what was asked",
            ))
        })
}

fn code_of(name: &str) -> PyResult<Code> {
    name.parse().map_err(wrong)
}

/// A game under a code, with the record of it. Threads may share it: each act waits for the one before.
#[pyclass(frozen, module = "jadoube._jadoube")]
pub(crate) struct Sitting(Mutex<jadoube::Sitting>);

impl Sitting {
    fn of(sitting: jadoube::Sitting) -> Self {
        Sitting(Mutex::new(sitting))
    }

    /// Works on the game without holding Python's lock, so that whoever holds the game's can go on.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        task: impl Send + FnOnce(&mut jadoube::Sitting) -> PyResult<T>,
    ) -> PyResult<T> {
        work(py, || {
            task(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }
}

#[pymethods]
impl Sitting {
    /// A game from the header of a record.
    #[staticmethod]
    fn open(header: &str) -> PyResult<Self> {
        jadoube::Sitting::open(header).map(Sitting::of).map_err(wrong)
    }

    /// The game that a whole record tells.
    #[staticmethod]
    fn replay(py: Python<'_>, record: &str) -> PyResult<Self> {
        work(py, || {
            jadoube::Sitting::replay(record).map(Sitting::of).map_err(wrong)
        })
    }

    /// Takes an act written as a line of a record, and gives the state that follows as JSON.
    fn act(&self, py: Python<'_>, line: &str) -> PyResult<String> {
        self.with(py, |sitting| {
            let number = sitting.acts().len() + 2;
            let event = parse(line)
                .and_then(read_event)
                .map_err(|fault| wrong(fault.on_line(number)))?;
            sitting.take(&event).map_err(wrong)?;
            Ok(sitting.seen(Eye::default(), false).to_string())
        })
    }

    /// The state as JSON.
    fn state(&self, py: Python<'_>, eye: Option<&str>, brief: bool) -> PyResult<String> {
        let eye = match eye {
            None | Some("arbiter") => Eye::Arbiter,
            Some(eye) => eye.parse().map_err(wrong)?,
        };
        self.with(py, |sitting| Ok(sitting.seen(eye, brief).to_string()))
    }

    /// The record so far.
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |sitting| Ok(sitting.record()))
    }

    /// The same game again.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        self.with(py, |sitting| Ok(Sitting::of(sitting.clone())))
    }
}

/// Every state of a record.
#[pyfunction]
pub(crate) fn rule(py: Python<'_>, record: &str, code: Option<&str>) -> PyResult<String> {
    let code = code.map(code_of).transpose()?;
    work(py, || {
        let incident: Incident = record.parse().map_err(wrong)?;
        let trial = incident.trial(code.unwrap_or(incident.terms.code), None);
        match trial.stopped {
            Some(why) => Err(wrong(why)),
            None => Ok(Json::list(trial.states.iter().map(write_view)).to_string()),
        }
    })
}

/// One record before several codes.
#[pyfunction]
pub(crate) fn judge(py: Python<'_>, record: &str, codes: Option<Vec<String>>) -> PyResult<String> {
    let codes = codes.map_or(Ok(Code::ALL.to_vec()), |names| {
        names.iter().map(|name| code_of(name)).collect::<PyResult<_>>()
    })?;
    work(py, || {
        let incident: Incident = record.parse().map_err(wrong)?;
        let trials = incident.judge(&codes).into_iter().map(|trial| {
            let stopped = trial.stopped.as_ref().map(ToString::to_string);
            let said = Json::object([
                ("states", Json::list(trial.states.iter().map(write_view))),
                ("stopped", stopped.into()),
            ]);
            (trial.code.name(), said)
        });
        Ok(Json::object(trials).to_string())
    })
}

/// The codes, a code's clauses, or one clause.
#[pyfunction]
pub(crate) fn laws(code: Option<&str>, clause: Option<&str>) -> PyResult<String> {
    let answer = match (code.map(code_of).transpose()?, clause) {
        (None, _) => registers::codes(),
        (Some(code), None) => registers::contents(code),
        (Some(code), Some(clause)) => registers::clause(code, clause).map_err(wrong)?,
    };
    Ok(answer.to_string())
}

/// The questions of law, or one of them side by side.
#[pyfunction]
pub(crate) fn compare(question: Option<&str>) -> PyResult<String> {
    let answer = match question {
        None => registers::questions(),
        Some(name) => registers::compare(registers::question(name).map_err(wrong)?),
    };
    Ok(answer.to_string())
}

/// Which legal moves a text can express.
#[pyfunction]
pub(crate) fn read(
    text: &str,
    fen: Option<&str>,
    moves: Option<&str>,
    code: Option<&str>,
    language: Option<&str>,
) -> PyResult<String> {
    let asked = reading::Asked {
        fen,
        moves,
        code: code.map(code_of).transpose()?,
        language: language.map(|name| name.parse().map_err(wrong)).transpose()?,
    };
    let read = match asked.read(text) {
        Ok(reading) => Ok(reading),
        Err(reading::NotRead::Text(error)) => Err(error),
        Err(other) => return Err(wrong(other)),
    };
    Ok(reading::to_json(&read).to_string())
}

/// Proves or refutes a claim about a position.
#[pyfunction]
pub(crate) fn prove(
    py: Python<'_>,
    claim: &str,
    fen: &str,
    side: Option<&str>,
    budget: Whole,
) -> PyResult<String> {
    let (position, _) =
        Position::from_fen_lenient(fen).map_err(|error| wrong(format_args!("{fen:?}: {error}")))?;
    let side = side.map_or(Ok(position.turn()), |side| side.parse::<Colour>().map_err(wrong))?;
    let claim = match claim {
        "drawn-game" => Claim::DrawnGame,
        "winnable" => Claim::CanWin(side),
        "endless-checks" if side == position.turn() => Claim::EndlessChecks,
        "endless-checks" => return Err(wrong("only the player on turn can claim endless checks")),
        other => {
            return Err(wrong(format_args!(
                "{other:?} is no claim: expected drawn-game, winnable or endless-checks"
            )));
        }
    };
    work(py, || {
        let proof = proving::prove(&position, claim, budget.0)
            .map_err(|flaw| PyRuntimeError::new_err(flaw.to_string()))?;
        Ok(proof.to_json().to_string())
    })
}

/// Every game on a printed page.
#[pyfunction]
pub(crate) fn convert(py: Python<'_>, page: &str, repair: bool, language: Option<&str>) -> PyResult<String> {
    let options = PageOptions {
        repair,
        language: language.map(|name| name.parse().map_err(wrong)).transpose()?,
        ..PageOptions::default()
    };
    work(py, || {
        let games = jadoube::convert::convert(page, &options);
        Ok(Json::list(games.iter().map(jadoube::convert::Converted::to_json)).to_string())
    })
}
