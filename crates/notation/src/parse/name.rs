//! Which man do the words name?

use jadoube_board::Kind;

use super::{Parser, Then, files_of, is_minor_or_rook, wing};
use crate::terms::Name;
use crate::token::Word;

impl Parser<'_> {
    /// A man's name: `Kt`, `K. Kt.`, `B. P.`, `Q. B. P.`, `second King's Pawn`.
    pub(super) fn name(&mut self, at: usize, then: Then<Name>) {
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
}
