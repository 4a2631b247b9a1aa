//! The impasse and the declaration: points, and the counts that the rules compare.

use super::kind::Kind;
use super::position::DropPosition;
use super::rules::{BitboardOf, DeclarationRule, DropRules, ImpasseRule, ImpasseVerdict};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::counts::{DeclarationCount, PointCount};
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::Position;

impl<R: DropRules> DropPosition<R> {
    /// Returns true if both Generals or Kings stand in their far zones.
    #[inline(always)]
    pub(super) fn is_impasse(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_king(color))
            && Color::ALL
                .into_iter()
                .all(|color| self.table().zone(color).contains(self.king(color)))
    }

    /// Returns the points of a side's pieces on the given squares and in hand. The
    /// General or King counts nothing.
    fn points(&self, color: Color, squares: BitboardOf<R>) -> u32 {
        let count = |kind: Kind| {
            let on_board = (self.of_kind(kind) & self.pieces(color) & squares).count();
            on_board + u32::from(self.hand(color).count(kind))
        };
        let kinds =
            Kind::all().filter(|&kind| self.table().exists(kind) && !self.table().is_king(kind));
        kinds.map(|kind| self.table().kind_rule(kind).points * count(kind)).sum()
    }

    /// Returns true if the side to move meets the conditions of a declaration, given
    /// that its General or King stands in its far zone.
    #[cold]
    pub(super) fn meets_declaration(&self, rule: DeclarationRule) -> bool {
        let us = self.side_to_move();
        !self.in_check()
            && self.pieces_in_zone(us) >= rule.pieces
            && self.points(us, self.table().zone(us)) >= rule.points[us.index()]
    }

    /// Returns the number of a side's pieces in its far zone, without the General or
    /// King.
    fn pieces_in_zone(&self, color: Color) -> u32 {
        (self.pieces(color) & self.table().zone(color)).without(self.king(color)).count()
    }

    /// Returns a side's counts towards a declaration.
    pub(super) fn declaration_count(
        &self,
        color: Color,
        rule: DeclarationRule,
    ) -> DeclarationCount {
        let zone = self.table().zone(color);
        DeclarationCount {
            king: zone.contains(self.king(color)),
            pieces: self.pieces_in_zone(color),
            pieces_needed: rule.pieces,
            points: self.points(color, zone),
            points_needed: rule.points[color.index()],
        }
    }

    /// Returns the points of both sides, or `None` if an impasse is always a draw.
    pub(super) fn impasse_points(&self, rule: ImpasseRule) -> Option<PointCount> {
        match rule.verdict {
            ImpasseVerdict::Draw => None,
            ImpasseVerdict::Points(needed) => {
                let have = Color::ALL.map(|color| self.points(color, Bitboard::ALL));
                Some(PointCount { have, needed })
            }
        }
    }

    /// Returns the outcome if the game ended by impasse in this position.
    pub(super) fn impasse_verdict(&self, rule: ImpasseRule) -> Outcome {
        match self.impasse_points(rule).and_then(|points| points.winner()) {
            Some(color) => Outcome::Win(color, Reason::Impasse),
            None => Outcome::Draw(Reason::Impasse),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::{Hajiku, Shogi, Yari};
    use crate::notation::{Notation, read};

    #[test]
    fn impasse_clock_counts_half_moves() {
        let start = "7/1K5/7/7/7/7/7/5k1/7 b R4Pp 1";
        let mut position: DropPosition<Yari> = read(start);
        assert_eq!((position.half_moves_left(), position.clock_count()), (None, None));
        for (played, word) in ["6b6a", "2h2i", "6a6b", "2i2h"].into_iter().enumerate() {
            position.play(position.parse_usi(word).expect("a legal move"), &mut ());
            let count = position.clock_count().expect("a running clock");
            let points = count.points.expect("points of both sides");
            assert_eq!((count.played, count.limit), (played as u32 + 1, 50));
            assert_eq!(position.half_moves_left(), Some(49 - played as u32));
            assert_eq!((points.have, points.needed), ([9, 1], 26));
            assert_eq!(count.verdict, Outcome::Draw(Reason::Impasse));
        }
        // The clock stops when a General leaves its zone.
        for word in ["6b6c", "2h2g", "6c6d"] {
            position.play(position.parse_usi(word).expect("a legal move"), &mut ());
        }
        assert_eq!((position.half_moves_left(), position.clock_count()), (None, None));
    }

    #[test]
    fn declaration_counts_require_a_king_in_its_far_zone() {
        let count = |sfen: &str| {
            let position: DropPosition<Shogi> = read(sfen);
            position.declaration_counts()
        };
        assert_eq!(count("4k4/9/9/9/9/9/9/9/4K4 b R 1"), None);
        let counts = count("9/4K4/R1P6/9/9/9/9/4k4/9 b B2Pg 1").expect("a King in its zone");
        assert_eq!(counts.map(|side| side.king), [true, true]);
        assert_eq!(counts.map(|side| side.pieces), [2, 0]);
        assert_eq!(counts.map(|side| side.points), [13, 1]);
        let counts = count("9/4K4/9/9/4k4/9/9/9/9 b - 1").expect("a King in its zone");
        assert_eq!(counts.map(|side| side.king), [true, false]);
        assert_eq!(
            read::<DropPosition<Hajiku>>("6K/7/7/7/7/7/7/7/k6 b - 1").declaration_counts(),
            None
        );
    }
}
