//! Which words of a page are the moves of one game?
//!
//! Every number on the page is an offer. Followings of the game compete: each takes an offer whose
//! number is due and whose moves are legal on its board, or passes it by as part of a note. The one
//! that reads most and passes by least is the game. So a text that could be prose or score is tried
//! both ways, and the board decides.

use std::ops::Range;
use std::rc::Rc;

use jadoube_board::{Origins, Position};
use smallvec::SmallVec;

use super::cells::{Cell, Meanings, Memory};
use super::words::{self, Gap, Marker, Word, is_dots};
use crate::game::Known;
use crate::language::{Tongue, Tongues};
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

/// Whether the answer to a move follows it at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Read,
    /// Something stands in its place that no legal move fits.
    Unreadable,
    Absent,
}

/// How the game's moves are set.
#[derive(Clone, Debug, Default)]
struct Manner {
    stopped: bool,
    /// The first move begins a line or a column.
    row: bool,
    /// Each move begins one.
    rows: Option<bool>,
    /// Columns in which its numbers begin and end.
    indents: SmallVec<[(u32, u32); 4]>,
}

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

    /// What a move passed by costs while it may still turn up.
    fn owing(&self) -> i32 {
        if self.owes { 8 } else { 0 }
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

/// Follows games through the words of a page.
pub(super) struct Follower<'p> {
    pub(super) page: &'p str,
    pub(super) words: Vec<Word>,
    pub(super) markers: Vec<Marker>,
    /// Words that head a game.
    headings: Vec<u32>,
    /// Words at which a line begins that says how the game ended.
    endings: Vec<u32>,
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
        let count = words.len();
        let mut follower = Follower {
            page,
            words,
            markers,
            headings,
            endings,
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

    pub(super) fn text(&self, word: usize) -> &'p str {
        self.words
            .get(word)
            .map_or("", |word| &self.page[word.start as usize..word.end as usize])
    }

    /// The word after the note in brackets that begins with this word.
    pub(super) fn after_aside(&self, word: usize) -> Option<usize> {
        if !self.text(word).starts_with(['(', '[', '{']) {
            return None;
        }
        let found = self
            .asides
            .binary_search_by_key(&(word as u32), |aside| aside.start);
        found.ok().map(|index| self.asides[index].end as usize)
    }

    /// The end of the line this word stands on, in bytes.
    pub(super) fn line_end(&self, word: usize) -> usize {
        let mut next = word + 1;
        while next < self.words.len() && self.words[next].gap < Gap::Line {
            next += 1;
        }
        let start = self.words[word].start as usize;
        (self.words[next - 1].end as usize).max(start)
    }

    /// Follows the game whose first move this marker numbers.
    pub(super) fn follow(
        &mut self,
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
        let mut followings = Vec::new();
        self.take(&opening, marker, &mut followings);
        prune(&mut followings, first.word);
        let mut progress = marker;
        let mut index = marker + 1;
        // The number at which the best was stopped when it went alone.
        let mut stopped = 0;
        while index < self.markers.len() && !followings.is_empty() {
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
            let best = followings.iter().map(|one| one.last).max();
            let mut next: Vec<Following> = Vec::with_capacity(followings.len() + 8);
            let mut seen = 0;
            for mut following in followings {
                if following.at <= offer.word {
                    for one in &next[seen..] {
                        self.floor = self.floor.max(one.standing() - HOPELESS);
                    }
                    seen = next.len();
                    self.take(&following, index, &mut next);
                    self.pass(&mut following, index);
                }
                next.push(following);
            }
            self.floor = i32::MIN;
            prune(&mut next, offer.word);
            followings = next;
            if followings.iter().map(|one| one.last).max() != best {
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

    /// Whether the next numbers all stand at the head of rows; those in notes may stand elsewhere too.
    fn rows_ahead(&self, marker: usize) -> Option<bool> {
        const LOOKED_AT: u32 = 4;
        let first = self.markers[marker];
        let ahead = &self.markers[marker + 1..(marker + 81).min(self.markers.len())];
        let last = ahead
            .iter()
            // `P to Q 4.` ends a sentence.
            .filter(|offer| {
                offer.row || offer.word == 0 || !words::names_file(self.text(offer.word as usize - 1))
            })
            .map(|offer| offer.number)
            .filter(|number| (first.number + 1..=first.number + LOOKED_AT).contains(number))
            .max()?;
        let mut due = first.number + 1;
        for offer in ahead {
            if offer.number == due && offer.row && !offer.bracketed {
                due += 1;
            }
        }
        Some(first.row && due > last)
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

    /// Whether the offer is set as the game's own numbers are, or stands straight after its last move.
    fn suits(&self, following: &Following, offer: &Marker) -> bool {
        following.at == offer.word || self.is_in_manner(&following.manner, offer)
    }

    fn is_in_manner(&self, manner: &Manner, offer: &Marker) -> bool {
        if manner.rows == Some(false) {
            return offer.stopped || !manner.stopped;
        }
        if !offer.row {
            return false;
        }
        let word = self.words[offer.word as usize];
        let end = word.column + word.end - word.start;
        manner.indents.is_empty()
            || manner
                .indents
                .iter()
                .any(|&(from, to)| from.abs_diff(word.column) <= 1 || to.abs_diff(end) <= 1)
    }

    /// Whether the page says how the game ended between its last move and this offer.
    fn is_past_an_ending(&self, following: &Following, offer: &Marker) -> bool {
        let past = self.endings.partition_point(|&word| word < following.at);
        following.last != NOTHING && self.endings.get(past).is_some_and(|&word| word < offer.word)
    }

    /// Whether the number stands in the middle of a sentence: `could have played 5. …`
    fn is_in_a_sentence(&self, offer: &Marker) -> bool {
        if self.words[offer.word as usize].gap >= Gap::Line || offer.word == 0 {
            return false;
        }
        let before = self.text(offer.word as usize - 1);
        before.chars().count() > 1 && before.chars().all(char::is_lowercase)
    }

    /// Leaves the offer to a note.
    fn pass(&mut self, following: &mut Following, index: usize) {
        let offer = self.markers[index];
        let run_on = following.manner.rows == Some(false);
        if offer.bracketed
            || !offer.row && !run_on
            || !following.manner.row && !run_on
            || offer.number == 0
            || !self.suits(following, &offer)
            || !offer.plays
            || self.is_past_an_ending(following, &offer)
        {
            return;
        }
        let due = offer.number == following.number || following.half && offer.number == following.number + 1;
        following.score += match (due, run_on) {
            (true, _) => worth::PASS_DUE_ROW,
            (false, false) => worth::PASS_ROW,
            (false, true) => 0,
        };
        following.owes |= due;
        if following.strayed > 0 && (following.strayed..following.number).contains(&offer.number) {
            following.score += worth::STRAYED;
            following.strayed = 0;
        }
    }

    /// Every way in which this following can take the offer.
    fn take(&mut self, following: &Following, index: usize, out: &mut Vec<Following>) {
        let offer = self.markers[index];
        if offer.bracketed {
            return;
        }
        let due = following.number;
        let number = offer.number;
        let is_due = number == due || number == 0;
        let manner = &following.manner;
        if !is_due {
            let near = number + 1 == due
                || number == due + 1
                || number == due + 2
                || resembles(number, due) && self.next_in_manner(manner, index) == due + 1;
            if following.last == NOTHING || !near || !self.suits(following, &offer) {
                return;
            }
        }
        let mut price = 0;
        let answers = following.half && (offer.word == following.at || offer.dots);
        if following.last != NOTHING {
            if manner.stopped && !offer.stopped || manner.rows == Some(true) && !offer.row && !answers {
                price += worth::OUT_OF_MANNER;
            } else if manner.row && offer.row && !self.suits(following, &offer) {
                price += worth::OTHER_INDENT;
            }
        }
        if self.is_past_an_ending(following, &offer) {
            price += worth::PAST_ENDING;
        }
        if following.last != NOTHING && offer.word > following.at && self.is_in_a_sentence(&offer) {
            price += worth::IN_A_SENTENCE;
        }
        let past = self.headings.partition_point(|&word| word < following.at);
        if following.last != NOTHING && self.headings.get(past).is_some_and(|&word| word < offer.word) {
            price += worth::PAST_HEADING;
        }
        if is_due {
            if offer.dots && !following.half || number == 0 && following.last == NOTHING {
                return;
            }
            self.take_moves(following, &offer, index, price, None, out);
            return;
        }
        if price < worth::OTHER_INDENT {
            return;
        }
        if following.half && number == due + 1 && !offer.dots {
            // The reply is missing, or set where it was not looked for.
            let mut gap = following.clone();
            self.leave_a_gap(&mut gap);
            gap.score += worth::FAULT;
            self.take_moves(&gap, &offer, index, price, None, out);
        }
        if following.half && number == due + 1 && !offer.dots {
            return;
        }
        // Where the row that is due was there and was passed by, its number is no excuse.
        let passed = if following.owes { worth::FAULT } else { 0 };
        self.take_moves(
            following,
            &offer,
            index,
            price + worth::MISNUMBERED + passed,
            Some(due),
            out,
        );
    }

    /// The number of the next row that is set like the game's own, beyond the one its answer bears.
    fn next_in_manner(&self, manner: &Manner, index: usize) -> u32 {
        let number = self.markers[index].number;
        self.markers[index + 1..]
            .iter()
            .take(8)
            .find(|offer| offer.number != number && self.is_in_manner(manner, offer))
            .map_or(0, |offer| offer.number)
    }

    /// The second player's move is not there: its place is kept, so that the reading stops and says so.
    fn leave_a_gap(&mut self, following: &mut Following) {
        let at = following.at as usize;
        let line_end = (at..self.words.len())
            .find(|&word| self.words[word].gap >= Gap::Line)
            .unwrap_or(self.words.len());
        let end = line_end.min(at + 8);
        let span = if end > at {
            self.words[at].start..self.words[end - 1].end
        } else {
            let last = at.checked_sub(1).map_or(0, |word| self.words[word].end);
            last..last
        };
        self.push_blind(following, span, at as u32, end as u32, following.number);
        following.at = end as u32;
        following.number += 1;
        following.half = false;
        following.blind = true;
    }

    fn push_taken(&mut self, following: &mut Following, taken: Taken) {
        self.taken.push(taken);
        following.last = self.taken.len() as u32 - 1;
    }

    /// Takes what the board does not know.
    fn push_blind(&mut self, following: &mut Following, span: Range<u32>, from: u32, next: u32, number: u32) {
        let taken = Taken {
            before: following.last,
            span,
            from,
            next,
            number,
            due: None,
            blind: true,
            known: None,
        };
        self.push_taken(following, taken);
    }

    /// Takes the one or two moves after a number.
    fn take_moves(
        &mut self,
        following: &Following,
        offer: &Marker,
        index: usize,
        price: i32,
        due: Option<u32>,
        out: &mut Vec<Following>,
    ) {
        let first = offer.first as usize;
        if self
            .words
            .get(first)
            .is_none_or(|word| word.gap == Gap::Blank && !offer.row)
        {
            return;
        }
        let owing = if due.is_some() { following.owing() } else { 0 };
        let most = following.score + price + 2 * worth::PLY - owing;
        if following.strayed == 0 && most < self.floor {
            return;
        }
        let before = out.len();
        let number = if offer.number == 0 {
            following.number
        } else {
            offer.number
        };
        if following.blind && following.last != NOTHING {
            self.take_blindly(following, offer, index, price, due, out);
            return;
        }
        for start in self.beginnings(first) {
            let offset = if start == first { offer.offset } else { 0 };
            for (cell, played) in self.legal_cells(following, start, offset, number) {
                let mut one = following.clone();
                one.boards = played.boards;
                one.tongues = played.tongues;
                one.trusted = played.trusted;
                one.score += price + worth::PLY + cell.cost + self.price_of_prose(&one, cell.next as usize);
                one.plies += 1;
                one.owes &= due.is_some();
                one.marker = index as u32;
                one.number = number;
                self.settle_manner(&mut one, offer);
                let taken = Taken {
                    before: one.last,
                    span: cell.start..cell.end,
                    from: offer.word,
                    next: cell.next,
                    number,
                    due,
                    blind: false,
                    known: played.known,
                };
                self.push_taken(&mut one, taken);
                one.at = cell.next;
                self.go_on(one, due, out);
            }
            if out.len() > before {
                break;
            }
        }
        if out.len() == before && following.last != NOTHING {
            self.take_blindly(following, offer, index, price, due, out);
        }
    }

    /// Where a move may begin: at once, or after a label such as Philidor's `W.`
    fn beginnings(&self, first: usize) -> SmallVec<[usize; 2]> {
        let mut starts = SmallVec::from_slice(&[first]);
        let label = matches!(
            self.text(first),
            "W." | "B." | "White." | "Black." | "White:" | "Black:" | "—" | "–" | "-"
        );
        // `B. The same` is Black's, and `B. to K's 2d` the Bishop's.
        let man = self.text(first + 1).starts_with(|c: char| !c.is_uppercase());
        if label && !man {
            starts.push(first + 1);
        }
        starts
    }

    /// After a move: whose turn is next, and does the answer follow at once?
    fn go_on(&mut self, mut one: Following, due: Option<u32>, out: &mut Vec<Following>) {
        if one.half {
            one.half = false;
            one.number += 1;
            if let Some(due) = due {
                // The numbers may go on as printed or as they should be.
                let mut counted = one.clone();
                counted.number = due + 1;
                out.push(counted);
            }
            out.push(one);
            return;
        }
        one.half = true;
        if let Some(due) = due {
            let mut counted = one.clone();
            counted.number = due;
            out.push(counted);
        }
        let mut at = one.at as usize;
        // Dots say that the answer stands elsewhere; a dash or a bar only parts the columns.
        let mut waits = false;
        while at < self.words.len() && is_dots(self.text(at)) && self.words[at].gap < Gap::Line {
            waits |= self.text(at).starts_with(['.', '…']);
            at += 1;
        }
        // Leaders to the other column: `P-K4 . . . . P-K4`.
        waits &= self.words.get(at).is_none_or(|word| word.gap >= Gap::Line);
        if let Some(after) = self.after_aside(at) {
            at = after;
        }
        one.at = at as u32;
        let place = out.len();
        out.push(one.clone());
        if waits {
            return;
        }
        // A nought begins `0-0`, and no number.
        if self.text(at).starts_with(|c: char| matches!(c, '1'..='9')) && !one.tongues.has(Tongue::Numeric) {
            return;
        }
        match self.take_answer(&one, at, out) {
            // To pass over what is set in the answer's place is no better than to call it a fault.
            Answer::Unreadable => out[place].owes = true,
            Answer::Absent => self.take_answer_after_words(&one, at, out),
            Answer::Read => {
                let answer = &out[place + 1];
                // Beside the move, or alone in the line under it.
                let apart = self
                    .words
                    .get(answer.at as usize)
                    .is_none_or(|word| word.gap >= Gap::Line);
                let gap = self.words[at].gap;
                let aside = (gap < Gap::Line || gap == Gap::Line && apart)
                    && answer.score > one.score + worth::PROSE_FOLLOWS + worth::PLY;
                if aside {
                    out[place].score += worth::PASS_ANSWER;
                }
            }
        }
    }

    /// The answer after a note that running text has without brackets: `Kt-KB3, the best move, Kt-QB3; 3.` A
    /// stop parts the two, and the number that is due follows.
    fn take_answer_after_words(&mut self, one: &Following, at: usize, out: &mut Vec<Following>) {
        const MOST_WORDS: usize = 40;
        if one.manner.rows != Some(false) || one.blind {
            return;
        }
        let next = self.markers.partition_point(|offer| (offer.word as usize) < at);
        let mut ahead = self.markers[next..]
            .iter()
            .take_while(|offer| (offer.word as usize) < at + MOST_WORDS);
        let due = ahead.find(|offer| offer.number == one.number || offer.number == one.number + 1);
        let Some(due) = due.filter(|due| due.number > one.number && due.stopped && !due.dots) else {
            return;
        };
        let end = due.word as usize;
        for start in at + 1..end {
            if self.words[start].gap == Gap::Blank {
                return;
            }
            if !self
                .text(start - 1)
                .ends_with([',', '.', ';', ':', '!', '?', ')'])
            {
                continue;
            }
            let before = out.len();
            for found in self.legal_cells(one, start, 0, one.number) {
                if found.0.next as usize == end {
                    self.push_answer(one, start, found, worth::WORDS_BETWEEN, out);
                }
            }
            if out.len() > before {
                return;
            }
        }
    }

    /// Takes the answer, of which this is the first word.
    fn push_answer(
        &mut self,
        one: &Following,
        at: usize,
        (cell, played): (Cell, Played),
        price: i32,
        out: &mut Vec<Following>,
    ) {
        let mut both = one.clone();
        both.boards = played.boards;
        both.tongues = played.tongues;
        both.trusted = played.trusted;
        both.score += worth::PLY + cell.cost + price;
        both.score += self.price_of_prose(&both, cell.next as usize);
        both.plies += 1;
        let taken = Taken {
            before: both.last,
            span: cell.start..cell.end,
            from: at as u32,
            next: cell.next,
            number: one.number,
            due: None,
            blind: false,
            known: played.known,
        };
        self.push_taken(&mut both, taken);
        both.at = cell.next;
        both.number += 1;
        both.half = false;
        out.push(both);
    }

    fn take_answer(&mut self, one: &Following, at: usize, out: &mut Vec<Following>) -> Answer {
        let Some(word) = self.words.get(at).copied() else {
            return Answer::Absent;
        };
        let apart = match word.gap {
            Gap::Narrow | Gap::Wide => 0,
            Gap::Line => worth::OTHER_LINE,
            Gap::Blank => worth::OTHER_PARAGRAPH,
        };
        for start in self.beginnings(at) {
            let before = out.len();
            for found in self.legal_cells(one, start, 0, one.number) {
                self.push_answer(one, at, found, apart, out);
            }
            if out.len() > before {
                return Answer::Read;
            }
        }
        self.take_answer_blindly(one, at, out)
    }

    /// What stands where the answer is due and is set like a move, but is none that the board allows.
    fn take_answer_blindly(&mut self, one: &Following, at: usize, out: &mut Vec<Following>) -> Answer {
        let Some(cell) = self.chunk(at, 0) else {
            return Answer::Absent;
        };
        let text = self.slice(cell.start, cell.end);
        let gap = self.words[at].gap;
        let ends_line = self
            .words
            .get(cell.next as usize)
            .is_none_or(|word| word.gap >= Gap::Line);
        let set_apart = gap < Gap::Line || gap == Gap::Line && ends_line;
        let tongue = one.tongues.first();
        let entry = self.entry(text, tongue);
        let is_move = entry.quality == 3 && !entry.remark;
        let prose = (at..cell.next as usize).any(|word| {
            let text = self.text(word);
            text.starts_with(char::is_lowercase) && text.len() > 2 && !self.knows(word, tongue)
        });
        let looks = text.split_whitespace().count() <= 7
            && text.contains(|c: char| c.is_ascii_digit() || matches!(c, 'x' | '×' | '-' | '–' | '—' | ':'))
            && text.starts_with(|c: char| c.is_uppercase() || matches!(c, 'a'..='h' | '0'))
            && (gap >= Gap::Wide || !one.manner.row || one.manner.rows == Some(false))
            && !prose
            && super::heading::figures(text).is_none();
        if !set_apart || !is_move && !looks {
            return Answer::Absent;
        }
        let mut both = one.clone();
        both.score += worth::BLIND_PLY + if one.blind { 0 } else { worth::FAULT };
        both.blind = true;
        self.push_blind(&mut both, cell.start..cell.end, at as u32, cell.next, one.number);
        both.at = cell.next;
        both.number += 1;
        both.half = false;
        out.push(both);
        Answer::Unreadable
    }

    /// A cell that stands where a move is due and is none that the board allows: it is kept in its
    /// place, and what follows is taken by its numbers alone.
    fn take_blindly(
        &mut self,
        following: &Following,
        offer: &Marker,
        index: usize,
        price: i32,
        due: Option<u32>,
        out: &mut Vec<Following>,
    ) {
        let in_manner = self.suits(following, offer) || !following.manner.row;
        if price < worth::OTHER_INDENT || due.is_some() || !in_manner || offer.number == 0 || !offer.plays {
            return;
        }
        let mut one = following.clone();
        if !one.blind {
            one.score += worth::FAULT;
        }
        if one.strayed == 0 && one.score + 2 * worth::BLIND_PLY < self.floor {
            return;
        }
        one.blind = true;
        one.marker = index as u32;
        self.settle_manner(&mut one, offer);
        let Some((cell, answer)) = self.blind_cells(offer, following.tongues) else {
            return;
        };
        one.score += worth::BLIND_PLY;
        self.push_blind(
            &mut one,
            cell.start..cell.end,
            offer.word,
            cell.next,
            offer.number,
        );
        one.at = cell.next;
        if one.half {
            one.half = false;
            one.number += 1;
        } else {
            one.half = true;
            if let Some(answer) = answer {
                one.score += worth::BLIND_PLY;
                self.push_blind(
                    &mut one,
                    answer.start..answer.end,
                    cell.next,
                    answer.next,
                    offer.number,
                );
                one.at = answer.next;
                one.half = false;
                one.number += 1;
            }
        }
        out.push(one);
    }

    fn settle_manner(&self, one: &mut Following, offer: &Marker) {
        let word = self.words[offer.word as usize];
        let end = word.column + word.end - word.start;
        let known = one.manner.indents.contains(&(word.column, end));
        if known {
            return;
        }
        // The first rows show how the game is set; rows set otherwise later may be a note's.
        let learning = one.plies <= 8 || one.manner.indents.len() < 2;
        if offer.row && !learning && one.strayed == 0 && !self.suits(one, offer) {
            one.strayed = one.number;
            one.sure = one.score;
        }
        let mut manner = (*one.manner).clone();
        if !known && offer.row && (learning || self.is_in_manner(&manner, offer)) && manner.indents.len() < 8
        {
            manner.indents.push((word.column, end));
        }
        one.manner = Rc::new(manner);
    }

    /// The boards after a text, for each group of tongues that gives the same.
    fn play(following: &Following, meanings: &Meanings) -> SmallVec<[Played; 1]> {
        let mut found: SmallVec<[Played; 1]> = SmallVec::new();
        for (entry, alike) in meanings {
            let Some(parsed) = &entry.parsed else { continue };
            if entry.quality == 0 {
                continue;
            }
            let boards = play(&following.boards, parsed);
            if boards.is_empty() {
                continue;
            }
            let trusted = following.trusted && !entry.cut_short;
            let same = found.iter_mut().find(|other| {
                other.boards.len() == boards.len()
                    && other
                        .boards
                        .iter()
                        .zip(&boards)
                        .all(|(a, b)| a.position == b.position)
            });
            if let Some(other) = same {
                other.tongues = other.tongues.with(*alike);
                other.trusted &= trusted;
                other.known = None;
                continue;
            }
            let known = match (&following.boards[..], &boards[..]) {
                ([_], [after]) if trusted && !entry.remark => after.known(),
                _ => None,
            };
            found.push(Played {
                boards: Rc::new(boards),
                tongues: *alike,
                known,
                trusted,
            });
        }
        found
    }

    /// The runs of words from here that may be one move and are legal for this following, with the
    /// boards after them.
    fn legal_cells(
        &mut self,
        following: &Following,
        first: usize,
        offset: u32,
        due: u32,
    ) -> SmallVec<[(Cell, Played); 2]> {
        let mut legal: SmallVec<[(Cell, Played); 2]> = SmallVec::new();
        if let Some((whole, meanings)) = self.whole_cell_and_meanings(first, offset, due, following.tongues) {
            let played = Self::play(following, &meanings);
            legal.extend(played.into_iter().map(|played| (whole, played)));
            if !legal.is_empty() && !self.may_go_on(whole, following.tongues) {
                return legal;
            }
        }
        for &cell in self.cells(first, offset, due, following.tongues).iter() {
            if legal.iter().any(|(other, _)| other.end == cell.end) {
                continue;
            }
            let meanings = self.meanings(self.slice(cell.start, cell.end), following.tongues);
            let played = Self::play(following, &meanings);
            legal.extend(played.into_iter().map(|played| (cell, played)));
        }
        legal
    }

    fn conclude(&mut self, best: &Following, index: usize) -> Followed {
        let mut taken = Vec::new();
        let mut at = best.last;
        while let Some(one) = self.taken.get(at as usize) {
            taken.push(one.clone());
            at = one.before;
        }
        taken.reverse();
        // Rows that follow the last move in the game's own manner, and belong to no other game.
        let mut unread = None;
        let mut next_marker = best.marker as usize + 1;
        while next_marker < self.markers.len() && self.markers[next_marker].word < best.at {
            next_marker += 1;
        }
        for later in next_marker..index.min(self.markers.len()) {
            let offer = self.markers[later];
            let follows = offer.number == best.number || offer.number == best.number + 1;
            let run_on = best.manner.rows == Some(false);
            if self.is_past_an_ending(best, &offer) {
                break;
            }
            if follows
                && (offer.row && best.manner.row || run_on)
                && !offer.bracketed
                && (self.is_in_manner(&best.manner, &offer) || offer.word.saturating_sub(best.at) < NEAR)
                && offer.plays
            {
                let end = self
                    .chunk(offer.first as usize, offer.offset)
                    .map_or(0, |cell| cell.end);
                let start = self.words[offer.word as usize].start;
                unread = Some(start..end.max(start));
                break;
            }
        }
        // Numbers that go on beyond a gap: what stood in it is not on the page, and what follows is not read.
        if unread.is_none() {
            let ahead = index.min(self.markers.len());
            let goes_on = |later: usize| {
                let offer = self.markers[later];
                (best.number + 2..best.number + 40).contains(&offer.number)
                    && !offer.bracketed
                    && !offer.dots
                    && self.is_in_manner(&best.manner, &offer)
                    && offer.plays
            };
            let first = (next_marker..ahead)
                .find(|&later| goes_on(later))
                .filter(|&first| {
                    let near = self.markers[first].word.saturating_sub(best.at) < NEAR;
                    let next = self.markers[first].number + 1;
                    near && (first + 1..ahead.min(first + 4))
                        .any(|later| self.markers[later].number == next && goes_on(later))
                });
            if let Some(first) = first {
                let word = self.markers[first].word as usize;
                let start = self.words[word].start;
                unread = Some(start..(self.line_end(word) as u32).max(start));
            }
        }
        // What follows may not look like moves at all; two numbers that are due do not lie.
        let ahead = index.min(self.markers.len());
        let later = self.markers.get(next_marker..ahead).unwrap_or_default();
        if unread.is_none()
            && best.plies > 8
            && let Some(first) = later.iter().position(|offer| {
                offer.stopped && !offer.bracketed && (best.number..=best.number + 1).contains(&offer.number)
            })
            && let Some(second) = later[first + 1..]
                .iter()
                .take(2)
                .find(|offer| offer.stopped && !offer.bracketed && offer.number == later[first].number + 1)
            && later[first].word.saturating_sub(best.at) < 24
            && second.word.saturating_sub(later[first].word) < 24
            && self.is_in_manner(&best.manner, &later[first])
            && self.is_in_manner(&best.manner, second)
        {
            let start = self.words[later[first].word as usize].start;
            unread = Some(start..(self.line_end(later[first].word as usize) as u32).max(start));
        }
        Followed {
            taken,
            boards: Rc::clone(&best.boards),
            tongues: best.tongues,
            plies: best.plies as usize,
            half: best.half,
            number: best.number,
            at: best.at as usize,
            next_marker,
            unread,
            row: best.manner.row,
        }
    }
}

/// Two numbers that a scanner or a compositor takes for one another: one figure differs.
fn resembles(one: u32, other: u32) -> bool {
    let (mut one, mut other) = (one, other);
    let (mut figures, mut differ) = (0, 0);
    while one > 0 && other > 0 {
        figures += 1;
        differ += u32::from(one % 10 != other % 10);
        (one, other) = (one / 10, other / 10);
    }
    one == other && figures > 1 && differ == 1
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

/// Keeps the best; of those that stand at the same place with the same boards, only one.
fn prune(followings: &mut Vec<Following>, word: u32) {
    let best = followings.iter().map(Following::standing).max().unwrap_or(0);
    followings.retain(|one| one.standing() >= best - HOPELESS);
    followings.sort_by_cached_key(|one| std::cmp::Reverse(one.standing()));
    let mut kept: Vec<Following> = Vec::with_capacity(followings.len().min(MOST_FOLLOWINGS));
    let mut strays = 0;
    for one in followings.drain(..) {
        let again = kept.iter().any(|other| {
            other.at.max(word + 1) == one.at.max(word + 1)
                && other.number == one.number
                && other.half == one.half
                && other.blind == one.blind
                && other.boards.len() == one.boards.len()
                && other
                    .boards
                    .iter()
                    .zip(one.boards.iter())
                    .all(|(a, b)| a.position == b.position)
        });
        // Those that left the game's rows must not crowd out the one that waits for them.
        strays += usize::from(one.strayed > 0);
        // One that waits at an earlier move must not be crowded out by the ways of going on without it.
        let alike = kept
            .iter()
            .filter(|other| (other.number, other.half, other.blind) == (one.number, one.half, one.blind))
            .count();
        if !again && alike < MOST_ALIKE && (one.strayed == 0 || strays <= MOST_STRAYS) {
            kept.push(one);
            if kept.len() == MOST_FOLLOWINGS {
                break;
            }
        }
    }
    *followings = kept;
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
