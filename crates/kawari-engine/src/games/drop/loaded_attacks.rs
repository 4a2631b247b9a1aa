//! Attacks in games from files, whose kinds are known only at run time: the pieces are tested
//! one by one instead of kind by kind.

use super::attacks::SliderRays;
use super::kind::Kind;
use super::position::DropPosition;
use super::rules::{BitboardOf, DropRules, SquareOf};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::position::Position;

impl<R: DropRules> DropPosition<R> {
    /// Returns the squares that a piece attacks, including squares with own pieces.
    #[inline(always)]
    pub(super) fn loaded_attacks(
        &self,
        kind: Kind,
        color: Color,
        from: SquareOf<R>,
        occupied: BitboardOf<R>,
    ) -> BitboardOf<R> {
        let table = self.table();
        let moves = table.kind_rule(kind).moves;
        let mut squares = table.attacks.leaps[color.index()][kind.index()][from.index()];
        if moves.slides() {
            let rays = table.attacks.rays[color.index()][kind.index()][from.index()];
            squares |= SliderRays::along(self.game(), moves, from, occupied).all() & rays;
        }
        if table.has_irregular_moves() {
            squares |= self.irregular_attacks(kind, color, from, occupied);
        }
        squares
    }

    /// Returns the opponent's sliders that would attack the square on an empty board.
    pub(super) fn loaded_snipers(&self, square: SquareOf<R>) -> BitboardOf<R> {
        let (tables, them) = (self.tables(), !self.side_to_move());
        let slides = |&from: &SquareOf<R>| {
            let kind = self.kind_on(from);
            tables.rays[them.index()][kind.index()][from.index()].contains(square)
        };
        (tables.lines[square.index()] & self.pieces(them)).into_iter().filter(slides).collect()
    }

    /// Returns the pieces of side `by` that attack a square, given the square's lines.
    #[inline(always)]
    pub(super) fn attackers_one_by_one(
        &self,
        lines: &SliderRays<R>,
        square: SquareOf<R>,
        occupied: BitboardOf<R>,
        by: Color,
    ) -> BitboardOf<R> {
        let (table, tables) = (self.table(), self.tables());
        let (leaps, rays) = (&tables.leaps[by.index()], &tables.rays[by.index()]);
        let seen = lines.all();
        let candidates = self.pieces(by) & (seen | tables.leap_sources[by.index()][square.index()]);
        let attacks = |&from: &SquareOf<R>| {
            let kind = self.kind_on(from);
            let mut attacks = leaps[kind.index()][from.index()];
            if seen.contains(from) {
                attacks |= rays[kind.index()][from.index()];
            }
            attacks.contains(square)
                || table.has_irregular_moves()
                    && self.irregular_attacks(kind, by, from, occupied).contains(square)
        };
        candidates.into_iter().filter(attacks).collect()
    }

    /// Returns the squares of a zone that a side attacks.
    pub(super) fn attacked_one_by_one(
        &self,
        zone: BitboardOf<R>,
        by: Color,
        occupied: BitboardOf<R>,
    ) -> BitboardOf<R> {
        let (table, tables) = (self.table(), self.tables());
        let (leaps, rays) = (&tables.leaps[by.index()], &tables.rays[by.index()]);
        let leap_sources = &tables.leap_sources[by.index()];
        // Few pieces attack a small zone.
        let candidates = zone.into_iter().fold(Bitboard::EMPTY, |sources, to| {
            sources | tables.lines[to.index()] | leap_sources[to.index()]
        });
        let add = |attacked: BitboardOf<R>, from: SquareOf<R>| {
            let kind = self.kind_on(from);
            let rays = rays[kind.index()][from.index()];
            let mut attacked = attacked | leaps[kind.index()][from.index()];
            if rays.intersects(zone) {
                let moves = table.kind_rule(kind).moves;
                attacked |= SliderRays::along(self.game(), moves, from, occupied).all() & rays;
            }
            if table.has_irregular_moves() {
                attacked |= self.irregular_attacks(kind, by, from, occupied);
            }
            attacked
        };
        (self.pieces(by) & candidates).into_iter().fold(Bitboard::EMPTY, add) & zone
    }

    /// Returns the squares that Pawns of a side attack: the pieces of the first kind.
    #[inline(always)]
    pub(super) fn loaded_pawn_attacks(&self, pawns: BitboardOf<R>, color: Color) -> BitboardOf<R> {
        let attacks = |from| self.attacks(Kind::PAWN, color, from, self.occupied());
        pawns.into_iter().fold(Bitboard::EMPTY, |set, from| set | attacks(from))
    }
}
