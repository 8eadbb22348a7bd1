//! Fifty moves without progress, and the demand that mate be given in so many.

use crate::{
    cite,
    code::{Answer, ByCode, answers, says},
    questions::endings::Answered,
    umpire::player_of,
};
use jadoube_board::Colour;
use jadoube_game::{Consequence, Demand, Event, Game, Ruling};

/// What fifty moves give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FiftyMoves {
    /// A draw on claim when the last fifty moves of each player were made without a capture, whatever the Pawns did.
    WithoutCapture,
    /// A draw on claim when fifty on each side were made without capture or Pawn move; or mate may be demanded.
    WithoutCaptureOrPawnMove,
    /// The opponent may call for a draw or for mate within fifty moves.
    OnCall,
    /// In certain endings mate must be given within fifty moves of notice.
    FromNotice,
}

/// Fifty moves.
#[rustfmt::skip]
pub static FIFTY_MOVES: ByCode<Answer<FiftyMoves>> = answers(ByCode {
    xxv:       says(FiftyMoves::FromNotice,               &["XXII"]),
    bca_1862:  says(FiftyMoves::OnCall,                   &["XI"]),
    bcc_1896:  says(FiftyMoves::WithoutCapture,           &["II.8(b)"]),
    bcc_1899:  says(FiftyMoves::WithoutCapture,           &["II.8(b)"]),
    fide_1931: says(FiftyMoves::WithoutCaptureOrPawnMove, &["16(e)"]),
});

/// How many of this player's latest moves were made without a capture of his own (reading BCC-20).
pub(crate) fn without_capture(game: &Game, player: Colour) -> usize {
    game.past
        .iter()
        .rev()
        .filter(|past| past.standing.player == player)
        .take_while(|past| !past.capture)
        .count()
}

/// Whether fifty moves have passed so that a claim is good.
pub(crate) fn have_passed(game: &Game) -> bool {
    FIFTY_MOVES[game.terms.code].value == FiftyMoves::WithoutCapture
        && game.past.len() >= 100
        && Colour::BOTH
            .into_iter()
            .all(|player| without_capture(game, player) >= 50)
}

pub(crate) fn claimed(game: &Game, clause: &'static str) -> Answered {
    match FIFTY_MOVES[game.terms.code].value {
        FiftyMoves::WithoutCapture => {
            let short = Colour::BOTH
                .into_iter()
                .find(|&player| without_capture(game, player) < 50);
            match short {
                None => Answered::Sound {
                    clause,
                    text: "neither player has taken a man in his last fifty moves".to_owned(),
                },
                Some(player) => Answered::Unsound {
                    clause,
                    why: format!(
                        "{player} has made only {} moves since his last capture or the start of the game",
                        without_capture(game, player)
                    ),
                },
            }
        }
        FiftyMoves::WithoutCaptureOrPawnMove => federation(game, clause),
        FiftyMoves::OnCall | FiftyMoves::FromNotice => Answered::Unsound {
            clause,
            why: "the code asks for a demand first".to_owned(),
        },
    }
}

/// Whether either player may claim, or only he whose turn it is.
pub(crate) fn either_may_claim(game: &Game) -> bool {
    FIFTY_MOVES[game.terms.code].value == FiftyMoves::WithoutCaptureOrPawnMove
}

/// `"16(e)"`, `"16(f)"`: the number of moves must be complete at this very moment, on each side.
fn federation(game: &Game, clause: &'static str) -> Answered {
    let needed = moves_needed(game);
    let quiet = Quiet::since(game, 0);
    if quiet.just_completed(needed) {
        let text = format!("{needed} moves on each side have been made without capture or Pawn move");
        return Answered::Sound { clause, text };
    }
    for demand in &game.demands {
        let start = (demand.from[0] + demand.from[1]) as usize;
        if Quiet::since(game, start).just_completed(needed) {
            let text = format!(
                "{} demanded mate, and {needed} moves on each side have been made without it",
                demand.by
            );
            return Answered::Sound {
                clause: cite!(fide_1931, "16(f)").into(),
                text,
            };
        }
    }
    let (clause, why) = if quiet.fewer() >= needed {
        (
            cite!(fide_1931, "16(f)").into(),
            "the claim comes too late: it must be made directly the number of moves is complete".to_owned(),
        )
    } else {
        let why = format!(
            "only {} moves on each side have been made without capture or Pawn move; {needed} are needed",
            quiet.fewer()
        );
        (clause, why)
    };
    Answered::Unsound { clause, why }
}

/// Fifty, or what the umpire allows in a position where theory needs more, until a capture or Pawn move changes it
/// (reading FIDE-24).
fn moves_needed(game: &Game) -> u32 {
    let since = game.past.get(game.moves_allowed_at..).unwrap_or_default();
    match game.moves_allowed {
        Some(allowed) if since.iter().all(|past| !past.capture && !past.pawn) => allowed,
        _ => 50,
    }
}

/// The moves of each player since the last capture or Pawn move, and who made the last.
struct Quiet {
    moves: [u32; 2],
    last: Option<Colour>,
}

impl Quiet {
    /// Counted back from now, but no further than after so many turns.
    fn since(game: &Game, start: usize) -> Self {
        let mut moves = [0, 0];
        let turns = game.past.get(start..).unwrap_or_default();
        for past in turns.iter().rev().take_while(|past| !past.capture && !past.pawn) {
            moves[past.standing.player.index()] += 1;
        }
        let last = turns.last().map(|past| past.standing.player);
        Quiet { moves, last }
    }

    fn fewer(&self) -> u32 {
        self.moves[0].min(self.moves[1])
    }

    /// Whether the last move completed this number on each side.
    fn just_completed(&self, needed: u32) -> bool {
        let last = self.last.map(|player| self.moves[player.index()]);
        self.fewer() == needed && last == Some(needed)
    }
}

/// Mate is demanded within fifty moves.
pub(crate) fn demand(game: &Game, event: &Event, what: &str) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let clause = FIFTY_MOVES[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    if what != "mate-in-fifty" {
        return Ruling::refuse_plainly(format!(
            "\"{what}\" is no demand of any code; expected \"mate-in-fifty\""
        ));
    }
    match FIFTY_MOVES[game.terms.code].value {
        FiftyMoves::WithoutCapture => Ruling::refuse(
            clause,
            "the code knows no such demand: the draw is claimed after fifty moves without a capture",
        ),
        FiftyMoves::WithoutCaptureOrPawnMove => {
            let allowed = moves_needed(game);
            // Reading FIDE-22: the count is from the demand, apart from any other.
            let demand = Demand {
                by,
                allowed,
                from: game.completed,
                clause: cite!(fide_1931, "16(f)").into(),
                force: [0; 12],
            };
            let text = format!(
                "{by} demands to be mated in {allowed} moves, counted anew after a capture or Pawn move"
            );
            Ruling::silent()
                .finding(cite!(fide_1931, "16(f)"), !by, text)
                .so(Consequence::Demand(Box::new(demand)))
        }
        FiftyMoves::OnCall | FiftyMoves::FromNotice => Ruling::silent(),
    }
}

/// A turn begins: has a demand run out?
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let _ = game;
    None
}
