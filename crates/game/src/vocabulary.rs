//! The words of which acts are made: penalties, requirements, offers, grounds, errors.

use crate::{
    field::{FieldType, Holds, Value, held_words},
    words,
};

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
        /// That the open question be withdrawn and play go on.
        GoOn = "go-on",
        /// That a bystander be umpire.
        Umpire = "umpire",
        /// That an illegal move be put right among the players.
        Correct = "correct",
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
        /// Mate was given, and a penalty for that very move is still open.
        Mate = "mate",
        /// The opponent cannot win by normal means.
        NormalMeans = "normal-means",
        /// The opponent makes no effort to win.
        NoEffort = "no-effort",
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
        /// A man was touched and not played as it had to be.
        TouchedMan = "touched-man",
        /// The players have each other's men.
        Colours = "colours",
        /// The clock is wrong.
        Clock = "clock",
        /// Men were knocked from their places.
        DisplacedMan = "displaced-man",
        /// The position cannot be one of the game: both Kings in check, or a Pawn on its last rank.
        IllegalPosition = "illegal-position",
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

words! {
    /// What a player can be made to demand.
    Demanded: "demand" {
        /// That mate be given within fifty moves.
        MateInFifty = "mate-in-fifty",
    }
}

words! {
    /// Which hand pressed the clock, where it was not the one that moved.
    Hand: "hand" {
        /// The other one.
        Other = "other",
    }
}

words! {
    /// How the clock was pressed, where it was not pressed properly.
    Manner: "manner" {
        /// With force.
        Forcible = "forcible",
        /// The clock was picked up.
        Lifted = "lifted",
        /// The clock was knocked over.
        Knocked = "knocked",
    }
}

words! {
    /// Whose flag is down.
    Flags: "side" {
        /// White's.
        White = "white",
        /// Black's.
        Black = "black",
        /// Both.
        Both = "both",
    }
}

words! {
    /// How a score sheet is kept.
    Sheet: "way of keeping score" {
        /// Moves are missing.
        Behind = "behind",
        /// A move is written before it is made.
        Ahead = "ahead",
        /// The sheet cannot be seen.
        Hidden = "hidden",
        /// There is more on it than the game.
        Notes = "notes",
        /// In another notation than the one prescribed.
        OtherNotation = "other-notation",
        /// Every move is written.
        UpToDate = "up-to-date",
    }
}

words! {
    /// What is noticed of a device.
    Noticed: "notice of a device" {
        /// It makes a sound.
        Rings = "rings",
        /// It is found.
        Found = "found",
        /// It is used.
        Used = "used",
    }
}

words! {
    /// Where a device is.
    Whereabouts: "place of a device" {
        /// On the player.
        Person = "person",
        /// In his bag.
        Bag = "bag",
    }
}

words! {
    /// How a player behaves.
    Behaviour: "conduct" {
        /// He leaves the playing area.
        LeavesArea = "leaves-area",
        /// He leaves the playing venue.
        LeavesVenue = "leaves-venue",
        /// He uses notes.
        Notes = "notes",
        /// He has advice.
        Advice = "advice",
        /// He analyses on another board.
        Analyses = "analyses",
        /// He distracts or annoys the opponent.
        Distracts = "distracts",
        /// He makes a noise.
        Noise = "noise",
        /// He smokes.
        Smokes = "smokes",
        /// He does not let himself be inspected.
        RefusesInspection = "refuses-inspection",
        /// He brings the game into disrepute.
        Disrepute = "disrepute",
    }
}

words! {
    /// What is asked of the umpire.
    Requested: "request" {
        /// A score sheet.
        Sheet = "sheet",
        /// An explanation of the laws.
        Explanation = "explanation",
        /// That the clock be set to add time with every move.
        Increment = "increment",
        /// A piece for a promotion.
        Piece = "piece",
    }
}

words! {
    /// A result as it is signed.
    Signed: "result" {
        /// White has won.
        White = "1-0",
        /// Black has won.
        Black = "0-1",
        /// The game is drawn.
        Drawn = "1/2-1/2",
    }
}

words! {
    /// What the umpire imposes.
    Sanction: "penalty" {
        /// A warning.
        Warning = "warning",
        /// More time for the opponent.
        AddTime = "add-time",
        /// Less time for the player.
        TakeTime = "take-time",
        /// More points for the opponent.
        OpponentScore = "opponent-score",
        /// Fewer points for the player.
        OwnScore = "own-score",
        /// The game is lost.
        Loss = "loss",
        /// A fine.
        Fine = "fine",
        /// Exclusion from rounds.
        Exclude = "exclude",
        /// Expulsion from the event.
        Expel = "expel",
    }
}

impl Sanction {
    /// Whether it is a time, and must say how much.
    pub const fn takes_seconds(self) -> bool {
        matches!(self, Sanction::AddTime | Sanction::TakeTime)
    }

    /// Whether it is points, and must say how many. What the opponent gets is all that the game can give, unless it says less.
    pub const fn takes_points(self) -> bool {
        matches!(self, Sanction::OwnScore)
    }

    /// Whether it may say how many points a player gets.
    pub const fn may_take_points(self) -> bool {
        matches!(
            self,
            Sanction::OwnScore | Sanction::OpponentScore | Sanction::Loss
        )
    }

    /// With which penalties alone seconds are named, for an error.
    pub const WITH_SECONDS: &str = "it only with the penalties \"add-time\" and \"take-time\"";

    /// With which penalties alone points are named, for an error.
    pub const WITH_POINTS: &str = "it only with the penalties \"opponent-score\", \"own-score\" and \"loss\"";
}

held_words! {
    Penalty Requirement Proposal Ground Error Declared Demanded Hand Manner Flags Sheet Noticed Behaviour
    Requested Signed Sanction
}

/// A vocabulary with a word that goes without saying.
macro_rules! held_word_or {
    ($($type:ident or $usual:ident;)+) => { $(
        impl FieldType for $type {
            const HOLDS: Holds = Holds::Word($type::WORDS);
            const REQUIRED: bool = false;
            fn value(&self) -> Option<Value> {
                (*self != $type::$usual).then(|| Value::Word(self.word()))
            }
            fn of(value: Value) -> Option<Self> {
                match value {
                    Value::Word(word) => word.parse().ok(),
                    _ => None,
                }
            }
            fn absent() -> Option<Self> {
                Some($type::$usual)
            }
        }
    )+ };
}

held_word_or! {
    How or Piece;
    Whereabouts or Person;
}
