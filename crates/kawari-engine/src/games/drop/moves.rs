//! Moves of the drop games in 16 bits.

use std::marker::PhantomData;

use super::kind::{BUILT_IN_KINDS, KINDS, Kind};
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
/// one each for a flip and a counter-flip. Origins from 96 are kinds in hand. On boards of
/// more squares, origins from 121 are kinds in hand, with the flag bits as their high part;
/// these games have at most 14 pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DropMove<G: Geometry>(u16, PhantomData<G>);

impl<G: Geometry> DropMove<G> {
    const FIELD: u16 = 0x7F;
    const ORIGIN: u32 = 7;
    /// True if the origins of a board move leave too few numbers for the kinds.
    const IS_LARGE: bool = G::SQUARES > 96;
    /// First origin number that is a kind in hand.
    const HAND: u16 = if Self::IS_LARGE { 121 } else { 96 };
    /// Number of origins that are a kind in hand.
    const HAND_ORIGINS: u16 = if Self::IS_LARGE { 7 } else { Self::KINDS as u16 };
    /// Number of kinds in history tables.
    const KINDS: usize = if G::IS_BOX { KINDS } else { BUILT_IN_KINDS };
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
        let (origin, flags) = if Self::IS_LARGE {
            let number = 2 * kind.piece() + kind.is_promoted() as usize;
            (number % 7, number / 7)
        } else {
            (kind.index(), 0)
        };
        let origin = (flags << 7) | (Self::HAND as usize + origin);
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

    /// Returns true if the flag bits are a part of a kind in hand.
    #[inline]
    const fn is_large_drop(self) -> bool {
        Self::IS_LARGE && self.origin_field() >= Self::HAND
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
            Some(kind) if Self::IS_LARGE => {
                let number = (self.0 >> 14) * 7 + kind;
                let piece = Kind::of_piece(number as usize / 2);
                Origin::Hand(if number.is_multiple_of(2) { piece } else { piece.promoted() })
            }
            Some(kind) => Origin::Hand(Kind::new(kind as usize)),
        }
    }

    /// Returns true if the moved piece flips to its other side.
    #[inline]
    pub const fn is_flip(self) -> bool {
        self.0 & Self::FLIP != 0 && !self.is_large_drop()
    }

    /// Returns true if the captured piece is counter-flipped.
    #[inline]
    pub const fn is_counter_flip(self) -> bool {
        self.0 & Self::COUNTER != 0 && !self.is_large_drop()
    }
}

impl<G: Geometry> MoveLike for DropMove<G> {
    const SLOTS: usize = (G::SQUARES + Self::KINDS) * G::SQUARES;

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
        let in_hand = (Self::HAND..Self::HAND + Self::HAND_ORIGINS).contains(&origin);
        let plain = Self::IS_LARGE || bits & (Self::FLIP | Self::COUNTER) == 0;
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
    use crate::core::geometry::{Board7x9, Board9x9, Box7x9, Box11x11};

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
        all_bits_are_safe::<Box7x9>();
        all_bits_are_safe::<Box11x11>();
    }

    fn check_drops<G: Geometry>(pieces: usize) {
        for square in Square::<G>::all() {
            for kind in (0..pieces).map(Kind::of_piece).flat_map(|kind| [kind, kind.promoted()]) {
                let mv = DropMove::drop(kind, square);
                assert_eq!((mv.origin(), mv.to()), (Origin::Hand(kind), square));
                assert!(!mv.is_flip() && !mv.is_counter_flip());
                assert_eq!(DropMove::from_bits(mv.bits()), Some(mv));
            }
        }
    }

    #[test]
    fn every_kind_can_be_dropped_on_every_square() {
        check_drops::<Board9x9>(8);
        check_drops::<Box7x9>(16);
        check_drops::<Box11x11>(14);
    }
}
