//! What does the wall clock do to games? Flags that are due fall, replies are reminded of, idle tables are put away.

use super::{Hall, Table, work};
use crate::{
    problem::Problem,
    sheet::{Parties, Sheet},
    time,
};
use jadoube_game::Party;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

impl Hall {
    /// Lets the clock speak at this table, if it is time.
    pub(crate) async fn strike(&self, id: &str) -> Result<(), Problem> {
        let table = self.table(id).await?;
        let _turn = table.turn.lock().await;
        self.catch_up(&table).await?;
        let sheet = table.sheet();
        if table.broken().is_some() {
            return Ok(self.store.set_deadline(id, table.room().row.seq, None).await?);
        }
        let timeline = table.room().timeline();
        let now = self.now_ms();
        let looked = Arc::clone(&sheet);
        let flag = work(move || time::next_flag(&looked)).await?;
        let wall = flag
            .as_ref()
            .and_then(|flag| flag.at)
            .and_then(|at| timeline.wall(at));
        match (flag, wall) {
            (Some(flag), Some(wall)) if wall <= now => {
                let key = format!("clock {}", sheet.seq());
                self.act_in_turn(&table, flag, sheet.seq(), 0, &key).await?;
                metrics::counter!("jadoube_flags_total").increment(1);
            }
            (Some(_), wall) => {
                let seq = i64::from(sheet.seq());
                self.store.set_deadline(id, seq, wall).await?;
            }
            (None, _) => {
                let due = time::reply_due(&sheet).and_then(|at| timeline.wall(at));
                let seq = i64::from(sheet.seq());
                match due {
                    Some(due) if due > now => self.store.set_deadline(id, seq, Some(due)).await?,
                    Some(_) => {
                        self.remind(&table, &sheet, "reminder", "the reply is overdue", "overdue")
                            .await?;
                        self.store.set_deadline(id, seq, None).await?;
                    }
                    None => self.store.set_deadline(id, seq, None).await?,
                }
            }
        }
        Ok(())
    }

    /// A letter to whoever is on turn.
    pub(crate) async fn remind(
        &self,
        table: &Table,
        sheet: &Sheet,
        kind: &str,
        text: &str,
        why: &str,
    ) -> Result<(), Problem> {
        let turn = Party::from(sheet.arbiter.game().turn_to_play());
        for seat in &table.room().seats {
            if let Some(account) = seat.account
                && Parties::read(&seat.parties).has(turn)
            {
                let key = format!("{why} {} {}", table.id, sheet.seq());
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
        loop {
            beat.tick().await;
            match self.store.due(self.now_ms(), 200).await {
                Ok(due) => {
                    for id in due {
                        if let Err(problem) = self.strike(&id).await {
                            tracing::warn!(game = id, why = problem.detail(), "a flag could not fall");
                            // A game that cannot be replayed must not stop the clock of the others.
                            let _ = self.store.set_deadline_of(&id, self.now_ms() + 60_000).await;
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "the clock cannot be read"),
            }
            round = round.wrapping_add(1);
            if round.is_multiple_of(150) {
                self.sweep();
                if let Err(problem) = self.remind_all().await {
                    tracing::warn!(why = problem.detail(), "reminders could not be posted");
                }
                let _ = self.store.sweep_sessions(self.now_ms()).await;
            }
        }
    }

    /// Whoever must reply within a day is reminded once.
    async fn remind_all(&self) -> Result<(), Problem> {
        let now = self.now_ms();
        for row in self.store.due_between(now, now + 86_400_000, 500).await? {
            let table = self.table(&row.id).await?;
            let sheet = table.sheet();
            self.remind(&table, &sheet, "reminder", "a reply is due within a day", "soon")
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
            let in_use = |table: &Arc<Table>| {
                Arc::strong_count(table) > 1 || now - table.used_ms.load(Relaxed) < idle_for
            };
            Arc::strong_count(cell) > 1 || cell.get().is_some_and(in_use)
        });
        metrics::gauge!("jadoube_games_in_memory").set(tables.len() as f64);
    }
}
