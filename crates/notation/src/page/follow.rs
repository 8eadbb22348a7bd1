//! Which words of a page are the moves of one game?
//!
//! Every number on the page is an offer. Followings of the game compete: each takes an offer whose
//! number is due and whose moves are legal on its board, or passes it by as part of a note. The one
//! that reads most and passes by least is the game. So a text that could be prose or score is tried
//! both ways, and the board decides.

mod answer;
mod blind;
mod conclude;
mod manner;
mod take;

use std::ops::Range;
use std::rc::Rc;

use jadoube_board::{Origins, Position};
use smallvec::SmallVec;

use manner::Manner;

use super::cells::{Cell, Memory};
use super::words::{self, Gap, Marker, Word, is_dots};
use crate::game::Known;
use crate::language::Tongues;
use crate::parse::Parsed;
use crate::read::{LIBERTY, candidates, keep_easiest};
use crate::terms::{Context, Previous};

/// Most followings kept at once.
const MOST_FOLLOWINGS: usize = 24;
const MOST_STRAYS: usize = 8;
const MOST_ALIKE: usize = 3;
/// What a following may lack of the best before it is given up: more than a fault costs.
const HOPELESS: i32 = 64;
/// Most positions one following keeps where its moves can be read in several ways.
const MOST_BOARDS: usize = 24;
/// How far the best must be ahead of all others to go on alone, and how many of its steps are then taken
/// back, to be followed in all ways, where it is stopped.
const AHEAD: i32 = 40;
const TAKEN_BACK: usize = 3;
/// How many numbers, and how many words, may be passed by before a game is over.
const MOST_PASSED: usize = 240;
const MOST_WORDS: usize = 16_000;
/// A number so few words after the last move belongs to it, wherever it is set.
const NEAR: u32 = 12;

/// What a move read is worth, and what the doubtful ways of reading cost.
pub(super) mod worth {
    pub(super) const PLY: i32 = 4;
    pub(super) const BLIND_PLY: i32 = 3;
    /// A number inside a line, where the game has its moves in rows; a bare figure, where it stops them.
    pub(super) const OUT_OF_MANNER: i32 = -9;
    pub(super) const OTHER_INDENT: i32 = -2;
    /// A row of the game's own indent repeats numbers that were taken from rows of another indent.
    pub(super) const STRAYED: i32 = -60;
    /// Leaving what is set in the answer's place, and is a legal answer, to a note.
    pub(super) const PASS_ANSWER: i32 = -8;
    /// `GAME 13.` stands in between.
    pub(super) const PAST_HEADING: i32 = -40;
    /// Words stand between a move and its answer in running text.
    pub(super) const WORDS_BETWEEN: i32 = -6;
    /// `Drawn.` stands in between, on a line of its own.
    pub(super) const PAST_ENDING: i32 = -40;
    /// `could have played 5.`
    pub(super) const IN_A_SENTENCE: i32 = -16;
    pub(super) const OTHER_LINE: i32 = -1;
    pub(super) const OTHER_PARAGRAPH: i32 = -3;
    /// The line goes on in words that are no move.
    pub(in crate::page) const PROSE_FOLLOWS: i32 = -3;
    pub(super) const MISNUMBERED: i32 = -14;
    pub(super) const FAULT: i32 = -30;
    /// Passing by a row that is due and set as the game's own rows are; and any other such row.
    pub(super) const PASS_DUE_ROW: i32 = -6;
    pub(super) const PASS_ROW: i32 = -2;
}

/// The positions a game may have reached.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) position: Position,
    pub(super) origins: Origins,
    pub(super) previous: Option<Previous>,
    /// Whether the words of that move mark a check.
    pub(super) marks_check: bool,
    /// Which of the beginnings offered it comes from.
    pub(super) beginning: u16,
}

impl Board {
    /// Its last move, where nothing is supposed in it: neither the piece for a Pawn nor the side of castling.
    fn known(&self) -> Option<Known> {
        let movement = self.previous?.movement;
        let plain = movement.promotion().is_none() && !movement.remains_pawn() && !movement.is_castling();
        plain.then_some(Known {
            movement,
            marks_check: self.marks_check,
        })
    }
}

/// One position nearly always.
pub(super) type Boards = Rc<SmallVec<[Board; 1]>>;

/// One thing taken from the page, and the one before it.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    before: u32,
    pub(super) span: Range<u32>,
    /// The word its number or its first word is, and the word after it.
    pub(super) from: u32,
    pub(super) next: u32,
    /// The number as printed, or as counted where none is.
    pub(super) number: u32,
    /// The number printed, where it is not the one due.
    pub(super) due: Option<u32>,
    /// The board does not know this move.
    pub(super) blind: bool,
    /// What the reading of the whole score need not ask again.
    pub(super) known: Option<Known>,
}

/// The boards after a cell, and the tongues in which it leads there.
struct Played {
    boards: Boards,
    tongues: Tongues,
    known: Option<Known>,
    trusted: bool,
}

const NOTHING: u32 = u32::MAX;

#[allow(clippy::struct_excessive_bools, reason = "each is one thing known of it")]
#[derive(Clone)]
pub(super) struct Following {
    at: u32,
    number: u32,
    half: bool,
    score: i32,
    plies: u32,
    boards: Boards,
    pub(super) tongues: Tongues,
    last: u32,
    blind: bool,
    manner: Rc<Manner>,
    /// The marker it took last.
    marker: u32,
    /// The number at which it left the indent of the game's rows; 0 while it has not.
    strayed: u32,
    /// Its score when it did: what it has gained since is not yet sure.
    sure: i32,
    /// A move that is due was passed by: a fault, unless the game goes on elsewhere.
    owes: bool,
    /// Whether the reading of the whole score will find no other boards than these.
    trusted: bool,
}

impl Following {
    /// What it is worth beside others while the page goes on.
    fn standing(&self) -> i32 {
        let unsure = if self.strayed > 0 {
            (self.score - self.sure) * 7 / 8
        } else {
            0
        };
        self.score - unsure - self.owing()
    }

    fn waits_for_the_move_of(&self, other: &Following) -> bool {
        (self.number, self.half, self.blind) == (other.number, other.half, other.blind)
    }

    /// What a move passed by costs while it may still turn up.
    fn owing(&self) -> i32 {
        if self.owes { 8 } else { 0 }
    }

    /// Its boards and tongues after a move that is legal on them; the move where it is known.
    fn play(&mut self, played: Played) -> Option<Known> {
        self.boards = played.boards;
        self.tongues = played.tongues;
        self.trusted = played.trusted;
        self.plies += 1;
        played.known
    }

    /// The second player has moved, or his move is left out.
    fn go_to_the_next_number(&mut self) {
        self.number += 1;
        self.half = false;
    }

    /// Whether its last move mates, on the board and in its own words: what follows is no part of the game.
    fn is_over(&self) -> bool {
        let mates = |board: &Board| board.marks_check && board.position.is_checkmate();
        self.last != NOTHING && !self.blind && self.boards.iter().all(mates)
    }

    /// Its score were the page to end here.
    fn settled(&self) -> i32 {
        self.score + if self.owes { worth::FAULT - 1 } else { 0 }
    }
}

/// A game as it was followed through the page.
pub(super) struct Followed {
    pub(super) taken: Vec<Taken>,
    pub(super) boards: Boards,
    pub(super) tongues: Tongues,
    /// Moves that are legal.
    pub(super) plies: usize,
    /// Whether the second player's move is due.
    pub(super) half: bool,
    pub(super) number: u32,
    /// The word after its last move, and the marker to go on from.
    pub(super) at: usize,
    pub(super) next_marker: usize,
    /// Rows that follow and were not read.
    pub(super) unread: Option<Range<u32>>,
    pub(super) row: bool,
}

impl Followed {
    /// Whether its every move is legal, and no row of it is left unread.
    pub(super) fn is_whole(&self) -> bool {
        self.unread.is_none() && self.taken.iter().all(|taken| !taken.blind)
    }
}

/// Follows games through the words of a page.
pub(super) struct Follower<'p> {
    pub(super) page: &'p str,
    pub(super) words: Vec<Word>,
    pub(super) markers: Vec<Marker>,
    /// Words that head a game.
    headings: Vec<u32>,
    /// Words at which a line begins that says how the game ended.
    endings: Vec<u32>,
    /// Words at which a paragraph begins.
    paragraphs: Vec<u32>,
    /// Brackets that are notes.
    asides: Vec<Range<u32>>,
    pub(super) memory: Memory<'p>,
    taken: Vec<Taken>,
    /// What a following must be able to stand at after this step: others are so far ahead that less is given up.
    floor: i32,
}

impl<'p> Follower<'p> {
    pub(super) fn new(page: &'p str, words: Vec<Word>, mut markers: Vec<Marker>) -> Follower<'p> {
        let asides = words::asides(page, &words);
        for marker in &mut markers {
            let before = asides.partition_point(|aside| aside.start <= marker.word);
            marker.bracketed |= before > 0 && asides[before - 1].end > marker.word;
        }
        let headings = words::headings(page, &words);
        let endings = words::endings(page, &words);
        let begins = |(at, word): (u32, &Word)| (word.gap == Gap::Blank).then_some(at);
        let paragraphs = (0..).zip(&words).filter_map(begins).collect();
        let count = words.len();
        let mut follower = Follower {
            page,
            words,
            markers,
            headings,
            endings,
            paragraphs,
            asides,
            memory: Memory::of_words(count),
            taken: Vec::new(),
            floor: i32::MIN,
        };
        for index in 0..follower.markers.len() {
            follower.markers[index].plays = follower.looks_like_a_move(&follower.markers[index]);
        }
        follower
    }

    /// The first word from here on that begins a paragraph, or the end of the page.
    pub(super) fn next_paragraph(&self, from: usize) -> usize {
        let next = self.paragraphs.partition_point(|&word| (word as usize) < from);
        self.paragraphs
            .get(next)
            .map_or(self.words.len(), |&word| word as usize)
    }

    /// The first word from here on that heads a game, or numbers a row of play of this kind; or the end of the page.
    pub(super) fn next_row(&self, from: usize, is_wanted: impl Fn(&Marker) -> bool) -> usize {
        let next = self.headings.partition_point(|&word| (word as usize) < from);
        let heading = self
            .headings
            .get(next)
            .map_or(self.words.len(), |&word| word as usize);
        let first = self.markers.partition_point(|offer| (offer.word as usize) < from);
        let mut ahead = self.markers[first..]
            .iter()
            .take_while(|offer| (offer.word as usize) < heading);
        let row = ahead.find(|offer| offer.row && offer.plays && !offer.dots && is_wanted(offer));
        row.map_or(heading, |offer| offer.word as usize)
    }

    pub(super) fn text(&self, word: usize) -> &'p str {
        self.words
            .get(word)
            .map_or("", |word| &self.page[word.start as usize..word.end as usize])
    }

    /// The word after the note in brackets, or the mark of a note, that begins with this word.
    pub(super) fn after_aside(&self, word: usize) -> Option<usize> {
        let text = self.text(word);
        if !text.starts_with(['(', '[', '{']) && !text.ends_with(')') {
            return None;
        }
        let found = self
            .asides
            .binary_search_by_key(&(word as u32), |aside| aside.start);
        found.ok().map(|index| self.asides[index].end as usize)
    }

    /// The words from this one to the end of its line.
    pub(super) fn words_of_line(&self, word: usize) -> Range<usize> {
        // What is shown of a line need not be longer, and a page may be one line.
        const LONGEST: usize = 100;
        let mut next = word + 1;
        while next < self.words.len() && next - word < LONGEST && self.words[next].gap < Gap::Line {
            next += 1;
        }
        word..next
    }

    /// The end of the line this word stands on, in bytes.
    pub(super) fn line_end(&self, word: usize) -> usize {
        let last = self.words_of_line(word).end - 1;
        (self.words[last].end as usize).max(self.words[word].start as usize)
    }

    /// Follows the game whose first move this marker numbers.
    pub(super) fn follow(
        &mut self,
        marker: usize,
        boards: Boards,
        tongues: Tongues,
        half: bool,
    ) -> Option<Followed> {
        let mut end = self.markers.len();
        loop {
            let followed = self.follow_until(end, marker, Rc::clone(&boards), tongues, half)?;
            match self.runs_into_another(&followed, marker, tongues) {
                Some(another) if another < end => end = another,
                _ => return Some(followed),
            }
        }
    }

    /// The marker at which another game begins whose rows this one has taken for its own, though they are that one's from its first
    /// move on. A game that is told in a note has rows of its own, and this one goes on after it.
    fn runs_into_another(&mut self, followed: &Followed, marker: usize, tongues: Tongues) -> Option<usize> {
        const MOST_TRIED: usize = 8;
        const BY_CHANCE: usize = 6;
        let last = followed.taken.last()?.from;
        // The answer, in the same line, may have a number of its own.
        let is_own = |offer: &Marker| {
            let first = self.words.get(offer.first as usize);
            let begins = first.map(|word| word.start + offer.offset);
            self.words[offer.word as usize].gap < Gap::Line
                && followed
                    .taken
                    .iter()
                    .any(|taken| Some(taken.span.start) == begins)
        };
        let begins = |offer: &Marker| {
            offer.number == 1 && offer.row && !offer.dots && !offer.bracketed && !is_own(offer)
        };
        let ahead = self.markers[marker + 1..].iter().enumerate();
        let inside = ahead.take_while(|(_, offer)| offer.word < last);
        let others: SmallVec<[usize; MOST_TRIED]> = inside
            .filter(|(_, offer)| begins(offer))
            .map(|(index, _)| marker + 1 + index)
            .take(MOST_TRIED)
            .collect();
        let start = beginning(&Position::ordinary());
        others.into_iter().find(|&another| {
            let word = self.markers[another].word;
            let own = followed.taken.partition_point(|taken| taken.from <= word);
            let (own, beyond) = followed.taken.split_at(own);
            let Some(first) = beyond.first() else { return false };
            let end = self.markers.len();
            let Some(other) = self.follow_until(end, another, Rc::clone(&start), tongues, false) else {
                return false;
            };
            let is_legal = |taken: &&Taken| !taken.blind;
            // By chance a game takes a few moves that follow its last.
            let goes_on = other.taken.iter().filter(|taken| taken.from > first.from);
            let shared = other.taken.iter().any(|taken| taken.from == first.from);
            // A line that is set twice begins no other game.
            let before = other.taken.iter().take_while(|taken| taken.from < first.from);
            let text = |taken: &Taken| self.slice(taken.span.start, taken.span.end);
            let near = own
                .last()
                .is_some_and(|last| word.saturating_sub(last.next) < NEAR);
            if near && before.zip(own).all(|(one, other)| text(one) == text(other)) {
                return false;
            }
            let gained = beyond.iter().filter(is_legal).count();
            let leaps = gained < BY_CHANCE && other.plies >= 2 * BY_CHANCE;
            // Where one of the two is legal to its end and the other is not, the rows are its own.
            let fits = other.is_whole() || !followed.is_whole();
            let takes = shared || goes_on.filter(is_legal).count() >= BY_CHANCE;
            other.plies > gained && (leaps || fits && takes)
        })
    }

    /// The same as far as this marker.
    fn follow_until(
        &mut self,
        end: usize,
        marker: usize,
        boards: Boards,
        tongues: Tongues,
        half: bool,
    ) -> Option<Followed> {
        self.taken.clear();
        let first = self.markers[marker];
        let manner = Manner {
            stopped: first.stopped,
            row: first.row,
            rows: self.rows_ahead(marker),
            indents: SmallVec::new(),
        };
        let opening = Following {
            half,
            manner: Rc::new(manner),
            ..self.opening(marker, boards, tongues)
        };
        let (mut followings, mut next): (Vec<Following>, Vec<Following>) = Default::default();
        self.take(&opening, marker, &mut followings);
        prune(&mut followings, first.word);
        let mut pruned = first.word;
        let mut progress = marker;
        let mut index = marker + 1;
        // The number at which the best was stopped when it went alone.
        let mut stopped = 0;
        while index < end && !followings.is_empty() {
            if index > stopped
                && let Some(lead) = leader(&followings, index == marker + 1)
            {
                let gone;
                (gone, stopped) = self.go_alone(lead, index);
                if let Some((one, from)) = gone {
                    followings = vec![one];
                    index = from;
                    progress = from - 1;
                }
                continue;
            }
            let offer = self.markers[index];
            let furthest = followings.iter().map(|one| one.at).max().unwrap_or(0);
            if index - progress > MOST_PASSED || offer.word.saturating_sub(furthest) as usize > MOST_WORDS {
                break;
            }
            if self.begins_another(&followings, index) || self.begins_again(&followings, first.number, index)
            {
                break;
            }
            let reached = furthest_move(&followings);
            let mut seen = 0;
            // Where all of them pass by, they stand to each other as they did.
            let count = followings.len();
            let mut changed = false;
            for mut following in followings.drain(..) {
                changed |= following.at > pruned;
                if following.at <= offer.word {
                    for one in &next[seen..] {
                        self.floor = self.floor.max(one.standing() - HOPELESS);
                    }
                    seen = next.len();
                    self.take(&following, index, &mut next);
                    changed |= self.pass(&mut following, index);
                }
                next.push(following);
            }
            self.floor = i32::MIN;
            if changed || next.len() > count {
                prune(&mut next, offer.word);
                pruned = offer.word;
            }
            std::mem::swap(&mut followings, &mut next);
            // What only goes back and forth between moves already reached is no progress.
            if furthest_move(&followings) > reached {
                progress = index;
            }
            index += 1;
        }
        let best = followings
            .into_iter()
            .max_by_key(|one| (one.settled(), std::cmp::Reverse(one.at)))?;
        Some(self.conclude(&best, index))
    }

    /// Follows a plain score, whose every number stands straight after the last move and is followed by a
    /// move and an answer that can be read in one way: no other following comes to more. Where that ends,
    /// some steps are taken back. The following and the marker to go on from, where it went further than
    /// that; and the marker that is not plain.
    fn go_alone(&mut self, lead: Following, index: usize) -> (Option<(Following, usize)>, usize) {
        let mut steps: Vec<(Following, usize)> = Vec::new();
        let (mut one, mut at) = (lead, index);
        while let Some((next, after)) = self.plain_step(&one, at) {
            steps.push((
                std::mem::replace(&mut one, next),
                std::mem::replace(&mut at, after),
            ));
        }
        // A row of the same paragraph that repeats a number may be the right one.
        let again = self.markers[at.min(self.markers.len())..]
            .iter()
            .take(TAKEN_BACK)
            .take_while(|offer| {
                let mut between = one.at..=offer.word;
                between.all(|word| self.words[word as usize].gap < Gap::Blank)
            })
            .filter(|offer| self.is_in_manner(&one.manner, offer) && offer.plays)
            .map(|offer| steps.partition_point(|(step, _)| step.number < offer.number))
            .min()
            .unwrap_or(steps.len());
        let kept = steps.len().checked_sub(TAKEN_BACK);
        let kept = kept.map(|kept| kept.min(again)).filter(|&kept| kept > 0);
        (kept.and_then(|kept| steps.into_iter().nth(kept)), at)
    }

    /// The following after the offer, and the marker after it, where the offer is plain.
    fn plain_step(&mut self, one: &Following, index: usize) -> Option<(Following, usize)> {
        let offer = *self.markers.get(index)?;
        let manner = &one.manner;
        if offer.word != one.at
            || offer.number != one.number
            || offer.dots
            || offer.bracketed
            || one.blind
            || one.owes
            || one.strayed > 0
            || manner.stopped && !offer.stopped
            || manner.rows == Some(true) && !offer.row && !one.half
        {
            return None;
        }
        let mut out = Vec::with_capacity(2);
        self.take_moves(one, &offer, index, 0, None, &mut out);
        // A move and its answer; or a move alone, where the other has a number of its own.
        let ahead = match &out[..] {
            [first] => first.plies == one.plies + 1,
            [half, both] => both.plies == one.plies + 2 && both.score > half.score,
            _ => false,
        };
        let next = out.pop().filter(|next| ahead && !next.blind)?;
        let mut after = index + 1;
        while self.markers.get(after).is_some_and(|offer| offer.word < next.at) {
            after += 1;
        }
        let due = self.markers.get(after)?;
        (due.word == next.at && due.number == next.number).then_some((next, after))
    }

    /// A first move in a row of its own, legal in the array, is another game.
    fn begins_another(&mut self, followings: &[Following], index: usize) -> bool {
        let offer = self.markers[index];
        if offer.number != 1 || offer.dots || !offer.row || offer.bracketed {
            return false;
        }
        if followings.iter().any(|one| one.number == 1 && !one.blind) {
            return false;
        }
        let set_alike = followings
            .iter()
            .any(|one| self.is_in_manner(&one.manner, &offer) && one.number > 2);
        set_alike && self.opens_a_game(index)
    }

    /// A row with the number at which these rows began, themselves the rest of a game: another rest.
    fn begins_again(&self, followings: &[Following], first: u32, index: usize) -> bool {
        let offer = self.markers[index];
        first > 1
            && offer.number == first
            && offer.row
            && !offer.dots
            && !offer.bracketed
            && followings
                .iter()
                .all(|one| one.number > first + 2 && self.is_in_manner(&one.manner, &offer))
            && self.next_in_manner(&followings[0].manner, index) == first + 1
    }

    /// The positions after the move this marker numbers, with nothing else in its line.
    pub(super) fn one_move(&mut self, index: usize, start: &Position, tongues: Tongues) -> Vec<Position> {
        let offer = self.markers[index];
        let opening = self.opening(index, beginning(start), tongues);
        let cells = self.legal_cells(&opening, offer.first as usize, offer.offset, offer.number);
        let alone = |cell: &Cell| {
            let mut next = cell.next as usize;
            while is_dots(self.text(next)) {
                next += 1;
            }
            self.words.get(next).is_none_or(|word| word.gap >= Gap::Line)
        };
        cells
            .iter()
            .filter(|(cell, _)| alone(cell))
            .flat_map(|(_, played)| played.boards.iter().map(|board| board.position))
            .collect()
    }

    /// The positions after the move this marker numbers, each with the word after the `and` that follows it.
    pub(super) fn moves_before_and(
        &mut self,
        index: usize,
        start: &Position,
        tongues: Tongues,
    ) -> Vec<(u32, Position)> {
        let offer = self.markers[index];
        let opening = self.opening(index, beginning(start), tongues);
        let cells = self.legal_cells(&opening, offer.first as usize, offer.offset, offer.number);
        let joined = |cell: &Cell| {
            matches!(
                self.text(cell.next as usize),
                "and" | "&" | "und" | "et" | "y" | "e"
            )
        };
        cells
            .iter()
            .filter(|(cell, _)| joined(cell))
            .flat_map(|(cell, played)| played.boards.iter().map(|board| (cell.next + 1, board.position)))
            .collect()
    }

    /// A following that has taken nothing yet.
    fn opening(&self, index: usize, boards: Boards, tongues: Tongues) -> Following {
        let first = self.markers[index];
        Following {
            at: first.word,
            number: first.number,
            half: false,
            score: 0,
            plies: 0,
            boards,
            tongues,
            last: NOTHING,
            blind: false,
            manner: Rc::default(),
            marker: index as u32,
            strayed: 0,
            sure: 0,
            owes: false,
            trusted: true,
        }
    }

    /// Whether the moves at this marker are legal from the array.
    pub(super) fn opens_a_game(&mut self, index: usize) -> bool {
        let opening = self.opening(index, beginning(&Position::ordinary()), Tongues::ALL);
        let mut found = Vec::new();
        let kept = self.taken.len();
        let offer = self.markers[index];
        self.take_moves(&opening, &offer, index, 0, None, &mut found);
        self.taken.truncate(kept);
        !found.is_empty()
    }

    /// Whether the page says how the game ended between its last move and this offer.
    fn is_past_an_ending(&self, following: &Following, offer: &Marker) -> bool {
        let past = self.endings.partition_point(|&word| word < following.at);
        following.last != NOTHING && self.endings.get(past).is_some_and(|&word| word < offer.word)
    }

    /// Whether a heading of another game stands between its last move and this offer.
    fn is_past_a_heading(&self, following: &Following, offer: &Marker) -> bool {
        let past = self.headings.partition_point(|&word| word < following.at);
        following.last != NOTHING && self.headings.get(past).is_some_and(|&word| word < offer.word)
    }

    /// Whether the number stands in the middle of a sentence: `could have played 5. …`
    pub(super) fn is_in_a_sentence(&self, offer: &Marker) -> bool {
        if self.words[offer.word as usize].gap >= Gap::Line || offer.word == 0 {
            return false;
        }
        let before = self.text(offer.word as usize - 1);
        before.chars().count() > 1 && before.chars().all(char::is_lowercase)
    }
}

/// The best of them, where no other comes near it; at a game's first moves it need not be far ahead.
fn leader(followings: &[Following], first: bool) -> Option<Following> {
    let (lead, others) = followings.split_first()?;
    let far = |other: &Following| first || other.standing() < lead.standing() - AHEAD;
    (others.iter().all(far) && !lead.blind).then(|| lead.clone())
}

pub(super) fn beginning(position: &Position) -> Boards {
    Rc::new(SmallVec::from_elem(
        Board {
            position: *position,
            origins: Origins::of(position.board()),
            previous: None,
            marks_check: false,
            beginning: 0,
        },
        1,
    ))
}

/// The latest move that is due in any of them.
fn furthest_move(followings: &[Following]) -> Option<(u32, bool)> {
    followings.iter().map(|one| (one.number, one.half)).max()
}

/// Keeps the best; of those that stand at the same place with the same boards, only one.
fn prune(followings: &mut Vec<Following>, word: u32) {
    let best = followings.iter().map(Following::standing).max().unwrap_or(0);
    followings.retain(|one| one.standing() >= best - HOPELESS);
    followings.sort_by_key(|one| std::cmp::Reverse(one.standing()));
    let mut kept = 0;
    let mut strays = 0;
    for at in 0..followings.len() {
        let (better, one) = (&followings[..kept], &followings[at]);
        // Those that left the game's rows must not crowd out the one that waits for them.
        strays += usize::from(one.strayed > 0);
        if one.strayed > 0 && strays > MOST_STRAYS {
            continue;
        }
        // One that waits at an earlier move must not be crowded out by the ways of going on without it.
        let alike = better.iter().filter(|other| other.waits_for_the_move_of(one));
        let again = |other: &Following| {
            other.at.max(word + 1) == one.at.max(word + 1) && have_same_positions(&other.boards, &one.boards)
        };
        if alike.clone().count() < MOST_ALIKE && !alike.clone().any(again) {
            followings.swap(kept, at);
            kept += 1;
            if kept == MOST_FOLLOWINGS {
                break;
            }
        }
    }
    followings.truncate(kept);
}

pub(super) fn have_same_positions(boards: &[Board], others: &[Board]) -> bool {
    boards.len() == others.len() && boards.iter().zip(others).all(|(a, b)| a.position == b.position)
}

/// Every board after a text, one for each legal move it can mean.
pub(super) fn play(boards: &[Board], parsed: &Parsed) -> SmallVec<[Board; 1]> {
    let mut next: SmallVec<[Board; 1]> = SmallVec::new();
    for board in boards {
        let context = Context {
            position: &board.position,
            origins: &board.origins,
            by_place: false,
            previous: board.previous,
        };
        let mut found = candidates(parsed, &context);
        found.retain(|candidate| candidate.strain < LIBERTY);
        keep_easiest(&mut found);
        for candidate in found {
            let movement = candidate.movement;
            let position = board.position.play(movement);
            if next.len() >= MOST_BOARDS.max(boards.len())
                || next
                    .iter()
                    .any(|other| other.position == position && other.beginning == board.beginning)
            {
                continue;
            }
            let mut origins = board.origins;
            origins.play(&board.position, movement);
            next.push(Board {
                position,
                origins,
                previous: Some(Previous {
                    movement,
                    took: board.position.captured(movement).is_some(),
                }),
                marks_check: parsed.ways[usize::from(candidate.way)].marks_check(),
                beginning: board.beginning,
            });
        }
    }
    next
}
