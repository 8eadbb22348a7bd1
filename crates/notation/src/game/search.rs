//! Which of all readings of a score go on to its end, and what must be amended where none does?

mod earlier;

use jadoube_board::{Kind, Move, Origins, Position};
use smallvec::SmallVec;

use super::{Fault, GameReading, Known, Note, Repair, Score, ScoreReader, Tie, is_filler};
use crate::read::{Candidates, LIBERTY, candidates, keep_easiest};
use crate::repair::{Emendation, emendations, style_of};
use crate::terms::{Context, Previous};
use crate::write::write_move;

/// Most readings kept alive at once. A printed game seldom needs more than four; where the bound
/// is met the output says so.
const MOST_LINES: usize = 256;

/// How far back from a cell that cannot be read a misprint is looked for.
const LOOK_BACK: usize = 10;

/// Most emendations in one game: beyond it the score is not this game.
const MOST_REPAIRS: usize = 16;

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    movement: Option<Move>,
    position: Position,
    origins: Origins,
    /// Checks given and captures in passing made without a mark.
    unmarked: u16,
    unmarked_passing: u16,
    /// Promotions not named and read as something else than a Queen.
    under: u16,
    /// Bare castling read as the Queen's side where both were open.
    long_castles: u16,
    /// True descriptions (`doubled`) and sound captures, where the words left a choice.
    likelihood: i32,
    /// Emendations so far, and how large they are together.
    repairs: u16,
    strain: u16,
    amended: Option<&'static str>,
}

/// The readings alive before a ply: one nearly always.
type Front = SmallVec<[u32; 4]>;

pub(super) struct Search<'r, 't> {
    reader: &'r mut ScoreReader,
    score: &'r Score<'t>,
    /// By ply, as far as it is known.
    known: &'r [Option<Known>],
    nodes: Vec<Node>,
    /// For each ply, the readings alive before it.
    fronts: Vec<Front>,
    overfull: bool,
    /// A fault is traced back to what may be misprinted before it.
    traces: bool,
}

impl<'r, 't> Search<'r, 't> {
    pub(super) fn new(
        reader: &'r mut ScoreReader,
        score: &'r Score<'t>,
        known: &'r [Option<Known>],
    ) -> Search<'r, 't> {
        let root = Node {
            parent: u32::MAX,
            movement: None,
            position: score.start,
            origins: Origins::of(score.start.board()),
            unmarked: 0,
            unmarked_passing: 0,
            under: 0,
            long_castles: 0,
            likelihood: 0,
            repairs: 0,
            strain: 0,
            amended: None,
        };
        let mut fronts = vec![Front::new(); score.cells.len() + 1];
        let mut nodes = Vec::with_capacity(score.cells.len() + 1);
        nodes.push(root);
        fronts[0].push(0);
        Search {
            reader,
            score,
            known,
            nodes,
            fronts,
            overfull: false,
            traces: false,
        }
    }

    /// The same, and a fault is traced back to what may be misprinted before it.
    pub(super) fn tracing(self) -> Self {
        Search { traces: true, ..self }
    }

    pub(super) fn run(mut self, repair: bool) -> GameReading {
        let last = self.score.cells.len();
        let first = self.advance(0);
        let mut stuck = first;
        let mut repairs = 0;
        while stuck < last {
            if !repair || repairs == MOST_REPAIRS || !self.amend(stuck) {
                break;
            }
            repairs += 1;
            stuck = self.advance(stuck + 1);
        }
        // A misprint that gives a legal move may show itself only much later. Where the near
        // emendations are many, or do not suffice, one far back may explain all.
        if repair && (stuck < last || repairs > 1) && self.amend_far_back(first) {
            stuck = last;
        }
        if stuck == last {
            return self.conclude(last, None);
        }
        let mut fault = self.fault(stuck);
        if self.traces
            && let Some(earlier) = self.traced_back(stuck)
        {
            fault.why.push_str(&earlier);
        }
        self.conclude(stuck, Some(fault))
    }

    /// Looks for one emendation anywhere before the first fault after which the whole game can be
    /// read. Whether there was one; the last front then holds what it led to.
    fn amend_far_back(&mut self, stuck: usize) -> bool {
        let last = self.score.cells.len();
        let mut reached = Front::new();
        for ply in (0..=stuck).rev() {
            let mut front = self.fronts[ply].clone();
            front.retain(|&mut node| self.nodes[node as usize].repairs == 0);
            front.truncate(16);
            for node in front {
                for emendation in self.emendations_at(node, ply) {
                    let kept = self.nodes.len();
                    let mut alive = Front::from_elem(self.amended(node, &emendation, stuck - ply), 1);
                    for later in ply + 1..last {
                        let mut next = Front::new();
                        for &one in &alive {
                            self.extend(one, later, &mut next);
                        }
                        self.bound(&mut next);
                        alive = next;
                    }
                    if alive.is_empty() {
                        self.nodes.truncate(kept);
                    }
                    reached.extend(alive);
                }
            }
        }
        let any = !reached.is_empty();
        if any {
            self.fronts[last] = reached;
        }
        any
    }

    /// The node after a move that the cell means only if it is amended.
    fn amended(&mut self, node: u32, emendation: &Emendation, distance: usize) -> u32 {
        let parent = &self.nodes[node as usize];
        let mut child = child_of(parent, node, emendation.movement);
        child.repairs += 1;
        child.strain += u16::from(emendation.weight) * 8 + distance.min(64) as u16;
        child.amended = Some(emendation.why);
        self.nodes.push(child);
        self.nodes.len() as u32 - 1
    }

    /// Reads cell after cell from ply `from` (from 0); the ply it cannot pass, or the last.
    fn advance(&mut self, from: usize) -> usize {
        for ply in from..self.score.cells.len() {
            let mut next = Front::new();
            let front = std::mem::take(&mut self.fronts[ply]);
            match (&front[..], self.known.get(ply)) {
                (&[node], Some(&Some(known))) if self.is_as_known(node) => {
                    next.push(self.go_on(node, known));
                }
                _ => front.iter().for_each(|&node| self.extend(node, ply, &mut next)),
            }
            self.fronts[ply] = front;
            if next.is_empty() {
                return ply;
            }
            self.bound(&mut next);
            self.fronts[ply + 1] = next;
        }
        self.score.cells.len()
    }

    /// Whether the only reading alive is the one after which moves are known.
    fn is_as_known(&self, node: u32) -> bool {
        !self.overfull && self.nodes[node as usize].repairs == 0
    }

    fn go_on(&mut self, node: u32, known: Known) -> u32 {
        let mut child = child_of(&self.nodes[node as usize], node, known.movement);
        child.unmarked += u16::from(!known.marks_check && child.position.is_check());
        self.nodes.push(child);
        self.nodes.len() as u32 - 1
    }

    fn bound(&mut self, front: &mut Front) {
        if front.len() > MOST_LINES {
            self.overfull = true;
            front.sort_by_cached_key(|&node| self.rank(node));
            front.truncate(MOST_LINES);
        }
    }

    fn rank(&self, node: u32) -> (u16, u16, u16, u16, u16, u16, i32) {
        let node = &self.nodes[node as usize];
        (
            node.repairs,
            node.strain,
            node.unmarked,
            node.unmarked_passing,
            node.under,
            node.long_castles,
            -node.likelihood,
        )
    }

    fn previous(&self, node: u32) -> Option<Previous> {
        let node = &self.nodes[node as usize];
        let movement = node.movement?;
        let before = &self.nodes[node.parent as usize].position;
        Some(Previous {
            movement,
            took: before.captured(movement).is_some(),
        })
    }

    /// All strict readings of one cell after one node.
    fn extend(&mut self, node: u32, ply: usize, next: &mut Front) {
        let previous = self.previous(node);
        let cell = self.score.cells[ply];
        let cut = self.reader.cut;
        let Ok(parsed) = self.reader.parse(cell) else {
            return;
        };
        let Node {
            position, origins, ..
        } = &self.nodes[node as usize];
        let context = Context {
            position,
            origins,
            by_place: self.score.by_place,
            previous,
        };
        let mut found: Candidates = candidates(parsed, &context);
        found.retain(|candidate| {
            let way = &parsed.ways[usize::from(candidate.way)];
            candidate.strain < LIBERTY && !(cut && way.is_too_little_for_a_page())
        });
        keep_easiest(&mut found);
        let choice = found.len() > 1;
        let both_castles = found
            .iter()
            .filter(|candidate| candidate.movement.is_castling())
            .count()
            > 1;
        let first = self.nodes.len();
        for candidate in &found {
            let movement = candidate.movement;
            let terms = &parsed.ways[usize::from(candidate.way)];
            let parent = &self.nodes[node as usize];
            let context = Context {
                position: &parent.position,
                origins: &parent.origins,
                by_place: self.score.by_place,
                previous,
            };
            let mut likelihood = parent.likelihood;
            if choice {
                likelihood += 100 * i32::from(terms.described(&context, movement));
                likelihood += soundness(&parent.position, movement, previous);
            }
            let mut child = child_of(parent, node, movement);
            child.likelihood = likelihood;
            if child.position.is_check() && !terms.marks_check() {
                child.unmarked += 1;
            }
            if movement.is_en_passant() && !terms.in_passing && choice {
                child.unmarked_passing += 1;
            }
            if !terms.names_promotion() && movement.promotion().is_some_and(|kind| kind != Kind::Queen)
                || movement.remains_pawn() && !terms.names_promotion()
            {
                child.under += 1;
            }
            if both_castles && movement.wing() == Some(jadoube_board::Wing::Queen) {
                child.long_castles += 1;
            }
            self.nodes.push(child);
        }
        next.extend(first as u32..self.nodes.len() as u32);
    }

    /// Tries every small emendation near the cell that stopped the reading, and keeps those that
    /// carry the game past it. Whether any did.
    fn amend(&mut self, stuck: usize) -> bool {
        let mut passed = Front::new();
        for ply in (stuck.saturating_sub(LOOK_BACK)..=stuck).rev() {
            let mut front = self.fronts[ply].clone();
            front.sort_by_cached_key(|&node| self.rank(node));
            front.truncate(32);
            for node in front {
                for emendation in self.emendations_at(node, ply) {
                    let index = self.amended(node, &emendation, stuck - ply);
                    let kept = self.nodes.len();
                    let mut alive = Front::from_elem(index, 1);
                    let mut trail = Vec::new();
                    for later in ply + 1..=stuck {
                        let mut next = Front::new();
                        for &one in &alive {
                            self.extend(one, later, &mut next);
                        }
                        trail.push((later, std::mem::replace(&mut alive, next)));
                    }
                    if alive.is_empty() {
                        self.nodes.truncate(kept - 1);
                    } else {
                        passed.extend(alive);
                        for (later, nodes) in trail {
                            self.fronts[later].extend(nodes);
                        }
                    }
                }
            }
        }
        self.bound(&mut passed);
        let any = !passed.is_empty();
        self.fronts[stuck + 1] = passed;
        any
    }

    fn emendations_at(&mut self, node: u32, ply: usize) -> Vec<Emendation> {
        let previous = self.previous(node);
        let cell = self.score.cells[ply];
        let parsed = self.reader.parse(cell);
        let Node {
            position, origins, ..
        } = &self.nodes[node as usize];
        let context = Context {
            position,
            origins,
            by_place: self.score.by_place,
            previous,
        };
        emendations(cell, parsed.as_ref().ok(), &context)
    }

    fn fault(&mut self, ply: usize) -> Fault {
        let cell = self.score.cells[ply];
        let mut front = self.fronts[ply].clone();
        front.sort_by_cached_key(|&node| self.rank(node));
        let mut fits: Vec<(u8, Move)> = Vec::new();
        for node in front.into_iter().take(8) {
            for emendation in self.emendations_at(node, ply) {
                if !fits.iter().any(|(_, movement)| *movement == emendation.movement) {
                    fits.push((emendation.weight, emendation.movement));
                }
            }
        }
        fits.sort_by_cached_key(|(weight, movement)| (*weight, movement.to_string()));
        if is_filler(cell) {
            self.keep_continued(ply, &mut fits);
        }
        let (why, span) = match self.reader.parse(cell) {
            Err(error) => (error.to_string(), Some(error.span)),
            Ok(parsed) => match parsed.ways.first() {
                None => ("the cell is empty".to_owned(), None),
                Some(terms) => (format!("no legal move here is: {terms}"), None),
            },
        };
        Fault {
            ply: ply + 1,
            text: cell.to_owned(),
            span,
            why,
            would_fit: fits.into_iter().map(|(_, movement)| movement).collect(),
        }
    }

    /// An empty cell says nothing, so only what follows it tells which moves would fit.
    fn keep_continued(&mut self, ply: usize, fits: &mut Vec<(u8, Move)>) {
        let front = self.fronts[ply].clone();
        fits.retain(|&(_, movement)| {
            front.iter().any(|&node| {
                let parent = &self.nodes[node as usize];
                if !parent.position.is_legal(movement) {
                    return false;
                }
                let kept = self.nodes.len();
                let child = child_of(parent, node, movement);
                self.nodes.push(child);
                let mut next = Front::new();
                if ply + 1 < self.score.cells.len() {
                    self.extend(kept as u32, ply + 1, &mut next);
                }
                self.nodes.truncate(kept);
                ply + 1 == self.score.cells.len() || !next.is_empty()
            })
        });
    }

    fn line(&self, node: u32) -> Vec<Move> {
        self.path(node)
            .iter()
            .filter_map(|&step| self.nodes[step as usize].movement)
            .collect()
    }

    /// The nodes after the root that lead to this one.
    fn path(&self, mut node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while self.nodes[node as usize].movement.is_some() {
            path.push(node);
            node = self.nodes[node as usize].parent;
        }
        path.reverse();
        path
    }

    /// Chooses among the readings alive at the end, and says what the choice rests on.
    fn conclude(mut self, end: usize, fault: Option<Fault>) -> GameReading {
        let mut notes = Vec::new();
        let mut alive = std::mem::take(&mut self.fronts[end]);
        if self.overfull {
            notes.push(Note {
                ply: 0,
                text: format!(
                    "more than {MOST_LINES} readings were possible at once; the likeliest were followed"
                ),
            });
        }
        self.keep_least(&mut alive, |node| node.repairs);
        self.keep_least(&mut alive, |node| node.strain);
        self.weigh_unmarked_checks(&mut alive, end);
        self.keep_least(&mut alive, |node| node.unmarked_passing);
        self.keep_least(&mut alive, |node| node.under);
        alive.sort_by_cached_key(|&node| {
            let line = self
                .line(node)
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>();
            (self.rank(node), line)
        });
        let Some(&main) = alive.first() else {
            return GameReading {
                faults: fault.into_iter().collect(),
                notes,
                ..GameReading::default()
            };
        };
        let path = self.path(main);
        let moves = self.line(main);
        let ties = ties(&moves, alive[1..].iter().map(|&node| self.line(node)));
        let mut repairs = Vec::new();
        for (ply, &step) in path.iter().enumerate() {
            let node = &self.nodes[step as usize];
            let Some(movement) = node.movement else { continue };
            let cell = self.score.cells[ply];
            let before = &self.nodes[node.parent as usize];
            if let Some(why) = node.amended {
                repairs.push(Repair {
                    ply: ply + 1,
                    text: cell.to_owned(),
                    read_as: write_move(style_of(cell), &before.position, movement, &before.origins),
                    why,
                    movement,
                });
            } else {
                self.note_suppositions(ply, cell, before.position, movement, &ties, &mut notes);
            }
        }
        GameReading {
            moves,
            ties,
            faults: fault.into_iter().collect(),
            repairs,
            notes,
        }
    }

    fn note_suppositions(
        &self,
        ply: usize,
        cell: &str,
        before: Position,
        movement: Move,
        ties: &[Tie],
        notes: &mut Vec<Note>,
    ) {
        let Some(Ok(parsed)) = self.reader.parsed.get(cell) else {
            return;
        };
        let mut note = |text: String| notes.push(Note { ply: ply + 1, text });
        if movement.promotion().is_some() && parsed.ways.iter().all(|terms| !terms.names_promotion()) {
            note(format!(
                "no piece is named for the pawn: {} is supposed",
                movement.promotion().map_or("pawn", Kind::name)
            ));
        }
        if movement.is_castling() && parsed.ways.iter().any(crate::Terms::castles_either_side) {
            let open = before
                .legal_moves()
                .iter()
                .filter(|other| other.is_castling())
                .count();
            if open > 1 && !ties.iter().any(|tie| tie.ply == ply + 1) {
                note(format!(
                    "castling was open on both sides; the rest of the score shows {movement}"
                ));
            }
        }
        if let Some((start, end)) = parsed.remark {
            note(format!("`{}` is no part of the move", cell[start..end].trim()));
        }
    }

    fn keep_least(&self, alive: &mut Front, of: impl Fn(&Node) -> u16) {
        if let Some(least) = alive.iter().map(|&node| of(&self.nodes[node as usize])).min() {
            alive.retain(|&mut node| of(&self.nodes[node as usize]) == least);
        }
    }

    /// The absence of a check mark speaks against a check, unless the printer is shown to leave
    /// marks out more often than he sets them.
    fn weigh_unmarked_checks(&mut self, alive: &mut Front, end: usize) {
        if alive.len() < 2 {
            return;
        }
        let least = alive
            .iter()
            .map(|&node| self.nodes[node as usize].unmarked)
            .min()
            .unwrap_or(0);
        let read = self.score.cells.iter().take(end + 1);
        let marked = read
            .filter(|cell| {
                matches!(self.reader.parse(cell), Ok(parsed) if parsed.ways.iter().any(crate::Terms::marks_check))
            })
            .count();
        if least == 0 || marked > usize::from(least) {
            self.keep_least(alive, |node| node.unmarked);
        }
    }
}

/// Where other lines part from the main one.
pub(super) fn ties(main: &[Move], others: impl Iterator<Item = Vec<Move>>) -> Vec<Tie> {
    let mut ties: Vec<Tie> = Vec::new();
    for line in others {
        let Some(split) = main.iter().zip(&line).position(|(a, b)| a != b) else {
            continue;
        };
        let ply = split + 1;
        let known = ties.iter().position(|tie| tie.ply == ply).unwrap_or_else(|| {
            ties.push(Tie {
                ply,
                moves: vec![main[split]],
                lines: vec![main.to_vec()],
            });
            ties.len() - 1
        });
        let tie = &mut ties[known];
        if !tie.moves.contains(&line[split]) {
            tie.moves.push(line[split]);
            tie.lines.push(line);
        }
    }
    for tie in &mut ties {
        let mut pairs: Vec<(Move, Vec<Move>)> = tie.moves.drain(..).zip(tie.lines.drain(..)).collect();
        pairs.sort_by_cached_key(|(movement, _)| movement.to_string());
        (tie.moves, tie.lines) = pairs.into_iter().unzip();
    }
    ties.sort_by_cached_key(|tie| tie.ply);
    ties
}

fn child_of(parent: &Node, index: u32, movement: Move) -> Node {
    let mut origins = parent.origins;
    origins.play(&parent.position, movement);
    Node {
        parent: index,
        movement: Some(movement),
        position: parent.position.play(movement),
        origins,
        amended: None,
        ..parent.clone()
    }
}

fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        Kind::King => 100,
    }
}

/// A rough sense of whether a player would make this move: what it wins less what it hangs. It
/// only orders readings that nothing in the score tells apart.
fn soundness(position: &Position, movement: Move, previous: Option<Previous>) -> i32 {
    let us = position.turn();
    let to = movement.to();
    let won = position.captured(movement).map_or(0, |(_, man)| worth(man.kind));
    let again = previous.is_some_and(|previous| previous.took && previous.movement.to() == to);
    let after = position.play(movement);
    let Some(man) = after.board().get(to) else {
        return won;
    };
    let cheapest = after
        .board()
        .attackers(to, !us)
        .into_iter()
        .filter_map(|square| after.board().get(square))
        .map(|man| worth(man.kind))
        .min();
    let guarded = after.board().is_attacked(to, us);
    let lost = match cheapest {
        None => 0,
        Some(_) if !guarded => worth(man.kind),
        Some(cheapest) => (worth(man.kind) - cheapest).max(0),
    };
    won - lost + i32::from(again)
}
