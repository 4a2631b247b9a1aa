//! Goals of games from files: capture, check, and reaching a square.

use kawari_rules::TryWhen;

use super::kind::Kind;
use super::movegen::CountDropMoves;
use super::position::DropPosition;
use super::rules::DropRules;
use crate::core::color::Color;
use crate::core::outcome::{Outcome, Reason};
use crate::core::popcount;
use crate::core::position::Position;

impl<R: DropRules> DropPosition<R> {
    /// Returns the outcome of a goal in a game from a file.
    #[inline]
    pub(super) fn loaded_goal(&self) -> Option<Outcome> {
        if self.table().extra.has_goals { self.reached_goal() } else { None }
    }

    /// Returns the outcome of a reached goal, in a game with goals.
    fn reached_goal(&self) -> Option<Outcome> {
        let extra = &self.table().extra;
        let (us, mover) = (self.side_to_move(), !self.side_to_move());
        if extra.goal_kinds != 0 && self.goal_pieces(us) <= extra.goal_pieces_left {
            return Some(Outcome::Win(mover, Reason::PiecesCaptured));
        }
        if !extra.has_king {
            return None;
        }
        if !self.has_king(us) {
            return Some(Outcome::Win(mover, Reason::RoyalPieceCaptured));
        }
        if extra.check_wins && self.in_check() {
            return Some(Outcome::Win(mover, Reason::Check));
        }
        let winner = if extra.try_squares[0].is_occupied() { self.trying_side() } else { None };
        winner.map(|winner| Outcome::Win(winner, Reason::Try))
    }

    /// Returns true if a goal is reached.
    #[inline]
    pub(super) fn has_goal(&self) -> bool {
        self.loaded_goal().is_some()
    }

    /// Returns the side whose King wins on its square.
    fn trying_side(&self) -> Option<Color> {
        let extra = &self.table().extra;
        let (us, mover) = (self.side_to_move(), !self.side_to_move());
        let tries = |color: Color| {
            self.has_king(color) && extra.try_squares[color.index()].contains(self.king(color))
        };
        let is_safe =
            |color: Color| self.attackers(self.king(color), self.occupied(), !color).is_empty();
        match extra.try_when {
            TryWhen::Arrival => tries(mover).then_some(mover),
            TryWhen::Safe => [mover, us].into_iter().find(|&side| tries(side) && is_safe(side)),
            TryWhen::AfterReply => tries(us).then_some(us),
        }
    }

    /// Returns the number of a side's pieces whose loss loses the game, on the board and in
    /// hand.
    fn goal_pieces(&self, color: Color) -> u32 {
        let kinds =
            Kind::all().filter(|kind| self.table().extra.goal_kinds >> kind.index() & 1 != 0);
        let on_board = |kind| (self.of_kind(kind) & self.pieces(color)).count();
        kinds.map(|kind| on_board(kind) + u32::from(self.hand(color).count(kind))).sum()
    }

    /// Returns the number of legal moves, without regard to a goal. Not inlined: the generator is
    /// large.
    #[inline(never)]
    pub(super) fn count_moves_without_goal(&self) -> u64 {
        popcount::run(CountDropMoves(self))
    }

    /// Returns true if the side to move can capture the enemy King.
    pub(super) fn can_capture_king(&self) -> bool {
        let them = !self.side_to_move();
        let is_attacked =
            || self.attackers(self.king(them), self.occupied(), self.side_to_move()).is_occupied();
        self.has_king(them) && !self.has_goal() && is_attacked()
    }

    /// Returns true if the game has drops.
    #[inline]
    pub(super) fn may_drop(&self) -> bool {
        self.table().extra.drop_zone[0].is_occupied()
    }
}
