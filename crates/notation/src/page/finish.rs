//! What is told of a game that was followed: its moves, its tags, its end, its doubts?

use std::borrow::Cow;

use jadoube_board::{Colour, Move, Position};

use super::account;
use super::begin::Begins;
use super::follow::{self, Followed, beginning};
use super::fragment::Before;
use super::notes::Beside;
use super::words::Gap;
use super::{Doubt, PageGame, PageReader, PrintedCell, heading};
use crate::ending::Ending;
use crate::game::{GameReading, Known, Note, Order, Score, is_ending};
use crate::language::{Language, Tongue, Tongues};

impl PageReader<'_, '_> {
    pub(super) fn finish(&mut self, followed: &Followed, before: Before, at: Begins) {
        let first = at.first_of_two.unwrap_or(followed.taken[0].from as usize);
        let title = self.title(first);
        let heading = heading::read(&title);
        let begins = self.follower.words[first].start as usize;
        let mut doubts: Vec<Doubt> = Vec::new();
        doubts.extend(at.doubt.map(|why| Doubt {
            ply: 1,
            span: begins..self.follower.words[first].end as usize,
            why: why.to_owned(),
        }));
        let mut supplied: Vec<String> = Vec::new();
        let mut borrowed: Vec<PrintedCell> = Vec::new();
        let mut notes_before = None;
        match before {
            Before::Nothing => {}
            Before::Game { game, plies } => {
                let other = &self.read.games[game];
                borrowed = other.cells[..plies].to_vec();
                supplied = other.reading.moves[..plies]
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                let name = other
                    .title
                    .first()
                    .cloned()
                    .unwrap_or_else(|| format!("game {} of the page", game + 1));
                notes_before = Some(format!("moves 1 to {} are taken from {name}", plies.div_ceil(2)));
            }
            Before::Known { lines, others } => {
                let moves = lines.into_iter().next().map_or_else(Vec::new, |(_, moves)| moves);
                borrowed = moves
                    .iter()
                    .enumerate()
                    .map(|(ply, _)| PrintedCell {
                        span: begins..begins,
                        number: ply as u32 / 2 + 1,
                    })
                    .collect();
                supplied = moves.iter().map(ToString::to_string).collect();
                let word = self.follower.words[first];
                doubts.push(Doubt {
                    ply: moves.len() + 1,
                    span: begins..word.end as usize,
                    why: format!(
                        "the moves before {} are not on the page; they are supplied from a well-known beginning, {}",
                        followed.taken[0].number,
                        if others {
                            "the likeliest of several that fit"
                        } else {
                            "the only one that leads to the position in which all that follows is legal"
                        }
                    ),
                });
            }
        }
        let cells: Vec<PrintedCell> = borrowed
            .iter()
            .cloned()
            .chain(followed.taken.iter().map(|taken| PrintedCell {
                span: taken.span.start as usize..taken.span.end as usize,
                number: taken.number,
            }))
            .collect();
        let page = self.page;
        let score = Score {
            start: at.start,
            by_place: false,
            cells: supplied
                .iter()
                .map(String::as_str)
                .chain(
                    cells[supplied.len()..]
                        .iter()
                        .map(|cell| &page[cell.span.clone()]),
                )
                .collect(),
            language: followed.tongues.languages().next().unwrap_or(Language::English),
        };
        // After moves from elsewhere the following may have had other boards than the score alone gives.
        let known: Vec<Option<Known>> = if supplied.is_empty() {
            followed.taken.iter().map(|taken| taken.known).collect()
        } else {
            Vec::new()
        };
        let (mut reading, order) = self.scores.read_known(&score, &known, self.options.repair);
        let slipped = order.map(|order| Slipped::new(order, &score.cells));
        let in_order = slipped.as_ref().map(|slipped| slipped.set_right(&cells));
        let in_order = in_order.as_ref().unwrap_or(&cells);
        if heading.black_first {
            reading.notes.push(Note {
                ply: 0,
                text: "the player who begins is called Black on the page".to_owned(),
            });
        }
        if at.first_of_two.is_some() {
            reading.notes.push(Note {
                ply: 0,
                text: "the first player makes two moves: the first of them is in the position at the start"
                    .to_owned(),
            });
        }
        reading
            .notes
            .extend(notes_before.map(|text| Note { ply: 0, text }));
        let others = self.other_languages(&at.start, followed, &reading, &cells, borrowed.len());
        if let Some(cell) = cells.first().filter(|_| !others.is_empty()) {
            let names = |languages: &mut dyn Iterator<Item = Language>| {
                languages.map(Language::name).collect::<Vec<_>>().join(", ")
            };
            doubts.push(Doubt {
                ply: 1,
                span: cell.span.clone(),
                why: format!(
                    "the whole game is legal in two ways: the letters are taken as those of {}, and would give other moves in {}",
                    names(&mut followed.tongues.languages()),
                    names(&mut others.into_iter()),
                ),
            });
        }
        for (index, taken) in followed.taken.iter().enumerate() {
            if let Some(due) = taken.due {
                let word = self.follower.words[taken.from as usize];
                doubts.push(Doubt {
                    ply: borrowed.len() + index + 1,
                    span: word.start as usize..word.end as usize,
                    why: format!("the number {} is printed where {due} is due", taken.number),
                });
            }
        }
        if let Some(span) = &followed.unread {
            doubts.push(Doubt {
                ply: cells.len() + 1,
                span: span.start as usize..span.end as usize,
                why: format!(
                    "a row that follows the last move read is not read: expected move {}",
                    followed.number
                ),
            });
        }
        let (told, done) = self.ending(followed, in_order, &reading.moves, heading.black_first);
        let Beside {
            mut notes,
            mut glyphs,
            after,
        } = self.beside(followed, borrowed.len(), done);
        let result = told.map(|told| told.result);
        if result.is_some() {
            // What was understood as the end of the game is no remark on its last move.
            let told = |note: &Note| {
                note.ply == in_order.len() && heading::told_result(&note.text, followed.half, false).is_some()
            };
            reading.notes.retain(|note| !told(note));
        }
        if let Some(word) = told.and_then(|told| told.unmoved) {
            let word = self.follower.words[word];
            doubts.push(Doubt {
                ply: cells.len() + 1,
                span: word.start as usize..word.end as usize,
                why: format!(
                    "this stands in the column of the answers, and move {} is not on the page",
                    followed.number
                ),
            });
        }
        let end = reading
            .moves
            .iter()
            .fold(score.start, |position, &movement| position.play(movement));
        let mated = reading.faults.is_empty() && end.is_checkmate();
        let by_mate = if end.turn() == Colour::Black { "1-0" } else { "0-1" };
        if let Some(told) = result.filter(|told| mated && *told != by_mate) {
            doubts.push(Doubt {
                ply: cells.len(),
                span: cells.last().map_or(0..0, |cell| cell.span.clone()),
                why: format!("the page says {told}, and the last move mates"),
            });
        }
        doubts.extend(account::marks(&notes));
        doubts.extend(self.doubtful_cells(followed, borrowed.len(), reading.moves.len()));
        doubts.extend(self.numbers_repeated(followed, borrowed.len()));
        doubts.extend(self.out_of_sentences(followed, borrowed.len()));
        doubts.extend(self.marks_apart(followed, borrowed.len()));
        doubts.extend(self.in_the_other_column(followed, borrowed.len()));
        doubts.extend(self.answers_in_prose(followed, borrowed.len()));
        let ended = result.is_some() || mated;
        doubts.extend(self.left_over(followed, borrowed.len(), done, ended));
        // What is told already need not be told in other words.
        let twice = self.answers_printed_twice(followed, borrowed.len());
        let again = self.printed_again(followed, borrowed.len());
        let gaps = self.gaps_in_moves(followed, borrowed.len());
        let parts = account::parts_of_moves(&notes, followed.tongues.first());
        for doubt in twice.into_iter().chain(again).chain(parts).chain(gaps) {
            let overlaps =
                |other: &Doubt| other.span.start < doubt.span.end && doubt.span.start < other.span.end;
            if !doubts.iter().any(overlaps) {
                doubts.push(doubt);
            }
        }
        let cells = in_order.clone();
        if let Some(slipped) = slipped {
            let told = doubts.iter_mut().map(|doubt| &mut doubt.ply);
            let noted = notes.iter_mut().map(|note| &mut note.ply);
            let marked = glyphs.iter_mut().map(|(ply, _)| ply);
            told.chain(noted)
                .chain(marked)
                .for_each(|ply| *ply = slipped.after(*ply));
            notes.sort_by_key(|note| note.ply);
        }
        self.done = done.max(after.end);
        self.regions.push(first..self.done.max(first + 1));
        self.follower.memory.leave_the_game();
        self.read.games.push(PageGame {
            start: score.start,
            title,
            tags: heading.tags,
            borrowed: borrowed.len(),
            reading,
            notes,
            glyphs,
            doubts,
            result,
            ending: told.and_then(|told| told.ending),
            languages: followed.tongues.languages().collect(),
            cells,
        });
    }

    /// The languages in which the same cells make a legal game of other moves. English is taken where it fits.
    fn other_languages(
        &mut self,
        start: &Position,
        followed: &Followed,
        reading: &GameReading,
        cells: &[PrintedCell],
        borrowed: usize,
    ) -> Vec<Language> {
        let told = self.options.language.is_some() || followed.tongues.has(Tongue::English);
        if told || borrowed > 0 || !reading.faults.is_empty() {
            return Vec::new();
        }
        let end = reading
            .moves
            .iter()
            .fold(*start, |position, &movement| position.play(movement));
        let page = self.page;
        let fits = |tongue: &Tongue| {
            let mut boards = (*beginning(start)).clone();
            for cell in cells {
                let entry = self.follower.entry(&page[cell.span.clone()], *tongue);
                boards = match &entry.parsed {
                    Some(parsed) => follow::play(&boards, parsed),
                    None => return false,
                };
            }
            !boards.is_empty() && boards.iter().all(|board| board.position != end)
        };
        let others: Vec<Tongue> = Tongues::ALL
            .iter()
            .filter(|&tongue| !followed.tongues.has(tongue))
            .filter(fits)
            .collect();
        others
            .into_iter()
            .flat_map(|tongue| Tongues::only(tongue).languages())
            .collect()
    }

    /// How the page says the game ended, and the word after it says so.
    fn ending(
        &self,
        followed: &Followed,
        cells: &[PrintedCell],
        moves: &[Move],
        black_first: bool,
    ) -> (Option<Told>, usize) {
        let follower = &self.follower;
        let told_by = |line: &str, half: bool| {
            let result = heading::told_result(line, half, black_first)?;
            Some(Told::new(result, line))
        };
        let told = |line: &str| told_by(line, followed.half);
        // `R takes P, and wins.`: in his own cell the player who moved is meant.
        let last = cells.last().map(|cell| &self.page[cell.span.clone()]);
        let by_cell = last.and_then(|cell| {
            let (_, remark) = cell.split_once("wins")?;
            let result = if cells.len() % 2 == 1 { "1-0" } else { "0-1" };
            (remark.len() < 4 && moves.len() == cells.len()).then(|| Told::new(result, cell))
        });
        let by_cell = by_cell.or_else(|| told(last?));
        let mut at = followed.at;
        for _ in 0..3 {
            let mut end = at;
            while end < follower.words.len() && (end == at || follower.words[end].gap < Gap::Line) {
                end += 1;
            }
            if end == at {
                break;
            }
            let words: Vec<&str> = (at..end).map(|word| follower.text(word)).collect();
            for index in 0..words.len() {
                let (figures, count) = match words[index..] {
                    // `1 : 0`
                    [one, sign @ (":" | "-" | "–" | "—"), other, ..] => {
                        (format!("{one}{sign}{other}").into(), 3)
                    }
                    [word, ..] => (Cow::Borrowed(word), 1),
                    [] => break,
                };
                if let Some(result) = heading::figures(&figures) {
                    let by_figures = Told::new(result, &words.join(" "));
                    let same = by_cell.filter(|told| told.result == result && by_figures.ending.is_none());
                    return (Some(same.unwrap_or(by_figures)), at + index + count);
                }
            }
            let numbered = words.len() > 1
                && words[0]
                    .trim_end_matches(['.', ')'])
                    .bytes()
                    .all(|byte| byte.is_ascii_digit());
            let line = words[usize::from(numbered)..].join(" ");
            if is_ending(&line) || is_short_ending(&line) {
                let first = at + usize::from(numbered);
                if self.stands_with_the_answers(followed, first) {
                    let unmoved = Some(first).filter(|_| told(&line) != told_by(&line, true));
                    let told = told_by(&line, true).map(|told| Told { unmoved, ..told });
                    return (told.or(by_cell), end);
                }
                return (told(&line).or(by_cell), end);
            }
            at = end;
        }
        (by_cell, followed.at)
    }
}

/// Cells that are printed out of their order.
struct Slipped {
    order: Order,
    /// How many cells as they are printed have a move or the place of one; how the game ended may follow.
    printed: usize,
}

impl Slipped {
    fn new(order: Order, cells: &[&str]) -> Slipped {
        let ends = cells.iter().position(|cell| is_ending(cell));
        let last = order.iter().flatten().max().map_or(0, |last| last + 1);
        Slipped {
            order,
            printed: ends.unwrap_or(cells.len()).max(last),
        }
    }

    /// The cells in order of play. One that is missing has no words where it is due.
    fn set_right(&self, cells: &[PrintedCell]) -> Vec<PrintedCell> {
        let due = |ply: usize| {
            let there = cells.get(ply).or(cells.last());
            PrintedCell {
                span: there.map_or(0..0, |cell| cell.span.start..cell.span.start),
                number: there.map_or(0, |cell| cell.number),
            }
        };
        let moves = self.order.iter().enumerate();
        let moves = moves.map(|(ply, place)| place.map_or_else(|| due(ply), |place| cells[place].clone()));
        moves.chain(cells[self.printed..].iter().cloned()).collect()
    }

    /// How many moves are made with the last of so many cells as they are printed.
    fn after(&self, cells: usize) -> usize {
        if cells > self.printed {
            return self.order.len() + cells - self.printed;
        }
        // A cell that is printed twice has no move, and what stands after it stands after the one before it.
        (0..cells)
            .rev()
            .find_map(|cell| self.order.iter().position(|&place| place == Some(cell)))
            .map_or(0, |ply| ply + 1)
    }
}

/// What a page says of a game's end.
#[derive(Clone, Copy, PartialEq)]
struct Told {
    result: &'static str,
    ending: Option<Ending>,
    /// The word that says so, where it stands in the column of the answers and no move before it.
    unmoved: Option<usize>,
}

impl Told {
    fn new(result: &'static str, words: &str) -> Told {
        let ending = Ending::told(words).filter(|ending| ending.fits(result));
        Told {
            result,
            ending,
            unmoved: None,
        }
    }
}

/// `Schwarz gibt auf.`, `And Black abandons the game.`: a short line that tells a result.
fn is_short_ending(line: &str) -> bool {
    line.split_whitespace().count() <= 8 && heading::told_result(line, false, false).is_some()
}
