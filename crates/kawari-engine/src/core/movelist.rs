//! Lists of moves.

use std::ops::Deref;

/// A list of moves that keeps its memory when cleared. A search that reuses its lists does
/// not allocate.
#[derive(Clone, Debug)]
pub struct MoveList<M>(Vec<M>);

impl<M> MoveList<M> {
    /// Initial capacity. Few positions have more moves.
    const CAPACITY: usize = 256;

    /// Creates an empty list.
    pub fn new() -> Self {
        Self(Vec::with_capacity(Self::CAPACITY))
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }

    /// Removes the moves for which `is_wanted` returns false. The others keep their order.
    #[inline]
    pub fn retain(&mut self, is_wanted: impl FnMut(&M) -> bool) {
        self.0.retain(is_wanted);
    }

    /// Removes all moves. The memory stays allocated.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Deref for MoveList<M> {
    type Target = [M];

    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<'a, M> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_can_be_refilled() {
        let mut list = MoveList::new();
        for _ in 0..2 {
            assert!(list.is_empty());
            for mv in 0..5 {
                list.push(mv);
            }
            list.retain(|mv| mv % 2 == 0);
            assert_eq!(*list, [0, 2, 4]);
            assert_eq!((&list).into_iter().sum::<i32>(), 6);
            list.clear();
        }
    }
}
