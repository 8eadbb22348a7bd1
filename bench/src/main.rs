//! How fast is the board, next to its peers? Prints one line a figure, for `cargo xtask bench board`.
//!
//! Peers take turns on each position, so that whatever else the machine does falls on all of them; time is the
//! processor's, and the median of the rounds counts. Threads can only be judged by the clock on the wall: there the
//! shortest of the rounds counts, the one least disturbed.

use std::time::Instant;

use cpu_time::{ProcessTime, ThreadTime};
use jadoube_bench::PEERS;
use jadoube_board::{Perft, Position};

/// Name, position, half-moves, published count.
const POSITIONS: [(&str, &str, u32, u64); 5] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        6,
        119_060_324,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
    (
        "position 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        7,
        178_633_661,
    ),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
        15_833_292,
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        5,
        89_941_194,
    ),
];

/// The beginning, one half-move deeper.
const START_SEVEN: u64 = 3_195_901_860;
const HASH_MEGABYTES: usize = 256;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(5);
    let only: Vec<String> = arguments.collect();
    peers(rounds, &only);
    if only.is_empty() {
        threads(rounds);
        hash();
    }
}

fn peers(rounds: usize, only: &[String]) {
    let peers: Vec<_> = PEERS
        .iter()
        .filter(|peer| only.is_empty() || only.iter().any(|name| name == peer.name))
        .collect();
    // Seconds by position, peer and round.
    let mut times = vec![vec![Vec::new(); peers.len()]; POSITIONS.len()];
    for _ in 0..rounds {
        for (position, &(name, fen, depth, expected)) in POSITIONS.iter().enumerate() {
            for (index, peer) in peers.iter().enumerate() {
                let start = ThreadTime::now();
                let found = (peer.count)(fen, depth);
                times[position][index].push(start.elapsed().as_secs_f64());
                assert_eq!(found, expected, "{} miscounts {name}", peer.name);
            }
        }
    }
    for (position, &(name, _, _, nodes)) in POSITIONS.iter().enumerate() {
        for (index, peer) in peers.iter().enumerate() {
            let times = &mut times[position][index];
            times.sort_by(f64::total_cmp);
            println!("{name}\t{}\t{nodes}\t{:.6}", peer.name, times[times.len() / 2]);
        }
    }
}

/// One thread and two on the same work, by turns.
fn threads(rounds: usize) {
    let (_, fen, depth, expected) = POSITIONS[1];
    let position = Position::from_fen(fen).expect("a regular position");
    let mut best = [f64::INFINITY; 2];
    let mut spent = [f64::INFINITY; 2];
    for _ in 0..rounds.max(3) {
        for threads in [1, 2] {
            let (start, processor) = (Instant::now(), ProcessTime::now());
            assert_eq!(position.perft_threads(depth, threads), expected);
            best[threads - 1] = best[threads - 1].min(start.elapsed().as_secs_f64());
            spent[threads - 1] = spent[threads - 1].min(processor.elapsed().as_secs_f64());
        }
    }
    for threads in [1, 2] {
        println!("threads\t{threads}\t{expected}\t{:.6}", best[threads - 1]);
        println!("threads-spent\t{threads}\t{expected}\t{:.6}", spent[threads - 1]);
    }
}

/// With a table of positions already counted; never compared with counting every line.
fn hash() {
    let start = ThreadTime::now();
    let found = Perft::new().hash(HASH_MEGABYTES).count(&Position::ordinary(), 7);
    assert_eq!(found, Ok(START_SEVEN), "the table miscounts");
    println!(
        "hash\t{HASH_MEGABYTES}\t{START_SEVEN}\t{:.6}",
        start.elapsed().as_secs_f64()
    );
}
