//! Which rights are open, and to whom, as the game stands?

use super::claim;
use crate::questions::{
    adjournment, agreement, claims, communication, disputes, flags, forfeits, illegal_moves, misplaced_men,
    penalties, pressing, requirements, sanctions, time_limit,
};
use jadoube_game::{Finding, Game, Proposal, Right, Status};

/// Every right now open; `said`: what the last act was ruled to be.
pub(crate) fn rights(game: &Game, said: &[Finding]) -> Vec<Right> {
    if game.status.is_over() {
        return Vec::new();
    }
    let mut rights = decisions(game);
    rights.extend(agreement::rights(game, |what| match what {
        Proposal::Adjourn => adjournment::stop(game).refused.is_none(),
        Proposal::Correct => illegal_moves::may_be_corrected(game),
        _ => false,
    }));
    if game.status == Status::Suspended {
        return rights;
    }
    rights.extend(forfeits::rights(game));
    if game.status == Status::Adjourned {
        return rights;
    }
    if pressing::is_by_pressing(game) {
        rights.extend(pressing::rights(game));
        rights.extend(illegal_moves::rights(game));
        rights.extend(flags::rights(game));
        rights.extend(claims::rights(game));
        rights.extend(adjournment::rights(game));
        rights.extend(claim::rights(game));
        rights.extend(sanctions::rights(game, said));
        return rights;
    }
    rights.extend(penalties::rights(game));
    rights.extend(requirements::rights(game));
    rights.extend(misplaced_men::rights(game));
    rights.extend(adjournment::rights(game));
    rights.extend(communication::rights(game));
    rights.extend(claim::rights(game));
    rights
}

/// What the umpire may decide, where a question is before him.
fn decisions(game: &Game) -> Vec<Right> {
    disputes::rights_by_the_appendix(game)
        .or_else(|| disputes::rights_on_a_dropped_man(game))
        .unwrap_or_else(|| {
            let leave = disputes::Leave {
                sealed: adjournment::doubtful_readings(game),
                lost_unless_certain: adjournment::lost_unless_certain(game),
                late: disputes::at_issue(game).is_some_and(time_limit::is_for_lateness),
            };
            disputes::rights(game, &leave)
        })
}
