//! `jadoube table`: build endgame tables, list them, check them, and ask them about a position.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::input::{self, Threads};
use crate::failure::{Failure, print, tell};
use clap::{Parser, Subcommand};
use jadoube_notation::san;
use jadoube_proof::table::{BuildError, Ending, Outcome, Stage, Tables, Theory, default_directory};
use serde_json::json;

#[derive(Parser)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
    /// Where the tables are kept (or set `JADOUBE_DATA`).
    #[arg(long, global = true, value_name = "DIRECTORY")]
    dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum What {
    /// Build tables; what is there already is kept, and a build that was stopped goes on where it was.
    Build {
        /// Endings like KQKR; `3` or `4` for all of up to so many men, `5` for those and all of five men without pawns.
        #[arg(default_value = "5", value_parser = wanted)]
        endings: Vec<Wanted>,
        /// How many threads; as many as there are cores if not said, and never more.
        #[arg(long, value_name = "N")]
        threads: Option<Threads>,
    },
    /// What the tables say of a position.
    Probe {
        /// The position.
        fen: String,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// The tables that are there, with the longest wins in each.
    List,
    /// Read every table, check every checksum, and compare the longest wins with those known from the literature.
    Check,
}

#[derive(Clone)]
struct Wanted(Vec<Ending>);

fn wanted(text: &str) -> Result<Wanted, String> {
    match text {
        "3" => Ok(Wanted(Ending::all(3, true))),
        "4" => Ok(Wanted([Ending::all(3, true), Ending::all(4, true)].concat())),
        "5" => Ok(Wanted(
            [Ending::all(3, true), Ending::all(4, true), Ending::all(5, false)].concat(),
        )),
        name => name
            .parse()
            .map(|ending| Wanted(vec![ending]))
            .map_err(|fault| format!("{fault}; or 3, 4 or 5 for all endings of so many men")),
    }
}

pub(crate) fn run(args: Args) -> Result<ExitCode, Failure> {
    let tables = Tables::in_directory(args.dir.unwrap_or_else(default_directory));
    match args.what {
        What::Build { endings, threads } => {
            let endings: Vec<Ending> = endings.into_iter().flat_map(|wanted| wanted.0).collect();
            Ok(build(&tables, &endings, Threads::or_all(threads).get()))
        }
        What::Probe { fen, json } => probe(&tables, &fen, json),
        What::List => list(&tables),
        What::Check => check(&tables),
    }
}

fn build(tables: &Tables, endings: &[Ending], threads: usize) -> ExitCode {
    let order = Ending::with_all_needed(endings);
    let there: Vec<Ending> = tables.list().into_iter().map(|(ending, ..)| ending).collect();
    let left = order.iter().filter(|ending| !there.contains(ending)).count();
    tell!(
        "{} wanted with all they need, {left} to build, {}, in {}",
        counted(order.len(), "table"),
        counted(threads, "thread"),
        tables.directory().display()
    );
    let terminal = std::io::stderr().is_terminal();
    let begun = Instant::now();
    let mut since = Instant::now();
    let mut place = order.len() - left;
    let stop = stopped_by_interrupt();
    let built = tables.build(endings, threads, &stop, &mut |ending, step| {
        if step.stage == Stage::Writing {
            place += 1;
            let took = since.elapsed();
            let rate = step.of * 1000 / (took.as_millis().max(1) as u64 * threads as u64);
            let clear = if terminal { "\r\x1b[K" } else { "" };
            tell!(
                "{clear}{place:>3}/{} {ending:<6} {:>11} positions {:>8.1} s {rate:>10} a second and thread",
                order.len(),
                step.of,
                took.as_secs_f64()
            );
            since = Instant::now();
        } else if terminal {
            let stage = match step.stage {
                Stage::Placing => "placing",
                Stage::ToMate => "to mate",
                _ => "to the next capture or pawn move",
            };
            let bar = "█".repeat((step.settled * 24 / step.of.max(1)) as usize);
            let _ = write!(
                std::io::stderr(),
                "\r\x1b[K{:>3}/{} {ending:<6} [{bar:<24}] {stage}, ply {}",
                place + 1,
                order.len(),
                step.plies
            );
            let _ = std::io::stderr().flush();
        }
    });
    match built {
        Ok(built) => {
            tell!("{} built in {:.1} s", built.len(), begun.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(fault) => {
            let clear = if terminal { "\r\x1b[K" } else { "" };
            let _ = write!(std::io::stderr(), "{clear}");
            Failure::Fault(fault.to_string()).report();
            match fault {
                BuildError::Stopped => ExitCode::from(INTERRUPTED),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

/// `1 table`, `2 tables`.
fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// How a process ends that was told to stop from the keyboard.
const INTERRUPTED: u8 = 130;

/// A flag that Ctrl-C raises, so that what has been found can be kept; a second one does not wait for that.
fn stopped_by_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() else {
            return;
        };
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if flag.swap(true, Ordering::Relaxed) {
                    std::process::exit(i32::from(INTERRUPTED));
                }
            }
        });
    });
    stop
}

/// The exit status where the tables do not say.
const NO_THEORY: u8 = 3;

fn probe(tables: &Tables, fen: &str, as_json: bool) -> Result<ExitCode, Failure> {
    let position = input::regular_position(fen).map_err(Failure::Input)?;
    let silent = |why: String| {
        Failure::Fault(why).report();
        Ok(ExitCode::from(NO_THEORY))
    };
    let theory = match tables.theory(&position) {
        Ok(theory) => theory,
        Err(why) => return silent(why.to_string()),
    };
    let mut moves = Vec::new();
    for one in &position.legal_moves() {
        match tables.theory(&position.play(one)) {
            Ok(after) => moves.push((one, after)),
            Err(why) => return silent(format!("after {one}: {why}")),
        }
    }
    // The player's best first: his quickest win, then draws, then the loss that takes longest.
    let player = position.turn();
    moves.sort_by_key(
        |(_, after)| match (after.outcome, after.plies_to_mate.unwrap_or(0)) {
            (Outcome::Wins(winner), plies) if winner == player => (0, i64::from(plies)),
            (Outcome::Drawn, _) => (1, 0),
            (Outcome::Wins(_), plies) => (2, -i64::from(plies)),
        },
    );
    let mut out = String::new();
    if as_json {
        let value = |theory: &Theory| {
            json!({
                "outcome": match theory.outcome {
                    Outcome::Wins(winner) => winner.to_string(),
                    Outcome::Drawn => "drawn".to_owned(),
                },
                "moves_to_mate": theory.moves_to_mate(),
                "plies_to_mate": theory.plies_to_mate,
                "moves_to_next_capture_or_pawn_move": theory.moves_to_zero(),
                "plies_to_next_capture_or_pawn_move": theory.plies_to_zero,
            })
        };
        let mut whole = value(&theory);
        whole["ending"] = json!(theory.ending.to_string());
        whole["moves"] = moves
            .iter()
            .map(|(one, after)| {
                let mut entry = value(after);
                entry["move"] = json!(one.to_string());
                entry
            })
            .collect();
        out = whole.to_string();
    } else {
        let _ = writeln!(out, "{}: {}", theory.ending, sentence(&theory));
        for (one, after) in &moves {
            let _ = writeln!(out, "  {:<8} {}", san(&position, *one), sentence(after));
        }
    }
    print(out.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

fn sentence(theory: &Theory) -> String {
    match (theory.outcome, theory.moves_to_mate(), theory.moves_to_zero()) {
        (Outcome::Wins(_), Some(0), _) => "mate".to_owned(),
        (Outcome::Wins(winner), Some(mate), Some(zero)) => {
            format!("{winner} mates in {mate}; capture, pawn move or mate within {zero}")
        }
        _ => "drawn".to_owned(),
    }
}

fn list(tables: &Tables) -> Result<ExitCode, Failure> {
    let mut out = format!(
        "{:<7} {:>12}   longest win to mate, and to the next capture or pawn move (moves)\n",
        "ending", "bytes"
    );
    for (ending, path, bytes) in tables.list() {
        match tables.longest(&ending) {
            Ok([first, second]) => {
                let _ = writeln!(
                    out,
                    "{:<7} {bytes:>12}   first side {:>3} {:>3}   second side {:>3} {:>3}",
                    ending.to_string(),
                    first.moves_to_mate(),
                    first.moves_to_zero(),
                    second.moves_to_mate(),
                    second.moves_to_zero()
                );
            }
            Err(_) => {
                let _ = writeln!(
                    out,
                    "{:<7} {bytes:>12}   damaged: {}",
                    ending.to_string(),
                    path.display()
                );
            }
        }
    }
    print(out.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// The longest mates known from the literature, in moves, for the first side and the second.
const KNOWN: [(&str, u32, u32); 15] = [
    ("KQK", 10, 0),
    ("KRK", 16, 0),
    ("KPK", 28, 0),
    ("KBBK", 19, 0),
    ("KBNK", 33, 0),
    ("KQKR", 35, 19),
    ("KQKB", 17, 0),
    ("KQKN", 21, 0),
    ("KRKB", 29, 0),
    ("KRKN", 40, 1),
    ("KRKP", 26, 43),
    ("KPKP", 33, 33),
    ("KRBKR", 65, 0),
    ("KBBKN", 78, 0),
    ("KBNKN", 107, 0),
];

fn check(tables: &Tables) -> Result<ExitCode, Failure> {
    let mut sound = true;
    for (ending, ..) in tables.list() {
        let known = KNOWN.iter().find(|(name, ..)| *name == ending.to_string());
        let verdict = tables.verify(&ending).and_then(|()| tables.longest(&ending));
        match (verdict, known) {
            (Err(fault), _) => {
                sound = false;
                print(format_args!("{ending:<7} {fault}"))?;
            }
            (Ok([first, _]), Some((_, moves, _))) if first.moves_to_mate() != *moves => {
                sound = false;
                print(format_args!(
                    "{ending:<7} longest mate {} moves; the literature has {moves}",
                    first.moves_to_mate()
                ))?;
            }
            (Ok([_, second]), Some((_, _, moves))) if *moves > 1 && second.moves_to_mate() != *moves => {
                sound = false;
                print(format_args!(
                    "{ending:<7} the second side's longest mate is {} moves; the literature has {moves}",
                    second.moves_to_mate()
                ))?;
            }
            (Ok([first, _]), known) => {
                let as_known = if known.is_some() { ", as known" } else { "" };
                print(format_args!(
                    "{ending:<7} sound; longest mate {} moves{as_known}",
                    first.moves_to_mate()
                ))?;
            }
        }
    }
    Ok(if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
