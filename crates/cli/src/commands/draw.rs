//! How is a fault shown to the person who has to mend it?

use std::fmt::Write as _;
use std::ops::Range;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Draws a message with the source line it concerns and a caret under the span.
///
/// `span` is in bytes of `text`; an empty span is drawn as one caret.
pub(crate) fn draw(message: &str, name: &str, text: &str, span: Range<usize>) -> String {
    let start = floor(text, span.start);
    let end = floor(text, span.end).max(start);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let number = text[..start].matches('\n').count() + 1;
    let line = text[line_start..line_end].trim_end_matches('\r');
    draw_line(
        message,
        name,
        number as u64,
        line,
        start - line_start..end.min(line_end) - line_start,
    )
}

/// Columns shown of a line that is too long to be shown whole.
const WIDEST: usize = 100;

/// Columns a tab is drawn as.
const TAB: usize = 4;

/// The same for a line whose number is known already.
pub(crate) fn draw_line(message: &str, name: &str, number: u64, line: &str, span: Range<usize>) -> String {
    let start = floor(line, span.start);
    let end = floor(line, span.end).max(start);
    let column = line[..start].chars().count() + 1;
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
    use super::{draw, draw_line};

    #[test]
    fn the_caret_stands_under_the_span_whatever_letters_come_before() {
        let drawn = draw("no such square", "page.txt", "é 1. P-K4\n2. P-K9 x\n", 14..18);
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
}
