//! How does a node learn what another has written? By a call on a channel, gathered into batches; never inside a transaction.

use sqlx::{AnyPool, postgres::PgListener};
use std::{
    collections::BTreeSet,
    hash::{BuildHasher, RandomState},
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
    /// Calls may have been missed: look at everything you show.
    Everything,
}

impl Wake {
    fn word(&self) -> String {
        match self {
            Wake::Acts(game) => format!("a{game}"),
            Wake::Room(game) => format!("r{game}"),
            Wake::Chat(game) => format!("c{game}"),
            Wake::Everything => "*".to_owned(),
        }
    }

    fn read(word: &str) -> Option<Self> {
        let rest = || word.get(1..).map(str::to_owned);
        match word.bytes().next()? {
            b'a' => rest().map(Wake::Acts),
            b'r' => rest().map(Wake::Room),
            b'c' => rest().map(Wake::Chat),
            b'*' => Some(Wake::Everything),
            _ => None,
        }
    }
}

const CHANNEL: &str = "jadoube";
/// How long calls are gathered.
const GATHER: Duration = Duration::from_millis(15);
/// `PostgreSQL` carries a little under 8000 bytes in one call.
const LONGEST_CALL: usize = 7000;

/// Starts the caller and the listener of this node.
pub(crate) fn spawn(
    url: String,
    pool: &AnyPool,
    wakes: &broadcast::Sender<Wake>,
) -> mpsc::UnboundedSender<Wake> {
    let (calls, waiting) = mpsc::unbounded_channel();
    // By which a node knows its own calls: it need not read again what it has just written.
    let node = format!("{:x}", RandomState::new().hash_one(std::process::id()));
    tokio::spawn(call(pool.clone(), waiting, node.clone()));
    tokio::spawn(listen(url, wakes.clone(), node));
    calls
}

async fn call(pool: AnyPool, mut waiting: mpsc::UnboundedReceiver<Wake>, node: String) {
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
                let sent = sqlx::query("SELECT pg_notify($1, $2)")
                    .bind(CHANNEL)
                    .bind(std::mem::replace(&mut payload, node.clone()))
                    .execute(&pool)
                    .await;
                if let Err(error) = sent {
                    // Viewers elsewhere see it with the next call; nothing is lost.
                    tracing::warn!(%error, "other nodes could not be called");
                }
            }
        }
        if pool.is_closed() {
            return;
        }
    }
}

async fn listen(url: String, wakes: broadcast::Sender<Wake>, node: String) {
    while wakes.receiver_count() > 0 || wakes.strong_count() > 1 {
        if let Err(error) = listen_once(&url, &wakes, &node).await {
            tracing::warn!(%error, "the channel of calls is lost; trying again");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn listen_once(url: &str, wakes: &broadcast::Sender<Wake>, node: &str) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    // Whatever was called while nobody listened.
    let _ = wakes.send(Wake::Everything);
    loop {
        // `try_recv` returns nothing when the connection was lost and made again.
        match listener.try_recv().await? {
            Some(call) => {
                let mut words = call.payload().split(' ');
                if words.next() == Some(node) {
                    continue;
                }
                for word in words {
                    if let Some(wake) = Wake::read(word) {
                        let _ = wakes.send(wake);
                    }
                }
            }
            None => {
                let _ = wakes.send(Wake::Everything);
            }
        }
    }
}
