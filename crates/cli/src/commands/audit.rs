//! `jadoube audit`: what is irregular in these archives, under each code?

use super::input::{Progress, Threads, number};
use super::output::Output;
use crate::failure::{Failure, tell};
use crate::paint;
use jadoube_audit::{
    About, Audit, Done, Kind, Made, Part, PartFiles, PartWriter, Plan, Range, Seen, Shown, Source, Summary,
    games, thousands,
};
use jadoube_game::Code;
use serde_json::json;
use std::{
    io::{self, BufWriter, IsTerminal as _, Write},
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
    #[arg(long, value_name = "N", value_parser = number(1..=MOST_PARTS), conflicts_with_all = ["part", "parquet", "json", "html", "report"])]
    plan: Option<usize>,
    /// Do one part of the work, `3/16`; it is kept as Parquet, and --report makes the rest.
    #[arg(long, value_name = "I/N", requires = "parquet", conflicts_with_all = ["json", "html"])]
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
    /// How many games are judged at a time; as many as there are cores where it is not said, and never more.
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
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
        if count > MOST_PARTS {
            return Err(format!("expected {MOST_PARTS} parts at most"));
        }
        if number == 0 || number > count {
            return Err(format!(
                "there is no part {number} of {count}; parts are counted from 1"
            ));
        }
        Ok(PartOf { number, count })
    }
}

/// Nobody has more machines, and no archive needs more parts.
const MOST_PARTS: usize = 100_000;

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
    audit.threads = Threads::or_all(args.threads);
    if let Some(folder) = &args.report {
        let (parts, _) = parts(folder)?;
        let read: Vec<&Path> = parts.iter().flat_map(PartFiles::places).collect();
        return report(args, folder, Outputs::new(args, &read)?);
    }
    let sources = sources(&args.inputs)?;
    if let Some(count) = args.plan {
        must_be_files(&sources, count > 1, "--plan")?;
        say_plan(&sources, &jadoube_audit::plan(&sources, count))?;
        return Ok(ExitCode::SUCCESS);
    }
    stop_on_interrupt();
    match &args.parquet {
        Some(folder) => keep(args, &audit, &sources, folder),
        None => stream(args, &audit, &sources),
    }
}

/// What is read once and from its beginning cannot be cut into parts, nor gone on with.
fn must_be_files(sources: &[Source], asked: bool, option: &str) -> Result<(), Failure> {
    match sources.iter().find(|source| source.is_read_once()) {
        Some(source) if asked => Err(Failure::input(format!(
            "{}: can be read only once, from its beginning; expected files for {option}",
            source.name
        ))),
        _ => Ok(()),
    }
}

/// The parts of the work, or one of them, kept as Parquet.
fn keep(args: &Args, audit: &Audit, sources: &[Source], folder: &Path) -> Result<ExitCode, Failure> {
    let wrong = |why: io::Error| Failure::input(format!("{}: {why}", folder.display()));
    let unwritten = |why: io::Error| Failure::Fault(format!("{}: cannot write: {why}", folder.display()));
    must_be_files(sources, args.resume, "--resume")?;
    let count = if let Some(part) = args.part {
        part.count
    } else {
        let total: u64 = sources.iter().filter_map(Source::size).sum();
        usize::try_from(total.div_ceil(PART)).unwrap_or(1).max(1)
    };
    must_be_files(sources, args.part.is_some() && count > 1, "--part")?;
    if args.part.is_none() && !args.resume && !jadoube_audit::parts_in(folder).map_err(wrong)?.is_empty() {
        return Err(Failure::input(format!(
            "{} holds parts already; --resume goes on with them, or name another folder",
            folder.display()
        )));
    }
    let made = Made {
        codes: audit.codes.clone(),
        go_on: audit.go_on,
        of: sources
            .iter()
            .map(|source| (source.name.clone(), source.size()))
            .collect(),
        digest: None,
    };
    jadoube_audit::may_be_added(folder, count, &made).map_err(wrong)?;
    let outputs = Outputs::new(args, &files_of(sources))?;
    let plan = jadoube_audit::plan(sources, count);
    let asked = args.part.map_or(1..=count, |part| part.number..=part.number);
    for number in asked {
        let files = PartFiles::of(folder, number, count);
        let ranges = &plan.parts[number - 1];
        let made = Made {
            digest: jadoube_audit::digest(sources, ranges),
            ..made.clone()
        };
        if args.resume {
            files.clear_unfinished().map_err(unwritten)?;
            if files.are_made_so(&made).map_err(wrong)? {
                continue;
            }
        }
        let done = write_part(audit, sources, ranges, &files, &made).map_err(unwritten)?;
        if done == Done::Stopped {
            match jadoube_audit::parts_in(folder)?.len() {
                0 => tell!("Interrupted: no part was finished."),
                whole => {
                    tell!("Interrupted: {whole} of {count} parts are whole and stay; --resume goes on.");
                }
            }
            return Ok(ExitCode::from(130));
        }
    }
    match args.part {
        Some(part) => Ok(status(&PartFiles::of(folder, part.number, count))?),
        None => report(args, folder, outputs),
    }
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
        let wrong = |why: io::Error| Failure::input(format!("{}: {why}", input.display()));
        let mut found = if input.as_os_str() == "-" {
            vec![Source::standard_input()]
        } else {
            Source::gather(input).map_err(wrong)?
        };
        // What is named is meant; what lies beside archives in a folder is not.
        if !input.is_dir() {
            found
                .iter_mut()
                .try_for_each(Source::must_be_pgn)
                .map_err(wrong)?;
        }
        if found.is_empty() {
            let what =
                "no PGN in this folder; expected files that end in .pgn, .pgn.zst, .pgn.gz or .pgn.bz2";
            return Err(Failure::input(format!("{}: {what}", input.display())));
        }
        sources.extend(found);
    }
    Ok(sources)
}

fn say_plan(sources: &[Source], plan: &Plan) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let of = plan.parts.len();
    for (index, ranges) in plan.parts.iter().enumerate() {
        let range = |range: &Range| {
            let to = (range.to < u64::MAX).then_some(range.to);
            json!({"file": sources[range.source].name, "from": range.from, "to": to})
        };
        let ranges: Vec<_> = ranges.iter().map(range).collect();
        writeln!(out, "{}", json!({"part": index + 1, "of": of, "ranges": ranges}))?;
    }
    out.flush()
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
) -> io::Result<Done> {
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
            return Err(error);
        }
    }
    done
}

/// What the outputs are made of, whether it comes from archives or from parts.
struct Outputs {
    summary: Summary,
    /// The page, and where it goes: opened first, so that nobody waits for what cannot be written.
    shown: Option<(Shown, Output)>,
    json: Option<Box<dyn Write>>,
    seen: Seen,
}

impl Outputs {
    /// None of the files that are read is written.
    fn new(args: &Args, read: &[&Path]) -> Result<Self, Failure> {
        let page = match &args.html {
            None => None,
            Some(path) => Some(output(path, read, "--html")?),
        };
        let json: Option<Box<dyn Write>> = match &args.json {
            None => None,
            Some(path) if path.as_os_str() == "-" => Some(Box::new(BufWriter::new(io::stdout().lock()))),
            Some(path) => {
                let json = output(path, read, "--json")?;
                if args.html.as_deref().is_some_and(|page| json.is(page)) {
                    return Err(Failure::input(format!(
                        "{}: for --html and for --json; expected two files",
                        path.display()
                    )));
                }
                // Where nothing is found, nothing is written.
                Some(Box::new(BufWriter::new(json.emptied()?)))
            }
        };
        Ok(Outputs {
            summary: Summary::default(),
            shown: page.map(|page| (Shown::default(), page)),
            json,
            seen: Seen::default(),
        })
    }

    fn add(&mut self, codes: &[Code], mut part: Part) -> io::Result<()> {
        self.seen.mark(&mut part);
        self.summary.add(&part, codes);
        if let Some((shown, _)) = &mut self.shown {
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

    fn finish(self, args: &Args, about: &About) -> Result<ExitCode, Failure> {
        if let Some((shown, mut file)) = self.shown {
            file.write_all(jadoube_audit::page(&self.summary, &shown, about).as_bytes())?;
        }
        if args.json.as_deref() != Some(Path::new("-")) {
            let mut out = anstream::AutoStream::auto(io::stdout()).lock();
            say(&mut out, &self.summary, about.codes)?;
            if self.summary.irregular > 0 && args.json.is_none() && args.html.is_none() {
                let faint = paint::FAINT;
                writeln!(
                    out,
                    "\n{faint}Which games they are: --json lists them, --html FILE makes a page of them.{faint:#}"
                )?;
            }
            out.flush()?;
        }
        Ok(ExitCode::from(u8::from(self.summary.damaged > 0)))
    }
}

/// The day it is, `2023-01-31`.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs().cast_signed());
    let now = chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    now.date_naive().to_string()
}

fn output(path: &Path, read: &[&Path], option: &str) -> Result<Output, Failure> {
    let output = Output::open(path)?;
    output.must_not_be(read.iter().copied(), option)?;
    Ok(output)
}

/// The files that are read: standard input is none.
fn files_of(sources: &[Source]) -> Vec<&Path> {
    sources.iter().map(|source| Path::new(&source.name)).collect()
}

fn stream(args: &Args, audit: &Audit, sources: &[Source]) -> Result<ExitCode, Failure> {
    let mut outputs = Outputs::new(args, &files_of(sources))?;
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
        outputs.add(&audit.codes, part)
    })?;
    drop(bar);
    let files: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    let about = About {
        codes: &audit.codes,
        files: &files,
        day: &today(),
        cut_short: done == Done::Stopped,
    };
    if about.cut_short {
        let read = games(outputs.summary.games);
        tell!("Interrupted: only the first {read} were audited, and what follows is of them alone.");
    }
    let status = outputs.finish(args, &about)?;
    Ok(if about.cut_short {
        ExitCode::from(130)
    } else {
        status
    })
}

/// The parts of a whole plan, and how they were made.
fn parts(folder: &Path) -> Result<(Vec<PartFiles>, Made), Failure> {
    let wrong = |why: io::Error| Failure::input(format!("{}: {why}", folder.display()));
    jadoube_audit::whole_plan_in(folder).map_err(wrong)
}

fn report(args: &Args, folder: &Path, mut outputs: Outputs) -> Result<ExitCode, Failure> {
    let wrong = |why: io::Error| Failure::input(format!("{}: {why}", folder.display()));
    let (parts, made) = parts(folder)?;
    for files in &parts {
        jadoube_audit::read_part(files, |part| outputs.add(&made.codes, part)).map_err(wrong)?;
    }
    let summary = serde_json::to_string_pretty(&outputs.summary).map_err(io::Error::from)?;
    let read: Vec<&Path> = args.inputs.iter().map(PathBuf::as_path).collect();
    output(&folder.join("summary.json"), &read, "--parquet")?.write_all(summary.as_bytes())?;
    let files: Vec<String> = made.of.into_iter().map(|(name, _)| name).collect();
    let about = About {
        codes: &made.codes,
        files: &files,
        day: &today(),
        cut_short: false,
    };
    outputs.finish(args, &about)
}

/// The summary as people read it.
fn say(out: &mut impl Write, summary: &Summary, codes: &[Code]) -> io::Result<()> {
    let title = paint::TITLE;
    writeln!(
        out,
        "{title}{}{title:#}, {} half-moves; something was found in {}",
        games(summary.games),
        thousands(summary.plies),
        thousands(summary.irregular)
    )?;
    let starts: Vec<String> = summary
        .starts
        .iter()
        .filter(|(start, _)| **start != "ordinary")
        .map(|(start, count)| format!("{} {start}", thousands(*count)))
        .collect();
    if !starts.is_empty() {
        writeln!(out, "Not from the ordinary array: {}", starts.join(", "))?;
    }
    let count = |kind: &str, code: &Code| summary.codes.get(code.name())?.get(kind).copied();
    let mut kinds: Vec<&str> = codes
        .iter()
        .filter_map(|code| summary.codes.get(code.name()))
        .flat_map(|counts| counts.keys().map(String::as_str))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    if !kinds.is_empty() {
        writeln!(out)?;
        let heads: Vec<&str> = codes.iter().map(|code| code.name()).collect();
        let row = |kind: &&str| {
            let cell = |code: &Code| count(kind, code).map_or_else(|| "-".to_owned(), thousands);
            ((*kind).to_owned(), codes.iter().map(cell).collect())
        };
        let rows: Vec<_> = kinds.iter().map(row).collect();
        say_table(out, &heads, &rows)?;
    }
    if let Some(counts) = summary.codes.get("-") {
        writeln!(out)?;
        for (kind, count) in counts {
            writeln!(out, "{kind}: {}", thousands(*count))?;
        }
    }
    match (codes.len(), summary.differ) {
        (0 | 1, _) => {}
        (_, 0) => writeln!(out, "\nAll codes say the same of every game.")?,
        (_, some) => writeln!(out, "\nThe codes do not all say the same of {}.", games(some))?,
    }
    if summary.differ > 0 && codes.len() > 2 {
        let of = |one: &Code, other: &Code| summary.between.get(one.name())?.get(other.name()).copied();
        let heads: Vec<&str> = codes[1..].iter().map(|code| code.name()).collect();
        let row = |one: &Code| {
            let cell = |other: &Code| of(one, other).map_or_else(String::new, thousands);
            (one.name().to_owned(), codes[1..].iter().map(cell).collect())
        };
        let rows: Vec<_> = codes[..codes.len() - 1].iter().map(row).collect();
        say_table(out, &heads, &rows)?;
    }
    Ok(())
}

/// A table, each cell under its head; where the terminal is too narrow for it, each row as a list.
fn say_table(out: &mut impl Write, heads: &[&str], rows: &[(String, Vec<String>)]) -> io::Result<()> {
    let title = paint::TITLE;
    let first = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let longest = |column: usize| {
        rows.iter()
            .map(|(_, cells)| cells[column].len())
            .max()
            .unwrap_or(0)
    };
    let lengths: Vec<usize> = (0..heads.len())
        .map(|column| heads[column].len().max(longest(column)))
        .collect();
    let room = io::stdout().is_terminal().then(|| paint::width(None));
    let fits = |gap: &usize| {
        let whole = first + lengths.iter().map(|length| length + gap).sum::<usize>();
        room.is_none_or(|room| whole <= room)
    };
    if let Some(gap) = [2, 1].into_iter().find(fits) {
        let line = |cells: &mut dyn Iterator<Item = &str>| -> String {
            let cell = |(cell, length): (&str, &usize)| format!("{cell:>width$}", width = length + gap);
            cells.zip(&lengths).map(cell).collect()
        };
        let heads = line(&mut heads.iter().copied());
        writeln!(out, "{:first$}{title}{heads}{title:#}", "")?;
        for (name, cells) in rows {
            let cells = line(&mut cells.iter().map(String::as_str));
            writeln!(out, "{name:first$}{cells}")?;
        }
        return Ok(());
    }
    for (name, cells) in rows {
        writeln!(out, "{title}{name}{title:#}")?;
        let told = heads
            .iter()
            .zip(cells)
            .filter(|(_, cell)| !matches!(cell.as_str(), "" | "-"));
        for (head, cell) in told {
            writeln!(out, "  {head}: {cell}")?;
        }
    }
    Ok(())
}
