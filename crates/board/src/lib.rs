//! Where may men go?
#![doc = include_str!("../README.md")]
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
#[cfg(feature = "serde")]
mod texts;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, PlacementError, PlacementFault};
pub use castling::{Castling, CastlingError, Wing};
#[cfg(feature = "alloc")]
pub use fen::FenRemark;
pub use fen::{FenError, FenFault, FenField};
pub use list::{MoveList, Moves};
pub use man::{Colour, Kind, Man, UnknownColour, UnknownKind, UnknownMan};
pub use movement::{Movement, Queening, RooklessCastling};
pub use moves::{Move, MoveError, MoveFault};
pub use origins::Origins;
#[cfg(feature = "std")]
pub use perft::{Perft, TableTooLarge};
pub use position::{IllegalMove, Position, PositionError};
pub use square::{File, NotAFile, NotARank, NotASquare, Rank, Square};
