//! Do positions and their parts come back from JSON as they went in?

use jadoube::{
    History,
    board::{Castling, Colour, File, Kind, Man, Movement, Position, Rank, Square},
    game::{Code, HandMove, Party},
};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// It is written so, and read as it was.
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, written: &str) {
    assert_eq!(serde_json::to_string(&value).expect("JSON"), written);
    assert_eq!(serde_json::from_str::<T>(written).expect("read again"), value);
    // Also where the reader owns its text.
    let owned = serde_json::from_str(written).expect("JSON");
    assert_eq!(serde_json::from_value::<T>(owned).expect("read again"), value);
}

#[test]
fn small_things_are_their_words() {
    comes_back(File::E, "\"e\"");
    comes_back(Rank::Eight, "\"8\"");
    comes_back(Kind::Knight, "\"knight\"");
    comes_back(Man::new(Colour::Black, Kind::Queen), "\"black queen\"");
    comes_back(Code::Bcc1899, "\"bcc-1899\"");
    comes_back(Party::Umpire, "\"umpire\"");
    comes_back("e7e8p".parse::<HandMove>().expect("a transfer"), "\"e7e8p\"");
}

#[test]
fn a_position_is_read_again_whatever_stands_on_it() {
    for fen in [
        // Pawns on end ranks, kings side by side, both attacked.
        "P3kK2/8/8/8/8/8/8/7p w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535",
    ] {
        let position = Position::from_fen_irregular(fen, Movement::ORDINARY).expect("a position");
        comes_back(position, &format!("\"{fen}\""));
    }
    // The right to castle where the Rook was given as odds.
    let odds = "4k3/8/8/8/8/8/8/4K3 w Q - 0 1";
    comes_back(
        jadoube::notation::start_from(odds).expect("a position"),
        &format!("\"{odds}\""),
    );
}

#[test]
fn a_line_of_play_is_its_beginning_and_its_moves() {
    let mut line = History::ordinary();
    for text in ["e4", "e5", "Nf3"] {
        line.push(line.parse_san(text).expect("a move")).expect("legal");
    }
    comes_back(
        line,
        r#"{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4","e7e5","g1f3"]}"#,
    );
    let wrong = serde_json::from_str::<History>(
        r#"{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4","e2e4"]}"#,
    );
    let wrong = wrong.expect_err("no man is there any more").to_string();
    assert!(wrong.contains("\"e2e4\" in rnbqkbnr/pppppppp/8/8/4P3"), "{wrong}");
}

#[test]
fn texts_come_back_as_they_went_in() {
    let position = Position::ordinary();
    let text = serde_json::to_string(&position).expect("JSON");
    assert_eq!(text, format!("\"{position}\""));
    assert_eq!(
        serde_json::from_str::<Position>(&text).expect("a position"),
        position
    );
    let parts = (Square::E4, Colour::Black, Castling::ALL, *position.board());
    let text = serde_json::to_string(&parts).expect("JSON");
    assert_eq!(
        text,
        r#"["e4","black","KQkq","rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]"#
    );
    assert_eq!(
        serde_json::from_str::<(Square, Colour, Castling, _)>(&text).expect("parts"),
        parts
    );
    let e4 = position.parse_uci("e2e4").expect("legal");
    assert_eq!(serde_json::to_string(&e4).expect("JSON"), "\"e2e4\"");
}

#[test]
fn what_is_none_of_it_is_refused_in_its_own_words() {
    let wrong = serde_json::from_str::<Square>("\"e9\"").expect_err("no square");
    assert!(wrong.to_string().contains("e9"), "{wrong}");
    assert!(
        serde_json::from_str::<Position>("7")
            .expect_err("no text")
            .to_string()
            .contains("FEN")
    );
}
