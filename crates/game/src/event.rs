//! One line of a record: who did something, when, and what a hand can do with a man.

use crate::{Sanction, act::Act, hand::Impossible, terms::Terms, words};
use jadoube_board::{Colour, Kind, Square};

words! {
    /// Who did something.
    Party: "party" {
        /// The player of the white men.
        White = "white",
        /// The player of the black men.
        Black = "black",
        /// The umpire, or the bystanders where a code appeals to them.
        Umpire = "umpire",
        /// Whoever keeps the clocks.
        Timekeeper = "timekeeper",
    }
}

impl Party {
    /// The player, where the party is one.
    pub const fn player(self) -> Option<Colour> {
        match self {
            Party::White => Some(Colour::White),
            Party::Black => Some(Colour::Black),
            Party::Umpire | Party::Timekeeper => None,
        }
    }
}

impl From<Colour> for Party {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::White => Party::White,
            Colour::Black => Party::Black,
        }
    }
}

/// A moment: milliseconds since the start of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(pub u64);

impl Moment {
    /// So many whole seconds after the start of play.
    pub const fn seconds(seconds: u64) -> Self {
        Moment(seconds.saturating_mul(1000))
    }
}

/// One line of a record: who did what, and when where a clock matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Who did it.
    pub by: Party,
    /// What was done.
    pub act: Act,
    /// When.
    pub at: Option<Moment>,
    /// Which of several consulting players.
    pub player: Option<String>,
    /// Where a demand or claim of fifty moves was looked up in endgame tables: the moves they find necessary without
    /// capture or Pawn move, 0 if no mate can be forced. Like the time, it comes with the act, so that the act is
    /// ruled on alike wherever it is read.
    pub theory: Option<u32>,
}

impl Event {
    /// Whether the player named is one of those who play on that side, by these terms.
    pub fn player_is_known(&self, terms: &Terms) -> Result<(), Impossible> {
        let Some(named) = &self.player else { return Ok(()) };
        let side = self
            .by
            .player()
            .map_or(&[][..], |player| &terms.sides[player.index()]);
        if side.contains(named) {
            return Ok(());
        }
        Err(Impossible::UnknownPlayer(named.clone(), side.to_vec()))
    }

    /// Whether the umpire says by it himself how the game ends, if it ends.
    pub(crate) fn is_a_decision(&self) -> bool {
        self.by == Party::Umpire
            && match &self.act {
                Act::Decide(_) => true,
                Act::Penalise { penalty, .. } => *penalty == Sanction::Loss,
                _ => false,
            }
    }

    /// An act with nothing else to say about it.
    pub fn new(by: impl Into<Party>, act: Act) -> Self {
        Event {
            by: by.into(),
            act,
            at: None,
            player: None,
            theory: None,
        }
    }
}

/// A transfer by hand: from one square to another, and what a Pawn became. Lawful or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandMove {
    /// Where the man stood.
    pub from: Square,
    /// Where it was put.
    pub to: Square,
    /// What was put in its place; `Pawn` where a Pawn was left a Pawn.
    pub becomes: Option<Kind>,
}

impl core::fmt::Display for HandMove {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.becomes {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

/// As the record writes it: `e2e4`, `e7e8q`, `e7e8p` where a Pawn was left a Pawn, `e7e8k` where a King was put for it.
impl core::str::FromStr for HandMove {
    type Err = NotAMove;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let wrong = || NotAMove(written.to_owned());
        let square = |range: core::ops::Range<usize>| written.get(range).and_then(|text| text.parse().ok());
        let becomes = match written.get(4..).ok_or_else(wrong)? {
            "" => None,
            "q" => Some(Kind::Queen),
            "r" => Some(Kind::Rook),
            "b" => Some(Kind::Bishop),
            "n" => Some(Kind::Knight),
            "p" => Some(Kind::Pawn),
            "k" => Some(Kind::King),
            _ => return Err(wrong()),
        };
        Ok(HandMove {
            from: square(0..2).ok_or_else(wrong)?,
            to: square(2..4).ok_or_else(wrong)?,
            becomes,
        })
    }
}

/// A text that is no transfer by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAMove(pub String);

impl core::fmt::Display for NotAMove {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "{:?} is no move: expected something like e2e4 or e7e8q",
            self.0
        )
    }
}

impl core::error::Error for NotAMove {}

impl From<jadoube_board::Move> for HandMove {
    fn from(mv: jadoube_board::Move) -> Self {
        let becomes = if mv.remains_pawn() {
            Some(Kind::Pawn)
        } else {
            mv.promotion()
        };
        HandMove {
            from: mv.from(),
            to: mv.to(),
            becomes,
        }
    }
}
