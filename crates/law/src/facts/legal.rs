//! Which moves are legal, and what do the men come to after one?

use crate::{
    facts::checks,
    questions::odds::{HOW_FAR, HowFar},
};
use jadoube_board::{Colour, Move, Position, Rank, Square};
use jadoube_game::{Game, HandMove, Standing};

/// The legal move that a transfer by hand makes in this position, if it makes one.
#[inline(always)]
pub(crate) fn legal_move(game: &Game, position: &Position, hand: HandMove) -> Option<Move> {
    if checks::may_go_unheeded(game) && position.is_check() {
        return legal_move_in_check(game, hand);
    }
    let mv = position.find_move(hand.from, hand.to, hand.becomes)?;
    is_open(game, mv).then_some(mv)
}

/// The same of a player in check who need not always meet it.
#[cold]
fn legal_move_in_check(game: &Game, hand: HandMove) -> Option<Move> {
    let makes_it = |mv: &Move| HandMove::from(*mv) == hand;
    legal_moves(game).into_iter().find(makes_it)
}

/// Whether the player on turn is in a check that does not bind him.
pub(crate) fn need_not_heed(game: &Game) -> bool {
    checks::may_go_unheeded(game)
        && game.position().is_some_and(Position::is_check)
        && !checks::binds(game, &game.standing, game.past.len())
}

/// A condition of a move that the position does not show: the limit on odds of several moves.
#[inline]
pub(crate) fn is_open(game: &Game, mv: Move) -> bool {
    game.turn.turn_began.is_none() || !goes_too_far(game, game.turn_to_play(), mv.to())
}

/// Whether one of several moves at the start carries a man further than the code lets it.
pub(crate) fn goes_too_far(game: &Game, player: Colour, to: Square) -> bool {
    let beyond_the_fourth = to.rank().relative_to(player) > Rank::Four;
    beyond_the_fourth && HOW_FAR[game.terms.code].value == HowFar::FourthRank
}

/// All legal moves in a turn that began so, after so many turns.
pub(crate) fn legal_at(game: &Game, turn: &Standing, past: usize) -> Vec<Move> {
    let several = game.terms.odds.as_ref().map_or(0, |odds| odds.moves as usize);
    let several_moves = several > 1 && past < several && turn.player == game.first.player;
    let mut moves = heeding_what_binds(game, turn, past);
    moves.retain(|mv| !several_moves || !goes_too_far(game, turn.player, mv.to()));
    moves
}

/// All legal moves of the player on turn, from the position at the commencement of his turn.
pub(crate) fn legal_moves(game: &Game) -> Vec<Move> {
    let mut moves = heeding_what_binds(game, &game.standing, game.past.len());
    moves.retain(|mv| is_open(game, *mv));
    moves
}

/// Whether the player on turn has no legal move, from that position: neither one that the position lacks, nor one that only
/// the limit on odds of several moves forbids.
#[inline]
pub(crate) fn is_without_a_move(game: &Game) -> bool {
    let may_be_closed = game.turn.turn_began.is_some() && game.position().is_some();
    game.standing.is_stuck() || may_be_closed && legal_moves(game).is_empty()
}

/// What the men may do: meeting every check, or every check that binds.
fn heeding_what_binds(game: &Game, turn: &Standing, past: usize) -> Vec<Move> {
    let Some(position) = &turn.position else {
        return Vec::new();
    };
    if may_be_unheeding(game, position) && !checks::binds(game, turn, past) {
        checks::heedless_moves(position)
    } else {
        position.legal_moves().iter().copied().collect()
    }
}

/// The position after a legal move of the player on turn.
pub(crate) fn play(game: &Game, position: &Position, mv: Move) -> Position {
    if may_be_unheeding(game, position) {
        checks::after(position, mv)
    } else {
        position.play(mv)
    }
}

/// Whether a legal move may here leave the King in check.
pub(crate) fn may_be_unheeding(game: &Game, position: &Position) -> bool {
    checks::may_go_unheeded(game) && position.is_check()
}
