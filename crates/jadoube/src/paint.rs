//! How do things look in a terminal? Colour only where it is one, and nothing that depends on colour.

use anstyle::{AnsiColor, Style};
use jadoube_board::{Board, Colour, Kind, Man, Square};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const TITLE: Style = Style::new().bold();
pub(crate) const CLAUSE: Style = AnsiColor::Cyan.on_default();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
pub(crate) const FAINT: Style = Style::new().dimmed();
const MARKED: Style = AnsiColor::Yellow.on_default().bold();

/// How many columns there are: those asked for, those of the terminal, or eighty.
pub(crate) fn width(asked: Option<usize>) -> usize {
    asked
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(80)
        .clamp(40, 200)
}

/// The sign for a man.
pub(crate) const fn sign(man: Man) -> char {
    match (man.colour, man.kind) {
        (Colour::White, Kind::King) => '♔',
        (Colour::White, Kind::Queen) => '♕',
        (Colour::White, Kind::Rook) => '♖',
        (Colour::White, Kind::Bishop) => '♗',
        (Colour::White, Kind::Knight) => '♘',
        (Colour::White, Kind::Pawn) => '♙',
        (Colour::Black, Kind::King) => '♚',
        (Colour::Black, Kind::Queen) => '♛',
        (Colour::Black, Kind::Rook) => '♜',
        (Colour::Black, Kind::Bishop) => '♝',
        (Colour::Black, Kind::Knight) => '♞',
        (Colour::Black, Kind::Pawn) => '♟',
    }
}

/// A board of nine lines, the marked squares between brackets (and in colour).
pub(crate) fn board(fen: &str, marked: &[Square]) -> Vec<String> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let Ok(board) = placement.parse::<Board>() else {
        return vec![fen.to_owned()];
    };
    let mut lines = Vec::with_capacity(9);
    for rank in jadoube_board::Rank::ALL.into_iter().rev() {
        let mut line = format!("{FAINT}{}{FAINT:#} ", rank.digit());
        let mut after = ' ';
        for file in jadoube_board::File::ALL {
            let square = Square::new(file, rank);
            let mark = marked.contains(&square);
            let before = match (mark, after) {
                (true, _) => '[',
                (false, ']') => ']',
                _ => ' ',
            };
            line.push(before);
            let man = board.get(square).map_or('·', sign);
            if mark {
                line.push_str(&format!("{MARKED}{man}{MARKED:#}"));
            } else if man == '·' {
                line.push_str(&format!("{FAINT}{man}{FAINT:#}"));
            } else {
                line.push(man);
            }
            after = if mark { ']' } else { ' ' };
        }
        line.push(after);
        lines.push(line);
    }
    lines.push(format!("   {FAINT}a b c d e f g h{FAINT:#} "));
    lines
}

/// Words laid out in lines no longer than this.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

/// The sentence with a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
