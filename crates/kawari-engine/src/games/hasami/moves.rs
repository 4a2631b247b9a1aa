//! Moves of the Hasami family in 16 bits.

use crate::core::geometry::Geometry;
use crate::core::position::MoveLike;
use crate::core::square::Square;

/// A move of a man. The captures are implied by the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HasamiMove<G: Geometry> {
    /// Start square.
    pub from: Square<G>,
    /// Target square, different from `from`.
    pub to: Square<G>,
}

impl<G: Geometry> HasamiMove<G> {
    /// Number of bits for a square.
    const SQUARE_BITS: u32 = 7;
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
        (from != to && from < G::SQUARES && to < G::SQUARES)
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
    use crate::core::geometry::{Board8x8, Board9x9};

    fn all_bits_are_safe<G: Geometry>() {
        let read = |bits| HasamiMove::<G>::from_bits(bits).map(|mv| (bits, mv));
        let moves: Vec<_> = (0..=u16::MAX).filter_map(read).collect();
        assert_eq!(moves.len(), G::SQUARES * (G::SQUARES - 1));
        for (bits, mv) in moves {
            assert_eq!(mv.bits(), bits);
            assert!(mv.from != mv.to && mv.slot() < HasamiMove::<G>::SLOTS);
            assert!(mv.from.index() < G::SQUARES && mv.to.index() < G::SQUARES);
        }
    }

    #[test]
    fn arbitrary_bits_are_a_valid_move_or_none() {
        all_bits_are_safe::<Board8x8>();
        all_bits_are_safe::<Board9x9>();
    }
}
