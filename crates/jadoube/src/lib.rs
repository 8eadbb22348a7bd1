//! One door to the library: what do people ask of it?
#![doc = include_str!("../README.md")]

pub mod convert;
mod diagram;
mod history;
pub mod judge;
pub mod laws;
pub mod proving;
pub mod reading;
mod sitting;

pub use diagram::Diagram;
pub use history::{History, NoMove, Termination};
pub use sitting::{Sitting, SittingError};

pub use jadoube_board as board;
pub use jadoube_game as game;
pub use jadoube_law as law;
pub use jadoube_notation as notation;
pub use jadoube_notation::{figurine, in_figurines};
pub use jadoube_proof as proof;
pub use jadoube_record as record;
