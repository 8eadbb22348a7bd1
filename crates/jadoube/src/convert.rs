//! Which games stand on a printed page, and how do they look as PGN?
//!
//! ```
//! use jadoube::convert::convert;
//! use jadoube::notation::PageOptions;
//!
//! let games = convert("1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-Kt5  P-QR3\n", &PageOptions::default());
//! assert!(games[0].is_clean());
//! assert!(games[0].pgn().contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
//! ```

use jadoube_board::Position;
use jadoube_notation::{Annotation, PageGame, PageOptions, PgnWriter, read_page};
use jadoube_record::Json;

/// A game as it was found, with every doubt about it.
#[derive(Debug)]
pub struct Converted(PageGame);

/// Every game on a page, in its order.
pub fn convert(page: &str, options: &PageOptions) -> Vec<Converted> {
    read_page(page, options)
        .games
        .into_iter()
        .map(Converted)
        .collect()
}

impl Converted {
    /// The game as the page tells it.
    pub fn game(&self) -> &PageGame {
        &self.0
    }

    /// Read throughout, with nothing tied, faulty, repaired or odd.
    pub fn is_clean(&self) -> bool {
        self.0.is_clean()
    }

    /// What is not certain, sentence by sentence.
    pub fn doubts(&self) -> Vec<String> {
        let reading = &self.0.reading;
        let ties = reading.ties.iter().map(|tie| {
            let moves: Vec<String> = tie.moves.iter().map(ToString::to_string).collect();
            format!(
                "half-move {}: {} all replay to the end",
                tie.ply,
                moves.join(", ")
            )
        });
        let faults = reading
            .faults
            .iter()
            .map(|fault| format!("half-move {}: \"{}\": {}", fault.ply, fault.text, fault.why));
        let repairs = reading.repairs.iter().map(|repair| {
            format!(
                "half-move {}: \"{}\" is read as \"{}\": {}",
                repair.ply, repair.text, repair.read_as, repair.why
            )
        });
        let odd = self.0.doubts.iter().map(|doubt| doubt.why.clone());
        ties.chain(faults).chain(repairs).chain(odd).collect()
    }

    /// The game as PGN, notes and doubts as comments.
    pub fn pgn(&self) -> String {
        let game = &self.0;
        let last = game.reading.moves.len();
        let mut annotations: Vec<(usize, Annotation)> = game
            .notes
            .iter()
            .map(|note| (note.ply.min(last), Annotation::Comment(note.text.clone())))
            .collect();
        annotations.extend(
            self.doubts()
                .into_iter()
                .map(|doubt| (last, Annotation::Comment(doubt))),
        );
        annotations.sort_by_key(|(ply, _)| *ply);
        let writer = PgnWriter {
            tags: &game.tags,
            annotations: &annotations,
            result: game.result.unwrap_or("*"),
        };
        writer.write(&game.start, &game.reading.moves)
    }

    /// Tags, moves in UCI, PGN and doubts.
    pub fn to_json(&self) -> Json {
        let game = &self.0;
        let start = (game.start != Position::ordinary()).then(|| game.start.to_fen());
        Json::object([
            (
                "tags",
                Json::object(
                    game.tags
                        .iter()
                        .map(|(name, value)| (name.as_str(), Json::from(value.as_str()))),
                ),
            ),
            ("start", start.into()),
            (
                "moves",
                Json::list(game.reading.moves.iter().map(ToString::to_string)),
            ),
            ("result", game.result.unwrap_or("*").into()),
            ("clean", self.is_clean().into()),
            ("doubts", Json::list(self.doubts())),
            ("pgn", self.pgn().into()),
        ])
    }
}
