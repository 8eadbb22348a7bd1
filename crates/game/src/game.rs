//! What stands: the men, whose turn it is, what has been done in it, and what is owed. Changed only by carrying out rulings.

use crate::{
    act::Act,
    clock::Clock,
    event::{Event, HandMove, Moment, Party},
    hand::{InHand, OffBoard},
    ledger::{Ledger, Offence},
    men::Men,
    pressing::Pressing,
    ruling::{Citation, Consequence, Ordinary, Ruling},
    sitting::{Adjournment, Sealed, Sitting},
    terms::{Presence, Terms},
    turn::Turn,
    words,
};
use core::ops::Deref;
use jadoube_board::{Colour, Move, Movement, Position, Square};

words! {
    /// How things are with the game.
    Status: "status" {
        /// Going on.
        InPlay = "in-play",
        /// Stopped, to be resumed.
        Adjourned = "adjourned",
        /// Stopped until the umpire decides.
        Suspended = "suspended",
        /// Won.
        Won = "won",
        /// Drawn.
        Drawn = "drawn",
        /// Void.
        Annulled = "annulled",
        /// Lost by both.
        LostByBoth = "lost-by-both",
        /// Lost by one player, and not won by the other.
        LostByOne = "lost-by-one",
    }
}

impl Status {
    /// Nothing more can happen on the board.
    pub const fn is_over(self) -> bool {
        matches!(
            self,
            Status::Won | Status::Drawn | Status::Annulled | Status::LostByBoth | Status::LostByOne
        )
    }
}

/// How a game ended and by which clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Won, drawn, annulled or lost by both.
    pub status: Status,
    /// Who won.
    pub winner: Option<Colour>,
    /// By which clause; none where the code is silent.
    pub clause: Option<Citation>,
    /// Who has the first move in the game played instead of an annulled one.
    pub next_first_move: Option<Colour>,
}

impl Outcome {
    /// Won by this player.
    pub fn won(winner: Colour, clause: impl Into<Citation>) -> Self {
        Outcome {
            status: Status::Won,
            winner: Some(winner),
            clause: Some(clause.into()),
            next_first_move: None,
        }
    }

    /// Drawn.
    pub fn drawn(clause: impl Into<Citation>) -> Self {
        Outcome {
            status: Status::Drawn,
            winner: None,
            clause: Some(clause.into()),
            next_first_move: None,
        }
    }
}

/// What stood when a turn to play began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The men.
    pub men: Men,
    /// Whose turn it was.
    pub player: Colour,
    /// The position they made, where there was one King a side.
    pub position: Option<Position>,
    stuck: bool,
}

impl Standing {
    /// These men with this player to move.
    pub fn new(men: Men, player: Colour, movement: Movement) -> Self {
        let position = men.position(player, movement);
        Self::of(men, player, position)
    }

    /// The same where the position they make is known.
    pub fn of(men: Men, player: Colour, position: Option<Position>) -> Self {
        Standing {
            men,
            player,
            position,
            stuck: position.is_some_and(|position| !position.has_legal_move()),
        }
    }

    /// Whether a lawful position stood there in which the player had no legal move: seen once, asked often.
    pub fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// The turn after this one, or the same player's again: the move leads to that position, or where the rules say.
    fn go_on(&mut self, mv: Move, player: Colour, elsewhere: Option<&Position>) {
        self.player = player;
        let Some(position) = &mut self.position else {
            return;
        };
        match elsewhere {
            Some(next) => *position = *next,
            None => position.make(mv),
        }
        self.men.play(mv, position);
        self.stuck = !position.has_legal_move();
    }
}

/// A turn that is over.
#[derive(Debug, Clone)]
pub struct PastTurn {
    /// What stood when it began.
    pub standing: Standing,
    /// The move made, where it was a legal one.
    pub mv: Option<Move>,
    /// The transfer by hand, where it was not.
    pub made: Option<HandMove>,
    /// Its number among all moves made by hand.
    pub number: u32,
    /// Whether a man was taken.
    pub capture: bool,
    /// Whether a Pawn was moved.
    pub pawn: bool,
    /// Several moves in one turn: this was not the last of them.
    pub more_to_come: bool,
    /// What was said with it.
    pub said: Option<Box<str>>,
}

impl PastTurn {
    /// Whether a man was moved: not where the clock was only pressed.
    pub fn is_a_move(&self) -> bool {
        self.mv.is_some() || self.made.is_some()
    }
}

/// Everything that stands. Readable by all; changed only through [`Game::carry_out`].
#[derive(Debug, Clone)]
pub struct State {
    /// What was settled beforehand.
    pub terms: Terms,
    /// How the men move under the code.
    pub movement: Movement,
    /// How many acts have happened.
    pub seq: u32,
    /// The men at the very start, and who had the first move.
    pub first: Standing,
    /// What stood when the present turn began.
    pub standing: Standing,
    /// The men as they now stand.
    pub men: Men,
    /// What has been done in the present turn.
    pub turn: Turn,
    /// What stands between the players.
    pub ledger: Ledger,
    /// The sitting: who is there, what is put away, what waits for an answer.
    pub sitting: Sitting,
    /// What stands at the clock, where the players press it.
    pub pressing: Pressing,
    /// Turns that are over.
    pub past: Vec<PastTurn>,
    /// The first turn whose position can still come back by moves alone: nothing undoes a capture or a Pawn's move.
    /// None where men have been put right, or moved against the law, so that any may come back.
    pub recurring_from: Option<usize>,
    /// Moves completed by each player.
    pub completed: [u32; 2],
    /// All moves made by hand, legal or not.
    pub hand_moves: u32,
    /// The clocks.
    pub clock: Clock,
    /// How things are.
    pub status: Status,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The index in `past` of the move completed by the last act, if it completed one.
    pub just_completed: Option<usize>,
    /// Whether the last act began a turn.
    pub turn_just_began: bool,
    /// The last act; none where that was a move or the press of a clock, of which the past tells enough.
    pub last_act: Option<(Party, Act)>,
    /// Whether that act was refused.
    pub last_refused: bool,
    /// Which player last did something that is no aside; none where that was a move.
    pub last_to_act: Option<Colour>,
}

impl State {
    /// Whose turn to play it is.
    pub fn turn_to_play(&self) -> Colour {
        self.standing.player
    }

    /// Whether it is this player's turn, and he has not sealed his move already.
    pub fn has_the_move(&self, player: Colour) -> bool {
        let adjournment = self.sitting.adjournment.as_deref();
        let is_sealed = adjournment.is_some_and(|adjournment| adjournment.sealed.is_some());
        self.turn_to_play() == player && !(self.status == Status::Adjourned && is_sealed)
    }

    /// Whether the other player was the last to do something, so that what this one does now may answer it.
    pub fn answers(&self, player: Colour) -> bool {
        match self.last_to_act {
            Some(last) => last != player,
            None => {
                self.turn.altered.is_some()
                    || self
                        .past
                        .last()
                        .is_some_and(|last| last.standing.player != player)
            }
        }
    }

    /// The turns over, from this one on, at whose beginning the men stood as they did by a move.
    pub fn arisen_since(&self, from: usize) -> impl Iterator<Item = &PastTurn> {
        let arose = move |at: &usize| *at == 0 || self.past[at - 1].is_a_move();
        (from.min(self.past.len())..self.past.len())
            .filter(arose)
            .map(|at| &self.past[at])
    }

    /// The position at the commencement of the turn.
    pub fn position(&self) -> Option<&Position> {
        self.standing.position.as_ref()
    }

    /// The men are as they were when the turn began, nothing is in hand and nobody has touched one.
    pub fn is_quiet(&self) -> bool {
        self.turn.illegal.is_none()
            && self.turn.altered.is_none()
            && self.turn.touched.is_empty()
            && self.turn.touched_before.is_empty()
            && self.turn.hands[0].is_empty()
            && self.turn.hands[1].is_empty()
            && self.turn.off.is_empty()
            && self.turn.under.is_empty()
    }

    /// Where the present turn began, which is earlier than `standing` in a turn of several moves.
    pub fn turn_start(&self) -> (&Standing, usize) {
        match &self.turn.turn_began {
            Some((standing, past)) => (standing, *past),
            None => (&self.standing, self.past.len()),
        }
    }

    /// The men as the opponent's alteration alone leaves them: what the player has begun in his own turn is no part of it.
    pub fn men_as_altered(&self) -> Option<Men> {
        let altered = self.turn.altered.as_ref()?;
        let (before, after) = (altered.before.as_ref(), altered.after.as_ref()?);
        let begun = before.filter(|before| !before.same_squares(&self.standing.men));
        Some(match begun {
            Some(before) => self.standing.men.changed_as(before, after, self.movement),
            None => *after,
        })
    }

    /// Whether a man of the player's stood on this square that he has moved in this turn and not yet quite played, and the
    /// opponent has since put one there out of turn.
    pub fn is_crossed_at(&self, square: Square) -> bool {
        let altered = self.turn.altered.as_ref();
        let men = altered.and_then(|altered| altered.before.as_ref().zip(altered.after.as_ref()));
        men.is_some_and(|(before, after)| {
            let stood = self.standing.men.id(square);
            let elsewhere = stood
                .and_then(|id| before.square_of(id))
                .is_some_and(|now| now != square);
            elsewhere && after.id(square).is_some() && after.id(square) != before.id(square)
        })
    }

    /// Whether it is so on any square.
    pub fn is_crossed(&self) -> bool {
        self.turn.altered.is_some() && Square::ALL.into_iter().any(|square| self.is_crossed_at(square))
    }

    /// What the player has begun in his turn, had it begun with these men.
    pub fn begun_from(&self, men: &Men) -> Men {
        men.changed_as(&self.standing.men, &self.men, self.movement)
    }

    /// FEN of the men as they now stand.
    pub fn fen(&self) -> String {
        self.men.fen(self.standing.player)
    }
}

/// Room for the turns of an ordinary game, so that its history is seldom moved.
const ORDINARY_LENGTH: usize = 160;

/// A game: its state, and the one way to change it.
#[derive(Debug, Clone)]
pub struct Game {
    state: State,
}

impl Deref for Game {
    type Target = State;
    fn deref(&self) -> &State {
        &self.state
    }
}

impl Game {
    /// A game that starts from these men with this player to move.
    pub fn new(terms: Terms, start: Position, moves_in_first_turn: u32) -> Self {
        let men = Men::of(&start);
        let standing = Standing::of(men, start.turn(), Some(start));
        let mut clock = Clock::default();
        clock.run(Some(standing.player));
        Game {
            state: State {
                movement: start.movement(),
                terms,
                seq: 0,
                first: standing,
                turn: Turn {
                    moves_in_turn: moves_in_first_turn.max(1),
                    turn_began: (moves_in_first_turn > 1).then(|| (Box::new(standing), 0)),
                    ..Turn::default()
                },
                ledger: Ledger::default(),
                sitting: Sitting::default(),
                pressing: Pressing::default(),
                standing,
                men,
                past: Vec::with_capacity(ORDINARY_LENGTH),
                recurring_from: Some(0),
                completed: [0, 0],
                hand_moves: 0,
                clock,
                status: Status::InPlay,
                outcome: None,
                just_completed: None,
                turn_just_began: true,
                last_act: None,
                last_refused: false,
                last_to_act: None,
            },
        }
    }

    /// The same with a clock that the players press; where time is given, each has so much, and this delay before a move.
    #[must_use]
    pub fn with_a_clock_to_press(mut self, given: Option<Moment>, delay: Moment) -> Self {
        self.state.clock.set_up(given, delay);
        self
    }

    /// The state, to look at.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Notes that an act happened, before it is ruled on: its number and its time.
    #[inline(always)]
    pub fn happen(&mut self, event: &Event) {
        let state = &mut self.state;
        state.seq += 1;
        state.just_completed = None;
        state.turn_just_began = false;
        if let Some(at) = event.at {
            state.clock.read(at);
        }
        if state.status == Status::InPlay && state.clock.running().is_none() {
            // They stood only while men that had been upset were put back.
            state.clock.run_again(state.standing.player);
        }
    }

    /// Notes that the law has spoken of the turn that just began.
    pub fn turn_is_begun(&mut self) {
        self.state.turn_just_began = false;
    }

    /// Remembers the act as the last one, after it was ruled on.
    pub fn remember(&mut self, event: &Event, refused: bool) {
        let state = &mut self.state;
        if matches!(event.act, Act::Move { .. } | Act::Press { .. }) {
            state.forget_the_last_act();
        } else if !matches!(event.act, Act::Adjourn | Act::Resume { .. }) {
            // A pause comes between no act and its answer.
            state.last_act = Some((event.by, event.act.clone()));
            if !refused && event.is_a_decision() && state.status.is_over() {
                state.pressing.decided.clone_from(&state.outcome);
            }
            state.last_refused = refused;
            let player = event.by.player();
            let aside = event.act.is_an_aside() && player == Some(state.standing.player);
            if !refused && !aside {
                state.last_to_act = player.or(state.last_to_act);
            }
        }
    }

    /// Does what the ruling says.
    pub fn carry_out(&mut self, ruling: &Ruling) {
        for consequence in &ruling.consequences {
            self.obey(consequence);
        }
    }

    /// Does one thing that a ruling says.
    pub fn obey(&mut self, consequence: &Consequence) {
        self.state.obey(consequence);
    }

    /// Does what follows from an ordinary act.
    pub fn go_on(&mut self, ordinary: Ordinary) {
        match ordinary {
            Ordinary::Move(mv) => self.state.play(mv, None, false),
            Ordinary::Press(by, given) => self.state.pressed(by, given),
        }
        self.state.forget_the_last_act();
    }
}

impl State {
    fn obey(&mut self, consequence: &Consequence) {
        match consequence {
            Consequence::Play(mv) => self.play(*mv, None, false),
            Consequence::PlayUnheeding(mv, next) => self.play(*mv, Some(next), false),
            Consequence::PlayOn(mv, next) => self.play(*mv, Some(next), true),
            Consequence::Perform(deed) => self.perform(deed),
            Consequence::Irregular(made) => {
                self.hand_moves += 1;
                self.turn.illegal.get_or_insert((self.hand_moves, *made));
            }
            Consequence::CountMove => self.hand_moves += 1,
            Consequence::AtTheClock(what) => self.at_the_clock(what),
            Consequence::Alter(offence) => {
                self.hand_moves += 1;
                let mut offence = offence.clone();
                offence.number = self.hand_moves;
                self.ledger.arise((*offence).clone());
                if let Some(altered) = &mut self.turn.altered {
                    altered.after = Some(self.men);
                } else {
                    offence.after = Some(self.men);
                    self.turn.altered = Some(offence);
                }
            }
            Consequence::UndoAlteration => self.undo_alteration(),
            Consequence::EndTurnIrregularly => self.pass_by(),
            Consequence::AcceptMen => self.accept_men(),
            Consequence::LayOver(altered, past) => self.lay_over(altered, *past),
            Consequence::Begun(men) => self.men = **men,
            Consequence::Restore(standing, past) => self.restore(standing, *past),
            Consequence::StandAs(standing) => {
                self.put_right(standing);
                self.ledger.put_right(&standing.men, self.past.len());
            }
            Consequence::Reinterpret(mv, standing) => self.reinterpret(*mv, standing),
            Consequence::PutBack(square) => self.put_back(*square),
            Consequence::TakeOff(square) => {
                if let Some((man, id)) = self.men.take_off(*square, self.movement) {
                    self.turn.off.push(OffBoard {
                        id,
                        man,
                        square: *square,
                        taken: false,
                    });
                }
            }
            Consequence::EmptyHand(player) => self.empty_hand(*player),
            Consequence::SetAside(player) => self.set_aside(*player),
            Consequence::TakeUp(what) => self.take_up_again(what),
            Consequence::ReplaceToken(square) => {
                let id = self.men.id(*square);
                self.turn.tokens.retain(|token| Some(token.id) != id);
            }
            Consequence::Note(offence) => self.ledger.arise((**offence).clone()),
            Consequence::Lapse(entitled) => {
                let put_right = self.turn.altered.is_none() && self.turn.off.is_empty();
                self.ledger.lapse(*entitled, put_right);
            }
            Consequence::Settle(offender) => self.ledger.overtake(*offender),
            Consequence::Spend(offender) => self.ledger.spend(*offender, self.past.len()),
            Consequence::Forgive(men) => self.ledger.forgive(self.standing.player, men),
            Consequence::TouchAnew(men) => self.ledger.forgiven.retain(|id| !men.contains(id)),
            Consequence::TouchedBefore(men) => self.turn.touched.clone_from(men),
            Consequence::DropTouches(player) => {
                let past = self.past.len();
                self.ledger.carried[player.index()].retain(|each| each.past < past);
                if *player != self.standing.player {
                    self.turn.touched_by_opponent.clear();
                }
            }
            Consequence::ClaimEnd(player) => self.ledger.end_claimed = Some(*player),
            Consequence::Forget(offences) => self.ledger.forget(offences),
            Consequence::Restored(offences) => self.ledger.restored(offences),
            Consequence::Record(irregularity) => self.ledger.irregularities.push((**irregularity).clone()),
            Consequence::Bind(duty) => self.ledger.duty = Some(duty.clone()),
            Consequence::BindLater(player, duty) => self.ledger.later[player.index()] = Some(duty.clone()),
            Consequence::Release => self.ledger.duty = None,
            Consequence::CarryTouch(player, square) => {
                if let Some(id) = self.men.id(*square) {
                    self.ledger.carry(*player, id, self.past.len());
                }
            }
            Consequence::Consent(player, what) => self.ledger.consents[player.index()].push(what.clone()),
            Consequence::Announce(player, words) => self.announce(*player, words),
            Consequence::CryInVain(player, words) => self.turn.announced = Some((*player, words.clone())),
            Consequence::AnnounceOutOfTurn(words) => self.turn.cried_out_of_turn = Some(words.clone()),
            Consequence::LeaveLying(player, square) => {
                self.turn.left_lying[player.index()] = Some(*square);
            }
            Consequence::Offer(player, what) => self.ledger.offers.push((*player, *what)),
            Consequence::Decline(from, what) => self.ledger.decline((*from, *what)),
            Consequence::Withdraw => {
                self.ledger.offers.clear();
                self.ledger.refused_by_touch.clear();
            }
            Consequence::Demand(demand) => self.ledger.demand((**demand).clone()),
            Consequence::DropDemand(by) => self.ledger.drop_demand(*by),
            Consequence::Excuse(player) => self.ledger.forfeitable.retain(|each| each.by != *player),
            Consequence::RememberConduct(conduct) => self.ledger.forfeitable.push((**conduct).clone()),
            Consequence::Adjourn => {
                self.status = Status::Adjourned;
                self.clock.run(None);
                self.sitting.adjournment = Some(Box::new(Adjournment {
                    standing: self.standing,
                    past: self.past.len(),
                    men: self.men,
                    turn: self.turn.clone(),
                    ledger: self.ledger.clone(),
                    sealed: None,
                    resumed_wrongly: false,
                    at: self.clock.read_at(),
                    used: Colour::BOTH.map(|player| self.clock.used(player)),
                    resumed: false,
                    awaited: [None, None],
                }));
            }
            Consequence::Seal(by, record) => {
                if let Some(adjournment) = &mut self.sitting.adjournment {
                    adjournment.sealed = Some(Sealed {
                        by: *by,
                        record: record.clone(),
                    });
                }
            }
            Consequence::Resume(other) => {
                self.status = Status::InPlay;
                if let Some(adjournment) = &mut self.sitting.adjournment {
                    adjournment.resumed = true;
                }
                if let Some(standing) = other {
                    let past = self.past.len();
                    self.restore(standing, past);
                    if let Some(adjournment) = &mut self.sitting.adjournment {
                        adjournment.resumed_wrongly = true;
                    }
                } else if let Some(adjournment) = &mut self.sitting.adjournment {
                    adjournment.resumed_wrongly = false;
                }
                // Whatever lay about stands again where it belongs.
                self.pressing.displaced.clear();
                self.clock.run(Some(self.standing.player));
            }
            Consequence::BackToTheAdjournment => self.back_to_the_adjournment(),
            Consequence::Await(pending) => self.sitting.pending = Some(pending.clone()),
            Consequence::StopWaiting => self.sitting.pending = None,
            Consequence::Hold(series) => self.sitting.series[series.by.index()] = Some(series.clone()),
            Consequence::SetClocks(white, black) => self.clock.set((*white, *black)),
            Consequence::SetClocksBack => {
                if let Some(adjournment) = &self.sitting.adjournment {
                    self.clock.set_back(adjournment.used, adjournment.at);
                }
            }
            Consequence::Arrive(player) => {
                self.sitting.arrived[player.index()].get_or_insert(self.clock.read_at());
                if let Some(adjournment) = &mut self.sitting.adjournment {
                    adjournment.awaited[player.index()] = None;
                }
            }
            Consequence::Absent(player) => {
                let now = self.clock.read_at();
                if let Some(adjournment) = &mut self.sitting.adjournment {
                    adjournment.awaited[player.index()].get_or_insert(now);
                }
            }
            Consequence::StartClock(player) => {
                self.clock.run(Some(*player));
                if self.status == Status::Suspended && self.clock.is_pressed() {
                    // It is set to go for him, and goes when play does.
                    self.clock.run(None);
                }
            }
            Consequence::StopClocks => self.clock.run(None),
            Consequence::Suspend(dispute) => {
                self.status = Status::Suspended;
                self.clock.run(None);
                self.sitting.dispute = Some(dispute.clone());
                // While it is disputed nobody has won; the dispute remembers how it had ended.
                self.outcome = None;
            }
            Consequence::Decide(decision) => {
                let ended = self.sitting.dispute.take().and_then(|dispute| dispute.ended);
                if let Some((winner, clause)) = ended.and_then(|ended| ended.winner.zip(ended.clause)) {
                    self.ledger.denied.push((winner, clause));
                }
                self.take_up();
                if decision.moves_allowed.is_some() {
                    self.sitting.moves_allowed = decision.moves_allowed;
                    self.sitting.moves_allowed_at = self.past.len();
                }
            }
            Consequence::Pardon(player) => self.pardon(*player),
            Consequence::End(outcome) => {
                self.status = outcome.status;
                self.outcome = Some(outcome.clone());
                self.clock.run(None);
                self.ledger.duty = None;
                self.pressing.ended_otherwise();
            }
            Consequence::Reopen => {
                self.outcome = None;
                self.pressing.signed = [None; 2];
                self.pressing.ended_otherwise();
                self.take_up();
            }
            Consequence::PointedOut(error) => self.ledger.point_out(*error),
            Consequence::WithdrawQuestion => {
                if let Some(dispute) = self.sitting.dispute.take() {
                    self.take_up();
                    if let Some(ended) = dispute.ended {
                        self.status = ended.status;
                        self.outcome = Some(ended);
                        self.clock.run(None);
                    }
                }
            }
            Consequence::NameUmpire => self.terms.arbiter = Presence::OnCall,
        }
    }

    fn back_to_the_adjournment(&mut self) {
        let Some(adjournment) = self.sitting.adjournment.take() else {
            return;
        };
        self.restore(&adjournment.standing, adjournment.past);
        // How somebody behaved is no part of the play.
        let forfeitable = core::mem::take(&mut self.ledger.forfeitable);
        let unclaimed = core::mem::take(&mut self.ledger.unclaimed);
        self.ledger = Ledger {
            forfeitable,
            unclaimed,
            arisen: self.ledger.arisen,
            ..adjournment.ledger.clone()
        };
        self.turn = adjournment.turn.clone();
        self.men = adjournment.men;
        // It is the same turn, of whose beginning the law has spoken.
        self.turn_just_began = false;
        self.sitting.adjournment = Some(adjournment);
    }

    /// A question has been settled: play goes on, unless it stood adjourned.
    fn take_up(&mut self) {
        let adjourned = self.sitting.adjournment.as_ref().filter(|each| !each.resumed);
        let Some(adjournment) = adjourned else {
            self.status = Status::InPlay;
            self.clock.run_again(self.standing.player);
            return;
        };
        // He who has still to seal a move, or is awaited, does so on his own time.
        let goes = adjournment.sealed.is_none() || adjournment.awaited.iter().any(Option::is_some);
        self.status = Status::Adjourned;
        if goes && self.clock.is_pressed() {
            self.clock.run_again(self.standing.player);
        }
    }

    /// The last act was a move or the press of a clock: the past tells enough of it.
    #[inline]
    fn forget_the_last_act(&mut self) {
        if self.last_act.is_some() {
            self.last_act = None;
        }
        self.last_to_act = None;
    }

    /// A move is made, to the position the rules lead to or to another.
    fn play(&mut self, mv: Move, elsewhere: Option<&Position>, more_to_come: bool) {
        let player = self.standing.player;
        let Some(position) = &self.standing.position else {
            return;
        };
        self.hand_moves += 1;
        let board = position.board();
        let capture = mv.is_en_passant() || board.occupied().contains(mv.to()) && !mv.is_castling();
        let pawn = board.kind(jadoube_board::Kind::Pawn).contains(mv.from());
        // Written where it stays: built elsewhere first, it would be copied twice.
        self.past.resize_with(self.past.len() + 1, || PastTurn {
            standing: self.standing,
            mv: Some(mv),
            made: None,
            number: self.hand_moves,
            capture,
            pawn,
            more_to_come,
            said: None,
        });
        if capture || pawn {
            self.recurring_from = self.recurring_from.map(|_| self.past.len());
        }
        // The turn that begins is built where the last one stood: this is the path of every ordinary move.
        let next = if more_to_come { player } else { !player };
        self.standing.go_on(mv, next, elsewhere);
        self.men = self.standing.men;
        self.after_a_move(player, more_to_come);
    }

    /// A move that is not legal is made and stands for now: as after any other, the turn passes, or the next of several is due.
    fn pass_by(&mut self) {
        let player = self.standing.player;
        let more_to_come = self.turn.moves_in_turn > 1;
        self.men.irregular_turn_over(player);
        let next = if more_to_come { player } else { !player };
        let standing = Standing::new(self.men, next, self.movement);
        let was = core::mem::replace(&mut self.standing, standing);
        self.recurring_from = None;
        let (number, made) = match self.turn.illegal.take() {
            Some((number, made)) => (number, Some(made)),
            None => (self.hand_moves, None),
        };
        let capture = was.men.board().occupied().count() > self.men.board().occupied().count();
        let pawn = made
            .and_then(|mv| was.men.get(mv.from))
            .is_some_and(|man| !man.is_piece());
        self.past.push(PastTurn {
            standing: was,
            mv: None,
            made,
            number,
            capture,
            pawn,
            more_to_come,
            said: None,
        });
        self.after_a_move(player, more_to_come);
    }

    #[inline(always)]
    fn after_a_move(&mut self, player: Colour, more_to_come: bool) {
        self.just_completed = Some(self.past.len() - 1);
        if self.past.last().is_some_and(PastTurn::is_a_move) {
            self.completed[player.index()] += 1;
        }
        for irregularity in &mut self.ledger.irregularities {
            irregularity.since[player.index()] += 1;
        }
        if !self.pressing.displaced.is_empty()
            && let Some(last) = self.past.last()
        {
            let (was, is) = (&last.standing.men, &self.standing.men);
            self.pressing
                .displaced
                .retain(|each| was.id(each.square) == is.id(each.square));
        }
        self.turn.announced = None;
        self.turn.left_lying[player.index()] = None;
        self.sitting.pending = None;
        if more_to_come {
            self.turn.moves_in_turn -= 1;
        } else {
            self.turn.moves_in_turn = 1;
            self.turn.turn_began = None;
            self.ledger.carried[player.index()].clear();
            let unclaimed = self
                .ledger
                .forfeitable
                .extract_if(.., |conduct| conduct.by != player);
            self.ledger.unclaimed.extend(unclaimed);
        }
        // An offer not taken up by him to whom it was made is gone once he has moved.
        self.ledger.offers.retain(|(by, _)| *by == player);
        self.ledger.refused_by_touch.clear();
        self.pressing.made(player, self.clock.is_pressed());
        if more_to_come {
            let at = self.past.len() - 1;
            let touched = self.turn.touched.iter().map(|touch| (at, *touch));
            self.turn.touched_before.extend(touched);
        } else {
            self.turn.touched_before.clear();
        }
        // The hand of him who did not move is his: what it holds stands where he took it up.
        let [his, waiting] = [player, !player].map(Colour::index);
        self.turn.hands[his].clear();
        if !self.turn.hands[waiting].is_empty() {
            let men = &self.standing.men;
            self.turn.hands[waiting].retain(|held| men.square_of(held.id) == Some(held.from));
            for held in &mut self.turn.hands[waiting] {
                held.on = None;
            }
        }
        self.begin_turn();
        if !more_to_come {
            self.ledger.open(!player);
            self.ledger.duty = self.ledger.later[self.standing.player.index()].take();
        }
    }

    /// Nothing has been done in the turn that begins, or begins again.
    #[inline(always)]
    fn begin_turn(&mut self) {
        if !self.ledger.consents[0].is_empty() || !self.ledger.consents[1].is_empty() {
            for consents in &mut self.ledger.consents {
                consents.retain(|what| what != "substitute" && what != "adjust-men");
            }
        }
        self.turn.touched.clear();
        self.turn.handled = false;
        self.turn.touched_by_opponent.clear();
        self.turn.under.clear();
        self.turn.off.clear();
        self.turn.illegal = None;
        self.turn.altered = None;
        self.turn.cried_out_of_turn = None;
        self.ledger.duty = None;
        self.ledger.forgiven.clear();
        self.ledger.lapsed.clear();
        self.ledger.end_claimed = None;
        self.turn_just_began = true;
        self.clock.turn_begins(self.standing.player);
    }

    fn announce(&mut self, player: Colour, words: &str) {
        self.turn.announced = Some((player, words.to_owned()));
        let last = self.past.last_mut();
        if let Some(last) = last.filter(|last| last.standing.player == player) {
            last.said = Some(words.into());
        }
    }

    /// The opponent's alteration alone goes back: what the player has begun in his own turn stays as he left it.
    fn undo_alteration(&mut self) {
        let before = self.turn.altered.take().and_then(|altered| altered.before);
        self.turn.cried_out_of_turn = None;
        let since = self.men;
        self.men = before.unwrap_or(self.standing.men);
        self.turn.hands[(!self.standing.player).index()].clear();
        let men = &self.men;
        self.turn.off.retain(|off| men.square_of(off.id).is_none());
        self.turn.under.retain(|under| men.square_of(under.id).is_none());
        self.keep_in_hand(&since);
    }

    /// What the player holds stands where his hand has put it since, and what he has uncovered is itself again.
    fn keep_in_hand(&mut self, since: &Men) {
        for held in &self.turn.hands[self.standing.player.index()] {
            let on = held.on.unwrap_or(held.from);
            let stood = self.men.square_of(held.id).filter(|stood| *stood != on);
            let Some((man, id)) = stood.and_then(|stood| self.men.take_off(stood, self.movement)) else {
                continue;
            };
            if let Some((man, id)) = self.men.take_off(on, self.movement) {
                self.turn.under.push(OffBoard {
                    id,
                    man,
                    square: on,
                    taken: true,
                });
            }
            self.men.put(on, man, id, self.movement);
            self.men.mark_moved(id);
        }
        for square in since.board().occupied() {
            let uncovered = since.id(square).filter(|id| {
                let beneath = self.turn.under.iter().any(|under| under.id == *id);
                !beneath && self.men.square_of(*id).is_none() && self.standing.men.square_of(*id).is_some()
            });
            if let Some((id, man)) = uncovered.zip(since.get(square))
                && self.men.get(square).is_none()
            {
                self.men.put(square, man, id, self.movement);
            }
        }
    }

    /// The opponent's alteration becomes part of what stood when the turn began; what the player has begun is still his.
    fn accept_men(&mut self) {
        let Some(men) = self.men_as_altered() else { return };
        self.turn.altered = None;
        if let Some(words) = self.turn.cried_out_of_turn.take() {
            self.announce(!self.standing.player, &words);
        }
        self.standing = Standing::new(men, self.standing.player, self.movement);
        self.recurring_from = None;
        // What the opponent's hand took is gone with it, and no part of what the player does.
        let men = &self.standing.men;
        self.turn.off.retain(|off| men.square_of(off.id).is_some());
        self.turn.under.retain(|under| men.square_of(under.id).is_some());
        // What was owed among the men as they stood is owed only as far as the men now allow it.
        self.owe_what_is_legal();
        self.hold_what_is_there(self.standing.player);
    }

    /// What the opponent altered when so many turns were over stands again upon what the player has done since, unless a man
    /// of his has gone back to where it stood.
    fn lay_over(&mut self, altered: &Offence, past: usize) {
        let (Some(before), Some(after)) = (&altered.before, &altered.after) else {
            return;
        };
        let is_taken = |square: Square| {
            let arrived = after.id(square) != before.id(square) && after.id(square).is_some();
            arrived && self.men.id(square).is_some() && self.men.id(square) != before.id(square)
        };
        if after.board().occupied().into_iter().any(is_taken) {
            return;
        }
        let was = self.men;
        self.men = was.changed_as(before, after, self.movement);
        if self.past.len() > past {
            self.standing = Standing::new(self.men, self.standing.player, self.movement);
            self.recurring_from = None;
        } else {
            self.turn.altered = Some(Box::new(Offence {
                before: Some(was),
                after: Some(self.men),
                ..altered.clone()
            }));
        }
    }

    /// A duty goes on as far as the men as they now stand allow it.
    fn owe_what_is_legal(&mut self) {
        let position = self.standing.position;
        if let Some(mut duty) = self.ledger.duty.take() {
            duty.moves
                .retain(|mv| position.is_some_and(|position| position.is_legal(*mv)));
            self.ledger.duty = Some(duty).filter(|duty| !duty.moves.is_empty());
        }
    }

    /// What this player did by accident founds nothing, and men moved against the law by it go back.
    fn pardon(&mut self, player: Colour) {
        let moved = self
            .ledger
            .offences
            .iter()
            .find(|offence| offence.by == player && offence.kind.moves_men())
            .map(|offence| (offence.turn, offence.past));
        self.ledger.pardon(player);
        self.pressing.pardon(player);
        if player == self.standing.player {
            self.ledger.release();
            let touched = core::mem::take(&mut self.turn.touched);
            let touched = touched.iter().map(|touch| touch.id).collect::<Vec<_>>();
            self.ledger.forgive(player, &touched);
        }
        if let Some((standing, past)) = moved {
            self.turn.altered.take_if(|altered| altered.by == player);
            self.restore(&standing, past);
            self.turn.handled = false;
        }
    }

    fn restore(&mut self, standing: &Standing, past: usize) {
        // What was required of the player in this very turn is required of him still.
        let same_turn = past == self.past.len() && standing.player == self.standing.player;
        let required = self.ledger.duty.take().filter(|duty| same_turn && duty.exacted);
        let turns_ago = self.past.len().saturating_sub(past);
        let handled = turns_ago > 0 || same_turn && (self.turn.handled || !self.turn.touched.is_empty());
        // What the other altered in this very turn is no part of what goes back: it stands until it is annulled.
        let begins_again = same_turn && standing.men.same_squares(&self.standing.men);
        let altered = self.men_as_altered().filter(|_| begins_again);
        let altered = altered.zip(self.turn.altered.take());
        let mut undone = None;
        for turn in self.past.drain(past.min(self.past.len())..) {
            // What the other made before it, and has not pressed upon, is still to be completed.
            self.pressing.uncompleted[turn.standing.player.index()] = false;
            let completed = &mut self.completed[turn.standing.player.index()];
            *completed = completed.saturating_sub(u32::from(turn.is_a_move()));
            undone.get_or_insert(turn.number);
        }
        self.ledger.go_back_to(standing, past, undone);
        self.pressing.gone_back(past);
        self.put_right(standing);
        // Named and substituted men that are Pawns again, or gone, are tokens no longer.
        let men = &self.men;
        self.turn
            .tokens
            .retain(|token| men.square_of(token.id).is_some() && men.is_promoted(token.id));
        self.turn.announced = None;
        self.sitting.pending = None;
        self.turn.touched_before.clear();
        self.turn.hands[0].clear();
        self.turn.hands[1].clear();
        self.begin_turn();
        self.turn.handled = handled;
        self.ledger.duty = required;
        self.owe_what_is_legal();
        self.turn.moves_in_turn = 1;
        self.turn.turn_began = None;
        let several = self.terms.odds.as_ref().map_or(1, |odds| odds.moves.max(1));
        let made = self
            .past
            .iter()
            .rev()
            .take_while(|turn| turn.more_to_come)
            .count();
        if several > 1 && made == self.past.len() && self.first.player == standing.player {
            // A turn of several moves goes on where it was.
            let began = self.past.first().map_or(standing, |first| &first.standing);
            self.turn.turn_began = Some((Box::new(*began), 0));
            self.turn.moves_in_turn = several.saturating_sub(made as u32).max(1);
        }
        if let Some((men, mut altered)) = altered {
            altered.before = Some(core::mem::replace(&mut self.men, men));
            altered.after = Some(men);
            self.turn.altered = Some(altered);
        }
    }

    fn reinterpret(&mut self, mv: Move, standing: &Standing) {
        if let Some(last) = self.past.last_mut() {
            last.mv = Some(mv);
            let before = last.standing.men.board();
            last.capture = mv.is_en_passant() || before.get(mv.to()).is_some() && !mv.is_castling();
            last.pawn = before
                .get(mv.from())
                .is_some_and(|man| man.kind == jadoube_board::Kind::Pawn);
        }
        self.put_right(standing);
        // Leave to change a move is used by changing it.
        for consents in &mut self.ledger.consents {
            consents.retain(|what| what != "substitute");
        }
        self.turn_just_began = true;
        self.turn.altered = None;
        self.turn.hands[0].clear();
        self.turn.hands[1].clear();
    }

    /// The turn begins with other men than the last move left.
    fn put_right(&mut self, standing: &Standing) {
        self.men = standing.men;
        self.standing = *standing;
        self.recurring_from = None;
    }

    fn put_back(&mut self, square: Square) {
        if let Some(at) = self.turn.off.iter().position(|off| off.square == square) {
            let off = self.turn.off.remove(at);
            let altered = self.turn.altered.as_deref_mut();
            let as_altered = altered.map(|altered| [&mut altered.before, &mut altered.after]);
            // It stands again also where what the opponent altered is undone.
            let boards = as_altered.into_iter().flatten().flatten().chain([&mut self.men]);
            for men in boards.filter(|men| men.get(square).is_none()) {
                men.put(square, off.man, off.id, self.movement);
            }
        }
        self.settle_men();
    }

    /// A hand is where its man is: what another hand has moved from under this player's is in it no longer, and what went back
    /// is held where it was taken up. What both hold is where one of them has put it.
    fn hold_what_is_there(&mut self, player: Colour) {
        let [hand, others] = [player, !player].map(|player| &self.turn.hands[player.index()]);
        if hand.is_empty() {
            return;
        }
        let both_hold: Vec<_> = others.iter().map(|held| held.id).collect();
        let (men, under) = (&self.men, &self.turn.under);
        self.turn.hands[player.index()].retain_mut(|held| {
            let beneath = under.iter().find(|under| under.id == held.id);
            let stands = men.square_of(held.id).or(beneath.map(|under| under.square));
            if stands == Some(held.from) {
                held.on = held.on.filter(|on| *on == held.from);
            }
            both_hold.contains(&held.id) || stands.is_none_or(|stands| stands == held.on.unwrap_or(held.from))
        });
    }

    fn empty_hand(&mut self, player: Colour) {
        self.set_aside(player);
        self.turn.hands[player.index()].clear();
    }

    /// What he holds stands where he took it up, and what was underneath is itself again; it is still in his hand.
    fn set_aside(&mut self, player: Colour) {
        for held in &mut self.turn.hands[player.index()] {
            held.put_back(&mut self.men, &mut self.turn.under, self.movement);
            held.on = None;
        }
        self.settle_men();
    }

    /// What was set aside stands again where his hand had put it, unless it was taken meanwhile, or its square was.
    fn take_up_again(&mut self, what: &InHand) {
        for was in &what.held {
            let hand = self.turn.hands[what.by.index()].iter_mut();
            let Some(held) = hand.into_iter().find(|held| held.id == was.id) else {
                continue;
            };
            let Some(on) = was.on.filter(|on| *on != was.from) else {
                held.on = was.on;
                continue;
            };
            let mut beneath = what
                .under
                .iter()
                .filter(|under| under.square == on && under.id != was.id);
            let here = self.men.id(on);
            let beneath = match here {
                Some(id) => beneath.find(|under| under.id == id),
                None => beneath.next(),
            };
            if here != beneath.map(|under| under.id) {
                continue;
            }
            held.on = Some(on);
            self.men.take_off(on, self.movement);
            self.turn.under.extend(beneath);
            if let Some((man, id)) = self.men.take_off(was.from, self.movement) {
                self.men.put(on, man, id, self.movement);
                self.men.mark_moved(id);
            }
        }
    }

    fn perform(&mut self, deed: &crate::hand::Deed) {
        let waiting = !deed.by;
        let moves_men = !self.men.same_squares(&deed.men);
        self.men = deed.men;
        self.turn.hands[deed.by.index()].clone_from(&deed.held);
        self.turn.under.clone_from(&deed.under);
        self.turn.off.clone_from(&deed.off);
        self.turn.tokens.clone_from(&deed.tokens);
        let list = if deed.by == self.standing.player {
            &mut self.turn.touched
        } else {
            &mut self.turn.touched_by_opponent
        };
        self.pressing.undone.take_if(|by| *by == deed.by);
        for touch in &deed.touched {
            if !list.iter().any(|each| each.id == touch.id) {
                list.push(*touch);
            }
        }
        self.settle_men();
        // What he altered out of turn may yet be undone, and each then holds what he held.
        if moves_men && deed.by == self.standing.player {
            self.hold_what_is_there(waiting);
        }
    }

    /// Men put back exactly where they stood when the turn began have their history back too.
    fn settle_men(&mut self) {
        if self.men.same_squares(&self.standing.men) {
            self.men = self.standing.men;
        }
    }
}
