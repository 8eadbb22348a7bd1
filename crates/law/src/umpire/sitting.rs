//! A game stops and goes on again: in which order are the envelope, the clocks and those who are away looked to?

use super::{pressed, turn::the_end};
use crate::{
    facts::{self, clocks},
    means::{after, offends, player_of, unless_guarded},
    questions::{
        adjournment::{self, Resumed, Resumption},
        claims::{self, CLAIMS},
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
    if let Some(refusal) = refused_unopened(game, &ruling) {
        return refusal;
    }
    if game.clock.is_pressed() {
        let refused = CLAIMS
            .of(game)
            .map_or_else(Ruling::silent, |law| claims::sealing_refuses(law, game, by));
        return ruling.so(Consequence::StopClocks).and(refused);
    }
    let Some(used) = adjournment::used_when_sealed(game, event, by) else {
        return ruling;
    };
    let lost = time_limit::oversteps_in_sealing(game, by, used[by.index()]);
    let shown = Ruling::simply(Consequence::SetClocks(used[0], used[1]));
    shown.and(lost.unwrap_or(ruling))
}

/// A guarded board refuses what would be an offence once the envelope is opened: then it would be too late.
fn refused_unopened(game: &Game, sealed: &Ruling) -> Option<Ruling> {
    if !game.terms.guard {
        return None;
    }
    let in_the_envelope = after(game, sealed);
    let opened = open(&in_the_envelope, Ruling::simply(Consequence::Resume(None)));
    let then = after(&in_the_envelope, &opened);
    let lost_by_it = then.status.is_over() && then.past.len() == in_the_envelope.past.len();
    // Of a move, that it is opened is said first.
    let said_first = usize::from(opened.findings.len() > 1);
    if offends(&opened, game.turn_to_play().into()) || lost_by_it {
        unless_guarded(&opened.findings[said_first..])
    } else {
        None
    }
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
            let ruling = if has_run_unsealed(game) {
                adjournment::nothing_sealed(game, ruling)
            } else {
                ruling
            };
            Ok(open(game, adjournment::go_on(game, how, other, ruling)))
        }
    }
}

/// Whether no move was sealed, and a clock has gone since play stopped.
fn has_run_unsealed(game: &Game) -> bool {
    let adjournment = game.sitting.adjournment.as_ref();
    game.clock.running().is_some() && adjournment.is_some_and(|adjournment| adjournment.sealed.is_none())
}

/// Somebody is too late; but an end that lies in the envelope holds.
#[inline(always)]
pub(super) fn late(game: &Game, event: &Event) -> Option<Ruling> {
    lateness::seen(game, event).map(|late| after_the_envelope(game, late))
}

/// `"I.10"`, reading F23-101: one who is awaited has lost by being late, or by his time, and what the envelope holds is looked
/// at first.
#[cold]
pub(super) fn after_the_envelope(game: &Game, late: Ruling) -> Ruling {
    let waits = sealed_move::presses_the_clock(game) && facts::awaited(game).is_some();
    if !waits || !after(game, &late).status.is_over() {
        return late;
    }
    let opened = open(game, Ruling::simply(Consequence::Resume(None)));
    let played = after(game, &opened);
    let ended = if played.status.is_over() {
        Ruling::silent()
    } else if let Some(end) = the_end(&played) {
        end
    } else {
        return late;
    };
    Ruling {
        refused: late.refused,
        ..opened.and(ended)
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
            let made = ruling.and(said).and(pressed::sealed(&resumed, mv));
            let at_the_clock = if after(game, &made).turn_to_play() == by {
                // A watching arbiter has had it undone: its player is to move, with nothing to complete.
                AtTheClock::Undone(None)
            } else {
                AtTheClock::Press(by, given)
            };
            let completed = made.so(Consequence::AtTheClock(at_the_clock));
            let played = pressed::position_seen(&resumed, completed);
            // `"I.4"`: what was offered after the move was sealed is still open.
            let since = game.ledger.offers.iter().filter(|(from, _)| *from != by);
            since.fold(played, |ruling, (from, what)| {
                ruling.so(Consequence::Offer(*from, *what))
            })
        }
        Some((by, Opened::Move(said, mv))) => ruling.and(said).and(super::sealed(&resumed, by, mv)),
    }
}
