//! Where does one game of an archive end and the next begin, told from a few lines alone?
//!
//! A piece begins at a tag line that stands after a blank line or a result, unless the last line before it, blank ones aside, is a tag
//! line too. The rule looks at nothing else, so an archive falls into the same pieces however it is cut, and a comment that is never
//! closed spoils only its own. Nearly always a piece is one game; whoever reads it finds whether there are more.

use memchr::{memchr_iter, memmem, memrchr};
use std::io::{self, Read};

/// So much text is handed to a worker at once.
const CHUNK: usize = 1 << 18;
/// A single game may be so large; what is larger is cut.
const LARGEST: usize = 64 << 20;

/// Some whole games of an archive.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// Where it begins in the text.
    pub(crate) byte: u64,
    /// The text.
    pub(crate) text: Vec<u8>,
}

/// Whether a line that begins here is a tag pair: `[Name "`.
fn is_tag(line: &[u8]) -> bool {
    // A mark of the encoding may stand before the first tag.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let Some(rest) = line.strip_prefix(b"[") else {
        return false;
    };
    let name = rest
        .iter()
        .take(64)
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    let after = rest[name..].trim_ascii_start();
    name > 0 && after.len() < rest[name..].len() && after.first() == Some(&b'"')
}

/// Whether a line may be a tag pair, perhaps without quotation marks.
fn may_be_tag(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let name = line.strip_prefix(b"[").and_then(|rest| rest.first());
    line.ends_with(b"]") && name.is_some_and(u8::is_ascii_alphabetic) || is_tag(line)
}

/// Whether the line ends the moves of a game.
fn ends_with_a_result(line: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2", b"*", b"\xbd"]
        .iter()
        .any(|result| line.ends_with(result))
}

/// Whether a piece begins at this place, which is the beginning of a line. Most lines that may be tags stand after one, and
/// that is seen soonest.
fn begins(text: &[u8], at: usize) -> bool {
    let before = text[..at].trim_ascii_end();
    let line = memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let line = &before[line..];
    let blank = || memchr_iter(b'\n', &text[before.len()..at]).count() > 1;
    (line.is_empty() || !may_be_tag(line) && (ends_with_a_result(line) || blank())) && is_tag(&text[at..])
}

/// The last place after the first byte at which a piece begins.
fn last_beginning(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(found) = memmem::rfind(&text[..end], b"\n[") {
        if begins(text, found + 1) {
            return Some(found + 1);
        }
        end = found + 1;
    }
    None
}

/// The next place after `from` at which a piece begins.
pub(crate) fn next_beginning(text: &[u8], from: usize) -> Option<usize> {
    memmem::find_iter(text.get(from..)?, b"\n[")
        .map(|found| from + found + 1)
        .find(|&at| begins(text, at))
}

/// The pieces of a chunk, each with its place in it. A text without tags is one piece, whatever it holds.
pub(crate) fn games(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at;
        if start >= text.len() {
            return None;
        }
        at = next_beginning(text, start).unwrap_or(text.len());
        Some((start, &text[start..at]))
    })
}

/// Cuts a stream into chunks of whole games.
pub(crate) struct Splitter<R> {
    source: R,
    kept: Vec<u8>,
    byte: u64,
    /// No game that begins here or later is ours.
    until: u64,
    finished: bool,
    /// The source failed, and nobody has been told yet.
    fault: Option<io::Error>,
}

impl<R: Read> Splitter<R> {
    /// `byte`: where the stream begins in the text. Games that begin at `until` or later are left alone.
    pub(crate) fn new(source: R, byte: u64, until: u64) -> Self {
        Splitter {
            source,
            kept: Vec::new(),
            byte,
            until,
            finished: false,
            fault: None,
        }
    }

    /// Leaves out everything before the first game that begins in this stream: it belongs to whoever reads what comes before.
    /// `before` is the end of the text that precedes it.
    pub(crate) fn skip_to_a_beginning(&mut self, before: &[u8]) -> io::Result<()> {
        let mut text = before.to_vec();
        let origin = self.byte - before.len() as u64;
        loop {
            let from = before.len().saturating_sub(1);
            if let Some(at) = next_beginning(&text, from) {
                self.byte = origin + at as u64;
                self.kept = text.split_off(at);
                return Ok(());
            }
            let had = text.len();
            (&mut self.source).take(CHUNK as u64).read_to_end(&mut text)?;
            if text.len() == had || text.len() > LARGEST {
                self.byte = origin + text.len() as u64;
                self.finished = true;
                return Ok(());
            }
        }
    }

    /// The next chunk; none at the end.
    pub(crate) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if self.byte >= self.until {
            return Ok(None);
        }
        let mut text = core::mem::take(&mut self.kept);
        let mut wanted = CHUNK;
        let cut = loop {
            if !self.finished && text.len() < wanted {
                let more = (wanted - text.len()) as u64;
                // What was read before a fault is whole text, and is handed out first.
                self.fault = (&mut self.source).take(more).read_to_end(&mut text).err();
                self.finished = text.len() < wanted;
            }
            if self.finished {
                break text.len();
            }
            match last_beginning(&text) {
                Some(at) => break at,
                None if text.len() >= LARGEST => break text.len(),
                None => wanted += CHUNK,
            }
        };
        self.kept = text.split_off(cut);
        if text.is_empty() {
            return self.fault.take().map_or(Ok(None), Err);
        }
        let byte = self.byte;
        self.byte += text.len() as u64;
        if self.byte > self.until {
            // The last game that is ours begins before the limit and is read to its end.
            let limit = (self.until - byte) as usize;
            let inside = limit.saturating_sub(1).min(text.len());
            if let Some(end) = next_beginning(&text, inside) {
                text.truncate(end);
            }
        }
        Ok(Some(Chunk { byte, text }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &[u8] =
        b"[Event \"a\"]\n[White \"x\"]\n\n1. e4 {\n[not a tag] } e5 1-0\n\n\n[Event \"b\"]\n\n1. d4 *\n";

    #[test]
    fn a_game_begins_at_a_tag_line_after_moves() {
        let found: Vec<usize> = games(TWO).map(|(at, _)| at).collect();
        assert_eq!(found.len(), 2);
        assert!(TWO[found[1]..].starts_with(b"[Event \"b\"]"));
    }

    #[test]
    fn wherever_the_text_is_cut_the_games_are_the_same() {
        let text = TWO.repeat(5);
        let whole: Vec<usize> = games(&text).map(|(at, _)| at).collect();
        for cut in 0..=text.len() {
            let mut found = Vec::new();
            let mut read = |from: usize, to: usize| {
                let mut splitter = Splitter::new(&text[from..], from as u64, to as u64);
                if from > 0 {
                    let before = &text[from.saturating_sub(30)..from];
                    splitter.skip_to_a_beginning(before).expect("memory");
                }
                while let Some(chunk) = splitter.next_chunk().expect("memory") {
                    found.extend(games(&chunk.text).map(|(at, _)| at + chunk.byte as usize));
                }
            };
            read(0, cut);
            read(cut, text.len());
            assert_eq!(found, whole, "cut at {cut}");
        }
    }
}
