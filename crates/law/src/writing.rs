//! How is a move written down under a code?

use crate::{facts::checks, reading::Notation};
use jadoube_board::{Move, Origins, Position};
use jadoube_game::{Code, PastTurn, Terms, Written};
use jadoube_notation::{
    Edition, Style, algebraic_2023, full_record, long_algebraic_1931, long_algebraic_2023, san,
    short_algebraic_1931, write_move,
};

/// A legal move in each way of writing, `full` being the code's own complete record.
pub fn written(code: Code, position: &Position, mv: Move, origins: &Origins) -> Written {
    let style = match code {
        Code::Fide1931 => Style::Descriptive1931,
        Code::Xxv | Code::Bca1862 | Code::Bcc1896 | Code::Bcc1899 | Code::Fide2023 => Style::Descriptive,
    };
    let (algebraic, full) = match code {
        Code::Fide1931 => (
            short_algebraic_1931(position, mv),
            long_algebraic_1931(position, mv),
        ),
        Code::Fide2023 => (algebraic_2023(position, mv), long_algebraic_2023(position, mv)),
        Code::Bcc1896 => (san(position, mv), full_record(position, mv, Edition::Bcc1896)),
        Code::Xxv | Code::Bca1862 | Code::Bcc1899 => {
            (san(position, mv), full_record(position, mv, Edition::Bcc1899))
        }
    };
    Written {
        uci: mv.to_string(),
        descriptive: write_move(style, position, mv, origins),
        algebraic,
        full,
    }
}

/// The move of a turn that is over, where it was a legal one: as the players agreed to write, where they did (`"I.13A"`).
pub fn written_down(terms: &Terms, turn: &PastTurn) -> Option<Written> {
    let mv = turn.mv?;
    let position = checks::as_written(turn.standing.position.as_ref()?, mv)?;
    let by_code = written(terms.code, &position, mv, &turn.standing.men.origins());
    Some(match Notation::agreed(terms) {
        Some(Notation::Algebraic) => Written {
            full: long_algebraic_1931(&position, mv),
            ..by_code
        },
        Some(Notation::Descriptive) | None => by_code,
    })
}
