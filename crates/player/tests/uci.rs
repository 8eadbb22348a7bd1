//! Does the engine speak UCI as GUIs expect?

use std::{
    io::{self, BufReader, Read, Write},
    sync::{Arc, Mutex, mpsc},
};

#[derive(Clone, Default)]
struct Out(Arc<Mutex<Vec<u8>>>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Out {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// What is said, when it is said.
struct Said(mpsc::Receiver<Vec<u8>>, Vec<u8>);

impl Read for Said {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let length = into.len().min(self.1.len());
        into[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

/// A GUI that says a line and waits for the answer it expects.
struct Gui {
    say: mpsc::Sender<Vec<u8>>,
    out: Out,
    read: usize,
    engine: std::thread::JoinHandle<io::Result<()>>,
}

impl Gui {
    fn start() -> Self {
        let (say, heard) = mpsc::channel();
        let out = Out::default();
        let to = out.clone();
        let engine = std::thread::spawn(move || {
            jadoube_player::uci::serve(BufReader::new(Said(heard, Vec::new())), to)
        });
        Gui {
            say,
            out,
            read: 0,
            engine,
        }
    }

    fn say(&self, line: &str) {
        self.say.send(format!("{line}\n").into_bytes()).unwrap();
    }

    /// The next line that begins so.
    fn expect(&mut self, beginning: &str) -> String {
        for _ in 0..6_000 {
            let text = self.out.text();
            let fresh = &text[self.read..];
            if let Some(at) = fresh.lines().position(|line| line.starts_with(beginning)) {
                let line = fresh.lines().nth(at).unwrap().to_owned();
                if let Some(end) = fresh.find(&format!("{line}\n")) {
                    self.read += end + line.len() + 1;
                    return line;
                }
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("no line {beginning:?} in {}", self.out.text());
    }

    fn quit(self) -> String {
        self.say("quit");
        self.engine.join().unwrap().unwrap();
        self.out.text()
    }
}

#[test]
fn a_conversation() {
    let mut gui = Gui::start();
    gui.say("uci");
    assert!(gui.expect("id name").starts_with("id name Jadoube"));
    gui.expect("uciok");
    gui.say("isready");
    gui.expect("readyok");
    gui.say("ucinewgame");
    gui.say("position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6");
    gui.say("go nodes 3000");
    assert!(gui.expect("info depth").contains(" pv "));
    assert!(gui.expect("bestmove").starts_with("bestmove h5f7"));
    // Black is mated: there is no move.
    gui.say("position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    gui.say("go nodes 100");
    assert_eq!(gui.expect("info depth"), "info depth 0 score mate 0");
    gui.expect("bestmove 0000");
    gui.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    gui.say("go nodes 100");
    assert_eq!(gui.expect("info depth"), "info depth 0 score cp 0");
    // However little there is to think with, what is thought is said.
    gui.say("position startpos");
    gui.say("go nodes 1");
    assert!(gui.expect("info depth").contains(" pv "));
    gui.expect("bestmove");
    // A mate whose first move gives up a Rook, and no mate where there is none.
    gui.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    gui.say("go mate 2");
    assert!(gui.expect("info depth").contains(" score mate 2 "));
    assert!(gui.expect("bestmove").starts_with("bestmove a1a6"));
    gui.say("go mate 1");
    gui.expect("bestmove");
    gui.say("setoption name Move Overhead value -1");
    assert!(
        gui.expect("info string")
            .contains("expected a number from 0 to 10000")
    );
    gui.say("setoption name Move Overhead value 500");
    gui.say("position startpos");
    gui.say("go wtime 520 btime 520");
    gui.expect("bestmove");
    gui.say("setoption name MultiPV value 2");
    gui.say("position startpos");
    gui.say("go nodes 2000 searchmoves a2a3 h2h3");
    gui.expect("info depth 1 seldepth 1 multipv 2");
    let answer = gui.expect("bestmove");
    assert!(
        ["a2a3", "h2h3"].iter().any(|one| answer.contains(one)),
        "{answer}"
    );
    gui.quit();
}

#[test]
fn a_search_without_end_answers_when_stopped_and_not_before() {
    let mut gui = Gui::start();
    // One move only: a search that were bounded would answer at once.
    gui.say("position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    gui.say("go infinite");
    gui.expect("info depth 5");
    assert!(!gui.out.text().contains("bestmove"));
    gui.say("isready");
    gui.expect("readyok");
    gui.say("stop");
    assert!(gui.expect("bestmove").starts_with("bestmove a1b2"));
    // Thinking on the opponent's time: it answers after the move expected was played.
    gui.say("position startpos moves e2e4");
    gui.say("go ponder wtime 1000 btime 1000");
    gui.expect("info depth 3");
    assert_eq!(gui.out.text().matches("bestmove").count(), 1);
    gui.say("ponderhit");
    gui.expect("bestmove");
    // One answer to each question, no more.
    assert_eq!(gui.quit().matches("bestmove").count(), 2);
}

/// What was asked before the input ended is answered in full.
#[test]
fn a_search_is_finished_when_the_input_ends() {
    let out = Out::default();
    let said = "position startpos moves e2e4\ngo depth 6\n";
    jadoube_player::uci::serve(said.as_bytes(), out.clone()).unwrap();
    let text = out.text();
    assert!(
        text.contains("info depth 6 ") && text.contains("bestmove "),
        "{text}"
    );
    // A search without an end ends with the input.
    let out = Out::default();
    jadoube_player::uci::serve("go infinite\n".as_bytes(), out.clone()).unwrap();
    assert!(out.text().contains("bestmove "));
}

#[test]
fn nonsense_is_answered_and_nothing_breaks() {
    let mut gui = Gui::start();
    for (line, answer) in [
        ("hello", "info string unknown command \"hello\""),
        ("position fen 8/8 w", "info string FEN field 1 (placement)"),
        (
            "position startpos moves e2e5",
            "info string move e2e5: the man on e2 does not go to e5",
        ),
        ("position", "info string expected \"position startpos\""),
        (
            "setoption name Hash value 0",
            "info string option Hash: found \"0\", expected a number from 1 to 65536",
        ),
        (
            "setoption name Level value 99",
            "info string option Level: found \"99\", expected a level from 1 to 10",
        ),
        (
            "setoption name Colour value red",
            "info string unknown option \"Colour\"",
        ),
    ] {
        gui.say(line);
        gui.expect(answer);
    }
    // The position told last could not be read: the answer is no move, and never one for the position before.
    gui.say("position startpos moves e2e4");
    gui.say("position fen garbage");
    gui.say("go depth 3");
    gui.expect("bestmove 0000");
    // A limit that cannot be read is not taken for none: there is an answer.
    gui.say("position startpos");
    gui.say("go depth deep");
    gui.expect("info string go depth: found \"deep\", expected a number");
    gui.expect("bestmove");
    // A move that is none is said to be none, and those beside it are searched.
    gui.say("go nodes 500 searchmoves e2e5 a2a3");
    gui.expect("info string go searchmoves e2e5: the man on e2 does not go to e5");
    assert!(gui.expect("bestmove").starts_with("bestmove a2a3"));
    // Words nobody knows are passed over, and the rest is heard; a move that is none leaves the moves before it.
    gui.say("joho isready");
    gui.expect("readyok");
    gui.say("position startpos moves e2e4 e2e4");
    gui.expect("info string move e2e4:");
    gui.say("go nodes 500 quickly");
    gui.expect("info string go: passed over \"quickly\"");
    let answer = gui.expect("bestmove");
    assert!(answer[9..11].ends_with(['7', '8']), "Black is to play: {answer}");
    let said = gui.quit();
    assert!(said.ends_with('\n'));
}
