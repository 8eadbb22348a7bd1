//! A game is resigned, or a player behaves so that he may lose it.

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, Clause, alike, answers, reading, says, silent,
    },
    facts,
    means::{ends, player_of},
    questions::disputes::WHO_DECIDES,
    registers,
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, AtTheClock, Citation, Consequence, Dispute, Event, ForfeitableConduct, Game, Ground, Mode, Outcome,
    Party, Right, Ruling, Sentence, Status, say,
};

question! {
    "A game is resigned, or a player behaves so that he may lose it.";
    tables: RESIGNATION, UPSETTING, REFUSING, UPSET_BY_ACCIDENT, OUTSIDE_HELP, ON_CLAIM, REFUSED;
}

steps! {
    /// Where the game is forfeited on a claim that names the offence.
    pub struct OnClaim {
        /// The game is forfeited only on a claim that names the offence, made before moving on.
        proviso,
        /// The game may be claimed: the men were upset or falsified on purpose.
        upset,
        /// The game may be claimed: another board was used without leave.
        second_board,
        /// The game may be claimed: books or notes were used without leave.
        book,
        /// The game may be claimed: help was asked for without leave.
        assistance,
        /// The game may be claimed: what was lawfully required was refused.
        required,
        /// The game may be claimed: the player will not be bound by the laws.
        bound,
        /// With a day or more for each reply help is free, except that of another player.
        free_by_post,
    }
    pub static ON_CLAIM = {
        bcc: {
            proviso: "II.9.proviso", upset: "II.9(a)", second_board: "II.9(b)", book: "II.9(c)",
            assistance: "II.9(d)", required: "II.9(e)", bound: "II.9(f)", free_by_post: "III.2(a)",
        },
    };
}

steps! {
    /// A player refuses: what is lost at once, and what is for the umpire.
    pub struct Refused {
        /// Who refuses what may lawfully be required of him loses the game.
        required,
        /// Who does not resume in reasonable time and manner loses the game.
        resumption,
        /// In a tournament the official is obeyed.
        official,
        /// Who defies the rules and arrangements loses the game.
        arrangements,
    }
    pub static REFUSED = {
        fide_1931: {
            required: "19.iii", resumption: "19.ii", official: "19.note", arrangements: "19.iv",
        },
    };
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
    let authority = RESIGNATION[game.terms.code].authority;
    if RESIGNATION[game.terms.code].value == Resignation::LosesUnlessNeverMated {
        let clause = authority.clause();
        return ends::lost_unless_never_mated(game, by, clause, say!("{by} [resigns]"; by));
    }
    let mut outcome = Outcome::won(!by, authority.clause());
    outcome.clause = outcome.clause.filter(|_| !authority.is_reading());
    Ruling::silent()
        .finding(authority.clause(), by, say!("{by} [resigns] the game"; by))
        .so(Consequence::End(outcome))
}

pub(crate) fn upset(game: &Game, event: &Event, accident: bool) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if accident {
        let clause = UPSET_BY_ACCIDENT[game.terms.code].governing();
        let text = say!("{by} [has] upset the men by accident: they are set up again as they stood"; by);
        return Ruling::silent().finding(clause.unwrap_or_default(), by, text);
    }
    let text = say!("{by} [has] wilfully upset the men"; by);
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
    let clause = answer.clause();
    let text = say!("{by} [has] wilfully changed the position of the men"; by);
    match answer.value {
        Misconduct::ForfeitsOnClaim => exposed(game, by, "falsify", clause, text),
        Misconduct::Loses | Misconduct::LosesIfRequired | Misconduct::ForTheBystanders => {
            loses(game, by, "falsify", clause, text)
        }
        Misconduct::ForTheArbiter => Ruling::silent().penalisable(clause, by, text),
    }
}

/// The umpire has found that it was wilful, and nothing is on record that it could be said of.
pub(crate) fn nothing_wilful(game: &Game) -> Ruling {
    let why = "nothing is on record that can have been wilful: nobody has upset the men or changed them but by moving";
    Ruling::refuse(WHO_DECIDES[game.terms.code].clause(), why)
}

/// What conduct costs: the game at once, or on claim, or what the umpire says.
fn misconduct(game: &Game, by: Colour, offence: &str, answer: &Answer<Misconduct>, text: Sentence) -> Ruling {
    let clause = answer.clause();
    match answer.value {
        Misconduct::ForfeitsOnClaim => exposed(game, by, offence, clause, text),
        Misconduct::Loses => loses(game, by, offence, clause, text),
        Misconduct::LosesIfRequired | Misconduct::ForTheBystanders | Misconduct::ForTheArbiter => {
            before_the_umpire(game, by, offence, clause, text)
        }
    }
}

fn loses(game: &Game, by: Colour, offence: &str, clause: &'static str, text: Sentence) -> Ruling {
    exposed(
        game,
        by,
        offence,
        clause,
        say!("{text}: the game is forfeited"; text),
    )
    .so(Consequence::End(Outcome::won(!by, clause)))
}

/// The umpire must say whether it was so and what it costs.
fn before_the_umpire(game: &Game, by: Colour, offence: &str, clause: &'static str, text: Sentence) -> Ruling {
    let dispute = Dispute {
        pause: false,
        by: Some(by.into()),
        question: text.within(),
        clause: Some(clause),
        ended: None,
        changed_by: None,
    };
    exposed(game, by, offence, clause, text).so(Consequence::Suspend(Box::new(dispute)))
}

pub(crate) fn refuse(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let bound = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted) && game.turn_to_play() == by;
    let asked = matches!(
        game.last_act.as_ref(),
        Some((party, Act::Exact { .. } | Act::Require { .. })) if *party == Party::from(!by)
    );
    if asked && game.last_refused && !bound {
        let clause = REFUSING[game.terms.code].clause();
        let text = say!("what was required of {by} was not lawful: to refuse it costs nothing"; by);
        return Ruling::silent().finding(clause, by, text);
    }
    let required = bound || asked;
    let what = if required {
        say!("what is legally required of [him]")
    } else {
        say!("to abide by the laws")
    };
    let text = say!("{by} [refuses] {what}"; by, what);
    if let Some(law) = ON_CLAIM.of(game) {
        let clause = if required { law.required } else { law.bound };
        return exposed(game, by, "refusal", clause.into(), text);
    }
    if let Some(law) = REFUSED.of(game) {
        return lost_if_required(law, game, by, required);
    }
    let text = say!("{by} [refuses] to abide by the laws"; by);
    let answer = &REFUSING[game.terms.code];
    if answer.value == Misconduct::ForTheArbiter {
        // Reading F23-96: one refusal is for a penalty; the arbiter finds whether he persists.
        return Ruling::silent()
            .penalisable(answer.clause(), by, text)
            .so(Consequence::AtTheClock(AtTheClock::Refuse(by)));
    }
    misconduct(game, by, "refusal", answer, text)
}

/// `"19.iii"` for what is legally required, at once; `"19.ii"` and `"19.iv"` are for the umpire (reading FIDE-34).
fn lost_if_required(law: &Refused, game: &Game, by: Colour, required: bool) -> Ruling {
    let (clause, text) = if game.status == Status::Adjourned {
        (law.resumption, say!("[refuses] to resume the adjourned game"))
    } else if required {
        let text = say!("{by} [refuses] what is legally required of [him]"; by);
        return loses(game, by, "refusal", law.required.into(), text);
    } else if matches!(game.last_act.as_ref(), Some((Party::Umpire, Act::Decide(_)))) {
        (law.official, say!("[refuses] to do as the official has directed"))
    } else {
        (
            law.arrangements,
            say!("[refuses] to obey the rules or the arrangements made"),
        )
    };
    before_the_umpire(game, by, "refusal", clause.into(), say!("{by} {text}"; by, text))
}

pub(crate) fn abandon(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let text = say!("{by} [has] abandoned the game"; by);
    let answer = &REFUSING[game.terms.code];
    match answer.value {
        Misconduct::ForfeitsOnClaim => {
            let clause = ON_CLAIM.of(game).map_or(answer.clause(), |law| law.bound.into());
            exposed(game, by, "refusal", clause, text)
        }
        // Reading FIDE-38: he has given the game up.
        Misconduct::LosesIfRequired => resign(game, event),
        Misconduct::Loses | Misconduct::ForTheBystanders | Misconduct::ForTheArbiter => {
            misconduct(game, by, "refusal", answer, text)
        }
    }
}

fn exposed(game: &Game, by: Colour, offence: &str, clause: &'static str, text: Sentence) -> Ruling {
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
    match ON_CLAIM.of(game) {
        Some(law) => claimed_by_name(law, game, by, offence),
        None => claimed(game, by, offence),
    }
}

/// A forfeit claimed where the code has no procedure for it: what is on record is ruled on, the rest is the umpire's.
fn claimed(game: &Game, by: Colour, offence: Option<&str>) -> Ruling {
    let who = WHO_DECIDES[game.terms.code].clause();
    let Some(named) = offence else {
        return Ruling::refuse(who, "the offence must be named; expected \"offence\"");
    };
    let conduct = game
        .ledger
        .forfeitable
        .iter()
        .find(|each| each.by == !by && (each.offence == named || each.clause == named));
    let answer = &REFUSING[game.terms.code];
    let refused = game.pressing.refused[(!by).index()] && (named == "refusal" || named == answer.clause());
    let on_record = conduct.map(|conduct| conduct.clause);
    if answer.value == Misconduct::ForTheArbiter
        && let Some(clause) = on_record.or(refused.then(|| answer.clause()))
    {
        let why = say!("what it costs is for the arbiter to say, and not for [the opponent] to claim");
        return Ruling::refuse(clause, why);
    }
    if let Some(conduct) = conduct {
        let text = say!("{by} [claims] the game, which {opponent} [has] forfeited"; by, opponent = !by);
        return Ruling::silent()
            .finding(conduct.clause, !by, text)
            .so(Consequence::End(Outcome::won(by, conduct.clause)));
    }
    match named {
        "book" | "second-board" | "assistance" | "falsify" => {
            let help = &OUTSIDE_HELP[game.terms.code];
            let clause = match named {
                "falsify" => UPSETTING[game.terms.code].clause(),
                _ => help.clause(),
            };
            let agreed = game.ledger.consents[by.index()].iter().any(|what| what == named)
                || agreed_on(game, named) == Some(true);
            if agreed && help.value != OutsideHelp::Forbidden {
                return Ruling::refuse(clause, "the players agreed that it should be free");
            }
            let text = say!(
                "{by} [claims] that {opponent} [has] offended: {named}"; by, opponent = !by, named
            );
            before_the_umpire(game, !by, named, clause, text)
        }
        label => match registers::find(game.terms.code, label) {
            Some(entry) if entry.disposition == registers::Disposition::Umpire => {
                let text = say!(
                    "{by} [claims] that {opponent} [has] offended against {label}"; by, opponent = !by, label
                );
                before_the_umpire(game, !by, "refusal", entry.label, text)
            }
            _ => Ruling::refuse(who, say!("no such offence [of the opponent's] is on record")),
        },
    }
}

law! {
    /// What becomes of him who uses notes or books, or has help.
    pub enum OutsideHelp {
        /// It forfeits the game without the opponent's leave, if that is claimed.
        NeedsLeave,
        /// It is forbidden, whatever the players agree; whoever decides says whether it was used.
        Forbidden,
        /// Nothing is said of it: whether it was used, and what it costs, is for whoever decides.
        NothingSaid,
    }
}

law! {
    /// Help from notes, books or other persons.
    pub static OUTSIDE_HELP: ByCode<Answer<OutsideHelp>> = answers(ByCode {
        xxv:       says(OutsideHelp::NothingSaid, &["XXV"]),
        bca_1862:  says(OutsideHelp::NothingSaid, &["XV"]),
        bcc_1896:  says(OutsideHelp::NeedsLeave,  &["II.9(b)", "II.9(c)", "II.9(d)", "III.2(a)"]),
        bcc_1899:  says(OutsideHelp::NeedsLeave,  &["II.9(b)", "II.9(c)", "II.9(d)", "III.2(a)"]),
        fide_1931: says(OutsideHelp::Forbidden,   &["annexe.i"]),
        fide_2023: says(OutsideHelp::Forbidden,   &["11.3.1"]),
    });
}

/// `"II.9.proviso"`: the offence is named, in plain words or by its clause.
fn claimed_by_name(law: &OnClaim, game: &Game, by: Colour, offence: Option<&str>) -> Ruling {
    let Some(named) = offence else {
        return Ruling::refuse(law.proviso, "the offence must be named; expected \"offence\"");
    };
    let of = |names: &[&str], clause: Clause| names.contains(&named) || clause.is(named);
    if of(&["second-board"], law.second_board) {
        help_claimed(law, game, by, law.second_board, "second-board")
    } else if of(&["book"], law.book) {
        help_claimed(law, game, by, law.book, "book")
    } else if of(&["assistance"], law.assistance) {
        help_claimed(law, game, by, law.assistance, "assistance")
    } else if of(&["upset", "falsify"], law.upset) {
        conduct_claimed(law, game, by, &[law.upset])
    } else if of(&["refusal"], law.required) {
        conduct_claimed(law, game, by, &[law.required, law.bound])
    } else if law.bound.is(named) {
        conduct_claimed(law, game, by, &[law.bound])
    } else if registers::find(game.terms.code, named).is_some() {
        Ruling::refuse(law.proviso, "the code forfeits no game for that")
    } else {
        Ruling::refuse(
            law.proviso,
            say!("\"{named}\" is no offence that the code names"; named),
        )
    }
}

/// What may have been done by the other, and is on record under one of these clauses.
fn conduct_claimed(law: &OnClaim, game: &Game, by: Colour, clauses: &[Clause]) -> Ruling {
    if let Some(clause) = on_record(game, by, clauses) {
        return forfeited(game, by, clause);
    }
    let why = if under(&game.ledger.unclaimed, by, clauses).is_some() {
        say!("[he] [has] completed a move since [he] knew of it")
    } else {
        say!("no such offence [of the opponent's] is on record")
    };
    Ruling::refuse(law.proviso, why)
}

/// Help is claimed to have been used: nothing but consent, agreement or the post makes it free.
fn help_claimed(law: &OnClaim, game: &Game, by: Colour, clause: Clause, what: &str) -> Ruling {
    if game.ledger.consents[by.index()]
        .iter()
        .any(|consent| consent == what)
    {
        return Ruling::refuse(clause, say!("[he] consented to it"));
    }
    let agreed = agreed_on(game, what);
    if agreed == Some(true) {
        return Ruling::refuse(clause, "the players agreed beforehand that it should be free");
    }
    // `"III.2(a)"` yields to agreement too.
    if what != "assistance" && facts::free_by_post(game) && agreed.is_none() {
        let why = "with a day or more for each reply the sides may use any help but another player's";
        return Ruling::refuse(law.free_by_post, why);
    }
    forfeited(game, by, on_record(game, by, &[clause]).unwrap_or(clause.into()))
}

/// The clause under which conduct of the opponent's is on record, if it is one of these.
fn on_record(game: &Game, by: Colour, clauses: &[Clause]) -> Option<Citation> {
    under(&game.ledger.forfeitable, by, clauses)
}

/// The clause among these that the opponent's conduct comes under.
fn under(conduct: &[ForfeitableConduct], by: Colour, clauses: &[Clause]) -> Option<Citation> {
    let seen = conduct.iter();
    seen.filter(|each| each.by == !by)
        .find(|each| clauses.iter().any(|clause| clause.is(each.clause)))
        .map(|each| each.clause)
}

fn forfeited(game: &Game, by: Colour, clause: Citation) -> Ruling {
    if game.ledger.denied.contains(&(by, clause)) {
        return Ruling::refuse(
            clause,
            "the umpire has not upheld that claim: anything new is for him to find",
        );
    }
    let text = say!("{by} [claims] the game, which {opponent} [has] forfeited"; by, opponent = !by);
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

/// Forfeits that may be claimed for what is on record.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    if REFUSING[game.terms.code].value == Misconduct::ForTheArbiter {
        return rights;
    }
    for conduct in &game.ledger.forfeitable {
        let act = Act::Claim {
            ground: Ground::Forfeit,
            mv: None,
            offence: Some(conduct.offence.clone()),
        };
        let text = say!("claim the game as forfeited, before completing a move");
        let right = Right {
            party: Party::from(!conduct.by),
            act,
            clause: conduct.clause,
            text,
        };
        // The same conduct twice is claimed once, by whichever clauses.
        let same = |open: &Right| (open.party, &open.act) == (right.party, &right.act);
        if !rights.iter().any(same) {
            rights.push(right);
        }
    }
    rights
}
