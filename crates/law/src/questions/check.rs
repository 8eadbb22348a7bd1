//! "Check" is said, or not said: does it matter?

use crate::{
    code::{Answer, ByCode, answers, says},
    facts::checks,
    means::cries,
};
use jadoube_game::{Event, Game, Ruling};

question! {
    "\"Check\" is said, or not said: does it matter?";
    tables: ANNOUNCING, FALSE_CRY;
}

law! {
    /// What announcing a check is worth.
    pub enum Announcing {
        /// Not needed, and of no effect.
        NotNeeded,
        /// Needed: an unannounced check need not be answered.
        NeededToBind,
        /// A duty: neglect of an announced check is punished, of an unannounced one only undone.
        NeededToPunish,
    }
}

law! {
    /// Whether check must be announced.
    pub static ANNOUNCING: ByCode<Answer<Announcing>> = answers(ByCode {
        xxv:       says(Announcing::NeededToBind,   &["XVIII"]),
        bca_1862:  says(Announcing::NeededToPunish, &["VIII"]),
        bcc_1896:  says(Announcing::NotNeeded,      &["I.10"]),
        bcc_1899:  says(Announcing::NotNeeded,      &["I.10"]),
        fide_1931: says(Announcing::NotNeeded,      &["9.note"]),
        fide_2023: says(Announcing::NotNeeded,      &["3.9.2"]),
    });
}

law! {
    /// What follows when check is cried and none is given.
    pub enum FalseCry {
        /// He who moved or touched a man because of it may take that back and play otherwise.
        MayPlayOtherwise,
        /// He who touched a man because of it keeps his right to a penalty, and need not move that man.
        TouchingEndsNoRight,
        /// Nothing.
        NothingFollows,
    }
}

law! {
    /// What a false cry of check does.
    pub static FALSE_CRY: ByCode<Answer<FalseCry>> = answers(ByCode {
        xxv:       says(FalseCry::MayPlayOtherwise,      &["XX"]),
        bca_1862:  says(FalseCry::TouchingEndsNoRight,   &["VIII", "IX"]),
        bcc_1896:  says(FalseCry::NothingFollows,        &["I.10"]),
        bcc_1899:  says(FalseCry::NothingFollows,        &["I.10"]),
        fide_1931: says(FalseCry::NothingFollows,        &["9.note", "10.ii"]),
        fide_2023: says(FalseCry::NothingFollows,        &["11.5"]),
    });
}

/// Words said aloud by a player; none where the code hears no law in them, and they are a matter of conduct.
pub(crate) fn said(game: &Game, event: &Event, words: &str) -> Option<Ruling> {
    let by = event.by.player()?;
    Some(match ANNOUNCING[game.terms.code].value {
        Announcing::NotNeeded => return None,
        // A word in one's own turn says nothing of the opponent's King.
        _ if !checks::is_a_cry(words) || by == game.turn_to_play() => Ruling::silent(),
        // It is said of the men as he left them, his turn or not.
        _ if let Some(altered) = &game.turn.altered
            && altered.by == by =>
        {
            cries::with_a_move_out_of_turn(game, by, &game.men, Some(words))
        }
        // Reading XXV-24: a mate counts from the word.
        Announcing::NeededToPunish | Announcing::NeededToBind => {
            let cried = cries::cried(game, by, checks::in_check(&game.standing), words, game.past.len());
            cries::binds_from_now_on(game, cried)
        }
    })
}
