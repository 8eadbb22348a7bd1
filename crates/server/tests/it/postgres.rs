//! A real `PostgreSQL` for tests and benchmarks: a temporary cluster in a temporary folder, never run as root.

use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A `PostgreSQL` server of its own, in a temporary folder, stopped and removed when dropped.
pub(crate) struct Postgres {
    folder: TempDir,
    port: u16,
    pg_ctl: String,
}

impl Postgres {
    /// Nothing where the machine has none: said plainly, and an error where the tests of record run.
    pub(crate) fn start() -> Option<Self> {
        let has = |name: &str| {
            [
                "/usr/local/bin",
                "/usr/bin",
                "/usr/lib/postgresql/15/bin",
                "/usr/lib/postgresql/16/bin",
                "/usr/lib/postgresql/17/bin",
            ]
            .iter()
            .map(|folder| format!("{folder}/{name}"))
            .find(|path| std::path::Path::new(path).exists())
        };
        let (Some(initdb), Some(pg_ctl)) = (has("initdb"), has("pg_ctl")) else {
            assert!(std::env::var_os("CI").is_none(), "PostgreSQL is not installed");
            eprintln!("skipped: PostgreSQL is not installed");
            return None;
        };
        let folder = TempDir::new().expect("a temporary folder");
        let data = folder.path().join("pg");
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = free.local_addr().expect("its number").port();
        drop(free);
        let own = folder.path().display().to_string();
        if is_root() {
            run(&format!("chown postgres {own} && chmod 755 {own}"), false);
        }
        let data = data.display();
        run(
            &format!("{initdb} -D {data} -A trust -U postgres -N -E UTF8 --no-locale"),
            true,
        );
        let postgres = Postgres { folder, port, pg_ctl };
        postgres.resume();
        Some(postgres)
    }

    /// Starts it (again).
    pub(crate) fn resume(&self) {
        let own = self.folder.path().display();
        let (port, pg_ctl) = (self.port, &self.pg_ctl);
        let options = format!("-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={own}");
        run(
            &format!("{pg_ctl} -D {own}/pg -w -t 60 -l {own}/log -o '{options}' start"),
            true,
        );
    }

    /// Stops it at once, as a crash would.
    #[allow(dead_code, reason = "benchmarks do not crash it")]
    pub(crate) fn halt(&self) {
        let (own, pg_ctl) = (self.folder.path().display(), &self.pg_ctl);
        run(&format!("{pg_ctl} -D {own}/pg -w -m immediate stop"), true);
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let (own, pg_ctl) = (self.folder.path().display(), &self.pg_ctl);
        let stop = format!("{pg_ctl} -D {own}/pg -w -m immediate stop");
        let quiet = Stdio::null;
        let _ = shell(&stop, true).stdout(quiet()).stderr(quiet()).status();
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.starts_with(b"0\n"))
}

/// `PostgreSQL` does not run as root: there it runs as its own user.
fn shell(command: &str, as_postgres: bool) -> Command {
    if as_postgres && is_root() {
        let mut shell = Command::new("su");
        shell.args(["postgres", "-s", "/bin/sh", "-c", command]);
        shell
    } else {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]);
        shell
    }
}

fn run(command: &str, as_postgres: bool) {
    // The database server keeps its parent's output open: it must not be waited for through a pipe.
    let done = shell(command, as_postgres)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("a shell");
    assert!(done.success(), "{command}");
}
