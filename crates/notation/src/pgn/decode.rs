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
    match order_of_utf16(bytes) {
        Some((Order::LittleEndian, mark)) => units(&bytes[mark..], u16::from_le_bytes),
        Some((Order::BigEndian, mark)) => units(&bytes[mark..], u16::from_be_bytes),
        None => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => decode_latin(bytes),
        },
    }
}

/// Whether a text is UTF-16: its first two bytes say so, or its first two letters are each a byte and an empty one.
pub fn is_utf16(head: &[u8]) -> bool {
    order_of_utf16(head).is_some()
}

/// Which byte of a unit comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    LittleEndian,
    BigEndian,
}

/// The order of the bytes in a text of UTF-16, and how many of its first bytes only tell it.
fn order_of_utf16(head: &[u8]) -> Option<(Order, usize)> {
    match *head {
        [0xff, 0xfe, ..] => Some((Order::LittleEndian, 2)),
        [0xfe, 0xff, ..] => Some((Order::BigEndian, 2)),
        [9..0x80, 0, 9..0x80, 0, ..] => Some((Order::LittleEndian, 0)),
        [0, 9..0x80, 0, 9..0x80, ..] => Some((Order::BigEndian, 0)),
        _ => None,
    }
}

/// A text in UTF-16 (`is_utf16`), given as UTF-8 while it is read.
#[derive(Debug)]
pub struct Utf16<R> {
    source: R,
    /// What of it was read and not yet taken.
    stored: Vec<u8>,
    order: Option<Order>,
    text: Vec<u8>,
    given: usize,
}

impl<R: Read> Utf16<R> {
    /// The text of this source.
    pub fn new(source: R) -> Utf16<R> {
        Utf16 {
            source,
            stored: Vec::new(),
            order: None,
            text: Vec::new(),
            given: 0,
        }
    }

    /// Takes the units that are whole. At the end of the source what is half a unit or half a pair is taken too.
    fn take(&mut self, at_end: bool) {
        if at_end && !self.stored.len().is_multiple_of(2) {
            self.stored.push(0);
        }
        let order = self.order;
        let pairs = self.stored.chunks_exact(2);
        let unit = |pair: &[u8]| {
            let pair = [pair[0], pair[1]];
            match order {
                Some(Order::BigEndian) => u16::from_be_bytes(pair),
                _ => u16::from_le_bytes(pair),
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
            if self.order.is_none()
                && let Some((order, mark)) = order_of_utf16(&self.stored)
            {
                self.order = Some(order);
                self.stored.drain(..mark);
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
