//! A real `PostgreSQL` for tests and benchmarks: a temporary cluster in a temporary folder, never run as root.

use std::{
    path::Path,
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// A `PostgreSQL` server of its own, in a temporary folder, stopped and removed when dropped.
pub(crate) struct Postgres {
    folder: TempDir,
    port: u16,
    /// Where its programs are.
    programs: &'static str,
    /// Settings of its own, as `pg_ctl` takes them.
    settings: &'static str,
}

/// Where `PostgreSQL` may be.
const PROGRAMS: [&str; 5] = [
    "/usr/local/bin",
    "/usr/bin",
    "/usr/lib/postgresql/15/bin",
    "/usr/lib/postgresql/16/bin",
    "/usr/lib/postgresql/17/bin",
];

impl Postgres {
    /// Nothing where the machine has none: said plainly, and an error where the tests of record run.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with("")
    }

    /// With these settings, each as `-c name=value`.
    pub(crate) fn start_with(settings: &'static str) -> Option<Self> {
        let has = |folder: &&str| {
            let programs = ["initdb", "pg_ctl", "pg_basebackup"];
            programs
                .iter()
                .all(|program| Path::new(folder).join(program).exists())
        };
        let Some(programs) = PROGRAMS.into_iter().find(has) else {
            assert!(std::env::var_os("CI").is_none(), "PostgreSQL is not installed");
            eprintln!("skipped: PostgreSQL is not installed");
            return None;
        };
        let postgres = Self::at_a_free_port(programs, settings);
        let own = postgres.folder.path().display();
        run(
            &format!("{programs}/initdb -D {own}/pg -A trust -U postgres -N -E UTF8 --no-locale"),
            true,
        );
        postgres.resume();
        Some(postgres)
    }

    fn at_a_free_port(programs: &'static str, settings: &'static str) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = free.local_addr().expect("its number").port();
        drop(free);
        let own = folder.path().display().to_string();
        if is_root() {
            run(&format!("chown postgres {own} && chmod 755 {own}"), false);
        }
        Postgres {
            folder,
            port,
            programs,
            settings,
        }
    }

    /// Another server that follows this one.
    #[allow(dead_code, reason = "benchmarks need none")]
    pub(crate) fn standby(&self) -> Self {
        let standby = Self::at_a_free_port(self.programs, "");
        let (own, port, programs) = (standby.folder.path().display(), self.port, self.programs);
        run(
            &format!("{programs}/pg_basebackup -h 127.0.0.1 -p {port} -U postgres -D {own}/pg -R -c fast"),
            true,
        );
        standby.resume();
        standby
    }

    /// From now on it follows nobody.
    #[allow(dead_code, reason = "benchmarks need none")]
    pub(crate) fn promote(&self) {
        self.control("-w -t 60 promote");
    }

    fn control(&self, command: &str) {
        assert!(self.controlled(command), "{command}\n{}", self.log());
    }

    fn controlled(&self, command: &str) -> bool {
        let (own, programs) = (self.folder.path().display(), self.programs);
        succeeds(&format!("{programs}/pg_ctl -D {own}/pg {command}"), true)
    }

    /// What it has said, the end of it.
    fn log(&self) -> String {
        let log = std::fs::read(self.folder.path().join("log")).unwrap_or_default();
        String::from_utf8_lossy(&log[log.len().saturating_sub(4000)..]).into_owned()
    }

    /// Starts it (again).
    pub(crate) fn resume(&self) {
        let (own, port, settings) = (self.folder.path().display(), self.port, self.settings);
        let options =
            format!("-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={own} {settings}");
        let start = format!("-w -t 60 -l {own}/log -o '{options}' start");
        // While it was away some connection may have taken its port: that goes.
        for _ in 0..10 {
            if self.controlled(&start) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
        panic!("PostgreSQL does not start\n{}", self.log());
    }

    /// Stops it at once, as a crash would.
    #[allow(dead_code, reason = "benchmarks do not crash it")]
    pub(crate) fn halt(&self) {
        self.control("-w -m immediate stop");
    }

    #[allow(dead_code, reason = "benchmarks need none")]
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let (own, programs) = (self.folder.path().display(), self.programs);
        let stop = format!("{programs}/pg_ctl -D {own}/pg -w -m immediate stop");
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
    assert!(succeeds(command, as_postgres), "{command}");
}

fn succeeds(command: &str, as_postgres: bool) -> bool {
    // The database server keeps its parent's output open: it must not be waited for through a pipe.
    let done = shell(command, as_postgres)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    done.expect("a shell").success()
}
