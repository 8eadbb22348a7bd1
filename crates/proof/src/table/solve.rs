//! How far is every placement of an ending from mate, and from the next capture or pawn move?
//!
//! Backwards from the mates: a placement is won in n plies if some move leads to one lost in n - 1, and lost in
//! n if every move leads to a won one and the longest of them takes n - 1. Each round takes the placements
//! of one distance and looks at what could have come before them. Captures and promotions lead to tables
//! made earlier. All threads of a round write the same value wherever they write, so the result does not
//! depend on them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use jadoube_board::Kind;

use super::ending::Ending;
use super::layout::{Layout, Squares};
use super::pass::{Kept, Pass};
use super::rules::{GONE, Step, Which};

/// Neither side can force mate.
pub(crate) const DRAWN: u8 = 254;
/// The number stands for no placement of its own.
pub(crate) const NO_PLACEMENT: u8 = 255;

/// The solved distances of an ending in plies, for the first-named side to move and for the second. An odd
/// distance to mate is a win for the side to move, an even one a loss.
pub(crate) struct Solved {
    pub(crate) layout: Layout,
    pub(crate) to_mate: [Vec<u8>; 2],
    pub(crate) to_zero: [Vec<u8>; 2],
}

/// Gives the table an ending turns into.
pub(crate) trait Known: Sync {
    /// The distance to mate, in plies, of a placement with that side to move.
    fn to_mate(&self, side: usize, number: usize) -> u8;
    fn layout(&self) -> &Layout;
}

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Which part of the work.
    pub stage: Stage,
    /// Plies solved so far in this stage.
    pub plies: u8,
    /// Placements given a value in this stage so far.
    pub settled: u64,
    /// Numbers in both tables of the ending.
    pub of: u64,
}

/// The parts of the work on one ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Looking at every placement once.
    Placing,
    /// Distance to mate.
    ToMate,
    /// Distance to the next capture or pawn move.
    ToZero,
    /// Writing the file.
    Writing,
}

/// Hears how the work goes on, and keeps what should not be lost.
pub(crate) trait Watch {
    fn step(&mut self, progress: Progress);
    /// A pass is done; or, if `stopped`, as much of it as there will be.
    fn pass(&mut self, pass: &Pass<'_>, stopped: bool) -> Result<(), std::io::Error>;
}

/// Why an ending could not be solved.
#[derive(Debug)]
pub(crate) enum Unsolved {
    /// Someone raised the stop flag.
    Stopped,
    /// A mate takes more plies than a table can hold.
    TooFar,
    /// What was found could not be kept.
    Io(std::io::Error),
}

impl From<std::io::Error> for Unsolved {
    fn from(fault: std::io::Error) -> Self {
        Self::Io(fault)
    }
}

/// The ending a capture or promotion leads to.
struct Conversion<'a> {
    /// `None`: bare kings, drawn.
    known: Option<&'a dyn Known>,
    exchanged: bool,
    upside_down: u8,
    /// Which of our men is each man there.
    order: [usize; 5],
}

pub(crate) struct Solver<'a> {
    layout: Layout,
    conversions: Vec<Conversion<'a>>,
    threads: usize,
    stop: &'a AtomicBool,
}

const CHUNK: usize = 1 << 14;

fn conversion_key(man: usize, becomes: Option<Kind>, taken: Option<usize>) -> usize {
    let kind = becomes.map_or(0, Kind::index);
    let man = if becomes.is_some() { man } else { 0 };
    (kind * 5 + man) * 6 + taken.map_or(5, |taken| taken)
}

impl<'a> Solver<'a> {
    /// `known` must have every ending this one can turn into.
    pub(crate) fn new(
        ending: &Ending,
        known: impl Fn(&Ending) -> Option<&'a dyn Known>,
        threads: usize,
        stop: &'a AtomicBool,
    ) -> Self {
        let layout = Layout::new(ending);
        let mut conversions: Vec<Conversion<'a>> = (0..5 * 5 * 6)
            .map(|_| Conversion {
                known: None,
                exchanged: false,
                upside_down: 0,
                order: [0; 5],
            })
            .collect();
        let mut add = |man: usize, becomes: Option<Kind>, taken: Option<usize>| {
            let mut losses = Vec::new();
            let mut gains = Vec::new();
            if let Some(taken) = taken {
                losses.push((layout.sides[taken], layout.kinds[taken]));
            }
            if let Some(kind) = becomes {
                losses.push((layout.sides[man], Kind::Pawn));
                gains.push((layout.sides[man], kind));
            }
            let (into, exchanged) = ending.after(&losses, &gains);
            if into.is_bare() {
                return;
            }
            let known = known(&into);
            let there = Layout::new(&into);
            let mut order = [0; 5];
            let mut used = [false; 5];
            for (place, ours) in order.iter_mut().enumerate().take(there.men) {
                let side = there.sides[place] ^ usize::from(exchanged);
                let found = (0..layout.men).find(|&i| {
                    let kind = if i == man && becomes.is_some() {
                        becomes.unwrap_or(Kind::Queen)
                    } else {
                        layout.kinds[i]
                    };
                    !used[i] && Some(i) != taken && layout.sides[i] == side && kind == there.kinds[place]
                });
                *ours = found.unwrap_or(0);
                used[*ours] = true;
            }
            let upside_down = if exchanged && into.has_pawns() { 56 } else { 0 };
            conversions[conversion_key(man, becomes, taken)] = Conversion {
                known,
                exchanged,
                upside_down,
                order,
            };
        };
        for taken in 2..layout.men {
            add(0, None, Some(taken));
        }
        for pawn in (2..layout.men).filter(|i| layout.kinds[*i] == Kind::Pawn) {
            for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
                add(pawn, Some(kind), None);
                for taken in (2..layout.men)
                    .filter(|i| layout.sides[*i] != layout.sides[pawn] && layout.kinds[*i] != Kind::Pawn)
                {
                    add(pawn, Some(kind), Some(taken));
                }
            }
        }
        Self {
            layout,
            conversions,
            threads: threads.max(1),
            stop,
        }
    }

    /// The distance to mate after a capture or promotion, for the side then to move.
    fn converted(&self, step: &Step, to_move: usize) -> u8 {
        let conversion = &self.conversions[conversion_key(step.man, step.becomes, step.taken)];
        let Some(known) = conversion.known else {
            return DRAWN;
        };
        let layout = known.layout();
        let mut squares = [GONE; 5];
        for (place, square) in squares.iter_mut().enumerate().take(layout.men) {
            *square = step.after[conversion.order[place]] ^ conversion.upside_down;
        }
        match layout.number(squares) {
            Some(number) => known.to_mate(to_move ^ usize::from(conversion.exchanged), number),
            None => DRAWN,
        }
    }

    /// Runs `work` on every number of both tables, on all threads; its results are added up.
    fn everywhere(
        &self,
        work: impl Fn(usize, std::ops::Range<usize>) -> u64 + Sync,
    ) -> Result<u64, Unsolved> {
        let chunks = self.layout.len.div_ceil(CHUNK);
        let next = AtomicUsize::new(0);
        let total = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let chunk = next.fetch_add(1, Relaxed);
                        if chunk >= 2 * chunks || self.stop.load(Relaxed) {
                            break;
                        }
                        let (side, chunk) = (chunk / chunks, chunk % chunks);
                        let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(self.layout.len);
                        total.fetch_add(work(side, range), Relaxed);
                    }
                });
            }
        });
        if self.stop.load(Relaxed) {
            Err(Unsolved::Stopped)
        } else {
            Ok(total.into_inner())
        }
    }

    /// Begins, or goes on with what was kept.
    pub(crate) fn solve(self, kept: Option<Kept>, watch: &mut dyn Watch) -> Result<Solved, Unsolved> {
        let (to_mate, kept) = match kept {
            Some(Kept {
                to_mate: Some(to_mate),
                values,
                plies,
                settled,
                ..
            }) => (to_mate, Some((plies, settled, values.map(shared)))),
            kept => (self.to_mate(kept, watch)?, None),
        };
        let to_zero = self.to_zero(&to_mate, kept, watch)?;
        Ok(Solved {
            layout: self.layout,
            to_mate,
            to_zero,
        })
    }

    /// What captures and promotions settle, and what mate does; all else is still open.
    fn placed(&self, watch: &mut dyn Watch) -> Result<Kept, Unsolved> {
        watch.step(Progress {
            stage: Stage::Placing,
            plies: 0,
            settled: 0,
            of: 2 * self.layout.len as u64,
        });
        let values: [Vec<AtomicU8>; 2] =
            std::array::from_fn(|_| (0..self.layout.len).map(|_| AtomicU8::new(DRAWN)).collect());
        let highest = AtomicU8::new(0);
        let in_passing = Mutex::new(Vec::new());
        let settled = self.everywhere(|side, range| {
            let mut settled = 0;
            for number in range {
                let (value, passing) = self.place(side, number);
                if let Some(after) = passing {
                    // The rounds must go on at least as long as what follows such captures.
                    highest.fetch_max(after, Relaxed);
                    in_passing
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .push((side, number));
                }
                if value < DRAWN {
                    highest.fetch_max(value, Relaxed);
                    settled += 1;
                }
                values[side][number].store(value, Relaxed);
            }
            settled
        })?;
        Ok(Kept {
            plies: 0,
            highest: highest.into_inner(),
            settled,
            in_passing: in_passing
                .into_inner()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
            to_mate: None,
            values: values.map(own),
        })
    }

    fn to_mate(&self, kept: Option<Kept>, watch: &mut dyn Watch) -> Result<[Vec<u8>; 2], Unsolved> {
        let kept = match kept {
            Some(kept) => kept,
            None => self.placed(watch)?,
        };
        let in_passing = kept.in_passing;
        let values = kept.values.map(shared);
        let highest = AtomicU8::new(kept.highest);
        let (mut plies, mut settled) = (kept.plies, kept.settled);
        let too_far = AtomicBool::new(false);
        let waiting = Waiting::new(self.layout.len);
        while plies <= highest.load(Relaxed) {
            let fresh = |side: usize, number: usize, value: u8| {
                if value >= DRAWN {
                    too_far.store(true, Relaxed);
                    return 0;
                }
                let before = values[side][number].fetch_min(value, Relaxed);
                highest.fetch_max(value, Relaxed);
                u64::from(before == DRAWN)
            };
            let pass = self.everywhere(|side, range| {
                let mut settled = 0;
                for number in range {
                    if values[side][number].load(Relaxed) != plies {
                        continue;
                    }
                    let squares = self.layout.squares(number);
                    let mover = 1 - side;
                    self.layout.steps_back(squares, mover, true, |before| {
                        let Some(before_number) = self.layout.number(before) else {
                            return;
                        };
                        let value = values[mover][before_number].load(Relaxed);
                        if plies % 2 == 0 {
                            if value > plies + 1 && value != NO_PLACEMENT {
                                settled += fresh(mover, before_number, plies + 1);
                            }
                        } else if value == DRAWN && waiting.is_due(mover, before_number) {
                            match self.weigh(before, mover, plies, &values) {
                                Weight::Lost(lost) => settled += fresh(mover, before_number, lost),
                                weight => waiting.note(mover, before_number, &weight, before),
                            }
                        }
                    });
                }
                settled
            });
            let stopped = pass.is_err();
            settled += pass.as_ref().copied().unwrap_or(0);
            for &(side, number) in in_passing.iter().filter(|_| !stopped) {
                let value = values[side][number].load(Relaxed);
                if value <= plies + 1 || value == NO_PLACEMENT {
                    continue;
                }
                let squares = self.layout.squares(number);
                let mut won = None;
                self.layout.steps(squares, side, None, Which::Quiet, |step| {
                    if step.may_be_taken_in_passing
                        && let Some(value) = self.followed(step, side, plies, &values)
                        && value % 2 == 0
                        && won.is_none_or(|won| won > value + 1)
                    {
                        won = Some(value + 1);
                    }
                    false
                });
                if let Some(won) = won.filter(|won| *won < value) {
                    settled += fresh(side, number, won);
                } else if value == DRAWN
                    && let Weight::Lost(lost) = self.weigh(squares, side, plies, &values)
                {
                    settled += fresh(side, number, lost);
                }
            }
            if too_far.load(Relaxed) {
                return Err(Unsolved::TooFar);
            }
            plies += u8::from(!stopped);
            let here = Pass {
                plies,
                highest: highest.load(Relaxed),
                settled,
                in_passing: &in_passing,
                to_mate: None,
                values: &values,
            };
            watch.pass(&here, stopped)?;
            pass?;
            watch.step(Progress {
                stage: Stage::ToMate,
                plies,
                settled,
                of: 2 * self.layout.len as u64,
            });
        }
        Ok(values.map(own))
    }

    /// What is known of a placement before any other of its ending is: whether it is one, mate, or settled by
    /// captures and promotions. Also, if it has a double step that may be taken in passing, how
    /// far that capture is from mate.
    fn place(&self, side: usize, number: usize) -> (u8, Option<u8>) {
        let layout = &self.layout;
        let squares = layout.squares(number);
        let occupied = layout.occupied(squares);
        if occupied.count() as usize != layout.men
            || layout.number(squares) != Some(number)
            || layout.in_check(squares, 1 - side, occupied)
        {
            return (NO_PLACEMENT, None);
        }
        let (mut won, mut lost, mut held) = (DRAWN, 0, false);
        layout.steps(squares, side, None, Which::Converting, |step| {
            match self.converted(step, 1 - side) {
                NO_PLACEMENT | DRAWN => held = true,
                value if value % 2 == 0 => won = won.min(value + 1),
                value => lost = lost.max(value + 1),
            }
            false
        });
        let mut passing = None;
        let has_pawns = layout.kinds[2..layout.men].contains(&Kind::Pawn);
        let mut quiet = false;
        layout.steps(squares, side, None, Which::Quiet, |step| {
            quiet = true;
            if step.may_be_taken_in_passing {
                let taken = self.with_taking_in_passing(step, side, None, DRAWN - 1);
                passing = passing.max(Some(taken.unwrap_or(0)));
            }
            !has_pawns
        });
        let value = if won < DRAWN {
            won
        } else if quiet || held {
            DRAWN
        } else if lost > 0 {
            lost
        } else if layout.in_check(squares, side, occupied) {
            0
        } else {
            DRAWN
        };
        (value, passing)
    }

    /// Whether every move of the side is known to lose to something no farther than `plies`.
    fn weigh(&self, squares: Squares, side: usize, plies: u8, values: &[Vec<AtomicU8>; 2]) -> Weight {
        let (mut longest, mut open) = (0, 0);
        let holds = self.layout.steps(squares, side, None, Which::All, |step| {
            match self.followed(step, side, plies, values) {
                Some(value) if value % 2 == 1 => longest = longest.max(value),
                // Another table's verdict does not change any more.
                _ if step.converts() => return true,
                _ => open += 1,
            }
            false
        });
        match (holds, open) {
            (false, 0) if longest > 0 => Weight::Lost(longest + 1),
            (true, _) | (false, 0) => Weight::Holds,
            (false, open) => Weight::Open(open),
        }
    }

    /// What a move leads to, for the other side to move, where that is settled within `plies` or by another
    /// table; `None` if it is drawn or not yet known.
    #[inline]
    fn followed(&self, step: &Step, side: usize, plies: u8, values: &[Vec<AtomicU8>; 2]) -> Option<u8> {
        if step.converts() {
            return Some(self.converted(step, 1 - side)).filter(|value| *value < DRAWN);
        }
        let number = self.layout.number(step.after)?;
        let base = Some(values[1 - side][number].load(Relaxed)).filter(|value| *value <= plies);
        if !step.may_be_taken_in_passing {
            return base;
        }
        self.with_taking_in_passing(step, side, base, plies)
    }

    /// The same after a double step, when the reply may take in passing.
    fn with_taking_in_passing(&self, step: &Step, side: usize, base: Option<u8>, plies: u8) -> Option<u8> {
        let on = step.after[step.man];
        let passed = if side == 0 { on - 8 } else { on + 8 };
        let (mut won, mut lost, mut held, mut any) = (DRAWN, 0, false, false);
        self.layout
            .steps(step.after, 1 - side, Some(passed), Which::Converting, |reply| {
                if reply.after[reply.man] == passed
                    && self.layout.kinds[reply.man] == Kind::Pawn
                    && reply.taken == Some(step.man)
                {
                    any = true;
                    match self.converted(reply, side) {
                        NO_PLACEMENT | DRAWN => held = true,
                        value if value % 2 == 0 => won = won.min(value + 1),
                        value => lost = lost.max(value + 1),
                    }
                }
                false
            });
        if !any {
            return base;
        }
        // Where taking in passing is the only move, mate or stalemate without it mean nothing.
        let has_other = self
            .layout
            .steps(step.after, 1 - side, None, Which::All, |_| true);
        if !has_other {
            return if won < DRAWN {
                Some(won)
            } else if held {
                None
            } else {
                Some(lost)
            };
        }
        match base {
            Some(base) if base % 2 == 1 => Some(base.min(won)),
            _ if won <= plies => Some(won),
            _ if won < DRAWN || held => None,
            Some(base) => Some(base.max(lost)),
            None => None,
        }
    }

    fn to_zero(
        &self,
        to_mate: &[Vec<u8>; 2],
        kept: Option<Distances>,
        watch: &mut dyn Watch,
    ) -> Result<[Vec<u8>; 2], Unsolved> {
        let (mut plies, mut settled, values) = match kept {
            Some(kept) => kept,
            None => self.zeroed(to_mate)?,
        };
        let waiting = Waiting::new(self.layout.len);
        loop {
            let pass = self.everywhere(|side, range| {
                let mut settled = 0;
                for number in range {
                    if values[side][number].load(Relaxed) != plies {
                        continue;
                    }
                    let squares = self.layout.squares(number);
                    let mover = 1 - side;
                    let lost = to_mate[side][number].is_multiple_of(2);
                    self.layout.steps_back(squares, mover, false, |before| {
                        let Some(number) = self.layout.number(before) else {
                            return;
                        };
                        let outcome = to_mate[mover][number];
                        if outcome >= DRAWN || values[mover][number].load(Relaxed) != DRAWN {
                            return;
                        }
                        let reached = if lost {
                            outcome % 2 == 1
                        } else if outcome % 2 == 1 || !waiting.is_due(mover, number) {
                            false
                        } else {
                            let open = self.beyond(before, mover, plies, &values);
                            waiting.note(mover, number, &Weight::Open(open), before);
                            open == 0
                        };
                        if reached && values[mover][number].swap(plies + 1, Relaxed) == DRAWN {
                            settled += 1;
                        }
                    });
                }
                settled
            });
            let stopped = pass.is_err();
            settled += pass.as_ref().copied().unwrap_or(0);
            // A pass that adds nothing is the last, but for the first two: mates and captures at hand are where
            // the others begin. A pass done again after a stop may have nothing left to add, so those above it count.
            let done = !stopped
                && plies > 1
                && values
                    .iter()
                    .all(|side| side.iter().all(|value| value.load(Relaxed) != plies + 1));
            plies += u8::from(!stopped);
            let here = Pass {
                plies,
                highest: 0,
                settled,
                in_passing: &[],
                to_mate: Some(to_mate),
                values: &values,
            };
            watch.pass(&here, stopped)?;
            pass?;
            watch.step(Progress {
                stage: Stage::ToZero,
                plies,
                settled,
                of: 2 * self.layout.len as u64,
            });
            if done {
                return Ok(values.map(own));
            }
            if plies + 1 >= DRAWN {
                return Err(Unsolved::TooFar);
            }
        }
    }

    /// The captures, pawn moves and mates at hand; all else is still open.
    fn zeroed(&self, to_mate: &[Vec<u8>; 2]) -> Result<Distances, Unsolved> {
        let values = to_mate
            .each_ref()
            .map(|side| shared(side.iter().map(|value| (*value).max(DRAWN)).collect()));
        let settled = self.everywhere(|side, range| {
            let mut settled = 0;
            for number in range {
                if let Some(value) = self.zeroing(side, number, to_mate) {
                    values[side][number].store(value, Relaxed);
                    settled += 1;
                }
            }
            settled
        })?;
        Ok((0, settled, values))
    }

    /// The distance to the next capture or pawn move where it is at hand: mate now, a winning capture, pawn
    /// move or mate, or nothing but such moves for the loser.
    fn zeroing(&self, side: usize, number: usize, to_mate: &[Vec<u8>; 2]) -> Option<u8> {
        let outcome = to_mate[side][number];
        if outcome >= DRAWN {
            return None;
        }
        if outcome < 2 {
            return Some(outcome);
        }
        let squares = self.layout.squares(number);
        let is_zeroing = |step: &Step| step.converts() || self.layout.kinds[step.man] == Kind::Pawn;
        if outcome.is_multiple_of(2) {
            let quiet = self
                .layout
                .steps(squares, side, None, Which::All, |step| !is_zeroing(step));
            return (!quiet).then_some(1);
        }
        let wins = self.layout.steps(squares, side, None, Which::All, |step| {
            is_zeroing(step)
                && self
                    .outcome_after(step, side, to_mate)
                    .is_some_and(|value| value % 2 == 0)
        });
        wins.then_some(1)
    }

    /// The final distance to mate after a move, for the other side to move.
    fn outcome_after(&self, step: &Step, side: usize, to_mate: &[Vec<u8>; 2]) -> Option<u8> {
        if step.converts() {
            return Some(self.converted(step, 1 - side)).filter(|value| *value < DRAWN);
        }
        let base = Some(to_mate[1 - side][self.layout.number(step.after)?]).filter(|value| *value < DRAWN);
        if step.may_be_taken_in_passing {
            self.with_taking_in_passing(step, side, base, DRAWN - 1)
        } else {
            base
        }
    }

    /// How many quiet moves of pieces lead farther than `plies` from the next capture or pawn move.
    fn beyond(&self, squares: Squares, side: usize, plies: u8, values: &[Vec<AtomicU8>; 2]) -> u32 {
        let mut open = 0;
        self.layout.steps(squares, side, None, Which::Quiet, |step| {
            if self.layout.kinds[step.man] != Kind::Pawn {
                let value = self
                    .layout
                    .number(step.after)
                    .map(|n| values[1 - side][n].load(Relaxed));
                open += u32::from(value.is_none_or(|value| value > plies));
            }
            false
        });
        open
    }
}

/// The distance of the pass in hand, how many are settled, and the distances so far.
type Distances = (u8, u64, [Vec<AtomicU8>; 2]);

/// A list that many threads may write to, and one that is written.
fn shared(list: Vec<u8>) -> Vec<AtomicU8> {
    list.into_iter().map(AtomicU8::new).collect()
}

fn own(list: Vec<AtomicU8>) -> Vec<u8> {
    list.into_iter().map(AtomicU8::into_inner).collect()
}

/// What is known of a placement that may be lost.
enum Weight {
    /// Every move loses; this is the distance.
    Lost(u8),
    /// So many moves are not known to lose.
    Open(u32),
    /// It is never lost.
    Holds,
}

/// How many moves of each placement must still be found to lose before it is worth weighing again.
///
/// Only a saving of work: when the count says so, the placement is weighed exactly. The count never stands too
/// high, for what it left out was already settled when it was taken; where it stands too low, the placement is
/// weighed once too often.
struct Waiting {
    /// One more than the count; 0 where it was never taken.
    counts: [Vec<AtomicU8>; 2],
}

const HOLDS: u8 = u8::MAX;

impl Waiting {
    fn new(len: usize) -> Self {
        Self {
            counts: std::array::from_fn(|_| (0..len).map(|_| AtomicU8::new(0)).collect()),
        }
    }

    /// One more move was found to lose; whether it is time to weigh.
    #[inline]
    fn is_due(&self, side: usize, number: usize) -> bool {
        let count = &self.counts[side][number];
        match count.load(Relaxed) {
            HOLDS => false,
            0..=2 => true,
            // Other threads may count down at the same time; no count may be lost.
            _ => count.fetch_sub(1, Relaxed) <= 2,
        }
    }

    fn note(&self, side: usize, number: usize, weight: &Weight, squares: Squares) {
        let count = match *weight {
            Weight::Holds => HOLDS,
            // A placement that is its own reflection has two moves for each that is found, so it is always due.
            _ if is_own_reflection(squares) => 0,
            Weight::Open(open) => open.min(u32::from(HOLDS) - 2) as u8 + 1,
            Weight::Lost(_) => 0,
        };
        self.counts[side][number].store(count, Relaxed);
    }
}

/// Whether all men stand on one long diagonal.
fn is_own_reflection(squares: Squares) -> bool {
    let on = |diagonal: fn(u8) -> bool| squares.iter().all(|square| *square == GONE || diagonal(*square));
    on(|square| square >> 3 == square & 7) || on(|square| square >> 3 == 7 - (square & 7))
}
