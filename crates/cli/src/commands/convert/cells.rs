//! Which games do lines of cells record, one game in each?

use std::io::{self, BufRead as _, BufReader, Read};

use jadoube_board::Position;
use jadoube_notation::{ScoreReader, decode, start_from};
use serde_json::Value;

use super::set_down::finish;
use super::{
    Args, From, Game, Tally, broke_off, decisions, fault_in_words, goes_by_place, note_place, outcome,
};
use crate::commands::draw::draw_line;
use crate::commands::input::Progress;

/// No game in cells is longer than this.
const LONGEST_CELLS: u64 = 1 << 23;

pub(super) fn cells(
    args: &Args,
    name: &str,
    mut source: BufReader<Box<dyn Read>>,
    progress: &Progress,
    reader: &mut ScoreReader,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        (&mut source)
            .take(LONGEST_CELLS + 1)
            .read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            break;
        }
        if bytes.len() as u64 > LONGEST_CELLS {
            return Err(io::Error::other(format!(
                "line {number}: more than {} MB: expected one game",
                LONGEST_CELLS >> 20
            )));
        }
        let line = decode(bytes.strip_suffix(b"\n").unwrap_or(&bytes));
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            continue;
        }
        let mut refuse = |message: String, at: usize| {
            progress.say(&draw_line(
                &format!("error: {message}"),
                name,
                number,
                line,
                at..at + 1,
            ));
            tally.failed = true;
        };
        let value: Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => {
                refuse(format!("no JSON: {error}"), error.column().saturating_sub(1));
                continue;
            }
        };
        let columns = column(&value, "white").and_then(|white| Ok((white, column(&value, "black")?)));
        let (white, black) = match columns {
            Ok(columns) => columns,
            Err((field, message)) => {
                refuse(message, line.find(&format!("\"{field}\"")).unwrap_or(0));
                continue;
            }
        };
        let fen = match value.get("start_fen") {
            None | Some(Value::Null) => "",
            Some(Value::String(fen)) => fen.trim(),
            Some(other) => {
                let at = line.find("\"start_fen\"").unwrap_or(0);
                refuse(
                    format!("`start_fen` is {}: expected a text or null", sort(other)),
                    at,
                );
                continue;
            }
        };
        let start = if fen.is_empty() {
            Position::ordinary()
        } else {
            match start_from(fen) {
                Ok(start) => start,
                Err(error) => {
                    refuse(format!("start_fen: {error}"), line.find(fen).unwrap_or(0));
                    continue;
                }
            }
        };
        if tally.passes_over(args) {
            continue;
        }
        let by_place = goes_by_place(&start);
        let mut reading = reader.read_columns(&start, by_place, &white, &black, args.repair);
        note_place(by_place, &mut reading);
        for fault in &reading.faults {
            // The cell alone is drawn: a whole game on one line would drown it.
            let span = fault.span.map_or(0..fault.text.len(), |(from, to)| from..to);
            let message = fault_in_words(&start, tally.games + 1, fault);
            progress.say(&draw_line(&message, name, number, &fault.text, span));
        }
        for (_, message) in decisions(&start, tally.games + 1, &reading) {
            progress.say(&format!("{message}\n --> {name}:{number}"));
        }
        let told = value.get("result").and_then(Value::as_str);
        let result = outcome(&start, &reading.moves, told, reading.faults.is_empty());
        let game = Game {
            from: From::Cells,
            start,
            broke_off: broke_off(&reading),
            whole: reading.faults.is_empty(),
            reading,
            tags: Vec::new(),
            title: Vec::new(),
            result,
            ending: None,
            annotations: Vec::new(),
            beyond: Vec::new(),
            as_it_stood: None,
            rest: String::new(),
            doubts: Vec::new(),
            languages: Vec::new(),
            id: value.get("id").cloned().unwrap_or(Value::Null),
        };
        finish(args, &game, progress, tally, out)?;
    }
    Ok(())
}

/// A column of cells; a column left out is empty, and so is a cell that is null. Otherwise the field
/// at fault and what is wrong with it.
fn column<'v>(value: &'v Value, name: &'static str) -> Result<Vec<&'v str>, (&'static str, String)> {
    let both = ["white", "black"];
    if !value.is_object() || both.iter().all(|name| value.get(name).is_none()) {
        let message = "a game needs `white` and `black`, two lists of texts".to_owned();
        return Err((name, message));
    }
    match value.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(cells)) => cells
            .iter()
            .enumerate()
            .map(|(index, cell)| match cell {
                Value::Null => Ok(""),
                Value::String(text) => Ok(text.as_str()),
                other => Err((
                    name,
                    format!(
                        "`{name}`, cell {}, is {}: expected a text",
                        index + 1,
                        sort(other)
                    ),
                )),
            })
            .collect(),
        Some(other) => Err((
            name,
            format!("`{name}` is {}: expected a list of texts", sort(other)),
        )),
    }
}

/// What sort of JSON value this is, in words.
fn sort(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
