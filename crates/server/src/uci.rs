//! What does a chess engine advise? It is a program of its own that speaks UCI; whatever it says or does is expected.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::Semaphore,
    time::timeout,
};

/// Why an engine gave no advice.
#[derive(Debug)]
pub(crate) enum EngineError {
    /// It cannot be started.
    Start(io::Error),
    /// It has ended, or no longer listens.
    Ended,
    /// It said nothing for so long.
    Silent(Duration),
    /// It does not end its lines.
    Babbles,
    /// It knows no move where there are some.
    NoMove,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Start(error) => write!(f, "it cannot be started: {error}"),
            EngineError::Ended => f.write_str("it has ended"),
            EngineError::Silent(time) => write!(f, "it has not answered for {} seconds", time.as_secs()),
            EngineError::Babbles => f.write_str("what it says is not UCI"),
            EngineError::NoMove => f.write_str("it names no move"),
        }
    }
}

impl std::error::Error for EngineError {}

/// What an engine advises.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Advice {
    /// As it was said: nobody has looked yet whether it can be played.
    pub(crate) best: String,
    /// How the player on turn stands, in hundredths of a pawn.
    pub(crate) score: Option<i32>,
}

/// How long a new engine may take to say what it is.
const GREETING: Duration = Duration::from_secs(10);
/// How much longer than it was given it may take.
const GRACE: Duration = Duration::from_secs(5);
/// No line of UCI is longer.
const LONGEST_LINE: u64 = 64 * 1024;
/// A mate is worth more than any material.
const MATE: i32 = 100_000;

/// One engine that runs; ended when it is dropped.
#[derive(Debug)]
struct Process {
    _child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    name: String,
}

impl Process {
    async fn start(path: &Path) -> Result<Self, EngineError> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(EngineError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Ended);
        };
        let mut process = Process {
            _child: child,
            input,
            output: BufReader::new(output),
            name: "engine".to_owned(),
        };
        let greeting = timeout(GREETING, process.greet());
        greeting.await.map_err(|_| EngineError::Silent(GREETING))??;
        Ok(process)
    }

    async fn greet(&mut self) -> Result<(), EngineError> {
        self.say("uci\n").await?;
        loop {
            let line = self.hear().await?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().chars().filter(|c| !c.is_control()).take(40).collect();
            }
            if line.trim() == "uciok" {
                break;
            }
        }
        self.say("isready\n").await?;
        while self.hear().await?.trim() != "readyok" {}
        Ok(())
    }

    async fn say(&mut self, words: &str) -> Result<(), EngineError> {
        let said = self.input.write_all(words.as_bytes()).await;
        said.map_err(|_| EngineError::Ended)
    }

    async fn hear(&mut self) -> Result<String, EngineError> {
        let mut line = Vec::new();
        let mut limited = (&mut self.output).take(LONGEST_LINE);
        let heard = limited.read_until(b'\n', &mut line).await;
        match heard {
            Err(_) | Ok(0) => Err(EngineError::Ended),
            Ok(_) if line.ends_with(b"\n") => Ok(String::from_utf8_lossy(&line).into_owned()),
            Ok(length) if (length as u64) < LONGEST_LINE => Err(EngineError::Ended),
            Ok(_) => Err(EngineError::Babbles),
        }
    }

    async fn advise(&mut self, fen: &str, moves: &[String], time: Duration) -> Result<Advice, EngineError> {
        let (time, moves) = (time.as_millis(), moves.join(" "));
        // A position each time: a list of moves could hold one that the engine does not believe, and passes over.
        let asked = format!("position fen {fen}\ngo movetime {time} searchmoves {moves}\n");
        self.say(&asked).await?;
        let mut score = None;
        loop {
            let line = self.hear().await?;
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("bestmove") => {
                    return match words.next() {
                        None | Some("(none)" | "0000") => Err(EngineError::NoMove),
                        Some(best) => Ok(Advice {
                            best: best.to_owned(),
                            score,
                        }),
                    };
                }
                Some("info") => score = read_score(&line).or(score),
                _ => {}
            }
        }
    }
}

/// `… score cp 31 …`, `… score mate -3 …`
fn read_score(line: &str) -> Option<i32> {
    let mut words = line.split_ascii_whitespace().skip_while(|word| *word != "score");
    words.next()?;
    let kind = words.next()?;
    let number: i32 = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(number.clamp(-MATE, MATE)),
        "mate" if number > 0 => Some(MATE),
        "mate" => Some(-MATE),
        _ => None,
    }
}

/// Engines of one kind, as many at once as the machine can use; one that fails is ended, and another started.
#[derive(Debug)]
pub(crate) struct Engines {
    path: PathBuf,
    time: Duration,
    name: String,
    places: Semaphore,
    idle: Mutex<Vec<Process>>,
}

impl Engines {
    /// Starts the first, so that whoever sets up the server hears at once if it cannot be.
    pub(crate) async fn start(path: &Path, time: Duration) -> Result<Self, EngineError> {
        let first = Process::start(path).await?;
        let most = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        Ok(Engines {
            path: path.to_owned(),
            time,
            name: first.name.clone(),
            places: Semaphore::new(most),
            idle: Mutex::new(vec![first]),
        })
    }

    /// What the engine calls itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Asks for one of these moves.
    pub(crate) async fn advise(&self, fen: &str, moves: &[String]) -> Result<Advice, EngineError> {
        let _place = self.places.acquire().await.map_err(|_| EngineError::Ended)?;
        let idle = self.idle().pop();
        let mut process = match idle {
            Some(process) => process,
            None => Process::start(&self.path).await?,
        };
        let limit = self.time + GRACE;
        let advice = timeout(limit, process.advise(fen, moves, self.time))
            .await
            .map_err(|_| EngineError::Silent(limit))??;
        // Only one that has just kept its word is asked again.
        self.idle().push(process);
        Ok(advice)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read() {
        assert_eq!(read_score("info depth 12 score cp -31 nodes 5"), Some(-31));
        assert_eq!(read_score("info depth 12 score mate -3"), Some(-MATE));
        assert_eq!(read_score("info depth 12 score mate 2 pv e2e4"), Some(MATE));
        assert_eq!(read_score("info depth 12 score cp 99999999999"), None);
        assert_eq!(read_score("info string score"), None);
        assert_eq!(read_score("info currmove e2e4"), None);
    }
}
