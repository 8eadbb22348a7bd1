//! What the arbiter alone may impose, and what players do that is for him to judge: conduct, devices, score sheets.

use crate::{
    facts::clocks,
    means::{now, penalising, player_of, referral, so_many},
    questions::{
        false_move::{FALSE_MOVE, FalseMove},
        penalties,
        regime::{RECORDING, Recording, SHEET, SheetAskedFor},
    },
    registers,
};
use jadoube_board::Colour;
use jadoube_game::{
    AtTheClock, Behaviour, Consequence, Event, Finding, Game, Imposed, Noticed, Outcome, Party, Points,
    PointsSet, Presence, Requested, Right, Ruling, Sanction, Sentence, Sheet, Signed, Status, TimeGiven,
    Whereabouts, say,
};

question! {
    "What the arbiter alone may impose, and what players do that is for him to judge: conduct, devices, score sheets.";
    tables: SANCTIONS;
}

steps! {
    /// What an arbiter imposes or judges: each penalty, each kind of conduct, each request.
    pub struct Sanctions {
        /// The arbiter may warn.
        warning,
        /// The arbiter may give the opponent more time.
        add_time,
        /// The arbiter may take time from the offender.
        take_time,
        /// The arbiter may raise the opponent's points.
        opponents_points,
        /// The arbiter may lower the offender's points.
        own_points,
        /// Each score is one normally given, and both together no more than the game's.
        normal_scores,
        /// The arbiter may declare the game lost by the offender, and fixes the opponent's points.
        loss,
        /// The arbiter may impose a fine that was announced beforehand.
        fine,
        /// The arbiter may keep the offender out of rounds.
        excluded,
        /// The arbiter may have the offender sent away from the event.
        expelled,
        /// The arbiter gives time after a disturbance.
        time_given,
        /// The arbiter gives time for a claim that he has put off.
        claim_put_off,
        /// The event may allow a device that is switched off in a bag.
        device_in_a_bag,
        /// No device is brought into the playing venue without the leave of the arbiter.
        device_noticed,
        /// A device carried by a player loses the game.
        device_carried,
        /// No player leaves the playing venue without leave.
        leaves_venue,
        /// He who has the move does not leave the playing area without leave.
        leaves_area_on_move,
        /// He who has not the move may have to say so before he leaves the playing area.
        leaves_area,
        /// Nobody uses notes, advice or another board.
        notes,
        /// Nobody distracts or annoys his opponent.
        distracts,
        /// Nobody smokes but where the arbiter allows it.
        smokes,
        /// Who refuses to be searched is penalised.
        refuses_search,
        /// Nobody brings chess into disrepute.
        disrepute,
        /// With little time left a player need not record.
        little_time,
        /// A player may reply before he records the opponent's move, but records each of his own before the next.
        behind,
        /// A flag has fallen: he who has not recorded does so before he moves a man.
        behind_after_a_flag,
        /// No move is recorded before it is made, but for a claim or in an envelope.
        ahead,
        /// The score sheet stays where the arbiter sees it.
        hidden,
        /// Nothing is written on the score sheet that is no business of the game.
        other_notes,
        /// A score sheet kept in another notation is no evidence.
        other_notation,
        /// Each player keeps a record.
        recorded,
        /// A player may ask the arbiter to explain a point of the laws.
        explained,
        /// A player may stop the clocks to call the arbiter.
        called,
        /// Both sign the result, and it stands.
        signed,
    }
    pub static SANCTIONS for FALSE_MOVE: FalseMove::PutBackOncePressed = {
        fide_2023: {
            warning: "12.9.1", add_time: "12.9.2", take_time: "12.9.3", opponents_points: "12.9.4",
            own_points: "12.9.5", normal_scores: "10.2", loss: "12.9.6", fine: "12.9.7", excluded: "12.9.8", expelled: "12.9.9",
            time_given: "12.5", claim_put_off: "III.5.2", device_in_a_bag: "11.3.2.1", device_noticed: "11.3.2",
            device_carried: "11.3.2.2", leaves_venue: "11.2.3.1", leaves_area_on_move: "11.2.3.2",
            leaves_area: "11.2.4", notes: "11.3.1", distracts: "11.5", smokes: "11.3.4",
            refuses_search: "11.3.3", disrepute: "11.1", little_time: "8.4", behind: "8.1.3",
            behind_after_a_flag: "8.5.2",
            ahead: "8.1.2", hidden: "8.2", other_notes: "8.1.4", other_notation: "C.0", recorded: "8.1.1",
            explained: "11.9", called: "6.11.2", signed: "8.7",
        },
    };
}

const UNTIMED: &str = "the game is not played with a time fixed for it";

/// The umpire penalises a player.
pub(crate) fn penalise(
    law: &Sanctions,
    game: &Game,
    event: &Event,
    player: Colour,
    imposed: Imposed,
    broken: Option<&str>,
) -> Ruling {
    let clause = penalising::clause_of(law, imposed.penalty);
    if event.by.player().is_some() {
        return Ruling::refuse(clause, "penalties are for the arbiter");
    }
    if imposed.penalty.takes_seconds() && !clocks::is_timed(game) {
        return Ruling::refuse(clause, UNTIMED);
    }
    let what_for = broken.map(|label| registers::cited(game.terms.code, label).ok_or(label));
    if let Some(Err(label)) = what_for {
        return Ruling::refuse(clause, say!("the laws have no article \"{label}\""; label));
    }
    if let Some(refusal) = penalising::not_given(law, game, imposed.score) {
        return refusal;
    }
    let ruling = match what_for {
        Some(Ok(broken)) => Ruling::silent().finding(broken, player, "a penalty is imposed for this"),
        _ => Ruling::silent(),
    };
    ruling.and(carried_out(law, game, player, imposed))
}

fn carried_out(law: &Sanctions, game: &Game, player: Colour, imposed: Imposed) -> Ruling {
    let clause = penalising::clause_of(law, imposed.penalty);
    let time = imposed.seconds.unwrap_or_default();
    let seconds = so_many(time.0 / 1000, "second");
    let [full, _, least] = game.terms.regulations.points;
    let opponent = !player;
    let (text, so) = match imposed.penalty {
        Sanction::Warning => (say!("{player} [is] warned"; player), None),
        Sanction::AddTime => (
            say!("{opponent} [gets] {seconds} more"; opponent, seconds),
            Some(now(AtTheClock::Add(opponent, time.0.cast_signed()))),
        ),
        Sanction::TakeTime => (
            say!("{player} [loses] {seconds}"; player, seconds),
            Some(now(AtTheClock::Add(player, -time.0.cast_signed()))),
        ),
        Sanction::OpponentScore => (
            say!("{opponent}'s points are raised"; opponent),
            Some(now(AtTheClock::Points(
                opponent,
                PointsSet::Raised(imposed.score.unwrap_or(full)),
            ))),
        ),
        Sanction::OwnScore => (
            say!("{player}'s points are lowered"; player),
            Some(now(AtTheClock::Points(
                player,
                PointsSet::Lowered(imposed.score.unwrap_or(least)),
            ))),
        ),
        Sanction::Loss => {
            let ruling =
                Ruling::silent().finding(clause, player, say!("the game is lost by {player}"; player));
            return ruling.and(penalising::lost(game, player, imposed.score, clause));
        }
        Sanction::Fine => (say!("{player} [is] fined"; player), None),
        Sanction::Exclude => (
            say!("{player} [is] excluded from one or more rounds"; player),
            None,
        ),
        Sanction::Expel => (say!("{player} [is] expelled from the event"; player), None),
    };
    let ruling = Ruling::silent().finding(clause, player, text);
    match so {
        Some(consequence) => ruling.so(consequence),
        None => ruling,
    }
}

/// `"12.5"`: time after a disturbance from outside.
pub(crate) fn award(law: &Sanctions, game: &Game, event: &Event, seconds: TimeGiven) -> Ruling {
    if event.by.player().is_some() {
        return Ruling::refuse(law.time_given, "this is for the arbiter");
    }
    if !clocks::is_timed(game) {
        return Ruling::refuse(law.time_given, UNTIMED);
    }
    let for_a_claim = penalising::time_for_a_claim_put_off(game) == Some(seconds);
    let (clause, text) = if for_a_claim {
        (
            law.claim_put_off,
            "the arbiter gives time for the claim that was put off",
        )
    } else {
        (law.time_given, "the arbiter gives time for a disturbance")
    };
    Ruling::silent()
        .finding(clause, Party::Umpire, text)
        .so(now(AtTheClock::Add(Colour::White, seconds.0.0.cast_signed())))
        .so(now(AtTheClock::Add(Colour::Black, seconds.1.0.cast_signed())))
}

/// `"11.3.2"`: an electronic device.
pub(crate) fn device(
    law: &Sanctions,
    game: &Game,
    event: &Event,
    how: Noticed,
    place: Whereabouts,
) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let regulations = &game.terms.regulations;
    if place == Whereabouts::Bag && regulations.bag && how == Noticed::Found {
        let text = say!("{by} [has] a device in a bag, as the event allows"; by);
        return Ruling::silent().finding(law.device_in_a_bag, by, text);
    }
    if place == Whereabouts::Bag {
        let clause = if regulations.bag {
            law.device_in_a_bag
        } else {
            law.device_noticed
        };
        return Ruling::silent().penalisable(clause, by, say!("{by}'s device was noticed in a bag"; by));
    }
    let clause = law.device_carried;
    let text = say!("{by} [has] a device on [his] person"; by);
    let ruling = Ruling::silent().finding(clause, by, text);
    match regulations.device_penalty {
        Some(milder) => ruling.and(carried_out(law, game, by, milder)),
        // Reading F23-88: the opponent wins, whether he could mate or not.
        None => ruling.so(Consequence::End(Outcome::won(!by, clause))),
    }
}

/// Article 11: what a player does that is for the arbiter to judge.
pub(crate) fn conduct(law: &Sanctions, game: &Game, event: &Event, what: Behaviour, leave: bool) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let on_move = game.has_the_move(by);
    let away =
        game.status == Status::Adjourned && !Colour::BOTH.into_iter().any(|each| game.has_the_move(each));
    let (clause, text) = match what {
        Behaviour::LeavesVenue => (law.leaves_venue, say!("[leaves] the venue without leave")),
        Behaviour::LeavesArea if on_move => (
            law.leaves_area_on_move,
            say!("[leaves] the playing area without leave, having the move"),
        ),
        Behaviour::LeavesArea if game.terms.regulations.report_leaving => (
            law.leaves_area,
            say!("[leaves] the playing area without reporting it"),
        ),
        Behaviour::LeavesArea => {
            let text = say!("{by} [has] not the move, and may leave the playing area"; by);
            return Ruling::silent().finding(law.leaves_area_on_move, by, text);
        }
        Behaviour::Notes | Behaviour::Advice | Behaviour::Analyses if away => {
            let text = say!("the game is adjourned and the move sealed: {by} may prepare for it as [he] [likes]"; by);
            return Ruling::silent().finding(law.notes, by, text);
        }
        Behaviour::Notes | Behaviour::Advice | Behaviour::Analyses => {
            (law.notes, say!("[uses] notes, advice or another board"))
        }
        Behaviour::Distracts | Behaviour::Noise => {
            (law.distracts, say!("[distracts] or [annoys] [his opponent]"))
        }
        Behaviour::Smokes => (law.smokes, say!("[smokes] where it is not allowed")),
        Behaviour::RefusesInspection => (law.refuses_search, say!("[refuses] to be inspected")),
        Behaviour::Disrepute => (law.disrepute, say!("[brings] the game into disrepute")),
    };
    if leave {
        return Ruling::silent().finding(clause, by, say!("{by} [has] the arbiter's leave"; by));
    }
    Ruling::silent().penalisable(clause, by, say!("{by} {text}"; by, text))
}

/// Article 8: how a score sheet is kept. Nothing follows but what the arbiter imposes (reading F23-93).
pub(crate) fn score(law: &Sanctions, game: &Game, event: &Event, what: Sheet) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let recording = RECORDING.of(game);
    let short =
        game.clock.was_short(by, event.at.unwrap_or_default()) && !clocks::half_a_minute_a_move(game, by);
    let at = event.at.unwrap_or_else(|| game.clock.read_at());
    let flag_is_down = Colour::BOTH
        .into_iter()
        .any(|player| game.clock.fell(player, at).is_some());
    let in_order = |clause: &'static str, text: Sentence| {
        Ruling::silent().finding(clause, by, say!("{by} {text}"; by, text))
    };
    let (clause, text) = match what {
        Sheet::Behind if recording.value == Recording::NoDuty => {
            return in_order(
                recording.clause(),
                say!("need not record the moves in this kind of game"),
            );
        }
        Sheet::Behind if flag_is_down => (
            law.behind_after_a_flag,
            say!("must bring [his] sheet up to date before [he] [moves] a man"),
        ),
        Sheet::Behind if short => {
            let text = say!("[has] less than five minutes, and need not record until the period ends");
            return in_order(law.little_time.into(), text);
        }
        Sheet::Behind if game.completed[by.index()] == 0 => {
            let text = say!("[has] made no move yet, and [has] none to record");
            return in_order(law.behind.into(), text);
        }
        Sheet::Behind => (
            law.behind,
            say!("must record [his] own last move before [he] [makes] another"),
        ),
        Sheet::Ahead => (law.ahead, say!("[writes] a move before it is made")),
        Sheet::Hidden => (
            law.hidden,
            say!("[keeps] [his] sheet where the arbiter cannot see it"),
        ),
        Sheet::Notes => (
            law.other_notes,
            say!("[writes] what does not belong on the sheet"),
        ),
        Sheet::OtherNotation => (
            law.other_notation,
            say!("[writes] in another notation, and [his] sheet is no evidence"),
        ),
        Sheet::UpToDate => return in_order(law.recorded.into(), say!("[has] recorded every move")),
    };
    Ruling::silent().penalisable(clause, by, say!("{by} {text}"; by, text))
}

/// Something is asked of the arbiter.
pub(crate) fn request(law: &Sanctions, game: &Game, event: &Event, what: Requested) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match what {
        Requested::Explanation if game.terms.arbiter == Presence::None => {
            Ruling::refuse(law.explained, "there is no arbiter who could explain it")
        }
        Requested::Explanation => {
            let text = say!("{by} [asks] the arbiter to explain a point of the laws"; by);
            Ruling::silent().finding(law.explained, by, text)
        }
        // Asked for of the arbiter, and an offer of a draw: the law of claims answers it.
        Requested::Increment => Ruling::silent(),
        Requested::Piece => {
            let question = "a piece for the promotion is asked for";
            referral::stopped(game, event.by, law.called, question)
        }
        Requested::Sheet => sheet(law, game, by),
    }
}

fn sheet(law: &Sanctions, game: &Game, by: Colour) -> Ruling {
    let answer = SHEET.of(game);
    let clause = answer.clause();
    match answer.value {
        SheetAskedFor::HisOwn => Ruling::refuse(clause, "each player keeps his own sheet"),
        SheetAskedFor::Given => {
            Ruling::silent().finding(clause, by, say!("{by} [is] given a score sheet"; by))
        }
        SheetAskedFor::TheArbiters if by != game.turn_to_play() => {
            Ruling::refuse(clause, "only the player having the move may ask to see it")
        }
        SheetAskedFor::TheArbiters if game.pressing.sheets[by.index()] >= 5 => {
            let text = say!("{by} [asks] to see the sheet for the sixth time or more, which distracts"; by);
            Ruling::refuse(
                clause,
                say!("[he] [has] asked five times: more distracts [his opponent]"),
            )
            .penalisable(law.distracts, by, text)
        }
        SheetAskedFor::TheArbiters => Ruling::silent()
            .finding(clause, by, say!("{by} [is] shown the arbiter's sheet"; by))
            .so(now(AtTheClock::Sheet(by))),
    }
}

/// `"8.7"`: both sign the same result, and it stands.
pub(crate) fn sign(law: &Sanctions, game: &Game, event: &Event, result: Signed) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let clause = law.signed;
    let outcome = match result {
        Signed::White => Outcome::won(Colour::White, clause),
        Signed::Black => Outcome::won(Colour::Black, clause),
        Signed::Drawn => Outcome::drawn(clause),
    };
    let ended_so = |ended: &Outcome| ended.status == outcome.status && ended.winner == outcome.winner;
    let agrees = game.outcome.as_ref().is_some_and(ended_so);
    if game.status == Status::Annulled {
        return Ruling::refuse(clause, "the game is annulled: it has no result to sign");
    }
    if !agrees && game.status.is_over() && game.pressing.decided == game.outcome {
        return Ruling::refuse(clause, "the arbiter has decided otherwise, and that stands");
    }
    let text = say!("{by} [signs] {result}"; by, result);
    let ruling = Ruling::silent()
        .finding(clause, by, text)
        .so(now(AtTheClock::Sign(by, result)));
    if agrees || game.pressing.signed[(!by).index()] != Some(result) {
        return ruling;
    }
    ruling.so(Consequence::End(outcome))
}

/// What each player scores by a game that is over: `"10.1"`, `"12.9"`.
pub(crate) fn points(game: &Game) -> Option<[Points; 2]> {
    let outcome = game.outcome.as_ref()?;
    let [win, draw, loss] = game.terms.regulations.points;
    let ordinary = |player: Colour| match (outcome.status, outcome.winner) {
        (Status::Drawn, _) => draw,
        (Status::Won, Some(winner)) if winner == player => win,
        _ => loss,
    };
    if outcome.status == Status::Annulled {
        return None;
    }
    let total = (win.0 + loss.0).max(2 * draw.0);
    let mut points = Colour::BOTH.map(ordinary);
    for (player, set) in &game.pressing.points {
        let (own, other) = (player.index(), (!*player).index());
        points[own] = match *set {
            PointsSet::Fixed(given) => given,
            PointsSet::Raised(least) => points[own].max(least),
            PointsSet::Lowered(most) => points[own].min(most),
        };
        if points[own].0 + points[other].0 > total {
            // `"10.2"`: what one gains beyond the game's points the other does not keep.
            let rest = total.saturating_sub(points[own].0);
            points[other] = if rest >= draw.0 { draw } else { loss };
        }
    }
    Some(points)
}

/// What the arbiter may impose for what was just found: `"11.6"`, `"12.9"`.
pub(crate) fn rights(game: &Game, penalisable: &[Finding]) -> Vec<Right> {
    let mut rights = Vec::new();
    if game.terms.arbiter == Presence::None {
        return rights;
    }
    for finding in penalisable {
        if let Some(player) = finding.party.and_then(Party::player) {
            rights.extend(penalising::open(game, player, finding.clause));
        }
    }
    rights
}

/// Players exact and require nothing: the law binds of itself, and the rest is the arbiter's.
pub(crate) fn not_the_players(game: &Game) -> Ruling {
    let clause = penalties::PENALTIES[game.terms.code].authority.governing();
    Ruling::refuse(
        clause.unwrap_or_default(),
        "players exact and require nothing: an offence is pointed out, and penalties are the arbiter's",
    )
}
