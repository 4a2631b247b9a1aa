//! 128-bit arithmetic in 64-bit halves, for WebAssembly. It has no instructions for 128 bits, so
//! that the compiler calls functions for variable shifts and for products.

/// Whether the functions of this module are faster than the operators.
pub const IN_HALVES: bool = cfg!(target_family = "wasm");

/// Shifts left by fewer than 128 bits.
#[inline(always)]
pub const fn shift_left(word: u128, by: u32) -> u128 {
    let (low, high, by) =
        if by < 64 { (word as u64, (word >> 64) as u64, by) } else { (0, word as u64, by - 64) };
    // Two shifts, since a shift by 64 bits is not possible.
    join(low << by, high << by | low >> 1 >> (63 - by))
}

/// Shifts right by fewer than 128 bits.
#[inline(always)]
pub const fn shift_right(word: u128, by: u32) -> u128 {
    let (low, high, by) = if by < 64 {
        (word as u64, (word >> 64) as u64, by)
    } else {
        ((word >> 64) as u64, 0, by - 64)
    };
    join(low >> by | high << 1 << (63 - by), high >> by)
}

/// Multiplies modulo 2^128.
#[inline(always)]
pub const fn wrapping_mul(one: u128, other: u128) -> u128 {
    let (low, high) = (one as u64, (one >> 64) as u64);
    let (other_low, other_high) = (other as u64, (other >> 64) as u64);
    let [product, carried] = product(low, other_low);
    let crossed = low.wrapping_mul(other_high).wrapping_add(high.wrapping_mul(other_low));
    join(product, carried.wrapping_add(crossed))
}

/// Returns bits 64 to 127 of a product.
#[inline(always)]
pub const fn high_product(one: u64, other: u64) -> u64 {
    product(one, other)[1]
}

/// Returns the low and the high half of a product.
#[inline(always)]
const fn product(one: u64, other: u64) -> [u64; 2] {
    const LOW: u64 = u32::MAX as u64;
    let (low, high) = (one & LOW, one >> 32);
    let (other_low, other_high) = (other & LOW, other >> 32);
    let lowest = low * other_low;
    let (first, second) = (low * other_high, high * other_low);
    let middle = (lowest >> 32) + (first & LOW) + (second & LOW);
    let highest = high * other_high + (first >> 32) + (second >> 32) + (middle >> 32);
    [middle << 32 | lowest & LOW, highest]
}

#[inline(always)]
const fn join(low: u64, high: u64) -> u128 {
    low as u128 | (high as u128) << 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_the_compiler() {
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..20_000 {
            let (one, other) = (random.u128(..) >> random.u32(..128), random.u128(..));
            assert_eq!(wrapping_mul(one, other), one.wrapping_mul(other));
            let (low, other_low) = (one as u64, other as u64);
            let high = ((u128::from(low) * u128::from(other_low)) >> 64) as u64;
            assert_eq!(high_product(low, other_low), high);
            for by in [0, 1, 63, 64, 65, 127, random.u32(..128)] {
                assert_eq!(shift_left(one, by), one << by);
                assert_eq!(shift_right(one, by), one >> by);
            }
        }
    }
}
