//! How much time do the clocks give, by what the players or the event have fixed?

use jadoube_board::Colour;
use jadoube_game::{Bonus, Game, Moment, Terms, TimeControl, TimePeriod};
use std::borrow::Cow;

/// The time control: the header's own, or what an older limit amounts to.
fn control(terms: &Terms) -> Option<Cow<'_, TimeControl>> {
    if let Some(control) = &terms.time_control {
        return (!control.periods.is_empty()).then_some(Cow::Borrowed(control));
    }
    let limit = terms.time_limit.as_ref()?;
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
    (!periods.is_empty()).then_some(Cow::Owned(TimeControl { kind: None, periods }))
}

/// What a clock to press shows before the first move, where a time is fixed, and the delay before it goes (reading F23-66).
pub(crate) fn at_the_start(terms: &Terms) -> (Option<Moment>, Moment) {
    let Some(control) = control(terms) else {
        return (None, Moment(0));
    };
    let first = control.periods[0];
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
pub(crate) fn on_pressing(game: &Game, by: Colour, ending: bool) -> (i64, u64) {
    let Some(control) = control(&game.terms) else {
        return (0, 0);
    };
    let done = game.completed[by.index()] + u32::from(ending);
    let mut due = 0u32;
    let mut gain = 0u64;
    for (at, period) in control.periods.iter().enumerate() {
        let last = at + 1 == control.periods.len();
        due = due.saturating_add(period.moves.unwrap_or(0));
        if last || period.moves.is_none() || done < due {
            let (increment, delay) = bonus(*period);
            return (gain.saturating_add(increment).cast_signed(), delay);
        }
        if done == due {
            // The moves of this period are made: the next one's time comes to what is left (reading F23-67).
            gain = control.periods[at + 1].time.0;
        }
    }
    (0, 0)
}

/// Whether all remaining moves are to be made in the present period.
pub(crate) fn is_the_last_period(game: &Game, player: Colour) -> bool {
    let Some(control) = control(&game.terms) else {
        return true;
    };
    let due: u32 = control.periods.iter().filter_map(|period| period.moves).sum();
    game.completed[player.index()] >= due
}
