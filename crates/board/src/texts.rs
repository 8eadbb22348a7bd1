//! How are positions and their parts kept by programs that use serde? As the texts they are.

use crate::{
    Board, Castling, Colour, FenError, File, Kind, Man, Move, Movement, Position, Rank, RooklessCastling,
    Square,
};
use core::fmt;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

macro_rules! as_text {
    ($($kind:ty: $expected:literal, $read:expr;)+) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl Visitor<'_> for Text {
                    type Value = $kind;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                        $read(text).map_err(|error| E::custom(format!("\"{text}\": {error}")))
                    }
                }

                deserializer.deserialize_str(Text)
            }
        }
    )+};
}

as_text! {
    Square: "a square, a1 to h8", str::parse::<Square>;
    File: "a file, a to h", str::parse::<File>;
    Rank: "a rank, 1 to 8", str::parse::<Rank>;
    Colour: "white or black", str::parse::<Colour>;
    Kind: "a kind of man, pawn to king", str::parse::<Kind>;
    Man: "a man, as in white knight", str::parse::<Man>;
    Castling: "rights to castle, as FEN writes them", str::parse::<Castling>;
    Board: "the men, as FEN's first field", str::parse::<Board>;
    Position: "a position, as FEN", position;
}

/// What was written is read again, regular or not. How men move is not in the text: ordinarily, but that a king castles
/// without a rook where the text gives him that right.
fn position(text: &str) -> Result<Position, FenError> {
    let rookless = Movement {
        castling: RooklessCastling::CornerEmpty,
        ..Movement::ORDINARY
    };
    Position::from_fen_irregular(text, Movement::ORDINARY)
        .or_else(|error| Position::from_fen_irregular(text, rookless).map_err(|_| error))
}

/// In UCI. Only a position can tell which move a text is: [`Position::parse_uci`] reads it again.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
