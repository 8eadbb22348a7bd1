//! What may be exacted, by whom, until when, and what does exacting it do?

use crate::{
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    facts::legal,
    means::{
        binding, entries, letters,
        liability::{self, Effect, Exaction, Liability, by_clause, open},
        player_of, unopened,
    },
    questions::{
        lettered::LETTERS,
        remedies::{RETRACTED, Retracted},
    },
};
use jadoube_board::{Bitboard, Colour, Square};
use jadoube_game::{
    Act, Consequence, Duty, Event, Game, HandMove, Offence, OffenceKind, Party, Penalty, Right, Ruling,
    Touch, Window, castling_wing, say,
};

question! {
    "What may be exacted, by whom, until when, and what does exacting it do?";
    tables: LAPSES, ILLEGAL_REQUIREMENT, CASTLING_AS_PENALTY, WHO_CHOOSES, PENALTIES;
}

law! {
    /// The moment at which the right to a penalty is lost.
    pub enum Lapses {
        /// When the entitled player touches a man.
        OnTouching,
        /// When he touches a man, unless in consequence of a false move or a false cry of check.
        OnTouchingUnlessInConsequence,
        /// When he touches one of his own men.
        OnTouchingHisOwn,
    }
}

law! {
    /// When the right to a penalty is lost.
    pub static LAPSES: ByCode<Answer<Lapses>> = answers(ByCode {
        xxv:       says(Lapses::OnTouching,                    &["XXIV"]),
        bca_1862:  says(Lapses::OnTouchingUnlessInConsequence, &["IX"]),
        bcc_1896:  says(Lapses::OnTouching,                    &["II.11(a)"]),
        bcc_1899:  says(Lapses::OnTouching,                    &["II.11(a)"]),
        fide_1931: says(Lapses::OnTouchingHisOwn,              &["18.i"]),
        fide_2023: says(Lapses::OnTouching,                    &["4.8"]),
    });
}

law! {
    /// What a penalty that cannot be performed costs him who names it.
    pub enum IllegalRequirement {
        /// It is disregarded and the right is lost.
        LosesTheRight,
        /// It is not open to him; the right remains.
        NotOpen,
    }
}

law! {
    /// An illegal requirement.
    pub static ILLEGAL_REQUIREMENT: ByCode<Answer<IllegalRequirement>> = answers(ByCode {
        xxv:       silent(IllegalRequirement::NotOpen,     reading("XXV-16")),
        bca_1862:  says(IllegalRequirement::NotOpen,       &["VII"]),
        bcc_1896:  says(IllegalRequirement::LosesTheRight, &["II.11(e)"]),
        bcc_1899:  says(IllegalRequirement::LosesTheRight, &["II.11(e)"]),
        fide_1931: says(IllegalRequirement::LosesTheRight, &["18.iii"]),
        fide_2023: says(IllegalRequirement::NotOpen,       &["4.5"]),
    });
}

law! {
    /// Whether a move made by way of penalty may be castling.
    pub enum CastlingAsPenalty {
        /// Never, but where King and Rook were both touched and the opponent names both.
        OnlyIfBothNamed,
        /// Never.
        Never,
        /// It cannot be demanded; the player may choose it.
        MayBeChosen,
    }
}

law! {
    /// Castling in discharge of a penalty.
    pub static CASTLING_AS_PENALTY: ByCode<Answer<CastlingAsPenalty>> = answers(ByCode {
        xxv:       silent(CastlingAsPenalty::Never, reading("XXV-17")),
        bca_1862:  says(CastlingAsPenalty::Never,           &["IX"]),
        bcc_1896:  says(CastlingAsPenalty::OnlyIfBothNamed, &["II.11(c)", "II.11.B"]),
        bcc_1899:  says(CastlingAsPenalty::OnlyIfBothNamed, &["II.11(c)", "II.11.B"]),
        fide_1931: says(CastlingAsPenalty::MayBeChosen,     &["18.ii"]),
        fide_2023: says(CastlingAsPenalty::MayBeChosen,     &["4.4.3"]),
    });
}

law! {
    /// Who says what is to be done for an offence, where there is a choice.
    pub enum WhoChooses {
        /// The opponent of the offender.
        TheOpponent,
        /// Nobody: the law binds of itself, and penalties are the arbiter's.
        TheLaw,
    }
}

law! {
    /// Who chooses between penalties.
    pub static WHO_CHOOSES: ByCode<Answer<WhoChooses>> = answers(ByCode {
        xxv:       says(WhoChooses::TheOpponent, &["XIII"]),
        bca_1862:  says(WhoChooses::TheOpponent, &["VII"]),
        bcc_1896:  says(WhoChooses::TheOpponent, &["II.11(d)"]),
        bcc_1899:  says(WhoChooses::TheOpponent, &["II.11(d)"]),
        fide_1931: says(WhoChooses::TheOpponent, &["15(d)"]),
        fide_2023: says(WhoChooses::TheLaw,      &["4.3"]),
    });
}

law! {
    /// The kind of penalties a code knows.
    pub enum Penalties {
        /// Three lettered penalties, alone or together.
        LetteredAToC,
        /// The adversary names a man to be moved or taken, the King, or lets what was done stand.
        AdversaryNames,
        /// The opponent names the man touched, the man to be taken, or after a false move any other; else the King is moved.
        OpponentSelects,
        /// None that a player chooses: the law binds of itself, and the arbiter penalises.
        OfTheArbiterAlone,
        /// The move is retracted and a legal move made with the man touched, at the opponent's option between two.
        RetractAndPlayTheMan,
    }
}

law! {
    /// The kind of penalties a code knows.
    pub static PENALTIES: ByCode<Answer<Penalties>> = answers(ByCode {
        xxv:       says(Penalties::AdversaryNames,       &["XIII", "IX", "XVI"]),
        bca_1862:  says(Penalties::OpponentSelects,      &["VII", "VI"]),
        bcc_1896:  says(Penalties::LetteredAToC,         &["II.11.A", "II.11.B", "II.11.C"]),
        bcc_1899:  says(Penalties::LetteredAToC,         &["II.11.A", "II.11.B", "II.11.C"]),
        fide_1931: says(Penalties::RetractAndPlayTheMan, &["17(a)", "17(b)", "15(d)"]),
        fide_2023: says(Penalties::OfTheArbiterAlone,       &["12.9", "7.5.5"]),
    });
}

/// Every right to exact or waive a penalty that is open now.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    for offender in Colour::BOTH {
        let Some(liability) = Liability::of(game, offender) else {
            continue;
        };
        let entitled = Party::from(!offender);
        let exactions = open(game, &liability);
        let mut waived: Vec<Clause> = match PENALTIES[game.terms.code].value {
            Penalties::LetteredAToC => by_clause(game, &liability)
                .iter()
                .map(|(each, _)| *each)
                .collect(),
            _ => exactions.iter().map(|each| each.clause).collect(),
        };
        waived.dedup();
        for each in &exactions {
            rights.push(Right {
                party: entitled,
                act: Act::Exact {
                    penalty: each.penalty,
                    man: each.man,
                    men: each.men.clone(),
                    mv: None,
                },
                clause: each.clause.into(),
                text: each.text(),
            });
        }
        rights.extend(waived.iter().map(|&clause| Right {
            party: entitled,
            act: Act::Waive {
                clause: Some(clause.as_str().to_owned()),
            },
            clause: clause.into(),
            text: liability::let_pass(game, &liability, clause, waived.len()),
        }));
    }
    releases(game, &mut rights);
    rights
}

/// Rights of release, for duties that nothing else may be exacted for.
fn releases(game: &Game, rights: &mut Vec<Right>) {
    let entitled = !game.turn_to_play();
    if let Some(duty) = duty_owed_to(game, entitled) {
        let act = Act::Waive {
            clause: Some(duty.clause.to_owned()),
        };
        let party = Party::from(entitled);
        if !rights
            .iter()
            .any(|right| right.party == party && right.act == act)
        {
            rights.push(Right {
                party,
                act,
                clause: duty.clause,
                text: say!("release [!:him]"),
            });
        }
    }
}

/// A man named by the square where it was wrongly put; the King named by his square where the law names him otherwise, or
/// in the older codes called the King.
fn named_otherwise<'a>(
    game: &Game,
    liability: &Liability,
    open: &'a [Exaction],
    penalty: Penalty,
    man: Option<Square>,
) -> Option<&'a Exaction> {
    let last = liability.last();
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => {
            // Penalty C is the King's move where he has one: his own square names him too.
            let turn = letters::turn_to_discharge(game, liability).0;
            let king = turn.men.board().king(last.by);
            let the_king = open
                .iter()
                .find(|each| each.penalty == penalty && each.man.is_none() && each.men.is_empty());
            if the_king.is_some() && man.is_some() && man == king {
                return the_king;
            }
        }
        Penalties::AdversaryNames | Penalties::OpponentSelects if penalty == Penalty::King => {
            let king = last.turn.men.board().king(last.by);
            return open
                .iter()
                .find(|each| each.penalty == Penalty::Move && each.man == king);
        }
        Penalties::AdversaryNames
        | Penalties::OpponentSelects
        | Penalties::RetractAndPlayTheMan
        | Penalties::OfTheArbiterAlone => {}
    }
    let made = last.made.filter(|made| Some(made.to) == man)?;
    open.iter()
        .find(|each| each.penalty == penalty && each.man == Some(made.from))
}

/// A penalty is exacted.
pub(crate) fn exact(game: &Game, event: &Event) -> Ruling {
    let entitled = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let Act::Exact {
        penalty,
        man,
        men,
        mv,
    } = &event.act
    else {
        return Ruling::silent();
    };
    // A move named for a penalty names the man that is to make it.
    let man = &man.or(mv.map(|mv| mv.from));
    let offender = !entitled;
    let lapse = LAPSES[game.terms.code].clause();
    let Some(liability) = Liability::of(game, offender) else {
        let waits = |offence: &Offence| offence.by == offender && offence.window == Window::NextTurn;
        if let Some(law) = LETTERS.of(game)
            && game.ledger.offences.iter().any(waits)
        {
            let why = say!(
                "for an offence in [his] own turn [he] must wait: the penalty is exacted in the offender's next turn"
            );
            return Ruling::refuse(law.in_his_own_turn, why);
        }
        return nothing_open(game, offender, lapse);
    };
    let open = open(game, &liability);
    let squares = |men: &[Square]| men.iter().copied().collect::<Bitboard>();
    let same_men = |each: &Exaction| squares(&each.men) == squares(men);
    let mut found = open.iter().filter(|each| each.penalty == *penalty);
    let named = |each: &Exaction| match mv {
        None => true,
        // "18.ii": castling cannot be exacted; any other move named must be one the man can make.
        Some(mv) => each
            .moves
            .iter()
            .any(|each| !each.is_castling() && HandMove::from(*each) == *mv),
    };
    let chosen = found
        .clone()
        .find(|each| each.man == *man && same_men(each) && named(each))
        .or_else(|| {
            // With one man only to choose from, it need not be named.
            let only = found.next()?;
            (man.is_none() && men.is_empty() && found.next().is_none()).then_some(only)
        })
        .or_else(|| named_otherwise(game, &liability, &open, *penalty, *man).filter(|each| named(each)));
    let is_open = open.iter().any(|each| each.penalty == *penalty);
    let lettered = PENALTIES[game.terms.code].value == Penalties::LetteredAToC;
    if chosen.is_none() && man.is_none() && men.is_empty() && lettered && is_open {
        // Nothing illegal is required: it only has still to be said which man.
        return Ruling::refuse(
            WHO_CHOOSES[game.terms.code].clause(),
            say!("the choice among several men [is his]: [he] must name the man"),
        );
    }
    if chosen.is_none()
        && let Some(waits) = unopened::restoration_first(&open, *penalty)
    {
        let why =
            "it is not yet open: the position must first be restored by Penalty A, or both exacted together";
        return Ruling::refuse(waits, why);
    }
    let Some(chosen) = chosen else {
        if let Some(done) = unopened::already_done(game, &open, *penalty, *man) {
            return done;
        }
        let answer = &ILLEGAL_REQUIREMENT[game.terms.code];
        let clause = answer.clause();
        let castling = mv.is_some_and(|mv| {
            let man = liability.last().turn.men.get(mv.from);
            man.is_some_and(|man| castling_wing(man, mv.from, mv.to).is_some())
        });
        let why = unopened::why_not_open(game, &liability, &open, *penalty, man.or(men.first().copied()));
        if answer.value == IllegalRequirement::NotOpen {
            if castling {
                let clause = CASTLING_AS_PENALTY[game.terms.code].clause();
                return Ruling::refuse(clause, "castling cannot be exacted");
            }
            let clause = open.first().map_or(clause, |each| each.clause.as_str());
            return Ruling::refuse(clause, why);
        }
        let lettered = matches!(
            penalty,
            Penalty::A | Penalty::B | Penalty::C | Penalty::AThenB | Penalty::AThenC
        );
        // What this code has no penalty of is no illegal requirement.
        let unknown = lettered != (PENALTIES[game.terms.code].value == Penalties::LetteredAToC);
        if !is_open && (unknown || man.is_none() && men.is_empty()) {
            let mut names: Vec<&str> = open.iter().map(|each| each.penalty.word()).collect();
            names.dedup();
            let why = if names.is_empty() {
                say!("no penalty can be exacted for what was done")
            } else {
                say!("that penalty is not open here; open are: {names}"; names = names.join(", "))
            };
            return Ruling::refuse(lapse, why);
        }
        let clause = match CASTLING_AS_PENALTY[game.terms.code] {
            Answer {
                value: CastlingAsPenalty::MayBeChosen,
                authority,
            } if castling => authority.governing().unwrap_or(clause),
            _ => clause,
        };
        let why = if castling && clause != answer.clause() {
            say!("castling cannot be exacted")
        } else {
            why
        };
        let why = say!("{why}: it is disregarded, and the right to a penalty is lost"; why);
        let ruling = Ruling::refuse(clause, why.clone())
            .finding(clause, entitled, why)
            .and(lost(game, &liability, *penalty));
        let retracted = |law: &Retracted| retracted_all_the_same(law, game, &liability);
        return ruling.and(RETRACTED.ruling(game, retracted));
    };
    carry_out(game, &liability, offender, chosen)
}

/// An illegal requirement costs the right to a penalty for the offence it was made for: where several give such a penalty,
/// for each of them; where none does, for all.
fn lost(game: &Game, liability: &Liability, penalty: Penalty) -> Ruling {
    let offender = liability.last().by;
    let charges = letters::charges(game, liability);
    let gives = |charge: &&letters::Charge| {
        letters::under(game, charge)
            .iter()
            .any(|each| each.penalty == penalty)
    };
    let meant: Vec<&letters::Charge> = charges.iter().filter(gives).collect();
    if meant.is_empty() {
        return liability::spent(game, liability, offender);
    }
    meant.iter().fold(Ruling::silent(), |ruling, charge| {
        ruling.and(liability::passed_over(game, &charge.liability, offender))
    })
}

/// Why nothing can be exacted: nothing was done, or a man has been touched since.
fn nothing_open(game: &Game, offender: Colour, lapse: &'static str) -> Ruling {
    let mut lapsed = game.ledger.lapsed.iter().filter(|offence| offence.by == offender);
    if lapsed.clone().next().is_none() {
        let why = say!("no offence [of the opponent's] stands for which a penalty is open");
        return Ruling::refuse(lapse, why);
    }
    let kinds = [OffenceKind::OutOfTurn, OffenceKind::SubstitutedOutOfTurn];
    let out_of_turn = |offence: &Offence| kinds.contains(&offence.kind);
    let clause = match LETTERS.of(game) {
        Some(law) if lapsed.any(out_of_turn) => law.in_his_own_turn.into(),
        _ => lapse,
    };
    Ruling::refuse(
        clause,
        say!("it is too late: [he] [has] touched a man since the offence"),
    )
}

/// Reading FIDE-15: naming an illegal penalty loses the penalty, but the illegal move is retracted all the same.
fn retracted_all_the_same(law: &Retracted, game: &Game, liability: &Liability) -> Ruling {
    let illegal = |each: &&&Offence| {
        matches!(each.kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
            && each.past + 1 == game.past.len()
    };
    let Some(last) = liability.offences.iter().find(illegal) else {
        return Ruling::silent();
    };
    let text = "the illegal move is retracted without penalty";
    Ruling::silent()
        .finding(law.the_move_goes_back, last.by, text)
        .so(entries::restore(&last.turn, last.past))
}

/// Of several men touched one has been named: the law of one of each colour now holds for it and the man of the other colour.
fn narrowed(game: &Game, last: &Offence, chosen: &Exaction) -> Ruling {
    let legal = legal::legal_at(game, &last.turn, last.past);
    let bound = |touched: &[Touch]| binding::Binding::of(game, &last.turn, &legal, touched);
    let named = |naming: &binding::Naming| Some(naming.touch.square) == chosen.man;
    let Some((naming, left)) = bound(&last.touched)
        .and_then(|binding| binding.namings.into_iter().find(named))
        .and_then(|naming| bound(&naming.left).map(|left| (naming, left)))
    else {
        return Ruling::silent();
    };
    let ruling = Ruling::silent()
        .so(entries::restore(&last.turn, last.past))
        .so(Consequence::Settle(last.by))
        .so(entries::bind(
            left.clause.into(),
            chosen.due.clone(),
            left.moves,
            true,
        ));
    if !left.opponent_names || left.namings.len() < 2 {
        return ruling;
    }
    let mut offence = last.clone();
    offence.kind = OffenceKind::TouchedSeveral;
    offence.touched = naming.left;
    offence.restored = true;
    ruling.so(Consequence::Note(Box::new(offence)))
}

fn carry_out(game: &Game, liability: &Liability, offender: Colour, chosen: &Exaction) -> Ruling {
    let charge = letters::charge_of(game, liability, chosen);
    let charged = charge.as_ref().map_or(liability, |charge| &charge.liability);
    let last = match PENALTIES[game.terms.code].value {
        Penalties::RetractAndPlayTheMan => liability.basis(),
        Penalties::AdversaryNames | Penalties::OpponentSelects => unopened::origin(game, liability, chosen),
        Penalties::LetteredAToC | Penalties::OfTheArbiterAlone => charged.last(),
    };
    let mut ruling = Ruling::silent().finding(chosen.clause, offender, chosen.text());
    if game.past.len() > last.past
        && let Some(law) = RETRACTED.of(game)
    {
        let text = "the position before the offence is reinstated";
        ruling = ruling.finding(law.all_goes_back, offender, text);
    }
    if chosen.effect == Effect::PutBack
        && game.turn_to_play() != offender
        && last.past == game.past.len()
        && let Some(altered) = &game.turn.altered
    {
        // It was done out of turn, and goes back alone: what the player has begun or owes is his as before.
        return ruling.and(entries::alteration_undone(game, altered));
    }
    if matches!(
        chosen.effect,
        Effect::RestoreOnly | Effect::RestoreAndBind(_) | Effect::PutBack
    ) {
        let (turn, past) = match PENALTIES[game.terms.code].value {
            Penalties::LetteredAToC => letters::turn_to_discharge(game, charged),
            _ => (&last.turn, last.past),
        };
        ruling = ruling.so(entries::restore(turn, past));
    } else if matches!(chosen.effect, Effect::Bind(_)) && game.turn_to_play() == offender {
        ruling = ruling.and(entries::begun_goes_back(game, &chosen.moves));
    }
    match chosen.effect {
        Effect::Stand => liability::let_one_stand(game, liability, last, ruling),
        Effect::PutBack => ruling.so(Consequence::Spend(offender)),
        Effect::RestoreOnly => ruling.so(Consequence::Restored(charged.ids())),
        Effect::Narrow => {
            let touching = liability.binding().find(|each| {
                matches!(
                    each.kind,
                    OffenceKind::TouchedSeveral | OffenceKind::MovedOtherwise
                )
            });
            ruling.and(narrowed(game, touching.unwrap_or(last), chosen))
        }
        Effect::RestoreAndBind(clause) | Effect::Bind(clause) => {
            let duty = entries::bind(clause.into(), chosen.due.clone(), chosen.moves.clone(), true);
            ruling
                .and(liability::spent(game, liability, offender))
                .so(Consequence::StopWaiting)
                .so(duty)
        }
    }
}

/// In the older codes a duty may be released by him to whom it is owed: `"IX"`.
fn duty_owed_to(game: &Game, entitled: Colour) -> Option<&Duty> {
    match PENALTIES[game.terms.code].value {
        Penalties::AdversaryNames | Penalties::OpponentSelects => game
            .ledger
            .duty
            .as_deref()
            .filter(|_| game.turn_to_play() != entitled),
        Penalties::LetteredAToC | Penalties::RetractAndPlayTheMan | Penalties::OfTheArbiterAlone => None,
    }
}

/// A penalty is let pass.
pub(crate) fn waive(game: &Game, event: &Event) -> Ruling {
    let entitled = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let offender = !entitled;
    let named = match &event.act {
        Act::Waive { clause } => clause.as_deref(),
        _ => None,
    };
    if let Some(passed) = named.and_then(|clause| one_of_several(game, offender, clause)) {
        return passed;
    }
    if let Some(named) = named.filter(|clause| {
        let owed = duty_owed_to(game, entitled).map(|duty| duty.clause);
        !liability::is_at_issue(game, offender, owed, clause)
    }) {
        let why = say!(
            "nothing is open to [him] by \"{named}\": what stands is named as the option has it"; named
        );
        return Ruling::refuse(LAPSES[game.terms.code].clause(), why);
    }
    if let Some(duty) = duty_owed_to(game, entitled) {
        let ruling = Ruling::silent()
            .finding(
                duty.clause,
                entitled,
                say!("{entitled} [releases] {offender}"; entitled, offender),
            )
            .so(Consequence::Spend(offender))
            .so(Consequence::Release);
        if duty.exacted {
            // What he has touched since did not lay it on him, and is not released with it.
            return ruling;
        }
        let touched = game.turn.touched.iter().map(|touch| touch.id).collect();
        return ruling.so(Consequence::Forgive(touched));
    }
    let liability = Liability::of(game, offender);
    let exacted = |liability: &Liability| open(game, liability).first().map(|each| each.clause);
    let Some((liability, clause)) = liability.and_then(|open| exacted(&open).map(|clause| (open, clause)))
    else {
        let lapse = LAPSES[game.terms.code].clause();
        return Ruling::refuse(lapse, say!("there is nothing for [him] to waive"));
    };
    let ruling = Ruling::silent().finding(clause, entitled, say!("{entitled} [lets] it pass"; entitled));
    if matches!(
        PENALTIES[game.terms.code].value,
        Penalties::AdversaryNames | Penalties::OpponentSelects
    ) {
        let forgiven = liability::forgiven(game, &liability, offender);
        return liability::let_stand(game, offender, ruling).and(forgiven);
    }
    ruling.and(liability::passed_over(game, &liability, offender))
}

/// Of several things that may be exacted or are owed, what this clause gives is let pass alone.
fn one_of_several(game: &Game, offender: Colour, named: &str) -> Option<Ruling> {
    let liability = Liability::of(game, offender)?;
    let by_clause = by_clause(game, &liability);
    let (clause, _) = *by_clause.iter().find(|(clause, _)| clause.is(named))?;
    let owes = duty_owed_to(game, !offender).is_some_and(|duty| duty.clause != named);
    if !owes && by_clause.iter().all(|(clause, _)| clause.is(named)) {
        return None;
    }
    let text = say!("{opponent} [lets] it pass"; opponent = !offender);
    let passed = by_clause.iter().filter(|(clause, _)| clause.is(named));
    let ruling = Ruling::silent().finding(clause, !offender, text);
    Some(passed.fold(ruling, |ruling, (_, passed)| {
        ruling.and(liability::passed_by_itself(game, &liability, passed, offender))
    }))
}
