//! Which questions of law does an act raise, and in which order? Precedence between laws is visible here and nowhere else.

mod agreed;
mod claim;
mod decision;
mod hand;
mod hands;
mod in_turn;
mod letter;
mod not_his_turn;
mod open_moves;
mod pointing_out;
mod pressed;
mod pressed_rights;
mod requiring;
mod rights;
mod sealing;
mod sitting;
mod turn;

pub(crate) use crate::questions::pressing::is_by_pressing;
pub(crate) use claim::may_claim;
pub(crate) use open_moves::open_moves;
pub(crate) use rights::rights;
pub(crate) use turn::{drawn_of_itself, of_itself};

use crate::{
    means::moving,
    questions::{
        adjournment::{self, Resumed},
        agreement, check, conduct, consents, disputes, fifty_moves,
        flags::{self, CLOCK},
        forfeits, lateness, penalties, pressing, sanctions, time_limit,
    },
};
use hand::by_hand;
use in_turn::{after_putting_back, project, sealed};
use jadoube_board::Colour;
use jadoube_game::{
    Act, AtTheClock, Consequence, Event, Game, Ground, Hands, Impossible, Ordinary, Party, Presence, Ruling,
    Status, say,
};
use pressed::where_clocks_are_pressed;

/// What the law says of an act. It changes nothing.
pub fn rule_on(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    match ordinary(game, event) {
        Some(ordinary) => Ok(Ruling::simply(ordinary.into())),
        None => out_of_the_ordinary(game, event),
    }
}

/// What the law says of an act that is no [`ordinary`] one.
pub(crate) fn out_of_the_ordinary(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    if let Some(over) = too_late(game, event) {
        return Ok(over);
    }
    if let Some(answered) = pointing_out::as_an_answer(game, event) {
        return answered;
    }
    if let Some(refusal) = not_now(game, event).or_else(|| not_his(game, event.by, &event.act)) {
        return Ok(refusal);
    }
    match game.ledger.end_claimed {
        Some(claimant) => with_the_end_claimed(game, event, claimant),
        None => by_act(game, event),
    }
}

/// An ordinary move in a quiet game, or the press that completes it: the one thing that follows. Nearly every act is one,
/// and is ruled on at little more than the cost of doing it.
#[inline(always)]
pub(crate) fn ordinary(game: &Game, event: &Event) -> Option<Ordinary> {
    let by = event.by.player()?;
    let goes_on = game.status == Status::InPlay && game.ledger.end_claimed.is_none();
    if !goes_on || event.at.is_some() && too_late(game, event).is_some() {
        return None;
    }
    let pressed = is_by_pressing(game);
    match event.act {
        Act::Move { mv, hands, .. } if !pressed || hands == Hands::One && pressed::at_rest(game, by) => {
            moving::ordinary_move(game, by, mv).map(Ordinary::Move)
        }
        Act::Press {
            hand: None,
            manner: None,
        } if pressed && !pressed::may_see_an_illegal_position(game) => {
            pressing::ordinary_press(game, by).map(|given| Ordinary::Press(by, given))
        }
        _ => None,
    }
}

/// The game was over before the act, by the time it happened: somebody came too late, or a flag had fallen.
#[inline(always)]
fn too_late(game: &Game, event: &Event) -> Option<Ruling> {
    sitting::late(game, event)
        .or_else(|| time_limit::run_out(game, event))
        .or_else(|| pressed::flag_seen(game, event))
}

/// The end of the game has been claimed, and a penalty is open: what the opponent does next decides. If he exacts it, or
/// the game ends otherwise, so be it; if he does anything else, or the umpire speaks, the end stands.
fn with_the_end_claimed(game: &Game, event: &Event, claimant: Colour) -> Result<Ruling, Impossible> {
    let mut ruling = by_act(game, event)?;
    if event.by == Party::from(claimant) || event.by == Party::Timekeeper {
        return Ok(ruling);
    }
    let nobody_decides = game.terms.arbiter == Presence::None;
    if matches!(event.act, Act::Adjourn) || nobody_decides && matches!(event.act, Act::Dispute { .. }) {
        // There is nothing to put off, and nobody to ask: what is claimed stands.
        ruling = Ruling::silent();
    }
    let mut after = game.clone();
    after.carry_out(&ruling);
    if after.status.is_over() || after.ledger.end_claimed.is_none() {
        return Ok(ruling);
    }
    let stands = Ruling::silent()
        .so(Consequence::Spend(claimant))
        .so(Consequence::Excuse(claimant))
        .so(Consequence::AtTheClock(AtTheClock::NoBreach));
    Ok(ruling.and(stands))
}

fn by_act(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    match &event.act {
        _ if let Some(ruled) = where_clocks_are_pressed(game, event) => ruled,
        Act::Touch { squares, .. } if squares.len() > 1 => {
            Ok(unknown("men touched in no order; record each touch by itself"))
        }
        Act::Move { .. }
        | Act::Touch { .. }
        | Act::Lift { .. }
        | Act::Place { .. }
        | Act::Quit { .. }
        | Act::Remove { .. }
        | Act::Promote { .. } => by_hand(game, event),
        Act::Adjust { square } => hands::adjusted(game, event, *square),
        Act::Say { words } => {
            let said = check::said(game, event, words);
            Ok(in_turn::touched_as_it_was(
                game,
                said.unwrap_or_else(|| conduct::spoken(game, event, words)),
            ))
        }
        Act::Exact { .. } | Act::Require { .. } if nothing_is_exacted(game) => {
            Ok(sanctions::not_the_players(game))
        }
        Act::Exact { .. } => Ok(in_turn::touched_as_it_was(game, penalties::exact(game, event))),
        Act::Waive { .. } => {
            let ruling = in_turn::free_of_a_requirement(game, penalties::waive(game, event));
            Ok(in_turn::touched_as_it_was(game, ruling))
        }
        Act::Require { what, square } => Ok(in_turn::touched_as_it_was(
            game,
            requiring::required(game, event, *what, *square),
        )),
        Act::Consent { what } => Ok(consents::consent(game, event, what)),
        Act::Adopt { mv } => Ok(letter::adopt(game, event, *mv)),
        Act::Offer { what, .. } => Ok(agreed::offer(game, event, *what)),
        Act::Accept { what } => Ok(agreed::accept(game, event, *what)),
        Act::Decline { what } => Ok(agreement::decline(game, event, *what)),
        Act::Claim { mv: Some(_), .. } => Ok(unknown("a claim made with a move that is only intended")),
        Act::Claim { ground, offence, .. } => Ok(match ground {
            Ground::Forfeit => match offence.as_deref() {
                Some("time") => time_limit::claimed(game, event),
                Some("absence") => lateness::absence_claimed(game, event),
                offence => before_the_umpire(game, forfeits::claim(game, event, offence)),
            },
            Ground::Agreement => agreed::accept(game, event, jadoube_game::Proposal::Draw),
            Ground::NormalMeans | Ground::NoEffort => unknown(&format!("a claim on the ground \"{ground}\"")),
            _ => claim::draw(game, event, *ground),
        }),
        Act::Demand { .. } => Ok(fifty_moves::demand(game, event)),
        Act::PointOut { error, number } => {
            let number = number.map(core::num::NonZeroU32::get);
            let ruling = pointing_out::pointed_out(game, event, *error, number);
            Ok(in_turn::touched_as_it_was(game, ruling))
        }
        Act::Resign => Ok(event
            .by
            .player()
            .and_then(|by| turn::would_win(game, !by))
            .unwrap_or_else(|| forfeits::resign(game, event))),
        Act::Upset { accident } => {
            let ruling = before_the_umpire(game, forfeits::upset(game, event, *accident));
            Ok(match accident {
                true if ruling.refused.is_none() => time_limit::stopped_by_accident(game, ruling),
                _ => ruling,
            })
        }
        Act::Refuse => Ok(before_the_umpire(game, forfeits::refuse(game, event))),
        Act::Abandon => Ok(before_the_umpire(game, forfeits::abandon(game, event))),
        Act::Adjourn => Ok(adjournment::adjourn(game, event)),
        Act::Seal { record } => Ok(sitting::seal(game, event, record)),
        Act::Resume {
            board,
            clocks,
            absent,
        } => sitting::resume(
            game,
            &Resumed {
                by: event.by,
                board: board.as_deref(),
                clocks: *clocks,
                absent,
            },
        ),
        Act::Send { texts, series, adopt } => Ok(letter::send(game, event, texts, series, *adopt)),
        Act::Arrive => Ok(sitting::arrive(game, event)),
        Act::Flag { .. } => Ok(time_limit::flag(game, event)),
        Act::CloseOfPlay => Ok(time_limit::close_of_play(game, event)),
        Act::Dispute { question } => {
            let ruling = disputes::dispute(game, event, question);
            if ruling.refused.is_some() {
                return Ok(ruling);
            }
            Ok(before_the_umpire(
                game,
                conduct::official_told(game, event, ruling),
            ))
        }
        Act::Decide(decided) => decision::decide(game, event, decided),
        Act::Press { .. } => Ok(unknown("the pressing of a clock")),
        Act::Pause { .. } | Act::Restart => Ok(unknown("the stopping of both clocks")),
        Act::Displace { .. } => Ok(unknown("men knocked from their places")),
        Act::Score { .. } => Ok(unknown("how a score sheet is kept")),
        Act::Device { .. } => Ok(unknown("electronic devices")),
        Act::Conduct { .. } => Ok(unknown("such conduct")),
        Act::Request { .. } => Ok(unknown("such a request")),
        Act::Sign { .. } => Ok(unknown("the signing of a result")),
        Act::Penalise { .. } | Act::Award { .. } => Ok(unknown("penalties and time at the umpire's choice")),
    }
}

/// A question that has come before the umpire stops the clocks.
fn before_the_umpire(game: &Game, ruling: Ruling) -> Ruling {
    let suspends = |each: &Consequence| matches!(each, Consequence::Suspend(_));
    if ruling.consequences.iter().any(suspends) {
        time_limit::clocks_stopped(game, ruling)
    } else {
        ruling
    }
}

/// Whether the law binds of itself, so that players exact and require nothing.
fn nothing_is_exacted(game: &Game) -> bool {
    penalties::WHO_CHOOSES[game.terms.code].value == penalties::WhoChooses::TheLaw
}

/// An act of which the code says nothing: it has no effect.
fn unknown(what: &str) -> Ruling {
    Ruling::refuse_plainly(say!("this code has no rule for {what}"; what))
}

/// Acts of an umpire where there is none, or where he may speak only when he is asked.
fn not_his(game: &Game, by: Party, act: &Act) -> Option<Ruling> {
    if by != Party::Umpire {
        return None;
    }
    if game.terms.arbiter == Presence::None {
        let why = "the game has no umpire; the players may name one";
        return Some(Ruling::refuse(
            disputes::WHO_DECIDES[game.terms.code].clause(),
            why,
        ));
    }
    let interferes = matches!(act, Act::PointOut { .. } | Act::Dispute { .. });
    let unasked = interferes && game.sitting.dispute.is_none();
    if unasked && disputes::WHO_DECIDES[game.terms.code].value == disputes::WhoDecides::UmpireOnAppeal {
        let why = "the umpire may not interfere unless he is appealed to";
        return Some(Ruling::refuse(
            disputes::WHO_DECIDES[game.terms.code].clause(),
            why,
        ));
    }
    None
}

/// Acts that come at a time when nothing of the kind can have effect.
fn not_now(game: &Game, event: &Event) -> Option<Ruling> {
    let why = match game.status {
        Status::InPlay => return None,
        Status::Adjourned => match event.act {
            Act::Seal { .. }
            | Act::Resume { .. }
            | Act::Resign
            | Act::Offer { .. }
            | Act::Accept { .. }
            | Act::Decline { .. }
            | Act::Claim { .. }
            | Act::PointOut { .. }
            | Act::Refuse
            | Act::Abandon
            | Act::Say { .. }
            | Act::Arrive
            | Act::Dispute { .. }
            | Act::Decide(_) => return None,
            Act::Flag { .. } if pressing::is_by_pressing(game) && game.clock.running().is_some() => {
                return None;
            }
            Act::Touch { .. }
            | Act::Move { .. }
            | Act::Lift { .. }
            | Act::Place { .. }
            | Act::Quit { .. }
            | Act::Remove { .. }
            | Act::Promote { .. }
                if sealing::is_to_seal(game, event) =>
            {
                return None;
            }
            // Until the move is sealed the men are on the board, and may fall over.
            _ if sealing::is_awaited(game) && hands::may_fall_over(game, &event.act) => return None,
            Act::Displace { .. } | Act::Upset { accident: true } if let Some(law) = CLOCK.of(game) => {
                return Some(flags::nothing_falls_over(law));
            }
            // The arbiter's powers, and the conduct they are for, do not rest meanwhile.
            Act::Penalise { .. } | Act::Award { .. } | Act::Conduct { .. } | Act::Device { .. }
                if pressing::is_by_pressing(game) =>
            {
                return None;
            }
            // Nor does a game that both give up or draw have to be resumed for it.
            Act::Sign { .. } if pressing::is_by_pressing(game) => return None,
            _ => "the game is adjourned; it must first be resumed",
        },
        Status::Suspended => match event.act {
            Act::Decide(_) | Act::Dispute { .. } | Act::Resign | Act::Say { .. } => return None,
            Act::Offer { .. } | Act::Accept { .. } | Act::Decline { .. } | Act::Consent { .. } => {
                return None;
            }
            Act::Restart | Act::Penalise { .. } | Act::Award { .. } if pressing::is_by_pressing(game) => {
                return None;
            }
            // Whatever is before the arbiter, how a player behaves is not; and both may sign how the game ends.
            Act::Conduct { .. } | Act::Device { .. } | Act::Score { .. } | Act::Sign { .. } | Act::Refuse
                if pressing::is_by_pressing(game) =>
            {
                return None;
            }
            // What the clocks were stopped for: whoever called the arbiter now says why.
            Act::Flag { .. }
            | Act::Adjourn
            | Act::PointOut { .. }
            | Act::Claim { .. }
            | Act::Request { .. }
                if flags::is_paused(game) =>
            {
                return None;
            }
            // Reading F23-100: men fall over whether the clocks go or stand, and are put right meanwhile.
            _ if hands::may_fall_over(game, &event.act) => return None,
            _ if game.terms.arbiter == Presence::None => {
                "play is suspended until the question is withdrawn, or an umpire named who decides it"
            }
            _ => "play is suspended until the umpire has decided",
        },
        Status::Won | Status::Drawn | Status::Annulled | Status::LostByBoth | Status::LostByOne => {
            match event.act {
                Act::Dispute { .. } | Act::Say { .. } => return None,
                Act::PointOut { .. } => return None,
                Act::Sign { .. } if pressing::is_by_pressing(game) => return None,
                // What costs neither time nor the game may still be imposed: a warning, points, a fine.
                Act::Penalise { penalty, .. }
                    if pressing::is_by_pressing(game)
                        && !penalty.takes_seconds()
                        && penalty != jadoube_game::Sanction::Loss =>
                {
                    return None;
                }
                // Readings F23-71, F23-89: the arbiter may decide otherwise.
                Act::Decide(ref decided)
                    if pressing::is_by_pressing(game) && lateness::may_be_reopened(game, decided) =>
                {
                    return None;
                }
                _ => "the game is over",
            }
        }
    };
    let clause = match game.status {
        Status::Adjourned => Some(adjournment::SEALING[game.terms.code].clause()),
        Status::Suspended => Some(disputes::WHO_DECIDES[game.terms.code].clause()),
        _ => game.outcome.as_ref().and_then(|outcome| outcome.clause),
    };
    Some(Ruling {
        refused: Some(jadoube_game::Refusal {
            clause,
            why: why.into(),
        }),
        ..Ruling::default()
    })
}
