//! Which legal moves can a written or spoken text express?

use crate::facts::legal;
use jadoube_board::Move;
use jadoube_game::{Agreed, Game, Terms};
use jadoube_notation::{Context, read_move};

/// How moves are written, where the players agreed on one way: `"I.13A"`, `"I.13C"`, `"5.i"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// By the names of the men and of each player's own squares.
    Descriptive,
    /// By the letters of the files and the numbers of the ranks.
    Algebraic,
}

impl Notation {
    /// What the header says of it.
    pub(crate) fn agreed(terms: &Terms) -> Option<Self> {
        match terms.agreements.0.get("notation") {
            Some(Agreed::Word(word)) if word == "descriptive" => Some(Notation::Descriptive),
            Some(Agreed::Word(word)) if word == "algebraic" => Some(Notation::Algebraic),
            _ => None,
        }
    }

    /// Whether a text can be of this kind; castling is written alike in both.
    fn admits(self, text: &str) -> bool {
        let names_a_square = text
            .as_bytes()
            .windows(2)
            .any(|pair| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]));
        let castles = text.trim_start().starts_with(['O', 'o', '0']);
        match self {
            Notation::Descriptive => !names_a_square,
            Notation::Algebraic => names_a_square || castles,
        }
    }
}

/// Every legal move that the text can express at this turn, in the order of their names in UCI.
pub(crate) fn readings(game: &Game, text: &str) -> Vec<Move> {
    let Some(position) = game.position() else {
        return Vec::new();
    };
    if Notation::agreed(&game.terms).is_some_and(|notation| !notation.admits(text)) {
        return Vec::new();
    }
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
            .filter(|mv| legal::is_open_to_history(game, *mv))
            .collect(),
        // What cannot be understood expresses no move.
        Err(_) => Vec::new(),
    }
}
