//! Where do the evaluation's weights come from?
//!
//! They are fitted to games the player has played against itself: each quiet position of a game is asked to foretell how
//! the game ended and what a search thought of it. `cargo run --release -p jadoube-player --example tune` does all of it
//! and writes `weights.rs`; [`plain_weights`] is where it begins.

use crate::evaluation::{
    Mixing, Tally,
    layout::{self, COUNT},
    tally,
};
use jadoube_board::{Colour, Position};
use std::fmt::Write as _;

/// A weight for the middle game and one for the end.
pub type Weight = [f64; 2];

/// The weights to begin with: what men are worth, and a few plain ideas of where they stand well.
pub fn plain_weights() -> Vec<Weight> {
    let mut weights = vec![[0.0; 2]; COUNT];
    let worth = [
        [90.0, 110.0],
        [330.0, 310.0],
        [350.0, 330.0],
        [470.0, 560.0],
        [1000.0, 1020.0],
        [0.0, 0.0],
    ];
    for (kind, worth) in worth.into_iter().enumerate() {
        for square in 0..64 {
            let (file, rank) = ((square % 8) as f64, (square / 8) as f64);
            let central = 3.5 - (file - 3.5).abs().max((rank - 3.5).abs());
            let place = match kind {
                0 if rank >= 7.0 => [-worth[0], -worth[1]],
                0 => {
                    let middle = if (2.0..=5.0).contains(&file) {
                        5.0 * (rank - 1.0)
                    } else {
                        0.0
                    };
                    [middle, 6.0 * (rank - 1.0)]
                }
                1 => [12.0 * central - 15.0, 10.0 * central - 10.0],
                2 => [8.0 * central - 5.0, 5.0 * central - 5.0],
                3 => [
                    if rank >= 6.0 { 20.0 } else { 0.0 },
                    if rank >= 6.0 { 15.0 } else { 0.0 },
                ],
                4 => [2.0 * central, 8.0 * central - 8.0],
                _ => [
                    -18.0 * rank.min(4.0) - 8.0 * (3.0 - (file - 3.5).abs()).max(0.0),
                    15.0 * central - 15.0,
                ],
            };
            weights[layout::MEN + kind * 64 + square] = [worth[0] + place[0], worth[1] + place[1]];
        }
    }
    let mut put = |at: usize, middle: f64, end: f64| weights[at] = [middle, end];
    for (index, (most, step)) in [(9, 6.0), (14, 5.0), (15, 3.0), (28, 2.0)]
        .into_iter()
        .enumerate()
    {
        for open in 0..most {
            let over = f64::from(open) - f64::from(most) / 3.0;
            put(layout::MOBILITY[index] + open as usize, step * over, step * over);
        }
    }
    for rank in 0..8 {
        let far = (rank as f64 - 1.0).clamp(0.0, 5.0);
        put(layout::PASSED + rank, 2.0 * far * far, 4.0 * far * far);
        put(layout::PASSED_FREE + rank, far * far, 2.5 * far * far);
        put(layout::PASSED_KING + rank, 0.0, -4.0 * rank as f64);
        put(layout::PASSED_ADVERSE_KING + rank, 0.0, 7.0 * rank as f64);
        put(layout::PHALANX + rank, 4.0 + 2.0 * far, 2.0 + 3.0 * far);
        put(layout::SUPPORTED + rank, 8.0 + 2.0 * far, 4.0 + 3.0 * far);
        // Rank 0 stands for no pawn at all.
        let near = if rank == 0 {
            -25.0
        } else {
            20.0 - 9.0 * (rank as f64 - 1.0)
        };
        put(layout::SHIELD + rank, near, 0.0);
        put(layout::SHIELD + 8 + rank, near, 0.0);
        let storm = if rank == 0 {
            -8.0
        } else {
            -6.0 * (5.0 - rank as f64).max(0.0)
        };
        put(layout::STORM + rank, storm, 0.0);
        put(layout::STORM + 8 + rank, storm / 3.0, 0.0);
    }
    put(layout::DOUBLED, -8.0, -20.0);
    put(layout::ISOLATED, -8.0, -8.0);
    put(layout::ISOLATED + 1, -16.0, -14.0);
    put(layout::BACKWARD, -6.0, -8.0);
    put(layout::BACKWARD + 1, -14.0, -12.0);
    put(layout::BISHOP_PAIR, 30.0, 50.0);
    put(layout::BISHOP_PAWNS, -3.0, -5.0);
    put(layout::ROOK_FILE, 15.0, 8.0);
    put(layout::ROOK_FILE + 1, 30.0, 12.0);
    put(layout::OUTPOST, 30.0, 20.0);
    put(layout::OUTPOST + 1, 22.0, 12.0);
    for (kind, (by_pawn, by_minor, by_rook)) in
        [(0, 0, 0), (50, 15, 20), (50, 15, 20), (70, 45, 5), (60, 45, 45)]
            .into_iter()
            .enumerate()
    {
        put(
            layout::THREAT[0] + kind,
            f64::from(by_pawn),
            f64::from(by_pawn) / 2.0,
        );
        put(layout::THREAT[1] + kind, f64::from(by_minor), f64::from(by_minor));
        put(layout::THREAT[2] + kind, f64::from(by_rook), f64::from(by_rook));
        put(layout::THREAT[3] + kind, 10.0, 25.0);
    }
    put(layout::HANGING, 20.0, 15.0);
    put(layout::PUSH_THREAT, 15.0, 12.0);
    for step in 0..layout::ASSAULT_STEPS {
        let hard = step as f64;
        put(layout::ASSAULT + step, (hard * hard / 4.5).min(400.0), hard / 2.0);
    }
    put(layout::TEMPO, 20.0, 15.0);
    weights
}

/// One position to learn from.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Which features it has, White's less Black's, those that cancel left out.
    features: Vec<(u16, i8)>,
    phase: f64,
    scale: [f64; 2],
    /// What White can expect: 1 won, 0 lost.
    expected: f64,
}

struct List(Vec<i32>);

impl Tally for List {
    fn add(&mut self, side: Colour, feature: usize, times: i32) {
        self.0[feature] += if side == Colour::White { times } else { -times };
    }
}

impl Sample {
    /// The features of a position from which White scored, or is thought to score, so much of a game.
    pub fn new(position: &Position, expected: f64) -> Self {
        let mut list = List(vec![0; COUNT]);
        tally(position, &mut list);
        let mixing = Mixing::of(position);
        let held = list.0.iter().enumerate().filter(|(_, times)| **times != 0);
        Self {
            features: held
                .map(|(at, times)| (at as u16, (*times).clamp(-127, 127) as i8))
                .collect(),
            phase: f64::from(mixing.phase) / 24.0,
            scale: mixing.scale.map(|scale| f64::from(scale) / 64.0),
            expected,
        }
    }

    /// How much White's expectation is off, and what each half of a weight counts for here.
    fn error(&self, weights: &[Weight]) -> (f64, [f64; 2]) {
        let mut sum = [0.0; 2];
        for (at, times) in &self.features {
            let weight = weights[usize::from(*at)];
            sum[0] += weight[0] * f64::from(*times);
            sum[1] += weight[1] * f64::from(*times);
        }
        let scale = self.scale[usize::from(sum[1] < 0.0)];
        let share = [self.phase, (1.0 - self.phase) * scale];
        let said = expectation(sum[0] * share[0] + sum[1] * share[1]);
        (
            said - self.expected,
            share.map(|share| share * said * (1.0 - said)),
        )
    }
}

/// What part of a game a score in hundredths of a pawn is worth.
pub fn expectation(score: f64) -> f64 {
    1.0 / (1.0 + (-score / 175.0).exp())
}

/// The mean square of what the weights get wrong.
pub fn mean_error(samples: &[Sample], weights: &[Weight]) -> f64 {
    let sum: f64 = samples.iter().map(|sample| sample.error(weights).0.powi(2)).sum();
    sum / samples.len().max(1) as f64
}

/// Fits the weights to the samples, in so many rounds over all of them (Adam, a slowing step). What the samples hardly
/// speak of stays near where it began.
pub fn fit(samples: &[Sample], weights: &mut [Weight], rounds: usize, pull: f64) {
    const BATCH: usize = 4096;
    let home = weights.to_vec();
    let (mut drift, mut spread) = (vec![[0.0; 2]; COUNT], vec![[0.0; 2]; COUNT]);
    let mut done = 0;
    for round in 0..rounds {
        let step = 2.0 * (1.0 - round as f64 / rounds as f64) + 0.05;
        for batch in samples.chunks(BATCH) {
            let mut slope = vec![[0.0; 2]; COUNT];
            for sample in batch {
                let (error, share) = sample.error(weights);
                for (at, times) in &sample.features {
                    let slope = &mut slope[usize::from(*at)];
                    slope[0] += error * share[0] * f64::from(*times);
                    slope[1] += error * share[1] * f64::from(*times);
                }
            }
            done += 1;
            let unbias = |rate: f64| 1.0 - rate.powi(done);
            let (slow, slower) = (unbias(0.9), unbias(0.999));
            for at in 0..COUNT {
                for half in 0..2 {
                    let slope =
                        slope[at][half] / batch.len() as f64 + pull * (weights[at][half] - home[at][half]);
                    drift[at][half] = 0.9 * drift[at][half] + 0.1 * slope;
                    spread[at][half] = 0.999 * spread[at][half] + 0.001 * slope * slope;
                    let size = (spread[at][half] / slower).sqrt() + 1e-9;
                    weights[at][half] -= step * drift[at][half] / slow / size;
                }
            }
        }
    }
}

/// The weights as the source file that holds them.
pub fn as_source(weights: &[Weight], made_from: &str) -> String {
    let mut text = format!(
        "//! The evaluation's weights, for the middle game and for the end. Written by `cargo run --release -p\n\
         //! jadoube-player --example tune`, {made_from}.\n\n\
         use crate::evaluation::{{Pair, layout::COUNT}};\n\n\
         const fn w(middle: i32, end: i32) -> Pair {{\n    Pair::new(middle, end)\n}}\n\n\
         #[rustfmt::skip]\npub(crate) static WEIGHTS: [Pair; COUNT] = [\n"
    );
    for line in weights.chunks(8) {
        text.push_str("   ");
        for [middle, end] in line {
            let _ = write!(text, " w({}, {}),", middle.round(), end.round());
        }
        text.push('\n');
    }
    text.push_str("];\n");
    text
}
