//! Which legal moves can a written or spoken text express?

use jadoube_board::Move;
use jadoube_game::Game;
use jadoube_notation::{Context, read_move};

/// Every legal move that the text can express at this turn, in the order of their names in UCI.
pub(crate) fn readings(game: &Game, text: &str) -> Vec<Move> {
    let Some(position) = game.position() else {
        return Vec::new();
    };
    let origins = game.standing.men.origins();
    let mut context = Context::new(position, &origins);
    context.previous = game.past.last().and_then(|last| {
        last.mv.map(|movement| jadoube_notation::Previous {
            movement,
            took: last.capture,
        })
    });
    match read_move(text, &context) {
        Ok(reading) => reading
            .moves
            .into_iter()
            .filter(|mv| crate::questions::moves::is_open_to_history(game, *mv))
            .collect(),
        // What cannot be understood expresses no move.
        Err(_) => Vec::new(),
    }
}
