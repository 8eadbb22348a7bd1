//! Where can every man ever get, when pawns lock one another and the pieces behind them?
//!
//! Begin with every man tied to its square and safe from capture, and loosen what the rules of moving allow
//! until nothing more comes loose. Whoever is still tied then is tied for ever: the first move to break the
//! bond would have needed another bond to be broken before.

use jadoube_board::{Bitboard, Castling, Colour, Kind, Man, Position, attacks};

use crate::answer::{ConfinedMan, Confinement};

/// Where the men can get; `None` where a pawn may come to queen, or a right to castle or to take in passing
/// is open, which this reasoning leaves to the search.
pub(crate) fn confine(position: &Position) -> Option<Confinement> {
    let board = position.board();
    if position.castling() != Castling::default() || board.kind(Kind::Pawn).is_empty() {
        return None;
    }
    if position.en_passant().is_some() && position.can_take_in_passing() {
        return None;
    }
    let mut men: Vec<ConfinedMan> = board
        .occupied()
        .into_iter()
        .filter_map(|on| {
            Some(ConfinedMan {
                man: board.get(on)?,
                on,
                reach: on.into(),
                takeable: false,
            })
        })
        .collect();
    loop {
        let bonds = Bonds::of(&men);
        let mut loosened = false;
        for i in 0..men.len() {
            let (reach, takes) = loosen(&men, i, &bonds)?;
            loosened |= reach != men[i].reach;
            men[i].reach = reach;
            let colour = men[i].man.colour;
            for other in &mut men {
                if other.man.colour != colour
                    && other.man.kind != Kind::King
                    && !other.takeable
                    && other.reach.meets(takes)
                {
                    other.takeable = true;
                    loosened = true;
                }
            }
        }
        if !loosened {
            return Some(Confinement { men });
        }
    }
}

impl Confinement {
    /// Whether no mate by this side fits into the confinement: wherever the other king can be checked, there are
    /// more squares beside it that are never attacked than men of its own that could stand on them. A king gives no
    /// check, and a square beside a king of the attackers is as good as attacked only to him who would go there.
    pub(crate) fn forbids_mate_by(&self, side: Colour) -> bool {
        let bonds = Bonds::of(&self.men);
        let fixed = bonds.fixed[0] | bonds.fixed[1];
        let (mut attacked, mut checked, mut king) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for m in &self.men {
            if m.man.colour == side {
                for from in m.reach {
                    let reach = reach_of(m.man, from, fixed.without(from));
                    attacked |= reach;
                    if m.man.kind != Kind::King {
                        checked |= reach;
                    }
                }
            } else if m.man.kind == Kind::King {
                king = m.reach;
            }
        }
        (king & checked).into_iter().all(|on| {
            let refuges = attacks::king(on) - attacked;
            let holders = self
                .men
                .iter()
                .filter(|m| m.man.colour != side && m.man.kind != Kind::King && m.reach.meets(refuges));
            (refuges.count() as usize) > holders.count()
        })
    }
}

/// The men that never move and are never taken, as known so far.
struct Bonds {
    /// Their squares, by colour.
    fixed: [Bitboard; 2],
    /// What they attack whatever stands between, by colour.
    guarded: [Bitboard; 2],
    /// The squares of kings among them.
    kings: Bitboard,
}

impl Bonds {
    fn of(men: &[ConfinedMan]) -> Self {
        let mut bonds = Self {
            fixed: [Bitboard::EMPTY; 2],
            guarded: [Bitboard::EMPTY; 2],
            kings: Bitboard::EMPTY,
        };
        for m in men.iter().filter(|m| !m.takeable && m.reach.count() == 1) {
            let side = m.man.colour.index();
            bonds.fixed[side] |= m.reach;
            bonds.guarded[side] |= reach_of(m.man, m.on, Bitboard::FULL);
            if m.man.kind == Kind::King {
                bonds.kings |= m.reach;
            }
        }
        bonds
    }
}

/// The squares a man gets to from where it can get already, and where it takes.
fn loosen(men: &[ConfinedMan], which: usize, bonds: &Bonds) -> Option<(Bitboard, Bitboard)> {
    let ConfinedMan { man, mut reach, .. } = men[which];
    let (own, adverse) = (man.colour.index(), (!man.colour).index());
    if man.kind == Kind::Pawn {
        return loosen_pawn(men, which, bonds);
    }
    let mut barred = bonds.fixed[own].0 | bonds.kings.0;
    if man.kind == Kind::King {
        barred |= bonds.guarded[adverse].0;
    }
    let barred = Bitboard(barred) - men[which].on.into();
    let mut takes = Bitboard::EMPTY;
    let mut fresh = reach;
    while !fresh.is_empty() {
        let mut steps = Bitboard::EMPTY;
        for from in fresh {
            steps |= reach_of(man, from, Bitboard::FULL);
        }
        steps -= barred;
        takes |= steps;
        fresh = steps - reach;
        reach |= steps;
    }
    Some((reach, takes))
}

fn loosen_pawn(men: &[ConfinedMan], which: usize, bonds: &Bonds) -> Option<(Bitboard, Bitboard)> {
    let ConfinedMan { man, mut reach, .. } = men[which];
    let fixed = bonds.fixed[0] | bonds.fixed[1];
    let up: i8 = if man.colour == Colour::White { 1 } else { -1 };
    let adverse = || men.iter().filter(|other| other.man.colour != man.colour);
    let mut takes = Bitboard::EMPTY;
    let mut fresh = reach;
    let beyond = behind_facing_pawns(men, which);
    while !fresh.is_empty() {
        let mut steps = Bitboard::EMPTY;
        for from in fresh {
            let rank = from.rank().relative_to(man.colour).index();
            if rank == 7 {
                return None;
            }
            if let Some(one) = from.offset(0, up).filter(|one| !fixed.contains(*one)) {
                steps = steps.with(one);
                if let Some(two) = from
                    .offset(0, 2 * up)
                    .filter(|two| rank == 1 && !fixed.contains(*two))
                {
                    steps = steps.with(two);
                }
            }
            for to in attacks::pawn(man.colour, from) {
                if adverse().any(|other| other.man.kind != Kind::King && other.reach.contains(to)) {
                    steps = steps.with(to);
                    takes = takes.with(to);
                }
                let Some(beside) = to.offset(0, -up) else { continue };
                let Some(home) = beside.offset(0, 2 * up) else {
                    continue;
                };
                let passing = |other: &ConfinedMan| {
                    other.man.kind == Kind::Pawn && other.reach.contains(beside) && other.reach.contains(home)
                };
                if rank == 4 && adverse().any(passing) {
                    steps = steps.with(to);
                    takes = takes.with(to).with(beside);
                }
            }
        }
        // Once it can leave its file it may walk round; what it cannot do then is found in the next round.
        let file = Bitboard::file(men[which].on.file());
        if (reach | steps).is_subset(file) {
            steps -= beyond;
        }
        fresh = steps - reach;
        reach |= steps;
    }
    Some((reach, takes))
}

/// The squares a pawn cannot get to as long as it keeps to its file: those of a pawn it faces, and beyond. The
/// two cannot pass each other while the other keeps to the file too and is not taken.
fn behind_facing_pawns(men: &[ConfinedMan], which: usize) -> Bitboard {
    let pawn = &men[which];
    let file = Bitboard::file(pawn.on.file());
    let up: i8 = if pawn.man.colour == Colour::White { 1 } else { -1 };
    let mut beyond = Bitboard::EMPTY;
    for facing in men {
        let ahead = (facing.on.index() > pawn.on.index()) == (up == 1);
        let keeps = facing.man.kind == Kind::Pawn
            && facing.man.colour != pawn.man.colour
            && !facing.takeable
            && facing.reach.is_subset(file);
        if ahead && keeps {
            let mut square = Some(facing.on);
            while let Some(on) = square {
                beyond = beyond.with(on);
                square = on.offset(0, up);
            }
        }
    }
    beyond
}

/// What a man attacks from a square with these squares taken; with all taken, a slider goes one step.
fn reach_of(man: Man, from: jadoube_board::Square, occupied: Bitboard) -> Bitboard {
    match man.kind {
        Kind::Pawn => attacks::pawn(man.colour, from),
        Kind::Knight => attacks::knight(from),
        Kind::Bishop => attacks::bishop(from, occupied),
        Kind::Rook => attacks::rook(from, occupied),
        Kind::Queen => attacks::queen(from, occupied),
        Kind::King => attacks::king(from),
    }
}
