//! A move is made by the hand; who completes it, the hand or the clock?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    facts::{
        change::{self, Change, Rest},
        clocks, legal,
    },
    means::{after, entries, now, player_of, wrong_moves},
    questions::{
        completing::PROMOTING,
        false_move::{FALSE_MOVE, FalseMove},
        out_of_turn::SECOND_MOVE,
        removals::REMOVED,
        touch::{TOUCHED_IMMOVEABLE, TOUCHED_OUT_OF_TURN},
    },
};
use jadoube_board::{Colour, Kind, Move};
use jadoube_game::{
    Act, AtTheClock, Consequence, Deed, Duty, DutyView, Event, Game, Given, Hand, HandMove, Hands, How,
    Impossible, Right, Ruling, WrongMoveKind, say, witness,
};

question! {
    "A move is made by the hand; who completes it, the hand or the clock?";
    tables: COMPLETED, PRESSING;
    "A Pawn need not first be put on the square where the piece is put." => fide_2023 "4.6.1";
    "The Pawn may be taken off before the piece is put on, or after it." => fide_2023 "4.6.2";
    "A man of the opponent's on the square of promotion is taken." => fide_2023 "4.6.3";
}

steps! {
    /// Where a clock is pressed to complete a move: each step of it.
    pub struct Pressing {
        /// The piece that a Pawn becomes is chosen when it meets the square.
        piece_chosen,
        /// A move is made with one hand.
        one_hand,
        /// A man let go on a square goes nowhere else in this move.
        let_go,
        /// The clock is pressed with the hand that moved.
        same_hand,
        /// Who strikes, lifts or knocks over the clock, or presses it before his move, may be penalised.
        manner,
        /// The clock is pressed while men lie about: the arbiter may punish it.
        men_displaced,
        /// A clock pressed without a move counts as an illegal move.
        nothing_moved,
        /// A Pawn left on its last rank when the clock is pressed is an illegal move.
        pawn_left,
        /// An illegal move is complete when the clock is pressed.
        not_legal,
        /// A move made with two hands counts as an illegal one when the clock is pressed.
        both_hands,
        /// Only he whose clock goes adjusts men.
        adjusts_on_his_clock,
        /// Men are adjusted after a word of warning.
        adjusts,
        /// A player may press his clock after his move, even when the reply is made.
        may_press,
        /// Until the clock is pressed a move that is not legal may be taken back, but for what was touched.
        not_completed,
        /// Nothing is pressed where no chess clock stands on the table.
        no_clock,
        /// Pressing a clock that does not run has no effect.
        not_his_clock,
        /// A move that the arbiter has undone is not completed by the press that was to follow it, nor is that an empty one.
        undone,
        /// A move made while the opponent has the move, and the clock pressed, is an illegal one.
        beside,
        /// He who has not the move adjusts no men.
        adjusts_out_of_turn,
        /// A man touched before notice was given stays touched.
        touched_before_notice,
        /// Both hands used and the clock not pressed: the move is made again with one hand.
        again_with_one_hand,
        /// Men knocked over are put right by him who did it.
        put_right,
    }
    pub static PRESSING for FALSE_MOVE: FalseMove::PutBackOncePressed = {
        fide_2023: {
            piece_chosen: "4.4.4", one_hand: "4.1", let_go: "4.7", same_hand: "6.2.3", manner: "6.2.4",
            men_displaced: "7.4.3", nothing_moved: "7.5.3", pawn_left: "7.5.2", not_legal: "7.5.1",
            both_hands: "7.5.4", adjusts_on_his_clock: "6.2.5", adjusts: "4.2.1", may_press: "6.2.2",
            not_completed: "reading F23-5", no_clock: "reading F23-3", not_his_clock: "reading F23-69",
            undone: "reading F23-31", beside: "reading F23-51", adjusts_out_of_turn: "reading F23-21",
            touched_before_notice: "reading F23-19", again_with_one_hand: "reading F23-34",
            put_right: "7.4.1",
        },
    };
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
        bcc_1896:  says(Completed::WhenMade,     &["I.14B(a)"]),
        bcc_1899:  says(Completed::WhenMade,     &["I.14B(a)"]),
        fide_1931: says(Completed::WhenMade,     &["13(a)"]),
        fide_2023: says(Completed::ByPressing,   &["6.2.1", "1.3", "6.2.1.1", "6.2.1.2"]),
    });
}

/// Whether making and completing a move are two things in this game.
#[inline]
pub(crate) fn is_by_pressing(game: &Game) -> bool {
    COMPLETED[game.terms.code].value == Completed::ByPressing
}

/// Reading F23-5: a further move names squares of the position before the illegal one, which goes back.
pub(crate) fn taken_back(game: &Game, event: &Event) -> Ruling {
    if matches!(event.act, Act::Move { .. }) && change::is_irregular(game) {
        Ruling::simply(now(AtTheClock::TakeBack))
    } else {
        Ruling::silent()
    }
}

/// The same move with the man named by where it stood, where it is named by where the illegal move has put it.
pub(crate) fn from_its_place(game: &Game, event: &Event) -> Option<Event> {
    let (Act::Move { mv, .. }, Some((_, made))) = (&event.act, game.turn.illegal) else {
        return None;
    };
    // Where a man was taken by it, that man would have to go back first.
    if mv.from != made.to || game.standing.men.get(made.to).is_some() {
        return None;
    }
    let mut event = event.clone();
    if let Act::Move { mv, .. } = &mut event.act {
        mv.from = made.from;
    }
    Some(event)
}

/// What the hand of him who has the move did, as far as it counts; or what is ruled on it at once.
pub(crate) fn as_it_counts(
    law: &Pressing,
    game: &Game,
    event: &Event,
    by: Colour,
    mut deed: Deed,
) -> Result<Deed, Ruling> {
    let code = game.terms.code;
    match event.act {
        Act::Remove { mistake: true, .. } => {
            let text = say!("{by} [has] taken a man off by mistake: it goes back, on [his] own time"; by);
            return Err(Ruling::silent().finding(REMOVED[code].clause(), by, text));
        }
        // Readings F23-15, F23-23: where the order cannot be told, his own men come first, and his King before a Rook.
        Act::Touch { .. } => deed
            .touched
            .sort_by_key(|touch| (touch.man.colour != by, touch.man.kind != Kind::King)),
        Act::Promote { how: How::Named, .. } => {
            let text = "the Pawn must be replaced by the piece itself before the move is made";
            return Err(Ruling::silent().finding(PROMOTING[code].clause(), by, text));
        }
        Act::Promote { .. } if change::piece_chosen(game, by).is_some() => {
            return Err(chosen_for_good(law));
        }
        // Reading F23-29: whatever stands for the piece is what it is.
        Act::Promote { .. } => deed.tokens.clear(),
        _ => {}
    }
    Ok(deed)
}

/// `"4.4.4"`: another piece is put for the one that stands on the square already.
pub(crate) fn chosen_for_good(law: &Pressing) -> Ruling {
    Ruling::refuse(
        law.piece_chosen,
        "the piece that has met the square of promotion is chosen for good",
    )
}

/// The men have been let go as no legal move leaves them.
pub(crate) fn not_a_legal_move(law: &Pressing, by: Colour, made: HandMove) -> Ruling {
    let text = say!(
        "{by} [has] not made a legal move[;]: until [he] [presses] the clock [he] may take it back, bound by what [he] touched";
        by
    );
    Ruling::silent()
        .finding(law.not_completed, by, text)
        .so(Consequence::Irregular(made))
}

/// Reading F23-3: where no clock stands on the table, what is made is completed, and an illegal move too.
pub(crate) fn completed_without_a_clock(law: &Pressing, game: &Game) -> Ruling {
    let by = game.turn_to_play();
    let text = say!("{by} [has] made an illegal move: without a clock it is completed"; by);
    Ruling::silent()
        .finding(law.no_clock, by, text)
        .and(wrong_moves::passed_by(
            game,
            WrongMoveKind::NotLegal,
            true,
            Given::default(),
        ))
}

/// `"4.1"`: both hands were used for one move.
pub(crate) fn with_both_hands(law: &Pressing, event: &Event, by: Colour) -> Ruling {
    let hands = match event.act {
        Act::Move { hands, .. } | Act::Promote { hands, .. } => hands,
        _ => Hands::One,
    };
    if hands != Hands::Both {
        return Ruling::silent();
    }
    let text = say!("{by} [has] used both hands for one move"; by);
    Ruling::silent()
        .finding(law.one_hand, by, text)
        .so(now(AtTheClock::BothHands(by)))
}

/// The piece has met the square of promotion: only these of the moves are left.
pub(crate) fn piece_chosen(law: &Pressing, game: &Game, legal: &[Move]) -> Option<(Vec<Move>, DutyView)> {
    let (square, piece) = change::piece_chosen(game, game.turn_to_play())?;
    let is_it = |mv: &&Move| mv.to() == square && mv.promotion() == Some(piece);
    let view = DutyView {
        clause: law.piece_chosen.into(),
        text: say!(
            "{player} [has] put the new piece on its square, and must keep it"; player = game.turn_to_play()
        ),
    };
    Some((legal.iter().filter(is_it).copied().collect(), view))
}

/// The piece that has met the square of promotion is chosen for good, also where the men go back for now.
pub(crate) fn piece_stays_chosen(law: &Pressing, game: &Game) -> Ruling {
    match piece_chosen(law, game, &legal::legal_moves(game)) {
        Some((moves, view)) if game.ledger.duty.is_none() => {
            Ruling::simply(entries::bind(view.clause, view.text, moves, false))
        }
        _ => Ruling::silent(),
    }
}

/// Both hands were used and the clock is not pressed: the men go back, to be moved again with one hand.
pub(crate) fn again_with_one_hand(law: &Pressing, game: &Game, event: &Event, by: Colour) -> Option<Ruling> {
    let Act::Move { mv, .. } = &event.act else {
        return None;
    };
    let last = game.past.last().filter(|last| last.standing.player == by)?;
    let done = last.mv.filter(|done| done.from() == mv.from)?;
    let with_both = game.pressing.both_hands == Some((by, game.past.len() - 1));
    if !with_both || !game.pressing.uncompleted[by.index()] {
        return None;
    }
    let duty = Duty {
        clause: law.again_with_one_hand.into(),
        text: say!("{by} must make the same move again, with one hand"; by),
        moves: vec![done],
        exacted: false,
    };
    let restore = Consequence::Restore(Box::new(last.standing), game.past.len() - 1);
    Some(
        Ruling::simply(restore)
            .so(Consequence::Bind(Box::new(duty)))
            .so(now(AtTheClock::Touched)),
    )
}

/// A further move completes the one before it that was not pressed, and what that gives comes with it.
pub(crate) fn completed_by_moving(law: &Pressing, game: &Game, by: Colour) -> Ruling {
    if !game.pressing.uncompleted[by.index()] {
        return Ruling::silent();
    }
    let ruling = completed_at_last(law, game, by);
    match clocks::on_moving_again(game, by) {
        Some(given) => ruling.so(now(AtTheClock::Gain(by, given))),
        None => ruling,
    }
}

/// An illegal move that was answered before its player had pressed is completed only now (reading F23-6).
fn completed_at_last(law: &Pressing, game: &Game, by: Colour) -> Ruling {
    let mut own = game.pressing.faults.iter().filter(|fault| fault.by == by);
    if own.all(|fault| fault.completed || fault.stands) {
        return Ruling::silent();
    }
    let text = say!("{by} [has] completed an illegal move"; by);
    Ruling::silent().finding(law.not_legal, by, text)
}

/// What is said of the men touched so far, this being what they bind him to.
pub(crate) fn told_of_touching(game: &Game, by: Colour, bound: Option<&Duty>) -> Ruling {
    if let Some(bound) = bound {
        return Ruling::silent().finding(bound.clause, by, bound.text.clone());
    }
    let clause = TOUCHED_IMMOVEABLE[game.terms.code].clause();
    let text = say!("no man that {by} [has] touched can be moved or taken: [he] may make any legal move"; by);
    Ruling::silent().finding(clause, by, text)
}

/// Reading F23-6: he answers a move that is none; in form it is over.
pub(crate) fn answered_as_if_made(game: &Game) -> Ruling {
    wrong_moves::passed_by(game, WrongMoveKind::NotLegal, false, Given::default())
}

/// The hand of him who has not the move: it binds nobody, and what it moves goes back.
pub(crate) fn beside(law: &Pressing, game: &Game, event: &Event, by: Colour) -> Ruling {
    if !matches!(
        event.act,
        Act::Move { .. } | Act::Promote { .. } | Act::Remove { .. }
    ) {
        let clause = TOUCHED_OUT_OF_TURN[game.terms.code].clause();
        let text = say!("{by} [has] not the move: [his] touch binds nobody"; by);
        return Ruling::silent().finding(clause, by, text);
    }
    let own_last = game.past.last().filter(|last| last.standing.player == by);
    let changed_his_mind = match (&event.act, own_last.and_then(|last| Some((last, last.mv?)))) {
        (Act::Move { mv, .. }, Some((last, done))) => {
            let instead = |position: &jadoube_board::Position| {
                position.find_move(done.from(), mv.to, mv.becomes.or(done.promotion()))
            };
            let could = last.standing.position.as_ref().and_then(instead).is_some();
            mv.from == done.to() && (mv.to == done.from() || could)
        }
        _ => false,
    };
    if changed_his_mind {
        // Reading F23-4: against article 4, and no illegal move: what was let go stands, and pressing completes it.
        let why = "the move let go stands: the man may not be put elsewhere";
        return Ruling::refuse(law.let_go, why).so(Consequence::CountMove);
    }
    let why = say!("[the opponent] [has] the move: this is no move, and the position is put back");
    let ruling = Ruling::refuse(SECOND_MOVE[game.terms.code].clause(), why).so(Consequence::CountMove);
    if game.clock.running() == Some(by) {
        // Only he whose clock is running can press upon it (readings F23-51, F23-69).
        ruling.so(now(AtTheClock::Beside(by)))
    } else {
        ruling
    }
}

/// A player presses his clock upon a move that nothing is wrong with: what that gives him.
#[inline(always)]
pub(crate) fn ordinary_press(game: &Game, by: Colour) -> Option<Given> {
    let pressing = &game.pressing;
    let ordinary = game.clock.running() == Some(by)
        && game.clock.is_pressed()
        && game.turn_to_play() != by
        && pressing.uncompleted[by.index()]
        && pressing.faults.is_empty()
        && pressing.both_hands.is_none()
        && pressing.beside.is_none()
        && pressing.displaced.is_empty()
        && !pressing.watched;
    ordinary.then(|| clocks::on_pressing(game, by, false))
}

/// A player presses his clock.
pub(crate) fn press(
    law: &Pressing,
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
        return no_clock(law);
    }
    if !may_press(game, by) {
        let text = say!("{by} [presses] while [his] clock is not running"; by);
        return Ruling::refuse(
            law.not_his_clock,
            say!("[his] clock is not running: pressing has no effect, and is for the arbiter"),
        )
        .penalisable(law.manner, by, text);
    }
    if game.pressing.undone == Some(by) {
        let why = say!("[his] move was undone before [he] pressed: there is nothing to complete");
        return Ruling::refuse(law.undone, why).so(now(AtTheClock::Undone(None)));
    }
    let mut ruling = Ruling::silent();
    if hand == Some(Hand::Other) {
        let text = say!("{by} [presses] with another hand than moved"; by);
        ruling = ruling.penalisable(law.same_hand, by, text);
    }
    if manner.is_some() {
        let text = say!("{by} [handles] the clock wrongly"; by);
        ruling = ruling.penalisable(law.manner, by, text);
    }
    let displaced = game.off_their_places();
    if displaced.iter().any(|each| each.by == by && !each.pressed) {
        // Said once: the men are off their places until somebody puts them right.
        let text = say!("{by} [presses] with men off their places"; by);
        ruling = ruling
            .penalisable(law.men_displaced, by, text)
            .so(now(AtTheClock::Displace(displaced)));
    }
    ruling.and(completed(law, game, by))
}

/// Nothing is done at a clock that is not there.
pub(crate) fn no_clock(law: &Pressing) -> Ruling {
    Ruling::refuse(law.no_clock, "no chess clock stands on the table")
}

/// Whether pressing has an effect: his clock is running; or he has a move to complete and the other has none, whose clock runs
/// already, as when he displaced men.
fn may_press(game: &Game, by: Colour) -> bool {
    let (pressing, running) = (&game.pressing, game.clock.running());
    let alone = !pressing.has_to_press(!by) || pressing.is_putting_right(!by);
    running == Some(by) || running == Some(!by) && pressing.uncompleted[by.index()] && alone
}

/// A press that gives this player nothing, and leaves him in his period.
fn nothing_given(game: &Game, by: Colour) -> Given {
    Given {
        period: game.clock.period(by),
        ..Given::default()
    }
}

/// What pressing now completes. What is in his hand has not been let go, and stays in it.
fn completed(law: &Pressing, game: &Game, by: Colour) -> Ruling {
    let held = &game.turn.hands[by.index()];
    if by != game.turn_to_play() || held.is_empty() {
        return completed_with_empty_hands(law, game, by);
    }
    let aside = Ruling::simply(Consequence::SetAside(by)).and(piece_stays_chosen(law, game));
    let without = after(game, &aside);
    let held = without.turn.hands[by.index()].clone();
    aside
        .and(completed_with_empty_hands(law, &without, by))
        .so(now(AtTheClock::InHand(by, held)))
}

fn completed_with_empty_hands(law: &Pressing, game: &Game, by: Colour) -> Ruling {
    let turn = game.turn_to_play();
    let uncompleted = game.pressing.uncompleted[by.index()];
    let changed = !game.men.same_squares(&game.standing.men) || !game.turn.under.is_empty();
    let press = |ending: bool| {
        // A press without a move completes none, and leads to no further period.
        let mut given = clocks::on_pressing(game, by, ending && changed);
        if !ending && !uncompleted {
            // Nothing is completed by it: as when he who displaced men has put them back, and hands the time over.
            given.time = 0;
        }
        (given, now(AtTheClock::Press(by, given)))
    };
    if game.pressing.beside == Some(by) {
        let (gained, press) = press(false);
        // What completes the move that stands is his, whatever else he pressed upon.
        let gained = if uncompleted {
            nothing_given(game, by)
        } else {
            gained
        };
        let when = (&game.standing, game.past.len(), game.hand_moves);
        let fault = wrong_moves::completed(game, by, WrongMoveKind::Beside, when, gained);
        let text = say!(
            "{by} [has] moved while [his opponent] had the move, and pressed: an illegal move"; by
        );
        return Ruling::silent().finding(law.beside, by, text).so(fault).so(press);
    }
    // His clock went only while he put men right: he hands it back, with nothing to complete (reading F23-92).
    let lent = clocks::once_put_right(game) == Some(!by);
    if turn == by && (changed || !uncompleted && !lent) {
        let men = change::with_the_pawn_replaced(game, &game.men, &game.turn.off, by);
        let (kind, clause, what) = if !changed {
            (
                WrongMoveKind::NothingMoved,
                law.nothing_moved,
                say!("[has] pressed the clock without making a move: an illegal move"),
            )
        } else if matches!(
            change::whole_change(game, &men, &game.turn.under),
            Change::Begun(_, Rest::Promote)
        ) {
            (
                WrongMoveKind::PawnLeft,
                law.pawn_left,
                say!("[has] pressed the clock and not replaced the Pawn: an illegal move"),
            )
        } else {
            (
                WrongMoveKind::NotLegal,
                law.not_legal,
                say!("[has] completed an illegal move"),
            )
        };
        let (gained, press) = press(true);
        return Ruling::silent()
            .finding(clause, by, say!("{by} {what}"; by, what))
            .and(wrong_moves::passed_by(game, kind, true, gained))
            .so(press);
    }
    let (gained, press) = press(false);
    let mut ruling = completed_at_last(law, game, by);
    let own = game.past.iter().rposition(|past| past.standing.player == by);
    if let Some(at) = own.filter(|at| uncompleted && game.pressing.both_hands == Some((by, *at))) {
        let past = &game.past[at];
        let when = (&past.standing, at, past.number);
        let fault = wrong_moves::completed(game, by, WrongMoveKind::BothHands, when, gained);
        let text = say!("{by} [has] made one move with both hands and pressed: an illegal move"; by);
        ruling = ruling.finding(law.both_hands, by, text).so(fault);
    }
    ruling.so(press)
}

/// A man is straightened with notice: `"4.2.1"`, `"6.2.5"`.
pub(crate) fn adjust(
    law: &Pressing,
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
    if game.pressing.is_displaced(square) {
        let mut others = game.pressing.displaced.clone();
        others.retain(|each| each.square != square);
        let text = say!("{by} [puts] the man on {square} right"; by, square);
        let ruling = Ruling::silent()
            .finding(law.put_right, by, text)
            .so(now(AtTheClock::Displace(others)));
        let then = after(game, &ruling);
        // Each has his own men to put right, on his own time; the clock that went before goes on when none are left.
        let still = |player: Colour| then.pressing.is_putting_right(player);
        let before = clocks::once_put_right(game).zip(game.clock.goes_for());
        return Ok(match before {
            Some((_, running)) if still(running) => ruling,
            Some((_, running)) if still(!running) => ruling.so(Consequence::StartClock(!running)),
            Some((before, _)) => ruling.so(Consequence::StartClock(before)),
            None => ruling,
        });
    }
    if by != game.turn_to_play() {
        let text = say!("{by} [adjusts] men while [his opponent] [has] the move, which may distract"; by);
        let why = "only the player having the move may adjust men";
        return Ok(Ruling::refuse(law.adjusts_out_of_turn, why).penalisable(
            law.adjusts_out_of_turn,
            by,
            text,
        ));
    }
    if game.clock.is_pressed() && game.clock.running().is_some_and(|running| running != by) {
        let why = "only he whose clock is running may adjust men";
        let text = say!("{by} [adjusts] men while [his] clock is not running, which may distract"; by);
        return Ok(Ruling::refuse(law.adjusts_on_his_clock, why).penalisable(
            law.adjusts_on_his_clock,
            by,
            text,
        ));
    }
    let touched = deed
        .and_then(|deed| deed.touched.first().copied())
        .is_some_and(|man| game.turn.touched.iter().any(|each| each.id == man.id));
    if touched {
        // Reading F23-19.
        let why = say!("[he] touched the man before [he] gave notice: it stays touched");
        return Ok(Ruling::refuse(law.touched_before_notice, why));
    }
    let text = say!("{by} [adjusts] the man on {square} with notice"; by, square);
    Ok(Ruling::silent().finding(law.adjusts, by, text))
}

/// `"6.2.2"`: he must always be let press after making his move, or when his clock was set going after it.
pub(crate) fn rights(law: &Pressing, game: &Game) -> Vec<Right> {
    let pressing = |by: &Colour| {
        let set_going = game.turn_to_play() != *by && game.pressing.displaced.is_empty();
        let has_made = game.pressing.uncompleted[by.index()] || set_going;
        game.clock.is_pressed() && has_made && may_press(game, *by)
    };
    let right = |by: Colour| Right {
        party: by.into(),
        act: Act::Press {
            hand: None,
            manner: None,
        },
        clause: law.may_press.into(),
        text: if game.pressing.beside == Some(by) {
            say!("press the clock: what [he] moved besides counts as an illegal move")
        } else {
            say!("press the clock")
        },
    };
    Colour::BOTH.into_iter().filter(pressing).map(right).collect()
}
