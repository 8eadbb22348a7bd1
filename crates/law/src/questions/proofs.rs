//! A player claims what must be proved: endless checks, or a game that nobody can win.

use crate::{
    means::referral,
    questions::endings::{Answered, DRAWN_GAME, DrawnGame, ENDLESS_CHECKS, EndlessChecks},
};
use jadoube_board::{Colour, Move, Position};
use jadoube_game::{Citation, Consequence, Game, Outcome, Ruling};
use jadoube_proof::{Answer, Budget, Evidence};

/// What a claim may cost to answer, in positions looked into: about a second. Whoever wants to know more asks the prover
/// itself; at the board the umpire is asked.
const CLAIM: u64 = 300_000;
/// What looking for claims nobody has made may cost.
const GLANCE: u64 = 2_000;

/// `"II.8(d)"`, `"16(b)"`: can the player on turn give check at every turn, without end?
pub(crate) fn endless_checks(game: &Game, clause: &'static str) -> Answered {
    if ENDLESS_CHECKS[game.terms.code].value != EndlessChecks::OnProof {
        return Answered::Unsound {
            clause,
            why: "the code draws no game for endless checks".to_owned(),
        };
    }
    let Some(position) = game.position() else {
        return Answered::Unsound {
            clause,
            why: "the men make no position that could be proved".to_owned(),
        };
    };
    match jadoube_proof::endless_checks(position, &mut Budget::nodes(CLAIM)) {
        Answer::Proved(Evidence::Strategy(strategy)) => Answered::Sound {
            clause,
            text: match strategy.circle().as_slice() {
                [mate] if strategy.entries.len() == 1 => {
                    format!("it is proved that he can check without end: {mate} is checkmate")
                }
                circle => format!(
                    "it is proved that he can check without end: {}; a check answers every reply in the {} positions \
                     that can arise",
                    some_of(circle, "and so on"),
                    strategy.entries.len()
                ),
            },
        },
        Answer::Refuted(Evidence::Escape(escape)) => Answered::Unsound {
            clause,
            why: match escape.line().as_slice() {
                [] => "he has no check to give".to_owned(),
                line => format!(
                    "the checks come to an end: {}; a reply is found to every check in {} positions",
                    some_of(line, "and no check is left"),
                    escape.entries.len()
                ),
            },
        },
        answer => Answered::Doubtful {
            clause,
            what: format!("whether the checks are endless {}", undecided(&answer)),
        },
    }
}

/// The first moves of a line, and how it goes on.
fn some_of(line: &[Move], end: &str) -> String {
    const SHOWN: usize = 8;
    let moves: Vec<String> = line.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if line.len() > SHOWN { " …" } else { "" };
    format!("{}{more} {end}", moves.join(" ")).trim_end().to_owned()
}

fn undecided(answer: &Answer) -> String {
    let Answer::Undecided { nodes, found, .. } = answer else {
        return "is not shown: the umpire must say".to_owned();
    };
    let found = found
        .as_ref()
        .map(|found| format!(" (found so far: {found})"))
        .unwrap_or_default();
    format!("is not decided after {nodes} positions{found}: the umpire must say")
}

/// Whether an endless series of checks can be seen at small cost, for the list of rights.
pub(crate) fn endless_checks_at_a_glance(position: &Position) -> bool {
    let gives_check = |mv: &jadoube_board::Move| position.gives_check(*mv);
    position.legal_moves().iter().any(gives_check)
        && jadoube_proof::endless_checks(position, &mut Budget::nodes(GLANCE)).is_proved()
}

/// Whether it is seen at small cost that neither side can mate by any series of legal moves (reading F23-85).
#[inline]
pub(crate) fn is_dead(position: &Position) -> bool {
    jadoube_proof::may_be_dead(position)
        && jadoube_proof::drawn_game(position, &mut Budget::nodes(GLANCE)).is_proved()
}

/// The game is lost by this player, or drawn where his opponent can never mate (reading F23-63).
pub(crate) fn lost_unless_never_mated(game: &Game, player: Colour, clause: Citation, text: String) -> Ruling {
    let lost = format!("{text}: the game is lost");
    let drawn = format!("{text}, but {} can never mate: the game is drawn", !player);
    let won = Ruling::silent().finding(clause, player, lost);
    let won = won.so(Consequence::End(Outcome::won(!player, clause)));
    let Some(position) = game.position() else {
        return won;
    };
    match jadoube_proof::can_win(position, !player, &mut Budget::nodes(CLAIM)) {
        Answer::Proved(_) => won,
        Answer::Refuted(_) => Ruling::silent()
            .finding(clause, player, drawn)
            .so(Consequence::End(Outcome::drawn(clause))),
        answer @ Answer::Undecided { .. } => {
            let question = format!("{text}; whether {} can ever mate {}", !player, undecided(&answer));
            referral::referred(None, player, clause, question)
        }
    }
}

/// Whether it is proved that this side cannot mate by any series of legal moves.
pub(crate) fn can_never_mate(position: &Position, side: Colour) -> bool {
    jadoube_proof::can_win(position, side, &mut Budget::nodes(CLAIM)).is_refuted()
}

/// `"I.15(c)"`: a game that no legal moves can win.
pub(crate) fn drawn_game(game: &Game, clause: &'static str) -> Answered {
    drawn_game_within(game, clause, CLAIM)
}

/// The same, only where it is seen at once.
pub(crate) fn drawn_game_at_a_glance(game: &Game) -> Answered {
    let clause = DRAWN_GAME[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    drawn_game_within(game, clause, GLANCE)
}

fn drawn_game_within(game: &Game, clause: &'static str, nodes: u64) -> Answered {
    match DRAWN_GAME[game.terms.code].value {
        DrawnGame::OnClaim | DrawnGame::OfItself => {}
        DrawnGame::ForTheUmpire => {
            let what =
                "whether either side can win is for the umpire, who may allow the counting of fifty moves"
                    .to_owned();
            return Answered::Doubtful { clause, what };
        }
        DrawnGame::NotProvided => {
            return Answered::Unsound {
                clause,
                why: "the code has no law for a game that cannot be won".to_owned(),
            };
        }
    }
    let Some(position) = game.position() else {
        return Answered::Unsound {
            clause,
            why: "the men make no position that could be proved".to_owned(),
        };
    };
    match jadoube_proof::drawn_game(position, &mut Budget::nodes(nodes)) {
        Answer::Proved(Evidence::DrawnGame(proofs)) => {
            let [white, black] = proofs.as_ref();
            let why = if white.reason == black.reason {
                white.reason.to_string()
            } else {
                format!("white, for {}; black, for {}", white.reason, black.reason)
            };
            Answered::Sound {
                clause,
                text: format!("it is proved that neither side can win by any legal moves: {why}"),
            }
        }
        Answer::Refuted(Evidence::Line(line)) => Answered::Unsound {
            clause,
            why: format!(
                "the game is not drawn: {} can win it, for instance by {}",
                line.winner,
                some_of(&line.moves, "mate")
            ),
        },
        answer => Answered::Doubtful {
            clause,
            what: format!("whether the game can be won {}", undecided(&answer)),
        },
    }
}
