//! A player touches a man: what must he, or may he be made to, do?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    facts::{legal, touched},
    means::{binding, entries},
    questions::penalties::{PENALTIES, Penalties},
};
use jadoube_board::{Colour, Move, Position, Square};
use jadoube_game::{
    Consequence, Deed, Duty, DutyView, Game, Offence, OffenceKind, Ruling, Sentence, Touch, Window, say,
};

question! {
    "A player touches a man: what must he, or may he be made to, do?";
    tables: TOUCHED_MOVEABLE, TOUCHED_IMMOVEABLE, TOUCHED_OUT_OF_TURN, BY_ACCIDENT, BINDING, ADVERSE_TOUCHED, CASTLING_PAIR;
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
    /// A man of his own that can be moved is touched.
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
    /// What follows when the man touched cannot be moved.
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
    /// A man of his own that cannot be moved is touched.
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
        /// Nothing follows.
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

steps! {
    /// What the men touched bind a player to at once, the opponent naming one where there are several.
    pub struct Binds {
        /// A touched man of his own must be moved.
        one_own,
        /// A touched adverse man must be taken.
        one_adverse,
        /// One man of each colour touched: the one takes the other, or the opponent names the duty.
        one_of_each,
        /// Several of his own touched: the opponent names one.
        several_own,
        /// Several adverse men touched: the opponent names one.
        several_adverse,
        /// Several of one side touched and one or more of the other: one of the several is named first.
        several_of_both,
    }
    pub static BINDING for PENALTIES: Penalties::RetractAndPlayTheMan = {
        fide_1931: {
            one_own: "15(a)", one_adverse: "15(b)", one_of_each: "15(c)", several_own: "15(d)",
            several_adverse: "15(e)", several_of_both: "reading FIDE-9",
        },
    };
}

steps! {
    /// A man of the adversary's is touched, and binds nobody yet.
    pub struct AdverseTouched {
        /// An adverse man is touched: the adversary may have it taken, or the King moved.
        taken_or_the_king,
    }
    pub static ADVERSE_TOUCHED for TOUCHED_IMMOVEABLE: TouchedImmoveable::KingIfPinned = {
        xxv: { taken_or_the_king: "IX" },
    };
}

steps! {
    /// King and Rook are touched as for castling.
    pub struct CastlingPair {
        /// King and Rook were touched and he has not castled: his opponent says which of the two he moves.
        not_castled,
    }
    pub static CASTLING_PAIR for TOUCHED_IMMOVEABLE: TouchedImmoveable::KingIfPinned | TouchedImmoveable::MustMoveKing = {
        xxv: { not_castled: "reading XXV-11" },
        bca_1862: { not_castled: "VI" },
    };
}

pub(crate) fn by_accident(game: &Game, by: Colour) -> Ruling {
    let clause = BY_ACCIDENT[game.terms.code].clause();
    Ruling::silent().finding(clause, by, "the man was touched by accident: nothing follows")
}

/// The player on turn has touched a man and left it on its square (or holds it there).
pub(crate) fn in_his_turn(game: &Game, deed: &Deed) -> Ruling {
    match TOUCHED_IMMOVEABLE[game.terms.code].value {
        TouchedImmoveable::PenaltyC => punished_if_it_cannot_be_played(game, deed),
        TouchedImmoveable::MustMoveKing => bound_to_what_is_selected(game, deed),
        TouchedImmoveable::KingIfPinned => bound_or_at_the_adversarys_choice(game, deed),
        TouchedImmoveable::NoPenalty => bound_if_it_can_be_played(game, deed),
    }
}

/// The position, and the men touched in it, his own and adverse, that may bind a player who is not yet bound.
fn binding_anew<'a>(game: &'a Game, deed: &Deed) -> Option<(&'a Position, Vec<Touch>, Vec<Touch>)> {
    let position = game.position()?;
    let (own, adverse) = touched::own_and_adverse(game, deed);
    let bound = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted);
    // The Rook that follows the King belongs to a move already begun.
    let belongs = touched::belong_to_the_move_begun(game, &deed.touched);
    if bound || own.is_empty() && adverse.is_empty() || belongs {
        return None;
    }
    Some((position, own, adverse))
}

fn castle_or_play_one(by: Colour) -> Sentence {
    say!(
        "{by} [has] touched [his] King and [his] Rook: [he] must castle, or play the one that is chosen for [him]"; by
    )
}

fn bind(ruling: Ruling, clause: &'static str, text: Sentence, moves: Vec<Move>) -> Ruling {
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

/// The duty is immediate; of several men the opponent selects; the King is the last resort.
fn bound_to_what_is_selected(game: &Game, deed: &Deed) -> Ruling {
    let Some((position, own, adverse)) = binding_anew(game, deed) else {
        return Ruling::silent();
    };
    let by = deed.by;
    let clause = TOUCHED_IMMOVEABLE[game.terms.code].clause();
    let legal = legal::legal_moves(game);
    let all: Vec<Touch> = own.iter().chain(&adverse).copied().collect();
    let both = touched::satisfying_both(&legal, position, &own, &adverse);
    let within = if both.is_empty() { &legal } else { &both };
    let able: Vec<&Touch> = all
        .iter()
        .filter(|touch| !touched::playing(within, position, **touch).is_empty())
        .collect();
    if able.is_empty() {
        let king = touched::of_the_king(&legal, position);
        if king.is_empty() {
            let text = say!(
                "{by} [has] touched what [he] cannot play, and [his] King has no move: no penalty"; by
            );
            return release(game, Ruling::silent().finding(clause, by, text));
        }
        let text = say!("{by} must move [his] King, having touched what [he] cannot play"; by);
        return bind(
            Ruling::silent().finding(clause, by, text.clone()),
            clause,
            text,
            king,
        );
    }
    let open = touched::playing_one(within, position, &able);
    // `"X"`: with a Rook let go before the King is touched no castling is begun as it should be.
    let rook_first = entries::rook_let_go_first(game, deed, &legal);
    let may_castle = rook_first.is_none() && !binding::castling_pair(game, &legal, &own, &adverse).is_empty();
    let text = if may_castle {
        castle_or_play_one(by)
    } else {
        what_must_be_done(by, &able, !both.is_empty())
    };
    let mut ruling = Ruling::silent().finding(clause, by, text.clone());
    // With one own and one adverse man a single move satisfies both: there is nothing to select.
    let nothing_to_select =
        able.len() == 1 || !both.is_empty() && own.len() == 1 && adverse.len() == 1 || may_castle;
    if !nothing_to_select {
        let offence = entries::offence(game, by, OffenceKind::TouchedSeveral, all.clone());
        let before = entries::of_this_kind(game, by, OffenceKind::TouchedSeveral);
        ruling = ruling
            .so(Consequence::Forget(before))
            .so(Consequence::Note(Box::new(offence)));
    }
    if let Some(offence) = rook_first {
        ruling = ruling.so(Consequence::Note(Box::new(offence)));
    }
    bind(ruling, clause, text, open)
}

fn what_must_be_done(by: Colour, able: &[&Touch], both: bool) -> Sentence {
    match able {
        [one] if one.man.colour == by => say!("{by} must move the man on {square}"; by, square = one.square),
        [one] => say!("{by} must take the man on {square}"; by, square = one.square),
        [one, other] if both => {
            let (own, adverse) = if one.man.colour == by {
                (one, other)
            } else {
                (other, one)
            };
            say!(
                "{by} must take the man on {square} with the man on {own}"; by, square = adverse.square, own = own.square
            )
        }
        _ => say!("{by} must play one of the men [he] touched, as [his opponent] [selects]"; by),
    }
}

/// An own man binds at once; an adverse man, or one pinned, gives the adversary a choice.
fn bound_or_at_the_adversarys_choice(game: &Game, deed: &Deed) -> Ruling {
    let Some((position, own, mut adverse)) = binding_anew(game, deed) else {
        return Ruling::silent();
    };
    let by = deed.by;
    let legal = legal::legal_moves(game);
    let king = touched::of_the_king(&legal, position);
    // What his touches come to is reckoned anew with this one; the rest of what he did stands.
    let reckoned = |kind| entries::of_this_kind(game, by, kind);
    let mut ruling = Ruling::silent().so(Consequence::Forget(
        [
            OffenceKind::TouchedSeveral,
            OffenceKind::TouchedImmoveable,
            OffenceKind::TouchedAdverseMan,
        ]
        .map(reckoned)
        .concat(),
    ));
    let counts = |kind, touch: &Touch| entries::counts(game, deed, kind, touch);
    let note = |ruling: Ruling, kind: OffenceKind, men: Vec<Touch>| {
        ruling.so(Consequence::Note(Box::new(entries::offence(game, by, kind, men))))
    };
    let (able, stuck): (Vec<&Touch>, Vec<&Touch>) = own
        .iter()
        .partition(|touch| !touched::playing(&legal, position, **touch).is_empty());
    if !able.is_empty() {
        let clause = TOUCHED_MOVEABLE[game.terms.code].clause();
        let open = touched::playing_one(&legal, position, &able);
        let may_castle = !binding::castling_pair(game, &legal, &own, &adverse).is_empty();
        let several = able.len() > 1 && !may_castle;
        let text = match able[..] {
            _ if may_castle => castle_or_play_one(by),
            [one] => say!("{by} must play the man on {square}"; by, square = one.square),
            _ => say!("{by} must play one of the men [he] touched, as [his adversary] [says]"; by),
        };
        ruling = ruling.finding(clause, by, text.clone());
        if several
            && able
                .iter()
                .any(|touch| counts(OffenceKind::TouchedSeveral, touch))
        {
            let men = able.iter().map(|touch| **touch).collect();
            ruling = note(ruling, OffenceKind::TouchedSeveral, men);
        }
        ruling = bind(ruling, clause, text, open);
    }
    let pinned: Vec<Touch> = stuck
        .into_iter()
        .filter(|touch| Square::ALL.iter().any(|to| position.goes(touch.square, *to)))
        .filter(|touch| counts(OffenceKind::TouchedImmoveable, touch))
        .copied()
        .collect();
    if let Some(first) = pinned.first() {
        let clause = TOUCHED_IMMOVEABLE[game.terms.code].clause();
        let text = if king.is_empty() {
            say!(
                "{by} [has] touched a man that cannot leave {square} without leaving [his] King in check; the King cannot move: no penalty";
                by, square = first.square
            )
        } else {
            say!(
                "{by} [has] touched a man that cannot leave {square} without leaving [his] King in check";
                by, square = first.square
            )
        };
        ruling = ruling.finding(clause, by, text);
        if !king.is_empty() {
            ruling = note(ruling, OffenceKind::TouchedImmoveable, pinned);
        }
    }
    adverse.retain(|touch| counts(OffenceKind::TouchedAdverseMan, touch));
    if let (Some(latest), Some(law)) = (adverse.last(), ADVERSE_TOUCHED.of(game)) {
        let clause = law.taken_or_the_king;
        let takeable = adverse
            .iter()
            .any(|touch| !touched::playing(&legal, position, *touch).is_empty());
        if takeable || !king.is_empty() {
            let text = say!(
                "{by} [has] touched [his adversary's] man on {square}"; by, square = latest.square
            );
            ruling = note(
                ruling.finding(clause, by, text),
                OffenceKind::TouchedAdverseMan,
                adverse,
            );
        } else {
            let text = say!(
                "{by} [has] touched [his adversary's] man on {square}: neither can it be taken nor can the King move: no penalty";
                by, square = latest.square
            );
            ruling = ruling.finding(clause, by, text);
        }
    }
    ruling
}

/// The duty binds at once; where several men were touched the opponent may name one of them.
fn bound_if_it_can_be_played(game: &Game, deed: &Deed) -> Ruling {
    if deed.touched.is_empty() || touched::belong_to_the_move_begun(game, &deed.touched) {
        // The Rook that follows the King, or the man that is taken off, belongs to a move already begun.
        return Ruling::silent();
    }
    let touched = touched::all_touched(game, deed);
    let legal = legal::legal_moves(game);
    let required = game.ledger.duty.as_ref().filter(|duty| duty.exacted);
    // One of several has been named, and the choice that is left is still the opponent's.
    let more_to_name =
        required.is_some() && !entries::of_this_kind(game, deed.by, OffenceKind::TouchedSeveral).is_empty();
    if touched.is_empty() || more_to_name || touched::castles_in_order(game, &legal, &touched, deed) {
        return Ruling::silent();
    }
    let Some(binding) = binding::Binding::of(game, &game.standing, &legal, &touched) else {
        return Ruling::silent();
    };
    let ruling = Ruling::silent().so(Consequence::Settle(deed.by));
    if binding.moves.is_empty() {
        let text = say!("{binding}: no penalty"; binding = binding.text(deed.by));
        return ruling.finding(binding.clause, deed.by, text);
    }
    let mut moves = binding.moves.clone();
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
    let offence = entries::in_this_very_turn(game, deed.by, OffenceKind::TouchedSeveral, touched);
    ruling.so(Consequence::Note(Box::new(offence)))
}

/// A man has been taken off that a move may yet take.
pub(crate) fn taken_off_first(game: &Game, deed: &Deed) -> Ruling {
    match TOUCHED_IMMOVEABLE[game.terms.code].value {
        TouchedImmoveable::NoPenalty => bound_if_it_can_be_played(game, deed),
        _ => Ruling::silent(),
    }
}

/// A man that cannot be moved or taken is punished. A movable one costs nothing until he moves otherwise.
fn punished_if_it_cannot_be_played(game: &Game, deed: &Deed) -> Ruling {
    let Some(position) = game.position() else {
        return Ruling::silent();
    };
    // What a hand has moved, or put another man upon, is judged with the move.
    let stays = |touch: &Touch| game.men.square_of(touch.id) == Some(touch.square);
    let of_this = |each: &Offence, touch: &Touch| {
        let kinds = [OffenceKind::TouchedImmoveable, OffenceKind::RemovedByMistake];
        each.by == deed.by
            && kinds.contains(&each.kind)
            && each.touched.iter().any(|each| each.id == touch.id)
    };
    // When the hand lets go, all are judged that have not been; what was lost for them is lost.
    let lets_go = deed.touched.is_empty() || deed.made.is_some();
    let now = |touch: &Touch| {
        let lost = || game.ledger.lapsed.iter().any(|each| of_this(each, touch));
        deed.touched.iter().any(|each| each.id == touch.id)
            || lets_go && game.turn.illegal.is_none() && !lost()
    };
    let known = |touch: &Touch| {
        game.ledger.offences.iter().any(|each| {
            each.kind == OffenceKind::TouchedImmoveable
                && each.window == Window::UntilTouch
                && of_this(each, touch)
        })
    };
    let all = touched::all_touched(game, deed);
    let stuck: Vec<&Touch> = all
        .iter()
        .filter(|touch| now(touch) && stays(touch))
        .filter(|touch| !known(touch) && touched::is_stuck(game, touch))
        .collect();
    if stuck.is_empty() {
        return on_a_guarded_board(game, position, deed);
    }
    let which = if stuck[0].man.colour == deed.by {
        "moved"
    } else {
        "taken"
    };
    let text = say!(
        "{by} [has] touched the man on {square}, which cannot be {which}"; by = deed.by, square = stuck[0].square, which
    );
    let offence = entries::offence(game, deed.by, OffenceKind::TouchedImmoveable, all.clone());
    Ruling::silent()
        .finding(TOUCHED_IMMOVEABLE[game.terms.code].clause(), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// A guarded board lets nobody touch so many men that whatever he then played would be an offence.
fn on_a_guarded_board(game: &Game, position: &Position, deed: &Deed) -> Ruling {
    let touched = touched::touched_now(game, &deed.touched);
    if !game.terms.guard
        || touched::Playable::of(game, position, &touched).is_none_or(|all| !all.by_one_move.is_empty())
    {
        return Ruling::silent();
    }
    let text = "another man is touched already: whichever were moved, the other would found a penalty";
    let offence = entries::offence(game, deed.by, OffenceKind::MovedOtherwise, touched);
    Ruling::silent()
        .finding(TOUCHED_MOVEABLE[game.terms.code].clause(), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// What a player may still play without offending, having touched men in his own turn that he can move or take; none
/// where his touching leaves him free. A touch carried over only "may be treated" so, and binds nobody yet (reading BCC-5).
pub(crate) fn bound_by_touching(game: &Game) -> Option<(Vec<Move>, DutyView)> {
    if TOUCHED_MOVEABLE[game.terms.code].value != PenaltyIfHeMovesOtherwise {
        return None;
    }
    // Reading BCC-35: several moves are one turn, and only the last of them may leave a man unplayed.
    let position = game.position().filter(|_| game.turn.moves_in_turn == 1)?;
    let player = position.turn();
    let touched = touched::touched_now(game, &touched::unplayed_before(game));
    let playable = touched::Playable::of(game, position, &touched)?;
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
    let text = say!("{player} [has] touched and should {named}"; player, named = named.join(" and "));
    let clause = TOUCHED_MOVEABLE[game.terms.code].clause();
    if !playable.by_one_move.is_empty() {
        return Some((playable.by_one_move, DutyView { clause, text }));
    }
    // Reading BCC-4: whichever of them he plays, another founds the penalty; these are the least he can do.
    let text = say!("{text}, which no one move does"; text);
    let mut open: Vec<Move> = Vec::new();
    for mv in playable.men.into_iter().flat_map(|(_, moves)| moves) {
        if !open.contains(&mv) {
            open.push(mv);
        }
    }
    Some((open, DutyView { clause, text }))
}

/// A man touched in the opponent's turn and left where it stood.
pub(crate) fn in_the_opponents_turn(game: &Game, deed: &Deed) -> Ruling {
    let answer = &TOUCHED_OUT_OF_TURN[game.terms.code];
    let clause = answer.clause();
    match answer.value {
        TouchedOutOfTurn::CountsInHisNextTurn => {
            let mut ruling = Ruling::silent();
            for touch in &deed.touched {
                let text = say!(
                    "{by} [has] touched the man on {square} in [his opponent's] turn[;]: it may count as touched in [his] own next turn";
                    by = deed.by, square = touch.square
                );
                ruling = ruling
                    .finding(clause, deed.by, text)
                    .so(Consequence::CarryTouch(deed.by, touch.square));
            }
            ruling
        }
        TouchedOutOfTurn::NothingFollows => {
            let text = say!(
                "{by} [has] touched a man when it was not [his] turn to play: nothing follows"; by = deed.by
            );
            Ruling::silent().finding(clause, deed.by, text)
        }
    }
}

/// A turn begins: a man touched in the opponent's turn that cannot now be moved gives the penalty at once (reading BCC-5).
#[cold]
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let player = game.turn_to_play();
    let answer = &TOUCHED_OUT_OF_TURN[game.terms.code];
    if answer.value == TouchedOutOfTurn::NothingFollows {
        return None;
    }
    let touched: Vec<Touch> = game.ledger.carried[player.index()]
        .iter()
        .filter_map(|carried| touched::touch_of(&game.standing.men, carried.id))
        .collect();
    let stuck = touched.iter().find(|touch| touched::is_stuck(game, touch))?;
    let text = say!(
        "the man on {square}, touched in [the opponent's] turn, cannot now be {what}";
        square = stuck.square, what = if stuck.man.colour == player { "moved" } else { "taken" }
    );
    let offence = entries::offence(game, player, OffenceKind::TouchedImmoveable, touched.clone());
    Some(
        Ruling::silent()
            .finding(answer.clause(), player, text)
            .so(Consequence::Note(Box::new(offence))),
    )
}
