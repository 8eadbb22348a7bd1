//! Can it be shown without saying where the bishops of one side stand, if they all go on squares of one colour?
//!
//! Leave them out of the board, and let them be anywhere on their squares. What the other men can do is then a small
//! world that can be looked at to the end, although the bishops alone could stand in millions of ways. A king that can be
//! checked by them can step to a square of the other colour, or else the position before was stalemate.

use jadoube_board::{Bitboard, Board, Castling, Colour, Kind, Man, Position, Square, attacks};

use crate::answer::Roaming;
use crate::budget::{Budget, Stopped};
use crate::identity::{Identities, Identity};

/// How many ways to stand may be looked at, at most.
const SHAPES: u64 = 20_000;

/// The ways the other men can stand, if none of them can be mate by this side; `None` where that is not shown so.
pub(crate) fn roam(
    position: &Position,
    side: Colour,
    budget: &mut Budget,
) -> Result<Option<Roaming>, Stopped> {
    if position.castling() != Castling::default()
        || position.can_take_in_passing()
        || position.irregularity().is_some()
        || position.board().kind(Kind::Pawn).is_empty()
    {
        return Ok(None);
    }
    for bishops in [side, !side] {
        if let Some(world) = World::of(position.board(), bishops, side)
            && let Some(shapes) = world.explore(position, budget)?
        {
            return Ok(Some(Roaming { bishops, shapes }));
        }
    }
    Ok(None)
}

struct World {
    /// Whose bishops are anywhere.
    bishops: Colour,
    /// The squares of their colour.
    squares: Bitboard,
    /// Whose mate is asked about.
    side: Colour,
}

/// What a move makes of the men that are not left out.
struct Step {
    board: Board,
    /// The square that a man other than the bishops has left.
    vacated: Option<Square>,
}

impl World {
    fn of(board: &Board, bishops: Colour, side: Colour) -> Option<Self> {
        let men = board.men(Man::new(bishops, Kind::Bishop));
        let first = men.into_iter().next()?;
        let light = |square: Square| (square.file().index() + square.rank().index()) % 2 == 1;
        let squares: Bitboard = Square::ALL
            .into_iter()
            .filter(|square| light(*square) == light(first))
            .collect();
        men.is_subset(squares).then_some(World {
            bishops,
            squares,
            side,
        })
    }

    /// All ways to stand, the first of them this position's; `None` as soon as one could be mate or leads beyond this
    /// reasoning.
    fn explore(&self, position: &Position, budget: &mut Budget) -> Result<Option<Vec<Identity>>, Stopped> {
        let most = SHAPES.min(budget.left() / 2);
        let mut board = *position.board();
        for square in board.men(Man::new(self.bishops, Kind::Bishop)) {
            board.set(square, None);
        }
        let mut known = Identities::default();
        known.insert(Identity::of_men(&board, position.turn()));
        let mut open = vec![(board, position.turn())];
        while let Some((board, turn)) = open.pop() {
            let Some(steps) = self.steps(&board, turn) else {
                return Ok(None);
            };
            for step in steps {
                if turn == self.side && self.may_be_mate(&step) {
                    return Ok(None);
                }
                if !known.insert(Identity::of_men(&step.board, !turn)) {
                    continue;
                }
                if known.len() as u64 > most {
                    return Ok(None);
                }
                budget.spend()?;
                open.push((step.board, !turn));
            }
        }
        let mut shapes: Vec<Identity> = known.into_iter().collect();
        shapes.sort_unstable();
        Ok(Some(shapes))
    }

    /// Whatever the player can do, wherever the bishops stand; `None` where a pawn could queen or be taken in passing.
    fn steps(&self, board: &Board, turn: Colour) -> Option<Vec<Step>> {
        let (own, adverse) = (board.of(turn), board.of(!turn));
        let king = board.kind(Kind::King) & adverse;
        let mut steps = Vec::new();
        if self.bishops == turn {
            steps.push(Step {
                board: *board,
                vacated: None,
            });
            for taken in (adverse & self.squares) - king {
                let mut board = *board;
                board.set(taken, None);
                steps.push(Step { board, vacated: None });
            }
        }
        let roaming = if self.bishops == turn {
            Bitboard::EMPTY
        } else {
            self.squares
        };
        for (from, man) in board.iter().filter(|(_, man)| man.colour == turn) {
            let targets = match man.kind {
                Kind::Pawn => pawn_steps(board, from, turn, adverse | roaming)?,
                Kind::Knight => attacks::knight(from),
                Kind::Bishop => attacks::bishop(from, board.occupied()),
                Kind::Rook => attacks::rook(from, board.occupied()),
                Kind::Queen => attacks::queen(from, board.occupied()),
                Kind::King => attacks::king(from),
            };
            for to in targets - own - king {
                let mut board = *board;
                board.set(from, None);
                board.set(to, Some(man));
                steps.push(Step {
                    board,
                    vacated: Some(from),
                });
            }
        }
        steps.retain(|step| !certainly_in_check(&step.board, turn));
        Some(steps)
    }

    /// Whether the king could be mated by this step of the attackers, for some places of the bishops.
    fn may_be_mate(&self, step: &Step) -> bool {
        let board = &step.board;
        let Some(king) = board.king(!self.side) else {
            return true;
        };
        let slanting = attacks::bishop(king, board.occupied());
        let by_bishop = self.bishops == self.side
            && self.squares.contains(king)
            && match step.vacated {
                // The king was not in check before: a bishop attacks him now only over the square that was left.
                Some(from) => slanting.contains(from),
                None => !(slanting - board.occupied()).is_empty(),
            };
        if !by_bishop && !board.is_attacked(king, self.side) {
            return false;
        }
        let flights = attacks::king(king) - board.of(!self.side) - self.squares;
        !flights.into_iter().any(|to| {
            let mut fled = *board;
            let man = fled.get(king);
            fled.set(king, None);
            fled.set(to, man);
            !fled.is_attacked(to, self.side)
        })
    }
}

/// A pawn's squares, taking on these; `None` where it could queen, or be taken in passing.
fn pawn_steps(board: &Board, from: Square, turn: Colour, taking: Bitboard) -> Option<Bitboard> {
    let up: i8 = if turn == Colour::White { 1 } else { -1 };
    let rank = from.rank().relative_to(turn).index();
    let mut steps = attacks::pawn(turn, from) & taking;
    if let Some(one) = from.offset(0, up).filter(|one| board.get(*one).is_none()) {
        steps = steps.with(one);
        if let Some(two) = from
            .offset(0, 2 * up)
            .filter(|two| rank == 1 && board.get(*two).is_none())
        {
            let beside = [two.offset(-1, 0), two.offset(1, 0)];
            let pawn = Some(Man::new(!turn, Kind::Pawn));
            if beside
                .into_iter()
                .flatten()
                .any(|square| board.get(square) == pawn)
            {
                return None;
            }
            steps = steps.with(two);
        }
    }
    let queens = steps
        .into_iter()
        .any(|to| to.rank().relative_to(turn).index() == 7);
    (!queens).then_some(steps)
}

/// Whether this player's king is attacked by a man whose way nothing can bar.
fn certainly_in_check(board: &Board, player: Colour) -> bool {
    let Some(king) = board.king(player) else {
        return true;
    };
    let adverse = board.of(!player);
    let near = attacks::king(king) & board.kind(Kind::King)
        | attacks::knight(king) & board.kind(Kind::Knight)
        | attacks::pawn(player, king) & board.kind(Kind::Pawn);
    (near & adverse) != Bitboard::EMPTY
}
