//! A draw is claimed, perhaps with a move that is only intended; or offered: who may, and what does a wrong claim cost?

use crate::{
    code::Clause,
    facts::{Facts, clocks, legal, pace},
    means::{after, player_of, referral, so_many},
    questions::{
        false_move::{FALSE_MOVE, FalseMove},
        regime::BONUS,
    },
};
use jadoube_board::{Colour, Move};
use jadoube_game::{
    Act, AtTheClock, Consequence, Duty, Event, Game, Ground, Guideline, HandMove, Moment, NoDraw, Outcome,
    Party, Presence, Proposal, Refusal, Requested, Right, Ruling, Sentence, Status, say,
};

question! {
    "A draw is claimed, perhaps with a move that is only intended; or offered: who may, and what does a wrong claim cost?";
    tables: CLAIMS;
    "A claim cannot be withdrawn." => fide_2023 "9.5.1";
    "No claim rests on a display: the moves on record decide." => fide_2023 "6.12.2";
    "Both players note an offer of a draw on their sheets." => fide_2023 "8.1.5";
    "An offer of a draw is written down with the sign for it." => fide_2023 "9.1.2.2";
    "Both players help to rebuild the game for a claim." => fide_2023 "11.11";
    "The players check a claim, and the arbiter watches." => fide_2023 "11.12";
    "Without an arbiter the claims of the last two minutes are made all the same." => fide_2023 "III.6";
    "Without an arbiter a draw may be claimed with two minutes left." => fide_2023 "III.6.1";
}

steps! {
    /// Draws claimed of the arbiter, and offered.
    pub struct ClaimLaw {
        /// Fifty moves of each without a capture or a Pawn's move give a draw to him who has the move and claims it.
        fifty,
        /// Fifty moves are claimed with a move that is written down and not yet played.
        fifty_intended,
        /// Fifty moves are claimed on the moves already completed.
        fifty_made,
        /// The same position, standing for the third time, gives a draw to him who has the move and claims it.
        third_time,
        /// Repetition is claimed with a move that is written down and not yet played.
        third_time_intended,
        /// Repetition is claimed on the position that stands.
        third_time_stands,
        /// A man touched ends the right to claim a draw in that turn.
        after_a_touch,
        /// A claim that is right ends the game at once.
        right,
        /// A claim that is wrong gives the opponent time, and the move intended is due.
        wrong,
        /// A wrong claim gives the opponent as much time as a first illegal move.
        time_for_a_wrong_claim,
        /// A claim is an offer of a draw too.
        offers_too,
        /// In a fast game an illegal move is put right only until the reply, unless both agree.
        put_right_by_both,
        /// A draw is offered after the move and before the clock is pressed.
        when_offered,
        /// The event may forbid draws by agreement, wholly or before a certain move.
        forbidden_by_the_event,
        /// Claims in the last two minutes: only where the event announced them.
        guideline_announced,
        /// Claims in the last two minutes: only in the period for all remaining moves.
        guideline_last_period,
        /// Claims in the last two minutes: only without increment, and not in blitz.
        guideline_without_increment,
        /// With two minutes left a draw may be claimed of the arbiter.
        last_two_minutes,
        /// Without an arbiter: a draw is claimed because the opponent cannot win.
        alone_cannot_win,
        /// Without an arbiter: a draw is claimed because the opponent does not try to win.
        alone_does_not_try,
        /// An offer or a claim out of its time may distract the opponent.
        distracts,
        /// With two minutes left an increment may be asked for; that is an offer of a draw too.
        increment_asked_for,
        /// He who asked for an increment moves before the arbiter has agreed: he plays on without it.
        increment_lapses,
        /// A move sealed while an offer stands refuses it.
        sealing_refuses,
    }
    pub static CLAIMS for FALSE_MOVE: FalseMove::PutBackOncePressed = {
        fide_2023: {
            fifty: "9.3", fifty_intended: "9.3.1", fifty_made: "9.3.2", third_time: "9.2",
            third_time_intended: "9.2.1", third_time_stands: "9.2.2", after_a_touch: "9.4", right: "9.5.2",
            wrong: "9.5.3", time_for_a_wrong_claim: "7.5.5", offers_too: "9.1.2.3",
            put_right_by_both: "A.5.2", when_offered: "9.1.2.1", forbidden_by_the_event: "9.1.1",
            guideline_announced: "III.2.1", guideline_last_period: "III.1",
            guideline_without_increment: "III.2.2",
            last_two_minutes: "III.5", alone_cannot_win: "III.6.1.1", alone_does_not_try: "III.6.1.2",
            distracts: "11.5", increment_asked_for: "III.4", increment_lapses: "reading F23-99",
            sealing_refuses: "reading F23-104",
        },
    };
}

/// He seals a move while an offer to him stands, or would stand but for a touch: it is refused, whatever that touch is found to be.
pub(crate) fn sealing_refuses(law: &ClaimLaw, game: &Game, by: Colour) -> Ruling {
    let ledger = &game.ledger;
    let to_him = |offer: &&(Colour, Proposal)| offer.0 != by;
    let mut ruling = Ruling::silent();
    if ledger.offers.iter().any(|offer| to_him(&offer)) {
        let text = say!("{by} [has] sealed a move: the offer is refused"; by);
        ruling = ruling.finding(law.sealing_refuses, by, text);
    }
    let refused = ledger.offers.iter().chain(&ledger.refused_by_touch);
    for (from, what) in refused.filter(to_him) {
        ruling = ruling.so(Consequence::Decline(*from, *what));
    }
    ruling
}

/// A claim of repetition or of fifty moves: `"9.2"` to `"9.5"`.
///
/// `sound`: whether such a claim is good in a position.
pub(crate) fn claim(
    law: &ClaimLaw,
    game: &Game,
    event: &Event,
    ground: Ground,
    intended: Option<HandMove>,
    sound: fn(&Game, Ground) -> bool,
) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let (general, about_to, has_arisen): (Clause, Clause, Clause) = match ground {
        Ground::FiftyMoves => (law.fifty, law.fifty_intended, law.fifty_made),
        _ => (law.third_time, law.third_time_intended, law.third_time_stands),
    };
    if !game.has_the_move(by) {
        let why = "only the player having the move may claim";
        return distracting(law, by, Ruling::refuse(general, why));
    }
    if let Some((clause, why)) = lost(law, game) {
        return distracting(law, by, Ruling::refuse(clause, why));
    }
    let legal = intended.and_then(|hand| game.position()?.find_move(hand.from, hand.to, hand.becomes));
    let (clause, good) = match (intended, legal) {
        (None, _) => (has_arisen, sound(game, ground)),
        (Some(_), Some(mv)) => (
            about_to,
            sound(&after(game, &Ruling::simply(Consequence::Play(mv))), ground),
        ),
        (Some(_), None) => (about_to, false),
    };
    if good {
        let text = match (ground, intended) {
            (Ground::FiftyMoves, None) => {
                say!("fifty moves of each have been completed without capture or Pawn move")
            }
            (Ground::FiftyMoves, Some(mv)) => {
                say!("the move {mv} completes fifty moves of each without capture or Pawn move"; mv)
            }
            (_, None) => say!("the position has appeared for the third time or more"),
            (_, Some(mv)) => say!("the move {mv} brings about the position for the third time or more"; mv),
        };
        // Reading F23-80: drawn at once, the move not being played.
        return Ruling::silent()
            .finding(clause, by, text)
            .finding(law.right, by, "the claim is correct: the game is drawn")
            .so(Consequence::End(Outcome::drawn(clause)));
    }
    incorrect(law, game, by, intended)
}

/// Reading F23-78: a claim that nobody could make costs nothing by itself, and may distract.
fn distracting(law: &ClaimLaw, by: Colour, refusal: Ruling) -> Ruling {
    refusal.penalisable(law.distracts, by, say!("{by}'s claim may distract"; by))
}

/// Why the player on turn can claim no such draw any more for this move.
fn lost(law: &ClaimLaw, game: &Game) -> Option<(Clause, Sentence)> {
    let declared = |duty: &Duty| duty.clause == law.wrong.as_str();
    if game.ledger.duty.as_deref().is_some_and(declared) {
        return Some((law.wrong, say!("[he] [has] declared a move, and must play it")));
    }
    // A move that went back leaves touched what was touched for it.
    let touched = !game.turn.touched.is_empty() || game.turn.illegal.is_some() || game.pressing.touched;
    touched.then(|| {
        (
            law.after_a_touch,
            say!("[he] [has] touched a man, and lost the claim for this move"),
        )
    })
}

/// Whether this is a claim that the player on turn can make no more; one that he can cites the article it rests on.
pub(crate) fn still_open(law: &ClaimLaw, game: &Game, mut right: Right) -> Option<Right> {
    let clause = match right.act {
        Act::Claim {
            ground: Ground::Repetition,
            ..
        } => law.third_time_stands,
        Act::Claim {
            ground: Ground::FiftyMoves,
            ..
        } => law.fifty_made,
        _ => return Some(right),
    };
    right.clause = clause.into();
    (game.has_the_move(game.turn_to_play()) && lost(law, game).is_none()).then_some(right)
}

/// `"9.5.3"`: time for the opponent; the offer in the claim stays open to him; the intended move is due.
fn incorrect(law: &ClaimLaw, game: &Game, by: Colour, intended: Option<HandMove>) -> Ruling {
    let clause = law.wrong;
    let row = BONUS.of(game);
    let (time, by_kind) = (pace::bonus(&game.terms, row.value), row.clause());
    let mut ruling = Ruling::silent();
    if clocks::is_timed(game) {
        let text = say!(
            "the claim is incorrect: {opponent} [gets] {seconds} more";
            opponent = !by, seconds = so_many(time.unsigned_abs() / 1000, "second")
        );
        ruling = ruling
            .finding(clause, by, text)
            .so(Consequence::AtTheClock(AtTheClock::Add(!by, time)));
        let by_the_event = game.terms.regulations.bonus_seconds.is_some();
        if !by_the_event && by_kind != law.time_for_a_wrong_claim.as_str() {
            ruling = ruling.finding(by_kind, by, "the time given is that of this kind of game");
        }
    }
    if !game.ledger.offers.contains(&(by, Proposal::Draw)) && too_early(law, game).is_none() {
        let text = say!("the claim counts as an offer of a draw, open to {opponent}"; opponent = !by);
        ruling = ruling
            .finding(law.offers_too, by, text)
            .so(Consequence::Offer(by, Proposal::Draw));
    }
    if let Some(duty) = intended.and_then(|hand| due(law, game, hand)) {
        ruling = ruling.so(Consequence::Bind(Box::new(duty)));
    }
    ruling.refused = Some(Refusal {
        clause: Some(clause.into()),
        why: say!("the claim is incorrect"),
    });
    ruling
}

/// The move declared, or another with that man, or any (reading F23-79).
fn due(law: &ClaimLaw, game: &Game, hand: HandMove) -> Option<Duty> {
    let legal = legal::legal_moves(game);
    let same = |mv: &&Move| HandMove::from(**mv) == hand;
    let by = game.turn_to_play();
    let mut text = say!("{by} declared {hand}, and must play it"; by, hand);
    let mut moves: Vec<Move> = legal.iter().filter(same).copied().collect();
    if moves.is_empty() {
        moves = legal.into_iter().filter(|mv| mv.from() == hand.from).collect();
        text = say!(
            "{by} declared {hand}, which is not legal, and must move the man on {from}"; by, hand, from = hand.from
        );
    }
    (!moves.is_empty()).then(|| Duty {
        clause: law.wrong.into(),
        text,
        moves,
        exacted: false,
    })
}

/// Claims with an intended move that would be good now.
pub(crate) fn rights(law: &ClaimLaw, game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let player = game.turn_to_play();
    let worth = game.past.len() >= 7 && game.has_the_move(player) && lost(law, game).is_none();
    let Some(position) = game.position().filter(|_| worth) else {
        return rights;
    };
    let fifty = game.without_progress(!player) >= 50 && game.without_progress(player) >= 49;
    for mv in position.legal_moves().iter().copied() {
        let progress = position.captured(mv).is_some()
            || position
                .board()
                .get(mv.from())
                .is_some_and(|man| man.kind == jadoube_board::Kind::Pawn);
        if progress {
            continue;
        }
        let key = position.play(mv).key();
        let seen = game
            .arisen_since(0)
            .filter(|past| {
                past.standing
                    .position
                    .as_ref()
                    .is_some_and(|each| each.key() == key)
            })
            .count();
        let mut may = |ground: Ground, clause: Clause, text: Sentence| {
            rights.push(Right {
                party: Party::from(player),
                act: Act::Claim {
                    ground,
                    mv: Some(mv.into()),
                    offence: None,
                },
                clause: clause.into(),
                text,
            });
        };
        if seen >= 2 {
            let text = say!("write {mv}, declare it, and claim the third occurrence"; mv);
            may(Ground::Repetition, law.third_time_intended, text);
        }
        if fifty {
            let text = say!("write {mv}, declare it, and claim fifty moves"; mv);
            may(Ground::FiftyMoves, law.fifty_intended, text);
        }
    }
    rights
}

/// That an illegal move be corrected is offered or accepted: why it cannot be, where it cannot.
pub(crate) fn not_corrected(law: &ClaimLaw, why: Sentence) -> Ruling {
    Ruling::refuse(law.put_right_by_both, why)
}

/// A draw is offered: what is said of the manner, `"9.1.2.1"`.
pub(crate) fn offered(
    law: &ClaimLaw,
    game: &Game,
    by: Colour,
    condition: Option<&str>,
    mut ruling: Ruling,
) -> Ruling {
    if condition.is_some() {
        let text = "no condition can be attached to an offer: it stands without one";
        ruling = ruling.finding(law.when_offered, by, text);
    }
    let in_time = game.turn_to_play() != by
        && (!game.clock.is_pressed()
            || game.pressing.uncompleted[by.index()] && game.clock.running().is_some());
    if !in_time && !after(game, &ruling).status.is_over() {
        let text = say!("{by} [offers] at another time than after making [his] move: it counts"; by);
        ruling = ruling.finding(law.when_offered, by, text);
        if game.status != Status::Adjourned {
            let text = say!("{by}'s offer may distract"; by);
            ruling = ruling.penalisable(law.distracts, by, text);
        }
    }
    ruling
}

/// `"9.1.1"`: the event forbids it, and the arbiter has not consented.
pub(crate) fn too_early(law: &ClaimLaw, game: &Game) -> Option<Ruling> {
    let clause = law.forbidden_by_the_event;
    let consented = game.ledger.consents.iter().flatten().any(|what| what == "draw");
    if consented {
        return None;
    }
    let done = |player: Colour| {
        game.completed[player.index()].saturating_sub(u32::from(game.pressing.uncompleted[player.index()]))
    };
    match game.terms.regulations.no_draw_before? {
        NoDraw::Ever => Some(Ruling::refuse(
            clause,
            "the event allows no draw by agreement without the arbiter's consent",
        )),
        NoDraw::Before(moves) if Colour::BOTH.into_iter().any(|player| done(player) < moves) => {
            Some(Ruling::refuse(
                clause,
                say!(
                    "the event allows no draw to be offered or agreed before each has completed {moves}";
                    moves = so_many(moves, "move")
                ),
            ))
        }
        NoDraw::Before(_) => None,
    }
}

/// `"III.4"`, `"III.5"`, `"III.6"`: the last two minutes without an increment.
fn quickplay(
    law: &ClaimLaw,
    game: &Game,
    at: Option<Moment>,
    by: Colour,
    clause: Clause,
) -> Result<(), Ruling> {
    if !game
        .terms
        .regulations
        .guidelines
        .contains(&Guideline::QuickplayFinish)
    {
        return Err(Ruling::refuse(
            law.guideline_announced,
            "the event has not adopted these guidelines",
        ));
    }
    if !pace::is_slow_without_increment(game) || game.pressing.increment > 0 {
        let why = "they are for standard and rapid games without increment";
        return Err(Ruling::refuse(law.guideline_without_increment, why));
    }
    if !clocks::is_the_last_period(game, by) {
        let why = "they are for the period in which all remaining moves are to be made";
        return Err(Ruling::refuse(law.guideline_last_period, why));
    }
    if !game.has_the_move(by) {
        return Err(Ruling::refuse(clause, "only the player having the move may"));
    }
    match game.clock.left_at(by, at.unwrap_or_else(|| game.clock.read_at())) {
        Some(1..120_000) => Ok(()),
        Some(120_000..) => Err(Ruling::refuse(
            clause,
            say!("[he] [has] two minutes or more left"),
        )),
        Some(_) => Err(Ruling::refuse(clause, say!("[his] flag has fallen"))),
        None => Err(Ruling::refuse(
            law.guideline_without_increment,
            "the game is not played with a time fixed for it",
        )),
    }
}

/// What such a claim rests on.
fn by_normal_means(law: &ClaimLaw, alone: bool, ground: Ground) -> Clause {
    match (alone, ground) {
        (false, _) => law.last_two_minutes,
        (true, Ground::NoEffort) => law.alone_does_not_try,
        (true, _) => law.alone_cannot_win,
    }
}

/// What the player on move may claim or ask for in his last two minutes.
pub(crate) fn rights_in_the_last_minutes(law: &ClaimLaw, game: &Game) -> Vec<Right> {
    let by = game.turn_to_play();
    let alone = game.terms.arbiter == Presence::None;
    let mut rights = Vec::new();
    if quickplay(law, game, None, by, law.last_two_minutes).is_err() {
        return rights;
    }
    let mut may = |act: Act, clause: Clause, text: Sentence| {
        rights.push(Right {
            party: by.into(),
            act,
            clause: clause.into(),
            text,
        });
    };
    for (ground, text) in [
        (
            Ground::NormalMeans,
            say!("claim a draw: [the opponent] cannot win by normal means"),
        ),
        (
            Ground::NoEffort,
            say!("claim a draw: [the opponent] [does] not try to win by normal means"),
        ),
    ] {
        may(Act::claimed(ground), by_normal_means(law, alone, ground), text);
    }
    if !alone && game.pressing.asks_increment.is_none() {
        let what = Requested::Increment;
        may(
            Act::Request { what },
            law.increment_asked_for,
            "ask for five seconds with every move".into(),
        );
    }
    rights
}

/// A draw is claimed because the opponent cannot, or does not try to, win by normal means.
pub(crate) fn normal_means(law: &ClaimLaw, game: &Game, event: &Event, ground: Ground) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let alone = game.terms.arbiter == Presence::None;
    let clause = by_normal_means(law, alone, ground);
    if let Err(refusal) = quickplay(law, game, event.at, by, clause) {
        return refusal;
    }
    let question = match ground {
        Ground::NoEffort => "does the opponent make no effort to win by normal means?",
        _ => "can the opponent not win by normal means?",
    };
    referral::referred(Some(event.by), by, clause, question)
}

/// `"III.4"`: five seconds with every move are asked for; it is an offer of a draw too.
pub(crate) fn asks_for_increment(law: &ClaimLaw, game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let clause = law.increment_asked_for;
    if let Err(refusal) = quickplay(law, game, event.at, by, clause) {
        return refusal;
    }
    if game.terms.arbiter == Presence::None {
        return Ruling::refuse(clause, "there is no arbiter who could agree to it");
    }
    if game.pressing.asks_increment == Some(by) {
        return Ruling::refuse(clause, say!("[he] [has] asked already, and waits for the answer"));
    }
    let text = say!(
        "{by} [asks] for an increment of five seconds for both: it is an offer of a draw, and for the arbiter"; by
    );
    let ruling = Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::AtTheClock(AtTheClock::AskIncrement(Some(by))));
    if game.ledger.offers.contains(&(by, Proposal::Draw)) {
        return ruling;
    }
    ruling.so(Consequence::Offer(by, Proposal::Draw))
}

/// What a player short of time may ask for, and the arbiter grant.
const INCREMENT: &str = "increment";

/// Who has asked for an increment, his opponent having refused the draw that was offered with it.
fn increment_may_be_granted(game: &Game) -> Option<Colour> {
    let asked = game.pressing.asks_increment?;
    (!game.ledger.offers.contains(&(asked, Proposal::Draw))).then_some(asked)
}

/// He who asked for an increment moves, the draw being refused and the arbiter not having agreed: he plays on without it.
pub(crate) fn plays_on_without(law: &ClaimLaw, game: &Game, by: Colour) -> Ruling {
    if increment_may_be_granted(game) != Some(by) {
        return Ruling::silent();
    }
    let text = say!("the arbiter has not agreed to an increment: {by} [plays] on without it"; by);
    Ruling::silent()
        .finding(law.increment_lapses, by, text)
        .so(Consequence::AtTheClock(AtTheClock::AskIncrement(None)))
}

/// What the arbiter may grant now.
pub(crate) fn grants(law: &ClaimLaw, game: &Game) -> Option<Right> {
    let asked = increment_may_be_granted(game).filter(|_| game.terms.arbiter != Presence::None)?;
    Some(Right {
        party: Party::Umpire,
        act: Act::Consent {
            what: INCREMENT.to_owned(),
        },
        clause: law.increment_asked_for.into(),
        text: say!(
            "five seconds with every move from now on, and two minutes more for {opponent}"; opponent = !asked
        ),
    })
}

/// `"III.4"`: the draw is refused and the arbiter agrees to the increment.
fn increment_granted(law: &ClaimLaw, game: &Game) -> Ruling {
    let clause = law.increment_asked_for;
    let Some(asked) = increment_may_be_granted(game) else {
        let why = match game.pressing.asks_increment {
            Some(_) => "the draw offered with the increment is still open: it is first to be refused",
            None => "nobody has asked for an increment",
        };
        return Ruling::refuse(clause, why);
    };
    let text = say!(
        "from now on five seconds with every move, and {opponent} [gets] two minutes more"; opponent = !asked
    );
    Ruling::silent()
        .finding(clause, Party::Umpire, text)
        .so(Consequence::AtTheClock(AtTheClock::Increment(5_000)))
        .so(Consequence::AtTheClock(AtTheClock::Add(!asked, 120_000)))
        .so(Consequence::AtTheClock(AtTheClock::AskIncrement(None)))
}

/// The arbiter consents to what the event forbids without him, or to what a player has asked for.
pub(crate) fn consented(law: &ClaimLaw, game: &Game, what: &str) -> Ruling {
    let clause = law.forbidden_by_the_event;
    if what == INCREMENT {
        return increment_granted(law, game);
    }
    if what != "draw" {
        return Ruling::refuse(
            clause,
            "the arbiter is asked for consent only to a draw or to an increment; expected \"draw\" or \"increment\"",
        );
    }
    Ruling::silent()
        .finding(
            clause,
            Party::Umpire,
            "the arbiter consents to a draw by agreement",
        )
        .so(Consequence::Consent(Colour::White, what.to_owned()))
}
