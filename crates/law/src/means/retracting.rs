//! What may be exacted, where an offender is bound to a man and plays again?

use crate::{
    code::Clause,
    facts::{checks, legal},
    means::{
        binding, choices, entries,
        liability::{self, Effect, Exaction, Liability},
    },
    questions::remedies::{RETRACTED, Retracted},
};
use jadoube_board::{Colour, Move, Square};
use jadoube_game::{
    Consequence, Game, HandMove, Irregularity, Men, Offence, OffenceKind, Party, Penalty, Right, Ruling,
    Touch, say,
};

/// After an illegal move, after touching, or for what was required before: the man that is to be played.
pub(crate) fn retract_and_play(game: &Game, liability: &Liability) -> Vec<Exaction> {
    let (Some(law), Some(last)) = (RETRACTED.of(game), liability.binding().next()) else {
        return Vec::new();
    };
    let mut open: Vec<Exaction> = Vec::new();
    // Reading FIDE-10: once the move has gone back, what he then plays does what he might be told to, or another man is named.
    let again = game.past.get(last.past).filter(|_| last.restored);
    let is_done = |each: &Exaction| {
        let played = again.and_then(|again| again.mv);
        played.is_some_and(|mv| each.moves.contains(&mv))
    };
    for offence in liability.binding().filter(|offence| offence.past == last.past) {
        for each in for_one_that_binds(law, game, offence) {
            let known = |other: &Exaction| other.penalty == each.penalty && other.man == each.man;
            if !each.moves.is_empty() && !open.iter().any(known) && !is_done(&each) {
                open.push(each);
            }
        }
    }
    open
}

fn for_one_that_binds(law: &Retracted, game: &Game, last: &Offence) -> Vec<Exaction> {
    let legal = legal::legal_at(game, &last.turn, last.past);
    let named =
        |penalty, man: jadoube_board::Man, square: Square, clause: Clause, moves: Vec<Move>, effect| {
            let verb = if penalty == Penalty::Take { "take" } else { "move" };
            let kind = man.kind.name();
            let again = if game.past.len() > last.past {
                "the move is retracted; then "
            } else {
                ""
            };
            Exaction {
                penalty,
                man: Some(square),
                men: Vec::new(),
                clause,
                first: again,
                due: say!("{by} must {verb} the {kind} on {square}"; by = last.by, verb, kind, square),
                moves,
                effect,
            }
        };
    let mut open = Vec::new();
    if let Some(duty) = &last.duty {
        let clause = Clause::written(duty.clause);
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
            (OffenceKind::NeglectedCheck, _) => law.left_in_check,
            (_, Some(_)) => law.capture,
            (_, None) => law.no_capture,
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
    } else if let Some(binding) = binding::Binding::of(game, &last.turn, &legal, &last.touched) {
        // Reading FIDE-10: a move that does what may be named stands, unless another man is named.
        let done = |naming: &binding::Naming| {
            let made = last.made.filter(|_| !last.restored);
            made.is_some_and(|made| naming.moves.iter().any(|mv| HandMove::from(*mv) == made))
        };
        let all_done = |naming: &binding::Naming| {
            let left = binding::Binding::of(game, &last.turn, &legal, &naming.left);
            done(naming) && left.is_none_or(|left| left.namings.iter().all(done))
        };
        for naming in binding.namings.into_iter().filter(|naming| !all_done(naming)) {
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

/// The move that left a check goes back at the opponent's word. While he may still exact something, what the law lays on the
/// offender binds him: to move his King, if the check was announced; else to play what he had touched or owed before.
pub(crate) fn check_attended_to(game: &Game, left: &Irregularity) -> Ruling {
    let offender = left.by;
    let ruling = Ruling::silent()
        .so(Consequence::Settle(offender))
        .so(entries::restore(&left.turn, left.past));
    let Some(liability) = Liability::of(game, offender) else {
        return ruling;
    };
    let of_kind = |kind| liability.offences.iter().find(move |each| each.kind == kind);
    let king = of_kind(OffenceKind::NeglectedCheck)
        .and_then(|offence| choices::for_the_offence(game, offence).into_iter().next());
    if let Some(king) = king {
        let text = king.due;
        return ruling
            .finding(king.clause, offender, text.clone())
            .so(entries::bind(king.clause.into(), text, king.moves, true));
    }
    let owing = of_kind(OffenceKind::MovedOtherwise);
    let Some((owing, duty)) = owing.and_then(|offence| Some((offence, offence.duty.as_ref()?))) else {
        return ruling;
    };
    let ruling = ruling
        .finding(duty.clause, offender, duty.text.clone())
        .so(entries::bind(
            duty.clause,
            duty.text.clone(),
            duty.moves.clone(),
            true,
        ));
    if owing.touched.len() < 2 {
        return ruling;
    }
    // Of several men touched the choice is the opponent's as before.
    let mut offence = (*owing).clone();
    offence.kind = OffenceKind::TouchedSeveral;
    offence.duty = None;
    ruling.so(Consequence::Note(Box::new(offence)))
}

/// The opponent draws attention to the illegal move just made, before touching a man of his own.
pub(crate) fn attention_drawn(game: &Game, offender: Colour, by: Option<Colour>) -> Option<Ruling> {
    let law = RETRACTED.of(game)?;
    let liability = Liability::of(game, offender)?;
    let last = *liability.offences.iter().rev().find(|each| {
        matches!(each.kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
            && !each.restored
            && each.past + 1 == game.past.len()
    })?;
    let open = liability::open(game, &liability);
    let by_the_opponent = by == Some(!offender);
    let clause = if !by_the_opponent {
        // Whoever has spoken, the choice stays the opponent's until he touches a man.
        law.said_by_another
    } else if last.kind == OffenceKind::NeglectedCheck {
        law.said_of_the_check
    } else {
        law.said_in_time
    };
    let ruling = Ruling::silent()
        .finding(clause, offender, "the illegal move is retracted")
        .so(entries::restore(&last.turn, last.past))
        .so(Consequence::Settle(offender));
    if open.is_empty() {
        let text = "no legal move would carry the penalty out: none can be exacted";
        return Some(ruling.finding(clause, offender, text));
    }
    let ruling = ruling.and(bound_to_one_of(&open, offender));
    if open.len() < 2 && by_the_opponent {
        return Some(ruling);
    }
    // The choice between them stays with the opponent until he touches a man of his own.
    Some(ruling.and(noted_again(&liability, last.past)))
}

/// The illegal move goes back, though nothing may be exacted for it: what he had touched or owed before it binds him as it did.
pub(crate) fn bound_as_before(game: &Game, illegal: &Irregularity) -> Option<Ruling> {
    let liability = Liability::of(game, illegal.by).filter(|_| illegal.past + 1 == game.past.len())?;
    let open = retract_and_play(game, &liability);
    let is_for_the_move =
        |each: &&Offence| each.past == illegal.past && each.kind == OffenceKind::MovedOtherwise;
    liability
        .binding()
        .find(is_for_the_move)
        .filter(|_| !open.is_empty())?;
    Some(bound_to_one_of(&open, illegal.by).and(noted_again(&liability, illegal.past)))
}

/// What is let pass by itself narrows what he is bound to, once the move has gone back.
pub(crate) fn bound_to_the_rest(game: &Game, liability: &Liability, passed: &Liability) -> Ruling {
    let offender = liability.last().by;
    let required = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted);
    let retracted = liability.offences.iter().any(|each| each.restored);
    if game.turn_to_play() != offender || !required || !retracted {
        return Ruling::silent();
    }
    let mut rest = liability.offences.clone();
    rest.retain(|each| !passed.ids().contains(&each.id));
    bound_to_one_of(&retract_and_play(game, &Liability { offences: rest }), offender)
}

/// The offender is bound to do one of these.
fn bound_to_one_of(open: &[Exaction], offender: Colour) -> Ruling {
    let Some(first) = open.first() else {
        return Ruling::simply(Consequence::Release);
    };
    let mut moves: Vec<Move> = open.iter().flat_map(|each| each.moves.clone()).collect();
    moves.sort_by_cached_key(ToString::to_string);
    moves.dedup();
    let others = open[1..].iter();
    let text = others.fold(
        first.due.clone(),
        |due, other| say!("{due} or {other}"; due, other = other.due),
    );
    Ruling::silent()
        .finding(first.clause, offender, text.clone())
        .so(entries::bind(first.clause.into(), text, moves, true))
}

/// The offences of the turn that began so stand, and the position has been restored for them.
fn noted_again(liability: &Liability, past: usize) -> Ruling {
    let of_the_turn = liability.offences.iter().filter(|each| each.past == past);
    of_the_turn.fold(Ruling::silent(), |ruling, each| {
        let mut offence = (*each).clone();
        offence.restored = true;
        ruling.so(Consequence::Note(Box::new(offence)))
    })
}

/// A move is taken back.
pub(crate) fn retract(game: &Game, ruling: Ruling, right: &Right) -> Ruling {
    if game.turn.altered.is_some() {
        return ruling.and(entries::retracted(game));
    }
    if let Some(irregularity) = checks::neglected_check(game) {
        return ruling.and(check_attended_to(game, irregularity));
    }
    let recalls_a_check = right.party == Party::from(game.turn_to_play());
    if recalls_a_check && let Some(turn) = checks::check_to_recall(game) {
        let text = say!("both last moves go back");
        return entries::attend_to_the_check(game, turn, Clause::written(right.clause), text);
    }
    match checks::cry_to_recall(game).and_then(|turn| Some((turn, game.past.get(turn)?))) {
        Some((turn, past)) => ruling
            .so(Consequence::Settle(!past.standing.player))
            .so(entries::restore(&past.standing, turn)),
        None => ruling,
    }
}
