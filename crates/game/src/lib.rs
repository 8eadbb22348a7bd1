//! What happened at the board and what stands.
//!
//! An [`Event`] is a fact; a [`Ruling`] is what the law said of it; [`Game::carry_out`] obeys. This crate knows the
//! names of the five codes and nothing of what any of them says.

mod clock;
pub mod code;
mod event;
mod game;
mod hand;
mod ledger;
mod men;
mod ruling;
mod sitting;
mod terms;
mod turn;
mod view;
pub mod words;

pub use clock::Clock;
pub use code::Code;
pub use event::*;
pub use game::*;
pub use hand::*;
pub use ledger::*;
pub use men::{ManId, Men, castling_wing, king_square, rook_squares};
pub use ruling::*;
pub use sitting::*;
pub use terms::*;
pub use turn::*;
pub use view::*;
