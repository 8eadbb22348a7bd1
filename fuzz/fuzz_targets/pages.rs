//! Does any page make its reader fall over, read a move that is not legal, or lose a word of a game?
#![no_main]

use jadoube_notation::{Note, PageOptions, read_page};
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
            // Every move has its cell, and every cell its move, up to a fault or to where a cell ends the score.
            let read = game.reading.moves.len();
            assert!(game.cells.len() >= read, "a move has no cell");
            match game.reading.faults.first() {
                Some(fault) => assert_eq!(fault.ply, read + 1, "the moves go on to the fault"),
                None if game.cells.len() > read => {
                    let ended = |note: &Note| note.ply == read + 1 && note.text.ends_with("ends the score");
                    let told = game.result.is_some() || game.reading.notes.iter().any(ended);
                    assert!(told, "a cell that is not read is a fault");
                }
                None => {}
            }
        }
        for doubt in page.games.iter().flat_map(|game| &game.doubts).chain(&page.unread) {
            assert!(text.get(doubt.span.clone()).is_some());
        }
    }
});
