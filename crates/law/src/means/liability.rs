//! What stands open against an offender, and what may be exacted of him?

use crate::{
    code::Clause,
    facts::touched,
    means::{choices, entries, letters, retracting},
    questions::{
        out_of_turn::{SECOND_MOVE, SecondMove},
        penalties::{PENALTIES, Penalties},
    },
};
use jadoube_board::{Colour, Move, Square};
use jadoube_game::{
    Consequence, ForfeitableConduct, Game, Offence, OffenceKind, Penalty, Ruling, Sentence, Touch, Window,
    WrongMoveKind, say,
};

/// What exacting does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The position at the commencement of the turn is restored, and no more for now.
    RestoreOnly,
    /// The position is restored if it was changed, and the offender is bound to the moves.
    RestoreAndBind(Clause),
    /// The offender is bound to the moves in the turn that stands.
    Bind(Clause),
    /// What was done stays as it is.
    Stand,
    /// The men are put back and the offender is free.
    PutBack,
    /// Of several men touched one is named; what follows for it and the rest is the next question (reading FIDE-9).
    Narrow,
}

/// One thing that may be exacted and the moves it would leave the offender.
#[derive(Debug, Clone)]
pub(crate) struct Exaction {
    pub penalty: Penalty,
    pub man: Option<Square>,
    pub men: Vec<Square>,
    pub clause: Clause,
    /// What goes back first, where something does: words that come before what is due.
    pub first: &'static str,
    pub due: Sentence,
    pub moves: Vec<Move>,
    pub effect: Effect,
}

impl Exaction {
    /// In our words: what goes back, and what is due then.
    pub(crate) fn text(&self) -> Sentence {
        say!("{first}{due}"; first = self.first, due = self.due)
    }
}

/// What stands open against one offender, all his offences of the turn taken together.
pub(crate) struct Liability<'a> {
    pub offences: Vec<&'a Offence>,
}

impl<'a> Liability<'a> {
    pub(crate) fn of(game: &'a Game, offender: Colour) -> Option<Self> {
        let offences: Vec<&Offence> = game
            .ledger
            .offences
            .iter()
            .filter(|offence| offence.by == offender && offence.window == Window::UntilTouch)
            .filter(|offence| !matches!(offence.kind, OffenceKind::RookFirst | OffenceKind::FalseCry))
            .collect();
        (!offences.is_empty()).then_some(Liability { offences })
    }

    pub(crate) fn has(&self, kind: OffenceKind) -> bool {
        self.offences.iter().any(|offence| offence.kind == kind)
    }

    pub(crate) fn ids(&self) -> Vec<u32> {
        self.offences.iter().map(|offence| offence.id).collect()
    }

    /// The offences that bind him to a man, the latest first.
    pub(crate) fn binding(&self) -> impl Iterator<Item = &'a Offence> {
        self.offences
            .iter()
            .rev()
            .copied()
            .filter(|each| binds(each.kind))
    }

    /// The offence that a penalty of the F.I.D.E. laws is for: the latest that binds him to a man.
    pub(crate) fn basis(&self) -> &'a Offence {
        self.binding().next().unwrap_or_else(|| self.last())
    }

    /// The latest offence; there is always one.
    pub(crate) fn last(&self) -> &'a Offence {
        self.offences[self.offences.len() - 1]
    }

    /// Whether the British Code has the penalty discharged in a turn after the offence.
    pub(crate) fn in_a_later_turn(&self) -> bool {
        self.offences
            .iter()
            .any(|offence| is_for_a_later_turn(offence.kind))
    }

    /// Whether what may be exacted takes back no more than the move by which his turn ended: of several moves in one turn
    /// the others stay.
    pub(crate) fn keeps_the_turn(&self) -> bool {
        let touching = |kind| {
            matches!(
                kind,
                OffenceKind::TouchedImmoveable | OffenceKind::RemovedByMistake
            )
        };
        self.in_a_later_turn() || self.offences.iter().all(|offence| touching(offence.kind))
    }

    pub(crate) fn touched(&self) -> Vec<Touch> {
        let mut all: Vec<Touch> = Vec::new();
        for touch in self.offences.iter().flat_map(|offence| &offence.touched) {
            if !all.iter().any(|each| each.id == touch.id) {
                all.push(*touch);
            }
        }
        all
    }
}

/// Whether the British Code has the penalty for this discharged in a turn after the offence.
pub(crate) fn is_for_a_later_turn(kind: OffenceKind) -> bool {
    matches!(
        kind,
        OffenceKind::OutOfTurn
            | OffenceKind::SubstitutedOutOfTurn
            | OffenceKind::UnreadableText
            | OffenceKind::NothingSealed
    )
}

/// Everything that may be exacted for these offences.
pub(crate) fn open(game: &Game, liability: &Liability) -> Vec<Exaction> {
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => letters::open(game, liability),
        Penalties::AdversaryNames | Penalties::OpponentSelects => {
            by_each(liability, |offence| choices::for_the_offence(game, offence))
        }
        Penalties::RetractAndPlayTheMan => retracting::retract_and_play(game, liability),
        Penalties::OfTheArbiterAlone => Vec::new(),
    }
}

/// What stands against him, by the clauses that give something for it.
pub(crate) fn by_clause<'a>(game: &Game, liability: &Liability<'a>) -> Vec<(Clause, Liability<'a>)> {
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => letters::charges(game, liability)
            .into_iter()
            .filter(|charge| !letters::under(game, charge).is_empty())
            .map(|charge| (charge.clause(), charge.liability))
            .collect(),
        Penalties::AdversaryNames | Penalties::OpponentSelects => liability
            .offences
            .iter()
            .filter_map(|offence| {
                let offences = vec![*offence];
                Some((
                    choices::for_the_offence(game, offence).first()?.clause,
                    Liability { offences },
                ))
            })
            .collect(),
        Penalties::RetractAndPlayTheMan => {
            let by_itself = |offence: &&'a Offence| {
                let one = Liability {
                    offences: vec![*offence],
                };
                let open = retracting::retract_and_play(game, &one);
                Some((open.first()?.clause, one))
            };
            liability.offences.iter().filter_map(by_itself).collect()
        }
        Penalties::OfTheArbiterAlone => Vec::new(),
    }
}

/// That what is open by this clause may be let pass: what it is, where it must be told from something else that could be.
pub(crate) fn let_pass(game: &Game, liability: &Liability, clause: Clause, clauses: usize) -> Sentence {
    if clauses == 1 {
        return say!("let it pass");
    }
    let by_clause = by_clause(game, liability);
    let mut named: Vec<&str> = by_clause
        .iter()
        .filter(|(each, _)| *each == clause)
        .flat_map(|(_, liability)| liability.offences.iter().map(|offence| named(offence.kind)))
        .collect();
    named.dedup();
    match &named[..] {
        [] => say!("let it pass"),
        named => say!("let pass {what}"; what = named.join(", and ")),
    }
}

const fn named(kind: OffenceKind) -> &'static str {
    match kind {
        OffenceKind::TouchedImmoveable => "the touch of a man that cannot be played",
        OffenceKind::MovedOtherwise => "the move with another man than the one touched",
        OffenceKind::IllegalMove => "the illegal move",
        OffenceKind::Substituted => "the move put in the place of an illegal one",
        OffenceKind::OutOfTurn => "the move out of turn",
        OffenceKind::SubstitutedOutOfTurn => "the change of a move already made",
        OffenceKind::RookFirst => "the castling begun with the Rook",
        OffenceKind::RemovedByMistake => "the taking off of a man by mistake",
        OffenceKind::UnreadableText => "the text that fits no legal move",
        OffenceKind::NothingSealed => "that no move was written",
        OffenceKind::MovedAdverseMan => "the move of a man of the other side",
        OffenceKind::FalseCapture => "the illegal capture",
        OffenceKind::TookOwnMan => "the capture of a man of the same side",
        OffenceKind::FalseCastling => "the illegal castling",
        OffenceKind::ExposedKing => "the move that leaves the King in check",
        OffenceKind::NeglectedCheck => "the check left unanswered",
        OffenceKind::TouchedSeveral => "the touch of several men",
        OffenceKind::TouchedAdverseMan => "the touch of a man of the other side",
        OffenceKind::FalseCry => "the false cry of check",
        OffenceKind::Other => "what else was done",
    }
}

/// The exactions that each offence gives, none twice.
pub(crate) fn by_each(liability: &Liability, give: impl Fn(&Offence) -> Vec<Exaction>) -> Vec<Exaction> {
    let mut open: Vec<Exaction> = Vec::new();
    for each in liability.offences.iter().flat_map(|offence| give(offence)) {
        if !open
            .iter()
            .any(|other| other.penalty == each.penalty && other.man == each.man)
        {
            open.push(each);
        }
    }
    open
}

/// The offences for which the F.I.D.E. laws bind a player to a man.
pub(crate) fn binds(kind: OffenceKind) -> bool {
    matches!(
        kind,
        OffenceKind::IllegalMove
            | OffenceKind::NeglectedCheck
            | OffenceKind::TouchedSeveral
            | OffenceKind::MovedOtherwise
    )
}

/// Whether something may be exacted of this player for what he has done.
pub(crate) fn is_open_against(game: &Game, offender: Colour) -> bool {
    Liability::of(game, offender).is_some_and(|liability| !open(game, &liability).is_empty())
}

/// Whether something may yet be exacted or claimed for the move that the opponent of the player on turn has just made.
pub(crate) fn is_open_against_the_last_move(game: &Game) -> bool {
    let offender = !game.turn_to_play();
    let each_by_itself = matches!(
        PENALTIES[game.terms.code].value,
        Penalties::AdversaryNames | Penalties::OpponentSelects
    );
    let stands = |offence: &Offence| {
        offence.by == offender
            && offence.window == Window::UntilTouch
            && offence.kind != OffenceKind::FalseCry
            && (each_by_itself || offence.kind == OffenceKind::RookFirst)
    };
    let refused = |conduct: &ForfeitableConduct| {
        conduct.by == offender && conduct.opponent_moves == game.completed[(!offender).index()]
    };
    game.ledger.offences.iter().any(stands)
        || game.ledger.forfeitable.iter().any(refused)
        || is_open_against(game, offender)
}

/// `"5.1.1"`, `"5.2.1"`, `"5.2.2"`: the last move may yet be undone, for a man touched or because it was illegal.
pub(crate) fn may_be_undone(game: &Game) -> bool {
    game.pressing.claimable().is_some() || was_illegal(game)
}

/// The last move was no legal one, or none at all, and is on record; which hands made it is no matter here.
pub(crate) fn was_illegal(game: &Game) -> bool {
    let last = game.past.len().saturating_sub(1);
    game.pressing.faults.iter().any(|fault| {
        fault.past == last && !matches!(fault.kind, WrongMoveKind::BothHands | WrongMoveKind::Beside)
    })
}

/// What this offender's offences gave is used: one move is directed by one penalty, and all of them are spent (reading
/// BCC-40).
pub(crate) fn spent(game: &Game, liability: &Liability, offender: Colour) -> Ruling {
    Ruling::silent()
        .so(Consequence::Spend(offender))
        .and(touches_forgiven(game, liability, offender))
}

/// What these offences gave is waived or lost; whatever else he did stands.
pub(crate) fn passed_over(game: &Game, liability: &Liability, offender: Colour) -> Ruling {
    Ruling::silent()
        .so(Consequence::Forget(liability.ids()))
        .and(touches_forgiven(game, liability, offender))
}

/// What some of his offences gave is waived; what the others give stands, and narrows what he is bound to.
pub(crate) fn passed_by_itself(game: &Game, all: &Liability, passed: &Liability, offender: Colour) -> Ruling {
    let forgotten = Ruling::simply(Consequence::Forget(passed.ids()));
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => passed_over(game, passed, offender),
        Penalties::RetractAndPlayTheMan => forgotten.and(retracting::bound_to_the_rest(game, all, passed)),
        Penalties::AdversaryNames | Penalties::OpponentSelects | Penalties::OfTheArbiterAlone => {
            forgotten.and(forgiven(game, passed, offender))
        }
    }
}

/// The touches that these offences rested on found nothing more, nor does a duty that rested on them bind.
fn touches_forgiven(game: &Game, liability: &Liability, offender: Colour) -> Ruling {
    let ruling = forgiven(game, liability, offender);
    if game.turn_to_play() != offender {
        return ruling;
    }
    let retracted = !only_stuck(game) && liability.offences.iter().any(|offence| offence.restored);
    // A duty laid on him by touching, or when an illegal move was retracted, rested on the same offence.
    match &game.ledger.duty {
        Some(duty) if !duty.exacted || retracted => ruling.so(Consequence::Release),
        _ => ruling,
    }
}

/// In the British Code a man that can be played founds its own penalty, if he then plays otherwise.
fn only_stuck(game: &Game) -> bool {
    PENALTIES[game.terms.code].value == Penalties::LetteredAToC
}

/// The touches that these offences rested on found nothing more in this turn.
pub(crate) fn forgiven(game: &Game, liability: &Liability, offender: Colour) -> Ruling {
    if game.turn_to_play() != offender {
        return Ruling::silent();
    }
    let founds_nothing = |touch: &Touch| !only_stuck(game) || touched::is_stuck(game, touch);
    let men = liability
        .touched()
        .iter()
        .filter(|touch| founds_nothing(touch))
        .map(|touch| touch.id)
        .collect();
    Ruling::simply(Consequence::Forgive(men))
}

/// What was done stays, and the game goes on from it.
pub(crate) fn let_stand(game: &Game, offender: Colour, ruling: Ruling) -> Ruling {
    let ruling = ruling.so(Consequence::Spend(offender));
    let may_stand = SECOND_MOVE[game.terms.code].value == SecondMove::AnnulOrStand;
    if game.turn_to_play() == offender || !may_stand {
        // What has to be retracted is no penalty, and is not let pass with one.
        return ruling;
    }
    ruling.and(entries::taken_as_it_stands(game))
}

/// What was done is let stand, and all that was wrong with that move is used; the right against another move stands too.
pub(crate) fn let_one_stand(game: &Game, all: &Liability, offence: &Offence, ruling: Ruling) -> Ruling {
    let Some(altered) = &game.turn.altered else {
        return let_stand(game, offence.by, ruling);
    };
    let second = entries::of_the_alteration(game, altered);
    let of_the_second = |each: &Offence| second.contains(&each.id);
    let mut offences = all.offences.clone();
    offences.retain(|each| of_the_second(each) == of_the_second(offence));
    let ruling = ruling.and(passed_by_itself(game, all, &Liability { offences }, offence.by));
    if of_the_second(offence) {
        return ruling.and(entries::taken_as_it_stands(game));
    }
    ruling
}

/// Whether something may be exacted of this player, or is owed by him, by the clause named, a part of it or the whole of it.
pub(crate) fn is_at_issue(game: &Game, offender: Colour, owed: Option<&str>, named: &str) -> bool {
    let meant = |clause: &str| clause.starts_with(named) || named.starts_with(clause);
    let exacted = |liability: Liability| {
        let mut open = open(game, &liability).into_iter();
        open.any(|each| meant(each.clause.as_str()))
    };
    owed.is_some_and(meant) || Liability::of(game, offender).is_some_and(exacted)
}
