//! A move and a man as Python holds them: squares are numbers from 0 (a1) to 63 (h8), kinds from 1 (Pawn) to 6 (King),
//! White is `True`.

use jadoube::board::{Colour, Kind, Man, Position, Square};
use pyo3::{exceptions::PyValueError, prelude::*};
use std::fmt;

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

pub(crate) fn kind_of(number: u8) -> PyResult<Kind> {
    usize::from(number)
        .checked_sub(1)
        .and_then(|at| KINDS.get(at).copied())
        .ok_or_else(|| {
            PyValueError::new_err(format!(
                "{number} is no kind of man: expected 1 (pawn) to 6 (king)"
            ))
        })
}

pub(crate) fn square_of(number: usize) -> PyResult<Square> {
    Square::from_index(number)
        .ok_or_else(|| PyValueError::new_err(format!("{number} is no square: expected 0 (a1) to 63 (h8)")))
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
                PyValueError::new_err(format!("{} is not a legal move in {position}", self.to_string()))
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
    fn new(from_square: usize, to_square: usize, promotion: Option<u8>) -> PyResult<Self> {
        Ok(Move {
            from: square_of(from_square)?,
            to: square_of(to_square)?,
            becomes: promotion.map(kind_of).transpose()?,
        })
    }

    /// Reads a move as UCI writes it: `e2e4`, `e7e8q`.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Self> {
        let wrong = || {
            PyValueError::new_err(format!(
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
    fn new(piece_type: u8, color: bool) -> PyResult<Self> {
        Ok(Piece(Man::new(colour_of(color), kind_of(piece_type)?)))
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

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }
}
