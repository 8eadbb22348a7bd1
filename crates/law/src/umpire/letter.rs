//! A move is sent, or one of several readings adopted: what else does the sending raise?

use crate::{
    means::after,
    questions::{communication, moved_otherwise},
};
use jadoube_board::{Colour, Move};
use jadoube_game::{Consequence, Event, Game, HandMove, Ruling};

/// Texts are sent, perhaps with the reading that the sender adopts of what waits for him.
pub(super) fn send(
    game: &Game,
    event: &Event,
    texts: &[String],
    series: &[(String, String)],
    adopted: Option<HandMove>,
) -> Ruling {
    let Some(mv) = adopted.filter(|_| communication::are_read(game)) else {
        return touched_otherwise(game, communication::send(game, event, texts, series));
    };
    let ruling = adopt(game, event, mv);
    if ruling.refused.is_some() {
        return ruling;
    }
    let then = after(game, &ruling);
    let sent = communication::send(&then, event, texts, series);
    ruling.and(touched_otherwise(&then, sent))
}

/// One of several possible moves is adopted.
pub(super) fn adopt(game: &Game, event: &Event, mv: HandMove) -> Ruling {
    touched_otherwise(game, communication::adopt(game, event, mv))
}

/// A turn begins, and the move for it may be here already.
#[inline]
pub(super) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    game.sitting.series[game.turn_to_play().index()].as_ref()?;
    Some(touched_otherwise(game, communication::at_the_commencement(game)?))
}

/// A man was touched for the side, and another move sent.
fn touched_otherwise(game: &Game, ruling: Ruling) -> Ruling {
    let Some(mv) = played(&ruling) else { return ruling };
    let by: Colour = game.turn_to_play();
    match communication::touched_and_sent(game, by, mv) {
        Some(deed) => ruling.and(moved_otherwise::moved_otherwise(game, &deed, mv)),
        None => ruling,
    }
}

/// The move that this ruling plays.
fn played(ruling: &Ruling) -> Option<Move> {
    ruling.consequences.iter().find_map(|each| match each {
        Consequence::Play(mv) | Consequence::PlayUnheeding(mv, _) | Consequence::PlayOn(mv, _) => Some(*mv),
        _ => None,
    })
}
