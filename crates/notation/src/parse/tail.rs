//! What stands after the move itself: a promotion, marks of check, brackets, remarks?

use jadoube_board::{File, Kind};

use super::{Parser, rank_mask};
use crate::terms::{ANY_FILE, ANYWHERE, Castling, Marks, Taking, Terms};
use crate::token::Word;

impl Parser<'_> {
    /// Everything after the move itself: promotion, check marks, brackets, remarks.
    pub(super) fn tail(&mut self, at: usize, terms: Terms, skipped: usize) {
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
    pub(super) fn promoted_or_article(&self, at: usize) -> Option<(Kind, usize)> {
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

    pub(super) fn found(&mut self, terms: Terms, skipped: usize, remark: Option<usize>) {
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
