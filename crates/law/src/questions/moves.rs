//! What may the player on turn play without breaking the law?

use crate::questions::{completing, false_move};
use jadoube_board::{Move, Position, Rank, Square};
use jadoube_game::{DutyView, Game, HandMove, Status};

/// The legal move that a transfer by hand makes in this position, if it makes one.
pub(crate) fn legal_move(game: &Game, position: &Position, hand: HandMove) -> Option<Move> {
    let mv = position.find_move(hand.from, hand.to, hand.becomes)?;
    is_open_to_history(game, mv).then_some(mv)
}

/// Conditions of a move that the position alone does not show: a Pawn's first move, and the limit on odds of several moves.
pub(crate) fn is_open_to_history(game: &Game, mv: Move) -> bool {
    if mv.is_double_step()
        && game
            .standing
            .men
            .id(mv.from())
            .is_some_and(|id| game.standing.men.has_moved(id))
    {
        return false;
    }
    game.turn_began.is_none() || within_fourth_rank(game, mv.to())
}

/// Several moves at the start may not carry a man beyond the player's fourth rank: `"IV.4"`, `"22.iv"`.
fn within_fourth_rank(game: &Game, to: Square) -> bool {
    let rank = to.rank();
    match game.turn_to_play() {
        jadoube_board::Colour::White => rank <= Rank::Four,
        jadoube_board::Colour::Black => rank >= Rank::Five,
    }
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
        let view = DutyView {
            clause: duty.clause,
            text: duty.text.clone(),
        };
        return (duty.moves.clone(), Some(view));
    }
    if let Some((begun, view)) = completing::begun(game) {
        moves.retain(|mv| begun.contains(mv));
        return (moves, Some(view));
    }
    (moves, None)
}
