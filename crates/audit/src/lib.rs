//! What is wrong in an archive of games, under any code of laws?
#![doc = include_str!("../README.md")]

mod clocks;
#[cfg_attr(
    not(feature = "archives"),
    allow(dead_code, reason = "parts are read back only where archives are kept")
)]
mod finding;
mod judge;
#[cfg(feature = "archives")]
mod page;
#[cfg(feature = "archives")]
mod parts;
#[cfg(feature = "archives")]
mod run;
#[cfg(feature = "archives")]
mod source;
#[cfg_attr(
    not(feature = "archives"),
    allow(dead_code, reason = "a text at hand is not read piece by piece")
)]
mod split;
mod summary;
mod told;
mod worker;

pub use finding::{Allowed, Contradiction, Finding, GameRow, Kind, Part, StartKind, end_name};
pub use jadoube_game::Code;
#[cfg(feature = "archives")]
pub use page::{About, Shown, page};
#[cfg(feature = "archives")]
pub use parts::{Made, PartFiles, PartWriter, may_be_added, parts_in, read_part, whole_plan_in};
#[cfg(feature = "archives")]
pub use run::{Audit, Done};
#[cfg(feature = "archives")]
pub use source::{Plan, Range, Source, digest, pgn, plan, unpacked};
pub use summary::{Group, Seen, Summary, games, thousands};
pub use told::told_ending;
pub use worker::text;
