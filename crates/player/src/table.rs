//! What was found out about a position before?
//!
//! Several threads read and write at once without a lock: an entry is two words, the second mixed into the first, so that
//! a half-written one is simply not recognised.

use jadoube_board::Move;
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

/// What a remembered score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The score is at most this.
    Upper = 1,
    /// The score is at least this.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

/// What is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) score: i16,
    /// The evaluation, before anything was searched.
    pub(crate) standing: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

const WAYS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// Remembers what was found, as far as there is room.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} buckets)", self.buckets.len())
    }
}

impl Table {
    /// One of about this size, or of as much of it as can be had.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let mut sizes = std::iter::successors(Some(mebibytes), |size| (*size > 1).then_some(size / 2));
        sizes
            .find_map(|size| Self::of(size).ok())
            .unwrap_or_else(|| Self::with(Box::new([Bucket::default()])))
    }

    /// One of about this size, where there is so much memory.
    pub(crate) fn of(mebibytes: usize) -> Result<Self, TryReserveError> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self::with(buckets.into_boxed_slice()))
    }

    fn with(buckets: Box<[Bucket]>) -> Self {
        Self {
            buckets,
            age: AtomicU8::new(0),
        }
    }

    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.mixed.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    /// A new search begins: what is older may go.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) & 63, Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let at = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[at as usize]
    }

    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.mixed.load(Relaxed) ^ data == key).then(|| unpack(data))?
        })
    }

    /// This position is asked for soon: what is kept of it is fetched from memory meanwhile.
    pub(crate) fn fetch(&self, key: u64) {
        std::hint::black_box(self.bucket(key).0[0].mixed.load(Relaxed));
    }

    pub(crate) fn keep(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let slots = &self.bucket(key).0;
        let worth = |slot: &Slot| {
            let data = slot.data.load(Relaxed);
            if slot.mixed.load(Relaxed) ^ data == key {
                return i32::MIN;
            }
            let older = age.wrapping_sub((data >> 58) as u8) & 63;
            (data >> 48 & 0xFF) as i32 - 4 * i32::from(older)
        };
        let Some(slot) = slots.iter().min_by_key(|slot| worth(slot)) else {
            return;
        };
        let data = slot.data.load(Relaxed);
        if slot.mixed.load(Relaxed) ^ data == key
            && let Some(before) = unpack(data)
        {
            entry.best = entry.best.or(before.best);
            let same_search = (data >> 58) as u8 == age;
            if entry.bound != Bound::Exact && same_search && entry.depth + 3 < before.depth {
                return;
            }
        }
        let data = pack(&entry, age);
        slot.mixed.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// How full it is, in thousandths, of what this search wrote.
    pub(crate) fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let looked = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let used = looked.filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && (data >> 58) as u8 == age
        });
        used.count() as u32
    }
}

fn pack(entry: &Entry, age: u8) -> u64 {
    let best = entry.best.map_or(0, Move::to_bits);
    u64::from(best)
        | u64::from(entry.score.cast_unsigned()) << 16
        | u64::from(entry.standing.cast_unsigned()) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let best = data as u16;
    Some(Entry {
        // Square to itself is no move.
        best: Move::from_bits(best).filter(|_| best != 0),
        score: ((data >> 16) as u16).cast_signed(),
        standing: ((data >> 32) as u16).cast_signed(),
        depth: (data >> 48) as u8,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jadoube_board::Square;

    #[test]
    fn more_memory_than_there_is_is_no_fault() {
        assert!(Table::of(1 << 40).is_err());
        assert!(Table::of(usize::MAX).is_err());
    }

    #[test]
    fn what_is_kept_is_found() {
        let table = Table::new(1);
        let entry = Entry {
            best: Some(Move::new(Square::E2, Square::E4)),
            score: -29_999,
            standing: 17,
            depth: 200,
            bound: Bound::Lower,
        };
        assert_eq!(table.find(77), None);
        table.keep(77, entry);
        assert_eq!(table.find(77), Some(entry));
        assert_eq!(table.find(78), None);
        // The best move of before is kept where the new search found none.
        table.keep(
            77,
            Entry {
                best: None,
                bound: Bound::Exact,
                ..entry
            },
        );
        assert_eq!(table.find(77).and_then(|found| found.best), entry.best);
        table.clear();
        assert_eq!(table.find(77), None);
    }
}
