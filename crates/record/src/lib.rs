//! The JSON game record: what happened, one act per line, and the states that follow.
//!
//! Reading is strict: whatever is not understood is an error that names the line, the field, what was found and what
//! was expected. Writing leaves out what goes without saying. This crate has never heard of any law.
//!
//! ```
//! use jadoube_record::{Reader, write_event};
//! let record = r#"{"code":"bcc-1899"}
//! {"by":"white","act":"touch","square":"h1"}
//! {"by":"white","act":"move","move":"e2e4","at":12.5}"#;
//! let reader = Reader::open(record.as_bytes())?;
//! assert_eq!(reader.terms().code.name(), "bcc-1899");
//! for act in reader {
//!     let (line, event) = act?;
//!     println!("{line}: {}", write_event(&event));
//! }
//! # Ok::<(), jadoube_record::RecordError>(())
//! ```

mod error;
mod event;
mod fields;
mod json;
mod plain;
mod reader;
mod seen;
mod terms;
mod value;
mod view;

pub use error::{Fault, RecordError};
pub use event::{read_event, write_event};
pub use fields::parse_hand_move;
pub use json::Json;
pub use plain::{as_option, from_words, in_words};
pub use reader::{LONGEST_LINE, Reader, parse, read_record};
pub use seen::{Envelope, Eye, UnknownEye, write_seen};
pub use terms::{read_terms, write_terms};
pub use view::{write_option, write_view, write_written};
