//! Which law is this? A fingerprint of its sources, so that two programs can tell whether they rule alike.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// Everything a ruling depends on. Where the neighbours are not at hand (a package by itself), the version stands for them.
const ROOMS: [&str; 5] = [
    "src",
    "../board/src",
    "../game/src",
    "../notation/src",
    "../proof/src",
];

fn files_of(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files_of(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// FNV-1a: not a seal against forgery, only a name for what is there.
fn enter(hash: u64, bytes: &[u8]) -> u64 {
    let byte = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(hash, byte)
}

/// A source without what rules nothing: its comments, and the blanks between its words.
pub(crate) fn without_comments(source: &str) -> String {
    let mut told = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let before = source[..source.len() - rest.len()].chars().next_back();
        let in_a_word = before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if first.is_whitespace() {
            first.len_utf8()
        } else {
            0
        };
        if skipped > 0 {
            rest = &rest[skipped..];
            continue;
        }
        let kept = match first {
            '"' => literal(rest, '"'),
            '\'' if rest[1..].starts_with('\\') => literal(rest, '\''),
            // A character; otherwise a lifetime.
            '\'' if rest.chars().nth(2) == Some('\'') => {
                rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at)
            }
            'r' if !in_a_word => raw_literal(rest).unwrap_or(1),
            _ => first.len_utf8(),
        };
        told.push_str(&rest[..kept]);
        rest = &rest[kept..];
    }
    told
}

/// How long the comment is that begins here; one may stand in another.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at..] {
            [b'/', b'*', ..] => depth += 1,
            [b'*', b'/', ..] => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

/// How long the literal is that begins here and ends with this sign, unless a backslash stands before it.
fn literal(text: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        if sign == end && !escaped {
            return at + 1;
        }
        escaped = sign == '\\' && !escaped;
    }
    text.len()
}

/// The same of a raw one: `r"…"`, `r#"…"#`.
fn raw_literal(text: &str) -> Option<usize> {
    let signs = text[1..].bytes().take_while(|sign| *sign == b'#').count();
    let inside = text[1 + signs..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(signs));
    let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
    Some(2 + signs + length)
}

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for room in ROOMS {
        let folder = here.join(room);
        if !folder.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={room}");
        let mut files = Vec::new();
        files_of(&folder, &mut files)?;
        files.sort();
        for file in files {
            let name = file
                .strip_prefix(&folder)
                .unwrap_or(&file)
                .to_string_lossy()
                .replace('\\', "/");
            let source = fs::read_to_string(&file)?;
            hash = enter(enter(hash, name.as_bytes()), without_comments(&source).as_bytes());
        }
    }
    println!("cargo::rustc-env=JADOUBE_LAW={hash:016x}");
    Ok(())
}
