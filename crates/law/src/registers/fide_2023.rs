//! What do the FIDE laws in force since 1 January 2023 contain? Articles 1 to 12, appendices, guidelines and glossary.

use super::Disposition::{Definition, Enforced, NotPlayed, Right, Umpire};
use super::{Entry, clauses};

/// Every article, in printed order. `preface.1` and the like number the sentences of the preface; a term of the
/// glossary is cited as `glossary.made`.
pub(super) static REGISTER: &[Entry] = clauses! {
    "Introduction and preface" {
        "intro": Definition, "the laws are for play over the board; basic rules (1 to 5) and competitive rules (6 to 12); the English wording governs";
        "preface.1": Umpire, "not every case is foreseen: where no article fits exactly, decide by the nearest case that is regulated";
        "preface.2": Umpire, "arbiters are trusted to be competent, sensible and impartial; detail is left out on purpose so that fairness, logic and circumstances can count";
        "preface.3": NotPlayed("it concerns rating, not play"), "only games under these laws are rated; other competitive games are advised to use them; federations may ask for a ruling";
        "guidelines": Definition, "Guidelines I–III stand outside the laws and are only strongly recommended; they bind where the event adopts them";
    }
    "The game and its aim" {
        "1.1": Definition, "two opponents, one square board";
        "1.2": Enforced, "light men (White) move first, then turns alternate";
        "1.3": Enforced, "a player has the move as soon as the opponent's move is made (not: completed)";
        "1.4": Definition, "aim: attack the enemy king so that its owner has no legal move";
        "1.4.1": Enforced, "who does so has mated and won; forbidden: leaving or putting one's own king under attack, and taking the enemy king";
        "1.4.2": Enforced, "the mated player has lost";
        "1.5": Enforced, "neither side can possibly mate: drawn (see 5.2.2)";
    }
    "Board and men" {
        "2.1": Enforced, "8 × 8 squares alternately light and dark; each player has a light square in his near right corner";
        "2.2": Definition, "sixteen men a side: K, Q, 2 R, 2 B, 2 N, 8 pawns, and their symbols";
        "2.3": Enforced, "the ordinary array";
        "2.4": Definition, "files upright, ranks level, diagonals of one colour from edge to neighbouring edge";
    }
    "How the men move" {
        "3.1": Enforced, "never onto a square held by a man of one's own colour";
        "3.1.1": Enforced, "onto an enemy man: it is captured and comes off within the same move";
        "3.1.2": Definition, "a man attacks an enemy man if it could capture on that square by 3.2–3.8";
        "3.1.3": Definition, "it attacks a square even while pinned to its own king";
        "3.2": Enforced, "bishop: any distance on its diagonals";
        "3.3": Enforced, "rook: any distance on its file or rank";
        "3.4": Enforced, "queen: file, rank or diagonal";
        "3.5": Enforced, "bishop, rook and queen do not jump";
        "3.6": Enforced, "knight: to the nearest squares that share neither rank, file nor diagonal";
        "3.7": Definition, "on the pawn";
        "3.7.1": Enforced, "one square straight ahead, if empty";
        "3.7.2": Enforced, "first move: one, or two straight ahead if both are empty";
        "3.7.3": Enforced, "captures one square diagonally forward, only onto an enemy man";
        "3.7.3.1": Enforced, "en passant: beside an enemy pawn that has just gone two squares from its home square, take it as if it had gone one";
        "3.7.3.2": Enforced, "only with the very next move";
        "3.7.3.3": Enforced, "a pawn reaching its last rank must within the same move give way, on the square of arrival (the square of promotion), to a new piece of its colour: Q, R, B or N";
        "3.7.3.4": Enforced, "the choice does not depend on what has been captured";
        "3.7.3.5": Enforced, "this is promotion; the new piece acts at once";
        "3.8": Definition, "on two ways of moving the king";
        "3.8.1": Enforced, "one square any way";
        "3.8.2": Enforced, "castling: king and a rook of his colour on the first rank, one king's move: king two squares from home in the direction of an unmoved rook, then that rook to the square he crossed";
        "3.8.2.1": Definition, "on the right lost for good";
        "3.8.2.1.1": Enforced, "lost when the king has moved";
        "3.8.2.1.2": Enforced, "lost with a rook that has moved";
        "3.8.2.2": Definition, "on castling barred for the time being";
        "3.8.2.2.1": Enforced, "while the king's square, the one he crosses or the one he reaches is attacked";
        "3.8.2.2.2": Enforced, "while any man stands between king and that rook";
        "3.9": Definition, "on check";
        "3.9.1": Definition, "in check = attacked by an enemy man, pinned or not";
        "3.9.2": Enforced, "no move may expose or leave one's own king in check";
        "3.10": Definition, "on legality";
        "3.10.1": Definition, "legal: everything in 3.1–3.9 that bears on it is met";
        "3.10.2": Definition, "illegal: something in 3.1–3.9 is not met (touch-move and one-hand faults are not in this list)";
        "3.10.3": Definition, "a position is illegal if no series of legal moves reaches it";
    }
    "The act of moving" {
        "4.1": Enforced, "every move with one hand (sanction 7.5.4 once the clock is pressed)";
        "4.2": Definition, "on adjusting and other contact";
        "4.2.1": Right, "men may be straightened by him alone who has the move, and only after he has said so";
        "4.2.2": Enforced, "any other contact counts as intended, unless clearly accidental";
        "4.3": Enforced, "save for 4.2.1, the player having the move who touches men on the board meaning to move or take is bound as follows";
        "4.3.1": Enforced, "own men only: move the first touched that can move";
        "4.3.2": Enforced, "enemy men only: take the first touched that can be taken";
        "4.3.3": Enforced, "both colours: take the first-touched enemy man with the first-touched own man; if that is illegal, move or take the first man touched (of either colour) that can be; order unclear: own man first";
        "4.4": Definition, "on castling and promotion, for the player having the move";
        "4.4.1": Enforced, "king and a rook touched: castle on that side, if legal";
        "4.4.2": Enforced, "rook touched on purpose before the king: no castling on that side this move; 4.3.1 governs (rook first, then king)";
        "4.4.3": Enforced, "meaning to castle, king then rook touched, but that castling illegal: another legal king move (the other castling included); king without one: any legal move";
        "4.4.4": Enforced, "the promoted piece is chosen for good once it has met the square of promotion";
        "4.5": Enforced, "nothing touched can be moved or taken: any legal move";
        "4.6": Definition, "on ways to promote";
        "4.6.1": Enforced, "the pawn need not be put on the last rank";
        "4.6.2": Enforced, "taking the pawn off and putting the piece on, in either order";
        "4.6.3": Enforced, "an enemy man on that square must be captured";
        "4.7": Enforced, "let go on a square in a legal move (whole or part), a man may not go elsewhere this move; when the move is made";
        "4.7.1": Enforced, "capture: taken man off the board, own man placed and let go";
        "4.7.2": Enforced, "castling is made when the rook is let go on the square crossed" [
            Enforced, "king let go two squares away: not yet made, but castling on that side is due if legal";
            Enforced, "that castling illegal: another legal king move, the other castling included";
            Enforced, "the king without one: any legal move";
        ];
        "4.7.3": Enforced, "promotion: new piece let go on the square and the pawn off the board";
        "4.8": Enforced, "a player who touches a man meaning to move or take loses his claim about the opponent's breach of 4.1–4.7";
        "4.9": Umpire, "who cannot move the men may bring an assistant acceptable to the arbiter";
    }
    "End of the game" {
        "5.1.1": Enforced, "mate wins and ends the game at once, if the mating move kept article 3 and 4.2–4.7";
        "5.1.2": Enforced, "resigning loses and ends the game at once; drawn instead if the opponent can never mate";
        "5.2.1": Enforced, "stalemate (to move, no legal move, not in check) draws at once, same proviso as 5.1.1";
        "5.2.2": Enforced, "dead position (neither side can ever mate) draws at once, same proviso";
        "5.2.3": Right, "drawn at once by agreement during the game, once each has at least one move made (subject to 9.1)";
    }
    "The clock" {
        "6.1": Definition, "chessclock: two displays, never both running; clock: one display; each has a flag; flag-fall: a player's time has run out";
        "6.2": Definition, "on handling";
        "6.2.1": Enforced, "after making his move the player presses: his clock stops, the other starts; this completes the move. Also completed if";
        "6.2.1.1": Enforced, "the move ends the game (5.1.1, 5.2.1, 5.2.2, 9.2.1, 9.6.1, 9.6.2)";
        "6.2.1.2": Enforced, "he makes a further move of his own, the one before being uncompleted";
        "6.2.2": Right, "he must always be let press after making his move, even when the opponent has already replied; the time until he presses is his own";
        "6.2.3": Enforced, "press with the hand that moved; no finger kept on or hovering over the clock";
        "6.2.4": Enforced, "no forcible press, lifting, pressing before moving or knocking over: penalty under 12.9";
        "6.2.5": Enforced, "only the player whose clock runs may adjust men";
        "6.2.6": Umpire, "who cannot work the clock may bring an assistant the arbiter accepts; the arbiter adjusts that player's time fairly, but not that of a disabled player";
        "6.3": Definition, "on time allowed";
        "6.3.1": Enforced, "so many moves, or all of them, must be completed within the time given, extra time per move included; all fixed in advance";
        "6.3.2": Enforced, "time saved goes over to the next period; with delay: main time counts down only after each move's fixed extra time has passed, and does not change if he presses before that";
        "6.4": Enforced, "as soon as a flag falls, check 6.3.1 (were the moves completed?)";
        "6.5": Umpire, "the arbiter says beforehand where the clock stands";
        "6.6": Enforced, "at the hour fixed White's clock starts";
        "6.7": Definition, "on default time";
        "6.7.1": Enforced, "the event fixes a default time; none fixed means zero; arriving after it loses, unless the arbiter decides otherwise";
        "6.7.2": Enforced, "default time not zero and nobody there at first: White loses all time until he comes, unless event or arbiter says otherwise";
        "6.8": Enforced, "a flag counts as fallen only when the arbiter sees it or either player validly claims it";
        "6.9": Enforced, "moves not completed in time: lost, except where 5.1.1, 5.1.2, 5.2.1, 5.2.2 or 5.2.3 applies; drawn if the opponent can never mate";
        "6.10": Definition, "on setting of the clock";
        "6.10.1": Umpire, "what the clock shows is conclusive unless it is evidently defective; then the arbiter replaces it and sets the times as he judges best";
        "6.10.2": Umpire, "wrong setting found during the game: either player or the arbiter stops the clock at once; the arbiter sets it right and adjusts times and move counter as he judges best";
        "6.11.1": Umpire, "an interruption needed: the arbiter stops the clock";
        "6.11.2": Right, "a player may stop it only to call the arbiter (for instance no promotion piece at hand)";
        "6.11.3": Umpire, "the arbiter says when play restarts";
        "6.11.4": Umpire, "he finds whether there was a valid reason for stopping; if none, penalty under 12.9";
        "6.12.1": NotPlayed("it concerns what is shown in the room"), "screens and boards showing position, moves and their number, and clocks that count moves, are allowed in the hall";
        "6.12.2": Enforced, "no claim may rest on such displays alone";
    }
    "Irregularities" {
        "7.1": Umpire, "men put back: the arbiter sets the times by his best judgement, which may be to leave them, and the move counter if needed";
        "7.2.1": Enforced, "wrong initial array found during the game: cancelled, new game";
        "7.2.2": Enforced, "board found wrongly turned during the game: goes on, position carried over to a right board";
        "7.3": Enforced, "colours reversed: fewer than 10 moves made by both: stopped, new game with the right colours; from 10 on it continues";
        "7.4": Definition, "on displaced men";
        "7.4.1": Enforced, "who displaces men puts them right on his own time";
        "7.4.2": Right, "if necessary either player stops the clock and calls the arbiter";
        "7.4.3": Umpire, "the arbiter may penalise him";
        "7.5": Definition, "on illegal moves";
        "7.5.1": Enforced, "an illegal move is completed by pressing; found during the game it is put right" [
            Enforced, "the position just before it comes back, or the last that can be told";
            Enforced, "the move played instead is bound by 4.3 and 4.7";
            Enforced, "play goes on from there";
        ];
        "7.5.2": Enforced, "pawn on the last rank, clock pressed, not replaced: illegal; it becomes a queen of its colour";
        "7.5.3": Enforced, "pressing without having made a move: taken and punished as an illegal move";
        "7.5.4": Enforced, "two hands for one move (castling, capture, promotion) and pressed: taken and punished as an illegal move";
        "7.5.5": Enforced, "after acting under 7.5.1–7.5.4: first completed illegal move of a player: opponent gets two minutes; second by the same player: he loses, or drawn if the opponent can never mate";
        "7.6": Enforced, "a man found displaced from its right square: position before that restored (or the last that can be told), play goes on from there";
    }
    "Recording" {
        "8.1": Definition, "on how to record";
        "8.1.1": Enforced, "each player records both sides' moves, one after another, correctly and legibly, by either of";
        "8.1.1.1": Definition, "in writing, algebraic (appendix C), on the event's paper sheet";
        "8.1.1.2": Definition, "entry on the event's certified electronic sheet";
        "8.1.2": Enforced, "never in advance, except for a claim under 9.2/9.3 or a sealed move (I.1.1)";
        "8.1.3": Enforced, "he may reply before recording the opponent's move, but must record his own last before making another";
        "8.1.4": Enforced, "the sheet is only for moves, clock times, draw offers, matters of a claim and the like";
        "8.1.5": Enforced, "both note a draw offer with (=)";
        "8.1.6": Umpire, "unable to write: assistant acceptable to the arbiter, who adjusts the time fairly, not for the disabled";
        "8.2": Enforced, "the sheet stays visible to the arbiter throughout";
        "8.3": NotPlayed("it concerns who owns the sheets"), "sheets belong to the organiser; a defective electronic one is replaced by the arbiter";
        "8.4": Enforced, "under five minutes left in a period and no 30 seconds or more added per move: no duty to record for the rest of that period";
        "8.5": Definition, "on sheets behind";
        "8.5.1": Umpire, "neither records under 8.4: arbiter or assistant tries to be there and record; as soon as a flag has fallen he stops the clock and both bring their sheets up to date from his or the opponent's";
        "8.5.2": Enforced, "only one has not recorded: once either flag falls he updates his sheet in full before moving a man; if it is his move he may use the opponent's sheet, and returns it before moving";
        "8.5.3": Umpire, "no full sheet: game rebuilt on another board under control; position, times, running clock and number of moves noted first";
        "8.6": Umpire, "sheets cannot be completed so as to show overstepping: the next move counts as first of the following period, unless there is proof of more moves";
        "8.7": Enforced, "at the end both confirm the result by signing both sheets (or approving electronically); even a wrong result then stands unless the arbiter decides otherwise";
    }
    "Draws" {
        "9.1": Definition, "on offers";
        "9.1.1": Enforced, "the event may forbid offering or agreeing, below a number of moves or altogether, without the arbiter's consent";
        "9.1.2": Definition, "where agreement is allowed";
        "9.1.2.1": Right, "a draw is offered after making a move and before pressing" [
            Right, "an offer at any other time counts too, but 11.5 is weighed";
            Enforced, "no condition; it cannot be withdrawn";
            Enforced, "open until accepted, refused in words or by a touch meant to move or take, or the game ends";
        ];
        "9.1.2.2": Enforced, "both write (=)";
        "9.1.2.3": Enforced, "a claim under 9.2 or 9.3 is itself an offer";
        "9.2": Right, "whoever has the move may claim a draw, and gets it if right, when one position comes for the third time or more, moves between being free, and it";
        "9.2.1": Right, "is about to arise: he first writes (or enters) his move, which is then fixed, and tells the arbiter he means to play it";
        "9.2.2": Right, "has just arisen and he has the move";
        "9.2.3": Definition, "same position: same player to move, same kinds and colours on the same squares, same possible moves for all men of both sides; so not the same if";
        "9.2.3.1": Definition, "at the first of them a pawn could be taken en passant";
        "9.2.3.2": Definition, "the king could still castle with an unmoved rook and lost that by moving; the right goes only when king or rook moves";
        "9.3": Right, "drawn on a correct claim by the player having the move, if";
        "9.3.1": Right, "he writes his move, then fixed, and tells the arbiter he means to play it, and it completes fifty moves by each without pawn move or capture";
        "9.3.2": Right, "the last fifty by each have been completed without either";
        "9.4": Enforced, "touching a man as in 4.3 loses the claim for that move";
        "9.5": Definition, "on procedure";
        "9.5.1": Enforced, "claimant or arbiter stops the clock; the claim cannot be withdrawn";
        "9.5.2": Enforced, "correct: drawn at once";
        "9.5.3": Enforced, "incorrect: two minutes to the opponent, play goes on; an intended move must then be made, within articles 3 and 4";
        "9.6": Enforced, "drawn without any claim if one or both";
        "9.6.1": Enforced, "same position at least five times (the print refers to 9.2.2; 9.2.3 is meant)";
        "9.6.2": Enforced, "at least 75 moves made by each without pawn move or capture; mate by the last one comes first";
    }
    "Points" {
        "10.1": Enforced, "win (forfeit too) 1, draw ½, loss (forfeit too) 0, unless the event says otherwise";
        "10.2": Umpire, "the two scores never exceed the game's normal total, and each must be a normal score (no ¾–¼)";
    }
    "Conduct of players" {
        "11.1": Umpire, "nothing that brings chess into disrepute";
        "11.2": Definition, "on venue and area";
        "11.2.1": Definition, "venue: playing area, rest rooms, toilets, refreshments, smoking area, and what the arbiter adds";
        "11.2.2": Definition, "playing area: where the games are played";
        "11.2.3": Definition, "only with the arbiter's leave may";
        "11.2.3.1": Enforced, "a player leave the venue";
        "11.2.3.2": Enforced, "the player having the move leave the playing area";
        "11.2.3.3": NotPlayed("it concerns persons who do not play"), "anyone else enter the playing area";
        "11.2.4": Enforced, "the event may make the player not having the move report before leaving the area";
        "11.3": Definition, "on notes and devices";
        "11.3.1": Enforced, "no notes, sources, advice, or analysing on another board during play";
        "11.3.2": Enforced, "no electronic device in the venue unless specifically approved by the arbiter";
        "11.3.2.1": Enforced, "the event may allow it completely off in a bag, the bag standing where the arbiter agreed; neither player uses the bag without leave";
        "11.3.2.2": Enforced, "evident that a player has one on his person in the venue: he loses, the opponent wins; the event may fix a milder penalty";
        "11.3.3": Umpire, "arbiter may have clothes, bags, things or body inspected in private, by himself or one he authorises, of the player's gender; refusal: 12.9";
        "11.3.4": Umpire, "smoking, e-cigarettes too, only where the arbiter allows";
        "11.4": Definition, "who has finished is a spectator";
        "11.5": Umpire, "no distracting or annoying, by unreasonable claims or draw offers or noise among others";
        "11.6": Umpire, "any breach of 11.1–11.5: a penalty of 12.9";
        "11.7": Umpire, "persistent refusal to obey the laws: game lost; the arbiter decides the opponent's score";
        "11.8": Enforced, "both guilty of that: lost by both";
        "11.9": Right, "a player may ask the arbiter to explain a point of law";
        "11.10": Right, "appeal against any decision, even after signing, unless the event says otherwise";
        "11.11": Enforced, "both help to reconstruct, draw claims included";
        "11.12": Enforced, "checking a threefold or fifty-move claim is the players' duty, the arbiter supervising";
    }
    "The arbiter" {
        "12.1": Umpire, "sees that the laws are kept";
        "12.2": Umpire, "his duties";
        "12.2.1": Umpire, "fair play";
        "12.2.2": Umpire, "the best interest of the event";
        "12.2.3": Umpire, "good conditions";
        "12.2.4": Umpire, "no disturbance";
        "12.2.5": Umpire, "progress of the event";
        "12.2.6": Umpire, "measures for disabled players and those needing a doctor";
        "12.2.7": Umpire, "fair-play rules and guidelines";
        "12.3": Umpire, "watches games, time trouble above all; enforces what he decided; punishes where fit";
        "12.4": Umpire, "may appoint assistants to watch";
        "12.5": Right, "may give one or both players more time after a disturbance from outside";
        "12.6": Enforced, "intervenes only as the laws provide; does not tell how many moves are completed, save under 8.5 after a flag; does not tell a player that the other has completed, or that he himself forgot to press";
        "12.7": Enforced, "who sees an irregularity may tell the arbiter only; other players and spectators keep silent and out of it; the arbiter may expel them";
        "12.8": NotPlayed("it concerns persons who do not play"), "nobody uses a phone or other device in the venue or adjoining area named by the arbiter without leave";
        "12.9": Umpire, "the penalties he may choose";
        "12.9.1": Umpire, "a warning";
        "12.9.2": Umpire, "more time for the opponent";
        "12.9.3": Umpire, "less time for the offender";
        "12.9.4": Umpire, "opponent's score raised to the game's maximum";
        "12.9.5": Umpire, "offender's score lowered";
        "12.9.6": Umpire, "game lost by the offender, the arbiter also fixing the opponent's score";
        "12.9.7": Umpire, "a fine announced beforehand";
        "12.9.8": Umpire, "exclusion from rounds";
        "12.9.9": Umpire, "expulsion from the event";
    }
    "Appendix A: Rapid" {
        "A.1": Definition, "all moves in a fixed time, or time + 60 × increment, of more than 10 and less than 60 minutes a player";
        "A.2": Right, "no duty to record; claims that rest on a sheet remain; a player may ask for a sheet at any time";
        "A.3": Enforced, "the bonuses of articles 7 and 9 are one minute, not two";
        "A.4": Enforced, "competitive rules in full if both";
        "A.4.1": Definition, "one arbiter has at most three games";
        "A.4.2": Definition, "each game is recorded by him or his assistant, electronically too if possible";
        "A.4.3": Right, "whose move it is may ask to see that sheet, at most five times a game; more is distraction (11.5)";
        "A.5": Enforced, "otherwise";
        "A.5.1": Enforced, "after ten completed moves of each from the initial position";
        "A.5.1.1": Enforced, "the clock setting stays, unless the schedule would suffer";
        "A.5.1.2": Enforced, "no claim about array or orientation; a king wrongly placed: no castling at all; a rook wrongly placed: none with that rook";
        "A.5.2": Enforced, "an action of 7.5.1 to 7.5.4 counts only until the opponent's next move is made" [
            Enforced, "an arbiter who sees it applies 7.5.5 within that limit";
            Right, "failing him the opponent may claim, within the same limit";
            Enforced, "failing both, the illegal move stands";
            Right, "later only the players' own agreement corrects it, the arbiter keeping out";
        ];
        "A.5.3": Right, "a win on time: whoever claims it may stop the clock and fetch the arbiter; drawn if the claimant can never mate";
        "A.5.4": Enforced, "arbiter sees that each king is in check, or that a pawn stands on its last rank: he lets one more move be completed; an illegal position after that: drawn";
        "A.5.5": Enforced, "the arbiter also calls a flag he sees fall";
        "A.6": Definition, "the event says beforehand, for the whole event, whether A.4 or A.5 holds";
    }
    "Appendix B: Blitz" {
        "B.1": Definition, "all moves in a fixed time, or time + 60 × increment, of 10 minutes or less a player";
        "B.2": Enforced, "competitive rules in full if both";
        "B.2.1": Definition, "one arbiter has one game";
        "B.2.2": Definition, "it is recorded by him or his assistant, electronically too if possible";
        "B.2.3": Right, "as A.4.3: sheet shown on request at his move, five times at most";
        "B.3": Enforced, "otherwise A.2, A.3 and A.5";
        "B.4": Definition, "the event says beforehand whether B.2 or B.3 holds";
    }
    "Appendix C: Algebraic notation" {
        "C.0": Umpire, "the only system for FIDE events; a sheet in another system is no evidence; an arbiter who sees one should warn the player";
        "C.1": Definition, "here a piece is no pawn";
        "C.2": Definition, "pieces by capital initial, English K Q R B N";
        "C.3": Definition, "initials of one's own language are free (F, L for a bishop); figurines in print";
        "C.4": Definition, "pawns carry no letter";
        "C.5": Definition, "files a–h from White's left";
        "C.6": Definition, "ranks 1–8 from White's side";
        "C.7": Definition, "every square one letter and one figure";
        "C.8": Definition, "piece letter and square of arrival, no hyphen needed; pawn: the square alone; long form with the square of departure accepted";
        "C.9": Definition, "captures";
        "C.9.1": Definition, "x may stand after the piece letter";
        "C.9.2": Definition, "before the square of arrival";
        "C.9.3": Definition, "pawn captures name the file of departure, x optional; e.p. may follow";
        "C.10": Definition, "two like pieces can go there";
        "C.10.1": Definition, "on one rank: letter, file of departure, square (.1–.3)";
        "C.10.2": Definition, "on one file: letter, rank of departure, square (.1–.3)";
        "C.10.3": Definition, "neither: the file is preferred; examples Ngf3/Nef3, N5f3/N1f3, Nhf3/Ndf3, with x when capturing (.1–.4)";
        "C.11": Definition, "promotion: the pawn's move, then the new piece's letter directly (d8Q, exf8N)";
        "C.12": Definition, "offer of a draw: (=)";
        "C.13": Definition, "signs: 0-0, 0-0-0 (.1, .2) required; x, + check, ++ or # mate, e.p. (.3–.6) optional; three specimen scores of one game";
    }
    "Appendix D: Blind and visually disabled players" {
        "D.1": NotPlayed("the record knows one board, not two"), "organiser may adapt with the arbiter's advice; either side may ask for two boards, one specially built";
        "D.1.1": NotPlayed("it concerns special equipment"), "the special board measures at least 20 by 20 cm";
        "D.1.2": NotPlayed("it concerns special equipment"), "its dark squares are slightly raised";
        "D.1.3": NotPlayed("it concerns special equipment"), "every square has a hole";
        "D.1.4": NotPlayed("it concerns special equipment"), "its men have pegs that fit the holes";
        "D.1.4.1": NotPlayed("it concerns special equipment"), "they are of the Staunton pattern";
        "D.1.4.2": NotPlayed("it concerns special equipment"), "the black ones are marked";
        "D.2": NotPlayed("the record knows one board, not two"), "how play goes";
        "D.2.1": NotPlayed("moves are spoken and repeated, with two boards"), "moves are called out and repeated, with fixed names for letters, figures and men";
        "D.2.2": NotPlayed("the record knows one board, not two"), "on the special board touched = lifted out of its hole";
        "D.2.3": NotPlayed("the record knows one board, not two"), "made when all";
        "D.2.3.1": NotPlayed("the record knows one board, not two"), "a man taken is off the board of him who moves";
        "D.2.3.2": NotPlayed("the record knows one board, not two"), "the man is in another hole";
        "D.2.3.3": NotPlayed("the record knows one board, not two"), "the move has been announced";
        "D.2.4": NotPlayed("the record knows one board, not two"), "only then is the opponent's clock started";
        "D.2.5": NotPlayed("the record knows one board, not two"), "for the sighted player touch and made are as usual";
        "D.2.6": NotPlayed("it concerns special equipment"), "a special clock is allowed";
        "D.2.6.1": NotPlayed("it concerns special equipment"), "an analogue one with raised dots, double at the quarters, and a flag one can feel";
        "D.2.6.2": NotPlayed("it concerns special equipment"), "or one that tells the time aloud";
        "D.2.7": NotPlayed("it concerns how a blind player keeps his score"), "records in Braille, longhand or on a recorder";
        "D.2.8": NotPlayed("moves are spoken and repeated, with two boards"), "a slip of the tongue is corrected at once, before the other clock starts";
        "D.2.9": NotPlayed("the record knows one board, not two"), "boards differ: put right by the arbiter with both scores; scores agree: he who wrote right and played wrong corrects his board; scores differ: back to where they agree, clocks readjusted";
        "D.2.10": NotPlayed("it concerns assistants, not acts at the board"), "the visually disabled player may have an assistant, who";
        "D.2.10.1": NotPlayed("it concerns assistants, not acts at the board"), "makes either player's move on the other's board";
        "D.2.10.2": NotPlayed("it concerns assistants, not acts at the board"), "announces the moves of both";
        "D.2.10.3": NotPlayed("it concerns assistants, not acts at the board"), "keeps the score and starts the opponent's clock";
        "D.2.10.4": NotPlayed("it concerns assistants, not acts at the board"), "tells him on request how many moves are completed and the times used";
        "D.2.10.5": NotPlayed("it concerns assistants, not acts at the board"), "claims on time and reports a touch by the sighted player";
        "D.2.10.6": NotPlayed("it concerns assistants, not acts at the board"), "sees to the formalities of an adjournment";
        "D.2.11": NotPlayed("it concerns assistants, not acts at the board"), "if he has none the sighted player may have one for the first two tasks; one is compulsory against a hearing-impaired opponent";
    }
    "Guidelines I: Adjourned games" {
        "I.1": Definition, "how a game is adjourned";
        "I.1.1": Enforced, "unfinished at the end of the session: the arbiter has the player on move seal" [
            Enforced, "an unambiguous move, both sheets in an envelope; his clock runs until it is sealed";
            Enforced, "until he stops the clock he may change it";
            Enforced, "a move made on the board after being told must be the one written";
        ];
        "I.1.2": Enforced, "who adjourns early counts as having sealed at the session's nominal end; his time is so recorded";
        "I.2": Definition, "what stands on the envelope";
        "I.2.1": Definition, "the players' names";
        "I.2.2": Definition, "the position just before the sealed move";
        "I.2.3": Definition, "the times used";
        "I.2.4": Definition, "who sealed";
        "I.2.5": Definition, "the number of the move";
        "I.2.6": Definition, "a draw offer still open";
        "I.2.7": Definition, "date, time and place of resumption";
        "I.3": Umpire, "arbiter checks and keeps it";
        "I.4": Enforced, "a draw offered after the opponent sealed stays open until accepted or refused as in 9.1";
        "I.5": Enforced, "before resuming: position before the sealed move and both times are set";
        "I.6": Right, "agreed drawn or resigned (told to the arbiter) before resumption: concluded";
        "I.7": Enforced, "stays shut until he who has to reply is there";
        "I.8": Enforced, "save for article 5, 5.2.2, 6.9 and 9.6, lost by him whose sealed record";
        "I.8.1": Enforced, "is ambiguous";
        "I.8.2": Enforced, "cannot be made out";
        "I.8.3": Enforced, "is illegal";
        "I.9": Definition, "at the time of resumption";
        "I.9.1": Enforced, "replier present: opened, played, his clock started";
        "I.9.2": Enforced, "replier absent: his clock started; on arriving he may stop it and call the arbiter; opened, played, restarted";
        "I.9.3": Right, "sealer absent: his opponent may instead record a reply, seal it in a new envelope, stop his clock, setting the absent one's going; opened when he comes";
        "I.10": Enforced, "arriving after the default time loses unless the arbiter decides otherwise; but if the sealed move ended the game, that end holds";
        "I.11": Enforced, "default time not zero and nobody there: the replier loses all time until he comes, unless event or arbiter says otherwise";
        "I.12": Definition, "what was lost during an adjournment";
        "I.12.1": Enforced, "envelope missing: on from the adjourned position and recorded times (if lost, the arbiter sets them); the sealer plays the move he says he sealed";
        "I.12.2": Enforced, "position cannot be re-established: annulled, new game";
        "I.13": Enforced, "a wrong time pointed out by a player before his first move on resuming must be corrected; if not then, it stays unless the arbiter decides otherwise";
        "I.14": Umpire, "length of a session by the arbiter's watch; its start announced beforehand";
    }
    "Guidelines II: Chess960" {
        "II.1": NotPlayed("another array than that of these laws"), "random start within rules, otherwise ordinary chess";
        "II.2": NotPlayed("another array than that of these laws"), "the array";
        "II.2.1": NotPlayed("another array than that of these laws"), "pawns stand as usual";
        "II.2.2": NotPlayed("another array than that of these laws"), "white pieces at random on rank 1, king between the rooks, bishops on both colours";
        "II.2.3": NotPlayed("another array than that of these laws"), "black pieces face them, mirrored";
        "II.3.1": NotPlayed("another castling than that of 3.8.2"), "each may castle once; a move of possibly both men";
        "II.3.2": NotPlayed("another castling than that of 3.8.2"), "how castling is played";
        "II.3.2.1": NotPlayed("another castling than that of 3.8.2"), "by two moves, king and rook";
        "II.3.2.2": NotPlayed("another castling than that of 3.8.2"), "by king and rook changing places";
        "II.3.2.3": NotPlayed("another castling than that of 3.8.2"), "by the king alone";
        "II.3.2.4": NotPlayed("another castling than that of 3.8.2"), "by the rook alone";
        "II.3.2.5": NotPlayed("another castling than that of 3.8.2"), "advice: take the king off the board first";
        "II.3.2.6": NotPlayed("another castling than that of 3.8.2"), "king and rook end where they do in ordinary chess";
        "II.3.2.7": NotPlayed("another castling than that of 3.8.2"), "may say \"I am about to castle\"; one of them may not move; possible on move one; all squares between start and goal of both, goals included, empty but for the two; other squares may stay filled";
    }
    "Guidelines III: Games without increment, quickplay finishes" {
        "III.1": Definition, "quickplay finish: the phase in which all remaining moves have a limited time";
        "III.2.1": Enforced, "used only if announced beforehand";
        "III.2.2": Enforced, "only standard and rapid games without increment, never blitz";
        "III.3.1": Enforced, "both flags down and nobody can say which first";
        "III.3.1.1": Enforced, "goes on, in any period but the last";
        "III.3.1.2": Enforced, "drawn, in the period for all remaining moves";
        "III.4": Right, "player on move under two minutes may ask for a five-second increment for both; this is a draw offer; if refused and the arbiter agrees: clocks so set, opponent two more minutes, play goes on";
        "III.5": Right, "without III.4: the player on move, under two minutes, may claim a draw before his flag falls" [
            Right, "the opponent cannot win by normal means";
            Right, "or makes no effort to win so";
            Right, "the arbiter is called and the clock may be stopped";
        ];
        "III.5.1": Umpire, "arbiter agrees: drawn; else he postpones or rejects";
        "III.5.2": Umpire, "postponed: the game goes on, the opponent perhaps with two minutes more" [
            Umpire, "the result is declared later, even after a flag fall";
            Umpire, "drawn if he whose flag is up could not win, or did not try, by normal means";
        ];
        "III.5.3": Enforced, "rejected: opponent two minutes";
        "III.6": Enforced, "no arbiter supervises";
        "III.6.1": Right, "under two minutes, flag still up: a draw may be claimed; this concludes the game; grounds";
        "III.6.1.1": Right, "cannot win by normal means: he writes down the final position, the opponent verifies";
        "III.6.1.2": Right, "no effort: position and an up-to-date sheet, the opponent verifies both";
        "III.6.2": Umpire, "decided by the arbiter appointed for it";
    }
    "Glossary" {
        "glossary.arbiter-discretion": Definition, "the laws leave some forty points to the arbiter's judgement";
        "glossary.blitz": Definition, "ten minutes or less a player";
        "glossary.rapid-chess": Definition, "more than ten and less than sixty minutes a player";
        "glossary.standard-chess": Definition, "sixty minutes or more a player";
        "glossary.cumulative": Definition, "Fischer: extra time before each move, the first included";
        "glossary.delay": Definition, "Bronstein: as 6.3.2";
        "glossary.increment": Definition, "2 to 60 seconds with each move, move one included; delay or cumulative";
        "glossary.completed-move": Definition, "a move made, and the clock then pressed";
        "glossary.made": Definition, "man on its new square, hand off it, captured man gone";
        "glossary.press-the-clock": Definition, "the act that stops one's own clock and starts the other";
        "glossary.disability": Definition, "a condition for which a player may need help";
        "glossary.displaced": Definition, "between squares, lying down, on the floor";
        "glossary.forfeit": Definition, "to lose a claim or move; or a game by breach";
        "glossary.normal-means": Definition, "playing to win, or having a realistic chance other than the flag";
        "glossary.penalties": Definition, "those of 12.9 stand in ascending order of severity";
        "glossary.piece": Definition, "any of the 32 men; or one that is neither king nor pawn";
        "glossary.points": Definition, "1 ½ 0; 3 1 0 is another usual scale";
        "glossary.regulations": Definition, "where the laws give options the event must say which it chose";
        "glossary.result": Definition, "exceptionally both lose, or ½–0; unplayed games +/–, –/+, –/–";
        "glossary.time-control": Definition, "the whole arrangement of periods, moves and increments";
        "glossary.time-period": Definition, "a part of the time control with its own time";
        "glossary.zero-tolerance": Definition, "a default time of zero";
        "glossary.touch-move": Definition, "as in 4.3";
        "glossary.repetition": Definition, "as in 9.2 and 9.6.1";
        "glossary.50-move": Definition, "as in 9.3";
        "glossary.75-move": Definition, "as in 9.6.2";
        "glossary.stalemate": Definition, "as in 5.2.1";
        "glossary.dead-position": Definition, "as in 5.2.2";
        "glossary.promotion": Definition, "as in 3.7.3.3";
        "glossary.sealed-move": Definition, "as in Guidelines I";
        "glossary.quickplay-finish": Definition, "as in Guidelines III";
    }
};
