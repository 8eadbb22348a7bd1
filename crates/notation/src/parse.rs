//! In how many ways can the words of a printed move be taken?
//!
//! The grammar keeps every way alive (`B` is a man or a file, `K` a King or a side) and leaves the
//! choice to the position. It is written with continuations, so that no way costs an allocation.

use jadoube_board::{File, Kind, Square, Wing};
use smallvec::SmallVec;

use crate::language::Tongue;
use crate::read::LIBERTY;
use crate::terms::{ANY_FILE, ANYWHERE, Castling, Marks, Name, Taking, Terms, file_bit};
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

    /// A man's name: `Kt`, `K. Kt.`, `B. P.`, `Q. B. P.`, `second King's Pawn`.
    fn name(&mut self, at: usize, then: Then<Name>) {
        let mut at = at;
        let mut blank = Name::UNSAID;
        loop {
            match self.word(at) {
                Some(Word::Article | Word::Adjective | Word::Party | Word::Adverse) => at += 1,
                Some(Word::Doubled) => {
                    blank.doubled = true;
                    at += 1;
                }
                Some(Word::Number(ordinal))
                    if matches!(self.word(at + 1), Some(Word::Man(_))) && self.spelt_ordinal(at) =>
                {
                    blank.ordinal = ordinal;
                    at += 1;
                }
                _ => break,
            }
        }
        let first = match self.word(at) {
            Some(Word::Man(first)) => first,
            // `Queens Pawn` without its apostrophe.
            Some(Word::Queens) => Kind::Queen,
            // The Rook was long called the Castle.
            Some(Word::Castle) if at > 0 => Kind::Rook,
            _ => {
                self.fail(at, "the name of a man");
                return;
            }
        };
        let pawn = |files| Name {
            kind: Some(Kind::Pawn),
            files,
            ..blank
        };
        if !self.tokens[at].possessive && !self.is(at, Word::Queens) {
            then(
                self,
                at + 1,
                Name {
                    kind: Some(first),
                    ..blank
                },
            );
        }
        let next = self.word(at + 1);
        if self.tongue.ranks_first() {
            self.name_side_last(at, first, blank, then);
            return;
        }
        if next == Some(Word::Man(Kind::Pawn)) && first != Kind::Pawn {
            then(self, at + 2, pawn(files_of(first, None)));
        }
        let Some(side) = wing(first) else { return };
        let second = match next {
            Some(Word::Man(second)) if is_minor_or_rook(second) => second,
            Some(Word::Castle) if at + 2 < self.tokens.len() => Kind::Rook,
            _ => return,
        };
        if !self.tokens[at + 1].possessive {
            then(
                self,
                at + 2,
                Name {
                    kind: Some(second),
                    wing: Some(side),
                    ..blank
                },
            );
        }
        if self.is(at + 2, Word::Man(Kind::Pawn)) {
            then(self, at + 3, pawn(files_of(second, Some(side))));
        }
    }

    /// `CR`, `TD`, `PAR`: the man first, then the side or the file it belongs to.
    fn name_side_last(&mut self, at: usize, first: Kind, blank: Name, then: Then<Name>) {
        let Some(Word::Man(second)) = self.word(at + 1) else {
            return;
        };
        if first == Kind::Pawn {
            let side = match self.word(at + 2) {
                Some(Word::Man(royal)) if is_minor_or_rook(second) => wing(royal),
                _ => None,
            };
            let name = Name {
                kind: Some(Kind::Pawn),
                files: files_of(second, side),
                ..blank
            };
            then(self, at + 2 + usize::from(side.is_some()), name);
        } else if is_minor_or_rook(first) && wing(second).is_some() {
            let name = Name {
                kind: Some(first),
                wing: wing(second),
                ..blank
            };
            then(self, at + 2, name);
        }
    }

    /// `first` names a Pawn of several on a file; `1` does not.
    fn spelt_ordinal(&self, at: usize) -> bool {
        let token = self.tokens[at];
        token.end - token.start > 1
    }

    /// Where the man stands: `(K5)`, `on K5`, `/K1`, or in algebraic the square itself.
    fn location(&mut self, at: usize, algebraic: bool, then: Then<Place>) {
        let anywhere = Place {
            named: ANYWHERE,
            plain: ANYWHERE,
            tier: 0,
        };
        match self.word(at) {
            Some(Word::Open) => self.place(
                at + 1 + usize::from(self.is(at + 1, Word::From)),
                &mut |parser, at, place| {
                    if parser.is(at, Word::Close) {
                        then(parser, at + 1, place);
                    } else {
                        parser.fail(at, "a closing bracket");
                    }
                },
            ),
            Some(Word::From | Word::Slash) => self.place(at + 1, then),
            Some(Word::Cell(square)) if algebraic => {
                then(
                    self,
                    at + 1,
                    Place {
                        plain: bit(square),
                        ..anywhere
                    },
                );
            }
            Some(Word::Column(file)) if algebraic => {
                then(
                    self,
                    at + 1,
                    Place {
                        plain: file_mask(file_bit(file)),
                        ..anywhere
                    },
                );
            }
            Some(Word::Number(rank)) if algebraic => {
                match self.word(at + 1) {
                    // `R1e2` counts ranks from White's side, `R1-K1` from the mover's.
                    Some(Word::Cell(_)) => {
                        then(
                            self,
                            at + 1,
                            Place {
                                plain: rank_mask(rank),
                                ..anywhere
                            },
                        );
                    }
                    Some(Word::Takes) if matches!(self.word(at + 2), Some(Word::Cell(_))) => {
                        then(
                            self,
                            at + 1,
                            Place {
                                plain: rank_mask(rank),
                                ..anywhere
                            },
                        );
                    }
                    Some(Word::Takes | Word::To) => {
                        then(
                            self,
                            at + 1,
                            Place {
                                named: rank_mask(rank),
                                tier: 1,
                                ..anywhere
                            },
                        );
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// A square, or only a file or a rank, where a man is told from its fellow.
    fn place(&mut self, at: usize, then: Then<Place>) {
        let anywhere = Place {
            named: ANYWHERE,
            plain: ANYWHERE,
            tier: 0,
        };
        self.square(at, Name::UNSAID, then);
        match self.word(at) {
            Some(Word::Number(rank)) => {
                then(
                    self,
                    at + 1,
                    Place {
                        named: rank_mask(rank),
                        ..anywhere
                    },
                );
            }
            Some(Word::Column(file)) => {
                then(
                    self,
                    at + 1,
                    Place {
                        plain: file_mask(file_bit(file)),
                        ..anywhere
                    },
                );
            }
            Some(Word::Man(first)) if first != Kind::Pawn => {
                // A letter in brackets may also be a promotion, which is heard first.
                let files = |files| Place {
                    plain: file_mask(files),
                    tier: 1,
                    ..anywhere
                };
                then(self, at + 1, files(files_of(first, None)));
                if let (Some(side), Some(Word::Man(second))) = (wing(first), self.word(at + 1))
                    && is_minor_or_rook(second)
                {
                    then(self, at + 2, files(files_of(second, Some(side))));
                }
            }
            _ => {}
        }
    }

    /// A square by name; `owner` is whose square `his` is.
    fn square(&mut self, at: usize, owner: Name, then: Then<Place>) {
        let mut at = at;
        let mut adverse = false;
        while let Some(word @ (Word::Article | Word::Adverse)) = self.word(at) {
            adverse |= word == Word::Adverse;
            at += 1;
        }
        if !adverse {
            self.own_square(at, owner, then);
            return;
        }
        // Counted from the other side; some authors say only that it lies over there.
        self.own_square(at, owner, &mut |parser, at, place| {
            let flipped = Place {
                named: place.named.swap_bytes(),
                ..place
            };
            then(parser, at, flipped);
            let tier = place.tier + 1;
            then(parser, at, Place { tier, ..place });
        });
    }

    /// A square as the mover counts it.
    fn own_square(&mut self, at: usize, owner: Name, then: Then<Place>) {
        match self.word(at) {
            Some(Word::Cell(square)) => {
                let place = Place {
                    named: ANYWHERE,
                    plain: bit(square),
                    tier: 0,
                };
                then(self, at + 1, place);
            }
            // `Bf8-e 7`: a square that came apart.
            Some(Word::Column(file)) => {
                if let Some(Word::Number(rank)) = self.word(at + 1) {
                    let place = Place {
                        named: ANYWHERE,
                        plain: rank_mask(rank) & file_mask(file_bit(file)),
                        tier: 1,
                    };
                    then(self, at + 2, place);
                } else {
                    self.fail(at + 1, "the number of a rank");
                }
            }
            Some(Word::Own) => {
                let mut next = at + 1;
                while self.is(next, Word::Own) {
                    next += 1;
                }
                let own = match owner.kind {
                    Some(Kind::Pawn) => owner.files,
                    Some(kind) => files_of(kind, owner.wing),
                    None => ANY_FILE,
                };
                self.on_rank(next, own, then);
                if let (Some(Word::Man(royal)), Some(Word::Man(kind))) =
                    (self.word(next), self.word(next + 1))
                    && let Some(side) = wing(royal)
                    && is_minor_or_rook(kind)
                {
                    self.on_rank(next + 2, files_of(kind, Some(side)), then);
                }
                if let Some(Word::Man(kind)) = self.word(next) {
                    let side = owner.wing.or_else(|| owner.kind.and_then(wing));
                    if is_minor_or_rook(kind) {
                        self.on_rank(next + 1, files_of(kind, side), then);
                    } else if kind != Kind::Pawn {
                        self.on_rank(next + 1, files_of(kind, None), then);
                    }
                }
            }
            // Only English names squares so: the file's owner, then the rank.
            Some(Word::Man(_)) if self.tongue != Tongue::English => self.fail(at, "a square"),
            Some(Word::Man(first)) if first != Kind::Pawn && !self.tokens[at].small => {
                self.on_rank(at + 1, files_of(first, None), then);
                if let (Some(side), Some(Word::Man(second))) = (wing(first), self.word(at + 1))
                    && is_minor_or_rook(second)
                {
                    self.on_rank(at + 2, files_of(second, Some(side)), then);
                }
            }
            Some(Word::Queens) => {
                self.on_rank(at + 1, file_bit(File::D), then);
                if let Some(Word::Man(second)) = self.word(at + 1)
                    && is_minor_or_rook(second)
                {
                    self.on_rank(at + 2, files_of(second, Some(Wing::Queen)), then);
                }
            }
            // `P4R`, `C3AR`: the rank, then whose file it is, then of which side.
            Some(Word::Number(rank)) if self.tongue.ranks_first() => {
                let Some(Word::Man(kind)) = self.word(at + 1) else {
                    self.fail(at + 1, "a file, by the man it belongs to");
                    return;
                };
                let side = match self.word(at + 2) {
                    Some(Word::Man(royal)) if is_minor_or_rook(kind) => wing(royal),
                    _ => None,
                };
                let place = Place {
                    named: rank_mask(rank) & file_mask(files_of(kind, side)),
                    plain: ANYWHERE,
                    tier: 0,
                };
                then(self, at + 2 + usize::from(side.is_some()), place);
            }
            // `Q. R. P. to 3d`: on its own file.
            Some(Word::Number(_) | Word::Sq) if owner.kind.is_some() => {
                let own = match owner.kind {
                    Some(Kind::Pawn) | None => owner.files,
                    Some(kind) => files_of(kind, owner.wing),
                };
                self.on_rank(at, own, &mut |parser, at, place| {
                    then(
                        parser,
                        at,
                        Place {
                            tier: place.tier + 1,
                            ..place
                        },
                    );
                });
            }
            _ => self.fail(at, "a square"),
        }
    }

    fn on_rank(&mut self, at: usize, files: u8, then: Then<Place>) {
        // `Q's own sq.`
        let at = at + usize::from(self.is(at, Word::Own));
        let (rank, next) = match self.word(at) {
            Some(Word::Number(rank)) => (rank, at + 1 + usize::from(self.is(at + 1, Word::Sq))),
            Some(Word::Sq) => (1, at + 1),
            _ => {
                self.fail(at, "the number of a rank, or `sq.`");
                return;
            }
        };
        let place = Place {
            named: rank_mask(rank) & file_mask(files),
            plain: ANYWHERE,
            tier: 0,
        };
        then(self, next, place);
    }

    /// `R to Q`, `K to B`, `KR-Kt`: a square without its rank is on the first, where nothing closer fits.
    fn first_rank(&mut self, at: usize, terms: Terms) {
        let Some(Word::Man(first)) = self.word(at) else {
            return;
        };
        let pawn = first == Kind::Pawn || terms.man.kind == Some(Kind::Pawn);
        if pawn || self.tongue != Tongue::English || self.tokens[at].small {
            return;
        }
        let next = self.word(at + 1);
        let mut go = |at: usize, files: u8| {
            // `Q's`, a rank, or a Pawn of that file make it something else.
            let more = matches!(
                self.word(at),
                Some(Word::Number(_) | Word::Sq | Word::Own | Word::Man(_))
            );
            if !more && !self.tokens[at - 1].possessive {
                let terms = Terms {
                    to_named: rank_mask(1) & file_mask(files),
                    taking: Taking::Denied,
                    rankless: true,
                    tier: terms.tier + 2,
                    ..terms
                };
                self.tail(at, terms, 0);
            }
        };
        go(at + 1, files_of(first, None));
        if let (Some(side), Some(Word::Man(second))) = (wing(first), next)
            && is_minor_or_rook(second)
        {
            go(at + 2, files_of(second, Some(side)));
        }
    }

    /// What the man does: goes somewhere, takes something, or only moves.
    fn action(&mut self, at: usize, terms: Terms) {
        let mut at = at;
        if self.is(at, Word::Comma) {
            at += 1;
        }
        match self.word(at) {
            Some(Word::Takes | Word::Colon) => self.taking(at + 1, terms),
            Some(Word::Retakes) => {
                let terms = Terms {
                    taking: Taking::Said,
                    takes_last: true,
                    ..terms
                };
                self.tail(at + 1, terms, 0);
                self.object(at + 1, terms);
            }
            // A cross that lost its slant: `B+Kt`.
            Some(Word::Check) if matches!(self.word(at + 1), Some(Word::Man(_))) => {
                self.taking(
                    at + 1,
                    Terms {
                        tier: terms.tier + 1,
                        ..terms
                    },
                );
            }
            Some(Word::Lost) => {
                self.taking(at + 1, terms);
                self.target(at + 1, terms);
            }
            // A dash doubled by the scanner: `P=K4`.
            Some(Word::Becomes) if self.promoted_or_article(at + 1).is_none() => self.target(
                at + 1,
                Terms {
                    taking: Taking::Denied,
                    ..terms
                },
            ),
            Some(Word::To) => {
                // `R-B1-K1`: the first square is where the man stands.
                if terms.from_named == ANYWHERE && terms.from == ANYWHERE {
                    self.square(at + 1, terms.man, &mut |parser, at, place| {
                        if matches!(parser.word(at), Some(Word::To | Word::Takes)) {
                            let terms = Terms {
                                from_named: place.named,
                                from: place.plain,
                                tier: terms.tier + place.tier,
                                ..terms
                            };
                            if parser.is(at, Word::To) {
                                parser.target(
                                    at + 1,
                                    Terms {
                                        taking: Taking::Denied,
                                        ..terms
                                    },
                                );
                            } else {
                                parser.taking(at + 1, terms);
                            }
                        }
                    });
                }
                if self.is(at + 1, Word::Takes) {
                    // `P - × P`: the dash is only spacing.
                    self.taking(at + 2, terms);
                }
                self.target(
                    at + 1,
                    Terms {
                        taking: Taking::Denied,
                        ..terms
                    },
                );
                // `R-(B5)B7`: where the man stands, after the dash.
                if self.is(at + 1, Word::Open) && terms.from_named == ANYWHERE && terms.from == ANYWHERE {
                    self.location(at + 1, false, &mut |parser, at, place| {
                        let terms = Terms {
                            from_named: place.named,
                            from: place.plain,
                            taking: Taking::Denied,
                            tier: terms.tier + place.tier + 1,
                            ..terms
                        };
                        parser.target(at, terms);
                    });
                }
                self.first_rank(at + 1, terms);
                // `P-P`: a dash where a cross is meant, since a man is named and no square.
                if matches!(self.word(at + 1), Some(Word::Man(_))) {
                    self.object(
                        at + 1,
                        Terms {
                            taking: Taking::Said,
                            tier: terms.tier + LIBERTY,
                            ..terms
                        },
                    );
                }
            }
            // Philidor's `the King's Bishop at his Queen's Bishop's fourth Square`.
            Some(Word::From) => self.target(at + 1, terms),
            Some(Word::Moves) => {
                self.tail(at + 1, terms, 0);
                match self.word(at + 1) {
                    Some(Word::To) => self.target(
                        at + 2,
                        Terms {
                            taking: Taking::Denied,
                            ..terms
                        },
                    ),
                    Some(Word::One | Word::Two) => self.steps(at + 1, terms),
                    _ => {}
                }
            }
            Some(Word::Interposes) => {
                let terms = Terms {
                    interposes: true,
                    ..terms
                };
                self.tail(at + 1, terms, 0);
                if matches!(self.word(at + 1), Some(Word::To | Word::From)) {
                    self.target(at + 2, terms);
                }
            }
            Some(Word::One | Word::Two) => self.steps(at, terms),
            None
            | Some(
                Word::Check
                | Word::CheckTwice
                | Word::Mate
                | Word::Double
                | Word::Discovered
                | Word::Gives
                | Word::Queens
                | Word::Becomes
                | Word::InPassing,
            ) => self.tail(at, terms, 0),
            Some(Word::Open) => {
                // A mark after a man alone: `Kt (ch.)`.
                if matches!(
                    self.word(at + 1),
                    Some(Word::Check | Word::Mate | Word::Double | Word::Discovered)
                ) {
                    self.tail(at, terms, 0);
                }
            }
            Some(_) => {
                self.target(at, terms);
                if terms.man.kind == Some(Kind::Pawn) && terms.man.files != ANY_FILE {
                    self.steps(at, terms);
                }
            }
        }
    }

    /// `one`, `two squares`, as George Walker moves his Pawns.
    fn steps(&mut self, at: usize, terms: Terms) {
        let steps = match self.word(at) {
            Some(Word::One | Word::Number(1)) => 1,
            Some(Word::Two | Word::Number(2)) => 2,
            _ => return,
        };
        let mut next = at + 1;
        if matches!(self.word(next), Some(Word::Sq | Word::Step | Word::Moves)) {
            next += 1;
        }
        self.tail(next, Terms { steps, ..terms }, 0);
    }

    fn target(&mut self, at: usize, terms: Terms) {
        self.square(at, terms.man, &mut |parser, at, place| {
            let terms = Terms {
                to_named: place.named,
                to: place.plain,
                tier: terms.tier + place.tier,
                ..terms
            };
            parser.tail(at, terms, 0);
        });
    }

    fn taking(&mut self, at: usize, terms: Terms) {
        let terms = Terms {
            taking: Taking::Said,
            ..terms
        };
        self.tail(at, terms, 0);
        self.object(at, terms);
    }

    /// What is taken: a man by name, perhaps with its square, or the square alone.
    fn object(&mut self, at: usize, terms: Terms) {
        match self.word(at) {
            Some(Word::It) => {
                self.tail(
                    at + 1,
                    Terms {
                        takes_last: true,
                        ..terms
                    },
                    0,
                );
                return;
            }
            Some(Word::Column(file)) => {
                self.tail(
                    at + 1,
                    Terms {
                        to: file_mask(file_bit(file)),
                        ..terms
                    },
                    0,
                );
                return;
            }
            None => return,
            _ => {}
        }
        self.name(at, &mut |parser, at, name| {
            let terms = Terms { taken: name, ..terms };
            parser.tail(at, terms, 0);
            parser.location(at, false, &mut |parser, at, place| {
                let terms = Terms {
                    taken_named: place.named,
                    taken_on: place.plain,
                    tier: terms.tier + place.tier,
                    ..terms
                };
                parser.tail(at, terms, 0);
            });
        });
        self.square(at, terms.man, &mut |parser, at, place| {
            let terms = Terms {
                to_named: place.named,
                to: place.plain,
                tier: terms.tier + place.tier,
                ..terms
            };
            parser.tail(at, terms, 0);
        });
    }

    /// Everything after the move itself: promotion, check marks, brackets, remarks.
    fn tail(&mut self, at: usize, terms: Terms, skipped: usize) {
        self.work += 1;
        if self.work > 4096 || skipped > self.skipped {
            return;
        }
        let Some(token) = self.tokens.get(at).copied() else {
            self.found(terms, skipped, None);
            return;
        };
        let marked = |marks: Marks| Terms {
            marks: terms.marks.with(marks),
            ..terms
        };
        match token.word {
            // `and mate in three moves` announces; it does not say that this move mates.
            Word::Mate if self.is(at + 1, Word::En) => self.comment(at, terms, skipped),
            Word::Check | Word::Mate => {
                let mark = if token.word == Word::Check {
                    Marks::CHECK
                } else {
                    Marks::MATE
                };
                let terms = marked(mark);
                if matches!(self.word(at + 1), Some(Word::From | Word::To)) {
                    self.target(at + 2, terms);
                }
                self.tail(at + 1, terms, skipped);
            }
            Word::CheckTwice => {
                self.tail(at + 1, marked(Marks::DOUBLE), skipped);
                self.tail(at + 1, marked(Marks::MATE), skipped);
            }
            Word::Double => self.tail(at + 1, marked(Marks::DOUBLE), skipped),
            Word::Discovered => self.tail(at + 1, marked(Marks::DISCOVERED), skipped),
            Word::Column(File::D) if self.is(at + 1, Word::Check) => {
                // `d. ch.` is a discovered check to one printer and a double one to another.
                self.tail(at + 1, marked(Marks::CHECK), skipped);
            }
            Word::InPassing => {
                let terms = Terms {
                    in_passing: true,
                    taking: Taking::Said,
                    ..terms
                };
                self.tail(at + 1, terms, skipped);
            }
            Word::Colon => {
                // After a square in algebraic it says that a man is taken; elsewhere it is a stop.
                let algebraic =
                    terms.to != ANYWHERE || terms.man.files != ANY_FILE && terms.to_named == ANYWHERE;
                if algebraic && terms.taking != Taking::Said {
                    self.tail(
                        at + 1,
                        Terms {
                            taking: Taking::Said,
                            ..terms
                        },
                        skipped,
                    );
                } else {
                    self.tail(at + 1, terms, skipped);
                }
            }
            Word::Takes if self.tokens.len() == at + 1 && terms.says_where() => {
                // 1931: a cross at the end is mate.
                self.tail(at + 1, marked(Marks::MATE), skipped);
            }
            Word::Becomes => {
                match self.promoted_or_article(at + 1).or_else(|| self.remains(at + 1)) {
                    Some((kind, next)) => {
                        self.tail(
                            next,
                            Terms {
                                promotion: Some(kind),
                                ..terms
                            },
                            skipped,
                        );
                    }
                    // `P-K4 =`: a judgement.
                    None if at + 1 == self.tokens.len() => self.tail(at + 1, terms, skipped),
                    None => self.fail(at + 1, "the piece the Pawn becomes"),
                }
            }
            Word::Queens if terms.castles == Castling::Unsaid => {
                self.tail(
                    at + 1,
                    Terms {
                        promotion: Some(Kind::Queen),
                        ..terms
                    },
                    skipped,
                );
            }
            Word::Man(_) | Word::Column(File::B)
                if self.may_promote(at, &terms) && self.promoted(at).is_some() =>
            {
                let promotion = self.promoted(at);
                self.tail(at + 1, Terms { promotion, ..terms }, skipped);
                self.bracketed(at, terms, skipped);
            }
            Word::Slash if self.promoted(at + 1).is_some() => {
                self.tail(
                    at + 2,
                    Terms {
                        promotion: self.promoted(at + 1),
                        ..terms
                    },
                    skipped,
                );
            }
            Word::Slash if matches!(self.word(at + 1), Some(Word::Check | Word::Mate)) => {
                self.tail(at + 1, terms, skipped);
            }
            Word::Close | Word::Gives | Word::Side | Word::Moves => self.tail(at + 1, terms, skipped),
            Word::Article | Word::Column(File::A) | Word::Adjective | Word::Number(2)
                if self.promoted_or_article(at + 1).is_some() =>
            {
                self.tail(at + 1, terms, skipped);
            }
            Word::Article if self.is(at + 1, Word::Becomes) => self.tail(at + 1, terms, skipped),
            // A small letter at the end is the mark of a note.
            Word::Column(_) if at + 1 == self.tokens.len() && at > 0 && self.apart(at) => {
                self.comment(at, terms, skipped);
            }
            Word::To if matches!(self.word(at + 1), Some(Word::Man(_) | Word::Cell(_) | Word::Own)) => {
                self.fail(at, "a check mark, a promotion or the end of the move");
            }
            // A dash leads to a square; one that is not understood is no remark.
            Word::To if self.is(at + 1, Word::Unknown) => self.fail(at + 1, "a square"),
            Word::Comma | Word::And | Word::With | Word::To => {
                self.tail(at + 1, terms, skipped);
                self.comment(at, terms, skipped);
            }
            Word::Open => {
                self.tail(at + 1, terms, skipped);
                // A bracket that says nothing of the move: `(best)`, `(a)`, `(or Q to Kt 2)`.
                let close = (at..self.tokens.len()).find(|&i| self.is(i, Word::Close));
                let next = close.map_or(self.tokens.len(), |close| close + 1);
                if Self::substantial(&terms) {
                    self.tail(next, terms, skipped + next - at);
                }
                // `(g)` may be a file, and the mark of a note as well.
                let letter = match self.word(at + 1) {
                    Some(Word::Column(_)) => true,
                    Some(Word::Man(_)) => self.tokens[at + 1].small,
                    _ => false,
                };
                if letter && close == Some(at + 2) && Self::substantial(&terms) {
                    let tier = terms.tier + 1;
                    self.tail(next, Terms { tier, ..terms }, skipped);
                }
            }
            Word::Cell(_) | Word::Man(_) | Word::Own => self.bracketed(at, terms, skipped),
            Word::Remark | Word::Or | Word::Party => self.comment(at, terms, skipped),
            // `dis. ch. from the B.`: where the check comes from is seen on the board.
            Word::From if !terms.marks.none() => self.comment(at, terms, skipped),
            _ if token.after_stop => self.comment(at, terms, skipped),
            _ => self.fail(at, "a check mark, a promotion or the end of the move"),
        }
    }

    /// A square after the move, in brackets: it says once more where the man goes.
    fn bracketed(&mut self, at: usize, terms: Terms, skipped: usize) {
        if at == 0 || !matches!(self.word(at - 1), Some(Word::Open | Word::From)) {
            if self.tokens[at].after_stop && Self::substantial(&terms) {
                self.comment(at, terms, skipped);
            }
            self.fail(at, "a check mark, a promotion or the end of the move");
            return;
        }
        self.square(at, terms.man, &mut |parser, at, place| {
            let terms = Terms {
                to_named: terms.to_named & place.named,
                to: terms.to & place.plain,
                ..terms
            };
            parser.tail(at, terms, skipped);
        });
    }

    /// Whether a space stands before the token.
    fn apart(&self, at: usize) -> bool {
        self.tokens[at].start > self.tokens[at - 1].end
    }

    /// The piece a Pawn becomes, with whatever small words lead to it (`to a new Queen`), and the
    /// place after it.
    fn promoted_or_article(&self, at: usize) -> Option<(Kind, usize)> {
        let next = self.after_small_words(at);
        Some((self.promoted(next)?, next + 1))
    }

    /// The same of a Pawn that remains one (`remaining a Pawn`).
    fn remains(&self, at: usize) -> Option<(Kind, usize)> {
        let next = self.after_small_words(at);
        self.is(next, Word::Man(Kind::Pawn))
            .then_some((Kind::Pawn, next + 1))
    }

    fn after_small_words(&self, at: usize) -> usize {
        let mut next = at;
        while matches!(
            self.word(next),
            Some(
                Word::Article
                    | Word::Column(File::A)
                    | Word::Open
                    | Word::To
                    | Word::Adjective
                    | Word::Number(2)
            )
        ) {
            next += 1;
        }
        next
    }

    /// The piece named here as what a Pawn becomes; `n` and `b` may be small, as in UCI.
    fn promoted(&self, at: usize) -> Option<Kind> {
        match self.word(at)? {
            Word::Man(kind @ (Kind::Queen | Kind::Rook | Kind::Bishop | Kind::Knight)) => Some(kind),
            Word::Man(Kind::Pawn) if self.tokens[at].small => Some(Kind::Pawn),
            Word::Queens => Some(Kind::Queen),
            Word::Column(File::B) => Some(Kind::Bishop),
            _ => None,
        }
    }

    /// A piece's letter after a move can only be a promotion where the last rank can be meant.
    fn may_promote(&self, at: usize, terms: &Terms) -> bool {
        if terms.castles != Castling::Unsaid
            || terms.promotion.is_some()
            || terms.man.kind.is_some_and(|kind| kind != Kind::Pawn)
        {
            return false;
        }
        let last_ranks = rank_mask(1) | rank_mask(8);
        let to_last = terms.to & last_ranks != 0 && terms.to_named & rank_mask(8) != 0;
        let spelt = terms.to != ANYWHERE || terms.to_named != ANYWHERE;
        let set_off = at > 0
            && matches!(
                self.word(at - 1),
                Some(
                    Word::Open
                        | Word::Article
                        | Word::Column(File::A)
                        | Word::Comma
                        | Word::With
                        | Word::Adjective
                        | Word::Number(2)
                )
            );
        to_last && (spelt || set_off)
    }

    /// Whether enough has been said for the rest to be a remark and not a move half understood.
    fn substantial(terms: &Terms) -> bool {
        terms.castles != Castling::Unsaid
            || terms.same
            || terms.taking == Taking::Said
            || terms.to != ANYWHERE
            || terms.to_named != ANYWHERE
            || !terms.marks.none()
            || terms.promotion.is_some()
            || terms.steps != 0
            || terms.interposes
    }

    fn comment(&mut self, at: usize, terms: Terms, skipped: usize) {
        if Self::substantial(&terms) {
            self.found(terms, skipped + self.tokens.len() - at, Some(at));
        } else {
            self.fail(at, "a square, a capture or a check mark");
        }
    }

    fn found(&mut self, terms: Terms, skipped: usize, remark: Option<usize>) {
        if skipped > self.skipped {
            return;
        }
        if skipped < self.skipped {
            self.ways.clear();
            self.skipped = skipped;
            self.remark = remark;
        }
        if !self.ways.contains(&terms) {
            self.ways.push(terms);
        }
    }
}
