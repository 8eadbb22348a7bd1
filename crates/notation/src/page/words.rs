//! Which words stand on a page, how far apart, and which of them may number a move?

use std::ops::Range;

use super::looks::is_a_move;
use super::notes::is_bare_mark;
use crate::language::Tongue;
use crate::token::{self, tokens_in};

/// What stands between a word and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// One space, or a comma.
    Narrow,
    /// Two spaces or more, a tab or a bar: another column may begin.
    Wide,
    /// The end of a line, or of a piece that was moved into its place.
    Line,
    /// An empty line.
    Blank,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Letters of the line that come before it.
    pub(super) column: u32,
    pub(super) gap: Gap,
}

/// Cuts the pieces of a page, in the order in which they are read, into words.
pub(super) fn words(page: &str, pieces: &[Range<usize>]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::with_capacity(page.len() / 5);
    let mut blank = true;
    for piece in pieces {
        let before = words.len();
        words_of(page, piece, blank, &mut words);
        blank = words.len() == before;
    }
    words
}

/// Letters of the line before this byte, a tab counting up to the next stop.
fn column_of(page: &str, at: usize) -> u32 {
    // Most pieces are whole lines.
    if page[..at].ends_with('\n') {
        return 0;
    }
    let line = page[..at].rfind('\n').map_or(0, |end| end + 1);
    // A page without line ends would make this slow, and has no columns either.
    if at - line > 4096 {
        return 0;
    }
    width(0, &page[line..at])
}

fn width(from: u32, text: &str) -> u32 {
    text.chars().fold(from, |column, letter| match letter {
        '\t' => (column / 8 + 1) * 8,
        _ => column + 1,
    })
}

/// What a byte may be to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Letter,
    /// A letter after which another word may begin without a space.
    Closes,
    Blank,
    /// The first byte of a letter beyond ASCII.
    Foreign,
}

const SIGNS: [Sign; 256] = {
    let mut signs = [Sign::Letter; 256];
    let mut byte = 0;
    while byte < 256 {
        signs[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b'|' => Sign::Blank,
            b',' | b';' | b')' | b']' => Sign::Closes,
            0x80.. => Sign::Foreign,
            _ => Sign::Letter,
        };
        byte += 1;
    }
    signs
};

fn words_of(page: &str, piece: &Range<usize>, blank: bool, words: &mut Vec<Word>) {
    let text = &page[piece.clone()];
    let bytes = text.as_bytes();
    let mut gap = if blank { Gap::Blank } else { Gap::Line };
    let mut spaces = 0;
    let mut column = column_of(page, piece.start);
    // Where the word began, and in which column.
    let mut start: Option<(usize, u32)> = None;
    let mut closed = false;
    let mut at = 0;
    let mut push = |(from, column): (usize, u32), to: usize, gap: Gap| {
        words.push(Word {
            start: (piece.start + from) as u32,
            end: (piece.start + to) as u32,
            column,
            gap,
        });
    };
    loop {
        // Within a word only its end matters.
        if start.is_some() && !closed {
            let rest = bytes[at..].iter();
            let letters = rest
                .take_while(|&&byte| SIGNS[usize::from(byte)] == Sign::Letter)
                .count();
            at += letters;
            column += letters as u32;
        }
        let Some(&byte) = bytes.get(at) else { break };
        let sign = SIGNS[usize::from(byte)];
        let (length, is_blank) = match sign {
            Sign::Letter | Sign::Closes => (1, false),
            Sign::Blank => (1, true),
            Sign::Foreign => {
                let letter = text[at..].chars().next().unwrap_or_default();
                (letter.len_utf8(), letter.is_whitespace())
            }
        };
        if is_blank {
            if let Some(from) = start.take() {
                push(from, at, gap);
                gap = Gap::Narrow;
                spaces = 0;
            }
            spaces += if matches!(byte, b'\t' | b'|') { 2 } else { 1 };
        } else {
            match start {
                None => {
                    if gap == Gap::Narrow && spaces > 1 {
                        gap = Gap::Wide;
                    }
                    start = Some((at, column));
                }
                Some(from) if closed && set_off(&text[from.0..at], byte) => {
                    push(from, at, gap);
                    gap = Gap::Narrow;
                    spaces = 0;
                    start = Some((at, column));
                }
                Some(_) => {}
            }
        }
        closed = sign == Sign::Closes;
        column = if byte == b'\t' {
            (column / 8 + 1) * 8
        } else {
            column + 1
        };
        at += length;
    }
    if let Some(from) = start {
        push(from, bytes.len(), gap);
    }
}

/// Whether a word ends before this letter because a comma or semicolon closes it
/// (`P-K4,P-K4;2.Kt-KB3`), or because a number's stops do (`1.P-K4`).
fn set_off(word: &str, next: u8) -> bool {
    // A column that ran into the next: `(ch.)K. to B's sq.`
    if next.is_ascii_uppercase() && (word.ends_with("ch.)") || word.ends_with("ch)") || word.ends_with(']')) {
        return true;
    }
    let Some(head) = word.strip_suffix([',', ';']) else {
        return false;
    };
    let figures = head.ends_with(|c: char| c.is_ascii_digit()) && next.is_ascii_digit();
    (next.is_ascii_alphanumeric() || next >= 0x80) && (word.ends_with(';') || !figures)
}

/// A word that may number a move.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one thing seen in the print"
)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Marker {
    /// The word.
    pub(super) word: u32,
    /// 0 where only dots stand for White's move.
    pub(super) number: u32,
    /// Dots follow: Black's move.
    pub(super) dots: bool,
    /// The word its move begins with, and the bytes of that word before it.
    pub(super) first: u32,
    pub(super) offset: u32,
    /// A stop or bracket closes the number, and it is no bare figure.
    pub(super) stopped: bool,
    /// Begins a line or a column.
    pub(super) row: bool,
    /// A bracket opens before it and is not closed: `(6 R-K1 is better)`.
    pub(super) bracketed: bool,
    /// What follows is short and has a sign of play in it, whatever its language.
    pub(super) plays: bool,
}

impl Marker {
    /// Whether both number the same answer, each with dots and at the head of a row: `15. ... X` and `15. ... Y`.
    pub(super) fn answers_like(&self, other: &Marker) -> bool {
        self.number == other.number && self.numbers_an_answer() && other.numbers_an_answer()
    }

    pub(super) fn numbers_an_answer(&self) -> bool {
        self.dots && self.row && self.plays && !self.bracketed && self.number > 0
    }
}

/// Every word that may number a move, in the order of the page.
pub(super) fn markers(page: &str, words: &[Word]) -> Vec<Marker> {
    let mut markers = Vec::new();
    let text = |at: usize| {
        words
            .get(at)
            .map_or("", |word| &page[word.start as usize..word.end as usize])
    };
    let mut at = 0;
    while at < words.len() {
        let first_byte = page.as_bytes()[words[at].start as usize];
        if !matches!(
            first_byte,
            b'0'..=b'9' | b'(' | b'[' | b'.' | b'l' | b'I' | b'-' | b'*' | b'_'
        ) && first_byte < 0x80
        {
            at += 1;
            continue;
        }
        let word = text(at);
        let row = words[at].gap >= Gap::Wide;
        if is_dots(word) {
            let numbered_next = numbered(text(at + 1), true).is_some() && words[at + 1].gap < Gap::Line;
            if row && !numbered_next {
                markers.push(Marker {
                    word: at as u32,
                    number: 0,
                    dots: true,
                    first: at as u32 + 1,
                    offset: 0,
                    stopped: true,
                    row,
                    bracketed: false,
                    plays: false,
                });
            }
            at += 1;
            continue;
        }
        let Some(numbered) = numbered(word, row) else {
            at += 1;
            continue;
        };
        let mut first = at + usize::from(numbered.rest.is_none());
        // `...   7. P to Q 3`: the dots stand in White's column.
        let led =
            at > 0 && words[at].gap < Gap::Line && is_dots(text(at - 1)) && words[at - 1].gap >= Gap::Line;
        let mut dots = numbered.dots || led;
        if numbered.rest.is_none() {
            while is_dots(text(first)) && words[first].gap != Gap::Blank {
                dots = true;
                first += 1;
            }
        }
        // `7. ...   7. Kt to B 3`: the number is set again in Black's column.
        if dots
            && first > at + 1
            && let Some(again) = numbered_at(text(first))
            && again == numbered.value
        {
            first += 1;
        }
        // A figure after a man's letter is a rank: `P to K 4`.
        let rank = numbered.value <= 8
            && at > 0
            && names_file(text(at - 1).trim_start_matches('('))
            && (!numbered.stopped && !row
                || word.ends_with([',', ';'])
                || word.ends_with(')') && in_bracket(page, words, at))
            || ends_a_square(page, words, at);
        if !rank {
            markers.push(Marker {
                word: at as u32,
                number: numbered.value,
                dots,
                first: first as u32,
                offset: numbered.rest.unwrap_or(0) as u32,
                stopped: numbered.stopped || dots,
                row,
                bracketed: numbered.bracketed,
                plays: false,
            });
        }
        at += 1;
    }
    markers
}

/// `Kt. to B. 3.` before another column or line: the rank of a square has a stop, and numbers nothing.
pub(super) fn ends_a_square(page: &str, words: &[Word], at: usize) -> bool {
    let text = |at: usize| &page[words[at].start as usize..words[at].end as usize];
    let is_set_last =
        words[at].gap == Gap::Narrow && words.get(at + 1).is_none_or(|next| next.gap >= Gap::Wide);
    if !is_set_last || !matches!(text(at).as_bytes(), [b'1'..=b'8', b'.']) {
        return false;
    }
    // `P x B 3.` may be a man taken, and the next number.
    let mut before = (0..at).rev().map(text).take(4);
    before
        .find(|word| !names_file(word) || *word == "to" || word.contains(['-', '–', '—']))
        .is_some_and(names_file)
}

/// Whether a bracket that opens a few words before is still open: `Kt (Q Kt 5) takes B`.
pub(super) fn in_bracket(page: &str, words: &[Word], at: usize) -> bool {
    let text = |word: &Word| &page[word.start as usize..word.end as usize];
    words[at.saturating_sub(3)..at]
        .iter()
        .rev()
        .find(|word| text(word).contains(['(', ')']))
        .is_some_and(|word| text(word).rfind('(') > text(word).rfind(')'))
}

/// Brackets that hold a line of play or a sentence, each as its first word and the word after it:
/// `(2. f4 exf4 3. Nf3)`, `(if P-KB4, then PxP)`; and marks of notes between a move and its answer, `Ta1–d1 b) Dh5–f3:`
pub(super) fn asides(page: &str, words: &[Word]) -> Vec<Range<u32>> {
    const LONGEST: usize = 80;
    let text = |word: &Word| &page[word.start as usize..word.end as usize];
    let mut asides: Vec<Range<u32>> = Vec::new();
    for (at, first) in words.iter().enumerate() {
        let (open, close) = match page.as_bytes()[first.start as usize] {
            b'(' => ('(', ')'),
            b'[' => ('[', ']'),
            b'{' => ('{', '}'),
            _ if first.end - first.start != 2 => continue,
            _ => {
                if first.gap < Gap::Line && is_bare_mark(text(first)) && !in_bracket(page, words, at) {
                    asides.push(at as u32..at as u32 + 1);
                }
                continue;
            }
        };
        if asides.last().is_some_and(|last| last.end as usize > at) {
            continue;
        }
        let mut depth = 0;
        let (mut told, mut played) = (false, false);
        for (index, word) in words[at..].iter().take(LONGEST).enumerate() {
            if index > 0 && word.gap == Gap::Blank {
                break;
            }
            let here = text(word);
            depth += here.matches(open).count();
            let bare = here.trim_start_matches(open);
            let number = numbered(bare, false).filter(|number| number.stopped && !bare.contains(close));
            // `[13...0-0!? 14.Nxh7!]`
            played |= index == 0 && number.as_ref().is_some_and(|number| number.rest.is_some());
            told |= number.is_some()
                || bare.starts_with(char::is_lowercase)
                    && tokens_in(bare, Tongue::English)
                        .iter()
                        .any(|token| token.word == token::Word::Unknown);
            depth = depth.saturating_sub(here.matches(close).count());
            if depth == 0 {
                if told && index > 1 || played && index > 0 {
                    asides.push(at as u32..(at + index + 1) as u32);
                }
                break;
            }
        }
    }
    asides
}

/// Words at which a line begins that says how the game ended, and nothing else before its first full stop.
pub(super) fn endings(page: &str, words: &[Word]) -> Vec<u32> {
    const MOST_WORDS: usize = 4;
    let text = |word: &Word| &page[word.start as usize..word.end as usize];
    let mut endings = Vec::new();
    for (at, first) in words.iter().enumerate() {
        if first.gap < Gap::Line || !text(first).starts_with(char::is_alphabetic) {
            continue;
        }
        let line = words[at + 1..].iter().take_while(|word| word.gap < Gap::Line);
        let mut length = 1;
        if !text(first).ends_with('.') {
            for word in line {
                length += 1;
                if length > MOST_WORDS || text(word).ends_with('.') {
                    break;
                }
            }
        }
        if length > MOST_WORDS {
            continue;
        }
        let last = words[at + length - 1];
        let sentence = &page[first.start as usize..last.end as usize];
        let figures = sentence.contains(|c: char| c.is_ascii_digit());
        if !figures && super::heading::told_result(sentence, false, false).is_some() {
            endings.push(at as u32);
        }
    }
    endings
}

/// Words at the head of a line that begin another game: `GAME 13.`, `PARTIE IV.`
pub(super) fn headings(page: &str, words: &[Word]) -> Vec<u32> {
    let text = |word: &Word| &page[word.start as usize..word.end as usize];
    let is_name = |name: &str| {
        let bare = name.trim_end_matches(['.', ':', ',', '-', '—']);
        let roman = !bare.is_empty() && bare.bytes().all(|byte| b"IVXLC".contains(&byte));
        roman
            || bare.starts_with(|c: char| c.is_ascii_digit())
            || matches!(bare, "No" | "NO" | "the" | "THE" | "Nr" | "FIRST" | "№")
    };
    let is_game = |word: &str| {
        matches!(
            word,
            "GAME"
                | "Game"
                | "PARTIE"
                | "Partie"
                | "PARTIDA"
                | "Partida"
                | "PARTITA"
                | "Partita"
                | "PARTIJ"
                | "Partij"
                | "PARTI"
                | "PARTIA"
                | "JÁTSZMA"
                | "ПАРТИЯ"
                | "Партия"
        )
    };
    words
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| {
            pair[0].gap >= Gap::Line
                && pair[1].gap < Gap::Line
                && (is_game(text(&pair[0])) && is_name(text(&pair[1]))
                    // `SECOND VARIATION.`, `12. Partie.`
                    || text(&pair[1]).starts_with("VARIATION")
                    || is_name(text(&pair[0])) && is_game(text(&pair[1]).trim_end_matches(['.', ':', ','])))
        })
        .map(|(index, _)| index as u32)
        .collect()
}

/// The number that is the whole of a word.
fn numbered_at(word: &str) -> Option<u32> {
    let numbered = numbered(word, true)?;
    numbered.rest.is_none().then_some(numbered.value)
}

/// Dots or dashes that stand for a move; a comma may follow them: `16. ..., P-K4`.
pub(super) fn is_dots(word: &str) -> bool {
    let mut count = 0;
    for letter in word.strip_suffix(',').unwrap_or(word).chars() {
        match letter {
            '…' => count += 2,
            '.' | '·' | '—' | '–' | '-' | '_' | '*' => count += 1,
            _ => return false,
        }
    }
    count > 1 || word == "—" || word == "–"
}

/// Whether the word may be the name of a file, after which a figure is a rank.
pub(super) fn names_file(word: &str) -> bool {
    let bare = word.trim_end_matches(['.', ',']);
    let bare = bare
        .strip_suffix("'s")
        .or_else(|| bare.strip_suffix("’s"))
        .unwrap_or(bare)
        .trim_end_matches('.');
    // `KtPxKt 6 P-K5`: he who is taken in one word is no file.
    let (before, tail) = bare
        .rfind(['-', '–', '—', 'x', '×', '.'])
        .map_or(("", bare), |at| {
            let sign = bare[at..].chars().next().map_or(0, char::len_utf8);
            (&bare[..at + sign], &bare[at + sign..])
        });
    let takes = before.len() > 2 && before.ends_with(['x', '×']);
    !takes
        && matches!(
            tail,
            "K" | "Q"
                | "R"
                | "B"
                | "Kt"
                | "N"
                | "KB"
                | "KR"
                | "KKt"
                | "KN"
                | "QB"
                | "QR"
                | "QKt"
                | "QN"
                | "to"
                | "his"
                | "her"
        )
}

struct Numbered {
    value: u32,
    /// Bytes of the word before a move that is glued to it.
    rest: Option<usize>,
    stopped: bool,
    dots: bool,
    bracketed: bool,
}

/// `12`, `12.`, `12)`, `(12)`, `12...`, `12.P-K4`, `l.` at the head of a row.
fn numbered(word: &str, row: bool) -> Option<Numbered> {
    let bare = word.trim_start_matches(['(', '[', '*', '⁑', '⁂', '_']);
    let opened = word.starts_with(['(', '[']);
    let mut value = 0u32;
    let mut length = 0;
    let mut spoilt = false;
    for byte in bare.bytes() {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            // Scanners take a 1 for a letter, and a 0.
            b'l' | b'I' => 1,
            b'O' | b'o' if length > 0 => 0,
            _ => break,
        };
        spoilt |= !byte.is_ascii_digit();
        value = value * 10 + u32::from(digit);
        length += 1;
        if length > 3 {
            return None;
        }
    }
    if length == 0 || value == 0 {
        return None;
    }
    let after = &bare[length..];
    let rest = after.trim_start_matches(['.', ')', ']', '…', ',', ':', '*', '⁑', '⁂', '_', '—', '–', '·']);
    let stops = &after[..after.len() - rest.len()];
    let stopped = stops.contains(['.', ')', '…', ']', ':', ',']);
    // Inside a line one letter alone is more likely a letter; `l0` at the head of a row is a number without its stop.
    let is_number = if row {
        stopped || length == 2 && rest.is_empty()
    } else {
        length > 1 && stops.starts_with('.')
    };
    if spoilt && !is_number {
        return None;
    }
    let dots = stops.contains("..") || stops.contains('…');
    let bracketed = opened && !stops.contains([')', ']']);
    if rest.is_empty() {
        return Some(Numbered {
            value,
            rest: None,
            stopped,
            dots,
            bracketed,
        });
    }
    // A move glued to its number needs the stop, or is plainly a move and no ordinal (`12Kt-B3`).
    if stops.is_empty() && !is_a_move(rest)
        || rest.starts_with(|c: char| c.is_ascii_digit()) && !stops.contains('.')
    {
        return None;
    }
    // `1.5`, `12.30`: figures of a sum, or ICCF's `1.5254`.
    if rest.starts_with(|c: char| c.is_ascii_digit())
        && rest.trim_end_matches(['.', ',']).len() < 4
        && rest != "0-0"
    {
        return None;
    }
    Some(Numbered {
        value,
        rest: Some(word.len() - rest.len()),
        stopped,
        dots,
        bracketed,
    })
}
