//! Which of two players is the stronger, and by how much?

use super::{
    input::{Threads, number},
    output::Output,
    players::{Given, Named, moves_in_time, seconds},
    record::DEFAULT_CODE,
};
use crate::failure::{Failure, tell};
use jadoube_board::{Colour, Move, Position};
use jadoube_game::{Act, Code, Event, Game, Moment, Status, Terms, TimeLimit};
use jadoube_law::{
    Arbiter,
    questions::time_limit::{OVERSTEPPING, Overstepping},
};
use jadoube_notation::{Annotation, PgnWriter, san};
use jadoube_player::{Limits, Mind, Seat, Temper, evaluate};
use jadoube_record::{write_event, write_terms};
use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::Instant,
};

/// Play a match between two players under the law, and say who is stronger
///
/// A player is a level of the built-in one (1 to 10, or jadoube for as strong as it gets) or a UCI engine by path or
/// name, with options after commas. Each opening is played twice, with colours changed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube match 5 6 --games 200
  jadoube match jadoube stockfish,UCI_LimitStrength=true,UCI_Elo=2400 --time 1 --games 100
  jadoube match 8 stockfish --nodes 20000 --code bcc-1899 --pgn games.pgn
  jadoube match 10 4 --odds knight --games 50 --records folder
  jadoube match 7 8 --sprt 0,30 --games 5000")]
pub(crate) struct Args {
    /// The first player: he gives the odds, where there are any.
    a: Named,
    /// The second player.
    b: Named,
    /// How many games at most.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number(1..=1_000_000u32))]
    games: u32,
    /// The code of laws; `all` for one after another.
    #[arg(long, value_name = "CODE", default_value = DEFAULT_CODE.name())]
    code: String,
    /// Odds given by the first player: knight, rook, queen, pawn-and-move, pawn-and-two, or squares.
    #[arg(long, value_name = "MEN")]
    odds: Option<Given>,
    /// Seconds a move (`1`, `0.1`), or moves and seconds by the clock (`40/60`).
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Positions looked at for a move, at most: a level that looks at fewer still does.
    #[arg(long, value_name = "N", value_parser = number(1u64..))]
    nodes: Option<u64>,
    /// The temper of both: strict, gentle or rogue.
    #[arg(long, value_name = "TEMPER", default_value_t = Temper::Strict)]
    temper: Temper,
    /// Stop when it is clear which of two differences is the truer: `LOW,HIGH` in Elo.
    #[arg(
        long,
        value_name = "LOW,HIGH",
        value_delimiter = ',',
        num_args = 1,
        value_parser = elo,
        allow_hyphen_values = true
    )]
    sprt: Vec<f64>,
    /// What openings and lots are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(0u64..))]
    seed: u64,
    /// So many games at once; as many as there are cores if not said, and never more.
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,
    /// Write the games as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write each game's record, ruled on as it was played.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
}

fn elo(text: &str) -> Result<f64, String> {
    let expected = || "expected a difference in Elo; two of them, the lower first: 0,20".to_owned();
    text.parse().map_err(|_| expected())
}

/// No greater difference in Elo is tested for.
const LARGEST: f64 = 2_000.0;
/// No game goes on longer; what is then undecided counts as drawn.
const MOST_ACTS: u32 = 1_200;

/// How a game ended.
struct Played {
    number: u32,
    /// What the first player scored, in halves; nothing where an engine failed and the game does not count.
    halves: Option<u32>,
    how: String,
    pgn: String,
    record: String,
    /// What a strict player never does.
    offences: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let codes: Vec<Code> = if args.code == "all" {
        Code::ALL.to_vec()
    } else {
        vec![
            args.code
                .parse()
                .map_err(|error| Failure::input(format_args!("--code: {error}")))?,
        ]
    };
    let (limits, time_limit) = thinking(args)?;
    let bounds = match args.sprt[..] {
        [] => None,
        [low, high] if low < high && low >= -LARGEST && high <= LARGEST => Some((low, high)),
        _ => {
            return Err(Failure::input(format_args!(
                "--sprt: expected two differences between -{LARGEST} and {LARGEST}, the lower first: 0,20"
            )));
        }
    };
    for code in &codes {
        if let Some(given) = &args.odds {
            given.by(given.giver(), *code)?;
        }
        if time_limit.is_some() && OVERSTEPPING[*code].value == Overstepping::NoClock {
            tell!("{code} knows no clock: there nobody loses by --time, and nobody keeps to it");
        }
    }
    // Both are started once, so that one that cannot be is heard of at once.
    args.a.mind(false, |_| {})?;
    args.b.mind(false, |_| {})?;
    let written = Written::open(args)?;
    let contest = Contest {
        args,
        codes,
        limits,
        time_limit,
    };
    let (next, stop) = (AtomicU32::new(0), AtomicBool::new(false));
    let table = Mutex::new((Tally::default(), Vec::new(), written));
    let failed: Mutex<Option<Failure>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..Threads::or_all(args.threads).get() {
            scope.spawn(|| {
                let worked = contest.work(&next, &stop, |played| {
                    let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
                    table.2.add(&played)?;
                    table.0.add(played.halves, &played.offences);
                    say(args, &table.0, &played);
                    if bounds.is_some_and(|bounds| table.0.verdict(bounds).is_some()) {
                        stop.store(true, Relaxed);
                    }
                    table.1.push((played.number, played.pgn));
                    Ok(())
                });
                if let Err(failure) = worked {
                    stop.store(true, Relaxed);
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                }
            });
        }
    });
    if let Some(failure) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    let (tally, mut games, mut written) = table.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_by_key(|(number, _)| *number);
    written.in_order(games.iter().map(|(_, pgn)| pgn.as_str()))?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} against {}: {}",
        args.a.name,
        args.b.name,
        tally.summary()
    )?;
    if let Some((low, high)) = bounds {
        let verdict = tally.verdict((low, high)).unwrap_or("not yet clear");
        writeln!(
            out,
            "SPRT {low}..{high}: {verdict} (log-likelihood ratio {:.2})",
            tally.ratio((low, high))
        )?;
    }
    if tally.offences > 0 && args.temper != Temper::Rogue {
        return Err(Failure::Fault(format!(
            "{} acts were refused or offended",
            tally.offences
        )));
    }
    Ok(())
}

/// What is written of the games: each as it ends, so that a match broken off leaves what was played.
struct Written<'a> {
    pgn: Option<(&'a Path, Output)>,
    records: Option<&'a Path>,
}

impl<'a> Written<'a> {
    fn open(args: &'a Args) -> Result<Self, Failure> {
        let wrong =
            |file: &Path, error: std::io::Error| Failure::input(format_args!("{}: {error}", file.display()));
        if let Some(folder) = &args.records {
            fs::create_dir_all(folder).map_err(|error| wrong(folder, error))?;
        }
        let open = |file: &'a PathBuf| Output::open(file).map(|opened| (file.as_path(), opened));
        Ok(Written {
            pgn: args.pgn.as_ref().map(open).transpose()?,
            records: args.records.as_deref(),
        })
    }

    fn add(&mut self, played: &Played) -> Result<(), Failure> {
        if let Some((file, opened)) = &mut self.pgn {
            writeln!(opened, "{}", played.pgn).map_err(|error| broken(file, &error))?;
        }
        if let Some(folder) = self.records {
            let file = folder.join(format!("{:05}.jsonl", played.number + 1));
            fs::write(&file, &played.record).map_err(|error| broken(&file, &error))?;
        }
        Ok(())
    }

    /// The games once more, in the order of their numbers.
    fn in_order<'g>(&mut self, games: impl Iterator<Item = &'g str>) -> Result<(), Failure> {
        if let Some((file, opened)) = &mut self.pgn {
            let text: String = games.flat_map(|game| [game, "\n"]).collect();
            opened.again(&text).map_err(|error| broken(file, &error))?;
        }
        Ok(())
    }
}

fn broken(file: &Path, error: &std::io::Error) -> Failure {
    Failure::Fault(format!("{}: {error}", file.display()))
}

fn say(args: &Args, tally: &Tally, played: &Played) {
    tell!(
        "game {} of {}: {} ({}); {}",
        played.number + 1,
        args.games,
        match played.halves {
            Some(2) => args.a.name.as_str(),
            Some(0) => args.b.name.as_str(),
            Some(_) => "drawn",
            None => "does not count",
        },
        played.how,
        tally.summary()
    );
    for offence in &played.offences {
        tell!("  {offence}");
    }
}

/// How long they may think, and what the law's clock says.
fn thinking(args: &Args) -> Result<([Limits; 2], Option<TimeLimit>), Failure> {
    let wrong = || {
        Failure::input(
            "--time: expected seconds a move (`0.5`), the first player's and the second's (`1,0.1`), or moves and seconds by the clock (`40/60`)",
        )
    };
    let limits = Limits {
        nodes: args.nodes,
        ..Limits::default()
    };
    let Some(text) = &args.time else {
        return Ok(([limits; 2], None));
    };
    if text.contains('/') {
        return Ok(([limits; 2], Some(moves_in_time(text).ok_or_else(wrong)?)));
    }
    let (first, second) = text.split_once(',').unwrap_or((text, text));
    let within = |text: &str| match seconds(text) {
        Some(time) => Ok(Limits {
            time: Some(time),
            ..limits
        }),
        None => Err(wrong()),
    };
    Ok(([within(first)?, within(second)?], None))
}

struct Contest<'a> {
    args: &'a Args,
    codes: Vec<Code>,
    /// The first player's, and the second's.
    limits: [Limits; 2],
    time_limit: Option<TimeLimit>,
}

impl Contest<'_> {
    /// Plays game after game, as long as there are any.
    fn work(
        &self,
        next: &AtomicU32,
        stop: &AtomicBool,
        mut done: impl FnMut(Played) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mind = |named: &Named| {
            let name = named.name.clone();
            named.mind(false, move |trouble| tell!("{name}: {trouble}"))
        };
        let mut minds = [mind(&self.args.a)?, mind(&self.args.b)?];
        while !stop.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.args.games {
                break;
            }
            done(self.game(number, &mut minds)?)?;
        }
        Ok(())
    }

    fn game(&self, number: u32, minds: &mut [Box<dyn Mind>; 2]) -> Result<Played, Failure> {
        let pair = u64::from(number / 2);
        // Each opening twice; at odds the giver keeps his men.
        let a_is = match &self.args.odds {
            Some(given) => given.giver(),
            None if number.is_multiple_of(2) => Colour::White,
            None => Colour::Black,
        };
        let code = self.codes[pair as usize % self.codes.len()];
        let mut terms = Terms::ordinary(code);
        terms.odds = self
            .args
            .odds
            .as_ref()
            .map(|given| given.by(a_is, code))
            .transpose()?;
        terms.time_limit.clone_from(&self.time_limit);
        terms.clock = self.time_limit.is_some();
        let mut table = Table::open(terms)?;
        for mind in minds.iter_mut() {
            mind.forget();
        }
        let mut lots = fastrand::Rng::with_seed(self.args.seed ^ pair.wrapping_mul(0xA24B_AED4_963E_E407));
        table.opening(&mut lots)?;
        let seats = Colour::BOTH.map(|side| {
            let (named, limits) = if side == a_is {
                (&self.args.a, self.limits[0])
            } else {
                (&self.args.b, self.limits[1])
            };
            Seat {
                temper: self.args.temper,
                level: named.level,
                limits,
                seed: lots.get_seed() ^ side.index() as u64,
                ..Seat::new(side)
            }
        });
        let how = table.play(&seats, minds, a_is);
        Ok(table.end(number, how, a_is, self.args))
    }
}

/// One game as it is played.
struct Table {
    arbiter: Arbiter,
    record: String,
    began: Option<Instant>,
    offences: Vec<String>,
    /// An engine failed, and failed again when it had been started anew; or a player acted in vain.
    broken_off: bool,
}

impl Table {
    fn open(terms: Terms) -> Result<Self, Failure> {
        let record = format!("{}\n", write_terms(&terms));
        let arbiter =
            Arbiter::open(terms).map_err(|error| Failure::input(format_args!("these terms: {error}")))?;
        Ok(Self {
            arbiter,
            record,
            began: None,
            offences: Vec::new(),
            broken_off: false,
        })
    }

    /// An act, written down; whether it was accepted.
    fn act(&mut self, side: Colour, act: Act) -> bool {
        let mut event = Event::new(side, act);
        event.at = self.began.map(|began| Moment(began.elapsed().as_millis() as u64));
        let event = self.arbiter.advised(event);
        if let Err(why) = self.arbiter.act(&event) {
            self.offences
                .push(format!("{}: {why}", jadoube_record::in_words(&event)));
            return false;
        }
        let _ = writeln!(self.record, "{}", write_event(&event));
        let ruled = self.arbiter.ruled();
        let refused = ruled.refused().map(|refusal| refusal.why);
        let broken = ruled
            .findings()
            .find(|said| said.party == Some(side.into()) && self.offended(side));
        if let Some(why) = refused.clone().or_else(|| broken.map(|said| said.text)) {
            self.offences
                .push(format!("{}: {why}", jadoube_record::in_words(&event)));
        }
        refused.is_none()
    }

    /// Whether this player now stands open to a penalty.
    fn offended(&self, side: Colour) -> bool {
        let game = self.arbiter.game();
        game.ledger.offences.iter().any(|offence| offence.by == side) || game.turn.illegal.is_some()
    }

    /// A few moves drawn by lot after which neither side is lost.
    fn opening(&mut self, lots: &mut fastrand::Rng) -> Result<(), Failure> {
        let start = self.arbiter.clone();
        let (record, plies) = (self.record.clone(), lots.usize(4..9));
        let for_white = |position: &Position| match position.turn() {
            Colour::White => evaluate(position),
            Colour::Black => -evaluate(position),
        };
        let odds = start.game().position().map_or(0, for_white);
        for _ in 0..200 {
            self.arbiter = start.clone();
            self.record.clone_from(&record);
            let mut fine = true;
            for _ in 0..plies {
                let view = self.arbiter.brief_view();
                let Some(one) = lots.choice(&view.moves).copied() else {
                    fine = false;
                    break;
                };
                let seat = Seat::new(view.turn);
                fine &= self.act(view.turn, seat.as_act(&self.arbiter, one));
                if let Some(press) = seat.press(self.arbiter.game()) {
                    fine &= self.act(view.turn, press);
                }
            }
            let even =
                self.arbiter.game().position().is_some_and(|position| {
                    position.has_legal_move() && (for_white(position) - odds).abs() < 90
                });
            if fine && even && self.arbiter.game().status == Status::InPlay {
                self.began = self
                    .arbiter
                    .game()
                    .terms
                    .time_limit
                    .as_ref()
                    .map(|_| Instant::now());
                return Ok(());
            }
        }
        Err(Failure::Fault(
            "no opening was found from which both can play".to_owned(),
        ))
    }

    /// The game, to its end; how it ended.
    fn play(&mut self, seats: &[Seat; 2], minds: &mut [Box<dyn Mind>; 2], a_is: Colour) -> String {
        let mut idle = 0;
        let mut turn = self.arbiter.game().turn_to_play();
        while idle < 2 {
            let game = self.arbiter.game();
            if game.status.is_over() || game.seq > MOST_ACTS {
                break;
            }
            let mind = &mut minds[usize::from(turn != a_is)];
            let deed = match seats[turn.index()].next(&self.arbiter, &mut **mind) {
                Ok(deed) => deed,
                Err(error) => return self.break_off(format!("{turn}'s engine failed: {error}")),
            };
            match deed {
                None => idle += 1,
                Some(deed) => {
                    idle = 0;
                    if !self.act(turn, deed.act) {
                        return self.break_off(format!("{turn} acted in vain"));
                    }
                    // He may have more to do in the same turn.
                    if self.arbiter.game().turn_to_play() == turn && !self.arbiter.game().status.is_over() {
                        let other = &mut minds[usize::from(turn == a_is)];
                        match seats[(!turn).index()].next(&self.arbiter, &mut **other) {
                            Ok(Some(answer)) => {
                                self.act(!turn, answer.act);
                            }
                            Ok(None) => {}
                            Err(error) => {
                                return self.break_off(format!("{}'s engine failed: {error}", !turn));
                            }
                        }
                        continue;
                    }
                }
            }
            turn = !turn;
        }
        let view = self.arbiter.brief_view();
        match (view.status.is_over(), view.clause) {
            (false, _) => "not finished".to_owned(),
            (true, clause) => format!(
                "{}{}",
                view.status,
                clause.map_or(String::new(), |clause| format!(", {clause}"))
            ),
        }
    }

    /// The game does not count; why.
    fn break_off(&mut self, why: String) -> String {
        self.offences.push(why.clone());
        self.broken_off = true;
        why
    }

    fn end(self, number: u32, how: String, a_is: Colour, args: &Args) -> Played {
        let game = self.arbiter.game();
        let winner = game.outcome.as_ref().and_then(|outcome| outcome.winner);
        let halves = match winner {
            _ if self.broken_off => None,
            Some(winner) if winner == a_is => Some(2),
            Some(_) => Some(0),
            None => Some(1),
        };
        let result = match (game.status.is_over(), winner) {
            (false, _) => "*",
            (true, Some(Colour::White)) => "1-0",
            (true, Some(Colour::Black)) => "0-1",
            (true, None) => "1/2-1/2",
        };
        let (white, black) = match a_is {
            Colour::White => (&args.a.name, &args.b.name),
            Colour::Black => (&args.b.name, &args.a.name),
        };
        let tags: Vec<(String, String)> = [
            ("Event", "jadoube match"),
            ("White", white),
            ("Black", black),
            ("Round", &(number + 1).to_string()),
            ("Code", game.terms.code.name()),
            ("Termination", &how),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
        let (start, moves, annotations) = by_turns(game);
        let writer = PgnWriter {
            tags: &tags,
            annotations: &annotations,
            result,
        };
        Played {
            number,
            halves,
            how,
            pgn: writer.write(&start, &moves),
            record: self.record,
            offences: self.offences,
        }
    }
}

/// The game as PGN can tell it. It begins where the players move by turns, and what was moved at odds before that is told in
/// a comment; it ends before the first move that was not legal.
fn by_turns(game: &Game) -> (Position, Vec<Move>, Vec<(usize, Annotation)>) {
    let at_odds = game.past.iter().take_while(|turn| turn.more_to_come).count();
    let given: Vec<String> = game.past[..at_odds]
        .iter()
        .filter_map(|turn| Some(san(turn.standing.position.as_ref()?, turn.mv?)))
        .collect();
    let standing = game
        .past
        .get(at_odds)
        .map_or(&game.standing, |turn| &turn.standing);
    let start = standing.position.unwrap_or_else(Position::ordinary);
    let mut position = start;
    let mut moves = Vec::new();
    for turn in &game.past[at_odds..] {
        let as_told = turn
            .standing
            .position
            .is_some_and(|there| there.board() == position.board());
        let Some(one) = turn.mv.filter(|one| as_told && position.is_legal(*one)) else {
            break;
        };
        position = position.play(one);
        moves.push(one);
    }
    let comment = (!given.is_empty()).then(|| {
        let text = format!("{} moved before, at odds: {}", game.first.player, given.join(" "));
        (0, Annotation::Comment(text))
    });
    (start, moves, comment.into_iter().collect())
}

/// What has been scored, as the first player sees it.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    offences: usize,
}

impl Tally {
    fn add(&mut self, halves: Option<u32>, offences: &[String]) {
        match halves {
            Some(2) => self.won += 1,
            Some(1) => self.drawn += 1,
            Some(_) => self.lost += 1,
            None => {}
        }
        self.offences += offences.len();
    }

    /// How many games ended so, with so much more of each, and what each scored.
    fn counts(&self, more: f64) -> [(f64, f64); 3] {
        [(self.lost, 0.0), (self.drawn, 0.5), (self.won, 1.0)]
            .map(|(count, value)| (f64::from(count) + more, value))
    }

    /// The share scored.
    fn score(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games.max(1.0)
    }

    /// The difference in Elo with the bounds within which it lies 19 times of 20. For the bounds one game more is
    /// reckoned with, a third of it won, a third drawn, a third lost: a few games all won prove little.
    fn elo(&self) -> [f64; 3] {
        let counts = self.counts(1.0 / 3.0);
        let games: f64 = counts.iter().map(|(count, _)| count).sum();
        let middle: f64 = counts.iter().map(|(count, value)| count * value).sum::<f64>() / games;
        let stray = |(count, value): &(f64, f64)| count * (value - middle).powi(2);
        let margin = 1.96 * (counts.iter().map(stray).sum::<f64>() / games / games).sqrt();
        [self.score(), middle - margin, middle + margin].map(difference)
    }

    fn summary(&self) -> String {
        if self.won + self.drawn + self.lost == 0 {
            return "no game has counted".to_owned();
        }
        let [elo, low, high] = self.elo().map(in_words);
        format!(
            "{} won, {} drawn, {} lost ({:.1}%): {elo} Elo, 95% from {low} to {high}",
            self.won,
            self.drawn,
            self.lost,
            100.0 * self.score()
        )
    }

    /// How much likelier the higher difference is than the lower, as a logarithm. A thousandth of a game of each kind is
    /// added: what has not been seen yet is not impossible.
    fn ratio(&self, (low, high): (f64, f64)) -> f64 {
        let counts = self.counts(1e-3);
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        likelihood(&counts, expected(high)) - likelihood(&counts, expected(low))
    }

    /// Which of two differences holds, wrong at most once in twenty.
    fn verdict(&self, bounds: (f64, f64)) -> Option<&'static str> {
        let bar = 19f64.ln();
        match self.ratio(bounds) {
            ratio if ratio >= bar => Some("the higher holds"),
            ratio if ratio <= -bar => Some("the lower holds"),
            _ => None,
        }
    }
}

/// How likely such results are, as a logarithm, where so much is scored of a game on average and wins, draws and losses are
/// otherwise as frequent as fits the results best.
fn likelihood(counts: &[(f64, f64); 3], mean: f64) -> f64 {
    // The best fit divides each share by `1 + tilt * (value - mean)`, with the one tilt that makes the mean so.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let tilt = f64::midpoint(low, high);
        let slope: f64 = counts
            .iter()
            .map(|(count, value)| count * (value - mean) / (1.0 + tilt * (value - mean)))
            .sum();
        if slope > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
    }
    let tilt = f64::midpoint(low, high);
    let games: f64 = counts.iter().map(|(count, _)| count).sum();
    counts
        .iter()
        .map(|(count, value)| count * (count / games / (1.0 + tilt * (value - mean))).ln())
        .sum()
}

/// The difference in Elo at which such a share is scored; without end where everything is, or nothing.
fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// A difference with its sign; of nought, and of one without end, too.
fn in_words(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+∞" } else { "-∞" }.to_owned();
    }
    format!("{:+.0}", elo.round() + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(won: u32, drawn: u32, lost: u32) -> Tally {
        Tally {
            won,
            drawn,
            lost,
            offences: 0,
        }
    }

    #[test]
    fn differences_are_reckoned_as_elo_did() {
        assert!(tally(50, 0, 50).elo()[0].abs() < 1e-9);
        let [elo, low, high] = tally(64, 0, 36).elo();
        assert!(
            (elo - 100.0).abs() < 1.0 && low < elo && elo < high,
            "{elo} {low} {high}"
        );
        // Draws make a score surer.
        let wide = tally(50, 0, 50).elo();
        let narrow = tally(10, 80, 10).elo();
        assert!(narrow[2] - narrow[1] < wide[2] - wide[1]);
        // Three games won prove little.
        let [elo, low, _] = tally(3, 0, 0).elo();
        assert!(elo > 700.0 && low < 400.0, "{elo} {low}");
    }

    #[test]
    fn a_test_of_likelihood_ends_on_the_right_side() {
        assert_eq!(
            tally(300, 100, 100).verdict((0.0, 30.0)),
            Some("the higher holds")
        );
        assert_eq!(tally(100, 100, 300).verdict((0.0, 30.0)), Some("the lower holds"));
        assert_eq!(tally(5, 2, 5).verdict((0.0, 30.0)), None);
        // Games all won say each as much as a game won does, and no more.
        let ratio = tally(11, 0, 0).ratio((0.0, 50.0));
        assert!((ratio - 1.47).abs() < 0.02, "{ratio}");
    }

    /// Matches drawn by lot, at a true difference that is one of the two: the wrong one holds once in twenty, not oftener.
    #[test]
    fn a_test_of_likelihood_is_wrong_as_seldom_as_it_says() {
        let bounds = (0.0, 60.0);
        let mut lots = fastrand::Rng::with_seed(7);
        for (truth, wrong) in [(bounds.0, "the higher holds"), (bounds.1, "the lower holds")] {
            let score = 1.0 / (1.0 + 10f64.powf(-truth / 400.0));
            let mut errors = 0;
            for _ in 0..300 {
                let mut tally = tally(0, 0, 0);
                let verdict = loop {
                    let lot = lots.f64();
                    match lot {
                        _ if lot < 0.3 => tally.drawn += 1,
                        _ if lot < 0.3 + score - 0.15 => tally.won += 1,
                        _ => tally.lost += 1,
                    }
                    if let Some(verdict) = tally.verdict(bounds) {
                        break verdict;
                    }
                };
                errors += u32::from(verdict == wrong);
            }
            assert!((3..=22).contains(&errors), "{truth}: {errors} of 300");
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_told_as_a_number() {
        assert_eq!(tally(0, 0, 0).summary(), "no game has counted");
        assert!(tally(5, 0, 0).summary().contains(": +∞ Elo, 95% from +"));
        assert!(tally(0, 0, 5).summary().contains(": -∞ Elo, 95% from -"));
        assert!(tally(5, 3, 5).summary().contains(": +0 Elo"));
        // Nor is a difference of less than half a point from below told as less than none.
        assert_eq!(in_words(-0.2), "+0");
    }
}
