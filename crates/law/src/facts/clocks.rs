//! How much time do the clocks give, by what the players or the event have fixed?

use jadoube_board::Colour;
use jadoube_game::{Bonus, Game, Given, Moment, Terms, TimeLimit, TimePeriod};
use std::borrow::Cow;

/// The periods of the time control: the header's own, or what an older limit amounts to; none where no time is fixed.
#[inline]
fn periods(terms: &Terms) -> Cow<'_, [TimePeriod]> {
    match (&terms.time_control, &terms.time_limit) {
        (Some(control), _) => Cow::Borrowed(&control.periods),
        (None, Some(limit)) => Cow::Owned(periods_of(limit)),
        (None, None) => Cow::Borrowed(&[]),
    }
}

/// What an older limit amounts to, period by period.
#[inline(never)]
fn periods_of(limit: &TimeLimit) -> Vec<TimePeriod> {
    let (mut moves, mut time) = (0, 0);
    let mut periods: Vec<TimePeriod> = Vec::new();
    for period in &limit.by {
        periods.push(TimePeriod {
            moves: Some(period.moves.saturating_sub(moves)),
            time: Moment(period.time.0.saturating_sub(time)),
            bonus: None,
        });
        (moves, time) = (period.moves, period.time.0);
    }
    if let Some(then) = limit.then.filter(|then| then.moves > 0) {
        // As many as the longest game could need.
        for _ in 0..100 {
            periods.push(TimePeriod {
                moves: Some(then.moves),
                time: then.time,
                bonus: None,
            });
        }
    }
    periods
}

/// What a clock to press shows before the first move, where a time is fixed, and the delay before it goes (reading F23-66).
pub(crate) fn at_the_start(terms: &Terms) -> (Option<Moment>, Moment) {
    let Some(first) = periods(terms).first().copied() else {
        return (None, Moment(0));
    };
    let (increment, delay) = bonus(first);
    (
        Some(Moment(first.time.0.saturating_add(increment))),
        Moment(delay),
    )
}

fn bonus(period: TimePeriod) -> (u64, u64) {
    match period.bonus {
        Some(Bonus::Increment(time)) => (time.0, 0),
        Some(Bonus::Delay(time)) => (0, time.0),
        None => (0, 0),
    }
}

/// What pressing now gives this player, and the delay before his next move. `ending`: the move ends only with this press.
#[inline(always)]
pub(crate) fn on_pressing(game: &Game, by: Colour, ending: bool) -> Given {
    let periods = periods(&game.terms);
    let done = game.completed[by.index()] + u32::from(ending);
    let given = period_reached(&periods, game, by, done);
    let Some(period) = periods.get(usize::from(given.period)) else {
        return given;
    };
    let (increment, delay) = bonus(*period);
    let increment = increment.max(game.pressing.increment).cast_signed();
    Given {
        time: given.time + increment,
        increment,
        delay,
        ..given
    }
}

/// What a further move gives him who did not press after the one before it: that is completed by it (`"6.2.1.2"`), and if
/// it was the last of its period the next one's time is his.
pub(crate) fn on_moving_again(game: &Game, by: Colour) -> Option<Given> {
    let given = period_reached(&periods(&game.terms), game, by, game.completed[by.index()]);
    (given.period > game.clock.period(by)).then_some(given)
}

/// The moves of this player's period were completed when his flag was down already, so that nothing was given for them: a
/// clock that the arbiter sets then stands in the next one.
pub(crate) fn period_to_set(game: &Game, player: Colour) -> Option<Given> {
    let made = game.completed[player.index()];
    let completed = made.saturating_sub(u32::from(game.pressing.uncompleted[player.index()]));
    let reached = period_reached(&periods(&game.terms), game, player, completed);
    (reached.period > game.clock.period(player)).then_some(Given { time: 0, ..reached })
}

/// The period a player is in when he has completed so many moves, and the time of those not yet given to him: it comes to
/// what is left (reading F23-67). What was given stays given when the game goes back.
#[inline]
fn period_reached(periods: &[TimePeriod], game: &Game, by: Colour, done: u32) -> Given {
    let Some((_, before_the_last)) = periods.split_last() else {
        return Given::default();
    };
    let now = usize::from(game.clock.period(by)).min(before_the_last.len());
    let mut due = 0u32;
    let reached = before_the_last
        .iter()
        .take_while(|period| {
            due = due.saturating_add(period.moves.unwrap_or(u32::MAX));
            done >= due
        })
        .count();
    let time = periods
        .get(now + 1..=reached)
        .unwrap_or_default()
        .iter()
        .fold(0u64, |sum, period| sum.saturating_add(period.time.0));
    Given {
        time: time.cast_signed(),
        increment: 0,
        delay: 0,
        period: u16::try_from(reached.max(now)).unwrap_or(u16::MAX),
    }
}

/// The time of each player's next period, and what comes with it: where play goes on though both flags are down.
pub(crate) fn next_periods(game: &Game) -> Option<[(i64, Given); 2]> {
    let periods = periods(&game.terms);
    let last = periods.len().checked_sub(1)?;
    Some(Colour::BOTH.map(|player| {
        let period = (usize::from(game.clock.period(player)) + 1).min(last);
        let given = Given {
            time: 0,
            increment: 0,
            delay: bonus(periods[period]).1,
            period: u16::try_from(period).unwrap_or(u16::MAX),
        };
        (periods[period].time.0.cast_signed(), given)
    }))
}

/// Whether a time is fixed for the game, and not only counted.
pub(crate) fn is_timed(game: &Game) -> bool {
    game.clock.left_at(Colour::White, game.clock.read_at()).is_some()
}

/// Whether the period this player is in adds half a minute or more with every move.
pub(crate) fn half_a_minute_a_move(game: &Game, player: Colour) -> bool {
    let period = usize::from(game.clock.period(player));
    let bonus = game
        .terms
        .time_control
        .as_ref()
        .and_then(|control| control.periods.get(period)?.bonus);
    matches!(bonus, Some(Bonus::Increment(time) | Bonus::Delay(time)) if time.0 >= 30_000)
}

/// Whose clock goes once displaced men stand right again, where another's went only while they were put right.
pub(crate) fn once_put_right(game: &Game) -> Option<Colour> {
    let before = game.pressing.displaced_in?;
    let putting_right = game
        .clock
        .goes_for()
        .filter(|player| game.pressing.is_putting_right(*player));
    putting_right.map(|_| before)
}

/// Whether all remaining moves are to be made in the present period.
pub(crate) fn is_the_last_period(game: &Game, player: Colour) -> bool {
    usize::from(game.clock.period(player)) + 1 >= periods(&game.terms).len()
}
