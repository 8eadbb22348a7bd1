//! What does the British Chess Code of 1896 contain? Parts I to IV, clause by clause.

use super::Disposition::{Definition, Enforced, NotPlayed, Right, Umpire};
use super::{Entry, clauses};

/// Every clause, in printed order. The print leaves out the letter of I.11E(b) and prints II.8(d) twice, the second
/// time as (e): here the stalemate section is II.8(e), as in 1899.
pub(super) static REGISTER: &[Entry] = clauses! {
    // Part I: materials, terms, fundamental laws.
    "The chessboard and how it lies" {
        "I.1(a)": Definition, "eight times eight squares, white and black by turns";
        "I.1(b)": Definition, "the board lies right when both near right-hand corners are white";
    }
    "File, rank and diagonal" {
        "I.2(a)": Definition, "files run from player to player, even where the board lies a quarter turn wrong";
        "I.2(b)": Definition, "ranks cross the files";
        "I.2(c)": Definition, "a diagonal is an unbroken line of one colour from edge to edge";
    }
    "Names of the ranks" {
        "I.3": Definition, "each counts ranks from his own edge: one's first is the other's eighth";
    }
    "The chessmen" {
        "I.4(a)": Definition, "sixteen men a side: eight pieces, eight Pawns; light against dark";
        "I.4(b)": Definition, "which pieces those are, and how many of each kind";
        "I.4(c)": Definition, "a man is any piece and any Pawn";
        "I.4(d)": NotPlayed("settled before the game begins"), "colours are kept all game; lots decide who has White unless settled already";
    }
    "The array, and adjustment" {
        "I.5(a)": Definition, "a man stands where the middle of its base stands";
        "I.5(b)": Enforced, "the array of an ordinary game: Queens face each other, Pawns in front";
        "I.5(c)": Definition, "adjusting is bringing a man nearer the middle of its square";
    }
    "King's side and Queen's side pieces" {
        "I.6": Definition, "Bishop, Knight and Rook bear the name of King or Queen, whichever they start beside";
    }
    "Names of files and squares" {
        "I.7(a)": Definition, "a file bears the name of the piece that starts on it, alike for both";
        "I.7(b)": Definition, "a square is its file's piece and its rank, counted by each player for himself";
    }
    "Names of the Pawns" {
        "I.8": Definition, "a Pawn bears its file's name; doubled Pawns are numbered, foremost first";
    }
    "Commanded square" {
        "I.9": Definition, "which squares each kind of man commands" [
            Definition, "King: every adjoining square";
            Definition, "Queen: along rank, file and diagonal up to the first man";
            Definition, "Bishop: along diagonals up to the first man";
            Definition, "Knight: the nearest squares that share no line with his own";
            Definition, "Rook: along rank and file up to the first man";
            Definition, "Pawn: the two adjoining diagonal squares ahead of it";
        ];
    }
    "Check" {
        "I.10": Definition, "check: the King's square is commanded by the other side";
    }
    "Moves, turns, and how the men go" {
        "I.11A": Definition, "a move is a man carried on purpose to another square, what stood there taken off, a Pawn at the end promoted";
        "I.11B": Definition, "a move is legal if it keeps to the rest of this law";
        "I.11C": Enforced, "White begins unless agreed otherwise; thereafter one move each by turns, each a reply to the last";
        "I.11D": Definition, "he who moves first is First Player, the other Second Player";
        "I.11E(a)": Enforced, "how men go, and three bars on every move" [
            Enforced, "nobody moves out of his turn";
            Enforced, "nobody carries an adverse man to another square";
            Enforced, "nobody puts or leaves his own King in check";
            Enforced, "a piece goes to a square it commands that none of its side holds";
            Enforced, "a Pawn steps one square ahead, or two at its first move over an empty square";
            Enforced, "a Pawn takes on a square it commands, in passing too";
        ];
        "I.11E(b)": Enforced, "a man moved to is taken and comes off";
        "I.11E(c)": Enforced, "a Pawn that just passed over a commanded square may be taken in passing";
        "I.11E(d)": Enforced, "a Pawn on the last rank becomes Queen, Rook, Bishop or Knight in that same turn";
        "I.11E(e)": Enforced, "castling is one move of King and Rook, on three conditions" [
            Enforced, "neither of the two has moved before";
            Enforced, "nothing stands between them";
            Enforced, "none of the three squares the King uses is commanded";
        ];
        "I.11E(f)": Enforced, "where King and Rook land when castling to either side";
    }
    "Over the board, by communication, at odds" {
        "I.12(a)": Definition, "over the board: each side sees the other's moves being made";
        "I.12(b)": Definition, "by communication: each side tells the other its moves instead";
        "I.12(c)": Definition, "at odds: one side was granted some advantage beforehand";
    }
    "How a move is written" {
        "I.13A": Definition, "a record writes the move in words or signs, by this pattern unless agreed otherwise";
        "I.13A(a)": Definition, "a quiet move: man, square left, square reached, piece promoted to";
        "I.13A(b)": Definition, "a capture: man and its square, man taken and its square, piece promoted to";
        "I.13A(c)": Definition, "taking in passing: the capturing Pawn's square and words saying so";
        "I.13A(d)": Definition, "castling: named after the Rook concerned";
        "I.13B": Definition, "the short signs: initials, figures, brackets, 0-0, 0-0-0, X, e.p., sq.";
        "I.13C": Enforced, "what a text must be, and how it is read" [
            Enforced, "a move told must be a record, or words that would make one, unless agreed otherwise";
            Right, "what is not needed to tell the move may be left out";
            Enforced, "a text is never read as illegal while a legal reading exists";
        ];
    }
    "Sealed move, and when a move is complete" {
        "I.14A": Definition, "a sealed move is a secret record made at adjournment instead of a move shown";
        "I.14B(a)": Enforced, "ordinary move: complete once the man is let go and any capture is off the board";
        "I.14B(b)": Enforced, "promotion: complete once piece or substitute is let go, or the Pawn let go and named, and any capture is off";
        "I.14B(c)": Enforced, "castling: complete once King and Rook are both let go";
        "I.14B(d)": Enforced, "sealed move: complete once its writer has handed it over";
    }
    "Mate, stalemate, drawn game" {
        "I.15(a)": Enforced, "check without a legal move is mate, and who mates lawfully wins";
        "I.15(b)": Definition, "stalemate is no legal move, yet no check";
        "I.15(c)": Right, "a game that no legal play could win is a drawn game";
    }
    "Position, and when two are identical" {
        "I.16.note": Definition, "squares are compared by White's names, men by kind alone";
        "I.16(a)": Definition, "the position is how the men stand as a turn begins";
        "I.16(b)": Definition, "positions are identical when the same men stand on the same squares, nothing else counting";
    }
    // Part II: games over the board.
    "Right to the first move" {
        "II.1(a)": Enforced, "first moves alternate through a sitting or match unless agreed otherwise";
        "II.1(b)": Right, "a wrong player began: either may have it annulled if told before the other's fourth move";
        "II.1(c)": Enforced, "after annulment the first move stays with whose right it was";
    }
    "Board or men wrongly set" {
        "II.2": Right, "wrong board or array: either may have it annulled if told before the second player's fourth move";
    }
    "Adjusting" {
        "II.3": Right, "on his own turn a player may adjust any man he first says he will adjust";
    }
    "A promoted Pawn still on the board" {
        "II.4(a)": Right, "its owner may put piece or substitute in its place on any turn of his";
        "II.4(b)": Right, "on his own turn the opponent may have it replaced, a substitute too if he supplies the piece";
    }
    "Touching men, and castling" {
        "II.5.note": Enforced, "touches that cost nothing: by accident, repairing an accident, adjusting, promoting, obeying; and men off the board";
        "II.5(a)": Right, "a man held, a hand kept on a man, a new piece not let go: he may be told to end it";
        "II.5(b)": Right, "touching an own man he cannot move, or an adverse one he cannot take: Penalty C";
        "II.5(c)": Right, "touching a man he could move or take and then playing otherwise: Penalties A and B";
        "II.5(d)": Right, "both at once: A with B, or A with C";
        "II.5(e)": Right, "a touch on the opponent's turn may count as made on his own next turn";
        "II.5(f)": Right, "castling in the wrong order or left half done" [
            Right, "Rook moved and let go first: it may be held to be the whole move, the King put back";
            Right, "King let go without the Rook: castling may be insisted on";
        ];
        "II.5(g)": Enforced, "a man wrongly taken off goes back, and may count as touched";
    }
    "Illegal moves" {
        "II.6(a)": Enforced, "a legal move ends the turn; an illegal one does not until all he did amounts to a legal one";
        "II.6(b)": Right, "illegal move on his turn: Penalty A at once, then B or C";
        "II.6(c)": Right, "illegal move exchanged for another without leave: A with B or C";
        "II.6(d)": Right, "changing his move, or moving again, on the opponent's turn: undone at once; B or C next turn if the opponent had touched nothing";
        "II.6(e)": Enforced, "illegality found after a reply: back to where that turn began, no penalty; annulled if that is lost" [
            Enforced, "a substituted move that would have been legal first of all is left alone";
            Enforced, "the turn in question begins again and nothing done in it is punished";
            Umpire, "a position nobody can establish annuls the game";
        ];
    }
    "Adjourned games" {
        "II.7(a)": Enforced, "resumed wrongly: back to the adjourned position, then the sealed move";
        "II.7(b)": Umpire, "adjourned position past establishing: annulled";
        "II.7(c)": Right, "a sealed record that is illegal, doubtful or missing" [
            Right, "no legal meaning: Penalty C";
            Right, "several legal meanings: the opponent picks one";
            Right, "nothing written: still his turn, and Penalty C";
        ];
    }
    "Games treated as drawn" {
        "II.8(a)": Right, "the players may agree to draw before mate";
        "II.8(b)": Right, "fifty moves each without a capture: draw on claim before touching";
        "II.8(c)": Right, "the same position at two earlier turns of his: draw on claim before touching";
        "II.8(d)": Right, "checks he can give without end: draw on claim before touching";
        "II.8(e)": Enforced, "stalemate draws";
    }
    "Games forfeited or resigned" {
        "II.9": Enforced, "a game forfeited or resigned is the opponent's win";
        "II.9(a)": Right, "upsetting the men or falsifying the position on purpose";
        "II.9(b)": Right, "working on another board without leave";
        "II.9(c)": Right, "consulting chess literature or notes without leave";
        "II.9(d)": Right, "asking for help without leave";
        "II.9(e)": Right, "refusing what the opponent may lawfully require";
        "II.9(f)": Right, "refusing to be bound by the laws";
        "II.9.proviso": Enforced, "the forfeit needs a claim that names the offence, made before he moves on knowing of it";
    }
    "Time limit" {
        "II.10A": Enforced, "these rules hold for timed play unless agreed otherwise";
        "II.10A(a)": Enforced, "each player and each game has its own reckoning";
        "II.10A(b)": Enforced, "the clock of him whose turn it is runs";
        "II.10B(a)": Enforced, "no closing time: a first test at two hours, then one each hour";
        "II.10B(b)": Enforced, "short of moves at such a test: the game is forfeited on the spot";
        "II.10C(a)": Enforced, "closing time fixed: a test at the end of every full hour";
        "II.10C(b)": Enforced, "short of moves at a full hour: the game is forfeited on the spot";
        "II.10C(c)": Enforced, "at closing time a broken hour owes its share of moves, rounded down";
        "II.10C(d)": Enforced, "both short at closing time: annulled; one short: he forfeits";
        "II.10D": Umpire, "each watches the other's clock; errors not of his neglect may be put right";
    }
    "Penalties" {
        "II.11(a)": Enforced, "offence on one's own turn: exact before touching a man";
        "II.11(b)": Enforced, "offence on the opponent's turn: B and C wait until that turn is over, and lapse at his next touch";
        "II.11(c)": Enforced, "no castling to pay B or C, save as B itself says";
        "II.11(d)": Right, "where penalties may be chosen, the opponent chooses";
        "II.11(e)": Enforced, "demanding an illegal move loses the right to any penalty";
        "II.11.A": Enforced, "Penalty A: put back everything done in that turn";
        "II.11.B": Enforced, "Penalty B: move, take, take with, or castle with what he touched, as the opponent points out" [
            Enforced, "one touched man: move it if own, take it if adverse";
            Enforced, "two touched men: take the one with the other";
            Enforced, "King and Rook touched: castle";
        ];
        "II.11.C": Enforced, "Penalty C: move the King, else whatever man the opponent selects";
    }
    // Part III: games by communication of moves.
    "Communication: the other parts apply" {
        "III.1": Enforced, "the other three parts hold wherever they can apply";
    }
    "Assistance" {
        "III.2(a)": Right, "a day or more to reply: any help but another player's, unless agreed otherwise";
        "III.2(b)": Enforced, "under a day: the ordinary law, and what one consulting player touches or sends binds his side";
    }
    "Reading what was sent" {
        "III.3.note": Enforced, "faults of transmission are excused; what was played at home against the requirement is undone first";
        "III.3": Right, "no legal meaning: Penalty C; several: the receiver picks one and says so with his reply";
    }
    "Several moves for one turn" {
        "III.4": Right, "the receiver picks one and says so with his reply";
    }
    "Moves sent on assumed replies" {
        "III.5": Enforced, "an illegal one is punished if the assumed replies bring play to it; what follows it is void";
    }
    // Part IV: games at odds.
    "Odds: the other parts apply" {
        "IV.1": Enforced, "the other three parts hold wherever they can apply";
    }
    "First move at odds" {
        "IV.2": Right, "the giver begins unless agreed otherwise";
    }
    "Odds of a man" {
        "IV.3": Enforced, "King's Bishop's Pawn, or the Queen's side piece, unless agreed otherwise";
    }
    "Odds of several moves" {
        "IV.4": Enforced, "they are made first of all and none goes past his fourth rank";
    }
    "Castling without a Rook" {
        "IV.5": Right, "allowed toward a given Rook's corner that stayed empty, other conditions as usual, unless agreed otherwise";
    }
    "Undertaking: mate with a Pawn" {
        "IV.6": Enforced, "the mating Pawn must still be a Pawn, no further than the seventh rank";
    }
    "Undertaking: mate on a square" {
        "IV.7": Enforced, "it is the mated King who must stand there";
    }
    "Undertaking: mate on a condition" {
        "IV.8": Enforced, "he forfeits unless he mates as promised or is mated himself";
    }
};
