//! Two nodes on one failing disk, that never hear each other's calls, with clocks that jump and stand still: from a seed. One
//! history, once and in order; play starts once, and stands still as it was agreed; nobody is charged for the other's time; no
//! flag falls early.
//!
//!     JADOUBE_SEEDS=10000 cargo test -p jadoube-server --lib simulation -- --nocapture
//!     JADOUBE_SEED=77 cargo test -p jadoube-server --lib simulation -- --nocapture
//!
//! `JADOUBE_FIRST=4000` begins with another seed than 0: a run that was cut short goes on from there.

use super::{Acted, LiveGames};
use crate::{
    computer::Computers,
    routes::opening::{lay, read_header},
    secret::Key,
    shape::Opening,
    time::{Timeline, WallClock},
};
use jadoube_faults::{Dice, Disk, Mood};
use jadoube_game::{Act, Event, Party};
use jadoube_record::{parse, read_event};
use jadoube_store::{ActRow, LogRow, Mark, Store};
use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::SeqCst},
    },
};

/// The node that was in doubt is no more.
const GONE: usize = usize::MAX;
const BEGAN: i64 = 1_000_000_000;
/// The time each player has for his forty moves.
const LIMIT_MS: i64 = 60_000;
/// By how much the time of an act may be wrong: clocks that differ by no more agree.
const TOLERANCE_MS: i64 = 1_100;

struct Node {
    live_games: LiveGames,
    machine: Arc<AtomicI64>,
    pace: Arc<AtomicI64>,
}

struct World {
    dice: Dice,
    folder: PathBuf,
    disk: Disk,
    /// What befell the disks of before the power was lost.
    story: Vec<String>,
    nodes: Vec<Node>,
    /// What the time really is, and by how much the database's clock is wrong.
    truth: i64,
    database_wrong: i64,
    id: String,
    /// What was acknowledged, and what nobody could say of.
    told: Vec<String>,
    /// Each with the node on which it was tried.
    doubt: Vec<(usize, String)>,
    /// Marks that were found on the timeline, and how many were acknowledged.
    marks: Vec<Mark>,
    promised: usize,
    /// From when play was to start, or to stand still and for how long, as it was tried and not yet found.
    tried: Vec<(i64, Option<i64>)>,
}

impl World {
    async fn node(disk: &Disk, truth: i64) -> Node {
        let (machine, pace) = (Arc::new(AtomicI64::new(truth)), Arc::new(AtomicI64::new(0)));
        let (wall, steady) = (Arc::clone(&machine), Arc::clone(&pace));
        let clock = WallClock::of_both(move || wall.load(SeqCst), move || steady.load(SeqCst));
        let store = Store::open(&disk.url(), None)
            .await
            .expect("opened on a good disk");
        clock.database_shows(truth, 0);
        let key = Key::parse(&"5a".repeat(32)).expect("a key");
        Node {
            live_games: LiveGames::new(
                store,
                key,
                clock,
                Computers::built_in(std::time::Duration::from_secs(1)),
            ),
            machine,
            pace,
        }
    }

    async fn new(folder: &std::path::Path, seed: u64) -> Self {
        let disk = Disk::new(&folder.join("disk"), seed);
        let nodes = vec![Self::node(&disk, BEGAN).await, Self::node(&disk, BEGAN).await];
        let header = format!(
            r#"{{"code":"bcc-1899","time_limit":{{"by":[{{"moves":40,"seconds":{}}}]}}}}"#,
            LIMIT_MS / 1000
        );
        let opening = Opening {
            opponent: Some("here".to_owned()),
            ..Opening::default()
        };
        let header = parse(&header).expect("JSON");
        let snapshot = read_header(header, &opening).await.expect("terms");
        let laid = lay(&nodes[0].live_games, &snapshot, opening, None, None).expect("laid");
        let id = laid.game.id.clone();
        let opened = laid.put_into(&nodes[0].live_games, &[]).await;
        opened.expect("opened");
        // The second node has the game in memory before play begins.
        nodes[1].live_games.table(&id).await.expect("read");
        World {
            dice: Dice::new(seed),
            folder: folder.to_owned(),
            disk,
            story: Vec::new(),
            nodes,
            truth: BEGAN,
            database_wrong: 0,
            id,
            told: Vec::new(),
            doubt: Vec::new(),
            marks: Vec::new(),
            promised: 0,
            tried: Vec::new(),
        }
    }

    fn pass(&mut self, ms: i64) {
        self.truth += ms;
        for node in &self.nodes {
            node.machine.fetch_add(ms, SeqCst);
            node.pace.fetch_add(ms, SeqCst);
        }
    }

    /// Every node reads the database's clock, as it does every second; not one that is held up.
    async fn read_clocks(&self, held_up: Option<usize>) {
        for (number, node) in self.nodes.iter().enumerate() {
            if held_up != Some(number)
                && let Ok(written) = node.live_games.store.latest_ms().await
            {
                node.live_games
                    .clock
                    .database_shows(self.truth + self.database_wrong, written);
            }
        }
    }

    /// How long play has lasted at this time, by the marks that were found.
    fn lasted(&self, now: i64) -> i64 {
        let lasted = Timeline::of(self.marks.iter().copied()).at(now).0;
        i64::try_from(lasted).unwrap_or(i64::MAX)
    }

    /// Both players are there on this node.
    async fn start(&mut self, node: usize) -> Result<(), String> {
        let live_games = self.nodes[node].live_games.clone();
        let Ok(table) = live_games.table(&self.id).await else {
            return Ok(());
        };
        self.tried.push((self.truth, None));
        if live_games.start(&table).await.is_ok() {
            self.promised = self.promised.max(1);
        }
        self.settle(&live_games).await
    }

    /// The players agree that play stands still for some seconds, on a node.
    async fn pause(&mut self) -> Result<(), String> {
        let live_games = self.nodes[self.dice.below(2) as usize].live_games.clone();
        let lasts = 500 + self.dice.below(8_000).cast_signed();
        let Ok(table) = live_games.table(&self.id).await else {
            return Ok(());
        };
        if table.snapshot().timeline().started_ms.is_none() {
            return Ok(());
        }
        let after = self.marks.iter().filter_map(|mark| mark.until_ms);
        let from = after.fold(self.truth, i64::max);
        self.tried.push((from, Some(lasts)));
        let settings = table.room().row.settings.clone();
        let known = table.snapshot().marks().count();
        if let Ok(true) = live_games.pause(&table, lasts, (&settings, &settings)).await {
            self.promised = self.promised.max(known + 1);
        }
        self.settle(&live_games).await
    }

    /// Marks as they were tried, once each; play starts once, before it can stand still.
    fn settle_marks(&mut self, found: &[Mark]) -> Result<(), String> {
        let known = self.marks.len();
        if found.len() < self.promised || found.get(..known) != Some(&self.marks[..]) {
            return Err(format!("the marks were {:?}, and are {found:?}", self.marks));
        }
        let starts = found.iter().map(|mark| mark.until_ms.is_none());
        if !starts.eq((0..found.len()).map(|at| at == 0)) {
            return Err(format!("play starts once: {found:?}"));
        }
        for mark in &found[known..] {
            let is_it = |(from, lasts): &(i64, Option<i64>)| {
                // A pause begins after the last act, which another node may have dated a little ahead.
                (from - mark.from_ms).abs() <= 2 * TOLERANCE_MS
                    && *lasts == mark.until_ms.map(|until| until - mark.from_ms)
            };
            let at = self.tried.iter().position(is_it);
            let at = at.ok_or_else(|| format!("a mark is there that nobody made: {mark:?}"))?;
            self.tried.remove(at);
        }
        self.marks = found.to_vec();
        Ok(())
    }

    /// Somebody says something on a node.
    async fn act(&mut self, step: usize) -> Result<(), String> {
        // Most players go back where they heard of a failure.
        let node = match self.doubt.first() {
            Some((tried, _)) if *tried != GONE && !self.dice.once_in(4) => *tried,
            _ => self.dice.below(2) as usize,
        };
        let live_games = self.nodes[node].live_games.clone();
        let Ok(table) = live_games.table(&self.id).await else {
            return Ok(());
        };
        // The player has seen what he was told; whether play stands still he has not. Now and then one acts without looking
        // what became of his last act.
        if !self.dice.once_in(3) {
            let seen = self.told.len() + usize::from(!self.doubt.is_empty());
            if live_games
                .reach(&table, u32::try_from(seen).unwrap_or(0))
                .await
                .is_err()
            {
                return Ok(());
            }
            self.settle(&live_games).await?;
            // What he was not shown by the node that was in doubt never comes back, not even if the power goes now.
            let doubts = self.doubt.len();
            self.doubt.retain(|(tried, _)| *tried != node);
            if self.doubt.len() < doubts && self.database_wrong == 0 && self.dice.once_in(3) {
                return self.lose_power(step).await;
            }
        }
        let words = format!("words {step}");
        let event = Event::new(Party::White, Act::Say { words: words.clone() });
        let expected = u32::try_from(self.told.len()).unwrap_or(0);
        // Play may start with it.
        self.tried.push((self.truth, None));
        let acted = live_games
            .act(table, event.clone(), expected, 1, format!("1 k{step}"), None)
            .await;
        match acted {
            Ok(Acted::Done { seq, .. }) if seq == expected + 1 => {
                // What was in doubt did not happen, for this came in its place.
                self.doubt.clear();
                self.told.push(words);
                self.again(step, event, expected).await
            }
            Ok(Acted::Done { seq, .. }) => Err(format!("act {} became {seq}", expected + 1)),
            // The clock was there first.
            Ok(Acted::Stale) => Ok(()),
            Err(_) => {
                self.doubt.push((node, words));
                Ok(())
            }
        }
    }

    /// The answer may have been lost: the same act comes again with the same key, on whatever node, and is the same act. With
    /// another key it is another act, and comes too late.
    async fn again(&mut self, step: usize, event: Event, expected: u32) -> Result<(), String> {
        let live_games = self.nodes[self.dice.below(2) as usize].live_games.clone();
        let same = self.dice.once_in(2);
        let Ok(table) = live_games.table(&self.id).await else {
            return Ok(());
        };
        let key = if same {
            format!("1 k{step}")
        } else {
            format!("1 late{step}")
        };
        match live_games.act(table, event, expected, 1, key, None).await {
            Ok(Acted::Done {
                seq, repeated: true, ..
            }) if same && seq == expected + 1 => Ok(()),
            Ok(Acted::Stale) if !same => Ok(()),
            Ok(other) => Err(format!(
                "act {} came again, {}: {}",
                expected + 1,
                if same { "with its key" } else { "with another key" },
                match other {
                    Acted::Done { seq, .. } => format!("it became {seq}"),
                    Acted::Stale => "it is called stale".to_owned(),
                }
            )),
            Err(_) => Ok(()),
        }
    }

    /// The log, where the database answers: acts, and marks of the timeline.
    async fn read(&self, live_games: &LiveGames) -> Option<(Vec<ActRow>, Vec<Mark>)> {
        let (mut acts, mut marks) = (Vec::new(), Vec::new());
        for line in live_games.store.log(&self.id, (0, 0)).await.ok()? {
            match line {
                LogRow::Act(act) => acts.push(act),
                LogRow::Mark(row) => marks.push(row.mark),
            }
        }
        Some((acts, marks))
    }

    /// What is in the log, as far as it can be read: everything told, in order, once, and at most the one in doubt.
    async fn settle(&mut self, live_games: &LiveGames) -> Result<(), String> {
        let Some((acts, marks)) = self.read(live_games).await else {
            return Ok(());
        };
        self.settle_marks(&marks)?;
        let mut found = Vec::new();
        let mut before = 0;
        for act in &acts {
            let event = parse(&act.act)
                .and_then(read_event)
                .map_err(|fault| fault.to_string())?;
            let at = i64::try_from(event.at.map_or(0, |at| at.0)).unwrap_or(0);
            if at < before {
                return Err(format!("act {}: time goes back from {before} to {at}", act.seq));
            }
            before = at;
            found.push(match event.act {
                Act::Say { words } => words,
                other => other.name().to_owned(),
            });
        }
        let told = self.told.len();
        if found.len() < told || found[..told] != self.told[..] {
            return Err(format!(
                "{told} acts were acknowledged: {:?}, {:?}",
                self.told, found
            ));
        }
        for (more, act) in found[told..].iter().zip(&acts[told..]) {
            if more == "flag" {
                // Struck when White's time was up, as it really was.
                let early = LIMIT_MS - self.lasted(act.wall_ms);
                if early > TOLERANCE_MS || LIMIT_MS - self.lasted(self.truth) > TOLERANCE_MS {
                    return Err(format!("a flag fell {early} ms early"));
                }
            } else if !self.doubt.iter().any(|(_, doubt)| doubt == more) {
                return Err(format!("an act is there that nobody made: {more}"));
            }
            // All that were in doubt had one number: this one is there, and none of the others.
            self.doubt.clear();
            self.told.push(more.clone());
        }
        Ok(())
    }

    /// Somebody acted in time, and his act is still being seen to on this node when the flag is due: it goes before the flag.
    async fn comes_in_time(&mut self) -> Result<(), String> {
        let live_games = self.nodes[self.dice.below(2) as usize].live_games.clone();
        let Ok(table) = live_games.table(&self.id).await else {
            return Ok(());
        };
        let wrong = (live_games.now_ms() - self.truth).abs() > TOLERANCE_MS || self.database_wrong != 0;
        let paused = self.marks.iter().any(|mark| mark.until_ms > Some(self.truth));
        let late = LIMIT_MS - self.lasted(self.truth) <= 2 * TOLERANCE_MS;
        if wrong || paused || late || self.marks.is_empty() {
            return Ok(());
        }
        let flags = |acts: &[ActRow]| acts.iter().filter(|act| act.act.contains(r#""flag""#)).count();
        let coming = table.sees_to(live_games.now_ms());
        self.pass(LIMIT_MS + 2 * TOLERANCE_MS);
        self.read_clocks(None).await;
        let before = self.read(&live_games).await;
        let _ = live_games.strike(&self.id).await;
        if let (Some((before, _)), Some((after, _))) = (before, self.read(&live_games).await)
            && flags(&after) > flags(&before)
        {
            return Err("a flag fell before an act that had come in time".to_owned());
        }
        drop(coming);
        self.settle(&live_games).await
    }

    /// The time of the last act is the time it really was.
    async fn check_time(&mut self) -> Result<(), String> {
        let Some((acts, marks)) = self.read(&self.nodes[0].live_games).await else {
            return Ok(());
        };
        self.settle_marks(&marks)?;
        let Some(last) = acts.last() else { return Ok(()) };
        let event = parse(&last.act)
            .and_then(read_event)
            .map_err(|fault| fault.to_string())?;
        let at = i64::try_from(event.at.map_or(0, |at| at.0)).unwrap_or(0);
        let really = self.lasted(self.truth);
        if event.by == Party::White && (at - really).abs() > TOLERANCE_MS {
            return Err(format!("White acted after {really} ms, and {at} are written"));
        }
        Ok(())
    }

    /// The power goes, and comes back: two new nodes on what is left of the disk.
    async fn lose_power(&mut self, step: usize) -> Result<(), String> {
        let seed = self.dice.below(u64::MAX);
        let folder = self.folder.join(format!("after-{step}"));
        let after = self.disk.after_power_loss(&folder, seed);
        self.disk.set(Mood::Well);
        for old in self.nodes.drain(..) {
            old.live_games.store.close().await;
        }
        self.story.extend(self.disk.story());
        self.disk = after;
        for _ in 0..2 {
            self.nodes.push(Self::node(&self.disk, self.truth).await);
        }
        let live_games = self.nodes[0].live_games.clone();
        self.settle(&live_games).await
    }

    async fn live(&mut self) -> Result<(), String> {
        for step in 0..40 {
            self.disk.note(&format!("step {step}, {} acts", self.told.len()));
            match self.dice.below(15) {
                0 => {
                    let moods = [Mood::Well, Mood::Full, Mood::NoSync, Mood::Moody];
                    self.disk.set(moods[self.dice.below(4) as usize]);
                }
                // Somebody sets a machine's clock: the database's is followed.
                1 => {
                    let by = 3_600_000 - self.dice.below(7_200_000).cast_signed();
                    self.nodes[self.dice.below(2) as usize]
                        .machine
                        .fetch_add(by, SeqCst);
                }
                // The database's clock jumps, or is put right.
                2 if self.database_wrong == 0 => {
                    self.database_wrong = 3_600_000 - self.dice.below(7_200_000).cast_signed();
                }
                2 => self.database_wrong = 0,
                3 | 4 => {
                    for node in 0..2 {
                        let live_games = self.nodes[node].live_games.clone();
                        if live_games.clock.is_sure()
                            && let Ok(due) = live_games.store.due(live_games.now_ms(), 10).await
                        {
                            // Called for or not, no flag falls before its time.
                            for id in due.into_iter().chain([self.id.clone()]) {
                                let _ = live_games.strike(&id).await;
                            }
                        }
                        self.settle(&live_games).await?;
                    }
                }
                5 => {
                    // A node ends and another takes its place.
                    self.disk.set(Mood::Well);
                    if self.database_wrong == 0 {
                        let at = self.dice.below(2) as usize;
                        let new = Self::node(&self.disk, self.truth).await;
                        let old = std::mem::replace(&mut self.nodes[at], new);
                        old.live_games.store.close().await;
                        // It takes its doubts with it: where others have the file open, what failed may still lie in the log.
                        for (tried, _) in self.doubt.iter_mut().filter(|(tried, _)| *tried == at) {
                            *tried = GONE;
                        }
                    } else {
                        let at = self.dice.below(2) as usize;
                        self.nodes[at].live_games.forget();
                    }
                }
                6 => {
                    let node = self.dice.below(2) as usize;
                    self.start(node).await?;
                }
                7 => self.pause().await?,
                8 if self.dice.once_in(3) => self.comes_in_time().await?,
                9 if self.database_wrong == 0 => self.lose_power(step).await?,
                _ => {
                    let before = self.told.len();
                    self.act(step).await?;
                    if self.told.len() > before {
                        self.check_time().await?;
                    }
                }
            }
            let ms = self.dice.below(4_000).cast_signed();
            let held_up = (self.dice.below(4) == 0).then(|| self.dice.below(2) as usize);
            self.pass(ms);
            self.read_clocks(held_up).await;
        }
        // All is well again: the flag falls, once at most, by whichever node.
        self.disk.set(Mood::Well);
        self.database_wrong = 0;
        self.start(0).await?;
        let until = self.marks.iter().filter_map(|mark| mark.until_ms).max();
        let paused = until.map_or(0, |until| (until - self.truth).max(0));
        self.pass(LIMIT_MS * 2 + paused);
        for node in &self.nodes {
            node.machine.store(self.truth, SeqCst);
        }
        self.read_clocks(None).await;
        // A node that had come to terms with a wrong clock needs a minute to come to terms with the right one.
        self.pass(61_000);
        self.read_clocks(None).await;
        for _ in 0..2 {
            for node in 0..2 {
                let live_games = self.nodes[node].live_games.clone();
                if !live_games.clock.is_sure() {
                    return Err("the clocks agree, and a node does not believe them".to_owned());
                }
                live_games
                    .strike(&self.id)
                    .await
                    .map_err(|problem| problem.detail().to_owned())?;
                self.settle(&live_games).await?;
            }
        }
        let mut checked = self.nodes[0].live_games.store.check_game(&self.id).await;
        // On a machine with much else to do, a connection may take its time.
        for _ in 0..10 {
            if checked.is_ok() {
                break;
            }
            checked = self.nodes[0].live_games.store.check_game(&self.id).await;
        }
        if !matches!(&checked, Ok(Ok(acts)) if usize::try_from(*acts) == Ok(self.told.len())) {
            return Err(format!("the chain says {checked:?}"));
        }
        let flags = self.told.iter().filter(|act| *act == "flag").count();
        if flags > 1 {
            return Err(format!("{flags} flags fell"));
        }
        // By the flag, or by an act of White's after his time.
        let table = self.nodes[0].live_games.table(&self.id).await;
        let over = table.is_ok_and(|table| table.snapshot().status().is_over());
        if !over {
            return Err("White's time is up, and the game goes on".to_owned());
        }
        Ok(())
    }
}

/// One seed: what was acknowledged, or what it found; and the whole story of the disk.
fn told(seed: u64) -> (Result<Vec<String>, String>, Vec<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::TempDir::new_in(memory)
    } else {
        tempfile::TempDir::new()
    };
    let folder = folder.expect("a folder");
    runtime.block_on(async {
        let mut world = World::new(folder.path(), seed).await;
        let lived = world.live().await;
        let mut story = std::mem::take(&mut world.story);
        story.extend(world.disk.story());
        for node in &world.nodes {
            node.live_games.store.close().await;
        }
        let lived = lived
            .map(|()| world.told.clone())
            .map_err(|why| format!("seed {seed}: {why}"));
        (lived, story)
    })
}

fn run(seed: u64) -> Result<Vec<String>, String> {
    let (lived, story) = told(seed);
    // What came last is nearest to what went wrong.
    let last = &story[story.len().saturating_sub(60)..];
    lived.map_err(|why| format!("{why}\n{}", last.join("\n")))
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

#[test]
fn one_history_and_true_time_whatever_fails() {
    let first = number("JADOUBE_FIRST").unwrap_or(0);
    let seeds = match number("JADOUBE_SEED") {
        Some(seed) => seed..seed + 1,
        None => first..first + number("JADOUBE_SEEDS").unwrap_or(100),
    };
    let mut acts = 0;
    for seed in seeds.clone() {
        if seed > first && seed.is_multiple_of(500) {
            println!("{} seeds; {acts} acts", seed - first);
        }
        match run(seed) {
            Ok(told) => acts += told.len(),
            Err(why) => panic!(
                "{why}\n\nagain: JADOUBE_SEED={seed} cargo test -p jadoube-server --lib simulation -- --nocapture"
            ),
        }
    }
    println!("{} seeds; {acts} acts; one history, true time", seeds.count());
}

/// The same seed is the same story, to the last write and sync of the disk.
#[test]
fn a_seed_replays() {
    let (from, count) = (
        number("JADOUBE_SEED").unwrap_or(0),
        number("JADOUBE_REPLAYS").unwrap_or(8),
    );
    for seed in from..from + count {
        let (first, again) = (told(seed), told(seed));
        let differ = first.1.iter().zip(&again.1).position(|(a, b)| a != b);
        if let Some(at) = differ {
            let around = |story: &[String]| story[at.saturating_sub(12)..story.len().min(at + 8)].join("\n");
            panic!(
                "seed {seed} is another story from {at} on:\n{}\n\n{}",
                around(&first.1),
                around(&again.1)
            );
        }
        assert_eq!(first, again, "seed {seed}");
    }
}
