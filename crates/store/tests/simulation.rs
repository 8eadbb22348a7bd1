//! The store on a disk that fails on purpose, from a seed: what was acknowledged is durable, once and in order, and play goes
//! on when the disk does.
//!
//!     cargo test -p jadoube-store --test simulation
//!     JADOUBE_SEEDS=10000 cargo test -p jadoube-store --test simulation -- --nocapture
//!     JADOUBE_SEED=77 cargo test -p jadoube-store --test simulation -- --nocapture      one seed again
//!
//! `JADOUBE_FIRST=4000` begins with another seed than 0: a run that was cut short goes on from there.

use jadoube_faults::{Dice, Disk, Mood};
use jadoube_store::{
    Append, Appended, GameRow, GameSummary, Head, LogRow, Mark, NewMark, Sealed, SeatRow, Store, StoreError,
};
use std::path::Path;

/// What one game's players know.
#[derive(Debug, Default, Clone)]
struct Known {
    id: String,
    /// Acts and marks of the timeline that were acknowledged, in order.
    told: Vec<String>,
    /// Those of which nobody could say whether they were written: all or none.
    doubt: Vec<String>,
    /// The key of an act that was acknowledged.
    last_key: Option<String>,
}

impl Known {
    /// How many acts it has, and how many marks.
    fn length(&self) -> (i64, i64) {
        let marks = self.told.iter().filter(|line| line.starts_with('{')).count();
        let count = |number| i64::try_from(number).expect("a short history");
        (count(self.told.len() - marks), count(marks))
    }

    /// The chain of what they know.
    fn head(&self) -> Head {
        let begin = Head::of_game(&self.id, "{}");
        self.told.iter().fold(begin, |head, line| head.and(line))
    }
}

struct World {
    dice: Dice,
    folder: std::path::PathBuf,
    disk: Disk,
    store: Store,
    games: Vec<Known>,
    step: usize,
    faults: u64,
    /// The key by which everything secret is encrypted: the one that was acknowledged, and those of which nobody could say.
    keys: Vec<String>,
    /// What befell the disk, and what it did before the last loss of power.
    log: Vec<String>,
}

type Found = Result<(), String>;

const FIRST_KEY: &str = "key 0";

impl World {
    async fn new(folder: &Path, seed: u64) -> Self {
        let disk = Disk::new(&folder.join("0"), seed);
        let store = Store::open(&disk.url(), None)
            .await
            .expect("opened on a good disk");
        let key = store.meta_or_insert("key", FIRST_KEY).await;
        key.expect("written to a good disk");
        World {
            dice: Dice::new(seed),
            folder: folder.to_owned(),
            disk,
            store,
            games: Vec::new(),
            step: 0,
            faults: 0,
            keys: vec![FIRST_KEY.to_owned()],
            log: Vec::new(),
        }
    }

    /// A new game; where it is not known whether it was written, nobody plays it.
    async fn open_game(&mut self) {
        let id = format!("g{}", self.step);
        let game = GameRow {
            id: id.clone(),
            header: "{}".to_owned(),
            settings: "{}".to_owned(),
            created_ms: 1,
            ..GameRow::default()
        };
        let seat = SeatRow {
            parties: "white".to_owned(),
            ..SeatRow::default()
        };
        if self.store.create_game(&game, &[seat], &[], None).await.is_ok() {
            self.games.push(Known {
                id,
                ..Known::default()
            });
        }
    }

    /// Everything secret is encrypted by one key, the one the database names. Nothing where it does not answer.
    async fn key(&mut self) -> Result<Option<String>, String> {
        if self.keys.len() > 1 && self.store.ready().await.is_err() {
            return Ok(None);
        }
        let (Ok(key), Ok(secrets)) = (
            self.store.meta_or_insert("key", "none").await,
            self.store.secrets().await,
        ) else {
            return Ok(None);
        };
        if !self.keys.contains(&key) {
            return Err(format!("the key is \"{key}\", expected one of {:?}", self.keys));
        }
        for (game, seq, _, sealed) in secrets {
            if sealed != key {
                return Err(format!(
                    "{game}: act {seq} is sealed with \"{sealed}\", not with \"{key}\""
                ));
            }
        }
        self.keys = vec![key.clone()];
        Ok(Some(key))
    }

    /// Everything secret is encrypted anew.
    async fn rotate(&mut self) -> Found {
        if self.key().await?.is_none() {
            return Ok(());
        }
        let Ok(secrets) = self.store.secrets().await else {
            return Ok(());
        };
        let new = format!("key {}", self.step);
        let sealed = secrets
            .into_iter()
            .map(|(game, seq, _, _)| (game, seq, new.clone()));
        let sealed: Vec<_> = sealed.collect();
        match self
            .store
            .replace_secrets(&sealed, &new, "signed by the old one")
            .await
        {
            Ok(()) => self.keys = vec![new],
            Err(_) => self.keys.push(new),
        }
        self.key().await.map(drop)
    }

    /// An act in several games at once, as they come in one commit; the first starts play. In some, play pauses instead.
    async fn act(&mut self) -> Found {
        let Some(key) = self.key().await? else {
            return Ok(());
        };
        let mut asked = Vec::new();
        for at in 0..self.games.len() {
            if self.dice.once_in(3) {
                continue;
            }
            // Whoever was not told reads first, as a server does before it writes on.
            if !self.games[at].doubt.is_empty() && !self.read(at).await? {
                continue;
            }
            let length = 1 + self.dice.below(4000) as usize;
            let pauses = self.dice.once_in(5);
            let known = &self.games[at];
            let (seq, timeline) = known.length();
            let mark = |until_ms| Mark {
                seq,
                from_ms: i64::try_from(self.step).expect("a short history"),
                until_ms,
            };
            if pauses && timeline > 0 {
                // By itself, before the acts: whose write comes first would be no matter of the seed.
                let pause = NewMark {
                    game: &known.id,
                    mark: mark(Some(9_000)),
                    timeline,
                    head: known.head(),
                    settings: None,
                    deadline_ms: None,
                    wall_ms: 10,
                };
                let line = pause.mark.text();
                let answer = self.store.mark(&pause).await;
                self.answered(at, vec![line], answer)?;
                continue;
            }
            let act = format!("{} {} {}", known.id, self.step, "x".repeat(length));
            let start = (timeline == 0).then(|| mark(None));
            let append = Append {
                game: known.id.clone(),
                seq: seq + 1,
                act: act.clone(),
                sealed: self.step.is_multiple_of(2).then(|| Sealed {
                    text: key.clone(),
                    key: key.clone(),
                }),
                timeline,
                head: known.head(),
                starts_ms: start.map(|start| start.from_ms),
                key: format!("k{}", self.step),
                seat: 1,
                wall_ms: 10,
                standing: GameSummary::default(),
            };
            if self.dice.once_in(4) {
                let wrong = self.wrong(at, &append);
                self.refused(wrong).await?;
            }
            let lines: Vec<String> = start.iter().map(Mark::text).chain([act]).collect();
            asked.push((at, lines, append));
        }
        let key = format!("k{}", self.step);
        let mut answers = Vec::new();
        for (at, lines, append) in asked {
            let store = self.store.clone();
            let answer = tokio::spawn(async move { store.append(append).await });
            answers.push((at, lines, answer));
        }
        for (at, lines, answer) in answers {
            let answer = answer.await.map_err(|error| error.to_string())?;
            if let Ok(Appended::Durable) = answer {
                self.games[at].last_key = Some(key.clone());
            }
            self.answered(at, lines, answer)?;
        }
        Ok(())
    }

    /// The same act as it must not be written: with a number that does not follow, as one that was written before, or by
    /// somebody who has not seen every mark, or has seen another game, or seals with a key that is no more.
    fn wrong(&mut self, at: usize, append: &Append) -> Append {
        let before = self.games[at].last_key.clone();
        let mut wrong = append.clone();
        match (self.dice.below(6), before) {
            (0, _) => wrong.seq += 1,
            (1, _) => wrong.seq -= 1,
            (2, Some(key)) => wrong.key = key,
            (3, _) => wrong.head = wrong.head.and("nobody wrote this"),
            (4, _) => {
                let text = "a key that is no more".to_owned();
                wrong.sealed = Some(Sealed {
                    key: text.clone(),
                    text,
                });
            }
            _ => wrong.timeline += 1,
        }
        wrong
    }

    /// It is not written, on whatever disk.
    async fn refused(&mut self, wrong: Append) -> Found {
        let (game, seq, key) = (wrong.game.clone(), wrong.seq, wrong.key.clone());
        match self.store.append(wrong).await {
            Ok(Appended::Durable) => Err(format!(
                "{game}: an act was written that does not follow: {seq} {key}"
            )),
            Ok(Appended::Conflict) | Err(_) => Ok(()),
        }
    }

    /// What a game's players know after this answer.
    fn answered(&mut self, at: usize, lines: Vec<String>, answer: Result<Appended, StoreError>) -> Found {
        let known = &mut self.games[at];
        match answer {
            Ok(Appended::Durable) => known.told.extend(lines),
            Ok(Appended::Conflict) => {
                return Err(format!(
                    "{}: line {} is said to be there already",
                    known.id,
                    known.told.len() + 1
                ));
            }
            Err(_) => known.doubt = lines,
        }
        Ok(())
    }

    /// Reads a game; false where the database does not answer.
    async fn read(&mut self, at: usize) -> Result<bool, String> {
        // What failed may still be in the log's file, and come back after a loss of power, until the next commit has taken
        // its place. So whoever is in doubt lets something be written before he looks, as a server does.
        if !self.games[at].doubt.is_empty() && self.store.ready().await.is_err() {
            return Ok(false);
        }
        let Ok(log) = self.store.log(&self.games[at].id, (0, 0)).await else {
            return Ok(false);
        };
        let lines = log.into_iter().map(|line| match line {
            LogRow::Act(act) => act.act,
            LogRow::Mark(row) => row.mark.text(),
        });
        self.compare(at, &lines.collect::<Vec<_>>())?;
        Ok(true)
    }

    /// Everything told, in order, once; and beside it what was in doubt, or nothing.
    fn compare(&mut self, at: usize, lines: &[String]) -> Found {
        let known = &mut self.games[at];
        let told = known.told.len();
        if lines.len() < told || lines[..told] != known.told[..] {
            return Err(format!(
                "{}: {told} lines were acknowledged, and {} are there",
                known.id,
                lines.len()
            ));
        }
        let (more, doubt) = (&lines[told..], std::mem::take(&mut known.doubt));
        if !more.is_empty() && more != doubt {
            return Err(format!(
                "{}: {} lines are there that nobody wrote",
                known.id,
                more.len()
            ));
        }
        known.told.extend_from_slice(more);
        Ok(())
    }

    /// The power goes, and comes back.
    async fn power_loss(&mut self) -> Found {
        let folder = self.folder.join(self.step.to_string());
        let seed = self.dice.below(u64::MAX);
        let after = self.disk.after_power_loss(&folder, seed);
        let store = Store::open(&after.url(), None)
            .await
            .map_err(|error| format!("after a power loss: {error}"))?;
        let before = std::mem::replace(&mut self.store, store);
        self.disk.set(Mood::Well);
        before.close().await;
        self.faults += self.disk.faults();
        self.log.extend(self.disk.story());
        self.log.push(format!("{}: power loss", self.step));
        self.disk = after;
        if self.key().await?.is_none() {
            return Err("a good disk does not answer".to_owned());
        }
        for at in 0..self.games.len() {
            if !self.read(at).await? {
                return Err("a good disk does not answer".to_owned());
            }
            let id = self.games[at].id.clone();
            let checked = self
                .store
                .check_game(&id)
                .await
                .map_err(|error| error.to_string())?;
            if checked != Ok(self.games[at].length().0) {
                return Err(format!("{id}: the chain says {checked:?}"));
            }
        }
        Ok(())
    }

    async fn live(&mut self, steps: usize, moods: &[Mood]) -> Found {
        for _ in 0..3 {
            self.step += 1;
            self.open_game().await;
        }
        for _ in 0..steps {
            self.step += 1;
            self.disk.note(&format!("step {}", self.step));
            match self.dice.below(10) {
                0 => self.open_game().await,
                1 | 2 => {
                    let mood = moods[self.dice.below(moods.len() as u64) as usize];
                    self.disk.set(mood);
                }
                3 => {
                    self.power_loss().await?;
                }
                4 if self.dice.once_in(2) => self.rotate().await?,
                4 => {
                    // Other writes fail too, on other connections.
                    let _ = self.store.set_deadline_of("g1", Some(7)).await;
                    let _ = self
                        .store
                        .say("g1", "table", (None, "white", "hm"), &format!("{}", self.step), 1)
                        .await;
                    let _ = self.store.ready().await;
                }
                _ => self.act().await?,
            }
        }
        // The disk is well again: everybody can go on, and everything is there after one more loss.
        self.disk.set(Mood::Well);
        self.store
            .ready()
            .await
            .map_err(|error| format!("not ready on a good disk: {error}"))?;
        for at in 0..self.games.len() {
            self.read(at).await?;
        }
        let before: Vec<usize> = self.games.iter().map(|known| known.told.len()).collect();
        for _ in 0..4 {
            self.step += 1;
            self.act().await?;
            if self.games.iter().any(|known| !known.doubt.is_empty()) {
                return Err("a good disk does not take an act".to_owned());
            }
        }
        if !self
            .games
            .iter()
            .zip(before)
            .any(|(known, before)| known.told.len() > before)
        {
            return Err("nobody can go on".to_owned());
        }
        self.power_loss().await
    }
}

/// One seed; how many faults there were, or what it found; and the whole story of the disk.
fn told(seed: u64, moods: &[Mood]) -> (Result<u64, String>, Vec<String>) {
    // One thread, so that the same seed is the same story.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::TempDir::new_in(memory)
    } else {
        tempfile::TempDir::new()
    };
    let folder = folder.expect("a folder");
    runtime.block_on(async {
        let mut world = World::new(folder.path(), seed).await;
        let found = world.live(40, moods).await;
        let faults = world.faults + world.disk.faults();
        world.log.extend(world.disk.story());
        world.store.close().await;
        let found = found.map(|()| faults);
        let found = found.map_err(|why| format!("seed {seed}, step {}: {why}", world.step));
        (found, world.log)
    })
}

fn run(seed: u64, moods: &[Mood]) -> Result<u64, String> {
    let (found, story) = told(seed, moods);
    // What came last is nearest to what went wrong.
    let last = &story[story.len().saturating_sub(60)..];
    found.map_err(|why| format!("{why}\n{}", last.join("\n")))
}

const MOODS: [Mood; 5] = [Mood::Well, Mood::Well, Mood::Full, Mood::NoSync, Mood::Moody];

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

#[test]
fn what_is_acknowledged_is_durable_on_a_disk_that_fails() {
    let first = number("JADOUBE_FIRST").unwrap_or(0);
    let seeds = match number("JADOUBE_SEED") {
        Some(seed) => seed..seed + 1,
        None => first..first + number("JADOUBE_SEEDS").unwrap_or(150),
    };
    let mut faults = 0;
    for seed in seeds.clone() {
        if seed > first && seed.is_multiple_of(500) {
            println!("{} seeds; {faults} faults", seed - first);
        }
        match run(seed, &MOODS) {
            Ok(more) => faults += more,
            Err(why) => panic!(
                "{why}\n\nagain: JADOUBE_SEED={seed} cargo test -p jadoube-store --test simulation -- --nocapture"
            ),
        }
    }
    println!(
        "{} seeds; {faults} faults; nothing acknowledged was lost",
        seeds.count()
    );
}

/// A simulator that cannot find anything is worth nothing: a disk that lies about syncing must be found out.
#[test]
fn a_disk_that_lies_is_found_out() {
    let found = (0..10).filter(|seed| run(*seed, &[Mood::Lying]).is_err()).count();
    assert!(
        found >= 5,
        "only {found} of 10 seeds found that nothing is ever synced"
    );
}

/// The same seed is the same story, to the last write and sync of the disk.
#[test]
fn a_seed_replays() {
    let (from, count) = (
        number("JADOUBE_SEED").unwrap_or(0),
        number("JADOUBE_REPLAYS").unwrap_or(12),
    );
    for seed in from..from + count {
        let (first, again) = (told(seed, &MOODS), told(seed, &MOODS));
        let differ = first.1.iter().zip(&again.1).position(|(a, b)| a != b);
        let around =
            |story: &[String], at: usize| story[at.saturating_sub(12)..story.len().min(at + 8)].join("\n");
        if let Some(at) = differ {
            panic!(
                "seed {seed} is another story from {at} on:\n{}\n\n{}",
                around(&first.1, at),
                around(&again.1, at)
            );
        }
        assert_eq!(first, again, "seed {seed}");
    }
}

/// The database as the fourth step of its schema left it.
const BEFORE: [&str; 9] = [
    "DROP TABLE seeks",
    "DROP TABLE listeners",
    "DROP INDEX accounts_likeness",
    "ALTER TABLE accounts DROP COLUMN likeness",
    "DROP INDEX accounts_person",
    "ALTER TABLE accounts DROP COLUMN person",
    "DROP INDEX audit_account",
    "UPDATE meta SET value = '4' WHERE key = 'schema'",
    "PRAGMA wal_checkpoint(TRUNCATE)",
];

/// One upgrade on a disk that fails, and a loss of power wherever it was: what was there is there, and can be opened. Whether
/// the disk kept the upgrade from being done.
async fn upgraded(folder: &Path, seed: u64) -> bool {
    let disk = Disk::new(&folder.join("0"), seed);
    let store = Store::open(&disk.url(), None).await.expect("opened");
    let seat = SeatRow {
        parties: "white".to_owned(),
        ..SeatRow::default()
    };
    let ids: Vec<String> = (0..40).map(|number| format!("g{number}")).collect();
    for id in &ids {
        let game = GameRow {
            id: id.clone(),
            header: "{}".to_owned(),
            settings: "{}".to_owned(),
            ..GameRow::default()
        };
        let opened = store
            .create_game(&game, std::slice::from_ref(&seat), &[], None)
            .await;
        opened.expect("a good disk");
        store.create_account(id, "x", None, 1).await.expect("a good disk");
    }
    store.close().await;
    let mut old = <sqlx::AnyConnection as sqlx::Connection>::connect(&disk.url())
        .await
        .expect("opened");
    for sql in BEFORE {
        sqlx::query(sql).execute(&mut old).await.expect(sql);
    }
    sqlx::Connection::close(old).await.expect("closed");
    disk.set(MOODS[2 + (seed % 3) as usize]);
    let opened = Store::open(&disk.url(), None).await;
    let failed = opened.is_err();
    let after = disk.after_power_loss(&folder.join("1"), seed);
    let mut kept = <sqlx::AnyConnection as sqlx::Connection>::connect(&after.url())
        .await
        .expect("opened");
    let tables =
        "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('seeks', 'listeners', 'accounts_likeness',
        'accounts_person', 'audit_account')";
    let (new,): (i64,) = sqlx::query_as(tables).fetch_one(&mut kept).await.expect("read");
    let (schema,): (String,) = sqlx::query_as("SELECT value FROM meta WHERE key = 'schema'")
        .fetch_one(&mut kept)
        .await
        .expect("read");
    assert_eq!(
        new,
        if schema == "4" { 0 } else { 5 },
        "seed {seed}: half an upgrade to {schema}"
    );
    assert!(
        failed || schema != "4",
        "seed {seed}: an upgrade was said to be done"
    );
    sqlx::Connection::close(kept).await.expect("closed");
    let store = Store::open(&after.url(), None).await.expect("a good disk");
    for id in &ids {
        assert_eq!(store.check_game(id).await.expect("read"), Ok(0), "seed {seed}");
        assert!(store.account(id).await.expect("read").is_some(), "seed {seed}");
    }
    store.close().await;
    disk.set(Mood::Well);
    if let Ok(store) = opened {
        store.close().await;
    }
    failed
}

#[test]
fn an_upgrade_that_is_cut_short_is_done_or_was_never_begun() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut failed = 0;
    for seed in 0..30 {
        let folder = tempfile::TempDir::new().expect("a folder");
        failed += u32::from(runtime.block_on(upgraded(folder.path(), seed)));
    }
    assert!((5..30).contains(&failed), "{failed} of 30 failed");
}
