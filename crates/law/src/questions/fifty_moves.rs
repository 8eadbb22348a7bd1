//! Fifty moves without progress, and the demand that mate be given in so many.

use crate::{
    code::{Answer, ByCode, answers, says},
    questions::endings::Answered,
};
use jadoube_board::Colour;
use jadoube_game::{Event, Game, Ruling};

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
                    text: "the last fifty moves on each side have been made without a capture".to_owned(),
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
        FiftyMoves::WithoutCaptureOrPawnMove | FiftyMoves::OnCall | FiftyMoves::FromNotice => {
            Answered::Unsound {
                clause,
                why: "the code asks for a demand first".to_owned(),
            }
        }
    }
}

/// Mate is demanded within fifty moves.
pub(crate) fn demand(game: &Game, event: &Event, what: &str) -> Ruling {
    let _ = event;
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
        FiftyMoves::WithoutCaptureOrPawnMove | FiftyMoves::OnCall | FiftyMoves::FromNotice => {
            Ruling::silent()
        }
    }
}

/// A turn begins: has a demand run out?
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let _ = game;
    None
}
