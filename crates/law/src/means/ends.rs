//! How a game ends: as the outcome that a ruling carries.

use super::referral::referred;
use crate::{
    code::Authority,
    facts::proved::{self, Proved},
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Citation, Consequence, Event, Game, Ground, Outcome, Party, Presence, Refusal, Ruling, Sentence,
    Status, say,
};

/// The game is annulled; whoever rightly had the first move keeps it: `"II.1(c)"`.
pub(crate) fn annulled(game: &Game, clause: &'static str) -> Outcome {
    Outcome {
        status: Status::Annulled,
        winner: None,
        clause: Some(clause),
        next_first_move: Some(game.first.player),
    }
}

/// The game is drawn, or won by this player, on this authority; what rests on a reading alone has no clause to its result.
pub(crate) fn ended(winner: Option<Colour>, authority: Authority) -> Outcome {
    Outcome {
        status: if winner.is_some() {
            Status::Won
        } else {
            Status::Drawn
        },
        winner,
        clause: authority.governing().filter(|_| !authority.is_reading()),
        next_first_move: None,
    }
}

/// The game is lost by this player, or drawn where his opponent can never mate (reading F23-63).
pub(crate) fn lost_unless_never_mated(
    game: &Game,
    player: Colour,
    clause: Citation,
    text: Sentence,
) -> Ruling {
    let found = game
        .position()
        .map(|position| proved::can_mate(position, !player));
    let lost = |text: Sentence| {
        Ruling::silent()
            .finding(clause, player, text)
            .so(Consequence::End(Outcome::won(!player, clause)))
    };
    match found {
        None | Some(Proved::Yes(_)) => lost(say!("{text}: the game is lost"; text)),
        Some(Proved::No(_)) => Ruling::silent()
            .finding(
                clause,
                player,
                say!("{text}, but {opponent} can never mate: the game is drawn"; text, opponent = !player),
            )
            .so(Consequence::End(Outcome::drawn(clause))),
        // Without an umpire the rule holds, and not an exception that nobody has shown.
        Some(Proved::Undecided(_)) if game.terms.arbiter == Presence::None => lost(say!(
            "{text}; that {opponent} can never mate is not shown, and there is no umpire to ask: the game is lost";
            text, opponent = !player
        )),
        Some(Proved::Undecided(whether)) => {
            referred(None, player, clause, say!("{text}; {whether}"; text, whether))
        }
    }
}

/// The game was over before this act, and `why` says by what: it comes after the end, unless it only says so.
pub(crate) fn too_late_to_act(ruling: Ruling, event: &Event, why: &'static str) -> Ruling {
    let claims_it = matches!(
        &event.act,
        Act::Claim { ground: Ground::Forfeit, offence: Some(offence), .. } if offence == "time" || offence == "absence"
    );
    let is_the_clock = claims_it || matches!(event.by, Party::Timekeeper);
    let clause = ruling.findings.last().map(|finding| finding.clause);
    let refused = (!is_the_clock).then(|| Refusal {
        clause,
        why: why.into(),
    });
    Ruling { refused, ..ruling }
}

/// Whoever did it, nothing is founded on it.
pub(crate) fn pardoned() -> Ruling {
    Ruling::simply(Consequence::Pardon(Colour::White)).so(Consequence::Pardon(Colour::Black))
}
