//! A man was touched and another played: who may still say so, until when, and what follows?

use crate::{
    means::{after, now, player_of, wrong_moves},
    questions::false_move::{FALSE_MOVE, FalseMove},
};
use jadoube_board::{Colour, Move};
use jadoube_game::{AtTheClock, Consequence, Duty, Event, Game, Presence, Ruling, say};

question! {
    "A man was touched and another played: who may still say so, until when, and what follows?";
    tables: TOUCH_CLAIMS;
}

steps! {
    /// What a man touched ends, where the law itself says what was owed.
    pub struct TouchClaims {
        /// A man touched ends the right to object to what the opponent touched.
        touching_ends_claims,
        /// A man touched refuses the opponent's offer of a draw.
        touching_ends_offers,
        /// Once the opponent has made his next move the arbiter cannot have it undone either.
        after_the_reply,
    }
    pub static TOUCH_CLAIMS for FALSE_MOVE: FalseMove::PutBackOncePressed = {
        fide_2023: { touching_ends_claims: "4.8", touching_ends_offers: "9.1.2.1", after_the_reply: "reading F23-98" },
    };
}

/// `"4.8"`, `"9.1.2.1"`: what a man touched on purpose ends: the claim about the other's touching, and his offer.
pub(crate) fn touching_ends(law: &TouchClaims, game: &Game, by: Colour) -> Ruling {
    let mut ruling = Ruling::silent();
    if let Some(breach) = game.pressing.claimable().filter(|breach| breach.by != by) {
        let text = say!(
            "{by} [has] touched a man: [he] can claim nothing any more of how {offender} moved"; by, offender = breach.by
        );
        ruling = ruling
            .finding(law.touching_ends_claims, by, text)
            .so(now(AtTheClock::NoClaim));
    }
    if game.ledger.offers.iter().any(|(from, _)| *from != by) {
        let text = say!("{by} [has] touched a man: the offer is refused"; by);
        ruling = ruling
            .finding(law.touching_ends_offers, by, text)
            .so(now(AtTheClock::RefuseOffers(by)));
    }
    ruling
}

/// A legal move is made, which the ruling so far has played: was he bound to another? `bound`: by what he touched;
/// `is_over`: whether the move has ended the game all the same.
pub(crate) fn made(
    law: &TouchClaims,
    game: &Game,
    mv: Move,
    bound: Option<&Duty>,
    mut ruling: Ruling,
    is_over: fn(&Game) -> bool,
) -> Ruling {
    let by = game.turn_to_play();
    let owed = game.ledger.duty.as_deref().or(bound);
    let Some(owed) = owed.filter(|duty| !duty.moves.contains(&mv)) else {
        return ruling;
    };
    ruling = ruling
        .finding(
            owed.clause,
            by,
            say!("{owed}, but [has] played {mv}"; owed = owed.text, mv),
        )
        .so(wrong_moves::in_breach(owed, &game.standing, game.past.len()));
    if game.terms.arbiter == Presence::Watching {
        let seen = after(game, &ruling);
        if is_over(&seen) {
            return ruling;
        }
        ruling = ruling
            .and(touch_enforced(law, &seen))
            .so(now(AtTheClock::Undone(Some(by))));
    }
    ruling
}

/// A man touched and not played is pointed out.
pub(crate) fn touched_man(law: &TouchClaims, game: &Game, event: &Event) -> Ruling {
    match &game.pressing.breach {
        Some(breach) if event.by.player() == Some(breach.by) => Ruling::refuse(
            breach.clause,
            say!("it is for [the opponent] to claim, or for the arbiter to see"),
        ),
        Some(breach) if breach.arbiter_only && event.by.player().is_some() => Ruling::refuse(
            law.touching_ends_claims,
            say!("[he] [has] touched a man since, and can claim nothing any more"),
        ),
        None if event.by.player().is_none() => Ruling::refuse(
            law.after_the_reply,
            "there is nothing to be put right in how the last move was made",
        ),
        _ => touch_enforced(law, game),
    }
}

/// The move made against touching is undone and the duty done (reading F23-31).
fn touch_enforced(law: &TouchClaims, game: &Game) -> Ruling {
    let Some(breach) = &game.pressing.breach else {
        return Ruling::refuse(
            law.touching_ends_claims,
            "there is nothing to be put right in how the last move was made",
        );
    };
    let text = say!("the move is undone: {owed}"; owed = breach.text);
    let ruling = Ruling::silent()
        .finding(breach.clause, breach.by, text)
        .so(Consequence::Restore(Box::new(breach.turn), breach.past))
        .so(Consequence::StartClock(breach.by))
        .so(Consequence::Bind(Box::new(breach.owed())))
        .so(now(AtTheClock::Touched));
    ruling.and(wrong_moves::taken_back(
        game,
        breach.by,
        breach.given,
        breach.before,
    ))
}

/// The opponent lets pass how a man was touched and another played; an end that waited for it is final.
pub(crate) fn waive(law: &TouchClaims, game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let Some(breach) = game.pressing.claimable().filter(|breach| breach.by != by) else {
        return Ruling::refuse(
            law.touching_ends_claims,
            say!("there is nothing that [he] could let pass"),
        );
    };
    let text = say!("{by} [lets] it pass: {the move of offender} stands"; offender = breach.by, by);
    Ruling::silent()
        .finding(breach.clause, by, text)
        .so(now(AtTheClock::NoBreach))
}
