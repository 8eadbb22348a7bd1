//! A position as a drawing on standard output: `cargo run -p jadoube --example diagram -- 'FEN' > board.svg`.

use jadoube::{Diagram, board::Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = match std::env::args().nth(1) {
        Some(fen) => fen.parse()?,
        None => Position::ordinary(),
    };
    println!("{}", Diagram::of(position.board()).svg());
    Ok(())
}
