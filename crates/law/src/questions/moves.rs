//! What may the player on turn play without breaking the law?

use crate::questions::{completing, false_move};
use jadoube_board::{Colour, Move, Position, Rank, Square};
use jadoube_game::{DutyView, Game, HandMove, Standing, Status};

/// The legal move that a transfer by hand makes in this position, if it makes one.
pub(crate) fn legal_move(game: &Game, position: &Position, hand: HandMove) -> Option<Move> {
    let mv = position.find_move(hand.from, hand.to, hand.becomes)?;
    is_open_to_history(game, mv).then_some(mv)
}

/// Conditions of a move that the position alone does not show: a Pawn's first move, and the limit on odds of several moves.
pub(crate) fn is_open_to_history(game: &Game, mv: Move) -> bool {
    is_open_at(&game.standing, game.turn_began.is_some(), mv)
}

fn is_open_at(turn: &Standing, several_moves: bool, mv: Move) -> bool {
    let has_moved = |id| turn.men.has_moved(id);
    if mv.is_double_step() && turn.men.id(mv.from()).is_some_and(has_moved) {
        return false;
    }
    !several_moves || within_fourth_rank(turn.player, mv.to())
}

/// Several moves at the start may not carry a man beyond the player's fourth rank: `"IV.4"`, `"22.iv"`.
fn within_fourth_rank(player: Colour, to: Square) -> bool {
    match player {
        Colour::White => to.rank() <= Rank::Four,
        Colour::Black => to.rank() >= Rank::Five,
    }
}

/// All legal moves in a turn that began so, after so many turns.
pub(crate) fn legal_at(game: &Game, turn: &Standing, past: usize) -> Vec<Move> {
    let several = game.terms.odds.as_ref().map_or(0, |odds| odds.moves as usize);
    let several_moves = several > 1 && past < several && turn.player == game.first.player;
    turn.position.as_ref().map_or_else(Vec::new, |position| {
        let legal = position.legal_moves();
        let legal = legal.iter().copied();
        legal.filter(|mv| is_open_at(turn, several_moves, *mv)).collect()
    })
}

/// All legal moves of the player on turn, from the position at the commencement of his turn.
pub fn legal_moves(game: &Game) -> Vec<Move> {
    let Some(position) = game.position() else {
        return Vec::new();
    };
    position
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| is_open_to_history(game, *mv))
        .collect()
}

/// What the player on turn may play, sorted by its name in UCI; and why, where that is less than all.
pub fn open_moves(game: &Game) -> (Vec<Move>, Option<DutyView>) {
    if game.status != Status::InPlay {
        return (Vec::new(), None);
    }
    let (mut moves, duty) = unsorted(game);
    moves.sort_by_cached_key(ToString::to_string);
    (moves, duty)
}

fn unsorted(game: &Game) -> (Vec<Move>, Option<DutyView>) {
    if let Some(pending) = &game.pending {
        let text = "the text must first be read one way, or a penalty exacted".to_owned();
        return (
            Vec::new(),
            Some(DutyView {
                clause: pending.clause,
                text,
            }),
        );
    }
    if let Some(bound) = false_move::bound_by_an_illegal_move(game) {
        return bound;
    }
    if let Some(altered) = &game.altered
        && let Some(men) = &altered.after
    {
        let position = men.position(game.turn_to_play(), game.movement);
        return (
            position
                .map(|position| position.legal_moves().iter().copied().collect())
                .unwrap_or_default(),
            None,
        );
    }
    let mut moves = legal_moves(game);
    if let Some(duty) = &game.duty {
        let bound = duty.moves.clone();
        if let Some((begun, view)) = completing::begun(game)
            && bound.iter().any(|mv| begun.contains(mv))
        {
            return (
                bound.into_iter().filter(|mv| begun.contains(mv)).collect(),
                Some(view),
            );
        }
        let view = DutyView {
            clause: duty.clause,
            text: duty.text.clone(),
        };
        return (bound, Some(view));
    }
    if let Some((begun, view)) = completing::begun(game) {
        moves.retain(|mv| begun.contains(mv));
        return (moves, Some(view));
    }
    (moves, None)
}
