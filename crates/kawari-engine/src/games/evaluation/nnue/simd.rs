//! The loops of a network, for the widest instructions that the processor has.
//!
//! They are plain loops over numbers that lie side by side, which the compiler turns into
//! vector instructions: into those that a build may assume, and once more into those of
//! AVX2 and of AVX-512. All arithmetic is whole, so that each comes to the same.

use super::features::View;
use super::parameters::{LANES, QA};

/// Which instructions the loops are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Instructions);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    /// What the build assumes.
    Assumed,
    /// AVX2, which the processor has.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 for bytes and words, which the processor has.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// All that the processor has, the best last.
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

    /// The best that the processor has.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self(Instructions::Assumed))
    }
}

/// Compiles functions that inline for each instruction set.
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
                // SAFETY: there is no such value but where the processor has AVX2.
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2 => unsafe { with_avx2($($argument),*) },
                // SAFETY: there is no such value but where the processor has AVX-512.
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx512 => unsafe { with_avx512($($argument),*) },
            }
        }
    )*};
}

/// Where the weights of an input begin in their table, in the views of both sides.
pub type Rows = [u32; 2];

for_each_instruction_set! {
    /// The accumulators of both sides' views after an input has come and another one has
    /// gone; `from` and `to` hold those of all views. Sums that leave 16 bits on the way to
    /// the last one come back: that it fits has been proved.
    fn replace_one = replace_one_feature(
        from: &[i16], to: &mut [i16], table: &[i8], views: [usize; 2], comes: Rows, goes: Rows
    );

    /// As [`replace_one`], of two inputs each.
    fn replace_two = replace_two_features(
        from: &[i16], to: &mut [i16], table: &[i8], views: [usize; 2], come: [Rows; 2], go: [Rows; 2]
    );

    /// Adds the weights of an input to an accumulator.
    fn add = add_row(to: &mut [i16], table: &[i8], comes: u32);

    /// Takes the weights of an input away from an accumulator.
    fn subtract = subtract_row(to: &mut [i16], table: &[i8], goes: u32);

    /// The accumulators of both sides with the weights of inputs that have come, one side's
    /// behind the other's.
    fn add_all = add_all_rows(from: [&[i16]; 2], to: &mut [i16], table: &[i8], come: &[Rows]);

    /// What the units of the side to move and of the other one add to an output: each
    /// clipped, squared and weighed.
    fn output = output_of_sides(ours: &[i16], theirs: &[i16], weights: &[i16]) -> i32;
}

/// So many weights of a table.
#[inline(always)]
fn row(table: &[i8], start: u32, length: usize) -> &[i8] {
    &table[start as usize..][..length]
}

/// The accumulators of one view among those of all, before and after.
#[inline(always)]
fn view_slices<'a>(
    from: &'a [i16],
    to: &'a mut [i16],
    view: usize,
) -> (&'a [i16], &'a mut [i16], usize) {
    let hidden = to.len() / View::ALL.len();
    (&from[view * hidden..][..hidden], &mut to[view * hidden..][..hidden], hidden)
}

#[inline(always)]
fn replace_one_feature(
    from: &[i16],
    to: &mut [i16],
    table: &[i8],
    views: [usize; 2],
    comes: Rows,
    goes: Rows,
) {
    for side in 0..2 {
        let (from, to, hidden) = view_slices(from, to, views[side]);
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
    views: [usize; 2],
    come: [Rows; 2],
    go: [Rows; 2],
) {
    for side in 0..2 {
        let (from, to, hidden) = view_slices(from, to, views[side]);
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
        // So many units at a time stay in registers.
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
        // A clipped unit times a weight fits 16 bits; processors multiply pairs of such
        // numbers and add them up at one go.
        total += i32::from(clipped) * i32::from(clipped.wrapping_mul(weight));
    }
    total
}

/// Numbers that begin with a cache line.
#[derive(Debug)]
pub struct AlignedVec<T> {
    numbers: Vec<T>,
    start: usize,
    length: usize,
}

impl<T: Copy + Default> AlignedVec<T> {
    /// Bytes of a cache line.
    const LINE: usize = 64;

    /// So many zeros.
    pub fn zeros(length: usize) -> Self {
        let numbers = vec![T::default(); length + Self::LINE / size_of::<T>()];
        // Where this cannot be found out, any place is as good as another.
        let start = numbers.as_ptr().align_offset(Self::LINE).min(numbers.len() - length);
        Self { numbers, start, length }
    }

    /// The numbers of a slice.
    pub fn of(numbers: &[T]) -> Self {
        Self::with(numbers, numbers.len())
    }

    /// The numbers of a slice, and zeros behind them up to a length.
    pub fn with(first: &[T], length: usize) -> Self {
        let mut aligned = Self::zeros(length);
        aligned.as_mut_slice()[..first.len()].copy_from_slice(first);
        aligned
    }

    /// The numbers.
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        &self.numbers[self.start..][..self.length]
    }

    /// The numbers, to be changed.
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
