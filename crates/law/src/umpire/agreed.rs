//! The players offer and accept: what else must be asked before they are agreed?

use crate::{
    means::player_of,
    questions::{adjournment, agreement},
};
use jadoube_game::{Event, Game, Proposal, Ruling};

/// Something is offered; two who offer the same thing agree.
pub(super) fn offer(game: &Game, event: &Event, what: Proposal) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if agreement::not_now(game, what).is_none() && agreement::is_offered_to(game, by, what) {
        return accept(game, event, what);
    }
    agreement::offer(game, event, what)
}

/// An offer is accepted.
pub(super) fn accept(game: &Game, event: &Event, what: Proposal) -> Ruling {
    let ruling = agreement::accept(game, event, what);
    match what {
        Proposal::Adjourn if ruling.refused.is_none() => ruling.and(adjournment::stop(game)),
        _ => ruling,
    }
}
