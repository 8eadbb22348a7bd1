//! Do the clocks show what a digital chess clock would, however the players press? A small clock of its own says what they should.

use jadoube_board::{Colour, Kind, Man, Square};
use jadoube_game::{
    Act, Bonus, Code, Decision, Error, Event, HandMove, Moment, Party, Sanction, Status, Terms, TimeControl,
    TimeGiven, TimePeriod, View,
};
use jadoube_law::Arbiter;

/// How many games are played.
const GAMES: u64 = 400;

/// What an illegal move gives the opponent in these games.
const FOR_AN_ILLEGAL_MOVE: i64 = 70_000;

/// One player's side of a clock that counts down. Times are in milliseconds.
#[derive(Debug, Clone, Copy)]
struct Side {
    shows: i64,
    /// What is left of the time before each move in which nothing counts.
    waits: i64,
    flag: bool,
    period: usize,
    completed: u32,
    /// He has made a move, and not pressed.
    made: bool,
    /// What the last press gave, and what stood before it.
    last_press: Option<(i64, usize, i64)>,
}

/// A digital clock, set for these periods.
struct Digital {
    periods: Vec<TimePeriod>,
    sides: [Side; 2],
    running: Colour,
    stopped: bool,
}

impl Digital {
    fn new(periods: &[TimePeriod]) -> Self {
        let (increment, delay) = each_move(periods[0]);
        let side = Side {
            shows: millis(periods[0].time) + increment,
            waits: delay,
            flag: false,
            period: 0,
            completed: 0,
            made: false,
            last_press: None,
        };
        Digital {
            periods: periods.to_vec(),
            sides: [side; 2],
            running: Colour::White,
            stopped: false,
        }
    }

    fn goes(&mut self, time: i64) {
        if self.stopped {
            return;
        }
        let side = &mut self.sides[self.running.index()];
        let waited = side.waits.min(time);
        side.waits -= waited;
        side.shows -= time - waited;
        side.falls_at_nought();
    }

    fn changes(&mut self, player: Colour, time: i64) {
        let side = &mut self.sides[player.index()];
        side.shows += time;
        side.falls_at_nought();
    }

    fn set(&mut self, times: [i64; 2]) {
        for (side, time) in self.sides.iter_mut().zip(times) {
            side.shows = time;
            side.flag = time <= 0;
        }
    }

    /// So many moves are completed: the next period's time comes with the last one of a period.
    fn enters_periods(&mut self, player: Colour, completed: u32) -> i64 {
        let side = &mut self.sides[player.index()];
        let mut given = 0;
        let due = |upto: usize| -> u32 { self.periods[..=upto].iter().filter_map(|each| each.moves).sum() };
        while side.period + 1 < self.periods.len() && completed >= due(side.period) {
            side.period += 1;
            if !side.flag {
                given += millis(self.periods[side.period].time);
            }
        }
        side.shows += given;
        given
    }

    fn moves(&mut self, player: Colour) {
        if self.sides[player.index()].made {
            // The move before was never pressed upon, and is completed by this one.
            self.sides[player.index()].completed += 1;
            self.enters_periods(player, self.sides[player.index()].completed);
        }
        self.sides[player.index()].made = true;
    }

    fn presses(&mut self, player: Colour) {
        let before = self.sides[player.index()];
        let mut given = self.enters_periods(player, before.completed + 1);
        let side = &mut self.sides[player.index()];
        let (increment, delay) = each_move(self.periods[side.period]);
        if !side.flag {
            side.shows += increment;
            given += increment;
        }
        side.last_press = Some((given, before.period, before.waits));
        (side.waits, side.made) = (delay, false);
        side.completed += 1;
        self.running = !player;
    }

    /// The move he pressed upon last is put back: what the press gave goes, but never his last second.
    fn puts_back(&mut self, player: Colour) {
        let side = &mut self.sides[player.index()];
        let Some((given, period, waits)) = side.last_press.take() else {
            return;
        };
        if !side.flag {
            side.shows -= given.min((side.shows - 1000).max(0));
        }
        (side.period, side.waits) = (period, waits);
        side.completed -= 1;
        self.running = player;
        self.changes(!player, FOR_AN_ILLEGAL_MOVE);
    }

    fn display(&self) -> [i64; 2] {
        self.sides.map(|side| if side.flag { 0 } else { side.shows })
    }
}

impl Side {
    fn falls_at_nought(&mut self) {
        self.flag |= self.shows <= 0;
    }
}

fn millis(time: Moment) -> i64 {
    time.0.cast_signed()
}

fn each_move(period: TimePeriod) -> (i64, i64) {
    match period.bonus {
        Some(Bonus::Increment(time)) => (millis(time), 0),
        Some(Bonus::Delay(time)) => (0, millis(time)),
        None => (0, 0),
    }
}

fn some_periods(dice: &mut fastrand::Rng) -> Vec<TimePeriod> {
    let number = dice.usize(1..=3);
    let period = |each: usize| TimePeriod {
        moves: (each + 1 < number).then(|| dice.u32(1..=4)),
        time: Moment::seconds(dice.u64(5..=600)),
        bonus: match dice.u8(..3) {
            0 => None,
            1 => Some(Bonus::Increment(Moment::seconds(dice.u64(1..=40)))),
            _ => Some(Bonus::Delay(Moment::seconds(dice.u64(1..=20)))),
        },
    };
    (0..number).map(period).collect()
}

/// A game at both clocks.
struct Table {
    dice: fastrand::Rng,
    arbiter: Arbiter,
    digital: Digital,
    at: u64,
    illegal: [bool; 2],
    story: Vec<String>,
}

impl Table {
    fn new(seed: u64) -> Self {
        let mut dice = fastrand::Rng::with_seed(seed);
        let periods = some_periods(&mut dice);
        let mut terms = Terms::ordinary(Code::Fide2023);
        terms.regulations.bonus_seconds = Some(Moment(FOR_AN_ILLEGAL_MOVE.cast_unsigned()));
        terms.time_control = Some(TimeControl {
            kind: None,
            periods: periods.clone(),
        });
        Table {
            dice,
            arbiter: Arbiter::open(terms).expect("these terms can be played on"),
            story: vec![format!("game {seed}: {periods:?}")],
            digital: Digital::new(&periods),
            at: 0,
            illegal: [false; 2],
        }
    }

    fn view(&self) -> View {
        self.arbiter.brief_view()
    }

    /// Time goes by, often to the very millisecond in which the flag falls; then somebody does something.
    fn acts(&mut self, by: Party, act: Act) {
        let shown = self.digital.display()[self.digital.running.index()].max(1);
        let time = match self.dice.u8(..12) {
            0 => shown,
            1 => shown - 1,
            2 => self.dice.i64(0..=shown),
            3..6 => 0,
            _ => self.dice.i64(0..20_000),
        };
        self.at += time.unsigned_abs();
        self.digital.goes(time);
        let event = Event {
            at: Some(Moment(self.at)),
            ..Event::new(by, act)
        };
        self.story.push(format!("{by} {:?} at {}", event.act, self.at));
        self.arbiter.act(&event).expect("the act can have happened");
    }

    /// One thing is done at the table; whether the game goes on.
    fn goes_on(&mut self) -> bool {
        let view = self.view();
        let (turn, running) = (view.turn, self.digital.running);
        if self.digital.stopped {
            self.acts(Party::Umpire, Act::Restart);
            self.digital.stopped = false;
        } else {
            match self.dice.u8(..20) {
                0 => self.awards(),
                1 => self.takes(turn),
                2 => {
                    self.acts(Party::Umpire, Act::Pause { why: None });
                    self.digital.stopped = true;
                }
                3 => self.sets(),
                4 if running == turn && !self.digital.sides[turn.index()].made => self.errs(turn, &view),
                5.. if self.digital.sides[running.index()].made && self.dice.u8(..4) > 0 => {
                    self.acts(running.into(), PRESS);
                    self.digital.presses(running);
                }
                _ => self.moves(turn, &view),
            }
        }
        self.compare();
        self.view().status == Status::InPlay || self.digital.stopped
    }

    fn moves(&mut self, turn: Colour, view: &View) {
        let Some(mv) = self.dice.choice(&view.moves).copied() else {
            return;
        };
        self.acts(turn.into(), Act::played(mv.into()));
        self.digital.moves(turn);
    }

    fn awards(&mut self) {
        let (white, black) = (self.dice.u64(..90), self.dice.u64(..90));
        let seconds = TimeGiven(Moment::seconds(white), Moment::seconds(black));
        self.acts(Party::Umpire, Act::Award { seconds });
        for (player, seconds) in Colour::BOTH.into_iter().zip([seconds.0, seconds.1]) {
            self.digital.changes(player, millis(seconds));
        }
    }

    fn takes(&mut self, party: Colour) {
        let seconds = Moment::seconds(self.dice.u64(1..120));
        let taken = Act::Penalise {
            party,
            penalty: Sanction::TakeTime,
            seconds: Some(seconds),
            score: None,
            clause: None,
        };
        self.acts(Party::Umpire, taken);
        self.digital.changes(party, -millis(seconds));
    }

    fn sets(&mut self) {
        let times = [(); 2].map(|()| Moment::seconds(self.dice.u64(..400)));
        let decided = Decision {
            left: Some((times[0], times[1])),
            ..Decision::default()
        };
        self.acts(Party::Umpire, Act::Decide(decided));
        self.digital.set(times.map(millis));
    }

    /// The player on turn sends his King across the board and presses; his opponent has it put right.
    fn errs(&mut self, by: Colour, view: &View) {
        let Some((from, to)) = far_away(by, view).filter(|_| !self.illegal[by.index()]) else {
            return;
        };
        self.illegal[by.index()] = true;
        let across = HandMove {
            from,
            to,
            becomes: None,
        };
        self.acts(by.into(), Act::played(across));
        self.compare();
        self.acts(by.into(), PRESS);
        self.digital.presses(by);
        self.compare();
        let wrong = Act::PointOut {
            error: Error::IllegalMove,
            number: None,
        };
        self.acts((!by).into(), wrong);
        self.digital.puts_back(by);
    }

    fn compare(&self) {
        let clock = self.view().clock.expect("there is a clock");
        let shown = clock.left.expect("a time is fixed").map(millis);
        let going = (!self.digital.stopped).then_some(self.digital.running);
        let over = self.view().status.is_over();
        assert!(
            shown == self.digital.display() && (over || clock.running == going),
            "the clocks show {shown:?} and {:?} runs, not {:?} and {going:?}:\n{}",
            clock.running,
            self.digital.display(),
            self.story.join("\n")
        );
    }
}

const PRESS: Act = Act::Press {
    hand: None,
    manner: None,
};

/// Where his King stands, and an empty square that he cannot reach.
fn far_away(by: Colour, view: &View) -> Option<(Square, Square)> {
    let position = jadoube_board::Position::from_fen(&view.board).ok()?;
    let board = position.board();
    let king = Man {
        colour: by,
        kind: Kind::King,
    };
    let from = Square::ALL
        .into_iter()
        .find(|square| board.get(*square) == Some(king))?;
    let far = |to: &Square| {
        let files = from.file().index().abs_diff(to.file().index());
        files > 2 && board.get(*to).is_none()
    };
    Some((from, Square::ALL.into_iter().find(far)?))
}

#[test]
fn the_clocks_show_what_a_digital_clock_shows() {
    for seed in 0..GAMES {
        let mut table = Table::new(seed);
        table.compare();
        for _ in 0..120 {
            if !table.goes_on() {
                break;
            }
        }
    }
}
