//! A draw or the game is claimed: which question answers the claim, and what comes before it?

use super::turn::{end_that_waits, is_put_right_first};
use crate::{
    facts::{change, legal, proved},
    means::{claimed::Answered, player_of, referral},
    questions::{check, crossings, endings, false_move, fifty_moves, out_of_turn, repetition, time_limit},
};
use jadoube_board::{Colour, Move, Position};
use jadoube_game::{
    Act, Citation, Consequence, Event, Game, Ground, Outcome, Party, Right, Ruling, Status, say,
};

type Prove = fn(&Position) -> proved::Proved;

/// A draw is claimed, or an end that stands on the board.
pub(super) fn draw(game: &Game, event: &Event, ground: Ground) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if matches!(ground, Ground::Mate | Ground::Stalemate) {
        if let Some(end) = end_that_waits(game) {
            return crossings::claim_the_end(game, by, end);
        }
        if legal::is_without_a_move(game)
            && let Some((clause, why)) = is_put_right_first(game)
        {
            return Ruling::refuse(clause, why);
        }
        if let Some((clause, why)) = is_no_end(game) {
            return Ruling::refuse(clause, why);
        }
        let brought_about = legal::is_without_a_move(game).then(|| !game.turn_to_play());
        if let Some(first) = brought_about.and_then(|player| crossings::goes_first(game, player)) {
            return Ruling::refuse(first.clause.unwrap_or(clause_of(game, ground)), first.why);
        }
    }
    match answered(game, by, ground, event.theory, proved::endless_checks) {
        Answered::Sound { clause, text } => {
            let ruling = Ruling::silent().finding(clause, by, text);
            match endings::unfulfilled(game) {
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

/// What stands on the board looks like the end of the game, and is none.
fn is_no_end(game: &Game) -> Option<(Citation, &'static str)> {
    let code = game.terms.code;
    if game.turn.altered.is_some() {
        let clause = out_of_turn::SECOND_MOVE[code].clause();
        return Some((clause, "the men were altered out of turn: that ends no game"));
    }
    if game.turn.illegal.is_some() {
        let clause = false_move::FALSE_MOVE[code].clause();
        return Some((clause, "the move just made is illegal: it ends no game"));
    }
    let unannounced = game.position().is_some_and(Position::is_check) && legal::need_not_heed(game);
    unannounced.then(|| {
        let clause = check::ANNOUNCING[code].clause();
        (
            clause,
            "the check was not announced: it need not be met, and ends no game",
        )
    })
}

/// What the law of this ground says, unless something goes before it. `theory`: what endgame tables say, where asked;
/// `checks`: how it is proved that checks are endless.
fn answered(game: &Game, by: Colour, ground: Ground, theory: Option<u32>, checks: Prove) -> Answered {
    match by_its_own_law(game, by, ground, theory, checks) {
        unsound @ Answered::Unsound { .. } => unsound,
        answered => match crossings::goes_first(game, by) {
            Some(first) => {
                let clause = first.clause.unwrap_or(clause_of(game, ground));
                Answered::unsound(clause, first.why)
            }
            None => answered,
        },
    }
}

fn by_its_own_law(game: &Game, by: Colour, ground: Ground, theory: Option<u32>, checks: Prove) -> Answered {
    let clause = clause_of(game, ground);
    if ground == Ground::DrawnGame {
        return endings::drawn_game(game, proved::drawn_game);
    }
    if ground == Ground::FiftyMoves
        && let Some(answer) = fifty_moves::called_for(game, by, clause)
    {
        return answer;
    }
    // What draws no game under this code can be claimed neither by the wrong player nor too late.
    let draws = match ground {
        Ground::Repetition => repetition::draws(game.terms.code),
        Ground::EndlessChecks => endings::endless_checks_draw(game.terms.code),
        Ground::Mate | Ground::Stalemate => false,
        _ => true,
    };
    // Reading FIDE-21: fifty moves may be claimed by either.
    let by_either = ground == Ground::FiftyMoves && fifty_moves::either_may_claim(game);
    if draws && by != game.turn_to_play() && !by_either {
        return Answered::unsound(clause, "only the player on turn may claim");
    }
    if draws && endings::comes_too_late(game) {
        return Answered::unsound(clause, say!("[he] [has] touched a man: the claim comes too late"));
    }
    if draws && change::begun(game).is_some() {
        return Answered::unsound(
            clause,
            say!("[he] [has] begun a move: the position that [he] [claims] stands no longer"),
        );
    }
    match ground {
        Ground::Repetition => repetition::claimed(game, clause),
        Ground::FiftyMoves => fifty_moves::claimed(game, clause, theory),
        Ground::EndlessChecks => owing_nothing(game, endings::endless_checks(game, checks)),
        Ground::Stalemate
        | Ground::Agreement
        | Ground::Forfeit
        | Ground::DrawnGame
        | Ground::Mate
        | Ground::NormalMeans
        | Ground::NoEffort => Answered::unsound(clause, "the player on turn has a legal move"),
    }
}

/// The clause that gives a draw on this ground.
fn clause_of(game: &Game, ground: Ground) -> Citation {
    let code = game.terms.code;
    match ground {
        Ground::Repetition => repetition::REPETITION[code].clause(),
        Ground::FiftyMoves => fifty_moves::FIFTY_MOVES[code].clause(),
        Ground::EndlessChecks => endings::ENDLESS_CHECKS[code].clause(),
        Ground::DrawnGame => endings::DRAWN_GAME[code].clause(),
        Ground::Mate => endings::MATE[code].clause(),
        Ground::Stalemate | Ground::Agreement | Ground::Forfeit | Ground::NormalMeans | Ground::NoEffort => {
            endings::STALEMATE[code].clause()
        }
    }
}

/// Checks without end are his only if he is free to give the first of them.
fn owing_nothing(game: &Game, answered: Answered) -> Answered {
    let (open, duty) = super::open_moves(game);
    // A move begun before may be open that cannot begin where the men stand now.
    let gives_check = |mv: &Move| {
        game.position()
            .is_some_and(|position| position.is_legal(*mv) && position.gives_check(*mv))
    };
    match (answered, duty) {
        (Answered::Sound { .. }, Some(duty)) if !open.iter().any(gives_check) => Answered::unsound(
            duty.clause,
            say!("[he] [is] not free to give check: [he] [owes] another move"),
        ),
        (Answered::Sound { clause, .. }, Some(_)) => Answered::Doubtful {
            clause,
            what: say!(
                "whether the checks are endless when [he] must begin with the man [he] [is] bound to play"
            ),
        },
        (answered, _) => answered,
    }
}

/// Whether the player on turn could now claim a draw on this ground.
pub(crate) fn may_claim(game: &Game, ground: Ground) -> bool {
    if game.status != Status::InPlay || !game.turn.touched.is_empty() || endings::comes_too_late(game) {
        return false;
    }
    if crossings::goes_first(game, game.turn_to_play()).is_some() {
        return false;
    }
    match ground {
        Ground::Repetition => repetition::may_be_claimed(game.terms.code, game),
        Ground::FiftyMoves => fifty_moves::may_be_claimed(game.terms.code, game),
        _ => matches!(
            answered(game, game.turn_to_play(), ground, None, proved::endless_checks),
            Answered::Sound { .. }
        ),
    }
}

/// Draws that could be claimed now, found at small cost.
pub(super) fn rights(game: &Game) -> Vec<Right> {
    let player = game.turn_to_play();
    let mut rights = Vec::new();
    for ground in [Ground::FiftyMoves, Ground::Repetition, Ground::EndlessChecks] {
        for party in Colour::BOTH {
            if party != player && ground != Ground::FiftyMoves {
                continue;
            }
            let seen = answered(game, party, ground, None, proved::endless_checks_at_a_glance);
            if let Answered::Sound { clause, text } = seen {
                let act = Act::claimed(ground);
                // A claim that only waits to be made does not tell how to play: that comes with the ruling on it.
                let text = match ground {
                    Ground::EndlessChecks => say!("claim that [he] can check without end"),
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
    if let Answered::Sound { clause, text } = endings::drawn_game(game, proved::drawn_game_at_a_glance) {
        let free = |party: &Colour| crossings::goes_first(game, *party).is_none();
        for party in Colour::BOTH.into_iter().filter(free) {
            let act = Act::claimed(Ground::DrawnGame);
            rights.push(Right {
                party: party.into(),
                act,
                clause,
                text: text.clone(),
            });
        }
    }
    if let Some(end) = end_that_waits(game).filter(|_| game.ledger.end_claimed.is_none()) {
        let (clause, text) = crossings::asking_for_the_end(game, end);
        let mate = game.position().is_some_and(Position::is_check);
        let ground = if mate { Ground::Mate } else { Ground::Stalemate };
        rights.push(Right {
            party: Party::from(!player),
            act: Act::Claim {
                ground,
                offence: None,
                mv: None,
            },
            clause,
            text: text.into(),
        });
    }
    rights.extend(fifty_moves::rights(game));
    rights
}
