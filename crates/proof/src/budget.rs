//! How much work may a proof cost, and who may stop it?

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// By which everything that this thread proves can be stopped.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
    /// So many positions all proofs of this thread together may still look into, where that was said.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Does some work on this thread, if all the proofs in it together look into no more than about so many positions; nothing where
/// they would look into more: then they were stopped, and what came of the work is no answer.
///
/// ```
/// use jadoube_proof::{Budget, endless_checks, short};
///
/// let position = jadoube_board::Position::from_fen("3k4/3q4/8/8/Q7/7q/7Q/4K3 w - - 0 1")?;
/// assert!(short(1_000, || endless_checks(&position, &mut Budget::default())).is_none());
/// assert_eq!(short(1_000, || 7), Some(7));
/// # Ok::<(), jadoube_board::FenError>(())
/// ```
pub fn short<T>(positions: u64, work: impl FnOnce() -> T) -> Option<T> {
    struct Before(Option<u64>);
    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }
    let _before = Before(LEFT.replace(Some(positions)));
    let done = work();
    (LEFT.get() != Some(0)).then_some(done)
}

/// Pays for some positions out of those that are left to this thread. Whether too few were left.
fn overdraws(positions: u64) -> bool {
    LEFT.get().is_some_and(|left| {
        LEFT.set(Some(left.saturating_sub(positions)));
        left <= positions
    })
}

/// Does some work on this thread; every proof in it stops soon after the flag is raised, however deep inside it was asked for.
///
/// What was stopped is undecided for that reason alone: whoever raised the flag must not take it for an answer.
pub fn stoppable<T>(flag: Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    struct Before(Option<Arc<AtomicBool>>);
    impl Drop for Before {
        fn drop(&mut self) {
            STOP.with(|stop| *stop.borrow_mut() = self.0.take());
        }
    }
    let _before = Before(STOP.with(|stop| stop.borrow_mut().replace(flag)));
    work()
}

/// The work a prover may do, counted in positions looked into; never in time, so that the same question with
/// the same budget has the same answer everywhere.
///
/// ```
/// use jadoube_board::Position;
/// use jadoube_proof::{Budget, endless_checks};
///
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/1r6/K2q4 w - - 0 1")?;
/// let mut budget = Budget::nodes(10_000);
/// assert!(endless_checks(&position, &mut budget).is_refuted());
/// # Ok::<(), jadoube_board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    spent: u64,
    stop: Option<Arc<AtomicBool>>,
    full: bool,
}

/// After so many positions it is looked whether somebody has stopped the proof.
const LOOKS: u64 = 64;
/// What a prover may remember, in bytes as they are counted (the allocator takes somewhat more).
const MOST_BYTES: usize = 96 * 1024 * 1024;

/// Why a prover had to stop before it knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The nodes are used up.
    Spent,
    /// Someone raised the stop flag.
    Cancelled,
}

impl Budget {
    /// So many positions may be looked into.
    pub const fn nodes(limit: u64) -> Self {
        Self {
            limit,
            spent: 0,
            stop: None,
            full: false,
        }
    }

    /// The same, and the proof also stops soon after the flag is raised.
    #[must_use]
    pub fn stopped_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.stop = Some(flag);
        self
    }

    /// How many positions have been looked into so far.
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// How many may still be looked into.
    pub const fn left(&self) -> u64 {
        if self.full {
            return 0;
        }
        self.limit.saturating_sub(self.spent)
    }

    /// What is remembered of the search takes so many bytes: where that is more than any proof may, nothing is left.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        if bytes > MOST_BYTES {
            self.full = true;
            return Err(Stopped::Spent);
        }
        Ok(())
    }

    /// Does some work with no more than so many of the nodes that are left.
    pub(crate) fn within<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.limit;
        self.limit = limit.min(self.spent.saturating_add(nodes));
        let done = work(self);
        self.limit = limit;
        done
    }

    /// Pays for one more position.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stopped> {
        if self.full || self.spent >= self.limit {
            return Err(Stopped::Spent);
        }
        self.spent += 1;
        // Looking at the flag on every node would cost more than the promptness is worth.
        if self.spent.is_multiple_of(LOOKS) && (self.is_cancelled() || overdraws(LOOKS)) {
            return Err(Stopped::Cancelled);
        }
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.stop
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
            || STOP.with(|stop| {
                stop.borrow()
                    .as_ref()
                    .is_some_and(|flag| flag.load(Ordering::Relaxed))
            })
    }
}

impl Default for Budget {
    /// A million positions: about a second of one core.
    fn default() -> Self {
        Self::nodes(1_000_000)
    }
}
