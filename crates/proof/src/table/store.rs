//! Which tables are there, and what do they say of this position?

use std::collections::HashMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jadoube_board::{
    Board, Castling, Colour, Kind, Man, Move, Movement, Position, PositionError, Queening, Square,
};

use super::ending::Ending;
use super::file::{self, FileFault, List, Loaded, Longest, TableFile};
use super::layout::{Layout, Squares};
use super::pass::{self, Pass};
use super::rules::{GONE, square};
use super::solve::{DRAWN, Known, NO_PLACEMENT, Progress, Solver, Stage, Unsolved, Watch};

/// The tables of a directory, opened as they are asked for.
#[derive(Debug)]
pub struct Tables {
    directory: PathBuf,
    open: Mutex<HashMap<Ending, Arc<TableFile>>>,
}

/// About so much work is lost when a build is killed, or twenty times what keeping it takes, if that is more; one that is
/// stopped loses none.
const KEEP_EVERY: Duration = Duration::from_mins(1);
const KEEPING_COSTS: u32 = 20;

/// Where tables are kept if nobody says otherwise: `JADOUBE_DATA`, or the user's data directory.
pub fn default_directory() -> PathBuf {
    let from = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    from("JADOUBE_DATA")
        .or_else(|| from("XDG_DATA_HOME").map(|data| data.join("jadoube")))
        .or_else(|| from("HOME").map(|home| home.join(".local/share/jadoube")))
        .unwrap_or_else(|| PathBuf::from("jadoube-data"))
        .join("tables")
}

/// How a position ends if both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side forces mate.
    Wins(Colour),
    /// Neither side can.
    Drawn,
}

/// What theory says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theory {
    /// Which ending it is.
    pub ending: Ending,
    /// Who wins.
    pub outcome: Outcome,
    /// Plies to mate if the winner hurries and the loser resists; `None` if drawn.
    pub plies_to_mate: Option<u32>,
    /// Plies until the next capture, pawn move or mate, if the winner hurries towards a winning one and the
    /// loser puts it off; `None` if drawn.
    pub plies_to_zero: Option<u32>,
    /// The longest win of the winning side in this ending; `None` if drawn.
    pub longest: Option<Longest>,
}

impl Theory {
    /// The winner's moves to mate.
    pub fn moves_to_mate(&self) -> Option<u32> {
        self.plies_to_mate.map(|plies| plies.div_ceil(2))
    }

    /// The winner's moves until the next capture or pawn move (or the mate itself).
    pub fn moves_to_zero(&self) -> Option<u32> {
        self.plies_to_zero.map(|plies| plies.div_ceil(2))
    }

    /// Whether this win needs more moves than these without a capture or pawn move.
    pub fn needs_more_than(&self, moves: u32) -> bool {
        self.moves_to_zero().is_some_and(|needed| needed > moves)
    }
}

/// Why the tables say nothing of a position.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoTheory {
    /// More men than tables are made for.
    TooManyMen(u32),
    /// A king may still castle; tables know no castling.
    MayCastle,
    /// Pawns may remain pawns on the last rank under this code; tables have them become pieces.
    PawnsMayRemain,
    /// The position could not arise in a regular game.
    Irregular(PositionError),
    /// The table has not been built.
    Missing(Ending, PathBuf),
    /// The table is damaged, and not believed.
    Damaged(PathBuf, FileFault),
}

impl fmt::Display for NoTheory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyMen(men) => {
                write!(f, "{men} men on the board: tables go up to {}", Ending::MOST_MEN)
            }
            Self::MayCastle => f.write_str("a king may still castle, which tables do not know"),
            Self::PawnsMayRemain => {
                f.write_str("pawns may remain pawns under this code, which tables do not know")
            }
            Self::Irregular(fault) => write!(f, "{fault}"),
            Self::Missing(ending, path) => {
                write!(
                    f,
                    "no table for {ending} (expected {}); build it with 'jadoube table build {ending}'",
                    path.display()
                )
            }
            Self::Damaged(path, fault) => write!(f, "{}: {fault}", path.display()),
        }
    }
}

impl std::error::Error for NoTheory {}

/// Why a table could not be built.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The file could not be written.
    Io(PathBuf, std::io::Error),
    /// A table it needs is damaged.
    Damaged(PathBuf, FileFault),
    /// Another build is at work in this directory.
    Busy(PathBuf),
    /// Someone raised the stop flag.
    Stopped,
    /// More men than tables are made for.
    TooManyMen(Ending),
    /// A mate takes more plies than a table can hold.
    TooFar(Ending),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, fault) => write!(f, "{}: {fault}", path.display()),
            Self::Damaged(path, fault) => write!(f, "{}: {fault}", path.display()),
            Self::Busy(directory) => write!(
                f,
                "another build is at work in {}; wait for it, or build elsewhere",
                directory.display()
            ),
            Self::Stopped => f.write_str("stopped; what was found is kept, run it again to go on"),
            Self::TooManyMen(ending) => write!(f, "{ending}: tables go up to {} men", Ending::MOST_MEN),
            Self::TooFar(ending) => write!(f, "{ending}: a mate takes more moves than a table can hold"),
        }
    }
}

impl std::error::Error for BuildError {}

impl Tables {
    /// The tables of a directory, which need not exist yet.
    pub fn in_directory(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
            open: Mutex::new(HashMap::new()),
        }
    }

    /// Where they are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The endings there is a file for, with its size.
    pub fn list(&self) -> Vec<(Ending, PathBuf, u64)> {
        let mut found: Vec<_> = std::fs::read_dir(&self.directory)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let path = entry.path();
                let ending: Ending = path
                    .extension()
                    .filter(|extension| *extension == "jadt")
                    .and_then(|_| path.file_stem()?.to_str()?.parse().ok())?;
                Some((ending, path, entry.metadata().ok()?.len()))
            })
            .collect();
        found.sort_by_key(|(ending, ..)| (ending.men(), *ending));
        found
    }

    /// Builds these endings and what they need, unless they are there. What an earlier build left half done is gone
    /// on with. `progress` hears of every step.
    pub fn build(
        &self,
        endings: &[Ending],
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Ending, Progress),
    ) -> Result<Vec<Ending>, BuildError> {
        if let Some(ending) = endings.iter().find(|ending| ending.men() > Ending::MOST_MEN) {
            return Err(BuildError::TooManyMen(*ending));
        }
        let _lock = self.lock()?;
        let mut built = Vec::new();
        for ending in Ending::with_all_needed(endings) {
            let path = file::path_of(&self.directory, &ending);
            // A file that cannot be opened, or is of an older make, is built again.
            if !path.exists() || TableFile::open(&path, &ending).is_err() {
                self.build_one(ending, threads, stop, progress, &mut built)?;
            }
        }
        Ok(built)
    }

    /// Builds one ending; those it needs are there, or prove damaged and are built again first.
    fn build_one(
        &self,
        ending: Ending,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Ending, Progress),
        built: &mut Vec<Ending>,
    ) -> Result<(), BuildError> {
        let path = file::path_of(&self.directory, &ending);
        let mut needed: Vec<(Ending, Loaded)> = Vec::new();
        for other in ending.turns_into() {
            let path = file::path_of(&self.directory, &other);
            let load = || TableFile::open(&path, &other).and_then(|table| table.load());
            let loaded = if let Ok(loaded) = load() {
                loaded
            } else {
                self.build_one(other, threads, stop, progress, built)?;
                load().map_err(|fault| BuildError::Damaged(path.clone(), fault))?
            };
            needed.push((other, loaded));
        }
        let known = |wanted: &Ending| {
            needed
                .iter()
                .find(|(ending, _)| ending == wanted)
                .map(|(_, table)| table as &dyn Known)
        };
        let solver = Solver::new(&ending, known, threads, stop);
        let kept = pass::kept(&self.directory, &ending, &Layout::new(&ending));
        let mut watch = Keeper {
            directory: &self.directory,
            ending,
            kept_at: Instant::now(),
            pause: KEEP_EVERY,
            progress,
        };
        let distances = solver.solve(kept, &mut watch).map_err(|why| match why {
            Unsolved::Stopped => BuildError::Stopped,
            Unsolved::TooFar => BuildError::TooFar(ending),
            Unsolved::Io(fault) => BuildError::Io(self.directory.clone(), fault),
        })?;
        let of = 2 * distances.layout.len as u64;
        watch.step(Progress {
            stage: Stage::Writing,
            plies: 0,
            settled: of,
            of,
        });
        file::write(&self.directory, &ending, &distances).map_err(|fault| BuildError::Io(path, fault))?;
        pass::forget(&self.directory, &ending);
        built.push(ending);
        Ok(())
    }

    /// One build at a time in a directory; the system takes the lock away from a process that dies.
    fn lock(&self) -> Result<File, BuildError> {
        let path = self.directory.join("build.lock");
        let io = |fault| BuildError::Io(path.clone(), fault);
        std::fs::create_dir_all(&self.directory)
            .map_err(|fault| BuildError::Io(self.directory.clone(), fault))?;
        let lock = File::create(&path).map_err(io)?;
        match lock.try_lock() {
            Ok(()) => Ok(lock),
            Err(TryLockError::WouldBlock) => Err(BuildError::Busy(self.directory.clone())),
            Err(TryLockError::Error(fault)) => Err(io(fault)),
        }
    }

    /// How many positions the table of an ending has room for, both sides to move.
    pub fn positions(&self, ending: &Ending) -> u64 {
        2 * Layout::new(ending).len as u64
    }

    /// The longest wins of the first-named side and of the second.
    pub fn longest(&self, ending: &Ending) -> Result<[Longest; 2], NoTheory> {
        Ok(self.table(ending)?.longest)
    }

    /// A position that takes the first-named (0) or second side as long as any to mate.
    pub fn longest_example(&self, ending: &Ending, side: usize) -> Result<Option<Position>, NoTheory> {
        let table = self.table(ending)?;
        let longest = table.longest[side & 1];
        if longest.to_mate == 0 {
            return Ok(None);
        }
        let squares = table.layout.squares(longest.to_mate_at as usize);
        let mut board = Board::EMPTY;
        for (man, on) in squares.iter().enumerate().take(table.layout.men) {
            let colour = Colour::BOTH[table.layout.sides[man]];
            board.set(square(*on), Some(Man::new(colour, table.layout.kinds[man])));
        }
        let turn = Colour::BOTH[side & 1];
        Position::from_parts(board, turn, Castling::NONE, None, 0, 1, Movement::default())
            .map(Some)
            .map_err(NoTheory::Irregular)
    }

    /// Reads a whole table and checks every checksum.
    pub fn verify(&self, ending: &Ending) -> Result<(), NoTheory> {
        let table = self.table(ending)?;
        table
            .verify()
            .map_err(|fault| NoTheory::Damaged(file::path_of(&self.directory, ending), fault))
    }

    /// What theory says of a position.
    pub fn theory(&self, position: &Position) -> Result<Theory, NoTheory> {
        let men = position.board().occupied().count();
        if men > Ending::MOST_MEN {
            return Err(NoTheory::TooManyMen(men));
        }
        if !position.castling().is_empty() {
            return Err(NoTheory::MayCastle);
        }
        if let Some(fault) = position.irregularity() {
            return Err(NoTheory::Irregular(fault));
        }
        if position.movement().queening == Queening::MayRemainPawn
            && !position.board().kind(Kind::Pawn).is_empty()
        {
            return Err(NoTheory::PawnsMayRemain);
        }
        let (ending, black_first) = Ending::on(position.board());
        let (to_mate, to_zero) = self.values(position)?;
        if to_mate >= DRAWN {
            return Ok(Theory {
                ending,
                outcome: Outcome::Drawn,
                plies_to_mate: None,
                plies_to_zero: None,
                longest: None,
            });
        }
        let winner = if to_mate % 2 == 1 {
            position.turn()
        } else {
            !position.turn()
        };
        let side = winner.index() ^ usize::from(black_first);
        Ok(Theory {
            ending,
            outcome: Outcome::Wins(winner),
            plies_to_mate: Some(u32::from(to_mate)),
            plies_to_zero: Some(u32::from(to_zero)),
            longest: Some(self.table(&ending)?.longest[side]),
        })
    }

    /// Best play to mate from a won position; empty if it is drawn.
    pub fn line(&self, position: &Position) -> Result<Vec<Move>, NoTheory> {
        let mut line = Vec::new();
        let mut position = *position;
        let (mut left, _) = self.values(&position)?;
        while left > 0 && left < DRAWN {
            let mut next = None;
            for one in &position.legal_moves() {
                let after = position.play(one);
                if self.values(&after)?.0 == left - 1 {
                    next = Some((one, after));
                    break;
                }
            }
            let Some((one, after)) = next else { break };
            line.push(one);
            position = after;
            left -= 1;
        }
        Ok(line)
    }

    /// Whether the values of a position follow from those of the positions one move on: what a table says is
    /// then true if it is true there.
    pub fn is_consistent(&self, position: &Position) -> Result<bool, NoTheory> {
        Ok(self.values(position)? == self.values_by_moves(position)?)
    }

    /// Plies to mate and to the next capture or pawn move.
    fn values(&self, position: &Position) -> Result<(u8, u8), NoTheory> {
        if position.can_take_in_passing() {
            // Tables hold no right to take in passing: look one move ahead.
            return self.values_by_moves(position);
        }
        let (ending, black_first) = Ending::on(position.board());
        if ending.is_bare() {
            return Ok((DRAWN, DRAWN));
        }
        let table = self.table(&ending)?;
        let squares = squares_of(&table, position.board(), black_first);
        let side = position.turn().index() ^ usize::from(black_first);
        let damaged = |fault| NoTheory::Damaged(file::path_of(&self.directory, &ending), fault);
        let Some(number) = table.layout.number(squares) else {
            return Ok((DRAWN, DRAWN));
        };
        let to_mate = table.value(List::ToMate, side, number).map_err(damaged)?;
        let to_zero = table.value(List::ToZero, side, number).map_err(damaged)?;
        if to_mate == NO_PLACEMENT {
            return Err(damaged(FileFault::NotATable));
        }
        Ok((to_mate, to_zero))
    }

    fn values_by_moves(&self, position: &Position) -> Result<(u8, u8), NoTheory> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(if position.is_check() {
                (0, 0)
            } else {
                (DRAWN, DRAWN)
            });
        }
        let (mut won, mut won_zero) = (DRAWN, DRAWN);
        let (mut lost, mut lost_zero, mut held) = (0, 0, false);
        for one in &moves {
            let zeroing = position.captured(one).is_some()
                || position
                    .board()
                    .get(one.from())
                    .is_some_and(|man| man.kind == Kind::Pawn);
            let (mate, zero) = self.values(&position.play(one))?;
            let zero = if zeroing { 1 } else { zero.saturating_add(1) };
            match mate {
                DRAWN.. => held = true,
                mate if mate % 2 == 0 => {
                    won = won.min(mate + 1);
                    won_zero = won_zero.min(zero);
                }
                mate => {
                    lost = lost.max(mate + 1);
                    lost_zero = lost_zero.max(zero);
                }
            }
        }
        Ok(if won < DRAWN {
            (won, won_zero)
        } else if held {
            (DRAWN, DRAWN)
        } else {
            (lost, lost_zero)
        })
    }

    fn table(&self, ending: &Ending) -> Result<Arc<TableFile>, NoTheory> {
        let mut open = self
            .open
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(table) = open.get(ending) {
            return Ok(Arc::clone(table));
        }
        let path = file::path_of(&self.directory, ending);
        if !path.exists() {
            return Err(NoTheory::Missing(*ending, path));
        }
        let table = TableFile::open(&path, ending).map_err(|fault| NoTheory::Damaged(path, fault))?;
        let table = Arc::new(table);
        open.insert(*ending, Arc::clone(&table));
        Ok(table)
    }
}

/// Passes the word on, and keeps a pass now and then.
struct Keeper<'a> {
    directory: &'a Path,
    ending: Ending,
    kept_at: Instant,
    pause: Duration,
    progress: &'a mut dyn FnMut(&Ending, Progress),
}

impl Watch for Keeper<'_> {
    fn step(&mut self, progress: Progress) {
        (self.progress)(&self.ending, progress);
    }

    fn pass(&mut self, pass: &Pass<'_>, stopped: bool) -> Result<(), std::io::Error> {
        if stopped || self.kept_at.elapsed() >= self.pause {
            let begun = Instant::now();
            pass::keep(self.directory, &self.ending, pass)?;
            self.kept_at = Instant::now();
            self.pause = KEEP_EVERY.max(begun.elapsed() * KEEPING_COSTS);
        }
        Ok(())
    }
}

fn squares_of(table: &TableFile, board: &Board, black_first: bool) -> Squares {
    let mut squares = [GONE; 5];
    let mut left = board.occupied();
    for (man, place) in squares.iter_mut().enumerate().take(table.layout.men) {
        let colour = Colour::BOTH[table.layout.sides[man] ^ usize::from(black_first)];
        let wanted = board.men(Man::new(colour, table.layout.kinds[man])) & left;
        if let Some(on) = wanted.first() {
            left = left.without(on);
            let on: Square = if black_first { on.mirrored() } else { on };
            *place = on.index() as u8;
        }
    }
    squares
}
