//! The umpire decides: in which order is what he says carried out?

use crate::{
    facts::{change, legal},
    means::{after, moving},
    questions::{
        disputes,
        fifty_moves::{self, FIFTY_MOVES, FiftyMoves},
        forfeits, lateness,
    },
};
use jadoube_game::{Consequence, Decision, Event, Game, Impossible, Party, Ruling, say};

/// What the umpire decides: the clocks, the men, what he finds, the move, the result, in this order.
pub(super) fn decide(game: &Game, event: &Event, decision: &Decision) -> Result<Ruling, Impossible> {
    if let Some(refusal) = disputes::may_not_decide(game, event) {
        return Ok(refusal);
    }
    let mut ruling = disputes::decided(game, decision)?;
    let asked = game.sitting.dispute.as_deref().and_then(|dispute| dispute.by);
    if let Some(allowed) = decision.moves_allowed
        && let Some(by) = asked.and_then(Party::player)
        && matches!(
            FIFTY_MOVES[game.terms.code].value,
            FiftyMoves::OnCall | FiftyMoves::FromNotice
        )
    {
        // `"XI"`: the umpire decides that it is a case for counting moves.
        let demand = fifty_moves::counted_from_here(game, by, allowed);
        ruling = ruling.so(Consequence::Demand(Box::new(demand)));
    }
    match decision.fact.as_deref() {
        Some("unascertainable") => {
            let found = disputes::cannot_be_told(game, decision);
            let refused = found.refused.is_some();
            return Ok(if refused { found } else { ruling.and(found) });
        }
        Some("wilful") => {
            let falsified = || Some(forfeits::falsified(game, change::who_changed_the_men(game)?));
            if let Some(found) = disputes::wilful(game).or_else(falsified) {
                // Where nothing follows of itself, what else he decides is still to be heard.
                let settled = !found.consequences.is_empty();
                ruling = ruling.and(found);
                if settled {
                    return Ok(ruling);
                }
            } else if decision.result.is_none() {
                return Ok(forfeits::nothing_wilful(game));
            }
        }
        Some(lateness::VALID_REASON) => {
            ruling = ruling.and(disputes::valid_reason(game).unwrap_or_else(|| lateness::excused(game)));
        }
        Some("accident") => ruling = ruling.and(disputes::accident(game, decision)),
        _ => {}
    }
    if let Some(mv) = decision.mv {
        let so_far = after(game, &ruling);
        let found = so_far
            .position()
            .and_then(|position| legal::legal_move(&so_far, position, mv));
        let Some(mv) = found else {
            let why = say!("{mv} is not a legal move in that position"; mv);
            let clause = disputes::WHO_DECIDES[game.terms.code].clause();
            return Ok(Ruling::refuse(clause, why));
        };
        ruling = ruling.and(moving::played(&so_far, mv, None));
    }
    Ok(disputes::concluded(game, decision, ruling))
}
