//! Games that live: HTTP, WebSocket and the page, over a store that loses nothing.
//!
//! The law crates know nothing of this one. An act comes in, is ruled on by an [`jadoube_law::Arbiter`], becomes durable
//! in the [`jadoube_store::Store`], and only then is shown to anyone.

#![allow(
    clippy::similar_names,
    reason = "a seat is taken, a token is sent: the words of the trade are alike"
)]
#![allow(
    clippy::cast_precision_loss,
    reason = "milliseconds and counts stay far below 2^52"
)]

pub mod admin;
mod computer;
mod config;
mod data_folder;
mod dear;
mod guard;
mod live_games;
mod openapi;
mod problem;
mod routes;
mod secret;
mod serve;
mod shape;
mod signed;
mod snapshot;
mod time;

pub use config::Config;
pub use data_folder::open_store;
pub use secret::{Key, hash_password};
pub use serve::{Running, ServeError, start, start_by};
pub use time::WallClock;

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32},
    },
};

/// The description of the interface (`OpenAPI` 3.1, JSON).
pub fn openapi_document() -> String {
    openapi::document()
}

/// What every request can reach.
pub(crate) struct App {
    pub(crate) live_games: live_games::LiveGames,
    pub(crate) config: Config,
    /// Public keys by which was signed before: no key changes while a server runs.
    pub(crate) earlier_keys: Vec<String>,
    pub(crate) door: guard::Door,
    pub(crate) figures: metrics_exporter_prometheus::PrometheusHandle,
    pub(crate) viewers: AtomicU32,
    /// The same for each address.
    pub(crate) viewers_of: Mutex<HashMap<IpAddr, u32>>,
    pub(crate) stopping: AtomicBool,
    /// When something was last written to see whether it can be, and whether it could.
    pub(crate) ready: tokio::sync::Mutex<Option<(std::time::Instant, bool)>>,
    /// Passwords hashed at once: each takes 19 MiB.
    pub(crate) hashers: tokio::sync::Semaphore,
}
