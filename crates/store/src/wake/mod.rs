//! How does a node learn what another has written? By a call, gathered with others into batches; never inside a transaction.
//!
//! A call is only a wake-up: what happened is read from the log, so a lost one loses nothing.

mod nats;
mod notify;

pub(crate) use nats::Nats;
pub(crate) use notify::Notify;

use std::{
    collections::BTreeSet,
    future::Future,
    hash::{BuildHasher, RandomState},
    sync::Arc,
    time::Duration,
};
use tokio::sync::{broadcast, mpsc};

/// Something changed elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wake {
    /// A game has new acts.
    Acts(String),
    /// Somebody sat down, or something else about the game's room changed.
    Room(String),
    /// Something was said.
    Chat(String),
    /// There is news for an account: a challenge, a game.
    Account(i64),
    /// Calls may have been missed: look at everything you show.
    Everything,
}

impl Wake {
    fn word(&self) -> String {
        match self {
            Wake::Acts(game) => format!("a{game}"),
            Wake::Room(game) => format!("r{game}"),
            Wake::Chat(game) => format!("c{game}"),
            Wake::Account(account) => format!("p{account}"),
            Wake::Everything => "*".to_owned(),
        }
    }

    fn read(word: &str) -> Option<Self> {
        let rest = || word.get(1..).map(str::to_owned);
        match word.bytes().next()? {
            b'a' => rest().map(Wake::Acts),
            b'r' => rest().map(Wake::Room),
            b'c' => rest().map(Wake::Chat),
            b'p' => word.get(1..)?.parse().ok().map(Wake::Account),
            b'*' => Some(Wake::Everything),
            _ => None,
        }
    }
}

/// What carries calls from node to node.
pub(crate) trait Channel: Send + Sync + 'static {
    /// Calls all nodes.
    fn call(&self, words: &str) -> impl Future<Output = Result<(), String>> + Send;

    /// Hands on every call until the connection is lost; `None` where calls may have been missed.
    fn listen(
        &self,
        heard: impl FnMut(Option<&str>) + Send,
    ) -> impl Future<Output = Result<(), String>> + Send;

    /// Whether nobody will ever call again.
    fn is_closed(&self) -> bool;
}

/// The name under which all nodes call.
const CHANNEL: &str = "jadoube";
/// How long calls are gathered.
const GATHER: Duration = Duration::from_millis(15);
/// `PostgreSQL` carries a little under 8000 bytes in one call.
const LONGEST_CALL: usize = 7000;

/// Starts the caller and the listener of this node.
pub(crate) fn spawn(channel: impl Channel, wakes: &broadcast::Sender<Wake>) -> mpsc::UnboundedSender<Wake> {
    let (calls, waiting) = mpsc::unbounded_channel();
    // By which a node knows its own calls: it need not read again what it has just written.
    let node = format!("{:x}", RandomState::new().hash_one(std::process::id()));
    let channel = Arc::new(channel);
    tokio::spawn(call(Arc::clone(&channel), waiting, node.clone()));
    tokio::spawn(listen(channel, wakes.clone(), node));
    calls
}

async fn call(channel: Arc<impl Channel>, mut waiting: mpsc::UnboundedReceiver<Wake>, node: String) {
    while let Some(first) = waiting.recv().await {
        tokio::time::sleep(GATHER).await;
        let mut gathered = BTreeSet::from([first]);
        while let Ok(wake) = waiting.try_recv() {
            gathered.insert(wake);
        }
        let mut payload = node.clone();
        let mut words = gathered.iter().map(Wake::word).peekable();
        while let Some(word) = words.next() {
            payload.push(' ');
            payload.push_str(&word);
            if words.peek().is_none() || payload.len() > LONGEST_CALL {
                let called = channel.call(&std::mem::replace(&mut payload, node.clone())).await;
                if let Err(error) = called {
                    // Viewers elsewhere see it with the next call; nothing is lost.
                    tracing::warn!(error, "other nodes could not be called");
                }
            }
        }
        if channel.is_closed() {
            return;
        }
    }
}

async fn listen(channel: Arc<impl Channel>, wakes: broadcast::Sender<Wake>, node: String) {
    // One sender is this task's own: when it is the last, the store is gone.
    while !channel.is_closed() && (wakes.receiver_count() > 0 || wakes.strong_count() > 1) {
        let heard = |call: Option<&str>| match call {
            None => {
                let _ = wakes.send(Wake::Everything);
            }
            Some(call) => {
                let mut words = call.split(' ');
                if words.next() != Some(&node) {
                    for wake in words.filter_map(Wake::read) {
                        let _ = wakes.send(wake);
                    }
                }
            }
        };
        if let Err(error) = channel.listen(heard).await {
            tracing::warn!(error, "the channel of calls is lost; trying again");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
