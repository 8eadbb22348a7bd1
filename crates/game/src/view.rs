//! A game as it is shown: the state after an act, with what the law said and what may now be done.

use crate::{
    event::{Event, Moment},
    field::Points,
    game::Status,
    ruling::{Citation, Finding, Refusal, Right},
    sentence::Sentence,
};
use jadoube_board::{Colour, Move};

/// The state after an act.
#[derive(Debug, Clone)]
pub struct View {
    /// How many acts have happened.
    pub seq: u32,
    /// FEN of the men as they now stand.
    pub board: String,
    /// Whose turn to play it is.
    pub turn: Colour,
    /// How things are.
    pub status: Status,
    /// Who won.
    pub winner: Option<Colour>,
    /// The clause that ended the game.
    pub clause: Option<Citation>,
    /// Who begins the game played instead of an annulled one.
    pub next_first_move: Option<Colour>,
    /// What the player on turn may play without breaking the law, sorted.
    pub moves: Vec<Move>,
    /// Why that is less than all legal moves.
    pub duty: Option<DutyView>,
    /// Every right now open.
    pub options: Vec<OptionView>,
    /// What the law said of the act.
    pub rulings: Vec<Finding>,
    /// The clocks, where a clock matters.
    pub clock: Option<ClockView>,
    /// The move completed, as it is written.
    pub record: Option<Written>,
    /// Why the act had no effect.
    pub refused: Option<Refusal>,
    /// Whose move is made and not yet completed, where the code tells the two apart.
    pub made: Option<Colour>,
    /// How many completed illegal moves of White and Black have been acted on, where the code counts them.
    pub illegal: Option<[u32; 2]>,
    /// What White and Black score by the game, where the code says so.
    pub score: Option<[Points; 2]>,
}

/// A duty as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DutyView {
    /// By which clause.
    pub clause: Citation,
    /// In our words.
    pub text: Sentence,
}

/// A right and what would follow from using it.
#[derive(Debug, Clone)]
pub struct OptionView {
    /// The right.
    pub right: Right,
    /// What would follow.
    pub then: Then,
    /// It lapses as soon as he who has it touches a man.
    pub lapses: bool,
}

impl OptionView {
    /// The act that uses the right, to be given straight back.
    pub fn act(&self) -> Event {
        Event::new(self.right.party, self.right.act.clone())
    }
}

/// What would follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Then {
    /// FEN.
    pub board: String,
    /// Whose turn.
    pub turn: Colour,
    /// What he may then play.
    pub moves: Vec<Move>,
    /// How things would be.
    pub status: Status,
    /// Who would have won.
    pub winner: Option<Colour>,
}

/// The clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockView {
    /// White's time used.
    pub white: Moment,
    /// Black's time used.
    pub black: Moment,
    /// Whose clock is running.
    pub running: Option<Colour>,
    /// The time left to White and Black, where time is given and not only counted.
    pub left: Option<[Moment; 2]>,
    /// What the arbiter has given White and Black less what he has taken, in milliseconds, where he may.
    pub added: Option<[i64; 2]>,
}

/// A completed move as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// In UCI.
    pub uci: String,
    /// In descriptive notation.
    pub descriptive: String,
    /// In short algebraic notation.
    pub algebraic: String,
    /// In the code's own full form.
    pub full: String,
}
