//! A game is resigned, or a player behaves so that he may lose it.

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    means::player_of,
    questions::{disputes, endings, proofs, time_limit},
    registers,
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Consequence, Dispute, Event, ForfeitableConduct, Game, Ground, Mode, Outcome, Party, Right, Ruling,
    Status,
};

question! {
    "A game is resigned, or a player behaves so that he may lose it.";
    tables: RESIGNATION, UPSETTING, REFUSING, UPSET_BY_ACCIDENT, OUTSIDE_HELP;
    "A player refuses what may lawfully be required of him." => bcc "II.9(e)", fide_1931 "19.iii";
    "A player refuses to be bound by the laws." => bcc "II.9(f)";
    "A player does not resume in reasonable time and manner." => fide_1931 "19.ii";
    "In a tournament the official is obeyed." => fide_1931 "19.note";
    "A player defies the rules and arrangements." => fide_1931 "19.iv";
    "The game is forfeited only on a claim that names the offence, made before moving on." => bcc "II.9.proviso";
    "The game may be claimed: the men were upset or falsified on purpose." => bcc "II.9(a)";
    "The game may be claimed: another board was used without leave." => bcc "II.9(b)";
    "The game may be claimed: books or notes were used without leave." => bcc "II.9(c)";
    "The game may be claimed: help was asked for without leave." => bcc "II.9(d)";
    "With a day or more for each reply help is free, except that of another player." => bcc "III.2(a)";
}

law! {
    /// What resignation does.
    pub enum Resignation {
        /// It loses the game.
        Loses,
        /// It loses the game, or draws it where the opponent can never mate.
        LosesUnlessNeverMated,
    }
}

law! {
    /// What resignation does.
    pub static RESIGNATION: ByCode<Answer<Resignation>> = answers(ByCode {
        xxv:       silent(Resignation::Loses, reading("XXV-1")),
        bca_1862:  says(Resignation::Loses,   &["XIV"]),
        bcc_1896:  says(Resignation::Loses,   &["II.9"]),
        bcc_1899:  says(Resignation::Loses,   &["II.9"]),
        fide_1931: silent(Resignation::Loses, reading("FIDE-38")),
        fide_2023: says(Resignation::LosesUnlessNeverMated, &["5.1.2"]),
    });
}

law! {
    /// What wilfully upsetting the men, or refusing to obey, does.
    pub enum Misconduct {
        /// He forfeits if the opponent names the offence and claims before completing a move.
        ForfeitsOnClaim,
        /// He loses at once.
        Loses,
        /// He loses at once if something was legally required of him; else the umpire decides.
        LosesIfRequired,
        /// Nothing of itself: the arbiter penalises it as he sees fit.
        ForTheArbiter,
        /// For the bystanders.
        ForTheBystanders,
    }
}

law! {
    /// The men are wilfully upset.
    pub static UPSETTING: ByCode<Answer<Misconduct>> = answers(ByCode {
        xxv:       silent(Misconduct::ForTheBystanders, reading("XXV-1")),
        bca_1862:  says(Misconduct::Loses,              &["XIV"]),
        bcc_1896:  says(Misconduct::ForfeitsOnClaim,    &["II.9(a)", "II.9.proviso"]),
        bcc_1899:  says(Misconduct::ForfeitsOnClaim,    &["II.9(a)", "II.9.proviso"]),
        fide_1931: says(Misconduct::Loses,              &["19.i"]),
        fide_2023: says(Misconduct::ForTheArbiter,      &["7.4.3", "11.5", "11.6"]),
    });
}

law! {
    /// A requirement, or the laws, are refused.
    pub static REFUSING: ByCode<Answer<Misconduct>> = answers(ByCode {
        xxv:       silent(Misconduct::ForTheBystanders, reading("XXV-35")),
        bca_1862:  says(Misconduct::Loses,              &["XIV"]),
        bcc_1896:  says(Misconduct::ForfeitsOnClaim,    &["II.9(e)", "II.9(f)", "II.9.proviso"]),
        bcc_1899:  says(Misconduct::ForfeitsOnClaim,    &["II.9(e)", "II.9(f)", "II.9.proviso"]),
        fide_1931: says(Misconduct::LosesIfRequired,    &["19.iii", "19.iv", "19.ii"]),
        fide_2023: silent(Misconduct::ForTheArbiter,    reading("F23-96")),
    });
}

pub(crate) fn resign(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if let Some(drawn) = endings::only_a_draw(game, !by) {
        return drawn;
    }
    let authority = RESIGNATION[game.terms.code].authority;
    if RESIGNATION[game.terms.code].value == Resignation::LosesUnlessNeverMated {
        let clause = authority.governing().unwrap_or_default();
        return proofs::lost_unless_never_mated(game, by, clause, format!("{by} resigns"));
    }
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
    if accident {
        let clause = UPSET_BY_ACCIDENT[game.terms.code].governing();
        let text = format!("{by} has upset the men by accident: they are set up again as they stood");
        let ruling = Ruling::silent().finding(clause.unwrap_or_default(), by, text);
        return time_limit::stopped_by_accident(game, ruling);
    }
    let text = format!("{by} has wilfully upset the men");
    misconduct(game, by, "upset", &UPSETTING[game.terms.code], text)
}

law! {
    /// The men are upset by accident.
    pub static UPSET_BY_ACCIDENT: Alike = alike("They are set up again as they stood.", ByCode {
        xxv:       Reading("XXV-1"),
        bca_1862:  Reading("BCA-43"),
        bcc_1896:  Clauses(&["II.5.note"]),
        bcc_1899:  Clauses(&["II.5.note"]),
        fide_1931: Clauses(&["14.iii"]),
        fide_2023: Clauses(&["7.4.1"]),
    });
}

/// The umpire has found that a player changed the men on purpose: it costs what upsetting them costs.
pub(crate) fn falsified(game: &Game, by: Colour) -> Ruling {
    let answer = &UPSETTING[game.terms.code];
    let clause = answer.authority.governing().unwrap_or_default();
    let text = format!("{by} has wilfully changed the position of the men");
    match answer.value {
        Misconduct::ForfeitsOnClaim => exposed(game, by, "falsify", clause, text),
        Misconduct::Loses
        | Misconduct::LosesIfRequired
        | Misconduct::ForTheBystanders
        | Misconduct::ForTheArbiter => loses(by, clause, &text),
    }
}

/// What conduct costs: the game at once, or on claim, or what the umpire says.
fn misconduct(game: &Game, by: Colour, offence: &str, answer: &Answer<Misconduct>, text: String) -> Ruling {
    let clause = answer.authority.governing().unwrap_or_default();
    match answer.value {
        Misconduct::ForfeitsOnClaim => exposed(game, by, offence, clause, text),
        Misconduct::Loses => loses(by, clause, &text),
        Misconduct::LosesIfRequired | Misconduct::ForTheBystanders | Misconduct::ForTheArbiter => {
            before_the_umpire(game, by, offence, clause, text)
        }
    }
}

fn loses(by: Colour, clause: &'static str, text: &str) -> Ruling {
    Ruling::silent()
        .finding(clause, by, format!("{text}: the game is forfeited"))
        .so(Consequence::End(Outcome::won(!by, clause)))
}

/// The umpire must say whether it was so and what it costs.
fn before_the_umpire(game: &Game, by: Colour, offence: &str, clause: &'static str, text: String) -> Ruling {
    let dispute = Dispute {
        by: Some(by.into()),
        question: text.clone(),
        clause: Some(clause),
        ended: None,
    };
    let ruling = exposed(game, by, offence, clause, text).so(Consequence::Suspend(Box::new(dispute)));
    time_limit::clocks_stopped(game, ruling)
}

pub(crate) fn refuse(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let answer = &REFUSING[game.terms.code];
    let required = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted) && game.turn_to_play() == by;
    match answer.value {
        Misconduct::ForfeitsOnClaim if required => exposed(
            game,
            by,
            "refusal",
            cite!(bcc, "II.9(e)").into(),
            format!("{by} refuses what is legally required of him"),
        ),
        Misconduct::ForfeitsOnClaim => exposed(
            game,
            by,
            "refusal",
            cite!(bcc, "II.9(f)").into(),
            format!("{by} refuses to abide by the laws"),
        ),
        Misconduct::LosesIfRequired => federation_refusal(game, by, required),
        Misconduct::Loses | Misconduct::ForTheBystanders | Misconduct::ForTheArbiter => misconduct(
            game,
            by,
            "refusal",
            answer,
            format!("{by} refuses to abide by the laws"),
        ),
    }
}

/// `"19.iii"` for what is legally required, at once; `"19.ii"` and `"19.iv"` are for the umpire (reading FIDE-34).
fn federation_refusal(game: &Game, by: Colour, required: bool) -> Ruling {
    if game.status == Status::Adjourned {
        let text = format!("{by} refuses to resume the adjourned game");
        return before_the_umpire(game, by, "refusal", cite!(fide_1931, "19.ii").into(), text);
    }
    if required {
        let text = format!("{by} refuses what is legally required of him");
        return loses(by, cite!(fide_1931, "19.iii").into(), &text);
    }
    if matches!(game.last_act.as_deref(), Some((Party::Umpire, Act::Decide(_)))) {
        let text = format!("{by} refuses to do as the official has directed");
        return before_the_umpire(game, by, "refusal", cite!(fide_1931, "19.note").into(), text);
    }
    let text = format!("{by} refuses to obey the rules or the arrangements made");
    before_the_umpire(game, by, "refusal", cite!(fide_1931, "19.iv").into(), text)
}

pub(crate) fn abandon(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let text = format!("{by} has abandoned the game");
    let answer = &REFUSING[game.terms.code];
    match answer.value {
        Misconduct::ForfeitsOnClaim => exposed(game, by, "refusal", cite!(bcc, "II.9(f)").into(), text),
        // Reading FIDE-38: he has given the game up.
        Misconduct::LosesIfRequired => resign(game, event),
        Misconduct::Loses | Misconduct::ForTheBystanders | Misconduct::ForTheArbiter => {
            misconduct(game, by, "refusal", answer, text)
        }
    }
}

fn exposed(game: &Game, by: Colour, offence: &str, clause: &'static str, text: String) -> Ruling {
    let opponent_moves = game.completed[(!by).index()];
    let conduct = ForfeitableConduct {
        by,
        offence: offence.to_owned(),
        clause,
        opponent_moves,
    };
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::RememberConduct(Box::new(conduct)))
}

/// `"II.9.proviso"`: the offence must be named and the forfeit claimed, before the claimant completes a move.
pub(crate) fn claim(game: &Game, event: &Event, offence: Option<&str>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match REFUSING[game.terms.code].value {
        Misconduct::ForfeitsOnClaim => british_claim(game, event, by, offence),
        Misconduct::LosesIfRequired
        | Misconduct::Loses
        | Misconduct::ForTheBystanders
        | Misconduct::ForTheArbiter => claimed(game, event, by, offence),
    }
}

/// A forfeit claimed where the code has no procedure for it: what is on record is ruled on, the rest is the umpire's.
fn claimed(game: &Game, event: &Event, by: Colour, offence: Option<&str>) -> Ruling {
    let who = disputes::clause(game);
    let Some(named) = offence else {
        return Ruling::refuse(who, "the offence must be named; expected \"offence\"");
    };
    let conduct = game
        .ledger
        .forfeitable
        .iter()
        .find(|each| each.by == !by && (each.offence == named || each.clause == named));
    if let Some(conduct) = conduct {
        let text = format!("{by} claims the game, which {} has forfeited", !by);
        return Ruling::silent()
            .finding(conduct.clause, !by, text)
            .so(Consequence::End(Outcome::won(by, conduct.clause)));
    }
    match named {
        "time" => time_limit::claimed(game, event, by),
        "absence" => time_limit::absence_claimed(game, event),
        "book" | "second-board" | "assistance" | "falsify" => {
            let agreed = game.ledger.consents[by.index()].iter().any(|what| what == named)
                || agreed_on(game, named) == Some(true);
            let clause = OUTSIDE_HELP[game.terms.code].governing().unwrap_or(who);
            if agreed {
                return Ruling::refuse(clause, "the players agreed that it should be free");
            }
            let text = format!("{by} claims that {} has offended: {named}", !by);
            before_the_umpire(game, !by, named, clause, text)
        }
        label => match registers::find(game.terms.code, label) {
            Some(entry) if entry.disposition == registers::Disposition::Umpire => {
                let text = format!("{by} claims that {} has offended against {label}", !by);
                before_the_umpire(game, !by, "refusal", entry.label, text)
            }
            _ => Ruling::refuse(who, "no such offence of the opponent's is on record"),
        },
    }
}

law! {
    /// Help from notes, books or other persons.
    pub static OUTSIDE_HELP: Alike = alike("It is forbidden unless the players agreed that it should be free, and the umpire finds whether it was used.", ByCode {
        xxv:       Clauses(&["XXV"]),
        bca_1862:  Clauses(&["XV"]),
        bcc_1896:  Clauses(&["II.9(b)", "II.9(c)", "II.9(d)"]),
        bcc_1899:  Clauses(&["II.9(b)", "II.9(c)", "II.9(d)"]),
        fide_1931: Clauses(&["annexe.i"]),
        fide_2023: Clauses(&["11.3.1"]),
    });
}

fn british_claim(game: &Game, event: &Event, by: Colour, offence: Option<&str>) -> Ruling {
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
            return time_limit::absence_claimed(game, event);
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
    let seen = game.ledger.forfeitable.iter().find(|each| {
        each.by == !by && (each.clause == clause || (clause == "II.9(e)" && each.clause == "II.9(f)"))
    });
    if what.is_empty() && seen.is_none() {
        let why = "no such offence of the opponent's is on record, or the claimant has completed a move since he knew of it";
        return Ruling::refuse(proviso, why);
    }
    if !what.is_empty() {
        if game.ledger.consents[by.index()]
            .iter()
            .any(|consent| consent == what)
        {
            return Ruling::refuse(clause, "he consented to it");
        }
        let agreed = agreed_on(game, what);
        if agreed == Some(true) {
            return Ruling::refuse(clause, "the players agreed beforehand that it should be free");
        }
        // `"III.2(a)"` yields to agreement too.
        if what != "assistance" && free_by_post(game) && agreed.is_none() {
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

/// What the players agreed on this kind of help, by its own name or, where moves are communicated, on help in general.
fn agreed_on(game: &Game, what: &str) -> Option<bool> {
    let agreements = &game.terms.agreements;
    let by_name = agreements
        .flag(what)
        .or_else(|| agreements.flag(&what.replace('-', "_")));
    by_name.or_else(|| match game.terms.mode {
        Mode::Communication => agreements.flag("assistance"),
        Mode::Board => None,
    })
}

/// `"III.2(a)"`: twenty-four hours or more between receipt and reply, unless it was agreed otherwise.
pub(crate) fn free_by_post(game: &Game) -> bool {
    let a_day = game.terms.reply_hours.is_some_and(|hours| hours >= 24);
    let agreed = game.terms.agreements.flag("assistance");
    game.terms.mode == Mode::Communication && agreed.unwrap_or(a_day)
}

/// Forfeits that may be claimed for what is on record.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    for conduct in &game.ledger.forfeitable {
        let act = Act::Claim {
            ground: Ground::Forfeit,
            mv: None,
            offence: Some(conduct.offence.clone()),
        };
        let text = "claim the game as forfeited, before completing a move".to_owned();
        rights.push(Right {
            party: Party::from(!conduct.by),
            act,
            clause: conduct.clause,
            text,
        });
    }
    rights
}
