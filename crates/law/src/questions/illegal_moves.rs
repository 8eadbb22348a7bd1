//! A move was completed against the law: until when is it put right, what comes back, and what does it cost?

use crate::{
    code::Clause,
    facts::{checks::is_illegal_position, clocks, pace},
    means::{after, deciding, ends, now, so_many, wrong_moves},
    questions::{
        false_move::{FALSE_MOVE, FalseMove},
        lateness::VALID_REASON,
        regime::{BONUS, ILLEGAL_MOVE, Until},
    },
};
use core::num::NonZeroU32;
use jadoube_board::{Colour, Kind, Move};
use jadoube_game::{
    Act, AtTheClock, Citation, Consequence, Duty, Error, Event, Game, Given, Outcome, Party, Presence, Right,
    Ruling, Sentence, WrongMove, WrongMoveKind, say,
};

question! {
    "A move was completed against the law: until when is it put right, what comes back, and what does it cost?";
    tables: PUTTING_RIGHT;
    "A fast game that is not closely watched goes by rules of its own." => fide_2023 "A.5";
}

steps! {
    /// A move completed against the law is put right.
    pub struct PuttingRight {
        /// A Pawn left on its last rank when the clock is pressed becomes a Queen, as an illegal move.
        pawn_left,
        /// A clock pressed without a move counts as an illegal move.
        nothing_moved,
        /// A move made with two hands counts as an illegal move.
        both_hands,
        /// An illegal move is put right: the position before it, and the man touched is moved if it can be.
        put_right,
        /// The first illegal move gives the opponent time, a second loses the game.
        counted,
        /// A fast game: the arbiter sees two Kings in check or a Pawn on its last rank, and lets one more move be made.
        position_seen,
        /// A fast game: an illegal move is put right only until the reply, unless both agree.
        put_right_by_both,
        /// Colours reversed: a new game while few moves have been made, afterwards play goes on.
        colours_reversed,
        /// It is pointed out when the game is over: too late.
        after_the_end,
        /// A move not completed goes back without more, but for what was touched.
        not_completed,
        /// The same move is made again with one hand.
        with_one_hand,
        /// A man let go as part of a legal move goes nowhere else, though the clock was pressed too soon.
        let_go,
        /// Two hands used for one move: the opponent claims it until he touches a man.
        touched_since,
        /// An empty press for which there was a valid reason counts for nothing.
        handed_back,
    }
    pub static PUTTING_RIGHT for FALSE_MOVE: FalseMove::PutBackOncePressed = {
        fide_2023: {
            pawn_left: "7.5.2", nothing_moved: "7.5.3", both_hands: "7.5.4", put_right: "7.5.1",
            counted: "7.5.5", position_seen: "A.5.4", put_right_by_both: "A.5.2", colours_reversed: "7.3",
            after_the_end: "reading F23-36", not_completed: "reading F23-5",
            with_one_hand: "reading F23-44", let_go: "4.7", handed_back: "reading F23-42",
            touched_since: "4.8",
        },
    };
}

/// The moves against the law that can still be put right, oldest first.
fn open(game: &Game) -> impl Iterator<Item = &WrongMove> {
    game.pressing.faults.iter().filter(|fault| !fault.stands)
}

/// `"A.5.2"`: a legal move is made in answer; where the law says so, what it answers stands.
pub(crate) fn answered(game: &Game, by: Colour) -> Ruling {
    let row = ILLEGAL_MOVE.of(game);
    let offender = !by;
    if row.value != Until::TheNextMove || !open(game).any(|fault| fault.by == offender) {
        return Ruling::silent();
    }
    let clause = row.clause();
    let text = say!("{by} [has] made [his] next move: {the illegal move of offender} stands"; offender, by);
    Ruling::silent()
        .finding(clause, offender, text)
        .so(now(AtTheClock::Stands(offender)))
}

/// An illegal move is pointed out: `"7.5.1"` to `"7.5.5"`, `"A.5.2"`.
pub(crate) fn point_out(
    law: &PuttingRight,
    game: &Game,
    event: &Event,
    number: Option<NonZeroU32>,
    binds: Binds,
) -> Ruling {
    let row = ILLEGAL_MOVE.of(game);
    let clause = row.clause();
    if game.status.is_over() {
        return Ruling::refuse(law.after_the_end, "the game is over: it is too late");
    }
    let meant = |fault: &&WrongMove| number.is_none_or(|number| number.get() == fault.number);
    let lost = |fault: &WrongMove| is_lost_by_a_touch(game, fault, event.by);
    let own = |fault: &WrongMove| is_for_the_other(game, fault, event.by);
    let any_is_meant = claimable(game, event.by).any(|fault| meant(&fault));
    match earliest(game, event.by).filter(|_| any_is_meant) {
        Some(fault) => put_right_from(law, game, fault, binds),
        None if open(game).any(|fault| lost(fault) && meant(&fault)) => Ruling::refuse(
            law.touched_since,
            say!("[he] [has] touched a man since, and can claim nothing any more"),
        ),
        None if is_in_hand(game) => taken_back(law, game),
        None if open(game).any(own) => Ruling::refuse(
            clause,
            say!("it is for the arbiter to see it, or for [the opponent] to claim"),
        ),
        None if game.pressing.faults.iter().any(|fault| meant(&fault)) && number.is_some() => {
            Ruling::refuse(clause, "that move can no longer be put right: it stands")
        }
        None if number.is_some() => Ruling::refuse(clause, "no illegal move of that number is on record"),
        None => Ruling::refuse(clause, "no illegal move is on record that can still be put right"),
    }
}

/// What this party can have put right now.
fn claimable(game: &Game, by: Party) -> impl Iterator<Item = &WrongMove> {
    open(game).filter(move |fault| !is_for_the_other(game, fault, by) && !is_lost_by_a_touch(game, fault, by))
}

/// The first of them, with which whatever came later goes back.
fn earliest(game: &Game, by: Party) -> Option<&WrongMove> {
    claimable(game, by).min_by_key(|fault| fault.past)
}

/// Whether, the right being the opponent's, a player did this himself (reading F23-50).
fn is_for_the_other(game: &Game, fault: &WrongMove, by: Party) -> bool {
    ILLEGAL_MOVE.of(game).value == Until::TheNextMove && by == Party::from(fault.by)
}

fn is_lost_by_a_touch(game: &Game, fault: &WrongMove, by: Party) -> bool {
    by.player().is_some_and(|by| is_touched_away(game, fault, by))
}

/// Whether this player has touched a man since the other made one move with both hands, and can claim that no more.
fn is_touched_away(game: &Game, fault: &WrongMove, by: Colour) -> bool {
    let since = game.past.get(fault.past + 1..).unwrap_or_default();
    let moved = since
        .iter()
        .any(|turn| turn.standing.player == by && turn.is_a_move());
    let touched = game.turn_to_play() == by && !game.turn.touched.is_empty();
    fault.kind == WrongMoveKind::BothHands && fault.by != by && (moved || touched)
}

/// Whether the men stand as the player on turn left them against the law, the clock not being pressed.
fn is_in_hand(game: &Game) -> bool {
    game.turn.illegal.is_some()
}

/// Reading F23-5: it goes back without more, but for what was touched.
fn taken_back(law: &PuttingRight, game: &Game) -> Ruling {
    let by = game.turn_to_play();
    let text = say!(
        "the move {by} [has] made and not completed goes back; what [he] touched binds [him]"; by
    );
    Ruling::silent()
        .finding(law.not_completed, by, text)
        .so(now(AtTheClock::TakeBack))
}

/// The earliest is put right, everything after it goes back, and each player's are counted (readings F23-37, F23-38).
pub(crate) fn acted_on(law: &PuttingRight, game: &Game, binds: Binds) -> Ruling {
    match open(game).min_by_key(|fault| fault.past) {
        Some(fault) => put_right_from(law, game, fault, binds),
        None => Ruling::silent(),
    }
}

/// Whether a move against the law has been completed that was not before.
pub(crate) fn newly_completed(before: &Game, after: &Game) -> bool {
    let completed = |game: &Game| open(game).filter(|fault| fault.completed).count();
    completed(after) > completed(before)
}

/// This one is put right, and with it whatever came later.
fn put_right_from(law: &PuttingRight, game: &Game, fault: &WrongMove, binds: Binds) -> Ruling {
    let gone: Vec<&WrongMove> = open(game).filter(|each| each.past >= fault.past).collect();
    let in_time = match unanswered(game, fault) {
        Some((clause, text)) => Ruling::silent().finding(clause, fault.by, text),
        None => Ruling::silent(),
    };
    let ruling = put_right(law, game, fault, binds)
        .and(in_time)
        .and(gives_nothing(game, fault));
    counted(law, game, &gone, fault.past, ruling)
}

/// `"A.5.2"`: where a lawful answer would have let it stand, why it does not.
fn unanswered(game: &Game, fault: &WrongMove) -> Option<(Citation, Sentence)> {
    let row = ILLEGAL_MOVE.of(game);
    let text = say!("no lawful move has answered {the illegal move of offender} yet"; offender = fault.by);
    (row.value == Until::TheNextMove).then(|| (row.clause(), text))
}

/// What this one and those after it gave their players at the clock goes back with them (reading F23-48).
fn gives_nothing(game: &Game, fault: &WrongMove) -> Ruling {
    let faults = game.pressing.faults.iter().rev();
    let gone = faults.filter(|each| each.past >= fault.past);
    // Where the Pawn became a queen nothing goes back, and what pressing gave stays.
    let gone = gone.filter(|each| each.past != fault.past || queened(game, each).is_none());
    gone.fold(Ruling::silent(), |ruling, each| {
        ruling.and(wrong_moves::taken_back(game, each.by, each.given, each.before))
    })
}

/// What was completed against the law cannot be taken back to where it was made, and the arbiter has set up another
/// position: it is settled by that, and counted.
pub(crate) fn settled(law: &PuttingRight, game: &Game, ruling: Ruling) -> Ruling {
    let gone: Vec<&WrongMove> = open(game).filter(|each| each.completed).collect();
    if gone.is_empty() {
        return ruling;
    }
    counted(law, game, &gone, 0, ruling)
}

/// The first costs its player time, the second the game: `"7.5.5"`.
fn counted(law: &PuttingRight, game: &Game, gone: &[&WrongMove], from: usize, ruling: Ruling) -> Ruling {
    let counts = Colour::BOTH.map(|player| {
        let own = |each: &&&WrongMove| each.by == player && each.completed;
        u32::from(game.clock.is_pressed()) * gone.iter().filter(own).count() as u32
    });
    let mut ruling = ruling.so(now(AtTheClock::PutRight(from, counts)));
    let restored = after(game, &ruling);
    // Where both come to their second by it, he has lost who came to it first.
    let mut counted = game.pressing.counted;
    for each in gone
        .iter()
        .filter(|each| each.completed && game.clock.is_pressed())
    {
        counted[each.by.index()] += 1;
        if counted[each.by.index()] >= 2 {
            return noted(gone, each.by, 0, ruling.and(second(law, &restored, each.by)));
        }
    }
    for player in Colour::BOTH {
        if counts[player.index()] == 0 {
            continue;
        }
        let row = BONUS.of(game);
        let bonus = clocks::is_timed(game).then(|| pace::bonus(&game.terms, row.value));
        let time = bonus.map(|bonus| so_many(bonus.unsigned_abs() / 1000, "second"));
        let more = |time| say!(": {opponent} [gets] {time} more"; opponent = !player, time);
        let gets = time.map(more).unwrap_or_default();
        let text = say!("{the first completed illegal move of player}{gets}"; player, gets);
        // Where no time is given, or the event has fixed it, no kind of game makes a difference.
        let by_kind = bonus.is_some() && game.terms.regulations.bonus_seconds.is_none();
        let clause = if by_kind { row.clause() } else { law.counted.into() };
        let bonus = bonus.unwrap_or_default();
        ruling = ruling
            .finding(clause, player, text)
            .so(now(AtTheClock::Add(!player, bonus)));
        ruling = noted(gone, player, bonus, ruling);
    }
    ruling
}

/// Where nothing but a press without a move was counted, a valid reason may yet be found for it.
fn noted(gone: &[&WrongMove], player: Colour, bonus: i64, ruling: Ruling) -> Ruling {
    match gone {
        [only] if only.kind == WrongMoveKind::NothingMoved => {
            ruling.so(now(AtTheClock::CountedPress(player, bonus)))
        }
        _ => ruling,
    }
}

/// The position just before it comes back; a Pawn left on its last rank becomes a queen instead.
fn put_right(law: &PuttingRight, game: &Game, fault: &WrongMove, binds: Binds) -> Ruling {
    let by = fault.by;
    if let Some(queen) = queened(game, fault) {
        let text = say!("{the Pawn of by} is replaced by a queen"; by);
        let kept = Given {
            time: 0,
            ..clocks::on_pressing(game, by, false)
        };
        let ruling = Ruling::silent()
            .finding(put_right_by(law, game, fault), by, text)
            .so(Consequence::Restore(Box::new(fault.turn), fault.past))
            .so(Consequence::Play(queen))
            .so(Consequence::StartClock(by));
        let ruling = match against_the_touch(game, fault, queen, binds) {
            Some(breach) => ruling.so(breach),
            None => ruling,
        };
        let ruling = ruling.so(now(AtTheClock::Press(by, kept)));
        if fault.past + 1 != game.past.len() {
            return ruling;
        }
        // Nothing goes back: what the opponent has touched since, or holds, he has touched, and holds.
        let aside = after(game, &Ruling::simply(Consequence::SetAside(!by)));
        return ruling
            .so(Consequence::TouchedBefore(aside.turn.touched.clone()))
            .so(now(AtTheClock::InHand(
                !by,
                aside.turn.hands[(!by).index()].clone(),
            )));
    }
    let text = say!("the position before {the illegal move of by} is put back"; by);
    Ruling::silent()
        .finding(put_right_by(law, game, fault), by, text)
        .and(gone_back(law, game, fault, binds))
}

/// What stood before it stands again, and what was touched in it binds.
fn gone_back(law: &PuttingRight, game: &Game, fault: &WrongMove, binds: Binds) -> Ruling {
    let ruling = Ruling::simply(Consequence::Restore(Box::new(fault.turn), fault.past))
        .so(Consequence::StartClock(fault.turn.player));
    let ruling = if fault.touched.is_empty() && fault.kind != WrongMoveKind::BothHands {
        ruling
    } else {
        ruling.so(now(AtTheClock::Touched))
    };
    match bound(law, game, fault, binds) {
        Some(duty) => ruling.so(Consequence::Bind(Box::new(duty))),
        None => ruling,
    }
}

/// The move that made a queen was not the one that touching had bound its player to.
pub(crate) fn against_the_touch(
    game: &Game,
    fault: &WrongMove,
    queen: Move,
    binds: Binds,
) -> Option<Consequence> {
    let owed = binds(game, fault).filter(|duty| !duty.moves.contains(&queen))?;
    Some(wrong_moves::in_breach(&owed, &fault.turn, fault.past))
}

/// The move that makes a queen of the Pawn left, if it was otherwise legal (reading F23-41).
pub(crate) fn queened(game: &Game, fault: &WrongMove) -> Option<Move> {
    if fault.kind != WrongMoveKind::PawnLeft {
        return None;
    }
    let made = game
        .past
        .get(fault.past)
        .and_then(|past| past.made)
        .or_else(|| game.past.get(fault.past).and_then(|past| past.mv).map(Into::into))?;
    let position = fault.turn.position.as_ref()?;
    position.find_move(made.from, made.to, Some(Kind::Queen))
}

/// What the illegal move's touching leaves the player who replaces it: `"7.5.1"` with `"4.3"` and `"4.7"`.
fn bound(law: &PuttingRight, game: &Game, fault: &WrongMove, binds: Binds) -> Option<Duty> {
    if fault.kind == WrongMoveKind::BothHands {
        // In effect the same move again with one hand (reading F23-44).
        let mv = game.past.get(fault.past)?.mv?;
        if let Some(owed) = &fault.owed {
            return Some((**owed).clone());
        }
        return Some(Duty {
            clause: law.with_one_hand.into(),
            text: say!("{by} must make the same move again, with one hand"; by = fault.by),
            moves: vec![mv],
            exacted: false,
        });
    }
    let owed = binds(game, fault);
    let was_open = owed
        .as_ref()
        .is_none_or(|owed| fault.begun.iter().any(|mv| owed.moves.contains(mv)));
    if !fault.begun.is_empty() && was_open {
        // Reading F23-27: let go as part of a legal move, a man goes nowhere else.
        return Some(Duty {
            clause: law.let_go.into(),
            text: say!("{by} let a man go as part of a legal move, and must make that move"; by = fault.by),
            moves: fault.begun.clone(),
            exacted: false,
        });
    }
    owed
}

/// There was a valid reason for an empty press, as when he only undid what the other had pressed wrongly: it goes back, and
/// counts for nothing.
pub(crate) fn handed_back(law: &PuttingRight, game: &Game, binds: Binds) -> Ruling {
    let found = |by: Colour| {
        let text = say!("{by} had a valid reason to press: it is no illegal move"; by);
        Ruling::silent().finding(law.handed_back, by, text)
    };
    if let Some((by, bonus)) = game.pressing.counted_press {
        let ruling = found(by).so(now(AtTheClock::Uncount(by, bonus)));
        return if game.status.is_over() {
            ruling.so(Consequence::Reopen)
        } else {
            ruling
        };
    }
    let Some(fault) = game
        .pressing
        .empty_press(game.past.len())
        .filter(|fault| !fault.stands)
    else {
        return Ruling::silent();
    };
    let ruling = found(fault.by).and(wrong_moves::taken_back(game, fault.by, fault.given, fault.before));
    let before = fault.past.checked_sub(1).and_then(|at| game.past.get(at));
    if before.is_some_and(|turn| !turn.is_a_move()) {
        // He only handed back a clock that the other had pressed without moving: that player is still to move.
        return ruling.so(now(AtTheClock::PutRight(fault.past, [0; 2])));
    }
    ruling.and(gone_back(law, game, fault, binds))
}

/// The article by which such a fault is put right.
fn put_right_by(law: &PuttingRight, game: &Game, fault: &WrongMove) -> Clause {
    match fault.kind {
        WrongMoveKind::PawnLeft if queened(game, fault).is_some() => law.pawn_left,
        WrongMoveKind::NotLegal | WrongMoveKind::Beside | WrongMoveKind::PawnLeft => law.put_right,
        WrongMoveKind::NothingMoved => law.nothing_moved,
        WrongMoveKind::BothHands => law.both_hands,
    }
}

/// What the men touched in a move that was illegal bind its player to when he replaces it.
pub(crate) type Binds = fn(&Game, &WrongMove) -> Option<Duty>;

/// `"7.5.5"`: the second loses, or draws where the opponent can never mate (reading F23-45).
fn second(law: &PuttingRight, restored: &Game, player: Colour) -> Ruling {
    let clause = law.counted;
    let text = say!("{the second completed illegal move of player}"; player);
    ends::lost_unless_never_mated(restored, player, clause.into(), text)
}

/// `"A.5.4"`: a further move has been completed; a position still illegal draws the game.
pub(crate) fn one_more_move(law: &PuttingRight, game: &Game) -> Ruling {
    let clause = law.position_seen;
    let ruling = Ruling::silent().so(now(AtTheClock::Watch(false)));
    if !is_illegal_position(game) {
        return ruling;
    }
    ruling
        .finding(
            clause,
            Party::Umpire,
            "the position is still an illegal one: the game is drawn",
        )
        .so(Consequence::End(Outcome::drawn(clause)))
}

/// The umpire sees a position that no legal moves can have led to.
pub(crate) fn illegal_position(law: &PuttingRight, game: &Game, event: &Event) -> Ruling {
    let clause = law.position_seen;
    if ILLEGAL_MOVE.of(game).value != Until::TheNextMove {
        return Ruling::refuse(
            law.put_right,
            "here an illegal move is pointed out, and put right",
        );
    }
    if event.by != Party::Umpire {
        return Ruling::refuse(clause, "this is for the arbiter to see");
    }
    if !is_illegal_position(game) {
        return Ruling::refuse(
            clause,
            "neither are both kings in check nor does a Pawn stand on its last rank",
        );
    }
    if !game.men.same_squares(&game.standing.men) {
        return Ruling::refuse(clause, "the move is not completed: it may yet be made otherwise");
    }
    watched(law)
}

/// `"A.5.4"`: an arbiter who sees everything sees such a position once a move has been completed in it.
pub(crate) fn seen_at_once(law: &PuttingRight, game: &Game) -> Ruling {
    if game.terms.arbiter == Presence::Watching && may_be_watched(game) {
        watched(law)
    } else {
        Ruling::silent()
    }
}

/// Whether there is a position that the arbiter lets stand for one more move.
pub(crate) fn may_be_watched(game: &Game) -> bool {
    ILLEGAL_MOVE.of(game).value == Until::TheNextMove
        && !game.pressing.watched
        && !game.status.is_over()
        && game.men.same_squares(&game.standing.men)
        && is_illegal_position(game)
}

fn watched(law: &PuttingRight) -> Ruling {
    let text = "an illegal position: one more move is let pass, and if it is still there the game is drawn";
    Ruling::silent()
        .finding(law.position_seen, Party::Umpire, text)
        .so(now(AtTheClock::Watch(true)))
}

/// Reading F23-55: the players themselves put an illegal move right that stands.
pub(crate) fn corrected(law: &PuttingRight, game: &Game, binds: Binds) -> Ruling {
    let clause = law.put_right_by_both;
    let Some(fault) = game.pressing.faults.iter().min_by_key(|fault| fault.past) else {
        return Ruling::refuse(clause, "no illegal move is on record");
    };
    let text = "the players agree to correct the illegal move, the arbiter keeping out";
    Ruling::silent()
        .finding(clause, fault.by, text)
        .and(put_right(law, game, fault, binds))
        .and(gives_nothing(game, fault))
        .so(now(AtTheClock::PutRight(fault.past, [0; 2])))
}

/// Whether there is an illegal move that the players could agree to correct.
pub(crate) fn may_be_corrected(game: &Game) -> bool {
    ILLEGAL_MOVE.of(game).value == Until::TheNextMove && !game.pressing.faults.is_empty()
}

/// What may be pointed out now, and by whom; what is an arbiter's, though there may be none.
pub(crate) fn rights(law: &PuttingRight, game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let mut may = |party: Party, error: Error, clause: &'static str, text: Sentence| {
        rights.push(Right {
            party,
            act: Act::PointOut { error, number: None },
            clause,
            text,
        });
    };
    for party in [Party::White, Party::Black, Party::Umpire] {
        let (clause, text) = match earliest(game, party) {
            Some(fault) => (
                unanswered(game, fault).map_or(put_right_by(law, game, fault).into(), |(clause, _)| clause),
                say!("point out the illegal move: it is put right"),
            ),
            None if is_in_hand(game) => (
                law.not_completed.into(),
                say!("point out that the move is illegal: it goes back, without more"),
            ),
            None => continue,
        };
        may(party, Error::IllegalMove, clause, text);
    }
    if may_be_watched(game) {
        let text = say!("an illegal position: one more move is let pass");
        let clause = law.position_seen.into();
        may(Party::Umpire, Error::IllegalPosition, clause, text);
    }
    if let Some(breach) = &game.pressing.breach {
        let text = say!("have the move undone, and the one made that [!:he] owed");
        if !breach.arbiter_only {
            let entitled = Party::from(!breach.by);
            may(entitled, Error::TouchedMan, breach.clause, text.clone());
        }
        may(Party::Umpire, Error::TouchedMan, breach.clause, text);
        if !breach.arbiter_only {
            rights.push(Right {
                party: Party::from(!breach.by),
                act: Act::Waive { clause: None },
                clause: breach.clause,
                text: say!("let it pass"),
            });
        }
    }
    rights.extend(may_be_handed_back(law, game));
    rights
}

/// What the arbiter may find of a press without a move, even when the game is lost by it.
pub(crate) fn may_be_handed_back(law: &PuttingRight, game: &Game) -> Option<Right> {
    let text = "there was a valid reason to press without moving: it is no illegal move";
    let press = if game.status.is_over() {
        game.pressing.second_was_a_press()
    } else {
        game.pressing.is_of_a_press(game.past.len())
    };
    (press && game.terms.arbiter != Presence::None)
        .then(|| deciding::may(deciding::so_found(VALID_REASON), law.handed_back.into(), text))
}

/// `"7.3"`: the players have each other's men; fewer than ten moves by both, the game begins again.
pub(crate) fn colours(law: &PuttingRight, game: &Game, event: &Event) -> Ruling {
    let clause = law.colours_reversed;
    if game.completed.iter().min().is_some_and(|made| *made >= 10) {
        return Ruling::refuse(clause, "ten moves have been made by both: the game goes on");
    }
    let text = "the colours were reversed: the game is stopped and begun again with the right ones";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(Consequence::End(ends::annulled(game, clause.into())))
}
