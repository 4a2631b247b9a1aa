//! Zobrist keys, with random numbers that are the same in every build.
//!
//! <https://www.chessprogramming.org/Zobrist_Hashing>

use super::geometry::MAX_SQUARES;

/// A 64-bit Zobrist hash of everything in a position that the rules distinguish.
pub type Key = u64;

/// Returns `N` random numbers from a numbered stream, the same in every build.
///
/// The generator is `SplitMix64` (Steele, Lea and Flood 2014).
pub(crate) const fn random_keys<const N: usize>(stream: u64) -> [Key; N] {
    let mut state = stream.wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        numbers[i] = mixed ^ (mixed >> 31);
        i += 1;
    }
    numbers
}

/// Squares of the largest built-in board. Their keys are the first of their streams, so that
/// larger boards in games from files do not change them.
pub(crate) const FIRST_SQUARES: usize = 81;

/// Returns keys for all squares: for those of built-in games, row `row` of `first`; for the
/// others, `more`. A build without games from files does not use the others. Zeros make it smaller.
pub(crate) const fn with_more_squares<const N: usize>(
    first: &[Key; N],
    row: usize,
    more: [Key; MAX_SQUARES - FIRST_SQUARES],
) -> [Key; MAX_SQUARES] {
    let mut keys = [0; MAX_SQUARES];
    let mut square = 0;
    while square < MAX_SQUARES {
        keys[square] = if square < FIRST_SQUARES {
            first[row * FIRST_SQUARES + square]
        } else if cfg!(loaded_games) {
            more[square - FIRST_SQUARES]
        } else {
            0
        };
        square += 1;
    }
    keys
}

/// Returns true for one key in sixteen: debug builds check the consistency of only these
/// positions.
///
/// An inconsistency persists in the positions that follow, so a sample finds it, and tests
/// that play millions of moves stay fast.
#[inline]
pub(crate) const fn is_sampled(key: Key) -> bool {
    key.is_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output of the reference code, <https://prng.di.unimi.it/splitmix64.c>, from state 0.
    #[test]
    fn numbers_match_the_published_values() {
        let published = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];
        assert_eq!(random_keys(0), published);
    }

    #[test]
    fn one_key_in_sixteen_is_sampled() {
        let sampled: Vec<Key> = (0..64).filter(|&key| is_sampled(key)).collect();
        assert_eq!(sampled, [0, 16, 32, 48]);
    }
}
