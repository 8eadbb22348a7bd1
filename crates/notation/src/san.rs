//! Which move does a PGN move text name, and how is a move named there?
//!
//! This is the quick road for large archives. The text is resolved backwards from its destination:
//! which men of that kind reach the square, and of those whose going leaves the King safe? No list
//! of legal moves is made. Whatever is not plain SAN is left to the constraint reader.

#![allow(
    clippy::inline_always,
    reason = "measured: what stands between parsing and resolving then stays in registers, a third of the time"
)]

use jadoube_board::{Bitboard, Colour, Kind, Man, Move, Position, Rank, Square, Wing, attacks};

/// A move text of PGN taken apart, before any position is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum San {
    /// `O-O` or `O-O-O`.
    Castles(Wing),
    /// Any other move.
    Moves {
        /// The man that moves.
        kind: Kind,
        /// Where it may come from: the file or rank written, for a Pawn its file, or anywhere.
        from: Bitboard,
        /// Where it goes.
        to: Square,
        /// What a Pawn becomes.
        promotion: Option<Kind>,
    },
}

/// Why a SAN text is no legal move here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanFault {
    /// No man of that kind may go there.
    NoSuchMove,
    /// Two or more may.
    Ambiguous,
    /// A Pawn reaches the last rank and no piece is named.
    PromotionUnnamed,
}

impl std::fmt::Display for SanFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SanFault::NoSuchMove => "no legal move answers to it",
            SanFault::Ambiguous => "more than one legal move answers to it",
            SanFault::PromotionUnnamed => "no piece is named for the pawn on the last rank",
        })
    }
}

impl std::error::Error for SanFault {}

fn square_at(file: u8, rank: u8) -> Option<Square> {
    let file = file.wrapping_sub(b'a');
    let rank = rank.wrapping_sub(b'1');
    if file < 8 && rank < 8 {
        Square::from_index(usize::from(rank * 8 + file))
    } else {
        None
    }
}

fn piece(letter: u8) -> Option<Kind> {
    match letter {
        b'N' => Some(Kind::Knight),
        b'B' => Some(Kind::Bishop),
        b'R' => Some(Kind::Rook),
        b'Q' => Some(Kind::Queen),
        b'K' => Some(Kind::King),
        _ => None,
    }
}

impl San {
    /// Takes plain SAN apart; `None` where the text is in some other style.
    #[inline(always)]
    pub fn parse(text: &[u8]) -> Option<San> {
        // Check, mate and comment marks say nothing the board does not know.
        let mut end = text.len();
        while end > 0 && matches!(text[end - 1], b'+' | b'#' | b'!' | b'?') {
            end -= 1;
        }
        let text = &text[..end];
        let (&first, rest) = text.split_first()?;
        if let Some(kind) = piece(first) {
            let (file, rank) = last_two(rest)?;
            let to = square_at(file, rank)?;
            let from = match &rest[..rest.len() - 2] {
                [] | [b'x'] => Bitboard(u64::MAX),
                [one] | [one, b'x' | b'-'] => match one {
                    b'a'..=b'h' => on_file(*one),
                    b'1'..=b'8' => Bitboard(0xff << (8 * (one - b'1'))),
                    _ => return None,
                },
                [file, rank] | [file, rank, b'x' | b'-'] => Bitboard::of(square_at(*file, *rank)?),
                _ => return None,
            };
            return Some(San::Moves {
                kind,
                from,
                to,
                promotion: None,
            });
        }
        if first == b'O' || first == b'0' {
            return match text {
                b"O-O" | b"0-0" => Some(San::Castles(Wing::King)),
                b"O-O-O" | b"0-0-0" => Some(San::Castles(Wing::Queen)),
                _ => None,
            };
        }
        let (text, promotion) = match text {
            [rest @ .., b'=', letter] => (rest, Some(piece(*letter)?)),
            [rest @ .., letter @ (b'N' | b'B' | b'R' | b'Q')] => (rest, piece(*letter)),
            _ => (text, None),
        };
        let (file, rank) = last_two(text)?;
        let to = square_at(file, rank)?;
        let from = match &text[..text.len() - 2] {
            [] => on_file(file),
            [file @ b'a'..=b'h'] | [file @ b'a'..=b'h', b'x'] => on_file(*file),
            _ => return None,
        };
        Some(San::Moves {
            kind: Kind::Pawn,
            from,
            to,
            promotion,
        })
    }

    /// The one legal move that answers to the text.
    #[inline(always)]
    pub fn resolve(&self, position: &Position) -> Result<Move, SanFault> {
        let us = position.turn();
        match *self {
            San::Castles(wing) => {
                let castling = Move::castling(us, wing);
                if position.is_legal(castling) {
                    Ok(castling)
                } else {
                    Err(SanFault::NoSuchMove)
                }
            }
            San::Moves {
                kind: Kind::Pawn,
                from,
                to,
                promotion,
            } => pawn(position, from, to, promotion),
            San::Moves {
                kind,
                from,
                to,
                promotion: _,
            } => {
                let board = position.board();
                let barred = board.of(us) | board.kind(Kind::King);
                if barred.contains(to) {
                    return Err(SanFault::NoSuchMove);
                }
                let men = reaching(position, kind, to) & from;
                let mut found = None;
                for from in men {
                    if leaves_king_safe(position, from, to, to) {
                        if found.is_some() {
                            return Err(SanFault::Ambiguous);
                        }
                        found = Some(from);
                    }
                }
                found.map(|from| Move::new(from, to)).ok_or(SanFault::NoSuchMove)
            }
        }
    }
}

fn on_file(letter: u8) -> Bitboard {
    Bitboard(0x0101_0101_0101_0101 << (letter - b'a'))
}

fn last_two(text: &[u8]) -> Option<(u8, u8)> {
    match text {
        [.., file, rank] => Some((*file, *rank)),
        _ => None,
    }
}

/// The men of the player's that command the square with this kind's move.
#[inline(always)]
fn reaching(position: &Position, kind: Kind, to: Square) -> Bitboard {
    let board = position.board();
    let men = board.men(Man::new(position.turn(), kind));
    let lines = match kind {
        Kind::Knight => return attacks::knight(to) & men,
        Kind::King => return attacks::king(to) & men,
        Kind::Bishop => attacks::slanting(to),
        Kind::Rook => attacks::straight(to),
        Kind::Queen => attacks::straight(to) | attacks::slanting(to),
        Kind::Pawn => return Bitboard(0),
    };
    let occupied = board.occupied();
    let mut reaching = Bitboard(0);
    for from in men & lines {
        if !attacks::between(from, to).meets(occupied) {
            reaching = reaching.with(from);
        }
    }
    reaching
}

fn pawn(position: &Position, from: Bitboard, to: Square, promotion: Option<Kind>) -> Result<Move, SanFault> {
    let none = Err(SanFault::NoSuchMove);
    let us = position.turn();
    let board = position.board();
    let (step, last, double): (isize, Rank, Rank) = match us {
        Colour::White => (-8, Rank::Eight, Rank::Four),
        Colour::Black => (8, Rank::One, Rank::Five),
    };
    let pawns = board.men(Man::new(us, Kind::Pawn));
    let behind = |squares: isize| {
        to.index()
            .checked_add_signed(step * squares)
            .and_then(Square::from_index)
    };
    let Some(below) = behind(1) else { return none };
    let mut passing = false;
    let mut twice = false;
    let from = if from.contains(below) {
        if board.occupied().contains(to) {
            return none;
        }
        if pawns.contains(below) {
            below
        } else {
            let Some(start) = behind(2).filter(|_| to.rank() == double) else {
                return none;
            };
            if board.occupied().contains(below) || !pawns.contains(start) {
                return none;
            }
            twice = true;
            start
        }
    } else {
        let Some(from) = (attacks::pawn(!us, to) & pawns & from).single() else {
            return none;
        };
        if board.occupied().contains(to) {
            if !(board.of(!us) - board.kind(Kind::King)).contains(to) {
                return none;
            }
        } else if position.en_passant() == Some(to) {
            passing = true;
        } else {
            return none;
        }
        from
    };
    let taken = if passing {
        Square::new(to.file(), from.rank())
    } else {
        to
    };
    if !leaves_king_safe(position, from, to, taken) {
        return none;
    }
    if to.rank() == last {
        let kind = promotion.ok_or(SanFault::PromotionUnnamed)?;
        return Move::promoting(from, to, kind).ok_or(SanFault::NoSuchMove);
    }
    if promotion.is_some() {
        return none;
    }
    Ok(if passing {
        Move::en_passant(from, to)
    } else if twice {
        Move::double_step(from, to)
    } else {
        Move::new(from, to)
    })
}

/// Whether the mover's King is unattacked once the man has gone from `from` to `to`, whatever
/// stood on `taken` being gone.
#[inline(always)]
fn leaves_king_safe(position: &Position, from: Square, to: Square, taken: Square) -> bool {
    let board = position.board();
    let us = position.turn();
    let king = position.king(us);
    let gone = Bitboard::of(from) | Bitboard::of(taken);
    let occupied = (board.occupied() - gone) | Bitboard::of(to);
    let them = board.of(!us) - Bitboard::of(taken);
    let square = if king == from { to } else { king };
    let queens = board.kind(Kind::Queen);
    let straight = (board.kind(Kind::Rook) | queens) & them;
    let slanting = (board.kind(Kind::Bishop) | queens) & them;
    !attacks::reached_along_lines(square, straight, slanting, occupied)
        && !attacks::knight(square).meets(board.kind(Kind::Knight) & them)
        && !pawns_command(us, square, board.kind(Kind::Pawn) & them)
        && !attacks::king(square).meets(board.kind(Kind::King) & them)
}

/// Whether one of these adverse Pawns commands the square. A Pawn that remained one on its last
/// rank commands nothing, and its squares lie beyond the board.
#[inline]
fn pawns_command(us: Colour, square: Square, pawns: Bitboard) -> bool {
    attacks::pawn(us, square).meets(pawns)
}

/// The move as PGN writes it, with `+` and `#`.
pub fn san(position: &Position, movement: Move) -> String {
    let mut out = String::with_capacity(8);
    push_san(&mut out, position, movement);
    out
}

/// Appends [`san`] to a text.
pub fn push_san(out: &mut String, position: &Position, movement: Move) {
    if let Some(wing) = movement.wing() {
        out.push_str(match wing {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        });
    } else {
        let from = movement.from();
        let to = movement.to();
        let kind = position.board().get(from).map_or(Kind::Pawn, |man| man.kind);
        let takes = movement.is_en_passant() || position.board().get(to).is_some();
        if kind == Kind::Pawn {
            if takes {
                out.push(from.file().letter());
            }
        } else {
            out.push(kind.letter().to_ascii_uppercase());
            push_distinction(out, position, kind, from, to);
        }
        if takes {
            out.push('x');
        }
        out.push(to.file().letter());
        out.push(to.rank().digit());
        if let Some(kind) = movement.promotion() {
            out.push('=');
            out.push(kind.letter().to_ascii_uppercase());
        }
    }
    if position.gives_check(movement) {
        let after = position.play(movement);
        out.push(if after.has_legal_move() { '+' } else { '#' });
    }
}

fn push_distinction(out: &mut String, position: &Position, kind: Kind, from: Square, to: Square) {
    let mut same_file = false;
    let mut same_rank = false;
    let mut fellows = false;
    for other in reaching(position, kind, to) - Bitboard::of(from) {
        if leaves_king_safe(position, other, to, to) {
            fellows = true;
            same_file |= other.file() == from.file();
            same_rank |= other.rank() == from.rank();
        }
    }
    if !fellows {
        return;
    }
    if !same_file || same_rank {
        out.push(from.file().letter());
    }
    if same_file {
        out.push(from.rank().digit());
    }
}
