//! Numbers of the positions of a class.
//!
//! Positions that are equal under the eight symmetries of the square board share a number. A
//! symmetry maps the mover's men to the representative of their orbit. The number consists
//! of the orbit and of the rank of the opponent's men, mapped by the same symmetry, among
//! the combinations of the remaining squares.
//!
//! If several symmetries map the mover's men to the representative, the lowest rank of the
//! opponent's men counts. The other numbers belong to no position.

mod cursor;
mod sets;

use std::sync::Arc;

use arrayvec::ArrayVec;

use self::sets::{
    BINOMIALS, BoardSymmetries, Orbit, SYMMETRIES, SquareList, SquareSets, binomial, bits_of, rank,
    squares_of, unrank,
};
use crate::core::endgame::EndgamePosition;
use crate::core::geometry::MAX_SQUARES;

pub use self::cursor::Cursor;

/// The index of a class: a number for each position up to symmetry.
///
/// ```
/// use kawari_engine::core::endgame::EndgamePosition;
/// use kawari_engine::tablebase::index::Index;
///
/// let index = Index::new(9, [3, 2]);
/// let men = EndgamePosition { own: 0b111, enemy: 0b11 << 60 };
/// let number = index.number(men);
/// assert!(number < index.len());
/// let same = index.position(number).expect("a position has this number");
/// assert_eq!(index.number(same), number);
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    own: Arc<SquareSets>,
    men: [usize; 2],
    /// Number of combinations of the opponent's men.
    enemies: u64,
}

impl Index {
    /// Creates the index for a board with `side` files and ranks, and the number of men of
    /// each side, the mover's first.
    pub fn new(side: usize, men: [usize; 2]) -> Self {
        let own = SquareSets::cached(side, men[0]);
        let enemies = binomial(own.board.squares() - men[0], men[1]);
        Self { own, men, enemies }
    }

    /// Returns the number of men of each side, the mover's first.
    pub fn men(&self) -> [usize; 2] {
        self.men
    }

    /// Returns the number of numbers. Some of them belong to no position.
    pub fn len(&self) -> u64 {
        self.own.orbits.len() as u64 * self.enemies
    }

    /// Returns false: every class has positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of placements of men, without symmetry.
    pub fn placements(&self) -> u64 {
        binomial(self.own.board.squares(), self.men[0]) * self.enemies
    }

    /// Returns the index of the positions with these men of the side to move.
    #[inline]
    pub(crate) fn mover_index(&self, own: u128) -> MoverIndex<'_> {
        let (orbit, symmetry) = self.own.find(&squares_of(own));
        let base = orbit as u64 * self.enemies;
        let Orbit { squares, stabiliser } = &self.own.orbits[orbit];
        MoverIndex {
            board: &self.own.board,
            base,
            view: &self.own.board.views[symmetry],
            squares,
            stabiliser,
        }
    }

    /// Returns the number of a position of the class.
    #[inline]
    pub fn number(&self, men: EndgamePosition) -> u64 {
        self.mover_index(men.own).number(men.enemy)
    }

    /// Returns the representative position with a number, or `None` if no position has it.
    pub fn position(&self, number: u64) -> Option<EndgamePosition> {
        let mut cursor = self.cursor(number);
        cursor.position()
    }

    /// Returns a cursor at a number.
    pub fn cursor(&self, number: u64) -> Cursor<'_> {
        let orbit = (number / self.enemies) as usize;
        let enemy = unrank(number % self.enemies, self.men[1]);
        Cursor { index: self, orbit, enemy, left: self.free_squares(orbit) }
    }

    /// Returns the squares not occupied by the representative of an orbit, in order.
    fn free_squares(&self, orbit: usize) -> [u8; MAX_SQUARES] {
        let mut left = [0; MAX_SQUARES];
        if let Some(orbit) = self.own.orbits.get(orbit) {
            let own = bits_of(&orbit.squares);
            let free = (0..self.own.board.squares() as u8).filter(|&square| own >> square & 1 == 0);
            left.iter_mut().zip(free).for_each(|(slot, square)| *slot = square);
        }
        left
    }
}

/// The index of the positions with given men of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoverIndex<'a> {
    board: &'a BoardSymmetries,
    base: u64,
    /// Images of the squares under the symmetry that maps the men to the representative.
    view: &'a [u8; MAX_SQUARES],
    /// Squares of the representative.
    squares: &'a SquareList,
    stabiliser: &'a ArrayVec<u8, SYMMETRIES>,
}

impl MoverIndex<'_> {
    /// Returns the index of a square among those not occupied by the mover's men.
    #[inline]
    fn packed(&self, square: u8) -> u8 {
        square - self.squares.iter().map(|&own| u8::from(own < square)).sum::<u8>()
    }

    /// Returns the number of the position with these men of the opponent.
    #[inline]
    pub(crate) fn number(&self, enemy: u128) -> u64 {
        let mut viewed = SquareList::default();
        let mut bits = enemy;
        while bits != 0 {
            viewed.insert(self.view[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
        self.base + self.min_view_number(&viewed)
    }

    /// Returns the lowest rank of the opponent's men under the stabiliser.
    #[inline]
    fn min_view_number(&self, viewed: &SquareList) -> u64 {
        let packed = |squares: SquareList| rank(&squares.map(|square| self.packed(square)));
        let plain = packed(*viewed);
        if self.stabiliser.len() == 1 {
            return plain;
        }
        // The first symmetry is the identity.
        let others = self.stabiliser[1..].iter();
        let views = others.map(|&symmetry| packed(self.board.view(viewed, symmetry.into())));
        views.fold(plain, u64::min)
    }

    /// Prepares the numbers of positions that differ only in one man of the opponent.
    /// `others` are the other men.
    #[inline]
    pub(crate) fn all_but_one(&self, others: u128) -> LastManIndex<'_> {
        let mut viewed = SquareList::default();
        let mut bits = others;
        while bits != 0 {
            viewed.insert(self.view[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
        let packed = viewed.map(|square| self.packed(square));
        LastManIndex { mover_index: self, viewed, packed }
    }
}

/// The index of positions that differ only in one man of the opponent.
#[derive(Clone, Debug)]
pub(crate) struct LastManIndex<'a> {
    mover_index: &'a MoverIndex<'a>,
    viewed: SquareList,
    packed: SquareList,
}

impl LastManIndex<'_> {
    /// Returns the number of the position with the last man on a square.
    #[inline]
    pub(crate) fn number(&self, square: u8) -> u64 {
        let square = self.mover_index.view[usize::from(square)];
        if self.mover_index.stabiliser.len() > 1 {
            let mut viewed = self.viewed;
            viewed.insert(square);
            return self.mover_index.base + self.mover_index.min_view_number(&viewed);
        }
        let place = self.mover_index.packed(square);
        let mut below = 0;
        let mut number = 0;
        for (k, &other) in self.packed.iter().enumerate() {
            let is_below = usize::from(other < place);
            below += is_below;
            number += BINOMIALS[k + 2 - is_below][usize::from(other)];
        }
        self.mover_index.base + number + BINOMIALS[below + 1][usize::from(place)]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Returns all placements of a class.
    fn all(side: usize, [own, enemy]: [usize; 2]) -> Vec<EndgamePosition> {
        let squares = side * side;
        let sets = |size| (0..binomial(squares, size)).map(move |set| bits_of(&unrank(set, size)));
        let pairs =
            sets(own).flat_map(|own| sets(enemy).map(move |enemy| EndgamePosition { own, enemy }));
        pairs.filter(|men| men.own & men.enemy == 0).collect()
    }

    fn check(side: usize, men: [usize; 2]) {
        let (index, board) = (Index::new(side, men), BoardSymmetries::new(side));
        let mut views: HashMap<u64, Vec<EndgamePosition>> = HashMap::new();
        let all = all(side, men);
        assert_eq!(all.len() as u64, index.placements());
        for &men in &all {
            views.entry(index.number(men)).or_default().push(men);
        }
        let mut cursor = index.cursor(0);
        let mut weight = 0;
        for number in 0..index.len() {
            let position_with_views = cursor.position_with_views();
            assert_eq!(position_with_views.map(|(men, _)| men), index.position(number));
            cursor.advance();
            let Some((men, count)) = position_with_views else {
                assert!(!views.contains_key(&number), "{number} has no position, but is used");
                continue;
            };
            let mut expected: Vec<EndgamePosition> = board.views(men).collect();
            let computed = views.get_mut(&number).expect("a number with a position is used");
            let key = |men: &EndgamePosition| (men.own, men.enemy);
            expected.sort_unstable_by_key(key);
            expected.dedup();
            computed.sort_unstable_by_key(key);
            assert_eq!(*computed, expected, "{number}");
            assert_eq!(count, expected.len() as u64);
            weight += count;
        }
        assert_eq!(weight, index.placements());
        assert_eq!(cursor.position(), None, "past the end");
    }

    #[test]
    fn numbers_and_positions_up_to_symmetry_are_one_to_one() {
        for men in [[1, 1], [2, 2], [3, 2], [2, 3], [3, 3]] {
            check(5, men);
        }
        for men in [[2, 2], [1, 3], [3, 1]] {
            check(6, men);
        }
    }

    #[test]
    fn last_man_index_matches_the_full_index() {
        let index = Index::new(5, [2, 3]);
        for men in all(5, [2, 2]) {
            let mover_index = index.mover_index(men.own);
            let last_man = mover_index.all_but_one(men.enemy);
            for square in (0..25).filter(|square| (men.own | men.enemy) >> square & 1 == 0) {
                let number =
                    index.number(EndgamePosition { enemy: men.enemy | 1 << square, ..men });
                assert_eq!(last_man.number(square), number);
            }
        }
    }
}
