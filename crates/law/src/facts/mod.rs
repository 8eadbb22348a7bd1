//! What is so, whatever a law makes of it: what hands did, what the men may do, what stood on the board.
//!
//! Nothing here rules on anything or cites a clause. Of the answers of the codes one is read, in `checks.rs`: whether a
//! check that nobody announced binds, for that decides which moves are legal.

pub(crate) mod change;
pub(crate) mod checks;
pub(crate) mod clocks;
pub(crate) mod legal;
pub(crate) mod pace;
mod played;
pub(crate) mod proved;
pub(crate) mod start;
pub(crate) mod touched;
mod wrong_change;

pub(crate) use played::{Facts, Same, are_all_made, awaited, free_by_post, stood};
pub(crate) use wrong_change::WrongChange;
