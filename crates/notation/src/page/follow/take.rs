//! In which ways can a following take a number and the moves after it, or leave them to a note?

use std::rc::Rc;

use smallvec::SmallVec;

use super::{Follower, Following, NOTHING, Played, Taken, have_same_positions, play, worth};
use crate::page::cells::{Cell, Meanings};
use crate::page::words::{Gap, Marker};

impl Follower<'_> {
    /// Leaves the offer to a note. Whether that changes anything.
    pub(super) fn pass(&mut self, following: &mut Following, index: usize) -> bool {
        let offer = self.markers[index];
        let run_on = following.manner.rows == Some(false);
        if offer.bracketed
            || !offer.row && !run_on
            || !following.manner.row && !run_on
            || offer.number == 0
            || !self.suits(following, &offer)
            || !offer.plays
            || self.is_past_an_ending(following, &offer)
            || self.is_past_a_heading(following, &offer)
            || following.is_over()
        {
            return false;
        }
        let due = offer.number == following.number || following.half && offer.number == following.number + 1;
        following.score += match (due, run_on) {
            (true, _) if self.begins_a_note(index, following.tongues.first()) => 0,
            (true, _) => worth::PASS_DUE_ROW,
            (false, false) => worth::PASS_ROW,
            (false, true) => 0,
        };
        following.owes |= due;
        if following.strayed > 0 && (following.strayed..following.number).contains(&offer.number) {
            following.score += worth::STRAYED;
            following.strayed = 0;
        }
        true
    }

    /// Every way in which this following can take the offer.
    pub(super) fn take(&mut self, following: &Following, index: usize, out: &mut Vec<Following>) {
        let offer = self.markers[index];
        if offer.bracketed || following.is_over() {
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
        if self.is_past_a_heading(following, &offer) {
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

    /// Takes a cell for the next move, and stands after it.
    pub(super) fn push_taken(
        &mut self,
        following: &mut Following,
        cell: Cell,
        from: u32,
        number: u32,
    ) -> &mut Taken {
        let taken = Taken {
            before: following.last,
            span: cell.start..cell.end,
            from,
            next: cell.next,
            number,
            due: None,
            blind: false,
            known: None,
        };
        following.last = self.taken.len() as u32;
        following.at = cell.next;
        self.taken.push_mut(taken)
    }

    /// Takes the one or two moves after a number.
    pub(super) fn take_moves(
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
                let known = one.play(played);
                one.score += price + worth::PLY + cell.cost + self.price_of_prose(&one, cell.next as usize);
                one.owes &= due.is_some();
                one.marker = index as u32;
                one.number = number;
                self.settle_manner(&mut one, offer);
                let taken = self.push_taken(&mut one, cell, offer.word, number);
                (taken.due, taken.known) = (due, known);
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
    pub(super) fn beginnings(&self, first: usize) -> SmallVec<[usize; 2]> {
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
            let same = found
                .iter_mut()
                .find(|other| have_same_positions(&other.boards, &boards));
            if let Some(other) = same {
                other.tongues = other.tongues.with(*alike);
                other.trusted &= trusted;
                other.known = None;
                continue;
            }
            let known = match (&following.boards[..], &boards[..]) {
                ([_], [after]) if trusted && !entry.remark && entry.quality > 1 => after.known(),
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
    pub(super) fn legal_cells(
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
