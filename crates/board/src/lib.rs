//! Squares, men and positions; how men move and give check. Knows no code of laws.
//!
//! ```
//! use jadoube_board::{Position, Square};
//!
//! let start = Position::ordinary();
//! assert_eq!(start.legal_moves().len(), 20);
//!
//! let e4 = start.parse_uci("e2e4")?;
//! let position = start.play(e4);
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
//! assert_eq!(position.en_passant(), Some(Square::E3));
//! assert_eq!(position.perft(3), 13_160);
//! # Ok::<(), jadoube_board::MoveError>(())
//! ```
//!
//! Three things are particular to this crate:
//!
//! - **Irregular positions are ordinary input.** [`Position::from_fen_irregular`] takes any placement with
//!   one king a side (pawns on the end ranks, kings side by side, both in check), and the moves are exact
//!   by one definition: a man moves as its kind moves, never takes a king, and its own king is not
//!   attacked afterwards.
//! - **How men move is a value.** [`Movement`] says whether a king may castle where its rook was given as
//!   odds, and whether a pawn on the last rank may remain a pawn.
//! - **It is fast.** Moves are legal as generated, leaves are counted without being built.
//!
//! The crate is `no_std`; the feature `alloc` adds what returns a `Vec`, `std` (the default) adds threads.
#![cfg_attr(not(feature = "std"), no_std)]
#![deny(missing_docs)]
#![allow(
    clippy::inline_always,
    reason = "the generator is one function spread over many; measured, it must be compiled as one"
)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod fen;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
))]
mod flood;
mod generate;
mod list;
mod man;
mod movement;
mod moves;
mod origins;
mod perft;
mod position;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, PlacementError, PlacementFault};
pub use castling::{Castling, CastlingError, Wing};
#[cfg(feature = "alloc")]
pub use fen::FenRemark;
pub use fen::{FenError, FenFault, FenField};
pub use list::{MoveList, Moves};
pub use man::{Colour, Kind, Man, UnknownColour};
pub use movement::{Movement, Queening, RooklessCastling};
pub use moves::{Move, MoveError, MoveFault};
pub use origins::Origins;
#[cfg(feature = "std")]
pub use perft::{Perft, TableTooLarge};
pub use position::{IllegalMove, Position, PositionError};
pub use square::{File, NotASquare, Rank, Square};
