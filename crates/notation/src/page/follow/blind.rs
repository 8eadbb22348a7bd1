//! What is kept in its place, though the board knows no such move?

use super::answer::Answer;
use super::{Follower, Following, worth};
use crate::language::is_a_file;
use crate::page::cells::Cell;
use crate::page::heading;
use crate::page::words::{Gap, Marker};

impl Follower<'_> {
    /// The second player's move is not there: its place is kept, so that the reading stops and says so.
    pub(super) fn leave_a_gap(&mut self, following: &mut Following) {
        let at = following.at as usize;
        let line_end = (at..self.words.len())
            .find(|&word| self.words[word].gap >= Gap::Line)
            .unwrap_or(self.words.len());
        let end = line_end.min(at + 8);
        let (start, end_of_text) = if end > at {
            (self.words[at].start, self.words[end - 1].end)
        } else {
            let last = at.checked_sub(1).map_or(0, |word| self.words[word].end);
            (last, last)
        };
        let gap = Cell {
            start,
            end: end_of_text,
            next: end as u32,
            cost: 0,
        };
        self.push_taken(following, gap, at as u32, following.number).blind = true;
        following.go_to_the_next_number();
        following.blind = true;
    }

    /// A cell that stands where a move is due and is none that the board allows: it is kept in its
    /// place, and what follows is taken by its numbers alone.
    pub(super) fn take_blindly(
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
        self.push_taken(&mut one, cell, offer.word, offer.number).blind = true;
        if one.half {
            one.go_to_the_next_number();
        } else if let Some(answer) = answer {
            one.score += worth::BLIND_PLY;
            self.push_taken(&mut one, answer, cell.next, offer.number).blind = true;
            one.go_to_the_next_number();
        } else {
            one.half = true;
        }
        out.push(one);
    }

    /// What stands where the answer is due and is set like a move, but is none that the board allows.
    pub(super) fn take_answer_blindly(
        &mut self,
        one: &Following,
        at: usize,
        out: &mut Vec<Following>,
    ) -> Answer {
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
            && text.starts_with(|c: char| c.is_uppercase() || is_a_file(c) || c == '0')
            && (gap >= Gap::Wide || !one.manner.row || one.manner.rows == Some(false))
            && !prose
            && heading::figures(text).is_none();
        if !set_apart || !is_move && !looks {
            return Answer::Absent;
        }
        let mut both = one.clone();
        both.score += worth::BLIND_PLY + if one.blind { 0 } else { worth::FAULT };
        both.blind = true;
        self.push_taken(&mut both, cell, at as u32, one.number).blind = true;
        both.go_to_the_next_number();
        out.push(both);
        Answer::Unreadable
    }
}
