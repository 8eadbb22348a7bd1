//! Three lettered penalties: which of A, B and C are open, alone or together, and for which men?

use crate::{
    code::{ByCode, Clause},
    questions::penalties::{PENALTIES, Penalties},
};
use jadoube_game::{Mode, OffenceKind};

question! {
    "Three lettered penalties: which of A, B and C are open, alone or together, and for which men?";
    tables: LETTERS;
    "An illegal move: penalty A, and then B or C." => bcc "II.6(b)";
    "An illegal move changed for another: penalty A with B or C." => bcc "II.6(c)";
    "A move out of turn: penalty B or C in his next turn." => bcc "II.6(d)";
    "Two offences of touching at once: penalty A with B, or A with C." => bcc "II.5(d)";
    "A touched man that could be played is not played: penalties A and B." => bcc "II.5(c)";
    "A man touched that cannot be played: penalty C." => bcc "II.5(b)";
    "A text sent without a legal meaning: penalty C." => bcc "III.3";
    "A sealed text without a legal meaning: penalty C." => bcc "II.7(c)";
    "A man taken off by mistake: penalty C, if it cannot be played." => bcc "II.5(g)";
}

/// Whether Penalty A comes with B or C.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WithA {
    /// Unless the position has been restored already, when it is open alone too.
    UnlessRestored,
    /// Always.
    Always,
    /// Never: B or C directs the turn as it stands.
    Never,
}

/// What is open for offences of these kinds, all his offences of the turn taken together. The first row that fits counts.
pub(crate) struct Row {
    /// One of these must have been committed.
    pub any: &'static [OffenceKind],
    /// And this one too.
    pub also: Option<OffenceKind>,
    /// Whether Penalty B is open.
    pub b: bool,
    /// Whether Penalty C is.
    pub c: bool,
    /// Whether A comes with them.
    pub with_a: WithA,
    /// And the game must be played in this way.
    pub mode: Option<Mode>,
    /// By which clause.
    pub clause: Clause,
}

const fn row(any: &'static [OffenceKind], b: bool, c: bool, with_a: WithA, clause: &'static str) -> Row {
    Row {
        any,
        also: None,
        b,
        c,
        with_a,
        mode: None,
        clause: Clause::written(clause),
    }
}

/// What each kind of offence costs, in the codes that letter their penalties.
pub(crate) static ROWS: ByCode<&[Row]> = ByCode {
    xxv: &[],
    bca_1862: &[],
    bcc_1896: LETTERED,
    bcc_1899: LETTERED,
    fide_1931: &[],
    fide_2023: &[],
};

own_clauses!(ROWS);

#[rustfmt::skip]
const LETTERED: &[Row] = {
    use OffenceKind as Of;
    use WithA::{Always, Never, UnlessRestored};
    &[
        row(&[Of::IllegalMove],                          true,  true,  UnlessRestored, "II.6(b)"),
        row(&[Of::Substituted],                          true,  true,  Always,         "II.6(c)"),
        row(&[Of::OutOfTurn, Of::SubstitutedOutOfTurn],  true,  true,  Never,          "II.6(d)"),
        Row {
            also: Some(Of::MovedOtherwise),
            ..row(&[Of::TouchedImmoveable],              true,  true,  Always,         "II.5(d)")
        },
        row(&[Of::MovedOtherwise],                       true,  false, Always,         "II.5(c)"),
        row(&[Of::TouchedImmoveable],                    false, true,  Never,          "II.5(b)"),
        Row {
            mode: Some(Mode::Communication),
            ..row(&[Of::UnreadableText, Of::NothingSealed], false, true, Never,        "III.3")
        },
        row(&[Of::UnreadableText, Of::NothingSealed],    false, true,  Never,          "II.7(c)"),
        row(&[Of::RemovedByMistake],                     false, true,  Never,          "II.5(g)"),
    ]
};

steps! {
    /// What the letters oblige him to, and when.
    pub(crate) struct Letters {
        /// Penalty B: he moves or takes a man that he touched, as the opponent indicates; or takes one such man with another, or castles.
        b,
        /// Penalty C: he moves his King; if the King cannot move, a man that the opponent selects.
        c,
        /// A penalty for an offence in the opponent's turn waits until that turn is over.
        in_his_own_turn,
    }
    pub(crate) static LETTERS for PENALTIES: Penalties::LetteredAToC = {
        bcc: { b: "II.11.B", c: "II.11.C", in_his_own_turn: "II.11(b)" },
    };
}
