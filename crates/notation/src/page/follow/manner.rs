//! How are the moves of a game set, and is a number set as they are?

use smallvec::SmallVec;
use std::rc::Rc;

use super::{Follower, Following};
use crate::page::words::{self, Marker};

/// How the game's moves are set.
#[derive(Clone, Debug, Default)]
pub(super) struct Manner {
    pub(super) stopped: bool,
    /// The first move begins a line or a column.
    pub(super) row: bool,
    /// Each move begins one.
    pub(super) rows: Option<bool>,
    /// Columns in which its numbers begin and end.
    pub(super) indents: SmallVec<[(u32, u32); 4]>,
}

impl Follower<'_> {
    /// Whether the next numbers all stand at the head of rows; those in notes may stand elsewhere too.
    pub(super) fn rows_ahead(&self, marker: usize) -> Option<bool> {
        const LOOKED_AT: u32 = 4;
        let first = self.markers[marker];
        let ahead = &self.markers[marker + 1..(marker + 81).min(self.markers.len())];
        // Another game begins where the numbers do so again.
        let begins_again = |later: &Marker| later.number == first.number && later.row && !later.dots;
        let higher = ahead
            .iter()
            .position(|later| later.number > first.number)
            .unwrap_or(0);
        let again = ahead[higher..].iter().position(begins_again);
        let ahead = &ahead[..again.map_or(ahead.len(), |again| higher + again)];
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

    /// Whether the offer is set as the game's own numbers are, or stands straight after its last move.
    pub(super) fn suits(&self, following: &Following, offer: &Marker) -> bool {
        following.at == offer.word || self.is_in_manner(&following.manner, offer)
    }

    pub(super) fn is_in_manner(&self, manner: &Manner, offer: &Marker) -> bool {
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

    /// The number of the next row that is set like the game's own, beyond the one its answer bears.
    pub(super) fn next_in_manner(&self, manner: &Manner, index: usize) -> u32 {
        let number = self.markers[index].number;
        self.markers[index + 1..]
            .iter()
            .take(8)
            .find(|offer| offer.number != number && self.is_in_manner(manner, offer))
            .map_or(0, |offer| offer.number)
    }

    pub(super) fn settle_manner(&self, one: &mut Following, offer: &Marker) {
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
}
