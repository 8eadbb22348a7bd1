//! A game against the computer, in the terminal.

use super::players::{Given, Named};
use crate::{
    failure::Failure,
    paint::{self, CLAUSE, ERROR, FAINT, TITLE, WARN},
};
use jadoube_board::{Colour, Origins, Position, Square};
use jadoube_game::{Act, Code, Event, Hands, OptionView, Party, Status, Terms, View};
use jadoube_law::Arbiter;
use jadoube_notation::{Context, read_move};
use jadoube_player::{Level, Limits, Mind, Player, Seat, Temper};
use jadoube_record::{as_option, from_words, in_words, read_record, write_event, write_terms};
use std::{
    fs::{self, File, OpenOptions},
    io::{BufRead, Write as _},
    path::PathBuf,
    time::Duration,
};

/// Play against the computer, by the whole law
///
/// Moves are typed in any notation (e2e4, Nf3, P-K4, Kt to KB3, castles); every act of the record is a command: touch f1,
/// adjust e4, exact A+B man e2, waive, claim repetition, offer draw, resign. A number uses the right shown with it.
/// The game is kept in a record, and goes on where it stood when the same file is given again.
#[derive(clap::Args)]
#[command(after_help = "\
At the board: help, moves, rights, board, exit.

Examples:
  jadoube play
  jadoube play --code bcc-1899 --level 3 --temper gentle
  jadoube play --side black --odds knight          the computer gives you a Knight
  jadoube play --record game.jsonl                 kept, and taken up again by the same command
  jadoube play --engine stockfish")]
pub(crate) struct Args {
    /// The code of laws.
    #[arg(long, value_name = "CODE", default_value_t = Code::Fide1931)]
    code: Code,
    /// How well the computer plays: 1, a beginner, to 10.
    #[arg(long, value_name = "N", default_value_t = Level::new(4).unwrap_or(Level::TOP))]
    level: Level,
    /// How the computer takes the law: strict, gentle (lets you off) or rogue (offends, for you to catch).
    #[arg(long, value_name = "TEMPER", default_value_t = Temper::Strict)]
    temper: Temper,
    /// Your men: white or black [default: white, or as the odds have it].
    #[arg(long, value_name = "COLOUR")]
    side: Option<Colour>,
    /// What the computer gives you: knight, rook, queen, pawn-and-move, pawn-and-two, or squares.
    #[arg(long, value_name = "MEN")]
    odds: Option<Given>,
    /// A board that refuses offences.
    #[arg(long)]
    guard: bool,
    /// Another engine, by path or name, instead of the built-in player.
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<Named>,
    /// How long the computer may think about a move, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    time: f64,
    /// Where the game is kept; an unfinished game there is taken up again.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if !(0.01..=3_600.0).contains(&args.time) {
        return Err(Failure::input("--time: expected seconds, from 0.01 to 3600"));
    }
    let mind: Box<dyn Mind> = match &args.engine {
        Some(engine) => engine.mind(true, |trouble| anstream::println!("{WARN}{trouble}{WARN:#}"))?,
        None => Box::new(Player::new(64)),
    };
    let human = match (args.side, &args.odds) {
        (Some(side), _) => side,
        (None, Some(given)) => !given.giver(),
        (None, None) => Colour::White,
    };
    let (arbiter, file) = take_up(args, human)?;
    let mut table = Table {
        human,
        seat: Seat {
            temper: args.temper,
            level: args.level,
            limits: Limits::time(Duration::from_secs_f64(args.time)),
            seed: std::process::id().into(),
            ..Seat::new(!human)
        },
        mind,
        arbiter,
        file,
        marked: Vec::new(),
    };
    table.sit()
}

/// The game: a new one, or the one that is kept in the file.
fn take_up(args: &Args, human: Colour) -> Result<(Arbiter, Option<File>), Failure> {
    let unreadable = |why: &dyn std::fmt::Display, file: &PathBuf| {
        Failure::input(format_args!("{}: {why}", file.display()))
    };
    let mut terms = Terms::ordinary(args.code);
    terms.guard = args.guard;
    terms.odds = args.odds.as_ref().map(|given| given.by(!human));
    let mut events = Vec::new();
    let mut kept = None;
    if let Some(file) = &args.record {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(unreadable(&error, file)),
        };
        let fresh = text.trim().is_empty();
        if !fresh {
            (terms, events) = read_record(&text).map_err(|error| unreadable(&error, file))?;
        }
        let opened = OpenOptions::new().create(true).append(true).open(file);
        let mut opened = opened.map_err(|error| unreadable(&error, file))?;
        if fresh {
            writeln!(opened, "{}", write_terms(&terms))?;
        } else if !text.ends_with('\n') {
            writeln!(opened)?;
        }
        kept = Some(opened);
    }
    let opened = Arbiter::open(terms).map_err(|error| Failure::input(format_args!("these terms: {error}")));
    let mut arbiter = opened?;
    for (at, event) in events.iter().enumerate() {
        arbiter.act(event).map_err(|why| {
            let file = args
                .record
                .as_ref()
                .map(|file| file.display().to_string())
                .unwrap_or_default();
            Failure::input(format_args!("{file}: act {}: {why}", at + 1))
        })?;
    }
    Ok((arbiter, kept))
}

/// What was typed.
enum Typed {
    Act(Act),
    Help,
    Moves,
    Rights,
    Board,
    Quit,
}

struct Table {
    human: Colour,
    seat: Seat,
    mind: Box<dyn Mind>,
    arbiter: Arbiter,
    file: Option<File>,
    marked: Vec<Square>,
}

impl Table {
    fn sit(&mut self) -> Result<(), Failure> {
        anstream::println!(
            "{TITLE}{}{TITLE:#}\nYou have the {} men; {} has the others (level {}, {}). Type a move, an act, or help.\n",
            self.arbiter.game().terms.code.title(),
            self.human,
            self.mind.name(),
            self.seat.level,
            self.seat.temper
        );
        self.show();
        let mut input = std::io::stdin().lock();
        loop {
            self.computer_acts()?;
            if self.arbiter.game().status.is_over() {
                return Ok(());
            }
            anstream::print!("{TITLE}{}>{TITLE:#} ", self.human);
            std::io::stdout().flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                anstream::println!();
                return Ok(());
            }
            match self.read(line.trim()) {
                Ok(None) => {}
                Ok(Some(Typed::Quit)) => return Ok(()),
                Ok(Some(Typed::Help)) => help(),
                Ok(Some(Typed::Moves)) => self.list_moves(),
                Ok(Some(Typed::Rights)) => {
                    let view = self.arbiter.view();
                    if self.rights(&view).is_empty() {
                        anstream::println!("No right is open to you.");
                    }
                    self.list_rights(&view);
                }
                Ok(Some(Typed::Board)) => self.show(),
                Ok(Some(Typed::Act(act))) => {
                    self.act(self.human, act)?;
                }
                Err(why) => anstream::println!("{ERROR}{why}{ERROR:#}"),
            }
        }
    }

    /// What was typed: a command, the number of a right, an act in words, or a move in any notation.
    fn read(&self, line: &str) -> Result<Option<Typed>, String> {
        let typed = match line {
            "" => return Ok(None),
            "help" | "?" => Typed::Help,
            "moves" => Typed::Moves,
            "rights" | "options" => Typed::Rights,
            "board" => Typed::Board,
            "exit" => Typed::Quit,
            // With a man in hand it is the act: he lets it go.
            "quit" if self.arbiter.game().turn.hands[self.human.index()].is_empty() => Typed::Quit,
            _ => return self.read_act(line).map(|act| Some(Typed::Act(act))),
        };
        Ok(Some(typed))
    }

    fn read_act(&self, line: &str) -> Result<Act, String> {
        if let Ok(number) = line.parse::<usize>() {
            let view = self.arbiter.view();
            let rights = self.rights(&view);
            let right = number.checked_sub(1).and_then(|at| rights.get(at));
            return right
                .map(|option| option.right.act.clone())
                .ok_or_else(|| format!("there is no right number {number}: `rights` lists them"));
        }
        let by = Party::from(self.human).word();
        let first = line.split_whitespace().next().unwrap_or_default();
        let as_words = from_words(&format!("{by} {line}"));
        let game = self.arbiter.game();
        if let Ok(event) = &as_words {
            // "move" names a transfer by hand, lawful or not; anything else is an act of the record.
            return Ok(event.act.clone());
        }
        if line.starts_with('{') || Act::NAMES.contains(&first) {
            return Err(as_words.map_or_else(|fault| fault.to_string(), |_| String::new()));
        }
        let Some(position) = game.position() else {
            return Err("no move can be read in this position: name the act".to_owned());
        };
        let origins = game.standing.men.origins();
        if let Some(one) = Self::read_in(line, position, &origins)? {
            return Ok(one);
        }
        match jadoube_record::parse_hand_move(line) {
            // Two squares are a transfer by hand, whatever the law says of it.
            Some(mv) => Ok(Act::played(mv)),
            None => Err(format!(
                "`{line}` is no legal move here and no act: `help` says what there is"
            )),
        }
    }

    /// A move in any notation, with the word "check" where it was typed.
    fn read_in(line: &str, position: &Position, origins: &Origins) -> Result<Option<Act>, String> {
        let says = line.to_ascii_lowercase();
        let (text, say) = match says.strip_suffix(" check") {
            Some(_) => (&line[..line.len() - " check".len()], Some("check".to_owned())),
            None => (line, None),
        };
        let context = Context {
            position,
            origins,
            by_place: false,
            previous: None,
        };
        let Ok(reading) = read_move(text, &context) else {
            return Ok(None);
        };
        match reading.moves[..] {
            [] => Ok(None),
            [one] => Ok(Some(Act::Move {
                mv: one.into(),
                hands: Hands::One,
                say,
            })),
            ref several => {
                let several: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(format!("`{text}` can mean {}", several.join(" or ")))
            }
        }
    }

    /// Takes an act, shows what the law says of it and writes it down.
    fn act(&mut self, by: Colour, act: Act) -> Result<bool, Failure> {
        let event = self.arbiter.advised(Event::new(by, act));
        if let Err(why) = self.arbiter.act(&event) {
            anstream::println!("{ERROR}that cannot have happened: {why}{ERROR:#}");
            return Ok(false);
        }
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", write_event(&event))?;
            file.flush()?;
        }
        self.marked = match &event.act {
            Act::Move { mv, .. } => vec![mv.from, mv.to],
            Act::Touch { squares, .. } => squares.to_vec(),
            Act::Adjust { square } | Act::Lift { square } => vec![*square],
            _ => Vec::new(),
        };
        if by != self.human {
            anstream::println!("{TITLE}{}{TITLE:#}", paint::capital(&in_words(&event)));
        }
        self.show();
        Ok(self.arbiter.brief_view().refused.is_none())
    }

    /// The computer does what it has to do.
    fn computer_acts(&mut self) -> Result<(), Failure> {
        for _ in 0..12 {
            let deed = match self.seat.next(&self.arbiter, &mut *self.mind) {
                Ok(deed) => deed,
                Err(error) => {
                    anstream::println!("{WARN}the computer has no answer: {error}{WARN:#}");
                    return Ok(());
                }
            };
            let Some(deed) = deed else {
                return Ok(());
            };
            if let Some(remark) = &deed.remark {
                anstream::println!("{FAINT}{}: {remark}{FAINT:#}", self.mind.name());
            }
            if !self.act(self.seat.side, deed.act)? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn rights<'v>(&self, view: &'v View) -> Vec<&'v OptionView> {
        let own = Party::from(self.human);
        view.options
            .iter()
            .filter(|option| option.right.party == own)
            .collect()
    }

    /// The board, what was said, and what may be done.
    fn show(&self) {
        let view = self.arbiter.view();
        anstream::println!();
        for line in paint::board(&view.board, &self.marked) {
            anstream::println!("  {line}");
        }
        anstream::println!();
        for said in &view.rulings {
            anstream::println!("{} {CLAUSE}{}{CLAUSE:#}", said.text, said.clause);
        }
        if let Some(refused) = &view.refused {
            let clause = refused.clause.unwrap_or_default();
            anstream::println!(
                "{WARN}refused: {}{WARN:#} {CLAUSE}{clause}{CLAUSE:#}",
                refused.why
            );
        }
        if let Some(duty) = view.duty.as_ref().filter(|_| view.turn == self.human) {
            anstream::println!("{WARN}{}{WARN:#} {CLAUSE}{}{CLAUSE:#}", duty.text, duty.clause);
        }
        match view.status {
            Status::InPlay => {}
            status => {
                let winner = view
                    .winner
                    .map_or(String::new(), |winner| format!(" by {winner}"));
                anstream::println!("{TITLE}The game is {status}{winner}.{TITLE:#}");
            }
        }
        self.list_rights(&view);
    }

    fn list_rights(&self, view: &View) {
        let rights = self.rights(view);
        if rights.is_empty() {
            return;
        }
        anstream::println!("You may:");
        for (at, option) in rights.iter().enumerate() {
            let event = Event::new(option.right.party, option.right.act.clone());
            let words = as_option(&event);
            let typed = words.split_once(' ').map_or(words.as_str(), |(_, words)| words);
            anstream::println!(
                "  {TITLE}{}{TITLE:#} {} {CLAUSE}{}{CLAUSE:#} {FAINT}({typed}){FAINT:#}",
                at + 1,
                paint::capital(&option.right.text),
                option.right.clause
            );
        }
    }

    fn list_moves(&self) {
        let view = self.arbiter.brief_view();
        let moves: Vec<String> = view.moves.iter().map(ToString::to_string).collect();
        anstream::println!(
            "{} may play: {}",
            paint::capital(&view.turn.to_string()),
            moves.join(" ")
        );
    }
}

fn help() {
    anstream::println!(
        "A move in any notation: e2e4, Nf3, P-K4, Kt-KB3, O-O; add `check` to say so (`Qh5 check`).\n\
         An act of the record: touch f1, adjust e4, lift e2, place e4, quit, say check, exact A+B man e2, waive,\n\
         require retract, claim repetition, demand mate-in-fifty, offer draw, accept draw, decline draw, point-out men,\n\
         adjourn, seal P-K4, resume, press, resign.\n\
         A number uses the right shown with it. Also: rights, moves, board, exit; with no man in hand `quit` leaves too."
    );
}
