//! A turn to play begins: which questions does the position raise of itself, and in which order?

use super::letter;
use crate::{
    code::Authority,
    course::End,
    facts::{Facts, checks, legal, proved},
    means::{after, liability},
    questions::{
        crossings,
        endings::{self, DRAWN_GAME, DrawnGame},
        false_move, fifty_moves, misplaced_men, out_of_turn, removals, repetition, touch,
    },
};
use jadoube_board::{Colour, Position};
use jadoube_game::{Citation, Code, Game, Ruling, Status};

/// What the law says without being asked, an act having been carried out.
#[inline]
pub(crate) fn of_itself(game: &Game) -> Option<Ruling> {
    if game.turn_just_began {
        at_the_commencement(game)
    } else {
        held_back_no_longer(game)
    }
}

/// What the law says when a turn to play begins: mate, stalemate, touches carried over, demands run out.
#[inline]
fn at_the_commencement(game: &Game) -> Option<Ruling> {
    if game.status != Status::InPlay {
        return None;
    }
    the_end(game)
        .or_else(|| counted_out(game))
        .or_else(|| carried_over(game))
        .or_else(|| endings::only_in_passing(game))
        .or_else(|| letter::at_the_commencement(game))
}

/// Men touched or moved in the opponent's turn that count in this one.
#[inline]
fn carried_over(game: &Game) -> Option<Ruling> {
    if game.ledger.carried[game.turn_to_play().index()].is_empty() {
        return None;
    }
    touch::at_the_commencement(game).or_else(|| out_of_turn::play_the_man(game))
}

/// An act has begun no turn: does an end stand on the board that nothing holds back any longer?
#[inline]
fn held_back_no_longer(game: &Game) -> Option<Ruling> {
    if game.status != Status::InPlay {
        return None;
    }
    if legal::is_without_a_move(game) {
        return the_end(game);
    }
    counted_out(game)
}

/// The moves allowed are all made, and nothing is to be exacted first for the last of them.
#[inline]
fn counted_out(game: &Game) -> Option<Ruling> {
    if game.ledger.demands.is_empty() || crossings::end_is_held_back(game) {
        return None;
    }
    fifty_moves::at_the_commencement(game)
}

/// Does the game end with the position as it stands: drawn of itself, by mate, by stalemate?
#[inline]
pub(super) fn the_end(game: &Game) -> Option<Ruling> {
    let position = game.position()?;
    if liability::was_illegal(game) {
        return None;
    }
    if legal::is_without_a_move(game) {
        return no_move_is_left(game, position);
    }
    let progress = game.recurring_from.is_none_or(|from| from == game.past.len());
    let (what, authority) = drawn_of_itself(game.terms.code, game, progress)?;
    // Only `"9.6"` does not ask how the last move was made.
    let asks_how = what == End::DeadPosition;
    (!asks_how || !liability::may_be_undone(game)).then(|| endings::drawn(game, what, authority))
}

/// An end that waited for what can be said of the last move is final when that is settled (reading F23-32).
pub(super) fn end_that_waited(game: &Game, ruling: Ruling) -> Ruling {
    if game.pressing.breach.is_none() || ruling.refused.is_some() {
        return ruling;
    }
    let settled = after(game, &ruling);
    let goes_on = settled.pressing.breach.is_none() && !settled.status.is_over();
    match the_end(&settled).filter(|_| goes_on) {
        Some(end) => ruling.and(end),
        None => ruling,
    }
}

/// Mate or stalemate stands on the board: does it end the game?
#[cold]
fn no_move_is_left(game: &Game, position: &Position) -> Option<Ruling> {
    if crossings::end_is_held_back(game) || is_put_right_first(game).is_some() {
        return None;
    }
    let in_check = position.is_check();
    if in_check {
        if !checks::binds(game, &game.standing, game.past.len()) {
            // Reading XXV-24: without the word there is no mate yet.
            return None;
        }
        if let Some(drawn) = would_win(game, !game.turn_to_play()) {
            return Some(drawn);
        }
    }
    Some(endings::without_a_legal_move(game, in_check))
}

/// What stands on the board is to be put right first, whoever brought it about: by which law, and why.
pub(super) fn is_put_right_first(game: &Game) -> Option<(Citation, &'static str)> {
    if removals::a_man_is_missing(game) {
        let clause = removals::DROPPED_MAN[game.terms.code].clause();
        return Some((clause, "a man is missing from the board: it is put back first"));
    }
    false_move::may_yet_be_retracted(game).then(|| {
        let clause = false_move::FALSE_MOVE[game.terms.code].clause();
        (clause, "the last move was illegal and may yet be retracted")
    })
}

/// This player would win, by mate or because the other resigns: what if he may not?
pub(super) fn would_win(game: &Game, winner: Colour) -> Option<Ruling> {
    let giver = misplaced_men::odds_were_forgotten(game).filter(|giver| *giver == winner)?;
    endings::only_a_draw(game, giver)
}

/// A draw that needs no claim though the player has a legal move, and what it rests on.
#[inline]
pub(crate) fn drawn_of_itself(code: Code, facts: &impl Facts, progress: bool) -> Option<(End, Authority)> {
    let quiet = facts.quiet();
    // The men are back for the fifth time after sixteen half-moves at the soonest.
    if quiet >= 16 && repetition::is_drawn_of_itself(code, facts) {
        return Some((End::Fivefold, repetition::FIFTH_TIME[code].authority));
    }
    if quiet >= 150 && fifty_moves::is_drawn_of_itself(code, facts) {
        return Some((End::SeventyFive, fifty_moves::SEVENTY_FIVE[code].authority));
    }
    // Nothing but a capture or a Pawn's move makes a game unwinnable that could be won before, forced lines apart.
    // `progress`: whether the last move was one.
    let is_dead =
        |position: &Position| progress && proved::is_dead(position) || proved::is_forced_to_die(position);
    (DRAWN_GAME[code].value == DrawnGame::OfItself && facts.position().is_some_and(is_dead))
        .then(|| (End::DeadPosition, DRAWN_GAME[code].authority))
}

/// The end that stands on the board and waits only because a penalty is open against the move that brought it about.
pub(super) fn end_that_waits(game: &Game) -> Option<Citation> {
    let position = game.position()?;
    if game.status != Status::InPlay
        || !legal::is_without_a_move(game)
        || !crossings::end_may_be_claimed(game)
    {
        return None;
    }
    if position.is_check() && !checks::binds(game, &game.standing, game.past.len())
        || is_put_right_first(game).is_some()
    {
        return None;
    }
    endings::clause_of_the_end(game)
}
