//! What happened: the acts of the game record, as facts about hands, words and envelopes.

use crate::words;
use jadoube_board::{Colour, Kind, Square};

words! {
    /// Who did something.
    Party: "party" {
        /// The player of the white men.
        White = "white",
        /// The player of the black men.
        Black = "black",
        /// The umpire, or the bystanders where a code appeals to them.
        Umpire = "umpire",
        /// Whoever keeps the clocks.
        Timekeeper = "timekeeper",
    }
}

impl Party {
    /// The player, where the party is one.
    pub const fn player(self) -> Option<Colour> {
        match self {
            Party::White => Some(Colour::White),
            Party::Black => Some(Colour::Black),
            Party::Umpire | Party::Timekeeper => None,
        }
    }
}

impl From<Colour> for Party {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::White => Party::White,
            Colour::Black => Party::Black,
        }
    }
}

/// A moment: milliseconds since the start of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Moment(pub u64);

impl Moment {
    /// So many whole seconds after the start of play.
    pub const fn seconds(seconds: u64) -> Self {
        Moment(seconds.saturating_mul(1000))
    }
}

/// One line of a record: who did what, and when where a clock matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Who did it.
    pub by: Party,
    /// What was done.
    pub act: Act,
    /// When.
    pub at: Option<Moment>,
    /// Which of several consulting players.
    pub player: Option<String>,
    /// Where a demand or claim of fifty moves was looked up in endgame tables: the moves they find necessary without
    /// capture or Pawn move, 0 if no mate can be forced. Like the time, it comes with the act, so that the act is
    /// ruled on alike wherever it is read.
    pub theory: Option<u32>,
}

impl Event {
    /// An act with nothing else to say about it.
    pub fn new(by: impl Into<Party>, act: Act) -> Self {
        Event {
            by: by.into(),
            act,
            at: None,
            player: None,
            theory: None,
        }
    }
}

/// A transfer by hand: from one square to another, and what a Pawn became. Lawful or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandMove {
    /// Where the man stood.
    pub from: Square,
    /// Where it was put.
    pub to: Square,
    /// What was put in its place; `Pawn` where a Pawn was left a Pawn.
    pub becomes: Option<Kind>,
}

impl core::fmt::Display for HandMove {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.becomes {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl From<jadoube_board::Move> for HandMove {
    fn from(mv: jadoube_board::Move) -> Self {
        let becomes = if mv.remains_pawn() {
            Some(Kind::Pawn)
        } else {
            mv.promotion()
        };
        HandMove {
            from: mv.from(),
            to: mv.to(),
            becomes,
        }
    }
}

words! {
    /// How a promoted Pawn is shown.
    How: "way of promoting" {
        /// The piece itself stands on the square.
        Piece = "piece",
        /// The Pawn stays on the square and is named as the piece.
        Named = "named",
        /// Something else stands for the piece.
        Substitute = "substitute",
    }
}

words! {
    /// A penalty or choice that is exacted.
    Penalty: "penalty" {
        /// British Code: the position at the commencement of the turn is restored.
        A = "A",
        /// British Code: a touched man is moved or taken.
        B = "B",
        /// British Code: the King is moved, or a man selected.
        C = "C",
        /// British Code: A, then B.
        AThenB = "A+B",
        /// British Code: A, then C.
        AThenC = "A+C",
        /// The man named must be moved.
        Move = "move",
        /// The man named must be taken.
        Take = "take",
        /// The King must be moved.
        King = "king",
        /// Any other man must be moved.
        Other = "other",
        /// What was done stays as it is.
        Stand = "stand",
        /// What was done is put back.
        Replace = "replace",
    }
}

words! {
    /// A requirement other than a penalty.
    Requirement: "requirement" {
        /// A man in hand is put back.
        ReplaceMan = "replace-man",
        /// The hand leaves the man.
        RemoveHand = "remove-hand",
        /// The man is let go.
        Quit = "quit",
        /// A castling begun is finished.
        CompleteCastling = "complete-castling",
        /// The Rook's move counts as the whole move.
        RookMoveStands = "rook-move-stands",
        /// A move, or the game, is annulled.
        Annul = "annul",
        /// A move is taken back.
        Retract = "retract",
        /// A named or substituted man gives way to the piece.
        ReplacePromoted = "replace-promoted",
        /// The game goes on.
        Proceed = "proceed",
        /// The board is turned as it should be.
        AdjustBoard = "adjust-board",
        /// The opponent's men are put straight.
        AdjustMen = "adjust-men",
        /// A man wrongly placed at the start is put right.
        Rectify = "rectify",
        /// Men forgotten at the start are added.
        AddMen = "add-men",
        /// The man promised as odds is removed and the game begun again.
        RemoveOdds = "remove-odds",
        /// The game begins again.
        Recommence = "recommence",
    }
}

words! {
    /// Something offered, accepted or declined.
    Proposal: "proposal" {
        /// That the game be drawn.
        Draw = "draw",
        /// That the game be annulled.
        Annul = "annul",
        /// That play be adjourned.
        Adjourn = "adjourn",
    }
}

words! {
    /// Why a party claims.
    Ground: "ground" {
        /// Both agreed.
        Agreement = "agreement",
        /// The position has recurred.
        Repetition = "repetition",
        /// Fifty moves on each side.
        FiftyMoves = "fifty-moves",
        /// Checks without end.
        EndlessChecks = "endless-checks",
        /// Nobody can win.
        DrawnGame = "drawn-game",
        /// No legal move and no check.
        Stalemate = "stalemate",
        /// The opponent has forfeited.
        Forfeit = "forfeit",
        /// The opponent is mated, though a penalty is open against the mating move.
        Mate = "mate",
    }
}

words! {
    /// Something that was wrong and is pointed out.
    Error: "error" {
        /// The board stands the wrong way.
        Board = "board",
        /// The men were set up wrongly.
        Men = "men",
        /// The wrong player began.
        FirstMove = "first-move",
        /// A move was illegal.
        IllegalMove = "illegal-move",
        /// A King was left in check.
        KingLeftInCheck = "king-left-in-check",
        /// A man fell off the board.
        DroppedMan = "dropped-man",
        /// Play was resumed from a wrong position.
        ResumedPosition = "resumed-position",
    }
}

words! {
    /// An end that the umpire may declare.
    Declared: "result" {
        /// White has won.
        White = "white",
        /// Black has won.
        Black = "black",
        /// The game is drawn.
        Drawn = "drawn",
        /// The game is annulled.
        Annulled = "annulled",
    }
}

/// What the umpire decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decision {
    /// His words.
    pub ruling: Option<String>,
    /// How the game ends, where he ends it.
    pub result: Option<Declared>,
    /// The position from which play goes on (FEN).
    pub board: Option<String>,
    /// What he finds to be so: `accident`, `wilful`, `unascertainable`, `valid-reason`, …
    pub fact: Option<String>,
    /// The move he finds to have been made.
    pub mv: Option<HandMove>,
    /// The number of moves he allows.
    pub moves_allowed: Option<u32>,
    /// The seconds used by White and Black, corrected.
    pub clocks: Option<(Moment, Moment)>,
}

/// What somebody did.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the record, described there")]
pub enum Act {
    /// A whole move, from touching to quitting.
    Move {
        mv: HandMove,
        say: Option<String>,
    },
    /// A man touched without notice.
    Touch {
        square: Square,
        accident: bool,
        hold: bool,
    },
    /// Notice given, then the man touched.
    Adjust {
        square: Square,
    },
    /// A man lifted and held.
    Lift {
        square: Square,
    },
    /// The man in hand put on a square, the hand still on it.
    Place {
        square: Square,
    },
    /// The man in hand let go.
    Quit {
        square: Option<Square>,
    },
    /// A man taken off the board.
    Remove {
        square: Square,
        mistake: bool,
    },
    /// A piece put in a Pawn's place, or named.
    Promote {
        to: Kind,
        how: How,
        square: Option<Square>,
    },
    /// Words said aloud.
    Say {
        words: String,
    },
    /// A penalty exacted.
    Exact {
        penalty: Penalty,
        man: Option<Square>,
        men: Vec<Square>,
        mv: Option<HandMove>,
    },
    /// A penalty let pass.
    Waive {
        clause: Option<String>,
    },
    /// A requirement made.
    Require {
        what: Requirement,
        square: Option<Square>,
    },
    /// Consent to what would otherwise be an offence.
    Consent {
        what: String,
    },
    /// One of several readings adopted.
    Adopt {
        mv: HandMove,
    },
    /// Something offered.
    Offer {
        what: Proposal,
    },
    /// An offer accepted.
    Accept {
        what: Proposal,
    },
    /// An offer declined.
    Decline {
        what: Proposal,
    },
    /// A claim.
    Claim {
        ground: Ground,
        offence: Option<String>,
    },
    /// A demand: `mate-in-fifty`.
    Demand {
        what: String,
    },
    /// An error pointed out; `number` counts all moves made by hand, from 1.
    PointOut {
        error: Error,
        number: Option<u32>,
    },
    Resign,
    /// The men upset.
    Upset {
        accident: bool,
    },
    /// A requirement, or the laws, refused.
    Refuse,
    Abandon,
    Adjourn,
    /// A move written down and put away.
    Seal {
        record: String,
    },
    /// Play taken up again.
    Resume {
        board: Option<String>,
        clocks: Option<(Moment, Moment)>,
        /// Players who were not there at the time fixed for it.
        absent: Vec<Colour>,
    },
    /// A move communicated: one text, or several for one turn; with assumed replies and the moves to follow them.
    Send {
        texts: Vec<String>,
        series: Vec<(String, String)>,
        adopt: Option<HandMove>,
    },
    Arrive,
    Flag,
    CloseOfPlay,
    /// A question put to the umpire.
    Dispute {
        question: String,
    },
    /// His decision.
    Decide(Decision),
}

impl Act {
    /// The act's name in the record.
    pub const fn name(&self) -> &'static str {
        match self {
            Act::Move { .. } => "move",
            Act::Touch { .. } => "touch",
            Act::Adjust { .. } => "adjust",
            Act::Lift { .. } => "lift",
            Act::Place { .. } => "place",
            Act::Quit { .. } => "quit",
            Act::Remove { .. } => "remove",
            Act::Promote { .. } => "promote",
            Act::Say { .. } => "say",
            Act::Exact { .. } => "exact",
            Act::Waive { .. } => "waive",
            Act::Require { .. } => "require",
            Act::Consent { .. } => "consent",
            Act::Adopt { .. } => "adopt",
            Act::Offer { .. } => "offer",
            Act::Accept { .. } => "accept",
            Act::Decline { .. } => "decline",
            Act::Claim { .. } => "claim",
            Act::Demand { .. } => "demand",
            Act::PointOut { .. } => "point-out",
            Act::Resign => "resign",
            Act::Upset { .. } => "upset",
            Act::Refuse => "refuse",
            Act::Abandon => "abandon",
            Act::Adjourn => "adjourn",
            Act::Seal { .. } => "seal",
            Act::Resume { .. } => "resume",
            Act::Send { .. } => "send",
            Act::Arrive => "arrive",
            Act::Flag => "flag",
            Act::CloseOfPlay => "close-of-play",
            Act::Dispute { .. } => "dispute",
            Act::Decide(_) => "decide",
        }
    }

    /// Every act's name, for messages.
    pub const NAMES: &'static [&'static str] = &[
        "move",
        "touch",
        "adjust",
        "lift",
        "place",
        "quit",
        "remove",
        "promote",
        "say",
        "exact",
        "waive",
        "require",
        "consent",
        "adopt",
        "offer",
        "accept",
        "decline",
        "claim",
        "demand",
        "point-out",
        "resign",
        "upset",
        "refuse",
        "abandon",
        "adjourn",
        "seal",
        "resume",
        "send",
        "arrive",
        "flag",
        "close-of-play",
        "dispute",
        "decide",
    ];
}
