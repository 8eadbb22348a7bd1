//! Reading and writing moves as printers, players and programs set them down.
//!
//! One model serves every style: a text is taken apart into requirements ([`Terms`]), and the
//! requirements narrow the legal moves. [`read_move`] gives every move a text can express; a tie
//! is an answer and never settled in silence.

mod game;
mod language;
mod line;
mod page;
mod parse;
mod pgn;
mod pgn_write;
mod read;
mod repair;
mod replay;
mod san;
mod slip;
mod terms;
mod token;
mod write;

pub use game::{Fault, GameReading, Note, Repair, Score, ScoreReader, Tie};
pub use language::Language;
pub use line::{Annotation, Line};
pub use page::{Doubt, Page, PageGame, PageNote, PageOptions, PrintedCell, read_page};
pub use parse::{Parsed, ReadError, parse};
pub use pgn::{DEEPEST_VARIATION, Item, PgnGame, PgnReader, Place, Spot, Visitor, decode};
pub use pgn_write::PgnWriter;
pub use read::{Reading, Remark, read_in_position, read_move};
pub use replay::{Irregularity, Replay, Step, Tally, replay, start_from, start_of, tally};
pub use san::{San, SanFault, push_san, san};
pub use terms::{Context, Liberty, Previous, Terms};
pub use write::{
    Edition, Style, abbreviated_record, descriptive, full_record, long_algebraic_1931, pawn_name,
    short_algebraic_1931, write_move,
};
