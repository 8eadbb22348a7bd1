//! What do the tags and comments of a game say of how it ended?

use memchr::memmem;

/// Whether a text speaks of a draw by agreement.
pub(crate) fn of_agreement(text: &[u8]) -> bool {
    has(text, b"agree")
}

/// Whether a text says that the game was lost on time.
pub(crate) fn of_time(text: &[u8]) -> bool {
    [
        &b"time forfeit"[..],
        b"on time",
        b"lost by time",
        b"out of time",
        b"time out",
        b"timeout",
        b"flag",
        b"overstepped",
    ]
    .iter()
    .any(|words| has(text, words))
}

/// Whether the words stand in the text, in capitals or not.
fn has(text: &[u8], words: &[u8]) -> bool {
    // Nearly all comments hold neither; the longest there are, a few thousand letters.
    let lower = text.to_ascii_lowercase();
    memmem::find(&lower, words).is_some()
}

/// The result a text names.
pub(crate) fn result(text: &[u8]) -> Option<&'static str> {
    match text.trim_ascii() {
        b"1-0" => Some("1-0"),
        b"0-1" => Some("0-1"),
        b"1/2-1/2" | b"1/2" => Some("1/2-1/2"),
        b"*" => Some("*"),
        _ => None,
    }
}

/// The year of a date, `1851.05.26`.
pub(crate) fn year(date: &[u8]) -> Option<i32> {
    let digits = date.get(..4)?;
    core::str::from_utf8(digits).ok()?.parse().ok()
}

/// A player's name as it is compared: letters and figures, small ones.
pub(crate) fn plain_name(name: &[u8], into: &mut Vec<u8>) {
    into.extend(
        name.iter()
            .filter(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80)
            .map(u8::to_ascii_lowercase),
    );
    into.push(0);
}
