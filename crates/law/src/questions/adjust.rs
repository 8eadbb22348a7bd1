//! A man is put straight on its square, with notice.

use crate::{
    code::{Answer, ByCode, answers, says},
    questions::{penalties, touch},
};
use jadoube_board::{Colour, Square};
use jadoube_game::{Act, Consequence, Event, Game, Impossible, Ruling, witness};

question! {
    "A man is put straight on its square, with notice.";
    tables: ADJUSTING;
    "The player on turn has given notice, and may adjust his own men." => fide_1931 "14.i";
    "Nobody adjusts the other's men; the opponent adjusts his own when he is asked to." => fide_1931 "14.ii";
}

law! {
    /// Who may adjust, and what.
    pub enum Adjusting {
        /// Any man, in his own turn.
        AnyManInHisTurn,
        /// Any man, with notice.
        AnyManWithNotice,
        /// His own men only.
        OwnMenOnly,
    }
}

law! {
    /// A man is adjusted with notice.
    pub static ADJUSTING: ByCode<Answer<Adjusting>> = answers(ByCode {
        xxv:       says(Adjusting::AnyManWithNotice, &["VII", "IX"]),
        bca_1862:  says(Adjusting::AnyManWithNotice, &["VI"]),
        bcc_1896:  says(Adjusting::AnyManInHisTurn,  &["II.3"]),
        bcc_1899:  says(Adjusting::AnyManInHisTurn,  &["II.3"]),
        fide_1931: says(Adjusting::OwnMenOnly,       &["14.i", "14.ii"]),
        fide_2023: says(Adjusting::AnyManInHisTurn,  &["4.2.1", "6.2.5"]),
    });
}

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
        Adjusting::OwnMenOnly => return federation(game, by, square),
    };
    if allowed {
        return Ok(Ruling::silent().finding(
            clause,
            by,
            format!("{by} adjusts the man on {square}: it is not touched"),
        ));
    }
    // Notice protects only him who may adjust: what is left is a touch.
    let touch = Act::touched(square);
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

/// `"14.i"`, `"14.ii"`: the player his own men, the opponent his own when he is asked; nobody the other's.
fn federation(game: &Game, by: Colour, square: Square) -> Result<Ruling, Impossible> {
    let touch = Act::touched(square);
    let Some(deed) = witness(game, by, &touch)? else {
        return Ok(Ruling::silent());
    };
    let player = game.turn_to_play();
    let own = game.men.get(square).is_some_and(|man| man.colour == by);
    if !own && game.terms.guard {
        return Ok(Ruling::refuse(
            cite!(fide_1931, "14.ii"),
            "nobody may adjust his opponent's men",
        ));
    }
    // Reading FIDE-6: even the notice is a touching of his own men, and ends a right to a penalty.
    let ruling = penalties::lapse(game, &deed);
    Ok(match (own, by == player) {
        (true, true) => {
            let text = format!("{by} adjusts the man on {square}: he is not bound to move it");
            ruling.finding(cite!(fide_1931, "14.i"), by, text)
        }
        (true, false)
            if game.ledger.consents[player.index()]
                .iter()
                .any(|what| what == ASKED) =>
        {
            let text = format!("{by} adjusts the man on {square}, as he was asked to");
            ruling.finding(cite!(fide_1931, "14.ii"), by, text)
        }
        (true, false) => {
            let text = format!(
                "{by} adjusts the man on {square} in his opponent's turn, unasked: a breach without penalty"
            );
            ruling.finding(cite!(reading, "FIDE-6"), by, text)
        }
        (false, true) => {
            let text = format!("{by} may not adjust his opponent's men");
            let touched = format!("the man on {square} is touched");
            ruling
                .finding(cite!(fide_1931, "14.ii"), by, text)
                .finding(cite!(reading, "FIDE-5"), by, touched)
                .so(Consequence::Perform(Box::new(deed.clone())))
                .and(touch::in_his_turn(game, &deed))
        }
        (false, false) => {
            let text = format!("{by} may not adjust his opponent's men; no penalty is stated");
            ruling.finding(cite!(fide_1931, "14.ii"), by, text)
        }
    })
}

/// The player asks his opponent to put his men straight: `"14.ii"`.
pub(crate) fn asked(game: &Game, by: Colour) -> Ruling {
    let answer = &ADJUSTING[game.terms.code];
    if answer.value != Adjusting::OwnMenOnly {
        return Ruling::refuse(
            answer.authority.governing().unwrap_or_default(),
            "the code gives no such right: he may adjust the men himself",
        );
    }
    let clause = cite!(fide_1931, "14.ii");
    if by != game.turn_to_play() {
        return Ruling::refuse(clause, "only the player whose turn it is may ask it");
    }
    let text = format!("{} must put his men straight, as he is asked to", !by);
    Ruling::silent()
        .finding(clause, !by, text)
        .so(Consequence::Consent(by, ASKED.to_owned()))
}

/// What the player has then consented to.
const ASKED: &str = "adjust-men";
