//! How does a game end on the board: mate, stalemate, and the draws that must be claimed?

use crate::{
    code::{
        Alike, Answer, Authority,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    course::{End, Said},
    facts::{Facts, checks, legal},
    means::{player_of, referral},
    questions::{
        crossings,
        false_move::{FALSE_MOVE, FalseMove},
        fifty_moves, found_later, misplaced_men, pressing, proofs, repetition, time_limit,
    },
    umpire,
};
use jadoube_board::{Colour, Kind, Move, Position};
use jadoube_game::{
    Act, Code, Consequence, Engagement, Event, Game, Ground, Outcome, Party, Right, Ruling, Status,
    Undertaking,
};

question! {
    "How does a game end on the board: mate, stalemate, and the draws that must be claimed?";
    tables: MATE, STALEMATE, DRAWN_GAME, ENDLESS_CHECKS, CLAIM_BEFORE, UNDERTAKINGS, ONLY_IN_PASSING;
    "He who left a man on that he had promised as odds can at best draw." => xxv "IV";
    "He who promised how he would mate loses unless he does it or is mated." => bcc "IV.8";
    "The Pawn that was to give mate must give it as a Pawn." => bcc "IV.6";
    "The King that was to be mated on a square must be mated there." => bcc "IV.7";
    "What a game counts for each player." => fide_2023 "10.1";
}

law! {
    /// What mate does.
    pub static MATE: Alike = alike("It ends the game, and the player who is mated has lost.", ByCode {
        xxv:       Reading("XXV-1"),
        bca_1862:  Reading("BCA-1"),
        bcc_1896:  Clauses(&["I.15(a)"]),
        bcc_1899:  Clauses(&["I.15(a)"]),
        fide_1931: Clauses(&["10.i", "1.ii"]),
        fide_2023: Clauses(&["5.1.1", "1.4.1", "1.4.2"]),
    });
}

law! {
    /// What stalemate does.
    pub static STALEMATE: Alike = alike("It ends the game, and the game is drawn.", ByCode {
        xxv:       Clauses(&["XXIII"]),
        bca_1862:  Reading("BCA-2"),
        bcc_1896:  Clauses(&["II.8(e)", "I.15(b)"]),
        bcc_1899:  Clauses(&["II.8(e)", "I.15(b)"]),
        fide_1931: Clauses(&["16(a)"]),
        fide_2023: Clauses(&["5.2.1"]),
    });
}

law! {
    /// A game that cannot be won by anybody.
    pub enum DrawnGame {
        /// Drawn when a player claims it.
        OnClaim,
        /// Drawn of itself, as soon as no series of legal moves can lead to mate.
        OfItself,
        /// A question for the umpire: fifty moves may be called for.
        ForTheUmpire,
        /// Nothing is said.
        NotProvided,
    }
}

law! {
    /// A game that cannot be won.
    pub static DRAWN_GAME: ByCode<Answer<DrawnGame>> = answers(ByCode {
        xxv:       silent(DrawnGame::NotProvided,  reading("XXV-35")),
        bca_1862:  says(DrawnGame::ForTheUmpire,   &["XI"]),
        bcc_1896:  says(DrawnGame::OnClaim,        &["I.15(c)"]),
        bcc_1899:  says(DrawnGame::OnClaim,        &["I.15(c)"]),
        fide_1931: silent(DrawnGame::NotProvided,  reading("FIDE-22")),
        fide_2023: says(DrawnGame::OfItself,        &["5.2.2", "1.5"]),
    });
}

law! {
    /// Checks without end.
    pub enum EndlessChecks {
        /// Drawn when the player on turn claims and proves it.
        OnProof,
        /// The opponent may call for a draw or for mate in fifty moves.
        FiftyMoves,
        /// Nothing is said.
        NotProvided,
    }
}

law! {
    /// Checks without end.
    pub static ENDLESS_CHECKS: ByCode<Answer<EndlessChecks>> = answers(ByCode {
        xxv:       silent(EndlessChecks::NotProvided, reading("XXV-35")),
        bca_1862:  says(EndlessChecks::FiftyMoves,    &["XI"]),
        bcc_1896:  says(EndlessChecks::OnProof,       &["II.8(d)"]),
        bcc_1899:  says(EndlessChecks::OnProof,       &["II.8(d)"]),
        fide_1931: says(EndlessChecks::OnProof,       &["16(b)"]),
        fide_2023: says(EndlessChecks::NotProvided,   &["9.2"]),
    });
}

law! {
    /// Until when a draw may be claimed in the turn that gives it.
    pub enum ClaimBefore {
        /// Before the claimant touches a man.
        Touching,
        /// Before he moves: a touch is not yet further play.
        Playing,
        /// The code has no such claims.
        NoClaims,
    }
}

law! {
    /// Until when a draw may be claimed.
    pub static CLAIM_BEFORE: ByCode<Answer<ClaimBefore>> = answers(ByCode {
        xxv:       silent(ClaimBefore::NoClaims, reading("XXV-1")),
        bca_1862:  silent(ClaimBefore::NoClaims, reading("BCA-3")),
        bcc_1896:  says(ClaimBefore::Touching,   &["II.8(b)", "II.8(c)", "II.8(d)"]),
        bcc_1899:  says(ClaimBefore::Touching,   &["II.8(b)", "II.8(c)", "II.8(d)"]),
        fide_1931: silent(ClaimBefore::Playing,  reading("FIDE-19")),
        fide_2023: says(ClaimBefore::Touching,   &["9.4"]),
    });
}

law! {
    /// What becomes of a game that does not end as a player undertook.
    pub enum Undertakings {
        /// To fail in one loses the game.
        FailureForfeits,
        /// What failure costs is for those who decide what the laws do not.
        Referred,
        /// The code knows none.
        NotProvided,
    }
}

law! {
    /// An undertaking not fulfilled.
    pub static UNDERTAKINGS: ByCode<Answer<Undertakings>> = answers(ByCode {
        xxv:       silent(Undertakings::Referred,     reading("XXV-35")),
        bca_1862:  says(Undertakings::Referred,       &["XV"]),
        bcc_1896:  says(Undertakings::FailureForfeits, &["IV.8"]),
        bcc_1899:  says(Undertakings::FailureForfeits, &["IV.8"]),
        fide_1931: says(Undertakings::NotProvided,    &["24.ii"]),
        fide_2023: silent(Undertakings::NotProvided,  reading("F23-95")),
    });
}

/// The undertakings that the code gives effect to.
fn undertakings(game: &Game) -> &[Undertaking] {
    match UNDERTAKINGS[game.terms.code].value {
        Undertakings::FailureForfeits => &game.terms.undertakings,
        Undertakings::Referred | Undertakings::NotProvided => &[],
    }
}

law! {
    /// What is said of a player who has nothing left but to take in passing.
    pub enum OnlyInPassing {
        /// He is bound to play it.
        Bound,
        /// Nothing in particular: it is his one legal move.
        NotSaid,
    }
}

law! {
    /// No move is left but to take in passing.
    pub static ONLY_IN_PASSING: ByCode<Answer<OnlyInPassing>> = answers(ByCode {
        xxv:       silent(OnlyInPassing::NotSaid, reading("XXV-20")),
        bca_1862:  says(OnlyInPassing::Bound,     &["XII"]),
        bcc_1896:  says(OnlyInPassing::NotSaid,   &["I.11E(c)"]),
        bcc_1899:  says(OnlyInPassing::NotSaid,   &["I.11E(c)"]),
        fide_1931: says(OnlyInPassing::NotSaid,   &["8.en-passant"]),
        fide_2023: says(OnlyInPassing::NotSaid,   &["3.7.3.2"]),
    });
}

/// A turn begins: is the player left with nothing but taking in passing?
pub(crate) fn only_in_passing(game: &Game) -> Option<Ruling> {
    let answer = &ONLY_IN_PASSING[game.terms.code];
    let passed = game.position()?.en_passant().is_some();
    if answer.value != OnlyInPassing::Bound || !passed {
        return None;
    }
    let moves = legal::legal_moves(game);
    if moves.is_empty() || !moves.iter().all(|mv| mv.is_en_passant()) {
        return None;
    }
    let player = game.turn_to_play();
    let text = format!("{player} has only one move left, to take in passing: he is bound to it");
    Some(Ruling::silent().finding(answer.authority.governing().unwrap_or_default(), player, text))
}

/// Mate and stalemate in a game of legal moves, check being announced where the code asks for it.
pub(crate) fn without_a_move(code: Code, position: &Position) -> Option<Said<End>> {
    if position.has_legal_move() {
        return None;
    }
    let (what, authority) = if position.is_check() {
        (End::Checkmate, MATE[code])
    } else {
        (End::Stalemate, STALEMATE[code])
    };
    Some(Said::by(what, authority))
}

/// A draw that needs no claim though the player has a legal move, and what it rests on.
#[inline]
pub(crate) fn drawn_of_itself(code: Code, facts: &impl Facts, progress: bool) -> Option<(End, Authority)> {
    let quiet = facts.quiet();
    // The men are back for the fifth time after sixteen half-moves at the soonest.
    if quiet >= 16 && repetition::is_drawn_of_itself(code, facts) {
        return Some((End::Fivefold, repetition::FIFTH_TIME[code].authority));
    }
    if quiet >= 150 && fifty_moves::is_drawn_of_itself(code, facts) {
        return Some((End::SeventyFive, fifty_moves::SEVENTY_FIVE[code].authority));
    }
    // Nothing but a capture or a Pawn's move makes a game unwinnable that could be won before, forced lines apart.
    // `progress`: whether the last move was one.
    let may_be_dead = progress && DRAWN_GAME[code].value == DrawnGame::OfItself;
    (may_be_dead && facts.position().is_some_and(proofs::is_dead))
        .then_some((End::DeadPosition, DRAWN_GAME[code].authority))
}

/// A turn begins: is the game drawn though the player has a legal move?
fn drawn_at_the_commencement(game: &Game) -> Option<Ruling> {
    let progress = game.recurring_from.is_none_or(|from| from == game.past.len());
    let (what, authority) = drawn_of_itself(game.terms.code, game, progress)?;
    let clause = authority.governing().unwrap_or_default();
    let text = match what {
        End::Fivefold => "the same position stands for the fifth time: the game is drawn",
        End::SeventyFive => "seventy-five moves of each without capture or Pawn move: the game is drawn",
        End::DeadPosition | End::Checkmate | End::Stalemate => {
            "neither side can mate by any series of legal moves: the game is drawn"
        }
    };
    Some(end(
        Some(clause),
        game.turn_to_play(),
        text.to_owned(),
        Outcome::drawn(clause),
    ))
}

/// A turn begins: is it mate or stalemate?
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let position = game.position()?;
    if pressing::may_be_undone(game) {
        return None;
    }
    if position.has_legal_move() {
        return drawn_at_the_commencement(game);
    }
    if crossings::end_is_held_back(game) || found_later::a_man_is_missing(game) {
        return None;
    }
    let by_an_illegal_move = |irregularity: &jadoube_game::Irregularity| {
        irregularity.past + 1 == game.past.len() && irregularity.by != game.turn_to_play()
    };
    if FALSE_MOVE[game.terms.code].value == FalseMove::Retracted
        && game.ledger.irregularities.iter().any(by_an_illegal_move)
    {
        // The move that brought it about may yet be retracted.
        return None;
    }
    let player = game.turn_to_play();
    let code = game.terms.code;
    if position.is_check() {
        if !checks::binds(game, &game.standing, game.past.len()) {
            // Reading XXV-24: without the word there is no mate yet.
            return None;
        }
        let clause = MATE[code];
        let outcome = Outcome {
            status: Status::Won,
            winner: Some(!player),
            clause: clause.governing().filter(|_| !clause.is_reading()),
            next_first_move: None,
        };
        let text = format!("{player}'s King is checkmated");
        if let Some(drawn) = only_a_draw(game, !player) {
            return Some(drawn);
        }
        return Some(
            undertaken_mate(game, outcome)
                .unwrap_or_else(|outcome| end(clause.governing(), !player, text, outcome)),
        );
    }
    let clause = STALEMATE[code];
    let outcome = Outcome {
        status: Status::Drawn,
        winner: None,
        clause: clause.governing().filter(|_| !clause.is_reading()),
        next_first_move: None,
    };
    let text = format!("{player} is stalemated: the game is drawn");
    Some(unfulfilled(game).unwrap_or_else(|| end(clause.governing(), player, text, outcome)))
}

/// `"IV"`, reading XXV-8: he who left the odds on the board cannot win; what would be his win is a draw.
pub(crate) fn only_a_draw(game: &Game, winner: Colour) -> Option<Ruling> {
    let giver = misplaced_men::odds_were_forgotten(game)?;
    if giver != winner {
        return None;
    }
    let clause = cite!(xxv, "IV");
    let text = format!("{giver} would win, but left the odds he gave on the board: the game is drawn");
    Some(
        Ruling::silent()
            .finding(clause, giver, text)
            .so(Consequence::End(Outcome::drawn(clause))),
    )
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
    if UNDERTAKINGS[game.terms.code].value == Undertakings::Referred {
        return referred(game, Some(winner)).ok_or(outcome);
    }
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

/// An end of the game with an undertaking in question: fulfilled in being mated or stalemated, it is his who undertook
/// it; otherwise those decide who decide what no law does.
fn referred(game: &Game, winner: Option<Colour>) -> Option<Ruling> {
    let clause = UNDERTAKINGS[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    let undertaking = game.terms.undertakings.first()?;
    let by = undertaking.by;
    let fulfilled = match undertaking.to {
        Engagement::MateWith(_) | Engagement::MateOn(_) if winner == Some(by) => {
            breaks(game, undertaking)?;
            false
        }
        Engagement::BeMated => winner == Some(!by),
        Engagement::BeStalemated => winner.is_none() && game.turn_to_play() == by,
        // The other player won outright: that is no affair of the undertaking.
        Engagement::MateWith(_) | Engagement::MateOn(_) if winner.is_some() => return None,
        Engagement::MateWith(_) | Engagement::MateOn(_) => false,
    };
    if fulfilled {
        let text = format!("{by} has brought it about as he engaged to");
        return Some(
            Ruling::silent()
                .finding(clause, by, text)
                .so(Consequence::End(Outcome {
                    status: Status::Won,
                    winner: Some(by),
                    clause: None,
                    next_first_move: None,
                })),
        );
    }
    let question = format!("the game has come to an end otherwise than {by} engaged: whose is it?");
    Some(referral::referred(None, by, clause, question))
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
pub(crate) fn unfulfilled(game: &Game) -> Option<Ruling> {
    if UNDERTAKINGS[game.terms.code].value == Undertakings::Referred {
        return referred(game, None);
    }
    let stalemated = game.position().is_some_and(|position| !position.has_legal_move());
    let undertaking = game.terms.undertakings.first()?;
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
    let what = match undertaking.to {
        Engagement::BeMated => "been mated",
        Engagement::BeStalemated => "been stalemated",
        _ => "mated",
    };
    let text = format!(
        "{} has not {what} as he undertook: he forfeits the game",
        undertaking.by
    );
    Some(
        Ruling::silent()
            .finding(cite!(bcc, "IV.8"), undertaking.by, text)
            .so(Consequence::End(won)),
    )
}

/// The end that stands on the board and waits only because a penalty is open against the move that brought it about.
fn end_that_waits(game: &Game) -> Option<&'static str> {
    let position = game.position()?;
    if game.status != Status::InPlay || position.has_legal_move() || !crossings::end_is_held_back(game) {
        return None;
    }
    if position.is_check() && !checks::binds(game, &game.standing, game.past.len()) {
        return None;
    }
    let answer = if position.is_check() { &MATE } else { &STALEMATE };
    answer[game.terms.code].governing()
}

/// Whether an end stands on the board and waits for a penalty.
pub(crate) fn waits(game: &Game) -> bool {
    end_that_waits(game).is_some()
}

/// He who brought the end about asks for it: the opponent's next act decides.
fn claim_the_end(game: &Game, by: Colour) -> Ruling {
    let clause = crossings::END_IN_BREACH[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    if by == game.turn_to_play() {
        return Ruling::refuse(clause, "it is for him who brought the end about to claim it");
    }
    let text = format!(
        "{by} claims the end of the game: unless {} now exacts what is open to him, it stands",
        !by
    );
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::ClaimEnd(by))
}

/// A draw is claimed.
pub(crate) fn claim(game: &Game, event: &Event, ground: Ground) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if matches!(ground, Ground::Mate | Ground::Stalemate) && end_that_waits(game).is_some() {
        return claim_the_end(game, by);
    }
    match sound(game, by, ground, event.theory) {
        Answered::Sound { clause, text } => {
            let ruling = Ruling::silent().finding(clause, by, text);
            match unfulfilled(game) {
                Some(forfeit) => ruling.and(forfeit),
                None => ruling.so(Consequence::End(Outcome::drawn(clause))),
            }
        }
        Answered::Unsound { clause, why } => Ruling::refuse(clause, why),
        Answered::Doubtful { clause, what } => {
            let ruling = referral::referred(Some(event.by), by, clause, what);
            time_limit::clocks_stopped(game, ruling)
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

/// `theory`: what endgame tables say, where they were asked.
fn sound(game: &Game, by: Colour, ground: Ground, theory: Option<u32>) -> Answered {
    let clause = match ground {
        Ground::Repetition => repetition::REPETITION[game.terms.code].authority,
        Ground::FiftyMoves => fifty_moves::FIFTY_MOVES[game.terms.code].authority,
        Ground::EndlessChecks => ENDLESS_CHECKS[game.terms.code].authority,
        Ground::DrawnGame => DRAWN_GAME[game.terms.code].authority,
        Ground::Stalemate
        | Ground::Agreement
        | Ground::Forfeit
        | Ground::Mate
        | Ground::NormalMeans
        | Ground::NoEffort => STALEMATE[game.terms.code],
    }
    .governing()
    .unwrap_or_default();
    if ground == Ground::DrawnGame {
        return proofs::drawn_game(game, clause);
    }
    if ground == Ground::FiftyMoves
        && let Some(answer) = fifty_moves::called_for(game, by, clause)
    {
        return answer;
    }
    // Reading FIDE-21: fifty moves may be claimed by either.
    let by_either = ground == Ground::FiftyMoves && fifty_moves::either_may_claim(game);
    if by != game.turn_to_play() && !by_either {
        return Answered::Unsound {
            clause,
            why: "only the player on turn may claim".to_owned(),
        };
    }
    let touched =
        !game.turn.touched.is_empty() && CLAIM_BEFORE[game.terms.code].value != ClaimBefore::Playing;
    if touched || game.turn.illegal.is_some() {
        return Answered::Unsound {
            clause,
            why: "he has touched a man: the claim comes too late".to_owned(),
        };
    }
    match ground {
        Ground::Repetition => repetition::claimed(game, clause),
        Ground::FiftyMoves => fifty_moves::claimed(game, clause, theory),
        Ground::EndlessChecks => owing_nothing(game, proofs::endless_checks(game, clause)),
        Ground::Stalemate
        | Ground::Agreement
        | Ground::Forfeit
        | Ground::DrawnGame
        | Ground::Mate
        | Ground::NormalMeans
        | Ground::NoEffort => Answered::Unsound {
            clause,
            why: "the player on turn has a legal move".to_owned(),
        },
    }
}

/// Checks without end are his only if he is free to give the first of them.
fn owing_nothing(game: &Game, answered: Answered) -> Answered {
    let (open, duty) = umpire::open_moves(game);
    let gives_check = |mv: &Move| game.position().is_some_and(|position| position.gives_check(*mv));
    match (answered, duty) {
        (Answered::Sound { .. }, Some(duty)) if !open.iter().any(gives_check) => Answered::Unsound {
            clause: duty.clause,
            why: "he is not free to give check: he owes another move".to_owned(),
        },
        (Answered::Sound { clause, .. }, Some(_)) => Answered::Doubtful {
            clause,
            what: "whether the checks are endless when he must begin with the man he is bound to play"
                .to_owned(),
        },
        (answered, _) => answered,
    }
}

/// Whether the player on turn could now claim a draw on this ground.
pub(crate) fn may_claim(game: &Game, ground: Ground) -> bool {
    if game.status != Status::InPlay || !game.turn.touched.is_empty() || game.turn.illegal.is_some() {
        return false;
    }
    match ground {
        Ground::Repetition => repetition::may_be_claimed(game.terms.code, game),
        Ground::FiftyMoves => fifty_moves::may_be_claimed(game.terms.code, game),
        _ => matches!(
            sound(game, game.turn_to_play(), ground, None),
            Answered::Sound { .. }
        ),
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
            if let Answered::Sound { clause, text } = sound(game, party, ground, None) {
                let act = Act::claimed(ground);
                // A claim that only waits to be made does not tell how to play: that comes with the ruling on it.
                let text = match ground {
                    Ground::EndlessChecks => "claim that he can check without end".to_owned(),
                    _ => text,
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
            let act = Act::claimed(Ground::DrawnGame);
            rights.push(Right {
                party,
                act,
                clause,
                text: text.clone(),
            });
        }
    }
    if end_that_waits(game).is_some() && game.ledger.end_claimed.is_none() {
        let mate = game.position().is_some_and(jadoube_board::Position::is_check);
        let ground = if mate { Ground::Mate } else { Ground::Stalemate };
        rights.push(Right {
            party: Party::from(!player),
            act: Act::Claim {
                ground,
                offence: None,
                mv: None,
            },
            clause: crossings::END_IN_BREACH[game.terms.code]
                .authority
                .governing()
                .unwrap_or_default(),
            text: "claim the end of the game, unless a penalty is now exacted".to_owned(),
        });
    }
    rights.extend(fifty_moves::rights(game));
    rights
}
