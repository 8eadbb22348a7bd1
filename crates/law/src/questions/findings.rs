//! Something is before the arbiter, or he finds it himself: what may he decide, and by which article?

use crate::{
    means::{
        claimed,
        deciding::{may, so_ended, so_found},
        now, penalising,
    },
    questions::{
        false_move::{FALSE_MOVE, FalseMove},
        lateness::VALID_REASON,
        sanctions::SANCTIONS,
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, AtTheClock, Citation, Consequence, Decision, Declared, ForfeitableConduct, Game, Outcome, Party,
    Points, Presence, Right, Ruling, Status, say,
};

question! {
    "Something is before the arbiter, or he finds it himself: what may he decide, and by which article?";
    tables: FINDINGS;
}

steps! {
    /// What is before an arbiter, and what he finds.
    pub struct Findings {
        /// A player who persists in not obeying the laws loses.
        persists,
        /// Both players persist in not obeying the laws: both lose.
        both_persist,
        /// The arbiter decides a claim made in the last two minutes.
        last_two_minutes,
        /// A claim made where there was no arbiter is decided by one appointed for it.
        without_an_arbiter,
        /// Such a claim is rejected: the opponent gets two minutes.
        rejected,
        /// Such a claim is put off: the game goes on, and the result is declared later.
        put_off,
        /// A player has stopped the clocks: the arbiter finds whether he had a valid reason.
        reason_to_stop,
        /// A clock was set wrongly: the arbiter sets it as he judges best.
        clock_set_wrongly,
        /// A time set wrongly at the resumption is corrected.
        set_wrongly_at_the_resumption,
        /// Men were upset: the arbiter may punish it.
        men_upset,
        /// A man was touched by accident: that bound nobody, and the move made stands.
        touched_by_accident,
        /// A man touched by accident has refused no offer: it is open again.
        refused_nothing,
        /// Persistence is of him who has refused before.
        nobody_refused,
    }
    pub static FINDINGS for FALSE_MOVE: FalseMove::PutBackOncePressed = {
        fide_2023: {
            persists: "11.7", both_persist: "11.8", last_two_minutes: "III.5", without_an_arbiter: "III.6.2", rejected: "III.5.3",
            put_off: "III.5.2", reason_to_stop: "6.11.4", clock_set_wrongly: "6.10.2",
            set_wrongly_at_the_resumption: "I.13", men_upset: "7.4.3", touched_by_accident: "4.2.2",
            refused_nothing: "reading F23-102", nobody_refused: "reading F23-103",
        },
    };
}

/// `"11.7"`, `"11.8"`: the arbiter finds that a player persistently refuses to obey the laws.
fn persistent(law: &Findings, game: &Game, points: Option<Points>) -> Option<Ruling> {
    let refused = |player: Colour| {
        let abandoned = |each: &ForfeitableConduct| each.by == player && each.offence == "refusal";
        game.pressing.refused[player.index()] || game.ledger.forfeitable.iter().any(abandoned)
    };
    let guilty: Vec<Colour> = Colour::BOTH
        .into_iter()
        .filter(|player| refused(*player))
        .collect();
    match guilty[..] {
        [] => None,
        [player] => {
            let clause = law.persists;
            let text = say!("{player} persistently [refuses] to obey the laws: the game is lost"; player);
            let ruling = Ruling::silent().finding(clause, player, text);
            Some(ruling.and(penalising::lost(game, player, points, clause)))
        }
        _ => {
            let clause = law.both_persist;
            let text = "both players persistently refuse to obey the laws: the game is lost by both";
            Some(
                Ruling::silent()
                    .finding(clause, Party::Umpire, text)
                    .so(Consequence::End(Outcome {
                        status: Status::LostByBoth,
                        winner: None,
                        clause: Some(clause.into()),
                        next_first_move: None,
                    })),
            )
        }
    }
}

/// Who has stopped the clocks to call the arbiter.
fn stopped_by(game: &Game) -> Option<Colour> {
    let dispute = game.sitting.dispute.as_deref().filter(|dispute| dispute.pause)?;
    dispute.by.and_then(Party::player)
}

/// What the arbiter's finding of a fact, or the result that he declares, brings: persistence (`"11.7"`), a reason to stop
/// the clocks (`"6.11.4"`), a claim rejected, put off, or then found good (`"III.5"`).
pub(crate) fn found(law: &Findings, game: &Game, decision: &Decision, ruling: Ruling) -> Ruling {
    if ruling.refused.is_some() {
        return ruling;
    }
    let dispute = game.sitting.dispute.as_ref();
    let asked = dispute.and_then(|dispute| dispute.clause);
    let quickplay = asked.is_some_and(|asked| law.last_two_minutes.is(asked));
    if decision.result == Some(Declared::Drawn) && dispute.is_none() && game.pressing.put_off.is_some() {
        let text = "the claim that was put off is good: the game is drawn";
        return ruling
            .finding(law.put_off, Party::Umpire, text)
            .so(Consequence::End(Outcome::drawn(law.put_off)));
    }
    if decision.result.is_some() && claimed::alone(game).is_some() {
        let text = "the claim is decided by the arbiter appointed for it";
        return ruling.finding(law.without_an_arbiter, Party::Umpire, text);
    }
    match decision.fact.as_deref() {
        Some("persistent") => {
            let sanctions = SANCTIONS.of(game);
            sanctions
                .and_then(|law| penalising::not_given(law, game, decision.score))
                .unwrap_or_else(|| match persistent(law, game, decision.score) {
                    Some(lost) => ruling.and(lost),
                    None if decision.result.is_none() => Ruling::refuse(
                        law.nobody_refused,
                        "no player is on record as having refused to obey the laws: a penalty says who is to lose, and why",
                    ),
                    None => ruling,
                })
        }
        // Reading F23-71: before or after.
        Some(VALID_REASON) if game.status.is_over() && game.pressing.second_was_a_press() => ruling,
        Some(VALID_REASON) if let Some(late) = game.outcome.as_ref().and_then(|ended| ended.clause) => {
            let text = "there was a valid reason for being late: the game goes on";
            ruling.finding(late, Party::Umpire, text).so(Consequence::Reopen)
        }
        Some(VALID_REASON) => match (stopped_by(game), dispute) {
            (Some(by), Some(pause)) if !game.pressing.is_of_a_press(game.past.len()) => {
                let text = say!("{by} had a valid reason to stop the clocks"; by);
                // From now on they stand by the arbiter's word.
                let mut pause = pause.clone();
                pause.by = Some(Party::Umpire);
                ruling
                    .finding(law.reason_to_stop, by, text)
                    .so(Consequence::Suspend(pause))
            }
            _ => ruling,
        },
        // What they were changed for is found: it is not found again.
        Some("wilful") if let Some(pause) = dispute.filter(|dispute| dispute.pause) => {
            let mut pause = pause.clone();
            pause.changed_by = None;
            ruling.so(Consequence::Suspend(pause))
        }
        Some("accident") => touched_by_accident(law, game, ruling),
        Some(fact @ ("rejected" | "postponed")) if dispute.is_none() && decision.result.is_none() => {
            let why = say!("no claim is before the arbiter that could be {fact}"; fact);
            match fact {
                "rejected" => Ruling::refuse(law.rejected, why),
                _ => Ruling::refuse(law.put_off, why),
            }
        }
        Some("rejected") if quickplay => {
            let by = game.turn_to_play();
            let text = say!("the claim is rejected: {opponent} [gets] two minutes more"; opponent = !by);
            ruling
                .finding(law.rejected, by, text)
                .so(now(AtTheClock::Add(!by, 120_000)))
        }
        Some("postponed") if quickplay => {
            let text = "the decision is put off: the game goes on, if possible watched";
            ruling
                .finding(law.put_off, Party::Umpire, text)
                .so(now(AtTheClock::PutOff(game.turn_to_play())))
        }
        _ => ruling,
    }
}

/// What else falls away with a touch that was an accident: a claim about it, and the offer that it refused.
fn touched_by_accident(law: &Findings, game: &Game, ruling: Ruling) -> Ruling {
    let pardoned = |each: &Consequence| match each {
        Consequence::Pardon(by) => Some(*by),
        _ => None,
    };
    let Some(by) = ruling.consequences.iter().find_map(pardoned) else {
        return ruling;
    };
    let breach = game.pressing.breach.as_deref();
    let ruling = match breach.filter(|breach| breach.by == by) {
        Some(_) => {
            let text = say!("the man was touched by accident: {the move of offender} stands"; offender = by);
            ruling.finding(law.touched_by_accident, by, text)
        }
        None => ruling,
    };
    match game.ledger.open_again(by).next() {
        Some(_) => {
            let text = say!("{by} [has] refused nothing by it: the offer is open again"; by);
            ruling.finding(law.refused_nothing, by, text)
        }
        None => ruling,
    }
}

/// That a player who has refused to obey the laws persists in it, which the arbiter may find at any time.
pub(crate) fn persistence(law: &Findings, game: &Game) -> Option<Right> {
    let nobody = game.terms.arbiter == Presence::None;
    persistent(law, game, None).filter(|_| !nobody)?;
    let text = "he persistently refuses to obey the laws: the game is lost";
    Some(may(so_found("persistent"), law.persists.into(), text))
}

/// What the arbiter may find while play goes on.
pub(crate) fn rights(law: &Findings, game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    if game.terms.arbiter == Presence::None {
        return rights;
    }
    rights.extend(persistence(law, game));
    if game.pressing.put_off.is_some() {
        let text = "the claim that was put off is good: the game is drawn";
        rights.push(may(so_ended(Declared::Drawn), law.put_off.into(), text));
    }
    if let Some(seconds) = penalising::time_for_a_claim_put_off(game) {
        rights.push(Right {
            party: Party::Umpire,
            act: Act::Award { seconds },
            clause: law.put_off.into(),
            text: "give the opponent two minutes".into(),
        });
    }
    rights
}

/// What the arbiter may find while the clocks are stopped, perhaps by a player (`"6.11.4"`).
pub(crate) fn rights_while_paused(law: &Findings, game: &Game) -> Vec<Right> {
    let mut rights: Vec<Right> = persistence(law, game).into_iter().collect();
    let Some(by) = stopped_by(game).filter(|_| game.terms.arbiter != Presence::None) else {
        return rights;
    };
    let clause: Citation = law.reason_to_stop.into();
    let text = say!("{by} had a valid reason to stop the clocks"; by);
    rights.push(may(so_found(VALID_REASON), clause, text));
    rights.extend(penalising::open(game, by, clause));
    rights
}

const fn won_by(player: Colour) -> Declared {
    match player {
        Colour::White => Declared::White,
        Colour::Black => Declared::Black,
    }
}

/// What the arbiter may decide of what is before him, where an article says it.
pub(crate) fn decisions(law: &Findings, game: &Game) -> Option<Vec<Right>> {
    let dispute = game.sitting.dispute.as_deref().filter(|dispute| !dispute.pause)?;
    let asked = dispute.clause.filter(|_| game.terms.arbiter != Presence::None)?;
    let go_on = |text: &'static str| may(Decision::default(), asked, text);
    if law.last_two_minutes.is(asked) {
        let opponent = !game.turn_to_play();
        let rejected = say!("reject the claim: {opponent} [gets] two minutes more"; opponent);
        let put_off = "put the decision off: the game goes on, if possible watched";
        return Some(vec![
            may(so_ended(Declared::Drawn), asked, "the game is drawn"),
            may(so_found("rejected"), law.rejected.into(), rejected),
            may(so_found("postponed"), law.put_off.into(), put_off),
        ]);
    }
    if claimed::alone(game).is_some() {
        let (by, clause) = (dispute.by.and_then(Party::player)?, law.without_an_arbiter.into());
        let lost = say!("the claim is not good: the game is lost by {by}"; by);
        return Some(vec![
            may(
                so_ended(Declared::Drawn),
                clause,
                "the claim is good: the game is drawn",
            ),
            may(so_ended(won_by(!by)), clause, lost),
        ]);
    }
    if law.put_off.is(asked) {
        let claimant = game.pressing.put_off?;
        let (lost, drawn) = (
            say!(
                "{opponent} could win by normal means, and tried: the game is lost by {claimant}";
                opponent = !claimant, claimant
            ),
            say!(
                "{opponent} could not win by normal means, or did not try enough: the game is drawn"; opponent = !claimant
            ),
        );
        return Some(vec![
            may(so_ended(Declared::Drawn), asked, drawn),
            may(so_ended(won_by(!claimant)), asked, lost),
        ]);
    }
    if law.clock_set_wrongly.is(asked) || law.set_wrongly_at_the_resumption.is(asked) {
        return Some(vec![go_on("the clock stands as it is: let the game go on")]);
    }
    if law.men_upset.is(asked) {
        let conduct = game.ledger.forfeitable.last()?;
        let mut rights = penalising::open(game, conduct.by, asked);
        rights.push(may(so_found("wilful"), asked, "it was wilful"));
        rights.push(may(
            so_found("accident"),
            asked,
            "it was an accident: nothing follows",
        ));
        rights.push(go_on("let the game go on as it stands"));
        return Some(rights);
    }
    None
}
