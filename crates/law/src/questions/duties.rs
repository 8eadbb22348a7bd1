//! A player who is bound to certain moves makes another.

use crate::{
    facts::touched,
    means::entries,
    questions::{
        forfeits::REFUSING,
        found_later::{FOUND_LATER, FoundLater},
        penalties::{PENALTIES, Penalties},
    },
};
use jadoube_board::Move;
use jadoube_game::{Consequence, Deed, Duty, ForfeitableConduct, Game, OffenceKind, Ruling, say};

/// A player bound to certain moves has completed another.
pub(crate) fn moved_against_duty(game: &Game, duty: &Duty, deed: &Deed, mv: Move) -> Ruling {
    match PENALTIES[game.terms.code].value {
        Penalties::AdversaryNames | Penalties::OpponentSelects => owes_it_still(game, duty, deed, mv),
        Penalties::LetteredAToC | Penalties::RetractAndPlayTheMan => refusal(game, duty, deed),
        Penalties::OfTheArbiterAlone => Ruling::refuse(duty.clause, duty.text.clone()),
    }
}

/// The move is complete, and may be taken back for the one that was owed; where it counts as an illegality, it goes back
/// also later (reading BCA-27).
fn owes_it_still(game: &Game, duty: &Duty, deed: &Deed, mv: Move) -> Ruling {
    let text = say!("{by} [has] moved otherwise than [he] must: {duty}"; by = deed.by, duty = duty.text);
    let mut offence = entries::offence(
        game,
        deed.by,
        OffenceKind::MovedOtherwise,
        touched::all_touched(game, deed),
    );
    offence.made = Some(mv.into());
    offence.duty = Some(Box::new(duty.clone()));
    let mut ruling = Ruling::silent()
        .finding(duty.clause, deed.by, text)
        .so(Consequence::Note(Box::new(offence)));
    if FOUND_LATER[game.terms.code].value == FoundLater::WithinFourMoves {
        let (turn, past) = game.turn_start();
        let number = game.hand_moves + 1;
        let kind = OffenceKind::MovedOtherwise;
        ruling = ruling.so(entries::irregularity(deed.by, kind, number, turn, past));
    }
    ruling
}

fn refusal(game: &Game, duty: &Duty, deed: &Deed) -> Ruling {
    if !duty.exacted {
        return Ruling::silent();
    }
    let clause = REFUSING[game.terms.code].clause();
    let text = say!(
        "{by} [has] moved otherwise than was required of [him]: {duty}"; by = deed.by, duty = duty.text
    );
    let conduct = ForfeitableConduct {
        by: deed.by,
        offence: "refusal".to_owned(),
        clause,
        opponent_moves: game.completed[(!deed.by).index()],
    };
    Ruling::silent()
        .finding(clause, deed.by, text)
        .so(Consequence::RememberConduct(Box::new(conduct)))
}
