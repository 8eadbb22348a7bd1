//! Where are the games in a printed page: which words are moves, and which are prose around them?
//!
//! The page is read as a stream of words. A move number that is due, followed by words the grammar
//! understands, is a move; everything else is prose and is left alone. Columns set side by side and
//! fractions of White over Black are first put into reading order.

use std::ops::Range;

use crate::game::is_ending;
use crate::parse::{Parsed, parse};
use crate::read::LIBERTY;

/// A cell of a printed score and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    /// Bytes of the page.
    pub span: Range<usize>,
    /// The move's number as printed or counted.
    pub number: u32,
}

/// A game found in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedGame {
    /// The lines of prose before the first move, the nearest last.
    pub title: Vec<String>,
    /// The cells in order of play.
    pub cells: Vec<PrintedCell>,
    /// How the page says the game ended.
    pub result: Option<&'static str>,
    /// How many cells were taken from another game (`Moves 1-8 as in Game 12`).
    pub borrowed: usize,
    /// Whether Black has the first move.
    pub black_first: bool,
    /// What was odd in the numbering.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug)]
struct Word {
    start: usize,
    end: usize,
    /// Two spaces or more, a tab, a bar or a line's end stand before it.
    wide: bool,
    line_start: bool,
}

/// Longest run of words tried as one move.
const LONGEST_CELL: usize = 14;

/// Finds every game in a page of print.
pub fn find_games(page: &str) -> Vec<PrintedGame> {
    let words = words(page, &reading_order(page));
    let mut finder = Finder {
        page,
        words: &words,
        at: 0,
        games: Vec::new(),
        current: None,
        prose: Vec::new(),
        borrow: None,
    };
    finder.run();
    finder.games
}

/// Lines of the page as byte ranges, without their ends.
fn lines(page: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in page.split_inclusive('\n') {
        let text = line.trim_end_matches(['\n', '\r']);
        lines.push(start..start + text.len());
        start += line.len();
    }
    lines
}

/// The page's pieces in the order they are to be read.
fn reading_order(page: &str) -> Vec<Range<usize>> {
    let lines = lines(page);
    let mut order = Vec::with_capacity(lines.len());
    let mut at = 0;
    while at < lines.len() {
        if let Some(pieces) = fractions(page, &lines, at) {
            // The line above was already taken as prose: it holds White's moves.
            order.pop();
            order.extend(pieces);
            at += 2;
            continue;
        }
        let block = side_by_side(page, &lines[at..]);
        if block.len() > 1 {
            order.extend(block.iter().map(|(left, _)| left.clone()));
            order.extend(block.iter().filter_map(|(_, right)| right.clone()));
            at += block.len();
            continue;
        }
        order.push(lines[at].clone());
        at += 1;
    }
    order
}

/// A line of numbers and rules (`1. ------   2. ------`) between White's moves and Black's.
fn fractions(page: &str, lines: &[Range<usize>], at: usize) -> Option<Vec<Range<usize>>> {
    if at == 0 || at + 1 >= lines.len() {
        return None;
    }
    let rule = &page[lines[at].clone()];
    let mut numbers = Vec::new();
    let mut rules = 0;
    for word in rule.split_whitespace() {
        let base = lines[at].start + (word.as_ptr() as usize - rule.as_ptr() as usize);
        if word.chars().all(|c| matches!(c, '-' | '_' | '—' | '–' | '─')) && word.chars().count() > 1 {
            rules += 1;
        } else if number(word).is_some() {
            numbers.push(base..base + word.len());
        } else {
            return None;
        }
    }
    if rules == 0 || numbers.len() != rules {
        return None;
    }
    let above = chunks(page, &lines[at - 1]);
    let below = chunks(page, &lines[at + 1]);
    if above.len() != rules || below.len() > rules {
        return None;
    }
    let mut pieces = Vec::new();
    for (index, number) in numbers.into_iter().enumerate() {
        pieces.push(number);
        pieces.push(above[index].clone());
        pieces.extend(below.get(index).cloned());
    }
    Some(pieces)
}

/// Parts of a line with wide gaps between them.
fn chunks(page: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let mut chunks: Vec<Range<usize>> = Vec::new();
    for word in words(page, std::slice::from_ref(line)) {
        match chunks.last_mut() {
            Some(last) if !word.wide => last.end = word.end,
            _ => chunks.push(word.start..word.end),
        }
    }
    chunks
}

/// Lines that hold two numbered columns (`1 ... 16 ...`, `2 ... 17 ...`), cut in two.
fn side_by_side(page: &str, lines: &[Range<usize>]) -> Vec<(Range<usize>, Option<Range<usize>>)> {
    let mut block: Vec<(Range<usize>, Option<Range<usize>>)> = Vec::new();
    let mut apart = None;
    let mut last = None;
    for line in lines {
        let words = words(page, std::slice::from_ref(line));
        let Some(first) = words.first().and_then(|word| number(&page[word.start..word.end])) else {
            break;
        };
        if last.is_some_and(|last| first != last + 1) {
            break;
        }
        let second = words.iter().skip(2).find_map(|word| {
            let value = number(&page[word.start..word.end])?;
            let text = &page[word.start..word.end];
            let set_off = word.wide || text.ends_with(['.', ')']);
            (set_off && value > first + 1).then_some((value, word.start))
        });
        match (second, apart) {
            (Some((value, start)), None) if block.is_empty() => {
                apart = Some(value - first);
                block.push((line.start..start, Some(start..line.end)));
            }
            (Some((value, start)), Some(apart)) if value - first == apart => {
                block.push((line.start..start, Some(start..line.end)));
            }
            // The right column may be shorter.
            (None, Some(_)) => block.push((line.clone(), None)),
            _ => break,
        }
        last = Some(first);
    }
    let paired = block.iter().filter(|(_, right)| right.is_some()).count();
    if paired < 2 { Vec::new() } else { block }
}

fn words(page: &str, pieces: &[Range<usize>]) -> Vec<Word> {
    let mut words = Vec::new();
    for piece in pieces {
        let text = &page[piece.clone()];
        let mut gap = 2;
        let mut line_start = true;
        let mut start = None;
        for (offset, letter) in text.char_indices().chain([(text.len(), ' ')]) {
            let blank = letter.is_whitespace() || letter == '|';
            // `P-K4,P-K4;2.Kt-KB3`: a comma or semicolon parts words even where no space does.
            if let Some(begun) = start
                && set_off(&text[begun..offset], letter)
            {
                words.push(Word {
                    start: piece.start + begun,
                    end: piece.start + offset,
                    wide: gap > 1,
                    line_start,
                });
                line_start = false;
                start = None;
                gap = 0;
            }
            match (blank, start) {
                (false, None) => start = Some(offset),
                (true, Some(begun)) => {
                    words.push(Word {
                        start: piece.start + begun,
                        end: piece.start + offset,
                        wide: gap > 1,
                        line_start,
                    });
                    line_start = false;
                    start = None;
                    gap = 0;
                }
                _ => {}
            }
            if blank {
                gap += if letter == '\t' || letter == '|' { 2 } else { 1 };
            }
        }
    }
    words
}

/// Whether a word ends before this letter because a comma or semicolon closes it.
fn set_off(word: &str, next: char) -> bool {
    let Some(head) = word.strip_suffix([',', ';']) else {
        return false;
    };
    let figures = head.ends_with(|c: char| c.is_ascii_digit()) && next.is_ascii_digit();
    next.is_alphanumeric() && (word.ends_with(';') || !figures)
}

/// A move number: `12`, `12.`, `12)`, `12...`, `(12)`.
fn number(word: &str) -> Option<u32> {
    let digits = word
        .trim_start_matches('(')
        .trim_end_matches(['.', ')', '…', ',', ':']);
    if digits.is_empty() || digits.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|&number| number > 0)
}

fn is_dots(word: &str) -> bool {
    !word.is_empty()
        && word
            .chars()
            .all(|c| matches!(c, '.' | '…' | '·' | '—' | '–' | '-'))
        && word != "-"
}

struct Finder<'p> {
    page: &'p str,
    words: &'p [Word],
    at: usize,
    games: Vec<PrintedGame>,
    current: Option<Open>,
    prose: Vec<Range<usize>>,
    borrow: Option<(u32, String)>,
}

/// A game that is being read.
struct Open {
    game: PrintedGame,
    /// The number of the move that is due or half made.
    number: u32,
    /// Whether the second player's move is due.
    half: bool,
    /// The word after the last cell, where an unnumbered reply may stand.
    next: usize,
    manner: Manner,
}

/// How the first move is numbered, and so all others: a number set otherwise stands in a note.
#[derive(Clone, Copy)]
struct Manner {
    /// `1.` or `1)`, and not a bare `1`.
    stopped: bool,
    /// The first number stands at the head of a line.
    at_line_start: bool,
    /// Each move has a line of its own; not known before the first is whole.
    by_line: bool,
}

impl<'p> Finder<'p> {
    fn text(&self, word: usize) -> &'p str {
        self.words
            .get(word)
            .map_or("", |word| &self.page[word.start..word.end])
    }

    fn run(&mut self) {
        while self.at < self.words.len() {
            if self.reply() || self.numbered() || self.ending() {
                continue;
            }
            self.note_prose();
            self.at += 1;
        }
        self.close();
    }

    /// An unnumbered move straight after the one it answers.
    fn reply(&mut self) -> bool {
        let Some(open) = &self.current else { return false };
        if !open.half || open.next != self.at || glued_number(self.text(self.at)).is_some() {
            return false;
        }
        let Some(next) = self.cell(self.at) else {
            return false;
        };
        self.take(self.at, next);
        true
    }

    /// A number that is due, with its move.
    fn numbered(&mut self) -> bool {
        let text = self.text(self.at);
        let Some((value, glued)) = glued_number(text) else {
            return false;
        };
        let mut first = self.at + usize::from(glued.is_none());
        let mut dots = text.contains("..") || text.contains('…');
        while is_dots(self.text(first)) {
            dots = true;
            first += 1;
        }
        let offset = glued.unwrap_or(0);
        let stopped = text.contains(['.', ')', '…']) || dots;
        let line_start = self.words[self.at].line_start;
        // A bracket opens a note: `(6 R-K1 is better)`.
        let in_note = text.starts_with('(') && !text.ends_with(')')
            || self.current.as_ref().is_some_and(|open| {
                let answers = open.half && (open.next == self.at || dots);
                open.manner.stopped && !stopped || open.manner.by_line && !line_start && !answers
            });
        if in_note {
            return false;
        }
        let due = match &self.current {
            Some(open) if value == open.number => {
                if dots && !open.half {
                    Due::Not
                } else {
                    Due::Now
                }
            }
            Some(open) if open.half && value == open.number + 1 && !dots => Due::AfterGap,
            _ => Due::Not,
        };
        let expected = !matches!(due, Due::Not);
        let borrowed =
            self.current.is_none() && self.borrow.as_ref().is_some_and(|(moves, _)| value == moves + 1);
        let opens = borrowed || (value == 1 && !dots && !expected);
        if !expected && !opens {
            return false;
        }
        let Some(next) = self.cell_from(first, offset).or_else(|| {
            if expected {
                self.unreadable(first, offset)
            } else {
                None
            }
        }) else {
            return false;
        };
        if opens {
            let manner = Manner {
                stopped,
                at_line_start: line_start,
                by_line: false,
            };
            self.open(value, manner);
        } else if matches!(due, Due::AfterGap) {
            self.keep_place(first);
        }
        let start = self.words[first].start + offset;
        let opening = self.current.as_ref().is_some_and(|open| !open.half);
        match self.pair(first, offset).filter(|_| opening) {
            Some((middle, end)) => {
                self.take_from(start, first, middle);
                self.take(middle, end);
            }
            None => self.take_from(start, first, next),
        }
        true
    }

    /// A move and its reply that fill the line, or the space up to the next number, between them.
    /// Only both together show where the first ends: `B takes Kt P takes B`.
    fn pair(&self, first: usize, offset: usize) -> Option<(usize, usize)> {
        let due = self.current.as_ref().map_or(1, |open| open.number);
        let mut end = first + 1;
        while end < self.words.len() && end - first <= 2 * LONGEST_CELL {
            let text = self.text(end);
            let marker = glued_number(text).is_some_and(|(value, _)| value == due || value == due + 1)
                && (self.words[end].wide || text.contains(['.', ')']));
            if self.words[end].line_start || marker {
                break;
            }
            end += 1;
        }
        let start = self.words[first].start + offset;
        let text = |from: usize, word: usize, next: usize| {
            debug_assert!(next > word);
            self.page[from..self.words[next - 1].end].trim_end_matches([',', ';', ' '])
        };
        if quality(text(start, first, end)).is_some_and(|quality| quality > 1) {
            return None;
        }
        (first + 1..end)
            .filter_map(|middle| {
                let white = quality(text(start, first, middle))?;
                let black =
                    quality(text(self.words[middle].start, middle, end)).filter(|&quality| quality > 1)?;
                let set_off = self.page[..self.words[middle - 1].end].ends_with([',', ';']);
                let gap = u32::from(self.words[middle].wide || set_off);
                // `Castles Q. R. P. to ...`: the rook belongs to the castling if a whole move is left.
                let head = text(start, first, middle);
                let with_rook = head.starts_with("Castles") && head.trim_end_matches('.').ends_with('R');
                Some((2 * (white + black) + 3 * gap + u32::from(with_rook), middle))
            })
            .max_by_key(|&(score, middle)| (score, std::cmp::Reverse(middle)))
            .map(|(_, middle)| (middle, end))
    }

    /// A reply was not found before the next number. What stands in its place is kept as its cell,
    /// so that the reading stops there and names it, instead of passing over it.
    fn keep_place(&mut self, next_number: usize) {
        let Some(open) = &mut self.current else { return };
        let stop = next_number.saturating_sub(1);
        let mut end = open.next;
        while end < stop && end < open.next + 8 && (end == open.next || !self.words[end].line_start) {
            end += 1;
        }
        let span = match (
            self.words.get(open.next),
            end.checked_sub(1).and_then(|last| self.words.get(last)),
        ) {
            (Some(first), Some(last)) if end > open.next && !first.line_start => first.start..last.end,
            (Some(first), _) => first.start..first.start,
            _ => return,
        };
        open.game
            .notes
            .push(format!("the reply to move {} was not understood", open.number));
        open.game.cells.push(PrintedCell {
            span,
            number: open.number,
        });
        open.number += 1;
        open.half = false;
    }

    /// The end of a cell that is not understood but stands where a move is due.
    fn unreadable(&self, first: usize, offset: usize) -> Option<usize> {
        let word = self.words.get(first)?;
        let start = word.start + offset;
        let mut next = first + 1;
        while next < self.words.len() && !self.words[next].wide && !self.words[next].line_start {
            next += 1;
        }
        let text = &self.page[start..self.words[next - 1].end];
        let like_a_move = text.starts_with(|c: char| "KQRBNPCSO0abcdefgh".contains(c))
            && text.contains(|c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X' | '×' | '-'))
            && next - first <= 7;
        like_a_move.then_some(next)
    }

    fn open(&mut self, number: u32, manner: Manner) {
        self.close();
        let mut game = PrintedGame {
            title: self.title(),
            ..PrintedGame::default()
        };
        if let Some((moves, name)) = self.borrow.take()
            && number == moves + 1
        {
            if let Some(source) = self.games.iter().rev().find(|game| is_called(game, &name)) {
                let count = (2 * moves as usize).min(source.cells.len());
                game.cells = source.cells[..count].to_vec();
                game.borrowed = count;
                game.notes
                    .push(format!("moves 1 to {moves} are taken from game {name}"));
            } else {
                game.notes.push(format!(
                    "game {name}, whose first {moves} moves are referred to, is not on the page"
                ));
            }
        }
        self.current = Some(Open {
            game,
            number,
            half: false,
            next: self.at,
            manner,
        });
    }

    /// The prose since the last game, nearest last, blank lines left out.
    fn title(&mut self) -> Vec<String> {
        let lines: Vec<String> = self
            .prose
            .drain(..)
            .map(|range| self.page[range].split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let skip = lines.len().saturating_sub(8);
        lines.into_iter().skip(skip).collect()
    }

    fn close(&mut self) {
        if let Some(open) = self.current.take()
            && !open.game.cells.is_empty()
        {
            self.games.push(open.game);
        }
    }

    fn take(&mut self, first: usize, next: usize) {
        self.take_from(self.words[first].start, first, next);
    }

    fn take_from(&mut self, start: usize, first: usize, next: usize) {
        debug_assert!(next > first);
        let end = self.words[next - 1].end;
        let Some(open) = &mut self.current else { return };
        let text = self.page[start..end].trim_end_matches([',', ';', ' ']);
        open.game.cells.push(PrintedCell {
            span: start..start + text.len(),
            number: open.number,
        });
        if open.half {
            let first_move = open.game.cells.len() == open.game.borrowed + 2;
            if first_move {
                let alone = self.words.get(next).is_none_or(|word| word.line_start);
                open.manner.by_line = open.manner.at_line_start && alone;
            }
            open.number += 1;
        }
        open.half = !open.half;
        open.next = next;
        self.at = next;
        self.prose.clear();
    }

    /// A result or a resignation after the moves.
    fn ending(&mut self) -> bool {
        let Some(open) = &mut self.current else {
            return false;
        };
        let text = self
            .words
            .get(self.at)
            .map_or("", |word| &self.page[word.start..word.end]);
        let plain = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '½' && c != '*');
        let result = match plain {
            "1-0" => "1-0",
            "0-1" => "0-1",
            "1/2-1/2" | "½-½" => "1/2-1/2",
            _ => {
                if open.next != self.at {
                    return false;
                }
                let line = self.words[self.at..]
                    .iter()
                    .enumerate()
                    .take_while(|(index, word)| *index == 0 || !word.line_start)
                    .map(|(_, word)| &self.page[word.start..word.end])
                    .collect::<Vec<_>>()
                    .join(" ");
                match told_result(&line, open.half) {
                    Some(result) => result,
                    None => return false,
                }
            }
        };
        open.game.result.get_or_insert(result);
        self.at += 1;
        true
    }

    fn note_prose(&mut self) {
        let word = &self.words[self.at];
        match self.prose.last_mut() {
            Some(last) if !word.line_start && last.end <= word.start => last.end = word.end,
            _ => self.prose.push(word.start..word.end),
        }
        let line = self.prose.last().cloned().unwrap_or_default();
        if let Some(borrow) = borrowed(&self.page[line]) {
            self.close();
            self.borrow = Some(borrow);
        }
    }

    fn cell(&self, first: usize) -> Option<usize> {
        self.cell_from(first, 0)
    }

    /// The end of the move that starts at this word, if one does. Of several ends the one is taken
    /// that stands before a gap, a number or another move.
    fn cell_from(&self, first: usize, offset: usize) -> Option<usize> {
        let word = self.words.get(first)?;
        let start = word.start + offset;
        let mut best: Option<(u32, usize)> = None;
        for next in first + 1..=(first + LONGEST_CELL).min(self.words.len()) {
            if next > first + 1 && self.words[next - 1].line_start {
                break;
            }
            let text = &self.page[start..self.words[next - 1].end];
            let Some(quality) = quality(text) else { continue };
            let mut score = quality * 4 + (next - first).min(3) as u32;
            match self.words.get(next) {
                None => score += 12,
                Some(after) if after.line_start || after.wide => score += 12,
                Some(_) if text.ends_with([',', ';']) => score += 10,
                Some(_) => {
                    let after = self.text(next);
                    if number(after).is_some_and(|value| {
                        self.current
                            .as_ref()
                            .is_none_or(|open| value == open.number || value == open.number + 1)
                    }) && !after.bytes().all(|byte| byte.is_ascii_digit())
                    {
                        score += 10;
                    } else if self.starts_a_move(next) {
                        score += 8;
                    }
                }
            }
            if best.is_none_or(|(found, _)| score > found) {
                best = Some((score, next));
            }
        }
        best.map(|(_, next)| next)
    }

    fn starts_a_move(&self, first: usize) -> bool {
        (first + 1..=(first + LONGEST_CELL).min(self.words.len())).any(|next| {
            let text = &self.page[self.words[first].start..self.words[next - 1].end];
            quality(text).is_some_and(|quality| quality > 1)
        })
    }
}

/// The result that words after the last move tell; `half` where White has made it. Bare `wins` tells
/// none: some printers mean the player who moved, and some the column it stands in.
fn told_result(line: &str, half: bool) -> Option<&'static str> {
    if !is_ending(line) {
        return None;
    }
    let lower = line.to_lowercase();
    let says = |word: &str| lower.contains(word);
    match (says("white"), says("black")) {
        _ if says("draw") || says("perpetual") => Some("1/2-1/2"),
        (true, false) if says("resign") => Some("0-1"),
        (false, true) if says("resign") => Some("1-0"),
        (false, false) if says("resign") => Some(if half { "1-0" } else { "0-1" }),
        (true, false) if says("wins") || says("won") => Some("1-0"),
        (false, true) if says("wins") || says("won") => Some("0-1"),
        _ => None,
    }
}

enum Due {
    Now,
    /// The number after a move whose reply was not found.
    AfterGap,
    Not,
}

/// A number at the head of a word, and the offset of a move glued to it (`1.P-K4`).
fn glued_number(word: &str) -> Option<(u32, Option<usize>)> {
    if let Some(value) = number(word) {
        return Some((value, None));
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 3 {
        return None;
    }
    let rest = &word[digits..];
    let bare = rest.trim_start_matches(['.', ')', '…']);
    if bare.len() == rest.len() || bare.is_empty() {
        return None;
    }
    Some((word[..digits].parse().ok()?, Some(word.len() - bare.len())))
}

/// How surely a text is a whole move: a named man going somewhere is surest; `None` is no move.
fn quality(text: &str) -> Option<u32> {
    if two_squares_apart(text)
        || text.starts_with(['!', '?', ',', ';', ')'])
        || text.ends_with([' ', '-', '–', '—', '×'])
        || text.ends_with(" to")
    {
        return None;
    }
    // Words that a sentence may begin with, and a move in print does not: `for B takes P wins`.
    let first = text
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    if ["for", "is", "does", "white", "black"].contains(&first.to_ascii_lowercase().as_str()) {
        return None;
    }
    // A stop after `Castles` ends it; the rook follows without one (`Castles Q. R.`).
    if let Some(rest) = text.strip_prefix("Castles.")
        && rest.contains(char::is_alphanumeric)
        && !rest.trim_start().starts_with('(')
    {
        return None;
    }
    let Ok(Parsed { ways, remark: None }) = parse(text) else {
        return None;
    };
    ways.iter()
        .filter(|terms| terms.tier < LIBERTY)
        .map(|terms| {
            let goes = terms.says_where();
            let named = terms.names_man();
            match (named, goes) {
                (true, true) => 3,
                (false, true) => 2,
                (true, false) => 1,
                (false, false) => 0,
            }
        })
        .max()
        .filter(|&quality| quality > 0)
}

/// `e4 e5` and `Nf3 d5` are a move and its reply; a move from square to square has no bare space
/// between them in print.
fn two_squares_apart(text: &str) -> bool {
    let is_square = |bytes: &[u8]| matches!(bytes, [b'a'..=b'h', b'1'..=b'8']);
    let mut words = text.split_whitespace().map(str::as_bytes).peekable();
    while let Some(word) = words.next() {
        let ends = word.len() > 1 && is_square(&word[word.len() - 2..]);
        let begins = words
            .peek()
            .is_some_and(|next| next.len() > 1 && is_square(&next[..2]));
        if ends && begins {
            return true;
        }
    }
    false
}

/// `Moves 1-8 as in Game 12`: how many moves, and the other game's name.
fn borrowed(line: &str) -> Option<(u32, String)> {
    let lower = line.to_lowercase();
    let rest = &lower[lower.find("moves 1")? + "moves 1".len()..];
    let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—'));
    let rest = rest.strip_prefix("to ").unwrap_or(rest);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let moves = rest[..digits].parse().ok()?;
    let rest = &rest[digits..];
    let name = rest[rest.find("game")? + "game".len()..]
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .trim_start_matches("no. ")
        .trim_start_matches("no ");
    let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
    (!name.is_empty()).then_some((moves, name))
}

fn is_called(game: &PrintedGame, name: &str) -> bool {
    game.title.iter().any(|line| {
        let lower = line.to_lowercase();
        lower.find("game").is_some_and(|at| {
            lower[at..]
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| word == name)
        })
    })
}
