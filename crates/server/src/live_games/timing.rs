//! What does the wall clock do to games? Flags that are due fall, replies are reminded of, idle tables are put away.

use super::{
    GameTable, LiveGames,
    acting::{Deed, own_key},
    work,
};
use crate::{
    problem::Problem,
    snapshot::{Parties, Snapshot},
    time,
};
use jadoube_board::Colour;
use jadoube_game::{Act, Decision, Declared, Event, Party, Presence};
use jadoube_store::{GameRow, SeatRow, StoreError};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

/// What was noted is kept so long, and no more of it than this.
const AUDIT_DAYS: i64 = 400;
const MOST_NOTES: i64 = 1_000_000;
/// Games whose flags are seen to at once.
const MOST_STRIKING: usize = 64;
/// Games that are due and are looked at in one beat, beside those that are being seen to or wait.
const MOST_DUE: usize = 200;
/// How long a game waits whose flag could not fall: longer each time.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// The flags that are being seen to. A game whose flag cannot fall waits, each time longer, and takes no other's place.
#[derive(Debug, Default)]
struct Strikes {
    under_way: HashSet<String>,
    /// Why it could not fall, how often, and when it is tried again.
    waiting: HashMap<String, (String, u32, Instant)>,
}

impl Strikes {
    /// So many games that are due must be read to find those that nobody sees to yet: the others stand before them.
    fn looks_at(&self) -> i64 {
        i64::try_from(MOST_DUE + self.under_way.len() + self.waiting.len()).unwrap_or(i64::MAX)
    }

    /// Of the games that are due, those whose flags are to fall now.
    fn choose(&mut self, due: Vec<String>, now: Instant) -> Vec<String> {
        // One that is no longer due, some act having come, needs no wait; nor does one that is tried now.
        let asked: HashSet<&String> = due.iter().collect();
        self.waiting
            .retain(|id, (_, _, again)| asked.contains(id) || now < *again);
        // Those that have failed before come after the others.
        let (again, fresh): (Vec<String>, Vec<String>) =
            due.into_iter().partition(|id| self.waiting.contains_key(id));
        let mut chosen = Vec::new();
        for id in fresh.into_iter().chain(again) {
            let waits = self.waiting.get(&id).is_some_and(|(_, _, again)| now < *again);
            if self.under_way.len() < MOST_STRIKING && !waits && self.under_way.insert(id.clone()) {
                chosen.push(id);
            }
        }
        chosen
    }

    fn fell(&mut self, id: &str) {
        self.under_way.remove(id);
        self.waiting.remove(id);
    }

    /// How long it waits now.
    fn failed(&mut self, id: &str, why: &str, now: Instant) -> Duration {
        self.under_way.remove(id);
        let (reason, times, again) = self
            .waiting
            .entry(id.to_owned())
            .or_insert_with(|| (String::new(), 0, now));
        let wait = FIRST_WAIT.saturating_mul(1 << (*times).min(7)).min(LONGEST_WAIT);
        why.clone_into(reason);
        *times += 1;
        *again = now + wait;
        wait
    }

    fn stuck(&self) -> usize {
        self.waiting.len()
    }

    fn example(&self) -> Option<(&str, &str)> {
        self.waiting
            .iter()
            .next()
            .map(|(id, (why, _, _))| (id.as_str(), why.as_str()))
    }
}

impl LiveGames {
    /// Lets the clock speak at this table, if it is time.
    pub(crate) async fn strike(&self, id: &str) -> Result<(), Problem> {
        let table = self.table(id).await?;
        let _turn = table.turn.lock().await;
        self.catch_up(&table).await?;
        let snapshot = table.snapshot();
        if table.broken().is_some() {
            return self.forget_deadline(&table).await;
        }
        if let Some(loser) = time::loss_in_question(&snapshot) {
            return Box::pin(self.decide_itself(&table, &snapshot, loser)).await;
        }
        let (timeline, now) = (snapshot.timeline(), self.now_ms());
        let looked = Arc::clone(&snapshot);
        let flag = work(move || time::next_flag(&looked)).await?;
        let wall = flag
            .as_ref()
            .and_then(|flag| flag.at)
            .and_then(|at| timeline.wall(at));
        match (flag, wall) {
            (Some(flag), Some(wall)) if wall <= now => {
                if !self.clock.is_sure() {
                    return Ok(());
                }
                if table.has_coming(wall) {
                    // Something was done in time and is still being seen to: it goes before.
                    return Ok(());
                }
                let deed = Deed {
                    event: flag,
                    expected: snapshot.seq(),
                    seat: 0,
                    key: own_key("clock", &snapshot.seq().to_string()),
                    came_ms: now,
                    own: true,
                    from: None,
                };
                Box::pin(self.act_in_turn(&table, &deed, None)).await?;
                metrics::counter!("jadoube_flags_total").increment(1);
            }
            (Some(_), wall) => self.set_deadline(&table, &snapshot, wall).await?,
            (None, _) => {
                let due = time::reply_due(&snapshot).and_then(|at| timeline.wall(at));
                let later = due.filter(|due| *due > now);
                if due.is_some() && later.is_none() {
                    let row = self.game_row(id).await?;
                    self.remind(&row, &table.room().seats, ("the reply is overdue", "overdue"))
                        .await?;
                }
                self.set_deadline(&table, &snapshot, later).await?;
            }
        }
        Ok(())
    }

    /// The law asks an umpire whether a game is lost, or drawn because the other can never mate, which was neither shown nor
    /// excluded. Where nobody sits as umpire the server says what holds as long as no exception is shown: it is lost.
    async fn decide_itself(
        &self,
        table: &Arc<GameTable>,
        snapshot: &Snapshot,
        loser: Colour,
    ) -> Result<(), Problem> {
        if table.room().has_umpire() || snapshot.terms().arbiter == Presence::None {
            return self.set_deadline(table, snapshot, None).await;
        }
        let ruling = format!(
            "nobody sits here as umpire, and that {} can never mate is not shown: the game is lost",
            !loser
        );
        let decision = Decision {
            result: Some(match loser {
                Colour::White => Declared::Black,
                Colour::Black => Declared::White,
            }),
            ruling: Some(ruling),
            ..Decision::default()
        };
        let deed = Deed {
            event: Event::new(Party::Umpire, Act::Decide(decision)),
            expected: snapshot.seq(),
            seat: 0,
            key: own_key("umpire", &snapshot.seq().to_string()),
            came_ms: self.now_ms(),
            own: true,
            from: None,
        };
        self.act_in_turn(table, &deed, None).await?;
        Ok(())
    }

    /// A closed game has no clock.
    async fn forget_deadline(&self, table: &GameTable) -> Result<(), Problem> {
        Ok(self.store.set_deadline_of(&table.id, None).await?)
    }

    /// A letter to whoever is on turn. How the game stands is known from its row: it is not read for this.
    async fn remind(
        &self,
        game: &GameRow,
        seats: &[SeatRow],
        (text, why): (&str, &str),
    ) -> Result<(), StoreError> {
        for seat in seats {
            if let Some(account) = seat.account
                && Parties::read(&seat.parties)
                    .words()
                    .any(|word| word == game.standing.turn)
            {
                let key = format!("{why} {} {}", game.id, game.seq);
                self.store
                    .put_into_inbox(account, &game.id, "reminder", text, &key, self.now_ms())
                    .await?;
            }
        }
        Ok(())
    }

    /// A wall clock for all games: flags that are due fall, here or on any node that is quicker.
    pub(crate) async fn keep_time(self) {
        let mut beat = tokio::time::interval(Duration::from_millis(200));
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut round = 0u32;
        let mut strikes = Strikes::default();
        let (struck, mut done) = tokio::sync::mpsc::unbounded_channel();
        loop {
            beat.tick().await;
            if round.is_multiple_of(5) {
                self.read_the_databases_clock().await;
            }
            // While it is not clear what time it is, no flag falls.
            let due = if self.clock.is_sure() {
                self.store.due(self.now_ms(), strikes.looks_at()).await
            } else {
                Ok(Vec::new())
            };
            match due {
                Ok(due) => {
                    for id in strikes.choose(due, Instant::now()) {
                        // Each by itself: a game that takes long to replay does not hold up another's flag.
                        let (live_games, done) = (self.clone(), struck.clone());
                        tokio::spawn(async move {
                            let struck = live_games.strike(&id).await;
                            let _ = done.send((id, struck));
                        });
                    }
                }
                Err(error) => tracing::warn!(%error, "the clock cannot be read"),
            }
            while let Ok((id, struck)) = done.try_recv() {
                let Err(problem) = struck else {
                    strikes.fell(&id);
                    continue;
                };
                let wait = strikes.failed(&id, problem.detail(), Instant::now());
                if !problem.is_unavailable() {
                    // It will be the same the next time, on every node.
                    let later = self.now_ms() + i64::try_from(wait.as_millis()).unwrap_or(0);
                    let _ = self.store.set_deadline_of(&id, Some(later)).await;
                }
            }
            metrics::gauge!("jadoube_flags_stuck").set(strikes.stuck() as f64);
            if round.is_multiple_of(150)
                && let Some((id, why)) = strikes.example()
            {
                // One line, however many there are.
                tracing::warn!(
                    games = strikes.stuck(),
                    for_example = id,
                    why,
                    "flags cannot fall"
                );
            }
            round = round.wrapping_add(1);
        }
    }

    /// Names that are gone are forgotten within a second, whatever else is to be done.
    pub(crate) async fn keep_names(self) {
        let mut beat = tokio::time::interval(Duration::from_secs(1));
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last_deleted = None;
        loop {
            beat.tick().await;
            self.forget_names(&mut last_deleted).await;
        }
    }

    /// Reminders are posted, and what nobody needs any more is put away or deleted: no flag waits for that.
    pub(crate) async fn keep_house(self) {
        let mut beat = tokio::time::interval(Duration::from_secs(30));
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // The first comes at once, when there is enough to do.
        beat.tick().await;
        loop {
            beat.tick().await;
            self.sweep();
            if let Err(error) = self.remind_all().await {
                tracing::warn!(%error, "reminders could not be posted");
            }
            let _ = self.store.sweep_sessions(self.now_ms()).await;
            self.expire().await;
            let old = self.now_ms() - 2 * crate::routes::foreign::LIFE_MS;
            let _ = self.store.forget_challenges(old).await;
            self.go_on_listening().await;
            let _ = self.store.forget_absent(self.now_ms()).await;
            let _ = self
                .store
                .forget_notes(self.now_ms() - AUDIT_DAYS * 86_400_000, MOST_NOTES)
                .await;
        }
    }

    /// Nodes that share a database go by its clock.
    pub(crate) async fn read_the_databases_clock(&self) {
        let asked = std::time::Instant::now();
        match self.store.clock_ms().await {
            // The answer was true some time between the question and now; a slow one says too little.
            Ok(Some((ms, written))) if asked.elapsed() < Duration::from_millis(500) => {
                let half = i64::try_from(asked.elapsed().as_millis() / 2).unwrap_or(0);
                self.clock.database_shows(ms + half, written);
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the database's clock cannot be read"),
        }
    }

    /// Games that nobody ever played, and accounts that nobody ever used, do not stay for ever.
    async fn expire(&self) {
        let Some(days) = self.expire_days else { return };
        let before = self.now_ms() - i64::from(days) * 86_400_000;
        match self.store.expire_accounts(before, 50).await {
            Ok(0) => {}
            Ok(accounts) => tracing::info!(accounts, "accounts that nobody ever used were deleted"),
            Err(error) => tracing::warn!(%error, "old accounts could not be deleted"),
        }
        match self.store.expire(before, 200).await {
            Ok(gone) => {
                let mut tables = self.tables();
                for id in &gone {
                    tables.remove(id);
                }
                if !gone.is_empty() {
                    tracing::info!(games = gone.len(), "games that nobody ever played were deleted");
                }
            }
            Err(error) => tracing::warn!(%error, "old games could not be deleted"),
        }
    }

    /// Whoever must reply within a day is reminded once.
    async fn remind_all(&self) -> Result<(), StoreError> {
        let now = self.now_ms();
        let due = self.store.due_between(now, now + 86_400_000, 500).await?;
        let names: Vec<&str> = due.iter().map(|row| row.id.as_str()).collect();
        let seats = self.store.seats_of(&names, None).await?;
        for row in &due {
            let seats = seats.get(&row.id).map_or(&[][..], Vec::as_slice);
            self.remind(row, seats, ("a reply is due within a day", "soon"))
                .await?;
        }
        Ok(())
    }

    /// Tables that nobody has used for a while are put away; the log has everything.
    fn sweep(&self) {
        let before = self.tables().len();
        let idle_for = if before > 20_000 { 10_000 } else { 600_000 };
        let now = self.now_ms();
        let left = self.put_away(|table| now - table.used_ms.load(Relaxed) >= idle_for);
        metrics::gauge!("jadoube_games_in_memory").set(left as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_whose_flags_cannot_fall_hold_up_no_other() {
        let mut strikes = Strikes::default();
        let bad: Vec<String> = (0..1000).map(|number| format!("bad{number:04}")).collect();
        // As the store answers: the oldest first, so many.
        let due = |strikes: &Strikes| -> Vec<String> {
            let most = usize::try_from(strikes.looks_at()).expect("a number");
            bad.iter()
                .cloned()
                .chain(["good".to_owned()])
                .take(most)
                .collect()
        };
        let mut now = Instant::now();
        let (mut tried, mut first) = (HashMap::new(), None);
        for beat in 0..100 {
            let chosen = strikes.choose(due(&strikes), now);
            assert!(chosen.len() <= MOST_STRIKING);
            for id in chosen {
                *tried.entry(id.clone()).or_insert(0) += 1;
                if id == "good" {
                    first.get_or_insert(beat);
                    strikes.fell(&id);
                } else {
                    strikes.failed(&id, "no", now);
                }
            }
            now += Duration::from_millis(200);
        }
        assert!(first.is_some_and(|beat| beat < 20), "tried at beat {first:?}");
        // Nor are they tried at every beat: twenty seconds have passed.
        assert!(tried["bad0000"] <= 7, "{}", tried["bad0000"]);
        assert_eq!(strikes.stuck(), 1000);
        assert_eq!(strikes.example().map(|(_, why)| why), Some("no"));
    }
}
