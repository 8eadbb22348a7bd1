//! Does the answer to a move follow it at once?

use super::{Follower, Following, Played, worth};
use crate::language::Tongue;
use crate::page::cells::Cell;
use crate::page::words::{Gap, Marker, is_dots};

/// Whether the answer to a move follows it at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Read,
    /// Something stands in its place that no legal move fits.
    Unreadable,
    Absent,
}

impl Follower<'_> {
    /// Whether `15. ... X would lose a Pawn` begins a note: the game's own `15. ... Y` stands further on, and no sentence goes
    /// on from that one.
    pub(super) fn begins_a_note(&mut self, index: usize, tongue: Tongue) -> bool {
        const LOOKED_AT: usize = 40;
        let offer = self.markers[index];
        if !offer.dots || offer.number == 0 || !self.goes_on_in_prose(&offer, tongue) {
            return false;
        }
        let later = self.markers[index + 1..].iter().take(LOOKED_AT);
        let again = later.copied().find(|later| later.answers_like(&offer));
        again.is_some_and(|again| !self.goes_on_in_prose(&again, tongue))
    }

    /// Whether words that are no play follow the move of this number, before any other number and in the same paragraph.
    pub(in crate::page) fn goes_on_in_prose(&mut self, offer: &Marker, tongue: Tongue) -> bool {
        const LOOKED_AT: usize = 12;
        let first = offer.first as usize + 1;
        let next = self.markers.partition_point(|marker| marker.word <= offer.first);
        let end = self
            .markers
            .get(next)
            .map_or(self.words.len(), |next| next.word as usize);
        for word in first..end.min(first + LOOKED_AT) {
            if self.words[word].gap == Gap::Blank {
                return false;
            }
            if self.is_prose(word, tongue) {
                return true;
            }
        }
        false
    }

    /// After a move: whose turn is next, and does the answer follow at once?
    pub(super) fn go_on(&mut self, mut one: Following, due: Option<u32>, out: &mut Vec<Following>) {
        if one.half {
            one.go_to_the_next_number();
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
        if one.is_over() {
            out.push(one);
            return;
        }
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

    pub(super) fn take_answer(&mut self, one: &Following, at: usize, out: &mut Vec<Following>) -> Answer {
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

    /// The answer after a note that running text has without brackets: `Kt-KB3, the best move, Kt-QB3; 3.` A
    /// stop parts the two, and the number that is due follows.
    pub(super) fn take_answer_after_words(&mut self, one: &Following, at: usize, out: &mut Vec<Following>) {
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
    pub(super) fn push_answer(
        &mut self,
        one: &Following,
        at: usize,
        (cell, played): (Cell, Played),
        price: i32,
        out: &mut Vec<Following>,
    ) {
        let mut both = one.clone();
        let known = both.play(played);
        both.score += worth::PLY + cell.cost + price;
        both.score += self.price_of_prose(&both, cell.next as usize);
        self.push_taken(&mut both, cell, at as u32, one.number).known = known;
        both.go_to_the_next_number();
        out.push(both);
    }
}
