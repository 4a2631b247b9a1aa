//! Run-time detection of the POPCNT instruction.
//!
//! The x86-64 baseline has no POPCNT (it came in 2008), so by default a compiler counts bits
//! with a dozen instructions. This repository enables POPCNT in `.cargo/config.toml`, but
//! `cargo install --git` and users of the library do not read that file. Therefore code that
//! counts many bits is a [`PopcountTask`]. It is compiled twice, and [`run`] selects the
//! version for the processor.
//!
//! The detection is done once for a whole task. Detection at every single count costs as
//! much as POPCNT gains, because the counts can no longer be pipelined.

/// A computation that counts many bits.
///
/// `run` and the functions that it calls must be `#[inline(always)]`; otherwise the compiler
/// makes only one version of them.
pub trait PopcountTask {
    /// Result of the computation.
    type Output;

    /// Performs the computation.
    fn run(self) -> Self::Output;
}

/// Runs a task, with POPCNT if the processor has it.
#[inline(always)]
pub fn run<W: PopcountTask>(task: W) -> W::Output {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
    {
        #[target_feature(enable = "popcnt")]
        fn run_with_popcnt<W: PopcountTask>(task: W) -> W::Output {
            task.run()
        }

        if std::arch::is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor supports POPCNT, the only feature that the function
            // enables.
            return unsafe { run_with_popcnt(task) };
        }
    }
    task.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ones(u128);

    impl PopcountTask for Ones {
        type Output = u32;

        #[inline(always)]
        fn run(self) -> u32 {
            self.0.count_ones()
        }
    }

    #[test]
    fn counts_match_a_bit_by_bit_count() {
        for bits in [0, 1, u128::from(u64::MAX), 1 << 127, 0x0123_4567_89ab_cdef << 40, u128::MAX] {
            let one_by_one = (0..128).filter(|bit| bits >> bit & 1 != 0).count();
            assert_eq!(run(Ones(bits)) as usize, one_by_one, "{bits:#x}");
        }
    }
}
