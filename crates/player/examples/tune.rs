//! Makes the evaluation's weights, from nothing but the player's own games.
//!
//!     cargo run --release -p jadoube-player --example tune -- plain            weights to begin with
//!     cargo run --release -p jadoube-player --example tune -- games 2000 FILE  plays, and writes down what it saw
//!     cargo run --release -p jadoube-player --example tune -- fit FILE…        fits the weights to it
//!
//! `plain` and `fit` write `src/weights.rs`. Run `plain`, then `games` and `fit` by turns: each time the player learns from
//! a better one; the fit always begins with the plain weights. The games depend on nothing but their number and the weights, so that the same run gives the same weights.

use jadoube_board::{Colour, Position};
use jadoube_player::{
    Limits, Player, Question, Score,
    tuning::{Sample, as_source, expectation, fit, mean_error, plain_weights},
};
use std::{
    error::Error,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

const NODES: u64 = 2_000;
/// How much the search's score counts beside the result of the game.
const SCORE: f64 = 0.7;
/// How strongly a weight is held to where it began: with few games, what they hardly speak of must not wander.
const PULL: f64 = 3e-7;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["plain"] => write_weights(&as_source(&plain_weights(), "from plain ideas alone")),
        ["games", number, file] => games(0, number.parse()?, Path::new(file)),
        ["games", first, number, file] => games(first.parse()?, number.parse()?, Path::new(file)),
        ["fit", ref files @ ..] if !files.is_empty() => fitted(files),
        _ => Err("expected: plain | games [FIRST] NUMBER FILE | fit FILE…".into()),
    }
}

fn write_weights(source: &str) -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/weights.rs");
    fs::write(&path, source)?;
    println!("written: {}", path.display());
    Ok(())
}

/// A number after another, well mixed.
struct Lots(u64);

impl Lots {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % most.max(1) as u64) as usize
    }
}

fn games(first: u64, number: u64, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut out = fs::OpenOptions::new().create(true).append(true).open(file)?;
    let mut player = Player::new(8);
    for game in first..first + number {
        player.forget();
        let mut lots = Lots(game.wrapping_mul(0x1234_5678_9ABC_DEF1));
        let text = one_game(&mut player, &mut lots);
        out.write_all(text.as_bytes())?;
        if game % 50 == 49 {
            println!("{} games", game + 1 - first);
        }
    }
    Ok(())
}

/// One game from a random opening: each quiet position with the search's score and, at the end, the result.
fn one_game(player: &mut Player, lots: &mut Lots) -> String {
    let Some(mut position) = opening(player, lots) else {
        return String::new();
    };
    let mut seen = Vec::new();
    let mut keys: Vec<u64> = Vec::new();
    let (mut won, mut even) = (0, 0);
    let white_scores = loop {
        let over = position.halfmove() >= 100
            || keys.iter().filter(|key| **key == position.key()).count() >= 2
            || even >= 16
            || keys.len() > 400;
        if over {
            break 0.5;
        }
        let mut question = Question::new(position, Limits::nodes(NODES));
        question.earlier.clone_from(&keys);
        let Some(advice) = player.think(&question) else {
            break match (position.is_check(), position.turn()) {
                (false, _) => 0.5,
                (true, Colour::White) => 0.0,
                (true, Colour::Black) => 1.0,
            };
        };
        let own = advice.score.value();
        let white = if position.turn() == Colour::White {
            own
        } else {
            -own
        };
        won = if own.abs() > 1_200 { won + 1 } else { 0 };
        even = if own.abs() < 10 && keys.len() > 80 {
            even + 1
        } else {
            0
        };
        if won >= 6 {
            break if white > 0 { 1.0 } else { 0.0 };
        }
        let quiet = !position.is_check()
            && position.captured(advice.best).is_none()
            && advice.best.promotion().is_none()
            && matches!(advice.score, Score::Hundredths(score) if score.abs() < 1_200);
        if quiet {
            seen.push((position, white));
        }
        keys.push(position.key());
        position = position.play(advice.best);
    };
    seen.iter().fold(String::new(), |mut text, (position, score)| {
        let _ = writeln!(text, "{position};{score};{white_scores}");
        text
    })
}

/// A few random moves after which neither side is lost.
fn opening(player: &mut Player, lots: &mut Lots) -> Option<Position> {
    for _ in 0..50 {
        let mut position = Position::ordinary();
        let plies = 7 + lots.below(3);
        for _ in 0..plies {
            let moves = position.legal_moves();
            let one = *moves.get(lots.below(moves.len()))?;
            position = position.play(one);
            if !position.has_legal_move() {
                break;
            }
        }
        let advice = player.think(&Question::new(position, Limits::nodes(NODES)));
        if advice.is_some_and(|advice| advice.score.value().abs() < 180) {
            return Some(position);
        }
    }
    None
}

fn fitted(files: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut samples = Vec::new();
    let mut number = 0;
    for file in files {
        for (at, line) in fs::read_to_string(file)?.lines().enumerate() {
            let wrong = || format!("{file}, line {}: expected FEN;score;result", at + 1);
            let [fen, score, result] = line.split(';').collect::<Vec<_>>()[..] else {
                return Err(wrong().into());
            };
            let position = Position::from_fen(fen).map_err(|error| format!("{}: {error}", wrong()))?;
            let (score, result): (f64, f64) = (score.parse()?, result.parse()?);
            samples.push(Sample::new(
                &position,
                SCORE * expectation(score) + (1.0 - SCORE) * result,
            ));
            number += 1;
        }
    }
    // Mixed, or each batch would be a handful of games.
    let mut lots = Lots(1);
    for at in (1..samples.len()).rev() {
        samples.swap(at, lots.below(at + 1));
    }
    let (test, train) = samples.split_at(samples.len() / 10);
    let mut weights = plain_weights();
    println!(
        "{number} positions; error before: {:.6}, on those kept apart: {:.6}",
        mean_error(train, &weights),
        mean_error(test, &weights)
    );
    for round in 0..4 {
        fit(train, &mut weights, 8, PULL);
        println!(
            "after round {}: {:.6}, on those kept apart: {:.6}",
            round + 1,
            mean_error(train, &weights),
            mean_error(test, &weights)
        );
    }
    write_weights(&as_source(
        &weights,
        &format!("fitted to {number} positions of its own games"),
    ))
}
