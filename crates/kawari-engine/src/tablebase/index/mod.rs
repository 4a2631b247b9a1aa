//! The positions of a class by number.
//!
//! Positions that are views of each other, by the eight symmetries of the square board,
//! share a number. The set of the mover's men is turned into the first of its views; the
//! number is made of which one that is and of the enemy's men seen likewise, as a
//! combination of the squares that are left. Where a set of men looks the same from
//! several sides, the enemy's men have several views; the least of them counts, and the
//! numbers of the others belong to no position.

mod cursor;
mod sets;

use std::sync::Arc;

use arrayvec::ArrayVec;

use self::sets::{
    BINOMIALS, Orbit, SYMMETRIES, SquareList, SquareSets, bits_of, detailed_moves, rank,
    squares_of, unrank,
};
use crate::core::endgame::EndgamePosition;
use crate::core::geometry::MAX_SQUARES;

pub use self::cursor::Cursor;
pub use self::sets::BoardSymmetries;

/// The numbers of the positions with so many men of each side, the mover's first.
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
    /// Combinations of the enemy's men.
    enemies: u64,
}

impl Index {
    /// Of a board of so many files and ranks.
    pub fn new(side: usize, men: [usize; 2]) -> Self {
        let own = SquareSets::cached(side, men[0]);
        let enemies = detailed_moves(own.board.squares() - men[0], men[1]);
        Self { own, men, enemies }
    }

    /// Number of men of each side, the mover's first.
    pub fn men(&self) -> [usize; 2] {
        self.men
    }

    /// Above all numbers.
    pub fn len(&self) -> u64 {
        self.own.orbits.len() as u64 * self.enemies
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of positions, each view counted.
    pub fn placements(&self) -> u64 {
        detailed_moves(self.own.board.squares(), self.men[0]) * self.enemies
    }

    /// How the positions look that have these men of the side to move.
    #[inline]
    pub fn mover_index(&self, own: u128) -> MoverIndex<'_> {
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

    /// The number of a position with so many men of each side.
    #[inline]
    pub fn number(&self, men: EndgamePosition) -> u64 {
        self.mover_index(men.own).number(men.enemy)
    }

    /// The position with a number, in the view that counts; `None` if no position has
    /// it.
    pub fn position(&self, number: u64) -> Option<EndgamePosition> {
        let mut cursor = self.cursor(number);
        cursor.position()
    }

    /// Goes through the positions from a number on.
    pub fn cursor(&self, number: u64) -> Cursor<'_> {
        let orbit = (number / self.enemies) as usize;
        let enemy = unrank(number % self.enemies, self.men[1]);
        Cursor { index: self, orbit, enemy, left: self.free_squares(orbit) }
    }

    /// The squares that the men of an orbit leave, in order.
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

/// The positions with the same men of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct MoverIndex<'a> {
    board: &'a BoardSymmetries,
    base: u64,
    /// Where the symmetry takes the squares that shows these men as their first view.
    view: &'a [u8; MAX_SQUARES],
    /// That view.
    squares: &'a SquareList,
    stabiliser: &'a ArrayVec<u8, SYMMETRIES>,
}

impl MoverIndex<'_> {
    /// The place of a square among those that the mover's men leave.
    #[inline]
    fn packed(&self, square: u8) -> u8 {
        square - self.squares.iter().map(|&own| u8::from(own < square)).sum::<u8>()
    }

    /// The number of the position with these men of the other side.
    #[inline]
    pub fn number(&self, enemy: u128) -> u64 {
        let mut viewed = SquareList::default();
        let mut bits = enemy;
        while bits != 0 {
            viewed.insert(self.view[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
        self.base + self.min_view_number(&viewed)
    }

    /// The least number of a set of the other side's men among its views.
    #[inline]
    fn min_view_number(&self, viewed: &SquareList) -> u64 {
        let packed = |squares: SquareList| rank(&squares.map(|square| self.packed(square)));
        let plain = packed(*viewed);
        if self.stabiliser.len() == 1 {
            return plain;
        }
        // The first symmetry leaves everything where it is.
        let others = self.stabiliser[1..].iter();
        let views = others.map(|&symmetry| packed(self.board.view(viewed, symmetry.into())));
        views.fold(plain, u64::min)
    }

    /// The same for sets that have all men but one in common.
    #[inline]
    pub fn all_but_one(&self, others: u128) -> LastManIndex<'_> {
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

/// The positions that differ in one man of the other side.
#[derive(Clone, Debug)]
pub struct LastManIndex<'a> {
    mover_index: &'a MoverIndex<'a>,
    viewed: SquareList,
    packed: SquareList,
}

impl LastManIndex<'_> {
    /// The number of the position with the last man on a square.
    #[inline]
    pub fn number(&self, square: u8) -> u64 {
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

    /// Every position of a class, each view on its own.
    fn all(side: usize, [own, enemy]: [usize; 2]) -> Vec<EndgamePosition> {
        let squares = side * side;
        let sets =
            |size| (0..detailed_moves(squares, size)).map(move |set| bits_of(&unrank(set, size)));
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
                assert!(!views.contains_key(&number), "{number} is empty and in use");
                continue;
            };
            let mut expected: Vec<EndgamePosition> = board.views(men).collect();
            let computed = views.get_mut(&number).expect("what has a position has views");
            let key = |men: &EndgamePosition| (men.own, men.enemy);
            expected.sort_unstable_by_key(key);
            expected.dedup();
            computed.sort_unstable_by_key(key);
            assert_eq!(*computed, expected, "{number}");
            assert_eq!(count, expected.len() as u64);
            weight += count;
        }
        assert_eq!(weight, index.placements());
        assert_eq!(cursor.position(), None, "the end");
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
    fn a_man_more_is_counted_as_the_set_with_it() {
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
