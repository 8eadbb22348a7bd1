//! "Check" is said, or not said: does it matter?

use crate::code::{Answer, ByCode, answers, reading, says, silent};
use jadoube_board::{Colour, Position};
use jadoube_game::{Consequence, Event, Game, Ruling};

/// What announcing a check is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announcing {
    /// Not needed, and of no effect.
    NotNeeded,
    /// Needed: an unannounced check need not be answered.
    NeededToBind,
    /// A duty: neglect of an announced check is punished, of an unannounced one only undone.
    NeededToPunish,
}

/// Whether check must be announced.
#[rustfmt::skip]
pub static ANNOUNCING: ByCode<Answer<Announcing>> = answers(ByCode {
    xxv:       says(Announcing::NeededToBind,   &["XVIII"]),
    bca_1862:  says(Announcing::NeededToPunish, &["VIII"]),
    bcc_1896:  says(Announcing::NotNeeded,      &["I.10"]),
    bcc_1899:  says(Announcing::NotNeeded,      &["I.10"]),
    fide_1931: says(Announcing::NotNeeded,      &["9.note"]),
});

/// What a false cry of check does.
#[rustfmt::skip]
pub static FALSE_CRY: ByCode<Answer<()>> = answers(ByCode {
    xxv:       says((), &["XX"]),
    bca_1862:  says((), &["VIII", "IX"]),
    bcc_1896:  silent((), reading("BCC-23")),
    bcc_1899:  silent((), reading("BCC-23")),
    fide_1931: says((), &["10.ii"]),
});

/// Words said aloud.
pub(crate) fn said(game: &Game, event: &Event, words: &str) -> Ruling {
    let Some(by) = event.by.player() else {
        return Ruling::silent();
    };
    match ANNOUNCING[game.terms.code].value {
        Announcing::NotNeeded => Ruling::silent(),
        Announcing::NeededToBind | Announcing::NeededToPunish => announce(by, words),
    }
}

/// Words said with a move that has just been completed.
pub(crate) fn announced(game: &Game, next: &Position, words: &str) -> Ruling {
    let _ = next;
    match ANNOUNCING[game.terms.code].value {
        Announcing::NotNeeded => Ruling::silent(),
        Announcing::NeededToBind | Announcing::NeededToPunish => announce(game.turn_to_play(), words),
    }
}

fn announce(by: Colour, words: &str) -> Ruling {
    Ruling::silent().so(Consequence::Announce(by, words.to_owned()))
}

/// A move completed without a word.
pub(crate) fn in_silence(game: &Game, next: &Position, ruling: Ruling) -> Ruling {
    let _ = (game, next);
    ruling
}
