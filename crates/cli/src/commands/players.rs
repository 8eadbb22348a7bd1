//! Who plays, and at what odds, as it is written on the command line?

use crate::failure::Failure;
use jadoube_board::{Colour, Kind};
use jadoube_game::{GivenMan, Odds};
use jadoube_player::{Level, Mind, Outside, Player, Watched};
use std::{path::PathBuf, str::FromStr};

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
    /// Who gives it, where nothing else decides: he who begins, unless the other has the first move.
    pub(crate) fn giver(&self) -> Colour {
        if self.moves == 0 {
            Colour::White
        } else {
            Colour::Black
        }
    }

    /// These odds, given by this player.
    pub(crate) fn by(&self, giver: Colour) -> Odds {
        Odds {
            giver,
            men: self.men.clone(),
            moves: self.moves,
        }
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
