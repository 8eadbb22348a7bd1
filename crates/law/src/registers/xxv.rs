//! What do the Twenty-five Laws contain? Laws I to XXV, with the separate rules inside each.

use super::Disposition::{Definition, Enforced, Right, Umpire};
use super::{Entry, clauses};

/// Every law, in printed order.
pub(super) static REGISTER: &[Entry] = clauses! {
    "The board wrongly placed" {
        "I": Right, "white corner to the right; a wrong board can be turned, and the game begun anew, until four moves each" [
            Enforced, "both players have a white corner on their right";
            Right, "whoever sees the fault within four moves each may have it righted and start again, bound to no earlier move";
            Enforced, "with four moves played by both the board stays as it lies";
            Definition, "the side of the white corner is mere convention: turning the board only swaps the colours";
        ];
    }
    "A man on a wrong square at the start" {
        "II": Right, "a misplaced man is put right on demand before his own fourth move, afterwards it stays" [
            Right, "before playing his fourth move a player may insist that it be put right";
            Enforced, "unseen for four moves each, it counts as rightly placed";
        ];
    }
    "Men left off the board" {
        "III": Right, "who forgot men may add them before his fourth move, else he plays without" [
            Right, "forgotten men may be put on before his fourth move";
            Enforced, "later he goes on without them";
        ];
    }
    "Odds left on the board" {
        "IV": Enforced, "a man promised as odds and left on: removed and begun anew before his fourth move, else he can at best draw" [
            Enforced, "unremoved after four moves each, it stays and even his mate only draws";
            Right, "before his fourth move he may take it off and start again";
        ];
    }
    "Who moves first" {
        "V": Enforced, "lots for the first game, then by turns; after a draw the same player begins" [
            Enforced, "without odds the first game goes by lot";
            Enforced, "later games go by turns";
            Enforced, "after a drawn game its beginner begins again";
        ];
    }
    "First move at odds, and the Pawn given" {
        "VI": Right, "the giver of a piece begins; a Pawn given is that of the King's Bishop" [
            Right, "whoever gives a piece moves first";
            Enforced, "the Pawn of odds stands before the King's Bishop";
        ];
    }
    "Touch and move" {
        "VII": Enforced, "a touched man must be played unless j'adoube is said with the touch" [
            Enforced, "touching binds, save where the word is spoken at that moment";
            Right, "a fallen or crooked man set straight in silence may have to be moved";
        ];
    }
    "A man held, and quitted" {
        "VIII": Enforced, "a man in hand may go to any of its squares; let go, the move is made" [
            Right, "until he lets go he may choose among the man's squares";
            Enforced, "letting go ends the choice";
        ];
    }
    "An adverse man touched" {
        "IX": Right, "take it or move the King; if he can do neither, nothing" [
            Right, "without j'adoube he may have to take the man or move his King";
            Enforced, "no penalty where both are impossible";
        ];
    }
    "An adverse man moved" {
        "X": Right, "he may have to take it, put it back, or leave it where he put it";
    }
    "A capture the man cannot make" {
        "XI": Right, "take lawfully with another man, or move the one he touched, as the adversary says";
    }
    "One's own man taken" {
        "XII": Right, "the adversary may name which of the two must move";
    }
    "False moves" {
        "XIII": Right, "a man put where it cannot go: the adversary has three choices" [
            Definition, "a false move puts a man on a square beyond its powers";
            Right, "let it stay there";
            Right, "make him play it where it can go";
            Right, "have it put back and the King moved instead";
        ];
    }
    "Two moves at once" {
        "XIV": Right, "the second may be taken back, or both left standing as one";
    }
    "Taking in passing" {
        "XV": Enforced, "a Pawn's double step may be met in passing by a Pawn, by nothing else";
    }
    "Castling, and castling falsely" {
        "XVI": Enforced, "five bars on castling, and what a false castling costs" [
            Enforced, "the King has moved before";
            Enforced, "he stands in check";
            Enforced, "the square he crosses is attacked";
            Enforced, "that Rook has moved before";
            Enforced, "some man stands between them";
            Right, "false castling: put back and King or Rook moved as the adversary says, or left standing";
        ];
    }
    "A pinned man touched" {
        "XVII": Right, "a man that cannot leave without exposing the King: the King must move if required and able" [
            Right, "the adversary may insist on a King's move";
            Enforced, "nothing follows where the King cannot move";
        ];
    }
    "Check must be announced" {
        "XVIII": Enforced, "an unannounced check binds nobody and profits nobody" [
            Enforced, "who attacks the King must say so";
            Right, "a check given in silence may be ignored";
            Right, "if the next check is announced to win a man, the last move may be taken back and the King freed";
        ];
    }
    "A check overlooked for several moves" {
        "XIX": Enforced, "play goes back to the check, or else only the last move does" [
            Enforced, "everything after the check is undone and the check is met";
            Umpire, "where its origin is lost, the last move is replaced by one that frees the King";
        ];
    }
    "Check cried falsely" {
        "XX": Right, "who moved or touched because of it may play otherwise until the adversary moves";
    }
    "Queening" {
        "XXI": Enforced, "a Pawn on the last rank turns at once into any piece its owner likes, King excepted";
    }
    "Fifty moves in certain endings" {
        "XXII": Right, "mate within fifty moves each from notice, or the game is drawn" [
            Right, "the weaker side may give notice in the endings named and easier ones";
            Enforced, "no mate by the fiftieth move: drawn";
            Enforced, "an ending changed by a capture has a fresh fifty";
            Enforced, "engagements to mate specially, or to be mated or stalemated, have no limit";
        ];
    }
    "Stalemate" {
        "XXIII": Enforced, "stalemate draws";
    }
    "When a penalty is lost" {
        "XXIV": Enforced, "an irregularity must be noticed before one moves or so much as touches";
    }
    "What no law provides" {
        "XXV": Umpire, "new questions go to skilled and impartial bystanders, whose word is final";
    }
};
