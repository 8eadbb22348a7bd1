//! What stands between the players? Duties, liabilities, touches carried over, conduct, offers, demands and claims, each
//! with one life: it arises, stands, and is used, waived, lapsed, overtaken or fulfilled.

use crate::{
    event::HandMove,
    game::Standing,
    hand::Touch,
    men::{ManId, Men},
    ruling::Citation,
    sentence::Sentence,
    vocabulary::{Error, Proposal},
    words,
};
use jadoube_board::{Colour, Move};

/// What a player owes in this turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duty {
    /// By which clause.
    pub clause: Citation,
    /// In our words.
    pub text: Sentence,
    /// The only moves that discharge it.
    pub moves: Vec<Move>,
    /// Laid on him by the opponent's word (rather than by the law itself).
    pub exacted: bool,
}

/// An offence: the facts on which a penalty may be founded.
#[derive(Debug, Clone)]
pub struct Offence {
    /// Which of all entered; given when it arises.
    pub id: u32,
    /// Who committed it.
    pub by: Colour,
    /// What it was.
    pub kind: OffenceKind,
    /// The turn in which it was committed, as it began.
    pub turn: Standing,
    /// How many turns were over then.
    pub past: usize,
    /// The men he touched in that turn.
    pub touched: Vec<Touch>,
    /// The transfer made, where there was one.
    pub made: Option<HandMove>,
    /// Its number among moves made by hand.
    pub number: u32,
    /// The men before it and as it left them, where it altered the board in the opponent's turn.
    pub before: Option<Men>,
    /// See `before`.
    pub after: Option<Men>,
    /// When the penalty may be exacted.
    pub window: Window,
    /// The position has already been restored for it.
    pub restored: bool,
    /// What he owed and did not do, where the offence is that.
    pub duty: Option<Box<Duty>>,
}

/// A man touched in the opponent's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// Which man.
    pub id: ManId,
    /// How many turns were over when it was touched.
    pub past: usize,
}

/// When a penalty may be exacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    /// From now until the entitled player touches a man.
    UntilTouch,
    /// Not yet: from the offender's next turn.
    NextTurn,
    /// No longer; but what was done still has to be put right.
    Lapsed,
}

words! {
    /// What an offence was, as a matter of fact.
    OffenceKind: "offence" {
        /// A man touched that cannot be moved or taken.
        TouchedImmoveable = "touched-immoveable",
        /// A man touched, and another moved.
        MovedOtherwise = "moved-otherwise",
        /// A move that the men's powers, or the King's safety, forbid.
        IllegalMove = "illegal-move",
        /// A legal move put in place of an illegal one.
        Substituted = "substituted",
        /// A move in the opponent's turn.
        OutOfTurn = "out-of-turn",
        /// A move in the opponent's turn put in place of one's own last.
        SubstitutedOutOfTurn = "substituted-out-of-turn",
        /// A castling begun with the Rook, quitted before the King was touched.
        RookFirst = "rook-first",
        /// A man taken off by mistake.
        RemovedByMistake = "removed-by-mistake",
        /// A sealed or communicated text that fits no legal move.
        UnreadableText = "unreadable-text",
        /// No move was written at the adjournment.
        NothingSealed = "nothing-sealed",
        /// An adverse man moved.
        MovedAdverseMan = "moved-adverse-man",
        /// A man taken that the taker cannot take.
        FalseCapture = "false-capture",
        /// One's own man taken.
        TookOwnMan = "took-own-man",
        /// Castling against its conditions.
        FalseCastling = "false-castling",
        /// One's own King uncovered or led into check.
        ExposedKing = "exposed-king",
        /// A check left unanswered.
        NeglectedCheck = "neglected-check",
        /// Several men touched.
        TouchedSeveral = "touched-several",
        /// An adverse man touched.
        TouchedAdverseMan = "touched-adverse-man",
        /// "Check" said without a check.
        FalseCry = "false-cry",
        /// Something else that a code forbids.
        Other = "other",
    }
}

impl OffenceKind {
    /// Whether men were moved, or taken off, against the law by it.
    pub const fn moves_men(self) -> bool {
        matches!(
            self,
            OffenceKind::IllegalMove
                | OffenceKind::OutOfTurn
                | OffenceKind::RemovedByMistake
                | OffenceKind::MovedAdverseMan
                | OffenceKind::FalseCapture
                | OffenceKind::TookOwnMan
                | OffenceKind::FalseCastling
                | OffenceKind::ExposedKing
                | OffenceKind::NeglectedCheck
        )
    }
}

/// An illegality that stood while the game went on.
#[derive(Debug, Clone)]
pub struct Irregularity {
    /// Who committed it.
    pub by: Colour,
    /// What it was.
    pub kind: OffenceKind,
    /// Its number among moves made by hand.
    pub number: u32,
    /// The turn in which it was committed, as it began.
    pub turn: Standing,
    /// How many turns were over then.
    pub past: usize,
    /// What the player of that turn had touched in it, where the illegality was not his.
    pub touched: Vec<Touch>,
    /// The men as that player had let them go, a move of his begun, where the illegality was not his.
    pub begun: Option<Box<Men>>,
    /// Moves completed by each player since.
    pub since: [u32; 2],
}

/// Conduct that costs the game if it is claimed in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForfeitableConduct {
    /// Whose conduct.
    pub by: Colour,
    /// What it was, in the record's word.
    pub offence: String,
    /// By which clause.
    pub clause: Citation,
    /// Moves the opponent had completed when he came to know.
    pub opponent_moves: u32,
}

/// A demand that mate be given within so many moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// Who demanded.
    pub by: Colour,
    /// How many moves on each side.
    pub allowed: u32,
    /// How many moves each had made when the count began.
    pub from: [u32; 2],
    /// By which clause.
    pub clause: Citation,
    /// The men then, for codes in which a change of force begins the count anew.
    pub force: [u8; 12],
}

/// Everything the law has laid on a player, or a player has put to the other, that has not yet ended.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// What the player owes.
    pub duty: Option<Box<Duty>>,
    /// What each player will owe at his next turn.
    pub later: [Option<Box<Duty>>; 2],
    /// Men each player touched in the opponent's turn, that count in his own.
    pub carried: [Vec<Carried>; 2],
    /// Men touched in this turn whose touch founds nothing more: what it gave has been used, waived or lost.
    pub forgiven: Vec<ManId>,
    /// The end of the game claimed by him who brought it about, while a penalty is open against it.
    pub end_claimed: Option<Colour>,
    /// Offences not yet settled.
    pub offences: Vec<Offence>,
    /// How many have arisen.
    pub arisen: u32,
    /// What could be exacted in this turn and no longer can, a man having been touched.
    pub lapsed: Vec<Offence>,
    /// Illegalities that stood.
    pub irregularities: Vec<Irregularity>,
    /// Conduct that may be claimed.
    pub forfeitable: Vec<ForfeitableConduct>,
    /// Conduct that might have been claimed, and was not before a move was completed.
    pub unclaimed: Vec<ForfeitableConduct>,
    /// The game claimed, by whom and under which clause, and not upheld by the umpire.
    pub denied: Vec<(Colour, Citation)>,
    /// What each player has consented to.
    pub consents: [Vec<String>; 2],
    /// Open offers.
    pub offers: Vec<(Colour, Proposal)>,
    /// Offers refused by a man touched in this turn, and by no word: found an accident, it has refused nothing.
    pub refused_by_touch: Vec<(Colour, Proposal)>,
    /// Errors pointed out in time.
    pub pointed_out: Vec<Error>,
    /// Demands that count.
    pub demands: Vec<Demand>,
}

/// The words in which an entry lives and ends. Each is one function, so that nothing ends otherwise.
impl Ledger {
    /// It arises: an offence for which something may be exacted.
    pub(crate) fn arise(&mut self, mut offence: Offence) {
        self.arisen += 1;
        offence.id = self.arisen;
        self.offences.push(offence);
    }

    /// It lapses: the entitled player has touched a man. `put_right`: no man is off the board by mistake.
    pub(crate) fn lapse(&mut self, entitled: Colour, put_right: bool) {
        for offence in &mut self.offences {
            let lapses = offence.by != entitled && offence.window == Window::UntilTouch;
            if lapses {
                self.lapsed.push(offence.clone());
            }
            if lapses && !put_right && offence.kind == OffenceKind::RemovedByMistake {
                // The man has to go back all the same.
                offence.window = Window::Lapsed;
            }
        }
        self.offences
            .retain(|offence| offence.by == entitled || offence.window != Window::UntilTouch);
    }

    /// It is overtaken: by something graver of the same player's, or because what it rested on is undone.
    pub(crate) fn overtake(&mut self, offender: Colour) {
        self.offences.retain(|offence| offence.by != offender);
    }

    /// These are no offences, or no longer, or nothing is asked for them; whatever else he did stands.
    pub(crate) fn forget(&mut self, offences: &[u32]) {
        self.offences.retain(|offence| !offences.contains(&offence.id));
    }

    /// The position has been restored for these; the rest may still be exacted.
    pub(crate) fn restored(&mut self, offences: &[u32]) {
        let meant = |offence: &&mut Offence| offences.contains(&offence.id);
        for offence in self.offences.iter_mut().filter(meant) {
            offence.restored = true;
        }
    }

    /// His turn has come: what had to wait for it may now be exacted.
    pub(crate) fn open(&mut self, offender: Colour) {
        let waits = |offence: &&mut Offence| offence.by == offender && offence.window == Window::NextTurn;
        for offence in self.offences.iter_mut().filter(waits) {
            offence.window = Window::UntilTouch;
        }
    }

    /// A man counts as touched in the player's next turn.
    pub(crate) fn carry(&mut self, player: Colour, id: ManId, past: usize) {
        let carried = &mut self.carried[player.index()];
        if !carried.iter().any(|each| each.id == id) {
            carried.push(Carried { id, past });
        }
    }

    /// It is used, waived or lost by his own fault: spent for good, with the touches carried over that it rested on.
    pub(crate) fn spend(&mut self, offender: Colour, past: usize) {
        self.overtake(offender);
        self.carried[offender.index()].retain(|each| each.past >= past);
    }

    /// What the player on turn touched of these founds nothing more in it.
    pub(crate) fn forgive(&mut self, player: Colour, men: &[ManId]) {
        self.forgiven.extend(men);
        self.carried[player.index()].retain(|each| !men.contains(&each.id));
    }

    /// Play has gone back to this player's turn, before which so many were over: what came after never was. What the
    /// other did in that very turn was done, and waits again for his own.
    /// `undone`: the number of the first move that has gone back with a turn.
    pub(crate) fn go_back_to(&mut self, standing: &Standing, past: usize, undone: Option<u32>) {
        let player = standing.player;
        // What the other altered before that move, or in the turn that begins again, stands in the position restored.
        let stood = |each: &Irregularity| {
            undone.is_none_or(|undone| each.number < undone) && each.turn.men.board() != standing.men.board()
        };
        self.irregularities
            .retain(|each| each.past < past || each.past == past && stood(each));
        self.offences.retain(|each| each.past <= past);
        for offence in &mut self.offences {
            let in_the_others_turn = offence.by != player && offence.turn.player == player;
            if undone.is_some() && in_the_others_turn && offence.window == Window::UntilTouch {
                offence.window = Window::NextTurn;
            }
        }
        for carried in &mut self.carried {
            carried.retain(|each| each.past <= past);
        }
        self.end_claimed = None;
    }

    /// The men stand so again, so many turns being over: what was taken off by mistake in this one is back.
    pub(crate) fn put_right(&mut self, men: &Men, past: usize) {
        let is_back = |each: &Irregularity| {
            let removed = each.kind == OffenceKind::RemovedByMistake && each.past == past;
            removed && each.turn.men.board() == men.board()
        };
        self.irregularities.retain(|each| !is_back(each));
    }

    /// A demand begins to count, in place of an earlier one of the same player's.
    pub(crate) fn demand(&mut self, demand: Demand) {
        self.drop_demand(demand.by);
        self.demands.push(demand);
    }

    /// This player's demand counts no longer.
    pub(crate) fn drop_demand(&mut self, by: Colour) {
        self.demands.retain(|each| each.by != by);
    }

    /// An error was pointed out in time.
    pub(crate) fn point_out(&mut self, error: Error) {
        if !self.pointed_out.contains(&error) {
            self.pointed_out.push(error);
        }
    }

    /// An offer is refused in words: the same one does not come back for another reason.
    pub(crate) fn decline(&mut self, offer: (Colour, Proposal)) {
        self.offers.retain(|each| *each != offer);
        self.refused_by_touch.retain(|each| *each != offer);
    }

    /// This player touches a man, and refuses by it what was offered to him.
    pub(crate) fn refuse_by_touch(&mut self, player: Colour) {
        let refused = self.offers.extract_if(.., |(from, _)| *from != player);
        self.refused_by_touch.extend(refused);
    }

    /// The offers that are open again where what this player touched is found to be an accident.
    pub fn open_again(&self, player: Colour) -> impl Iterator<Item = (Colour, Proposal)> {
        let open = |offer: &(Colour, Proposal)| !self.offers.contains(offer);
        let refused = self.refused_by_touch.iter().copied();
        refused.filter(move |offer| offer.0 != player && open(offer))
    }

    /// He did it by accident: nothing is founded on it, and what it cost him of his own rights is open again.
    pub(crate) fn pardon(&mut self, player: Colour) {
        let open_again: Vec<_> = self.open_again(player).collect();
        self.offers.extend(open_again);
        self.refused_by_touch.retain(|(from, _)| *from == player);
        self.forfeitable.retain(|conduct| conduct.by != player);
        self.offences.retain(|offence| offence.by != player);
        self.carried[player.index()].clear();
        let lapsed = core::mem::take(&mut self.lapsed);
        let (his, others): (Vec<_>, Vec<_>) = lapsed.into_iter().partition(|each| each.by != player);
        self.lapsed = others;
        let open_again: Vec<u32> = his.iter().map(|offence| offence.id).collect();
        self.forget(&open_again);
        self.offences.extend(his);
        self.offences.sort_by_cached_key(|offence| offence.id);
    }

    /// What the law itself laid on the player falls away; what the opponent has exacted stays.
    pub(crate) fn release(&mut self) {
        self.duty = self.duty.take().filter(|duty| duty.exacted);
    }
}
