//! A man is put straight on its square, with notice.

use crate::code::{Answer, ByCode, answers, says};
use crate::questions::touch;
use jadoube_board::Square;
use jadoube_game::{Act, Consequence, Event, Game, Impossible, Ruling, witness};

/// Who may adjust, and what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjusting {
    /// Any man, in his own turn.
    AnyManInHisTurn,
    /// Any man, with notice.
    AnyManWithNotice,
    /// His own men only.
    OwnMenOnly,
}

/// A man is adjusted with notice.
#[rustfmt::skip]
pub static ADJUSTING: ByCode<Answer<Adjusting>> = answers(ByCode {
    xxv:       says(Adjusting::AnyManWithNotice, &["VII", "IX"]),
    bca_1862:  says(Adjusting::AnyManWithNotice, &["VI"]),
    bcc_1896:  says(Adjusting::AnyManInHisTurn,  &["II.3"]),
    bcc_1899:  says(Adjusting::AnyManInHisTurn,  &["II.3"]),
    fide_1931: says(Adjusting::OwnMenOnly,       &["14.i", "14.ii"]),
});

pub(crate) fn rule_on(game: &Game, event: &Event, square: Square) -> Result<Ruling, Impossible> {
    let Some(by) = event.by.player() else {
        return Err(Impossible::NotThisParty("adjust", "a player"));
    };
    witness(game, by, &event.act)?;
    let answer = &ADJUSTING[game.terms.code];
    let clause = answer.authority.governing().unwrap_or_default();
    let allowed = match answer.value {
        Adjusting::AnyManInHisTurn => by == game.turn_to_play(),
        Adjusting::AnyManWithNotice => true,
        Adjusting::OwnMenOnly => game.men.get(square).is_some_and(|man| man.colour == by),
    };
    if allowed {
        return Ok(Ruling::silent().finding(
            clause,
            by,
            format!("{by} adjusts the man on {square}: it is not touched"),
        ));
    }
    // Notice protects only him who may adjust: what is left is a touch.
    let touch = Act::Touch {
        square,
        accident: false,
        hold: false,
    };
    let Some(deed) = witness(game, by, &touch)? else {
        return Ok(Ruling::silent());
    };
    let text = format!("{by} may adjust only in his own turn: the man on {square} is touched");
    let ruling = Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Lapse(by))
        .so(Consequence::Perform(Box::new(deed.clone())));
    Ok(ruling.and(touch::in_the_opponents_turn(game, &deed)))
}
