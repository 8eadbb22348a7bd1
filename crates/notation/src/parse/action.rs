//! What does the man do: where does it go, and what does it take?

use jadoube_board::Kind;

use super::{Parser, file_mask};
use crate::read::LIBERTY;
use crate::terms::{ANY_FILE, ANYWHERE, Taking, Terms, file_bit};
use crate::token::Word;

impl Parser<'_> {
    /// What the man does: goes somewhere, takes something, or only moves.
    pub(super) fn action(&mut self, at: usize, terms: Terms) {
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
            // `the Knight in the third of the Queen's Bishop`
            Some(Word::En) if matches!(self.word(at + 1), Some(Word::Article | Word::Own)) => {
                self.target(at + 1, terms);
            }
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

    pub(super) fn target(&mut self, at: usize, terms: Terms) {
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
        self.target(at, terms);
    }
}
