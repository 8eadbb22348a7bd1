//! Can it be proved?
#![doc = include_str!("../README.md")]

mod answer;
mod budget;
mod check;
mod confinement;
mod endless;
mod hunt;
mod identity;
mod material;
mod roaming;
pub mod table;
mod walk;
mod winnable;

pub use answer::{
    Answer, CannotWin, CheckingStrategy, ConfinedMan, Confinement, Escape, EscapeStep, Evidence, Exhausted,
    Found, Material, MatingLine, Reason, Roaming,
};
pub use budget::{Budget, Stopped, short, stoppable};
pub use check::{Claim, Flaw, check};
pub use endless::endless_checks;
pub use hunt::shorten;
pub use identity::Identity;
pub use winnable::{can_win, drawn_game, may_be_dead};
