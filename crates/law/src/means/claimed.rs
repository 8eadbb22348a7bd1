//! A claim is answered: it is good, it is not, or the umpire must say.

use crate::{facts::proved::Proved, questions::claims::CLAIMS};
use jadoube_game::{Citation, Game, Sentence};

/// The clause of a draw claimed where there was no arbiter, the question standing open: the claim has concluded the game.
pub(crate) fn alone(game: &Game) -> Option<Citation> {
    let law = CLAIMS.of(game)?;
    let asked = game.sitting.dispute.as_ref()?.clause?;
    let alone = law.alone_cannot_win.is(asked) || law.alone_does_not_try.is(asked);
    alone.then_some(asked)
}

/// How the law answers a claim.
pub(crate) enum Answered {
    /// It is good.
    Sound { clause: Citation, text: Sentence },
    /// It is not.
    Unsound { clause: Citation, why: Sentence },
    /// The umpire must say.
    Doubtful { clause: Citation, what: Sentence },
}

impl Answered {
    /// As it was proved, by this clause.
    pub(crate) fn by_proof(clause: Citation, proved: Proved) -> Self {
        match proved {
            Proved::Yes(text) => Answered::Sound { clause, text },
            Proved::No(why) => Answered::Unsound { clause, why },
            Proved::Undecided(what) => Answered::Doubtful { clause, what },
        }
    }

    /// The claim fails for this reason.
    pub(crate) fn unsound(clause: Citation, why: impl Into<Sentence>) -> Self {
        Answered::Unsound {
            clause,
            why: why.into(),
        }
    }
}
