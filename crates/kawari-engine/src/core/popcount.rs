//! Counting bits by the processor's own instruction, in builds that do not assume it.
//!
//! POPCNT came to x86-64 in 2008, five years after the first of them, so a compiler
//! that is told nothing counts bits by a dozen instructions. This repository tells it
//! (`.cargo/config.toml`), but `cargo install --git` and whoever uses the library do
//! not. What counts the most bits is therefore a [`PopcountTask`]: it is compiled twice,
//! and the processor is asked which of the two it can run.
//!
//! To ask at every single count costs as much as it gains, for the counts no longer
//! run side by side. So the whole work is asked for once.

/// Work that counts many bits. `run` has to be `#[inline(always)]`, and so has what it
/// calls, or the compiler makes but one version of it.
pub trait PopcountTask {
    /// What it comes to.
    type Output;

    /// Does it.
    fn run(self) -> Self::Output;
}

/// Does the work by POPCNT, if the processor has it.
#[inline(always)]
pub fn run<W: PopcountTask>(work: W) -> W::Output {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "popcnt")))]
    {
        #[target_feature(enable = "popcnt")]
        fn run_with_popcnt<W: PopcountTask>(work: W) -> W::Output {
            work.run()
        }

        if std::arch::is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has the one instruction that the function may use
            // and its caller may not.
            return unsafe { run_with_popcnt(work) };
        }
    }
    work.run()
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
    fn bits_are_counted_alike_by_every_build() {
        for bits in [0, 1, u128::from(u64::MAX), 1 << 127, 0x0123_4567_89ab_cdef << 40, u128::MAX] {
            let one_by_one = (0..128).filter(|bit| bits >> bit & 1 != 0).count();
            assert_eq!(run(Ones(bits)) as usize, one_by_one, "{bits:#x}");
        }
    }
}
