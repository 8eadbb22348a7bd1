//! A game stops and goes on again: in which order are the envelope, the clocks and those who are away looked to?

use super::pressed;
use crate::{
    facts::clocks,
    means::{after, player_of},
    questions::{
        adjournment::{self, Resumed, Resumption},
        forfeits::UPSET_BY_ACCIDENT,
        lateness,
        sealed_move::{self, Opened},
        time_limit,
    },
};
use jadoube_game::{AtTheClock, Consequence, Event, Game, Impossible, Ruling, Status};

/// A move is sealed: has its writer overstepped his time in writing it?
pub(super) fn seal(game: &Game, event: &Event, record: &str) -> Ruling {
    let ruling = adjournment::seal(game, event, record);
    let (None, Ok(by)) = (&ruling.refused, player_of(event)) else {
        return ruling;
    };
    let Some(used) = adjournment::used_when_sealed(game, event, by) else {
        return ruling;
    };
    let lost = time_limit::oversteps_in_sealing(game, by, used[by.index()]);
    let shown = Ruling::simply(Consequence::SetClocks(used[0], used[1]));
    shown.and(lost.unwrap_or(ruling))
}

/// Play is resumed: after an accident with the men, or after an adjournment.
pub(super) fn resume(game: &Game, how: &Resumed<'_>) -> Result<Ruling, Impossible> {
    if game.status == Status::InPlay && game.clock.running().is_none() {
        let text = "the men stand as they stood, and the clock is set going again";
        let clause = UPSET_BY_ACCIDENT[game.terms.code].clause();
        return Ok(Ruling::silent().finding(clause, how.by, text));
    }
    match adjournment::resume(game, how)? {
        Resumption::NotYet(ruling) => Ok(ruling),
        Resumption::Now(ruling, other) => {
            let ruling = lateness::away_at_resumption(game, how.absent, ruling);
            Ok(open(game, adjournment::go_on(game, how, other, ruling)))
        }
    }
}

/// A player comes: the envelope may have waited for him.
pub(super) fn arrive(game: &Game, event: &Event) -> Ruling {
    let ruling = lateness::arrive(game, event);
    let (None, Ok(by)) = (&ruling.refused, player_of(event)) else {
        return ruling;
    };
    match adjournment::has_come(game, by) {
        Some(come) => open(game, ruling.and(come)),
        None => ruling,
    }
}

/// It is pointed out that play went on from a wrong position: that of the adjournment comes back, with the envelope.
pub(super) fn wrong_position(game: &Game, event: &Event) -> Ruling {
    let ruling = adjournment::wrong_position(game, event);
    if ruling.refused.is_some() {
        return ruling;
    }
    open(game, ruling)
}

/// The envelope is opened after what the ruling says already, and the move in it is played.
fn open(game: &Game, ruling: Ruling) -> Ruling {
    let resumed = after(game, &ruling);
    match sealed_move::opened(game, &resumed) {
        None => ruling,
        Some((_, Opened::NoMove(said))) => ruling.and(said),
        Some((by, Opened::Move(said, mv))) if sealed_move::presses_the_clock(game) => {
            let given = clocks::on_pressing(&resumed, by, true);
            ruling
                .and(said)
                .and(pressed::sealed(&resumed, mv))
                .so(Consequence::AtTheClock(AtTheClock::Press(by, given)))
        }
        Some((by, Opened::Move(said, mv))) => ruling.and(said).and(super::sealed(&resumed, by, mv)),
    }
}
