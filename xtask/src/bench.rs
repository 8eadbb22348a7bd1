//! How fast are the board, the law and the server, next to their peers?

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Done, root, suite::step};

/// The peer whose time is the measure.
const MEASURE: &str = "eschac";

/// `cargo xtask bench NAME [ROUNDS]`: the board natively and portably, in one table each; the server as its load script
/// prints it; everything else as its program in bench/ does.
pub(crate) fn run(words: &[&str]) -> Done {
    match *words {
        ["board"] => board("5"),
        ["board", rounds] if rounds.parse::<u32>().is_ok_and(|rounds| rounds > 0) => board(rounds),
        ["server"] => {
            // Before anything is measured, and not after half an hour of it.
            tools()?;
            ["acts", "games", "viewers", "crowd", "list", "attack", "nodes"]
                .into_iter()
                .try_for_each(|what| server(&[what]))
        }
        ["server", ref what @ ..] => {
            if what.first() == Some(&"nodes") {
                tools()?;
            }
            server(what)
        }
        ["board", ..] => Err("usage: cargo xtask bench board [ROUNDS]".to_owned()),
        [name, ref rest @ ..] => {
            let mut arguments = vec![
                "run",
                "--release",
                "--manifest-path",
                "bench/Cargo.toml",
                "--bin",
                name,
                "--",
            ];
            arguments.extend(rest);
            step("figures", &arguments)
        }
        [] => Err("usage: cargo xtask bench NAME [ROUNDS]".to_owned()),
    }
}

/// The load script: what the server carries, beside a bare handler; what a second node adds.
fn server(what: &[&str]) -> Done {
    let mut load = vec![
        "run",
        "--release",
        "--locked",
        "-p",
        "jadoube-server",
        "--example",
        "load",
        "--",
    ];
    load.extend(what);
    step(&what.join(" "), &load)
}

/// What the figures of several nodes need: installed where that is possible, or named.
fn tools() -> Done {
    let has = |test: &str| {
        let found = Command::new("sh").args(["-c", test]).output();
        found.is_ok_and(|found| found.status.success())
    };
    let needed = [
        ("command -v cpulimit", "cpulimit"),
        (
            "command -v initdb || ls /usr/lib/postgresql/*/bin/initdb",
            "postgresql",
        ),
        ("command -v nats-server", "nats-server"),
    ];
    let missing = || {
        let missing = needed.iter().filter(|(test, _)| !has(test));
        missing.map(|(_, package)| *package).collect::<Vec<&str>>()
    };
    let packages = missing();
    if !packages.is_empty() && has("[ \"$(id -u)\" = 0 ] && command -v apt-get") {
        println!("== installing {}", packages.join(" "));
        let install = "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq";
        has(&format!("{install} {}", packages.join(" ")));
    }
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "these are needed for the figures of several nodes, by the names of Debian's packages: {}\n\
         without them: cargo xtask bench server acts (or games, viewers, crowd, list, attack)",
        missing.join(", ")
    ))
}

fn board(rounds: &str) -> Done {
    let bench = root().join("bench");
    for (name, native) in [
        ("native (this machine's instructions)", true),
        ("portable (no BMI2)", false),
    ] {
        let figures = build(&bench, native).and_then(|program| measure(&program, rounds))?;
        println!("\n## {name}, processor time, median of {rounds}\n");
        print(&figures);
    }
    Ok(())
}

fn build(bench: &Path, native: bool) -> Result<PathBuf, String> {
    let target = bench
        .join("target")
        .join(if native { "native" } else { "portable" });
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--release", "--quiet", "--locked", "--manifest-path"])
        .arg(bench.join("Cargo.toml"));
    cargo.arg("--target-dir").arg(&target);
    // Whatever flags surround this task, the two builds differ in one thing only.
    cargo
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    if native {
        cargo
            .args(["--features", "native"])
            .env("RUSTFLAGS", "-C target-cpu=native");
    }
    let status = cargo
        .status()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    if status.success() {
        Ok(target.join("release/jadoube-bench"))
    } else {
        Err("the bench does not build".into())
    }
}

/// One figure: what was measured, by whom, how many lines were counted in how many seconds.
struct Figure {
    what: String,
    who: String,
    lines: f64,
    seconds: f64,
}

fn measure(program: &Path, rounds: &str) -> Result<Vec<Figure>, String> {
    let output = Command::new(program)
        .arg(rounds)
        .stderr(Stdio::inherit())
        .output();
    let output = output.map_err(|error| format!("{} cannot be started: {error}", program.display()))?;
    if !output.status.success() {
        return Err("a generator failed or miscounted".into());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| figure(line).ok_or_else(|| format!("not a figure: {line}")))
        .collect()
}

fn figure(line: &str) -> Option<Figure> {
    let mut parts = line.split('\t');
    let (what, who) = (parts.next()?.to_owned(), parts.next()?.to_owned());
    let (lines, seconds) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(Figure {
        what,
        who,
        lines,
        seconds,
    })
}

fn print(figures: &[Figure]) {
    let counted = |figure: &&Figure| !matches!(&*figure.what, "threads" | "threads-spent" | "hash");
    let mut whats: Vec<&str> = Vec::new();
    let mut whos: Vec<&str> = Vec::new();
    let mut cells: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for figure in figures.iter().filter(counted) {
        if !whats.contains(&&*figure.what) {
            whats.push(&figure.what);
        }
        if !whos.contains(&&*figure.who) {
            whos.push(&figure.who);
        }
        cells.insert((&figure.who, &figure.what), (figure.lines, figure.seconds));
        let total = cells.entry((&figure.who, "total")).or_default();
        *total = (total.0 + figure.lines, total.1 + figure.seconds);
    }
    whats.push("total");
    println!("Mnps (times {MEASURE})");
    print!("{:<14}", "");
    for what in &whats {
        print!("{what:>16}");
    }
    println!();
    for who in whos {
        print!("{who:<14}");
        for what in &whats {
            let (lines, seconds) = cells.get(&(who, what)).copied().unwrap_or_default();
            let measure = cells.get(&(MEASURE, what)).map_or(f64::NAN, |cell| cell.1);
            print!(
                "{:>16}",
                format!("{:.0} ({:.2})", lines / seconds / 1e6, measure / seconds)
            );
        }
        println!();
    }
    let of = |what: &str, who: &str| {
        figures
            .iter()
            .find(|figure| figure.what == what && figure.who == who)
    };
    let ratio = |what| Some(of(what, "1")?.seconds / of(what, "2")?.seconds);
    if let (Some(wall), Some(spent)) = (ratio("threads"), ratio("threads-spent")) {
        println!("\ntwo threads on kiwipete: {wall:.2} times one (wall clock, shortest of the rounds)");
        // A busy machine lends two threads less than two processors; this is what is left of it on an idle one.
        println!(
            "  at most {:.2} times one, by the processor time that both spend together",
            2.0 * spent
        );
    }
    for hash in figures.iter().filter(|figure| figure.what == "hash") {
        let (megabytes, lines, seconds) = (&hash.who, hash.lines, hash.seconds);
        println!(
            "start, 7 half-moves with a table of {megabytes} MB: {lines:.0} lines in {seconds:.2} s, one thread"
        );
    }
}
