//! Which moves has the player on turn?
//!
//! There is one generator. It finds, from one mask of squares that meet a check and two masks of pins, sets of
//! legal targets, and hands them to a [`Sink`]: one counts them, one lists them, one plays them. The side is
//! a type, so that every shift is a constant. A second parameter says whether the position is `PLAIN`:
//! then nothing irregular need be looked for.

use crate::attacks::{BETWEEN, BISHOP_LINES, KING, KNIGHT, ROOK_LINES, bishop_bits, rook_bits};
use crate::moves::{CASTLE_KING, CASTLE_QUEEN, DOUBLE, PASSING, PLAIN, PROMOTE, REMAIN};
use crate::{Board, Kind, Move, MoveList, Movement, Queening, RooklessCastling};

pub(crate) const PAWN: usize = Kind::Pawn as usize;
pub(crate) const KNIGHT_: usize = Kind::Knight as usize;
pub(crate) const BISHOP: usize = Kind::Bishop as usize;
pub(crate) const ROOK: usize = Kind::Rook as usize;
pub(crate) const QUEEN: usize = Kind::Queen as usize;
pub(crate) const KING_: usize = Kind::King as usize;

/// In a rights word, a corner's bit is the right to castle with the rook that stands there.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// In a rights word, the bit one rank before a corner is the right to castle without a rook there.
pub(crate) const ROOKLESS: u64 = 0x0081_0000_0000_8100;
/// In a rights word, a bit on these ranks is the square that a pawn has just passed over.
pub(crate) const PASSED: u64 = 0x0000_FF00_00FF_0000;
/// In a rights word, a bit on these ranks is the square that a pawn on its second rank does not reach in one move: it has
/// moved before.
pub(crate) const WALKED: u64 = 0x0000_00FF_FF00_0000;
/// What a move leaves of a rights word where it touches none of it.
pub(crate) const LASTING: u64 = CORNERS | ROOKLESS | WALKED;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// What the generator needs to know: the men, and the rights in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Core {
    pub(crate) board: Board,
    /// Castling rights, the square passed over and the pawns that have moved, as [`CORNERS`], [`ROOKLESS`], [`PASSED`] and
    /// [`WALKED`] say.
    pub(crate) rights: u64,
}

/// One of the two players, as a type.
pub(crate) trait Side {
    type Other: Side;
    const WHITE: bool;
    const US: usize = if Self::WHITE { 0 } else { 1 };
    const THEM: usize = 1 - Self::US;
    /// From a square to the one before it.
    const FORWARD: i32 = if Self::WHITE { 8 } else { -8 };
    /// From a square to the one diagonally before it on the side of the a-file.
    const TO_A: i32 = if Self::WHITE { 7 } else { -9 };
    /// From a square to the one diagonally before it on the side of the h-file.
    const TO_H: i32 = if Self::WHITE { 9 } else { -7 };
    const LAST_RANK: u64 = if Self::WHITE { 0xFF << 56 } else { 0xFF };
    const SECOND_RANK: u64 = if Self::WHITE { 0xFF << 8 } else { 0xFF << 48 };
    const THIRD_RANK: u64 = if Self::WHITE { 0xFF << 16 } else { 0xFF << 40 };
    /// How far the first rank's squares are from White's.
    const HOME: u32 = if Self::WHITE { 0 } else { 56 };
    /// The first two ranks, where a rights word keeps this side's castling.
    const CASTLING: u64 = if Self::WHITE { 0xFFFF } else { 0xFFFF << 48 };

    #[inline(always)]
    fn forward(set: u64) -> u64 {
        if Self::WHITE { set << 8 } else { set >> 8 }
    }

    /// In a rights word, the bits of the pawns that have moved and stand on these squares of their second rank.
    #[inline(always)]
    fn walked(set: u64) -> u64 {
        Self::forward(Self::forward(set & Self::SECOND_RANK))
    }

    #[inline(always)]
    fn to_a(set: u64) -> u64 {
        if Self::WHITE {
            (set & !FILE_A) << 7
        } else {
            (set & !FILE_A) >> 9
        }
    }

    #[inline(always)]
    fn to_h(set: u64) -> u64 {
        if Self::WHITE {
            (set & !FILE_H) << 9
        } else {
            (set & !FILE_H) >> 7
        }
    }
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const WHITE: bool = true;
}

impl Side for Black {
    type Other = White;
    const WHITE: bool = false;
}

/// What is done with the sets of legal targets.
pub(crate) trait Sink<S: Side> {
    /// A man that is no pawn goes from a square to any of the targets.
    fn man<const KIND: usize>(&mut self, from: u32, targets: u64);
    /// Pawns that go by `step` reach the targets, short of the last rank.
    fn pawns(&mut self, targets: u64, step: i32);
    /// Pawns that go two squares reach the targets.
    fn double_steps(&mut self, targets: u64);
    /// Pawns that go by `step` reach the targets on the last rank.
    fn promotions(&mut self, targets: u64, step: i32);
    /// A pawn takes in passing.
    fn en_passant(&mut self, from: u32, to: u32);
    /// The king castles; on the king's side or not, with the rook or not.
    fn castle(&mut self, king_side: bool, rook: bool);
    /// Whether only the number of moves is wanted: then [`add`](Self::add) is given it for many men together.
    const COUNTS: bool = false;
    /// So many moves of men that are neither pawns nor king.
    #[inline(always)]
    fn add(&mut self, _moves: u64) {}
    /// Where no man need go, unless a pawn steps there.
    #[inline(always)]
    fn unwanted(&self) -> u64 {
        0
    }
    /// Nothing more is wanted.
    #[inline(always)]
    fn enough(&self) -> bool {
        false
    }
}

/// The squares of a set, one by one.
macro_rules! each {
    ($set:expr, $bit:ident, $body:block) => {
        let mut rest: u64 = $set;
        while rest != 0 {
            let $bit = rest.trailing_zeros();
            rest &= rest - 1;
            $body
        }
    };
}
pub(crate) use each;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
))]
use crate::flood as at_once;

/// Man by man what [`crate::flood`] does at once.
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512vpopcntdq"
)))]
mod at_once {
    use super::{KNIGHT, bishop_bits, rook_bits};

    /// All squares that sliding men command.
    #[inline(always)]
    pub(super) fn commanded(straight: u64, diagonal: u64, occupied: u64) -> u64 {
        let mut all = 0;
        each!(diagonal, from, {
            all |= bishop_bits(from as usize, occupied);
        });
        each!(straight, from, {
            all |= rook_bits(from as usize, occupied);
        });
        all
    }

    /// How many moves sliding men and knights have to the targets.
    #[inline(always)]
    pub(super) fn moves(straight: u64, diagonal: u64, knights: u64, occupied: u64, targets: u64) -> u64 {
        let mut count = 0;
        each!(knights, from, {
            count += u64::from((KNIGHT[from as usize] & targets).count_ones());
        });
        each!(diagonal, from, {
            count += u64::from((bishop_bits(from as usize, occupied) & targets).count_ones());
        });
        each!(straight, from, {
            count += u64::from((rook_bits(from as usize, occupied) & targets).count_ones());
        });
        count
    }
}

/// All squares the other side commands, given what is occupied.
#[inline(always)]
pub(crate) fn commanded_by_other<S: Side>(board: &Board, occupied: u64) -> u64 {
    let them = board.colours[S::THEM];
    let pawns = board.kinds[PAWN] & them;
    let mut all = S::Other::to_a(pawns) | S::Other::to_h(pawns);
    all |= KING[(board.kinds[KING_] & them).trailing_zeros() as usize & 63];
    each!(board.kinds[KNIGHT_] & them, from, {
        all |= KNIGHT[from as usize];
    });
    let straight = (board.kinds[ROOK] | board.kinds[QUEEN]) & them;
    let diagonal = (board.kinds[BISHOP] | board.kinds[QUEEN]) & them;
    all | at_once::commanded(straight, diagonal, occupied)
}

/// Hands every legal move of the side to the sink.
#[inline(always)]
pub(crate) fn generate<S: Side, const ORDINARY: bool, K: Sink<S>>(core: &Core, laws: Movement, sink: &mut K) {
    let board = &core.board;
    let us = board.colours[S::US];
    let them = board.colours[S::THEM];
    let occupied = us | them;
    let king = board.kinds[KING_] & us;
    let at = (king.trailing_zeros() & 63) as usize;
    // Nobody takes a king; in an ordinary position nobody could.
    let barred = sink.unwanted() | if ORDINARY { us } else { us | board.kinds[KING_] };

    let near = KNIGHT[at] & board.kinds[KNIGHT_] & them
        | (S::to_a(king) | S::to_h(king)) & board.kinds[PAWN] & them
        | if ORDINARY {
            0
        } else {
            KING[at] & board.kinds[KING_] & them
        };
    let straight = (board.kinds[ROOK] | board.kinds[QUEEN]) & them;
    let diagonal = (board.kinds[BISHOP] | board.kinds[QUEEN]) & them;

    // A line from a sliding man to the king with nobody between is a check, with one man of the king's
    // own a pin.
    let mut checkers = near;
    let mut pin_straight = 0;
    let mut pin_diagonal = 0;
    each!(ROOK_LINES[at] & straight, from, {
        let line = BETWEEN[at][from as usize] | 1 << from;
        let blockers = line & occupied & !(1 << from);
        if blockers == 0 {
            checkers |= 1 << from;
        } else if blockers.is_power_of_two() && blockers & us != 0 {
            pin_straight |= line;
        }
    });
    each!(BISHOP_LINES[at] & diagonal, from, {
        let line = BETWEEN[at][from as usize] | 1 << from;
        let blockers = line & occupied & !(1 << from);
        if blockers == 0 {
            checkers |= 1 << from;
        } else if blockers.is_power_of_two() && blockers & us != 0 {
            pin_diagonal |= line;
        }
    });

    let flights = KING[at] & !barred;
    if flights != 0 {
        let danger = commanded_by_other::<S>(board, occupied ^ king);
        let safe = flights & !danger;
        if safe != 0 {
            sink.man::<KING_>(at as u32, safe);
        }
        if checkers == 0 && core.rights & S::CASTLING != 0 {
            castle::<S, ORDINARY, K>(core, laws, occupied, danger, sink);
        }
    }
    if sink.enough() {
        return;
    }

    // The squares that meet a check: all if there is none, none if there are several.
    let meets = if checkers == 0 {
        !0
    } else if checkers.is_power_of_two() {
        BETWEEN[at][(checkers.trailing_zeros() & 63) as usize] | checkers
    } else {
        return;
    };
    let targets = meets & !barred;
    let pinned = pin_straight | pin_diagonal;

    let free = us & !pinned;
    if K::COUNTS {
        let straight = (board.kinds[ROOK] | board.kinds[QUEEN]) & free;
        let diagonal = (board.kinds[BISHOP] | board.kinds[QUEEN]) & free;
        sink.add(at_once::moves(
            straight,
            diagonal,
            board.kinds[KNIGHT_] & free,
            occupied,
            targets,
        ));
    } else {
        each!(board.kinds[KNIGHT_] & free, from, {
            sink.man::<KNIGHT_>(from, KNIGHT[from as usize] & targets);
        });
        each!(board.kinds[BISHOP] & free, from, {
            sink.man::<BISHOP>(from, bishop_bits(from as usize, occupied) & targets);
        });
        each!(board.kinds[ROOK] & free, from, {
            sink.man::<ROOK>(from, rook_bits(from as usize, occupied) & targets);
        });
        each!(board.kinds[QUEEN] & free, from, {
            let reach = rook_bits(from as usize, occupied) | bishop_bits(from as usize, occupied);
            sink.man::<QUEEN>(from, reach & targets);
        });
    }
    // A pinned man that slides as its pin runs may go along it; a pinned knight never moves.
    each!(
        (board.kinds[BISHOP] | board.kinds[QUEEN]) & us & pin_diagonal,
        from,
        {
            let reach = bishop_bits(from as usize, occupied) & targets & pin_diagonal;
            if board.kinds[QUEEN] >> from & 1 == 0 {
                sink.man::<BISHOP>(from, reach);
            } else {
                sink.man::<QUEEN>(from, reach);
            }
        }
    );
    each!(
        (board.kinds[ROOK] | board.kinds[QUEEN]) & us & pin_straight,
        from,
        {
            let reach = rook_bits(from as usize, occupied) & targets & pin_straight;
            if board.kinds[QUEEN] >> from & 1 == 0 {
                sink.man::<ROOK>(from, reach);
            } else {
                sink.man::<QUEEN>(from, reach);
            }
        }
    );
    if sink.enough() {
        return;
    }

    let pawns = board.kinds[PAWN] & us;
    let walkers = pawns & !pin_diagonal;
    // A pawn pinned on its file may walk along it; one pinned on its rank leaves the mask by walking.
    let ahead =
        (S::forward(walkers & !pin_straight) | S::forward(walkers & pin_straight) & pin_straight) & !occupied;
    let walked = if ORDINARY { 0 } else { core.rights & WALKED };
    let twice = S::forward(ahead & S::THIRD_RANK) & !occupied & meets & !walked;
    let once = ahead & meets;
    let takers = pawns & !pin_straight;
    let prey = them & targets;
    let free = takers & !pin_diagonal;
    let bound = takers & pin_diagonal;
    let to_a = (S::to_a(free) | S::to_a(bound) & pin_diagonal) & prey;
    let to_h = (S::to_h(free) | S::to_h(bound) & pin_diagonal) & prey;

    if (once | to_a | to_h) & S::LAST_RANK != 0 {
        sink.promotions(once & S::LAST_RANK, S::FORWARD);
        sink.promotions(to_a & S::LAST_RANK, S::TO_A);
        sink.promotions(to_h & S::LAST_RANK, S::TO_H);
    }
    sink.pawns(once & !S::LAST_RANK, S::FORWARD);
    sink.pawns(to_a & !S::LAST_RANK, S::TO_A);
    sink.pawns(to_h & !S::LAST_RANK, S::TO_H);
    sink.double_steps(twice);

    let passed = core.rights & PASSED;
    if passed != 0 {
        let taken = S::Other::forward(passed);
        let takers = (S::Other::to_a(passed) | S::Other::to_h(passed)) & pawns;
        each!(takers, from, {
            // Two men leave the rank at once, so the king's lines are looked at afresh.
            let after = occupied ^ taken ^ 1 << from | passed;
            if near & !taken == 0
                && rook_bits(at, after) & straight == 0
                && bishop_bits(at, after) & diagonal == 0
            {
                sink.en_passant(from, passed.trailing_zeros());
            }
        });
    }
}

#[inline(always)]
fn castle<S: Side, const ORDINARY: bool, K: Sink<S>>(
    core: &Core,
    laws: Movement,
    occupied: u64,
    danger: u64,
    sink: &mut K,
) {
    for king_side in [true, false] {
        let (corner, gap, path) = if king_side {
            (0x80u64 << S::HOME, 0x60u64 << S::HOME, 0x60u64 << S::HOME)
        } else {
            (0x01u64 << S::HOME, 0x0E << S::HOME, 0x0C << S::HOME)
        };
        if occupied & gap != 0 || danger & path != 0 {
            continue;
        }
        if core.rights & corner != 0 {
            sink.castle(king_side, true);
        } else if !ORDINARY && core.rights & S::forward(corner) != 0 {
            let free = match laws.castling {
                RooklessCastling::Never => false,
                RooklessCastling::CornerNeverOccupied | RooklessCastling::CornerEmpty => {
                    occupied & corner == 0
                }
                RooklessCastling::CornerNotAdverse => core.board.colours[S::THEM] & corner == 0,
            };
            if free {
                sink.castle(king_side, false);
            }
        }
    }
}

impl Core {
    /// After a man has gone from one square to another, taking what stands there.
    #[inline(always)]
    pub(crate) fn moved<S: Side, const ORDINARY: bool, const KIND: usize>(
        &self,
        from: u32,
        to: u32,
        laws: Movement,
    ) -> Self {
        let (source, target) = (1u64 << from, 1u64 << to);
        let change = source | target;
        let mut next = *self;
        for kind in &mut next.board.kinds {
            *kind &= !target;
        }
        next.board.kinds[KIND] ^= change;
        next.board.colours[S::US] ^= change;
        next.board.colours[S::THEM] &= !target;
        next.rights = rights_after::<ORDINARY>(self.rights, change, target, laws);
        if KIND == KING_ {
            next.rights &= !S::CASTLING;
        }
        if KIND == PAWN && !ORDINARY {
            next.rights |= S::walked(target);
        }
        next
    }

    #[inline(always)]
    pub(crate) fn promoted<S: Side, const ORDINARY: bool>(
        &self,
        from: u32,
        to: u32,
        kind: usize,
        laws: Movement,
    ) -> Self {
        let mut next = self.moved::<S, ORDINARY, PAWN>(from, to, laws);
        next.board.kinds[PAWN] ^= 1 << to;
        next.board.kinds[kind] ^= 1 << to;
        next
    }

    #[inline(always)]
    pub(crate) fn double_stepped<S: Side, const ORDINARY: bool>(&self, to: u32, laws: Movement) -> Self {
        let from = to.wrapping_add_signed(-2 * S::FORWARD) & 63;
        let mut next = self.moved::<S, ORDINARY, PAWN>(from, to, laws);
        next.rights |= S::Other::forward(1 << to);
        next
    }

    #[inline(always)]
    pub(crate) fn taken_in_passing<S: Side, const ORDINARY: bool>(
        &self,
        from: u32,
        to: u32,
        laws: Movement,
    ) -> Self {
        let mut next = self.moved::<S, ORDINARY, PAWN>(from, to, laws);
        let taken = S::Other::forward(1 << to);
        next.board.kinds[PAWN] &= !taken;
        next.board.colours[S::THEM] &= !taken;
        next
    }

    #[inline(always)]
    pub(crate) fn castled<S: Side, const ORDINARY: bool>(&self, king_side: bool, rook: bool) -> Self {
        let king = (if king_side { 0x50u64 } else { 0x14 }) << S::HOME;
        let tower = match (rook, king_side) {
            (false, _) => 0,
            (true, true) => 0xA0u64 << S::HOME,
            (true, false) => 0x09u64 << S::HOME,
        };
        let mut next = *self;
        next.board.kinds[KING_] ^= king;
        next.board.kinds[ROOK] ^= tower;
        next.board.colours[S::US] ^= king | tower;
        next.rights &= if ORDINARY { CORNERS } else { LASTING };
        next.rights &= !S::CASTLING;
        next
    }
}

/// The rights that remain when these squares have been left or entered.
#[inline(always)]
pub(crate) fn rights_after<const ORDINARY: bool>(
    rights: u64,
    change: u64,
    target: u64,
    laws: Movement,
) -> u64 {
    if ORDINARY {
        return rights & CORNERS & !change;
    }
    let second_rank_left = White::walked(change) | Black::walked(change);
    let mut left = rights & (CORNERS & !change | ROOKLESS | WALKED & !second_rank_left);
    if laws.castling == RooklessCastling::CornerNeverOccupied {
        let entered = target & CORNERS;
        left &= !((entered << 8 | entered >> 8) & ROOKLESS);
    }
    left
}

/// Counts without building.
pub(crate) struct Count {
    pub(crate) moves: u64,
    pub(crate) promotions: u64,
}

impl Count {
    #[inline(always)]
    pub(crate) fn new(laws: Movement) -> Self {
        let promotions = if laws.queening == Queening::MayRemainPawn {
            5
        } else {
            4
        };
        Self { moves: 0, promotions }
    }
}

impl<S: Side> Sink<S> for Count {
    const COUNTS: bool = true;
    #[inline(always)]
    fn add(&mut self, moves: u64) {
        self.moves += moves;
    }
    #[inline(always)]
    fn man<const KIND: usize>(&mut self, _from: u32, targets: u64) {
        self.moves += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, _step: i32) {
        self.moves += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn double_steps(&mut self, targets: u64) {
        self.moves += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, _step: i32) {
        self.moves += u64::from(targets.count_ones()) * self.promotions;
    }
    #[inline(always)]
    fn en_passant(&mut self, _from: u32, _to: u32) {
        self.moves += 1;
    }
    #[inline(always)]
    fn castle(&mut self, _king_side: bool, _rook: bool) {
        self.moves += 1;
    }
}

/// Stops at the first.
pub(crate) struct Any(pub(crate) bool);

impl<S: Side> Sink<S> for Any {
    #[inline(always)]
    fn man<const KIND: usize>(&mut self, _from: u32, targets: u64) {
        self.0 |= targets != 0;
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, _step: i32) {
        self.0 |= targets != 0;
    }
    #[inline(always)]
    fn double_steps(&mut self, targets: u64) {
        self.0 |= targets != 0;
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, _step: i32) {
        self.0 |= targets != 0;
    }
    #[inline(always)]
    fn en_passant(&mut self, _from: u32, _to: u32) {
        self.0 = true;
    }
    #[inline(always)]
    fn castle(&mut self, _king_side: bool, _rook: bool) {
        self.0 = true;
    }
    #[inline(always)]
    fn enough(&self) -> bool {
        self.0
    }
}

/// Lists the moves, of all men or of those on some squares.
pub(crate) struct List<const ALL: bool> {
    pub(crate) moves: MoveList,
    pub(crate) from: u64,
    pub(crate) remain: bool,
}

impl<const ALL: bool> List<ALL> {
    #[inline(always)]
    fn one(&mut self, from: u32, to: u32, flag: u16) {
        if ALL || self.from >> from & 1 != 0 {
            self.moves.push(Move::build(from, to, flag));
        }
    }
}

impl<S: Side, const ALL: bool> Sink<S> for List<ALL> {
    #[inline(always)]
    fn man<const KIND: usize>(&mut self, from: u32, targets: u64) {
        if ALL || self.from >> from & 1 != 0 {
            each!(targets, to, { self.moves.push(Move::build(from, to, PLAIN)) });
        }
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, step: i32) {
        each!(targets, to, {
            self.one(to.wrapping_add_signed(-step) & 63, to, PLAIN);
        });
    }
    #[inline(always)]
    fn double_steps(&mut self, targets: u64) {
        each!(targets, to, {
            self.one(to.wrapping_add_signed(-2 * S::FORWARD) & 63, to, DOUBLE);
        });
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, step: i32) {
        each!(targets, to, {
            let from = to.wrapping_add_signed(-step) & 63;
            for kind in [QUEEN, ROOK, BISHOP, KNIGHT_] {
                self.one(from, to, (PROMOTE + kind as u16) << 12);
            }
            if self.remain {
                self.one(from, to, REMAIN);
            }
        });
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u32, to: u32) {
        self.one(from, to, PASSING);
    }
    #[inline(always)]
    fn castle(&mut self, king_side: bool, _rook: bool) {
        let king = S::HOME + 4;
        if king_side {
            self.one(king, king + 2, CASTLE_KING);
        } else {
            self.one(king, king - 2, CASTLE_QUEEN);
        }
    }
}

/// Lists the moves that take one of `them`, and those that make a queen, in the order of [`List`].
pub(crate) struct Takings {
    pub(crate) all: List<true>,
    pub(crate) them: u64,
}

impl<S: Side> Sink<S> for Takings {
    #[inline(always)]
    fn unwanted(&self) -> u64 {
        !self.them
    }
    #[inline(always)]
    fn man<const KIND: usize>(&mut self, from: u32, targets: u64) {
        Sink::<S>::man::<KIND>(&mut self.all, from, targets);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, step: i32) {
        Sink::<S>::pawns(&mut self.all, targets & self.them, step);
    }
    #[inline(always)]
    fn double_steps(&mut self, _targets: u64) {}
    #[inline(always)]
    fn promotions(&mut self, targets: u64, step: i32) {
        each!(targets, to, {
            if self.them >> to & 1 != 0 {
                Sink::<S>::promotions(&mut self.all, 1 << to, step);
            } else {
                let from = to.wrapping_add_signed(-step) & 63;
                self.all.one(from, to, (PROMOTE + QUEEN as u16) << 12);
            }
        });
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u32, to: u32) {
        Sink::<S>::en_passant(&mut self.all, from, to);
    }
    #[inline(always)]
    fn castle(&mut self, _king_side: bool, _rook: bool) {}
}

/// Asks whether one move is among them.
pub(crate) struct Find {
    pub(crate) sought: Move,
    pub(crate) found: bool,
    pub(crate) remain: bool,
}

impl Find {
    #[inline(always)]
    fn reaches(&self, targets: u64) -> bool {
        targets >> self.sought.to().index() & 1 != 0
    }
    #[inline(always)]
    fn stepped(&self, step: i32) -> bool {
        self.sought.from().index().checked_add_signed(step as isize) == Some(self.sought.to().index())
    }
}

impl<S: Side> Sink<S> for Find {
    #[inline(always)]
    fn man<const KIND: usize>(&mut self, from: u32, targets: u64) {
        self.found |= self.sought.flag() == PLAIN
            && from as usize == self.sought.from().index()
            && self.reaches(targets);
    }
    #[inline(always)]
    fn pawns(&mut self, targets: u64, step: i32) {
        self.found |= self.sought.flag() == PLAIN && self.stepped(step) && self.reaches(targets);
    }
    #[inline(always)]
    fn double_steps(&mut self, targets: u64) {
        self.found |= self.sought.flag() == DOUBLE && self.stepped(2 * S::FORWARD) && self.reaches(targets);
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, step: i32) {
        let becomes = self.sought.promotion().is_some() || self.remain && self.sought.remains_pawn();
        self.found |= becomes && self.stepped(step) && self.reaches(targets);
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u32, to: u32) {
        self.found |= self.sought == Move::build(from, to, PASSING);
    }
    #[inline(always)]
    fn castle(&mut self, king_side: bool, _rook: bool) {
        let king = S::HOME + 4;
        let castling = if king_side {
            Move::build(king, king + 2, CASTLE_KING)
        } else {
            Move::build(king, king - 2, CASTLE_QUEEN)
        };
        self.found |= self.sought == castling;
    }
    #[inline(always)]
    fn enough(&self) -> bool {
        self.found
    }
}
