//! An act of the hand: in whose turn is it, and which question comes first?

use super::{in_turn, not_his_turn, turn::end_that_waits};
use crate::{
    facts::change,
    means::{lapsing, moving},
    questions::{communication, false_move, first_move, touch},
};
use jadoube_game::{Act, Consequence, Event, Game, Impossible, Mode, Ruling, witness};

/// An act of the hand.
pub(super) fn by_hand(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    let Some(by) = event.by.player() else {
        return Err(Impossible::NotThisParty(event.act.name(), "a player"));
    };
    if let Some(ruling) = moving::quiet_move(game, by, &event.act) {
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
    if let Some((deed, mv, ruling)) = false_move::substituted_whole(game, by, &event.act) {
        return Ok(ruling.and(in_turn::against_his_duty(game, &deed, mv)));
    }
    // In the nature of the act: what has been let go already may be let go again.
    if matches!(event.act, Act::Quit { .. })
        && game.turn.hands[by.index()].is_empty()
        && change::has_just_let_go(game, by)
    {
        return Ok(Ruling::silent());
    }
    if let Some(put_back) = in_turn::put_back_and_played(game, event, by) {
        return put_back;
    }
    let Some(deed) = witness(game, by, &event.act)? else {
        return Ok(Ruling::silent());
    };
    if let Act::Touch { accident: true, .. } = event.act {
        return Ok(touch::by_accident(game, by));
    }
    if by == game.turn_to_play() && end_that_waits(game).is_some() && lapsing::lapses(game, &deed) {
        // He has touched a man instead of exacting: the end that stood on the board stands for good.
        return Ok(Ruling::silent()
            .so(Consequence::Lapse(by))
            .so(Consequence::Excuse(!by)));
    }
    let ruling = if by == game.turn_to_play() {
        in_turn::in_his_turn(game, event, deed)
    } else if first_move::is_the_first(game, &deed) {
        let began = first_move::by_the_wrong_player(game);
        if began.refused.is_some() {
            return Ok(began);
        }
        in_turn::project(game, began, event)
    } else {
        not_his_turn::rule_on(game, event, deed)
    }?;
    Ok(communication::consulting(game, event, ruling))
}
