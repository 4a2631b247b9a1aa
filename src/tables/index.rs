//! The positions of a class by number.
//!
//! Positions that are views of each other, by the eight symmetries of the square board,
//! share a number. The set of the mover's men is turned into the first of its views; the
//! number is made of which one that is and of the enemy's men seen likewise, as a
//! combination of the squares that are left. Where a set of men looks the same from
//! several sides, the enemy's men have several views; the least of them counts, and the
//! numbers of the others belong to no position.

use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arrayvec::ArrayVec;

use crate::core::endgame::{MOST_MEN, Men};
use crate::core::geometry::MAX_SQUARES;

/// Symmetries of a square board.
const SYMMETRIES: usize = 8;

/// A few squares, in rising order.
#[derive(Clone, Copy, Default, Debug)]
struct Squares {
    squares: [u8; MOST_MEN],
    len: usize,
}

impl Squares {
    /// Puts one more square, which is not in the set, in its place.
    #[inline]
    fn insert(&mut self, square: u8) {
        let mut place = self.len;
        while place > 0 && self.squares[place - 1] > square {
            self.squares[place] = self.squares[place - 1];
            place -= 1;
        }
        self.squares[place] = square;
        self.len += 1;
    }

    /// Each square changed by a function that keeps their order.
    #[inline]
    fn map(mut self, change: impl Fn(u8) -> u8) -> Self {
        self.squares[..self.len].iter_mut().for_each(|square| *square = change(*square));
        self
    }
}

impl Deref for Squares {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.squares[..self.len]
    }
}

/// Numbers of ways to choose: `CHOICES[k][n]` sets of `k` among `n` squares.
static CHOICES: [[u64; MAX_SQUARES + 1]; MOST_MEN + 2] = {
    let mut choices = [[0; MAX_SQUARES + 1]; MOST_MEN + 2];
    let mut n = 0;
    while n <= MAX_SQUARES {
        choices[0][n] = 1;
        let mut k = 1;
        while k < MOST_MEN + 2 {
            choices[k][n] = if n == 0 { 0 } else { choices[k][n - 1] + choices[k - 1][n - 1] };
            k += 1;
        }
        n += 1;
    }
    choices
};

/// Number of sets of `k` among `n` squares.
fn choices(n: usize, k: usize) -> u64 {
    CHOICES[k][n]
}

/// The number of a set among those of its size, in the order of their greatest squares
/// (the "combinatorial number system").
#[inline]
fn rank(squares: &[u8]) -> u64 {
    squares.iter().zip(&CHOICES[1..]).map(|(&square, choices)| choices[usize::from(square)]).sum()
}

/// The set of `size` squares with a number.
fn unrank(mut number: u64, size: usize) -> Squares {
    let mut squares = Squares { len: size, ..Squares::default() };
    for k in (1..=size).rev() {
        let square = CHOICES[k].partition_point(|&sets| sets <= number) - 1;
        number -= CHOICES[k][square];
        squares.squares[k - 1] = square as u8;
    }
    squares
}

/// The squares of a set of bits.
#[inline]
fn squares_of(mut bits: u128) -> Squares {
    let mut squares = Squares::default();
    while bits != 0 {
        squares.insert(bits.trailing_zeros() as u8);
        bits &= bits - 1;
    }
    squares
}

#[inline]
fn bits_of(squares: &[u8]) -> u128 {
    squares.iter().fold(0, |bits, &square| bits | 1 << square)
}

/// Where the symmetries of a board take each square.
#[derive(Debug)]
pub struct Board {
    side: usize,
    views: [[u8; MAX_SQUARES]; SYMMETRIES],
}

impl Board {
    /// A board of so many files and ranks.
    pub fn new(side: usize) -> Self {
        let mut views = [[0; MAX_SQUARES]; SYMMETRIES];
        for (number, view) in views.iter_mut().enumerate() {
            for (square, seen) in view.iter_mut().enumerate().take(side * side) {
                let (mut file, mut rank) = (square / side, square % side);
                if number & 1 != 0 {
                    file = side - 1 - file;
                }
                if number & 2 != 0 {
                    rank = side - 1 - rank;
                }
                if number & 4 != 0 {
                    (file, rank) = (rank, file);
                }
                *seen = (file * side + rank) as u8;
            }
        }
        Self { side, views }
    }

    /// Number of squares.
    pub fn squares(&self) -> usize {
        self.side * self.side
    }

    /// A set seen by a symmetry.
    #[inline]
    fn view(&self, squares: &[u8], symmetry: usize) -> Squares {
        let mut seen = Squares::default();
        for &square in squares {
            seen.insert(self.views[symmetry][usize::from(square)]);
        }
        seen
    }

    /// A position seen by each symmetry in turn.
    pub fn views(&self, men: Men) -> impl Iterator<Item = Men> + '_ {
        let seen = move |bits, symmetry| bits_of(&self.view(&squares_of(bits), symmetry));
        (0..SYMMETRIES)
            .map(move |view| Men { own: seen(men.own, view), enemy: seen(men.enemy, view) })
    }
}

/// The sets of so many squares of a board: which are views of which.
#[derive(Debug)]
struct Sets {
    board: Board,
    /// For each set the number of its first view, above the symmetry that leads to it.
    first: Vec<u32>,
    /// The first views.
    orbits: Vec<Orbit>,
}

/// A set of squares that stands for all its views.
#[derive(Clone, Debug)]
struct Orbit {
    squares: Squares,
    /// The symmetries that leave it as it is.
    stabiliser: ArrayVec<u8, SYMMETRIES>,
}

impl Sets {
    /// Bits that a symmetry takes.
    const SYMMETRY_BITS: u32 = 3;

    fn new(side: usize, size: usize) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let board = Board::new(side);
        // The symmetry that undoes another one.
        let back: [usize; SYMMETRIES] = std::array::from_fn(|one| {
            let undoes = |&other: &usize| {
                (0..board.squares()).all(|square| {
                    usize::from(board.views[other][usize::from(board.views[one][square])]) == square
                })
            };
            (0..SYMMETRIES).find(undoes).unwrap_or(0)
        });
        let count = choices(board.squares(), size) as usize;
        let mut first = vec![UNSEEN; count];
        let mut orbits = Vec::new();
        for number in 0..count {
            if first[number] != UNSEEN {
                continue;
            }
            let squares = unrank(number as u64, size);
            let mut stabiliser = ArrayVec::new();
            for (symmetry, &undo) in back.iter().enumerate() {
                let seen = rank(&board.view(&squares, symmetry)) as usize;
                if seen == number {
                    stabiliser.push(symmetry as u8);
                }
                if first[seen] == UNSEEN {
                    first[seen] = (orbits.len() as u32) << Self::SYMMETRY_BITS | undo as u32;
                }
            }
            orbits.push(Orbit { squares, stabiliser });
        }
        Self { board, first, orbits }
    }

    /// Those of a board, made once.
    fn shared(side: usize, size: usize) -> Arc<Self> {
        type Known = Vec<((usize, usize), Arc<Sets>)>;
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sets)) = known.iter().find(|(key, _)| *key == (side, size)) {
            return Arc::clone(sets);
        }
        let sets = Arc::new(Self::new(side, size));
        known.push(((side, size), Arc::clone(&sets)));
        sets
    }

    /// The number of a set's first view, and the symmetry that leads to it.
    #[inline]
    fn find(&self, squares: &[u8]) -> (usize, usize) {
        let entry = self.first[rank(squares) as usize] as usize;
        (entry >> Self::SYMMETRY_BITS, entry & (SYMMETRIES - 1))
    }
}

/// The numbers of the positions with so many men of each side, the mover's first.
///
/// ```
/// use kawari::core::endgame::Men;
/// use kawari::tables::index::Index;
///
/// let index = Index::new(9, [3, 2]);
/// let men = Men { own: 0b111, enemy: 0b11 << 60 };
/// let number = index.number(men);
/// assert!(number < index.len());
/// let same = index.position(number).expect("a position has this number");
/// assert_eq!(index.number(same), number);
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    own: Arc<Sets>,
    men: [usize; 2],
    /// Combinations of the enemy's men.
    enemies: u64,
}

impl Index {
    /// Of a board of so many files and ranks.
    pub fn new(side: usize, men: [usize; 2]) -> Self {
        let own = Sets::shared(side, men[0]);
        let enemies = choices(own.board.squares() - men[0], men[1]);
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
        choices(self.own.board.squares(), self.men[0]) * self.enemies
    }

    /// How the positions look that have these men of the side to move.
    #[inline]
    pub fn lens(&self, own: u128) -> Lens<'_> {
        let (orbit, symmetry) = self.own.find(&squares_of(own));
        let base = orbit as u64 * self.enemies;
        let Orbit { squares, stabiliser } = &self.own.orbits[orbit];
        Lens {
            board: &self.own.board,
            base,
            view: &self.own.board.views[symmetry],
            squares,
            stabiliser,
        }
    }

    /// The number of a position with so many men of each side.
    #[inline]
    pub fn number(&self, men: Men) -> u64 {
        self.lens(men.own).number(men.enemy)
    }

    /// The position with a number, in the view that counts; `None` if no position has
    /// it.
    pub fn position(&self, number: u64) -> Option<Men> {
        let mut cursor = self.cursor(number);
        cursor.position()
    }

    /// Goes through the positions from a number on.
    pub fn cursor(&self, number: u64) -> Cursor<'_> {
        let orbit = (number / self.enemies) as usize;
        let enemy = unrank(number % self.enemies, self.men[1]);
        Cursor { index: self, orbit, enemy, left: self.left(orbit) }
    }

    /// The squares that the men of an orbit leave, in order.
    fn left(&self, orbit: usize) -> [u8; MAX_SQUARES] {
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
pub struct Lens<'a> {
    board: &'a Board,
    base: u64,
    /// Where the symmetry takes the squares that shows these men as their first view.
    view: &'a [u8; MAX_SQUARES],
    /// That view.
    squares: &'a Squares,
    stabiliser: &'a ArrayVec<u8, SYMMETRIES>,
}

impl Lens<'_> {
    /// The place of a square among those that the mover's men leave.
    #[inline]
    fn packed(&self, square: u8) -> u8 {
        square - self.squares.iter().map(|&own| u8::from(own < square)).sum::<u8>()
    }

    /// The number of the position with these men of the other side.
    #[inline]
    pub fn number(&self, enemy: u128) -> u64 {
        let mut seen = Squares::default();
        let mut bits = enemy;
        while bits != 0 {
            seen.insert(self.view[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
        self.base + self.least(&seen)
    }

    /// The least number of a set of the other side's men among its views.
    #[inline]
    fn least(&self, seen: &Squares) -> u64 {
        let packed = |squares: Squares| rank(&squares.map(|square| self.packed(square)));
        let plain = packed(*seen);
        if self.stabiliser.len() == 1 {
            return plain;
        }
        // The first symmetry leaves everything where it is.
        let others = self.stabiliser[1..].iter();
        let views = others.map(|&symmetry| packed(self.board.view(seen, symmetry.into())));
        views.fold(plain, u64::min)
    }

    /// The same for sets that have all men but one in common.
    #[inline]
    pub fn without_one(&self, others: u128) -> OneMore<'_> {
        let mut seen = Squares::default();
        let mut bits = others;
        while bits != 0 {
            seen.insert(self.view[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
        let packed = seen.map(|square| self.packed(square));
        OneMore { lens: self, seen, packed }
    }
}

/// The positions that differ in one man of the other side.
#[derive(Clone, Debug)]
pub struct OneMore<'a> {
    lens: &'a Lens<'a>,
    seen: Squares,
    packed: Squares,
}

impl OneMore<'_> {
    /// The number of the position with the last man on a square.
    #[inline]
    pub fn number(&self, square: u8) -> u64 {
        let square = self.lens.view[usize::from(square)];
        if self.lens.stabiliser.len() > 1 {
            let mut seen = self.seen;
            seen.insert(square);
            return self.lens.base + self.lens.least(&seen);
        }
        let place = self.lens.packed(square);
        let mut below = 0;
        let mut number = 0;
        for (k, &other) in self.packed.iter().enumerate() {
            let is_below = usize::from(other < place);
            below += is_below;
            number += CHOICES[k + 2 - is_below][usize::from(other)];
        }
        self.lens.base + number + CHOICES[below + 1][usize::from(place)]
    }
}

/// One position after the other, by number.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    index: &'a Index,
    orbit: usize,
    /// Places among the squares that the orbit leaves.
    enemy: Squares,
    left: [u8; MAX_SQUARES],
}

impl Cursor<'_> {
    /// The position with the number that the cursor stands at; `None` if there is none.
    #[inline]
    pub fn position(&mut self) -> Option<Men> {
        self.placed().map(|(men, _)| men)
    }

    /// The same, with the number of its views.
    #[inline]
    pub fn placed(&mut self) -> Option<(Men, u64)> {
        let Orbit { squares, stabiliser } = self.index.own.orbits.get(self.orbit)?;
        let enemy = self.enemy.map(|place| self.left[usize::from(place)]);
        let men = Men { own: bits_of(squares), enemy: bits_of(&enemy) };
        if stabiliser.len() == 1 {
            return Some((men, SYMMETRIES as u64));
        }
        let board = &self.index.own.board;
        let mut same = 0;
        for &symmetry in stabiliser {
            // The order of sets is that of their squares, the greatest first, whether or
            // not those that nobody can stand on are left out.
            let view = board.view(&enemy, symmetry.into());
            match view.iter().rev().cmp(enemy.iter().rev()) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => same += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        Some((men, SYMMETRIES as u64 / same))
    }

    /// Goes on to the next number.
    #[inline]
    pub fn advance(&mut self) {
        // The lowest man that has room moves up, those below it go back to the start.
        let last = (self.index.own.board.squares() - self.index.men[0]) as u8;
        for place in 0..self.enemy.len() {
            let next = self.enemy[place] + 1;
            let limit = self.enemy.get(place + 1).copied().unwrap_or(last);
            if next < limit {
                self.enemy.squares[place] = next;
                return;
            }
            self.enemy.squares[place] = place as u8;
        }
        self.orbit += 1;
        self.left = self.index.left(self.orbit);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Every position of a class, each view on its own.
    fn all(side: usize, [own, enemy]: [usize; 2]) -> Vec<Men> {
        let squares = side * side;
        let sets = |size| (0..choices(squares, size)).map(move |set| bits_of(&unrank(set, size)));
        let pairs = sets(own).flat_map(|own| sets(enemy).map(move |enemy| Men { own, enemy }));
        pairs.filter(|men| men.own & men.enemy == 0).collect()
    }

    fn check(side: usize, men: [usize; 2]) {
        let (index, board) = (Index::new(side, men), Board::new(side));
        let mut views: HashMap<u64, Vec<Men>> = HashMap::new();
        let all = all(side, men);
        assert_eq!(all.len() as u64, index.placements());
        for &men in &all {
            views.entry(index.number(men)).or_default().push(men);
        }
        let mut cursor = index.cursor(0);
        let mut weight = 0;
        for number in 0..index.len() {
            let placed = cursor.placed();
            assert_eq!(placed.map(|(men, _)| men), index.position(number));
            cursor.advance();
            let Some((men, count)) = placed else {
                assert!(!views.contains_key(&number), "{number} is empty and in use");
                continue;
            };
            let mut expected: Vec<Men> = board.views(men).collect();
            let found = views.get_mut(&number).expect("what has a position has views");
            let key = |men: &Men| (men.own, men.enemy);
            expected.sort_unstable_by_key(key);
            expected.dedup();
            found.sort_unstable_by_key(key);
            assert_eq!(*found, expected, "{number}");
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
            let lens = index.lens(men.own);
            let one_more = lens.without_one(men.enemy);
            for square in (0..25).filter(|square| (men.own | men.enemy) >> square & 1 == 0) {
                let number = index.number(Men { enemy: men.enemy | 1 << square, ..men });
                assert_eq!(one_more.number(square), number);
            }
        }
    }
}
