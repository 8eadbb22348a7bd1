//! Where did the game end, and do rows follow that were not read?

use std::ops::Range;
use std::rc::Rc;

use super::{Followed, Follower, Following, NEAR};
use crate::page::heading;
use crate::page::looks::{is_a_man, is_a_move};
use crate::page::words::{Gap, Marker};

impl Follower<'_> {
    pub(super) fn conclude(&mut self, best: &Following, index: usize) -> Followed {
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
        let end = index.min(self.markers.len());
        let ahead = if best.is_over() {
            end..end
        } else {
            next_marker..end
        };
        for later in ahead.clone() {
            let offer = self.markers[later];
            let follows = offer.number == best.number || offer.number == best.number + 1;
            let run_on = best.manner.rows == Some(false);
            if self.is_past_an_ending(best, &offer) {
                // The very row that is due, straight after it and legal: the game may go on.
                let due = offer.number == best.number && offer.row && offer.plays && !offer.bracketed;
                let near = offer.word.saturating_sub(best.at) < NEAR;
                if due && near && self.is_in_manner(&best.manner, &offer) {
                    let cells = self.legal_cells(best, offer.first as usize, offer.offset, offer.number);
                    if let Some((cell, _)) = cells.first() {
                        unread = Some(self.words[offer.word as usize].start..cell.end);
                    }
                }
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
            let goes_on = |later: usize| {
                let offer = self.markers[later];
                (best.number + 2..best.number + 40).contains(&offer.number)
                    && !offer.bracketed
                    && !offer.dots
                    && self.is_in_manner(&best.manner, &offer)
                    && offer.plays
            };
            let first = ahead.clone().find(|&later| goes_on(later)).filter(|&first| {
                let near = self.markers[first].word.saturating_sub(best.at) < NEAR;
                let next = self.markers[first].number + 1;
                near && (first + 1..end.min(first + 4))
                    .any(|later| self.markers[later].number == next && goes_on(later))
            });
            if let Some(first) = first {
                let word = self.markers[first].word as usize;
                let start = self.words[word].start;
                unread = Some(start..(self.line_end(word) as u32).max(start));
            }
        }
        let unread = unread.or_else(|| self.goes_on_unreadably(best, ahead));
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

    /// A row that is due, near and set like the game's own, though what stands in it does not look like a move:
    /// the answer that dots have promised, a number alone, a row with a move somewhere in it, or two rows that count on.
    pub(super) fn goes_on_unreadably(&self, best: &Following, ahead: Range<usize>) -> Option<Range<u32>> {
        const NEXT: u32 = 24;
        let later = self.markers.get(ahead)?;
        let is_set =
            |offer: &Marker| offer.stopped && !offer.bracketed && self.is_in_manner(&best.manner, offer);
        let due = best.number..=best.number + 1;
        let first = later
            .iter()
            .position(|offer| due.contains(&offer.number) && is_set(offer))?;
        let offer = later[first];
        if offer.word.saturating_sub(best.at) >= NEXT || self.is_past_an_ending(best, &offer) {
            return None;
        }
        let line = self.words_of_line(offer.word as usize);
        let text = self.slice(self.words[line.start].start, self.words[line.end - 1].end);
        let ends = heading::told_result(text, best.half, false).is_some();
        let promised = best.half && offer.dots && offer.number == best.number && !ends;
        let empty = offer.row
            && offer.number == best.number
            && self
                .words
                .get(offer.first as usize)
                .is_none_or(|word| word.gap == Gap::Blank);
        // Of a fraction each part is a line.
        let near = (offer.first as usize..self.words.len()).take(6);
        let moves = offer.row
            && offer.number == best.number
            && near
                .take_while(|&word| self.words[word].gap < Gap::Blank)
                .any(|word| is_a_move(self.text(word)) || is_a_man(self.text(word)));
        let counts_on = best.plies > 8
            && later[first + 1..]
                .iter()
                .take(2)
                .any(|next| next.number == offer.number + 1 && next.word - offer.word < NEXT && is_set(next));
        (promised || empty || moves || counts_on).then(|| {
            let start = self.words[offer.word as usize].start;
            start..(self.line_end(offer.word as usize) as u32).max(start)
        })
    }
}
