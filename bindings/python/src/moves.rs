//! A move and a man as Python holds them: squares are numbers from 0 (a1) to 63 (h8), kinds from 1 (Pawn) to 6 (King),
//! White is `True`.

use jadoube::board::{Colour, Kind, Man, Position, Square};
use pyo3::{
    exceptions::{PyOverflowError, PyValueError},
    prelude::*,
};
use std::fmt;

pyo3::create_exception!(
    jadoube,
    InvalidMoveError,
    PyValueError,
    "A text that is no move in any style."
);
pyo3::create_exception!(
    jadoube,
    IllegalMoveError,
    PyValueError,
    "A move that is not legal in the position."
);
pyo3::create_exception!(
    jadoube,
    AmbiguousMoveError,
    PyValueError,
    "A text that more than one legal move answers to."
);

pub(crate) const KINDS: [Kind; 6] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::King,
];

pub(crate) fn kind_number(kind: Kind) -> u8 {
    KINDS
        .iter()
        .position(|one| *one == kind)
        .map_or(0, |at| at as u8 + 1)
}

/// A whole number of Python's, as long as it is not larger than anything here is; one below 0 or beyond all use is a bad
/// value like any other, and no overflow.
fn whole(object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyResult<u64> {
    let wrong = || PyValueError::new_err(format!("{}: expected {expected}", *object));
    match object.extract::<u64>() {
        Ok(number) => Ok(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Err(wrong()),
        Err(error) => Err(error),
    }
}

/// What a number of Python's stands for, where it stands for anything.
fn numbered<T>(
    object: Borrowed<'_, '_, PyAny>,
    expected: &str,
    meant: impl FnOnce(usize) -> Option<T>,
) -> PyResult<T> {
    let number = whole(object, expected)?;
    usize::try_from(number)
        .ok()
        .and_then(meant)
        .ok_or_else(|| PyValueError::new_err(format!("{number}: expected {expected}")))
}

/// A number from 0 up.
pub(crate) struct Whole(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        whole(object, "a whole number from 0 up").map(Whole)
    }
}

/// A square by its number.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Square);

impl<'py> FromPyObject<'_, 'py> for At {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        numbered(object, "a square, 0 (a1) to 63 (h8)", Square::from_index).map(At)
    }
}

/// A kind of man by its number.
pub(crate) struct Sort(pub(crate) Kind);

impl<'py> FromPyObject<'_, 'py> for Sort {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let kind = |number: usize| KINDS.get(number.checked_sub(1)?).copied();
        numbered(object, "a kind of man, 1 (pawn) to 6 (king)", kind).map(Sort)
    }
}

pub(crate) fn colour_of(white: bool) -> Colour {
    if white { Colour::White } else { Colour::Black }
}

/// A move from one square to another, and what a pawn becomes.
#[pyclass(frozen, eq, hash, from_py_object, module = "jadoube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) becomes: Option<Kind>,
}

impl From<jadoube::board::Move> for Move {
    fn from(one: jadoube::board::Move) -> Self {
        let becomes = if one.remains_pawn() {
            Some(Kind::Pawn)
        } else {
            one.promotion()
        };
        Move {
            from: one.from(),
            to: one.to(),
            becomes,
        }
    }
}

impl Move {
    /// The legal move that this one is here.
    pub(crate) fn here(self, position: &Position) -> PyResult<jadoube::board::Move> {
        position
            .find_move(self.from, self.to, self.becomes)
            .ok_or_else(|| {
                IllegalMoveError::new_err(format!("{} is not a legal move in {position}", self.to_string()))
            })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.becomes.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None))]
    fn new(from_square: At, to_square: At, promotion: Option<Sort>) -> Self {
        Move {
            from: from_square.0,
            to: to_square.0,
            becomes: promotion.map(|kind| kind.0),
        }
    }

    /// Reads a move as UCI writes it: `e2e4`, `e7e8q`.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Self> {
        let wrong = || {
            InvalidMoveError::new_err(format!(
                "{uci:?} is no move in UCI: expected something like e2e4 or e7e8q"
            ))
        };
        let square = |range: std::ops::Range<usize>| {
            uci.get(range)
                .and_then(|text| text.parse().ok())
                .ok_or_else(wrong)
        };
        let becomes = match uci.get(4..) {
            Some("") => None,
            Some(letter) if letter.len() == 1 => Some(
                letter
                    .chars()
                    .next()
                    .and_then(Kind::from_letter)
                    .ok_or_else(wrong)?,
            ),
            _ => return Err(wrong()),
        };
        Ok(Move {
            from: square(0..2)?,
            to: square(2..4)?,
            becomes,
        })
    }

    /// The square the man comes from, 0 to 63.
    #[getter]
    fn from_square(&self) -> usize {
        self.from.index()
    }

    /// The square the man goes to, 0 to 63.
    #[getter]
    fn to_square(&self) -> usize {
        self.to.index()
    }

    /// What a pawn becomes, 2 (knight) to 5 (queen), if it becomes anything.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.becomes.map(kind_number)
    }

    /// The move as UCI writes it.
    fn uci(&self) -> String {
        self.to_string()
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.to_string())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((
            py.get_type::<Move>().getattr("from_uci")?.unbind(),
            (self.to_string(),),
        ))
    }
}

/// A man: its kind and its colour.
#[pyclass(frozen, eq, hash, module = "jadoube")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) Man);

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: Sort, color: bool) -> Self {
        Piece(Man::new(colour_of(color), piece_type.0))
    }

    /// Reads the letter of FEN: `P` is White's pawn, `p` Black's.
    #[staticmethod]
    fn from_symbol(symbol: char) -> PyResult<Self> {
        Man::from_letter(symbol).map(Piece).ok_or_else(|| {
            PyValueError::new_err(format!("{symbol:?} is no man: expected a letter of KQRBNPkqrbnp"))
        })
    }

    /// 1 (pawn) to 6 (king).
    #[getter]
    fn piece_type(&self) -> u8 {
        kind_number(self.0.kind)
    }

    /// `True` for White.
    #[getter]
    fn color(&self) -> bool {
        self.0.colour == Colour::White
    }

    /// The letter of FEN.
    fn symbol(&self) -> String {
        self.0.letter().to_string()
    }

    /// The man as Unicode draws him: `♘`, `♞`; `invert_color` draws the other side's.
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        let white = (self.0.colour == Colour::White) != invert_color;
        match (self.0.kind, white) {
            (Kind::King, true) => '♔',
            (Kind::Queen, true) => '♕',
            (Kind::Rook, true) => '♖',
            (Kind::Bishop, true) => '♗',
            (Kind::Knight, true) => '♘',
            (Kind::Pawn, true) => '♙',
            (Kind::King, false) => '♚',
            (Kind::Queen, false) => '♛',
            (Kind::Rook, false) => '♜',
            (Kind::Bishop, false) => '♝',
            (Kind::Knight, false) => '♞',
            (Kind::Pawn, false) => '♟',
        }
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((
            py.get_type::<Piece>().getattr("from_symbol")?.unbind(),
            (self.symbol(),),
        ))
    }
}
