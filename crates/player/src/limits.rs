//! How long may a search go on?

use std::time::Duration;

/// What ends a search; whichever comes first. With nothing set it goes on until it is stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// So many positions.
    pub nodes: Option<u64>,
    /// So many moves deep.
    pub depth: Option<u32>,
    /// So much time for this move.
    pub time: Option<Duration>,
    /// The time for the whole game, of which it may take its share.
    pub clock: Option<Clock>,
    /// A mate in so many moves is looked for first, and nothing else is wanted.
    pub mate: Option<u32>,
}

/// What is left on a player's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// For the moves to come.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// How many moves must be made in it; nothing: all that are left in the game.
    pub moves: Option<u32>,
    /// What is kept back, so that the answer is there in time.
    pub overhead: Duration,
}

impl Limits {
    /// So many positions and no other limit.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            depth: None,
            time: None,
            clock: None,
            mate: None,
        }
    }

    /// So much time and no other limit.
    pub const fn time(time: Duration) -> Self {
        Self {
            nodes: None,
            depth: None,
            time: Some(time),
            clock: None,
            mate: None,
        }
    }

    /// The time after which no new depth is begun, and the time at which the search must end.
    pub(crate) fn times(&self) -> (Option<Duration>, Option<Duration>) {
        let share = self.clock.map(|clock| clock.share());
        let soft = share.map(|(soft, _)| soft);
        let hard = match (self.time, share) {
            (Some(time), Some((_, hard))) => Some(time.min(hard)),
            (time, share) => time.or(share.map(|(_, hard)| hard)),
        };
        (soft, hard)
    }
}

impl Clock {
    /// What is ordinarily kept back: a program on the same machine is told at once.
    pub const OVERHEAD: Duration = Duration::from_millis(30);

    /// What this move ordinarily gets, and what it gets at most.
    fn share(&self) -> (Duration, Duration) {
        let left = self
            .left
            .saturating_sub(self.overhead)
            .max(Duration::from_millis(1));
        let moves = self.moves.unwrap_or(26).clamp(1, 40);
        let ordinary = left / (moves + 1) + self.increment * 3 / 4;
        let most = if self.moves == Some(1) { left } else { left / 2 };
        (ordinary.min(most), (ordinary * 4).min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_never_gets_more_than_there_is() {
        for left in [1, 10, 40, 1_000, 60_000, 7_200_000] {
            for moves in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                for increment in [0, 100, 30_000] {
                    let left = Duration::from_millis(left);
                    let increment = Duration::from_millis(increment);
                    for overhead in [Duration::ZERO, Clock::OVERHEAD, Duration::from_secs(1)] {
                        let (soft, hard) = Clock {
                            left,
                            increment,
                            moves,
                            overhead,
                        }
                        .share();
                        let there = left.saturating_sub(overhead).max(Duration::from_millis(1));
                        assert!(soft <= hard && hard <= there);
                    }
                }
            }
        }
    }
}
