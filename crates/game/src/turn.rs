//! What has been done in the present turn?

use crate::{
    event::HandMove,
    game::Standing,
    hand::{Held, OffBoard, Token, Touch},
    ledger::Offence,
};
use jadoube_board::{Colour, Square};

/// What hands have done in the present turn.
#[derive(Debug, Clone, Default)]
pub struct Turn {
    /// Men touched by the player in his present turn, on purpose.
    pub touched: Vec<Touch>,
    /// Men touched before the present move of a turn of several, each with how many moves of all were over then.
    pub touched_before: Vec<(usize, Touch)>,
    /// The turn has been restored, after he had touched a man in it.
    pub handled: bool,
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
    /// Moves still to be made in this turn, where more than one.
    pub moves_in_turn: u32,
    /// Where a turn of several moves began.
    pub turn_began: Option<(Box<Standing>, usize)>,
    /// What was said with the last completed move, and by whom.
    pub announced: Option<(Colour, String)>,
    /// The check that the opponent cried with what he altered: it counts if the men are taken so.
    pub cried_out_of_turn: Option<String>,
    /// Where a man was taken whose taker let go, and which no hand has yet taken away.
    pub left_lying: [Option<Square>; 2],
}
