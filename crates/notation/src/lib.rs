//! How is a move written, and what does a text mean?
#![doc = include_str!("../README.md")]

mod chess960;
mod ending;
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

pub use ending::Ending;
pub use game::{Fault, GameReading, Note, Repair, Score, ScoreReader, Tie};
pub use language::Language;
pub use line::{Annotation, Line};
pub use page::{Doubt, Page, PageGame, PageNote, PageOptions, PrintedCell, read_page};
pub use parse::{Parsed, ReadError, parse};
pub use pgn::{
    DEEPEST_VARIATION, Item, PgnGame, PgnReader, Place, Spot, TextFault, Utf16, Visitor, decode, is_pgn,
    is_utf16, last_game, may_be_pgn, result_named,
};
pub use pgn_write::PgnWriter;
pub use read::{Reading, Remark, read_in_any_language, read_in_position, read_move, read_move_in};
pub use replay::{
    Irregularity, Replay, Standing, Step, Tally, as_done, as_meant, is_move, move_named, read_fen, replay,
    start_from, tally,
};
pub use san::{San, SanFault, push_san, san};
pub use terms::{Context, Liberty, Previous, Terms};
pub use write::{
    Edition, Style, abbreviated_record, algebraic_2023, descriptive, figurine, full_record, in_figurines,
    long_algebraic_1931, long_algebraic_2023, pawn_name, short_algebraic_1931, write_move,
};
