//! How well does the player play?

use crate::{Limits, Question};
use std::{fmt, str::FromStr};

/// How well the player plays, from 1, a beginner, to [`Level::TOP`], as well as it can.
///
/// A level is a number of positions looked at for a move and a share of moves overlooked. What is overlooked is what
/// people overlook: long moves, backward moves and quiet ones before a recapture or the taking of a Queen.
///
/// ```
/// use jadoube_player::Level;
///
/// assert!("7".parse::<Level>().is_ok_and(|level| level < Level::TOP));
/// assert_eq!("0".parse::<Level>().unwrap_err().to_string(), "expected a level from 1 to 10");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Positions looked at, and thousandths of moves overlooked.
const LEVELS: [(u64, u16); 10] = [
    (150, 420),
    (400, 330),
    (800, 250),
    (1_500, 180),
    (3_000, 110),
    (6_000, 50),
    (12_000, 20),
    (40_000, 0),
    (200_000, 0),
    (1_500_000, 0),
];

impl Level {
    /// As well as it can.
    pub const TOP: Self = Self(LEVELS.len() as u8);

    /// A level by its number.
    pub fn new(number: u8) -> Result<Self, UnknownLevel> {
        if (1..=Self::TOP.0).contains(&number) {
            Ok(Self(number))
        } else {
            Err(UnknownLevel)
        }
    }

    /// From the beginner's to the top.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=Self::TOP.0).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many positions it looks at for a move.
    pub fn nodes(self) -> u64 {
        LEVELS[usize::from(self.0) - 1].0
    }

    /// The question, to be answered as this level would. No limit of the question is widened; the top level thinks as
    /// long as these let it, and about its own number of positions where there are none.
    pub fn hold(self, question: &mut Question) {
        let (nodes, overlooks) = LEVELS[usize::from(self.0) - 1];
        question.overlooks = overlooks;
        if self < Self::TOP || question.limits == Limits::default() {
            let given = &mut question.limits.nodes;
            *given = Some(given.map_or(nodes, |given| given.min(nodes)));
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// There is no such level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a level from 1 to {}", Level::TOP)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        text.parse().map_err(|_| UnknownLevel).and_then(Self::new)
    }
}
