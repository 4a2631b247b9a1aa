//! Threats and defences in the games of five in a row, for the mate solver.
//!
//! A threat is a move after which the same side could win with its next move: by a fifth
//! man in a row, or by capturing the last men needed. Unlike in `tactics`, all functions
//! here are exact, and captures of any number of men are considered.

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
    /// Returns true if a side could win with one move if it were to move.
    fn could_win(&self, color: Color) -> bool {
        if !self.is_plain() {
            return self.has_winning_move(color);
        }
        self.has_winning_lead(color)
            || self.could_win_by_capture(color)
            || self.can_win_by_row(color)
    }

    /// Returns true if a side has won or has a winning move, as if it were to move. Tries all
    /// moves, for rules that the built-in games do not have.
    #[cold]
    fn has_winning_move(&self, color: Color) -> bool {
        let to_move = Self::new(self.game(), Color::ALL.map(|side| self.men(side)), color);
        match to_move.goal_outcome() {
            Some(outcome) => outcome.winner() == Some(color),
            None => to_move.legal_moves().iter().any(|&mv| to_move.after(mv).is_won_by(color)),
        }
    }

    fn could_win_by_capture(&self, color: Color) -> bool {
        self.men_to_capture(color).is_some_and(|needed| self.can_capture(color, needed))
    }

    /// Returns the number of men that a side must capture to win. Returns `None`
    /// without a capture goal, or if one move cannot capture that many for lack of men
    /// on a common file and rank.
    fn men_to_capture(&self, color: Color) -> Option<u32> {
        // A move captures only along one file and one rank.
        debug_assert!(self.is_plain());
        let enemy = self.men(!color);
        let needed = enemy.count().saturating_sub(self.table().losing[(!color).index()]?);
        let most = |lines: usize, line: fn(usize) -> BitboardOf<R>| {
            (0..lines).map(|number| (enemy & line(number)).count()).max().unwrap_or(0)
        };
        let files = most(R::Geometry::FILES, Bitboard::file);
        let ranks = most(R::Geometry::RANKS, Bitboard::rank);
        (needed <= files + ranks).then_some(needed)
    }

    /// Returns true if a side has won by a goal.
    fn is_won_by(&self, color: Color) -> bool {
        self.goal_outcome().and_then(Outcome::winner) == Some(color)
    }
}

impl<R: HasamiRules> Forcing for HasamiPosition<R> {
    #[inline(always)]
    fn threats(&self) -> Option<ThreatKind> {
        self.has_rows().then_some(ThreatKind::Four)
    }

    fn generate_threats(&self, moves: &mut MoveList<Self::Move>) {
        let side = self.side_to_move();
        self.generate::<All>(moves);
        if self.could_win(side) {
            moves.retain(|&mv| self.after(mv).is_won_by(side));
            return;
        }
        // If the side has four in a row, or might win by one capture, any move can be a
        // threat: it can open the path to the fifth square or prepare the capture.
        // Otherwise a threat must add a fourth man to a row or capture.
        let fours = self.row_squares(side, |windows| windows.four);
        let is_any = !self.is_plain() || fours.is_occupied() || self.men_to_capture(side).is_some();
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
        let is_any = !self.is_plain() || self.could_win_by_capture(attacker);
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
        let mut defences = MoveList::new();
        self.generate_defences(&mut defences);
        match defences.len() {
            0 if self.has_move() => ForcedStatus::Won(2),
            0 if self.no_move_outcome().winner() == Some(!defender) => ForcedStatus::Won(0),
            0 => ForcedStatus::Lost,
            defences => ForcedStatus::Open(u16::try_from(defences).unwrap_or(u16::MAX)),
        }
    }

    fn attacker_status(&self) -> ForcedStatus {
        ForcedStatus::Open(1)
    }

    fn can_win_next(&self) -> bool {
        self.could_win(self.side_to_move())
    }

    fn after_pass(&self) -> Option<Self> {
        Some(self.after_null_move())
    }

    /// Returns the same class for all moves to a square.
    fn move_class(&self, mv: HasamiMove<R::Geometry>) -> u16 {
        mv.to.index() as u16 + 1
    }

    fn board_and_hands(&self) -> BoardAndHands {
        BoardAndHands { board: self.key(), hands: [PackedHand::EMPTY; 2] }
    }
}
