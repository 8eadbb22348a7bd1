//! What a hand does besides moving: the questions that it raises, in their order.

use crate::{
    means::lapsing,
    questions::{
        adjust::{self, CountsAs},
        pressing::is_by_pressing,
        touch,
    },
};
use jadoube_board::Square;
use jadoube_game::{Act, Consequence, Event, Game, Impossible, Ruling, witness};

/// A man is put straight with notice; where that does not protect the player, it is a touch.
pub(super) fn adjusted(game: &Game, event: &Event, square: Square) -> Result<Ruling, Impossible> {
    let Some(by) = event.by.player() else {
        return Err(Impossible::NotThisParty("adjust", "a player"));
    };
    witness(game, by, &event.act)?;
    if let Some(ruling) = adjust::protected(game, by, square) {
        return Ok(ruling);
    }
    let Some(deed) = witness(game, by, &Act::touched(square))? else {
        return Ok(Ruling::silent());
    };
    let (ruling, counts_as) = adjust::unprotected(game, by, square);
    if ruling.refused.is_some() {
        return Ok(ruling);
    }
    let perform = Consequence::Perform(Box::new(deed.clone()));
    Ok(match counts_as {
        CountsAs::Notice => lapsing::lapse(game, &deed).and(ruling),
        CountsAs::Touched => lapsing::lapse(game, &deed)
            .and(ruling)
            .so(perform)
            .and(touch::in_his_turn(game, &deed)),
        CountsAs::TouchedOutOfTurn => ruling
            .so(Consequence::Lapse(by))
            .so(perform)
            .and(touch::in_the_opponents_turn(game, &deed)),
    })
}

/// Reading F23-100: whether this is men knocked over, or put right again, which happens while play rests too.
pub(super) fn may_fall_over(game: &Game, act: &Act) -> bool {
    is_by_pressing(game)
        && match act {
            Act::Displace { .. } | Act::Upset { accident: true } => true,
            Act::Adjust { square } => game.pressing.is_displaced(*square),
            _ => false,
        }
}
