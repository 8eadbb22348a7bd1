//! How much time has each player, when does his flag count as fallen, and what stops the clocks?

use crate::{
    facts::{clocks, pace},
    means::{after, claimed, ends, player_of, referral},
    questions::{
        claims::CLAIMS,
        false_move::{FALSE_MOVE, FalseMove},
        pressing::{COMPLETED, Completed},
        regime::{AFTER_TEN_MOVES, ILLEGAL_MOVE, SetUp, Until},
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, AtTheClock, Citation, Consequence, Decision, Displaced, Error, Event, Flags, Game, Guideline,
    Moment, Outcome, Party, Presence, Refusal, Right, Ruling, Sentence, Status, say,
};

question! {
    "How much time has each player, when does his flag count as fallen, and what stops the clocks?";
    tables: CLOCK;
    "Both flags are down, and nobody can say which fell first: the period decides." => fide_2023 "III.3.1";
    "White's clock starts at the time fixed." => fide_2023 "6.6";
}

steps! {
    /// Where a flag falls, and clocks are stopped and started.
    pub struct ClockLaw {
        /// A flag has fallen when the arbiter sees it or a player claims it.
        falls,
        /// Both flags are down in the last period: drawn.
        both_in_the_last_period,
        /// Both flags are down before the last period: play goes on.
        both_before,
        /// Both flags are down, and nobody can say which fell first: the arbiter decides where no guideline does.
        neither_first,
        /// A fast game: he who claims the fall of a flag stops the clock.
        claimed_in_a_fast_game,
        /// A fast game: the arbiter may call a flag that he sees fall.
        called_in_a_fast_game,
        /// When a flag falls the moves completed are counted.
        moves_counted,
        /// Time is over before the moves are made: lost, or drawn where the opponent could never mate.
        time_is_over,
        /// The arbiter has put off a claim of this player's, and now declares the result.
        decision_put_off,
        /// A player stops the clocks only to call the arbiter.
        stopped_by_a_player,
        /// Men are off their places: a player may stop the clocks and call the arbiter.
        stopped_for_the_men,
        /// The arbiter stops the clocks when play must be interrupted.
        stopped_by_the_arbiter,
        /// The arbiter says when play goes on.
        started_again,
        /// A clock that was set wrongly is stopped and set right.
        set_wrongly,
        /// He who knocks men from their places sets them up again in his own time.
        knocked_over,
        /// The arbiter may punish him who knocks men from their places.
        may_penalise,
        /// A man found on a wrong square: the position before it is restored.
        found_displaced,
        /// Men fall over while play rests as they do in play, unless the move is sealed.
        while_play_rests,
        /// A fast game: after ten moves of each the clock's setting stays.
        setting_stays,
        /// A wrong time found after the resumption is put right only before the finder's first move.
        after_the_resumption,
        /// He whose opponent sealed and is away seals his reply.
        reply_sealed,
        /// Adjournment, and claims in the last two minutes, exist only where the event takes them up.
        guidelines,
    }
    pub static CLOCK for FALSE_MOVE: FalseMove::PutBackOncePressed = {
        fide_2023: {
            falls: "6.8", both_in_the_last_period: "III.3.1.2", both_before: "III.3.1.1",
            neither_first: "reading F23-62", claimed_in_a_fast_game: "A.5.3",
            called_in_a_fast_game: "A.5.5", moves_counted: "6.4", time_is_over: "6.9",
            decision_put_off: "III.5.2", stopped_by_a_player: "6.11.2", stopped_for_the_men: "7.4.2", stopped_by_the_arbiter: "6.11.1",
            started_again: "6.11.3",
            set_wrongly: "6.10.2", knocked_over: "7.4.1", may_penalise: "7.4.3", found_displaced: "7.6", while_play_rests: "reading F23-100", guidelines: "guidelines",
            setting_stays: "A.5.1.1", after_the_resumption: "I.13", reply_sealed: "I.9.3",
        },
    };
}

/// The clock as it is set before the first move: `"6.3.1"`, reading F23-66.
pub(crate) fn set_up(game: Game) -> Game {
    if COMPLETED[game.terms.code].value != Completed::ByPressing || !game.terms.clock {
        return game;
    }
    let (given, delay) = clocks::at_the_start(&game.terms);
    game.with_a_clock_to_press(given, delay)
}

/// A flag is seen or claimed: `"6.8"`, `"6.9"`.
pub(crate) fn flag(law: &ClockLaw, game: &Game, event: &Event, side: Option<Flags>) -> Ruling {
    let clause = law.falls;
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
        // Reading F23-62: whoever says that both are down says that nobody can tell which fell first.
        [Some(white), Some(black)] if white != black && side != Some(Flags::Both) => {
            // He whose flag fell first has lost, whoever claims (reading F23-62).
            let first = if white < black {
                Colour::White
            } else {
                Colour::Black
            };
            lost(law, game, event.by, first)
        }
        [Some(_), Some(_)] => both_down(law, game),
        [Some(_), None] if told(Colour::White) => lost(law, game, event.by, Colour::White),
        [None, Some(_)] if told(Colour::Black) => lost(law, game, event.by, Colour::Black),
        _ => Ruling::refuse(clause, "that flag has not fallen, by the time recorded"),
    }
}

/// `"III.3.1"` where it is adopted; else for the arbiter.
fn both_down(law: &ClockLaw, game: &Game) -> Ruling {
    let adopted = game
        .terms
        .regulations
        .guidelines
        .contains(&Guideline::QuickplayFinish);
    let [white, black] = Colour::BOTH.map(|player| clocks::is_the_last_period(game, player));
    // Where one has all his remaining moves to make and the other has not, neither of the two cases fits.
    if !adopted || !pace::is_slow_without_increment(game) || white != black {
        let question = "both flags are down, and nobody can say which fell first";
        return referral::referred(None, Party::Umpire, law.neither_first, question);
    }
    if white {
        let clause = law.both_in_the_last_period;
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
    let ruling = Ruling::silent().finding(law.both_before, Party::Umpire, text);
    let Some([white, black]) = clocks::next_periods(game) else {
        return ruling;
    };
    // Each goes on with the time of his next period.
    ruling
        .so(Consequence::AtTheClock(AtTheClock::SetLeft([white.0, black.0])))
        .so(Consequence::AtTheClock(AtTheClock::Gain(Colour::White, white.1)))
        .so(Consequence::AtTheClock(AtTheClock::Gain(Colour::Black, black.1)))
}

/// `"6.9"`: lost, or drawn where the opponent can never mate.
fn lost(law: &ClockLaw, game: &Game, by: Party, player: Colour) -> Ruling {
    let mut ruling = Ruling::silent();
    if ILLEGAL_MOVE.of(game).value == Until::TheNextMove {
        let (clause, text) = match by.player() {
            Some(_) => (law.claimed_in_a_fast_game, "a player claims it"),
            None => (law.called_in_a_fast_game, "the arbiter calls it"),
        };
        ruling = ruling.finding(clause, by, say!("{player}'s flag is down: {text}"; player, text));
    }
    ruling = ruling.finding(
        law.moves_counted,
        player,
        say!("{player}'s flag has fallen"; player),
    );
    if game.pressing.put_off == Some(player) {
        let question = say!(
            "could {opponent} win by normal means, and did [he] try enough?"; opponent = !player
        );
        return ruling.and(referral::referred(None, player, law.decision_put_off, question));
    }
    let text = say!("{player} [has] not completed the moves in the time given"; player);
    ruling.and(ends::lost_unless_never_mated(
        game,
        player,
        law.time_is_over.into(),
        text,
    ))
}

/// An arbiter who sees everything calls a flag as soon as it is down; the act comes after the end.
#[inline]
pub(crate) fn seen(law: &ClockLaw, game: &Game, event: &Event) -> Option<Ruling> {
    let now = event.at?;
    let watched =
        game.terms.arbiter == Presence::Watching && matches!(game.status, Status::InPlay | Status::Adjourned);
    if !watched || !game.clock.is_pressed() {
        return None;
    }
    // The one that runs, or one that a penalty brought down.
    let running = game.clock.running()?;
    let player = [running, !running]
        .into_iter()
        .find(|player| game.clock.fell(*player, now).is_some())?;
    fallen(law, game, event, player)
}

/// This player's flag is down: what follows, where it ends the game.
#[cold]
fn fallen(law: &ClockLaw, game: &Game, event: &Event, player: Colour) -> Option<Ruling> {
    let ruling = lost(law, game, Party::Umpire, player);
    if after(game, &ruling).status == game.status {
        return None;
    }
    let says_so = matches!(event.act, Act::Flag { side } if side.is_none_or(|side| side == flag_of(player)));
    let after_it = event.by.player().filter(|_| !says_so);
    let refused = after_it.map(|_| Refusal {
        clause: Some(law.time_is_over.into()),
        why: say!("the flag had fallen before it"),
    });
    Some(Ruling { refused, ..ruling })
}

/// An arbiter who sees everything calls a flag that his own penalty, or the times as he set them, have brought down.
pub(crate) fn brought_down(law: &ClockLaw, game: &Game, event: &Event, ruling: Ruling) -> Ruling {
    if game.terms.arbiter != Presence::Watching || ruling.refused.is_some() || !clocks::is_timed(game) {
        return ruling;
    }
    let then = after(game, &ruling);
    let now = event.at.unwrap_or_else(|| game.clock.read_at());
    let known = |player: Colour| game.status == Status::InPlay && game.clock.fell(player, now).is_some();
    let down = |player: Colour| !known(player) && then.clock.fell(player, now).is_some();
    match Colour::BOTH.map(down) {
        _ if then.status != Status::InPlay => ruling,
        [false, false] => ruling,
        [true, true] => ruling.and(both_down(law, &then)),
        [white, _] => {
            let player = if white { Colour::White } else { Colour::Black };
            ruling.and(lost(law, &then, Party::Umpire, player))
        }
    }
}

/// Both clocks are stopped: `"6.11.1"`, `"6.11.2"`, `"7.4.2"`.
pub(crate) fn pause(law: &ClockLaw, game: &Game, event: &Event, why: Option<&str>) -> Ruling {
    let clause = match event.by.player() {
        None => law.stopped_by_the_arbiter,
        Some(_) if !game.off_their_places().is_empty() => law.stopped_for_the_men,
        Some(_) => law.stopped_by_a_player,
    };
    if game.status == Status::Suspended {
        return Ruling::refuse(clause, "the clocks stand already");
    }
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    referral::stopped(game, event.by, clause, say!("the clocks were stopped{why}"; why))
}

/// Whether play stands because somebody stopped the clocks to call the arbiter, and for nothing else.
pub(crate) fn is_paused(game: &Game) -> bool {
    let dispute = game.sitting.dispute.as_deref();
    game.status == Status::Suspended && dispute.is_some_and(|dispute| dispute.pause)
}

/// Men set up by the arbiter: the clock goes for him who then has the move.
pub(crate) fn set_up_again(game: &Game, decision: &Decision, ruling: Ruling) -> Ruling {
    if decision.board.is_none() || ruling.refused.is_some() || !game.clock.is_pressed() {
        return ruling;
    }
    let set_up = after(game, &ruling);
    if set_up.status != Status::InPlay && !is_paused(&set_up) || set_up.pressing.uncompleted != [false; 2] {
        return ruling;
    }
    ruling.so(Consequence::StartClock(set_up.turn_to_play()))
}

/// The arbiter sets play going again: `"6.11.3"`.
pub(crate) fn restart(law: &ClockLaw, game: &Game, event: &Event) -> Ruling {
    let clause = law.started_again;
    if event.by.player().is_some() && game.terms.arbiter != Presence::None {
        return Ruling::refuse(clause, "the arbiter says when play goes on");
    }
    if game.status != Status::Suspended {
        return Ruling::refuse(clause, "play has not been stopped");
    }
    let asked = game.sitting.dispute.as_ref().and_then(|dispute| dispute.clause);
    let claims = CLAIMS.of(game);
    let is_of_a_claim = |asked: &Citation| {
        law.decision_put_off.is(asked) || claims.is_some_and(|claims| claims.last_two_minutes.is(asked))
    };
    if let Some(claim) = claimed::alone(game).or(asked.filter(is_of_a_claim)) {
        return Ruling::refuse(claim, "the claim is first to be decided");
    }
    if event.by.player().is_some() && !is_paused(game) {
        let why = "a question waits: both players withdraw it, or an umpire is named who decides it";
        return Ruling::refuse(clause, why);
    }
    Ruling::silent()
        .finding(clause, event.by, "play goes on")
        .so(Consequence::Decide(Box::default()))
}

/// A wrong setting of the clock is pointed out: it is stopped until the arbiter has set it right.
pub(crate) fn wrong_clock(law: &ClockLaw, game: &Game, event: &Event) -> Ruling {
    let done = |player: Colour| {
        game.completed[player.index()].saturating_sub(u32::from(game.pressing.uncompleted[player.index()]))
    };
    let ten = Colour::BOTH.into_iter().all(|player| done(player) >= 10);
    if ten && AFTER_TEN_MOVES.of(game).value == SetUp::AsItStands && event.by.player().is_some() {
        let why = "ten moves of each are completed: the clock stays as it was set";
        return Ruling::refuse(law.setting_stays, why);
    }
    let resumed = game.sitting.adjournment.as_ref().filter(|each| each.resumed);
    let moved = |by: Colour| {
        resumed.is_some_and(|adjournment| {
            let since = adjournment.past + usize::from(adjournment.sealed.is_some());
            let turns = game.past.get(since..).unwrap_or_default();
            turns.iter().any(|turn| turn.standing.player == by)
        })
    };
    if event.by.player().is_some_and(moved) {
        let why = say!(
            "[he] [has] moved since the game was resumed: the times stay, unless the arbiter decides otherwise"
        );
        return Ruling::refuse(law.after_the_resumption, why);
    }
    let clause = if resumed.is_some() {
        law.after_the_resumption
    } else {
        law.set_wrongly
    };
    let question = "the clock shows, or was set, wrongly";
    referral::referred(Some(event.by), event.by, clause, question)
}

/// His opponent has sealed and is away at the resumption: he seals his reply, and the other's clock is set going.
pub(crate) fn seals_a_reply(law: &ClockLaw, game: &Game, event: &Event, record: &str) -> Option<Ruling> {
    let by = event.by.player().filter(|by| *by == game.turn_to_play())?;
    let adjournment = game.sitting.adjournment.as_ref().filter(|each| each.resumed)?;
    adjournment.awaited[(!by).index()]?;
    if game.status != Status::InPlay || !game.is_quiet() {
        return None;
    }
    let text = say!("{by} [seals] [his] reply, and {the clock of opponent} is set going"; opponent = !by, by);
    Some(
        Ruling::silent()
            .finding(law.reply_sealed, by, text)
            .so(Consequence::Adjourn)
            .so(Consequence::Seal(by, record.to_owned()))
            .so(Consequence::Absent(!by))
            .so(Consequence::StartClock(!by)),
    )
}

/// The times left as the arbiter sets them: `"6.10.1"`, `"7.1"`.
pub(crate) fn set_left(game: &Game, decision: &Decision, ruling: Ruling) -> Ruling {
    let Some((white, black)) = decision.left.filter(|_| ruling.refused.is_none()) else {
        return ruling;
    };
    let left = [white.0.cast_signed(), black.0.cast_signed()];
    let mut ruling = ruling.so(Consequence::AtTheClock(AtTheClock::SetLeft(left)));
    for player in Colour::BOTH {
        // `"6.10.2"`, `"7.1"`: and with them the counter of moves.
        if let Some(period) = clocks::period_to_set(game, player) {
            ruling = ruling.so(Consequence::AtTheClock(AtTheClock::Gain(player, period)));
        }
    }
    if game.status == Status::Adjourned {
        // So they stand until play is resumed, sealed or not.
        return ruling.so(Consequence::StopClocks);
    }
    ruling
}

/// Men knocked from their places: `"7.4.1"`.
pub(crate) fn displace(
    law: &ClockLaw,
    game: &Game,
    event: &Event,
    squares: &[jadoube_board::Square],
) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let when = if game.clock.is_pressed() {
        say!(" on [his] own time")
    } else {
        Sentence::default()
    };
    let text = say!("{by} [has] displaced men: [he] [puts] them right{when}"; by, when);
    let mut displaced = game.pressing.displaced.clone();
    displaced.retain(|each| !squares.contains(&each.square));
    displaced.extend(squares.iter().map(|square| Displaced {
        square: *square,
        by,
        pressed: false,
    }));
    let ruling = Ruling::silent()
        .finding(law.knocked_over, by, text)
        .penalisable(law.may_penalise, by, say!("{by} [has] displaced men"; by))
        .so(Consequence::AtTheClock(AtTheClock::Displace(displaced)));
    if game.clock.is_pressed() && game.clock.goes_for().is_some() {
        return ruling.so(Consequence::StartClock(by));
    }
    ruling
}

/// Men are said to be knocked over in a game whose move is sealed.
pub(crate) fn nothing_falls_over(law: &ClockLaw) -> Ruling {
    let why = "the move is sealed: the men are set up again when the game is resumed";
    Ruling::refuse(law.while_play_rests, why)
}

/// The men were upset by accident and stand again as they stood: that may be penalised all the same (`"7.4.3"`).
pub(crate) fn upset_by_accident(law: &ClockLaw, event: &Event, ruling: Ruling) -> Ruling {
    match player_of(event) {
        Ok(by) if ruling.refused.is_none() => {
            ruling.penalisable(law.may_penalise, by, say!("{by} [has] displaced men"; by))
        }
        _ => ruling,
    }
}

/// A displaced man is pointed out: the men stand again where they belong (`"7.6"`).
pub(crate) fn displaced_man(law: &ClockLaw, game: &Game, event: &Event) -> Ruling {
    let clause = law.found_displaced;
    if game.pressing.displaced.is_empty() {
        return Ruling::refuse(clause, "no man is known to be off its place");
    }
    let ruling = Ruling::silent()
        .finding(
            clause,
            event.by,
            "the men are put back where they stood, and play goes on from there",
        )
        .so(Consequence::AtTheClock(AtTheClock::Displace(Vec::new())));
    match clocks::once_put_right(game) {
        Some(player) => ruling.so(Consequence::StartClock(player)),
        None => ruling,
    }
}

/// What may be done at the clock now.
pub(crate) fn rights(law: &ClockLaw, game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    if is_paused(game) {
        let parties: &[Party] = match game.terms.arbiter {
            Presence::None => &[Party::White, Party::Black],
            Presence::OnCall | Presence::Watching => &[Party::Umpire],
        };
        rights.extend(parties.iter().map(|party| Right {
            party: *party,
            act: Act::Restart,
            clause: law.started_again.into(),
            text: say!("set play going again"),
        }));
    }
    let umpire = Some(Party::Umpire).filter(|_| game.terms.arbiter != Presence::None);
    if !game.pressing.displaced.is_empty() {
        let parties = [Party::White, Party::Black].into_iter().chain(umpire);
        rights.extend(parties.map(|party| Right {
            party,
            act: Act::PointOut {
                error: Error::DisplacedMan,
                number: None,
            },
            clause: law.found_displaced.into(),
            text: say!("point out that men are off their places: they are put right"),
        }));
    }
    let now = game.clock.read_at();
    for player in Colour::BOTH {
        if game.clock.fell(player, now).is_none() {
            continue;
        }
        let parties = [Party::from(!player), Party::from(player)];
        for party in parties.into_iter().chain(umpire) {
            rights.push(Right {
                party,
                act: Act::Flag {
                    side: Some(flag_of(player)),
                },
                clause: law.falls.into(),
                text: say!("{player}'s flag is down: say so"; player),
            });
        }
    }
    rights
}

const fn flag_of(player: Colour) -> Flags {
    match player {
        Colour::White => Flags::White,
        Colour::Black => Flags::Black,
    }
}

/// Games are adjourned only where the event adopts those guidelines (reading F23-94).
pub(crate) fn not_adjourned(law: &ClockLaw, game: &Game) -> Option<Ruling> {
    let adopted = game.terms.regulations.guidelines.contains(&Guideline::Adjourned);
    (!adopted).then(|| {
        Ruling::refuse(
            law.guidelines,
            "the event has not adopted the guidelines on adjourned games",
        )
    })
}
