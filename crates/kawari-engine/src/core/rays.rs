//! Sliding attacks along files, ranks and diagonals.
//!
//! The occupancy of a line is gathered into adjacent bits and looked up in one table for all
//! lines of at most nine squares, or in another one for lines of up to eleven. The bits of a file are already adjacent. Those of a rank or diagonal
//! are gathered by one multiplication ("kindergarten bitboards",
//! <https://www.chessprogramming.org/Kindergarten_Bitboards>). Its partial products never
//! overlap on boards of at most 11 by 11. The tables of boards up to 9 by 9 fit in the L1
//! cache. No special CPU instructions are needed.

use super::bitboard::{Bitboard, Direction};
use super::geometry::{Geometry, MAX_SQUARES, Word, narrow};
use super::square::Square;

/// Squares of the longest line on boards up to 9 by 9.
const LINE: usize = 9;
/// Number of occupancies of such a line.
const PATTERNS: usize = 1 << LINE;
/// Squares of the longest line on any board.
const LONG_LINE: usize = 11;
/// Number of occupancies of such a line.
const LONG_PATTERNS: usize = 1 << LONG_LINE;

/// Attacks of a slider on each square of a line, for every occupancy. The first dimension is
/// padded to a power of two, so a mask replaces the bounds check.
static LINE_REACH: [[u16; PATTERNS]; 16] = line_reaches(LINE);
/// The same for lines of up to eleven squares.
static LONG_LINE_REACH: [[u16; LONG_PATTERNS]; 16] = line_reaches(LONG_LINE);

/// Squares of rank `a` on a board of eleven ranks, for each pattern.
static LONG_SPREAD_RANK: [u128; LONG_PATTERNS] = {
    let mut spread = [0; LONG_PATTERNS];
    let mut pattern = 1;
    while pattern < LONG_PATTERNS {
        let file = pattern.trailing_zeros() as usize;
        spread[pattern] = spread[pattern & (pattern - 1)] | 1 << (LONG_LINE * file);
        pattern += 1;
    }
    spread
};

const fn line_reaches<const N: usize>(line: usize) -> [[u16; N]; 16] {
    let mut table = [[0; N]; 16];
    let mut cell = 0;
    while cell < line {
        let mut occupied = 0;
        while occupied < N {
            table[cell][occupied] = line_reach_by_walking(line, cell, occupied as u16);
            occupied += 1;
        }
        cell += 1;
    }
    table
}

const fn line_reach_by_walking(line: usize, cell: usize, occupied: u16) -> u16 {
    let mut reach = 0;
    let mut above = cell + 1;
    while above < line {
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

/// Returns the attacks of a slider on square `cell` of a nine-square line, up to and
/// including the first occupied square on each side.
///
/// For a shorter line, the caller masks off the bits beyond its end.
#[inline]
pub fn line_reach(cell: usize, occupied: u16) -> u16 {
    LINE_REACH[cell & 15][usize::from(occupied) & (PATTERNS - 1)]
}

/// Returns [`line_reach`] for a line of a board, which may have up to eleven squares.
#[inline(always)]
pub(crate) fn reach_on_line<G: Geometry>(cell: usize, occupied: u16) -> u16 {
    if is_long::<G>() {
        LONG_LINE_REACH[cell & 15][usize::from(occupied) & (LONG_PATTERNS - 1)]
    } else {
        line_reach(cell, occupied)
    }
}

/// Returns true if the board has lines of more than nine squares.
const fn is_long<G: Geometry>() -> bool {
    G::FILES > LINE || G::RANKS > LINE
}

/// The lookup tables of one board size.
#[derive(Debug)]
pub struct RayTables<G: Geometry> {
    /// Multiplier that gathers the bits of rank `a`, starting at bit [`Self::GATHERED`].
    gather_rank: G::Word,
    /// Squares of rank `a` for each nine-bit pattern, on boards of at most nine files.
    spread_rank: [G::Word; PATTERNS],
    /// One bit in each file. Multiplication by it copies a file to every file, and collects
    /// the bits of a diagonal in the last file.
    each_file: G::Word,
    /// The two diagonals through each square, without the square.
    diagonals: [[Bitboard<G>; MAX_SQUARES]; 2],
    /// Squares orthogonally adjacent to each square.
    neighbours: [Bitboard<G>; MAX_SQUARES],
}

impl<G: Geometry> RayTables<G> {
    /// Lowest bit of a gathered rank.
    const GATHERED: usize = (G::FILES - 1) * (G::RANKS - 1);

    /// Computes the tables at compile time.
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
            while file < G::FILES && file < LINE {
                if pattern >> file & 1 != 0 {
                    bits |= 1 << (G::RANKS * file);
                }
                file += 1;
            }
            spread_rank[pattern] = narrow(bits);
            pattern += 1;
        }
        let mut diagonals = [[Bitboard::EMPTY; MAX_SQUARES]; 2];
        let mut neighbours = [Bitboard::EMPTY; MAX_SQUARES];
        let mut index = 0;
        while index < G::SQUARES {
            let square = Square::from_index(index);
            diagonals[0][index] = Self::diagonal_by_walking(square, 1);
            diagonals[1][index] = Self::diagonal_by_walking(square, -1);
            neighbours[index] = Self::neighbours_by_walking(square);
            index += 1;
        }
        Self {
            gather_rank: narrow(gather),
            spread_rank,
            each_file: narrow(each_file),
            diagonals,
            neighbours,
        }
    }

    const fn neighbours_by_walking(square: Square<G>) -> Bitboard<G> {
        let mut bits = 0_u128;
        let mut direction = 0;
        while direction < 4 {
            let Direction { files, ranks } = Direction::ORTHOGONAL[direction];
            if let Some(target) = square.offset(files as isize, ranks as isize) {
                bits |= 1 << target.index();
            }
            direction += 1;
        }
        Bitboard::from_bits(bits)
    }

    const fn diagonal_by_walking(square: Square<G>, slope: isize) -> Bitboard<G> {
        let mut bits = 0_u128;
        let mut step = -(LONG_LINE as isize);
        while step <= LONG_LINE as isize {
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

/// Returns the attacks of a slider along its file, up to and including the first occupied
/// square on each side.
#[inline]
pub fn file_reach<G: Geometry>(square: Square<G>, occupied: Bitboard<G>) -> Bitboard<G> {
    let file = square.file();
    let reach = reach_on_line::<G>(square.rank(), occupied.file_bits(file));
    Bitboard::from_file_bits(file, reach & ((1 << G::RANKS) - 1))
}

/// Returns the attacks of a slider along its rank, up to and including the first occupied
/// square on each side.
#[inline]
pub fn rank_reach<G: Geometry>(square: Square<G>, occupied: Bitboard<G>) -> Bitboard<G> {
    let rank = square.rank();
    from_rank_bits(rank, reach_on_line::<G>(square.file(), rank_bits(occupied, rank)))
}

/// Returns the bits of one rank of a set. File `1` is bit 0.
#[inline]
pub fn rank_bits<G: Geometry>(set: Bitboard<G>, rank: usize) -> u16 {
    let on_rank = set.word().shifted_right(rank as u32) & Bitboard::<G>::rank(0).word();
    let gathered = on_rank.wrapping_mul(G::lines().gather_rank);
    gathered.shifted_right(RayTables::<G>::GATHERED as u32).low_bits() & ((1 << G::FILES) - 1)
}

/// Returns the squares of one rank whose bits are set. File `1` is bit 0; bits beyond the
/// last file are ignored.
#[inline]
pub fn from_rank_bits<G: Geometry>(rank: usize, bits: u16) -> Bitboard<G> {
    let spread = if is_long::<G>() {
        narrow(LONG_SPREAD_RANK[usize::from(bits) & (LONG_PATTERNS - 1)])
    } else {
        G::lines().spread_rank[usize::from(bits) & (PATTERNS - 1)]
    };
    Bitboard::from_word(spread.shifted_left(rank as u32))
}

/// Returns the attacks of a slider along both diagonals, up to and including the first
/// occupied square in each direction.
#[inline]
pub fn diagonal_reach<G: Geometry>(square: Square<G>, occupied: Bitboard<G>) -> Bitboard<G> {
    let lines = G::lines();
    let last_file = ((G::FILES - 1) * G::RANKS) as u32;
    let along = |diagonal: Bitboard<G>| {
        let summed = (occupied & diagonal).word().wrapping_mul(lines.each_file);
        let summed = summed.shifted_right(last_file);
        let reach = reach_on_line::<G>(square.rank(), summed.low_bits() & ((1 << G::RANKS) - 1));
        let ranks = G::Word::from(reach & ((1 << G::RANKS) - 1)).wrapping_mul(lines.each_file);
        Bitboard::from_word(ranks) & diagonal
    };
    along(lines.diagonals[0][square.index()]) | along(lines.diagonals[1][square.index()])
}

/// Returns the squares orthogonally adjacent to a square.
#[inline]
pub fn neighbours<G: Geometry>(square: Square<G>) -> Bitboard<G> {
    G::lines().neighbours[square.index()]
}

/// Returns the attacks of a set of sliders in one direction, over free squares up to and
/// including the first that is not free.
///
/// This is a Kogge-Stone fill, which moves all sliders in parallel and doubles the distance
/// in each step: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#[inline(always)]
pub fn slider_attacks<G: Geometry>(
    sliders: Bitboard<G>,
    free: Bitboard<G>,
    direction: Direction,
) -> Bitboard<G> {
    let step = direction.files as i32 * G::RANKS as i32 + direction.ranks as i32;
    let ahead = |word: G::Word, steps: u32| {
        let shift = step.unsigned_abs() * steps;
        if step > 0 { word.shifted_left(shift) } else { word.shifted_right(shift) }
    };
    // Excludes steps that wrap from the end of a file to the next file.
    let landing = match direction.ranks {
        0 => Bitboard::ALL,
        ranks if ranks > 0 => !Bitboard::<G>::rank(0),
        _ => !Bitboard::<G>::rank(G::RANKS - 1),
    };
    let mut swept = sliders.word();
    let mut open = (free & landing).word();
    swept |= open & ahead(swept, 1);
    open &= ahead(open, 1);
    swept |= open & ahead(swept, 2);
    open &= ahead(open, 2);
    swept |= open & ahead(swept, 4);
    if is_long::<G>() {
        open &= ahead(open, 4);
        swept |= open & ahead(swept, 8);
    }
    // The fill covers seven steps, or fifteen. One more completes a line of nine squares.
    Bitboard::from_word(ahead(swept, 1)) & landing
}

/// Returns the free squares that a set of sliders can move to in one direction.
#[inline(always)]
pub fn slides<G: Geometry>(
    sliders: Bitboard<G>,
    free: Bitboard<G>,
    direction: Direction,
) -> Bitboard<G> {
    slider_attacks(sliders, free, direction) & free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::on_every_board;

    fn walk<G: Geometry>(
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

    fn check_single_sliders<G: Geometry>() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let density = random.f32();
            let occupied: Bitboard<G> = Square::all().filter(|_| random.f32() < density).collect();
            for square in Square::<G>::all() {
                let vertical = [Direction::UP, Direction::DOWN];
                assert_eq!(file_reach(square, occupied), walk(square, occupied, &vertical));
                let sideways = [Direction::LEFT, Direction::RIGHT];
                assert_eq!(rank_reach(square, occupied), walk(square, occupied, &sideways));
                let around = Bitboard::from(square).neighbours();
                assert_eq!(neighbours(square), around);
                let diagonal = Direction::DIAGONAL;
                assert_eq!(diagonal_reach(square, occupied), walk(square, occupied, &diagonal));
            }
        }
    }

    fn check_setwise_sliders<G: Geometry>() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..200 {
            let density = random.f32();
            let occupied: Bitboard<G> = Square::all().filter(|_| random.f32() < density).collect();
            let sliders: Bitboard<G> = occupied.into_iter().filter(|_| random.bool()).collect();
            for direction in Direction::ORTHOGONAL.into_iter().chain(Direction::DIAGONAL) {
                let reach = sliders.into_iter().map(|square| walk(square, occupied, &[direction]));
                let reach = reach.fold(Bitboard::EMPTY, |all, reach| all | reach);
                assert_eq!(slider_attacks(sliders, !occupied, direction), reach);
                assert_eq!(slides(sliders, !occupied, direction), reach & !occupied);
            }
        }
    }

    #[test]
    fn setwise_attacks_match_square_by_square_walks() {
        on_every_board!(check_setwise_sliders);
    }

    #[test]
    fn attack_tables_match_square_by_square_walks() {
        on_every_board!(check_single_sliders);
    }
}
