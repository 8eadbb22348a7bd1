//! Are the moves of a page numbered in Roman figures? Then they are read in Arabic ones, set in the same place.

use std::borrow::Cow;

use super::looks::may_begin_play;

/// So many numbers must follow one another: a single `I.` is a scanner's 1, `V. Castles` may be a man's name.
const LEAST_NUMBERS: usize = 4;

/// A Roman figure on the page, with its stop.
struct Figure {
    start: usize,
    end: usize,
    value: u32,
}

/// The page with Arabic figures in the place of Roman ones that number its moves, in rows or in running text. No other byte
/// changes or moves.
pub(super) fn in_arabic(page: &str) -> Cow<'_, str> {
    let rows = numbered_rows(page);
    let mut arabic: Option<String> = None;
    for series in series(&rows) {
        let text = arabic.get_or_insert_with(|| page.to_owned());
        for row in series {
            set(text, row);
            let line = page[row.end..].lines().next().unwrap_or_default();
            for word in line.split_whitespace() {
                // The number is set again in Black's column.
                if let Some(again) = figure(page, word).filter(|again| again.value == row.value) {
                    set(text, &again);
                }
            }
        }
    }
    if arabic.is_none() {
        let moves = numbered_moves(page);
        for one in series(&moves).flatten() {
            set(arabic.get_or_insert_with(|| page.to_owned()), one);
        }
    }
    arabic.map_or(Cow::Borrowed(page), Cow::Owned)
}

/// Figures that count up, long enough to number a score. A number may stand twice, and one or two may be spoilt.
fn series(figures: &[Figure]) -> impl Iterator<Item = &[Figure]> {
    let all = figures.chunk_by(|one, next| (one.value..=one.value + 3).contains(&next.value));
    all.filter(|series| series.chunk_by(|one, next| one.value == next.value).count() >= LEAST_NUMBERS)
}

/// The Roman figures at the heads of lines that hold more.
fn numbered_rows(page: &str) -> Vec<Figure> {
    let ends = memchr::memchr_iter(b'\n', page.as_bytes()).chain([page.len()]);
    let mut next = 0;
    let heads = ends.filter_map(|end| {
        let line = &page[std::mem::replace(&mut next, end + 1)..end];
        let text = line.trim_start();
        if !text.starts_with(['I', 'V', 'X', 'L']) {
            return None;
        }
        let row = figure(page, text.split_whitespace().next()?)?;
        let rest = page[row.end..end].trim();
        // `I played` begins a line without its stop.
        let stopped = page[..row.end].ends_with(['.', ')']);
        let plays = rest.split_whitespace().next().is_some_and(may_begin_play);
        (plays || stopped && !rest.is_empty()).then_some(row)
    });
    heads.collect()
}

/// The Roman figures before what is set like a move, wherever they stand.
fn numbered_moves(page: &str) -> Vec<Figure> {
    // Of four numbers one has two strokes, and most books need not be gone through for it.
    let mut strokes = memchr::memmem::find_iter(page.as_bytes(), "II");
    let numbers_a_move = |at: usize| {
        let after = page[at..].trim_start_matches(['I', 'V', 'X', 'L']);
        let stopped = after.strip_prefix(['.', ')']);
        stopped.is_some_and(|rest| rest.split_whitespace().next().is_some_and(may_begin_play))
    };
    if !strokes.any(numbers_a_move) {
        return Vec::new();
    }
    let mut words = page.split_whitespace().peekable();
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        if !word.starts_with(['I', 'V', 'X', 'L']) {
            continue;
        }
        let Some(number) = figure(page, word) else {
            continue;
        };
        let glued = &page[number.end..start(page, word) + word.len()];
        let first = if glued.is_empty() {
            words.peek().copied().unwrap_or_default()
        } else {
            glued
        };
        if may_begin_play(first) {
            found.push(number);
        }
    }
    found
}

/// Where a word of the page stands.
fn start(page: &str, word: &str) -> usize {
    word.as_ptr() as usize - page.as_ptr() as usize
}

/// `IV.`, `IV)`, `IV.P-K4` or `IV` alone: the figure with which a word of the page begins.
fn figure(page: &str, word: &str) -> Option<Figure> {
    let letters = word
        .bytes()
        .take_while(|letter| matches!(letter, b'I' | b'V' | b'X' | b'L'))
        .count();
    let stopped = word[letters..].starts_with(['.', ')']);
    if !(1..=8).contains(&letters) || !stopped && letters < word.len() {
        return None;
    }
    let worth = |letter: u8| match letter {
        b'I' => 1,
        b'V' => 5,
        b'X' => 10,
        _ => 50,
    };
    // A letter before a greater one is taken off: `IV`, `XL`. Old prints have `IIII` as well.
    let worths = || word.bytes().take(letters).map(worth);
    let next = worths().skip(1).chain([0]);
    let value: i32 = worths()
        .zip(next)
        .map(|(worth, next)| if worth < next { -worth } else { worth })
        .sum();
    let value = u32::try_from(value).ok().filter(|&value| value > 0)?;
    let start = start(page, word);
    let end = start + letters + usize::from(stopped);
    // Where no stop follows, a blank beside it gives the room that `10` needs more than `X`.
    let before = !stopped && page[..start].ends_with(' ');
    let after = !stopped && !before && page[end..].starts_with("  ");
    Some(Figure {
        start: start - usize::from(before),
        end: end + usize::from(after),
        value,
    })
}

/// Sets the number against the right edge of its place. Only `X.` and `L.` are too narrow for their stop.
fn set(text: &mut String, figure: &Figure) {
    let width = figure.end - figure.start;
    let number = format!("{}.", figure.value);
    let number = if number.len() > width {
        number.trim_end_matches('.')
    } else {
        &number
    };
    // `X` at the head of a line with one blank after it has no room: its row is told to be missing.
    if number.len() <= width {
        text.replace_range(figure.start..figure.end, &format!("{number:>width$}"));
    }
}
