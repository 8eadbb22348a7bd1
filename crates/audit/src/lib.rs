//! What is wrong in an archive of games, under any code of laws?
//!
//! An audit reads PGN and says, game by game, what the record itself shows to be irregular: a move that was not legal and
//! stood, a draw that nobody claimed, an end of the game that was passed over, a result that the last position contradicts.
//! The law is asked, never reckoned a second time: claims and ends come from the same questions that rule on a game at the board.
//!
//! ```
//! use jadoube_audit::{Audit, Code, Kind, Source};
//!
//! let pgn = b"[Event \"A club\"]\n[Result \"1/2-1/2\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n";
//! let audit = Audit::under([Code::Bcc1899]);
//! let mut found = Vec::new();
//! audit.run(&[Source::text("club.pgn", pgn)], |part| {
//!     found.extend(part.findings);
//!     Ok(())
//! })?;
//! assert_eq!(found.len(), 1);
//! assert!(matches!(&found[0].kind, Kind::Result { why: jadoube_audit::Contradiction::MateNotScored }));
//! # Ok::<(), std::io::Error>(())
//! ```

mod clocks;
mod finding;
mod judge;

mod page;
mod parts;
mod run;
mod source;
mod split;
mod summary;
mod told;

pub use finding::{Allowed, Contradiction, Finding, GameRow, Kind, StartKind, end_name};
pub use jadoube_game::Code;
pub use page::{Shown, page};
pub use parts::{PartFiles, PartWriter, parts_in, read_part};
pub use run::{Audit, Done, Part};
pub use source::{Plan, Range, Source, plan};
pub use summary::{Group, Seen, Summary};
