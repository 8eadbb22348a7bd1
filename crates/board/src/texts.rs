//! How are positions and their parts kept by programs that use serde? As the texts they are.

use crate::{Board, Castling, Colour, Move, Position, Square};
use core::fmt;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

macro_rules! as_text {
    ($($kind:ty: $expected:literal;)+) => {$(
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
                        text.parse().map_err(|error| E::custom(format!("\"{text}\": {error}")))
                    }
                }

                deserializer.deserialize_str(Text)
            }
        }
    )+};
}

as_text! {
    Square: "a square, a1 to h8";
    Colour: "white or black";
    Castling: "rights to castle, as FEN writes them";
    Board: "the men, as FEN's first field";
    Position: "a position, as FEN";
}

/// In UCI. Only a position can tell which move a text is: [`Position::parse_uci`] reads it again.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
