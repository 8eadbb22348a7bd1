//! What is the shortest descriptive text that means this move and no other?

use std::fmt::Write as _;

use jadoube_board::{Kind, Move, Origins, Position, Square, Wing};

use super::{Announced, Style, castling_signs, check_of, file_owner, kind_letter, moved_kind};
use crate::language::Language;
use crate::parse::parse_in;
use crate::read::{candidates, keep_easiest};
use crate::terms::{Context, own_view, wing_of};

/// A man as a descriptive record names it, from the barest to the fullest.
#[derive(Clone, Copy)]
enum Named {
    Plain,
    /// `BP`: a Pawn by its file, the side left out.
    File,
    /// `KBP`.
    SidedFile,
    /// `KKt`.
    Wing(Wing),
    /// `Kt(K5)`.
    On(Square),
}

#[derive(Clone, Copy)]
enum Goal {
    /// A square; `sided` tells the King's file from the Queen's.
    Square { square: Square, sided: bool },
    /// A man taken.
    Man {
        kind: Kind,
        square: Square,
        named: Named,
    },
}

struct Sentence {
    kind: Kind,
    /// The square the man leaves, as the mover counts.
    from: Square,
    named: Named,
    goal: Goal,
}

/// Tries the forms from the shortest up and keeps the first that reads back as this move alone.
pub(super) fn shortest(style: Style, position: &Position, movement: Move, origins: &Origins) -> String {
    let announced = check_of(position, movement);
    if let Some(wing) = movement.wing() {
        let other_side = position
            .legal_moves()
            .iter()
            .any(|other| other.is_castling() && other.wing() != Some(wing));
        return castles_in_words(style, wing, other_side, announced);
    }
    let context = Context::new(position, origins);
    let mut forms = forms(position, movement, origins);
    let mut tail = String::new();
    promotion_in_words(&mut tail, style, movement);
    if movement.is_en_passant() {
        tail.push_str(match style {
            Style::Possessive => ", en passant",
            Style::DescriptiveIn(Language::Spanish) => " a.p.",
            _ => " e.p.",
        });
    }
    tail.push_str(announcement(style, announced));
    let mut text = String::new();
    // Forms are weighed by the letters of the plain style, so that all styles say the same things.
    forms.sort_by_cached_key(|form| {
        let mut bare = String::new();
        dress(&mut bare, Style::Descriptive, form);
        // A printer names the man before its side, and its side before its square.
        let fullness = match form.named {
            Named::Plain => 0,
            Named::File | Named::SidedFile => 1,
            Named::Wing(_) => 2,
            Named::On(_) => 3,
        };
        (fullness == 3, bare.len(), fullness)
    });
    for form in &forms {
        text.clear();
        dress(&mut text, style, form);
        text.push_str(&tail);
        if let Ok(parsed) = parse_in(&text, style.language().tongue()) {
            let mut found = candidates(&parsed, &context);
            keep_easiest(&mut found);
            if found.len() == 1 && found[0].movement == movement {
                break;
            }
        }
    }
    text
}

fn forms(position: &Position, movement: Move, origins: &Origins) -> Vec<Sentence> {
    let mover = position.turn();
    let kind = moved_kind(position, movement);
    let from = own_view(movement.from(), mover);
    let to = own_view(movement.to(), mover);
    let movers = names(kind, movement.from(), from, origins);
    let mut goals = Vec::with_capacity(4);
    match position.captured(movement) {
        None => {
            goals.push(Goal::Square {
                square: to,
                sided: false,
            });
            goals.push(Goal::Square {
                square: to,
                sided: true,
            });
        }
        Some((square, taken)) => {
            let own = own_view(square, mover);
            for named in names(taken.kind, square, own, origins) {
                goals.push(Goal::Man {
                    kind: taken.kind,
                    square: own,
                    named,
                });
            }
        }
    }
    let mut forms = Vec::with_capacity(movers.len() * goals.len());
    for &goal in &goals {
        for &named in &movers {
            // A Pawn that does not take is known by the square it goes to.
            let spare = matches!(goal, Goal::Square { .. })
                && kind == Kind::Pawn
                && matches!(named, Named::File | Named::SidedFile);
            if !spare {
                forms.push(Sentence {
                    kind,
                    from,
                    named,
                    goal,
                });
            }
        }
    }
    forms
}

fn names(kind: Kind, square: Square, own: Square, origins: &Origins) -> Vec<Named> {
    let mut names = vec![Named::Plain];
    match kind {
        Kind::Pawn => names.extend([Named::File, Named::SidedFile]),
        Kind::Bishop | Kind::Knight | Kind::Rook => {
            names.extend(
                origins
                    .get(square)
                    .map(|origin| Named::Wing(wing_of(origin.file()))),
            );
        }
        Kind::Queen | Kind::King => {}
    }
    names.push(Named::On(own));
    names
}

fn castles_in_words(style: Style, wing: Wing, other_side: bool, announced: Announced) -> String {
    let mut out = String::from(match (style, wing, other_side) {
        (Style::Possessive, Wing::King, true) => "Castles K. R.",
        (Style::Possessive, Wing::King, false) => "Castles.",
        (Style::Possessive, Wing::Queen, _) => "Castles Q. R.",
        (Style::DescriptiveIn(_), wing, _) => castling_signs(wing, 'O'),
        (Style::Spaced, Wing::King, _) => "O - O",
        (Style::Spaced, Wing::Queen, _) => "O - O - O",
        (Style::Descriptive1931, Wing::King, _) | (_, Wing::King, true) => "Castles KR",
        (_, Wing::King, false) => "Castles",
        (_, Wing::Queen, _) => "Castles QR",
    });
    out.push_str(announcement(style, announced));
    out
}

fn announcement(style: Style, announced: Announced) -> &'static str {
    match (style, announced) {
        (_, Announced::Nothing) => "",
        (Style::DescriptiveIn(Language::French), Announced::Mate) => " mat",
        (Style::DescriptiveIn(_), Announced::Mate) => " mate",
        (Style::DescriptiveIn(_), _) => "+",
        (Style::Descriptive1931, Announced::Mate) => " Mate",
        (Style::Descriptive1931, _) => " Ch",
        (Style::Possessive, Announced::Check) => " (ch.)",
        (Style::Possessive, Announced::Discovered) => " (dis. ch.)",
        (Style::Possessive, Announced::Double) => " (dble. ch.)",
        (Style::Possessive, Announced::Mate) => " (mate.)",
        (_, Announced::Check) => " ch",
        (_, Announced::Discovered) => " dis ch",
        (_, Announced::Double) => " dbl ch",
        (_, Announced::Mate) => " mate",
    }
}

fn promotion_in_words(out: &mut String, style: Style, movement: Move) {
    match (movement.promotion(), style) {
        (Some(kind), Style::DescriptiveIn(language)) => {
            let _ = write!(out, "={}", language.letter(kind));
        }
        (Some(kind), Style::Possessive) => {
            let _ = write!(out, ", becoming a {}.", kind_letter(kind));
        }
        (Some(kind), Style::Spaced) => {
            let _ = write!(out, " ({})", kind_letter(kind));
        }
        (Some(kind), _) => {
            let _ = write!(out, "({})", kind_letter(kind));
        }
        (None, _) if movement.remains_pawn() => out.push_str(", remaining a P"),
        (None, _) => {}
    }
}

fn dress(out: &mut String, style: Style, form: &Sentence) {
    dress_man(out, style, form.kind, form.from, form.named);
    match form.goal {
        Goal::Square { square, sided } => {
            out.push_str(match (style, form.named) {
                (Style::DescriptiveIn(_), _) => "",
                (Style::Spaced, _) => " - ",
                (Style::Words | Style::Possessive, _) => " to ",
                // `Q.KB4`, but `R(KKt2) Kt4`, as the code prints them.
                (Style::Descriptive1931, Named::On(_)) => " ",
                (Style::Descriptive1931, _) => ".",
                _ => "-",
            });
            dress_square(out, style, square, sided);
        }
        Goal::Man { kind, square, named } => {
            out.push_str(match style {
                Style::Spaced => " × ",
                Style::Words | Style::Possessive => " takes ",
                Style::Descriptive1931 => "X",
                _ => "x",
            });
            dress_man(out, style, kind, square, named);
        }
    }
}

fn dress_man(out: &mut String, style: Style, kind: Kind, square: Square, named: Named) {
    let (file, side) = file_owner(square.file());
    let letters = |out: &mut String, letters: &[&str]| {
        for (index, letter) in letters.iter().filter(|letter| !letter.is_empty()).enumerate() {
            match style {
                Style::Possessive => {
                    if index > 0 {
                        out.push(' ');
                    }
                    out.push_str(letter);
                    out.push('.');
                }
                Style::Spaced => {
                    if index > 0 {
                        out.push(' ');
                    }
                    out.push_str(letter);
                }
                _ => out.push_str(letter),
            }
        }
    };
    let man = style.letter(kind);
    let mut name = match named {
        Named::Plain | Named::On(_) => ["", "", man],
        Named::File => ["", style.letter(file), man],
        Named::SidedFile => [side.map_or("", |side| style.side(side)), style.letter(file), man],
        Named::Wing(wing) => [style.side(wing), "", man],
    };
    // `CR`, `PAR`: in Spanish the man comes first, then the file, then the side.
    if matches!(style, Style::DescriptiveIn(_)) {
        name.reverse();
    }
    letters(out, &name);
    match named {
        Named::On(square) => {
            out.push_str(match style {
                Style::Spaced => " (",
                Style::Words | Style::Possessive => " at ",
                _ => "(",
            });
            dress_square(out, style, square, true);
            if !matches!(style, Style::Words | Style::Possessive) {
                out.push(')');
            }
        }
        Named::Plain | Named::File | Named::SidedFile | Named::Wing(_) => {}
    }
}

fn dress_square(out: &mut String, style: Style, square: Square, sided: bool) {
    let (kind, side) = file_owner(square.file());
    let side = side.filter(|_| sided).map_or("", |side| style.side(side));
    let rank = square.rank().index() + 1;
    match style {
        Style::DescriptiveIn(_) => {
            let _ = write!(out, "{rank}{}{side}", style.letter(kind));
        }
        Style::Spaced => {
            if !side.is_empty() {
                let _ = write!(out, "{side} ");
            }
            let _ = write!(out, "{} {rank}", kind_letter(kind));
        }
        Style::Possessive => {
            if !side.is_empty() {
                let _ = write!(out, "{side}. ");
            }
            let ordinal = match rank {
                1 => "sq.",
                2 => "2d.",
                3 => "3d.",
                4 => "4th.",
                5 => "5th.",
                6 => "6th.",
                7 => "7th.",
                _ => "8th.",
            };
            let _ = write!(out, "{}'s {ordinal}", kind_letter(kind));
        }
        _ => {
            let _ = write!(out, "{side}{}{rank}", kind_letter(kind));
        }
    }
}
