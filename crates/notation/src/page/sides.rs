//! Have the moves of White and those of Black rows of their own, with the name of the side before them?

use std::ops::Range;

use jadoube_board::Colour;

use super::heading;
use super::layout::number;
use super::looks::may_begin_play;
use super::words::names_file;

/// A move, and the number before it.
struct Cell {
    number: Option<Range<usize>>,
    value: u32,
    text: Range<usize>,
}

/// Reads a row of White's moves and the row of Black's under it, move by move:
/// `White  1 P-K4  2 Kt-KB3` over `Black  1 P-K4  2 Kt-QB3`. The numbers may stand in a row above both. Of the last move, which
/// follows such `rows`, there may be White's alone. Gives the line after them.
pub(super) fn rows_of_sides(
    page: &str,
    lines: &[Range<usize>],
    at: usize,
    rows: bool,
    order: &mut Vec<Range<usize>>,
) -> Option<usize> {
    let (white, after_white) = row_of(page, lines, at, Colour::White)?;
    let mut white = cells(page, white);
    let is_empty = |line: &Range<usize>| page[line.clone()].trim().is_empty();
    let next = after_white + usize::from(lines.get(after_white).is_some_and(is_empty));
    let black = row_of(page, lines, next, Colour::Black);
    // Of a last move without its answer nothing stands behind Black's name, or his row is not there.
    let is_name = |line: &Range<usize>| heading::side(page[line.clone()].trim()) == Some(Colour::Black);
    let (black, after) = match black {
        Some((black, after)) => (cells(page, black), after),
        None if rows => {
            let named = lines.get(next).is_some_and(is_name);
            (Vec::new(), if named { next + 1 } else { after_white })
        }
        None => return None,
    };
    if white.len() != black.len() && white.len() != black.len() + 1 {
        return None;
    }
    // Where Black's moves have numbers too, they must be the same.
    let agree = |(one, other): (&Cell, &Cell)| other.number.is_none() || one.value == other.value;
    if !white.iter().zip(&black).all(agree) {
        return None;
    }
    if white.iter().all(|cell| cell.number.is_none()) {
        let line = &lines[at.checked_sub(1)?];
        let above = numbers_alone(page, line).filter(|above| above.len() == white.len())?;
        // One number alone may have been taken for the page's.
        order.pop_if(|last| last == line);
        for (cell, number) in white.iter_mut().zip(above) {
            cell.number = Some(number);
        }
    }
    let mut answers = black.into_iter();
    for cell in white {
        order.extend(cell.number);
        order.push(cell.text);
        order.extend(answers.next().map(|answer| answer.text));
    }
    Some(after)
}

/// What stands after the name of this side at the head of a line, where it is a number or a move; and the line after it. The name
/// may be broken by the end of the line before: `Whi-` and `te.`
fn row_of(page: &str, lines: &[Range<usize>], at: usize, side: Colour) -> Option<(Range<usize>, usize)> {
    let line = lines.get(at)?;
    let mut words = page[line.clone()].split_whitespace();
    let head = words.next().filter(|head| head.starts_with(char::is_uppercase))?;
    let is_name = |name: &str| heading::side(name) == Some(side);
    let (first, line, after) = match (words.next(), head.strip_suffix('-'), lines.get(at + 1)) {
        (Some(first), ..) => (Some(first).filter(|_| is_name(head))?, line, at + 1),
        (None, Some(head), Some(next)) => {
            let mut words = page[next.clone()].split_whitespace();
            let name = format!("{head}{}", words.next()?);
            (words.next().filter(|_| is_name(&name))?, next, at + 2)
        }
        _ => return None,
    };
    let begins = number(first).is_some() || may_begin_play(first);
    begins.then(|| (place(page, first).start..line.end, after))
}

/// The moves of a row: each from its number to the next, or each set off by wide gaps.
fn cells(page: &str, row: Range<usize>) -> Vec<Cell> {
    let text = &page[row.clone()];
    if number(text.split_whitespace().next().unwrap_or_default()).is_none() {
        let columns = text.split(['\t', '|']).flat_map(|part| part.split("  "));
        let parts = columns.map(str::trim).filter(|part| !part.is_empty());
        let unnumbered = |part| Cell {
            number: None,
            value: 0,
            text: place(page, part),
        };
        return parts.map(unnumbered).collect();
    }
    let mut cells: Vec<Cell> = Vec::new();
    let mut before = "";
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let here = place(page, word);
        let stopped = word.ends_with(['.', ')']);
        // `Kt to K B 3. 3. B to B 4.`
        let ends_a_move = words.peek().is_none_or(|next| number(next).is_some());
        let is_rank = names_file(before) && (!stopped || ends_a_move);
        let due = |value: &u32| cells.last().is_none_or(|last| *value == last.value + 1);
        match (number(word).filter(due).filter(|_| !is_rank), cells.last_mut()) {
            (Some(value), _) => cells.push(Cell {
                number: Some(here.clone()),
                value,
                text: here.end..here.end,
            }),
            (None, Some(cell)) if cell.text.is_empty() => cell.text = here,
            (None, Some(cell)) => cell.text.end = here.end,
            (None, None) => {}
        }
        before = word;
    }
    cells.retain(|cell| !cell.text.is_empty());
    cells
}

/// The numbers of a line that holds nothing else and counts up.
fn numbers_alone(page: &str, line: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let words = page[line.clone()].split_whitespace();
    let numbers: Vec<u32> = words.clone().map(number).collect::<Option<_>>()?;
    let counts_up = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    counts_up.then(|| words.map(|word| place(page, word)).collect())
}

/// Where a part of the page stands.
fn place(page: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - page.as_ptr() as usize;
    start..start + part.len()
}
