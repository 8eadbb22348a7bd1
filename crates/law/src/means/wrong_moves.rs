//! A move against the law, where a clock is pressed to complete it: how does it go on record?

use crate::{facts::change, means::now};
use jadoube_board::Colour;
use jadoube_game::{
    AtTheClock, BeforeThePress, Breach, Consequence, Duty, Game, Given, Ruling, Standing, WrongMove,
    WrongMoveKind,
};

fn noted(wrong: WrongMove) -> Consequence {
    now(AtTheClock::Note(Box::new(wrong)))
}

/// A move was made in this turn, before which so many were over, that was not one its player owed.
pub(crate) fn in_breach(owed: &Duty, turn: &Standing, past: usize) -> Consequence {
    now(AtTheClock::Breach(Box::new(Breach {
        by: turn.player,
        clause: owed.clause,
        text: owed.text.clone(),
        turn: *turn,
        past,
        moves: owed.moves.clone(),
        arbiter_only: false,
        given: Given::default(),
        before: None,
    })))
}

/// What is completed no longer gives nothing (readings F23-48, F23-67). The time of a period that was reached by it, and has
/// led to a further one since, stays given: nobody gets it twice.
pub(crate) fn taken_back(game: &Game, by: Colour, given: Given, before: Option<BeforeThePress>) -> Ruling {
    let Some(before) = before else {
        return Ruling::silent();
    };
    let (time, periods) = if game.clock.period(by) == given.period {
        (given.time, given.period.saturating_sub(before.period))
    } else {
        (given.increment, 0)
    };
    Ruling::simply(now(AtTheClock::TakeBackGain(by, time, periods, before)))
}

/// What was made already is completed by pressing: what stood when its turn began, how many turns were over, its number.
pub(crate) fn completed(
    game: &Game,
    by: Colour,
    kind: WrongMoveKind,
    (turn, past, number): (&Standing, usize, u32),
    gained: Given,
) -> Consequence {
    noted(WrongMove {
        by,
        kind,
        turn: *turn,
        past,
        begun: Vec::new(),
        touched: Vec::new(),
        owed: game
            .pressing
            .breach
            .as_ref()
            .filter(|breach| breach.by == by && breach.past == past)
            .map(|breach| Box::new(breach.owed())),
        number,
        completed: true,
        given: gained,
        before: None,
        stands: false,
    })
}

/// The turn passes with the men as they stand, and the fault is on record.
pub(crate) fn passed_by(game: &Game, kind: WrongMoveKind, completed: bool, gained: Given) -> Ruling {
    let by = game.turn_to_play();
    let number = match game.turn.illegal {
        Some((number, _)) => number,
        None => game.hand_moves + 1,
    };
    let ruling = match change::pawn_left(game)
        .filter(|_| game.turn.illegal.is_none() && kind == WrongMoveKind::PawnLeft)
    {
        Some(made) => Ruling::simply(Consequence::Irregular(made)),
        None if game.turn.illegal.is_none() => Ruling::simply(Consequence::CountMove),
        None => Ruling::silent(),
    };
    let fault = WrongMove {
        by,
        kind,
        turn: game.standing,
        past: game.past.len(),
        begun: change::begun(game).map_or_else(Vec::new, |(moves, _)| moves),
        touched: game.turn.touched.clone(),
        owed: game.ledger.duty.clone(),
        number,
        completed,
        given: gained,
        before: None,
        stands: false,
    };
    let ruling = ruling.so(Consequence::EndTurnIrregularly).so(noted(fault));
    // Pressing refuses nothing that was offered to him: what he touched has, if anything has.
    let offers = game.ledger.offers.iter().filter(|(from, _)| *from != by);
    let ruling = offers.fold(ruling, |ruling, (from, what)| {
        ruling.so(Consequence::Offer(*from, *what))
    });
    match &game.pressing.breach {
        // It is no next move (reading F23-53): how the other moved can still be claimed, or undone by the arbiter.
        Some(breach) if breach.by != by => ruling.so(now(AtTheClock::Breach(breach.clone()))),
        _ => ruling,
    }
}
