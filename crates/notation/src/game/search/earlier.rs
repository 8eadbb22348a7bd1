//! May a cell that cannot be read be sound, and one before it misprinted?

use jadoube_board::{Colour, Move};

use super::{Front, Node, Search};
use crate::repair::style_of;
use crate::write::write_move;

impl Search<'_, '_> {
    /// A misprint that gives a legal move shows itself later, in a cell that is sound. Where no emendation of the cell that
    /// cannot be read lets the whole game be read, and one of an earlier cell does, that cell is named.
    pub(super) fn traced_back(&mut self, stuck: usize) -> Option<String> {
        let (nodes, overfull) = (self.nodes.len(), self.overfull);
        let found = self.earlier_misprints(stuck);
        self.nodes.truncate(nodes);
        self.overfull = overfull;
        let cells: Vec<String> = found?
            .into_iter()
            .map(|(ply, node, movement)| self.misprinted(ply, node, movement))
            .collect();
        Some(format!(
            "; but all of the score can be read if what is misprinted is {}",
            cells.join(", or ")
        ))
    }

    /// Each with the line before it and the move that it would have to mean; nothing where there is none, or too many to tell
    /// anything.
    fn earlier_misprints(&mut self, stuck: usize) -> Option<Vec<(usize, u32, Move)>> {
        /// So much is tried for each move of the game, that a page of games with faults may be read in bounded time.
        const TRIES: usize = 32;
        const EACH_CELL: usize = 8;
        const MOST_NAMED: usize = 3;
        const MOST_LINES: usize = 4;
        let last = self.score.cells.len();
        let mut tries = TRIES * last;
        let mut found: Vec<(usize, u32, Move)> = Vec::new();
        for ply in (0..=stuck).rev() {
            tries = tries.checked_sub(EACH_CELL)?;
            let lines: Front = self.fronts[ply].iter().copied().take(MOST_LINES).collect();
            let emendations = lines.into_iter().flat_map(|node| {
                let here = self.emendations_at(node, ply);
                here.into_iter().map(move |emendation| (node, emendation))
            });
            for (node, emendation) in emendations.collect::<Vec<_>>() {
                let kept = self.nodes.len();
                let mut alive = Front::from_elem(self.amended(node, &emendation, stuck - ply), 1);
                for later in ply + 1..last {
                    if alive.is_empty() {
                        break;
                    }
                    tries = tries.checked_sub(alive.len())?;
                    let mut next = Front::new();
                    alive.iter().for_each(|&one| self.extend(one, later, &mut next));
                    self.bound(&mut next);
                    alive = next;
                }
                self.nodes.truncate(kept);
                if !alive.is_empty() && ply == stuck {
                    return None;
                }
                if !alive.is_empty() && found.last().is_none_or(|(other, ..)| *other != ply) {
                    found.push((ply, node, emendation.movement));
                }
            }
        }
        (1..=MOST_NAMED).contains(&found.len()).then_some(found)
    }

    /// `Black's move 6, "P-QKt3" for "P-QKt4"`
    fn misprinted(&self, ply: usize, node: u32, movement: Move) -> String {
        let cell = self.score.cells[ply];
        let Node {
            position, origins, ..
        } = &self.nodes[node as usize];
        let side = match position.turn() {
            Colour::White => "White",
            Colour::Black => "Black",
        };
        format!(
            "{side}'s move {}, \"{}\" for \"{}\"",
            position.fullmove(),
            cell.trim(),
            write_move(style_of(cell), position, movement, origins)
        )
    }
}
