//! Do the counts agree with the published tables?
//!
//! Each line of `data/*.epd` is a position and how many lines of play of each length it has. All were also counted
//! by two other generators: `cargo test --manifest-path bench/Cargo.toml` does it again.

use jadoube_board::{Perft, Position};

const TABLES: [&str; 2] = [include_str!("data/standard.epd"), include_str!("data/suite.epd")];

/// Each position with its counts from one half-move on.
fn tables() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    TABLES
        .iter()
        .flat_map(|table| table.lines())
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.split(" ;");
            let fen = parts.next().expect("a position");
            let counts = parts.enumerate().map(|(index, part)| {
                let count = part
                    .strip_prefix(&format!("D{} ", index + 1))
                    .expect("the next depth");
                count.parse().expect("a count")
            });
            (fen, counts.collect())
        })
}

/// Every count up to so many lines of play.
fn check(most: u64) {
    for (fen, counts) in tables() {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (depth, &count) in (1..).zip(&counts) {
            if count <= most {
                assert_eq!(position.perft(depth), count, "{fen} depth {depth}");
            }
        }
    }
}

#[test]
fn the_tables_are_there() {
    assert!(tables().count() > 150);
    assert!(tables().all(|(_, counts)| counts.len() >= 4));
}

#[test]
fn published_counts() {
    check(if cfg!(miri) { 100 } else { 5_000_000 });
}

/// `cargo test --release -p jadoube-board --test perft -- --ignored`
#[test]
#[ignore = "three thousand million lines; seconds in a release build"]
fn published_counts_to_full_depth() {
    check(u64::MAX);
}

#[test]
fn threads_and_table_count_the_same() {
    for (fen, counts) in tables() {
        let position = Position::from_fen(fen).expect("a regular position");
        let most = if cfg!(miri) { 100 } else { 300_000 };
        let within = counts.iter().take_while(|&&count| count < most).count();
        for (threads, megabytes) in [(2, 0), (1, 1), (2, 1)] {
            let way = Perft::new().threads(threads).hash(megabytes);
            let found = way.count(&position, within as u32);
            assert_eq!(
                found,
                Ok(within.checked_sub(1).map_or(1, |last| counts[last])),
                "{fen} {way:?}"
            );
        }
    }
}

/// Two positions that other fast generators get wrong.
#[test]
fn two_traps() {
    // Taking in passing would open the rank to the queen.
    let pin = Position::from_fen("8/2p5/8/K2P3q/8/8/8/7k b - - 0 1").expect("a regular position");
    assert_eq!(pin.perft(4), 12_556);
    let stepped = pin.play(pin.parse_uci("c7c5").expect("a double step"));
    assert!(stepped.parse_uci("d5c6").is_err());
    // The right to castle goes with the rook that is taken, though another comes to its corner.
    let taken = Position::from_fen("1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1").expect("a regular position");
    assert_eq!(taken.perft(4), 85_765);
}
