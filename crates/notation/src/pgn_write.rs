//! How is a game set down so that any other program can open it?

use std::fmt::Write as _;

use jadoube_board::{Colour, Move, Position};

use crate::line::Annotation;
use crate::pgn::{Item, PgnGame};
use crate::replay::Replay;
use crate::san::push_san;

/// A game to be written as PGN.
#[derive(Clone, Debug, Default)]
pub struct PgnWriter<'g> {
    /// Tag pairs; the seven that every game has are filled in where they are missing, and `SetUp`
    /// and `FEN` are added where the game does not start from the ordinary array.
    pub tags: &'g [(String, String)],
    /// Comments, glyphs and variations by ply, in order: 0 stands before the first move.
    pub annotations: &'g [(usize, Annotation)],
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
        for (index, (name, value)) in self.tags.iter().enumerate() {
            let taken = ROSTER.iter().any(|(roster, _)| roster == name) || name == "SetUp" || name == "FEN";
            // Of a tag given twice the first holds, here as in [`PgnGame::tag`].
            let again = self.tags[..index].iter().any(|(before, _)| before == name);
            if !taken && !again {
                push_tag(&mut out, name, value);
            }
        }
        out.push('\n');
        self.movetext(&mut out, start, moves, result);
        out
    }

    fn movetext(&self, out: &mut String, start: &Position, moves: &[Move], result: &str) {
        let mut lines = Lines::of(out);
        line(
            &mut lines,
            start,
            moves.iter().copied().map(Some),
            self.annotations,
        );
        lines.word(result);
        lines.out.push('\n');
    }
}

impl PgnGame {
    /// The game as it stood in the archive, whatever its moves are worth: for a start that is not taken, and
    /// for games that no list of moves can tell. Tags, moves, comments, glyphs and variations are kept word
    /// for word; only lines and numbers are set anew.
    pub fn to_pgn(&self) -> String {
        let mut out = String::new();
        for (name, value) in &self.tags {
            push_tag(&mut out, name, value);
        }
        out.push('\n');
        let mut lines = Lines::of(&mut out);
        let mut outer = Vec::new();
        // Half-moves: those before Black's are odd.
        let mut ply = self.first_ply();
        let mut number_due = true;
        for item in &self.items {
            match item {
                Item::San(text, _) => {
                    let number = ply / 2;
                    if ply.is_multiple_of(2) {
                        lines.word(&format!("{number}. {text}"));
                    } else if number_due || text.starts_with('%') {
                        // At the beginning of a line, `%` would hide it.
                        lines.word(&format!("{number}... {text}"));
                    } else {
                        lines.word(text);
                    }
                    ply += 1;
                    number_due = false;
                }
                Item::Nag(nag) => lines.word(&format!("${nag}")),
                Item::Comment(text) => number_due |= comment(&mut lines, text),
                Item::Open => {
                    outer.push(ply);
                    ply = ply.saturating_sub(1);
                    lines.opening += 1;
                    number_due = true;
                }
                Item::Close => {
                    ply = outer.pop().unwrap_or(ply);
                    lines.close();
                    number_due = true;
                }
            }
        }
        for _ in outer {
            lines.close();
        }
        lines.word(self.told_result());
        out.push('\n');
        out
    }

    /// Twice the number of the first move, and one more where Black makes it, as far as the FEN can be read.
    fn first_ply(&self) -> usize {
        let mut fields = self.tag("FEN").unwrap_or_default().split_whitespace();
        let black = fields.nth(1) == Some("b");
        let number = fields.nth(3).and_then(|number| number.parse::<u16>().ok());
        usize::from(number.unwrap_or(1)) * 2 + usize::from(black)
    }
}

impl Replay {
    /// The game it is a replay of as PGN, variations and comments included; as it stood in the archive where its moves
    /// alone cannot tell it: after a move that is not legal, and in Chess960.
    pub fn to_pgn(&self, game: &PgnGame) -> String {
        if self.keep_text || !self.irregularities.is_empty() || game.too_deep {
            return game.to_pgn();
        }
        let moves: Vec<Move> = self.steps.iter().map(|step| step.movement).collect();
        let writer = PgnWriter {
            tags: &game.tags,
            annotations: &self.annotations,
            result: game.told_result(),
        };
        writer.write(&self.start, &moves)
    }
}

/// One line of play with everything hung on it; variations are lines again.
fn line(
    lines: &mut Lines,
    start: &Position,
    moves: impl Iterator<Item = Option<Move>>,
    annotations: &[(usize, Annotation)],
) {
    let mut rest = annotations;
    let mut before = *start;
    let mut position = *start;
    let mut number_due = true;
    annotate(lines, &before, 0, &mut rest);
    let mut word = String::new();
    for (index, movement) in moves.enumerate() {
        word.clear();
        if position.turn() == Colour::White {
            let _ = write!(word, "{}. ", position.fullmove());
        } else if number_due {
            let _ = write!(word, "{}... ", position.fullmove());
        }
        let next = if let Some(movement) = movement {
            push_san(&mut word, &position, movement);
            position.play(movement)
        } else {
            let Some(next) = position.passing_turn() else {
                return;
            };
            word.push_str("--");
            next
        };
        lines.word(&word);
        before = std::mem::replace(&mut position, next);
        number_due = annotate(lines, &before, index + 1, &mut rest);
    }
}

/// Writes what stands after so many moves; whether the next move needs its number again.
fn annotate(lines: &mut Lines, before: &Position, ply: usize, rest: &mut &[(usize, Annotation)]) -> bool {
    let mut interrupted = false;
    while let Some(((at, annotation), others)) = rest.split_first()
        && *at <= ply
    {
        *rest = others;
        match annotation {
            Annotation::Nag(nag) => lines.word(&format!("${nag}")),
            Annotation::Comment(text) => interrupted |= comment(lines, text),
            Annotation::Variation(aside) => {
                interrupted = true;
                lines.opening += 1;
                line(lines, before, aside.moves.iter().copied(), &aside.annotations);
                lines.close();
            }
        }
    }
    interrupted
}

/// Writes a comment as it stands, never broken: a line end in it would be read as part of it, and programs keep
/// clocks and arrows there.
fn comment(lines: &mut Lines, text: &str) -> bool {
    let text = text.trim_ascii();
    if text.is_empty() {
        return false;
    }
    // In a comment that is not closed, this is where the next game begins.
    let next_game = text.contains("[Event \"");
    if !text.contains('}') && !next_game {
        lines.word(&format!("{{{text}}}"));
    } else if !text.contains('\n') {
        lines.rest_of_line(text);
    } else {
        let words: Vec<&str> = text.split_whitespace().collect();
        lines.word(&format!(
            "{{{}}}",
            words.join(" ").replace('{', "(").replace('}', ")")
        ));
    }
    true
}

/// Movetext in lines of at most 79 columns; only a comment may be longer.
struct Lines<'o> {
    out: &'o mut String,
    column: usize,
    /// Brackets to be opened before the next word.
    opening: usize,
}

impl Lines<'_> {
    fn of(out: &mut String) -> Lines<'_> {
        Lines {
            out,
            column: 0,
            opening: 0,
        }
    }

    fn word(&mut self, word: &str) {
        let mut parts = word.split('\n').map(|part| part.chars().count());
        let width = parts.next().unwrap_or(0) + self.opening;
        if self.column > 0 && self.column + 1 + width > 79 {
            self.out.push('\n');
            self.column = 0;
        }
        if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        for _ in 0..std::mem::take(&mut self.opening) {
            self.out.push('(');
        }
        self.out.push_str(word);
        self.column = parts.next_back().unwrap_or(self.column + width);
    }

    /// A comment that a brace could not hold.
    fn rest_of_line(&mut self, text: &str) {
        self.word(&format!("; {text}"));
        self.out.push('\n');
        self.column = 0;
    }

    /// Closes a bracket; one that holds nothing is not written at all.
    fn close(&mut self) {
        if self.opening > 0 {
            self.opening -= 1;
            return;
        }
        if self.column >= 79 {
            self.out.push('\n');
            self.column = 0;
        }
        self.out.push(')');
        self.column += 1;
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
