//! How much of a game's room may each party take? Nobody can fill it for another, and what ends a game has room to the last.

use crate::{problem::Problem, snapshot::Snapshot};
use jadoube_game::{Act, Event, Party};

/// More acts than any record has that is taken in.
pub(crate) const MOST_ACTS: u32 = 10_000;
/// What one party may do in one game, and in how many bytes. A long game with every man lifted, placed and quit takes less.
const MOST_OF_ONE: Spent = Spent {
    acts: 3_000,
    bytes: 640 * 1024,
    words: 200,
};
/// So much more for what ends the game.
const LAST_ACTS: u32 = 100;
const LAST_BYTES: usize = 100 * 1024;

/// What a party has done in a game since it is kept here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub(crate) acts: u32,
    pub(crate) bytes: usize,
    /// Acts that were nothing but words.
    pub(crate) words: u32,
}

impl Spent {
    /// One more act, as it is written down.
    pub(crate) fn and(&mut self, act: &Act, bytes: usize) {
        self.acts += 1;
        self.bytes += bytes;
        self.words += u32::from(is_words(act));
    }
}

/// Words of one's own that the game does not need to go on.
pub(crate) fn is_words(act: &Act) -> bool {
    matches!(
        act,
        Act::Say { .. }
            | Act::Dispute { .. }
            | Act::Consent { .. }
            | Act::Pause { .. }
            | Act::Offer {
                condition: Some(_),
                ..
            }
    )
}

/// What ends a game, or lets another end it.
fn ends(act: &Act) -> bool {
    matches!(
        act,
        Act::Resign | Act::Accept { .. } | Act::Decide(_) | Act::Flag { .. } | Act::Abandon
    )
}

/// What carries a game on.
fn plays(act: &Act) -> bool {
    matches!(
        act,
        Act::Move { .. }
            | Act::Send { .. }
            | Act::Lift { .. }
            | Act::Place { .. }
            | Act::Quit { .. }
            | Act::Promote { .. }
            | Act::Press { .. }
            | Act::Seal { .. }
            | Act::Resume { .. }
    )
}

/// Whether the author of this act has room for it: moves have twice the room of other acts.
pub(super) fn has_room(snapshot: &Snapshot, event: &Event) -> Result<(), Problem> {
    if event.by == Party::Timekeeper {
        return Ok(());
    }
    let (spent, act) = (snapshot.spent(event.by), &event.act);
    if is_words(act) && spent.words >= MOST_OF_ONE.words {
        return Err(Problem::invalid(
            "act",
            format!(
                "{} has said enough in this game, {} times: expected a move, or talk outside the record",
                event.by.word(),
                MOST_OF_ONE.words
            ),
        ));
    }
    let (acts, bytes) = match act {
        act if ends(act) => (MOST_OF_ONE.acts + LAST_ACTS, MOST_OF_ONE.bytes + LAST_BYTES),
        act if plays(act) => (MOST_OF_ONE.acts, MOST_OF_ONE.bytes),
        _ => (MOST_OF_ONE.acts / 2, MOST_OF_ONE.bytes / 2),
    };
    if spent.acts >= acts || spent.bytes >= bytes {
        return Err(Problem::invalid(
            "act",
            format!(
                "the acts of {} take all the room that one party has in a game: what ends it can still be done",
                event.by.word()
            ),
        ));
    }
    Ok(())
}
