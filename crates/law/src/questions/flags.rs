//! How much time has each player, when does his flag count as fallen, and what stops the clocks?

use crate::{
    means::{player_of, referral},
    questions::{
        pressing::{self, after},
        proofs,
        regime::{ILLEGAL_MOVE, Until},
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    AtTheClock, Bonus, Consequence, Decision, Event, Flags, Game, Guideline, Moment, Outcome, Party,
    Presence, Refusal, Right, Ruling, Status, Terms, TimeControl, TimePeriod,
};
use std::borrow::Cow;

question! {
    "How much time has each player, when does his flag count as fallen, and what stops the clocks?";
    "A flag has fallen when the arbiter sees it or a player claims it." => fide_2023 "6.8";
    "Both flags are down in the last period: drawn." => fide_2023 "III.3.1.2";
    "Both flags are down before the last period: play goes on." => fide_2023 "III.3.1.1";
    "A fast game: he who claims the fall of a flag stops the clock." => fide_2023 "A.5.3";
    "A fast game: the arbiter may call a flag that he sees fall." => fide_2023 "A.5.5";
    "A flag has fallen: were the moves completed?" => fide_2023 "6.4";
    "Time is over before the moves are made: lost, or drawn where the opponent could never mate." => fide_2023 "6.9";
    "A player stops the clocks only to call the arbiter." => fide_2023 "6.11.2";
    "The arbiter stops the clocks when play must be interrupted." => fide_2023 "6.11.1";
    "The arbiter says when play goes on." => fide_2023 "6.11.3";
    "A clock that was set wrongly is stopped and set right." => fide_2023 "6.10.2";
    "He who knocks men from their places sets them up again in his own time." => fide_2023 "7.4.1";
    "A man found on a wrong square: the position before it is restored." => fide_2023 "7.6";
    "Adjournment, and claims in the last two minutes, exist only where the event takes them up." => fide_2023 "guidelines";
    "White's clock starts at the time fixed." => fide_2023 "6.6";
    "When men are knocked over a player may stop the clocks and call the arbiter." => fide_2023 "7.4.2";
}

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

/// The clock as it is set before the first move: `"6.3.1"`, reading F23-66.
pub(crate) fn set_up(game: Game) -> Game {
    if !pressing::is_by_pressing(&game) || !game.terms.clock {
        return game;
    }
    let Some(control) = control(&game.terms) else {
        return game.with_a_clock_to_press(None, Moment(0));
    };
    let first = control.periods[0];
    let (increment, delay) = bonus(first);
    let given = Moment(first.time.0.saturating_add(increment));
    game.with_a_clock_to_press(Some(given), Moment(delay))
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
fn is_the_last_period(game: &Game, player: Colour) -> bool {
    let Some(control) = control(&game.terms) else {
        return true;
    };
    let due: u32 = control.periods.iter().filter_map(|period| period.moves).sum();
    game.completed[player.index()] >= due
}

/// A flag is seen or claimed: `"6.8"`, `"6.9"`.
pub(crate) fn flag(game: &Game, event: &Event, side: Option<Flags>) -> Ruling {
    let clause = cite!(fide_2023, "6.8");
    let now = event.at.unwrap_or_else(|| game.clock.read_at());
    if game.clock.left_at(Colour::White, now).is_none() {
        return Ruling::refuse(clause, "the game is not played with a time fixed for it");
    }
    let told = |player: Colour| match side {
        Some(Flags::White) => player == Colour::White,
        Some(Flags::Black) => player == Colour::Black,
        Some(Flags::Both) => true,
        None => event.by.player().is_none_or(|by| by != player),
    };
    // Without times in the record the arbiter's eyes are all there is.
    let no_times = now == Moment(0) && event.by.player().is_none() && side.is_some();
    let fell = |player: Colour| {
        game.clock
            .fell(player, now)
            .or(Some(Moment(0)).filter(|_| no_times && told(player)))
    };
    let fallen = Colour::BOTH.map(fell);
    match fallen {
        [None, None] => Ruling::refuse(clause, "by the time recorded no flag has fallen"),
        [Some(white), Some(black)] if white != black => {
            // He whose flag fell first has lost, whoever claims (reading F23-62).
            let first = if white < black {
                Colour::White
            } else {
                Colour::Black
            };
            lost(game, event.by, first)
        }
        [Some(_), Some(_)] => both_down(game),
        [Some(_), None] if told(Colour::White) => lost(game, event.by, Colour::White),
        [None, Some(_)] if told(Colour::Black) => lost(game, event.by, Colour::Black),
        _ => Ruling::refuse(clause, "that flag has not fallen, by the time recorded"),
    }
}

/// `"III.3.1"` where it is adopted; else for the arbiter.
fn both_down(game: &Game) -> Ruling {
    let adopted = game
        .terms
        .regulations
        .guidelines
        .contains(&Guideline::QuickplayFinish);
    if !adopted {
        let question = "both flags are down, and nobody can say which fell first";
        return referral::referred(None, Party::Umpire, cite!(reading, "F23-62"), question);
    }
    if is_the_last_period(game, Colour::White) && is_the_last_period(game, Colour::Black) {
        let clause = cite!(fide_2023, "III.3.1.2");
        return Ruling::silent()
            .finding(
                clause,
                Party::Umpire,
                "both flags are down, in the last period: the game is drawn",
            )
            .so(Consequence::End(Outcome::drawn(clause)));
    }
    let text =
        "both flags are down before the last period, and nobody can say which fell first: the game goes on";
    Ruling::silent().finding(cite!(fide_2023, "III.3.1.1"), Party::Umpire, text)
}

/// `"6.9"`: lost, or drawn where the opponent can never mate.
fn lost(game: &Game, by: Party, player: Colour) -> Ruling {
    let mut ruling = Ruling::silent();
    if ILLEGAL_MOVE.of(game).value == Until::TheNextMove {
        let (clause, text) = match by.player() {
            Some(_) => (cite!(fide_2023, "A.5.3"), "a player claims it"),
            None => (cite!(fide_2023, "A.5.5"), "the arbiter calls it"),
        };
        ruling = ruling.finding(clause, by, format!("{player}'s flag is down: {text}"));
    }
    let moves = game.completed[player.index()] - u32::from(game.pressing.uncompleted[player.index()]);
    let checked = format!("{player}'s flag has fallen; he has completed {moves} moves");
    ruling = ruling.finding(cite!(fide_2023, "6.4"), player, checked);
    let text = format!("{player} has not completed the moves in the time given");
    ruling.and(proofs::lost_unless_never_mated(
        game,
        player,
        cite!(fide_2023, "6.9").into(),
        text,
    ))
}

/// An arbiter who sees everything calls a flag as soon as it is down; the act comes after the end.
pub(crate) fn seen(game: &Game, event: &Event) -> Option<Ruling> {
    let now = event.at?;
    let watched = game.terms.arbiter == Presence::Watching && game.status == Status::InPlay;
    if !watched || !game.clock.is_pressed() {
        return None;
    }
    let player = game.clock.running()?;
    game.clock.fell(player, now)?;
    let ruling = lost(game, Party::Umpire, player);
    if after(game, &ruling).status == Status::InPlay {
        return None;
    }
    let refused = event.by.player().map(|_| Refusal {
        clause: Some(cite!(fide_2023, "6.9").into()),
        why: "the flag had fallen before it".to_owned(),
    });
    Some(Ruling { refused, ..ruling })
}

/// Both clocks are stopped: `"6.11.1"`, `"6.11.2"`, `"7.4.2"`.
pub(crate) fn pause(game: &Game, event: &Event, why: Option<&str>) -> Ruling {
    let clause = if event.by.player().is_some() {
        cite!(fide_2023, "6.11.2")
    } else {
        cite!(fide_2023, "6.11.1")
    };
    if game.status == Status::Suspended {
        return Ruling::refuse(clause, "the clocks stand already");
    }
    let question = why.unwrap_or("the clocks were stopped").to_owned();
    referral::referred(Some(event.by), event.by, clause, question)
}

/// The arbiter sets play going again: `"6.11.3"`.
pub(crate) fn restart(game: &Game, event: &Event) -> Ruling {
    let clause = cite!(fide_2023, "6.11.3");
    if event.by.player().is_some() && game.terms.arbiter != Presence::None {
        return Ruling::refuse(clause, "the arbiter says when play goes on");
    }
    if game.status != Status::Suspended {
        return Ruling::refuse(clause, "play has not been stopped");
    }
    Ruling::silent()
        .finding(clause, event.by, "play goes on")
        .so(Consequence::Decide(Box::default()))
}

/// A wrong setting of the clock is pointed out: it is stopped until the arbiter has set it right.
pub(crate) fn wrong_clock(event: &Event) -> Ruling {
    let question = "the clock shows, or was set, wrongly";
    referral::referred(Some(event.by), event.by, cite!(fide_2023, "6.10.2"), question)
}

/// The times left as the arbiter sets them: `"6.10.1"`, `"7.1"`.
pub(crate) fn set_left(decision: &Decision, ruling: Ruling) -> Ruling {
    match decision.left {
        Some((white, black)) if ruling.refused.is_none() => {
            ruling.so(Consequence::AtTheClock(AtTheClock::SetLeft([
                white.0.cast_signed(),
                black.0.cast_signed(),
            ])))
        }
        _ => ruling,
    }
}

/// Men knocked from their places: `"7.4.1"`.
pub(crate) fn displace(game: &Game, event: &Event, squares: &[jadoube_board::Square]) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let text = format!("{by} has displaced men: he puts them right on his own time");
    let ruling = Ruling::silent()
        .finding(cite!(fide_2023, "7.4.1"), by, text)
        .so(Consequence::AtTheClock(AtTheClock::Displace(squares.to_vec())));
    if game.clock.is_pressed() && game.clock.running().is_some() {
        return ruling.so(Consequence::StartClock(by));
    }
    ruling
}

/// A displaced man is pointed out: the men stand again where they belong (`"7.6"`).
pub(crate) fn displaced_man(game: &Game, event: &Event) -> Ruling {
    let clause = cite!(fide_2023, "7.6");
    if game.pressing.displaced.is_empty() {
        return Ruling::refuse(clause, "no man is known to be off its place");
    }
    Ruling::silent()
        .finding(
            clause,
            event.by,
            "the men are put back where they stood, and play goes on from there",
        )
        .so(Consequence::AtTheClock(AtTheClock::Displace(Vec::new())))
}

/// What may be done at the clock now.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let now = game.clock.read_at();
    for player in Colour::BOTH {
        if game.clock.fell(player, now).is_none() {
            continue;
        }
        let side = match player {
            Colour::White => Flags::White,
            Colour::Black => Flags::Black,
        };
        let mut parties = vec![Party::from(!player), Party::from(player)];
        if game.terms.arbiter != Presence::None {
            parties.push(Party::Umpire);
        }
        for party in parties {
            rights.push(Right {
                party,
                act: jadoube_game::Act::Flag { side: Some(side) },
                clause: cite!(fide_2023, "6.8").into(),
                text: format!("{player}'s flag is down: say so"),
            });
        }
    }
    rights
}

/// Games are adjourned only where the event adopts those guidelines (reading F23-94).
pub(crate) fn not_adjourned(game: &Game) -> Option<Ruling> {
    let adopted = game.terms.regulations.guidelines.contains(&Guideline::Adjourned);
    (!adopted).then(|| {
        Ruling::refuse(
            cite!(fide_2023, "guidelines"),
            "the event has not adopted the guidelines on adjourned games",
        )
    })
}
