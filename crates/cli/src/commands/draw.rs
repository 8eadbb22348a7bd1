//! How is a fault shown to the person who has to mend it?

use std::cell::Cell;
use std::fmt::Write as _;
use std::ops::Range;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The lines of a text, found once, however many places of it are asked for.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// The place asked for last, and its column: the next one often stands further on in the same line.
    last: Cell<(usize, usize)>,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines {
            text,
            starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect(),
            last: Cell::new((0, 1)),
        }
    }

    /// Line and column of a byte, both from 1.
    pub(crate) fn place(&self, at: usize) -> (usize, usize) {
        let at = floor(self.text, at);
        let number = self.starts.partition_point(|start| *start <= at);
        let line = self.starts[number - 1];
        let (before, column) = self.last.get();
        let (from, column) = if (line..=at).contains(&before) {
            (before, column)
        } else {
            (line, 1)
        };
        let column = column + self.text[from..at].chars().count();
        self.last.set((at, column));
        (number, column)
    }
}

/// Draws a message with the source line it concerns and a caret under the span.
///
/// `span` is in bytes of the text; an empty span is drawn as one caret.
pub(crate) fn draw(message: &str, name: &str, lines: &Lines, span: Range<usize>) -> String {
    let text = lines.text;
    let start = floor(text, span.start);
    let end = floor(text, span.end).max(start);
    let place = lines.place(start);
    let line_start = lines.starts[place.0 - 1];
    let line_end = lines.starts.get(place.0).map_or(text.len(), |next| next - 1);
    let line = text[line_start..line_end].trim_end_matches('\r');
    let span = start - line_start..end.min(line_end) - line_start;
    draw_at(message, name, (place.0 as u64, place.1), line, span)
}

/// Columns shown of a line that is too long to be shown whole.
const WIDEST: usize = 100;

/// Columns a tab is drawn as.
const TAB: usize = 4;

/// The same for a line whose number is known already.
pub(crate) fn draw_line(message: &str, name: &str, number: u64, line: &str, span: Range<usize>) -> String {
    let column = line[..floor(line, span.start)].chars().count() + 1;
    draw_at(message, name, (number, column), line, span)
}

fn draw_at(
    message: &str,
    name: &str,
    (number, column): (u64, usize),
    line: &str,
    span: Range<usize>,
) -> String {
    /// Bytes around the span that are more than is shown, however narrow the letters.
    const AROUND: usize = 16 * WIDEST;
    let start = floor(line, span.start);
    let end = floor(line, span.end.min(start + AROUND)).max(start);
    // A page may be one line, and have much to be said of it.
    let from = floor(line, start.saturating_sub(AROUND));
    let line = &line[from..floor(line, end + AROUND)];
    let (start, end) = (start - from, end - from);
    // Carets are counted in columns of the terminal, as wide letters and tabs take them.
    let before = shown(&line[..start]);
    let within = shown(&line[start..end]);
    let mut text = format!("{before}{within}{}", shown(&line[end..]));
    let mut indent = before.width();
    let mut carets = within.width().max(1);
    if text.width() > WIDEST {
        let skip = indent.saturating_sub(WIDEST / 3);
        text = clip(&text, skip);
        indent = indent.saturating_sub(skip) + usize::from(skip > 0);
        carets = carets.min(WIDEST.saturating_sub(indent)).max(1);
    }
    let margin = number.to_string().len();
    let mut out = String::new();
    let _ = writeln!(out, "{message}");
    let _ = writeln!(out, "{:margin$}--> {name}:{number}:{column}", "");
    let _ = writeln!(out, "{:margin$} |", "");
    let _ = writeln!(out, "{number} | {text}");
    let _ = write!(out, "{:margin$} | {:indent$}{}", "", "", "^".repeat(carets));
    out
}

/// The text as a terminal shows it: tabs as spaces, and no sign that moves the cursor.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => out.extend(std::iter::repeat_n(' ', TAB)),
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// The part of a long line that begins after so many columns, with a sign where it was cut.
fn clip(text: &str, skip: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    if skip > 0 {
        out.push('…');
    }
    for letter in text.chars() {
        if column >= skip + WIDEST {
            out.push('…');
            break;
        }
        if column >= skip {
            out.push(letter);
        }
        column += letter.width().unwrap_or(0);
    }
    out
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{Lines, draw, draw_line};

    #[test]
    fn the_caret_stands_under_the_span_whatever_letters_come_before() {
        let lines = Lines::of("é 1. P-K4\n2. P-K9 x\n");
        let drawn = draw("no such square", "page.txt", &lines, 14..18);
        assert_eq!(
            drawn,
            "no such square\n --> page.txt:2:4\n  |\n2 | 2. P-K9 x\n  |    ^^^^"
        );
    }

    #[test]
    fn tabs_and_wide_letters_move_the_caret_as_they_move_the_text() {
        let drawn = draw_line("m", "f", 3, "\t王 P-K9", 7..8);
        assert_eq!(drawn, "m\n --> f:3:6\n  |\n3 |     王 P-K9\n  |          ^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let line = format!("{}P-K9{}", "a ".repeat(300), " b".repeat(300));
        let drawn = draw_line("m", "f", 1, &line, 600..604);
        let lines: Vec<&str> = drawn.lines().collect();
        let at = lines[3].chars().position(|c| c == 'P').unwrap();
        assert_eq!(lines[4].chars().position(|c| c == '^'), Some(at));
        assert!(lines[3].chars().count() < 120, "{drawn}");
    }

    #[test]
    fn places_are_the_same_in_whatever_order_they_are_asked_for() {
        let text = "é 1. P-K4\n\n2. P-K9 é x\r\n";
        let lines = Lines::of(text);
        let counted = |at: usize| {
            let before = &text[..at];
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            (
                before.matches('\n').count() + 1,
                before[line..].chars().count() + 1,
            )
        };
        let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
        for &at in places.iter().chain(places.iter().rev()) {
            assert_eq!(lines.place(at), counted(at), "byte {at}");
        }
        for (one, other) in places.iter().zip(places.iter().rev()) {
            assert_eq!(
                (lines.place(*one), lines.place(*other)),
                (counted(*one), counted(*other))
            );
        }
    }

    #[test]
    fn every_place_of_a_page_in_one_line_has_its_column() {
        let text = "1. P-K9 é ".repeat(20_000);
        let lines = Lines::of(&text);
        for at in 0..20_000 {
            let drawn = draw("m", "f", &lines, at * 11 + 3..at * 11 + 7);
            assert!(drawn.contains(&format!("f:1:{}\n", at * 10 + 4)), "{drawn}");
        }
    }
}
