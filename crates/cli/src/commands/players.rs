//! Who plays, and at what odds, as it is written on the command line?

use crate::failure::Failure;
use jadoube_board::{Board, Colour, Kind};
use jadoube_game::{Bonus, Code, GivenMan, Moment, Odds, Period, Terms, TimeControl, TimeLimit, TimePeriod};
use jadoube_law::questions::{
    odds::{SEVERAL_MOVES, SeveralMoves},
    pressing::{COMPLETED, Completed},
};
use jadoube_player::{Level, Mind, Outside, Player, Watched};
use std::{path::PathBuf, str::FromStr, time::Duration};

/// What the built-in player remembers, in mebibytes.
const MEMORY: usize = 32;

/// A player as named: a level of the built-in one, or another engine with its options.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) level: Level,
    engine: Option<(PathBuf, Vec<(String, String)>)>,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bare = text.strip_prefix("level-").unwrap_or(text);
        if bare.chars().all(|c| c.is_ascii_digit()) || text == "jadoube" {
            let level = if text == "jadoube" {
                Level::TOP
            } else {
                bare.parse()
                    .map_err(|error: jadoube_player::UnknownLevel| error.to_string())?
            };
            return Ok(Self {
                name: format!("Jadoube {level}"),
                level,
                engine: None,
            });
        }
        let mut parts = text.split(',');
        let path = PathBuf::from(parts.next().unwrap_or_default());
        let option = |part: &str| {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("found `{part}`, expected an option: NAME=VALUE"))?;
            Ok((name.to_owned(), value.to_owned()))
        };
        Ok(Self {
            name: text.to_owned(),
            level: Level::TOP,
            engine: Some((path, parts.map(option).collect::<Result<_, String>>()?)),
        })
    }
}

impl Named {
    /// Whether it is another program.
    pub(crate) fn is_outside(&self) -> bool {
        self.engine.is_some()
    }

    /// The player himself. An engine is watched, and `tell` hears where it fails; the built-in player stands in for it
    /// where it may.
    pub(crate) fn mind(
        &self,
        stand_in: bool,
        tell: impl FnMut(&str) + Send + 'static,
    ) -> Result<Box<dyn Mind>, Failure> {
        Ok(match &self.engine {
            None => Box::new(Player::new(MEMORY)),
            Some((path, options)) => {
                let started = Outside::start(path, options);
                let failed = |error| Failure::input(format_args!("the engine {}: {error}", path.display()));
                let stand_in = stand_in.then(|| Player::new(MEMORY));
                Box::new(Watched::new(started.map_err(failed)?, stand_in, tell))
            }
        })
    }
}

/// What is given, as people name it: `knight`, `rook`, `pawn-and-move`, `pawn-and-two`, or squares.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    men: Vec<GivenMan>,
    moves: u32,
}

impl FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (men, moves) = match text.strip_suffix("-and-move") {
            Some(men) => (men, 1),
            None => text.strip_suffix("-and-two").map_or((text, 0), |men| (men, 2)),
        };
        let men = men.split(',').map(man).collect::<Result<_, _>>()?;
        Ok(Self { men, moves })
    }
}

impl Given {
    /// Who gives it, where nothing else decides: he whose man stands on the square named; else he who begins, unless the
    /// other has the first move.
    pub(crate) fn giver(&self) -> Colour {
        let square = self.men.iter().find_map(|man| match man {
            GivenMan::On(square) => Some(*square),
            GivenMan::Named(_) => None,
        });
        let owner = square.and_then(|square| Board::ARRAY.get(square));
        match owner {
            Some(man) => man.colour,
            None if self.moves == 0 => Colour::White,
            None => Colour::Black,
        }
    }

    /// These odds, given by this player, where the code knows such odds.
    pub(crate) fn by(&self, giver: Colour, code: Code) -> Result<Odds, Failure> {
        // The first move is White's by every code: it is odds only where White gives it.
        let of_moves = self.moves > 1 || self.moves == 1 && giver == Colour::White;
        if of_moves && SEVERAL_MOVES[code].value == SeveralMoves::NotGiven {
            return Err(Failure::input(format_args!(
                "--odds: {code} knows no odds of moves; expected men (pawn, knight, bishop, rook, queen or squares) or another --code"
            )));
        }
        Ok(Odds {
            giver,
            men: self.men.clone(),
            moves: self.moves,
        })
    }
}

/// Seconds, of a thousandth to a day.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.001..=86_400.0)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

/// `40/60`: so many moves in so many seconds, and so on.
pub(crate) fn moves_in_time(text: &str) -> Option<TimeLimit> {
    let (moves, time) = text.split_once('/')?;
    let period = Period {
        moves: moves.parse().ok().filter(|moves| *moves > 0)?,
        time: Moment(seconds(time)?.as_millis() as u64),
    };
    Some(TimeLimit {
        by: vec![period],
        then: Some(period),
        close_of_play: None,
    })
}

/// A clock for both: `40/3600`, so many moves in so many seconds, and so on; `5+3`, so many minutes for the whole game, and
/// so many seconds added with every move.
#[derive(Debug, Clone)]
pub(crate) enum Clock {
    Limit(TimeLimit),
    Control(TimeControl),
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let limit = moves_in_time(text).map(Clock::Limit);
        let control = || {
            let (minutes, added) = text.split_once('+')?;
            let minutes: f64 = minutes.parse().ok()?;
            let added: f64 = added.parse().ok()?;
            let sound = (0.0..=1_440.0).contains(&minutes) && (0.0..=3_600.0).contains(&added);
            let moment = |seconds: f64| {
                let time = Duration::try_from_secs_f64(seconds).ok()?;
                u64::try_from(time.as_millis()).ok().map(Moment)
            };
            let period = TimePeriod {
                moves: None,
                time: moment(minutes * 60.0)?,
                bonus: moment(added).filter(|_| added > 0.0).map(Bonus::Increment),
            };
            (sound && minutes + added > 0.0).then(|| {
                Clock::Control(TimeControl {
                    kind: None,
                    periods: vec![period],
                })
            })
        };
        limit.or_else(control).ok_or_else(|| {
            "expected moves and seconds, 40/3600, or minutes and the seconds added with every move, 5+3"
                .to_owned()
        })
    }
}

impl Clock {
    /// Puts it on the table, where the code knows such a clock.
    pub(crate) fn set(self, terms: &mut Terms) -> Result<(), Failure> {
        terms.clock = true;
        match self {
            Clock::Limit(limit) => terms.time_limit = Some(limit),
            Clock::Control(_) if COMPLETED[terms.code].value != Completed::ByPressing => {
                return Err(Failure::input(format_args!(
                    "--clock: {} knows no clock that adds time; expected moves and seconds: 40/3600",
                    terms.code
                )));
            }
            Clock::Control(control) => terms.time_control = Some(control),
        }
        Ok(())
    }
}

/// A man given: by its name or its square.
pub(crate) fn man(text: &str) -> Result<GivenMan, String> {
    let named = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]
        .into_iter()
        .find(|kind| kind.name().eq_ignore_ascii_case(text));
    match (named, text.parse()) {
        (Some(kind), _) => Ok(GivenMan::Named(kind)),
        (None, Ok(square)) => Ok(GivenMan::On(square)),
        (None, Err(_)) => Err("expected pawn, knight, bishop, rook, queen or a square".to_owned()),
    }
}
