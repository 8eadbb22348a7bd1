//! Does a check stand, was it announced, and must it be met?

use crate::questions::check::{ANNOUNCING, Announcing};
use jadoube_board::{Castling, Colour, Kind, Man, Move, Position};
use jadoube_game::{Game, Irregularity, OffenceKind, Standing, king_square, last_rank, rook_squares};

/// Whether a check that nobody announced need not be met.
pub(crate) fn may_go_unheeded(game: &Game) -> bool {
    ANNOUNCING[game.terms.code].value == Announcing::NeededToBind
}

/// Whether these words announce a check: "mate" does so too (reading BCA-30).
pub(crate) fn is_a_cry(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    let bare = words.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
    ["check", "mate", "checkmate", "check-mate", "check mate"].contains(&bare)
}

pub(crate) fn in_check(standing: &Standing) -> bool {
    standing.position.as_ref().is_some_and(Position::is_check)
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
    !may_go_unheeded(game) || was_announced(game, standing, past)
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
    .map_or(next, |after| after.with_walked(next.walked() | position.walked()))
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
pub(crate) fn without_the_check(position: &Position) -> Option<Position> {
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
    .map(|masked| masked.with_walked(position.walked()))
}

/// Where a King now in check has been so for two or more of his player's moves: the first of those turns.
pub(crate) fn in_check_for_several_moves(game: &Game) -> Option<(usize, Colour)> {
    Colour::BOTH.into_iter().find_map(|player| {
        let attacked = |standing: &Standing| {
            let board = standing.men.board();
            board
                .king(player)
                .is_some_and(|king| board.is_attacked(king, !player))
        };
        if !attacked(&game.standing) {
            return None;
        }
        let (mut count, mut first) = (0, None);
        for (at, past) in game.past.iter().enumerate().rev() {
            if past.standing.player != player {
                continue;
            }
            let after = game
                .past
                .get(at + 1)
                .map_or(&game.standing, |next| &next.standing);
            if !attacked(&past.standing) || !attacked(after) {
                break;
            }
            count += 1;
            first = Some(at);
        }
        first.filter(|_| count >= 2).map(|at| (at, player))
    })
}

/// Reading XXV-26: a silent check was passed over, and the checker's next move was made with the word; the
/// turn to go back to.
pub(crate) fn check_to_recall(game: &Game) -> Option<usize> {
    let player = game.turn_to_play();
    let turn = game.past.len().checked_sub(2)?;
    let (own, reply) = (&game.past[turn], &game.past[turn + 1]);
    let open = own.standing.player == player
        && reply.standing.player != player
        && reply.said.as_deref().is_some_and(is_a_cry)
        && in_check(&game.standing)
        && in_check(&own.standing)
        && !was_announced(game, &own.standing, turn)
        && {
            let board = reply.standing.men.board();
            board
                .king(player)
                .is_some_and(|king| board.is_attacked(king, !player))
        };
    open.then_some(turn)
}

/// The last move was made straight after a false cry of check, and the crier has not moved since.
pub(crate) fn cry_to_recall(game: &Game) -> Option<usize> {
    let crier = game.turn_to_play();
    let turn = game.past.len().checked_sub(1)?;
    let false_cry =
        game.ledger.offences.iter().any(|offence| {
            offence.kind == OffenceKind::FalseCry && offence.by == crier && offence.past == turn
        });
    (false_cry && game.past[turn].standing.player != crier).then_some(turn)
}

/// The check that the opponent has left by the move he has just made.
pub(crate) fn neglected_check(game: &Game) -> Option<&Irregularity> {
    game.ledger.irregularities.iter().find(|each| {
        each.kind == OffenceKind::NeglectedCheck
            && each.by != game.turn_to_play()
            && each.past + 1 == game.past.len()
    })
}

/// Both Kings are in check, or a Pawn stands on its last rank (reading F23-56).
pub(crate) fn is_illegal_position(game: &Game) -> bool {
    let board = game.men.board();
    let in_check = |side: Colour| {
        board
            .king(side)
            .is_some_and(|king| board.is_attacked(king, !side))
    };
    let pawn_left = |side: Colour| {
        let mut pawns = board.men(Man::new(side, Kind::Pawn)).into_iter();
        pawns.any(|square| square.rank() == last_rank(side))
    };
    Colour::BOTH.into_iter().all(in_check) || Colour::BOTH.into_iter().any(pawn_left)
}
