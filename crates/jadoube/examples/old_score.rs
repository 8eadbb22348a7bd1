//! An old score as PGN, every doubt said: `cargo run -p jadoube --example old_score`.

use jadoube::{
    board::Position,
    notation::{Language, PgnWriter, Score, ScoreReader},
};

fn main() {
    let cells = [
        "P-K4", "P-K4", "Kt-KB3", "Kt-QB3", "B-B4", "B-B4", "P-B3", "Kt-B3",
    ];
    let score = Score {
        start: Position::ordinary(),
        by_place: false,
        cells: cells.to_vec(),
        language: Language::English,
    };
    let reading = ScoreReader::new().read(&score, false);
    for tie in &reading.ties {
        println!("left open at half-move {}: {:?}", tie.ply, tie.moves);
    }
    let pgn = PgnWriter {
        result: "*",
        ..PgnWriter::default()
    };
    print!("{}", pgn.write(&score.start, &reading.moves));
}
