//! Is a mate so near that both sides stumble into it, one hunting and the other lending a hand?
//!
//! Games at random, biased: the hunter brings his men near the king and gives no check that does not mate, the
//! other brings his king into the corner and his own men around it. Before each of the hunter's moves every
//! mate at hand is looked for. From almost any position of a real game this finds a mate within a few dozen
//! moves, far sooner than a search that tries everything. The dice are the same each time, so the answer is too.

use jadoube_board::{Bitboard, Board, Colour, Kind, Man, Move, MoveList, Position, Square, attacks};

use crate::answer::MatingLine;
use crate::budget::{Budget, Stopped};
use crate::material::cannot_mate;

/// Among how many moves taken by the dice the hunter and his helper choose the best.
const HUNTER_LOOKS_AT: usize = 16;
const HELPER_LOOKS_AT: usize = 10;

/// Dice that fall the same way each time.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * bound as u64) >> 32) as usize
    }
}

/// How the hunter goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// He crowds in on the king.
    Near,
    /// He moves about at random, and leaves the king room to walk to a corner of the right colour.
    Room,
}

/// Plays on from the position for at most so many moves of the hunter; the moves to a mate if there is one.
pub(crate) fn hunt(
    position: &Position,
    hunter: Colour,
    style: Style,
    moves: usize,
    dice: &mut Dice,
    budget: &mut Budget,
) -> Result<Option<Vec<Move>>, Stopped> {
    let corners = corners_for(position.board(), hunter);
    let mut position = *position;
    let mut line = Vec::with_capacity(2 * moves + 2);
    let mut left = moves;
    loop {
        budget.spend()?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ok(None);
        }
        if position.turn() == hunter {
            let checks = Checks::of(&position);
            if let Some(mate) = checks.mate_among(&position, &legal) {
                line.push(mate);
                return Ok(Some(line));
            }
            if left == 0 {
                return Ok(None);
            }
            left -= 1;
            let chosen = match style {
                Style::Near => best_of(HUNTER_LOOKS_AT, &legal, dice, |m| checks.hunting(&position, m)),
                Style::Room => best_of(1, &legal, dice, |_| 0),
            };
            line.push(chosen);
            position = position.play(chosen);
        } else {
            let king = position.king(!hunter);
            let chosen = best_of(HELPER_LOOKS_AT, &legal, dice, |m| {
                helping(&position, king, corners, style, m)
            });
            line.push(chosen);
            let taken = position.captured(chosen).is_some();
            position = position.play(chosen);
            if taken && cannot_mate(position.board(), hunter).is_some() {
                return Ok(None);
            }
        }
    }
}

/// A shorter mating line, if more hunts within the budget find one; the same line otherwise.
pub fn shorten(position: &Position, line: MatingLine, budget: &mut Budget) -> MatingLine {
    let mut best = line;
    let mut dice = Dice::new();
    while best.moves.len() > 2 {
        let most = best.moves.len().div_ceil(2).saturating_sub(2);
        match hunt(position, best.winner, Style::Near, most, &mut dice, budget) {
            Ok(Some(moves)) if moves.len() < best.moves.len() => best.moves = moves,
            Ok(_) => {}
            Err(_) => break,
        }
    }
    best
}

#[inline]
fn best_of(looks: usize, legal: &MoveList, dice: &mut Dice, score: impl Fn(Move) -> i32) -> Move {
    let legal = legal.as_slice();
    let mut best = legal[dice.below(legal.len())];
    let mut best_score = score(best);
    for _ in 1..looks.min(legal.len()) {
        let other = legal[dice.below(legal.len())];
        let other_score = score(other);
        if other_score > best_score {
            (best, best_score) = (other, other_score);
        }
    }
    best
}

/// From where the adverse king could be checked.
struct Checks {
    king: Square,
    /// By kind: a man of the kind that comes here gives check.
    from: [Bitboard; 6],
    /// Men that may uncover a check by moving away.
    covering: Bitboard,
}

impl Checks {
    #[inline]
    fn of(position: &Position) -> Self {
        let hunter = position.turn();
        let king = position.king(!hunter);
        let board = position.board();
        let (own, occupied) = (board.of(hunter), board.occupied());
        let (diagonals, lines) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let queens = board.kind(Kind::Queen);
        let behind = |first: Bitboard, all: fn(Square, Bitboard) -> Bitboard, kind: Kind| {
            let covering = first & own;
            let snipers = all(king, occupied - covering) & own & (board.kind(kind) | queens);
            if snipers.is_empty() {
                Bitboard::EMPTY
            } else {
                covering
            }
        };
        Self {
            king,
            from: [
                attacks::pawn(!hunter, king),
                attacks::knight(king),
                diagonals,
                lines,
                diagonals | lines,
                Bitboard::EMPTY,
            ],
            covering: behind(diagonals, attacks::bishop, Kind::Bishop)
                | behind(lines, attacks::rook, Kind::Rook),
        }
    }

    /// Whether a move may give check; it surely gives none if this says no.
    #[inline]
    fn may_check(&self, position: &Position, m: Move) -> bool {
        if self.covering.contains(m.from()) {
            return true;
        }
        match position.board().get(m.from()) {
            Some(Man { kind: Kind::Pawn, .. }) => {
                m.promotion().is_some() || m.is_en_passant() || self.from[0].contains(m.to())
            }
            Some(Man { kind: Kind::King, .. }) => m.is_castling(),
            Some(Man { kind, .. }) => self.from[kind.index()].contains(m.to()),
            None => true,
        }
    }

    #[inline]
    fn mate_among(&self, position: &Position, legal: &MoveList) -> Option<Move> {
        legal.iter().copied().find(|m| {
            self.may_check(position, *m) && {
                let after = position.play(*m);
                after.is_check() && !after.has_legal_move()
            }
        })
    }

    /// How well a move of the hunter's brings his men near; checks only drive the king away.
    #[inline]
    fn hunting(&self, position: &Position, m: Move) -> i32 {
        let mut score = apart(m.from(), self.king) - apart(m.to(), self.king) * 2;
        match m.promotion() {
            Some(Kind::Queen) => score += 20,
            Some(Kind::Pawn) => score -= 20,
            Some(_) => score += 5,
            None if self.may_check(position, m) => score -= 8,
            None => {}
        }
        score
    }
}

/// How well a move of the other side's helps: the king to a corner, men around it, nothing taken.
#[inline]
fn helping(position: &Position, king: Square, corners: Bitboard, style: Style, m: Move) -> i32 {
    let mut score = if m.from() == king {
        let nearer = to_corner(king, corners) - to_corner(m.to(), corners);
        match style {
            Style::Near => nearer + 3,
            Style::Room => nearer * 4,
        }
    } else {
        let comes = if apart(m.to(), king) == 1 { 3 } else { 0 };
        let goes = if apart(m.from(), king) == 1 { 4 } else { 0 };
        comes - goes
    };
    if position.board().occupied().contains(m.to()) {
        score -= 12;
    }
    score
}

#[inline]
pub(crate) fn apart(a: Square, b: Square) -> i32 {
    let ((file, rank), (other_file, other_rank)) = (coordinates(a), coordinates(b));
    i32::from(file.abs_diff(other_file).max(rank.abs_diff(other_rank)))
}

/// The corners worth driving a king to: where nothing but bishops of one colour of squares can give mate, only those
/// they can attack.
pub(crate) fn corners_for(board: &Board, hunter: Colour) -> Bitboard {
    const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    let own = board.of(hunter);
    let others = board.kind(Kind::Queen) | board.kind(Kind::Rook) | board.kind(Kind::Knight);
    let bishops = board.kind(Kind::Bishop) & own;
    if others.meets(own) || bishops.is_empty() {
        return CORNERS;
    }
    match (bishops.meets(DARK), bishops.is_subset(DARK)) {
        (true, true) => CORNERS & DARK,
        (false, _) => CORNERS - DARK,
        _ => CORNERS,
    }
}

/// Steps along files and ranks to the nearest of these corners.
#[inline]
pub(crate) fn to_corner(square: Square, corners: Bitboard) -> i32 {
    let (file, rank) = coordinates(square);
    let (right, up) = (7 - file, 7 - rank);
    let to = |corner: u32, steps: u8| {
        if corners.0 >> corner & 1 == 1 {
            steps
        } else {
            u8::MAX
        }
    };
    let nearest = to(0, file + rank)
        .min(to(7, right + rank))
        .min(to(56, file + up))
        .min(to(63, right + up));
    i32::from(nearest)
}

#[inline]
fn coordinates(square: Square) -> (u8, u8) {
    let index = square.index() as u8;
    (index & 7, index >> 3)
}
