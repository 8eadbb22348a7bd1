//! What may the opponent choose, where each offence is punished by itself?

use crate::{
    code::Clause,
    facts::{checks, legal, touched},
    means::liability::{Effect, Exaction},
    questions::remedies::{Choose, Failing, REMEDIES},
};
use jadoube_board::{Bitboard, Move, Position, Square};
use jadoube_game::{Game, Offence, Penalty, Sentence, Touch, say};

/// What one offence gives, in the codes in which each is punished by itself.
pub(crate) fn for_the_offence(game: &Game, offence: &Offence) -> Vec<Exaction> {
    let rows = REMEDIES[game.terms.code];
    let Some(row) = rows.iter().find(|row| row.offences.contains(&offence.kind)) else {
        return Vec::new();
    };
    // What was owed and not done is owed by the clause that laid it on him.
    let clause = match &offence.duty {
        Some(duty) if row.choose.contains(&Choose::WhatWasOwed) => Clause::written(duty.clause),
        _ => row.clause,
    };
    let Some(choice) = Choice::new(game, offence, clause) else {
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
            let done = |each: &Exaction| choice.played.is_some_and(|played| each.moves.contains(&played));
            let (met, left): (Vec<_>, Vec<_>) = open.into_iter().partition(done);
            // The King's move answers for every man touched; taking one of several answers for that one.
            let for_all = offence.touched.len() < 2 || met.iter().any(|each| each.penalty == Penalty::King);
            open = if met.is_empty() || !for_all {
                left
            } else {
                Vec::new()
            };
        }
        Failing::MenGoBack | Failing::Nothing => {}
    }
    open
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
            legal: legal::legal_at(game, &offence.turn, offence.past),
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
                if checks::was_announced(game, &self.offence.turn, self.offence.past) =>
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
        what: Sentence,
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
        let due = say!("{by} {what}"; by = self.offence.by, what);
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
            first,
            due,
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
            say!("must move the man on {square}"; square),
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
            say!("must take the man on {square}"; square),
            moves,
        )
    }

    pub(crate) fn moving_the_king(&self) -> Option<Exaction> {
        let moves = touched::of_the_king(&self.legal, self.position);
        self.bound_to(Penalty::King, None, say!("must move [his] King"), moves)
    }

    pub(crate) fn moving_another(&self, square: Square) -> Option<Exaction> {
        let moves = self.moves_from(square);
        self.bound_to(
            Penalty::Other,
            Some(square),
            say!("must move another man, that on {square}"; square),
            moves,
        )
    }

    pub(crate) fn unbound(&self, penalty: Penalty, text: &'static str, effect: Effect) -> Exaction {
        Exaction {
            penalty,
            man: None,
            men: Vec::new(),
            clause: self.clause,
            first: "",
            due: text.into(),
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

    /// What was owed and not done is owed again, now as a penalty, which castling does not discharge (`"IX"`, reading XXV-17).
    pub(crate) fn owing(&self) -> Vec<Exaction> {
        let Some(duty) = &self.offence.duty else {
            return Vec::new();
        };
        let moves: Vec<Move> = duty
            .moves
            .iter()
            .copied()
            .filter(|mv| !mv.is_castling())
            .collect();
        let king = self.position.king(self.position.turn());
        let from = moves.first().map(|mv| mv.from());
        let one_man = moves.iter().all(|mv| Some(mv.from()) == from);
        let taken = |mv: &Move| self.position.captured(*mv).map(|(square, _)| square);
        let prey = moves.first().and_then(taken);
        let one_prey = prey.is_some() && moves.iter().all(|mv| taken(mv) == prey);
        let owed = |penalty, man, what: Sentence| self.bound_to(penalty, man, what, moves.clone());
        let touched = |square: Option<Square>| {
            let men = &self.offence.touched;
            men.iter().position(|touch| Some(touch.square) == square)
        };
        // The man that was to be taken was touched, and its taker only afterwards or not at all.
        let prey_first = touched(prey).is_some_and(|prey| touched(from).is_none_or(|from| prey < from));
        if one_prey && prey_first {
            let what = say!(
                "must take the man on {square}"; square = prey.map_or_else(String::new, |prey| prey.to_string())
            );
            owed(Penalty::Take, prey, what).into_iter().collect()
        } else if one_man
            && from == Some(king)
            && !self.offence.touched.iter().any(|touch| touch.square == king)
        {
            owed(Penalty::King, None, say!("must move [his] King"))
                .into_iter()
                .collect()
        } else if one_man {
            let what = say!(
                "must move the man on {square}"; square = from.map_or_else(String::new, |from| from.to_string())
            );
            owed(Penalty::Move, from, what).into_iter().collect()
        } else if one_prey {
            let what = say!(
                "must take the man on {square}"; square = prey.map_or_else(String::new, |prey| prey.to_string())
            );
            owed(Penalty::Take, prey, what).into_iter().collect()
        } else {
            let squares: Bitboard = moves.iter().map(|mv| mv.from()).collect();
            squares
                .into_iter()
                .filter_map(|square| {
                    let moves = moves.iter().copied().filter(|mv| mv.from() == square).collect();
                    let what = say!("must move the man on {square}"; square);
                    self.bound_to(Penalty::Move, Some(square), what, moves)
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
        let both = touched::satisfying_both(&self.legal, self.position, &own, &adverse);
        let within = if both.is_empty() { &self.legal } else { &both };
        own.iter()
            .chain(&adverse)
            .filter_map(|each| {
                // Castling discharges no penalty.
                let mut moves = touched::playing(within, self.position, *each);
                moves.retain(|mv| !mv.is_castling());
                if self.played.is_some_and(|mv| moves.contains(&mv)) {
                    return None;
                }
                let (penalty, what) = if each.man.colour == player {
                    (
                        Penalty::Move,
                        say!("must move the man on {square}"; square = each.square),
                    )
                } else {
                    (
                        Penalty::Take,
                        say!("must take the man on {square}"; square = each.square),
                    )
                };
                self.bound_to(penalty, Some(each.square), what, moves)
            })
            .collect()
    }
}
