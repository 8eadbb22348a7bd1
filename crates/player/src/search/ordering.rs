//! In which order are moves tried, and which does a weak player not see?

use super::deepening::{Worker, mixed};
use crate::{
    exchange::{gains, worth},
    history::Step,
};
use jadoube_board::{Kind, Move, Position};

/// A move to be tried, and what speaks for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) one: Move,
    /// Whether that is settled; if not, it takes something, and may yet turn out to lose more than it takes.
    pub(super) sure: bool,
    pub(super) promise: i32,
}

/// What takes without loss promises about this much, what loses by it as much less than nothing.
pub(super) const GOOD: i32 = 1_000_000;
/// What refuted a move beside this one promises at least this much.
pub(super) const KILLER: i32 = 800_000;

impl Candidate {
    pub(super) const fn sure(one: Move, promise: i32) -> Self {
        Self {
            one,
            sure: true,
            promise,
        }
    }

    /// Counts the exchange out, where that is still to be done; whether the move promises as much as before.
    fn holds(&mut self, position: &Position) -> bool {
        let holds = self.sure || gains(position, self.one, -50);
        if !holds {
            self.promise -= 2 * GOOD;
        }
        self.sure = true;
        holds
    }
}

/// How many moves are picked out one by one; most often one of them settles it, and the rest need no order.
const PICKED: usize = 4;

/// Brings the most promising move from here on to this place, which is asked for one after another.
pub(super) fn next_best(position: &Position, moves: &mut [Candidate], at: usize) -> Candidate {
    if at < PICKED {
        loop {
            let mut best = at;
            for other in at + 1..moves.len() {
                if moves[other].promise > moves[best].promise {
                    best = other;
                }
            }
            if moves[best].holds(position) {
                moves.swap(at, best);
                break;
            }
        }
    } else if at == PICKED {
        for one in &mut moves[at..] {
            one.holds(position);
        }
        moves[at..].sort_by_key(|one| std::cmp::Reverse(one.promise));
    }
    moves[at]
}

/// What kind of man a move takes, if any.
pub(super) fn taken_kind(position: &Position, one: Move) -> Option<Kind> {
    if one.is_en_passant() {
        return Some(Kind::Pawn);
    }
    if !position.board().of(!position.turn()).contains(one.to()) {
        return None;
    }
    position.board().get(one.to()).map(|man| man.kind)
}
impl Worker<'_> {
    /// Every legal move with what speaks for it.
    #[inline(never)]
    pub(super) fn list(
        &self,
        position: &Position,
        ply: usize,
        known: Option<Move>,
        moves: &mut Vec<Candidate>,
    ) {
        moves.clear();
        let before = self.before(ply);
        let killers = self.plies[ply].killers;
        for one in &position.legal_moves() {
            moves.push(if Some(one) == known {
                Candidate::sure(one, i32::MAX)
            } else {
                self.promise(position, one, killers, before)
            });
        }
    }

    fn promise(
        &self,
        position: &Position,
        one: Move,
        killers: [Option<Move>; 2],
        before: [Option<Step>; 2],
    ) -> Candidate {
        let kind = position
            .board()
            .get(one.from())
            .map_or(Kind::Pawn, |man| man.kind);
        let taken = taken_kind(position, one);
        if taken.is_some() || one.promotion() == Some(Kind::Queen) {
            let gain = taken.map_or(0, worth) + one.promotion().map_or(0, worth);
            let taken = taken.unwrap_or(Kind::Pawn);
            let promise = 16 * gain + self.history.of_taking(kind, one, taken);
            return Candidate {
                one,
                sure: false,
                promise: GOOD + promise,
            };
        }
        let promise = if one.promotion().is_some() || one.remains_pawn() {
            -2 * GOOD
        } else if killers[0] == Some(one) {
            KILLER + 100_000
        } else if killers[1] == Some(one) {
            KILLER
        } else {
            self.history.of_quiet(position.turn(), kind, one, before)
        };
        Candidate::sure(one, promise)
    }
    /// Whether a weak player does not see this move. Whoever is in check looks at every way out; a man just moved is
    /// looked at, and so is what makes a Queen.
    pub(super) fn overlooks(&self, position: &Position, one: Move, check: bool, ply: usize) -> bool {
        let of_thousand = i64::from(self.question.overlooks);
        if of_thousand == 0 || check || one.promotion().is_some() {
            return false;
        }
        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].step);
        if before.is_some_and(|step| step % 64 == one.to().index()) {
            return false;
        }
        let (from, to) = (one.from(), one.to());
        let far = from
            .file()
            .index()
            .abs_diff(to.file().index())
            .max(from.rank().index().abs_diff(to.rank().index()));
        let backward = to.rank().relative_to(position.turn()) < from.rank().relative_to(position.turn());
        // In hundredths: the eye goes forward, to what is near and to what is worth most.
        let mut chance = match taken_kind(position, one) {
            Some(Kind::Queen) => 35,
            Some(Kind::Rook) => 45,
            Some(_) => 60,
            None => 100,
        };
        if far >= 4 {
            chance = chance * 3 / 2;
        }
        if backward {
            chance = chance * 4 / 3;
        }
        chance = chance * (4 + ply as i64) / 5;
        let chance = (of_thousand * chance / 100).min(850);
        let key = self.keys[self.keys.len() - 1];
        let drawn_lot =
            mixed(key ^ u64::from(one.to_bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ self.question.seed);
        (drawn_lot % 1_000) < chance as u64
    }
}
