//! What does a prover say, and what does it show for it?

use std::fmt;

use jadoube_board::{Bitboard, Colour, Man, Move, Position, Square};

use crate::budget::Stopped;
use crate::identity::{ByIdentity, Identities, Identity};

/// Proved, refuted, or not known within the budget; never a guess.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The claim holds, and this shows it.
    Proved(Evidence),
    /// The claim does not hold, and this shows it.
    Refuted(Evidence),
    /// The work allowed did not suffice.
    Undecided {
        /// Positions looked into.
        nodes: u64,
        /// Why it went no further.
        why: Stopped,
        /// What was found on the way.
        found: Option<Found>,
    },
}

/// What a prover knows though it has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// One side cannot give mate; whether the other can is not known.
    Half(CannotWin),
    /// The checks cannot be brought to an end within so many.
    ChecksFor(u32),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Half(half) => write!(f, "{} cannot win: {}", half.side, half.reason),
            Self::ChecksFor(checks) => write!(f, "the checks cannot be ended within {checks}"),
        }
    }
}

impl Answer {
    /// Whether the claim is proved.
    pub const fn is_proved(&self) -> bool {
        matches!(self, Self::Proved(_))
    }

    /// Whether the claim is refuted.
    pub const fn is_refuted(&self) -> bool {
        matches!(self, Self::Refuted(_))
    }

    /// `"proved"`, `"refuted"` or `"undecided"`.
    pub const fn verdict(&self) -> &'static str {
        match self {
            Self::Proved(_) => "proved",
            Self::Refuted(_) => "refuted",
            Self::Undecided { .. } => "undecided",
        }
    }

    /// What the answer rests on, if there is an answer.
    pub const fn evidence(&self) -> Option<&Evidence> {
        match self {
            Self::Proved(evidence) | Self::Refuted(evidence) => Some(evidence),
            Self::Undecided { .. } => None,
        }
    }
}

/// What an answer rests on; [`check`](crate::check) verifies each without trusting the prover.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// A check for every position that can arise, without end.
    Strategy(CheckingStrategy),
    /// A reply to every check, until no check is left.
    Escape(Escape),
    /// Legal moves that end in mate.
    Line(MatingLine),
    /// One side cannot give mate.
    CannotWin(CannotWin),
    /// Neither side can give mate: White's proof, then Black's.
    DrawnGame(Box<[CannotWin; 2]>),
}

/// One check for every position the replies can bring about; the first entry is the position itself.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckingStrategy {
    /// Each position with the claimant to move, and the check he gives there.
    pub entries: Vec<(Position, Move)>,
}

impl CheckingStrategy {
    /// The check to begin with.
    pub fn first_move(&self) -> Option<Move> {
        self.entries.first().map(|(_, check)| *check)
    }

    /// Checks and replies from the position on until one comes back to where it was, or is mate.
    pub fn circle(&self) -> Vec<Move> {
        let checks: ByIdentity<Move> = self
            .entries
            .iter()
            .map(|(position, check)| (Identity::of(position), *check))
            .collect();
        let mut line = Vec::new();
        let mut seen = Identities::default();
        let mut next = self.entries.first().map(|(position, _)| *position);
        while let Some(position) = next {
            let identity = Identity::of(&position);
            let Some(check) = checks.get(&identity).filter(|_| seen.insert(identity)) else {
                break;
            };
            line.push(*check);
            let after = position.play(*check);
            next = after.legal_moves().iter().next().map(|reply| {
                line.push(*reply);
                after.play(*reply)
            });
        }
        line
    }
}

/// How the checks come to an end; the last entry is the position itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Escape {
    /// Each position with the claimant to move; every reply leads to an entry further up.
    pub entries: Vec<EscapeStep>,
}

impl Escape {
    /// One way to the end: a check, the reply to it, and so on until no check is left.
    pub fn line(&self) -> Vec<Move> {
        let steps: ByIdentity<&EscapeStep> = self
            .entries
            .iter()
            .map(|step| (Identity::of(&step.position), step))
            .collect();
        let mut line = Vec::new();
        let mut step = self.entries.last();
        while let Some(at) = step {
            step = at.answers.first().and_then(|(check, reply)| {
                line.extend([*check, *reply]);
                steps
                    .get(&Identity::of(&at.position.play(*check).play(*reply)))
                    .copied()
            });
        }
        line
    }
}

/// A position from which the checks can be ended.
#[derive(Clone, Debug, PartialEq)]
pub struct EscapeStep {
    /// The claimant is to move.
    pub position: Position,
    /// Every check he has here, and the reply to it. None: he has no check.
    pub answers: Vec<(Move, Move)>,
}

/// A mate that legal moves of both sides bring about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatingLine {
    /// Who mates.
    pub winner: Colour,
    /// From the position to the mate; none if it is mate already.
    pub moves: Vec<Move>,
}

/// Why no legal moves whatever lead to mate by this side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotWin {
    /// The side that cannot give mate.
    pub side: Colour,
    /// Why not.
    pub reason: Reason,
}

/// Why a side cannot give mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The game is over: the side to move has no move.
    Over,
    /// The men left cannot mate, wherever they stand.
    Material(Material),
    /// The men can never get to where they would have to be.
    Confined(Confinement),
    /// All ways the men can stand have been looked at, the bishops of one side being anywhere on their squares.
    Roaming(Roaming),
    /// All positions that can arise have been looked at.
    Exhausted(Exhausted),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::Material(Material::LoneKing) => f.write_str("a king alone gives no check"),
            Self::Material(Material::OneKnight) => {
                f.write_str("one knight cannot mate a king that has no men but queens to stand in its way")
            }
            Self::Material(Material::BishopsOfOneColour) => f.write_str(
                "bishops on squares of one colour cannot mate, and no other man can stand in the king's way",
            ),
            Self::Confined(_) => f.write_str(
                "the men are locked in: wherever the king can be attacked, a square beside it stays free",
            ),
            Self::Roaming(world) => write!(
                f,
                "the bishops go on squares of one colour: in all {} ways the other men can stand, the king has a square of the \
                 other colour whenever he may be in check",
                world.shapes.len()
            ),
            Self::Exhausted(set) => {
                let positions = set.positions.len();
                write!(
                    f,
                    "all {positions} positions that can arise have been looked at, and none is mate"
                )?;
                match set.confined.len() {
                    0 => Ok(()),
                    locked => write!(f, " (in {locked} more the men are locked in)"),
                }
            }
        }
    }
}

/// Men that cannot mate, wherever they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Nothing but the king.
    LoneKing,
    /// One knight; the other side has nothing that could stand in its own king's way but queens.
    OneKnight,
    /// Bishops, and every other man but kings, rooks and queens of the other side, on squares of one colour.
    BishopsOfOneColour,
}

/// Where every man can ever get, with the squares of men that can never leave and never be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// Every man on the board.
    pub men: Vec<ConfinedMan>,
}

/// Where one man can ever get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfinedMan {
    /// The man.
    pub man: Man,
    /// Where it stands.
    pub on: Square,
    /// Every square it can ever stand on is among these.
    pub reach: Bitboard,
    /// Whether it may be taken some day.
    pub takeable: bool,
}

/// Every way the men can stand, wherever the bishops of one side are on the squares of their colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roaming {
    /// Whose bishops are left out: all of them go on squares of one colour.
    pub bishops: Colour,
    /// The men without them, and the player to move. Each is followed only by others of this set, whatever is played and
    /// wherever the bishops stand, and never by mate.
    pub shapes: Vec<Identity>,
}

/// Every position that can arise, and none of them is mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// Each is followed by positions that are in this set, or settled by their men, or listed as confined.
    pub positions: Vec<Identity>,
    /// Positions from which the side cannot mate because the men are confined.
    pub confined: Vec<(Identity, Confinement)>,
}
