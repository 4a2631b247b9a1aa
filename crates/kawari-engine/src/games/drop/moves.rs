//! Moves of the drop games in 16 bits.

use std::marker::PhantomData;

use super::kind::{KINDS, Kind};
use crate::core::geometry::Geometry;
use crate::core::position::MoveLike;
use crate::core::square::Square;

/// Where a moved piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<G: Geometry> {
    /// A square of the board.
    Board(Square<G>),
    /// The hand, where the piece lies with this side up.
    Hand(Kind),
}

/// A board move or a drop: seven bits for the target, seven for the origin, one
/// each for a flip and a counter-flip. Origins beyond the board are hands, so
/// that boards of up to 81 squares fit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DropMove<G: Geometry>(u16, PhantomData<G>);

impl<G: Geometry> DropMove<G> {
    const FIELD: u16 = 0x7F;
    const ORIGIN: u32 = 7;
    /// The first origin that is a kind in hand.
    const HAND: u16 = 96;
    const FLIP: u16 = 1 << 14;
    const COUNTER: u16 = 1 << 15;

    /// A move on the board.
    #[inline]
    pub const fn board(from: Square<G>, to: Square<G>) -> Self {
        Self((from.index() << Self::ORIGIN | to.index()) as u16, PhantomData)
    }

    /// A drop of a piece as it lies in hand.
    #[inline]
    pub const fn drop(kind: Kind, to: Square<G>) -> Self {
        let origin = Self::HAND as usize + kind.index();
        Self((origin << Self::ORIGIN | to.index()) as u16, PhantomData)
    }

    /// This board move, and the moved piece turns to its other side.
    #[inline]
    #[must_use]
    pub const fn flipping(self) -> Self {
        Self(self.0 | Self::FLIP, PhantomData)
    }

    /// This capture, and the captured piece turns to its promoted side.
    #[inline]
    #[must_use]
    pub const fn counter_flipping(self) -> Self {
        Self(self.0 | Self::COUNTER, PhantomData)
    }

    /// The target.
    #[inline]
    pub const fn to(self) -> Square<G> {
        Square::from_index((self.0 & Self::FIELD) as usize)
    }

    #[inline]
    const fn origin_field(self) -> u16 {
        self.0 >> Self::ORIGIN & Self::FIELD
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn origin(self) -> Origin<G> {
        let origin = self.origin_field();
        match origin.checked_sub(Self::HAND) {
            None => Origin::Board(Square::from_index(origin as usize)),
            Some(kind) => Origin::Hand(Kind::new(kind as usize)),
        }
    }

    /// True when the moved piece turns to its other side.
    #[inline]
    pub const fn is_flip(self) -> bool {
        self.0 & Self::FLIP != 0
    }

    /// True when the captured piece turns to its promoted side.
    #[inline]
    pub const fn is_counter_flip(self) -> bool {
        self.0 & Self::COUNTER != 0
    }
}

impl<G: Geometry> MoveLike for DropMove<G> {
    const SLOTS: usize = (G::SQUARES + KINDS) * G::SQUARES;

    #[inline]
    fn bits(self) -> u16 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u16) -> Option<Self> {
        let mv = Self(bits, PhantomData);
        let squares = G::SQUARES as u16;
        let origin = mv.origin_field();
        let on_board = origin < squares;
        let in_hand = (Self::HAND..Self::HAND + KINDS as u16).contains(&origin);
        let plain = bits & (Self::FLIP | Self::COUNTER) == 0;
        let known = bits & Self::FIELD < squares && (on_board || in_hand && plain);
        (bits != 0 && known).then_some(mv)
    }

    #[inline]
    fn slot(self) -> usize {
        let origin = match self.origin() {
            Origin::Board(from) => from.index(),
            Origin::Hand(kind) => G::SQUARES + kind.index(),
        };
        origin * G::SQUARES + self.to().index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::{Board7x9, Board9x9};

    fn all_bits_are_safe<G: Geometry>() {
        for bits in 0..=u16::MAX {
            let Some(mv) = DropMove::<G>::from_bits(bits) else { continue };
            assert_eq!(mv.bits(), bits);
            assert!(mv.to().index() < G::SQUARES);
            assert!(mv.slot() < DropMove::<G>::SLOTS);
            let rebuilt = match mv.origin() {
                Origin::Board(from) => DropMove::board(from, mv.to()),
                Origin::Hand(kind) => DropMove::drop(kind, mv.to()),
            };
            assert_eq!(rebuilt.slot(), mv.slot());
        }
        assert_eq!(DropMove::<G>::from_bits(0), None);
    }

    #[test]
    fn bits_from_nowhere_are_a_move_or_none() {
        all_bits_are_safe::<Board7x9>();
        all_bits_are_safe::<Board9x9>();
    }
}
