//! The inner loops of a network, compiled for several instruction sets.
//!
//! They are plain loops over slices, which the compiler vectorises: for the build target,
//! and also for AVX2 and AVX-512. Integer arithmetic gives the same result in all of them.

use super::parameters::{LANES, QA};

/// The instruction set for which a loop is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    /// Instructions of the build target.
    Assumed,
    /// AVX2. Only created if the processor supports it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512BW. Only created if the processor supports it.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// Returns the instruction sets of the processor, the best last.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut, reason = "there may be nothing to add")]
        let mut sets = vec![Self(Instructions::Assumed)];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                sets.push(Self(Instructions::Avx2));
            }
            if std::arch::is_x86_feature_detected!("avx512bw") {
                sets.push(Self(Instructions::Avx512));
            }
        }
        sets
    }

    /// Returns the best instruction set of the processor.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self(Instructions::Assumed))
    }
}

/// Compiles inline functions for each instruction set, and a function that selects one.
macro_rules! for_each_instruction_set {
    ($($(#[$doc:meta])* fn $name:ident = $work:ident($($argument:ident: $type:ty),*) $(-> $output:ty)?;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(set: InstructionSet, $($argument: $type),*) $(-> $output)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn with_avx2($($argument: $type),*) $(-> $output)? {
                $work($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512bw")]
            fn with_avx512($($argument: $type),*) $(-> $output)? {
                $work($($argument),*)
            }

            match set.0 {
                Instructions::Assumed => $work($($argument),*),
                // SAFETY: this value only exists if the processor supports AVX2.
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2 => unsafe { with_avx2($($argument),*) },
                // SAFETY: this value only exists if the processor supports AVX-512BW.
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx512 => unsafe { with_avx512($($argument),*) },
            }
        }
    )*};
}

/// Offsets of an input's weights in the weight table, for the views of both sides.
pub type Rows = [u32; 2];

/// The accumulators of both sides among those of all views.
#[derive(Clone, Copy, Debug)]
pub struct ViewSlices {
    /// Offsets of the accumulators.
    pub starts: [usize; 2],
    /// Number of units of an accumulator.
    pub hidden: usize,
}

for_each_instruction_set! {
    /// Computes the accumulators of both sides' views after one input is added and one
    /// removed. `from` and `to` contain all views. Intermediate sums may wrap; the final sum
    /// fits 16 bits, as [`Parameters::check`](super::parameters::Parameters::check) ensures.
    fn replace_one = replace_one_feature(
        from: &[i16], to: &mut [i16], table: &[i8], views: ViewSlices, comes: Rows, goes: Rows
    );

    /// Like [`replace_one`], with two inputs added and two removed.
    fn replace_two = replace_two_features(
        from: &[i16], to: &mut [i16], table: &[i8], views: ViewSlices, come: [Rows; 2],
        go: [Rows; 2]
    );

    /// Adds the weights of an input to an accumulator.
    fn add = add_row(to: &mut [i16], table: &[i8], comes: u32);

    /// Subtracts the weights of an input from an accumulator.
    fn subtract = subtract_row(to: &mut [i16], table: &[i8], goes: u32);

    /// Copies the accumulators of both sides to `to`, one after the other, and adds the
    /// weights of inputs.
    fn add_all = add_all_rows(from: [&[i16]; 2], to: &mut [i16], table: &[i8], come: &[Rows]);

    /// Returns the weighted sum of the activations of the side to move and of the other
    /// side.
    fn output = output_of_sides(ours: &[i16], theirs: &[i16], weights: &[i16]) -> i32;
}

/// Returns the weights at an offset.
#[inline(always)]
fn row(table: &[i8], start: u32, length: usize) -> &[i8] {
    &table[start as usize..][..length]
}

#[inline(always)]
fn replace_one_feature(
    from: &[i16],
    to: &mut [i16],
    table: &[i8],
    views: ViewSlices,
    comes: Rows,
    goes: Rows,
) {
    for side in 0..2 {
        let (start, hidden) = (views.starts[side], views.hidden);
        let (from, to) = (&from[start..][..hidden], &mut to[start..][..hidden]);
        let (comes, goes) = (row(table, comes[side], hidden), row(table, goes[side], hidden));
        for (((to, &from), &comes), &goes) in to.iter_mut().zip(from).zip(comes).zip(goes) {
            *to = from.wrapping_add(i16::from(comes) - i16::from(goes));
        }
    }
}

#[inline(always)]
fn replace_two_features(
    from: &[i16],
    to: &mut [i16],
    table: &[i8],
    views: ViewSlices,
    come: [Rows; 2],
    go: [Rows; 2],
) {
    for side in 0..2 {
        let (start, hidden) = (views.starts[side], views.hidden);
        let (from, to) = (&from[start..][..hidden], &mut to[start..][..hidden]);
        let [a, b] = come.map(|rows| row(table, rows[side], hidden));
        let [r, s] = go.map(|rows| row(table, rows[side], hidden));
        let come = a.iter().zip(b).map(|(&a, &b)| i16::from(a) + i16::from(b));
        let go = r.iter().zip(s).map(|(&r, &s)| i16::from(r) + i16::from(s));
        for (((to, &from), come), go) in to.iter_mut().zip(from).zip(come).zip(go) {
            *to = from.wrapping_add(come - go);
        }
    }
}

#[inline(always)]
fn add_row(to: &mut [i16], table: &[i8], comes: u32) {
    let comes = row(table, comes, to.len());
    for (to, &comes) in to.iter_mut().zip(comes) {
        *to = to.wrapping_add(i16::from(comes));
    }
}

#[inline(always)]
fn subtract_row(to: &mut [i16], table: &[i8], goes: u32) {
    let goes = row(table, goes, to.len());
    for (to, &goes) in to.iter_mut().zip(goes) {
        *to = to.wrapping_sub(i16::from(goes));
    }
}

#[inline(always)]
fn add_all_rows(from: [&[i16]; 2], to: &mut [i16], table: &[i8], come: &[Rows]) {
    for (side, (from, to)) in from.into_iter().zip(to.chunks_exact_mut(from[0].len())).enumerate() {
        // The sums of a block stay in registers.
        let blocks = from.as_chunks::<LANES>().0.iter().zip(to.as_chunks_mut::<LANES>().0);
        for (block, (from, to)) in blocks.enumerate() {
            let mut sums = *from;
            for rows in come {
                let row = row(table, rows[side] + (block * LANES) as u32, LANES);
                for (sum, &weight) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(i16::from(weight));
                }
            }
            *to = sums;
        }
    }
}

#[inline(always)]
fn output_of_sides(ours: &[i16], theirs: &[i16], weights: &[i16]) -> i32 {
    let (first, second) = weights.split_at(ours.len());
    output_of_units(ours, first) + output_of_units(theirs, second)
}

#[inline(always)]
fn output_of_units(accumulator: &[i16], weights: &[i16]) -> i32 {
    let mut total = 0;
    for (&unit, &weight) in accumulator.iter().zip(weights) {
        let clipped = unit.clamp(0, QA as i16);
        // A clipped unit times a weight fits 16 bits. Processors have an instruction that
        // multiplies pairs of 16-bit numbers and adds the products.
        total += i32::from(clipped) * i32::from(clipped.wrapping_mul(weight));
    }
    total
}

/// A vector aligned to cache lines.
#[derive(Debug)]
pub struct AlignedVec<T> {
    numbers: Vec<T>,
    start: usize,
    length: usize,
}

impl<T: Copy + Default> AlignedVec<T> {
    /// Size of a cache line in bytes.
    const LINE: usize = 64;

    /// Creates a vector of zeros.
    pub fn zeros(length: usize) -> Self {
        let numbers = vec![T::default(); length + Self::LINE / size_of::<T>()];
        // `align_offset` may fail, which only costs speed.
        let start = numbers.as_ptr().align_offset(Self::LINE).min(numbers.len() - length);
        Self { numbers, start, length }
    }

    /// Copies a slice.
    pub fn of(numbers: &[T]) -> Self {
        Self::with(numbers, numbers.len())
    }

    /// Copies a slice and appends zeros up to a length.
    pub fn with(first: &[T], length: usize) -> Self {
        let mut aligned = Self::zeros(length);
        aligned.as_mut_slice()[..first.len()].copy_from_slice(first);
        aligned
    }

    /// Returns the numbers.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        &self.numbers[self.start..][..self.length]
    }

    /// Returns the numbers.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.numbers[self.start..][..self.length]
    }
}

impl<T: Copy + Default> Clone for AlignedVec<T> {
    fn clone(&self) -> Self {
        Self::of(self.as_slice())
    }
}
