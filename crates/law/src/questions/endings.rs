//! How does a game end on the board: mate, stalemate, and the draws that must be claimed?

use crate::{
    cite,
    code::{Answer, ByCode, answers, reading, says, silent},
    questions::{fifty_moves, proofs, repetition},
    umpire::player_of,
};
use jadoube_board::{Colour, Kind};
use jadoube_game::{
    Act, Consequence, Dispute, Engagement, Event, Game, Ground, Outcome, Party, Right, Ruling, Status,
    Undertaking,
};

/// What mate does.
#[rustfmt::skip]
pub static MATE: ByCode<Answer<()>> = answers(ByCode {
    xxv:       silent((), reading("XXV-1")),
    bca_1862:  silent((), reading("BCA-1")),
    bcc_1896:  says((), &["I.15(a)"]),
    bcc_1899:  says((), &["I.15(a)"]),
    fide_1931: says((), &["10.i", "1.ii"]),
});

/// What stalemate does.
#[rustfmt::skip]
pub static STALEMATE: ByCode<Answer<()>> = answers(ByCode {
    xxv:       says((), &["XXIII"]),
    bca_1862:  silent((), reading("BCA-2")),
    bcc_1896:  says((), &["II.8(e)", "I.15(b)"]),
    bcc_1899:  says((), &["II.8(e)", "I.15(b)"]),
    fide_1931: says((), &["16(a)"]),
});

/// A game that cannot be won by anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawnGame {
    /// Drawn when a player claims it.
    OnClaim,
    /// A question for the umpire: fifty moves may be called for.
    ForTheUmpire,
    /// Nothing is said.
    NotProvided,
}

/// A game that cannot be won.
#[rustfmt::skip]
pub static DRAWN_GAME: ByCode<Answer<DrawnGame>> = answers(ByCode {
    xxv:       silent(DrawnGame::NotProvided,  reading("XXV-35")),
    bca_1862:  says(DrawnGame::ForTheUmpire,   &["XI"]),
    bcc_1896:  says(DrawnGame::OnClaim,        &["I.15(c)"]),
    bcc_1899:  says(DrawnGame::OnClaim,        &["I.15(c)"]),
    fide_1931: silent(DrawnGame::NotProvided,  reading("FIDE-22")),
});

/// Checks without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndlessChecks {
    /// Drawn when the player on turn claims and proves it.
    OnProof,
    /// The opponent may call for a draw or for mate in fifty moves.
    FiftyMoves,
    /// Nothing is said.
    NotProvided,
}

/// Checks without end.
#[rustfmt::skip]
pub static ENDLESS_CHECKS: ByCode<Answer<EndlessChecks>> = answers(ByCode {
    xxv:       silent(EndlessChecks::NotProvided, reading("XXV-35")),
    bca_1862:  says(EndlessChecks::FiftyMoves,    &["XI"]),
    bcc_1896:  says(EndlessChecks::OnProof,       &["II.8(d)"]),
    bcc_1899:  says(EndlessChecks::OnProof,       &["II.8(d)"]),
    fide_1931: says(EndlessChecks::OnProof,       &["16(b)"]),
});

/// Until when a draw may be claimed in the turn that gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimBefore {
    /// Before the claimant touches a man.
    Touching,
    /// Before he moves: a touch is not yet further play.
    Playing,
    /// The code has no such claims.
    NoClaims,
}

/// Until when a draw may be claimed.
#[rustfmt::skip]
pub static CLAIM_BEFORE: ByCode<Answer<ClaimBefore>> = answers(ByCode {
    xxv:       silent(ClaimBefore::NoClaims, reading("XXV-1")),
    bca_1862:  silent(ClaimBefore::NoClaims, reading("BCA-3")),
    bcc_1896:  says(ClaimBefore::Touching,   &["II.8(b)", "II.8(c)", "II.8(d)"]),
    bcc_1899:  says(ClaimBefore::Touching,   &["II.8(b)", "II.8(c)", "II.8(d)"]),
    fide_1931: silent(ClaimBefore::Playing,  reading("FIDE-19")),
});

/// Undertakings to mate (or be mated) in some particular way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undertakings {
    /// To fail in one loses the game.
    FailureForfeits,
    /// The code knows none.
    NotProvided,
}

/// Undertakings to mate in some particular way.
#[rustfmt::skip]
pub static UNDERTAKINGS: ByCode<Answer<Undertakings>> = answers(ByCode {
    xxv:       silent(Undertakings::NotProvided,  reading("XXV-35")),
    bca_1862:  silent(Undertakings::NotProvided,  reading("BCA-6")),
    bcc_1896:  says(Undertakings::FailureForfeits, &["IV.8"]),
    bcc_1899:  says(Undertakings::FailureForfeits, &["IV.8"]),
    fide_1931: says(Undertakings::NotProvided,    &["24.ii"]),
});

/// The undertakings that the code gives effect to.
fn undertakings(game: &Game) -> &[Undertaking] {
    match UNDERTAKINGS[game.terms.code].value {
        Undertakings::FailureForfeits => &game.terms.undertakings,
        Undertakings::NotProvided => &[],
    }
}

/// A turn begins: is it mate or stalemate?
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let position = game.position()?;
    if position.has_legal_move() {
        return None;
    }
    let by_an_illegal_move = |irregularity: &jadoube_game::Irregularity| {
        irregularity.past + 1 == game.past.len() && irregularity.by != game.turn_to_play()
    };
    if game.irregularities.iter().any(by_an_illegal_move) {
        // The move that brought it about may yet be retracted.
        return None;
    }
    let player = game.turn_to_play();
    let code = game.terms.code;
    if position.is_check() {
        let clause = MATE[code].authority;
        let outcome = Outcome {
            status: Status::Won,
            winner: Some(!player),
            clause: clause.governing().filter(|_| !clause.is_reading()),
            next_first_move: None,
        };
        let text = format!("{player}'s King is checkmated");
        return Some(
            undertaken_mate(game, outcome)
                .unwrap_or_else(|outcome| end(clause.governing(), !player, text, outcome)),
        );
    }
    let clause = STALEMATE[code].authority;
    let outcome = Outcome {
        status: Status::Drawn,
        winner: None,
        clause: clause.governing().filter(|_| !clause.is_reading()),
        next_first_move: None,
    };
    let text = format!("{player} is stalemated: the game is drawn");
    Some(unfulfilled(game, None).unwrap_or_else(|| end(clause.governing(), player, text, outcome)))
}

fn end(clause: Option<&'static str>, party: Colour, text: String, outcome: Outcome) -> Ruling {
    Ruling::silent()
        .finding(clause.unwrap_or_default(), party, text)
        .so(Consequence::End(outcome))
}

/// Mate against an undertaking loses: `"IV.8"`.
fn undertaken_mate(game: &Game, outcome: Outcome) -> Result<Ruling, Outcome> {
    let Some(winner) = outcome.winner else {
        return Err(outcome);
    };
    for undertaking in undertakings(game) {
        if undertaking.by == winner {
            if let Some(broken) = breaks(game, undertaking) {
                let won = Outcome::won(!winner, cite!(bcc, "IV.8"));
                return Ok(Ruling::silent()
                    .finding(broken, winner, broken_text(winner, undertaking))
                    .so(Consequence::End(won)));
            }
        } else if undertaking.to == Engagement::BeMated {
            let won = Outcome::won(undertaking.by, cite!(bcc, "IV.8"));
            let text = format!("{} has been mated as he undertook", undertaking.by);
            return Ok(Ruling::silent()
                .finding(cite!(bcc, "IV.8"), undertaking.by, text)
                .so(Consequence::End(won)));
        }
    }
    Err(outcome)
}

fn broken_text(by: Colour, undertaking: &Undertaking) -> String {
    match undertaking.to {
        Engagement::MateWith(square) => {
            format!("{by} has mated otherwise than with the man of {square}, as he undertook")
        }
        Engagement::MateOn(square) => format!("{by} has mated otherwise than on {square}, as he undertook"),
        Engagement::BeMated => format!("{by} has mated, who undertook to be mated"),
        Engagement::BeStalemated => format!("{by} has mated, who undertook to be stalemated"),
    }
}

/// The clause a mate breaks, if it is not the one undertaken.
fn breaks(game: &Game, undertaking: &Undertaking) -> Option<&'static str> {
    let position = game.position()?;
    match undertaking.to {
        Engagement::MateWith(origin) => {
            // Reading BCC-37: the man itself must give check; a Pawn must still be one.
            let given = position.checkers().iter().any(|square| {
                game.men.id(square).and_then(jadoube_game::ManId::origin) == Some(origin)
                    && (game
                        .first
                        .men
                        .get(origin)
                        .is_none_or(|man| man.kind != Kind::Pawn)
                        || game.men.get(square).is_some_and(|man| man.kind == Kind::Pawn))
            });
            (!given).then(|| cite!(bcc, "IV.6").into())
        }
        Engagement::MateOn(square) => {
            let king = position.board().king(position.turn());
            (king != Some(square)).then(|| cite!(bcc, "IV.7").into())
        }
        Engagement::BeMated | Engagement::BeStalemated => Some(cite!(bcc, "IV.8").into()),
    }
}

/// A game that ends without the mate undertaken is forfeited: `"IV.8"`, reading BCC-38.
pub(crate) fn unfulfilled(game: &Game, claimant: Option<Colour>) -> Option<Ruling> {
    let _ = claimant;
    let stalemated = game.position().is_some_and(|position| !position.has_legal_move());
    let undertaking = undertakings(game).first()?;
    if undertaking.to == Engagement::BeStalemated && stalemated && game.turn_to_play() == undertaking.by {
        let won = Outcome::won(undertaking.by, cite!(bcc, "IV.8"));
        let text = format!("{} has been stalemated as he undertook", undertaking.by);
        return Some(
            Ruling::silent()
                .finding(cite!(bcc, "IV.8"), undertaking.by, text)
                .so(Consequence::End(won)),
        );
    }
    let won = Outcome::won(!undertaking.by, cite!(bcc, "IV.8"));
    let text = format!(
        "{} has not mated as he undertook: he forfeits the game",
        undertaking.by
    );
    Some(
        Ruling::silent()
            .finding(cite!(bcc, "IV.8"), undertaking.by, text)
            .so(Consequence::End(won)),
    )
}

/// A draw is claimed.
pub(crate) fn claim(game: &Game, event: &Event, ground: Ground) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    match sound(game, by, ground) {
        Answered::Sound { clause, text } => {
            let ruling = Ruling::silent().finding(clause, by, text);
            match unfulfilled(game, Some(by)) {
                Some(forfeit) => ruling.and(forfeit),
                None => ruling.so(Consequence::End(Outcome::drawn(clause))),
            }
        }
        Answered::Unsound { clause, why } => Ruling::refuse(clause, why),
        Answered::Doubtful { clause, what } => {
            let dispute = Dispute {
                by: Some(event.by),
                question: what.clone(),
                clause: Some(clause),
                ended: None,
            };
            Ruling::silent()
                .finding(clause, by, what)
                .so(Consequence::Suspend(Box::new(dispute)))
        }
    }
}

/// How the law answers a claim.
pub(crate) enum Answered {
    /// It is good.
    Sound { clause: &'static str, text: String },
    /// It is not.
    Unsound { clause: &'static str, why: String },
    /// The umpire must say.
    Doubtful { clause: &'static str, what: String },
}

fn sound(game: &Game, by: Colour, ground: Ground) -> Answered {
    let clause = match ground {
        Ground::Repetition => repetition::REPETITION[game.terms.code].authority,
        Ground::FiftyMoves => fifty_moves::FIFTY_MOVES[game.terms.code].authority,
        Ground::EndlessChecks => ENDLESS_CHECKS[game.terms.code].authority,
        Ground::DrawnGame => DRAWN_GAME[game.terms.code].authority,
        Ground::Stalemate | Ground::Agreement | Ground::Forfeit => STALEMATE[game.terms.code].authority,
    }
    .governing()
    .unwrap_or_default();
    if ground == Ground::DrawnGame {
        return proofs::drawn_game(game, clause);
    }
    // Reading FIDE-21: fifty moves may be claimed by either.
    let by_either = ground == Ground::FiftyMoves && fifty_moves::either_may_claim(game);
    if by != game.turn_to_play() && !by_either {
        return Answered::Unsound {
            clause,
            why: "only the player on turn may claim".to_owned(),
        };
    }
    let touched = !game.touched.is_empty() && CLAIM_BEFORE[game.terms.code].value != ClaimBefore::Playing;
    if touched || game.illegal.is_some() {
        return Answered::Unsound {
            clause,
            why: "he has touched a man: the claim comes too late".to_owned(),
        };
    }
    match ground {
        Ground::Repetition => repetition::claimed(game, clause),
        Ground::FiftyMoves => fifty_moves::claimed(game, clause),
        Ground::EndlessChecks => proofs::endless_checks(game, clause),
        Ground::Stalemate | Ground::Agreement | Ground::Forfeit | Ground::DrawnGame => Answered::Unsound {
            clause,
            why: "the player on turn has a legal move".to_owned(),
        },
    }
}

/// Whether the player on turn could now claim a draw on this ground.
pub(crate) fn may_claim(game: &Game, ground: Ground) -> bool {
    if game.status != Status::InPlay || !game.touched.is_empty() || game.illegal.is_some() {
        return false;
    }
    match ground {
        Ground::Repetition => repetition::has_recurred(game),
        Ground::FiftyMoves => fifty_moves::have_passed(game),
        _ => matches!(sound(game, game.turn_to_play(), ground), Answered::Sound { .. }),
    }
}

/// Draws that could be claimed now, found at small cost.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    if game.status != Status::InPlay {
        return Vec::new();
    }
    let player = game.turn_to_play();
    let mut rights = Vec::new();
    for ground in [Ground::FiftyMoves, Ground::Repetition, Ground::EndlessChecks] {
        let worth_trying = ground != Ground::EndlessChecks
            || game.position().is_some_and(proofs::endless_checks_at_a_glance);
        if !worth_trying {
            continue;
        }
        for party in Colour::BOTH {
            if party != player && ground != Ground::FiftyMoves {
                continue;
            }
            if let Answered::Sound { clause, text } = sound(game, party, ground) {
                let act = Act::Claim {
                    ground,
                    offence: None,
                };
                rights.push(Right {
                    party: Party::from(party),
                    act,
                    clause,
                    text,
                });
            }
        }
    }
    if let Answered::Sound { clause, text } = proofs::drawn_game_at_a_glance(game) {
        for party in [Party::White, Party::Black] {
            let act = Act::Claim {
                ground: Ground::DrawnGame,
                offence: None,
            };
            rights.push(Right {
                party,
                act,
                clause,
                text: text.clone(),
            });
        }
    }
    rights
}
