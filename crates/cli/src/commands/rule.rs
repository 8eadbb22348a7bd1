//! What does the law say of a recorded game, act by act?

use super::source;
use crate::failure::Failure;
use jadoube_game::Code;
use jadoube_law::Arbiter;
use jadoube_proof::table::{Tables, default_directory};
use jadoube_record::{Envelope, Eye, Reader, RecordError, RecordFault, write_seen};
use std::{io::Write, path::PathBuf, sync::Arc};

/// Rule on a game record: the state before any act, then the state after each
///
/// Reads JSON Lines (a header, then one act per line) and prints one JSON object per line. A line that is not an act,
/// or that cannot have happened, stops the program with its number and what was expected, exit status 2.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube rule game.jsonl
  jadoube rule game.jsonl --code fide-1931 --last
  jadoube rule game.jsonl --as black
  printf '%s\\n' '{\"code\":\"bcc-1899\"}' '{\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e5\"}' | jadoube rule -")]
pub(crate) struct Args {
    /// The record; `-` for standard input.
    file: PathBuf,
    /// Show only what this party may see: white, black or spectator.
    #[arg(long = "as", value_name = "PARTY")]
    eye: Option<Eye>,
    /// Rule by this code instead of the one the record names.
    #[arg(long, value_name = "CODE", conflicts_with = "all_codes")]
    code: Option<Code>,
    /// Rule by every code, side by side (the same as `jadoube judge --all-codes`).
    #[arg(long, conflicts_with_all = ["eye", "last", "brief"])]
    all_codes: bool,
    /// Leave the options out, which take longest to work out.
    #[arg(long)]
    brief: bool,
    /// Print only the last state.
    #[arg(long)]
    last: bool,
    /// Where the endgame tables are; where they are not, questions of theory are the umpire's.
    #[arg(long, value_name = "DIRECTORY")]
    tables: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.all_codes {
        return super::judge::all_codes(&args.file);
    }
    let said = |error: RecordError| Failure::Input(format!("{}: {error}", source::name(&args.file)));
    let reader = Reader::open(source::open(&args.file)?).map_err(said)?;
    let mut terms = reader.terms().clone();
    terms.code = args.code.unwrap_or(terms.code);
    let header_line = reader.line();
    let mut arbiter = Arbiter::open(terms).map_err(|error| {
        Failure::Input(format!(
            "{}: line {header_line}: {error}",
            source::name(&args.file)
        ))
    })?;
    let tables = args.tables.clone().unwrap_or_else(default_directory);
    arbiter = arbiter.advised_by(Arc::new(Tables::in_directory(tables)));
    let mut out = std::io::stdout().lock();
    let mut envelope = Envelope::none();
    let eye = args.eye.unwrap_or_default();
    let mut show = |arbiter: &Arbiter, envelope: &Envelope| -> Result<(), Failure> {
        let view = if args.brief {
            arbiter.brief_view()
        } else {
            arbiter.view()
        };
        // Each line is out before the next act is read: the other end may be waiting for it.
        writeln!(out, "{}", write_seen(&view, eye, envelope, None))?;
        Ok(out.flush()?)
    };
    if !args.last {
        show(&arbiter, &envelope)?;
    }
    let mut stopped = None;
    for act in reader {
        let ruled = act.and_then(|(line, event)| {
            let event = arbiter.advised(event);
            arbiter
                .act(&event)
                .map(|_| event.clone())
                .map_err(|why| RecordFault::impossible(&event.act, &why).on_line(line))
        });
        match ruled {
            Ok(event) => {
                if Envelope::concerns(&event.act) {
                    envelope.follow(&event, &arbiter.brief_view());
                }
                if !args.last {
                    show(&arbiter, &envelope)?;
                }
            }
            Err(error) => {
                stopped = Some(error);
                break;
            }
        }
    }
    match stopped {
        Some(error) => Err(said(error)),
        None if args.last => show(&arbiter, &envelope),
        None => Ok(()),
    }
}
