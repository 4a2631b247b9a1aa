//! Iteration over the positions of a class.

use super::Index;
use super::sets::{Orbit, SYMMETRIES, SquareList, bits_of};
use crate::core::endgame::EndgamePosition;
use crate::core::geometry::MAX_SQUARES;

/// A cursor that visits the positions of a class in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    pub(super) index: &'a Index,
    pub(super) orbit: usize,
    /// Opponent's men, as indices into `left`.
    pub(super) enemy: SquareList,
    /// Squares not occupied by the mover's men.
    pub(super) left: [u8; MAX_SQUARES],
}

impl Cursor<'_> {
    /// Returns the position at the cursor, or `None` if no position has this number.
    #[inline]
    pub fn position(&mut self) -> Option<EndgamePosition> {
        self.position_with_views().map(|(men, _)| men)
    }

    /// Returns the position at the cursor, and the number of positions equal to it under
    /// symmetry.
    #[inline]
    pub(crate) fn position_with_views(&mut self) -> Option<(EndgamePosition, u64)> {
        let Orbit { squares, stabiliser } = self.index.own.orbits.get(self.orbit)?;
        let enemy = self.enemy.map(|index| self.left[usize::from(index)]);
        let men = EndgamePosition { own: bits_of(squares), enemy: bits_of(&enemy) };
        if stabiliser.len() == 1 {
            return Some((men, SYMMETRIES as u64));
        }
        let board = &self.index.own.board;
        let mut fixed = 0;
        for &symmetry in stabiliser {
            // Compares sets in the order of `rank`: by their highest squares. Leaving out the
            // squares of the mover's men does not change this order.
            let view = board.view(&enemy, symmetry.into());
            match view.iter().rev().cmp(enemy.iter().rev()) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => fixed += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        Some((men, SYMMETRIES as u64 / fixed))
    }

    /// Advances to the next number.
    #[inline]
    pub fn advance(&mut self) {
        // Moves the lowest man that is not blocked up by one, and those below it to the start.
        let last = (self.index.own.board.squares() - self.index.men[0]) as u8;
        for man in 0..self.enemy.len() {
            let next = self.enemy[man] + 1;
            let limit = self.enemy.get(man + 1).copied().unwrap_or(last);
            if next < limit {
                self.enemy.squares[man] = next;
                return;
            }
            self.enemy.squares[man] = man as u8;
        }
        self.orbit += 1;
        self.left = self.index.free_squares(self.orbit);
    }
}
