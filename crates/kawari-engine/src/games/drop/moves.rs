//! Moves of the drop games in 16 bits.

use std::marker::PhantomData;

use super::kind::{KINDS, Kind};
use crate::core::geometry::Geometry;
use crate::core::position::MoveLike;
use crate::core::square::Square;

/// The origin of a moved or dropped piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<G: Geometry> {
    /// A square of the board.
    Board(Square<G>),
    /// The hand, with the kind of the dropped piece.
    Hand(Kind),
}

/// A board move or a drop in 16 bits: seven bits for the target, seven for the origin,
/// one each for a flip and a counter-flip. Origins from 96 are kinds in hand, so boards
/// of up to 81 squares fit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DropMove<G: Geometry>(u16, PhantomData<G>);

impl<G: Geometry> DropMove<G> {
    const FIELD: u16 = 0x7F;
    const ORIGIN: u32 = 7;
    /// First origin number that is a kind in hand.
    const HAND: u16 = 96;
    const FLIP: u16 = 1 << 14;
    const COUNTER: u16 = 1 << 15;

    /// Creates a board move.
    #[inline]
    pub const fn board(from: Square<G>, to: Square<G>) -> Self {
        Self((from.index() << Self::ORIGIN | to.index()) as u16, PhantomData)
    }

    /// Creates a drop.
    #[inline]
    pub const fn drop(kind: Kind, to: Square<G>) -> Self {
        let origin = Self::HAND as usize + kind.index();
        Self((origin << Self::ORIGIN | to.index()) as u16, PhantomData)
    }

    /// Returns this board move with a flip of the moved piece to its other side.
    #[inline]
    #[must_use]
    pub const fn flipping(self) -> Self {
        Self(self.0 | Self::FLIP, PhantomData)
    }

    /// Returns this capture with a counter-flip: the captured piece goes to the hand
    /// promoted.
    #[inline]
    #[must_use]
    pub const fn counter_flipping(self) -> Self {
        Self(self.0 | Self::COUNTER, PhantomData)
    }

    /// Returns the target square.
    #[inline]
    pub const fn to(self) -> Square<G> {
        Square::from_index((self.0 & Self::FIELD) as usize)
    }

    #[inline]
    const fn origin_field(self) -> u16 {
        self.0 >> Self::ORIGIN & Self::FIELD
    }

    /// Returns the origin.
    #[inline]
    pub const fn origin(self) -> Origin<G> {
        let origin = self.origin_field();
        match origin.checked_sub(Self::HAND) {
            None => Origin::Board(Square::from_index(origin as usize)),
            Some(kind) => Origin::Hand(Kind::new(kind as usize)),
        }
    }

    /// Returns true if the moved piece flips to its other side.
    #[inline]
    pub const fn is_flip(self) -> bool {
        self.0 & Self::FLIP != 0
    }

    /// Returns true if the captured piece is counter-flipped.
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
        let is_valid = bits & Self::FIELD < squares && (on_board || in_hand && plain);
        (bits != 0 && is_valid).then_some(mv)
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
    fn arbitrary_bits_are_a_valid_move_or_none() {
        all_bits_are_safe::<Board7x9>();
        all_bits_are_safe::<Board9x9>();
    }
}
