//! In how many ways can the words of a printed move be taken?
//!
//! The grammar keeps every way alive (`B` is a man or a file, `K` a King or a side) and leaves the
//! choice to the position. It is written with continuations, so that no way costs an allocation.

mod action;
mod name;
mod place;
mod tail;

use jadoube_board::{File, Kind, Square, Wing};
use smallvec::SmallVec;

use crate::language::Tongue;
use crate::terms::{Castling, Name, Taking, Terms, file_bit};
use crate::token::{Token, Tokens, Word, tokens_in};

/// All ways of taking one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The ways, without repetition.
    pub(crate) ways: SmallVec<[Terms; 2]>,
    /// Byte span of a remark that is no part of the move (`and wins`).
    pub(crate) remark: Option<(usize, usize)>,
}

impl Parsed {
    /// The ways of taking the text.
    pub fn ways(&self) -> &[Terms] {
        &self.ways
    }
}

/// A text that is not a move in any style: where the reader stopped and what it looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Bytes of the text that were not understood.
    pub span: (usize, usize),
    /// Those bytes.
    pub found: String,
    /// What could have stood there.
    pub expected: &'static str,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.found.is_empty() {
            write!(f, "the text ends where {} was expected", self.expected)
        } else {
            write!(
                f,
                "`{}` is not understood: expected {}",
                self.found, self.expected
            )
        }
    }
}

impl std::error::Error for ReadError {}

/// Longer cells are prose; the grammar is not asked about them.
const MOST_TOKENS: usize = 48;

/// Takes a text apart into every way it can be understood, whatever the position.
pub fn parse(text: &str) -> Result<Parsed, ReadError> {
    parse_in(text, Tongue::English)
}

/// The same, with the letters and words of another language.
pub(crate) fn parse_in(text: &str, tongue: Tongue) -> Result<Parsed, ReadError> {
    let found = parse_in_one_line(text, tongue);
    let is_whole = |parsed: &Parsed| {
        parsed.remark.is_none() && parsed.ways.iter().any(|way| way.names_man() && way.says_where())
    };
    if !found.as_ref().is_ok_and(is_whole)
        && let Some(joined) = without_hyphen(text)
        && let Ok(parsed) = parse_in_one_line(&joined, tongue)
        && is_whole(&parsed)
    {
        return Ok(parsed);
    }
    found
}

/// `Cas-` and `tles` in the next line as one word, where a line ends inside the text.
fn without_hyphen(text: &str) -> Option<String> {
    let (head, tail) = text.split_once('\n')?;
    let head = head.trim_end().strip_suffix('-')?;
    let tail = tail.trim_start();
    let broken = head.ends_with(char::is_alphabetic) && tail.starts_with(char::is_alphabetic);
    broken.then(|| format!("{head}{tail}"))
}

fn parse_in_one_line(text: &str, tongue: Tongue) -> Result<Parsed, ReadError> {
    let found = parse_as_printed(text, tongue);
    if found.is_err()
        && tongue == Tongue::English
        && let Some(capitals) = with_capitals(text)
        && let Ok(parsed) = parse_as_printed(&capitals, tongue)
    {
        return Ok(parsed);
    }
    found
}

/// `p-k4`, `ktxp ch`: the same text with the letters of men and files set as capitals, where that
/// changes it. No byte moves, so that spans stay true.
fn with_capitals(text: &str) -> Option<String> {
    let mut changed = false;
    let mut out = String::with_capacity(text.len());
    for run in text.split_inclusive(|c: char| !c.is_ascii_alphabetic()) {
        let letters = run.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        if !letters.is_empty() && letters.bytes().all(|byte| b"kqrbnptx".contains(&byte)) {
            changed = true;
            for (index, letter) in run.char_indices() {
                let knight = letter == 't' && run[..index].ends_with('k');
                out.push(if knight || letter == 'x' {
                    letter
                } else {
                    letter.to_ascii_uppercase()
                });
            }
        } else {
            out.push_str(run);
        }
    }
    changed.then_some(out)
}

fn parse_as_printed(text: &str, tongue: Tongue) -> Result<Parsed, ReadError> {
    let all = tokens_in(text, tongue);
    let list = &all[leading(text, &all)..];
    if list.is_empty() {
        return Ok(Parsed::default());
    }
    let list = &list[..list.len().min(MOST_TOKENS)];
    let mut parser = Parser {
        tongue,
        tokens: list,
        ways: SmallVec::new(),
        skipped: usize::MAX,
        remark: None,
        furthest: 0,
        expected: "a man, a square or castling",
        work: 0,
    };
    parser.text_of_a_move();
    if parser.ways.is_empty() {
        let (start, end) = list
            .get(parser.furthest)
            .map_or((text.len(), text.len()), |token| {
                (token.start as usize, token.end as usize)
            });
        return Err(ReadError {
            span: (start, end),
            found: text.get(start..end).unwrap_or_default().to_owned(),
            expected: parser.expected,
        });
    }
    let remark = parser
        .remark
        .and_then(|at| list.get(at))
        .map(|token| (token.start as usize, text.len()));
    Ok(Parsed {
        ways: parser.ways,
        remark,
    })
}

/// How many tokens before the move are only its number (`12.`, `12...`, `12)`).
fn leading(text: &str, all: &Tokens) -> usize {
    let Some(first) = all.first() else { return 0 };
    let digits = text.as_bytes()[first.start as usize..first.end as usize]
        .iter()
        .all(u8::is_ascii_digit);
    if !digits || all.len() < 2 {
        return 0;
    }
    let after = &text[first.end as usize..];
    let set_off = after
        .trim_start()
        .starts_with(['.', ')', '…', ',', ':', '—', '–'])
        || after.starts_with(' ') && matches!(all[1].word, Word::Man(_) | Word::Castles | Word::Cell(_));
    if !set_off {
        return 0;
    }
    let signs = all[1..]
        .iter()
        .take_while(|token| matches!(token.word, Word::Close | Word::Comma | Word::Colon | Word::To))
        .count();
    1 + signs
}

struct Parser<'t> {
    tongue: Tongue,
    tokens: &'t [Token],
    ways: SmallVec<[Terms; 2]>,
    skipped: usize,
    remark: Option<usize>,
    furthest: usize,
    expected: &'static str,
    work: u32,
}

type Then<'a, T> = &'a mut dyn FnMut(&mut Parser, usize, T);

/// A set of squares: in the mover's names, and plainly.
#[derive(Clone, Copy)]
struct Place {
    named: u64,
    plain: u64,
    tier: u8,
}

fn files_of(kind: Kind, wing: Option<Wing>) -> u8 {
    let (queens, kings) = match kind {
        Kind::King => return file_bit(File::E),
        Kind::Queen => return file_bit(File::D),
        Kind::Bishop => (File::C, File::F),
        Kind::Knight => (File::B, File::G),
        Kind::Rook => (File::A, File::H),
        Kind::Pawn => return 0,
    };
    match wing {
        Some(Wing::Queen) => file_bit(queens),
        Some(Wing::King) => file_bit(kings),
        None => file_bit(queens) | file_bit(kings),
    }
}

fn wing(kind: Kind) -> Option<Wing> {
    match kind {
        Kind::King => Some(Wing::King),
        Kind::Queen => Some(Wing::Queen),
        _ => None,
    }
}

fn is_minor_or_rook(kind: Kind) -> bool {
    matches!(kind, Kind::Bishop | Kind::Knight | Kind::Rook)
}

fn rank_mask(rank: u8) -> u64 {
    0xff << (8 * (rank - 1))
}

fn file_mask(files: u8) -> u64 {
    u64::from(files) * 0x0101_0101_0101_0101
}

fn bit(square: Square) -> u64 {
    1 << square.index()
}

impl Parser<'_> {
    fn word(&self, at: usize) -> Option<Word> {
        self.tokens.get(at).map(|token| token.word)
    }

    fn is(&self, at: usize, word: Word) -> bool {
        self.word(at) == Some(word)
    }

    fn fail(&mut self, at: usize, expected: &'static str) {
        if at > self.furthest || (at == self.furthest && at == 0) {
            self.furthest = at;
            self.expected = expected;
        }
    }

    fn text_of_a_move(&mut self) {
        self.castling(0);
        let mut at = 0;
        while matches!(self.word(at), Some(Word::Article | Word::Party)) {
            at += 1;
        }
        if self.is(at, Word::Same) {
            self.tail(
                at + 1,
                Terms {
                    same: true,
                    ..Terms::NONE
                },
                0,
            );
        }
        self.name(0, &mut |parser, at, name| {
            let terms = Terms {
                man: name,
                ..Terms::NONE
            };
            parser.action(at, terms);
            parser.location(at, true, &mut |parser, at, place| {
                let terms = Terms {
                    from_named: place.named,
                    from: place.plain,
                    tier: place.tier,
                    ..terms
                };
                parser.action(at, terms);
            });
        });
        self.unnamed();
    }

    /// The man is not named: `e4`, `e2e4`, `exd5`, `cd:`, `K4`, `takes P`.
    fn unnamed(&mut self) {
        match self.word(0) {
            Some(Word::Cell(square)) => {
                // A Pawn is not specially indicated in algebraic notation.
                self.action(
                    0,
                    Terms {
                        man: Name::of(Kind::Pawn),
                        ..Terms::NONE
                    },
                );
                self.action(
                    1,
                    Terms {
                        from: bit(square),
                        ..Terms::NONE
                    },
                );
            }
            Some(Word::Column(file)) => {
                let pawn = Name {
                    files: file_bit(file),
                    ..Name::of(Kind::Pawn)
                };
                let terms = Terms {
                    man: pawn,
                    ..Terms::NONE
                };
                self.action(1, terms);
                if let Some(Word::Column(next)) = self.word(1) {
                    let to = file_mask(file_bit(next));
                    self.tail(
                        2,
                        Terms {
                            to,
                            taking: Taking::Said,
                            ..terms
                        },
                        0,
                    );
                }
            }
            Some(Word::Takes | Word::To | Word::Retakes) => self.action(0, Terms::NONE),
            Some(Word::Check | Word::Mate | Word::Double | Word::Discovered | Word::Queens) => {
                self.tail(0, Terms::NONE, 0);
            }
            Some(Word::Man(_) | Word::Own | Word::Adverse) => {
                self.square(0, Name::UNSAID, &mut |parser, at, place| {
                    let terms = Terms {
                        to_named: place.named,
                        to: place.plain,
                        tier: place.tier + 1,
                        ..Terms::NONE
                    };
                    parser.tail(at, terms, 0);
                });
            }
            _ => self.fail(0, "a man, a square or castling"),
        }
    }

    fn castling(&mut self, at: usize) {
        let mut at = at;
        while matches!(self.word(at), Some(Word::Article | Word::Party)) {
            at += 1;
        }
        // `K. castles`, `Q. R. castles`.
        let mut named = None;
        if let Some(Word::Man(royal @ (Kind::King | Kind::Queen))) = self.word(at) {
            if self.is(at + 1, Word::Man(Kind::Rook)) && self.is(at + 2, Word::Castles) {
                named = wing(royal);
                at += 2;
            } else if royal == Kind::King && matches!(self.word(at + 1), Some(Word::Castles | Word::Castle)) {
                at += 1;
            }
        }
        // `petit roque`, `lange Rochade`.
        if self.is(at + 1, Word::Castles)
            && let Some(length @ (Word::Short | Word::Long)) = self.word(at)
        {
            named = Some(if length == Word::Short {
                Wing::King
            } else {
                Wing::Queen
            });
            at += 1;
        }
        let said = |wing: Option<Wing>| Terms {
            castles: wing.map_or(Castling::EitherSide, Castling::Side),
            ..Terms::NONE
        };
        match self.word(at) {
            Some(Word::CastlesShort) => self.tail(at + 1, said(Some(Wing::King)), 0),
            Some(Word::CastlesLong) => self.tail(at + 1, said(Some(Wing::Queen)), 0),
            Some(Word::Castles | Word::Castle) => {
                self.tail(at + 1, said(named), 0);
                let mut next = at + 1;
                let mut own = false;
                while matches!(
                    self.word(next),
                    Some(
                        Word::Open
                            | Word::With
                            | Word::From
                            | Word::Article
                            | Word::Own
                            | Word::To
                            | Word::Comma
                    )
                ) {
                    own |= self.is(next, Word::Own);
                    next += 1;
                }
                let side = match self.word(next) {
                    // `with his own Rook`, `on his own side`: the King's.
                    Some(Word::Man(Kind::Rook) | Word::Side) if own => Some(Wing::King),
                    Some(Word::Man(kind)) => wing(kind),
                    Some(Word::Queens | Word::Long) => Some(Wing::Queen),
                    Some(Word::Short) => Some(Wing::King),
                    _ => None,
                };
                if side.is_some() {
                    next += 1;
                    if matches!(self.word(next), Some(Word::Man(Kind::Rook) | Word::Castle)) {
                        next += 1;
                    }
                    if self.is(next, Word::Side) {
                        next += 1;
                    }
                    self.tail(next, said(side), 0);
                }
            }
            _ => {}
        }
    }
}
