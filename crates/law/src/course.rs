//! A game of legal moves and nothing else, as archives hold them: what does a code say of it at each move?
//!
//! An [`Arbiter`](crate::Arbiter) hears every act and keeps what is owed. A `Course` keeps only what the laws of drawn games and the
//! ends of games ask for, so that one replay can be put to all codes at once. Both ask the same questions of law.

use crate::{
    code::Authority,
    facts::{Facts, Same, proved},
    questions::{agreement, endings, false_move, fifty_moves, repetition, time_limit},
    umpire,
};
use jadoube_board::{Colour, Kind, Move, Position};
use jadoube_game::{Code, Ground};

/// Something a code says of the position, and the clause that says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said<T> {
    /// What it says.
    pub what: T,
    /// By which clause; none where the code is silent and a reading stands in for it.
    pub clause: Option<&'static str>,
}

impl<T> Said<T> {
    /// By this authority.
    pub(crate) fn by(what: T, authority: Authority) -> Self {
        Said {
            what,
            clause: authority.governing().filter(|_| !authority.is_reading()),
        }
    }
}

/// A way in which a game is over of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The King is checkmated.
    Checkmate,
    /// The player to move has no legal move.
    Stalemate,
    /// Nobody can mate any more.
    DeadPosition,
    /// The same position five times.
    Fivefold,
    /// Seventy-five moves of each without capture or Pawn move.
    SeventyFive,
}

/// A game of legal moves, as far as it has been played.
///
/// ```
/// use jadoube_board::Position;
/// use jadoube_law::{Code, Course};
///
/// let mut course = Course::new(Position::ordinary());
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     let mv = course.position().parse_uci(text)?;
///     course.play(mv);
/// }
/// let claim = course.claimable(Code::Fide1931).expect("the position stands for the third time");
/// assert_eq!(claim.clause, Some("16(c)"));
/// assert!(course.claimable(Code::Xxv).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Course {
    /// Every position since the last capture or Pawn move, the present one last.
    recurring: Vec<Position>,
    without_capture: [u32; 2],
    without_progress: [u32; 2],
    completed: [u32; 2],
    last: Option<Colour>,
    /// Whether the last move took a man or moved a Pawn, or none has been made: only then can a game die.
    progress: bool,
}

impl Course {
    /// A game that begins here.
    pub fn new(start: Position) -> Self {
        let mut course = Course {
            recurring: Vec::with_capacity(64),
            without_capture: [0; 2],
            without_progress: [0; 2],
            completed: [0; 2],
            last: None,
            progress: true,
        };
        course.recurring.push(start);
        course
    }

    /// Another game, in the room of this one.
    pub fn begin(&mut self, start: Position) {
        let mut recurring = core::mem::take(&mut self.recurring);
        recurring.clear();
        recurring.push(start);
        *self = Course {
            recurring,
            without_capture: [0; 2],
            without_progress: [0; 2],
            completed: [0; 2],
            last: None,
            progress: true,
        };
    }

    /// The position now.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.recurring[self.recurring.len() - 1]
    }

    /// A move, which must be legal.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let last = self.recurring.len() - 1;
        let (by, board) = (self.recurring[last].turn(), self.recurring[last].board());
        let capture = mv.is_en_passant() || board.occupied().contains(mv.to()) && !mv.is_castling();
        let pawn = board.kind(Kind::Pawn).contains(mv.from());
        let count = &mut self.without_capture[by.index()];
        *count = if capture { 0 } else { *count + 1 };
        self.progress = capture || pawn;
        if self.progress {
            self.without_progress = [0; 2];
            self.recurring.swap(0, last);
            self.recurring.truncate(1);
        } else {
            self.without_progress[by.index()] += 1;
            self.recurring.extend_from_within(last..);
        }
        self.completed[by.index()] += 1;
        self.last = Some(by);
        if let Some(now) = self.recurring.last_mut() {
            now.make(mv);
        }
    }

    /// Half-moves made.
    pub fn plies(&self) -> u32 {
        self.completed[0] + self.completed[1]
    }

    /// After a move that was not legal and stood: the men are so now. What could recur before cannot any more.
    pub fn go_on_from(&mut self, position: Position) {
        let by = !position.turn();
        self.completed[by.index()] += 1;
        self.last = Some(by);
        self.without_capture = [0; 2];
        self.without_progress = [0; 2];
        self.progress = true;
        self.recurring.clear();
        self.recurring.push(position);
    }

    /// Whether any code could count a draw here, by repetition or by moves. Nearly always none could, and nothing need
    /// be asked.
    #[inline]
    pub fn may_be_counted_out(&self) -> bool {
        self.recurring.len() > 8 && self.occurrences(Same::Men) > 2
            || self.without_capture[0].min(self.without_capture[1]) >= 50
    }

    /// Whether the last move may have left a game that nobody can win any more.
    #[inline]
    pub fn may_have_died(&self) -> bool {
        self.progress && jadoube_proof::may_be_dead(self.position())
            || proved::is_forced_to_die(self.position())
    }

    /// Whether nobody can win from here, and a code ends the game for that. Once it is so it stays so, whatever is played.
    pub fn is_dead(code: Code, position: &Position) -> bool {
        endings::DRAWN_GAME[code].value == endings::DrawnGame::OfItself
            && (proved::is_dead(position) || proved::is_forced_to_die(position))
    }

    /// A draw that the player on turn could claim under this code, on the board as it stands.
    #[inline]
    pub fn claimable(&self, code: Code) -> Option<Said<Ground>> {
        if repetition::may_be_claimed(code, self) {
            return Some(Said::by(
                Ground::Repetition,
                repetition::REPETITION[code].authority,
            ));
        }
        fifty_moves::may_be_claimed(code, self)
            .then(|| Said::by(Ground::FiftyMoves, fifty_moves::FIFTY_MOVES[code].authority))
    }

    /// Mate or stalemate, check being announced where the code asks for it.
    pub fn over(&self, code: Code) -> Option<Said<End>> {
        endings::without_a_move(code, self.position())
    }

    /// A draw that needs no claim under this code.
    #[inline]
    pub fn drawn_of_itself(&self, code: Code) -> Option<Said<End>> {
        let (what, authority) = umpire::drawn_of_itself(code, self, self.progress)?;
        Some(Said::by(what, authority))
    }

    /// Where a fallen flag does not lose to this opponent, because he could never mate: the clause.
    pub fn time_loss_is_no_win(&self, code: Code, winner: Colour) -> Option<Option<&'static str>> {
        let answer = &time_limit::OVERSTEPPING[code];
        (answer.value == time_limit::Overstepping::WhenSeenOrClaimed
            && proved::can_never_mate(self.position(), winner))
        .then(|| Said::by((), answer.authority).clause)
    }

    /// The clause on a move that is not legal.
    pub fn clause_on_illegal_moves(code: Code) -> Option<&'static str> {
        let authority = false_move::FALSE_MOVE[code].authority;
        authority.governing().filter(|_| !authority.is_reading())
    }

    /// Whether the players may agree to a draw now; the clause that forbids it where they may not.
    pub fn may_agree(&self, code: Code) -> Result<(), Option<&'static str>> {
        if agreement::may_agree(code, self) {
            return Ok(());
        }
        Err(agreement::DRAW[code].authority.governing())
    }
}

impl Facts for Course {
    fn position(&self) -> Option<&Position> {
        Some(self.position())
    }

    fn occurrences(&self, same: Same) -> usize {
        let now = self.position();
        // The same player is to move in every other position, and the men are back after two moves of each at the soonest.
        let before = self.recurring.iter().rev().skip(4).step_by(2);
        // The men of the player on turn nearly always stand otherwise, and nothing else need be compared.
        let own = now.board().of(now.turn());
        let again = |past: &&Position| {
            past.board().of(now.turn()) == own
                && past.board() == now.board()
                && (same == Same::Men || past.key() == now.key())
        };
        1 + before.filter(again).count()
    }

    fn without_capture(&self, player: Colour) -> u32 {
        self.without_capture[player.index()]
    }

    fn without_progress(&self, player: Colour) -> u32 {
        self.without_progress[player.index()]
    }

    fn moved_last(&self) -> Option<Colour> {
        self.last
    }

    fn quiet(&self) -> usize {
        self.recurring.len() - 1
    }

    fn completed(&self, player: Colour) -> u32 {
        self.completed[player.index()]
    }
}
