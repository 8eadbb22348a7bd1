//! Where the hand makes a move and the clock completes it: what is made, what was completed against the law, and what was
//! acted on.

use crate::{
    clock::BeforeThePress,
    field::Points,
    game::{Outcome, Standing, State, Status},
    hand::{Held, Touch},
    ledger::Duty,
    ruling::Citation,
    sentence::Sentence,
    terms::Presence,
    vocabulary::Signed,
};
use jadoube_board::{Colour, Square};

/// What stands at a clock that the players press.
#[derive(Debug, Clone, Default)]
pub struct Pressing {
    /// Whether each player's last move is made and not yet completed.
    pub uncompleted: [bool; 2],
    /// Moves against the law that nobody has acted on, oldest first.
    pub faults: Vec<WrongMove>,
    /// How many completed ones of each player have been acted on.
    pub counted: [u32; 2],
    /// Who used both hands for the move he is making, or has made and not completed, and how many turns were over then.
    pub both_hands: Option<(Colour, usize)>,
    /// A press without a move was the last thing acted on and counted: whose, and what the other got for it, in
    /// milliseconds. Until a move is made it may still be found to count for nothing.
    pub counted_press: Option<(Colour, i64)>,
    /// A man was touched for the move that is to be made in place of one that went back.
    pub touched: bool,
    /// The last move made was not the one that touching bound its player to.
    pub breach: Option<Box<Breach>>,
    /// Whose move the arbiter has just undone before he could press: that press completes nothing.
    pub undone: Option<Colour>,
    /// Who has just moved a man while the other had the move.
    pub beside: Option<Colour>,
    /// The position is known to be an illegal one, and one more move is let pass.
    pub watched: bool,
    /// Men off their places that nobody meant to move.
    pub displaced: Vec<Displaced>,
    /// Whose clock was running when the first of them was knocked over, or has been set going by a press since.
    pub displaced_in: Option<Colour>,
    /// Who has refused to obey the laws in this game.
    pub refused: [bool; 2],
    /// The result each player has signed.
    pub signed: [Option<Signed>; 2],
    /// The end that the umpire himself has decided: the players sign no other.
    pub decided: Option<Outcome>,
    /// What the umpire has granted both to be added with every move from now on, in milliseconds.
    pub increment: u64,
    /// Who has asked for that, and has had no answer.
    pub asks_increment: Option<Colour>,
    /// Whose claim of a draw the umpire has put off: he decides it when that player's flag falls.
    pub put_off: Option<Colour>,
    /// How often each player has asked to see the score sheet.
    pub sheets: [u32; 2],
    /// What the umpire has done to the players' points, in order.
    pub points: Vec<(Colour, PointsSet)>,
}

/// A man off its place that nobody meant to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Displaced {
    /// Where it belongs.
    pub square: Square,
    /// Who knocked it over.
    pub by: Colour,
    /// He has pressed his clock since.
    pub pressed: bool,
}

/// A move completed, or made, against the law.
#[derive(Debug, Clone)]
pub struct WrongMove {
    /// Whose.
    pub by: Colour,
    /// What was wrong with it.
    pub kind: WrongMoveKind,
    /// What stood when the turn began.
    pub turn: Standing,
    /// How many turns were over then.
    pub past: usize,
    /// The legal moves of which it was a part.
    pub begun: Vec<jadoube_board::Move>,
    /// The men touched in it, in order.
    pub touched: Vec<Touch>,
    /// What its player owed already when he made it.
    pub owed: Option<Box<Duty>>,
    /// Its number among moves made by hand.
    pub number: u32,
    /// Whether the clock was pressed upon it.
    pub completed: bool,
    /// What completing it gave him.
    pub given: Given,
    /// What stood at his clock before that.
    pub before: Option<BeforeThePress>,
    /// It has been answered by a move and stands, unless the players agree to correct it.
    pub stands: bool,
}

/// What was wrong with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongMoveKind {
    /// No legal move makes that change.
    NotLegal,
    /// A Pawn on its last rank was not replaced.
    PawnLeft,
    /// Nothing was moved.
    NothingMoved,
    /// Both hands made it.
    BothHands,
    /// It was made while the opponent had the move.
    Beside,
}

/// A lawful move that was not the one the player was bound to.
#[derive(Debug, Clone)]
pub struct Breach {
    /// Whose.
    pub by: Colour,
    /// By which clause he was bound.
    pub clause: Citation,
    /// To what, in our words.
    pub text: Sentence,
    /// What stood when the turn began.
    pub turn: Standing,
    /// How many turns were over then.
    pub past: usize,
    /// The moves he was bound to.
    pub moves: Vec<jadoube_board::Move>,
    /// The opponent has touched a man since: only the arbiter can still act on it.
    pub arbiter_only: bool,
    /// What completing it gave him.
    pub given: Given,
    /// What stood at his clock before that.
    pub before: Option<BeforeThePress>,
}

impl Breach {
    /// What its player was bound to.
    pub fn owed(&self) -> Duty {
        Duty {
            clause: self.clause,
            text: self.text.clone(),
            moves: self.moves.clone(),
            exacted: false,
        }
    }
}

/// What the umpire does to a player's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsSet {
    /// They are these.
    Fixed(Points),
    /// They are these at least.
    Raised(Points),
    /// They are these at most.
    Lowered(Points),
}

/// What completing a move gives a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Given {
    /// Added to his time, in milliseconds.
    pub time: i64,
    /// So much of that for the move itself; the rest is the time of a new period.
    pub increment: i64,
    /// The delay before his time runs again, in milliseconds.
    pub delay: u64,
    /// The period he is in from then on, from nought.
    pub period: u16,
}

/// What the game must do at the clock.
#[derive(Debug, Clone)]
pub enum AtTheClock {
    /// This player presses: he gets so much, and the other's clock runs.
    Press(Colour, Given),
    /// Time is given by the umpire, or taken.
    Add(Colour, i64),
    /// A move is completed without a press: the player gets so much, and his clock runs on.
    Gain(Colour, Given),
    /// What pressing gave him is taken back, he is so many periods back, and this stood at his clock before it.
    TakeBackGain(Colour, i64, u16, BeforeThePress),
    /// The umpire sets what is left to each.
    SetLeft([i64; 2]),
    /// The umpire has set up other men, or with the other player to move: nothing done on those that stood is open.
    SetUp,
    /// A move against the law is on record.
    Note(Box<WrongMove>),
    /// Everything from this turn on has been put right, and so many of each are counted.
    PutRight(usize, [u32; 2]),
    /// What was counted just now was this player's press without a move, and the other got so much for it.
    CountedPress(Colour, i64),
    /// That press counts for nothing after all, and the other has got nothing.
    Uncount(Colour, i64),
    /// What this player did against the law stands.
    Stands(Colour),
    /// A move was made against what touching bound its player to.
    Breach(Box<Breach>),
    /// The opponent can say nothing any more of how the last move was made; where nobody else can, it stands for good.
    NoClaim,
    /// Nothing can be said any more of how the last move was made.
    NoBreach,
    /// A man was touched already for the move that is now to be made.
    Touched,
    /// The men are where they stood when the turn began; what was touched stays touched.
    TakeBack,
    /// Both hands are used for this move.
    BothHands(Colour),
    /// This player's move was undone before he pressed, or he has pressed since.
    Undone(Option<Colour>),
    /// A man was moved while the other player had the move, and put back.
    Beside(Colour),
    /// What this player holds, who has not the move; the men stand where they stood.
    InHand(Colour, Vec<Held>),
    /// This player has refused what was offered to him.
    RefuseOffers(Colour),
    /// One more move is let pass, or it has passed.
    Watch(bool),
    /// These men are off their places.
    Displace(Vec<Displaced>),
    /// This player refuses to obey the laws.
    Refuse(Colour),
    /// A result is signed.
    Sign(Colour, Signed),
    /// This player asks for time to be added with every move; the umpire grants so much, or it is settled otherwise.
    AskIncrement(Option<Colour>),
    /// From now on so much is added with every move, in milliseconds.
    Increment(u64),
    /// The umpire puts off what this player has claimed.
    PutOff(Colour),
    /// A sheet is shown.
    Sheet(Colour),
    /// The umpire sets a player's points.
    Points(Colour, PointsSet),
}

impl State {
    /// A player has pressed his clock, which gives him so much.
    #[inline]
    pub(crate) fn pressed(&mut self, by: Colour, given: Given) {
        self.note_what_completing_gives(by, given);
        self.clock.press(by, given);
        if self.status == Status::Suspended {
            self.clock.run(None);
        }
        let pressing = &mut self.pressing;
        pressing.uncompleted[by.index()] = false;
        pressing.complete(by);
        pressing.both_hands = pressing.both_hands.filter(|(player, _)| *player != by);
        if !pressing.displaced.is_empty() {
            pressing.displaced_in = Some(!by);
            for each in pressing.displaced.iter_mut().filter(|each| each.by == by) {
                each.pressed = true;
            }
        }
    }

    /// The men off their places: one that a hand has moved or taken since stands right, or nowhere.
    pub fn off_their_places(&self) -> Vec<Displaced> {
        let mut off = self.pressing.displaced.clone();
        off.retain(|each| self.men.id(each.square) == self.standing.men.id(each.square));
        off
    }

    /// What is made against the law, or against touching, gains its player something only when it is completed.
    #[inline]
    fn note_what_completing_gives(&mut self, by: Colour, given: Given) {
        if self.pressing.faults.is_empty() && self.pressing.breach.is_none() {
            return;
        }
        let before = Some(self.clock.before_the_press(by));
        for fault in self.pressing.faults.iter_mut().filter(|fault| fault.by == by) {
            if !fault.completed {
                (fault.given, fault.before) = (given, before);
            }
            fault.before = fault.before.or(before);
        }
        if let Some(breach) = self.pressing.breach.as_mut().filter(|breach| breach.by == by) {
            (breach.given, breach.before) = (given, before);
        }
    }

    pub(crate) fn at_the_clock(&mut self, what: &AtTheClock) {
        let pressing = &mut self.pressing;
        match what {
            AtTheClock::Press(by, given) => self.pressed(*by, *given),
            AtTheClock::Add(player, time) => self.clock.add(*player, *time),
            AtTheClock::Gain(player, given) => {
                self.note_what_completing_gives(*player, *given);
                self.clock.gain(*player, *given);
            }
            AtTheClock::TakeBackGain(player, time, periods, before) => {
                self.clock.take_back(*player, *time, *periods, *before);
            }
            AtTheClock::SetLeft(left) => self.clock.set_left(*left),
            AtTheClock::Note(fault) => pressing.faults.push((**fault).clone()),
            AtTheClock::PutRight(from, counted) => {
                pressing.faults.retain(|fault| fault.past < *from);
                for player in Colour::BOTH {
                    pressing.counted[player.index()] += counted[player.index()];
                }
            }
            AtTheClock::CountedPress(player, bonus) => pressing.counted_press = Some((*player, *bonus)),
            AtTheClock::Uncount(player, bonus) => {
                pressing.counted_press = None;
                let counted = &mut pressing.counted[player.index()];
                *counted = counted.saturating_sub(1);
                self.clock.give_back(!*player, *bonus);
            }
            AtTheClock::Stands(player) => {
                for fault in pressing.faults.iter_mut().filter(|fault| fault.by == *player) {
                    fault.stands = true;
                }
            }
            AtTheClock::Breach(breach) => pressing.breach = Some(breach.clone()),
            AtTheClock::NoClaim => {
                if self.terms.arbiter == Presence::None {
                    pressing.breach = None;
                } else if let Some(breach) = &mut pressing.breach {
                    breach.arbiter_only = true;
                }
            }
            AtTheClock::NoBreach => pressing.breach = None,
            AtTheClock::SetUp => {
                pressing.settle();
                if self.clock.is_pressed() && self.sitting.adjournment.is_none() {
                    // His clock goes who has the move now, at once or when the clocks go again.
                    let stopped = self.clock.running().is_none();
                    self.clock.run(Some(self.standing.player));
                    if stopped {
                        self.clock.run(None);
                    }
                }
            }
            AtTheClock::Touched => pressing.touched = true,
            AtTheClock::TakeBack => {
                self.men = self.standing.men;
                self.turn.illegal = None;
                self.turn.hands = [Vec::new(), Vec::new()];
                self.turn.off.clear();
                self.turn.under.clear();
                self.turn.tokens.clear();
            }
            AtTheClock::BothHands(player) => {
                let made = usize::from(self.standing.player != *player);
                pressing.both_hands = Some((*player, self.past.len().saturating_sub(made)));
            }
            AtTheClock::Undone(player) => pressing.undone = *player,
            AtTheClock::Beside(player) => pressing.beside = Some(*player),
            AtTheClock::InHand(player, held) => self.turn.hands[player.index()].clone_from(held),
            AtTheClock::RefuseOffers(player) => self.ledger.refuse_by_touch(*player),
            AtTheClock::Watch(on) => pressing.watched = *on,
            AtTheClock::Displace(men) => {
                if pressing.displaced.is_empty() {
                    pressing.displaced_in = self.clock.goes_for();
                }
                pressing.displaced.clone_from(men);
            }
            AtTheClock::Refuse(player) => pressing.refused[player.index()] = true,
            AtTheClock::Sign(player, result) => pressing.signed[player.index()] = Some(*result),
            AtTheClock::AskIncrement(player) => pressing.asks_increment = *player,
            AtTheClock::Increment(time) => pressing.increment = *time,
            AtTheClock::PutOff(player) => pressing.put_off = Some(*player),
            AtTheClock::Sheet(player) => pressing.sheets[player.index()] += 1,
            AtTheClock::Points(player, set) => pressing.points.push((*player, *set)),
        }
    }
}

impl Pressing {
    /// What this player made against the law is completed.
    fn complete(&mut self, by: Colour) {
        for fault in self.faults.iter_mut().filter(|fault| fault.by == by) {
            fault.completed = true;
        }
    }

    /// Whether the man that belongs on this square is off it.
    pub fn is_displaced(&self, square: Square) -> bool {
        self.displaced.iter().any(|each| each.square == square)
    }

    /// Whether this player has made a move, lawful or not, that he has not completed.
    pub fn has_to_press(&self, player: Colour) -> bool {
        let unpressed = |wrong: &WrongMove| wrong.by == player && !wrong.completed;
        self.uncompleted[player.index()] || self.faults.iter().any(unpressed)
    }

    /// Whether this player has knocked men over, and has neither put them right nor pressed since.
    pub fn is_putting_right(&self, player: Colour) -> bool {
        self.displaced
            .iter()
            .any(|each| each.by == player && !each.pressed)
    }

    /// The last of so many turns was only a press of the clock, and is on record.
    pub fn empty_press(&self, turns: usize) -> Option<&WrongMove> {
        let empty = |fault: &&WrongMove| fault.kind == WrongMoveKind::NothingMoved && fault.past + 1 == turns;
        self.faults.iter().find(empty)
    }

    /// Whether the last illegal move acted on was a press without a move, and its player's second.
    pub fn second_was_a_press(&self) -> bool {
        self.counted_press
            .is_some_and(|(by, _)| self.counted[by.index()] >= 2)
    }

    /// Whether a press without a move can still be found to have had a valid reason, so many turns being over.
    pub fn is_of_a_press(&self, turns: usize) -> bool {
        self.counted_press.is_some() || self.empty_press(turns).is_some()
    }

    /// A move is made: the one before it, if it was his and not pressed, is completed by it. `to_press`: he has still to
    /// press a clock upon it.
    pub(crate) fn made(&mut self, by: Colour, to_press: bool) {
        if self.uncompleted[by.index()] && !self.faults.is_empty() {
            self.complete(by);
        }
        self.uncompleted[by.index()] = to_press;
        self.counted_press = None;
        self.undone = None;
        self.beside = None;
        self.breach = None;
        self.touched = false;
    }

    /// Points fixed with an end are those of that end.
    pub(crate) fn ended_otherwise(&mut self) {
        self.points.retain(|(_, set)| !matches!(set, PointsSet::Fixed(_)));
    }

    /// Whatever was done on the men that stood is settled.
    fn settle(&mut self) {
        self.faults.clear();
        self.breach = None;
        self.both_hands = None;
        self.uncompleted = [false; 2];
    }

    /// What this player touched by accident bound him to nothing, and took no claim from him.
    pub(crate) fn pardon(&mut self, player: Colour) {
        self.breach.take_if(|breach| breach.by == player);
        if let Some(breach) = &mut self.breach {
            breach.arbiter_only = false;
        }
    }

    /// What the opponent could still claim of how the last move was made.
    pub fn claimable(&self) -> Option<&Breach> {
        self.breach.as_deref().filter(|breach| !breach.arbiter_only)
    }

    /// The game has gone back: nothing made since is made any more.
    pub(crate) fn gone_back(&mut self, past: usize) {
        self.counted_press = None;
        self.undone = None;
        self.both_hands = self.both_hands.filter(|(_, at)| *at < past);
        self.breach.take_if(|breach| breach.past >= past);
        self.touched = false;
        self.beside = None;
        self.watched = false;
        // The whole position is set up again.
        self.displaced.clear();
        self.faults.retain(|fault| fault.past < past);
    }
}
