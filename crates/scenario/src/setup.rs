//! What was settled before the acts of a case? Plain lines, turned into the header of a record.

use jadoube_board::{Board, Man, Square};
use jadoube_record::{Json, parse};

/// The header fields that a set-up line stands for.
pub(crate) fn header_fields(word: &str, rest: &str) -> Result<Vec<(String, Json)>, String> {
    let one = |name: &str, value: Json| Ok(vec![(name.to_owned(), value)]);
    match word {
        "board" => one("start", board(rest)?.into()),
        "start" => one("start", rest.into()),
        "mode" => one("mode", rest.into()),
        "guard" => one("guard", true.into()),
        "scheduled" => one("scheduled", true.into()),
        "reply" => one("reply_hours", number(rest.trim_end_matches(" hours"))?),
        "odds" => one("odds", odds(rest)?),
        "undertakes" => one("undertakings", undertakes(rest)?),
        "time" => one("time_limit", time(rest)?),
        "previous" => {
            let (first, status) = two(rest)?;
            one(
                "previous",
                Json::object([("first_move", Json::from(first)), ("status", status.into())]),
            )
        }
        "agreed" => {
            let (name, value) = two(rest)?;
            let value = parse(value).unwrap_or_else(|_| value.into());
            one("agreements", Json::object([(name, value)]))
        }
        "terms" => match parse(rest) {
            Ok(Json::Object(fields)) => Ok(fields),
            Ok(_) => Err("expected an object of header fields".to_owned()),
            Err(fault) => Err(fault.to_string()),
        },
        _ => Err(format!(
            "unknown set-up \"{word}\"; expected one of: codes, shows, board, start, mode, guard, scheduled, reply, odds, \
             undertakes, time, previous, agreed, terms"
        )),
    }
}

/// Adds fields; lists and objects given twice grow together.
pub(crate) fn merge(header: &mut Vec<(String, Json)>, fields: Vec<(String, Json)>) {
    for (name, value) in fields {
        match header.iter_mut().find(|(field, _)| *field == name) {
            Some((_, Json::List(old))) if matches!(value, Json::List(_)) => {
                if let Json::List(more) = value {
                    old.extend(more);
                }
            }
            Some((_, Json::Object(old))) if matches!(value, Json::Object(_)) => {
                if let Json::Object(more) = value {
                    old.extend(more);
                }
            }
            Some((_, old)) => *old = value,
            None => header.push((name, value)),
        }
    }
}

fn two(text: &str) -> Result<(&str, &str), String> {
    text.split_once(' ')
        .map(|(a, b)| (a, b.trim()))
        .ok_or_else(|| format!("\"{text}\": expected two words"))
}

fn number(text: &str) -> Result<Json, String> {
    parse(text).map_err(|fault| format!("\"{text}\": {fault}"))
}

/// `White Kg1 Rh1 f2; Black Kg8; White to play; castling KQ; passed e3` as FEN.
fn board(text: &str) -> Result<String, String> {
    let mut board = Board::EMPTY;
    let (mut turn, mut castling, mut passed) = ("w", "-", "-");
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (first, rest) = part.split_once(' ').unwrap_or((part, ""));
        match (first.to_lowercase().as_str(), rest.trim()) {
            ("white", "to play") => turn = "w",
            ("black", "to play") => turn = "b",
            (side @ ("white" | "black"), men) => {
                for man in men.split_whitespace() {
                    let (square, man) = placed(side, man)?;
                    if board.get(square).is_some() {
                        return Err(format!("two men on {square}"));
                    }
                    board.set(square, Some(man));
                }
            }
            ("castling", letters) => castling = letters,
            ("passed", square) => passed = square,
            _ => {
                return Err(format!(
                    "\"{part}\"; expected men (White Kg1 Rh1 f2), \"White to play\", \"castling KQkq\" or \"passed e3\""
                ));
            }
        }
    }
    Ok(format!("{board} {turn} {castling} {passed} 0 1"))
}

/// `Kg1`, or `f2` for a Pawn.
fn placed(side: &str, man: &str) -> Result<(Square, Man), String> {
    let wrong = || format!("\"{man}\"; expected a man and its square, such as Kg1, or f2 for a Pawn");
    let (letter, square) = match man.len() {
        2 => ('P', man),
        3 => (
            man.chars().next().ok_or_else(wrong)?,
            man.get(1..).ok_or_else(wrong)?,
        ),
        _ => return Err(wrong()),
    };
    if !letter.is_ascii_uppercase() {
        return Err(wrong());
    }
    let letter = if side == "black" {
        letter.to_ascii_lowercase()
    } else {
        letter
    };
    Ok((
        square.parse().map_err(|_| wrong())?,
        Man::from_letter(letter).ok_or_else(wrong)?,
    ))
}

/// `white gives knight rook moves 2`.
fn odds(text: &str) -> Result<Json, String> {
    let mut words = text.split_whitespace();
    let giver = words.next().unwrap_or_default();
    if words.next() != Some("gives") {
        return Err("expected odds such as: white gives knight, or: black gives pawn moves 2".to_owned());
    }
    let mut men = Vec::new();
    let mut moves = Json::from(0u32);
    while let Some(word) = words.next() {
        match word {
            "moves" => moves = number(words.next().unwrap_or_default())?,
            man => men.push(man),
        }
    }
    Ok(Json::object([
        ("giver", Json::from(giver)),
        ("men", Json::list(men)),
        ("moves", moves),
    ]))
}

/// `white mate with f2`, `white mate on h8`, `white be-mated`.
fn undertakes(text: &str) -> Result<Json, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (by, what) = match words[..] {
        [by, "mate", how @ ("with" | "on"), square] => {
            (by, ("mate", Json::object([(how, Json::from(square))])))
        }
        [by, engage] => (by, ("engage", engage.into())),
        _ => return Err("expected: white mate with f2, white mate on h8 or white be-mated".to_owned()),
    };
    Ok(Json::list([Json::object([("by", Json::from(by)), what])]))
}

/// `20 moves in 3600, then 15 in 3600, close 14400`.
fn time(text: &str) -> Result<Json, String> {
    let (mut by, mut fields) = (Vec::new(), Vec::new());
    for part in text.split(',').map(str::trim) {
        let words: Vec<&str> = part.split_whitespace().filter(|word| *word != "moves").collect();
        let period = |moves, seconds| -> Result<Json, String> {
            Ok(Json::object([
                ("moves", number(moves)?),
                ("seconds", number(seconds)?),
            ]))
        };
        match words[..] {
            [moves, "in", seconds] => by.push(period(moves, seconds)?),
            ["then", moves, "in", seconds] => fields.push(("then", period(moves, seconds)?)),
            ["close", seconds] => fields.push(("close_of_play", number(seconds)?)),
            _ => {
                return Err(format!(
                    "\"{part}\"; expected: 20 moves in 3600, then 15 in 3600, close 14400"
                ));
            }
        }
    }
    fields.push(("by", Json::List(by)));
    Ok(Json::object(fields))
}
