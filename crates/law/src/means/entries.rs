//! What is entered in the ledger: an offence, an illegality that stands while play goes on, a duty.

use crate::{
    code::Clause,
    facts::{
        change::{self, Change},
        legal, touched as men,
    },
    means::after,
    questions::{
        odds::{self, TakenBack},
        touch,
    },
};
use jadoube_board::{Colour, Kind, Move, Square};
use jadoube_game::{
    Consequence, Deed, Duty, Game, Irregularity, Men, Offence, OffenceKind, Ruling, Sentence, Standing,
    Touch, Window, rook_squares, say,
};

/// An offence whose position is that of this very move, also where several moves make up one turn: `"18.iv"`.
pub(crate) fn in_this_very_turn(game: &Game, by: Colour, kind: OffenceKind, touched: Vec<Touch>) -> Offence {
    Offence {
        id: 0,
        by,
        kind,
        turn: game.standing,
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

/// Where the turn began that an offence in the present one takes back.
pub(crate) fn took_place_in(game: &Game) -> (&Standing, usize) {
    match odds::TAKEN_BACK[game.terms.code].value {
        TakenBack::AllOfThem => game.turn_start(),
        TakenBack::ThatMoveAlone => (&game.standing, game.past.len()),
    }
}

/// An offence of this player in the present turn.
pub(crate) fn offence(game: &Game, by: Colour, kind: OffenceKind, mut touched: Vec<Touch>) -> Offence {
    let (turn, past) = took_place_in(game);
    for touch in &mut touched {
        touch.square = turn.men.square_of(touch.id).unwrap_or(touch.square);
    }
    // Reading BCC-35: several moves are one turn, so the men moved before are men touched in it.
    for earlier in &game.past[past..] {
        let id = earlier.mv.and_then(|mv| earlier.standing.men.id(mv.from()));
        if let Some(touch) = id.and_then(|id| men::touch_of(&turn.men, id))
            && !touched.iter().any(|each| each.id == touch.id)
        {
            touched.push(touch);
        }
    }
    Offence {
        turn: *turn,
        past,
        ..in_this_very_turn(game, by, kind, touched)
    }
}

/// Play goes back to the turn that began so.
pub(crate) fn restore(turn: &Standing, past: usize) -> Consequence {
    Consequence::Restore(Box::new(*turn), past)
}

/// An illegality of this player's in the turn that began so; it stands while play goes on.
pub(crate) fn irregularity(
    by: Colour,
    kind: OffenceKind,
    number: u32,
    turn: &Standing,
    past: usize,
) -> Consequence {
    Consequence::Record(Box::new(Irregularity {
        by,
        kind,
        number,
        turn: *turn,
        past,
        touched: Vec::new(),
        begun: None,
        since: [0, 0],
    }))
}

/// Play goes back to before this illegality: what the player of that turn had touched in it he has touched. With the Rook that
/// followed his King in castling he has touched one man only, the King (reading FIDE-8).
pub(crate) fn back_to(game: &Game, irregularity: &Irregularity) -> Ruling {
    let ruling = Ruling::simply(restore(&irregularity.turn, irregularity.past));
    let played = game.past.get(irregularity.past).and_then(|turn| turn.mv);
    let castled = |king: &Touch, rook: &Touch| {
        played.is_some_and(|mv| men::castles_with(&mv, king.square, rook.square))
    };
    // What he had begun then he has begun still; so it is with what he has begun since in the same turn.
    let begun = if irregularity.past == game.past.len() && change::begun(game).is_some() {
        Some(Box::new(game.begun_from(&irregularity.turn.men)))
    } else {
        irregularity.begun.clone()
    };
    let ruling = begun.map(Consequence::Begun).into_iter().fold(ruling, Ruling::so);
    let before = match &irregularity.touched[..] {
        [] => return ruling,
        [king, rook] if king.man.kind == Kind::King && castled(king, rook) => vec![*king],
        all => all.to_vec(),
    };
    ruling.so(Consequence::TouchedBefore(before))
}

/// The player is bound to these moves, of the law's own motion or because it was exacted.
pub(crate) fn bind(clause: &'static str, text: Sentence, moves: Vec<Move>, exacted: bool) -> Consequence {
    Consequence::Bind(Box::new(Duty {
        clause,
        text,
        moves,
        exacted,
    }))
}

/// He must now play one of these, and has begun another move: it goes back.
pub(crate) fn begun_goes_back(game: &Game, due: &[Move]) -> Ruling {
    match change::begun(game) {
        Some((begun, _)) if !begun.iter().any(|mv| due.contains(mv)) => {
            Ruling::simply(restore(&game.standing, game.past.len()))
        }
        _ => Ruling::silent(),
    }
}

/// A whole move without a hand on any man, as a text or a word makes one.
pub(crate) fn deed_of(game: &Game, by: Colour, mv: Move) -> Deed {
    Deed {
        made: Some(mv.into()),
        ..no_deed(game, by)
    }
}

/// No hand on any man.
pub(crate) fn no_deed(game: &Game, by: Colour) -> Deed {
    Deed {
        by,
        touched: Vec::new(),
        men: game.men,
        held: Vec::new(),
        under: Vec::new(),
        off: Vec::new(),
        made: None,
        tokens: game.turn.tokens.clone(),
    }
}

/// His offences of this kind.
pub(crate) fn of_this_kind(game: &Game, by: Colour, kind: OffenceKind) -> Vec<u32> {
    ids_where(game, |each| each.by == by && each.kind == kind)
}

/// Whether an illegal move or change of his is noted in this turn, be it that nothing can be exacted for it any more.
pub(crate) fn has_changed_illegally(game: &Game, by: Colour) -> bool {
    let mut noted = game.ledger.offences.iter().chain(&game.ledger.lapsed);
    noted.any(|each| each.by == by && each.kind == OffenceKind::IllegalMove)
}

/// The offences by which the men now stand altered out of turn; one annulled before is not among them.
pub(crate) fn of_the_alteration(game: &Game, altered: &Offence) -> Vec<u32> {
    ids_where(game, |each| {
        each.by == altered.by && each.past == altered.past && each.number >= altered.number
    })
}

/// Of those, the moves: what was taken off by mistake is put back, and has been touched.
pub(crate) fn moves_of_the_alteration(game: &Game, altered: &Offence) -> Vec<u32> {
    let mut moves = of_the_alteration(game, altered);
    moves.retain(|id| {
        let removal = |each: &Offence| each.id == *id && each.kind == OffenceKind::RemovedByMistake;
        !game.ledger.offences.iter().any(removal)
    });
    moves
}

/// Where the first move went among what was altered out of turn; where no one move tells, the first square on which another man
/// stands than before.
pub(crate) fn square_of_the_alteration(game: &Game, altered: &Offence) -> Option<Square> {
    let moves = moves_of_the_alteration(game, altered);
    let mut offences = game.ledger.offences.iter();
    let made = altered
        .made
        .or_else(|| offences.find(|each| moves.contains(&each.id))?.made);
    let changed = || {
        let (before, after) = (altered.before.as_ref()?, altered.after.as_ref()?);
        let squares = after.board().occupied().into_iter();
        squares.into_iter().find(|square| {
            (after.get(*square), after.id(*square)) != (before.get(*square), before.id(*square))
        })
    };
    made.map(|made| made.to).or_else(changed)
}

/// Whether the men were altered out of turn by a move, and whether by taking one off by mistake: either, or both.
pub(crate) fn moved_or_removed(game: &Game, altered: &Offence) -> (bool, bool) {
    let removed = altered.kind == OffenceKind::RemovedByMistake || !removals_of(game, altered).is_empty();
    let moved =
        altered.kind != OffenceKind::RemovedByMistake || !moves_of_the_alteration(game, altered).is_empty();
    (moved, removed)
}

/// The men taken off by mistake among what was altered out of turn.
fn removals_of<'a>(game: &'a Game, altered: &Offence) -> Vec<&'a Offence> {
    let ids = of_the_alteration(game, altered);
    let removal = |each: &&Offence| ids.contains(&each.id) && each.kind == OffenceKind::RemovedByMistake;
    game.ledger.offences.iter().filter(removal).collect()
}

fn ids_where(game: &Game, meant: impl Fn(&Offence) -> bool) -> Vec<u32> {
    let offences = game.ledger.offences.iter();
    offences.filter(|each| meant(each)).map(|each| each.id).collect()
}

/// The player on turn moves on the board as his opponent altered it: the alteration stands until it is pointed out.
pub(crate) fn taken_as_it_stands(game: &Game) -> Ruling {
    put_on_record(game).so(Consequence::AcceptMen)
}

/// What the opponent altered is answered by a move: it is on record until it is pointed out.
pub(crate) fn put_on_record(game: &Game) -> Ruling {
    let Some(altered) = &game.turn.altered else {
        return Ruling::silent();
    };
    let mut ruling = Ruling::silent();
    // Reading BCC-10: a substituted move that was legal in the first instance stands.
    if altered.kind != OffenceKind::SubstitutedOutOfTurn {
        let (turn, past) = if altered.past == game.past.len() {
            took_place_in(game)
        } else {
            (&altered.turn, altered.past)
        };
        ruling = ruling.so(Consequence::Record(Box::new(Irregularity {
            by: altered.by,
            kind: altered.kind,
            number: altered.number,
            turn: *turn,
            past,
            touched: game.turn.touched.clone(),
            begun: let_go(game, altered),
            since: [0, 0],
        })));
    }
    ruling.so(Consequence::Forget(of_the_alteration(game, altered)))
}

/// The men as the player on turn had let them go, a move of his begun, when his opponent altered them.
fn let_go(game: &Game, altered: &Offence) -> Option<Box<Men>> {
    let before = altered.before.as_ref()?;
    let begun = game.turn.hands[game.turn_to_play().index()].is_empty()
        && matches!(change::whole_change(game, before, &[]), Change::Begun(..));
    begun.then(|| Box::new(*before))
}

/// What was altered out of turn goes back, and with it what could be exacted for it; his other offences stand.
pub(crate) fn alteration_undone(game: &Game, altered: &Offence) -> Ruling {
    Ruling::silent()
        .so(Consequence::Forget(of_the_alteration(game, altered)))
        .so(Consequence::UndoAlteration)
}

/// `"V"`: the second move is taken back, and the man must be played in the offender's next turn.
pub(crate) fn retracted(game: &Game) -> Ruling {
    let Some(altered) = &game.turn.altered else {
        return Ruling::silent();
    };
    let ruling = alteration_undone(game, altered);
    match altered.made {
        Some(made)
            if altered
                .turn
                .men
                .get(made.from)
                .is_some_and(|man| man.colour == altered.by) =>
        {
            ruling.so(Consequence::CarryTouch(altered.by, made.from))
        }
        _ => ruling,
    }
}

/// The illegal move of the present turn as an irregularity that stands while play goes on.
pub(crate) fn passed_by(game: &Game) -> Ruling {
    let Some((number, _)) = game.turn.illegal else {
        return Ruling::silent();
    };
    let (turn, past) = game.turn_start();
    let offender = game.turn_to_play();
    Ruling::silent()
        .so(Consequence::Settle(offender))
        .so(irregularity(
            offender,
            OffenceKind::IllegalMove,
            number,
            turn,
            past,
        ))
        .so(Consequence::EndTurnIrregularly)
}

/// `"II.5(g)"` with `"II.5(e)"`: a man taken off in the opponent's turn has been put back, and was touched in that turn.
pub(crate) fn put_back_out_of_turn(game: &Game) -> Ruling {
    let ruling = Ruling::silent();
    let Some(altered) = &game.turn.altered else {
        return ruling;
    };
    let counts =
        touch::TOUCHED_OUT_OF_TURN[game.terms.code].value == touch::TouchedOutOfTurn::CountsInHisNextTurn;
    if !counts || altered.turn.player == altered.by {
        return ruling;
    }
    let men = removals_of(game, altered)
        .into_iter()
        .flat_map(|each| &each.touched);
    men.fold(ruling, |ruling, touch| {
        ruling.so(Consequence::CarryTouch(altered.by, touch.square))
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
    let before = men::touched_now(game, &[]);
    let another = |touch: &Touch| Some(touch.id) != mover && !taken(touch);
    if required.is_none() && !before.iter().any(another) {
        return None;
    }
    let mut offence = in_this_very_turn(game, by, OffenceKind::MovedOtherwise, before);
    offence.made = illegal.made;
    offence.duty = required.cloned();
    Some(offence)
}

/// Play goes back to that turn, and its player must meet the check that stood there.
pub(crate) fn attend_to_the_check(game: &Game, turn: usize, clause: Clause, text: Sentence) -> Ruling {
    let Some(past) = game.past.get(turn) else {
        return Ruling::silent();
    };
    let standing = &past.standing;
    let ruling = Ruling::silent()
        .finding(clause, standing.player, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(restore(standing, turn))
        .so(Consequence::Announce(!standing.player, "check".to_owned()));
    // The check binds now, whether or not it bound him then.
    let meets_it = |mv: &Move| standing.position.is_some_and(|position| position.is_legal(*mv));
    let mut moves = legal::legal_at(game, standing, turn);
    moves.retain(meets_it);
    if moves.is_empty() {
        return ruling;
    }
    let text = say!("{player} must release [his] King from the check"; player = standing.player);
    ruling.so(bind(clause.into(), text, moves, true))
}

/// Whether a touch still counts towards an offence of this kind, or again: what was lost for it is lost, unless the man has
/// been touched since.
pub(crate) fn counts(game: &Game, deed: &Deed, kind: OffenceKind, touch: &Touch) -> bool {
    let of_it = |each: &Offence| {
        let men = || each.touched.iter().any(|each| each.id == touch.id);
        each.by == deed.by && each.kind == kind && men()
    };
    deed.touched.iter().any(|each| each.id == touch.id)
        || game.ledger.offences.iter().any(of_it)
        || !game.ledger.lapsed.iter().any(of_it)
}

/// The turn goes on: what the player owed in it he owes still, as far as the men allow it.
pub(crate) fn still_bound(game: &Game, ruling: Ruling) -> Ruling {
    let Some(mut duty) = game.ledger.duty.clone() else {
        return ruling;
    };
    let legal = legal::legal_moves(&after(game, &ruling));
    duty.moves.retain(|mv| legal.contains(mv));
    if duty.moves.is_empty() {
        return ruling;
    }
    ruling.so(Consequence::Bind(duty))
}

/// The King is now touched after a Rook that has been let go: castling would have been begun with the Rook.
pub(crate) fn rook_let_go_first(game: &Game, deed: &Deed, legal: &[Move]) -> Option<Offence> {
    let king = game.standing.men.board().king(deed.by)?;
    let now = deed.touched.iter().any(|touch| touch.square == king)
        && !game.turn.touched.iter().any(|touch| touch.square == king);
    if !now || game.terms.guard {
        return None;
    }
    let corners: Vec<_> = legal
        .iter()
        .filter_map(|mv| mv.wing().map(|wing| rook_squares(mv.from(), wing).0))
        .collect();
    let mut rooks = men::let_go_before_the_king(game, deed.by);
    rooks.retain(|rook| corners.contains(&rook.square));
    if rooks.is_empty() {
        return None;
    }
    let mut offence = offence(game, deed.by, OffenceKind::RookFirst, rooks);
    // It is one only if he castles.
    offence.window = Window::NextTurn;
    Some(offence)
}
