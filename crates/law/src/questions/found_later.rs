//! An illegality is found after play has gone on: what goes back?

use crate::{
    code::{Answer, ByCode, Clause, answers, says},
    facts::checks,
    means::{binding, entries, retracting},
    questions::false_move::{FALSE_MOVE, FalseMove},
};
use core::num::NonZeroU32;
use jadoube_board::Colour;
use jadoube_game::{Act, Consequence, Error, Event, Game, Irregularity, OffenceKind, Party, Right, Ruling};

question! {
    "An illegality is found after play has gone on: what goes back?";
    tables: FOUND_LATER;
    "A check neglected some moves ago is pointed out." => bca_1862 "VIII", xxv "XIX";
    "A false move found within four moves goes back." => bca_1862 "VII";
    "An irregularity must be noticed before a man is touched." => xxv "XXIV";
    "Men changed without a move are put back when it is found." => fide_1931 "12.ii";
    "An illegal move found later is put back, and play goes on from there." => fide_1931 "17(d)";
    "A move that left the King in check is pointed out." => fide_1931 "9.vi";
    "An illegal move is pointed out in time." => fide_1931 "17";
    "A move out of turn is pointed out before it is answered: it is retracted." => bca_1862 "V";
    "A second move is pointed out: the adversary says what becomes of it." => xxv "XIV";
}

law! {
    /// How long an illegality that was answered may still be undone.
    pub enum FoundLater {
        /// At any time while the game is unfinished.
        AnyTime,
        /// While at most four moves of each player have followed.
        WithinFourMoves,
        /// Not at all, but that a King left in check is seen to.
        OnlyCheck,
    }
}

law! {
    /// An illegality found after it was answered.
    pub static FOUND_LATER: ByCode<Answer<FoundLater>> = answers(ByCode {
        xxv:       says(FoundLater::OnlyCheck,       &["XIX", "XXIV"]),
        bca_1862:  says(FoundLater::WithinFourMoves, &["VII", "VIII"]),
        bcc_1896:  says(FoundLater::AnyTime,         &["II.6(e)"]),
        bcc_1899:  says(FoundLater::AnyTime,         &["II.6(e)"]),
        fide_1931: says(FoundLater::AnyTime,         &["17(d)"]),
        fide_2023: says(FoundLater::AnyTime,         &["7.5.1"]),
    });
}

/// What is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Later {
    /// An illegal move.
    Move,
    /// A check that was not met.
    Check,
    /// Men changed without a move.
    Alteration,
    /// An illegal move to which the opponent objects in time.
    MoveInTime,
    /// The same of a check that was not met.
    CheckInTime,
    /// An irregularity that had to be noticed before.
    NotNoticed,
    /// A move out of turn, before it is answered.
    OutOfTurn,
}

grounds! {
    /// By what it goes back, or stays.
    static LATER: Later {
        xxv { Check: "XIX", NotNoticed: "XXIV", OutOfTurn: "XIV" }
        bca_1862 { Move: "VII", Check: "VIII", OutOfTurn: "V" }
        fide_1931 {
            Move: "17(d)",
            Alteration: "12.ii",
            MoveInTime: "17",
            CheckInTime: "9.vi",
        }
    }
}

/// The illegality of this number is pointed out, whatever it is called.
pub(crate) fn illegality(game: &Game, number: u32) -> Ruling {
    match FALSE_MOVE[game.terms.code].value {
        FalseMove::Retracted => put_right(game, None, Some(number)),
        _ => old_move(game, Some(number)),
    }
}

/// An illegal move, or a King left in check, is pointed out.
pub(crate) fn illegal_move(game: &Game, event: &Event, error: Error, number: Option<u32>) -> Ruling {
    let answer = &FALSE_MOVE[game.terms.code];
    match answer.value {
        FalseMove::Retracted => put_right(game, event.by.player(), number),
        FalseMove::TurnGoesOn => old_move(game, number),
        FalseMove::PutBackOncePressed => {
            let clause = answer.authority.governing().unwrap_or_default();
            Ruling::refuse(clause, "no illegal move is on record")
        }
        FalseMove::AdversaryChooses => within_four_moves(game, event, error, number),
        FalseMove::AdversaryMayLetItStand => only_check(game, error),
    }
}

/// An illegality found after it was answered; what followed it goes back, and it too.
fn within_four_moves(game: &Game, event: &Event, error: Error, number: Option<u32>) -> Ruling {
    if let Some(altered) = &game.turn.altered
        && altered.kind == OffenceKind::OutOfTurn
        && error == Error::IllegalMove
        && number.is_none_or(|number| number == altered.number)
    {
        let by = altered.by;
        let text = format!("{by} must retract the move made out of turn, and play that man next if he can");
        return Ruling::silent()
            .finding(LATER.of(game.terms.code, Later::OutOfTurn), by, text)
            .and(entries::retracted(game));
    }
    let wanted = |each: &&Irregularity| {
        each.kind != OffenceKind::RemovedByMistake
            && number.is_none_or(|number| each.number == number)
            && (error == Error::IllegalMove || is_about_check(each))
    };
    let found = game
        .ledger
        .irregularities
        .iter()
        .filter(wanted)
        .find(|each| can_be_pointed_out(game, each, event.by));
    let Some(irregularity) = found else {
        let (clause, why) = match game.ledger.irregularities.iter().find(wanted) {
            None if error == Error::KingLeftInCheck => (
                LATER.of(game.terms.code, Later::Check),
                "no King has been left in check",
            ),
            None => (
                LATER.of(game.terms.code, Later::Move),
                "no uncorrected illegal move of that description stands in the game",
            ),
            Some(each) if each.since[(!each.by).index()] == 0 => (
                LATER.of(
                    game.terms.code,
                    if is_about_check(each) {
                        Later::Check
                    } else {
                        Later::Move
                    },
                ),
                "it has not been replied to: the opponent may still choose what is to be done about it",
            ),
            Some(_) => (
                LATER.of(game.terms.code, Later::Move),
                "more than four moves of each player have followed: the game is played out as it stands",
            ),
        };
        return Ruling::refuse(clause, why);
    };
    let (clause, text) = if is_about_check(irregularity) {
        (
            LATER.of(game.terms.code, Later::Check),
            "a King was left in check: all the moves made since are retracted",
        )
    } else {
        (
            LATER.of(game.terms.code, Later::Move),
            "the illegal move is retracted, and all that were made after it",
        )
    };
    Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(entries::restore(&irregularity.turn, irregularity.past))
}

/// Whether this illegality can now be pointed out, and by this party.
fn can_be_pointed_out(game: &Game, irregularity: &Irregularity, by: Party) -> bool {
    let answered = irregularity.since[(!irregularity.by).index()] > 0;
    match irregularity.kind {
        OffenceKind::RemovedByMistake => false,
        // At any time; before it is answered the choice is the opponent's.
        OffenceKind::NeglectedCheck => answered || by == Party::from(!irregularity.by),
        OffenceKind::ExposedKing => answered,
        // Reading BCA-24: until both have made five moves since.
        _ => {
            answered
                && irregularity.since.iter().any(|&moves| moves < 5)
                && game.past.len() > irregularity.past
        }
    }
}

fn is_about_check(irregularity: &Irregularity) -> bool {
    matches!(
        irregularity.kind,
        OffenceKind::NeglectedCheck | OffenceKind::ExposedKing
    )
}

/// Only a check is seen to afterwards; anything else had to be noticed at once.
fn only_check(game: &Game, error: Error) -> Ruling {
    if error == Error::IllegalMove && game.turn.altered.is_some() {
        return Ruling::refuse(
            LATER.of(game.terms.code, Later::OutOfTurn),
            "it is for the adversary to say whether the second move is annulled or stands",
        );
    }
    if error == Error::IllegalMove {
        return Ruling::refuse(
            LATER.of(game.terms.code, Later::NotNoticed),
            "an irregularity must be noticed before a man is touched, and then its penalty named",
        );
    }
    let clause = LATER.of(game.terms.code, Later::Check);
    let Some((turn, player)) = checks::in_check_for_several_moves(game) else {
        return Ruling::refuse(clause, "no King was left in check for several moves");
    };
    let text = format!(
        "{player}'s King has been in check for several moves: they are put back, and he must attend to the check"
    );
    entries::attend_to_the_check(game, turn, clause, text)
}

/// An illegality that stood is undone whenever it is pointed out.
fn old_move(game: &Game, number: Option<u32>) -> Ruling {
    let clause = FOUND_LATER[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    let mut found = game
        .ledger
        .irregularities
        .iter()
        .filter(|each| is_open(game, each));
    let irregularity = match number {
        Some(number) => found.find(|each| each.number == number),
        None => found.next(),
    };
    let Some(irregularity) = irregularity else {
        let why = if game.turn.illegal.is_some() || game.turn.altered.is_some() {
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
        .so(entries::restore(&irregularity.turn, irregularity.past))
}

/// Whether this illegality has been answered by a completed move of the opponent's.
fn is_open(game: &Game, irregularity: &Irregularity) -> bool {
    // An illegal reply is a move all the same, and he has made it.
    let replied_illegally = game.turn.illegal.is_some() && game.turn_to_play() != irregularity.by;
    replied_illegally || irregularity.since[(!irregularity.by).index()] > 0
}

/// What was altered, or moved illegally and stood, is put back when anyone points it out (reading FIDE-16).
pub(crate) fn put_right(game: &Game, by: Option<Colour>, number: Option<u32>) -> Ruling {
    if let Some(altered) = &game.turn.altered
        && number.is_none_or(|number| number == altered.number)
    {
        let text = "the men were altered illegally: the position before it is reinstated";
        return Ruling::silent()
            .finding(LATER.of(game.terms.code, Later::Alteration), altered.by, text)
            .so(Consequence::Settle(altered.by))
            .so(Consequence::UndoAlteration);
    }
    let mut found = game.ledger.irregularities.iter();
    let irregularity = match number {
        Some(number) => found.find(|each| each.number == number),
        None => found.next(),
    };
    let Some(irregularity) = irregularity else {
        return Ruling::refuse(
            LATER.of(game.terms.code, Later::Move),
            "no illegal move of that description stands in the game",
        );
    };
    if irregularity.past + 1 == game.past.len()
        && let Some(ruling) = retracting::attention_drawn(game, irregularity.by, by)
    {
        return ruling;
    }
    let (clause, text) = if is_a_move(irregularity.kind) {
        (
            LATER.of(game.terms.code, Later::Move),
            "an illegal move was made and not retracted: the position before it is reinstated",
        )
    } else {
        (
            LATER.of(game.terms.code, Later::Alteration),
            "the men were altered illegally: the position before it is reinstated",
        )
    };
    let ruling = Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(entries::restore(&irregularity.turn, irregularity.past));
    match binding::adverse_man_put_back(game, irregularity) {
        Some(bound) => ruling.and(bound),
        None => ruling,
    }
}

fn is_a_move(kind: OffenceKind) -> bool {
    matches!(kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
}

fn removed_by_mistake(game: &Game) -> bool {
    game.ledger
        .offences
        .iter()
        .any(|offence| offence.kind == OffenceKind::RemovedByMistake)
}

/// What may be pointed out, to have it put back.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    match FALSE_MOVE[game.terms.code].value {
        FalseMove::TurnGoesOn => of_what_was_answered(game),
        FalseMove::Retracted => of_what_stands_altered(game),
        FalseMove::PutBackOncePressed => Vec::new(),
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => of_what_is_seen_to(game),
    }
}

fn point_out(
    rights: &mut Vec<Right>,
    party: Party,
    what: (Error, Option<u32>),
    clause: &'static str,
    text: &str,
) {
    let (error, number) = what;
    rights.push(Right {
        party,
        act: Act::PointOut {
            error,
            number: number.and_then(NonZeroU32::new),
        },
        clause,
        text: text.to_owned(),
    });
}

/// Illegalities that the opponent has answered.
fn of_what_was_answered(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let authority = FOUND_LATER[game.terms.code].authority;
    for irregularity in game
        .ledger
        .irregularities
        .iter()
        .filter(|each| is_open(game, each))
    {
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
            let what = (error, Some(irregularity.number));
            point_out(
                &mut rights,
                party,
                what,
                authority.governing().unwrap_or_default(),
                text,
            );
        }
    }
    rights
}

/// A King left in check, an illegal move that may still be found.
fn of_what_is_seen_to(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let code = game.terms.code;
    let players = [Party::White, Party::Black];
    if FOUND_LATER[code].value == FoundLater::OnlyCheck
        && let Some((_, player)) = checks::in_check_for_several_moves(game)
    {
        let text = format!("{player}'s King has been in check for several moves: they are put back");
        for party in players {
            let what = (Error::KingLeftInCheck, None);
            let clause = LATER.of(code, Later::Check);
            point_out(&mut rights, party, what, clause.into(), &text);
        }
    }
    if FOUND_LATER[code].value != FoundLater::WithinFourMoves {
        return rights;
    }
    for irregularity in &game.ledger.irregularities {
        let (error, later, text) = if is_about_check(irregularity) {
            (
                Error::KingLeftInCheck,
                Later::Check,
                "a King was left in check: retract the moves made since",
            )
        } else {
            (
                Error::IllegalMove,
                Later::Move,
                "an illegal move was answered: retract it and what followed",
            )
        };
        for party in players {
            if can_be_pointed_out(game, irregularity, party) {
                let what = (error, Some(irregularity.number));
                point_out(&mut rights, party, what, LATER.of(code, later).into(), text);
            }
        }
    }
    rights
}

/// What anybody may point out as long as it has not been put right.
fn of_what_stands_altered(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let mut may = |party: Party, error: Error, number: Option<u32>, clause: Clause, text: &str| {
        rights.push(Right {
            party,
            act: Act::PointOut {
                error,
                number: number.and_then(NonZeroU32::new),
            },
            clause: clause.into(),
            text: text.to_owned(),
        });
    };
    let everybody = [Party::White, Party::Black, Party::Umpire];
    if let Some(altered) = &game.turn.altered {
        let text = "the men were altered illegally: reinstate the position before it";
        for party in everybody {
            may(
                party,
                Error::IllegalMove,
                Some(altered.number),
                LATER.of(game.terms.code, Later::Alteration),
                text,
            );
        }
    }
    if !game.turn.off.is_empty() && removed_by_mistake(game) {
        let text = "a man is off the board otherwise than by a move: put it back";
        for party in everybody {
            may(
                party,
                Error::DroppedMan,
                None,
                LATER.of(game.terms.code, Later::Alteration),
                text,
            );
        }
    }
    for irregularity in &game.ledger.irregularities {
        let number = Some(irregularity.number);
        let in_time = game.ledger.offences.iter().any(|offence| {
            offence.number == irregularity.number && offence.by == irregularity.by && !offence.restored
        });
        for party in everybody {
            let objects = in_time && party == Party::from(!irregularity.by);
            let (clause, text) = match irregularity.kind {
                OffenceKind::NeglectedCheck if objects => (
                    LATER.of(game.terms.code, Later::CheckInTime),
                    "object that the check was not met: the move is retracted",
                ),
                kind if is_a_move(kind) && objects => (
                    LATER.of(game.terms.code, Later::MoveInTime),
                    "object to the illegal move: it is retracted",
                ),
                kind if is_a_move(kind) => (
                    LATER.of(game.terms.code, Later::Move),
                    "an illegal move was not retracted: reinstate the position before it",
                ),
                _ => (
                    LATER.of(game.terms.code, Later::Alteration),
                    "the men were altered illegally: reinstate the position before it",
                ),
            };
            may(party, Error::IllegalMove, number, clause, text);
        }
    }
    rights
}
