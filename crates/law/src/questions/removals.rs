//! A man is off the board otherwise than by a move.

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    facts::{change, legal, touched},
    means::{after, entries},
};
use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Consequence, Deed, Error, Game, Irregularity, Offence, OffenceKind, Party, Right, Ruling, Standing,
    Window, say,
};

question! {
    "A man is off the board otherwise than by a move.";
    tables: REMOVED, DROPPED_MAN, WITHOUT_IT;
}

law! {
    /// What becomes of a man taken off by mistake, and of him who took it off.
    pub enum Removed {
        /// It is put back, and he may be treated as having touched it.
        PutBackAndTouched,
        /// It is put back; a mistake of the hand is no touching.
        PutBack,
    }
}

law! {
    /// A man taken off the board otherwise than in a move.
    pub static REMOVED: ByCode<Answer<Removed>> = answers(ByCode {
        xxv:       silent(Removed::PutBack,         reading("XXV-35")),
        bca_1862:  says(Removed::PutBack,           &["II"]),
        bcc_1896:  says(Removed::PutBackAndTouched, &["II.5(g)"]),
        bcc_1899:  says(Removed::PutBackAndTouched, &["II.5(g)"]),
        fide_1931: says(Removed::PutBack,           &["12.ii"]),
        fide_2023: says(Removed::PutBack,           &["7.4.1"]),
    });
}

law! {
    /// What becomes of a man that fell, or was taken off outside a move.
    pub enum DroppedMan {
        /// It is put back; an illegality if play went on without it.
        PutBackOrUndone,
        /// It is put back, and all moves made without it go back, however many.
        MovesRetracted,
        /// It is put back, with a move he made without it; nothing is provided once the opponent has moved.
        PutBackAtOnce,
    }
}

law! {
    /// A man that fell off the board.
    pub static DROPPED_MAN: ByCode<Answer<DroppedMan>> = answers(ByCode {
        xxv:       says(DroppedMan::PutBackAtOnce,   &["VII", "XXV"]),
        bca_1862:  says(DroppedMan::MovesRetracted,  &["II"]),
        bcc_1896:  says(DroppedMan::PutBackOrUndone, &["II.5(g)", "II.6(e)"]),
        bcc_1899:  says(DroppedMan::PutBackOrUndone, &["II.5(g)", "II.6(e)"]),
        fide_1931: says(DroppedMan::PutBackOrUndone, &["14.iii", "12.ii"]),
        fide_2023: says(DroppedMan::PutBackOrUndone, &["7.6", "7.4.1"]),
    });
}

steps! {
    /// A man fell, and play went on without it.
    pub struct WithoutIt {
        /// Moves were made without it, for which no law provides: it is for the bystanders.
        moves_were_made,
        /// The opponent's first move without it would end the game: the man goes back first, and the move with it.
        the_end_waits,
    }
    pub static WITHOUT_IT for DROPPED_MAN: DroppedMan::PutBackAtOnce = {
        xxv: { moves_were_made: "XXV", the_end_waits: "reading XXV-37" },
    };
}

pub(crate) fn removal_clause(game: &Game) -> &'static str {
    REMOVED[game.terms.code].clause()
}

/// A man taken off the board otherwise than in a move.
pub(crate) fn removed_by_mistake(game: &Game, deed: &Deed, square: Square) -> Ruling {
    removed(removal_clause(game), deed, square).so(Consequence::Note(Box::new(removal(game, deed))))
}

/// A man taken off by mistake in a turn that another move has now ended: it is missing from the opponent's turn.
pub(crate) fn removed_in_his_turn(game: &Game, deed: &Deed, square: Square) -> Ruling {
    removed(removal_clause(game), deed, square).so(Consequence::Alter(Box::new(removal(game, deed))))
}

/// A man taken off in the opponent's turn.
pub(crate) fn removed_out_of_turn(game: &Game, deed: &Deed, square: Square, clause: &'static str) -> Ruling {
    let offence = Offence {
        touched: deed.touched.clone(),
        window: Window::NextTurn,
        before: Some(change::before_the_hand(game, deed.by)),
        ..entries::in_this_very_turn(game, deed.by, OffenceKind::RemovedByMistake, Vec::new())
    };
    removed(clause, deed, square).so(Consequence::Alter(Box::new(offence)))
}

fn removed(clause: &'static str, deed: &Deed, square: Square) -> Ruling {
    let text = say!(
        "{by} [has] taken the man off {square} otherwise than in a move[;]: it must be replaced"; by = deed.by, square
    );
    Ruling::silent().finding(clause, deed.by, text)
}

fn removal(game: &Game, deed: &Deed) -> Offence {
    let all = touched::all_touched(game, deed);
    entries::offence(game, deed.by, OffenceKind::RemovedByMistake, all)
}

/// A man falls, or is taken off outside a move: the game goes on without it until it is found.
pub(crate) fn dropped(game: &Game, deed: &Deed, square: Square) -> Ruling {
    let clause = DROPPED_MAN[game.terms.code].clause();
    let text = say!(
        "the man on {square} is off the board otherwise than by a move: it must be put back"; square
    );
    if game.men.get(square).is_some_and(|man| man.kind == Kind::King) {
        // Without a King nothing can be played: he is back at once.
        return Ruling::silent().finding(clause, deed.by, text);
    }
    if game.turn.altered.is_some() {
        // A second move in succession is still in question: what stood before it will be put back whole.
        return Ruling::silent()
            .finding(clause, deed.by, text)
            .so(Consequence::Perform(Box::new(deed.clone())));
    }
    let begun = !game.men.same_squares(&game.standing.men) || !game.turn.under.is_empty();
    if begun || !deed.held.is_empty() {
        // What he has begun or holds must not be lost with the man: it is back at once.
        return Ruling::silent().finding(clause, deed.by, text);
    }
    let past = game.past.len();
    let first = game
        .ledger
        .irregularities
        .iter()
        .find(|each| each.kind == OffenceKind::RemovedByMistake && each.past == past);
    let turn = first.map_or_else(|| game.standing, |first| first.turn);
    let standing = Standing::new(deed.men, game.turn_to_play(), game.movement);
    let irregularity = Irregularity {
        by: deed.by,
        kind: OffenceKind::RemovedByMistake,
        number: game.hand_moves,
        turn,
        past,
        touched: Vec::new(),
        begun: None,
        since: [0, 0],
    };
    Ruling::silent()
        .finding(clause, deed.by, text)
        .so(Consequence::StandAs(Box::new(standing)))
        .so(Consequence::Record(Box::new(irregularity)))
}

/// Whether a man is missing from the board that may be put back, in this very turn or with the move that ended the last: so
/// that nothing on the board ends the game.
pub(crate) fn a_man_is_missing(game: &Game) -> bool {
    game.ledger.irregularities.iter().any(|each| {
        each.kind == OffenceKind::RemovedByMistake
            && each.past + 1 >= game.past.len()
            && !is_left_to_others(game, each)
    })
}

/// Whether moves have been made without the man, for which the code does not provide.
fn is_left_to_others(game: &Game, removal: &Irregularity) -> bool {
    // Reading XXV-37: a move that would end the game is not yet one by which play goes on without the man.
    let moves = u32::from(legal::is_without_a_move(game));
    WITHOUT_IT.of(game).is_some() && removal.since[(!removal.by).index()] > moves
}

/// The man goes back, and with it every move made in its absence.
pub(crate) fn restore_the_man(game: &Game) -> Ruling {
    let clause = DROPPED_MAN[game.terms.code].clause();
    if let Some(altered) = &game.turn.altered
        && altered.kind == OffenceKind::RemovedByMistake
    {
        return Ruling::silent()
            .finding(clause, altered.by, "the man is put back on its square")
            .so(Consequence::Settle(altered.by))
            .so(Consequence::UndoAlteration);
    }
    let mut removals = game.ledger.irregularities.iter();
    let removed = |each: &&Irregularity| each.kind == OffenceKind::RemovedByMistake;
    let provided_for = |each: &&Irregularity| removed(each) && !is_left_to_others(game, each);
    let Some(irregularity) = removals
        .clone()
        .find(provided_for)
        .or_else(|| removals.find(removed))
    else {
        return Ruling::refuse(clause, "no man has been dropped or taken off by mistake");
    };
    let since = game.past.len() > irregularity.past;
    if is_left_to_others(game, irregularity)
        && let Some(law) = WITHOUT_IT.of(game)
    {
        let why = "moves have been made without it, for which no law provides: it is for the bystanders";
        return Ruling::refuse(law.moves_were_made, why);
    }
    let text = if since {
        "the moves made in the man's absence are retracted, and it is restored"
    } else {
        "the man is put back on its square"
    };
    let clause = match WITHOUT_IT.of(game) {
        Some(law) if irregularity.since[(!irregularity.by).index()] > 0 => law.the_end_waits.into(),
        _ => clause,
    };
    let ruling = Ruling::silent().finding(clause, irregularity.by, text);
    let begun = !game.men.same_squares(&game.standing.men) || !game.turn.under.is_empty();
    if since {
        ruling.so(entries::restore(&irregularity.turn, irregularity.past))
    } else if let Some(altered) = game
        .turn
        .altered
        .as_deref()
        .filter(|altered| is_all(game, altered))
    {
        beneath_what_was_altered(game, ruling, irregularity, altered)
    } else if begun {
        let restored = ruling.so(entries::restore(&irregularity.turn, irregularity.past));
        entries::still_bound(game, restored)
    } else {
        ruling.so(Consequence::StandAs(Box::new(irregularity.turn)))
    }
}

/// Whether the men stand otherwise than when the turn began only for what was altered out of turn.
fn is_all(game: &Game, altered: &Offence) -> bool {
    let before = altered.before.as_ref();
    before.is_none_or(|before| before.same_squares(&game.standing.men)) && game.turn.under.is_empty()
}

/// The other player has moved out of turn since: that is an offence of its own, and is put right by itself; but it goes back
/// where every move does that was made without the man, or where the man now stands in its way.
fn beneath_what_was_altered(
    game: &Game,
    ruling: Ruling,
    removal: &Irregularity,
    altered: &Offence,
) -> Ruling {
    let put_back = |ruling: Ruling| {
        let stand_as = Consequence::StandAs(Box::new(removal.turn));
        ruling.so(Consequence::UndoAlteration).so(stand_as)
    };
    let lay_over = Consequence::LayOver(Box::new(altered.clone()), game.past.len());
    let beneath = put_back(ruling.clone()).so(lay_over);
    let retracted = DROPPED_MAN[game.terms.code].value == DroppedMan::MovesRetracted;
    if !retracted && after(game, &beneath).turn.altered.is_some() {
        return beneath;
    }
    let moves = entries::of_the_alteration(game, altered);
    put_back(ruling.so(Consequence::Forget(moves)))
}

/// What a man that is pointed out to be missing comes to.
pub(crate) enum Missing {
    /// It is put back, or nothing is missing.
    Ruled(Ruling),
    /// Play went on without it: an illegality of this number.
    Illegality(u32),
}

/// A man is pointed out that fell off the board; by this number, where play went on without it.
pub(crate) fn point_out(game: &Game, number: Option<u32>) -> Missing {
    let named =
        |each: &&Irregularity| each.kind == OffenceKind::RemovedByMistake && Some(each.number) == number;
    match DROPPED_MAN[game.terms.code].value {
        DroppedMan::MovesRetracted | DroppedMan::PutBackAtOnce => Missing::Ruled(restore_the_man(game)),
        DroppedMan::PutBackOrUndone => match game.ledger.irregularities.iter().find(named) {
            Some(named) => Missing::Illegality(named.number),
            None => put_back_or_undone(game),
        },
    }
}

fn put_back_or_undone(game: &Game) -> Missing {
    let clause = removal_clause(game);
    let removed = |offence: &Offence| offence.kind == OffenceKind::RemovedByMistake;
    let altered = game.turn.altered.as_deref().is_some_and(removed);
    let off = if altered {
        game.turn.off.first().copied()
    } else {
        change::missing(game)
    };
    if let Some(off) = off {
        let put_back = if altered {
            Consequence::UndoAlteration
        } else {
            Consequence::PutBack(off.square)
        };
        let text = say!("the man is replaced on {square}"; square = off.square);
        let mut ruling = Ruling::silent().finding(clause, game.turn_to_play(), text);
        if REMOVED[game.terms.code].value == Removed::PutBack {
            // That is all that follows of it.
            let [white, black] =
                Colour::BOTH.map(|by| entries::of_this_kind(game, by, OffenceKind::RemovedByMistake));
            ruling = ruling.so(Consequence::Forget([white, black].concat()));
        }
        return Missing::Ruled(ruling.so(put_back));
    }
    let by_mistake = |each: &&Irregularity| each.kind == OffenceKind::RemovedByMistake;
    match game.ledger.irregularities.iter().find(by_mistake) {
        Some(irregularity) => Missing::Illegality(irregularity.number),
        None => Missing::Ruled(Ruling::refuse(clause, "no man has been taken off by mistake")),
    }
}

/// The man may be pointed out, where the code has it put back when it is.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    if DROPPED_MAN[game.terms.code].value == DroppedMan::PutBackOrUndone {
        return Vec::new();
    }
    let ruling = restore_the_man(game);
    let Some(finding) = ruling.findings.first().filter(|_| ruling.refused.is_none()) else {
        return Vec::new();
    };
    let right = |party| Right {
        party,
        act: Act::PointOut {
            error: Error::DroppedMan,
            number: None,
        },
        clause: finding.clause,
        text: finding.text.clone(),
    };
    vec![right(Party::White), right(Party::Black)]
}
