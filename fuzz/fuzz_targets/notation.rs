//! Does any text or archive make a reader fall over, or read a move that is not legal?
#![no_main]

use jadoube_board::{Origins, Position};
use jadoube_notation::{Context, PgnReader, PgnWriter, read_in_any_language, read_move, replay, tally};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut archive = PgnReader::new(data);
    while let Ok(Some(game)) = archive.next_game() {
        let _ = game.to_pgn();
        for irregular in [false, true] {
            if let Ok(replayed) = replay(&game, irregular) {
                let moves: Vec<_> = replayed.legal_steps().iter().map(|step| step.movement).collect();
                let writer = PgnWriter { tags: &game.tags, annotations: &replayed.annotations, result: "*" };
                let _ = writer.write(&replayed.start, &moves);
            }
        }
    }
    let _ = tally(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    let position = Position::ordinary();
    let origins = Origins::ordinary();
    let context = Context { by_place: true, ..Context::new(&position, &origins) };
    if let Ok(reading) = read_in_any_language(text, &context) {
        assert!(reading.moves.iter().all(|&one| position.is_legal(one)));
    }
    match read_move(text, &context) {
        Ok(reading) => assert!(reading.moves.iter().all(|&one| position.is_legal(one))),
        Err(error) => assert!(text.get(error.span.0..error.span.1).is_some()),
    }
});
