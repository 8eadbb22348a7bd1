//! Who is asked for a move: the built-in player, or another program that speaks UCI and that nobody trusts?

use crate::{Limits, Player, Question};
use jadoube_board::{Castling, Colour, Kind, Move, Position};
use std::{
    fmt,
    io::{self, BufRead, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    time::{Duration, Instant},
};

/// What is thought of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opinion {
    /// The move: one of those asked about.
    pub best: Move,
    /// How the player on turn stands, in hundredths of a pawn, where it was said.
    pub score: Option<i32>,
}

/// Whoever can be asked for a move.
pub trait Mind: Send {
    /// What it calls itself.
    fn name(&self) -> &str;
    /// A move in this position, of those the question leaves open.
    fn advise(&mut self, question: &Question) -> Result<Opinion, EngineError>;
    /// A new game begins.
    fn forget(&mut self);
}

impl Mind for Player {
    fn name(&self) -> &'static str {
        "Jadoube"
    }

    fn advise(&mut self, question: &Question) -> Result<Opinion, EngineError> {
        let advice = self.think(question).ok_or(EngineError::NoMove)?;
        Ok(Opinion {
            best: advice.best,
            score: Some(advice.score.value()),
        })
    }

    fn forget(&mut self) {
        Player::forget(self);
    }
}

/// Why an engine gave no advice.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
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
    /// It named a move that is not open.
    Unlawful(String),
    /// It cannot be shown such a position.
    CannotTake,
    /// It has no option of this name.
    NoOption(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "it cannot be started: {error}"),
            Self::Ended => f.write_str("it has ended"),
            Self::Silent(time) => write!(f, "it has not answered for {} seconds", time.as_secs()),
            Self::Babbles => f.write_str("what it says is not UCI"),
            Self::NoMove => f.write_str("it names no move"),
            Self::Unlawful(text) => write!(f, "it advised {text:?}, which is not lawful here"),
            Self::CannotTake => f.write_str("it cannot take this position"),
            Self::NoOption(name) => write!(f, "it has no option {name:?}"),
        }
    }
}

impl std::error::Error for EngineError {}

/// How long a new engine may take to say what it is.
const GREETING: Duration = Duration::from_secs(20);
/// How much longer than it was given it may take.
const GRACE: Duration = Duration::from_secs(5);
/// How long it may take where it was given a number of positions or a depth.
const WITHOUT_TIME: Duration = Duration::from_mins(2);
/// No line of UCI is longer.
const LONGEST_LINE: u64 = 64 * 1024;
/// So many lines wait to be read; an engine that says more waits itself.
const LINES: usize = 256;
/// A mate is worth more than any material.
const MATE: i32 = 30_000;

/// A program that speaks UCI, with the options it is to be given.
#[derive(Debug, Clone)]
pub struct Program {
    path: PathBuf,
    options: Vec<(String, String)>,
    name: String,
}

impl Program {
    /// What it calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn start(&self) -> Result<Process, EngineError> {
        let mut process = Process::start(&self.path)?;
        for (name, value) in &self.options {
            if !process.options.iter().any(|one| one.eq_ignore_ascii_case(name)) {
                return Err(EngineError::NoOption(name.clone()));
            }
            process.say(&format!("setoption name {name} value {value}\n"))?;
        }
        Ok(process)
    }
}

/// An engine that is another program. One that fails is ended, and another started when next it is asked.
#[derive(Debug)]
pub struct Outside {
    program: Program,
    process: Option<Process>,
}

impl Outside {
    /// Starts it, so that whoever sets it up hears at once if it cannot be.
    pub fn start(path: &Path, options: &[(String, String)]) -> Result<Self, EngineError> {
        let mut program = Program {
            path: find(path),
            options: options.to_vec(),
            name: "engine".to_owned(),
        };
        let process = program.start()?;
        program.name.clone_from(&process.name);
        Ok(Self {
            program,
            process: Some(process),
        })
    }

    /// What program it is: others of the same can be had from that.
    pub fn program(&self) -> &Program {
        &self.program
    }
}

impl From<Program> for Outside {
    /// Not yet started.
    fn from(program: Program) -> Self {
        Self {
            program,
            process: None,
        }
    }
}

impl Mind for Outside {
    fn name(&self) -> &str {
        &self.program.name
    }

    fn advise(&mut self, question: &Question) -> Result<Opinion, EngineError> {
        let fen = for_engines(&question.position).ok_or(EngineError::CannotTake)?;
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.program.start()?,
        };
        let opinion = process.advise(&fen, question)?;
        // Only one that has just kept its word is asked again.
        self.process = Some(process);
        Ok(opinion)
    }

    fn forget(&mut self) {
        let told = self.process.as_mut().map(|process| process.say("ucinewgame\n"));
        if told.is_some_and(|told| told.is_err()) {
            self.process = None;
        }
    }
}

/// So many failures in a row, and an engine is not asked again before the next game.
const PATIENCE: u32 = 4;

/// An engine that nobody trusts: where it crashes, hangs, names no move or one that is not open, that is told, it is started
/// again and asked again; where it fails once more, the built-in player answers in its place, if it may.
pub struct Watched {
    engine: Outside,
    stand_in: Option<Player>,
    failures: u32,
    tell: Box<dyn FnMut(&str) + Send>,
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Watched({:?})", self.engine)
    }
}

impl Watched {
    /// Watches this engine. `stand_in` answers where it cannot; `tell` hears of every failure.
    pub fn new(engine: Outside, stand_in: Option<Player>, tell: impl FnMut(&str) + Send + 'static) -> Self {
        Self {
            engine,
            stand_in,
            failures: 0,
            tell: Box::new(tell),
        }
    }

    /// The engine's answer, at the second attempt where the first fails.
    fn ask(&mut self, question: &Question) -> Result<Opinion, EngineError> {
        loop {
            let error = match self.engine.advise(question) {
                Ok(opinion) => {
                    self.failures = 0;
                    return Ok(opinion);
                }
                // To start it again would not help.
                Err(error @ EngineError::CannotTake) => return Err(error),
                Err(error) => error,
            };
            self.failures += 1;
            if !self.failures.is_multiple_of(2) {
                (self.tell)(&format!("the engine fails ({error}): it is started again"));
                continue;
            }
            return Err(error);
        }
    }
}

impl Mind for Watched {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn advise(&mut self, question: &Question) -> Result<Opinion, EngineError> {
        let given_up = self.stand_in.is_some() && self.failures >= PATIENCE;
        let asked = if given_up {
            Err(EngineError::Ended)
        } else {
            self.ask(question)
        };
        let (error, stand_in) = match (asked, &mut self.stand_in) {
            (Err(error), Some(stand_in)) => (error, stand_in),
            (asked, _) => return asked,
        };
        if !given_up {
            let until = if self.failures >= PATIENCE {
                "plays on in its place for the rest of the game"
            } else {
                "answers for it"
            };
            (self.tell)(&format!(
                "the engine is no help here ({error}): the built-in player {until}"
            ));
        }
        stand_in.advise(question)
    }

    fn forget(&mut self) {
        self.failures = 0;
        self.engine.forget();
        if let Some(stand_in) = &mut self.stand_in {
            stand_in.forget();
        }
    }
}

/// A program by its path, or by its name where it is installed.
pub fn find(path: &Path) -> PathBuf {
    if path.components().count() > 1 || path.exists() {
        return path.to_owned();
    }
    let searched = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&searched);
    // Where Debian puts Stockfish, which is not everybody's path.
    let more = ["/usr/games", "/usr/local/bin", "/opt/homebrew/bin"].map(PathBuf::from);
    folders
        .chain(more)
        .map(|folder| folder.join(path))
        .find(|program| program.is_file())
        .unwrap_or_else(|| path.to_owned())
}

/// The position as an engine can take it: regular, and without rights to castle that need no Rook.
pub fn for_engines(position: &Position) -> Option<String> {
    let board = position.board();
    let count = |kind: Kind, colour: Colour| (board.kind(kind) & board.of(colour)).count();
    let possible = |colour: Colour| {
        count(Kind::King, colour) == 1 && count(Kind::Pawn, colour) <= 8 && board.of(colour).count() <= 16
    };
    if position.irregularity().is_some() || !possible(Colour::White) || !possible(Colour::Black) {
        return None;
    }
    let castling = Castling::ALL
        .iter()
        .filter(|(colour, wing)| position.castling_rook(*colour, *wing).is_some())
        .fold(Castling::NONE, |castling, (colour, wing)| {
            castling.with(colour, wing)
        });
    let fen = position.to_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let castling = castling.to_string();
    *fields.get_mut(2)? = &castling;
    Some(fields.join(" "))
}

/// One engine that runs; ended when it is dropped.
#[derive(Debug)]
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Result<String, EngineError>>,
    name: String,
    /// What it says can be set.
    options: Vec<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn start(path: &Path) -> Result<Self, EngineError> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(EngineError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Ended);
        };
        let (told, lines) = sync_channel(LINES);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let line = read_line(&mut output);
                let last = line.is_err();
                if told.send(line).is_err() || last {
                    return;
                }
            }
        });
        let mut process = Process {
            child,
            input,
            lines,
            name: "engine".to_owned(),
            options: Vec::new(),
        };
        process.greet()?;
        Ok(process)
    }

    fn greet(&mut self) -> Result<(), EngineError> {
        let until = Instant::now() + GREETING;
        self.say("uci\n")?;
        loop {
            let line = self.hear(until, GREETING)?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().chars().filter(|c| !c.is_control()).take(40).collect();
            }
            if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or_default();
                self.options.push(name.trim().to_owned());
            }
            if line.trim() == "uciok" {
                break;
            }
        }
        self.say("isready\n")?;
        while self.hear(until, GREETING)?.trim() != "readyok" {}
        Ok(())
    }

    fn say(&mut self, words: &str) -> Result<(), EngineError> {
        let said = self.input.write_all(words.as_bytes());
        said.and_then(|()| self.input.flush())
            .map_err(|_| EngineError::Ended)
    }

    fn hear(&self, until: Instant, patience: Duration) -> Result<String, EngineError> {
        match self
            .lines
            .recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(EngineError::Silent(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(EngineError::Ended),
        }
    }

    fn advise(&mut self, fen: &str, question: &Question) -> Result<Opinion, EngineError> {
        let (go, patience) = go(question);
        // A position each time: a list of moves could hold one that the engine does not believe, and passes over.
        self.say(&format!("position fen {fen}\n{go}\n"))?;
        let until = Instant::now() + patience;
        let mut score = None;
        loop {
            let line = self.hear(until, patience)?;
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let text = match words.next() {
                        None | Some("(none)" | "0000") => return Err(EngineError::NoMove),
                        Some(text) => text,
                    };
                    let open = |one: &Move| question.only.as_ref().is_none_or(|only| only.contains(one));
                    let best = question.position.parse_uci(text).ok().filter(open);
                    let best = best.ok_or_else(|| EngineError::Unlawful(text.chars().take(12).collect()))?;
                    return Ok(Opinion { best, score });
                }
                Some("info") => score = read_score(&line).or(score),
                _ => {}
            }
        }
    }
}

/// `go …`, and how long to wait for the answer.
fn go(question: &Question) -> (String, Duration) {
    let Limits {
        nodes,
        depth,
        time,
        clock,
        mate,
    } = question.limits;
    let mut go = "go".to_owned();
    let mut add = |word: &str, number: u128| {
        go.extend([" ", word, " ", &number.to_string()]);
    };
    if let Some(nodes) = nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = depth {
        add("depth", depth.into());
    }
    if let Some(mate) = mate {
        add("mate", mate.into());
    }
    if let Some(time) = time {
        add("movetime", time.as_millis());
    }
    if let (Some(clock), None) = (clock, time) {
        let white = question.position.turn() == Colour::White;
        let (left, more) = if white {
            ("wtime", "winc")
        } else {
            ("btime", "binc")
        };
        add(left, clock.left.as_millis());
        add(more, clock.increment.as_millis());
        if let Some(moves) = clock.moves {
            add("movestogo", moves.into());
        }
    }
    if let Some(only) = &question.only {
        go.push_str(" searchmoves");
        for one in only {
            go.push(' ');
            go.push_str(&one.to_string());
        }
    }
    let (_, hard) = question.limits.times();
    (go, hard.map_or(WITHOUT_TIME, |hard| hard + GRACE))
}

fn read_line(output: &mut impl BufRead) -> Result<String, EngineError> {
    let mut line = Vec::new();
    let heard = output.take(LONGEST_LINE).read_until(b'\n', &mut line);
    match heard {
        Err(_) | Ok(0) => Err(EngineError::Ended),
        Ok(_) if line.ends_with(b"\n") => Ok(String::from_utf8_lossy(&line).into_owned()),
        Ok(length) if (length as u64) < LONGEST_LINE => Err(EngineError::Ended),
        Ok(_) => Err(EngineError::Babbles),
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
