//! What between and after the moves of a game is a note, and what is play that was not read?

mod numbers;

use std::ops::Range;

use super::follow::{Followed, Taken};
use super::looks::{
    begins_a_move, is_a_man, is_a_mark, is_a_move, is_a_numeral, is_a_side, is_a_word, is_like_a_move,
    is_of_play, is_sign_of_play, may_be_a_numeral, may_begin_a_move, may_have_been_a_mark,
};
use super::words::{self, Gap, Marker};
use super::{Doubt, PageNote, PageReader, heading};
use crate::game::is_ending;
use crate::language::Tongue;
use crate::parse::parse_in;
use crate::terms::Terms;
use crate::token;

impl PageReader<'_, '_> {
    /// What stands between the moves and after the last, and reads like moves rather than a note.
    pub(super) fn left_over(
        &self,
        followed: &Followed,
        borrowed: usize,
        done: usize,
        ended: bool,
    ) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        let tongue = followed.tongues.first();
        for (index, pair) in followed.taken.windows(2).enumerate() {
            let between = pair[0].next as usize..pair[1].from as usize;
            doubts.extend(
                self.play_in(between, tongue, pair[0].number).map(|span| Doubt {
                    ply: borrowed + index + 1,
                    span,
                    why: "what stands after this move reads like moves, and is not taken for the game's"
                        .to_owned(),
                }),
            );
        }
        if followed.unread.is_none() {
            let plies = borrowed + followed.taken.len();
            let end = if ended || done > followed.at {
                let end = self.before_the_ending(followed.at..done, tongue);
                doubts.extend(self.numbered_before_the_ending(followed, end, done, plies));
                end
            } else {
                doubts.extend(self.after_the_last(followed, plies));
                self.next_column(followed)
                    .unwrap_or_else(|| self.unnumbered_end(followed))
            };
            let told = doubts.last().is_some_and(|doubt| doubt.ply >= plies);
            let play = self.play_in(followed.at..end, tongue, 0).filter(|_| !told);
            doubts.extend(play.map(|span| Doubt {
                ply: plies + 1,
                span,
                why: "what stands after the last move read reads like moves".to_owned(),
            }));
        }
        doubts
    }

    /// `20. Resigns.` where 19 is due: a row is missing before it; and `19. RxP  Resigns.` with a move that is not read.
    fn numbered_before_the_ending(
        &self,
        followed: &Followed,
        end: usize,
        done: usize,
        plies: usize,
    ) -> Option<Doubt> {
        let markers = &self.follower.markers;
        let first = markers.partition_point(|offer| (offer.word as usize) < followed.at);
        let mut within = markers[first..]
            .iter()
            .take_while(|offer| (offer.word as usize) < done);
        let due =
            |offer: &&Marker| offer.number == followed.number && offer.plays && (offer.first as usize) < end;
        let offer = within.find(|offer| is_beyond(offer, followed) || due(offer))?;
        let word = self.follower.words[offer.word as usize];
        let why = if offer.number == followed.number {
            format!("what follows the number {} is not read as a move", offer.number)
        } else {
            format!(
                "the number {} is printed where {} is due",
                offer.number, followed.number
            )
        };
        Some(Doubt {
            ply: plies + 1,
            span: word.start as usize..word.end as usize,
            why,
        })
    }

    /// Where in these words it begins to be told how the game ended: what stands before is play or a note, `RxP  Resigns.`
    fn before_the_ending(&self, words: Range<usize>, tongue: Tongue) -> usize {
        const MOST_WORDS: usize = 60;
        let tells = |&at: &usize| {
            let rest = self.page.get(self.span(at..words.end)).unwrap_or_default();
            heading::figures(self.follower.text(at)).is_some()
                || is_ending(rest)
                || heading::told_result(rest, false, false).is_some()
        };
        let Some(mut at) = words.clone().rev().take(MOST_WORDS).find(tells) else {
            return words.end;
        };
        // `And White resigns.`
        let is_said = |word: usize| {
            let text = self.follower.text(word);
            let play = |token: &token::Token| is_of_play(token.word);
            is_a_word(text) && !is_a_move(text) && !token::tokens_in(text, tongue).iter().all(play)
        };
        while at > words.start && is_said(at - 1) {
            at -= 1;
        }
        at
    }

    /// What stands after the last move, where nothing says that the game is over.
    fn after_the_last(&self, followed: &Followed, plies: usize) -> Option<Doubt> {
        let follower = &self.follower;
        let at = followed.at;
        // `38. P-R4,` and no answer: the comma has promised one.
        if followed.half && at > 0 && follower.text(at - 1).ends_with(',') {
            let last = follower.words[at - 1];
            return Some(Doubt {
                ply: plies + 1,
                span: last.start as usize..last.end as usize,
                why: format!("the answer to move {} is not on the page", followed.number),
            });
        }
        if at >= follower.words.len() {
            return self.cut_short(followed, plies);
        }
        if followed.half
            && let Some(span) = self.answer_apart(followed)
        {
            return Some(Doubt {
                ply: plies + 1,
                span,
                why: format!(
                    "this may be the answer to move {}, and is not read",
                    followed.number
                ),
            });
        }
        let word = *follower.words.get(at).filter(|word| word.gap < Gap::Blank)?;
        let text = follower.text(at);
        let rest = word.start as usize..follower.line_end(at);
        let doubt = |ply: usize, span: Range<usize>, why: String| Some(Doubt { ply, span, why });
        if self.next_column(followed).is_some() {
            return None;
        }
        // A rule with nothing under it.
        if followed.half && text.len() > 2 && text.bytes().all(|byte| byte == b'-' || byte == b'_') {
            let why = format!("the answer to move {} is not on the page", followed.number);
            return doubt(plies + 1, word.start as usize..word.end as usize, why);
        }
        // A mark of check alone on the next line was set for the last move, and could change it.
        if word.gap == Gap::Line && is_a_mark(text) {
            let why = "a mark of check stands after the last move, on another line".to_owned();
            return doubt(plies, word.start as usize..word.end as usize, why);
        }
        let offer = follower.markers.get(followed.next_marker);
        let offer = offer.filter(|offer| offer.word as usize == at);
        if let Some(offer) = offer.filter(|offer| offer.number == followed.number || word.gap < Gap::Line) {
            let why = format!("what follows the number {} is not read as a move", offer.number);
            return doubt(plies + 1, rest, why);
        }
        if let Some(offer) = offer.filter(|offer| is_beyond(offer, followed)) {
            let why = format!(
                "the number {} is printed where {} is due",
                offer.number, followed.number
            );
            return doubt(plies + 1, rest, why);
        }
        if may_have_been_a_mark(text) {
            let why = format!("`{text}` stands after the last move, and may have been a mark of check");
            return doubt(plies, word.start as usize..word.end as usize, why);
        }
        // A name of a side heads a row of which nothing is read.
        if word.gap == Gap::Line && heads_a_row(self.page.get(rest.clone()).unwrap_or_default()) {
            return doubt(
                plies + 1,
                rest,
                "what stands in the row of this side is not read".to_owned(),
            );
        }
        // `8-B3`: a figure that the scanner took for the man.
        let spoilt = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_digit())
                && text.contains(is_sign_of_play)
                && text.contains(char::is_uppercase)
        };
        // In running text a line may end before the answer.
        let alone = word.gap == Gap::Line && is_a_move(text) && follower.words_of_line(at).len() <= 3;
        // Something stands in the second column, and is neither a move nor the end of the game.
        if followed.half
            && offer.is_none()
            && (word.gap < Gap::Line || alone)
            && (word.gap == Gap::Wide
                || is_like_a_move(text)
                || is_a_man(text)
                || spoilt(text)
                || rest.end == word.end as usize && may_begin_a_move(text, followed.tongues.first()))
            && !words::is_dots(text)
        {
            let why = format!(
                "what stands where the answer to move {} is due is not read",
                followed.number
            );
            return doubt(plies + 1, rest, why);
        }
        None
    }

    /// What a cell has after its move and reads like another, `P-KB3, P-K`, of which the line's end took the rest; and cells that
    /// name a man and not where he goes.
    pub(super) fn doubtful_cells(&self, followed: &Followed, borrowed: usize, read: usize) -> Vec<Doubt> {
        let tongue = followed.tongues.first();
        let last = followed.taken.len() - 1;
        let cells = followed.taken.iter().enumerate().filter_map(|(index, taken)| {
            // Few cells have a remark, and those that are known have none and say where. What was taken by its place alone may have
            // been read all the same.
            if taken.known.is_some() || borrowed + index >= read {
                return None;
            }
            let text = self.follower.slice(taken.span.start, taken.span.end);
            let parsed = parse_in(text, tongue).ok()?;
            let start = taken.span.start as usize;
            let doubt = |from: usize, to: usize, why: &str| {
                Some(Doubt {
                    ply: borrowed + index + 1,
                    span: start + from..start + to,
                    why: why.to_owned(),
                })
            };
            let whole = parsed.ways.iter().any(Terms::may_be_whole) || text.contains("moves");
            if !whole && index < last {
                return doubt(0, text.len(), "the move does not say where the man goes");
            }
            let (from, to) = parsed.remark?;
            let remark = text.get(from..to)?;
            let promised = followed.half && index == last;
            let is_play = |word: &str| {
                begins_a_move(word, tongue) && (is_like_a_move(word) || promised && is_a_man(word))
            };
            if remark.split_whitespace().any(is_play) {
                return doubt(
                    from,
                    to,
                    "what stands after this move reads like the beginning of another",
                );
            }
            let out_of_place = is_out_of_a_move(remark, tongue);
            out_of_place
                .then(|| {
                    doubt(
                        from,
                        to,
                        "these words are of a move, and find no place in this one",
                    )
                })
                .flatten()
        });
        cells.collect()
    }

    /// Moves with a gap in them that is wider than those in the others: a word may be lost there.
    pub(super) fn gaps_in_moves(&self, followed: &Followed, borrowed: usize) -> Vec<Doubt> {
        const WIDE: usize = 3;
        let gaps: Vec<Range<usize>> = followed
            .taken
            .iter()
            .map(|taken| widest_gap(self.page, taken.span.start as usize..taken.span.end as usize))
            .collect();
        if gaps.iter().all(|gap| gap.len() < WIDE) {
            return Vec::new();
        }
        let mut widths: Vec<usize> = gaps.iter().map(Range::len).collect();
        widths.sort_unstable();
        // A page that is set wide has such gaps in many moves.
        let usual = widths[widths.len() * 3 / 4].max(1);
        let lost = gaps.into_iter().enumerate();
        lost.filter(|(_, gap)| gap.len() >= WIDE * usual)
            .map(|(index, span)| Doubt {
                ply: borrowed + index + 1,
                span,
                why: "the gap in this move is wider than those in the others, and a word may be lost there"
                    .to_owned(),
            })
            .collect()
    }

    /// Marks of check alone on their line, with a page's head between them and the move.
    pub(super) fn marks_apart(&self, followed: &Followed, borrowed: usize) -> Vec<Doubt> {
        let words = &self.follower.words;
        let mut doubts = Vec::new();
        for (index, pair) in followed.taken.windows(2).enumerate() {
            for word in pair[0].next as usize + 1..pair[1].from as usize {
                let alone = words[word].gap >= Gap::Line
                    && words.get(word + 1).is_none_or(|next| next.gap >= Gap::Wide);
                let in_prose = self.follower.text(word - 1).contains(char::is_lowercase);
                if alone && !in_prose && is_a_mark(self.follower.text(word)) {
                    doubts.push(Doubt {
                        ply: borrowed + index + 1,
                        span: self.span(word..word + 1),
                        why: "a mark of check stands after the move, on another line".to_owned(),
                    });
                }
            }
        }
        doubts
    }

    /// Moves of the first player in the column in which the answers stand: his own column is empty there.
    pub(super) fn in_the_other_column(&self, followed: &Followed, borrowed: usize) -> Vec<Doubt> {
        let Some((left, right)) = self.columns(followed) else {
            return Vec::new();
        };
        let is_answer =
            |index: usize, taken: &Taken| index > 0 && followed.taken[index - 1].number == taken.number;
        followed
            .taken
            .iter()
            .enumerate()
            .filter(|(index, taken)| {
                !taken.blind
                    && !is_answer(*index, taken)
                    && self.begins_its_line(taken)
                    && self
                        .column(taken)
                        .is_some_and(|here| here > u32::midpoint(left, right))
            })
            .map(|(index, taken)| Doubt {
                ply: borrowed + index + 1,
                span: taken.span.start as usize..taken.span.end as usize,
                why: "this move stands in the column of the answers, and the column before it is empty"
                    .to_owned(),
            })
            .collect()
    }

    /// Whether a word after the last answer stands where another answer would, as `Resigns.` does in a row without its move.
    pub(super) fn stands_with_the_answers(&self, followed: &Followed, word: usize) -> bool {
        let here = self.follower.words.get(word);
        !followed.half
            && here
                .zip(self.columns(followed))
                .is_some_and(|(here, (_, right))| here.column.abs_diff(right) <= 2)
    }

    /// The columns in which moves and answers begin, where the score is set in columns: those of the first row are those of all.
    fn columns(&self, followed: &Followed) -> Option<(u32, u32)> {
        let [first, answer, ..] = &followed.taken[..] else {
            return None;
        };
        let (left, right) = (self.column(first)?, self.column(answer)?);
        (followed.row && right >= left + 8 && first.number == answer.number).then_some((left, right))
    }

    fn column(&self, taken: &Taken) -> Option<u32> {
        let markers = &self.follower.markers;
        let first = match markers.binary_search_by_key(&taken.from, |offer| offer.word) {
            Ok(at) if markers[at].row && !markers[at].dots => markers[at].first,
            Ok(_) => return None,
            Err(_) => taken.from,
        };
        Some(self.follower.words.get(first as usize)?.column)
    }

    /// Whether nothing stands to the left of the move and its number: of four columns, the third is no answer's.
    fn begins_its_line(&self, taken: &Taken) -> bool {
        let start = self.follower.words[taken.from as usize].start as usize;
        let before = self.page.get(..start).unwrap_or_default();
        before
            .bytes()
            .rev()
            .take_while(|byte| *byte != b'\n')
            .all(|byte| byte.is_ascii_whitespace())
    }

    /// What may be the answer to the last move, beyond a page's head: a legal move, alone in its line or column.
    fn answer_apart(&self, followed: &Followed) -> Option<Range<usize>> {
        const MOST_WORDS: usize = 16;
        let follower = &self.follower;
        let words = &follower.words;
        let tongue = followed.tongues.first();
        let later = follower.markers.get(followed.next_marker..).unwrap_or_default();
        let next_game = later.iter().find(|offer| offer.number == 1);
        let end = next_game.map_or(words.len(), |offer| offer.word as usize);
        let end = end.min(followed.at + MOST_WORDS);
        let begins = |word: usize| words[word].gap >= Gap::Wide || words::is_dots(follower.text(word - 1));
        let first =
            (followed.at.max(1)..end).filter(|&word| begins(word) && !words::is_dots(follower.text(word)));
        first.into_iter().find_map(|first| {
            let mut next = first + 1;
            while next < words.len() && words[next].gap < Gap::Wide && next - first < 8 {
                next += 1;
            }
            let span = self.span(first..next);
            let text = self.page.get(span.clone())?;
            let parsed = parse_in(text, tongue).ok()?;
            let whole = parsed.remark.is_none() && parsed.ways.iter().any(Terms::may_be_whole);
            let legal = whole && !super::follow::play(&followed.boards, &parsed).is_empty();
            let has_a_sign =
                text.contains(is_sign_of_play) || text.contains(" takes ") || text.starts_with("Castles");
            (legal && has_a_sign).then_some(span)
        })
    }

    /// The last move, where the page ends with it and it names a man and not where he goes.
    fn cut_short(&self, followed: &Followed, plies: usize) -> Option<Doubt> {
        let last = followed.taken.last().filter(|last| !last.blind)?;
        let text = self.follower.slice(last.span.start, last.span.end);
        let parsed = parse_in(text, followed.tongues.first()).ok()?;
        let whole = parsed.ways.iter().any(Terms::may_be_whole) || text.contains("moves");
        (!whole).then(|| Doubt {
            ply: plies,
            span: last.span.start as usize..last.span.end as usize,
            why: "the page ends here, and the move does not say where the man goes".to_owned(),
        })
    }

    /// The word that begins another game in a column beside this one.
    fn next_column(&self, followed: &Followed) -> Option<usize> {
        let word = self.follower.words.get(followed.at)?;
        let first = self.follower.markers.get(followed.next_marker)?;
        let above = followed
            .taken
            .last()
            .is_some_and(|last| word.start < last.span.start);
        (above && first.word as usize == followed.at && first.number == 1).then_some(followed.at)
    }

    /// The end of this paragraph; and of the next, where the game's last move ends one and no number stands there.
    fn unnumbered_end(&self, followed: &Followed) -> usize {
        let at = followed.at;
        let words = &self.follower.words;
        let end = self.follower.next_paragraph(at);
        if end > at || at >= words.len() {
            return end;
        }
        let end = self.follower.next_paragraph(at + 1);
        let later = self
            .follower
            .markers
            .get(followed.next_marker..)
            .unwrap_or_default();
        // A rule alone, `--------`, is no number.
        let mut ahead = later.iter().take_while(|offer| (offer.word as usize) < end);
        let numbered = ahead.any(|offer| offer.number > 0);
        if numbered { at } else { end }
    }

    /// Play in what no game has taken. What stands in paragraphs one after another counts together: each may hold a single move.
    pub(super) fn outside_the_games(&self) -> Vec<Doubt> {
        const LEAST_MOVES: usize = 4;
        let mut doubts = Vec::new();
        let mut found = 0..0;
        let mut moves = 0;
        let mut from = 0;
        let mut region = 0;
        let regions = &self.regions;
        let mut tell = |found: &mut Range<usize>, moves: &mut usize| {
            let words = std::mem::take(found);
            if std::mem::take(moves) >= LEAST_MOVES {
                doubts.push(Doubt {
                    ply: 0,
                    span: self.span(words),
                    why: "moves that belong to no game".to_owned(),
                });
            }
        };
        while from < self.follower.words.len() {
            if let Some(taken) = regions.get(region).filter(|taken| taken.start <= from) {
                tell(&mut found, &mut moves);
                from = from.max(taken.end);
                region += 1;
                continue;
            }
            let mut to = self.follower.next_paragraph(from + 1);
            to = to.min(regions.get(region).map_or(to, |taken| taken.start));
            // `Rook 5`, under `Queen 9`, is a table of values.
            let plays = (from..to).any(|word| {
                let text = self.follower.text(word);
                is_a_move(text)
                    || text.starts_with("Castles")
                    || matches!(text, "to" | "takes" | "x" | "×" | "-" | "–" | "—")
            });
            let moves_here = if plays {
                self.moves_of_play(from..to, Tongue::English)
            } else {
                0
            };
            match moves_here {
                0 => tell(&mut found, &mut moves),
                more => {
                    let first = if moves == 0 { from } else { found.start };
                    found = first..to;
                    moves += more;
                }
            }
            from = to;
        }
        tell(&mut found, &mut moves);
        doubts
    }

    fn span(&self, words: Range<usize>) -> Range<usize> {
        let (first, last) = (
            self.follower.words[words.start],
            self.follower.words[words.end - 1],
        );
        first.start as usize..last.end.max(first.end) as usize
    }

    /// The first paragraph of these words that is play. After prose, rows that go back to the move of
    /// this number or an earlier one are a variation.
    fn play_in(&self, words: Range<usize>, tongue: Tongue, number: u32) -> Option<Range<usize>> {
        /// So many words tell what a paragraph is: a page may be one, with a game in each line.
        const MOST_JUDGED: usize = 600;
        let mut from = words.start;
        while from < words.end {
            let to = self.follower.next_paragraph(from + 1).min(words.end);
            if self.is_play(from..to.min(from + MOST_JUDGED), tongue) {
                let markers = &self.follower.markers;
                let first = markers.partition_point(|offer| (offer.word as usize) < from);
                let goes_back = |first: usize| {
                    markers
                        .get(first)
                        .is_some_and(|offer| (offer.word as usize) < to && offer.number <= number)
                };
                if from == words.start || !goes_back(first) {
                    return Some(self.span(from..to));
                }
            }
            from = to;
        }
        None
    }

    /// Words of play, with hardly a word among them that no score has. What stands in brackets is a note.
    fn is_play(&self, words: Range<usize>, tongue: Tongue) -> bool {
        self.moves_of_play(words, tongue) > 0
    }

    /// How many moves these words hold at least, where they are words of play.
    fn moves_of_play(&self, words: Range<usize>, tongue: Tongue) -> usize {
        let (mut play, mut men, mut signs, mut strange) = (0, 0, 0, 0);
        let mut open: Option<char> = None;
        let mut after_a_man = false;
        for word in words {
            let text = self.follower.text(word);
            open = open.or_else(|| match text.chars().next() {
                Some('(') => Some(')'),
                Some('[') => Some(']'),
                Some('{') => Some('}'),
                _ => None,
            });
            if let Some(close) = open {
                open = open.filter(|_| !text.contains(close));
                continue;
            }
            let names_a_side = || text.ends_with(['.', ':']) && heading::side(text).is_some();
            if words::is_dots(text) || is_a_numeral(text) || may_be_a_numeral(text) || names_a_side() {
                continue;
            }
            // A move may be glued to its number.
            let glued = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if is_a_move(text) || is_a_move(glued) {
                play += 2;
                men += 1;
                signs += 1;
                continue;
            }
            let tokens = token::tokens_in(text, tongue);
            let follows_a_man = std::mem::take(&mut after_a_man);
            if tokens.iter().all(|token| is_of_play(token.word)) {
                use token::Word;
                let has = |test: fn(&Word) -> bool| tokens.iter().any(|token| test(&token.word));
                let castles =
                    has(|word| matches!(word, Word::Castles | Word::CastlesShort | Word::CastlesLong));
                play += 1 + usize::from(castles);
                men += usize::from(castles || has(|word| matches!(word, Word::Man(_))));
                // `P 4 R`: a man and a rank, with no sign between them.
                let rank = follows_a_man && has(|word| matches!(word, Word::Number(1..=8)));
                signs += usize::from(
                    castles || rank || has(|word| matches!(word, Word::To | Word::Takes | Word::Mate)),
                );
                after_a_man = matches!(tokens.last().map(|token| token.word), Some(Word::Man(_)));
            } else if is_a_word(text) {
                // A sentence begins with a word.
                if play == 0 {
                    return 0;
                }
                strange += 1;
            }
        }
        let is_play = play > 1 && (strange == 0 || play >= 12 && strange * 8 < play);
        if is_play { men.min(signs) } else { 0 }
    }
}

/// The widest gap between two words of a line within these bytes.
fn widest_gap(page: &str, within: Range<usize>) -> Range<usize> {
    let mut widest = within.start..within.start;
    let mut at = within.start;
    for line in page[within].split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let end = at + line.trim_end().len();
        let mut start = None;
        for (offset, letter) in line.char_indices().skip_while(|(offset, _)| *offset < indent) {
            let here = at + offset;
            match (matches!(letter, ' ' | '\t'), start) {
                (true, None) => start = Some(here),
                (false, Some(from)) => {
                    if here <= end && here - from > widest.len() {
                        widest = from..here;
                    }
                    start = None;
                }
                _ => {}
            }
        }
        at += line.len();
    }
    widest
}

/// `K's` after `B. to 5th.`, `P. (ch.)` after `takes P.`: nothing but words of play, and no mark of a note among them.
fn is_out_of_a_move(remark: &str, tongue: Tongue) -> bool {
    use token::Word;
    let tokens = token::tokens_in(remark, tongue);
    let of_a_move = |token: &token::Token| {
        matches!(
            token.word,
            Word::Man(_) | Word::Sq | Word::Takes | Word::Check | Word::Mate | Word::Cell(_)
        )
    };
    tokens.iter().any(of_a_move) && tokens.iter().all(|token| is_of_play(token.word))
}

/// `White.   hS`: a side, and a few words that do not say how the game ended.
fn heads_a_row(line: &str) -> bool {
    const MOST_WORDS: usize = 4;
    let mut words = line.split_whitespace();
    let named = words.next().is_some_and(heading::may_be_side);
    let count = words.count();
    named && (1..=MOST_WORDS).contains(&count) && heading::told_result(line, false, false).is_none()
}

/// A row numbered a little higher than the one that is due.
fn is_beyond(offer: &Marker, followed: &Followed) -> bool {
    let missing = offer.number.saturating_sub(followed.number);
    offer.row && offer.stopped && !offer.bracketed && (1..=3).contains(&missing)
}

/// Notes that are nothing but words of play, and no line in brackets: the move before them may have lost them.
pub(super) fn parts_of_moves(notes: &[PageNote], tongue: Tongue) -> impl Iterator<Item = Doubt> {
    let is_part = move |note: &&PageNote| {
        !note.text.starts_with(['(', '[', '{']) && is_out_of_a_move(&note.text, tongue)
    };
    notes.iter().filter(is_part).map(|note| Doubt {
        ply: note.ply,
        span: note.span.clone(),
        why: format!("`{}` is of a move, and finds no place in this one", note.text),
    })
}

/// Signs of check or castling that no reading of the move before them bears out.
pub(super) fn marks(notes: &[PageNote]) -> Vec<Doubt> {
    let why = |note: &PageNote| {
        let text = &note.text;
        // A sentence begins with a capital, and a mark does not: `(ch.) The only move.`
        let first = text.split_whitespace().next().unwrap_or_default();
        let leads = !first.contains(char::is_uppercase) && is_a_mark(first);
        if leads || is_a_mark(text) || is_a_side(text) {
            let mark = if leads { first } else { text };
            Some(format!(
                "`{mark}` stands after the move, which does not bear it out"
            ))
        } else if may_have_been_a_mark(text) {
            Some(format!(
                "`{text}` stands after the move, and may have been a mark of check"
            ))
        } else {
            None
        }
    };
    let doubt = |note: &PageNote| {
        Some(Doubt {
            ply: note.ply,
            span: note.span.clone(),
            why: why(note)?,
        })
    };
    notes.iter().filter_map(doubt).collect()
}
