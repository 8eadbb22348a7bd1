//! Does any page make its reader fall over, read a move that is not legal, or lose a word of a game?
#![no_main]

use jadoube_notation::{PageOptions, read_page};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for repair in [false, true] {
        let page = read_page(text, &PageOptions { repair, ..PageOptions::default() });
        for game in &page.games {
            let mut position = game.start;
            for &movement in &game.reading.moves {
                position = position.try_play(movement).expect("only legal moves are read");
            }
            for cell in &game.cells {
                assert!(text.get(cell.span.clone()).is_some());
            }
            for note in &game.notes {
                assert!(text.get(note.span.clone()).is_some());
            }
            assert!(
                game.reading.moves.len() == game.cells.len() || !game.reading.faults.is_empty() || !game.reading.notes.is_empty(),
                "a cell that is not read is a fault"
            );
        }
        for doubt in page.games.iter().flat_map(|game| &game.doubts).chain(&page.unread) {
            assert!(text.get(doubt.span.clone()).is_some());
        }
    }
});
