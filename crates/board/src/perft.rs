//! How many lines of play of a given length are there?

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use crate::Move;
use crate::generate::{
    BISHOP, Black, Core, Count, KNIGHT_, PAWN, QUEEN, ROOK, Side, Sink, White, each, generate,
};
use crate::{Colour, Movement, Position, Queening};

#[cfg(feature = "std")]
mod parallel;
#[cfg(feature = "std")]
pub use parallel::{Perft, TableTooLarge};

impl Position {
    /// How many lines of that many half-moves there are.
    ///
    /// ```
    /// use jadoube_board::Position;
    ///
    /// assert_eq!(Position::ordinary().perft(4), 197_281);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        match (self.turn(), self.is_plain()) {
            (Colour::White, true) => lines::<White, true>(self.core(), self.movement(), depth),
            (Colour::White, false) => lines::<White, false>(self.core(), self.movement(), depth),
            (Colour::Black, true) => lines::<Black, true>(self.core(), self.movement(), depth),
            (Colour::Black, false) => lines::<Black, false>(self.core(), self.movement(), depth),
        }
    }

    /// For each move, how many lines of that many half-moves begin with it; none for no half-moves.
    ///
    /// ```
    /// use jadoube_board::Position;
    ///
    /// let divided = Position::ordinary().divide(3);
    /// assert_eq!(divided.len(), 20);
    /// assert_eq!(divided.iter().map(|(_, lines)| lines).sum::<u64>(), 8_902);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else {
            return Vec::new();
        };
        self.legal_moves()
            .iter()
            .map(|&one| (one, self.play(one).perft(rest)))
            .collect()
    }
}

fn lines<S: Side, const ORDINARY: bool>(core: &Core, laws: Movement, depth: u32) -> u64 {
    if depth <= 1 {
        let mut count = Count::new(laws);
        generate::<S, ORDINARY, _>(core, laws, &mut count);
        return count.moves;
    }
    let mut walk = Walk::<ORDINARY> {
        core,
        laws,
        rest: depth - 1,
        lines: 0,
    };
    generate::<S, ORDINARY, _>(core, laws, &mut walk);
    walk.lines
}

/// Plays the moves and counts what follows. Neither key nor clocks are kept: nobody asks for them here.
struct Walk<'core, const ORDINARY: bool> {
    core: &'core Core,
    laws: Movement,
    rest: u32,
    lines: u64,
}

impl<const ORDINARY: bool> Walk<'_, ORDINARY> {
    #[inline(always)]
    fn onward<S: Side>(&mut self, next: &Core) {
        self.lines += lines::<S::Other, ORDINARY>(next, self.laws, self.rest);
    }
}

impl<S: Side, const ORDINARY: bool> Sink<S> for Walk<'_, ORDINARY> {
    #[inline(always)]
    fn man<const KIND: usize>(&mut self, from: u32, targets: u64) {
        each!(targets, to, {
            let next = self.core.moved::<S, ORDINARY, KIND>(from, to, self.laws);
            self.onward::<S>(&next);
        });
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, step: i32) {
        each!(targets, to, {
            let from = to.wrapping_add_signed(-step) & 63;
            let next = self.core.moved::<S, ORDINARY, PAWN>(from, to, self.laws);
            self.onward::<S>(&next);
        });
    }
    #[inline(always)]
    fn double_steps(&mut self, targets: u64) {
        each!(targets, to, {
            let next = self.core.double_stepped::<S, ORDINARY>(to, self.laws);
            self.onward::<S>(&next);
        });
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, step: i32) {
        each!(targets, to, {
            let from = to.wrapping_add_signed(-step) & 63;
            for kind in [QUEEN, ROOK, BISHOP, KNIGHT_] {
                let next = self.core.promoted::<S, ORDINARY>(from, to, kind, self.laws);
                self.onward::<S>(&next);
            }
            if !ORDINARY && self.laws.queening == Queening::MayRemainPawn {
                let next = self.core.moved::<S, ORDINARY, PAWN>(from, to, self.laws);
                self.onward::<S>(&next);
            }
        });
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u32, to: u32) {
        let next = self.core.taken_in_passing::<S, ORDINARY>(from, to, self.laws);
        self.onward::<S>(&next);
    }
    #[inline(always)]
    fn castle(&mut self, king_side: bool, rook: bool) {
        let next = self.core.castled::<S, ORDINARY>(king_side, rook);
        self.onward::<S>(&next);
    }
}
