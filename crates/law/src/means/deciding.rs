//! A question is before the umpire: the decisions that he may be offered.

use jadoube_game::{Act, Citation, Decision, Declared, Party, Right};

/// A decision that is open to the umpire.
pub(crate) fn may(decision: Decision, clause: Citation, text: &str) -> Right {
    Right {
        party: Party::Umpire,
        act: Act::Decide(Decision {
            ruling: Some(text.to_owned()),
            ..decision
        }),
        clause,
        text: text.to_owned(),
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
