//! A player claims what must be proved: endless checks, or a game that nobody can win.

use crate::questions::endings::{Answered, DRAWN_GAME, DrawnGame, ENDLESS_CHECKS, EndlessChecks};
use jadoube_board::Position;
use jadoube_game::Game;
use jadoube_proof::{Answer, Budget, Evidence};

/// What a claim may cost to answer, in positions looked into.
const CLAIM: u64 = 2_000_000;
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
        Answer::Proved(evidence) => {
            let with = match &evidence {
                Evidence::Strategy(strategy) => {
                    strategy.first_move().map(|mv| format!(", beginning with {mv}"))
                }
                _ => None,
            };
            let text = format!(
                "it is proved that he can check without end{}",
                with.unwrap_or_default()
            );
            Answered::Sound { clause, text }
        }
        Answer::Refuted(_) => Answered::Unsound {
            clause,
            why: "the checks come to an end: the opponent can escape from them".to_owned(),
        },
        Answer::Undecided { nodes, .. } => Answered::Doubtful {
            clause,
            what: format!(
                "whether the checks are endless is not decided after {nodes} positions: the umpire must say"
            ),
        },
    }
}

/// Whether an endless series of checks can be seen at small cost, for the list of rights.
pub(crate) fn endless_checks_at_a_glance(position: &Position) -> bool {
    let gives_check = |mv: &jadoube_board::Move| position.gives_check(*mv);
    position.legal_moves().iter().any(gives_check)
        && jadoube_proof::endless_checks(position, &mut Budget::nodes(GLANCE)).is_proved()
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
        DrawnGame::OnClaim => {}
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
        Answer::Proved(_) => Answered::Sound {
            clause,
            text: "it is proved that neither side can win by any legal moves".to_owned(),
        },
        Answer::Refuted(evidence) => {
            let line = match &evidence {
                Evidence::Line(line) => {
                    let moves: Vec<String> = line.moves.iter().take(6).map(ToString::to_string).collect();
                    let more = if line.moves.len() > 6 { " …" } else { "" };
                    format!(": it can be won, for instance by {}{more}", moves.join(" "))
                }
                _ => ": it can still be won".to_owned(),
            };
            Answered::Unsound {
                clause,
                why: format!("the game is not drawn{line}"),
            }
        }
        Answer::Undecided { nodes, .. } => Answered::Doubtful {
            clause,
            what: format!(
                "whether the game can be won is not decided after {nodes} positions: the umpire must say"
            ),
        },
    }
}
