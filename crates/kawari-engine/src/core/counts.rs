//! Counters of the rules that end a game: repetition, move limits, points, declarations.

use super::color::Color;
use super::outcome::{Outcome, Reason};

/// The counters of a position and its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleCounts {
    /// Occurrences of the position.
    pub repetition: RepetitionCount,
    /// The half-move clock, if it is running.
    pub clock: Option<ClockCount>,
    /// The declaration requirements of Black and White. `None` in games without
    /// declarations, and while no General or King is in its far zone.
    pub declarations: Option<[DeclarationCount; 2]>,
}

/// The occurrences of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionCount {
    /// Occurrences so far, 1 for a new position.
    pub occurrences: u32,
    /// The occurrence that ends the game.
    pub limit: u32,
    /// The outcome if the repetition continues; `None` for a new position.
    pub verdict: Option<Outcome>,
}

/// A half-move clock that ends the game at its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockCount {
    /// The rule that counts.
    pub reason: Reason,
    /// Half-moves so far.
    pub played: u32,
    /// Half-moves that end the game.
    pub limit: u32,
    /// The outcome if the limit were reached in this position.
    pub verdict: Outcome,
    /// The points that decide the outcome, in games with points.
    pub points: Option<PointCount>,
}

/// The points of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointCount {
    /// Points of Black and White.
    pub have: [u32; 2],
    /// Points that a side needs.
    pub needed: u32,
}

impl PointCount {
    /// Returns the side with enough points, or `None` if both sides or neither have enough.
    pub fn winner(&self) -> Option<Color> {
        match self.have.map(|points| points >= self.needed) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

/// The requirements of a declaration, and how far a side meets them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeclarationCount {
    /// True if its General or King is in its far zone.
    pub king: bool,
    /// Other pieces of the side in its far zone.
    pub pieces: u32,
    /// Pieces needed there.
    pub pieces_needed: u32,
    /// Points of those pieces and of the pieces in hand.
    pub points: u32,
    /// Points needed.
    pub points_needed: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_decide_only_if_one_side_has_enough() {
        let winner = |have| PointCount { have, needed: 27 }.winner();
        assert_eq!(winner([27, 26]), Some(Color::Black));
        assert_eq!(winner([0, 28]), Some(Color::White));
        assert_eq!((winner([27, 27]), winner([26, 26])), (None, None));
    }
}
