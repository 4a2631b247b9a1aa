//! Sliding along files, ranks and diagonals, by line tables.
//!
//! Every line of a board is first gathered into at most nine adjacent bits; one
//! table then answers for all of them. Files lie side by side already. Ranks and
//! diagonals are gathered by one multiplication ("kindergarten bitboards",
//! <https://www.chessprogramming.org/Kindergarten_Bitboards>), whose partial
//! products never share a bit on boards of at most nine by nine. All tables
//! together stay within the first-level cache, and no CPU needs special
//! instructions for them.

use super::bitboard::Bitboard;
use super::geometry::{Geometry, MAX_SQUARES, Word, narrow};
use super::square::Square;

/// Cells in the longest line.
const LINE: usize = 9;
/// Occupancies of the longest line.
const PATTERNS: usize = 1 << LINE;

/// What a slider on each cell reaches, for every occupancy. The first index is
/// padded to a power of two so that a mask makes it safe.
static LINE_REACH: [[u16; PATTERNS]; 16] = {
    let mut table = [[0; PATTERNS]; 16];
    let mut cell = 0;
    while cell < LINE {
        let mut occupied = 0;
        while occupied < PATTERNS {
            table[cell][occupied] = slow_line_reach(cell, occupied as u16);
            occupied += 1;
        }
        cell += 1;
    }
    table
};

const fn slow_line_reach(cell: usize, occupied: u16) -> u16 {
    let mut reach = 0;
    let mut above = cell + 1;
    while above < LINE {
        reach |= 1 << above;
        if occupied >> above & 1 != 0 {
            break;
        }
        above += 1;
    }
    let mut below = cell;
    while below > 0 {
        below -= 1;
        reach |= 1 << below;
        if occupied >> below & 1 != 0 {
            break;
        }
    }
    reach
}

/// The cells that a slider on `cell` of a nine-cell line reaches both ways, up
/// to and including the first occupied one on each side.
///
/// On a shorter line the bits beyond its end have to be masked off.
#[inline]
pub fn line_reach(cell: usize, occupied: u16) -> u16 {
    LINE_REACH[cell & 15][usize::from(occupied) & (PATTERNS - 1)]
}

/// The line tables of one board size.
#[derive(Debug)]
pub struct Lines<G: Geometry> {
    /// Multiplier that gathers the bits of rank `a` at [`Self::GATHERED`].
    gather_rank: G::Word,
    /// Rank patterns as squares of rank `a`.
    spread_rank: [G::Word; PATTERNS],
    /// One bit in each file: multiplies a rank pattern into every file, and sums
    /// the files of a diagonal into the last one.
    each_file: G::Word,
    /// The two diagonals through a square, without it.
    diagonals: [[Bitboard<G>; MAX_SQUARES]; 2],
}

impl<G: Geometry> Lines<G> {
    /// Where the gathered bits of a rank start.
    const GATHERED: usize = (G::FILES - 1) * (G::RANKS - 1);

    /// The tables, computed at compile time.
    pub(super) const fn new() -> Self {
        let mut gather = 0_u128;
        let mut each_file = 0_u128;
        let mut file = 0;
        while file < G::FILES {
            gather |= 1 << (Self::GATHERED - (G::RANKS - 1) * file);
            each_file |= 1 << (G::RANKS * file);
            file += 1;
        }
        let mut spread_rank = [narrow(0); PATTERNS];
        let mut pattern = 0;
        while pattern < PATTERNS {
            let mut bits = 0_u128;
            let mut file = 0;
            while file < G::FILES {
                if pattern >> file & 1 != 0 {
                    bits |= 1 << (G::RANKS * file);
                }
                file += 1;
            }
            spread_rank[pattern] = narrow(bits);
            pattern += 1;
        }
        let mut diagonals = [[Bitboard::EMPTY; MAX_SQUARES]; 2];
        let mut index = 0;
        while index < G::SQUARES {
            let square = Square::from_index(index);
            diagonals[0][index] = Self::slow_diagonal(square, 1);
            diagonals[1][index] = Self::slow_diagonal(square, -1);
            index += 1;
        }
        Self { gather_rank: narrow(gather), spread_rank, each_file: narrow(each_file), diagonals }
    }

    const fn slow_diagonal(square: Square<G>, slope: isize) -> Bitboard<G> {
        let mut bits = 0_u128;
        let mut step = -(LINE as isize);
        while step <= LINE as isize {
            if step != 0
                && let Some(target) = square.offset(step, step * slope)
            {
                bits |= 1 << target.index();
            }
            step += 1;
        }
        Bitboard::from_bits(bits)
    }
}

/// What a slider on `square` reaches along its file, up to and including the
/// first occupied square on each side.
#[inline]
pub fn file_reach<G: Geometry>(square: Square<G>, occupied: Bitboard<G>) -> Bitboard<G> {
    let file = square.file();
    let reach = line_reach(square.rank(), occupied.file_bits(file));
    Bitboard::from_file_bits(file, reach & ((1 << G::RANKS) - 1))
}

/// What a slider on `square` reaches along its rank, up to and including the
/// first occupied square on each side.
#[inline]
pub fn rank_reach<G: Geometry>(square: Square<G>, occupied: Bitboard<G>) -> Bitboard<G> {
    let lines = G::lines();
    let rank = square.rank() as u32;
    let on_rank = (occupied.word() >> rank) & Bitboard::<G>::rank(0).word();
    let gathered = on_rank.wrapping_mul(lines.gather_rank) >> Lines::<G>::GATHERED as u32;
    let reach = line_reach(square.file(), gathered.low_bits() & ((1 << G::FILES) - 1));
    Bitboard::from_word(lines.spread_rank[usize::from(reach)] << rank)
}

/// What a slider on `square` reaches along both diagonals, up to and including
/// the first occupied square on each.
#[inline]
pub fn diagonal_reach<G: Geometry>(square: Square<G>, occupied: Bitboard<G>) -> Bitboard<G> {
    let lines = G::lines();
    let last_file = ((G::FILES - 1) * G::RANKS) as u32;
    let along = |diagonal: Bitboard<G>| {
        let summed = (occupied & diagonal).word().wrapping_mul(lines.each_file) >> last_file;
        let reach = line_reach(square.rank(), summed.low_bits() & ((1 << G::RANKS) - 1));
        let ranks = G::Word::from(reach & ((1 << G::RANKS) - 1)).wrapping_mul(lines.each_file);
        Bitboard::from_word(ranks) & diagonal
    };
    along(lines.diagonals[0][square.index()]) | along(lines.diagonals[1][square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::bitboard::Direction;
    use crate::core::geometry::{Board7x9, Board8x8, Board9x9};

    fn walked<G: Geometry>(
        square: Square<G>,
        occupied: Bitboard<G>,
        directions: &[Direction],
    ) -> Bitboard<G> {
        let mut reach = Bitboard::EMPTY;
        for &direction in directions {
            let mut front = Bitboard::from(square).shifted(direction);
            while front.is_occupied() {
                reach |= front;
                if front.intersects(occupied) {
                    break;
                }
                front = front.shifted(direction);
            }
        }
        reach
    }

    fn agrees_with_walking<G: Geometry>() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let density = random.f32();
            let occupied: Bitboard<G> = Square::all().filter(|_| random.f32() < density).collect();
            for square in Square::<G>::all() {
                let vertical = [Direction::UP, Direction::DOWN];
                assert_eq!(file_reach(square, occupied), walked(square, occupied, &vertical));
                let sideways = [Direction::LEFT, Direction::RIGHT];
                assert_eq!(rank_reach(square, occupied), walked(square, occupied, &sideways));
                let diagonal = Direction::DIAGONAL;
                assert_eq!(diagonal_reach(square, occupied), walked(square, occupied, &diagonal));
            }
        }
    }

    #[test]
    fn line_tables_agree_with_walking() {
        agrees_with_walking::<Board7x9>();
        agrees_with_walking::<Board8x8>();
        agrees_with_walking::<Board9x9>();
    }
}
