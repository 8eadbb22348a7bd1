//! How ought the men to stand when a game begins, the odds being taken off?

use core::fmt;
use jadoube_board::{Board, Colour, File, Kind, Man, Rank, Square};
use jadoube_game::{GivenMan, Odds};

/// A header from which no game can begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermsError {
    /// The header's field.
    pub field: &'static str,
    /// What is wrong and what was expected.
    pub why: String,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\": {}", self.field, self.why)
    }
}

impl std::error::Error for TermsError {}

/// The square of a man given by name.
fn square_of(given: GivenMan, giver: Colour) -> Square {
    let on = |file: File, rank: Rank| {
        let square = Square::new(file, rank);
        if giver == Colour::White {
            square
        } else {
            square.mirrored()
        }
    };
    match given {
        GivenMan::On(square) => square,
        GivenMan::Named(Kind::Pawn) => on(File::F, Rank::Two),
        GivenMan::Named(Kind::Knight) => on(File::B, Rank::One),
        GivenMan::Named(Kind::Bishop) => on(File::C, Rank::One),
        GivenMan::Named(Kind::Rook) => on(File::A, Rank::One),
        GivenMan::Named(Kind::Queen) => on(File::D, Rank::One),
        GivenMan::Named(Kind::King) => on(File::E, Rank::One),
    }
}

/// The ordinary array less the odds: how the men ought to stand.
pub(crate) fn proper_board(odds: Option<&Odds>) -> Result<Board, TermsError> {
    let mut board = Board::ARRAY;
    let Some(odds) = odds else { return Ok(board) };
    let wrong = |why: String| TermsError { field: "odds", why };
    for given in &odds.men {
        let mut square = square_of(*given, odds.giver);
        if let GivenMan::Named(kind) = *given
            && board.get(square).is_none()
            && let Some(other) = other_of_the_kind(&board, odds.giver, kind)
        {
            // Both Knights given: the second of them is the King's.
            square = other;
        }
        match board.get(square) {
            Some(man) if man.kind == Kind::King => return Err(wrong("the King cannot be given".to_owned())),
            Some(man) if man.colour == odds.giver => board.set(square, None),
            Some(_) => return Err(wrong(format!("the man on {square} is not the giver's"))),
            None => return Err(wrong(format!("there is no man on {square} to give"))),
        }
    }
    Ok(board)
}

fn other_of_the_kind(board: &Board, giver: Colour, kind: Kind) -> Option<Square> {
    board.men(Man { colour: giver, kind }).into_iter().next()
}
