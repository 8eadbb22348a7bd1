//! How is a whole archive audited: on all cores, in the order of its games, in memory that does not grow?

use crate::{
    finding::Part,
    source::{Range, Source},
    split::{Chunk, Splitter},
    worker::{self, Worker},
};
use crossbeam_channel::{Receiver, Sender, bounded};
use jadoube_game::Code;
use std::{
    collections::BTreeMap,
    io::{self, Read},
    iter::Enumerate,
    num::NonZero,
    slice,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// What is to be judged, and how.
#[derive(Debug, Clone)]
pub struct Audit {
    /// Under these codes.
    pub codes: Vec<Code>,
    /// Whether a game is judged further after an illegal move that stood.
    pub go_on: bool,
    /// How many games are judged at a time.
    pub threads: NonZero<usize>,
}

/// How the work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// Everything was read.
    All,
    /// It was told to stop.
    Stopped,
}

/// A piece of text to be judged, or why there is none.
struct Task {
    number: u64,
    range: usize,
    text: Result<Chunk, (u64, String)>,
}

/// A piece judged.
struct Judged {
    number: u64,
    range: usize,
    part: Part,
}

/// A stop that nobody asks for.
static GO: AtomicBool = AtomicBool::new(false);

impl Audit {
    /// An audit under these codes, on all cores.
    pub fn under(codes: impl IntoIterator<Item = Code>) -> Self {
        Audit {
            codes: codes.into_iter().collect(),
            go_on: false,
            threads: thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
        }
    }

    /// Audits these sources from beginning to end.
    pub fn run(&self, sources: &[Source], each: impl FnMut(Part) -> io::Result<()>) -> io::Result<Done> {
        let all: Vec<Range> = (0..sources.len())
            .map(|source| Range {
                source,
                from: 0,
                to: u64::MAX,
            })
            .collect();
        self.run_ranges(sources, &all, &GO, &|_| {}, each)
    }

    /// Audits these ranges. `progress` hears of bytes taken from the files; `stop` ends the work after what is under way.
    pub fn run_ranges(
        &self,
        sources: &[Source],
        ranges: &[Range],
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
        mut each: impl FnMut(Part) -> io::Result<()>,
    ) -> io::Result<Done> {
        let mut numbers = Numbers::default();
        let named = |range: usize| {
            let source = ranges[range].source;
            (source as u32, sources[source].name.as_str())
        };
        let tasks = Tasks::new(sources, ranges, stop, progress);
        let give = |range, mut part: Part| {
            numbers.give(sources, ranges, range, &mut part)?;
            each(part)
        };
        if self.threads.get() == 1 {
            self.on_one_core(tasks, &named, give)?;
        } else {
            self.on_all_cores(tasks, &named, give)?;
        }
        Ok(if stop.load(Ordering::Relaxed) {
            Done::Stopped
        } else {
            Done::All
        })
    }

    fn on_one_core<'a>(
        &self,
        tasks: Tasks,
        named: &dyn Fn(usize) -> (u32, &'a str),
        mut each: impl FnMut(usize, Part) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut worker = Worker::new(&self.codes, self.go_on);
        for task in tasks {
            let (source, name) = named(task.range);
            each(task.range, worker.judge(source, name, task.text))?;
        }
        Ok(())
    }

    /// No thread only cuts or only collects: it would contend with the workers for a core. Each worker cuts off its next piece
    /// itself, and the first of them, which is the caller's thread, also hands on what all have judged.
    fn on_all_cores<'a>(
        &self,
        tasks: Tasks,
        named: &(dyn Fn(usize) -> (u32, &'a str) + Sync),
        each: impl FnMut(usize, Part) -> io::Result<()>,
    ) -> io::Result<()> {
        let threads = self.threads.get();
        let tasks = Shared::new(tasks, threads);
        let work = |worker: &mut Worker| {
            let Task { number, range, text } = tasks.next()?;
            let (source, name) = named(range);
            let part = worker.judge(source, name, text);
            Some(Judged { number, range, part })
        };
        let (to_end, judged): (Sender<Judged>, Receiver<Judged>) = bounded(threads * 4);
        // So many pieces may be under way: one that takes long must not let the others pile up.
        let (take, give_back) = bounded::<()>(threads * 4);
        thread::scope(|scope| {
            for _ in 1..threads {
                let (take, to_end, work) = (take.clone(), to_end.clone(), &work);
                scope.spawn(move || {
                    let mut worker = Worker::new(&self.codes, self.go_on);
                    while take.send(()).is_ok() {
                        let Some(done) = work(&mut worker) else { return };
                        if to_end.send(done).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(to_end);
            // When nobody takes what is judged any more, whoever still has something to give must notice.
            let (judged, give_back) = (judged, give_back);
            let mut worker = Worker::new(&self.codes, self.go_on);
            let mut in_order = InOrder::new(give_back, each);
            let mut more = true;
            loop {
                for done in judged.try_iter() {
                    in_order.give(done)?;
                }
                if more && take.try_send(()).is_ok() {
                    match work(&mut worker) {
                        Some(done) => in_order.give(done)?,
                        None => more = false,
                    }
                } else if let Ok(done) = judged.recv() {
                    in_order.give(done)?;
                } else {
                    return Ok(());
                }
            }
        })
    }
}

/// Tasks for several workers. A few are kept ready, so that nobody waits while another cuts.
struct Shared<'a> {
    tasks: Mutex<Tasks<'a>>,
    to_ready: Sender<Task>,
    ready: Receiver<Task>,
}

impl<'a> Shared<'a> {
    fn new(tasks: Tasks<'a>, workers: usize) -> Self {
        let (to_ready, ready) = bounded(workers);
        Shared {
            tasks: Mutex::new(tasks),
            to_ready,
            ready,
        }
    }

    fn next(&self) -> Option<Task> {
        if let Ok(task) = self.ready.try_recv() {
            // Whoever takes one cuts another, unless somebody is about that.
            if let Ok(mut tasks) = self.tasks.try_lock() {
                self.keep_ready(&mut tasks);
            }
            return Some(task);
        }
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let task = self.ready.try_recv().ok().or_else(|| tasks.next());
        self.keep_ready(&mut tasks);
        task
    }

    /// Room is looked for first: what is cut must not be lost.
    fn keep_ready(&self, tasks: &mut Tasks) {
        if !self.ready.is_full()
            && let Some(task) = tasks.next()
        {
            let _ = self.to_ready.try_send(task);
        }
    }
}

/// Hands on what is judged in the order of the text, and gives back the place of each piece that is handed on.
struct InOrder<Each> {
    waiting: BTreeMap<u64, Judged>,
    next: u64,
    give_back: Receiver<()>,
    each: Each,
}

impl<Each: FnMut(usize, Part) -> io::Result<()>> InOrder<Each> {
    fn new(give_back: Receiver<()>, each: Each) -> Self {
        InOrder {
            waiting: BTreeMap::new(),
            next: 0,
            give_back,
            each,
        }
    }

    fn give(&mut self, done: Judged) -> io::Result<()> {
        self.waiting.insert(done.number, done);
        while let Some(done) = self.waiting.remove(&self.next) {
            self.next += 1;
            let _ = self.give_back.try_recv();
            (self.each)(done.range, done.part)?;
        }
        Ok(())
    }
}

/// The ranges cut into pieces, one after another, until somebody has had enough.
struct Tasks<'a> {
    sources: &'a [Source],
    /// The ranges that are not yet begun, with their numbers.
    ranges: Enumerate<slice::Iter<'a, Range>>,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    under_way: Option<UnderWay<'a>>,
    /// The number of the next piece.
    number: u64,
}

/// A range of which some is not yet cut.
struct UnderWay<'a> {
    range: usize,
    text: Splitter<Box<dyn Read + Send + 'a>>,
    /// Where the next piece begins.
    at: u64,
}

impl<'a> Tasks<'a> {
    fn new(
        sources: &'a [Source],
        ranges: &'a [Range],
        stop: &'a AtomicBool,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Self {
        Tasks {
            sources,
            ranges: ranges.iter().enumerate(),
            stop,
            progress,
            under_way: None,
            number: 0,
        }
    }

    /// The range under way, or the next one.
    fn range_to_cut(&mut self) -> Option<Result<UnderWay<'a>, Task>> {
        if let Some(under_way) = self.under_way.take() {
            return Some(Ok(under_way));
        }
        let (range, each) = self.ranges.next()?;
        let at = each.from;
        Some(match open(&self.sources[each.source], *each, self.progress) {
            Ok(text) => Ok(UnderWay { range, text, at }),
            Err(fault) => Err(self.number(range, Err((at, fault.to_string())))),
        })
    }

    fn number(&mut self, range: usize, text: Result<Chunk, (u64, String)>) -> Task {
        let number = self.number;
        self.number += 1;
        Task { number, range, text }
    }
}

impl Iterator for Tasks<'_> {
    type Item = Task;

    /// A range that cannot be read gives its fault and is over.
    fn next(&mut self) -> Option<Task> {
        while !self.stop.load(Ordering::Relaxed) {
            let mut under_way = match self.range_to_cut()? {
                Ok(under_way) => under_way,
                Err(unreadable) => return Some(unreadable),
            };
            let range = under_way.range;
            match under_way.text.next_chunk() {
                Ok(None) => {}
                Ok(Some(chunk)) => {
                    under_way.at = chunk.byte + chunk.text.len() as u64;
                    self.under_way = Some(under_way);
                    return Some(self.number(range, Ok(chunk)));
                }
                Err(fault) => return Some(self.number(range, Err((under_way.at, fault.to_string())))),
            }
        }
        None
    }
}

/// How much of the text before a range is looked at, to see whether a game begins with it.
const LOOK_BACK: u64 = 1 << 16;

fn open<'a>(
    source: &Source,
    range: Range,
    progress: &'a (dyn Fn(u64) + Sync),
) -> io::Result<Splitter<Box<dyn Read + Send + 'a>>> {
    if range.from == 0 {
        return Ok(Splitter::new(source.open(0, progress)?, 0, range.to));
    }
    let look_back = range.from.min(LOOK_BACK);
    let mut text = source.open(range.from - look_back, progress)?;
    let mut before = vec![0; look_back as usize];
    text.read_exact(&mut before)?;
    let mut splitter = Splitter::new(text, range.from, range.to);
    splitter.skip_to_a_beginning(&before)?;
    Ok(splitter)
}

/// The number of the next game in each range.
#[derive(Default)]
struct Numbers {
    next: BTreeMap<usize, u64>,
}

impl Numbers {
    fn give(
        &mut self,
        sources: &[Source],
        ranges: &[Range],
        range: usize,
        part: &mut Part,
    ) -> io::Result<()> {
        let next = match self.next.entry(range) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let Range { source, from, .. } = ranges[range];
                let before = match from {
                    0 => 0,
                    _ => worker::count_games(sources[source].open(0, &|_| {})?, from)?,
                };
                entry.insert(before + 1)
            }
        };
        part.number_from(next);
        Ok(())
    }
}
