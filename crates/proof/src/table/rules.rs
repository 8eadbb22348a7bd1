//! How the few men of a table move, forwards and backwards.
//!
//! The first side's pawns go up the board, the second's down. No castling. A move is legal if the mover's own
//! king is not attacked afterwards.

use jadoube_board::{Bitboard, Colour, Kind, Square, attacks};

use super::layout::{Layout, Squares};

/// A man taken off the board.
pub(crate) const GONE: u8 = 64;

/// One legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Which man moves.
    pub(crate) man: usize,
    /// Which man it takes.
    pub(crate) taken: Option<usize>,
    /// What the pawn becomes.
    pub(crate) becomes: Option<Kind>,
    /// A double step that an adverse pawn beside it may answer by taking in passing.
    pub(crate) may_be_taken_in_passing: bool,
    /// The men afterwards.
    pub(crate) after: Squares,
}

impl Step {
    /// Whether it leaves this ending for another.
    pub(crate) fn converts(&self) -> bool {
        self.taken.is_some() || self.becomes.is_some()
    }
}

#[inline]
pub(crate) fn square(index: u8) -> Square {
    Square::ALL[usize::from(index & 63)]
}

impl Layout {
    #[inline]
    pub(crate) fn occupied(&self, squares: Squares) -> Bitboard {
        squares[..self.men]
            .iter()
            .fold(Bitboard::EMPTY, |all, index| match index {
                &GONE => all,
                index => Bitboard(all.0 | 1 << index),
            })
    }

    #[inline]
    fn attacks_of(&self, man: usize, from: u8, occupied: Bitboard) -> Bitboard {
        let from = square(from);
        match self.kinds[man] {
            Kind::Pawn => attacks::pawn(Colour::BOTH[self.sides[man]], from),
            Kind::Knight => attacks::knight(from),
            Kind::Bishop => attacks::bishop(from, occupied),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::Queen => attacks::queen(from, occupied),
            Kind::King => attacks::king(from),
        }
    }

    /// Whether that side's king is attacked.
    #[inline]
    pub(crate) fn in_check(&self, squares: Squares, side: usize, occupied: Bitboard) -> bool {
        let king = square(squares[side]);
        (0..self.men).any(|man| {
            self.sides[man] != side
                && squares[man] != GONE
                && self.attacks_of(man, squares[man], occupied).contains(king)
        })
    }

    #[inline]
    fn is_legal(&self, after: Squares, side: usize) -> bool {
        !self.in_check(after, side, self.occupied(after))
    }

    /// Calls `found` with every legal move of the side until it says to stop; `passed` is the square a pawn
    /// of the other side has just passed over. Whether it was stopped.
    #[inline]
    pub(crate) fn steps(
        &self,
        squares: Squares,
        side: usize,
        passed: Option<u8>,
        which: Which,
        mut found: impl FnMut(&Step) -> bool,
    ) -> bool {
        let occupied = self.occupied(squares);
        let mut adverse = Bitboard::EMPTY;
        let mut own = Bitboard::EMPTY;
        for (on, owner) in squares.iter().zip(self.sides).take(self.men) {
            if *on != GONE {
                let set = if owner == side { &mut own } else { &mut adverse };
                *set = set.with(square(*on));
            }
        }
        let adverse_king = Bitboard::of(square(squares[1 - side]));
        for man in 0..self.men {
            if self.sides[man] != side || squares[man] == GONE {
                continue;
            }
            let from = squares[man];
            let mut targets = self.attacks_of(man, from, occupied);
            if self.kinds[man] == Kind::Pawn {
                let mut aims = adverse;
                if let Some(passed) = passed {
                    aims = aims.with(square(passed));
                }
                targets = (targets & aims) | Self::pushes(from, side, occupied);
            }
            targets = targets - own - adverse_king;
            match which {
                Which::All => {}
                Which::Converting => {
                    if self.kinds[man] != Kind::Pawn {
                        targets &= adverse;
                    }
                }
                Which::Quiet => targets -= adverse,
            }
            for to in targets {
                let to = to.index() as u8;
                let mut step = Step {
                    man,
                    taken: None,
                    becomes: None,
                    may_be_taken_in_passing: false,
                    after: squares,
                };
                step.after[man] = to;
                if adverse.contains(square(to)) {
                    step.taken = (0..self.men).find(|other| *other != man && squares[*other] == to);
                }
                if self.kinds[man] == Kind::Pawn {
                    let crosses = from & 7 != to & 7;
                    if crosses && step.taken.is_none() {
                        let beside = if side == 0 { to - 8 } else { to + 8 };
                        step.taken = (0..self.men).find(|other| squares[*other] == beside);
                    }
                    if from.abs_diff(to) == 16 {
                        step.may_be_taken_in_passing = self.has_pawn_beside(squares, side, to);
                    }
                    let queens = to >> 3 == if side == 0 { 7 } else { 0 };
                    if which == Which::Converting && !queens && step.taken.is_none() {
                        continue;
                    }
                    if which == Which::Quiet && (queens || step.taken.is_some()) {
                        continue;
                    }
                    if queens {
                        if let Some(taken) = step.taken {
                            step.after[taken] = GONE;
                        }
                        if self.is_legal(step.after, side) {
                            for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
                                step.becomes = Some(kind);
                                if found(&step) {
                                    return true;
                                }
                            }
                        }
                        continue;
                    }
                }
                if let Some(taken) = step.taken {
                    step.after[taken] = GONE;
                }
                if self.is_legal(step.after, side) && found(&step) {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn pushes(from: u8, side: usize, occupied: Bitboard) -> Bitboard {
        let one = if side == 0 { from + 8 } else { from.wrapping_sub(8) };
        if one > 63 || occupied.contains(square(one)) {
            return Bitboard::EMPTY;
        }
        let mut pushes = Bitboard::of(square(one));
        if from >> 3 == if side == 0 { 1 } else { 6 } {
            let two = if side == 0 { from + 16 } else { from - 16 };
            if !occupied.contains(square(two)) {
                pushes = pushes.with(square(two));
            }
        }
        pushes
    }

    /// Whether a pawn of the other side stands beside this square on the same rank.
    #[inline]
    pub(crate) fn has_pawn_beside(&self, squares: Squares, side: usize, on: u8) -> bool {
        (0..self.men).any(|man| {
            self.sides[man] != side
                && self.kinds[man] == Kind::Pawn
                && squares[man] != GONE
                && squares[man] >> 3 == on >> 3
                && (squares[man] & 7).abs_diff(on & 7) == 1
        })
    }

    /// Calls `found` with every placement from which that side could have come here by a move that takes
    /// nothing and queens nothing. Double steps that may be taken in passing are left out: what
    /// follows them is not this placement alone. Without `pawns`, only the moves of pieces.
    #[inline]
    pub(crate) fn steps_back(
        &self,
        squares: Squares,
        side: usize,
        pawns: bool,
        mut found: impl FnMut(Squares),
    ) {
        let occupied = self.occupied(squares);
        for man in 0..self.men {
            if self.sides[man] != side {
                continue;
            }
            let to = squares[man];
            let mut before = squares;
            if self.kinds[man] != Kind::Pawn {
                for from in self.attacks_of(man, to, occupied) - occupied {
                    before[man] = from.index() as u8;
                    found(before);
                }
                continue;
            }
            if !pawns {
                continue;
            }
            let back = |steps: u8| {
                if side == 0 {
                    to.wrapping_sub(8 * steps)
                } else {
                    to + 8 * steps
                }
            };
            let free = |index: u8| (8..56).contains(&index) && !occupied.contains(square(index));
            if free(back(1)) {
                before[man] = back(1);
                found(before);
                if to >> 3 == if side == 0 { 3 } else { 4 }
                    && free(back(2))
                    && !self.has_pawn_beside(squares, side, to)
                {
                    before[man] = back(2);
                    found(before);
                }
            }
        }
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    /// Captures and promotions.
    Converting,
    /// The others.
    Quiet,
}
