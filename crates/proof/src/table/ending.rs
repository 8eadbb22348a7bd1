//! Which ending is this, and which endings can it turn into?

use std::fmt;
use std::str::FromStr;

use jadoube_board::{Board, Colour, Kind, Man};

/// The kinds a side may have beside its king, strongest first: the order of an ending's name.
pub(crate) const FORCE: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

/// The men of both sides, the stronger first: `KBNKN` is king, bishop and knight against king and knight.
///
/// ```
/// use jadoube_proof::table::Ending;
///
/// let ending: Ending = "KNKBN".parse()?;
/// assert_eq!(ending.to_string(), "KBNKN", "the stronger side is named first");
/// assert_eq!(ending.men(), 5);
/// # Ok::<(), jadoube_proof::table::NotAnEnding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    /// How many of each kind of [`FORCE`], the stronger side first.
    counts: [[u8; 5]; 2],
}

/// The text names no ending of two kings and at most three other men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnEnding(pub String);

impl fmt::Display for NotAnEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no ending: expected two kings and up to three men, like KQKR or KBNKN",
            self.0
        )
    }
}

impl std::error::Error for NotAnEnding {}

impl Ending {
    /// The largest endings tables are made for.
    pub const MOST_MEN: u32 = 5;

    /// The ending of these counts, and whether the sides had to be exchanged to name the stronger first.
    fn of_counts(mut counts: [[u8; 5]; 2]) -> (Self, bool) {
        let strength = |side: &[u8; 5]| (side.iter().sum::<u8>(), *side);
        let exchanged = strength(&counts[0]) < strength(&counts[1]);
        if exchanged {
            counts.swap(0, 1);
        }
        (Self { counts }, exchanged)
    }

    /// The ending on the board, and whether Black is the stronger side, the one named first.
    pub fn on(board: &Board) -> (Self, bool) {
        let counts = Colour::BOTH
            .map(|colour| FORCE.map(|kind| board.men(Man { colour, kind }).count().min(255) as u8));
        Self::of_counts(counts)
    }

    /// How many men, kings included.
    pub fn men(&self) -> u32 {
        2 + self
            .counts
            .iter()
            .flatten()
            .map(|count| u32::from(*count))
            .sum::<u32>()
    }

    /// Whether there are pawns.
    pub fn has_pawns(&self) -> bool {
        self.counts.iter().any(|side| side[4] > 0)
    }

    /// Whether nothing but the kings is left.
    pub fn is_bare(&self) -> bool {
        self.men() == 2
    }

    /// The force of the side named first (0) or second (1), strongest man first.
    pub(crate) fn force(&self, side: usize) -> impl Iterator<Item = Kind> + '_ {
        FORCE
            .into_iter()
            .zip(self.counts[side])
            .flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }

    /// The ending after these men of the side named first or second are exchanged for others, and whether
    /// the sides change places by it.
    pub(crate) fn after(&self, losses: &[(usize, Kind)], gains: &[(usize, Kind)]) -> (Self, bool) {
        let mut counts = self.counts;
        let place = |kind: Kind| FORCE.iter().position(|k| *k == kind).unwrap_or(0);
        for (side, kind) in losses {
            counts[*side][place(*kind)] -= 1;
        }
        for (side, kind) in gains {
            counts[*side][place(*kind)] += 1;
        }
        Self::of_counts(counts)
    }

    /// The endings this one can turn into by one capture or promotion, bare kings left out.
    pub fn turns_into(&self) -> Vec<Self> {
        let mut found = Vec::new();
        let mut note = |(ending, _): (Self, bool)| {
            if !ending.is_bare() && !found.contains(&ending) {
                found.push(ending);
            }
        };
        for side in 0..2 {
            for taken in self.force(side) {
                note(self.after(&[(side, taken)], &[]));
            }
            if self.counts[side][4] > 0 {
                for queened in &FORCE[..4] {
                    note(self.after(&[(side, Kind::Pawn)], &[(side, *queened)]));
                    for taken in self.force(1 - side).filter(|kind| *kind != Kind::Pawn) {
                        note(self.after(&[(side, Kind::Pawn), (1 - side, taken)], &[(side, *queened)]));
                    }
                }
            }
        }
        found
    }

    /// Every ending of so many men, with or without pawns, weakest first.
    pub fn all(men: u32, pawns: bool) -> Vec<Self> {
        let mut found = std::collections::BTreeSet::new();
        let extra = men.saturating_sub(2);
        for stronger in 0..=extra {
            for one in hands(stronger) {
                for other in hands(extra - stronger) {
                    let (ending, _) = Self::of_counts([one, other]);
                    if pawns || !ending.has_pawns() {
                        found.insert(ending);
                    }
                }
            }
        }
        found.into_iter().filter(|ending| !ending.is_bare()).collect()
    }

    /// These endings and all they can turn into, each after those it needs.
    pub fn with_all_needed(endings: &[Self]) -> Vec<Self> {
        fn visit(ending: Ending, order: &mut Vec<Ending>) {
            if order.contains(&ending) {
                return;
            }
            for needed in ending.turns_into() {
                visit(needed, order);
            }
            order.push(ending);
        }
        let mut order = Vec::new();
        for ending in endings {
            visit(*ending, &mut order);
        }
        order
    }
}

/// All ways to choose so many men of [`FORCE`].
fn hands(men: u32) -> Vec<[u8; 5]> {
    let mut hands = vec![([0; 5], 0)];
    for _ in 0..men {
        hands = hands
            .into_iter()
            .flat_map(|(hand, from)| {
                (from..5).map(move |kind| {
                    let mut hand: [u8; 5] = hand;
                    hand[kind] += 1;
                    (hand, kind)
                })
            })
            .collect();
    }
    hands.into_iter().map(|(hand, _)| hand).collect()
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in 0..2 {
            f.write_str("K")?;
            for kind in self.force(side) {
                write!(f, "{}", kind.letter().to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Ending {
    type Err = NotAnEnding;

    fn from_str(text: &str) -> Result<Self, NotAnEnding> {
        let fault = || NotAnEnding(text.to_owned());
        let upper = text.to_ascii_uppercase().replace(['V', '-', '_', ' '], "");
        let men = upper.strip_prefix('K').ok_or_else(fault)?;
        let (one, other) = men.split_once('K').ok_or_else(fault)?;
        let count = |side: &str| -> Option<[u8; 5]> {
            let mut counts = [0; 5];
            for letter in side.chars() {
                let kind = Kind::from_letter(letter.to_ascii_lowercase())?;
                let place = FORCE.iter().position(|k| *k == kind)?;
                counts[place] += 1;
            }
            Some(counts)
        };
        if one.len() + other.len() > 3 {
            return Err(fault());
        }
        let counts = [count(one).ok_or_else(fault)?, count(other).ok_or_else(fault)?];
        Ok(Self::of_counts(counts).0)
    }
}
