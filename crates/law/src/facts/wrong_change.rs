//! What is wrong with a change of the men that no legal move makes?

use jadoube_board::{Colour, Kind, Man, Position, Square, Wing, attacks};
use jadoube_game::{Deed, Game, OffenceKind, Touch, castling_wing, rook_squares};

/// What was wrong with a change that no legal move makes.
pub(crate) struct WrongChange {
    /// What was done.
    pub kind: OffenceKind,
    /// The men touched in doing it.
    pub touched: Vec<Touch>,
}

impl WrongChange {
    pub(crate) fn of(game: &Game, deed: &Deed, half_castled: bool) -> Self {
        let by = deed.by;
        let standing = &game.standing.men;
        let own_touches = || {
            deed.touched
                .iter()
                .filter(|touch| touch.man.colour == by)
                .copied()
        };
        let kings = deed.men.board().kind(Kind::King).count();
        if kings < standing.board().kind(Kind::King).count() {
            return WrongChange {
                kind: OffenceKind::Other,
                touched: own_touches().collect(),
            };
        }
        let Some(made) = deed.made else {
            return WrongChange {
                kind: OffenceKind::RemovedByMistake,
                touched: deed.touched.clone(),
            };
        };
        // What the turn began with is what counts: the man may have been lifted long before it was let go.
        let touch_on = |square: Square| {
            Some(Touch {
                id: standing.id(square)?,
                man: standing.get(square)?,
                square,
            })
        };
        let mover = touch_on(made.from);
        let taken = deed
            .off
            .iter()
            .find(|off| off.square == made.to)
            .map(|off| Touch {
                id: off.id,
                man: off.man,
                square: off.square,
            });
        let passed = deed
            .off
            .iter()
            .find(|off| taken.is_none() && off.square != made.to && off.square.rank() == made.from.rank())
            .map(|off| Touch {
                id: off.id,
                man: off.man,
                square: off.square,
            });
        let kind = match (mover, &game.standing.position) {
            (Some(mover), _) if mover.man.colour != by => OffenceKind::MovedAdverseMan,
            (Some(mover), Some(position)) => {
                let castles = castling_wing(mover.man, made.from, made.to)
                    .filter(|wing| standing.get(rook_squares(made.from, *wing).0) == Some(rook_of(by)));
                if half_castled {
                    OffenceKind::IllegalMove
                } else if let Some(wing) = castles {
                    if only_into_check(position, wing) {
                        OffenceKind::ExposedKing
                    } else {
                        OffenceKind::FalseCastling
                    }
                } else if taken.is_some_and(|taken| taken.man.colour == by) {
                    OffenceKind::TookOwnMan
                } else if position.goes(made.from, made.to) {
                    exposes(position, deed)
                } else if taken.is_some() {
                    OffenceKind::FalseCapture
                } else {
                    OffenceKind::IllegalMove
                }
            }
            _ => OffenceKind::IllegalMove,
        };
        let mut touched: Vec<Touch> = mover.into_iter().chain(taken).chain(passed).collect();
        if kind == OffenceKind::FalseCastling
            && let Some(wing) = mover.and_then(|mover| castling_wing(mover.man, made.from, made.to))
        {
            touched.extend(touch_on(rook_squares(made.from, wing).0));
        }
        WrongChange { kind, touched }
    }
}

fn rook_of(colour: Colour) -> Man {
    Man::new(colour, Kind::Rook)
}

/// A move within the man's power leaves the King in check: in one that stood before, or in a new one?
fn exposes(position: &Position, deed: &Deed) -> OffenceKind {
    let board = deed.men.board();
    let attackers = board
        .king(deed.by)
        .map(|king| board.attackers(king, !deed.by))
        .unwrap_or_default();
    if attackers.is_empty() {
        OffenceKind::IllegalMove
    } else if attackers.meets(position.checkers()) {
        OffenceKind::NeglectedCheck
    } else {
        OffenceKind::ExposedKing
    }
}

/// Castling that none of the five bars forbids, but that brings the King into check (reading XXV-21).
fn only_into_check(position: &Position, wing: Wing) -> bool {
    let player = position.turn();
    let king = position.king(player);
    let (corner, beside) = rook_squares(king, wing);
    let between = attacks::between(king, corner);
    position.castling().contains(player, wing)
        && !position.is_check()
        && !between.meets(position.board().occupied())
        && !position.attacked(beside, !player)
}
