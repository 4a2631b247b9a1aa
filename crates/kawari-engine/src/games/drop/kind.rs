//! Kinds of piece, and hands that hold them.

/// Most pieces that a game can have, each with two sides.
pub const BASES: usize = 8;
/// Most kinds that a game can have: every side of every piece.
pub const KINDS: usize = 2 * BASES;

/// A piece with one side up: its number in the game's piece table, and
/// [`BASES`] more when the promoted side is up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// The kind with a number below [`KINDS`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < KINDS);
        Self(index as u8)
    }

    /// The number of this kind.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what holds anyway, and saves bounds checks.
        self.0 as usize % KINDS
    }

    /// The number of the piece, whichever side is up.
    #[inline]
    pub const fn piece(self) -> usize {
        self.0 as usize % BASES
    }

    /// True when the promoted side is up.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.0 as usize >= BASES
    }

    /// The other side of the piece.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ BASES as u8)
    }

    /// The piece with its first side up.
    #[inline]
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        Self(self.0 % BASES as u8)
    }

    /// The piece with its promoted side up.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Self {
        Self(self.0 | BASES as u8)
    }

    /// Every number a kind can have.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..KINDS).map(Self::new)
    }

    /// Every kind in the order in which hands are written: the strongest piece
    /// first, its promoted side before the other.
    pub fn hand_order() -> impl Iterator<Item = Self> {
        (0..BASES).rev().map(Self::new).flat_map(|kind| [kind.promoted(), kind])
    }
}

/// The pieces that one side holds in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand([u16; KINDS]);

impl Hand {
    /// Most pieces of a kind that an SFEN may give to a hand. Captures can add
    /// no more than a board full.
    pub const LIMIT: u16 = 999;

    /// How many of a kind are in hand.
    #[inline]
    pub const fn count(&self, kind: Kind) -> u16 {
        self.0[kind.index()]
    }

    /// True when nothing is in hand.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Number of pieces in hand.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Puts pieces into the hand.
    #[inline]
    pub fn add(&mut self, kind: Kind, count: u16) {
        self.0[kind.index()] += count;
    }

    /// Takes a piece out of the hand that is there.
    #[inline]
    pub fn take(&mut self, kind: Kind) {
        self.0[kind.index()] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_two_sides() {
        for number in 0..BASES {
            let front = Kind::new(number);
            let back = front.flipped();
            assert!(front != back && back.flipped() == front);
            assert_eq!([front, back].map(Kind::unpromoted), [front; 2]);
            assert_eq!([front, back].map(Kind::promoted), [back; 2]);
        }
    }

    #[test]
    fn a_hand_counts_what_it_holds() {
        let mut hand = Hand::default();
        assert!(hand.is_empty() && hand.total() == 0);
        hand.add(Kind::new(0), 3);
        hand.add(Kind::new(1).promoted(), 1);
        assert_eq!((hand.is_empty(), hand.total(), hand.count(Kind::new(0))), (false, 4, 3));
        hand.take(Kind::new(0));
        assert_eq!((hand.total(), hand.count(Kind::new(0))), (3, 2));
    }
}
