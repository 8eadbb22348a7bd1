//! A chess player: given a position, which move?
//!
//! ```
//! use jadoube_board::Position;
//! use jadoube_player::{Limits, Player, Question};
//!
//! let mate_in_one = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
//! let mut player = Player::new(4);
//! let advice = player.think(&Question::new(mate_in_one, Limits::nodes(2_000)));
//! assert_eq!(advice.map(|advice| advice.best.to_string()), Some("a1a8".to_owned()));
//! # Ok::<(), jadoube_board::FenError>(())
//! ```
//!
//! The same question asked of a new player with the same number of nodes has the same answer on every machine. Irregular
//! positions, odds and the pawn that remains a pawn are ordinary input.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "scores, depths and counts are small numbers of either sign, and tuning averages them"
)]
#![allow(
    clippy::inline_always,
    reason = "the evaluation is one function spread over several; it must be compiled as one"
)]

pub mod engine;
mod evaluation;
mod exchange;
mod history;
mod level;
mod limits;
mod search;
mod seat;
mod table;
pub mod tuning;
pub mod uci;
mod weights;

pub use engine::{EngineError, Mind, Opinion, Outside, Program};
pub use evaluation::evaluate;
pub use level::{Level, UnknownLevel};
pub use limits::{Clock, Limits};
pub use search::{Advice, Player, Progress, Question, Score};
pub use seat::{Deed, Seat, Temper, UnknownTemper};
