//! Where the players press a clock: play stops for the day, and what does the player do who has still to seal a move?

use super::{
    open_moves,
    pressed::{Laws, in_his_turn},
};
use crate::{
    facts::legal,
    means::after,
    questions::{adjournment, flags, pressing},
};
use jadoube_board::{Colour, Move};
use jadoube_game::{Act, AtTheClock, Consequence, Event, Game, HandMove, Impossible, Ruling, witness};

/// Play is to stop for the day, perhaps while the clocks are stopped already, or a move is under way.
pub(super) fn adjourn(law: &Laws, game: &Game, event: &Event) -> Ruling {
    if let Some(refusal) = flags::not_adjourned(law.clock, game) {
        return refusal;
    }
    let mut ruling = Ruling::silent();
    if flags::is_paused(game) {
        // Whoever may set play going again may have it stop here.
        let restarted = flags::restart(law.clock, game, event);
        if restarted.refused.is_some() {
            return restarted;
        }
        ruling = Ruling::simply(Consequence::Decide(Box::default()));
    }
    let going_on = after(game, &ruling);
    let adjourned = adjournment::adjourn(&going_on, event);
    if adjourned.refused.is_some() {
        return adjourned;
    }
    ruling
        .and(pressing::piece_stays_chosen(law.pressing, &going_on))
        .and(adjourned)
}

/// Whether the act comes from the player who has been told to seal a move, and has not sealed it.
pub(super) fn is_to_seal(game: &Game, event: &Event) -> bool {
    let to_seal = |by: Colour| adjournment::is_to_seal(game, by);
    pressing::is_by_pressing(game) && event.by.player().is_some_and(to_seal)
}

/// Whether a move is still to be sealed, the men standing on the board meanwhile.
pub(super) fn is_awaited(game: &Game) -> bool {
    pressing::is_by_pressing(game) && adjournment::is_to_seal(game, game.turn_to_play())
}

/// Told to seal a move, he touches men on the board, or makes one there: what he touches binds him, what he makes he seals.
pub(super) fn before_sealing(
    law: &Laws,
    game: &Game,
    event: &Event,
    by: Colour,
) -> Result<Ruling, Impossible> {
    let Act::Move { mv, .. } = &event.act else {
        let ruling = in_his_turn(law, game, event, by)?;
        let then = after(game, &ruling);
        let made = then.past.get(game.past.len()).and_then(|turn| turn.mv);
        if then.past.len() == game.past.len() && then.turn.illegal.is_none() {
            return Ok(ruling);
        }
        return Ok(made_on_the_board(
            game,
            Ruling::simply(Consequence::AtTheClock(AtTheClock::TakeBack)),
            made,
        ));
    };
    witness(game, by, &event.act)?;
    let touched = Event {
        act: Act::touched(mv.from),
        ..event.clone()
    };
    let ruling = in_his_turn(law, game, &touched, by)?;
    let made = legal::legal_moves(game)
        .into_iter()
        .find(|each| HandMove::from(*each) == *mv);
    Ok(made_on_the_board(game, ruling, made))
}

/// The men are back in their places: where he has made a move that was open to him, that is the one to seal.
fn made_on_the_board(game: &Game, ruling: Ruling, made: Option<Move>) -> Ruling {
    let back = adjournment::goes_back(&after(game, &ruling)).map_or_else(Ruling::silent, Ruling::simply);
    let ruling = ruling.and(back).so(Consequence::CountMove);
    let open = open_moves::by_pressing(&after(game, &ruling)).map(|(open, _)| open);
    let is_open = |made: &Move| open.as_ref().is_some_and(|open| open.contains(made));
    match made.filter(is_open) {
        Some(made) => ruling.and(adjournment::made_before_sealing(game, made)),
        None => ruling,
    }
}
