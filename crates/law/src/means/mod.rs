//! How is a ruling put together? The entries, restorations and moves that several questions make alike.

pub(crate) mod binding;
pub(crate) mod choices;
pub(crate) mod claimed;
pub(crate) mod cries;
pub(crate) mod deciding;
pub(crate) mod ends;
pub(crate) mod entries;
pub(crate) mod lapsing;
pub(crate) mod letters;
pub(crate) mod letting_go;
pub(crate) mod liability;
pub(crate) mod moving;
pub(crate) mod penalising;
pub(crate) mod referral;
pub(crate) mod retracting;
pub(crate) mod unopened;
pub(crate) mod unrequired;
pub(crate) mod wrong_moves;

use crate::questions::first_move::{AGREED, AT_ODDS, AtOdds, FirstMoveAgreed};
use jadoube_board::Colour;
use jadoube_game::{AtTheClock, Consequence, Event, Finding, Game, Party, Ruling, Terms};

/// Whether a party is one of the players.
pub(crate) fn player_of(event: &Event) -> Result<Colour, Ruling> {
    event.by.player().ok_or_else(|| {
        Ruling::refuse_plainly(match event.by {
            Party::Umpire => "this is for the players, not for the umpire",
            _ => "this is for the players",
        })
    })
}

/// So many of these, in words that agree: `1 move`, `20 moves`.
pub(crate) fn so_many(count: impl Into<u64>, what: &str) -> String {
    let count = count.into();
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// Who begins because the players agreed on it. At odds that give the giver the move, they may agree otherwise.
pub(crate) fn begins_by_agreement(terms: &Terms) -> Option<Colour> {
    let by_odds = terms.odds.is_some() && AT_ODDS[terms.code].value == AtOdds::Giver;
    let counts = by_odds || AGREED[terms.code].value == FirstMoveAgreed::Counts;
    terms.agreements.colour("first_move").filter(|_| counts)
}

/// What the game must do at a clock that the players press.
pub(crate) fn now(what: AtTheClock) -> Consequence {
    Consequence::AtTheClock(what)
}

/// Whether what this party did is an offence by this ruling. To accuse the other of one is none.
pub(crate) fn offends(ruling: &Ruling, by: Party) -> bool {
    ruling.consequences.iter().any(|consequence| {
        if let Consequence::RememberConduct(conduct) = consequence {
            return by == Party::from(conduct.by);
        }
        matches!(
            consequence,
            Consequence::Note(_)
                | Consequence::Alter(_)
                | Consequence::AtTheClock(
                    AtTheClock::Note(_)
                        | AtTheClock::Breach(_)
                        | AtTheClock::Beside(_)
                        | AtTheClock::BothHands(_)
                )
                | Consequence::Irregular(_)
                | Consequence::Record(_)
                | Consequence::CarryTouch(..)
        )
    })
}

/// Refused on a guarded board, by what would be found: the reason where one is said, else what would have been done. What
/// would follow is not said, for nothing does.
pub(crate) fn unless_guarded(findings: &[Finding]) -> Option<Ruling> {
    let reason = findings.iter().find(|finding| finding.reason);
    reason.or(findings.first()).map(|finding| {
        let why = finding.text.clone().without_what_follows();
        Ruling::refuse(finding.clause, why.about(finding.party))
    })
}

/// What the ruling so far makes of the game.
pub(crate) fn after(game: &Game, ruling: &Ruling) -> Game {
    let mut after = game.clone();
    after.carry_out(ruling);
    after
}
