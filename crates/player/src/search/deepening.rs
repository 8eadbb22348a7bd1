//! How deep is it worth looking, and when is it time to answer?

use super::{Advice, DEEPEST, INFINITE, LOOK, MATE, MATED, Progress, Question, Score, ordering::Candidate};
use crate::{
    Limits,
    evaluation::{Formations, evaluate},
    exchange::gains,
    history::{History, Step},
    table::Table,
};
use jadoube_board::{Move, Position, Queening, RooklessCastling};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// What a search keeps for each ply.
#[derive(Debug, Clone, Default)]
pub(super) struct Ply {
    pub(super) moves: Vec<Candidate>,
    pub(super) tried: Vec<Move>,
    pub(super) killers: [Option<Move>; 2],
    pub(super) standing: i32,
    pub(super) step: Option<Step>,
    pub(super) left_out: Option<Move>,
    pub(super) line: Vec<Move>,
}

pub(super) struct RootMove {
    pub(super) one: Move,
    pub(super) score: i32,
    pub(super) nodes: u64,
    pub(super) line: Vec<Move>,
}

pub(super) struct Worker<'a> {
    pub(super) question: &'a Question,
    pub(super) table: &'a Table,
    pub(super) history: &'a mut History,
    pub(super) formations: Formations,
    pub(super) stop: [&'a AtomicBool; 2],
    /// Positions looked at by all threads, as last told.
    pub(super) counted: &'a AtomicU64,
    pub(super) began: Instant,
    pub(super) hard: Option<Duration>,
    pub(super) soft: Option<Duration>,
    pub(super) helper: usize,
    pub(super) nodes: u64,
    pub(super) told: u64,
    pub(super) over: bool,
    pub(super) deepest: usize,
    pub(super) salt: u64,
    /// The keys of the game and of the line now looked at.
    pub(super) keys: Vec<u64>,
    /// How many of them are the game's.
    pub(super) past: usize,
    pub(super) plies: Vec<Ply>,
    pub(super) root: Vec<RootMove>,
    /// How many of the root's moves have a line of their own already.
    pub(super) settled: usize,
    pub(super) depth: i32,
    /// Nobody passes his turn before this ply: a pass is being checked.
    pub(super) no_pass_before: usize,
    pub(super) count_moves: bool,
}

/// A number for how men move, so that what was learnt under other rules is not believed.
fn salt(position: &Position, overlooks: u16, seed: u64) -> u64 {
    let movement = position.movement();
    let castling = match movement.castling {
        RooklessCastling::Never => 0,
        RooklessCastling::CornerNeverOccupied => 1,
        RooklessCastling::CornerEmpty => 2,
        RooklessCastling::CornerNotAdverse => 3,
    };
    let queening = u64::from(movement.queening == Queening::MayRemainPawn);
    let sight = if overlooks == 0 {
        0
    } else {
        mixed(u64::from(overlooks) ^ seed << 16)
    };
    (castling << 1 | queening).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ sight
}

pub(super) const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
impl<'a> Worker<'a> {
    pub(super) fn new(
        question: &'a Question,
        table: &'a Table,
        history: &'a mut History,
        stop: [&'a AtomicBool; 2],
        counted: &'a AtomicU64,
        began: Instant,
        helper: usize,
    ) -> Self {
        let position = &question.position;
        let salt = salt(position, question.overlooks, question.seed);
        let mut keys: Vec<u64> = question.earlier.iter().map(|key| key ^ salt).collect();
        let past = keys.len();
        keys.push(position.key() ^ salt);
        let (soft, hard) = question.limits.times();
        Self {
            question,
            table,
            history,
            formations: Formations::new(),
            stop,
            counted,
            began,
            hard,
            soft,
            helper,
            nodes: 0,
            told: 0,
            over: false,
            deepest: 0,
            salt,
            keys,
            past,
            plies: vec![Ply::default(); DEEPEST + 4],
            root: question
                .open()
                .into_iter()
                .map(|one| RootMove {
                    one,
                    score: -INFINITE,
                    nodes: 0,
                    line: vec![one],
                })
                .collect(),
            settled: 0,
            depth: 0,
            no_pass_before: 0,
            count_moves: position.halfmove() < 100,
        }
    }

    /// Deeper and deeper, until there is no time or no use.
    pub(super) fn deepen(&mut self, report: &mut dyn FnMut(&Progress<'_>)) -> Option<Advice> {
        let limits = self.question.limits;
        let most = limits
            .depth
            .map_or(DEEPEST - 1, |depth| (depth as usize).min(DEEPEST - 1)) as i32;
        self.leave_overlooked();
        let lines = self.question.lines.clamp(1, self.root.len().max(1));
        // A move to fall back on, should there be no time even for the first depth.
        self.order_root();
        let mut steady = 0;
        let mut last_best = self.root.first()?.one;
        let mut done = 0;
        for depth in 1..=most {
            // Helpers do not all look equally deep, or they would all do the same.
            if self.helper > 0 && depth < most && (depth as usize + self.helper).is_multiple_of(3) {
                continue;
            }
            self.depth = depth;
            for settled in 0..lines {
                self.settled = settled;
                self.aspire(depth, settled);
                if self.over {
                    break;
                }
                self.root[settled..].sort_by_key(|root| -root.score);
            }
            if self.over {
                // What was finished of this depth counts: a better move is at the front already.
                self.root[self.settled..].sort_by_key(|root| -root.score);
                break;
            }
            self.root[..lines].sort_by_key(|root| -root.score);
            done = depth;
            self.tell(depth, lines, report);
            let best = &self.root[0];
            steady = if best.one == last_best { steady + 1 } else { 0 };
            last_best = best.one;
            if self.is_enough(depth, steady) {
                break;
            }
        }
        if done == 0 {
            // Not even one depth was finished: what was seen at a glance.
            self.tell(0, lines, report);
        }
        self.tell_count();
        let best = self.root.first()?;
        Some(Advice {
            best: best.one,
            score: Score::of(best.score),
            line: best.line.clone(),
            depth: done as u32,
            nodes: self.counted.load(Relaxed).max(self.nodes),
        })
    }

    /// What a weak player does not see he does not play, unless he sees nothing else.
    fn leave_overlooked(&mut self) {
        let position = self.question.position;
        let check = position.is_check();
        let seen = |root: &RootMove| !self.overlooks(&position, root.one, check, 0);
        let seen: Vec<bool> = self.root.iter().map(seen).collect();
        if seen.contains(&true) {
            let mut seen = seen.into_iter();
            self.root.retain(|_| seen.next().unwrap_or(true));
        }
    }

    /// Orders the root's moves at a glance, and gives each a score for the case that nothing more is found out.
    fn order_root(&mut self) {
        let position = self.question.position;
        for root in &mut self.root {
            let after = position.play(root.one);
            root.score = -evaluate(&after);
            if !gains(&position, root.one, 0) {
                root.score -= 200;
            }
            if after.is_checkmate() {
                root.score = MATE - 1;
            }
        }
        self.root.sort_by_key(|root| -root.score);
    }

    fn tell(&mut self, depth: i32, lines: usize, report: &mut dyn FnMut(&Progress<'_>)) {
        if self.helper > 0 {
            return;
        }
        self.tell_count();
        for (index, root) in self.root.iter().take(lines).enumerate() {
            report(&Progress {
                depth: depth as u32,
                deepest: self.deepest as u32,
                line_number: index + 1,
                score: Score::of(root.score),
                nodes: self.counted.load(Relaxed),
                time: self.began.elapsed(),
                fullness: self.table.fullness(),
                line: &root.line,
            });
        }
    }

    /// Whether another depth is of no use, or would hardly be finished.
    fn is_enough(&self, depth: i32, steady: i32) -> bool {
        let (Some(best), unlimited) = (self.root.first(), self.question.limits == Limits::default()) else {
            return true;
        };
        if unlimited || self.helper > 0 {
            return false;
        }
        if self.root.len() == 1 && self.question.limits.clock.is_some() {
            return true;
        }
        // A mate this short is not improved on.
        if best.score.abs() >= MATED && depth > (MATE - best.score.abs()) + 4 {
            return true;
        }
        let Some(soft) = self.soft else {
            return false;
        };
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let calm = 1.0 - 0.06 * f64::from(steady.min(6));
        let factor = (1.9 - 1.4 * share).clamp(0.5, 1.7) * (calm + 0.25);
        self.began.elapsed().as_secs_f64() >= soft.as_secs_f64() * factor * 0.7
    }

    /// One depth, with a guess of where the score will be.
    fn aspire(&mut self, depth: i32, settled: usize) {
        let position = self.question.position;
        let guess = self.root[settled].score;
        let mut width = 18;
        let (mut alpha, mut beta) = if depth >= 5 && guess.abs() < MATED {
            (guess - width, guess + width)
        } else {
            (-INFINITE, INFINITE)
        };
        let mut held = depth;
        loop {
            let score = self.search(&position, alpha, beta, held.max(1), 0, false);
            if self.over {
                return;
            }
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-INFINITE);
                held = depth;
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
                held = (held - 1).max(depth - 3);
            } else {
                return;
            }
            width += width / 2 + 5;
            if width > 800 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            self.root[settled..].sort_by_key(|root| -root.score);
        }
    }

    fn tell_count(&mut self) {
        self.counted.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    /// Whether the search must end now.
    pub(super) fn is_over(&mut self) -> bool {
        if self.over {
            return true;
        }
        if self.question.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.over = true;
        } else if self.nodes.is_multiple_of(LOOK) {
            self.tell_count();
            self.over = self.stop.iter().any(|stop| stop.load(Relaxed))
                || self.hard.is_some_and(|hard| self.began.elapsed() >= hard);
        }
        self.over
    }
}
