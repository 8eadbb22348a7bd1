//! Is there a mate in so many moves? Every defence is looked at, and every attack that could matter, so that a "no" is
//! certain.

use jadoube_board::{Move, Position};
use std::collections::HashMap;

/// So many answers are kept; beyond that, what is asked again is worked out again.
const KEPT: usize = 1 << 20;

/// A hunt for a mate, which may be called off.
pub(crate) struct Hunt<'a> {
    /// Asked with every position looked at, and how many there were: whether to give up.
    is_over: &'a mut dyn FnMut(u64) -> bool,
    pub(crate) nodes: u64,
    /// Whether he who moves mates in so many moves at most.
    known: HashMap<(u64, u32), bool>,
    over: bool,
}

impl<'a> Hunt<'a> {
    pub(crate) fn new(is_over: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Hunt {
            is_over,
            nodes: 0,
            known: HashMap::new(),
            over: false,
        }
    }

    /// The shortest mate in at most so many moves that begins with one of these, against the longest defence.
    pub(crate) fn shortest(&mut self, position: &Position, only: &[Move], most: u32) -> Option<Vec<Move>> {
        for moves in 1..=most {
            let found = only
                .iter()
                .find(|one| self.ends(&position.play(**one), moves))
                .copied();
            if self.over {
                return None;
            }
            if let Some(one) = found {
                let mut line = vec![one];
                self.defend(&position.play(one), moves, &mut line);
                return Some(line);
            }
        }
        None
    }

    /// Whether the player on turn is mated in so many moves of his opponent's, the last one made counting.
    fn ends(&mut self, position: &Position, moves: u32) -> bool {
        self.nodes += 1;
        self.over = self.over || (self.is_over)(self.nodes);
        if self.over {
            return false;
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.is_check();
        }
        moves > 1
            && replies
                .into_iter()
                .all(|reply| self.mates(&position.play(reply), moves - 1))
    }

    /// Whether the player on turn mates in at most so many moves.
    fn mates(&mut self, position: &Position, moves: u32) -> bool {
        let asked = (position.key(), moves);
        if let Some(known) = self.known.get(&asked) {
            return *known;
        }
        let mut tried: Vec<(bool, Move)> = position
            .legal_moves()
            .into_iter()
            .map(|one| (!position.gives_check(one), one))
            // The last move of a mate is a check.
            .filter(|(quiet, _)| moves > 1 || !quiet)
            .collect();
        tried.sort_by_key(|(quiet, _)| *quiet);
        let found = tried
            .into_iter()
            .any(|(_, one)| self.ends(&position.play(one), moves));
        if !self.over && self.known.len() < KEPT {
            self.known.insert(asked, found);
        }
        found
    }

    /// Plays the line on: the longest defence, and the mate against it.
    fn defend(&mut self, position: &Position, moves: u32, line: &mut Vec<Move>) {
        let Some(left) = moves.checked_sub(1).filter(|left| *left > 0) else {
            return;
        };
        let replies = position.legal_moves();
        let longest = replies
            .into_iter()
            .find(|reply| left == 1 || !self.mates(&position.play(*reply), left - 1));
        let Some(reply) = longest else { return };
        let position = position.play(reply);
        let attack = position
            .legal_moves()
            .into_iter()
            .find(|one| self.ends(&position.play(*one), left));
        let Some(attack) = attack else { return };
        line.extend([reply, attack]);
        self.defend(&position.play(attack), left, line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate(fen: &str, most: u32) -> Option<Vec<String>> {
        let (position, _) = Position::from_fen_lenient(fen).unwrap();
        let only: Vec<Move> = position.legal_moves().into_iter().collect();
        let mut never = |_| false;
        let line = Hunt::new(&mut never).shortest(&position, &only, most)?;
        Some(line.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_quiet_key_is_found_and_a_no_is_certain() {
        // The Rook gives itself up, and the Pawn mates.
        let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        assert_eq!(mate(morphy, 1), None);
        let line = mate(morphy, 2).unwrap();
        assert_eq!((line.len(), line[0].as_str()), (3, "a1a6"), "{line:?}");
        assert_eq!(mate(morphy, 4).unwrap().len(), 3, "the shortest");
        // King and Rook against King, the line of the longest defence.
        let line = mate("8/8/8/8/8/2k5/3r4/K7 b - - 0 1", 3).unwrap();
        assert_eq!(line.len(), 3, "{line:?}");
        assert_eq!(mate("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2), None);
        // Stalemate is no mate.
        assert_eq!(mate("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", 1).unwrap().len(), 1);
        assert_eq!(mate("k7/2Q5/8/8/8/8/8/4K3 w - - 0 1", 1), None);
    }
}
