//! Which games stand on a printed page or in a PGN text, and how do they look as PGN?
//!
//! ```
//! use jadoube::convert::convert;
//! use jadoube::notation::PageOptions;
//!
//! let games = convert("1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-Kt5  P-QR3\n", &PageOptions::default());
//! assert!(games[0].is_clean());
//! assert!(games[0].pgn().contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
//! ```

use jadoube_board::{FenError, Move, Position};
use jadoube_notation::{
    Annotation, DEEPEST_VARIATION, PageGame, PageOptions, PgnGame, PgnReader, PgnWriter, Replay, is_pgn,
    read_page, replay,
};
use jadoube_record::Json;

/// A game as it was found, with every doubt about it.
#[derive(Debug, Clone)]
pub struct Converted {
    tags: Vec<(String, String)>,
    start: Position,
    moves: Vec<Move>,
    result: &'static str,
    clean: bool,
    doubts: Vec<String>,
    pgn: String,
}

/// Every game of a text in its order: a printed page, or PGN, which is known by its tags, braces and glyphs.
pub fn convert(text: &str, options: &PageOptions) -> Vec<Converted> {
    if is_pgn(text.as_bytes()) {
        // A slice in memory is read without fault; only a game of many megabytes is none.
        let games = PgnReader::new(text.as_bytes()).map_while(Result::ok);
        return games.map(|game| Converted::of_pgn(&game)).collect();
    }
    let games = read_page(text, options).games;
    games.into_iter().map(Converted::of_page).collect()
}

impl Converted {
    fn of_page(game: PageGame) -> Self {
        let doubts = page_doubts(&game);
        Converted {
            pgn: page_pgn(&game, &doubts),
            clean: game.is_clean(),
            doubts,
            result: game.result.unwrap_or("*"),
            start: game.start,
            moves: game.reading.moves,
            tags: game.tags,
        }
    }

    fn of_pgn(game: &PgnGame) -> Self {
        let replayed = replay(game, false);
        let doubts = pgn_doubts(game, replayed.as_ref());
        let (start, moves, pgn) = match &replayed {
            Ok(replayed) => {
                let moves = replayed.legal_steps().iter().map(|step| step.movement);
                (replayed.start, moves.collect(), replayed.to_pgn(game))
            }
            Err(_) => (Position::ordinary(), Vec::new(), game.to_pgn()),
        };
        Converted {
            tags: game.tags.clone(),
            start,
            moves,
            result: game.told_result(),
            clean: doubts.is_empty(),
            doubts,
            pgn,
        }
    }

    /// The tag pairs: those of PGN, or what the page's heading tells.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// Where it starts; the ordinary array where the start cannot be read, which is a doubt.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Its moves as far as they are read and legal.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self) -> &'static str {
        self.result
    }

    /// Read throughout, with nothing tied, faulty, repaired or odd.
    pub fn is_clean(&self) -> bool {
        self.clean
    }

    /// What is not certain, sentence by sentence.
    pub fn doubts(&self) -> &[String] {
        &self.doubts
    }

    /// The game as PGN; notes and doubts of a printed one as comments.
    pub fn pgn(&self) -> &str {
        &self.pgn
    }

    /// Tags, moves in UCI, PGN and doubts.
    pub fn to_json(&self) -> Json {
        let start = (self.start != Position::ordinary()).then(|| self.start.to_fen());
        let tags = self.tags.iter();
        Json::object([
            (
                "tags",
                Json::object(tags.map(|(name, value)| (name.as_str(), Json::from(value.as_str())))),
            ),
            ("start", start.into()),
            ("moves", Json::list(self.moves.iter().map(ToString::to_string))),
            ("result", self.result.into()),
            ("clean", self.clean.into()),
            ("doubts", Json::list(self.doubts.iter().map(String::as_str))),
            ("pgn", self.pgn.as_str().into()),
        ])
    }
}

/// What is wrong in a game of an archive, sentence by sentence: a start that cannot be, moves that are not legal where
/// they stand, what had to be left out.
pub fn pgn_doubts(game: &PgnGame, replayed: Result<&Replay, &FenError>) -> Vec<String> {
    let mut doubts = match replayed {
        Err(why) => vec![format!("the FEN: {why}")],
        Ok(replayed) => replayed
            .irregularities
            .iter()
            .map(|fault| format!("line {}: \"{}\": {}", fault.spot.line, fault.text, fault.why))
            .collect(),
    };
    if game.too_deep {
        doubts.push(format!(
            "variations nested more deeply than {DEEPEST_VARIATION} are left out"
        ));
    }
    if game.unclosed_comment {
        doubts.push("a comment is never closed: the moves after it are in it".to_owned());
    }
    doubts
}

fn page_doubts(game: &PageGame) -> Vec<String> {
    let reading = &game.reading;
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
    let odd = game.doubts.iter().map(|doubt| doubt.why.clone());
    ties.chain(faults).chain(repairs).chain(odd).collect()
}

fn page_pgn(game: &PageGame, doubts: &[String]) -> String {
    let last = game.reading.moves.len();
    let mut annotations = game.annotations();
    for (ply, _) in &mut annotations {
        *ply = last.min(*ply);
    }
    annotations.extend(
        doubts
            .iter()
            .map(|doubt| (last, Annotation::Comment(doubt.clone()))),
    );
    annotations.sort_by_cached_key(|(ply, _)| *ply);
    let writer = PgnWriter {
        tags: &game.tags,
        annotations: &annotations,
        result: game.result.unwrap_or("*"),
    };
    writer.write(&game.start, &game.reading.moves)
}
