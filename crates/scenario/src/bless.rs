//! What would a case say if the law as it now rules were right? For a person to review, never to be taken on trust.

use crate::{
    case::{Case, Expect, Row},
    check::{Step, tell},
};
use jadoube_game::{Code, View};
use std::fmt::Write as _;

/// The case's text with what the law now says of each act; whatever else the case asks for stays as it is.
pub fn bless(case: &Case) -> String {
    let mut text = case.preamble.join("\n").trim_end().to_owned();
    text.push('\n');
    let mut states: Vec<Vec<(Code, Result<View, String>)>> = vec![Vec::new(); case.steps.len() + 1];
    for code in case.codes.iter().copied() {
        tell(case, code, &mut |step, view| {
            let at = match step {
                Step::Before => 0,
                Step::After(i) => i + 1,
            };
            states[at].push((code, view.cloned()));
        });
    }
    let rows = |rows: &[Row], states: &[(Code, Result<View, String>)], text: &mut String| {
        for (codes, lines) in grouped(states) {
            let codes = named(&codes, &case.codes);
            for (i, (said, clause)) in lines.iter().enumerate() {
                let codes = if i == 0 { codes.as_str() } else { "" };
                let line = format!("     {codes:<18}  {said:<60}  {clause}");
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        let asked = |row: &&Row| {
            !matches!(
                row.expect,
                Expect::Says(_) | Expect::Nothing | Expect::Refused(_) | Expect::Status(..)
            )
        };
        for row in rows.iter().filter(asked) {
            let shown = row.text.trim();
            let codes = named(&row.codes, &case.codes);
            // A row that inherited its codes from a line now rewritten must name them.
            let shown = if shown.starts_with(char::is_alphabetic) && starts_with_codes(shown) {
                shown.to_owned()
            } else {
                format!("{codes:<18}  {shown}")
            };
            let _ = writeln!(text, "     {shown}");
        }
    };
    rows(&case.before, &[], &mut text);
    for (i, step) in case.steps.iter().enumerate() {
        let _ = writeln!(text, "\n{}. {}", i + 1, step.said);
        rows(&step.rows, &states[i + 1], &mut text);
    }
    text
}

fn starts_with_codes(row: &str) -> bool {
    let first = row.split("  ").next().unwrap_or_default();
    first
        .split(' ')
        .all(|word| word == "all" || word.ends_with('*') || word.parse::<Code>().is_ok())
}

type Lines = Vec<(String, String)>;

/// Codes that say the same stand together.
fn grouped(states: &[(Code, Result<View, String>)]) -> Vec<(Vec<Code>, Lines)> {
    let mut groups: Vec<(Vec<Code>, Lines)> = Vec::new();
    for (code, view) in states {
        let lines = match view {
            Ok(view) => lines(view),
            Err(why) => vec![(format!("\"CANNOT HAPPEN: {why}\""), "-".to_owned())],
        };
        match groups.iter_mut().find(|(_, same)| *same == lines) {
            Some((codes, _)) => codes.push(*code),
            None => groups.push((vec![*code], lines)),
        }
    }
    groups
}

fn lines(view: &View) -> Lines {
    let clause = |clause: Option<&str>| clause.unwrap_or("-").to_owned();
    let mut lines: Lines = view
        .rulings
        .iter()
        .map(|finding| (finding.text.clone(), finding.clause.to_owned()))
        .collect();
    if let Some(refusal) = &view.refused {
        lines.push((format!("refused {}", refusal.why), clause(refusal.clause)));
    }
    if view.status.is_over() {
        let winner = view.winner.map(|winner| format!(" {winner}")).unwrap_or_default();
        lines.push((format!("status {}{winner}", view.status), clause(view.clause)));
    }
    if lines.is_empty() {
        lines.push(("nothing".to_owned(), String::new()));
    }
    lines
}

fn named(codes: &[Code], of: &[Code]) -> String {
    let british = [Code::Bcc1896, Code::Bcc1899];
    if codes == of && of.len() == Code::ALL.len() {
        return "all".to_owned();
    }
    let mut words: Vec<&str> = Vec::new();
    let both = british.iter().all(|code| codes.contains(code));
    for code in codes {
        match code {
            Code::Bcc1896 if both => words.push("bcc-*"),
            Code::Bcc1899 if both => {}
            code => words.push(code.name()),
        }
    }
    words.join(" ")
}
