//! The triangular PV table.
//!
//! <https://www.chessprogramming.org/Triangular_PV-Table>

use crate::core::score::MAX_PLY;

/// The principal variation from each ply of the current line.
#[derive(Clone, Debug)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// Creates an empty table for lines of up to [`MAX_PLY`] plies.
    pub fn new() -> Self {
        Self { lines: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect() }
    }

    /// Clears the PV from a ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the PV from `ply` to `mv` followed by the PV from `ply + 1`.
    pub fn extend(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// Returns the PV from a ply.
    pub fn moves(&self, ply: usize) -> &[M] {
        &self.lines[ply]
    }
}

impl<M: Copy> Default for PvTable<M> {
    fn default() -> Self {
        Self::new()
    }
}
