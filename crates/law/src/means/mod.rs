//! How is a ruling put together? The entries, restorations and moves that several questions make alike.

pub(crate) mod binding;
pub(crate) mod choices;
pub(crate) mod cries;
pub(crate) mod ends;
pub(crate) mod entries;
pub(crate) mod lapsing;
pub(crate) mod letters;
pub(crate) mod liability;
pub(crate) mod moving;
pub(crate) mod referral;
pub(crate) mod retracting;

use jadoube_board::Colour;
use jadoube_game::{Event, Party, Ruling};

/// Whether a party is one of the players.
pub(crate) fn player_of(event: &Event) -> Result<Colour, Ruling> {
    event.by.player().ok_or_else(|| {
        Ruling::refuse_plainly(match event.by {
            Party::Umpire => "this is for the players, not for the umpire",
            _ => "this is for the players",
        })
    })
}
