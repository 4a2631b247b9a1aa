//! Numbers of square sets, and the symmetries of a square board.

use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use arrayvec::ArrayVec;

#[cfg(test)]
use crate::core::endgame::EndgamePosition;
use crate::core::endgame::MAX_MEN;
use crate::core::geometry::MAX_SQUARES;

/// Number of symmetries of a square board.
pub(super) const SYMMETRIES: usize = 8;

/// A sorted list of at most [`MAX_MEN`] squares.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SquareList {
    pub(super) squares: [u8; MAX_MEN],
    len: usize,
}

impl SquareList {
    /// Inserts a square that is not in the list.
    #[inline]
    pub(super) fn insert(&mut self, square: u8) {
        let mut place = self.len;
        while place > 0 && self.squares[place - 1] > square {
            self.squares[place] = self.squares[place - 1];
            place -= 1;
        }
        self.squares[place] = square;
        self.len += 1;
    }

    /// Maps each square with a monotonic function.
    #[inline]
    pub(super) fn map(mut self, change: impl Fn(u8) -> u8) -> Self {
        self.squares[..self.len].iter_mut().for_each(|square| *square = change(*square));
        self
    }
}

impl Deref for SquareList {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.squares[..self.len]
    }
}

/// Binomial coefficients: `BINOMIALS[k][n]` is the number of sets of `k` of `n` squares.
pub(super) static BINOMIALS: [[u64; MAX_SQUARES + 1]; MAX_MEN + 2] = {
    let mut binomial = [[0; MAX_SQUARES + 1]; MAX_MEN + 2];
    let mut n = 0;
    while n <= MAX_SQUARES {
        binomial[0][n] = 1;
        let mut k = 1;
        while k < MAX_MEN + 2 {
            binomial[k][n] = if n == 0 { 0 } else { binomial[k][n - 1] + binomial[k - 1][n - 1] };
            k += 1;
        }
        n += 1;
    }
    binomial
};

/// Returns the number of sets of `k` of `n` squares.
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[k][n]
}

/// Returns the rank of a set among the sets of its size, in colexicographic order
/// (combinatorial number system).
#[inline]
pub(super) fn rank(squares: &[u8]) -> u64 {
    squares
        .iter()
        .zip(&BINOMIALS[1..])
        .map(|(&square, binomial)| binomial[usize::from(square)])
        .sum()
}

/// Returns the set of `size` squares with a rank. Inverse of [`rank`].
pub(super) fn unrank(mut number: u64, size: usize) -> SquareList {
    let mut squares = SquareList { len: size, ..SquareList::default() };
    for k in (1..=size).rev() {
        let square = BINOMIALS[k].partition_point(|&sets| sets <= number) - 1;
        number -= BINOMIALS[k][square];
        squares.squares[k - 1] = square as u8;
    }
    squares
}

/// Returns the squares of a bitboard.
#[inline]
pub(super) fn squares_of(mut bits: u128) -> SquareList {
    let mut squares = SquareList::default();
    while bits != 0 {
        squares.insert(bits.trailing_zeros() as u8);
        bits &= bits - 1;
    }
    squares
}

/// Returns the bitboard of some squares.
#[inline]
pub(super) fn bits_of(squares: &[u8]) -> u128 {
    squares.iter().fold(0, |bits, &square| bits | 1 << square)
}

/// The images of each square under the symmetries of a board.
#[derive(Debug)]
pub(super) struct BoardSymmetries {
    side: usize,
    pub(super) views: [[u8; MAX_SQUARES]; SYMMETRIES],
}

impl BoardSymmetries {
    /// Creates the symmetries of a board with `side` files and ranks.
    pub(super) fn new(side: usize) -> Self {
        let mut views = [[0; MAX_SQUARES]; SYMMETRIES];
        for (number, view) in views.iter_mut().enumerate() {
            for (square, viewed) in view.iter_mut().enumerate().take(side * side) {
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
                *viewed = (file * side + rank) as u8;
            }
        }
        Self { side, views }
    }

    /// Returns the number of squares.
    pub(super) fn squares(&self) -> usize {
        self.side * self.side
    }

    /// Returns the image of a set under a symmetry.
    #[inline]
    pub(super) fn view(&self, squares: &[u8], symmetry: usize) -> SquareList {
        let mut viewed = SquareList::default();
        for &square in squares {
            viewed.insert(self.views[symmetry][usize::from(square)]);
        }
        viewed
    }

    /// Returns the images of a position under all symmetries.
    #[cfg(test)]
    pub(super) fn views(&self, men: EndgamePosition) -> impl Iterator<Item = EndgamePosition> + '_ {
        let viewed = move |bits, symmetry| bits_of(&self.view(&squares_of(bits), symmetry));
        (0..SYMMETRIES).map(move |view| EndgamePosition {
            own: viewed(men.own, view),
            enemy: viewed(men.enemy, view),
        })
    }
}

/// All sets of a given number of squares, grouped into orbits under the symmetries.
#[derive(Debug)]
pub(super) struct SquareSets {
    pub(super) board: BoardSymmetries,
    /// For each set, its orbit in the high bits and the symmetry to the representative in the
    /// low bits.
    entries: Vec<u32>,
    /// Orbits, in the order of their representatives.
    pub(super) orbits: Vec<Orbit>,
}

/// An orbit of square sets under the symmetries.
#[derive(Clone, Debug)]
pub(super) struct Orbit {
    /// Representative: the set with the lowest rank.
    pub(super) squares: SquareList,
    /// Symmetries that map the representative to itself.
    pub(super) stabiliser: ArrayVec<u8, SYMMETRIES>,
}

impl SquareSets {
    /// Bits of a symmetry.
    const SYMMETRY_BITS: u32 = 3;

    fn new(side: usize, size: usize) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let board = BoardSymmetries::new(side);
        // Inverse of each symmetry.
        let inverse: [usize; SYMMETRIES] = std::array::from_fn(|one| {
            let is_inverse = |&other: &usize| {
                (0..board.squares()).all(|square| {
                    usize::from(board.views[other][usize::from(board.views[one][square])]) == square
                })
            };
            (0..SYMMETRIES).find(is_inverse).unwrap_or(0)
        });
        let count = binomial(board.squares(), size) as usize;
        let mut entries = vec![UNSEEN; count];
        let mut orbits = Vec::new();
        for number in 0..count {
            if entries[number] != UNSEEN {
                continue;
            }
            let squares = unrank(number as u64, size);
            let mut stabiliser = ArrayVec::new();
            for (symmetry, &inverse) in inverse.iter().enumerate() {
                let viewed = rank(&board.view(&squares, symmetry)) as usize;
                if viewed == number {
                    stabiliser.push(symmetry as u8);
                }
                if entries[viewed] == UNSEEN {
                    entries[viewed] = (orbits.len() as u32) << Self::SYMMETRY_BITS | inverse as u32;
                }
            }
            orbits.push(Orbit { squares, stabiliser });
        }
        Self { board, entries, orbits }
    }

    /// Returns the sets of a board from a cache.
    pub(super) fn cached(side: usize, size: usize) -> Arc<Self> {
        type SetCache = Vec<((usize, usize), Arc<SquareSets>)>;
        static CACHE: LazyLock<Mutex<SetCache>> = LazyLock::new(Mutex::default);
        let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sets)) = cache.iter().find(|(key, _)| *key == (side, size)) {
            return Arc::clone(sets);
        }
        let sets = Arc::new(Self::new(side, size));
        cache.push(((side, size), Arc::clone(&sets)));
        sets
    }

    /// Returns the orbit of a set, and the symmetry that maps the set to the representative.
    #[inline]
    pub(super) fn find(&self, squares: &[u8]) -> (usize, usize) {
        let entry = self.entries[rank(squares) as usize] as usize;
        (entry >> Self::SYMMETRY_BITS, entry & (SYMMETRIES - 1))
    }
}
