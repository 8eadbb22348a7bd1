//! What is one position worth, a given number of moves deep?

use super::{
    DEEPEST, INFINITE, MATE, MATED,
    deepening::Worker,
    ordering::{Candidate, GOOD, next_best, taken_kind},
};
use crate::{
    evaluation::MOST as MOST_STANDING,
    exchange::gains,
    history::{Step, step},
    table::{Bound, Entry},
};
use jadoube_board::{Colour, Kind, Move, Position};
use std::sync::LazyLock;

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

/// A mate's distance is kept from the position, and told from the root.
pub(super) fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    (match score {
        MATED.. => score + ply,
        _ if score <= -MATED => score - ply,
        _ => score,
    }) as i16
}

pub(super) fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    match score {
        MATED.. => score - ply,
        _ if score <= -MATED => score + ply,
        _ => score,
    }
}
impl Worker<'_> {
    /// Drawn by repetition or by too many moves without progress.
    pub(super) fn is_drawn(&self, position: &Position, check: bool) -> bool {
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
    pub(super) fn drawn(&self) -> i32 {
        (self.nodes & 2) as i32 - 1
    }

    /// The evaluation, as far as is known corrected.
    pub(super) fn stands(&mut self, position: &Position) -> i32 {
        let raw = self.formations.evaluate(position);
        self.corrected(position, raw)
    }

    pub(super) fn corrected(&self, position: &Position, standing: i32) -> i32 {
        (standing + self.history.correction(position)).clamp(-MOST_STANDING, MOST_STANDING)
    }

    /// The steps one and two plies before.
    pub(super) fn before(&self, ply: usize) -> [Option<Step>; 2] {
        let step = |ago: usize| ply.checked_sub(ago).and_then(|ply| self.plies[ply].step);
        [step(1), step(2)]
    }

    /// Plays a move on the line.
    pub(super) fn enter(&mut self, position: &Position, one: Move, kind: Kind, ply: usize) -> Position {
        let next = position.play(one);
        let key = next.key() ^ self.salt;
        self.table.fetch(key);
        self.keys.push(key);
        self.plies[ply].step = Some(step(kind, one));
        next
    }

    pub(super) fn search(
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

    pub(super) fn extend_line(&mut self, one: Move, ply: usize) {
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
