//! Which games stand on a printed page, and what on it was not read?
//!
//! The page is put into reading order (`layout`), cut into words and the numbers among them
//! (`words`), and each game is followed from number to number with the board at hand (`follow`).
//! Whatever stands between the first and the last move of a game is one of three things: a move, a
//! note, or a fault that is reported. Nothing in between is passed over in silence.

mod account;
mod cells;
mod follow;
mod heading;
mod layout;
mod odds;
mod openings;
mod words;

use std::ops::Range;
use std::rc::Rc;

use jadoube_board::{Colour, Move, Origins, Position};

use crate::ending::Ending;
use crate::game::{GameReading, Known, Note, Score, ScoreReader, is_ending};
use crate::language::{Language, Tongue, Tongues, in_small_letters};

use account::is_furniture;
use follow::{Board, Followed, Follower, beginning};
use words::{Gap, Marker};

/// How a page is to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageOptions {
    /// Amend misprints by the smallest change that lets the game go on, and mark every one.
    pub repair: bool,
    /// The language of the score; found from the moves where it is not given.
    pub language: Option<Language>,
    /// The position in which the first game of the page begins, where it is not the array.
    pub start: Option<Position>,
}

/// A page as it was read.
#[derive(Debug, Default)]
pub struct Page {
    /// The games in the order of the page.
    pub games: Vec<PageGame>,
    /// Rows of moves that belong to no game that could be read.
    pub unread: Vec<Doubt>,
}

/// A cell of a printed score and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    /// Bytes of the page.
    pub span: Range<usize>,
    /// The move's number as printed or counted.
    pub number: u32,
}

/// Words between the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageNote {
    /// How many moves stand before it.
    pub ply: usize,
    /// Bytes of the page, from its first word to its last.
    pub span: Range<usize>,
    /// The words, with single spaces.
    pub text: String,
}

/// Something on the page that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The move it concerns, from 1; 0 for none.
    pub ply: usize,
    /// Bytes of the page.
    pub span: Range<usize>,
    /// What is wrong, in a sentence.
    pub why: String,
}

/// A game found on a page, as it was read.
#[derive(Debug)]
pub struct PageGame {
    /// The position it starts from.
    pub start: Position,
    /// The lines of prose before the first move, the nearest last.
    pub title: Vec<String>,
    /// What the title tells, as PGN's tags.
    pub tags: Vec<(String, String)>,
    /// The cells in order of play.
    pub cells: Vec<PrintedCell>,
    /// How many of them were taken from another game (`Moves 1-8 as in Game 12`).
    pub borrowed: usize,
    /// The moves, with ties, faults and repairs by ply.
    pub reading: GameReading,
    /// The words between the moves.
    pub notes: Vec<PageNote>,
    /// What is odd in its numbers, and rows that follow and were not read.
    pub doubts: Vec<Doubt>,
    /// How the page says the game ended: its result.
    pub result: Option<&'static str>,
    /// What brought the result about, where the page says so.
    pub ending: Option<Ending>,
    /// The languages whose letters for the men fit the whole game, the likeliest first.
    pub languages: Vec<Language>,
}

impl PageGame {
    /// Read throughout, with nothing tied, faulty, repaired or odd.
    pub fn is_clean(&self) -> bool {
        self.reading.is_clean() && self.doubts.is_empty()
    }

    /// Bytes of the page that the cell of this ply (from 1) takes.
    pub fn cell_of(&self, ply: usize) -> Option<Range<usize>> {
        let cell = self.cells.get(ply.checked_sub(1)?)?;
        Some(cell.span.clone())
    }
}

/// Reads every game on a page of print.
///
/// ```
/// use jadoube_notation::{PageOptions, read_page};
///
/// let page = "White: Mr. A.  Black: Mr. B.\n\n1. P-K4  P-K4\n\nThe usual reply.\n\n2. Kt-KB3  Resigns.\n";
/// let read = read_page(page, &PageOptions::default());
/// let game = &read.games[0];
/// assert_eq!(game.reading.moves.len(), 3);
/// assert_eq!(game.notes[0].text, "The usual reply.");
/// assert_eq!(game.result, Some("1-0"));
/// ```
pub fn read_page(page: &str, options: &PageOptions) -> Page {
    let order = layout::reading_order(page);
    let words = words::words(page, &order);
    let markers = words::markers(page, &words);
    let mut reader = PageReader {
        follower: Follower::new(page, words, markers),
        scores: ScoreReader::of_cut_cells(),
        options,
        page,
        read: Page::default(),
        done: 0,
        regions: Vec::new(),
    };
    reader.run();
    reader.read
}

struct PageReader<'p, 'o> {
    follower: Follower<'p>,
    scores: ScoreReader,
    options: &'o PageOptions,
    page: &'p str,
    read: Page,
    /// The word after the last game.
    done: usize,
    /// Words of games, and of rows that were reported.
    regions: Vec<Range<usize>>,
}

/// Where a game begins, and what is doubtful about that.
#[derive(Clone, Copy)]
struct Begins {
    start: Position,
    doubt: Option<&'static str>,
    /// The word with which a first move begins that stands in the position already: of two made at once.
    first_of_two: Option<usize>,
}

/// The moves before the first one on the page.
#[derive(Clone)]
enum Before {
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

/// Longest well-known beginning that is supplied, in plies.
const MOST_SUPPLIED: usize = 18;

/// An inline line of play is a game from so many moves on; less is a remark on an opening.
const LEAST_INLINE: usize = 6;

impl PageReader<'_, '_> {
    fn run(&mut self) {
        let tongues = self
            .options
            .language
            .map_or(Tongues::ALL, |language| Tongues::only(language.tongue()));
        let mut marker = 0;
        let mut unread = Vec::new();
        while marker < self.follower.markers.len() {
            let index = marker;
            let offer = self.follower.markers[marker];
            marker += 1;
            if (offer.word as usize) < self.done || offer.bracketed {
                continue;
            }
            if let Some(start) = self.options.start.filter(|_| self.read.games.is_empty())
                && (offer.row || offer.number == 1)
            {
                let half = start.turn() == Colour::Black;
                let followed = self.follower.follow(index, beginning(&start), tongues, half);
                if let Some(followed) = followed.filter(|followed| followed.plies > 0) {
                    marker = followed.next_marker;
                    self.finish(
                        &followed,
                        Before::Nothing,
                        Begins {
                            start,
                            doubt: None,
                            first_of_two: None,
                        },
                    );
                }
                continue;
            }
            if offer.number == 1
                && !offer.dots
                && let Some((begins, followed)) = self.whole_game(marker - 1, tongues)
                && self.is_long_enough(&followed)
            {
                marker = followed.next_marker;
                self.finish(&followed, Before::Nothing, begins);
                continue;
            }
            if offer.row && offer.number > 0 {
                marker = self.fragment(marker - 1, tongues).unwrap_or(marker);
            }
            if offer.number <= 2 && !offer.dots {
                unread.push(index);
            }
        }
        let mut until = 0;
        for index in unread {
            until = self.unread_inline(index, tongues, until);
        }
        for doubt in self.outside_the_games() {
            let told = |other: &Doubt| other.span.start < doubt.span.end && doubt.span.start < other.span.end;
            if !self.read.unread.iter().any(told) {
                self.read.unread.push(doubt);
            }
        }
    }

    /// The game whose first move this marker numbers, from the array or from what odds the heading tells leave of it.
    fn whole_game(&mut self, marker: usize, tongues: Tongues) -> Option<(Begins, Followed)> {
        let title = self.title(self.follower.markers[marker].word as usize);
        let (starts, doubt) = match odds::read(&title) {
            odds::Odds::None => (vec![Position::ordinary()], None),
            odds::Odds::Men(starts) => (starts, None),
            odds::Odds::TwoMoves(starts) => {
                if let Some(found) = self.after_one_of_two(marker, &starts, tongues) {
                    return Some(found);
                }
                (
                    starts,
                    Some(
                        "the heading gives two moves, and the first is found neither alone in its row nor before `and`",
                    ),
                )
            }
            odds::Odds::Unclear => (
                vec![Position::ordinary()],
                Some("the heading speaks of odds, and which they are is not understood"),
            ),
        };
        let mut best: Option<(Begins, Followed)> = None;
        for start in starts {
            let Some(followed) = self.follower.follow(marker, beginning(&start), tongues, false) else {
                continue;
            };
            match &mut best {
                Some((_, other)) if other.plies > followed.plies => {}
                Some((begins, other)) if other.plies == followed.plies => {
                    begins.doubt =
                        Some("the heading does not say who gives the odds; the first player is taken");
                }
                _ => {
                    let begins = Begins {
                        start,
                        doubt,
                        first_of_two: None,
                    };
                    best = Some((begins, followed));
                }
            }
        }
        best
    }

    /// The game in which the first player makes two moves, both in the first row or one in each of two: it
    /// starts from the position after the first, with him to play again.
    fn after_one_of_two(
        &mut self,
        marker: usize,
        starts: &[Position],
        tongues: Tongues,
    ) -> Option<(Begins, Followed)> {
        for start in starts {
            let found = self.two_in_one_row(marker, start, tongues);
            if found.is_some() {
                return found;
            }
        }
        let first = self.follower.markers[marker];
        // Dots may stand in the place of the answer.
        let mut later = marker + 1..self.follower.markers.len();
        let second = later.find(|&index| self.follower.markers[index].number > 0)?;
        if self.follower.markers[second].number != 2 {
            return None;
        }
        for start in starts {
            for after in self.follower.one_move(marker, start, tongues) {
                let Some(start) = after.passing_turn() else {
                    continue;
                };
                if let Some(found) = self.second_of_two(first, second, start, tongues) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The game that goes on at this marker, the first of its two moves made; nothing where it does not.
    fn second_of_two(
        &mut self,
        first: Marker,
        second: usize,
        start: Position,
        tongues: Tongues,
    ) -> Option<(Begins, Followed)> {
        let followed = self
            .follower
            .follow(second, beginning(&start), tongues, false)
            .filter(|followed| followed.plies > 1)?;
        let begins = Begins {
            start,
            doubt: None,
            first_of_two: Some(first.word as usize),
        };
        Some((begins, followed))
    }

    /// The same for `1. P-K4 and P-Q4`, both in the first row.
    fn two_in_one_row(
        &mut self,
        marker: usize,
        start: &Position,
        tongues: Tongues,
    ) -> Option<(Begins, Followed)> {
        let first = self.follower.markers[marker];
        for (second, after) in self.follower.moves_before_and(marker, start, tongues) {
            let Some(start) = after.passing_turn() else {
                continue;
            };
            self.follower.markers[marker] = Marker {
                first: second,
                offset: 0,
                ..first
            };
            if let Some(found) = self.second_of_two(first, marker, start, tongues) {
                return Some(found);
            }
            self.follower.markers[marker] = first;
        }
        None
    }

    /// Moves numbered one after another in running text from the first or second on are a game, though it
    /// cannot be read.
    fn unread_inline(&mut self, marker: usize, tongues: Tongues, until: u32) -> u32 {
        const LEAST: u32 = 5;
        let first = self.follower.markers[marker];
        let regions = &self.regions;
        let taken = |word: u32| {
            let before = regions.partition_point(|region| region.start <= word as usize);
            word < until || before > 0 && regions[before - 1].end > word as usize
        };
        if taken(first.word) || !first.plays {
            return until;
        }
        let mut last = first;
        for index in marker + 1..self.follower.markers.len().min(marker + 40) {
            let offer = self.follower.markers[index];
            if taken(offer.word) || offer.word - last.word > 24 {
                return until;
            }
            if offer.number == last.number + 1
                && offer.stopped == first.stopped
                && self.follower.numbers_a_move(index, tongues)
            {
                last = offer;
            }
            if last.number >= first.number + LEAST {
                let start = self.follower.words[first.word as usize].start as usize;
                self.read.unread.push(Doubt {
                    ply: 0,
                    span: start..self.follower.line_end(first.word as usize),
                    why: format!(
                        "numbered moves from {} on that cannot be read as a game",
                        first.number
                    ),
                });
                return last.first;
            }
        }
        until
    }

    fn is_long_enough(&self, followed: &Followed) -> bool {
        if followed.row && !self.in_prose(followed) {
            followed.plies >= 2 || followed.taken.len() == 1 && self.is_alone(followed)
        } else {
            followed.plies >= LEAST_INLINE
        }
    }

    /// Rows that begin in the middle of a game: a page that leans on another game, or a fragment. The
    /// marker to go on from; none where the rows are no moves.
    fn fragment(&mut self, marker: usize, tongues: Tongues) -> Option<usize> {
        let end = self.rows_from(marker, tongues)?;
        let offer = self.follower.markers[marker];
        let plies = 2 * (offer.number as usize - 1) + usize::from(offer.dots);
        if plies > 0 {
            let befores = self.befores(offer.word as usize, plies);
            let told = leans_on_others(&self.title(offer.word as usize));
            for before in befores {
                let boards = self.boards_of(&before);
                if boards.is_empty() {
                    continue;
                }
                let Some(followed) =
                    self.follower
                        .follow(marker, Rc::new(boards.into()), tongues, offer.dots)
                else {
                    continue;
                };
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

    /// Whether the first line goes on in prose after its moves.
    fn in_prose(&self, followed: &Followed) -> bool {
        let next = followed.taken[..followed.taken.len().min(2)]
            .last()
            .map_or(0, |taken| taken.next as usize);
        let follower = &self.follower;
        follower.words.get(next).is_some_and(|word| {
            word.gap < Gap::Line
                && follower.text(next).starts_with(char::is_lowercase)
                && follower.text(next).chars().all(|c| c.is_alphabetic() || c == ',')
        })
    }

    /// A first move with nothing else on its line.
    fn is_alone(&self, followed: &Followed) -> bool {
        let next = followed.at;
        self.follower
            .words
            .get(next)
            .is_none_or(|word| word.gap >= Gap::Line)
    }

    fn finish(&mut self, followed: &Followed, before: Before, at: Begins) {
        let first = at.first_of_two.unwrap_or(followed.taken[0].from as usize);
        let title = self.title(first);
        let heading = heading::read(&title);
        let begins = self.follower.words[first].start as usize;
        let mut doubts: Vec<Doubt> = Vec::new();
        doubts.extend(at.doubt.map(|why| Doubt {
            ply: 1,
            span: begins..self.follower.words[first].end as usize,
            why: why.to_owned(),
        }));
        let mut supplied: Vec<String> = Vec::new();
        let mut borrowed: Vec<PrintedCell> = Vec::new();
        let mut notes_before = None;
        match before {
            Before::Nothing => {}
            Before::Game { game, plies } => {
                let other = &self.read.games[game];
                borrowed = other.cells[..plies].to_vec();
                supplied = other.reading.moves[..plies]
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                let name = other
                    .title
                    .first()
                    .cloned()
                    .unwrap_or_else(|| format!("game {} of the page", game + 1));
                notes_before = Some(format!("moves 1 to {} are taken from {name}", plies.div_ceil(2)));
            }
            Before::Known { lines, others } => {
                let moves = lines.into_iter().next().map_or_else(Vec::new, |(_, moves)| moves);
                borrowed = moves
                    .iter()
                    .enumerate()
                    .map(|(ply, _)| PrintedCell {
                        span: begins..begins,
                        number: ply as u32 / 2 + 1,
                    })
                    .collect();
                supplied = moves.iter().map(ToString::to_string).collect();
                let word = self.follower.words[first];
                doubts.push(Doubt {
                    ply: moves.len() + 1,
                    span: begins..word.end as usize,
                    why: format!(
                        "the moves before {} are not on the page; they are supplied from a well-known beginning, {}",
                        followed.taken[0].number,
                        if others {
                            "the likeliest of several that fit"
                        } else {
                            "the only one that leads to the position in which all that follows is legal"
                        }
                    ),
                });
            }
        }
        let cells: Vec<PrintedCell> = borrowed
            .iter()
            .cloned()
            .chain(followed.taken.iter().map(|taken| PrintedCell {
                span: taken.span.start as usize..taken.span.end as usize,
                number: taken.number,
            }))
            .collect();
        let page = self.page;
        let score = Score {
            start: at.start,
            by_place: false,
            cells: supplied
                .iter()
                .map(String::as_str)
                .chain(
                    cells[supplied.len()..]
                        .iter()
                        .map(|cell| &page[cell.span.clone()]),
                )
                .collect(),
            language: followed.tongues.languages().next().unwrap_or(Language::English),
        };
        // After moves from elsewhere the following may have had other boards than the score alone gives.
        let known: Vec<Option<Known>> = if supplied.is_empty() {
            followed.taken.iter().map(|taken| taken.known).collect()
        } else {
            Vec::new()
        };
        let mut reading = self.scores.read_known(&score, &known, self.options.repair);
        if heading.black_first {
            reading.notes.push(Note {
                ply: 0,
                text: "the player who begins is called Black on the page".to_owned(),
            });
        }
        if at.first_of_two.is_some() {
            reading.notes.push(Note {
                ply: 0,
                text: "the first player makes two moves: the first of them is in the position at the start"
                    .to_owned(),
            });
        }
        reading
            .notes
            .extend(notes_before.map(|text| Note { ply: 0, text }));
        let others = self.other_languages(&at.start, followed, &reading, &cells, borrowed.len());
        if let Some(cell) = cells.first().filter(|_| !others.is_empty()) {
            let names = |languages: &mut dyn Iterator<Item = Language>| {
                languages.map(Language::name).collect::<Vec<_>>().join(", ")
            };
            doubts.push(Doubt {
                ply: 1,
                span: cell.span.clone(),
                why: format!(
                    "the whole game is legal in two ways: the letters are taken as those of {}, and would give other moves in {}",
                    names(&mut followed.tongues.languages()),
                    names(&mut others.into_iter()),
                ),
            });
        }
        for (index, taken) in followed.taken.iter().enumerate() {
            if let Some(due) = taken.due {
                let word = self.follower.words[taken.from as usize];
                doubts.push(Doubt {
                    ply: borrowed.len() + index + 1,
                    span: word.start as usize..word.end as usize,
                    why: format!("the number {} is printed where {due} is due", taken.number),
                });
            }
        }
        if let Some(span) = &followed.unread {
            doubts.push(Doubt {
                ply: cells.len() + 1,
                span: span.start as usize..span.end as usize,
                why: format!(
                    "a row that follows the last move read is not read: expected move {}",
                    followed.number
                ),
            });
        }
        let notes = self.notes(followed, borrowed.len());
        let (told, done) = self.ending(followed, &score.cells, &reading.moves, heading.black_first);
        let result = told.map(|told| told.result);
        if result.is_some() {
            // What was understood as the end of the game is no remark on its last move.
            let told = |note: &Note| {
                note.ply == cells.len() && heading::told_result(&note.text, followed.half, false).is_some()
            };
            reading.notes.retain(|note| !told(note));
        }
        let end = reading
            .moves
            .iter()
            .fold(score.start, |position, &movement| position.play(movement));
        let mated = reading.faults.is_empty() && end.is_checkmate();
        let by_mate = if end.turn() == Colour::Black { "1-0" } else { "0-1" };
        if let Some(told) = result.filter(|told| mated && *told != by_mate) {
            doubts.push(Doubt {
                ply: cells.len(),
                span: cells.last().map_or(0..0, |cell| cell.span.clone()),
                why: format!("the page says {told}, and the last move mates"),
            });
        }
        doubts.extend(account::marks(&notes));
        let ended = result.is_some() || mated;
        doubts.extend(self.left_over(followed, borrowed.len(), done, ended));
        self.done = done;
        self.regions.push(first..done.max(first + 1));
        self.follower.memory.leave_the_game();
        self.read.games.push(PageGame {
            start: score.start,
            title,
            tags: heading.tags,
            borrowed: borrowed.len(),
            reading,
            notes,
            doubts,
            result,
            ending: told.and_then(|told| told.ending),
            languages: followed.tongues.languages().collect(),
            cells,
        });
    }

    /// The languages in which the same cells make a legal game of other moves. English is taken where it fits.
    fn other_languages(
        &mut self,
        start: &Position,
        followed: &Followed,
        reading: &GameReading,
        cells: &[PrintedCell],
        borrowed: usize,
    ) -> Vec<Language> {
        let told = self.options.language.is_some() || followed.tongues.has(Tongue::English);
        if told || borrowed > 0 || !reading.faults.is_empty() {
            return Vec::new();
        }
        let end = reading
            .moves
            .iter()
            .fold(*start, |position, &movement| position.play(movement));
        let page = self.page;
        let fits = |tongue: &Tongue| {
            let mut boards = (*beginning(start)).clone();
            for cell in cells {
                let entry = self.follower.entry(&page[cell.span.clone()], *tongue);
                boards = match &entry.parsed {
                    Some(parsed) => follow::play(&boards, parsed),
                    None => return false,
                };
            }
            !boards.is_empty() && boards.iter().all(|board| board.position != end)
        };
        let others: Vec<Tongue> = Tongues::ALL
            .iter()
            .filter(|&tongue| !followed.tongues.has(tongue))
            .filter(fits)
            .collect();
        others
            .into_iter()
            .flat_map(|tongue| Tongues::only(tongue).languages())
            .collect()
    }

    /// How the page says the game ended, and the word after it says so.
    fn ending(
        &self,
        followed: &Followed,
        cells: &[&str],
        moves: &[Move],
        black_first: bool,
    ) -> (Option<Told>, usize) {
        let follower = &self.follower;
        let told = |line: &str| {
            let result = heading::told_result(line, followed.half, black_first)?;
            Some(Told::new(result, line))
        };
        // `R takes P, and wins.`: in his own cell the player who moved is meant.
        let by_cell = cells.last().and_then(|cell| {
            let (_, remark) = cell.split_once("wins")?;
            let result = if cells.len() % 2 == 1 { "1-0" } else { "0-1" };
            (remark.len() < 4 && moves.len() == cells.len()).then(|| Told::new(result, cell))
        });
        let by_cell = by_cell.or_else(|| told(cells.last()?));
        let mut at = followed.at;
        for _ in 0..3 {
            let mut end = at;
            while end < follower.words.len() && (end == at || follower.words[end].gap < Gap::Line) {
                end += 1;
            }
            if end == at {
                break;
            }
            let words: Vec<&str> = (at..end).map(|word| follower.text(word)).collect();
            for (index, word) in words.iter().enumerate() {
                if let Some(result) = heading::figures(word) {
                    let by_figures = Told::new(result, &words.join(" "));
                    let same = by_cell.filter(|told| told.result == result && by_figures.ending.is_none());
                    return (Some(same.unwrap_or(by_figures)), at + index + 1);
                }
            }
            let numbered = words.len() > 1
                && words[0]
                    .trim_end_matches(['.', ')'])
                    .bytes()
                    .all(|byte| byte.is_ascii_digit());
            let line = words[usize::from(numbered)..].join(" ");
            if is_ending(&line) || is_short_ending(&line) {
                return (told(&line).or(by_cell), end);
            }
            at = end;
        }
        (by_cell, followed.at)
    }

    /// The lines before this word, nearest last, as far back as they are a heading.
    fn title(&self, first: usize) -> Vec<String> {
        const MOST_LINES: usize = 8;
        let mut lines: Vec<String> = Vec::new();
        let mut end = first;
        let mut prose = 0;
        while end > self.done && lines.len() < MOST_LINES {
            let mut start = end - 1;
            while start > self.done && self.follower.words[start].gap < Gap::Line {
                start -= 1;
            }
            let (from, to) = (
                self.follower.words[start].start as usize,
                self.follower.words[end - 1].end as usize,
            );
            let raw = self.page.get(from..to).unwrap_or_default();
            // A table of contents.
            if raw.contains("....") && raw.trim_end().ends_with(|c: char| c.is_ascii_digit()) {
                break;
            }
            // A paragraph of prose is no heading; one long line may be.
            let is_prose = raw.len() > 58 && !raw.contains("   ");
            prose = if is_prose { prose + 1 } else { 0 };
            if prose > 1 {
                lines.pop();
                break;
            }
            if !is_furniture(raw.trim()) {
                lines.push(keep_gaps(raw));
            }
            end = start;
        }
        lines.reverse();
        lines
    }
}

/// What a page says of a game's end.
#[derive(Clone, Copy)]
struct Told {
    result: &'static str,
    ending: Option<Ending>,
}

impl Told {
    fn new(result: &'static str, words: &str) -> Told {
        let ending = Ending::told(words).filter(|ending| ending.fits(result));
        Told { result, ending }
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

/// The line with wide gaps as two spaces, and others as one.
fn keep_gaps(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut blanks = 0;
    for letter in line.trim().chars() {
        if letter.is_whitespace() || letter == '|' {
            blanks += if letter == ' ' { 1 } else { 2 };
            continue;
        }
        match blanks {
            0 => {}
            1 => out.push(' '),
            _ => out.push_str("  "),
        }
        blanks = 0;
        out.push(letter);
    }
    out
}

/// `Schwarz gibt auf.`, `And Black abandons the game.`: a short line that tells a result.
fn is_short_ending(line: &str) -> bool {
    line.split_whitespace().count() <= 8 && heading::told_result(line, false, false).is_some()
}
