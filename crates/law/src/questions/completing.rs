//! When is a move complete, and what is it while it is not?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    questions::{
        check, crossings,
        false_move::{self, FALSE_MOVE, FalseMove},
        misplaced_men, moves, out_of_turn, penalties, powers, touch,
    },
    umpire,
};
use jadoube_board::{Board, Colour, Kind, Man, Move, Position};
use jadoube_game::{
    Act, Consequence, Deed, DutyView, Event, Game, How, Impossible, Men, OffBoard, Ruling, rook_squares,
};
use std::borrow::Cow;

question! {
    "When is a move complete, and what is it while it is not?";
    tables: PROMOTING, LEFT_A_PAWN, CASTLED, TRANSFERRED, PUT_UPON, TAKING, CASTLING_SQUARES;
}

law! {
    /// What a Pawn on its last rank still needs.
    pub enum Promoting {
        /// The piece, a substitute, or its name.
        PieceOrName,
        /// The piece itself, on the square.
        PieceItself,
        /// Nothing that the code describes: the player chooses.
        Choice,
    }
}
use Promoting::{Choice, PieceItself, PieceOrName};

law! {
    /// How a promotion is completed.
    pub static PROMOTING: ByCode<Answer<Promoting>> = answers(ByCode {
        xxv:       says(Choice,      &["XXI"]),
        bca_1862:  says(Choice,      &["XIII"]),
        bcc_1896:  says(PieceOrName, &["I.14B(b)", "I.11E(d)"]),
        bcc_1899:  says(PieceOrName, &["I.14B(b)", "I.11E(d)"]),
        fide_1931: says(PieceItself, &["13(d)", "8.promotion"]),
        fide_2023: says(PieceItself, &["4.7.3", "3.7.3.3"]),
    });
}

law! {
    /// What a whole move is that leaves a Pawn a Pawn on its last rank.
    pub enum LeftAPawn {
        /// Not yet complete: the piece may still follow.
        Incomplete,
        /// A move like another.
        Lawful,
        /// An illegal move; only in parts is it incomplete.
        Illegal,
    }
}

law! {
    /// A Pawn is left a Pawn.
    pub static LEFT_A_PAWN: ByCode<Answer<LeftAPawn>> = answers(ByCode {
        xxv:       silent(LeftAPawn::Incomplete, reading("XXV-29")),
        bca_1862:  says(LeftAPawn::Lawful,       &["XIII"]),
        bcc_1896:  says(LeftAPawn::Incomplete,   &["I.14B(b)"]),
        bcc_1899:  says(LeftAPawn::Incomplete,   &["I.14B(b)"]),
        fide_1931: silent(LeftAPawn::Illegal,    reading("FIDE-12")),
        fide_2023: says(LeftAPawn::Illegal,      &["7.5.2", "3.7.3.3"]),
    });
}

law! {
    /// When castling is complete.
    pub enum Castled {
        /// When both King and Rook are quitted.
        BothQuitted,
        /// When the Rook, moved after the King, is quitted.
        RookQuitted,
    }
}

law! {
    /// When castling is complete.
    pub static CASTLED: ByCode<Answer<Castled>> = answers(ByCode {
        xxv:       says(Castled::BothQuitted, &["VIII"]),
        bca_1862:  says(Castled::BothQuitted, &["X"]),
        bcc_1896:  says(Castled::BothQuitted, &["I.14B(c)"]),
        bcc_1899:  says(Castled::BothQuitted, &["I.14B(c)"]),
        fide_1931: says(Castled::RookQuitted, &["13(c)"]),
        fide_2023: says(Castled::RookQuitted, &["4.7.2"]),
    });
}

law! {
    /// When a transfer without or with a capture is complete.
    pub enum Transferred {
        /// When the man is quitted and the captured man removed.
        QuittedAndRemoved,
        /// When the man is quitted.
        Quitted,
    }
}

law! {
    /// When an ordinary move is complete.
    pub static TRANSFERRED: ByCode<Answer<Transferred>> = answers(ByCode {
        xxv:       says(Transferred::Quitted, &["VIII"]),
        bca_1862:  silent(Transferred::Quitted, reading("BCA-1")),
        bcc_1896:  says(Transferred::QuittedAndRemoved, &["I.14B(a)"]),
        bcc_1899:  says(Transferred::QuittedAndRemoved, &["I.14B(a)"]),
        fide_1931: says(Transferred::QuittedAndRemoved, &["13(a)", "13(b)"]),
        fide_2023: says(Transferred::QuittedAndRemoved, &["4.7", "4.7.1"]),
    });
}

law! {
    /// Whether a man is touched when another is put upon it and not yet let go.
    pub enum PutUpon {
        /// It is touched.
        Touched,
        /// It is not: the square where the man is let go is what counts.
        NotTouched,
    }
}

law! {
    /// A man is put upon another, and may be taken further.
    pub static PUT_UPON: ByCode<Answer<PutUpon>> = answers(ByCode {
        xxv:       says(PutUpon::NotTouched,   &["VIII"]),
        bca_1862:  says(PutUpon::NotTouched,   &["VI"]),
        bcc_1896:  says(PutUpon::Touched,      &["I.14B(a)"]),
        bcc_1899:  says(PutUpon::Touched,      &["I.14B(a)"]),
        fide_1931: silent(PutUpon::NotTouched, reading("FIDE-11")),
        fide_2023: silent(PutUpon::Touched,    reading("F23-17")),
    });
}

law! {
    /// What becomes of a man that is taken.
    pub static TAKING: Alike = alike("It is taken off within the move that takes it.", ByCode {
        xxv:       Reading("XXV-2"),
        bca_1862:  Reading("BCA-1"),
        bcc_1896:  Clauses(&["I.11E(b)"]),
        bcc_1899:  Clauses(&["I.11E(b)"]),
        fide_1931: Clauses(&["7.iv"]),
        fide_2023: Clauses(&["3.1.1"]),
    });
}

law! {
    /// Where King and Rook stand after castling.
    pub static CASTLING_SQUARES: Alike = alike("The King two squares towards the Rook, and the Rook next to him on his other side.", ByCode {
        xxv:       Reading("XXV-2"),
        bca_1862:  Reading("BCA-5"),
        bcc_1896:  Clauses(&["I.11E(f)"]),
        bcc_1899:  Clauses(&["I.11E(f)"]),
        fide_1931: Clauses(&["8.castling"]),
        fide_2023: Clauses(&["3.8.2"]),
    });
}

/// What the whole change in the men amounts to since the turn began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing has changed.
    Nothing,
    /// The change is that of a legal move.
    Legal(Move),
    /// A legal move is begun: one of these, and this is still to be done.
    Begun(Vec<Move>, Rest),
    /// No legal move makes this change.
    Irregular,
}

/// What is still to be done for a move to be complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    /// The Pawn must become a piece.
    Promote,
    /// The man taken must be removed.
    RemoveTaken,
    /// The Rook must follow the King.
    MoveRook,
    /// A man is off the board and may yet be taken.
    TakeTheRemoved,
}

/// The whole change since the turn began.
pub(crate) fn whole_change(game: &Game, men: &Men, under: &[OffBoard]) -> Change {
    let standing = &game.standing;
    if under.is_empty() && men.same_squares(&standing.men) {
        return Change::Nothing;
    }
    let Some(position) = &standing.position else {
        return Change::Irregular;
    };
    let legal = moves::legal_moves(game);
    let now = men.board();
    if under.is_empty()
        && let Some(mv) = legal
            .iter()
            .copied()
            .find(|mv| moves::play(game, position, *mv).board() == now)
    {
        if mv.remains_pawn() {
            // Whether it is to remain one has still to be said: `"XIII"`.
            let same = |each: &Move| each.from() == mv.from() && each.to() == mv.to();
            return Change::Begun(legal.into_iter().filter(same).collect(), Rest::Promote);
        }
        return Change::Legal(mv);
    }
    for rest in [
        Rest::RemoveTaken,
        Rest::Promote,
        Rest::MoveRook,
        Rest::TakeTheRemoved,
    ] {
        let begun: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| is_begun(game, position, *mv, rest, now, !under.is_empty()))
            .collect();
        if !begun.is_empty() {
            return Change::Begun(begun, rest);
        }
    }
    Change::Irregular
}

/// The men, with a Pawn counted that was taken off its last rank to make room for the piece: `"I.14B(b)"`.
pub(crate) fn with_the_pawn_replaced<'a>(
    game: &Game,
    men: &'a Men,
    off: &[OffBoard],
    by: Colour,
) -> Cow<'a, Men> {
    match jadoube_game::pawn_making_room(&game.standing.men, men, off, by) {
        Some(pawn) => {
            let mut men = men.clone();
            men.put(pawn.square, pawn.man, pawn.id, game.movement);
            Cow::Owned(men)
        }
        None => Cow::Borrowed(men),
    }
}

fn is_begun(
    game: &Game,
    position: &Position,
    mv: Move,
    rest: Rest,
    now: &Board,
    something_under: bool,
) -> bool {
    let before = position.board();
    let after = moves::play(game, position, mv);
    let mut partly = *after.board();
    let pawn = Man {
        colour: position.turn(),
        kind: Kind::Pawn,
    };
    match rest {
        Rest::RemoveTaken => {
            if let Some((square, man)) = position.captured(mv)
                && square != mv.to()
            {
                partly.set(square, Some(man));
            } else if !something_under {
                return false;
            }
            let unpromoted = {
                let mut board = partly;
                board.set(mv.to(), Some(pawn));
                mv.promotion().is_some() && &board == now
            };
            &partly == now || unpromoted
        }
        Rest::Promote => {
            partly.set(mv.to(), Some(pawn));
            mv.promotion().is_some() && &partly == now
        }
        Rest::MoveRook => {
            let Some(wing) = mv.wing() else { return false };
            let (corner, beside) = rook_squares(mv.from(), wing);
            partly.set(beside, None);
            partly.set(corner, before.get(corner));
            &partly == now && partly != *after.board()
        }
        Rest::TakeTheRemoved => {
            let Some((square, _)) = position.captured(mv) else {
                return false;
            };
            let mut partly = *before;
            partly.set(square, None);
            &partly == now
        }
    }
}

/// A move begun and not complete, for the moves still open: which, and why.
pub(crate) fn begun(game: &Game) -> Option<(Vec<Move>, DutyView)> {
    if game.turn.illegal.is_some() || game.men.same_squares(&game.standing.men) && game.turn.under.is_empty()
    {
        return None;
    }
    let held = &game.turn.hands[game.turn_to_play().index()];
    let mut let_go = game.men.clone();
    if !held.is_empty()
        && game.turn.off.is_empty()
        && game.turn.under.is_empty()
        && game.turn.tokens.is_empty()
    {
        // The hand is still on the man: another square may be chosen. What was let go before it stays where it is.
        for each in held {
            if let Some(on) = each.on
                && on != each.from
                && let Some((man, id)) = let_go.take_off(on, game.movement)
            {
                let_go.put(each.from, man, id, game.movement);
            }
        }
        if let_go.same_squares(&game.standing.men) {
            return None;
        }
    }
    let men = with_the_pawn_replaced(game, &let_go, &game.turn.off, game.turn_to_play());
    match whole_change(game, &men, &game.turn.under) {
        Change::Begun(moves, rest) if rest != Rest::TakeTheRemoved => Some((
            moves,
            DutyView {
                clause: clause_of(game, rest),
                text: rest.text().to_owned(),
            },
        )),
        _ => None,
    }
}

impl Rest {
    fn text(self) -> &'static str {
        match self {
            Rest::Promote => "the Pawn must become a piece before the move is complete",
            Rest::RemoveTaken => "the man taken must be removed before the move is complete",
            Rest::MoveRook => "the Rook must follow the King before castling is complete",
            Rest::TakeTheRemoved => "a man has been taken off the board and may yet be taken by a move",
        }
    }
}

fn clause_of(game: &Game, rest: Rest) -> &'static str {
    let code = game.terms.code;
    let authority = match rest {
        Rest::Promote => PROMOTING[code].authority,
        Rest::MoveRook => CASTLED[code].authority,
        Rest::RemoveTaken | Rest::TakeTheRemoved => TRANSFERRED[code].authority,
    };
    authority.governing().unwrap_or_default()
}

/// What must still be done, and which law of movement asks for it.
fn what_remains(game: &Game, moves: &[Move], rest: Rest, by: Colour) -> Ruling {
    let (Some(mv), Some(position)) = (moves.first(), game.position()) else {
        return Ruling::silent();
    };
    let code = game.terms.code;
    let (authority, text) = match (rest, position.captured(*mv), mv.wing()) {
        (Rest::RemoveTaken, Some((square, _)), _) if mv.is_en_passant() => (
            powers::IN_PASSING[code],
            format!("the Pawn on {square} is taken in passing and comes off"),
        ),
        (Rest::RemoveTaken, Some((square, _)), _) => (
            TAKING[code],
            format!("the man on {square} is taken and comes off"),
        ),
        (Rest::MoveRook, _, Some(wing)) => {
            let (corner, beside) = rook_squares(mv.from(), wing);
            (
                CASTLING_SQUARES[code],
                format!("the Rook goes from {corner} to {beside}"),
            )
        }
        _ => return Ruling::silent(),
    };
    Ruling::silent().finding(authority.governing().unwrap_or_default(), by, text)
}

/// A legal move is begun: what is said of it.
pub(crate) fn not_complete(game: &Game, moves: &[Move], rest: Rest, by: Colour) -> Ruling {
    let text = format!("the move is not complete: {}", rest.text());
    Ruling::silent()
        .finding(clause_of(game, rest), by, text)
        .and(what_remains(game, moves, rest, by))
}

/// A legal move in a quiet game, ruled on at little more than the cost of making it.
#[inline]
pub(crate) fn ordinary_move(game: &Game, by: Colour, act: &Act) -> Option<Ruling> {
    let Act::Move { mv, say, .. } = act else {
        return None;
    };
    if by != game.turn_to_play()
        || !game.is_quiet()
        || !game.ledger.carried[by.index()].is_empty()
        || game.sitting.pending.is_some()
    {
        return None;
    }
    let position = game.position()?;
    let mv = moves::legal_move(game, position, *mv)?;
    if game
        .ledger
        .duty
        .as_ref()
        .is_some_and(|duty| !duty.moves.contains(&mv))
    {
        return None;
    }
    let ruling = played(game, mv, say.as_deref());
    if game.ledger.offences.is_empty() {
        return Some(ruling);
    }
    Some(Ruling::silent().so(Consequence::Lapse(by)).and(ruling))
}

/// A legal move is complete: the turn passes, or the next of several moves is due.
#[inline]
pub(crate) fn played(game: &Game, mv: Move, say: Option<&str>) -> Ruling {
    if game.turn.moves_in_turn == 1 && !check::word_counts(game) {
        Ruling::simply(Consequence::Play(mv))
    } else {
        played_with_care(game, mv, say)
    }
}

/// As [`played`], where more moves are due in this turn or a word said with the move has effect.
fn played_with_care(game: &Game, mv: Move, say: Option<&str>) -> Ruling {
    let Some(position) = game.position() else {
        return Ruling::silent();
    };
    let next = moves::play(game, position, mv);
    let again = (game.turn.moves_in_turn > 1)
        .then(|| same_player_again(&next, game))
        .flatten();
    let ruling = Ruling::simply(match again {
        Some(again) => Consequence::PlayOn(mv, Box::new(again)),
        None if moves::may_be_unheeding(game, position) => Consequence::PlayUnheeding(mv, Box::new(next)),
        None => Consequence::Play(mv),
    });
    match say {
        Some(words) => ruling.and(check::announced(game, &next, words)),
        None => check::in_silence(game, &next, ruling),
    }
}

fn same_player_again(next: &Position, game: &Game) -> Option<Position> {
    Position::from_parts(
        *next.board(),
        !next.turn(),
        next.castling(),
        None,
        next.halfmove(),
        next.fullmove(),
        game.movement,
    )
    .ok()
}

/// Whether this player's last act already ended with the man let go, as when a piece is put in a Pawn's place.
pub(crate) fn has_just_let_go(game: &Game, by: Colour) -> bool {
    matches!(game.last_act.as_deref(), Some((party, Act::Promote { .. })) if party.player() == Some(by))
}

/// The hand of the player on turn did something.
pub(crate) fn in_his_turn(game: &Game, event: &Event, deed: Deed) -> Result<Ruling, Impossible> {
    match FALSE_MOVE[game.terms.code].value {
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => quitted(game, event, deed),
        FalseMove::TurnGoesOn | FalseMove::Retracted | FalseMove::PutBackOncePressed => {
            in_parts(game, event, deed)
        }
    }
}

/// Codes in which letting go ends the move, right or wrong, and touching alone may bind: `"VI"`, `"VIII"`.
fn quitted(game: &Game, event: &Event, mut deed: Deed) -> Result<Ruling, Impossible> {
    let by = deed.by;
    let makes_a_move = deed.made.is_some() || matches!(event.act, Act::Promote { .. });
    if game.turn.altered.is_some() && (makes_a_move || out_of_turn::is_accepted_by(game, &deed)) {
        return project(game, out_of_turn::taken_as_it_stands(game), event);
    }
    if matches!(event.act, Act::Place { .. }) {
        // A man set down on another touches it with no hand.
        deed.touched.clear();
    }
    let reply = penalties::reply(game, &deed);
    if reply.is_free {
        deed.touched.clear();
    }
    let mut ruling = Ruling::silent();
    if reply.lapses {
        ruling = ruling.so(Consequence::Lapse(by));
    }
    if let Act::Promote {
        square: Some(square), ..
    } = event.act
        && let Some(later) = touch::replaces_a_token(game, by, square)
    {
        return Ok(ruling.so(Consequence::Perform(Box::new(deed))).and(later));
    }
    if let Act::Remove {
        mistake: true,
        square,
    } = event.act
    {
        return Ok(ruling.and(misplaced_men::dropped(game, &deed, square)));
    }
    if !deed.held.is_empty() {
        let touches = matches!(event.act, Act::Touch { .. } | Act::Lift { .. });
        let bound = if touches && !reply.is_free {
            touch::in_his_turn(game, &deed)
        } else {
            Ruling::silent()
        };
        return Ok(ruling.so(Consequence::Perform(Box::new(deed))).and(bound));
    }
    // Whatever stands under a man let go is taken.
    deed.off.append(&mut deed.under);
    let say = match &event.act {
        Act::Move { say, .. } => say.as_deref(),
        _ => None,
    };
    let stays_pawn = matches!(event.act, Act::Promote { to: Kind::Pawn, .. })
        || matches!(event.act, Act::Move { mv, .. } if mv.becomes == Some(Kind::Pawn));
    let perform = Consequence::Perform(Box::new(deed.clone()));
    // What the opponent altered in this turn is no doing of this hand, which has only touched.
    let change = if game.turn.altered.is_some() && deed.made.is_none() {
        Change::Nothing
    } else {
        let men = with_the_pawn_replaced(game, &deed.men, &deed.off, by);
        whole_change(game, &men, &deed.under)
    };
    Ok(match change {
        Change::Nothing if reply.is_free => ruling.so(perform),
        Change::Nothing | Change::Begun(_, Rest::TakeTheRemoved) => {
            ruling.so(perform).and(touch::in_his_turn(game, &deed))
        }
        Change::Legal(mv) => ruling.so(perform).and(complete(game, &deed, mv, say)),
        Change::Begun(moves, Rest::Promote)
            if stays_pawn && let Some(mv) = moves.iter().copied().find(|mv| mv.remains_pawn()) =>
        {
            ruling.so(perform).and(complete(game, &deed, mv, say))
        }
        Change::Begun(moves, Rest::RemoveTaken) if moves.len() == 1 => {
            ruling.so(perform).and(complete(game, &deed, moves[0], say))
        }
        Change::Begun(_, rest) => ruling.so(perform).finding(
            clause_of(game, rest),
            by,
            format!("the move is not complete: {}", rest.text()),
        ),
        // A man taken off before a move that does not take it goes back; it was touched.
        Change::Irregular if let Some((mv, _)) = complete_but_for_a_removal(game, &deed) => {
            ruling.so(perform).and(complete(game, &deed, mv, say))
        }
        Change::Irregular => ruling.and(false_move::rule_on(game, event, &deed)),
    })
}

fn in_parts(game: &Game, event: &Event, mut deed: Deed) -> Result<Ruling, Impossible> {
    let by = deed.by;
    let makes_a_move = deed.made.is_some() || matches!(event.act, Act::Remove { .. } | Act::Promote { .. });
    if makes_a_move && game.turn.altered.is_some() {
        return project(game, out_of_turn::taken_as_it_stands(game), event);
    }
    if matches!(event.act, Act::Remove { mistake: true, .. })
        && touch::REMOVED[game.terms.code].value == touch::Removed::PutBack
    {
        deed.touched.clear();
    }
    let mut ruling = penalties::lapse(game, &deed);
    if let Act::Promote { how, .. } = event.act
        && how != How::Piece
        && PROMOTING[game.terms.code].value == PieceItself
    {
        let text = "the Pawn must be replaced by the piece itself before the move is complete";
        return Ok(ruling.finding(clause_of(game, Rest::Promote), by, text));
    }
    if matches!(event.act, Act::Place { .. }) && PUT_UPON[game.terms.code].value == PutUpon::NotTouched {
        deed.touched.clear();
    }
    if let Act::Promote {
        square: Some(square), ..
    } = event.act
        && let Some(later) = touch::replaces_a_token(game, by, square)
    {
        return Ok(ruling.so(Consequence::Perform(Box::new(deed))).and(later));
    }
    let holds = !deed.held.is_empty();
    ruling = ruling.so(Consequence::Perform(Box::new(deed.clone())));
    if let Act::Remove {
        mistake: true,
        square,
    } = event.act
    {
        return Ok(ruling.and(touch::removed_by_mistake(game, &deed, square)));
    }
    if holds {
        return Ok(match event.act {
            Act::Touch { .. } | Act::Lift { .. } | Act::Remove { .. } => {
                ruling.and(touch::in_his_turn(game, &deed))
            }
            _ => ruling,
        });
    }
    if game.turn.altered.is_some() {
        // Whatever stands otherwise than when the turn began is the opponent's doing: he himself has only touched.
        return Ok(ruling.and(touch::in_his_turn(game, &deed)));
    }
    let say = if let Act::Move { say, .. } = &event.act {
        say.as_deref()
    } else {
        None
    };
    let men = with_the_pawn_replaced(game, &deed.men, &deed.off, by);
    Ok(match whole_change(game, &men, &deed.under) {
        Change::Nothing => ruling.and(touch::in_his_turn(game, &deed)),
        Change::Legal(mv) => ruling.and(complete(game, &deed, mv, say)),
        Change::Begun(_, Rest::Promote) if is_left_a_pawn(game, event) => {
            ruling.and(false_move::rule_on(game, event, &deed))
        }
        Change::Begun(moves, rest) => {
            let ruling = ruling.and(not_complete(game, &moves, rest, by));
            if rest == Rest::TakeTheRemoved {
                // The man taken off has been touched with intent to take it.
                ruling.and(touch::taken_off_first(game, &deed))
            } else {
                ruling
            }
        }
        Change::Irregular if let Some((mv, square)) = complete_but_for_a_removal(game, &deed) => ruling
            .and(complete(game, &deed, mv, say))
            .so(Consequence::TakeOff(square))
            .and(touch::removed_in_his_turn(game, &deed, square)),
        Change::Irregular
            if matches!(event.act, Act::Remove { .. })
                && game.men.same_squares(&game.standing.men)
                && touch::REMOVED[game.terms.code].value == touch::Removed::PutBack =>
        {
            let text =
                format!("{by} has taken off a man that he cannot take: it is put back, and was touched");
            let touched = deed.touched.clone();
            penalties::lapse(game, &deed).and(false_move::put_back(
                game,
                &deed,
                touched,
                touch::removal_clause(game),
                text,
            ))
        }
        Change::Irregular => ruling.and(match event.act {
            Act::Remove { square, .. } if deed.made.is_none() && game.turn.illegal.is_none() => {
                touch::removed_by_mistake(game, &deed, square)
            }
            _ => false_move::rule_on(game, event, &deed),
        }),
    })
}

/// Whether a whole move was said to leave the Pawn a Pawn, and the code calls that illegal.
fn is_left_a_pawn(game: &Game, event: &Event) -> bool {
    let remains = matches!(&event.act, Act::Move { mv, .. } if mv.becomes == Some(Kind::Pawn));
    remains && LEFT_A_PAWN[game.terms.code].value == LeftAPawn::Illegal
}

/// A legal move complete, but that a man taken off before it is not the man it takes (reading BCC-7).
fn complete_but_for_a_removal(game: &Game, deed: &Deed) -> Option<(Move, jadoube_board::Square)> {
    if game.turn.illegal.is_some() {
        // What an illegal move took off is part of it: the whole change must be that of a legal move.
        return None;
    }
    if FALSE_MOVE[game.terms.code].value == FalseMove::Retracted {
        // `"12.ii"`: what was altered is reinstated as it stood before, and what was played upon it is void.
        return None;
    }
    deed.off.iter().find_map(|off| {
        let mut men = deed.men.clone();
        men.get(off.square)
            .is_none()
            .then(|| men.put(off.square, off.man, off.id, game.movement))?;
        match whole_change(game, &men, &deed.under) {
            Change::Legal(mv) => Some((mv, off.square)),
            _ => None,
        }
    })
}

/// The whole change is that of a legal move.
fn complete(game: &Game, deed: &Deed, mv: Move, say: Option<&str>) -> Ruling {
    let mut ruling = played(game, mv, say);
    if game.turn.illegal.is_some() {
        ruling = ruling.and(false_move::substituted(game, deed));
    }
    ruling = ruling.and(touch::moved_otherwise(game, deed, mv));
    if let Some(duty) = &game.ledger.duty
        && !duty.moves.contains(&mv)
    {
        ruling = ruling.and(penalties::moved_against_duty(game, duty, deed, mv));
    }
    ruling.and(out_of_turn::castled_with_the_rook_first(game, deed, mv))
}

/// A sealed move is opened: what his touching or a penalty had bound him to binds him here too.
pub(crate) fn sealed(game: &Game, by: Colour, mv: Move) -> Ruling {
    let deed = Deed {
        by,
        touched: Vec::new(),
        men: game.men.clone(),
        held: Vec::new(),
        under: Vec::new(),
        off: Vec::new(),
        made: Some(mv.into()),
        tokens: game.turn.tokens.clone(),
    };
    crossings::sealed_in_breach(game, complete(game, &deed, mv, None))
}

/// Men were put back at the opponent's word; what is left of the change may be a whole legal move.
pub(crate) fn after_putting_back(game: &Game, ruling: Ruling) -> Ruling {
    let mut after = game.clone();
    after.carry_out(&ruling);
    let Change::Legal(mv) = whole_change(&after, &after.men, &after.turn.under) else {
        return ruling;
    };
    let by = after.turn_to_play();
    if !after.turn.hands[by.index()].is_empty() {
        return ruling;
    }
    let deed = Deed {
        by,
        touched: Vec::new(),
        men: after.men.clone(),
        held: Vec::new(),
        under: Vec::new(),
        off: after.turn.off.clone(),
        made: None,
        tokens: after.turn.tokens.clone(),
    };
    ruling.and(complete(&after, &deed, mv, None))
}

/// Rules on an event as if another ruling had been carried out first, and joins the two.
pub(crate) fn project(game: &Game, first: Ruling, event: &Event) -> Result<Ruling, Impossible> {
    let mut after = game.clone();
    after.carry_out(&first);
    Ok(first.and(umpire::rule_on(&after, event)?))
}
