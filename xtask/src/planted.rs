//! Would the simulators find a bug? Each of these is put back on purpose, in a copy of the project, and must be found.

use crate::{Done, root};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A bug: in one place, one text for another.
struct Planted {
    what: &'static str,
    file: &'static str,
    right: &'static str,
    wrong: &'static str,
    found_by: Simulator,
}

/// Which of the two is asked.
#[derive(Clone, Copy)]
enum Simulator {
    /// The store on a failing disk.
    Store,
    /// Two nodes, with their clocks.
    Nodes,
}

impl Simulator {
    fn command(self) -> &'static [&'static str] {
        match self {
            Simulator::Store => &[
                "test",
                "-p",
                "jadoube-store",
                "--test",
                "simulation",
                "what_is_acknowledged",
            ],
            Simulator::Nodes => &["test", "-p", "jadoube-server", "--lib", "simulation::one_history"],
        }
    }
}

const BUGS: &[Planted] = &[
    Planted {
        what: "an act is written though the game is not as its author saw it",
        file: "crates/store/src/log.rs",
        right: "            && game.is(append.seq - 1, append.timeline, append.head)\n",
        wrong: "",
        found_by: Simulator::Store,
    },
    Planted {
        what: "an act is written upon another game than its author saw: the chain is not compared",
        file: "crates/store/src/log.rs",
        right: "self.timeline == timeline && self.head == Some(head)",
        wrong: "self.timeline == timeline",
        found_by: Simulator::Store,
    },
    Planted {
        what: "an act is acknowledged before the commit, whatever becomes of that",
        file: "crates/store/src/log.rs",
        right: "    transaction.commit().await?;\n    Ok(Some(written))",
        wrong: "    let _ = transaction.commit().await;\n    Ok(Some(written))",
        found_by: Simulator::Store,
    },
    Planted {
        what: "a connection goes back to the pool after a failed write",
        file: "crates/store/src/writing.rs",
        right: "            self.from.throw_away(connection);\n",
        wrong: "            drop(connection);\n",
        found_by: Simulator::Store,
    },
    Planted {
        what: "a new key is named before everything is encrypted by it",
        file: "crates/store/src/games.rs",
        right: "        for (game, seq, sealed) in secrets {\n",
        wrong: "        transaction.commit().await?;\n        let mut transaction = self.begin().await?;\n\
                for (game, seq, sealed) in secrets {\n",
        found_by: Simulator::Store,
    },
    Planted {
        what: "an envelope is sealed with a key that is no more",
        file: "crates/store/src/log.rs",
        right: "any(|each| each.key != key)",
        wrong: "any(|each| each.key.is_empty() && key.is_empty())",
        found_by: Simulator::Store,
    },
    Planted {
        what: "a commit is not synced",
        file: "crates/store/src/lib.rs",
        right: "\"PRAGMA synchronous = FULL\"",
        wrong: "\"PRAGMA synchronous = NORMAL\"",
        found_by: Simulator::Store,
    },
    Planted {
        what: "whoever missed a call charges the other's time: only the number is compared",
        file: "crates/store/src/log.rs",
        right: "self.seq == seq && self.timeline == timeline && self.head == Some(head)",
        wrong: "self.seq == seq",
        found_by: Simulator::Nodes,
    },
    Planted {
        what: "a flag is struck five seconds early",
        file: "crates/server/src/live_games/timing.rs",
        right: "(Some(flag), Some(wall)) if wall <= now =>",
        wrong: "(Some(flag), Some(wall)) if wall <= now + 5_000 =>",
        found_by: Simulator::Nodes,
    },
    Planted {
        what: "a clock that was set is followed at once",
        file: "crates/server/src/time.rs",
        right: "if by_ms.abs() <= SMALL_CORRECTION_MS {\n            self.ms += by_ms;",
        wrong: "if by_ms.abs() <= i64::MAX {\n            self.ms += by_ms;",
        found_by: Simulator::Nodes,
    },
    Planted {
        what: "a flag falls before an act that came in time",
        file: "crates/server/src/live_games/timing.rs",
        right: "if table.has_coming(wall) {",
        wrong: "if table.has_coming(i64::MIN) {",
        found_by: Simulator::Nodes,
    },
    Planted {
        what: "after a failed write nobody is in doubt",
        file: "crates/server/src/live_games/acting.rs",
        right: "                table.doubtful.store(true, Relaxed);\n                Err(error.into())\n            }\n        }\n    }\n\n    /// While",
        wrong: "                Err(error.into())\n            }\n        }\n    }\n\n    /// While",
        found_by: Simulator::Nodes,
    },
    Planted {
        what: "whoever is in doubt looks before anything is written in the place of what failed",
        file: "crates/server/src/live_games/mod.rs",
        right: "            self.store.ready().await?;\n",
        wrong: "",
        found_by: Simulator::Nodes,
    },
    Planted {
        what: "the same key a second time is a second act",
        file: "crates/server/src/live_games/acting.rs",
        right: "            if let Some(seq) = snapshot.by_key(&deed.key) {",
        wrong: "            if let Some(seq) = snapshot.by_key(&deed.key).filter(|_| false) {",
        found_by: Simulator::Nodes,
    },
];

/// Plants one bug after another and asks the simulator.
pub(crate) fn run(named: Option<&str>) -> Done {
    let tree = root().join("target/planted");
    copy(&tree)?;
    let mut missed = Vec::new();
    for bug in BUGS
        .iter()
        .filter(|bug| named.is_none_or(|word| bug.what.contains(word)))
    {
        let file = tree.join(bug.file);
        let sound = read(&file)?;
        fs::write(&file, sound.replacen(bug.right, bug.wrong, 1)).map_err(said(&file))?;
        let asked = ask(&tree, bug.found_by);
        fs::write(&file, sound).map_err(said(&file))?;
        let verdict = asked?;
        println!("{verdict:<14} {}", bug.what);
        if verdict != "found" {
            missed.push(bug.what);
        }
    }
    if missed.is_empty() {
        Ok(())
    } else {
        Err(format!("not found: {}", missed.join("; ")))
    }
}

/// What the simulator says of the copy as it is.
fn ask(tree: &Path, simulator: Simulator) -> Result<&'static str, String> {
    let asked = Command::new(env!("CARGO"))
        .args(simulator.command())
        .args(["--quiet", "--", "--nocapture"])
        .current_dir(tree)
        // Some bugs show in one story of fifty.
        .env("JADOUBE_SEEDS", "500")
        // Apart from the ordinary build: both have the same names for what they build.
        .env("CARGO_TARGET_DIR", root().join("target/planted-build"))
        .output()
        .map_err(|why| format!("cargo: {why}"))?;
    let said = String::from_utf8_lossy(&asked.stdout).into_owned() + &String::from_utf8_lossy(&asked.stderr);
    Ok(if asked.status.success() {
        "not found"
    } else if said.contains("again: JADOUBE_SEED=") {
        "found"
    } else {
        eprintln!("{said}");
        "no answer"
    })
}

/// The project's files, as they are now.
fn copy(tree: &Path) -> Done {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .map_err(|why| format!("git: {why}"))?;
    for name in String::from_utf8_lossy(&listed.stdout).lines() {
        let (from, to) = (root().join(name), tree.join(name));
        if !from.is_file() {
            continue;
        }
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(said(folder))?;
        }
        // What has not changed is left alone, and not compiled again.
        let bytes = fs::read(&from).map_err(said(&from))?;
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            fs::write(&to, bytes).map_err(said(&to))?;
        }
    }
    Ok(())
}

fn said(path: &Path) -> impl FnOnce(std::io::Error) -> String {
    let path: PathBuf = path.to_owned();
    move |why| format!("{}: {why}", path.display())
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(said(file))
}

#[cfg(test)]
mod tests {
    use super::{BUGS, read};

    /// A bug that cannot be planted any more is found by nobody.
    #[test]
    fn every_bug_has_its_place() {
        for bug in BUGS {
            let text = read(&crate::root().join(bug.file)).expect("a file");
            assert_eq!(text.matches(bug.right).count(), 1, "{}", bug.what);
            assert_ne!(bug.right, bug.wrong, "{}", bug.what);
        }
    }
}
