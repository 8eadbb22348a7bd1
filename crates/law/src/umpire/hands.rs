//! What a hand does besides moving: the questions that it raises, in their order.

use crate::{
    means::lapsing,
    questions::{
        adjust::{self, CountsAs},
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
