//! What do the bytes of a file say, and which result does a text name?

use std::io::{self, Read};

/// Text of a file that is UTF-8 or UTF-16 or, failing that, Latin-1 as Windows has it.
pub fn decode(bytes: &[u8]) -> String {
    let units = |pairs: &[u8], unit: fn([u8; 2]) -> u16| -> String {
        let units = pairs.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units)
            .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => units(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => units(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => decode_latin(bytes),
        },
    }
}

/// Whether a text says by its first two bytes that it is UTF-16.
pub fn is_utf16(head: &[u8]) -> bool {
    head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff")
}

/// A text in UTF-16, which its first two bytes must say, given as UTF-8 while it is read.
#[derive(Debug)]
pub struct Utf16<R> {
    source: R,
    /// What of it was read and not yet taken.
    stored: Vec<u8>,
    big_endian: Option<bool>,
    text: Vec<u8>,
    given: usize,
}

impl<R: Read> Utf16<R> {
    /// The text of this source.
    pub fn new(source: R) -> Utf16<R> {
        Utf16 {
            source,
            stored: Vec::new(),
            big_endian: None,
            text: Vec::new(),
            given: 0,
        }
    }

    /// Takes the units that are whole. At the end of the source what is half a unit or half a pair is taken too.
    fn take(&mut self, at_end: bool) {
        if at_end && !self.stored.len().is_multiple_of(2) {
            self.stored.push(0);
        }
        let big_endian = self.big_endian == Some(true);
        let pairs = self.stored.chunks_exact(2);
        let unit = |pair: &[u8]| {
            let pair = [pair[0], pair[1]];
            if big_endian {
                u16::from_be_bytes(pair)
            } else {
                u16::from_le_bytes(pair)
            }
        };
        let units: Vec<u16> = pairs.map(unit).collect();
        // The second half of a pair comes with the next bytes.
        let halved = units.last().is_some_and(|last| (0xd800..0xdc00).contains(last)) && !at_end;
        let whole = units.len() - usize::from(halved);
        self.text.clear();
        self.given = 0;
        for letter in char::decode_utf16(units[..whole].iter().copied()) {
            let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.text
                .extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        }
        self.stored.drain(..2 * whole);
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const AT_ONCE: u64 = 1 << 16;
        while self.given == self.text.len() {
            let count = self.source.by_ref().take(AT_ONCE).read_to_end(&mut self.stored)?;
            if self.big_endian.is_none() && self.stored.len() >= 2 {
                self.big_endian = Some(self.stored.starts_with(b"\xfe\xff"));
                self.stored.drain(..2);
            }
            if count == 0 && self.stored.is_empty() {
                return Ok(0);
            }
            self.take(count == 0);
        }
        let count = buffer.len().min(self.text.len() - self.given);
        buffer[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

/// Latin-1, with the quotation marks and dashes that Windows put where it has only controls.
pub(super) fn decode_latin(bytes: &[u8]) -> String {
    const WINDOWS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    bytes
        .iter()
        .map(|&byte| match byte {
            0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
            byte => char::from(byte),
        })
        .collect()
}

/// The result that a text names, however it is written: `1-0`, `0-1`, `1/2-1/2`, `*`, and `0-0` where both have lost,
/// which PGN itself does not know.
///
/// ```
/// use jadoube_notation::result_named;
///
/// assert_eq!(result_named("½–½"), Some("1/2-1/2"));
/// assert_eq!(result_named("1 : 0"), Some("1-0"));
/// assert_eq!(result_named("White wins"), None);
/// ```
pub fn result_named(text: &str) -> Option<&'static str> {
    // A tag is no longer than this in any form we know.
    if text.len() > 32 {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            '½' => plain.push_str("1/2"),
            '–' | '—' | '−' | '‐' | '‑' | ':' => plain.push('-'),
            other => plain.push(other),
        }
    }
    Some(match plain.as_str() {
        "1-0" | "+/-" | "+--" => "1-0",
        "0-1" | "-/+" | "--+" => "0-1",
        "1/2-1/2" | "1/2" | "0.5-0.5" | "0,5-0,5" => "1/2-1/2",
        "0-0" | "-/-" | "---" => "0-0",
        "*" => "*",
        _ => return None,
    })
}
