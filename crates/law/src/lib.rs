//! What each code of laws says of an act at the board.

pub mod code;
pub mod registers;

pub use code::{Answer, Authority, ByCode, Clause, Code};
