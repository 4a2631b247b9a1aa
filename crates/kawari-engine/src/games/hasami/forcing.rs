//! Wins by threats: what a proof asks of the games of five in a row.
//!
//! A threat is a move after which the same side could win with its next one: by a fifth
//! man in a row, or by capturing the last men needed. Unlike in `tactics`, nothing is
//! left out here, however many men a move would have to capture.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{BitboardOf, HasamiRules};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::forcing::{BoardAndHands, ForcedStatus, Forcing, PackedHand, ThreatKind};
use crate::core::geometry::Geometry;
use crate::core::movelist::MoveList;
use crate::core::outcome::Outcome;
use crate::core::position::{All, Position};

impl<R: HasamiRules> HasamiPosition<R> {
    /// True when a side would win with its next move, were it its turn.
    fn could_win(&self, color: Color) -> bool {
        self.has_winning_lead(color)
            || self.could_win_by_capture(color)
            || self.can_win_by_row(color)
    }

    fn could_win_by_capture(&self, color: Color) -> bool {
        self.men_to_capture(color).is_some_and(|needed| self.can_capture(color, needed))
    }

    /// The men that a side has yet to capture, where one move might capture as many.
    fn men_to_capture(&self, color: Color) -> Option<u32> {
        // A move captures along one file and one rank.
        const { assert!(R::ROWS.is_empty() || !R::EDGE_ENCLOSURE) };
        let enemy = self.men(!color);
        let needed = enemy.count().saturating_sub(R::LOSING_MEN?);
        let most = |lines: usize, line: fn(usize) -> BitboardOf<R>| {
            (0..lines).map(|number| (enemy & line(number)).count()).max().unwrap_or(0)
        };
        let files = most(R::Geometry::FILES, Bitboard::file);
        let ranks = most(R::Geometry::RANKS, Bitboard::rank);
        (needed <= files + ranks).then_some(needed)
    }

    /// True when the side that has just moved has reached its goal.
    fn is_won_by(&self, color: Color) -> bool {
        self.goal_outcome().and_then(Outcome::winner) == Some(color)
    }
}

impl<R: HasamiRules> Forcing for HasamiPosition<R> {
    const THREATS: Option<ThreatKind> =
        if R::ROWS.is_empty() { None } else { Some(ThreatKind::Four) };

    fn generate_threats(&self, moves: &mut MoveList<Self::Move>) {
        let side = self.side_to_move();
        self.generate::<All>(moves);
        if self.could_win(side) {
            moves.retain(|&mv| self.after(mv).is_won_by(side));
            return;
        }
        // Any move may open the way to a fifth man, or prepare a great capture. Else a
        // threat has to add a fourth man to a row, or take an enemy out of one.
        let fours = self.row_squares(side, |windows| windows.four);
        let is_any = fours.is_occupied() || self.men_to_capture(side).is_some();
        let fourth = self.row_squares(side, |windows| windows.three);
        moves.retain(|&mv| {
            (is_any || fourth.contains(mv.to) || self.is_noisy(mv)) && {
                let next = self.after(mv);
                next.is_won_by(side) || next.could_win(side)
            }
        });
    }

    fn generate_defences(&self, moves: &mut MoveList<Self::Move>) {
        let attacker = !self.side_to_move();
        self.generate::<All>(moves);
        let is_any = self.could_win_by_capture(attacker);
        let defences = self.defences();
        moves.retain(|&mv| {
            (is_any || defences.contains(mv.to) || self.is_noisy(mv))
                && !self.after(mv).could_win(attacker)
        });
    }

    fn defender_status(&self) -> ForcedStatus {
        let defender = self.side_to_move();
        if let Some(winner) = self.goal_outcome().and_then(Outcome::winner) {
            return if winner == defender { ForcedStatus::Lost } else { ForcedStatus::Won(0) };
        }
        if self.could_win(defender) {
            return ForcedStatus::Lost;
        }
        let mut answers = MoveList::new();
        self.generate_defences(&mut answers);
        match answers.len() {
            0 if self.has_move() => ForcedStatus::Won(2),
            0 => ForcedStatus::Won(0),
            answers => ForcedStatus::Open(u16::try_from(answers).unwrap_or(u16::MAX)),
        }
    }

    fn attacker_status(&self) -> ForcedStatus {
        ForcedStatus::Open(1)
    }

    /// Moves to the same square are alike.
    fn move_class(&self, mv: HasamiMove<R::Geometry>) -> u16 {
        mv.to.index() as u16 + 1
    }

    fn board_and_hands(&self) -> BoardAndHands {
        BoardAndHands { board: self.key(), hands: [PackedHand::EMPTY; 2] }
    }
}
