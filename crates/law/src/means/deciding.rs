//! A question is before the umpire: the decisions that he may be offered, and what an accident would excuse.

use crate::questions::penalties::{WHO_CHOOSES, WhoChooses};
use jadoube_board::Colour;
use jadoube_game::{Act, Citation, Decision, Declared, Game, Party, Right, Sentence, Touch};

/// A decision that is open to the umpire.
pub(crate) fn may(decision: Decision, clause: Citation, text: impl Into<Sentence>) -> Right {
    let text = text.into();
    Right {
        party: Party::Umpire,
        act: Act::Decide(Decision {
            ruling: Some(text.within()),
            ..decision
        }),
        clause,
        text,
    }
}

pub(crate) fn so_ended(result: Declared) -> Decision {
    Decision {
        result: Some(result),
        ..Decision::default()
    }
}

pub(crate) fn so_found(fact: &str) -> Decision {
    Decision {
        fact: Some(fact.to_owned()),
        ..Decision::default()
    }
}

/// Whose conduct the umpire was asked about: when the game goes on it is claimed for no more.
pub(crate) fn conduct_before_him(game: &Game) -> Option<Colour> {
    let at_issue = game.sitting.dispute.as_ref()?.clause?;
    let conduct = game.ledger.forfeitable.iter();
    conduct
        .rev()
        .find(|each| each.clause == at_issue)
        .map(|each| each.by)
}

/// Whether something was done by hand in this turn that an accident would excuse: what is forgiven needs no excuse.
pub(crate) fn handled_in_this_turn(game: &Game) -> bool {
    let turn = &game.turn;
    let counts = |touch: &Touch| !game.ledger.forgiven.contains(&touch.id);
    turn.touched.iter().any(counts) || turn.illegal.is_some() || turn.altered.is_some()
}

/// Whether the player on turn touched a man before it, which counts in it.
pub(crate) fn has_touched_before_it(game: &Game) -> bool {
    !game.ledger.carried[game.turn_to_play().index()].is_empty()
}

/// Whether the player on turn has done nothing since a penalty was exacted of him: an accident can only be what it was for.
pub(crate) fn is_of_what_was_exacted(game: &Game) -> bool {
    let exacted = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted);
    let dispute = game.sitting.dispute.as_deref();
    exacted
        && WHO_CHOOSES[game.terms.code].value != WhoChooses::TheLaw
        && game.ledger.forfeitable.is_empty()
        && dispute.is_some_and(|dispute| dispute.clause.is_none())
        && !handled_in_this_turn(game)
}
