//! How many moves does endgame theory find necessary, for those who can look it up?

use jadoube_board::{Colour, Position};
use jadoube_proof::table::{Outcome, Tables};

/// What endgame theory says of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Necessary {
    /// Who can force mate, if anybody.
    pub winner: Option<Colour>,
    /// How many of his moves may pass before a capture, a Pawn move or the mate, both sides playing their best.
    pub moves: u32,
}

/// Endgame tables, or whatever else knows theory. The law itself reads no files: whoever opens an
/// [`Arbiter`](crate::Arbiter) hands them in.
pub trait Theory: std::fmt::Debug + Send + Sync {
    /// What theory says of this position; `None` where it does not reach.
    fn of(&self, position: &Position) -> Option<Necessary>;
}

/// A table that is missing or damaged says nothing, and the question is the umpire's.
impl Theory for Tables {
    fn of(&self, position: &Position) -> Option<Necessary> {
        let found = self.theory(position).ok()?;
        Some(Necessary {
            winner: match found.outcome {
                Outcome::Wins(winner) => Some(winner),
                Outcome::Drawn => None,
            },
            moves: found.moves_to_zero().unwrap_or(0),
        })
    }
}
