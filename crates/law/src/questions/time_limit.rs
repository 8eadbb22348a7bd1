//! The clocks: when has a player overstepped, and what is due when play closes?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, Citation, alike, answers, reading, says, silent,
    },
    facts,
    means::{ends, player_of, referral, so_many},
    questions::{
        disputes::WHO_DECIDES,
        odds::{SEVERAL_MOVES, SeveralMoves},
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    Consequence, Event, Game, Moment, Outcome, Party, Period, Ruling, Status, TimeLimit, say,
};
use std::borrow::Cow;

question! {
    "The clocks: when has a player overstepped, and what is due when play closes?";
    tables: OVERSTEPPING, TIMED_PLAY, TESTS, CLOSE, OFFICIAL;
    "The time of each player in each game is counted by itself." => bcc "II.10A(a)";
}

steps! {
    /// The tests at which moves are due.
    pub struct Tests {
        /// The moves made are counted when each of the times allowed is over.
        due,
        /// The same where a time is fixed for the close of play, as long as the time allowed ends before it.
        due_before_a_close,
        /// Too few moves at a test, where a time is fixed for the close: the game is lost.
        lost_before_a_close,
    }
    pub static TESTS = {
        bcc: {
            due: "II.10B(a)", due_before_a_close: "II.10C(a)", lost_before_a_close: "II.10C(b)",
        },
        fide_1931: {
            due: "20.i(a)", due_before_a_close: "20.i(a)", lost_before_a_close: "20.ii",
        },
    };
}

steps! {
    /// Play closes with the game unfinished.
    pub struct Close {
        /// At the close of play a broken hour owes its share of moves.
        reckoned,
        /// At the close of play: one short of moves forfeits, two short annul.
        short,
    }
    pub static CLOSE = {
        bcc: {
            reckoned: "II.10C(c)", short: "II.10C(d)",
        },
    };
}

steps! {
    /// The clocks, where an official keeps them.
    pub struct Official {
        /// Both clocks stop until the official has decided.
        stopped,
        /// Moves given as odds count for the clock.
        odds_counted,
    }
    pub static OFFICIAL = {
        fide_1931: {
            stopped: "20.i(e)", odds_counted: "22.iii",
        },
    };
}

law! {
    /// What overstepping costs.
    pub enum Overstepping {
        /// The game, immediately.
        ForfeitsAtOnce,
        /// The game, declared by the official whatever the players say.
        OfficialDeclares,
        /// The game, once the arbiter sees the flag or a player claims it; drawn where the opponent can never mate.
        WhenSeenOrClaimed,
        /// Nothing of itself: the code knows no clock, and what a limit agreed on is worth is not for it to say.
        NoClock,
    }
}

law! {
    /// A player oversteps the time limit.
    pub static OVERSTEPPING: ByCode<Answer<Overstepping>> = answers(ByCode {
        xxv:       silent(Overstepping::NoClock,        reading("XXV-35")),
        bca_1862:  says(Overstepping::NoClock,          &["XV"]),
        bcc_1896:  says(Overstepping::ForfeitsAtOnce,   &["II.10B(b)", "II.10C(b)"]),
        bcc_1899:  says(Overstepping::ForfeitsAtOnce,   &["II.10B(b)", "II.10C(b)"]),
        fide_1931: says(Overstepping::OfficialDeclares, &["20.ii", "19.v"]),
        fide_2023: says(Overstepping::WhenSeenOrClaimed, &["6.9", "6.8"]),
    });
}

law! {
    /// Play under a time limit.
    pub static TIMED_PLAY: Alike = alike("By the limit that the players or the event have set; without one nobody can be out of time.", ByCode {
        xxv:       Reading("XXV-35"),
        bca_1862:  Clauses(&["XV"]),
        bcc_1896:  Clauses(&["II.10A"]),
        bcc_1899:  Clauses(&["II.10A"]),
        fide_1931: Clauses(&["20.i(a)", "20.i(b)", "20.i(d)", "20.i(e)"]),
        fide_2023: Clauses(&["6.3.1", "6.3.2", "6.4"]),
    });
}

fn clause(game: &Game) -> &'static str {
    TIMED_PLAY[game.terms.code].clause()
}

/// The moves due in this much of a player's time: whole periods, and of an incomplete one its share, fractions omitted.
pub fn moves_due(limit: &TimeLimit, used: Moment) -> u32 {
    let (whole, share) = periods(limit, used);
    whole + share
}

/// The moves due for periods that are complete, and the share of the incomplete one.
fn periods(limit: &TimeLimit, used: Moment) -> (u32, u32) {
    let (mut moves, mut time) = (0u32, 0u64);
    for period in &limit.by {
        let span = period.time.0.saturating_sub(time);
        let due = period.moves.saturating_sub(moves);
        if used.0 < period.time.0 {
            return (moves, share(due, used.0 - time.min(used.0), span));
        }
        moves = period.moves;
        time = period.time.0;
    }
    match limit.then {
        Some(then) if then.time.0 > 0 => {
            let more = used.0 - time;
            let whole = more / then.time.0;
            let moves =
                moves.saturating_add((whole.min(u64::from(u32::MAX)) as u32).saturating_mul(then.moves));
            (moves, share(then.moves, more % then.time.0, then.time.0))
        }
        _ => (moves, 0),
    }
}

fn share(due: u32, part: u64, whole: u64) -> u32 {
    if whole == 0 {
        0
    } else {
        (u128::from(due) * u128::from(part) / u128::from(whole)) as u32
    }
}

/// Whether a player with so many moves made has overstepped: a period is over, to the moment, and its moves are not made.
fn overstepped(limit: &TimeLimit, used: Moment, made: u32) -> bool {
    // A move completed exactly at the limit is in time (reading BCC-26).
    used.0 > 0 && periods(limit, Moment(used.0 - 1)).0 > made
}

/// Before an act is ruled on: has the time run out, or play closed, by the time it happened?
#[inline]
pub(crate) fn run_out(game: &Game, event: &Event) -> Option<Ruling> {
    game.terms.time_limit.as_ref()?;
    run_out_at(game, event, event.at?)
}

/// The same where there is a limit.
#[inline(never)]
fn run_out_at(game: &Game, event: &Event, now: Moment) -> Option<Ruling> {
    let limit = limit_of(game)?;
    if game.status != Status::InPlay && facts::awaited(game).is_none() {
        return None;
    }
    let limit = limit.as_ref();
    let player = game.clock.running()?;
    let close = limit.close_of_play;
    let until = close.map_or(now, |close| now.min(close));
    if overstepped(
        limit,
        game.clock.used_at(player, until),
        made_for_the_clock(game, player),
    ) {
        return Some(ends::too_late_to_act(
            lost_on_time(game, limit, player),
            event,
            "time had run out before it",
        ));
    }
    match close {
        Some(close) if now > close => Some(ends::too_late_to_act(
            closed(game, limit, close),
            event,
            "time had run out before it",
        )),
        _ => None,
    }
}

fn overstepping_clause(game: &Game) -> &'static str {
    OVERSTEPPING[game.terms.code].clause()
}

/// The clause by which the game is lost on time, with a time fixed for the close of play or without.
fn forfeiting_clause(game: &Game, limit: &TimeLimit) -> Citation {
    match TESTS.of(game) {
        Some(law) if limit.close_of_play.is_some() => law.lost_before_a_close.into(),
        _ => overstepping_clause(game),
    }
}

fn lost_on_time(game: &Game, limit: &TimeLimit, player: Colour) -> Ruling {
    let clause = forfeiting_clause(game, limit);
    let made = made_for_the_clock(game, player);
    let (due, within) = next_test(limit, made);
    let tested = say!(
        "{player} [has] made {moves}; {due} were due in {seconds}";
        player, moves = so_many(made, "move"), due, seconds = so_many(within.0 / 1000, "second")
    );
    reckoned_for_the_clock(game, player)
        .finding(test_clause(game, limit), player, tested)
        .finding(
            clause,
            player,
            say!("{player} [has] not made the moves due in [his] time: [he] [forfeits] the game"; player),
        )
        .so(Consequence::End(match TESTS.of(game) {
            Some(_) => Outcome::won(!player, clause),
            None => ends::ended(Some(!player), OVERSTEPPING[game.terms.code].authority),
        }))
}

/// The clause that sets the tests at which moves are due.
fn test_clause(game: &Game, limit: &TimeLimit) -> Citation {
    match TESTS.of(game) {
        Some(law) if limit.close_of_play.is_some() => law.due_before_a_close.into(),
        Some(law) => law.due.into(),
        None => overstepping_clause(game),
    }
}

/// The first test at which more moves are due than have been made: how many, and within what time.
fn next_test(limit: &TimeLimit, made: u32) -> (u32, Moment) {
    if let Some(period) = limit.by.iter().find(|period| period.moves > made) {
        return (period.moves, period.time);
    }
    let (moves, time) = limit
        .by
        .last()
        .map_or((0, 0), |period| (period.moves, period.time.0));
    match limit.then {
        Some(then) if then.moves > 0 => {
            let periods = (made - moves) / then.moves + 1;
            let due = moves.saturating_add(periods.saturating_mul(then.moves));
            (
                due,
                Moment(time.saturating_add(u64::from(periods).saturating_mul(then.time.0))),
            )
        }
        _ => (moves, Moment(time)),
    }
}

/// The moves a player has made, as a time limit counts them.
fn made_for_the_clock(game: &Game, player: Colour) -> u32 {
    let made = game.completed[player.index()];
    match (SEVERAL_MOVES[game.terms.code].value, &game.terms.odds) {
        (SeveralMoves::GiversFirstCountsAsMany, Some(odds)) if odds.giver == player && made > 0 => {
            made.saturating_add(odds.moves.saturating_sub(1))
        }
        _ => made,
    }
}

/// `"22.iii"`: how the moves of a game at odds of several are reckoned, where that is not simply their number.
fn reckoned_for_the_clock(game: &Game, player: Colour) -> Ruling {
    let (Some(odds), Some(law), SeveralMoves::GiversFirstCountsAsMany) = (
        &game.terms.odds,
        OFFICIAL.of(game),
        SEVERAL_MOVES[game.terms.code].value,
    ) else {
        return Ruling::silent();
    };
    if odds.moves < 2 {
        return Ruling::silent();
    }
    let text = if odds.giver == player {
        say!(
            "{player}'s first move counts as {moves}, like those [his opponent] began with"; player, moves = odds.moves
        )
    } else {
        say!("the moves {player} began with count as {moves}"; player, moves = odds.moves)
    };
    Ruling::silent().finding(law.odds_counted, player, text)
}

/// The limit that the header sets; where it names none in particular, the code's own.
#[inline]
fn limit_of(game: &Game) -> Option<Cow<'_, TimeLimit>> {
    let limit = game.terms.time_limit.as_ref()?;
    // `"II.10A"`: the regulations hold unless the players agreed otherwise.
    let agreed = forfeit_agreed(game);
    if agreed == Some(false) {
        return None;
    }
    let unstated = limit.by.is_empty() && limit.then.is_none();
    match OVERSTEPPING[game.terms.code].value {
        // What a limit is worth that the players set themselves, they may say themselves.
        Overstepping::NoClock if agreed == Some(true) => Some(Cow::Borrowed(limit)),
        Overstepping::NoClock | Overstepping::WhenSeenOrClaimed => None,
        // "20.i(a)", unless "20.i(b)" the regulations say otherwise.
        Overstepping::OfficialDeclares if unstated => Some(Cow::Owned(TimeLimit {
            by: [(30, 2), (45, 3)]
                .map(|(moves, hours)| Period {
                    moves,
                    time: Moment::seconds(hours * HOUR),
                })
                .to_vec(),
            then: Some(Period {
                moves: 15,
                time: Moment::seconds(HOUR),
            }),
            close_of_play: limit.close_of_play,
        })),
        _ => Some(Cow::Borrowed(limit)),
    }
}

/// Whether overstepping costs the game, where the players have agreed on that.
fn forfeit_agreed(game: &Game) -> Option<bool> {
    game.terms.agreements.flag("time_forfeit")
}

const HOUR: u64 = 3600;

/// `"20.i(e)"`: while a question stands before the official neither clock goes.
pub(crate) fn clocks_stopped(game: &Game, ruling: Ruling) -> Ruling {
    match OFFICIAL.of(game) {
        Some(law) if game.terms.time_limit.is_some() && game.clock.running().is_some() => {
            let text = "both clocks are stopped until the official has decided";
            ruling.finding(law.stopped, Party::Umpire, text)
        }
        _ => ruling,
    }
}

/// `"14.iii"`: the clocks stand while men upset by accident are put back, until play goes on.
pub(crate) fn stopped_by_accident(game: &Game, ruling: Ruling) -> Ruling {
    match OVERSTEPPING[game.terms.code].value {
        Overstepping::OfficialDeclares if game.status == Status::InPlay => ruling.so(Consequence::StopClocks),
        _ => ruling,
    }
}

/// Play closes: what does the code say to it?
fn closed(game: &Game, limit: &TimeLimit, close: Moment) -> Ruling {
    if let Some(law) = CLOSE.of(game) {
        return reckoned_at_the_close(law, game, limit, close);
    }
    let clause = WHO_DECIDES[game.terms.code].clause();
    let question = "the game is unfinished at the close of play, for which the code does not provide";
    referral::referred(None, Party::Umpire, clause, question)
}

/// `"II.10C(c)"`, `"II.10C(d)"`: play closes; the moves due are reckoned for the whole time of each.
fn reckoned_at_the_close(law: &Close, game: &Game, limit: &TimeLimit, close: Moment) -> Ruling {
    let reckoning = |player: Colour| {
        let used = game.clock.used_at(player, close);
        (moves_due(limit, used), made_for_the_clock(game, player), used)
    };
    // Whatever happens after the close is no longer anybody's time.
    let [white, black] = [Colour::White, Colour::Black].map(|player| game.clock.used_at(player, close));
    let mut ruling = Ruling::silent().so(Consequence::SetClocks(white, black));
    let mut short = Vec::new();
    for player in Colour::BOTH {
        let (due, made, used) = reckoning(player);
        let text = say!(
            "{player} [has] made {moves} in {seconds}; {due} were due";
            player, moves = so_many(made, "move"), seconds = so_many(used.0 / 1000, "second"), due
        );
        ruling = ruling.finding(law.reckoned, player, text);
        if made < due {
            short.push(player);
        }
    }
    let clause = law.short;
    match short[..] {
        [] => {
            let question = "the game is unfinished at the close of play and neither player is short of moves";
            ruling.and(referral::referred(None, Party::Umpire, clause, question))
        }
        [player] => ruling
            .finding(
                clause,
                player,
                say!("{player} [has] made fewer moves than were due: [he] [forfeits] the game"; player),
            )
            .so(Consequence::End(Outcome::won(!player, clause))),
        _ => ruling
            .finding(
                clause,
                Party::Umpire,
                "both players have made fewer moves than were due: the game is annulled",
            )
            .so(Consequence::End(ends::annulled(game, clause.into()))),
    }
}

/// A limit was agreed on under laws that know no clock, and not what follows from it: those decide who decide what no law does.
fn unprovided(game: &Game, by: Party) -> Option<Ruling> {
    let open = game.terms.time_limit.is_some() && forfeit_agreed(game).is_none();
    if !open || OVERSTEPPING[game.terms.code].value != Overstepping::NoClock {
        return None;
    }
    let clause = overstepping_clause(game);
    let question =
        "a time limit that the players set themselves is in question, for which the code does not provide";
    Some(referral::referred(Some(by), by, clause, question))
}

/// The timekeeper reports a flag.
pub(crate) fn flag(game: &Game, event: &Event) -> Ruling {
    if let Some(unprovided) = unprovided(game, event.by) {
        return unprovided;
    }
    let Some(limit) = &limit_of(game) else {
        return Ruling::refuse(clause(game), "the game is not played under a time limit");
    };
    let Some(player) = game.clock.running() else {
        return Ruling::refuse(clause(game), "no clock is running");
    };
    match event.at {
        // Had it been so, the act's own time would have shown it.
        Some(_) => Ruling::refuse(
            clause(game),
            "by the time recorded the limit has not been exceeded",
        ),
        None => lost_on_time(game, limit, player),
    }
}

/// The timekeeper reports the close of play.
pub(crate) fn close_of_play(game: &Game, event: &Event) -> Ruling {
    if let Some(unprovided) = unprovided(game, event.by) {
        return unprovided;
    }
    let Some(limit) = &limit_of(game) else {
        let why = if game.clock.is_pressed() && game.terms.time_limit.is_some() {
            "no game ends here at an hour fixed on the wall: each player has the time on his own clock"
        } else {
            "the game is not played under a time limit"
        };
        return Ruling::refuse(clause(game), why);
    };
    let close = event
        .at
        .or(limit.close_of_play)
        .unwrap_or_else(|| game.clock.read_at());
    closed(game, limit, close)
}

/// A forfeit on time is claimed.
pub(crate) fn claimed(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if let Some(unprovided) = unprovided(game, event.by) {
        return unprovided;
    }
    let Some(limit) = &limit_of(game) else {
        return Ruling::refuse(clause(game), "the game is not played under a time limit");
    };
    let now = event.at.unwrap_or_else(|| game.clock.read_at());
    let opponent = !by;
    if overstepped(
        limit,
        game.clock.used_at(opponent, now),
        made_for_the_clock(game, opponent),
    ) {
        return lost_on_time(game, limit, opponent);
    }
    Ruling::refuse(
        forfeiting_clause(game, limit),
        say!("[the opponent] [has] not exceeded [his] time"),
    )
}

/// The writer of a sealed move had his clock running until it was sealed: `"21.ii"`.
pub(crate) fn oversteps_in_sealing(game: &Game, player: Colour, used: Moment) -> Option<Ruling> {
    let limit = limit_of(game)?;
    overstepped(&limit, used, made_for_the_clock(game, player)).then(|| lost_on_time(game, &limit, player))
}
