//! Where the players press a clock to complete their moves: which acts are ruled on otherwise, or only then?

use super::{agreed, decision, turn::the_end};
use crate::{
    means::{after, player_of},
    questions::{
        claims,
        completing::{self, Change, Rest},
        fifty_moves, flags, illegal_moves, moves, pressing, repetition, sanctions, touch, touch_order,
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, AtTheClock, Consequence, Duty, Error, Event, Game, Ground, Hand, Hands, Imposed, Impossible, Manner,
    Party, Presence, Proposal, Requested, Ruling, Touch, WrongMove, witness,
};

/// The acts that are ruled on otherwise, or only, where the players press a clock to complete their moves.
#[inline]
pub(super) fn where_clocks_are_pressed(game: &Game, event: &Event) -> Option<Result<Ruling, Impossible>> {
    if !pressing::is_by_pressing(game) {
        return None;
    }
    if let Some(refusal) = sanctions::nobody(game, event) {
        return Some(Ok(refusal));
    }
    Some(Ok(match &event.act {
        Act::Move { .. }
        | Act::Touch { .. }
        | Act::Lift { .. }
        | Act::Place { .. }
        | Act::Quit { .. }
        | Act::Remove { .. }
        | Act::Promote { .. } => {
            return Some(match event.by.player() {
                Some(by) => by_hand(game, event, by),
                None => Err(Impossible::NotThisParty(event.act.name(), "a player")),
            });
        }
        Act::Adjust { square } => return Some(pressing::adjust(game, event, *square)),
        Act::Press { hand, manner } => press(game, event, *hand, *manner),
        Act::Flag { side } => flags::flag(game, event, *side),
        Act::Pause { why } => flags::pause(game, event, why.as_deref()),
        Act::Restart => flags::restart(game, event),
        Act::Displace { squares } => flags::displace(game, event, squares),
        Act::Score { what } => sanctions::score(game, event, *what),
        Act::Device { how, place } => sanctions::device(game, event, *how, *place),
        Act::Conduct { what, leave } => sanctions::conduct(game, event, *what, *leave),
        Act::Request {
            what: Requested::Increment,
        } => claims::asks_for_increment(game, event),
        Act::Request { what } => sanctions::request(game, event, *what),
        Act::Sign { result } => sanctions::sign(game, event, *result),
        Act::Penalise {
            party,
            penalty,
            seconds,
            score,
            ..
        } => {
            let imposed = Imposed {
                penalty: *penalty,
                seconds: *seconds,
                score: *score,
            };
            sanctions::penalise(game, event, *party, imposed)
        }
        Act::Award { seconds } => sanctions::award(event, *seconds),
        Act::Waive { .. } => waive(game, event),
        Act::Offer { what, condition } => offer(game, event, *what, condition.as_deref()),
        Act::Accept { what } => accept(game, event, *what),
        Act::Consent { what } if event.by == Party::Umpire => claims::consented(what),
        Act::Claim { ground, mv, offence } => match ground {
            Ground::Repetition | Ground::FiftyMoves => claims::claim(game, event, *ground, *mv, is_sound),
            Ground::NormalMeans | Ground::NoEffort => claims::normal_means(game, event, *ground),
            Ground::Forfeit if offence.as_deref() == Some("time") => flags::flag(game, event, None),
            _ => return None,
        },
        Act::PointOut { error, number } => match error {
            Error::IllegalMove | Error::KingLeftInCheck | Error::FirstMove => {
                illegal_moves::point_out(game, event, *number, binds)
            }
            _ if game.status.is_over() => illegal_moves::point_out(game, event, *number, binds),
            Error::TouchedMan => pressing::touched_man(game, event),
            Error::Colours => illegal_moves::colours(game, event),
            Error::Clock => flags::wrong_clock(event),
            Error::DisplacedMan | Error::DroppedMan => flags::displaced_man(game, event),
            Error::IllegalPosition => illegal_moves::illegal_position(game, event),
            Error::Board | Error::Men => illegal_moves::too_late_for_the_array(game)?,
            Error::ResumedPosition => return None,
        },
        Act::Adjourn | Act::Seal { .. } | Act::Resume { .. } => return flags::not_adjourned(game).map(Ok),
        Act::Decide(decided) => {
            return Some(decision::decide(game, event, decided).map(|ruling| {
                let ruling = flags::set_left(decided, ruling);
                sanctions::found(game, decided, ruling)
            }));
        }
        _ => return None,
    }))
}

/// Whether a claim of this draw is good in the position as it stands.
fn is_sound(game: &Game, ground: Ground) -> bool {
    match ground {
        Ground::FiftyMoves => fifty_moves::may_be_claimed(game.terms.code, game),
        _ => repetition::may_be_claimed(game.terms.code, game),
    }
}

/// An act of the hand: an ordinary move at little cost, anything else with care.
#[inline]
fn by_hand(game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    let at_rest = game.pressing.faults.is_empty() && game.pressing.breach.is_none();
    if at_rest
        && matches!(
            event.act,
            Act::Move {
                hands: Hands::One,
                ..
            }
        )
        && let Some(ruling) = completing::ordinary_move(game, by, &event.act)
    {
        return Ok(ruling);
    }
    if by != game.turn_to_play() {
        return beside(game, event, by);
    }
    if let Act::Touch { accident: true, .. } = event.act {
        witness(game, by, &event.act)?;
        return Ok(touch::by_accident(game, by));
    }
    if is_let_go_already(game, event, by) {
        return Ok(Ruling::silent());
    }
    in_his_turn(game, event, by)
}

/// What has been let go already may be let go again.
fn is_let_go_already(game: &Game, event: &Event, by: Colour) -> bool {
    matches!(event.act, Act::Quit { .. })
        && game.turn.hands[by.index()].is_empty()
        && completing::has_just_let_go(game, by)
}

/// The hand of him who has the move: what it undoes, what it touches, and what it makes.
fn in_his_turn(game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    let taken_back = pressing::taken_back(game, event);
    let from = &after(game, &taken_back);
    let Some(deed) = witness(from, by, &event.act)? else {
        return Ok(Ruling::silent());
    };
    let deed = match pressing::as_it_counts(from, event, by, deed) {
        Ok(deed) => deed,
        Err(ruling) => return Ok(ruling),
    };
    let ruling = if deed.touched.is_empty() {
        taken_back
    } else {
        taken_back.and(pressing::touching_ends(game, by))
    };
    if game.pressing.breach.is_some() {
        let settled = after(game, &ruling);
        if settled.pressing.breach.is_none()
            && let Some(end) = the_end(&settled)
        {
            // Reading F23-32: what nobody can object to any more ends the game.
            return Ok(ruling.and(end));
        }
    }
    let touched = pressing::touched_so_far(from, &deed);
    let bound = bound_by(from, &touched);
    let perform = Consequence::Perform(Box::new(deed.clone()));
    let told = if deed.touched.is_empty() {
        Ruling::silent()
    } else {
        pressing::told_of_touching(from, by, bound.as_ref())
    };
    if !deed.held.is_empty() {
        return Ok(ruling.so(perform).and(told));
    }
    let men = completing::with_the_pawn_replaced(from, &deed.men, &deed.off, by);
    let ruling = match completing::whole_change(from, &men, &deed.under) {
        Change::Nothing => ruling.so(perform).and(told),
        Change::Legal(mv) => {
            let say = match &event.act {
                Act::Move { say, .. } => say.as_deref(),
                _ => None,
            };
            let played = completing::played(from, mv, say).and(illegal_moves::answered(from, by));
            ruling.and(pressing::made(from, mv, bound.as_ref(), played))
        }
        Change::Begun(moves, rest) => {
            let ruling = ruling
                .so(perform)
                .and(completing::not_complete(from, &moves, rest, by));
            if rest == Rest::TakeTheRemoved {
                ruling.and(told)
            } else {
                ruling
            }
        }
        Change::Irregular => match deed.made {
            Some(made) => ruling.so(perform).and(pressing::not_a_legal_move(game, by, made)),
            None => ruling.so(perform).and(told),
        },
    };
    Ok(ruling.and(pressing::with_both_hands(event, by)))
}

/// The hand of him who has not the move.
fn beside(game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    if is_let_go_already(game, event, by) {
        return Ok(Ruling::silent());
    }
    if matches!(event.act, Act::Move { .. }) && pressing::is_irregular(game) {
        let passed = pressing::answered_as_if_made(game);
        let mut form = after(game, &passed);
        form.turn_is_begun();
        return Ok(passed.and(by_hand(&form, event, by)?));
    }
    witness(game, by, &event.act)?;
    Ok(pressing::beside(game, event, by))
}

/// What the men touched in this turn bind him to, nothing else being owed.
fn bound_by(game: &Game, touched: &[Touch]) -> Option<Duty> {
    if game.ledger.duty.is_some() {
        return None;
    }
    touch_order::bound(game, touched).map(touch_order::Bound::into_duty)
}

/// What the men touched in an illegal move bind its player to when it is put right.
fn binds(game: &Game, fault: &WrongMove) -> Option<Duty> {
    let legal = moves::legal_at(game, &fault.turn, fault.past);
    touch_order::bound_in(&fault.turn, &legal, &fault.touched).map(touch_order::Bound::into_duty)
}

/// The clock is pressed: an illegal move that is thereby complete is put right where the arbiter sees it.
#[inline]
fn press(game: &Game, event: &Event, hand: Option<Hand>, manner: Option<Manner>) -> Ruling {
    let ruling = pressing::press(game, event, hand, manner);
    let noted = |each: &Consequence| matches!(each, Consequence::AtTheClock(AtTheClock::Note(_)));
    if game.terms.arbiter == Presence::Watching && ruling.consequences.iter().any(noted) {
        let seen = after(game, &ruling);
        return ruling.and(illegal_moves::acted_on(&seen, binds));
    }
    if game.pressing.watched && ruling.refused.is_none() {
        let pressed = after(game, &ruling);
        return ruling.and(illegal_moves::one_more_move(&pressed));
    }
    ruling
}

/// The opponent lets pass how a man was touched and another played; an end that waited for it is final.
fn waive(game: &Game, event: &Event) -> Ruling {
    let ruling = pressing::waive(game, event);
    if ruling.refused.is_some() {
        return ruling;
    }
    match the_end(&after(game, &ruling)) {
        Some(end) => ruling.and(end),
        None => ruling,
    }
}

/// Something is offered: a draw where the event allows one, or that an illegal move be corrected.
fn offer(game: &Game, event: &Event, what: Proposal, condition: Option<&str>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match what {
        Proposal::Correct if !illegal_moves::may_be_corrected(game) => {
            claims::not_corrected("there is no illegal move that the players may correct")
        }
        Proposal::Correct if game.ledger.offers.contains(&(!by, what)) => accept(game, event, what),
        Proposal::Correct => Ruling::simply(Consequence::Offer(by, what)),
        Proposal::Draw => {
            if let Some(refusal) = claims::too_early(game) {
                return refusal;
            }
            let ruling = agreed::offer(game, event, what);
            if ruling.refused.is_some() {
                return ruling;
            }
            claims::offered(game, by, condition, ruling)
        }
        _ => agreed::offer(game, event, what),
    }
}

/// An offer is accepted.
fn accept(game: &Game, event: &Event, what: Proposal) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match what {
        Proposal::Correct if game.ledger.offers.contains(&(!by, what)) => {
            Ruling::simply(Consequence::Withdraw).and(illegal_moves::corrected(game, binds))
        }
        Proposal::Correct => claims::not_corrected("the opponent has not offered to correct it"),
        Proposal::Draw => claims::too_early(game).unwrap_or_else(|| agreed::accept(game, event, what)),
        _ => agreed::accept(game, event, what),
    }
}
