//! Does the evidence really show what the prover says?
//!
//! Deliberately apart from the provers and small: it shares the board, the exact identity of positions and
//! the words of the evidence with them, and none of their searching.

use std::fmt;

use jadoube_board::{Bitboard, Board, Colour, Kind, Man, Position, Square, attacks};

use crate::answer::{
    Answer, CannotWin, CheckingStrategy, ConfinedMan, Confinement, Escape, Evidence, Exhausted, Material,
    MatingLine, Reason, Roaming,
};
use crate::identity::{ByIdentity, Identities, Identity};

/// What is being claimed of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The player to move can check for ever.
    EndlessChecks,
    /// This side can mate by some legal moves.
    CanWin(Colour),
    /// Neither side can.
    DrawnGame,
}

/// Where the evidence breaks down.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Flaw {
    /// The evidence is of a kind that says nothing about the claim.
    BesideThePoint,
    /// A move in it is not legal there.
    NotLegal(Position, String),
    /// A move said to give check gives none.
    NoCheck(Position, String),
    /// Something that can happen is not covered.
    Uncovered(Position, String),
    /// The line does not end in mate by that side.
    NoMate(Position),
    /// The position is mate, which was said to be impossible.
    Mate(Position),
    /// The position given is not the one the evidence begins with.
    WrongStart,
    /// The men left could mate.
    MenCouldMate(Position),
    /// The confinement does not hold: this man could get out, or be taken.
    NotConfined(Man, Square),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BesideThePoint => f.write_str("the evidence is beside the point"),
            Self::NotLegal(position, text) => write!(f, "{text} is not legal in {position}"),
            Self::NoCheck(position, text) => write!(f, "{text} gives no check in {position}"),
            Self::Uncovered(position, text) => write!(f, "nothing covers {text} in {position}"),
            Self::NoMate(position) => write!(f, "the line does not end in mate: {position}"),
            Self::Mate(position) => write!(f, "mate after all: {position}"),
            Self::WrongStart => f.write_str("the evidence begins with another position"),
            Self::MenCouldMate(position) => write!(f, "the men could mate: {position}"),
            Self::NotConfined(man, square) => write!(f, "the {man} on {square} is not confined as stated"),
        }
    }
}

impl std::error::Error for Flaw {}

/// Verifies that an answer's evidence shows it. An undecided answer shows nothing and is never wrong.
pub fn check(position: &Position, claim: Claim, answer: &Answer) -> Result<(), Flaw> {
    match (claim, answer) {
        (_, Answer::Undecided { .. }) => Ok(()),
        (Claim::EndlessChecks, Answer::Proved(Evidence::Strategy(strategy))) => series(position, strategy),
        (Claim::EndlessChecks, Answer::Refuted(Evidence::Escape(escape))) => end_of_series(position, escape),
        (Claim::CanWin(side), Answer::Proved(Evidence::Line(line))) if line.winner == side => {
            mate(position, line)
        }
        (Claim::CanWin(side), Answer::Refuted(Evidence::CannotWin(proof))) if proof.side == side => {
            no_mate(position, proof)
        }
        (Claim::DrawnGame, Answer::Refuted(Evidence::Line(line))) => mate(position, line),
        (Claim::DrawnGame, Answer::Proved(Evidence::DrawnGame(proofs))) => {
            for (proof, side) in proofs.iter().zip(Colour::BOTH) {
                if proof.side != side {
                    return Err(Flaw::BesideThePoint);
                }
                no_mate(position, proof)?;
            }
            Ok(())
        }
        _ => Err(Flaw::BesideThePoint),
    }
}

fn series(position: &Position, strategy: &CheckingStrategy) -> Result<(), Flaw> {
    let first = strategy.entries.first().ok_or(Flaw::WrongStart)?;
    if Identity::of(&first.0) != Identity::of(position) {
        return Err(Flaw::WrongStart);
    }
    let held: Identities = strategy
        .entries
        .iter()
        .map(|(position, _)| Identity::of(position))
        .collect();
    for (position, check) in &strategy.entries {
        let after = position
            .try_play(*check)
            .map_err(|_| Flaw::NotLegal(*position, check.to_string()))?;
        if !after.is_check() {
            return Err(Flaw::NoCheck(*position, check.to_string()));
        }
        for reply in &after.legal_moves() {
            if !held.contains(&Identity::of(&after.play(reply))) {
                return Err(Flaw::Uncovered(after, reply.to_string()));
            }
        }
    }
    Ok(())
}

fn end_of_series(position: &Position, escape: &Escape) -> Result<(), Flaw> {
    let last = escape.entries.last().ok_or(Flaw::WrongStart)?;
    if Identity::of(&last.position) != Identity::of(position) {
        return Err(Flaw::WrongStart);
    }
    // Replies lead only to entries already seen, so the series grows shorter with each.
    let mut ended = Identities::default();
    for step in &escape.entries {
        let position = step.position;
        for check in &position.legal_moves() {
            let after = position.play(check);
            if !after.is_check() {
                continue;
            }
            let uncovered = || Flaw::Uncovered(position, check.to_string());
            let (_, reply) = step
                .answers
                .iter()
                .find(|(given, _)| *given == check)
                .ok_or_else(uncovered)?;
            let next = after
                .try_play(*reply)
                .map_err(|_| Flaw::NotLegal(after, reply.to_string()))?;
            if !ended.contains(&Identity::of(&next)) {
                return Err(uncovered());
            }
        }
        ended.insert(Identity::of(&position));
    }
    Ok(())
}

fn mate(position: &Position, line: &MatingLine) -> Result<(), Flaw> {
    let mut position = *position;
    for next in &line.moves {
        position = position
            .try_play(*next)
            .map_err(|_| Flaw::NotLegal(position, next.to_string()))?;
    }
    if position.is_checkmate() && position.turn() != line.winner {
        Ok(())
    } else {
        Err(Flaw::NoMate(position))
    }
}

fn no_mate(position: &Position, proof: &CannotWin) -> Result<(), Flaw> {
    if position.is_checkmate() && position.turn() != proof.side {
        return Err(Flaw::Mate(*position));
    }
    match &proof.reason {
        Reason::Over if position.has_legal_move() => Err(Flaw::BesideThePoint),
        Reason::Over => Ok(()),
        Reason::Material(material) => {
            if position.irregularity().is_none() && men_cannot_mate(position, proof.side, *material) {
                Ok(())
            } else {
                Err(Flaw::MenCouldMate(*position))
            }
        }
        Reason::Confined(confinement) => confined(position, proof.side, confinement),
        Reason::Roaming(world) => roaming(position, proof.side, world),
        Reason::Exhausted(set) => exhausted(position, proof.side, set),
    }
}

/// That no legal move leads out of the ways to stand, and to mate by `side`, wherever the bishops left out are.
///
/// Soundness: in any game the men that are not left out stand in one of these ways after every move. A move of a bishop
/// left out changes nothing of them, or takes one; every other move is one that these men could make if nothing stood
/// between. A king in check is not mated if a step leads him to a square of the colour on which no bishop can be or attack,
/// and no other man attacks it; and he is in check by a bishop only if one has moved, or a line to him was opened.
fn roaming(position: &Position, side: Colour, world: &Roaming) -> Result<(), Flaw> {
    let outside = || Flaw::MenCouldMate(*position);
    let castling = position.castling() != jadoube_board::Castling::default();
    if castling || position.can_take_in_passing() || position.irregularity().is_some() {
        return Err(Flaw::BesideThePoint);
    }
    let left_out = position.board().men(Man::new(world.bishops, Kind::Bishop));
    let is_light = |square: Square| (square.file().index() + square.rank().index()) % 2 == 1;
    let Some(light) = left_out.into_iter().next().map(is_light) else {
        return Err(Flaw::BesideThePoint);
    };
    let theirs = |square: Square| is_light(square) == light;
    if !left_out.into_iter().all(theirs) {
        return Err(Flaw::BesideThePoint);
    }
    let mut start = *position.board();
    for square in left_out {
        start.set(square, None);
    }
    let held: Identities = world.shapes.iter().copied().collect();
    if !held.contains(&Identity::of_men(&start, position.turn())) {
        return Err(Flaw::WrongStart);
    }
    for shape in &world.shapes {
        let (board, turn) = shape.men().ok_or(Flaw::WrongStart)?;
        let mut reached: Vec<(Board, Option<Square>)> = Vec::new();
        for from in Square::ALL {
            match board.get(from) {
                Some(man) if man.colour == turn => {
                    for to in Square::ALL {
                        if may_go(&board, man, from, to, world.bishops != turn && theirs(to))? {
                            let mut next = board;
                            next.set(from, None);
                            next.set(to, Some(man));
                            reached.push((next, Some(from)));
                        }
                    }
                }
                // A bishop left out takes what stands on its colour.
                Some(man) if world.bishops == turn && theirs(from) && man.kind != Kind::King => {
                    let mut next = board;
                    next.set(from, None);
                    reached.push((next, None));
                }
                _ => {}
            }
        }
        if world.bishops == turn {
            reached.push((board, None));
        }
        for (next, left) in reached {
            let (Some(own), Some(king)) = (next.king(turn), next.king(!turn)) else {
                return Err(outside());
            };
            let barring_nothing = |from: &Square| {
                let kind = next.get(*from).map(|man| man.kind);
                matches!(kind, Some(Kind::King | Kind::Knight | Kind::Pawn))
            };
            if next
                .attackers(own, !turn)
                .into_iter()
                .any(|from| barring_nothing(&from))
            {
                continue;
            }
            if turn == side {
                let men = next.occupied();
                let open = attacks::bishop(king, men);
                let checked = world.bishops == side
                    && theirs(king)
                    && left.map_or_else(|| !open.is_subset(men), |left| open.contains(left));
                let flees = |to: Square| {
                    let mut fled = next;
                    fled.set(king, None);
                    fled.set(to, Some(Man::new(!side, Kind::King)));
                    !theirs(to)
                        && next.get(to).is_none_or(|man| man.colour == side)
                        && !fled.is_attacked(to, side)
                };
                let in_check = checked || next.is_attacked(king, side);
                if in_check && !attacks::king(king).into_iter().any(flees) {
                    return Err(outside());
                }
            }
            if !held.contains(&Identity::of_men(&next, !turn)) {
                return Err(Flaw::Uncovered(*position, format!("a way to stand: {next}")));
            }
        }
    }
    Ok(())
}

/// Whether a man may go there if none of the bishops left out is in its way; `taking`: whether one may stand there to be
/// taken. A pawn that could queen, or be taken in passing, is beyond this evidence.
fn may_go(board: &Board, man: Man, from: Square, to: Square, taking: bool) -> Result<bool, Flaw> {
    let there = board.get(to);
    if from == to || there.is_some_and(|there| there.colour == man.colour || there.kind == Kind::King) {
        return Ok(false);
    }
    if man.kind != Kind::Pawn {
        return Ok(attacked_from(man, from, board.occupied()).contains(to));
    }
    let up: i8 = if man.colour == Colour::White { 1 } else { -1 };
    let slantwise = attacks::pawn(man.colour, from).contains(to) && (there.is_some() || taking);
    let one = from.offset(0, up);
    let free = |square: Option<Square>| square.is_some_and(|square| board.get(square).is_none());
    let home = from.rank().relative_to(man.colour).index() == 1;
    let two = home && free(one) && free(Some(to)) && from.offset(0, 2 * up) == Some(to);
    let goes = slantwise || two || (one == Some(to) && free(one));
    let passed = two
        && [-1, 1].into_iter().any(|file| {
            let beside = to.offset(file, 0).and_then(|square| board.get(square));
            beside == Some(Man::new(!man.colour, Kind::Pawn))
        });
    if passed || goes && to.rank().relative_to(man.colour).index() == 7 {
        return Err(Flaw::NotConfined(man, from));
    }
    Ok(goes)
}

fn men_cannot_mate(position: &Position, side: Colour, material: Material) -> bool {
    let board = position.board();
    let count = |colour, kind| board.men(Man { colour, kind }).count();
    let only = |colour, kinds: &[Kind]| {
        Kind::ALL
            .iter()
            .all(|kind| *kind == Kind::King || kinds.contains(kind) || count(colour, *kind) == 0)
    };
    match material {
        Material::LoneKing => only(side, &[]),
        Material::OneKnight => {
            only(side, &[Kind::Knight]) && count(side, Kind::Knight) == 1 && only(!side, &[Kind::Queen])
        }
        Material::BishopsOfOneColour => {
            let light = |square: &Square| (square.file().index() + square.rank().index()) % 2 == 1;
            let bishops: Vec<Square> = board.kind(Kind::Bishop).into_iter().collect();
            only(side, &[Kind::Bishop])
                && only(!side, &[Kind::Bishop, Kind::Rook, Kind::Queen])
                && (bishops.iter().all(light) || !bishops.iter().any(light))
        }
    }
}

fn exhausted(position: &Position, side: Colour, set: &Exhausted) -> Result<(), Flaw> {
    let inside: Identities = set.positions.iter().copied().collect();
    let confinements: ByIdentity<&Confinement> = set.confined.iter().map(|(id, c)| (*id, c)).collect();
    if !inside.contains(&Identity::of(position)) {
        return Err(Flaw::WrongStart);
    }
    for identity in &set.positions {
        let position = identity.position(position.movement()).ok_or(Flaw::WrongStart)?;
        if position.is_checkmate() && position.turn() != side {
            return Err(Flaw::Mate(position));
        }
        for next in &position.legal_moves() {
            let after = position.play(next);
            let identity = Identity::of(&after);
            if inside.contains(&identity) {
                continue;
            }
            if after.is_checkmate() && after.turn() != side {
                return Err(Flaw::Mate(after));
            }
            let materials = [
                Material::LoneKing,
                Material::OneKnight,
                Material::BishopsOfOneColour,
            ];
            if materials
                .into_iter()
                .any(|material| men_cannot_mate(&after, side, material))
            {
                continue;
            }
            match confinements.get(&identity) {
                Some(confinement) => confined(&after, side, confinement)?,
                None => return Err(Flaw::Uncovered(position, next.to_string())),
            }
        }
    }
    Ok(())
}

/// That no legal move leads out of the confinement, and that no mate by `side` fits into it.
///
/// Soundness: take the first move of any game that puts a man outside its reach, or takes one said never to
/// be taken. Up to then all holds, so every man with one square that is never taken still stands there; each
/// rule below forbids a move only because of such men.
fn confined(position: &Position, side: Colour, confinement: &Confinement) -> Result<(), Flaw> {
    let men = &confinement.men;
    let board = position.board();
    if men.len() != board.occupied().count() as usize
        || men
            .iter()
            .any(|m| board.get(m.on) != Some(m.man) || !m.reach.contains(m.on))
        || men.iter().map(|m| m.on).collect::<Bitboard>() != board.occupied()
    {
        return Err(Flaw::WrongStart);
    }
    let castling = position.castling() != jadoube_board::Castling::default();
    if castling || position.can_take_in_passing() {
        return Err(Flaw::BesideThePoint);
    }
    let stays = |m: &&ConfinedMan| !m.takeable && m.reach.count() == 1;
    let fixed: Bitboard = men.iter().filter(stays).map(|m| m.on).collect();
    // The squares a fixed man of the colour attacks whatever else stands where.
    let forbidden_to_king = |colour: Colour| {
        men.iter()
            .filter(stays)
            .filter(|m| m.man.colour != colour)
            .fold(Bitboard::EMPTY, |all, m| {
                all | attacked_from(m.man, m.on, Bitboard::FULL)
            })
    };
    for m in men {
        let escaped = Err(Flaw::NotConfined(m.man, m.on));
        let own_fixed: Bitboard = men
            .iter()
            .filter(stays)
            .filter(|o| o.man.colour == m.man.colour)
            .map(|o| o.on)
            .collect();
        let adverse = || men.iter().filter(|o| o.man.colour != m.man.colour);
        for from in m.reach {
            let mut quiet = Bitboard::EMPTY;
            let mut takes = Bitboard::EMPTY;
            if m.man.kind == Kind::Pawn {
                let rank = from.rank().relative_to(m.man.colour).index();
                if rank == 7 {
                    return escaped;
                }
                let up: i8 = if m.man.colour == Colour::White { 1 } else { -1 };
                // Two pawns that face each other and keep to their file never pass each other.
                let passes = |to: Square| {
                    let file = Bitboard::file(m.on.file());
                    m.reach.is_subset(file)
                        && adverse().any(|o| {
                            o.man.kind == Kind::Pawn
                                && !o.takeable
                                && o.reach.is_subset(file)
                                && (m.on < o.on) == (up == 1)
                                && (to == o.on || (o.on < to) == (up == 1))
                        })
                };
                let open = |to: &Square| !fixed.contains(*to) && !passes(*to);
                if let Some(one) = from.offset(0, up).filter(open) {
                    quiet = quiet.with(one);
                    if let Some(two) = from.offset(0, 2 * up).filter(|two| rank == 1 && open(two)) {
                        quiet = quiet.with(two);
                    }
                }
                for file in [-1, 1] {
                    let Some(to) = from.offset(file, up) else { continue };
                    // In passing: a pawn that can stand beside may just have come by its double step.
                    let beside = from.offset(file, 0);
                    let passing = rank == 4
                        && adverse().any(|o| {
                            o.man.kind == Kind::Pawn
                                && beside.is_some_and(|b| o.reach.contains(b))
                                && beside
                                    .and_then(|b| b.offset(0, 2 * up))
                                    .is_some_and(|b| o.reach.contains(b))
                        });
                    if passing {
                        takes = takes.with(to);
                        for o in adverse().filter(|o| o.man.kind == Kind::Pawn) {
                            if beside.is_some_and(|b| o.reach.contains(b)) && !o.takeable {
                                return Err(Flaw::NotConfined(o.man, o.on));
                            }
                        }
                    }
                    if adverse().any(|o| o.man.kind != Kind::King && o.reach.contains(to)) {
                        takes = takes.with(to);
                    }
                }
            } else {
                // One step of a slide at a time: longer ones are made of these.
                let steps = attacked_from(m.man, from, Bitboard::FULL) - own_fixed;
                quiet = steps;
                if m.man.kind == Kind::King {
                    quiet -= forbidden_to_king(m.man.colour);
                }
                let king_stays: Bitboard = adverse()
                    .filter(stays)
                    .filter(|o| o.man.kind == Kind::King)
                    .map(|o| o.on)
                    .collect();
                quiet -= king_stays;
                takes = quiet;
            }
            if !(quiet | takes).is_subset(m.reach) {
                return escaped;
            }
            for o in adverse().filter(|o| o.man.kind != Kind::King) {
                if o.reach.meets(takes) && !o.takeable {
                    return Err(Flaw::NotConfined(o.man, o.on));
                }
            }
        }
    }
    // No mate: wherever the king can be checked there are more squares beside it that the other side never
    // attacks than men of its own to stand on them, so one is always free to go to.
    let king = men
        .iter()
        .find(|m| m.man == Man::new(!side, Kind::King))
        .ok_or(Flaw::WrongStart)?;
    let ever = |kings: bool| {
        men.iter()
            .filter(|m| m.man.colour == side && (kings || m.man.kind != Kind::King))
            .flat_map(|m| {
                m.reach
                    .into_iter()
                    .map(move |from| attacked_from(m.man, from, fixed.without(from)))
            })
            .fold(Bitboard::EMPTY, |all, one| all | one)
    };
    // A king never gives check; what it stands beside is closed to the other all the same.
    let (ever_attacked, ever_checked) = (ever(true), ever(false));
    for on in king.reach {
        let safe = attacks::king(on) - ever_attacked;
        let own = men
            .iter()
            .filter(|m| m.man.colour != side && m.man.kind != Kind::King);
        let holders = own.filter(|m| m.reach.meets(safe)).count();
        if ever_checked.contains(on) && safe.count() as usize <= holders {
            return Err(Flaw::NotConfined(king.man, on));
        }
    }
    Ok(())
}

/// What a man attacks from a square with these squares taken; `FULL` leaves a slider one step a way.
fn attacked_from(man: Man, from: Square, occupied: Bitboard) -> Bitboard {
    match man.kind {
        Kind::Pawn => attacks::pawn(man.colour, from),
        Kind::Knight => attacks::knight(from),
        Kind::Bishop => attacks::bishop(from, occupied),
        Kind::Rook => attacks::rook(from, occupied),
        Kind::Queen => attacks::queen(from, occupied),
        Kind::King => attacks::king(from),
    }
}
