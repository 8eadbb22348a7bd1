//! Which squares does a man command, and what lies between two squares?
//!
//! All answers come from tables that are computed when the crate is compiled. The tables of the sliding men
//! are indexed by the `pext` instruction where the build has it (`bmi2`), and by multiplication elsewhere.
//!
//! ```
//! use jadoube_board::{attacks, Bitboard, Square};
//!
//! assert_eq!(attacks::knight(Square::A1).into_iter().collect::<Vec<_>>(), [Square::C2, Square::B3]);
//! let blockers = Bitboard::of(Square::A3) | Bitboard::of(Square::B1);
//! assert_eq!(attacks::rook(Square::A1, blockers).count(), 3);
//! assert_eq!(attacks::between(Square::A1, Square::A4).count(), 2);
//! ```

#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, reason = "the large tables are not carried there")
)]
#![allow(clippy::large_stack_arrays, reason = "only the compiler builds them")]

use crate::{Bitboard, Colour, Square};

/// The squares a knight commands.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares a king commands.
#[inline]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The squares a pawn of that colour commands: none from its last rank.
#[inline]
pub fn pawn(colour: Colour, square: Square) -> Bitboard {
    Bitboard(PAWN[colour.index()][square.index()])
}

/// The squares a bishop commands, up to and including the first occupied one on each line.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(bishop_bits(square.index(), occupied.0))
}

/// The squares a rook commands, up to and including the first occupied one on each line.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(rook_bits(square.index(), occupied.0))
}

/// The squares a queen commands, up to and including the first occupied one on each line.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// The squares strictly between two squares on one rank, file or diagonal; none if they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole rank, file or diagonal through two different squares, edge to edge; none if they share no line.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

/// The rank and the file through a square, whatever stands on them. With [`between`] these small tables answer
/// from the cache what the large tables of sliding moves answer from memory.
#[inline]
pub fn straight(square: Square) -> Bitboard {
    Bitboard(ROOK_LINES[square.index()])
}

/// The two diagonals through a square, whatever stands on them.
#[inline]
pub fn slanting(square: Square) -> Bitboard {
    Bitboard(BISHOP_LINES[square.index()])
}

/// Whether one of these men reaches the square along a line with nothing between: those of `straight` along rank
/// and file, those of `slanting` along diagonals. A queen is in both.
#[inline]
pub fn reached_along_lines(
    square: Square,
    straight: Bitboard,
    slanting: Bitboard,
    occupied: Bitboard,
) -> bool {
    let row = &BETWEEN[square.index()];
    let mut men = straight.0 & ROOK_LINES[square.index()] | slanting.0 & BISHOP_LINES[square.index()];
    while men != 0 {
        if row[men.trailing_zeros() as usize & 63] & occupied.0 == 0 {
            return true;
        }
        men &= men - 1;
    }
    false
}

pub(crate) static KNIGHT: [u64; 64] = leaps([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
pub(crate) static KING: [u64; 64] = leaps([
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[u64; 64]; 2] = [
    leaps([(1, 1), (-1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1)]),
    leaps([
        (1, -1),
        (-1, -1),
        (1, -1),
        (1, -1),
        (1, -1),
        (1, -1),
        (1, -1),
        (1, -1),
    ]),
];

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];

/// What a rook would command on an empty board.
pub(crate) static ROOK_LINES: [u64; 64] = slides_of_all(STRAIGHT);
/// What a bishop would command on an empty board.
pub(crate) static BISHOP_LINES: [u64; 64] = slides_of_all(DIAGONAL);

pub(crate) static BETWEEN: [[u64; 64]; 64] = pairs(false);
static LINE: [[u64; 64]; 64] = pairs(true);

const fn leaps(steps: [(i8, i8); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < 8 {
            if let Some(to) = Square::ALL[square].offset(steps[step].0, steps[step].1) {
                table[square] |= 1 << to.index();
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn ray(from: usize, step: (i8, i8), occupied: u64) -> u64 {
    let mut reached = 0;
    let mut at = Square::ALL[from];
    while let Some(next) = at.offset(step.0, step.1) {
        at = next;
        reached |= 1 << at.index();
        if occupied >> at.index() & 1 != 0 {
            break;
        }
    }
    reached
}

const fn slides(from: usize, steps: [(i8, i8); 4], occupied: u64) -> u64 {
    ray(from, steps[0], occupied)
        | ray(from, steps[1], occupied)
        | ray(from, steps[2], occupied)
        | ray(from, steps[3], occupied)
}

/// The squares reached along one line, given both its arms: what carrying a bit away from the man changes,
/// forwards and backwards. Quicker for the compiler than walking.
const fn along(from: usize, line: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let man = 1u64 << from;
    let forwards = blockers.wrapping_sub(man << 1);
    let backwards = blockers
        .reverse_bits()
        .wrapping_sub(man.reverse_bits() << 1)
        .reverse_bits();
    (forwards ^ backwards) & line
}

const fn slides_of_all(steps: [(i8, i8); 4]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = slides(square, steps, 0);
        square += 1;
    }
    table
}

/// For each pair on a common line: the squares between, or the whole line.
const fn pairs(whole: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut index = 0;
        while index < 8 {
            let step = if index < 4 {
                STRAIGHT[index]
            } else {
                DIAGONAL[index - 4]
            };
            let back = (-step.0, -step.1);
            let full = ray(from, step, 0) | ray(from, back, 0) | 1 << from;
            let mut between = 0u64;
            let mut at = Square::ALL[from];
            while let Some(next) = at.offset(step.0, step.1) {
                at = next;
                table[from][at.index()] = if whole { full } else { between };
                between |= 1 << at.index();
            }
            index += 1;
        }
        from += 1;
    }
    table
}

/// Where one sliding man on one square finds its answers.
#[derive(Clone, Copy)]
struct Slider {
    /// The squares whose occupation matters: the lines without their last squares.
    mask: u64,
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    factor: u64,
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    shift: u32,
    offset: u32,
}

const ROOK_ANSWERS: usize = 102_400;
const BISHOP_ANSWERS: usize = 5_248;

static ROOK: [Slider; 64] = sliders(STRAIGHT);
static BISHOP: [Slider; 64] = sliders(DIAGONAL);
#[allow(
    long_running_const_eval,
    reason = "a hundred thousand answers, about a second"
)]
static ROOK_TABLE: [u64; ROOK_ANSWERS] = answers(STRAIGHT);
static BISHOP_TABLE: [u64; BISHOP_ANSWERS] = answers(DIAGONAL);

#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(crate) fn rook_bits(square: usize, occupied: u64) -> u64 {
    ROOK_TABLE[index(&ROOK[square], occupied)]
}

#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(crate) fn bishop_bits(square: usize, occupied: u64) -> u64 {
    BISHOP_TABLE[index(&BISHOP[square], occupied)]
}

// What is sent to a browser carries no tables: they would be a third of it.
#[cfg(target_arch = "wasm32")]
pub(crate) fn rook_bits(square: usize, occupied: u64) -> u64 {
    slides(square, STRAIGHT, occupied)
}

#[cfg(target_arch = "wasm32")]
pub(crate) fn bishop_bits(square: usize, occupied: u64) -> u64 {
    slides(square, DIAGONAL, occupied)
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
fn index(slider: &Slider, occupied: u64) -> usize {
    #[allow(unsafe_code, reason = "the one way to the instruction")]
    // SAFETY: this function exists only in builds where every machine it may run on has `bmi2`.
    let local = unsafe { core::arch::x86_64::_pext_u64(occupied, slider.mask) };
    slider.offset as usize + local as usize
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
const fn index(slider: &Slider, occupied: u64) -> usize {
    let local = (occupied & slider.mask).wrapping_mul(slider.factor) >> slider.shift;
    slider.offset as usize + local as usize
}

const fn sliders(steps: [(i8, i8); 4]) -> [Slider; 64] {
    let straight = steps[0].0 == 0 || steps[0].1 == 0;
    let mut all = [EMPTY_SLIDER; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mut mask = 0;
        let mut step = 0;
        while step < 4 {
            let line = ray(square, steps[step], 0);
            let mut at = Square::ALL[square];
            while let Some(next) = at.offset(steps[step].0, steps[step].1) {
                at = next;
            }
            mask |= line & !(1 << at.index());
            step += 1;
        }
        all[square] = slider(square, straight, mask, offset);
        offset += 1 << mask.count_ones();
        square += 1;
    }
    all
}

/// The answer for each set of blockers on each square, in the order in which [`index`] asks for them.
const fn answers<const COUNT: usize>(steps: [(i8, i8); 4]) -> [u64; COUNT] {
    let sliders = sliders(steps);
    let mut table = [0; COUNT];
    let mut square = 0;
    while square < 64 {
        let slider = &sliders[square];
        // The steps come in pairs of opposites: two lines.
        let lines = [
            ray(square, steps[0], 0) | ray(square, steps[1], 0),
            ray(square, steps[2], 0) | ray(square, steps[3], 0),
        ];
        let mut occupied = 0u64;
        let mut count = 0;
        loop {
            table[place(slider, occupied, count)] =
                along(square, lines[0], occupied) | along(square, lines[1], occupied);
            // The next subset of the mask; the subsets come in the order of their `pext`.
            occupied = occupied.wrapping_sub(slider.mask) & slider.mask;
            count += 1;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod scheme {
    use super::Slider;

    pub(super) const EMPTY_SLIDER: Slider = Slider { mask: 0, offset: 0 };

    pub(super) const fn slider(_square: usize, _straight: bool, mask: u64, offset: u32) -> Slider {
        Slider { mask, offset }
    }

    pub(super) const fn place(slider: &Slider, _occupied: u64, count: usize) -> usize {
        slider.offset as usize + count
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
mod scheme {
    use super::{Slider, index};

    pub(super) const EMPTY_SLIDER: Slider = Slider {
        mask: 0,
        factor: 0,
        shift: 0,
        offset: 0,
    };

    pub(super) const fn slider(square: usize, straight: bool, mask: u64, offset: u32) -> Slider {
        let factor = if straight {
            ROOK_FACTORS[square]
        } else {
            BISHOP_FACTORS[square]
        };
        Slider {
            mask,
            factor,
            shift: 64 - mask.count_ones(),
            offset,
        }
    }

    pub(super) const fn place(slider: &Slider, occupied: u64, _count: usize) -> usize {
        index(slider, occupied)
    }

    // Found by trial of sparse random numbers: each sends every set of blockers on its square's lines to
    // an index of its own, or to one shared by sets with the same answer. The tests try them all.
    #[rustfmt::skip]
    const ROOK_FACTORS: [u64; 64] = [
        0x2080_0020_8040_0010, 0x00c0_0020_0140_1000, 0x2100_1100_0840_2002, 0x0880_0800_8104_1000,
        0x0200_0200_2004_1008, 0x2300_0400_0801_0012, 0x0c00_2830_0400_8201, 0x0180_0100_0040_7a80,
        0x0168_8000_8040_0020, 0x0010_4000_4020_1000, 0x1001_0020_0100_1048, 0x1001_0024_0810_0100,
        0x0801_0004_0801_0012, 0x4001_0002_0900_0400, 0x08a2_0004_c802_0001, 0x2002_8011_4500_2280,
        0x0080_8600_2100_4200, 0x0010_00c0_0940_2002, 0x00b0_0020_0400_2800, 0x100a_8080_1002_0800,
        0x8101_0100_0800_0410, 0x0244_0080_0200_0480, 0x0000_0400_1081_0208, 0x2000_0200_0044_8534,
        0x4104_4004_8000_8033, 0x0000_8101_0020_4000, 0x0440_4309_0020_0010, 0x4600_2409_0010_0100,
        0x0060_0800_8004_0080, 0x0001_0003_0008_0400, 0x0004_0844_0001_1002, 0x0023_0402_0000_8041,
        0x0580_0500_4300_2080, 0x0400_8040_0280_2008, 0x0001_0020_0100_4010, 0x1000_2009_0100_1000,
        0x4410_8008_0180_0c00, 0xa012_0038_0600_1004, 0x0020_1001_0400_8802, 0x0004_8084_0200_0041,
        0x0010_4001_7089_8000, 0x0080_5000_2000_4004, 0x1040_4080_1202_0020, 0x8010_0400_0800_4040,
        0x2001_0801_0011_0004, 0x0000_0200_0400_8080, 0x0021_0108_1004_0002, 0x0800_008c_4302_0024,
        0x0000_8000_2100_5100, 0x0070_2010_4000_8080, 0x0000_d042_8200_6a00, 0x0010_0144_0008_0240,
        0x0001_0801_1005_0100, 0x0012_0008_1024_0600, 0x0402_0008_0104_0200, 0x0281_0010_8a00_4100,
        0x0050_8003_0010_2045, 0x8208_2100_4012_0882, 0x8010_6001_0118_3441, 0x020b_0009_1000_6045,
        0x0241_0010_0248_0005, 0x0081_0004_0088_0241, 0x0000_0090_0802_4124, 0x0048_1229_8041_0402,
    ];

    #[rustfmt::skip]
    const BISHOP_FACTORS: [u64; 64] = [
        0x0848_0208_2204_0013, 0x8010_a400_8582_1200, 0x0008_0084_3084_0822, 0x0808_0481_0804_0000,
        0x1304_0421_0000_8104, 0x5001_0120_1020_4023, 0x8104_8801_b820_0420, 0x200a_0080_8401_2000,
        0x0040_1020_0104_2084, 0x840a_5050_4242_8020, 0x0000_7001_0220_2920, 0x4410_1c0c_1080_0002,
        0x0040_0404_2200_0000, 0x0180_0208_0209_0202, 0x4020_0208_1104_1202, 0x0001_0430_8c04_2000,
        0x4140_6610_0242_4400, 0x0028_0120_0801_0460, 0x0188_0621_0200_2a00, 0x0014_0048_4010_2008,
        0x0105_0002_9040_0002, 0x8001_0222_0041_0400, 0x104a_0419_1801_3446, 0x008a_0000_8200_8238,
        0x04a0_0600_0810_0430, 0x0008_2200_0882_0801, 0x2508_0412_0800_5010, 0x4008_0802_0020_2020,
        0x2441_0010_1300_4000, 0x0030_0080_6040_7000, 0x4008_1080_0042_0800, 0x0012_0210_5029_0100,
        0x0210_0804_8220_0500, 0xcc01_1120_4810_0480, 0x0020_4028_0650_0440, 0x0004_8e00_8058_0080,
        0x0040_1020_2002_0080, 0x0028_0104_4008_0807, 0x4601_0411_0800_8800, 0x8040_810e_0410_4200,
        0x9012_1011_0400_088a, 0xa003_0802_1208_1050, 0x00c1_0040_4840_1004, 0x9000_00a0_1440_0800,
        0x0008_0210_4040_5401, 0x4020_0082_0600_2090, 0x0004_1904_2403_0100, 0x0424_008a_0202_6250,
        0x8004_0882_5090_0040, 0x1c00_4300_88a0_4200, 0x0001_0200_9404_0001, 0x8040_2100_2088_0061,
        0x2010_0404_5044_2032, 0x0800_8408_5004_4001, 0x0004_0408_0214_0004, 0x0004_080a_0422_2020,
        0x8088_8021_1002_2000, 0x1081_a104_1611_4400, 0x0205_010a_2406_0820, 0x0000_0007_2041_1080,
        0x1008_0002_0843_0400, 0x580c_0260_2881_0840, 0x8020_2044_1020_a110, 0x12c0_0224_0102_0018,
    ];
}

use scheme::{EMPTY_SLIDER, place, slider};

#[cfg(test)]
mod tests {
    use super::*;

    /// Every square with every set of blockers that can matter, against walking the lines.
    #[test]
    #[cfg_attr(
        miri,
        ignore = "half a million sets of blockers, and nothing unsafe to look for"
    )]
    fn tables_agree_with_walking() {
        for square in 0..64 {
            for (steps, bits) in [
                (STRAIGHT, rook_bits as fn(usize, u64) -> u64),
                (DIAGONAL, bishop_bits),
            ] {
                let lines = slides(square, steps, 0);
                let mut occupied = 0u64;
                loop {
                    assert_eq!(bits(square, occupied), slides(square, steps, occupied));
                    // Men off the lines must change nothing.
                    assert_eq!(bits(square, occupied | !lines), slides(square, steps, occupied));
                    occupied = occupied.wrapping_sub(lines) & lines;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn pawns_command_nothing_from_their_last_rank() {
        assert!(pawn(Colour::White, Square::E8).is_empty());
        assert!(pawn(Colour::Black, Square::E1).is_empty());
        assert_eq!(pawn(Colour::White, Square::A1), Bitboard::of(Square::B2));
        assert_eq!(pawn(Colour::Black, Square::E4).count(), 2);
    }

    #[test]
    fn lines_and_gaps() {
        assert_eq!(line(Square::B2, Square::D4).count(), 8);
        assert_eq!(between(Square::B2, Square::E5).count(), 2);
        assert!(line(Square::B2, Square::C4).is_empty());
        assert!(between(Square::B2, Square::C3).is_empty());
        assert!(line(Square::B2, Square::B2).is_empty());
    }
}
