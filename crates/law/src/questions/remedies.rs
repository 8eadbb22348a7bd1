//! What does an offence cost, where each has a remedy of its own?

use crate::{
    code::{ByCode, Clause},
    questions::penalties::{PENALTIES, Penalties},
};
use jadoube_game::OffenceKind;

question! {
    "What does an offence cost, where each has a remedy of its own?";
    tables: RETRACTED;
    "A touched man was not played: it must be." => xxv "VII", bca_1862 "VI";
    "An adverse man was touched: take it, or move the King." => xxv "IX";
    "An adverse man was moved: take it where it stood, put it back, or leave it." => xxv "X";
    "A capture that could not be made: take that man otherwise, or move the man touched." => xxv "XI";
    "A player took a man of his own: the adversary names the one to move." => xxv "XII";
    "A man was put where it cannot go: it stays there, goes where it can, or goes back and the King is moved." => xxv "XIII";
    "Two moves running: the second goes back or both stand." => xxv "XIV";
    "False castling: the King or the Rook is moved, or it remains." => xxv "XVI";
    "The King was exposed: he must move." => xxv "XVII";
    "An announced check was neglected: the King must move." => bca_1862 "VIII";
    "A false move: the man is moved lawfully, what it took is taken lawfully, or another man is moved." => bca_1862 "VII";
}

/// What the opponent may choose for an offence that is punished by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choose {
    /// The man wrongly moved is moved.
    TheManMoved,
    /// Each man touched may be named to be moved.
    EachManTouched,
    /// The adverse man touched or taken is taken.
    TheManTaken,
    /// The adverse man moved is taken where it stood.
    TheManWhereItStood,
    /// The King is moved.
    TheKing,
    /// The King is moved, if the check had been announced.
    TheKingIfAnnounced,
    /// Any other man is moved.
    AnotherMan,
    /// Of several men touched one is played.
    OneOfSeveral,
    /// What was owed and not done is done.
    WhatWasOwed,
    /// It stays as it is.
    LetItStand,
    /// The men are put back, and he is free.
    PutItBack,
}

/// What becomes of it where nothing can be chosen, or has been done already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failing {
    /// Nothing follows.
    Nothing,
    /// Nothing follows, also where he has done of himself what might be chosen.
    NothingIfDone,
    /// The men simply go back.
    MenGoBack,
}

/// What one kind of offence costs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remedy {
    /// The offences it is for.
    pub offences: &'static [OffenceKind],
    /// What may be chosen.
    pub choose: &'static [Choose],
    /// What follows where none of it can be.
    pub failing: Failing,
    /// By which clause.
    pub clause: Clause,
}

const fn remedy(
    offences: &'static [OffenceKind],
    choose: &'static [Choose],
    failing: Failing,
    clause: &'static str,
) -> Remedy {
    Remedy {
        offences,
        choose,
        failing,
        clause: Clause::written(clause),
    }
}

/// What each kind of offence costs, in the codes in which each is punished by itself.
#[rustfmt::skip]
pub(crate) static REMEDIES: ByCode<&[Remedy]> = {
    use Choose::{AnotherMan, EachManTouched, LetItStand, OneOfSeveral, PutItBack, TheKing, TheKingIfAnnounced, TheManMoved, TheManTaken, TheManWhereItStood, WhatWasOwed};
    use Failing::{MenGoBack, Nothing, NothingIfDone};
    use OffenceKind as Of;
    ByCode {
        xxv: &[
            remedy(&[Of::TouchedSeveral],                  &[OneOfSeveral],                                Nothing,       "reading XXV-11"),
            remedy(&[Of::MovedOtherwise],                  &[WhatWasOwed],                                 Nothing,       "VII"),
            remedy(&[Of::TouchedAdverseMan],               &[TheManTaken, TheKing],                        NothingIfDone, "IX"),
            remedy(&[Of::MovedAdverseMan],                 &[TheManWhereItStood, PutItBack, LetItStand],   Nothing,       "X"),
            remedy(&[Of::FalseCapture],                    &[TheManTaken, TheManMoved],                    MenGoBack,     "XI"),
            remedy(&[Of::TookOwnMan],                      &[EachManTouched],                              MenGoBack,     "XII"),
            remedy(&[Of::IllegalMove],                     &[LetItStand, TheManMoved, TheKing],            Nothing,       "XIII"),
            remedy(&[Of::OutOfTurn],                       &[LetItStand, PutItBack],                       Nothing,       "XIV"),
            remedy(&[Of::FalseCastling],                   &[EachManTouched, LetItStand],                  Nothing,       "XVI"),
            remedy(&[Of::TouchedImmoveable],               &[TheKing],                                     NothingIfDone, "XVII"),
            remedy(&[Of::ExposedKing, Of::NeglectedCheck], &[TheKing],                                     MenGoBack,     "XVII"),
        ],
        bca_1862: &[
            remedy(&[Of::TouchedSeveral],                  &[OneOfSeveral],                                Nothing,       "VI"),
            remedy(&[Of::MovedOtherwise],                  &[WhatWasOwed],                                 Nothing,       "VI"),
            remedy(&[Of::NeglectedCheck],                  &[TheKingIfAnnounced],                          Nothing,       "VIII"),
            remedy(&[Of::IllegalMove, Of::FalseCapture, Of::TookOwnMan, Of::ExposedKing, Of::FalseCastling],
                                                           &[TheManMoved, TheManTaken, AnotherMan],        Nothing,       "VII"),
        ],
        bcc_1896: &[],
        bcc_1899: &[],
        fide_1931: &[],
        fide_2023: &[],
    }
};
own_clauses!(REMEDIES);

steps! {
    /// An illegal move is taken back, and the man played again.
    pub(crate) struct Retracted {
        /// A check was not met: the man touched must meet it if it can.
        left_in_check,
        /// A false capture: the man is taken lawfully, or the man touched is moved.
        capture,
        /// An illegal move without a capture: that man must make a legal one.
        no_capture,
        /// An illegal move goes back when the opponent draws attention to it.
        said_in_time,
        /// A move that leaves the King in check goes back when the opponent draws attention to it.
        said_of_the_check,
        /// Somebody else draws attention to it: the choice stays with the opponent.
        said_by_another,
        /// All goes back before a penalty is carried out.
        all_goes_back,
        /// The illegal move goes back, though the penalty is lost.
        the_move_goes_back,
    }
    pub(crate) static RETRACTED for PENALTIES: Penalties::RetractAndPlayTheMan = {
        fide_1931: {
            left_in_check: "9.vi", capture: "17(b)", no_capture: "17(a)", said_in_time: "17",
            said_of_the_check: "9.vi", said_by_another: "reading FIDE-16", all_goes_back: "18.iv",
            the_move_goes_back: "reading FIDE-15",
        },
    };
}
