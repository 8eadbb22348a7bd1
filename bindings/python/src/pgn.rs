//! Games of a PGN archive, one after another, from a path, a text or anything that can be read.

use crate::{board::Board, law::work, moves::Move};
use jadoube::{
    History,
    notation::{self, Annotation, Item, PgnReader as Reader, PgnWriter, Replay, replay},
};
use pyo3::{
    exceptions::{PyOSError, PyTypeError},
    prelude::*,
    types::{PyBytes, PyDict, PyString},
};
use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::PathBuf,
    sync::Mutex,
};

/// Anything in Python with a method `read`.
struct Source {
    object: Py<PyAny>,
    left: Vec<u8>,
    at: usize,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.left.len() {
            self.left = Python::attach(|py| -> PyResult<Vec<u8>> {
                let chunk = self.object.bind(py).call_method1("read", (1 << 16,))?;
                if let Ok(text) = chunk.cast::<PyString>() {
                    return Ok(text.to_cow()?.as_bytes().to_vec());
                }
                match chunk.cast::<PyBytes>() {
                    Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
                    Err(_) => Err(PyTypeError::new_err(
                        "read() of a PGN source: expected text or bytes",
                    )),
                }
            })
            .map_err(io::Error::other)?;
            self.at = 0;
        }
        let rest = &self.left[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}

type AnySource = Box<dyn Read + Send + Sync>;

fn open(source: &Bound<'_, PyAny>) -> PyResult<AnySource> {
    if source.hasattr("read")? {
        return Ok(Box::new(Source {
            object: source.clone().unbind(),
            left: Vec::new(),
            at: 0,
        }));
    }
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(Box::new(Cursor::new(bytes.as_bytes().to_vec())));
    }
    // A text that holds a line end or a tag is PGN itself; anything else names a file.
    if let Ok(text) = source.cast::<PyString>() {
        let text = text.to_cow()?;
        if text.contains('\n') || text.trim_start().starts_with('[') {
            return Ok(Box::new(Cursor::new(text.into_owned().into_bytes())));
        }
    }
    let path: PathBuf = source.extract().map_err(|_| {
        PyTypeError::new_err("expected a path, a PGN text, bytes, or a file open for reading")
    })?;
    let file = File::open(&path).map_err(|error| {
        PyErr::from(io::Error::new(
            error.kind(),
            format!("{}: {error}", path.display()),
        ))
    })?;
    Ok(Box::new(file))
}

/// The games of an archive, one by one; to stop early, stop asking.
#[pyclass(frozen, module = "jadoube")]
pub(crate) struct PgnReader(Mutex<Reader<AnySource>>);

#[pymethods]
impl PgnReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        work(py, || {
            let mut reader = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let Some(game) = reader
                .next_game()
                .map_err(|error| PyOSError::new_err(error.to_string()))?
            else {
                return Ok(None);
            };
            let replayed = replay(&game, false).map_err(|error| error.to_string());
            Ok(Some(PgnGame { game, replayed }))
        })
    }
}

/// Iterates over the games of a PGN archive: `source` is a path, the text itself, bytes or an open file.
#[pyfunction]
pub(crate) fn read_pgn(source: &Bound<'_, PyAny>) -> PyResult<PgnReader> {
    Ok(PgnReader(Mutex::new(Reader::new(open(source)?))))
}

/// Replays a whole archive, variations included, and counts: games, half-moves, games with a move that is not legal.
#[pyfunction]
pub(crate) fn tally_pgn(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<(u64, u64, u64)> {
    let source = open(source)?;
    work(py, || {
        let tally = notation::tally(source).map_err(|error| PyOSError::new_err(error.to_string()))?;
        Ok((tally.games, tally.plies, tally.faulty))
    })
}

/// A game of an archive, replayed as far as its moves are legal.
#[pyclass(frozen, module = "jadoube")]
pub(crate) struct PgnGame {
    game: notation::PgnGame,
    replayed: Result<Replay, String>,
}

impl PgnGame {
    fn steps(&self) -> &[notation::Step] {
        self.replayed.as_ref().map_or(&[], Replay::legal_steps)
    }

    fn line(&self) -> History {
        let Ok(replayed) = &self.replayed else {
            return History::ordinary();
        };
        let mut line = History::from(replayed.start);
        for step in self.steps() {
            line.push_unchecked(step.movement);
        }
        line
    }
}

#[pymethods]
impl PgnGame {
    /// The tag pairs, in order.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for (name, value) in &self.game.tags {
            headers.set_item(name, value)?;
        }
        Ok(headers)
    }

    /// The moves of the game itself, as far as they are legal; up to the castling where that is Chess960's.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.steps().iter().map(|step| step.movement.into()).collect()
    }

    /// The same in SAN.
    #[getter]
    fn sans(&self) -> Vec<String> {
        self.steps()
            .iter()
            .map(|step| notation::san(&step.before, step.movement))
            .collect()
    }

    /// The result after the moves or in the tag: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &str {
        self.game
            .result
            .or_else(|| self.game.tag("Result"))
            .unwrap_or("*")
    }

    /// The comments of the game itself, each with the number of half-moves before it.
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        let annotations = self
            .replayed
            .as_ref()
            .map_or(&[][..], |replayed| &replayed.annotations);
        annotations
            .iter()
            .filter_map(|(ply, annotation)| match annotation {
                Annotation::Comment(text) => Some((*ply, text.clone())),
                _ => None,
            })
            .collect()
    }

    /// The numeric glyphs of the game itself, each with the number of half-moves before it.
    #[getter]
    fn nags(&self) -> Vec<(usize, u8)> {
        let annotations = self
            .replayed
            .as_ref()
            .map_or(&[][..], |replayed| &replayed.annotations);
        annotations
            .iter()
            .filter_map(|(ply, annotation)| match annotation {
                Annotation::Nag(nag) => Some((*ply, *nag)),
                _ => None,
            })
            .collect()
    }

    /// How many variations stand in it, nested ones too.
    #[getter]
    fn variations(&self) -> usize {
        self.game
            .items
            .iter()
            .filter(|item| matches!(item, Item::Open))
            .count()
    }

    /// What is wrong in it: moves that are not legal where they stand, with their lines; a FEN that cannot be.
    #[getter]
    fn errors(&self) -> Vec<String> {
        match &self.replayed {
            Err(why) => vec![format!("the FEN: {why}")],
            Ok(replayed) => replayed
                .irregularities
                .iter()
                .map(|fault| format!("line {}: \"{}\": {}", fault.spot.line, fault.text, fault.why))
                .collect(),
        }
    }

    /// The line of the file on which the game begins, from 1.
    #[getter]
    fn line_number(&self) -> u64 {
        self.game.line
    }

    /// The board at the beginning.
    fn board(&self) -> Board {
        Board(
            self.replayed
                .as_ref()
                .map_or_else(|_| History::ordinary(), |replayed| replayed.start.into()),
        )
    }

    /// The board after the last move, with all moves to take back.
    fn end_board(&self) -> Board {
        Board(self.line())
    }

    /// The game as PGN, variations and comments included; as it stood in the archive where its moves alone cannot
    /// tell it: after a move that is not legal, in Chess960, and where the FEN cannot be.
    fn __str__(&self) -> String {
        match &self.replayed {
            Ok(replayed) if !replayed.keep_text && replayed.irregularities.is_empty() => {
                let moves: Vec<_> = self.steps().iter().map(|step| step.movement).collect();
                PgnWriter {
                    tags: &self.game.tags,
                    annotations: &replayed.annotations,
                    result: self.result(),
                }
                .write(&replayed.start, &moves)
            }
            _ => self.game.to_pgn(),
        }
    }

    fn __len__(&self) -> usize {
        self.steps().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        let name = |tag| self.game.tag(tag).unwrap_or("?");
        format!(
            "<PgnGame {} - {}, {} half-moves, {}>",
            name("White"),
            name("Black"),
            self.steps().len(),
            self.result()
        )
    }
}
