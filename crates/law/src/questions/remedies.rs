//! What does an offence cost? Remedies as rows, read by one procedure for each kind of penalty.

use crate::{
    code::{ByCode, Clause},
    questions::{
        check, lettered, moves,
        penalties::{PENALTIES, Penalties},
        touch,
    },
};
use jadoube_board::{Colour, Move, Position, Square};
use jadoube_game::{Game, Men, Offence, OffenceKind, Penalty, Touch, Window};

question! {
    "What does an offence cost? Remedies as rows, read by one procedure for each kind of penalty.";
    "A touched man was not played: it must be." => xxv "VII", bca_1862 "VI";
    "An adverse man was touched: take it, or move the King." => xxv "IX";
    "An adverse man was moved: take it where it stood, put it back, or leave it." => xxv "X";
    "A capture that could not be made: take that man otherwise, or move the man touched." => xxv "XI";
    "A player took a man of his own: the adversary names the one to move." => xxv "XII";
    "A man was put where it cannot go: the adversary chooses among three." => xxv "XIII";
    "Two moves running: the second goes back or both stand." => xxv "XIV";
    "False castling: the adversary chooses among three." => xxv "XVI";
    "The King was exposed: he must move." => xxv "XVII";
    "An announced check was neglected: the King must move." => bca_1862 "VIII";
    "A false move: the opponent chooses among three." => bca_1862 "VII";
    "A check was not met: the man touched must meet it if it can." => fide_1931 "9.vi";
    "A false capture: the man is taken lawfully, or the man touched is moved." => fide_1931 "17(b)";
    "An illegal move without a capture: that man must make a legal one." => fide_1931 "17(a)";
}

/// What the opponent may choose for an offence that is punished by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choose {
    /// The man wrongly moved is moved.
    TheManMoved,
    /// Each man touched may be named to be moved.
    EachManTouched,
    /// The adverse man touched or taken is taken.
    TheManTaken,
    /// The adverse man moved is taken where it stood.
    TheManWhereItStood,
    /// The King is moved.
    TheKing,
    /// The King is moved, if the check had been announced.
    TheKingIfAnnounced,
    /// Any other man is moved.
    AnotherMan,
    /// Of several men touched one is played.
    OneOfSeveral,
    /// What was owed and not done is done.
    WhatWasOwed,
    /// It stays as it is.
    LetItStand,
    /// The men are put back, and he is free.
    PutItBack,
}

/// What becomes of it where nothing can be chosen, or has been done already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failing {
    /// Nothing follows.
    Nothing,
    /// Nothing follows, also where he has done of himself what might be chosen.
    NothingIfDone,
    /// The men simply go back.
    MenGoBack,
}

/// What one kind of offence costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remedy {
    /// The offences it is for.
    pub offences: &'static [OffenceKind],
    /// What may be chosen.
    pub choose: &'static [Choose],
    /// What follows where none of it can be.
    pub failing: Failing,
    /// By which clause.
    pub clause: Clause,
}

const fn remedy(
    offences: &'static [OffenceKind],
    choose: &'static [Choose],
    failing: Failing,
    clause: Clause,
) -> Remedy {
    Remedy {
        offences,
        choose,
        failing,
        clause,
    }
}

/// What each kind of offence costs, in the codes in which each is punished by itself.
#[rustfmt::skip]
pub(crate) static REMEDIES: ByCode<&[Remedy]> = {
    use Choose::{AnotherMan, EachManTouched, LetItStand, OneOfSeveral, PutItBack, TheKing, TheKingIfAnnounced, TheManMoved, TheManTaken, TheManWhereItStood, WhatWasOwed};
    use Failing::{MenGoBack, Nothing, NothingIfDone};
    use OffenceKind as Of;
    ByCode {
        xxv: &[
            remedy(&[Of::TouchedSeveral],                  &[OneOfSeveral],                                Nothing,       cite!(reading, "XXV-11")),
            remedy(&[Of::MovedOtherwise],                  &[WhatWasOwed],                                 Nothing,       cite!(xxv, "VII")),
            remedy(&[Of::TouchedAdverseMan],               &[TheManTaken, TheKing],                        NothingIfDone, cite!(xxv, "IX")),
            remedy(&[Of::MovedAdverseMan],                 &[TheManWhereItStood, PutItBack, LetItStand],   Nothing,       cite!(xxv, "X")),
            remedy(&[Of::FalseCapture],                    &[TheManTaken, TheManMoved],                    MenGoBack,     cite!(xxv, "XI")),
            remedy(&[Of::TookOwnMan],                      &[EachManTouched],                              MenGoBack,     cite!(xxv, "XII")),
            remedy(&[Of::IllegalMove],                     &[LetItStand, TheManMoved, TheKing],            Nothing,       cite!(xxv, "XIII")),
            remedy(&[Of::OutOfTurn],                       &[LetItStand, PutItBack],                       Nothing,       cite!(xxv, "XIV")),
            remedy(&[Of::FalseCastling],                   &[EachManTouched, LetItStand],                  Nothing,       cite!(xxv, "XVI")),
            remedy(&[Of::TouchedImmoveable],               &[TheKing],                                     NothingIfDone, cite!(xxv, "XVII")),
            remedy(&[Of::ExposedKing, Of::NeglectedCheck], &[TheKing],                                     MenGoBack,     cite!(xxv, "XVII")),
        ],
        bca_1862: &[
            remedy(&[Of::TouchedSeveral],                  &[OneOfSeveral],                                Nothing,       cite!(bca_1862, "VI")),
            remedy(&[Of::MovedOtherwise],                  &[WhatWasOwed],                                 Nothing,       cite!(bca_1862, "VI")),
            remedy(&[Of::NeglectedCheck],                  &[TheKingIfAnnounced],                          Nothing,       cite!(bca_1862, "VIII")),
            remedy(&[Of::IllegalMove, Of::FalseCapture, Of::TookOwnMan, Of::ExposedKing, Of::FalseCastling],
                                                           &[TheManMoved, TheManTaken, AnotherMan],        Nothing,       cite!(bca_1862, "VII")),
        ],
        bcc_1896: &[],
        bcc_1899: &[],
        fide_1931: &[],
        fide_2023: &[],
    }
};

/// What one offence gives, in the codes in which each is punished by itself.
pub(crate) fn for_the_offence(game: &Game, offence: &Offence) -> Vec<Exaction> {
    let rows = REMEDIES[game.terms.code];
    let Some(row) = rows.iter().find(|row| row.offences.contains(&offence.kind)) else {
        return Vec::new();
    };
    let Some(choice) = Choice::new(game, offence, row.clause) else {
        return Vec::new();
    };
    let mut open: Vec<Exaction> = row
        .choose
        .iter()
        .flat_map(|choose| choice.of(game, *choose))
        .collect();
    match row.failing {
        // Readings XXV-15 and XXV-18: where nothing can be performed the men simply go back.
        Failing::MenGoBack if open.is_empty() => open.push(choice.replacing()),
        Failing::NothingIfDone => {
            let done = |played: Move| open.iter().any(|each| each.moves.contains(&played));
            if choice.played.is_some_and(done) {
                open.clear();
            }
        }
        Failing::MenGoBack | Failing::Nothing => {}
    }
    open
}

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
    pub text: String,
    pub moves: Vec<Move>,
    pub effect: Effect,
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

/// Everything that may be exacted for these offences.
pub(crate) fn open(game: &Game, liability: &Liability) -> Vec<Exaction> {
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => lettered::open(game, liability),
        Penalties::AdversaryNames | Penalties::OpponentSelects => {
            by_each(liability, |offence| for_the_offence(game, offence))
        }
        Penalties::RetractAndPlayTheMan => retract_and_play(game, liability),
        Penalties::OfTheArbiterAlone => Vec::new(),
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

/// `"17(a)"`, `"17(b)"`, `"9.vi"` after an illegal move; `"15(a)"` to `"15(e)"` after touching; what was required before.
pub(crate) fn retract_and_play(game: &Game, liability: &Liability) -> Vec<Exaction> {
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

pub(crate) fn for_one_that_binds(game: &Game, last: &Offence) -> Vec<Exaction> {
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
pub(crate) fn binds(kind: OffenceKind) -> bool {
    matches!(
        kind,
        OffenceKind::IllegalMove
            | OffenceKind::NeglectedCheck
            | OffenceKind::TouchedSeveral
            | OffenceKind::MovedOtherwise
    )
}

/// The opponent's man that an illegal move took off.
pub(crate) fn taken_by(offence: &Offence, after: &Men) -> Option<Touch> {
    let before = &offence.turn.men;
    let squares = before.board().of(!offence.by);
    squares.into_iter().find_map(|square| {
        let id = before.id(square)?;
        let man = before.get(square)?;
        after.square_of(id).is_none().then_some(Touch { id, man, square })
    })
}

/// What one offence lets the opponent choose from, in the older codes.
pub(crate) struct Choice<'a> {
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
    pub(crate) fn new(game: &Game, offence: &'a Offence, clause: Clause) -> Option<Self> {
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

    /// What this choice comes to here: one exaction for each man that can be named.
    fn of(&self, game: &Game, choose: Choose) -> Vec<Exaction> {
        let made = self.offence.made;
        let touched = &self.offence.touched;
        match choose {
            Choose::TheManMoved => made.and_then(|made| self.moving(made.from)).into_iter().collect(),
            Choose::EachManTouched => touched
                .iter()
                .filter_map(|touch| self.moving(touch.square))
                .collect(),
            Choose::TheManTaken => touched
                .iter()
                .filter(|touch| touch.man.colour != self.offence.by)
                .filter_map(|touch| self.taking(touch.square))
                .collect(),
            Choose::TheManWhereItStood => made.and_then(|made| self.taking(made.from)).into_iter().collect(),
            Choose::TheKing => self.moving_the_king().into_iter().collect(),
            // Reading BCA-28: the penalty is for a check given and announced.
            Choose::TheKingIfAnnounced
                if check::was_announced(game, &self.offence.turn, self.offence.past) =>
            {
                self.moving_the_king().into_iter().collect()
            }
            Choose::TheKingIfAnnounced => Vec::new(),
            Choose::AnotherMan => {
                let others = self.position.board().of(self.offence.by).into_iter();
                others
                    .filter(|square| made.is_some_and(|made| made.from != *square))
                    .filter_map(|square| self.moving_another(square))
                    .collect()
            }
            Choose::OneOfSeveral => self.selecting(),
            Choose::WhatWasOwed => self.owing(),
            Choose::LetItStand => vec![self.standing()],
            Choose::PutItBack => vec![self.replacing()],
        }
    }

    pub(crate) fn bound_to(
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
    pub(crate) fn moving(&self, square: Square) -> Option<Exaction> {
        let moves = self.moves_from(square);
        self.bound_to(
            Penalty::Move,
            Some(square),
            &format!("must move the man on {square}"),
            moves,
        )
    }

    pub(crate) fn moves_from(&self, square: Square) -> Vec<Move> {
        let moved = |mv: &Move| mv.from() == square && !mv.is_castling();
        self.legal.iter().copied().filter(moved).collect()
    }

    /// The man is taken, with whatever the offender likes.
    pub(crate) fn taking(&self, square: Square) -> Option<Exaction> {
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

    pub(crate) fn moving_the_king(&self) -> Option<Exaction> {
        let moves = touch::of_the_king(&self.legal, self.position);
        self.bound_to(Penalty::King, None, "must move his King", moves)
    }

    pub(crate) fn moving_another(&self, square: Square) -> Option<Exaction> {
        let moves = self.moves_from(square);
        self.bound_to(
            Penalty::Other,
            Some(square),
            &format!("must move another man, that on {square}"),
            moves,
        )
    }

    pub(crate) fn unbound(&self, penalty: Penalty, text: &str, effect: Effect) -> Exaction {
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

    pub(crate) fn standing(&self) -> Exaction {
        self.unbound(Penalty::Stand, "it stays as it is", Effect::Stand)
    }

    pub(crate) fn replacing(&self) -> Exaction {
        self.unbound(
            Penalty::Replace,
            "the men are put back where they stood",
            Effect::PutBack,
        )
    }

    /// What was owed and not done is owed again.
    pub(crate) fn owing(&self) -> Vec<Exaction> {
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
    pub(crate) fn selecting(&self) -> Vec<Exaction> {
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
