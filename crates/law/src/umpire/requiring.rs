//! Something is required of the other player: which question answers, and what follows from it?

use crate::{
    means::player_of,
    questions::{
        adjust, found_later,
        requirements::{self, Asked},
    },
};
use jadoube_board::Square;
use jadoube_game::{Event, Game, Requirement, Ruling};

/// Insisting on a thing is pointing it out where the code has it so; the rest is for its own question.
pub(super) fn required(game: &Game, event: &Event, what: Requirement, square: Option<Square>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if let Some(error) = requirements::insisting(game, what) {
        return super::pointing_out::pointed_out(game, event, error, None);
    }
    if what == Requirement::AdjustMen {
        return adjust::asked(game, by);
    }
    let annulments = super::pointing_out::rights(game);
    match requirements::rule_on(game, by, what, square, &annulments) {
        Asked::Ruled(ruling) => ruling,
        Asked::Then(ruling, event) => super::project(game, ruling, &event).unwrap_or_default(),
        Asked::PutBack(ruling) => super::after_putting_back(game, ruling),
        Asked::PointedOut(number) => found_later::put_right(game, Some(by), number),
    }
}
