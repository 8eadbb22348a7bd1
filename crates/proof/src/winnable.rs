//! Can this side still win: is there any sequence of legal moves, by both players, that ends in its mate?

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use jadoube_board::{Bitboard, Colour, Kind, Man, Move, Position, attacks};

use crate::answer::{Answer, CannotWin, Confinement, Evidence, Exhausted, Found, MatingLine, Reason};
use crate::budget::{Budget, Stopped};
use crate::confinement::confine;
use crate::hunt::{Dice, Style, corners_for, hunt, to_corner};
use crate::identity::{Identities, Identity};
use crate::material::cannot_mate;
use crate::roaming::roam;
use crate::walk::{pawns_are_locked, walk};

/// How many moves each of the first hunts may take before the search for a mate becomes systematic.
const HUNTS: [usize; 6] = [40, 50, 50, 60, 60, 60];
/// The same once a king has walked round locked pawns and a queen hunts: many short ones, for she often stalemates.
const HUNTS_AFTER_A_WALK: [usize; 16] = [25; 16];
/// In the systematic search, every so many positions a hunt begins.
const HUNT_EVERY: u32 = 128;
/// How many moves such a hunt may take, and every other one, in which the king first walks to its corner.
const LATER_HUNT: usize = 30;
const LATER_WALK: usize = 80;

/// Whether some sequence of legal moves lets this side mate.
pub fn can_win(position: &Position, side: Colour, budget: &mut Budget) -> Answer {
    let decided = match mate_after_a_walk(position, side, budget) {
        Ok(Some(line)) => Ok(Decision::Mate(line)),
        Ok(None) => decide(position, side, budget),
        Err(why) => Err(why),
    };
    match decided {
        Ok(Decision::Mate(line)) => Answer::Proved(Evidence::Line(line)),
        Ok(Decision::Never(reason)) => Answer::Refuted(Evidence::CannotWin(CannotWin { side, reason })),
        Err(why) => Answer::Undecided {
            nodes: budget.spent(),
            why,
            found: None,
        },
    }
}

/// Whether the game cannot be won by either side, whatever legal moves are made.
pub fn drawn_game(position: &Position, budget: &mut Budget) -> Answer {
    // The side with more on the board usually has the shorter way to a mate, and one mate is enough.
    let first = if force(position, Colour::White) >= force(position, Colour::Black) {
        Colour::White
    } else {
        Colour::Black
    };
    // Half of the budget each, so that what one side makes difficult does not hide what the other makes plain.
    let half = budget.left().div_ceil(2);
    for side in [first, !first] {
        if let Ok(Some(line)) = budget.within(half, |budget| mate_after_a_walk(position, side, budget)) {
            return Answer::Refuted(Evidence::Line(line));
        }
    }
    let mut answers = [first, !first].map(|side| (side, Err(Stopped::Spent)));
    for (side, answer) in &mut answers {
        *answer = budget.within(half, |budget| decide(position, *side, budget));
        if let Ok(Decision::Mate(line)) = answer {
            return Answer::Refuted(Evidence::Line(line.clone()));
        }
    }
    let mut proofs = Vec::new();
    let mut open = None;
    for (side, answer) in answers {
        match answer {
            Ok(Decision::Never(reason)) => proofs.push(CannotWin { side, reason }),
            Ok(Decision::Mate(_)) => unreachable!("returned above"),
            Err(why) => open = Some((side, why)),
        }
    }
    // What one side left of its half is the other's.
    if let Some((side, Stopped::Spent)) = open
        && budget.left() > half
    {
        match decide(position, side, budget) {
            Ok(Decision::Mate(line)) => return Answer::Refuted(Evidence::Line(line)),
            Ok(Decision::Never(reason)) => proofs.push(CannotWin { side, reason }),
            Err(why) => open = Some((side, why)),
        }
    }
    proofs.sort_by_cached_key(|proof| proof.side.index());
    match <[CannotWin; 2]>::try_from(proofs) {
        Ok(both) => Answer::Proved(Evidence::DrawnGame(Box::new(both))),
        Err(fewer) => Answer::Undecided {
            nodes: budget.spent(),
            why: open.map_or(Stopped::Spent, |(_, why)| why),
            found: fewer.into_iter().next().map(Found::Half),
        },
    }
}

/// Whether it is worth asking if neither side can mate: a question for after every move, answered from the board alone.
///
/// `false` is said of nearly every position of a game; it is no proof that somebody can still win.
#[inline]
pub fn may_be_dead(position: &Position) -> bool {
    let board = position.board();
    let pawns = board.kind(Kind::Pawn);
    if pawns.is_empty() {
        let heavy = board.kind(Kind::Queen) | board.kind(Kind::Rook);
        return heavy.is_empty()
            && Colour::BOTH
                .into_iter()
                .all(|side| cannot_mate(board, side).is_some());
    }
    // A Pawn that can go on becomes a piece in the end; only where each stands before another can all be locked in.
    if !pawns_are_locked(board) {
        return false;
    }
    // Knights leap over a wall of Pawns, and Rooks and Queens pass where it has a gap.
    let heavy = board.kind(Kind::Queen) | board.kind(Kind::Rook);
    board.kind(Kind::Knight).is_empty() && (heavy.is_empty() || is_on_every_file(pawns))
}

fn is_on_every_file(men: Bitboard) -> bool {
    let files = [32, 16, 8]
        .into_iter()
        .fold(men.0, |files, shift| files | files >> shift);
    files & 0xff == 0xff
}

enum Decision {
    Mate(MatingLine),
    Never(Reason),
}

fn decide(position: &Position, side: Colour, budget: &mut Budget) -> Result<Decision, Stopped> {
    if !position.has_legal_move() {
        budget.spend()?;
        let mated = position.is_check() && position.turn() != side;
        return Ok(if mated {
            Decision::Mate(MatingLine {
                winner: side,
                moves: Vec::new(),
            })
        } else {
            Decision::Never(Reason::Over)
        });
    }
    // What the men cannot do they cannot do in regular play; two checks at once from an irregular beginning can.
    if position.irregularity().is_none()
        && let Some(material) = cannot_mate(position.board(), side)
    {
        budget.spend()?;
        return Ok(Decision::Never(Reason::Material(material)));
    }
    let mut dice = Dice::new();
    for (turn, moves) in HUNTS.into_iter().enumerate() {
        if let Some(moves) = hunt(position, side, Style::Near, moves, &mut dice, budget)? {
            return Ok(Decision::Mate(MatingLine { winner: side, moves }));
        }
        // A first hunt in vain: the men may be locked in.
        if turn == 0
            && let Some(confinement) = confine(position)
            && confinement.forbids_mate_by(side)
        {
            return Ok(Decision::Never(Reason::Confined(confinement)));
        }
        if turn == 0
            && let Some(world) = roam(position, side, budget)?
        {
            return Ok(Decision::Never(Reason::Roaming(world)));
        }
    }
    let mut search = Search::new(position, side);
    search.run(budget)
}

/// A mate by a pawn that queens after its king has walked round the locked pawns, where that is soon found.
fn mate_after_a_walk(
    position: &Position,
    side: Colour,
    budget: &mut Budget,
) -> Result<Option<MatingLine>, Stopped> {
    let Some((mut moves, queened)) = walk(position, side, budget)? else {
        return Ok(None);
    };
    let mut dice = Dice::new();
    for most in HUNTS_AFTER_A_WALK {
        if let Some(mate) = hunt(&queened, side, Style::Near, most, &mut dice, budget)? {
            moves.extend(mate);
            return Ok(Some(MatingLine { winner: side, moves }));
        }
    }
    Ok(None)
}

fn force(position: &Position, side: Colour) -> u32 {
    const WORTH: [u32; 6] = [2, 2, 2, 5, 9, 0];
    let board = position.board();
    Kind::ALL
        .into_iter()
        .map(|kind| board.men(Man { colour: side, kind }).count() * WORTH[kind.index()])
        .sum()
}

struct Entry {
    position: Position,
    parent: u32,
    by: Option<Move>,
    depth: u16,
}

struct Search {
    side: Colour,
    entries: Vec<Entry>,
    known: Identities,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    dice: Dice,
    hunts: u32,
    confined: Vec<(Identity, Confinement)>,
}

impl Search {
    fn new(position: &Position, side: Colour) -> Self {
        let mut known = Identities::default();
        known.insert(Identity::of(position));
        Self {
            side,
            entries: vec![Entry {
                position: *position,
                parent: 0,
                by: None,
                depth: 0,
            }],
            known,
            open: BinaryHeap::from([Reverse((0, 0))]),
            dice: Dice::new(),
            hunts: 0,
            confined: Vec::new(),
        }
    }

    /// The most promising position first, until there is a mate or nothing left.
    fn run(&mut self, budget: &mut Budget) -> Result<Decision, Stopped> {
        while let Some(&Reverse((_, number))) = self.open.peek() {
            self.open.pop();
            let Entry { position, depth, .. } = self.entries[number as usize];
            // Now and then a hunt from here: what looks promising may be a mate already, but for a few moves.
            self.hunts += 1;
            if self.hunts.is_multiple_of(HUNT_EVERY)
                && let Some(moves) = self.hunt_from(&position, budget)?
            {
                let mut line = self.way_to(number);
                line.extend(moves);
                return Ok(Decision::Mate(MatingLine {
                    winner: self.side,
                    moves: line,
                }));
            }
            for by in &position.legal_moves() {
                let next = position.play(by);
                if next.is_check() && !next.has_legal_move() && next.turn() != self.side {
                    return Ok(Decision::Mate(MatingLine {
                        winner: self.side,
                        moves: self.way_to(number).into_iter().chain([by]).collect(),
                    }));
                }
                if cannot_mate(next.board(), self.side).is_some() {
                    continue;
                }
                let identity = Identity::of(&next);
                if !self.known.insert(identity) {
                    continue;
                }
                if is_irreversible(&position, by)
                    && let Some(confinement) = confine(&next)
                    && confinement.forbids_mate_by(self.side)
                {
                    self.known.remove(&identity);
                    self.confined.push((identity, confinement));
                    continue;
                }
                // Paid when it is kept, so that the budget bounds the memory too.
                budget.spend()?;
                let entry = self.entries.len() as u32;
                self.entries.push(Entry {
                    position: next,
                    parent: number,
                    by: Some(by),
                    depth: depth.saturating_add(1),
                });
                self.open
                    .push(Reverse((promise(&next, self.side) + u32::from(depth), entry)));
            }
        }
        let mut positions: Vec<Identity> = self.known.drain().collect();
        positions.sort_unstable();
        Ok(Decision::Never(Reason::Exhausted(Exhausted {
            positions,
            confined: std::mem::take(&mut self.confined),
        })))
    }

    fn hunt_from(&mut self, position: &Position, budget: &mut Budget) -> Result<Option<Vec<Move>>, Stopped> {
        let (style, moves) = if (self.hunts / HUNT_EVERY).is_multiple_of(2) {
            (Style::Near, LATER_HUNT)
        } else {
            (Style::Room, LATER_WALK)
        };
        hunt(position, self.side, style, moves, &mut self.dice, budget)
    }

    fn way_to(&self, mut number: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Entry {
            by: Some(by), parent, ..
        } = &self.entries[number as usize]
        {
            moves.push(*by);
            number = *parent;
        }
        moves.reverse();
        moves
    }
}

fn is_irreversible(position: &Position, by: Move) -> bool {
    position.captured(by).is_some() || position.board().kind(Kind::Pawn).contains(by.from())
}

/// How far this looks from a mate; the smaller the nearer. A guide only: no answer depends on it.
fn promise(position: &Position, side: Colour) -> u32 {
    let board = position.board();
    let (Some(king), Some(own_king)) = (board.king(!side), board.king(side)) else {
        return 0;
    };
    let own = board.of(side);
    let occupied = board.occupied().without(king);
    let mut guarded = attacks::king(own_king);
    let mut nearness = 0;
    let mut best_pawn = 8;
    for from in own {
        let Some(man) = board.get(from) else { continue };
        guarded |= match man.kind {
            Kind::Pawn => {
                best_pawn = best_pawn.min(7 - from.rank().relative_to(side).index() as u32);
                attacks::pawn(side, from)
            }
            Kind::Knight => attacks::knight(from),
            Kind::Bishop => attacks::bishop(from, occupied),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::Queen => attacks::queen(from, occupied),
            Kind::King => Bitboard::EMPTY,
        };
        if man.kind == Kind::Knight {
            nearness += distance(from, king);
        }
    }
    let flights = attacks::king(king) - board.of(!side) - guarded;
    let heavy = own & (board.kind(Kind::Queen) | board.kind(Kind::Rook));
    let mut score = flights.count() * 8
        + nearness
        + distance(own_king, king) * 2
        + to_corner(king, corners_for(board, side)).unsigned_abs() * 2;
    if heavy.is_empty() {
        score += if best_pawn < 8 { 20 + best_pawn * 6 } else { 20 };
    }
    if position.is_check() && position.turn() != side {
        score = score.saturating_sub(2);
    }
    score
}

fn distance(a: jadoube_board::Square, b: jadoube_board::Square) -> u32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as u32
}
