//! What may thinking cost? Cheap work is done at once; dear work (proofs, imports, judging) waits in one queue and can be stopped.

use crate::{guard, problem::Problem};
use std::{
    collections::HashMap,
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    net::IpAddr,
    sync::{
        Arc, LazyLock, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How much of a processor one piece of dear work may take, how long it may last while others use the processors too, and how
/// long it may wait for its turn.
const LONGEST: Duration = Duration::from_secs(10);
const LONGEST_ON_THE_WALL: Duration = Duration::from_secs(25);
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// Pieces that wait or run at once, for one person and in all.
const MOST_OF_ONE: usize = 2;
const MOST_WAITING: usize = 64;

static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(2, std::num::NonZero::get));
/// So many threads think at once, however many requests there are.
static CHEAP: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(*PROCESSORS * 4)));

/// Tells work to stop.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Raised when whoever waits for the work goes away.
struct StopWhenGone(Stop);

impl Drop for StopWhenGone {
    fn drop(&mut self) {
        self.0.0.store(true, Relaxed);
    }
}

/// The processor time of this thread.
fn used() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

/// How much of a processor a thread has used since this was made there; any other thread may ask. Nothing is known where
/// the system does not tell.
#[derive(Debug)]
struct Meter {
    file: Option<File>,
    began: Duration,
}

impl Meter {
    fn of_this_thread() -> Self {
        let mut meter = Meter {
            file: File::open("/proc/thread-self/schedstat").ok(),
            began: Duration::ZERO,
        };
        meter.began = meter.shows().unwrap_or_default();
        meter
    }

    fn shows(&self) -> Option<Duration> {
        let mut file = self.file.as_ref()?;
        let mut text = String::new();
        file.seek(SeekFrom::Start(0)).ok()?;
        file.read_to_string(&mut text).ok()?;
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    fn used(&self) -> Option<Duration> {
        self.shows().map(|shows| shows.saturating_sub(self.began))
    }
}

/// Does something on a thread beside the event loop, on the account of whoever is being answered. A panic in it is an
/// error of one request, not of the server.
async fn on_a_thread<T: Send + 'static>(
    place: OwnedSemaphorePermit,
    task: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let caller = guard::asking();
    let done = tokio::task::spawn_blocking(move || {
        // Held until the work has truly ended, whoever has gone away meanwhile.
        let _place = place;
        let before = used();
        let done = task();
        if let Some(caller) = caller {
            caller.charge(used().saturating_sub(before));
        }
        done
    });
    done.await.map_err(|error| {
        tracing::error!(%error, "a task was not finished");
        Problem::bug()
    })
}

/// Thinking that takes a moment.
pub(crate) async fn work<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let place = Arc::clone(&CHEAP)
        .acquire_owned()
        .await
        .map_err(|_| Problem::bug())?;
    on_a_thread(place, task).await
}

/// Something short, done where it is wanted, at the expense of this caller; and a little for handing it on.
pub(crate) fn on_the_spot<T>(caller: Option<&guard::Caller>, task: impl FnOnce() -> T) -> T {
    const HANDED_ON: Duration = Duration::from_micros(10);
    let before = used();
    let done = task();
    if let Some(caller) = caller {
        caller.charge(used().saturating_sub(before) + HANDED_ON);
    }
    done
}

/// What takes no longer than this costs less than handing it to another thread and waiting for it there.
const TRIFLE: Duration = Duration::from_micros(500);
/// So many positions proofs may look into where they are asked for.
const GLANCE: u64 = 512;

/// How long thinking about one thing took the last time. What was a trifle then is done where it is asked for, as long as nothing
/// has to be proved; anything else, and what was never done before, beside the event loop.
#[derive(Debug)]
pub(crate) struct Habit(AtomicU64);

impl Default for Habit {
    fn default() -> Self {
        Habit(AtomicU64::new(u64::MAX))
    }
}

impl Habit {
    fn is_a_trifle(&self) -> bool {
        u128::from(self.0.load(Relaxed)) <= TRIFLE.as_nanos()
    }

    fn took(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.0.store(nanoseconds, Relaxed);
    }

    /// Does what was done before, with something else of the same kind.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        task: impl Fn() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        if self.is_a_trifle() {
            let before = used();
            // As on a thread of its own, a panic is an error of one request.
            let glance = || jadoube_proof::short(GLANCE, &task);
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(glance));
            let time = used().saturating_sub(before);
            self.took(time);
            if let Some(caller) = guard::asking() {
                caller.charge(time);
            }
            let done = done.map_err(|_| {
                tracing::error!("a task was not finished");
                Problem::bug()
            })?;
            if let Some(done) = done {
                return Ok(done);
            }
        }
        let (done, time) = work(move || {
            let before = used();
            let done = task();
            (done, used().saturating_sub(before))
        })
        .await?;
        self.took(time);
        Ok(done)
    }
}

/// So long is a moment.
const MOMENT: Duration = Duration::from_millis(40);

/// Thinking that may be dear, if it takes no more than a moment; nothing where it takes longer.
pub(crate) async fn at_once<T: Send + 'static>(
    task: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Problem> {
    work(move || {
        let stop = Stop::default();
        let flag = stop.clone();
        tokio::runtime::Handle::current().spawn(async move {
            tokio::time::sleep(MOMENT).await;
            flag.0.store(true, Relaxed);
        });
        let done = jadoube_proof::stoppable(Arc::clone(&stop.0), task);
        (!stop.is_raised()).then_some(done)
    })
    .await
}

/// The queue of dear work.
#[derive(Debug)]
pub(crate) struct Dear {
    places: Arc<Semaphore>,
    /// What the server does of its own accord has a place by itself.
    own: Arc<Semaphore>,
    asked: Mutex<HashMap<Option<IpAddr>, usize>>,
}

impl Default for Dear {
    fn default() -> Self {
        Dear {
            // At least one processor is left to everybody else.
            places: Arc::new(Semaphore::new((*PROCESSORS / 2).max(1))),
            own: Arc::new(Semaphore::new(1)),
            asked: Mutex::default(),
        }
    }
}

/// Whose turn has come to have something dear worked out.
pub(crate) struct Turn<'a> {
    _asked: Asked<'a>,
    place: OwnedSemaphorePermit,
    /// How long he has waited for it.
    pub(crate) waited: Duration,
}

/// One piece in the queue; counted until it is done.
struct Asked<'a>(&'a Dear, Option<IpAddr>);

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        let mut asked = self.0.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = asked.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                asked.remove(&self.1);
            }
        }
        metrics::gauge!("jadoube_dear_queue").set(asked.values().sum::<usize>() as f64);
    }
}

impl Dear {
    fn ask(&self) -> Result<Asked<'_>, Problem> {
        let person = guard::asking().and_then(|caller| caller.person);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.values().sum::<usize>() >= MOST_WAITING {
            metrics::counter!("jadoube_refusals_total", "why" => "dear").increment(1);
            return Err(Problem::unavailable(
                "too much is being thought about already: try again in a moment",
            ));
        }
        let own = asked.entry(person).or_default();
        if person.is_some() && *own >= MOST_OF_ONE {
            metrics::counter!("jadoube_refusals_total", "why" => "dear").increment(1);
            return Err(Problem::too_many(
                "something dear is being worked out for you already: wait for it",
            ));
        }
        *own += 1;
        metrics::gauge!("jadoube_dear_queue").set(asked.values().sum::<usize>() as f64);
        Ok(Asked(self, person))
    }

    /// Waits for a turn.
    pub(crate) async fn turn(&self) -> Result<Turn<'_>, Problem> {
        let asked = self.ask()?;
        let began = std::time::Instant::now();
        let place = Arc::clone(&self.places).acquire_owned();
        let place = tokio::time::timeout(LONGEST_WAIT, place)
            .await
            .map_err(|_| Problem::unavailable("its turn did not come: try again in a moment"))?
            .map_err(|_| Problem::bug())?;
        Ok(Turn {
            _asked: asked,
            place,
            waited: began.elapsed(),
        })
    }

    /// Does something dear, when its turn comes. It is stopped when it takes too long or nobody waits for it any more; what
    /// was stopped has no answer.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.turn().await?.work(task).await
    }

    /// Does something dear that nobody asked for: one piece at a time, for as long as it takes.
    pub(crate) async fn of_our_own<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.own).acquire_owned().await;
        on_a_thread(place.map_err(|_| Problem::bug())?, task).await
    }
}

impl Turn<'_> {
    /// Does something dear.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        task: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let stop = Stop::default();
        let _gone = StopWhenGone(stop.clone());
        let own = stop.clone();
        let began = std::time::Instant::now();
        let meter = Arc::new(OnceLock::new());
        let metered = Arc::clone(&meter);
        let doing = on_a_thread(self.place, move || {
            metered.get_or_init(Meter::of_this_thread);
            let flag = Arc::clone(&own.0);
            let done = jadoube_proof::stoppable(flag, || task(&own));
            (done, own.is_raised())
        });
        let mut doing = std::pin::pin!(doing);
        let mut left = LONGEST;
        let done = loop {
            if let Ok(done) = tokio::time::timeout(left, &mut doing).await {
                break Some(done);
            }
            // Others may have had the processor meanwhile: what counts is what this work has used.
            let lasted = began.elapsed();
            let used = meter.get().and_then(Meter::used).unwrap_or(lasted);
            left = LONGEST
                .saturating_sub(used)
                .min(LONGEST_ON_THE_WALL.saturating_sub(lasted));
            if left.is_zero() {
                break None;
            }
        };
        metrics::histogram!("jadoube_dear_seconds").record(began.elapsed().as_secs_f64());
        match done {
            Some(Ok((done, false))) => Ok(done),
            Some(Err(problem)) => Err(problem),
            Some(Ok((_, true))) | None => {
                metrics::counter!("jadoube_refusals_total", "why" => "too-dear").increment(1);
                Err(Problem::too_large(format!(
                    "this takes more than {} seconds to work out: nothing was changed",
                    LONGEST.as_secs()
                )))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_metered_and_not_the_wall() {
        let meter = Meter::of_this_thread();
        std::thread::sleep(Duration::from_millis(200));
        let slept = meter.used();
        assert!(
            slept.is_none_or(|used| used < Duration::from_millis(150)),
            "{slept:?}"
        );
    }

    #[tokio::test]
    async fn what_takes_a_moment_is_done_at_once_and_a_long_proof_is_not() {
        assert_eq!(at_once(|| 7).await.expect("done"), Some(7));
        let position =
            jadoube_board::Position::from_fen("3k4/3q4/8/8/Q7/7q/7Q/4K3 w - - 0 1").expect("a position");
        let long = at_once(move || {
            let mut budget = jadoube_proof::Budget::nodes(u64::MAX);
            jadoube_proof::endless_checks(&position, &mut budget)
        });
        let long = tokio::time::timeout(Duration::from_secs(10), long).await;
        assert!(long.expect("in time").expect("tried").is_none());
    }

    /// A trifle is done where it is asked for; a proof that hides behind trifles is not.
    #[tokio::test]
    async fn a_proof_is_never_done_where_it_is_asked_for() {
        let here = std::thread::current().id();
        let position =
            jadoube_board::Position::from_fen("3k4/3q4/8/8/Q7/7q/7Q/4K3 w - - 0 1").expect("a position");
        let prove = move |nodes| {
            let mut budget = jadoube_proof::Budget::nodes(nodes);
            let proved = jadoube_proof::endless_checks(&position, &mut budget);
            (proved, std::thread::current().id())
        };
        let habit = Habit::default();
        let there = habit.work(|| std::thread::current().id()).await.expect("done");
        assert_ne!(there, here, "what was never done may be dear");
        for _ in 0..3 {
            habit.took(Duration::from_micros(20));
            let trifle = habit.work(|| std::thread::current().id()).await.expect("done");
            assert_eq!(trifle, here);
            habit.took(Duration::from_micros(20));
            let (proved, there) = habit.work(move || prove(20_000)).await.expect("done");
            assert_ne!(there, here, "a proof holds up the event loop");
            let whole = prove(20_000).0;
            assert_eq!(
                format!("{proved:?}"),
                format!("{whole:?}"),
                "it was not cut short"
            );
        }
    }

    /// Its own work has a place by itself, whatever strangers have asked for.
    #[tokio::test]
    async fn no_stranger_stands_before_what_the_server_does_itself() {
        let dear = Dear::default();
        let mut turns = Vec::new();
        for _ in 0..(*PROCESSORS / 2).max(1) {
            turns.push(dear.turn().await.expect("a turn"));
        }
        let own = tokio::time::timeout(Duration::from_secs(5), dear.of_our_own(|| 7)).await;
        assert_eq!(own.expect("in time").expect("done"), 7);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_truly_stops() {
        let dear = Arc::new(Dear::default());
        let ended = Arc::new(AtomicBool::new(false));
        let (waiting, noted) = (Arc::clone(&dear), Arc::clone(&ended));
        let asking = tokio::spawn(async move {
            let endless = waiting.work(move |stop| {
                while !stop.is_raised() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                noted.store(true, Relaxed);
            });
            endless.await
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        asking.abort();
        let _ = asking.await;
        for _ in 0..1000 {
            if ended.load(Relaxed) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(ended.load(Relaxed), "it goes on though nobody waits");
        // And the next finds the place free.
        assert_eq!(dear.work(|_| 7).await.expect("done"), 7);
    }

    #[tokio::test]
    async fn a_proof_deep_inside_is_stopped_too() {
        let dear = Arc::new(Dear::default());
        let waiting = Arc::clone(&dear);
        let asking = tokio::spawn(async move {
            let position =
                jadoube_board::Position::from_fen("3k4/3q4/8/8/Q7/7q/7Q/4K3 w - - 0 1").expect("a position");
            let mut budget = jadoube_proof::Budget::nodes(u64::MAX);
            waiting
                .work(move |_| jadoube_proof::endless_checks(&position, &mut budget))
                .await
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        asking.abort();
        let _ = asking.await;
        let next = tokio::time::timeout(Duration::from_secs(10), dear.work(|_| 7)).await;
        assert_eq!(next.expect("in time").expect("done"), 7);
    }
}
