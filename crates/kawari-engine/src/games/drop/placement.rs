//! The kinds of the pieces on the board: a quad-bitboard for built-in games, a mailbox and a
//! bitboard for each kind for games from files.

use std::fmt::Debug;

use super::kind::{BUILT_IN_KINDS, KINDS, Kind};
use crate::core::bitboard::Bitboard;
use crate::core::geometry::{Geometry, MAX_SQUARES};
use crate::core::square::Square;

/// The kinds of the pieces on the board. Their colours are stored by [`DropPosition`].
///
/// [`DropPosition`]: super::position::DropPosition
pub trait Placement<G: Geometry>: Clone + Eq + Debug + Send + Sync + 'static {
    /// The empty board.
    const EMPTY: Self;

    /// Returns the kind of the piece on an occupied square.
    fn kind_on(&self, square: Square<G>) -> Kind;

    /// Returns the squares of the pieces of a kind, given all occupied squares.
    fn of_kind(&self, kind: Kind, occupied: Bitboard<G>) -> Bitboard<G>;

    /// Puts a piece on an empty square.
    fn put(&mut self, kind: Kind, square: Square<G>);

    /// Removes a piece.
    fn remove(&mut self, kind: Kind, square: Square<G>);
}

/// Number of bits in a kind index of a built-in game.
const PLANES: usize = BUILT_IN_KINDS.ilog2() as usize;

/// The representation of built-in games, a quad-bitboard: the kind on a square is stored across
/// four bitboards, one for each bit of its index.
///
/// With the two colour bitboards, a 63-square board takes 48 bytes. It is cheap to copy and
/// needs no redundant mailbox.
/// <https://www.chessprogramming.org/Quad-Bitboards>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuadBitboard<G: Geometry>([Bitboard<G>; PLANES]);

impl<G: Geometry> QuadBitboard<G> {
    #[inline(always)]
    fn toggle(&mut self, kind: Kind, square: Square<G>) {
        let square = Bitboard::from(square);
        for (bit, plane) in self.0.iter_mut().enumerate() {
            *plane ^= if kind.index() >> bit & 1 != 0 { square } else { Bitboard::EMPTY };
        }
    }
}

impl<G: Geometry> Placement<G> for QuadBitboard<G> {
    const EMPTY: Self = Self([Bitboard::EMPTY; PLANES]);

    #[inline(always)]
    fn kind_on(&self, square: Square<G>) -> Kind {
        let bit = |plane: usize| usize::from(self.0[plane].contains(square)) << plane;
        Kind::new(bit(0) | bit(1) | bit(2) | bit(3))
    }

    /// The intersection with the occupied squares is needed because the Pawn's index is 0, the
    /// same as an empty square's planes.
    #[inline(always)]
    fn of_kind(&self, kind: Kind, occupied: Bitboard<G>) -> Bitboard<G> {
        let mut set = occupied;
        for (bit, &plane) in self.0.iter().enumerate() {
            set &= if kind.index() >> bit & 1 != 0 { plane } else { !plane };
        }
        set
    }

    #[inline(always)]
    fn put(&mut self, kind: Kind, square: Square<G>) {
        self.toggle(kind, square);
    }

    #[inline(always)]
    fn remove(&mut self, kind: Kind, square: Square<G>) {
        self.toggle(kind, square);
    }
}

/// The representation of games from files: a mailbox and a bitboard for each kind.
///
/// Their kinds are not constants, so a lookup costs less than a selection of planes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindBitboards<G: Geometry> {
    /// The kind on each square; the Pawn on empty squares.
    mailbox: [Kind; MAX_SQUARES],
    sets: [Bitboard<G>; KINDS],
}

impl<G: Geometry> Placement<G> for KindBitboards<G> {
    const EMPTY: Self = Self { mailbox: [Kind::PAWN; MAX_SQUARES], sets: [Bitboard::EMPTY; KINDS] };

    #[inline(always)]
    fn kind_on(&self, square: Square<G>) -> Kind {
        self.mailbox[square.index()]
    }

    #[inline(always)]
    fn of_kind(&self, kind: Kind, _: Bitboard<G>) -> Bitboard<G> {
        self.sets[kind.index()]
    }

    #[inline(always)]
    fn put(&mut self, kind: Kind, square: Square<G>) {
        self.mailbox[square.index()] = kind;
        self.sets[kind.index()] |= Bitboard::from(square);
    }

    #[inline(always)]
    fn remove(&mut self, kind: Kind, square: Square<G>) {
        self.mailbox[square.index()] = Kind::PAWN;
        self.sets[kind.index()] ^= Bitboard::from(square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::Board7x9;

    /// Fills the board with all kinds of a built-in game, then empties it.
    fn stores_kinds<P: Placement<Board7x9>>() {
        let kind_at = |square: Square<Board7x9>| Kind::new(square.index() % BUILT_IN_KINDS);
        let mut kinds = P::EMPTY;
        Square::all().for_each(|square| kinds.put(kind_at(square), square));
        assert!(Square::all().all(|square| kinds.kind_on(square) == kind_at(square)));
        for kind in (0..BUILT_IN_KINDS).map(Kind::new) {
            let expected = Square::all().filter(|&square| kind_at(square) == kind).collect();
            assert_eq!(kinds.of_kind(kind, Bitboard::ALL), expected);
        }
        Square::all().for_each(|square| kinds.remove(kind_at(square), square));
        assert_eq!(kinds, P::EMPTY);
        assert_eq!(kinds.of_kind(Kind::PAWN, Bitboard::EMPTY), Bitboard::EMPTY);
    }

    #[test]
    fn representations_store_the_kind_on_each_square() {
        stores_kinds::<QuadBitboard<Board7x9>>();
        stores_kinds::<KindBitboards<Board7x9>>();
    }
}
