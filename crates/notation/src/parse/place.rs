//! Which squares do the words name, in the mover's names or plainly?

use jadoube_board::{File, Kind, Wing};

use super::{Parser, Place, Then, bit, file_mask, files_of, is_minor_or_rook, rank_mask, wing};
use crate::language::Tongue;
use crate::terms::{ANY_FILE, ANYWHERE, Name, Taking, Terms, file_bit};
use crate::token::Word;

impl Parser<'_> {
    /// Where the man stands: `(K5)`, `on K5`, `/K1`, or in algebraic the square itself.
    pub(super) fn location(&mut self, at: usize, algebraic: bool, then: Then<Place>) {
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
    pub(super) fn square(&mut self, at: usize, owner: Name, then: Then<Place>) {
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
            Some(Word::Own | Word::Man(_) | Word::Queens) if self.tongue == Tongue::English => {
                self.files(at, owner, &mut |parser, at, files| {
                    parser.on_rank(at, files, then);
                });
            }
            Some(Word::Own | Word::Man(_)) => self.fail(at, "a square"),
            // `the fourth square of the Queen's Bishop`, `the square of his Rook`
            Some(word @ (Word::Number(_) | Word::Sq))
                if self.tongue == Tongue::English && self.is_of_a_file(at) =>
            {
                let mut next = at + 1 + usize::from(self.is(at + 1, Word::Sq)) + 1;
                let mut adverse = false;
                while let Some(word @ (Word::Article | Word::Adverse)) = self.word(next) {
                    adverse |= word == Word::Adverse;
                    next += 1;
                }
                let own = match word {
                    Word::Number(rank) => rank_mask(rank),
                    _ => rank_mask(1),
                };
                let named = if adverse { own.swap_bytes() } else { own };
                self.files(next, owner, &mut |parser, at, files| {
                    let place = Place {
                        named: named & file_mask(files),
                        plain: ANYWHERE,
                        tier: 0,
                    };
                    then(parser, at, place);
                });
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

    /// Whether this rank, or `square` for the first, is followed by `of` and the man whose file it is.
    fn is_of_a_file(&self, at: usize) -> bool {
        let of = at + 1 + usize::from(self.is(at + 1, Word::Sq));
        let mut next = of + 1;
        while matches!(self.word(next), Some(Word::Article | Word::Adverse | Word::Own)) {
            next += 1;
        }
        self.is(of, Word::From) && matches!(self.word(next), Some(Word::Man(_) | Word::Queens))
    }

    /// The files that belong to a man by name, or to him who moves (`owner`): `Q. B.`, `his`, `his Bishop's`.
    fn files(&mut self, at: usize, owner: Name, then: Then<u8>) {
        match self.word(at) {
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
                then(self, next, own);
                if let (Some(Word::Man(royal)), Some(Word::Man(kind))) =
                    (self.word(next), self.word(next + 1))
                    && let Some(side) = wing(royal)
                    && is_minor_or_rook(kind)
                {
                    then(self, next + 2, files_of(kind, Some(side)));
                }
                if let Some(Word::Man(kind)) = self.word(next) {
                    let side = owner.wing.or_else(|| owner.kind.and_then(wing));
                    if is_minor_or_rook(kind) {
                        then(self, next + 1, files_of(kind, side));
                    } else if kind != Kind::Pawn {
                        then(self, next + 1, files_of(kind, None));
                    }
                }
            }
            Some(Word::Man(first)) if first != Kind::Pawn && !self.is_a_small_letter(at) => {
                then(self, at + 1, files_of(first, None));
                if let (Some(side), Some(Word::Man(second))) = (wing(first), self.word(at + 1))
                    && is_minor_or_rook(second)
                {
                    then(self, at + 2, files_of(second, Some(side)));
                }
            }
            Some(Word::Queens) => {
                then(self, at + 1, file_bit(File::D));
                if let Some(Word::Man(second)) = self.word(at + 1)
                    && is_minor_or_rook(second)
                {
                    then(self, at + 2, files_of(second, Some(Wing::Queen)));
                }
            }
            _ => self.fail(at, "a square"),
        }
    }

    /// `b`, a piece that a Pawn becomes in UCI; a name in full, `bishop`, may be a file's in small letters too.
    fn is_a_small_letter(&self, at: usize) -> bool {
        let token = self.tokens[at];
        token.small && token.end - token.start == 1
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
    pub(super) fn first_rank(&mut self, at: usize, terms: Terms) {
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
}
