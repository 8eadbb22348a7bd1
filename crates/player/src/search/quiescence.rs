//! What is a position worth once nothing hangs?

use super::{
    DEEPEST, INFINITE, MATE, MATED,
    deepening::Worker,
    node::{from_table, to_table},
    ordering::{Candidate, KILLER, next_best, taken_kind},
};
use crate::{
    exchange::{gains, worth},
    table::{Bound, Entry},
};
use jadoube_board::{Kind, Move, Position};

impl Worker<'_> {
    /// Captures only, until nothing hangs; every move where the king is in check.
    pub(super) fn quiesce(&mut self, position: &Position, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.is_over() {
            return 0;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.plies[ply].line.clear();
        let check = position.is_check();
        if ply > 0 && self.is_drawn(position, check) {
            return self.drawn();
        }
        if ply >= DEEPEST {
            return if check { 0 } else { self.stands(position) };
        }
        let principal = beta - alpha > 1;
        let key = self.keys[self.keys.len() - 1];
        let entry = self.table.find(key);
        if let (Some(entry), false) = (entry, principal) {
            let score = from_table(entry.score, ply);
            match entry.bound {
                Bound::Exact => return score,
                Bound::Lower if score >= beta => return score,
                Bound::Upper if score <= alpha => return score,
                _ => {}
            }
        }
        let mut best = -INFINITE;
        let mut raw = 0;
        if !check {
            raw = match entry {
                Some(entry) => i32::from(entry.standing),
                None => self.formations.evaluate(position),
            };
            best = self.corrected(position, raw);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let standing = best;
        let known = entry.and_then(|entry| entry.best);
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        if check {
            self.list(position, ply, known, &mut moves);
        } else {
            self.list_captures(position, known, &mut moves);
        }
        let (mut found, mut at) = (None, 0);
        let first = alpha;
        while at < moves.len() {
            let Candidate { one, promise, .. } = next_best(position, &mut moves, at);
            at += 1;
            if self.overlooks(position, one, check, ply) {
                continue;
            }
            let kind = position
                .board()
                .get(one.from())
                .map_or(Kind::Pawn, |man| man.kind);
            if best > -MATED {
                if check {
                    // Of quiet ways out of check a few are enough once one does not lose.
                    if at > 3 && promise < KILLER {
                        break;
                    }
                } else {
                    let gain = taken_kind(position, one).map_or(0, worth) + one.promotion().map_or(0, worth);
                    if standing + gain + 180 <= alpha && !position.gives_check(one) {
                        best = best.max(standing + gain + 180);
                        continue;
                    }
                    if !gains(position, one, 0) {
                        continue;
                    }
                }
            }
            let next = self.enter(position, one, kind, ply);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.over {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    found = Some(one);
                    alpha = score;
                    if principal {
                        self.extend_line(one, ply);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let none = moves.is_empty();
        self.plies[ply].moves = moves;
        if self.over {
            return 0;
        }
        if check && none {
            return -MATE + ply as i32;
        }
        if best == -INFINITE {
            // In check, and every way out overlooked.
            return self.stands(position);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if alpha > first && principal {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.keep(
            key,
            Entry {
                best: found,
                score: to_table(best, ply),
                standing: raw as i16,
                depth: 0,
                bound,
            },
        );
        best
    }

    #[inline(never)]
    fn list_captures(&self, position: &Position, known: Option<Move>, moves: &mut Vec<Candidate>) {
        moves.clear();
        for one in &position.takings() {
            let taken = taken_kind(position, one);
            let kind = position
                .board()
                .get(one.from())
                .map_or(Kind::Pawn, |man| man.kind);
            let promise = if Some(one) == known {
                i32::MAX
            } else {
                let gain = taken.map_or(0, worth) + one.promotion().map_or(0, worth);
                16 * gain - worth(kind).min(1_000)
                    + taken.map_or(0, |taken| self.history.of_taking(kind, one, taken))
            };
            moves.push(Candidate::sure(one, promise));
        }
    }
}
