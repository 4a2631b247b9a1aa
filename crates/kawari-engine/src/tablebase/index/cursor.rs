//! The positions of a class one after the other.

use super::Index;
use super::sets::{Orbit, SYMMETRIES, SquareList, bits_of};
use crate::core::endgame::EndgamePosition;
use crate::core::geometry::MAX_SQUARES;

/// One position after the other, by number.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    pub(super) index: &'a Index,
    pub(super) orbit: usize,
    /// Places among the squares that the orbit leaves.
    pub(super) enemy: SquareList,
    pub(super) left: [u8; MAX_SQUARES],
}

impl Cursor<'_> {
    /// The position with the number that the cursor stands at; `None` if there is none.
    #[inline]
    pub fn position(&mut self) -> Option<EndgamePosition> {
        self.position_with_views().map(|(men, _)| men)
    }

    /// The same, with the number of its views.
    #[inline]
    pub fn position_with_views(&mut self) -> Option<(EndgamePosition, u64)> {
        let Orbit { squares, stabiliser } = self.index.own.orbits.get(self.orbit)?;
        let enemy = self.enemy.map(|position_index| self.left[usize::from(position_index)]);
        let men = EndgamePosition { own: bits_of(squares), enemy: bits_of(&enemy) };
        if stabiliser.len() == 1 {
            return Some((men, SYMMETRIES as u64));
        }
        let board = &self.index.own.board;
        let mut same = 0;
        for &symmetry in stabiliser {
            // The order of sets is that of their squares, the greatest first, whether or
            // not those that nobody can stand on are left out.
            let view = board.view(&enemy, symmetry.into());
            match view.iter().rev().cmp(enemy.iter().rev()) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => same += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        Some((men, SYMMETRIES as u64 / same))
    }

    /// Goes on to the next number.
    #[inline]
    pub fn advance(&mut self) {
        // The lowest man that has room moves up, those below it go back to the start.
        let last = (self.index.own.board.squares() - self.index.men[0]) as u8;
        for position_index in 0..self.enemy.len() {
            let next = self.enemy[position_index] + 1;
            let limit = self.enemy.get(position_index + 1).copied().unwrap_or(last);
            if next < limit {
                self.enemy.squares[position_index] = next;
                return;
            }
            self.enemy.squares[position_index] = position_index as u8;
        }
        self.orbit += 1;
        self.left = self.index.free_squares(self.orbit);
    }
}
