//! How much of his own time has each player used, and how much is left to him? The law says what follows from it.

use crate::{event::Moment, pressing::Given};
use jadoube_board::Colour;

/// The two clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    used: [u64; 2],
    running: Option<Colour>,
    read_at: Moment,
    /// Present where a player's own hand passes the turn of the clocks.
    pressed: Option<Pressed>,
}

/// A clock that the players press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Pressed {
    /// Whose clock was running when both were stopped.
    stopped: Option<Colour>,
    /// Whether time is given, and not only counted.
    timed: bool,
    /// The time given to each so far, in milliseconds.
    given: [i64; 2],
    /// What the umpire has given each less what he has taken.
    added: [i64; 2],
    /// The time of the present move that does not count.
    delay: [u64; 2],
    /// What each had used when his present move began.
    began: [u64; 2],
    /// When each flag fell.
    fallen: [Option<Moment>; 2],
    /// The period each player is in, from nought: its time has been given to him.
    period: [u16; 2],
    /// Whether each has had less than five minutes in his period.
    short: [bool; 2],
}

/// What stood at a player's clock when he pressed it upon a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BeforeThePress {
    /// The period he was in.
    pub period: u16,
    /// What he had used when that move began.
    began: u64,
    /// The time of it that did not count.
    delay: u64,
    /// What he had used when he pressed.
    pressed: u64,
}

impl Pressed {
    /// What is left to a player who has used so much.
    fn left(&self, player: Colour, used: u64) -> i64 {
        let side = player.index();
        let spared = used.saturating_sub(self.began[side]).min(self.delay[side]);
        self.given[side] + self.added[side] - used.cast_signed() + spared.cast_signed()
    }
}

/// Five minutes, in milliseconds.
const SHORT: i64 = 300_000;

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

    /// Whose clock is running, or was when they were stopped.
    pub fn goes_for(&self) -> Option<Colour> {
        self.running
            .or_else(|| self.pressed.as_ref().and_then(|pressed| pressed.stopped))
    }

    /// When the clocks were last read.
    pub fn read_at(&self) -> Moment {
        self.read_at
    }

    /// Whether the players themselves pass the turn of the clocks, by pressing.
    pub fn is_pressed(&self) -> bool {
        self.pressed.is_some()
    }

    /// What is left to this player at this moment, in milliseconds, where time is given: nought or less is a flag down.
    /// To him whose flag has fallen nothing is left, whatever he is given afterwards.
    pub fn left_at(&self, player: Colour, now: Moment) -> Option<i64> {
        let left = self.reckoned(player, now)?;
        let has_fallen = self
            .pressed
            .is_some_and(|pressed| pressed.fallen[player.index()].is_some());
        Some(if has_fallen { left.min(0) } else { left })
    }

    /// The time given to this player less what counts of the time he has used, be his flag up or down.
    fn reckoned(&self, player: Colour, now: Moment) -> Option<i64> {
        let pressed = self.pressed.as_ref().filter(|pressed| pressed.timed)?;
        Some(pressed.left(player, self.used_at(player, now).0))
    }

    /// When this player's flag fell, if it has by this moment.
    pub fn fell(&self, player: Colour, now: Moment) -> Option<Moment> {
        let pressed = self.pressed.as_ref()?;
        pressed.fallen[player.index()].or_else(|| {
            let left = self.left_at(player, now).filter(|left| *left <= 0)?;
            Some(Moment(now.0.saturating_sub(left.unsigned_abs())))
        })
    }

    /// What the umpire has given this player less what he has taken, in milliseconds.
    pub fn added(&self, player: Colour) -> i64 {
        self.pressed
            .as_ref()
            .map_or(0, |pressed| pressed.added[player.index()])
    }

    /// The period this player is in, from nought.
    pub fn period(&self, player: Colour) -> u16 {
        self.pressed
            .as_ref()
            .map_or(0, |pressed| pressed.period[player.index()])
    }

    /// What stands at this player's clock as he presses it.
    pub(crate) fn before_the_press(&self, player: Colour) -> BeforeThePress {
        let side = player.index();
        let pressed = self.pressed.unwrap_or_default();
        BeforeThePress {
            period: pressed.period[side],
            began: pressed.began[side],
            delay: pressed.delay[side],
            pressed: self.used[side],
        }
    }

    /// Whether this player has had less than five minutes in his present period by this moment.
    pub fn was_short(&self, player: Colour, now: Moment) -> bool {
        let left = self.left_at(player, now);
        left.is_some_and(|left| left < SHORT)
            || self
                .pressed
                .as_ref()
                .is_some_and(|pressed| pressed.short[player.index()])
    }

    /// From now on the players press; where time is given each has so much, and this delay before each move.
    pub(crate) fn set_up(&mut self, given: Option<Moment>, delay: Moment) {
        let time = given.unwrap_or_default().0.cast_signed();
        self.pressed = Some(Pressed {
            timed: given.is_some(),
            given: [time; 2],
            delay: [delay.0; 2],
            ..Pressed::default()
        });
    }

    #[inline]
    pub(crate) fn read(&mut self, now: Moment) {
        if let Some(player) = self.running {
            let (side, used) = (player.index(), self.used_at(player, now).0);
            if let Some(pressed) = self.pressed.as_mut().filter(|pressed| pressed.timed) {
                let left = pressed.left(player, used);
                if left <= 0 {
                    pressed.fallen[side].get_or_insert(Moment(now.0.saturating_sub(left.unsigned_abs())));
                }
                pressed.short[side] |= left < SHORT;
            }
            self.used[side] = used;
        }
        self.read_at = self.read_at.max(now);
    }

    pub(crate) fn run(&mut self, player: Option<Colour>) {
        if let Some(pressed) = &mut self.pressed {
            pressed.stopped = match player {
                None => self.running.or(pressed.stopped),
                Some(_) => None,
            };
        }
        self.running = player;
    }

    /// Set going again: the clock that was stopped, or this player's. Where the players press, one that runs runs on.
    pub(crate) fn run_again(&mut self, player: Colour) {
        let went = self.goes_for().filter(|_| self.is_pressed());
        self.run(Some(went.unwrap_or(player)));
    }

    /// A turn begins: where nobody presses, that sets this player's clock going.
    pub(crate) fn turn_begins(&mut self, player: Colour) {
        if self.pressed.is_none() && self.running.is_some() {
            self.running = Some(player);
        }
    }

    pub(crate) fn press(&mut self, by: Colour, given: Given) {
        let used = self.used[by.index()];
        self.running = Some(!by);
        if let Some(pressed) = &mut self.pressed {
            let side = by.index();
            let spared = used.saturating_sub(pressed.began[side]).min(pressed.delay[side]);
            pressed.given[side] += spared.cast_signed();
            pressed.began[side] = used;
            pressed.delay[side] = given.delay;
        }
        self.gain(by, given);
    }

    /// What completing a move gives, if the flag was still up.
    pub(crate) fn gain(&mut self, player: Colour, given: Given) {
        let side = player.index();
        if let Some(pressed) = &mut self.pressed
            && pressed.fallen[side].is_none()
        {
            pressed.given[side] += given.time;
            pressed.short[side] &= given.period == pressed.period[side];
            pressed.period[side] = given.period;
        }
    }

    /// What completing a move gave is taken back, as far as anything is left of it: nobody's flag falls by that. The move
    /// that replaces it has only what is left of the delay.
    pub(crate) fn take_back(&mut self, player: Colour, time: i64, periods: u16, before: BeforeThePress) {
        let left = self.left_at(player, self.read_at).unwrap_or_default();
        let side = player.index();
        if let Some(pressed) = &mut self.pressed {
            pressed.given[side] -= time.min((left - 1000).max(0));
            pressed.period[side] = pressed.period[side].saturating_sub(periods);
            if pressed.began[side] == before.pressed {
                let spared = before.pressed.saturating_sub(before.began).min(before.delay);
                pressed.given[side] -= spared.cast_signed();
                pressed.began[side] = before.began;
                pressed.delay[side] = before.delay;
            }
        }
    }

    /// Time is given or taken; a flag that has fallen stays down, and one that this brings down falls now.
    pub(crate) fn add(&mut self, player: Colour, time: i64) {
        if let Some(pressed) = &mut self.pressed {
            pressed.added[player.index()] += time;
        }
        if self.reckoned(player, self.read_at).is_some_and(|left| left <= 0) {
            self.stands_as_set(player);
        }
    }

    /// Time that was given for nothing is taken back, as far as anything is left of it: nobody's flag falls by that.
    pub(crate) fn give_back(&mut self, player: Colour, time: i64) {
        let left = self.left_at(player, self.read_at).unwrap_or_default();
        if let Some(pressed) = &mut self.pressed {
            pressed.added[player.index()] -= time.min((left - 1000).max(0));
        }
    }

    pub(crate) fn set_left(&mut self, left: [i64; 2]) {
        if let Some(pressed) = &mut self.pressed {
            // What each has used in a game without a time counts from now on.
            pressed.timed = true;
        }
        for player in Colour::BOTH {
            let now = self.reckoned(player, self.read_at).unwrap_or_default();
            if let Some(pressed) = &mut self.pressed {
                pressed.given[player.index()] += left[player.index()] - now;
            }
            self.stands_as_set(player);
        }
    }

    /// The umpire has set this clock: a flag that has time again is up, one that has none falls now.
    fn stands_as_set(&mut self, player: Colour) {
        let now = self.read_at;
        let Some(left) = self.reckoned(player, now) else {
            return;
        };
        if let Some(pressed) = &mut self.pressed {
            let fallen = &mut pressed.fallen[player.index()];
            *fallen = if left > 0 { None } else { fallen.or(Some(now)) };
        }
    }

    /// The clocks are set back to what each player had used at this moment; a flag that was down then stays down.
    pub(crate) fn set_back(&mut self, used: [Moment; 2], then: Moment) {
        self.used = used.map(|used| used.0);
        for player in Colour::BOTH {
            let fallen = self.pressed.and_then(|pressed| pressed.fallen[player.index()]);
            if fallen.is_none_or(|fallen| fallen > then) {
                self.stands_as_set(player);
            }
        }
    }

    pub(crate) fn set(&mut self, used: (Moment, Moment)) {
        self.used = [used.0.0, used.1.0];
        for player in Colour::BOTH {
            self.stands_as_set(player);
        }
    }
}
