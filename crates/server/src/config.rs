//! How is the server set up? By the command line, the environment and a file, in this order; by nothing at all it runs too.

use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
};
use serde::{Deserialize, Serialize};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

/// Everything that can be set. Each also as an environment variable (`JADOUBE_LISTEN`, …) and in the file (`listen = …`).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where to listen. Port 0 takes any free one.
    pub listen: SocketAddr,
    /// The folder for the database and the key.
    pub data: PathBuf,
    /// `postgres://…` for several nodes; nothing for the embedded `SQLite` database in `data`.
    pub database_url: Option<String>,
    /// `nats://…`, through which nodes call each other; nothing: through the database.
    pub nats_url: Option<String>,
    /// The key for sealed moves, 64 hexadecimal digits; every node of one database needs the same. Nothing: `data/key`.
    pub key: Option<String>,
    /// Requests per second from one address, with five times as many at once; 0 for no limit.
    pub rate: u32,
    /// Milliseconds of a processor per second that the requests of one address may use, with twenty times as much at once;
    /// 0 for no limit.
    pub cost: u32,
    /// Games of one person (an account, or an address without one) that are not over; 0 for no limit.
    pub most_games: u32,
    /// Megabytes kept for one person's games, with acts, seats and talk; 0 for no limit.
    pub most_megabytes: u32,
    /// Accounts registered from one address; 0 for no limit.
    pub most_accounts: u32,
    /// Days after which a game is deleted that nobody ever played, and an account that nobody ever used; 0 for never.
    pub expire_days: u32,
    /// Connections at once.
    pub most_connections: usize,
    /// Viewers at once.
    pub most_viewers: u32,
    /// Viewers at once from one address.
    pub most_viewers_each: u32,
    /// Proxies of ours, by address: what they write in `X-Forwarded-For` and `X-Forwarded-Proto` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Whether a proxy stands before the server and writes `X-Forwarded-For` and `X-Forwarded-Proto`.
    pub behind_proxy: bool,
    /// A chess engine that speaks UCI, by path or name: it plays for the computer. Nothing: the built-in player does.
    pub engine: Option<PathBuf>,
    /// How long the engine may think about a move, in milliseconds.
    pub engine_ms: u32,
    /// `text` or `json`.
    pub log: String,
}

/// What the environment can set; other variables may begin with our name too.
const NAMES: &[&str] = &[
    "listen",
    "data",
    "database_url",
    "nats_url",
    "key",
    "rate",
    "cost",
    "most_games",
    "most_megabytes",
    "most_accounts",
    "expire_days",
    "trusted_proxies",
    "most_viewers_each",
    "most_connections",
    "most_viewers",
    "behind_proxy",
    "engine",
    "engine_ms",
    "log",
];

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8181),
            data: default_data(),
            database_url: None,
            nats_url: None,
            key: None,
            rate: 200,
            cost: 250,
            most_games: 500,
            most_megabytes: 64,
            most_accounts: 100,
            expire_days: 14,
            trusted_proxies: Vec::new(),
            most_viewers_each: 500,
            most_connections: 20_000,
            most_viewers: 15_000,
            behind_proxy: false,
            engine: None,
            engine_ms: 1000,
            log: "text".to_owned(),
        }
    }
}

fn default_data() -> PathBuf {
    let under = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    under("XDG_DATA_HOME")
        .or_else(|| under("HOME").map(|home| home.join(".local/share")))
        .map_or_else(|| PathBuf::from("jadoube-data"), |data| data.join("jadoube"))
}

impl Config {
    /// The names of the environment's variables that are read.
    pub fn variables() -> impl Iterator<Item = String> {
        let named = NAMES.iter().copied().chain(["config"]);
        named.map(|name| format!("JADOUBE_{}", name.to_uppercase()))
    }

    /// Reads the file and the environment over the defaults. A named file must be there; `jadoube.toml` may be.
    pub fn read(file: Option<&Path>) -> Result<Self, String> {
        if let Some(file) = file {
            std::fs::metadata(file).map_err(|error| {
                format!(
                    "the configuration file {}: {error}; expected TOML",
                    file.display()
                )
            })?;
        }
        let mut figment = Figment::from(Serialized::defaults(Config::default()));
        figment = match file {
            Some(file) => figment.merge(Toml::file_exact(file)),
            None => figment.merge(Toml::file("jadoube.toml")),
        };
        figment
            .merge(Env::prefixed("JADOUBE_").only(NAMES))
            .extract()
            .map_err(|error| error.to_string())
    }
}
