//! What may be exacted, by whom, until when, and what does exacting it do?

use crate::{
    cite,
    code::{Answer, ByCode, Clause, answers, says},
    questions::{check, false_move, moves, out_of_turn, touch},
    umpire::player_of,
};
use jadoube_board::{Colour, Move, Position, Square};
use jadoube_game::{
    Act, Consequence, Deed, Duty, Event, Exposure, Game, HandMove, Irregularity, Men, Mode, Offence,
    OffenceKind, Party, Penalty, Right, Ruling, Standing, Touch, Window, castling_wing, rook_squares,
};

/// The moment at which the right to a penalty is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lapses {
    /// When the entitled player touches a man.
    OnTouching,
    /// When he touches a man, unless in consequence of the offence.
    OnTouchingUnlessInConsequence,
    /// When he touches one of his own men.
    OnTouchingHisOwn,
}

/// When the right to a penalty is lost.
#[rustfmt::skip]
pub static LAPSES: ByCode<Answer<Lapses>> = answers(ByCode {
    xxv:       says(Lapses::OnTouching,                    &["XXIV"]),
    bca_1862:  says(Lapses::OnTouchingUnlessInConsequence, &["IX"]),
    bcc_1896:  says(Lapses::OnTouching,                    &["II.11(a)"]),
    bcc_1899:  says(Lapses::OnTouching,                    &["II.11(a)"]),
    fide_1931: says(Lapses::OnTouchingHisOwn,              &["18.i"]),
    fide_2023: says(Lapses::OnTouching,                    &["4.8"]),
});

/// What a penalty that cannot be performed costs him who names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalRequirement {
    /// It is disregarded and the right is lost.
    LosesTheRight,
    /// It is not open to him; the right remains.
    NotOpen,
}

/// An illegal requirement.
#[rustfmt::skip]
pub static ILLEGAL_REQUIREMENT: ByCode<Answer<IllegalRequirement>> = answers(ByCode {
    xxv:       says(IllegalRequirement::NotOpen,       &["XIII"]),
    bca_1862:  says(IllegalRequirement::NotOpen,       &["VII"]),
    bcc_1896:  says(IllegalRequirement::LosesTheRight, &["II.11(e)"]),
    bcc_1899:  says(IllegalRequirement::LosesTheRight, &["II.11(e)"]),
    fide_1931: says(IllegalRequirement::LosesTheRight, &["18.iii"]),
    fide_2023: says(IllegalRequirement::NotOpen,       &["4.5"]),
});

/// Whether a move made by way of penalty may be castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastlingAsPenalty {
    /// Never, but where King and Rook were both touched and the opponent names both.
    OnlyIfBothNamed,
    /// Never.
    Never,
    /// It cannot be demanded; the player may choose it.
    MayBeChosen,
}

/// Castling in discharge of a penalty.
#[rustfmt::skip]
pub static CASTLING_AS_PENALTY: ByCode<Answer<CastlingAsPenalty>> = answers(ByCode {
    xxv:       crate::code::silent(CastlingAsPenalty::Never, crate::code::reading("XXV-17")),
    bca_1862:  says(CastlingAsPenalty::Never,           &["IX"]),
    bcc_1896:  says(CastlingAsPenalty::OnlyIfBothNamed, &["II.11(c)", "II.11.B"]),
    bcc_1899:  says(CastlingAsPenalty::OnlyIfBothNamed, &["II.11(c)", "II.11.B"]),
    fide_1931: says(CastlingAsPenalty::MayBeChosen,     &["18.ii"]),
    fide_2023: says(CastlingAsPenalty::MayBeChosen,     &["4.4.3"]),
});

/// Who chooses between penalties.
#[rustfmt::skip]
pub static WHO_CHOOSES: ByCode<Answer<()>> = answers(ByCode {
    xxv:       says((), &["XIII"]),
    bca_1862:  says((), &["VII"]),
    bcc_1896:  says((), &["II.11(d)"]),
    bcc_1899:  says((), &["II.11(d)"]),
    fide_1931: says((), &["15(d)"]),
    fide_2023: says((), &["4.3"]),
});

/// The kind of penalties a code knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Penalties {
    /// Three lettered penalties, alone or together.
    LetteredAToC,
    /// The adversary names a man to be moved or taken, the King, or lets what was done stand.
    AdversaryNames,
    /// The opponent names the man touched or the man to be taken; else the King is moved.
    OpponentSelects,
    /// None that a player chooses: the law binds of itself, and the arbiter penalises.
    OfTheArbiterAlone,
    /// The move is retracted and a legal move made with the man touched, at the opponent's option between two.
    RetractAndPlayTheMan,
}

/// The kind of penalties a code knows.
#[rustfmt::skip]
pub static PENALTIES: ByCode<Answer<Penalties>> = answers(ByCode {
    xxv:       says(Penalties::AdversaryNames,       &["XIII", "IX", "XVI"]),
    bca_1862:  says(Penalties::OpponentSelects,      &["VII", "VI"]),
    bcc_1896:  says(Penalties::LetteredAToC,         &["II.11.A", "II.11.B", "II.11.C"]),
    bcc_1899:  says(Penalties::LetteredAToC,         &["II.11.A", "II.11.B", "II.11.C"]),
    fide_1931: says(Penalties::RetractAndPlayTheMan, &["17(a)", "17(b)", "15(d)"]),
    fide_2023: says(Penalties::OfTheArbiterAlone,       &["12.9", "7.5.5"]),
});

/// What exacting does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
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
struct Exaction {
    penalty: Penalty,
    man: Option<Square>,
    men: Vec<Square>,
    clause: Clause,
    text: String,
    moves: Vec<Move>,
    effect: Effect,
}

/// What stands open against one offender, all his offences of the turn taken together.
struct Liability<'a> {
    offences: Vec<&'a Offence>,
}

impl<'a> Liability<'a> {
    fn of(game: &'a Game, offender: Colour) -> Option<Self> {
        let offences: Vec<&Offence> = game
            .ledger
            .offences
            .iter()
            .filter(|offence| offence.by == offender && offence.window == Window::UntilTouch)
            .filter(|offence| !matches!(offence.kind, OffenceKind::RookFirst | OffenceKind::FalseCry))
            .collect();
        (!offences.is_empty()).then_some(Liability { offences })
    }

    fn has(&self, kind: OffenceKind) -> bool {
        self.offences.iter().any(|offence| offence.kind == kind)
    }

    /// The offences that bind him to a man, the latest first.
    fn binding(&self) -> impl Iterator<Item = &'a Offence> {
        self.offences
            .iter()
            .rev()
            .copied()
            .filter(|each| binds(each.kind))
    }

    /// The offence that a penalty of the F.I.D.E. laws is for: the latest that binds him to a man.
    fn basis(&self) -> &'a Offence {
        self.binding().next().unwrap_or_else(|| self.last())
    }

    /// The latest offence; there is always one.
    fn last(&self) -> &'a Offence {
        self.offences[self.offences.len() - 1]
    }

    /// Whether the British Code has the penalty discharged in a turn after the offence.
    fn in_a_later_turn(&self) -> bool {
        self.offences.iter().any(|offence| {
            matches!(
                offence.kind,
                OffenceKind::OutOfTurn
                    | OffenceKind::SubstitutedOutOfTurn
                    | OffenceKind::UnreadableText
                    | OffenceKind::NothingSealed
            )
        })
    }

    fn touched(&self) -> Vec<Touch> {
        let mut all: Vec<Touch> = Vec::new();
        for touch in self.offences.iter().flat_map(|offence| &offence.touched) {
            if !all.iter().any(|each| each.id == touch.id) {
                all.push(*touch);
            }
        }
        all
    }
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
        let mut waived: Vec<Clause> = exactions.iter().map(|each| each.clause).collect();
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
                text: each.text.clone(),
            });
        }
        rights.extend(waived.into_iter().map(|clause| Right {
            party: entitled,
            act: Act::Waive {
                clause: Some(clause.as_str().to_owned()),
            },
            clause: clause.into(),
            text: "let it pass".to_owned(),
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
                text: "release him".to_owned(),
            });
        }
    }
}

/// Everything that may be exacted for these offences.
fn open(game: &Game, liability: &Liability) -> Vec<Exaction> {
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => british(game, liability),
        Penalties::AdversaryNames | Penalties::OpponentSelects => {
            by_each(liability, |offence| for_the_offence(game, offence))
        }
        Penalties::RetractAndPlayTheMan => retract_and_play(game, liability),
        Penalties::OfTheArbiterAlone => Vec::new(),
    }
}

/// The exactions that each offence gives, none twice.
fn by_each(liability: &Liability, give: impl Fn(&Offence) -> Vec<Exaction>) -> Vec<Exaction> {
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

/// `"17(a)"`, `"17(b)"`, `"9.vi"` after an illegal move; `"15(a)"` to `"15(e)"` after touching; what was required before.
fn retract_and_play(game: &Game, liability: &Liability) -> Vec<Exaction> {
    let Some(past) = liability.binding().next().map(|last| last.past) else {
        return Vec::new();
    };
    let mut open: Vec<Exaction> = Vec::new();
    for offence in liability.binding().filter(|offence| offence.past == past) {
        for each in for_one_that_binds(game, offence) {
            let known = |other: &Exaction| other.penalty == each.penalty && other.man == each.man;
            if !each.moves.is_empty() && !open.iter().any(known) {
                open.push(each);
            }
        }
    }
    open
}

fn for_one_that_binds(game: &Game, last: &Offence) -> Vec<Exaction> {
    let legal = moves::legal_at(game, &last.turn, last.past);
    let named =
        |penalty, man: jadoube_board::Man, square: Square, clause: Clause, moves: Vec<Move>, effect| {
            let verb = if penalty == Penalty::Take { "take" } else { "move" };
            let kind = man.kind.name();
            let again = if game.past.len() > last.past && !last.restored {
                "the move is retracted; then "
            } else {
                ""
            };
            Exaction {
                penalty,
                man: Some(square),
                men: Vec::new(),
                clause,
                text: format!("{again}{} must {verb} the {kind} on {square}", last.by),
                moves,
                effect,
            }
        };
    let mut open = Vec::new();
    if let Some(duty) = &last.duty {
        let clause = Clause::standing(duty.clause);
        for square in last.turn.men.board().of(last.by) {
            let moves: Vec<Move> = duty
                .moves
                .iter()
                .copied()
                .filter(|mv| mv.from() == square)
                .collect();
            if let Some(man) = last.turn.men.get(square) {
                let effect = Effect::RestoreAndBind(clause);
                open.push(named(Penalty::Move, man, square, clause, moves, effect));
            }
        }
        return open;
    }
    if matches!(last.kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
        && let Some(man) = last.touched.first()
    {
        let taken = last.after.as_ref().and_then(|after| taken_by(last, after));
        // Reading FIDE-2: a check neglected is ruled by "9.vi" alone, capture or not.
        let taken = taken.filter(|_| last.kind == OffenceKind::IllegalMove);
        let clause = match (last.kind, &taken) {
            (OffenceKind::NeglectedCheck, _) => cite!(fide_1931, "9.vi"),
            (_, Some(_)) => cite!(fide_1931, "17(b)"),
            (_, None) => cite!(fide_1931, "17(a)"),
        };
        let bind = Effect::RestoreAndBind(clause);
        if let Some(victim) = &taken {
            let captures = |mv: &Move| {
                let position = last.turn.position.as_ref();
                position
                    .and_then(|position| position.captured(*mv))
                    .is_some_and(|(square, _)| square == victim.square)
            };
            let moves = legal.iter().copied().filter(captures).collect();
            open.push(named(
                Penalty::Take,
                victim.man,
                victim.square,
                clause,
                moves,
                bind,
            ));
        }
        let moves = legal
            .iter()
            .copied()
            .filter(|mv| mv.from() == man.square)
            .collect();
        open.push(named(Penalty::Move, man.man, man.square, clause, moves, bind));
    } else {
        let binding = touch::Binding::of(&last.turn, &legal, &last.touched);
        for naming in binding.namings {
            let penalty = if naming.take { Penalty::Take } else { Penalty::Move };
            let effect = if naming.left.is_empty() {
                Effect::RestoreAndBind(binding.clause)
            } else {
                Effect::Narrow
            };
            open.push(named(
                penalty,
                naming.touch.man,
                naming.touch.square,
                binding.clause,
                naming.moves,
                effect,
            ));
        }
    }
    open
}

/// The offences for which the F.I.D.E. laws bind a player to a man.
fn binds(kind: OffenceKind) -> bool {
    matches!(
        kind,
        OffenceKind::IllegalMove
            | OffenceKind::NeglectedCheck
            | OffenceKind::TouchedSeveral
            | OffenceKind::MovedOtherwise
    )
}

/// The opponent's man that an illegal move took off.
fn taken_by(offence: &Offence, after: &Men) -> Option<Touch> {
    let before = &offence.turn.men;
    let squares = before.board().of(!offence.by);
    squares.into_iter().find_map(|square| {
        let id = before.id(square)?;
        let man = before.get(square)?;
        after.square_of(id).is_none().then_some(Touch { id, man, square })
    })
}

/// `"17"`: the opponent draws attention to the illegal move just made, before touching a man of his own.
pub(crate) fn attention_drawn(game: &Game, offender: Colour, by: Option<Colour>) -> Option<Ruling> {
    let liability = Liability::of(game, offender)?;
    let last = *liability.offences.iter().rev().find(|each| {
        matches!(each.kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
            && !each.restored
            && each.past + 1 == game.past.len()
    })?;
    let open = open(game, &liability);
    let by_the_opponent = by == Some(!offender);
    let clause = if !by_the_opponent {
        // Whoever has spoken, the choice stays the opponent's until he touches a man.
        cite!(reading, "FIDE-16")
    } else if last.kind == OffenceKind::NeglectedCheck {
        cite!(fide_1931, "9.vi")
    } else {
        cite!(fide_1931, "17")
    };
    let ruling = Ruling::silent()
        .finding(clause, offender, "the illegal move is retracted")
        .so(restore(&last.turn, last.past))
        .so(Consequence::Settle(offender));
    let Some(first) = open.first() else {
        let text = "no legal move answers to the penalty: none can be exacted";
        return Some(ruling.finding(clause, offender, text));
    };
    let mut moves: Vec<Move> = open.iter().flat_map(|each| each.moves.clone()).collect();
    moves.sort_by_cached_key(ToString::to_string);
    moves.dedup();
    let texts: Vec<&str> = open
        .iter()
        .map(|each| each.text.rsplit("; then ").next().unwrap_or_default())
        .collect();
    let duty = Duty {
        clause: first.clause.into(),
        text: texts.join(" or "),
        moves,
        exacted: true,
    };
    let ruling = ruling
        .finding(first.clause, offender, duty.text.clone())
        .so(Consequence::Bind(Box::new(duty)));
    if open.len() < 2 && by_the_opponent {
        return Some(ruling);
    }
    // The choice between the two stays with the opponent until he touches a man of his own.
    let mut offence = last.clone();
    offence.restored = true;
    Some(ruling.so(Consequence::Note(Box::new(offence))))
}

/// Whether a deed of the hand ends the rights to a penalty that its doer had.
pub(crate) fn lapses(game: &Game, deed: &Deed) -> bool {
    match LAPSES[game.terms.code].value {
        Lapses::OnTouchingHisOwn => deed.touched.iter().any(|touch| touch.man.colour == deed.by),
        Lapses::OnTouching | Lapses::OnTouchingUnlessInConsequence => {
            !deed.touched.is_empty() && reply(game, deed).lapses
        }
    }
}

/// What a deed of the hand does to rights to a penalty that its doer had.
pub(crate) fn lapse(game: &Game, deed: &Deed) -> Ruling {
    let ends = match LAPSES[game.terms.code].value {
        Lapses::OnTouching | Lapses::OnTouchingUnlessInConsequence => !deed.touched.is_empty(),
        Lapses::OnTouchingHisOwn => deed.touched.iter().any(|touch| touch.man.colour == deed.by),
    };
    if ends && !game.ledger.offences.is_empty() {
        Ruling::silent().so(Consequence::Lapse(deed.by))
    } else {
        Ruling::silent()
    }
}

/// What one offence lets the opponent choose from, in the older codes.
struct Choice<'a> {
    offence: &'a Offence,
    position: &'a Position,
    legal: Vec<Move>,
    /// The turn is over: what was done since must be put back first.
    over: bool,
    /// The move that ended it, if it was a legal one.
    played: Option<Move>,
    clause: Clause,
}

impl<'a> Choice<'a> {
    fn new(game: &Game, offence: &'a Offence, clause: Clause) -> Option<Self> {
        let position = offence.turn.position.as_ref()?;
        Some(Choice {
            offence,
            position,
            legal: moves::legal_at(game, &offence.turn, offence.past),
            over: game.past.len() > offence.past,
            played: game.past.get(offence.past).and_then(|past| past.mv),
            clause,
        })
    }

    fn bound_to(
        &self,
        penalty: Penalty,
        man: Option<Square>,
        what: &str,
        moves: Vec<Move>,
    ) -> Option<Exaction> {
        if moves.is_empty() {
            return None;
        }
        let first = if self.over {
            "the men are put back; then "
        } else {
            ""
        };
        let text = format!("{first}{} {what}", self.offence.by);
        let effect = if self.over {
            Effect::RestoreAndBind(self.clause)
        } else {
            Effect::Bind(self.clause)
        };
        Some(Exaction {
            penalty,
            man,
            men: Vec::new(),
            clause: self.clause,
            text,
            moves,
            effect,
        })
    }

    /// The man is moved; castling discharges no penalty.
    fn moving(&self, square: Square) -> Option<Exaction> {
        let moves = self.moves_from(square);
        self.bound_to(
            Penalty::Move,
            Some(square),
            &format!("must move the man on {square}"),
            moves,
        )
    }

    fn moves_from(&self, square: Square) -> Vec<Move> {
        let moved = |mv: &Move| mv.from() == square && !mv.is_castling();
        self.legal.iter().copied().filter(moved).collect()
    }

    /// The man is taken, with whatever the offender likes.
    fn taking(&self, square: Square) -> Option<Exaction> {
        let takes = |mv: &Move| {
            self.position
                .captured(*mv)
                .is_some_and(|(taken, _)| taken == square)
        };
        let moves = self.legal.iter().copied().filter(takes).collect();
        self.bound_to(
            Penalty::Take,
            Some(square),
            &format!("must take the man on {square}"),
            moves,
        )
    }

    fn moving_the_king(&self) -> Option<Exaction> {
        let moves = touch::of_the_king(&self.legal, self.position);
        self.bound_to(Penalty::King, None, "must move his King", moves)
    }

    fn moving_another(&self, square: Square) -> Option<Exaction> {
        let moves = self.moves_from(square);
        self.bound_to(
            Penalty::Other,
            Some(square),
            &format!("must move another man, that on {square}"),
            moves,
        )
    }

    fn unbound(&self, penalty: Penalty, text: &str, effect: Effect) -> Exaction {
        Exaction {
            penalty,
            man: None,
            men: Vec::new(),
            clause: self.clause,
            text: text.to_owned(),
            moves: Vec::new(),
            effect,
        }
    }

    fn standing(&self) -> Exaction {
        self.unbound(Penalty::Stand, "it stays as it is", Effect::Stand)
    }

    fn replacing(&self) -> Exaction {
        self.unbound(
            Penalty::Replace,
            "the men are put back where they stood",
            Effect::PutBack,
        )
    }

    /// What was owed and not done is owed again.
    fn owing(&self) -> Vec<Exaction> {
        let Some(duty) = &self.offence.duty else {
            return Vec::new();
        };
        let king = self.position.king(self.position.turn());
        let from = duty.moves.first().map(|mv| mv.from());
        let one_man = duty.moves.iter().all(|mv| Some(mv.from()) == from);
        let taken = |mv: &Move| self.position.captured(*mv).map(|(square, _)| square);
        let prey = duty.moves.first().and_then(taken);
        let one_prey = prey.is_some() && duty.moves.iter().all(|mv| taken(mv) == prey);
        let owed = |penalty, man, what: &str| self.bound_to(penalty, man, what, duty.moves.clone());
        let touched = |square: Option<Square>| {
            self.offence
                .touched
                .iter()
                .any(|touch| Some(touch.square) == square)
        };
        if one_prey && touched(prey) && !touched(from) {
            let what = format!(
                "must take the man on {}",
                prey.map_or_else(String::new, |prey| prey.to_string())
            );
            owed(Penalty::Take, prey, &what).into_iter().collect()
        } else if one_man
            && from == Some(king)
            && !self.offence.touched.iter().any(|touch| touch.square == king)
        {
            owed(Penalty::King, None, "must move his King")
                .into_iter()
                .collect()
        } else if one_man {
            let what = format!(
                "must move the man on {}",
                from.map_or_else(String::new, |from| from.to_string())
            );
            owed(Penalty::Move, from, &what).into_iter().collect()
        } else if one_prey {
            let what = format!(
                "must take the man on {}",
                prey.map_or_else(String::new, |prey| prey.to_string())
            );
            owed(Penalty::Take, prey, &what).into_iter().collect()
        } else {
            let mut squares: Vec<Square> = duty.moves.iter().map(|mv| mv.from()).collect();
            squares.sort_unstable();
            squares.dedup();
            squares
                .into_iter()
                .filter_map(|square| {
                    let moves = duty
                        .moves
                        .iter()
                        .copied()
                        .filter(|mv| mv.from() == square)
                        .collect();
                    let what = format!("must move the man on {square}");
                    self.bound_to(Penalty::Move, Some(square), &what, moves)
                })
                .collect()
        }
    }

    /// Of several men touched, each that can be played, the one he has played excepted.
    fn selecting(&self) -> Vec<Exaction> {
        let player = self.offence.by;
        let (own, adverse): (Vec<Touch>, Vec<Touch>) = self
            .offence
            .touched
            .iter()
            .partition(|touch| touch.man.colour == player);
        let both = touch::satisfying_both(&self.legal, self.position, &own, &adverse);
        let within = if both.is_empty() { &self.legal } else { &both };
        own.iter()
            .chain(&adverse)
            .filter_map(|each| {
                // Castling discharges no penalty.
                let mut moves = touch::playing(within, self.position, *each);
                moves.retain(|mv| !mv.is_castling());
                if self.played.is_some_and(|mv| moves.contains(&mv)) {
                    return None;
                }
                let (penalty, what) = if each.man.colour == player {
                    (Penalty::Move, format!("must move the man on {}", each.square))
                } else {
                    (Penalty::Take, format!("must take the man on {}", each.square))
                };
                self.bound_to(penalty, Some(each.square), &what, moves)
            })
            .collect()
    }
}

/// 1862: what the opponent may choose for this offence.
fn association(game: &Game, offence: &Offence) -> Vec<Exaction> {
    use OffenceKind as Kind;
    let clause = match offence.kind {
        Kind::TouchedSeveral | Kind::MovedOtherwise => cite!(bca_1862, "VI"),
        Kind::NeglectedCheck => cite!(bca_1862, "VIII"),
        _ => cite!(bca_1862, "VII"),
    };
    let Some(choice) = Choice::new(game, offence, clause) else {
        return Vec::new();
    };
    match offence.kind {
        Kind::TouchedSeveral => choice.selecting(),
        Kind::MovedOtherwise => choice.owing(),
        // `"VIII"`: the penalty is for a check given and announced (reading BCA-28).
        Kind::NeglectedCheck if check::was_announced(game, &offence.turn, offence.past) => {
            choice.moving_the_king().into_iter().collect()
        }
        Kind::IllegalMove
        | Kind::FalseCapture
        | Kind::TookOwnMan
        | Kind::ExposedKing
        | Kind::FalseCastling => {
            let Some(made) = offence.made else {
                return Vec::new();
            };
            let mut open: Vec<Exaction> = choice.moving(made.from).into_iter().collect();
            let prey = offence
                .touched
                .iter()
                .filter(|touch| touch.man.colour != offence.by);
            open.extend(prey.filter_map(|touch| choice.taking(touch.square)));
            for square in choice.position.board().of(offence.by) {
                if square != made.from {
                    open.extend(choice.moving_another(square));
                }
            }
            open
        }
        _ => Vec::new(),
    }
}

/// The Twenty-five Laws: what the adversary may choose for this offence.
fn twenty_five(game: &Game, offence: &Offence) -> Vec<Exaction> {
    use OffenceKind as Kind;
    let clause = match offence.kind {
        Kind::TouchedSeveral => cite!(reading, "XXV-11"),
        Kind::MovedOtherwise => cite!(xxv, "VII"),
        Kind::TouchedAdverseMan => cite!(xxv, "IX"),
        Kind::MovedAdverseMan => cite!(xxv, "X"),
        Kind::FalseCapture => cite!(xxv, "XI"),
        Kind::TookOwnMan => cite!(xxv, "XII"),
        Kind::OutOfTurn => cite!(xxv, "XIV"),
        Kind::FalseCastling => cite!(xxv, "XVI"),
        Kind::TouchedImmoveable | Kind::ExposedKing | Kind::NeglectedCheck => cite!(xxv, "XVII"),
        _ => cite!(xxv, "XIII"),
    };
    let Some(choice) = Choice::new(game, offence, clause) else {
        return Vec::new();
    };
    let made = offence.made;
    let prey = || {
        offence
            .touched
            .iter()
            .filter(|touch| touch.man.colour != offence.by)
    };
    let mut open: Vec<Exaction> = Vec::new();
    match offence.kind {
        Kind::TouchedSeveral => open = choice.selecting(),
        Kind::MovedOtherwise => open = choice.owing(),
        Kind::TouchedAdverseMan => {
            open.extend(prey().filter_map(|touch| choice.taking(touch.square)));
            open.extend(choice.moving_the_king());
            // He has done it of himself.
            if let Some(played) = choice.played
                && open.iter().any(|each| each.moves.contains(&played))
            {
                open.clear();
            }
        }
        Kind::MovedAdverseMan => {
            open.extend(made.and_then(|made| choice.taking(made.from)));
            open.push(choice.replacing());
            open.push(choice.standing());
        }
        Kind::FalseCapture => {
            open.extend(prey().filter_map(|touch| choice.taking(touch.square)));
            open.extend(made.and_then(|made| choice.moving(made.from)));
        }
        Kind::TookOwnMan => {
            open.extend(
                offence
                    .touched
                    .iter()
                    .filter_map(|touch| choice.moving(touch.square)),
            );
        }
        Kind::FalseCastling => {
            open.extend(
                offence
                    .touched
                    .iter()
                    .filter_map(|touch| choice.moving(touch.square)),
            );
            open.push(choice.standing());
        }
        Kind::TouchedImmoveable => open.extend(choice.moving_the_king().filter(|exaction| {
            choice
                .played
                .is_none_or(|played| !exaction.moves.contains(&played))
        })),
        Kind::ExposedKing | Kind::NeglectedCheck => open.extend(choice.moving_the_king()),
        Kind::OutOfTurn => {
            open.push(choice.standing());
            open.push(choice.replacing());
        }
        Kind::IllegalMove => {
            open.push(choice.standing());
            open.extend(made.and_then(|made| choice.moving(made.from)));
            open.extend(choice.moving_the_king());
        }
        _ => {}
    }
    let to_put_back = matches!(
        offence.kind,
        Kind::FalseCapture | Kind::TookOwnMan | Kind::ExposedKing | Kind::NeglectedCheck
    );
    if open.is_empty() && to_put_back {
        // Readings XXV-15 and XXV-18: where nothing can be performed the men simply go back.
        open.push(choice.replacing());
    }
    open
}

/// What a hand does to the rights against the other player, and to the man it touches.
pub(crate) struct Reply {
    /// The rights to a penalty are gone.
    pub lapses: bool,
    /// The touch is in consequence of the other's fault, and binds nobody.
    pub is_free: bool,
}

/// `"IX"` and reading BCA-35, `"XX"` and `"XXIV"`: is a touch a reply, or only the consequence of the opponent's fault?
pub(crate) fn reply(game: &Game, deed: &Deed) -> Reply {
    let by = deed.by;
    let touches = !deed.touched.is_empty() || deed.made.is_some();
    let straight_after = match game.last_act.as_deref() {
        None => {
            game.past.last().is_some_and(|last| last.standing.player != by) || game.turn.altered.is_some()
        }
        Some((party, _)) => party.player() == Some(!by),
    };
    let cried = check::falsely_cried(game);
    let at_fault = game.turn.altered.is_some()
        || game.ledger.offences.iter().any(|offence| {
            offence.by != by
                && matches!(
                    offence.kind,
                    OffenceKind::IllegalMove
                        | OffenceKind::FalseCapture
                        | OffenceKind::TookOwnMan
                        | OffenceKind::ExposedKing
                        | OffenceKind::NeglectedCheck
                        | OffenceKind::FalseCastling
                )
        });
    let only_touched = deed.made.is_none() && by == game.turn_to_play() && straight_after;
    let in_consequence = match LAPSES[game.terms.code].value {
        Lapses::OnTouchingUnlessInConsequence => only_touched && (at_fault || cried),
        Lapses::OnTouching | Lapses::OnTouchingHisOwn => false,
    };
    Reply {
        lapses: touches && !in_consequence && !game.ledger.offences.is_empty(),
        is_free: only_touched && (in_consequence || cried),
    }
}

/// The turn in which a lettered penalty is discharged, and how many turns were over when it began.
fn turn_to_discharge<'a>(game: &'a Game, liability: &Liability<'a>) -> (&'a Standing, usize) {
    let last = liability.last();
    // Reading BCC-12: for an offence out of turn, or by a text, it is the offender's turn after it that counts.
    if !liability.in_a_later_turn() {
        return (&last.turn, last.past);
    }
    match game.past.last() {
        // He has already moved in it; that move is taken back (reading BCC-2).
        Some(turn) if turn.standing.player == last.by && game.turn_to_play() != last.by => {
            (&turn.standing, game.past.len() - 1)
        }
        _ => (&game.standing, game.past.len()),
    }
}

/// The British Code's penalties: which of A, B, C, A with B and A with C are open, with every lawful choice of men.
fn british(game: &Game, liability: &Liability) -> Vec<Exaction> {
    use OffenceKind as Kind;
    let illegal = liability.has(Kind::IllegalMove);
    let restored = liability.offences.iter().any(|offence| offence.restored);
    let touched_stuck = liability.has(Kind::TouchedImmoveable);
    let otherwise = liability.has(Kind::MovedOtherwise);
    let late = liability.has(Kind::OutOfTurn) || liability.has(Kind::SubstitutedOutOfTurn);
    let unreadable = liability.has(Kind::UnreadableText) || liability.has(Kind::NothingSealed);
    let removed = liability.has(Kind::RemovedByMistake);
    let (turn, past) = turn_to_discharge(game, liability);
    let Some(position) = &turn.position else {
        return Vec::new();
    };
    if position.turn() != liability.last().by {
        // His turn has not come yet.
        return Vec::new();
    }
    let touched = liability.touched();
    let mut open = Vec::new();
    if illegal && !restored {
        open.push(Exaction {
            penalty: Penalty::A,
            man: None,
            men: Vec::new(),
            clause: cite!(bcc, "II.6(b)"),
            text: "the position at the commencement of the turn is restored".to_owned(),
            moves: position.legal_moves().iter().copied().collect(),
            effect: Effect::RestoreOnly,
        });
    }
    let directs_a_turn = liability.in_a_later_turn() || restored;
    let has_moved = game.past.len() > past;
    let effect = |clause| {
        if directs_a_turn && !has_moved {
            Effect::Bind(clause)
        } else {
            Effect::RestoreAndBind(clause)
        }
    };
    let both = |b: bool, c: bool, with_a: bool, clause: Clause, open: &mut Vec<Exaction>| {
        let first = match (with_a, directs_a_turn && has_moved) {
            (true, _) => "the position is restored; then ",
            (false, true) => "the move is taken back; then ",
            (false, false) => "",
        };
        if b {
            let named = if with_a { Penalty::AThenB } else { Penalty::B };
            let effect = effect(cite!(bcc, "II.11.B"));
            open.extend(penalty_b(position, &touched, (named, first), clause, effect));
        }
        if c {
            let named = if with_a { Penalty::AThenC } else { Penalty::C };
            let effect = effect(cite!(bcc, "II.11.C"));
            open.extend(penalty_c(position, (named, first), clause, effect));
        }
    };
    if illegal {
        both(true, true, !restored, cite!(bcc, "II.6(b)"), &mut open);
    } else if liability.has(Kind::Substituted) {
        both(true, true, true, cite!(bcc, "II.6(c)"), &mut open);
    } else if late {
        both(true, true, false, cite!(bcc, "II.6(d)"), &mut open);
    } else if touched_stuck && otherwise {
        both(true, true, true, cite!(bcc, "II.5(d)"), &mut open);
    } else if otherwise {
        both(true, false, true, cite!(bcc, "II.5(c)"), &mut open);
    } else if touched_stuck {
        both(false, true, false, cite!(bcc, "II.5(b)"), &mut open);
    } else if unreadable {
        both(false, true, false, text_clause(game), &mut open);
    } else if removed {
        // `"II.5(g)"`: he may be treated as having touched the man.
        let stuck = touched
            .iter()
            .any(|touch| touch::moves_playing(position, touch).is_empty());
        both(false, stuck, false, cite!(bcc, "II.5(g)"), &mut open);
    }
    open
}

/// A sealed text is ruled by one law, a communicated one by another.
fn text_clause(game: &Game) -> Clause {
    match game.terms.mode {
        Mode::Board => cite!(bcc, "II.7(c)"),
        Mode::Communication => cite!(bcc, "III.3"),
    }
}

/// Penalty B: a man touched is moved or taken; of two men one takes the other; King and Rook castle.
fn penalty_b(
    position: &Position,
    touched: &[Touch],
    (penalty, restore): (Penalty, &str),
    clause: Clause,
    effect: Effect,
) -> Vec<Exaction> {
    let player = position.turn();
    let mut open = Vec::new();
    for touch in touched {
        let mut moves = touch::moves_playing(position, touch);
        moves.retain(|mv| !mv.is_castling());
        if !moves.is_empty() {
            let verb = if touch.man.colour == player {
                "move"
            } else {
                "take"
            };
            let text = format!(
                "{restore}{player} must {verb} the {} on {}",
                touch.man.kind.name(),
                touch.square
            );
            open.push(Exaction {
                penalty,
                man: Some(touch.square),
                men: Vec::new(),
                clause,
                text,
                moves,
                effect,
            });
        }
    }
    for (at, one) in touched.iter().enumerate() {
        for other in &touched[at + 1..] {
            let (own, adverse) = if one.man.colour == player {
                (one, other)
            } else {
                (other, one)
            };
            if own.man.colour == player && adverse.man.colour != player {
                let takes = |mv: &Move| {
                    mv.from() == own.square
                        && position
                            .captured(*mv)
                            .is_some_and(|(square, _)| square == adverse.square)
                };
                let moves: Vec<Move> = position.legal_moves().iter().copied().filter(takes).collect();
                if !moves.is_empty() {
                    let text = format!(
                        "{restore}{player} must take the man on {} with the man on {}",
                        adverse.square, own.square
                    );
                    let men = vec![own.square, adverse.square];
                    open.push(Exaction {
                        penalty,
                        man: None,
                        men,
                        clause,
                        text,
                        moves,
                        effect,
                    });
                }
            } else if own.man.colour == player && adverse.man.colour == player {
                let castles = |mv: &Move| {
                    mv.wing().is_some_and(|wing| {
                        let pair = [mv.from(), rook_squares(mv.from(), wing).0];
                        pair.contains(&own.square) && pair.contains(&adverse.square)
                    })
                };
                let moves: Vec<Move> = position.legal_moves().iter().copied().filter(castles).collect();
                if !moves.is_empty() {
                    let text = format!(
                        "{restore}{player} must castle with the men on {} and {}",
                        own.square, adverse.square
                    );
                    let men = vec![own.square, adverse.square];
                    open.push(Exaction {
                        penalty,
                        man: None,
                        men,
                        clause,
                        text,
                        moves,
                        effect,
                    });
                }
            }
        }
    }
    open
}

/// Penalty C: the King is moved, not castled; if he cannot move, a man that the opponent selects.
fn penalty_c(
    position: &Position,
    (penalty, restore): (Penalty, &str),
    clause: Clause,
    effect: Effect,
) -> Vec<Exaction> {
    let player = position.turn();
    let moves = touch::kings_moves(position);
    if !moves.is_empty() {
        let text = format!("{restore}{player} must move his King");
        return vec![Exaction {
            penalty,
            man: None,
            men: Vec::new(),
            clause,
            text,
            moves,
            effect,
        }];
    }
    let mut open = Vec::new();
    for square in position.board().of(player) {
        let moves: Vec<Move> = position
            .legal_moves_from(square)
            .iter()
            .copied()
            .filter(|mv| !mv.is_castling())
            .collect();
        if !moves.is_empty() {
            let text = format!("{restore}{player}, whose King cannot move, must move the man on {square}");
            open.push(Exaction {
                penalty,
                man: Some(square),
                men: Vec::new(),
                clause,
                text,
                moves,
                effect,
            });
        }
    }
    open
}

/// The King named by his square where the law names him otherwise; in the older codes also the King called the King, and
/// a man named by the square where it was wrongly put.
fn named_otherwise<'a>(
    game: &Game,
    liability: &Liability,
    open: &'a [Exaction],
    penalty: Penalty,
    man: Option<Square>,
) -> Option<&'a Exaction> {
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => {
            // Penalty C is the King's move where he has one: his own square names him too.
            let king = turn_to_discharge(game, liability)
                .0
                .men
                .board()
                .king(liability.last().by);
            return open
                .iter()
                .find(|each| each.penalty == penalty && each.man.is_none() && each.men.is_empty())
                .filter(|_| man.is_some() && man == king);
        }
        Penalties::RetractAndPlayTheMan | Penalties::OfTheArbiterAlone => return None,
        Penalties::AdversaryNames | Penalties::OpponentSelects => {}
    }
    let last = liability.last();
    if penalty == Penalty::King {
        let king = last.turn.men.board().king(last.by);
        return open
            .iter()
            .find(|each| each.penalty == Penalty::Move && each.man == king);
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
    let lapse = LAPSES[game.terms.code].authority.governing().unwrap_or_default();
    let Some(liability) = Liability::of(game, offender) else {
        let waits = |offence: &Offence| offence.by == offender && offence.window == Window::NextTurn;
        if PENALTIES[game.terms.code].value == Penalties::LetteredAToC
            && game.ledger.offences.iter().any(waits)
        {
            let why = "for an offence in his own turn he must wait: the penalty is exacted in the offender's next turn";
            return Ruling::refuse(cite!(bcc, "II.11(b)"), why);
        }
        return Ruling::refuse(
            lapse,
            "no penalty is open to him: there was no offence, or he has touched a man since",
        );
    };
    let open = open(game, &liability);
    let same_men = |each: &Exaction| {
        let (mut a, mut b) = (each.men.clone(), men.clone());
        a.sort();
        b.sort();
        a == b
    };
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
    if chosen.is_none() && man.is_none() && men.is_empty() && lettered_and_open(game, &open, *penalty) {
        // Nothing illegal is required: it only has still to be said which man.
        return Ruling::refuse(
            WHO_CHOOSES[game.terms.code]
                .authority
                .governing()
                .unwrap_or_default(),
            "the choice among several men is his: he must name the man",
        );
    }
    if chosen.is_none()
        && let Some(waits) = restoration_first(&open, *penalty)
    {
        let why =
            "it is not yet open: the position must first be restored by Penalty A, or both exacted together";
        return Ruling::refuse(waits, why);
    }
    let Some(chosen) = chosen else {
        let answer = &ILLEGAL_REQUIREMENT[game.terms.code];
        let clause = answer.authority.governing().unwrap_or_default();
        let is_open = open.iter().any(|each| each.penalty == *penalty);
        if answer.value == IllegalRequirement::NotOpen {
            let clause = open.first().map_or(clause, |each| each.clause.as_str());
            return Ruling::refuse(
                clause,
                "what is required cannot be performed, and is not open to him",
            );
        }
        if !is_open && man.is_none() && men.is_empty() {
            let names: Vec<&str> = {
                let mut names: Vec<&str> = open.iter().map(|each| each.penalty.word()).collect();
                names.dedup();
                names
            };
            return Ruling::refuse(
                lapse,
                format!("that penalty is not open here; open are: {}", names.join(", ")),
            );
        }
        let castling = mv.is_some_and(|mv| {
            let man = liability.last().turn.men.get(mv.from);
            man.is_some_and(|man| castling_wing(man, mv.from, mv.to).is_some())
        });
        let clause = match CASTLING_AS_PENALTY[game.terms.code] {
            Answer {
                value: CastlingAsPenalty::MayBeChosen,
                authority,
            } if castling => authority.governing().unwrap_or(clause),
            _ => clause,
        };
        let why = if castling && clause != answer.authority.governing().unwrap_or_default() {
            "castling cannot be exacted: it is disregarded, and the right to a penalty is lost"
        } else {
            "what is required cannot legally be done: it is disregarded, and the right to a penalty is lost"
        };
        let mut ruling = Ruling::refuse(clause, why).finding(clause, entitled, why);
        ruling = ruling.and(spent(game, &liability, offender));
        return match PENALTIES[game.terms.code].value {
            Penalties::RetractAndPlayTheMan => ruling.and(retracted_all_the_same(game, &liability)),
            _ => ruling,
        };
    };
    carry_out(game, &liability, offender, chosen)
}

/// Penalty B or C by itself, where it can only follow Penalty A: by which clause.
fn restoration_first(open: &[Exaction], penalty: Penalty) -> Option<Clause> {
    let with_a = match penalty {
        Penalty::B => Penalty::AThenB,
        Penalty::C => Penalty::AThenC,
        _ => return None,
    };
    open.iter()
        .find(|each| each.penalty == with_a)
        .map(|each| each.clause)
}

/// What this offender's offences gave is used, waived or lost: it is spent, and the touches it rested on with it.
fn spent(game: &Game, liability: &Liability, offender: Colour) -> Ruling {
    let ruling = Ruling::silent().so(Consequence::Spend(offender));
    if game.turn_to_play() != offender {
        return ruling;
    }
    // In the British Code a man that can be played founds its own penalty, if he then plays otherwise.
    let only_stuck = PENALTIES[game.terms.code].value == Penalties::LetteredAToC;
    let founds_nothing = |touch: &Touch| {
        !only_stuck
            || game
                .position()
                .is_some_and(|position| touch::moves_playing(position, touch).is_empty())
    };
    let men = liability
        .touched()
        .iter()
        .filter(|touch| founds_nothing(touch))
        .map(|touch| touch.id)
        .collect();
    let ruling = ruling.so(Consequence::Forgive(men));
    // A duty laid on him by touching, or when an illegal move was retracted, rested on the same offence.
    let retracted = !only_stuck && liability.offences.iter().any(|offence| offence.restored);
    match &game.ledger.duty {
        Some(duty) if !duty.exacted || retracted => ruling.so(Consequence::Release),
        _ => ruling,
    }
}

/// Whether this lettered penalty is open, with more men than one to choose from.
fn lettered_and_open(game: &Game, open: &[Exaction], penalty: Penalty) -> bool {
    PENALTIES[game.terms.code].value == Penalties::LetteredAToC
        && open.iter().any(|each| each.penalty == penalty)
}

/// Reading FIDE-15: naming an illegal penalty loses the penalty, but the illegal move is retracted all the same.
fn retracted_all_the_same(game: &Game, liability: &Liability) -> Ruling {
    let illegal = |each: &&&Offence| {
        matches!(each.kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
            && each.past + 1 == game.past.len()
    };
    let Some(last) = liability.offences.iter().find(illegal) else {
        return Ruling::silent();
    };
    let text = "the illegal move is retracted without penalty";
    Ruling::silent()
        .finding(cite!(reading, "FIDE-15"), last.by, text)
        .so(restore(&last.turn, last.past))
}

/// Of several men touched one has been named: `"15(c)"` now holds for it and the man of the other colour.
fn narrowed(game: &Game, last: &Offence, chosen: &Exaction) -> Ruling {
    let legal = moves::legal_at(game, &last.turn, last.past);
    let named = touch::Binding::of(&last.turn, &legal, &last.touched);
    let Some(naming) = named
        .namings
        .into_iter()
        .find(|each| Some(each.touch.square) == chosen.man)
    else {
        return Ruling::silent();
    };
    let left = touch::Binding::of(&last.turn, &legal, &naming.left);
    let duty = Duty {
        clause: left.clause.into(),
        text: chosen
            .text
            .rsplit("; then ")
            .next()
            .unwrap_or_default()
            .to_owned(),
        moves: left.moves,
        exacted: true,
    };
    let ruling = Ruling::silent()
        .so(restore(&last.turn, last.past))
        .so(Consequence::Settle(last.by))
        .so(Consequence::Bind(Box::new(duty)));
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
    let last = match PENALTIES[game.terms.code].value {
        Penalties::RetractAndPlayTheMan => liability.basis(),
        Penalties::AdversaryNames | Penalties::OpponentSelects => origin(game, liability, chosen),
        Penalties::LetteredAToC | Penalties::OfTheArbiterAlone => liability.last(),
    };
    let mut ruling = Ruling::silent().finding(chosen.clause, offender, chosen.text.clone());
    if PENALTIES[game.terms.code].value == Penalties::RetractAndPlayTheMan && game.past.len() > last.past {
        let text = "the position before the offence is reinstated";
        ruling = ruling.finding(cite!(fide_1931, "18.iv"), offender, text);
    }
    if matches!(
        chosen.effect,
        Effect::RestoreOnly | Effect::RestoreAndBind(_) | Effect::PutBack
    ) {
        let (turn, past) = match PENALTIES[game.terms.code].value {
            Penalties::LetteredAToC => turn_to_discharge(game, liability),
            _ => (&last.turn, last.past),
        };
        ruling = ruling.so(restore(turn, past));
    }
    match chosen.effect {
        Effect::Stand => let_stand(game, offender, ruling),
        Effect::PutBack => ruling.so(Consequence::Spend(offender)),
        Effect::RestoreOnly => ruling.so(Consequence::Restored(offender)),
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
            let text = chosen
                .text
                .rsplit("; then ")
                .next()
                .unwrap_or_default()
                .to_owned();
            let duty = Duty {
                clause: clause.into(),
                text,
                moves: chosen.moves.clone(),
                exacted: true,
            };
            ruling
                .and(spent(game, liability, offender))
                .so(Consequence::Awaited)
                .so(Consequence::Bind(Box::new(duty)))
        }
    }
}

/// The offence for which this is exacted; in the British Code all of a turn are one.
fn origin<'a>(game: &Game, liability: &Liability<'a>, chosen: &Exaction) -> &'a Offence {
    let same = |each: &Exaction| each.penalty == chosen.penalty && each.man == chosen.man;
    liability
        .offences
        .iter()
        .copied()
        .find(|offence| for_the_offence(game, offence).iter().any(same))
        .unwrap_or_else(|| liability.last())
}

/// What was done stays, and the game goes on from it.
fn let_stand(game: &Game, offender: Colour, ruling: Ruling) -> Ruling {
    if game.turn.altered.is_some() && game.turn_to_play() != offender {
        ruling.and(out_of_turn::taken_as_it_stands(game))
    } else {
        ruling.so(Consequence::Spend(offender))
    }
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
    let refused = |exposure: &Exposure| {
        exposure.by == offender && exposure.opponent_moves == game.completed[(!offender).index()]
    };
    game.ledger.offences.iter().any(stands)
        || game.ledger.exposures.iter().any(refused)
        || Liability::of(game, offender).is_some_and(|liability| !open(game, &liability).is_empty())
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
    if let Some(duty) = duty_owed_to(game, entitled) {
        return Ruling::silent()
            .finding(duty.clause, entitled, format!("{entitled} releases {offender}"))
            .so(Consequence::Spend(offender))
            .so(Consequence::Forgive(
                game.turn.touched.iter().map(|touch| touch.id).collect(),
            ))
            .so(Consequence::Release);
    }
    let Some(liability) = Liability::of(game, offender) else {
        let lapse = LAPSES[game.terms.code].authority.governing().unwrap_or_default();
        return Ruling::refuse(lapse, "there is nothing for him to waive");
    };
    let clause = open(game, &liability).first().map(|each| each.clause.as_str());
    let clause = clause
        .or(WHO_CHOOSES[game.terms.code].authority.governing())
        .unwrap_or_default();
    let ruling = Ruling::silent().finding(clause, entitled, format!("{entitled} lets it pass"));
    if matches!(
        PENALTIES[game.terms.code].value,
        Penalties::AdversaryNames | Penalties::OpponentSelects
    ) {
        return let_stand(game, offender, ruling);
    }
    ruling.and(spent(game, &liability, offender))
}

/// In the older codes: of several things that may be exacted or are owed, what this clause gives is let pass alone.
fn one_of_several(game: &Game, offender: Colour, named: &str) -> Option<Ruling> {
    let liability = Liability::of(game, offender)?;
    let by_clause: Vec<(OffenceKind, Clause)> = liability
        .offences
        .iter()
        .filter_map(|offence| Some((offence.kind, for_the_offence(game, offence).first()?.clause)))
        .collect();
    let (_, clause) = *by_clause.iter().find(|(_, clause)| clause.is(named))?;
    let owes = duty_owed_to(game, !offender).is_some_and(|duty| duty.clause != named);
    if !owes && by_clause.iter().all(|(_, clause)| clause.is(named)) {
        return None;
    }
    let text = format!("{} lets it pass", !offender);
    let passed = by_clause.into_iter().filter(|(_, clause)| clause.is(named));
    Some(passed.fold(
        Ruling::silent().finding(clause, !offender, text),
        |ruling, (kind, _)| ruling.so(Consequence::Forget(offender, kind)),
    ))
}

/// What one offence gives, in the codes in which each is punished by itself.
fn for_the_offence(game: &Game, offence: &Offence) -> Vec<Exaction> {
    match PENALTIES[game.terms.code].value {
        Penalties::AdversaryNames => twenty_five(game, offence),
        Penalties::OpponentSelects => association(game, offence),
        Penalties::LetteredAToC | Penalties::RetractAndPlayTheMan | Penalties::OfTheArbiterAlone => {
            Vec::new()
        }
    }
}

/// A player bound to certain moves has completed another.
pub(crate) fn moved_against_duty(game: &Game, duty: &Duty, deed: &Deed, mv: Move) -> Ruling {
    match PENALTIES[game.terms.code].value {
        Penalties::AdversaryNames | Penalties::OpponentSelects => owes_it_still(game, duty, deed, mv),
        Penalties::LetteredAToC | Penalties::RetractAndPlayTheMan => refusal(game, duty, deed),
        Penalties::OfTheArbiterAlone => Ruling::refuse(duty.clause, duty.text.clone()),
    }
}

/// `"VI"`, `"VII"`: the move is complete, and may be taken back for the one that was owed; 1862 counts it an
/// illegality, which goes back also later (reading BCA-27).
fn owes_it_still(game: &Game, duty: &Duty, deed: &Deed, mv: Move) -> Ruling {
    let text = format!("{} has moved otherwise than he must: {}", deed.by, duty.text);
    let mut offence = touch::offence(
        game,
        deed.by,
        OffenceKind::MovedOtherwise,
        touch::all_touched(game, deed),
    );
    offence.made = Some(mv.into());
    offence.duty = Some(Box::new(duty.clone()));
    let mut ruling = Ruling::silent()
        .finding(duty.clause, deed.by, text)
        .so(Consequence::Note(Box::new(offence)));
    if false_move::FOUND_LATER[game.terms.code].value == false_move::FoundLater::WithinFourMoves {
        let (turn, past) = game.turn_start();
        let irregularity = Irregularity {
            by: deed.by,
            kind: OffenceKind::MovedOtherwise,
            number: game.hand_moves + 1,
            turn: turn.clone(),
            past,
            since: [0, 0],
        };
        ruling = ruling.so(Consequence::Record(Box::new(irregularity)));
    }
    ruling
}

fn refusal(game: &Game, duty: &Duty, deed: &Deed) -> Ruling {
    if !duty.exacted {
        return Ruling::silent();
    }
    let clause = crate::questions::forfeits::REFUSING[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    let text = format!(
        "{} has moved otherwise than was required of him: {}",
        deed.by, duty.text
    );
    let exposure = Exposure {
        by: deed.by,
        offence: "refusal".to_owned(),
        clause,
        opponent_moves: game.completed[(!deed.by).index()],
    };
    Ruling::silent()
        .finding(clause, deed.by, text)
        .so(Consequence::Expose(Box::new(exposure)))
}

/// The standing a penalty would return to, for others that restore.
pub(crate) fn restore(turn: &Standing, past: usize) -> Consequence {
    Consequence::Restore(Box::new(turn.clone()), past)
}
