//! Which cells of a score stand in the wrong place?
//!
//! A printer drops a line, sets it twice, or sets White's moves in Black's column. Each such slip
//! gives one other order of the cells; whether it is the right one is for the rest of the game to say.

use crate::game::{interleave, is_filler};

/// How far from the cell that cannot be read a slip is looked for, in rows.
const NEAR: usize = 6;

/// The cells in another order, and what that changes.
#[derive(Clone, Debug)]
pub(crate) struct Slip<'t> {
    pub(crate) cells: Vec<&'t str>,
    /// Plies (from 0, in the new order) to be marked, with the text as it was printed there.
    pub(crate) marked: Vec<(usize, &'t str)>,
    pub(crate) why: &'static str,
}

/// Every slip that could explain a score that cannot be read at ply `fault` (from 0), the smallest
/// first: cells exchanged, a cell too many, columns exchanged for some rows, a cell too few.
pub(crate) fn slips<'t>(columns: [&[&'t str]; 2], fault: usize) -> Vec<Slip<'t>> {
    let printed = interleave(columns[0], columns[1]);
    let row = fault / 2;
    let rows = columns[0].len().max(columns[1].len());
    let mut slips = Vec::new();
    for at in (fault.saturating_sub(3)..fault + 2).rev() {
        if at + 1 < printed.len() {
            let mut cells = printed.clone();
            cells.swap(at, at + 1);
            slips.push(Slip {
                cells,
                marked: vec![(at, printed[at]), (at + 1, printed[at + 1])],
                why: "the cell stands in the place of its neighbour",
            });
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
            let mut shorter = cells.to_vec();
            shorter.remove(at);
            slips.push(Slip {
                cells: other_columns(columns, column, &shorter),
                marked: vec![(2 * at + column, cells[at])],
                why: if empty {
                    "an empty cell has pushed the column down"
                } else {
                    "the cell is printed twice, and has pushed the column down"
                },
            });
        }
    }
    for first in [row, row.saturating_sub(1)] {
        for last in (first + 1..rows).rev() {
            let [mut left, mut right] = columns.map(<[&str]>::to_vec);
            let end = (last + 1).min(left.len()).min(right.len());
            if first >= end {
                continue;
            }
            left[first..end].swap_with_slice(&mut right[first..end]);
            slips.push(Slip {
                cells: interleave(&left, &right),
                marked: (2 * first..2 * end).map(|ply| (ply, printed[ply])).collect(),
                why: "the two columns are exchanged in these rows",
            });
        }
    }
    for column in 0..2 {
        let cells = columns[column];
        for at in (row.saturating_sub(NEAR)..(row + 1).min(cells.len())).rev() {
            let mut longer = cells.to_vec();
            longer.insert(at, "");
            slips.push(Slip {
                cells: other_columns(columns, column, &longer),
                marked: Vec::new(),
                why: "a cell is missing, and the column has moved up",
            });
        }
    }
    slips
}

fn other_columns<'t>(columns: [&[&'t str]; 2], column: usize, cells: &[&'t str]) -> Vec<&'t str> {
    match column {
        0 => interleave(cells, columns[1]),
        _ => interleave(columns[0], cells),
    }
}
