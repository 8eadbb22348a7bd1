//! What stands: the men, whose turn it is, what has been done in it, and what is owed. Changed only by carrying out rulings.

use crate::{
    act::Act,
    clock::Clock,
    event::{Event, HandMove, Moment, Party},
    hand::{Held, OffBoard, Token, Touch},
    men::{ManId, Men},
    ruling::{Citation, Consequence, Ruling},
    terms::Terms,
    vocabulary::{Error, Proposal},
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The men.
    pub men: Men,
    /// Whose turn it was.
    pub player: Colour,
    /// The position they made, where there was one King a side.
    pub position: Option<Position>,
}

impl Standing {
    /// These men with this player to move.
    pub fn new(men: Men, player: Colour, movement: Movement) -> Self {
        let position = men.position(player, movement);
        Standing {
            men,
            player,
            position,
        }
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
    pub said: Option<String>,
}

/// What a player owes in this turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duty {
    /// By which clause.
    pub clause: Citation,
    /// In our words.
    pub text: String,
    /// The only moves that discharge it.
    pub moves: Vec<Move>,
    /// Laid on him by the opponent's word (rather than by the law itself).
    pub exacted: bool,
}

/// An offence: the facts on which a penalty may be founded.
#[derive(Debug, Clone)]
pub struct Offence {
    /// Who committed it.
    pub by: Colour,
    /// What it was.
    pub kind: OffenceKind,
    /// The turn in which it was committed, as it began.
    pub turn: Standing,
    /// How many turns were over then.
    pub past: usize,
    /// The men he touched in that turn.
    pub touched: Vec<Touch>,
    /// The transfer made, where there was one.
    pub made: Option<HandMove>,
    /// Its number among moves made by hand.
    pub number: u32,
    /// The men as it left them, where it altered the board in the opponent's turn.
    pub after: Option<Men>,
    /// When the penalty may be exacted.
    pub window: Window,
    /// The position has already been restored for it.
    pub restored: bool,
    /// What he owed and did not do, where the offence is that.
    pub duty: Option<Box<Duty>>,
}

/// When a penalty may be exacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    /// From now until the entitled player touches a man.
    UntilTouch,
    /// Not yet: from the offender's next turn.
    NextTurn,
}

words! {
    /// What an offence was, as a matter of fact.
    OffenceKind: "offence" {
        /// A man touched that cannot be moved or taken.
        TouchedImmoveable = "touched-immoveable",
        /// A man touched, and another moved.
        MovedOtherwise = "moved-otherwise",
        /// A move that the men's powers, or the King's safety, forbid.
        IllegalMove = "illegal-move",
        /// A legal move put in place of an illegal one.
        Substituted = "substituted",
        /// A move in the opponent's turn.
        OutOfTurn = "out-of-turn",
        /// A move in the opponent's turn put in place of one's own last.
        SubstitutedOutOfTurn = "substituted-out-of-turn",
        /// A castling begun with the Rook, quitted before the King was touched.
        RookFirst = "rook-first",
        /// A man taken off by mistake.
        RemovedByMistake = "removed-by-mistake",
        /// A sealed or communicated text that fits no legal move.
        UnreadableText = "unreadable-text",
        /// No move was written at the adjournment.
        NothingSealed = "nothing-sealed",
        /// An adverse man moved.
        MovedAdverseMan = "moved-adverse-man",
        /// A man taken that the taker cannot take.
        FalseCapture = "false-capture",
        /// One's own man taken.
        TookOwnMan = "took-own-man",
        /// Castling against its conditions.
        FalseCastling = "false-castling",
        /// One's own King uncovered or led into check.
        ExposedKing = "exposed-king",
        /// A check left unanswered.
        NeglectedCheck = "neglected-check",
        /// Several men touched.
        TouchedSeveral = "touched-several",
        /// An adverse man touched.
        TouchedAdverseMan = "touched-adverse-man",
        /// "Check" said without a check.
        FalseCry = "false-cry",
        /// Something else that a code forbids.
        Other = "other",
    }
}

/// An illegality that stood while the game went on.
#[derive(Debug, Clone)]
pub struct Irregularity {
    /// Who committed it.
    pub by: Colour,
    /// What it was.
    pub kind: OffenceKind,
    /// Its number among moves made by hand.
    pub number: u32,
    /// The turn in which it was committed, as it began.
    pub turn: Standing,
    /// How many turns were over then.
    pub past: usize,
    /// Moves completed by each player since.
    pub since: [u32; 2],
}

/// Conduct that costs the game if it is claimed in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exposure {
    /// Whose conduct.
    pub by: Colour,
    /// What it was, in the record's word.
    pub offence: String,
    /// By which clause.
    pub clause: Citation,
    /// Moves the opponent had completed when he came to know.
    pub opponent_moves: u32,
}

/// A demand that mate be given within so many moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// Who demanded.
    pub by: Colour,
    /// How many moves on each side.
    pub allowed: u32,
    /// How many moves each had made when the count began.
    pub from: [u32; 2],
    /// By which clause.
    pub clause: Citation,
    /// The men then, for codes in which a change of force begins the count anew.
    pub force: [u8; 12],
}

/// A text (sealed or communicated) that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Whose text.
    pub by: Colour,
    /// The moves it can mean.
    pub readings: Vec<Move>,
    /// The words.
    pub text: String,
    /// By which clause the opponent may adopt.
    pub clause: Citation,
}

/// Moves held ready for assumed replies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Whose.
    pub by: Colour,
    /// Assumed reply and own next move, in order.
    pub lines: Vec<(String, String)>,
}

/// A question before the umpire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Who put it, where somebody did.
    pub by: Option<Party>,
    /// The question.
    pub question: String,
    /// The clause under which it arises, where known.
    pub clause: Option<Citation>,
    /// The outcome that the dispute calls in question, if the game had ended.
    pub ended: Option<Outcome>,
}

/// A move put away in an envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Who sealed it.
    pub by: Colour,
    /// What he wrote.
    pub record: String,
}

/// The adjournment, kept after the resumption in case the position was set up wrongly.
#[derive(Debug, Clone)]
pub struct Adjournment {
    /// What stood.
    pub standing: Standing,
    /// How many turns were over.
    pub past: usize,
    /// The sealed move.
    pub sealed: Option<Sealed>,
    /// Whether play was resumed from another position.
    pub resumed_wrongly: bool,
    /// When play stopped.
    pub at: Moment,
    /// Whether play has been taken up again.
    pub resumed: bool,
    /// Players not there when it was to be taken up, and since when each has been awaited.
    pub awaited: [Option<Moment>; 2],
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
    /// Turns that are over.
    pub past: Vec<PastTurn>,
    /// The first turn whose position can still come back by moves alone: nothing undoes a capture or a Pawn's move.
    /// None where men have been put right, or moved against the law, so that any may come back.
    pub recurring_from: Option<usize>,
    /// Men touched by the player in his present turn, on purpose.
    pub touched: Vec<Touch>,
    /// Men touched by his opponent in the present turn, on purpose.
    pub touched_by_opponent: Vec<Touch>,
    /// What each player holds.
    pub hands: [Vec<Held>; 2],
    /// Men with another standing on top of them.
    pub under: Vec<OffBoard>,
    /// Men taken off in this turn.
    pub off: Vec<OffBoard>,
    /// Promoted Pawns not shown by the piece itself.
    pub tokens: Vec<Token>,
    /// The present turn's irregular move, by its number.
    pub illegal: Option<(u32, HandMove)>,
    /// The men as the opponent altered them in this turn: his first irregular move, and the men before it.
    pub altered: Option<Box<Offence>>,
    /// What the player owes.
    pub duty: Option<Box<Duty>>,
    /// What each player will owe at his next turn.
    pub later: [Option<Box<Duty>>; 2],
    /// Men each player touched in the opponent's turn, that count in his own.
    pub carried: [Vec<ManId>; 2],
    /// Moves still to be made in this turn, where more than one.
    pub moves_in_turn: u32,
    /// Where a turn of several moves began.
    pub turn_began: Option<(Box<Standing>, usize)>,
    /// Moves completed by each player.
    pub completed: [u32; 2],
    /// All moves made by hand, legal or not.
    pub hand_moves: u32,
    /// Offences not yet settled.
    pub offences: Vec<Offence>,
    /// Illegalities that stood.
    pub irregularities: Vec<Irregularity>,
    /// Conduct that may be claimed.
    pub exposures: Vec<Exposure>,
    /// What each player has consented to.
    pub consents: [Vec<String>; 2],
    /// What was said with the last completed move, and by whom.
    pub announced: Option<(Colour, String)>,
    /// Open offers.
    pub offers: Vec<(Colour, Proposal)>,
    /// Errors pointed out in time.
    pub pointed_out: Vec<Error>,
    /// Demands that count.
    pub demands: Vec<Demand>,
    /// The clocks.
    pub clock: Clock,
    /// Who has arrived.
    pub arrived: [Option<Moment>; 2],
    /// The adjournment, present or last.
    pub adjournment: Option<Box<Adjournment>>,
    /// A text that waits.
    pub pending: Option<Box<Pending>>,
    /// Conditional moves.
    pub series: [Option<Box<Series>>; 2],
    /// The question before the umpire.
    pub dispute: Option<Box<Dispute>>,
    /// The umpire's word on a demand or a time.
    pub moves_allowed: Option<u32>,
    /// How many turns were over when he gave it.
    pub moves_allowed_at: usize,
    /// How things are.
    pub status: Status,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The index in `past` of the move completed by the last act, if it completed one.
    pub just_completed: Option<usize>,
    /// Whether the last act began a turn.
    pub turn_just_began: bool,
    /// The last act was a move, a touch or a cry by this player that the other may answer by a touch in consequence.
    pub last_act: Option<Box<(Party, Act)>>,
}

impl State {
    /// Whose turn to play it is.
    pub fn turn_to_play(&self) -> Colour {
        self.standing.player
    }

    /// The position at the commencement of the turn.
    pub fn position(&self) -> Option<&Position> {
        self.standing.position.as_ref()
    }

    /// The men are as they were when the turn began, nothing is in hand and nobody has touched one.
    pub fn is_quiet(&self) -> bool {
        self.illegal.is_none()
            && self.altered.is_none()
            && self.touched.is_empty()
            && self.hands[0].is_empty()
            && self.hands[1].is_empty()
            && self.off.is_empty()
            && self.under.is_empty()
    }

    /// Where the present turn began, which is earlier than `standing` in a turn of several moves.
    pub fn turn_start(&self) -> (&Standing, usize) {
        match &self.turn_began {
            Some((standing, past)) => (standing, *past),
            None => (&self.standing, self.past.len()),
        }
    }

    /// FEN of the men as they now stand.
    pub fn fen(&self) -> String {
        self.men.fen(self.standing.player)
    }
}

/// Room for the turns of an ordinary game, so that its history is seldom moved.
const ORDINARY_LENGTH: usize = 80;

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
        let standing = Standing {
            men: men.clone(),
            player: start.turn(),
            position: Some(start),
        };
        let mut clock = Clock::default();
        clock.run(Some(standing.player));
        Game {
            state: State {
                movement: start.movement(),
                terms,
                seq: 0,
                first: standing.clone(),
                turn_began: (moves_in_first_turn > 1).then(|| (Box::new(standing.clone()), 0)),
                standing,
                men,
                past: Vec::with_capacity(ORDINARY_LENGTH),
                recurring_from: Some(0),
                touched: Vec::new(),
                touched_by_opponent: Vec::new(),
                hands: [Vec::new(), Vec::new()],
                under: Vec::new(),
                off: Vec::new(),
                tokens: Vec::new(),
                illegal: None,
                altered: None,
                duty: None,
                later: [None, None],
                carried: [Vec::new(), Vec::new()],
                moves_in_turn: moves_in_first_turn.max(1),
                completed: [0, 0],
                hand_moves: 0,
                offences: Vec::new(),
                irregularities: Vec::new(),
                exposures: Vec::new(),
                consents: [Vec::new(), Vec::new()],
                announced: None,
                offers: Vec::new(),
                pointed_out: Vec::new(),
                demands: Vec::new(),
                clock,
                arrived: [None, None],
                adjournment: None,
                pending: None,
                series: [None, None],
                dispute: None,
                moves_allowed: None,
                moves_allowed_at: 0,
                status: Status::InPlay,
                outcome: None,
                just_completed: None,
                turn_just_began: true,
                last_act: None,
            },
        }
    }

    /// The state, to look at.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Notes that an act happened, before it is ruled on: its number and its time.
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
            state.clock.run(Some(state.standing.player));
        }
    }

    /// Notes that the law has spoken of the turn that just began.
    pub fn turn_is_begun(&mut self) {
        self.state.turn_just_began = false;
    }

    /// Remembers the act as the last one, after it was ruled on.
    pub fn remember(&mut self, event: &Event) {
        let state = &mut self.state;
        // Ordinary moves dominate; they are remembered in `past` already.
        if matches!(event.act, Act::Move { .. }) {
            state.last_act = None;
        } else {
            state.last_act = Some(Box::new((event.by, event.act.clone())));
        }
    }

    /// Does what the ruling says.
    pub fn carry_out(&mut self, ruling: &Ruling) {
        for consequence in &ruling.consequences {
            self.state.obey(consequence);
        }
    }
}

impl State {
    fn obey(&mut self, consequence: &Consequence) {
        match consequence {
            Consequence::Play(mv) => {
                if let Some(position) = &self.standing.position {
                    let next = position.play(*mv);
                    self.play(*mv, &next, false);
                }
            }
            Consequence::PlayUnheeding(mv, next) => self.play(*mv, next, false),
            Consequence::PlayOn(mv, next) => self.play(*mv, next, true),
            Consequence::Perform(deed) => self.perform(deed),
            Consequence::Irregular(made) => {
                self.hand_moves += 1;
                self.illegal.get_or_insert((self.hand_moves, *made));
            }
            Consequence::CountMove => self.hand_moves += 1,
            Consequence::Alter(offence) => {
                self.hand_moves += 1;
                let mut offence = offence.clone();
                offence.number = self.hand_moves;
                if offence.made.is_some() {
                    // The Pawn that passed a square did so before this move, and can no longer be taken for it.
                    self.men.nothing_passed();
                }
                self.offences.push((*offence).clone());
                if let Some(altered) = &mut self.altered {
                    altered.after = Some(self.men.clone());
                } else {
                    offence.after = Some(self.men.clone());
                    self.altered = Some(offence);
                }
            }
            Consequence::UndoAlteration => {
                self.men = self.standing.men.clone();
                self.altered = None;
                self.hands[(!self.standing.player).index()].clear();
                self.off.clear();
                self.under.clear();
            }
            Consequence::PassBy => self.pass_by(),
            Consequence::AcceptMen => self.accept_men(),
            Consequence::Restore(standing, past) => self.restore(standing, *past),
            Consequence::Reinterpret(mv, standing) => self.reinterpret(*mv, standing),
            Consequence::PutBack(square) => self.put_back(*square),
            Consequence::TakeOff(square) => {
                if let Some((man, id)) = self.men.take_off(*square, self.movement) {
                    self.off.push(OffBoard {
                        id,
                        man,
                        square: *square,
                    });
                }
            }
            Consequence::EmptyHand(player) => self.empty_hand(*player),
            Consequence::ReplaceToken(square) => {
                let id = self.men.id(*square);
                self.tokens.retain(|token| Some(token.id) != id);
            }
            Consequence::Note(offence) => self.offences.push((**offence).clone()),
            Consequence::Lapse(entitled) => {
                self.offences
                    .retain(|offence| offence.by == *entitled || offence.window == Window::NextTurn);
            }
            Consequence::Settle(offender) => self.offences.retain(|offence| offence.by != *offender),
            Consequence::Forget(offender, kind) => {
                self.offences
                    .retain(|offence| offence.by != *offender || offence.kind != *kind);
            }
            Consequence::Restored(offender) => {
                for offence in self.offences.iter_mut().filter(|offence| offence.by == *offender) {
                    offence.restored = true;
                }
            }
            Consequence::Record(irregularity) => self.irregularities.push((**irregularity).clone()),
            Consequence::Bind(duty) => self.duty = Some(duty.clone()),
            Consequence::BindLater(player, duty) => self.later[player.index()] = Some(duty.clone()),
            Consequence::Release => self.duty = None,
            Consequence::CarryTouch(player, square) => {
                if let Some(id) = self.men.id(*square) {
                    let carried = &mut self.carried[player.index()];
                    if !carried.contains(&id) {
                        carried.push(id);
                    }
                }
            }
            Consequence::Consent(player, what) => self.consents[player.index()].push(what.clone()),
            Consequence::Announce(player, words) => {
                self.announced = Some((*player, words.clone()));
                if let Some(last) = self
                    .past
                    .last_mut()
                    .filter(|last| last.standing.player == *player)
                {
                    last.said = Some(words.clone());
                }
            }
            Consequence::Offer(player, what) => self.offers.push((*player, *what)),
            Consequence::Withdraw => self.offers.clear(),
            Consequence::Demand(demand) => {
                self.demands.retain(|each| each.by != demand.by);
                self.demands.push((**demand).clone());
            }
            Consequence::DropDemand(by) => self.demands.retain(|each| each.by != *by),
            Consequence::Expose(exposure) => self.exposures.push((**exposure).clone()),
            Consequence::Adjourn => {
                self.status = Status::Adjourned;
                self.clock.run(None);
                let (standing, past) = (self.standing.clone(), self.past.len());
                self.adjournment = Some(Box::new(Adjournment {
                    standing,
                    past,
                    sealed: None,
                    resumed_wrongly: false,
                    at: self.clock.read_at(),
                    resumed: false,
                    awaited: [None, None],
                }));
            }
            Consequence::Seal(by, record) => {
                if let Some(adjournment) = &mut self.adjournment {
                    adjournment.sealed = Some(Sealed {
                        by: *by,
                        record: record.clone(),
                    });
                }
            }
            Consequence::Resume(other) => {
                self.status = Status::InPlay;
                if let Some(adjournment) = &mut self.adjournment {
                    adjournment.resumed = true;
                }
                if let Some(standing) = other {
                    let past = self.past.len();
                    self.restore(standing, past);
                    if let Some(adjournment) = &mut self.adjournment {
                        adjournment.resumed_wrongly = true;
                    }
                } else if let Some(adjournment) = &mut self.adjournment {
                    adjournment.resumed_wrongly = false;
                }
                self.clock.run(Some(self.standing.player));
            }
            Consequence::Await(pending) => self.pending = Some(pending.clone()),
            Consequence::Awaited => self.pending = None,
            Consequence::Hold(series) => self.series[series.by.index()] = Some(series.clone()),
            Consequence::SetClocks(white, black) => self.clock.set((*white, *black)),
            Consequence::Arrive(player) => {
                self.arrived[player.index()].get_or_insert(self.clock.read_at());
                if let Some(adjournment) = &mut self.adjournment {
                    adjournment.awaited[player.index()] = None;
                }
            }
            Consequence::Absent(player) => {
                let now = self.clock.read_at();
                if let Some(adjournment) = &mut self.adjournment {
                    adjournment.awaited[player.index()].get_or_insert(now);
                }
            }
            Consequence::StartClock(player) => self.clock.run(Some(*player)),
            Consequence::StopClocks => self.clock.run(None),
            Consequence::Suspend(dispute) => {
                self.status = Status::Suspended;
                self.clock.run(None);
                self.dispute = Some(dispute.clone());
            }
            Consequence::Decide(decision) => {
                self.dispute = None;
                self.take_up();
                if decision.moves_allowed.is_some() {
                    self.moves_allowed = decision.moves_allowed;
                    self.moves_allowed_at = self.past.len();
                }
            }
            Consequence::Pardon => {
                self.exposures.clear();
                self.offences.clear();
            }
            Consequence::End(outcome) => {
                self.status = outcome.status;
                self.outcome = Some(outcome.clone());
                self.clock.run(None);
                self.duty = None;
            }
            Consequence::Reopen => {
                self.outcome = None;
                self.take_up();
            }
            Consequence::PointedOut(error) => {
                if !self.pointed_out.contains(error) {
                    self.pointed_out.push(*error);
                }
            }
        }
    }

    /// A question has been settled: play goes on, unless it stood adjourned.
    fn take_up(&mut self) {
        if self
            .adjournment
            .as_ref()
            .is_some_and(|adjournment| !adjournment.resumed)
        {
            self.status = Status::Adjourned;
        } else {
            self.status = Status::InPlay;
            self.clock.run(Some(self.standing.player));
        }
    }

    fn play(&mut self, mv: Move, next: &Position, more_to_come: bool) {
        self.hand_moves += 1;
        let player = self.standing.player;
        let mut capture = mv.is_en_passant();
        let mut pawn = false;
        if let Some(position) = &self.standing.position {
            capture |= position.board().get(mv.to()).is_some() && !mv.is_castling();
            pawn = position
                .board()
                .get(mv.from())
                .is_some_and(|man| man.kind == jadoube_board::Kind::Pawn);
        }
        // Written where it stays: built elsewhere first, it would be copied twice.
        self.past.resize_with(self.past.len() + 1, || PastTurn {
            standing: self.standing.clone(),
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
        self.standing.men.play(mv, next);
        self.standing.player = if more_to_come { player } else { !player };
        self.standing.position = Some(*next);
        self.men.clone_from(&self.standing.men);
        self.after_a_move(player, more_to_come);
    }

    fn pass_by(&mut self) {
        let player = self.standing.player;
        self.men.irregular_turn_over(player);
        let standing = Standing::new(self.men.clone(), !player, self.movement);
        let was = core::mem::replace(&mut self.standing, standing);
        self.recurring_from = None;
        let (number, made) = match self.illegal.take() {
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
            more_to_come: false,
            said: None,
        });
        self.after_a_move(player, false);
    }

    fn after_a_move(&mut self, player: Colour, more_to_come: bool) {
        self.just_completed = Some(self.past.len() - 1);
        self.completed[player.index()] += 1;
        for irregularity in &mut self.irregularities {
            irregularity.since[player.index()] += 1;
        }
        self.announced = None;
        self.pending = None;
        if more_to_come {
            self.moves_in_turn -= 1;
        } else {
            self.moves_in_turn = 1;
            self.turn_began = None;
            self.carried[player.index()].clear();
            self.exposures.retain(|exposure| exposure.by == player);
        }
        // An offer not taken up by him to whom it was made is gone once he has moved.
        self.offers.retain(|(by, _)| *by == player);
        self.begin_turn();
        if !more_to_come {
            for offence in self.offences.iter_mut().filter(|offence| offence.by != player) {
                offence.window = Window::UntilTouch;
            }
            self.duty = self.later[self.standing.player.index()].take();
        }
    }

    fn begin_turn(&mut self) {
        if !self.consents[0].is_empty() || !self.consents[1].is_empty() {
            for consents in &mut self.consents {
                consents.retain(|what| what != "substitute" && what != "adjust-men");
            }
        }
        self.touched.clear();
        self.touched_by_opponent.clear();
        self.hands[0].clear();
        self.hands[1].clear();
        self.under.clear();
        self.off.clear();
        self.illegal = None;
        self.altered = None;
        self.duty = None;
        self.turn_just_began = true;
        if self.clock.running().is_some() {
            self.clock.run(Some(self.standing.player));
        }
    }

    fn accept_men(&mut self) {
        let Some(men) = self.altered.take().and_then(|altered| altered.after) else {
            return;
        };
        self.standing = Standing::new(men, self.standing.player, self.movement);
        self.recurring_from = None;
        // What was owed among the men as they stood is owed only as far as the men now allow it.
        let position = self.standing.position;
        if let Some(mut duty) = self.duty.take() {
            duty.moves
                .retain(|mv| position.is_some_and(|position| position.is_legal(*mv)));
            self.duty = Some(duty).filter(|duty| !duty.moves.is_empty());
        }
    }

    fn restore(&mut self, standing: &Standing, past: usize) {
        for turn in self.past.drain(past.min(self.past.len())..) {
            let completed = &mut self.completed[turn.standing.player.index()];
            *completed = completed.saturating_sub(1);
        }
        self.irregularities
            .retain(|irregularity| irregularity.past < past);
        self.put_right(standing);
        // Named and substituted men that are Pawns again, or gone, are tokens no longer.
        let men = &self.men;
        self.tokens
            .retain(|token| men.square_of(token.id).is_some() && men.is_promoted(token.id));
        self.announced = None;
        self.pending = None;
        self.begin_turn();
        self.moves_in_turn = 1;
        self.turn_began = None;
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
            self.turn_began = Some((Box::new(began.clone()), 0));
            self.moves_in_turn = several.saturating_sub(made as u32).max(1);
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
        self.turn_just_began = true;
        self.altered = None;
        self.hands[0].clear();
        self.hands[1].clear();
    }

    /// The turn begins with other men than the last move left.
    fn put_right(&mut self, standing: &Standing) {
        self.men = standing.men.clone();
        self.standing = standing.clone();
        self.recurring_from = None;
    }

    fn put_back(&mut self, square: Square) {
        if let Some(at) = self.off.iter().position(|off| off.square == square) {
            let off = self.off.remove(at);
            if self.men.get(square).is_none() {
                self.men.put(square, off.man, off.id, self.movement);
            }
        }
        self.settle_men();
    }

    fn empty_hand(&mut self, player: Colour) {
        for held in core::mem::take(&mut self.hands[player.index()]) {
            if let Some(on) = held.on
                && on != held.from
                && let Some((man, id)) = self.men.take_off(on, self.movement)
            {
                self.men.put(held.from, man, id, self.movement);
            }
        }
        for under in core::mem::take(&mut self.under) {
            if self.men.get(under.square).is_none() {
                self.men.put(under.square, under.man, under.id, self.movement);
            }
        }
        self.settle_men();
    }

    fn perform(&mut self, deed: &crate::hand::Deed) {
        self.men = deed.men.clone();
        self.hands[deed.by.index()].clone_from(&deed.held);
        self.under.clone_from(&deed.under);
        self.off.clone_from(&deed.off);
        self.tokens.clone_from(&deed.tokens);
        let list = if deed.by == self.standing.player {
            &mut self.touched
        } else {
            &mut self.touched_by_opponent
        };
        for touch in &deed.touched {
            if !list.iter().any(|each| each.id == touch.id) {
                list.push(*touch);
            }
        }
        self.settle_men();
    }

    /// Men put back exactly where they stood when the turn began have their history back too.
    fn settle_men(&mut self) {
        if self.men.same_squares(&self.standing.men) {
            self.men = self.standing.men.clone();
        }
    }
}
