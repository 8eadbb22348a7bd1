//! Are the rows of a page numbered in Roman figures? Then they are read in Arabic ones, set in the same place.

use std::borrow::Cow;

/// So many rows must follow one another: a single `I.` is a scanner's 1, `V. Castles` may be a man's name.
const LEAST_ROWS: usize = 4;

/// A Roman figure on the page, with its stop.
struct Figure {
    start: usize,
    end: usize,
    value: u32,
}

/// The page with Arabic figures in the place of Roman ones that number its rows. No other byte changes or moves.
pub(super) fn in_arabic(page: &str) -> Cow<'_, str> {
    let rows = numbered_rows(page);
    let mut arabic: Option<String> = None;
    for series in rows.chunk_by(|one, next| next.value == one.value || next.value == one.value + 1) {
        let numbers = series.last().map_or(0, |last| last.value - series[0].value + 1);
        if (numbers as usize) < LEAST_ROWS {
            continue;
        }
        let text = arabic.get_or_insert_with(|| page.to_owned());
        for row in series {
            set(text, row);
            let line = page[row.end..].lines().next().unwrap_or_default();
            for word in line.split_whitespace() {
                let start = word.as_ptr() as usize - page.as_ptr() as usize;
                // The number is set again in Black's column.
                if let Some(again) = figure(word, start).filter(|again| again.value == row.value) {
                    set(text, &again);
                }
            }
        }
    }
    arabic.map_or(Cow::Borrowed(page), Cow::Owned)
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
        let row = figure(text.split_whitespace().next()?, end - text.len())?;
        (!page[row.end..end].trim().is_empty()).then_some(row)
    });
    heads.collect()
}

/// `IV.`, `IV)` or `IV.P-K4`: the figure with which a word begins.
fn figure(word: &str, start: usize) -> Option<Figure> {
    let letters = word
        .bytes()
        .take_while(|letter| matches!(letter, b'I' | b'V' | b'X' | b'L'))
        .count();
    if !(1..=8).contains(&letters) || !word[letters..].starts_with(['.', ')']) {
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
    let end = start + letters + 1;
    Some(Figure { start, end, value })
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
    text.replace_range(figure.start..figure.end, &format!("{number:>width$}"));
}
