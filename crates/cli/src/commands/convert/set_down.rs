//! How is a game set down in what the output is to be, and what is said of it?

use std::fmt::Write as _;
use std::io::{self};

use jadoube_board::{Board, Colour, Move, Origins, Position};
use jadoube_game::Code;
use jadoube_notation::{
    Annotation, Edition, Language, PgnWriter, Standing, Style, abbreviated_record, full_record, push_san,
    write_move,
};
use serde_json::{Value, json};

use super::{Args, From, Game, Setting, Tally, To};
use crate::commands::input::Progress;
use crate::commands::record;

pub(super) fn finish(
    args: &Args,
    game: &Game,
    progress: &Progress,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    tally.games += 1;
    if args.to() == To::Record && args.game.is_none() && tally.games > 1 {
        return Err(io::Error::other(
            "a record holds one game: choose one with --game",
        ));
    }
    tally.unclean += u64::from(!game.reading.is_clean() || !game.doubts.is_empty());
    progress.games(1);
    match args.to() {
        To::Json => writeln!(out, "{}", as_json(game)),
        To::Uci => {
            let moves: Vec<String> = game.reading.moves.iter().map(ToString::to_string).collect();
            writeln!(out, "{}", moves.join(" "))
        }
        // Without its start, a game is no record.
        To::Record if game.reading.faults.iter().any(|fault| fault.ply == 0) => Ok(()),
        To::Record => {
            let legal = record::legal(&game.start, &game.reading.moves);
            let moves = legal.chain(record::acts(&game.beyond));
            let tagged = game.tags.iter().find(|(name, _)| name == "Laws");
            let tagged = tagged.and_then(|(_, code)| code.parse().ok());
            let code = args.code.or(tagged).unwrap_or(record::DEFAULT_CODE);
            let end = game.whole.then_some(record::End {
                result: game.result,
                how: game.ending,
            });
            let (lines, remark) = record::of_game(code, &game.start, moves, end);
            if let Some(remark) = remark {
                progress.say(&format!("warning in game {}: {remark}", tally.games));
            }
            write!(out, "{lines}")
        }
        To::Pgn => writeln!(out, "{}", as_pgn(args, game)),
        To::Descriptive | To::Algebraic | To::Full => write!(out, "{}", as_columns(args, game)),
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn as_json(game: &Game) -> Value {
    let reading = &game.reading;
    let mut uci = texts(&reading.moves);
    uci.extend(game.beyond.iter().map(|step| match step.standing {
        // UCI's own sign.
        Standing::Passed => "0000".to_owned(),
        _ => step.movement.to_string(),
    }));
    let ties: Vec<Value> = reading
        .ties
        .iter()
        .map(|tie| {
            let lines: Vec<Vec<String>> = tie.lines.iter().map(|line| texts(line)).collect();
            json!({"ply": tie.ply, "moves": texts(&tie.moves), "lines": lines})
        })
        .collect();
    let faults: Vec<Value> = reading
        .faults
        .iter()
        .map(|fault| {
            json!({
                "ply": fault.ply, "text": fault.text, "why": fault.why,
                "would_fit": texts(&fault.would_fit), "span": fault.span.map(|(from, to)| [from, to]),
            })
        })
        .collect();
    let repairs: Vec<Value> = reading
        .repairs
        .iter()
        .map(|repair| {
            json!({
                "ply": repair.ply, "text": repair.text, "read_as": repair.read_as,
                "move": repair.movement.to_string(), "why": repair.why,
            })
        })
        .collect();
    let notes: Vec<Value> = reading
        .notes
        .iter()
        .map(|note| json!({"ply": note.ply, "text": note.text}))
        .collect();
    let mut object = json!({"uci": uci, "ties": ties, "faults": faults, "repairs": repairs, "notes": notes});
    if !game.tags.is_empty() {
        let tags: serde_json::Map<String, Value> = game
            .tags
            .iter()
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect();
        object["tags"] = Value::Object(tags);
    }
    if game.result != "*" {
        object["result"] = json!(game.result);
    }
    let comments: Vec<Value> = game
        .annotations
        .iter()
        .filter_map(|(ply, annotation)| match annotation {
            Annotation::Comment(text) => Some(json!({"ply": ply, "text": text})),
            _ => None,
        })
        .collect();
    if !comments.is_empty() {
        object["comments"] = json!(comments);
    }
    let doubts: Vec<Value> = game
        .doubts
        .iter()
        .map(|(doubt, (line, column))| {
            json!({"ply": doubt.ply, "why": doubt.why, "line": line, "column": column})
        })
        .collect();
    if !doubts.is_empty() {
        object["doubts"] = json!(doubts);
    }
    if !game.languages.is_empty() && game.languages[0] != Language::English {
        let names: Vec<&str> = game.languages.iter().map(|language| language.name()).collect();
        object["languages"] = json!(names);
    }
    if !game.id.is_null() {
        object["id"] = game.id.clone();
    }
    if *game.start.board() != Board::ARRAY {
        // The board does not know the rights to castle of Chess960.
        let fen = game.as_it_stood.as_ref().and_then(|game| game.tag("FEN"));
        object["start_fen"] = json!(fen.map_or_else(|| game.start.to_fen(), str::to_owned));
    }
    object
}

fn as_pgn(args: &Args, game: &Game) -> String {
    let reading = &game.reading;
    let mut tags = game.tags.clone();
    if let Some(code) = args.code {
        tags.retain(|(name, _)| name != "Laws");
        tags.push(("Laws".to_owned(), code.to_string()));
    }
    if let Some(stood) = &game.as_it_stood {
        let mut kept = stood.clone();
        kept.tags = tags;
        return kept.to_pgn();
    }
    let last = reading.moves.len();
    let (mut annotations, beyond): (Vec<_>, Vec<_>) = game
        .annotations
        .iter()
        .cloned()
        .partition(|(ply, _)| *ply <= last);
    let mut remark = |ply: usize, text: String| annotations.push((ply, Annotation::Comment(text)));
    for tie in &reading.ties {
        let others: Vec<String> = tie
            .moves
            .iter()
            .filter(|movement| **movement != reading.moves[tie.ply - 1])
            .map(ToString::to_string)
            .collect();
        remark(
            tie.ply,
            format!("the score leaves this open: also {}", others.join(", ")),
        );
    }
    for repair in &reading.repairs {
        remark(
            repair.ply,
            format!(
                "printed \"{}\", read as \"{}\": {}",
                repair.text, repair.read_as, repair.why
            ),
        );
    }
    // A fault in a variation is told where the variation breaks off.
    if let Some(why) = &game.broke_off {
        remark(last, why.clone());
    }
    if !game.rest.is_empty() {
        remark(last, format!("not read after it: {}", game.rest));
    }
    if !game.beyond.is_empty() {
        remark(last, went_on(game, &beyond));
    }
    for note in reading.notes.iter().filter(|note| note.ply <= last) {
        remark(note.ply, note.text.clone());
    }
    annotations.sort_by_key(|(ply, _)| *ply);
    PgnWriter {
        tags: &tags,
        annotations: &annotations,
        result: game.result,
    }
    .write(&game.start, &reading.moves)
}

/// What followed an irregular move that stood, with the remarks on it, for a comment: other
/// programs could not replay it.
fn went_on(game: &Game, annotations: &[(usize, Annotation)]) -> String {
    let mut text = "the move stood, and the game went on".to_owned();
    let legal = game.reading.moves.len();
    for (index, step) in game.beyond.iter().enumerate() {
        let _ = write!(text, " {}", step.text);
        for (_, annotation) in annotations.iter().filter(|(ply, _)| *ply == legal + index + 1) {
            let _ = match annotation {
                Annotation::Comment(remark) => write!(text, " [{remark}]"),
                Annotation::Nag(nag) => write!(text, " ${nag}"),
                Annotation::Variation(line) => {
                    let moves: Vec<String> = line
                        .moves
                        .iter()
                        .map(|movement| movement.map_or("--".to_owned(), |movement| movement.to_string()))
                        .collect();
                    write!(text, " ({})", moves.join(" "))
                }
            };
        }
    }
    text
}

fn as_columns(args: &Args, game: &Game) -> String {
    let mut out = String::new();
    for line in &game.title {
        let _ = writeln!(out, "{line}");
    }
    for (name, value) in game.tags.iter().filter(|_| game.title.is_empty()) {
        let _ = writeln!(out, "{name}: {value}");
    }
    if *game.start.board() != Board::ARRAY {
        let _ = writeln!(out, "From {}", game.start.to_fen());
    }
    let mut position = game.start;
    let mut origins = Origins::of(position.board());
    let mut cells: Vec<String> = Vec::new();
    for &movement in &game.reading.moves {
        cells.push(set_down(args, game.from, &position, movement, &origins));
        origins.play(&position, movement);
        position = position.play(movement);
    }
    let repaired = |ply: usize| game.reading.repairs.iter().any(|repair| repair.ply == ply);
    for (index, cell) in cells.iter_mut().enumerate() {
        if repaired(index + 1) {
            cell.push('*');
        }
    }
    if game.start.turn() == Colour::Black && !cells.is_empty() {
        cells.insert(0, "...".to_owned());
    }
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0) + 2;
    for (number, pair) in (usize::from(game.start.fullmove())..).zip(cells.chunks(2)) {
        let white = &pair[0];
        let black = match pair.get(1) {
            // Over so wide a column the eye does not find the number again.
            Some(black) if args.to() == To::Full => format!("{number:>3}. {black}"),
            Some(black) => black.clone(),
            None => String::new(),
        };
        let line = format!("{number:>3}. {white:<width$}{black}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if game.result != "*" {
        let _ = writeln!(out, "     {}", game.result);
    }
    for repair in &game.reading.repairs {
        let _ = writeln!(out, "* printed \"{}\": {}", repair.text, repair.why);
    }
    out.push('\n');
    out
}

fn set_down(args: &Args, from: From, position: &Position, movement: Move, origins: &Origins) -> String {
    let letters = args.letters(from);
    match (args.to(), args.code) {
        (To::Algebraic, _) if args.figurines => write_move(Style::Figurine, position, movement, origins),
        (To::Algebraic, Some(Code::Fide1931)) => {
            write_move(Style::ShortAlgebraic1931, position, movement, origins)
        }
        (To::Algebraic, Some(Code::Fide2023)) => {
            write_move(Style::Algebraic2023, position, movement, origins)
        }
        (To::Algebraic, _) if letters.is_some() => {
            let language = letters.unwrap_or(Language::English);
            write_move(Style::Algebraic(language), position, movement, origins)
        }
        (To::Algebraic, _) => {
            let mut text = String::new();
            push_san(&mut text, position, movement);
            text
        }
        (To::Full, Some(Code::Fide1931)) => write_move(Style::LongAlgebraic1931, position, movement, origins),
        (To::Full, Some(Code::Fide2023)) => write_move(Style::LongAlgebraic2023, position, movement, origins),
        (To::Full, code) => {
            let edition = if code == Some(Code::Bcc1896) {
                Edition::Bcc1896
            } else {
                Edition::Bcc1899
            };
            format!(
                "{} [{}]",
                full_record(position, movement, edition),
                abbreviated_record(position, movement, edition)
            )
        }
        _ => {
            let style = match args.style {
                Setting::Terse => letters.map_or(Style::Descriptive, Style::DescriptiveIn),
                Setting::Spaced => Style::Spaced,
                Setting::Words => Style::Words,
                Setting::Possessive => Style::Possessive,
                Setting::Hybrid => Style::Hybrid,
                Setting::Fide => Style::Descriptive1931,
            };
            write_move(style, position, movement, origins)
        }
    }
}
