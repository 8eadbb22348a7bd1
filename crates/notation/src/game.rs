//! Which game does a printed score record, where does it leave two readings, and where is it
//! misprinted?
//!
//! All readings are kept alive together; later moves, check marks and their absence decide. What
//! still stands two ways at the end is a tie and is reported as one.

mod search;

use std::collections::HashMap;

use jadoube_board::{Colour, Move, Position};

use crate::language::{Language, Tongue, in_small_letters};
use crate::parse::{Parsed, ReadError, parse_in};
use crate::slip::slips;
use crate::terms::Terms;

use search::{Search, ties};

/// A score to be read: where the game starts and its cells in order of play.
#[derive(Clone, Debug)]
pub struct Score<'t> {
    /// The position the game starts from.
    pub start: Position,
    /// Whether men not on their home squares at the start may be named by where they stand: so for
    /// a position given without the moves before it.
    pub by_place: bool,
    /// One text a ply.
    pub cells: Vec<&'t str>,
    /// The language of the texts.
    pub language: Language,
}

/// A whole score as it was read.
#[derive(Clone, Debug, Default)]
pub struct GameReading {
    /// The moves, up to the first fault that was not repaired.
    pub moves: Vec<Move>,
    /// Plies where two or more readings replay to the end.
    pub ties: Vec<Tie>,
    /// Cells that no legal move fits.
    pub faults: Vec<Fault>,
    /// Cells read otherwise than printed.
    pub repairs: Vec<Repair>,
    /// Everything else that was supposed.
    pub notes: Vec<Note>,
}

impl GameReading {
    /// Read throughout, with nothing tied, faulty or repaired.
    pub fn is_clean(&self) -> bool {
        self.ties.is_empty() && self.faults.is_empty() && self.repairs.is_empty()
    }
}

/// A ply the score alone does not settle.
#[derive(Clone, Debug)]
pub struct Tie {
    /// From 1.
    pub ply: usize,
    /// The moves that replay to the end, in UCI order.
    pub moves: Vec<Move>,
    /// For each of them the whole game.
    pub lines: Vec<Vec<Move>>,
}

/// A cell that no legal move fits.
#[derive(Clone, Debug)]
pub struct Fault {
    /// From 1.
    pub ply: usize,
    /// The cell as printed.
    pub text: String,
    /// Bytes of the cell that were not understood, if that is the fault.
    pub span: Option<(usize, usize)>,
    /// What is wrong, in a sentence.
    pub why: String,
    /// Legal moves that one small emendation would allow, the smallest first.
    pub would_fit: Vec<Move>,
}

/// A cell read otherwise than printed.
#[derive(Clone, Debug)]
pub struct Repair {
    /// From 1.
    pub ply: usize,
    /// The cell as printed.
    pub text: String,
    /// What it was taken to mean, in the cell's own style.
    pub read_as: String,
    /// What was amended, in words.
    pub why: &'static str,
    /// The move.
    pub movement: Move,
}

/// Something supposed in reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// From 1; 0 for the game as a whole.
    pub ply: usize,
    /// What was supposed.
    pub text: String,
}

/// Reads scores; remembers the texts it has parsed, since printers repeat themselves.
#[derive(Debug, Default)]
pub struct ScoreReader {
    /// The language of the texts remembered.
    tongue: Option<Tongue>,
    parsed: HashMap<Box<str>, Result<Parsed, ReadError>>,
    /// The cells were cut out of running text, and the cut may be wrong.
    cut: bool,
}

/// Texts remembered before the memory is emptied.
const MOST_TEXTS: usize = 1 << 14;

/// The move of a cell where it was found beforehand that the score can mean no other there, and that nothing is
/// supposed in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) movement: Move,
    pub(crate) marks_check: bool,
}

/// For each ply where the cell of its move is printed, as a ply from 0; none for a cell that is missing.
pub(crate) type Order = Vec<Option<usize>>;

impl ScoreReader {
    /// A reader that has read nothing yet.
    pub fn new() -> ScoreReader {
        ScoreReader::default()
    }

    /// A reader of cells that were cut out of running text.
    pub(crate) fn of_cut_cells() -> ScoreReader {
        ScoreReader {
            cut: true,
            ..ScoreReader::default()
        }
    }

    fn parse(&mut self, text: &str) -> &Result<Parsed, ReadError> {
        if self.parsed.len() >= MOST_TEXTS {
            self.parsed.clear();
        }
        // Two look-ups, since the borrow of a first `get` would outlive the insertion.
        if !self.parsed.contains_key(text) {
            let tongue = self.tongue.unwrap_or(Tongue::English);
            self.parsed.insert(text.into(), parse_in(text, tongue));
        }
        &self.parsed[text]
    }

    /// Reads a score. With `repair`, the smallest emendation that lets the game go on is made where
    /// a cell cannot be read, and marked; without it the game is kept up to the fault.
    pub fn read(&mut self, score: &Score, repair: bool) -> GameReading {
        self.read_known(score, &[], repair).0
    }

    /// Reads a score of which some moves are known, each following from those before it; and where cells stand
    /// in the wrong place, their order.
    pub(crate) fn read_known(
        &mut self,
        score: &Score,
        known: &[Option<Known>],
        repair: bool,
    ) -> (GameReading, Option<Order>) {
        let every_second = |from: usize| score.cells.iter().skip(from).step_by(2).copied().collect();
        let columns: [Vec<&str>; 2] = [every_second(0), every_second(1)];
        self.read_cells(score, known, [&columns[0], &columns[1]], repair)
    }

    /// Reads a score whose columns are known as they were printed.
    fn read_cells(
        &mut self,
        score: &Score,
        known: &[Option<Known>],
        columns: [&[&str]; 2],
        repair: bool,
    ) -> (GameReading, Option<Order>) {
        let mut ended = None;
        let mut order = None;
        let tongue = score.language.tongue();
        if self.tongue.replace(tongue) != Some(tongue) {
            self.parsed.clear();
        }
        let mut score = score.clone();
        if let Some(end) = self.end_of(&score.cells) {
            ended = Some(Note {
                ply: end + 1,
                text: format!("`{}` ends the score", score.cells[end].trim()),
            });
            score.cells.truncate(end);
        }
        let search = Search::new(self, &score, known);
        let mut reading = if repair {
            search.run(true)
        } else {
            search.tracing().run(false)
        };
        // One cell out of place explains more than several misprints do.
        if repair
            && (!reading.faults.is_empty() || reading.repairs.len() > 1)
            && let Some((set_right, found)) = self.read_slipped(&score, columns)
        {
            reading = set_right;
            ended = ended.map(|note| Note {
                ply: found.len() + 1,
                ..note
            });
            order = Some(found);
        }
        reading.notes.extend(ended);
        (reading, order)
    }

    /// The cell that says how the game ended, where no move follows in it or in those after it: `wins Ta8` is a move with a word
    /// too much.
    fn end_of(&mut self, cells: &[&str]) -> Option<usize> {
        let tongue = self.tongue.unwrap_or(Tongue::English);
        let first = cells.iter().position(|cell| is_ending(cell))?;
        let last_move = cells[first..]
            .iter()
            .rposition(|cell| is_a_move(self.parse(cell.trim())))
            .unwrap_or(0);
        (first + last_move..cells.len())
            .find(|&at| is_ending(cells[at]) && !ends_in_a_move(cells[at], tongue))
    }

    /// Reads a score in which cells stand in the wrong place. Only where the whole game can then be
    /// read, and a cell that is missing is all but settled by what follows.
    fn read_slipped(&mut self, score: &Score, columns: [&[&str]; 2]) -> Option<(GameReading, Order)> {
        const MOST_MISSING: usize = 3;
        let strict = Search::new(self, score, &[]).run(false);
        let fault = strict.faults.first()?.ply - 1;
        let columns = columns.map(|column| match self.end_of(column) {
            Some(end) => &column[..end],
            None => column,
        });
        // A missing cell may fit in more places than one: then all of them are told.
        let mut supplied: Vec<(GameReading, Order)> = Vec::new();
        for slip in slips(columns, fault) {
            let other = Score {
                start: score.start,
                by_place: score.by_place,
                cells: slip.cells,
                language: score.language,
            };
            let missing = slip.marked.is_empty();
            let mut reading = Search::new(self, &other, &[]).run(missing);
            if !reading.faults.is_empty() {
                continue;
            }
            if missing {
                let [only] = &mut reading.repairs[..] else {
                    continue;
                };
                if !only.text.is_empty()
                    || reading.ties.iter().any(|tie| tie.moves.len() > MOST_MISSING)
                    || only.ply + 4 > other.cells.len()
                {
                    continue;
                }
                only.why = slip.why;
                supplied.push((reading, slip.order));
                continue;
            }
            for (ply, printed) in slip.marked {
                let Some(&movement) = reading.moves.get(ply) else {
                    continue;
                };
                reading.repairs.push(Repair {
                    ply: ply + 1,
                    text: printed.to_owned(),
                    read_as: other.cells[ply].to_owned(),
                    why: slip.why,
                    movement,
                });
            }
            return Some((reading, slip.order));
        }
        let lines: Vec<Vec<Move>> = supplied
            .iter()
            .flat_map(|(reading, _)| {
                let tied = reading.ties.iter().flat_map(|tie| tie.lines.iter().cloned());
                tied.chain([reading.moves.clone()])
            })
            .collect();
        let (mut nearest, order) = supplied.into_iter().next()?;
        nearest.ties = ties(&nearest.moves, lines.into_iter());
        Some((nearest, order))
    }

    /// Reads the two columns of a score, whichever of them moves first.
    ///
    /// The side on turn at the start moves first. Old books call the first player Black at times:
    /// where the columns cannot be read in their order and can in the other, the other is taken and
    /// noted.
    pub fn read_columns(
        &mut self,
        start: &Position,
        by_place: bool,
        white: &[&str],
        black: &[&str],
        repair: bool,
    ) -> GameReading {
        let (white, black) = trim_columns(white, black);
        let white_first = match start.turn() {
            Colour::White => white.len() >= black.len(),
            Colour::Black => white.len() > black.len(),
        };
        let natural = white_first == (start.turn() == Colour::White);
        let mut read = |first: bool, repair: bool| {
            let (a, b) = if first { (white, black) } else { (black, white) };
            let score = Score {
                start: *start,
                by_place,
                cells: interleave(a, b),
                language: Language::English,
            };
            self.read_cells(&score, &[], [a, b], repair).0
        };
        let mut reading = read(white_first, false);
        let mut swapped = !natural;
        if !reading.faults.is_empty() {
            let other = read(!white_first, false);
            if other.faults.is_empty() {
                reading = other;
                swapped = natural;
            } else if repair {
                reading = read(white_first, true);
            }
        }
        if swapped {
            reading.notes.push(Note {
                ply: 0,
                text: "the first move stands in the column of the player who does not begin".to_owned(),
            });
        }
        reading
    }
}

/// Whether a text was read as a move and nothing else.
fn is_a_move(read: &Result<Parsed, ReadError>) -> bool {
    let is_whole = |terms: &Terms| terms.names_man() && terms.says_where();
    read.as_ref()
        .is_ok_and(|parsed| parsed.remark.is_none() && parsed.ways.iter().any(is_whole))
}

/// Whether the last words of a cell, not all of it, are a move.
fn ends_in_a_move(cell: &str, tongue: Tongue) -> bool {
    const MOST_WORDS: usize = 8;
    let cell = cell.trim();
    cell.rmatch_indices(' ')
        .map(|(blank, _)| &cell[blank + 1..])
        .filter(|words| !words.starts_with(' '))
        .take(MOST_WORDS)
        .any(|words| is_a_move(&parse_in(words.trim_start(), tongue)))
}

/// The columns without the dots that only fill their first cells, and without empty rows at their
/// end. An empty cell that an answer follows is a move left out, and stays.
fn trim_columns<'a, 't>(white: &'a [&'t str], black: &'a [&'t str]) -> (&'a [&'t str], &'a [&'t str]) {
    let filler = |cell: &&&str| is_filler(cell);
    let head = |column: &'a [&'t str]| {
        let dots = column.iter().take_while(filler).count();
        &column[dots..]
    };
    let tail = |column: &'a [&'t str], least: usize| {
        let mut end = column.len();
        while end > least && is_filler(column[end - 1]) {
            end -= 1;
        }
        &column[..end]
    };
    let (white, black) = (head(white), head(black));
    let (bare_white, bare_black) = (tail(white, 0), tail(black, 0));
    if bare_black.len() > bare_white.len() && white.len() >= bare_black.len() {
        (tail(white, bare_black.len()), bare_black)
    } else if bare_white.len() > bare_black.len() + 1 && black.len() + 1 >= bare_white.len() {
        (bare_white, tail(black, bare_white.len() - 1))
    } else {
        (bare_white, bare_black)
    }
}

/// Dots, dashes or nothing in a cell: the place of a move and no move.
pub(crate) fn is_filler(cell: &str) -> bool {
    cell.chars()
        .all(|c| c.is_whitespace() || matches!(c, '.' | '…' | '-' | '–' | '—' | '_'))
}

pub(crate) fn interleave<T: Copy>(first: &[T], second: &[T]) -> Vec<T> {
    let mut cells = Vec::with_capacity(first.len() + second.len());
    for index in 0..first.len().max(second.len()) {
        cells.extend(first.get(index));
        cells.extend(second.get(index));
    }
    cells
}

/// A cell that says how the game ended, or was about to, instead of giving a move: `and wins`,
/// `White resigned`, `drawn by perpetual check`, `mate in three moves`.
pub(crate) fn is_ending(cell: &str) -> bool {
    // Nearly every cell begins with the letter of a man or a file.
    let first = cell
        .split(|c: char| !c.is_alphabetic())
        .find(|word| !word.is_empty());
    if first
        .is_none_or(|word| word.len() < 3 && !["is", "up"].iter().any(|one| one.eq_ignore_ascii_case(word)))
    {
        return false;
    }
    let lower = in_small_letters(cell);
    let mut words = lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .skip_while(|word| {
            [
                "and",
                "white",
                "black",
                "the",
                "game",
                "is",
                "was",
                "must",
                "should",
                "then",
                "announced",
                "announces",
                "gives",
                "gave",
                "with",
                "can",
                "will",
                "forces",
            ]
            .contains(word)
        });
    match words.next() {
        Some(
            "resigns" | "resign" | "resigned" | "resigning" | "surrenders" | "surrendered" | "drawn" | "draw"
            | "draws" | "wins" | "win" | "won" | "lost" | "loses" | "perpetual" | "abandoned" | "abandons"
            | "remis" | "aufgegeben" | "nulle" | "tablas" | "patta",
        ) => true,
        // `mates` alone is a move; `mate in three` is a promise.
        Some("mate" | "mates" | "checkmate" | "checkmates") => words.next() == Some("in"),
        Some("up") => lower.contains("gives up") || lower.contains("gave up"),
        _ => false,
    }
}
