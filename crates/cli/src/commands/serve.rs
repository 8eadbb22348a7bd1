//! Games that live: the server, from one command.

#![allow(
    clippy::doc_markdown,
    reason = "these comments are what --help prints, and backticks mean nothing there"
)]

use super::input::number;
use crate::failure::Failure;
use jadoube_server::{Config, ServeError};
use std::{
    net::{SocketAddr, ToSocketAddrs as _},
    path::PathBuf,
};

/// Serve games and the page
///
/// Starts at once with no configuration: an embedded database in a folder of your own, the page in the binary, and the
/// address printed. Stops gracefully on SIGTERM and Ctrl-C; nothing that was acknowledged is ever lost.
#[derive(clap::Args)]
#[command(after_help = more_help())]
pub(crate) struct Args {
    /// Where to listen; port 0 takes any free one [default: 127.0.0.1:8181].
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    place: Place,
    /// A NATS server through which nodes call each other, instead of the database.
    #[arg(long, value_name = "URL")]
    nats_url: Option<String>,
    /// Requests per second from one address, with five times as many at once; 0 for no limit [default: 200].
    #[arg(long, value_name = "N", value_parser = number(0u32..))]
    rate: Option<u32>,
    /// A chess engine that speaks UCI, to be the computer instead of the built-in player; it must be installed already.
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// How long the engine may think about a move, in milliseconds [default: 1000].
    #[arg(long, value_name = "MS", value_parser = number(10..=600_000u32))]
    engine_ms: Option<u32>,
    /// A proxy stands before the server and writes X-Forwarded-For and X-Forwarded-Proto.
    #[arg(long)]
    behind_proxy: bool,
    /// How the log is written: text or json [default: text]; RUST_LOG says how much.
    #[arg(long, value_name = "FORM", value_parser = ["text", "json"])]
    log: Option<String>,
}

/// An address with its port; a name is looked up.
fn address(text: &str) -> Result<SocketAddr, String> {
    let expected = || "expected an address and a port, 127.0.0.1:8181 or localhost:8181".to_owned();
    let mut found = text.to_socket_addrs().map_err(|_| expected())?;
    found.next().ok_or_else(expected)
}

/// What stands below the options.
fn more_help() -> String {
    let variables: Vec<String> = Config::variables().collect();
    format!(
        "\
Everything can also be set by the environment ({}) and most of it in a file (listen = \"0.0.0.0:8181\", …): the command line \
goes before the environment, the environment before the file. docs/server.md says what each means.

Examples:
  jadoube serve
  jadoube serve --listen 0.0.0.0:80 --data /var/lib/jadoube
  jadoube serve --engine /usr/games/stockfish                   the computer is this engine, not the built-in player
  jadoube serve --database-url postgres://jadoube@db/jadoube    any number of nodes; all need the same JADOUBE_KEY",
        variables.join(", ")
    )
}

/// Where games are kept.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The folder for the database and the key [default: jadoube in the user's data folder].
    #[arg(long, global = true, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// A PostgreSQL database shared by several nodes, instead of the embedded one.
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
    /// The configuration file [default: jadoube.toml, where there is one].
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Place {
    /// The configuration that the file, the environment and these options give.
    pub(crate) fn config(self) -> Result<Config, Failure> {
        let named = self
            .config
            .or_else(|| std::env::var_os("JADOUBE_CONFIG").map(PathBuf::from));
        let mut config = Config::read(named.as_deref()).map_err(Failure::input)?;
        if let Some(data) = self.data {
            config.data = data;
        }
        if let Some(url) = self.database_url {
            config.database_url = Some(url);
        }
        Ok(config)
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let mut config = args.place.config()?;
    config.listen = args.listen.unwrap_or(config.listen);
    config.rate = args.rate.unwrap_or(config.rate);
    config.behind_proxy |= args.behind_proxy;
    config.nats_url = args.nats_url.or(config.nats_url);
    config.engine = args.engine.or(config.engine);
    config.engine_ms = args.engine_ms.unwrap_or(config.engine_ms);
    config.log = args.log.unwrap_or(config.log);
    log(&config.log);
    runtime()?.block_on(async {
        let running = jadoube_server::start(config).await.map_err(|error| match error {
            ServeError::Engine(why) => Failure::Input(why),
            other => Failure::Fault(other.to_string()),
        })?;
        anstream::println!("Jadoube listens on http://{}", running.address());
        asked_to_stop().await?;
        anstream::println!("stopping");
        running.stop().await;
        Ok(())
    })
}

/// The threads on which everything runs.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Fault(format!("cannot start: {error}")))
}

fn log(form: &str) {
    use tracing_subscriber::EnvFilter;
    let much = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(much)
        .with_writer(std::io::stderr);
    if form == "json" {
        log.json().init();
    } else {
        log.with_ansi(false).init();
    }
}

/// Waits for SIGTERM or Ctrl-C.
async fn asked_to_stop() -> Result<(), Failure> {
    let fault = |error: std::io::Error| Failure::Fault(format!("cannot wait for signals: {error}"));
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).map_err(fault)?;
        tokio::select! {
            _ = terminate.recv() => Ok(()),
            interrupted = tokio::signal::ctrl_c() => interrupted.map_err(fault),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.map_err(fault)
}
