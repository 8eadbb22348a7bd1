//! What happened, and what stands?
#![doc = include_str!("../README.md")]
// The path of an ordinary act is short and every game goes along it: in one piece it costs half of what its pieces do.
#![allow(clippy::inline_always)]

mod act;
mod clock;
pub mod code;
mod event;
mod field;
mod game;
mod hand;
mod ledger;
mod men;
mod pressing;
mod ruling;
mod sentence;
mod sitting;
mod terms;
#[cfg(feature = "serde")]
mod texts;
mod turn;
mod view;
mod vocabulary;
pub mod words;

pub use act::{Act, Decision};
pub use clock::{BeforeThePress, Clock};
pub use code::Code;
pub use event::*;
pub use field::{Field, Hands, Holds, Points, Several, Shape, TimeGiven, Unfit, Value};
pub use game::*;
pub use hand::*;
pub use ledger::*;
pub use men::{ManId, Men, castling_wing, king_square, rook_squares};
pub use pressing::*;
pub use ruling::*;
pub use sentence::{Fill, Filling, Sentence, Template};
pub use sitting::*;
pub use terms::*;
pub use turn::*;
pub use view::*;
pub use vocabulary::*;
