//! Can the clocks written beside the moves be true under the time control of the game?

use memchr::memchr;

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
                    time: tenths(time.as_bytes())?,
                    increment: tenths(increment.as_bytes())?,
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
fn tenths(seconds: &[u8]) -> Option<i64> {
    let mut rest = seconds.trim_ascii();
    let (mut whole, mut figures) = (0, 0);
    while let [figure @ b'0'..=b'9', after @ ..] = rest {
        whole = whole * 10 + i64::from(figure - b'0');
        figures += 1;
        rest = after;
        if figures > 9 {
            return None;
        }
    }
    let fraction = match rest {
        _ if figures == 0 => return None,
        [] => return Some(whole * 10),
        [b'.', fraction @ ..] if fraction.iter().all(u8::is_ascii_digit) => fraction,
        _ => return None,
    };
    let digit = |at: usize| fraction.get(at).map_or(0, |byte| i64::from(byte - b'0'));
    Some(whole * 10 + digit(0) + i64::from(digit(1) >= 5))
}

/// A clock as a comment has it: as it is written, and in tenths of seconds where it can be read.
pub(crate) type Written<'t> = (&'t [u8], Option<i64>);

/// What a comment says that speaks to programs alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToPrograms {
    /// Its first clock, in tenths of seconds.
    Clock(i64),
    /// Nothing of a clock.
    NoClock,
}

/// What a comment says that speaks to programs alone, `[%eval 0.17] [%clk 1:25:42]`, as servers write one after every move: it is
/// gone through once. Nothing where people are spoken to as well, or where it must be read with more care.
#[inline]
pub(crate) fn for_programs(comment: &[u8]) -> Option<ToPrograms> {
    let mut rest = comment;
    let mut clock = None;
    loop {
        while let [b' ', after @ ..] = rest {
            rest = after;
        }
        let Some(command) = rest.strip_prefix(b"[%") else {
            let said = clock.map_or(ToPrograms::NoClock, ToPrograms::Clock);
            return rest.is_empty().then_some(said);
        };
        if clock.is_none()
            && let Some(text) = command.strip_prefix(b"clk")
        {
            let text = text.strip_prefix(b" ")?;
            if let Some(tenths) = as_servers_write(text) {
                clock = Some(tenths);
                rest = &text["1:25:42]".len()..];
            } else {
                let (written, tenths) = plain(text)?;
                clock = tenths;
                rest = &text[written.len() + 1..];
            }
        } else {
            let end = bracket(command)?;
            if command[end] == b'[' {
                return None;
            }
            rest = &command[end + 1..];
        }
    }
}

/// `1:25:42]`, in tenths of seconds: all eight bytes are looked at together, for a server writes one after every move.
#[inline]
fn as_servers_write(text: &[u8]) -> Option<i64> {
    /// What every byte may differ in from `0:00:00]`: a figure in its lower half, a sign in nothing.
    const DIFFERS: u64 = u64::from_le_bytes([0x0f, 0, 0x0f, 0x0f, 0, 0x0f, 0x0f, 0]);
    const SIX_MORE: u64 = DIFFERS / 0x0f * 6;
    let figures = u64::from_le_bytes(*text.first_chunk()?) ^ u64::from_le_bytes(*b"0:00:00]");
    // Six more than a figure still fits into the half; six more than what is above nine does not.
    if (figures | figures.wrapping_add(SIX_MORE)) & !DIFFERS != 0 {
        return None;
    }
    let [hours, _, tens, minutes, _, ten_seconds, seconds, _] = figures.to_le_bytes().map(i64::from);
    let minutes = hours * 60 + tens * 10 + minutes;
    Some((minutes * 60 + ten_seconds * 10 + seconds) * 10)
}

/// The first clock of any comment, `[%clk 1:25:42]`. It is gone through by hand, for a search by the library takes longer than
/// most comments are.
pub(crate) fn written(comment: &[u8]) -> Option<Written<'_>> {
    let mut at = 0;
    while at < comment.len() {
        if comment[at] == b'['
            && let Some(text) = comment[at + 1..].strip_prefix(b"%clk")
        {
            let text = text.strip_prefix(b" ").unwrap_or(text);
            return Some(plain(text).unwrap_or_else(|| any(text)));
        }
        at += 1;
    }
    None
}

/// The first bracket of either kind, eight bytes at a time: an evaluation is too short for a search by the library.
#[inline]
fn bracket(text: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    // The lowest mark is at the first byte that is nought; above it there may be one too many.
    let noughts = |bytes: u64| bytes.wrapping_sub(ONES) & !bytes & (ONES << 7);
    let mut at = 0;
    while let Some(eight) = text[at..].first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        let found = noughts(eight ^ (ONES * u64::from(b'['))) | noughts(eight ^ (ONES * u64::from(b']')));
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let last = |byte: &u8| matches!(byte, b'[' | b']');
    text[at..].iter().position(last).map(|more| at + more)
}

/// A clock of figures and colons alone, as nearly all are, up to its bracket; nothing where it is anything else.
#[inline]
fn plain(text: &[u8]) -> Option<Written<'_>> {
    let (mut total, mut part, mut figures) = (0, 0, 0);
    for (at, &byte) in text.iter().enumerate().take("999:59:59]".len()) {
        match byte {
            b'0'..=b'9' => {
                part = part * 10 + i64::from(byte - b'0');
                figures += 1;
            }
            b':' if figures > 0 => {
                total = (total + part) * 60;
                (part, figures) = (0, 0);
            }
            b']' if figures > 0 => return Some((&text[..at], Some((total + part) * 10))),
            _ => return None,
        }
    }
    None
}

/// A clock however it is written.
#[cold]
fn any(text: &[u8]) -> Written<'_> {
    let text = &text[..memchr(b']', text).unwrap_or(text.len())];
    let clock = text.split(|byte| *byte == b':').try_fold(0, |total: i64, part| {
        let value = tenths(part)?;
        (total < 1 << 40).then_some(total * 60 + value)
    });
    (text.trim_ascii(), clock)
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
    pub(crate) fn shows(&mut self, control: &TimeControl, clock: i64) -> Option<&'static str> {
        match self.last {
            // He has thought, and gained nothing: periods that have begun meanwhile are counted when he has.
            Some(last) if clock <= last => {
                self.last = Some(clock);
                self.moves_at_last = self.moves;
                return None;
            }
            Some(_) => {}
            None => self.added = 1,
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
        // The increment of the period that the latest move belongs to.
        let increments = control.0[..self.reached.min(control.0.len())].iter();
        let increment = increments.map(|period| period.increment).max().unwrap_or(0);
        let since = i64::from(self.moves - self.moves_at_last);
        let before = self.last.unwrap_or(control.0[0].time);
        let mut impossible = None;
        let most = before + increment * since + ROUNDING;
        if clock > most {
            // Time added for periods now reached.
            let gain = control.time(self.added, self.reached);
            if clock > most.saturating_add(gain) {
                impossible = Some(if self.last.is_some() {
                    "the clock gained more time than the time control adds"
                } else {
                    "the clock shows more time than the time control gives"
                });
            }
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
    use jadoube_notation::decode;

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
        let read = |comment: &'static str| {
            let (text, tenths) = written(comment.as_bytes())?;
            Some((decode(text), tenths))
        };
        for (comment, text, tenths) in [
            ("good [%clk 1:02:03.5] move", "1:02:03.5", Some(37_235)),
            (" [%eval 0.17] [%clk 1:29:30] ", "1:29:30", Some(53_700)),
            ("[%clk 5][%clk 6]", "5", Some(50)),
            ("100% [[%eval 0.17][%clk 0:09.96 ]", "0:09.96", Some(100)),
            ("[%clk 9", "9", Some(90)),
            ("[%clk 9:59:59]", "9:59:59", Some(359_990)),
            ("[%clk 0:75:00]", "0:75:00", Some(45_000)),
            ("[%clk 0:0a:00]", "0:0a:00", None),
            ("[%clk 1000000:00:00]", "1000000:00:00", Some(36_000_000_000)),
            ("[%clk soon]", "soon", None),
            ("[%clk ]", "", None),
            ("[%clk 1::2]", "1::2", None),
            ("[%clk :2]", ":2", None),
            ("[%clk 1:2a]", "1:2a", None),
            ("[%clk -5]", "-5", None),
            ("[%clk 0:0.x]", "0:0.x", None),
            ("[%clk 1234567890]", "1234567890", None),
        ] {
            assert_eq!(read(comment), Some((text.to_owned(), tenths)), "{comment}");
        }
        for comment in ["", "[", "[%clok 5]", "[%eval 0.3]", "clk 5"] {
            assert_eq!(read(comment), None, "{comment}");
        }
        assert_eq!(TimeControl::parse(b"?"), None);
        assert_eq!(TimeControl::parse(b"-"), None);
        assert_eq!(TimeControl::parse(b"*180"), None);
        assert_eq!(TimeControl::parse(b"0/60"), None);
    }

    #[test]
    fn a_clock_looked_at_in_one_is_read_as_byte_by_byte() {
        for clock in [*b"1:25:42]", *b"9:99:99]", *b"0:00:00]"] {
            for place in 0..clock.len() {
                for byte in 0..=u8::MAX {
                    let mut text = clock;
                    text[place] = byte;
                    let as_usual = |(written, _): &Written| {
                        written.len() == 7 && written[1] == b':' && written[4] == b':'
                    };
                    let expected = plain(&text).filter(as_usual).and_then(|(_, tenths)| tenths);
                    assert_eq!(as_servers_write(&text), expected, "{}", text.escape_ascii());
                }
            }
        }
        assert_eq!(as_servers_write(b"1:25:42"), None);
    }

    #[test]
    fn a_comment_for_programs_alone_gives_the_same_clock_as_any_other() {
        for comment in [
            "",
            "  ",
            "[%clk 0:00:09]",
            " [%eval 0.17] [%clk 1:29:30] ",
            "[%clk 5][%clk 6]",
            "[%clok 5] [%emt 3]",
            "[%eval -12.34,25] [%emt 0:00:03] [%clk 0:00:09]",
        ] {
            let clock = written(comment.as_bytes()).and_then(|(_, tenths)| tenths);
            let clock = clock.map_or(ToPrograms::NoClock, ToPrograms::Clock);
            assert_eq!(for_programs(comment.as_bytes()), Some(clock), "{comment}");
        }
        for comment in [
            "[%clk 5] resigns",
            "time! [%clk 5]",
            "[%clk soon]",
            "[%clk5]",
            "[%clk 5",
            "[%eval 0.3",
            "[%eval [%clk 5]]",
            "[%evaluated at leisure [%clk 5]]",
            "[ %clk 5]",
            "%",
            "[",
        ] {
            assert_eq!(for_programs(comment.as_bytes()), None, "{comment}");
        }
    }
}
