//! "Check" is said, or not said: does it matter?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    means,
    questions::conduct,
};
use jadoube_board::{Castling, Colour, Kind, Man, Move, Position};
use jadoube_game::{
    Consequence, Event, Game, OffenceKind, Ruling, Standing, Window, king_square, rook_squares,
};

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
        /// He who touched a man because of it keeps his right to a penalty.
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
        bcc_1896:  silent(FalseCry::NothingFollows,      reading("BCC-23")),
        bcc_1899:  silent(FalseCry::NothingFollows,      reading("BCC-23")),
        fide_1931: says(FalseCry::NothingFollows,        &["10.ii"]),
        fide_2023: says(FalseCry::NothingFollows,        &["11.5"]),
    });
}

/// Words said aloud.
pub(crate) fn said(game: &Game, event: &Event, words: &str) -> Ruling {
    let Some(by) = event.by.player() else {
        return conduct::spoken(game, event, words);
    };
    match ANNOUNCING[game.terms.code].value {
        Announcing::NotNeeded => conduct::spoken(game, event, words),
        // A word in one's own turn says nothing of the opponent's King.
        _ if !is_a_cry(words) || by == game.turn_to_play() => Ruling::silent(),
        // Reading XXV-24: a mate counts from the word.
        Announcing::NeededToPunish | Announcing::NeededToBind => {
            cried(game, by, in_check(&game.standing), words, game.past.len())
        }
    }
}

/// Whether saying "check", or not saying it, has any effect.
pub(crate) fn word_counts(game: &Game) -> bool {
    ANNOUNCING[game.terms.code].value != Announcing::NotNeeded
}

/// Words said with a move that has just been completed.
pub(crate) fn announced(game: &Game, next: &Position, words: &str) -> Ruling {
    if !word_counts(game) || !is_a_cry(words) {
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
        (_, Some(words)) if !is_a_cry(words) => Ruling::silent(),
        (_, Some(words)) => cried(
            game,
            game.turn_to_play(),
            in_check(after),
            words,
            game.past.len() + 1,
        ),
    }
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
    let clause = answer.authority.governing().unwrap_or_default();
    ruling.finding(clause, by, format!("{by} gives check without announcing it"))
}

/// Whether these words announce a check: "mate" does so too (reading BCA-30).
pub(crate) fn is_a_cry(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    let bare = words.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
    ["check", "mate", "checkmate", "check-mate", "check mate"].contains(&bare)
}

/// A player cries check; `turn` is the number of turns over when his opponent's present turn began.
fn cried(game: &Game, by: Colour, given: bool, words: &str, turn: usize) -> Ruling {
    let ruling = Ruling::silent().so(Consequence::Announce(by, words.to_owned()));
    if given {
        return ruling;
    }
    let answer = &FALSE_CRY[game.terms.code];
    let clause = answer.authority.governing().unwrap_or_default();
    let ruling = ruling.finding(clause, by, format!("{by} says check and gives none"));
    match answer.value {
        FalseCry::MayPlayOtherwise => {
            // Remembered, so that what the adversary does because of it may be recalled.
            let mut offence = means::offence(game, by, OffenceKind::FalseCry, Vec::new());
            offence.past = turn;
            offence.window = Window::NextTurn;
            ruling.so(Consequence::Note(Box::new(offence)))
        }
        FalseCry::TouchingEndsNoRight | FalseCry::NothingFollows => ruling,
    }
}

pub(crate) fn in_check(standing: &Standing) -> bool {
    standing.position.as_ref().is_some_and(Position::is_check)
}

/// Whether the opponent cried check falsely with, or since, the move he has just made.
pub(crate) fn falsely_cried(game: &Game) -> bool {
    FALSE_CRY[game.terms.code].value != FalseCry::NothingFollows
        && !in_check(&game.standing)
        && game
            .turn
            .announced
            .as_ref()
            .is_some_and(|(by, words)| *by != game.turn_to_play() && is_a_cry(words))
}

/// Whether the check that stood at that turn had been announced.
pub(crate) fn was_announced(game: &Game, standing: &Standing, past: usize) -> bool {
    if game.terms.guard {
        return true;
    }
    let mut turn = past;
    loop {
        let Some(before) = turn.checked_sub(1) else {
            return past == 0
                && game
                    .turn
                    .announced
                    .as_ref()
                    .is_some_and(|(by, words)| *by != standing.player && is_a_cry(words));
        };
        let said = game
            .past
            .get(before)
            .filter(|last| last.standing.player != standing.player)
            .and_then(|last| last.said.as_deref());
        if said.is_some_and(is_a_cry) {
            return true;
        }
        // The same check may have been announced before, and let pass.
        let earlier = before.checked_sub(1).and_then(|at| game.past.get(at));
        match earlier {
            Some(earlier) if earlier.standing.player == standing.player && in_check(&earlier.standing) => {
                turn = before - 1;
            }
            _ => return false,
        }
    }
}

/// Whether the player to move at that turn had to meet the check on his King.
pub(crate) fn binds(game: &Game, standing: &Standing, past: usize) -> bool {
    match ANNOUNCING[game.terms.code].value {
        Announcing::NotNeeded | Announcing::NeededToPunish => true,
        Announcing::NeededToBind => was_announced(game, standing, past),
    }
}

/// The moves of a player who need not heed the check on his King: any that meets it, and any that exposes him to no
/// other (reading XXV-23).
pub(crate) fn heedless_moves(position: &Position) -> Vec<Move> {
    let king = position.king(position.turn());
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    if let Some(masked) = without_the_check(position) {
        for mv in masked.legal_moves().iter().filter(|mv| mv.from() != king) {
            if !moves.contains(mv) {
                moves.push(*mv);
            }
        }
    }
    moves
}

/// The position after such a move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    if position.is_legal(mv) {
        return position.play(mv);
    }
    let Some(masked) = without_the_check(position).filter(|masked| masked.is_legal(mv)) else {
        return *position;
    };
    let next = masked.play(mv);
    let mut board = *next.board();
    let taken = masked.captured(mv).map(|(square, _)| square);
    for square in position.checkers() {
        if taken != Some(square) {
            board.set(square, position.board().get(square));
        }
    }
    let mut castling = Castling::NONE;
    for (colour, wing) in position.castling().iter() {
        let corner = rook_squares(king_square(colour), wing).0;
        if corner != mv.from() && corner != mv.to() {
            castling = castling.with(colour, wing);
        }
    }
    Position::from_parts(
        board,
        next.turn(),
        castling,
        next.en_passant(),
        next.halfmove(),
        next.fullmove(),
        position.movement(),
    )
    .unwrap_or(next)
}

/// The position in which a move that was made can be written down: one that heeded no check is written as if there were
/// none.
pub(crate) fn as_written(position: &Position, mv: Move) -> Option<Position> {
    if !position.is_check() || position.is_legal(mv) {
        return Some(*position);
    }
    without_the_check(position).filter(|masked| masked.is_legal(mv))
}

/// The same position with each checking man replaced by one of its colour that gives no check from there.
fn without_the_check(position: &Position) -> Option<Position> {
    let player = position.turn();
    let king = position.king(player);
    let mut board = *position.board();
    for square in position.checkers() {
        let man = board.get(square)?;
        if man.kind == Kind::King {
            return None;
        }
        let harmless = [Kind::Bishop, Kind::Rook, Kind::Knight]
            .into_iter()
            .find(|kind| {
                let mut tried = board;
                tried.set(square, Some(Man::new(man.colour, *kind)));
                !tried.attackers(king, man.colour).contains(square)
            })?;
        board.set(square, Some(Man::new(man.colour, harmless)));
    }
    Position::from_parts(
        board,
        player,
        Castling::NONE,
        position.en_passant().filter(|passed| {
            // The Pawn that passed may itself be the one giving check.
            let up = if player == Colour::White { -1 } else { 1 };
            passed
                .offset(0, up)
                .is_none_or(|pawn| !position.checkers().contains(pawn))
        }),
        position.halfmove(),
        position.fullmove(),
        position.movement(),
    )
    .ok()
}
