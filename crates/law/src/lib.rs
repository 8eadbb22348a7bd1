//! What each code of laws says of an act at the board.
//!
//! An [`Arbiter`] sits at one game. It takes acts as they happen, has the law of the chosen code rule on them, carries
//! the rulings out, and shows what stands: who may do what, and which clause says so.
//!
//! ```
//! use jadoube_game::{Act, Code, Event, HandMove, Terms};
//! use jadoube_board::{Colour, Square};
//! use jadoube_law::Arbiter;
//!
//! let mut arbiter = Arbiter::open(Terms::ordinary(Code::Bcc1899))?;
//! // White pushes his King's Pawn three squares.
//! let mv = HandMove { from: Square::E2, to: Square::E5, becomes: None };
//! arbiter.act(&Event::new(Colour::White, Act::Move { mv, say: None }))?;
//!
//! let view = arbiter.view();
//! assert_eq!(view.turn, Colour::White); // an illegal move does not end a turn
//! assert_eq!(view.rulings[0].clause, "II.6(a)");
//! assert!(view.options.iter().any(|option| option.right.clause == "II.6(b)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arbiter;
pub mod code;
mod course;
mod facts;
pub mod index;
pub mod questions;
mod reading;
pub mod registers;
pub mod series;
mod theory;
mod umpire;
mod writing;

pub use arbiter::Arbiter;
pub use code::{Answer, Authority, ByCode, Clause, Code};
pub use course::{Course, End, Said};
pub use questions::odds::TermsError;
pub use theory::{Necessary, Theory};
pub use umpire::rule_on;
pub use writing::{written, written_down};
