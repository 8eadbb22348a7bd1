//! Which rights are open, and to whom, as the game stands?

use super::{claim, pointing_out, pressed_rights};
use crate::questions::{
    adjournment, agreement, communication, disputes, equity,
    findings::{self, FINDINGS},
    forfeits,
    illegal_moves::{self, PUTTING_RIGHT},
    lateness, penalties, requirements, sanctions, sealed_move,
};
use jadoube_game::{Finding, Game, Proposal, Right, Status};

/// Every right now open; `penalisable`: what a player did that the arbiter may penalise.
pub(crate) fn rights(game: &Game, penalisable: &[Finding]) -> Vec<Right> {
    let mut rights = of_every_party(game, penalisable);
    // What would be refused because there is no umpire, or because nobody has appealed to him, is no right of his.
    rights.retain(|right| super::not_his(game, right.party, &right.act).is_none());
    rights
}

fn of_every_party(game: &Game, penalisable: &[Finding]) -> Vec<Right> {
    if game.status.is_over() {
        return if super::is_by_pressing(game) {
            let of_a_press = PUTTING_RIGHT.of(game);
            let of_a_press = of_a_press.and_then(|law| illegal_moves::may_be_handed_back(law, game));
            let mut rights = lateness::rights_after_the_end(game);
            rights.extend(of_a_press);
            rights
        } else {
            Vec::new()
        };
    }
    let mut rights = decisions(game);
    rights.extend(agreement::rights(game, |what| match what {
        Proposal::Adjourn => adjournment::stop(game).refused.is_none(),
        Proposal::Correct => illegal_moves::may_be_corrected(game),
        _ => false,
    }));
    if game.status == Status::Suspended {
        rights.extend(pointing_out::rights_of_the_umpire(game));
        rights.extend(pressed_rights::suspended(game));
        // What is before him may be the very thing that was just found.
        let of_what_was_found = sanctions::rights(game, penalisable);
        rights.extend(not_yet_in(&rights, of_what_was_found));
        return rights;
    }
    rights.extend(forfeits::rights(game));
    if game.status == Status::Adjourned {
        rights.extend(pressed_rights::adjourned(game));
        rights.extend(sanctions::rights(game, penalisable));
        return rights;
    }
    if let Some(more) = pressed_rights::in_play(game, penalisable) {
        rights.extend(more);
        return rights;
    }
    rights.extend(penalties::rights(game));
    let for_errors = pointing_out::rights(game);
    rights.extend(requirements::rights(game, &for_errors));
    rights.extend(for_errors);
    rights.extend(adjournment::rights(game));
    rights.extend(communication::rights(game));
    rights.extend(claim::rights(game));
    rights
}

/// Those of these rights that nobody has yet.
fn not_yet_in(rights: &[Right], more: Vec<Right>) -> Vec<Right> {
    let is_in = |right: &Right| {
        let same = |each: &Right| (each.party, &each.act) == (right.party, &right.act);
        rights.iter().any(same)
    };
    more.into_iter().filter(|right| !is_in(right)).collect()
}

/// What the umpire may decide, where a question is before him.
fn decisions(game: &Game) -> Vec<Right> {
    disputes::at_issue(game)
        .and_then(|clause| equity::rights(game, clause))
        .or_else(|| disputes::rights_on_a_dropped_man(game))
        .or_else(|| findings::decisions(FINDINGS.of(game)?, game))
        .unwrap_or_else(|| {
            let leave = disputes::Leave {
                sealed: sealed_move::doubtful_readings(game),
                lost_unless_certain: sealed_move::lost_unless_certain(game),
                late: disputes::at_issue(game).is_some_and(|clause| lateness::is_for_lateness(game, clause)),
            };
            disputes::rights(game, &leave)
        })
}
