//! How does a side stand, as far as one can tell without moving?
//!
//! The answer is a sum of features times [`WEIGHTS`], each weight a pair: one for the middle game and one for the end,
//! mixed by how many men are left. The features are counted in one place, for playing (a sum) and for tuning (a list).

use crate::weights::WEIGHTS;
use jadoube_board::{Bitboard, Board, Colour, File, Kind, Man, Position, Rank, Square, attacks};

/// Two numbers in one, so that one addition adds both: the middle game's in the low half, the end's in the high one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair(pub(crate) i64);

impl Pair {
    pub(crate) const fn new(middle: i32, end: i32) -> Self {
        Self(((end as i64) << 32) + middle as i64)
    }

    pub(crate) const fn middle(self) -> i32 {
        self.0 as i32
    }

    pub(crate) const fn end(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }
}

/// Where each group of features begins in [`WEIGHTS`].
pub(crate) mod layout {
    /// A kind on a square, seen from its owner, whose king stands on the right: kind × 64 + square.
    pub(crate) const MEN: usize = 0;
    /// Squares open to a knight, bishop, rook, queen that no pawn guards.
    pub(crate) const MOBILITY: [usize; 4] = [MEN + 384, MEN + 393, MEN + 407, MEN + 422];
    /// A passed pawn, by rank.
    pub(crate) const PASSED: usize = MOBILITY[3] + 28;
    /// The same with an empty square before it.
    pub(crate) const PASSED_FREE: usize = PASSED + 8;
    /// How far the owner's king is from the square before an advanced passed pawn.
    pub(crate) const PASSED_KING: usize = PASSED_FREE + 8;
    /// How far the other king is from it.
    pub(crate) const PASSED_ADVERSE_KING: usize = PASSED_KING + 8;
    pub(crate) const DOUBLED: usize = PASSED_ADVERSE_KING + 8;
    /// On a closed file, on a half-open one.
    pub(crate) const ISOLATED: usize = DOUBLED + 1;
    pub(crate) const BACKWARD: usize = ISOLATED + 2;
    /// A pawn beside another, by rank.
    pub(crate) const PHALANX: usize = BACKWARD + 2;
    /// A pawn guarded by another, by rank.
    pub(crate) const SUPPORTED: usize = PHALANX + 8;
    pub(crate) const BISHOP_PAIR: usize = SUPPORTED + 8;
    /// Own pawns on the bishop's colour, each.
    pub(crate) const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
    /// A rook on a file without own pawns; without any.
    pub(crate) const ROOK_FILE: usize = BISHOP_PAWNS + 1;
    /// A knight, a bishop, guarded by a pawn where no adverse pawn can drive it away.
    pub(crate) const OUTPOST: usize = ROOK_FILE + 2;
    /// An adverse man of this kind attacked by a pawn; by a knight or bishop; by a rook; by the king.
    pub(crate) const THREAT: [usize; 4] = [OUTPOST + 2, OUTPOST + 8, OUTPOST + 14, OUTPOST + 20];
    /// An adverse man attacked and not guarded.
    pub(crate) const HANGING: usize = THREAT[3] + 6;
    /// An adverse piece that a pawn could attack by stepping on.
    pub(crate) const PUSH_THREAT: usize = HANGING + 1;
    /// The king's own nearest pawn on his file, by rank (0 for none); on a file beside his.
    pub(crate) const SHIELD: usize = PUSH_THREAT + 1;
    /// The nearest adverse pawn on these files, by rank; and the same where an own pawn stands before it.
    pub(crate) const STORM: usize = SHIELD + 16;
    /// How hard the adverse king is attacked.
    pub(crate) const ASSAULT: usize = STORM + 16;
    pub(crate) const ASSAULT_STEPS: usize = 48;
    /// Having the move.
    pub(crate) const TEMPO: usize = ASSAULT + ASSAULT_STEPS;
    pub(crate) const COUNT: usize = TEMPO + 1;
}

use layout::{
    ASSAULT, ASSAULT_STEPS, BACKWARD, BISHOP_PAIR, BISHOP_PAWNS, DOUBLED, HANGING, ISOLATED, MEN, MOBILITY,
    OUTPOST, PASSED, PASSED_ADVERSE_KING, PASSED_FREE, PASSED_KING, PHALANX, PUSH_THREAT, ROOK_FILE, SHIELD,
    STORM, SUPPORTED, TEMPO, THREAT,
};

/// What is done with the features of a position.
pub(crate) trait Tally {
    /// This feature is there so many times for this side.
    fn add(&mut self, side: Colour, feature: usize, times: i32);
}

/// Adds up the weights, White's less Black's.
struct Sum(i64);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, side: Colour, feature: usize, times: i32) {
        let signed = if side == Colour::White { times } else { -times };
        self.0 += WEIGHTS[feature].0 * i64::from(signed);
    }
}

/// How the player on turn stands, in hundredths of a pawn.
///
/// ```
/// use jadoube_board::Position;
/// use jadoube_player::evaluate;
///
/// let rook_up = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/R3K3 b - - 0 1")?;
/// assert!(evaluate(&rook_up) < -300);
/// # Ok::<(), jadoube_board::FenError>(())
/// ```
pub fn evaluate(position: &Position) -> i32 {
    weigh(position, &Formation::of(position))
}

/// The same, given what was counted of pawns and kings.
fn weigh(position: &Position, formation: &Formation) -> i32 {
    let mut sum = Sum(formation.sum);
    rest(position, formation.passed, &mut sum);
    let mixing = Mixing::of(position);
    let white = mixing.mix(Pair(sum.0)) + driving(position.board());
    let own = if position.turn() == Colour::White {
        white
    } else {
        -white
    };
    own.clamp(-MOST, MOST)
}

/// Pawns and kings, and what was counted of them.
#[derive(Clone, Copy, Debug)]
struct Formation {
    pawns: [u64; 2],
    kings: [Square; 2],
    passed: [u64; 2],
    sum: i64,
}

impl Formation {
    /// There is none with both kings on one square.
    const NONE: Self = Self {
        pawns: [0; 2],
        kings: [Square::A1; 2],
        passed: [0; 2],
        sum: 0,
    };

    #[inline(never)]
    fn of(position: &Position) -> Self {
        let mut sum = Sum(0);
        let passed = formation(position, &mut sum);
        Self {
            pawns: pawns_of(position),
            kings: Colour::BOTH.map(|colour| position.king(colour)),
            passed,
            sum: sum.0,
        }
    }
}

fn pawns_of(position: &Position) -> [u64; 2] {
    Colour::BOTH.map(|colour| position.board().men(Man::new(colour, Kind::Pawn)).0)
}

/// The formations met last: most moves leave pawns and kings where they are.
#[derive(Debug)]
pub(crate) struct Formations(Box<[Formation]>);

impl Formations {
    const BITS: u32 = 11;

    pub(crate) fn new() -> Self {
        Self(vec![Formation::NONE; 1 << Self::BITS].into_boxed_slice())
    }

    /// What [`evaluate`] says, sooner.
    pub(crate) fn evaluate(&mut self, position: &Position) -> i32 {
        let pawns = pawns_of(position);
        let kings = Colour::BOTH.map(|colour| position.king(colour));
        let mixed = pawns[0].wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ pawns[1].wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(17)
            ^ ((kings[0].index() << 6 | kings[1].index()) as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let slot = &mut self.0[(mixed >> (64 - Self::BITS)) as usize];
        if slot.pawns != pawns || slot.kings != kings {
            *slot = Formation::of(position);
        }
        weigh(position, slot)
    }
}

/// No position counts for more without being a mate, however many queens are on it.
pub(crate) const MOST: i32 = 20_000;

/// How the two halves of a pair are mixed here.
pub(crate) struct Mixing {
    /// 24 with all pieces, 0 without any.
    pub(crate) phase: i32,
    /// How much of the end's number counts, of 64, where White or where Black is better.
    pub(crate) scale: [i32; 2],
}

impl Mixing {
    pub(crate) fn of(position: &Position) -> Self {
        let board = position.board();
        let [knights, bishops, rooks, queens] =
            [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen].map(|kind| board.kind(kind));
        let phase = (knights | bishops).count() + 2 * rooks.count() + 4 * queens.count();
        Self {
            phase: phase.min(24) as i32,
            scale: Colour::BOTH.map(|colour| winnable(board, colour)),
        }
    }

    pub(crate) fn mix(&self, pair: Pair) -> i32 {
        let end = pair.end();
        let scale = self.scale[usize::from(end < 0)];
        (pair.middle() * self.phase + end * (24 - self.phase) * scale / 64) / 24
    }
}

/// What remains of an advantage of this side, of 64: little where it has no pawns and hardly more pieces, half where
/// bishops of opposite colours are all that is left.
fn winnable(board: &Board, side: Colour) -> i32 {
    let more = board.kind(Kind::Knight) | board.kind(Kind::Rook) | board.kind(Kind::Queen);
    if board.of(side).meets(board.kind(Kind::Pawn)) && !more.is_empty() {
        return 64;
    }
    let own = |kind: Kind, colour: Colour| board.men(Man::new(colour, kind)).count() as i32;
    let pieces = |colour: Colour| {
        3 * (own(Kind::Knight, colour) + own(Kind::Bishop, colour))
            + 5 * own(Kind::Rook, colour)
            + 9 * own(Kind::Queen, colour)
    };
    let (strong, weak) = (pieces(side), pieces(!side));
    if own(Kind::Pawn, side) == 0 && strong - weak <= 3 {
        let two_knights = strong == 6 && own(Kind::Knight, side) == 2;
        return if strong <= 3 || two_knights { 0 } else { 8 };
    }
    let bishops = board.kind(Kind::Bishop);
    let opposite = own(Kind::Bishop, Colour::White) == 1
        && own(Kind::Bishop, Colour::Black) == 1
        && (bishops.0 & LIGHT).is_power_of_two();
    if opposite && strong == 3 && weak == 3 {
        return 32;
    }
    64
}

const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

/// Against a bare king: towards the edge, and for bishop and knight towards the bishop's corner. White's less Black's.
fn driving(board: &Board) -> i32 {
    let mut white = 0;
    for side in Colour::BOTH {
        if board.of(!side).single().is_none() || board.of(side).count() > 4 {
            continue;
        }
        let (Some(king), Some(bare)) = (board.king(side), board.king(!side)) else {
            continue;
        };
        let (file, rank) = (bare.file().index() as i32, bare.rank().index() as i32);
        let from_edge = file.min(7 - file) + rank.min(7 - rank);
        let mut urge = 10 * (6 - from_edge) + 5 * (7 - distance(king, bare));
        let bishops = board.men(Man::new(side, Kind::Bishop));
        let knights = board.men(Man::new(side, Kind::Knight));
        if let (Some(bishop), Some(_), 3) = (bishops.single(), knights.single(), board.of(side).count()) {
            let light = LIGHT >> bishop.index() & 1 != 0;
            let corners = if light {
                [Square::A8, Square::H1]
            } else {
                [Square::A1, Square::H8]
            };
            let nearest = corners.map(|corner| steps(corner, bare));
            urge += 15 * (14 - nearest[0].min(nearest[1]));
        }
        white += if side == Colour::White { urge } else { -urge };
    }
    white
}

fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}

fn steps(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    (files + a.rank().index().abs_diff(b.rank().index())) as i32
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

const fn beside(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// One step forward, as that side goes.
const fn ahead(side: Colour, set: u64) -> u64 {
    match side {
        Colour::White => set << 8,
        Colour::Black => set >> 8,
    }
}

/// These squares and all before them on their files.
const fn swept(side: Colour, mut set: u64) -> u64 {
    match side {
        Colour::White => {
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Colour::Black => {
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

const fn file_of(square: Square) -> u64 {
    FILE_A << (square.index() & 7)
}

/// What is known of a side before its men are looked at one by one.
#[derive(Clone, Copy)]
struct Side {
    colour: Colour,
    king: Square,
    pawns: u64,
    pawn_attacks: u64,
    /// All squares its pawns attack or can come to attack.
    pawn_reach: u64,
    men: u64,
    /// Squares commanded by any man, and by two.
    commanded: u64,
    twice: u64,
    by_minor: u64,
    by_rook: u64,
    by_king: u64,
    /// Attack on the adverse king, in units.
    assault: i32,
}

impl Side {
    #[inline(always)]
    fn of(position: &Position, colour: Colour) -> Self {
        let (board, king) = (position.board(), position.king(colour));
        let pawns = board.men(Man::new(colour, Kind::Pawn)).0;
        // A pawn on the last rank commands nothing; shifting loses it of itself.
        let (left, right) = (
            ahead(colour, (pawns & !FILE_A) >> 1),
            ahead(colour, (pawns & !FILE_H) << 1),
        );
        let by_king = attacks::king(king).0;
        let pawn_attacks = left | right;
        Self {
            colour,
            king,
            pawns,
            pawn_attacks,
            pawn_reach: swept(colour, pawn_attacks),
            men: board.of(colour).0,
            commanded: pawn_attacks | by_king,
            twice: left & right | pawn_attacks & by_king,
            by_minor: 0,
            by_rook: 0,
            by_king,
            assault: 0,
        }
    }

    /// The feature of a man on a square.
    #[inline(always)]
    fn place(&self, kind: Kind, square: Square) -> usize {
        let flip = if self.colour == Colour::White { 0 } else { 56 }
            ^ if self.king.file() < File::E { 7 } else { 0 };
        MEN + kind.index() * 64 + (square.index() ^ flip)
    }

    #[inline(always)]
    fn commands(&mut self, squares: u64) {
        self.twice |= self.commanded & squares;
        self.commanded |= squares;
    }
}

/// Counts every feature of a position.
pub(crate) fn tally<T: Tally>(position: &Position, tally: &mut T) {
    let passed = formation(position, tally);
    rest(position, passed, tally);
}

/// Counts what depends on pawns and kings alone, and says which pawns are passed.
fn formation<T: Tally>(position: &Position, tally: &mut T) -> [u64; 2] {
    let [white, black] = Colour::BOTH.map(|colour| Side::of(position, colour));
    [(&white, &black), (&black, &white)].map(|(side, other)| {
        shelter(side, other, tally);
        tally.add(side.colour, side.place(Kind::King, side.king), 1);
        pawns(side, other, tally)
    })
}

/// Counts everything else. Each side is written out, so that it is known to the compiler.
#[inline(always)]
fn rest<T: Tally>(position: &Position, passed: [u64; 2], tally: &mut T) {
    let board = position.board();
    let mut white = Side::of(position, Colour::White);
    let mut black = Side::of(position, Colour::Black);
    men(board, &mut white, &black, tally);
    men(board, &mut black, &white, tally);
    press(board, &white, &black, passed[0], tally);
    press(board, &black, &white, passed[1], tally);
    tally.add(position.turn(), TEMPO, 1);
}

#[inline(always)]
fn press<T: Tally>(board: &Board, side: &Side, other: &Side, passed: u64, tally: &mut T) {
    let occupied = board.occupied().0;
    for square in Bitboard(passed & !ahead(other.colour, occupied)) {
        let rank = square.rank().relative_to(side.colour).index();
        tally.add(side.colour, PASSED_FREE + rank, 1);
    }
    threats(board, side, other, tally);
    let step = side.assault.clamp(0, ASSAULT_STEPS as i32 - 1);
    tally.add(side.colour, ASSAULT + step as usize, 1);
}

/// What a side's pieces look for.
struct Aims {
    /// Around the adverse king.
    zone: u64,
    /// Where a check could be given, by line and by knight.
    straight_checks: u64,
    slanting_checks: u64,
    knight_checks: u64,
    safe: u64,
    /// What counts as open.
    free: u64,
    /// Where no pawn drives away a piece that a pawn guards.
    secure: u64,
}

/// The pieces: where they stand, where they may go, whom they press.
#[inline(always)]
fn men<T: Tally>(board: &Board, side: &mut Side, other: &Side, tally: &mut T) {
    let colour = side.colour;
    let occupied = board.occupied();
    let aims = Aims {
        zone: other.by_king | ahead(other.colour, other.by_king),
        straight_checks: attacks::rook(other.king, occupied).0,
        slanting_checks: attacks::bishop(other.king, occupied).0,
        knight_checks: attacks::knight(other.king).0,
        safe: !side.men & !other.pawn_attacks,
        free: !(other.pawn_attacks | side.pawns & ahead(other.colour, occupied.0) | 1 << side.king.index()),
        secure: side.pawn_attacks & !other.pawn_reach & outposts(colour),
    };
    let attackers = pieces(board, Kind::Knight, side, other, &aims, tally)
        + pieces(board, Kind::Bishop, side, other, &aims, tally)
        + pieces(board, Kind::Rook, side, other, &aims, tally)
        + pieces(board, Kind::Queen, side, other, &aims, tally);
    if attackers < 2 {
        side.assault /= 3;
    }
    if board.men(Man::new(colour, Kind::Queen)).is_empty() {
        side.assault = side.assault * 2 / 3;
    }
    let bishops = board.men(Man::new(colour, Kind::Bishop)).0;
    if bishops & LIGHT != 0 && bishops & !LIGHT != 0 {
        tally.add(colour, BISHOP_PAIR, 1);
    }
}

/// The pieces of one kind; says how many of them press the adverse king.
#[inline(always)]
fn pieces<T: Tally>(
    board: &Board,
    kind: Kind,
    side: &mut Side,
    other: &Side,
    aims: &Aims,
    tally: &mut T,
) -> i32 {
    let colour = side.colour;
    let occupied = board.occupied();
    let queens = board.kind(Kind::Queen);
    let rooks = board.men(Man::new(colour, Kind::Rook));
    let index = kind.index() - Kind::Knight.index();
    let mut attackers = 0;
    for square in board.men(Man::new(colour, kind)) {
        tally.add(colour, side.place(kind, square), 1);
        // A man looks through its own queen and, on files and ranks, its own rooks.
        let (reach, checks, units) = match kind {
            Kind::Knight => (attacks::knight(square), aims.knight_checks, (2, 4)),
            Kind::Bishop => (
                attacks::bishop(square, occupied - queens),
                aims.slanting_checks,
                (2, 3),
            ),
            Kind::Rook => (
                attacks::rook(square, occupied - (queens | rooks)),
                aims.straight_checks,
                (3, 5),
            ),
            _ => (
                attacks::queen(square, occupied),
                aims.straight_checks | aims.slanting_checks,
                (4, 4),
            ),
        };
        let reach = reach.0;
        side.commands(reach);
        match kind {
            Kind::Knight | Kind::Bishop => side.by_minor |= reach,
            Kind::Rook => side.by_rook |= reach,
            _ => {}
        }
        let open = (reach & aims.free).count_ones() as usize;
        tally.add(colour, MOBILITY[index] + open, 1);
        if reach & aims.zone != 0 {
            attackers += 1;
            side.assault += units.0 + (reach & aims.zone).count_ones() as i32;
        }
        if reach & checks & aims.safe != 0 {
            side.assault += units.1;
        }
        match kind {
            Kind::Knight | Kind::Bishop => {
                if aims.secure >> square.index() & 1 != 0 {
                    tally.add(colour, OUTPOST + index, 1);
                }
                if kind == Kind::Bishop {
                    let shade = if LIGHT >> square.index() & 1 != 0 {
                        LIGHT
                    } else {
                        !LIGHT
                    };
                    let blocking = (side.pawns & shade).count_ones() as i32;
                    tally.add(colour, BISHOP_PAWNS, blocking);
                }
            }
            Kind::Rook if file_of(square) & side.pawns == 0 => {
                let fully = file_of(square) & other.pawns == 0;
                tally.add(colour, ROOK_FILE + usize::from(fully), 1);
            }
            _ => {}
        }
    }
    attackers
}

const fn outposts(colour: Colour) -> u64 {
    match colour {
        Colour::White => 0x0000_FFFF_FF00_0000,
        Colour::Black => 0x0000_00FF_FFFF_0000,
    }
}

/// The pawns: where they stand, and how to one another. Says which are passed.
fn pawns<T: Tally>(side: &Side, other: &Side, tally: &mut T) -> u64 {
    let colour = side.colour;
    let before_own = ahead(colour, swept(colour, side.pawns));
    add_each(tally, colour, DOUBLED, side.pawns & before_own);
    // A pawn is passed where no adverse pawn stands before it or can come to take it, and no own pawn is in its way.
    let stopped = swept(other.colour, other.pawns | other.pawn_attacks);
    let phalanx = side.pawns & beside(side.pawns);
    let guarded_squares = side.pawn_reach;
    let mut passed = 0;
    for square in Bitboard(side.pawns) {
        tally.add(colour, side.place(Kind::Pawn, square), 1);
        let bit = 1u64 << square.index();
        let rank = square.rank().relative_to(colour).index();
        if rank == 7 {
            // It remains a pawn for ever: no move, no command, no hope.
            continue;
        }
        let neighbours = beside(file_of(square));
        let half_open = file_of(square) & other.pawns == 0;
        if neighbours & side.pawns == 0 {
            tally.add(colour, ISOLATED + usize::from(half_open), 1);
        } else if guarded_squares & bit == 0 && other.pawn_attacks & ahead(colour, bit) != 0 {
            tally.add(colour, BACKWARD + usize::from(half_open), 1);
        }
        if phalanx & bit != 0 {
            tally.add(colour, PHALANX + rank, 1);
        }
        if side.pawn_attacks & bit != 0 {
            tally.add(colour, SUPPORTED + rank, 1);
        }
        if stopped & bit == 0 && ahead(colour, swept(colour, bit)) & side.pawns == 0 {
            tally.add(colour, PASSED + rank, 1);
            passed |= bit;
            if let (Some(stop), true) = (Bitboard(ahead(colour, bit)).first(), rank >= 3) {
                // The nearer to queening, the more the kings matter.
                let weight = rank as i32 - 2;
                tally.add(colour, PASSED_KING + distance(side.king, stop) as usize, weight);
                tally.add(
                    colour,
                    PASSED_ADVERSE_KING + distance(other.king, stop) as usize,
                    weight,
                );
            }
        }
    }
    passed
}

#[inline(always)]
fn threats<T: Tally>(board: &Board, side: &Side, other: &Side, tally: &mut T) {
    let colour = side.colour;
    let weak = other.men & !other.pawn_attacks & !(other.twice & !side.twice);
    let by = [
        side.pawn_attacks,
        side.by_minor,
        side.by_rook & (weak | board.kind(Kind::Queen).0),
        side.by_king & weak,
    ];
    for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let men = board.men(Man::new(other.colour, kind)).0;
        for (from, attacked) in by.into_iter().enumerate() {
            add_each(tally, colour, THREAT[from] + kind.index(), men & attacked);
        }
    }
    let hanging = other.men & side.commanded & !other.commanded & !(1 << other.king.index());
    add_each(tally, colour, HANGING, hanging);
    let empty = !board.occupied().0;
    let rank_three = Bitboard::rank(Rank::Three.relative_to(colour)).0;
    let once = ahead(colour, side.pawns) & empty;
    let steps = (once | ahead(colour, once & rank_three) & empty)
        & !other.pawn_attacks
        & (side.commanded | !other.commanded);
    let pressed = beside(ahead(colour, steps)) & other.men & !other.pawns & !side.pawn_attacks;
    add_each(tally, colour, PUSH_THREAT, pressed);
}

/// This feature is there once for each square. Most often there is none, and nothing to count.
#[inline(always)]
fn add_each<T: Tally>(tally: &mut T, side: Colour, feature: usize, squares: u64) {
    if squares != 0 {
        tally.add(side, feature, squares.count_ones() as i32);
    }
}

/// The pawns before the king, and those coming at him.
fn shelter<T: Tally>(side: &Side, other: &Side, tally: &mut T) {
    let colour = side.colour;
    let centre = side.king.file().index().clamp(1, 6);
    let in_front = swept(colour, Bitboard::rank(side.king.rank()).0);
    for file in centre - 1..=centre + 1 {
        let column = FILE_A << file & in_front;
        let off = usize::from(file != side.king.file().index());
        let own = nearest(colour, side.pawns & column);
        tally.add(colour, SHIELD + off * 8 + own, 1);
        let coming = nearest(colour, other.pawns & column);
        let met = usize::from(own != 0 && coming == own + 1);
        tally.add(colour, STORM + met * 8 + coming, 1);
    }
}

/// The rank of the nearest pawn, as this side counts; 0 for none.
fn nearest(colour: Colour, pawns: u64) -> usize {
    let square = match colour {
        Colour::White => Bitboard(pawns).first(),
        Colour::Black => Square::from_index(63usize.wrapping_sub(pawns.leading_zeros() as usize)),
    };
    square.map_or(0, |square| square.rank().relative_to(colour).index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jadoube_board::Movement;

    /// Pawns, kings and pieces come and go: what is remembered of a formation is never taken for another's.
    #[test]
    fn what_is_remembered_of_a_formation_is_what_would_be_counted() {
        let mut formations = Formations::new();
        let mut lots = fastrand::Rng::with_seed(16);
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/1pp2k2/8/P3p3/4P3/8/1K3PP1/8 w - - 0 1",
            "4k2P/P6p/8/8/8/8/P6p/p3K2p w - - 0 1",
            "4k3/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1",
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        ] {
            let start = Position::from_fen_irregular(fen, Movement::ORDINARY).unwrap();
            for _ in 0..40 {
                let mut position = start;
                for _ in 0..80 {
                    assert_eq!(formations.evaluate(&position), evaluate(&position), "{position}");
                    let moves = position.legal_moves();
                    let Some(one) = lots.choice(moves.iter()) else {
                        break;
                    };
                    position = position.play(*one);
                }
            }
        }
    }
}
