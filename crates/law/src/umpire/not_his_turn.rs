//! The hand of a player whose turn it is not: which questions does it raise, and which of them goes before which?

use crate::{
    means::{cries, entries, lapsing, moving},
    questions::{
        false_move::{FALSE_MOVE, FalseMove},
        first_move,
        out_of_turn::{self, SECOND_MOVE, SecondMove},
        removals, touch,
    },
};
use jadoube_game::{Act, Consequence, Deed, Event, Game, Impossible, Ruling};

pub(crate) fn rule_on(game: &Game, event: &Event, deed: Deed) -> Result<Ruling, Impossible> {
    if let Some(second_half) = out_of_turn::rook_follows_the_king(game, &deed) {
        return Ok(second_half);
    }
    match SECOND_MOVE[game.terms.code].value {
        SecondMove::AnnulOrStand | SecondMove::RetractAndPlayTheMan => Ok(by_the_hand(game, event, deed)),
        SecondMove::AnnulAndPunish | SecondMove::Reinstate | SecondMove::NoMove => {
            in_parts(game, event, deed)
        }
    }
}

/// Codes that punish no touch in the opponent's turn, and a move only by what is then done with it: `"V"`, `"XIV"`.
fn by_the_hand(game: &Game, event: &Event, mut deed: Deed) -> Ruling {
    let by = deed.by;
    if matches!(event.act, Act::Place { .. }) {
        deed.touched.clear();
    }
    let mut ruling = Ruling::silent();
    if lapsing::reply(game, &deed).lapses {
        ruling = ruling.so(Consequence::Lapse(by));
    }
    if let Some(later) = moving::replaces_a_token(game, &deed, &event.act) {
        return ruling.and(later);
    }
    if let Some(castled) = out_of_turn::castles_after_the_rook(game, &deed) {
        return ruling.and(castled);
    }
    match event.act {
        Act::Touch { .. } => ruling
            .so(Consequence::Perform(Box::new(deed.clone())))
            .and(touch::in_the_opponents_turn(game, &deed)),
        // What the other has begun in his turn must not be lost with the man.
        Act::Remove { square, .. } if !game.is_quiet() && game.turn.altered.is_none() => {
            let clause = removals::DROPPED_MAN[game.terms.code].clause();
            ruling
                .so(Consequence::Perform(Box::new(deed.clone())))
                .and(removals::removed_out_of_turn(game, &deed, square, clause))
        }
        Act::Remove { square, .. } => ruling.and(removals::dropped(game, &deed, square)),
        Act::Lift { .. } | Act::Place { .. } => ruling.so(Consequence::Perform(Box::new(deed))),
        Act::Quit { .. } if deed.made.is_none() => ruling.so(Consequence::Perform(Box::new(deed))),
        _ => {
            let say = match &event.act {
                Act::Move { say, .. } => say.as_deref(),
                _ => None,
            };
            let cry = cries::with_a_move_out_of_turn(game, by, &deed.men, say);
            ruling.and(out_of_turn::second_in_succession(game, deed)).and(cry)
        }
    }
}

fn in_parts(game: &Game, event: &Event, deed: Deed) -> Result<Ruling, Impossible> {
    let makes_a_move = deed.made.is_some();
    if makes_a_move
        && game.turn.illegal.is_some()
        && FALSE_MOVE[game.terms.code].value == FalseMove::TurnGoesOn
    {
        // Reading BCC-8: the opponent moves, and play has passed the illegal move by.
        return super::project(game, entries::passed_by(game), event);
    }
    let mut ruling = lapsing::lapse(game, &deed);
    if let Some(later) = moving::replaces_a_token(game, &deed, &event.act) {
        return Ok(ruling.and(later));
    }
    if let Some(castled) = out_of_turn::castles_after_the_rook(game, &deed) {
        return Ok(ruling.and(castled));
    }
    ruling = ruling.so(Consequence::Perform(Box::new(deed.clone())));
    Ok(match event.act {
        Act::Touch { .. } => ruling.and(touch::in_the_opponents_turn(game, &deed)),
        Act::Lift { .. } | Act::Place { .. } => ruling,
        Act::Quit { .. } if !makes_a_move => {
            let touched = game.turn.touched_by_opponent.clone();
            ruling.and(touch::in_the_opponents_turn(game, &Deed { touched, ..deed }))
        }
        Act::Remove { square, .. } => {
            let clause = removals::removal_clause(game);
            ruling.and(removals::removed_out_of_turn(game, &deed, square, clause))
        }
        _ => ruling.and(out_of_turn::second_move(
            game,
            &deed,
            first_move::why_rightful(game),
        )),
    })
}
