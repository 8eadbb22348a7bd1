//! A player makes a move that the men's powers, or his King's safety, forbid.

use crate::{
    code::{Answer, ByCode, Clause, answers, says},
    facts::{WrongChange, change, checks, legal, touched},
    means::{cries, entries, moving, referral},
    questions::found_later,
};
use jadoube_board::{Colour, Move};
use jadoube_game::{
    Act, Consequence, Deed, DutyView, Event, Fill, Game, HandMove, Offence, OffenceKind, Ruling, Sentence,
    Standing, Template, Touch, say,
};

question! {
    "A player makes a move that the men's powers, or his King's safety, forbid.";
    tables: FALSE_MOVE, OBJECTED_TO, GOING_ON;
    "A man taken off by a move that does not take it goes back, and counts as touched." => bca_1862 "VI";
    "A false move gives the opponent his choice." => bca_1862 "VII";
    "A move that neglects an announced check goes back, and the King must be moved." => bca_1862 "VIII";
    "A man taken off by a move that does not take it goes back, and counts as touched." => xxv "IX";
    "For an adverse man moved the adversary chooses what follows." => xxv "X";
    "For a capture that could not be made the adversary chooses what is played instead." => xxv "XI";
    "For a man of one's own taken the adversary names the man to be played." => xxv "XII";
    "For castling against the conditions the adversary chooses what follows." => xxv "XVI";
    "A move that leaves the King in check goes back, and the King must be moved." => xxv "XVII";
    "For a man put where it cannot go the adversary chooses what follows, and may let it stand." => xxv "XIII";
}

law! {
    /// What an illegal move is, while nobody has objected.
    pub enum FalseMove {
        /// It does not end the turn: the turn goes on until the whole change is that of a legal move.
        TurnGoesOn,
        /// The adversary chooses what follows, and may let a man stand where it could not go.
        AdversaryMayLetItStand,
        /// The adversary chooses what must be played instead.
        AdversaryChooses,
        /// It is retracted if the opponent objects in time, and a legal move made with the same man; or, where it took a man and
        /// he prefers it, one that takes that man.
        Retracted,
        /// It may be taken back until he presses his clock; then the position is put back, and the second one loses.
        PutBackOncePressed,
    }
}

law! {
    /// An illegal move made in one's own turn.
    pub static FALSE_MOVE: ByCode<Answer<FalseMove>> = answers(ByCode {
        xxv:       says(FalseMove::AdversaryMayLetItStand, &["XIII"]),
        bca_1862:  says(FalseMove::AdversaryChooses,       &["VII"]),
        bcc_1896:  says(FalseMove::TurnGoesOn,             &["II.6(a)", "II.6(b)"]),
        bcc_1899:  says(FalseMove::TurnGoesOn,             &["II.6(a)", "II.6(b)"]),
        fide_1931: says(FalseMove::Retracted,              &["17", "17(a)", "17(b)"]),
        fide_2023: says(FalseMove::PutBackOncePressed,     &["7.5.1", "7.5.5"]),
    });
}

/// What is said of an irregular move, and what the umpire has still to ask because of it.
pub(crate) struct Judged {
    /// What is ruled so far.
    pub ruling: Ruling,
    /// What comes next.
    pub then: Then,
}

/// What has still to be asked.
pub(crate) enum Then {
    /// Nothing.
    Nothing,
    /// Which law of movement forbids the move.
    WhyIllegal,
    /// What follows from the men that count as touched by this deed.
    Touched(Box<Deed>),
}

impl Judged {
    fn plainly(ruling: Ruling) -> Self {
        let then = Then::Nothing;
        Judged { ruling, then }
    }
}

/// The player on turn has made an irregular move.
pub(crate) fn rule_on(game: &Game, event: &Event, deed: &Deed) -> Judged {
    let answer = &FALSE_MOVE[game.terms.code];
    let ruling = match answer.value {
        FalseMove::TurnGoesOn => {
            let ruling = GOING_ON.ruling(game, |law| turn_goes_on(law, game, deed));
            if is_only_a_touch(game, deed) {
                let then = Then::Touched(Box::new(deed.clone()));
                return Judged { ruling, then };
            }
            ruling
        }
        FalseMove::Retracted => OBJECTED_TO.ruling(game, |law| passes_until_objection(law, game, deed)),
        FalseMove::PutBackOncePressed => {
            let clause = answer.clause();
            referral::referred(Some(event.by), deed.by, clause, "an illegal move has been made")
        }
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => {
            return ends_the_turn(game, event, deed);
        }
    };
    // Where the King has castled by halves it is not the Rook's own going that is wrong, but that it is no part of castling.
    let then = match half_castled(game) {
        Some(_) => Then::Nothing,
        None => Then::WhyIllegal,
    };
    Judged { ruling, then }
}

/// The castling begun with the King, whose Rook has not yet followed (reading FIDE-13: it is the King's move).
fn half_castled(game: &Game) -> Option<HandMove> {
    let (moves, _) = change::begun(game)?;
    moves
        .first()
        .filter(|mv| mv.is_castling())
        .map(|mv| HandMove::from(*mv))
}

/// The turn passes for the time being; the opponent may object before touching a man of his own.
fn passes_until_objection(law: &ObjectedTo, game: &Game, deed: &Deed) -> Ruling {
    let by = deed.by;
    let made = half_castled(game)
        .or(deed.made)
        .or_else(|| changed_in_place(game, deed));
    let Some(made) = made else {
        return Ruling::silent();
    };
    let touched = touched::all_touched(game, deed);
    let standing = &game.standing.men;
    let id = deed.men.id(made.to).or_else(|| standing.id(made.from));
    let mover = id.and_then(|id| standing.square_of(id).map(|square| (id, square)));
    let adverse = mover
        .and_then(|(_, square)| standing.get(square))
        .is_some_and(|man| man.colour != by);
    // A man taken off first and then moved upon was captured, if illegally.
    let captured = game
        .turn
        .off
        .iter()
        .any(|off| off.square == made.to && off.man.colour != by);
    let removed = !captured && change::took_off_by_mistake(game);
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
        let text = say!(
            "{by} [has] altered the men illegally with {made}[;]: the position must be reinstated"; by, made
        );
        (kind, law.altered, text)
    } else if neglects {
        let text = say!(
            "{by} [has] played {made}, which does not meet the check[;]: it must be retracted"; by, made
        );
        (OffenceKind::NeglectedCheck, law.neglected_check, text)
    } else {
        let what = if made.from == made.to {
            format!("changing the man on {}", made.to)
        } else {
            made.to_string()
        };
        let text = say!(
            "{by} [has] made an illegal move, {what}[;]: [the opponent] may object before [he] [touches] a man of [his] own";
            by, what
        );
        (OffenceKind::IllegalMove, law.illegal_move, text)
    };
    let mut offence = entries::in_this_very_turn(game, by, kind, touched);
    // The man moved comes first: it is the one to be played.
    if let Some((id, _)) = mover
        && let Some(at) = offence.touched.iter().position(|touch| touch.id == id)
    {
        offence.touched.swap(0, at);
    }
    offence.made = Some(made);
    offence.after = Some(deed.men);
    let irregularity = entries::irregularity(by, kind, offence.number, &offence.turn, offence.past);
    let ruling = Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Irregular(made))
        .so(Consequence::Settle(by))
        .so(irregularity);
    let ruling = match entries::slighted(game, by, &offence) {
        Some(slighted) => ruling.so(Consequence::Note(Box::new(slighted))),
        None => ruling,
    };
    ruling
        .so(Consequence::Note(Box::new(offence)))
        .so(Consequence::EndTurnIrregularly)
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

/// What becomes of the men after a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Men {
    /// They stay as he left them, and the turn is over.
    Stay,
    /// They go back at once; what was touched was touched.
    GoBack,
}

/// A fault, by what it is one, and what it is called.
pub(crate) struct FaultRow {
    /// What was done.
    pub kind: OffenceKind,
    /// What becomes of the men.
    pub men: Men,
    /// By which clause.
    pub clause: Clause,
    /// In our words.
    pub text: Template,
    /// The same of a check that nobody announced.
    pub unannounced: Template,
}

const fn fault(kind: OffenceKind, men: Men, clause: &'static str, text: &'static str) -> FaultRow {
    FaultRow {
        kind,
        men,
        clause: Clause::written(clause),
        text: of_his_move(text),
        unannounced: of_his_move(text),
    }
}

/// What is said of his move, by and with which it was made.
pub(crate) const fn of_his_move(text: &'static str) -> Template {
    Template::new(text, &["by", "made"])
}

const TAKES_A_KING: &str = "{by} would take a King, who is never taken[;]: the men are put back";

const HALF_CASTLED: &str =
    "{by} [has] begun to castle, and what followed is not the Rook's part: it is a false move of the King";

/// What is said of a man taken off that no move of his takes.
pub(crate) const TAKES_NOTHING: &str =
    "{by} [has] taken off a man that [he] cannot take[;]: it is put back, and was touched";

/// The faults that a move can have where letting go ends the turn, right or wrong.
#[rustfmt::skip]
pub(crate) static FAULTS: ByCode<&[FaultRow]> = {
    use Men::{GoBack, Stay};
    use OffenceKind as Of;
    ByCode {
        xxv: &[
            fault(Of::Other,            GoBack, "reading XXV-25", TAKES_A_KING),
            fault(Of::RemovedByMistake, GoBack, "IX",   TAKES_NOTHING),
            fault(Of::MovedAdverseMan,  Stay,   "X",    "{by} [has] moved one of [his adversary's] men"),
            fault(Of::FalseCapture,     Stay,   "XI",   "{by} [has] taken a man with one that cannot take it"),
            fault(Of::TookOwnMan,       Stay,   "XII",  "{by} [has] taken one of [his] own men"),
            fault(Of::FalseCastling,    Stay,   "XVI",  "{by} [has] castled when it is not allowed"),
            fault(Of::ExposedKing,      Stay,   "XVII", "{by} [has] moved a man that cannot be so moved without leaving [his] King in check"),
            fault(Of::NeglectedCheck,   Stay,   "XVII", "{by} [has] moved a man that cannot be so moved without leaving [his] King in check"),
            fault(Of::IllegalMove,      Stay,   "XIII", "{by} [has] made a false move{made}"),
        ],
        bca_1862: &[
            fault(Of::Other,            GoBack, "VII",  TAKES_A_KING),
            fault(Of::RemovedByMistake, GoBack, "VI",   TAKES_NOTHING),
            fault(Of::MovedAdverseMan,  GoBack, "reading BCA-7", "{by} [has] moved a man [of his adversary's][;]: it is put back, and was touched"),
            fault(Of::FalseCapture,     Stay,   "VII",  "{by} [has] taken a man by a move which cannot legally be made"),
            fault(Of::TookOwnMan,       Stay,   "VII",  "{by} [has] made a false move{made}"),
            fault(Of::FalseCastling,    Stay,   "VII",  "{by} [has] made a false move{made}"),
            fault(Of::ExposedKing,      Stay,   "VII",  "{by} [has] made a move that leaves [his] King in check, which is a false move"),
            FaultRow {
                unannounced: of_his_move("{by} [has] left [his] King in a check that was not announced: [his] move cannot stand"),
                ..fault(Of::NeglectedCheck, Stay, "VIII", "{by} [has] neglected the check announced to [him]")
            },
            fault(Of::IllegalMove,      Stay,   "VII",  "{by} [has] made a false move{made}"),
        ],
        bcc_1896: &[],
        bcc_1899: &[],
        fide_1931: &[],
        fide_2023: &[],
    }
};
own_clauses!(FAULTS);

steps! {
    /// A move that passes until the opponent objects.
    pub struct ObjectedTo {
        /// An illegal move goes back when the opponent objects in time.
        illegal_move,
        /// A move that leaves the King in check goes back.
        neglected_check,
        /// Men changed without a move go back.
        altered,
    }
    pub static OBJECTED_TO for FALSE_MOVE: FalseMove::Retracted = {
        fide_1931: { illegal_move: "17", neglected_check: "9.vi", altered: "12.ii" },
    };
}

steps! {
    /// An illegal move that does not end the turn.
    pub struct GoingOn {
        /// An illegal move does not end the turn.
        with_the_turn,
        /// At odds of several moves, which are one turn, the other laws hold too.
        at_odds,
        /// A legal move may take the place of an illegal one, by the opponent's leave.
        to_another_move,
    }
    pub static GOING_ON for FALSE_MOVE: FalseMove::TurnGoesOn = {
        bcc: { with_the_turn: "II.6(a)", at_odds: "IV.1", to_another_move: "II.6(c)" },
    };
}

/// The man stands where he put it, the turn is over, and the opponent chooses; but for what goes back at once. Where a
/// fault may be found later, it is also remembered.
fn ends_the_turn(game: &Game, event: &Event, deed: &Deed) -> Judged {
    // Castling begun with the King and not finished by the Rook's part is the King's move (readings BCA-5, FIDE-13).
    let half_castled = half_castled(game);
    let deed = &Deed {
        made: half_castled.or(deed.made),
        ..deed.clone()
    };
    let fault = WrongChange::of(game, deed, half_castled.is_some());
    let rows = FAULTS[game.terms.code];
    let Some(row) = rows.iter().find(|row| row.kind == fault.kind) else {
        return Judged::plainly(Ruling::silent());
    };
    let text = if checks::was_announced(game, &game.standing, game.past.len()) {
        row.text
    } else {
        row.unannounced
    };
    let text = match half_castled {
        Some(_) => of_his_move(HALF_CASTLED),
        None => text,
    };
    let text = text.fill(&[deed.by.filling(), told(deed.made).filling()]);
    if row.men == Men::GoBack {
        return put_back(game, deed, fault.touched, row.clause.into(), text);
    }
    let (turn, past) = entries::took_place_in(game);
    let kind = fault.kind;
    // Where the finding names the fault already, the powers of the men need not be told.
    let then = match kind {
        _ if half_castled.is_some() => Then::Nothing,
        OffenceKind::IllegalMove | OffenceKind::FalseCapture | OffenceKind::FalseCastling => Then::WhyIllegal,
        _ => Then::Nothing,
    };
    let mut ruling = turn_over(game, event, deed, fault, row.clause.into(), text);
    if found_later::FOUND_LATER[game.terms.code].value == found_later::FoundLater::WithinFourMoves {
        let found_later = entries::irregularity(deed.by, kind, game.hand_moves + 1, turn, past);
        ruling = ruling.so(found_later);
    }
    Judged { ruling, then }
}

fn told(made: Option<HandMove>) -> String {
    made.map_or_else(String::new, |made| format!(", {made}"))
}

/// The men go back at once; what was touched was touched.
pub(crate) fn put_back(
    game: &Game,
    deed: &Deed,
    touched: Vec<Touch>,
    clause: &'static str,
    text: Sentence,
) -> Judged {
    let mut ruling = Ruling::silent().finding(clause, deed.by, text);
    if deed.made.is_some() {
        ruling = ruling.so(Consequence::CountMove);
    }
    let deed = Deed {
        by: deed.by,
        touched,
        men: game.standing.men,
        held: Vec::new(),
        under: Vec::new(),
        off: Vec::new(),
        made: None,
        tokens: game.turn.tokens.clone(),
    };
    Judged {
        ruling: ruling.so(Consequence::Perform(Box::new(deed.clone()))),
        then: Then::Touched(Box::new(deed)),
    }
}

/// The irregular move ends the turn, as the hand left the men.
fn turn_over(
    game: &Game,
    event: &Event,
    deed: &Deed,
    fault: WrongChange,
    clause: &'static str,
    text: Sentence,
) -> Ruling {
    let mut offence = entries::offence(game, deed.by, fault.kind, fault.touched);
    offence.made = deed.made;
    let after = Standing::new(deed.men, !deed.by, game.movement);
    let say = match &event.act {
        Act::Move { say, .. } => say.as_deref(),
        _ => None,
    };
    let mut ruling = Ruling::silent()
        .finding(clause, deed.by, text)
        .so(Consequence::Perform(Box::new(deed.clone())));
    if let Some(made) = deed.made {
        ruling = ruling.so(Consequence::Irregular(made));
    }
    let owed = game.ledger.duty.as_ref().map(|duty| {
        let mut owed = entries::offence(
            game,
            deed.by,
            OffenceKind::MovedOtherwise,
            game.turn.touched.clone(),
        );
        owed.made = deed.made;
        owed.duty = Some(duty.clone());
        owed
    });
    ruling = ruling
        .so(Consequence::Settle(deed.by))
        .so(Consequence::EndTurnIrregularly)
        .so(Consequence::Note(Box::new(offence)));
    if let Some(owed) = owed {
        ruling = ruling.so(Consequence::Note(Box::new(owed)));
    }
    ruling.and(cries::with_an_irregular_move(game, &after, say))
}

/// The turn is not ended, and the opponent may restore the position and punish.
fn turn_goes_on(law: &GoingOn, game: &Game, deed: &Deed) -> Ruling {
    let all = touched::all_touched(game, deed);
    let made = deed.made.or(game.turn.illegal.map(|(_, made)| made));
    let by = deed.by;
    let text = if let Some(made) = made {
        say!("{by} [has] made an illegal move, {made}[;]: [his] turn to play is not ended"; by, made)
    } else {
        say!("{by} [has] made an illegal change in the position[;]: [his] turn to play is not ended"; by)
    };
    let mut offence = entries::offence(game, deed.by, OffenceKind::IllegalMove, all);
    offence.made = made;
    let mut ruling = Ruling::silent();
    if !is_only_a_touch(game, deed) {
        ruling = ruling.finding(law.with_the_turn, deed.by, text);
        if game.turn.turn_began.is_some() {
            let text = "at odds the ordinary laws apply: the several moves are one turn to play";
            ruling = ruling.finding(law.at_odds, deed.by, text);
        }
    }
    if let Some(made) = deed.made {
        ruling = ruling.so(Consequence::Irregular(made));
    }
    ruling
        .so(Consequence::Forget(overtaken(game, deed)))
        .so(Consequence::Note(Box::new(offence)))
}

/// Whether the illegal move that stands gave a right once, waived or lost since, and the hand has now only touched.
pub(crate) fn was_let_pass(game: &Game, deed: &Deed) -> bool {
    is_only_a_touch(game, deed) && entries::of_this_kind(game, deed.by, OffenceKind::IllegalMove).is_empty()
}

/// Whether an illegal move stands, or a piece put for a Pawn against the law, and the hand has now only touched.
fn is_only_a_touch(game: &Game, deed: &Deed) -> bool {
    let stands = game.turn.illegal.is_some() || entries::has_changed_illegally(game, deed.by);
    stands && deed.made.is_none() && deed.men.same_squares(&game.men)
}

/// What an illegal move leaves nothing of: an earlier one, and the touching of men that he has since moved with it.
fn overtaken(game: &Game, deed: &Deed) -> Vec<u32> {
    let stays = |touch: &Touch| {
        touched::is_stuck(game, touch)
            && deed.men.square_of(touch.id) == game.standing.men.square_of(touch.id)
    };
    let over = |offence: &&Offence| match offence.kind {
        OffenceKind::IllegalMove | OffenceKind::RemovedByMistake => true,
        OffenceKind::TouchedImmoveable => !offence.touched.iter().any(stays),
        _ => false,
    };
    let his = game
        .ledger
        .offences
        .iter()
        .filter(|offence| offence.by == deed.by);
    his.filter(over).map(|offence| offence.id).collect()
}

/// A legal move has taken the place of an illegal one in the same turn.
pub(crate) fn substituted(game: &Game, deed: &Deed) -> Ruling {
    let Some(law) = GOING_ON.of(game) else {
        return Ruling::silent().so(Consequence::Settle(deed.by));
    };
    let illegal = entries::of_this_kind(game, deed.by, OffenceKind::IllegalMove);
    let ruling = Ruling::silent().so(Consequence::Forget(illegal));
    if may_substitute(game) {
        let text = if has_leave_to_substitute(game) {
            say!("{by} [has] substituted a legal move with [his opponent's] consent"; by = deed.by)
        } else {
            say!(
                "{by} [has] put a legal move in place of an illegal one, for which nothing can be exacted any more";
                by = deed.by
            )
        };
        return ruling.finding(law.to_another_move, deed.by, text);
    }
    let text = say!(
        "{by} [has] substituted a legal move for an illegal one without [his opponent's] consent"; by = deed.by
    );
    let offence = entries::offence(
        game,
        deed.by,
        OffenceKind::Substituted,
        touched::all_touched(game, deed),
    );
    ruling
        .finding(law.to_another_move, deed.by, text)
        .so(Consequence::Note(Box::new(offence)))
}

/// With his opponent's leave to substitute, a whole legal move stands for the illegal one, whose men go back first.
pub(crate) fn substituted_whole(game: &Game, by: Colour, act: &Act) -> Option<(Deed, Move, Ruling)> {
    let Act::Move { mv, say, .. } = act else {
        return None;
    };
    let may = by == game.turn_to_play() && game.turn.illegal.is_some() && may_substitute(game);
    let position = game.position().filter(|_| may)?;
    let mv = legal::legal_move(game, position, *mv)?;
    let deed = entries::deed_of(game, by, mv);
    let ruling = Ruling::silent()
        .so(Consequence::Lapse(by))
        .and(moving::played(game, mv, say.as_deref()))
        .and(substituted(game, &deed));
    Some((deed, mv, ruling))
}

/// Whether a legal move may be put in the place of an illegal one: by the opponent's leave, or because nothing can be
/// exacted for it any more.
fn may_substitute(game: &Game) -> bool {
    let liable = |offence: &jadoube_game::Offence| {
        offence.by == game.turn_to_play() && offence.kind == OffenceKind::IllegalMove
    };
    if game.turn.illegal.is_some() && !game.ledger.offences.iter().any(liable) {
        return true;
    }
    has_leave_to_substitute(game)
}

fn has_leave_to_substitute(game: &Game) -> bool {
    let opponent = !game.turn_to_play();
    let consents = &game.ledger.consents[opponent.index()];
    consents.iter().any(|what| what == "substitute")
}

/// What a player may play after his own illegal move: nothing, unless the opponent lets him correct it.
pub(crate) fn bound_by_an_illegal_move(game: &Game) -> Option<(Vec<Move>, Option<DutyView>)> {
    let law = GOING_ON.of(game).filter(|_| game.turn.illegal.is_some())?;
    if may_substitute(game) {
        // What was required of him before is required of him still.
        return Some(match &game.ledger.duty {
            Some(duty) => {
                let (clause, text) = (duty.clause, duty.text.clone());
                (duty.moves.clone(), Some(DutyView { clause, text }))
            }
            None => (legal::legal_moves(game), None),
        });
    }
    let text = say!(
        "an illegal move stands on the board: to substitute another without [the opponent's] consent is an offence"
    );
    let clause = law.to_another_move.into();
    Some((Vec::new(), Some(DutyView { clause, text })))
}

/// Whether the last move was an illegal one that the law itself may yet have retracted.
pub(crate) fn may_yet_be_retracted(game: &Game) -> bool {
    let last = |irregularity: &jadoube_game::Irregularity| {
        irregularity.past + 1 == game.past.len() && irregularity.by != game.turn_to_play()
    };
    FALSE_MOVE[game.terms.code].value == FalseMove::Retracted && game.ledger.irregularities.iter().any(last)
}
