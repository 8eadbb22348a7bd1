//! A player comes late, or is away when play goes on: what does it cost him?

use crate::{
    code::{Answer, ByCode, Citation, answers, reading, says, silent},
    facts,
    means::{deciding, ends, player_of},
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Consequence, Decision, Event, Game, Moment, Outcome, Party, Right, Ruling, Status, say,
};

question! {
    "A player comes late, or is away when play goes on: what does it cost him?";
    tables: LATENESS, AWAY;
    "He who is too late loses the game." => fide_1931 "20.v", fide_2023 "6.7.1";
    "Both are too late: both lose the game." => fide_1931 "20.vi";
}

steps! {
    /// The clock of one who is away.
    pub struct Away {
        /// The clock of one who is away goes from when he becomes the player.
        away,
    }
    pub static AWAY = { fide_1931: { away: "20.iv" } };
}

law! {
    /// What being late at the place of meeting costs.
    pub enum Lateness {
        /// The game, after an hour; both lose it if both are so late.
        LosesAfterAnHour,
        /// The game, after the time the event allows; none allowed, at once.
        LosesAfterTheDefaultTime,
        /// His own time, and nothing else.
        OnlyHisTime,
    }
}

law! {
    /// A player comes late.
    pub static LATENESS: ByCode<Answer<Lateness>> = answers(ByCode {
        xxv:       silent(Lateness::OnlyHisTime,    reading("XXV-35")),
        bca_1862:  says(Lateness::OnlyHisTime,      &["XV"]),
        bcc_1896:  says(Lateness::OnlyHisTime,      &["II.10A(b)"]),
        bcc_1899:  says(Lateness::OnlyHisTime,      &["II.10A(b)"]),
        fide_1931: says(Lateness::LosesAfterAnHour, &["20.v", "20.vi", "20.iv"]),
        fide_2023: says(Lateness::LosesAfterTheDefaultTime, &["6.7.1", "I.10", "6.7.2"]),
    });
}

/// Before an act is ruled on: is somebody too late by the time it happens?
#[inline]
pub(crate) fn seen(game: &Game, event: &Event) -> Option<Ruling> {
    let now = event.at?;
    if Colour::BOTH.map(|player| absent_since(game, player)) == [None; 2] {
        return None;
    }
    seen_at(game, event, now)
}

/// The same where somebody has not come: is he too late by now?
#[cold]
fn seen_at(game: &Game, event: &Event, now: Moment) -> Option<Ruling> {
    if game.status != Status::InPlay && facts::awaited(game).is_none() {
        return None;
    }
    let saves = |decided: &Decision| decided.fact.as_deref() == Some(VALID_REASON);
    if matches!(&event.act, Act::Decide(decided) if event.by == Party::Umpire && saves(decided)) {
        return None;
    }
    let late = too_late(game, now)?;
    Some(match event.act {
        Act::Arrive => match event.by.player() {
            // He has come all the same, should there be a valid reason.
            Some(by) if game.sitting.adjournment.is_none() => late.so(Consequence::Arrive(by)),
            _ => late,
        },
        _ => ends::too_late_to_act(
            late,
            event,
            "somebody was too late, and the game was over before it",
        ),
    })
}

/// What the umpire may find in favour of one who was late.
pub(crate) const VALID_REASON: &str = "valid-reason";

/// Whether this is a clause by which lateness costs the game: one is too late, or both are.
pub(crate) fn is_for_lateness(game: &Game, clause: Citation) -> bool {
    let answer = &LATENESS[game.terms.code];
    answer.value != Lateness::OnlyHisTime
        && answer
            .authority
            .cited()
            .iter()
            .take(2)
            .any(|cited| *cited == clause)
}

/// `"20.v"`: whoever was late had a valid reason, and has not lost. Where both have lost and one has come, it is he.
pub(crate) fn excused(game: &Game) -> Ruling {
    let came = |player: &Colour| game.sitting.arrived[player.index()].is_some();
    let one_came = game.status == Status::LostByBoth && Colour::BOTH.iter().any(came);
    let excused = Colour::BOTH
        .into_iter()
        .filter(|player| !one_came || came(player));
    excused.fold(Ruling::silent(), |ruling, player| {
        ruling.so(Consequence::Consent(player, VALID_REASON.to_owned()))
    })
}

/// What the arbiter may still find once the game is lost by coming late.
pub(crate) fn rights_after_the_end(game: &Game) -> Vec<Right> {
    let ended_by = game.outcome.as_ref().and_then(|outcome| outcome.clause);
    let clause = ended_by.filter(|clause| is_for_lateness(game, clause));
    let text = "there was a valid reason for being late";
    let right = clause.map(|clause| deciding::may(deciding::so_found(VALID_REASON), clause, text));
    right.into_iter().collect()
}

/// Whether the arbiter may decide so of a game that is over: another result, or that he who came late, or whose press
/// without a move was his second illegal one, had a valid reason.
pub(crate) fn may_be_reopened(game: &Game, decided: &Decision) -> bool {
    let ended_by = game.outcome.as_ref().and_then(|outcome| outcome.clause);
    let late = ended_by.is_some_and(|clause| is_for_lateness(game, clause));
    let excusable = late || game.pressing.second_was_a_press();
    decided.result.is_some() || excusable && decided.fact.as_deref() == Some(VALID_REASON)
}

/// `"20.v"`, `"20.vi"`: more than an hour late, or away for longer (reading FIDE-29), without a reason the umpire accepts.
fn too_late(game: &Game, now: Moment) -> Option<Ruling> {
    let allowed = match LATENESS[game.terms.code].value {
        Lateness::LosesAfterAnHour => Moment::seconds(HOUR),
        Lateness::LosesAfterTheDefaultTime if game.terms.clock => game.terms.default_time,
        Lateness::LosesAfterTheDefaultTime | Lateness::OnlyHisTime => return None,
    };
    let is_too_late = |player: Colour| {
        let excused = || {
            game.ledger.consents[player.index()]
                .iter()
                .any(|what| what == VALID_REASON)
        };
        let hour_is_over = |since: Moment| now.0 > since.0.saturating_add(allowed.0);
        absent_since(game, player).is_some_and(hour_is_over) && !excused()
    };
    let late = Colour::BOTH.map(is_too_late);
    if late == [false; 2] {
        return None;
    }
    let how_late = match LATENESS[game.terms.code].value {
        Lateness::LosesAfterTheDefaultTime => "later than the default time",
        Lateness::LosesAfterAnHour | Lateness::OnlyHisTime => "more than one hour late",
    };
    let cited = LATENESS[game.terms.code].authority.cited();
    // The clause on the resumption comes after that on the beginning.
    let resumed = match LATENESS[game.terms.code].value {
        Lateness::LosesAfterTheDefaultTime if game.sitting.adjournment.is_some() => cited.get(1),
        _ => None,
    };
    if late == [true; 2] {
        let both = match LATENESS[game.terms.code].value {
            Lateness::LosesAfterTheDefaultTime => cited.first(),
            Lateness::LosesAfterAnHour | Lateness::OnlyHisTime => cited.get(1),
        };
        let clause = resumed.or(both).copied().unwrap_or_default();
        let outcome = Outcome {
            status: Status::LostByBoth,
            winner: None,
            clause: Some(clause),
            next_first_move: None,
        };
        let text = say!("both players are {how_late}: the game is lost by both"; how_late);
        let ruling = Ruling::silent().finding(clause, Party::Umpire, text);
        return Some(ruling.so(Consequence::End(outcome)));
    }
    let player = if late[0] { Colour::White } else { Colour::Black };
    let clause = resumed.or(cited.first()).copied().unwrap_or_default();
    let text = say!("{player} [is] {how_late}: the game is lost"; player, how_late);
    let ruling = Ruling::silent().finding(clause, player, text);
    Some(ruling.so(Consequence::End(Outcome::won(!player, clause))))
}

/// The time fixed for commencement or resumption, where the player was not there and has neither come nor moved since.
#[inline]
fn absent_since(game: &Game, player: Colour) -> Option<Moment> {
    let at_the_start = game.terms.scheduled
        && game.sitting.arrived[player.index()].is_none()
        && game.completed[player.index()] == 0;
    if at_the_start {
        return Some(Moment(0));
    }
    let adjournment = game.sitting.adjournment.as_ref()?;
    // A sealed move was made before he went away.
    let since = adjournment.past + usize::from(adjournment.sealed.is_some());
    let moved = game
        .past
        .get(since..)
        .is_some_and(|turns| turns.iter().any(|turn| turn.standing.player == player));
    adjournment.awaited[player.index()].filter(|_| !moved)
}

/// `"20.iv"`: an adjourned game is resumed without these players; their clocks start when it is for them to play.
pub(crate) fn away_at_resumption(game: &Game, absent: &[Colour], mut ruling: Ruling) -> Ruling {
    let Some(law) = AWAY.of(game) else {
        return ruling;
    };
    for player in absent {
        let text = say!(
            "{player} [is] away at the time fixed: [his] clock goes from when [he] [becomes] the Player"; player
        );
        ruling = ruling.finding(law.away, *player, text);
    }
    ruling
}

/// A forfeit for absence is claimed.
pub(crate) fn absence_claimed(game: &Game, event: &Event) -> Ruling {
    if let Err(refusal) = player_of(event) {
        return refusal;
    }
    let now = event.at.unwrap_or_else(|| game.clock.read_at());
    let answer = &LATENESS[game.terms.code];
    let clause = answer.clause();
    match answer.value {
        Lateness::LosesAfterAnHour => too_late(game, now).unwrap_or_else(|| {
            Ruling::refuse(clause, say!("[the opponent] [is] not more than one hour late"))
        }),
        Lateness::LosesAfterTheDefaultTime => too_late(game, now).unwrap_or_else(|| {
            Ruling::refuse(
                clause,
                say!("[the opponent] [is] not later than the default time"),
            )
        }),
        Lateness::OnlyHisTime => Ruling::refuse(clause, "the code sets no penalty on absence itself"),
    }
}

/// A player arrives.
pub(crate) fn arrive(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let ruling = match (AWAY.of(game), absent_since(game, by)) {
        (Some(law), Some(since)) if event.at.is_some_and(|now| now > since) => {
            let text = if game.clock.running() == Some(by) {
                say!("{by} [comes] late: the time since [he] became the Player is reckoned as [his] own"; by)
            } else {
                say!(
                    "{by} [comes] late, but before [he] became the Player: none of it is reckoned as [his] own"; by
                )
            };
            Ruling::silent().finding(law.away, by, text)
        }
        _ => Ruling::silent(),
    };
    ruling.so(Consequence::Arrive(by))
}

const HOUR: u64 = 3600;
