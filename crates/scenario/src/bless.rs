//! What would a case say if the law as it now rules were right? For a person to review, never to be taken on trust.

use crate::{
    case::{Case, Expect, Row},
    check::{Step, tell},
};
use jadoube_game::{Act, Code, Status, View};
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
    let all = case.named.as_deref().unwrap_or(&Code::ALL);
    let before: Vec<Told> = case.before.iter().map(told).collect();
    write_rows(&mut text, all, &before);
    // Acts of which nothing is said stand together.
    let mut nothing_said = false;
    for (i, step) in case.steps.iter().enumerate() {
        if !nothing_said {
            text.push('\n');
        }
        let codes = step.codes.as_ref().map(|codes| format!("{}  ", named(codes)));
        let _ = writeln!(text, "{}. {}{}", i + 1, codes.unwrap_or_default(), step.said);
        let mut rows: Vec<Told> = grouped(&states[i + 1])
            .into_iter()
            .flat_map(|(codes, lines)| {
                lines
                    .into_iter()
                    .map(move |(said, clause)| (codes.clone(), said, clause))
            })
            .filter(|(codes, said, _)| {
                // A refusal that the case already expects stays in the writer's words.
                let expected = |code: &Code| {
                    let refused =
                        |row: &Row| matches!(row.expect, Expect::Refused(_)) && row.codes.contains(code);
                    step.rows.iter().any(refused)
                };
                let told_already = said.starts_with("refused ") && codes.iter().all(expected);
                // That an ordinary move raises no question goes without saying.
                let goes_without_saying = said == "nothing" && matches!(step.event.act, Act::Move { .. });
                !told_already && !goes_without_saying
            })
            .collect();
        rows.extend(step.rows.iter().filter(|row| is_asked(row)).map(told));
        write_rows(&mut text, step.codes.as_deref().unwrap_or(all), &rows);
        nothing_said = rows.is_empty();
    }
    text
}

/// A row: under which codes, what, by which clause.
type Told = (Vec<Code>, String, String);

fn told(row: &Row) -> Told {
    (
        row.codes.clone(),
        row.what.clone(),
        row.clause.clone().unwrap_or_default(),
    )
}

/// What only the writer of a case can know he wants to see.
fn is_asked(row: &Row) -> bool {
    match &row.expect {
        Expect::Says(_) | Expect::Nothing => false,
        // How a game ended is told by itself.
        Expect::Status(status, _) => !status.parse().is_ok_and(Status::is_over),
        _ => true,
    }
}

/// Rows with their columns in line; codes are named where they change from those that a row means of itself.
fn write_rows(text: &mut String, own: &[Code], rows: &[Told]) {
    let length = |text: &str| text.chars().count();
    let mut current = own;
    let mut shown: Vec<String> = Vec::new();
    for (codes, ..) in rows {
        shown.push(if codes == current {
            String::new()
        } else {
            named(codes)
        });
        current = codes;
    }
    let code_width = shown
        .iter()
        .map(|codes| length(codes))
        .max()
        .filter(|width| *width > 0)
        .map_or(0, |width| width + 2);
    let width = rows
        .iter()
        .filter(|row| !row.2.is_empty())
        .map(|row| length(&row.1))
        .max()
        .unwrap_or(0)
        + 2;
    for (codes, (_, said, clause)) in shown.iter().zip(rows) {
        let line = format!("     {codes:<code_width$}{said:<width$}{clause}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
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
        .map(|finding| (finding.text.told(), finding.clause.to_owned()))
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

fn named(codes: &[Code]) -> String {
    if codes == Code::ALL {
        return "all".to_owned();
    }
    let both = [Code::Bcc1896, Code::Bcc1899]
        .iter()
        .all(|code| codes.contains(code));
    let words = codes.iter().filter_map(|code| match code {
        Code::Bcc1896 if both => Some("bcc-*"),
        Code::Bcc1899 if both => None,
        code => Some(code.name()),
    });
    words.collect::<Vec<_>>().join(" ")
}
