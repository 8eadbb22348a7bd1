//! Which legal moves can a written or spoken text express?

use crate::facts::{checks, legal};
use jadoube_board::{Move, Position};
use jadoube_game::{Agreed, Game};
use jadoube_notation::{Context, Reading, Terms, read_move};

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
    pub(crate) fn agreed(terms: &jadoube_game::Terms) -> Option<Self> {
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

/// Every legal move that the text can express at this turn, in the order of their names in UCI. Where a check need not be
/// heeded, the moves that do not meet it are among them.
pub(crate) fn readings(game: &Game, text: &str) -> Vec<Move> {
    let Some(position) = game.position() else {
        return Vec::new();
    };
    if Notation::agreed(&game.terms).is_some_and(|notation| !notation.admits(text)) {
        return Vec::new();
    }
    // What cannot be understood expresses no move.
    let mut moves = read(game, position, text).map_or_else(Vec::new, |reading| reading.moves);
    if legal::need_not_heed(game)
        && let Some(reading) = checks::without_the_check(position).and_then(|free| read(game, &free, text))
    {
        let legal = legal::legal_moves(game);
        moves.extend(reading.moves.into_iter().filter(|mv| legal.contains(mv)));
        moves.sort_by_cached_key(ToString::to_string);
        moves.dedup();
    }
    moves.retain(|mv| legal::is_open(game, *mv));
    moves
}

/// The word that a written move says with it: a check that is marked in the text is announced.
pub(crate) fn announced_in(game: &Game, text: &str) -> Option<&'static str> {
    let reading = read(game, game.position()?, text)?;
    reading.ways.iter().any(Terms::marks_check).then_some("check")
}

fn read(game: &Game, position: &Position, text: &str) -> Option<Reading> {
    let origins = game.standing.men.origins();
    let mut context = Context::new(position, &origins);
    context.previous = game.past.last().and_then(|last| {
        last.mv.map(|movement| jadoube_notation::Previous {
            movement,
            took: last.capture,
        })
    });
    read_move(text, &context).ok()
}
