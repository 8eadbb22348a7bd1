//! An error is pointed out: which question answers?

use crate::questions::{
    disputes, first_move, found_later, misplaced_men,
    removals::{self, Missing},
};
use jadoube_game::{
    Act, Consequence, Error, Event, Game, Impossible, Party, Presence, Right, Ruling, Status, say,
};

pub(super) fn pointed_out(game: &Game, event: &Event, error: Error, number: Option<u32>) -> Ruling {
    if game.status.is_over() {
        return misplaced_men::after_the_end(game, event, error);
    }
    match error {
        Error::Board | Error::Men => misplaced_men::point_out(game, event, error),
        Error::FirstMove => match first_move::by_an_alteration(game) {
            Some(number) => found_later::put_right(game, event.by.player(), Some(number)),
            None => first_move::point_out(game, event),
        },
        Error::IllegalMove | Error::KingLeftInCheck => found_later::illegal_move(game, event, error, number),
        Error::DroppedMan => match removals::point_out(game, number) {
            Missing::Ruled(ruling) => ruling,
            Missing::Illegality(number) => found_later::illegality(game, number),
        },
        Error::ResumedPosition => super::sitting::wrong_position(game, event),
        Error::TouchedMan | Error::Colours | Error::Clock | Error::DisplacedMan | Error::IllegalPosition => {
            Ruling::refuse_plainly(say!(
                "this code has no rule for an error that is pointed out as \"{error}\""; error
            ))
        }
    }
}

/// The umpire has been asked, and points an error out himself: where the law puts it right, that is his answer, and play
/// goes on.
pub(super) fn as_an_answer(game: &Game, event: &Event) -> Option<Result<Ruling, Impossible>> {
    if event.by != Party::Umpire || !matches!(event.act, Act::PointOut { .. }) {
        return None;
    }
    let answered = answered(game)?;
    let mut after = game.clone();
    after.carry_out(&answered);
    Some(super::by_act(&after, event).map(|ruling| match ruling.refused {
        Some(_) => ruling,
        None => answered.and(ruling),
    }))
}

/// A question about nothing in particular is before an umpire: it is answered. What a clause has put before him, and how
/// the game ended, he has to decide.
fn answered(game: &Game) -> Option<Ruling> {
    let dispute = game.sitting.dispute.as_deref()?;
    let open = game.status == Status::Suspended && game.terms.arbiter != Presence::None;
    let of_nothing_else = dispute.clause.is_none() && dispute.ended.is_none() && !dispute.pause;
    let text = "the umpire answers by pointing the error out, and play goes on";
    (open && of_nothing_else).then(|| {
        Ruling::silent()
            .finding(disputes::clause(game), Party::Umpire, text)
            .so(Consequence::WithdrawQuestion)
    })
}

/// What an umpire who has been asked may point out.
pub(super) fn rights_of_the_umpire(game: &Game) -> Vec<Right> {
    let Some(answered) = answered(game) else {
        return Vec::new();
    };
    let mut after = game.clone();
    after.carry_out(&answered);
    let mut open = rights(&after);
    // What is his by a clause of its own goes before what the players may say.
    open.sort_by_key(|right| right.party != Party::Umpire);
    let mut found: Vec<Right> = Vec::new();
    for right in open {
        let event = Event::new(Party::Umpire, right.act.clone());
        let is_new = !found.iter().any(|each| each.act == right.act);
        let has_effect = || super::by_act(&after, &event).is_ok_and(|ruling| ruling.refused.is_none());
        if is_new && matches!(right.act, Act::PointOut { .. }) && has_effect() {
            found.push(Right {
                party: Party::Umpire,
                ..right
            });
        }
    }
    found
}

/// What comes of errors: annulment for those at the start, restoration for old illegalities.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = first_move::rights(game);
    rights.extend(misplaced_men::rights(game, !rights.is_empty()));
    rights.extend(removals::rights(game));
    rights.extend(found_later::rights(game));
    rights
}
