//! Is a mate so near that both sides stumble into it, one hunting and the other lending a hand?
//!
//! Short games at random, biased: the hunter brings his men near the king, the other brings his king into
//! the corner and his own men around it. Before each of the hunter's moves every mate at hand is looked for.
//! From almost any position of a real game this finds a mate within a few dozen moves, far sooner than a search
//! that tries everything. The dice are the same each time, so the answer is too.

use jadoube_board::{Colour, Kind, Man, Move, MoveList, Position, Square};

use crate::budget::{Budget, Stopped};
use crate::material::cannot_mate;

/// Dice that fall the same way each time.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * bound as u64) >> 32) as usize
    }
}

/// Plays on from the position for at most so many moves of the hunter; the moves to a mate if there is one.
pub(crate) fn hunt(
    position: &Position,
    hunter: Colour,
    moves: usize,
    dice: &mut Dice,
    budget: &mut Budget,
) -> Result<Option<Vec<Move>>, Stopped> {
    let mut position = *position;
    let mut line = Vec::with_capacity(2 * moves + 2);
    let mut left = moves;
    loop {
        budget.spend()?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ok(None);
        }
        let chosen = if position.turn() == hunter {
            if let Some(mate) = mate_among(&position, &legal) {
                line.push(mate);
                return Ok(Some(line));
            }
            if left == 0 {
                return Ok(None);
            }
            left -= 1;
            best_of(&legal, dice, |m| hunting(&position, m))
        } else {
            best_of(&legal, dice, |m| helping(&position, m))
        };
        line.push(chosen);
        let force_lost = position.turn() != hunter && position.captured(chosen).is_some();
        position = position.play(chosen);
        if force_lost && cannot_mate(position.board(), hunter).is_some() {
            return Ok(None);
        }
    }
}

/// A move that mates at once.
#[inline]
pub(crate) fn mate_among(position: &Position, legal: &MoveList) -> Option<Move> {
    legal.iter().copied().find(|m| {
        position.gives_check(*m) && {
            let after = position.play(*m);
            after.is_check() && !after.has_legal_move()
        }
    })
}

#[inline]
fn best_of(legal: &MoveList, dice: &mut Dice, score: impl Fn(Move) -> i32) -> Move {
    let legal = legal.as_slice();
    let mut best = legal[dice.below(legal.len())];
    let mut best_score = score(best);
    for _ in 0..3 {
        let other = legal[dice.below(legal.len())];
        let other_score = score(other);
        if other_score > best_score {
            (best, best_score) = (other, other_score);
        }
    }
    best
}

/// How well a move of the hunter's brings his men near.
#[inline]
fn hunting(position: &Position, m: Move) -> i32 {
    let king = position.king(!position.turn());
    let mut score = -apart(m.to(), king) * 2 + apart(m.from(), king);
    match m.promotion() {
        Some(Kind::Queen) => score += 20,
        Some(Kind::Pawn) => score -= 20,
        Some(_) => score += 5,
        None => {}
    }
    score
}

/// How well a move of the other side's helps: the king to a corner, men around it, nothing taken.
#[inline]
fn helping(position: &Position, m: Move) -> i32 {
    let own = position.turn();
    let king = position.king(own);
    let mut score = 0;
    if m.from() == king {
        score += corner(king) - corner(m.to()) + 2;
    } else {
        score += if apart(m.to(), king) == 1 { 3 } else { 0 };
        score -= if apart(m.from(), king) == 1 { 2 } else { 0 };
    }
    if let Some((_, Man { kind, .. })) = position.captured(m) {
        score -= if kind == Kind::Pawn { 6 } else { 12 };
    }
    score
}

#[inline]
fn apart(a: Square, b: Square) -> i32 {
    i32::from(
        coordinates(a)
            .0
            .abs_diff(coordinates(b).0)
            .max(coordinates(a).1.abs_diff(coordinates(b).1)),
    )
}

#[inline]
fn corner(square: Square) -> i32 {
    let (file, rank) = coordinates(square);
    i32::from(file.min(7 - file) + rank.min(7 - rank))
}

#[inline]
fn coordinates(square: Square) -> (u8, u8) {
    let index = square.index() as u8;
    (index & 7, index >> 3)
}
