//! A player has touched men and then completes a move: does it play them?

use crate::{
    facts::{legal, touched},
    means::{binding, entries},
    questions::touch::{
        CASTLING_PAIR, CastlingPair, TOUCHED_IMMOVEABLE, TOUCHED_MOVEABLE, TouchedImmoveable, TouchedMoveable,
    },
};
use jadoube_board::Move;
use jadoube_game::{Consequence, Deed, Game, OffenceKind, Ruling, Touch, say};

/// King and Rook are touched as for castling, and the law has not named one of them: the two, and the moves that castle with
/// them. Any other move of theirs waits for the opponent's choice.
pub(crate) fn castling_owed(game: &Game) -> Option<(Vec<Touch>, Vec<Move>)> {
    CASTLING_PAIR.of(game)?;
    if game.ledger.duty.as_ref().is_none_or(|duty| duty.exacted) {
        return None;
    }
    let (own, adverse) = touched::own_and_adverse(game, &entries::no_deed(game, game.turn_to_play()));
    let castling = binding::castling_pair(game, &legal::legal_moves(game), &own, &adverse);
    (!castling.is_empty()).then_some((own, castling))
}

/// King and Rook were touched as for castling, and he has not castled with them: the choice of the two is his opponent's.
fn pair_not_castled(law: &CastlingPair, game: &Game, deed: &Deed, mv: Move) -> Ruling {
    let by = deed.by;
    let Some((own, castling)) = castling_owed(game) else {
        return Ruling::silent();
    };
    if castling.contains(&mv) {
        return Ruling::silent();
    }
    let with = if mv.is_castling() { " with that Rook" } else { "" };
    let text = say!(
        "{by} touched [his] King and [his] Rook and [has] not castled{with}: the choice was [not his]"; by, with
    );
    let offence = entries::offence(game, by, OffenceKind::TouchedSeveral, own);
    Ruling::silent()
        .finding(law.not_castled, by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// A legal move is complete; were men touched that it neither moved nor took?
pub(crate) fn moved_otherwise(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    match (
        TOUCHED_MOVEABLE[game.terms.code].value,
        TOUCHED_IMMOVEABLE[game.terms.code].value,
    ) {
        (TouchedMoveable::PenaltyIfHeMovesOtherwise, _) => touched_man_not_played(game, deed, mv),
        (TouchedMoveable::MustMoveIt, TouchedImmoveable::NoPenalty) => against_what_bound_him(game, deed, mv),
        (TouchedMoveable::MustMoveIt, _) => {
            CASTLING_PAIR.ruling(game, |law| pair_not_castled(law, game, deed, mv))
        }
    }
}

/// A legal move that his touching did not allow. It stands unless the opponent objects.
fn against_what_bound_him(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    if game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted) || game.turn.touched.is_empty() {
        return Ruling::silent();
    }
    // The move itself touches men; what binds him is what he had touched before it.
    let before = Deed {
        touched: Vec::new(),
        ..deed.clone()
    };
    let touched = touched::all_touched(game, &before);
    let legal = legal::legal_moves(game);
    let Some(binding) = binding::Binding::of(game, &game.standing, &legal, &touched) else {
        return Ruling::silent();
    };
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
    let another_could_be_named = binding.namings.iter().any(|naming| !naming.moves.contains(&mv));
    if allowed && !(still_open && another_could_be_named) {
        return ruling;
    }
    let mut offence = entries::in_this_very_turn(game, deed.by, OffenceKind::MovedOtherwise, touched);
    offence.made = Some(mv.into());
    let ruling = if allowed {
        // Reading FIDE-10: it stands unless the opponent, before touching a man of his, names another.
        ruling
    } else {
        let text = say!("{binding}, but [has] played {mv}"; binding = binding.text(deed.by), mv);
        ruling.finding(binding.clause, deed.by, text)
    };
    ruling.so(Consequence::Note(Box::new(offence)))
}

fn touched_man_not_played(game: &Game, deed: &Deed, mv: Move) -> Ruling {
    let Some(position) = game.position() else {
        return Ruling::silent();
    };
    let required = game.ledger.duty.as_ref().filter(|duty| duty.exacted);
    if required.is_some_and(|duty| duty.moves.contains(&mv)) {
        // What was required of him goes before what he touches.
        return Ruling::silent();
    }
    if game.turn.moves_in_turn > 1 {
        // Reading BCC-35: several moves are one turn, and he may yet play it.
        return Ruling::silent();
    }
    let mut all = touched::all_touched(game, deed);
    let taken = position.captured(mv).map(|(square, _)| square);
    let slighted = all.iter().copied().find(|touch| {
        !touched::moves_man(&mv, touch.square)
            && taken != Some(touch.square)
            && !touched::played_before(game, touch)
            && !touched::is_stuck(game, touch)
    });
    let mut before = touched::unplayed_before(game);
    before.retain(|touch| !touched::moves_man(&mv, touch.square) && taken != Some(touch.square));
    for touch in &before {
        if !all.iter().any(|each| each.id == touch.id) {
            all.push(*touch);
        }
    }
    let Some(touch) = slighted.or(before.first().copied()) else {
        return Ruling::silent();
    };
    let (could, did) = if touch.man.colour == deed.by {
        ("move", "moved")
    } else {
        ("take", "taken")
    };
    let text = say!(
        "{by} touched the man on {square}, which [he] could {could}, and [has] {did} otherwise";
        by = deed.by, square = touch.square, could, did = if did == "taken" { "moved" } else { did }
    );
    let authority = TOUCHED_MOVEABLE[game.terms.code].authority;
    let clause = authority.clause();
    let mut offence = entries::offence(game, deed.by, OffenceKind::MovedOtherwise, all);
    offence.made = Some(mv.into());
    Ruling::silent()
        .finding(clause, deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}
