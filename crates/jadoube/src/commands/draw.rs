//! How is a fault shown to the person who has to mend it?

use std::fmt::Write as _;
use std::ops::Range;

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

/// The same for a line whose number is known already.
pub(crate) fn draw_line(message: &str, name: &str, number: u64, line: &str, span: Range<usize>) -> String {
    let before = line.get(..span.start).map_or(0, |text| text.chars().count());
    let width = line
        .get(span.clone())
        .map_or(1, |text| text.chars().count())
        .max(1);
    let margin = number.to_string().len();
    // Tabs would move the caret.
    let shown: String = line
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let mut out = String::new();
    let _ = writeln!(out, "{message}");
    let _ = writeln!(out, "{:margin$}--> {name}:{number}:{}", "", before + 1);
    let _ = writeln!(out, "{:margin$} |", "");
    let _ = writeln!(out, "{number} | {shown}");
    let _ = write!(out, "{:margin$} | {:before$}{}", "", "", "^".repeat(width));
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
    use super::draw;

    #[test]
    fn the_caret_stands_under_the_span_whatever_letters_come_before() {
        let drawn = draw("no such square", "page.txt", "é 1. P-K4\n2. P-K9 x\n", 14..18);
        assert_eq!(
            drawn,
            "no such square\n --> page.txt:2:4\n  |\n2 | 2. P-K9 x\n  |    ^^^^"
        );
    }
}
