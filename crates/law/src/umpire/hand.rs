//! An act of the hand: in whose turn is it, and which question comes first?

use super::{rule_on, turn::end_that_waits};
use crate::{
    means::after,
    questions::{communication, completing, false_move, first_move, out_of_turn, penalties, touch},
};
use jadoube_game::{Act, Consequence, Event, Game, Impossible, Mode, Ruling, witness};

/// An act of the hand: an ordinary move at little cost, anything else with care.
#[inline]
pub(super) fn by_hand(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    let Some(by) = event.by.player() else {
        return Err(Impossible::NotThisParty(event.act.name(), "a player"));
    };
    if let Some(ruling) = completing::ordinary_move(game, by, &event.act) {
        return Ok(ruling);
    }
    if game.terms.mode == Mode::Communication
        && let Some(ruling) = communication::by_hand(game, event)
    {
        return Ok(ruling);
    }
    if let Some(refusal) = communication::waits_to_be_read(game, by) {
        return Ok(refusal);
    }
    if let Some(ruling) = false_move::substituted_whole(game, by, &event.act) {
        return Ok(ruling);
    }
    // In the nature of the act: what has been let go already may be let go again.
    if matches!(event.act, Act::Quit { .. })
        && game.turn.hands[by.index()].is_empty()
        && completing::has_just_let_go(game, by)
    {
        return Ok(Ruling::silent());
    }
    let Some(deed) = witness(game, by, &event.act)? else {
        return Ok(Ruling::silent());
    };
    if let Act::Touch { accident: true, .. } = event.act {
        return Ok(touch::by_accident(game, by));
    }
    if by == game.turn_to_play() && end_that_waits(game).is_some() && penalties::lapses(game, &deed) {
        // He has touched a man instead of exacting: the end that stood on the board stands for good.
        return Ok(Ruling::silent()
            .so(Consequence::Lapse(by))
            .so(Consequence::Excuse(!by)));
    }
    let ruling = if by == game.turn_to_play() {
        completing::in_his_turn(game, event, deed)
    } else if first_move::is_the_first(game, &deed) {
        project(game, first_move::by_the_wrong_player(game), event)
    } else {
        out_of_turn::rule_on(game, event, deed)
    }?;
    Ok(communication::consulting(game, event, ruling))
}

/// Rules on an event as if another ruling had been carried out first, and joins the two.
fn project(game: &Game, first: Ruling, event: &Event) -> Result<Ruling, Impossible> {
    if first.refused.is_some() {
        return Ok(first);
    }
    let then = rule_on(&after(game, &first), event)?;
    Ok(first.and(then))
}
