//! How a game ends: as the outcome that a ruling carries.

use jadoube_game::{Game, Outcome, Status};

/// The game is annulled; whoever rightly had the first move keeps it: `"II.1(c)"`.
pub(crate) fn annulled(game: &Game, clause: &'static str) -> Outcome {
    Outcome {
        status: Status::Annulled,
        winner: None,
        clause: Some(clause),
        next_first_move: Some(game.first.player),
    }
}
