//! What does a PGN archive hold, game by game, whatever its size and whatever is wrong in it?
//!
//! The reader keeps one buffer and hands out slices of it, so memory does not grow with the file.
//! It never stops at a fault: what cannot be read is reported with its line and the next game is
//! found.

mod decode;
mod game;
mod recognise;

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memchr2, memchr3, memrchr};

use crate::line;

pub use decode::{Utf16, decode, is_utf16, result_named};
pub use game::{DEEPEST_VARIATION, Item, PgnGame, Spot};
pub use recognise::{is_pgn, last_game, may_be_pgn};

/// Where in a file something stands. Only those who ask pay for finding out.
#[derive(Clone, Copy, Debug)]
pub struct Place<'b> {
    /// The line of the file, from 1.
    pub line: u64,
    buffer: &'b [u8],
    at: usize,
    /// Bytes of the file before it.
    offset: u64,
}

impl<'b> Place<'b> {
    /// The line as far as it is in memory, and how many of its bytes come before this place.
    pub fn in_line(&self) -> (&'b [u8], usize) {
        let start = memrchr(b'\n', &self.buffer[..self.at]).map_or(0, |newline| newline + 1);
        let rest = &self.buffer[self.at..];
        let end = self.at + memchr(b'\n', rest).unwrap_or(rest.len());
        (&self.buffer[start..end], self.at - start)
    }
}

/// What a reader meets in the course of a game, in order. All texts are bytes as they stand in the
/// file; [`decode`] turns them into text.
pub trait Visitor {
    /// A tag pair; escapes in the value are left as written.
    fn tag(&mut self, _name: &[u8], _value: &[u8]) {}
    /// Where the value of the tag pair just given stands.
    fn tag_place(&mut self, _place: Place) {}
    /// A move text, and where it stands.
    fn san(&mut self, _text: &[u8], _place: Place) {}
    /// A numeric glyph; the suffixes `!` to `?!` are 1 to 6.
    fn nag(&mut self, _nag: u8) {}
    /// A comment, or a part of one that is larger than the reader's buffer.
    fn comment(&mut self, _text: &[u8]) {}
    /// The text is not as PGN should be; reading goes on where it can.
    fn fault(&mut self, _fault: TextFault) {}
    /// A variation begins: it replaces the last move. `false` skips it unread.
    fn open_variation(&mut self) -> bool {
        true
    }
    /// The variation ends.
    fn close_variation(&mut self) {}
    /// The result that ends the moves; not called where it is missing, nor for one after which they go on.
    fn result(&mut self, _result: &'static str) {}
}

/// What is wrong with a text, whatever its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextFault {
    /// The comment just given was not closed: it ends where the next game begins, or the file.
    UnclosedComment,
    /// A variation was not closed: it ends where the next game begins, or the file.
    UnclosedVariation,
    /// The file ends within a tag pair.
    UnclosedTag,
    /// A sign closes what was never opened: `)`, `}`.
    Stray(char),
    /// This result stands where the moves go on: `1-0 24. Kf2`.
    ResultWithin(&'static str),
}

impl std::fmt::Display for TextFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TextFault::UnclosedComment => f.write_str("a comment is never closed"),
            TextFault::UnclosedVariation => f.write_str("a variation is never closed"),
            TextFault::UnclosedTag => f.write_str("the text ends within a tag pair"),
            TextFault::Stray(sign) => write!(f, "\"{sign}\" closes what was never opened"),
            TextFault::ResultWithin(result) => write!(f, "the moves go on after a result, \"{result}\""),
        }
    }
}

impl std::error::Error for TextFault {}

/// The byte order mark of UTF-8. Files laid together have them in between.
const MARK: &[u8] = b"\xef\xbb\xbf";

const BUFFER: usize = 1 << 18;

/// A move is no longer than this where it is written as PGN has it.
const LONGEST_MOVE: usize = 16;

/// Longest move text or number: anything longer is cut there and is no move anyway.
const LONGEST_TEXT: usize = 1 << 10;

/// Largest game that is kept whole: far more than annotators write, and little enough that an input without
/// end is refused before it fills the memory.
const LARGEST_GAME: u64 = 1 << 23;

/// Reads games one after another from any source of bytes.
#[derive(Debug)]
pub struct PgnReader<R> {
    source: R,
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    /// Bytes of the file before the buffer.
    before: u64,
    line: u64,
    finished: bool,
    started: bool,
    /// Nothing has been met on this line yet: only there `%` hides it.
    line_start: bool,
    /// The byte of the file up to which a game is read.
    limit: u64,
}

/// What has been met of a game.
#[derive(Default)]
struct Met {
    moves: bool,
    /// A tag or a comment.
    anything: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Class {
    /// Part of a move text.
    Text,
    Space,
    Mark,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Text; 256];
    let spaces = b" \t\r\n\x0b\x0c\0";
    let mut index = 0;
    while index < spaces.len() {
        classes[spaces[index] as usize] = Class::Space;
        index += 1;
    }
    let marks = b"(){}[];$!?*.<>\"";
    index = 0;
    while index < marks.len() {
        classes[marks[index] as usize] = Class::Mark;
        index += 1;
    }
    classes
};

/// The letters, figures and strokes of a tag's name.
const NAME: [bool; 256] = {
    let mut name = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        name[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    name
};

impl<R: Read> PgnReader<R> {
    /// A reader at the start of a file.
    pub fn new(source: R) -> PgnReader<R> {
        PgnReader {
            source,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            at: 0,
            end: 0,
            before: 0,
            line: 1,
            finished: false,
            started: false,
            line_start: true,
            limit: u64::MAX,
        }
    }

    /// The same for a part of a file, of which this line is the first.
    #[must_use]
    pub fn from_line(mut self, line: u64) -> Self {
        self.line = line;
        self
    }

    /// Begins again with another source, in the room of this reader.
    pub fn restart(&mut self, source: R) {
        self.source = source;
        self.at = 0;
        self.end = 0;
        self.before = 0;
        self.line = 1;
        self.finished = false;
        self.started = false;
        self.line_start = true;
    }

    /// Bytes read so far, after decompression.
    pub fn bytes_read(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The line of the file the reader stands on, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Moves what is unread from `keep` on to the front and reads more; whether there was more.
    #[cold]
    fn refill(&mut self, keep: usize) -> io::Result<bool> {
        if self.finished {
            return Ok(false);
        }
        if self.bytes_read() > self.limit {
            return Err(io::Error::other(format!(
                "line {}: a game of more than {} MB: expected the next one long before",
                self.line,
                LARGEST_GAME >> 20
            )));
        }
        self.buffer.copy_within(keep..self.end, 0);
        self.before += keep as u64;
        self.at -= keep;
        self.end -= keep;
        let had = self.end;
        while self.end < self.buffer.len() {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.finished = true;
                    break;
                }
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if !self.started {
            self.started = true;
            if self.buffer[..self.end].starts_with(MARK) {
                self.at = MARK.len();
            }
        }
        Ok(self.end > had)
    }

    #[inline]
    fn peek(&mut self) -> io::Result<Option<u8>> {
        // A refill that brings nothing but a byte order mark is none.
        while self.at == self.end {
            if !self.refill(self.at)? {
                return Ok(None);
            }
        }
        Ok(Some(self.buffer[self.at]))
    }

    /// The end of the run of text that starts here, all of it in the buffer.
    #[inline]
    fn text_end(&mut self) -> io::Result<usize> {
        let mut next = self.at + 1;
        loop {
            let most = self.end.min(self.at + LONGEST_TEXT);
            let rest = &self.buffer[next.min(most)..most];
            let ends = |byte: &u8| CLASSES[usize::from(*byte)] != Class::Text;
            if let Some(more) = rest.iter().position(ends) {
                return Ok(next + more);
            }
            next = next.max(most);
            if next < self.end {
                return Ok(next);
            }
            let start = self.at;
            if !self.refill(start)? {
                return Ok(self.end);
            }
            next -= start;
        }
    }

    fn skip_line(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            if byte == b'\n' {
                break;
            }
            self.at += 1;
        }
        Ok(())
    }

    /// Hands out everything up to the closing sign, in parts if it is larger than the buffer, and
    /// steps over the sign. A brace that nobody closed ends before the next game's first tag; whether it
    /// was closed.
    #[inline]
    fn until<F: FnMut(&[u8])>(&mut self, close: u8, mut each: F) -> io::Result<bool> {
        // Nearly all stand on one line.
        let rest = &self.buffer[self.at..self.end];
        if let Some(length) = memchr2(close, b'\n', rest)
            && rest[length] == close
        {
            each(&rest[..length]);
            // The end of a line is left to whoever counts lines.
            self.at += length + usize::from(close != b'\n');
            return Ok(true);
        }
        self.until_a_later_line(close, each)
    }

    fn until_a_later_line<F: FnMut(&[u8])>(&mut self, close: u8, mut each: F) -> io::Result<bool> {
        loop {
            let rest = &self.buffer[self.at..self.end];
            let newlines = |text: &[u8]| memchr_iter(b'\n', text).count() as u64;
            let closes = memchr(close, rest);
            let sought = &rest[..closes.unwrap_or(rest.len())];
            let lines = newlines(sought);
            let next_game = match closes {
                // An empty line stands before it; few comments hold one.
                _ if close != b'}' || lines < 2 => None,
                // As long as more may come, the brace may still be closed.
                None if !self.finished && self.end - self.at < self.buffer.len() => None,
                _ => ["\n\n[Event \"", "\n\r\n[Event \""]
                    .iter()
                    .filter_map(|tag| memchr::memmem::find(sought, tag.as_bytes()))
                    .min(),
            };
            if let Some(length) = next_game {
                let text = &rest[..length];
                each(text);
                self.line += newlines(text);
                self.at += length;
                return Ok(false);
            }
            if let Some(length) = closes {
                each(sought);
                self.line += lines;
                self.at += length + usize::from(close != b'\n');
                return Ok(true);
            }
            let whole = self.at == 0 && self.end == self.buffer.len();
            if whole || self.finished {
                each(rest);
                self.line += lines;
                self.at = self.end;
                if self.finished {
                    return Ok(close == b'\n');
                }
            }
            self.refill(self.at)?;
        }
    }

    /// Where this byte of the buffer stands in the file, on the line that is being read.
    fn place(&self, at: usize) -> Place<'_> {
        Place {
            line: self.line,
            buffer: &self.buffer[..self.end],
            at,
            offset: self.before + at as u64,
        }
    }

    /// `[Name "value"]` as almost all are written, whole in the buffer and without escapes; `false`,
    /// with nothing done, where it is anything else.
    #[inline]
    fn plain_tag<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        let inside = &self.buffer[self.at + 1..self.end];
        let most = &inside[..inside.len().min(64)];
        let Some(name) = most.iter().position(|byte| !NAME[usize::from(*byte)]) else {
            return false;
        };
        let Some(value) = inside[name..].strip_prefix(b" \"") else {
            return false;
        };
        let Some(length) = memchr3(b'"', b'\\', b'\n', value) else {
            return false;
        };
        if name == 0 || !value[length..].starts_with(b"\"]") {
            return false;
        }
        visitor.tag(&inside[..name], &value[..length]);
        visitor.tag_place(self.place(self.at + 1 + name + 2));
        self.at += 1 + name + 2 + length + 2;
        true
    }

    fn tag<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        if self.plain_tag(visitor) {
            return Ok(());
        }
        // A tag pair stands on one line; whatever is wrong with it, the next line is another matter.
        let mut next = self.at + 1;
        let mut quoted = false;
        let mut escaped = false;
        loop {
            if next == self.end {
                let keep = self.at;
                if next - keep >= self.buffer.len() || !self.refill(keep)? {
                    self.at = self.end;
                    visitor.fault(TextFault::UnclosedTag);
                    return Ok(());
                }
                next -= keep;
                continue;
            }
            let byte = self.buffer[next];
            if byte == b'\n' || byte == b']' && !quoted {
                break;
            }
            if byte == b'"' && !escaped {
                quoted = !quoted;
            }
            escaped = byte == b'\\' && !escaped;
            next += 1;
        }
        let inside = &self.buffer[self.at + 1..next];
        let name_end = inside
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || *byte == b'"')
            .unwrap_or(inside.len());
        let (name, value) = inside.split_at(name_end);
        let value = value.trim_ascii();
        let value = value.strip_prefix(b"\"").unwrap_or(value);
        let value = value.strip_suffix(b"\"").unwrap_or(value);
        if !name.is_empty() {
            visitor.tag(name, value);
            let begins = value.as_ptr() as usize - inside.as_ptr() as usize;
            visitor.tag_place(self.place(self.at + 1 + begins));
        }
        self.at = next + usize::from(self.buffer[next] == b']');
        Ok(())
    }

    /// Skips a variation unread, with all it holds. One that nobody closed ends before the next game's first tag.
    fn skip_variation<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        let mut depth = 1;
        let mut line_start = false;
        while depth > 0 {
            let next = self.peek()?;
            let Some(byte) = next.filter(|byte| *byte != b'[' || !line_start) else {
                visitor.fault(TextFault::UnclosedVariation);
                return Ok(());
            };
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' if !self.until(b'}', |_| {})? => visitor.fault(TextFault::UnclosedComment),
                b';' => self.skip_line()?,
                b'\n' => self.line += 1,
                _ => {}
            }
            line_start = byte == b'\n' || line_start && byte.is_ascii_whitespace();
        }
        Ok(())
    }

    /// A result: whether it ends the game. Numbers that go on say that it does not.
    fn ends_with<V: Visitor>(&mut self, result: &'static str, visitor: &mut V) -> io::Result<bool> {
        self.rest_of_line(visitor)?;
        let ends = !self.numbers_go_on()?;
        if ends {
            visitor.result(result);
        } else {
            visitor.fault(TextFault::ResultWithin(result));
        }
        Ok(ends)
    }

    /// Whether the next thing is the number of a move, and not of a first one.
    fn numbers_go_on(&mut self) -> io::Result<bool> {
        let mut space = 0;
        loop {
            let rest = &self.buffer[self.at + space..self.end];
            let text = rest.trim_ascii_start();
            if text.len() >= "9999.".len() || self.finished {
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let (number, after) = text.split_at(digits);
                return Ok(match number {
                    b"" => false,
                    b"1" => after.starts_with(b".."),
                    _ => digits <= 4 && after.starts_with(b"."),
                });
            }
            space += rest.len() - text.len();
            if !self.refill(self.at)? && !self.finished {
                return Ok(false);
            }
        }
    }

    /// What stands behind the result in its line, comments and a result once more, belongs to the game.
    fn rest_of_line<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<()> {
        loop {
            match self.peek()? {
                Some(b' ' | b'\t' | b'\r' | b'*') => self.at += 1,
                Some(sign @ (b'{' | b';')) => {
                    self.at += 1;
                    let close = if sign == b'{' { b'}' } else { b'\n' };
                    if !self.until(close, |text| visitor.comment(text))? {
                        visitor.fault(TextFault::UnclosedComment);
                    }
                }
                Some(byte) if byte.is_ascii_digit() || byte >= 0x80 => {
                    let next = self.text_end()?;
                    if result_in_moves(&self.buffer[self.at..next]).is_none() {
                        return Ok(());
                    }
                    self.at = next;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Whether the tag pair that begins here is `Event`, which stands once in a game, and in nearly all first.
    #[inline]
    fn is_event_tag(&mut self) -> io::Result<bool> {
        const EVENT: &[u8] = b"[Event ";
        if self.end - self.at < EVENT.len() {
            self.refill(self.at)?;
        }
        Ok(self.buffer[self.at..self.end].starts_with(EVENT))
    }

    /// Steps over the space that follows most texts.
    #[inline]
    fn skip_space(&mut self) {
        self.at += usize::from(self.at < self.end && self.buffer[self.at] == b' ');
    }

    /// Hands out what nearly all of a game is, as far as it goes on so and is in the buffer: numbers, moves that begin with a
    /// letter, and comments that end on their line. Whether there was anything of the kind.
    #[inline]
    fn movetext<V: Visitor>(&mut self, visitor: &mut V, met: &mut Met) -> bool {
        let buffer = &self.buffer[..self.end];
        let mut at = self.at;
        while let Some(&byte) = buffer.get(at) {
            at += match byte {
                b' ' => 1,
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => {
                    let most = &buffer[at..buffer.len().min(at + LONGEST_MOVE)];
                    let ends = |byte: &u8| CLASSES[usize::from(*byte)] != Class::Text;
                    let Some(length) = most.iter().position(ends) else {
                        break;
                    };
                    let text = &most[..length];
                    // `e.p.`, or some other word.
                    if length == 1 || text == b"ep" {
                        break;
                    }
                    let place = Place {
                        line: self.line,
                        buffer,
                        at,
                        offset: self.before + at as u64,
                    };
                    met.moves = true;
                    visitor.san(text, place);
                    length
                }
                b'0'..=b'9' => match number(&buffer[at..]) {
                    Some(length) => length,
                    None => break,
                },
                b'{' => match memchr2(b'}', b'\n', &buffer[at..]) {
                    Some(length) if buffer[at + length] == b'}' => {
                        met.anything = true;
                        visitor.comment(&buffer[at + 1..at + length]);
                        length + 1
                    }
                    _ => break,
                },
                _ => break,
            };
            // A space follows nearly everything.
            at += usize::from(buffer.get(at) == Some(&b' '));
        }
        let any = at > self.at;
        self.at = at;
        any
    }

    /// Reads the next game; `false` at the end of the file.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> io::Result<bool> {
        let mut met = Met::default();
        let mut has_event = false;
        let mut depth = 0u32;
        loop {
            let Some(byte) = self.peek()? else {
                if depth > 0 {
                    visitor.fault(TextFault::UnclosedVariation);
                }
                return Ok(met.anything || met.moves);
            };
            // The commonest first, each by one test: which of them comes next is hard to foresee.
            match CLASSES[usize::from(byte)] {
                Class::Text if byte == b'%' && self.line_start => {
                    self.skip_line()?;
                    continue;
                }
                Class::Text if self.movetext(visitor, &mut met) => {}
                Class::Text => {
                    let next = self.text_end()?;
                    let text = &self.buffer[self.at..next];
                    if byte == MARK[0] && text.starts_with(MARK) {
                        self.at += MARK.len();
                        continue;
                    }
                    let place = Place {
                        line: self.line,
                        buffer: &self.buffer[..self.end],
                        at: self.at,
                        offset: self.before + self.at as u64,
                    };
                    self.at = next;
                    let rest = &self.buffer[next..self.end];
                    if let Some(nag) = judgement(text) {
                        if nag > 0 {
                            visitor.nag(nag);
                        }
                    } else if met.moves && (text == b"ep" || text == b"e" && rest.starts_with(b".p")) {
                        // `e.p.` after a move says nothing that the move does not.
                        self.at += if text == b"e" { 2 } else { 0 };
                    } else if byte.is_ascii_digit() || byte == HALF[0] || byte == HALF[1] {
                        // Where files were laid together, the next one's mark may follow at once.
                        let text = match text.strip_suffix(MARK) {
                            Some(before) => {
                                self.at -= MARK.len();
                                before
                            }
                            None => text,
                        };
                        if let Some(result) = result_in_moves(text) {
                            if depth == 0 && self.ends_with(result, visitor)? {
                                return Ok(true);
                            }
                        } else if !text.iter().all(u8::is_ascii_digit) {
                            met.moves = true;
                            visitor.san(text, place);
                        }
                    } else {
                        met.moves = true;
                        visitor.san(text, place);
                    }
                    self.skip_space();
                }
                Class::Space if byte == b'\n' => {
                    self.line += 1;
                    self.at += 1;
                    self.line_start = true;
                    continue;
                }
                Class::Space => self.at += 1,
                Class::Mark => match byte {
                    b'[' if depth == 0 || self.line_start => {
                        let event = self.is_event_tag()?;
                        // The result is missing, or moves and result are: the next game has begun.
                        if met.moves || event && has_event {
                            if depth > 0 {
                                visitor.fault(TextFault::UnclosedVariation);
                            }
                            return Ok(true);
                        }
                        has_event |= event;
                        met.anything = true;
                        self.tag(visitor)?;
                    }
                    b'{' => {
                        met.anything = true;
                        self.at += 1;
                        if !self.until(b'}', |text| visitor.comment(text))? {
                            visitor.fault(TextFault::UnclosedComment);
                        }
                    }
                    b'}' => {
                        self.at += 1;
                        visitor.fault(TextFault::Stray('}'));
                    }
                    b';' => {
                        met.anything = true;
                        self.at += 1;
                        self.until(b'\n', |text| visitor.comment(text))?;
                    }
                    b'(' => {
                        self.at += 1;
                        if visitor.open_variation() {
                            depth += 1;
                        } else {
                            self.skip_variation(visitor)?;
                        }
                    }
                    b')' => {
                        self.at += 1;
                        if depth > 0 {
                            depth -= 1;
                            visitor.close_variation();
                        } else {
                            visitor.fault(TextFault::Stray(')'));
                        }
                    }
                    b'$' => {
                        self.at += 1;
                        let mut nag = 0u64;
                        while let Some(digit @ b'0'..=b'9') = self.peek()? {
                            nag = nag.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
                            self.at += 1;
                        }
                        match u8::try_from(nag) {
                            Ok(nag) => visitor.nag(nag),
                            // No glyph of the standard; it is kept as a remark.
                            Err(_) => visitor.comment(format!("${nag}").as_bytes()),
                        }
                    }
                    b'!' | b'?' => {
                        self.at += 1;
                        visitor.nag(line::glyph(byte, self.peek()?));
                        while let Some(b'!' | b'?') = self.peek()? {
                            self.at += 1;
                        }
                    }
                    b'*' => {
                        self.at += 1;
                        if depth == 0 && self.ends_with("*", visitor)? {
                            return Ok(true);
                        }
                    }
                    _ => self.at += 1,
                },
            }
            self.line_start = false;
        }
    }
}

/// How long `12.` or `12...` is, if a text begins so.
#[inline]
fn number(text: &[u8]) -> Option<usize> {
    let figures = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &text[figures..] {
        _ if figures == 0 || figures > 4 => None,
        [b'.', b'.', b'.', ..] => Some(figures + 3),
        [b'.', ..] => Some(figures + 1),
        _ => None,
    }
}

/// `½` in UTF-8.
const HALF: &[u8] = "½".as_bytes();

/// The result that a word at the end of the moves names; whatever else stands there is taken for a move.
#[inline]
fn result_in_moves(text: &[u8]) -> Option<&'static str> {
    match text {
        b"1-0" => Some("1-0"),
        b"0-1" => Some("0-1"),
        // In Latin-1 the half is one byte.
        b"1/2-1/2" | b"1/2" | b"\xbd-\xbd" | b"\xbd" => Some("1/2-1/2"),
        _ if text == b"0-0" || text.iter().all(u8::is_ascii_digit) => None,
        _ => std::str::from_utf8(text)
            .ok()
            .and_then(result_named)
            .filter(|result| *result != "0-0"),
    }
}

/// `+=`, `+/-`, `=`: what annotators without glyphs write for a judgement; 0 where no glyph says it.
#[inline]
fn judgement(text: &[u8]) -> Option<u8> {
    if !matches!(text.first(), Some(b'+' | b'-' | b'=' | b'/')) {
        return None;
    }
    if !text.iter().all(|byte| b"+-=/".contains(byte)) || text.starts_with(b"--") {
        return None;
    }
    Some(match text {
        b"=" => 10,
        b"+=" | b"+/=" => 14,
        b"=+" | b"=/+" => 15,
        b"+/-" => 16,
        b"-/+" => 17,
        b"+-" => 18,
        b"-+" => 19,
        _ => 0,
    })
}
