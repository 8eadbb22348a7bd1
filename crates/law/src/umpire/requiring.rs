//! Something is required of the other player: which question answers, and what follows from it?

use crate::{
    means::player_of,
    questions::{
        adjust, found_later,
        misplaced_men::{BOARD, MEN, Misplaced},
        requirements::{self, Asked},
    },
};
use jadoube_board::Square;
use jadoube_game::{Act, Error, Event, Game, Requirement, Ruling};

/// Insisting on a thing is pointing it out where the code has it so; the rest is for its own question.
pub(super) fn required(game: &Game, event: &Event, what: Requirement, square: Option<Square>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if let Some(error) = insisting(game, what) {
        return super::pointing_out::pointed_out(game, event, error, None);
    }
    if what == Requirement::AdjustMen {
        return adjust::asked(game, by);
    }
    let annulments = super::pointing_out::rights(game);
    match requirements::rule_on(game, by, what, square, &annulments) {
        Asked::Ruled(ruling) => ruling,
        Asked::LetsGo(ruling, pieces) => pieces.into_iter().fold(ruling, |ruling, piece| {
            let quits = Event::new(game.turn_to_play(), Act::Quit { square: Some(piece) });
            super::project(game, ruling, &quits).unwrap_or_default()
        }),
        Asked::PutBack(ruling) => super::after_putting_back(game, ruling),
        Asked::PointedOut(number) => found_later::put_right(game, Some(by), number),
    }
}

/// What is called by another name where an error in the board or the men is put right as soon as it is pointed out.
fn insisting(game: &Game, what: Requirement) -> Option<Error> {
    let (answer, error) = match what {
        Requirement::AdjustBoard | Requirement::Recommence => (&BOARD, Error::Board),
        Requirement::Rectify | Requirement::AddMen | Requirement::RemoveOdds => (&MEN, Error::Men),
        _ => return None,
    };
    match answer[game.terms.code].value {
        Misplaced::RectifiedWithinFourMoves | Misplaced::AnnulledAtOnce | Misplaced::Adjusted => Some(error),
        Misplaced::EitherMayAnnul | Misplaced::Annulled => None,
    }
}
