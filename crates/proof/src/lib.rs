//! Endless checks, drawn games and endgame theory, each answer with evidence that can be checked.
//!
//! Every prover takes a position and a [`Budget`] and says [`Answer::Proved`], [`Answer::Refuted`] or
//! [`Answer::Undecided`]; it never guesses. [`check`] verifies the evidence of an answer without trusting
//! the prover.
//!
//! ```
//! use jadoube_board::{Colour, Position};
//! use jadoube_proof::{Budget, Claim, can_win, check};
//!
//! let position = Position::from_fen("8/8/8/8/8/3k4/8/3KB3 w - - 0 1")?;
//! let answer = can_win(&position, Colour::White, &mut Budget::default());
//! assert!(answer.is_refuted(), "a bishop alone cannot mate");
//! check(&position, Claim::CanWin(Colour::White), &answer).expect("and the evidence holds");
//! # Ok::<(), jadoube_board::FenError>(())
//! ```
//!
//! Positions may be irregular and men may move as an older code has it: the provers use the board's own
//! definition of a legal move and nothing else.

mod answer;
mod budget;
mod check;
mod confinement;
mod endless;
mod hunt;
mod identity;
mod material;
pub mod table;
mod winnable;

pub use answer::{
    Answer, CannotWin, CheckingStrategy, ConfinedMan, Confinement, Escape, EscapeStep, Evidence, Exhausted,
    Found, Material, MatingLine, Reason,
};
pub use budget::{Budget, Stopped, stoppable};
pub use check::{Claim, Flaw, check};
pub use endless::endless_checks;
pub use hunt::shorten;
pub use identity::Identity;
pub use winnable::{can_win, drawn_game, may_be_dead};
