//! A draw is claimed, perhaps with a move that is only intended; or offered: who may, and what does a wrong claim cost?

use crate::{
    code::Clause,
    facts::{Facts, Same},
    means::{player_of, referral},
    questions::{agreement, fifty_moves, illegal_moves, pressing::after, regime},
};
use jadoube_board::{Colour, Move};
use jadoube_game::{
    Act, AtTheClock, Consequence, Duty, Event, Game, Ground, Guideline, HandMove, NoDraw, Outcome, Party,
    Presence, Proposal, Refusal, Right, Ruling,
};

question! {
    "A draw is claimed, perhaps with a move that is only intended; or offered: who may, and what does a wrong claim cost?";
    "A claim of fifty moves without a capture or a Pawn's move." => fide_2023 "9.3";
    "Fifty moves are claimed with a move that is written down and not yet played." => fide_2023 "9.3.1";
    "Fifty moves are claimed on the moves already completed." => fide_2023 "9.3.2";
    "A claim that the same position has stood three times." => fide_2023 "9.2";
    "Repetition is claimed with a move that is written down and not yet played." => fide_2023 "9.2.1";
    "Repetition is claimed on the position that stands." => fide_2023 "9.2.2";
    "A man touched ends the right to claim a draw in that turn." => fide_2023 "9.4";
    "A claim that is right ends the game at once." => fide_2023 "9.5.2";
    "A claim that is wrong gives the opponent time, and the move intended is due." => fide_2023 "9.5.3";
    "How much time a wrong claim gives the opponent." => fide_2023 "7.5.5";
    "A claim is an offer of a draw too." => fide_2023 "9.1.2.3";
    "In a fast game an illegal move is put right only until the reply, unless both agree." => fide_2023 "A.5.2";
    "When a draw is offered: after the move and before the clock is pressed." => fide_2023 "9.1.2.1";
    "The event may forbid draws by agreement, wholly or before a certain move." => fide_2023 "9.1.1";
    "Claims in the last two minutes: only where the event announced them." => fide_2023 "III.2.1";
    "Claims in the last two minutes: only without increment, and not in blitz." => fide_2023 "III.2.2";
    "With two minutes left a draw may be claimed of the arbiter." => fide_2023 "III.5";
    "Without an arbiter: a draw is claimed because the opponent cannot win." => fide_2023 "III.6.1.1";
    "Without an arbiter: a draw is claimed because the opponent does not try to win." => fide_2023 "III.6.1.2";
    "With two minutes left an increment may be asked for; that is an offer of a draw too." => fide_2023 "III.4";
    "A claim cannot be withdrawn." => fide_2023 "9.5.1";
    "The players check a claim, and the arbiter watches." => fide_2023 "11.12";
    "Without an arbiter a draw may be claimed with two minutes left." => fide_2023 "III.6.1";
}

/// A claim of repetition or of fifty moves: `"9.2"` to `"9.5"`.
pub(crate) fn claim(game: &Game, event: &Event, ground: Ground, intended: Option<HandMove>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let (general, about_to, has_arisen): (Clause, Clause, Clause) = match ground {
        Ground::FiftyMoves => (
            cite!(fide_2023, "9.3"),
            cite!(fide_2023, "9.3.1"),
            cite!(fide_2023, "9.3.2"),
        ),
        _ => (
            cite!(fide_2023, "9.2"),
            cite!(fide_2023, "9.2.1"),
            cite!(fide_2023, "9.2.2"),
        ),
    };
    if by != game.turn_to_play() {
        return Ruling::refuse(general, "only the player having the move may claim");
    }
    if !game.turn.touched.is_empty() || game.turn.illegal.is_some() {
        return Ruling::refuse(
            cite!(fide_2023, "9.4"),
            "he has touched a man, and lost the claim for this move",
        );
    }
    let sound = |game: &Game| match ground {
        Ground::FiftyMoves => fifty_moves::may_be_claimed(game.terms.code, game),
        _ => game.occurrences(Same::MenAndRights) >= 3,
    };
    let legal = intended.and_then(|hand| game.position()?.find_move(hand.from, hand.to, hand.becomes));
    let (clause, good) = match (intended, legal) {
        (None, _) => (has_arisen, sound(game)),
        (Some(_), Some(mv)) => (
            about_to,
            sound(&after(game, &Ruling::simply(Consequence::Play(mv)))),
        ),
        (Some(_), None) => (about_to, false),
    };
    if good {
        let text = match (ground, intended) {
            (Ground::FiftyMoves, None) => {
                "fifty moves of each have been completed without capture or Pawn move".to_owned()
            }
            (Ground::FiftyMoves, Some(mv)) => {
                format!("{mv} completes fifty moves of each without capture or Pawn move")
            }
            (_, None) => "the position has appeared for the third time or more".to_owned(),
            (_, Some(mv)) => format!("{mv} brings about the position for the third time or more"),
        };
        // Reading F23-80: drawn at once, the move not being played.
        return Ruling::silent()
            .finding(clause, by, text)
            .finding(
                cite!(fide_2023, "9.5.2"),
                by,
                "the claim is correct: the game is drawn",
            )
            .so(Consequence::End(Outcome::drawn(clause)));
    }
    incorrect(game, by, intended)
}

/// `"9.5.3"`: time for the opponent; the offer in the claim stays open to him; the intended move is due.
fn incorrect(game: &Game, by: Colour, intended: Option<HandMove>) -> Ruling {
    let clause = cite!(fide_2023, "9.5.3");
    let (time, by_kind) = regime::bonus(game);
    let mut ruling = Ruling::silent();
    if game.clock.is_pressed() {
        let text = format!(
            "the claim is incorrect: {} gets {} seconds more",
            !by,
            time / 1000
        );
        ruling = ruling
            .finding(clause, by, text)
            .so(Consequence::AtTheClock(AtTheClock::Add(!by, time)));
        if by_kind != cite!(fide_2023, "7.5.5").as_str() {
            ruling = ruling.finding(by_kind, by, "the time given is that of this kind of game");
        }
    }
    if !game.ledger.offers.contains(&(by, Proposal::Draw)) {
        let text = format!("the claim counts as an offer of a draw, open to {}", !by);
        ruling = ruling
            .finding(cite!(fide_2023, "9.1.2.3"), by, text)
            .so(Consequence::Offer(by, Proposal::Draw));
    }
    if let Some(duty) = intended.and_then(|hand| due(game, hand)) {
        ruling = ruling.so(Consequence::Bind(Box::new(duty)));
    }
    ruling.refused = Some(Refusal {
        clause: Some(clause.into()),
        why: "the claim is incorrect".to_owned(),
    });
    ruling
}

/// The move declared, or another with that man, or any (reading F23-79).
fn due(game: &Game, hand: HandMove) -> Option<Duty> {
    let position = game.position()?;
    let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
    let same = |mv: &&Move| HandMove::from(**mv) == hand;
    let mut moves: Vec<Move> = legal.iter().filter(same).copied().collect();
    if moves.is_empty() {
        moves = legal.into_iter().filter(|mv| mv.from() == hand.from).collect();
    }
    (!moves.is_empty()).then(|| Duty {
        clause: cite!(fide_2023, "9.5.3").into(),
        text: format!("{} declared {hand}, and must play it", game.turn_to_play()),
        moves,
        exacted: false,
    })
}

/// Claims with an intended move that would be good now.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let quiet = game.turn.touched.is_empty() && game.turn.illegal.is_none();
    let worth = quiet && game.past.len() >= 7;
    let Some(position) = game.position().filter(|_| worth) else {
        return rights;
    };
    let player = game.turn_to_play();
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
            .past
            .iter()
            .filter(|past| {
                past.standing
                    .position
                    .as_ref()
                    .is_some_and(|each| each.key() == key)
            })
            .count();
        let mut may = |ground: Ground, clause: Clause, text: String| {
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
            let text = format!("write {mv}, declare it, and claim the third occurrence");
            may(Ground::Repetition, cite!(fide_2023, "9.2.1"), text);
        } else if fifty {
            let text = format!("write {mv}, declare it, and claim fifty moves");
            may(Ground::FiftyMoves, cite!(fide_2023, "9.3.1"), text);
        }
    }
    rights
}

/// A draw is offered: `"9.1.1"`, `"9.1.2.1"`; or that an illegal move be corrected.
pub(crate) fn offer(game: &Game, event: &Event, what: Proposal, condition: Option<&str>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if what == Proposal::Correct {
        if !illegal_moves::may_be_corrected(game) {
            return Ruling::refuse(
                cite!(fide_2023, "A.5.2"),
                "there is no illegal move that the players may correct",
            );
        }
        if game.ledger.offers.contains(&(!by, what)) {
            return accept(game, event, what);
        }
        return Ruling::simply(Consequence::Offer(by, what));
    }
    if what != Proposal::Draw {
        return agreement::offer(game, event, what);
    }
    if let Some(refusal) = too_early(game) {
        return refusal;
    }
    let mut ruling = agreement::offer(game, event, what);
    if ruling.refused.is_some() {
        return ruling;
    }
    if condition.is_some() {
        let text = "no condition can be attached to an offer: it stands without one";
        ruling = ruling.finding(cite!(fide_2023, "9.1.2.1"), by, text);
    }
    let in_time = game.turn_to_play() != by
        && (!game.clock.is_pressed()
            || game.pressing.uncompleted[by.index()] && game.clock.running() == Some(by));
    if !in_time && !game.status.is_over() {
        let text =
            format!("{by} offers at another time than after making his move: it counts, but may distract");
        ruling = ruling.finding(cite!(fide_2023, "9.1.2.1"), by, text);
    }
    ruling
}

/// `"9.1.1"`: the event forbids it, and the arbiter has not consented.
fn too_early(game: &Game) -> Option<Ruling> {
    let clause = cite!(fide_2023, "9.1.1");
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
                format!("the event allows no draw to be offered or agreed before {moves} moves of each"),
            ))
        }
        NoDraw::Before(_) => None,
    }
}

/// An offer is accepted.
pub(crate) fn accept(game: &Game, event: &Event, what: Proposal) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match what {
        Proposal::Correct if game.ledger.offers.contains(&(!by, what)) => {
            Ruling::simply(Consequence::Withdraw).and(illegal_moves::corrected(game))
        }
        Proposal::Correct => Ruling::refuse(
            cite!(fide_2023, "A.5.2"),
            "the opponent has not offered to correct it",
        ),
        Proposal::Draw => too_early(game).unwrap_or_else(|| agreement::accept(game, event, what)),
        _ => agreement::accept(game, event, what),
    }
}

/// `"III.4"`, `"III.5"`, `"III.6"`: the last two minutes without an increment.
fn quickplay(game: &Game, by: Colour, clause: Clause) -> Result<(), Ruling> {
    if !game
        .terms
        .regulations
        .guidelines
        .contains(&Guideline::QuickplayFinish)
    {
        return Err(Ruling::refuse(
            cite!(fide_2023, "III.2.1"),
            "the event has not adopted these guidelines",
        ));
    }
    if !regime::is_slow_without_increment(game) {
        let why = "they are for standard and rapid games without increment";
        return Err(Ruling::refuse(cite!(fide_2023, "III.2.2"), why));
    }
    if by != game.turn_to_play() {
        return Err(Ruling::refuse(clause, "only the player having the move may"));
    }
    match game.clock.left_at(by, game.clock.read_at()) {
        Some(left) if left > 0 && left < 120_000 => Ok(()),
        Some(0..) => Err(Ruling::refuse(clause, "he has two minutes or more left")),
        Some(_) => Err(Ruling::refuse(clause, "his flag has fallen")),
        None => Err(Ruling::refuse(
            cite!(fide_2023, "III.2.2"),
            "the game is not played with a time fixed for it",
        )),
    }
}

/// A draw is claimed because the opponent cannot, or does not try to, win by normal means.
pub(crate) fn normal_means(game: &Game, event: &Event, ground: Ground) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let alone = game.terms.arbiter == Presence::None;
    let clause = match (alone, ground) {
        (false, _) => cite!(fide_2023, "III.5"),
        (true, Ground::NoEffort) => cite!(fide_2023, "III.6.1.2"),
        (true, _) => cite!(fide_2023, "III.6.1.1"),
    };
    if let Err(refusal) = quickplay(game, by, clause) {
        return refusal;
    }
    let question = match ground {
        Ground::NoEffort => "does the opponent make no effort to win by normal means?",
        _ => "can the opponent not win by normal means?",
    };
    referral::referred(Some(event.by), by, clause, question)
}

/// `"III.4"`: five seconds with every move are asked for; it is an offer of a draw too.
pub(crate) fn asks_for_increment(game: &Game, by: Colour) -> Ruling {
    let clause = cite!(fide_2023, "III.4");
    if let Err(refusal) = quickplay(game, by, clause) {
        return refusal;
    }
    let text = format!(
        "{by} asks for an increment of five seconds for both: it is an offer of a draw, and for the arbiter"
    );
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Offer(by, Proposal::Draw))
}

/// The arbiter consents to what the event forbids without him.
pub(crate) fn consented(what: &str) -> Ruling {
    let clause = cite!(fide_2023, "9.1.1");
    if what != "draw" {
        return Ruling::refuse(
            clause,
            "the arbiter is asked for consent only to a draw; expected \"draw\"",
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
