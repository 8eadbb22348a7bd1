//! What do the bytes of a file say, and which result does a text name?

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
