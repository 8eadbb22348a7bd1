//! A move is made by the hand; who completes it, the hand or the clock?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    facts::{
        change::{self, Change, Rest},
        legal,
    },
    means::{moving, player_of},
    questions::{completing, endings, flags, illegal_moves, out_of_turn, touch, touch_order},
};
use jadoube_board::{Colour, Kind, Man, Move};
use jadoube_game::{
    Act, AtTheClock, Breach, Citation, Consequence, Deed, DutyView, Event, Game, Hand, HandMove, Hands, How,
    Impossible, Presence, Right, Ruling, Touch, WrongMove, WrongMoveKind, last_rank, witness,
};

question! {
    "A move is made by the hand; who completes it, the hand or the clock?";
    tables: COMPLETED;
    "The piece that a Pawn becomes is chosen when it meets the square." => fide_2023 "4.4.4";
    "A move is made with one hand." => fide_2023 "4.1";
    "A man touched ends the right to object to what the opponent touched." => fide_2023 "4.8";
    "An offer of a draw outside its time counts, but may distract." => fide_2023 "9.1.2.1";
    "A man let go on a square goes nowhere else in this move." => fide_2023 "4.7";
    "The clock is pressed with the hand that moved." => fide_2023 "6.2.3";
    "The clock is struck, lifted, knocked over or pressed before the move." => fide_2023 "6.2.4";
    "The clock is pressed while men lie about: the arbiter may punish it." => fide_2023 "7.4.3";
    "A clock pressed without a move." => fide_2023 "7.5.3";
    "A Pawn left on its last rank when the clock is pressed." => fide_2023 "7.5.2";
    "An illegal move is complete when the clock is pressed." => fide_2023 "7.5.1";
    "Two hands used for one move, and the clock pressed." => fide_2023 "7.5.4";
    "Only he whose clock goes adjusts men." => fide_2023 "6.2.5";
    "Men are adjusted after a word of warning." => fide_2023 "4.2.1";
    "A player may press his clock after his move, even when the reply is made." => fide_2023 "6.2.2";
    "How a Pawn is exchanged for a piece by hand." => fide_2023 "4.6.1", fide_2023 "4.6.2", fide_2023 "4.6.3";
}

law! {
    /// What completes a move.
    pub enum Completed {
        /// Letting go: nothing more is asked.
        WhenMade,
        /// Pressing the clock; letting go makes the move and passes the turn.
        ByPressing,
    }
}

law! {
    /// What completes a move.
    pub static COMPLETED: ByCode<Answer<Completed>> = answers(ByCode {
        xxv:       says(Completed::WhenMade,     &["VIII"]),
        bca_1862:  silent(Completed::WhenMade,   reading("BCA-1")),
        bcc_1896:  says(Completed::WhenMade,     &["I.14A"]),
        bcc_1899:  says(Completed::WhenMade,     &["I.14A"]),
        fide_1931: says(Completed::WhenMade,     &["13(a)"]),
        fide_2023: says(Completed::ByPressing,   &["6.2.1", "1.3", "6.2.1.1", "6.2.1.2"]),
    });
}

/// Whether making and completing a move are two things in this game.
#[inline]
pub(crate) fn is_by_pressing(game: &Game) -> bool {
    COMPLETED[game.terms.code].value == Completed::ByPressing
}

fn now(what: AtTheClock) -> Consequence {
    Consequence::AtTheClock(what)
}

/// What the ruling so far makes of the game.
pub(crate) fn after(game: &Game, ruling: &Ruling) -> Game {
    let mut after = game.clone();
    after.carry_out(ruling);
    after
}

/// An act of the hand.
#[inline]
pub(crate) fn by_hand(game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    let at_rest = game.pressing.faults.is_empty() && game.pressing.breach.is_none();
    if at_rest
        && matches!(
            event.act,
            Act::Move {
                hands: Hands::One,
                ..
            }
        )
        && let Some(ruling) = moving::ordinary_move(game, by, &event.act)
    {
        return Ok(ruling);
    }
    if by == game.turn_to_play() {
        in_his_turn(game, event, by)
    } else {
        beside(game, event, by)
    }
}

/// The hand of him who has the move.
fn in_his_turn(game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    if let Act::Touch { accident: true, .. } = event.act {
        witness(game, by, &event.act)?;
        return Ok(touch::by_accident(game, by));
    }
    if matches!(event.act, Act::Quit { .. })
        && game.turn.hands[by.index()].is_empty()
        && change::has_just_let_go(game, by)
    {
        return Ok(Ruling::silent());
    }
    // Reading F23-5: a further move names squares of the position before the illegal one.
    let again = matches!(event.act, Act::Move { .. }) && is_irregular(game);
    let taken_back = if again {
        Ruling::simply(now(AtTheClock::TakeBack))
    } else {
        Ruling::silent()
    };
    let from = &after(game, &taken_back);
    let Some(mut deed) = witness(from, by, &event.act)? else {
        return Ok(Ruling::silent());
    };
    if let Act::Remove { mistake: true, .. } = event.act {
        let text = format!("{by} has taken a man off by mistake: it goes back, on his own time");
        let clause = touch::REMOVED[game.terms.code].authority.governing();
        return Ok(Ruling::silent().finding(clause.unwrap_or_default(), by, text));
    }
    if let Act::Touch { .. } = event.act {
        // Reading F23-15: where the order cannot be told, his own men come first.
        deed.touched.sort_by_key(|touch| touch.man.colour != by);
    }
    if let Act::Promote { how, .. } = event.act {
        if how == How::Named {
            let text = "the Pawn must be replaced by the piece itself before the move is made";
            let clause = completing::PROMOTING[game.terms.code].authority.governing();
            return Ok(Ruling::silent().finding(clause.unwrap_or_default(), by, text));
        }
        if has_chosen(from, by) {
            return Ok(Ruling::refuse(
                cite!(fide_2023, "4.4.4"),
                "the piece that has met the square of promotion is chosen for good",
            ));
        }
        // Reading F23-29: whatever stands for the piece is what it is.
        deed.tokens.clear();
    }
    let ruling = if deed.touched.is_empty() {
        taken_back
    } else {
        taken_back.and(touching_ends(game, by))
    };
    let settled = after(game, &ruling);
    if game.pressing.breach.is_some()
        && settled.pressing.breach.is_none()
        && let Some(end) = endings::at_the_commencement(&settled)
    {
        // Reading F23-32: what nobody can object to any more ends the game.
        return Ok(ruling.and(end));
    }
    let both = match event.act {
        Act::Move { hands, .. } | Act::Promote { hands, .. } => hands == Hands::Both,
        _ => false,
    };
    let mut touched = from.turn.touched.clone();
    for touch in &deed.touched {
        if !touched.iter().any(|each| each.id == touch.id) {
            touched.push(*touch);
        }
    }
    let perform = Consequence::Perform(Box::new(deed.clone()));
    let told = if deed.touched.is_empty() {
        Ruling::silent()
    } else {
        told_of_touching(from, &touched, by)
    };
    if !deed.held.is_empty() {
        return Ok(ruling.so(perform).and(told));
    }
    let men = change::with_the_pawn_replaced(from, &deed.men, &deed.off, by);
    let mut ruling = match change::whole_change(from, &men, &deed.under) {
        Change::Nothing => ruling.so(perform).and(told),
        Change::Legal(mv) => ruling.and(made(from, event, &touched, mv)),
        Change::Begun(moves, rest) => {
            let ruling = ruling
                .so(perform)
                .and(moving::not_complete(from, &moves, rest, by));
            if rest == Rest::TakeTheRemoved {
                ruling.and(told)
            } else {
                ruling
            }
        }
        Change::Irregular => {
            let until = if game.clock.is_pressed() {
                "until he presses the clock he may take it back"
            } else {
                "he may take it back"
            };
            let text = format!("{by} has not made a legal move: {until}, bound by what he touched");
            match deed.made {
                Some(made) => ruling
                    .so(perform)
                    .finding(cite!(reading, "F23-5"), by, text)
                    .so(Consequence::Irregular(made)),
                None => ruling.so(perform).and(told),
            }
        }
    };
    if both {
        let text = format!("{by} has used both hands for one move");
        ruling = ruling
            .finding(cite!(fide_2023, "4.1"), by, text)
            .so(now(AtTheClock::BothHands(by)));
    }
    Ok(ruling)
}

/// Whether the men stand as no legal move, whole or begun, leaves them.
fn is_irregular(game: &Game) -> bool {
    !game.men.same_squares(&game.standing.men)
        && change::whole_change(game, &game.men, &game.turn.under) == Change::Irregular
}

/// `"4.4.4"`: a Pawn of his has become a piece in this turn already.
fn has_chosen(game: &Game, by: Colour) -> bool {
    let board = game.men.board();
    board.of(by).into_iter().any(|square| {
        let was = game
            .men
            .id(square)
            .and_then(|id| game.standing.men.square_of(id))
            .and_then(|from| game.standing.men.get(from));
        was.is_some_and(|man| man.kind == Kind::Pawn)
            && board.get(square).is_some_and(|man| man.kind != Kind::Pawn)
    })
}

/// `"4.8"`, `"9.1.2.1"`: what a man touched on purpose ends: the claim about the other's touching, and his offer.
fn touching_ends(game: &Game, by: Colour) -> Ruling {
    let mut ruling = Ruling::silent();
    if let Some(breach) = game.pressing.breach.as_ref().filter(|breach| breach.by != by) {
        let text = format!(
            "{by} has touched a man: nothing can be claimed any more of how {} moved",
            breach.by
        );
        ruling = ruling
            .finding(cite!(fide_2023, "4.8"), by, text)
            .so(now(AtTheClock::NoBreach));
    }
    if game.ledger.offers.iter().any(|(from, _)| *from != by) {
        let text = format!("{by} has touched a man: the offer is refused");
        ruling = ruling
            .finding(cite!(fide_2023, "9.1.2.1"), by, text)
            .so(now(AtTheClock::RefuseOffers(by)));
    }
    ruling
}

/// What is said of the men touched so far.
fn told_of_touching(game: &Game, touched: &[Touch], by: Colour) -> Ruling {
    if game.ledger.duty.is_some() {
        return Ruling::silent();
    }
    if let Some(bound) = touch_order::bound(game, touched) {
        return Ruling::silent().finding(bound.clause, by, bound.text);
    }
    let clause = touch::TOUCHED_IMMOVEABLE[game.terms.code].authority.governing();
    let text = format!("no man that {by} has touched can be moved or taken: he may make any legal move");
    Ruling::silent().finding(clause.unwrap_or_default(), by, text)
}

/// A legal move is made: the turn passes, the clock does not.
fn made(game: &Game, event: &Event, touched: &[Touch], mv: Move) -> Ruling {
    let by = game.turn_to_play();
    let say = match &event.act {
        Act::Move { say, .. } => say.as_deref(),
        _ => None,
    };
    let mut ruling = moving::played(game, mv, say).and(illegal_moves::answered(game, by));
    let owed = match &game.ledger.duty {
        Some(duty) => Some((duty.clause, duty.text.clone(), duty.moves.clone())),
        None => touch_order::bound(game, touched).map(|bound| (bound.clause.into(), bound.text, bound.moves)),
    };
    let Some((clause, text, moves)) = owed.filter(|(_, _, moves)| !moves.contains(&mv)) else {
        return ruling;
    };
    ruling = ruling.finding(clause, by, format!("{text}, but has played {mv}"));
    let breach = Breach {
        by,
        clause,
        text,
        turn: game.standing.clone(),
        past: game.past.len(),
        moves,
    };
    ruling = ruling.so(now(AtTheClock::Breach(Box::new(breach))));
    if game.terms.arbiter == Presence::Watching {
        let seen = after(game, &ruling);
        ruling = ruling.and(touch_enforced(&seen));
    }
    ruling
}

/// The move made against touching is undone and the duty done (reading F23-31).
pub(crate) fn touch_enforced(game: &Game) -> Ruling {
    let Some(breach) = &game.pressing.breach else {
        return Ruling::refuse(
            cite!(fide_2023, "4.8"),
            "no man touched was left unplayed, or it is too late",
        );
    };
    let text = format!("the move is undone: {}", breach.text);
    let duty = jadoube_game::Duty {
        clause: breach.clause,
        text: breach.text.clone(),
        moves: breach.moves.clone(),
        exacted: false,
    };
    Ruling::silent()
        .finding(breach.clause, breach.by, text)
        .so(Consequence::Restore(Box::new(breach.turn.clone()), breach.past))
        .so(Consequence::StartClock(breach.by))
        .so(Consequence::Bind(Box::new(duty)))
}

/// The hand of him who has not the move: it binds nobody, and what it moves goes back.
fn beside(game: &Game, event: &Event, by: Colour) -> Result<Ruling, Impossible> {
    if matches!(event.act, Act::Quit { .. })
        && game.turn.hands[by.index()].is_empty()
        && change::has_just_let_go(game, by)
    {
        return Ok(Ruling::silent());
    }
    if matches!(event.act, Act::Move { .. }) && is_irregular(game) {
        // Reading F23-6: he answers a move that is none; in form it is over.
        let passed = passed_by(game, WrongMoveKind::NotLegal, false, 0);
        let mut form = after(game, &passed);
        form.turn_is_begun();
        return Ok(passed.and(by_hand(&form, event, by)?));
    }
    witness(game, by, &event.act)?;
    let answer = &out_of_turn::SECOND_MOVE[game.terms.code];
    let clause: Citation = answer.authority.governing().unwrap_or_default();
    if !matches!(
        event.act,
        Act::Move { .. } | Act::Promote { .. } | Act::Remove { .. } | Act::Quit { .. }
    ) {
        let touched = &touch::TOUCHED_OUT_OF_TURN[game.terms.code];
        let text = format!("{by} has not the move: his touch binds nobody");
        return Ok(Ruling::silent().finding(touched.authority.governing().unwrap_or_default(), by, text));
    }
    let own_last = game.past.last().filter(|last| last.standing.player == by);
    let changed_his_mind = match (&event.act, own_last.and_then(|last| last.mv)) {
        (Act::Move { mv, .. }, Some(last)) => mv.from == last.to(),
        _ => false,
    };
    let ruling = if changed_his_mind {
        // Reading F23-4.
        Ruling::refuse(
            cite!(fide_2023, "4.7"),
            "the move let go stands: the man may not be put elsewhere",
        )
    } else {
        Ruling::refuse(
            clause,
            "the opponent has the move: this is no move, and the position is put back",
        )
    };
    Ok(ruling.so(Consequence::CountMove).so(now(AtTheClock::Beside(by))))
}

/// The step of a Pawn that has come to its last rank in this turn and is a Pawn still.
fn pawn_left(game: &Game) -> Option<HandMove> {
    let by = game.turn_to_play();
    let pawn = Man {
        colour: by,
        kind: Kind::Pawn,
    };
    game.men.board().men(pawn).into_iter().find_map(|to| {
        let from = game.standing.men.square_of(game.men.id(to)?)?;
        (to.rank() == last_rank(by) && from != to).then_some(HandMove {
            from,
            to,
            becomes: None,
        })
    })
}

/// `"5.1.1"`, `"5.2.1"`, `"5.2.2"`: the last move may yet be undone, for a man touched or because it was illegal.
pub(crate) fn may_be_undone(game: &Game) -> bool {
    let last = game.past.len().saturating_sub(1);
    game.pressing.breach.is_some()
        || game.pressing.faults.iter().any(|fault| {
            fault.past == last && !matches!(fault.kind, WrongMoveKind::BothHands | WrongMoveKind::Beside)
        })
}

/// The turn passes with the men as they stand, and the fault is on record.
fn passed_by(game: &Game, kind: WrongMoveKind, completed: bool, gained: i64) -> Ruling {
    let number = match game.turn.illegal {
        Some((number, _)) => number,
        None => game.hand_moves + 1,
    };
    let ruling =
        match pawn_left(game).filter(|_| game.turn.illegal.is_none() && kind == WrongMoveKind::PawnLeft) {
            Some(made) => Ruling::simply(Consequence::Irregular(made)),
            None if game.turn.illegal.is_none() => Ruling::simply(Consequence::CountMove),
            None => Ruling::silent(),
        };
    let fault = WrongMove {
        by: game.turn_to_play(),
        kind,
        turn: game.standing.clone(),
        past: game.past.len(),
        touched: game.turn.touched.clone(),
        number,
        completed,
        gained,
        stands: false,
    };
    ruling
        .so(Consequence::EndTurnIrregularly)
        .so(now(AtTheClock::Note(Box::new(fault))))
}

/// A player presses his clock.
pub(crate) fn press(
    game: &Game,
    event: &Event,
    hand: Option<Hand>,
    manner: Option<jadoube_game::Manner>,
) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if !game.clock.is_pressed() {
        return Ruling::refuse(cite!(reading, "F23-3"), "no chess clock stands on the table");
    }
    if game.clock.running() != Some(by) {
        return Ruling::refuse(
            cite!(reading, "F23-69"),
            "his clock is not running: pressing has no effect, and is for the arbiter",
        );
    }
    let pressing = &game.pressing;
    let ordinary = pressing.uncompleted[by.index()]
        && game.turn_to_play() != by
        && pressing.faults.is_empty()
        && pressing.both_hands.is_none()
        && pressing.beside.is_none()
        && pressing.displaced.is_empty()
        && !pressing.watched;
    if ordinary && hand.is_none() && manner.is_none() {
        let (gain, delay) = flags::on_pressing(game, by, false);
        return Ruling::simply(now(AtTheClock::Press { by, gain, delay }));
    }
    let mut ruling = Ruling::silent();
    if hand == Some(Hand::Other) {
        let text = format!("{by} presses with another hand than moved: the arbiter may penalise it");
        ruling = ruling.finding(cite!(fide_2023, "6.2.3"), by, text);
    }
    if manner.is_some() {
        let text = format!("{by} handles the clock wrongly: the arbiter may penalise it");
        ruling = ruling.finding(cite!(fide_2023, "6.2.4"), by, text);
    }
    if !game.pressing.displaced.is_empty() {
        let text = format!("{by} presses with men off their places: the arbiter may penalise it");
        ruling = ruling
            .finding(cite!(fide_2023, "7.4.3"), by, text)
            .so(now(AtTheClock::Displace(Vec::new())));
    }
    let ruling = ruling.and(completed(game, by));
    let pressed = after(game, &ruling);
    let noted = pressed.pressing.faults.len() > game.pressing.faults.len();
    if noted && game.terms.arbiter == Presence::Watching {
        return ruling.and(illegal_moves::acted_on(&pressed));
    }
    if game.pressing.watched {
        return ruling.and(illegal_moves::one_more_move(&pressed));
    }
    ruling
}

/// What pressing now completes.
fn completed(game: &Game, by: Colour) -> Ruling {
    let turn = game.turn_to_play();
    let uncompleted = game.pressing.uncompleted[by.index()];
    let changed = !game.men.same_squares(&game.standing.men) || !game.turn.under.is_empty();
    let press = |ending: bool| {
        let (gain, delay) = flags::on_pressing(game, by, ending);
        (gain, now(AtTheClock::Press { by, gain, delay }))
    };
    if game.pressing.beside == Some(by) {
        let (gained, press) = press(false);
        let fault = WrongMove {
            by,
            kind: WrongMoveKind::Beside,
            turn: game.standing.clone(),
            past: game.past.len(),
            touched: Vec::new(),
            number: game.hand_moves,
            completed: true,
            gained,
            stands: false,
        };
        let text = format!("{by} has moved while his opponent had the move, and pressed: an illegal move");
        return Ruling::silent()
            .finding(cite!(reading, "F23-51"), by, text)
            .so(now(AtTheClock::Note(Box::new(fault))))
            .so(press);
    }
    if turn == by && (changed || !uncompleted) {
        let men = change::with_the_pawn_replaced(game, &game.men, &game.turn.off, by);
        let (kind, clause, what) = if !changed {
            (
                WrongMoveKind::NothingMoved,
                cite!(fide_2023, "7.5.3"),
                "has pressed the clock without making a move: an illegal move",
            )
        } else if matches!(
            change::whole_change(game, &men, &game.turn.under),
            Change::Begun(_, Rest::Promote)
        ) {
            (
                WrongMoveKind::PawnLeft,
                cite!(fide_2023, "7.5.2"),
                "has pressed the clock and not replaced the Pawn: an illegal move",
            )
        } else {
            (
                WrongMoveKind::NotLegal,
                cite!(fide_2023, "7.5.1"),
                "has completed an illegal move",
            )
        };
        let (gained, press) = press(true);
        return Ruling::silent()
            .finding(clause, by, format!("{by} {what}"))
            .and(passed_by(game, kind, true, gained))
            .so(press);
    }
    let (gained, press) = press(false);
    let mut ruling = Ruling::silent();
    if uncompleted && game.pressing.both_hands == Some(by) {
        let own = game.past.iter().rposition(|past| past.standing.player == by);
        if let Some(at) = own {
            let past = &game.past[at];
            let fault = WrongMove {
                by,
                kind: WrongMoveKind::BothHands,
                turn: past.standing.clone(),
                past: at,
                touched: Vec::new(),
                number: past.number,
                completed: true,
                gained,
                stands: false,
            };
            let text = format!("{by} has made one move with both hands and pressed: an illegal move");
            ruling = ruling
                .finding(cite!(fide_2023, "7.5.4"), by, text)
                .so(now(AtTheClock::Note(Box::new(fault))));
        }
    }
    ruling.so(press)
}

/// What the player on turn may play; nothing where the code knows no such procedure.
pub(crate) fn open_moves(game: &Game) -> Option<(Vec<Move>, Option<DutyView>)> {
    if !is_by_pressing(game) {
        return None;
    }
    let legal = legal::legal_moves(game);
    if let Some(duty) = &game.ledger.duty {
        let view = DutyView {
            clause: duty.clause,
            text: duty.text.clone(),
        };
        return Some((duty.moves.clone(), Some(view)));
    }
    let bound = touch_order::bound(game, &game.turn.touched);
    if let Some((begun, rest)) = change::begun(game) {
        let open: Vec<Move> = legal.iter().copied().filter(|mv| begun.contains(mv)).collect();
        let meets = |bound: &touch_order::Bound| open.iter().any(|mv| bound.moves.contains(mv));
        if bound.as_ref().is_none_or(meets) {
            return Some((open, Some(moving::still_due(game, rest))));
        }
    }
    Some(match bound {
        Some(bound) => {
            let view = bound.view();
            (bound.moves, Some(view))
        }
        None => (legal, None),
    })
}

/// A man is straightened with notice: `"4.2.1"`, `"6.2.5"`.
pub(crate) fn adjust(
    game: &Game,
    event: &Event,
    square: jadoube_board::Square,
) -> Result<Ruling, Impossible> {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return Ok(refusal),
    };
    let touch = Act::touched(square);
    let deed: Option<Deed> = witness(game, by, &touch)?;
    if by != game.turn_to_play() {
        let why = "only the player having the move may adjust men; the arbiter may find him distracting";
        return Ok(Ruling::refuse(cite!(reading, "F23-21"), why));
    }
    if game.clock.is_pressed() && game.clock.running().is_some_and(|running| running != by) {
        let why = "only he whose clock is running may adjust men, and the opponent has not pressed";
        return Ok(Ruling::refuse(cite!(fide_2023, "6.2.5"), why));
    }
    let touched = deed
        .and_then(|deed| deed.touched.first().copied())
        .is_some_and(|man| game.turn.touched.iter().any(|each| each.id == man.id));
    if touched {
        // Reading F23-19.
        let why = "he touched the man before he gave notice: it stays touched";
        return Ok(Ruling::refuse(cite!(reading, "F23-19"), why));
    }
    let text = format!("{by} adjusts the man on {square} with notice");
    Ok(Ruling::silent().finding(cite!(fide_2023, "4.2.1"), by, text))
}

/// The opponent lets pass how a man was touched and another played; an end that waited for it is final.
pub(crate) fn waive(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let Some(breach) = game.pressing.breach.as_ref().filter(|breach| breach.by != by) else {
        return Ruling::refuse(cite!(fide_2023, "4.8"), "there is nothing that he could let pass");
    };
    let text = format!("{by} lets it pass: the move of {} stands", breach.by);
    let ruling = Ruling::silent()
        .finding(breach.clause, by, text)
        .so(now(AtTheClock::NoBreach));
    match endings::at_the_commencement(&after(game, &ruling)) {
        Some(end) => ruling.and(end),
        None => ruling,
    }
}

/// `"6.2.2"`: he must always be let press after making his move.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let Some(by) = game.clock.running().filter(|_| game.clock.is_pressed()) else {
        return Vec::new();
    };
    if !game.pressing.uncompleted[by.index()] {
        return Vec::new();
    }
    vec![Right {
        party: by.into(),
        act: Act::Press {
            hand: None,
            manner: None,
        },
        clause: cite!(fide_2023, "6.2.2").into(),
        text: "press the clock".to_owned(),
    }]
}
