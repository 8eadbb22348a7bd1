//! Do the numbers of a game show that a move may be a note's: printed twice, or in the middle of a sentence?

use crate::page::follow::{Followed, Follower, Taken};
use crate::page::words::{Gap, Marker};
use crate::page::{Doubt, PageReader};

impl PageReader<'_, '_> {
    /// Answers that have a number of their own, without dots, where other answers have none: a row set twice
    /// looks like that, and so does a row whose number is wrong.
    pub(in crate::page) fn numbers_repeated(&self, followed: &Followed, borrowed: usize) -> Vec<Doubt> {
        let markers = &self.follower.markers;
        let number = |word: u32| {
            let at = markers.binary_search_by_key(&word, |offer| offer.word).ok()?;
            Some(&markers[at])
        };
        let answers = followed.taken.windows(2).enumerate().filter(|(_, pair)| {
            let [one, other] = pair else { return false };
            one.number == other.number && other.due.is_none() && !one.blind && !other.blind
        });
        let (own, none): (Vec<_>, Vec<_>) = answers.partition(|(_, pair)| number(pair[1].from).is_some());
        let again = |pair: &[Taken]| {
            let column = |word: u32| self.follower.words[word as usize].column;
            number(pair[1].from).is_some_and(|offer| offer.row && !offer.dots && offer.number > 0)
                && column(pair[0].from).abs_diff(column(pair[1].from)) <= 1
        };
        if none.len() < own.len() {
            return Vec::new();
        }
        own.into_iter()
            .filter(|(_, pair)| again(pair))
            .map(|(index, pair)| Doubt {
                ply: borrowed + index + 2,
                span: self.follower.words[pair[1].from as usize].start as usize..pair[1].span.end as usize,
                why: format!(
                    "the number {} is printed again, and the move after it is taken for the answer",
                    pair[1].number
                ),
            })
            .collect()
    }

    /// Answers that are printed twice, each with the number: one of them begins a note, unless a sentence that goes on from it
    /// says so, and from the other none does.
    pub(in crate::page) fn answers_printed_twice(
        &mut self,
        followed: &Followed,
        borrowed: usize,
    ) -> Vec<Doubt> {
        /// So far after the last move of all.
        const MOST_WORDS: u32 = 60;
        let tongue = followed.tongues.first();
        let columns = self.columns_of_numbers(followed);
        let mut doubts = Vec::new();
        for (index, taken) in followed.taken.iter().enumerate() {
            let markers = &self.follower.markers;
            let Ok(at) = markers.binary_search_by_key(&taken.from, |offer| offer.word) else {
                continue;
            };
            let own = markers[at];
            if !own.numbers_an_answer() {
                continue;
            }
            let from = index
                .checked_sub(1)
                .map_or(taken.from, |before| followed.taken[before].next);
            let to = followed.taken.get(index + 1);
            let to = to.map_or(taken.next + MOST_WORDS, |next| next.from);
            let to = markers.partition_point(|offer| offer.word < to);
            let from = markers.partition_point(|offer| offer.word < from).min(to);
            let others = markers[from..to].iter().filter(|offer| offer.word != own.word);
            let others = others.filter(|offer| offer.answers_like(&own));
            // The game's numbers stand under one another, and those of this note do not stand with them.
            let column = |offer: &Marker| self.follower.words[offer.word as usize].column;
            let apart =
                |offer: &Marker| columns.stand_at(column(&own)) && !columns.may_stand_at(column(offer));
            let others: Vec<Marker> = others.filter(|offer| !apart(offer)).copied().collect();
            let is_note = |other: &Marker, follower: &mut Follower| follower.goes_on_in_prose(other, tongue);
            let plain = others.is_empty() || !is_note(&own, &mut self.follower);
            let other = others
                .into_iter()
                .find(|other| !plain || !is_note(other, &mut self.follower));
            doubts.extend(other.map(|other| Doubt {
                ply: borrowed + index + 1,
                span: self.follower.words[other.word as usize].start as usize
                    ..self.follower.line_end(other.word as usize),
                why: format!(
                    "another answer to move {} stands here, and is taken for a note",
                    other.number
                ),
            }));
        }
        doubts
    }

    /// In which columns the numbers stand of a game that is set in rows.
    fn columns_of_numbers(&self, followed: &Followed) -> NumberColumns {
        let mut columns = NumberColumns::default();
        if self.is_in_rows(followed) {
            let markers = &self.follower.markers;
            let numbers = followed.taken.iter().map(|taken| taken.from);
            let numbers =
                numbers.filter(|word| markers.binary_search_by_key(word, |offer| offer.word).is_ok());
            columns
                .0
                .extend(numbers.map(|word| self.follower.words[word as usize].column));
            columns.0.sort_unstable();
        }
        columns
    }

    /// Numbers printed again straight before the next move that was taken, where that goes on in the same paragraph: what was
    /// taken before may be a note's. `15. ... P-R3; 16. Q-B4 loses. 15. ... R-Kt2; 16.`
    pub(in crate::page) fn printed_again(&mut self, followed: &Followed, borrowed: usize) -> Vec<Doubt> {
        const MOST_WORDS: u32 = 24;
        let mut doubts = Vec::new();
        for (index, pair) in followed.taken.windows(2).enumerate() {
            let [one, next] = pair else { continue };
            let goes_on = self.follower.words[next.from as usize].gap < Gap::Blank;
            if next.number != one.number + 1 || one.next == next.from || one.blind || next.blind || !goes_on {
                continue;
            }
            let markers = &self.follower.markers;
            let from = markers.partition_point(|offer| offer.word < one.next);
            let to = markers.partition_point(|offer| offer.word < next.from);
            let is_again = |offer: &Marker| offer.number == one.number && offer.plays && !offer.bracketed;
            let Some(at) = (from..to).rev().find(|&at| is_again(&markers[at])) else {
                continue;
            };
            let again = markers[at];
            let tongue = followed.tongues.first();
            let prose = (again.first..next.from).any(|word| self.follower.is_prose(word as usize, tongue));
            if prose
                || next.from - again.word > MOST_WORDS
                || self.follower.is_in_a_sentence(&again)
                || !self.follower.numbers_a_move(at, followed.tongues)
            {
                continue;
            }
            doubts.push(Doubt {
                ply: borrowed + index + 1,
                span: self.span(again.word as usize..next.from as usize),
                why: format!(
                    "move {} is printed again before the next, and what stands further up is taken",
                    again.number
                ),
            });
        }
        doubts
    }

    /// Answers that begin a paragraph, or a line where the game is set in rows, and a sentence that goes on: `P-Q4 was to be
    /// considered here` is a note, unless the answer is nowhere else.
    pub(in crate::page) fn answers_in_prose(&mut self, followed: &Followed, borrowed: usize) -> Vec<Doubt> {
        let tongue = followed.tongues.first();
        let least = if self.is_in_rows(followed) {
            Gap::Line
        } else {
            Gap::Blank
        };
        let mut doubts = Vec::new();
        for (index, pair) in followed.taken.windows(2).enumerate() {
            let [one, answer] = pair else { continue };
            let words = &self.follower.words;
            let first = words[answer.from as usize];
            let goes_on = words
                .get(answer.next as usize)
                .is_some_and(|next| next.gap == Gap::Narrow);
            if one.number == answer.number
                && first.start == answer.span.start
                && first.gap >= least
                && goes_on
                && !answer.blind
                && self.follower.is_prose(answer.next as usize, tongue)
            {
                doubts.push(Doubt {
                    ply: borrowed + index + 2,
                    span: answer.span.start as usize..answer.span.end as usize,
                    why: "this answer begins a line, and a sentence goes on from it".to_owned(),
                });
            }
        }
        doubts
    }

    /// Moves out of the middle of a sentence, `he can as well play 4. Kt takes Kt`, where the game is set in rows: the row may have
    /// lost its answer.
    pub(in crate::page) fn out_of_sentences(&mut self, followed: &Followed, borrowed: usize) -> Vec<Doubt> {
        let markers = &self.follower.markers;
        let numbered: Vec<(usize, Marker)> = followed
            .taken
            .iter()
            .enumerate()
            .filter(|(_, taken)| !taken.blind)
            .filter_map(|(index, taken)| {
                let at = markers.binary_search_by_key(&taken.from, |offer| offer.word);
                Some((index, markers[at.ok()?]))
            })
            .collect();
        if !self.is_in_rows(followed) {
            return Vec::new();
        }
        let tongue = followed.tongues.first();
        let in_a_sentence = |offer: &Marker, follower: &mut Follower| {
            !offer.row
                && follower.is_in_a_sentence(offer)
                && follower.is_prose(offer.word as usize - 1, tongue)
        };
        let mut doubts = Vec::new();
        for (index, offer) in numbered {
            if in_a_sentence(&offer, &mut self.follower) {
                let span = &followed.taken[index].span;
                doubts.push(Doubt {
                    ply: borrowed + index + 1,
                    span: span.start as usize..span.end as usize,
                    why: "this move stands in the middle of a sentence".to_owned(),
                });
            }
        }
        doubts
    }

    /// Whether most of its numbers stand at the head of a row.
    fn is_in_rows(&self, followed: &Followed) -> bool {
        let markers = &self.follower.markers;
        let (mut rows, mut all) = (0, 0);
        for taken in followed.taken.iter().filter(|taken| !taken.blind) {
            if let Ok(at) = markers.binary_search_by_key(&taken.from, |offer| offer.word) {
                all += 1;
                rows += usize::from(markers[at].row);
            }
        }
        4 * rows >= 3 * all
    }
}

/// The columns of a game's numbers, from left to right; none where it is not set in rows.
#[derive(Default)]
struct NumberColumns(Vec<u32>);

impl NumberColumns {
    /// How many stand here, or one letter beside it: a number of two figures begins further out.
    fn count(&self, column: u32) -> usize {
        let from = self.0.partition_point(|other| other + 1 < column);
        let to = self.0.partition_point(|other| *other <= column + 1);
        to - from
    }

    fn stand_at(&self, column: u32) -> bool {
        const ENOUGH: usize = 4;
        self.count(column) >= ENOUGH
    }

    fn may_stand_at(&self, column: u32) -> bool {
        self.count(column) > 0
    }
}
