//! Which runs of words may be one move, and how surely?

use std::collections::HashMap;
use std::rc::Rc;

use smallvec::SmallVec;

use super::follow::{Follower, Following, worth};
use super::looks::is_in_figures;
use super::words::{self, Gap, Marker, in_bracket, is_dots, names_file};
use crate::language::{Tongue, Tongues, is_a_file};
use crate::parse::{Parsed, parse_in};
use crate::read::LIBERTY;
use crate::token::{self, tokens_in};

/// Longest run of words tried as one move.
const LONGEST_CELL: usize = 24;

/// A text as it can be taken, and how surely it is a whole move.
#[derive(PartialEq)]
pub(super) struct Entry {
    pub(super) parsed: Option<Parsed>,
    pub(super) quality: u8,
    pub(super) remark: bool,
    /// Ways of taking it without a rank were left out.
    pub(super) cut_short: bool,
}

/// What a text is, with the tongues that take it so.
pub(super) type Meanings = [(Rc<Entry>, Tongues)];

/// A run of words that may be one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The word after it.
    pub(super) next: u32,
    pub(super) cost: i32,
}

/// What the words up to a gap are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parted {
    NoMove,
    /// One move, perhaps with a remark.
    Whole,
    /// A move and the beginning of another.
    Several,
}

/// What was found where a move may begin.
struct Place {
    offset: u32,
    /// The number of the move.
    due: u32,
    tongues: Tongues,
    first: u32,
    /// Another such place at the same word, counted from 1.
    before: u32,
    /// The words up to the next gap, where they are one move.
    whole: Option<(Cell, Rc<Meanings>)>,
    cells: Option<Rc<[Cell]>>,
}

/// What was found out about the words of a page, since the followings of a game ask again and again.
pub(super) struct Memory<'p> {
    /// Each text in each tongue; tongues that take it alike share what they make of it.
    entries: HashMap<&'p str, [Option<Rc<Entry>>; Tongue::COUNT]>,
    /// The tongues in which a text was looked at, and those that know it.
    known: HashMap<&'p str, (Tongues, Tongues)>,
    places: Vec<Place>,
    /// For each word of the page its last place, counted from 1.
    last: Vec<u32>,
}

impl<'p> Memory<'p> {
    pub(super) fn of_words(count: usize) -> Memory<'p> {
        Memory {
            entries: HashMap::new(),
            known: HashMap::new(),
            places: Vec::new(),
            last: vec![0; count],
        }
    }

    /// Forgets the places, to which no following returns after the game.
    pub(super) fn leave_the_game(&mut self) {
        for place in self.places.drain(..) {
            self.last[place.first as usize] = 0;
        }
    }

    fn find(&self, first: u32, offset: u32, due: u32, tongues: Tongues) -> Option<usize> {
        let mut at = self.last[first as usize] as usize;
        while let Some(place) = at.checked_sub(1).and_then(|at| self.places.get(at)) {
            if (place.offset, place.due, place.tongues) == (offset, due, tongues) {
                return Some(at - 1);
            }
            at = place.before as usize;
        }
        None
    }

    fn add(&mut self, place: Place) -> usize {
        let last = &mut self.last[place.first as usize];
        let before = *last;
        self.places.push(Place { before, ..place });
        *last = self.places.len() as u32;
        self.places.len() - 1
    }
}

impl<'p> Follower<'p> {
    pub(super) fn entry(&mut self, text: &'p str, tongue: Tongue) -> Rc<Entry> {
        entry_in(self.memory.entries.entry(text).or_default(), text, tongue)
    }

    /// What the text is, with all the tongues of these that take it so.
    pub(super) fn meanings(
        &mut self,
        text: &'p str,
        tongues: Tongues,
    ) -> SmallVec<[(Rc<Entry>, Tongues); 2]> {
        let row = self.memory.entries.entry(text).or_default();
        let mut meanings: SmallVec<[(Rc<Entry>, Tongues); 2]> = SmallVec::new();
        for tongue in tongues.iter() {
            let entry = entry_in(row, text, tongue);
            match meanings.iter_mut().find(|(other, _)| Rc::ptr_eq(other, &entry)) {
                Some((_, alike)) => *alike = alike.with(Tongues::only(tongue)),
                None => meanings.push((entry, Tongues::only(tongue))),
            }
        }
        meanings
    }

    /// Whether every sign of the word is known to the grammar.
    pub(super) fn knows(&mut self, word: usize, tongue: Tongue) -> bool {
        !self.knowing(word, Tongues::only(tongue)).is_empty()
    }

    /// The tongues of these whose grammar knows every sign of the word.
    fn knowing(&mut self, word: usize, tongues: Tongues) -> Tongues {
        if word >= self.words.len() {
            return Tongues::NONE;
        }
        let text = self.text(word);
        let (asked, known) = self
            .memory
            .known
            .entry(text)
            .or_insert((Tongues::NONE, Tongues::NONE));
        for tongue in tongues.without(*asked).iter() {
            // One of the rounds of `O - O`.
            let round = matches!(
                text.trim_end_matches(['.', ',', ';', '!', '?']),
                "O" | "0" | "o" | "О"
            );
            if round || !tokens_in(text, tongue).iter().any(is_unknown) {
                *known = known.with(Tongues::only(tongue));
            }
        }
        *asked = asked.with(tongues);
        let known = known.and(tongues);
        if known == tongues {
            return known;
        }
        let Some(whole) = self.unbroken(word) else {
            return known;
        };
        let knows = |&tongue: &Tongue| !tokens_in(&whole, tongue).iter().any(is_unknown);
        let others = tongues.without(known).iter().filter(knows);
        others.fold(known, |known, tongue| known.with(Tongues::only(tongue)))
    }

    /// The whole of a word that a hyphen breaks at the end of a line: `Cas-` and `tles`.
    fn unbroken(&self, word: usize) -> Option<String> {
        let broken = |first: usize| {
            let head = self.text(first).strip_suffix('-')?;
            let tail = self.text(first + 1);
            let line_ends = self.words.get(first + 1)?.gap == Gap::Line;
            let letters = head.ends_with(char::is_alphabetic) && tail.starts_with(char::is_alphabetic);
            (line_ends && letters).then(|| format!("{head}{tail}"))
        };
        broken(word).or_else(|| broken(word.checked_sub(1)?))
    }

    /// Whether words that are a whole move in some language follow the number.
    pub(super) fn numbers_a_move(&mut self, index: usize, tongues: Tongues) -> bool {
        let offer = self.markers[index];
        let first = offer.first as usize;
        if !offer.plays {
            return false;
        }
        let cells = self.cells(first, offer.offset, offer.number, tongues);
        cells.iter().any(|cell| {
            let text = self.slice(cell.start, cell.end);
            let meanings = self.meanings(text, tongues);
            meanings.iter().any(|(entry, _)| entry.quality == 3)
        })
    }

    /// Short, and with a sign of play in it, whatever its language.
    pub(super) fn looks_like_a_move(&self, offer: &Marker) -> bool {
        let first = offer.first as usize;
        let Some(word) = self.words.get(first) else {
            return false;
        };
        let mut next = first + 1;
        while next < self.words.len()
            // A line may end inside a move.
            && (self.words[next].gap == Gap::Narrow || self.words[next].gap == Gap::Line && next - first < 3)
            && next - first <= 16
            && !self.is_stopped_number(next)
            && !self.is_due_number(next, offer.number)
        {
            next += 1;
        }
        let start = word.start + offer.offset;
        let text = self.slice(start, self.words[next - 1].end);
        let begins = text
            .starts_with(|c: char| c.is_uppercase() || is_a_file(c) || matches!(c, '0' | 'o' | '♔'..='♟'));
        let plays = text.contains(|c: char| {
            c.is_ascii_digit() || matches!(c, 'x' | 'X' | '×' | '-' | '–' | '—' | ':' | '\u{fffd}')
        }) || text.contains(" to ")
            || text.contains(" takes ")
            || text.starts_with("Castles")
            || text.split_whitespace().any(counts_squares);
        let in_figures = || is_in_figures(self.slice(start, word.end));
        (begins && plays || in_figures()) && next - first <= 16
    }

    pub(super) fn slice(&self, start: u32, end: u32) -> &'p str {
        self.page.get(start as usize..end as usize).unwrap_or("")
    }

    /// The move and its answer by their place and their looks alone.
    pub(super) fn blind_cells(&mut self, offer: &Marker, tongues: Tongues) -> Option<(Cell, Option<Cell>)> {
        let first = offer.first as usize;
        let whole = self.whole_cell(first, offer.offset, offer.number, tongues);
        let cells = self.cells(first, offer.offset, offer.number, tongues);
        // Of several cuts the one that leaves a whole move for the answer.
        let parted = cells.iter().find_map(|&cell| {
            let answer = self.whole_cell(cell.next as usize, 0, offer.number, tongues)?;
            Some((cell, Some(answer)))
        });
        let apart = whole.is_none_or(|whole| self.is_followed(whole));
        if let Some(parted) = parted
            && apart
        {
            return Some(parted);
        }
        let cell = whole
            .or(cells.first().copied())
            .map_or_else(|| self.chunk(first, offer.offset), Some)?;
        let next = cell.next as usize;
        let answer = if self.is_followed(cell) && !is_dots(self.text(next)) {
            self.chunk(next, 0)
        } else {
            None
        };
        Some((cell, answer))
    }

    /// Whether words other than a number follow on the same line.
    pub(super) fn is_followed(&self, cell: Cell) -> bool {
        let next = cell.next as usize;
        self.words.get(next).is_some_and(|word| {
            word.gap < Gap::Line && !self.text(next).starts_with(|c: char| matches!(c, '1'..='9'))
        })
    }

    /// The words up to the next wide gap, line end or number.
    pub(super) fn chunk(&self, first: usize, offset: u32) -> Option<Cell> {
        let word = self.words.get(first)?;
        let mut next = first + 1;
        while next < self.words.len()
            && self.words[next].gap == Gap::Narrow
            && next - first < LONGEST_CELL
            && !self.is_stopped_number(next)
        {
            next += 1;
        }
        let start = word.start + offset;
        let text = self
            .slice(start, self.words[next - 1].end)
            .trim_end_matches([',', ';', ' ']);
        Some(Cell {
            start,
            end: start + text.len() as u32,
            next: next as u32,
            cost: 0,
        })
    }

    pub(super) fn is_stopped_number(&self, word: usize) -> bool {
        let text = self.text(word);
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        (1..=3).contains(&digits)
            && text[digits..].starts_with(['.', ')', '…'])
            && !(text.ends_with(')') && in_bracket(self.page, &self.words, word))
            && !words::ends_a_square(self.page, &self.words, word)
    }

    /// Whether a line ends inside the move: a mark, a rank or a small word follows in the next.
    pub(super) fn may_go_on(&mut self, cell: Cell, tongues: Tongues) -> bool {
        let next = cell.next as usize;
        if self.words.get(next).is_none_or(|word| word.gap != Gap::Line) {
            return false;
        }
        let text = self.text(next);
        let small = text.starts_with(|c: char| {
            c.is_lowercase() || matches!(c, '(' | '+' | '[' | '1'..='8' | '×' | '-' | '–' | '—' | ':' | '=')
        });
        // `Q × B`, and `P` in the next line.
        let man = matches!(
            text.trim_end_matches([',', ';', '.', '!', '?']),
            "P" | "Kt" | "N" | "B" | "R" | "Q" | "K"
        );
        (small || man) && !self.is_stopped_number(next) && self.knows(next, tongues.first())
    }

    /// The words up to the next gap or number.
    pub(super) fn natural_end(&self, first: usize, due: u32) -> usize {
        let mut natural = first + 1;
        while natural < self.words.len()
            && natural - first < LONGEST_CELL
            && self.words[natural].gap == Gap::Narrow
            && !self.is_due_number(natural, due)
            && self.after_aside(natural).is_none()
        {
            natural += 1;
        }
        natural
    }

    /// The words up to the next gap, where they are one move.
    pub(super) fn whole_cell(
        &mut self,
        first: usize,
        offset: u32,
        due: u32,
        tongues: Tongues,
    ) -> Option<Cell> {
        let place = self.place(first, offset, due, tongues)?;
        self.memory.places[place].whole.as_ref().map(|(cell, _)| *cell)
    }

    pub(super) fn whole_cell_and_meanings(
        &mut self,
        first: usize,
        offset: u32,
        due: u32,
        tongues: Tongues,
    ) -> Option<(Cell, Rc<Meanings>)> {
        let place = self.place(first, offset, due, tongues)?;
        self.memory.places[place].whole.clone()
    }

    /// What is remembered of a place where a move may begin.
    fn place(&mut self, first: usize, offset: u32, due: u32, tongues: Tongues) -> Option<usize> {
        if first >= self.words.len() {
            return None;
        }
        let known = self.memory.find(first as u32, offset, due, tongues);
        known.or_else(|| {
            let whole = self.find_whole_cell(first, offset, due, tongues);
            Some(self.memory.add(Place {
                offset,
                due,
                tongues,
                first: first as u32,
                before: 0,
                whole,
                cells: None,
            }))
        })
    }

    fn find_whole_cell(
        &mut self,
        first: usize,
        offset: u32,
        due: u32,
        tongues: Tongues,
    ) -> Option<(Cell, Rc<Meanings>)> {
        let start = self.words.get(first)?.start + offset;
        let end = self.natural_end(first, due);
        let whole = self.cell(start, end, 0)?;
        if self.is_answered(whole, first, end, tongues) {
            return None;
        }
        let mut one = false;
        let meanings = self.meanings(self.slice(whole.start, whole.end), tongues);
        for (entry, alike) in &meanings {
            for tongue in alike.iter() {
                match self.parted(whole, entry, tongue) {
                    Parted::Several => return None,
                    Parted::Whole => one = true,
                    Parted::NoMove => {}
                }
                // The tongue matters only to what is left over as a remark.
                if !entry.remark {
                    break;
                }
            }
        }
        one.then(|| (whole, Rc::from(&meanings[..])))
    }

    /// Whether a comma parts a move and its answer, each of which names a man and where it goes: the two
    /// together need not be looked at, and printers repeat each more often than both.
    fn is_answered(&mut self, whole: Cell, first: usize, end: usize, tongues: Tongues) -> bool {
        let comma = (first..end - 1).find(|&word| self.text(word).ends_with([',', ';']));
        let Some(comma) = comma else { return false };
        let sure = |entry: &Entry| entry.quality == 3 && !entry.remark;
        let of_move = self.slice(whole.start, self.words[comma].end - 1);
        let of_answer = self.slice(self.words[comma + 1].start, whole.end);
        let moves = self.meanings(of_move, tongues);
        if !moves.iter().any(|(entry, _)| sure(entry)) {
            return false;
        }
        let answers = self.meanings(of_answer, tongues);
        answers.iter().any(|(entry, _)| sure(entry))
    }

    /// The runs of words from here that may be one move, the likeliest first.
    pub(super) fn cells(&mut self, first: usize, offset: u32, due: u32, tongues: Tongues) -> Rc<[Cell]> {
        let Some(place) = self.place(first, offset, due, tongues) else {
            return Rc::default();
        };
        if let Some(found) = &self.memory.places[place].cells {
            return Rc::clone(found);
        }
        let found: Rc<[Cell]> = Rc::from(&self.find_cells(first, offset, due, tongues)[..]);
        self.memory.places[place].cells = Some(Rc::clone(&found));
        found
    }

    fn find_cells(&mut self, first: usize, offset: u32, due: u32, tongues: Tongues) -> SmallVec<[Cell; 4]> {
        let mut found: SmallVec<[Cell; 4]> = SmallVec::new();
        let Some(word) = self.words.get(first) else {
            return found;
        };
        let start = word.start + offset;
        let natural = self.natural_end(first, due);
        found.extend(self.whole_cell(first, offset, due, tongues));
        let mut ranked: SmallVec<[(i32, Cell); 8]> = SmallVec::new();
        let mut knowing = tongues;
        let mut next = first;
        let mut lines = 0;
        while next < self.words.len() && next - first < LONGEST_CELL {
            if next > first {
                match self.words[next].gap {
                    Gap::Blank => break,
                    Gap::Line => lines += 1,
                    Gap::Narrow | Gap::Wide => {}
                }
                let numbered = self.is_due_number(next, due) && !self.may_be_a_rank(next);
                if lines > 1 || numbered || self.after_aside(next).is_some() {
                    break;
                }
            }
            if next > first || offset == 0 {
                knowing = self.knowing(next, knowing);
            }
            if knowing.is_empty() {
                break;
            }
            next += 1;
            let Some(cell) = self.cell(start, next, lines) else {
                continue;
            };
            if ranked.iter().any(|(_, other)| other.end == cell.end) {
                continue;
            }
            // A man alone (`Kt`) is a whole cell or none, and none where the move goes on in the next line.
            let alone = if next == natural {
                knowing.without(self.knowing(next, knowing))
            } else {
                Tongues::NONE
            };
            let meanings = self.meanings(self.slice(cell.start, cell.end), knowing);
            let taken = meanings
                .iter()
                .filter(|(entry, _)| entry.quality > 0 && !entry.remark)
                .map(|(entry, alike)| match entry.quality {
                    1 => (entry.quality, alike.and(alone)),
                    _ => (entry.quality, *alike),
                })
                .filter(|(_, alike)| !alike.is_empty())
                .min_by_key(|(_, alike)| alike.first() as u16);
            if let Some((quality, _)) = taken {
                let rank = i32::from(quality) * 4
                    + i32::from(next > first + 1)
                    + i32::from(next > first + 2)
                    + self.ends_well(cell, due);
                ranked.push((rank, cell));
            }
        }
        ranked.sort_by_key(|(rank, cell)| std::cmp::Reverse((*rank, cell.end)));
        for (place, (_, cell)) in ranked.into_iter().take(4).enumerate() {
            if found.iter().all(|other| other.end != cell.end) {
                found.push(Cell {
                    cost: cell.cost - i32::from(place > 0) - i32::from(!found.is_empty()),
                    ..cell
                });
            }
        }
        found
    }

    /// Whether the cell is one whole move, with or without a remark that is no move itself.
    fn parted(&mut self, cell: Cell, entry: &Entry, tongue: Tongue) -> Parted {
        let text = self.slice(cell.start, cell.end);
        if entry.quality < 2 {
            return Parted::NoMove;
        }
        let Some((from, _)) = entry.parsed.as_ref().and_then(|parsed| parsed.remark) else {
            return Parted::Whole;
        };
        let remark = text[from..].trim_start_matches([',', ';', ' ', '(', '[']);
        let next = cell.next as usize;
        let in_prose = self.text(next).starts_with(char::is_lowercase)
            || self.words.get(next).is_some_and(|word| word.gap == Gap::Narrow);
        let figures = remark.contains(|c: char| c.is_ascii_digit());
        if remark.split_whitespace().count() > 3 || in_prose || figures {
            return Parted::NoMove;
        }
        let mut ends = remark
            .match_indices(' ')
            .map(|(end, _)| end)
            .chain([remark.len()]);
        if ends.any(|end| self.entry(&remark[..end], tongue).quality > 0) {
            Parted::Several
        } else {
            Parted::Whole
        }
    }

    pub(super) fn cell(&self, start: u32, next: usize, lines: i32) -> Option<Cell> {
        let end = self.words[next - 1].end;
        let text = self.page.get(start as usize..end as usize)?;
        // Two pieces that were moved together are no one text.
        if text.len() > 160 {
            return None;
        }
        let text = text.trim_end_matches([',', ';', ' ']);
        let text = without_abbreviation(text);
        Some(Cell {
            start,
            end: start + text.len() as u32,
            next: next as u32,
            cost: -lines,
        })
    }

    pub(super) fn ends_well(&self, cell: Cell, due: u32) -> i32 {
        let next = cell.next as usize;
        match self.words.get(next) {
            None => 12,
            Some(word) if word.gap >= Gap::Wide => 12,
            Some(_) if self.page[..self.words[next - 1].end as usize].ends_with([',', ';']) => 10,
            Some(_) if self.is_due_number(next, due) => 10,
            Some(_)
                if self
                    .text(next)
                    .starts_with(|c: char| c.is_uppercase() || is_a_file(c)) =>
            {
                4
            }
            Some(_) => 0,
        }
    }

    /// The number due, or the one after it, with a stop.
    pub(super) fn is_due_number(&self, word: usize, due: u32) -> bool {
        let text = self.text(word);
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=3).contains(&digits) {
            return false;
        }
        let Ok(value) = text[..digits].parse::<u32>() else {
            return false;
        };
        let stopped = text[digits..].starts_with(['.', ')', '…'])
            && !words::ends_a_square(self.page, &self.words, word);
        let bare = text.len() == digits
            && (value > 8
                // `Q - R` and a line's end before its `4`.
                || self.words[word].gap >= Gap::Wide && (word == 0 || !names_file(self.text(word - 1)))
                || word > 0 && self.text(word - 1).ends_with([',', ';']));
        (value == due || value == due + 1) && (stopped || bare)
    }

    /// `Kt. to B. 3. Kt. to B. 3.`: the figure may be the rank of a square or number what follows.
    fn may_be_a_rank(&self, word: usize) -> bool {
        matches!(self.text(word).as_bytes(), [b'1'..=b'8', b'.'])
            && self.words[word].gap == Gap::Narrow
            && word > 0
            && names_file(self.text(word - 1))
    }

    pub(super) fn price_of_prose(&mut self, one: &Following, next: usize) -> i32 {
        let Some(word) = self.words.get(next) else {
            return 0;
        };
        let text = self.text(next);
        // A check mark left to a note is a move cut short.
        if word.gap <= Gap::Line && matches!(text, "ch" | "ch." | "(ch.)" | "(ch)" | "mate" | "mate.") {
            return worth::PROSE_FOLLOWS;
        }
        if word.gap >= Gap::Wide {
            return 0;
        }
        if self.is_prose(next, one.tongues.first()) {
            worth::PROSE_FOLLOWS
        } else {
            0
        }
    }

    /// A small word that no score has.
    pub(super) fn is_prose(&mut self, word: usize, tongue: Tongue) -> bool {
        let text = self.text(word);
        text.starts_with(char::is_lowercase)
            && text.chars().filter(|c| c.is_alphabetic()).count() > 1
            && !self.knows(word, tongue)
    }
}

/// `the Knight at the King's Bishop's third square`, `the Pawn two steps`
fn counts_squares(word: &str) -> bool {
    matches!(
        word.trim_end_matches(['.', ',', ';']),
        "square" | "squares" | "house" | "houses" | "step" | "steps"
    )
}

fn is_unknown(token: &token::Token) -> bool {
    token.word == token::Word::Unknown
}

fn entry_in(row: &mut [Option<Rc<Entry>>; Tongue::COUNT], text: &str, tongue: Tongue) -> Rc<Entry> {
    if let Some(entry) = &row[tongue as usize] {
        return Rc::clone(entry);
    }
    let made = entry(text, tongue);
    let alike = row.iter().flatten().find(|other| ***other == made).cloned();
    let entry = alike.unwrap_or_else(|| Rc::new(made));
    row[tongue as usize] = Some(Rc::clone(&entry));
    entry
}

fn entry(text: &str, tongue: Tongue) -> Entry {
    let nothing = Entry {
        parsed: None,
        quality: 0,
        remark: false,
        cut_short: false,
    };
    if is_no_move(text, tongue) {
        return nothing;
    }
    let Ok(mut parsed) = parse_in(text, tongue) else {
        return nothing;
    };
    let all = parsed.ways.len();
    parsed.ways.retain(|terms| !terms.is_too_little_for_a_page());
    let quality = parsed
        .ways
        .iter()
        .filter(|terms| terms.tier < LIBERTY)
        .map(|terms| match (terms.names_man(), terms.says_where()) {
            (true, true) => 3,
            (false, true) => 2,
            // `K. moves` leaves open where to.
            (true, false) if text.contains("moves") => 2,
            (true, false) => 1,
            (false, false) => 0,
        })
        .max()
        .unwrap_or(0);
    Entry {
        quality,
        remark: parsed.remark.is_some(),
        cut_short: parsed.ways.len() < all,
        parsed: Some(parsed),
    }
}

/// `Pawn on King's 2 to King's 4 [P (K2)-K4]` without the second writing of the move.
fn without_abbreviation(text: &str) -> &str {
    let Some((move_in_words, short)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) else {
        return text;
    };
    let is_short = short.len() > 2 && short.contains(['-', '–', '—', 'x', '×']);
    if is_short { move_in_words.trim_end() } else { text }
}

/// What no printed move looks like, whatever the grammar makes of it.
fn is_no_move(text: &str, tongue: Tongue) -> bool {
    if !text.contains(char::is_alphanumeric)
        || text.starts_with(['!', '?', ',', ';', ')'])
        || text.ends_with([' ', '-', '–', '—', '×'])
        || text.ends_with(" to")
        || two_squares_apart(text)
    {
        return true;
    }
    // `29. RxP`: a number of its own, where another has been taken.
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && text[digits..].starts_with('.') {
        return true;
    }
    // `ch.)`: the end of a bracket that another cell opened.
    let begins = text.split_whitespace().next().unwrap_or_default();
    if begins.trim_end_matches([',', ';', '.']).ends_with(')') && !begins.contains('(') {
        return true;
    }
    // Words that a sentence may begin with, and a move in print does not: `for B takes P wins`.
    let first = text
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    // `A×C`: the Spanish and Italian Bishop is no article.
    let is_man = tongue
        .man_at(first)
        .is_some_and(|(_, length)| length == first.len());
    if !is_man
        && (["for", "is", "does", "white", "black", "a", "an"]
            .iter()
            .any(|word| word.eq_ignore_ascii_case(first))
            && !text.contains(|c: char| c.is_ascii_digit())
            || ["for", "is", "does"]
                .iter()
                .any(|word| word.eq_ignore_ascii_case(first)))
    {
        return true;
    }
    // A stop after `Castles` ends it; the rook follows without one (`Castles Q. R.`).
    text.strip_prefix("Castles.").is_some_and(|rest| {
        rest.contains(char::is_alphanumeric) && !rest.trim_start().starts_with(['(', '['])
    })
}

/// `e4 e5` and `Nf3 d5` are a move and its reply; a move from square to square has no bare space
/// between them in print.
fn two_squares_apart(text: &str) -> bool {
    let is_square = |bytes: &[u8]| matches!(bytes, [b'a'..=b'h', b'1'..=b'8']);
    let mut words = text.split_whitespace().map(str::as_bytes).peekable();
    while let Some(word) = words.next() {
        let ends = word.len() > 1 && is_square(&word[word.len() - 2..]);
        let begins = words
            .peek()
            .is_some_and(|next| next.len() > 1 && is_square(&next[..2]));
        if ends && begins {
            return true;
        }
    }
    false
}
