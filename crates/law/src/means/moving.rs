//! A move is made, or only begun: what follows, and what is said of it?

use crate::{
    facts::{
        change::{self, Rest},
        legal,
    },
    means::{after, cries, entries},
    questions::{
        completing::{
            CASTLED, CASTLING_SQUARES, LEFT_A_PAWN, LeftAPawn, PROMOTING, SHOWN_LATER, TAKING, TRANSFERRED,
        },
        powers,
    },
};
use jadoube_board::{Colour, Move, Position};
use jadoube_game::{
    Act, Consequence, Deed, Duty, DutyView, Game, HandMove, How, Ruling, Standing, rook_squares, say,
};

/// A move in a quiet game that is legal and all that is owed.
#[inline]
fn in_quiet(game: &Game, by: Colour, mv: HandMove) -> Option<Move> {
    if by != game.turn_to_play()
        || !game.is_quiet()
        || !game.ledger.carried[by.index()].is_empty()
        || game.sitting.pending.is_some()
    {
        return None;
    }
    let mv = legal::legal_move(game, game.position()?, mv)?;
    let duty = game.ledger.duty.as_ref();
    duty.is_none_or(|duty| duty.moves.contains(&mv)).then_some(mv)
}

/// A legal move in a quiet game that nothing but its being played follows from.
#[inline]
pub(crate) fn ordinary_move(game: &Game, by: Colour, mv: HandMove) -> Option<Move> {
    (is_plain(game) && game.ledger.offences.is_empty())
        .then(|| in_quiet(game, by, mv))
        .flatten()
}

/// A legal move in a quiet game, by which rights lapse, or a word said with it counts.
pub(crate) fn quiet_move(game: &Game, by: Colour, act: &Act) -> Option<Ruling> {
    let Act::Move { mv, say, .. } = act else {
        return None;
    };
    let ruling = played(game, in_quiet(game, by, *mv)?, say.as_deref());
    if game.ledger.offences.is_empty() {
        return Some(ruling);
    }
    Some(Ruling::silent().so(Consequence::Lapse(by)).and(ruling))
}

/// Whether one move ends the turn, and no word said with it counts.
fn is_plain(game: &Game) -> bool {
    game.turn.moves_in_turn == 1 && !cries::word_counts(game)
}

/// A legal move is complete: the turn passes, or the next of several moves is due.
pub(crate) fn played(game: &Game, mv: Move, say: Option<&str>) -> Ruling {
    if is_plain(game) {
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
    let next = legal::play(game, position, mv);
    let again = (game.turn.moves_in_turn > 1)
        .then(|| same_player_again(&next, game))
        .flatten();
    let ruling = Ruling::simply(match again {
        Some(again) => Consequence::PlayOn(mv, Box::new(again)),
        None if legal::may_be_unheeding(game, position) => Consequence::PlayUnheeding(mv, Box::new(next)),
        None => Consequence::Play(mv),
    });
    match say {
        Some(words) => ruling.and(cries::announced(game, &next, words)),
        None => cries::in_silence(game, &next, ruling),
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
    .map(|again| again.with_walked(next.walked()))
}

pub(crate) fn clause_of(game: &Game, rest: Rest) -> &'static str {
    let code = game.terms.code;
    let authority = match rest {
        Rest::Promote | Rest::RemovePawn => PROMOTING[code].authority,
        Rest::MoveRook => CASTLED[code].authority,
        // Where captures have a clause of their own it stands last.
        Rest::RemoveTaken | Rest::TakeTheRemoved => {
            let cited = TRANSFERRED[code].authority.cited();
            return cited.last().copied().unwrap_or_default();
        }
    };
    authority.clause()
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
            say!("the Pawn on {square} is taken in passing and comes off"; square),
        ),
        (Rest::RemoveTaken, Some((square, _)), _) => (
            TAKING[code],
            say!("the man on {square} is taken and comes off"; square),
        ),
        (Rest::MoveRook, _, Some(wing)) => {
            let (corner, beside) = rook_squares(mv.from(), wing);
            (
                CASTLING_SQUARES[code],
                say!("the Rook is to go from {corner} to {beside}"; corner, beside),
            )
        }
        _ => return Ruling::silent(),
    };
    Ruling::silent().finding(authority.clause(), by, text)
}

/// A legal move is begun: what is said of it.
pub(crate) fn not_complete(game: &Game, moves: &[Move], rest: Rest, by: Colour) -> Ruling {
    let text = say!("the move is not complete: {rest}"; rest = rest.text(game));
    Ruling::silent()
        .finding(clause_of(game, rest), by, text)
        .and(what_remains(game, moves, rest, by))
}

/// Part of a move is let go where only that move puts it: he must finish it, unless what he owed before forbids that.
pub(crate) fn let_go(
    game: &Game,
    bound: Option<&Duty>,
    mut moves: Vec<Move>,
    rest: Rest,
    by: Colour,
) -> Ruling {
    if let Some(owed) = game.ledger.duty.as_deref().or(bound) {
        moves.retain(|mv| owed.moves.contains(mv));
    }
    if moves.is_empty() {
        return Ruling::silent();
    }
    let what = match rest {
        Rest::Promote => say!("[his] Pawn on its last rank, and must make it a piece there"),
        Rest::RemovePawn => say!("the piece on the square of promotion, and must take the Pawn off"),
        Rest::MoveRook => say!("[his] King where castling puts him, and must castle"),
        Rest::RemoveTaken | Rest::TakeTheRemoved => {
            say!("[his] man where it takes another, and must take it")
        }
    };
    let text = say!("{by} [has] let go of {what}"; by, what);
    Ruling::silent().so(entries::bind(clause_of(game, rest), text, moves, false))
}

impl Rest {
    pub(crate) fn text(self, game: &Game) -> &'static str {
        match self {
            Rest::Promote if LEFT_A_PAWN[game.terms.code].value == LeftAPawn::Lawful => {
                "it must be said which piece the Pawn becomes, or that it stays a Pawn, before the move is complete"
            }
            Rest::Promote => "the Pawn must become a piece before the move is complete",
            Rest::RemovePawn => "the Pawn must be taken off before the move is complete",
            Rest::RemoveTaken => "the man taken must be removed before the move is complete",
            Rest::MoveRook => "the Rook must follow the King before castling is complete",
            Rest::TakeTheRemoved => "a man has been taken off the board and may yet be taken by a move",
        }
    }
}

/// What must be done before a move begun is complete, for the player to read.
pub(crate) fn still_due(game: &Game, rest: Rest) -> DutyView {
    DutyView {
        clause: clause_of(game, rest),
        text: rest.text(game).into(),
    }
}

/// A named or substituted man is replaced in the player's own turn. Such a touch costs nothing.
pub(crate) fn replaces_a_token(game: &Game, deed: &Deed, act: &Act) -> Option<Ruling> {
    let Act::Promote {
        to,
        square: Some(square),
        ..
    } = *act
    else {
        return None;
    };
    let by = deed.by;
    let named = game.men.get(square)?.kind;
    let id = game.men.id(square)?;
    let token = game.turn.tokens.iter().find(|token| token.id == id)?;
    let shown = match token.how {
        How::Named => "the Pawn named as a piece",
        How::Substitute | How::Piece => "the substitute",
    };
    let text = say!("{by} [replaces] {shown} on {square}"; by, shown, square);
    let clause = match SHOWN_LATER.of(game) {
        Some(law) => law.by_the_piece.into(),
        None => PROMOTING[game.terms.code].clause(),
    };
    if to != named {
        let name = named.name();
        let why = say!("the man on {square} was named a {name}: no other piece can replace it"; square, name);
        return Some(Ruling::refuse(clause, why));
    }
    let perform = Consequence::Perform(Box::new(deed.clone()));
    Some(Ruling::silent().so(perform).finding(clause, by, text))
}

/// Castling was begun with the Rook, whose move now counts alone.
pub(crate) fn rook_move_stands(game: &Game, by: Colour) -> Ruling {
    let Some(offence) = change::rook_first(game) else {
        // The King is still in his hand, and goes back from it; he is not touched out of turn besides.
        return Ruling::silent()
            .so(Consequence::EmptyHand(!by))
            .so(Consequence::DropTouches(!by));
    };
    let Some(before) = &offence.turn.position else {
        return Ruling::silent();
    };
    let Some(castling) = game.past.last().and_then(|last| last.mv) else {
        return Ruling::silent();
    };
    let Some(wing) = castling.wing() else {
        return Ruling::silent();
    };
    let (corner, beside) = rook_squares(castling.from(), wing);
    let Some(rook_move) = before.find_move(corner, beside, None) else {
        return Ruling::silent();
    };
    let next = before.play(rook_move);
    let standing = Standing::of(offence.turn.men.after(rook_move, &next), by, Some(next));
    Ruling::silent()
        .so(Consequence::Reinterpret(rook_move, Box::new(standing)))
        .so(Consequence::Settle(!by))
}

/// A castling begun with the King and not completed; also where the opponent has moved out of turn since, whose move then
/// stands until it is pointed out, as when any other move answers it.
pub(crate) fn castling_begun(game: &Game) -> Option<(Ruling, Move)> {
    let accepted = entries::taken_as_it_stands(game);
    let (moves, _) = change::begun(&after(game, &accepted))?;
    let castling = moves.into_iter().find(|mv| mv.is_castling())?;
    Some((accepted, castling))
}
