//! What was settled before play began: the header of a record.

use crate::{Code, event::Moment, field::Points, vocabulary::Sanction, words};
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
    /// Whether there is somebody to decide.
    pub arbiter: Presence,
    /// Whether a chess clock stands on the table, for a code that asks.
    pub clock: bool,
    /// How time is given, for a code with such clocks.
    pub time_control: Option<TimeControl>,
    /// How closely a fast game is watched.
    pub supervision: Supervision,
    /// How late a player may come, where he is expected.
    pub default_time: Moment,
    /// What the event chose where the code leaves it to events.
    pub regulations: Regulations,
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
            arbiter: Presence::OnCall,
            clock: true,
            time_control: None,
            supervision: Supervision::Ordinary,
            default_time: Moment(0),
            regulations: Regulations::default(),
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
    /// Whether there is an umpire.
    Presence: "arbiter" {
        /// He acts where the record says so.
        OnCall = "on-call",
        /// He sees everything and does at once what the laws bid him.
        Watching = "watching",
        /// There is nobody.
        None = "none",
    }
}

words! {
    /// How fast a game is.
    Pace: "kind of game" {
        /// An hour or more for each player.
        Standard = "standard",
        /// More than ten minutes and less than an hour.
        Rapid = "rapid",
        /// Ten minutes or less.
        Blitz = "blitz",
    }
}

words! {
    /// How closely a fast game is watched.
    Supervision: "supervision" {
        /// One arbiter for many games.
        Ordinary = "ordinary",
        /// As closely as the competition rules ask.
        Adequate = "adequate",
    }
}

words! {
    /// A guideline that an event may adopt.
    Guideline: "guideline" {
        /// Adjourned games.
        Adjourned = "I",
        /// Games played to a finish without increments.
        QuickplayFinish = "III",
    }
}

/// How time is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeControl {
    /// The kind of game, where it was said.
    pub kind: Option<Pace>,
    /// The periods in order. The last has no number of moves.
    pub periods: Vec<TimePeriod>,
}

/// One period: so much time for so many moves, or for the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimePeriod {
    /// The moves; none in the last period.
    pub moves: Option<u32>,
    /// The time.
    pub time: Moment,
    /// What each move adds or is spared.
    pub bonus: Option<Bonus>,
}

/// What a clock gives with every move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bonus {
    /// Added before each move.
    Increment(Moment),
    /// Passes before the time itself runs.
    Delay(Moment),
}

/// From when a draw may be agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoDraw {
    /// After so many moves of each.
    Before(u32),
    /// Never.
    Ever,
}

/// What the umpire imposes, with its measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imposed {
    /// The penalty.
    pub penalty: Sanction,
    /// The time given or taken.
    pub seconds: Option<Moment>,
    /// The opponent's points.
    pub score: Option<Points>,
}

/// What an event chose where the code leaves it to events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regulations {
    /// Which guidelines hold.
    pub guidelines: Vec<Guideline>,
    /// From when a draw may be agreed.
    pub no_draw_before: Option<NoDraw>,
    /// What a device costs instead of the game.
    pub device_penalty: Option<Imposed>,
    /// Devices may be in a bag, switched off.
    pub bag: bool,
    /// Leaving the area must be reported.
    pub report_leaving: bool,
    /// What a win, a draw and a loss score.
    pub points: [Points; 3],
    /// What an illegal move gives the opponent, where it is not the ordinary time.
    pub bonus_seconds: Option<Moment>,
}

impl Default for Regulations {
    fn default() -> Self {
        Regulations {
            guidelines: Vec::new(),
            no_draw_before: None,
            device_penalty: None,
            bag: false,
            report_leaving: false,
            points: [Points::ONE, Points::HALF, Points::NONE],
            bonus_seconds: None,
        }
    }
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
        /// One lost, and the other did not win.
        LostByOne = "lost-by-one",
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
}
