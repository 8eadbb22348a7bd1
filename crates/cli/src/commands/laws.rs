//! What do the codes contain, clause by clause and question by question?

use crate::{
    failure::Failure,
    paint::{self, CLAUSE, FAINT, Line, TITLE},
};
use jadoube::laws::{self, Unknown, cases, is_ruled};
use jadoube_game::{Code, code::UnknownCode};
use jadoube_law::{
    index::{self, Question, Resting},
    registers::{Disposition, Entry, Found, ReadingEntry, lookup, lookup_reading, readings_on, register},
};
use jadoube_record::Json;
use std::io::Write;

/// Look the laws up: codes, clauses, questions side by side, coverage
#[derive(clap::Args)]
#[command(
    override_usage = "jadoube laws [--json]\n       jadoube laws CODE [CLAUSE] [--json]\n       \
                      jadoube laws compare [QUESTION] [--json]\n       jadoube laws coverage [--json]",
    after_help = "\
Examples:
  jadoube laws                      the codes
  jadoube laws bcc-1899             its contents
  jadoube laws bcc-1899 \"II.5(c)\"   one clause: gist, disposition, readings, cases
  jadoube laws bcc-1899 ii 5 c      the same
  jadoube laws bcc-1899 II.5        a whole law
  jadoube laws compare              the questions
  jadoube laws compare touch        one question, the codes side by side
  jadoube laws coverage             how much of each code is ruled on, and exercised by cases"
)]
pub(crate) struct Args {
    /// A code, `compare` or `coverage`.
    #[arg(value_name = "CODE|compare|coverage")]
    what: Option<String>,
    /// A clause of the code, or a question to compare.
    #[arg(value_name = "CLAUSE|QUESTION")]
    which: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let which = args.which.join(" ");
    let shown = match (args.what.as_deref(), which.as_str()) {
        (None, _) => codes(),
        (Some("coverage"), "") => coverage(),
        (Some("coverage"), _) => return Err(Failure::input("`laws coverage` takes nothing more")),
        (Some("compare"), "") => questions(),
        (Some("compare"), name) => compare(laws::question(name).map_err(Failure::input)?),
        (Some(name), which) => {
            let code = match name.parse::<Code>() {
                Ok(code) => code,
                Err(error) => return Err(unknown(&error)),
            };
            if which.is_empty() {
                contents(code)
            } else {
                clause(code, which)?
            }
        }
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", shown.json)?;
    } else {
        (shown.print)(&mut out)?;
    }
    Ok(())
}

fn unknown(error: &UnknownCode) -> Failure {
    Failure::Input(format!("{error}; or `compare`, or `coverage`"))
}

type Print = Box<dyn FnOnce(&mut dyn Write) -> std::io::Result<()>>;

/// The same content for programs and for people.
struct Shown {
    json: Json,
    print: Print,
}

fn codes() -> Shown {
    let print = |out: &mut dyn Write| {
        for code in Code::ALL {
            let year = code.year().map_or("undated".to_owned(), |year| year.to_string());
            let clauses = register(code).len();
            write!(
                out,
                "{CLAUSE}{code:<10}{CLAUSE:#} {year:<8} {clauses:>4} clauses  {}",
                code.title()
            )?;
            writeln!(out)?;
        }
        writeln!(
            out,
            "\n{FAINT}A code's contents: jadoube laws bcc-1899; a question: jadoube laws compare touch{FAINT:#}"
        )
    };
    Shown {
        json: laws::codes(),
        print: Box::new(print),
    }
}

fn contents(code: Code) -> Shown {
    let print = move |out: &mut dyn Write| {
        writeln!(out, "{TITLE}{}{TITLE:#}", code.title())?;
        let entries: Vec<&Entry> = register(code).iter().collect();
        print_list(out, &entries)
    };
    Shown {
        json: laws::contents(code),
        print: Box::new(print),
    }
}

/// Clauses under their headings.
fn print_list(out: &mut dyn Write, entries: &[&Entry]) -> std::io::Result<()> {
    let width = paint::width(None);
    let label_width = entries.iter().map(|entry| entry.label.len()).max().unwrap_or(0);
    let mut heading = "";
    for entry in entries {
        if entry.heading != heading {
            heading = entry.heading;
            writeln!(out, "\n{TITLE}{heading}{TITLE:#}")?;
        }
        let (label, disposition) = (entry.label, entry.disposition.name());
        let mut lines = paint::wrap(entry.gist, width.saturating_sub(label_width + 18).max(24)).into_iter();
        let first = lines.next().unwrap_or_default();
        writeln!(
            out,
            "  {CLAUSE}{label:<label_width$}{CLAUSE:#}  {FAINT}{disposition:<10}{FAINT:#}  {first}"
        )?;
        for line in lines {
            writeln!(out, "{:1$}{line}", "", label_width + 16)?;
        }
    }
    Ok(())
}

fn clause(code: Code, written: &str) -> Result<Shown, Failure> {
    let json = laws::clause(code, written).map_err(|unknown| match unknown {
        Unknown::Clause { ref nearest, .. } if nearest.is_empty() => {
            Failure::Input(format!("{unknown}; `jadoube laws CODE` lists them"))
        }
        unknown => Failure::input(unknown),
    })?;
    let print: Print = match (lookup(code, written), lookup_reading(written)) {
        (Found::Clause { entry, within }, _) => Box::new(move |out: &mut dyn Write| {
            print_clause(out, code, entry)?;
            if within.is_empty() {
                Ok(())
            } else {
                print_list(out, &within)
            }
        }),
        (Found::Several(entries), _) => Box::new(move |out: &mut dyn Write| print_list(out, &entries)),
        (Found::Nothing { .. }, reading) => {
            Box::new(move |out: &mut dyn Write| reading.map_or(Ok(()), |reading| print_reading(out, reading)))
        }
    };
    Ok(Shown { json, print })
}

fn print_clause(out: &mut dyn Write, code: Code, entry: &Entry) -> std::io::Result<()> {
    let width = paint::width(None).min(100);
    writeln!(
        out,
        "{TITLE}{}{TITLE:#}  {CLAUSE}{}{CLAUSE:#}  {}",
        code.title(),
        entry.label,
        entry.heading
    )?;
    let print = |out: &mut dyn Write, line: Line| paint::line(out, &line, 2, width);
    print(out, Line::plain(entry.gist))?;
    print(out, Line::plain(&entry.disposition.to_string()).styled(FAINT))?;
    for part in entry.parts {
        print(out, Line::cited("• ", part.gist, part.disposition.name()))?;
    }
    let mut resting = index::resting_on(code, entry.label).peekable();
    if resting.peek().is_some() {
        writeln!(out, "\nWhat rests on it")?;
    }
    for (question, resting) in resting {
        let what = match resting {
            Resting::Answer(table) => format!("{} {}", table.title, table.rows[code].answer),
            Resting::Rule(rule) => rule.what.to_string(),
        };
        print(out, Line::cited("• ", &what, question.name))?;
    }
    let mut readings = readings_on(code, entry.label).peekable();
    if readings.peek().is_some() {
        writeln!(out, "\nHow we read it")?;
    }
    for reading in readings {
        print_reading(out, reading)?;
    }
    let cases = cases(code, entry.label);
    if !cases.is_empty() {
        writeln!(out, "\nCases that exercise it")?;
    }
    for (case, title) in cases {
        print(out, Line::cited("• ", title, &format!("scenarios/{case}.case")))?;
    }
    Ok(())
}

fn print_reading(out: &mut dyn Write, reading: &ReadingEntry) -> std::io::Result<()> {
    let width = paint::width(None).min(100);
    paint::line(out, &Line::explained(reading.id, reading.question), 2, width)?;
    let indent = reading.id.len() + 4;
    paint::line(out, &Line::plain(reading.choice), indent, width)?;
    paint::line(out, &Line::plain(reading.why).styled(FAINT), indent, width)
}

fn questions() -> Shown {
    let print = |out: &mut dyn Write| {
        let width = paint::width(None);
        for question in index::questions() {
            let mut line = Line::plain(question.title);
            line.set_mark(&format!("{:<15} ", question.name));
            paint::line(out, &line, 0, width)?;
        }
        Ok(())
    };
    Shown {
        json: laws::questions(),
        print: Box::new(print),
    }
}

fn compare(question: &'static Question) -> Shown {
    let print = move |out: &mut dyn Write| {
        let width = paint::width(None).min(120);
        paint::line(out, &Line::plain(question.title).styled(TITLE), 0, width)?;
        for table in &question.tables {
            writeln!(out)?;
            paint::line(out, &Line::plain(table.title), 0, width)?;
            for (code, row) in table.rows.iter() {
                let mut line = Line::cited("", &row.answer, &row.authority.to_string());
                line.set_mark(&format!("{:<10} ", code.name()));
                paint::line(out, &line, 2, width)?;
            }
        }
        print_rules(out, question, width)
    };
    Shown {
        json: laws::compare(question),
        print: Box::new(print),
    }
}

/// What is ruled by single clauses, code by code.
fn print_rules(out: &mut dyn Write, question: &Question, width: usize) -> std::io::Result<()> {
    if question.rules.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    paint::line(out, &Line::plain("By single clauses."), 0, width)?;
    for rule in &question.rules {
        for code in rule.codes {
            let mut line = Line::cited("", &rule.what, rule.label);
            line.set_mark(&format!("{:<10} ", code.name()));
            paint::line(out, &line, 2, width)?;
        }
    }
    Ok(())
}

/// How the clauses of a code fare.
#[derive(Default)]
struct Count {
    clauses: usize,
    exercised: usize,
    only_ruled: usize,
    not_ruled: usize,
    definitions: usize,
    umpire: usize,
    not_played: usize,
}

fn count(code: Code) -> Count {
    let mut count = Count::default();
    for entry in register(code) {
        count.clauses += 1;
        *match entry.disposition {
            Disposition::Definition => &mut count.definitions,
            Disposition::Umpire => &mut count.umpire,
            Disposition::NotPlayed(_) => &mut count.not_played,
            Disposition::Enforced | Disposition::Right => {
                if !cases(code, entry.label).is_empty() {
                    &mut count.exercised
                } else if is_ruled(code, entry.label) {
                    &mut count.only_ruled
                } else {
                    &mut count.not_ruled
                }
            }
        } += 1;
    }
    count
}

fn coverage() -> Shown {
    let json = Json::object(Code::ALL.map(|code| {
        let count = count(code);
        let counts = [
            ("clauses", count.clauses),
            ("ruled_and_exercised", count.exercised),
            ("ruled_only", count.only_ruled),
            ("not_ruled", count.not_ruled),
            ("definitions", count.definitions),
            ("for_the_umpire", count.umpire),
            ("not_played", count.not_played),
        ];
        (
            code.name(),
            Json::object(counts.map(|(name, number)| (name, Json::from(number)))),
        )
    }));
    let print = |out: &mut dyn Write| {
        writeln!(
            out,
            "{TITLE}{:<10} {:>8} {:>10} {:>6} {:>6} {:>12} {:>8} {:>11}{TITLE:#}",
            "", "clauses", "exercised", "ruled", "open", "definitions", "umpire", "not played"
        )?;
        for code in Code::ALL {
            let count = count(code);
            writeln!(
                out,
                "{CLAUSE}{code:<10}{CLAUSE:#} {:>8} {:>10} {:>6} {:>6} {:>12} {:>8} {:>11}",
                count.clauses,
                count.exercised,
                count.only_ruled,
                count.not_ruled,
                count.definitions,
                count.umpire,
                count.not_played
            )?;
        }
        writeln!(
            out,
            "\n{FAINT}exercised: ruled on, and a case shows it; ruled: ruled on, but no case shows it yet; open: not ruled \
             on yet{FAINT:#}"
        )
    };
    Shown {
        json,
        print: Box::new(print),
    }
}
