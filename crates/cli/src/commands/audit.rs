//! `jadoube audit`: what is irregular in these archives, under each code?

use super::input::Progress;
use crate::{failure::Failure, paint};
use anstream::println;
use jadoube_audit::{
    Audit, Done, Kind, Made, Part, PartFiles, PartWriter, Plan, Range, Seen, Shown, Source, Summary,
};
use jadoube_game::Code;
use serde_json::json;
use std::{
    fs,
    io::{self, BufWriter, Write},
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
    sync::atomic::{AtomicBool, Ordering},
};

/// Look through archives of games for what is irregular in them, under any code.
///
/// Illegal moves that stood, draws that nobody claimed, ends that were passed over, results that contradict the last position, clocks
/// that contradict the time control, draws agreed too early, duplicates. The law is asked of every move; check is taken as announced.
/// Exit status: 0 when every game could be read, 1 when some are damaged, 2 for input that cannot be taken.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube audit games.pgn.zst
  jadoube audit archive/ --code fide-1931,bcc-1899 --html report.html
  jadoube audit big.pgn --json | jq 'select(.kind == \"illegal-move\")'
  jadoube audit big.pgn --parquet parts/            one part after another; --resume goes on after an interruption
  jadoube audit big.pgn --plan 16                   what each of sixteen machines would do
  jadoube audit big.pgn --parquet parts/ --part 3/16
  jadoube audit --report parts/ --html report.html  from parts that are there")]
pub(crate) struct Args {
    /// PGN files, plain or packed with zstd, gzip or bzip2; folders of them; `-` is standard input.
    #[arg(required_unless_present = "report")]
    inputs: Vec<PathBuf>,
    /// The codes of laws, with commas between them; all of them where none is named.
    #[arg(long, value_delimiter = ',')]
    code: Vec<Code>,
    /// Write one JSON object a finding, to standard output or to a file (`--json=FILE`).
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write a report as one page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Keep games and findings as Parquet files in this folder, part by part.
    #[arg(long, value_name = "FOLDER")]
    parquet: Option<PathBuf>,
    /// Only say how the work would be cut into so many parts.
    #[arg(long, value_name = "N", conflicts_with_all = ["part", "parquet", "json", "html", "report"])]
    plan: Option<NonZero<usize>>,
    /// Do one part of the work, `3/16`; it is kept as Parquet.
    #[arg(long, value_name = "I/N", requires = "parquet")]
    part: Option<PartOf>,
    /// Leave out the parts that are there already.
    #[arg(long, requires = "parquet")]
    resume: bool,
    /// Report on parts that are there.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["inputs", "parquet"])]
    report: Option<PathBuf>,
    /// Judge a game further after an illegal move that stood.
    #[arg(long)]
    go_on: bool,
    /// How many games are judged at a time; all cores where it is not said.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

/// One part of so many.
#[derive(Clone, Copy, Debug)]
struct PartOf {
    number: usize,
    count: usize,
}

impl FromStr for PartOf {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("\"{text}\" is no part; expected a number of a number, such as 3/16");
        let (number, count) = text.split_once('/').ok_or_else(expected)?;
        let number: usize = number.parse().map_err(|_| expected())?;
        let count: usize = count.parse().map_err(|_| expected())?;
        if number == 0 || number > count {
            return Err(format!(
                "there is no part {number} of {count}; parts are counted from 1"
            ));
        }
        Ok(PartOf { number, count })
    }
}

/// About so much of a file goes into one part where nobody says how many there are to be.
const PART: u64 = 64 << 20;

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut codes = if args.code.is_empty() {
        Code::ALL.to_vec()
    } else {
        args.code.clone()
    };
    codes.sort();
    codes.dedup();
    let mut audit = Audit::under(codes);
    audit.go_on = args.go_on;
    audit.threads = args.threads.unwrap_or(audit.threads);
    if let Some(folder) = &args.report {
        return report(args, folder);
    }
    let sources = sources(&args.inputs)?;
    if let Some(count) = args.plan {
        say_plan(&sources, &plan(&sources, count.get())?);
        return Ok(ExitCode::SUCCESS);
    }
    stop_on_interrupt();
    let made = Made {
        codes: audit.codes.clone(),
        go_on: audit.go_on,
        of: sources
            .iter()
            .map(|source| (source.name.clone(), source.size()))
            .collect(),
    };
    match (&args.parquet, args.part) {
        (Some(folder), Some(part)) => {
            let plan = plan(&sources, part.count)?;
            let files = PartFiles::of(folder, part.number, part.count);
            if args.resume && is_there(&files, &made)? {
                return Ok(status(&files)?);
            }
            let done = write_part(&audit, &sources, &plan.parts[part.number - 1], &files, &made)?;
            Ok(if done == Done::All {
                status(&files)?
            } else {
                interrupted()
            })
        }
        (Some(folder), None) => {
            let total: u64 = sources.iter().filter_map(Source::size).sum();
            let count = usize::try_from(total.div_ceil(PART)).unwrap_or(1).max(1);
            let there = folder.join("games").is_dir() && !jadoube_audit::parts_in(folder)?.is_empty();
            if there && !args.resume {
                return Err(Failure::input(format!(
                    "{} holds parts already; --resume goes on with them, or name another folder",
                    folder.display()
                )));
            }
            let plan = plan(&sources, count)?;
            for (index, ranges) in plan.parts.iter().enumerate() {
                let files = PartFiles::of(folder, index + 1, count);
                if args.resume && is_there(&files, &made)? {
                    continue;
                }
                if write_part(&audit, &sources, ranges, &files, &made)? == Done::Stopped {
                    return Ok(interrupted());
                }
            }
            report(args, folder)
        }
        (None, _) => stream(args, &audit, &sources),
    }
}

/// Whether the part is there already, made of the same and in the same way.
fn is_there(files: &PartFiles, made: &Made) -> Result<bool, Failure> {
    if !files.are_written() {
        return Ok(false);
    }
    let kept = files.made().map_err(Failure::input)?;
    let differs = if kept.of != made.of {
        "of other files, or they have changed since"
    } else if kept.codes != made.codes {
        "under other codes"
    } else if kept.go_on != made.go_on {
        "with another --go-on"
    } else {
        return Ok(true);
    };
    Err(Failure::input(format!(
        "the parts that are there were made {differs}: name another folder"
    )))
}

/// Whether every game of the part could be read.
fn status(files: &PartFiles) -> io::Result<ExitCode> {
    let mut damaged = false;
    jadoube_audit::read_part(files, |part| {
        damaged |= part
            .findings
            .iter()
            .any(|finding| matches!(finding.kind, Kind::Damaged { .. }));
        Ok(())
    })?;
    Ok(ExitCode::from(u8::from(damaged)))
}

fn sources(inputs: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for input in inputs {
        if input.as_os_str() == "-" {
            sources.push(Source::standard_input());
            continue;
        }
        let found =
            Source::gather(input).map_err(|why| Failure::input(format!("{}: {why}", input.display())))?;
        if found.is_empty() {
            let what =
                "no PGN in this folder; expected files that end in .pgn, .pgn.zst, .pgn.gz or .pgn.bz2";
            return Err(Failure::input(format!("{}: {what}", input.display())));
        }
        sources.extend(found);
    }
    Ok(sources)
}

fn plan(sources: &[Source], count: usize) -> Result<Plan, Failure> {
    jadoube_audit::plan(sources, count).map_err(Failure::input)
}

fn say_plan(sources: &[Source], plan: &Plan) {
    let of = plan.parts.len();
    for (index, ranges) in plan.parts.iter().enumerate() {
        let range = |range: &Range| {
            let to = (range.to < u64::MAX).then_some(range.to);
            json!({"file": sources[range.source].name, "from": range.from, "to": to})
        };
        let ranges: Vec<_> = ranges.iter().map(range).collect();
        println!("{}", json!({"part": index + 1, "of": of, "ranges": ranges}));
    }
}

/// Whether somebody wants it to end.
static STOP: AtomicBool = AtomicBool::new(false);

/// The first interruption ends the work after what is under way; the second ends it at once.
fn stop_on_interrupt() {
    std::thread::spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
            return;
        };
        runtime.block_on(async {
            while told_to_stop().await.is_ok() {
                if STOP.swap(true, Ordering::Relaxed) {
                    std::process::exit(130);
                }
            }
        });
    });
}

/// Waits for an interruption from the terminal, or from whoever minds the machine.
async fn told_to_stop() -> io::Result<()> {
    #[cfg(unix)]
    {
        let mut ended = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = ended.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

fn interrupted() -> ExitCode {
    eprintln!("Interrupted. What was written stays; --resume goes on.");
    ExitCode::from(130)
}

fn progress(sources: &[Source], ranges: &[Range]) -> Progress {
    let size = |range: &Range| {
        let whole = sources[range.source].size()?;
        Some(range.to.min(whole).saturating_sub(range.from))
    };
    Progress::new(ranges.iter().map(size).sum())
}

fn write_part(
    audit: &Audit,
    sources: &[Source],
    ranges: &[Range],
    files: &PartFiles,
    made: &Made,
) -> Result<Done, Failure> {
    let mut writer = PartWriter::begin(files.clone(), made)?;
    let bar = progress(sources, ranges);
    let done = audit.run_ranges(sources, ranges, &STOP, &|bytes| bar.bytes(bytes), |part| {
        bar.games(part.games.len() as u64);
        writer.add(part)
    });
    match done {
        Ok(Done::All) => writer.finish()?,
        Ok(Done::Stopped) => writer.abandon(),
        Err(error) => {
            writer.abandon();
            return Err(error.into());
        }
    }
    Ok(done?)
}

/// What the outputs are made of, whether it comes from archives or from parts.
struct Outputs {
    summary: Summary,
    shown: Option<Shown>,
    json: Option<Box<dyn Write>>,
    seen: Seen,
}

impl Outputs {
    fn new(args: &Args) -> Result<Self, Failure> {
        let json: Option<Box<dyn Write>> = match &args.json {
            None => None,
            Some(path) if path.as_os_str() == "-" => Some(Box::new(BufWriter::new(io::stdout().lock()))),
            Some(path) => Some(Box::new(BufWriter::new(create(path)?))),
        };
        Ok(Outputs {
            summary: Summary::default(),
            shown: args.html.is_some().then(Shown::default),
            json,
            seen: Seen::default(),
        })
    }

    fn add(&mut self, audit: &Audit, mut part: Part) -> io::Result<()> {
        self.seen.mark(&mut part);
        self.summary.add(&part, &audit.codes);
        if let Some(shown) = &mut self.shown {
            shown.add(&part);
        }
        if let Some(json) = &mut self.json {
            for finding in &part.findings {
                serde_json::to_writer(&mut *json, finding)?;
                json.write_all(b"\n")?;
            }
            json.flush()?;
        }
        Ok(())
    }

    fn finish(self, args: &Args, audit: &Audit) -> Result<ExitCode, Failure> {
        if let (Some(path), Some(shown)) = (&args.html, &self.shown) {
            create(path)?.write_all(jadoube_audit::page(&self.summary, shown).as_bytes())?;
        }
        if args.json.as_deref() != Some(Path::new("-")) {
            say(&self.summary, &audit.codes);
        }
        Ok(ExitCode::from(u8::from(self.summary.damaged > 0)))
    }
}

fn create(path: &Path) -> Result<fs::File, Failure> {
    fs::File::create(path).map_err(|why| Failure::Fault(format!("{}: {why}", path.display())))
}

fn stream(args: &Args, audit: &Audit, sources: &[Source]) -> Result<ExitCode, Failure> {
    let mut outputs = Outputs::new(args)?;
    let all: Vec<Range> = (0..sources.len())
        .map(|source| Range {
            source,
            from: 0,
            to: u64::MAX,
        })
        .collect();
    let bar = progress(sources, &all);
    let done = audit.run_ranges(sources, &all, &STOP, &|bytes| bar.bytes(bytes), |part| {
        bar.games(part.games.len() as u64);
        outputs.add(audit, part)
    })?;
    drop(bar);
    let status = outputs.finish(args, audit)?;
    Ok(if done == Done::All {
        status
    } else {
        ExitCode::from(130)
    })
}

fn report(args: &Args, folder: &Path) -> Result<ExitCode, Failure> {
    let wrong = |why: io::Error| Failure::input(format!("{}: {why}", folder.display()));
    let parts = jadoube_audit::parts_in(folder).map_err(wrong)?;
    if parts.is_empty() {
        return Err(Failure::input(format!(
            "{}: no whole part is here",
            folder.display()
        )));
    }
    let first = parts[0].made().map_err(Failure::input)?;
    let mut audit = Audit::under(first.codes.iter().copied());
    audit.go_on = first.go_on;
    let mut outputs = Outputs::new(args)?;
    for files in &parts {
        let made = files.made().map_err(Failure::input)?;
        if (&made.codes, made.go_on) != (&audit.codes, audit.go_on) {
            return Err(Failure::input(format!(
                "{}: the parts here were not all made under the same codes, or not all with --go-on",
                folder.display()
            )));
        }
        jadoube_audit::read_part(files, |part| outputs.add(&audit, part)).map_err(wrong)?;
    }
    let summary = serde_json::to_string_pretty(&outputs.summary).map_err(io::Error::from)?;
    fs::write(folder.join("summary.json"), summary).map_err(wrong)?;
    outputs.finish(args, &audit)
}

/// A number with its thousands apart.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn right_aligned(text: &str, width: usize) -> String {
    format!("{text:>width$}")
}

/// The summary as people read it.
fn say(summary: &Summary, codes: &[Code]) {
    let title = paint::TITLE;
    println!(
        "{title}{}{title:#} games, {} half-moves; something was found in {}",
        spaced(summary.games),
        spaced(summary.plies),
        spaced(summary.irregular)
    );
    let starts: Vec<String> = summary
        .starts
        .iter()
        .filter(|(start, _)| **start != "ordinary")
        .map(|(start, count)| format!("{} {start}", spaced(*count)))
        .collect();
    if !starts.is_empty() {
        println!("Not from the ordinary array: {}", starts.join(", "));
    }
    let under = |code: &Code| summary.codes.get(code.name());
    let mut kinds: Vec<&String> = codes
        .iter()
        .filter_map(under)
        .flat_map(|counts| counts.keys())
        .collect();
    kinds.sort();
    kinds.dedup();
    if !kinds.is_empty() {
        let first = kinds.iter().map(|kind| kind.len()).max().unwrap_or(0);
        let widths: Vec<usize> = codes.iter().map(|code| code.name().len().max(7) + 2).collect();
        // One row, each cell under its code.
        let row = |cell: &dyn Fn(&Code) -> String| -> String {
            let cells = codes.iter().zip(&widths);
            cells
                .map(|(code, width)| right_aligned(&cell(code), *width))
                .collect()
        };
        let heads = row(&|code| code.name().to_owned());
        println!("\n{:first$}{title}{heads}{title:#}", "");
        for kind in kinds {
            let cells = row(&|code| {
                let count = under(code).and_then(|counts| counts.get(kind));
                count.map_or_else(|| "-".to_owned(), |count| spaced(*count))
            });
            println!("{kind:first$}{cells}");
        }
    }
    if let Some(counts) = summary.codes.get("-") {
        println!();
        for (kind, count) in counts {
            println!("{kind}: {}", spaced(*count));
        }
    }
    if codes.len() > 1 {
        println!(
            "\nThe codes do not all say the same of {} games.",
            spaced(summary.differ)
        );
        say_between(summary, codes);
    }
}

/// Of how many games each two codes say something different.
fn say_between(summary: &Summary, codes: &[Code]) {
    let of = |one: &Code, other: &Code| summary.between.get(one.name())?.get(other.name()).copied();
    if summary.differ == 0 || codes.len() < 3 {
        return;
    }
    let title = paint::TITLE;
    let first = codes.iter().map(|code| code.name().len()).max().unwrap_or(0);
    let width = first.max(7) + 2;
    let heads: String = codes[1..]
        .iter()
        .map(|code| right_aligned(code.name(), width))
        .collect();
    println!("{:first$}{title}{heads}{title:#}", "");
    for one in &codes[..codes.len() - 1] {
        let cells: String = codes[1..]
            .iter()
            .map(|other| right_aligned(&of(one, other).map_or(String::new(), spaced), width))
            .collect();
        println!("{:first$}{cells}", one.name());
    }
}
