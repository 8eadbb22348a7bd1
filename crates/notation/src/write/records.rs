//! How do the codes that prescribe a record have a move set down?

use std::fmt::Write as _;

use jadoube_board::{Kind, Move, Origins, Position, Wing};

use super::descriptive::shortest;
use super::{
    Edition, Style, castling_signs, kind_letter, kind_word, mark_1931, moved_kind, moved_letter,
    promotion_letter, square_in_words, square_name,
};
use crate::san;
use crate::terms::own_view;

/// The shortest unambiguous descriptive form: `P-K4`, `KtxP`, `QR-Q1`, `B-Kt5 ch`.
pub fn descriptive(position: &Position, movement: Move, origins: &Origins) -> String {
    shortest(Style::Descriptive, position, movement, origins)
}

/// `e7-e5`, `Bc1-f4`, `e4:d5`, `Qh5:f7x` (FIDE 1931, 5.iv).
pub fn long_algebraic_1931(position: &Position, movement: Move) -> String {
    let mut out = String::new();
    if let Some(wing) = movement.wing() {
        out.push_str(castling_signs(wing, 'O'));
    } else {
        out.push_str(moved_letter(position, movement));
        let sign = if position.captured(movement).is_some() {
            ':'
        } else {
            '-'
        };
        let _ = write!(out, "{}{sign}{}", movement.from(), movement.to());
        out.push_str(promotion_letter(movement));
    }
    out.push_str(mark_1931(position, movement));
    out
}

/// `Bf4`, `B:f7+`; the first square is added where two men could be meant (FIDE 1931, 5.iv).
pub fn short_algebraic_1931(position: &Position, movement: Move) -> String {
    let kind = moved_kind(position, movement);
    let takes = position.captured(movement).is_some();
    let fellows = position
        .legal_moves()
        .iter()
        .filter(|other| {
            other.to() == movement.to()
                && other.from() != movement.from()
                && !other.is_castling()
                && moved_kind(position, **other) == kind
        })
        .count();
    if movement.is_castling() || fellows > 0 || (kind == Kind::Pawn && takes) {
        return long_algebraic_1931(position, movement);
    }
    let mut out = String::from(moved_letter(position, movement));
    if takes {
        out.push(':');
    }
    let _ = write!(out, "{}{}", movement.to(), promotion_letter(movement));
    out.push_str(mark_1931(position, movement));
    out
}

/// `Nf3`, `exd6`, `0-0`, `d8Q+` (FIDE 2023, C.8 to C.13).
pub fn algebraic_2023(position: &Position, movement: Move) -> String {
    // It differs from the record of PGN in its noughts, and in having no sign before the promoted piece.
    let text = san::san(position, movement).replace('O', "0").replace('=', "");
    if !movement.remains_pawn() {
        return text;
    }
    // A Pawn that stays one is unknown there, and must still be told from one that is promoted.
    let end = text.trim_end_matches(['+', '#']).len();
    format!("{}{}{}", &text[..end], promotion_letter(movement), &text[end..])
}

/// `Ng1f3`, `e5xd6`: the form with the square of departure (FIDE 2023, C.8).
pub fn long_algebraic_2023(position: &Position, movement: Move) -> String {
    let short = algebraic_2023(position, movement);
    if movement.is_castling() {
        return short;
    }
    let mark = short.trim_start_matches(|c| !matches!(c, '+' | '#'));
    let takes = if position.captured(movement).is_some() {
        "x"
    } else {
        ""
    };
    format!(
        "{}{}{takes}{}{}{mark}",
        moved_letter(position, movement),
        movement.from(),
        movement.to(),
        promotion_letter(movement)
    )
}

/// The British Code's record in full (I.13A): `Pawn on King's second square to King's fourth square`.
pub fn full_record(position: &Position, movement: Move, edition: Edition) -> String {
    // The words of the two editions are the same; only their signs differ.
    let _ = edition;
    if let Some(wing) = movement.wing() {
        return match wing {
            Wing::King => "Castles King's Rook".to_owned(),
            Wing::Queen => "Castles Queen's Rook".to_owned(),
        };
    }
    let mover = position.turn();
    let place = |square| square_in_words(own_view(square, mover));
    let mut out = format!(
        "{} on {}",
        kind_word(moved_kind(position, movement)),
        place(movement.from())
    );
    match position.captured(movement) {
        None => {
            let _ = write!(out, " to {}", place(movement.to()));
        }
        Some(_) if movement.is_en_passant() => out.push_str(" takes Pawn in passing"),
        Some((square, man)) => {
            let _ = write!(out, " takes {} on {}", kind_word(man.kind), place(square));
        }
    }
    match movement.promotion() {
        Some(kind) => {
            let _ = write!(out, ", {}", kind_word(kind));
        }
        None if movement.remains_pawn() => out.push_str(", remaining a Pawn"),
        None => {}
    }
    out
}

/// The same record with the edition's abbreviations (I.13B): `P(K2)—K4`, `Kt (K5)×P (KB7)`.
pub fn abbreviated_record(position: &Position, movement: Move, edition: Edition) -> String {
    if let Some(wing) = movement.wing() {
        let round = match edition {
            Edition::Bcc1896 => '0',
            Edition::Bcc1899 => 'o',
        };
        return castling_signs(wing, round).to_owned();
    }
    let (bracket, takes, passing) = match edition {
        Edition::Bcc1896 => ("(", "X", " e.p."),
        Edition::Bcc1899 => (" (", "×", " ip"),
    };
    let mover = position.turn();
    let place = |square| square_name(own_view(square, mover));
    let mut out = format!(
        "{}{bracket}{})",
        kind_letter(moved_kind(position, movement)),
        place(movement.from())
    );
    match position.captured(movement) {
        None => {
            let _ = write!(out, "—{}", place(movement.to()));
        }
        Some(_) if movement.is_en_passant() => {
            let _ = write!(out, "{takes}P{passing}");
        }
        Some((square, man)) => {
            let _ = write!(out, "{takes}{}{bracket}{})", kind_letter(man.kind), place(square));
        }
    }
    match movement.promotion() {
        Some(kind) => {
            let _ = write!(out, ", {}", kind_letter(kind));
        }
        None if movement.remains_pawn() => out.push_str(", remaining a P"),
        None => {}
    }
    out
}
