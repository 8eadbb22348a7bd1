//! Which games stand on a printed page, and what on it was not read?
//!
//! The page is read in plain signs (`plain`), put into reading order (`layout`), cut into words and the numbers among them
//! (`words`), and each game is followed from number to number with the board at hand (`follow`), from where it
//! begins (`begin`, `fragment`) to what is told of it (`finish`). Whatever stands between the first and the last
//! move of a game is one of three things: a move, a note, or a fault that is reported (`account`). Nothing in
//! between is passed over in silence.

mod account;
mod begin;
mod cells;
mod finish;
mod follow;
mod fragment;
mod heading;
mod layout;
mod looks;
mod notes;
mod odds;
mod openings;
mod plain;
mod roman;
mod sides;
mod words;

use std::ops::Range;

use jadoube_board::{Colour, Position};

use crate::ending::Ending;
use crate::game::{GameReading, ScoreReader, is_ending};
use crate::language::{Language, Tongues};
use crate::line::Annotation;

use begin::Begins;
use follow::{Followed, Follower, beginning};
use fragment::Before;
use looks::{is_a_mark, is_a_move, is_a_word, is_furniture};
use words::Gap;

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

/// Words of the page that speak of a move.
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
    /// The cells in order of play: of every move its own, and after them what the page says in a cell instead of
    /// a move. A move that a repair supplies has a cell without words where it is due.
    pub cells: Vec<PrintedCell>,
    /// How many of them were taken from another game (`Moves 1-8 as in Game 12`).
    pub borrowed: usize,
    /// The moves, with ties, faults and repairs by ply.
    pub reading: GameReading,
    /// The words between the moves, and those after them that a mark gives to a move.
    pub notes: Vec<PageNote>,
    /// `!` to `?!` after the moves, as PGN's glyphs 1 to 6, each with how many moves stand before it.
    pub glyphs: Vec<(usize, u8)>,
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

    /// Its glyphs and notes in order of play, as PGN takes them, each with how many moves stand before it.
    pub fn annotations(&self) -> Vec<(usize, Annotation)> {
        let glyphs = self
            .glyphs
            .iter()
            .map(|&(ply, glyph)| (ply, Annotation::Nag(glyph)));
        let notes = self
            .notes
            .iter()
            .map(|note| (note.ply, Annotation::Comment(note.text.clone())));
        let mut annotations: Vec<_> = glyphs.chain(notes).collect();
        annotations.sort_by_key(|(ply, _)| *ply);
        annotations
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
    let Some(plain) = plain::plain(page) else {
        return read_plain(page, options);
    };
    let mut read = read_plain(&plain.text, options);
    plain.restore(&mut read);
    read
}

fn read_plain(page: &str, options: &PageOptions) -> Page {
    let page = &*notes::daggers_as_marks(roman::in_arabic(page));
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
            if offer.number > 0 && !offer.dots {
                unread.push(index);
            }
        }
        let mut until = 0;
        for index in unread {
            until = self.unread_inline(index, tongues, until);
        }
        for doubt in self.outside_the_games() {
            // The row that follows a game, say, was told with it.
            let told = |other: &Doubt| other.span.start < doubt.span.end && doubt.span.start < other.span.end;
            let mut of_games = self.read.games.iter().flat_map(|game| &game.doubts);
            if !of_games.any(told) && !self.read.unread.iter().any(told) {
                self.read.unread.push(doubt);
            }
        }
    }

    /// Moves numbered one after another in running text are a game, though it cannot be read: a few from the
    /// first or second on, or so many that they are no variation.
    fn unread_inline(&mut self, marker: usize, tongues: Tongues, until: u32) -> u32 {
        let first = self.follower.markers[marker];
        let least = if first.number <= 2 { 6 } else { 12 };
        let regions = &self.regions;
        let taken = |word: u32| {
            let before = regions.partition_point(|region| region.start <= word as usize);
            word < until || before > 0 && regions[before - 1].end > word as usize
        };
        // What stands at the head of a row may be the move that is spoilt.
        let begins = first.plays || first.row && first.number == 1;
        if taken(first.word) || !begins {
            return until;
        }
        let mut last = first;
        let mut found = 1;
        for index in marker + 1..self.follower.markers.len().min(marker + 40) {
            let offer = self.follower.markers[index];
            if taken(offer.word) || offer.word - last.word > 24 {
                return until;
            }
            // One number may be spoilt.
            if (last.number + 1..=last.number + 2).contains(&offer.number)
                && offer.stopped == first.stopped
                && self.follower.numbers_a_move(index, tongues)
            {
                last = offer;
                found += 1;
            }
            if found == least {
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
            followed.plies > 2
                || followed.plies == 2 && !self.is_named(followed)
                || followed.taken.len() == 1 && self.is_alone(followed)
        } else {
            followed.plies >= LEAST_INLINE
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

    /// `1. P-K4, P-QB4: Sicilian.` is the name of an opening, and no game.
    fn is_named(&self, followed: &Followed) -> bool {
        let at = followed.at;
        let Some(word) = self.follower.words.get(at).filter(|word| word.gap < Gap::Line) else {
            return false;
        };
        let rest = word.start as usize..self.follower.line_end(at);
        let rest = self.page.get(rest).unwrap_or_default();
        let name = rest.split_whitespace().next().unwrap_or_default();
        name.starts_with(char::is_uppercase)
            && is_a_word(name)
            && !is_a_move(name)
            && !is_a_mark(name)
            && !is_ending(rest)
            && heading::told_result(rest, false, false).is_none()
    }

    /// A first move with nothing else on its line.
    fn is_alone(&self, followed: &Followed) -> bool {
        let next = followed.at;
        self.follower
            .words
            .get(next)
            .is_none_or(|word| word.gap >= Gap::Line)
    }

    /// The lines before this word, nearest last, as far back as they are a heading.
    fn title(&self, first: usize) -> Vec<String> {
        const MOST_LINES: usize = 8;
        /// A line of more words is no heading.
        const LONGEST_LINE: usize = 80;
        let mut lines: Vec<String> = Vec::new();
        let mut end = first;
        let mut prose = 0;
        'lines: while end > self.done && lines.len() < MOST_LINES {
            let mut start = end - 1;
            while start > self.done && self.follower.words[start].gap < Gap::Line {
                start -= 1;
                // A page in one line must not be walked through for each number on it.
                if end - start > LONGEST_LINE {
                    break 'lines;
                }
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
