//! Where do the bytes come from, and how far has their reading got?

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::num::NonZero;
use std::ops::{Bound, RangeBounds};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jadoube_audit::unpacked;
use jadoube_board::{Movement, Position};
use jadoube_notation::read_fen;

use crate::failure::{Failure, tell};

/// Reads a number that an option takes, from the least to the most that make sense.
pub(crate) fn number<T>(
    within: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| match text.parse() {
        Ok(number) if within.contains(&number) => Ok(number),
        _ => Err(match (within.start_bound(), within.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("expected a whole number, {least} to {most}")
            }
            (Bound::Included(least), _) => format!("expected a whole number from {least} up"),
            _ => "expected a whole number".to_owned(),
        }),
    }
}

/// How many threads somebody asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads(NonZero<usize>);

impl FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let most = NonZero::<usize>::MIN.saturating_add(1023);
        number(NonZero::<usize>::MIN..=most)(text).map(Threads)
    }
}

impl Threads {
    /// As many as were asked for, or as there are cores; more than that help nobody.
    pub(crate) fn or_all(asked: Option<Self>) -> NonZero<usize> {
        let asked = asked.map(|threads| threads.0);
        match std::thread::available_parallelism() {
            Ok(cores) => asked.map_or(cores, |asked| asked.min(cores)),
            Err(_) => asked.unwrap_or(NonZero::<usize>::MIN),
        }
    }
}

/// A bar on a terminal, where the work takes a while; nothing in a pipe.
pub(crate) struct Progress {
    bar: Bar,
    games: AtomicU64,
}

#[derive(Clone)]
struct Bar {
    drawn: ProgressBar,
    on_a_terminal: bool,
    begun: Instant,
}

impl Bar {
    /// So many bytes more have been taken. What is soon done needs no bar.
    fn bytes(&self, count: u64) {
        const A_WHILE: Duration = Duration::from_millis(500);
        self.drawn.inc(count);
        if self.on_a_terminal && self.drawn.is_hidden() && self.begun.elapsed() > A_WHILE {
            self.drawn.set_draw_target(ProgressDrawTarget::stderr());
            self.drawn.enable_steady_tick(Duration::from_millis(250));
        }
    }
}

/// Counts the bytes that pass.
struct Watched<R> {
    source: R,
    bar: Bar,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.bar.bytes(count as u64);
        Ok(count)
    }
}

impl Progress {
    /// A bar over so many bytes; a spinner where the length is not known.
    pub(crate) fn new(length: Option<u64>) -> Progress {
        let drawn = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        let template = if length.is_some() {
            "{bar:30} {bytes}/{total_bytes} {msg} ({bytes_per_sec}, {eta} left)"
        } else {
            "{spinner} {bytes} {msg} ({bytes_per_sec})"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            drawn.set_style(style);
        }
        Progress {
            bar: Bar {
                drawn,
                on_a_terminal: io::stderr().is_terminal(),
                begun: Instant::now(),
            },
            games: AtomicU64::new(0),
        }
    }

    /// So many bytes more have been taken.
    pub(crate) fn bytes(&self, count: u64) {
        self.bar.bytes(count);
    }

    /// So many games more have been read.
    pub(crate) fn games(&self, count: u64) {
        let now = self.games.fetch_add(count, Ordering::Relaxed) + count;
        self.bar.bytes(0);
        if self.bar.on_a_terminal && (count > 1 || now.is_multiple_of(64)) {
            self.bar.drawn.set_message(format!("{now} games"));
        }
    }

    /// Counts the bytes that pass.
    fn over<R: Read + Send + 'static>(&self, source: R) -> Box<dyn Read + Send> {
        if self.bar.on_a_terminal {
            Box::new(Watched {
                source,
                bar: self.bar.clone(),
            })
        } else {
            Box::new(source)
        }
    }

    /// Writes to standard error without spoiling the bar.
    pub(crate) fn say(&self, message: &str) {
        self.bar.drawn.suspend(|| tell!("{message}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.drawn.finish_and_clear();
    }
}

/// The position that a FEN on the command line tells. What had to be put right in it is said.
pub(crate) fn position(fen: &str, movement: Movement) -> Result<Position, String> {
    let (position, remarks) = read_fen(fen, movement).map_err(|error| format!("the FEN `{fen}`: {error}"))?;
    for remark in remarks {
        tell!("note: the FEN: {remark}");
    }
    Ok(position)
}

/// The same of a regular position.
pub(crate) fn regular_position(fen: &str) -> Result<Position, String> {
    let position = position(fen, Movement::default())?;
    match position.irregularity() {
        Some(fault) => Err(format!("the FEN `{fen}`: {fault}")),
        None => Ok(position),
    }
}

/// The files named, and those wanted in the folders named and below them, in order of their names.
pub(crate) fn files(
    inputs: &[PathBuf],
    wanted: fn(&Path) -> bool,
    expected: &str,
) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in inputs {
        if path.is_dir() {
            let said = |why: io::Error| Failure::Input(format!("{}: {why}", path.display()));
            let before = found.len();
            walk(path, 0, wanted, &mut found).map_err(said)?;
            if found.len() == before {
                return Err(Failure::Input(format!(
                    "{}: nothing to read in this folder; expected {expected}",
                    path.display()
                )));
            }
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn walk(folder: &Path, depth: usize, wanted: fn(&Path) -> bool, found: &mut Vec<PathBuf>) -> io::Result<()> {
    const DEEPEST: usize = 32;
    let mut entries = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    entries.sort();
    for path in entries {
        let hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_file() && wanted(&path) {
            found.push(path);
        } else if path.is_dir() && !path.is_symlink() && depth < DEEPEST {
            walk(&path, depth + 1, wanted, found)?;
        }
    }
    Ok(())
}

/// `games.pgn`, compressed or not.
pub(crate) fn is_named_pgn(path: &Path) -> bool {
    let ends_in = |path: &Path, ends: &[&str]| {
        let end = path.extension().unwrap_or_default();
        ends.iter().any(|each| end.eq_ignore_ascii_case(each))
    };
    let compressed = ends_in(path, &["zst", "gz", "bz2"]);
    let plain = path.file_stem().filter(|_| compressed);
    ends_in(plain.map_or(path, Path::new), &["pgn"])
}

/// Opens a file, or standard input for `-`, packed or not.
pub(crate) fn open(path: &Path) -> io::Result<(Box<dyn Read>, Progress)> {
    let (source, length): (Box<dyn Read + Send>, Option<u64>) = if path.as_os_str() == "-" {
        (Box::new(io::stdin()), None)
    } else {
        let file = File::open(path)?;
        let length = file
            .metadata()
            .ok()
            .filter(std::fs::Metadata::is_file)
            .map(|data| data.len());
        (Box::new(file), length)
    };
    let progress = Progress::new(length);
    Ok((unpacked(progress.over(source))?, progress))
}
