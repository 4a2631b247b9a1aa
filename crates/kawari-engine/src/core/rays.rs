//! Sliding along files, ranks and diagonals, by line tables.
//!
//! Every line of a board is first gathered into at most nine adjacent bits; one
//! table then answers for all of them. Files lie side by side already. Ranks and
//! diagonals are gathered by one multiplication ("kindergarten bitboards",
//! <https://www.chessprogramming.org/Kindergarten_Bitboards>), whose partial
//! products never share a bit on boards of at most nine by nine. All tables
//! together stay within the first-level cache, and no CPU needs special
//! instructions for them.

use super::bitboard::{Bitboard, Direction};
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
            table[cell][occupied] = line_reach_by_walking(cell, occupied as u16);
            occupied += 1;
        }
        cell += 1;
    }
    table
};

const fn line_reach_by_walking(cell: usize, occupied: u16) -> u16 {
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
pub struct RayTables<G: Geometry> {
    /// Multiplier that gathers the bits of rank `a` at [`Self::GATHERED`].
    gather_rank: G::Word,
    /// Rank patterns as squares of rank `a`.
    spread_rank: [G::Word; PATTERNS],
    /// One bit in each file: multiplies a rank pattern into every file, and sums
    /// the files of a diagonal into the last one.
    each_file: G::Word,
    /// The two diagonals through a square, without it.
    diagonals: [[Bitboard<G>; MAX_SQUARES]; 2],
    /// The squares orthogonally next to a square.
    neighbours: [Bitboard<G>; MAX_SQUARES],
}

impl<G: Geometry> RayTables<G> {
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
    let rank = square.rank();
    from_rank_bits(rank, line_reach(square.file(), rank_bits(occupied, rank)))
}

/// The bits of one rank of a set, file `1` lowest.
#[inline]
pub fn rank_bits<G: Geometry>(set: Bitboard<G>, rank: usize) -> u16 {
    let on_rank = (set.word() >> rank as u32) & Bitboard::<G>::rank(0).word();
    let gathered = on_rank.wrapping_mul(G::lines().gather_rank) >> RayTables::<G>::GATHERED as u32;
    gathered.low_bits() & ((1 << G::FILES) - 1)
}

/// The squares of one rank given by bits, file `1` lowest; bits beyond its end
/// are dropped.
#[inline]
pub fn from_rank_bits<G: Geometry>(rank: usize, bits: u16) -> Bitboard<G> {
    Bitboard::from_word(G::lines().spread_rank[usize::from(bits) & (PATTERNS - 1)] << rank as u32)
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

/// The squares orthogonally next to a square.
#[inline]
pub fn neighbours<G: Geometry>(square: Square<G>) -> Bitboard<G> {
    G::lines().neighbours[square.index()]
}

/// The squares that the sliders of a set attack in one direction, each over free
/// squares up to and including the first that is not.
///
/// All sliders move at once, by doubling their reach: "Kogge-Stone fill",
/// <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#[inline(always)]
pub fn slider_attacks<G: Geometry>(
    sliders: Bitboard<G>,
    free: Bitboard<G>,
    direction: Direction,
) -> Bitboard<G> {
    let step = direction.files as i32 * G::RANKS as i32 + direction.ranks as i32;
    let ahead = |word: G::Word, steps: u32| {
        let shift = step.unsigned_abs() * steps;
        if step > 0 { word << shift } else { word >> shift }
    };
    // A step across the end of a file would enter the next one at its far end.
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
    // Seven steps so far, and one more: the longest line has nine squares.
    Bitboard::from_word(ahead(swept, 1)) & landing
}

/// The free squares that the sliders of a set reach in one direction; a square that
/// two sliders face from opposite sides shows once for each direction asked.
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
                let around = Bitboard::from(square).neighbours();
                assert_eq!(neighbours(square), around);
                let diagonal = Direction::DIAGONAL;
                assert_eq!(diagonal_reach(square, occupied), walked(square, occupied, &diagonal));
            }
        }
    }

    fn setwise_slides_agree_with_walking<G: Geometry>() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..200 {
            let density = random.f32();
            let occupied: Bitboard<G> = Square::all().filter(|_| random.f32() < density).collect();
            let sliders: Bitboard<G> = occupied.into_iter().filter(|_| random.bool()).collect();
            for direction in Direction::ORTHOGONAL.into_iter().chain(Direction::DIAGONAL) {
                let reach =
                    sliders.into_iter().map(|square| walked(square, occupied, &[direction]));
                let reach = reach.fold(Bitboard::EMPTY, |all, reach| all | reach);
                assert_eq!(slider_attacks(sliders, !occupied, direction), reach);
                assert_eq!(slides(sliders, !occupied, direction), reach & !occupied);
            }
        }
    }

    #[test]
    fn sliders_of_a_set_move_at_once() {
        on_every_board!(setwise_slides_agree_with_walking);
    }

    #[test]
    fn line_tables_agree_with_walking() {
        on_every_board!(agrees_with_walking);
    }
}
