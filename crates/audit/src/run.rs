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
    num::NonZero,
    sync::atomic::{AtomicBool, Ordering},
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
        if self.threads.get() == 1 {
            let mut worker = Worker::new(&self.codes, self.go_on);
            let mut result = Ok(());
            cut(sources, ranges, stop, progress, |task| {
                let (source, name) = named(task.range);
                let mut part = worker.judge(source, name, task.text);
                result = numbers
                    .give(sources, ranges, task.range, &mut part)
                    .and_then(|()| each(part));
                result.is_ok()
            });
            result?;
        } else {
            self.on_all_cores(sources, ranges, stop, progress, &named, |range, mut part| {
                numbers.give(sources, ranges, range, &mut part)?;
                each(part)
            })?;
        }
        Ok(if stop.load(Ordering::Relaxed) {
            Done::Stopped
        } else {
            Done::All
        })
    }

    fn on_all_cores<'a>(
        &self,
        sources: &[Source],
        ranges: &[Range],
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
        named: &(dyn Fn(usize) -> (u32, &'a str) + Sync),
        mut each: impl FnMut(usize, Part) -> io::Result<()>,
    ) -> io::Result<()> {
        let threads = self.threads.get();
        let (to_workers, tasks): (Sender<Task>, Receiver<Task>) = bounded(threads);
        let (to_end, judged): (Sender<Judged>, Receiver<Judged>) = bounded(threads);
        // So many pieces may be under way: one that takes long must not let the others pile up.
        let (take, give_back) = bounded::<()>(threads * 4);
        thread::scope(|scope| {
            scope.spawn(move || {
                cut(sources, ranges, stop, progress, |task| {
                    take.send(()).is_ok() && to_workers.send(task).is_ok()
                });
            });
            for _ in 0..threads {
                let (tasks, to_end) = (tasks.clone(), to_end.clone());
                scope.spawn(move || {
                    let mut worker = Worker::new(&self.codes, self.go_on);
                    for task in tasks {
                        let (source, name) = named(task.range);
                        let part = worker.judge(source, name, task.text);
                        let judged = Judged {
                            number: task.number,
                            range: task.range,
                            part,
                        };
                        if to_end.send(judged).is_err() {
                            return;
                        }
                    }
                });
            }
            drop((tasks, to_end));
            // When nobody takes what is judged any more, whoever still has something to give must notice.
            let (judged, give_back) = (judged, give_back);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for done in &judged {
                waiting.insert(done.number, done);
                while let Some(done) = waiting.remove(&next) {
                    next += 1;
                    let _ = give_back.try_recv();
                    each(done.range, done.part)?;
                }
            }
            Ok(())
        })
    }
}

/// Cuts the ranges into tasks, until somebody has had enough.
fn cut(
    sources: &[Source],
    ranges: &[Range],
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
    mut give: impl FnMut(Task) -> bool,
) {
    let mut number = 0;
    for (range, each) in ranges.iter().enumerate() {
        let mut task = |text| {
            number += 1;
            !stop.load(Ordering::Relaxed)
                && give(Task {
                    number: number - 1,
                    range,
                    text,
                })
        };
        let opened = open(&sources[each.source], *each, progress);
        let mut splitter = match opened {
            Ok(splitter) => splitter,
            Err(error) => {
                if !task(Err((each.from, error.to_string()))) {
                    return;
                }
                continue;
            }
        };
        let mut at = each.from;
        loop {
            let text = match splitter.next_chunk() {
                Ok(None) => break,
                Ok(Some(chunk)) => {
                    at = chunk.byte + chunk.text.len() as u64;
                    Ok(chunk)
                }
                Err(error) => Err((at, error.to_string())),
            };
            let broken = text.is_err();
            if !task(text) {
                return;
            }
            if broken {
                break;
            }
        }
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
