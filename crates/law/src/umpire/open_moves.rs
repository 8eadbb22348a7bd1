//! What may the player on turn play without breaking the law?

use crate::{
    facts::{change, legal},
    means::moving,
    questions::{false_move, out_of_turn, touch},
};
use jadoube_board::Move;
use jadoube_game::{Consequence, DutyView, Game, Ruling, Status};

/// What the player on turn may play, sorted by its name in UCI; and why, where that is less than all.
pub(crate) fn open_moves(game: &Game) -> (Vec<Move>, Option<DutyView>) {
    if game.status != Status::InPlay {
        return (Vec::new(), None);
    }
    let (mut moves, duty) = unsorted(game);
    out_of_turn::without_castling_after_the_rook(game, &mut moves);
    moves.sort_by_cached_key(ToString::to_string);
    (moves, duty)
}

fn unsorted(game: &Game) -> (Vec<Move>, Option<DutyView>) {
    if let Some(open) = super::pressed::open_moves(game) {
        return open;
    }
    if let Some(pending) = &game.sitting.pending {
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
    if game.turn.altered.is_some() {
        // He may take the men as his opponent altered them; what he has begun, touched or owes is his as before.
        let mut accepted = game.clone();
        accepted.carry_out(&Ruling::simply(Consequence::AcceptMen));
        return unsorted(&accepted);
    }
    let mut moves = legal::legal_moves(game);
    if let Some(duty) = &game.ledger.duty {
        let mut bound = duty.moves.clone();
        // A man that fell off the board meanwhile cannot be played.
        bound.retain(|mv| game.standing.men.get(mv.from()).is_some());
        if let Some((begun, rest)) = change::begun(game)
            && bound.iter().any(|mv| begun.contains(mv))
        {
            return (
                bound.into_iter().filter(|mv| begun.contains(mv)).collect(),
                Some(moving::still_due(game, rest)),
            );
        }
        let view = DutyView {
            clause: duty.clause,
            text: duty.text.clone(),
        };
        return (bound, Some(view));
    }
    if let Some((begun, rest)) = change::begun(game) {
        moves.retain(|mv| begun.contains(mv));
        return (moves, Some(moving::still_due(game, rest)));
    }
    match touch::bound_by_touching(game) {
        Some((bound, view)) => (bound, Some(view)),
        None => (moves, None),
    }
}
