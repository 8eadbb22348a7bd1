//! Pawns lock one another: can a king walk round, take one, and let the pawn that stood before it queen?
//!
//! Hunts at random seldom come upon this, and it is what keeps most positions of locked pawns alive. Both sides
//! play to a plan and not by dice: the king goes the shortest way to a pawn that no pawn guards, the other king
//! keeps out of the way, and a pawn that is free then runs.

use jadoube_board::{Bitboard, Board, Colour, Kind, Man, Move, Position, Square, attacks};

use crate::budget::{Budget, Stopped};
use crate::hunt::apart;

/// How many half-moves it may take: a walk round the board, and a pawn's run.
const MOST: usize = 80;

/// Whether every pawn has a pawn before it, so that none can go on.
#[inline]
pub(crate) fn pawns_are_locked(board: &Board) -> bool {
    let pawns = board.kind(Kind::Pawn);
    let ahead = (pawns & board.of(Colour::White)).0 << 8 | (pawns & board.of(Colour::Black)).0 >> 8;
    Bitboard(ahead).is_subset(pawns)
}

/// The moves of both sides by which this one comes to queen a pawn, and the position then.
pub(crate) fn walk(
    position: &Position,
    walker: Colour,
    budget: &mut Budget,
) -> Result<Option<(Vec<Move>, Position)>, Stopped> {
    let board = position.board();
    let pawns = board.men(Man::new(walker, Kind::Pawn));
    if pawns.is_empty() || !pawns_are_locked(board) || onward(position, walker).is_empty() {
        return Ok(None);
    }
    let mut position = *position;
    let mut line = Vec::with_capacity(MOST);
    while line.len() < MOST {
        budget.spend()?;
        let chosen = if position.turn() == walker {
            walking(&position)
        } else {
            keeping_away(&position)
        };
        let Some(chosen) = chosen else { return Ok(None) };
        line.push(chosen);
        position = position.play(chosen);
        if chosen.promotion() == Some(Kind::Queen) {
            return Ok(Some((line, position)));
        }
    }
    Ok(None)
}

/// The squares beside the king, or not far beyond, that are next on the shortest way to a pawn it can take, going
/// where no pawn guards; none where there is no way.
fn onward(position: &Position, walker: Colour) -> Bitboard {
    let (king, board) = (position.king(walker), position.board());
    let pawns = board.kind(Kind::Pawn);
    let guarded = union(pawns & board.of(!walker), |from| attacks::pawn(!walker, from));
    let mut nearest = (pawns & board.of(!walker)) - guarded;
    let mut left = Bitboard::FULL - pawns - guarded;
    loop {
        let beside = union(nearest, attacks::king);
        if nearest.is_empty() || beside.contains(king) {
            return nearest;
        }
        nearest = beside & left;
        left -= nearest;
    }
}

/// A pawn's run if one is free, or a step of the king: out of its way, or onward.
fn walking(position: &Position) -> Option<Move> {
    let (walker, board) = (position.turn(), position.board());
    let king = position.king(walker);
    let pawns = board.kind(Kind::Pawn);
    let free: Bitboard = (pawns & board.of(walker))
        .into_iter()
        .filter(|from| !path(*from, walker).meets(pawns))
        .collect();
    let legal = position.legal_moves_of(free | king.into());
    let runs = |m: &Move| free.contains(m.from()) && matches!(m.promotion(), None | Some(Kind::Queen));
    if let Some(run) = legal.iter().copied().find(runs) {
        return Some(run);
    }
    let in_the_way = union(free, |from| path(from, walker));
    let onward = if in_the_way.contains(king) {
        !in_the_way
    } else {
        onward(position, walker)
    };
    let steps = |m: &Move| m.from() == king && onward.contains(m.to());
    legal.iter().copied().find(steps)
}

/// The other's move: away from the king that walks and out of the way of its pawns, taking nothing.
fn keeping_away(position: &Position) -> Option<Move> {
    let (board, walker) = (position.board(), !position.turn());
    let (king, own) = (position.king(walker), position.king(!walker));
    let in_the_way = union(board.men(Man::new(walker, Kind::Pawn)), |from| path(from, walker));
    position.legal_moves().iter().copied().max_by_key(|m| {
        let takes = board.occupied().contains(m.to());
        let goes = if m.from() == own { m.to() } else { own };
        apart(goes, king).min(3) - 8 * i32::from(takes) - 4 * i32::from(in_the_way.contains(goes))
    })
}

/// The squares before a pawn, to the end of its file.
fn path(from: Square, colour: Colour) -> Bitboard {
    let file = Bitboard::file(from.file()).0;
    let (above, below) = (!1 << from.index(), (1 << from.index()) - 1);
    Bitboard(file & if colour == Colour::White { above } else { below })
}

fn union(squares: Bitboard, of_each: impl Fn(Square) -> Bitboard) -> Bitboard {
    squares
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | of_each(square))
}
