//! Which small emendation of a misprinted cell gives a legal move?

use jadoube_board::{Kind, Move};

use crate::game::is_filler;
use crate::parse::Parsed;
use crate::read::LIBERTY;
use crate::terms::{ANY_FILE, ANYWHERE, Castling, Context, Fit, Marks, Name, Taking, Terms};
use crate::write::{Style, write_move};

/// A legal move that a cell would mean if one thing in it were printed otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Emendation {
    pub(crate) movement: Move,
    /// 1 for a sign or a side, 2 for a letter or figure; more for a word not understood.
    pub(crate) weight: u8,
    pub(crate) why: &'static str,
}

/// The style a cell is printed in, so that an emendation can be shown in the same.
pub(crate) fn style_of(cell: &str) -> Style {
    let possessive = cell.contains("'s") || cell.contains("’s") || cell.contains("'S");
    let bytes = cell.as_bytes();
    let algebraic = bytes
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    if algebraic {
        if cell.contains('P') || cell.contains("Kt") || cell.contains('-') {
            Style::Hybrid
        } else {
            Style::San
        }
    } else if possessive || (cell.matches('.').count() > 1 && cell.contains(". ")) {
        Style::Possessive
    } else if cell.contains(" to ") || cell.contains(" takes ") {
        Style::Words
    } else if cell.contains(" - ") || cell.contains(" × ") {
        Style::Spaced
    } else {
        Style::Descriptive
    }
}

/// Files mirrored about the middle of the board: the King's Knight's for the Queen's Knight's.
fn other_wing(squares: u64) -> u64 {
    let mut mirrored = 0;
    for square in 0..64 {
        if squares >> square & 1 != 0 {
            mirrored |= 1 << (square ^ 7);
        }
    }
    mirrored
}

fn same_files(squares: u64) -> u64 {
    (0..8).fold(0, |all, rank| {
        let row = squares >> (8 * rank) & 0xff;
        all | (row * 0x0101_0101_0101_0101)
    })
}

fn same_ranks(squares: u64) -> u64 {
    (0..8).fold(0, |all, rank| {
        let row = squares >> (8 * rank) & 0xff;
        if row == 0 { all } else { all | 0xff << (8 * rank) }
    })
}

/// The terms with one thing in them changed, and what was changed.
fn relaxed(terms: &Terms, each: &mut dyn FnMut(Terms, u8, &'static str)) {
    let t = *terms;
    if !t.marks.none() {
        if t.marks.0 != Marks::CHECK.0 {
            each(
                Terms {
                    marks: Marks::CHECK,
                    ..t
                },
                1,
                "the kind of check is misprinted",
            );
        }
        each(
            Terms {
                marks: Marks::default(),
                ..t
            },
            1,
            "a check mark is printed where there is no check",
        );
    }
    if t.taking == Taking::Denied {
        each(
            Terms {
                taking: Taking::Unsaid,
                ..t
            },
            1,
            "a dash is printed for a capture",
        );
    }
    if t.taking == Taking::Said {
        let quiet = Terms {
            taking: Taking::Unsaid,
            taken: Name::UNSAID,
            taken_named: ANYWHERE,
            taken_on: ANYWHERE,
            takes_last: false,
            ..t
        };
        if t.to != ANYWHERE || t.to_named != ANYWHERE || t.in_passing {
            each(
                Terms {
                    in_passing: false,
                    ..quiet
                },
                2,
                "a capture is printed where nothing is taken",
            );
        }
        if t.taken.wing.is_some() {
            each(
                Terms {
                    taken: Name {
                        wing: None,
                        ..t.taken
                    },
                    ..t
                },
                1,
                "the side of the man taken is misprinted",
            );
        }
        if t.taken.files != ANY_FILE {
            let mirrored = t.taken.files | t.taken.files.reverse_bits();
            each(
                Terms {
                    taken: Name {
                        files: mirrored,
                        ..t.taken
                    },
                    ..t
                },
                1,
                "the side of the pawn taken is misprinted",
            );
            each(
                Terms {
                    taken: Name {
                        files: ANY_FILE,
                        ..t.taken
                    },
                    ..t
                },
                2,
                "the file of the pawn taken is misprinted",
            );
        }
        if t.taken.kind.is_some() {
            each(
                Terms {
                    taken: Name::UNSAID,
                    ..t
                },
                2,
                "the man taken is misprinted",
            );
        }
        if t.taken_named != ANYWHERE || t.taken_on != ANYWHERE {
            each(
                Terms {
                    taken_named: ANYWHERE,
                    taken_on: ANYWHERE,
                    ..t
                },
                1,
                "the square of the man taken is misprinted",
            );
        }
        if t.takes_last {
            each(
                Terms {
                    takes_last: false,
                    ..t
                },
                2,
                "what is taken is misprinted",
            );
        }
    }
    if t.in_passing {
        each(
            Terms {
                in_passing: false,
                ..t
            },
            1,
            "`in passing` is printed for an ordinary capture",
        );
    }
    if t.man.wing.is_some() {
        each(
            Terms {
                man: Name { wing: None, ..t.man },
                ..t
            },
            1,
            "the side of the man is misprinted",
        );
    }
    if t.man.files != ANY_FILE {
        let mirrored = t.man.files | t.man.files.reverse_bits();
        each(
            Terms {
                man: Name {
                    files: mirrored,
                    ..t.man
                },
                ..t
            },
            1,
            "the side of the pawn is misprinted",
        );
        each(
            Terms {
                man: Name {
                    files: ANY_FILE,
                    ..t.man
                },
                ..t
            },
            2,
            "the file of the pawn is misprinted",
        );
    }
    if t.from_named != ANYWHERE || t.from != ANYWHERE {
        each(
            Terms {
                from_named: ANYWHERE,
                from: ANYWHERE,
                ..t
            },
            1,
            "the square the man leaves is misprinted",
        );
    }
    if t.to_named != ANYWHERE {
        let both = t.to_named | other_wing(t.to_named);
        // `K 2` for `Q 2` is another letter, and no other side.
        let royal = t.to_named & 0x1818_1818_1818_1818 != 0;
        if both != t.to_named && both.count_ones() <= 2 && !royal {
            each(
                Terms { to_named: both, ..t },
                1,
                "the side of the square is misprinted",
            );
        }
        each(
            Terms {
                to_named: same_files(t.to_named),
                ..t
            },
            2,
            "the number of the square is misprinted",
        );
        each(
            Terms {
                to_named: same_ranks(t.to_named),
                ..t
            },
            2,
            "the file of the square is misprinted",
        );
        // A rank counted from the other side of the board is a common slip.
        each(
            Terms {
                to_named: t.to_named.swap_bytes(),
                ..t
            },
            2,
            "the square is counted from the other side",
        );
    }
    if t.to != ANYWHERE {
        each(
            Terms {
                to: same_files(t.to),
                ..t
            },
            2,
            "the number of the square is misprinted",
        );
        each(
            Terms {
                to: same_ranks(t.to),
                ..t
            },
            2,
            "the file of the square is misprinted",
        );
    }
    if t.man.kind.is_some() && t.castles == Castling::Unsaid {
        each(
            Terms {
                man: Name::UNSAID,
                ..t
            },
            2,
            "the letter of the man is misprinted",
        );
    }
    if matches!(t.castles, Castling::Side(_)) {
        each(
            Terms {
                castles: Castling::EitherSide,
                ..t
            },
            1,
            "the side of castling is misprinted",
        );
    }
    if t.promotion.is_some() {
        each(Terms { promotion: None, ..t }, 1, "a promotion is misprinted");
    }
    if t.steps != 0 {
        each(Terms { steps: 0, ..t }, 2, "the number of squares is misprinted");
    }
    if t.interposes {
        each(
            Terms {
                interposes: false,
                ..t
            },
            2,
            "`interposes` is misprinted",
        );
    }
    if t.same {
        each(Terms { same: false, ..t }, 3, "`the same` is misprinted");
    }
}

/// Every legal move within one emendation of the cell, the smallest emendation of each.
pub(crate) fn emendations(cell: &str, parsed: Option<&Parsed>, context: &Context) -> Vec<Emendation> {
    let mut found: Vec<Emendation> = Vec::new();
    let moves = context.position.legal_moves();
    if is_filler(cell) {
        for &movement in moves.iter() {
            let why = "the cell is empty";
            consider(
                &mut found,
                Emendation {
                    movement,
                    weight: 4,
                    why,
                },
            );
        }
    }
    if let Some(parsed) = parsed {
        for way in &parsed.ways {
            if way.tier >= LIBERTY {
                let why = "a dash is printed for a capture";
                for &movement in moves.iter() {
                    if way.fit(context, movement) == Fit::Yes {
                        consider(
                            &mut found,
                            Emendation {
                                movement,
                                weight: 1,
                                why,
                            },
                        );
                    }
                }
                continue;
            }
            relaxed(way, &mut |terms, weight, why| {
                let weight = weight + way.tier;
                for &movement in moves.iter() {
                    if terms.fit(context, movement) == Fit::Yes {
                        consider(
                            &mut found,
                            Emendation {
                                movement,
                                weight,
                                why,
                            },
                        );
                    }
                }
            });
        }
    }
    // Where the one thing amended is not enough, the letters may be spoilt.
    if found.is_empty() {
        by_spelling(cell, context, &mut found);
    }
    found.sort_by_cached_key(|emendation| (emendation.weight, emendation.movement.to_string()));
    found
}

fn consider(found: &mut Vec<Emendation>, new: Emendation) {
    // A promotion not named is a Queen; the other pieces would only multiply the readings.
    if new.movement.promotion().is_some_and(|kind| kind != Kind::Queen) {
        return;
    }
    match found.iter_mut().find(|old| old.movement == new.movement) {
        Some(old) if old.weight <= new.weight => {}
        Some(old) => *old = new,
        None => found.push(new),
    }
}

/// For a cell whose words are not understood: legal moves that are spelt nearly like it.
fn by_spelling(cell: &str, context: &Context, found: &mut Vec<Emendation>) {
    const MOST_LETTERS: usize = 24;
    let letters = |text: &str| -> Vec<char> {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .take(MOST_LETTERS + 1)
            .collect()
    };
    let printed = letters(cell);
    if printed.is_empty() || printed.len() > MOST_LETTERS {
        return;
    }
    let style = style_of(cell);
    for &movement in context.position.legal_moves().iter() {
        let text = letters(&write_move(style, context.position, movement, context.origins));
        let distance = strsim::generic_levenshtein(&printed, &text);
        if distance <= 2 && distance < printed.len() {
            let weight = 2 + distance as u8;
            consider(
                found,
                Emendation {
                    movement,
                    weight,
                    why: "letters are misprinted",
                },
            );
        }
    }
}
