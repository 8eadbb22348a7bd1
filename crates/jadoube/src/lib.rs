//! The laws of chess, executable: one door to the crates of Jadoube.
//!
//! | module | what it answers |
//! |---|---|
//! | [`board`] | where may men go? positions, FEN, legal moves, also on irregular boards |
//! | [`game`] | what happened, and what stands |
//! | [`law`] | what does a code of laws say of it? |
//! | [`notation`] | how is a move written? |
//! | [`proof`] | can it be proved? |
//! | [`record`] | how is a game kept, line by line? |
//!
//! ```
//! use jadoube::{law::Arbiter, record::Reader};
//!
//! let record = r#"{"code":"bcc-1899"}
//! {"by":"white","act":"move","move":"e2e5"}"#;
//! let reader = Reader::open(record.as_bytes())?;
//! let mut arbiter = Arbiter::open(reader.terms().clone())?;
//! for act in reader {
//!     arbiter.act(&act?.1)?;
//! }
//! for option in arbiter.view().options {
//!     println!("{}: {}  {}", option.right.party, option.right.text, option.right.clause);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod history;
pub mod judge;
pub mod laws;
pub mod reading;
mod sitting;

pub use history::{History, NoMove, Termination};
pub use sitting::{Sitting, SittingError};

pub use jadoube_board as board;
pub use jadoube_game as game;
pub use jadoube_law as law;
pub use jadoube_notation as notation;
pub use jadoube_proof as proof;
pub use jadoube_record as record;
