//! What may the player on turn play without breaking the law?

use crate::questions::{check, completing, false_move, out_of_turn, pressing, touch};
use jadoube_board::{Colour, Kind, Move, Position, Rank, Square, attacks};
use jadoube_game::{Consequence, DutyView, Game, HandMove, Ruling, Standing, Status};

/// The legal move that a transfer by hand makes in this position, if it makes one.
pub(crate) fn legal_move(game: &Game, position: &Position, hand: HandMove) -> Option<Move> {
    if may_be_unheeding(game, position) && !check::binds(game, &game.standing, game.past.len()) {
        return legal_moves(game)
            .into_iter()
            .find(|mv| HandMove::from(*mv) == hand);
    }
    let mv = position.find_move(hand.from, hand.to, hand.becomes)?;
    is_open_to_history(game, mv).then_some(mv)
}

/// Conditions of a move that the position alone does not show: a Pawn's first move, and the limit on odds of several moves.
pub(crate) fn is_open_to_history(game: &Game, mv: Move) -> bool {
    is_open_at(&game.standing, game.turn.turn_began.is_some(), mv)
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
    let mut moves = heeding_what_binds(game, turn, past);
    moves.retain(|mv| is_open_at(turn, several_moves, *mv));
    moves
}

/// All legal moves of the player on turn, from the position at the commencement of his turn.
pub fn legal_moves(game: &Game) -> Vec<Move> {
    let mut moves = heeding_what_binds(game, &game.standing, game.past.len());
    moves.retain(|mv| is_open_to_history(game, *mv));
    moves
}

/// What the men may do: meeting every check, or every check that binds.
fn heeding_what_binds(game: &Game, turn: &Standing, past: usize) -> Vec<Move> {
    let Some(position) = &turn.position else {
        return Vec::new();
    };
    if may_be_unheeding(game, position) && !check::binds(game, turn, past) {
        check::heedless_moves(position)
    } else {
        position.legal_moves().iter().copied().collect()
    }
}

/// The position after a legal move of the player on turn.
pub(crate) fn play(game: &Game, position: &Position, mv: Move) -> Position {
    if may_be_unheeding(game, position) {
        check::after(position, mv)
    } else {
        position.play(mv)
    }
}

/// Whether a legal move may here leave the King in check.
pub(crate) fn may_be_unheeding(game: &Game, position: &Position) -> bool {
    check::ANNOUNCING[game.terms.code].value == check::Announcing::NeededToBind && position.is_check()
}

/// Whether a man may go from one square to another by its own powers, its King's safety and castling apart.
pub(crate) fn is_within_power(position: &Position, from: Square, to: Square) -> bool {
    let board = position.board();
    let Some(man) = board.get(from) else { return false };
    let occupied = board.occupied();
    if from == to || board.of(man.colour).contains(to) || board.kind(Kind::King).contains(to) {
        return false;
    }
    match man.kind {
        Kind::Knight => attacks::knight(from).contains(to),
        Kind::Bishop => attacks::bishop(from, occupied).contains(to),
        Kind::Rook => attacks::rook(from, occupied).contains(to),
        Kind::Queen => attacks::queen(from, occupied).contains(to),
        Kind::King => attacks::king(from).contains(to),
        // A Pawn that stayed a Pawn on its last rank has no power left.
        Kind::Pawn if from.rank().relative_to(man.colour) == Rank::Eight => false,
        Kind::Pawn if occupied.contains(to) || position.en_passant() == Some(to) => {
            attacks::pawn(man.colour, from).contains(to)
        }
        Kind::Pawn => {
            let up = if man.colour == Colour::White { 1 } else { -1 };
            let once = from.offset(0, up);
            once == Some(to)
                || from.rank().relative_to(man.colour) == Rank::Two
                    && from.offset(0, 2 * up) == Some(to)
                    && once.is_some_and(|square| !occupied.contains(square))
        }
    }
}

/// What the player on turn may play, sorted by its name in UCI; and why, where that is less than all.
pub fn open_moves(game: &Game) -> (Vec<Move>, Option<DutyView>) {
    if game.status != Status::InPlay {
        return (Vec::new(), None);
    }
    let (mut moves, duty) = unsorted(game);
    out_of_turn::without_castling_after_the_rook(game, &mut moves);
    moves.sort_by_cached_key(ToString::to_string);
    (moves, duty)
}

fn unsorted(game: &Game) -> (Vec<Move>, Option<DutyView>) {
    if let Some(open) = pressing::open_moves(game) {
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
    let mut moves = legal_moves(game);
    if let Some(duty) = &game.ledger.duty {
        let mut bound = duty.moves.clone();
        // A man that fell off the board meanwhile cannot be played.
        bound.retain(|mv| game.standing.men.get(mv.from()).is_some());
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
    match touch::bound_by_touching(game) {
        Some((bound, view)) => (bound, Some(view)),
        None => (moves, None),
    }
}
