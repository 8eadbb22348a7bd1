//! Which squares do all of a side's men command at once, and how many moves is that?
//!
//! Eight directions in the eight lanes of one register: the men of a lane are smeared over the empty squares before
//! them, by one, two and four steps. There is no loop whose length must be foreseen, and no table. Each square is
//! reached in one direction by one man only, the nearest, so that counting squares in all lanes counts moves.
//!
//! Measured (`cargo xtask bench board`), lines are counted about a quarter faster than man by man. It is compiled only
//! where the build has the instructions; elsewhere the generator asks man by man, and a test compares the two.
#![allow(
    unsafe_code,
    reason = "the instructions have no other door; each function says why it is sound"
)]

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512,
    _mm512_mask_blend_epi64, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64,
    _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_set1_epi64,
};

use crate::attacks::{bishop_bits, rook_bits};

const A: u64 = 0x0101_0101_0101_0101;
const H: u64 = A << 7;
const AB: u64 = A | A << 1;
const GH: u64 = H | H >> 1;
const FIRST: u64 = 0xFF;
const LAST: u64 = 0xFF << 56;
const FIRST_TWO: u64 = 0xFFFF;
const LAST_TWO: u64 = 0xFFFF << 48;

#[inline(always)]
fn lanes(values: [u64; 8]) -> __m512i {
    // SAFETY: the sixty-four bytes are there, no alignment is asked for, and this module exists only in builds
    // where every machine it may run on has `avx512f`.
    unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
}

/// What sliding men command in the four straight and the four diagonal directions, a lane each.
#[inline(always)]
fn smeared(straight: u64, diagonal: u64, occupied: u64) -> __m512i {
    let (once, twice, four) = (
        lanes([8, 1, 56, 63, 9, 7, 55, 57]),
        lanes([16, 2, 48, 62, 18, 14, 46, 50]),
        lanes([32, 4, 32, 60, 36, 28, 28, 36]),
    );
    // SAFETY: as in `lanes`.
    unsafe {
        let men = _mm512_mask_blend_epi64(
            0xF0,
            _mm512_set1_epi64(straight.cast_signed()),
            _mm512_set1_epi64(diagonal.cast_signed()),
        );
        let free = _mm512_andnot_si512(_mm512_set1_epi64(occupied.cast_signed()), onto());
        let men = _mm512_or_si512(men, _mm512_and_si512(free, _mm512_rolv_epi64(men, once)));
        let free = _mm512_and_si512(free, _mm512_rolv_epi64(free, once));
        let men = _mm512_or_si512(men, _mm512_and_si512(free, _mm512_rolv_epi64(men, twice)));
        let free = _mm512_and_si512(free, _mm512_rolv_epi64(free, twice));
        let men = _mm512_or_si512(men, _mm512_and_si512(free, _mm512_rolv_epi64(men, four)));
        _mm512_and_si512(onto(), _mm512_rolv_epi64(men, once))
    }
}

/// The squares a step in each direction can end on; a step over the edge would end elsewhere.
#[inline(always)]
fn onto() -> __m512i {
    lanes([
        !FIRST,
        !A,
        !LAST,
        !H,
        !(A | FIRST),
        !(H | FIRST),
        !(H | LAST),
        !(A | LAST),
    ])
}

/// All squares that sliding men command.
#[inline(always)]
pub(crate) fn commanded(straight: u64, diagonal: u64, occupied: u64) -> u64 {
    // A lone man is asked faster by himself.
    let men = straight | diagonal;
    if men & men.wrapping_sub(1) == 0 {
        let mut all = 0;
        if straight != 0 {
            all |= rook_bits(straight.trailing_zeros() as usize & 63, occupied);
        }
        if diagonal != 0 {
            all |= bishop_bits(diagonal.trailing_zeros() as usize & 63, occupied);
        }
        return all;
    }
    // SAFETY: as in `lanes`.
    unsafe { _mm512_reduce_or_epi64(smeared(straight, diagonal, occupied)).cast_unsigned() }
}

/// How many moves sliding men and knights have to the targets.
#[inline(always)]
pub(crate) fn moves(straight: u64, diagonal: u64, knights: u64, occupied: u64, targets: u64) -> u64 {
    let hops = lanes([17, 10, 54, 47, 15, 6, 58, 49]);
    let landing = lanes([
        !(A | FIRST_TWO),
        !(AB | FIRST),
        !(GH | LAST),
        !(H | LAST_TWO),
        !(H | FIRST_TWO),
        !(GH | FIRST),
        !(AB | LAST),
        !(A | LAST_TWO),
    ]);
    let slides = smeared(straight, diagonal, occupied);
    // SAFETY: as in `lanes`; the module also needs `avx512vpopcntdq`.
    unsafe {
        let targets = _mm512_set1_epi64(targets.cast_signed());
        let slides = _mm512_popcnt_epi64(_mm512_and_si512(targets, slides));
        let leapt = _mm512_rolv_epi64(_mm512_set1_epi64(knights.cast_signed()), hops);
        let leapt = _mm512_popcnt_epi64(_mm512_and_si512(targets, _mm512_and_si512(landing, leapt)));
        _mm512_reduce_add_epi64(_mm512_add_epi64(slides, leapt)).cast_unsigned()
    }
}

#[cfg(test)]
mod tests {
    use super::{commanded, moves};
    use crate::attacks::{KNIGHT, bishop_bits, rook_bits};
    use crate::generate::each;

    #[test]
    fn all_at_once_is_one_by_one() {
        let mut dice = fastrand::Rng::with_seed(0);
        let mut next = || dice.u64(..);
        for round in 0..100_000 {
            let sparse = if round % 2 == 0 { next() } else { !0 };
            let (mut straight, mut diagonal) = (next() & next(), next() & next() & sparse);
            if round % 4 == 0 {
                // A man alone: rook, bishop or queen.
                straight = 1 << (next() >> 58);
                diagonal = [0, straight, 1 << (next() >> 58)][round / 4 % 3];
                if diagonal != 0 && round % 8 == 0 {
                    straight &= diagonal;
                }
            }
            let knights = next() & next();
            let occupied = straight | diagonal | knights | next() & next() & sparse;
            let targets = next();
            let (mut all, mut count) = (0, 0);
            each!(straight, from, {
                all |= rook_bits(from as usize, occupied);
                count += u64::from((rook_bits(from as usize, occupied) & targets).count_ones());
            });
            each!(diagonal, from, {
                all |= bishop_bits(from as usize, occupied);
                count += u64::from((bishop_bits(from as usize, occupied) & targets).count_ones());
            });
            each!(knights, from, {
                count += u64::from((KNIGHT[from as usize] & targets).count_ones());
            });
            assert_eq!(commanded(straight, diagonal, occupied), all);
            assert_eq!(moves(straight, diagonal, knights, occupied, targets), count);
        }
    }
}
