//! What does one game of an archive hold, kept whole?

use std::io::{self, Read};

use super::decode::{decode, decode_latin, result_named};
use super::{LARGEST_GAME, PgnReader, Place, TextFault, Visitor};

/// A place in a file that is no longer in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The line of the file, from 1.
    pub line: u64,
    /// Bytes of the line, decoded, that come before.
    pub column: usize,
}

/// One piece of movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move as written, and where.
    San(String, Spot),
    /// A numeric glyph.
    Nag(u8),
    /// A comment.
    Comment(String),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
}

/// A whole game with everything in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Tag pairs in order.
    pub tags: Vec<(String, String)>,
    /// The movetext in order.
    pub items: Vec<Item>,
    /// The result after the moves, if it is there.
    pub result: Option<&'static str>,
    /// The line of the file on which the game begins.
    pub line: u64,
    /// The lines of the file that hold the moves and the FEN, for those who have to show one.
    pub lines: Vec<(u64, String)>,
    /// Where the FEN begins.
    pub fen_at: Option<Spot>,
    /// Whether variations nested more deeply than [`DEEPEST_VARIATION`] were left out.
    pub too_deep: bool,
    /// Whether a comment in it was never closed: the moves after it are in the comment.
    pub unclosed_comment: bool,
    depth: usize,
    /// The byte of the file at which the last of `lines` begins, and whether it is UTF-8: to look for either at
    /// every move would take long where a whole archive stands on one line.
    last_line: (u64, bool),
}

/// How deeply variations may be nested before they are passed over: far deeper than annotators go,
/// and shallow enough that no file can exhaust the stack of whoever walks through them.
pub const DEEPEST_VARIATION: usize = 64;

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }

    /// The result as PGN has it, `1-0`, `0-1`, `1/2-1/2` or `*`: what stands after the moves, or the tag however it is
    /// written.
    pub fn told_result(&self) -> &'static str {
        self.result
            .or_else(|| self.tag("Result").and_then(result_named))
            .filter(|result| *result != "0-0")
            .unwrap_or("*")
    }

    /// A line of the file that holds moves or the FEN.
    pub fn source_line(&self, number: u64) -> Option<&str> {
        let index = self.lines.binary_search_by_key(&number, |(line, _)| *line).ok()?;
        Some(&self.lines[index].1)
    }

    /// The place, whose line is kept.
    fn spot(&mut self, place: Place) -> Spot {
        if self.lines.last().is_none_or(|(last, _)| *last < place.line) {
            let (source, before) = place.in_line();
            self.lines.push((place.line, decode(source.trim_ascii_end())));
            let begins = place.offset - before as u64;
            self.last_line = (begins, std::str::from_utf8(source).is_ok());
        }
        let (begins, utf8) = self.last_line;
        // A line is one encoding or the other as a whole.
        let column = if utf8 {
            usize::try_from(place.offset - begins).unwrap_or(usize::MAX)
        } else {
            let (source, before) = place.in_line();
            decode_latin(&source[..before]).len()
        };
        Spot {
            line: place.line,
            column,
        }
    }

    /// The moves of the game itself, without variations, each with its line.
    pub fn main_line(&self) -> impl Iterator<Item = (&str, u64)> {
        let mut depth = 0u32;
        self.items.iter().filter_map(move |item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                Item::San(text, spot) if depth == 0 => return Some((text.as_str(), spot.line)),
                _ => {}
            }
            None
        })
    }
}

impl Visitor for PgnGame {
    fn fault(&mut self, fault: TextFault) {
        self.unclosed_comment |= fault == TextFault::UnclosedComment;
        if let TextFault::ResultWithin(result) = fault {
            self.items.push(Item::Comment(result.to_owned()));
        }
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        let mut plain = Vec::with_capacity(value.len());
        let mut rest = value.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            // A backslash before anything but a quotation mark or another one is itself: many programs write it so.
            let escapes = byte == b'\\' && matches!(rest.peek(), Some(b'"' | b'\\'));
            plain.push(if escapes {
                rest.next().unwrap_or(byte)
            } else {
                byte
            });
        }
        self.tags.push((decode(name), decode(&plain)));
    }

    fn san(&mut self, text: &[u8], place: Place) {
        let spot = self.spot(place);
        self.items.push(Item::San(decode(text), spot));
    }

    fn tag_place(&mut self, place: Place) {
        if self.fen_at.is_none() && self.tags.last().is_some_and(|(name, _)| name == "FEN") {
            self.fen_at = Some(self.spot(place));
        }
    }

    fn nag(&mut self, nag: u8) {
        self.items.push(Item::Nag(nag));
    }

    fn comment(&mut self, text: &[u8]) {
        self.items.push(Item::Comment(decode(text.trim_ascii())));
    }

    fn open_variation(&mut self) -> bool {
        if self.depth == DEEPEST_VARIATION {
            self.too_deep = true;
            return false;
        }
        self.depth += 1;
        self.items.push(Item::Open);
        true
    }

    fn close_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.items.push(Item::Close);
    }

    fn result(&mut self, result: &'static str) {
        self.result = Some(result);
    }
}

impl<R: Read> PgnReader<R> {
    /// The next game with everything in it; `None` at the end of the file. A game of more than eight megabytes
    /// is an error.
    pub fn next_game(&mut self) -> io::Result<Option<PgnGame>> {
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
                break;
            }
            if byte == b'\n' {
                self.line += 1;
                self.line_start = true;
            }
            self.at += 1;
        }
        let mut game = PgnGame {
            line: self.line,
            ..PgnGame::default()
        };
        self.limit = self.bytes_read() + LARGEST_GAME;
        let found = self.read_game(&mut game);
        self.limit = u64::MAX;
        Ok(found?.then_some(game))
    }
}

/// The games of the archive, each with everything in it. After an error nothing more comes.
impl<R: Read> Iterator for PgnReader<R> {
    type Item = io::Result<PgnGame>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_game().transpose();
        if matches!(game, Some(Err(_))) {
            self.finished = true;
            self.at = self.end;
        }
        game
    }
}
