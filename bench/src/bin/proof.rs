//! How fast are the provers? Prints its figures for `cargo xtask bench proof`.
//!
//! Time is the processor's; no peer answers the same questions, so the figures stand alone.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use jadoube_board::{Board, Castling, Colour, Man, Movement, Position, Square};
use jadoube_notation::San;
use jadoube_proof::table::{Ending, Tables};
use jadoube_proof::{Answer, Budget, Claim, check, drawn_game, endless_checks};

/// Games everyone knows; every position of each is asked about.
const GAMES: [&str; 5] = [
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 \
     Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 \
     Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 \
     Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#",
    "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#",
];

/// Checks that never end, and checks that do.
const SERIES: [&str; 12] = [
    "6k1/6p1/8/8/8/8/qr6/4Q2K w - - 0 1",
    "6k1/6p1/1r6/8/8/8/q7/4Q2K w - - 0 1",
    "3r3k/8/7K/8/3p4/4R1p1/p4q2/3rQ3 w - - 0 1",
    "1r3b1k/5pRp/5B2/8/8/8/q4PPP/6K1 w - - 0 1",
    "1r3b1k/5pRp/r4B2/8/8/8/q4PPP/6K1 w - - 0 1",
    "8/8/8/8/8/1k6/8/K6Q w - - 0 1",
    "8/pp3pk1/6p1/3Q4/8/7P/q5P1/6K1 w - - 0 1",
    "2r3k1/pp3p1p/6pQ/8/8/1q6/5PPP/3R2K1 w - - 0 1",
    "6k1/5p2/6pQ/8/8/1q6/r4PPP/6K1 w - - 0 1",
    "6k1/3r1pp1/4p2p/8/5Q2/8/1q4PP/5R1K w - - 0 1",
    "8/6pk/5p1p/8/3Q4/6qP/1r4P1/7K w - - 0 1",
    "r4rk1/1bp2ppp/p7/1p2N3/3Q4/1P6/PqP2PPP/3R2K1 w - - 0 1",
];

fn main() {
    let rounds: usize = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    verdicts(rounds);
    series(rounds);
    tables();
}

fn verdicts(rounds: usize) {
    let mut positions = Vec::new();
    for game in GAMES {
        let mut position = Position::ordinary();
        positions.push(position);
        for text in game.split_whitespace() {
            let parsed = San::parse(text.as_bytes()).unwrap_or_else(|| panic!("{text} is no move"));
            let one = parsed
                .resolve(&position)
                .unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            position = position.play(one);
            positions.push(position);
        }
    }
    let mut times = vec![Duration::MAX; positions.len()];
    let (mut nodes, mut plies) = (0, 0);
    for round in 0..rounds {
        for (position, shortest) in positions.iter().zip(&mut times) {
            let mut budget = Budget::nodes(1_000_000);
            let start = ThreadTime::now();
            let answer = drawn_game(position, &mut budget);
            *shortest = start.elapsed().min(*shortest);
            if round == 0 {
                check(position, Claim::DrawnGame, &answer).expect("the evidence holds");
                nodes += budget.spent();
                if let Answer::Refuted(jadoube_proof::Evidence::Line(line)) = &answer {
                    plies += line.moves.len();
                }
            }
        }
    }
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    println!(
        "drawn game: {} positions of {} games, mean {:.1} µs, median {:.1} µs, longest {:.1} µs; {} positions looked into \
         and a mating line of {} half-moves on average",
        times.len(),
        GAMES.len(),
        mean.as_secs_f64() * 1e6,
        times[times.len() / 2].as_secs_f64() * 1e6,
        times[times.len() - 1].as_secs_f64() * 1e6,
        nodes / times.len() as u64,
        plies / times.len()
    );
}

fn series(rounds: usize) {
    let mut longest = Duration::ZERO;
    let mut all = Duration::ZERO;
    for fen in SERIES {
        let position = Position::from_fen(fen).expect(fen);
        let mut best = Duration::MAX;
        let mut verdict = "";
        for _ in 0..rounds {
            let start = ThreadTime::now();
            let answer = endless_checks(&position, &mut Budget::nodes(2_000_000));
            best = best.min(start.elapsed());
            verdict = answer.verdict();
        }
        assert_ne!(verdict, "undecided", "{fen}");
        longest = longest.max(best);
        all += best;
    }
    println!(
        "endless checks: {} positions decided, mean {:.2} ms, longest {:.2} ms",
        SERIES.len(),
        all.as_secs_f64() * 1e3 / SERIES.len() as f64,
        longest.as_secs_f64() * 1e3
    );
}

fn tables() {
    let directory = std::env::temp_dir().join(format!("jadoube-bench-tables-{}", std::process::id()));
    let tables = Tables::in_directory(&directory);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    for name in ["KPK", "KQKR", "KBNK"] {
        let ending: Ending = name.parse().expect(name);
        let mut positions = 0;
        let start = ProcessTime::now();
        tables
            .build(&[ending], cores, &AtomicBool::new(false), &mut |_, step| {
                if step.stage == jadoube_proof::table::Stage::Writing {
                    positions += step.of;
                }
            })
            .expect("built");
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "tables: {name} and what it needs, {positions} positions, {:.0} a second and core (both distances)",
            positions as f64 / seconds
        );
    }
    let kept: u64 = tables.list().iter().map(|(_, _, bytes)| bytes).sum();
    let all: u64 = tables
        .list()
        .iter()
        .map(|(ending, ..)| tables.positions(ending))
        .sum();
    println!(
        "tables: {:.2} bytes a position on disk (both distances)",
        kept as f64 / all as f64
    );
    probes(&directory);
    remove(&directory);
}

/// Time and memory of probes in a table just opened: what is resident must grow with what is touched, not with the file.
fn probes(directory: &Path) {
    let tables = Tables::in_directory(directory);
    let bytes: u64 = tables.list().iter().map(|(_, _, bytes)| bytes).sum();
    let before = resident();
    let start = ThreadTime::now();
    let (mut asked, mut dice) = (0u32, 1u64);
    while asked < 1_000 {
        let mut square = || {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Square::ALL[(dice >> 58) as usize]
        };
        let mut board = Board::EMPTY;
        for letter in ['K', 'k', 'Q', 'r'] {
            board.set(square(), Man::from_letter(letter));
        }
        let position = Position::from_parts(
            board,
            Colour::White,
            Castling::NONE,
            None,
            0,
            1,
            Movement::ORDINARY,
        );
        if let Ok(position) = position
            && position.irregularity().is_none()
            && board.occupied().count() == 4
        {
            tables.theory(&position).expect("the table is there");
            asked += 1;
        }
    }
    let took = start.elapsed();
    println!(
        "probes: {:.1} µs each at random squares; {} KiB of memory more for {} KiB of tables",
        took.as_secs_f64() * 1e6 / f64::from(asked),
        resident().saturating_sub(before) / 1024,
        bytes / 1024
    );
}

/// Bytes of memory the process holds; 0 where the system does not say.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

fn remove(directory: &Path) {
    if let Err(fault) = std::fs::remove_dir_all(directory) {
        eprintln!("{}: {fault}", directory.display());
    }
}
