//! Attack tables, computed for each game, and the Zobrist keys.

use super::betza::{self, BetzaMoves, LEAP_CELLS, Offset, SLIDE_CELLS};
use super::kind::{BUILT_IN_KINDS, KINDS};
use super::rules::KindRules;
use crate::core::bitboard::Bitboard;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::geometry::{Geometry, MAX_SQUARES};
use crate::core::key::{self, Key};
use crate::core::square::Square;

/// A value for each square.
type BySquare<T> = [T; MAX_SQUARES];
/// A value for each colour, kind and square.
type ByPiece<T> = [[BySquare<T>; KINDS]; 2];

/// The attack tables of one game.
///
/// The search reads only the rows of kinds that exist, and the `between` rows of squares
/// where Kings stand, so the cache footprint stays small.
#[derive(Debug)]
pub struct AttackTables<G: Geometry> {
    /// Squares to which a piece leaps.
    pub(super) leaps: ByPiece<Bitboard<G>>,
    /// Squares to which a piece slides on an empty board.
    pub(super) rays: ByPiece<Bitboard<G>>,
    /// Squares from which some piece of a side leaps to a square, by side. Games from files may
    /// have more squares here.
    pub(super) leap_sources: [BySquare<Bitboard<G>>; 2],
    /// Squares from which some piece of either side slides to a square on an empty
    /// board.
    pub(super) lines: BySquare<Bitboard<G>>,
    /// Squares strictly between two squares on a common line.
    pub(super) between: BySquare<BySquare<Bitboard<G>>>,
    /// Squares at a distance of exactly two King steps.
    pub(super) outer_ring: BySquare<Bitboard<G>>,
}

impl<G: Geometry> AttackTables<G> {
    /// Computes the tables of a game with these kinds.
    pub(super) const fn new(rules: &KindRules<G>, shape: BoardShape<G>) -> Self {
        let board = Board(shape);
        let mut tables = Self {
            leaps: [[[Bitboard::EMPTY; MAX_SQUARES]; KINDS]; 2],
            rays: [[[Bitboard::EMPTY; MAX_SQUARES]; KINDS]; 2],
            leap_sources: [[Bitboard::EMPTY; MAX_SQUARES]; 2],
            lines: [Bitboard::EMPTY; MAX_SQUARES],
            between: [[Bitboard::EMPTY; MAX_SQUARES]; MAX_SQUARES],
            outer_ring: [Bitboard::EMPTY; MAX_SQUARES],
        };
        let mut index = 0;
        while index < G::SQUARES {
            let square = Square::from_index(index);
            if !shape.has(square.file(), square.rank()) {
                index += 1;
                continue;
            }
            let mut lines = 0;
            let mut leaps = [0; 2];
            let mut kind = 0;
            while kind < KINDS {
                if !rules[kind].exists {
                    kind += 1;
                    continue;
                }
                let moves = &rules[kind].moves;
                let black = board.of(square, moves, Color::Black);
                let white = board.of(square, moves, Color::White);
                tables.leaps[0][kind][index] = Bitboard::from_bits(black[0]);
                tables.leaps[1][kind][index] = Bitboard::from_bits(white[0]);
                tables.rays[0][kind][index] = Bitboard::from_bits(black[1]);
                tables.rays[1][kind][index] = Bitboard::from_bits(white[1]);
                lines |= black[1] | white[1];
                leaps[0] |= black[0];
                leaps[1] |= white[0];
                kind += 1;
            }
            tables.lines[index] = Bitboard::from_bits(lines);
            // A piece leaps to a square from where a piece of the other side would leap.
            tables.leap_sources[0][index] = Bitboard::from_bits(leaps[1]);
            tables.leap_sources[1][index] = Bitboard::from_bits(leaps[0]);
            tables.between[index] = board.between_row(square);
            tables.outer_ring[index] = board.outer_ring(square);
            index += 1;
        }
        tables
    }
}

/// Converts an offset from Black's point of view to a side's: White's is rotated by 180
/// degrees.
pub(super) const fn turned((files, ranks): Offset, color: Color) -> Offset {
    match color {
        Color::Black => (files, ranks),
        Color::White => (-files, -ranks),
    }
}

/// The board for which the tables are computed.
struct Board<G: Geometry>(BoardShape<G>);

impl<G: Geometry> Board<G> {
    /// Returns the leaps and the rays of a piece.
    const fn of(&self, from: Square<G>, moves: &BetzaMoves, color: Color) -> [u128; 2] {
        [self.leaps(from, moves, color), self.rays(from, moves, color)]
    }

    const fn leaps(&self, from: Square<G>, moves: &BetzaMoves, color: Color) -> u128 {
        let mut bits = 0;
        let mut cell = 0;
        while cell < LEAP_CELLS {
            let (files, ranks) = turned(betza::leap(cell), color);
            if moves.leaps_to(cell)
                && let Some(to) = self.0.offset(from, files, ranks)
            {
                bits |= 1 << to.index();
            }
            cell += 1;
        }
        bits
    }

    const fn rays(&self, from: Square<G>, moves: &BetzaMoves, color: Color) -> u128 {
        let mut bits = 0;
        let mut cell = 0;
        while cell < SLIDE_CELLS {
            if moves.slides_to(cell) {
                let (files, ranks) = turned(betza::slide(cell), color);
                let limit = moves.limit(cell);
                let mut steps = 0;
                let mut at = from;
                while let Some(to) = self.0.offset(at, files, ranks) {
                    if limit != 0 && steps == limit {
                        break;
                    }
                    bits |= 1 << to.index();
                    at = to;
                    steps += 1;
                }
            }
            cell += 1;
        }
        bits
    }

    const fn between_row(&self, from: Square<G>) -> BySquare<Bitboard<G>> {
        let mut row = [Bitboard::EMPTY; MAX_SQUARES];
        let mut cell = 0;
        while cell < SLIDE_CELLS {
            let (files, ranks) = betza::slide(cell);
            if files != 0 || ranks != 0 {
                let mut passed = 0;
                let mut at = from;
                while let Some(to) = self.0.offset(at, files, ranks) {
                    row[to.index()] = Bitboard::from_bits(passed);
                    passed |= 1 << to.index();
                    at = to;
                }
            }
            cell += 1;
        }
        row
    }

    const fn outer_ring(&self, square: Square<G>) -> Bitboard<G> {
        let mut bits: u128 = 0;
        let mut cell = 0;
        while cell < LEAP_CELLS {
            let (files, ranks) = betza::leap(cell);
            let (aside, ahead) = (files.abs(), ranks.abs());
            let is_far = aside <= 2 && ahead <= 2 && (aside == 2 || ahead == 2);
            if is_far && let Some(to) = self.0.offset(square, files, ranks) {
                bits |= 1 << to.index();
            }
            cell += 1;
        }
        Bitboard::from_bits(bits)
    }
}

/// Zobrist keys, the same for every drop game. They are combined by addition instead of
/// XOR, so that a hand can hold any number of pieces of a kind.
#[derive(Debug)]
pub(super) struct Keys {
    board: ByPiece<Key>,
    hand: [[Key; KINDS]; 2],
    mark: BySquare<Key>,
    /// Key of White being the side to move.
    pub white: Key,
}

/// The Zobrist keys.
pub(super) static KEYS: Keys = Keys {
    board: board_keys(),
    hand: hand_keys(),
    mark: key::with_more_squares::<{ key::FIRST_SQUARES }>(
        &key::random_keys(12),
        0,
        key::random_keys(15),
    ),
    white: key::random_keys::<1>(13)[0],
};

const fn board_keys() -> ByPiece<Key> {
    let first: [Key; 2 * BUILT_IN_KINDS * key::FIRST_SQUARES] = key::random_keys(10);
    let mut keys = [[[0; MAX_SQUARES]; KINDS]; 2];
    let mut row = 0;
    while row < 2 * KINDS {
        let (color, kind) = (row / KINDS, row % KINDS);
        keys[color][kind] = if kind < BUILT_IN_KINDS {
            let row = color * BUILT_IN_KINDS + kind;
            key::with_more_squares(&first, row, key::random_keys(100 + row as u64))
        } else if cfg!(loaded_games) {
            key::random_keys(200 + row as u64)
        } else {
            [0; MAX_SQUARES]
        };
        row += 1;
    }
    keys
}

const fn hand_keys() -> [[Key; KINDS]; 2] {
    let first: [Key; 2 * BUILT_IN_KINDS] = key::random_keys(11);
    let more: [Key; 2 * KINDS] = key::random_keys(16);
    let mut keys = [[0; KINDS]; 2];
    let mut row = 0;
    while row < 2 * KINDS {
        let (color, kind) = (row / KINDS, row % KINDS);
        keys[color][kind] =
            if kind < BUILT_IN_KINDS { first[color * BUILT_IN_KINDS + kind] } else { more[row] };
        row += 1;
    }
    keys
}

impl Keys {
    /// Returns the key of a piece on a square.
    #[inline]
    pub(crate) const fn on_board(&self, color: Color, kind: usize, square: usize) -> Key {
        self.board[color.index()][kind][square]
    }

    /// Returns the key of one piece in a hand.
    #[inline]
    pub(crate) const fn in_hand(&self, color: Color, kind: usize) -> Key {
        self.hand[color.index()][kind]
    }

    /// Returns the key of a counter-flip mark on a square.
    #[inline]
    pub(crate) const fn marked(&self, square: usize) -> Key {
        self.mark[square]
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;
    use crate::core::geometry::{Board5x5, Board7x9};

    #[test]
    fn board_keys_are_distinct() {
        let mut numbers = FxHashSet::default();
        for color in [Color::Black, Color::White] {
            for kind in 0..KINDS {
                for square in 0..MAX_SQUARES {
                    let number = KEYS.on_board(color, kind, square);
                    assert!(numbers.insert(number), "{color:?}, kind {kind}, square {square}");
                }
            }
        }
    }

    #[test]
    fn outer_ring_is_two_king_steps_away() {
        fn check<G: Geometry>() {
            for from in 0..G::SQUARES {
                let square = Square::<G>::from_index(from);
                let squares = Board(BoardShape::WHOLE).outer_ring(square);
                for to in (0..G::SQUARES).map(Square::<G>::from_index) {
                    let steps =
                        (square.file().abs_diff(to.file())).max(square.rank().abs_diff(to.rank()));
                    assert_eq!(squares.contains(to), steps == 2, "{from} to {}", to.index());
                }
            }
        }
        check::<Board5x5>();
        check::<Board7x9>();
    }
}
