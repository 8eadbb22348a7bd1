//! A player touches a man: what must he, or may he be made to, do?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, Clause, alike, answers, reading, says, silent,
    },
    means,
    questions::{completing, moves, out_of_turn},
};
use jadoube_board::{Colour, Move, Position, Square};
use jadoube_game::{
    Consequence, Deed, Duty, DutyView, Game, How, Irregularity, Offence, OffenceKind, Ruling, Standing,
    Touch, Window,
};

question! {
    "A player touches a man: what must he, or may he be made to, do?";
    tables: TOUCHED_MOVEABLE, TOUCHED_IMMOVEABLE, TOUCHED_OUT_OF_TURN, BY_ACCIDENT, REMOVED;
    "Touched men must be moved or taken; of several the opponent selects; the King is the last resort." => bca_1862 "VI";
    "A touched man of his own must be moved." => xxv "VII", fide_1931 "15(a)";
    "A touched man that is pinned: the adversary may make him move his King." => xxv "XVII";
    "A touched adverse man: the adversary may have it taken, or the King moved." => xxv "IX";
    "A touched adverse man must be taken." => fide_1931 "15(b)";
    "One man of each colour touched: the one takes the other, or the opponent names the duty." => fide_1931 "15(c)";
    "Several of his own touched: the opponent names one." => fide_1931 "15(d)";
    "Several adverse men touched: the opponent names one." => fide_1931 "15(e)";
    "A man touched that cannot be played gives a penalty at once." => bcc "II.5(b)";
    "A man touched that can be played gives a penalty when another is played." => bcc "II.5(c)";
    "A man touched in the opponent's turn may count in his own next turn." => bcc "II.5(e)";
    "A man put in place of a promoted Pawn costs nothing to touch." => bcc "II.4(a)";
}

law! {
    /// What follows when a player, in his own turn, touches a man of his own that can move.
    pub enum TouchedMoveable {
        /// He must move it, from that moment.
        MustMoveIt,
        /// Nothing, unless he moves otherwise: then he may be put back and made to move it.
        PenaltyIfHeMovesOtherwise,
    }
}
use TouchedMoveable::{MustMoveIt, PenaltyIfHeMovesOtherwise};

law! {
    /// A man that can be moved (or an adverse man that can be taken) is touched.
    pub static TOUCHED_MOVEABLE: ByCode<Answer<TouchedMoveable>> = answers(ByCode {
        xxv:       says(MustMoveIt,                &["VII"]),
        bca_1862:  says(MustMoveIt,                &["VI"]),
        bcc_1896:  says(PenaltyIfHeMovesOtherwise, &["II.5(c)"]),
        bcc_1899:  says(PenaltyIfHeMovesOtherwise, &["II.5(c)"]),
        fide_1931: says(MustMoveIt,                &["15(a)"]),
        fide_2023: says(MustMoveIt,                &["4.3.1"]),
    });
}

law! {
    /// What follows when the man touched cannot be moved or taken.
    pub enum TouchedImmoveable {
        /// The opponent may make him move his King, or else a man the opponent selects.
        PenaltyC,
        /// He must move his King, if the King can move.
        MustMoveKing,
        /// The opponent may make him move his King where the man is pinned; a man merely blocked costs nothing.
        KingIfPinned,
        /// Nothing.
        NoPenalty,
    }
}

law! {
    /// A man that cannot be moved (or taken) is touched.
    pub static TOUCHED_IMMOVEABLE: ByCode<Answer<TouchedImmoveable>> = answers(ByCode {
        xxv:       says(TouchedImmoveable::KingIfPinned, &["XVII"]),
        bca_1862:  says(TouchedImmoveable::MustMoveKing, &["VI"]),
        bcc_1896:  says(TouchedImmoveable::PenaltyC,     &["II.5(b)"]),
        bcc_1899:  says(TouchedImmoveable::PenaltyC,     &["II.5(b)"]),
        fide_1931: says(TouchedImmoveable::NoPenalty,    &["15(c)"]),
        fide_2023: says(TouchedImmoveable::NoPenalty,    &["4.5"]),
    });
}

law! {
    /// What follows when a man is touched in the opponent's turn.
    pub enum TouchedOutOfTurn {
        /// It may count as touched in his own next turn.
        CountsInHisNextTurn,
        /// It is forbidden, and nothing follows.
        NothingFollows,
    }
}

law! {
    /// A man is touched in the opponent's turn.
    pub static TOUCHED_OUT_OF_TURN: ByCode<Answer<TouchedOutOfTurn>> = answers(ByCode {
        xxv:       silent(TouchedOutOfTurn::NothingFollows,   reading("XXV-35")),
        bca_1862:  silent(TouchedOutOfTurn::NothingFollows,   reading("BCA-20")),
        bcc_1896:  says(TouchedOutOfTurn::CountsInHisNextTurn, &["II.5(e)"]),
        bcc_1899:  says(TouchedOutOfTurn::CountsInHisNextTurn, &["II.5(e)"]),
        fide_1931: says(TouchedOutOfTurn::NothingFollows,     &["15(a)"]),
        fide_2023: silent(TouchedOutOfTurn::NothingFollows,   reading("F23-13")),
    });
}

law! {
    /// A touch that was not on purpose.
    pub static BY_ACCIDENT: Alike = alike("Nothing follows.", ByCode {
        xxv:       Reading("XXV-10"),
        bca_1862:  Clauses(&["VI"]),
        bcc_1896:  Clauses(&["II.5.note"]),
        bcc_1899:  Clauses(&["II.5.note"]),
        fide_1931: Reading("FIDE-4"),
        fide_2023: Clauses(&["4.2.2"]),
    });
}

pub(crate) fn by_accident(game: &Game, by: Colour) -> Ruling {
    let clause = BY_ACCIDENT[game.terms.code].governing().unwrap_or_default();
    Ruling::silent().finding(clause, by, "the man was touched by accident: nothing follows")
}

/// Everything the player has touched in this turn, the deed and what he carries over from the opponent's turn included.
pub(crate) fn all_touched(game: &Game, deed: &Deed) -> Vec<Touch> {
    let mut all: Vec<Touch> = Vec::new();
    let standing = &game.standing.men;
    let carried = game.ledger.carried[deed.by.index()]
        .iter()
        .filter_map(|carried| means::touch_of(standing, carried.id));
    let own_turn = if deed.by == game.turn_to_play() {
        &game.turn.touched
    } else {
        &game.turn.touched_by_opponent
    };
    for touch in own_turn
        .iter()
        .copied()
        .chain(deed.touched.iter().copied())
        .chain(carried)
    {
        if !all.iter().any(|each| each.id == touch.id) && !game.ledger.forgiven.contains(&touch.id) {
            // Where it stood when the turn began is what counts.
            let square = standing.square_of(touch.id).unwrap_or(touch.square);
            all.push(Touch { square, ..touch });
        }
    }
    all
}

/// The legal moves that play this man: moving it if it is the player's own, taking it if it is not.
pub(crate) fn moves_playing(position: &Position, touch: &Touch) -> Vec<Move> {
    let player = position.turn();
    let legal = position.legal_moves();
    if touch.man.colour == player {
        legal
            .iter()
            .copied()
            .filter(|mv| moves_man(mv, touch.square))
            .collect()
    } else {
        legal
            .iter()
            .copied()
            .filter(|mv| {
                position
                    .captured(*mv)
                    .is_some_and(|(square, _)| square == touch.square)
            })
            .collect()
    }
}

/// Whether a move moves the man on this square: as the man moved, or as the Rook in castling (reading BCC-3).
fn moves_man(mv: &Move, square: Square) -> bool {
    mv.from() == square
        || mv
            .wing()
            .is_some_and(|wing| jadoube_game::rook_squares(mv.from(), wing).0 == square)
}

/// The player on turn has touched a man and left it on its square (or holds it there).
pub(crate) fn in_his_turn(game: &Game, deed: &Deed) -> Ruling {
    match TOUCHED_IMMOVEABLE[game.terms.code].value {
        TouchedImmoveable::PenaltyC => british(game, deed),
        TouchedImmoveable::MustMoveKing => association(game, deed),
        TouchedImmoveable::KingIfPinned => twenty_five(game, deed),
        TouchedImmoveable::NoPenalty => federation(game, deed),
    }
}

/// The men touched in this turn by the player on turn, these included, where they stood when it began.
fn touched_now(game: &Game, also: &[Touch]) -> Vec<Touch> {
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
fn own_and_adverse(game: &Game, deed: &Deed) -> (Vec<Touch>, Vec<Touch>) {
    let all = touched_now(game, &deed.touched).into_iter();
    all.partition(|touch| touch.man.colour == deed.by)
}

/// The position, and the men touched in it, his own and adverse, that may bind a player who is not yet bound.
fn binding_anew<'a>(game: &'a Game, deed: &Deed) -> Option<(&'a Position, Vec<Touch>, Vec<Touch>)> {
    let position = game.position()?;
    let (own, adverse) = own_and_adverse(game, deed);
    let bound = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted);
    // The Rook that follows the King belongs to a move already begun.
    if bound || own.is_empty() && adverse.is_empty() || completing::begun(game).is_some() {
        return None;
    }
    Some((position, own, adverse))
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

/// Of these moves, the King's own; castling is none by way of penalty.
pub(crate) fn of_the_king(moves: &[Move], position: &Position) -> Vec<Move> {
    let king = position.king(position.turn());
    moves
        .iter()
        .copied()
        .filter(|mv| mv.from() == king && !mv.is_castling())
        .collect()
}

/// King and Rook touched, and nothing else, where they may castle: that is castling, not touching several men.
fn is_castling_pair(moves: &[Move], own: &[Touch], adverse: &[Touch]) -> bool {
    let [a, b] = own else { return false };
    adverse.is_empty()
        && moves.iter().any(|mv| {
            mv.wing().is_some_and(|wing| {
                let pair = [mv.from(), jadoube_game::rook_squares(mv.from(), wing).0];
                pair.contains(&a.square) && pair.contains(&b.square)
            })
        })
}

fn castle_or_play_one(by: Colour) -> String {
    format!("{by} has touched his King and his Rook: he must castle, or play the one that is chosen for him")
}

/// The King is now touched after a Rook that has been let go: castling would have been begun with the Rook.
fn rook_let_go_first(game: &Game, deed: &Deed, legal: &[Move]) -> Option<Offence> {
    let king = game.standing.men.board().king(deed.by)?;
    let rook = game.turn.touched.first().filter(|_| !game.terms.guard)?;
    let now = deed.touched.iter().any(|touch| touch.square == king)
        && !game.turn.touched.iter().any(|touch| touch.square == king);
    let let_go = !game.turn.hands[deed.by.index()]
        .iter()
        .any(|held| held.id == rook.id);
    let castles = legal.iter().any(|mv| {
        mv.wing()
            .is_some_and(|wing| jadoube_game::rook_squares(mv.from(), wing).0 == rook.square)
    });
    if !now || !let_go || !castles {
        return None;
    }
    let mut offence = means::offence(game, deed.by, OffenceKind::RookFirst, game.turn.touched.clone());
    // It is one only if he castles.
    offence.window = Window::NextTurn;
    Some(offence)
}

/// King and Rook were touched as for castling, and he has not castled: the choice of the two is his opponent's.
fn pair_not_castled(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    let by = deed.by;
    let (own, adverse): (Vec<Touch>, Vec<Touch>) =
        game.turn.touched.iter().partition(|touch| touch.man.colour == by);
    let bound = game.ledger.duty.as_ref().is_some_and(|duty| !duty.exacted);
    if !bound || mv.is_castling() || !is_castling_pair(&moves::legal_moves(game), &own, &adverse) {
        return Ruling::silent();
    }
    let clause = if TOUCHED_IMMOVEABLE[game.terms.code].value == TouchedImmoveable::MustMoveKing {
        cite!(bca_1862, "VI")
    } else {
        cite!(reading, "XXV-11")
    };
    let text = format!("{by} touched his King and his Rook and has not castled: the choice was not his");
    let offence = means::offence(game, by, OffenceKind::TouchedSeveral, own);
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Note(Box::new(offence)))
}

fn bind(ruling: Ruling, clause: &'static str, text: String, moves: Vec<Move>) -> Ruling {
    ruling.so(Consequence::Bind(Box::new(Duty {
        clause,
        text,
        moves,
        exacted: false,
    })))
}

fn release(game: &Game, ruling: Ruling) -> Ruling {
    if game.ledger.duty.is_some() {
        ruling.so(Consequence::Release)
    } else {
        ruling
    }
}

/// `"VI"`: the duty is immediate; of several men the opponent selects; the King is the last resort.
fn association(game: &Game, deed: &Deed) -> Ruling {
    let Some((position, own, adverse)) = binding_anew(game, deed) else {
        return Ruling::silent();
    };
    let by = deed.by;
    let clause = cite!(bca_1862, "VI").as_str();
    let legal = moves::legal_moves(game);
    let all: Vec<Touch> = own.iter().chain(&adverse).copied().collect();
    let both = satisfying_both(&legal, position, &own, &adverse);
    let within = if both.is_empty() { &legal } else { &both };
    let able: Vec<&Touch> = all
        .iter()
        .filter(|touch| !playing(within, position, **touch).is_empty())
        .collect();
    if able.is_empty() {
        let king = of_the_king(&legal, position);
        if king.is_empty() {
            let text = format!("{by} has touched what he cannot play, and his King has no move: no penalty");
            return release(game, Ruling::silent().finding(clause, by, text));
        }
        let text = format!("{by} must move his King, having touched what he cannot play");
        return bind(
            Ruling::silent().finding(clause, by, text.clone()),
            clause,
            text,
            king,
        );
    }
    let mut open: Vec<Move> = Vec::new();
    for mv in able.iter().flat_map(|touch| playing(within, position, **touch)) {
        if !open.contains(&mv) {
            open.push(mv);
        }
    }
    let may_castle = is_castling_pair(&legal, &own, &adverse);
    let text = if may_castle {
        castle_or_play_one(by)
    } else {
        what_must_be_done(by, &able, !both.is_empty())
    };
    let mut ruling = Ruling::silent().finding(clause, by, text.clone());
    if let Some(offence) = rook_let_go_first(game, deed, &legal) {
        ruling = ruling.so(Consequence::Note(Box::new(offence)));
    }
    // With one own and one adverse man a single move satisfies both: there is nothing to select.
    let nothing_to_select =
        able.len() == 1 || !both.is_empty() && own.len() == 1 && adverse.len() == 1 || may_castle;
    if !nothing_to_select {
        let offence = means::offence(game, by, OffenceKind::TouchedSeveral, all.clone());
        ruling = ruling
            .so(Consequence::Settle(by))
            .so(Consequence::Note(Box::new(offence)));
    }
    bind(ruling, clause, text, open)
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

fn what_must_be_done(by: Colour, able: &[&Touch], both: bool) -> String {
    match able {
        [one] if one.man.colour == by => format!("{by} must move the man on {}", one.square),
        [one] => format!("{by} must take the man on {}", one.square),
        [one, other] if both => {
            let (own, adverse) = if one.man.colour == by {
                (one, other)
            } else {
                (other, one)
            };
            format!(
                "{by} must take the man on {} with the man on {}",
                adverse.square, own.square
            )
        }
        _ => format!("{by} must play one of the men he touched, as his opponent selects"),
    }
}

/// `"VII"`, `"IX"`, `"XVII"`: an own man binds at once; an adverse man, or one pinned, gives the adversary a choice.
fn twenty_five(game: &Game, deed: &Deed) -> Ruling {
    let Some((position, own, adverse)) = binding_anew(game, deed) else {
        return Ruling::silent();
    };
    let by = deed.by;
    let legal = moves::legal_moves(game);
    let king = of_the_king(&legal, position);
    let mut ruling = Ruling::silent().so(Consequence::Settle(by));
    let note = |ruling: Ruling, kind: OffenceKind, men: Vec<Touch>| {
        ruling.so(Consequence::Note(Box::new(means::offence(game, by, kind, men))))
    };
    let (able, stuck): (Vec<&Touch>, Vec<&Touch>) = own
        .iter()
        .partition(|touch| !playing(&legal, position, **touch).is_empty());
    if !able.is_empty() {
        let clause = cite!(xxv, "VII").as_str();
        let mut open: Vec<Move> = Vec::new();
        for mv in able.iter().flat_map(|touch| playing(&legal, position, **touch)) {
            if !open.contains(&mv) {
                open.push(mv);
            }
        }
        let may_castle = is_castling_pair(&legal, &own, &[]);
        let several = able.len() > 1 && !may_castle;
        let text = match able[..] {
            _ if may_castle => castle_or_play_one(by),
            [one] => format!("{by} must play the man on {}", one.square),
            _ => format!("{by} must play one of the men he touched, as his adversary says"),
        };
        ruling = ruling.finding(clause, by, text.clone());
        if several {
            let men = able.iter().map(|touch| **touch).collect();
            ruling = note(ruling, OffenceKind::TouchedSeveral, men);
        }
        ruling = bind(ruling, clause, text, open);
    }
    let pinned: Vec<Touch> = stuck
        .into_iter()
        .filter(|touch| {
            Square::ALL
                .iter()
                .any(|to| moves::is_within_power(position, touch.square, *to))
        })
        .copied()
        .collect();
    if let Some(first) = pinned.first() {
        let clause = cite!(xxv, "XVII");
        let text = if king.is_empty() {
            format!(
                "{by} has touched a man that cannot leave {} without leaving his King in check; the King cannot move: no penalty",
                first.square
            )
        } else {
            format!(
                "{by} has touched a man that cannot leave {} without leaving his King in check",
                first.square
            )
        };
        ruling = ruling.finding(clause, by, text);
        if !king.is_empty() {
            ruling = note(ruling, OffenceKind::TouchedImmoveable, pinned);
        }
    }
    if let Some(first) = adverse.first() {
        let clause = cite!(xxv, "IX");
        let takeable = adverse
            .iter()
            .any(|touch| !playing(&legal, position, *touch).is_empty());
        if takeable || !king.is_empty() {
            let text = format!("{by} has touched his adversary's man on {}", first.square);
            ruling = note(
                ruling.finding(clause, by, text),
                OffenceKind::TouchedAdverseMan,
                adverse,
            );
        } else {
            let text = format!(
                "{by} has touched his adversary's man on {}: neither can it be taken nor can the King move: no penalty",
                first.square
            );
            ruling = ruling.finding(clause, by, text);
        }
    }
    ruling
}

/// `"15(a)"` to `"15(e)"`: the duty binds at once; where several men were touched the opponent may name one of them.
fn federation(game: &Game, deed: &Deed) -> Ruling {
    if deed.touched.is_empty() || completing::begun(game).is_some() {
        // The Rook that follows the King, or the man that is taken off, belongs to a move already begun.
        return Ruling::silent();
    }
    let touched = all_touched(game, deed);
    let legal = moves::legal_moves(game);
    if castles_in_order(game, &legal, &touched, deed) {
        return Ruling::silent();
    }
    let binding = Binding::of(&game.standing, &legal, &touched);
    let ruling = Ruling::silent().so(Consequence::Settle(deed.by));
    if binding.moves.is_empty() {
        let text = format!("{}: no penalty", binding.text(deed.by));
        return ruling.finding(binding.clause, deed.by, text);
    }
    let mut moves = binding.moves.clone();
    let required = game.ledger.duty.as_ref().filter(|duty| duty.exacted);
    if let Some(duty) = required {
        // What was required of him goes before what he touches; within it, the touch binds.
        moves.retain(|mv| duty.moves.contains(mv));
        if moves.is_empty() {
            return Ruling::silent();
        }
    }
    let ruling = ruling.finding(binding.clause, deed.by, binding.text(deed.by));
    let ruling = ruling.so(Consequence::Bind(Box::new(Duty {
        clause: binding.clause.into(),
        text: binding.text(deed.by),
        moves,
        exacted: required.is_some(),
    })));
    if !binding.opponent_names || required.is_some() {
        return ruling;
    }
    let offence = in_this_very_turn(game, deed.by, OffenceKind::TouchedSeveral, touched);
    ruling.so(Consequence::Note(Box::new(offence)))
}

/// Reading FIDE-8: the King stands on the square to which he castles, and the Rook follows: these are parts of one move.
fn castles_in_order(game: &Game, legal: &[Move], touched: &[Touch], deed: &Deed) -> bool {
    let [king, rook] = touched else { return false };
    legal.iter().any(|mv| {
        mv.from() == king.square
            && mv
                .wing()
                .is_some_and(|wing| jadoube_game::rook_squares(mv.from(), wing).0 == rook.square)
            && game.men.square_of(king.id) == Some(mv.to())
            && deed.touched.iter().all(|touch| touch.id == rook.id)
    })
}

/// `"15"`: what he had touched, or was required to play, before this illegal move of another man's binds him still.
pub(crate) fn slighted(game: &Game, by: Colour, illegal: &Offence) -> Option<Offence> {
    let required = game.ledger.duty.as_ref().filter(|duty| duty.exacted);
    let mover = illegal.touched.first().map(|touch| touch.id);
    let taken = |touch: &Touch| {
        let gone = illegal
            .after
            .as_ref()
            .is_some_and(|after| after.square_of(touch.id).is_none());
        gone && touch.man.colour != by
    };
    let before = touched_now(game, &[]);
    let another = |touch: &Touch| Some(touch.id) != mover && !taken(touch);
    if required.is_none() && !before.iter().any(another) {
        return None;
    }
    let mut offence = in_this_very_turn(game, by, OffenceKind::MovedOtherwise, before);
    offence.made = illegal.made;
    offence.duty = required.cloned();
    Some(offence)
}

/// Reading FIDE-17: the opponent's man that he moved in his own turn has been put back; he has touched it.
pub(crate) fn adverse_man_put_back(game: &Game, moved: &Irregularity) -> Option<Ruling> {
    let offence = game
        .ledger
        .offences
        .iter()
        .find(|each| each.kind == OffenceKind::MovedAdverseMan && each.number == moved.number)?;
    let man = offence.touched.first()?;
    let legal = moves::legal_at(game, &moved.turn, moved.past);
    let binding = Binding::of(&moved.turn, &legal, &[*man]);
    if binding.moves.is_empty() {
        return None;
    }
    let text = binding.text(offence.by);
    let ruling = Ruling::silent().finding(binding.clause, offence.by, text.clone());
    Some(bind(ruling, binding.clause.into(), text, binding.moves))
}

/// A man has been taken off that a move may yet take.
pub(crate) fn taken_off_first(game: &Game, deed: &Deed) -> Ruling {
    match TOUCHED_IMMOVEABLE[game.terms.code].value {
        TouchedImmoveable::NoPenalty => federation(game, deed),
        _ => Ruling::silent(),
    }
}

/// An offence whose position is that of this very move, also where several moves make up one turn: `"18.iv"`.
pub(crate) fn in_this_very_turn(game: &Game, by: Colour, kind: OffenceKind, touched: Vec<Touch>) -> Offence {
    Offence {
        by,
        kind,
        turn: game.standing.clone(),
        past: game.past.len(),
        touched,
        made: None,
        number: game.hand_moves + 1,
        before: None,
        after: None,
        window: Window::UntilTouch,
        restored: false,
        duty: None,
    }
}

/// What touching these men binds the player to, by `"15(a)"` to `"15(e)"`.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    /// By which clause.
    pub clause: Clause,
    /// Every move that one choice or another would leave him; none where there is no penalty.
    pub moves: Vec<Move>,
    /// What can be named: the man, whether it is to be moved or taken, and the moves that are then left.
    pub namings: Vec<Naming>,
    /// Whether the naming is a choice of the opponent's, or the law's own single answer.
    pub opponent_names: bool,
    touched: Vec<Touch>,
}

/// One man that can be named.
#[derive(Debug, Clone)]
pub(crate) struct Naming {
    /// The man.
    pub touch: Touch,
    /// Whether it is the player's own, to be moved, or the opponent's, to be taken.
    pub take: bool,
    /// The moves left.
    pub moves: Vec<Move>,
    /// The men that count as touched from then on.
    pub left: Vec<Touch>,
}

impl Binding {
    /// The men touched in the turn that began so, with these legal moves.
    pub(crate) fn of(turn: &Standing, legal: &[Move], touched: &[Touch]) -> Self {
        let (own, adverse): (Vec<Touch>, Vec<Touch>) =
            touched.iter().partition(|touch| touch.man.colour == turn.player);
        let chosen = |moves: &dyn Fn(&Move) -> bool| -> Vec<Move> {
            legal.iter().copied().filter(|mv| moves(mv)).collect()
        };
        let captures_on = |mv: &Move, square: Square| {
            turn.position
                .as_ref()
                .and_then(|position| position.captured(*mv))
                .is_some_and(|(taken, _)| taken == square)
        };
        // Reading FIDE-7: castling is a move of the King, never of a Rook that was touched.
        let moving = |touch: &Touch| chosen(&|mv| mv.from() == touch.square);
        let takes = |touch: &Touch| chosen(&|mv| captures_on(mv, touch.square));
        let (clause, opponent_names, namings) = match (&own[..], &adverse[..]) {
            ([man], []) => (
                cite!(fide_1931, "15(a)"),
                false,
                vec![name(*man, false, moving(man), &[])],
            ),
            ([], [man]) => (
                cite!(fide_1931, "15(b)"),
                false,
                vec![name(*man, true, takes(man), &[])],
            ),
            ([man], [victim]) => {
                let clause = cite!(fide_1931, "15(c)");
                let captures = chosen(&|mv| mv.from() == man.square && captures_on(mv, victim.square));
                if captures.is_empty() {
                    let namings = vec![
                        name(*man, false, moving(man), &[]),
                        name(*victim, true, takes(victim), &[]),
                    ];
                    (clause, true, namings)
                } else {
                    (clause, false, vec![name(*victim, true, captures, &[])])
                }
            }
            ([], _) => {
                let namings = adverse
                    .iter()
                    .map(|man| name(*man, true, takes(man), &[]))
                    .collect();
                (cite!(fide_1931, "15(e)"), true, namings)
            }
            (_, []) => {
                let namings = own
                    .iter()
                    .map(|man| name(*man, false, moving(man), &[]))
                    .collect();
                (cite!(fide_1931, "15(d)"), true, namings)
            }
            // Reading FIDE-9: he names one of the several, and then "15(c)" holds for the pair.
            _ => {
                let several_own = own.len() > 1;
                let (several, others) = if several_own {
                    (&own, &adverse)
                } else {
                    (&adverse, &own)
                };
                let namings = several
                    .iter()
                    .map(|man| {
                        let left: Vec<Touch> = core::iter::once(*man).chain(others.iter().copied()).collect();
                        name(*man, !several_own, Self::of(turn, legal, &left).moves, &left)
                    })
                    .collect();
                (cite!(reading, "FIDE-9"), true, namings)
            }
        };
        let namings: Vec<Naming> = namings
            .into_iter()
            .filter(|each: &Naming| !each.moves.is_empty())
            .collect();
        let moves = chosen(&|mv| namings.iter().any(|naming| naming.moves.contains(mv)));
        Binding {
            clause,
            moves,
            namings,
            opponent_names,
            touched: touched.to_vec(),
        }
    }

    fn text(&self, by: Colour) -> String {
        let men: Vec<String> = self
            .touched
            .iter()
            .map(|touch| format!("the {} on {}", touch.man.kind.name(), touch.square))
            .collect();
        let what = match (&self.namings[..], self.opponent_names) {
            ([], _) => "and no legal move answers to that",
            ([naming], false) if naming.take => "and must take it",
            ([_], false) => "and must move it",
            _ => "and his opponent may say which of them he plays",
        };
        let what = if men.len() == 2 && !self.opponent_names && !self.namings.is_empty() {
            "and must take the one with the other"
        } else {
            what
        };
        format!("{by} has touched {}, {what}", men.join(" and "))
    }
}

fn name(man: Touch, take: bool, moves: Vec<Move>, left: &[Touch]) -> Naming {
    Naming {
        touch: man,
        take,
        moves,
        left: left.to_vec(),
    }
}

/// `"II.5(b)"`: a man that cannot be moved or taken. A movable one costs nothing until he moves otherwise.
fn british(game: &Game, deed: &Deed) -> Ruling {
    let Some(position) = game.position() else {
        return Ruling::silent();
    };
    if game.turn.illegal.is_some() {
        return Ruling::silent();
    }
    let known = |touch: &Touch| {
        game.ledger.offences.iter().any(|offence| {
            offence.by == deed.by
                && offence.kind == OffenceKind::TouchedImmoveable
                && offence.window == Window::UntilTouch
                && offence.touched.iter().any(|each| each.id == touch.id)
        })
    };
    let all = all_touched(game, deed);
    let stuck: Vec<&Touch> = all
        .iter()
        .filter(|touch| !known(touch) && moves_playing(position, touch).is_empty())
        .collect();
    if stuck.is_empty() {
        return on_a_guarded_board(game, position, deed);
    }
    let which = if stuck[0].man.colour == deed.by {
        "moved"
    } else {
        "taken"
    };
    let text = format!(
        "{} has touched the man on {}, which cannot be {which}",
        deed.by, stuck[0].square
    );
    let offence = means::offence(game, deed.by, OffenceKind::TouchedImmoveable, all.clone());
    Ruling::silent()
        .finding(cite!(bcc, "II.5(b)"), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// A guarded board lets nobody touch so many men that whatever he then played would be an offence.
fn on_a_guarded_board(game: &Game, position: &Position, deed: &Deed) -> Ruling {
    let touched = touched_now(game, &deed.touched);
    if !game.terms.guard
        || Playable::of(game, position, &touched).is_none_or(|all| !all.by_one_move.is_empty())
    {
        return Ruling::silent();
    }
    let text = "another man is touched already: whichever were moved, the other would found a penalty";
    let offence = means::offence(game, deed.by, OffenceKind::MovedOtherwise, touched);
    Ruling::silent()
        .finding(cite!(bcc, "II.5(c)"), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// What a player may still play without offending, having touched men in his own turn that he can move or take; none
/// where his touching leaves him free. A touch carried over only "may be treated" so, and binds nobody yet (reading BCC-5).
pub(crate) fn bound_by_touching(game: &Game) -> Option<(Vec<Move>, DutyView)> {
    if TOUCHED_MOVEABLE[game.terms.code].value != PenaltyIfHeMovesOtherwise {
        return None;
    }
    let position = game.position()?;
    let player = position.turn();
    let touched = touched_now(game, &[]);
    let playable = Playable::of(game, position, &touched)?;
    let named: Vec<String> = playable
        .men
        .iter()
        .map(|(touch, _)| {
            let verb = if touch.man.colour == player {
                "move"
            } else {
                "take"
            };
            format!("{verb} the {} on {}", touch.man.kind.name(), touch.square)
        })
        .collect();
    let text = format!("{player} has touched and should {}", named.join(" and "));
    let clause = cite!(bcc, "II.5(c)").into();
    if !playable.by_one_move.is_empty() {
        return Some((playable.by_one_move, DutyView { clause, text }));
    }
    // Reading BCC-4: whichever of them he plays, another founds the penalty; these are the least he can do.
    let text = format!("{text}, which no one move does");
    let mut open: Vec<Move> = Vec::new();
    for mv in playable.men.into_iter().flat_map(|(_, moves)| moves) {
        if !open.contains(&mv) {
            open.push(mv);
        }
    }
    Some((open, DutyView { clause, text }))
}

/// The men touched that can be moved or taken, each with the moves that play it, and the moves that play them all.
struct Playable {
    men: Vec<(Touch, Vec<Move>)>,
    by_one_move: Vec<Move>,
}

impl Playable {
    /// None where no man touched can be played.
    fn of(game: &Game, position: &Position, touched: &[Touch]) -> Option<Self> {
        let legal = moves::legal_moves(game);
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

/// A legal move is complete; were men touched that it neither moved nor took?
pub(crate) fn moved_otherwise(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    match (
        TOUCHED_MOVEABLE[game.terms.code].value,
        TOUCHED_IMMOVEABLE[game.terms.code].value,
    ) {
        (PenaltyIfHeMovesOtherwise, _) => british_otherwise(game, deed, mv),
        (MustMoveIt, TouchedImmoveable::NoPenalty) => federation_otherwise(game, deed, mv),
        (MustMoveIt, _) => pair_not_castled(game, deed, mv),
    }
}

/// `"15(a)"` to `"15(e)"` with `"18.iv"`: a legal move that his touching did not allow. It stands unless the opponent objects.
fn federation_otherwise(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    if game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted) || game.turn.touched.is_empty() {
        return Ruling::silent();
    }
    // The move itself touches men; what binds him is what he had touched before it.
    let before = Deed {
        touched: Vec::new(),
        ..deed.clone()
    };
    let touched = all_touched(game, &before);
    let binding = Binding::of(&game.standing, &moves::legal_moves(game), &touched);
    let ruling = Ruling::silent().so(Consequence::Settle(deed.by));
    if binding.moves.is_empty() {
        return ruling;
    }
    let allowed = binding.moves.contains(&mv);
    if allowed && !binding.opponent_names {
        return ruling;
    }
    let still_open = game
        .ledger
        .offences
        .iter()
        .any(|offence| offence.by == deed.by && offence.kind == OffenceKind::TouchedSeveral);
    if allowed && !still_open {
        return ruling;
    }
    let mut offence = in_this_very_turn(game, deed.by, OffenceKind::MovedOtherwise, touched);
    offence.made = Some(mv.into());
    let ruling = if allowed {
        // Reading FIDE-10: it stands unless the opponent, before touching a man of his, names another.
        ruling
    } else {
        let text = format!("{}, but has played {mv}", binding.text(deed.by));
        ruling.finding(binding.clause, deed.by, text)
    };
    ruling.so(Consequence::Note(Box::new(offence)))
}

fn british_otherwise(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    let Some(position) = game.position() else {
        return Ruling::silent();
    };
    let required = game.ledger.duty.as_ref().filter(|duty| duty.exacted);
    if required.is_some_and(|duty| duty.moves.contains(&mv)) {
        // What was required of him goes before what he touches.
        return Ruling::silent();
    }
    let all = all_touched(game, deed);
    let taken = position.captured(mv).map(|(square, _)| square);
    let slighted = all.iter().find(|touch| {
        !moves_man(&mv, touch.square)
            && taken != Some(touch.square)
            && !moves_playing(position, touch).is_empty()
    });
    let Some(touch) = slighted else {
        return Ruling::silent();
    };
    let (could, did) = if touch.man.colour == deed.by {
        ("move", "moved")
    } else {
        ("take", "taken")
    };
    let text = format!(
        "{} touched the man on {}, which he could {could}, and has {did} otherwise",
        deed.by,
        touch.square,
        did = if did == "taken" { "moved" } else { did },
    );
    let mut offence = means::offence(game, deed.by, OffenceKind::MovedOtherwise, all);
    offence.made = Some(mv.into());
    Ruling::silent()
        .finding(cite!(bcc, "II.5(c)"), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
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

pub(crate) fn removal_clause(game: &Game) -> &'static str {
    REMOVED[game.terms.code].authority.governing().unwrap_or_default()
}

/// A man taken off the board otherwise than in a move.
pub(crate) fn removed_by_mistake(game: &Game, deed: &Deed, square: Square) -> Ruling {
    let all = all_touched(game, deed);
    let offence = means::offence(game, deed.by, OffenceKind::RemovedByMistake, all);
    let text = format!(
        "{} has taken the man off {square} otherwise than in a move: it must be replaced",
        deed.by
    );
    Ruling::silent()
        .finding(removal_clause(game), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// A man taken off by mistake in a turn that another move has now ended: it is missing from the opponent's turn.
pub(crate) fn removed_in_his_turn(game: &Game, deed: &Deed, square: Square) -> Ruling {
    let touched = all_touched(game, deed);
    let offence = means::offence(game, deed.by, OffenceKind::RemovedByMistake, touched);
    let text = format!(
        "{} has taken the man off {square} otherwise than in a move: it must be replaced",
        deed.by
    );
    Ruling::silent()
        .finding(removal_clause(game), deed.by, text)
        .so(Consequence::Alter(Box::new(offence)))
}

/// A man touched in the opponent's turn and left where it stood.
pub(crate) fn in_the_opponents_turn(game: &Game, deed: &Deed) -> Ruling {
    let answer = &TOUCHED_OUT_OF_TURN[game.terms.code];
    match answer.value {
        TouchedOutOfTurn::CountsInHisNextTurn => {
            let mut ruling = Ruling::silent();
            for touch in &deed.touched {
                let text = format!(
                    "{} has touched the man on {} in his opponent's turn: it may count as touched in his own next turn",
                    deed.by, touch.square
                );
                ruling = ruling
                    .finding(cite!(bcc, "II.5(e)"), deed.by, text)
                    .so(Consequence::CarryTouch(deed.by, touch.square));
            }
            ruling
        }
        TouchedOutOfTurn::NothingFollows => {
            let clause = answer.authority.governing().unwrap_or_default();
            let text = format!(
                "{} has touched a man when it was not his turn to play: nothing follows",
                deed.by
            );
            Ruling::silent().finding(clause, deed.by, text)
        }
    }
}

/// `"II.5(g)"` with `"II.5(e)"`: a man taken off in the opponent's turn has been put back, and was touched in that turn.
pub(crate) fn put_back_out_of_turn(game: &Game) -> Ruling {
    let ruling = Ruling::silent();
    let Some(altered) = &game.turn.altered else {
        return ruling;
    };
    let counts = TOUCHED_OUT_OF_TURN[game.terms.code].value == TouchedOutOfTurn::CountsInHisNextTurn;
    if !counts || altered.turn.player == altered.by {
        return ruling;
    }
    altered.touched.iter().fold(ruling, |ruling, touch| {
        ruling.so(Consequence::CarryTouch(altered.by, touch.square))
    })
}

/// A turn begins: a man touched in the opponent's turn that cannot now be moved gives the penalty at once (reading BCC-5).
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let player = game.turn_to_play();
    if game.ledger.carried[player.index()].is_empty() {
        return None;
    }
    if TOUCHED_OUT_OF_TURN[game.terms.code].value == TouchedOutOfTurn::NothingFollows {
        return out_of_turn::play_the_man(game);
    }
    let position = game.position()?;
    let touched: Vec<Touch> = game.ledger.carried[player.index()]
        .iter()
        .filter_map(|carried| means::touch_of(&game.standing.men, carried.id))
        .collect();
    let stuck = touched
        .iter()
        .find(|touch| moves_playing(position, touch).is_empty())?;
    let text = format!(
        "the man on {}, touched in the opponent's turn, cannot now be {}",
        stuck.square,
        if stuck.man.colour == player {
            "moved"
        } else {
            "taken"
        }
    );
    let offence = means::offence(game, player, OffenceKind::TouchedImmoveable, touched.clone());
    Some(
        Ruling::silent()
            .finding(cite!(bcc, "II.5(e)"), player, text)
            .so(Consequence::Note(Box::new(offence))),
    )
}

/// A named or substituted man is replaced in the player's own turn: `"II.4(a)"`. Such a touch costs nothing.
pub(crate) fn replaces_a_token(game: &Game, by: Colour, square: Square) -> Option<Ruling> {
    let id = game.men.id(square)?;
    let token = game.turn.tokens.iter().find(|token| token.id == id)?;
    let shown = match token.how {
        How::Named => "the Pawn named as a piece",
        How::Substitute | How::Piece => "the substitute",
    };
    let text = format!("{by} replaces {shown} on {square}");
    let answer = &completing::PROMOTING[game.terms.code];
    let clause = match answer.value {
        completing::Promoting::PieceOrName => cite!(bcc, "II.4(a)").as_str(),
        _ => answer.authority.governing().unwrap_or_default(),
    };
    Some(Ruling::silent().finding(clause, by, text))
}

/// What the men touched allow by way of Penalty B, for the penalties' question.
pub(crate) fn kings_moves(position: &Position) -> Vec<Move> {
    let Some(king) = position.board().king(position.turn()) else {
        return Vec::new();
    };
    position
        .legal_moves_from(king)
        .iter()
        .copied()
        .filter(|mv| !mv.is_castling())
        .collect()
}
