//! The values of a class during its solution: one byte for each position, shared by threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::index::Index;

/// The values of one of the two classes that are solved together.
pub(super) struct ClassValues {
    pub(super) index: Index,
    pub(super) bytes: Vec<AtomicU8>,
    /// Number of positions with each byte.
    counts: Vec<AtomicU64>,
    /// For each block, a bit for each byte value that it has ever contained.
    present: Vec<[AtomicU64; 4]>,
}

/// Positions in a block. Blocks without the wanted byte are skipped.
const BLOCK: u64 = 1 << 12;

impl ClassValues {
    /// Creates the values from one byte for each number of the index.
    pub(super) fn new(index: Index, bytes: Vec<u8>) -> Self {
        let mut counts = [0; 256];
        let present = |block: &[u8]| {
            let mut bits = [0; 4];
            for &byte in block {
                counts[usize::from(byte)] += 1;
                bits[usize::from(byte / 64)] |= 1 << (byte % 64);
            }
            bits.map(AtomicU64::new)
        };
        let present = bytes.chunks(BLOCK as usize).map(present).collect();
        let bytes = bytes.into_iter().map(AtomicU8::new).collect();
        Self { index, bytes, counts: counts.map(AtomicU64::new).into(), present }
    }

    /// Returns the byte of a number.
    #[inline]
    pub(super) fn byte(&self, number: u64) -> u8 {
        self.bytes[number as usize].load(Ordering::Relaxed)
    }

    /// Sets the byte of a number.
    pub(super) fn set(&self, number: u64, byte: u8) {
        let old = self.bytes[number as usize].swap(byte, Ordering::Relaxed);
        if old != byte {
            self.counts[usize::from(old)].fetch_sub(1, Ordering::Relaxed);
            self.counts[usize::from(byte)].fetch_add(1, Ordering::Relaxed);
            let bits = &self.present[(number / BLOCK) as usize][usize::from(byte / 64)];
            bits.fetch_or(1 << (byte % 64), Ordering::Relaxed);
        }
    }

    /// Returns the numbers in a range with a given byte. The range must start at a block.
    pub(super) fn numbers_with(&self, byte: u8, range: Range<u64>) -> impl Iterator<Item = u64> {
        let blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        let is_present = move |block: &u64| {
            let bits = &self.present[*block as usize][usize::from(byte / 64)];
            bits.load(Ordering::Relaxed) >> (byte % 64) & 1 != 0
        };
        let numbers = move |block: u64| block * BLOCK..((block + 1) * BLOCK).min(range.end);
        let has_it = move |&number: &u64| self.byte(number) == byte;
        blocks.filter(is_present).flat_map(numbers).filter(has_it)
    }

    /// Returns the number of positions with a byte.
    pub(super) fn count(&self, byte: u8) -> u64 {
        self.counts[usize::from(byte)].load(Ordering::Relaxed)
    }
}
