//! How fast does the player think, beside Stockfish and other engines?
//!
//! Every engine is asked the same by UCI, by turns, on one thread: so many nodes in each position, then so many moves deep.
//! Others are named as arguments (`cargo install pleco_engine blunders` gives `pleco` and `blunders`); one that is not installed is said to be
//! missing. Depth means something else to each engine; nodes are counted by each in its own way.

use std::{
    env,
    error::Error,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
];
const NODES: u64 = 500_000;
const DEPTH: u32 = 11;

struct Engine {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str, arguments: &[&str]) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut engine = Self {
            name: program.to_owned(),
            child,
            input,
            output,
        };
        engine.say("uci")?;
        while let Some(line) = engine.until("uciok", "id name ")? {
            engine.name = line["id name ".len()..].trim().to_owned();
        }
        engine.say("setoption name Hash value 64")?;
        engine.say("setoption name Threads value 1")?;
        Ok(engine)
    }

    fn say(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    /// The next line that begins so; nothing when the last line has come.
    fn until(&mut self, last: &str, wanted: &str) -> Result<Option<String>, Box<dyn Error>> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("{} has ended", self.name).into());
            }
            if line.starts_with(last) {
                return Ok(None);
            }
            if line.starts_with(wanted) {
                return Ok(Some(line));
            }
        }
    }

    /// The time for an answer, and the nodes it says it looked at.
    fn asked(&mut self, fen: &str, go: &str) -> Result<(Duration, u64), Box<dyn Error>> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        while self.until("readyok", "readyok")?.is_some() {}
        self.say(&format!("position fen {fen}"))?;
        let began = Instant::now();
        self.say(go)?;
        let mut nodes = 0;
        while let Some(line) = self.until("bestmove", "info")? {
            let mut words = line.split_whitespace().skip_while(|word| *word != "nodes").skip(1);
            nodes = words.next().and_then(|word| word.parse().ok()).unwrap_or(nodes);
        }
        Ok((began.elapsed(), nodes))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut named: Vec<String> = env::args().skip(1).collect();
    if named == ["uci"] {
        return Ok(jadoube_player::uci::serve(std::io::stdin().lock(), std::io::stdout())?);
    }
    if named.is_empty() {
        named = ["stockfish", "/usr/games/stockfish", "pleco", "blunders"].map(str::to_owned).to_vec();
    }
    let own = env::current_exe()?;
    let mut engines = vec![Engine::start(&own.to_string_lossy(), &["uci"])?];
    for program in &named {
        match Engine::start(program, &[]) {
            Ok(engine) if engines.iter().any(|other| other.name == engine.name) => {}
            Ok(engine) => engines.push(engine),
            Err(error) => println!("{program}: not measured ({error})"),
        }
    }
    let (mut speed, mut deep) = (vec![(0.0, 0); engines.len()], vec![0.0; engines.len()]);
    for fen in POSITIONS {
        for (at, engine) in engines.iter_mut().enumerate() {
            let (time, nodes) = engine.asked(fen, &format!("go nodes {NODES}"))?;
            speed[at] = (speed[at].0 + time.as_secs_f64(), speed[at].1 + nodes);
            deep[at] += engine.asked(fen, &format!("go depth {DEPTH}"))?.0.as_secs_f64();
        }
    }
    println!("{} positions, one thread, 64 MB; {NODES} nodes each, then {DEPTH} deep", POSITIONS.len());
    println!("{:<40} {:>14} {:>8} {:>12} {:>8}", "engine", "nodes/s", "ratio", "to depth, s", "ratio");
    let rate = |at: usize| speed[at].1 as f64 / speed[at].0;
    for (at, engine) in engines.iter().enumerate() {
        println!(
            "{:<40} {:>14.0} {:>8.2} {:>12.2} {:>8.2}",
            engine.name,
            rate(at),
            rate(at) / rate(0),
            deep[at],
            deep[at] / deep[0]
        );
    }
    Ok(())
}
