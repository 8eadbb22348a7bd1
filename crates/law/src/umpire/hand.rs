//! An act of the hand: in whose turn is it, and which question comes first?

use super::{in_turn, not_his_turn, turn::end_that_waits};
use crate::{
    facts::change,
    means::{lapsing, moving},
    questions::{communication, false_move, first_move, touch},
};
use jadoube_board::Colour;
use jadoube_game::{Act, Consequence, Event, Game, Impossible, InHand, Mode, Ruling, witness};

/// An act of the hand.
pub(super) fn by_hand(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    let Some(by) = event.by.player() else {
        return Err(Impossible::NotThisParty(event.act.name(), "a player"));
    };
    if let Some(ruling) = moving::quiet_move(game, by, &event.act) {
        return Ok(ruling);
    }
    if let Some(in_hand) = in_the_others_hand(game, by, &event.act) {
        return beside_it(game, event, in_hand);
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
    if let Act::Remove { square, .. } = event.act
        && change::lies_taken(game, by, square)
    {
        // His move was complete without it.
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

/// What the opponent of the player on turn has taken from its square and put on another, his hand upon it; none where the
/// act is done to that very man.
fn in_the_others_hand(game: &Game, by: Colour, act: &Act) -> Option<InHand> {
    let out = change::out_of_place(game, !by).filter(|_| by == game.turn_to_play())?;
    let in_his_own = |from| game.turn.hands[by.index()].iter().any(|held| held.from == from);
    let laid_on = match act {
        // What he has taken up himself he plays, whatever the other puts in its place.
        Act::Move { mv, .. } if in_his_own(mv.from) => None,
        Act::Move { mv, .. } => Some(mv.from),
        Act::Touch { squares, .. } => Some(*squares.first()),
        Act::Lift { square } | Act::Remove { square, .. } => Some(*square),
        _ => None,
    };
    let is_it = |square| {
        out.held
            .iter()
            .any(|held| held.from == square || held.on == Some(square))
    };
    (!laid_on.is_some_and(is_it)).then_some(out)
}

/// The player on turn is judged by the men without what his opponent has only half done; that hand stays as it is.
fn beside_it(game: &Game, event: &Event, in_hand: InHand) -> Result<Ruling, Impossible> {
    let aside = Consequence::SetAside(in_hand.by);
    let mut without = game.clone();
    without.obey(&aside);
    let ruling = by_hand(&without, event)?;
    if ruling.consequences.is_empty() {
        return Ok(ruling);
    }
    let taken_up = Consequence::TakeUp(Box::new(in_hand));
    Ok(Ruling::simply(aside).and(ruling).so(taken_up))
}
