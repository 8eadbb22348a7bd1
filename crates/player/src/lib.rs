//! Which move, and what to do with a right?
#![doc = include_str!("../README.md")]
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
mod mate;
mod search;
mod seat;
mod table;
pub mod tuning;
pub mod uci;
mod weights;

pub use engine::{EngineError, Mind, Opinion, Outside, Program, Watched};
pub use evaluation::evaluate;
pub use level::{Level, UnknownLevel};
pub use limits::{Clock, Limits};
pub use search::{Advice, Player, Progress, Question, Score};
pub use seat::{Deed, Seat, Temper, UnknownTemper};
