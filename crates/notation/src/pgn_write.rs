//! How is a game set down so that any other program can open it?

use std::fmt::Write as _;

use jadoube_board::{Move, Position};

use crate::san::push_san;

/// A game to be written as PGN.
#[derive(Clone, Debug, Default)]
pub struct PgnWriter<'g> {
    /// Tag pairs; the seven that every game has are filled in where they are missing, and `SetUp`
    /// and `FEN` are added where the game does not start from the ordinary array.
    pub tags: &'g [(String, String)],
    /// Comments by ply: 0 stands before the first move.
    pub comments: &'g [(usize, String)],
    /// The result.
    pub result: &'g str,
}

const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

impl PgnWriter<'_> {
    /// The game as text. The moves must be legal from `start`; what followed an irregular move
    /// belongs in a comment, so that the legal part opens everywhere.
    pub fn write(&self, start: &Position, moves: &[Move]) -> String {
        let mut out = String::new();
        let result = if self.result.is_empty() { "*" } else { self.result };
        let given = |name: &str| self.tags.iter().find(|(found, _)| found == name);
        for (name, blank) in ROSTER {
            let value = match given(name) {
                _ if name == "Result" => result,
                Some((_, value)) => value.as_str(),
                None => blank,
            };
            push_tag(&mut out, name, value);
        }
        if *start != Position::ordinary() {
            push_tag(&mut out, "SetUp", "1");
            push_tag(&mut out, "FEN", &start.to_string());
        }
        for (name, value) in self.tags {
            let taken = ROSTER.iter().any(|(roster, _)| roster == name) || name == "SetUp" || name == "FEN";
            if !taken {
                push_tag(&mut out, name, value);
            }
        }
        out.push('\n');
        self.movetext(&mut out, start, moves, result);
        out
    }

    fn movetext(&self, out: &mut String, start: &Position, moves: &[Move], result: &str) {
        let mut lines = Lines { out, column: 0 };
        let mut position = *start;
        let mut number_due = true;
        self.comments_at(0, &mut lines);
        let mut word = String::new();
        for (index, &movement) in moves.iter().enumerate() {
            let white = position.turn() == jadoube_board::Colour::White;
            word.clear();
            if white {
                let _ = write!(word, "{}. ", position.fullmove());
            } else if number_due {
                let _ = write!(word, "{}... ", position.fullmove());
            }
            push_san(&mut word, &position, movement);
            lines.word(&word);
            position = position.play(movement);
            number_due = self.comments_at(index + 1, &mut lines);
        }
        lines.word(result);
        lines.out.push('\n');
    }

    fn comments_at(&self, ply: usize, lines: &mut Lines) -> bool {
        let mut any = false;
        for (_, text) in self.comments.iter().filter(|(at, _)| *at == ply) {
            any = true;
            // A brace cannot be written inside a comment.
            let text = text.replace('{', "(").replace('}', ")");
            let mut words = text.split_whitespace().peekable();
            let mut first = true;
            if words.peek().is_none() {
                continue;
            }
            while let Some(word) = words.next() {
                let mut piece = String::new();
                if first {
                    piece.push('{');
                    first = false;
                }
                piece.push_str(word);
                if words.peek().is_none() {
                    piece.push('}');
                }
                lines.word(&piece);
            }
        }
        any
    }
}

/// Movetext in lines of at most 79 columns.
struct Lines<'o> {
    out: &'o mut String,
    column: usize,
}

impl Lines<'_> {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > 79 {
            self.out.push('\n');
            self.column = 0;
        }
        if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += width;
    }
}

fn push_tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let value: String = value
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let _ = writeln!(out, "[{name} \"{value}\"]");
}
