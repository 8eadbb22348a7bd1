//! Where the players press a clock to complete their moves: which acts are ruled on otherwise, or only then?

use super::{
    agreed, decision, sealing, sitting,
    turn::{end_that_waited, the_end},
};
use crate::{
    facts::{
        change::{self, Change, Rest},
        legal, touched,
    },
    means::{after, moving, player_of},
    questions::{
        adjournment,
        claims::{self, CLAIMS, ClaimLaw},
        fifty_moves,
        findings::{self, FINDINGS, Findings},
        flags::{self, CLOCK, ClockLaw},
        forfeits,
        illegal_moves::{self, PUTTING_RIGHT, PuttingRight},
        lateness::VALID_REASON,
        pressing::{self, PRESSING, Pressing},
        regime, repetition,
        sanctions::{self, SANCTIONS, Sanctions},
        touch,
        touch_claims::{self, TOUCH_CLAIMS, TouchClaims},
        touch_order,
    },
};
use jadoube_board::{Colour, Move};
use jadoube_game::{
    Act, AtTheClock, Consequence, Decision, Deed, Duty, Error, Event, Game, Ground, Hand, HandMove, Imposed,
    Impossible, Manner, Party, Presence, Proposal, Requested, Ruling, Status, Touch, WrongMove,
    WrongMoveKind, piece_put_first, say, witness,
};

/// What each step rests on, under a code by which moves are completed by pressing a clock.
pub(super) struct Laws {
    pub(super) pressing: &'static Pressing,
    pub(super) touch_claims: &'static TouchClaims,
    pub(super) clock: &'static ClockLaw,
    pub(super) claims: &'static ClaimLaw,
    pub(super) putting_right: &'static PuttingRight,
    pub(super) findings: &'static Findings,
    pub(super) sanctions: &'static Sanctions,
}

impl Laws {
    #[inline]
    pub(super) fn of(game: &Game) -> Option<Self> {
        Some(Laws {
            pressing: PRESSING.of(game)?,
            touch_claims: TOUCH_CLAIMS.of(game)?,
            clock: CLOCK.of(game)?,
            claims: CLAIMS.of(game)?,
            putting_right: PUTTING_RIGHT.of(game)?,
            findings: FINDINGS.of(game)?,
            sanctions: SANCTIONS.of(game)?,
        })
    }
}

/// The acts that are ruled on otherwise, or only, where the players press a clock to complete their moves.
pub(super) fn where_clocks_are_pressed(game: &Game, event: &Event) -> Option<Result<Ruling, Impossible>> {
    let law = &Laws::of(game)?;
    let of_the_clock = match &event.act {
        Act::Pause { .. } => true,
        Act::PointOut { error, .. } => *error == Error::Clock,
        Act::Decide(decided) => decided.left.is_some(),
        _ => false,
    };
    if of_the_clock && !game.terms.clock {
        return Some(Ok(pressing::no_clock(law.pressing)));
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
                Some(by) => by_hand(law, game, event, by),
                None => Err(Impossible::NotThisParty(event.act.name(), "a player")),
            });
        }
        Act::Adjust { square } => return Some(pressing::adjust(law.pressing, game, event, *square)),
        Act::Press { hand, manner } => press(law, game, event, *hand, *manner),
        Act::Flag { side } => {
            let ruling = flags::flag(law.clock, game, event, *side);
            sitting::after_the_envelope(game, ruling)
        }
        Act::Pause { why } => flags::pause(law.clock, game, event, why.as_deref()),
        Act::Restart => {
            let ruling = flags::restart(law.clock, game, event);
            flags::brought_down(law.clock, game, event, ruling)
        }
        Act::Displace { squares } => {
            if let Some(empty) = squares.iter().find(|square| game.men.get(**square).is_none()) {
                return Some(Err(Impossible::NoManThere(*empty)));
            }
            flags::displace(law.clock, game, event, squares)
        }
        Act::Upset { accident: true } => {
            let ruling = forfeits::upset(game, event, true);
            flags::upset_by_accident(law.clock, event, ruling)
        }
        Act::Score { what } => sanctions::score(law.sanctions, game, event, *what),
        Act::Device { how, place } => {
            let ruling = sanctions::device(law.sanctions, game, event, *how, *place);
            flags::brought_down(law.clock, game, event, ruling)
        }
        Act::Conduct { what, leave } => sanctions::conduct(law.sanctions, game, event, *what, *leave),
        Act::Request {
            what: Requested::Increment,
        } => claims::asks_for_increment(law.claims, game, event),
        Act::Request { what } => sanctions::request(law.sanctions, game, event, *what),
        Act::Sign { result } => sanctions::sign(law.sanctions, game, event, *result),
        Act::Penalise {
            party,
            penalty,
            seconds,
            score,
            clause,
        } => {
            let imposed = Imposed {
                penalty: *penalty,
                seconds: *seconds,
                score: *score,
            };
            let ruling = sanctions::penalise(law.sanctions, game, event, *party, imposed, clause.as_deref());
            flags::brought_down(law.clock, game, event, ruling)
        }
        Act::Award { seconds } => sanctions::award(law.sanctions, game, event, *seconds),
        Act::Waive { .. } => waive(law, game, event),
        Act::Offer { what, condition } => offer(law, game, event, *what, condition.as_deref()),
        Act::Accept { what } => accept(law, game, event, *what),
        Act::Consent { what } if event.by == Party::Umpire => claims::consented(law.claims, game, what),
        Act::Claim { ground, mv, offence } => match ground {
            Ground::Repetition | Ground::FiftyMoves => {
                claims::claim(law.claims, game, event, *ground, *mv, is_sound)
            }
            Ground::NormalMeans | Ground::NoEffort => claims::normal_means(law.claims, game, event, *ground),
            Ground::Forfeit if offence.as_deref() == Some("time") => {
                flags::flag(law.clock, game, event, None)
            }
            _ => return None,
        },
        Act::PointOut { error, number } => match error {
            Error::FirstMove if !game.status.is_over() && !began_beside(game) => return None,
            Error::IllegalMove | Error::KingLeftInCheck | Error::FirstMove => {
                let ruling = illegal_moves::point_out(law.putting_right, game, event, *number, binds);
                put_right_while_adjourned(game, ruling)
            }
            _ if game.status.is_over() => {
                illegal_moves::point_out(law.putting_right, game, event, *number, binds)
            }
            Error::TouchedMan => {
                put_right_while_adjourned(game, touch_claims::touched_man(law.touch_claims, game, event))
            }
            Error::Colours => illegal_moves::colours(law.putting_right, game, event),
            Error::Clock => flags::wrong_clock(law.clock, game, event),
            Error::DisplacedMan | Error::DroppedMan => flags::displaced_man(law.clock, game, event),
            Error::IllegalPosition => illegal_moves::illegal_position(law.putting_right, game, event),
            Error::Board | Error::Men => regime::too_late_for_the_array(game)?,
            Error::ResumedPosition => return None,
        },
        Act::Adjourn => sealing::adjourn(law, game, event),
        Act::Seal { .. } | Act::Resume { .. } => {
            let reply = match &event.act {
                Act::Seal { record } => flags::seals_a_reply(law.clock, game, event, record),
                _ => None,
            };
            return flags::not_adjourned(law.clock, game).or(reply).map(Ok);
        }
        Act::Decide(decided) => {
            return Some(decision::decide(game, event, decided).map(|ruling| {
                let ruling = still_owed(game, decided, ruling);
                let ruling = flags::set_up_again(game, decided, ruling);
                let ruling = flags::set_left(game, decided, ruling);
                let ruling = findings::found(law.findings, game, decided, ruling);
                let ruling = match decided.fact.as_deref() {
                    _ if ruling.refused.is_some() => ruling,
                    Some(VALID_REASON) => {
                        ruling.and(illegal_moves::handed_back(law.putting_right, game, binds))
                    }
                    Some("unascertainable") if decided.board.is_some() => {
                        illegal_moves::settled(law.putting_right, game, ruling)
                    }
                    _ => ruling,
                };
                let ruling = end_that_waited(game, ruling);
                flags::brought_down(law.clock, game, event, ruling)
            }));
        }
        _ => return None,
    }))
}

/// What was found to be an accident binds nobody; a move declared, or due in place of another, is owed as before.
fn still_owed(game: &Game, decided: &Decision, ruling: Ruling) -> Ruling {
    let Some(owed) = game
        .ledger
        .duty
        .as_ref()
        .filter(|_| decided.fact.as_deref() == Some("accident"))
    else {
        return ruling;
    };
    let then = after(game, &ruling);
    let goes_on = !then.status.is_over() && then.past.len() == game.past.len() && decided.board.is_none();
    match &then.ledger.duty {
        None if goes_on => {
            let ruling = ruling.so(Consequence::Bind(owed.clone()));
            if game.pressing.touched {
                ruling.so(Consequence::AtTheClock(AtTheClock::Touched))
            } else {
                ruling
            }
        }
        _ => ruling,
    }
}

/// Whether the player who had not the first move made one all the same, and pressed (reading F23-51).
fn began_beside(game: &Game) -> bool {
    let first = |fault: &WrongMove| fault.past == 0 && fault.kind == WrongMoveKind::Beside;
    game.pressing.faults.iter().any(first)
}

/// A move that is put right in an adjourned game leaves it adjourned.
fn put_right_while_adjourned(game: &Game, ruling: Ruling) -> Ruling {
    if game.status != Status::Adjourned || ruling.refused.is_some() {
        return ruling;
    }
    let gone_back = after(game, &ruling);
    if gone_back.status.is_over() {
        return ruling;
    }
    adjournment::put_right_meanwhile(game, &gone_back, ruling)
}

/// Whether a claim of this draw is good in the position as it stands.
fn is_sound(game: &Game, ground: Ground) -> bool {
    match ground {
        Ground::FiftyMoves => fifty_moves::may_be_claimed(game.terms.code, game),
        _ => repetition::may_be_claimed(game.terms.code, game),
    }
}

/// An act of the hand.
fn by_hand(law: &Laws, game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    if let Act::Touch { accident: true, .. } = event.act
        && by == game.turn_to_play()
    {
        witness(game, by, &event.act)?;
        return Ok(touch::by_accident(game, by));
    }
    if game.status == Status::Adjourned {
        return sealing::before_sealing(law, game, event, by);
    }
    if let Some(put_back) = pressing::again_with_one_hand(law.pressing, game, event, by) {
        let from = after(game, &put_back);
        return Ok(put_back.and(in_his_turn(law, &from, event, by)?));
    }
    if by != game.turn_to_play() {
        return beside(law, game, event, by);
    }
    if is_let_go_already(game, event, by) {
        return Ok(Ruling::silent());
    }
    in_his_turn(law, game, event, by)
}

/// What has been let go already may be let go again.
fn is_let_go_already(game: &Game, event: &Event, by: Colour) -> bool {
    matches!(event.act, Act::Quit { .. })
        && game.turn.hands[by.index()].is_empty()
        && change::has_just_let_go(game, by)
}

/// The hand of him who has the move: what it undoes, what it touches, and what it makes.
pub(super) fn in_his_turn(law: &Laws, game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    let from_its_place = pressing::from_its_place(game, event);
    let event = from_its_place.as_ref().unwrap_or(event);
    let taken_back = pressing::taken_back(game, event);
    let from = &after(game, &taken_back);
    let first = || piece_put_first(from, by, &event.act);
    let seen = witness(from, by, &event.act).or_else(|impossible| first().map(Some).ok_or(impossible))?;
    let Some(deed) = seen else {
        return Ok(Ruling::silent());
    };
    let deed = match pressing::as_it_counts(law.pressing, from, event, by, deed) {
        Ok(deed) => deed,
        Err(ruling) => return Ok(ruling),
    };
    // Reading F23-74: a move made counts as touching, the man being in his hand already.
    let ruling = if deed.touched.is_empty() && deed.made.is_none() {
        taken_back
    } else {
        taken_back.and(touch_claims::touching_ends(law.touch_claims, game, by))
    };
    if game.pressing.claimable().is_some() {
        let settled = after(game, &ruling);
        if settled.pressing.claimable().is_none()
            && let Some(end) = the_end(&settled)
        {
            // Reading F23-32: what nobody can object to any more ends the game.
            return Ok(ruling.and(end));
        }
    }
    let touched = touched::so_far(from, &deed);
    let bound = bound_by(from, &touched);
    let perform = Consequence::Perform(Box::new(deed.clone()));
    let told = if deed.touched.is_empty() || from.ledger.duty.is_some() {
        Ruling::silent()
    } else if let Some(free) = touch_order::free_though_he_meant_to_castle(from, &touched) {
        free
    } else {
        pressing::told_of_touching(from, by, bound.as_ref())
    };
    if !deed.held.is_empty() {
        return Ok(ruling.so(perform).and(told));
    }
    let men = change::with_the_pawn_replaced(from, &deed.men, &deed.off, by);
    let ruling = match change::whole_change(from, &men, &deed.under) {
        Change::Nothing => ruling.so(perform).and(told),
        Change::Legal(mv) => {
            let say = match &event.act {
                Act::Move { say, .. } => say.as_deref(),
                _ => None,
            };
            let played = played(law, from, mv, say);
            let made = touch_claims::made(law.touch_claims, from, mv, bound.as_ref(), played, has_ended);
            if game.pressing.faults.is_empty() {
                ruling.and(made)
            } else {
                seen_at_once(law, game, ruling.and(made))
            }
        }
        Change::Begun(moves, rest) => {
            let ruling = ruling
                .so(perform)
                .and(moving::not_complete(from, &moves, rest, by));
            if rest == Rest::TakeTheRemoved {
                ruling.and(told)
            } else {
                ruling.and(moving::let_go(from, bound.as_ref(), moves, rest, by))
            }
        }
        Change::Irregular => match made_irregularly(from, event, &deed) {
            Some(made) if !game.clock.is_pressed() => {
                let made = ruling.so(perform).so(Consequence::Irregular(made));
                let passed = pressing::completed_without_a_clock(law.pressing, &after(game, &made));
                seen_at_once(law, game, made.and(passed))
            }
            Some(made) => ruling
                .so(perform)
                .and(pressing::not_a_legal_move(law.pressing, by, made)),
            None => ruling.so(perform).and(told),
        },
    };
    Ok(ruling.and(pressing::with_both_hands(law.pressing, event, by)))
}

/// An arbiter who sees everything puts right at once what the ruling so far has completed against the law.
fn seen_at_once(law: &Laws, game: &Game, ruling: Ruling) -> Ruling {
    if game.terms.arbiter != Presence::Watching {
        return ruling;
    }
    let moved = after(game, &ruling);
    if illegal_moves::newly_completed(game, &moved) {
        ruling.and(illegal_moves::acted_on(law.putting_right, &moved, binds))
    } else {
        ruling
    }
}

/// The transfer of which no legal move makes part: that of a man let go, or of a piece put for a Pawn where it cannot go.
fn made_irregularly(game: &Game, event: &Event, deed: &Deed) -> Option<HandMove> {
    let by_promoting = || match event.act {
        Act::Promote { .. } => change::promoted(game, &deed.men, deed.by),
        _ => None,
    };
    deed.made.or_else(by_promoting)
}

/// The hand of him who has not the move.
fn beside(law: &Laws, game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    if is_let_go_already(game, event, by) {
        return Ok(Ruling::silent());
    }
    if matches!(event.act, Act::Move { .. }) && change::is_irregular(game) {
        let passed = pressing::answered_as_if_made(game);
        let mut form = after(game, &passed);
        form.turn_is_begun();
        return Ok(passed.and(by_hand(law, &form, event, by)?));
    }
    if matches!(event.act, Act::Promote { .. }) && has_just_promoted(game, by) {
        return Ok(pressing::chosen_for_good(law.pressing));
    }
    let Some(deed) = witness(game, by, &event.act)? else {
        return Ok(Ruling::silent());
    };
    // A move in its parts is one when the man is let go; until then the men stand where they stood.
    let whole = deed
        .made
        .filter(|_| matches!(event.act, Act::Quit { .. }))
        .map(|mv| Event {
            act: Act::played(mv),
            ..event.clone()
        });
    if let Some(whole) = whole.as_ref().filter(|_| change::is_irregular(game)) {
        let let_go = Ruling::simply(Consequence::AtTheClock(AtTheClock::InHand(by, deed.held)));
        let answer = beside(law, &after(game, &let_go), whole, by)?;
        return Ok(let_go.and(answer));
    }
    let ruling = pressing::beside(law.pressing, game, whole.as_ref().unwrap_or(event), by);
    Ok(if deed.held == game.turn.hands[by.index()] {
        ruling
    } else {
        ruling.so(Consequence::AtTheClock(AtTheClock::InHand(by, deed.held)))
    })
}

/// Whether the last move made was this player's, and made a piece of a Pawn.
fn has_just_promoted(game: &Game, by: Colour) -> bool {
    game.past
        .last()
        .is_some_and(|last| last.standing.player == by && last.mv.is_some_and(|mv| mv.promotion().is_some()))
}

/// A legal move is made, by hand or from an envelope: it completes the one before it, answers the opponent's illegal one, and
/// waits for no increment.
fn played(law: &Laws, game: &Game, mv: Move, say: Option<&str>) -> Ruling {
    let by = game.turn_to_play();
    pressing::completed_by_moving(law.pressing, game, by)
        .and(moving::played(game, mv, say))
        .and(illegal_moves::answered(game, by))
        .and(claims::plays_on_without(law.claims, game, by))
}

/// A sealed move is opened: what his touching had bound him to binds him here too.
pub(super) fn sealed(game: &Game, mv: Move) -> Ruling {
    let Some(law) = &Laws::of(game) else {
        return moving::played(game, mv, None);
    };
    let played = played(law, game, mv, None);
    let bound = bound_by(game, &game.turn.touched);
    let made = touch_claims::made(law.touch_claims, game, mv, bound.as_ref(), played, has_ended);
    seen_at_once(law, game, made)
}

/// Whether the position as it stands ends the game, though the last move could still be claimed about.
fn has_ended(game: &Game) -> bool {
    the_end(game).is_some()
}

/// What the men touched in this turn bind him to, nothing else being owed.
fn bound_by(game: &Game, touched: &[Touch]) -> Option<Duty> {
    if game.ledger.duty.is_some() {
        return None;
    }
    touch_order::bound(game, touched).map(touch_order::Bound::into_duty)
}

/// What an illegal move's player is bound to when it is put right: what he owed before it, or else by the men touched in it.
fn binds(game: &Game, fault: &WrongMove) -> Option<Duty> {
    if let Some(owed) = &fault.owed {
        return Some((**owed).clone());
    }
    let legal = legal::legal_at(game, &fault.turn, fault.past);
    let made = game.past.get(fault.past).and_then(|turn| turn.made);
    touch_order::bound_in(game, &fault.turn, &legal, &fault.touched, made).map(touch_order::Bound::into_duty)
}

/// Whether nothing stands at the clock that a move of this player's could touch on.
#[inline]
pub(super) fn at_rest(game: &Game, by: Colour) -> bool {
    game.pressing.faults.is_empty()
        && game.pressing.breach.is_none()
        && !game.pressing.uncompleted[by.index()]
        && game.ledger.offers.is_empty()
        && game.pressing.asks_increment.is_none()
}

/// Whether the arbiter would see now what only he can see: an illegal position in a fast game.
#[inline]
pub(super) fn may_see_an_illegal_position(game: &Game) -> bool {
    game.terms.arbiter == Presence::Watching && illegal_moves::may_be_watched(game)
}

/// The clock is pressed: an illegal move that is thereby complete is put right where the arbiter sees it.
fn press(law: &Laws, game: &Game, event: &Event, hand: Option<Hand>, manner: Option<Manner>) -> Ruling {
    let ruling = pressing::press(law.pressing, game, event, hand, manner);
    if ruling.refused.is_some() {
        return ruling;
    }
    let pressed = after(game, &ruling);
    let ruling = match breach_with_the_pawn_left(game, &pressed) {
        Some(breach) => ruling.so(breach),
        None => ruling,
    };
    if game.terms.arbiter == Presence::Watching && illegal_moves::newly_completed(game, &pressed) {
        let seen = after(game, &ruling);
        return ruling.and(illegal_moves::acted_on(law.putting_right, &seen, binds));
    }
    position_seen(game, ruling)
}

/// The ruling so far has completed a move: what follows from a position that the arbiter sees, or has seen before it.
pub(super) fn position_seen(game: &Game, ruling: Ruling) -> Ruling {
    let Some(law) = PUTTING_RIGHT.of(game) else {
        return ruling;
    };
    let completed = after(game, &ruling);
    if game.pressing.watched {
        return ruling.and(illegal_moves::one_more_move(law, &completed));
    }
    ruling.and(illegal_moves::seen_at_once(law, &completed))
}

/// A Pawn was left on its last rank by a move that touching did not leave open: that can be claimed beside it.
fn breach_with_the_pawn_left(game: &Game, pressed: &Game) -> Option<Consequence> {
    let fault = pressed.pressing.faults.last()?;
    if fault.past != game.past.len() {
        return None;
    }
    let queen = illegal_moves::queened(pressed, fault)?;
    illegal_moves::against_the_touch(game, fault, queen, binds)
}

/// The opponent lets pass how a man was touched and another played.
fn waive(law: &Laws, game: &Game, event: &Event) -> Ruling {
    end_that_waited(game, touch_claims::waive(law.touch_claims, game, event))
}

/// Something is offered: a draw where the event allows one, or that an illegal move be corrected.
fn offer(law: &Laws, game: &Game, event: &Event, what: Proposal, condition: Option<&str>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match what {
        Proposal::Correct if !illegal_moves::may_be_corrected(game) => claims::not_corrected(
            law.claims,
            "there is no illegal move that the players may correct".into(),
        ),
        Proposal::Correct if game.ledger.offers.contains(&(!by, what)) => accept(law, game, event, what),
        Proposal::Correct if game.ledger.offers.contains(&(by, what)) => claims::not_corrected(
            law.claims,
            say!("[he] [has] offered that already, and it is still open"),
        ),
        Proposal::Correct => Ruling::simply(Consequence::Offer(by, what)),
        Proposal::Draw => {
            if let Some(refusal) = claims::too_early(law.claims, game) {
                return refusal;
            }
            let ruling = agreed::offer(game, event, what);
            if ruling.refused.is_some() {
                return ruling;
            }
            claims::offered(law.claims, game, by, condition, ruling)
        }
        Proposal::Adjourn if let Some(refusal) = flags::not_adjourned(law.clock, game) => refusal,
        _ => agreed::offer(game, event, what),
    }
}

/// An offer is accepted.
fn accept(law: &Laws, game: &Game, event: &Event, what: Proposal) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match what {
        Proposal::Correct if game.ledger.offers.contains(&(!by, what)) => Ruling::simply(
            Consequence::Withdraw,
        )
        .and(illegal_moves::corrected(law.putting_right, game, binds)),
        Proposal::Correct => {
            claims::not_corrected(law.claims, say!("[the opponent] [has] not offered to correct it"))
        }
        Proposal::Draw => {
            claims::too_early(law.claims, game).unwrap_or_else(|| agreed::accept(game, event, what))
        }
        _ => agreed::accept(game, event, what),
    }
}

/// An arbiter who sees everything calls a flag as soon as it is down; the act comes after the end.
#[inline]
pub(super) fn flag_seen(game: &Game, event: &Event) -> Option<Ruling> {
    let ruling = flags::seen(CLOCK.of(game)?, game, event)?;
    Some(sitting::after_the_envelope(game, ruling))
}
