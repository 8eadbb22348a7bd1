//! Which signs of a page are only other forms of plain ones? They are read as those, and what is told still stands where it
//! was printed.

use std::ops::Range;

use super::Page;

/// A page in plain signs.
pub(super) struct Plain {
    pub(super) text: String,
    /// From which byte of the text on, and where it stood on the page.
    steps: Vec<(usize, usize)>,
}

/// The page in plain signs, where it is not so already.
pub(super) fn plain(page: &str) -> Option<Plain> {
    let mut plain = Plain {
        text: String::new(),
        steps: Vec::new(),
    };
    let mut copied = 0;
    let may_be_other = |byte: &u8| matches!(byte, b'\r' | 0xc2 | 0xe2 | 0xe3 | 0xef);
    let mut from = 0;
    while let Some(at) = page.as_bytes()[from..].iter().position(may_be_other) {
        let at = from + at;
        let letter = page[at..].chars().next().unwrap_or_default();
        from = at + letter.len_utf8();
        if let Some(form) = plain_form(letter, &page[from..]) {
            plain.text.push_str(&page[copied..at]);
            plain.text.push_str(form);
            plain.steps.push((plain.text.len(), from));
            copied = from;
        }
    }
    let quoted = quoted_lines(page);
    if plain.steps.is_empty() && !quoted {
        return None;
    }
    plain.text.push_str(&page[copied..]);
    if quoted {
        plain.text = without_quotation_marks(&plain.text);
    }
    Some(plain)
}

/// What a letter is read as before this text, where it is another form of something.
fn plain_form(letter: char, next: &str) -> Option<&'static str> {
    Some(match letter {
        // A line's end that was turned into that of another system twice; and that of old Macintoshes.
        '\r' if next.starts_with("\r\n") => "",
        '\r' if !next.starts_with('\n') => "\n",
        // As wide as two letters.
        '\u{2001}' | '\u{2003}' | '\u{3000}' => "\t",
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => " ",
        '\u{ad}' if next.starts_with(['\r', '\n']) => "-",
        // Nothing to be seen; the last two choose how a figurine is drawn.
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' => "",
        '\u{2010}'..='\u{2012}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => "-",
        _ => return None,
    })
}

/// Whether the page is quoted as in letters: `> 1. e4 e5`.
fn quoted_lines(page: &str) -> bool {
    const LEAST_LINES: usize = 3;
    let marks = memchr::memchr_iter(b'>', page.as_bytes());
    let heads = marks.filter(|&at| at == 0 || matches!(page.as_bytes()[at - 1], b'\n' | b'\r'));
    heads.take(LEAST_LINES).count() == LEAST_LINES
}

/// The text with blanks for the marks at the heads of its quoted lines.
fn without_quotation_marks(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let rest = line.trim_start_matches(['>', ' ']);
        let marks = if line.starts_with('>') {
            line.len() - rest.len()
        } else {
            0
        };
        (" ".repeat(marks), &line[marks..])
    });
    lines.fold(String::with_capacity(text.len()), |text, (marks, line)| {
        text + &marks + line
    })
}

impl Plain {
    /// Tells everything of the page where it was printed.
    pub(super) fn restore(&self, read: &mut Page) {
        for game in &mut read.games {
            for fault in &mut game.reading.faults {
                let cell = fault.ply.checked_sub(1).and_then(|index| game.cells.get(index));
                if let (Some((from, to)), Some(cell)) = (&mut fault.span, cell) {
                    let start = self.printed(cell.span.start);
                    *from = self.printed(cell.span.start + *from) - start;
                    *to = self.printed(cell.span.start + *to) - start;
                }
            }
            let cells = game.cells.iter_mut().map(|cell| &mut cell.span);
            let notes = game.notes.iter_mut().map(|note| &mut note.span);
            let doubts = game.doubts.iter_mut().map(|doubt| &mut doubt.span);
            cells
                .chain(notes)
                .chain(doubts)
                .for_each(|span| self.move_back(span));
        }
        read.unread
            .iter_mut()
            .for_each(|doubt| self.move_back(&mut doubt.span));
    }

    fn move_back(&self, span: &mut Range<usize>) {
        *span = self.printed(span.start)..self.printed(span.end);
    }

    /// Where this byte of the text stood on the page.
    fn printed(&self, at: usize) -> usize {
        let before = self.steps.partition_point(|(text, _)| *text <= at);
        match before.checked_sub(1).map(|last| self.steps[last]) {
            Some((text, page)) => page + (at - text),
            None => at,
        }
    }
}
