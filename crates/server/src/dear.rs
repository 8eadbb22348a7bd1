//! What may thinking cost? Cheap work is done at once; dear work (proofs, imports, judging) waits in one queue and can be stopped.

use crate::{guard, problem::Problem};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long one piece of dear work may take, and how long it may wait for its turn.
const LONGEST: Duration = Duration::from_secs(10);
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

/// The queue of dear work.
#[derive(Debug)]
pub(crate) struct Dear {
    places: Arc<Semaphore>,
    asked: Mutex<HashMap<Option<IpAddr>, usize>>,
}

impl Default for Dear {
    fn default() -> Self {
        Dear {
            // At least one processor is left to everybody else.
            places: Arc::new(Semaphore::new((*PROCESSORS / 2).max(1))),
            asked: Mutex::default(),
        }
    }
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

    /// Does something dear, when its turn comes. It is stopped when it takes too long or nobody waits for it any more; what
    /// was stopped has no answer.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _asked = self.ask()?;
        let place = Arc::clone(&self.places).acquire_owned();
        let place = tokio::time::timeout(LONGEST_WAIT, place)
            .await
            .map_err(|_| Problem::unavailable("its turn did not come: try again in a moment"))?
            .map_err(|_| Problem::bug())?;
        let stop = Stop::default();
        let _gone = StopWhenGone(stop.clone());
        let own = stop.clone();
        let began = std::time::Instant::now();
        let doing = on_a_thread(place, move || {
            let flag = Arc::clone(&own.0);
            let done = jadoube_proof::stoppable(flag, || task(&own));
            (done, own.is_raised())
        });
        let done = tokio::time::timeout(LONGEST, doing).await;
        metrics::histogram!("jadoube_dear_seconds").record(began.elapsed().as_secs_f64());
        match done {
            Ok(Ok((done, false))) => Ok(done),
            Ok(Err(problem)) => Err(problem),
            Ok(Ok((_, true))) | Err(_) => {
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
