//! What does the wall clock do to games? Flags that are due fall, replies are reminded of, idle tables are put away.

use super::{GameTable, LiveGames, work};
use crate::{
    problem::Problem,
    snapshot::{Parties, Snapshot},
    time,
};
use jadoube_game::Party;
use std::{
    collections::HashMap,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

/// What was noted is kept so long.
const AUDIT_DAYS: i64 = 400;
/// Games whose flags are seen to at once.
const MOST_STRIKING: usize = 64;

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
                let key = format!("clock {}", snapshot.seq());
                self.act_in_turn(&table, flag, snapshot.seq(), 0, &key).await?;
                metrics::counter!("jadoube_flags_total").increment(1);
            }
            (Some(_), wall) => self.set_deadline(&table, &snapshot, wall).await?,
            (None, _) => {
                let due = time::reply_due(&snapshot).and_then(|at| timeline.wall(at));
                let later = due.filter(|due| *due > now);
                if due.is_some() && later.is_none() {
                    self.remind(&table, &snapshot, "reminder", "the reply is overdue", "overdue")
                        .await?;
                }
                self.set_deadline(&table, &snapshot, later).await?;
            }
        }
        Ok(())
    }

    /// A closed game has no clock.
    async fn forget_deadline(&self, table: &GameTable) -> Result<(), Problem> {
        Ok(self.store.set_deadline_of(&table.id, None).await?)
    }

    /// A letter to whoever is on turn.
    pub(crate) async fn remind(
        &self,
        table: &GameTable,
        snapshot: &Snapshot,
        kind: &str,
        text: &str,
        why: &str,
    ) -> Result<(), Problem> {
        let turn = Party::from(snapshot.arbiter.game().turn_to_play());
        for seat in &table.room().seats {
            if let Some(account) = seat.account
                && Parties::read(&seat.parties).has(turn)
            {
                let key = format!("{why} {} {}", table.id, snapshot.seq());
                self.store
                    .put_into_inbox(account, &table.id, kind, text, &key, self.now_ms())
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
        let mut striking = HashMap::new();
        let (struck, mut done) = tokio::sync::mpsc::unbounded_channel();
        loop {
            beat.tick().await;
            if round.is_multiple_of(5) {
                self.read_the_databases_clock().await;
            }
            // While it is not clear what time it is, no flag falls.
            let due = if self.clock.is_sure() {
                self.store.due(self.now_ms(), 200).await
            } else {
                Ok(Vec::new())
            };
            match due {
                Ok(due) => {
                    for id in due {
                        // Each by itself: a game that takes long to replay does not hold up another's flag.
                        if !striking.contains_key(&id) && striking.len() < MOST_STRIKING {
                            striking.insert(id.clone(), None);
                            let (live_games, done) = (self.clone(), struck.clone());
                            tokio::spawn(async move {
                                let again = live_games.strike_or_wait(&id).await;
                                let _ = done.send((id, again));
                            });
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "the clock cannot be read"),
            }
            while let Ok((id, again)) = done.try_recv() {
                striking.insert(id, Some(again));
            }
            striking.retain(|_, again| again.is_none_or(|again: Instant| Instant::now() < again));
            round = round.wrapping_add(1);
            if round.is_multiple_of(150) {
                self.sweep();
                if let Err(problem) = self.remind_all().await {
                    tracing::warn!(why = problem.detail(), "reminders could not be posted");
                }
                let _ = self.store.sweep_sessions(self.now_ms()).await;
                self.expire().await;
                let old = self.now_ms() - 2 * crate::routes::foreign::LIFE_MS;
                let _ = self.store.forget_challenges(old).await;
                self.go_on_listening().await;
                let _ = self.store.forget_absent(self.now_ms()).await;
                let _ = self
                    .store
                    .forget_notes(self.now_ms() - AUDIT_DAYS * 86_400_000)
                    .await;
            }
        }
    }

    /// When it is tried again, at the earliest. Where the store was away for a moment, that is at the next beat: the flag
    /// falls as soon as it can be written. A game that cannot be replayed must not be tried at every beat.
    async fn strike_or_wait(&self, id: &str) -> Instant {
        let Err(problem) = self.strike(id).await else {
            return Instant::now();
        };
        tracing::warn!(game = id, why = problem.detail(), "a flag could not fall");
        if problem.is_bug() {
            // Nobody can have acted in it: what is written as due is still due.
            let _ = self.store.set_deadline_of(id, Some(self.now_ms() + 60_000)).await;
        }
        Instant::now() + Duration::from_millis(500)
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

    /// Games that nobody ever played do not stay for ever.
    async fn expire(&self) {
        let Some(days) = self.expire_days else { return };
        let before = self.now_ms() - i64::from(days) * 86_400_000;
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
    async fn remind_all(&self) -> Result<(), Problem> {
        let now = self.now_ms();
        for row in self.store.due_between(now, now + 86_400_000, 500).await? {
            let table = self.table(&row.id).await?;
            let snapshot = table.snapshot();
            self.remind(
                &table,
                &snapshot,
                "reminder",
                "a reply is due within a day",
                "soon",
            )
            .await?;
        }
        Ok(())
    }

    /// Tables that nobody has used for a while are put away; the log has everything.
    fn sweep(&self) {
        let mut tables = self.tables();
        let before = tables.len();
        let idle_for = if before > 20_000 { 10_000 } else { 600_000 };
        let now = self.now_ms();
        tables.retain(|_, cell| {
            // Under the lock nobody can take the table: whoever has it, or is about to, is counted.
            let in_use = |table: &Arc<GameTable>| {
                Arc::strong_count(table) > 1 || now - table.used_ms.load(Relaxed) < idle_for
            };
            Arc::strong_count(cell) > 1 || cell.get().is_some_and(in_use)
        });
        metrics::gauge!("jadoube_games_in_memory").set(tables.len() as f64);
    }
}
