//! How are lines of play counted with several threads, or with a table of what was counted before?

use core::fmt;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::vec::Vec;

use crate::{Move, Position};

/// A way of counting lines of play: on how many threads, with how large a table of positions already counted.
///
/// ```
/// use jadoube_board::{Perft, Position};
///
/// let start = Position::ordinary();
/// assert_eq!(Perft::new().threads(2).hash(4).count(&start, 5)?, 4_865_609);
/// assert_eq!(Perft::new().divide(&start, 2)?.len(), 20);
/// # Ok::<(), jadoube_board::TableTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perft {
    threads: usize,
    megabytes: usize,
}

/// There is no memory for a table of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableTooLarge {
    /// The size asked for, in megabytes of 2²⁰ bytes.
    pub megabytes: usize,
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MB", self.megabytes)
    }
}

impl core::error::Error for TableTooLarge {}

impl Default for Perft {
    fn default() -> Self {
        Self::new()
    }
}

impl Perft {
    /// One thread and no table.
    pub const fn new() -> Self {
        Self {
            threads: 1,
            megabytes: 0,
        }
    }

    /// On that many threads; at least one.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { 1 } else { threads };
        self
    }

    /// With a table of at most so many megabytes, shared by the threads; 0 for none.
    #[must_use]
    pub const fn hash(mut self, megabytes: usize) -> Self {
        self.megabytes = megabytes;
        self
    }

    /// How many lines of that many half-moves there are.
    pub fn count(&self, position: &Position, depth: u32) -> Result<u64, TableTooLarge> {
        if depth == 0 {
            return Ok(1);
        }
        Ok(self
            .divide(position, depth)?
            .into_iter()
            .map(|(_, lines)| lines)
            .sum())
    }

    /// For each move, how many lines of that many half-moves begin with it; none for no half-moves.
    pub fn divide(&self, position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, TableTooLarge> {
        let Some(rest) = depth.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let table = Table::new(self.megabytes)?;
        let moves = position.legal_moves();
        let tasks = tasks(position, rest);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut sums = vec![0u64; moves.len()];
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                sums[task.first] += match &table {
                    Some(table) => table.lines(&task.position, task.rest),
                    None => task.position.perft(task.rest),
                };
            }
            sums
        };
        let mut totals = vec![0u64; moves.len()];
        let mut add = |sums: Vec<u64>| {
            for (total, sum) in totals.iter_mut().zip(sums) {
                *total += sum;
            }
        };
        thread::scope(|scope| {
            // A thread that cannot be had is done without: the tasks are shared by those there are.
            let helpers: Vec<_> = (1..self.threads.min(tasks.len()))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            add(work());
            for helper in helpers {
                match helper.join() {
                    Ok(sums) => add(sums),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        Ok(moves.into_iter().zip(totals).collect())
    }
}

impl Position {
    /// As [`perft`](Self::perft), on several threads.
    ///
    /// ```
    /// use jadoube_board::Position;
    ///
    /// assert_eq!(Position::ordinary().perft_threads(4, 2), 197_281);
    /// ```
    pub fn perft_threads(&self, depth: u32, threads: usize) -> u64 {
        // Without a table nothing can be too large.
        Perft::new()
            .threads(threads)
            .count(self, depth)
            .unwrap_or_else(|_| self.perft(depth))
    }

    /// As [`perft`](Self::perft), with a table of at most so many megabytes of positions already counted.
    ///
    /// Positions are told apart by 64 bits of key, so a wrong count is possible, though never seen.
    pub fn perft_hashed(&self, depth: u32, megabytes: usize) -> Result<u64, TableTooLarge> {
        Perft::new().hash(megabytes).count(self, depth)
    }
}

/// One position whose lines are counted at a stretch.
struct Task {
    /// The index of the first move it comes from.
    first: usize,
    position: Position,
    rest: u32,
}

/// Positions after one move or, where much is left to count, after two: enough of them to share evenly.
fn tasks(position: &Position, rest: u32) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (first, one) in position.legal_moves().into_iter().enumerate() {
        let position = position.play(one);
        if rest < 3 {
            tasks.push(Task {
                first,
                position,
                rest,
            });
        } else {
            let replies = position.legal_moves().into_iter();
            tasks.extend(replies.map(|reply| Task {
                first,
                position: position.play(reply),
                rest: rest - 1,
            }));
        }
    }
    tasks
}

/// Counts by position and depth. Threads share it without locks: a slot holds the count and the key mixed
/// with the count, so that halves of two different entries do not fit each other.
struct Table {
    slots: Vec<[AtomicU64; 2]>,
}

/// The depth is kept above the count.
const DEPTH_SHIFT: u32 = 56;

impl Table {
    fn new(megabytes: usize) -> Result<Option<Self>, TableTooLarge> {
        if megabytes == 0 {
            return Ok(None);
        }
        let too_large = TableTooLarge { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(too_large)?;
        let wanted = bytes / size_of::<[AtomicU64; 2]>();
        let count = if wanted.is_power_of_two() {
            wanted
        } else {
            wanted.next_power_of_two() / 2
        };
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| too_large)?;
        slots.resize_with(count, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Ok(Some(Self { slots }))
    }

    fn lines(&self, position: &Position, depth: u32) -> u64 {
        // Fewer than two half-moves are counted faster than looked up.
        if depth < 2 {
            return position.perft(depth);
        }
        let key = position.key();
        if let Some(lines) = self.get(key, depth) {
            return lines;
        }
        let moves = position.legal_moves();
        let lines = moves
            .into_iter()
            .map(|one| self.lines(&position.play(one), depth - 1))
            .sum();
        self.put(key, depth, lines);
        lines
    }

    /// Two neighbouring slots: one keeps the deepest entry, one the latest.
    fn pair(&self, key: u64) -> [&[AtomicU64; 2]; 2] {
        let index = key as usize & (self.slots.len() - 1) & !1;
        [&self.slots[index], &self.slots[index + 1]]
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        self.pair(key).into_iter().find_map(|[check, entry]| {
            let entry = entry.load(Ordering::Relaxed);
            let fits =
                check.load(Ordering::Relaxed) ^ entry == key && entry >> DEPTH_SHIFT == u64::from(depth);
            fits.then_some(entry & ((1 << DEPTH_SHIFT) - 1))
        })
    }

    fn put(&self, key: u64, depth: u32, lines: u64) {
        let depth = u64::from(depth);
        if lines >> DEPTH_SHIFT != 0 || depth >> (64 - DEPTH_SHIFT) != 0 {
            return;
        }
        let new = depth << DEPTH_SHIFT | lines;
        let [deepest, latest] = self.pair(key);
        let keep = deepest[1].load(Ordering::Relaxed) >> DEPTH_SHIFT > depth;
        let [check, entry] = if keep { latest } else { deepest };
        check.store(key ^ new, Ordering::Relaxed);
        entry.store(new, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_counts_the_same() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).expect("a regular position");
            for depth in 0..=if cfg!(miri) { 1 } else { 4 } {
                let lines = position.perft(depth);
                for threads in [0, 1, 3] {
                    for megabytes in [0, 1] {
                        let way = Perft::new().threads(threads).hash(megabytes);
                        assert_eq!(way.count(&position, depth), Ok(lines), "{fen} {depth} {way:?}");
                        let divided = way.divide(&position, depth).expect("little memory");
                        assert_eq!(divided, position.divide(depth));
                    }
                }
            }
        }
    }

    #[test]
    fn a_small_table_is_overwritten_without_harm() {
        let position = Position::ordinary();
        let (depth, lines) = if cfg!(miri) { (2, 400) } else { (6, 119_060_324) };
        assert_eq!(position.perft_hashed(depth, 1), Ok(lines));
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri stops where an allocator would refuse")]
    fn a_table_beyond_memory_is_refused() {
        let refused = Position::ordinary().perft_hashed(3, usize::MAX);
        assert_eq!(
            refused,
            Err(TableTooLarge {
                megabytes: usize::MAX
            })
        );
        assert!(Position::ordinary().perft_hashed(3, 1 << 40).is_err());
    }
}
