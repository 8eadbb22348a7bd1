//! What does endgame theory say: who wins, in how many moves, and how many of them without a capture or pawn move?

mod ending;
mod file;
mod layout;
mod map;
mod pass;
mod rules;
mod solve;
mod store;

pub use ending::{Ending, NotAnEnding};
pub use file::{FileFault, Longest};
pub use solve::{Progress, Stage};
pub use store::{BuildError, NoTheory, Outcome, Tables, Theory, default_directory};
