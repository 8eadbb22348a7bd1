//! What the law said of an act, and what the game must therefore do.

use crate::{
    act::{Act, Decision},
    event::{HandMove, Moment, Party},
    game::{Outcome, Standing},
    hand::{Deed, InHand, Touch},
    ledger::{Demand, Duty, ForfeitableConduct, Irregularity, Offence},
    men::{ManId, Men},
    pressing::{AtTheClock, Given},
    sentence::Sentence,
    sitting::{ConditionalLines, Dispute, Pending},
    vocabulary::{Error, Proposal},
};
use jadoube_board::{Colour, Move, Position, Square};
use smallvec::SmallVec;

/// A clause (or a numbered reading) as it is cited.
pub type Citation = &'static str;

/// The law's answer to an act: what it found, what follows, or why nothing does.
#[derive(Debug, Clone, Default)]
pub struct Ruling {
    /// What the law said.
    pub findings: Vec<Finding>,
    /// What the game must do, in order.
    pub consequences: SmallVec<[Consequence; 1]>,
    /// Why the act had no effect, where it had none.
    pub refused: Option<Refusal>,
}

impl Ruling {
    /// Nothing to say and nothing to do.
    pub fn silent() -> Self {
        Self::default()
    }

    /// Nothing to say, and one thing to do.
    pub fn simply(consequence: Consequence) -> Self {
        Ruling {
            consequences: SmallVec::from_buf([consequence]),
            ..Self::default()
        }
    }

    /// The act has no effect, for this reason.
    pub fn refuse(clause: impl Into<Citation>, why: impl Into<Sentence>) -> Self {
        Ruling {
            refused: Some(Refusal {
                clause: Some(clause.into()),
                why: why.into(),
            }),
            ..Self::default()
        }
    }

    /// The act has no effect, and no clause need be cited for it.
    pub fn refuse_plainly(why: impl Into<Sentence>) -> Self {
        Ruling {
            refused: Some(Refusal {
                clause: None,
                why: why.into(),
            }),
            ..Self::default()
        }
    }

    /// Adds a finding.
    #[must_use]
    pub fn finding(
        mut self,
        clause: impl Into<Citation>,
        party: impl Into<Party>,
        text: impl Into<Sentence>,
    ) -> Self {
        self.findings.push(Finding {
            clause: clause.into(),
            party: Some(party.into()),
            text: text.into(),
            reason: false,
            penalisable: false,
        });
        self
    }

    /// Adds the reason why what was done is against the law.
    #[must_use]
    pub fn because(
        self,
        clause: impl Into<Citation>,
        party: impl Into<Party>,
        text: impl Into<Sentence>,
    ) -> Self {
        let mut ruling = self.finding(clause, party, text);
        if let Some(added) = ruling.findings.last_mut() {
            added.reason = true;
        }
        ruling
    }

    /// Adds that a player did what an arbiter may penalise, where there is one.
    #[must_use]
    pub fn penalisable(mut self, clause: impl Into<Citation>, by: Colour, text: impl Into<Sentence>) -> Self {
        self.findings.push(Finding {
            clause: clause.into(),
            party: Some(by.into()),
            text: text.into(),
            reason: false,
            penalisable: true,
        });
        self
    }

    /// Adds a consequence.
    #[must_use]
    pub fn so(mut self, consequence: Consequence) -> Self {
        self.consequences.push(consequence);
        self
    }

    /// Adds everything another ruling says and does.
    #[must_use]
    pub fn and(mut self, other: Ruling) -> Self {
        self.findings.extend(other.findings);
        self.consequences.extend(other.consequences);
        self.refused = self.refused.or(other.refused);
        self
    }
}

/// One thing the law said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// By which clause.
    pub clause: Citation,
    /// Of whom.
    pub party: Option<Party>,
    /// In our words.
    pub text: Sentence,
    /// Whether it is the reason why what was done is against the law.
    pub reason: bool,
    /// Whether it leaves a penalty to the arbiter.
    pub penalisable: bool,
}

/// Why an act had no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// By which clause, where one says so.
    pub clause: Option<Citation>,
    /// In our words.
    pub why: Sentence,
}

/// A right open to a party: an act that can be given back as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Right {
    /// Whose.
    pub party: Party,
    /// The act that uses it.
    pub act: Act,
    /// The clause that gives it.
    pub clause: Citation,
    /// What it is, in a few words.
    pub text: Sentence,
}

/// What follows from an ordinary act. Nearly every act is one, so this is small and done at once.
#[derive(Debug, Clone, Copy)]
pub enum Ordinary {
    /// A legal move is complete; the turn passes.
    Move(Move),
    /// Its player presses his clock, which gives him so much.
    Press(Colour, Given),
}

impl From<Ordinary> for Consequence {
    fn from(ordinary: Ordinary) -> Self {
        match ordinary {
            Ordinary::Move(mv) => Consequence::Play(mv),
            Ordinary::Press(by, given) => Consequence::AtTheClock(AtTheClock::Press(by, given)),
        }
    }
}

/// What the game must do. It does so without asking why.
#[derive(Debug, Clone)]
pub enum Consequence {
    /// A legal move is complete; the turn passes.
    Play(Move),
    /// A move is complete that leaves a check unheeded by right, and leads to this position; the turn passes.
    PlayUnheeding(Move, Box<Position>),
    /// A legal move is complete, but the same player has another to make in the same turn, from this position.
    PlayOn(Move, Box<Position>),
    /// The hand does what it did: the men and hands are as the deed left them.
    Perform(Box<Deed>),
    /// The player's transfer, just performed, is an irregular move of his present turn.
    Irregular(HandMove),
    /// A transfer was made by hand and undone at once; it counts among the moves made by hand.
    CountMove,
    /// Something at a clock that the players press.
    AtTheClock(AtTheClock),
    /// The opponent's transfer, just performed, altered the men in the player's turn.
    Alter(Box<Offence>),
    /// What the opponent altered in this turn is undone; what the player touched stays touched.
    UndoAlteration,
    /// An irregular move ends the turn: the men stand as they are, and the other player is to move.
    EndTurnIrregularly,
    /// The player to move takes the men as his opponent altered them for the beginning of his turn.
    AcceptMen,
    /// What the opponent altered when so many turns were over, and was undone, stands again upon what has been done since.
    LayOver(Box<Offence>, usize),
    /// The player has begun a move, and the men stand so.
    Begun(Box<Men>),
    /// Men, turn and past are again as they were then.
    Restore(Box<Standing>, usize),
    /// A man fell, or is back: the turn goes on with the men so, and whatever has been done in it stays done.
    StandAs(Box<Standing>),
    /// The last move made is understood as this one.
    Reinterpret(Move, Box<Standing>),
    /// A man is put back on this square.
    PutBack(Square),
    /// The man on this square is off the board.
    TakeOff(Square),
    /// What the player in hand holds goes back where it stood; his hand is empty.
    EmptyHand(Colour),
    /// What this player holds counts as standing where he took it up, while the other's act is judged.
    SetAside(Colour),
    /// What was set aside is in this player's hand again, where he had it.
    TakeUp(Box<InHand>),
    /// A man named or substituted is now the piece itself.
    ReplaceToken(Square),
    /// An offence is noted.
    Note(Box<Offence>),
    /// What this player may exact has lapsed: he has touched a man.
    Lapse(Colour),
    /// This player's offences are settled.
    Settle(Colour),
    /// What this player's offences gave has been used, waived or lost; it is spent.
    Spend(Colour),
    /// These men's touch founds nothing more in this turn.
    Forgive(Vec<ManId>),
    /// These men have been touched anew: that counts, whatever their earlier touch came to.
    TouchAnew(Vec<ManId>),
    /// The player on turn had touched these in it before play went on.
    TouchedBefore(Vec<Touch>),
    /// What this player touched in the opponent's present turn does not count in his own.
    DropTouches(Colour),
    /// The end of the game is claimed, while a penalty is open against the move that brought it about.
    ClaimEnd(Colour),
    /// These are, or have become, no offences, or nothing is asked for them.
    Forget(Vec<u32>),
    /// Penalty A has been exacted alone for these: the rest may still follow.
    Restored(Vec<u32>),
    /// An irregularity is on record until it is put right.
    Record(Box<Irregularity>),
    /// The player is bound.
    Bind(Box<Duty>),
    /// The player will be bound at his next turn.
    BindLater(Colour, Box<Duty>),
    /// The player is released.
    Release,
    /// This man counts as touched at the player's next turn.
    CarryTouch(Colour, Square),
    /// The opponent has consented to this.
    Consent(Colour, String),
    /// A check was announced (by this player, with his last move).
    Announce(Colour, String),
    /// This player cried check with what he altered, and gave none: his last move is not announced by it.
    CryInVain(Colour, String),
    /// A check was announced with what the opponent altered.
    AnnounceOutOfTurn(String),
    /// This player has let go of the man that took; the man taken on this square has yet to be taken away.
    LeaveLying(Colour, Square),
    /// Something is offered.
    Offer(Colour, Proposal),
    /// What this player offered is declined.
    Decline(Colour, Proposal),
    /// No offer is open any more.
    Withdraw,
    /// A demand begins (or begins again) to count.
    Demand(Box<Demand>),
    /// This player's demand counts no longer.
    DropDemand(Colour),
    /// Something was said, done or refused that may cost the game if it is claimed.
    RememberConduct(Box<ForfeitableConduct>),
    /// This player's conduct can be claimed for no longer.
    Excuse(Colour),
    /// Play stops until it is resumed.
    Adjourn,
    /// A move is sealed.
    Seal(Colour, String),
    /// Play goes on.
    Resume(Option<Box<Standing>>),
    /// All is as it was when play stopped: what has been played since is void.
    BackToTheAdjournment,
    /// A text waits for its reading to be adopted, or for a penalty.
    Await(Box<Pending>),
    /// Nothing waits any more.
    StopWaiting,
    /// Moves are held ready for assumed replies.
    Hold(Box<ConditionalLines>),
    /// The clocks are set.
    SetClocks(Moment, Moment),
    /// The clocks are set back to what they showed at the adjournment.
    SetClocksBack,
    /// This player has arrived.
    Arrive(Colour),
    /// This player is not there when an adjourned game is to be resumed.
    Absent(Colour),
    /// This player's clock is started.
    StartClock(Colour),
    /// Both clocks are stopped; the next act sets them going.
    StopClocks,
    /// A question stands before the umpire.
    Suspend(Box<Dispute>),
    /// What this player did by accident founds nothing.
    Pardon(Colour),
    /// The umpire has decided.
    Decide(Box<Decision>),
    /// The game is over.
    End(Outcome),
    /// The game is not over after all.
    Reopen,
    /// An error has been pointed out in time.
    PointedOut(Error),
    /// The players withdraw the question before the umpire: all is as it was before it was put.
    WithdrawQuestion,
    /// A bystander is named umpire.
    NameUmpire,
}
