//! A player acts with his hand in his opponent's turn.

use crate::{
    cite,
    code::{Answer, ByCode, answers, reading, says, silent},
    questions::{completing, false_move, penalties, touch},
};
use jadoube_board::{Kind, Move, Square};
use jadoube_game::{
    Act, Consequence, Deed, Event, Game, Impossible, Irregularity, OffenceKind, PastTurn, Ruling, Standing,
    Window, castling_wing, rook_squares,
};

/// What becomes of a second move in succession.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondMove {
    /// The opponent may have it annulled, and may punish it in the offender's next turn.
    AnnulAndPunish,
    /// The opponent may have it annulled, or let both moves stand.
    AnnulOrStand,
    /// It is retracted, and the man must be played at his next turn.
    RetractAndPlayTheMan,
    /// The position is put back, without penalty.
    Reinstate,
}

/// A move made in the opponent's turn.
#[rustfmt::skip]
pub static SECOND_MOVE: ByCode<Answer<SecondMove>> = answers(ByCode {
    xxv:       says(SecondMove::AnnulOrStand,         &["XIV"]),
    bca_1862:  says(SecondMove::RetractAndPlayTheMan, &["V"]),
    bcc_1896:  says(SecondMove::AnnulAndPunish,       &["II.6(d)"]),
    bcc_1899:  says(SecondMove::AnnulAndPunish,       &["II.6(d)"]),
    fide_1931: silent(SecondMove::Reinstate,          reading("FIDE-17")),
});

/// Castling begun with the Rook, which is quitted before the King is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RookFirst {
    /// The opponent may have the Rook's move count alone.
    OpponentMayHoldHimToTheRook,
    /// The Rook's move is the move.
    RookMovesAlone,
    /// Castling all the same.
    NothingSaid,
}

/// Castling begun with the Rook.
#[rustfmt::skip]
pub static ROOK_FIRST: ByCode<Answer<RookFirst>> = answers(ByCode {
    xxv:       silent(RookFirst::NothingSaid,                reading("XXV-35")),
    bca_1862:  says(RookFirst::OpponentMayHoldHimToTheRook, &["X"]),
    bcc_1896:  says(RookFirst::OpponentMayHoldHimToTheRook, &["II.5(f)"]),
    bcc_1899:  says(RookFirst::OpponentMayHoldHimToTheRook, &["II.5(f)"]),
    fide_1931: silent(RookFirst::RookMovesAlone,             reading("FIDE-7")),
});

pub(crate) fn rule_on(game: &Game, event: &Event, deed: Deed) -> Result<Ruling, Impossible> {
    let by = deed.by;
    let makes_a_move = deed.made.is_some();
    if makes_a_move
        && game.illegal.is_some()
        && false_move::FALSE_MOVE[game.terms.code].value == false_move::FalseMove::TurnGoesOn
    {
        // Reading BCC-8: the opponent moves, and play has passed the illegal move by.
        return completing::project(game, false_move::passed_by(game), event);
    }
    let mut ruling = penalties::lapse(game, &deed);
    if let Act::Promote {
        square: Some(square), ..
    } = event.act
        && let Some(later) = touch::replaces_a_token(game, by, square)
    {
        return Ok(ruling.so(Consequence::Perform(Box::new(deed))).and(later));
    }
    if let Some(castled) = castles_after_the_rook(game, &deed) {
        return Ok(ruling.and(castled));
    }
    ruling = ruling.so(Consequence::Perform(Box::new(deed.clone())));
    Ok(match event.act {
        Act::Touch { .. } => ruling.and(touch::in_the_opponents_turn(game, &deed)),
        Act::Lift { .. } | Act::Place { .. } => ruling,
        Act::Quit { .. } if !makes_a_move => {
            let touched = game.touched_by_opponent.clone();
            ruling.and(touch::in_the_opponents_turn(game, &Deed { touched, ..deed }))
        }
        Act::Remove { square, .. } => ruling.and(removed(game, &deed, square)),
        _ => ruling.and(second_move(game, &deed)),
    })
}

fn second_move(game: &Game, deed: &Deed) -> Ruling {
    match SECOND_MOVE[game.terms.code].value {
        SecondMove::AnnulAndPunish => british(game, deed),
        SecondMove::Reinstate => federation(game, deed),
        SecondMove::AnnulOrStand | SecondMove::RetractAndPlayTheMan => Ruling::silent(),
    }
}

/// `"12.ii"`, reading FIDE-17: the men are altered illegally; what stood before is reinstated when it is pointed out.
fn federation(game: &Game, deed: &Deed) -> Ruling {
    let text = format!(
        "{} has altered the men in his opponent's turn to play: the position before it must be reinstated",
        deed.by
    );
    let mut offence = touch::in_this_very_turn(game, deed.by, OffenceKind::OutOfTurn, deed.touched.clone());
    offence.made = deed.made;
    offence.window = Window::NextTurn;
    Ruling::silent()
        .finding(cite!(reading, "FIDE-17"), deed.by, text)
        .so(Consequence::Alter(Box::new(offence)))
}

/// `"II.6(d)"`: annulment at once; a penalty in the offender's next turn.
fn british(game: &Game, deed: &Deed) -> Ruling {
    let substitution = game.past.last().is_some_and(|last| change_is_legal(last, deed));
    let (kind, what) = if substitution {
        (
            OffenceKind::SubstitutedOutOfTurn,
            "has substituted a move for his own preceding move",
        )
    } else {
        (OffenceKind::OutOfTurn, "has made a move")
    };
    let text = format!("{} {what} in his opponent's turn to play", deed.by);
    let mut offence = touch::offence(game, deed.by, kind, deed.touched.clone());
    offence.turn = game.standing.clone();
    offence.past = game.past.len();
    offence.made = deed.made;
    offence.window = Window::NextTurn;
    Ruling::silent()
        .finding(cite!(bcc, "II.6(d)"), deed.by, text)
        .so(Consequence::Alter(Box::new(offence)))
}

/// Whether the men now stand as one legal move from that earlier turn would have left them.
fn change_is_legal(last: &PastTurn, deed: &Deed) -> bool {
    let Some(position) = &last.standing.position else {
        return false;
    };
    last.standing.player == deed.by
        && position
            .legal_moves()
            .iter()
            .any(|mv| position.play(*mv).board() == deed.men.board())
}

/// A man taken off in the opponent's turn.
fn removed(game: &Game, deed: &Deed, square: Square) -> Ruling {
    let text = format!(
        "{} has taken the man off {square} otherwise than in a move: it must be replaced",
        deed.by
    );
    let mut offence = touch::offence(game, deed.by, OffenceKind::RemovedByMistake, deed.touched.clone());
    offence.turn = game.standing.clone();
    offence.past = game.past.len();
    offence.window = Window::NextTurn;
    Ruling::silent()
        .finding(touch::removal_clause(game), deed.by, text)
        .so(Consequence::Alter(Box::new(offence)))
}

/// The Rook was moved and quitted as a move; now the King follows as in castling: `"II.5(f)"`, reading BCC-6.
fn castles_after_the_rook(game: &Game, deed: &Deed) -> Option<Ruling> {
    if ROOK_FIRST[game.terms.code].value != RookFirst::OpponentMayHoldHimToTheRook {
        return None;
    }
    let made = deed.made?;
    let (last, castling) = rook_move_of_castling(game, deed.by)?;
    let king = deed
        .touched
        .first()
        .map_or_else(|| deed.men.get(made.to), |touch| Some(touch.man))?;
    let wing = castling_wing(king, made.from, made.to)?;
    if castling.wing() != Some(wing)
        || !game
            .touched_by_opponent
            .iter()
            .all(|touch| touch.square == made.from)
    {
        return None;
    }
    let before = last.standing.position.as_ref()?;
    let next = before.play(castling);
    let standing = Standing {
        men: last.standing.men.after(castling, &next),
        player: game.turn_to_play(),
        position: Some(next),
    };
    let mut offence = touch::offence(game, deed.by, OffenceKind::RookFirst, deed.touched.clone());
    offence.turn = last.standing.clone();
    offence.past = game.past.len() - 1;
    let text = format!(
        "{} has moved and quitted his Rook before touching his King in castling",
        deed.by
    );
    let clause = ROOK_FIRST[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    Some(
        Ruling::silent()
            .finding(clause, deed.by, text)
            .so(Consequence::Reinterpret(castling, Box::new(standing)))
            .so(Consequence::Note(Box::new(offence))),
    )
}

/// The last move, where it was this player's Rook going beside his King as in a castling that was legal.
pub(crate) fn rook_move_of_castling(game: &Game, by: jadoube_board::Colour) -> Option<(&PastTurn, Move)> {
    let last = game.past.last()?;
    let rook_move = last.mv?;
    let before = last.standing.position.as_ref()?;
    if last.standing.player != by || before.board().get(rook_move.from())?.kind != Kind::Rook {
        return None;
    }
    let castling = before.legal_moves().iter().copied().find(|mv| {
        mv.wing()
            .is_some_and(|wing| rook_squares(mv.from(), wing) == (rook_move.from(), rook_move.to()))
    })?;
    Some((last, castling))
}

/// The player on turn moves on the board as his opponent altered it: the alteration stands until it is pointed out.
pub(crate) fn taken_as_it_stands(game: &Game) -> Ruling {
    let Some(altered) = &game.altered else {
        return Ruling::silent();
    };
    let mut ruling = Ruling::silent();
    // Reading BCC-10: a substituted move that was legal in the first instance stands.
    if altered.kind != OffenceKind::SubstitutedOutOfTurn {
        let irregularity = Irregularity {
            by: altered.by,
            kind: altered.kind,
            number: altered.number,
            turn: altered.turn.clone(),
            past: altered.past,
            since: [0, 0],
        };
        ruling = ruling.so(Consequence::Record(Box::new(irregularity)));
    }
    ruling
        .so(Consequence::Settle(altered.by))
        .so(Consequence::AcceptMen)
}
