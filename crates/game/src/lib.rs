//! What happened at the board and what stands. Knows no code of laws.

pub mod code;

pub use code::Code;
