//! Do the laws rule as the cases say? Reads, runs and explains the case files under `scenarios/`.
//!
//! A case is one story told under several codes: a title, the set-up, numbered acts, and under each act what every code
//! must say of it, with the clause at the right. `scenarios/README.md` describes the form.

mod bless;
mod case;
mod check;
mod collect;
mod setup;
pub mod unruly;

pub use bless::bless;
pub use case::{Case, CaseError, Expect, Row, Step};
pub use check::{Mismatch, check};
pub use collect::{Cited, Place, cases_under, cited};
