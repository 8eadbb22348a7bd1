//! A claim is answered: it is good, it is not, or the umpire must say.

use crate::facts::proved::Proved;
use jadoube_game::Citation;

/// How the law answers a claim.
pub(crate) enum Answered {
    /// It is good.
    Sound { clause: Citation, text: String },
    /// It is not.
    Unsound { clause: Citation, why: String },
    /// The umpire must say.
    Doubtful { clause: Citation, what: String },
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
    pub(crate) fn unsound(clause: Citation, why: impl Into<String>) -> Self {
        Answered::Unsound {
            clause,
            why: why.into(),
        }
    }
}
