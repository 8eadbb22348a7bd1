//! Is every text read or refused, without a panic and without a repair in silence?
#![no_main]

use jadoube_board::{Movement, Position, Queening, RooklessCastling};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let odds = Movement {
        castling: RooklessCastling::CornerNotAdverse,
        queening: Queening::MayRemainPawn,
    };
    for read in [
        Position::from_fen(text),
        Position::from_fen_irregular(text, Movement::ORDINARY),
        Position::from_fen_irregular(text, odds),
    ] {
        match read {
            Ok(position) => {
                assert_eq!(position.to_fen(), text);
                assert_eq!(position.perft(1), position.legal_moves().len() as u64);
            }
            Err(error) => {
                assert!(error.at.is_none_or(|at| at <= text.chars().count() + 1));
                assert!(!error.to_string().is_empty());
            }
        }
    }
    match Position::from_fen_lenient(text) {
        Ok((position, remarks)) => {
            assert_eq!(remarks.is_empty(), position.to_fen() == text);
            assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
        }
        Err(error) => {
            assert!(Position::from_fen(text).is_err());
            assert!(error.at.is_none_or(|at| at <= text.chars().count() + 1));
        }
    }
    _ = Position::ordinary()
        .parse_uci(text)
        .map_err(|error| error.to_string());
});
