//! An error is pointed out: in the board, the men, the first move, an old move, a dropped man, a resumed position.

use crate::{
    cite,
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    questions::{
        adjournment, disputes,
        false_move::{self, FalseMove},
        first_move, odds, penalties, touch,
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Consequence, Error, Event, Game, Irregularity, OffenceKind, Party, Requirement, Right, Ruling,
    Status,
};

/// What follows from an error in the board or the men at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misplaced {
    /// Either player may have the game annulled, if it is pointed out before the second player's fourth move.
    EitherMayAnnul,
    /// The game is annulled, whenever it is found.
    Annulled,
    /// It is put right, or the game begun again, within four moves; after that it stays.
    RectifiedWithinFourMoves,
    /// The board is turned; the game goes on.
    Adjusted,
}

/// The board stands the wrong way.
#[rustfmt::skip]
pub static BOARD: ByCode<Answer<Misplaced>> = answers(ByCode {
    xxv:       says(Misplaced::RectifiedWithinFourMoves, &["I"]),
    bca_1862:  says(Misplaced::Adjusted,                 &["I"]),
    bcc_1896:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
    bcc_1899:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
    fide_1931: says(Misplaced::Annulled,                 &["12.i"]),
});

/// The men were set up wrongly.
#[rustfmt::skip]
pub static MEN: ByCode<Answer<Misplaced>> = answers(ByCode {
    xxv:       says(Misplaced::RectifiedWithinFourMoves, &["II", "III", "IV"]),
    bca_1862:  says(Misplaced::Annulled,                 &["II"]),
    bcc_1896:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
    bcc_1899:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
    fide_1931: says(Misplaced::Annulled,                 &["12.i"]),
});

/// How the men stand at the commencement of an ordinary game.
#[rustfmt::skip]
pub static ARRAY: ByCode<Answer<()>> = answers(ByCode {
    xxv:       silent((), reading("XXV-2")),
    bca_1862:  silent((), reading("BCA-11")),
    bcc_1896:  says((),   &["I.5(b)"]),
    bcc_1899:  says((),   &["I.5(b)"]),
    fide_1931: says((),   &["4.i"]),
});

/// What becomes of an error in setting up that is found too late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundLate {
    /// The umpire settles it, with worked cases to guide him.
    UmpireWithTheAppendix,
    /// The parties settle it; the law gives nothing.
    ForTheParties,
    /// The game goes on as it is.
    GameGoesOn,
    /// There is no such time: it is never too late while the game lasts.
    NeverTooLate,
    /// It is never too late, nor immediately after the end.
    NeverTooLateNorAfterTheEnd,
}

/// An error in setting up found too late.
#[rustfmt::skip]
pub static FOUND_LATE: ByCode<Answer<FoundLate>> = answers(ByCode {
    xxv:       says(FoundLate::GameGoesOn,            &["II", "III"]),
    bca_1862:  says(FoundLate::NeverTooLate,          &["II"]),
    bcc_1896:  says(FoundLate::ForTheParties,         &["II.2"]),
    bcc_1899:  says(FoundLate::UmpireWithTheAppendix, &["appendix(5)", "II.2"]),
    fide_1931: says(FoundLate::NeverTooLateNorAfterTheEnd, &["12.i"]),
});

pub(crate) fn point_out(game: &Game, event: &Event, error: Error, number: Option<u32>) -> Ruling {
    if game.status.is_over() {
        return after_the_end(game, event, error);
    }
    match error {
        Error::Board => at_the_start(game, event, error, BOARD[game.terms.code].authority.governing()),
        Error::Men => {
            if stood_as_they_should(game) {
                let clause = ARRAY[game.terms.code].authority.governing().unwrap_or_default();
                return Ruling::refuse(
                    clause,
                    "the men stood as they should at the commencement of the game",
                );
            }
            at_the_start(game, event, error, MEN[game.terms.code].authority.governing())
        }
        Error::FirstMove => {
            let clause = first_move::WRONG_PLAYER[game.terms.code]
                .authority
                .governing()
                .unwrap_or_default();
            if !first_move::wrong_player_began(game) {
                return Ruling::refuse(
                    clause,
                    "the first move was made by the player who had the right to it",
                );
            }
            if !first_move::in_time(game) {
                return Ruling::refuse(
                    clause,
                    "it is too late: the opponent has completed his fourth move",
                );
            }
            Ruling::silent()
                .finding(
                    clause,
                    event.by,
                    "the wrong first move is pointed out in time: the game may be annulled",
                )
                .so(Consequence::PointedOut(error))
        }
        Error::IllegalMove | Error::KingLeftInCheck => match false_move::FALSE_MOVE[game.terms.code].value {
            FalseMove::Retracted => federation(game, event.by.player(), number),
            _ => old_move(game, number),
        },
        Error::DroppedMan => dropped_man(game),
        Error::ResumedPosition => adjournment::wrong_position(game, event),
    }
}

fn after_the_end(game: &Game, event: &Event, error: Error) -> Ruling {
    let never_too_late = FOUND_LATE[game.terms.code].value == FoundLate::NeverTooLateNorAfterTheEnd;
    if never_too_late && game.status != Status::Annulled {
        // "12.i": proved immediately after the game.
        match error {
            Error::Board => return annulled(game, event, BOARD[game.terms.code].authority.governing()),
            Error::Men if !stood_as_they_should(game) => {
                return annulled(game, event, MEN[game.terms.code].authority.governing());
            }
            _ => {}
        }
    }
    let clause = game.outcome.as_ref().and_then(|outcome| outcome.clause);
    let why = match error {
        Error::Board | Error::Men => "the game is finished: what follows is for the umpire",
        _ => "the game is finished",
    };
    Ruling {
        refused: Some(jadoube_game::Refusal {
            clause,
            why: why.to_owned(),
        }),
        ..Ruling::default()
    }
}

/// `"II.2"`: in time, either player may require annulment; later, only the umpire (in 1899 with the appendix's help).
fn at_the_start(game: &Game, event: &Event, error: Error, clause: Option<&'static str>) -> Ruling {
    if MEN[game.terms.code].value == Misplaced::Annulled
        && BOARD[game.terms.code].value == Misplaced::Annulled
    {
        return annulled(game, event, clause);
    }
    let clause = clause.unwrap_or_default();
    if game.completed[second_player(game).index()] < 4 {
        return Ruling::silent()
            .finding(
                clause,
                event.by,
                "the error is pointed out in time: either player may have the game annulled",
            )
            .so(Consequence::PointedOut(error));
    }
    if FOUND_LATE[game.terms.code].value == FoundLate::UmpireWithTheAppendix && error == Error::Men {
        return disputes::found_late(event);
    }
    Ruling::refuse(clause, "it is too late: the second player has made four moves")
}

/// Whether the men stood at the start as the ordinary array less the odds.
fn stood_as_they_should(game: &Game) -> bool {
    let proper = odds::proper_board(game.terms.odds.as_ref());
    proper.is_ok_and(|proper| &proper == game.first.men.board())
}

/// `"12.i"`: an error in board or men at the start annuls the game, whoever proves it.
fn annulled(game: &Game, event: &Event, clause: Option<&'static str>) -> Ruling {
    let clause = clause.unwrap_or_default();
    let text = "the board or the men stood wrongly at the start: the game is annulled";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(Consequence::End(first_move::annulled(game, clause)))
}

/// He who did not move first (reading BCC-14).
pub(crate) fn second_player(game: &Game) -> Colour {
    !game
        .past
        .first()
        .map_or(game.first.player, |first| first.standing.player)
}

/// `"II.6(e)"`: an illegality that stood is undone whenever it is pointed out.
fn old_move(game: &Game, number: Option<u32>) -> Ruling {
    let clause = false_move::FOUND_LATER[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    let mut found = game.irregularities.iter().filter(|each| is_open(game, each));
    let irregularity = match number {
        Some(number) => found.find(|each| each.number == number),
        None => found.next(),
    };
    let Some(irregularity) = irregularity else {
        let why = if game.illegal.is_some() || game.altered.is_some() {
            "the opponent has not yet completed a move: the illegality is answered by a penalty or an annulment"
        } else {
            "no uncorrected illegal move of that description stands in the game"
        };
        return Ruling::refuse(clause, why);
    };
    let text = match irregularity.kind {
        OffenceKind::RemovedByMistake => {
            "the mistaken removal is undone: the position of that turn is restored"
        }
        _ => {
            "the illegal move is undone: the position at the commencement of that turn is restored, without penalty"
        }
    };
    Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(penalties::restore(&irregularity.turn, irregularity.past))
}

/// `"17"` where the opponent objects in time, `"17(d)"` otherwise, `"12.ii"` for other alterations: by anyone (reading FIDE-16).
pub(crate) fn federation(game: &Game, by: Option<Colour>, number: Option<u32>) -> Ruling {
    if let Some(altered) = &game.altered
        && number.is_none_or(|number| number == altered.number)
    {
        let text = "the men were altered illegally: the position before it is reinstated";
        return Ruling::silent()
            .finding(cite!(fide_1931, "12.ii"), altered.by, text)
            .so(Consequence::Settle(altered.by))
            .so(Consequence::UndoAlteration);
    }
    let mut found = game.irregularities.iter();
    let irregularity = match number {
        Some(number) => found.find(|each| each.number == number),
        None => found.next(),
    };
    let Some(irregularity) = irregularity else {
        return Ruling::refuse(
            cite!(fide_1931, "17(d)"),
            "no illegal move of that description stands in the game",
        );
    };
    if irregularity.past + 1 == game.past.len()
        && by == Some(!irregularity.by)
        && let Some(ruling) = penalties::attention_drawn(game, irregularity.by)
    {
        return ruling;
    }
    let (clause, text) = if is_a_move(irregularity.kind) {
        (
            cite!(fide_1931, "17(d)"),
            "an illegal move was made and not retracted: the position before it is reinstated",
        )
    } else {
        (
            cite!(fide_1931, "12.ii"),
            "the men were altered illegally: the position before it is reinstated",
        )
    };
    Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(penalties::restore(&irregularity.turn, irregularity.past))
}

fn is_a_move(kind: OffenceKind) -> bool {
    matches!(kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
}

/// What anybody may point out under the F.I.D.E. laws, as long as it has not been put right.
fn federation_rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let mut may = |party: Party, error: Error, number: Option<u32>, clause: Clause, text: &str| {
        rights.push(Right {
            party,
            act: Act::PointOut { error, number },
            clause: clause.into(),
            text: text.to_owned(),
        });
    };
    let everybody = [Party::White, Party::Black, Party::Umpire];
    if let Some(altered) = &game.altered {
        let text = "the men were altered illegally: reinstate the position before it";
        for party in everybody {
            may(
                party,
                Error::IllegalMove,
                Some(altered.number),
                cite!(fide_1931, "12.ii"),
                text,
            );
        }
    }
    if !game.off.is_empty() && removed_by_mistake(game) {
        let text = "a man is off the board otherwise than by a move: put it back";
        for party in everybody {
            may(party, Error::DroppedMan, None, cite!(fide_1931, "12.ii"), text);
        }
    }
    for irregularity in &game.irregularities {
        let number = Some(irregularity.number);
        let in_time = game.offences.iter().any(|offence| {
            offence.number == irregularity.number && offence.by == irregularity.by && !offence.restored
        });
        for party in everybody {
            let objects = in_time && party == Party::from(!irregularity.by);
            let (clause, text) = match irregularity.kind {
                OffenceKind::NeglectedCheck if objects => (
                    cite!(fide_1931, "9.vi"),
                    "object that the check was not met: the move is retracted",
                ),
                kind if is_a_move(kind) && objects => (
                    cite!(fide_1931, "17"),
                    "object to the illegal move: it is retracted",
                ),
                kind if is_a_move(kind) => (
                    cite!(fide_1931, "17(d)"),
                    "an illegal move was not retracted: reinstate the position before it",
                ),
                _ => (
                    cite!(fide_1931, "12.ii"),
                    "the men were altered illegally: reinstate the position before it",
                ),
            };
            may(party, Error::IllegalMove, number, clause, text);
        }
    }
    if game.terms.start.is_some() && game.terms.odds.is_some() && !stood_as_they_should(game) {
        for party in everybody {
            let text = "the men did not stand at the start as was agreed: the game is annulled";
            may(party, Error::Men, None, cite!(fide_1931, "12.i"), text);
        }
    }
    rights
}

fn removed_by_mistake(game: &Game) -> bool {
    game.offences
        .iter()
        .any(|offence| offence.kind == OffenceKind::RemovedByMistake)
}

/// Whether this illegality has been answered by a completed move of the opponent's.
fn is_open(game: &Game, irregularity: &Irregularity) -> bool {
    let _ = game;
    irregularity.since[(!irregularity.by).index()] > 0
}

fn dropped_man(game: &Game) -> Ruling {
    if let Some(off) = game.off.first() {
        return Ruling::silent()
            .finding(
                touch::removal_clause(game),
                game.turn_to_play(),
                format!("the man is replaced on {}", off.square),
            )
            .so(Consequence::PutBack(off.square));
    }
    let number = game
        .irregularities
        .iter()
        .find(|each| each.kind == OffenceKind::RemovedByMistake)
        .map(|each| each.number);
    match number {
        Some(number) if false_move::FALSE_MOVE[game.terms.code].value == FalseMove::Retracted => {
            federation(game, None, Some(number))
        }
        Some(number) => old_move(game, Some(number)),
        None => Ruling::refuse(
            touch::removal_clause(game),
            "no man has been taken off by mistake",
        ),
    }
}

/// Rights that come of errors: annulment for errors at the start, restoration for old illegalities.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    match false_move::FALSE_MOVE[game.terms.code].value {
        FalseMove::TurnGoesOn => british_rights(game),
        FalseMove::Retracted => federation_rights(game),
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => Vec::new(),
    }
}

fn british_rights(game: &Game) -> Vec<Right> {
    let mut rights = first_move::rights(game);
    for error in [Error::Board, Error::Men] {
        // Reading BCC-14: pointed out in time, the requirement may follow while the game is unfinished.
        if game.pointed_out.contains(&error) && rights.is_empty() {
            let clause = cite!(bcc, "II.2").into();
            for party in [Party::White, Party::Black] {
                let text = "there was an error at the start: require that the game be annulled".to_owned();
                rights.push(Right {
                    party,
                    act: Act::Require {
                        what: Requirement::Annul,
                        square: None,
                    },
                    clause,
                    text,
                });
            }
        }
    }
    for irregularity in game.irregularities.iter().filter(|each| is_open(game, each)) {
        let (error, text) = match irregularity.kind {
            OffenceKind::RemovedByMistake => (
                Error::DroppedMan,
                "a man was removed by mistake: restore the position",
            ),
            _ => (
                Error::IllegalMove,
                "an illegal move stood uncorrected: restore the position before it",
            ),
        };
        for party in [Party::White, Party::Black] {
            rights.push(Right {
                party,
                act: Act::PointOut {
                    error,
                    number: Some(irregularity.number),
                },
                clause: cite!(bcc, "II.6(e)").into(),
                text: text.to_owned(),
            });
        }
    }
    rights
}
