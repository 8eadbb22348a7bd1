//! What may each party see? A player his own rights, a spectator none, and nobody an envelope that is not yet open.

use crate::{json::Json, view::write_rights_of};
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Party, Status, View};
use std::str::FromStr;

/// Who is looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Eye {
    /// The arbiter, who sees everything.
    #[default]
    Arbiter,
    /// One of the players.
    Player(Colour),
    /// Anyone else in the room.
    Spectator,
}

impl FromStr for Eye {
    type Err = UnknownEye;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "white" => Ok(Eye::Player(Colour::White)),
            "black" => Ok(Eye::Player(Colour::Black)),
            "spectator" => Ok(Eye::Spectator),
            _ => Err(UnknownEye(word.to_owned())),
        }
    }
}

impl Eye {
    /// The player who looks, where one does.
    pub const fn player(self) -> Option<Colour> {
        match self {
            Eye::Player(player) => Some(player),
            Eye::Arbiter | Eye::Spectator => None,
        }
    }
}

/// A word that names nobody who could be looking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEye(pub String);

impl std::fmt::Display for UnknownEye {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "nobody looks as \"{}\"; expected one of: white, black, spectator",
            self.0
        )
    }
}

impl std::error::Error for UnknownEye {}

/// A sealed move that has not been opened: whose, and what is written in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Envelope(Option<(Party, String)>);

impl Envelope {
    /// No envelope.
    pub fn none() -> Self {
        Self::default()
    }

    /// Whether there is one, and it is not yet open.
    pub fn is_closed(&self) -> bool {
        self.0.is_some()
    }

    /// Whether using a right to this act could open an envelope: what would follow is then nobody's to see.
    pub fn could_open(act: &str) -> bool {
        matches!(act, "resume" | "arrive")
    }

    /// Whether an act can close or open an envelope at all.
    pub fn concerns(act: &Act) -> bool {
        matches!(act, Act::Seal { .. } | Act::Resume { .. } | Act::Arrive)
    }

    /// What is in the envelope after this act, which led to this state. Refused acts close and open nothing.
    pub fn follow(&mut self, event: &Event, after: &View) {
        if after.refused.is_some() {
            return;
        }
        match &event.act {
            Act::Seal { record } => self.0 = Some((event.by, record.clone())),
            // It may have to wait for him who must reply, and is opened when he comes.
            Act::Resume { .. } | Act::Arrive if after.status != Status::Adjourned => self.0 = None,
            _ => {}
        }
    }

    fn hidden_from(&self, eye: Eye) -> bool {
        self.0.as_ref().is_some_and(|(by, _)| match eye {
            Eye::Arbiter => false,
            Eye::Player(player) => *by != Party::from(player),
            Eye::Spectator => true,
        })
    }
}

/// Writes the state as this eye sees it; where a text speaks of the `reader`, also as it is said to him.
///
/// A player sees his own rights; a spectator none. Until it is opened, a sealed move is known to him who sealed it and
/// to the arbiter: the law never quotes it before, and to others the consequence of opening it is `null`, whatever is
/// written in it, so that not even its length or its form can be told.
pub fn write_seen(view: &View, eye: Eye, envelope: &Envelope, reader: Option<Colour>) -> Json {
    let shows = |party| match eye {
        Eye::Arbiter => true,
        Eye::Player(player) => party == Party::from(player),
        Eye::Spectator => false,
    };
    write_rights_of(view, shows, envelope.hidden_from(eye), reader)
}
