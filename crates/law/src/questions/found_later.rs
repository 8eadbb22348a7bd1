//! An illegality is found after play has gone on: what goes back?

use crate::{
    code::{Answer, ByCode, answers, says},
    facts::{change, checks},
    means::{binding, entries, retracting},
    questions::false_move::{FALSE_MOVE, FalseMove},
};
use core::num::NonZeroU32;
use jadoube_board::Colour;
use jadoube_game::{
    Act, Citation, Consequence, Error, Event, Game, Irregularity, Offence, OffenceKind, Party, Right, Ruling,
    Sentence, Window, say,
};

question! {
    "An illegality is found after play has gone on: what goes back?";
    tables: FOUND_LATER, REINSTATED, SEEN_WITHIN_FOUR_MOVES, SEEN_AT_ONCE;
}

law! {
    /// How long an illegality that was answered may still be undone.
    pub enum FoundLater {
        /// At any time while the game is unfinished.
        AnyTime,
        /// While at most four moves of each player have followed; a King left in check whenever it is seen.
        WithinFourMoves,
        /// Not at all, but that a King left in check is seen to.
        OnlyCheck,
    }
}

law! {
    /// How long an illegality that was answered may still be undone.
    pub static FOUND_LATER: ByCode<Answer<FoundLater>> = answers(ByCode {
        xxv:       says(FoundLater::OnlyCheck,       &["XIX", "XXIV"]),
        bca_1862:  says(FoundLater::WithinFourMoves, &["VII", "VIII"]),
        bcc_1896:  says(FoundLater::AnyTime,         &["II.6(e)"]),
        bcc_1899:  says(FoundLater::AnyTime,         &["II.6(e)"]),
        fide_1931: says(FoundLater::AnyTime,         &["17(d)"]),
        fide_2023: says(FoundLater::AnyTime,         &["7.5.1"]),
    });
}

steps! {
    /// What was altered, or moved illegally and stood, is put back when anyone points it out.
    pub struct Reinstated {
        /// An illegal move found later is put back, and play goes on from there.
        found_later,
        /// Men changed without a move are put back when it is found.
        altered,
    }
    pub static REINSTATED for FALSE_MOVE: FalseMove::Retracted = {
        fide_1931: { found_later: "17(d)", altered: "12.ii" },
    };
}

steps! {
    /// A false move may be found for some time after it was answered.
    pub struct SeenWithinFourMoves {
        /// A false move found within four moves goes back.
        false_move,
        /// A check neglected some moves ago is pointed out: all goes back to it, however long ago.
        check,
        /// A move out of turn is retracted when it is pointed out before it is answered.
        out_of_turn,
    }
    pub static SEEN_WITHIN_FOUR_MOVES for FALSE_MOVE: FalseMove::AdversaryChooses = {
        bca_1862: { false_move: "VII", check: "VIII", out_of_turn: "V" },
    };
}

steps! {
    /// An irregularity is seen at once or not at all, but that a check is seen to.
    pub struct SeenAtOnce {
        /// An irregularity must be noticed before a man is touched.
        not_noticed,
        /// A check neglected for two moves or more is pointed out: the moves since go back, and it is met.
        check,
        /// A second move is pointed out: the adversary says what becomes of it.
        out_of_turn,
    }
    pub static SEEN_AT_ONCE for FALSE_MOVE: FalseMove::AdversaryMayLetItStand = {
        xxv: { not_noticed: "XXIV", check: "XIX", out_of_turn: "XIV" },
    };
}

/// The illegality of this number is pointed out, whatever it is called.
pub(crate) fn illegality(game: &Game, number: u32) -> Ruling {
    match REINSTATED.of(game) {
        Some(law) => reinstated(law, game, None, Some(number)),
        None => old_move(game, Some(number)),
    }
}

/// An illegal move, or a King left in check, is pointed out.
pub(crate) fn illegal_move(game: &Game, event: &Event, error: Error, number: Option<u32>) -> Ruling {
    let answer = &FALSE_MOVE[game.terms.code];
    match answer.value {
        FalseMove::Retracted => put_right(game, event.by.player(), number),
        FalseMove::TurnGoesOn => old_move(game, number),
        FalseMove::PutBackOncePressed => Ruling::refuse(answer.clause(), "no illegal move is on record"),
        FalseMove::AdversaryChooses => {
            SEEN_WITHIN_FOUR_MOVES.ruling(game, |law| within_four_moves(law, game, event, error, number))
        }
        FalseMove::AdversaryMayLetItStand => {
            SEEN_AT_ONCE.ruling(game, |law| only_check(law, game, event, error))
        }
    }
}

/// An illegality found after it was answered; what followed it goes back, and it too.
fn within_four_moves(
    law: &SeenWithinFourMoves,
    game: &Game,
    event: &Event,
    error: Error,
    number: Option<u32>,
) -> Ruling {
    if let Some(altered) = &game.turn.altered
        && altered.kind == OffenceKind::OutOfTurn
        && error == Error::IllegalMove
        && number.is_none_or(|number| number == altered.number)
    {
        let by = altered.by;
        let text = say!(
            "{by} must retract the move made out of turn, and play that man next if [he] can"; by
        );
        return Ruling::silent()
            .finding(law.out_of_turn, by, text)
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
            None if error == Error::KingLeftInCheck => (law.check, say!("no King has been left in check")),
            None => (
                law.false_move,
                say!("no uncorrected illegal move of that description stands in the game"),
            ),
            Some(each) if each.since[(!each.by).index()] == 0 => (
                if is_about_check(each) {
                    law.check
                } else {
                    law.false_move
                },
                say!(
                    "it has not been replied to: [the opponent] may still choose what is to be done about it"
                ),
            ),
            Some(_) => (
                law.false_move,
                say!(
                    "more than four moves of each player have followed: the game is played out as it stands"
                ),
            ),
        };
        return Ruling::refuse(clause, why);
    };
    let (clause, text) = if is_about_check(irregularity) {
        (
            law.check,
            "a King was left in check: all the moves made since are retracted",
        )
    } else {
        (
            law.false_move,
            "the illegal move is retracted, and all that were made after it",
        )
    };
    let ruling = Ruling::silent().finding(clause, irregularity.by, text);
    if irregularity.since[(!irregularity.by).index()] == 0 {
        return ruling.and(retracting::check_attended_to(game, irregularity));
    }
    ruling
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .and(entries::back_to(game, irregularity))
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
fn only_check(law: &SeenAtOnce, game: &Game, event: &Event, error: Error) -> Ruling {
    if error == Error::IllegalMove && game.turn.altered.is_some() {
        return Ruling::refuse(
            law.out_of_turn,
            say!("it is for [the adversary] to say whether the second move is annulled or stands"),
        );
    }
    if error == Error::IllegalMove {
        let stands = |each: &&Offence| each.kind.moves_men() && each.window == Window::UntilTouch;
        let why = match game.ledger.offences.iter().find(stands) {
            Some(offence) if event.by == Party::from(offence.by) => {
                say!("it is for [the adversary] to name the penalty")
            }
            Some(_) => say!("it is noticed: its penalty is to be named"),
            None => say!("an irregularity counts only if it is noticed before a man is touched"),
        };
        return Ruling::refuse(law.not_noticed, why);
    }
    let clause = law.check;
    let Some((turn, player)) = checks::in_check_for_several_moves(game) else {
        return Ruling::refuse(clause, "no King was left in check for several moves");
    };
    let text = say!(
        "{player}'s King has been in check for several moves: they are put back, and [he] must attend to the check"; player
    );
    entries::attend_to_the_check(game, turn, clause, text)
}

/// An illegality that stood is undone whenever it is pointed out.
fn old_move(game: &Game, number: Option<u32>) -> Ruling {
    let clause = FOUND_LATER[game.terms.code].clause();
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
        let player = game.turn_to_play();
        let why = if game.turn.illegal.is_some() {
            say!(
                "{opponent} [has] not yet completed a move: the illegality is answered by a penalty"; opponent = !player
            )
        } else if game.turn.altered.is_some() {
            say!("{player} [has] not yet completed a move: what was done out of turn is answered by annulment"; player)
        } else {
            say!("no uncorrected illegal move of that description stands in the game")
        };
        return Ruling::refuse(clause, why);
    };
    let text = match irregularity.kind {
        OffenceKind::RemovedByMistake => {
            "the mistaken removal is undone: the position of that turn is restored"
        }
        _ => {
            "the illegal move is undone: the position at the start of that turn is restored, without penalty"
        }
    };
    Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(entries::restore(&irregularity.turn, irregularity.past))
        .so(Consequence::DropTouches(Colour::White))
        .so(Consequence::DropTouches(Colour::Black))
}

/// Whether this illegality has been answered by a completed move of the opponent's.
fn is_open(game: &Game, irregularity: &Irregularity) -> bool {
    // An illegal reply is a move all the same, and he has made it.
    let replied_illegally = game.turn.illegal.is_some() && game.turn_to_play() != irregularity.by;
    // So he had where his turn begins again with what was altered in it.
    let in_this_turn = irregularity.past == game.past.len();
    replied_illegally || in_this_turn || irregularity.since[(!irregularity.by).index()] > 0
}

/// What was altered, or moved illegally and stood, is put back when anyone points it out (reading FIDE-16).
pub(crate) fn put_right(game: &Game, by: Option<Colour>, number: Option<u32>) -> Ruling {
    REINSTATED.ruling(game, |law| reinstated(law, game, by, number))
}

fn reinstated(law: &Reinstated, game: &Game, by: Option<Colour>, number: Option<u32>) -> Ruling {
    if let Some(altered) = &game.turn.altered
        && number.is_none_or(|number| number == altered.number)
    {
        let text = "the men were altered illegally: the position before it is reinstated";
        return Ruling::silent()
            .finding(law.altered, altered.by, text)
            .and(entries::alteration_undone(game, altered));
    }
    let mut found = game.ledger.irregularities.iter();
    let irregularity = match number {
        Some(number) => found.find(|each| each.number == number),
        None => found.next(),
    };
    let Some(irregularity) = irregularity else {
        return Ruling::refuse(
            law.found_later,
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
            law.found_later,
            "an illegal move was made and not retracted: the position before it is reinstated",
        )
    } else {
        (
            law.altered,
            "the men were altered illegally: the position before it is reinstated",
        )
    };
    let ruling = Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .and(entries::back_to(game, irregularity));
    let bound = binding::adverse_man_put_back(game, irregularity)
        .or_else(|| retracting::bound_as_before(game, irregularity));
    match bound {
        Some(bound) => ruling.and(bound),
        None => ruling,
    }
}

fn is_a_move(kind: OffenceKind) -> bool {
    matches!(kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
}

/// What may be pointed out, to have it put back.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    match FALSE_MOVE[game.terms.code].value {
        FalseMove::TurnGoesOn => of_what_was_answered(game),
        FalseMove::Retracted => REINSTATED
            .of(game)
            .map(|law| of_what_stands_altered(law, game))
            .unwrap_or_default(),
        FalseMove::PutBackOncePressed => Vec::new(),
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => of_what_is_seen_to(game),
    }
}

fn point_out(
    rights: &mut Vec<Right>,
    party: Party,
    what: (Error, Option<u32>),
    clause: &'static str,
    text: impl Into<Sentence>,
) {
    let (error, number) = what;
    rights.push(Right {
        party,
        act: Act::PointOut {
            error,
            number: number.and_then(NonZeroU32::new),
        },
        clause,
        text: text.into(),
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
            point_out(&mut rights, party, what, authority.clause(), text);
        }
    }
    rights
}

/// A King left in check, an illegal move that may still be found.
fn of_what_is_seen_to(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let players = [Party::White, Party::Black];
    if let Some(law) = SEEN_AT_ONCE.of(game)
        && let Some((_, player)) = checks::in_check_for_several_moves(game)
    {
        let text = say!("{player}'s King has been in check for several moves: they are put back"; player);
        for party in players {
            let what = (Error::KingLeftInCheck, None);
            point_out(&mut rights, party, what, law.check.into(), text.clone());
        }
    }
    let Some(law) = SEEN_WITHIN_FOUR_MOVES.of(game) else {
        return rights;
    };
    for irregularity in &game.ledger.irregularities {
        let (error, clause, text) = if is_about_check(irregularity) {
            (
                Error::KingLeftInCheck,
                law.check,
                "a King was left in check: retract the moves made since",
            )
        } else {
            (
                Error::IllegalMove,
                law.false_move,
                "an illegal move was answered: retract it and what followed",
            )
        };
        for party in players {
            if can_be_pointed_out(game, irregularity, party) {
                let what = (error, Some(irregularity.number));
                point_out(&mut rights, party, what, clause.into(), text);
            }
        }
    }
    rights
}

/// What anybody may point out as long as it has not been put right.
fn of_what_stands_altered(law: &Reinstated, game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let mut may = |party: Party, error: Error, number: Option<u32>, clause: Citation, text: &'static str| {
        rights.push(Right {
            party,
            act: Act::PointOut {
                error,
                number: number.and_then(NonZeroU32::new),
            },
            clause,
            text: text.into(),
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
                law.altered.into(),
                text,
            );
        }
    }
    let altered = |altered: &Offence| altered.kind == OffenceKind::RemovedByMistake;
    if change::missing(game).is_some() || game.turn.altered.as_deref().is_some_and(altered) {
        let text = "a man is off the board otherwise than by a move: put it back";
        for party in everybody {
            may(party, Error::DroppedMan, None, law.altered.into(), text);
        }
    }
    for irregularity in &game.ledger.irregularities {
        let number = Some(irregularity.number);
        let in_time = game.ledger.offences.iter().any(|offence| {
            (offence.number, offence.kind, offence.by)
                == (irregularity.number, irregularity.kind, irregularity.by)
                && !offence.restored
        });
        for party in everybody {
            let objects = in_time && party == Party::from(!irregularity.by);
            let text = match irregularity.kind {
                OffenceKind::NeglectedCheck if objects => {
                    "object that the check was not met: the move is retracted"
                }
                kind if is_a_move(kind) && objects => "object to the illegal move: it is retracted",
                kind if is_a_move(kind) => {
                    "an illegal move was not retracted: reinstate the position before it"
                }
                _ => "the men were altered illegally: reinstate the position before it",
            };
            // By what it is put right depends on who speaks, and when.
            let ruling = reinstated(law, game, party.player(), number);
            let clause = ruling
                .findings
                .first()
                .map_or(law.found_later.into(), |each| each.clause);
            may(party, Error::IllegalMove, number, clause, text);
        }
    }
    rights
}
