//! The players agree: to draw, to annul, to adjourn.

use crate::{
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    facts::{Facts, legal},
    means::{claimed, deciding, player_of},
    questions::{
        adjournment::SEALING,
        claims::CLAIMS,
        disputes::{LOOKER_ON, WHO_DECIDES},
        flags::CLOCK,
        forfeits::{Misconduct, UPSETTING},
        regime::ILLEGAL_MOVE,
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Code, Consequence, Dispute, Event, Game, Outcome, Party, Presence, Proposal, Right, Ruling, Status,
    say,
};

question! {
    "The players agree: to draw, to annul, to adjourn.";
    tables: DRAW, ANNULMENT;
}

law! {
    /// When a draw may be agreed.
    pub enum DrawByAgreement {
        /// At any time.
        AnyTime,
        /// Only after thirty moves with the black men.
        AfterBlacksThirtieth,
        /// Once each has made a move, unless the event forbids it.
        OnceBothHaveMoved,
    }
}

law! {
    /// A draw by agreement.
    pub static DRAW: ByCode<Answer<DrawByAgreement>> = answers(ByCode {
        xxv:       silent(DrawByAgreement::AnyTime,            reading("XXV-1")),
        bca_1862:  silent(DrawByAgreement::AnyTime,            reading("BCA-4")),
        bcc_1896:  says(DrawByAgreement::AnyTime,              &["II.8(a)"]),
        bcc_1899:  says(DrawByAgreement::AnyTime,              &["II.8(a)"]),
        fide_1931: says(DrawByAgreement::AfterBlacksThirtieth, &["16(d)"]),
        fide_2023: says(DrawByAgreement::OnceBothHaveMoved,    &["5.2.3", "9.1.1"]),
    });
}

law! {
    /// Whether the players may agree that no game has been played.
    pub enum Annulment {
        /// Nothing forbids it.
        ByAgreement,
        /// Only the laws annul a game: for the men, the colours or the position, and nothing else.
        OnlyByTheLaws,
    }
}

law! {
    /// The players agree to annul the game.
    pub static ANNULMENT: ByCode<Answer<Annulment>> = answers(ByCode {
        xxv:       says(Annulment::ByAgreement,   &["XXV"]),
        bca_1862:  says(Annulment::ByAgreement,   &["XV"]),
        bcc_1896:  silent(Annulment::ByAgreement, reading("BCC-25")),
        bcc_1899:  silent(Annulment::ByAgreement, reading("BCC-25")),
        fide_1931: says(Annulment::ByAgreement,   &["24.ii"]),
        fide_2023: says(Annulment::OnlyByTheLaws, &["7.2.1", "7.3", "I.12.2"]),
    });
}

fn clause(game: &Game) -> &'static str {
    DRAW[game.terms.code].clause()
}

/// The clause under which such a thing is proposed: what no clause speaks of is among what the laws leave open.
fn clause_for(game: &Game, what: Proposal) -> &'static str {
    match what {
        Proposal::Draw => clause(game),
        Proposal::Adjourn => SEALING[game.terms.code].clause(),
        Proposal::Correct => ILLEGAL_MOVE.of(game).clause(),
        Proposal::Umpire => match LOOKER_ON.of(game) {
            Some(law) => law.agreed_on.into(),
            None => WHO_DECIDES[game.terms.code].clause(),
        },
        Proposal::Annul => ANNULMENT[game.terms.code].clause(),
        Proposal::GoOn => WHO_DECIDES[game.terms.code].clause(),
    }
}

/// Whether the opponent has offered the same: two who offer the same thing agree.
pub(crate) fn is_offered_to(game: &Game, by: Colour, what: Proposal) -> bool {
    game.ledger.offers.contains(&(!by, what))
}

pub(crate) fn offer(game: &Game, event: &Event, what: Proposal) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if let Some(refusal) = not_now(game, what) {
        return refusal;
    }
    if game.ledger.offers.contains(&(by, what)) {
        return Ruling::refuse(
            clause_for(game, what),
            say!("[he] [has] offered that already, and it is still open"),
        );
    }
    Ruling::silent().so(Consequence::Offer(by, what))
}

pub(crate) fn accept(game: &Game, event: &Event, what: Proposal) -> Ruling {
    let by = match offered_to(game, event, what) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let ruling = Ruling::silent().so(Consequence::Withdraw);
    match what {
        Proposal::Draw => {
            let drawn = drawn(game, by);
            // Reading FIDE-20: what is refused now may be accepted when it is time.
            if drawn.refused.is_some() {
                drawn
            } else {
                ruling.and(drawn)
            }
        }
        Proposal::Annul => {
            let outcome = Outcome {
                status: Status::Annulled,
                winner: None,
                clause: None,
                next_first_move: Some(game.first.player),
            };
            ruling.so(Consequence::End(outcome))
        }
        // Whether play can stop now is for the laws of adjournment.
        Proposal::Adjourn => ruling,
        Proposal::GoOn => {
            let over = game
                .sitting
                .dispute
                .as_ref()
                .is_some_and(|dispute| dispute.ended.is_some());
            let text = if over {
                "the players withdraw the question: the game is over as it was"
            } else {
                "the players withdraw the question: play goes on"
            };
            let ruling = ruling
                .finding(WHO_DECIDES[game.terms.code].clause(), by, text)
                .so(Consequence::WithdrawQuestion);
            // Conduct for which the code itself gives no claim was for whoever decides, and goes with the question.
            let on_claim = matches!(
                UPSETTING[game.terms.code].value,
                Misconduct::ForfeitsOnClaim | Misconduct::ForTheArbiter
            );
            match deciding::conduct_before_him(game) {
                Some(offender) if !over && !on_claim => ruling.so(Consequence::Excuse(offender)),
                _ => ruling,
            }
        }
        Proposal::Umpire => {
            let text = "the players name a bystander as umpire";
            ruling
                .finding(clause_for(game, what), by, text)
                .so(Consequence::NameUmpire)
        }
        Proposal::Correct => not_offered(what),
    }
}

/// Why this cannot be offered now, where it cannot.
pub(crate) fn not_now(game: &Game, what: Proposal) -> Option<Ruling> {
    match what {
        Proposal::GoOn if game.status != Status::Suspended => Some(Ruling::refuse(
            WHO_DECIDES[game.terms.code].clause(),
            "no question is open that could be withdrawn",
        )),
        Proposal::GoOn if let Some(clause) = claimed::alone(game) => {
            Some(Ruling::refuse(clause, "the claim has concluded the game"))
        }
        Proposal::GoOn if let Some(clause) = stopped_until_he_says_so(game) => {
            Some(Ruling::refuse(clause, "the arbiter says when play goes on"))
        }
        Proposal::GoOn if asks_whose_the_game_is(game) => Some(Ruling::refuse(
            WHO_DECIDES[game.terms.code].clause(),
            "the question is whose the game is: there is no move to go on with",
        )),
        Proposal::Umpire if game.terms.arbiter != Presence::None => Some(Ruling::refuse(
            WHO_DECIDES[game.terms.code].clause(),
            "there is an umpire already",
        )),
        Proposal::Annul if ANNULMENT[game.terms.code].value == Annulment::OnlyByTheLaws => {
            Some(Ruling::refuse(
                ANNULMENT[game.terms.code].clause(),
                "no game is annulled because the players agree to it",
            ))
        }
        Proposal::Correct => Some(not_offered(what)),
        _ => None,
    }
}

/// The clocks were stopped, and an arbiter is there who says when play goes on.
fn stopped_until_he_says_so(game: &Game) -> Option<Clause> {
    let paused = game
        .sitting
        .dispute
        .as_deref()
        .is_some_and(|dispute| dispute.pause);
    let law = CLOCK
        .of(game)
        .filter(|_| paused && game.terms.arbiter != Presence::None)?;
    Some(law.started_again)
}

/// Whether the law itself has put the question, because the game has come to an end otherwise than was undertaken.
fn asks_whose_the_game_is(game: &Game) -> bool {
    let by_the_law = |dispute: &Dispute| dispute.by.is_none() && dispute.ended.is_none();
    let undertaken = !game.terms.undertakings.is_empty();
    undertaken && legal::is_without_a_move(game) && game.sitting.dispute.as_deref().is_some_and(by_the_law)
}

/// What the players may propose to each other while a question stands open: that it be withdrawn, that somebody decide
/// it where nobody can, or that the game end without an answer.
fn proposals(game: &Game) -> Vec<Right> {
    if game.status != Status::Suspended {
        return Vec::new();
    }
    let mut rights = Vec::new();
    for (what, text) in [
        (Proposal::GoOn, "offer to withdraw the question and play on"),
        (Proposal::Umpire, "offer to name a bystander as umpire"),
        (Proposal::Draw, "offer a draw"),
        (Proposal::Annul, "offer to annul the game"),
    ] {
        let open = not_now(game, what).is_none()
            && (what != Proposal::Draw || drawn(game, Colour::White).refused.is_none());
        for by in Colour::BOTH.into_iter().filter(|_| open) {
            if Colour::BOTH
                .iter()
                .any(|from| game.ledger.offers.contains(&(*from, what)))
            {
                continue;
            }
            rights.push(Right {
                party: by.into(),
                act: Act::offered(what),
                clause: clause_for(game, what),
                text: text.into(),
            });
        }
    }
    rights
}

/// What these players cannot agree on here.
fn not_offered(what: Proposal) -> Ruling {
    Ruling::refuse_plainly(say!("this code has no rule for an offer of \"{what}\""; what))
}

/// Whether a draw may be agreed now.
pub(crate) fn may_agree(code: Code, facts: &impl Facts) -> bool {
    match DRAW[code].value {
        DrawByAgreement::AnyTime => true,
        DrawByAgreement::AfterBlacksThirtieth => facts.completed(Colour::Black) >= 30,
        DrawByAgreement::OnceBothHaveMoved => {
            Colour::BOTH.into_iter().all(|player| facts.completed(player) > 0)
        }
    }
}

fn drawn(game: &Game, by: Colour) -> Ruling {
    let authority = DRAW[game.terms.code].authority;
    if !may_agree(game.terms.code, game) {
        return Ruling::refuse(
            clause(game),
            match DRAW[game.terms.code].value {
                DrawByAgreement::OnceBothHaveMoved => {
                    "a draw may be agreed only once each player has made a move"
                }
                DrawByAgreement::AfterBlacksThirtieth | DrawByAgreement::AnyTime => {
                    "a draw may be agreed only after thirty moves with the black men"
                }
            },
        );
    }
    let outcome = Outcome {
        status: Status::Drawn,
        winner: None,
        clause: authority.governing().filter(|_| !authority.is_reading()),
        next_first_move: None,
    };
    Ruling::silent()
        .finding(clause(game), by, "the players agree to a draw")
        .so(Consequence::End(outcome))
}

pub(crate) fn decline(game: &Game, event: &Event, what: Proposal) -> Ruling {
    match offered_to(game, event, what) {
        Ok(by) => Ruling::simply(Consequence::Decline(!by, what)),
        Err(refusal) => refusal,
    }
}

/// The player who speaks, if this has been offered to him.
fn offered_to(game: &Game, event: &Event, what: Proposal) -> Result<Colour, Ruling> {
    let by = player_of(event)?;
    if is_offered_to(game, by, what) {
        return Ok(by);
    }
    let why = say!("[the opponent] [has] made no such offer that is still open");
    Err(Ruling::refuse(clause_for(game, what), why))
}

/// Offers that may be accepted or declined; `other` says what the laws of adjournment and of illegal moves allow.
pub(crate) fn rights(game: &Game, other: impl Fn(Proposal) -> bool) -> Vec<Right> {
    let mut rights = proposals(game);
    let offered = |what: Proposal| game.ledger.offers.iter().any(|(_, open)| *open == what);
    let stands = game.pressing.faults.iter().any(|fault| fault.stands);
    if stands && other(Proposal::Correct) && !offered(Proposal::Correct) {
        rights.extend(Colour::BOTH.map(|by| Right {
            party: by.into(),
            act: Act::offered(Proposal::Correct),
            clause: clause_for(game, Proposal::Correct),
            text: say!("offer to correct the illegal move between the players"),
        }));
    }
    for (from, what) in &game.ledger.offers {
        let party = Party::from(!*from);
        let allowed = match what {
            Proposal::Draw => may_agree(game.terms.code, game),
            Proposal::Adjourn | Proposal::Correct => other(*what),
            Proposal::Annul => true,
            Proposal::GoOn | Proposal::Umpire => not_now(game, *what).is_none(),
        };
        let clause = clause_for(game, *what);
        if allowed {
            let text = say!("accept the offer: {what}"; what);
            rights.push(Right {
                party,
                act: Act::Accept { what: *what },
                clause,
                text,
            });
        }
        let text = say!("decline the offer: {what}"; what);
        rights.push(Right {
            party,
            act: Act::Decline { what: *what },
            clause: match CLAIMS.of(game) {
                Some(law) if *what == Proposal::Draw => law.when_offered.into(),
                _ => clause,
            },
            text,
        });
    }
    rights
}
