//! The hand of the player on turn: which questions does it raise, and which of them goes before which?

use crate::{
    facts::{
        change::{self, Change, Rest},
        legal,
    },
    means::{after, entries, lapsing, moving},
    questions::{
        completing::{LEFT_A_PAWN, LeftAPawn, PROMOTING, PUT_UPON, Promoting, PutUpon},
        crossings, duties,
        false_move::{self, FALSE_MOVE, FalseMove, Judged, Then},
        moved_otherwise, out_of_turn, powers, removals, touch,
    },
    reading::announced_in,
};
use jadoube_board::{Colour, Kind, Man, Move};
use jadoube_game::{
    Act, Consequence, Deed, Event, Fill, Game, Held, How, Impossible, OffBoard, OffenceKind, Ruling, Touch,
    last_rank, say,
};

/// The hand of the player on turn did something.
pub(crate) fn in_his_turn(game: &Game, event: &Event, deed: Deed) -> Result<Ruling, Impossible> {
    if let Some(beside) = beside_what_was_altered(game, event) {
        return Ok(beside);
    }
    if let Some(anew) = touched_anew(game, event, &deed) {
        return project(game, anew, event);
    }
    match FALSE_MOVE[game.terms.code].value {
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => quitted(game, event, deed),
        FalseMove::TurnGoesOn | FalseMove::Retracted | FalseMove::PutBackOncePressed => {
            in_parts(game, event, deed)
        }
    }
}

/// The opponent has, out of turn, put a man where one stood that the player has moved and not yet quite played: his move is
/// judged without that man, which stays where it is.
fn beside_what_was_altered(game: &Game, event: &Event) -> Option<Ruling> {
    let altered = game.turn.altered.as_ref().filter(|_| game.is_crossed())?;
    let before = altered.before.as_ref()?;
    let squares = match &event.act {
        // What he has begun he may also be said to play as a whole.
        Act::Move { mv, .. } if game.is_crossed_at(mv.from) => vec![mv.to],
        Act::Move { mv, .. } => vec![mv.from, mv.to],
        Act::Touch { squares, .. } => vec![*squares.first()],
        Act::Lift { square } | Act::Place { square } | Act::Remove { square, .. } => vec![*square],
        _ => Vec::new(),
    };
    if squares
        .iter()
        .any(|square| game.men.id(*square) != before.id(*square))
    {
        // His hand is on what was altered.
        return None;
    }
    let judged = |first: Ruling| project(game, first.so(Consequence::UndoAlteration), event).ok();
    let ruling = judged(Ruling::silent())?;
    if ruling.refused.is_some() {
        return None;
    }
    let past = game.past.len();
    let ruling = if after(game, &ruling).past.len() > past {
        judged(entries::put_on_record(game))?
    } else {
        ruling
    };
    Some(ruling.so(Consequence::LayOver(altered.clone(), past)))
}

/// A man whose earlier touch was waived or used up is touched again.
fn touched_anew(game: &Game, event: &Event, deed: &Deed) -> Option<Ruling> {
    let forgiven = |touch: &&Touch| game.ledger.forgiven.contains(&touch.id);
    let anew: Vec<_> = deed
        .touched
        .iter()
        .filter(forgiven)
        .map(|touch| touch.id)
        .collect();
    let touches = match event.act {
        Act::Touch { .. } | Act::Lift { .. } | Act::Remove { mistake: false, .. } => true,
        Act::Move { .. } => leaves_a_promotion_open(deed),
        _ => false,
    };
    let counts = touches && !anew.is_empty() && !lapsing::reply(game, deed).is_free;
    counts.then(|| Ruling::simply(Consequence::TouchAnew(anew)))
}

/// Codes in which letting go ends the move, right or wrong, and touching alone may bind: `"VI"`, `"VIII"`.
fn quitted(game: &Game, event: &Event, mut deed: Deed) -> Result<Ruling, Impossible> {
    let by = deed.by;
    let makes_a_move = deed.made.is_some() || matches!(event.act, Act::Promote { .. });
    if game.turn.altered.is_some() && (makes_a_move || out_of_turn::is_accepted_by(game, &deed)) {
        let accepted = touched_as_it_was(game, entries::taken_as_it_stands(game));
        return project(game, accepted, event);
    }
    without_what_is_under(game, event, &mut deed);
    let reply = lapsing::reply(game, &deed);
    let mut ruling = Ruling::silent();
    if reply.is_free && !deed.touched.is_empty() {
        // Nor does it bind him that he touches the same man again, or lets it go; what he owed before he owes still.
        let owed = |id| {
            game.ledger.carried[by.index()]
                .iter()
                .any(|carried| carried.id == id)
        };
        let touched = deed.touched.drain(..).map(|touch| touch.id);
        ruling = ruling.so(Consequence::Forgive(touched.filter(|id| !owed(*id)).collect()));
    }
    if reply.lapses {
        ruling = ruling.so(Consequence::Lapse(by));
    }
    if let Some(later) = moving::replaces_a_token(game, &deed, &event.act) {
        return Ok(ruling.and(later));
    }
    if let Act::Remove {
        mistake: true,
        square,
    } = event.act
    {
        return Ok(touched_as_it_was(
            game,
            ruling.and(removals::dropped(game, &deed, square)),
        ));
    }
    if !deed.held.is_empty() {
        let touches = match event.act {
            Act::Touch { .. } | Act::Lift { .. } => true,
            // What stands under the man in his hand is taken by it.
            Act::Remove { square, .. } => !deed.held.iter().any(|held| held.on == Some(square)),
            _ => false,
        };
        let bound = if touches && !reply.is_free {
            touch::in_his_turn(game, &deed)
        } else {
            Ruling::silent()
        };
        return Ok(ruling.so(Consequence::Perform(Box::new(deed))).and(bound));
    }
    // Whatever stands under a man let go is taken.
    let under = deed.under.first().map(|under| under.square);
    deed.off.append(&mut deed.under);
    let say = match &event.act {
        Act::Move { say, .. } => say.as_deref(),
        _ => None,
    };
    let stays_pawn = matches!(event.act, Act::Promote { to: Kind::Pawn, .. })
        || matches!(event.act, Act::Move { mv, .. } if mv.becomes == Some(Kind::Pawn));
    let perform = Consequence::Perform(Box::new(deed.clone()));
    if game.turn.altered.is_some() && deed.made.is_none() {
        // What the opponent altered in this turn is no doing of this hand, which has only touched.
        let ruling = ruling.so(perform);
        return Ok(if reply.is_free {
            ruling
        } else {
            ruling.and(touched_as_altered(game, &deed))
        });
    }
    let men = change::with_the_pawn_replaced(game, &deed.men, &deed.off, by);
    let change = change::whole_change(game, &men, &deed.under);
    let left_lying = match (&event.act, &change) {
        (Act::Quit { .. }, Change::Legal(_) | Change::Irregular) => under,
        (Act::Quit { .. }, Change::Begun(moves, Rest::RemoveTaken)) => change::taken_by(game, moves[0]),
        _ => None,
    };
    let ruling = match change {
        Change::Nothing if reply.is_free => ruling.so(perform),
        Change::Nothing | Change::Begun(_, Rest::TakeTheRemoved) => {
            ruling.so(perform).and(touch::in_his_turn(game, &deed))
        }
        Change::Legal(mv) => ruling.so(perform).and(complete(game, &deed, mv, say)),
        Change::Begun(..) if let Some(mv) = whole_move(&change, stays_pawn) => {
            ruling.so(perform).and(complete(game, &deed, mv, say))
        }
        Change::Begun(moves, Rest::RemoveTaken) if moves.len() == 1 => {
            ruling.so(perform).and(complete(game, &deed, moves[0], say))
        }
        Change::Begun(_, rest) => {
            let text = say!("the move is not complete: {rest}"; rest = rest.text(game));
            ruling
                .so(perform)
                .finding(moving::clause_of(game, rest), by, text)
                .and(touched_meanwhile(game, event, &deed))
        }
        // A man taken off before a move that does not take it goes back; it was touched.
        Change::Irregular if let Some((mv, _)) = complete_but_for_a_removal(game, &deed, stays_pawn) => {
            ruling.so(perform).and(complete(game, &deed, mv, say))
        }
        Change::Irregular if matches!(event.act, Act::Promote { .. }) => {
            ruling.and(exchanged_later(game, event, &deed))
        }
        Change::Irregular => ruling.and(irregular(game, event, &deed)),
    };
    Ok(left_lying
        .into_iter()
        .map(|square| Consequence::LeaveLying(by, square))
        .fold(ruling, Ruling::so))
}

/// A man is touched while a move is let go and not complete: it may be no part of it. A Pawn put on its last rank is touched
/// like one lifted and put there: another man was touched before it.
fn touched_meanwhile(game: &Game, event: &Event, deed: &Deed) -> Ruling {
    match event.act {
        Act::Touch { .. } => touch::in_his_turn(game, deed),
        Act::Move { .. } if !game.turn.touched.is_empty() && !deed.touched.is_empty() => {
            touch::in_his_turn(game, deed)
        }
        _ => Ruling::silent(),
    }
}

/// Whether a Pawn is put on its last rank, and it is not said what it becomes.
fn leaves_a_promotion_open(deed: &Deed) -> bool {
    let by = deed.by;
    deed.made.is_some_and(|made| {
        let pawn = deed.men.get(made.to) == Some(Man::new(by, Kind::Pawn));
        pawn && made.becomes.is_none() && made.to.rank() == last_rank(by)
    })
}

/// What a man is put upon is touched by no hand, though the move be told as a whole and only half done.
fn without_what_is_under(game: &Game, event: &Event, deed: &mut Deed) {
    if PUT_UPON[game.terms.code].value != PutUpon::NotTouched {
        return;
    }
    match event.act {
        Act::Place { .. } => deed.touched.clear(),
        Act::Move { .. } if leaves_a_promotion_open(deed) => deed.touched.truncate(1),
        _ => {}
    }
}

/// A Pawn that was to stay a Pawn is exchanged for a piece in a later turn: it goes back, and was touched.
fn exchanged_later(game: &Game, event: &Event, deed: &Deed) -> Ruling {
    let men = &game.standing.men;
    let changed = men.board().of(deed.by).into_iter().find_map(|square| {
        let (man, id) = (men.get(square)?, men.id(square)?);
        let differs = man.kind == Kind::Pawn && deed.men.get(square) != Some(man);
        differs.then_some(Touch { id, man, square })
    });
    let answer = &LEFT_A_PAWN[game.terms.code];
    match changed {
        Some(touch) if answer.value == LeftAPawn::Lawful => {
            let text = say!(
                "the Pawn on {square} stays a Pawn for good: it has been touched"; square = touch.square
            );
            let judged = false_move::put_back(game, deed, vec![touch], answer.clause(), text);
            judged_fully(game, deed, judged)
        }
        _ => irregular(game, event, deed),
    }
}

/// A man of his own that he took off in this turn otherwise than in a move is played: it goes back first.
pub(super) fn put_back_and_played(
    game: &Game,
    event: &Event,
    by: Colour,
) -> Option<Result<Ruling, Impossible>> {
    let Act::Move { mv, .. } = &event.act else {
        return None;
    };
    let own = |off: &&OffBoard| off.square == mv.from && off.man.colour == by;
    let off = game.turn.off.iter().find(own)?;
    if by != game.turn_to_play() || game.men.get(off.square).is_some() || game.turn.illegal.is_some() {
        return None;
    }
    let text = say!("the man is put back on {square}"; square = off.square);
    let ruling = Ruling::silent()
        .finding(removals::removal_clause(game), by, text)
        .so(Consequence::PutBack(off.square));
    Some(project(game, ruling, event))
}

fn in_parts(game: &Game, event: &Event, mut deed: Deed) -> Result<Ruling, Impossible> {
    let by = deed.by;
    let makes_a_move = deed.made.is_some() || matches!(event.act, Act::Remove { .. } | Act::Promote { .. });
    if makes_a_move && game.turn.altered.is_some() {
        return project(game, entries::taken_as_it_stands(game), event);
    }
    if matches!(event.act, Act::Remove { mistake: true, .. })
        && removals::REMOVED[game.terms.code].value == removals::Removed::PutBack
    {
        deed.touched.clear();
    }
    let mut ruling = lapsing::lapse(game, &deed);
    if let Act::Promote { how, .. } = event.act
        && how != How::Piece
        && PROMOTING[game.terms.code].value == Promoting::PieceItself
    {
        let text = "the Pawn must be replaced by the piece itself before the move is complete";
        return Ok(ruling.finding(moving::clause_of(game, Rest::Promote), by, text));
    }
    without_what_is_under(game, event, &mut deed);
    if let Some(later) = moving::replaces_a_token(game, &deed, &event.act) {
        return Ok(ruling.and(later));
    }
    let holds = !deed.held.is_empty();
    ruling = ruling.so(Consequence::Perform(Box::new(deed.clone())));
    if let Act::Remove {
        mistake: true,
        square,
    } = event.act
    {
        return Ok(ruling.and(removals::removed_by_mistake(game, &deed, square)));
    }
    if holds {
        return Ok(match event.act {
            Act::Touch { .. } | Act::Lift { .. } | Act::Remove { .. } => {
                ruling.and(touch::in_his_turn(game, &deed))
            }
            _ => ruling,
        });
    }
    if game.turn.altered.is_some() {
        // Whatever stands otherwise than when the turn began is the opponent's doing: he himself has only touched.
        return Ok(ruling.and(touched_as_altered(game, &deed)));
    }
    let say = if let Act::Move { say, .. } = &event.act {
        say.as_deref()
    } else {
        None
    };
    let men = change::with_the_pawn_replaced(game, &deed.men, &deed.off, by);
    Ok(match change::whole_change(game, &men, &deed.under) {
        Change::Nothing => ruling.and(touch::in_his_turn(game, &deed)),
        Change::Legal(mv) => ruling.and(complete(game, &deed, mv, say)),
        Change::Begun(_, Rest::Promote) if is_left_a_pawn(game, event) => {
            ruling.and(irregular(game, event, &deed))
        }
        Change::Begun(moves, rest) => {
            let ruling = ruling.and(moving::not_complete(game, &moves, rest, by));
            if rest == Rest::TakeTheRemoved && !matches!(event.act, Act::Touch { .. }) {
                // The man taken off has been touched with intent to take it.
                ruling.and(touch::taken_off_first(game, &deed))
            } else {
                ruling.and(touched_meanwhile(game, event, &deed))
            }
        }
        Change::Irregular if false_move::was_let_pass(game, &deed) => {
            ruling.and(touch::in_his_turn(game, &deed))
        }
        // The man that is missing is put back; what is touched meanwhile is touched.
        Change::Irregular if change::is_only_short_of_men(game, &deed) => {
            ruling.and(touch::in_his_turn(game, &deed))
        }
        Change::Irregular if let Some((mv, square)) = complete_but_for_a_removal(game, &deed, false) => {
            ruling
                .and(complete(game, &deed, mv, say))
                .so(Consequence::TakeOff(square))
                .and(removals::removed_in_his_turn(game, &deed, square))
        }
        Change::Irregular
            if matches!(event.act, Act::Remove { .. })
                && game.men.same_squares(&game.standing.men)
                && removals::REMOVED[game.terms.code].value == removals::Removed::PutBack =>
        {
            let text = false_move::of_his_move(false_move::TAKES_NOTHING).fill(&[by.filling()]);
            let touched = deed.touched.clone();
            let clause = removals::removal_clause(game);
            let judged = false_move::put_back(game, &deed, touched, clause, text);
            lapsing::lapse(game, &deed).and(judged_fully(game, &deed, judged))
        }
        Change::Irregular => ruling.and(match event.act {
            Act::Remove { square, .. } if deed.made.is_none() && game.turn.illegal.is_none() => {
                removals::removed_by_mistake(game, &deed, square)
            }
            _ => irregular(game, event, &deed),
        }),
    })
}

/// Whether a whole move was said to leave the Pawn a Pawn, and the code calls that illegal.
fn is_left_a_pawn(game: &Game, event: &Event) -> bool {
    let remains = matches!(&event.act, Act::Move { mv, .. } if mv.becomes == Some(Kind::Pawn));
    remains && LEFT_A_PAWN[game.terms.code].value == LeftAPawn::Illegal
}

/// The legal move that a change is, whole as it stands; `stays_pawn`: a Pawn that comes to its last rank is to remain one.
fn whole_move(change: &Change, stays_pawn: bool) -> Option<Move> {
    match change {
        Change::Legal(mv) => Some(*mv),
        Change::Begun(moves, Rest::Promote) if stays_pawn => {
            moves.iter().copied().find(|mv| mv.remains_pawn())
        }
        _ => None,
    }
}

/// A legal move complete, but that a man taken off before it is not the man it takes (reading BCC-7).
fn complete_but_for_a_removal(
    game: &Game,
    deed: &Deed,
    stays_pawn: bool,
) -> Option<(Move, jadoube_board::Square)> {
    if game.turn.illegal.is_some() {
        // What an illegal move took off is part of it: the whole change must be that of a legal move.
        return None;
    }
    if FALSE_MOVE[game.terms.code].value == FalseMove::Retracted {
        // `"12.ii"`: what was altered is reinstated as it stood before, and what was played upon it is void.
        return None;
    }
    deed.off.iter().find_map(|off| {
        let mut men = deed.men;
        men.get(off.square)
            .is_none()
            .then(|| men.put(off.square, off.man, off.id, game.movement))?;
        let change = change::whole_change(game, &men, &deed.under);
        whole_move(&change, stays_pawn).map(|mv| (mv, off.square))
    })
}

/// The whole change is that of a legal move.
fn complete(game: &Game, deed: &Deed, mv: Move, say: Option<&str>) -> Ruling {
    let mut ruling = moving::played(game, mv, say);
    if game.turn.illegal.is_some() {
        ruling = ruling.and(false_move::substituted(game, deed));
    }
    ruling = ruling.and(moved_otherwise::moved_otherwise(game, deed, mv));
    ruling
        .and(against_his_duty(game, deed, mv))
        .and(out_of_turn::castled_with_the_rook_first(game, deed, mv))
}

/// A legal move is complete: was another owed?
pub(super) fn against_his_duty(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    match &game.ledger.duty {
        Some(duty) if !duty.moves.contains(&mv) => duties::moved_against_duty(game, duty, deed, mv),
        _ => Ruling::silent(),
    }
}

/// A sealed move is opened: what his touching or a penalty had bound him to binds him here too, and what he might have
/// exacted instead of moving he can exact no longer.
pub(crate) fn sealed(game: &Game, by: Colour, mv: Move) -> Ruling {
    let deed = entries::deed_of(game, by, mv);
    let adjournment = game.sitting.adjournment.as_ref();
    let sealed = adjournment.and_then(|adjournment| adjournment.sealed.as_ref());
    let say = sealed.and_then(|sealed| announced_in(game, &sealed.record));
    lapsing::by_a_move(game, by).and(crossings::sealed_in_breach(game, complete(game, &deed, mv, say)))
}

/// Men were put back at the opponent's word; what is left of the change may be a whole legal move.
pub(crate) fn after_putting_back(game: &Game, ruling: Ruling) -> Ruling {
    let mut after = game.clone();
    after.carry_out(&ruling);
    let by = after.turn_to_play();
    // What the opponent has altered meanwhile is no move of his.
    if !after.turn.hands[by.index()].is_empty() || after.turn.altered.is_some() {
        return ruling;
    }
    let deed = Deed {
        off: after.turn.off.clone(),
        ..entries::no_deed(&after, by)
    };
    let change = change::whole_change(&after, &after.men, &after.turn.under);
    let stand_as_before = change == Change::Nothing || change::is_only_short_of_men(&after, &deed);
    match change {
        Change::Legal(mv) => ruling.and(complete(&after, &deed, mv, None)),
        // He may have put the man upon others: they stand as before, and have been touched.
        _ if stand_as_before && PUT_UPON[game.terms.code].value == PutUpon::Touched => {
            ruling.and(touch::in_his_turn(&after, &deed))
        }
        _ => ruling,
    }
}

/// What was required of the player on turn is required no longer: what has he touched meanwhile?
pub(super) fn free_of_a_requirement(game: &Game, ruling: Ruling) -> Ruling {
    let mut after = game.clone();
    after.carry_out(&ruling);
    let required = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted);
    if !required || after.ledger.duty.is_some() || after.turn.touched.is_empty() {
        return ruling;
    }
    ruling.and(touch::in_his_turn(
        &after,
        &entries::no_deed(&after, after.turn_to_play()),
    ))
}

/// A man is touched while what the opponent altered out of turn stands: what can be played is what the men as they stand
/// allow. The turn is the one that began before it, should that come back.
fn touched_as_altered(game: &Game, deed: &Deed) -> Ruling {
    let mut accepted = game.clone();
    accepted.obey(&Consequence::AcceptMen);
    let mut ruling = touch::in_his_turn(&accepted, deed);
    for consequence in &mut ruling.consequences {
        if let Consequence::Note(offence) = consequence {
            offence.turn = game.standing;
        }
    }
    ruling
}

/// What the opponent altered is undone or stands for good, a man fell or is back, or a check binds from now on: what the
/// player had touched is judged by the men as they now stand.
pub(super) fn touched_as_it_was(game: &Game, ruling: Ruling) -> Ruling {
    let stand_otherwise = |each: &Consequence| match each {
        Consequence::UndoAlteration
        | Consequence::AcceptMen
        | Consequence::TouchedBefore(_)
        | Consequence::StandAs(_) => true,
        Consequence::Announce(..) => legal::need_not_heed(game),
        _ => false,
    };
    if !ruling.consequences.iter().any(stand_otherwise) {
        return ruling;
    }
    let mut after = game.clone();
    after.carry_out(&ruling);
    let by = after.turn_to_play();
    // What was lost by touching a man does not come back with the men.
    let lost = |touch: &Touch| {
        let lapsed = after.ledger.lapsed.iter().filter(|each| each.by == by);
        lapsed
            .flat_map(|each| &each.touched)
            .any(|each| each.id == touch.id)
    };
    // Nor does what was waived; what he owes all the same he owes still.
    let forgiven = after.ledger.forgiven.clone();
    let waived = |touch: &Touch| forgiven.contains(&touch.id);
    let mut touched = after.turn.touched.clone();
    touched.retain(|touch| !lost(touch) && !waived(touch));
    let is_off = |touch: &Touch| after.standing.men.square_of(touch.id).is_none();
    // A man put down and still held is judged when it is let go, and what is off the board when it is back.
    let put_down = |held: &Held| held.on.is_some();
    if touched.is_empty()
        || touched.iter().any(is_off)
        || after.turn.hands[by.index()].iter().any(put_down)
        || after.turn.altered.is_some()
        || after.ledger.duty.as_ref().is_some_and(|duty| duty.exacted)
    {
        return ruling;
    }
    let of_touching = |game: &Game| {
        let kinds = [
            OffenceKind::TouchedImmoveable,
            OffenceKind::TouchedSeveral,
            OffenceKind::TouchedAdverseMan,
        ];
        kinds.map(|kind| entries::of_this_kind(game, by, kind))
    };
    let owed = |game: &Game| game.ledger.duty.as_ref().map(|duty| duty.moves.clone());
    let was = (owed(&after), of_touching(&after).map(|ids| ids.len()));
    let again = Ruling::simply(Consequence::Release).so(Consequence::Forget(of_touching(&after).concat()));
    after.carry_out(&again);
    let deed = Deed {
        touched,
        ..entries::no_deed(&after, by)
    };
    let judged = touch::in_his_turn(&after, &deed);
    after.carry_out(&judged);
    let is = (owed(&after), of_touching(&after).map(|ids| ids.len()));
    let owes_all_the_same = was.0.is_some() && is.0.is_none() && after.turn.touched.iter().any(waived);
    if was == is || owes_all_the_same {
        // It is as it was said already.
        return ruling;
    }
    ruling.and(again).and(judged)
}

/// Rules on an event as if another ruling had been carried out first, and joins the two.
pub(crate) fn project(game: &Game, first: Ruling, event: &Event) -> Result<Ruling, Impossible> {
    let mut after = game.clone();
    after.carry_out(&first);
    Ok(first.and(super::rule_on(&after, event)?))
}

/// A change that no legal move makes: what it is, and what else it raises.
fn irregular(game: &Game, event: &Event, deed: &Deed) -> Ruling {
    judged_fully(game, deed, false_move::rule_on(game, event, deed))
}

fn judged_fully(game: &Game, deed: &Deed, judged: Judged) -> Ruling {
    let Judged { ruling, then } = judged;
    match then {
        Then::Nothing => ruling,
        Then::WhyIllegal => ruling.and(powers::reason(game, deed)),
        Then::Touched(deed) => ruling.and(touch::in_his_turn(game, &deed)),
    }
}
