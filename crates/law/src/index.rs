//! Which questions of law are there, and how does each code answer them, in words?
//!
//! The words are those of the tables themselves: a table's title, and an answer's meaning, are the doc comments that
//! stand over them in `questions/`, so that what is shown to an arbiter cannot drift from what a programmer reads.

use crate::{
    code::{Answer, Authority, ByCode},
    questions as q,
};
use jadoube_game::Code;
use std::fmt::Debug;
use std::sync::LazyLock;

/// One question of law and the tables that answer it.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its name, that of its file: `touch`.
    pub name: &'static str,
    /// The question, in an arbiter's words.
    pub title: String,
    /// The tables, in the order of the file.
    pub tables: Vec<Table>,
}

/// The answers to one part of a question.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its name in the source, `TOUCHED_MOVEABLE`.
    pub name: &'static str,
    /// What it answers.
    pub title: String,
    /// The answers.
    pub rows: ByCode<Row>,
}

/// A code's answer, in words, and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The answer.
    pub answer: String,
    /// What it rests on.
    pub authority: Authority,
}

/// Lists the tables of each question; a test sees to it that none is left out.
macro_rules! questions {
    ($($module:ident: $($table:ident),+;)+) => {
        vec![$({
            let source = include_str!(concat!(env!("OUT_DIR"), "/questions/", stringify!($module), ".rs"));
            Question {
                name: stringify!($module),
                title: opening(source),
                tables: vec![$(table(source, stringify!($table), &q::$module::$table)),+],
            }
        }),+]
    };
}

static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    questions! {
        touch: TOUCHED_MOVEABLE, TOUCHED_IMMOVEABLE, TOUCHED_OUT_OF_TURN, BY_ACCIDENT, REMOVED;
        adjust: ADJUSTING;
        requirements: HELD_MAN;
        completing: TRANSFERRED, TAKING, CASTLED, CASTLING_SQUARES, PROMOTING, LEFT_A_PAWN, PUT_UPON;
        pressing: COMPLETED;
        powers: POWERS, OWN_KING, CASTLING, IN_PASSING;
        false_move: FALSE_MOVE, FOUND_LATER;
        out_of_turn: SECOND_MOVE, ROOK_FIRST;
        penalties: PENALTIES, WHO_CHOOSES, LAPSES, ILLEGAL_REQUIREMENT, CASTLING_AS_PENALTY;
        check: ANNOUNCING, FALSE_CRY;
        endings: MATE, STALEMATE, DRAWN_GAME, ENDLESS_CHECKS, CLAIM_BEFORE, UNDERTAKINGS, ONLY_IN_PASSING;
        crossings: END_IN_BREACH, SEALED_IN_BREACH;
        repetition: REPETITION, FIFTH_TIME;
        fifty_moves: FIFTY_MOVES, SEVENTY_FIVE;
        agreement: DRAW;
        first_move: ORDINARILY, NEXT_GAME, MEN_IN_A_SERIES, AT_ODDS, WRONG_PLAYER;
        misplaced_men: BOARD, ARRAY, MEN, FOUND_LATE, DROPPED_MAN;
        odds: WHICH_MAN, SEVERAL_MOVES, CASTLING_WITHOUT_ROOK, QUEENING;
        adjournment: SEALED_WRONGLY, SEALING, ENVELOPE, WRONG_POSITION;
        communication: HOW_READ, SEVERAL_READINGS, OVER_THE_BOARD;
        time_limit: OVERSTEPPING, TIMED_PLAY, LATENESS;
        forfeits: RESIGNATION, UPSETTING, REFUSING, UPSET_BY_ACCIDENT, OUTSIDE_HELP;
        conduct: REMARKS, WRONG_CLOCK;
        disputes: WHO_DECIDES, TRANSMISSION, TIME_CORRECTED, POSITION_LOST;
    }
});

/// Every question, roughly in the order in which a game raises them.
pub fn questions() -> &'static [Question] {
    &QUESTIONS
}

/// The question of this name, however it is punctuated: `false-move`, `False move`.
pub fn question(name: &str) -> Option<&'static Question> {
    let plain = |name: &str| name.to_lowercase().replace(['-', '_', ' '], "");
    QUESTIONS
        .iter()
        .find(|question| plain(question.name) == plain(name))
}

/// The tables in which this code's answer rests on this clause (or reading), each with its question.
pub fn tables_citing(code: Code, label: &str) -> impl Iterator<Item = (&'static Question, &'static Table)> {
    QUESTIONS
        .iter()
        .flat_map(|question| question.tables.iter().map(move |table| (question, table)))
        .filter(move |(_, table)| table.rows[code].authority.cited().contains(&label))
}

fn table<T: Debug>(source: &str, name: &'static str, answers: &ByCode<Answer<T>>) -> Table {
    let declared = source.split_once(&format!("\npub static {name}: ByCode<Answer<"));
    let (before, after) = declared.unwrap_or_default();
    let kind = after.split_once('>').map_or("", |(kind, _)| kind);
    Table {
        name,
        title: documentation(before).unwrap_or_else(|| spaced(name)),
        rows: answers.map(|_, answer| Row {
            answer: match format!("{:?}", answer.value).as_str() {
                "()" => said_or_read(answer.authority).to_owned(),
                value => words(source, kind, value),
            },
            authority: answer.authority,
        }),
    }
}

/// The meaning of an answer: the comment over its variant, or the variant's own name in words.
fn words(source: &str, kind: &str, value: &str) -> String {
    let variant = value
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or(value);
    let body = source
        .split_once(&format!("\npub enum {kind} {{"))
        .map(|(_, body)| body);
    let commented = body.and_then(|body| {
        let body = body.split_once("\n}").map_or(body, |(body, _)| body);
        let at = body
            .lines()
            .position(|line| line.trim().trim_end_matches(',') == variant)?;
        documentation(&body.lines().take(at).collect::<Vec<_>>().join("\n"))
    });
    commented.unwrap_or_else(|| format!("{}.", spaced(value)))
}

/// Where the codes differ only in where they say it, there is no more to tell than whether they do.
const fn said_or_read(authority: Authority) -> &'static str {
    match authority {
        Authority::Clauses(_) => "The code provides for it.",
        Authority::Reading(_) => "The code is silent: a reading decides.",
    }
}

/// The doc comment at the end of this text, attributes aside, as one line.
fn documentation(before: &str) -> Option<String> {
    let lines: Vec<&str> = before
        .lines()
        .rev()
        .map(str::trim)
        .skip_while(|line| line.starts_with("#[") || line.is_empty())
        .map_while(|line| line.strip_prefix("///"))
        .map(str::trim)
        .collect();
    (!lines.is_empty()).then(|| lines.into_iter().rev().collect::<Vec<_>>().join(" "))
}

/// The sentence with which a file opens.
fn opening(source: &str) -> String {
    let lines = source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim);
    lines
        .take_while(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `MustMoveIt` and `MUST_MOVE_IT` as "Must move it".
fn spaced(name: &str) -> String {
    let mut spaced = String::new();
    let mut small_before = false;
    for letter in name.chars() {
        match letter {
            '_' => spaced.push(' '),
            letter if letter.is_uppercase() && small_before => {
                spaced.push(' ');
                spaced.extend(letter.to_lowercase());
            }
            letter if spaced.is_empty() => spaced.push(letter),
            letter => spaced.extend(letter.to_lowercase()),
        }
        small_before = letter.is_lowercase();
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    #[test]
    fn no_table_is_left_out() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/questions");
        let mut declared = 0;
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            for line in fs::read_to_string(&path).unwrap().lines() {
                let Some((table, _)) = line
                    .strip_prefix("pub static ")
                    .and_then(|line| line.split_once(':'))
                else {
                    continue;
                };
                if line.contains("ByCode<Answer<") {
                    declared += 1;
                    let listed =
                        question(&name).is_some_and(|q| q.tables.iter().any(|each| each.name == table));
                    assert!(listed, "{name}: {table} is not in the index of questions");
                }
            }
        }
        assert_eq!(
            declared,
            questions()
                .iter()
                .map(|question| question.tables.len())
                .sum::<usize>()
        );
    }

    #[test]
    fn answers_speak_in_the_words_of_their_tables() {
        let touch = question("touch").unwrap();
        assert_eq!(
            touch.title,
            "A player touches a man: what must he, or may he be made to, do?"
        );
        let moveable = &touch.tables[0];
        assert_eq!(
            moveable.rows[Code::Xxv].answer,
            "He must move it, from that moment."
        );
        for question in questions() {
            for table in &question.tables {
                assert!(!table.title.contains('_'), "{}: {}", question.name, table.name);
                for (code, row) in table.rows.iter() {
                    assert!(row.answer.ends_with('.'), "{} {code}: {}", table.name, row.answer);
                    assert!(!row.authority.cited().is_empty(), "{} {code}", table.name);
                }
            }
        }
    }

    #[test]
    fn a_question_is_found_however_it_is_written() {
        for name in ["false_move", "false-move", "False Move"] {
            assert_eq!(question(name).map(|question| question.name), Some("false_move"));
        }
        assert!(question("sleep").is_none());
        assert!(tables_citing(Code::Bcc1899, "II.5(c)").any(|(question, _)| question.name == "touch"));
    }
}
