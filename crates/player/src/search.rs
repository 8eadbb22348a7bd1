//! Which move is best, as far as can be seen in the time?
//!
//! Iterative deepening with a principal variation search: the first move of each position is searched in full, the others
//! only to show that they are no better. What was found is kept in a table; moves that did well elsewhere are tried
//! first; what is unlikely to matter is searched less deep, or not at all.

use crate::{
    Limits,
    evaluation::{Formations, MOST as MOST_STANDING, evaluate},
    exchange::{gains, worth},
    history::{History, Step, step},
    mate::Hunt,
    table::{Bound, Entry, Table},
};
use jadoube_board::{Colour, Kind, Move, Position, Queening, RooklessCastling};
use std::{
    collections::TryReserveError,
    fmt,
    sync::{
        Arc, LazyLock,
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

/// What a search keeps for each ply.
#[derive(Debug, Clone, Default)]
struct Ply {
    moves: Vec<Candidate>,
    tried: Vec<Move>,
    killers: [Option<Move>; 2],
    standing: i32,
    step: Option<Step>,
    left_out: Option<Move>,
    line: Vec<Move>,
}

struct RootMove {
    one: Move,
    score: i32,
    nodes: u64,
    line: Vec<Move>,
}

struct Worker<'a> {
    question: &'a Question,
    table: &'a Table,
    history: &'a mut History,
    formations: Formations,
    stop: [&'a AtomicBool; 2],
    /// Positions looked at by all threads, as last told.
    counted: &'a AtomicU64,
    began: Instant,
    hard: Option<Duration>,
    soft: Option<Duration>,
    helper: usize,
    nodes: u64,
    told: u64,
    over: bool,
    deepest: usize,
    salt: u64,
    /// The keys of the game and of the line now looked at.
    keys: Vec<u64>,
    /// How many of them are the game's.
    past: usize,
    plies: Vec<Ply>,
    root: Vec<RootMove>,
    /// How many of the root's moves have a line of their own already.
    settled: usize,
    depth: i32,
    /// Nobody passes his turn before this ply: a pass is being checked.
    no_pass_before: usize,
    count_moves: bool,
}

/// Less depth for later moves.
static REDUCTIONS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    let reduction = |depth: usize, count: usize| {
        (0.75 + (depth.max(1) as f64).ln() * (count.max(1) as f64).ln() / 2.25) as i32
    };
    (0..64)
        .map(|depth| std::array::from_fn(|count| reduction(depth, count)))
        .collect()
});

/// Whether this side has more than king and pawns.
fn has_pieces(position: &Position, side: Colour) -> bool {
    let board = position.board();
    !(board.of(side) - board.kind(Kind::Pawn) - board.kind(Kind::King)).is_empty()
}

fn taken_kind(position: &Position, one: Move) -> Option<Kind> {
    if one.is_en_passant() {
        return Some(Kind::Pawn);
    }
    if !position.board().of(!position.turn()).contains(one.to()) {
        return None;
    }
    position.board().get(one.to()).map(|man| man.kind)
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

const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A mate's distance is kept from the position, and told from the root.
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (match score {
        MATED.. => score + ply,
        _ if score <= -MATED => score - ply,
        _ => score,
    }) as i16
}

fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    match score {
        MATED.. => score - ply,
        _ if score <= -MATED => score + ply,
        _ => score,
    }
}

impl<'a> Worker<'a> {
    fn new(
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
    fn deepen(&mut self, report: &mut dyn FnMut(&Progress<'_>)) -> Option<Advice> {
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
    fn is_over(&mut self) -> bool {
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

    /// Drawn by repetition or by too many moves without progress.
    fn is_drawn(&self, position: &Position, check: bool) -> bool {
        let moves = usize::from(position.halfmove());
        if self.count_moves && moves >= 100 && (!check || position.has_legal_move()) {
            return true;
        }
        if is_dead(position) {
            return true;
        }
        let last = self.keys.len() - 1;
        let key = self.keys[last];
        let mut seen = 0;
        let mut back = 4;
        while back <= moves.min(last) {
            let at = last - back;
            if self.keys[at] == key {
                seen += 1;
                // Once is enough in the line looked at; the game itself must have had it twice.
                if at >= self.past || seen == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// A draw, hardly ever twice the same, so that a search does not settle on the first repetition it sees.
    fn drawn(&self) -> i32 {
        (self.nodes & 2) as i32 - 1
    }

    /// The evaluation, as far as is known corrected.
    fn stands(&mut self, position: &Position) -> i32 {
        let raw = self.formations.evaluate(position);
        self.corrected(position, raw)
    }

    fn corrected(&self, position: &Position, standing: i32) -> i32 {
        (standing + self.history.correction(position)).clamp(-MOST_STANDING, MOST_STANDING)
    }

    /// The steps one and two plies before.
    fn before(&self, ply: usize) -> [Option<Step>; 2] {
        let step = |ago: usize| ply.checked_sub(ago).and_then(|ply| self.plies[ply].step);
        [step(1), step(2)]
    }

    /// Plays a move on the line.
    fn enter(&mut self, position: &Position, one: Move, kind: Kind, ply: usize) -> Position {
        let next = position.play(one);
        let key = next.key() ^ self.salt;
        self.table.fetch(key);
        self.keys.push(key);
        self.plies[ply].step = Some(step(kind, one));
        next
    }

    fn search(
        &mut self,
        position: &Position,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let check = position.is_check();
        if depth <= 0 && !(check && ply < DEEPEST / 2) {
            return self.quiesce(position, alpha, beta, ply);
        }
        depth = depth.max(1);
        if self.is_over() {
            return 0;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        self.plies[ply].line.clear();
        let (principal, root) = (beta - alpha > 1, ply == 0);
        if !root {
            if self.is_drawn(position, check) {
                return self.drawn();
            }
            if ply >= DEEPEST {
                return if check { 0 } else { self.stands(position) };
            }
            // No line from here can be better than a mate already found, or worse than being mated now.
            alpha = alpha.max(-MATE + ply as i32);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let key = self.keys[self.keys.len() - 1];
        let left_out = self.plies[ply].left_out;
        let entry = if left_out.is_none() {
            self.table.find(key)
        } else {
            None
        };
        if let Some(entry) = entry
            && !principal
            && i32::from(entry.depth) >= depth
            && position.halfmove() < 90
        {
            let score = from_table(entry.score, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                return score;
            }
        }
        let (raw, mut standing) = match entry {
            _ if check => (0, -INFINITE),
            _ if left_out.is_some() => (0, self.plies[ply].standing),
            Some(entry) => (
                i32::from(entry.standing),
                self.corrected(position, i32::from(entry.standing)),
            ),
            None => {
                let raw = self.formations.evaluate(position);
                (raw, self.corrected(position, raw))
            }
        };
        self.plies[ply].standing = standing;
        if let (Some(entry), false) = (entry, check) {
            let score = from_table(entry.score, ply);
            let better = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score > standing,
                Bound::Upper => score < standing,
            };
            if better && score.abs() < MATED {
                standing = score;
            }
        }
        let improving = !check && ply >= 2 && self.plies[ply].standing > self.plies[ply - 2].standing;
        self.plies[ply + 1].killers = [None; 2];

        if !principal && !check && left_out.is_none() {
            if let Some(score) = self.give_up_early(position, alpha, beta, depth, ply, standing, improving) {
                return score;
            }
            if let Some(score) = self.pass(position, beta, depth, ply, standing, cut) {
                return score;
            }
        }
        let known = entry.and_then(|entry| entry.best);
        if depth >= 4 && known.is_none() && left_out.is_none() && (principal || cut) {
            depth -= 1;
        }

        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        self.list(position, ply, known, &mut moves);
        let mut tried = std::mem::take(&mut self.plies[ply].tried);
        tried.clear();
        let score = self.try_moves(
            Node {
                position,
                beta,
                depth,
                ply,
                cut,
                check,
                standing,
                improving,
                entry,
                principal,
            },
            alpha,
            &mut moves,
            &mut tried,
        );
        let none = moves.is_empty();
        self.plies[ply].moves = moves;
        self.plies[ply].tried = tried;
        if self.over {
            return 0;
        }
        if none {
            return if check { -MATE + ply as i32 } else { 0 };
        }
        let Tried { best, score, .. } = score;
        if score == -INFINITE {
            // Every move left out or overlooked.
            return if left_out.is_some() {
                alpha
            } else {
                standing.max(-MOST_STANDING)
            };
        }
        if left_out.is_none() && !(root && self.settled > 0) {
            let bound = if score >= beta {
                Bound::Lower
            } else if best.is_some() && principal {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // A quiet position whose score says something about the evaluation.
            let quiet =
                best.is_none_or(|one| taken_kind(position, one).is_none() && one.promotion().is_none());
            let telling = match bound {
                Bound::Exact => true,
                Bound::Lower => score > standing,
                Bound::Upper => score < standing,
            };
            if !check && quiet && telling && score.abs() < MATED {
                let off_by = score - self.plies[ply].standing;
                self.history.learn_error(position, off_by, depth);
            }
            self.table.keep(
                key,
                Entry {
                    best,
                    score: to_table(score, ply),
                    standing: raw as i16,
                    depth: depth.clamp(0, 255) as u8,
                    bound,
                },
            );
        }
        score
    }

    /// So far ahead, or so far behind, that a look at captures settles it.
    #[allow(clippy::too_many_arguments, reason = "all of one node")]
    fn give_up_early(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        standing: i32,
        improving: bool,
    ) -> Option<i32> {
        let margin = 85 * (depth - i32::from(improving));
        if depth <= 8 && standing - margin >= beta && beta > -MATED && standing < MATED {
            return Some(i32::midpoint(standing, beta));
        }
        if depth <= 3 && standing + 280 * depth < alpha && self.question.overlooks == 0 {
            let score = self.quiesce(position, alpha, beta, ply);
            if score <= alpha || self.over {
                return Some(score);
            }
        }
        None
    }

    /// Whether the player would still be above `beta` if he let his opponent move twice.
    fn pass(
        &mut self,
        position: &Position,
        beta: i32,
        depth: i32,
        ply: usize,
        standing: i32,
        cut: bool,
    ) -> Option<i32> {
        let passed_before = ply > 0 && self.plies[ply - 1].step.is_none();
        if depth < 3
            || standing < beta
            || beta <= -MATED
            || passed_before
            || ply < self.no_pass_before
            || !has_pieces(position, position.turn())
        {
            return None;
        }
        let next = position.passing_turn()?;
        let less = 3 + depth / 3 + ((standing - beta) / 200).min(3) + i32::from(cut && depth > 6);
        self.keys.push(next.key() ^ self.salt);
        self.plies[ply].step = None;
        let score = -self.search(&next, -beta, -beta + 1, depth - less, ply + 1, !cut);
        self.keys.pop();
        if self.over {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= MATED { beta } else { score };
        if depth < 12 || self.no_pass_before > 0 {
            return Some(score);
        }
        // Deep down it is made sure that moving is not itself the trouble.
        self.no_pass_before = ply + (3 * (depth - less) / 4).max(0) as usize;
        let sure = self.search(position, beta - 1, beta, depth - less, ply, false);
        self.no_pass_before = 0;
        (sure >= beta || self.over).then_some(score)
    }

    /// Every legal move with what speaks for it.
    #[inline(never)]
    fn list(&self, position: &Position, ply: usize, known: Option<Move>, moves: &mut Vec<Candidate>) {
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

    /// Tries the moves of a position one after another.
    fn try_moves(
        &mut self,
        node: Node<'_>,
        mut alpha: i32,
        moves: &mut [Candidate],
        tried: &mut Vec<Move>,
    ) -> Tried {
        let Node {
            position,
            beta,
            depth,
            ply,
            cut,
            check,
            standing,
            improving,
            principal,
            ..
        } = node;
        let root = ply == 0;
        let turn = position.turn();
        let before = self.before(ply);
        let left_out = self.plies[ply].left_out;
        let killers = self.plies[ply].killers;
        let mut best = Tried {
            best: None,
            score: -INFINITE,
        };
        let mut count = 0;
        let pieces = has_pieces(position, turn);
        for at in 0..moves.len() {
            let Candidate { one, promise, .. } = next_best(position, moves, at);
            if Some(one) == left_out {
                continue;
            }
            if root && !self.root[self.settled..].iter().any(|root| root.one == one) {
                continue;
            }
            if !root && self.overlooks(position, one, check, ply) {
                continue;
            }
            let kind = position
                .board()
                .get(one.from())
                .map_or(Kind::Pawn, |man| man.kind);
            let taken = taken_kind(position, one);
            let quiet = taken.is_none() && one.promotion().is_none();
            count += 1;
            let row = &REDUCTIONS[depth.clamp(0, 63) as usize];
            let mut less = row[(count as usize).min(63)];
            let standing_with = if quiet {
                self.history.of_quiet(turn, kind, one, before)
            } else {
                0
            };

            let gives_check = position.gives_check(one);
            if !root && pieces && best.score > -MATED {
                let held = (depth - less).max(0);
                if quiet && !gives_check {
                    let enough = (4 + depth * depth) / if improving { 1 } else { 2 };
                    if count > enough && depth <= 8 {
                        continue;
                    }
                    if !check && held <= 7 && standing + 110 + 95 * held <= alpha {
                        continue;
                    }
                    if held <= 4 && standing_with < -3_500 * (held + 1) {
                        continue;
                    }
                }
                let bar = if quiet {
                    -22 * held * held - 20
                } else {
                    -95 * depth
                };
                if depth <= 8 && promise < GOOD && !gains(position, one, bar) {
                    continue;
                }
            }

            let Some(more) = self.extension(&node, one, left_out) else {
                // Several moves are good enough without the best one.
                best.score = beta;
                return best;
            };
            let nodes_before = self.nodes;
            let next = self.enter(position, one, kind, ply);
            let more = if more == 0 && gives_check && depth <= 6 && gains(position, one, 0) {
                1
            } else {
                more
            };
            let next_depth = depth - 1 + more;
            let mut score = -INFINITE;
            let mut whole = count == 1;
            if depth >= 3 && count > 1 + i32::from(root) && (quiet || promise < 0) {
                less -= i32::from(principal);
                less += i32::from(cut) + i32::from(!improving);
                less -= i32::from(killers.contains(&Some(one)));
                less -= i32::from(gives_check || check);
                less -= standing_with / 8_000;
                let held = (next_depth - less.max(0)).clamp(1, next_depth.max(1));
                score = -self.search(&next, -alpha - 1, -alpha, held, ply + 1, true);
                if score > alpha && held < next_depth {
                    score = -self.search(&next, -alpha - 1, -alpha, next_depth, ply + 1, !cut);
                }
            } else if count > 1 {
                score = -self.search(&next, -alpha - 1, -alpha, next_depth, ply + 1, !cut);
            }
            whole |= score > alpha && score < beta;
            if principal && whole {
                score = -self.search(&next, -beta, -alpha, next_depth, ply + 1, false);
            } else if count == 1 {
                score = -self.search(&next, -beta, -alpha, next_depth, ply + 1, !cut);
            }
            self.keys.pop();
            if self.over {
                return best;
            }
            if root {
                self.note_root(one, score, nodes_before, count == 1 || score > alpha);
            }
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.best = Some(one);
                    if principal {
                        self.extend_line(one, ply);
                    }
                    if score >= beta {
                        self.praise(position, one, tried, ply, depth);
                        return best;
                    }
                    alpha = score;
                }
            }
            tried.push(one);
        }
        best
    }

    fn note_root(&mut self, one: Move, score: i32, nodes_before: u64, counts: bool) {
        let line = std::mem::take(&mut self.plies[1].line);
        let nodes = self.nodes - nodes_before;
        if let Some(root) = self.root[self.settled..].iter_mut().find(|root| root.one == one) {
            root.nodes += nodes;
            if counts {
                root.score = score;
                root.line.clear();
                root.line.push(one);
                root.line.extend_from_slice(&line);
            } else {
                root.score = -INFINITE;
            }
        }
        self.plies[1].line = line;
    }

    fn extend_line(&mut self, one: Move, ply: usize) {
        let (here, after) = self.plies.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(one);
        line.extend_from_slice(&after[0].line);
    }

    /// How much deeper a move is looked at: one that is far better than all others is; nothing where others do as well.
    fn extension(&mut self, node: &Node<'_>, one: Move, left_out: Option<Move>) -> Option<i32> {
        let Some(entry) = node.entry.filter(|entry| entry.best == Some(one)) else {
            return Some(0);
        };
        let score = from_table(entry.score, node.ply);
        if node.ply == 0
            || node.depth < 8
            || left_out.is_some()
            || node.ply as i32 >= 2 * self.depth
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < node.depth - 3
            || score.abs() >= MATED
        {
            return Some(0);
        }
        let bar = score - 2 * node.depth;
        let ply = node.ply;
        let (moves, tried, standing) = (
            std::mem::take(&mut self.plies[ply].moves),
            std::mem::take(&mut self.plies[ply].tried),
            self.plies[ply].standing,
        );
        self.plies[ply].left_out = Some(one);
        let others = self.search(node.position, bar - 1, bar, (node.depth - 1) / 2, ply, node.cut);
        self.plies[ply].left_out = None;
        self.plies[ply].moves = moves;
        self.plies[ply].tried = tried;
        self.plies[ply].standing = standing;
        if others < bar {
            Some(1 + i32::from(!node.principal && others < bar - 25))
        } else if bar >= node.beta && !self.over {
            None
        } else {
            Some(-i32::from(score >= node.beta))
        }
    }

    /// A move refuted the line: it and its like are tried earlier, those tried in vain later.
    fn praise(&mut self, position: &Position, one: Move, tried: &[Move], ply: usize, depth: i32) {
        let bonus = (depth * 160 - 90).clamp(50, 1_800);
        let before = self.before(ply);
        let turn = position.turn();
        let kind_of = |one: Move| {
            position
                .board()
                .get(one.from())
                .map_or(Kind::Pawn, |man| man.kind)
        };
        let quiet = taken_kind(position, one).is_none() && one.promotion().is_none();
        if quiet {
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(one) {
                *killers = [Some(one), killers[0]];
            }
            self.history.praise_quiet(turn, kind_of(one), one, before, bonus);
        } else if let Some(taken) = taken_kind(position, one) {
            self.history.praise_taking(kind_of(one), one, taken, bonus);
        }
        for &other in tried {
            match taken_kind(position, other) {
                Some(taken) => self.history.praise_taking(kind_of(other), other, taken, -bonus),
                None if quiet && other.promotion().is_none() => {
                    self.history
                        .praise_quiet(turn, kind_of(other), other, before, -bonus);
                }
                None => {}
            }
        }
    }

    /// Captures only, until nothing hangs; every move where the king is in check.
    fn quiesce(&mut self, position: &Position, mut alpha: i32, beta: i32, ply: usize) -> i32 {
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

    /// Whether a weak player does not see this move. Whoever is in check looks at every way out; a man just moved is
    /// looked at, and so is what makes a Queen.
    fn overlooks(&self, position: &Position, one: Move, check: bool, ply: usize) -> bool {
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

/// What a position's moves are tried with.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a plain fact about the position"
)]
struct Node<'p> {
    position: &'p Position,
    beta: i32,
    depth: i32,
    ply: usize,
    cut: bool,
    check: bool,
    standing: i32,
    improving: bool,
    entry: Option<Entry>,
    principal: bool,
}

#[derive(Clone, Copy)]
struct Tried {
    best: Option<Move>,
    score: i32,
}

/// Neither side can mate, whatever is played: kings, and at most one knight or bishop.
fn is_dead(position: &Position) -> bool {
    let board = position.board();
    let minor = board.kind(Kind::Knight) | board.kind(Kind::Bishop) | board.kind(Kind::King);
    (board.occupied() - minor).is_empty() && board.occupied().count() <= 3
}

/// A move to be tried, and what speaks for it.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    one: Move,
    /// Whether that is settled; if not, it takes something, and may yet turn out to lose more than it takes.
    sure: bool,
    promise: i32,
}

/// What takes without loss promises about this much, what loses by it as much less than nothing.
const GOOD: i32 = 1_000_000;
/// What refuted a move beside this one promises at least this much.
const KILLER: i32 = 800_000;

impl Candidate {
    const fn sure(one: Move, promise: i32) -> Self {
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
fn next_best(position: &Position, moves: &mut [Candidate], at: usize) -> Candidate {
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
