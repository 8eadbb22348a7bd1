//! Why did a command stop, and with which exit status?

use std::{
    fmt,
    io::{self, Write as _},
    process::ExitCode,
};

/// Writes to standard output. `println!` would panic where the reader has gone or the disk is full.
pub(crate) fn print(text: impl fmt::Display) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Says something on standard error, as `eprintln!` would, and goes on where nobody reads it any more: `eprintln!` panics there.
macro_rules! tell {
    ($($text:tt)*) => { $crate::failure::told(format_args!($($text)*)) };
}
pub(crate) use tell;

pub(crate) fn told(text: fmt::Arguments<'_>) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// A command that could not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was given is wrong: exit status 2.
    Input(String),
    /// The machine failed: exit status 1.
    Fault(String),
    /// Everything has been said already; only the exit status is left.
    Said(u8),
    /// Whoever read our output has gone: nothing more to say, and nothing wrong.
    ReaderGone,
}

impl Failure {
    /// What was given is wrong.
    pub(crate) fn input(why: impl fmt::Display) -> Self {
        Failure::Input(why.to_string())
    }

    /// Says so on standard error.
    pub(crate) fn report(self) -> ExitCode {
        let (why, status) = match self {
            Failure::Input(why) => (why, 2),
            Failure::Fault(why) => (why, 1),
            Failure::Said(status) => return ExitCode::from(status),
            Failure::ReaderGone => return ExitCode::SUCCESS,
        };
        tell!("{}error:{:#} {why}", crate::paint::ERROR, crate::paint::ERROR);
        ExitCode::from(status)
    }
}

/// Writing failed.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::Fault(format!("cannot write: {error}")),
        }
    }
}
