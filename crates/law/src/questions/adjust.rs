//! A man is put straight on its square, with notice.

use crate::code::{Answer, ByCode, answers, says};
use jadoube_board::{Colour, Square};
use jadoube_game::{Consequence, Game, Ruling, say};

question! {
    "A man is put straight on its square, with notice.";
    tables: ADJUSTING, OWN_MEN;
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

steps! {
    /// What is adjusted where only his own men are his to adjust.
    pub struct OwnMen {
        /// The player on turn has given notice, and may adjust his own men.
        of_his_own,
        /// The opponent adjusts his own men when he is asked to.
        when_asked,
        /// The opponent adjusts his own men unasked: a breach without penalty.
        unasked,
        /// Nobody adjusts the other's men.
        of_the_others,
        /// A man of the other's that the player on turn adjusts is touched.
        still_touched,
    }
    pub static OWN_MEN for ADJUSTING: Adjusting::OwnMenOnly = {
        fide_1931: {
            of_his_own: "14.i", when_asked: "14.ii", unasked: "reading FIDE-6", of_the_others: "14.ii",
            still_touched: "reading FIDE-5",
        },
    };
}

/// What a man adjusted counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountsAs {
    /// No touch, but that it ends a right to a penalty (reading FIDE-6).
    Notice,
    /// A man touched in his own turn.
    Touched,
    /// A man touched in his opponent's turn.
    TouchedOutOfTurn,
}

/// Adjusting with notice, where the notice protects him wholly.
pub(crate) fn protected(game: &Game, by: Colour, square: Square) -> Option<Ruling> {
    let answer = &ADJUSTING[game.terms.code];
    let allowed = match answer.value {
        Adjusting::AnyManInHisTurn => by == game.turn_to_play(),
        Adjusting::AnyManWithNotice => true,
        Adjusting::OwnMenOnly => false,
    };
    let clause = answer.clause();
    let text = say!("{by} [adjusts] the man on {square}: it is not touched"; by, square);
    allowed.then(|| Ruling::silent().finding(clause, by, text))
}

/// Adjusting where it does not: what is said, and what the man then counts as.
pub(crate) fn unprotected(game: &Game, by: Colour, square: Square) -> (Ruling, CountsAs) {
    if let Some(law) = OWN_MEN.of(game) {
        return of_own_men_only(law, game, by, square);
    }
    // Notice protects only him who may adjust: what is left is a touch.
    let clause = ADJUSTING[game.terms.code].clause();
    let text = say!("{by} may adjust only in [his] own turn: the man on {square} is touched"; by, square);
    (
        Ruling::silent().finding(clause, by, text),
        CountsAs::TouchedOutOfTurn,
    )
}

/// The player adjusts his own men, the opponent his own when he is asked; nobody the other's.
fn of_own_men_only(law: &OwnMen, game: &Game, by: Colour, square: Square) -> (Ruling, CountsAs) {
    let player = game.turn_to_play();
    let own = game.men.get(square).is_some_and(|man| man.colour == by);
    if !own && game.terms.guard {
        let why = "nobody may adjust his opponent's men";
        return (Ruling::refuse(law.of_the_others, why), CountsAs::Notice);
    }
    let asked = || {
        game.ledger.consents[player.index()]
            .iter()
            .any(|what| what == ASKED)
    };
    let (clause, text) = match (own, by == player) {
        (true, true) => (
            law.of_his_own,
            say!("{by} [adjusts] the man on {square}: [he] [is] not bound to move it"; by, square),
        ),
        (true, false) if asked() => (
            law.when_asked,
            say!("{by} [adjusts] the man on {square}, as [he] [was] asked to"; by, square),
        ),
        (true, false) => (
            law.unasked,
            say!(
                "{by} [adjusts] the man on {square} in [his opponent's] turn, unasked: a breach without penalty"; by, square
            ),
        ),
        (false, true) => {
            let ruling = Ruling::silent()
                .finding(
                    law.of_the_others,
                    by,
                    say!("{by} may not adjust [his opponent's] men"; by),
                )
                .finding(
                    law.still_touched,
                    by,
                    say!("the man on {square} is touched"; square),
                );
            return (ruling, CountsAs::Touched);
        }
        (false, false) => (
            law.of_the_others,
            say!("{by} may not adjust [his opponent's] men; no penalty is stated"; by),
        ),
    };
    (Ruling::silent().finding(clause, by, text), CountsAs::Notice)
}

/// The player asks his opponent to put his men straight.
pub(crate) fn asked(game: &Game, by: Colour) -> Ruling {
    let Some(law) = OWN_MEN.of(game) else {
        return Ruling::refuse(
            ADJUSTING[game.terms.code].clause(),
            say!("the code gives no such right: [he] may adjust the men [himself]"),
        );
    };
    if by != game.turn_to_play() {
        return Ruling::refuse(law.when_asked, "only the player whose turn it is may ask it");
    }
    let text = say!("{opponent} must put [his] men straight, as [he] [is] asked to"; opponent = !by);
    Ruling::silent()
        .finding(law.when_asked, !by, text)
        .so(Consequence::Consent(by, ASKED.to_owned()))
}

/// What the player has then consented to.
const ASKED: &str = "adjust-men";
