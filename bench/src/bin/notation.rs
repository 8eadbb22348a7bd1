//! How fast are moves read and written, next to peers? Prints one line a figure, for
//! `cargo xtask bench notation`.
//!
//! The games are made here from a fixed seed, so that every run on every machine measures the same
//! text. Peers take turns, time is the processor's, and the median of the rounds counts.

use std::hint::black_box;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use cpu_time::ThreadTime;
use jadoube_bench::archive::{Seed, archive, game, peer_tally};
use jadoube_board::{Move, Origins, Position};
use jadoube_notation::{
    PageOptions, San, Score, ScoreReader, descriptive, push_san, read_move, read_page, san, tally,
};

/// Where pgn-extract is, if it is installed. Debian keeps it among the games, off the usual path.
fn pgn_extract() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join("pgn-extract"))
        .find(|program| program.is_file())
}

/// Processor seconds pgn-extract takes to check an archive without writing anything, as the shell
/// counts them: its own clock would count whoever else is at work here.
fn pgn_extract_seconds(program: &Path, archive: &Path) -> Option<f64> {
    let output = Command::new("sh")
        .arg("-c")
        .arg("\"$1\" -r -s \"$2\" >/dev/null 2>&1; times")
        .arg("sh")
        .args([program, archive])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let children = text.lines().nth(1)?;
    children
        .split_whitespace()
        .map(|time| {
            let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
            Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
        })
        .sum()
}

struct Figures {
    /// Only figures whose name and peer hold this text are taken, for those who profile one of them.
    only: String,
    rows: Vec<(&'static str, &'static str, f64, Vec<f64>)>,
}

impl Figures {
    fn median(&self, what: &str, who: &str) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.0 == what && row.1 == who)?;
        let mut seconds = row.3.clone();
        seconds.sort_by(f64::total_cmp);
        Some(seconds[seconds.len() / 2])
    }

    /// How many times as fast as the peer the issue names. What the peer spends on finding the moves
    /// it is to print is taken off; our own printing is charged with making them.
    fn ratios(&self) {
        let ratio = |what: &str, peer: &str, less: &str| {
            let ours = self.median(what, "jadoube")?;
            let theirs = self.median(what, peer)? - self.median(less, peer).unwrap_or(0.0);
            println!("ratio: {what}, jadoube to {peer}\t{:.2}", theirs / ours);
            Some(())
        };
        let found = [
            ratio("pgn replay, games", "pgn-reader+shakmaty", ""),
            ratio("san parse, resolve and play, moves", "eschac", ""),
            ratio(
                "san print with check marks, moves",
                "eschac",
                "finding the moves to print, moves",
            ),
        ];
        debug_assert!(found.iter().all(Option::is_some), "every figure was taken");
    }

    fn time(&mut self, what: &'static str, who: &'static str, units: f64, work: impl FnOnce()) {
        if !format!("{what} {who}").contains(&self.only) {
            return;
        }
        let start = ThreadTime::now();
        work();
        let seconds = start.elapsed().as_secs_f64();
        match self.rows.iter_mut().find(|row| row.0 == what && row.1 == who) {
            Some(row) => row.3.push(seconds),
            None => self.rows.push((what, who, units, vec![seconds])),
        }
    }
}

/// An endless archive, to show that memory does not grow: repeats one text so many times.
struct Repeat<'t> {
    text: &'t [u8],
    at: usize,
    left: u64,
}

impl Read for Repeat<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() {
            if self.left == 0 {
                return Ok(0);
            }
            self.left -= 1;
            self.at = 0;
        }
        let count = into.len().min(self.text.len() - self.at);
        into[..count].copy_from_slice(&self.text[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// Resident memory in kB, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some("--write") {
        let path = arguments.next().expect("a path");
        let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
        let games: Vec<Vec<Move>> = (0..10_000).map(|_| game(&mut seed)).collect();
        std::fs::write(path, archive(&games, &mut seed)).expect("the file is written");
        return;
    }
    let rounds: usize = first.and_then(|text| text.parse().ok()).unwrap_or(7);
    let only = arguments.next().unwrap_or_default();
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    let games: Vec<Vec<Move>> = (0..10_000).map(|_| game(&mut seed)).collect();
    let text = archive(&games, &mut seed);
    let bytes = text.as_bytes();
    let few = &games[..1_000];
    let plies: usize = few.iter().map(Vec::len).sum();
    let sans: Vec<Vec<String>> = few
        .iter()
        .map(|moves| {
            let mut position = Position::ordinary();
            moves
                .iter()
                .map(|&one| {
                    let text = san(&position, one);
                    position = position.play(one);
                    text
                })
                .collect()
        })
        .collect();
    let printed: Vec<Vec<String>> = few
        .iter()
        .map(|moves| {
            let mut position = Position::ordinary();
            let mut origins = Origins::ordinary();
            moves
                .iter()
                .map(|&one| {
                    let text = descriptive(&position, one, &origins);
                    origins.play(&position, one);
                    position = position.play(one);
                    text
                })
                .collect()
        })
        .collect();
    let ours = tally(bytes).expect("a slice can be read");
    assert_eq!((ours.games, ours.faulty), (games.len() as u64, 0));
    assert_eq!(ours.plies, peer_tally(bytes), "the readers disagree");

    let mut figures = Figures {
        only,
        rows: Vec::new(),
    };
    for _ in 0..rounds {
        let count = games.len() as f64;
        figures.time("pgn replay, games", "jadoube", count, || {
            black_box(tally(bytes).expect("a slice can be read"));
        });
        figures.time("pgn replay, games", "pgn-reader+shakmaty", count, || {
            black_box(peer_tally(bytes));
        });
        let count = plies as f64;
        figures.time("san parse, resolve and play, moves", "jadoube", count, || {
            for game in &sans {
                let mut position = Position::ordinary();
                for text in game {
                    let one = San::parse(text.as_bytes())
                        .expect("SAN")
                        .resolve(&position)
                        .expect("legal");
                    position.make(one);
                }
                let _ = black_box(position);
            }
        });
        figures.time("san parse, resolve and play, moves", "eschac", count, || {
            for game in &sans {
                let mut position = eschac::prelude::Position::new();
                for text in game {
                    let one = eschac::prelude::San::from_ascii(text.as_bytes()).expect("SAN");
                    position = one.to_move(&position).expect("legal").make();
                }
                let _ = black_box(position);
            }
        });
        figures.time("san parse, resolve and play, moves", "shakmaty", count, || {
            use shakmaty::Position as _;
            for game in &sans {
                let mut position = shakmaty::Chess::default();
                for text in game {
                    let one = shakmaty::san::San::from_ascii(text.trim_end_matches(['+', '#']).as_bytes());
                    let one = one.expect("SAN").to_move(&position).expect("legal");
                    position.play_unchecked(one);
                }
                let _ = black_box(position);
            }
        });
        // Printing: the moves are found outside the measured time.
        figures.time("san print with check marks, moves", "jadoube", count, || {
            let mut out = String::new();
            for game in few {
                let mut position = Position::ordinary();
                for &one in game {
                    out.clear();
                    push_san(&mut out, &position, one);
                    black_box(&out);
                    position = position.play(one);
                }
            }
        });
        figures.time("san print with check marks, moves", "eschac", count, || {
            use std::fmt::Write as _;
            let mut out = String::new();
            for game in few {
                let mut position = eschac::prelude::Position::new();
                for &one in game {
                    let raw = eschac_move(&position, one);
                    out.clear();
                    write!(out, "{}", raw.to_san()).expect("a string takes all");
                    black_box(&out);
                    position = raw.make();
                }
            }
        });
        figures.time("san print with check marks, moves", "shakmaty", count, || {
            use std::fmt::Write as _;
            let mut out = String::new();
            for game in few {
                let mut position = shakmaty::Chess::default();
                for &one in game {
                    let raw = shakmaty_move(&position, one);
                    out.clear();
                    let san = shakmaty::san::SanPlus::from_move_and_play_unchecked(&mut position, raw);
                    write!(out, "{san}").expect("a string takes all");
                    black_box(&out);
                }
            }
        });
        // What finding the peers' moves costs, to be taken off their printing.
        figures.time("finding the moves to print, moves", "eschac", count, || {
            for game in few {
                let mut position = eschac::prelude::Position::new();
                for &one in game {
                    position = eschac_move(&position, one).make();
                }
                let _ = black_box(position);
            }
        });
        figures.time("finding the moves to print, moves", "shakmaty", count, || {
            use shakmaty::Position as _;
            for game in few {
                let mut position = shakmaty::Chess::default();
                for &one in game {
                    let raw = shakmaty_move(&position, one);
                    position.play_unchecked(raw);
                }
                let _ = black_box(position);
            }
        });
        figures.time("descriptive whole games, plies", "jadoube", count, || {
            let mut reader = ScoreReader::new();
            for game in &printed {
                let cells = game.iter().map(String::as_str).collect();
                let score = Score {
                    start: Position::ordinary(),
                    by_place: false,
                    cells,
                    language: jadoube_notation::Language::English,
                };
                let reading = reader.read(&score, false);
                assert_eq!(reading.moves.len(), game.len());
            }
        });
        figures.time("descriptive moves one by one, plies", "jadoube", count, || {
            for (game, moves) in printed.iter().zip(few) {
                let mut position = Position::ordinary();
                let mut origins = Origins::ordinary();
                for (text, &one) in game.iter().zip(moves) {
                    let context = jadoube_notation::Context::new(&position, &origins);
                    black_box(read_move(text, &context).expect("a move"));
                    origins.play(&position, one);
                    position = position.play(one);
                }
            }
        });
        figures.time("descriptive written, plies", "jadoube", count, || {
            for moves in &few[..50] {
                let mut position = Position::ordinary();
                let mut origins = Origins::ordinary();
                for &one in moves {
                    black_box(descriptive(&position, one, &origins));
                    origins.play(&position, one);
                    position = position.play(one);
                }
            }
        });
    }
    let written: usize = few[..50].iter().map(Vec::len).sum();
    for (what, who, units, seconds) in &mut figures.rows {
        seconds.sort_by(f64::total_cmp);
        let median = seconds[seconds.len() / 2];
        let units = if what.starts_with("descriptive written") {
            written as f64
        } else {
            *units
        };
        println!("{what}\t{who}\t{units}\t{median:.6}\t{:.0}/s", units / median);
    }
    if !figures.only.is_empty() {
        return;
    }
    figures.ratios();
    match pgn_extract() {
        None => println!("pgn replay, games\tpgn-extract\tnot measured: it is not installed here"),
        Some(program) => {
            let archive = std::env::temp_dir().join(format!("jadoube-bench-{}.pgn", std::process::id()));
            std::fs::write(&archive, bytes).expect("the archive is written");
            let mut seconds: Vec<f64> = (0..rounds.min(5))
                .filter_map(|_| pgn_extract_seconds(&program, &archive))
                .collect();
            std::fs::remove_file(&archive).expect("the archive is removed");
            seconds.sort_by(f64::total_cmp);
            match seconds.get(seconds.len() / 2) {
                None => println!("pgn replay, games\tpgn-extract\tnot measured: it did not run"),
                Some(&theirs) => {
                    println!(
                        "pgn replay, games\tpgn-extract\t10000\t{theirs:.6}\t{:.0}/s",
                        10_000.0 / theirs
                    );
                    if let Some(ours) = figures.median("pgn replay, games", "jadoube") {
                        println!("ratio: pgn replay, jadoube to pgn-extract\t{:.2}", theirs / ours);
                    }
                }
            }
        }
    }
    pages(&printed, rounds);
    // Two gigabytes through the reader: the high-water mark must not move.
    let times = 2_000_000_000 / bytes.len() as u64;
    tally(Repeat {
        text: bytes,
        at: 0,
        left: 1,
    })
    .expect("memory can be read");
    let before = resident();
    tally(Repeat {
        text: bytes,
        at: 0,
        left: times,
    })
    .expect("memory can be read");
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("memory after a small archive, kB\tjadoube\t{before}");
        println!("memory after 2 GB, kB\tjadoube\t{after}");
    }
}

/// A paragraph with numbers and squares in it.
const PROSE: &str = "The opening was much played in the winter of 1851, and the second player has, it is thought, \
    an even game\nafter his twelfth move. Some prefer to bring the Knight to the Bishop's third square at once, \
    which Mr. Walker\nrecommends; but the Pawn is then left to itself, and falls in the end. We give the game \
    as it stands in the club's\nbook, with the remarks of both players, who met again in 1853 and drew 3 of 14.\n\n";

/// A book as people have it in plain text: a third of it columns of moves, the rest prose, with numbers and squares in it.
fn book(games: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (number, game) in games.iter().enumerate() {
        let from = out.len();
        push_columns(&mut out, number + 1, game);
        let whole = 3 * (out.len() - from);
        while out.len() - from < whole {
            out.push_str(PROSE);
        }
    }
    out
}

fn push_columns(out: &mut String, number: usize, game: &[String]) {
    out.push_str(&format!("GAME {number}.\n\nBetween Mr. A. and Mr. B.\n\n"));
    out.push_str(&format!("    {:<24}{}\n", "WHITE.", "BLACK."));
    for (row, pair) in game.chunks(2).enumerate() {
        let reply = pair.get(1).map_or("", String::as_str);
        out.push_str(&format!("{:>2}. {:<24}{reply}\n", row + 1, pair[0]));
    }
    out.push('\n');
}

fn columns_alone(games: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (number, game) in games.iter().enumerate() {
        push_columns(&mut out, number + 1, game);
    }
    out
}

/// Games set as paragraphs: `1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3;`
fn run_on(games: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (number, game) in games.iter().enumerate() {
        out.push_str(&format!("GAME {}.\n\n", number + 1));
        let mut line = 0;
        for (row, pair) in game.chunks(2).enumerate() {
            let text = format!("{}. {};", row + 1, pair.join(", "));
            let breaks = line + text.len() > 70;
            out.push_str(match (breaks, row) {
                (_, 0) => "",
                (true, _) => "\n",
                (false, _) => " ",
            });
            line = if breaks { 0 } else { line } + text.len() + 1;
            out.push_str(&text);
        }
        out.push_str("\n\n");
    }
    out
}

/// Whole pages: how much a second, and whether twenty times the text takes twenty times the time.
fn pages(printed: &[Vec<String>], rounds: usize) {
    let seconds = |text: &str| {
        let mut seconds: Vec<f64> = (0..rounds.min(5))
            .map(|_| {
                let start = ThreadTime::now();
                black_box(read_page(text, &PageOptions::default()));
                start.elapsed().as_secs_f64()
            })
            .collect();
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    };
    let (short, long) = (book(&printed[..10]), book(&printed[..200]));
    let found = read_page(&long, &PageOptions::default());
    assert_eq!(found.games.len(), 200, "games of the book");
    let (once, twenty) = (seconds(&short), seconds(&long));
    let rate = |text: &str, seconds: f64| text.len() as f64 / seconds / 1e6;
    println!(
        "pages of a book, MB/s\tjadoube\t{:.1} of {} kB, {:.1} of {} kB",
        rate(&short, once),
        short.len() / 1000,
        rate(&long, twenty),
        long.len() / 1000
    );
    println!(
        "pages of a book, {:.1} times the text\tjadoube\t{:.1} times the time",
        long.len() as f64 / short.len() as f64,
        twenty / once
    );
    let mut kinds = vec![
        ("prose alone", PROSE.repeat(1000)),
        ("columns of moves alone", columns_alone(&printed[..100])),
        ("moves in running text alone", run_on(&printed[..100])),
    ];
    match sample_pages() {
        Some(text) => kinds.push(("pages of printed books, nearly all score", text)),
        None => println!("pages of printed books, MB/s\tjadoube\tnot measured: they are not at hand"),
    }
    for (kind, text) in &kinds {
        println!("{kind}, MB/s\tjadoube\t{:.1}", rate(text, seconds(text)));
    }
    // What no printer sets, and somebody may send.
    for (kind, text) in [
        ("first moves without end, in one line", "1. e4 e5 "),
        ("first moves without end, in rows", "1. e4 e5\n"),
        ("numbers without moves", "1. "),
        ("brackets that never close", "(1. e4 "),
    ] {
        let (once, four) = (seconds(&text.repeat(1000)), seconds(&text.repeat(4000)));
        println!(
            "{kind}, 4 times the text\tjadoube\t{:.1} times the time",
            four / once
        );
    }
}

/// The sample pages beside the checkout, one after another.
fn sample_pages() -> Option<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/notation/pages");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let mut text = String::new();
    for path in paths {
        text.push_str(&jadoube_notation::decode(&std::fs::read(path).ok()?));
        text.push_str("\n\n");
    }
    Some(text)
}

fn eschac_move(position: &eschac::prelude::Position, one: Move) -> eschac::prelude::Move<'_> {
    let text = one.to_string();
    let uci: eschac::prelude::UciMove = text.parse().expect("UCI");
    uci.to_move(position).expect("legal")
}

fn shakmaty_move(position: &shakmaty::Chess, one: Move) -> shakmaty::Move {
    let uci = shakmaty::uci::UciMove::from_ascii(one.to_string().as_bytes()).expect("UCI");
    uci.to_move(position).expect("legal")
}
