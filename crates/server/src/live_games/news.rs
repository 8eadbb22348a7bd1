//! What did other nodes write, and what is said at a table?

use super::{GameTable, LiveGames, Note};
use crate::problem::Problem;
use jadoube_store::{ChatRow, Wake};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering::SeqCst},
};
use tokio::sync::broadcast;

/// Whom news concerns: whoever listens looks for himself at what is new.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Whom {
    Account(i64),
    Everybody,
    /// The server stops: nobody is told anything more.
    Nobody,
}

/// News for accounts.
#[derive(Debug)]
pub(crate) struct News {
    told: broadcast::Sender<Whom>,
    here: Mutex<HashMap<i64, u32>>,
}

impl Default for News {
    fn default() -> Self {
        News {
            told: broadcast::channel(256).0,
            here: Mutex::default(),
        }
    }
}

impl News {
    /// There is news for this account.
    pub(crate) fn tell(&self, account: i64) {
        let _ = self.told.send(Whom::Account(account));
    }

    pub(super) fn farewell(&self) {
        let _ = self.told.send(Whom::Nobody);
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Whom> {
        self.told.subscribe()
    }

    fn listening(&self) -> std::sync::MutexGuard<'_, HashMap<i64, u32>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it listens on this node.
    fn is_here(&self, account: i64) -> bool {
        self.listening().contains_key(&account)
    }

    /// All who listen on this node.
    fn here(&self) -> Vec<i64> {
        self.listening().keys().copied().collect()
    }
}

/// The number of the last thing that somebody at a table has heard; -1 where that is not known.
pub(crate) struct Heard(i64);

impl Heard {
    /// Whether this is new to him. It is not from now on.
    pub(crate) fn hears(&mut self, row: &ChatRow) -> bool {
        let new = row.id > self.0;
        self.0 = self.0.max(row.id);
        new
    }

    /// Whether something was said that he has not heard.
    pub(crate) fn missed(&self, table: &GameTable) -> bool {
        table.last_chat.load(SeqCst) > self.0
    }
}

/// So many listen to the news of one account, on one node.
const MOST_LISTENING: u32 = 10;
/// So long an account is taken to listen on a node of which nothing more is heard.
const LISTENS_MS: i64 = 90_000;

/// An account that listens.
pub(crate) struct Here(LiveGames, i64);

impl Drop for Here {
    fn drop(&mut self) {
        let Here(live_games, account) = self;
        let mut here = live_games.news.listening();
        if let Some(count) = here.get_mut(account) {
            *count -= 1;
            if *count == 0 {
                here.remove(account);
                tokio::spawn(live_games.clone().left(*account));
            }
        }
    }
}

impl LiveGames {
    /// This account listens to its news, until what is given is dropped. Each who listens looks for himself at all that is new:
    /// there may not be many.
    pub(crate) async fn arrive(&self, account: i64) -> Result<Here, Problem> {
        let first = {
            let mut listening = self.news.listening();
            let count = listening.entry(account).or_default();
            if *count >= MOST_LISTENING {
                return Err(Problem::too_many(
                    "too many programs listen to the events of your account",
                ));
            }
            *count += 1;
            *count == 1
        };
        let here = Here(self.clone(), account);
        if first {
            self.tell_listeners(&[account]).await;
        }
        Ok(here)
    }

    /// Nobody listens for this account on this node any more, unless he has come again.
    async fn left(self, account: i64) {
        if !self.news.is_here(account)
            && let Err(error) = self.store.unlisten(account, &self.node).await
        {
            tracing::warn!(%error, "other nodes are not told who has gone");
        }
    }

    /// All who listen here still do.
    pub(super) async fn go_on_listening(&self) {
        let here = self.news.here();
        if !here.is_empty() {
            self.tell_listeners(&here).await;
        }
    }

    async fn tell_listeners(&self, accounts: &[i64]) {
        let until = self.now_ms() + LISTENS_MS;
        if let Err(error) = self.store.listen(accounts, &self.node, until).await {
            tracing::warn!(%error, "other nodes are not told who listens");
        }
    }

    /// Something was said: told to those who look, whatever node it was said on.
    pub(crate) async fn tell_chat(&self, table: &GameTable) -> Result<(), Problem> {
        let _telling = table.telling.lock().await;
        let mut heard = Heard(table.last_chat.load(SeqCst));
        for row in self.missed_chat(table, &mut heard).await? {
            table.last_chat.store(row.id, SeqCst);
            let _ = table.notes.send(Note::Chat(Arc::new(row)));
        }
        Ok(())
    }

    /// From now on somebody is told what happens at a table and what is said there.
    pub(crate) async fn listen(
        &self,
        table: &GameTable,
    ) -> Result<(broadcast::Receiver<Note>, Heard), Problem> {
        // Nothing is told between looking up what was said last and keeping it in mind.
        let _telling = table.telling.lock().await;
        if table.last_chat.load(SeqCst) < 0 {
            let said = self.store.last_said(&table.id).await?;
            table.last_chat.fetch_max(said, SeqCst);
        }
        // What is said between is read when he asks what he missed.
        let heard = Heard(table.last_chat.load(SeqCst));
        Ok((table.notes.subscribe(), heard))
    }

    /// What was said that he has not heard; nothing where it is not known since when he listens.
    pub(crate) async fn missed_chat(
        &self,
        table: &GameTable,
        heard: &mut Heard,
    ) -> Result<Vec<ChatRow>, Problem> {
        const PAGE: u16 = 100;
        let mut missed = Vec::new();
        while heard.0 >= 0 {
            let rows = self.store.said(&table.id, None, heard.0, PAGE.into()).await?;
            let all = rows.len() < PAGE.into();
            missed.extend(rows.into_iter().filter(|row| heard.hears(row)));
            if all {
                break;
            }
        }
        Ok(missed)
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
                Wake::Account(account) => {
                    self.news.tell(*account);
                    Ok(())
                }
                Wake::Everything => {
                    let _ = self.news.told.send(Whom::Everybody);
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
