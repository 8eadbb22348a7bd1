//! The clocks: when has a player overstepped, and what is due when play closes?

use crate::{
    cite,
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    questions::first_move,
    umpire::player_of,
};
use jadoube_board::Colour;
use jadoube_game::{
    Consequence, Dispute, Event, Game, Moment, Outcome, Party, Refusal, Ruling, Status, TimeLimit,
};

/// What overstepping costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overstepping {
    /// The game, immediately.
    ForfeitsAtOnce,
    /// The game, declared by the official whatever the players say.
    OfficialDeclares,
    /// Nothing: the code knows no clock.
    NoClock,
}

/// A player oversteps the time limit.
#[rustfmt::skip]
pub static OVERSTEPPING: ByCode<Answer<Overstepping>> = answers(ByCode {
    xxv:       silent(Overstepping::NoClock,        reading("XXV-35")),
    bca_1862:  says(Overstepping::NoClock,          &["XV"]),
    bcc_1896:  says(Overstepping::ForfeitsAtOnce,   &["II.10B(b)", "II.10C(b)"]),
    bcc_1899:  says(Overstepping::ForfeitsAtOnce,   &["II.10B(b)", "II.10C(b)"]),
    fide_1931: says(Overstepping::OfficialDeclares, &["20.ii", "19.v"]),
});

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

/// The regulations of the clock are in force in the absence of agreement to a different effect (`"II.10A"`).
fn is_waived(game: &Game) -> bool {
    game.terms.agreements.flag("time_forfeit") == Some(false)
}

/// Before an act is ruled on: has the time run out, or play closed, by the time it happened?
pub(crate) fn run_out(game: &Game, event: &Event) -> Option<Ruling> {
    if OVERSTEPPING[game.terms.code].value == Overstepping::NoClock || is_waived(game) {
        return None;
    }
    let limit = game.terms.time_limit.as_ref()?;
    let now = event.at?;
    if game.status != Status::InPlay {
        return None;
    }
    let player = game.clock.running()?;
    let close = limit.close_of_play;
    let until = close.map_or(now, |close| now.min(close));
    if overstepped(
        limit,
        game.clock.used_at(player, until),
        game.completed[player.index()],
    ) {
        return Some(after(lost_on_time(game, limit, player), game, event));
    }
    match close {
        Some(close) if now > close => Some(after(closed(game, limit, close), game, event)),
        _ => None,
    }
}

/// The act itself comes after the end.
fn after(ruling: Ruling, game: &Game, event: &Event) -> Ruling {
    let _ = game;
    let is_the_clock = matches!(event.by, Party::Timekeeper);
    let clause = ruling.findings.first().map(|finding| finding.clause);
    let refused = (!is_the_clock).then(|| Refusal {
        clause,
        why: "time had run out before it".to_owned(),
    });
    Ruling { refused, ..ruling }
}

fn lost_on_time(game: &Game, limit: &TimeLimit, player: Colour) -> Ruling {
    let _ = game;
    let clause = if limit.close_of_play.is_some() {
        cite!(bcc, "II.10C(b)")
    } else {
        cite!(bcc, "II.10B(b)")
    };
    Ruling::silent()
        .finding(
            clause,
            player,
            format!("{player} has not made the moves due in his time: he forfeits the game"),
        )
        .so(Consequence::End(Outcome::won(!player, clause)))
}

/// `"II.10C(c)"`, `"II.10C(d)"`: play closes; the moves due are reckoned for the whole time of each.
fn closed(game: &Game, limit: &TimeLimit, close: Moment) -> Ruling {
    let reckoning = |player: Colour| {
        let used = game.clock.used_at(player, close);
        (moves_due(limit, used), game.completed[player.index()], used)
    };
    let mut ruling = Ruling::silent();
    let mut short = Vec::new();
    for player in Colour::BOTH {
        let (due, made, used) = reckoning(player);
        let text = format!(
            "{player} has made {made} moves in {} seconds; {due} were due",
            used.0 / 1000
        );
        ruling = ruling.finding(cite!(bcc, "II.10C(c)"), player, text);
        if made < due {
            short.push(player);
        }
    }
    let clause: Clause = cite!(bcc, "II.10C(d)");
    match short[..] {
        [] => {
            let question = "the game is unfinished at the close of play and neither player is short of moves";
            let dispute = Dispute {
                by: None,
                question: question.to_owned(),
                clause: Some(clause.into()),
                ended: None,
            };
            ruling
                .finding(clause, Party::Umpire, question)
                .so(Consequence::Suspend(Box::new(dispute)))
        }
        [player] => ruling
            .finding(
                clause,
                player,
                format!("{player} has made fewer moves than were due: he forfeits the game"),
            )
            .so(Consequence::End(Outcome::won(!player, clause))),
        _ => ruling
            .finding(
                clause,
                Party::Umpire,
                "both players have made fewer moves than were due: the game is annulled",
            )
            .so(Consequence::End(first_move::annulled(game, clause.into()))),
    }
}

/// A code that knows no clock punishes nobody for time.
fn no_clock(game: &Game) -> Option<Ruling> {
    let answer = &OVERSTEPPING[game.terms.code];
    if is_waived(game) {
        return Some(Ruling::refuse(
            answer.authority.governing().unwrap_or_default(),
            "the players agreed that time should cost nobody the game",
        ));
    }
    (answer.value == Overstepping::NoClock).then(|| {
        Ruling::refuse(
            answer.authority.governing().unwrap_or_default(),
            "the code knows no clock: what the players agreed about time is for those who decide disputes",
        )
    })
}

/// The timekeeper reports a flag.
pub(crate) fn flag(game: &Game, event: &Event) -> Ruling {
    if let Some(refusal) = no_clock(game) {
        return refusal;
    }
    let Some(limit) = &game.terms.time_limit else {
        return Ruling::refuse(cite!(bcc, "II.10A"), "the game is not played under a time limit");
    };
    let Some(player) = game.clock.running() else {
        return Ruling::refuse(cite!(bcc, "II.10A"), "no clock is running");
    };
    match event.at {
        // Had it been so, the act's own time would have shown it.
        Some(_) => Ruling::refuse(
            cite!(bcc, "II.10A"),
            "by the time recorded the limit has not been exceeded",
        ),
        None => lost_on_time(game, limit, player),
    }
}

/// The timekeeper reports the close of play.
pub(crate) fn close_of_play(game: &Game, event: &Event) -> Ruling {
    if let Some(refusal) = no_clock(game) {
        return refusal;
    }
    let Some(limit) = &game.terms.time_limit else {
        return Ruling::refuse(cite!(bcc, "II.10A"), "the game is not played under a time limit");
    };
    let close = event
        .at
        .or(limit.close_of_play)
        .unwrap_or_else(|| game.clock.read_at());
    closed(game, limit, close)
}

/// A forfeit on time is claimed.
pub(crate) fn claimed(game: &Game, event: &Event, by: Colour) -> Ruling {
    if let Some(refusal) = no_clock(game) {
        return refusal;
    }
    let Some(limit) = &game.terms.time_limit else {
        return Ruling::refuse(cite!(bcc, "II.10A"), "the game is not played under a time limit");
    };
    let now = event.at.unwrap_or_else(|| game.clock.read_at());
    let opponent = !by;
    if overstepped(
        limit,
        game.clock.used_at(opponent, now),
        game.completed[opponent.index()],
    ) {
        return lost_on_time(game, limit, opponent);
    }
    Ruling::refuse(cite!(bcc, "II.10B(b)"), "the opponent has not exceeded his time")
}

/// A player arrives.
pub(crate) fn arrive(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let _ = game;
    Ruling::silent().so(Consequence::Arrive(by))
}
