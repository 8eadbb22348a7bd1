//! What do the F.I.D.E. laws of 1931 contain? Laws 1 to 25 and the annexe on conduct, clause by clause.

use super::Disposition::{Definition, Enforced, NotPlayed, Right, Umpire};
use super::{Entry, clauses};

/// Every clause, in printed order. Games at odds are printed as a second 21 and count as 22; 21.vi to 21.viii are
/// printed twice and stand here once.
pub(super) static REGISTER: &[Entry] = clauses! {
    "The game and its object" {
        "1.i": Definition, "two persons, sixty-four squares, sixteen White men against sixteen Black, no chance";
        "1.ii": Enforced, "mate wins";
    }
    "The board" {
        "2.i": Definition, "a light corner lies at each person's near right";
        "2.ii": Definition, "a file is a vertical line of eight squares";
        "2.iii": Definition, "a rank is a horizontal line of eight squares";
    }
    "The men" {
        "3": Definition, "the kinds of men, their number a side and printed symbols";
    }
    "The start, and turns" {
        "4.i": Enforced, "the ordinary array, as a diagram";
        "4.ii": Enforced, "White moves first";
        "4.iii": Enforced, "single moves by turns";
        "4.iv": Definition, "Player is who has the move, Opponent the other person";
    }
    "Notation" {
        "5.i": Definition, "two systems are recognised: descriptive and algebraic";
        "5.ii": NotPlayed("federations choose between the systems, not players at a board"), "a national body may use either";
        "5.iii": Definition, "descriptive: initials, each player's own square names, origin in brackets where two men could go";
        "5.iv": Definition, "algebraic: files a to h, ranks 1 to 8, origin and goal, or goal alone where clear";
    }
    "Current expressions" {
        "6.man": Definition, "every chessman is a man";
        "6.piece": Definition, "a piece is a man other than a Pawn";
        "6.pinned-man": Definition, "pinned: shielding its King, or a piece worth more than its attacker";
        "6.discovered-check": Definition, "check laid open by another man's moving away";
        "6.double-check": Definition, "the moved man checks as well as the one it uncovers";
        "6.exchange": Definition, "mutual captures of equal men";
        "6.winning-the-exchange": Definition, "Rook got for Bishop or Knight wins it, the reverse loses it";
    }
    "How men move in general" {
        "7.i": Enforced, "a man may go to an empty square";
        "7.ii": Enforced, "or onto an adverse man";
        "7.iii": Enforced, "only the Knight leaps";
        "7.iv": Enforced, "the man captured comes off, by the Player's hand";
    }
    "How each man moves" {
        "8.king": Enforced, "King: one square any way";
        "8.castling": Enforced, "castling: King two squares, Rook to his far side, one move, on four conditions" [
            Enforced, "(a) neither has moved";
            Enforced, "(b) nothing between them";
            Enforced, "(c) not while in check";
            Enforced, "(d) not across or onto a checked square";
        ];
        "8.queen": Enforced, "Queen: along file, rank and diagonals";
        "8.rook": Enforced, "Rook: along file and rank";
        "8.bishop": Enforced, "Bishop: along diagonals";
        "8.knight": Enforced, "Knight: one square straight, then one slantwise onward";
        "8.pawn": Enforced, "Pawn: ahead one square, or two the first time";
        "8.pawn-capture": Enforced, "Pawn: takes one square slantwise ahead";
        "8.en-passant": Enforced, "a Pawn's double step may be answered by taking it as if single, directly or never";
        "8.promotion": Enforced, "a Pawn on the last rank must be changed for Queen, Rook, Bishop or Knight, however many there are";
    }
    "Check" {
        "9.i": Definition, "check: the King's square is commanded by the other side";
        "9.ii": Definition, "a pinned man checks all the same";
        "9.note": Right, "saying check is a custom and no duty";
        "9.iii": Enforced, "a King may not enter check";
        "9.iv": Enforced, "Kings may not stand side by side";
        "9.v": Enforced, "a check must be met at once: King away, checker taken, or line blocked";
        "9.vi": Enforced, "a move not meeting it goes back; he must meet it, with the touched man if that can do so";
    }
    "Checkmate" {
        "10.i": Enforced, "a check nothing can meet is mate and ends the game";
        "10.ii": Enforced, "announcing a mate wrongly changes nothing";
    }
    "Who has which men" {
        "11": Enforced, "lot or agreement for the first game, then colours alternate, annulled games left out";
    }
    "Annulled games" {
        "12.i": Enforced, "wrong array or wrong board, proved during play or right after: annulled";
        "12.ii": Enforced, "men altered unlawfully: back to what stood before";
        "12.iii": Umpire, "if that is past establishing: annulled and played afresh";
    }
    "When a move is complete" {
        "13(a)": Enforced, "plain move: once the man is let go";
        "13(b)": Enforced, "capture: once the taken man is off and the taker let go";
        "13(c)": Enforced, "castling: once the Rook is let go";
        "13(d)": Enforced, "promotion: once the new piece is set and let go";
    }
    "Adjusting" {
        "14.i": Right, "after notice the Player may adjust men of his own";
        "14.ii": Enforced, "never the other's men; the Opponent straightens his when asked" [
            Enforced, "neither adjusts what belongs to the other";
            Right, "the Player may ask the Opponent to straighten his men";
        ];
        "14.iii": Enforced, "men upset by accident, or set up again wrongly: clocks stopped, right position restored" [
            Enforced, "an accident stops the clocks while the men are put back, under the official in a tournament";
            Enforced, "proved wrong during play or right after: resumed from the right position";
        ];
    }
    "Touching men" {
        "15(a)": Enforced, "own man: move it";
        "15(b)": Enforced, "Opponent's man: take it";
        "15(c)": Right, "one of each: the one takes the other, else the Opponent says which duty holds" [
            Enforced, "the touched pair makes the capture where it lawfully can";
            Right, "otherwise the Opponent has the own man moved or the other taken by any man";
            Enforced, "where nothing under (a) to (c) is possible there is no penalty";
        ];
        "15(d)": Right, "several of his own: the Opponent says which moves, if any can";
        "15(e)": Right, "several of the Opponent's: the Opponent says which is taken, if any can";
    }
    "Drawn games" {
        "16(a)": Enforced, "stalemate draws";
        "16(b)": Right, "the Player proves he can check without end";
        "16(c)": Right, "third time the same position with the same Player: he may claim before playing on";
        "16(d)": Right, "agreement, once Black has made thirty moves";
        "16(e)": Right, "fifty moves each without mate, capture or Pawn move";
        "16(f)": Right, "either may demand mate in fifty, counted anew after captures and Pawn moves" [
            Right, "the demand may come at any time, from either";
            Enforced, "no mate in fifty: drawn, the count starting again at each capture or Pawn move";
            Umpire, "positions that theory says need more get double theory's number";
            Enforced, "claim directly the number is full, or never";
        ];
    }
    "Illegal moves" {
        "17": Right, "an illegal move goes back when the Opponent objects before touching men of his own";
        "17(a)": Enforced, "no capture: that man must make a legal move if it can";
        "17(b)": Right, "a capture: that man taken lawfully or the touched man moved, as the Opponent says, if possible";
        "17(c)": Umpire, "sealed and past certain correction: lost for its writer";
        "17(d)": Enforced, "found later: back to just before it, or annulled if that is impossible";
    }
    "Penalties" {
        "18.i": Enforced, "the Opponent loses a penalty by touching men of his own";
        "18.ii": Enforced, "nobody can be made to castle";
        "18.iii": Enforced, "naming an illegal penalty loses the right to one";
        "18.iv": Enforced, "first everything goes back, then the penalty";
    }
    "Games forfeited" {
        "19.i": Enforced, "upsetting board or men on purpose";
        "19.ii": Umpire, "not resuming in reasonable time and manner";
        "19.iii": Enforced, "refusing a lawful requirement";
        "19.iv": Umpire, "defying rules and arrangements";
        "19.v": Enforced, "overstepping the time limit, there or not";
        "19.note": Umpire, "in tournaments the official is to be obeyed";
    }
    "The clock" {
        "20.i(a)": Enforced, "thirty moves in two hours, forty-five in three, and so on in proportion";
        "20.i(b)": Right, "a tournament or match may fix other limits";
        "20.i(c)": Umpire, "errors of time not due to neglect are put right";
        "20.i(d)": Enforced, "the Player's clock runs until his move is complete";
        "20.i(e)": Enforced, "a claim stops both clocks until the official has decided";
        "20.ii": Enforced, "time overstepped: the official declares the loss whatever anyone says";
        "20.iii": Umpire, "who sees the wrong clock running tells the official, nobody else";
        "20.iv": Enforced, "an absent person's clock starts when he becomes Player";
        "20.v": Enforced, "over an hour late without good reason: lost";
        "20.vi": Enforced, "both over an hour late without good reason: lost by both";
    }
    "Adjourned games" {
        "21.i": Right, "at adjournment the Player may write his move";
        "21.ii": Enforced, "he writes, seals, signs and hands it over himself, his clock running until sealed";
        "21.iii": Enforced, "neither sees the sealed move meanwhile";
        "21.iv": NotPlayed("the game record keeps position and times itself"), "both see that position and times are noted on the envelope";
        "21.v": Enforced, "on resuming, the Opponent sets up, opens, plays the sealed move and starts the clock";
        "21.vi": Enforced, "it stays shut while the Player is away, but the clock starts on the hour";
        "21.vii": Umpire, "position or times past establishing: annulled";
        "21.viii": Enforced, "set up wrongly: later moves void, back to the right position, or annulled";
    }
    "Games at odds" {
        "22.i": Right, "giving up the first move in all games of a set is odds too";
        "22.ii": Enforced, "several moves of odds are all made at the very start";
        "22.iii": Enforced, "for the clock they count as so many, and so does the giver's first";
        "22.iv": Enforced, "none of them passes his fourth rank before the giver has moved";
        "22.v": Right, "the giver of men moves first unless he gives that too";
        "22.vi": Enforced, "a Pawn given is that of the King's Bishop";
        "22.vii": Enforced, "a piece given is the Queen's side one unless agreed otherwise";
        "22.viii": Right, "the giver of a Rook may castle toward its corner while that is empty";
    }
    "Recording games" {
        "23.i": NotPlayed("the game record is the score"), "every competitor keeps a clear score";
        "23.ii": NotPlayed("there is one record, so scores cannot differ"), "clocks may stop while differing scores are compared, both being up to date";
        "23.iii": NotPlayed("handing in a score follows the game"), "the winner, or both after a draw, hand in the score";
    }
    "Disputes" {
        "24.i": Umpire, "facts may go by consent to an impartial onlooker, finally";
        "24.ii": Umpire, "all else goes to umpire or committee, play waiting for a final answer" [
            Umpire, "(a) an umpire decides on the spot";
            Umpire, "(b) in a tournament its committee decides";
        ];
    }
    "The last word" {
        "25": NotPlayed("the Bureau answers general doubts, not acts at a board"), "the federation's Bureau settles what the laws mean";
    }
    "Conduct" {
        "annexe.i": Umpire, "no notes but the score, and no outside advice";
        "annexe.ii": NotPlayed("it orders the room, not the game"), "no analysing in the tournament rooms";
        "annexe.iii": Umpire, "no remarks on the moves";
        "annexe.iv": Umpire, "no pointing at squares to help calculation";
        "annexe.v": Enforced, "a legal move cannot be taken back";
        "annexe.vi": Enforced, "how the hand should move" [
            Enforced, "straight to the square and let go at once";
            Enforced, "castling: King first, then Rook";
            Enforced, "promotion: Pawn off, piece on, without delay";
            Enforced, "capture: the taken man off without delay";
        ];
        "annexe.vii": Enforced, "a sealed move comes without remarks or proposals";
        "annexe.viii": Right, "who sees the other's clock running by mistake should say so";
        "annexe.ix": Umpire, "no distracting or annoying the other";
    }
};
