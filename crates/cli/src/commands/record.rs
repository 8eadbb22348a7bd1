//! How does a game that was only written down become a record that the law can rule on?

use std::fmt::Write as _;
use std::io::Read;

use jadoube_board::{Board, Position};
use jadoube_game::{Code, Terms};
use jadoube_notation::{PgnReader, Standing, Step, replay};
use jadoube_record::write_terms;
use serde_json::json;

use crate::failure::Failure;

/// The code a game is put under that names none.
pub(crate) const DEFAULT_CODE: Code = Code::Fide2023;

/// A header, and one act for each move, lawful or not. Nothing is known of a clock: a move made is completed.
pub(crate) fn lines(code: Code, start: &Position, moves: impl Iterator<Item = String>) -> String {
    let mut terms = Terms::ordinary(code);
    terms.clock = false;
    terms.start = (*start.board() != Board::ARRAY).then(|| start.to_fen());
    let mut out = format!("{}\n", write_terms(&terms));
    let mut by = start.turn();
    for movement in moves {
        let act = json!({"by": by.to_string().to_lowercase(), "act": "move", "move": movement});
        let _ = writeln!(out, "{act}");
        by = !by;
    }
    out
}

/// The moves that are acts, in UCI, up to a turn passed or castling as in Chess960: a record knows neither.
pub(crate) fn acts(steps: &[Step]) -> impl Iterator<Item = String> {
    steps
        .iter()
        .take_while(|step| matches!(step.standing, Standing::Legal | Standing::Illegal))
        .map(|step| step.movement.to_string())
}

/// The first game of a PGN file as a record. A move against the rules is kept as the act it was.
pub(crate) fn of_pgn(source: impl Read) -> Result<String, Failure> {
    let mut games = PgnReader::new(source);
    let Some(game) = games.next_game()? else {
        return Err(Failure::input("no game was found in the input"));
    };
    let replayed = replay(&game, true).map_err(|error| Failure::Input(format!("the game's FEN: {error}")))?;
    for irregularity in replayed
        .irregularities
        .iter()
        .filter(|one| !one.stood && !one.in_variation)
    {
        eprintln!(
            "line {}: `{}`: {}: the record ends before it",
            irregularity.spot.line, irregularity.text, irregularity.why
        );
    }
    if let Some(step) = replayed.steps.get(acts(&replayed.steps).count()) {
        eprintln!(
            "`{}`: a turn passed, or castling as in Chess960, is no act of a record: it ends before it",
            step.text
        );
    }
    if games.next_game()?.is_some() {
        eprintln!("the file holds more games: the first is taken");
    }
    let code = game
        .tag("Laws")
        .and_then(|code| code.parse().ok())
        .unwrap_or(DEFAULT_CODE);
    Ok(lines(code, &replayed.start, acts(&replayed.steps)))
}
