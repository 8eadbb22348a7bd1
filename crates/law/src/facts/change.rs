//! What does the whole change in the men amount to since the turn began?

use crate::facts::legal;
use jadoube_board::{Board, Colour, Kind, Man, Move, Position, Square};
use jadoube_game::{
    Act, Deed, Game, HandMove, Held, InHand, Men, OffBoard, Offence, OffenceKind, PastTurn, Window,
    last_rank, rook_squares,
};
use std::borrow::Cow;

/// What the whole change in the men amounts to since the turn began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing has changed.
    Nothing,
    /// The change is that of a legal move.
    Legal(Move),
    /// A legal move is begun: one of these, and this is still to be done.
    Begun(Vec<Move>, Rest),
    /// No legal move makes this change.
    Irregular,
}

/// What is still to be done for a move to be complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    /// The Pawn must become a piece.
    Promote,
    /// The piece stands on the last rank, and the Pawn must go.
    RemovePawn,
    /// The man taken must be removed.
    RemoveTaken,
    /// The Rook must follow the King.
    MoveRook,
    /// A man is off the board and may yet be taken.
    TakeTheRemoved,
}

/// The whole change since the turn began.
pub(crate) fn whole_change(game: &Game, men: &Men, under: &[OffBoard]) -> Change {
    let standing = &game.standing;
    if under.is_empty() && men.same_squares(&standing.men) {
        return Change::Nothing;
    }
    let Some(position) = &standing.position else {
        return Change::Irregular;
    };
    let legal = legal::legal_moves(game);
    let now = men.board();
    if under.is_empty()
        && let Some(mv) = legal
            .iter()
            .copied()
            .find(|mv| legal::play(game, position, *mv).board() == now)
    {
        if mv.remains_pawn() {
            // Whether it is to remain one has still to be said: `"XIII"`.
            let same = |each: &Move| each.from() == mv.from() && each.to() == mv.to();
            return Change::Begun(legal.into_iter().filter(same).collect(), Rest::Promote);
        }
        return Change::Legal(mv);
    }
    for rest in [
        Rest::RemoveTaken,
        Rest::Promote,
        Rest::RemovePawn,
        Rest::MoveRook,
        Rest::TakeTheRemoved,
    ] {
        let begun: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| is_begun(game, position, *mv, rest, now, !under.is_empty()))
            .collect();
        if !begun.is_empty() {
            return Change::Begun(begun, rest);
        }
    }
    Change::Irregular
}

/// The men, with a Pawn counted that was taken off its last rank to make room for the piece: `"I.14B(b)"`.
pub(crate) fn with_the_pawn_replaced<'a>(
    game: &Game,
    men: &'a Men,
    off: &[OffBoard],
    by: Colour,
) -> Cow<'a, Men> {
    match jadoube_game::pawn_making_room(&game.standing.men, men, off, by) {
        Some(pawn) => {
            let mut men = *men;
            men.put(pawn.square, pawn.man, pawn.id, game.movement);
            Cow::Owned(men)
        }
        None => Cow::Borrowed(men),
    }
}

fn is_begun(
    game: &Game,
    position: &Position,
    mv: Move,
    rest: Rest,
    now: &Board,
    something_under: bool,
) -> bool {
    let before = position.board();
    let after = legal::play(game, position, mv);
    let mut partly = *after.board();
    let pawn = Man {
        colour: position.turn(),
        kind: Kind::Pawn,
    };
    match rest {
        Rest::RemoveTaken => {
            if let Some((square, man)) = position.captured(mv)
                && square != mv.to()
            {
                partly.set(square, Some(man));
            } else if !something_under {
                return false;
            }
            let unpromoted = {
                let mut board = partly;
                board.set(mv.to(), Some(pawn));
                mv.promotion().is_some() && &board == now
            };
            &partly == now || unpromoted
        }
        Rest::Promote => {
            partly.set(mv.to(), Some(pawn));
            mv.promotion().is_some() && &partly == now
        }
        Rest::RemovePawn => {
            partly.set(mv.from(), Some(pawn));
            mv.promotion().is_some() && &partly == now
        }
        Rest::MoveRook => {
            let Some(wing) = mv.wing() else { return false };
            let (corner, beside) = rook_squares(mv.from(), wing);
            partly.set(beside, None);
            partly.set(corner, before.get(corner));
            &partly == now && partly != *after.board()
        }
        Rest::TakeTheRemoved => {
            let Some((square, _)) = position.captured(mv) else {
                return false;
            };
            let mut partly = *before;
            partly.set(square, None);
            &partly == now
        }
    }
}

/// A man that a hand has taken off the board otherwise than in a move.
pub(crate) fn missing(game: &Game) -> Option<OffBoard> {
    let off = &game.turn.off;
    // What the opponent took off out of turn goes back with all else that he altered.
    let altered = game
        .turn
        .altered
        .as_ref()
        .and_then(|altered| altered.before.as_ref());
    let his_own = |each: &OffBoard| altered.is_none_or(|before| before.square_of(each.id).is_none());
    let by_hand = |each: &OffBoard| !each.taken && game.men.get(each.square).is_none();
    let missing = off.iter().copied().find(|each| by_hand(each) && his_own(each))?;
    let men = with_the_pawn_replaced(game, &game.men, off, game.turn_to_play());
    let in_a_move =
        !took_off_by_mistake(game) && whole_change(game, &men, &game.turn.under) != Change::Irregular;
    let unknown = altered.is_none() && game.turn.altered.is_some();
    (!in_a_move && !unknown).then_some(missing)
}

/// Whether the player on turn has in this turn taken a man off by mistake; what his opponent did in the last one is over.
pub(crate) fn took_off_by_mistake(game: &Game) -> bool {
    let (by, past) = (game.turn_to_play(), game.turn_start().1);
    game.ledger.offences.iter().any(|offence| {
        offence.by == by && offence.kind == OffenceKind::RemovedByMistake && offence.past >= past
    })
}

/// Whether a man was missing before this deed, which takes off no other, and all that are not missing stand as when the turn
/// began.
pub(crate) fn is_only_short_of_men(game: &Game, deed: &Deed) -> bool {
    let before = &game.standing.men;
    let is_off = |square| deed.off.iter().any(|off| off.square == square && !off.taken);
    let stands = |square| deed.men.id(square) == before.id(square);
    missing(game).is_some()
        && deed.off.len() == game.turn.off.len()
        && deed.under.is_empty()
        && Square::ALL
            .into_iter()
            .all(|square| stands(square) || deed.men.get(square).is_none() && is_off(square))
}

/// A move begun and not complete: the moves it may still become, and what each of them still needs.
pub(crate) fn begun(game: &Game) -> Option<(Vec<Move>, Rest)> {
    if game.turn.illegal.is_some() || game.men.same_squares(&game.standing.men) && game.turn.under.is_empty()
    {
        return None;
    }
    let held = &game.turn.hands[game.turn_to_play().index()];
    let mut let_go = game.men;
    let mut under = Cow::Borrowed(&game.turn.under);
    if !held.is_empty() && game.turn.off.is_empty() && game.turn.tokens.is_empty() {
        // The hand is still on the man: another square may be chosen. What was let go before it stays where it is.
        for each in held {
            each.put_back(&mut let_go, under.to_mut(), game.movement);
        }
        if let_go.same_squares(&game.standing.men) {
            return None;
        }
    }
    let men = with_the_pawn_replaced(game, &let_go, &game.turn.off, game.turn_to_play());
    match whole_change(game, &men, &under) {
        Change::Begun(moves, rest) if rest != Rest::TakeTheRemoved => Some((moves, rest)),
        _ => None,
    }
}

/// Whether this player's last act already ended with the man let go, as when a piece is put in a Pawn's place.
pub(crate) fn has_just_let_go(game: &Game, by: Colour) -> bool {
    matches!(game.last_act.as_ref(), Some((party, Act::Promote { .. })) if party.player() == Some(by))
}

/// Where the man stands that a legal move of this turn takes.
pub(crate) fn taken_by(game: &Game, mv: Move) -> Option<Square> {
    game.position()?.captured(mv).map(|(square, _)| square)
}

/// Whether this player, letting go of a man, took another on this square, which no hand has taken away since.
pub(crate) fn lies_taken(game: &Game, by: Colour, square: Square) -> bool {
    let is_his = game.men.get(square).is_none_or(|man| man.colour == by);
    is_his && game.turn.left_lying[by.index()] == Some(square)
}

/// The last move, where it was this player's Rook going beside his King as in a castling that was legal.
pub(crate) fn rook_move_of_castling(game: &Game, by: Colour) -> Option<(&PastTurn, Move)> {
    let last = game.past.last()?;
    let rook_move = last.mv?;
    let before = last.standing.position.as_ref()?;
    if last.standing.player != by || before.board().get(rook_move.from())?.kind != Kind::Rook {
        return None;
    }
    let castling = before.legal_moves().iter().copied().find(|mv| {
        mv.wing()
            .is_some_and(|wing| rook_squares(mv.from(), wing) == (rook_move.from(), rook_move.to()))
    })?;
    Some((last, castling))
}

/// The step of a Pawn that has come to its last rank in this turn and is a Pawn still.
pub(crate) fn pawn_left(game: &Game) -> Option<HandMove> {
    let by = game.turn_to_play();
    let pawn = Man {
        colour: by,
        kind: Kind::Pawn,
    };
    // Where it was taken off again it was let go there all the same.
    let men = with_the_pawn_replaced(game, &game.men, &game.turn.off, by);
    men.board().men(pawn).into_iter().find_map(|to| {
        let from = game.standing.men.square_of(men.id(to)?)?;
        (to.rank() == last_rank(by) && from != to).then_some(HandMove {
            from,
            to,
            becomes: None,
        })
    })
}

/// The men before this player's hand did anything in the turn, what the other has begun in it included.
pub(crate) fn before_the_hand(game: &Game, by: Colour) -> Men {
    let mut men = game.men;
    let mut under = game.turn.under.clone();
    for held in &game.turn.hands[by.index()] {
        held.put_back(&mut men, &mut under, game.movement);
    }
    if men.same_squares(&game.standing.men) {
        game.standing.men
    } else {
        men
    }
}

/// Who has changed the men otherwise than by moving, and it is on record, or was the last thing done; where a question is
/// before the umpire, when it was put.
pub(crate) fn who_changed_the_men(game: &Game) -> Option<Colour> {
    if let Some(dispute) = &game.sitting.dispute {
        return dispute.changed_by;
    }
    let changes = |kind| matches!(kind, OffenceKind::RemovedByMistake | OffenceKind::MovedAdverseMan);
    let offences = game.ledger.offences.iter().rev();
    let irregularities = game.ledger.irregularities.iter().rev();
    let just_now = match game.last_act.as_ref() {
        Some((party, Act::Remove { .. } | Act::Upset { .. } | Act::Displace { .. })) => party.player(),
        _ => None,
    };
    offences
        .map(|each| (each.kind, each.by))
        .chain(irregularities.map(|each| (each.kind, each.by)))
        .find_map(|(kind, by)| changes(kind).then_some(by))
        .or(just_now)
}

/// What this player has taken from its square and put on another, his hand still upon it.
pub(crate) fn out_of_place(game: &Game, by: Colour) -> Option<InHand> {
    let held = &game.turn.hands[by.index()];
    let is_out = |each: &Held| each.on.is_some_and(|on| on != each.from);
    if !held.iter().any(is_out) {
        return None;
    }
    let under = game.turn.under.iter().copied();
    let beneath = |each: &OffBoard| held.iter().any(|held| held.on == Some(each.square));
    Some(InHand {
        by,
        held: held.clone(),
        under: under.filter(beneath).collect(),
    })
}

/// The castling that was begun with the Rook.
pub(crate) fn rook_first(game: &Game) -> Option<&Offence> {
    game.ledger
        .offences
        .iter()
        .find(|offence| offence.kind == OffenceKind::RookFirst && offence.window == Window::UntilTouch)
}

/// The Rook has been moved and quitted as in castling, and the King is now in the same player's hand.
pub(crate) fn king_follows_the_rook(game: &Game) -> bool {
    let castler = !game.turn_to_play();
    rook_move_of_castling(game, castler).is_some_and(|(_, castling)| {
        let king = castling.from();
        game.turn.touched.is_empty()
            && (game.turn.hands[castler.index()]
                .iter()
                .any(|held| held.from == king)
                || game
                    .turn
                    .touched_by_opponent
                    .iter()
                    .any(|touch| touch.square == king))
    })
}

/// Whether the men stand as no legal move, whole or begun, leaves them.
pub(crate) fn is_irregular(game: &Game) -> bool {
    !game.men.same_squares(&game.standing.men)
        && whole_change(game, &game.men, &game.turn.under) == Change::Irregular
}

/// Where a Pawn of his has become a piece in this turn, and which: on a square that a legal move brings it to.
pub(crate) fn piece_chosen(game: &Game, by: Colour) -> Option<(Square, Kind)> {
    let position = game.position()?;
    if let Some(to) = game.men.put_since(&game.standing.men, by) {
        let piece = game.men.get(to)?.kind;
        let is_it = |mv: &Move| mv.to() == to && mv.promotion() == Some(piece);
        return position.legal_moves().iter().any(is_it).then_some((to, piece));
    }
    let HandMove { from, to, becomes } = promoted(game, &game.men, by)?;
    game.men.get(to).filter(|man| man.colour == by)?;
    position.find_move(from, to, becomes)?;
    Some((to, becomes?))
}

/// The step by which a Pawn of his became a piece in this turn, lawful or not, the men standing so.
pub(crate) fn promoted(game: &Game, men: &Men, by: Colour) -> Option<HandMove> {
    let board = men.board();
    board.occupied().into_iter().find_map(|to| {
        let from = game.standing.men.square_of(men.id(to)?)?;
        let was = game.standing.men.get(from)?;
        let kind = board.get(to)?.kind;
        (was == Man::new(by, Kind::Pawn) && kind != Kind::Pawn).then_some(HandMove {
            from,
            to,
            becomes: Some(kind),
        })
    })
}
