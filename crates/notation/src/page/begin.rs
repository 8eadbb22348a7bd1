//! Where does a game begin: in the array, after men given, or after two moves at once?

use jadoube_board::Position;

use super::follow::{Followed, beginning};
use super::words::Marker;
use super::{PageReader, odds};
use crate::language::Tongues;

/// Where a game begins, and what is doubtful about that.
#[derive(Clone, Copy)]
pub(super) struct Begins {
    pub(super) start: Position,
    pub(super) doubt: Option<&'static str>,
    /// The word with which a first move begins that stands in the position already: of two made at once.
    pub(super) first_of_two: Option<usize>,
}

impl PageReader<'_, '_> {
    /// The game whose first move this marker numbers, from the array or from what odds the heading tells leave of it.
    pub(super) fn whole_game(&mut self, marker: usize, tongues: Tongues) -> Option<(Begins, Followed)> {
        let title = self.title(self.follower.markers[marker].word as usize);
        let said = odds::read(&title);
        let men_given = matches!(said, odds::Odds::Men(_));
        let (starts, doubt) = match said {
            odds::Odds::None => (vec![Position::ordinary()], None),
            odds::Odds::Men(starts) => (starts, None),
            odds::Odds::TwoMoves(starts) => {
                if let Some(found) = self.after_one_of_two(marker, &starts, tongues) {
                    return Some(found);
                }
                (
                    starts,
                    Some(
                        "the heading gives two moves, and the first is found neither alone in its row nor before `and`",
                    ),
                )
            }
            odds::Odds::Unclear => (
                vec![Position::ordinary()],
                Some("the heading speaks of odds, and which they are is not understood"),
            ),
        };
        let mut best: Option<(Begins, Followed)> = None;
        for start in starts {
            let Some(followed) = self.follower.follow(marker, beginning(&start), tongues, false) else {
                continue;
            };
            match &mut best {
                Some((_, other)) if other.plies > followed.plies => {}
                Some((begins, other)) if other.plies == followed.plies => {
                    begins.doubt =
                        Some("the heading does not say who gives the odds; the first player is taken");
                }
                _ => {
                    let begins = Begins {
                        start,
                        doubt,
                        first_of_two: None,
                    };
                    best = Some((begins, followed));
                }
            }
        }
        // What speaks of men given may be a note of another game: the moves decide.
        let whole = |(_, followed): &(Begins, Followed)| followed.is_whole();
        if men_given && !best.as_ref().is_some_and(whole) {
            let start = Position::ordinary();
            let followed = self.follower.follow(marker, beginning(&start), tongues, false);
            let further = |followed: &Followed| {
                best.as_ref()
                    .is_none_or(|(_, other)| followed.plies > other.plies)
            };
            if let Some(followed) = followed.filter(further) {
                let begins = Begins {
                    start,
                    doubt: Some(
                        "the heading speaks of odds, and the moves are those of a game from the array",
                    ),
                    first_of_two: None,
                };
                best = Some((begins, followed));
            }
        }
        best
    }

    /// The game in which the first player makes two moves, both in the first row or one in each of two: it
    /// starts from the position after the first, with him to play again.
    fn after_one_of_two(
        &mut self,
        marker: usize,
        starts: &[Position],
        tongues: Tongues,
    ) -> Option<(Begins, Followed)> {
        for start in starts {
            let found = self.two_in_one_row(marker, start, tongues);
            if found.is_some() {
                return found;
            }
        }
        let first = self.follower.markers[marker];
        // Dots may stand in the place of the answer.
        let mut later = marker + 1..self.follower.markers.len();
        let second = later.find(|&index| self.follower.markers[index].number > 0)?;
        if self.follower.markers[second].number != 2 {
            return None;
        }
        for start in starts {
            for after in self.follower.one_move(marker, start, tongues) {
                let Some(start) = after.passing_turn() else {
                    continue;
                };
                if let Some(found) = self.second_of_two(first, second, start, tongues) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The game that goes on at this marker, the first of its two moves made; nothing where it does not.
    fn second_of_two(
        &mut self,
        first: Marker,
        second: usize,
        start: Position,
        tongues: Tongues,
    ) -> Option<(Begins, Followed)> {
        let followed = self
            .follower
            .follow(second, beginning(&start), tongues, false)
            .filter(|followed| followed.plies > 1)?;
        let begins = Begins {
            start,
            doubt: None,
            first_of_two: Some(first.word as usize),
        };
        Some((begins, followed))
    }

    /// The same for `1. P-K4 and P-Q4`, both in the first row.
    fn two_in_one_row(
        &mut self,
        marker: usize,
        start: &Position,
        tongues: Tongues,
    ) -> Option<(Begins, Followed)> {
        let first = self.follower.markers[marker];
        for (second, after) in self.follower.moves_before_and(marker, start, tongues) {
            let Some(start) = after.passing_turn() else {
                continue;
            };
            self.follower.markers[marker] = Marker {
                first: second,
                offset: 0,
                ..first
            };
            if let Some(found) = self.second_of_two(first, marker, start, tongues) {
                return Some(found);
            }
            self.follower.markers[marker] = first;
        }
        None
    }
}
