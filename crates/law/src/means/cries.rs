//! What does the word "check" do, said with a move, after it, or left unsaid?

use crate::{
    facts::{checks, legal, touched},
    means::{after, entries},
    questions::check::{ANNOUNCING, Announcing, FALSE_CRY, FalseCry},
};
use jadoube_board::{Colour, Position};
use jadoube_game::{Consequence, Duty, Game, Men, OffenceKind, Ruling, Standing, Touch, Window, say};

/// Words said with a move that has just been completed.
pub(crate) fn announced(game: &Game, next: &Position, words: &str) -> Ruling {
    if !word_counts(game) || !checks::is_a_cry(words) {
        return Ruling::silent();
    }
    cried(
        game,
        game.turn_to_play(),
        next.is_check(),
        words,
        game.past.len() + 1,
    )
}

/// What is said, or not said, with an irregular move that ends a turn; `after` is what then stands.
pub(crate) fn with_an_irregular_move(game: &Game, after: &Standing, say: Option<&str>) -> Ruling {
    match (ANNOUNCING[game.terms.code].value, say) {
        (Announcing::NotNeeded, _) | (_, None) => Ruling::silent(),
        (_, Some(words)) if !checks::is_a_cry(words) => Ruling::silent(),
        (_, Some(words)) => cried(
            game,
            game.turn_to_play(),
            checks::in_check(after),
            words,
            game.past.len() + 1,
        ),
    }
}

/// What is said with a move out of turn, or after it, while it stands; `men` are those it left.
pub(crate) fn with_a_move_out_of_turn(game: &Game, by: Colour, men: &Men, say: Option<&str>) -> Ruling {
    let Some(words) = say.filter(|words| word_counts(game) && checks::is_a_cry(words)) else {
        return Ruling::silent();
    };
    if checks::in_check(&Standing::new(*men, !by, game.movement)) {
        return Ruling::simply(Consequence::AnnounceOutOfTurn(words.to_owned()));
    }
    // It is said of these men: what he gave in silence before is not announced by it.
    Ruling::simply(Consequence::CryInVain(by, words.to_owned())).and(none_given(game, by, game.past.len()))
}

/// A move completed without a word.
pub(crate) fn in_silence(game: &Game, next: &Position, ruling: Ruling) -> Ruling {
    let answer = &ANNOUNCING[game.terms.code];
    let owed = match answer.value {
        Announcing::NotNeeded => false,
        Announcing::NeededToBind | Announcing::NeededToPunish => {
            // A check that stood already is not given again.
            let king = next.king(next.turn());
            let before = game.standing.men.board().attackers(king, !next.turn());
            !game.terms.guard && !next.checkers().is_subset(before)
        }
    };
    if !owed {
        return ruling;
    }
    let by = game.turn_to_play();
    let clause = answer.clause();
    ruling.finding(clause, by, say!("{by} [gives] check without announcing it"; by))
}

/// A player cries check; `turn` is the number of turns over when his opponent's present turn began.
pub(crate) fn cried(game: &Game, by: Colour, given: bool, words: &str, turn: usize) -> Ruling {
    let ruling = Ruling::silent().so(Consequence::Announce(by, words.to_owned()));
    if given {
        ruling
    } else {
        ruling.and(none_given(game, by, turn))
    }
}

/// A check that nobody had announced is announced in the turn of him who stands in it: what he owes he owes within the moves
/// that meet it. A man that could be played until then and cannot now was touched without fault, and binds him no more.
pub(crate) fn binds_from_now_on(game: &Game, ruling: Ruling) -> Ruling {
    let (Some(position), true) = (game.position(), legal::need_not_heed(game)) else {
        return ruling;
    };
    let (were_open, are_open) = (
        legal::legal_moves(game),
        legal::legal_moves(&after(game, &ruling)),
    );
    let is_freed = |touch: &Touch| {
        let plays = |moves| !touched::playing(moves, position, *touch).is_empty();
        plays(&were_open) && !plays(&are_open)
    };
    let by = game.turn_to_play();
    let clause = ANNOUNCING[game.terms.code].clause();
    let mut ruling = ruling;
    let mut freed = touched::touched_now(game, &[]);
    freed.retain(is_freed);
    if !freed.is_empty() {
        for touch in &freed {
            let text = say!(
                "the man on {square} cannot meet the check now announced: {by} need not play it";
                square = touch.square, by
            );
            ruling = ruling.finding(clause, by, text);
        }
        ruling = ruling.so(Consequence::Forgive(freed.iter().map(|touch| touch.id).collect()));
    }
    let Some(duty) = &game.ledger.duty else {
        return ruling;
    };
    let mut moves = duty.moves.clone();
    moves.retain(|mv| are_open.contains(mv));
    if moves.is_empty() {
        if freed.is_empty() {
            let text =
                say!("nothing that was required of {by} meets the check now announced: [he] [is] free"; by);
            ruling = ruling.finding(clause, by, text);
        }
        return ruling.so(Consequence::Release);
    }
    let narrowed = Duty {
        moves,
        ..Duty::clone(duty)
    };
    ruling.so(Consequence::Bind(Box::new(narrowed)))
}

/// A cry of check was false; `turn` is the number of turns over when the turn of him who heard it began.
fn none_given(game: &Game, by: Colour, turn: usize) -> Ruling {
    let answer = &FALSE_CRY[game.terms.code];
    let clause = answer.clause();
    let ruling = Ruling::silent().finding(clause, by, say!("{by} [says] check and [gives] none"; by));
    match answer.value {
        FalseCry::MayPlayOtherwise => {
            // Remembered, so that what the adversary does because of it may be recalled.
            let mut offence = entries::offence(game, by, OffenceKind::FalseCry, Vec::new());
            offence.past = turn;
            offence.window = Window::NextTurn;
            ruling.so(Consequence::Note(Box::new(offence)))
        }
        FalseCry::TouchingEndsNoRight | FalseCry::NothingFollows => ruling,
    }
}

/// Whether saying "check", or not saying it, has any effect.
pub(crate) fn word_counts(game: &Game) -> bool {
    ANNOUNCING[game.terms.code].value != Announcing::NotNeeded
}

/// Whether the opponent cried check falsely with, or since, the move he has just made.
pub(crate) fn falsely_cried(game: &Game) -> bool {
    let in_vain = game.past.last().is_some_and(|last| last.said.is_none());
    FALSE_CRY[game.terms.code].value != FalseCry::NothingFollows
        && (in_vain || !checks::in_check(&game.standing))
        && game
            .turn
            .announced
            .as_ref()
            .is_some_and(|(by, words)| *by != game.turn_to_play() && checks::is_a_cry(words))
}
