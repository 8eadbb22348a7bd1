//! Which offence is a penalty for, what does it come to, and why is another not open?

use crate::{
    code::Clause,
    facts::touched,
    means::{
        choices::for_the_offence,
        liability::{Exaction, Liability},
    },
};
use jadoube_board::Square;
use jadoube_game::{Game, Offence, Penalty, Ruling, Sentence, Touch, say};

/// Why what is required is not lawful.
pub(crate) fn why_not_open(
    game: &Game,
    liability: &Liability,
    open: &[Exaction],
    penalty: Penalty,
    man: Option<Square>,
) -> Sentence {
    let mut same = open.iter().filter(|each| each.penalty == penalty);
    let of_the_king = matches!(penalty, Penalty::C | Penalty::AThenC);
    if of_the_king && same.clone().any(|each| each.man.is_none()) {
        return say!("the King can move, and no other man need be");
    }
    let is_open = same.next().is_some();
    let touched = liability.touched();
    let named = man.and_then(|man| touched.iter().find(|touch| touch.square == man));
    let stuck = |touch: &Touch| {
        let last = liability.last();
        touched::moves_playing(game, (&last.turn, last.past), touch).is_empty()
    };
    let offender = liability.last().by;
    match (man, named) {
        (Some(man), Some(_)) if is_open && penalty == Penalty::Other => {
            say!("the man on {man} is the one that was moved, and another is to be named"; man)
        }
        (Some(man), Some(touch)) if (is_open || stuck(touch)) && touch.man.colour != offender => {
            say!("no legal move takes the man on {man}"; man)
        }
        (Some(man), Some(touch)) if is_open || stuck(touch) => {
            say!("the man on {man} has no legal move that would do it"; man)
        }
        (Some(man), None) if is_open && penalty == Penalty::Other => {
            say!("no legal move is open to {offender} with a man on {man}"; offender, man)
        }
        (Some(man), None) if is_open && of_the_king => say!("the man on {man} has no legal move"; man),
        (Some(man), None) if is_open => say!("the man on {man} was not touched"; man),
        _ => say!("that penalty is not open for what was done"),
    }
}

/// The move that ended his turn plays the man that is now named: it stands, and nothing is lost.
pub(crate) fn already_done(
    game: &Game,
    open: &[Exaction],
    penalty: Penalty,
    man: Option<Square>,
) -> Option<Ruling> {
    let last = game.past.last()?;
    let (mv, position) = (last.mv?, last.standing.position?);
    let played = match penalty {
        Penalty::Move => Some(mv.from()),
        Penalty::Take => position.captured(mv).map(|(square, _)| square),
        _ => None,
    };
    if last.standing.player == game.turn_to_play() || man.is_none() || man != played {
        return None;
    }
    let why = "that has been done already: the move stands, unless another man is named";
    Some(Ruling::refuse(open.first()?.clause, why))
}

/// Penalty B or C by itself, where it can only follow Penalty A: by which clause.
pub(crate) fn restoration_first(open: &[Exaction], penalty: Penalty) -> Option<Clause> {
    let with_a = match penalty {
        Penalty::B => Penalty::AThenB,
        Penalty::C => Penalty::AThenC,
        _ => return None,
    };
    open.iter()
        .find(|each| each.penalty == with_a)
        .map(|each| each.clause)
}

/// The offence for which this is exacted, where each is punished by itself.
pub(crate) fn origin<'a>(game: &Game, liability: &Liability<'a>, chosen: &Exaction) -> &'a Offence {
    let same = |each: &Exaction| each.penalty == chosen.penalty && each.man == chosen.man;
    liability
        .offences
        .iter()
        .copied()
        .find(|offence| for_the_offence(game, offence).iter().any(same))
        .unwrap_or_else(|| liability.last())
}
