//! How is a game kept, line by line, and shown to whom?
#![doc = include_str!("../README.md")]

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

pub use error::{RecordError, RecordFault};
pub use event::{read_event, write_event};
pub use fields::parse_hand_move;
pub use json::Json;
pub use plain::{as_option, from_words, in_words};
pub use reader::{LONGEST_LINE, Reader, parse, read_record};
pub use seen::{Envelope, Eye, UnknownEye, write_seen};
pub use terms::{read_terms, write_terms};
pub use view::{write_option, write_rights_of, write_said, write_view, write_written};
