//! Which move is best, as far as can be seen in the time?
//!
//! Iterative deepening with a principal variation search: the first move of each position is searched in full, the others
//! only to show that they are no better. What was found is kept in a table; moves that did well elsewhere are tried
//! first; what is unlikely to matter is searched less deep, or not at all.

mod deepening;
mod node;
mod ordering;
mod quiescence;

use crate::{Limits, history::History, mate::Hunt, table::Table};
use deepening::Worker;
use jadoube_board::{Move, Position};
use std::{
    collections::TryReserveError,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Being mated now.
const MATE: i32 = 30_000;
/// A score beyond this is a mate.
const MATED: i32 = MATE - 1_000;
const INFINITE: i32 = MATE + 1;
/// Nothing is searched deeper.
const DEEPEST: usize = 120;
/// Positions looked at for a move where no mate was found.
const AFTER_A_HUNT: u64 = 50_000;
/// How often a search looks at the clock.
const LOOK: u64 = 1_024;

/// How a player stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Hundredths(i32),
    /// He mates in so many moves; or is mated, where the number is negative or 0.
    Mate(i32),
}

impl Score {
    fn of(score: i32) -> Self {
        if score >= MATED {
            Self::Mate((MATE - score + 1) / 2)
        } else if score <= -MATED {
            Self::Mate(-(MATE + score) / 2)
        } else {
            Self::Hundredths(score)
        }
    }

    /// As one number: a mate is worth more than any material, a quicker one more than a slower.
    pub const fn value(self) -> i32 {
        match self {
            Self::Hundredths(score) => score,
            Self::Mate(moves) if moves > 0 => MATE - 2 * moves,
            Self::Mate(moves) => -MATE - 2 * moves,
        }
    }
}

impl fmt::Display for Score {
    /// As UCI writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hundredths(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What is asked of the player.
#[derive(Debug, Clone)]
pub struct Question {
    /// Where it is to move.
    pub position: Position,
    /// The keys of the positions before, oldest first: it sees when one comes back.
    pub earlier: Vec<u64>,
    /// The moves it may choose from; nothing: every legal one.
    pub only: Option<Vec<Move>>,
    /// When it must answer.
    pub limits: Limits,
    /// How many lines are wanted, best first.
    pub lines: usize,
    /// How many moves of a thousand it overlooks.
    pub overlooks: u16,
    /// Which ones: the same number, the same moves.
    pub seed: u64,
}

impl Question {
    /// The best move in a position, within these limits.
    pub const fn new(position: Position, limits: Limits) -> Self {
        Self {
            position,
            earlier: Vec::new(),
            only: None,
            limits,
            lines: 1,
            overlooks: 0,
            seed: 0,
        }
    }

    /// The moves it may choose from.
    fn open(&self) -> Vec<Move> {
        let mut open: Vec<Move> = self.position.legal_moves().into_iter().collect();
        if let Some(only) = &self.only {
            open.retain(|one| only.contains(one));
        }
        open
    }
}

/// What the player answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub best: Move,
    /// How the player on turn then stands.
    pub score: Score,
    /// What it expects: its move, the answer, and so on.
    pub line: Vec<Move>,
    /// How deep it looked.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// How far a search has come.
#[derive(Debug, Clone)]
pub struct Progress<'a> {
    /// How many moves deep, and the deepest line.
    pub depth: u32,
    /// The longest line looked at.
    pub deepest: u32,
    /// Which of the lines asked for, from 1.
    pub line_number: usize,
    /// How the player on turn stands.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// Since the beginning.
    pub time: Duration,
    /// How full the memory is, in thousandths.
    pub fullness: u32,
    /// What is expected.
    pub line: &'a [Move],
}

/// A player with a memory.
#[derive(Debug)]
pub struct Player {
    table: Arc<Table>,
    history: History,
    threads: usize,
}

impl Player {
    /// A player that uses about so much memory, or less where there is not so much.
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: Arc::new(Table::new(mebibytes)),
            history: History::new(),
            threads: 1,
        }
    }

    /// From now on it uses about so much memory, and has forgotten what was in it; where there is not so much, nothing
    /// changes.
    pub fn set_memory(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.table = Arc::new(Table::of(mebibytes)?);
        Ok(())
    }

    /// So many threads think at once. With more than one, the same question may have another answer the next time.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, 256);
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history = History::new();
    }

    /// Thinks; nothing where there is no move. Without any limit in the question this does not end.
    pub fn think(&mut self, question: &Question) -> Option<Advice> {
        self.think_until(question, &AtomicBool::new(false), &mut |_| {})
    }

    /// Thinks until it is done or told to stop, and says how far it has come. There is an answer however soon it stops.
    pub fn think_until(
        &mut self,
        question: &Question,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<Advice> {
        let Some(moves) = question.limits.mate else {
            return self.deepen(question, stop, report);
        };
        self.find_mate(question, moves, stop, report).or_else(|| {
            // There is none, or no more time: any move that is not bad will do.
            let mut question = question.clone();
            question.limits = Limits::nodes(AFTER_A_HUNT);
            self.deepen(&question, stop, report)
        })
    }

    /// A mate in so many moves, if there is one.
    fn find_mate(
        &self,
        question: &Question,
        moves: u32,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<Advice> {
        let began = Instant::now();
        let (_, hard) = question.limits.times();
        let mut is_over = |nodes: u64| {
            question.limits.nodes.is_some_and(|most| nodes > most)
                || nodes.is_multiple_of(LOOK)
                    && (stop.load(Relaxed) || hard.is_some_and(|hard| began.elapsed() >= hard))
        };
        let mut hunt = Hunt::new(&mut is_over);
        let line = hunt.shortest(&question.position, &question.open(), moves)?;
        let depth = line.len() as u32;
        let advice = Advice {
            best: *line.first()?,
            score: Score::Mate((depth as i32 + 1) / 2),
            line,
            depth,
            nodes: hunt.nodes,
        };
        report(&Progress {
            depth,
            deepest: depth,
            line_number: 1,
            score: advice.score,
            nodes: advice.nodes,
            time: began.elapsed(),
            fullness: self.table.fullness(),
            line: &advice.line,
        });
        Some(advice)
    }

    fn deepen(
        &mut self,
        question: &Question,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> Option<Advice> {
        self.table.grow_older();
        let counted = AtomicU64::new(0);
        let began = Instant::now();
        let done = AtomicBool::new(false);
        let table = &*self.table;
        let worker =
            |history, helper| Worker::new(question, table, history, [stop, &done], &counted, began, helper);
        if self.threads == 1 {
            return worker(&mut self.history, 0).deepen(report);
        }
        let mut copies: Vec<History> = (1..self.threads).map(|_| self.history.clone()).collect();
        let own = &mut self.history;
        std::thread::scope(|scope| {
            for (index, history) in copies.iter_mut().enumerate() {
                let mut helper = worker(history, index + 1);
                scope.spawn(move || helper.deepen(&mut |_| {}));
            }
            let advice = worker(own, 0).deepen(report);
            done.store(true, Relaxed);
            advice
        })
    }
}
