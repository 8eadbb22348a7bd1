//! Can the clocks written beside the moves be true under the time control of the game?

use memchr::memmem;

/// One period of a time control, in tenths of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Period {
    moves: Option<u32>,
    time: i64,
    increment: i64,
}

/// The `TimeControl` tag: `300+2`, `40/7200:3600`, `40/5400+30:1800+30`. Where the last period is for so many moves, another of the
/// same follows it: `40/7200`, `1/86400`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TimeControl(Vec<Period>);

impl TimeControl {
    /// Reads the tag; none where it says nothing that could be contradicted (`-`, `?`, an hourglass).
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let text = core::str::from_utf8(text).ok()?;
        let periods = text
            .trim()
            .split(':')
            .map(|period| {
                let (moves, rest) = match period.split_once('/') {
                    Some((moves, rest)) => {
                        (Some(moves.trim().parse().ok().filter(|moves| *moves > 0)?), rest)
                    }
                    None => (None, period),
                };
                let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
                Some(Period {
                    moves,
                    time: tenths(time)?,
                    increment: tenths(increment)?,
                })
            })
            .collect::<Option<Vec<_>>>()?;
        let timed = periods
            .iter()
            .any(|period| period.time > 0 || period.increment > 0);
        timed.then_some(TimeControl(periods))
    }

    /// The period of this number, from 0; none after the last.
    fn period(&self, number: usize) -> Option<&Period> {
        let last = self.0.last().filter(|last| last.moves.is_some());
        self.0.get(number).or(last)
    }

    /// The time that the periods from one number up to another give together.
    fn time(&self, from: usize, to: usize) -> i64 {
        let known = self.0.len();
        let given = &self.0[from.min(known)..to.min(known).max(from.min(known))];
        let again = i64::try_from(to.saturating_sub(from.max(known))).unwrap_or(i64::MAX);
        let last = self.0.last().map_or(0, |last| last.time);
        let given: i64 = given.iter().map(|period| period.time).sum();
        given.saturating_add(last.saturating_mul(again))
    }
}

/// Seconds with or without a fraction, `30`, `4.5`, in tenths.
fn tenths(seconds: &str) -> Option<i64> {
    let (whole, fraction) = seconds.trim().split_once('.').unwrap_or((seconds.trim(), ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let digit = |at: usize| {
        fraction
            .as_bytes()
            .get(at)
            .map_or(0, |byte| i64::from(byte - b'0'))
    };
    Some(whole * 10 + digit(0) + i64::from(digit(1) >= 5))
}

/// The clock of a comment, `[%clk 1:25:42]`: as it is written, and in tenths of seconds.
pub(crate) fn written(comment: &[u8]) -> Option<(&str, Option<i64>)> {
    let from = memmem::find(comment, b"[%clk")? + 5;
    let rest = &comment[from..];
    let end = rest.iter().position(|byte| *byte == b']').unwrap_or(rest.len());
    let text = core::str::from_utf8(&rest[..end]).ok()?.trim();
    let mut total = 0;
    for part in text.split(':') {
        match tenths(part) {
            Some(value) if total < 1 << 40 => total = total * 60 + value,
            _ => return Some((text, None)),
        }
    }
    Some((text, Some(total)))
}

/// What a clock that shows whole seconds may be off by.
const ROUNDING: i64 = 10;

/// One player's clock through a game.
#[derive(Debug, Clone, Default)]
pub(crate) struct Player {
    last: Option<i64>,
    /// Periods whose time has been added.
    added: usize,
    /// Periods that have begun.
    reached: usize,
    /// Moves after which the next one begins.
    due: u32,
    moves: u32,
    /// Moves of this player when the last clock was written.
    moves_at_last: u32,
}

impl Player {
    /// Another move of his.
    pub(crate) fn moved(&mut self) {
        self.moves += 1;
    }

    /// His clock as written after that move; what is impossible about it.
    pub(crate) fn shows(&mut self, control: &TimeControl, clock: i64) -> Option<String> {
        if self.last.is_none() {
            self.added = 1;
        }
        while self.reached == 0 || self.moves >= self.due {
            let Some(period) = control.period(self.reached) else {
                break;
            };
            self.reached += 1;
            self.due = period
                .moves
                .map_or(u32::MAX, |moves| self.due.saturating_add(moves));
        }
        // The increment of the period that the latest move belongs to, and time added for periods now reached.
        let increments = control.0.iter().take(self.reached).map(|period| period.increment);
        let increment = increments.max().unwrap_or(0);
        let since = i64::from(self.moves - self.moves_at_last);
        let before = self.last.unwrap_or(control.0[0].time);
        let gain = control.time(self.added, self.reached);
        let impossible = if clock > (before + increment * since + ROUNDING).saturating_add(gain) {
            Some(if self.last.is_some() {
                "the clock gained more time than the time control adds".to_owned()
            } else {
                "the clock shows more time than the time control gives".to_owned()
            })
        } else {
            None
        };
        if clock > before + increment * since + ROUNDING {
            self.added = self.reached;
        }
        self.last = Some(clock);
        self.moves_at_last = self.moves;
        impossible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_fault(control: &str, clocks: &[(u32, i64)]) -> Option<u32> {
        let control = TimeControl::parse(control.as_bytes()).expect("a time control");
        let mut player = Player::default();
        let mut made = 0;
        for (move_number, seconds) in clocks {
            while made < *move_number {
                player.moved();
                made += 1;
            }
            if player.shows(&control, seconds * 10).is_some() {
                return Some(*move_number);
            }
        }
        None
    }

    #[test]
    fn a_clock_may_rise_by_the_increment_and_no_more() {
        assert_eq!(
            first_fault("300+2", &[(1, 302), (2, 303), (3, 290), (4, 291)]),
            None
        );
        assert_eq!(first_fault("300+2", &[(1, 302), (2, 290), (3, 299)]), Some(3));
        assert_eq!(first_fault("300", &[(1, 320)]), Some(1));
    }

    #[test]
    fn the_next_period_adds_its_time_once_its_moves_are_made() {
        let control = "40/5400+30:1800+30";
        assert_eq!(first_fault(control, &[(39, 100), (40, 1900), (41, 1850)]), None);
        assert_eq!(first_fault(control, &[(39, 100), (40, 90), (45, 1890)]), None);
        assert_eq!(first_fault(control, &[(38, 100), (39, 1900)]), Some(39));
        assert_eq!(
            first_fault(control, &[(39, 100), (40, 1900), (41, 3700)]),
            Some(41)
        );
    }

    #[test]
    fn the_last_period_comes_again_where_it_is_for_so_many_moves() {
        let daily = [(1, 86_390), (2, 70_000), (3, 86_399), (4, 86_400)];
        assert_eq!(first_fault("1/86400", &daily), None);
        assert_eq!(first_fault("4/60", &[(1, 50), (3, 30), (4, 80), (8, 130)]), None);
        assert_eq!(first_fault("4/60", &[(1, 50), (3, 80)]), Some(3));
        assert_eq!(first_fault("4/60", &[(4, 80), (5, 75), (6, 140)]), Some(6));
        assert_eq!(first_fault("2/60:30", &[(2, 80), (4, 120)]), Some(4));
    }

    #[test]
    fn clocks_are_read_as_written() {
        assert_eq!(
            written(b"good [%clk 1:02:03.5] move"),
            Some(("1:02:03.5", Some(37_235)))
        );
        assert_eq!(written(b"[%eval 0.3]"), None);
        assert_eq!(written(b"[%clk soon]"), Some(("soon", None)));
        assert_eq!(TimeControl::parse(b"?"), None);
        assert_eq!(TimeControl::parse(b"-"), None);
        assert_eq!(TimeControl::parse(b"*180"), None);
        assert_eq!(TimeControl::parse(b"0/60"), None);
    }
}
