//! A man is held: how is he who holds it told to let it go?

use jadoube_board::Kind;
use jadoube_game::{Game, Held, Requirement, Sentence, say};

/// What is required of him, and in which words.
pub(crate) fn how(game: &Game, held: &Held) -> (Requirement, Sentence) {
    let promoted = held.on.and_then(|on| game.men.get(on)).is_some_and(|man| {
        man.kind != Kind::Pawn
            && game
                .standing
                .men
                .get(held.from)
                .is_some_and(|before| before.kind == Kind::Pawn)
    });
    if promoted {
        (
            Requirement::Quit,
            say!("the piece on {square} must be quitted"; square = held.on.unwrap_or(held.from)),
        )
    } else if held.lifted {
        (
            Requirement::ReplaceMan,
            say!("the man taken up from {from} must be put back"; from = held.from),
        )
    } else {
        (
            Requirement::RemoveHand,
            say!("the hand must leave the man on {from}"; from = held.from),
        )
    }
}
