//! What somebody did. Every act is defined here once: its name, its fields and what each may hold, and how it is said.
//! The record's reader and writer, plain words and the server's description are all made from this table.

use crate::{
    event::{HandMove, Moment},
    field::{Field, FieldType, Hands, Points, Several, Shape, TimeGiven, Unfit, Value, acts, taken},
    vocabulary::{
        Behaviour, Declared, Demanded, Error, Flags, Ground, Hand, How, Manner, Noticed, Penalty, Proposal,
        Requested, Requirement, Sanction, Sheet, Signed, Whereabouts,
    },
};
use core::num::NonZeroU32;
use jadoube_board::{Colour, Kind, Square};

// Each act: its variant, then its name in the record, as it is said of one who did it, and of one who may do it. Each
// field: its name and type, its name in the record, and the words before it in plain speech.
acts! {
    /// What somebody did.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Act {
        /// A whole move, from touching to quitting.
        Move("move", "moves", "move") {
            /// a move, such as e2e4 or e7e8q
            mv: HandMove = "move";
            /// 2 where both hands were used
            hands: Hands = "hands", "with both hands";
            /// what was said with the move: check, mate or free words
            say: Option<String> = "say", "saying";
        }
        /// A man touched without notice, or several at once.
        Touch("touch", "touches", "touch") {
            /// a square, a1 to h8
            squares: Several<Square> = "square";
            /// it was not on purpose
            accident: bool = "accident", "by accident";
            /// the hand stays on it
            hold: bool = "hold", "and holds";
        }
        /// Notice given, then the man touched.
        Adjust("adjust", "adjusts", "adjust") {
            /// a square, a1 to h8
            square: Square = "square";
        }
        /// A man lifted and held.
        Lift("lift", "lifts", "lift") {
            /// a square, a1 to h8
            square: Square = "square";
        }
        /// The man in hand put on a square, the hand still on it.
        Place("place", "places", "place") {
            /// a square, a1 to h8
            square: Square = "square";
        }
        /// The man in hand let go.
        Quit("quit", "quits", "quit") {
            /// which man, where two are in hand
            square: Option<Square> = "square";
        }
        /// A man taken off the board.
        Remove("remove", "removes", "remove") {
            /// a square, a1 to h8
            square: Square = "square";
            /// it was dropped, or taken off outside a move
            mistake: bool = "mistake", "by mistake";
        }
        /// A piece put in a Pawn's place, or named.
        Promote("promote", "promotes", "promote") {
            /// one of: q, r, b, n, p, k
            to: Kind = "to", "to";
            /// how the piece is shown
            how: How = "how";
            /// 2 where both hands were used
            hands: Hands = "hands", "with both hands";
            /// where it is put: for a man named earlier, or before or after the Pawn is taken off
            square: Option<Square> = "square", "on";
            /// white or black, where the piece is of the wrong colour
            colour: Option<Colour> = "colour", "of";
        }
        /// Words said aloud.
        Say("say", "says", "say") {
            /// what was said: check, mate or free words
            words: String = "words";
        }
        /// A penalty exacted.
        Exact("exact", "exacts", "exact") {
            /// which penalty
            penalty: Penalty = "penalty";
            /// the man named
            man: Option<Square> = "man", "man";
            /// the men named, where there are two
            men: Vec<Square> = "men", "men";
            /// the move named
            mv: Option<HandMove> = "move", "move";
        }
        /// A penalty let pass.
        Waive("waive", "waives", "waive") {
            /// the clause of what is let pass
            clause: Option<String> = "clause";
        }
        /// A requirement made.
        Require("require", "requires", "require") {
            /// what is required
            what: Requirement = "what";
            /// the man concerned
            square: Option<Square> = "square";
        }
        /// Consent to what would otherwise be an offence.
        Consent("consent", "consents", "consent") {
            /// what is consented to
            what: String = "what", "to";
        }
        /// One of several readings of a text adopted.
        Adopt("adopt", "adopts", "adopt") {
            /// a move, such as e2e4 or e7e8q
            mv: HandMove = "move";
        }
        /// Something offered.
        Offer("offer", "offers", "offer") {
            /// what is offered
            what: Proposal = "what";
            /// a condition put to it, in words
            condition: Option<String> = "condition", "if";
        }
        /// An offer accepted.
        Accept("accept", "accepts", "accept") {
            /// what was offered
            what: Proposal = "what";
        }
        /// An offer declined.
        Decline("decline", "declines", "decline") {
            /// what was offered
            what: Proposal = "what";
        }
        /// A claim.
        Claim("claim", "claims", "claim") {
            /// on which ground
            ground: Ground = "ground";
            /// the move intended, written down and declared
            mv: Option<HandMove> = "move", "intending";
            /// one of: upset, falsify, second-board, book, assistance, refusal, time, absence, or a clause
            offence: Option<String> = "offence", "for";
        }
        /// A demand.
        Demand("demand", "demands", "demand") {
            /// what is demanded
            what: Demanded = "what";
        }
        /// An error pointed out.
        PointOut("point-out", "points out", "point out") {
            /// which error
            error: Error = "error";
            /// which move, counting all that were made by hand
            number: Option<NonZeroU32> = "move";
        }
        /// The game given up.
        Resign("resign", "resigns", "resign")
        /// The men upset.
        Upset("upset", "upsets the men", "upset the men") {
            /// it was not on purpose
            accident: bool = "accident", "by accident";
        }
        /// A requirement, or the laws, refused.
        Refuse("refuse", "refuses", "refuse")
        /// The game left without a word.
        Abandon("abandon", "abandons", "abandon")
        /// Play stopped, to be taken up again.
        Adjourn("adjourn", "adjourns", "adjourn")
        /// A move written down and put away.
        Seal("seal", "seals", "seal") {
            /// the move as written, or an empty string
            record: String = "record";
        }
        /// Play taken up again.
        Resume("resume", "resumes", "resume") {
            /// the men as they were set up, where it was otherwise than they stood (FEN)
            board: Option<String> = "board", "board";
            /// the seconds used as the clocks were set, where it was otherwise than they stood
            clocks: Option<(Moment, Moment)> = "clocks", "clocks";
            /// who was not there at the time fixed
            absent: Vec<Colour> = "absent", "without";
        }
        /// A move communicated, with assumed replies and the moves to follow them.
        Send("send", "sends", "send") {
            /// the move as written, or "texts" for several
            texts: Several<String> = "text";
            /// pairs: [assumed reply, own next move]
            series: Vec<(String, String)> = "if", "if";
            /// the reading of the opponent's text that is adopted with the reply
            adopt: Option<HandMove> = "adopt", "adopting";
        }
        /// A player comes.
        Arrive("arrive", "arrives", "arrive")
        /// A flag seen down.
        Flag("flag", "sees the flag fall", "flag") {
            /// whose flag
            side: Option<Flags> = "side", "of";
        }
        /// The time at which play ends for good.
        CloseOfPlay("close-of-play", "closes play", "close play")
        /// The clock pressed.
        Press("press", "presses", "press") {
            /// with which hand, where it was not the one that moved
            hand: Option<Hand> = "hand", "hand";
            /// how, where it was not properly done
            manner: Option<Manner> = "manner", "manner";
        }
        /// Both clocks stopped.
        Pause("pause", "pauses", "pause") {
            /// why, in words
            why: Option<String> = "why";
        }
        /// Play set going again.
        Restart("restart", "restarts", "restart")
        /// Men knocked from their places, with no wish to move them.
        Displace("displace", "displaces", "displace") {
            /// a list of squares
            squares: Vec<Square> = "squares";
        }
        /// How the player's score sheet is being kept.
        Score("score", "keeps score", "keep score") {
            /// how it is kept
            what: Sheet = "what";
        }
        /// An electronic device that is not approved.
        Device("device", "has a device that", "have a device that") {
            /// what is noticed of it
            how: Noticed = "how";
            /// where it is
            place: Whereabouts = "where", "in";
        }
        /// How a player behaves.
        Conduct("conduct", "shows conduct", "show conduct") {
            /// what he does
            what: Behaviour = "what";
            /// he has leave to do it
            leave: bool = "leave", "with leave";
        }
        /// Something asked of the umpire.
        Request("request", "requests", "request") {
            /// what is asked for
            what: Requested = "what";
        }
        /// A result signed.
        Sign("sign", "signs", "sign") {
            /// the result
            result: Signed = "result";
        }
        /// A penalty imposed by the umpire.
        Penalise("penalise", "penalises", "penalise") {
            /// whom: white or black
            party: Colour = "party";
            /// which penalty
            penalty: Sanction = "penalty", "with";
            /// how many seconds are given or taken
            seconds: Option<Moment> = "seconds", "seconds";
            /// what the opponent scores, or with own-score the most that the player keeps
            score: Option<Points> = "score", "score";
            /// the clause broken
            clause: Option<String> = "clause", "under";
        }
        /// Time given by the umpire.
        Award("award", "awards", "award") {
            /// the seconds given to one player, or to each
            seconds: TimeGiven = "seconds", "seconds";
        }
        /// A question put to the umpire.
        Dispute("dispute", "disputes", "dispute") {
            /// the question in words
            question: String = "question";
        }
    }

    /// What the umpire decides.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Decision;

    /// The umpire's decision.
    Decide("decide", "decides", "decide") {
        /// the question he decides; one stands open at a time, and it may be repeated
        question: Option<String> = "question", "question";
        /// his words
        ruling: Option<String> = "ruling", "ruling";
        /// how the game ends, where he ends it
        result: Option<Declared> = "result", "result";
        /// the position from which play goes on (FEN)
        board: Option<String> = "board", "board";
        /// what he finds to be so: accident, wilful, unascertainable, valid-reason, …
        fact: Option<String> = "fact", "fact";
        /// the opponent's points, where he finds one player persistent
        score: Option<Points> = "score", "score";
        /// the move he finds to have been made
        mv: Option<HandMove> = "move", "move";
        /// the number of moves he allows
        moves_allowed: Option<u32> = "moves_allowed", "moves-allowed";
        /// the seconds used by each, corrected
        clocks: Option<(Moment, Moment)> = "clocks", "clocks";
        /// the seconds left to each, corrected
        left: Option<(Moment, Moment)> = "left", "left";
    }
}

impl Act {
    /// A whole move with nothing said.
    pub const fn played(mv: HandMove) -> Self {
        Act::Move {
            mv,
            hands: Hands::One,
            say: None,
        }
    }

    /// Whether it comes between nothing and its answer, done by him who is to answer: a word, a notice, an accident.
    pub fn is_an_aside(&self) -> bool {
        matches!(
            self,
            Act::Say { .. }
                | Act::Adjust { .. }
                | Act::Touch { accident: true, .. }
                | Act::Dispute { .. }
                | Act::Decide(_)
                | Act::Arrive
        )
    }

    /// One man touched on purpose and let go.
    pub fn touched(square: Square) -> Self {
        Act::Touch {
            squares: square.into(),
            accident: false,
            hold: false,
        }
    }

    /// The clock pressed as it should be.
    pub const fn pressed() -> Self {
        Act::Press {
            hand: None,
            manner: None,
        }
    }

    /// Something offered without a condition.
    pub const fn offered(what: Proposal) -> Self {
        Act::Offer {
            what,
            condition: None,
        }
    }

    /// A claim on this ground, with nothing else to say.
    pub const fn claimed(ground: Ground) -> Self {
        Act::Claim {
            ground,
            mv: None,
            offence: None,
        }
    }

    /// The act's name, words and fields.
    pub fn shape(&self) -> &'static Shape {
        let name = self.name();
        let at = Act::NAMES.iter().position(|each| *each == name);
        &Act::SHAPES[at.unwrap_or_default()]
    }

    /// The act of this shape whose fields hold what `take` finds in them. Nothing where no act has that name.
    pub fn from_fields<E: From<Unfit>>(
        shape: &'static Shape,
        mut take: impl FnMut(&'static Field) -> Result<Option<Value>, E>,
    ) -> Result<Option<Act>, E> {
        let mut fields = shape.fields.iter();
        let act = Act::from_values::<E>(shape.name, || {
            // A shape has as many fields as its act, being made of the same lines.
            let field = fields.next().unwrap_or(&shape.fields[0]);
            Ok((field, take(field)?))
        })?;
        match act.as_ref().and_then(Act::unfit) {
            Some(unfit) => Err(unfit.into()),
            None => Ok(act),
        }
    }

    /// A field that does not go with the others of its act.
    fn unfit(&self) -> Option<Unfit> {
        let unfit = |name: &str, given: bool, expected: &'static str| {
            let field = self.shape().fields.iter().find(|field| field.name == name)?;
            Some(Unfit {
                field,
                given,
                expected: if expected.is_empty() {
                    field.about
                } else {
                    expected
                },
            })
        };
        match self {
            Act::Claim { ground, mv, offence } => match (ground, offence) {
                (Ground::Forfeit, None) => unfit("offence", false, ""),
                (ground, Some(_)) if *ground != Ground::Forfeit => {
                    unfit("offence", true, "it only with the ground \"forfeit\"")
                }
                _ if mv.is_some() && !matches!(ground, Ground::Repetition | Ground::FiftyMoves) => unfit(
                    "move",
                    true,
                    "it only with the grounds \"repetition\" and \"fifty-moves\"",
                ),
                _ => None,
            },
            Act::Penalise {
                penalty,
                seconds,
                score,
                ..
            } => {
                if penalty.takes_seconds() && seconds.is_none() {
                    unfit("seconds", false, "")
                } else if penalty.takes_points() && score.is_none() {
                    unfit("score", false, "the most that the player keeps")
                } else if seconds.is_some() && !penalty.takes_seconds() {
                    unfit("seconds", true, Sanction::WITH_SECONDS)
                } else if score.is_some() && !penalty.may_take_points() {
                    unfit("score", true, Sanction::WITH_POINTS)
                } else {
                    None
                }
            }
            Act::Decide(Decision {
                score: Some(_), fact, ..
            }) if fact.as_deref() != Some("persistent") => {
                unfit("score", true, "it only with the fact \"persistent\"")
            }
            Act::Displace { squares } if squares.is_empty() => unfit("squares", false, "at least one square"),
            _ => None,
        }
    }
}
