//! What did other nodes write, and what is said at a table?

use super::{GameTable, LiveGames, Note};
use crate::problem::Problem;
use jadoube_store::Wake;
use std::sync::{Arc, atomic::Ordering::Relaxed};
use tokio::sync::broadcast;

impl LiveGames {
    /// Something was said: told to those who look, whatever node it was said on.
    pub(crate) async fn tell_chat(&self, table: &GameTable) -> Result<(), Problem> {
        let after = table.last_chat.load(Relaxed);
        if after < 0 {
            return Ok(());
        }
        for row in self.store.said(&table.id, None, after, 100).await? {
            if table.last_chat.fetch_max(row.id, Relaxed) < row.id {
                let _ = table.notes.send(Note::Chat(Arc::new(row)));
            }
        }
        Ok(())
    }

    /// From now on what is said is told to viewers.
    pub(crate) async fn attend_chat(&self, table: &GameTable) -> Result<(), Problem> {
        if table.last_chat.load(Relaxed) < 0 {
            let said = self.store.last_said(&table.id).await?;
            table.last_chat.fetch_max(said, Relaxed);
        }
        Ok(())
    }

    /// Listens to what other nodes have written.
    pub(crate) async fn follow(self) {
        let mut wakes = self.store.wakes();
        loop {
            let wake = match wakes.recv().await {
                Ok(wake) => wake,
                Err(broadcast::error::RecvError::Lagged(_)) => Wake::Everything,
                Err(broadcast::error::RecvError::Closed) => return,
            };
            let result = match &wake {
                Wake::Acts(id) => self.follow_one(id, true, false, false).await,
                Wake::Room(id) => self.follow_one(id, false, true, false).await,
                Wake::Chat(id) => self.follow_one(id, false, false, true).await,
                Wake::Everything => {
                    let ids: Vec<String> = self.tables().keys().cloned().collect();
                    let mut result = Ok(());
                    for id in ids {
                        result = self.follow_one(&id, true, true, true).await;
                    }
                    result
                }
            };
            if let Err(problem) = result {
                tracing::warn!(why = problem.detail(), "news from another node could not be read");
            }
        }
    }

    async fn follow_one(&self, id: &str, acts: bool, room: bool, chat: bool) -> Result<(), Problem> {
        // Only what is in memory: everything else is read when somebody asks.
        let Some(table) = self.tables().get(id).and_then(|cell| cell.get().cloned()) else {
            return Ok(());
        };
        if acts {
            let _turn = table.turn.lock().await;
            self.catch_up(&table).await?;
        }
        if room {
            self.look_again(&table).await?;
        }
        if chat {
            self.tell_chat(&table).await?;
        }
        Ok(())
    }
}
