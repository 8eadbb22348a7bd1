//! Do positions and their parts come back from JSON as they went in?

use jadoube::board::{Castling, Colour, Position, Square};

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
