//! Can the player to move check the adverse king for ever, whatever the replies?
//!
//! A safety game. The claimant stays safe as long as he has a check; a mate ends the game in his favour; a
//! reply that leaves him no check ends the series. The positions he can hold for ever are the greatest set
//! in which each has a check all of whose replies stay in the set. We look for it from the position outwards:
//! every position is believed safe with its first check until a reply proves lost, then its next check is
//! tried, and so on. A position without checks left is lost, and those that relied on it choose again. When
//! nothing is left to look into, what is still believed supports itself: that is the strategy.

use std::ops::Range;

use jadoube_board::{Kind, Move, Position};

use crate::answer::{Answer, CheckingStrategy, Escape, EscapeStep, Evidence, Found};
use crate::budget::{Budget, Stopped};
use crate::identity::{ByIdentity, Identity};

/// How far from the root the series may wander before it must have closed on itself; short circles are
/// looked for first, since a queen that may roam the whole board hides them. The last has no horizon.
const HORIZONS: [u32; 9] = [1, 2, 4, 6, 10, 16, 26, 42, u32::MAX];

/// Most perpetual checks are given by men of one kind while all others stand still, and then there is little to look
/// into; with all checks open, a man that wanders off now and then makes every position a new one. So where the whole
/// game is not decided soon, those are tried too.
const ALONE: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Knight, Kind::Bishop];
/// What the first stage of each search may cost.
const STAGE_NODES: u64 = 1_000;

/// Whether the player to move can check the adverse king without end.
pub fn endless_checks(position: &Position, budget: &mut Budget) -> Answer {
    let mut search = Search::default();
    match decide(&mut search, position, budget) {
        Ok(true) => Answer::Proved(Evidence::Strategy(search.strategy())),
        Ok(false) => Answer::Refuted(Evidence::Escape(search.escape())),
        Err(why) => Answer::Undecided {
            nodes: budget.spent(),
            why,
            found: search
                .nodes
                .first()
                .filter(|root| root.holds > 0)
                .map(|root| Found::ChecksFor(root.holds)),
        },
    }
}

/// Leaves in `search` what decided it.
fn decide(search: &mut Search, position: &Position, budget: &mut Budget) -> Result<bool, Stopped> {
    let root = search.node(position, budget)?;
    for stage in 0.. {
        // Each stage may cost four times as much as the one before, half on either side of the question.
        let nodes = STAGE_NODES << (2 * stage.min(20));
        let mut ways: Vec<Option<Kind>> = vec![None];
        if stage > 0 {
            let own = position.board().of(position.turn());
            let there = |kind: &Kind| !(position.board().kind(*kind) & own).is_empty();
            ways.extend(ALONE.into_iter().filter(there).map(Some));
        }
        match budget.within(nodes, |budget| search.deepen(root, 3 * stage + 3, budget)) {
            Ok(true) => return Ok(false),
            Ok(false) => {}
            Err(Stopped::Spent) if budget.left() > 0 => {}
            Err(why) => return Err(why),
        }
        for way in ways {
            let mut alone = Search {
                alone: way,
                ..Search::default()
            };
            let part = if way.is_some() { &mut alone } else { &mut *search };
            match budget.within(nodes, |budget| part.run(position, budget)) {
                Ok(true) if way.is_some() => {
                    *search = alone;
                    return Ok(true);
                }
                // That men of one kind cannot do it alone says nothing of all together.
                Ok(false) if way.is_some() => {}
                Ok(decided) => return Ok(decided),
                Err(Stopped::Spent) if budget.left() > 0 => {}
                Err(why) => return Err(why),
            }
        }
    }
    unreachable!("some stage has the budget to go through all there is, or has none left")
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Not yet asked about under this horizon.
    Unasked,
    /// Waiting to be asked about.
    Waiting,
    /// Believed safe with its current check.
    Believed,
    /// Lost as far as this horizon shows.
    LostHere,
    /// Lost for good; the number is its place in the order of losing.
    Lost(u32),
}

struct Node {
    position: Position,
    checks: Range<u32>,
    /// The check relied on, an index into `checks`.
    current: u32,
    depth: u32,
    state: State,
    /// The checks do not end within so many, whatever the replies, if this one is given.
    holds: u32,
    held_by: u32,
    /// Positions that have at some time relied on this one.
    relied_on_by: Vec<u32>,
}

struct Check {
    by: Move,
    /// Filled when the check is first tried.
    replies: Option<Range<u32>>,
    /// The reply that refutes it for good.
    refuted_by: Option<u32>,
    /// Refuted, for good or under this horizon.
    out: bool,
}

struct Reply {
    by: Move,
    leads_to: u32,
}

#[derive(Default)]
struct Search {
    nodes: Vec<Node>,
    checks: Vec<Check>,
    replies: Vec<Reply>,
    known: ByIdentity<u32>,
    waiting: Vec<u32>,
    newly_lost: Vec<u32>,
    lost: u32,
    horizon: u32,
    /// Only men of this kind give check, but for the first.
    alone: Option<Kind>,
}

impl Search {
    fn run(&mut self, position: &Position, budget: &mut Budget) -> Result<bool, Stopped> {
        let root = self.node(position, budget)?;
        for horizon in HORIZONS {
            self.begin(horizon);
            self.nodes[root as usize].depth = 0;
            if self.nodes[root as usize].state == State::Unasked {
                self.ask(root);
            }
            while let Some(node) = self.waiting.pop() {
                if self.nodes[node as usize].state != State::Waiting {
                    continue;
                }
                if node != root && !self.is_relied_on(node) {
                    self.nodes[node as usize].state = State::Unasked;
                    continue;
                }
                self.choose(node, budget)?;
                while let Some(lost) = self.newly_lost.pop() {
                    self.disappoint(lost, budget)?;
                }
            }
            match self.nodes[root as usize].state {
                State::Believed => return Ok(true),
                State::Lost(_) => return Ok(false),
                _ => {}
            }
        }
        unreachable!("without a horizon the root is either believed or lost for good")
    }

    /// What is remembered, about.
    fn bytes(&self) -> usize {
        // A node is also known by its identity, and each reply may be relied on.
        self.nodes.len() * (size_of::<Node>() + 2 * size_of::<Identity>())
            + self.checks.len() * size_of::<Check>()
            + self.replies.len() * (size_of::<Reply>() + size_of::<u32>())
    }

    /// Forgets what only the last horizon showed.
    fn begin(&mut self, horizon: u32) {
        self.horizon = horizon;
        self.waiting.clear();
        self.newly_lost.clear();
        for node in &mut self.nodes {
            node.depth = u32::MAX;
            node.relied_on_by.clear();
            if !matches!(node.state, State::Lost(_)) {
                node.state = State::Unasked;
            }
        }
        for check in &mut self.checks {
            check.out = check.refuted_by.is_some();
        }
    }

    fn ask(&mut self, node: u32) {
        self.nodes[node as usize].state = State::Waiting;
        self.waiting.push(node);
    }

    /// The node of a position, made with its checks if it is new; one without checks is lost at once.
    fn node(&mut self, position: &Position, budget: &mut Budget) -> Result<u32, Stopped> {
        let identity = Identity::of(position);
        if let Some(&node) = self.known.get(&identity) {
            return Ok(node);
        }
        budget.spend()?;
        budget.hold(self.bytes())?;
        let start = self.checks.len();
        let mut found: Vec<(usize, Move)> = Vec::new();
        let alone = self.alone.filter(|_| !self.nodes.is_empty());
        for by in &position.legal_moves() {
            if alone.is_some_and(|kind| !position.board().kind(kind).contains(by.from())) {
                continue;
            }
            let after = position.play(by);
            if after.is_check() {
                found.push((after.legal_moves().len(), by));
            }
        }
        // The fewer replies, the sooner the series closes on itself.
        found.sort_by_cached_key(|(replies, _)| *replies);
        self.checks.extend(found.into_iter().map(|(_, by)| Check {
            by,
            replies: None,
            refuted_by: None,
            out: false,
        }));
        let number = self.nodes.len() as u32;
        let mut state = State::Unasked;
        if start == self.checks.len() {
            state = State::Lost(self.lost);
            self.lost += 1;
        }
        self.nodes.push(Node {
            position: *position,
            checks: start as u32..self.checks.len() as u32,
            current: 0,
            depth: u32::MAX,
            state,
            holds: 0,
            held_by: start as u32,
            relied_on_by: Vec::new(),
        });
        self.known.insert(identity, number);
        Ok(number)
    }

    /// The replies to a check, each with the position it leads to.
    fn replies(&mut self, node: u32, check: u32, budget: &mut Budget) -> Result<Range<u32>, Stopped> {
        if let Some(replies) = self.checks[check as usize].replies.clone() {
            return Ok(replies);
        }
        let after = self.nodes[node as usize]
            .position
            .play(self.checks[check as usize].by);
        let mut found = Vec::new();
        for reply in &after.legal_moves() {
            let leads_to = self.node(&after.play(reply), budget)?;
            found.push(Reply { by: reply, leads_to });
        }
        // The waiting list is a stack: the replies that leave the fewest checks come last, to be tried first.
        found.sort_by_cached_key(|reply| std::cmp::Reverse(self.nodes[reply.leads_to as usize].checks.len()));
        let start = self.replies.len() as u32;
        self.replies.extend(found);
        let range = start..self.replies.len() as u32;
        self.checks[check as usize].replies = Some(range.clone());
        Ok(range)
    }

    /// Settles on the first check that is not refuted, or gives the position up.
    fn choose(&mut self, node: u32, budget: &mut Budget) -> Result<(), Stopped> {
        let depth = self.nodes[node as usize].depth;
        'checks: for check in self.nodes[node as usize].checks.clone() {
            if self.checks[check as usize].out {
                continue;
            }
            let replies = self.replies(node, check, budget)?;
            for reply in replies.clone() {
                let next = self.replies[reply as usize].leads_to;
                match self.nodes[next as usize].state {
                    State::Lost(_) => {
                        self.checks[check as usize].refuted_by = Some(reply);
                        self.checks[check as usize].out = true;
                        continue 'checks;
                    }
                    State::LostHere => {
                        self.checks[check as usize].out = true;
                        // Another reply may refute it for good.
                    }
                    State::Unasked if depth >= self.horizon => self.checks[check as usize].out = true,
                    _ => {}
                }
            }
            if self.checks[check as usize].out {
                continue;
            }
            self.nodes[node as usize].current = check;
            self.nodes[node as usize].state = State::Believed;
            for reply in replies {
                let next = self.replies[reply as usize].leads_to;
                let child = &mut self.nodes[next as usize];
                child.relied_on_by.push(node);
                if child.state == State::Unasked {
                    child.depth = depth + 1;
                    self.ask(next);
                }
            }
            return Ok(());
        }
        let for_good = self.nodes[node as usize]
            .checks
            .clone()
            .all(|check| self.checks[check as usize].refuted_by.is_some());
        self.nodes[node as usize].state = if for_good {
            State::Lost(self.lost)
        } else {
            State::LostHere
        };
        self.lost += u32::from(for_good);
        self.newly_lost.push(node);
        Ok(())
    }

    /// Looks for an end to the checks within one, two and so on up to so many; whether there is one.
    fn deepen(&mut self, root: u32, most: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        for checks in 1..=most {
            if self.ends_within(root, checks, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the opponent can bring the series to an end within so many checks.
    fn ends_within(&mut self, node: u32, checks: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        let Node { state, holds, .. } = self.nodes[node as usize];
        if matches!(state, State::Lost(_)) {
            return Ok(true);
        }
        if holds >= checks {
            return Ok(false);
        }
        budget.spend()?;
        let all = self.nodes[node as usize].checks.clone();
        // The check that held out last time is the first to be asked about.
        for check in std::iter::once(self.nodes[node as usize].held_by).chain(all) {
            if self.checks[check as usize].refuted_by.is_none()
                && !self.refutes(node, check, checks, budget)?
            {
                self.nodes[node as usize].holds = checks;
                self.nodes[node as usize].held_by = check;
                return Ok(false);
            }
        }
        // Its own replies may have led back here, and found the end already.
        if !matches!(self.nodes[node as usize].state, State::Lost(_)) {
            self.nodes[node as usize].state = State::Lost(self.lost);
            self.lost += 1;
        }
        Ok(true)
    }

    /// Whether some reply to this check ends the series within so many checks, this one included.
    fn refutes(&mut self, node: u32, check: u32, checks: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        let replies = self.replies(node, check, budget)?;
        // Those that leave the fewest checks come last.
        let lost = |reply: &u32| {
            let next = self.replies[*reply as usize].leads_to;
            matches!(self.nodes[next as usize].state, State::Lost(_))
        };
        let mut found = replies.clone().rev().find(lost);
        if checks > 1 && found.is_none() {
            for reply in replies.rev() {
                if self.ends_within(self.replies[reply as usize].leads_to, checks - 1, budget)? {
                    found = Some(reply);
                    break;
                }
            }
        }
        // A reply found meanwhile, by a way that led back here, comes before this one in the order of losing.
        let refuted_by = &mut self.checks[check as usize].refuted_by;
        *refuted_by = refuted_by.or(found);
        Ok(refuted_by.is_some())
    }

    /// Whoever relied on a lost position chooses again.
    fn disappoint(&mut self, lost: u32, budget: &mut Budget) -> Result<(), Stopped> {
        for believer in std::mem::take(&mut self.nodes[lost as usize].relied_on_by) {
            if self.relies(believer, lost) {
                self.choose(believer, budget)?;
            }
        }
        Ok(())
    }

    fn relies(&self, believer: u32, on: u32) -> bool {
        let node = &self.nodes[believer as usize];
        node.state == State::Believed
            && self
                .current_replies(believer)
                .iter()
                .any(|reply| reply.leads_to == on)
    }

    fn is_relied_on(&self, node: u32) -> bool {
        self.nodes[node as usize]
            .relied_on_by
            .iter()
            .any(|&believer| self.relies(believer, node))
    }

    fn current_replies(&self, node: u32) -> &[Reply] {
        let check = &self.checks[self.nodes[node as usize].current as usize];
        check.replies.as_ref().map_or(&[], |range| {
            &self.replies[range.start as usize..range.end as usize]
        })
    }

    /// What is reached from the root by the checks believed in.
    fn strategy(&self) -> CheckingStrategy {
        let mut entries = Vec::new();
        let mut reached = vec![false; self.nodes.len()];
        let mut next = std::collections::VecDeque::from([0]);
        reached[0] = true;
        while let Some(number) = next.pop_front() {
            let node = &self.nodes[number as usize];
            entries.push((node.position, self.checks[node.current as usize].by));
            for reply in self.current_replies(number) {
                if !std::mem::replace(&mut reached[reply.leads_to as usize], true) {
                    next.push_back(reply.leads_to);
                }
            }
        }
        CheckingStrategy { entries }
    }

    /// The lost positions the refutation of the root needs, in the order they were lost.
    fn escape(&self) -> Escape {
        let mut needed = vec![0u32];
        let mut reached = vec![false; self.nodes.len()];
        reached[0] = true;
        let mut steps = Vec::new();
        while let Some(number) = needed.pop() {
            let node = &self.nodes[number as usize];
            let State::Lost(order) = node.state else { continue };
            let mut answers = Vec::new();
            for check in &self.checks[node.checks.start as usize..node.checks.end as usize] {
                let Some(reply) = check.refuted_by.map(|reply| &self.replies[reply as usize]) else {
                    continue;
                };
                answers.push((check.by, reply.by));
                if !std::mem::replace(&mut reached[reply.leads_to as usize], true) {
                    needed.push(reply.leads_to);
                }
            }
            steps.push((
                order,
                EscapeStep {
                    position: node.position,
                    answers,
                },
            ));
        }
        steps.sort_by_cached_key(|(order, _)| *order);
        Escape {
            entries: steps.into_iter().map(|(_, step)| step).collect(),
        }
    }
}
