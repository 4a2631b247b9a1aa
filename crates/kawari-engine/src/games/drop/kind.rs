//! Kinds of piece and the hands that hold them.

/// Maximum number of pieces in a game's piece table. Each piece has up to two sides.
pub(crate) const MAX_PIECES: usize = 16;
/// Number of kind indices: two sides for each of `MAX_PIECES` pieces.
pub(crate) const KINDS: usize = 2 * MAX_PIECES;
/// Maximum number of pieces of a built-in game.
pub(crate) const BUILT_IN_PIECES: usize = 8;
/// Number of kind indices of a built-in game.
pub(crate) const BUILT_IN_KINDS: usize = 2 * BUILT_IN_PIECES;

/// One side of a piece.
///
/// The index has the low three bits of the piece's place in the piece table, then a bit for
/// the promoted side, then the high bit of the place. So the kinds of games with up to eight
/// pieces have indices below [`BUILT_IN_KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// The unpromoted Pawn.
    pub(crate) const PAWN: Self = Self(0);

    /// Creates a kind from its index, which is below [`KINDS`].
    #[inline]
    pub(crate) const fn new(index: usize) -> Self {
        debug_assert!(index < KINDS);
        Self(index as u8)
    }

    /// Creates the unpromoted kind of the piece at an index of the piece table, which is below
    /// [`MAX_PIECES`].
    #[inline]
    pub(crate) const fn of_piece(piece: usize) -> Self {
        Self::new((piece % BUILT_IN_PIECES) | (piece / BUILT_IN_PIECES * BUILT_IN_KINDS))
    }

    /// Returns the index of this kind.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        // The index is always below `KINDS`; the mask lets the compiler drop bounds checks.
        self.0 as usize % KINDS
    }

    /// Returns the piece's index in the piece table, the same for both sides.
    #[inline]
    pub(crate) const fn piece(self) -> usize {
        let index = self.index();
        (index % BUILT_IN_PIECES) | (index / BUILT_IN_KINDS * BUILT_IN_PIECES)
    }

    /// Returns true for a promoted side.
    #[inline]
    pub(crate) const fn is_promoted(self) -> bool {
        self.0 & BUILT_IN_PIECES as u8 != 0
    }

    /// Returns the other side of the piece.
    #[inline]
    #[must_use]
    pub(crate) const fn flipped(self) -> Self {
        Self(self.0 ^ BUILT_IN_PIECES as u8)
    }

    /// Returns the unpromoted side of the piece.
    #[inline]
    #[must_use]
    pub(crate) const fn unpromoted(self) -> Self {
        Self(self.0 & !(BUILT_IN_PIECES as u8))
    }

    /// Returns the promoted side of the piece.
    #[inline]
    #[must_use]
    pub(crate) const fn promoted(self) -> Self {
        Self(self.0 | BUILT_IN_PIECES as u8)
    }

    /// Returns all kinds, in the order of their indices.
    pub(crate) fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..KINDS).map(Self::new)
    }

    /// Returns all kinds in the order of the hands field of an SFEN: the strongest
    /// piece first, its promoted side before the unpromoted one.
    pub(crate) fn hand_order() -> impl Iterator<Item = Self> {
        (0..MAX_PIECES).rev().map(Self::of_piece).flat_map(|kind| [kind.promoted(), kind])
    }
}

/// The pieces in one side's hand, as a count for each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand([u16; KINDS]);

impl Hand {
    /// Maximum count of one kind that an SFEN may put into a hand. Captures cannot
    /// add more pieces than the board has squares.
    pub(crate) const LIMIT: u16 = 999;

    /// Returns the number of pieces of a kind.
    #[inline]
    pub(crate) const fn count(&self, kind: Kind) -> u16 {
        self.0[kind.index()]
    }

    /// Returns the number of pieces of all kinds.
    pub(crate) fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Adds `count` pieces of a kind.
    #[inline]
    pub(crate) fn add(&mut self, kind: Kind, count: u16) {
        self.0[kind.index()] += count;
    }

    /// Removes one piece of a kind, of which the hand holds at least one.
    #[inline]
    pub(crate) fn take(&mut self, kind: Kind) {
        self.0[kind.index()] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_has_two_sides() {
        for number in 0..MAX_PIECES {
            let front = Kind::of_piece(number);
            assert_eq!([front, front.promoted()].map(Kind::piece), [number; 2]);
            let back = front.flipped();
            assert!(front != back && back.flipped() == front);
            assert_eq!([front, back].map(Kind::unpromoted), [front; 2]);
            assert_eq!([front, back].map(Kind::promoted), [back; 2]);
        }
    }

    #[test]
    fn hand_counts_added_and_taken_pieces() {
        let mut hand = Hand::default();
        assert_eq!(hand.total(), 0);
        hand.add(Kind::new(0), 3);
        hand.add(Kind::new(1).promoted(), 1);
        assert_eq!((hand.total(), hand.count(Kind::new(0))), (4, 3));
        hand.take(Kind::new(0));
        assert_eq!((hand.total(), hand.count(Kind::new(0))), (3, 2));
    }
}
