//! What between and after the moves of a game is a note, and what is play that was not read?

use std::ops::Range;

use super::follow::Followed;
use super::words::{self, Gap};
use super::{Doubt, PageNote, PageReader};
use crate::language::Tongue;
use crate::parse::parse_in;
use crate::terms::Terms;
use crate::token;

impl PageReader<'_, '_> {
    /// The words between the moves.
    pub(super) fn notes(&self, followed: &Followed, borrowed: usize) -> Vec<PageNote> {
        let mut notes = Vec::new();
        for (index, pair) in followed.taken.windows(2).enumerate() {
            let between = pair[0].next as usize..pair[1].from as usize;
            if between.is_empty() {
                continue;
            }
            let mut text = String::new();
            let mut span: Option<Range<usize>> = None;
            for word in between {
                let here = self.follower.text(word);
                let place = self.follower.words[word];
                if words::is_dots(here) || is_furniture(here) {
                    continue;
                }
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(here);
                let (start, end) = (place.start as usize, place.end as usize);
                span = Some(match span {
                    Some(span) => span.start.min(start)..span.end.max(end),
                    None => start..end,
                });
            }
            if let Some(span) = span {
                notes.push(PageNote {
                    ply: borrowed + index + 1,
                    span,
                    text,
                });
            }
        }
        notes
    }

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
                done
            } else {
                doubts.extend(self.after_the_last(followed, plies));
                self.next_column(followed)
                    .unwrap_or_else(|| self.paragraph_end(followed.at))
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
        // Something stands in the second column, and is neither a move nor the end of the game.
        if followed.half
            && offer.is_none()
            && word.gap < Gap::Line
            && (word.gap == Gap::Wide
                || is_like_a_move(text)
                || is_a_man(text)
                || rest.end == word.end as usize && begins_a_move(text, followed.tongues.first()))
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

    /// The word with which the next paragraph begins; this one, where it begins one.
    fn paragraph_end(&self, at: usize) -> usize {
        let words = &self.follower.words;
        (at..words.len())
            .find(|&word| words[word].gap == Gap::Blank)
            .unwrap_or(words.len())
    }

    /// Paragraphs of play in what no game has taken.
    pub(super) fn outside_the_games(&self) -> Vec<Doubt> {
        const LEAST_MOVES: usize = 4;
        let mut doubts = Vec::new();
        let mut from = 0;
        let mut region = 0;
        let regions = &self.regions;
        while from < self.follower.words.len() {
            if let Some(taken) = regions.get(region).filter(|taken| taken.start <= from) {
                from = from.max(taken.end);
                region += 1;
                continue;
            }
            let mut to = self.paragraph_end(from + 1);
            to = to.min(regions.get(region).map_or(to, |taken| taken.start));
            let count = |from: usize| {
                (from..to)
                    .filter(|&word| is_a_move(self.follower.text(word)))
                    .count()
            };
            if count(from) >= LEAST_MOVES && self.is_play(from..to, Tongue::English) {
                doubts.push(Doubt {
                    ply: 0,
                    span: self.span(from..to),
                    why: "moves that belong to no game".to_owned(),
                });
            }
            from = to;
        }
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
        let mut from = words.start;
        while from < words.end {
            let to = self.paragraph_end(from + 1).min(words.end);
            if self.is_play(from..to, tongue) {
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
        let (mut play, mut men, mut signs, mut strange) = (0, 0, 0, 0);
        let mut open: Option<char> = None;
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
            if words::is_dots(text) {
                continue;
            }
            if is_a_move(text) {
                play += 2;
                men += 1;
                signs += 1;
                continue;
            }
            let tokens = token::tokens_in(text, tongue);
            if tokens.iter().all(|token| is_of_play(token.word)) {
                play += 1;
                let has = |test: fn(&token::Word) -> bool| tokens.iter().any(|token| test(&token.word));
                men += usize::from(has(|word| matches!(word, token::Word::Man(_))));
                signs += usize::from(has(|word| matches!(word, token::Word::To | token::Word::Takes)));
            } else if is_a_word(text) {
                // A sentence begins with a word.
                if play == 0 {
                    return false;
                }
                strange += 1;
            }
        }
        men > 0 && signs > 0 && play > 1 && (strange == 0 || play >= 12 && strange * 8 < play)
    }
}

/// Signs of check or castling that no reading of the move before them bears out.
pub(super) fn marks(notes: &[PageNote]) -> Vec<Doubt> {
    let is_mark = |note: &&PageNote| is_a_mark(&note.text) || is_a_side(&note.text);
    let doubt = |note: &PageNote| Doubt {
        ply: note.ply,
        span: note.span.clone(),
        why: format!(
            "`{}` stands after the move, which does not bear it out",
            note.text
        ),
    };
    notes.iter().filter(is_mark).map(doubt).collect()
}

/// What a move is made of; not what the grammar only lets stand beside it.
fn is_of_play(word: token::Word) -> bool {
    use token::Word;
    !matches!(
        word,
        Word::And
            | Word::Or
            | Word::With
            | Word::Gives
            | Word::Article
            | Word::Adjective
            | Word::Party
            | Word::Remark
            | Word::Moves
            | Word::It
            | Word::Own
            | Word::Unknown
    )
}

/// `P.`, `Kt`: how a move begins.
fn is_a_man(word: &str) -> bool {
    let tokens = token::tokens_in(word, Tongue::English);
    word.starts_with(char::is_uppercase)
        && matches!(
            tokens[..],
            [token::Token {
                word: token::Word::Man(_),
                ..
            }]
        )
}

/// `Af` in Italian: a man, and signs of play after him.
fn begins_a_move(word: &str, tongue: Tongue) -> bool {
    let tokens = token::tokens_in(word, tongue);
    let man = tokens
        .first()
        .is_some_and(|token| matches!(token.word, token::Word::Man(_)));
    man && word.starts_with(char::is_uppercase) && tokens.iter().all(|token| is_of_play(token.word))
}

/// `(ch.)`, `mate.`
fn is_a_mark(word: &str) -> bool {
    use token::Word::{Check, Close, Comma, Mate, Open};
    let tokens = token::tokens_in(word, Tongue::English);
    let mark = |token: &token::Token| matches!(token.word, Check | Mate);
    tokens.iter().any(mark)
        && tokens
            .iter()
            .all(|token| mark(token) || matches!(token.word, Open | Close | Comma))
}

/// `QR`, `K.R.`, `e.p.`: which Rook, or how a Pawn was taken.
fn is_a_side(word: &str) -> bool {
    let letters: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(letters.as_str(), "QR" | "KR" | "ep")
}

/// A capital or a file, and a sign or figure of play.
fn is_like_a_move(word: &str) -> bool {
    // Most words of a book have none of these bytes.
    let sign = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'x' | b'-' | 0xc3 | 0xe2);
    word.bytes().any(sign)
        && word.starts_with(|c: char| c.is_uppercase() || matches!(c, 'a'..='h'))
        && word.contains(|c: char| c.is_ascii_digit() || matches!(c, 'x' | '×' | '-' | '–' | '—'))
}

/// The same, and no `Chess-Player`: a move has few small letters in a row.
fn is_a_move(word: &str) -> bool {
    is_like_a_move(word)
        && word
            .split(|c: char| !c.is_lowercase())
            .all(|run| run.chars().count() <= 3)
}

/// Two letters or more in a row.
fn is_a_word(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic())
        .any(|run| run.chars().count() > 1)
}

/// Page numbers and the like, which belong to the book and not to the note.
pub(super) fn is_furniture(word: &str) -> bool {
    let inner = word
        .strip_prefix(['{', '['])
        .and_then(|rest| rest.strip_suffix(['}', ']']));
    inner.is_some_and(|inner| {
        let inner = inner.trim_start_matches("Pg").trim();
        inner == "Illustration" || inner.bytes().all(|byte| byte.is_ascii_digit())
    })
}
