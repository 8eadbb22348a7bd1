//! Who is there, what is put away, and what waits for an answer?

use crate::{
    event::{Moment, Party},
    game::{Outcome, Standing},
    ledger::Ledger,
    men::Men,
    ruling::Citation,
    turn::Turn,
};
use jadoube_board::{Colour, Move};

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
pub struct ConditionalLines {
    /// Whose.
    pub by: Colour,
    /// How many turns were over when he made the move that they go with.
    pub past: usize,
    /// That move; several where it has still to be said which of them it is.
    pub with: Vec<Move>,
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
    /// The clocks were stopped to call him, and nothing has been asked yet.
    pub pause: bool,
    /// The outcome that the dispute calls in question, if the game had ended.
    pub ended: Option<Outcome>,
    /// Who had changed the men otherwise than by moving when it was put, if anybody had.
    pub changed_by: Option<Colour>,
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
    /// What stood when the turn began.
    pub standing: Standing,
    /// How many turns were over.
    pub past: usize,
    /// The men as they stood.
    pub men: Men,
    /// What had been done in the turn.
    pub turn: Turn,
    /// What stood between the players.
    pub ledger: Ledger,
    /// The sealed move.
    pub sealed: Option<Sealed>,
    /// Whether play was resumed from another position.
    pub resumed_wrongly: bool,
    /// When play stopped.
    pub at: Moment,
    /// What each player had used then.
    pub used: [Moment; 2],
    /// Whether play has been taken up again.
    pub resumed: bool,
    /// Players not there when it was to be taken up, and since when each has been awaited.
    pub awaited: [Option<Moment>; 2],
}

/// The sitting: who has come, what was adjourned, and what waits.
#[derive(Debug, Clone, Default)]
pub struct Sitting {
    /// Who has arrived.
    pub arrived: [Option<Moment>; 2],
    /// The adjournment, present or last.
    pub adjournment: Option<Box<Adjournment>>,
    /// A text that waits.
    pub pending: Option<Box<Pending>>,
    /// Conditional moves.
    pub series: [Option<Box<ConditionalLines>>; 2],
    /// The question before the umpire.
    pub dispute: Option<Box<Dispute>>,
    /// The umpire's word on a demand or a time.
    pub moves_allowed: Option<u32>,
    /// How many turns were over when he gave it.
    pub moves_allowed_at: usize,
}
