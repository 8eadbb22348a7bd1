//! What does this code say of this act?
#![doc = include_str!("../README.md")]
// The path of an ordinary act is short and every game goes along it: in one piece it costs half of what its pieces do.
#![allow(clippy::inline_always)]

#[macro_use]
mod define;

mod arbiter;
pub mod code;
mod course;
mod facts;
pub mod index;
mod means;
pub mod questions;
mod reading;
pub mod registers;
pub mod series;
mod theory;
mod umpire;
mod writing;

/// Which law this is: the version, and a fingerprint of everything a ruling depends on. Two programs that show the same rule alike.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("JADOUBE_LAW"));

pub use arbiter::{Arbiter, Ruled};
pub use code::{Answer, Authority, ByCode, Clause, Code};
pub use course::{Course, End, Said};
pub use questions::odds::TermsError;
pub use theory::{Necessary, Theory};
pub use umpire::rule_on;
pub use writing::{written, written_down};
