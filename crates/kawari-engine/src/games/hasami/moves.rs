//! Moves of the Hasami family in 16 bits.

use crate::core::geometry::Geometry;
use crate::core::position::MoveLike;
use crate::core::square::Square;

/// A move of a man. The captures are implied by the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HasamiMove<G: Geometry> {
    /// Start square.
    pub from: Square<G>,
    /// Target square. Equal to `from` only in [`HasamiMove::PASS`].
    pub to: Square<G>,
}

impl<G: Geometry> HasamiMove<G> {
    /// Number of bits for a square.
    const SQUARE_BITS: u32 = 7;

    /// The move of a side that passes, in games where this is legal. Its bits are not 0.
    pub(super) const PASS: Self = Self { from: Square::from_index(1), to: Square::from_index(1) };

    /// Returns true if the side passes.
    #[inline(always)]
    pub(super) fn is_pass(self) -> bool {
        self.from == self.to
    }
}

impl<G: Geometry> MoveLike for HasamiMove<G> {
    const SLOTS: usize = G::SQUARES * G::SQUARES;

    #[inline]
    fn bits(self) -> u16 {
        (self.from.index() | self.to.index() << Self::SQUARE_BITS) as u16
    }

    #[inline]
    fn from_bits(bits: u16) -> Option<Self> {
        let from = usize::from(bits) & ((1 << Self::SQUARE_BITS) - 1);
        let to = usize::from(bits) >> Self::SQUARE_BITS;
        let is_on_board = from < G::SQUARES && to < G::SQUARES;
        let is_move = from != to || G::IS_BOX && bits == Self::PASS.bits();
        (is_on_board && is_move)
            .then(|| Self { from: Square::from_index(from), to: Square::from_index(to) })
    }

    #[inline]
    fn slot(self) -> usize {
        self.from.index() * G::SQUARES + self.to.index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::{Board8x8, Board9x9, Box11x11};

    fn all_bits_are_safe<G: Geometry>() {
        let read = |bits| HasamiMove::<G>::from_bits(bits).map(|mv| (bits, mv));
        let moves: Vec<_> = (0..=u16::MAX).filter_map(read).collect();
        assert_eq!(moves.len(), G::SQUARES * (G::SQUARES - 1) + usize::from(G::IS_BOX));
        for (bits, mv) in moves {
            assert_eq!(mv.bits(), bits);
            assert!((mv.from != mv.to || G::IS_BOX) && mv.slot() < HasamiMove::<G>::SLOTS);
            assert!(mv.from.index() < G::SQUARES && mv.to.index() < G::SQUARES);
        }
    }

    #[test]
    fn arbitrary_bits_are_a_valid_move_or_none() {
        all_bits_are_safe::<Board8x8>();
        all_bits_are_safe::<Board9x9>();
        all_bits_are_safe::<Box11x11>();
    }
}
