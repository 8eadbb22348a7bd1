//! Games of a PGN archive, one after another. The Python beside this crate reads the files; here are bytes, of whole
//! games.

use crate::{board::Board, law::work, moves::Move};
use jadoube::{
    History,
    board::FenError,
    convert::pgn_doubts,
    notation::{self, Annotation, Item, PgnReader, Replay, replay},
};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyTuple},
};
use std::{io::Cursor, sync::Mutex};

/// Where the last game of a part of an archive begins: what stands before it is whole.
#[pyfunction]
pub(crate) fn last_game(py: Python<'_>, part: &[u8]) -> PyResult<usize> {
    work(py, || Ok(notation::last_game(part)))
}

/// Games, half-moves and games with a move that is not legal in a part of an archive, variations included.
#[pyfunction]
pub(crate) fn tally(py: Python<'_>, part: &[u8]) -> PyResult<(u64, u64, u64)> {
    work(py, || {
        let tally = notation::tally(part)?;
        Ok((tally.games, tally.plies, tally.faulty))
    })
}

/// The games of a part of an archive, one by one.
#[pyclass(frozen, module = "jadoube._jadoube")]
pub(crate) struct Games(Mutex<PgnReader<Cursor<Vec<u8>>>>);

#[pymethods]
impl Games {
    #[new]
    fn new(part: Vec<u8>, line: u64) -> Self {
        Games(Mutex::new(PgnReader::new(Cursor::new(part)).from_line(line)))
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        work(py, || {
            let mut reader = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            Ok(reader.next_game()?.map(PgnGame::of))
        })
    }
}

/// A game of an archive, replayed as far as its moves are legal.
#[pyclass(frozen, module = "jadoube")]
pub(crate) struct PgnGame {
    game: notation::PgnGame,
    replayed: Result<Replay, FenError>,
}

impl PgnGame {
    fn of(game: notation::PgnGame) -> Self {
        let replayed = replay(&game, false);
        PgnGame { game, replayed }
    }

    fn steps(&self) -> &[notation::Step] {
        self.replayed.as_ref().map_or(&[], Replay::legal_steps)
    }

    /// A board that cannot be is none, and above all not the ordinary one.
    fn started(&self) -> PyResult<&Replay> {
        let fen = self.game.tag("FEN").unwrap_or_default();
        self.replayed
            .as_ref()
            .map_err(|why| PyValueError::new_err(format!("the game's FEN {fen:?}: {why}")))
    }

    fn annotations(&self) -> &[(usize, Annotation)] {
        self.replayed
            .as_ref()
            .map_or(&[], |replayed| &replayed.annotations)
    }
}

#[pymethods]
impl PgnGame {
    /// The tag pairs, in order; of one given twice the first.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for (name, value) in &self.game.tags {
            if !headers.contains(name)? {
                headers.set_item(name, value)?;
            }
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

    /// The result after the moves, or else that of the tag however it is written: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.game.told_result()
    }

    /// The comments of the game itself, each with the number of half-moves before it.
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        self.annotations()
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
        self.annotations()
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

    /// What is wrong in it: moves that are not legal where they stand, with their lines; a FEN that cannot be; what had
    /// to be left out.
    #[getter]
    fn errors(&self) -> Vec<String> {
        pgn_doubts(&self.game, self.replayed.as_ref())
    }

    /// The line of the file on which the game begins, from 1.
    #[getter]
    fn line_number(&self) -> u64 {
        self.game.line
    }

    /// The board at the beginning; `ValueError` where the FEN cannot be read.
    fn board(&self) -> PyResult<Board> {
        Ok(Board(self.started()?.start.into()))
    }

    /// The board after the last move, with all moves to take back; `ValueError` where the FEN cannot be read.
    fn end_board(&self) -> PyResult<Board> {
        let mut line = History::from(self.started()?.start);
        for step in self.steps() {
            line.push_unchecked(step.movement);
        }
        Ok(Board(line))
    }

    /// The game as PGN, variations and comments included; as it stood in the archive where its moves alone cannot
    /// tell it: after a move that is not legal, in Chess960, and where the FEN cannot be.
    fn __str__(&self) -> String {
        match &self.replayed {
            Ok(replayed) => replayed.to_pgn(&self.game),
            Err(_) => self.game.to_pgn(),
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

    // It cannot be changed, so that a copy is itself.
    fn __copy__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __deepcopy__<'py>(this: PyRef<'py, Self>, _memo: &Bound<'_, PyAny>) -> PyRef<'py, Self> {
        this
    }

    /// The game read from its text: how it comes back from a pickle.
    #[staticmethod]
    fn _of_text(text: &str, line: u64) -> PyResult<Self> {
        let mut reader = PgnReader::new(text.as_bytes()).from_line(line);
        let game = reader.next_game()?;
        game.map(PgnGame::of)
            .ok_or_else(|| PyValueError::new_err("expected a game in PGN"))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.get_type::<PgnGame>().getattr("_of_text")?;
        (make, (self.game.to_pgn(), self.game.line)).into_pyobject(py)
    }
}
