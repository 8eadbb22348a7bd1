//! What may be exacted, by whom, until when, and what does exacting it do?

use crate::{
    cite,
    code::{Answer, ByCode, Clause, answers, says},
    questions::{moves, touch},
    umpire::player_of,
};
use jadoube_board::{Colour, Move, Position, Square};
use jadoube_game::{
    Act, Consequence, Deed, Duty, Event, Exposure, Game, HandMove, Men, Mode, Offence, OffenceKind, Party,
    Penalty, Right, Ruling, Standing, Touch, Window, castling_wing, rook_squares,
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
});

/// Who chooses between penalties.
#[rustfmt::skip]
pub static WHO_CHOOSES: ByCode<Answer<()>> = answers(ByCode {
    xxv:       says((), &["XIII"]),
    bca_1862:  says((), &["VII"]),
    bcc_1896:  says((), &["II.11(d)"]),
    bcc_1899:  says((), &["II.11(d)"]),
    fide_1931: says((), &["15(d)"]),
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
            .offences
            .iter()
            .filter(|offence| offence.by == offender && offence.window == Window::UntilTouch)
            .filter(|offence| !matches!(offence.kind, OffenceKind::RookFirst))
            .collect();
        (!offences.is_empty()).then_some(Liability { offences })
    }

    fn has(&self, kind: OffenceKind) -> bool {
        self.offences.iter().any(|offence| offence.kind == kind)
    }

    /// The offence that a penalty of the F.I.D.E. laws is for: the latest that binds him to a man.
    fn basis(&self) -> &'a Offence {
        let binding = self.offences.iter().rev().find(|each| binds(each.kind));
        binding.copied().unwrap_or_else(|| self.last())
    }

    /// The latest offence; there is always one.
    fn last(&self) -> &'a Offence {
        self.offences[self.offences.len() - 1]
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
        let Some(first) = exactions.first() else { continue };
        let waived = first.clause;
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
        rights.push(Right {
            party: entitled,
            act: Act::Waive {
                clause: Some(waived.as_str().to_owned()),
            },
            clause: waived.into(),
            text: "let it pass".to_owned(),
        });
    }
    rights
}

/// Everything that may be exacted for these offences.
fn open(game: &Game, liability: &Liability) -> Vec<Exaction> {
    match PENALTIES[game.terms.code].value {
        Penalties::LetteredAToC => british(game, liability),
        Penalties::RetractAndPlayTheMan => federation(game, liability),
        Penalties::AdversaryNames | Penalties::OpponentSelects => Vec::new(),
    }
}

/// `"17(a)"`, `"17(b)"`, `"9.vi"` after an illegal move; `"15(a)"` to `"15(e)"` after touching.
fn federation(game: &Game, liability: &Liability) -> Vec<Exaction> {
    let Some(last) = liability.offences.iter().rev().find(|each| binds(each.kind)) else {
        return Vec::new();
    };
    let legal = moves::legal_at(game, &last.turn, last.past);
    let named = |penalty, touch: &Touch, clause: Clause, moves: Vec<Move>, effect| {
        let verb = if penalty == Penalty::Take { "take" } else { "move" };
        let (kind, square) = (touch.man.kind.name(), touch.square);
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
        if let Some(taken) = &taken {
            let takes = |mv: &Move| {
                let position = last.turn.position.as_ref();
                position
                    .and_then(|position| position.captured(*mv))
                    .is_some_and(|(square, _)| square == taken.square)
            };
            let moves = legal.iter().copied().filter(takes).collect();
            open.push(named(Penalty::Take, taken, clause, moves, bind));
        }
        let moves = legal
            .iter()
            .copied()
            .filter(|mv| mv.from() == man.square)
            .collect();
        open.push(named(Penalty::Move, man, clause, moves, bind));
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
                &naming.touch,
                binding.clause,
                naming.moves,
                effect,
            ));
        }
    }
    open.retain(|exaction| !exaction.moves.is_empty());
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
pub(crate) fn attention_drawn(game: &Game, offender: Colour) -> Option<Ruling> {
    let liability = Liability::of(game, offender)?;
    let last = *liability.offences.iter().rev().find(|each| {
        matches!(each.kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
            && !each.restored
            && each.past + 1 == game.past.len()
    })?;
    let open = open(game, &liability);
    let clause = if last.kind == OffenceKind::NeglectedCheck {
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
    if open.len() < 2 {
        return Some(ruling);
    }
    // The choice between the two stays with the opponent until he touches a man of his own.
    let mut offence = last.clone();
    offence.restored = true;
    Some(ruling.so(Consequence::Note(Box::new(offence))))
}

/// What a deed of the hand does to rights to a penalty that its doer had.
pub(crate) fn lapse(game: &Game, deed: &Deed) -> Ruling {
    let ends = match LAPSES[game.terms.code].value {
        Lapses::OnTouching | Lapses::OnTouchingUnlessInConsequence => !deed.touched.is_empty(),
        Lapses::OnTouchingHisOwn => deed.touched.iter().any(|touch| touch.man.colour == deed.by),
    };
    if ends && !game.offences.is_empty() {
        Ruling::silent().so(Consequence::Lapse(deed.by))
    } else {
        Ruling::silent()
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
    let last = liability.last();
    // Reading BCC-12: out of turn, the penalty directs the offender's next move and nothing is restored.
    let position = if late || unreadable {
        game.position()
    } else {
        last.turn.position.as_ref()
    };
    let Some(position) = position else {
        return Vec::new();
    };
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
    let changes_nothing = late || unreadable || restored;
    let effect = |clause| {
        if changes_nothing {
            Effect::Bind(clause)
        } else {
            Effect::RestoreAndBind(clause)
        }
    };
    let both = |b: bool, c: bool, first: bool, clause: Clause, open: &mut Vec<Exaction>| {
        if b {
            open.extend(penalty_b(
                position,
                &touched,
                first,
                clause,
                effect(cite!(bcc, "II.11.B")),
            ));
        }
        if c {
            open.extend(penalty_c(position, first, clause, effect(cite!(bcc, "II.11.C"))));
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
    with_a: bool,
    clause: Clause,
    effect: Effect,
) -> Vec<Exaction> {
    let penalty = if with_a { Penalty::AThenB } else { Penalty::B };
    let restore = if with_a {
        "the position is restored; then "
    } else {
        ""
    };
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
fn penalty_c(position: &Position, with_a: bool, clause: Clause, effect: Effect) -> Vec<Exaction> {
    let penalty = if with_a { Penalty::AThenC } else { Penalty::C };
    let restore = if with_a {
        "the position is restored; then "
    } else {
        ""
    };
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
        if PENALTIES[game.terms.code].value == Penalties::LetteredAToC && game.offences.iter().any(waits) {
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
        });
    let Some(chosen) = chosen else {
        let answer = &ILLEGAL_REQUIREMENT[game.terms.code];
        let clause = answer.authority.governing().unwrap_or_default();
        let is_open = open.iter().any(|each| each.penalty == *penalty);
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
            let man = game.standing.men.get(mv.from);
            man.is_some_and(|man| castling_wing(man, mv.from, mv.to).is_some())
        });
        let clause = match CASTLING_AS_PENALTY[game.terms.code] {
            Answer {
                value: CastlingAsPenalty::MayBeChosen,
                authority,
            } if castling => authority.governing().unwrap_or(clause),
            _ => clause,
        };
        let why =
            "what is required cannot legally be done: it is disregarded, and the right to a penalty is lost";
        let mut ruling = Ruling::refuse(clause, why).finding(clause, entitled, why);
        ruling.consequences.push(Consequence::Settle(offender));
        return match PENALTIES[game.terms.code].value {
            Penalties::RetractAndPlayTheMan => ruling.and(retracted_all_the_same(game, &liability)),
            _ => ruling,
        };
    };
    carry_out(game, &liability, offender, chosen)
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
    if !left.opponent_names {
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
        _ => liability.last(),
    };
    let mut ruling = Ruling::silent().finding(chosen.clause, offender, chosen.text.clone());
    if matches!(chosen.effect, Effect::RestoreOnly | Effect::RestoreAndBind(_)) {
        ruling = ruling.so(restore(&last.turn, last.past));
    }
    match chosen.effect {
        Effect::RestoreOnly => ruling.so(Consequence::Restored(offender)),
        Effect::Narrow => ruling.and(narrowed(game, last, chosen)),
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
                .so(Consequence::Settle(offender))
                .so(Consequence::Awaited)
                .so(Consequence::Bind(Box::new(duty)))
        }
    }
}

/// A penalty is let pass.
pub(crate) fn waive(game: &Game, event: &Event) -> Ruling {
    let entitled = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let offender = !entitled;
    let Some(liability) = Liability::of(game, offender) else {
        let lapse = LAPSES[game.terms.code].authority.governing().unwrap_or_default();
        return Ruling::refuse(lapse, "there is nothing for him to waive");
    };
    let clause = open(game, &liability).first().map(|each| each.clause.as_str());
    let clause = clause
        .or(WHO_CHOOSES[game.terms.code].authority.governing())
        .unwrap_or_default();
    let mut ruling = Ruling::silent()
        .finding(clause, entitled, format!("{entitled} lets it pass"))
        .so(Consequence::Settle(offender));
    if game.illegal.is_some() {
        // The penalty is gone; the illegality is not (reading BCC-9), and may now be corrected freely.
        ruling = ruling.so(Consequence::Consent(entitled, "substitute".to_owned()));
    }
    ruling
}

/// A player bound to certain moves has completed another.
pub(crate) fn moved_against_duty(game: &Game, duty: &Duty, deed: &Deed, mv: Move) -> Ruling {
    let _ = mv;
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
