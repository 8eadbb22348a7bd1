//! How does a game end on the board: mate, stalemate, and the draws that must be claimed?

use crate::{
    code::{
        Alike, Answer, Authority,
        Authority::{Clauses, Reading},
        ByCode, Clause, alike, answers, reading, says, silent,
    },
    course::{End, Said},
    facts::{legal, proved::Proved},
    means::{claimed::Answered, ends, referral},
};
use jadoube_board::{Colour, Kind, Position};
use jadoube_game::{
    Citation, Code, Consequence, Engagement, Game, Outcome, Ruling, Sentence, Status, Undertaking, say,
};

question! {
    "How does a game end on the board: mate, stalemate, and the draws that must be claimed?";
    tables: MATE, STALEMATE, DRAWN_GAME, ENDLESS_CHECKS, CLAIM_BEFORE, UNDERTAKINGS, UNDERTAKEN, ODDS_LEFT, ONLY_IN_PASSING;
    "A game won counts one point, a game drawn half a point, unless the event says otherwise." => fide_2023 "10.1";
    "The fifth time of a position, and seventy-five moves of each without progress, draw the game without any claim." => fide_2023 "9.6";
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
        fide_1931: says(DrawnGame::NotProvided,    &["24.ii"]),
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
        /// Before he moves, a touch being no further play yet; or at once, where the clause says so.
        Playing,
        /// Nothing is said.
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

steps! {
    /// Where to fail in an undertaking loses the game: what was undertaken.
    pub struct Undertaken {
        /// He who promised how he would mate loses unless he does it or is mated.
        failure,
        /// The Pawn that was to give mate must give it as a Pawn.
        with_the_man,
        /// The King that was to be mated on a square must be mated there.
        on_the_square,
    }
    pub static UNDERTAKEN = {
        bcc: { failure: "IV.8", with_the_man: "IV.6", on_the_square: "IV.7" },
    };
}

steps! {
    /// Men promised as odds were left on the board until it was too late to take them off.
    pub struct OddsLeft {
        /// He who left a man on that he had promised as odds can at best draw.
        at_best_drawn,
    }
    pub static ODDS_LEFT = { xxv: { at_best_drawn: "IV" } };
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
#[inline]
pub(crate) fn only_in_passing(game: &Game) -> Option<Ruling> {
    let answer = &ONLY_IN_PASSING[game.terms.code];
    let passed = game.position()?.en_passant().is_some();
    if answer.value != OnlyInPassing::Bound || !passed {
        return None;
    }
    bound_to_take_in_passing(game, answer.clause())
}

/// A Pawn has just passed, and whoever can do nothing else is bound to take it: can he do nothing else?
#[cold]
fn bound_to_take_in_passing(game: &Game, clause: Citation) -> Option<Ruling> {
    let moves = legal::legal_moves(game);
    if moves.is_empty() || !moves.iter().all(|mv| mv.is_en_passant()) {
        return None;
    }
    let player = game.turn_to_play();
    let text = say!("{player} [has] only one move left, to take in passing: [he] [is] bound to it"; player);
    Some(Ruling::silent().finding(clause, player, text))
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

/// The game is drawn though the player has a legal move.
#[cold]
pub(crate) fn drawn(game: &Game, what: End, authority: Authority) -> Ruling {
    let clause = authority.clause();
    let text = match what {
        End::Fivefold => "the same position stands for the fifth time: the game is drawn",
        End::SeventyFive => "seventy-five moves of each without capture or Pawn move: the game is drawn",
        End::DeadPosition | End::Checkmate | End::Stalemate => {
            "neither side can mate by any series of legal moves: the game is drawn"
        }
    };
    end(clause, game.turn_to_play(), text.into(), Outcome::drawn(clause))
}

/// The player on turn has no legal move: he is mated, if his King is in check, or stalemated.
pub(crate) fn without_a_legal_move(game: &Game, in_check: bool) -> Ruling {
    let player = game.turn_to_play();
    let code = game.terms.code;
    if in_check {
        let text = say!("{player}'s King is checkmated"; player);
        return undertaken_mate(game, !player).unwrap_or_else(|| {
            let outcome = ends::ended(Some(!player), MATE[code]);
            end(MATE[code].clause(), !player, text, outcome)
        });
    }
    let text = say!("{player} [is] stalemated: the game is drawn"; player);
    unfulfilled(game).unwrap_or_else(|| {
        let outcome = ends::ended(None, STALEMATE[code]);
        end(STALEMATE[code].clause(), player, text, outcome)
    })
}

/// `"IV"`, reading XXV-8: he who left the odds on the board cannot win; what would be his win is a draw.
pub(crate) fn only_a_draw(game: &Game, giver: Colour) -> Option<Ruling> {
    let clause = ODDS_LEFT.of(game)?.at_best_drawn;
    let text = say!("{giver} would win, but left the odds [he] gave on the board: the game is drawn"; giver);
    Some(
        Ruling::silent()
            .finding(clause, giver, text)
            .so(Consequence::End(Outcome::drawn(clause))),
    )
}

fn end(clause: Citation, party: Colour, text: Sentence, outcome: Outcome) -> Ruling {
    Ruling::silent()
        .finding(clause, party, text)
        .so(Consequence::End(outcome))
}

/// Mate against an undertaking loses: `"IV.8"`.
fn undertaken_mate(game: &Game, winner: Colour) -> Option<Ruling> {
    if UNDERTAKINGS[game.terms.code].value == Undertakings::Referred {
        return referred(game, Some(winner));
    }
    let law = UNDERTAKEN.of(game)?;
    for undertaking in &game.terms.undertakings {
        if undertaking.by == winner {
            if let Some(broken) = breaks(game, undertaking) {
                let broken = broken.by(law);
                let won = Outcome::won(!winner, law.failure);
                return Some(
                    Ruling::silent()
                        .finding(broken, winner, broken_text(winner, undertaking))
                        .so(Consequence::End(won)),
                );
            }
        } else if undertaking.to == Engagement::BeMated {
            let won = Outcome::won(undertaking.by, law.failure);
            let text = say!("{by} [has] been mated as [he] undertook"; by = undertaking.by);
            return Some(
                Ruling::silent()
                    .finding(law.failure, undertaking.by, text)
                    .so(Consequence::End(won)),
            );
        }
    }
    None
}

/// An end of the game with an undertaking in question: fulfilled in being mated or stalemated, it is his who undertook
/// it; otherwise those decide who decide what no law does.
fn referred(game: &Game, winner: Option<Colour>) -> Option<Ruling> {
    let clause = UNDERTAKINGS[game.terms.code].clause();
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
        let text = say!("{by} [has] brought it about as [he] engaged to"; by);
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
    let question = say!("the game has come to an end otherwise than {by} engaged: whose is it?"; by);
    Some(referral::referred(None, by, clause, question))
}

fn broken_text(by: Colour, undertaking: &Undertaking) -> Sentence {
    match undertaking.to {
        Engagement::MateWith(square) => {
            say!("{by} [has] mated otherwise than with the man of {square}, as [he] undertook"; by, square)
        }
        Engagement::MateOn(square) => say!(
            "{by} [has] mated otherwise than on {square}, as [he] undertook"; by, square
        ),
        Engagement::BeMated => say!("{by} [has] mated, who undertook to be mated"; by),
        Engagement::BeStalemated => say!("{by} [has] mated, who undertook to be stalemated"; by),
    }
}

/// How a mate breaks an undertaking.
#[derive(Debug, Clone, Copy)]
enum Broken {
    /// Not given by the man named.
    TheMan,
    /// Not given on the square named.
    TheSquare,
    /// Given, where it was to be suffered.
    Altogether,
}

impl Broken {
    fn by(self, law: &Undertaken) -> Clause {
        match self {
            Broken::TheMan => law.with_the_man,
            Broken::TheSquare => law.on_the_square,
            Broken::Altogether => law.failure,
        }
    }
}

/// How the mate on the board breaks the undertaking, if it is not the one undertaken.
fn breaks(game: &Game, undertaking: &Undertaking) -> Option<Broken> {
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
            (!given).then_some(Broken::TheMan)
        }
        Engagement::MateOn(square) => {
            let king = position.board().king(position.turn());
            (king != Some(square)).then_some(Broken::TheSquare)
        }
        Engagement::BeMated | Engagement::BeStalemated => Some(Broken::Altogether),
    }
}

/// A game that ends without the mate undertaken is forfeited: `"IV.8"`, reading BCC-38.
pub(crate) fn unfulfilled(game: &Game) -> Option<Ruling> {
    if UNDERTAKINGS[game.terms.code].value == Undertakings::Referred {
        return referred(game, None);
    }
    let law = UNDERTAKEN.of(game)?;
    let stalemated = legal::is_without_a_move(game);
    let undertaking = game.terms.undertakings.first()?;
    if undertaking.to == Engagement::BeStalemated && stalemated && game.turn_to_play() == undertaking.by {
        let won = Outcome::won(undertaking.by, law.failure);
        let text = say!("{by} [has] been stalemated as [he] undertook"; by = undertaking.by);
        return Some(
            Ruling::silent()
                .finding(law.failure, undertaking.by, text)
                .so(Consequence::End(won)),
        );
    }
    let won = Outcome::won(!undertaking.by, law.failure);
    let what = match undertaking.to {
        Engagement::BeMated => "been mated",
        Engagement::BeStalemated => "been stalemated",
        _ => "mated",
    };
    let text = say!(
        "{by} [has] not {what} as [he] undertook: [he] [forfeits] the game"; by = undertaking.by, what
    );
    Some(
        Ruling::silent()
            .finding(law.failure, undertaking.by, text)
            .so(Consequence::End(won)),
    )
}

/// What ends the game as it stands on the board, the player on turn having no legal move.
pub(crate) fn clause_of_the_end(game: &Game) -> Option<Citation> {
    let position = game.position()?;
    let answer = if position.is_check() { &MATE } else { &STALEMATE };
    answer[game.terms.code].governing()
}

/// Whether the code draws a game for endless checks at all.
pub(crate) fn endless_checks_draw(code: Code) -> bool {
    ENDLESS_CHECKS[code].value == EndlessChecks::OnProof
}

/// `"II.8(d)"`, `"16(b)"`: the player on turn claims that he can check without end; `prove` as in [`drawn_game`].
pub(crate) fn endless_checks(game: &Game, prove: fn(&Position) -> Proved) -> Answered {
    let answer = &ENDLESS_CHECKS[game.terms.code];
    let clause = answer.clause();
    match (answer.value, game.position()) {
        (EndlessChecks::FiftyMoves | EndlessChecks::NotProvided, _) => {
            Answered::unsound(clause, "the code draws no game for endless checks")
        }
        (EndlessChecks::OnProof, None) => unprovable(clause),
        (EndlessChecks::OnProof, Some(position)) => Answered::by_proof(clause, prove(position)),
    }
}

/// `"I.15(c)"`: a player claims that no legal moves can win the game; `prove` says at what cost it is looked into.
pub(crate) fn drawn_game(game: &Game, prove: fn(&Position) -> Proved) -> Answered {
    let answer = &DRAWN_GAME[game.terms.code];
    let clause = answer.clause();
    match (answer.value, game.position()) {
        (DrawnGame::ForTheUmpire, _) => Answered::Doubtful {
            clause,
            what: "whether either side can win is for the umpire, who may allow the counting of fifty moves"
                .into(),
        },
        (DrawnGame::NotProvided, _) => {
            Answered::unsound(clause, "the code has no law for a game that cannot be won")
        }
        (DrawnGame::OnClaim | DrawnGame::OfItself, None) => unprovable(clause),
        (DrawnGame::OnClaim | DrawnGame::OfItself, Some(position)) => {
            Answered::by_proof(clause, prove(position))
        }
    }
}

fn unprovable(clause: Citation) -> Answered {
    Answered::unsound(clause, "the men make no position that could be proved")
}

/// Whether what this player has done in his turn ends his right to claim a draw in it.
pub(crate) fn comes_too_late(game: &Game) -> bool {
    // Reading BCC-21: a turn restored is the same turn.
    let touched = game.turn.handled || !game.turn.touched.is_empty();
    touched && CLAIM_BEFORE[game.terms.code].value != ClaimBefore::Playing || game.turn.illegal.is_some()
}
