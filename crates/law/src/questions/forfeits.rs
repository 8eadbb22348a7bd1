//! A game is resigned, or a player behaves so that he may lose it.

use crate::{
    cite,
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    questions::{endings, time_limit},
    registers,
    umpire::player_of,
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Consequence, Dispute, Event, Exposure, Game, Ground, Mode, Outcome, Party, Right, Ruling,
};

/// What resignation does.
#[rustfmt::skip]
pub static RESIGNATION: ByCode<Answer<()>> = answers(ByCode {
    xxv:       silent((), reading("XXV-1")),
    bca_1862:  says((), &["XIV"]),
    bcc_1896:  says((), &["II.9"]),
    bcc_1899:  says((), &["II.9"]),
    fide_1931: silent((), reading("FIDE-38")),
});

/// What wilfully upsetting the men, or refusing to obey, does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misconduct {
    /// He forfeits if the opponent names the offence and claims before completing a move.
    ForfeitsOnClaim,
    /// He loses at once.
    Loses,
    /// For the bystanders.
    ForTheBystanders,
}

/// The men are wilfully upset.
#[rustfmt::skip]
pub static UPSETTING: ByCode<Answer<Misconduct>> = answers(ByCode {
    xxv:       silent(Misconduct::ForTheBystanders, reading("XXV-1")),
    bca_1862:  says(Misconduct::Loses,              &["XIV"]),
    bcc_1896:  says(Misconduct::ForfeitsOnClaim,    &["II.9(a)", "II.9.proviso"]),
    bcc_1899:  says(Misconduct::ForfeitsOnClaim,    &["II.9(a)", "II.9.proviso"]),
    fide_1931: says(Misconduct::Loses,              &["19.i"]),
});

/// A requirement, or the laws, are refused.
#[rustfmt::skip]
pub static REFUSING: ByCode<Answer<Misconduct>> = answers(ByCode {
    xxv:       silent(Misconduct::ForTheBystanders, reading("XXV-35")),
    bca_1862:  says(Misconduct::Loses,              &["XIV"]),
    bcc_1896:  says(Misconduct::ForfeitsOnClaim,    &["II.9(e)", "II.9(f)", "II.9.proviso"]),
    bcc_1899:  says(Misconduct::ForfeitsOnClaim,    &["II.9(e)", "II.9(f)", "II.9.proviso"]),
    fide_1931: says(Misconduct::Loses,              &["19.iii", "19.iv"]),
});

pub(crate) fn resign(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if let Some(drawn) = endings::only_a_draw(game, !by) {
        return drawn;
    }
    let authority = RESIGNATION[game.terms.code].authority;
    let mut outcome = Outcome::won(!by, authority.governing().unwrap_or_default());
    outcome.clause = outcome.clause.filter(|_| !authority.is_reading());
    Ruling::silent()
        .finding(
            authority.governing().unwrap_or_default(),
            by,
            format!("{by} resigns the game"),
        )
        .so(Consequence::End(outcome))
}

pub(crate) fn upset(game: &Game, event: &Event, accident: bool) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let answer = &UPSETTING[game.terms.code];
    if accident {
        let text = format!("{by} has upset the men by accident: they are set up again as they stood");
        let clause = match answer.value {
            Misconduct::ForfeitsOnClaim => cite!(bcc, "II.5.note").as_str(),
            Misconduct::Loses | Misconduct::ForTheBystanders => {
                answer.authority.governing().unwrap_or_default()
            }
        };
        return Ruling::silent().finding(clause, by, text);
    }
    if let Some(ruling) = at_once(game, by, answer, format!("{by} has wilfully upset the men")) {
        return ruling;
    }
    exposed(
        game,
        by,
        "upset",
        cite!(bcc, "II.9(a)"),
        format!("{by} has wilfully upset the men"),
    )
}

pub(crate) fn refuse(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let text = format!("{by} refuses to abide by the laws");
    if let Some(ruling) = at_once(game, by, &REFUSING[game.terms.code], text) {
        return ruling;
    }
    if game.duty.as_ref().is_some_and(|duty| duty.exacted) && game.turn_to_play() == by {
        return exposed(
            game,
            by,
            "refusal",
            cite!(bcc, "II.9(e)"),
            format!("{by} refuses what is legally required of him"),
        );
    }
    exposed(
        game,
        by,
        "refusal",
        cite!(bcc, "II.9(f)"),
        format!("{by} refuses to abide by the laws"),
    )
}

pub(crate) fn abandon(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let text = format!("{by} has abandoned the game");
    if let Some(ruling) = at_once(game, by, &REFUSING[game.terms.code], text) {
        return ruling;
    }
    exposed(
        game,
        by,
        "refusal",
        cite!(bcc, "II.9(f)"),
        format!("{by} has abandoned the game"),
    )
}

/// Where no claim is needed: the game is lost, or the question goes to the bystanders.
fn at_once(game: &Game, by: Colour, answer: &Answer<Misconduct>, text: String) -> Option<Ruling> {
    let clause = answer.authority.governing().unwrap_or_default();
    match answer.value {
        Misconduct::ForfeitsOnClaim => None,
        Misconduct::Loses => Some(endings::only_a_draw(game, !by).unwrap_or_else(|| {
            Ruling::silent()
                .finding(clause, by, format!("{text}: he has lost the game"))
                .so(Consequence::End(Outcome::won(!by, clause)))
        })),
        Misconduct::ForTheBystanders => {
            let dispute = Dispute {
                by: None,
                question: text.clone(),
                clause: Some(clause),
                ended: None,
            };
            Some(
                Ruling::silent()
                    .finding(
                        clause,
                        by,
                        format!("{text}: no law says what follows; the bystanders decide"),
                    )
                    .so(Consequence::Suspend(Box::new(dispute))),
            )
        }
    }
}

fn exposed(game: &Game, by: Colour, offence: &str, clause: Clause, text: String) -> Ruling {
    let opponent_moves = game.completed[(!by).index()];
    let exposure = Exposure {
        by,
        offence: offence.to_owned(),
        clause: clause.into(),
        opponent_moves,
    };
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Expose(Box::new(exposure)))
}

/// `"II.9.proviso"`: the offence must be named and the forfeit claimed, before the claimant completes a move.
pub(crate) fn claim(game: &Game, event: &Event, offence: Option<&str>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let answer = &UPSETTING[game.terms.code];
    if answer.value != Misconduct::ForfeitsOnClaim {
        let clause = answer.authority.governing().unwrap_or_default();
        return Ruling::refuse(clause, "the code forfeits no game on a claim");
    }
    let proviso = cite!(bcc, "II.9.proviso");
    let Some(named) = offence else {
        return Ruling::refuse(proviso, "the offence must be named; expected \"offence\"");
    };
    let clause = match named {
        "upset" | "falsify" => cite!(bcc, "II.9(a)"),
        "second-board" => cite!(bcc, "II.9(b)"),
        "book" => cite!(bcc, "II.9(c)"),
        "assistance" => cite!(bcc, "II.9(d)"),
        "refusal" => cite!(bcc, "II.9(e)"),
        "time" => return time_limit::claimed(game, event, by),
        "absence" => {
            return Ruling::refuse(cite!(bcc, "II.10A"), "the code sets no penalty on absence itself");
        }
        label => match registers::find(game.terms.code, label) {
            Some(entry) => return by_label(game, by, entry.label),
            None => return Ruling::refuse(proviso, format!("\"{label}\" is no offence that the code names")),
        },
    };
    by_label(game, by, clause.into())
}

fn by_label(game: &Game, by: Colour, clause: &'static str) -> Ruling {
    let proviso = cite!(bcc, "II.9.proviso");
    let what = match clause {
        "II.9(b)" => "second-board",
        "II.9(c)" => "book",
        "II.9(d)" => "assistance",
        "II.9(a)" | "II.9(e)" | "II.9(f)" => "",
        _ => return Ruling::refuse(proviso, "the code forfeits no game for that"),
    };
    let seen = game.exposures.iter().find(|each| {
        each.by == !by && (each.clause == clause || (clause == "II.9(e)" && each.clause == "II.9(f)"))
    });
    if what.is_empty() && seen.is_none() {
        let why = "no such offence of the opponent's is on record, or the claimant has completed a move since he knew of it";
        return Ruling::refuse(proviso, why);
    }
    if !what.is_empty() {
        if game.consents[by.index()].iter().any(|consent| consent == what) {
            return Ruling::refuse(clause, "he consented to it");
        }
        if game.terms.agreements.flag(what) == Some(true)
            || game.terms.agreements.flag(&what.replace('-', "_")) == Some(true)
        {
            return Ruling::refuse(clause, "the players agreed beforehand that it should be free");
        }
        // `"III.2(a)"` yields to agreement too.
        let barred = game.terms.agreements.flag(what) == Some(false)
            || game.terms.agreements.flag(&what.replace('-', "_")) == Some(false);
        if what != "assistance" && free_by_post(game) && !barred {
            let why = "with a day or more for each reply the sides may use any help but another player's";
            return Ruling::refuse(cite!(bcc, "III.2(a)"), why);
        }
    }
    let clause = seen.map_or(clause, |each| each.clause);
    let text = format!("{by} claims the game, which {} has forfeited", !by);
    Ruling::silent()
        .finding(clause, !by, text)
        .so(Consequence::End(Outcome::won(by, clause)))
}

/// `"III.2(a)"`: twenty-four hours or more between receipt and reply.
pub(crate) fn free_by_post(game: &Game) -> bool {
    game.terms.mode == Mode::Communication && game.terms.reply_hours.is_some_and(|hours| hours >= 24)
}

/// Forfeits that may be claimed for what is on record.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    for exposure in &game.exposures {
        let act = Act::Claim {
            ground: Ground::Forfeit,
            offence: Some(exposure.offence.clone()),
        };
        let text = "claim the game as forfeited, before completing a move".to_owned();
        rights.push(Right {
            party: Party::from(!exposure.by),
            act,
            clause: exposure.clause,
            text,
        });
    }
    rights
}
