//! Which men has a player touched, and which moves play them?

use crate::facts::{change, legal};
use jadoube_board::{Colour, Kind, Move, Position, Square};
use jadoube_game::{Deed, Game, ManId, Standing, Touch, rook_squares};

/// Everything the player has touched in this turn, the deed and what he carries over from the opponent's turn included.
pub(crate) fn all_touched(game: &Game, deed: &Deed) -> Vec<Touch> {
    let mut all: Vec<Touch> = Vec::new();
    let standing = &game.standing.men;
    let carried = game.ledger.carried[deed.by.index()]
        .iter()
        .filter_map(|carried| touch_of(standing, carried.id));
    // What is forgiven is the touch of the player on turn.
    let (own_turn, forgiven): (_, &[ManId]) = if deed.by == game.turn_to_play() {
        (&game.turn.touched, &game.ledger.forgiven)
    } else {
        (&game.turn.touched_by_opponent, &[])
    };
    for touch in own_turn
        .iter()
        .copied()
        .chain(deed.touched.iter().copied())
        .chain(carried)
    {
        if !all.iter().any(|each| each.id == touch.id) && !forgiven.contains(&touch.id) {
            // Where it stood when the turn began is what counts.
            let square = standing.square_of(touch.id).unwrap_or(touch.square);
            all.push(Touch { square, ..touch });
        }
    }
    all
}

pub(crate) fn touch_of(men: &jadoube_game::Men, id: ManId) -> Option<Touch> {
    let square = men.square_of(id)?;
    Some(Touch {
        id,
        man: men.get(square)?,
        square,
    })
}

/// The legal moves, in a turn that began so after so many turns, that play this man: moving it if it is the player's own,
/// taking it if it is not.
pub(crate) fn moves_playing(game: &Game, (turn, past): (&Standing, usize), touch: &Touch) -> Vec<Move> {
    let position = turn.position.as_ref();
    position.map_or_else(Vec::new, |position| {
        playing(&legal::legal_at(game, turn, past), position, *touch)
    })
}

/// Whether no legal move of the present turn plays this man.
pub(crate) fn is_stuck(game: &Game, touch: &Touch) -> bool {
    game.position().is_some() && moves_playing(game, (&game.standing, game.past.len()), touch).is_empty()
}

/// Whether a move is castling with the men on these squares.
pub(crate) fn castles_with(mv: &Move, one: Square, other: Square) -> bool {
    mv.wing().is_some_and(|wing| {
        let pair = [mv.from(), rook_squares(mv.from(), wing).0];
        pair.contains(&one) && pair.contains(&other)
    })
}

/// Whether these men, and no others, have a part in the move that is begun and not complete.
pub(crate) fn belong_to_the_move_begun(game: &Game, touched: &[Touch]) -> bool {
    let (Some((moves, _)), Some(position)) = (change::begun(game), game.position()) else {
        return false;
    };
    let has_a_part = |touch: &Touch| {
        let square = game.standing.men.square_of(touch.id);
        let plays = |mv: &Move| {
            let taken = position.captured(*mv).map(|(taken, _)| taken);
            square.is_none_or(|square| moves_man(mv, square) || taken == Some(square))
        };
        moves.iter().any(plays)
    };
    touched.iter().all(has_a_part)
}

/// Whether a move moves the man on this square: as the man moved, or as the Rook in castling (reading BCC-3).
pub(crate) fn moves_man(mv: &Move, square: Square) -> bool {
    mv.from() == square
        || mv
            .wing()
            .is_some_and(|wing| rook_squares(mv.from(), wing).0 == square)
}

/// The men touched in this turn by the player on turn, these included, where they stood when it began.
pub(crate) fn touched_now(game: &Game, also: &[Touch]) -> Vec<Touch> {
    let mut all: Vec<Touch> = Vec::new();
    for touch in game.turn.touched.iter().chain(also) {
        if !all.iter().any(|each| each.id == touch.id) && !game.ledger.forgiven.contains(&touch.id) {
            let square = game.standing.men.square_of(touch.id).unwrap_or(touch.square);
            all.push(Touch { square, ..*touch });
        }
    }
    all
}

/// The same, own men and adverse men apart.
pub(crate) fn own_and_adverse(game: &Game, deed: &Deed) -> (Vec<Touch>, Vec<Touch>) {
    let all = touched_now(game, &deed.touched).into_iter();
    all.partition(|touch| touch.man.colour == deed.by)
}

/// Of these moves, those that play the man: move it if it is the player's own, take it if it is not.
pub(crate) fn playing(moves: &[Move], position: &Position, touch: Touch) -> Vec<Move> {
    let own = touch.man.colour == position.turn();
    let plays = |mv: &&Move| {
        if own {
            moves_man(mv, touch.square)
        } else {
            position
                .captured(**mv)
                .is_some_and(|(square, _)| square == touch.square)
        }
    };
    moves.iter().filter(plays).copied().collect()
}

/// Of these moves, those that play one of the men.
pub(crate) fn playing_one(moves: &[Move], position: &Position, men: &[&Touch]) -> Vec<Move> {
    let mut open: Vec<Move> = Vec::new();
    for mv in men.iter().flat_map(|touch| playing(moves, position, **touch)) {
        if !open.contains(&mv) {
            open.push(mv);
        }
    }
    open
}

/// Of these moves, the King's own; castling is none by way of penalty.
pub(crate) fn of_the_king(moves: &[Move], position: &Position) -> Vec<Move> {
    let king = position.king(position.turn());
    moves
        .iter()
        .copied()
        .filter(|mv| mv.from() == king && !mv.is_castling())
        .collect()
}

/// Of these moves, those that castle with the two men touched, who are the only ones: that is castling, not touching several
/// men.
pub(crate) fn castling_of(game: &Game, moves: &[Move], touched: &[Touch]) -> Vec<Move> {
    let [a, b] = touched else { return Vec::new() };
    let castles = |mv: &Move| castles_with(mv, a.square, b.square);
    // Nor is it castling with the other Rook, once that is begun.
    if change::begun(game).is_some_and(|(begun, _)| !begun.iter().any(castles)) {
        return Vec::new();
    }
    moves.iter().copied().filter(castles).collect()
}

/// The moves that move one of these men and take one of those (reading BCA-17).
pub(crate) fn satisfying_both(
    moves: &[Move],
    position: &Position,
    own: &[Touch],
    adverse: &[Touch],
) -> Vec<Move> {
    let plays_own = |mv: &Move| own.iter().any(|touch| moves_man(mv, touch.square));
    let took = |mv: &Move| {
        position
            .captured(*mv)
            .is_some_and(|(square, _)| adverse.iter().any(|touch| touch.square == square))
    };
    moves
        .iter()
        .copied()
        .filter(|mv| plays_own(mv) && took(mv))
        .collect()
}

/// The men touched that can be moved or taken, each with the moves that play it, and the moves that play them all.
pub(crate) struct Playable {
    /// The men, and the moves.
    pub men: Vec<(Touch, Vec<Move>)>,
    /// The moves that play them all.
    pub by_one_move: Vec<Move>,
}

impl Playable {
    /// None where no man touched can be played.
    pub(crate) fn of(game: &Game, position: &Position, touched: &[Touch]) -> Option<Self> {
        let legal = legal::legal_moves(game);
        let men: Vec<(Touch, Vec<Move>)> = touched
            .iter()
            .map(|touch| (*touch, playing(&legal, position, *touch)))
            .filter(|(_, moves)| !moves.is_empty())
            .collect();
        let (_, first) = men.first()?;
        let plays_all = |mv: &Move| men.iter().all(|(_, moves)| moves.contains(mv));
        let by_one_move = first.iter().copied().filter(plays_all).collect();
        Some(Playable { men, by_one_move })
    }
}

/// Whether an earlier move of the same turn moved or took this man.
pub(crate) fn played_before(game: &Game, touch: &Touch) -> bool {
    let (_, began) = game.turn_start();
    game.past[began..].iter().any(|earlier| {
        let square = earlier.standing.men.square_of(touch.id);
        let gone = square.is_some() && game.standing.men.square_of(touch.id).is_none();
        let moved = |mv: Move| square.is_some_and(|square| moves_man(&mv, square));
        gone || earlier.mv.is_some_and(moved)
    })
}

/// The men touched before in a turn of several moves that could then be played, and that no move of it has played since.
pub(crate) fn unplayed_before(game: &Game) -> Vec<Touch> {
    let unplayed = |(past, touch): &(usize, Touch)| {
        let standing = game.past.get(*past).map(|earlier| &earlier.standing)?;
        let could = !moves_playing(game, (standing, *past), touch).is_empty();
        let now = touch_of(&game.standing.men, touch.id)?;
        (could && !played_before(game, touch)).then_some(now)
    };
    game.turn.touched_before.iter().filter_map(unplayed).collect()
}

/// Reading FIDE-8: the King stands on the square to which he castles, and the Rook follows: these are parts of one move.
pub(crate) fn castles_in_order(game: &Game, legal: &[Move], touched: &[Touch], deed: &Deed) -> bool {
    let [king, rook] = touched else { return false };
    legal.iter().any(|mv| {
        mv.from() == king.square
            && mv
                .wing()
                .is_some_and(|wing| rook_squares(mv.from(), wing).0 == rook.square)
            && game.men.square_of(king.id) == Some(mv.to())
            && deed.touched.iter().all(|touch| touch.id == rook.id)
    })
}

/// The men touched in this turn, those of this deed among them.
pub(crate) fn so_far(game: &Game, deed: &Deed) -> Vec<Touch> {
    let mut touched = game.turn.touched.clone();
    for touch in &deed.touched {
        if !touched.iter().any(|each| each.id == touch.id) {
            touched.push(*touch);
        }
    }
    touched
}

/// The men that the player on turn has touched before his King, and no longer holds.
pub(crate) fn let_go_before_the_king(game: &Game, player: Colour) -> Vec<Touch> {
    let is_king = |touch: &Touch| touch.man.colour == player && touch.man.kind == Kind::King;
    let held = |touch: &Touch| {
        let hands = &game.turn.hands[player.index()];
        hands.iter().any(|held| held.id == touch.id)
    };
    let before = game.turn.touched.iter().take_while(|touch| !is_king(touch));
    before.filter(|touch| !held(touch)).copied().collect()
}
