//! What was settled before play began: the header of a record.

use crate::{Code, event::Moment, words};
use jadoube_board::{Colour, Kind, Square};
use std::collections::BTreeMap;

words! {
    /// How moves reach the opponent.
    Mode: "mode" {
        /// Under his eyes.
        Board = "board",
        /// By post, by word of mouth, by messenger.
        Communication = "communication",
    }
}

/// Everything that was settled before the first act.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// The code of laws.
    pub code: Code,
    /// Over the board or by communication.
    pub mode: Mode,
    /// The position the game starts from, as FEN, where it is not the ordinary one.
    pub start: Option<String>,
    /// Odds given.
    pub odds: Option<Odds>,
    /// Undertakings to mate (or be mated) in some particular way.
    pub undertakings: Vec<Undertaking>,
    /// The time limit.
    pub time_limit: Option<TimeLimit>,
    /// Communication: hours allowed for a reply.
    pub reply_hours: Option<u32>,
    /// Who consults on each side.
    pub sides: [Vec<String>; 2],
    /// Whether each player is expected at the start and must arrive.
    pub scheduled: bool,
    /// The game before this one.
    pub previous: Option<Previous>,
    /// What the players agreed to differently.
    pub agreements: Agreements,
    /// A computer board that refuses offences.
    pub guard: bool,
}

impl Terms {
    /// An ordinary game over the board under this code.
    pub fn ordinary(code: Code) -> Self {
        Terms {
            code,
            mode: Mode::Board,
            start: None,
            odds: None,
            undertakings: Vec::new(),
            time_limit: None,
            reply_hours: None,
            sides: [Vec::new(), Vec::new()],
            scheduled: false,
            previous: None,
            agreements: Agreements::default(),
            guard: false,
        }
    }
}

/// A man given: by name, where the code says which, or by its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenMan {
    /// One of this kind.
    Named(Kind),
    /// The man on this square.
    On(Square),
}

/// Odds: what one player gives the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// Who gives them.
    pub giver: Colour,
    /// The men he takes off.
    pub men: Vec<GivenMan>,
    /// How many moves the receiver makes at the start.
    pub moves: u32,
}

/// What a player undertook before the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undertaking {
    /// Who undertook it.
    pub by: Colour,
    /// What.
    pub to: Engagement,
}

/// The thing undertaken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engagement {
    /// To mate with the man that stood on this square at the start.
    MateWith(Square),
    /// To mate the King on this square.
    MateOn(Square),
    /// To be mated.
    BeMated,
    /// To be stalemated.
    BeStalemated,
}

/// So many moves in so much of a player's own time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The moves.
    pub moves: u32,
    /// The time.
    pub time: Moment,
}

/// A time limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeLimit {
    /// Moves counted from the start, within time counted from the start.
    pub by: Vec<Period>,
    /// So many more in each further period.
    pub then: Option<Period>,
    /// The time on the wall at which play ends for good.
    pub close_of_play: Option<Moment>,
}

words! {
    /// How an earlier game ended.
    Ended: "status of the previous game" {
        /// Somebody won.
        Won = "won",
        /// Nobody won.
        Drawn = "drawn",
        /// It does not count.
        Annulled = "annulled",
        /// Both lost.
        LostByBoth = "lost-by-both",
    }
}

/// The game before this one, as this game's colours name the persons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Previous {
    /// Whose person had the first move there.
    pub first_move: Colour,
    /// How it ended.
    pub status: Ended,
}

/// A value agreed.
#[derive(Debug, Clone, PartialEq)]
pub enum Agreed {
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(String),
    /// A number.
    Number(f64),
}

/// What the players agreed to differently where the code leaves it to them.
///
/// | name | value | what it varies |
/// |---|---|---|
/// | `first_move` | `white`, `black` | who begins |
/// | `notation` | `descriptive`, `algebraic` | how moves are recorded, sealed and sent |
/// | `castle_without_rook` | yes or no | castling where a Rook was given |
/// | `book`, `second_board`, `assistance` | yes or no | help from outside |
/// | `time_forfeit` | yes or no | whether overstepping costs the game |
/// | `spectator` | yes or no | that questions of fact go to somebody looking on |
/// | `seed` | a word | what the lots of a series were drawn from; it varies nothing |
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Agreements(pub BTreeMap<String, Agreed>);

impl Agreements {
    /// A yes or no, where one was agreed under this name.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.0.get(name) {
            Some(Agreed::Flag(value)) => Some(*value),
            _ => None,
        }
    }

    /// A colour, where one was agreed under this name.
    pub fn colour(&self, name: &str) -> Option<Colour> {
        match self.0.get(name) {
            Some(Agreed::Word(word)) => word.parse().ok(),
            _ => None,
        }
    }

    /// A number, where one was agreed under this name.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.0.get(name) {
            Some(Agreed::Number(number)) => Some(*number),
            _ => None,
        }
    }
}
