//! Is a text PGN at all, and where does its last game begin?

use memchr::{memchr, memchr_iter};

use super::{MARK, PgnReader, Visitor};

/// Where the last game begins of those that stand in a part of an archive: everything before it is whole, whatever comes
/// after this part.
pub fn last_game(part: &[u8]) -> usize {
    struct Nothing;
    impl Visitor for Nothing {}
    let mut reader = PgnReader::new(part);
    let (mut begins, mut ends) = (0, 0);
    // A slice in memory is read without fault.
    while reader.read_game(&mut Nothing).unwrap_or(false) {
        begins = ends;
        ends = reader.bytes_read();
    }
    usize::try_from(begins).unwrap_or(part.len())
}

/// Whether a text is PGN and no printed page: it begins with a tag, or with a numbered move and has what only PGN has,
/// a comment in braces, a numeric glyph, or `*` alone at the end of a line of moves.
pub fn is_pgn(head: &[u8]) -> bool {
    let head = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    if head.starts_with(b"%") || begins_with_tag(head) {
        return true;
    }
    let braces = memchr(b'{', head).is_some_and(|open| memchr(b'}', &head[open..]).is_some());
    let glyph = head
        .windows(2)
        .any(|pair| pair[0] == b'$' && pair[1].is_ascii_digit());
    let open_end = head.split(|byte| *byte == b'\n').any(|line| {
        let line = line.trim_ascii();
        line == b"*" || line.ends_with(b" *") && memchr_iter(b'*', line).count() == 1
    });
    head.first().is_some_and(u8::is_ascii_digit) && (braces || glyph || open_end)
}

/// Whether a text can be PGN at all, as far as its beginning shows: it has a tag, the number of a move or a result, or it
/// begins with a comment or a move, or is empty.
pub fn may_be_pgn(head: &[u8]) -> bool {
    const RESULTS: [&[u8]; 4] = [b"*", b"1-0", b"0-1", b"1/2-1/2"];
    if memchr(0, head).is_some() {
        return false;
    }
    let head = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    let comment =
        matches!(head, [b'%' | b';' | b'(', ..]) || head.starts_with(b"{") && !head.starts_with(b"{\"");
    let mut words = head
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .peekable();
    let Some(first) = words.peek() else {
        return true;
    };
    let names_a_square = |word: &[u8]| {
        word.windows(2)
            .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
    };
    let is_number = |word: &[u8]| {
        let figures = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        figures > 0 && word.get(figures) == Some(&b'.')
    };
    comment
        || names_a_square(first)
        || head
            .split(|byte| *byte == b'\n')
            .any(|line| begins_with_tag(line.trim_ascii_start()))
        || words.any(|word| is_number(word) || RESULTS.contains(&word))
}

/// `[Name "`, blanks apart.
fn begins_with_tag(head: &[u8]) -> bool {
    let Some(inside) = head.strip_prefix(b"[") else {
        return false;
    };
    let inside = inside.trim_ascii_start();
    let name = inside
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
}
