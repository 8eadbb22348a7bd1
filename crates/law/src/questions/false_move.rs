//! A player makes a move that the men's powers, or his King's safety, forbid.

use crate::{
    cite,
    code::{Answer, ByCode, answers, says},
    questions::{moves, powers, touch},
};
use jadoube_board::Move;
use jadoube_game::{Consequence, Deed, DutyView, Event, Game, HandMove, Irregularity, OffenceKind, Ruling};

/// What an illegal move is, while nobody has objected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FalseMove {
    /// It does not end the turn: the turn goes on until the whole change is that of a legal move.
    TurnGoesOn,
    /// The adversary chooses a penalty, and may even let it stand.
    AdversaryMayLetItStand,
    /// The adversary chooses what must be played instead.
    AdversaryChooses,
    /// It is retracted if the opponent objects in time, and a legal move made with the same man.
    Retracted,
}

/// An illegal move made in one's own turn.
#[rustfmt::skip]
pub static FALSE_MOVE: ByCode<Answer<FalseMove>> = answers(ByCode {
    xxv:       says(FalseMove::AdversaryMayLetItStand, &["XIII"]),
    bca_1862:  says(FalseMove::AdversaryChooses,       &["VII"]),
    bcc_1896:  says(FalseMove::TurnGoesOn,             &["II.6(a)", "II.6(b)"]),
    bcc_1899:  says(FalseMove::TurnGoesOn,             &["II.6(a)", "II.6(b)"]),
    fide_1931: says(FalseMove::Retracted,              &["17", "17(a)", "17(b)"]),
});

/// How long an illegality that was answered may still be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundLater {
    /// At any time while the game is unfinished.
    AnyTime,
    /// While at most four moves of each player have followed.
    WithinFourMoves,
    /// Not at all, but that a King left in check is seen to.
    OnlyCheck,
}

/// An illegality found after it was answered.
#[rustfmt::skip]
pub static FOUND_LATER: ByCode<Answer<FoundLater>> = answers(ByCode {
    xxv:       says(FoundLater::OnlyCheck,       &["XIX", "XXIV"]),
    bca_1862:  says(FoundLater::WithinFourMoves, &["VII", "VIII"]),
    bcc_1896:  says(FoundLater::AnyTime,         &["II.6(e)"]),
    bcc_1899:  says(FoundLater::AnyTime,         &["II.6(e)"]),
    fide_1931: says(FoundLater::AnyTime,         &["17(d)"]),
});

/// The player on turn has made an irregular move.
pub(crate) fn rule_on(game: &Game, event: &Event, deed: &Deed) -> Ruling {
    let _ = event;
    let ruling = match FALSE_MOVE[game.terms.code].value {
        FalseMove::TurnGoesOn => british(game, deed),
        FalseMove::Retracted => federation(game, deed),
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => Ruling::silent(),
    };
    ruling.and(powers::reason(game, deed))
}

/// `"17"`, `"9.vi"`: the turn passes for the time being; the opponent may object before touching a man of his own.
fn federation(game: &Game, deed: &Deed) -> Ruling {
    let by = deed.by;
    let made = deed.made.or_else(|| changed_in_place(game, deed));
    let Some(made) = made else {
        return Ruling::silent();
    };
    let touched = touch::all_touched(game, deed);
    let standing = &game.standing.men;
    let id = deed.men.id(made.to).or_else(|| standing.id(made.from));
    let mover = id.and_then(|id| standing.square_of(id).map(|square| (id, square)));
    let adverse = mover
        .and_then(|(_, square)| standing.get(square))
        .is_some_and(|man| man.colour != by);
    let removed = game
        .offences
        .iter()
        .any(|offence| offence.by == by && offence.kind == OffenceKind::RemovedByMistake);
    let neglects = game.position().is_some_and(jadoube_board::Position::is_check)
        && deed
            .men
            .position(by, game.movement)
            .is_some_and(|position| position.is_check());
    let (kind, clause, text) = if adverse || removed {
        let kind = if removed {
            OffenceKind::RemovedByMistake
        } else {
            OffenceKind::MovedAdverseMan
        };
        let text = format!("{by} has altered the men illegally with {made}: the position must be reinstated");
        (kind, cite!(fide_1931, "12.ii"), text)
    } else if neglects {
        let text = format!("{by} has played {made}, which does not meet the check: it must be retracted");
        (OffenceKind::NeglectedCheck, cite!(fide_1931, "9.vi"), text)
    } else {
        let text = format!(
            "{by} has made an illegal move, {made}: the opponent may object before he touches a man of his own"
        );
        (OffenceKind::IllegalMove, cite!(fide_1931, "17"), text)
    };
    let mut offence = touch::in_this_very_turn(game, by, kind, touched);
    // The man moved comes first: it is the one to be played.
    if let Some((id, _)) = mover
        && let Some(at) = offence.touched.iter().position(|touch| touch.id == id)
    {
        offence.touched.swap(0, at);
    }
    offence.made = Some(made);
    offence.after = Some(deed.men.clone());
    let irregularity = Irregularity {
        by,
        kind,
        number: offence.number,
        turn: offence.turn.clone(),
        past: offence.past,
        since: [0, 0],
    };
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Irregular(made))
        .so(Consequence::Settle(by))
        .so(Consequence::Note(Box::new(offence)))
        .so(Consequence::Record(Box::new(irregularity)))
        .so(Consequence::PassBy)
}

/// A man that became something else where it stood, as a transfer to its own square.
fn changed_in_place(game: &Game, deed: &Deed) -> Option<HandMove> {
    let square = deed
        .men
        .board()
        .occupied()
        .into_iter()
        .find(|&square| deed.men.get(square) != game.standing.men.get(square))?;
    Some(HandMove {
        from: square,
        to: square,
        becomes: deed.men.get(square).map(|man| man.kind),
    })
}

/// `"II.6(b)"`: the turn is not ended, and the opponent may restore the position and punish.
fn british(game: &Game, deed: &Deed) -> Ruling {
    let all = touch::all_touched(game, deed);
    let made = deed.made.or(game.illegal.map(|(_, made)| made));
    let text = match made {
        Some(made) => format!(
            "{} has made an illegal move, {made}: his turn to play is not ended",
            deed.by
        ),
        None => format!(
            "{} has made an illegal change in the position: his turn to play is not ended",
            deed.by
        ),
    };
    let mut offence = touch::offence(game, deed.by, OffenceKind::IllegalMove, all);
    offence.made = made;
    let mut ruling = Ruling::silent().finding(cite!(bcc, "II.6(a)"), deed.by, text);
    if game.turn_began.is_some() {
        let text = "at odds the ordinary laws apply: the several moves are one turn to play";
        ruling = ruling.finding(cite!(bcc, "IV.1"), deed.by, text);
    }
    if let Some(made) = deed.made {
        ruling = ruling.so(Consequence::Irregular(made));
    }
    ruling
        .so(Consequence::Settle(deed.by))
        .so(Consequence::Note(Box::new(offence)))
}

/// A legal move has taken the place of an illegal one in the same turn: `"II.6(c)"`.
pub(crate) fn substituted(game: &Game, deed: &Deed) -> Ruling {
    let opponent = !deed.by;
    let ruling = Ruling::silent().so(Consequence::Settle(deed.by));
    if game.consents[opponent.index()]
        .iter()
        .any(|what| what == "substitute")
    {
        let text = format!(
            "{} has substituted a legal move with his opponent's consent",
            deed.by
        );
        return ruling.finding(cite!(bcc, "II.6(c)"), deed.by, text);
    }
    let text = format!(
        "{} has substituted a legal move for an illegal one without his opponent's consent",
        deed.by
    );
    let offence = touch::offence(
        game,
        deed.by,
        OffenceKind::Substituted,
        touch::all_touched(game, deed),
    );
    ruling
        .finding(cite!(bcc, "II.6(c)"), deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// What a player may play after his own illegal move: nothing, unless the opponent lets him correct it.
pub(crate) fn bound_by_an_illegal_move(game: &Game) -> Option<(Vec<Move>, Option<DutyView>)> {
    if game.illegal.is_none() || FALSE_MOVE[game.terms.code].value != FalseMove::TurnGoesOn {
        return None;
    }
    let opponent = !game.turn_to_play();
    if game.consents[opponent.index()]
        .iter()
        .any(|what| what == "substitute")
    {
        return Some((moves::legal_moves(game), None));
    }
    let text = "an illegal move stands on the board: to substitute another without the opponent's consent is an offence";
    Some((
        Vec::new(),
        Some(DutyView {
            clause: cite!(bcc, "II.6(c)").into(),
            text: text.to_owned(),
        }),
    ))
}

/// The illegal move of the present turn as an irregularity that stands while play goes on.
pub(crate) fn passed_by(game: &Game) -> Ruling {
    let Some((number, _)) = game.illegal else {
        return Ruling::silent();
    };
    let (turn, past) = game.turn_start();
    let offender = game.turn_to_play();
    let irregularity = Irregularity {
        by: offender,
        kind: OffenceKind::IllegalMove,
        number,
        turn: turn.clone(),
        past,
        since: [0, 0],
    };
    Ruling::silent()
        .so(Consequence::Settle(offender))
        .so(Consequence::Record(Box::new(irregularity)))
        .so(Consequence::PassBy)
}
