//! Which moves have done well lately, in whatever position?

use jadoube_board::{Colour, Kind, Move, Position};

/// No count goes beyond this; the nearer, the slower it grows.
const MOST: i32 = 16_384;
const PLACES: usize = 6 * 64;
/// How many kinds of pawn formation are told apart.
const FORMATIONS: usize = 16_384;

/// A man's kind and the square it goes to, as one number.
pub(crate) type Step = usize;

pub(crate) fn step(kind: Kind, one: Move) -> Step {
    kind.index() * 64 + one.to().index()
}

/// What is remembered between positions and between searches.
#[derive(Debug, Clone)]
pub(crate) struct History {
    quiet: Box<[[[i16; 64]; 64]; 2]>,
    /// By the man that takes and where, and the kind taken.
    taking: Box<[[i16; 6]; PLACES]>,
    /// After such a step one or two plies ago.
    after: Vec<[i16; PLACES]>,
    /// How far the evaluation was off with pawns like these.
    error: [Vec<i16>; 2],
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            quiet: Box::new([[[0; 64]; 64]; 2]),
            taking: Box::new([[0; 6]; PLACES]),
            after: vec![[0; PLACES]; PLACES * 2],
            error: [vec![0; FORMATIONS], vec![0; FORMATIONS]],
        }
    }

    /// What speaks for a quiet move, `before` being the steps one and two plies ago.
    pub(crate) fn of_quiet(&self, turn: Colour, kind: Kind, one: Move, before: [Option<Step>; 2]) -> i32 {
        let place = step(kind, one);
        let mut sum = i32::from(self.quiet[turn.index()][one.from().index()][one.to().index()]);
        for (ago, step) in before.into_iter().enumerate() {
            if let Some(step) = step {
                sum += i32::from(self.after[ago * PLACES + step][place]);
            }
        }
        sum
    }

    pub(crate) fn praise_quiet(
        &mut self,
        turn: Colour,
        kind: Kind,
        one: Move,
        before: [Option<Step>; 2],
        bonus: i32,
    ) {
        nudge(
            &mut self.quiet[turn.index()][one.from().index()][one.to().index()],
            bonus,
        );
        let place = step(kind, one);
        for (ago, step) in before.into_iter().enumerate() {
            if let Some(step) = step {
                nudge(&mut self.after[ago * PLACES + step][place], bonus);
            }
        }
    }

    pub(crate) fn of_taking(&self, kind: Kind, one: Move, taken: Kind) -> i32 {
        i32::from(self.taking[step(kind, one)][taken.index()])
    }

    pub(crate) fn praise_taking(&mut self, kind: Kind, one: Move, taken: Kind, bonus: i32) {
        nudge(&mut self.taking[step(kind, one)][taken.index()], bonus);
    }

    /// What to add to the evaluation, by what was learnt with pawns like these.
    pub(crate) fn correction(&self, position: &Position) -> i32 {
        i32::from(self.error[position.turn().index()][formation(position)]) / 64
    }

    pub(crate) fn learn_error(&mut self, position: &Position, off_by: i32, depth: i32) {
        let place = &mut self.error[position.turn().index()][formation(position)];
        let weight = (depth + 1).min(16);
        let now = i32::from(*place) * (256 - weight) + off_by * 64 * weight;
        *place = (now / 256).clamp(-64 * 96, 64 * 96) as i16;
    }
}

fn formation(position: &Position) -> usize {
    let board = position.board();
    let pawns = board.kind(Kind::Pawn);
    let white = (pawns & board.of(Colour::White))
        .0
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let black = (pawns & board.of(Colour::Black))
        .0
        .wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    ((white ^ black.rotate_left(17)) >> 50) as usize % FORMATIONS
}

fn nudge(count: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST / 4, MOST / 4);
    let now = i32::from(*count);
    *count = (now + bonus - now * bonus.abs() / MOST) as i16;
}
