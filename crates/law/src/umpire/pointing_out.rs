//! An error is pointed out: which question answers?

use crate::questions::{
    first_move, found_later, misplaced_men,
    removals::{self, Missing},
};
use jadoube_game::{Error, Event, Game, Right, Ruling};

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
        Error::DroppedMan => match removals::point_out(game) {
            Missing::Ruled(ruling) => ruling,
            Missing::Illegality(number) => found_later::illegality(game, number),
        },
        Error::ResumedPosition => super::sitting::wrong_position(game, event),
        Error::TouchedMan | Error::Colours | Error::Clock | Error::DisplacedMan | Error::IllegalPosition => {
            Ruling::refuse_plainly(format!(
                "this code has no rule for an error that is pointed out as \"{error}\""
            ))
        }
    }
}

/// What comes of errors: annulment for those at the start, restoration for old illegalities.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = first_move::rights(game);
    rights.extend(misplaced_men::rights(game, !rights.is_empty()));
    rights.extend(removals::rights(game));
    rights.extend(found_later::rights(game));
    rights
}
