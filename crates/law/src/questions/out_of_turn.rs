//! A player acts with his hand in his opponent's turn.

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    facts::{change, legal, touched},
    means::{begins_by_agreement, entries},
};
use jadoube_board::{Colour, Kind, Move, Square};
use jadoube_game::{
    Consequence, Deed, Duty, Game, OffenceKind, Ruling, Standing, Touch, Window, castling_wing, rook_squares,
    say,
};

question! {
    "A player acts with his hand in his opponent's turn.";
    tables: SECOND_MOVE, ROOK_FIRST, BY_TURNS;
}

law! {
    /// What becomes of a second move in succession.
    pub enum SecondMove {
        /// The opponent may have it annulled, and may punish it in the offender's next turn.
        AnnulAndPunish,
        /// The opponent may have it annulled, or let both moves stand.
        AnnulOrStand,
        /// It is retracted, and the man must be played at his next turn, if it can be.
        RetractAndPlayTheMan,
        /// The position is put back, without penalty.
        Reinstate,
        /// It is no move: the position is put back; an illegal one if he presses his clock.
        NoMove,
    }
}

law! {
    /// A move made in the opponent's turn.
    pub static SECOND_MOVE: ByCode<Answer<SecondMove>> = answers(ByCode {
        xxv:       says(SecondMove::AnnulOrStand,         &["XIV"]),
        bca_1862:  says(SecondMove::RetractAndPlayTheMan, &["V"]),
        bcc_1896:  says(SecondMove::AnnulAndPunish,       &["II.6(d)"]),
        bcc_1899:  says(SecondMove::AnnulAndPunish,       &["II.6(d)"]),
        fide_1931: silent(SecondMove::Reinstate,          reading("FIDE-17")),
        fide_2023: silent(SecondMove::NoMove,             reading("F23-51")),
    });
}

law! {
    /// Castling begun with the Rook, which is quitted before the King is touched.
    pub enum RookFirst {
        /// The opponent may have the Rook's move count alone.
        OpponentMayHoldHimToTheRook,
        /// The opponent may have the Rook's move count alone, also where the Rook was only touched and let go before the King
        /// was touched.
        QuittedRookMayBeHeld,
        /// The Rook's move is the move.
        RookMovesAlone,
        /// Castling all the same.
        NothingSaid,
    }
}

law! {
    /// Castling begun with the Rook.
    pub static ROOK_FIRST: ByCode<Answer<RookFirst>> = answers(ByCode {
        xxv:       silent(RookFirst::NothingSaid,                reading("XXV-35")),
        bca_1862:  says(RookFirst::QuittedRookMayBeHeld,        &["X"]),
        bcc_1896:  says(RookFirst::OpponentMayHoldHimToTheRook, &["II.5(f)"]),
        bcc_1899:  says(RookFirst::OpponentMayHoldHimToTheRook, &["II.5(f)"]),
        fide_1931: says(RookFirst::RookMovesAlone,              &["annexe.vi"]),
        fide_2023: says(RookFirst::RookMovesAlone,              &["4.4.2"]),
    });
}

steps! {
    /// What is said besides of a move that is put back without penalty.
    pub struct ByTurns {
        /// The players move by turns, one move at a time.
        one_move_each,
    }
    pub static BY_TURNS for SECOND_MOVE: SecondMove::Reinstate = {
        fide_1931: { one_move_each: "4.iii" },
    };
}

/// A castling that is not allowed, made in its parts: the King's going ended the turn, and the Rook that follows him at
/// once belongs to it.
pub(crate) fn rook_follows_the_king(game: &Game, deed: &Deed) -> Option<Ruling> {
    let rook = deed.made?;
    let last = game.past.last().filter(|last| {
        last.standing.player == deed.by && game.turn.altered.is_none() && game.turn.touched.is_empty()
    })?;
    let king = last.made?;
    let wing = castling_wing(last.standing.men.get(king.from)?, king.from, king.to)?;
    let (corner, beside) = rook_squares(king.from, wing);
    let is_his = last
        .standing
        .men
        .get(corner)
        .is_some_and(|man| man.kind == Kind::Rook && man.colour == deed.by);
    if (rook.from, rook.to) != (corner, beside) || !is_his {
        return None;
    }
    let standing = Standing::new(deed.men, game.turn_to_play(), game.movement);
    Some(Ruling::silent().so(Consequence::Restore(Box::new(standing), game.past.len())))
}

/// A move made in the opponent's turn: it stands on the board until it is taken back, or answered.
pub(crate) fn second_in_succession(game: &Game, mut deed: Deed) -> Ruling {
    let by = deed.by;
    let answer = &SECOND_MOVE[game.terms.code];
    let clause = answer.clause();
    // A man under the other player's hand is his affair.
    let his = |square: Square| {
        let hand = &game.turn.hands[(!by).index()];
        hand.iter().any(|held| held.on == Some(square))
    };
    let (under, taken): (Vec<_>, Vec<_>) = deed.under.drain(..).partition(|under| his(under.square));
    deed.under = under;
    deed.off.extend(taken);
    let kings = |men: &jadoube_game::Men| men.board().kind(Kind::King).count();
    if kings(&deed.men) < kings(&game.men) {
        let text = say!(
            "{by} would take a King out of [his] turn, who is never taken[;]: the men are put back"; by
        );
        return Ruling::silent()
            .finding(clause, by, text)
            .so(Consequence::CountMove);
    }
    let text = say!("{by} [has] made a move when it was not [his] turn to play"; by);
    let mut offence = entries::offence(game, by, OffenceKind::OutOfTurn, deed.touched.clone());
    offence.turn = game.standing;
    offence.past = game.past.len();
    offence.made = deed.made;
    offence.before = Some(change::before_the_hand(game, by));
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Perform(Box::new(deed)))
        .so(Consequence::Alter(Box::new(offence)))
}

/// Whether touching a man takes the board as the adversary's second move left it: `"XXIV"`.
pub(crate) fn is_accepted_by(game: &Game, deed: &Deed) -> bool {
    SECOND_MOVE[game.terms.code].value == SecondMove::AnnulOrStand && !deed.touched.is_empty()
}

/// The man wrongly moved before must now be played, if it legally can; a King so played does not castle (reading BCA-15).
#[cold]
pub(crate) fn play_the_man(game: &Game) -> Option<Ruling> {
    let answer = &SECOND_MOVE[game.terms.code];
    if answer.value != SecondMove::RetractAndPlayTheMan {
        return None;
    }
    let player = game.turn_to_play();
    let clause = answer.clause();
    let square = game.ledger.carried[player.index()]
        .iter()
        .find_map(|carried| game.standing.men.square_of(carried.id))?;
    let moves: Vec<Move> = legal::legal_moves(game)
        .into_iter()
        .filter(|mv| mv.from() == square && !mv.is_castling())
        .collect();
    if moves.is_empty() {
        let text = say!(
            "the man on {square}, moved out of turn before, cannot now be played: {player} [is] free"; square, player
        );
        return Some(Ruling::silent().finding(clause, player, text));
    }
    let text = say!("{player} must play the man on {square}, which [he] moved out of turn"; player, square);
    let duty = Duty {
        clause,
        text: text.clone(),
        moves,
        exacted: true,
    };
    Some(
        Ruling::silent()
            .finding(clause, player, text)
            .so(Consequence::Bind(Box::new(duty))),
    )
}

/// `"X"`: a Rook touched and let go before the King was touched, and then castling.
pub(crate) fn castled_with_the_rook_first(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    let answer = &ROOK_FIRST[game.terms.code];
    let begun_so = entries::of_this_kind(game, deed.by, OffenceKind::RookFirst);
    let ruling = if begun_so.is_empty() {
        Ruling::silent()
    } else {
        Ruling::silent().so(Consequence::Forget(begun_so.clone()))
    };
    let Some(corner) = rook_let_go_first(game, deed.by, mv) else {
        return ruling;
    };
    let offence = entries::offence(game, deed.by, OffenceKind::RookFirst, deed.touched.clone());
    let clause = answer.clause();
    let text = say!(
        "{by} touched and quitted [his] Rook before touching [his] King in castling"; by = deed.by
    );
    let ruling = ruling
        .finding(clause, deed.by, text)
        .so(Consequence::Note(Box::new(offence)));
    let castled = |touch: &Touch| [mv.from(), corner].contains(&touch.square);
    if !touched::touched_now(game, &[]).iter().all(castled) {
        // For a man that he touched beside these two he answers as well.
        return ruling;
    }
    let several = entries::of_this_kind(game, deed.by, OffenceKind::TouchedSeveral);
    ruling.so(Consequence::Forget(several))
}

/// The corner of the Rook that he has let go before he touched his King, where his opponent may hold him to it if he castles so:
/// not where that was let pass.
fn rook_let_go_first(game: &Game, by: Colour, mv: Move) -> Option<Square> {
    let held_to_it = ROOK_FIRST[game.terms.code].value == RookFirst::QuittedRookMayBeHeld;
    let corner = rook_squares(mv.from(), mv.wing().filter(|_| held_to_it)?).0;
    let is_it = |touch: &Touch| touch.square == corner;
    let noted = game.ledger.offences.iter().any(|offence| {
        offence.by == by && offence.kind == OffenceKind::RookFirst && offence.touched.iter().any(is_it)
    });
    let king_touched = game.turn.touched.iter().any(|touch| touch.square == mv.from());
    let let_go = || touched::let_go_before_the_king(game, by).iter().any(is_it);
    (noted || !king_touched && let_go()).then_some(corner)
}

/// Castling is not open without offence to one who has touched his Rook and let it go before his King.
pub(crate) fn without_castling_after_the_rook(game: &Game, moves: &mut Vec<Move>) {
    let castles = |mv: &Move| rook_let_go_first(game, game.turn_to_play(), *mv).is_some();
    if !moves.iter().all(castles) {
        moves.retain(|mv| !castles(mv));
    }
}

pub(crate) fn second_move(game: &Game, deed: &Deed, who_begins: &'static str) -> Ruling {
    let answer = &SECOND_MOVE[game.terms.code];
    let clause = answer.clause();
    match answer.value {
        SecondMove::AnnulAndPunish => annulled_and_punished(game, deed, clause),
        SecondMove::Reinstate => reinstated(game, deed, clause, who_begins),
        SecondMove::NoMove => Ruling::refuse(
            clause,
            say!("[the opponent] [has] the move: the position is put back"),
        ),
        SecondMove::AnnulOrStand | SecondMove::RetractAndPlayTheMan => Ruling::silent(),
    }
}

/// The men are altered illegally; what stood before is reinstated when it is pointed out.
fn reinstated(game: &Game, deed: &Deed, clause: &'static str, who_begins: &'static str) -> Ruling {
    let text = say!(
        "{by} [has] altered the men in [his opponent's] turn to play[;]: the position before it must be reinstated";
        by = deed.by
    );
    let mut offence = entries::in_this_very_turn(game, deed.by, OffenceKind::OutOfTurn, deed.touched.clone());
    offence.made = deed.made;
    offence.window = Window::NextTurn;
    offence.before = Some(change::before_the_hand(game, deed.by));
    let castles = deed.made.is_some_and(|made| {
        let man = game.men.get(made.from);
        man.is_some_and(|man| castling_wing(man, made.from, made.to).is_some())
    }) && change::rook_move_of_castling(game, deed.by).is_some();
    let turns = if castles {
        let why = "castling begins with the King: the Rook's move stands alone";
        Ruling::silent().finding(ROOK_FIRST[game.terms.code].clause(), deed.by, why)
    } else {
        BY_TURNS.ruling(game, |law| {
            let why = "the players move by turns, one move at a time";
            Ruling::silent().finding(law.one_move_each, deed.by, why)
        })
    };
    let agreed = begins_by_agreement(&game.terms).is_some();
    let turns = if game.past.is_empty() && game.hand_moves == 0 && !agreed {
        let who = say!("{opponent} [has] the first move"; opponent = !deed.by);
        turns.finding(who_begins, !deed.by, who)
    } else {
        turns
    };
    turns
        .finding(clause, deed.by, text)
        .so(Consequence::Alter(Box::new(offence)))
}

/// Annulment at once; a penalty in the offender's next turn.
fn annulled_and_punished(game: &Game, deed: &Deed, clause: &'static str) -> Ruling {
    let (kind, what) = if instead_of(game, deed).is_some() {
        (
            OffenceKind::SubstitutedOutOfTurn,
            say!("[has] substituted a move for [his] own preceding move"),
        )
    } else {
        (OffenceKind::OutOfTurn, say!("[has] made a move"))
    };
    if let Some(changed) = changed_by_consent(game, deed, clause) {
        return changed;
    }
    let text = say!("{by} {what} in [his opponent's] turn to play"; by = deed.by, what);
    let mut offence = entries::offence(game, deed.by, kind, deed.touched.clone());
    offence.turn = game.standing;
    offence.past = game.past.len();
    offence.made = deed.made;
    offence.window = Window::NextTurn;
    offence.before = Some(change::before_the_hand(game, deed.by));
    Ruling::silent()
        .finding(clause, deed.by, text)
        .so(Consequence::Alter(Box::new(offence)))
}

/// The legal move of the last turn that would have left the men as they now stand.
fn instead_of(game: &Game, deed: &Deed) -> Option<Move> {
    let last = game.past.last()?;
    let position = last
        .standing
        .position
        .as_ref()
        .filter(|_| last.standing.player == deed.by)?;
    let legal = legal::legal_at(game, &last.standing, game.past.len() - 1);
    legal
        .into_iter()
        .find(|mv| position.play(*mv).board() == deed.men.board())
}

/// The opponent, whose turn it is, has consented that the last move be changed.
fn changed_by_consent(game: &Game, deed: &Deed, clause: &'static str) -> Option<Ruling> {
    let consents = &game.ledger.consents[game.turn_to_play().index()];
    let last = game
        .past
        .last()
        .filter(|_| consents.iter().any(|what| what == "substitute"))?;
    let mv = instead_of(game, deed)?;
    let next = last.standing.position.as_ref()?.play(mv);
    let standing = Standing::of(
        last.standing.men.after(mv, &next),
        game.turn_to_play(),
        Some(next),
    );
    let text = say!("{by} [has] changed [his] move with [his opponent's] consent"; by = deed.by);
    Some(
        Ruling::silent()
            .finding(clause, deed.by, text)
            .so(Consequence::CountMove)
            .so(Consequence::Reinterpret(mv, Box::new(standing))),
    )
}

/// The Rook was moved and quitted as a move; now the King follows as in castling: `"II.5(f)"`, reading BCC-6.
pub(crate) fn castles_after_the_rook(game: &Game, deed: &Deed) -> Option<Ruling> {
    // Once the opponent has touched a man the Rook's move is past: the King's is another, out of turn.
    if ROOK_FIRST[game.terms.code].value == RookFirst::RookMovesAlone || !game.turn.touched.is_empty() {
        return None;
    }
    let made = deed.made?;
    let (last, castling) = change::rook_move_of_castling(game, deed.by)?;
    let king = deed
        .touched
        .first()
        .map_or_else(|| deed.men.get(made.to), |touch| Some(touch.man))?;
    let wing = castling_wing(king, made.from, made.to)?;
    if castling.wing() != Some(wing)
        || !game
            .turn
            .touched_by_opponent
            .iter()
            .all(|touch| touch.square == made.from)
    {
        return None;
    }
    let before = last.standing.position.as_ref()?;
    let next = before.play(castling);
    let standing = Standing::of(
        last.standing.men.after(castling, &next),
        game.turn_to_play(),
        Some(next),
    );
    let ruling = Ruling::silent().so(Consequence::Reinterpret(castling, Box::new(standing)));
    let answer = &ROOK_FIRST[game.terms.code];
    if answer.value == RookFirst::NothingSaid {
        return Some(ruling);
    }
    let mut offence = entries::offence(game, deed.by, OffenceKind::RookFirst, deed.touched.clone());
    offence.turn = last.standing;
    offence.past = game.past.len() - 1;
    let text = say!(
        "{by} [has] moved and quitted [his] Rook before touching [his] King in castling"; by = deed.by
    );
    let clause = answer.clause();
    Some(
        ruling
            .finding(clause, deed.by, text)
            .so(Consequence::Note(Box::new(offence))),
    )
}
