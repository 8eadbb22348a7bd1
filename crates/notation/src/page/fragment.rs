//! Which moves stand before rows that begin in the middle of a game?

use std::rc::Rc;

use jadoube_board::{Move, Origins, Position};

use super::begin::Begins;
use super::follow::Board;
use super::{Doubt, PageGame, PageReader, openings};
use crate::language::{Tongues, in_small_letters};

/// Longest well-known beginning that is supplied, in plies.
const MOST_SUPPLIED: usize = 18;

/// The moves before the first one on the page.
#[derive(Clone)]
pub(super) enum Before {
    Nothing,
    /// So many plies of another game of the page.
    Game {
        game: usize,
        plies: usize,
    },
    /// One of the well-known beginnings.
    Known {
        lines: Vec<(Position, Vec<Move>)>,
        /// Whether others fit as well.
        others: bool,
    },
}

impl Before {
    /// How many moves must fit before it is believed.
    fn least(&self) -> usize {
        match self {
            Before::Nothing | Before::Game { .. } => 1,
            Before::Known { .. } => 8,
        }
    }

    /// Only the beginning that proved right.
    fn chosen(self, index: usize, others: bool) -> Before {
        match self {
            Before::Known { mut lines, .. } => Before::Known {
                lines: vec![lines.swap_remove(index)],
                others,
            },
            other => other,
        }
    }
}

impl PageReader<'_, '_> {
    /// Rows that begin in the middle of a game: a page that leans on another game, or a fragment. The
    /// marker to go on from; none where the rows are no moves.
    pub(super) fn fragment(&mut self, marker: usize, tongues: Tongues) -> Option<usize> {
        let end = self.rows_from(marker, tongues)?;
        let offer = self.follower.markers[marker];
        let plies = 2 * (offer.number as usize - 1) + usize::from(offer.dots);
        if plies > 0 {
            let befores = self.befores(offer.word as usize, plies);
            let told = leans_on_others(&self.title(offer.word as usize));
            // What leads through all the rows comes before what leads only into them.
            let mut found = Vec::new();
            for before in befores {
                let boards = self.boards_of(&before);
                if boards.is_empty() {
                    continue;
                }
                let followed = self
                    .follower
                    .follow(marker, Rc::new(boards.into()), tongues, offer.dots);
                found.extend(followed.map(|followed| (before, followed)));
            }
            found.sort_by_key(|(_, followed)| !followed.is_whole());
            for (before, followed) in found {
                // Beginnings that lead to the same positions differ only in their order of moves.
                let first = followed
                    .boards
                    .iter()
                    .map(|board| board.beginning)
                    .min()
                    .unwrap_or(0);
                let settled = followed.boards.iter().all(|board| {
                    let mut own = followed.boards.iter().filter(|other| other.beginning == first);
                    own.any(|other| other.position == board.position)
                });
                let whole = followed.taken.iter().all(|taken| !taken.blind);
                // A fault after moves that the page itself gives is a fault; after supplied ones, a wrong guess.
                let given = matches!(before, Before::Game { .. }) && followed.plies > 1;
                if !(settled || told) || !(whole || given) || followed.plies < before.least() {
                    continue;
                }
                let next = followed.next_marker;
                let begins = Begins {
                    start: Position::ordinary(),
                    doubt: None,
                    first_of_two: None,
                };
                self.finish(&followed, before.chosen(usize::from(first), !settled), begins);
                return Some(next);
            }
        }
        let word = self.follower.words[offer.word as usize];
        let last = self.follower.line_end(offer.word as usize);
        let why = if offer.number == 1 {
            "moves that are not those of a game from its beginning, and no position is given".to_owned()
        } else {
            format!("moves from {} on, and no game to which they belong", offer.number)
        };
        self.read.unread.push(Doubt {
            ply: 0,
            span: word.start as usize..last,
            why,
        });
        self.done = self
            .follower
            .markers
            .get(end - 1)
            .map_or(0, |offer| offer.first as usize);
        let begins = offer.word as usize;
        self.regions.push(begins..self.done.max(begins + 1));
        Some(end)
    }

    /// The marker after a run of rows that number moves one after another; none for less than two.
    fn rows_from(&mut self, marker: usize, tongues: Tongues) -> Option<usize> {
        let mut number = self.follower.markers[marker].number;
        if !self.follower.numbers_a_move(marker, tongues) {
            return None;
        }
        let mut rows = 1;
        let mut end = marker + 1;
        for index in marker + 1..self.follower.markers.len().min(marker + 400) {
            let offer = self.follower.markers[index];
            // What follows a problem's solution may be a game.
            let begins = offer.number == 1 && offer.row && !offer.dots && !offer.bracketed;
            if begins && self.follower.opens_a_game(index) {
                break;
            }
            if offer.number == number + 1
                && offer.row
                && !offer.bracketed
                && self.follower.numbers_a_move(index, tongues)
            {
                number += 1;
                rows += 1;
                end = index + 1;
            } else if index - end > 24 {
                break;
            }
        }
        let leans = rows == 1 && {
            let word = self.follower.markers[marker].word as usize;
            self.title(word).iter().any(|line| borrowed(line).is_some())
        };
        (rows > 1 || leans).then_some(end)
    }

    /// What may stand before a fragment, the likeliest first.
    fn befores(&self, word: usize, plies: usize) -> Vec<Before> {
        let mut befores = Vec::new();
        let title = self.title(word);
        let referred = title.iter().rev().find_map(|line| borrowed(line));
        let games = &self.read.games;
        let mut offer = |game: usize| {
            if games[game].reading.moves.len() >= plies && games[game].cells.len() >= plies {
                befores.push(Before::Game { game, plies });
            }
        };
        if let Some(name) = &referred
            && let Some(game) = games.iter().rposition(|game| is_called(game, name))
        {
            offer(game);
        }
        if leans_on_others(&title) && referred.is_none() {
            for game in (0..games.len()).rev().take(4) {
                offer(game);
            }
        }
        if plies <= MOST_SUPPLIED {
            befores.push(Before::Known {
                lines: openings::after(plies),
                others: false,
            });
        }
        befores
    }

    fn boards_of(&self, before: &Before) -> Vec<Board> {
        let line = |moves: &[Move], beginning: usize| {
            let mut position = Position::ordinary();
            let mut origins = Origins::ordinary();
            for &movement in moves {
                origins.play(&position, movement);
                position = position.try_play(movement).ok()?;
            }
            Some(Board {
                position,
                origins,
                previous: None,
                marks_check: false,
                beginning: beginning as u16,
            })
        };
        match before {
            Before::Nothing => Vec::new(),
            Before::Game { game, plies } => line(&self.read.games[*game].reading.moves[..*plies], 0)
                .into_iter()
                .collect(),
            Before::Known { lines, .. } => lines
                .iter()
                .enumerate()
                .filter_map(|(index, (_, moves))| line(moves, index))
                .collect(),
        }
    }
}

/// `First three moves as before.`: a title that says where the first moves are.
fn leans_on_others(title: &[String]) -> bool {
    title.iter().any(|line| {
        let lower = in_small_letters(line);
        [
            "as before",
            "as in",
            "repeat",
            "preceding",
            "same as",
            "wie in",
            "wie oben",
            "comme",
        ]
        .iter()
        .any(|words| lower.contains(words))
    })
}

/// `Moves 1-8 as in Game 12`: the other game's name.
fn borrowed(line: &str) -> Option<String> {
    let lower = in_small_letters(line);
    let leans = ["as in", "as before", "wie in", "comme", "same as", "see"]
        .iter()
        .find_map(|words| lower.find(words))?;
    let rest = &lower[leans..];
    let at = rest
        .find("game")
        .map(|at| at + "game".len())
        .or_else(|| rest.find("partie").map(|at| at + "partie".len()))?;
    let name = rest[at..]
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .trim_start_matches("no. ")
        .trim_start_matches("no ");
    let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
    (!name.is_empty()).then_some(name)
}

fn is_called(game: &PageGame, name: &str) -> bool {
    game.title.iter().any(|line| {
        let lower = in_small_letters(line);
        ["game", "partie"].iter().any(|word| {
            lower.find(word).is_some_and(|at| {
                lower[at..]
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|part| part == name)
            })
        })
    })
}
