//! Which cells of a score stand in the wrong place?
//!
//! A printer drops a line, sets it twice, or sets White's moves in Black's column. Each such slip
//! gives one other order of the cells; whether it is the right one is for the rest of the game to say.

use crate::game::{interleave, is_filler};

/// How far from the cell that cannot be read a slip is looked for, in rows.
const NEAR: usize = 6;

/// No printed game that we know of fills so many rows, and every order that is tried costs as many cells.
const MOST_ROWS: usize = 500;

/// The cells in another order, and what that changes.
#[derive(Clone, Debug)]
pub(crate) struct Slip<'t> {
    pub(crate) cells: Vec<&'t str>,
    /// For each of them where it is printed, as a ply from 0; none for a cell that is missing.
    pub(crate) order: Vec<Option<usize>>,
    /// Plies (from 0, in the new order) to be marked, with the text as it was printed there.
    pub(crate) marked: Vec<(usize, &'t str)>,
    pub(crate) why: &'static str,
}

/// Every slip that could explain a score that cannot be read at ply `fault` (from 0), the smallest
/// first: cells exchanged, a cell too many, columns exchanged for some rows, a cell too few.
pub(crate) fn slips<'t>(columns: [&[&'t str]; 2], fault: usize) -> Vec<Slip<'t>> {
    let rows = columns[0].len().max(columns[1].len());
    if rows > MOST_ROWS {
        return Vec::new();
    }
    let text = |place: usize| columns[place % 2][place / 2];
    let slip = |order: Vec<Option<usize>>, marked: &[usize], why: &'static str| Slip {
        cells: order.iter().map(|place| place.map_or("", text)).collect(),
        marked: marked.iter().map(|&ply| (ply, text(ply))).collect(),
        order,
        why,
    };
    let places = [0, 1].map(|column: usize| -> Vec<Option<usize>> {
        let rows = 0..columns[column].len();
        rows.map(|row| Some(2 * row + column)).collect()
    });
    let printed = interleave(&places[0], &places[1]);
    let row = fault / 2;
    let mut slips = Vec::new();
    for at in (fault.saturating_sub(3)..fault + 2).rev() {
        if at + 1 < printed.len() {
            let mut order = printed.clone();
            order.swap(at, at + 1);
            let why = "the cell stands in the place of its neighbour";
            slips.push(slip(order, &[at, at + 1], why));
        }
    }
    for column in 0..2 {
        let cells = columns[column];
        for at in (row.saturating_sub(NEAR)..(row + 2).min(cells.len())).rev() {
            let empty = is_filler(cells[at]);
            let again = at > 0 && cells[at].trim() == cells[at - 1].trim();
            if !empty && !again {
                continue;
            }
            let mut shorter = places[column].clone();
            shorter.remove(at);
            let why = if empty {
                "an empty cell has pushed the column down"
            } else {
                "the cell is printed twice, and has pushed the column down"
            };
            slips.push(slip(
                other_columns(&places, column, &shorter),
                &[2 * at + column],
                why,
            ));
        }
    }
    for first in [row, row.saturating_sub(1)] {
        for last in (first + 1..rows).rev() {
            let [mut left, mut right] = places.clone();
            let end = (last + 1).min(left.len()).min(right.len());
            if first >= end {
                continue;
            }
            left[first..end].swap_with_slice(&mut right[first..end]);
            let marked: Vec<usize> = (2 * first..2 * end).collect();
            let why = "the two columns are exchanged in these rows";
            slips.push(slip(interleave(&left, &right), &marked, why));
        }
    }
    for column in 0..2 {
        let cells = &places[column];
        for at in (row.saturating_sub(NEAR)..(row + 1).min(cells.len())).rev() {
            let mut longer = cells.clone();
            longer.insert(at, None);
            let why = "a cell is missing, and the column has moved up";
            slips.push(slip(other_columns(&places, column, &longer), &[], why));
        }
    }
    slips
}

fn other_columns<T: Copy>(columns: &[Vec<T>; 2], column: usize, cells: &[T]) -> Vec<T> {
    match column {
        0 => interleave(cells, &columns[1]),
        _ => interleave(&columns[0], cells),
    }
}
