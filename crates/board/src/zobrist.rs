//! Which numbers make up a position's key?

use crate::generate::LASTING;

/// One number for each man on each square: by colour, kind, square.
pub(crate) static MEN: [[[u64; 64]; 6]; 2] = {
    let mut table = [[[0; 64]; 6]; 2];
    let mut index = 0;
    while index < 2 * 6 * 64 {
        table[index / 384][index / 64 % 6][index % 64] = mixed(index as u64);
        index += 1;
    }
    table
};

/// Black to play.
pub(crate) const BLACK: u64 = mixed(1_000);

/// A capture in passing is legally possible on this file.
pub(crate) static FILES: [u64; 8] = {
    let mut table = [0; 8];
    let mut file = 0;
    while file < 8 {
        table[file] = mixed(1_100 + file as u64);
        file += 1;
    }
    table
};

/// What lasts in a position's rights word: the rights to castle, and which pawns have moved on their second rank.
#[inline]
pub(crate) fn lasting(rights: u64) -> u64 {
    let mut key = 0;
    let mut bits = rights & LASTING;
    while bits != 0 {
        key ^= mixed(1_200 + u64::from(bits.trailing_zeros()));
        bits &= bits - 1;
    }
    key
}

/// The splitmix64 sequence: well spread, and the same on every machine.
const fn mixed(index: u64) -> u64 {
    let mut z = 0x6A61_646F_7562_6521u64.wrapping_add((index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
