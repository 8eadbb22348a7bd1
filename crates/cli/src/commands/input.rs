//! Where do the bytes come from, and how far has their reading got?

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use jadoube_audit::unpacked;
use jadoube_board::{Movement, Position};
use jadoube_notation::read_fen;

/// A bar on a terminal, nothing in a pipe.
pub(crate) struct Progress {
    bar: ProgressBar,
    games: AtomicU64,
}

impl Progress {
    /// A bar over so many bytes; a spinner where the length is not known.
    pub(crate) fn new(length: Option<u64>) -> Progress {
        let bar = if io::stderr().is_terminal() {
            let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            let template = if length.is_some() {
                "{bar:30} {bytes}/{total_bytes} {msg} ({bytes_per_sec}, {eta} left)"
            } else {
                "{spinner} {bytes} {msg} ({bytes_per_sec})"
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        } else {
            ProgressBar::hidden()
        };
        Progress {
            bar,
            games: AtomicU64::new(0),
        }
    }

    /// So many bytes more have been taken.
    pub(crate) fn bytes(&self, count: u64) {
        self.bar.inc(count);
    }

    /// So many games more have been read.
    pub(crate) fn games(&self, count: u64) {
        let now = self.games.fetch_add(count, Ordering::Relaxed) + count;
        if !self.bar.is_hidden() && (count > 1 || now.is_multiple_of(64)) {
            self.bar.set_message(format!("{now} games"));
        }
    }

    /// Counts the bytes that pass.
    fn over<R: Read + Send + 'static>(&self, source: R) -> Box<dyn Read + Send> {
        if self.bar.is_hidden() {
            Box::new(source)
        } else {
            Box::new(self.bar.wrap_read(source))
        }
    }

    /// Writes to standard error without spoiling the bar.
    pub(crate) fn say(&self, message: &str) {
        self.bar.suspend(|| eprintln!("{message}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The position that a FEN on the command line tells. What had to be put right in it is said.
pub(crate) fn position(fen: &str, movement: Movement) -> Result<Position, String> {
    let (position, remarks) = read_fen(fen, movement).map_err(|error| format!("the FEN `{fen}`: {error}"))?;
    for remark in remarks {
        eprintln!("note: the FEN: {remark}");
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
