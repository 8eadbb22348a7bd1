//! Is PGN told from a printed page, and read as what it is?

use jadoube::{convert::convert, notation::PageOptions};

#[test]
fn pgn_without_tags_is_no_printed_page() {
    let untagged = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 {Nice N} h5 *\n";
    for text in [
        untagged.to_owned(),
        format!("[Event \"x\"]\n\n{untagged}"),
        untagged.replace('*', "1-0"),
    ] {
        let games = convert(&text, &PageOptions::default());
        assert_eq!((games.len(), games[0].moves().len()), (1, 12), "{text}");
        assert!(games[0].is_clean() && games[0].pgn().contains("6. h3 {Nice N} 6... h5"));
    }
    let illegal = convert("1. e4 e4 $3 *", &PageOptions::default());
    assert!(!illegal[0].is_clean() && illegal[0].doubts()[0].contains("e4"));
    let page = convert("1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n* * *\n", &PageOptions::default());
    assert_eq!(page[0].moves().len(), 4);
}
