//! Which number does a placement have in its ending's table?
//!
//! The kings come first: mirrored and turned so that the first king stands in one eighth of the board (one
//! half where there are pawns), they have 462 (1806) ways to stand. Like men of one side are numbered as a
//! combination, so that exchanging them changes nothing.

use std::sync::LazyLock;

use jadoube_board::Kind;

use super::ending::Ending;

/// Men in the order of the ending's name, kings first: king, king, force of the first side, of the second.
pub(crate) type Squares = [u8; 5];

/// A run of like men of one side.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: usize,
    len: usize,
    pawns: bool,
    ways: usize,
}

/// The numbering of one ending.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) men: usize,
    /// The side (0 or 1) and kind of each man.
    pub(crate) sides: [usize; 5],
    pub(crate) kinds: [Kind; 5],
    groups: Vec<Group>,
    kings: &'static Kings,
    /// How many numbers there are for one side to move.
    pub(crate) len: usize,
}

/// How two kings are brought to their standard squares.
#[derive(Debug)]
struct Kings {
    /// By first king * 64 + second king.
    entries: Vec<Entry>,
    pairs: Vec<[u8; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    number: u16,
    turn: u8,
    /// Both kings stand on the long diagonal, so a placement and its reflection share the kings' number.
    on_diagonal: bool,
}

const NONE: u16 = u16::MAX;
const TRANSPOSE: u8 = 4;

/// Bit 0 mirrors the files, bit 1 the ranks, bit 2 then reflects in the long diagonal.
static TURNS: LazyLock<[[u8; 64]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|turn| {
        std::array::from_fn(|square| {
            let mut square = square as u8;
            if turn & 1 != 0 {
                square ^= 0b00_0111;
            }
            if turn & 2 != 0 {
                square ^= 0b11_1000;
            }
            if turn as u8 & TRANSPOSE != 0 {
                square = square >> 3 | (square & 7) << 3;
            }
            square
        })
    })
});

static WITHOUT_PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(false));
static WITH_PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(true));

impl Kings {
    fn new(pawns: bool) -> Self {
        let mut kings = Self {
            entries: vec![
                Entry {
                    number: NONE,
                    turn: 0,
                    on_diagonal: false
                };
                64 * 64
            ],
            pairs: Vec::new(),
        };
        let standard = |one: u8, other: u8| {
            let (file, rank) = (one & 7, one >> 3);
            if pawns {
                return file < 4;
            }
            file < 4 && rank <= file && (rank < file || other >> 3 <= other & 7)
        };
        let apart =
            |one: u8, other: u8| (one & 7).abs_diff(other & 7).max((one >> 3).abs_diff(other >> 3)) > 1;
        for one in 0..64u8 {
            for other in 0..64u8 {
                if standard(one, other) && apart(one, other) {
                    let number = kings.pairs.len() as u16;
                    kings.pairs.push([one, other]);
                    let on_diagonal = !pawns && one >> 3 == one & 7 && other >> 3 == other & 7;
                    kings.entries[usize::from(one) * 64 + usize::from(other)] = Entry {
                        number,
                        turn: 0,
                        on_diagonal,
                    };
                }
            }
        }
        for one in 0..64u8 {
            for other in 0..64u8 {
                let place = usize::from(one) * 64 + usize::from(other);
                if !apart(one, other) || kings.entries[place].number != NONE {
                    continue;
                }
                for turn in 0..if pawns { 2 } else { 8u8 } {
                    let [a, b] = [one, other].map(|square| TURNS[usize::from(turn)][usize::from(square)]);
                    if standard(a, b) {
                        let Entry {
                            number, on_diagonal, ..
                        } = kings.entries[usize::from(a) * 64 + usize::from(b)];
                        kings.entries[place] = Entry {
                            number,
                            turn,
                            on_diagonal,
                        };
                        break;
                    }
                }
            }
        }
        kings
    }
}

/// All pairs or triples of squares below a bound in the order of their numbers.
static PAIRS: LazyLock<Vec<[u8; 2]>> =
    LazyLock::new(|| (1..64).flat_map(|b| (0..b).map(move |a| [a, b])).collect());
static TRIPLES: LazyLock<Vec<[u8; 3]>> = LazyLock::new(|| {
    (2..64)
        .flat_map(|c| (1..c).flat_map(move |b| (0..b).map(move |a| [a, b, c])))
        .collect()
});

impl Layout {
    pub(crate) fn new(ending: &Ending) -> Self {
        let mut sides = [0, 1, 0, 0, 0];
        let mut kinds = [Kind::King; 5];
        let mut men = 2;
        let mut groups: Vec<Group> = Vec::new();
        for side in 0..2 {
            for kind in ending.force(side) {
                sides[men] = side;
                kinds[men] = kind;
                let pawns = kind == Kind::Pawn;
                match groups.last_mut() {
                    Some(group) if kinds[group.first] == kind && sides[group.first] == side => group.len += 1,
                    _ => groups.push(Group {
                        first: men,
                        len: 1,
                        pawns,
                        ways: 0,
                    }),
                }
                men += 1;
            }
        }
        for group in &mut groups {
            let squares = if group.pawns { 48 } else { 64 };
            group.ways = match group.len {
                1 => squares,
                2 => squares * (squares - 1) / 2,
                _ => squares * (squares - 1) * (squares - 2) / 6,
            };
        }
        let pairs: &Kings = if ending.has_pawns() {
            &WITH_PAWNS
        } else {
            &WITHOUT_PAWNS
        };
        let len = groups
            .iter()
            .fold(pairs.pairs.len(), |len, group| len * group.ways);
        Self {
            men,
            sides,
            kinds,
            groups,
            kings: pairs,
            len,
        }
    }

    /// The number of a placement; `None` if the kings stand side by side.
    #[inline]
    pub(crate) fn number(&self, squares: Squares) -> Option<usize> {
        let entry = self.kings.entries[usize::from(squares[0]) * 64 + usize::from(squares[1])];
        if entry.number == NONE {
            return None;
        }
        let number = self.number_turned(entry.number, &TURNS[usize::from(entry.turn)], squares);
        if !entry.on_diagonal {
            return Some(number);
        }
        let reflected =
            self.number_turned(entry.number, &TURNS[usize::from(entry.turn ^ TRANSPOSE)], squares);
        // The reflection leaves the kings' number as it is; the smaller of the two stands for both.
        Some(number.min(reflected))
    }

    #[inline]
    fn number_turned(&self, kings: u16, turn: &[u8; 64], squares: Squares) -> usize {
        let mut number = usize::from(kings);
        for group in &self.groups {
            let lower = if group.pawns { 8 } else { 0 };
            let at = |i: usize| usize::from(turn[usize::from(squares[group.first + i])]) - lower;
            let way = match group.len {
                1 => at(0),
                2 => {
                    let (a, b) = (at(0), at(1));
                    let (a, b) = (a.min(b), a.max(b));
                    b * (b.max(1) - 1) / 2 + a
                }
                _ => {
                    let mut abc = [at(0), at(1), at(2)];
                    abc.sort_unstable();
                    let [a, b, c] = abc;
                    c * (c.max(1) - 1) * (c.max(2) - 2) / 6 + b * (b.max(1) - 1) / 2 + a
                }
            };
            number = number * group.ways + way;
        }
        number
    }

    /// The placement of a number.
    #[inline]
    pub(crate) fn squares(&self, mut number: usize) -> Squares {
        let mut squares = [64; 5];
        for group in self.groups.iter().rev() {
            let way = number % group.ways;
            number /= group.ways;
            let lower = if group.pawns { 8 } else { 0 };
            match group.len {
                1 => squares[group.first] = way as u8 + lower,
                2 => {
                    for (i, square) in PAIRS[way].into_iter().enumerate() {
                        squares[group.first + i] = square + lower;
                    }
                }
                _ => {
                    for (i, square) in TRIPLES[way].into_iter().enumerate() {
                        squares[group.first + i] = square + lower;
                    }
                }
            }
        }
        [squares[0], squares[1]] = self.kings.pairs[number];
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_its_placement_s_number_or_its_reflection_s() {
        for name in ["KQK", "KPK", "KRKR", "KBBK", "KPPK", "KPKP"] {
            let layout = Layout::new(&name.parse().expect("an ending"));
            for number in 0..layout.len {
                let squares = layout.squares(number);
                let again = layout.number(squares).expect("kings apart");
                assert!(again <= number, "{name} {number} {squares:?}");
                assert_eq!(
                    layout.number(layout.squares(again)),
                    Some(again),
                    "{name} {squares:?}"
                );
            }
        }
    }

    #[test]
    fn kings_stand_apart_in_462_and_1806_ways() {
        assert_eq!(WITHOUT_PAWNS.pairs.len(), 462);
        assert_eq!(WITH_PAWNS.pairs.len(), 1806);
    }

    #[test]
    fn all_eight_images_of_a_placement_have_one_number() {
        let layout = Layout::new(&"KRBKN".parse().expect("an ending"));
        let squares = [0, 27, 5, 44, 62];
        let images: Vec<_> = TURNS
            .iter()
            .map(|turn| layout.number(squares.map(|square: u8| turn[usize::from(square)])))
            .collect();
        assert!(images.iter().all(|image| *image == images[0]), "{images:?}");
    }
}
