//! A game against the computer, in the terminal.

use super::{
    judge::end,
    players::{Clock, Given, Named},
    record::DEFAULT_CODE,
    source,
};
use crate::{
    failure::Failure,
    paint::{self, ERROR, FAINT, Line, TITLE, WARN},
};
use anstyle::Style;
use jadoube_board::{Colour, Origins, Position, Square};
use jadoube_game::{
    Act, Code, Event, Hands, Moment, OptionView, Party, Sentence, Shape, Status, Terms, View, say,
};
use jadoube_law::Arbiter;
use jadoube_notation::{Context, Reading, read_in_any_language};
use jadoube_player::{Level, Limits, Mind, Player, Seat, Temper};
use jadoube_record::{as_option, from_words, in_words, read_record, write_event, write_terms};
use std::{
    fmt,
    fs::{File, OpenOptions},
    io::{BufRead, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
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
    /// The code of laws [default: fide-2023].
    #[arg(long, value_name = "CODE")]
    code: Option<Code>,
    /// How well the computer plays: 1, a beginner, to 10 [default: 4; with --engine as well as it can].
    #[arg(long, value_name = "N")]
    level: Option<Level>,
    /// How the computer takes the law: strict, gentle (lets you off) or rogue (offends, for you to catch) [default: strict].
    #[arg(long, value_name = "TEMPER")]
    temper: Option<Temper>,
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
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = thinking_time)]
    time: f64,
    /// A clock for both: so many moves in so many seconds, and so on (`40/3600`), or, where the code knows clocks that add
    /// time, minutes and the seconds added with every move (`5+3`) [default: no clock].
    #[arg(long, value_name = "CLOCK")]
    clock: Option<Clock>,
    /// Where the game is kept; an unfinished game there is taken up again, on the terms it was begun on.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// How the record's header names the two, so that he who takes the game up again has his own men.
const PERSON: &str = "Human";
const COMPUTER: &str = "The computer";

fn thinking_time(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.01..=3_600.0).contains(seconds))
        .ok_or_else(|| "expected seconds, 0.01 to 3600".to_owned())
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mind: Box<dyn Mind> = match &args.engine {
        Some(engine) => engine.mind(true, |trouble| say(WARN, trouble))?,
        None => Box::new(Player::new(64)),
    };
    let Taken {
        arbiter,
        file,
        human,
        manner,
        at,
    } = take_up(args)?;
    let mut table = Table {
        human,
        seat: Seat {
            temper: manner.temper,
            level: manner.level.unwrap_or(Level::TOP),
            limits: Limits::time(Duration::from_secs_f64(args.time)),
            seed: std::process::id().into(),
            ..Seat::new(!human)
        },
        mind,
        clock: has_clock(&arbiter.game().terms).then(|| (at, Instant::now())),
        arbiter,
        file,
        marked: Vec::new(),
    };
    table.sit(&manner)
}

fn has_clock(terms: &Terms) -> bool {
    terms.time_limit.is_some() || terms.time_control.is_some()
}

/// How well the computer plays, where that is not the engine's own affair, and how it takes the law: kept in its name, so
/// that a game taken up again is the same game.
#[derive(Clone, Copy)]
struct Manner {
    level: Option<Level>,
    temper: Temper,
}

impl Manner {
    /// As it was asked for.
    fn asked(args: &Args) -> Self {
        Manner {
            level: level_asked(args).or_else(|| match &args.engine {
                Some(_) => None,
                None => Level::new(4).ok(),
            }),
            temper: args.temper.unwrap_or_default(),
        }
    }

    /// As the computer's name in a record has it; a record of old has neither.
    fn kept(name: &str) -> Option<(Option<Level>, Option<Temper>)> {
        let said = name.strip_prefix(COMPUTER)?;
        let said = said.strip_prefix(" (").and_then(|said| said.strip_suffix(')'));
        let mut parts = said.unwrap_or_default().split(", ");
        let level = |part: &str| part.strip_prefix("level ")?.parse().ok();
        Some((
            parts.clone().find_map(level),
            parts.find_map(|part| part.parse().ok()),
        ))
    }
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "level {level}, {}", self.temper),
            None => self.temper.fmt(f),
        }
    }
}

/// The level named, by `--level` or as the built-in player's by `--engine`.
fn level_asked(args: &Args) -> Option<Level> {
    let built_in = args.engine.as_ref().filter(|engine| !engine.is_outside());
    args.level.or(built_in.map(|engine| engine.level))
}

/// A game to be played, from where it stands.
struct Taken {
    arbiter: Arbiter,
    file: Option<File>,
    human: Colour,
    manner: Manner,
    /// When its last act was.
    at: Moment,
}

/// The game: a new one, or the one that is kept in the file.
fn take_up(args: &Args) -> Result<Taken, Failure> {
    let Some(file) = &args.record else {
        return begin(args);
    };
    match source::text(file) {
        Ok(text) if text.trim().is_empty() => begin(args),
        Ok(text) => go_on(args, file, &text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => begin(args),
        Err(error) => Err(in_file(file, &error)),
    }
}

fn in_file(file: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::input(format_args!("{}: {why}", file.display()))
}

fn open(terms: Terms) -> Result<Arbiter, Failure> {
    Arbiter::open(terms).map_err(|error| Failure::input(format_args!("these terms: {error}")))
}

fn begin(args: &Args) -> Result<Taken, Failure> {
    let code = args.code.unwrap_or(DEFAULT_CODE);
    let human = match (args.side, &args.odds) {
        (Some(side), _) => side,
        (None, Some(given)) => !given.giver(),
        (None, None) => Colour::White,
    };
    let mut terms = Terms::ordinary(code);
    terms.guard = args.guard;
    // Without a clock a move made is completed, under every code.
    terms.clock = false;
    if let Some(clock) = args.clock.clone() {
        clock.set(&mut terms)?;
    }
    terms.odds = args
        .odds
        .as_ref()
        .map(|given| given.by(!human, code))
        .transpose()?;
    terms.sides[human.index()] = vec![PERSON.to_owned()];
    let manner = Manner::asked(args);
    terms.sides[(!human).index()] = vec![format!("{COMPUTER} ({manner})")];
    let header = write_terms(&terms);
    // Nothing is written of a game that cannot begin.
    let arbiter = open(terms)?;
    let file = match &args.record {
        Some(file) => {
            let mut opened = append(file)?;
            writeln!(opened, "{header}")?;
            Some(opened)
        }
        None => None,
    };
    Ok(Taken {
        arbiter,
        file,
        human,
        manner,
        at: Moment(0),
    })
}

fn append(file: &Path) -> Result<File, Failure> {
    let opened = OpenOptions::new().create(true).append(true).open(file);
    opened.map_err(|error| in_file(file, &error))
}

/// The game in the file, which has these words in it.
fn go_on(args: &Args, file: &Path, text: &str) -> Result<Taken, Failure> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let (terms, events, kept) = match read_record(text) {
        Ok((terms, events)) => (terms, events, text.len()),
        // The last line was broken off while it was written.
        Err(error) if whole < text.len() => match read_record(&text[..whole]) {
            Ok((terms, events)) => (terms, events, whole),
            Err(_) => return Err(in_file(file, &error)),
        },
        Err(error) => return Err(in_file(file, &error)),
    };
    let computer = Colour::BOTH
        .into_iter()
        .find_map(|side| match &terms.sides[side.index()][..] {
            [name] => Some((side, Manner::kept(name)?)),
            _ => None,
        });
    let human = computer.map(|(side, _)| !side);
    let human = human.or(args.side).unwrap_or(Colour::White);
    let odds = args
        .odds
        .as_ref()
        .map(|given| given.by(!human, terms.code))
        .transpose()?;
    let mut asked = Terms::ordinary(terms.code);
    if let Some(clock) = args.clock.clone() {
        clock.set(&mut asked)?;
    }
    let clock_differs = asked.time_limit != terms.time_limit || asked.time_control != terms.time_control;
    let (level, temper) = computer.map_or((None, None), |(_, manner)| manner);
    let level_differs = level.is_some_and(|kept| level_asked(args).is_some_and(|asked| asked != kept));
    let temper_differs = temper.is_some_and(|kept| args.temper.is_some_and(|asked| asked != kept));
    let differs = [
        ("--code", args.code.is_some_and(|code| code != terms.code)),
        ("--side", args.side.is_some_and(|side| side != human)),
        ("--odds", odds.is_some() && odds != terms.odds),
        ("--guard", args.guard && !terms.guard),
        ("--clock", args.clock.is_some() && clock_differs),
        ("--level", level_differs),
        ("--temper", temper_differs),
    ];
    if let Some((option, _)) = differs.iter().find(|(_, differs)| *differs) {
        let why =
            format!("the game kept there was begun otherwise: leave {option} out, or name another file");
        return Err(in_file(file, &why));
    }
    let mut arbiter = open(terms)?;
    for (at, event) in events.iter().enumerate() {
        arbiter
            .act(event)
            .map_err(|why| in_file(file, &format_args!("act {}: {why}", at + 1)))?;
    }
    let mut opened = append(file)?;
    if kept < text.len() {
        say(
            WARN,
            &format!(
                "{}: its last line was broken off, and is left out",
                file.display()
            ),
        );
        opened.set_len(kept as u64)?;
    } else if whole < text.len() {
        writeln!(opened)?;
    }
    let asked = Manner::asked(args);
    let manner = Manner {
        level: level.or(asked.level),
        temper: temper.unwrap_or(asked.temper),
    };
    if computer.is_none() {
        say(
            WARN,
            &format!("{}: it does not say whose men are the computer's", file.display()),
        );
    }
    Ok(Taken {
        arbiter,
        file: Some(opened),
        human,
        manner,
        at: events
            .iter()
            .filter_map(|event| event.at)
            .max()
            .unwrap_or_default(),
    })
}

/// Says it, in lines as long as the terminal is wide.
fn say(style: Style, text: &str) {
    for line in text.lines() {
        for line in paint::wrap(line, paint::width(None)) {
            anstream::println!("{style}{line}{style:#}");
        }
    }
}

/// Says it with the clause it rests on.
fn cite(mark: &str, text: &str, clause: &str, style: Style) {
    let line = Line::cited(mark, text, clause).styled(style);
    // Where nobody listens any more, the next line that is read says so.
    let _ = paint::line(&mut anstream::stdout(), &line, 0, paint::width(None));
}

/// An act as it is typed, in the words of the record: he who types is meant where no party is named, and says "I" or
/// "j'adoube" as people do.
fn plainly(line: &str, by: Party) -> String {
    if line.starts_with('{') {
        return line.to_owned();
    }
    let line = line.replace('\u{2019}', "'");
    let (first, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
    let rest = rest.trim_start();
    let by = by.word();
    match first.to_lowercase().as_str() {
        "i" => format!("{by} {rest}"),
        "j'adoube" | "jadoube" => format!("{by} adjust {rest}"),
        party if party.parse::<Party>().is_ok() => format!("{party} {rest}"),
        verb => format!("{by} {verb} {rest}"),
    }
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
    /// Where the game has a clock: what it showed, and when.
    clock: Option<(Moment, Instant)>,
    marked: Vec<Square>,
}

impl Table {
    fn sit(&mut self, manner: &Manner) -> Result<(), Failure> {
        say(TITLE, self.arbiter.game().terms.code.title());
        say(
            Style::new(),
            &format!(
                "You have the {} men; {} has the others ({manner}). Type a move, an act, or help.",
                self.human,
                self.mind.name(),
            ),
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
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                anstream::println!();
                return Ok(());
            }
            match self.read(String::from_utf8_lossy(&line).trim()) {
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
                Err(why) => say(ERROR, &why),
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
        // Four figures are a move as it is sent by telegraph.
        if let Ok(number) = line.parse::<usize>()
            && line.len() < 4
        {
            let view = self.arbiter.view();
            let rights = self.rights(&view);
            let right = number.checked_sub(1).and_then(|at| rights.get(at));
            return right
                .map(|option| option.right.act.clone())
                .ok_or_else(|| format!("there is no right number {number}: `rights` lists them"));
        }
        let by = Party::from(self.human);
        let said = plainly(line, by);
        let first = said.split_whitespace().nth(1).unwrap_or_default();
        let as_words = from_words(&said);
        let game = self.arbiter.game();
        if let Ok(event) = &as_words
            && event.by != by
        {
            return Err(format!(
                "you have the {} men, and act for nobody else: leave {} out",
                self.human,
                event.by.word()
            ));
        }
        if let Ok(event) = &as_words {
            // "move" names a transfer by hand, lawful or not; anything else is an act of the record.
            return Ok(event.act.clone());
        }
        let begins = |shape: &Shape| shape.name == first || shape.did.split(' ').next() == Some(first);
        if line.starts_with('{') || Act::SHAPES.iter().any(begins) {
            return Err(as_words.map_or_else(|fault| fault.to_string(), |_| String::new()));
        }
        let Some(position) = game.position() else {
            return Err("no move can be read in this position: name the act".to_owned());
        };
        // A move that only the other could make is not put into this player's hand.
        let mine = position.turn() == self.human;
        let origins = game.standing.men.origins();
        if mine && let Some(one) = Self::read_in(line, position, &origins)? {
            return Ok(one);
        }
        match jadoube_record::parse_hand_move(&line.replace('-', "")) {
            // Two squares are a transfer by hand, whatever the law says of it.
            Some(mv) => Ok(Act::played(mv)),
            None if mine => Err(format!(
                "`{line}` is no legal move here and no act: `help` says what there is"
            )),
            None => Err(format!(
                "`{line}` is no act, and it is not your turn: `rights` says what you may do"
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
        let found = |reading: &Reading| !reading.moves.is_empty();
        let reading = read_in_any_language(text, &context).ok().filter(found);
        // `nf3`: hardly anybody types the capital.
        let reading = reading.or_else(|| read_in_any_language(&paint::capital(text), &context).ok());
        let Some(reading) = reading else {
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
        let mut event = Event::new(by, act);
        event.at = self
            .clock
            .map(|(at, then)| Moment(at.0 + then.elapsed().as_millis() as u64));
        let event = self.arbiter.advised(event);
        if let Err(why) = self.arbiter.act(&event) {
            say(ERROR, &format!("that cannot have happened: {why}"));
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
            say(TITLE, &paint::capital(&in_words(&event)));
        }
        self.show();
        Ok(self.arbiter.ruled().refused().is_none())
    }

    /// The computer does what it has to do.
    fn computer_acts(&mut self) -> Result<(), Failure> {
        for _ in 0..12 {
            let deed = match self.seat.next(&self.arbiter, &mut *self.mind) {
                Ok(deed) => deed,
                Err(error) => {
                    say(WARN, &format!("the computer has no answer: {error}"));
                    return Ok(());
                }
            };
            let Some(deed) = deed else {
                return Ok(());
            };
            if let Some(remark) = &deed.remark {
                say(FAINT, &format!("{}: {remark}", self.mind.name()));
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
        let game = self.arbiter.game();
        anstream::println!();
        for line in paint::board(&view.board, &self.marked, self.human) {
            anstream::println!("  {line}");
        }
        anstream::println!();
        if self.clock.is_some() {
            let left = view.clock.and_then(|clock| clock.left);
            let shown = |side: Colour| {
                let time = left.map_or_else(|| game.clock.used(side), |left| left[side.index()]);
                let seconds = time.0 / 1_000;
                format!("{side} {}:{:02}", seconds / 60, seconds % 60)
            };
            let what = if left.is_some() { "left" } else { "used" };
            say(
                FAINT,
                &format!("Time {what}: {}", Colour::BOTH.map(shown).join(", ")),
            );
        }
        for said in &view.rulings {
            cite("", &said.text.to(self.human), said.clause, Style::new());
        }
        if let Some(refused) = &view.refused {
            let clause = refused.clause.unwrap_or_default();
            cite(
                "",
                &format!("refused: {}", refused.why.to(self.human)),
                clause,
                WARN,
            );
        }
        let is_said = |text: &Sentence| view.rulings.iter().any(|said| said.text == *text);
        if let Some(duty) = &view.duty
            && view.turn == self.human
            && !is_said(&duty.text)
        {
            cite("", &duty.text.to(self.human), duty.clause, WARN);
        }
        if view.status != Status::InPlay {
            let (text, clause) = end(&view);
            cite("", &text.to(self.human), clause.unwrap_or_default(), TITLE);
        }
        self.list_rights(&view);
        if Seat::new(self.human).press(game).is_some() {
            say(
                WARN,
                "Your move is not complete until you press the clock: type `press`. The computer waits.",
            );
        }
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
            cite(
                &format!("  {} ", at + 1),
                &format!("{} ({typed})", option.right.text.to(self.human)),
                option.right.clause,
                Style::new(),
            );
        }
    }

    fn list_moves(&self) {
        let view = self.arbiter.brief_view();
        let moves: Vec<String> = view.moves.iter().map(ToString::to_string).collect();
        let may = say!("{turn} may play: {moves}"; turn = view.turn, moves = moves.join(" "));
        say(Style::new(), &may.to(self.human));
    }
}

fn help() {
    say(
        Style::new(),
        "A move in any notation and language: e2e4, Nf3, P-K4, Kt-KB3, O-O, Sf3, 5254; add `check` to say so (`Qh5 check`).\n\
         An act of the record: touch f1, adjust e4, lift e2, place e4, quit, say check, exact A+B man e2, waive, require retract, \
         claim repetition, demand mate-in-fifty, offer draw, accept draw, decline draw, point-out men, adjourn, seal P-K4, \
         resume, press, resign.\n\
         A number uses the right shown with it. Also: rights, moves, board, exit; with no man in hand `quit` leaves too.",
    );
}
