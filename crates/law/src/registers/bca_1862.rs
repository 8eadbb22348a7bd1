//! What do the laws of the British Chess Association of 1862 contain? Laws I to XV, with the rules inside each.

use super::Disposition::{Definition, Enforced, Right, Umpire};
use super::{Entry, clauses};

/// Every law, in printed order.
pub(super) static REGISTER: &[Entry] = clauses! {
    "The chess board" {
        "I": Right, "white corner at the right hand; a wrong board may be turned right at any time" [
            Enforced, "both have a white corner at the right while they play";
            Right, "either may at any time have a wrong board turned right";
        ];
    }
    "The men at the start, and men dropped" {
        "II": Enforced, "a wrong array annuls; a dropped man goes back and play with it" [
            Enforced, "men misplaced or missing at the start annul the game whenever found";
            Enforced, "a man dropped: the moves made without it are taken back and it returns";
            Umpire, "no agreement on its square: annulled";
        ];
    }
    "First move and colour" {
        "III": Enforced, "lots for move and colour, then the move by turns" [
            Enforced, "the first move goes by lot, the colour too on request, colours then kept for the sitting";
            Enforced, "later games alternate the move, whatever the result";
            Enforced, "after an annulled game its first mover begins again";
        ];
    }
    "Beginning out of turn" {
        "IV": Enforced, "a game begun by the wrong player is annulled within four moves each, afterwards it stands" [
            Enforced, "noticed before both made their fourth move: annulled";
            Enforced, "noticed later: played out";
        ];
    }
    "Two moves in succession" {
        "V": Enforced, "a move out of turn goes back, and that man must move next if it lawfully can";
    }
    "Touch and move" {
        "VI": Enforced, "touched men must be moved or taken, the King being the last resort" [
            Enforced, "hands off out of turn, save to adjust after saying so";
            Enforced, "an own man touched must move if it can";
            Enforced, "an adverse man touched must be taken if it can";
            Enforced, "where that is impossible the King moves; where he cannot, nothing follows";
            Right, "a man kept in hand may have to go back until its square is chosen, and still must move";
            Right, "several own men touched, castling apart: the opponent picks one that can move";
            Right, "several adverse men touched: the opponent picks one that can be taken";
            Enforced, "none of several playable: the King moves, or nothing follows";
        ];
    }
    "False and illegal moves" {
        "VII": Right, "a false move gives the opponent three choices; found later it goes back within four moves each" [
            Definition, "a false move reaches a square, or makes a capture, against the man's powers";
            Right, "he may have that man moved, the capture made lawfully, or another man moved";
            Enforced, "answered and found within four moves each: all goes back, the illegal move too";
            Enforced, "found later: played out";
        ];
    }
    "Check" {
        "VIII": Enforced, "check must be announced; neglecting an announced one costs a King's move" [
            Enforced, "who gives check says so aloud";
            Enforced, "a cry without a check means nothing";
            Enforced, "a silent check that was met: the move stays";
            Enforced, "an announced check neglected: only the King may meet it, and where he cannot nothing follows";
            Enforced, "a King found left in check: all moves after the checking one go back";
            Umpire, "moves past remembering: annulled";
        ];
    }
    "Enforcing penalties" {
        "IX": Enforced, "penalties are optional and end when a man is touched in reply" [
            Right, "a penalty may be let pass";
            Enforced, "it must be claimed before touching in reply";
            Right, "a touch provoked by a false or illegal move, or false cry, neither binds nor loses the claim";
            Enforced, "no castling with a King moved by way of penalty";
        ];
    }
    "Castling" {
        "X": Enforced, "King first or both together; Rooks given as odds are no bar" [
            Enforced, "the King is touched first, or both men at once";
            Right, "a Rook let go before the King was touched may be held to be the whole move";
            Right, "the giver of a Rook may move his King as if castling with it";
        ];
    }
    "Counting fifty moves" {
        "XI": Right, "a player may call for a draw or mate within fifty moves each" [
            Right, "against repeated checks or play, with a bare King, or with the forces listed";
            Umpire, "other cases go to umpire or bystanders on request";
            Right, "not mated in time, he may have the game go on";
        ];
    }
    "Taking in passing when nothing else is left" {
        "XII": Enforced, "if it is his sole move he must make it";
    }
    "Queening" {
        "XIII": Right, "a Pawn at the end becomes any piece, lost or not, or stays a Pawn";
    }
    "Abandoning the game" {
        "XIV": Enforced, "leaving, stopping, resigning, upsetting on purpose, defying laws or umpire: lost";
    }
    "Umpire and bystanders" {
        "XV": Umpire, "he decides when asked, by the laws alone" [
            Umpire, "any question may come to him, but he speaks only when asked";
            Umpire, "he applies the laws as written and bends none";
            Umpire, "a question put by both is settled for both";
            Definition, "a bystander is any impartial strong player, present or not";
        ];
    }
};
