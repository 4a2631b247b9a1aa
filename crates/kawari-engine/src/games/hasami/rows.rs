//! Five-in-a-row detection with bitboards, for all windows of a line in parallel.
//!
//! A window is five consecutive squares in a line. In a set of windows, each one is
//! represented by its first square, the one with the lowest number. No window wraps
//! from one file to the next if at least one rank at an end of the board is excluded. The
//! functions for windows of any length work on every board.

use std::array;

use crate::core::bitboard::{Bitboard, Direction};
use crate::core::geometry::{Geometry, Word};

/// Returns the difference between the numbers of adjacent squares in a line.
const fn step<G: Geometry>(line: Direction) -> u32 {
    (line.files as isize * G::RANKS as isize + line.ranks as isize) as u32
}

/// Returns the windows whose square at `index_in_window` (0 to 4) is in the set.
#[inline(always)]
fn windows_with<G: Geometry>(
    set: Bitboard<G>,
    line: Direction,
    index_in_window: usize,
) -> Bitboard<G> {
    Bitboard::from_word(set.word().shifted_right(index_in_window as u32 * step::<G>(line)))
}

/// Returns true if the set contains five men in a row.
#[inline(always)]
pub fn has_five<G: Geometry>(men: Bitboard<G>, line: Direction) -> bool {
    let two = men & windows_with(men, line, 1);
    let four = two & windows_with(two, line, 2);
    four.intersects(windows_with(men, line, 4))
}

/// Returns the men of the set that are part of a row of `length` men or more, or of exactly
/// `length` men. Works on every board.
pub fn in_rows<G: Geometry>(
    men: Bitboard<G>,
    line: Direction,
    length: usize,
    is_exact: bool,
) -> Bitboard<G> {
    // The last men of runs of at least this length.
    let ends = |length: usize| (1..length).fold(men, |ends, _| ends.shifted(line) & men);
    let mut last = ends(length);
    if is_exact {
        last &= !ends(length + 1) & !men.shifted(line.opposite());
    }
    squares_of_any(last, line.opposite(), length)
}

/// Returns the squares of windows of any length, given by a square at one end and the
/// direction to the other end. Works on every board.
pub fn squares_of_any<G: Geometry>(
    windows: Bitboard<G>,
    line: Direction,
    length: usize,
) -> Bitboard<G> {
    (1..length).fold(windows, |squares, _| windows | squares.shifted(line))
}

/// Does the same as [`windows`] for windows of any length: `two`, `three` and `four` are the
/// windows that lack three, two and one man. Works on every board.
pub fn windows_of<G: Geometry>(
    men: Bitboard<G>,
    open: Bitboard<G>,
    line: Direction,
    length: usize,
) -> Windows<G> {
    // Windows that lack no man, one, two and three men, so far.
    let (mut none, mut one, mut two, mut three) =
        (Bitboard::ALL, Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
    let (mut men, mut open) = (men, open);
    for _ in 0..length {
        let gap = open & !men;
        three = three & men | two & gap;
        two = two & men | one & gap;
        one = one & men | none & gap;
        none &= men;
        men = men.shifted(line.opposite());
        open = open.shifted(line.opposite());
    }
    Windows { two: three, three: two, four: one }
}

/// Windows without an enemy man, by the number of own men in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Windows<G: Geometry> {
    /// Windows with two men.
    pub two: Bitboard<G>,
    /// Windows with three men.
    pub three: Bitboard<G>,
    /// Windows with four men.
    pub four: Bitboard<G>,
}

/// Groups the windows that lie entirely in `open` by the number of men in them.
/// `men` is a subset of `open`.
#[inline(always)]
pub fn windows<G: Geometry>(men: Bitboard<G>, open: Bitboard<G>, line: Direction) -> Windows<G> {
    let pairs = open & windows_with(open, line, 1);
    let all_open = pairs & windows_with(pairs, line, 2) & windows_with(open, line, 4);
    let [a, b, c, d, e] =
        array::from_fn(|index_in_window| windows_with(men, line, index_in_window));
    // Two full adders give the number of men in each window in binary.
    let sum = a ^ b ^ c;
    let carry = a & b | (a ^ b) & c;
    let ones = sum ^ d ^ e;
    let second_carry = sum & d | (sum ^ d) & e;
    let twos = all_open & (carry ^ second_carry);
    let fours = all_open & carry & second_carry;
    Windows { two: twos & !ones, three: twos & ones, four: fours & !ones }
}

/// Returns the squares at `index_in_window` (0 to 4) of the windows.
#[inline(always)]
fn squares_at<G: Geometry>(
    windows: Bitboard<G>,
    line: Direction,
    index_in_window: usize,
) -> Bitboard<G> {
    Bitboard::from_word(windows.word().shifted_left(index_in_window as u32 * step::<G>(line)))
}

/// Returns all squares of the windows.
#[inline(always)]
fn squares_of<G: Geometry>(windows: Bitboard<G>, line: Direction) -> Bitboard<G> {
    let two = windows | squares_at(windows, line, 1);
    let four = two | squares_at(two, line, 2);
    four | squares_at(windows, line, 4)
}

/// Returns the empty squares of windows without an enemy man.
#[inline(always)]
pub fn gaps<G: Geometry>(windows: Bitboard<G>, men: Bitboard<G>, line: Direction) -> Bitboard<G> {
    squares_of(windows, line) & !men
}

/// Returns the empty squares at `index_in_window` (0 to 4) of windows without an
/// enemy man.
#[inline(always)]
pub fn gaps_at<G: Geometry>(
    windows: Bitboard<G>,
    men: Bitboard<G>,
    line: Direction,
    index_in_window: usize,
) -> Bitboard<G> {
    squares_at(windows, line, index_in_window) & !men
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::Board9x9;
    use crate::core::square::Square;
    use crate::games::hasami::rules::line;

    #[test]
    fn windows_are_grouped_by_number_of_men() {
        for line in [line::VERTICAL, line::HORIZONTAL, line::FALLING, line::RISING] {
            // Middle of the third file: five squares in each direction are on the board.
            let first = 2 * Board9x9::RANKS + 4;
            let step = step::<Board9x9>(line) as usize;
            let square = |index_in_window: usize| {
                Square::<Board9x9>::from_index(first + index_in_window * step)
            };
            for pattern in 0_u32..32 {
                let men = (0..5)
                    .filter(|index_in_window| pattern >> index_in_window & 1 != 0)
                    .map(square);
                let men = men.fold(Bitboard::EMPTY, Bitboard::with);
                let Windows { two, three, four } = windows(men, Bitboard::ALL, line);
                let found = [two, three, four].map(|windows| windows.contains(square(0)));
                let expected = [2, 3, 4].map(|count| pattern.count_ones() == count);
                assert_eq!(found, expected, "{line:?} {pattern:05b}");
                assert_eq!(has_five(men, line), pattern == 31, "{line:?} {pattern:05b}");
                let row = if pattern == 31 { men } else { Bitboard::EMPTY };
                assert_eq!(
                    windows_of(men, Bitboard::ALL, line, 5).four.contains(square(0)),
                    expected[2]
                );
                assert_eq!(in_rows(men, line, 5, pattern % 2 == 0), row, "{line:?} {pattern:05b}");
            }
        }
    }
}
