//! A man is held: how is he who holds it told to let it go?

use jadoube_board::{Kind, Square};
use jadoube_game::{Game, Held, Requirement, Sentence, say};

/// What is required of him, and in which words.
pub(crate) fn how(game: &Game, held: &Held) -> (Requirement, Sentence) {
    if let Some(on) = promoted_on(game, held) {
        (
            Requirement::Quit,
            say!("the piece on {square} must be quitted"; square = on),
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

/// Where the piece stands that a Pawn of his has become in his hand.
pub(crate) fn promoted_on(game: &Game, held: &Held) -> Option<Square> {
    let on = held.on.filter(|on| game.men.id(*on) == Some(held.id))?;
    let became = game.men.get(on)?.kind;
    (held.man.kind == Kind::Pawn && became != Kind::Pawn).then_some(on)
}
