//! Where the players press a clock: which rights are open in play, while the clocks are stopped, and while the game is adjourned?

use super::{claim, pressed::Laws};
use crate::questions::{adjournment, claims, findings, flags, illegal_moves, pressing, sanctions};
use jadoube_game::{Finding, Game, Right};

/// The rights that are open under such a code; `penalisable`: what a player did that the arbiter may penalise.
pub(super) fn in_play(game: &Game, penalisable: &[Finding]) -> Option<Vec<Right>> {
    let law = Laws::of(game)?;
    let mut rights = pressing::rights(law.pressing, game);
    rights.extend(illegal_moves::rights(law.putting_right, game));
    rights.extend(flags::rights(law.clock, game));
    rights.extend(draws_to_claim(&law, game));
    rights.extend(claims::grants(law.claims, game));
    rights.extend(adjournment::rights(game));
    rights.extend(findings::rights(law.findings, game));
    rights.extend(sanctions::rights(game, penalisable));
    Some(rights)
}

/// The draws that the player having the move could claim now.
fn draws_to_claim(law: &Laws, game: &Game) -> Vec<Right> {
    let mut rights = claims::rights(law.claims, game);
    rights.extend(claims::rights_in_the_last_minutes(law.claims, game));
    let claims = claim::rights(game).into_iter();
    rights.extend(claims.filter_map(|right| claims::still_open(law.claims, game, right)));
    rights
}

/// What may be done while the game is adjourned: nothing is lost by it but the time to play.
pub(super) fn adjourned(game: &Game) -> Vec<Right> {
    let Some(law) = Laws::of(game) else {
        return Vec::new();
    };
    let mut rights = draws_to_claim(&law, game);
    rights.extend(illegal_moves::rights(law.putting_right, game));
    rights.extend(findings::persistence(law.findings, game));
    rights
}

/// What may be done while the clocks are stopped, or besides what is asked of the arbiter.
pub(super) fn suspended(game: &Game) -> Vec<Right> {
    let Some(law) = Laws::of(game) else {
        return Vec::new();
    };
    if !flags::is_paused(game) {
        return findings::persistence(law.findings, game).into_iter().collect();
    }
    let mut rights = flags::rights(law.clock, game);
    rights.extend(findings::rights_while_paused(law.findings, game));
    rights.extend(illegal_moves::rights(law.putting_right, game));
    rights.extend(draws_to_claim(&law, game));
    rights.extend(claims::grants(law.claims, game));
    rights
}
