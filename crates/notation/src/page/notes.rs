//! Which words on a page are notes, and to which moves do they belong?
//!
//! A note follows the move it speaks of, in brackets or on lines of its own. Or the move has a mark, `Castles.[A]`,
//! and the note stands at the head of a line further on, between later moves or after the last: `[A] The best reply.`

use std::borrow::Cow;
use std::ops::Range;

use super::follow::Followed;
use super::layout::is_page_mark;
use super::looks::{is_furniture, is_of_play};
use super::words::{self, Gap};
use super::{PageNote, PageReader};
use crate::language::Tongue;
use crate::line;
use crate::parse::parse_in;
use crate::terms::Terms;
use crate::token;

/// What printers set for the first, second and third note of a page, where they set no letters. In the place of daggers that mark
/// notes the page is given the second and the third, which say nothing else.
pub(super) const STARS: [char; 3] = ['*', '⁑', '⁂'];

/// The page with marks of notes in the place of daggers that are such: each stands twice, after a move and at the head of its
/// note. Elsewhere they say check. No other byte changes or moves.
pub(super) fn daggers_as_marks(page: Cow<'_, str>) -> Cow<'_, str> {
    let mut page = page;
    for (dagger, mark) in [("†", "⁑"), ("‡", "⁂")] {
        let is_note = |line: &&str| {
            let rest = line.trim_start().strip_prefix(dagger).unwrap_or_default();
            rest.trim_start().starts_with(char::is_alphanumeric)
        };
        if !page.contains(dagger) {
            continue;
        }
        let notes = page.lines().filter(is_note).count();
        if notes > 0 && page.matches(dagger).count() == 2 * notes {
            page = Cow::Owned(page.replace(dagger, mark));
        }
    }
    page
}

/// What stands beside the moves of a game.
pub(super) struct Beside {
    pub(super) notes: Vec<PageNote>,
    /// `!` to `?!` as PGN's glyphs, each with the moves before it.
    pub(super) glyphs: Vec<(usize, u8)>,
    /// The words after the game that are notes on it.
    pub(super) after: Range<usize>,
}

/// The mark of a note at a move.
struct Marked<'p> {
    mark: &'p str,
    ply: usize,
    explained: bool,
}

impl<'p> PageReader<'p, '_> {
    /// The notes on a game whose end is told before the word `done`.
    pub(super) fn beside(&self, followed: &Followed, borrowed: usize, done: usize) -> Beside {
        let tongue = followed.tongues.first();
        let mut notes = Vec::new();
        let mut glyphs = Vec::new();
        let mut marks = Vec::new();
        for (index, taken) in followed.taken.iter().enumerate() {
            let ply = borrowed + index + 1;
            let next = followed.taken.get(index + 1).map(|next| next.from as usize);
            let mut rest = taken.next as usize..next.unwrap_or(taken.next as usize);
            for word in taken.from as usize..taken.next as usize {
                marks.extend(mark_after(self.follower.text(word)).map(|mark| Marked::new(mark, ply)));
            }
            // `0–0 a)`: the mark stands after the move and is not taken with it.
            let apart = |word: usize| self.follower.words[word].gap < Gap::Line;
            if !rest.is_empty()
                && apart(rest.start)
                && let Some((mark, "")) = mark_before(self.follower.text(rest.start))
            {
                marks.push(Marked::new(mark, ply));
                rest.start += 1;
            }
            if !taken.blind {
                let cell = taken.span.start as usize..taken.span.end as usize;
                glyphs.extend(glyph(&self.page[cell.clone()], tongue).map(|glyph| (ply, glyph)));
                notes.extend(aside(self.page, cell, tongue).map(|(span, text)| PageNote { ply, span, text }));
            }
            notes.extend(self.parted(rest, Some(ply), &mut marks));
        }
        // A mark may stand after the last move, or after how the game ended.
        let last = borrowed + followed.taken.len();
        let end = done.max(followed.at + 1).min(self.follower.words.len());
        for word in followed.at..end {
            let in_line = word < done || self.follower.words[word].gap < Gap::Line;
            let text = self.follower.text(word);
            let alone = mark_before(text).filter(|(_, rest)| rest.is_empty());
            let mark = mark_after(text).or(alone.map(|(mark, _)| mark));
            marks.extend(mark.filter(|_| in_line).map(|mark| Marked::new(mark, last)));
        }
        let after = self.footnotes(done.max(followed.at), &marks);
        notes.extend(self.parted(after.clone(), None, &mut marks));
        notes.sort_by_key(|note| note.ply);
        Beside { notes, glyphs, after }
    }

    /// The mark with which a note begins at this word, the word that it goes on with, and the bytes of that which belong to the
    /// mark: `[A] The best`, `*The best`, `[Footnote A: The best`.
    fn note_head(&self, word: usize, leads: bool) -> Option<(&'p str, usize, usize)> {
        let text = self.follower.text(word);
        if text.eq_ignore_ascii_case("[Footnote") {
            let mark = self.follower.text(word + 1).strip_suffix([':', '.'])?;
            return Some((mark, word + 2, 0));
        }
        let leads = leads || self.follower.words.get(word)?.gap >= Gap::Line;
        let (mark, rest) = mark_before(text).filter(|_| leads)?;
        Some((mark, word + usize::from(rest.is_empty()), text.len() - rest.len()))
    }

    /// The notes in these words: each that is marked belongs to the move with its mark, and the rest to this one.
    fn parted(&self, words: Range<usize>, ply: Option<usize>, marks: &mut [Marked<'p>]) -> Vec<PageNote> {
        let mut notes: Vec<PageNote> = Vec::new();
        let mut open: Option<PageNote> = None;
        let mut ply = ply;
        let mut dots = None;
        let mut word = words.start;
        while word < words.end {
            let place = self.follower.words[word];
            if place.gap >= Gap::Line
                && is_page_mark(&self.page[place.start as usize..self.follower.line_end(word)])
            {
                word = self.follower.words_of_line(word).end;
                continue;
            }
            let here = self.follower.text(word);
            let mut skipped = 0;
            if let Some((mark, next, length)) = self.note_head(word, word == words.start)
                && let Some(marked) = marks.iter_mut().find(|marked| marked.is(mark))
            {
                marked.explained = true;
                ply = Some(marked.ply);
                notes.extend(open.take());
                if next > word {
                    word = next;
                    continue;
                }
                skipped = length;
            }
            word += 1;
            // `7. ... d4–c3:` within a note keeps its dots; those that lead to it or from it are the row's.
            if words::is_dots(here) {
                dots = Some(word);
            } else if let Some(ply) = ply.filter(|_| !is_furniture(here)) {
                let note = open.get_or_insert_with(|| PageNote {
                    ply,
                    span: place.start as usize + skipped..place.end as usize,
                    text: String::new(),
                });
                if !note.text.is_empty() {
                    let parted = if dots == Some(word - 1) { " ... " } else { " " };
                    note.text.push_str(parted);
                }
                note.text.push_str(&here[skipped..]);
                note.span.start = note.span.start.min(place.start as usize + skipped);
                note.span.end = note.span.end.max(place.end as usize);
            }
        }
        notes.extend(open);
        notes
    }

    /// The paragraphs after a game that begin with a mark of its moves; none beyond the next game.
    fn footnotes(&self, from: usize, marks: &[Marked]) -> Range<usize> {
        /// So far after the game the first of them stands at most.
        const MOST_WORDS: usize = 400;
        let follower = &self.follower;
        let begins = |word: usize| {
            self.note_head(word, false)
                .is_some_and(|(mark, ..)| marks.iter().any(|marked| marked.is(mark)))
        };
        if marks.iter().all(|marked| marked.explained) {
            return from..from;
        }
        let until = follower.next_row(from, |offer| offer.number == 1);
        let Some(first) = (from..until.min(from + MOST_WORDS)).find(|&word| begins(word)) else {
            return from..from;
        };
        // What could be play is no part of the game unread.
        if follower.next_row(from, |_| true) < first {
            return from..from;
        }
        let mut end = first;
        while end < until && (end == first || begins(end)) {
            end = follower.next_paragraph(end + 1).min(until);
        }
        first..end
    }
}

impl<'p> Marked<'p> {
    fn new(mark: &'p str, ply: usize) -> Marked<'p> {
        Marked {
            mark,
            ply,
            explained: false,
        }
    }

    fn is(&self, mark: &str) -> bool {
        !self.explained && self.mark.eq_ignore_ascii_case(mark)
    }
}

/// The mark with which a word begins, and the rest of the word: `(a)`, `[A]`, `b)`, `*The`.
fn mark_before(word: &str) -> Option<(&str, &str)> {
    let stars = word.len() - word.trim_start_matches(STARS).len();
    if stars > 0 {
        let (mark, rest) = word.split_at(stars);
        return Some((mark, rest.trim_start_matches(['.', ')'])));
    }
    let (inner, close) = match word.as_bytes().first()? {
        b'(' => (&word[1..], ')'),
        b'[' => (&word[1..], ']'),
        _ => (word, ')'),
    };
    let (mark, rest) = inner.split_once(close)?;
    let letter = mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_alphabetic());
    // A figure is a number, unless brackets stand on both sides of it.
    let figures = inner.len() < word.len()
        && (1..=2).contains(&mark.len())
        && mark.bytes().all(|byte| byte.is_ascii_digit());
    (letter || figures).then(|| (mark, rest.trim_start_matches(['.', ','])))
}

/// The mark with which a word of a move ends: `Castles.[A]`, `(a)`, `P-K4*`.
fn mark_after(word: &str) -> Option<&str> {
    let bare = word.trim_end_matches(['.', ',']);
    let stars = bare.trim_end_matches(STARS).len();
    if stars < bare.len() {
        return Some(&bare[stars..]);
    }
    let open = bare.rfind(['(', '['])?;
    let (mark, rest) = mark_before(&bare[open..])?;
    rest.is_empty().then_some(mark)
}

/// Whether the word is the mark of a note without a bracket that opens: `b)`.
pub(super) fn is_bare_mark(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'z', b')'])
}

/// What the page thinks of the move, where it says so by `!` and `?` alone.
fn glyph(cell: &str, tongue: Tongue) -> Option<u8> {
    let at = cell.find(['!', '?'])?;
    let before = &cell[..at];
    let in_a_bracket = before.matches(['(', '[']).count() > before.matches([')', ']']).count();
    let sign = |at: usize| cell.as_bytes().get(at).copied();
    (!in_a_bracket && is_whole_move(before, tongue)).then_some(line::glyph(sign(at)?, sign(at + 1)))
}

/// The note in brackets with which a cell ends: `Q-R4 (The Cambridge Springs Defence.)`.
fn aside(page: &str, cell: Range<usize>, tongue: Tongue) -> Option<(Range<usize>, String)> {
    let text = &page[cell.clone()];
    let open = text.find(['(', '[', '{'])?;
    let close = match text.as_bytes()[open] {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    };
    let close = open + text[open..].rfind(close)?;
    let inner = &text[open + 1..close];
    let of_play = |word: &str| {
        token::tokens_in(word, tongue)
            .iter()
            .all(|token| is_of_play(token.word))
    };
    let is_note = mark_before(&text[open..]).is_none()
        && !inner.split_whitespace().all(of_play)
        && is_whole_move(&text[..open], tongue)
        && parse_in(text, tongue).is_ok_and(|parsed| parsed.remark.is_none());
    is_note.then(|| {
        let words: Vec<&str> = text[open..=close].split_whitespace().collect();
        (cell.start + open..cell.start + close + 1, words.join(" "))
    })
}

fn is_whole_move(text: &str, tongue: Tongue) -> bool {
    parse_in(text.trim_end(), tongue)
        .is_ok_and(|parsed| parsed.remark.is_none() && parsed.ways.iter().any(Terms::may_be_whole))
}
