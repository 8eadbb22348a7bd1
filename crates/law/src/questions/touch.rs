//! A player touches a man: what must he, or may he be made to, do?

use crate::{
    cite,
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    questions::{completing, moves},
};
use jadoube_board::{Colour, Move, Position, Square};
use jadoube_game::{
    Consequence, Deed, Duty, Game, How, ManId, Offence, OffenceKind, Ruling, Standing, Touch, Window,
};

/// What follows when a player, in his own turn, touches a man of his own that can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchedMoveable {
    /// He must move it, from that moment.
    MustMoveIt,
    /// Nothing, unless he moves otherwise: then he may be put back and made to move it.
    PenaltyIfHeMovesOtherwise,
}
use TouchedMoveable::{MustMoveIt, PenaltyIfHeMovesOtherwise};

/// A man that can be moved (or an adverse man that can be taken) is touched.
#[rustfmt::skip]
pub static TOUCHED_MOVEABLE: ByCode<Answer<TouchedMoveable>> = answers(ByCode {
    xxv:       says(MustMoveIt,                &["VII"]),
    bca_1862:  says(MustMoveIt,                &["VI"]),
    bcc_1896:  says(PenaltyIfHeMovesOtherwise, &["II.5(c)"]),
    bcc_1899:  says(PenaltyIfHeMovesOtherwise, &["II.5(c)"]),
    fide_1931: says(MustMoveIt,                &["15(a)"]),
});

/// What follows when the man touched cannot be moved or taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A man that cannot be moved (or taken) is touched.
#[rustfmt::skip]
pub static TOUCHED_IMMOVEABLE: ByCode<Answer<TouchedImmoveable>> = answers(ByCode {
    xxv:       says(TouchedImmoveable::KingIfPinned, &["XVII"]),
    bca_1862:  says(TouchedImmoveable::MustMoveKing, &["VI"]),
    bcc_1896:  says(TouchedImmoveable::PenaltyC,     &["II.5(b)"]),
    bcc_1899:  says(TouchedImmoveable::PenaltyC,     &["II.5(b)"]),
    fide_1931: says(TouchedImmoveable::NoPenalty,    &["15(c)"]),
});

/// What follows when a man is touched in the opponent's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchedOutOfTurn {
    /// It may count as touched in his own next turn.
    CountsInHisNextTurn,
    /// It is forbidden, and nothing follows.
    NothingFollows,
}

/// A man is touched in the opponent's turn.
#[rustfmt::skip]
pub static TOUCHED_OUT_OF_TURN: ByCode<Answer<TouchedOutOfTurn>> = answers(ByCode {
    xxv:       silent(TouchedOutOfTurn::NothingFollows,   reading("XXV-35")),
    bca_1862:  silent(TouchedOutOfTurn::NothingFollows,   reading("BCA-20")),
    bcc_1896:  says(TouchedOutOfTurn::CountsInHisNextTurn, &["II.5(e)"]),
    bcc_1899:  says(TouchedOutOfTurn::CountsInHisNextTurn, &["II.5(e)"]),
    fide_1931: says(TouchedOutOfTurn::NothingFollows,     &["15(a)"]),
});

/// A touch that was not on purpose.
#[rustfmt::skip]
pub static BY_ACCIDENT: ByCode<Answer<()>> = answers(ByCode {
    xxv:       silent((), reading("XXV-10")),
    bca_1862:  says((), &["VI"]),
    bcc_1896:  says((), &["II.5.note"]),
    bcc_1899:  says((), &["II.5.note"]),
    fide_1931: silent((), reading("FIDE-4")),
});

pub(crate) fn by_accident(game: &Game, by: Colour) -> Ruling {
    let clause = BY_ACCIDENT[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    Ruling::silent().finding(clause, by, "the man was touched by accident: nothing follows")
}

/// Everything the player has touched in this turn, the deed and what he carries over from the opponent's turn included.
pub(crate) fn all_touched(game: &Game, deed: &Deed) -> Vec<Touch> {
    let mut all: Vec<Touch> = Vec::new();
    let standing = &game.standing.men;
    let carried = game.carried[deed.by.index()]
        .iter()
        .filter_map(|id| touch_of(standing, *id));
    let own_turn = if deed.by == game.turn_to_play() {
        &game.touched
    } else {
        &game.touched_by_opponent
    };
    for touch in own_turn
        .iter()
        .copied()
        .chain(deed.touched.iter().copied())
        .chain(carried)
    {
        if !all.iter().any(|each| each.id == touch.id) {
            // Where it stood when the turn began is what counts.
            let square = standing.square_of(touch.id).unwrap_or(touch.square);
            all.push(Touch { square, ..touch });
        }
    }
    all
}

fn touch_of(men: &jadoube_game::Men, id: ManId) -> Option<Touch> {
    let square = men.square_of(id)?;
    Some(Touch {
        id,
        man: men.get(square)?,
        square,
    })
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
        TouchedImmoveable::NoPenalty => federation(game, deed),
        _ => Ruling::silent(),
    }
}

/// `"15(a)"` to `"15(e)"`: the duty binds at once; where several men were touched the opponent may name one of them.
fn federation(game: &Game, deed: &Deed) -> Ruling {
    if deed.touched.is_empty() || completing::begun(game).is_some() {
        // The Rook that follows the King, or the man that is taken off, belongs to a move already begun.
        return Ruling::silent();
    }
    let touched = all_touched(game, deed);
    let binding = Binding::of(&game.standing, &moves::legal_moves(game), &touched);
    let ruling = Ruling::silent().so(Consequence::Settle(deed.by));
    if binding.moves.is_empty() {
        let text = format!("{}: no penalty", binding.text(deed.by));
        return ruling.finding(binding.clause, deed.by, text);
    }
    let mut moves = binding.moves.clone();
    let required = game.duty.as_ref().filter(|duty| duty.exacted);
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
        after: None,
        window: Window::UntilTouch,
        restored: false,
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
        let taking = |mv: &Move, square: Square| {
            turn.position
                .as_ref()
                .and_then(|position| position.captured(*mv))
                .is_some_and(|(taken, _)| taken == square)
        };
        // Reading FIDE-7: castling is a move of the King, never of a Rook that was touched.
        let moving = |touch: &Touch| chosen(&|mv| mv.from() == touch.square);
        let takes = |touch: &Touch| chosen(&|mv| taking(mv, touch.square));
        let (clause, opponent_names, namings) = match (&own[..], &adverse[..]) {
            ([man], []) => (
                cite!(fide_1931, "15(a)"),
                false,
                vec![name(man, false, moving(man), &[])],
            ),
            ([], [man]) => (
                cite!(fide_1931, "15(b)"),
                false,
                vec![name(man, true, takes(man), &[])],
            ),
            ([man], [taken]) => {
                let clause = cite!(fide_1931, "15(c)");
                let captures = chosen(&|mv| mv.from() == man.square && taking(mv, taken.square));
                if captures.is_empty() {
                    let namings = vec![
                        name(man, false, moving(man), &[]),
                        name(taken, true, takes(taken), &[]),
                    ];
                    (clause, true, namings)
                } else {
                    (clause, false, vec![name(taken, true, captures, &[])])
                }
            }
            ([], _) => {
                let namings = adverse
                    .iter()
                    .map(|man| name(man, true, takes(man), &[]))
                    .collect();
                (cite!(fide_1931, "15(e)"), true, namings)
            }
            (_, []) => {
                let namings = own.iter().map(|man| name(man, false, moving(man), &[])).collect();
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
                        name(man, !several_own, Self::of(turn, legal, &left).moves, &left)
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

fn name(man: &Touch, take: bool, moves: Vec<Move>, left: &[Touch]) -> Naming {
    Naming {
        touch: *man,
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
    if game.illegal.is_some() {
        return Ruling::silent();
    }
    let lifted = |touch: &Touch| deed.held.iter().any(|held| held.id == touch.id && held.lifted);
    let known = |touch: &Touch| {
        game.offences.iter().any(|offence| {
            offence.by == deed.by
                && offence.kind == OffenceKind::TouchedImmoveable
                && offence.window == Window::UntilTouch
                && offence.touched.iter().any(|each| each.id == touch.id)
        })
    };
    let all = all_touched(game, deed);
    let stuck: Vec<&Touch> = all
        .iter()
        .filter(|touch| !lifted(touch) && !known(touch) && moves_playing(position, touch).is_empty())
        .collect();
    if stuck.is_empty() {
        return Ruling::silent();
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
    let mut offence = offence(game, deed.by, OffenceKind::TouchedImmoveable, all.clone());
    offence.touched = all.clone();
    Ruling::silent()
        .finding(cite!(bcc, "II.5(b)"), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// An offence of this player in the present turn.
pub(crate) fn offence(game: &Game, by: Colour, kind: OffenceKind, mut touched: Vec<Touch>) -> Offence {
    let (turn, past) = game.turn_start();
    // Reading BCC-35: several moves are one turn, so the men moved before are men touched in it.
    for earlier in &game.past[past..] {
        let id = earlier.mv.and_then(|mv| earlier.standing.men.id(mv.from()));
        if let Some(touch) = id.and_then(|id| touch_of(&turn.men, id))
            && !touched.iter().any(|each| each.id == touch.id)
        {
            touched.push(touch);
        }
    }
    Offence {
        by,
        kind,
        turn: turn.clone(),
        past,
        touched,
        made: None,
        number: game.hand_moves + 1,
        after: None,
        window: Window::UntilTouch,
        restored: false,
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
        (MustMoveIt, _) => Ruling::silent(),
    }
}

/// `"15(a)"` to `"15(e)"` with `"18.iv"`: a legal move that his touching did not allow. It stands unless the opponent objects.
fn federation_otherwise(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    if game.duty.as_ref().is_some_and(|duty| duty.exacted) || game.touched.is_empty() {
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
    let mut offence = offence(game, deed.by, OffenceKind::MovedOtherwise, all);
    offence.made = Some(mv.into());
    Ruling::silent()
        .finding(cite!(bcc, "II.5(c)"), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// A man taken off the board otherwise than in a move.
#[rustfmt::skip]
pub static REMOVED: ByCode<Answer<()>> = answers(ByCode {
    xxv:       silent((), reading("XXV-35")),
    bca_1862:  says((), &["II"]),
    bcc_1896:  says((), &["II.5(g)"]),
    bcc_1899:  says((), &["II.5(g)"]),
    fide_1931: says((), &["12.ii"]),
});

pub(crate) fn removal_clause(game: &Game) -> &'static str {
    REMOVED[game.terms.code].authority.governing().unwrap_or_default()
}

/// A man taken off the board otherwise than in a move.
pub(crate) fn removed_by_mistake(game: &Game, deed: &Deed, square: Square) -> Ruling {
    let all = all_touched(game, deed);
    let offence = offence(game, deed.by, OffenceKind::RemovedByMistake, all);
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
    let mut offence = offence(
        game,
        deed.by,
        OffenceKind::RemovedByMistake,
        all_touched(game, deed),
    );
    offence.window = Window::NextTurn;
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
        TouchedOutOfTurn::NothingFollows => Ruling::silent(),
    }
}

/// A turn begins: a man touched in the opponent's turn that cannot now be moved gives the penalty at once (reading BCC-5).
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let player = game.turn_to_play();
    if game.carried[player.index()].is_empty() {
        return None;
    }
    let position = game.position()?;
    let touched: Vec<Touch> = game.carried[player.index()]
        .iter()
        .filter_map(|id| touch_of(&game.standing.men, *id))
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
    let offence = offence(game, player, OffenceKind::TouchedImmoveable, touched.clone());
    Some(
        Ruling::silent()
            .finding(cite!(bcc, "II.5(e)"), player, text)
            .so(Consequence::Note(Box::new(offence))),
    )
}

/// A named or substituted man is replaced in the player's own turn: `"II.4(a)"`. Such a touch costs nothing.
pub(crate) fn replaces_a_token(game: &Game, by: Colour, square: Square) -> Option<Ruling> {
    let id = game.men.id(square)?;
    let token = game.tokens.iter().find(|token| token.id == id)?;
    let shown = match token.how {
        How::Named => "the Pawn named as a piece",
        How::Substitute | How::Piece => "the substitute",
    };
    let text = format!("{by} replaces {shown} on {square}");
    Some(Ruling::silent().finding(cite!(bcc, "II.4(a)"), by, text))
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
