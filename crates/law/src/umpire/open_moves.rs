//! What may the player on turn play without breaking the law?

use super::in_turn;
use crate::{
    facts::{change, legal},
    means::moving,
    questions::{
        false_move::{self, FALSE_MOVE, FalseMove},
        moved_otherwise, out_of_turn,
        pressing::{self, PRESSING},
        removals, touch, touch_order,
    },
};
use jadoube_board::Move;
use jadoube_game::{Consequence, DutyView, Game, Ruling, Status, say};

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
    if let Some(open) = by_pressing(game) {
        return open;
    }
    if let Some(in_hand) = change::out_of_place(game, !game.turn_to_play()) {
        // What his opponent has only half done is nothing to him.
        let mut without = game.clone();
        without.obey(&Consequence::SetAside(in_hand.by));
        return unsorted(&without);
    }
    if let Some(pending) = &game.sitting.pending {
        let text = say!("the text must first be read one way, or a penalty exacted");
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
    if game.is_crossed() {
        // What he has begun is judged without what the other put in its place; what was altered he cannot play with.
        let mut without = game.clone();
        without.obey(&Consequence::UndoAlteration);
        let (mut moves, duty) = unsorted(&without);
        let as_before = |square| game.men.id(square) == without.men.id(square);
        moves.retain(|mv| as_before(mv.to()) && (as_before(mv.from()) || game.is_crossed_at(mv.from())));
        return (moves, duty);
    }
    if game.turn.altered.is_some() {
        // He may take the men as his opponent altered them; what he has begun, touched or owes is his as before.
        let mut accepted = game.clone();
        accepted.carry_out(&in_turn::touched_as_it_was(
            game,
            Ruling::simply(Consequence::AcceptMen),
        ));
        return unsorted(&accepted);
    }
    if let Some(open) = with_a_man_to_put_back(game) {
        return open;
    }
    let mut moves = legal::legal_moves(game);
    if let Some(duty) = &game.ledger.duty {
        let mut bound = duty.moves.clone();
        // A man that fell off the board meanwhile cannot be played.
        bound.retain(|mv| game.standing.men.get(mv.from()).is_some());
        if let Some((_, castling)) = moved_otherwise::castling_owed(game) {
            bound = castling;
        }
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

/// He has taken a man off otherwise than in a move, where whatever is played without it is an alteration of the men: what
/// he may play is that man, which goes back first.
fn with_a_man_to_put_back(game: &Game) -> Option<(Vec<Move>, Option<DutyView>)> {
    if FALSE_MOVE[game.terms.code].value != FalseMove::Retracted {
        return None;
    }
    let off = change::missing(game)?;
    let mut moves = match &game.ledger.duty {
        Some(duty) => duty.moves.clone(),
        None => legal::legal_moves(game),
    };
    moves.retain(|mv| mv.from() == off.square);
    let view = DutyView {
        clause: removals::removal_clause(game),
        text: say!("the man taken off {square} must be put back"; square = off.square),
    };
    Some((moves, Some(view)))
}

/// What the player on turn may play, and why, where that is less than all; nothing under a code without such clocks.
pub(super) fn by_pressing(game: &Game) -> Option<(Vec<Move>, Option<DutyView>)> {
    let law = PRESSING.of(game)?;
    let legal = legal::legal_moves(game);
    if let Some(duty) = &game.ledger.duty {
        let view = DutyView {
            clause: duty.clause,
            text: duty.text.clone(),
        };
        return Some((duty.moves.clone(), Some(view)));
    }
    let bound = touch_order::bound(game, &game.turn.touched);
    let meets = |open: &[Move]| {
        let bound = bound.as_ref();
        bound.is_none_or(|bound| open.iter().any(|mv| bound.moves.contains(mv)))
    };
    if let Some((moves, view)) = pressing::piece_chosen(law, game, &legal).filter(|(open, _)| meets(open)) {
        return Some((moves, Some(view)));
    }
    if let Some((begun, rest)) = change::begun(game) {
        let open: Vec<Move> = legal.iter().copied().filter(|mv| begun.contains(mv)).collect();
        if meets(&open) {
            return Some((open, Some(moving::still_due(game, rest))));
        }
    }
    Some(match bound {
        Some(bound) => {
            let view = bound.view();
            (bound.moves, Some(view))
        }
        None => (legal, None),
    })
}
