//! What does a page or a Node program ask of the engine? One JSON request in, one JSON answer out.
//!
//! A request is `{"do": NAME, …}`; the answer is `{"ok": …}` or `{"error": {"message": …}}`. Boards and games live here
//! and are named by a number. The TypeScript beside this crate gives all of it its types.
//!
//! Three modules are made of this crate: the engine ([`Room`]); with the feature `convert` the reader of printed pages
//! ([`pages`]), and with the feature `audit` the reader of archives ([`audit`]). Few programs need the last two, and
//! those fetch them when they do.

pub mod audit;
mod memory;
pub mod pages;
mod request;
mod room;

pub use room::Room;
