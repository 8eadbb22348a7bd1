//! How much of his own time each player has used. The law says what follows from it.

use crate::event::Moment;
use jadoube_board::Colour;

/// The two clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    used: [u64; 2],
    running: Option<Colour>,
    read_at: Moment,
}

impl Clock {
    /// What this player's clock would show at this moment (or at the last reading, if that is later).
    pub fn used_at(&self, player: Colour, now: Moment) -> Moment {
        let more = if self.running == Some(player) {
            now.0.saturating_sub(self.read_at.0)
        } else {
            0
        };
        Moment(self.used[player.index()].saturating_add(more))
    }

    /// What this player's clock showed when last read.
    pub fn used(&self, player: Colour) -> Moment {
        Moment(self.used[player.index()])
    }

    /// Whose clock is running.
    pub fn running(&self) -> Option<Colour> {
        self.running
    }

    /// When the clocks were last read.
    pub fn read_at(&self) -> Moment {
        self.read_at
    }

    pub(crate) fn read(&mut self, now: Moment) {
        if let Some(player) = self.running {
            self.used[player.index()] = self.used_at(player, now).0;
        }
        self.read_at = self.read_at.max(now);
    }

    pub(crate) fn run(&mut self, player: Option<Colour>) {
        self.running = player;
    }

    pub(crate) fn set(&mut self, used: (Moment, Moment)) {
        self.used = [used.0.0, used.1.0];
    }
}
