//! A question goes to whoever decides what the laws leave open.

use crate::facts::change;
use jadoube_game::{Citation, Consequence, Dispute, Game, Party, Ruling, Sentence};

/// The clocks are stopped to call the arbiter, who says when play goes on.
pub(crate) fn stopped(
    game: &Game,
    by: Party,
    clause: impl Into<Citation>,
    question: impl Into<Sentence>,
) -> Ruling {
    let (clause, question) = (clause.into(), question.into());
    let pause = Dispute {
        by: Some(by),
        question: question.within(),
        clause: Some(clause),
        pause: true,
        ended: None,
        changed_by: change::who_changed_the_men(game),
    };
    Ruling::silent()
        .finding(clause, by, question)
        .so(Consequence::Suspend(Box::new(pause)))
}

/// A question for whoever decides what the laws leave open, put by a party or raised by the law itself.
pub(crate) fn referred(
    by: Option<Party>,
    of: impl Into<Party>,
    clause: impl Into<Citation>,
    question: impl Into<Sentence>,
) -> Ruling {
    let (clause, question) = (clause.into(), question.into());
    let dispute = Dispute {
        by,
        question: question.within(),
        clause: Some(clause),
        pause: false,
        ended: None,
        changed_by: None,
    };
    Ruling::silent()
        .finding(clause, of, question)
        .so(Consequence::Suspend(Box::new(dispute)))
}
