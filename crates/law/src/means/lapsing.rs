//! Does what a hand does end the rights of its player, or is it only the consequence of the other's fault?

use crate::{
    means::cries,
    questions::penalties::{LAPSES, Lapses},
};
use jadoube_board::Colour;
use jadoube_game::{Consequence, Deed, Game, OffenceKind, Ruling, Touch};

/// Whether a deed of the hand ends the rights to a penalty that its doer had.
pub(crate) fn lapses(game: &Game, deed: &Deed) -> bool {
    match LAPSES[game.terms.code].value {
        Lapses::OnTouchingHisOwn => deed.touched.iter().any(|touch| touch.man.colour == deed.by),
        Lapses::OnTouching | Lapses::OnTouchingUnlessInConsequence => {
            !deed.touched.is_empty() && reply(game, deed).lapses
        }
    }
}

/// What a deed of the hand does to rights to a penalty that its doer had.
pub(crate) fn lapse(game: &Game, deed: &Deed) -> Ruling {
    let ends = match LAPSES[game.terms.code].value {
        Lapses::OnTouching | Lapses::OnTouchingUnlessInConsequence => !deed.touched.is_empty(),
        Lapses::OnTouchingHisOwn => deed.touched.iter().any(|touch| touch.man.colour == deed.by),
    };
    if ends && !game.ledger.offences.is_empty() {
        Ruling::silent().so(Consequence::Lapse(deed.by))
    } else {
        Ruling::silent()
    }
}

/// A move of his is made without his hand: it ends his rights to a penalty as one played does.
pub(crate) fn by_a_move(game: &Game, by: Colour) -> Ruling {
    if game.ledger.offences.is_empty() {
        Ruling::silent()
    } else {
        Ruling::silent().so(Consequence::Lapse(by))
    }
}

/// What a hand does to the rights against the other player, and to the man it touches.
pub(crate) struct Reply {
    /// The rights to a penalty are gone.
    pub lapses: bool,
    /// The touch is in consequence of the other's fault, and binds nobody.
    pub is_free: bool,
}

/// `"IX"` and reading BCA-35, `"XX"` and `"XXIV"`: is a touch a reply, or only the consequence of the opponent's fault?
pub(crate) fn reply(game: &Game, deed: &Deed) -> Reply {
    let by = deed.by;
    let free = |touch: &Touch| by == game.turn_to_play() && game.ledger.forgiven.contains(&touch.id);
    let touches = !deed.touched.iter().all(free) || deed.made.is_some();
    let cried = cries::falsely_cried(game);
    let at_fault = game.turn.altered.is_some()
        || game.ledger.offences.iter().any(|offence| {
            offence.by != by
                && matches!(
                    offence.kind,
                    OffenceKind::IllegalMove
                        | OffenceKind::FalseCapture
                        | OffenceKind::TookOwnMan
                        | OffenceKind::ExposedKing
                        | OffenceKind::NeglectedCheck
                        | OffenceKind::FalseCastling
                )
        });
    let only_touched = deed.made.is_none() && by == game.turn_to_play() && game.answers(by);
    let in_consequence = match LAPSES[game.terms.code].value {
        Lapses::OnTouchingUnlessInConsequence => only_touched && (at_fault || cried),
        Lapses::OnTouching | Lapses::OnTouchingHisOwn => false,
    };
    Reply {
        lapses: touches && !in_consequence && !game.ledger.offences.is_empty(),
        is_free: only_touched && (in_consequence || cried),
    }
}
