//! The player as a UCI engine, for any program that shows a board.

use crate::{Clock, Level, Limits, Player, Progress, Question};
use jadoube_board::{Move, Movement, Position};
use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::JoinHandle,
    time::Duration,
};

/// What the engine calls itself.
pub const NAME: &str = concat!("Jadoube ", env!("CARGO_PKG_VERSION"));

const MEMORY: usize = 64;
const MOST_MEMORY: usize = 65_536;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 256;
/// Positions looked at where the limit could not be read.
const WITHOUT_A_LIMIT: u64 = 100_000;
/// Milliseconds that may be kept back of the clock.
const MOST_OVERHEAD: usize = 10_000;

/// What is heard.
const COMMANDS: [&str; 8] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "ponderhit",
    "stop",
];

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Speaks UCI until told to quit or until the input ends.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut door = Door {
        output: Arc::new(Mutex::new(output)),
        player: Arc::new(Mutex::new(Player::new(MEMORY))),
        position: Some(Position::ordinary()),
        earlier: Vec::new(),
        level: Level::TOP,
        lines: 1,
        overhead: Clock::OVERHEAD,
        searching: None,
        awaited: None,
    };
    for line in input.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.first() == Some(&"quit") {
            door.stop();
            return Ok(());
        }
        if let Err(error) = door.hear(&words) {
            door.say(&format!("info string {error}"))?;
        }
    }
    door.finish();
    Ok(())
}

/// A search under way.
struct Searching {
    stop: Arc<AtomicBool>,
    /// Whether the answer may be given: not before `stop` where the search has no end of its own.
    released: Arc<(Mutex<bool>, Condvar)>,
    /// Nobody waits for the answer any more.
    unheard: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

struct Door<W> {
    output: Arc<Mutex<W>>,
    player: Arc<Mutex<Player>>,
    /// Nothing where the last one told could not be read.
    position: Option<Position>,
    earlier: Vec<u64>,
    level: Level,
    lines: usize,
    /// What is kept back of the clock for the way to whoever asks.
    overhead: Duration,
    searching: Option<Searching>,
    /// What to think about should the move expected be played.
    awaited: Option<Question>,
}

impl<W: Write + Send + 'static> Door<W> {
    fn hear(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            [] => Ok(()),
            ["uci", ..] => self.greet().map_err(|error| error.to_string()),
            ["isready", ..] => self.say("readyok").map_err(|error| error.to_string()),
            ["ucinewgame", ..] => {
                self.stop();
                lock(&self.player).forget();
                Ok(())
            }
            ["setoption", "name", rest @ ..] => self.set(rest),
            ["position", rest @ ..] => self.place(rest),
            ["go", rest @ ..] => self.go(rest),
            ["ponderhit", ..] => {
                if let Some(question) = self.awaited.take() {
                    // What was found so far stays in the table; one answer is given, and the clock allows for it.
                    self.end(false);
                    let bounded = question.limits != Limits::default();
                    self.begin(question, bounded);
                }
                Ok(())
            }
            ["stop", ..] => {
                self.stop();
                Ok(())
            }
            // What GUIs also send and what means nothing here.
            ["debug" | "register", ..] => Ok(()),
            // A word nobody knows is passed over, as UCI has it, and the rest is heard.
            [word, rest @ ..] => {
                let _ = self.say(&format!("info string unknown command {word:?}"));
                let known = rest.iter().position(|word| COMMANDS.contains(word));
                known.map_or(Ok(()), |at| self.hear(&rest[at..]))
            }
        }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        let mut output = lock(&self.output);
        writeln!(output, "{line}")?;
        output.flush()
    }

    fn greet(&self) -> io::Result<()> {
        self.say(&format!("id name {NAME}"))?;
        self.say("id author the Jadoube project")?;
        self.say(&format!(
            "option name Hash type spin default {MEMORY} min 1 max {MOST_MEMORY}"
        ))?;
        self.say(&format!(
            "option name Threads type spin default 1 min 1 max {MOST_THREADS}"
        ))?;
        self.say(&format!(
            "option name MultiPV type spin default 1 min 1 max {MOST_LINES}"
        ))?;
        self.say(&format!(
            "option name Level type spin default {0} min 1 max {0}",
            Level::TOP
        ))?;
        self.say(&format!(
            "option name Move Overhead type spin default {} min 0 max {MOST_OVERHEAD}",
            Clock::OVERHEAD.as_millis()
        ))?;
        self.say("option name Ponder type check default false")?;
        self.say("option name Clear Hash type button")?;
        self.say("uciok")
    }

    fn set(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        let at = words.iter().position(|word| *word == "value");
        let name = words[..at.unwrap_or(words.len())].join(" ");
        let value = at.map(|at| words[at + 1..].join(" ")).unwrap_or_default();
        let within = |least: usize, most: usize| {
            let number = value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                format!("option {name}: found {value:?}, expected a number from {least} to {most}")
            })
        };
        let number = |most: usize| within(1, most);
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let mebibytes = number(MOST_MEMORY)?;
                lock(&self.player).set_memory(mebibytes).map_err(|error| {
                    format!("option {name}: {error} for {mebibytes} MiB: it stays as it was")
                })?;
            }
            "threads" => lock(&self.player).set_threads(number(MOST_THREADS)?),
            "multipv" => self.lines = number(MOST_LINES)?,
            "level" => {
                self.level = value
                    .parse()
                    .map_err(|error| format!("option {name}: found {value:?}, {error}"))?;
            }
            "move overhead" => self.overhead = Duration::from_millis(within(0, MOST_OVERHEAD)? as u64),
            "clear hash" => lock(&self.player).forget(),
            "ponder" => {}
            _ => return Err(format!("unknown option {name:?}")),
        }
        Ok(())
    }

    fn place(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        self.position = None;
        let at = words
            .iter()
            .position(|word| *word == "moves")
            .unwrap_or(words.len());
        let mut position = match words[..at] {
            ["startpos"] => Position::ordinary(),
            ["fen", ref fields @ ..] => {
                let fen = fields.join(" ");
                Position::from_fen_irregular(&fen, Movement::ORDINARY)
                    .or_else(|strict| {
                        let read = Position::from_fen_lenient(&fen);
                        read.map(|(position, _)| position).map_err(|_| strict)
                    })
                    .map_err(|error| error.to_string())?
            }
            _ => return Err("expected \"position startpos\" or \"position fen\"".to_owned()),
        };
        let mut earlier = Vec::new();
        let mut fault = Ok(());
        for text in words.iter().skip(at + 1) {
            match position.parse_uci(text) {
                Ok(one) => {
                    earlier.push(position.key());
                    position = position.play(one);
                }
                Err(error) => {
                    // The board stands as the moves before it left it.
                    fault = Err(format!("move {text}: {error}; it and what follows is left out"));
                    break;
                }
            }
        }
        (self.position, self.earlier) = (Some(position), earlier);
        fault
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        let Some(position) = self.position else {
            // Whoever asks waits for an answer.
            let _ = self.say("info string go: the position told last could not be read");
            return self.say("bestmove 0000").map_err(|error| error.to_string());
        };
        let (asked, unknown, faults) = Asked::read(words, &position);
        for fault in &faults {
            let _ = self.say(&format!("info string go {fault}"));
        }
        if !unknown.is_empty() {
            let _ = self.say(&format!(
                "info string go: passed over {:?}, which nobody knows here",
                unknown.join(" ")
            ));
        }
        let mut question = Question::new(position, asked.limits(position.turn().index(), self.overhead));
        question.earlier.clone_from(&self.earlier);
        question.only.clone_from(&asked.only);
        question.lines = self.lines;
        question.seed = position.key();
        if self.level < Level::TOP {
            self.level.hold(&mut question);
        }
        if asked.ponder {
            self.awaited = Some(question.clone());
            question.limits = Limits::default();
        }
        if question.limits == Limits::default() && !faults.is_empty() {
            // A limit was meant that could not be read: it is not taken for none.
            question.limits = Limits::nodes(WITHOUT_A_LIMIT);
        }
        // "infinite" is answered at "stop" and not before, however soon a level has seen enough.
        let bounded = question.limits != Limits::default() && !asked.infinite;
        self.begin(question, bounded);
        Ok(())
    }

    fn begin(&mut self, question: Question, bounded: bool) {
        let stop = Arc::new(AtomicBool::new(false));
        let released = Arc::new((Mutex::new(bounded), Condvar::new()));
        let unheard = Arc::new(AtomicBool::new(false));
        let (stopped, release, silent) = (Arc::clone(&stop), Arc::clone(&released), Arc::clone(&unheard));
        let (player, output) = (Arc::clone(&self.player), Arc::clone(&self.output));
        let thread = std::thread::spawn(move || {
            let mut report = |progress: &Progress<'_>| {
                let mut output = lock(&output);
                let told = writeln!(output, "{}", info(progress)).and_then(|()| output.flush());
                if told.is_err() {
                    // Nobody listens any more.
                    stopped.store(true, Relaxed);
                }
            };
            let advice = lock(&player).think_until(&question, &stopped, &mut report);
            let (may, told) = &*release;
            let mut may = lock(may);
            while !*may {
                may = told.wait(may).unwrap_or_else(PoisonError::into_inner);
            }
            if silent.load(Relaxed) {
                return;
            }
            let answer = match advice.as_ref().map(|advice| (advice.best, advice.line.get(1))) {
                None => {
                    let mated = question.position.is_check();
                    let score = if mated { "mate 0" } else { "cp 0" };
                    format!("info depth 0 score {score}\nbestmove 0000")
                }
                Some((best, None)) => format!("bestmove {best}"),
                Some((best, Some(reply))) => format!("bestmove {best} ponder {reply}"),
            };
            let mut output = lock(&output);
            let _ = writeln!(output, "{answer}").and_then(|()| output.flush());
        });
        self.searching = Some(Searching {
            stop,
            released,
            unheard,
            thread,
        });
    }

    /// Nobody will say anything more: a search with an end of its own comes to it, any other ends now.
    fn finish(&mut self) {
        let ends = self.searching.take_if(|searching| *lock(&searching.released.0));
        if let Some(searching) = ends {
            let _ = searching.thread.join();
        }
        self.stop();
    }

    /// Ends the search under way, which then answers.
    fn stop(&mut self) {
        self.awaited = None;
        self.end(true);
    }

    /// Ends the search under way, which answers or not.
    fn end(&mut self, answers: bool) {
        if let Some(searching) = self.searching.take() {
            searching.unheard.store(!answers, Relaxed);
            searching.stop.store(true, Relaxed);
            *lock(&searching.released.0) = true;
            searching.released.1.notify_all();
            // A search that failed has nothing to say; the next one starts afresh.
            let _ = searching.thread.join();
        }
    }
}

/// What `go` asked for.
#[derive(Default)]
struct Asked {
    only: Option<Vec<Move>>,
    ponder: bool,
    infinite: bool,
    nodes: Option<u64>,
    depth: Option<u32>,
    mate: Option<u32>,
    time: Option<u64>,
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves: Option<u32>,
}

impl Asked {
    /// What is asked, words that mean nothing here, and what is wrong with the others.
    fn read<'w>(words: &[&'w str], position: &Position) -> (Self, Vec<&'w str>, Vec<String>) {
        let mut asked = Self::default();
        let mut faults = Vec::new();
        let mut unknown = Vec::new();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let mut number = || {
                let text = words.next().unwrap_or_default();
                // Some GUIs send a negative time when the flag has all but fallen.
                let number: Result<i64, _> = text.parse();
                number
                    .map(|number| number.max(0).cast_unsigned())
                    .map_err(|_| format!("{word}: found {text:?}, expected a number"))
            };
            let set = |asked: &mut Self, number: u64| match word {
                "nodes" => asked.nodes = Some(number),
                "depth" => asked.depth = Some(number.min(u64::from(u32::MAX)) as u32),
                "movetime" => asked.time = Some(number),
                "wtime" => asked.left[0] = Some(number),
                "btime" => asked.left[1] = Some(number),
                "winc" => asked.increment[0] = number,
                "binc" => asked.increment[1] = number,
                "movestogo" => asked.moves = Some(number.clamp(1, 1_000) as u32),
                _ => asked.mate = Some(number.clamp(1, 100) as u32),
            };
            match word {
                "nodes" | "depth" | "movetime" | "wtime" | "btime" | "winc" | "binc" | "movestogo"
                | "mate" => match number() {
                    Ok(number) => set(&mut asked, number),
                    Err(fault) => faults.push(fault),
                },
                "infinite" => asked.infinite = true,
                "ponder" => asked.ponder = true,
                "searchmoves" => {
                    let only = asked.only.get_or_insert_default();
                    while let Some(text) = words.next_if(|text| looks_like_a_move(text)) {
                        match position.parse_uci(text) {
                            Ok(one) => only.push(one),
                            Err(error) => faults.push(format!("searchmoves {text}: {error}")),
                        }
                    }
                }
                _ => unknown.push(word),
            }
        }
        if asked.only.as_ref().is_some_and(Vec::is_empty) {
            asked.only = None;
        }
        (asked, unknown, faults)
    }

    fn limits(&self, turn: usize, overhead: Duration) -> Limits {
        let most = |ms: u64| Duration::from_millis(ms.min(1 << 40));
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            mate: self.mate,
            time: self.time.map(most),
            clock: self.left[turn].map(|left| Clock {
                left: most(left),
                increment: most(self.increment[turn]),
                moves: self.moves,
                overhead,
            }),
        }
    }
}

/// Whether it is meant for a move: two squares, and what a Pawn becomes.
fn looks_like_a_move(text: &str) -> bool {
    let square = |at: usize| {
        let square = text.get(at..at + 2);
        square.is_some_and(|square| square.parse::<jadoube_board::Square>().is_ok())
    };
    square(0) && square(2) && text.len() <= 5
}

fn info(progress: &Progress<'_>) -> String {
    let ms = progress.time.as_millis();
    let per_second = u128::from(progress.nodes) * 1_000 / ms.max(1);
    let line: Vec<String> = progress.line.iter().map(ToString::to_string).collect();
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {per_second} hashfull {} time {ms} pv {}",
        progress.depth,
        progress.deepest,
        progress.line_number,
        progress.score,
        progress.nodes,
        progress.fullness,
        line.join(" ")
    )
}
