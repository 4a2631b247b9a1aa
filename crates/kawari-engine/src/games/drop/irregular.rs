//! Lame leaps and area moves, which only games from files have.
//!
//! Unlike slides, these moves depend on squares off the line to the target. Pins and blocking
//! squares are not computed for them: in games with such moves, the generator tests each move
//! for check.

use kawari_rules::betza;

use super::attack_tables::turned;
use super::betza::Offset;
use super::kind::Kind;
use super::position::DropPosition;
use super::rules::{BitboardOf, DropRules, SquareOf};
use crate::core::bitboard::Bitboard;
use crate::core::board_shape::BoardShape;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::core::square::Square;

/// The lame leaps and area moves of one kind, from Black's point of view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct IrregularMoves {
    /// Targets, each with the square that must be empty.
    lame_leaps: Vec<(Offset, Offset)>,
    areas: Vec<Area>,
}

/// A walk of a number of steps: see [`betza::Area`].
#[derive(Clone, PartialEq, Eq, Debug)]
struct Area {
    steps: Vec<Offset>,
    count: u8,
}

impl IrregularMoves {
    /// Returns the irregular moves of a piece. `offset` converts the notation's offsets.
    pub(super) fn new(moves: &betza::Moves, offset: impl Fn(betza::Offset) -> Offset) -> Self {
        let lame = moves.leaps.iter();
        Self {
            lame_leaps: lame
                .filter_map(|leap| Some((offset(leap.to), offset(leap.blocker?))))
                .collect(),
            areas: moves
                .areas
                .iter()
                .map(|area| Area {
                    steps: area.steps.iter().map(|&step| offset(step)).collect(),
                    count: area.count,
                })
                .collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lame_leaps.is_empty() && self.areas.is_empty()
    }

    /// Returns the attacked squares.
    pub(super) fn attacks<G: Geometry>(
        &self,
        shape: BoardShape<G>,
        color: Color,
        from: Square<G>,
        occupied: Bitboard<G>,
    ) -> Bitboard<G> {
        let square = |offset| {
            let (files, ranks) = turned(offset, color);
            shape.offset(from, files, ranks)
        };
        let mut attacks = Bitboard::EMPTY;
        for &(to, blocker) in &self.lame_leaps {
            if let Some(to) = square(to)
                && square(blocker).is_some_and(|blocker| !occupied.contains(blocker))
            {
                attacks = attacks.with(to);
            }
        }
        for area in &self.areas {
            attacks |= area.walk(shape, from, occupied, area.count, None);
        }
        attacks.without(from)
    }
}

impl Area {
    /// Returns the ends of the walks of `count` steps from a square. No step goes straight back
    /// after `last`. The steps go in all directions, so both sides have the same.
    fn walk<G: Geometry>(
        &self,
        shape: BoardShape<G>,
        from: Square<G>,
        occupied: Bitboard<G>,
        count: u8,
        last: Option<Offset>,
    ) -> Bitboard<G> {
        let mut ends = Bitboard::EMPTY;
        for &(files, ranks) in &self.steps {
            let Some(to) = shape.offset(from, files, ranks) else { continue };
            if last == Some((-files, -ranks)) {
                continue;
            }
            if count == 1 {
                ends = ends.with(to);
            } else if !occupied.contains(to) {
                ends |= self.walk(shape, to, occupied, count - 1, Some((files, ranks)));
            }
        }
        ends
    }
}

impl<R: DropRules> DropPosition<R> {
    /// Returns the squares that a piece attacks by irregular moves.
    #[cold]
    pub(super) fn irregular_attacks(
        &self,
        kind: Kind,
        color: Color,
        from: SquareOf<R>,
        occupied: BitboardOf<R>,
    ) -> BitboardOf<R> {
        let table = self.table();
        let moves = &table.extra.irregular_moves[kind.index()];
        moves.attacks(table.shape, color, from, occupied)
    }

    /// Returns true if the generator tests each move for check, because pins and blocking squares
    /// are not enough.
    #[inline(always)]
    pub(super) fn tests_each_move(&self) -> bool {
        self.table().has_irregular_moves() && self.table().extra.protects_king
    }

    /// Returns the squares of `targets` to which a piece other than the King can move or be
    /// dropped without leaving its King in check. `from` is its square, or `None` for a drop.
    #[cold]
    pub(super) fn safe_targets(
        &self,
        from: Option<SquareOf<R>>,
        targets: BitboardOf<R>,
    ) -> BitboardOf<R> {
        let us = self.side_to_move();
        let king = self.king(us);
        let left = from.map_or(self.occupied(), |from| self.occupied().without(from));
        let is_safe =
            |&to: &SquareOf<R>| self.attackers(king, left.with(to), !us).without(to).is_empty();
        targets.into_iter().filter(is_safe).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::Box7x9;

    /// Returns the squares that a piece on 3d of a 5x5 board attacks.
    fn attacks(moves: &str, color: Color, occupied: &[&str]) -> Vec<String> {
        let shape = BoardShape::<Box7x9>::new(5, 5).expect("a board that fits");
        let square = |name: &str| name.parse().expect("a square");
        let moves = betza::parse(moves).expect("valid moves");
        let moves = IrregularMoves::new(&moves, |(files, ranks)| {
            (-isize::from(files), -isize::from(ranks))
        });
        let occupied = occupied.iter().map(|name| square(name)).collect();
        let attacks = moves.attacks(shape, color, square("3d"), occupied);
        let mut names: Vec<String> = attacks.into_iter().map(|to| to.to_string()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_lame_leap_is_blocked_on_its_first_square() {
        assert_eq!(attacks("fnN", Color::Black, &[]), ["2b", "4b"]);
        assert_eq!(attacks("fnN", Color::Black, &["2b", "2d", "4c"]), ["2b", "4b"]);
        assert_eq!(attacks("fnN", Color::Black, &["3c"]), [""; 0]);
        assert_eq!(attacks("blnD", Color::White, &[]), ["1d", "3b"]);
        assert_eq!(attacks("blnD", Color::White, &["2d"]), ["3b"]);
    }

    /// Only the step to the right is free, as in the test of the reference implementation.
    #[test]
    fn an_area_move_turns_around_pieces() {
        let occupied = ["3c", "4c", "4d", "3e", "4e"];
        assert_eq!(attacks("aW", Color::Black, &occupied), ["1d", "2c", "2e"]);
        assert_eq!(attacks("aaW", Color::White, &occupied), ["1c", "1e", "2b", "3c", "3e"]);
    }
}
